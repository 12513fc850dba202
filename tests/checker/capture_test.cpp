// What a name is bound by stays what binds it, whatever is put in.
#include "tests/checker/certificates.hpp"

namespace dpcert::checker::test {
namespace {

Result proved(const std::string& statement, const std::string& tree) {
  const auto n = std::count(statement.begin(), statement.end(), '\n');
  return check(sealed("dpcert-certificate 3\nstatement " + std::to_string(n) + "\n" + statement +
                      "verdict proved\ninhabited\ngoal 1\n" + tree));
}

// The integral of y*t over [0, 1] is y/2, and that of y*y is y^2: the variable of the integral is neither x nor y.
TEST(Capture, AnIntegralInsideOfTwoQuantifiers) {
  const auto tried = [](const std::string& value, const std::string& body, const std::string& primitive) {
    return proved("language 3\nprove forall x in [1, 2]: forall y in [1, 2]: integral(t, 0, 1, y*t) = " + value + "\n",
                  "intro x\nintro y\nantiderivative (integral(t, 0, 1, " + body + ")) t (" + primitive + ") (0) (" +
                      value + ")\nhyp 1\n");
  };
  accepts(tried("y/2", "y*t", "y*t^2/2"));
  rejects(tried("y^2", "y*y", "y*y*t"), "not a multiple");
}

// x(k) = sum(j, 1, k, j*k), put into sum(j, 1, n, x(j)): the inner j is another one, under which name it is written.
TEST(Capture, WhatALemmaPutsIntoASum) {
  const std::string used =
      "language 3\nint n in [1, inf)\nseq x(k)\nprove sum(j, 1, n, x(j)) <= n*sum(j, 1, n, abs(x(j)))\n";
  const auto tried = [&](const std::string& given, const std::string& term) {
    return check(sealed("dpcert-certificate 3\nstatement 3\nlanguage 3\nint m in [1, inf)\nprove sum(j, 1, m, " + term +
                        ") <= m*sum(j, 1, m, abs(" + term + "))\nuse l 4\n" + used +
                        "verdict proved\ninhabited m=1\ngoal 1\nlemma l (n = m, x(k) = " + given + ")\nsign\nhyp 1\n"));
  };
  for (const std::string own : {"i", "j", "n", "x"}) {
    const std::string sum = "sum(" + own + ", 1, k, " + own + "*k)";
    EXPECT_TRUE(tried(sum, "sum(i, 1, j, i*j)").conditional()) << tried(sum, "sum(i, 1, j, i*j)").reason;
    rejects(tried(sum, "sum(i, 1, j, i*i)"), "not a multiple");
    rejects(tried(sum, "sum(i, 1, j, j*j)"), "not a multiple");
    const std::string integral = "integral(" + own + ", 0, 1, " + own + "*k)";
    EXPECT_TRUE(tried(integral, "integral(t, 0, 1, t*j)").conditional())
        << tried(integral, "integral(t, 0, 1, t*j)").reason;
    rejects(tried(integral, "integral(t, 0, 1, t*t)"), "not a multiple");
  }
}

}  // namespace
}  // namespace dpcert::checker::test
