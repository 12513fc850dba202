// The Dirichlet mechanisms as privacy quantities, which audits and deployments ask for. Oracles: closed forms; the
// plain enumeration in double beside the certified search, which share nothing.
#include <gtest/gtest.h>

#include <cmath>

#include "dpcert/core/error.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/solve/effort.hpp"

namespace dpcert {
namespace {

using Side = Comparison::Side;

Query query(const std::string& quantity, const std::string& mechanism, std::map<std::string, std::string> words,
            const std::optional<std::string>& at = std::nullopt) {
  if (mechanism == "ehds") words.emplace("gamma", "1/2");
  return parse_query(quantity, mechanism, words, at, NumberReading::exact);
}

TEST(DirichletQuantities, CertifiedAndPlainEnumerationAgree) {
  for (const std::string mechanism : {"ehd", "ehdl", "ehds"}) {
    for (const char* prior : {"1,1", "0.01,3", "1/2,1/2,2"}) {
      const std::map<std::string, std::string> words{{"prior", prior}, {"n", "9"}, {"eps", "3/2"}};
      const Query loss = query("privacy_loss", mechanism, words), delta = query("delta", mechanism, words, "1/8");
      EXPECT_NEAR(certify(loss, 20).enclosure.approx(), textbook(loss), 1e-12) << mechanism << ' ' << prior;
      EXPECT_NEAR(certify(delta, 20).enclosure.approx(), textbook(delta), 1e-12) << mechanism << ' ' << prior;
      EXPECT_GT(textbook(delta), 1e-4);
    }
  }
}

// Losses of floored Laplace noise: eps for two categories of lshist, 2 eps/d for lsdim with d >= 3, eps/d for lszhang.
TEST(DirichletQuantities, LossesOfFlooredLaplaceAreRational) {
  const auto side = [](const std::string& mechanism, const char* prior, const Rational& value) {
    return compare(query("privacy_loss", mechanism, {{"prior", prior}, {"n", "7"}, {"eps", "1/3"}}), value).side;
  };
  EXPECT_EQ(side("lshist", "1,1", Rational(1, 3)), Side::equal);
  EXPECT_EQ(side("lsdim", "1,1,1,1", Rational(1, 6)), Side::equal);
  EXPECT_EQ(side("lszhang", "1,1,1,1", Rational(1, 12)), Side::equal);
  EXPECT_EQ(side("lshist", "1,1", Rational(1, 3) - pow(Rational(1, 10), 40)), Side::below);
}

TEST(DirichletQuantities, DeltaIsExactlyZeroFromTheLossOn) {
  const std::map<std::string, std::string> words{{"prior", "1,1"}, {"n", "5"}, {"eps", "1"}};
  for (const std::string mechanism : {"lshist", "ehd", "ehds"}) {
    const Certified at_one = certify(query("delta", mechanism, words, "1"), 15);
    EXPECT_TRUE(at_one.is_finite() && at_one.enclosure.contains_zero() && at_one.enclosure.is_exact()) << mechanism;
    EXPECT_GT(certify(query("delta", mechanism, words, "1/100"), 15).enclosure.approx(), 0.01) << mechanism;
  }
}

// The largest loss of ehd under a prior near 0 is above eps: a row that says eps is unsound.
TEST(DirichletQuantities, ThePrintedEpsIsBelowTheLossUnderATinyPrior) {
  const Query tiny = query("privacy_loss", "ehd", {{"prior", "1e-60,1e-60"}, {"n", "5"}, {"eps", "1"}});
  EXPECT_EQ(compare(tiny, 1.0).side, Side::below);
  EXPECT_EQ(compare(tiny, 1.27).side, Side::above);
}

TEST(DirichletQuantities, RefusalsAndLimits) {
  const auto refused = [](const std::string& mechanism, std::map<std::string, std::string> words) {
    try {
      (void)certify(query("privacy_loss", mechanism, std::move(words)), 10);
    } catch (const Error& e) {
      return e.where();
    }
    return std::string();
  };
  EXPECT_EQ(refused("ehd", {{"prior", "1,0"}, {"n", "5"}, {"eps", "1"}}), "prior");
  EXPECT_EQ(refused("ehd", {{"prior", "1"}, {"n", "5"}, {"eps", "1"}}), "prior");
  EXPECT_EQ(refused("ehd", {{"prior", "1,1"}, {"n", "10001"}, {"eps", "1"}}), "n");
  EXPECT_EQ(refused("ehd", {{"prior", "1,1"}, {"n", "-1"}, {"eps", "1"}}), "n");
  EXPECT_EQ(refused("ehd", {{"prior", "1,1"}, {"n", "5"}, {"eps", "0"}}), "eps");
  EXPECT_EQ(refused("ehds", {{"prior", "1,1"}, {"n", "5"}, {"eps", "1"}, {"gamma", "0"}}), "gamma");
  const EffortLimit limit(Effort{1000});
  const Certified ended = certify(query("privacy_loss", "ehdl", {{"prior", "1,1"}, {"n", "200"}, {"eps", "1"}}), 10);
  EXPECT_EQ(ended.state, Certified::State::undecided);
  EXPECT_NE(ended.reason, "");
}

}  // namespace
}  // namespace dpcert
