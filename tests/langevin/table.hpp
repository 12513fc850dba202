// Comma-separated reference values of tests/langevin/data; lines that begin with # are comments.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "dpcert/core/rational.hpp"
#include "dpcert/langevin/cyclic.hpp"

namespace dpcert::langevin::test {

inline std::vector<std::vector<std::string>> read_table(const std::string& name) {
  std::ifstream file(std::string(DPCERT_SOURCE_DIR) + "/tests/langevin/data/" + name);
  EXPECT_TRUE(file.good()) << name;
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> row;
    std::stringstream stream(line);
    for (std::string part; std::getline(stream, part, ',');) row.push_back(part);
    rows.push_back(row);
  }
  EXPECT_FALSE(rows.empty()) << name;
  return rows;
}

inline Rational number(const std::string& text) {
  const auto q = Rational::parse(text);
  EXPECT_TRUE(q.has_value()) << text;
  return q.value_or(Rational(0));
}

/// n, c, x_h, alpha, beta from five columns.
inline Problem<Rational> problem(const std::vector<std::string>& row, std::size_t from) {
  return {number(row[from]).to_int64().value(), number(row[from + 1]), number(row[from + 2]), number(row[from + 3]),
          number(row[from + 4])};
}

}  // namespace dpcert::langevin::test
