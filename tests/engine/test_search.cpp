// Counterexamples, points that satisfy the hypotheses, and undefined points. Everything that is found is verified here
// again, without the search's own machinery.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "dpcert/language/enclose.hpp"
#include "verify/engine/points/interpret.hpp"
#include "verify/engine/points/sample.hpp"
#include "verify/engine/points/search.hpp"

namespace dpcert::verify {
namespace {

std::string read(const std::string& path) {
  std::ifstream in(std::string(DPCERT_SOURCE_DIR) + "/" + path);
  EXPECT_TRUE(in) << path;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

SearchOptions options(std::size_t evaluations = 2000) {
  SearchOptions o;
  o.evaluations = evaluations;
  return o;
}

Instance with_functions_replaced(const Instance& statement, const Interpretation& with) {
  std::vector<Definition> definitions;
  for (const auto& text : with) {
    auto d = read_definition(text, statement);
    EXPECT_TRUE(d) << text;
    if (d) definitions.push_back(*d);
  }
  return interpreted(statement, definitions);
}

Expr at(const Expr& e, const Point& p) {
  ExprMap<Expr> values;
  for (const auto& [name, q] : p) values.emplace(Expr::variable(name), Expr(q));
  return substitute(e, values);
}

// Certain truth by Balls; equations and touching inequalities only if both sides are rational.
bool certainly_holds(const Relation& r, const Point& p) {
  const auto a = rational_value(at(r.lhs, p));
  const auto b = rational_value(at(r.rhs, p));
  if (a && b) return r.rel == Rel::ge ? *a >= *b : r.rel == Rel::gt ? *a > *b : *a == *b;
  const Ball x = enclose(r.lhs, p, 1024);
  const Ball y = enclose(r.rhs, p, 1024);
  return r.rel == Rel::ge ? certainly_greater_equal(x, y) : r.rel == Rel::gt && certainly_greater(x, y);
}

bool in_domain(const Instance& s, const Point& p) {
  for (const auto& v : s.variables) {
    const auto value = p.find(v.name);
    if (value == p.end() || !v.range.contains(value->second)) return false;
    if (v.integer && !value->second.is_integer()) return false;
  }
  return p.size() == s.variables.size();
}

void verify_counterexample(const Instance& statement, const Counterexample& c) {
  ASSERT_TRUE(in_domain(statement, c.point));
  const Instance s = with_functions_replaced(statement, c.with);
  for (const auto& h : s.hypotheses) EXPECT_TRUE(certainly_holds(h, c.point)) << to_text(h);
  for (const auto& f : s.forall_hypotheses) {  // a sample is enough here: the checker proves it
    for (int k = 0; k <= 64; ++k) {
      Point p = c.point;
      const Expr y = f.lo + (f.hi - f.lo) * Expr(Rational(k, 64));
      p.emplace(f.bound, rational_value(at(y, c.point)).value());
      EXPECT_TRUE(certainly_holds(f.relation, p)) << to_text(f.relation);
    }
  }
  ASSERT_LT(c.conclusion, s.conclusions.size());
  const Relation& r = s.conclusions[c.conclusion];
  const Ball x = enclose(r.lhs, c.point, c.bits);
  const Ball y = enclose(r.rhs, c.point, c.bits);
  if (c.by_equality) {
    EXPECT_EQ(r.rel, Rel::gt);
    EXPECT_TRUE(x.overlaps(y));
  } else if (r.rel == Rel::eq) {
    EXPECT_TRUE(certainly_less(x, y) || certainly_less(y, x));
  } else {
    EXPECT_TRUE(certainly_less(x, y));
  }
  EXPECT_TRUE(c.lhs.overlaps(x));
  EXPECT_TRUE(c.rhs.overlaps(y));
}

std::int64_t bits_of(const Point& p) {
  std::int64_t n = 0;
  for (const auto& [name, q] : p) n += q.bits();
  return n;
}

Counterexample refuted(const std::string& text, const SearchOptions& o = options()) {
  const Instance s = parse_statement(text).instance();
  const SearchResult r = search_points(s, o);
  EXPECT_TRUE(r.counterexample) << text;
  if (!r.counterexample) return {};
  verify_counterexample(s, *r.counterexample);
  EXPECT_TRUE(r.inhabited);
  return *r.counterexample;
}

SearchResult not_refuted(const std::string& text, std::size_t evaluations = 2000) {
  const Instance s = parse_statement(text).instance();
  SearchResult r = search_points(s, options(evaluations));
  EXPECT_FALSE(r.counterexample) << text;
  EXPECT_TRUE(r.inhabited) << text;
  if (r.inhabited) {
    EXPECT_TRUE(in_domain(s, *r.inhabited));
    const Instance t = with_functions_replaced(s, r.inhabited_with);
    for (const auto& h : t.hypotheses) EXPECT_TRUE(certainly_holds(h, *r.inhabited)) << to_text(h);
  }
  return r;
}

TEST(Search, FalseExamples) {
  EXPECT_EQ(refuted(read("examples/stirling-wrong.claim")).point.at("x"), Rational(1));
  refuted("var x in (0, inf)\nprove diff(digamma(x), x, x) >= 0");
  refuted("var x in [3, 50]\nvar a in [1/2, 10]\nint n in [10, 1000000]\nprove (1 - 1/(a + n*x))^(2*n) >= exp(-2/x)");
}

TEST(Search, TrueExamplesAreNotRefuted) {
  for (const char* name :
       {"gaussian-tail", "hoeffding", "lgamma-midpoint", "power-limit", "trigamma-convex", "unary-minus"}) {
    const auto r = not_refuted(read(std::string("examples/") + name + ".claim"));
    EXPECT_GE(r.certified_evaluations, 2000U) << name;
    EXPECT_FALSE(r.undefined) << name;
  }
}

TEST(Search, Needles) {
  refuted("var x in [0, 1]\nprove (x - 3141592/10000000)^2 >= 1e-13");
  refuted("var x in [0, 1]\nprove (x - 3141592/10000000)^2 >= 1e-30");
  refuted("var x in [0, 1]\nvar y in [0, 1]\nprove (x - 3141592/10000000)^2 + (y - 271828/1000000)^2 >= 1e-24");
  // Without a slope that leads to it from afar.
  refuted("var x in [-10, 10]\nprove 1 - exp(-(1000000*(x - 3141592/10000000))^2) >= 1e-3", options(20'000));
}

TEST(Search, ViolationsBelowTheResolutionOfDoubles) {
  refuted("var x in [1/2, 2]\nprove exp(x) >= (1 + 1e-15)*exp(1)*x");
  refuted("var x in [1/2, 2]\nprove x - log(x) >= 1 + 1e-20");
  refuted("var x in [1, 10]\nprove exp(x - 22/7) >= (1 + 1e-15)*(x - 15/7)");
  refuted("var x in [1/3, 4]\nvar y in [1/5, 5]\nassume y >= 1/5\nprove x/y + y/x >= 2 + 1e-18");
}

TEST(Search, Integers) {
  EXPECT_EQ(refuted("int n in [-100, 100]\nprove (n - 7)^2 > 0").point.at("n"), Rational(7));
  EXPECT_EQ(refuted("int n in [0, 1000000]\nprove (n - 777777)^2 > 0").point.at("n"), Rational(777777));
  refuted("int n in [1, inf)\nprove n^2 - 200*n + 9999 >= 0");
  refuted("int n in [0, 1000]\nint m in [0, 1000]\nprove (n - 123)^2 + (m - 456)^2 > 1/2");
  // Only between integers: not a counterexample.
  const auto r = not_refuted("int n in [-5, 5]\nprove n^2 - n >= 0");
  EXPECT_EQ(r.certified_evaluations, 11U);
  not_refuted("int n in [-1000000, 1000000]\nprove n^2 - n >= 0");
  not_refuted("int n in [0, 1000]\nvar x in [0, 1]\nprove (2*n - 333)^2 + x >= 1/2");
}

TEST(Search, StrictRelationsThatFailByEquality) {
  const auto corner = refuted("var x in [0, 1]\nprove exp(x) > 1 + x");
  EXPECT_TRUE(corner.by_equality);
  EXPECT_EQ(corner.point.at("x"), Rational(0));
  EXPECT_EQ(refuted("var x in [0, 1]\nprove (3*x - 1)^2 > 0").point.at("x"), Rational(1, 3));
  EXPECT_EQ(refuted("var x in [0, 10]\nprove (x - 1234567/345678)^2 > 0").point.at("x"), Rational(1234567, 345678));
  EXPECT_TRUE(
      refuted("var p in (0, 1)\nvar q in (0, 1)\nprove p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) > 0").by_equality);
  not_refuted("var x in (0, 1]\nprove exp(x) > 1 + x");  // the excluded end refutes nothing
}

TEST(Search, Hypotheses) {
  const auto half = refuted("var x in [0, 1]\nvar y in [0, 1]\nassume x + y = 1\nprove x*y < 1/4");
  EXPECT_EQ(half.point.at("x"), Rational(1, 2));
  not_refuted("var x in [0, 1]\nvar y in [0, 1]\nassume x + y = 1\nprove x*y <= 1/4");
  refuted("var x in [0, 1]\nvar y in [0, 1]\nvar z in [0, 1]\nassume x + y + z = 1\nprove x*y*z <= 1/28");
  refuted("var x in (0, 10)\nvar y in (0, 10)\nassume x*y = 2\nprove x + y >= 2.9");
  // The violation lies where a hypothesis holds with equality.
  refuted("var x in [0, 10]\nvar y in [0, 10]\nassume x + 3*y >= 7\nprove x + 3*y > 7");
  // A thin feasible set.
  refuted(
      "var x in [0, 1]\nvar y in [0, 1]\nassume abs(x - 4321/10000) <= 1e-6\nassume y >= x\nassume y <= x + "
      "1e-7\nprove y < 4321/10000");
  refuted("var a in (0, inf)\nassume forall t in [0, a]: exp(t) <= 3\nprove a <= 1");
  not_refuted("var a in (0, inf)\nassume forall t in [0, a]: exp(t) <= 3\nprove exp(a/2) <= 2");
}

TEST(Search, Functions) {
  const auto eq18 = refuted(
      "logpartition g(1)\nvar lambda in (1, inf)\n"
      "prove (g(lambda - 1) - lambda*g(0))/(lambda - 1) + g(-1) = (g(1 - lambda) - lambda*g(0))/(lambda - 1) + g(1)");
  ASSERT_EQ(eq18.with.size(), 1U);
  SearchOptions o = options();
  o.suggested_interpretations = {{"g(x)=beta(3 + x, 7);"}};
  o.suggestions = {{{"lambda", Rational(3)}}};
  const auto suggested = refuted(
      "logpartition g(1)\nvar lambda in (1, inf)\n"
      "prove (g(lambda - 1) - lambda*g(0))/(lambda - 1) + g(-1) = (g(1 - lambda) - lambda*g(0))/(lambda - 1) + g(1)",
      o);
  EXPECT_EQ(suggested.with, Interpretation{"g(x) = beta(3 + x, 7)"});
  refuted("fun g(1)\nvar x in (-inf, inf)\nprove diff(g(x), x, x) >= 0");
  refuted("fun g(1)\nvar a in (0, inf)\nassume forall y in [0, a]: diff(g(y), y, y) >= 0\nprove g(a) >= g(0)");
  refuted(
      "logpartition C(2)\nvar a in (0, inf)\nvar b in (0, inf)\nassume b - a > 0\nprove diff(C(a, b), a, a) >= 1/100");
  // Log-partition functions are convex.
  not_refuted("logpartition g(1)\nvar x in (-inf, inf)\nprove diff(g(x), x, x) >= 0");
}

TEST(Search, Undefined) {
  const auto undefined_at = [](const std::string& text, const Rational& x) {
    const SearchResult r = search_points(parse_statement(text).instance(), options());
    ASSERT_TRUE(r.undefined) << text;
    EXPECT_EQ(r.undefined->point.at("x"), x) << text;
    EXPECT_FALSE(r.undefined->what.empty());
  };
  undefined_at("var x in [0, 2]\nprove 1/(x - 1) < 1e300", 1);
  undefined_at("var x in [0, 1]\nprove log(x) <= 0", 0);
  undefined_at("var x in [0, 1]\nprove 1/(3*x - 1/7)^2 >= 0", Rational(1, 21));
  const SearchResult inside = search_points(
      parse_statement("var x in [0, 1]\nvar y in [0, 1]\nprove sqrt(x - y*99/100) >= 0").instance(), options());
  EXPECT_TRUE(inside.undefined);
  const SearchResult guarded =
      search_points(parse_statement("var x in [0, 2]\nassume x < 1\nprove 1/(x - 1) < 0").instance(), options());
  EXPECT_FALSE(guarded.undefined);
  EXPECT_FALSE(guarded.counterexample);
}

TEST(Search, PowersFollowTheLanguage) {
  // A negative base needs an integer-valued exponent; a real exponent that happens to be 2 is no excuse.
  const SearchResult r = search_points(parse_statement("var x in [1, 3]\nprove (-1)^x < 0").instance(), options());
  EXPECT_FALSE(r.counterexample);
  EXPECT_TRUE(r.undefined);
  refuted("int n in [1, 3]\nprove (-1)^n < 0");
}

TEST(Search, CounterexamplesAreSimple) {
  const auto c = refuted("var x in [0, 100]\nvar y in [0, 100]\nprove x*y <= 5000");
  EXPECT_LE(bits_of(c.point), 24);
  const auto e = refuted("var x in (0, inf)\nprove exp(x) <= 1 + x + x^2");
  EXPECT_LE(bits_of(e.point), 6);
}

// Simple points of these hold; what fails is on lines through them.
TEST(Search, PointsOfQuadrics) {
  const std::string three = "var x in (-inf, inf)\nvar y in (-inf, inf)\nvar z in (-inf, inf)\n";
  const auto optimised_on_one = [&](const std::string& text) {
    SearchOptions o = options();
    o.evaluations = 1;
    const Instance s = parse_typed_statement(text).instance();
    const SearchResult r = search_points(s, o);
    ASSERT_TRUE(r.counterexample) << text;
    verify_counterexample(s, *r.counterexample);
    EXPECT_EQ(r.description.find(", 0 local optimisations"), std::string::npos) << text;
    EXPECT_NE(r.description.find(" 0 random points"), std::string::npos) << text;
  };
  optimised_on_one(three + "assume x^2 + y^2 + z^2 = 1\nprove x*y*z <= 18/100");
  optimised_on_one(three + "assume x^2 + y^2 + z^2 = 1\nprove x + y + z <= 17/10");
  optimised_on_one("var x in (0, inf)\nvar y in (0, inf)\nassume x^2 - y^2 = 1\nprove x*y <= 100");
}

// Corners that no point drawn at random comes near. With the factor 1 both are what privacy implies.
TEST(Search, LinearParts) {
  const char* const group =
      "var eps in (0, 2)\nvar d in [0, 1/10]\nvar p0 in [1/10, 1]\nvar p1 in [0, 1]\nvar p2 in [0, 1]\n"
      "var p3 in [0, 1]\nassume p0 <= exp(eps)*p1 + d\nassume p1 <= exp(eps)*p2 + d\n"
      "assume p2 <= exp(eps)*p3 + d\nassume p1 + p2 <= 3*p3 + d*(exp(eps) + 3)\n"
      "prove p0 <= exp(3*eps)*p3 + (1 + exp(eps) + {}*exp(2*eps))*d";
  const char* const outcomes =
      "var eps in [1/10, 1]\nvar a in [0, 1]\nvar b in [0, 1]\nvar c in [0, 1]\nvar x in [0, 1]\nvar y in [0, 1]\n"
      "var z in [0, 1]\nassume a + b + c = 1\nassume x + y + z = 1\nassume a <= exp(eps)*x\n"
      "assume b <= exp(eps)*y\nassume c <= exp(eps)*z\nassume x <= exp(eps)*a\nassume y <= exp(eps)*b\n"
      "assume z <= exp(eps)*c\nprove a + b - x - y <= {}*(exp(eps) - 1)/(exp(eps) + 1)";
  for (const char* text : {group, outcomes}) {
    const Instance s = parse_statement(fmt::format(fmt::runtime(text), "99/100")).instance();
    const SearchResult r = search_points(s, options());
    ASSERT_TRUE(r.counterexample) << text;
    verify_counterexample(s, *r.counterexample);
    EXPECT_NE(r.description.find(", 0 local optimisations"), std::string::npos) << r.description;
    not_refuted(fmt::format(fmt::runtime(text), "1"), 200);
  }
}

TEST(Search, Simplified) {
  const Instance s = parse_statement("var x in [0, 100]\nprove x <= 50").instance();
  Counterexample ugly;
  ugly.point = {{"x", Rational(987654321, 12345678)}};
  const Counterexample c = simplified(s, ugly, options());
  verify_counterexample(s, c);
  EXPECT_TRUE(c.point.at("x").is_integer());
}

TEST(Search, RandomNeedles) {
  Random random(7);
  for (int i = 0; i < 20; ++i) {
    const Rational a(random.between(-99999, 99999), random.between(100000, 999999));
    const Rational b(random.between(-99999, 99999), random.between(100000, 999999));
    const std::string text = "var x in [-1, 1]\nvar y in (-inf, inf)\nprove (x - (" + a.str() + "))^2 + (y - (" +
                             b.str() + "))^2*exp(x) > 1e-" + std::to_string(random.between(4, 20));
    refuted(text, options(20'000));
  }
}

TEST(Search, SumsOfSquaresAreNeverRefuted) {
  Random random(8);
  for (int i = 0; i < 20; ++i) {
    const auto q = [&] { return "(" + Rational(random.between(-9, 9), random.between(1, 9)).str() + ")"; };
    const std::string u = q() + "*x + " + q() + "*y + " + q();
    const std::string v = q() + "*x*y + " + q() + "*exp(x) + " + q();
    not_refuted("var x in [-3, 3]\nvar y in (-inf, inf)\nprove (" + u + ")^2 + (" + v + ")^2 >= 0", 500);
  }
}

TEST(Search, UnusualStatements) {
  refuted("var x in [0, 1]\nprove 1 > 2");
  EXPECT_TRUE(refuted("var x in [1/2, 1/2]\nprove x > 1/2").by_equality);
  // lgamma(1) = 0 is not seen by normal forms; exact enclosures do.
  refuted("var x in [1, 3]\nprove lgamma(x)^2 > 0");
  refuted("var x in [1, 2]\nprove lgamma(x)^2 > 0");
  refuted("var x in (0, inf)\nprove log(x) <= 400");
  refuted("var x in (0, inf)\nprove log(x) >= -138");
  refuted("int n in [1, inf)\nprove n <= 10^30");
  refuted("fun g(3)\nvar x in [0, 1]\nprove g(x, x, x) >= 0");
  refuted("logpartition g(3)\nvar x in [1, 2]\nprove g(x, x, x) >= 0");
  refuted("fun f(1)\nlogpartition g(1)\nvar x in [1, 2]\nprove f(x) + g(x) >= g(0)");
  not_refuted("var x in (-inf, inf)\nprove exp(x) > 0");
  not_refuted("var x in [1, inf)\nint n in [1, inf)\nprove x^n >= 1");
  // Nothing rational satisfies the hypothesis: then nothing is claimed.
  const SearchResult none =
      search_points(parse_statement("var x in [0, 1]\nassume x^2 = 1/2\nprove x <= 1/2").instance(), options());
  EXPECT_FALSE(none.inhabited);
  EXPECT_FALSE(none.counterexample);
  EXPECT_EQ(none.certified_evaluations, 0U);
}

TEST(Search, SameSeedSameResult) {
  const Instance s =
      parse_statement("var x in [0, 1]\nvar y in [1/2, 3]\nprove (x - 3141592/10000000)^2 + (y - 1)^4 >= 1e-15")
          .instance();
  const SearchResult a = search_points(s, options());
  const SearchResult b = search_points(s, options());
  ASSERT_TRUE(a.counterexample && b.counterexample);
  EXPECT_EQ(a.counterexample->point, b.counterexample->point);
  EXPECT_EQ(a.certified_evaluations, b.certified_evaluations);
  EXPECT_EQ(a.description, b.description);
}

TEST(Search, TimeLimitIsKept) {
  SearchOptions o;
  o.evaluations = 1'000'000'000;
  o.time_limit = std::chrono::milliseconds(300);
  const SearchResult r =
      search_points(parse_statement("var x in (0, inf)\nprove lgamma(x + 1) >= log(x) + lgamma(x) - 1").instance(), o);
  EXPECT_LT(r.certified_evaluations, o.evaluations);
  EXPECT_FALSE(r.counterexample);
}

}  // namespace
}  // namespace dpcert::verify
