#include "dpcert/mechanisms/gibbs.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "dpcert/calibration/gibbs.hpp"
#include "dpcert/privacy/langevin_monte_carlo.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "tests/reference_table.hpp"

namespace dpcert {
namespace {

using test::number;

std::string evaluated(const char* quantity, const std::map<std::string, std::string>& words) {
  const Evaluation found = evaluate(quantity, words, 20);
  EXPECT_TRUE(found.certified.is_finite());
  return found.certified.enclosure.lower(20);
}
const std::map<std::string, std::string> mean{
    {"mechanism", "gibbs_gaussian"}, {"beta", "1/2"}, {"n", "10"}, {"radius", "1"}, {"precision", "1"}, {"at", "1/2"}};

// mu^2 = 4 (1/2)^2/(10/2 + 1) = 1/6. The values are mpmath's, 40 digits, from ncdf and exp.
TEST(Gibbs, QuantitiesOfAMean) {
  EXPECT_EQ(evaluated("delta", mean).substr(0, 18), "0.0275553781033618");
  EXPECT_EQ(evaluated("loss_tail", mean).substr(0, 18), "0.1537170829636976");
  EXPECT_EQ(evaluated("loss_tail_bound", mean).substr(0, 18), "0.5940253205536350");
  auto words = mean;
  words["at"] = "3";
  EXPECT_EQ(evaluated("rdp", words), "0.25");  // order mu^2/2
  words["at"] = "0.02755537810336184069";
  EXPECT_EQ(evaluated("epsilon", words).substr(0, 12),
            "0.5000000000");  // the inverse of the first line, cut at 20 digits
}
TEST(Gibbs, UpToRhoTheConcentrationSaysNothing) {
  auto words = mean;
  words["at"] = "1/12";
  EXPECT_EQ(evaluated("loss_tail_bound", words), "1");
  words["at"] = "1/11";
  EXPECT_EQ(evaluated("loss_tail_bound", words).substr(0, 4), "0.99");
}
TEST(Gibbs, LipschitzLosses) {
  // mu^2 = 4 3^2 (1/10)^2/5; mpmath.
  EXPECT_EQ(
      evaluated(
          "delta",
          {{"mechanism", "gibbs_lipschitz"}, {"beta", "1/10"}, {"lipschitz", "3"}, {"convexity", "5"}, {"at", "1"}})
          .substr(0, 20),
      "0.000010172837795584");
}

// mpmath, 40 digits: quad of exp(g) over the half-lines, the largest of all pairs of counts and both directions.
TEST(Gibbs, LogitOfACoin) {
  struct Row {
    const char *beta, *n, *convexity, *prior_mean, *at, *delta, *tail;
  };
  for (const Row& row : {Row{"1/2", "1", "1", "0", "1/10", "0.149362213711882", "0.510585981644956"},
                         Row{"2", "3", "1/4", "1/2", "1", "0.522844732892653", "0.687052063944463"},
                         Row{"1/3", "5", "2", "-1", "1/2", "0.001240316444431", "0.016366403228171"},
                         Row{"1", "2", "1", "0", "50", "1.632684048934588", "8.390341870722086"}}) {
    const std::map<std::string, std::string> words{
        {"mechanism", "gibbs_bernoulli"}, {"beta", row.beta}, {"n", row.n}, {"convexity", row.convexity},
        {"prior_mean", row.prior_mean},   {"at", row.at}};
    EXPECT_EQ(evaluated("delta", words).substr(0, 17), row.delta);
    EXPECT_EQ(evaluated("loss_tail", words).substr(0, 17), row.tail);
  }
}
// mpmath, 30 digits: quad of p^a q^(1 - a) with both normalisers, the largest of all pairs and both directions.
TEST(Gibbs, LogitOfACoinHasItsRenyiDivergence) {
  struct Row {
    const char *beta, *n, *convexity, *prior_mean, *order, *rdp;
  };
  for (const Row& row :
       {Row{"1/2", "1", "1", "0", "2", "0.22659259904397"}, Row{"2", "3", "1/4", "1/2", "3/2", "4.29508226379220"},
        Row{"1/3", "5", "2", "-1", "8", "0.19768658643445"}}) {
    const std::map<std::string, std::string> words{
        {"mechanism", "gibbs_bernoulli"}, {"beta", row.beta}, {"n", row.n}, {"convexity", row.convexity},
        {"prior_mean", row.prior_mean},   {"at", row.order}};
    EXPECT_EQ(evaluated("rdp", words).substr(0, 16), row.rdp);
  }
  for (const char* order : {"1", "1/2", "2001"}) {
    try {
      (void)evaluate("rdp",
                     {{"mechanism", "gibbs_bernoulli"}, {"beta", "1/2"}, {"n", "2"}, {"convexity", "1"}, {"at", order}},
                     12);
      ADD_FAILURE() << order << " was taken";
    } catch (const Error& e) {
      EXPECT_EQ(e.where(), "at");
    }
  }
}
TEST(Gibbs, LogitOfACoinRefuses) {
  const auto refused = [](const char* key, const char* text) {
    std::map<std::string, std::string> words{
        {"mechanism", "gibbs_bernoulli"}, {"beta", "1"}, {"n", "2"}, {"convexity", "1"}, {"at", "1"}};
    words[key] = text;
    try {
      (void)evaluate("delta", words, 12);
      ADD_FAILURE() << key << "=" << text << " was taken";
    } catch (const Error& e) {
      EXPECT_EQ(e.where(), key);
    }
  };
  refused("beta", "0");
  refused("n", "0");
  refused("n", "201");
  refused("convexity", "0");
  refused("at", "-1");
  refused("at", "1001");
}

TEST(Gibbs, LawOfADraw) {
  // Two records 1 and 2 of weight 1/2 under N(0, 1/3): precision 1/2 + 1/2 + 3, pull (1 + 2)/2.
  const NormalLaw<Rational> law = GibbsGaussian<Rational>(Rational(1, 2), 2, Rational(2), Rational(3)).law(Rational(3));
  EXPECT_EQ(law.mean, Rational(3, 8));
  EXPECT_EQ(law.variance, Rational(1, 4));
}

TEST(Gibbs, GuaranteeHasTheSquareOfMuExactly) {
  const Guarantee g = guarantee(GibbsGaussian<Rational>(Rational(1, 2), 10, Rational(1), Rational(1)));
  const auto& parameters = g.cases.at(0).parameters;
  const Rational sigma = parameters.at("sigma").at(0);
  EXPECT_EQ(parameters.at("T").at(0) / (sigma * sigma), Rational(1, 6));
  EXPECT_FALSE(guarantee(GibbsLipschitz<Rational>(Rational(1), Rational(1), Rational(1))).source.empty());
}

// Roots of delta(mu(beta), 1/10) = 1/1000 by mpmath's findroot.
TEST(Gibbs, LargestBeta) {
  const Calibrated mean_beta =
      largest_beta(GibbsGaussian<Rational>(Rational(1), 1000, Rational(1)), Rational(1, 10), Rational(1, 1000), 15);
  EXPECT_EQ(mean_beta.value, number("0.825319461575540"));
  EXPECT_EQ(*mean_beta.insufficient, number("0.825319461575541"));
  const Calibrated lipschitz = largest_beta(GibbsLipschitz<Rational>(Rational(1), Rational(1), Rational(1)),
                                            Rational(1, 10), Rational(1, 1000), 15);
  EXPECT_EQ(lipschitz.value, number("0.0287283738066661"));
  EXPECT_EQ(*lipschitz.insufficient, number("0.0287283738066662"));
}
TEST(Gibbs, LargestBetaAtExtremes) {
  // A thousand times the Lipschitz constant: a thousandth of beta, digit by digit.
  const Calibrated small = largest_beta(GibbsLipschitz<Rational>(Rational(1), number("1e30"), Rational(1)),
                                        Rational(1, 10), Rational(1, 1000), 15);
  EXPECT_EQ(small.value, number("0.0287283738066661e-30"));
  const Calibrated large = largest_beta(GibbsLipschitz<Rational>(Rational(1), number("1e-30"), Rational(1)),
                                        Rational(1, 10), Rational(1, 1000), 15);
  EXPECT_EQ(large.value, number("0.0287283738066661e30"));
  const Calibrated rare = largest_beta(GibbsLipschitz<Rational>(Rational(1), Rational(1), Rational(1)), Rational(1, 10),
                                       number("1e-90"), 12);
  EXPECT_TRUE(rare.insufficient.has_value());
}

TEST(Gibbs, RefusesWhatIsNoMechanism) {
  const auto refused = [](const std::function<void()>& make, const std::string& name) {
    try {
      make();
      ADD_FAILURE() << name << " was taken";
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ErrorCode::domain);
      EXPECT_EQ(e.where(), name);
    }
  };
  const Rational one(1), zero(0);
  refused([&] { GibbsGaussian<Rational>(zero, 1, one); }, "beta");
  refused([&] { GibbsGaussian<Rational>(one, 0, one); }, "n");
  refused([&] { GibbsGaussian<Rational>(one, 1, zero); }, "radius");
  refused([&] { GibbsGaussian<Rational>(one, 1, one, -one); }, "precision");
  refused([&] { GibbsLipschitz<Rational>(one, zero, one); }, "lipschitz");
  refused([&] { GibbsLipschitz<Rational>(one, one, zero); }, "convexity");
  const GibbsLipschitz<Rational> fine(one, one, one);
  refused([&] { (void)largest_beta(fine, -one, Rational(1, 2), 12); }, "eps");
  refused([&] { (void)largest_beta(fine, one, one, 12); }, "delta");
  refused([&] { (void)largest_beta(fine, one, zero, 12); }, "delta");
}

// ---- Langevin Monte Carlo ----

Ball chain(const char* quantity, std::map<std::string, std::string> words) {
  words["mechanism"] = "langevin_monte_carlo";
  return evaluate(quantity, words, 20).certified.enclosure;
}

// S = 2 log 10, alpha = (1 + 200 S)/2; S alpha = 2123.06 by mpmath.
TEST(LangevinMonteCarlo, StepsOfTheTheorem) {
  EXPECT_EQ(chain("steps", {{"gamma", "1/10"}, {"d", "2"}, {"convexity", "1"}, {"smoothness", "1"}}).approx(), 2124);
}
TEST(LangevinMonteCarlo, VarianceIsTheRecursions) {
  const Rational curvature(3, 2), step(1, 7);
  Rational variance(1, 5);
  for (int t = 0; t < 25; ++t) variance = lmc_next_variance(variance, curvature, step);
  const Ball closed = lmc_variance(Ball(Rational(1, 5), 200), Ball(curvature, 200), Ball(step, 200), Ball(25));
  EXPECT_TRUE(closed.contains(variance));
  EXPECT_GT(closed.relative_accuracy_bits(), 180);
}
// In two dimensions |x|^2/s is exponential: the two probabilities are 1 - exp(-r^2/(2 s)). With s = 1 and t = 2,
// r^2 = 4 log 2, and the distance is (1 - 1/4) - (1 - 1/2) = 1/4.
TEST(LangevinMonteCarlo, DistanceInThePlaneIsRational) {
  const Ball tv = isotropic_normal_tv(2, Ball(Rational(1), 200), Ball(Rational(2), 200));
  EXPECT_TRUE(tv.contains(Rational(1, 4)));
  EXPECT_GT(tv.relative_accuracy_bits(), 180);
  EXPECT_NEAR(isotropic_normal_tv(2, 2.0, 1.0), 0.25, 1e-15);
}
// On the line: 2 (Phi(r) - Phi(r/sqrt 2)), r^2 = 2 log 2; mpmath.
TEST(LangevinMonteCarlo, DistanceOnTheLine) {
  EXPECT_EQ(isotropic_normal_tv(1, Ball(Rational(1), 200), Ball(Rational(2), 200)).lower(20).substr(0, 18),
            "0.1660640749835129");
}
TEST(LangevinMonteCarlo, RefusesWhatTheTheoremDoesNotCover) {
  const auto refused = [](const std::map<std::string, std::string>& words, const char* name) {
    try {
      (void)chain(words.count("curvature") != 0 ? "tv" : "steps", words);
      ADD_FAILURE() << name;
    } catch (const Error& e) {
      EXPECT_EQ(e.where(), name);
    }
  };
  refused({{"gamma", "1/2"}, {"d", "2"}, {"convexity", "1"}, {"smoothness", "1"}}, "gamma");
  refused({{"gamma", "1/10"}, {"d", "0"}, {"convexity", "1"}, {"smoothness", "1"}}, "d");
  refused({{"gamma", "1/10"}, {"d", "2"}, {"convexity", "2"}, {"smoothness", "1"}}, "smoothness");
  refused({{"gamma", "1/10"}, {"d", "2"}, {"convexity", "1"}, {"smoothness", "2"}, {"curvature", "3"}}, "curvature");
}

}  // namespace
}  // namespace dpcert
