// No number without the pairs it speaks of.
#include "dpcert/privacy/neighbours.hpp"

#include <gtest/gtest.h>

#include "dpcert/privacy/quantity.hpp"

namespace dpcert {
namespace {

TEST(Neighbours, AreSaidOfEveryMechanism) {
  for (const auto& [quantity, mechanism] : offered_quantities())
    EXPECT_FALSE(neighbours_of(mechanism).empty()) << mechanism;
  EXPECT_FALSE(neighbours_of("composition").empty());
  EXPECT_TRUE(neighbours_of("magic").empty());
}

// Definitions of these mechanisms' quantities: Mironov, Talwar and Zhang (2019) for Poisson subsampling.
TEST(Neighbours, AreThoseOfTheDefinitions) {
  EXPECT_NE(neighbours_of("poisson_subsampled_gaussian").find("added or removed"), std::string_view::npos);
  EXPECT_NE(neighbours_of("beta_bernoulli_posterior").find("replaced"), std::string_view::npos);
  EXPECT_NE(neighbours_of("gaussian").find("sensitivity"), std::string_view::npos);
  EXPECT_NE(neighbours_of("ehds").find("one by +1 and one by -1"), std::string_view::npos);
}

}  // namespace
}  // namespace dpcert
