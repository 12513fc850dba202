// Every message of the reader once: what is wrong, at which line and column.
#include <gtest/gtest.h>

#include "tests/language/reading.hpp"

namespace dpcert::verify {
namespace {

struct Bad {
  std::string text;
  std::size_t line, column;
  std::string message;
};
void PrintTo(const Bad& b, std::ostream* out) { *out << b.text.substr(0, 120); }

class Errors : public testing::TestWithParam<Bad> {};

TEST_P(Errors, SayWhatAndWhere) {
  const Bad& bad = GetParam();
  try {
    (void)parse_statement(bad.text);
    FAIL() << "was read without complaint";
  } catch (const SyntaxError& e) {
    EXPECT_EQ(std::pair(e.line, e.column), std::pair(bad.line, bad.column)) << e.what();
    EXPECT_NE(std::string(e.what()).find(bad.message), std::string::npos) << e.what();
  }
}

std::string many(const std::string& s, int n) {
  std::string out;
  for (int i = 0; i < n; ++i) out += s;
  return out;
}

// t0 = x, each next one `step` of the one before (whose name stands in place of t).
std::string chain(const std::string& step, int n) {
  std::string out = "var x in [0, 1]\nlet t0 = x\n";
  for (int i = 0; i < n; ++i) {
    std::string f = step;
    for (std::size_t at = f.find('t'); at != std::string::npos; at = f.find('t', at + 2))
      f.replace(at, 1, "t" + std::to_string(i));
    out += "let t" + std::to_string(i + 1) + " = " + f + "\n";
  }
  return out + "prove x >= 0\n";
}

// Declarations that come before the line in question.
const std::string v = "var x in [0, 1]\n";

INSTANTIATE_TEST_SUITE_P(
    Lexer, Errors,
    testing::Values(
        Bad{"prove 2x > 0", 1, 8, "may not follow a number"}, Bad{"prove 1 > 0 ; 2", 1, 13, "unexpected character `;`"},
        Bad{"prove \xC3\xA9 > 0", 1, 7, "outside ASCII"}, Bad{"prove 1 \u2264 2", 1, 9, "`\u2264` is written `<=`"},
        Bad{"prove 2 \u2265 1", 1, 9, "`\u2265` is written `>=`"},
        Bad{"prove 2 \u2260 1", 1, 9, "`\u2260` is written `!=`"},
        Bad{"prove 2\u00b72 > 1", 1, 8, "`\u00b7` is written `*`"},
        Bad{"prove 2 \u00d7 2 > 1", 1, 9, "`\u00d7` is written `*`"},
        Bad{"prove 2 \u2212 1 > 0", 1, 9, "`\u2212` is written `-`"},
        Bad{"var x in [0, \u221e)", 1, 14, "`\u221e` is written `inf`"},
        Bad{"var \u03bb in [0, 1]", 1, 5, "`\u03bb` is written `lambda`"},
        Bad{"var \u03b5 in [0, 1]", 1, 5, "`\u03b5` is written `epsilon`"},
        Bad{"var \u03c9 in [0, 1]", 1, 5, "`\u03c9` is written `omega`"},
        Bad{"var \u0394 in [0, 1]", 1, 5, "`\u0394` is written `Delta`"},
        Bad{"prove \u03c0 > 3", 1, 7, "`\u03c0` is written `pi`"}, Bad{"prove 2**3 > 7", 1, 8, "`**` is written `^`"},
        Bad{"prove ln(2) > 0", 1, 7, "it is written `log(x)`"},
        Bad{"language 3\nprove ln(2) > 0", 2, 7, "it is written `log(x)`"},
        Bad{"language 3\nprove gamma_p(2, 1) < 1", 2, 7, "it is written `gamma_regularized_lower(a, x)`"},
        Bad{"language 3\nprove gamma_q(2, 1) < 1", 2, 7, "it is written `1 - gamma_regularized_lower(a, x)`"},
        Bad{"language 3\nlaw P = normal(0, 1)\nprove mean(P) = 0", 3, 7, "it is written `E(x, x, P)`"},
        Bad{"language 3\nlaw P = normal(0, 1)\nprove variance(P) = 1", 3, 7,
            "it is written `E(x, x^2, P) - E(x, x, P)^2`"},
        Bad{"language 3\nprove beta(2, 3) > 0", 2, 7, "`beta_function(a, b)`"},
        Bad{"language 3\nprove e^2 > 7", 2, 7, "`exp(1)`"},
        Bad{"prove nothing_known(2) > 0", 1, 7, "no function of the language"},
        Bad{"prove 3! > 5", 1, 8, "`factorial(n)`"}, Bad{"prove |-1| > 0", 1, 7, "`abs(x)`"},
        Bad{"prove 3 % 2 > 0", 1, 9, "`mod(n, d)`"}, Bad{"prove 1 == 1", 1, 9, "`==` is written `=`"},
        Bad{"prove 1 => 0", 1, 9, "`=>` is written `>=`"}, Bad{"\n\ntitle \"open", 3, 7, "does not end on its line"},
        Bad{"prove 1 ! 0", 1, 9, "unexpected character `!`"}, Bad{"prove 1 . 0", 1, 9, "unexpected character `.`"},
        Bad{"prove 1 > 0 # a\rprove 0 > 1\n", 1, 16, "control character"},
        Bad{"title \"a\vb\"\nprove 1 > 0\n", 1, 9, "control character"},
        Bad{"prove 1 > 0 \r# a\n", 1, 13, "control character"},
        Bad{"prove 1 > 0 # a\u2028prove 0 > 1\n", 1, 16, "U+2028"},
        Bad{"prove 1 > 0 # a\u0085prove 0 > 1\n", 1, 16, "U+0085"},
        Bad{"title \"a \u202e b\"\nprove 1 > 0\n", 1, 10, "U+202E"},
        Bad{"#! inhabited x=1 \u200b\nprove 1 > 0\n", 1, 18, "U+200B"},
        Bad{"prove 1 > 0 # \xc3(\n", 1, 15, "not UTF-8"}, Bad{"prove 1 > 0 # \xed\xa0\x80\n", 1, 15, "not UTF-8"},
        Bad{many("# padding\n", 110000), 1, 1, "longer than 1 MiB"}));

INSTANTIATE_TEST_SUITE_P(
    Declarations, Errors,
    testing::Values(
        Bad{"", 1, 1, "nothing to prove"}, Bad{v, 2, 1, "nothing to prove"},
        Bad{"x > 0", 1, 1, "expected a declaration"},
        Bad{"title \"a\"\ntitle \"b\"\nprove 1 > 0", 2, 1, "second `title`"}, Bad{"title a", 1, 7, "double quotes"},
        Bad{v + "var x in [0, 1]\nprove x > 0", 2, 5, "`x` is declared twice"},
        Bad{"var exp in [0, 1]", 1, 5, "`exp` is reserved"}, Bad{"var 3 in [0, 1]", 1, 5, "expected a name, found `3`"},
        Bad{"var x [0, 1]", 1, 8, "expected a name"}, Bad{"var x of [0, 1]", 1, 7, "expected `in`, found `of`"},
        Bad{"var x in {0, 1}", 1, 10, "expected `[` or `(`, found `{`"},
        Bad{"var x in 0, 1", 1, 10, "expected `[` or `(`, found `0`"},
        Bad{"var x in [0, 1\nprove x > 0", 1, 10, "this `[` is not closed"},
        Bad{"var x in [0; 1]", 1, 12, "unexpected character"}, Bad{"var x in [0 1]", 1, 13, "expected `,`, found `1`"},
        Bad{"var x in [0, inf]", 1, 14, "must be `inf)`"}, Bad{"var x in [-inf, 0]", 1, 11, "must be `(-inf`"},
        Bad{"var x in (inf, 0)", 1, 11, "must be `(-inf`"}, Bad{"var x in (0, -inf)", 1, 14, "must be `inf)`"},
        Bad{"var x in [2, 1]", 1, 10, "the domain of `x` is empty"},
        Bad{"var x in [1, 1)", 1, 10, "the domain of `x` is empty"},
        Bad{"int n in (1, 2)", 1, 10, "the domain of `n` is empty"},
        Bad{"int n in [1/3, 2/3]", 1, 10, "the domain of `n` is empty"},
        Bad{"var x in [0, log(0)]", 1, 14, "undefined or not finite"},
        Bad{"var x in [0, 1/0]", 1, 14, "undefined or not finite"},
        Bad{v + "var y in [0, x]", 2, 14,
            "a bound must be a constant expression; one with variables needs `language 3`"},
        Bad{"language 3\nvar y in [0, y]\nprove y > 0", 2, 14, "`y` is not declared"},
        Bad{"language 3\nvar y in [0, x]\nvar x in [0, 1]\nprove y > 0", 2, 14, "`x` is not declared"},
        Bad{"fun g(1)\nvar y in [0, g(1)]", 2, 14, "a bound must be a constant"},
        Bad{v + "prove x > 0 1", 2, 13, "expected the end of the line"},
        Bad{"let a = 1\nlet a = 2\nprove a > 0", 2, 5, "`a` is declared twice"},
        Bad{"var p[k] in [0, 1]\nprove 1 > 0", 1, 19, "needs `for k in a..b`"},
        Bad{"var p[k] in [0, 1] for j in 1..2\nprove 1 > 0", 1, 5, "the index after `for` must be `k`"},
        Bad{"fun g(0)\nprove 1 > 0", 1, 7, "from 1 to 16"}, Bad{"fun g(17)\nprove 1 > 0", 1, 7, "from 1 to 16"}));

INSTANTIATE_TEST_SUITE_P(
    Dimensions, Errors,
    testing::Values(Bad{"dim d in [2, 3]\ndim e in [2, 3]\nprove 1 > 0", 2, 5, "at most one `dim`"},
                    Bad{"dim d in [0, 3]\nprove 1 > 0", 1, 11, "at least 1"},
                    Bad{"dim d in [4, 3]\nprove 1 > 0", 1, 11, "range of the dimension is empty"},
                    Bad{"dim d in [5000, inf)\nprove 1 > 0", 1, 11, "not a possible dimension"},
                    Bad{v + "dim d in [x, 3]\nprove 1 > 0", 2, 11,
                        "the least dimension must be an integer that is known here"},
                    Bad{"dim d in [1/2, 3]\nprove 1 > 0", 1, 11, "must be an integer that is known here"},
                    Bad{"language 4\nprove 1 > 0", 1, 10, "`language` is followed by 3"},
                    Bad{"language\nprove 1 > 0", 1, 9, "`language` is followed by 3"},
                    Bad{"prove 1 > 0\nlanguage 3", 2, 1, "must be the first declaration"},
                    Bad{"language 3\nlanguage 3\nprove 1 > 0", 2, 1, "must be the first declaration"}));

INSTANTIATE_TEST_SUITE_P(
    Expressions, Errors,
    testing::Values(Bad{"prove", 1, 6, "expected an expression, found end of line"},
                    Bad{"prove 1 +", 1, 10, "expected an expression"},
                    Bad{"prove (1 > 0)", 1, 10, "expected `)`, found `>`"},
                    Bad{"prove (1 > 0", 1, 7, "this `(` is not closed"},
                    Bad{v + "prove exp(x + (2*x)\nprove x > 0\n", 2, 10, "this `(` is not closed"},
                    Bad{"var x in [0, 1 prove x > 0]", 1, 16, "expected `]` or `)`"},
                    Bad{v + "prove sin(x) > 0", 2, 7, "`sin` is not declared, and no function of the language"},
                    Bad{"prove 1 + 1", 1, 12, "expected a relation"},
                    Bad{"prove 1 > > 0", 1, 11, "expected an expression, found `>`"},
                    Bad{"prove q > 0", 1, 7, "`q` is not declared"}, Bad{"prove inf > 0", 1, 7, "only as an open end"},
                    Bad{"prove var > 0", 1, 7, "`var` is not an expression"},
                    Bad{"prove 1e9999 > 0", 1, 7, "too many digits or too large an exponent"},
                    Bad{"prove " + many("9", 5000) + " > 0", 1, 7, "too many digits or too large an exponent"},
                    Bad{"prove " + many("(", 500) + "1" + many(")", 500) + " > 0", 1, 107, "nested too deeply"},
                    Bad{"prove " + many("1+", 12000) + "1 > 0", 1, 24009, "more than 11000 operations"},
                    Bad{chain("exp(-t)", 300), 252, 22, "more than 500 operations inside each other"},
                    Bad{chain("t*t", 40), 19, 18, "a sum or product of more than 100000 parts"},
                    Bad{"prove " + many("-", 5000) + "1 > 0", 1, 406, "nested too deeply"},
                    Bad{v + "prove exp(x, x) > 0", 2, 7, "takes 1 argument(s), not 2"},
                    Bad{v + "prove min(x) > 0", 2, 7, "two or more"},
                    Bad{v + "prove xlogy(x) > 0", 2, 7, "takes 2 argument(s), not 1"},
                    Bad{v + "prove polygamma(x, 1) > 0", 2, 17, "the order of polygamma must be an integer"},
                    Bad{v + "prove polygamma(-1, x) > 0", 2, 17, "literal integer from 0 to 1000"},
                    Bad{"prove exp 1 > 0", 1, 11, "expected `(`, found `1`"},
                    Bad{"fun g(2)\nprove g(1) > 0", 2, 7, "`g` takes 2 argument(s)"},
                    Bad{"fun g(1)\nprove g'(1)(1) > 0", 2, 8, "expected `(`"}, Bad{"prove +1 > 0", 1, 7, "found `+`"},
                    Bad{"prove 2^+1 > 0", 1, 9, "found `+`"},
                    Bad{"int n in [1, 2]\nprove diff(n, n) > 0", 2, 15, "real variables"},
                    Bad{"int n in [1, 2]\nprove at(n, n, 1) > 0", 2, 13, "a real variable"},
                    Bad{"assume forall y in [0, 1]: y >= 0\nvar y in [0, 1]\nprove y >= 0", 2, 5, "declared twice"},
                    Bad{"let f(u) = u\nprove f(1, 2) > 0", 2, 7, "`f` takes 1 argument(s)"},
                    Bad{v + "prove diff(x) > 0", 2, 13, "one or more variables"},
                    Bad{v + "prove diff(x, 2*x) > 0", 2, 15, "in variables only"},
                    Bad{v + "prove at(x, 2, 3) > 0", 2, 13, "must be a variable"},
                    Bad{v + "prove sum(k, 1, x, k) > 0", 2, 17, "the upper end of a sum must be an integer"},
                    Bad{v + "prove sum(k, x, 1, k) > 0", 2, 14, "the lower end of a sum must be an integer"},
                    Bad{"prove sum(k, 1, 200000, k) > 0", 1, 26, "more than 100000"}));

INSTANTIATE_TEST_SUITE_P(
    Indices, Errors,
    testing::Values(Bad{"var p[k] in [0, 1] for k in 1..2\nprove p > 0", 2, 7, "`p` needs an index"},
                    Bad{"var p[k] in [0, 1] for k in 1..2\nprove p[3] > 0", 2, 9, "p[3] is not declared"},
                    Bad{"var p[k] in [0, 1] for k in 1..2\nprove p[1/2] > 0", 2, 9, "an index must be an integer"},
                    Bad{"prove for i in 1..2 1 > 0", 1, 26, "expected `:`"},
                    Bad{"prove for i in 1..2 where i: 1 > 0", 1, 28, "a comparison of indices"},
                    Bad{v + "assume forall x in [0, 1]: x > 0\nprove x > 0", 2, 17, "`x` is declared twice"},
                    Bad{v + "assume forall y in (0, 1]: x > y\nprove x > 0", 2, 20, "closed ends: [a, b]"},
                    Bad{v + "assume forall y in [0, 1): x > y\nprove x > 0", 2, 25, "closed ends: [a, b]"},
                    Bad{v + "assume forall y in [0, inf]: x > y\nprove x > 0", 2, 24, "`inf` is allowed only"}));

TEST(Errors, PrettyPointsAtTheColumn) {
  try {
    (void)parse_statement("var x in [0, 1]\nprove x > q");
    FAIL();
  } catch (const SyntaxError& e) {
    EXPECT_EQ(e.pretty("a.claim"), "a.claim:2:11: `q` is not declared\n  prove x > q\n            ^");
  }
}

// A terminal must show the line as it is read: with a mark of direction in it, it would show another one.
TEST(Errors, PrettyNamesWhatIsNotSeen) {
  const auto pretty = [](const std::string& text) {
    try {
      (void)parse_statement(text);
    } catch (const SyntaxError& e) {
      return e.pretty("a.claim");
    }
    return std::string();
  };
  EXPECT_EQ(pretty("var x in [0, 1]\nprove x >= \u202e0"),
            "a.claim:2:12: unexpected character outside ASCII\n  prove x >= <U+202E>0\n             ^");
  EXPECT_EQ(pretty("prove 1 > 0 # \u03b5 \u200b\u2066 \xc3(").substr(std::string("a.claim:1:18: ").size()),
            "unexpected character U+200B, which is not seen as it is\n"
            "  prove 1 > 0 # \u03b5 <U+200B><U+2066> <0xC3>(\n                  ^");
  // The caret stands below what it means, behind a character with a name of eight.
  EXPECT_EQ(SyntaxError(1, 5, "here", "a\u202eb\tc").pretty("f"), "f:1:5: here\n  a<U+202E>b c\n           ^");
  // Nothing is cut in two at the ends of a long line's window.
  const std::string end = "\u202e";
  for (int shift = 0; shift < 3; ++shift) {
    std::string line = std::string(static_cast<std::size_t>(shift), ' ') + "# ";
    for (int i = 0; i < 200; ++i) line += "\u03b5\u2264";
    const std::string shown = pretty(line + end + line + "\nprove 1 > 0");
    EXPECT_NE(shown.find("<U+202E>"), std::string::npos);
    EXPECT_EQ(shown.find("<0x"), std::string::npos) << shown;
    EXPECT_EQ(shown.find(end), std::string::npos);
  }
}

TEST(Errors, ExpressionsAndRelationsOfCertificates) {
  EXPECT_THROW((void)read("x +"), SyntaxError);
  EXPECT_THROW((void)read("x y"), SyntaxError);
  EXPECT_THROW((void)read(""), SyntaxError);
  EXPECT_THROW((void)parse_relation("x < y < z", names()), SyntaxError);
  EXPECT_EQ(parse_relation("x < y", names()), (Relation{Rel::gt, Expr::variable("y"), Expr::variable("x")}));
}

// A macro's body is one expression, checked where it is used; local names of the same kind do not nest.
TEST(Errors, MacrosAndLocalNames) {
  for (const char* text :
       {"let g(v) = v + u\nlet f(u) = g(u)\nprove f(1) > 0",  // u is not declared where g is
        "let f(u) = u + k\nprove sum(k, 1, 2, f(1)) > 0",     // nor k where f is
        "let f(u) = )\nprove f(1) > 0", "let f(u) = u u\nprove f(1) > 0", "let f(u) = f(u)\nprove f(1) > 0",
        "let f(u, u) = u\nprove f(1, 2) > 0", "prove sum(i, 1, 2, sum(i, 1, 2, i)) > 0",
        "prove for i in 1..2, i in 1..2: i > 0", "let f(u) = sum(u, 1, 2, u)\nprove f(1) > 0"}) {
    EXPECT_THROW((void)parse_statement(text), SyntaxError) << text;
  }
}

class Hints : public testing::TestWithParam<Bad> {};

// What people type: the message ends with what was meant.
TEST_P(Hints, SayWhatWasMeant) {
  const Bad& bad = GetParam();
  try {
    (void)parse_typed_statement(bad.text);
    FAIL() << "was read without complaint";
  } catch (const SyntaxError& e) {
    EXPECT_EQ(std::pair(e.line, e.column), std::pair(bad.line, bad.column)) << e.what();
    EXPECT_NE(std::string(e.what()).find("; " + bad.message), std::string::npos) << e.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Domains, Hints,
                         testing::Values(Bad{"var x in R\nprove x^2 >= 0", 1, 10, "a variable has an interval"},
                                         Bad{"var x: real\nprove x^2 >= 0", 1, 6, "a variable has an interval"},
                                         Bad{"var x > 0\nprove x > 0", 1, 7, "a variable has an interval"},
                                         Bad{"var 0 < x < 1\nprove x < 1", 1, 5, "a variable has an interval"},
                                         Bad{"var x, y in [0, 1]\nprove x*y <= 1", 1, 6, "one variable a line"},
                                         Bad{"var x in {0, 1}\nprove x^2 = x", 1, 10,
                                             "of integers write `int x in [0, 1]`"},
                                         Bad{"var x in [0, infinity)\nprove x >= 0", 1, 14, "it is written `inf`"},
                                         Bad{"var x in [0, oo)\nprove x >= 0", 1, 14, "it is written `inf`"},
                                         Bad{v + "prove exists y: y > x", 2, 15, "a bound name has an interval"},
                                         Bad{"prove x^2 >= 0", 1, 7,
                                             "each variable is declared in front of its use: `var x in (-inf, inf)`"},
                                         Bad{"var x in [0, 1] with x < 1\nprove x < 1", 1, 17,
                                             "what is assumed stands in lines of `assume`"}));

INSTANTIATE_TEST_SUITE_P(Signs, Hints,
                         testing::Values(Bad{v + "prove x^2 <= 1 <=> x <= 1", 2, 18, "`<=>` is two claims"},
                                         Bad{v + "prove x <= 1 -> x^2 <= 1", 2, 15, "`->` is written `implies`"},
                                         Bad{v + "prove x <> 2", 2, 10, "`<>` is written `!=`"},
                                         Bad{v + "prove 2*[x + 1] >= 2", 2, 9, "brackets in expressions are round"},
                                         Bad{v + "prove x^{2} <= 1", 2, 9, "an exponent of several parts"},
                                         Bad{v + "prove \\frac{1}{x} >= 1", 2, 7, "TeX is not read"},
                                         Bad{v + "prove X ~ normal(0, 1)", 2, 9, "a law is declared"},
                                         Bad{v + "prove x <= 1;", 2, 13, "each declaration has a line of its own"},
                                         Bad{v + "prove x <= 1,5", 2, 13, "a number has a point"},
                                         Bad{"int n in [1, inf)\nprove 1 + 2 + ... + n >= n", 2, 17,
                                             "`1 + 2 + ... + n` is written `sum(k, 1, n, k)`"},
                                         Bad{v + "prove (x + 1)(x - 1) <= 0", 2, 14, "a product is written with `*`"},
                                         Bad{v + "prove x(x - 1) <= 0", 2, 7, "a product is written with `*`"}));

INSTANTIATE_TEST_SUITE_P(
    Words, Hints,
    testing::Values(Bad{"int n in [1, inf)\nprove sum_{k=1}^n k >= n", 2, 11, "a sum is written `sum(k, 1, n, k^2)`"},
                    Bad{"int n in [1, inf)\nprove sum(k^2, k, 1, n) >= 1", 2, 12, "a sum is written"},
                    Bad{"law P = normal(0, 1)\nprove E[X] = 0", 2, 7, "an expectation is written `E(x, x^2, P)`"},
                    Bad{"law P = normal(0, 1)\nprove P(X >= 0) = 1/2", 2, 11, "a probability is written `prob("},
                    Bad{"prove inf(x, 0, 1, x^2) = 0", 1, 7, "the infimum is written `inf(x in [0, 1], x^2)`"},
                    Bad{"prove lim(n, inf, 1/n) = 0", 1, 14, "a limit is said by its definition"},
                    Bad{"prove int(x, 0, 1, x^2) = 1/3", 1, 7, "an integral is written"},
                    Bad{v + "prove f'(x) >= 0", 2, 8, "a derivative is written `diff(f(x), x)`"},
                    Bad{v + "prove log x <= x", 2, 11, "an argument stands in brackets"},
                    Bad{v + "prove sin^2(x) <= 1", 2, 12, "a power of a value"},
                    Bad{v + "prove log(x, 2) <= 1", 2, 7, "to another base"},
                    Bad{v + "prove max(x) <= 1", 2, 7, "over an interval it is written `sup("},
                    Bad{v + "prove if x > 0 then x else -x >= 0", 2, 10, "cases are written `piece("},
                    Bad{v + "prove Exp(x) >= 1", 2, 7, "it is written `exp`"},
                    Bad{v + "prove sin(PI*x) >= 0", 2, 11, "it is written `pi`"}));

INSTANTIATE_TEST_SUITE_P(Lines, Hints,
                         testing::Values(Bad{v + "x^2 <= x", 2, 1, "a claim is written `prove x^2 >= 0`"},
                                         Bad{v + "assert x <= 1", 2, 1, "it is written `prove`"},
                                         Bad{v + "suppose x < 1", 2, 1, "it is written `assume`"},
                                         Bad{v + "y = x^2\nprove y <= 1", 2, 1, "an abbreviation is written `let"},
                                         Bad{"def f(t) = t^2\nprove f(1) <= 1", 1, 1, "it is written `let`"},
                                         Bad{"Var x in [0, 1]\nprove x <= 1", 1, 1, "it is written `var`"},
                                         Bad{"real x in [0, 1]\nprove x <= 1", 1, 1,
                                             "it is written `var x in (-inf, inf)`"}));

}  // namespace
}  // namespace dpcert::verify
