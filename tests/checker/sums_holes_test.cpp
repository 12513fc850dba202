// False certificates about sums, products and sequences, each made for one way in which a rule could be cheated; with
// the nearest true ones.
#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

const std::string n0 = "int n in [0, inf)\n", n1 = "int n in [1, inf)\n";

TEST(SumHoles, ValuesFromOutsideAreNotBound) {
  // A variable of the name of an index, put into the body.
  const std::string s = n0 + "int k in [0, 9]\nint m in [0, 10]\nassume m = k + 1\n", at = "n=2 k=1 m=2";
  accepts(prove3(s + "prove sum(k, 1, n, m) = n*(k + 1)\n", at, "equal m (k + 1)\nidentity\n"));
  rejects(prove3(s + "prove sum(k, 1, n, m) = sum(k, 1, n, k + 1)\n", at, "equal m (k + 1)\nidentity\n"), "not zero");
  // A sum put into the body of a sum.
  const std::string v = n0 + "seq y(k)\nvar v in (-inf, inf)\nassume v = sum(k, 1, n, y(k))\n";
  const std::string w = "with y(k) = 0; n=2 v=0", put = "equal v (sum(k, 1, n, y(k)))\nidentity\n";
  accepts(prove3(v + "prove sum(k, 1, n, v*y(k)) = sum(i, 1, n, y(i))^2\n", w, put));
  rejects(prove3(v + "prove sum(k, 1, n, v*y(k)) = n*sum(k, 1, n, y(k)^2)\n", w, put), "not zero");
  rejects(prove3(v + "prove sum(k, 1, n, v*y(k)) = sum(k, 1, n, sum(j, 1, n, y(k)^2))\n", w, put), "not zero");
  // Two levels, where the outer index stands in the inner body.
  const std::string two = n0 + "seq y(k)\nseq x(i, j)\nvar v in (-inf, inf)\nassume v = sum(k, 1, n, y(k))\n";
  accepts(prove3(
      two + "prove sum(i, 1, n, sum(j, 1, i, v*x(i, j))) = sum(k, 1, n, y(k))*sum(a, 1, n, sum(b, 1, a, x(a, b)))\n", w,
      put));
  rejects(
      prove3(
          two +
              "prove sum(i, 1, n, sum(j, 1, i, v*x(i, j))) = sum(k, 1, n, y(k))*sum(a, 1, n, sum(b, 1, a, x(b, a)))\n",
          w, put),
      "not zero");
}

TEST(SumHoles, MacrosBindNothingOfTheirArguments) {
  const std::string s = n0 + "let f(u) = sum(k, 1, n, u)\n";
  accepts(prove3(s + "prove sum(k, 1, n, f(k)) = n*sum(k, 1, n, k)\n", "n=2", "identity\n"));
  rejects(prove3(s + "prove sum(k, 1, n, f(k)) = sum(k, 1, n, sum(j, 1, n, j + k - k*0 - k))\n", "n=3",
                 "cut 1 > 0\nsign\neval 64\n"));
  rejects(prove3(n0 + "prove sum(k, 1, n, sum(k, 1, n, k)) >= 0\n", "n=2", "sign\n"), "bound twice");
}

TEST(SumHoles, NamesOfIndicesMeanNothing) {
  const std::string s = n0 + "seq x(i, j)\nprove sum(i, 1, n, sum(j, 1, n, x(i, j))) = ";
  accepts(prove3(s + "sum(b, 1, n, sum(a, 1, n, x(b, a)))\n", "n=2", "identity\n"));
  rejects(prove3(s + "sum(b, 1, n, sum(a, 1, n, x(a, b)))\n", "n=2", "identity\n"), "not zero");
  rejects(prove3(s + "sum(b, 1, n, sum(a, 1, n, x(a, a)))\n", "n=2", "identity\n"), "not zero");
  rejects(prove3(n0 + "prove sum(k, 1, n, k) >= k\n", "n=2", "sign\n"), "not known here");
  rejects(prove3(n0 + "prove sum(k, 1, k, 1) >= 0\n", "n=2", "sign\n"), "not known here");
}

TEST(SumHoles, EmptyRanges) {
  const std::string any = "int n in [-9, inf)\n";
  accepts(prove3(n0 + "prove sum(k, 1, n, 1) = n\n", "n=2", "identity\n"));
  rejects(prove3(any + "prove sum(k, 1, n, 1) = n\n", "n=2", "identity\n"), "not zero");
  accepts(prove3("int n in [-1, inf)\nprove sum(k, 0, n, 1) = n + 1\n", "n=2", "identity\n"));
  rejects(prove3("int n in [-2, inf)\nprove sum(k, 0, n, 1) = n + 1\n", "n=2", "identity\n"), "not zero");
  rejects(prove3(any + "prove prod(k, 1, n, 2) = 2^n\n", "n=2", "identity\n"), "not zero");
  accepts(prove3(n0 + "prove prod(k, 1, n, 2) = 2^n\n", "n=2", "identity\n"));
  accepts(prove3(n0 + "var c in [-3, 3]\nprove prod(k, 1, n, c) = c^n\n", "n=2 c=-1", "identity\n"));
  for (const char* part : {"last", "first"})
    rejects(prove3(n0 + "prove 1 >= 2\n", "n=2", "unfold (sum(k, 1, n, 1)) " + std::string(part) + "\nsign\n"),
            "index");
  rejects(prove3(n0 + "prove 1 >= 2\n", "n=2", "unfold (sum(k, 1, n, 1)) empty\nsign\n"), "to be empty");
  accepts(
      prove3("int n in [-9, 0]\nprove sum(k, 1, n, 1/k) = 0\n", "n=0", "unfold (sum(k, 1, n, 1/k)) empty\nhyp 1\n"));
  rejects(prove3(any + "prove 1 >= 2\n", "n=2", "split (sum(k, 1, n, 1)) (0)\nsign\n"), "place");
  // Signs: a sum of nothing is 0, a product of nothing is 1.
  accepts(prove3(n0 + "prove sum(k, 1, n, k) >= 0\n", "n=2", "sign\n"));
  rejects(prove3(n0 + "prove sum(k, 1, n, k) > 0\n", "n=2", "sign\n"), "sign");
  accepts(prove3(n1 + "prove sum(k, 1, n, k) > 0\n", "n=2", "sign\n"));
  accepts(prove3(n0 + "prove prod(k, 1, n, k) > 0\n", "n=2", "sign\n"));
  rejects(prove3(n0 + "prove prod(k, 0, n, k) > 0\n", "n=2", "sign\n"), "sign");
  rejects(prove3(n0 + "prove prod(k, 1, n, -k) >= 0\n", "n=2", "sign\n"), "sign");
  rejects(prove3(n0 + "prove sum(k, 1, n, k - 2) >= 0\n", "n=1", "sign\n"), "sign");
  // -1 + 1 = 0 is a range of no index; below it sum(k, 1, n, n) is 0 too.
  rejects(prove3("int n in [-9, -2]\nprove sum(k, 1, n, n) = n^2\n", "n=-2", "identity\n"), "not zero");
}

// The sign of an end is that of every index on its other side, and says no more than that.
TEST(SumHoles, EndsThatMoveBoundTheIndex) {
  const std::string n0 = "int n in [0, inf)\n", n1 = "int n in [1, inf)\n", any = "int n in (-inf, inf)\n";
  for (const char* ends : {"n, 2*n", "n, n + 5", "n, 3", "n + 1, 3*n"})
    accepts(prove3(n1 + "prove sum(k, " + ends + ", 1/k) >= 0\n", "n=2", "sign\n"));
  accepts(prove3(n0 + "prove sum(k, n + 1, 2*n, log(k)) >= 0\n", "n=2", "sign\n"));
  accepts(prove3(n1 + "prove sum(k, -2*n, -n, 1/k) < 0\n", "n=2", "sign\n"));
  accepts(prove3(n0 + "prove sum(k, n, 2*n, sqrt(k)) >= 0\n", "n=2", "sign\n"));
  for (const char* ends : {"n - 1, 2*n", "-n, n", "-1, n", "-n, 2*n"})
    rejects(prove3(n1 + "prove sum(k, " + ends + ", 1/k) >= 0\n", "n=1", "sign\n"), "defined");
  rejects(prove3(n0 + "prove sum(k, n, 2*n, 1/k) >= 0\n", "n=1", "sign\n"), "defined");
  rejects(prove3(n0 + "prove sum(k, -2*n, -n, 1/k) <= 0\n", "n=1", "sign\n"), "defined");
  rejects(prove3(any + "prove sum(k, n, 5, 1/k) >= 0\n", "n=1", "sign\n"), "defined");
  // The index is 1 at least, not 2, and not positive from the other end.
  rejects(prove3(n1 + "prove sum(k, n, 2*n, 1/(k - 1)) >= 0\n", "n=2", "sign\n"), "defined");
  rejects(prove3(n1 + "prove sum(k, n, 2*n, k - 2) >= 0\n", "n=3", "sign\n"), "sign");
  rejects(prove3(any + "prove sum(k, n, 7, k) >= 0\n", "n=1", "sign\n"), "sign");
}

TEST(SumHoles, EndsAreIntegers) {
  rejects(prove3("var x in [0, 9]\nprove sum(k, 1, x, 1) >= 0\n", "x=1", "sign\n"), "integer-valued");
  rejects(prove3(n0 + "prove sum(k, 1, n/2, 1) >= 0\n", "n=1", "sign\n"), "integer-valued");
  rejects(prove3(n0 + "prove sum(k, 1/2, 3, 1) >= 0\n", "n=1", "sign\n"), "integer-valued");
  rejects(prove3(n0 + "prove sum(k, 1, 2^n, 1) >= 0\n", "n=1", "sign\n"), "integer-valued");
  rejects(prove3(n0 + "prove 1 > 2\n", "n=1", "cut sum(k, 1, n/2, 1) >= 0\nsign\nsign\n"), "defined");
  rejects(prove3(n0 + "prove 1 > 2\n", "n=1", "unfold (sum(k, 1, n + 1/2, 1)) last\nsign\n"), "defined");
  accepts(prove3("var x in [0, 9]\nprove sum(k, 1, floor(x), 1) >= 0\n", "x=1", "sign\n"));
  rejects(prove3("var x in [0, 9]\nprove sum(k, 1, floor(log(x)), 1) >= 0\n", "x=1", "sign\n"), "defined");
  // Nothing that is no integer comes into an end later.
  const std::string sum = "prove sum(k, 1, n, 1) >= 0\n";
  rejects(prove3("int n in [0, 9]\n" + sum, "n=1", "gen t [0, 9] (n)\nsign\n"), "defined");
  rejects(prove3("int n in [0, 9]\n" + sum, "n=1", "subst n t [0, 9] (t)\nsign\n"), "defined");
  rejects(prove3("int n in [0, 9]\nint m in [0, 18]\nassume n = m/2\n" + sum, "n=1 m=2", "equal n (m/2)\nsign\n"),
          "defined");
  const std::string given = "int n in [0, 9]\nassume sum(k, 1, n, 1) >= 3\nprove n >= 3\n";
  for (const char* line : {"gen t [0, 9] (n)\n", "subst n t [0, 9] (t)\n"})
    rejects(prove3(given, "n=3", line + std::string("hyp 1\n")), "integer any more");
  const std::string seq = "int n in [0, 9]\nseq x(k)\nassume x(n) >= 3\nprove x(n) >= 3\n";
  rejects(prove3(seq, "with x(k) = 3; n=3", "gen t [0, 9] (n)\nhyp 1\n"), "integer any more");
}

// On the way to an end of its interval an integer is real, and a sum over a real range is nothing.
TEST(SumHoles, NoRuleMovesAnEnd) {
  const std::string s = "int n in [0, 9]\nvar x in [0, 1]\nprove sum(k, 1, n, x) >= 0\n", at = "n=1 x=1";
  for (const char* line : {"mono n lo\n", "mono n lo inside\n", "deriv n (1)\n", "convex n\n", "face n lo 64\n"})
    rejects(prove3(s, at, line + std::string("sign\nsign\nsign\n")));
  const std::string ray = n0 + "prove sum(k, 1, n, 1) >= 0\n";
  for (const char* line : {"tail n 64\n", "telescope n 64\n", "ray 64\n", "taylor 64\n", "mean 64\n", "eval 64\n"})
    rejects(prove3(ray, "n=1", line + std::string("sign\nsign\n")));
  for (const char* line : {"eval 64\n", "ray 64\n", "mean 64\n", "taylor 64\n", "touch 64 x (0)\n", "face x lo 64\n"})
    rejects(prove3(s, at, line));
  // In x itself the sum is smooth.
  accepts(prove3(s, at, "mono x lo\nsign\nsign\n"));
  const std::string root = "int n in [0, 9]\nvar x in [0, 1]\nprove sum(k, 0, n, sqrt(x + k)) >= 0\n";
  rejects(prove3(root, at, "mono x lo\nsign\nsign\n"), "smooth");
  accepts(prove3(root, at, "mono x lo inside\nsign\nsign\n"));
  rejects(prove3("int n in [0, 9]\nvar x in [0, 1]\nprove prod(k, 0, n, x + 1) >= 0\n", at, "mono x lo\nsign\nsign\n"),
          "derivative of a product");
}

TEST(SumHoles, TheBinomialTheoremIsOfNaturalNumbers) {
  const std::string xy = "var x in [-3, 3]\nvar y in [-3, 3]\n", s = n0 + xy, at = "n=2 x=1 y=2";
  const auto sum = [](const std::string& top, const std::string& n, const std::string& x, const std::string& y) {
    return "sum(k, 0, " + top + ", binomial(" + n + ", k)*(" + x + ")^k*(" + y + ")^(" + n + " - k))";
  };
  const std::string all = "prove " + sum("n", "n", "x", "y") + " = (x + y)^n\n", rule = "binomial (n) (x) (y)\n";
  accepts(prove3(s + all, at, rule + "hyp 1\n"));
  accepts(prove3(s + "prove sum(k, 0, n, binomial(n, k)*x^(n - k)*y^k) = (x + y)^n\n", at,
                 "binomial (n) (y) (x)\nhyp 1\n"));
  accepts(prove3(s + "prove " + sum("n + 3", "n + 3", "x*y", "sin(x)") + " = (x*y + sin(x))^(n + 3)\n", at,
                 "binomial (n + 3) (x*y) (sin(x))\nhyp 1\n"));
  accepts(prove3(s + "prove sum(k, 0, n, binomial(n, k)) = 2^n\n", at, "binomial (n) (1) (1)\nhyp 1\n"));
  accepts(prove3(n0 + "prove " + sum("n", "n", "-1", "1") + " = 0^n\n", "n=2", "binomial (n) (-1) (1)\nhyp 1\n"));
  // Other sums, other values.
  for (const std::string& no : {sum("n - 1", "n", "x", "y"), sum("n", "n + 1", "x", "y"), sum("n", "n", "x", "x"),
                                sum("n", "n", "x + 1", "y"), sum("n", "n", "x", "y + 1")})
    rejects(prove3(s + "prove " + no + " = (x + y)^n\n", at, rule + "hyp 1\n"));
  rejects(prove3(s + "prove " + sum("n", "n", "x", "y") + " = (x + y)^(n + 1)\n", at, rule + "hyp 1\n"));
  rejects(prove3(s + "prove " + sum("n", "n", "x", "y") + " = x^n + y^n\n", at, rule + "hyp 1\n"));
  // The power of a sum is 1, not 0, at n = 0 and x + y = 0; the sum is empty below.
  rejects(prove3(s + "prove " + sum("n", "n", "x", "-x") + " = 0\n", at, "binomial (n) (x) (-x)\nhyp 1\n"));
  rejects(prove3("int n in [-1, inf)\n" + xy + "prove 1 >= 2\n", at, rule + "sign\n"), ">= 0");
  rejects(prove3("int n in [-3, -1]\nprove 1 >= 2\n", "n=-1", "binomial (n) (1) (1)\nsign\n"), ">= 0");
  // Only integers, and such as show it: y^floor(z) is no power of a negative base.
  const std::string false_claim = "prove 1 >= 2\n";
  for (const std::string line :
       {"binomial (n/2) (x) (y)\n", "binomial (x) (1) (1)\n", "binomial (floor(y + 9)) (x) (y)\n",
        "binomial (n + 1/2) (1) (1)\n", "binomial (2^n) (1) (1)\n", "binomial (abs(n)) (1) (1)\n"})
    rejects(prove3(s + false_claim, at, line + "sign\n"), "integer");
  for (const std::string line :
       {"binomial (n) (1/x) (y)\n", "binomial (n) (x) (log(y))\n", "binomial (n) (x) (sqrt(x))\n"})
    rejects(prove3(s + false_claim, at, line + "sign\n"), "defined");
  for (const std::string line : {"binomial (n) (x)\n", "binomial (n) (x) (y) (y)\n", "binomial n (x) (y)\n",
                                 "binomial (n) (k) (y)\n", "binomial\n"})
    rejects(prove3(s + false_claim, at, line + "sign\n"));
  rejects(prove("int n in [0, 9]\nprove n >= -1\n", "n=1", "binomial (n) (1) (1)\nsign\n"));
  // An index in the bases is another than that of the sum.
  const std::string v = n0 + "var y in [0, 1]\nprove ";
  const std::string inner = "sum(j, 0, n, j)";
  accepts(prove3(v + sum("n", "n", inner, "y") + " = (" + inner + " + y)^n\n", "n=2 y=1",
                 "binomial (n) (sum(k, 0, n, k)) (y)\nhyp 1\n"));
  rejects(prove3(v + sum("n", "n", "k", "y") + " = (" + inner + " + y)^n\n", "n=2 y=1",
                 "binomial (n) (sum(k, 0, n, k)) (y)\nhyp 1\n"));
}

// What was an integer is not one any more, where a rule puts something else in its place.
TEST(SumHoles, TheBinomialTheoremStaysOneOfIntegers) {
  const std::string s = "int n in [0, 9]\nvar x in [-1, 1]\nprove n >= 0\n", rule = "binomial (n) (x) (-x)\n";
  for (const char* line : {"gen t [0, 9] (n)\n", "subst n t [0, 9] (t)\n"})
    rejects(prove3(s, "n=1 x=1", rule + line + "sign\n"), "integer any more");
  accepts(prove3(s, "n=1 x=1", rule + "sign\n"));
}

TEST(SumHoles, TermsAreDefinedAtEachIndex) {
  accepts(prove3(n0 + "prove sum(k, 1, n, 1/k) >= 0\n", "n=1", "sign\n"));
  rejects(prove3(n0 + "prove sum(k, 0, n, 1/k) >= 0\n", "n=1", "sign\n"), "defined");
  rejects(prove3(n0 + "prove sum(k, 1, n, 1/(k - 5)^2) >= 0\n", "n=1", "sign\n"), "defined");
  rejects(prove3(n0 + "prove sum(k, 1, n, sum(j, 1, k, 1/(k - j))) >= 0\n", "n=1", "identity\n"), "defined");
  accepts(prove3(n0 + "prove sum(k, 1, n, sum(j, 1, k, 1/(k - j + 1))) >= 0\n", "n=1", "sign\n"));
  rejects(prove3(n0 + "var x in [-1, 1]\nprove sum(k, 1, n, x/x) = n\n", "n=1 x=1", "identity\n"), "defined");
  rejects(prove3(n0 + "prove 1 >= 2\n", "n=1", "unfold (sum(k, -1, n, 1/k)) last\nsign\n"), "defined");
  rejects(prove3(n0 + "prove 1 >= 2\n", "n=1", "shift (sum(k, -1, n, 1/k)) (1)\nsign\n"), "defined");
  rejects(prove3(n0 + "prove 1 >= 2\n", "n=1", "split (sum(k, -1, n, 1/k)) (0)\nsign\n"), "defined");
  // As it stands, before values are put in.
  const std::string x = "var x in [-8, -1]\n";
  rejects(prove3(x + "int n in [2, 2]\nprove sum(k, 1, n, x^(n/2)) <= 0\n", "x=-1 n=2", "sign\n"), "defined");
  rejects(prove3(x + n0 + "prove sum(k, 1, n, x^(k/2)) <= 9\n", "x=-1 n=2", "sign\n"), "defined");
  rejects(prove3(x + n0 + "prove sum(k, 1, n, x^(k/2*2)) <= 9\n", "x=-1 n=2", "sign\n"), "defined");
  accepts(prove3("var x in [-1, 1]\n" + n0 + "prove sum(k, 0, n, x^k) = sum(j, 0, n, x^j)\n", "x=0 n=2", "identity\n"));
  rejects(
      prove3("var x in [-1, 1]\n" + n0 + "prove sum(k, -1, n, x^k) = sum(j, -1, n, x^j)\n", "x=1 n=2", "identity\n"),
      "defined");
}

TEST(SumHoles, DerivativesInStatements) {
  const std::string x = n0 + "var x in [0, 1]\n", at = "n=1 x=1/2";
  accepts(prove3(x + "prove diff(sum(k, 1, n, exp(k*x)), x) >= 0\n", at, "sign\n"));
  rejects(prove3(x + "prove diff(sum(k, 0, n, sqrt(x + k)), x) >= 0\n", at, "sign\n"), "defined");
  accepts(prove3(x + "prove diff(sum(k, 1, n, sqrt(x + k)), x) >= 0\n", at, "sign\n"));
  rejects(prove3(x + "prove diff(sum(k, 1, n, abs(x - k)), x) <= 9\n", at, "sign\n"), "defined");
  rejects(prove3(x + "prove sum(k, 0, n, diff(sqrt(x + k), x)) >= 0\n", at, "sign\n"), "defined");
  accepts(prove3(x + "prove sum(k, 1, n, diff(sqrt(x + k), x)) >= 0\n", at, "sign\n"));
  // What is gone with the derivative is still asked for.
  rejects(prove3(x + "prove sum(k, 0, n, diff(log(x + k) - log(x + k) + k, x)) >= 0\n", at, "sign\n"), "defined");
  rejects(prove3(n0 + "prove sum(k, 0, n, diff(k^2, k)) >= 0\n", "n=1", "sign\n"), "a real variable");
  rejects(prove3(x + "seq y(k)\nprove diff(y(floor(x)), x) >= 0\n", at, "sign\n"), "derivative of a sequence");
  rejects(prove3(x + "prove at(sum(k, 1, n, exp(k*x)), x, 1/2) >= 0\n", at, "sign\n"), "fraction");
  accepts(prove3(x + "prove at(sum(k, 1, n, exp(k*x)), x, 2) >= 0\n", at, "sign\n"));
}

TEST(SumHoles, TermwiseComparesEqualRanges) {
  const std::string x = n0 + "seq x(k)\nassume forall int k in [1, inf): x(k) >= 1\n", at = "with x(k) = 1; n=1";
  accepts(prove3(x + "prove sum(k, 1, n, x(k)) >= sum(k, 1, n, 1)\n", at, "termwise j\ninst 1 (j)\nhyp 3\n"));
  rejects(prove3(x + "prove sum(k, 1, n, x(k)) >= sum(k, 0, n, 1)\n", at, "termwise j\ninst 1 (j)\nhyp 3\n"), "differ");
  rejects(prove3(x + "prove sum(k, 2, n, x(k)) >= sum(k, 2, n + 1, 1)\n", at, "termwise j\ninst 1 (j)\nhyp 3\n"),
          "differ");
  rejects(prove3(x + "prove sum(k, 1, n, x(k)) > 0\n", at, "termwise j\ninst 1 (j)\nsign\n"), "an index");
  rejects(prove3(x + "prove sum(k, 1, n, x(k)) >= 1\n", at, "termwise j\ninst 1 (j)\nhyp 3\n"), "a sum and 0");
  rejects(prove3(x + "prove sum(k, 1, n, x(k)) >= prod(k, 1, n, 1)\n", at, "termwise j\nsign\n"), "a sum and 0");
  rejects(prove3(x + "prove prod(k, 1, n, x(k)) >= 0\n", at, "termwise j\nsign\n"), "two products");
  rejects(prove3(x + "prove sum(k, 1, n, x(k)) >= 0\n", at, "termwise n\nsign\n"), "in use");
  rejects(prove3(x + "prove sum(k, 1, n, x(k)) >= 0\n", at, "termwise x\nsign\n"), "in use");
  rejects(prove3(x + "prove sum(k, 1, n, x(k - 1)) >= 0\n", at, "termwise j\ninst 1 (j - 1)\nhyp 3\n"), "instance");
  // (-2)(-3) > 1*1, though -2 < 1 and -3 < 1.
  const std::string p = n0 + "seq x(k)\nassume forall int k in [1, inf): x(k) <= 1\nprove 1 >= prod(k, 1, n, x(k))\n";
  rejects(prove3(p, at, "termwise j\n"), "two products");
  const std::string q = n0 +
                        "seq x(k)\nassume forall int k in [1, inf): x(k) <= 1\n"
                        "prove prod(k, 1, n, 1 + k*0) >= prod(k, 1, n, x(k))\n";
  rejects(prove3(q, at, "termwise j\ninst 1 (j)\nhyp 3\ninst 1 (j)\nsign\n"), "sign");
}

TEST(SumHoles, TheHypothesesOfAnInductionAreDropped) {
  const std::string s = n0 + "seq y(k)\nassume sum(k, 1, n, y(k)) >= 1\nprove sum(k, 1, n, y(k)) >= 1\n";
  accepts(prove3(s, "with y(k) = 1; n=1", "hyp 1\n"));
  rejects(prove3(s, "with y(k) = 1; n=1", "induct n\nhyp 1\nhyp 1\n"), "no hypothesis");
  const std::string f = n0 + "seq y(k)\nassume forall int k in [1, n]: y(k) >= 0\nprove sum(k, 1, n, y(k)) >= 0\n";
  rejects(prove3(f, "with y(k) = 1; n=1", "induct n\nsign\ninst 1 (n + 1)\n"), "no forall");
}

TEST(SumHoles, SumsOfManyTermsAndLevels) {
  accepts(prove3(n0 + "prove sum(k, 1, 20000, n) = 20000*n\n", "n=1", "identity\n"));
  std::string deep = "1";
  for (int i = 0; i < 13; ++i) deep = "sum(k" + std::to_string(i) + ", 1, n, " + deep + ")";
  rejects(prove3(n0 + "prove " + deep + " >= 0\n", "n=1", "sign\n"), "too deeply");
  rejects(prove3(n0 + "prove sum(a, 1, 9999, sum(b, 1, 9999, n*a*b)) >= 0\n", "n=1", "sign\n"));
}

TEST(SumHoles, AreOfVersionThree) {
  rejects(prove("int n in [0, inf)\nprove sum(k, 1, n, k) >= 0\n", "n=1", "sign\n"), "rational");
  rejects(prove("int n in [0, inf)\nprove n >= 0\n", "n=1", "cut sum(k, 1, n, k) >= 0\nsign\nsign\n"), "not known");
  rejects(prove("int n in [0, inf)\nseq x(k)\nprove n >= 0\n", "n=1", "sign\n"), "declaration");
}

// y^k has a value at any base, and y^floor(z) is read as one of a base >= 0.
TEST(SumHoles, FloorsAreNoIntegersInAnExponent) {
  const std::string z = "var y in [-2, -1]\nvar z in [1, 3/2]\n", s = "sum(k, floor(z), floor(z), y^k)";
  rejects(prove3(z + "prove " + s + " >= 0\n", "y=-1 z=1",
                 "unfold (" + s + ") last\nunfold (sum(k, floor(z), floor(z) - 1, y^k)) empty\n" +
                     "gen t (-inf, inf) (" + s + ")\ngen u (-inf, inf) (sum(k, floor(z), floor(z) - 1, y^k))\n" +
                     "equal u (0)\ncases (t)\nhyp 3\nprune 1 64\n"),
          "an exponent would not be an integer");
}

}  // namespace
}  // namespace dpcert::checker::test
