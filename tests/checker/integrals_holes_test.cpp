// False certificates with integrals, each made for one way in which a rule could be cheated; with the nearest true
// ones.
#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

const std::string kAny = "var c in [0, 1]\n";
Result closes(const std::string& relation, const std::string& tree, const std::string& before = kAny,
              const std::string& at = "c=0") {
  return prove3(before + "prove " + relation + "\n", at, tree);
}

// 1/x, 1/x^2 and sin-like sums have no integral, whatever an antiderivative says at the ends.
TEST(IntegralHoles, WhatDoesNotExist) {
  rejects(closes("integral(x, 0, 1, 1/x) = 0", "antiderivative (integral(x, 0, 1, 1/x)) x (log(x)) (0) (0)\nhyp 1\n"),
          "lower end");
  rejects(closes("integral(x, -1, 1, 1/x) = 0",
                 "antiderivative (integral(x, -1, 1, 1/x)) x (log(abs(x))) (0) (0)\nhyp 1\n"),
          "smooth");
  rejects(
      closes("integral(x, -1, 1, 1/x^2) = -2", "antiderivative (integral(x, -1, 1, 1/x^2)) x (-1/x) (1) (-1)\nhyp 1\n"),
      "smooth");
  rejects(
      closes("integral(x, 1, inf, 1/x) = 0", "antiderivative (integral(x, 1, inf, 1/x)) x (log(x)) (0) (0)\nhyp 1\n"),
      "upper end");
  accepts(closes("integral(x, 1, inf, 1/x^2) = 1",
                 "antiderivative (integral(x, 1, inf, 1/x^2)) x (-1/x) (-1) (0)\nhyp 1\n"));
  // The difference of two infinite parts.
  rejects(
      closes("integral(x, -inf, inf, x) = 0", "antiderivative (integral(x, -inf, inf, x)) x (x^2/2) (0) (0)\nhyp 1\n"),
      "one sign");
  rejects(closes("integral(x, -inf, inf, x) = 0", "sign\n"), "defined");
  rejects(closes("integral(x, -inf, inf, x) = integral(x, -inf, inf, x)", "identity\n"), "defined");
}

// F goes to the limits 0 at both infinite ends without its slope being integrable: nothing is said of a slope of two
// signs on an unbounded interval.
TEST(IntegralHoles, ASlopeOfTwoSigns) {
  const std::string e = "integral(x, -inf, inf, (1 - x^2)/(1 + x^2)^2)";
  rejects(closes(e + " = 0", "antiderivative (" + e + ") x (x/(1 + x^2)) (0) (0)\nhyp 1\n"), "one sign");
  // On a bounded one the slope must be bounded: continuous up to the ends.
  const std::string f = "integral(x, 0, 1, log(x) + 1/2)";
  rejects(closes(f + " = -1/2", "antiderivative (" + f + ") x (xlogy(x, x) - x/2) (0) (-1/2)\nhyp 1\n"), "continuous");
}

// tanh(1/x) has the slope of a function of one sign on both sides, and a jump at 0.
TEST(IntegralHoles, AJumpInside) {
  const std::string e = "integral(x, -1, 1, -(1 - tanh(1/x)^2)/x^2)";
  rejects(closes(e + " = 2*tanh(1)", "antiderivative (" + e + ") x (tanh(1/x)) (-tanh(1)) (tanh(1))\nhyp 1\n"),
          "smooth");
  const std::string z = "integral(x, -1, 1, 0)";
  for (const char* f : {"abs(x)/x", "floor(x)", "min(x, 0)/x", "sqrt(x^2)/x", "xlogy(0, x)"})
    rejects(closes(z + " = 2", "antiderivative (" + z + ") x (" + f + ") (-1) (1)\nhyp 1\n"), "smooth");
  accepts(closes(z + " = 0", "antiderivative (" + z + ") x (5) (5) (5)\nhyp 1\n"));
}

// For a = b the integral is 0, whatever F tends to from the two sides.
TEST(IntegralHoles, AnEmptyInterval) {
  const std::string s = "var a in [0, 1]\n", e = "integral(x, a, a, -1/x^2)";
  rejects(closes(e + " = 1", "antiderivative (" + e + ") x (1/x) (0) (1)\nhyp 1\n", s, "a=1"), "");
  rejects(closes("integral(x, a, b, 1) > 0", "termwise x\nsign\n", "var a in [0, 1]\nvar b in [0, 1]\nassume b >= a\n",
                 "a=0 b=1"),
          "a place in it");
  accepts(closes("integral(x, a, b, 1) > 0", "termwise x\nsign\n", "var a in [0, 1]\nvar b in [0, 1]\nassume b > a\n",
                 "a=0 b=1"));
  accepts(closes("integral(x, a, a, 1 + x) = 0",
                 "antiderivative (integral(x, a, a, 1 + x)) x (x + x^2/2) (a + a^2/2) "
                 "(a + a^2/2)\nhyp 1\n",
                 s, "a=1"));
  const std::string ends = "var a in [0, 1]\nvar b in [0, 1]\nassume b >= a\n",
                    g = "integral(x, a, b, exp(-1/(x - a))/(x - a)^2)";
  rejects(closes(g + " >= 0", "antiderivative (" + g + ") x (exp(-1/(x - a))) (0) (exp(-1/(b - a)))\nhyp 1\n", ends,
                 "a=0 b=1"),
          "");
}

// With a > b there is no integral.
TEST(IntegralHoles, EndsInTheWrongOrder) {
  rejects(closes("integral(x, 1, 0, x) = -1/2", "antiderivative (integral(x, 1, 0, x)) x (x^2/2) (1/2) (0)\nhyp 1\n"),
          "order");
  rejects(closes("integral(x, 1, 0, x) = integral(x, 1, 0, x)", "identity\n"), "defined");
  rejects(closes("integral(x, 0, c - 2, 1) = integral(x, 0, c - 2, 1)", "identity\n"), "defined");
  rejects(closes("integral(x, inf, 0, 1) = 0", "identity\n"), "not the other way");
  rejects(closes("integral(x, 0, -inf, 1) = 0", "identity\n"), "not the other way");
  rejects(closes("integral(x, 0, 1 + inf, 1) = 0", "identity\n"), "not known here");
  rejects(closes("inf >= 0", "identity\n"), "not known here");
  rejects(closes("integral(x, 0, 1, inf) = 0", "identity\n"), "not known here");
}

// The body must be defined at every place inside.
TEST(IntegralHoles, ABodyUndefinedAtAPoint) {
  rejects(closes("integral(x, 0, 1, (2*x - 1)/(2*x - 1)) = 1",
                 "antiderivative (integral(x, 0, 1, (2*x - 1)/(2*x - 1))) x (x) (0) (1)\nhyp 1\n"),
          "defined between the ends");
  rejects(closes("integral(x, -1, 1, sqrt(x)^2) = 0",
                 "antiderivative (integral(x, -1, 1, sqrt(x)^2)) x (x^2/2) (1/2) (1/2)\nhyp 1\n"),
          "defined between the ends");
  rejects(closes("integral(x, 0, 1, 0*log(x - 1/2)) = 0",
                 "integrand (integral(x, 0, 1, 0*log(x - 1/2))) x (0)\nidentity\n"
                 "antiderivative (integral(x, 0, 1, 0)) x (0) (0) (0)\ncombine 0 1 1 2 1\n"),
          "defined");
  rejects(closes("integral(x, -1, 1, x/x) = 2", "linear (integral(x, -1, 1, x/x)) 1 (integral(x, -1, 1, 1))\nhyp 1\n"),
          "defined between the ends");
}

// What stands at an end is seen from outside: neither limit contains x.
TEST(IntegralHoles, NamesFromOutside) {
  rejects(closes("integral(x, 0, 1, x) = 1/2",
                 "antiderivative (integral(x, 0, 1, x)) t (t^2/2) (t^2/2 - 1/2) (t^2/2)\nhyp 1\n"),
          "not known here");
  // t of the context is another number than the bound one, and the new name may not be in use.
  const std::string s = "var x in [2, 3]\n";
  accepts(closes("integral(x, 0, x, x) = x^2/2", "antiderivative (integral(x, 0, x, x)) t (t^2/2) (0) (x^2/2)\nhyp 1\n",
                 s, "x=2"));
  rejects(closes("integral(t, 0, 1, x) = 1/2",
                 "antiderivative (integral(t, 0, 1, x)) t (t^2/2) (0) (1/2)\nidentity\nhyp 1\n", s, "x=2"),
          "not zero");
  rejects(closes("integral(t, 0, 1, t) = x", "antiderivative (integral(t, 0, 1, t)) x (x^2/2) (0) (1/2)\nhyp 1\n", s,
                 "x=2"),
          "in use");
  // Hypotheses about x say nothing of the new one.
  rejects(closes("integral(t, -1, 1, abs(t)) = 0", "integrand (integral(t, -1, 1, abs(t))) y (y)\nidentity\nsign\n", s,
                 "x=2"),
          "not zero");
  rejects(closes("integral(x, 0, integral(x, 0, 1, x), integral(x, 0, 1, x)) = 0", "identity\n"), "bound twice");
}

// A variable whose interval is a point leaves the context; its name may come back as another number.
TEST(IntegralHoles, SettledVariables) {
  const std::string s = "var t in [2, 2]\n";
  rejects(closes("integral(x, 0, 1, t) = 1/2", "antiderivative (integral(x, 0, 1, t)) t (t^2/2) (0) (1/2)\nhyp 1\n", s,
                 "t=2"),
          "");
  accepts(
      closes("integral(x, 0, 1, t) = 2", "antiderivative (integral(x, 0, 1, 2)) t (2*t) (0) (2)\nhyp 1\n", s, "t=2"));
  accepts(
      closes("integral(x, 0, t, x) = 2", "antiderivative (integral(x, 0, 2, x)) t (t^2/2) (0) (2)\nhyp 1\n", s, "t=2"));
  accepts(closes("integral(x, 0, inf, exp(-t*x)) = 1/2",
                 "antiderivative (integral(x, 0, inf, exp(-2*x))) x (-exp(-2*x)/2) (-1/2) (0)\nhyp 1\n", s, "t=2"));
}

// x^(n/2) has no value for x < 0; at n = 2 it is not x, though a value put in makes it look so.
TEST(IntegralHoles, AnIntegralReadInAnotherWay) {
  const std::string s = "int n in [2, 2]\n", i = "integral(x, -1, 1, x^(n/2))", z = "integral(x, -1, 1, x)";
  rejects(closes(i + " = 0", "antiderivative (" + z + ") x (x^2/2) (1/2) (1/2)\nhyp 1\n", s, "n=2"), "defined");
  rejects(closes(i + " = 0", "cut " + z + " = 0\nantiderivative (" + z + ") x (x^2/2) (1/2) (1/2)\nhyp 1\nhyp 1\n", s,
                 "n=2"),
          "defined");
  rejects(closes(i + " = " + i, "sign\n", "var n in [1, 1]\n", "n=1"), "defined");
  rejects(closes("integral(x, -1, 1, x^n) = 0", "antiderivative (" + z + ") x (x^2/2) (1/2) (1/2)\nhyp 1\n",
                 "var n in [1, 1]\n", "n=1"),
          "defined");
  accepts(closes("integral(x, -1, 1, x^n) = 0", "antiderivative (" + z + ") x (x^2/2) (1/2) (1/2)\nhyp 1\n",
                 "int n in [1, 1]\n", "n=1"));
  // On the way it is improper, so that a hypothesis alone may say that it exists.
  const std::string j = "integral(x, -1, inf, x^(n/2)*exp(-x))", y = "integral(x, -1, inf, x*exp(-x))";
  rejects(closes(j + " = 0", "dominated (" + y + ") x (integral(x, -1, inf, (2 + x)*exp(-x)))\nsign\nsign\nsign\n", s,
                 "n=2"),
          "");
}

// Limits on the wrong side, and those that are not decided.
TEST(IntegralHoles, LimitsWithTheWrongSign) {
  const std::string e = "integral(x, 0, inf, exp(-x))", up = "integral(x, 0, inf, exp(x))";
  rejects(closes(up + " = -1", "antiderivative (" + up + ") x (exp(x)) (1) (0)\nhyp 1\n"), "upper end");
  rejects(closes(e + " = -1", "antiderivative (" + e + ") x (-exp(-x)) (0) (-1)\nhyp 1\n"), "lower end");
  const std::string s = "var r in [0, 1]\n", d = "integral(x, 0, inf, exp(-r*x))";
  rejects(closes(d + " >= 0", "antiderivative (" + d + ") x (-exp(-r*x)/r) (-1/r) (0)\nsign\n", s, "r=1"), "");
  const std::string t = "var r in [-1, 1]\nassume r^2 > 0\n";
  rejects(closes(d + " >= 0", "antiderivative (" + d + ") x (-exp(-r*x)/r) (-1/r) (0)\nsign\n", t, "r=1"), "");
  // exp(x^2 - x^3) tends to 0 above, not below; the leading coefficient decides.
  const std::string p = "integral(x, 0, inf, (3*x^2 - 2*x)*exp(x^2 - x^3))",
                    q = "integral(x, -inf, 0, (2*x - 3*x^2)*exp(x^2 - x^3))";
  rejects(closes(q + " = 1", "antiderivative (" + q + ") x (exp(x^2 - x^3)) (0) (1)\nhyp 1\n"), "lower end");
  rejects(closes(p + " = 1", "antiderivative (" + p + ") x (-exp(x^2 - x^3)) (-1) (0)\nhyp 1\n"), "one sign");
  const std::string g = "integral(x, 2, inf, (3*x - 2)*x*exp(x^2 - x^3))",
                    line = "antiderivative (" + g + ") x (-exp(x^2 - x^3)) ";
  rejects(closes(g + " = exp(4)", line + "(-exp(4)) (0)\nhyp 1\n"), "lower end");
  accepts(closes(g + " = exp(-4)", line + "(-exp(-4)) (0)\nhyp 1\n"));
}

// A statement that is assumed must be known to be defined, and an integral below a binder is not a part of it.
TEST(IntegralHoles, WhatAHypothesisSaysOfExistence) {
  const std::string i = "integral(x, 0, inf, exp(x))";
  rejects(prove3(kAny + "assume " + i + " >= 0\nprove " + i + " >= 0\n", "c=0", "hyp 1\n"), "");
  rejects(prove3("int n in [1, 9]\nassume sum(k, 1, n, integral(x, 0, inf, k)) >= 0\nprove 1 > 2\n", "n=1", "sign\n"),
          "");
  rejects(closes("integral(x, 0, 1, integral(y, 0, inf, 1)) >= 0", "termwise x\nsign\n"), "defined");
  rejects(closes("integral(x, c, c, integral(y, 0, inf, 1)) >= 0", "termwise x\nsign\n"), "defined");
  rejects(closes("diff(integral(x, 0, 1, c*x), c) = 1/2", "identity\n"), "derivative of an integral");
  accepts(closes("diff(c*integral(x, 0, 1, exp(x)) + c^2, c) = integral(x, 0, 1, exp(x)) + 2*c", "identity\n"));
}

}  // namespace
}  // namespace dpcert::checker::test
