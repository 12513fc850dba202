// Runs an audit over text and collects the rows.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "dpcert/audit/summary.hpp"

namespace dpcert::audit::testing {

inline const std::string header = "tool,version,mechanism,parameters,at,quantity,bound,value\n";

inline std::vector<Judged> run(std::istream& csv, unsigned threads = 1, int digits = 17) {
  std::vector<Judged> rows;
  Options options;
  options.threads = threads;
  options.digits = digits;
  options.row = [&](const Judged& judged) { rows.push_back(judged); };
  static_cast<void>(audit(csv, options));
  return rows;
}
inline std::vector<Judged> run(const std::string& rows, unsigned threads = 1) {
  std::istringstream csv(header + rows);
  return run(csv, threads);
}

/// A row about Gaussian noise of sigma 2: the divergence of order 8 is exactly 1.
inline std::string gaussian_row(const std::string& value, const std::string& bound = "upper") {
  return "t,1,gaussian,\"{\"\"sigma\"\": 2}\",8,rdp," + bound + "," + value + "\n";
}

}  // namespace dpcert::audit::testing
