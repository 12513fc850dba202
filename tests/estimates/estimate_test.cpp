// What statements say of laws, from simulated releases: the intervals contain the closed forms of textbooks and are
// narrow enough to contradict what is wrong.
#include "verify/estimates/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "verify/catalogue/companion.hpp"
#include "verify/catalogue/json.hpp"
#include "verify/engine/points/companion.hpp"
#include "verify/estimates/bounded_mean.hpp"

namespace dpcert::verify {
namespace {

Instance read(const std::string& text) { return parse_statement("language 3\n" + text).instance(); }

TermEstimate first_term(const std::string& laws, const std::string& term, std::uint64_t seed = 1) {
  EstimateOptions options;
  options.seed = seed;
  const Estimates found = estimate(read(laws + "prove " + term + " >= 0\n"), {Point{}}, options);
  EXPECT_EQ(found.none, "") << term;
  EXPECT_EQ(found.terms.size(), 1U) << term;
  return found.terms.empty() ? TermEstimate{} : found.terms[0].second;
}

double phi(double x) { return std::erfc(-x / std::sqrt(2)) / 2; }
double log_beta(double a, double b) { return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b); }
// log B(r a + (1 - r) c, r b + (1 - r) d) - r log B(a, b) - (1 - r) log B(c, d), over r - 1 (Gil et al. 2013).
double renyi_beta(double r, double a, double b, double c, double d) {
  return (log_beta(r * a + (1 - r) * c, r * b + (1 - r) * d) - r * log_beta(a, b) - (1 - r) * log_beta(c, d)) / (r - 1);
}

struct Known {
  const char *laws, *term;
  double value, width;  // of the interval; 0: a bound from below, above a third of it
};

TEST(Estimates, ContainWhatTextbooksSay) {
  const double balle_wang = phi(0.5 - 0.5) - std::exp(0.5) * phi(-0.5 - 0.5);
  const Known known[] = {
      {"law P = normal(0, 4)\n", "prob(x, x <= 1, P)", phi(0.5), 0.05},
      {"law P = laplace(0, 2)\n", "prob(x, -1 <= x <= 3, P)", 1 - std::exp(-0.5) / 2 - std::exp(-1.5) / 2, 0.05},
      {"law P = exponential(2)\n", "prob(x, x >= 1, P)", std::exp(-2), 0.05},
      {"law P = gamma(2, 3)\n", "prob(x, x <= 1, P)", 1 - 4 * std::exp(-3), 0.05},
      {"law P = beta(2, 1)\n", "prob(x, x <= 1/2, P)", 0.25, 0.05},
      {"law P = uniform(2, 4)\n", "prob(x, x >= 3.5, P)", 0.25, 0.05},
      {"law P = affine(1, 3, exponential(1))\n", "prob(x, x >= 4, P)", std::exp(-1), 0.05},
      {"law P = mixture(1/4: normal(0, 1), 3/4: normal(10, 1))\n", "prob(x, x <= 5, P)", 0.25, 0.05},
      {"law P = binomial(3, 1/3)\n", "prob(k, k >= 2, P)", 7.0 / 27, 0.05},
      {"law P = finite(1: 1/2, 5: 1/3, 7: 1/6)\n", "prob(k, k > 1, P)", 0.5, 0.05},
      {"law P = normal(1, 1)\nlaw Q = normal(0, 1)\n", "hockey_stick(1/2, P, Q)", balle_wang, 0.05},
      {"law P = laplace(1, 1)\nlaw Q = laplace(0, 1)\n", "tv(P, Q)", 1 - std::exp(-0.5), 0.05},
      {"law P = bernoulli(1/3)\nlaw Q = bernoulli(3/4)\n", "tv(P, Q)", 5.0 / 12, 0.05},
      {"law P = normal(1, 1)\nlaw Q = normal(0, 1)\n", "hellinger(P, Q)", std::sqrt(1 - std::exp(-1.0 / 8)), 0.1},
      {"law P = beta(2, 3)\nlaw Q = beta(3, 2)\n", "renyi(1/2, P, Q)", renyi_beta(0.5, 2, 3, 3, 2), 0.2},
      {"law P = beta(2, 3)\nlaw Q = beta(3, 2)\n", "renyi(2, P, Q)", renyi_beta(2, 2, 3, 3, 2), 0},
      {"law P = bernoulli(1/3)\nlaw Q = bernoulli(3/4)\n", "kl(P, Q)",
       std::log(4.0 / 9) / 3 + 2 * std::log(8.0 / 3) / 3, 0.1},
      {"law P = bernoulli(1/3)\nlaw Q = bernoulli(3/4)\n", "renyi(3, P, Q)",
       std::log(16.0 / 27 / 9 + 16.0 * 8 / 27) / 2, 0.1},
      {"law P = finite(1: 1/2, 5: 1/2, 7: 0)\nlaw Q = finite(1: 1/4, 5: 1/2, 7: 1/4)\n", "kl(P, Q)", std::log(2) / 2,
       0.1},
      {"law P = normal(1, 1)\nlaw Q = normal(0, 1)\n", "renyi(3, P, Q)", 1.5, 0},
      {"law P = normal(1, 1)\nlaw Q = normal(0, 1)\n", "kl(P, Q)", 0.5, 0},
      {"law P = dirichlet(2, 1, 1)\nlaw Q = dirichlet(1, 2, 1)\n", "kl(P, Q)", 1, 0},  // E log x1 - E log x2
      {"law P = normal(0, 1)\n", "E(x, 1/(1 + x^2), P)",
       std::sqrt(M_PI / 2) * std::exp(0.5) * std::erfc(std::sqrt(0.5)), 0.05},
      {"law P = normal(0, 1)\n", "E(x, x^2, P)", 1, 0},
  };
  for (const Known& k : known)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const TermEstimate found = first_term(k.laws, k.term, seed);
      EXPECT_LE(found.bounds.lower_double(), k.value) << k.term;
      EXPECT_GE(found.bounds.upper_double(), k.value) << k.term;
      EXPECT_EQ(found.below, k.width == 0) << k.term;
      if (k.width > 0) {
        EXPECT_LE(found.bounds.upper_double() - found.bounds.lower_double(), k.width) << k.laws << k.term;
        EXPECT_NEAR(found.plain, k.value, k.width / 2) << k.term;
      } else {
        EXPECT_GE(found.bounds.lower_double(), k.value / 3) << k.laws << k.term;
      }
    }
}

// Stated too low by a factor 0.9 or 1.1, as the kind of the bound allows.
TEST(Estimates, ContradictWhatIsWrong) {
  const std::string normal = "law P = normal(1, 1)\nlaw Q = normal(0, 1)\n";
  const std::pair<std::string, bool> statements[] = {
      {normal + "prove hockey_stick(1/2, P, Q) <= 0.20\n", true},  // 0.2384
      {normal + "prove hockey_stick(1/2, P, Q) <= 0.2385\n", false},
      {normal + "prove hockey_stick(1/2, P, Q) = 0.26\n", true},
      {normal + "prove tv(P, Q) = 2*normal_cdf(1/2) - 1\n", false},
      {normal + "prove tv(P, Q) = normal_cdf(1/2)\n", true},
      {normal + "prove kl(P, Q) <= 1/4\n", true},
      {normal + "prove kl(P, Q) = 1/2\n", false},
      {normal + "prove renyi(2, P, Q) <= 1/2\n", true},
      {normal + "prove renyi(2, P, Q) <= 1\n", false},
      {"law P = bernoulli(1/3)\nlaw Q = bernoulli(3/4)\nprove kl(P, Q) >= 1/2\n", true},  // 0.3836
      {"law P = bernoulli(1/3)\nlaw Q = bernoulli(3/4)\nprove kl(P, Q) >= 1/3\n", false},
      {"law P = laplace(0, 1)\nprove prob(x, x <= 1, P) = 1 - exp(-1)\n", true},
      {"law P = laplace(0, 1)\nprove prob(x, x <= 1, P) = 1 - exp(-1)/2\n", false},
      {"law P = laplace(0, 1)\nprove prob(x, x <= 1, P) > 2*prob(x, x <= 0, P)\n", true},
  };
  for (const auto& [text, wrong] : statements) {
    const Estimates found = estimate(read(text), {Point{}});
    ASSERT_EQ(found.compared.size(), 1U) << text;
    EXPECT_EQ(found.compared[0].contradicted, wrong) << text;
  }
}

TEST(Estimates, AtThatPointOfWhichAPilotSaysMost) {
  const Instance s =
      read("var eps in (0, inf)\nlaw P = laplace(0, 1/eps)\nprove prob(x, x <= 1, P) = 1 - exp(-eps)/2\n");
  const Estimates found =
      estimate(s, {{{"eps", Rational(1000)}}, {{"eps", Rational(1)}}, {{"eps", Rational(1, 1000000)}}});
  EXPECT_NE(found.at.at("eps"), Rational(1000));  // there the probability is 1 for all that doubles say
  EXPECT_EQ(found.releases, 20'000);
  ASSERT_EQ(found.compared.size(), 1U);
  EXPECT_FALSE(found.compared[0].contradicted);
  EXPECT_EQ(found.terms[0].first, "prob(x, x <= 1, P)");
}

// Where it says most the statement holds; at another point it does not, which is seen there.
TEST(Estimates, AtFurtherPoints) {
  const Instance s = read("var m in [0, 2]\nlaw P = normal(m, 1)\nprove prob(x, x <= 0, P) >= 1/2 - m/9\n");
  const std::vector<Point> points{{{"m", Rational(2)}}, {{"m", Rational(0)}}, {{"m", Rational(1)}}};
  EXPECT_TRUE(estimate(s, points).elsewhere.empty());
  EstimateOptions options;
  options.elsewhere = 5;
  const Estimates found = estimate(s, points, options);
  EXPECT_EQ(found.at.at("m"), Rational(0));
  ASSERT_EQ(found.compared.size(), 1U);
  EXPECT_FALSE(found.compared[0].contradicted);
  ASSERT_EQ(found.elsewhere.size(), 2U);
  EXPECT_EQ(found.elsewhere[0].at.at("m"), Rational(1));  // Phi(-1) = 0.159
  EXPECT_EQ(found.elsewhere[0].releases, 5000);
  EXPECT_EQ(found.elsewhere[1].at.at("m"), Rational(2));
  for (const Estimates& more : found.elsewhere) {
    ASSERT_EQ(more.compared.size(), 1U);
    EXPECT_TRUE(more.compared[0].contradicted);
  }
  options.elsewhere = 1;
  EXPECT_EQ(estimate(s, points, options).elsewhere.size(), 1U);
}

TEST(Estimates, SayWhyThereAreNone) {
  EXPECT_EQ(estimate(read("law P = normal(10^9, 1)\nprove prob(x, x <= 1, P) >= 0\n"), {Point{}}).none,
            "doubles do not hold its laws where it was tried");
  EXPECT_EQ(estimate(read("law P = normal(0, 1)\nprove prob(x, x <= 1, P) >= 0\n"), {}).none,
            "no point at which every hypothesis holds was found");
  EXPECT_EQ(estimate(read("law P = normal(0, 1)\nprove E(x, 1, P) = 1\n"), {Point{}}).none,
            "nothing is known of the range of what is averaged");
}

// At a level of one in ten, 600 intervals of each kind miss no more often than that: the count of misses is within what
// a binomial law has with a probability of all but 1e-6 (mean 60, standard deviation 7.3).
TEST(Estimates, MissAsRarelyAsTheySay) {
  const Known known[] = {
      {"law P = laplace(0, 2)\n", "prob(x, x <= 3, P)", 1 - std::exp(-1.5) / 2, 0},
      {"law P = normal(1, 1)\nlaw Q = normal(0, 1)\n", "tv(P, Q)", 2 * phi(0.5) - 1, 0},
      {"law P = normal(1, 1)\nlaw Q = normal(0, 1)\n", "kl(P, Q)", 0.5, 0},
      {"law P = normal(1, 1)\nlaw Q = normal(0, 1)\n", "renyi(2, P, Q)", 1, 0},
      {"law P = bernoulli(1/3)\nlaw Q = bernoulli(3/4)\n", "kl(P, Q)",
       std::log(4.0 / 9) / 3 + 2 * std::log(8.0 / 3) / 3, 0},
      {"law P = bernoulli(1/3)\nlaw Q = bernoulli(3/4)\n", "renyi(3, P, Q)",
       std::log(16.0 / 27 / 9 + 16.0 * 8 / 27) / 2, 0},
  };
  for (const Known& k : known) {
    const Instance s = read(std::string(k.laws) + "prove " + k.term + " >= 0\n");
    std::mt19937_64 random(5);
    int missed = 0;
    for (int i = 0; i < 600; ++i) {
      const auto found = estimate_term(s.law_terms[0], {}, 100, Rational(1, 10), random);
      ASSERT_TRUE(found);
      missed += found->bounds.lower_double() > k.value || found->bounds.upper_double() < k.value ? 1 : 0;
    }
    EXPECT_LE(missed, 96) << k.term;
  }
}

TEST(BoundedMean, WhatIsNotKnownWidensIt) {
  std::mt19937_64 random(1);
  BoundedMean all, some;
  for (int i = 0; i < 4000; ++i) all.add(0.5, random), some.add(i % 4 == 0 ? NAN : 0.5, random);
  const Rational level(1, 1000000);
  EXPECT_GT(all.bounds(level).lower_double(), 0.45);
  EXPECT_LT(all.bounds(level).upper_double(), 0.55);
  EXPECT_LT(some.bounds(level).lower_double(), 0.375);  // 3/8, if what is not known is 0
  EXPECT_GT(some.bounds(level).upper_double(), 0.625);  // 5/8, if it is 1
  EXPECT_DOUBLE_EQ(some.average(), 0.5);
}

// Texts, laws inside of abbreviations, and what is said twice.
TEST(LawTerms, AreWhatTheTextSays) {
  const Instance s = read(
      "var m in (0, 1)\nlaw P = normal(m, 1)\nlaw Q = mixture(1/2: P, 1/2: normal(0, 1))\nlet d = hockey_stick(m, P, "
      "Q)\nprove d <= 1\nprove d <= 1 - m + m\nprove prob(x,x>=m,  P) <= E(y, exp(-y^2), Q) + 1\n");
  ASSERT_EQ(s.law_terms.size(), 3U);
  EXPECT_EQ(s.law_terms[0].text, "hockey_stick(m, P, Q)");
  EXPECT_EQ(s.law_terms[0].one.family, "normal");
  EXPECT_EQ(s.law_terms[0].other.family, "mixture");
  EXPECT_EQ(s.law_terms[0].other.parts[0].family, "normal");
  EXPECT_EQ(s.law_terms[1].text, "prob(x, x >= m, P)");
  EXPECT_TRUE(s.law_terms[1].low && !s.law_terms[1].high);
  EXPECT_EQ(s.law_terms[2].kind, LawTerm::Kind::expectation);
  EXPECT_EQ(s.conclusions[0].rhs, s.law_terms[0].value);
}

}  // namespace
}  // namespace dpcert::verify

namespace dpcert::catalogue {
namespace {

Companion companion(const std::string& text) {
  return companion_of({"test", "test", verify::parse_statement(text), {}}, 20, 1);
}

TEST(EstimateRecord, ContradictsAVerdictAndGoesThroughJson) {
  const std::string law = "language 3\nvar eps in [1/2, 2]\nlaw P = laplace(0, 1/eps)\n";
  Finding right, wrong;
  right.companion = companion(law + "prove prob(x, -1 <= x <= 1, P) = 1 - exp(-eps)\n");
  wrong.companion = companion(law + "prove prob(x, -1 <= x <= 1, P) >= 1 - exp(-2*eps)\n");
  for (Finding* f : {&right, &wrong}) {
    ASSERT_TRUE(f->companion->estimates);
    EXPECT_EQ(f->companion->estimates->none, "");
    f->verdict = Verdict::proved;
    confront(*f);
    EXPECT_EQ(to_json(finding_from_json(to_json(*f))).dump(), to_json(*f).dump());
  }
  EXPECT_EQ(right.verdict, Verdict::proved);
  EXPECT_EQ(wrong.verdict, Verdict::open);
  EXPECT_TRUE(wrong.contradicted);
  EXPECT_TRUE(wrong.reason.starts_with("error: proved, but simulated releases contradict conclusion 1: ["))
      << wrong.reason;
  RunSummary run;
  run.claims.resize(2);
  static_cast<Finding&>(run.claims[0]) = right;
  static_cast<Finding&>(run.claims[1]) = wrong;
  tally(run);
  EXPECT_EQ(run.estimated_statements, 2U);
  // At one point, and at three more.
  EXPECT_EQ(right.companion->estimates->elsewhere.size(), 3U);
  EXPECT_EQ(run.estimates_compared, 8U);
  std::size_t wrongly = 0;
  const Estimates& all = *wrong.companion->estimates;
  for (const Estimates& more : all.elsewhere) wrongly += more.compared.at(0).contradicted ? 1 : 0;
  EXPECT_TRUE(all.compared.at(0).contradicted);
  EXPECT_EQ(run.estimates_contradicting, 1 + wrongly);
  // One that is contradicted elsewhere alone is contradicted.
  Estimates only = *right.companion->estimates;
  EXPECT_EQ(contradiction(only), "");
  only.elsewhere.push_back(all);
  EXPECT_EQ(contradiction(only), contradiction(all));
  EXPECT_EQ(run.contradictions, 1U);
  EXPECT_FALSE(companion("var x in [0, 1]\nprove x >= 0\n").estimates);
}

}  // namespace
}  // namespace dpcert::catalogue
