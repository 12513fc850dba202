// The reader of .claim texts: binding, exact numbers, chains, abbreviations, domains. Expected values are arithmetic
// done by hand from the rules of docs/statement-language.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/language/reading.hpp"

namespace dpcert::verify {
namespace {

const Expr x = Expr::variable("x"), y = Expr::variable("y"), z = Expr::variable("z");

TEST(Parser, PowersBindRightAndAboveUnaryMinus) {
  EXPECT_EQ(value_of("2^-3"), "1/8");
  EXPECT_EQ(value_of("2^3^2"), "512");
  EXPECT_EQ(value_of("(2^3)^2"), "64");
  EXPECT_EQ(value_of("-2^2"), "-4");
  EXPECT_EQ(value_of("(-2)^2"), "4");
  EXPECT_EQ(value_of("2^-2^2"), "1/16");
  EXPECT_EQ(value_of("0^0"), "1");
  EXPECT_EQ(read("-x^2"), -pow(x, 2));
  EXPECT_EQ(read("x^-y"), pow(x, -y));
  EXPECT_EQ(read("x^y^z"), pow(x, pow(y, z)));
  EXPECT_EQ(read("-x^-y^z"), -pow(x, -pow(y, z)));
  EXPECT_EQ(read("x^(1 + 2^2)"), pow(x, 5));  // constant exponents are numbers
  EXPECT_EQ(read("x^(4/2 - 1/2)"), pow(x, Rational(3, 2)));
}

// What is typed without a version is of version 2 if it can be, and else of version 3; a mistake is shown where the
// version that reads on the farther stops, at the line where it was typed.
TEST(Parser, TypedStatementsFindTheirVersion) {
  const std::string old = "var gamma in [0, 1]\nprove gamma >= 0\n";
  EXPECT_EQ(parse_typed_statement(old).language, 2);
  EXPECT_EQ(parse_typed_statement(old).text, old);
  for (const std::string text :
       {"var x in [0, 1]\nprove sin(x) <= x\n", "int n in [1, inf)\nprove sum(k, 1, n, k) = n*(n + 1)/2\n",
        "# a comment\nvar x in [1, 2]\nassume x != 1\nprove x > 1\n",
        "law P = bernoulli(1/2)\nprove E(k, k, P) = 1/2\n"}) {
    const Statement s = parse_typed_statement(text);
    EXPECT_EQ(s.language, 3) << text;
    EXPECT_EQ(s.text, "language 3\n" + text);
    EXPECT_THROW(parse_statement(text), SyntaxError) << text;
  }
  // A point that satisfies an equation need not be rational.
  const std::string two = "var x in (0, inf)\nvar y in (0, inf)\n";
  for (const char* equation :
       {"x*y = pi", "x^2 + y^2 = 3", "exp(x) + y = 2", "x^2 = 2", "x + y = log(2)", "x^2*y^3 = x^3 + y^2"})
    EXPECT_EQ(parse_typed_statement(two + "assume " + equation + "\nprove x > 0\n").language, 3) << equation;
  for (const char* equation : {"x + y = 1", "x*y = 1", "x^2 + y = 1/2"})
    EXPECT_EQ(parse_typed_statement(two + "assume " + equation + "\nprove x > 0\n").language, 2) << equation;
  for (const char* power : {"(-1)^n", "n*(-2)^(n + 1)", "1/(-1)^(2*n)"})
    EXPECT_EQ(parse_typed_statement(std::string("int n in [1, 9]\nprove 600 >= ") + power + "\n").language, 3) << power;
  for (const char* power : {"(-1)^3*n", "2^n", "n^n"})
    EXPECT_EQ(parse_typed_statement(std::string("int n in [1, 9]\nprove 600 >= ") + power + "\n").language, 2) << power;
  EXPECT_EQ(parse_typed_statement("int n in [1, 9]\nassume n^2 = 4\nprove n = 2\n").language, 2);
  // That a power of 0 is 0 is a limit where its exponent comes near to 0.
  const auto with_exponent = [](const std::string& range) {
    return parse_typed_statement("var x in [0, 1]\nvar p in " + range + "\nprove x^p <= 1\n").language;
  };
  for (const char* range : {"(0, 1]", "(0, inf)", "[0, 1)"}) EXPECT_EQ(with_exponent(range), 3) << range;
  for (const char* range : {"[1, inf)", "[0, 1]", "[1/2, 1)"}) EXPECT_EQ(with_exponent(range), 2) << range;
  const auto stops = [](const std::string& text) {
    try {
      (void)parse_typed_statement(text);
    } catch (const SyntaxError& e) {
      return fmt::format("{}:{} {}", e.line, e.column, e.source_line);
    }
    return std::string();
  };
  EXPECT_EQ(stops("var x in [0, 1]\nprove sin(x) >= y\n"), "2:17 prove sin(x) >= y");
  EXPECT_EQ(stops("var x in [0, 1]\nprove x >= y\n"), "2:12 prove x >= y");
  EXPECT_EQ(stops("language 3\nvar x in [0, 1]\nprove sin(x) >= y\n"), "3:17 prove sin(x) >= y");
  EXPECT_EQ(stops("var and in [0, 1]\nprove and >= y\n"), "2:14 prove and >= y");  // a name of version 2 alone
}

TEST(Parser, SumsAndProductsBindLeft) {
  EXPECT_EQ(read("x-y-z"), (x - y) - z);
  EXPECT_EQ(read("x-(y-z)"), x - (y - z));
  EXPECT_EQ(read("x/y/z"), (x / y) / z);
  EXPECT_EQ(read("x/y*z"), (x / y) * z);
  EXPECT_EQ(read("x+y*z"), x + y * z);
  EXPECT_EQ(read("x*y^z"), x * pow(y, z));
  EXPECT_EQ(read("x*-y"), x * -y);
  EXPECT_EQ(read("-x*y"), -x * y);
  EXPECT_EQ(read("x--y"), x - -y);
  EXPECT_EQ(value_of("7-4-2"), "1");
  EXPECT_EQ(value_of("24/4/3"), "2");
  EXPECT_EQ(value_of("1/2^2"), "1/4");
  EXPECT_EQ(value_of("2^1/2"), "1");
}

TEST(Parser, NumbersAreExact) {
  EXPECT_EQ(value_of("0.5"), "1/2");
  EXPECT_EQ(value_of("1e-3"), "1/1000");
  EXPECT_EQ(value_of("2.5e2"), "250");
  EXPECT_EQ(value_of(".25"), "1/4");
  EXPECT_EQ(value_of("0.1 + 0.2"), "3/10");  // not in binary floating point
  EXPECT_EQ(value_of("1E+2"), "100");
  EXPECT_EQ(value_of("123456789012345678901234567890"), "123456789012345678901234567890");
  EXPECT_EQ(value_of("1/3 - 1/2"), "-1/6");
  EXPECT_EQ(value_of("min(3, 1/2, 2)"), "1/2");
  EXPECT_EQ(value_of("max(floor(-1/2), ceil(-3/2))"), "-1");
  EXPECT_EQ(value_of("abs(-4/6)"), "2/3");
  EXPECT_EQ(value_of("1/0"), "none");
  EXPECT_EQ(value_of("0^-1"), "none");
  EXPECT_EQ(value_of("sqrt(4)"), "none");  // only + - * / ^ and the like are taken as rational
  EXPECT_EQ(value_of("1e4000 / 1e3999"), "10");
}

TEST(Parser, FunctionsAndConstants) {
  EXPECT_EQ(read("polygamma(0, x)"), digamma(x));
  EXPECT_EQ(read("polygamma(1, x)"), trigamma(x));
  EXPECT_EQ(read("polygamma(2+1, x)"), polygamma(3, x));
  EXPECT_EQ(read("xlogy(x, y)"), xlogy(x, y));
  EXPECT_EQ(read("min(x, y, z)"), min(min(x, y), z));
  EXPECT_EQ(read("log(2*pi)"), log(Expr(2) * Expr::pi()));
  EXPECT_EQ(read("normal_cdf(erf(x)) + erfc(x)"), normal_cdf(erf(x)) + erfc(x));
  EXPECT_EQ(read("eta[1+1]"), Expr::variable("eta[2]"));
  EXPECT_EQ(read("g(x)"), Expr::apply("g", {0}, {x}));
  EXPECT_EQ(read("h'(1,2)(x, y)"), Expr::apply("h", {1, 2}, {x, y}));
}

TEST(Parser, ChainsAreConjunctionsInOrder) {
  const Instance i = instance_of("var x in [0, 1]\nassume 0 <= x < 1/2\nprove -1 < x <= 2 >= 2*x");
  ASSERT_EQ(i.hypotheses.size(), 2u);
  EXPECT_EQ(i.hypotheses[0], (Relation{Rel::ge, x, 0}));
  EXPECT_EQ(i.hypotheses[1], (Relation{Rel::gt, Rational(1, 2), x}));
  ASSERT_EQ(i.conclusions.size(), 3u);
  EXPECT_EQ(i.conclusions[0], (Relation{Rel::gt, x, -1}));
  EXPECT_EQ(i.conclusions[1], (Relation{Rel::ge, 2, x}));
  EXPECT_EQ(i.conclusions[2], (Relation{Rel::ge, 2, Expr(2) * x}));
}

TEST(Parser, Abbreviations) {
  const Instance i = instance_of(
      "var x in [0, 1]\nvar y in [0, 1]\nlet m = x*y\nlet q(u, v) = u/(1+v)\nlet r(u) = q(u, u) - m\n"
      "prove r(y) <= q(m, 2)");
  EXPECT_EQ(i.conclusions[0], (Relation{Rel::ge, (x * y) / (Expr(1) + 2), y / (Expr(1) + y) - x * y}));
}

// Indices, parameters and bound variables are local: a macro's body sees its own parameters and what is declared, not
// the place of its use.
TEST(Parser, LocalNamesHideDeclaredOnes) {
  const Expr k = Expr::variable("k");
  const Instance i = instance_of(
      "var k in [0, 1]\nvar x in [0, 1]\nlet f(u) = u + k\nlet q(x) = x^2\nprove sum(k, 1, 2, f(k)) >= q(3)");
  EXPECT_EQ(i.conclusions[0].lhs, (Expr(1) + k) + (Expr(2) + k));
  EXPECT_EQ(i.conclusions[0].rhs, pow(Expr(3), 2));
  const Instance d = instance_of("dim d in [2, 3]\nlet f(d) = d\nprove f(7) > d", 3);
  EXPECT_EQ(d.conclusions[0], (Relation{Rel::gt, 7, 3}));
}

TEST(Parser, DomainsKeepTheirEnds) {
  const Instance i =
      instance_of("var x in (0, inf)\nvar y in (-inf, 3/4]\nvar z in (-inf, inf)\nvar w in [-1e-3, 0.5)\nprove x > 0");
  EXPECT_EQ(to_text(i.variables[0].range), "(0, inf)");
  EXPECT_EQ(to_text(i.variables[1].range), "(-inf, 3/4]");
  EXPECT_EQ(to_text(i.variables[2].range), "(-inf, inf)");
  EXPECT_EQ(to_text(i.variables[3].range), "[-1/1000, 1/2)");
  EXPECT_TRUE(i.variables[3].range.contains(Rational(-1, 1000)));
  EXPECT_FALSE(i.variables[3].range.contains(Rational(1, 2)));
  EXPECT_FALSE(i.variables[0].range.contains(0));
}

TEST(Parser, IntegersRoundInward) {
  const Instance i =
      instance_of("int k in [1/2, 7/2]\nint l in (1, 5)\nint m in [-3/2, inf)\nint o in (pi, 10*pi]\nprove k > 0");
  EXPECT_EQ(to_text(i.variables[0].range), "[1, 3]");
  EXPECT_EQ(to_text(i.variables[1].range), "[2, 4]");
  EXPECT_EQ(to_text(i.variables[2].range), "[-1, inf)");
  EXPECT_EQ(to_text(i.variables[3].range), "[4, 31]");  // 10 pi = 31.4...
  for (const auto& v : i.variables) EXPECT_TRUE(v.integer);
}

TEST(Parser, BoundsThatAreNotRationalBecomeHypotheses) {
  const Instance i = instance_of("var x in (pi/2, sqrt(10)]\nprove x > 1");
  const Range r = i.variables[0].range;
  // pi/2 = 1.57079632679489661923132169163975144..., sqrt(10) = 3.16227766016837933199889354443271853...
  EXPECT_TRUE(!r.lo.closed && r.hi.closed);
  EXPECT_LT(r.lo.value, *Rational::parse("1.57079632679489661923132169163975145"));
  EXPECT_GT(r.lo.value, *Rational::parse("1.570796326794896619231321691639"));
  EXPECT_GT(r.hi.value, *Rational::parse("3.16227766016837933199889354443271853"));
  EXPECT_LT(r.hi.value, *Rational::parse("3.162277660168379331998893544433"));
  ASSERT_EQ(i.hypotheses.size(), 2u);
  EXPECT_EQ(i.hypotheses[0], (Relation{Rel::gt, x, Expr::pi() / 2}));
  EXPECT_EQ(i.hypotheses[1], (Relation{Rel::ge, sqrt(Expr(10)), x}));
  // They are numbered before the other hypotheses, wherever they stand.
  const Instance later = instance_of("var y in [0, 1]\nassume y > 0\nvar x in [pi, 4]\nprove x > y");
  EXPECT_EQ(later.hypotheses[0], (Relation{Rel::ge, x, Expr::pi()}));
  EXPECT_EQ(later.hypotheses[1], (Relation{Rel::gt, y, 0}));
}

// Where the variable stands, between the hypotheses around it; a constant end stays an end.
TEST(Parser, BoundsWithVariablesBecomeHypotheses) {
  const Instance i = instance_of(
      "language 3\nvar x in [0, 1]\nassume x > 0\nvar y in (log(x), x]\nassume y < 1/2\nint n in [1, inf)\n"
      "int k in [1, n)\nvar z in [pi, 4 + x]\nprove x > y");
  const Expr n = Expr::variable("n"), k = Expr::variable("k"), z = Expr::variable("z");
  const std::vector<Relation> expected{
      {Rel::ge, z, Expr::pi()},     {Rel::gt, x, 0}, {Rel::gt, y, log(x)},     {Rel::ge, x, y},
      {Rel::gt, Rational(1, 2), y}, {Rel::gt, n, k}, {Rel::ge, Expr(4) + x, z}};
  EXPECT_EQ(i.hypotheses, expected);
  EXPECT_EQ(to_text(i.variables[1].range), "(-inf, 1]");
  EXPECT_EQ(to_text(i.variables[3].range), "[1, inf)");
  EXPECT_TRUE(i.variables[3].integer);
}

TEST(Parser, DimensionsAndIndexedVariables) {
  const std::string text =
      "dim d in [2, 5]\nvar p[k] in (0, 1) for k in 1..d\nassume sum(k, 1, d, p[k]) = 1\n"
      "prove for i in 1..d, j in 1..d where i < j: p[i] + p[j] <= 1\nprove prod(k, 1, d, p[k]) <= 1/d^d";
  const Statement s = parse_statement(text);
  ASSERT_TRUE(s.dim && s.dim->hi);
  EXPECT_EQ(s.dim->lo, 2);
  EXPECT_EQ(*s.dim->hi, 5);
  for (const long d : {2L, 3L, 5L}) {
    const Instance i = s.instance(d);
    EXPECT_EQ(i.variables.size(), static_cast<std::size_t>(d));
    EXPECT_EQ(i.conclusions.size(), static_cast<std::size_t>(d * (d - 1) / 2 + 1));  // pairs i < j, and the last line
  }
  const Instance two = s.instance(2);
  const Expr p1 = Expr::variable("p[1]"), p2 = Expr::variable("p[2]");
  EXPECT_EQ(two.hypotheses[0], (Relation{Rel::eq, p1 + p2, 1}));
  EXPECT_EQ(two.conclusions[0], (Relation{Rel::ge, 1, p1 + p2}));
  EXPECT_EQ(two.conclusions[1].rhs, p1 * p2);
  EXPECT_THROW((void)s.instance(1), SyntaxError);
  EXPECT_THROW((void)s.instance(6), SyntaxError);
}

TEST(Parser, SumsAndProducts) {
  EXPECT_EQ(value_of("sum(k, 1, 10, k)"), "55");
  EXPECT_EQ(value_of("prod(k, 1, 5, k)"), "120");
  EXPECT_EQ(value_of("sum(k, 3, 2, k)"), "0");
  EXPECT_EQ(value_of("prod(k, 3, 2, k)"), "1");
  EXPECT_EQ(value_of("sum(i, 1, 4, sum(j, i, 4, i*j))"), "65");  // 1*10 + 2*9 + 3*7 + 4*4
  EXPECT_EQ(value_of("sum(k, -2, 2, k^2) + 1"), "11");
  EXPECT_EQ(read("sum(k, 1, 2, eta[k])"), Expr::variable("eta[1]") + Expr::variable("eta[2]"));
}

TEST(Parser, DerivativesAndSubstitution) {
  EXPECT_EQ(read("at(x^2 + y, x, 3)"), pow(Expr(3), 2) + y);
  EXPECT_EQ(read("at(at(x*y, x, y), y, 2)"), Expr(2) * 2);
  EXPECT_EQ(value_of("at(diff(x^3, x), x, 2)"), "12");
  EXPECT_EQ(value_of("at(at(diff(x^2*y^3, x, y, y), x, 5), y, 7)"), "420");  // 2x * 6y
  EXPECT_EQ(read("diff(g(x), x)"), Expr::apply("g", {1}, {x}));
  EXPECT_EQ(read("diff(h(x, y), y, x)"), Expr::apply("h", {1, 1}, {x, y}));
}

TEST(Parser, ForallHypotheses) {
  const Instance i = instance_of("var x in [1, 2]\nfun g(1)\nassume forall t in [0, x]: g(t) >= t\nprove g(x) >= x");
  ASSERT_EQ(i.forall_hypotheses.size(), 1u);
  EXPECT_EQ(i.forall_hypotheses[0].bound, "t");
  EXPECT_EQ(i.forall_hypotheses[0].hi, x);
  EXPECT_EQ(i.forall_hypotheses[0].relation,
            (Relation{Rel::ge, Expr::apply("g", {0}, {Expr::variable("t")}), Expr::variable("t")}));
}

// The end of a variable that stands before is one of the variable that it bounds: closed where both are.
TEST(Parser, EndsThatAreVariables) {
  const auto range_of_last = [](const std::string& declarations) {
    return to_text(instance_of("language 3\n" + declarations + "\nprove 1 > 0").variables.back().range);
  };
  EXPECT_EQ(range_of_last("var a in (0, inf)\nvar b in [a, inf)"), "(0, inf)");
  EXPECT_EQ(range_of_last("var a in [0, inf)\nvar b in (a, inf)"), "(0, inf)");
  EXPECT_EQ(range_of_last("var a in [0, 1]\nvar b in [a, 1]"), "[0, 1]");
  EXPECT_EQ(range_of_last("var a in [0, 1]\nvar b in (-inf, a)"), "(-inf, 1)");
  EXPECT_EQ(range_of_last("var a in [0, 1]\nvar b in (-inf, 2*a)"), "(-inf, inf)");
  EXPECT_EQ(range_of_last("var a in [1/2, 5/2)\nint n in (a, inf)"), "[1, inf)");
  EXPECT_EQ(range_of_last("int m in [1, 9]\nint k in [0, m)"), "[0, 8]");
  const Instance i = instance_of("language 3\nvar a in [0, 1]\nvar b in [a, 1]\nprove b >= a");
  ASSERT_EQ(i.hypotheses.size(), 1u);
  EXPECT_EQ(i.hypotheses[0], (Relation{Rel::ge, Expr::variable("b"), Expr::variable("a")}));
  EXPECT_FALSE(i.variables[1].lo_exact);
  EXPECT_TRUE(i.variables[1].hi_exact);
}

TEST(Parser, LineEndsMarksAndContinuation) {
  const Instance expected = instance_of("var x in [0, 1]\nprove x + 1 >= 0");
  for (const char* text :
       {"var x in [0, 1]\r\nprove x + 1 >= 0\r\n", "\xEF\xBB\xBFvar x in [0, 1]\nprove x + 1 >= 0",
        "\n\n# first\nvar x in [0,\n  1] # unit\n\nprove (x\n + 1) >= 0 # done", "var\tx in [0,1]\nprove x+1>=0"}) {
    const Instance i = instance_of(text);
    EXPECT_EQ(i.conclusions, expected.conclusions) << text;
    EXPECT_EQ(i.variables[0].range, expected.variables[0].range) << text;
  }
  EXPECT_EQ(parse_statement("title \"two \\ words, f\xC3\xBCr\"\nprove 1 > 0").title, "two \\ words, f\xC3\xBCr");
}

TEST(Parser, TextIsKeptVerbatim) {
  const std::string text = "# c\r\nvar x in [0, 1]\n\nprove x >= 0\n";
  EXPECT_EQ(parse_statement(text).text, text);
}

}  // namespace
}  // namespace dpcert::verify
