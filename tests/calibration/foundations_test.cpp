#include "dpcert/calibration/foundations.hpp"

#include <gtest/gtest.h>

#include <set>

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/core/error.hpp"

namespace dpcert::calibration {
namespace {

// Everything that `dpcert calibrate` may name is proved by kernel and checker, here and now.
TEST(Foundations, AllAreProved) {
  std::set<std::string> ids{"renyi.sq.bounded", "renyi.alg4", "renyi.public.prior", "renyi.alg5",
                            "renyi.thm16",      "renyi.alg6", "renyi.glm.lemma1",   "glm.ops"};
  for (const auto kind : {Tempering::diffused, Tempering::concentrated}) {
    for (const std::size_t d : {2u, 3u}) {
      const auto sampling = calibrated_posterior(std::vector<Rational>(d, Rational(1)), 2, kind);
      for (const auto pairs : {PairSet::data_sets, PairSet::hull}) {
        const auto more = calibration_claims(sampling, pairs);
        ids.insert(more.begin(), more.end());
      }
    }
    const auto more = calibration_claims(NormalMeanPosterior<Rational>(Rational(1), Rational(1), Rational(1), 1, kind));
    ids.insert(more.begin(), more.end());
  }
  EXPECT_EQ(ids.count("renyi.cor2.vertex.repair"), 1u);
  EXPECT_EQ(ids.count("calibrate.split"), 1u);
  for (const std::string& id : ids) {
    const Foundation f = decide_foundation(id);
    EXPECT_EQ(f.verdict, catalogue::Verdict::proved) << id << ": " << f.reason;
    EXPECT_TRUE(f.checked) << id;
    EXPECT_FALSE(f.title.empty()) << id;
  }
  EXPECT_FALSE(decide_foundation("renyi.thm16").assumes.empty());
}

TEST(Foundations, LemmasAreComplete) {
  ASSERT_EQ(lemmas().size(), 7u);
  for (const auto& lemma : lemmas()) {
    ASSERT_NE(lemma.directive("id"), nullptr) << lemma.file;
    EXPECT_NE(lemma.directive("reading"), nullptr) << lemma.file;
    EXPECT_TRUE(lemma.has_conclusion()) << lemma.file;
  }
}

TEST(Foundations, AnUnknownOrFalseStatementIsNotProved) {
  EXPECT_THROW(decide_foundation("renyi.nothing"), Error);
  // The printed rule that the repair replaces.
  EXPECT_EQ(decide_foundation("renyi.cor2.vertex").verdict, catalogue::Verdict::refuted);
}

}  // namespace
}  // namespace dpcert::calibration
