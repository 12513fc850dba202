// The notations of version 3 that both readers write out, against what they stand for, and against values from another
// source; and the texts in which they have no meaning.
#include <gtest/gtest.h>

#include <string>

#include "dpcert/core/rational.hpp"
#include "dpcert/language/enclose.hpp"
#include "dpcert/language/statement.hpp"
#include "verify/checker/terms/context.hpp"
#include "verify/checker/terms/evaluate.hpp"
#include "verify/checker/text/parse.hpp"
#include "verify/language/lexer.hpp"

namespace dpcert::verify {
namespace {

bool prover_reads(const std::string& text) {
  try {
    (void)parse_statement(text);
    return true;
  } catch (const SyntaxError&) {
    return false;
  }
}
bool checker_reads(const std::string& text) {
  try {
    checker::Pool pool;
    (void)checker::elaborate(pool, text, {});
    return true;
  } catch (const checker::Reject&) {
    return false;
  }
}
/// Whether both read a text; a difference is a failure.
bool read(const std::string& text) {
  const bool ours = prover_reads(text);
  EXPECT_EQ(ours, checker_reads(text)) << text;
  return ours;
}

const std::string variables = "language 3\nvar x in [2, 3]\nvar y in [2, 3]\nint n in [1, inf)\n";

/// The two sides of the one conclusion are the same expression, for each reader.
void same(const std::string& a, const std::string& b, const std::string& laws = "") {
  const std::string text = variables + laws + "prove " + a + " = " + b + "\n";
  const Instance instance = parse_statement(text).instance({});
  ASSERT_EQ(instance.conclusions.size(), 1U) << text;
  EXPECT_EQ(instance.conclusions[0].lhs, instance.conclusions[0].rhs) << text;
  checker::Pool pool;
  const checker::Statement statement = checker::elaborate(pool, text, {});
  ASSERT_EQ(statement.conclusions.size(), 1U) << text;
  EXPECT_EQ(statement.conclusions[0]->stated.relation.lhs, statement.conclusions[0]->stated.relation.rhs) << text;
}

TEST(Notations, AreWrittenOut) {
  same("mod(x, y)", "x - y*floor(x/y)");
  same("mod(n, 3)", "n - 3*floor(n/3)");
  same("mod(x + y, x*y)", "(x + y) - (x*y)*floor((x + y)/(x*y))");
  same("gamma(x + 1)", "exp(lgamma(x + 1))");
  same("tan(x + y)", "sin(x + y)/cos(x + y)");
  same("asinh(x - y)", "log(x - y + sqrt((x - y)^2 + 1))");
  same("acosh(x)", "log(x + sqrt(x^2 - 1))");
  same("atanh(x/4)", "log((1 + x/4)/(1 - x/4))/2");
  same("cot(2*x)", "cos(2*x)/sin(2*x)");
  same("sec(x)*csc(y)", "(1/cos(x))*(1/sin(y))");
  same("coth(x - y)", "cosh(x - y)/sinh(x - y)");
  same("sech(x)*csch(y)", "(1/cosh(x))*(1/sinh(y))");
  same("asin(x/9)", "2*atan((x/9)/(1 + sqrt(1 - (x/9)^2)))");
  same("acos(x/9)", "pi/2 - 2*atan((x/9)/(1 + sqrt(1 - (x/9)^2)))");
  same("log2(x)*log10(y)", "(log(x)/log(2))*(log(y)/log(10))");
  same("beta_function(x, y)", "exp(lgamma(x) + lgamma(y) - lgamma(x + y))");
}

/// Both readers' values of a constant, to 1e-12.
void is(const std::string& formula, const std::string& value) {
  const std::string text = "language 3\nprove " + formula + " > 0\n";
  const Rational expected = *Rational::parse(value), slack(1, 1'000'000'000'000);
  const auto prover = enclose_constant(parse_statement(text).instance({}).conclusions[0].lhs, 128);
  ASSERT_TRUE(prover) << formula;
  EXPECT_LT(abs(prover->first - expected), slack) << formula;
  EXPECT_LT(abs(prover->second - expected), slack) << formula;
  checker::Pool pool;
  const checker::Statement statement = checker::elaborate(pool, text, {});
  checker::Tape tape(pool, {statement.conclusions[0]->stated.relation.lhs});
  tape.run({}, 128);
  EXPECT_NEAR(arf_get_d(tape.out(0).lo, ARF_RND_NEAR), expected.approx(), 1e-12) << formula;
  EXPECT_NEAR(arf_get_d(tape.out(0).hi, ARF_RND_NEAR), expected.approx(), 1e-12) << formula;
}

// DLMF 8.17.1, 8.2.4; the integral inside another one speaks of that one's variable. Sums of a binomial law are as a
// reader writes them; strictness moves an end, and a number of trials gives a law of points.
TEST(Notations, IntegralsAndSumsAreWrittenOut) {
  const std::string beta = "exp(lgamma(x + y) - lgamma(x) - lgamma(y))*integral(t, 0, ",
                    rest = ", exp((x - 1)*log(t) + (y - 1)*log(1 - t)))";
  same("beta_regularized(1/2, x, y)", beta + "1/2" + rest);
  same("gamma_regularized_lower(x, y)", "exp(-lgamma(x))*integral(t, 0, y, exp((x - 1)*log(t) - t))");
  same("integral(u, 0, 1, beta_regularized(u, x, y))", "integral(u, 0, 1, " + beta + "u" + rest + ")");
  same("integral(t, 0, 1, gamma_regularized_lower(t, t))",
       "integral(u, 0, 1, exp(-lgamma(u))*integral(t, 0, u, exp((u - 1)*log(t) - t)))");
  same("sum(k, 1, n, gamma_regularized_lower(k, x))",
       "sum(j, 1, n, exp(-lgamma(j))*integral(t, 0, x, exp((j - 1)*log(t) - t)))");
  const std::string laws = "law P = binomial(n, 1/x)\nlaw Q = binomial(n, 1/y)\n";
  const auto mass = [](const std::string& k, const std::string& p) {
    return "exp(lgamma(n + 1) - lgamma(" + k + " + 1) - lgamma(n - " + k + " + 1))*" + p + "^" + k + "*(1 - " + p +
           ")^(n - " + k + ")";
  };
  const std::string p = mass("k", "(1/x)"), q = mass("k", "(1/y)");
  same("E(j, j^2 + x, P)", "sum(k, 0, n, (k^2 + x)*(" + p + "))", laws);
  same("prob(j, j < n - 1, P)", "sum(k, 0, n - 1 - 1, " + p + ")", laws);
  same("prob(j, 1 < j <= n, P)", "sum(k, 2, n, " + p + ")", laws);
  same("prob(j, j = n, P)", "sum(k, n, n, " + p + ")", laws);
  same("kl(P, Q)", "sum(k, 0, n, (" + p + ")*log((" + p + ")/(" + q + ")))", laws);
  same("tv(P, Q)", "sum(k, 0, n, abs(" + p + " - " + q + "))/2", laws);
  same("hockey_stick(x, P, Q)", "sum(k, 0, n, max(" + p + " - exp(x)*(" + q + "), 0))", laws);
  same("renyi(y, P, Q)", "log(sum(k, 0, n, (" + p + ")^y*(" + q + ")^(1 - y)))/(y - 1)", laws);
  same("integral(u, 0, 1, E(j, u*j, P))", "integral(u, 0, 1, sum(k, 0, n, (u*k)*(" + p + ")))", laws);
  for (const std::string line :
       {"law P = binomial(n, x)", "law P = binomial(2*n + 1, 1/2)", "law P = binomial(3, 1/2)",
        "law P = binomial(0, 1)", "law P = mixture(1/2: binomial(n, 1/2), 1/2: binomial(n, 1/3))",
        "law P = binomial(floor(x), 1/2)"})
    EXPECT_TRUE(read(variables + line + "\nprove x > 0\n")) << line;
  for (const std::string line :
       {"law P = binomial(x, 1/2)", "law P = binomial(n, 1/2, 1)", "law P = binomial(n)", "law P = binomial(-1, 1/2)",
        "law P = binomial(5/2, 1/2)", "law P = binomial(1001, 1/2)", "law P = poisson(3)", "law P = geometric(1/2)",
        "law P = affine(0, 2, binomial(n, 1/2))", "law P = mixture(1/2: binomial(n, 1/2), 1/2: binomial(n + 1, 1/2))",
        "law P = mixture(1/2: binomial(n, 1/2), 1/2: uniform(0, n))", "law P = binomial(n/2, 1/2)"})
    EXPECT_FALSE(read(variables + line + "\nprove x > 0\n")) << line;
  for (const std::string call : {"prob(j, j <= x, P)", "prob(j, 1 <= j = n, P)", "prob(j, j <= j, P)",
                                 "tv(P, binomial(n + 1, 1/2))", "tv(P, bernoulli(1/2))", "kl(P, uniform(0, n))"})
    EXPECT_FALSE(read(variables + laws + "prove " + call + " >= 0\n")) << call;
  const std::string one = "law P = binomial(1, 1/x)\n";
  EXPECT_TRUE(read(variables + one + "prove tv(P, bernoulli(1/y)) >= 0\n"));
  is("E(k, k^2, binomial(4, 1/3))", "8/3");  // n p (1 - p) + (n p)^2
  is("prob(k, k > 2, binomial(4, 1/3))", "1/9");
  for (const std::string call : {"beta_regularized(x, y)", "beta_regularized(x, y, x, y)", "gamma_regularized_lower(x)",
                                 "beta_regularized", "gamma_regularized_lower'(1,0)(x, y)"})
    EXPECT_FALSE(read(variables + "prove " + call + " > 0\n")) << call;
}

// Gamma at integers is a factorial; Gamma(1/2)^2 = pi = B(1/2, 1/2); B(a, b) = (a-1)!(b-1)!/(a+b-1)!. The remainders
// are those of the division with 0 <= r < b, and of -b < r <= 0 for b < 0. B(1/3, 2/3) = 2 pi/sqrt(3), by reflection.
// A law on a simplex: each coordinate goes from 0 to what those before it leave of 1, and the last one is the rest.
TEST(Notations, DirichletLawsAreIteratedIntegrals) {
  const auto density = [](const std::string& a, const std::string& b, const std::string& c) {
    return "exp(lgamma(" + a + " + " + b + " + " + c + ") - lgamma(" + a + ") - lgamma(" + b + ") - lgamma(" + c +
           ") + (" + a + " - 1)*log(u) + (" + b + " - 1)*log(v) + (" + c + " - 1)*log(1 - u - v))";
  };
  const auto over = [](const std::string& e) { return "integral(u, 0, 1, integral(v, 0, 1 - u, " + e + "))"; };
  const std::string laws = "law P = dirichlet(x, y, n)\nlaw Q = dirichlet(y, 2, x)\n";
  const std::string p = density("x", "y", "n"), q = density("y", "2", "x");
  same("E(u, v, w, u*w, P)", over("u*(1 - u - v)*" + p), laws);
  same("E(a, b, c, exp(b), Q)", over("exp(v)*" + q), laws);
  same("renyi(x, P, Q)", "log(" + over(p + "^x*" + q + "^(1 - x)") + ")/(x - 1)", laws);
  same("kl(Q, P)", over(q + "*log(" + q + "/" + p + ")"), laws);
  same("tv(P, dirichlet(y, 2, x))", over("abs(" + p + " - " + q + ")") + "/2", laws);
  same("hockey_stick(y, P, Q)", over("max(" + p + " - exp(y)*" + q + ", 0)"), laws);
  same("E(u, v, w, v, mixture(1/3: P, 2/3: Q))", over("v*(1/3*" + p + " + 2/3*" + q + ")"), laws);
  same("E(u, v, u, dirichlet(x, y))",
       "integral(u, 0, 1, u*exp(lgamma(x + y) - lgamma(x) - lgamma(y) + (x - 1)*log(u) + (y - 1)*log(1 - u)))");
  same(
      "E(a, b, c, d, b, dirichlet(x, y, 2, 3))",
      "integral(u, 0, 1, integral(v, 0, 1 - u, integral(w, 0, 1 - u - v, v*exp(lgamma(x + y + 2 + 3) - lgamma(x) - lgamma(y) "
      "- lgamma(2) - lgamma(3) + (x - 1)*log(u) + (y - 1)*log(v) + (2 - 1)*log(w) + (3 - 1)*log(1 - u - v - w)))))");
  for (const std::string wrong :
       {"E(u, 1, P)", "E(u, v, 1, P)", "E(u, v, w, z, 1, P)", "E(u, v, v, 1, P)", "E(u, v, 2, 1, P)", "E(u, v, w, P)",
        "prob(u, u <= 1/2, P)", "kl(P, dirichlet(x, y))", "tv(P, beta(x, y))", "E(u, u, affine(0, 2, dirichlet(x, y)))",
        "tv(dirichlet(x), dirichlet(x))", "E(u, 1, dirichlet())", "E(u, v, 1, normal(0, 1))"})
    EXPECT_FALSE(read(variables + laws + "prove " + wrong + " >= 0\n")) << wrong;
}

TEST(Notations, HaveTheirValues) {
  is("gamma(6)", "120");
  is("gamma(1/2)", "1.772453850905516027298");
  is("beta_function(3, 4)", "1/60");
  is("beta_function(1/2, 1/2)", "3.141592653589793238463");
  is("beta_function(1/3, 2/3)", "3.627598728468435701188");
  is("mod(7, 3)", "1");
  is("mod(-7, 3)", "2");
  is("1 - mod(7, -3)", "3");
  is("mod(7/2, 1)", "1/2");
  is("mod(pi, 1)", "0.141592653589793238463");
}

// PARI/GP 2.15.2; mpmath 1.3 for cot to log10.
TEST(Notations, OfHyperbolicInversesHaveTheirValues) {
  is("tan(1)", "1.5574077246549022305");
  is("asinh(2)", "1.4436354751788103425");
  is("2 + asinh(-2)", "0.5563645248211896575");
  is("acosh(2)", "1.3169578969248167086");
  is("atanh(1/2)", "0.5493061443340548457");
  is("cot(2)", "-0.4576575543602857985");
  is("sec(2)", "-2.4029979617223809897");
  is("csc(2)", "1.0997501702946164667");
  is("coth(1/2)", "2.1639534137386528488");
  is("sech(2)", "0.2658022288340796921");
  is("csch(2)", "0.2757205647717832077");
  is("asin(1/3)", "0.3398369094541219371");
  is("2 + asin(-1)", "0.4292036732051033808");
  is("acos(-1/3)", "1.9106332362490185563");
  is("acos(-1)", "3.1415926535897932385");
  is("log2(10)", "3.3219280948873623479");
  is("log10(2)", "0.3010299956639811952");
  for (const std::string call :
       {"tan(x, y)", "asin(x, y)", "log2()", "acos[1]", "asinh()", "acosh", "atanh[1]", "tan'(1)(x)"})
    EXPECT_FALSE(read(variables + "prove " + call + " > 0\n")) << call;
}

// To each reader a != b is {a > b} or {b > a}, in every place where a formula may stand.
TEST(Notations, UnequalIsGreaterOrLess) {
  const auto shape = [](const std::string& conclusion) {
    const std::string text = variables + "prove " + conclusion + "\n";
    const Instance instance = parse_statement(text).instance({});
    EXPECT_EQ(instance.formulas.size(), 1U) << text;
    checker::Pool pool;
    const checker::Statement statement = checker::elaborate(pool, text, {});
    EXPECT_EQ(statement.conclusions.size(), 1U) << text;
    return std::pair(to_text(instance.formulas.at(0)), statement.conclusions.at(0)->kind);
  };
  const auto [ours, kind] = shape("x^2 != y + 1");
  EXPECT_EQ(kind, checker::Formula::Or);
  EXPECT_EQ(ours, shape("{x^2 > y + 1} or {y + 1 > x^2}").first);
  EXPECT_EQ(shape("x = 2 implies x != y").first, shape("x = 2 implies {x > y or y > x}").first);
  EXPECT_EQ(shape("forall t in [0, 1]: t != x").first, shape("forall t in [0, 1]: t > x or x > t").first);
  EXPECT_TRUE(read(variables + "assume x != y\nassume forall int k in [1, n]: k != y\nprove x > 0\n"));
  for (const std::string wrong : {"prove x != y != 2", "prove x < y != 2", "prove sup(t in [0, 1], t) != x != y",
                                  "prove x !=", "let a = x != y\nprove x > 0"})
    EXPECT_FALSE(read(variables + wrong + "\n")) << wrong;
  // Version 2 has none, but for indices.
  EXPECT_FALSE(read("var x in [2, 3]\nprove x != 1\n"));
  for (const std::string begin : {"", "language 3\n"})
    EXPECT_TRUE(read(
        begin + "var e[k] in [0, 1] for k in 1..3\nprove for i in 1..3, j in 1..3 where i != j: e[i] + e[j] >= 0\n"));
}

// Of numbers mod is a number, as in an index or an exponent.
TEST(Notations, OfNumbersAreNumbers) {
  same("sum(k, mod(7, 3), mod(-1, 4), x^k)", "sum(k, 1, 3, x^k)");
  EXPECT_TRUE(read("language 3\nvar eta[k] in [0, 1] for k in 1..2\nprove eta[mod(5, 4)] >= 0\n"));
  EXPECT_FALSE(read("language 3\nvar eta[k] in [0, 1] for k in 1..2\nprove eta[mod(5, 0)] >= 0\n"));
}

// The values are the binomials of mpmath; the rows sum to 2^n, and Pascal's rule holds, outside 0..n too.
TEST(Notations, BinomialsOfNumbersAreNumbers) {
  same("x^binomial(4, 2)", "x^6");
  same("binomial(10, 3)*x", "120*x");
  same("binomial(52, 5)*x", "2598960*x");
  same("binomial(100, 50)*x", "100891344545564193334812497256*x");
  same("binomial(0, 0)*x", "1*x");
  for (const std::string zero : {"binomial(5, 6)", "binomial(5, -1)", "binomial(0, 1)", "binomial(1000, 1001)"})
    same(zero + " + x", "0 + x");
  is("sum(k, 0, 1000, binomial(1000, k))/2^1000", "1");
  for (long n = 0; n <= 12; ++n)
    for (long k = -2; k <= n + 3; ++k) {
      const std::string a = std::to_string(n), b = std::to_string(k), up = std::to_string(n + 1),
                        down = std::to_string(k - 1);
      is("binomial(" + up + ", " + b + ") - binomial(" + a + ", " + b + ") - binomial(" + a + ", " + down + ")", "0");
    }
  for (const std::string call : {"binomial(5, 2)", "binomial(1 + 2, mod(5, 3))", "sum(k, 0, 3, binomial(3, k)*x^k)",
                                 "binomial(1000, 3)", "binomial(6/2, 2)"}) {
    EXPECT_TRUE(read(variables + "prove " + call + " > 0\n")) << call;
    EXPECT_FALSE(read("var x in [2, 3]\nprove " + call + " > 0\n")) << call;
  }
  for (const std::string call :
       {"binomial(-1, 2)", "binomial(1001, 2)", "binomial(5/2, 2)", "binomial(5, 1/2)", "binomial(n/2, 2)",
        "binomial(5, x)", "binomial(x, 1)", "binomial(n, 1/2)", "binomial(2^n, n)", "binomial(n, n, n)", "binomial(n)",
        "binomial(5)", "binomial(5, 2, 1)", "binomial()", "binomial", "binomial'(1,0)(5, 2)", "binomial(1e30, 1)"})
    EXPECT_FALSE(read(variables + "prove " + call + " >= 0\n")) << call;
}

TEST(Notations, BinomialsOfVariablesAreWrittenOut) {
  same("binomial(n, 2)", "exp(lgamma(n + 1) - lgamma(2 + 1) - lgamma(n - 2 + 1))");
  same("binomial(n + 4, n)", "exp(lgamma((n + 4) + 1) - lgamma(n + 1) - lgamma((n + 4) - n + 1))");
  same("binomial(floor(x) + n, n)", "exp(lgamma(floor(x) + n + 1) - lgamma(n + 1) - lgamma((floor(x) + n) - n + 1))");
  same("sum(k, 0, n, binomial(n, k)*x^k)", "sum(j, 0, n, exp(lgamma(n + 1) - lgamma(j + 1) - lgamma(n - j + 1))*x^j)");
  for (const std::string call : {"binomial(n, 2)", "binomial(5, n)", "sum(k, 0, n, binomial(5, k))",
                                 "sum(k, 1, n, binomial(n, mod(k, 2)))", "binomial(2*n + 1, n*n)"}) {
    EXPECT_TRUE(read(variables + "prove " + call + " > 0\n")) << call;
    EXPECT_FALSE(read("int n in [1, inf)\nprove " + call + " > 0\n")) << call;
  }
  EXPECT_TRUE(read(variables + "let binomial(a, b) = a - b\nprove binomial(x, y) <= 1\n"));
}

TEST(Notations, FactorialsAreGammaFunctionsOfIntegers) {
  same("factorial(n)", "exp(lgamma(n + 1))");
  same("factorial(2*n + 1)", "exp(lgamma((2*n + 1) + 1))");
  same("factorial(4)", "exp(lgamma(4 + 1))");
  same("sum(k, 1, n, 1/factorial(k - 1))", "sum(j, 1, n, 1/exp(lgamma((j - 1) + 1)))");
  for (const std::string call : {"factorial(n)", "factorial(floor(x))", "factorial(6/2)"}) {
    EXPECT_TRUE(read(variables + "prove " + call + " > 0\n")) << call;
    EXPECT_FALSE(read("int n in [1, inf)\nvar x in [2, 3]\nprove " + call + " > 0\n")) << call;
  }
  for (const std::string call : {"factorial(x)", "factorial(1/2)", "factorial(n/2)", "factorial(2^n)",
                                 "factorial(n, n)", "factorial()", "factorial", "factorial'(1)(n)"})
    EXPECT_FALSE(read(variables + "prove " + call + " > 0\n")) << call;
  EXPECT_TRUE(read(variables + "let factorial(a) = a/2\nprove factorial(x) <= 1\n"));
}

// A piecewise definition is a formula about its parts, for each reader.
TEST(Notations, PiecesAreCases) {
  const std::string clip = variables + "let clip(t) = piece(t < -1: -1, t > 1: 1, t)\n";
  for (const std::string line :
       {"prove piece(x > y: x, y) >= 0", "prove 0 <= clip(x) <= clip(y) + 1", "assume clip(x - y) = 0\nprove x = y",
        "prove clip(clip(x)) = clip(x)", "prove sum(k, 1, 3, piece(k > x: 1, 2)) > 0",
        "prove x*piece(x = y: 1, y) >= 0", "prove forall u in [0, x]: piece(u > y: u, y) >= 0",
        "assume forall u in [0, 1]: clip(u) >= 0\nprove x > 0",
        "assume forall int k in [1, n]: clip(k) = 1\nprove x > 0", "prove clip(x) <= 1 and clip(y) <= 1",
        "prove piece(x > y: 1, x = y: piece(n > 3: 2, 3), 4) >= 0", "prove for i in 1..2: x > clip(x - i)",
        "let g(s) = clip(s) + 1\nprove g(x) >= 0", "prove piece(diff(x^2, x) > 4: 1, 2) > 0"})
    EXPECT_TRUE(read(clip + line + "\n")) << line;
  for (const std::string line : {"prove piece(x) >= 0",
                                 "prove piece(x, y) >= 0",
                                 "prove piece(x > y: x) >= 0",
                                 "prove piece(x > y: x, y > x: y) > 0",
                                 "prove piece(x, x > y: y) >= 0",
                                 "prove piece() >= 0",
                                 "prove piece >= 0",
                                 "prove piece(x > y > 2: x, y) >= 0",
                                 "prove piece(x: y, y) >= 0",
                                 "prove piece(x > y: x, y, x) >= 0",
                                 "prove piece(clip(x) > 0: x, y) >= 0",
                                 "prove sum(k, 1, n, piece(k > x: 1, 2)) > 0",
                                 "prove integral(u, 0, 1, clip(u)) >= 0",
                                 "prove diff(clip(x), x) >= 0",
                                 "prove at(clip(x), x, 1) >= 0",
                                 "let z = clip(x)\nprove z > 0",
                                 "var z in [0, clip(x)]\nprove z >= 0",
                                 "seq s(k): s(0) = 0, s(k + 1) = clip(s(k))\nprove s(n) >= 0",
                                 "prove E(u, clip(u), uniform(0, 1)) >= 0",
                                 "prove forall u in [0, clip(x)]: u >= 0",
                                 "law P = normal(clip(x), 1)\nprove x > 0",
                                 "assume forall u in [clip(x), 1]: x >= u\nprove x > 0"})
    EXPECT_FALSE(read(clip + line + "\n")) << line;
  EXPECT_FALSE(read("var x in [2, 3]\nprove piece(x > 2: x, 2) > 0\n"));
  EXPECT_TRUE(read(variables + "let piece(u, v) = u + v\nprove piece(x, y) > 0\n"));
}

TEST(Notations, AreOfVersion3) {
  for (const std::string call : {"mod(x, y)", "gamma(x)", "beta_function(x, y)"}) {
    EXPECT_TRUE(read(variables + "prove " + call + " > 0\n")) << call;
    EXPECT_FALSE(read("var x in [2, 3]\nvar y in [2, 3]\nprove " + call + " > 0\n")) << call;
  }
  for (const std::string call : {"mod(x)", "mod(x, y, x)", "gamma(x, y)", "gamma()", "beta_function(x)", "gamma",
                                 "mod[1]", "ln(x)", "gamma'(1)(x)"})
    EXPECT_FALSE(read(variables + "prove " + call + " > 0\n")) << call;
}

// A name that the text declares is what it declares, from there on, in every way of declaring it.
TEST(Notations, AreHiddenByDeclarations) {
  const std::string old = "var x in [2, 3]\n";
  for (const std::string begin : {"", "language 3\n"}) {
    for (const std::string name :
         {"mod", "gamma", "tan", "atanh", "beta_function", "beta", "sin", "atan", "binomial", "ln"}) {
      const std::string text = begin + old;
      EXPECT_TRUE(read(text + "var " + name + " in [0, 1]\nprove " + name + " + x > 0\n")) << name;
      EXPECT_TRUE(read(text + "let " + name + " = x\nprove " + name + " > 0\n")) << name;
      EXPECT_TRUE(read(text + "let " + name + "(t) = t^2\nprove " + name + "(x) > 0\n")) << name;
      EXPECT_TRUE(read(text + "fun " + name + "(1)\nassume " + name + "(x) > 0\nprove " + name + "(x) > 0\n")) << name;
      EXPECT_TRUE(read(text + "prove for " + name + " in 1..2: x > " + name + "\n")) << name;
      EXPECT_TRUE(read(text + "let f(" + name + ") = " + name + "^2\nprove f(x) > 0\n")) << name;
      // A variable is no function.
      EXPECT_FALSE(read(text + "var " + name + " in [0, 1]\nprove " + name + "(x) > 0\n")) << name;
      EXPECT_FALSE(read(text + "let " + name + " = x\nprove " + name + "(x) > 0\n")) << name;
      EXPECT_FALSE(read(text + "let f(" + name + ") = " + name + "(x)\nprove f(x) > 0\n")) << name;
      EXPECT_FALSE(read(text + "let " + name + " = " + name + "(x)\nprove x > 0\n")) << name;
      EXPECT_FALSE(read(text + "var " + name + "[k] in [0, 1] for k in 1..2\nprove " + name + "(x) > 0\n")) << name;
    }
  }
  // The macro is taken, not the notation of its name.
  const std::string text = variables + "let gamma(t) = t + 1\nprove gamma(x) = x + 1\n";
  const Instance instance = parse_statement(text).instance({});
  EXPECT_EQ(instance.conclusions[0].lhs, instance.conclusions[0].rhs);
  same("gamma(x)", "exp(lgamma(x))");
}

}  // namespace
}  // namespace dpcert::verify
