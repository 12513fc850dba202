// The greatest ratio of the sides: against suprema known in closed form; and what the certificate says of it is
// checked, so that changed bounds and places are refused unless they are still true.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "dpcert/checker/checker.hpp"
#include "tests/engine/goals.hpp"
#include "verify/engine/tightness/tightness.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

struct Supremum {
  const char* text;
  const char* value;  // of the smaller side over the larger one, in closed form
  std::map<std::string, double> at{};
  double relative = 1e-5;  // of the enclosure
  std::size_t conclusion = 1;
};

const std::vector<Supremum>& suprema() {
  static const std::vector<Supremum> list{
      {"var x in [0, inf)\nprove x <= 2*x", "1/2"},  // both 0 at 0
      {"var x in [0, 1]\nprove 3*x >= x^2", "1/3", {{"x", 1}}},
      {"var x in [0, 3]\nprove x^2 + 2 >= 2*x", "1/sqrt(2)", {{"x", 1.41421}}},  // (x^2 + 2)/(2x) = x/2 + 1/x
      {"var x in [0, 10]\nprove x*exp(-x) < 1/2", "2*exp(-1)", {{"x", 1}}},
      {"var x in [-3, 3]\nprove x <= x^2 + 1", "1/2", {{"x", 1}}},  // the smaller side changes its sign
      // Limits: both sides vanish at 0; at infinity; a constant approached there.
      {"var x in [0, inf)\nprove 1 - exp(-x) <= x", "1", {{"x", 0}}},
      {"var x in (0, inf)\nprove x/(1 + x) < 1", "1"},
      {"var n in [1, inf)\nprove (1 + 1/n)^n <= 3", "exp(1)/3", {}, 0.01},
      {"var x in [1, inf)\nprove 1/x < trigamma(x)", "1"},
      // 1/(x trigamma(x)) grows; trigamma(4) = pi^2/6 - 1 - 1/4 - 1/9.
      {"var x in [1, 4]\nprove 1/x <= trigamma(x)", "1/4/(pi^2/6 - 49/36)", {{"x", 4}}},
      {"var x in [4, 6]\nprove lgamma(x + 1) <= x^2/2", "log(24)/8", {{"x", 4}}},
      // Sides of negative sign: their absolute values.
      {"var x in [0, 1]\nprove -3*x - 1 <= -2*x - 1/2", "5/8", {{"x", 1}}},
      {"var x in [1, 2]\nprove -x^3 >= -2*x^3", "1/2"},
      // Touching.
      {"var x in [1, 9]\nvar y in [1, 9]\nprove (x + y)/2 >= sqrt(x*y)", "1"},
      {"var p in (0, 1)\nvar s in [0, inf)\nprove 1 - p + p*exp(s) <= exp(p*s + s^2/8)", "1"},
      // Integers, hypotheses, equations.
      {"int n in [1, inf)\nprove n <= 2^(n - 1)", "1"},
      {"int n in [3, inf)\nprove n + 1 <= 2^n", "1/2", {{"n", 3}}},
      {"int n in [1, 50]\nprove 8*n <= 3*n^2 + 7", "16/19", {{"n", 2}}},  // at n = sqrt(7/3) it would be more
      {"var x in [0, 1]\nvar y in [0, 1]\nassume x + y >= 1\nprove x^2 + y^2 >= 1/10", "1/5", {{"x", 0.5}}},
      {"var x in [1/2, 3]\nvar y in [1/2, 3]\nassume y = 2*x\nprove x*y <= y^2", "1/2"},
      // Chains and several conclusions: the first that has a ratio.
      {"var x in [0, inf)\nprove 0 <= x^2/(1 + x^2) <= x/2", "1", {{"x", 1}}, 1e-5, 2},
      {"var x in [0, 1]\nprove x^2 - x <= 1\nprove 3*x <= 5\nprove x <= 1", "3/5", {{"x", 1}}, 1e-5, 2},
  };
  return list;
}

bool at_most(const Rational& q, const char* value) {
  const auto v = enclose_constant(read(value, Context()), 200);
  return v && q <= v->second;
}
bool at_least(const Rational& q, const char* value) {
  const auto v = enclose_constant(read(value, Context()), 200);
  return v && q >= v->first;
}

/// With the point that the kernel knows: equations hold at few others.
TightnessOptions with_known_point() {
  TightnessOptions options;
  options.points.push_back({{"x", 1}, {"y", 2}});
  return options;
}

TEST(Ratio, EnclosesKnownSuprema) {
  for (const auto& m : suprema()) {
    const Goal g = goal_of(m.text, m.conclusion - 1);
    const auto t = greatest_ratio(g, with_known_point());
    ASSERT_TRUE(t) << m.text;
    EXPECT_EQ(t->kind, Tightness::Kind::ratio);
    EXPECT_TRUE(at_most(t->lower, m.value)) << m.text << " " << t->lower.str();
    EXPECT_TRUE(at_least(t->upper, m.value)) << m.text << " " << t->upper.str();
    EXPECT_GT(t->lower.sign(), 0);
    EXPECT_LE(t->upper, Rational(1));
    EXPECT_LE((t->upper - t->lower).approx(), m.relative * t->upper.approx())
        << m.text << " " << t->lower.approx() << " " << t->upper.approx();
    for (const auto& [name, x] : m.at) EXPECT_NEAR(t->at.at(name).approx(), x, 0.02) << m.text;
  }
}

TEST(Ratio, DeclinesWhatHasNone) {
  for (const char* text : {
           "var x in [0, 1]\nprove x = x",
           "var x in [0, 1]\nfun g(1)\nprove g(x)^2 >= 0",
           "var x in [0, 1]\nprove exp(x) > 0",           // a side is 0
           "var x in [0, 1]\nprove 0 >= -x",              //
           "var x in [-1, 1]\nprove x - 2 <= x + 2",      // never both positive
           "var x in [1/9, 9]\nprove log(x) <= x - 1",    // the larger side has either sign
           "var x in [-1, 1]\nprove x^3 <= x^3 + 1/100",  //
           "var x in [0, 1]\nassume x > 1/2\nassume x < 1/3\nprove x <= 2*x",
       })
    EXPECT_FALSE(greatest_ratio(goal_of(text), {})) << text;
}

// A sum to a variable has no value at a place, which must not be read from beyond the numbers of the formula.
TEST(Ratio, NoneOfASumToAVariable) {
  const std::string text = "language 3\nint n in [1, inf)\nvar y in [0, 1]\nprove sum(k, 1, n, y) <= n + 1";
  EXPECT_FALSE(greatest_ratio(goal_of(text), with_known_point()));
}

TEST(Ratio, ThreadsAndRepetitionChangeNothing) {
  for (const auto& m : suprema()) {
    TightnessOptions two = with_known_point();
    two.boxes.threads = 2;
    const Goal g = goal_of(m.text, m.conclusion - 1);
    const auto a = greatest_ratio(g, with_known_point()), b = greatest_ratio(g, two);
    ASSERT_TRUE(a && b) << m.text;
    EXPECT_EQ(a->lower, b->lower) << m.text;
    EXPECT_EQ(a->upper, b->upper) << m.text;
    EXPECT_EQ(a->at, b->at) << m.text;
    EXPECT_EQ(a->proof, b->proof) << m.text;
    EXPECT_EQ(a->sign, b->sign) << m.text;
  }
}

// No more work than it is given, by a small factor for what is under way when it runs out.
TEST(Ratio, WithoutWorkTheGoalItselfBoundsIt) {
  TightnessOptions none;
  none.work = 5'000;
  const auto t = greatest_ratio(goal_of("var x in [0, 3]\nvar y in [0, 3]\nprove x^2 + y^2 + 2 >= x + y + x*y"), none);
  ASSERT_TRUE(t);
  EXPECT_LE(t->upper, Rational(1));
  EXPECT_GE(t->upper, t->lower);
}

TEST(Ratio, IsShownRatherThanASlackThatSaysLess) {
  const auto kind = [](const char* text) {
    const Decision d = decide(parse_statement(text), {});
    EXPECT_TRUE(d.tightness) << text;
    return d.tightness ? d.tightness->kind : Tightness::Kind::slack;
  };
  EXPECT_EQ(kind("var x in [0, inf)\nprove 1 - exp(-x) <= x"), Tightness::Kind::ratio);
  EXPECT_EQ(kind("var x in [0, 3]\nprove x^2 + 2 >= 2*x"), Tightness::Kind::ratio);
  EXPECT_EQ(kind("var x in [0, 1]\nprove exp(x) > 0"), Tightness::Kind::slack);
  EXPECT_EQ(kind("var x in [1/9, 9]\nprove log(x) <= x - 1/2"), Tightness::Kind::slack);
  DecideOptions slack;
  slack.tightness_kind = Tightness::Kind::slack;
  const Decision d = decide(parse_statement("var x in [0, 3]\nprove x^2 + 2 >= 2*x"), slack);
  ASSERT_TRUE(d.tightness);
  EXPECT_EQ(d.tightness->kind, Tightness::Kind::slack);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  text.erase(text.rfind("digest "));
  return with_digest(text);
}

TEST(Ratio, IsInTheCertificateAndOnlyTrueChangesAreAccepted) {
  std::mt19937 random(5);
  int accepted = 0, refused = 0;
  for (const auto& m : suprema()) {
    const Decision d = decide(parse_statement(m.text), {});
    ASSERT_EQ(d.verdict, Verdict::proved) << m.text << d.reason;
    ASSERT_TRUE(d.tightness) << m.text;
    EXPECT_EQ(d.tightness->conclusion, m.conclusion) << m.text;
    EXPECT_TRUE(at_most(d.tightness->lower, m.value)) << m.text;
    EXPECT_TRUE(at_least(d.tightness->upper, m.value)) << m.text;
    const auto r = checker::check(d.certificate);
    ASSERT_TRUE(r.accepted) << r.reason;
    ASSERT_EQ(r.tightness.size(), 1u);
    EXPECT_TRUE(r.tightness[0].ratio) << m.text;
    EXPECT_EQ(r.tightness[0].conclusion, m.conclusion);
    EXPECT_EQ(r.tightness[0].least, d.tightness->lower.str());
    EXPECT_EQ(r.tightness[0].most, d.tightness->upper.str());
    const std::string most = "\nat-most " + d.tightness->upper.str(), least = "\nat-least " + d.tightness->lower.str();
    for (int i = 0; i < 16; ++i) {
      const Rational q(static_cast<std::int64_t>(random() % 3000), 2000);
      const auto part = pow(Rational(10), -static_cast<int>(random() % 9));
      const auto near = [&](const Rational& x) { return i % 2 ? x + (q - Rational(3, 4)) * part : q; };
      const Rational lower = near(d.tightness->lower), upper = near(d.tightness->upper);
      const auto low = checker::check(replaced(d.certificate, least, "\nat-least " + lower.str()));
      const auto high = checker::check(replaced(d.certificate, most, "\nat-most " + upper.str()));
      if (low.accepted) {
        EXPECT_TRUE(at_most(lower, m.value)) << m.text << lower.str();
      }
      if (high.accepted) {
        EXPECT_TRUE(at_least(upper, m.value)) << m.text << upper.str();
      }
      for (const auto* x : {&low, &high}) {
        EXPECT_TRUE(x->readable);
        (x->accepted ? accepted : refused) += 1;
      }
    }
    EXPECT_FALSE(checker::check(replaced(d.certificate, d.tightness->of_lhs ? " ratio lhs" : " ratio rhs",
                                         d.tightness->of_lhs ? " ratio rhs" : " ratio lhs"))
                     .accepted)
        << m.text;
    EXPECT_FALSE(checker::check(replaced(d.certificate, "dpcert-certificate 2", "dpcert-certificate 1")).accepted);
  }
  EXPECT_GT(accepted, 30);
  EXPECT_GT(refused, 200);
}

// In every dimension its own section; together the greatest.
TEST(Ratio, OfSeveralDimensions) {
  const Decision d = decide(parse_statement("dim d in [1, 3]\nvar x[i] in [0, 1] for i in 1..d\n"
                                            "prove sum(i, 1, d, x[i]^2) <= sum(i, 1, d, x[i]) + 1"),
                            {});
  ASSERT_EQ(d.verdict, Verdict::proved) << d.reason;
  ASSERT_TRUE(d.tightness);
  EXPECT_EQ(d.tightness->kind, Tightness::Kind::ratio);
  EXPECT_TRUE(at_most(d.tightness->lower, "3/4"));  // d/(d + 1) at all ones
  EXPECT_GE(d.tightness->lower.approx(), 0.7499);
  EXPECT_TRUE(at_least(d.tightness->upper, "3/4"));
  EXPECT_LE(d.tightness->upper.approx(), 0.7501);
  EXPECT_EQ(d.tightness->dim, 3);
  const auto r = checker::check(d.certificate);
  ASSERT_TRUE(r.accepted) << r.reason;
  EXPECT_EQ(r.tightness.size(), 3u);
}

}  // namespace
}  // namespace dpcert::verify
