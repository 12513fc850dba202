// A function of a used statement that is given by an expression: where it has to be smooth, and what is refused.
#include "tests/checker/certificates.hpp"

namespace dpcert::checker::test {
namespace {

Result using_lemma(const std::string& used, const std::string& statement, const std::string& at,
                   const std::string& tree) {
  const auto lines = [](const std::string& s) { return std::to_string(std::count(s.begin(), s.end(), '\n')); };
  return check(sealed("dpcert-certificate 3\nstatement " + lines(statement) + "\n" + statement + "use l " +
                      lines(used) + "\n" + used + "verdict proved\ninhabited " + at + "\ngoal 1\n" + tree));
}

// Its lines are right; by itself it is not accepted.
void holds(const Result& r) {
  EXPECT_TRUE(r.readable && r.conditional()) << "line " << r.line << ": " << r.reason;
  EXPECT_EQ(r.line, 0U);
}

// True of every smooth function: it rises from 0 to 1 if its slope is nowhere negative there.
const std::string rises =
    "fun g(1)\nvar u in (-inf, inf)\nassume forall y in [0, 1]: diff(g(y), y) >= 0\nprove g(1) >= g(0)\n";

Result rising(const std::string& g, const std::string& goal, const std::string& close = "sign") {
  return using_lemma(rises, "var b in [1, 2]\nprove " + goal + "\n", "b=1",
                     "lemma l (g(x) = " + g + ", u = 0) y\n" + close + "\nhyp 1\n");
}

TEST(LemmaOfAFunction, TakesAnExpression) {
  holds(rising("exp(b*x)", "exp(b) >= exp(0)"));
  holds(rising("log(b + x)", "log(b + 1) >= log(b)"));
  holds(rising("lgamma(b + 1 + x)", "lgamma(b + 2) >= lgamma(b + 1)", "ray 64"));
  rejects(rising("exp(b*x)", "exp(b) >= 2"), "not a multiple");
  rejects(rising("-exp(b*x)", "-exp(b) >= -exp(0)"), "sign is not known");
}

// The slopes of these are nowhere negative where they have one, and still they are less at 1 than at 0.
TEST(LemmaOfAFunction, IsSmoothOnTheWholeClosedInterval) {
  rejects(rising("-1/(x - 1/2)", "-2 >= 2", "sign"), "not known to be defined");
  rejects(rising("exp(-1/(x - 1/2))", "exp(-2) >= exp(2)", "sign"), "not known to be defined");
  rejects(rising("-floor(x)", "-1 >= 0", "sign"), "a derivative of floor");
  rejects(rising("-1/x", "-1 >= -1/0", "sign"), "");
  rejects(rising("log(x)", "log(1) >= log(0)", "sign"), "");
  rejects(rising("abs(x)", "1 >= 0", "sign"), "");
  rejects(rising("max(x, 1/2)", "1 >= 1/2", "sign"), "");
  rejects(rising("sqrt(x)", "1 >= 0", "sign"), "");
}

TEST(LemmaOfAFunction, IsSmoothWhereAConclusionUsesIt) {
  const std::string used = "fun g(1)\nvar a in (-inf, inf)\nprove g(a) >= 1\n";
  const auto tried = [&](const std::string& g, const std::string& goal, const std::string& box = "[1, 2]") {
    return using_lemma(used, "var b in " + box + "\nprove " + goal + "\n", "b=1",
                       "lemma l (g(x) = " + g + ", a = b)\nhyp 1\n");
  };
  holds(tried("log(x)", "log(b) >= 1"));
  rejects(tried("log(x)", "log(b) >= 1", "[0, 2]"), "where it is used");
  rejects(tried("1/x", "1/b >= 1", "[-1, 2]"), "where it is used");
  rejects(tried("1/x", "1/b >= 1", "[-1, 2]"), "where it is used");
  rejects(tried("abs(x)", "abs(b) >= 1"), "where it is used");
  // So is it where a hypothesis uses it: the slope of log(x) is written 1/x, which is defined at -1/2, where log is
  // not.
  const std::string falls = "fun g(1)\nvar a in (-inf, inf)\nassume diff(g(a), a) <= 0\nprove g(a + 1) >= 1\n";
  rejects(using_lemma(falls, "var b in [-1/2, -1/4]\nprove log(b + 1) >= 1\n", "b=-1/2",
                      "lemma l (g(x) = log(x), a = b)\nsign\nhyp 1\n"),
          "the goal is not known to be defined");
  // x^n is smooth for every integer n >= 0, but its derivative is written n*x^(n - 1), which is not defined at 0.
  const std::string slope = "fun g(1)\nvar a in (-inf, inf)\nprove diff(g(a), a) >= 1\n";
  const auto power = [&](const std::string& box) {
    return using_lemma(slope, "int n in [0, 5]\nvar b in " + box + "\nprove n*b^(n - 1) >= 1\n", "n=1 b=1",
                       "lemma l (g(x) = x^n, a = b)\nhyp 1\n");
  };
  holds(power("[1, 2]"));
  rejects(power("[0, 2]"), "where it is used");
}

// Below a bound name the places may come near to where the expression is not smooth: the integral of every smooth
// function over (0, 1) exists, that of 1/x does not.
TEST(LemmaOfAFunction, IsSmoothEverywhereBelowABoundName) {
  const std::string integral = "language 3\nfun g(1)\nprove integral(t, 0, 1, g(t)) >= 1\n";
  const auto tried = [](const std::string& used, const std::string& g, const std::string& goal,
                        const std::string& close = "hyp 1\n") {
    return using_lemma(used, "language 3\nint n in [1, inf)\nvar b in [1, 2]\nprove " + goal + "\n", "n=1 b=1",
                       "lemma l (g(x) = " + g + ")\n" + close);
  };
  holds(tried(integral, "exp(b*x)", "integral(t, 0, 1, exp(b*t)) >= 1"));
  rejects(tried(integral, "1/x", "integral(t, 0, 1, 1/t) >= 1"), "below a bound name");
  rejects(tried(integral, "log(x)", "integral(t, 0, 1, log(t)) >= 1"), "below a bound name");
  const std::string fact = "language 3\nfun g(1)\nassume forall t in (0, 1]: g(t) <= 0\nprove g(0) <= 0\n";
  holds(tried(fact, "-exp(b*x)", "-exp(b*0) <= 0", "intro t\nsign\nhyp 1\n"));
  rejects(tried(fact, "log(x) - 1", "0 <= 0", "intro t\nsign\nhyp 1\n"), "");
  const std::string claim = "language 3\nfun g(1)\nprove forall t in (0, 1]: g(t) <= 0\n";
  rejects(tried(claim, "log(x)", "0 <= 0"), "below a bound name");
  const std::string sum = "language 3\nfun g(1)\nint m in [1, inf)\nprove sum(k, 0, m, g(k)) <= 0\n";
  rejects(using_lemma(sum, "language 3\nvar b in [1, 2]\nprove 0 <= 0\n", "b=1",
                      "lemma l (g(x) = 1/x, m = 3)\nsign\nhyp 1\n"),
          "below a bound name");
  const std::string recursion =
      "language 3\nfun g(1)\nint m in [0, inf)\nseq s(k): s(0) = 1, s(k + 1) = g(s(k))\nprove s(m) <= 0\n";
  const auto step = [&](const std::string& g, const std::string& own) {
    return using_lemma(
        recursion, "language 3\nseq y(k): y(0) = 1, y(k + 1) = " + own + "\nprove y(2) <= 0\n", "",
        "lemma l (g(x) = " + g + ", m = 2, s(k) = y(k))\nsign\ndefine y (0)\nhyp 1\ndefine y (k)\nhyp 1\nhyp 1\n");
  };
  holds(step("x/2 + 1", "y(k)/2 + 1"));
  rejects(step("1/x", "y(k)/2 + 1"), "below a bound name");
}

// A polynomial maps a closed interval onto a closed one; of other arguments nothing is known.
TEST(LemmaOfAFunction, ArgumentsOfAForallArePolynomials) {
  const auto used = [](const std::string& argument) {
    return "fun g(1)\nvar u in (-inf, inf)\nassume forall y in [0, 1]: g(" + argument + ") >= 0\nprove g(1) >= 1\n";
  };
  const auto tried = [&](const std::string& argument, const std::string& g) {
    return using_lemma(used(argument), "var b in [1, 2]\nprove log(b + 1) >= 1\n", "b=1",
                       "lemma l (g(x) = " + g + ", u = 0) y\nsign\nhyp 1\n");
  };
  holds(tried("y^2", "log(b + x)"));
  rejects(tried("exp(y)", "log(b + x)"), "up to the ends of an interval");
  holds(using_lemma(used("exp(y)"), "var b in [1, 2]\nprove exp(1) >= 1\n", "b=1",
                    "lemma l (g(x) = exp(x), u = 0) y\nsign\nhyp 1\n"));
}

TEST(LemmaOfAFunction, DerivativesAndNamesAreItsOwn) {
  const std::string mixed =
      "fun F(2)\nvar x in (-inf, inf)\nvar y in (-inf, inf)\n"
      "prove diff(F(x, y), x, y) >= diff(F(x, y), x, x)\n";
  rejects(using_lemma(mixed, "var a in [0, 1]\nvar x in [0, 1]\nprove 6*a^2*x >= 2*x^3*a\n", "a=0 x=0",
                      "lemma l (F(s, t) = a*s^2*t^3, x = a, y = x)\nhyp 1\n"),
          "not a multiple");
  holds(using_lemma(mixed, "var a in [0, 1]\nvar x in [0, 1]\nprove 6*a^2*x^2 >= 2*x^3*a\n", "a=0 x=0",
                    "lemma l (F(s, t) = a*s^2*t^3, x = a, y = x)\nhyp 1\n"));
  // The a of the expression is that of the context, not that of the used statement.
  const std::string three = "fun g(1)\nvar a in (-inf, inf)\nprove g(a) = 3*a\n";
  const auto tried = [&](const std::string& goal, const std::string& given = "g(x) = x + a, a = 2*a") {
    return using_lemma(three, "fun f(1)\nvar a in [0, 1]\nprove " + goal + "\n", "with f(x) = x; a=0",
                       "lemma l (" + given + ")\nhyp 1\n");
  };
  holds(tried("2*a + a = 3*(2*a)"));
  rejects(tried("2*a + a = 3*(2*a) + 1"), "");
  rejects(tried("a = a", "g(a) = a, a = a"), "the new name is in use");
  rejects(tried("a = a", "g(x, y) = x, a = a"), "as many parameters");
  rejects(tried("a = a", "g(x) = f(x), a = a"), "");
  rejects(tried("a = a", "g(x) = diff(log(x), x), a = a"), "not known here");
  rejects(tried("a = a", "g(x) = x, g = f, a = a"), "given twice");
  rejects(tried("a = a", "g(x) = x"), "every variable is named");
  rejects(tried("a = a", "g(x) = x, a(k) = k"), "for them alone");
  rejects(using_lemma("language 3\n" + three, "language 3\nint n in [1, 9]\nprove n = n\n", "n=1",
                      "lemma l (g(x) = prod(k, 1, n, x + k), a = n)\nhyp 1\n"),
          "a product over a range");
  // One in the other.
  const std::string nested = "fun g(1)\nfun h(1)\nvar a in (-inf, inf)\nprove g(h(a)) >= h(g(a))\n";
  holds(using_lemma(nested, "var b in [1, 2]\nprove log(exp(b) + 1) >= exp(log(b + 1))\n", "b=1",
                    "lemma l (g(x) = log(x + 1), h(x) = exp(x), a = b)\nhyp 1\n"));
  rejects(using_lemma(nested, "var b in [1, 2]\nprove exp(log(b + 1)) >= log(exp(b) + 1)\n", "b=1",
                      "lemma l (g(x) = log(x + 1), h(x) = exp(x), a = b)\nhyp 1\n"),
          "");
}

// At a point of the context a sum over a range is one of finitely many terms.
TEST(LemmaOfAFunction, MayBeASumOverARange) {
  const auto tried = [](const std::string& g, const std::string& goal, const std::string& close = "sign") {
    return using_lemma(rises, "language 3\nint n in [0, inf)\nvar b in [1, 2]\nprove " + goal + "\n", "n=1 b=1",
                       "lemma l (g(x) = " + g + ", u = 0) y\n" + close + "\nhyp 1\n");
  };
  holds(tried("sum(k, 1, n, exp(k*x))", "sum(j, 1, n, exp(j)) >= n"));
  holds(tried("sum(k, 1, n, -1/(x + k))", "sum(j, 1, n, -1/(1 + j)) >= -sum(j, 1, n, 1/j)"));
  holds(tried("sum(k, 1, n, sum(j, 1, k, exp(b*j*k*x)))",
              "sum(k, 1, n, sum(j, 1, k, exp(b*j*k))) >= sum(k, 1, n, sum(j, 1, k, 1))"));
  rejects(tried("sum(k, 1, n, exp(k*x))", "sum(j, 1, n, exp(j)) >= n + 1"), "not a multiple");
  rejects(tried("-sum(k, 1, n, exp(k*x))", "-sum(j, 1, n, exp(j)) >= -n"), "sign is not known");
  // With a pole, a kink or a jump at one index.
  rejects(tried("sum(k, 1, n, -1/(x - k/2))", "-sum(k, 1, n, 1/(1 - k/2)) >= sum(k, 1, n, 2/k)"), "not known");
  rejects(tried("sum(k, 1, n, max(x, k/2))", "sum(k, 1, n, max(1, k/2)) >= sum(k, 1, n, max(0, k/2))"), "not known");
  rejects(tried("sum(k, 1, n, -floor(k*x))", "-sum(k, 1, n, k) >= 0"), "floor");
  // With the parameter in an end of the range.
  rejects(tried("-sum(k, 1, floor(x), 1)", "-1 >= 0"), "");
  rejects(tried("-sum(k, 1, n + floor(x), 1)", "-1 >= 0"), "");
  rejects(tried("sum(k, 1, n, integral(t, 0, x, k))", "sum(k, 1, n, k) >= 0"), "an integral");
}

// What is asked for at the places of the used statement is asked for at each index.
TEST(LemmaOfAFunction, SumsAreSmoothWhereTheyAreUsed) {
  const std::string used = "fun g(1)\nvar a in (-inf, inf)\nprove g(a) >= 1\n";
  const auto tried = [&](const std::string& g, const std::string& goal, const std::string& box) {
    return using_lemma(used, "language 3\nint n in [0, inf)\nvar b in " + box + "\nprove " + goal + "\n", "n=1 b=1",
                       "lemma l (g(x) = " + g + ", a = b)\nhyp 1\n");
  };
  holds(tried("sum(k, 1, n, log(x + k - 1))", "sum(k, 1, n, log(b + k - 1)) >= 1", "(0, 2]"));
  rejects(tried("sum(k, 1, n, log(x + k - 1))", "sum(k, 1, n, log(b + k - 1)) >= 1", "[0, 2]"), "where it is used");
  rejects(tried("sum(k, 0, n, log(x + k - 1))", "sum(k, 0, n, log(b + k - 1)) >= 1", "(0, 2]"), "where it is used");
  rejects(tried("sum(k, 1, n, sqrt(x^2))", "n >= 1", "[-1, 2]"), "where it is used");
  rejects(tried("sum(k, 1, n, abs(x))", "n*b >= 1", "[1, 2]"), "where it is used");
  holds(tried("log(sum(k, 0, n, x + k))", "log(sum(k, 0, n, b + k)) >= 1", "[1, 2]"));
  rejects(tried("log(sum(k, 1, n, x + k))", "log(sum(k, 1, n, b + k)) >= 1", "[1, 2]"), "where it is used");
}

// Below an index of the used statement stands another one of the same name.
TEST(LemmaOfAFunction, IndicesOfSumsAreNotCaptured) {
  const std::string used = "language 3\nfun g(1)\nint m in [1, inf)\nprove sum(k, 1, m, g(k)) >= 1\n";
  const auto tried = [&](const std::string& g, const std::string& goal) {
    return using_lemma(used, "language 3\nint n in [1, inf)\nprove " + goal + "\n", "n=1",
                       "lemma l (g(x) = " + g + ", m = n)\nsign\nhyp 1\n");
  };
  holds(tried("sum(k, 1, n, exp(k*x))", "sum(i, 1, n, sum(j, 1, n, exp(i*j))) >= 1"));
  rejects(tried("sum(k, 1, n, exp(k*x))", "sum(i, 1, n, sum(j, 1, n, exp(j*j))) >= 1"), "not a multiple");
  rejects(tried("sum(k, 1, n, exp(k*x))", "sum(i, 1, n, sum(j, 1, n, exp(i*i))) >= 1"), "not a multiple");
  rejects(tried("sum(k, 1, n, log(x))", "sum(i, 1, n, sum(j, 1, n, log(i))) >= 1"), "below a bound name");
}

// Sequences of the two statements have nothing to do with each other, whatever they are called and however they are
// numbered.
TEST(LemmaOfAFunction, SequencesInItAreThoseOfTheContext) {
  const std::string used = "language 3\nseq a(k)\nfun g(1)\nprove g(a(1)) >= 1\n";
  const auto tried = [&](const std::string& assumed, const std::string& goal, const std::string& g) {
    return using_lemma(used, "language 3\nseq s(k)\nseq a(k)\nassume " + assumed + "\nprove " + goal + "\n",
                       "with s(k)=1; with a(k)=1;", "lemma l (g(x) = " + g + ", a(k) = a(k + 1))\nhyp 2\n");
  };
  holds(tried("s(1) > 0", "a(2) >= 1", "x + 0*log(s(1))"));
  rejects(tried("a(2) > 0", "a(2) >= 1", "x + 0*log(s(1))"), "where it is used");
  rejects(tried("a(1) > 0", "a(2) >= 1", "x + 0*log(s(1))"), "where it is used");
  holds(tried("a(1) > 0", "a(2) >= 1", "x + 0*log(a(1))"));
  rejects(tried("a(2) > 0", "a(2) >= 1", "x + 0*log(a(1))"), "where it is used");
  holds(tried("s(1) > 0", "s(1)*a(2) + a(1) >= 1", "s(1)*x + a(1)"));
  rejects(tried("s(1) > 0", "s(1)*a(2) + s(1) >= 1", "s(1)*x + a(1)"), "not a multiple");
  rejects(tried("s(1) > 0", "a(2) >= 1", "s(x)"), "");
}

// Proofs take a `logpartition` for any smooth function, so any stands for it; and it for a `fun`.
TEST(LemmaOfAFunction, StandsForALogPartition) {
  const std::string used = "logpartition C(1)\nvar a in (-inf, inf)\nassume C(a) >= 1\nprove C(a) >= C(a)*0 + 1\n";
  const std::string own = "fun f(1)\nlogpartition p(1)\nlogpartition two(2)\nvar b in [1, 2]\n";
  const std::string at = "with f(x) = x; with p(x) = gaussian(2*x, 1); with two(x, y) = beta(x, y + 5); b=2";
  const auto tried = [&](const std::string& C, const std::string& term) {
    return using_lemma(used, own + "assume " + term + " >= 1\nprove " + term + " >= " + term + "*0 + 1\n", at,
                       "lemma l (" + C + ", a = b)\nhyp 1\nhyp 2\n");
  };
  holds(tried("C = f", "f(b)"));
  holds(tried("C = p", "p(b)"));
  holds(tried("C(x) = lgamma(x) + x", "(lgamma(b) + b)"));
  rejects(tried("C = two", "f(b)"), "as many arguments");
  const std::string fun = "fun g(1)\nvar a in (-inf, inf)\nassume g(a) >= 1\nprove g(a) >= g(a)*0 + 1\n";
  holds(using_lemma(fun, own + "assume p(b) >= 1\nprove p(b) >= p(b)*0 + 1\n", at,
                    "lemma l (g = p, a = b)\nhyp 1\nhyp 2\n"));
}

}  // namespace
}  // namespace dpcert::checker::test
