// The checker's own reading of the statement language, seen through what can be proved about a statement.
#include "tests/checker/certificates.hpp"

namespace dpcert::checker::test {
namespace {

// a = b as the elaborated language means them
Result same(const std::string& declarations, const std::string& a, const std::string& b,
            const std::string& at = "x=1") {
  return prove(declarations + "prove " + a + " = " + b + "\n", at, "identity\n");
}
Result same(const std::string& a, const std::string& b) { return same("var x in [1, 2]\n", a, b); }

TEST(Language, Binding) {
  accepts(same("-x^2", "-(x^2)"));
  accepts(same("2^3^2", "512"));
  accepts(same("2^-1", "1/2"));
  accepts(same("2^-2^2", "1/16"));
  accepts(same("1 - x - 1", "-x"));
  accepts(same("8/2/2*x", "2*x"));
  accepts(same("2*-x", "-2*x"));
  accepts(same("- -x", "x"));
  accepts(same("1e-3 + 0.5", "501/1000"));
  accepts(same("trigamma(x)", "polygamma(1, x)"));
  accepts(same("min(x, 3, x)", "min(min(x, 3), x)"));
  accepts(same("sum(k, floor(-1/2), ceil(3/2), abs(-1)*x)", "4*x"));
  accepts(same("(-x)^max(-7/2, 2, 1)", "x^min(2, 3)"));
  rejects(same("-x^2", "(-x)^2"));
  rejects(same("2x", "2*x"));
  rejects(same("x y", "x"));
  rejects(same("+x", "x"));
  rejects(same("5.", "5"));
  rejects(same("1e5000", "1"), "exponent");
  rejects(same("2^2^2^2^2^2", "1"));
  rejects(same("exp(x, x)", "1"), "arguments");
  rejects(same("max(x)", "x"), "arguments");
  rejects(same("polygamma(x, 1)", "x"), "order");
  rejects(same("polygamma(-1, x)", "x"), "order");
  rejects(same("inf", "1"));
  rejects(same("y", "x"), "not known");
  rejects(same("g'(1)(x)", "x"));
  rejects(same(std::string(5000, '(') + "x" + std::string(5000, ')'), "x"), "nested");
  rejects(same(std::string(100000, '-') + "x", "x + 1"));
}

// Powers of powers ask for conditions at every line: each once, not once for every way in which it is reached.
TEST(Language, ConditionsOfPowersThroughLet) {
  std::string lets = "var x in [1, 2]\nlet t0 = x^x\n";
  for (int k = 1; k < 100; ++k) {
    const std::string last = "t" + std::to_string(k - 1);
    lets += "let t" + std::to_string(k) + " = " + last + "^" + last + "\n";
  }
  accepts(prove(lets + "prove t99 > 0\n", "x=1", "sign\n"));
  accepts(same(lets, "t99", "t98^t98"));
  rejects(prove("var y in [-2, -1]\nlet t0 = y^y\nlet t1 = t0^t0\nprove t1 - t1 >= 0\n", "y=-1", "identity\n"));
}

TEST(Language, LinesAndComments) {
  accepts(same("var x in [1, 2] # a comment\n\ntitle \"a # in a title\"\r\n", "(x +\n  1)", "x + 1"));
  rejects(same("var x in [1, 2]\n", "x +\n 1", "x + 1"));
  rejects(same("title \"a\"\ntitle \"b\"\nvar x in [1, 2]\n", "x", "x"), "title");
  rejects(same("var x in [1, 2]\nvar x in [1, 2]\n", "x", "x"), "twice");
  rejects(same("var exp in [1, 2]\nvar x in [1, 2]\n", "x", "x"), "reserved");
  rejects(same("suppose x\nvar x in [1, 2]\n", "x", "x"), "declaration");
  rejects(same("var x in [2, 1]\n", "x", "x"), "empty");
  rejects(same("var x in (1, 1]\n", "x", "x"), "empty");
  rejects(same("int x in [1/4, 3/4]\n", "x", "x"), "empty");
  rejects(same("var x in [1, inf]\n", "x", "x"), "open");
  rejects(same("var x in [0, y]\n", "x", "x"));
  rejects(check(certificate("var x in [0, 1]\n", "proved", "inhabited x=1\n")), "no conclusion");
}

TEST(Language, LetsSumsAndIndices) {
  accepts(same("var x in [1, 2]\nlet m = x + 1\nlet f(u, v) = u/v + m\n", "f(x, 2)", "x/2 + x + 1"));
  accepts(same("sum(k, 1, 4, k*x)", "10*x"));
  accepts(same("prod(k, 1, 3, x + k)", "(x + 1)*(x + 2)*(x + 3)"));
  accepts(same("sum(k, 3, 2, 1/0*k)", "0"));
  accepts(same("prod(k, 3, 2, k)", "1"));
  accepts(same("sum(i, 1, 3, sum(j, i, 3, x))", "6*x"));
  accepts(same("var x in [1, 2]\nvar e[k] in (k - 1, k + 1) for k in 1..3\n", "sum(k, 1, 3, k*e[k])",
               "e[1] + 2*e[2] + 3*e[4 - 1]", "x=1 e[1]=1 e[2]=2 e[3]=3"));
  rejects(same("var x in [1, 2]\nvar e[k] in (0, 1) for k in 1..3\n", "e[4]", "x", "x=1 e[1]=1/2 e[2]=1/2 e[3]=1/2"),
          "not known");
  rejects(same("sum(k, 1, x, k)", "1"), "rational");
  rejects(same("sum(k, 1, 1/2, k)", "1"), "integer");
  rejects(same("sum(k, 1, 1000000, k)", "1"), "long");
  // A macro sees its own parameters and the declarations, not the caller's indices.
  rejects(same("var x in [1, 2]\nlet f(u) = u*k\n", "sum(k, 1, 2, f(x))", "3*x"), "not known");
  rejects(same("var x in [1, 2]\nlet f(u, u) = u\n", "f(x, x)", "x"), "twice");
  std::string bomb = "var x in [1, 2]\nlet f0(u) = u + u\n";
  for (int i = 1; i < 40; ++i)
    bomb +=
        "let f" + std::to_string(i) + "(u) = f" + std::to_string(i - 1) + "(u) + f" + std::to_string(i - 1) + "(u)\n";
  rejects(same(bomb, "f39(x)", "x"), "work");
}

TEST(Language, Derivatives) {
  accepts(same("diff(x^3, x, x)", "6*x"));
  accepts(same("at(diff(x^3, x), x, 2)", "12"));
  accepts(same("diff(lgamma(x), x)", "digamma(x)"));
  accepts(same("diff(x^x, x)", "x^x*(log(x) + 1)"));
  accepts(same("diff(erf(x), x)", "2*exp(-x^2)/sqrt(pi)"));
  accepts(same("diff(normal_cdf(x), x)", "exp(-x^2/2)/sqrt(2*pi)"));
  accepts(same("diff(tanh(x), x)", "1/cosh(x)^2"));
  accepts(same("diff(exp(x)/x, x)", "exp(x)*(x - 1)/x^2"));
  accepts(same("diff(sqrt(x^2 + 1), x)", "x/sqrt(x^2 + 1)"));
  accepts(same("diff(log1p(x) + expm1(x) + xlogy(x, x), x)", "1/(1 + x) + exp(x) + log(x) + 1"));
  accepts(same("fun g(2)\nvar x in [1, 2]\n", "diff(g(x, x^2), x)", "diff(g(x, x^2), x)", "with g(a, b)=a*b; x=1"));
  rejects(same("diff(x^2, 2*x)", "1"));
  rejects(same("int x in [1, 2]\n", "diff(x^2, x)", "2*x"), "real variable");
  rejects(same("diff(floor(x), x)", "0"));
}

TEST(Language, FamiliesAndChains) {
  const std::string s =
      "dim d in [2, 3]\nvar e[k] in (0, 1) for k in 1..d\n"
      "prove for i in 1..d, j in 1..d where i != j, i < j: e[i] + e[j] < 2\n";
  const std::string two = "instance d=2\ninhabited e[1]=1/2 e[2]=1/2\ngoal 1\nsign\n";
  const std::string three =
      "instance d=3\ninhabited e[1]=1/2 e[2]=1/2 e[3]=1/2\ngoal 1\nsign\ngoal 2\nsign\ngoal 3\nsign\n";
  accepts(check(certificate(s, "proved", two + three)));
  accepts(check(certificate(s, "proved", three + two)));
  rejects(check(certificate(s, "proved", two)), "missing");
  rejects(check(certificate(s, "proved", two + two)), "twice");
  rejects(check(certificate(s, "proved", two + three + "instance d=4\n" + three.substr(13))), "range");
  rejects(check(certificate(s, "proved", two.substr(13))), "no instance");
  rejects(check(certificate(s, "proved", "instance k=2\n" + two.substr(13) + three)), "another variable");
  const Result r = check(certificate(s, "proved-on", two));
  accepts(r);
  EXPECT_EQ(r.proved_on, std::vector<std::string>{"d=2"});
  const std::string infinite = "dim d in [2, inf)\nvar x in [0, 1]\nprove x + d > 1\n";
  accepts(check(certificate(infinite, "proved-on", "instance d=5\ninhabited x=1\ngoal 1\nsign\n")));
  rejects(check(certificate(infinite, "proved", "instance d=5\ninhabited x=1\ngoal 1\nsign\n")), "infinite");
  rejects(
      check(certificate("var x in [0, 1]\nprove x >= 0\n", "proved", "instance d=5\ninhabited x=1\ngoal 1\nsign\n")),
      "no dim");
  accepts(check(certificate("var x in [0, 1]\nprove 0 <= x < 2\n", "proved",
                            "inhabited x=1\ngoal 1\neval 64\ngoal 2\neval 64\n")));
}

TEST(Language, BoundsThatAreNotRational) {
  const std::string s = "var x in [sqrt(2), pi)\nprove x^2 > 199/100\n";
  accepts(prove(s, "x=2", "eval 64\n"));
  accepts(prove("var x in [sqrt(2), pi)\nprove pi > x\n", "x=2", "hyp 2\n"));
  accepts(prove("var x in [sqrt(2), pi)\nprove x >= sqrt(2)\n", "x=2", "hyp 1\n"));
  rejects(prove("var x in [sqrt(2), pi)\nprove x > sqrt(2)\n", "x=2", "hyp 1\n"), "strict");
  rejects(prove(s, "x=7/5", "eval 64\n"));
  rejects(prove("var x in [log(0), 1]\nprove x < 2\n", "x=0", "eval 64\n"));
  // Those of integers round inward, and stay hypotheses.
  const std::string n = "int n in [exp(1), 10*pi]\n";
  accepts(prove(n + "prove n >= 3\n", "n=3", "sign\n"));
  accepts(prove(n + "prove n <= 31\n", "n=31", "sign\n"));
  accepts(prove(n + "prove n >= exp(1)\n", "n=3", "hyp 1\n"));
  accepts(prove(n + "prove 10*pi >= n\n", "n=3", "hyp 2\n"));
  rejects(prove(n + "prove n > 3\n", "n=3", "sign\n"));
  rejects(prove(n + "prove n < 31\n", "n=3", "sign\n"));
  rejects(prove(n + "prove n >= 3\n", "n=2", "sign\n"), "outside");
  rejects(prove(n + "prove n >= 3\n", "n=32", "sign\n"), "outside");
  rejects(prove("int n in [exp(1), 29/10]\nprove n >= 3\n", "n=3", "sign\n"), "empty");
  // sqrt(4) is an integer, exp(log(2)) is not known to be one: both ways right, by the hypothesis.
  accepts(prove("int n in (sqrt(4), 9]\nprove n >= 3\n", "n=3", "sign\n"));
  accepts(prove("int n in [sqrt(4), 9]\nprove n >= 2\n", "n=2", "sign\n"));
  rejects(prove("int n in [sqrt(4), 9]\nprove n > 2\n", "n=3", "sign\n"));
  accepts(prove("int n in [exp(log(2)), 9]\nprove n >= exp(log(2))\n", "n=3", "hyp 1\n"));
  rejects(prove("int n in (exp(log(2)), 9]\nprove n >= 2\n", "n=2", "sign\n"));
  accepts(prove("int x in (1, 4)\nprove 2 <= x\n", "x=2", "eval 64\n"));
}

// Bounds that speak of variables before them are hypotheses in their place.
TEST(Language, BoundsWithVariables) {
  const auto with = [](const std::string& text, const std::string& at, const std::string& tree) {
    const std::string s = "language 3\n" + text;
    return check(sealed("dpcert-certificate 3\nstatement " + std::to_string(std::count(s.begin(), s.end(), '\n')) +
                        "\n" + s + "verdict proved\ninhabited " + at + "\ngoal 1\n" + tree));
  };
  const std::string x = "var x in [0, 1]\n";
  accepts(with(x + "var y in [0, x]\nprove y <= x\n", "x=1 y=1", "hyp 1\n"));
  accepts(with(x + "var y in [0, x)\nprove y < x\n", "x=1 y=0", "hyp 1\n"));
  accepts(with(x + "assume x > 1/2\nvar y in [x, 2*x]\nassume y < 1\nprove y <= 2*x\n", "x=2/3 y=3/4", "hyp 3\n"));
  accepts(with("int n in [1, inf)\nint k in [1, n)\nprove k + 1 <= n\n", "n=2 k=1",
               "cut n - k > 0\nhyp 1\nintegral\nhyp 1\n"));
  // The end of a variable is one of what it bounds: closed where both are, and of integers an integer.
  accepts(with("var a in (0, inf)\nvar b in [a, inf)\nprove b > 0\n", "a=1 b=1", "sign\n"));
  accepts(with("var a in [0, inf)\nvar b in (a, inf)\nprove b > 0\n", "a=1 b=2", "sign\n"));
  accepts(with("var a in [0, 1]\nvar b in [-1, a]\nvar c in [-1, b]\nprove c <= 1\n", "a=0 b=0 c=0", "eval 64\n"));
  accepts(with("var a in [1/2, 9]\nint n in (a, 12]\nprove n >= 1\n", "a=1 n=2", "eval 64\n"));
  accepts(with("var a in (0, inf)\nvar b in [a, inf)\nprove b >= a\n", "a=1 b=1", "hyp 1\n"));
  rejects(with("var a in [0, inf)\nvar b in [a, inf)\nprove b > 0\n", "a=1 b=1", "sign\n"));
  rejects(with("var a in [0, inf)\nvar b in [-a, inf)\nprove b >= 0\n", "a=1 b=1", "sign\n"));
  rejects(with("var a in (0, inf)\nvar b in (-inf, a]\nprove b > 0\n", "a=1 b=1", "sign\n"));
  rejects(with("var a in [2, 3]\nvar b in [a, 1]\nprove b > 0\n", "a=2 b=1", "sign\n"), "empty");
  rejects(with(x + "var y in [0, x]\nprove y < x\n", "x=1 y=0", "hyp 1\n"), "not strict");
  rejects(with(x + "var y in [0, x]\nprove y <= x\n", "x=0 y=1", "hyp 1\n"), "hypothesis");
  rejects(with("var x in [-1, 1]\nvar y in [log(x), 1]\nprove y >= log(x)\n", "x=1 y=1", "hyp 1\n"),
          "not known to be defined");
  rejects(with("var y in [0, y]\nprove y >= 0\n", "y=0", "sign\n"), "'y' is not known");
  rejects(with("var y in [0, x]\n" + x + "prove y >= 0\n", "x=0 y=0", "sign\n"), "'x' is not known");
  rejects(with(x + "var y in [x, x - 1]\nprove y >= 0\n", "x=1 y=1", "hyp 1\n"), "hypothesis");
  rejects(prove(x + "var y in [0, x]\nprove y <= x\n", "x=1 y=1", "hyp 1\n"), "a bound must be a constant");
}

}  // namespace
}  // namespace dpcert::checker::test
