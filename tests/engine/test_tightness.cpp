// The least slack: against minima known in closed form; and what the certificate says of it is checked, so that changed
// bounds and places are refused unless they are still true.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>

#include "dpcert/checker/checker.hpp"
#include "tests/engine/goals.hpp"
#include "verify/engine/tightness/tightness.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

struct Minimum {
  const char* text;
  Rational value;                      // of lhs - rhs over the domain, in closed form
  std::map<std::string, double> at{};  // if there is one place
  double relative = 1e-4;              // of the enclosure, where the value is positive
};

// A sum over a range has no value on the way to a place: the claim is decided, and nothing is said of its tightness.
TEST(Tightness, OfSumsOverRangesThereIsNone) {
  for (const char* text : {"language 3\nint n in [1, inf)\nvar x in [0, 1)\nassume sum(k, 0, n, x^k) <= 1/(1 - x)\n"
                           "prove 1/(1 - x) >= sum(k, 0, n, x^k)\n",
                           "language 3\nint n in [1, inf)\nprove sum(k, 1, n, 1/k^2) <= 2 - 1/n\n",
                           "language 3\nint n in [0, inf)\nseq u(k)\nprove sum(k, 0, n, exp(u(k))) > 0\n"}) {
    const Decision d = decide(parse_statement(text), {});
    EXPECT_EQ(d.verdict, Verdict::proved) << text << d.reason;
    EXPECT_FALSE(d.tightness) << text;
  }
}

const std::vector<Minimum>& minima() {
  static const std::vector<Minimum> list{
      {"var x in [0, 3]\nprove x^2 + 2 >= 2*x", 1, {{"x", 1}}},
      {"var x in [-1, 2]\nprove exp(x) > x", 1, {{"x", 0}}},
      {"var x in [0, 1]\nvar y in [0, 1]\nprove (x - 1/3)^2 + (y - 2/3)^2 + 1/7 > 0", Rational(1, 7), {{"x", 1.0 / 3}}},
      {"int n in [-5, 5]\nprove (n - 3/10)^2 >= 0", Rational(9, 100), {{"n", 0}}},
      {"var x in [0, 1]\nvar y in [0, 1]\nassume x + y >= 1\nprove x^2 + y^2 >= 1/10",
       Rational(2, 5),
       {{"x", 0.5}},
       2e-3},
      {"var x in [1, 9]\nvar y in [1, 9]\nprove (x + y)/2 >= sqrt(x*y)", 0},
      {"var p in (0, 1)\nprove p*log(p) + (1-p)*log(1-p) + log(2) >= 0", 0, {{"p", 0.5}}},
      {"var x in (0, inf)\nprove x + 1/x >= 1", 1, {{"x", 1}}},
      {"var x in [0, inf)\nprove exp(-x) > 0", 0},
      {"var x in [2, 5]\nprove x >= 1", 1, {{"x", 2}}},
      {"var x in [-1, 1]\nvar y in [-1, 1]\nprove abs(x - y) + x^2 + 1/4 >= 0", Rational(1, 4), {{"x", 0}}, 0.6},
  };
  return list;
}

TEST(Tightness, EnclosesKnownMinima) {
  for (const auto& m : minima()) {
    const Goal g = goal_of(m.text);
    const auto t = least_slack(g, {});
    ASSERT_TRUE(t) << m.text;
    EXPECT_LE(t->lower, m.value) << m.text;
    EXPECT_LE(m.value, t->upper) << m.text;
    EXPECT_GE(t->lower.sign(), 0);
    const double width = (t->upper - t->lower).approx();
    EXPECT_LE(width, m.value.is_zero() ? 1e-3 : m.relative * m.value.approx()) << m.text << " " << t->lower.str();
    for (const auto& [name, x] : m.at) EXPECT_NEAR(t->at.at(name).approx(), x, 0.02) << m.text;
    const Ball there = enclose(g.difference(), t->at, 200);
    EXPECT_TRUE(t->by_equal ? there.contains(t->upper) : there.upper_rational() <= t->upper) << m.text;
  }
}

TEST(Tightness, ThreadsAndRepetitionChangeNothing) {
  for (const auto& m : minima()) {
    TightnessOptions two;
    two.boxes.threads = 2;
    const auto a = least_slack(goal_of(m.text), {}), b = least_slack(goal_of(m.text), two);
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->lower, b->lower);
    EXPECT_EQ(a->upper, b->upper);
    EXPECT_EQ(a->at, b->at);
    EXPECT_EQ(a->proof, b->proof);
  }
}

TEST(Tightness, DeclinesWhatHasNoSlack) {
  EXPECT_FALSE(least_slack(goal_of("var x in [0, 1]\nprove x = x"), {}));
  EXPECT_FALSE(least_slack(goal_of("var x in [0, 1]\nfun g(1)\nprove g(x)^2 >= 0"), {}));
  EXPECT_FALSE(least_slack(goal_of("var x in [0, 1]\nassume x > 1/2\nassume x < 1/3\nprove x >= 0"), {}));
}

DecideOptions slack_only() {
  DecideOptions o;
  o.tightness_kind = Tightness::Kind::slack;
  return o;
}
std::string with_digest(std::string text) {
  text.erase(text.rfind("digest "));
  return verify::with_digest(text);
}
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return with_digest(text);
}

TEST(Tightness, IsInTheCertificate) {
  for (const auto& m : minima()) {
    const Decision d = decide(parse_statement(m.text), slack_only());
    ASSERT_EQ(d.verdict, Verdict::proved) << m.text << d.reason;
    ASSERT_TRUE(d.tightness) << m.text;
    const auto r = checker::check(d.certificate);
    ASSERT_TRUE(r.accepted) << r.reason;
    ASSERT_EQ(r.tightness.size(), 1u);
    EXPECT_EQ(r.tightness[0].least, d.tightness->lower.str());
    EXPECT_EQ(r.tightness[0].most, d.tightness->upper.str());
    EXPECT_EQ(r.tightness[0].conclusion, 1u);
    EXPECT_FALSE(r.tightness[0].at.empty());
  }
}

TEST(Tightness, ChangedBoundsAreAcceptedOnlyIfTrue) {
  std::mt19937 random(3);
  int accepted = 0, refused = 0;
  for (const auto& m : minima()) {
    const Decision d = decide(parse_statement(m.text), slack_only());
    ASSERT_TRUE(d.tightness);
    const std::string least = "\nat-least " + d.tightness->lower.str(), most = "\nat-most " + d.tightness->upper.str();
    for (int i = 0; i < 30; ++i) {
      const Rational q(static_cast<std::int64_t>(random() % 4001) - 2000,
                       1000 + static_cast<std::int64_t>(random() % 1000));
      const Rational small = q / pow(Rational(10), static_cast<int>(random() % 9));
      const Rational lower = i % 2 ? m.value + small : q, upper = i % 2 ? m.value - small : q;
      const auto low = checker::check(replaced(d.certificate, least, "\nat-least " + lower.str()));
      if (low.accepted) {
        EXPECT_LE(lower, m.value) << m.text;
      }
      const auto high = checker::check(replaced(d.certificate, most, "\nat-most " + upper.str()));
      if (high.accepted) {
        EXPECT_GE(upper, m.value) << m.text;
        EXPECT_GE(upper, d.tightness->by_equal ? d.tightness->upper : m.value);
      }
      for (const auto& r : {low, high}) {
        EXPECT_TRUE(r.readable);
        (r.accepted ? accepted : refused) += 1;
      }
    }
  }
  EXPECT_GT(accepted, 50);
  EXPECT_GT(refused, 200);
}

TEST(Tightness, ChangedPlacesAndTextsAreRefused) {
  const Decision d = decide(
      parse_statement("var x in [0, 3]\nint n in [1, 9]\nassume x <= n\nprove x^2 + n >= 2*x - 1"), slack_only());
  ASSERT_EQ(d.verdict, Verdict::proved) << d.reason;
  ASSERT_TRUE(d.tightness);
  EXPECT_EQ(d.tightness->upper, Rational(1));
  const std::string& good = d.certificate;
  ASSERT_TRUE(checker::check(good).accepted);
  const std::string place = " n=1 x=1 by ";
  for (const char* other : {" n=1 x=1/2 by ", " n=2 x=1 by ", " n=1 x=2 by ", " n=0 x=1 by ", " n=1/2 x=1/2 by ",
                            " x=1 by ", " n=1 x=1 y=1 by ", " n=1 x=1 n=1 by ", " n=1 x=-1 by ", " by "})
    EXPECT_FALSE(checker::check(replaced(good, place, other)).accepted) << other;
  using Changes = std::vector<std::pair<std::string, std::string>>;  // each is of a text that is there: `replaced`
  for (const auto& [from, to] : Changes{{"\ntightness 1", "\ntightness 2"},
                                        {"\ntightness 1", "\ntightness 0"},
                                        {"\ntightness 1\n", "\n"},
                                        {"\nat-most ", "\nat-worst "},
                                        {"\nat-least ", "\nleast "},
                                        {"by eval 256", "by eval 8"},
                                        {"by eval 256", "by magic"},
                                        {"by eval 256", ""}})
    EXPECT_FALSE(checker::check(replaced(good, from, to)).accepted) << from << " -> " << to;
  // The value e - 1 at x = 1 is no rational number: it cannot be said to be equal to one.
  const Decision enclosed = decide(parse_statement("var x in [1, 2]\nprove exp(x) >= x"), slack_only());
  ASSERT_TRUE(checker::check(enclosed.certificate).accepted);
  for (const auto& [from, to] : Changes{{" x=1 by eval 256", " x=1 by eval 8"},
                                        {" x=1 by eval 256", " x=1 by magic"},
                                        {" x=1 by eval 256", " x=1 by equal"},
                                        {" x=1 by eval 256", " x=1"},
                                        {" x=1 by eval 256", " x=2 by eval 256"}})
    EXPECT_FALSE(checker::check(replaced(enclosed.certificate, from, to)).accepted) << from << " -> " << to;
  // Without its proof, with another's, or claimed to follow from the goal.
  const auto start = good.find("\nat-least "), tree = good.find('\n', start + 1), end = good.find("\nat-most ");
  EXPECT_FALSE(checker::check(with_digest(good.substr(0, tree) + good.substr(end))).accepted);
  EXPECT_FALSE(checker::check(with_digest(good.substr(0, tree) + "\nsign" + good.substr(end))).accepted);
  EXPECT_FALSE(checker::check(with_digest(good.substr(0, tree) + " by goal" + good.substr(end))).accepted);
  EXPECT_TRUE(checker::check(with_digest(good.substr(0, start) + "\nat-least 0 by goal" + good.substr(end))).accepted);
  EXPECT_TRUE(
      checker::check(with_digest(good.substr(0, start) + "\nat-least -1/3 by goal" + good.substr(end))).accepted);
  EXPECT_FALSE(checker::check(with_digest(good.substr(0, start) + good.substr(end))).accepted);
  // An equation has no slack.
  const Decision e = decide(parse_statement("var x in [0, 1]\nprove x + x = 2*x"), {});
  ASSERT_EQ(e.verdict, Verdict::proved);
  EXPECT_FALSE(e.tightness);
  std::string text = e.certificate;
  text.insert(text.rfind("digest "), "tightness 1\nat-least 0 by goal\nat-most 0 x=1 by equal\n");
  EXPECT_FALSE(checker::check(with_digest(text)).accepted);
}

}  // namespace
}  // namespace dpcert::verify
