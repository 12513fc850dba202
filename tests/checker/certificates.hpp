// Certificates written by hand for the tests of the checker.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "dpcert/checker/checker.hpp"
#include "tests/seal.hpp"

namespace dpcert::checker::test {

using dpcert::test::sealed;
using dpcert::test::sha256_hex;

// statement and sections are texts whose lines end with a newline
inline std::string certificate(const std::string& statement, const std::string& verdict, const std::string& sections) {
  const auto n = std::count(statement.begin(), statement.end(), '\n');
  return sealed("dpcert-certificate 1\nclaim test\nstatement " + std::to_string(n) + "\n" + statement + "verdict " +
                verdict + "\n" + sections);
}

// One goal of the verdict `proved`.
inline Result prove(const std::string& statement, const std::string& inhabited, const std::string& tree) {
  return check(certificate(statement, "proved", "inhabited " + inhabited + "\ngoal 1\n" + tree));
}
inline Result refute(const std::string& statement, const std::string& lines) {
  return check(certificate(statement, "refuted", "refute " + lines));
}

inline void accepts(const Result& r) {
  EXPECT_TRUE(r.readable && r.accepted) << "line " << r.line << ": " << r.reason;
  EXPECT_EQ(r.reason, "");
}
// The reason must contain `why`, so that a test does not pass for a mistake of its own. A conditional certificate is
// right as far as it goes: that is no refusal.
inline void rejects(const Result& r, const std::string& why = "") {
  EXPECT_TRUE(r.readable);
  EXPECT_FALSE(r.accepted);
  EXPECT_FALSE(r.conditional()) << "conditional: " << r.reason;
  EXPECT_NE(r.reason, "");
  EXPECT_NE(r.reason.find(why), std::string::npos) << r.reason;
}

}  // namespace dpcert::checker::test
