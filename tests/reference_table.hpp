// Comma-separated reference values of tests/*/data.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "dpcert/core/rational.hpp"

namespace dpcert::test {

inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

/// The rows of tests/<module>/data/<name>.
inline std::vector<std::vector<std::string>> read_table(const std::string& module, const std::string& name) {
  std::ifstream file(std::string(DPCERT_SOURCE_DIR) + "/tests/" + module + "/data/" + name);
  EXPECT_TRUE(file.good()) << name;
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) rows.push_back(split(line, ','));
  EXPECT_FALSE(rows.empty()) << name;
  return rows;
}

/// "a=1;b=2" as a map.
inline std::map<std::string, std::string> words(const std::string& text) {
  std::map<std::string, std::string> out;
  for (const auto& part : split(text, ';')) out[part.substr(0, part.find('='))] = part.substr(part.find('=') + 1);
  return out;
}

inline Rational number(const std::string& text) {
  const auto q = Rational::parse(text);
  EXPECT_TRUE(q.has_value()) << text;
  return q.value_or(Rational(0));
}

inline std::vector<Rational> numbers(const std::string& text) {
  std::vector<Rational> out;
  for (const auto& part : split(text, ';')) out.push_back(number(part));
  return out;
}

inline std::vector<double> approximate(const std::vector<Rational>& x) {
  std::vector<double> out;
  for (const auto& v : x) out.push_back(v.approx());
  return out;
}

}  // namespace dpcert::test
