// Sums and products over ranges, sequences and integer quantifiers: what is read, printed, put in and refused. What is
// expected is docs/language-3.md, worked out by hand.
#include <gtest/gtest.h>

#include "dpcert/language/enclose.hpp"
#include "tests/language/reading.hpp"

namespace dpcert::verify {
namespace {

const Expr k = Expr::variable("k"), n = Expr::variable("n"), x = Expr::variable("x");
Expr sum(const Expr& index, const Expr& a, const Expr& b, const Expr& body) {
  return Expr::repeated(Op::sum, index, a, b, body);
}

Instance names3() {
  Instance i = names();
  i.language = 3;
  i.variables.push_back({"m", true, {}});
  i.sequences = {{"s", 1, {}}, {"t", 2, {}}};
  return i;
}
Expr read3(std::string_view text) { return parse_expression(text, names3()); }

TEST(SumsOverRanges, NamesOfIndicesHaveNoMeaning) {
  EXPECT_EQ(read3("sum(i, 1, n, s(i))"), read3("sum(j, 1, n, s(j))"));
  EXPECT_EQ(read3("sum(i, 1, n, sum(j, 1, i, t(i, j)))"), read3("sum(j, 1, n, sum(i, 1, j, t(j, i)))"));
  EXPECT_NE(read3("sum(i, 1, n, sum(j, 1, n, t(i, j)))"), read3("sum(i, 1, n, sum(j, 1, n, t(j, i)))"));
  EXPECT_NE(read3("sum(i, 1, n, s(i))"), read3("prod(i, 1, n, s(i))"));
  EXPECT_EQ(read3("sum(i, 1, n, s(i) + sum(j, 1, n, s(j)))").node().binders, 2U);
}

TEST(SumsOverRanges, LiteralEndsAreWrittenOut) {
  EXPECT_EQ(read3("sum(i, 1, 3, s(i))"), read3("s(1) + s(2) + s(3)"));
  EXPECT_EQ(read3("prod(i, 2, 1, s(i))"), Expr(1));
  EXPECT_EQ(read3("sum(i, 1, 2, sum(j, i, n, s(j)))"), read3("sum(j, 1, n, s(j)) + sum(j, 2, n, s(j))"));
}

TEST(SumsOverRanges, ArePrintedAsTheyAreRead) {
  for (const char* text :
       {"sum(k, 1, n, s(k))", "prod(k, m, n + 1, 1 + x*s(k - 1))^2", "x*sum(k, 0, n, x^k)",
        "sum(k, 1, n, sum(j, 1, k, t(k, j)))", "sum(k, 1, n, sum(j, 1, k, sum(i, j, k, t(i, j)*x^k)))", "s(floor(x))",
        "t(n, -m)", "-sum(k, 1, n, -s(k))"}) {
    const Expr e = read3(text);
    EXPECT_EQ(to_text(e), text);
    EXPECT_EQ(read3(to_text(e)), e);
  }
  Instance with_k = names3();  // names that the expression has are not given to an index
  with_k.variables.push_back({"k", true, {}});
  const Expr e = parse_expression("sum(i, 1, k, k*s(i))", with_k);
  EXPECT_EQ(to_text(e), "sum(j, 1, k, k*s(j))");
  EXPECT_EQ(parse_expression(to_text(e), with_k), e);
  EXPECT_EQ(to_latex(read3("sum(i, 1, n, s(i))")), "\\sum_{k=1}^{n} s_{k}");
}

TEST(SumsOverRanges, ValuesArePutInWithoutCapture) {
  const Expr e = read3("sum(k, 1, n, s(k) + m)");
  const Expr index_like = Expr::variable("k");
  EXPECT_EQ(to_text(substitute(e, {{Expr::variable("m"), index_like}})), "sum(j, 1, n, s(j) + k)");
  // A sum put into the body of a sum, which makes the outer one higher.
  const Expr inner = read3("sum(k, 1, m, s(k))");
  const Expr both = substitute(read3("sum(k, 1, n, x*s(k))"), {{x, inner}});
  EXPECT_EQ(both, read3("sum(i, 1, n, sum(j, 1, m, s(j))*s(i))"));
  // Into the innermost of two, where outer and inner index stand side by side.
  const Expr two = substitute(read3("sum(k, 1, n, sum(j, 1, k, t(k, j)*x))"), {{x, inner}});
  EXPECT_EQ(two, read3("sum(k, 1, n, sum(j, 1, k, t(k, j)*sum(i, 1, m, s(i))))"));
  // And out of it again, which makes it lower.
  EXPECT_EQ(replaced(two, inner, x), read3("sum(k, 1, n, sum(j, 1, k, t(k, j)*x))"));
  EXPECT_EQ(body_at(read3("sum(k, 1, n, sum(j, 1, k, t(k, j)))"), Expr(3)),
            sum(Expr::variable("j"), 1, 3, Expr::sequence("t", {3, Expr::variable("j")})));
  EXPECT_FALSE(depends_on(read3("sum(k, 1, n, s(k))"), k));
  EXPECT_EQ(variables_of(read3("sum(k, 1, n, x*s(k))")), (std::vector<std::string>{"n", "x"}));
}

TEST(SumsOverRanges, DerivativesGoThroughBodies) {
  EXPECT_EQ(derivative(read3("sum(k, 1, n, x*s(k))"), x), read3("sum(k, 1, n, s(k))"));
  EXPECT_EQ(derivative(read3("sum(k, 1, n, s(k))"), x), Expr(0));
  EXPECT_EQ(derivative(read3("sum(k, 1, n, sum(j, 1, k, x*t(k, j)))"), x),
            read3("sum(k, 1, n, sum(j, 1, k, t(k, j)))"));
  for (const char* text : {"prod(k, 1, n, x)", "s(floor(x))", "sum(k, 1, floor(x), k)"}) {
    EXPECT_THROW((void)derivative(read3(text), x), Error) << text;
    EXPECT_FALSE(is_smooth_in(read3(text), x)) << text;
  }
}

TEST(SumsOverRanges, HaveValuesAtPoints) {
  const auto at = [](const char* text) { return enclose(read3(text), {{"n", 4}, {"x", Rational(1, 2)}}, 64); };
  EXPECT_TRUE(at("sum(k, 1, n, k^2)").contains(Rational(30)));
  EXPECT_TRUE(at("prod(k, 1, n, k)").contains(Rational(24)));
  EXPECT_TRUE(at("sum(k, 0, n, x^k)").contains(Rational(31, 16)));
  EXPECT_TRUE(at("sum(k, 1, n, sum(j, k, n, j))").contains(Rational(30)));
  EXPECT_TRUE(at("sum(k, n, 1, 1/k)").contains(Rational(0)));
  EXPECT_FALSE(at("s(n)").is_finite());
  EXPECT_FALSE(enclose(read3("sum(k, 1, n, k)"), {{"n", Rational(1000000)}}, 64).is_finite());
}

TEST(Sequences, AreDeclared) {
  const Instance i = instance_of(
      "language 3\nint n in [0, inf)\nvar a in (0, 1)\nseq y(k)\nseq w(i, j)\n"
      "seq x(k): x(0) = a, x(k + 1) = a*x(k) + y(k)\nseq f(k): f(1) = 1, f(2) = 1, f(k + 2) = f(k + 1) + f(k)\n"
      "assume forall int k in [1, n]: 0 <= y(k) <= w(k, k + 1)\nassume forall int k in [2*n, inf): y(k) = 0\n"
      "prove x(n) >= 0\n");
  EXPECT_EQ(i.language, 3);
  ASSERT_EQ(i.sequences.size(), 4U);
  EXPECT_EQ(i.sequences[1].arity, 2);
  ASSERT_TRUE(i.sequences[2].recursion && i.sequences[3].recursion);
  EXPECT_EQ(i.sequences[2].recursion->start, Rational(0));
  EXPECT_EQ(i.sequences[3].recursion->first.size(), 2U);
  EXPECT_EQ(i.sequences[3].recursion->start, Rational(1));
  ASSERT_EQ(i.forall_hypotheses.size(), 3U);
  EXPECT_TRUE(i.forall_hypotheses[0].integer && !i.forall_hypotheses[0].unbounded);
  EXPECT_TRUE(i.forall_hypotheses[2].integer && i.forall_hypotheses[2].unbounded);
  EXPECT_EQ(to_text(i.conclusions[0]), "x(n) >= 0");
}

TEST(Sequences, HypothesesOverIntegersStandInOneAnother) {
  const Instance i = instance_of(
      "language 3\nint n in [0, inf)\nseq x(k)\n"
      "assume forall int a in [1, n]: forall int b in [a, inf): forall int c in [b, a + b]: x(c) >= x(a) >= 0\n"
      "prove x(n) >= 0\n");
  ASSERT_EQ(i.forall_hypotheses.size(), 2U);  // one for each relation of the chain
  const ForallHypothesis& h = i.forall_hypotheses[0];
  EXPECT_TRUE(h.integer && !h.unbounded);
  EXPECT_EQ(h.bound, "a");
  ASSERT_EQ(h.inner.size(), 2U);
  EXPECT_TRUE(h.inner[0].unbounded && !h.inner[1].unbounded);
  EXPECT_EQ(quantifiers_of(i), 6U);
  // At a value of the outermost, ends and relation speak of it; what is bound inside stays.
  const ForallHypothesis at = at_value(h, Expr(3));
  EXPECT_EQ(at.bound, "b");
  EXPECT_EQ(to_text(at.lo), "3");
  EXPECT_TRUE(at.unbounded);
  ASSERT_EQ(at.inner.size(), 1U);
  EXPECT_EQ(to_text(at.inner[0].hi), "3 + b");
  EXPECT_EQ(to_text(at.relation), "x(c) >= x(3)");
}

struct Wrong {
  const char* text;
  std::size_t line, column;
  const char* message;
};
void PrintTo(const Wrong& w, std::ostream* out) { *out << w.text; }
class SumErrors : public testing::TestWithParam<Wrong> {};

TEST_P(SumErrors, SayWhatAndWhere) {
  const Wrong& bad = GetParam();
  try {
    (void)parse_statement(bad.text);
    FAIL() << bad.text << "\nwas read without complaint";
  } catch (const SyntaxError& e) {
    EXPECT_EQ(std::pair(e.line, e.column), std::pair(bad.line, bad.column)) << bad.text << "\n" << e.what();
    EXPECT_NE(std::string(e.what()).find(bad.message), std::string::npos) << e.what();
  }
}

// Each line has two laws of the line before it: 2^(n + 1) - 1 laws in all, at the n-th mixture.
std::string doubled_law(int lines) {
  std::string s = "language 3\nlaw m0 = normal(0, 1)\n";
  for (int i = 1; i <= lines; ++i) {
    const std::string before = "m" + std::to_string(i - 1);
    s += "law m" + std::to_string(i) + " = mixture(1/2: " + before + ", 1/2: " + before + ")\n";
  }
  return s + "prove 1 > 0";
}
TEST(Laws, OfAsManyPartsAsTheyMayHave) {
  EXPECT_NO_THROW((void)parse_statement(doubled_law(7)));
  for (const int lines : {8, 60}) {
    try {
      (void)parse_statement(doubled_law(lines));
      FAIL() << lines;
    } catch (const SyntaxError& e) {
      EXPECT_EQ(std::pair(e.line, e.column), (std::pair<std::size_t, std::size_t>(10, 10)));
      EXPECT_NE(std::string(e.what()).find("more than 256 laws"), std::string::npos) << e.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ranges, SumErrors,
    testing::Values(
        Wrong{"int n in [1, 9]\nprove sum(k, 1, n, k) > 0", 2, 17, "needs `language 3`"},
        Wrong{"seq x(k)\nprove 1 > 0", 1, 1, "expected a declaration"},
        Wrong{"assume forall int k in [1, 2]: k > 0\nprove 1 > 0", 1, 15, "`int` is reserved"},
        Wrong{"language 3\nvar x in [0, 1]\nprove sum(k, 1, x, k) > 0", 3, 17, "the upper end of a sum is integer"},
        Wrong{"language 3\nint n in [0, 1]\nprove prod(k, n/2, 3, k) > 0", 3, 15,
              "the lower end of a product is integer"},
        Wrong{"language 3\nint n in [0, 1]\nprove sum(k, 1, n, sum(k, 1, n, k)) > 0", 3, 24, "`k` is declared twice"},
        Wrong{"language 3\nseq x(k)\nvar a in [0, 1]\nprove x(a) > 0", 4, 9,
              "an argument of the sequence `x` is integer"},
        Wrong{"language 3\nseq x(k)\nprove x(1, 2) > 0", 3, 7, "`x` takes 1 argument(s)"},
        Wrong{"language 3\nseq x(k)\nprove x > 0", 3, 9, "expected `(`"},
        Wrong{"language 3\nseq x(k, k)\nprove x(1, 1) > 0", 2, 10, "`k` is declared twice"},
        Wrong{"language 3\nseq x(a, b, c, d, e)\nprove 1 > 0", 2, 19, "at most 4 indices"},
        Wrong{"language 3\nseq x(k)\nvar x in [0, 1]\nprove 1 > 0", 3, 5, "`x` is declared twice"},
        Wrong{"language 3\nseq x(k)\nvar a in [0, 1]\nprove diff(x(floor(a)), a) > 0", 4, 12, "sequence"},
        Wrong{"language 3\nint n in [0, 9]\nvar a in [0, 1]\nprove diff(prod(k, 1, n, a), a) > 0", 4, 12,
              "a product over a range"},
        Wrong{"language 3\nvar a in [0, 1]\nseq x(k): x(0) = a, x(k + 1) = x(k)\nprove diff(x(3), a) > 0", 4, 12,
              "the recursion of the sequence `x` contains it"},
        Wrong{"language 3\nvar a in [0, 1]\nseq x(k): x(0) = a, x(k + 1) = x(k)\n"
              "seq y(k): y(0) = 1, y(k + 1) = x(k)\nprove at(y(3), a, 1) > 0",
              5, 10, "the recursion of the sequence `y` contains it"},
        Wrong{"language 3\nvar a in [0, 1]\nseq x(k): x(0) = 1, x(k + 1) = a + diff(a*x(k), a)\nprove 1 > 0", 3, 41,
              "in the recursion of `x`"},
        Wrong{"language 3\nvar a in [0, 1]\nseq x(k): x(0) = 1, x(k + 1) = at(a*x(k), a, 2)\nprove 1 > 0", 3, 35,
              "in the recursion of `x`"},
        Wrong{"language 3\nseq x(k): x(0) = 1, x(k + 1) = x(k - 1)\nprove 1 > 0", 2, 32, "nothing else of `x`"},
        Wrong{"language 3\nseq x(k): x(0) = 1, x(k + 1) = x(k + 1)\nprove 1 > 0", 2, 32, "nothing else of `x`"},
        Wrong{"language 3\nseq x(k): x(0) = 1, x(k + 2) = x(k)\nprove 1 > 0", 2, 23, "what x(k + 1) is"},
        Wrong{"language 3\nseq x(k): x(0) = 1\nprove 1 > 0", 2, 5, "one or two first values"},
        Wrong{"language 3\nseq x(k): x(0) = 1, x(2) = 1, x(k + 2) = x(k)\nprove 1 > 0", 2, 23, "consecutive"},
        Wrong{"language 3\nseq x(k): x(0) = x(1), x(k + 1) = x(k)\nprove 1 > 0", 2, 18, "`x` is not declared"},
        Wrong{"language 3\nseq x(k): x(0) >= 1, x(k + 1) = x(k)\nprove 1 > 0", 2, 11,
              "expected an equation `x(...) = ...`"},
        Wrong{"language 3\nseq x(i, j): x(0) = 1, x(i + 1) = 1\nprove 1 > 0", 2, 10, "a recursion has one index"},
        Wrong{"language 3\nvar a in [0, 1]\nassume forall int k in [a, 3]: k > 0\nprove 1 > 0", 3, 25,
              "the lower end of a `forall int` is integer"},
        Wrong{"language 3\nassume forall int k in [1, inf]: k > 0\nprove 1 > 0", 2, 31, "is `inf)`"},
        Wrong{"language 3\nint n in [1, 9]\nassume forall int n in [1, 2]: n > 0\nprove 1 > 0", 3, 21,
              "declared twice"},
        Wrong{"language 3\nseq x(i)\nassume forall int i in [1, 2]: forall int i in [1, 9]: x(i) > 0\nprove 1 > 0", 3,
              43, "declared twice"},
        Wrong{"language 3\nseq x(i)\nassume forall int i in [1, 2]: forall int j in [1, i/2]: x(i) > 0\nprove 1 > 0", 3,
              52, "the upper end of a `forall int` is integer"}));

}  // namespace
}  // namespace dpcert::verify
