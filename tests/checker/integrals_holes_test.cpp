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

// Between t and 1 every number is positive if t is; at t itself only if t is not 0.
TEST(IntegralHoles, SignsOfTheEnds) {
  const std::string e = "integral(x, t, 1, 1/x)", up = "antiderivative (" + e + ") x (log(x)) (log(t)) (0)\nhyp 1\n";
  const auto at = [&](const std::string& box, const std::string& relation, const std::string& tree) {
    return closes(relation, tree, "var t in " + box + "\n", "t=1/2");
  };
  accepts(at("(0, 1)", e + " = -log(t)", up));
  accepts(at("(0, 1)", e + " >= 0", "termwise x\nsign\n"));
  accepts(closes(e + " >= 0", "termwise x\nsign\n", "var t in [-1, 1]\nassume t > 0\n", "t=1/2"));
  rejects(at("[0, 1)", e + " = -log(t)", up), "defined");
  rejects(at("(-1, 1)", e + " = -log(t)", up), "defined");
  rejects(at("[0, 1)", e + " >= 0", "termwise x\nsign\n"), "defined");
  rejects(at("(-1, 1)", e + " >= 0", "termwise x\nsign\n"), "defined");
  rejects(closes(e + " >= 0", "termwise x\nsign\n", "var t in [-1, 1]\nassume t >= 0\n", "t=1/2"), "defined");
  rejects(at("(0, 2)", e + " >= 0", "termwise x\nsign\n"), "defined");  // turned round for t > 1
  const std::string low = "integral(x, -1, t, 1/x)",
                    down = "antiderivative (" + low + ") x (log(-x)) (0) (log(-t))\nhyp 1\n";
  const auto below = [&](const std::string& box, const std::string& relation, const std::string& tree) {
    return closes(relation, tree, "var t in " + box + "\n", "t=-1/2");
  };
  accepts(below("(-1, 0)", low + " = log(-t)", down));
  rejects(below("(-1, 0]", low + " = log(-t)", down), "defined");
  rejects(below("(-1, 1)", low + " = log(-t)", down), "defined");
  accepts(below("(-1, 0)", "0 >= " + low, "termwise x\nsign\n"));
  rejects(below("(-1, 0]", "0 >= " + low, "termwise x\nsign\n"), "defined");
  // Inside, the end is no place: 1/sqrt(x) up to 0.
  const std::string root = "integral(x, t, 1, 1/sqrt(x))";
  accepts(
      at("[0, 1)", root + " = 2 - 2*sqrt(t)", "antiderivative (" + root + ") x (2*sqrt(x)) (2*sqrt(t)) (2)\nhyp 1\n"));
  rejects(at("[-1/2, 1)", root + " = 2 - 2*sqrt(t)",
             "antiderivative (" + root + ") x (2*sqrt(x)) (2*sqrt(t)) (2)\nhyp 1\n"),
          "defined");
}

// What is a part of a hypothesis is defined, however many integrals are one inside the other.
TEST(IntegralHoles, ThreeInsideEachOther) {
  const std::string cube = "integral(x, 0, 1, integral(y, 0, 1, integral(z, 0, 1, x*y*z)))";
  const auto tree = [&](const std::string& value) {
    return "antiderivative (integral(x, 0, 1, x/4)) t (t^2/8) (0) (" + value + ")\nintegrand (" + cube +
           ") s (s/4)\nantiderivative (integral(y, 0, 1, s*y/2)) t (s*t^2/4) (0) (s/4)\nintegrand (integral(y, 0, 1, "
           "integral(z, 0, 1, s*y*z))) r (s*r/2)\nantiderivative (integral(z, 0, 1, s*r*z)) t (s*r*t^2/2) (0) "
           "(s*r/2)\nhyp 7\ncombine 0 4 1 5 1\ncombine 0 1 1 2 1\n";
  };
  accepts(closes(cube + " = 1/8", tree("1/8")));
  rejects(closes(cube + " = 1/9", tree("1/8")), "");
  rejects(closes(cube + " = 1/9", tree("1/9")), "upper end");
  rejects(closes(cube + " = " + cube, "identity\n"), "defined");
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

// The same for integrals of which only a hypothesis says that they exist: here of x exp(-x) on (-1, inf).
TEST(IntegralHoles, AHypothesisIsOfTheIntegralAsItIsRead) {
  const std::string upper = "integral(x, -1, inf, (2 + x)*exp(-x))", y = "integral(x, -1, inf, x*exp(-x))";
  const std::string tree = "antiderivative (" + upper + ") x (-(3 + x)*exp(-x)) (-2*exp(1)) (0)\ndominated (" + y +
                           ") x (" + upper +
                           ")\nrewrite (2*exp(-x))\nsign\nfactor (exp(-x)) (2 + 2*x)\nsign\ncombine 0 1 -1 2 1\n";
  const auto claim = [&](const std::string& power, const std::string& n) {
    return prove3(n + "prove integral(x, -1, inf, " + power + "*exp(-x)) <= 2*exp(1)\n", "n=1", tree);
  };
  accepts(claim("x^n", "int n in [1, 1]\n"));
  rejects(claim("x^n", "var n in [1, 1]\n"), "defined");
  accepts(claim("x", "int n in [1, 1]\n"));
  const auto half = [&](const std::string& power) {
    return prove3("int n in [2, 2]\nprove integral(x, -1, inf, " + power + "*exp(-x)) <= 2*exp(1)\n", "n=2", tree);
  };
  rejects(half("x^(n/2)"), "defined");
  rejects(half("sum(k, 1, n/2, x)"), "integer-valued");
  accepts(half("x^(n - 1)"));
  // Inside a sum, which is written out where its ends become numbers.
  const auto in_a_sum = [&](const std::string& power) {
    return prove3("int n in [1, 1]\nint m in [2, 2]\nprove integral(x, -1, inf, sum(k, 1, n, x^(" + power +
                      "))*exp(-x)) <= 2*exp(1)\n",
                  "n=1 m=2", tree);
  };
  rejects(in_a_sum("m/2*k"), "defined");
  accepts(in_a_sum("(m - 1)*k"));
}

// An infinite end is no number that could be replaced.
TEST(IntegralHoles, InfiniteEndsStay) {
  const std::string s = "var c in [0, 0]\nvar y in [0, 1]\n", e = "integral(x, c, inf, exp(-x))";
  const std::string line = "antiderivative (integral(x, 0, inf, exp(-x))) x (-exp(-x)) (-1) (0)\n";
  accepts(prove3(s + "prove " + e + " = 1\n", "c=0 y=0", line + "hyp 1\n"));
  rejects(prove3(s + "prove integral(x, 0, c, exp(-x)) = 1\n", "c=0 y=0", line + "hyp 1\n"), "not a multiple");
  // 0 becomes t in the end that is a number.
  accepts(prove3(s + "prove " + e + " = 1\n", "c=0 y=0", line + "gen t [-1, 1] (0)\nhyp 1\n"));
  rejects(
      prove3(
          s + "prove " + e + " = 1\n", "c=0 y=0",
          line +
              "gen t [-1, 1] (0)\nantiderivative (integral(x, t, t, exp(-x))) x (-exp(-x)) (-exp(-t)) (-exp(-t))\ncombine 0 1 1 2 1\n"),
      "differs");
  rejects(prove3(s + "prove " + e + " = 1\n", "c=0 y=0", line + "hyp 1\nhyp 1\n"), "");
  // Equal bodies over different ends are different integrals.
  rejects(
      prove3(s + "prove integral(x, 0, 0, exp(-x)) = integral(x, 0, inf, exp(-x))\n", "c=0 y=0", line + "identity\n"),
      "not zero");
  rejects(prove3(s + "prove integral(x, -inf, 0, exp(x)) = integral(x, 0, inf, exp(x))\n", "c=0 y=0",
                 "antiderivative (integral(x, -inf, 0, exp(x))) x (exp(x)) (0) (1)\nidentity\n"),
          "defined");
}

// Under the integral: what dominates the slope has an integral, at every t on the way, ends included.
TEST(IntegralHoles, ASlopeUnderTheIntegral) {
  const std::string s = "var y in [0, 1]\n", bound = "integral(x, 0, 1, 1)";
  const auto line = [](const std::string& f, const std::string& from, const std::string& to, const std::string& upper) {
    return "under x t (" + f + ") (" + from + ") (" + to + ") (" + upper + ")\n";
  };
  const std::string moved = "integral(x, 0, 1, x*y) = integral(x, 0, 1, x*0) + integral(t, 0, y, integral(x, 0, 1, x))";
  accepts(closes(moved, line("x*t", "0", "y", bound) + "sign\nsign\nhyp 1\n", s, "y=0"));
  // From below as well: the slope -x is less than 1/2, and not more than -1/2.
  rejects(closes(moved, line("-x*t", "0", "y", "integral(x, 0, 1, 1/2)") + "sign\nsign\nhyp 1\n", s, "y=0"),
          "sign is not known");
  rejects(closes(moved, line("x*t", "0", "y", "integral(x, 0, 1, 1/2)") + "sign\nsign\nhyp 1\n", s, "y=0"),
          "sign is not known");
  // In its order, and with ends that are seen from outside.
  rejects(closes(moved, line("x*t", "y", "0", bound) + "sign\nsign\nhyp 1\n", s, "y=0"), "in their order");
  rejects(closes(moved, line("x*t", "0", "t", bound) + "sign\nsign\nhyp 1\n", s, "y=0"), "not known here");
  rejects(closes(moved, line("x*t", "0", "x", bound) + "sign\nsign\nhyp 1\n", s, "y=0"), "not known here");
  rejects(closes(moved, "under x x (x) (0) (y) (" + bound + ")\nsign\nsign\nhyp 1\n", s, "y=0"), "in use");
  rejects(closes(moved, "under y t (y*t) (0) (1) (" + bound + ")\nsign\nsign\nhyp 1\n", s, "y=0"), "in use");
  // A kink on the way, and a slope that is none at an end: t^2/(x^2 + t^2) jumps at t = 0 for x = 0 alone, and yet its
  // slopes have no common bound.
  rejects(closes("y >= 0", line("abs(x - t)", "0", "y", bound) + "sign\nsign\nsign\n", s, "y=0"), "smooth in t");
  rejects(closes("y >= 0", line("sqrt(t)", "0", "y", bound) + "sign\nsign\nsign\n", s, "y=0"), "smooth in t");
  rejects(closes("y >= 0", line("floor(x)*floor(t)", "0", "y", bound) + "sign\nsign\nsign\n", s, "y=0"), "smooth in t");
  rejects(closes("y >= 0", line("integral(u, 0, t, x)", "0", "y", bound) + "sign\nsign\nsign\n", s, "y=0"), "");
  // Neither integral exists, though the slope is 0; and what dominates has none.
  const std::string tail = "integral(x, 0, inf, exp(-x))";
  const std::string exists = "antiderivative (" + tail + ") x (-exp(-x)) (-1) (0)\n";
  rejects(closes("y >= 0", exists + line("1", "0", "y", tail) + "sign\nsign\nsign\n", s, "y=0"),
          "neither integral is known to exist");
  rejects(closes("y >= 0", line("x*t", "0", "y", "integral(x, 0, inf, x)") + "sign\nsign\nsign\n", s, "y=0"),
          "defined");
  rejects(closes("y >= 0", line("x*t", "0", "y", "integral(x, 0, 1, 1/x)") + "sign\nsign\nsign\n", s, "y=0"),
          "defined");
  // A slope that is undefined somewhere on the way.
  rejects(closes("y >= 0", line("log(t)", "0", "y", bound) + "sign\nsign\nsign\n", s, "y=0"), "smooth in t");
  rejects(closes("y >= 0", line("x^t", "0", "y", bound) + "sign\nsign\nsign\n", s, "y=0"), "");
}

// The new variable must fill the whole interval, in one direction.
TEST(IntegralHoles, ASubstitutionThatIsNotOnto) {
  const std::string i = "integral(x, 0, 1, x)";
  const auto to = [&](const std::string& g, const std::string& a, const std::string& b) {
    return closes(i + " = 1/3", "substitute (" + i + ") t (" + g + ") (" + a + ") (" + b + ")\nsign\n");
  };
  rejects(to("t/2", "0", "1"), "upper end");
  rejects(to("t + 1", "0", "1"), "lower end");
  rejects(to("t^2", "-1", "1"), "an expression is not known to lie");
  rejects(to("abs(t)", "-1", "1"), "smooth");
  rejects(to("1/t", "1", "1"), "in an order");
  rejects(to("1/t", "inf", "inf"), "in an order");
  rejects(to("t", "0", "inf"), "upper end");
  rejects(to("1 - t", "0", "c"), "in an order");
  rejects(to("x", "0", "1"), "not known here");
  const auto proves_by = [&](const std::string& line, const std::string& other) {
    return closes(i + " = " + other, "substitute (" + i + ") " + line + "\nhyp 1\n");
  };
  accepts(proves_by("t (t^2) (0) (1)", "integral(s, 0, 1, s^2*(2*s))"));
  accepts(proves_by("t (1 - t) (0) (1)", "integral(s, 0, 1, 1 - s)"));
  accepts(proves_by("t (1 - t) (1) (0)", "integral(s, 0, 1, 1 - s)"));
  accepts(proves_by("t (1/t) (1) (inf)", "integral(s, 1, inf, 1/s*(1/s^2))"));
  accepts(proves_by("t (exp(t)) (-inf) (0)", "integral(s, -inf, 0, exp(s)*exp(s))"));
  rejects(proves_by("t (1 - t) (0) (1)", "integral(s, 0, 1, s - 1)"), "not a multiple");
  rejects(proves_by("t (t^2) (0) (1)", "integral(s, 0, 1, s^2)"), "not a multiple");
  const std::string none = "integral(x, 0, 1, 1/x)";
  rejects(closes(none + " = " + none, "substitute (" + none + ") t (t^2) (0) (1)\nidentity\n"), "neither integral");
}

// A whole that is known by its parts: both of them exist, and the body is defined where they meet.
TEST(IntegralHoles, WholesThatDoNotExist) {
  const auto whole = [](const std::string& body) { return "integral(x, -1, 1, " + body + ")"; };
  const auto low = [](const std::string& body, const std::string& f, const std::string& value) {
    return "antiderivative (integral(x, -1, 0, " + body + ")) x (" + f + ") (" + value + ") (0)\n";
  };
  const auto high = [](const std::string& body, const std::string& f, const std::string& value) {
    return "antiderivative (integral(x, 0, 1, " + body + ")) x (" + f + ") (0) (" + value + ")\n";
  };
  const std::string root = "sqrt(abs(x))", below = "-2*(-x)^(3/2)/3", above = "2*x^(3/2)/3";
  const std::string both = low(root, below, "-2/3") + high(root, above, "2/3"), end = "combine 0 1 1 2 1 3 1\n";
  accepts(closes("integral(x, -inf, inf, exp(-abs(x))) = 2",
                 "antiderivative (integral(x, -inf, 0, exp(-abs(x)))) x (exp(x)) (0) (1)\n"
                 "antiderivative (integral(x, 0, inf, exp(-abs(x)))) x (-exp(-x)) (-1) (0)\n"
                 "split (integral(x, -inf, inf, exp(-abs(x)))) (0)\n" +
                     end));
  // One part alone is not enough.
  const std::string half = "antiderivative (integral(x, 0, inf, exp(-abs(x)))) x (-exp(-x)) (-1) (0)\n";
  rejects(closes("integral(x, -inf, inf, exp(-abs(x))) >= 0",
                 half + "split (integral(x, -inf, inf, exp(-abs(x)))) (0)\nsign\n"),
          "both of its parts");
  // 1/sqrt(abs(x)) has integrals on both sides of 0, and is not defined there.
  const std::string pole = "1/sqrt(abs(x))";
  rejects(closes(whole(pole) + " = 4", low(pole, "-2*sqrt(-x)", "-2") + high(pole, "2*sqrt(x)", "2") + "split (" +
                                           whole(pole) + ") (0)\n" + end),
          "both of its parts");
  // Parts of another body, and parts that meet elsewhere.
  rejects(closes(whole(pole) + " = 4/3", both + "split (" + whole(pole) + ") (0)\n" + end), "both of its parts");
  const std::string wide = "exp(-abs(x))*abs(x)^(1/2)";
  rejects(closes("integral(x, -inf, inf, " + wide + ") >= 0",
                 both + "split (integral(x, -inf, inf, " + wide + ")) (0)\nsign\n"),
          "both of its parts");
}

TEST(IntegralHoles, PartsAndBoundsThatDoNotExist) {
  const std::string i = "integral(x, -1, 1, x^3)";
  rejects(closes(i + " = 0", "split (" + i + ") (2)\nsign\n"), "between the ends");
  rejects(closes(i + " = 0", "split (" + i + ") (-c - 2)\nsign\n"), "between the ends");
  rejects(closes(i + " = 0", "split (" + i + ") (1/c)\nsign\n"), "defined");
  rejects(closes("c = 0", "split (integral(x, -1, 1, 1/x)) (0)\nsign\n"), "defined");
  rejects(
      closes(i + " = 0", "linear (" + i + ") 1 (integral(x, -1, 1, x^3 - 1/x)) 1 (integral(x, -1, 1, 1/x))\nsign\n"),
      "defined");
  rejects(closes(i + " = 0", "linear (" + i + ") (1/c) (" + i + ")\nsign\n"), "defined");
  rejects(closes(i + " = 0", "linear (" + i + ")\nsign\n"), "an integral with its coefficient");
  rejects(closes(i + " = 0", "linear (" + i + ") (x) (integral(x, -1, 1, x^2))\nsign\n"), "not known here");
  rejects(closes(i + " = 0", "dominated (" + i + ") x (integral(x, -1, 1, 1/x^2))\nsign\nsign\nsign\n"), "defined");
  rejects(closes(i + " = 0", "dominated (" + i + ") x (integral(x, -1, 2, 1))\nsign\nsign\nsign\n"), "different ends");
  const std::string floor = "integral(x, 0, 2, floor(x))";
  rejects(closes(floor + " <= 4", "dominated (" + floor + ") x (integral(x, 0, 2, 2))\nsign\nsign\nsign\n"),
          "continuous");
  rejects(closes(i + " <= 1", "dominated (" + i + ") x (integral(x, -1, 1, 1/2))\nsign\nsign\nsign\n"),
          "sign is not known");
  // Both conditions of a bound count: from below x^3 is not bounded by 0.
  rejects(closes("integral(x, -inf, 0, exp(-x)) <= 1",
                 "dominated (integral(x, -inf, 0, exp(-x))) x (integral(x, -inf, 0, exp(x)))\nsign\nsign\nsign\n"),
          "defined");
}

// Conventions of version 2 at the edges of domains hold inside of integrals: 0^0 = 1, xlogy(0, 0) = 0.
TEST(IntegralHoles, ConventionsInside) {
  accepts(closes("integral(x, -1, 1, x^0) = 2", "antiderivative (integral(x, -1, 1, x^0)) x (x) (-1) (1)\nhyp 1\n"));
  rejects(closes("integral(x, -1, 1, x^0) = 0",
                 "antiderivative (integral(x, -1, 1, x^0)) x (0) (0) (0)\nidentity\nhyp 1\n"),
          "not zero");
  // 0^n at n = 0 is 1 where x = 0 only, which no integral sees; but it is no continuous function.
  accepts(closes("integral(x, 0, 1, xlogy(0, x)) = 0",
                 "antiderivative (integral(x, 0, 1, xlogy(0, x))) x (0) (0) (0)\nhyp 1\n"));
  rejects(closes("integral(x, -1, 1, xlogy(0, x)) = 0",
                 "antiderivative (integral(x, -1, 1, xlogy(0, x))) x (0) (0) (0)\nhyp 1\n"),
          "defined between the ends");
  const std::string positive = "var c in (0, 1)\n", root = "integral(x, 0, 1, c*x^(c - 1))",
                    line = "antiderivative (" + root + ") x (x^c) ";
  accepts(closes(root + " = 1", line + "(0) (1)\nhyp 1\n", positive, "c=1/2"));
  rejects(closes(root + " = 1", line + "(0) (1)\nhyp 1\n"), "");
  rejects(closes(root + " = 0", line + "(1) (1)\nhyp 1\n", positive, "c=1/2"), "lower end");
  rejects(closes("integral(x, 0, 1, x^(-c)) >= 0", "termwise x\nsign\n"), "defined");
}

// An integral in a sum exists for each index, and a sum under an integral at each place.
TEST(IntegralHoles, BindersInsideOfEachOther) {
  const std::string n = "int n in [0, 9]\n", at = "n=1";
  accepts(closes("sum(k, 1, n, integral(x, 0, 1, exp(k*x))) >= 0", "termwise k\ntermwise x\nsign\n", n, at));
  rejects(closes("sum(k, 1, n, integral(x, 0, 1, x^(-k))) >= 0", "termwise k\ntermwise x\nsign\n", n, at), "defined");
  rejects(closes("sum(k, 1, n, integral(x, 0, 5 - k, x)) >= 0", "termwise k\ntermwise x\nsign\n", n, at), "defined");
  accepts(closes("integral(x, 0, 1, sum(k, 1, n, x^k)) >= 0", "termwise x\ntermwise k\nsign\n", n, at));
  rejects(closes("integral(x, 0, 1, sum(k, 0, n, x^(k - 1))) >= 0", "termwise x\ntermwise k\nsign\n", n, at),
          "defined");
  rejects(closes("integral(x, 0, 1, sum(k, 1, n, floor(k*x))) >= 0", "termwise x\ntermwise k\nsign\n", n, at),
          "defined");
  rejects(closes("integral(x, 0, 1, sum(k, 1, x, k)) >= 0", "termwise x\nsign\n", n, at), "integer-valued");
  rejects(closes("integral(x, 0, 1, s(floor(x))) >= 0", "termwise x\nsign\n", n + "seq s(k)\n", "with s(k) = 1; n=1"),
          "defined");
  rejects(closes("sum(k, 1, integral(x, 0, 1, 2), k) = 3", "identity\n", n, at), "integer-valued");
  rejects(closes("sum(k, 1, n, sum(x, 1, k, integral(x, 0, 1, x))) >= 0", "sign\n", n, at), "bound twice");
  // The bound names of two nodes do not meet: both sides are integrals of c over [0, 1], then of y.
  rejects(
      closes("integral(x, 0, 1, integral(y, 0, 1, x)) = integral(x, 0, 1, integral(y, 0, 1, y))", "identity\n", n, at),
      "");
}

// A point at which a statement is refuted has no value of an integral.
TEST(IntegralHoles, AtPoints) {
  rejects(refute3("var c in [0, 1]\nprove integral(x, 0, 1, x + c) >= 1\n", "1 c=0\nby eval 128\n"), "not certain");
  rejects(refute3("var c in [0, 1]\nprove integral(x, 0, inf, c) > integral(x, 0, inf, c)\n", "1 c=1\nby equal\n"),
          "defined");
  rejects(prove3("var c in [0, 1]\nassume integral(x, 0, 1, x + c) >= 0\nprove c >= 0\n", "c=0", "sign\n"),
          "not known to hold at the point");
  accepts(refute3("var c in [0, 1]\nprove integral(x, 0, 1, x + c) > integral(x, 0, 1, c + x)\n", "1 c=1\nby equal\n"));
}

// x^n is smooth for n = 0 too, where the formula of its slope has no value at 0.
TEST(IntegralHoles, ASlopeWithoutAValue) {
  const std::string e = "integral(x, -1, 1, 2*n*(2*x)^(n - 1))",
                    line = "antiderivative (" + e + ") x ((2*x)^n) ((-2)^n) (2^n)\n";
  rejects(closes(e + " = 2^n - (-2)^n", line + "hyp 1\n", "int n in [0, 9]\n", "n=1"), "defined");
  accepts(closes(e + " = 2^n - (-2)^n", line + "hyp 1\n", "int n in [1, 9]\n", "n=1"));
  const std::string zero = "integral(x, -1, 1, 0)";
  rejects(
      closes(zero + " = 0", "antiderivative (" + zero + ") x (x^n - x^n) (0) (0)\nhyp 1\n", "int n in [0, 9]\n", "n=1"),
      "the derivative is not known");
}

// A leading coefficient is looked at up to degree 16.
TEST(IntegralHoles, DegreesOfLimits) {
  const auto degree = [](const std::string& n, const std::string& m, const std::string& l) {
    const std::string F = "exp(-x^" + n + " + x^" + m + ")",
                      i = "integral(x, 1, inf, (" + n + "*x - " + m + ")*x^" + l + "*" + F + ")";
    return closes(i + " = 1", "antiderivative (" + i + ") x (-" + F + ") (-1) (0)\nhyp 1\n");
  };
  accepts(degree("16", "15", "14"));
  rejects(degree("17", "16", "15"), "upper end");
}

// What is known to exist may have a body of two signs.
TEST(IntegralHoles, ABodyOfTwoSignsThatIsKnownToExist) {
  const std::string i = "integral(x, 0, inf, (1 - x)*exp(-x))", j = "integral(x, 0, inf, (1 + x)*exp(-x))";
  const std::string line = "antiderivative (" + i + ") x (x*exp(-x)) (0) (0)\n",
                    known = "antiderivative (" + j + ") x (-(2 + x)*exp(-x)) (-2) (0)\ndominated (" + i + ") x (" + j +
                            ")\nfactor (exp(-x)) (2*x)\nsign\nrewrite (2*exp(-x))\nsign\n";
  accepts(closes(i + " = 0", known + line + "hyp 4\n"));
  rejects(closes(i + " = 0", line + "hyp 1\n"), "one sign");
  rejects(closes(i + " = 1", known + "antiderivative (" + i + ") x (x*exp(-x)) (0) (1)\nhyp 4\n"), "upper end");
}

// A sum whose range has become one number is its term, and what that needs is asked as of an integral.
TEST(IntegralHoles, SumsOfOneIntegral) {
  const auto sum = [](const std::string& integral, const std::string& n) {
    const std::string s = "sum(k, 1, n, " + integral + ")";
    return closes(s + " = " + s, "identity\n", "int n in " + n + "\n", "n=1");
  };
  for (const char* i : {"integral(x, 0, inf, k)", "integral(x, 1, 0, x)", "integral(x, -inf, inf, x)",
                        "integral(x, -1, 1, 1/x)", "integral(x, 0, 1, 1/(2*x - 1))"}) {
    rejects(sum(i, "[1, 1]"), "defined");
    rejects(sum(i, "[1, 2]"), "defined");
  }
  accepts(sum("integral(x, 0, 1, k*x)", "[1, 1]"));
  accepts(sum("integral(x, 0, 1, k*x)", "[1, 2]"));
}

// What a lemma says of an integral is put in without capture: x stands for the context's x under every bound name.
TEST(IntegralHoles, ALemmaIsPutIn) {
  const auto use = [](const std::string& statement, const std::string& goal, const std::string& value) {
    const std::string used = "language 3\nvar c in [0, 9]\n" + statement + "\n",
                      s = "language 3\nvar x in [1, 2]\nprove " + goal + "\n";
    return check(sealed("dpcert-certificate 3\nstatement 3\n" + s + "use L 3\n" + used +
                        "verdict proved\ninhabited x=1\ngoal 1\nlemma L (c = " + value + ")\nsign\nsign\nhyp 1\n"));
  };
  const std::string flat = "prove integral(x, 0, 1, c) = c";
  EXPECT_TRUE(use(flat, "integral(t, 0, 1, x) = x", "x").conditional());
  EXPECT_TRUE(use(flat, "integral(x, 0, 1, 2) = 2", "2").conditional());
  EXPECT_FALSE(use(flat, "integral(x, 0, 1, x) = x", "x").conditional());
  EXPECT_FALSE(use(flat, "integral(t, 0, 1, t) = x", "x").conditional());
  // A power of a real exponent is read as one in the other statement, and so is the integral of it.
  EXPECT_TRUE(use("prove integral(x, 0, 1, x^c) <= 1", "integral(t, 0, 1, t^x) <= 1", "x").conditional());
}

// 0/0 is not decided; a polynomial at -inf has the sign of its leading coefficient, turned round for an odd degree.
TEST(IntegralHoles, LimitsThatAreNotDecided) {
  const std::string one = "antiderivative (integral(x, 0, 1, 1)) x ";
  rejects(closes("integral(x, 0, 1, 1) = 2", one + "((x + x^2)/x) (0) (2)\nhyp 1\n"), "lower end");
  rejects(closes("integral(x, 0, 1, 1) = 2", one + "(exp(log(x + x^2) - log(x))) (0) (2)\nhyp 1\n"), "");
  const std::string u = "exp(x^3 + x^2)", e = "integral(x, -inf, -1, (3*x + 2)*x*" + u + ")";
  accepts(closes(e + " = 1", "antiderivative (" + e + ") x (" + u + ") (0) (1)\nhyp 1\n"));
  const std::string v = "exp(x^4 + x^3)", g = "integral(x, -inf, -1, (4*x + 3)*x^2*" + v + ")";
  rejects(closes(g + " = 1", "antiderivative (" + g + ") x (" + v + ") (0) (1)\nhyp 1\n"), "lower end");
  // The coefficient r may be 0, and then x^2 counts.
  const std::string s = "var r in [0, 1]\n", w = "exp(-r*x^3 + x^2)", h = "integral(x, 1, inf, 1/x^2)";
  rejects(closes(h + " = 1", "antiderivative (" + h + ") x (-1/x + " + w + " - " + w + ") (-1) (0)\nhyp 1\n", s, "r=1"),
          "upper end");
}

// An infinite end and a finite one are different ends.
TEST(IntegralHoles, AnInfiniteEndIsNoneOfTheOthers) {
  const std::string far = "integral(x, 0, inf, exp(-x))", near = "integral(x, 0, 1, exp(-x))";
  const std::string known = "antiderivative (" + far + ") x (-exp(-x)) (-1) (0)\n";
  rejects(closes(far + " = " + near, known + "linear (" + far + ") 1 (" + near + ")\nhyp 2\n"), "different ends");
  rejects(closes(near + " = " + far, known + "linear (" + near + ") 1 (" + far + ")\nhyp 2\n"), "different ends");
  rejects(closes(near + " >= " + far, known + "termwise x\nsign\n"), "different ends");
  rejects(closes(far + " = 0", "dominated (" + far + ") x (" + near + ")\nsign\nsign\nsign\n"), "different ends");
}

// An inner integral need not be continuous in what it contains.
TEST(IntegralHoles, AnIntegralThatContainsTheVariable) {
  rejects(closes("integral(x, 0, 2, integral(y, 0, 1, floor(x)*y)) >= 0", "termwise x\nsign\n"), "defined");
  rejects(closes("integral(x, 0, 1, x) = 1/2",
                 "antiderivative (integral(x, 0, 1, x)) x (integral(y, 0, x, y)) (0) (1/2)\nhyp 1\n"),
          "smooth");
  rejects(closes("integral(y, 0, c, y) >= 0", "deriv c (0)\nsign\nsign\n"), "derivative of an integral");
  rejects(closes("at(diff(integral(y, 0, 1, c*y), c), c, 1) >= 0", "sign\n"), "derivative of an integral");
  // Another integral is a constant like any.
  accepts(closes("integral(x, 0, 1, integral(y, 0, 1, y)) = integral(y, 0, 1, y)",
                 "antiderivative (integral(x, 0, 1, integral(y, 0, 1, y))) x (x*integral(y, 0, 1, y)) (0) "
                 "(integral(y, 0, 1, y))\nhyp 1\n"));
}

}  // namespace
}  // namespace dpcert::checker::test
