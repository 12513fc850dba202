// False statements that look true but for a corner: an end beyond a domain, a range without an index, ends in the wrong
// order, a name that is bound. Each with the lines that would prove the statement if the corner were not seen.
#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

struct Corner {
  std::string statement, at, tree, refusal;
};
void all_rejected(const std::vector<Corner>& corners) {
  for (const Corner& c : corners) {
    SCOPED_TRACE(c.statement);
    rejects(prove3(c.statement + "\n", c.at, c.tree), c.refusal);
  }
}

const std::string undefined = "the goal is not known to be defined";

TEST(CornerCases, BeyondTheDomainsOfNotations) {
  accepts(prove3("var x in [-1, 1]\nprove asin(x) + acos(x) = pi/2\n", "x=0", "identity\n"));
  all_rejected({
      {"var x in [-2, 2]\nprove asin(x) + acos(x) = pi/2", "x=0", "identity\n", undefined},
      {"var x in [-2, 2]\nprove acos(x) >= 0", "x=0", "sign\n", undefined},
      {"var x in [0, 1]\nprove log2(x) <= 0", "x=1", "eval 64\n", undefined},
      {"var x in [-1, 1]\nprove log10(x) = log10(x)", "x=1", "identity\n", undefined},
      {"var x in [0, 2]\nprove sec(x)*cos(x) = 1", "x=0", "identity\n", undefined},
      {"var x in [0, 1]\nprove csc(x)*sin(x) = 1", "x=1", "identity\n", undefined},
      {"var x in [0, 1]\nprove coth(x)*sinh(x) = cosh(x)", "x=1", "identity\n", undefined},
      {"var x in [0, 2]\nprove tan(x) = sin(x)/cos(x)", "x=1", "identity\n", undefined},
      {"var x in [-1, 2]\nprove acosh(x) = acosh(x)", "x=2", "identity\n", undefined},
      {"var x in [-1, 1]\nprove atanh(x) = -atanh(-x)", "x=0", "identity\n", undefined},
      {"int n in [-5, 5]\nprove factorial(n) > 0", "n=1", "sign\n", undefined},
      {"int n in [-5, 5]\nassume 0*factorial(n) = 0\nprove n >= 0", "n=1", "sign\n", "a hypothesis is not known"},
      {"int n in [0, 3]\nint k in [0, 9]\nprove binomial(n, k) > 0", "n=1 k=1", "sign\n", undefined},
      {"int n in [0, 9]\nprove sum(k, 0, n, binomial(3, k)) >= 0", "n=1", "termwise j\nsign\n", undefined},
      {"int a in [0, 9]\nint b in [0, 9]\nprove mod(a, b) >= 0", "a=1 b=1", "sign\n", undefined},
      {"prove prob(x, 2 <= x <= 1, uniform(0, 3)) <= 0", "", "termwise t\nsign\n", undefined},
  });
}

TEST(CornerCases, SignsUnderAModulusNeedAPositiveCommonFactor) {
  const std::string above = "var a in (0, inf)\nvar b in (0, inf)\nassume a < b\n", form = "normal form";
  accepts(prove3(above + "prove abs(1 - a/b) = 1 - a/b\n", "a=1 b=2", "identity\n"));
  accepts(prove3(above + "prove abs(a/b^2 - 1/b) = 1/b - a/b^2\n", "a=1 b=2", "identity\n"));
  all_rejected({
      {"var a in (-9, 0)\nvar b in (-9, 0)\nassume a < b\nprove abs(1 - a/b) = 1 - a/b", "a=-2 b=-1", "identity\n",
       form},
      {above + "prove abs(1 - a/b) = a/b - 1", "a=1 b=2", "identity\n", form},
      {"var a in (-9, -1)\nvar b in (1, 9)\nassume b > 1\nprove abs(1/a - 1/(a*b)) = 1/a - 1/(a*b)", "a=-2 b=2",
       "identity\n", form},
  });
}

TEST(CornerCases, RangesWithoutAnIndex) {
  const std::string n = "int n in [-5, 5]\n", none = "the range is not known to have an index";
  all_rejected({
      {n + "prove sum(k, 1, n, 1) = n", "n=1", "identity\n", "normal form"},
      {n + "prove sum(k, 1, n, k^2) = sum(k, 1, n - 1, k^2) + n^2", "n=1", "unfold (sum(k, 1, n, k^2)) last\nhyp 1\n",
       none},
      {"var x in [-5, 5]\nprove sum(k, 1, floor(x), 1) = floor(x)", "x=1", "identity\n", "normal form"},
      {"int m in [1, 9]\nint n in [1, 9]\nprove sum(k, m, n, 1) > 0", "m=1 n=1", "termwise j\nsign\n", none},
      {"int n in [1, 9]\nint m in [0, 20]\nprove sum(k, 1, n, k) = sum(k, 1, m, k) + sum(k, m + 1, n, k)", "n=1 m=1",
       "split (sum(k, 1, n, k)) (m)\nhyp 1\n", "the place is not known to lie in the range"},
      {"var x in [0, 5]\nprove sum(k, 1, x, 1) = x", "x=1", "identity\n", "not integer-valued"},
  });
}

TEST(CornerCases, IntegralsThatAreNone) {
  const std::string difference = "integral(x, 1, inf, 1/x - 1/(x + 1))";
  all_rejected({
      {"prove integral(x, 1, 0, 1) = -1", "", "antiderivative (integral(x, 1, 0, 1)) t (t) (1) (0)\nhyp 1\n",
       "in their order"},
      {"var a in [0, 1]\nvar b in [0, 1]\nprove integral(x, a, b, 1) >= 0", "a=0 b=1", "termwise t\nsign\n", undefined},
      {"prove 0*integral(x, 0, 1, 1/x) = 0", "", "identity\n", undefined},
      // Each part is infinite; the whole is log(2).
      {"prove " + difference + " = 0", "",
       "linear (" + difference + ") 1 (integral(x, 1, inf, 1/x)) -1 (integral(x, 1, inf, 1/(x + 1)))\nidentity\n",
       "not known to be defined"},
      {"prove integral(x, -1, 1, 1/x) = 0", "", "split (integral(x, -1, 1, 1/x)) (0)\nidentity\n",
       "neither the integral nor both of its parts"},
      {"prove integral(x, -1, 1, 1/(1 + x^2)) = -pi/2", "",
       "antiderivative (integral(x, -1, 1, 1/(1 + x^2))) t (-atan(1/t)) (pi/4) (-pi/4)\nidentity\nidentity\n",
       "smooth"},
      {"prove integral(x, 0, 2, 1) = 4", "",
       "antiderivative (integral(x, 0, 2, 1)) t (t + floor(t)) (0) (4)\nidentity\nhyp 1\n", "smooth"},
      {"prove integral(x, 0, 1, x) = integral(t, -1, 1, t^2*(2*t))", "",
       "substitute (integral(x, 0, 1, x)) t (t^2) (-1) (1)\nhyp 1\n", "not known to lie in the given interval"},
      {"var s in [0, 1]\nprove integral(x, 0, 1, s*x^(s - 1)) = 1", "s=1",
       "antiderivative (integral(x, 0, 1, s*x^(s - 1))) t (t^s) (0) (1)\nhyp 1\n", "lower end"},
      {"var a in [0, 1]\nvar b in [0, 1]\nprove integral(x, 0, 1, x*b) = integral(x, 0, 1, x*a) + integral(t, a, b, "
       "integral(x, 0, 1, x))",
       "a=0 b=1", "under x t (x*t) (a) (b) (integral(x, 0, 1, 1))\nsign\nsign\nhyp 1\n", "in their order"},
      {"prove integral(x, 0, 2, integral(y, x, 1, 1)) = 0", "",
       "antiderivative (integral(x, 0, 2, integral(y, x, 1, 1))) t (t - t^2/2) (0) (0)\nidentity\nhyp 1\n",
       "the integrand is not known to be defined"},
  });
}

TEST(CornerCases, NamesAndHypothesesElsewhere) {
  all_rejected({
      {"var t in [0, 1]\nprove integral(x, 0, 1, t) = 1/2", "t=1/2",
       "antiderivative (integral(x, 0, 1, t)) t (t^2/2) (0) (1/2)\nhyp 1\n", "in use"},
      {"prove integral(x, 0, 1, x*x) = 1/4", "", "linear (integral(x, 0, 1, x*x)) (x) (integral(x, 0, 1, x))\nhyp 1\n",
       "not known here"},
      {"prove exists y in (-inf, inf): forall x in (-inf, inf): y > x", "", "witness (x + 1)\nintro x\nsign\n",
       "not known here"},
      {"prove exists x in [0, 1]: x > 1", "", "witness (2)\nsign\nsign\nsign\n", "the sign is not known"},
      {"var x in [0, 9]\nassume x <= 1 or x >= 5\nprove x <= 1", "x=1", "branch 1\nhyp 1\nhyp 1\n", "multiple"},
      {"var x in [0, 9]\nprove {x <= 1 implies x <= 1} and x <= 1", "x=0", "parts\nintro\nhyp 1\nhyp 1\n",
       "no hypothesis of this number"},
      {"int n in [0, inf)\nprove forall int k in [0, n]: k <= 0", "n=0", "induct n\nintro k\nsign\nintro k\nsign\n",
       "the sign is not known"},
      {"var c in [0, 1]\nprove sup(x in [1, 0], x) <= 5", "c=1",
       "parts\nwitness (1)\nsign\nsign\nsign\nintro x\nsign\n", "the sign is not known"},
  });
}

}  // namespace
}  // namespace dpcert::checker::test
