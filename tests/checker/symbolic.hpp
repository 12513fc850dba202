// Certificates of statements of version 3, written by hand.
#pragma once

#include "tests/checker/certificates.hpp"

namespace dpcert::checker::test {

inline std::string certificate3(const std::string& statement, const std::string& verdict, const std::string& sections) {
  const auto n = 1 + std::count(statement.begin(), statement.end(), '\n');
  return sealed("dpcert-certificate 3\nstatement " + std::to_string(n) + "\nlanguage 3\n" + statement + "verdict " +
                verdict + "\n" + sections);
}
inline Result prove3(const std::string& statement, const std::string& inhabited, const std::string& tree) {
  return check(certificate3(statement, "proved", "inhabited " + inhabited + "\ngoal 1\n" + tree));
}
inline Result refute3(const std::string& statement, const std::string& lines) {
  return check(certificate3(statement, "refuted", "refute " + lines));
}

}  // namespace dpcert::checker::test
