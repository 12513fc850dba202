// `#! simulate`: a relation of laws that a file ties to its statement, which speaks of them by a closed form.
#include <gtest/gtest.h>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "verify/catalogue/companion.hpp"

namespace dpcert::catalogue {
namespace {

Companion companion(const std::string& text, std::vector<std::string> simulated) {
  Hints hints;
  hints.simulated = std::move(simulated);
  return companion_of({"test", "test", verify::parse_statement(text), hints}, 20, 1);
}

// D is the divergence of order 2 of N(m, 1) from N(0, 1), m^2, and half of it is not.
TEST(Simulate, TiesAClosedFormToItsLaws) {
  const std::string text = "var m in [1/2, 2]\nlet D = m^2\nprove D >= 0\n";
  const Companion right = companion(text, {"renyi(2, normal(m, 1), normal(0, 1)) = D"});
  ASSERT_TRUE(right.estimates);
  ASSERT_EQ(right.estimates->compared.size(), 1U);
  EXPECT_EQ(right.estimates->compared[0].conclusion, 0);
  EXPECT_EQ(contradiction(*right.estimates), "");
  const Companion wrong = companion(text, {"renyi(2, normal(m, 1), normal(0, 1)) <= D/3"});
  ASSERT_TRUE(wrong.estimates);
  EXPECT_TRUE(contradiction(*wrong.estimates).starts_with("simulated releases contradict `#! simulate`: ["));
  EXPECT_THROW(companion(text, {"renyi(2, normal(k, 1), normal(0, 1)) = D"}), std::runtime_error);
}

// Every such line of the catalogue is read, draws its laws, and is not contradicted.
TEST(Simulate, OfTheCatalogue) {
  std::size_t lines = 0;
  for (const auto& entry : Catalogue::embedded().entries())
    for (const auto* formal : {entry.formal ? &*entry.formal : nullptr, entry.repair ? &*entry.repair : nullptr}) {
      if (!formal || !formal->directive("simulate")) continue;
      const Hints hints = read_hints(*formal);
      const auto companion = companion_of({"test", "test", verify::parse_statement(formal->text), hints}, 20, 1);
      ASSERT_TRUE(companion.estimates) << formal->file;
      EXPECT_EQ(companion.estimates->none, "") << formal->file;
      std::size_t tied = 0;
      for (const auto& c : companion.estimates->compared) tied += c.conclusion == 0 ? 1 : 0;
      EXPECT_EQ(tied, hints.simulated.size()) << formal->file;
      EXPECT_EQ(contradiction(*companion.estimates), "") << formal->file;
      lines += hints.simulated.size();
    }
  EXPECT_GE(lines, 8U);
}

}  // namespace
}  // namespace dpcert::catalogue
