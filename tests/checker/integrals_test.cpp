// Integrals: what is accepted from certificates written by hand.
#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

TEST(Integrals, OfAPolynomial) {
  const std::string s = "var c in [0, inf)\nprove integral(x, 0, 1, x^2 + c) = 1/3 + c\n";
  accepts(prove3(s, "c=1", "antiderivative (integral(x, 0, 1, x^2 + c)) t (t^3/3 + c*t) (0) (1/3 + c)\nhyp 1\n"));
  // The bound variable has no name of its own, and the new one may be called like it.
  accepts(prove3(s, "c=1", "antiderivative (integral(u, 0, 1, u^2 + c)) u (u^3/3 + c*u) (0) (1/3 + c)\nhyp 1\n"));
  rejects(prove3(s, "c=1", "antiderivative (integral(x, 0, 1, x^2 + c)) t (t^3/3 + c*t) (0) (1/2 + c)\nhyp 1\n"),
          "upper end");
  rejects(prove3(s, "c=1", "antiderivative (integral(x, 0, 1, x^2 + c)) t (t^3/3 + c*t) (1) (1/3 + c)\nhyp 1\n"),
          "lower end");
  // Another slope is left to a child, which proves it or does not.
  rejects(
      prove3(s, "c=1", "antiderivative (integral(x, 0, 1, x^2 + c)) t (t^2/3 + c*t) (0) (1/3 + c)\nidentity\nhyp 1\n"),
      "not zero");
}

TEST(Integrals, WithEndsThatMove) {
  const std::string s = "var a in (-inf, inf)\nvar b in (-inf, inf)\nassume b >= a\n";
  const std::string line = "antiderivative (integral(x, a, b, x)) t (t^2/2) (a^2/2) (b^2/2)\n";
  accepts(prove3(s + "prove integral(x, a, b, x) = (b^2 - a^2)/2\n", "a=0 b=1", line + "hyp 2\n"));
  rejects(prove3("var a in (-inf, inf)\nvar b in (-inf, inf)\nprove integral(x, a, b, x) = (b^2 - a^2)/2\n", "a=0 b=1",
                 line + "hyp 1\n"),
          "in their order");
}

TEST(Integrals, OfTheGaussianDensity) {
  const std::string s = "var m in (-inf, inf)\nvar v in (0, inf)\n";
  const std::string density = "exp(-(x - m)^2/(2*v))/sqrt(2*pi*v)", i = "integral(x, -inf, inf, " + density + ")";
  const std::string line = "antiderivative (" + i + ") x (normal_cdf((x - m)/sqrt(v))) (0) (1)\n";
  accepts(prove3(s + "prove " + i + " = 1\n", "m=0 v=1", line + "hyp 1\n"));
  rejects(prove3(s + "prove " + i + " = -1\n", "m=0 v=1",
                 "antiderivative (" + i + ") x (normal_cdf((x - m)/sqrt(v))) (1) (0)\nhyp 1\n"),
          "lower end");
}

// x r exp(-r x) has the antiderivative -(x + 1/r) exp(-r x).
TEST(Integrals, MeanOfAnExponentialLaw) {
  const std::string i = "integral(x, 0, inf, x*(r*exp(-r*x)))", s = "var r in (0, inf)\nprove " + i + " = 1/r\n";
  accepts(prove3(s, "r=1", "antiderivative (" + i + ") x (-(x + 1/r)*exp(-r*x)) (-1/r) (0)\nhyp 1\n"));
  rejects(prove3("var r in (-inf, inf)\nassume r^2 > 0\nprove " + i + " = 1/r\n", "r=1",
                 "antiderivative (" + i + ") x (-(x + 1/r)*exp(-r*x)) (-1/r) (0)\nhyp 1\n"),
          "");
}

// x log x tends to 0 at 0, which xlogy shows; log x itself does not.
TEST(Integrals, WithAnIntegrableSingularity) {
  const std::string s = "var c in [0, 1]\nprove integral(x, 0, 1, log(x)) = -1\n";
  const std::string i = "antiderivative (integral(x, 0, 1, log(x))) x ";
  accepts(prove3(s, "c=0", i + "(xlogy(x, x) - x) (0) (-1)\nhyp 1\n"));
  rejects(prove3(s, "c=0", i + "(x*log(x) - x) (0) (-1)\nhyp 1\n"), "lower end");
  accepts(prove3("var c in [0, 1]\nprove integral(x, 0, 1, 1/sqrt(x)) = 2\n", "c=0",
                 "antiderivative (integral(x, 0, 1, 1/sqrt(x))) x (2*sqrt(x)) (0) (2)\nhyp 1\n"));
}

// p^r q^(1 - r) = exp((r^2 - r) m^2/(2 v)) times the density at mean (1 - r) m.
TEST(Integrals, RenyiDivergenceOfTwoNormals) {
  const std::string s = "var r in (1, inf)\nvar m in (-inf, inf)\nvar s in (0, inf)\n";
  const auto density = [](const std::string& m) { return "exp(-(x - " + m + ")^2/(2*s^2))/sqrt(2*pi*s^2)"; };
  const std::string f = "(" + density("0") + ")^r*(" + density("m") + ")^(1 - r)";
  const std::string c = "exp((r^2 - r)*m^2/(2*s^2))", i = "integral(x, -inf, inf, " + f + ")";
  const std::string all = "prove log(" + i + ")/(r - 1) = r*m^2/(2*s^2)\n";
  const std::string line = "antiderivative (" + i + ") x (" + c + "*normal_cdf((x - (1 - r)*m)/s)) (0) (" + c + ")\n";
  const std::string log = "cut " + i + " > 0\ncombine (" + c + ") 1 1\ncut log(" + i +
                          ") = (r^2 - r)*m^2/(2*s^2)\nexp\nrewrite (" + i + ") (" + c + ")\nhyp 1\n";
  accepts(prove3(s + all, "r=2 m=1 s=1", line + log + "combine 0 3 (1/(r - 1))\n"));
  rejects(
      prove3(s + "prove log(" + i + ")/(r - 1) = r*m^2/s^2\n", "r=2 m=1 s=1", line + log + "combine 0 3 (1/(r - 1))\n"),
      "differs from the goal");
}

TEST(Integrals, OfAnotherIntegrand) {
  const std::string i = "integral(x, -1, 1, abs(x))", j = "integral(x, 0, 1, max(x, -x))";
  accepts(prove3("var c in [0, 1]\nprove " + i + " = 1\n", "c=0",
                 "split (" + i +
                     ") (0)\nintegrand (integral(x, -1, 0, abs(x))) x (-x)\nidentity\n"
                     "integrand (integral(x, 0, 1, abs(x))) x (x)\nidentity\n"
                     "antiderivative (integral(x, -1, 0, -x)) x (-x^2/2) (-1/2) (0)\n"
                     "antiderivative (integral(x, 0, 1, x)) x (x^2/2) (0) (1/2)\ncombine 0 1 1 2 1 3 1 4 1 5 1\n"));
}

TEST(Integrals, AreLinear) {
  const std::string s = "var c in [0, 5]\n", one = "integral(x, 0, 1, exp(x^2))", two = "integral(x, 0, 1, x^2)",
                    both = "integral(x, 0, 1, c*exp(x^2) - 3*x^2)";
  const std::string line = "linear (" + both + ") (c) (" + one + ") -3 (" + two + ")\nhyp 1\n";
  accepts(prove3(s + "prove " + both + " = c*" + one + " - 3*" + two + "\n", "c=0", line));
  rejects(prove3(s + "prove " + both + " = c*" + one + " + 3*" + two + "\n", "c=0",
                 "linear (" + both + ") (c) (" + one + ") 3 (" + two + ")\nhyp 1\n"),
          "not this combination");
}

TEST(Integrals, CompareAsTheirBodiesDo) {
  const std::string s = "var c in [0, 5]\n", e = "integral(x, 0, 1, exp(c*x))";
  accepts(prove3(s + "prove " + e + " >= integral(x, 0, 1, 1 - x)\n", "c=0", "termwise t\nsign\n"));
  rejects(prove3(s + "prove " + e + " >= integral(x, 0, 1, 1 + x)\n", "c=0", "termwise t\nsign\n"), "sign");
  rejects(prove3(s + "prove " + e + " >= integral(x, 0, 2, 1 - x)\n", "c=0", "termwise t\nsign\n"), "different ends");
  accepts(prove3(s + "prove " + e + " > 0\n", "c=0", "termwise t\nsign\n"));
}

}  // namespace
}  // namespace dpcert::checker::test
