// Integrals that do not exist: a statement about one is neither proved nor refuted but undefined, and why is proved.
// The integrals are those of the first pages on improper integrals (Rudin, "Principles of Mathematical Analysis",
// chapter 6, exercises 7 and 8: x^(-s) at 0 for s >= 1 and at infinity for s <= 1).
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "dpcert/checker/checker.hpp"
#include "dpcert/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

Decision decided(const std::string& text) {
  DecideOptions options;
  options.max_boxes = 500;
  options.time_limit = std::chrono::duration<double>(4);
  return decide(parse_statement("language 3\n" + text + "\n"), options);
}

struct Undefined {
  std::string text, place;
};

TEST(UndefinedIntegrals, AreUndefinedByAProof) {
  const std::vector<Undefined> all{
      {"prove integral(x, 0, 1, 1/x) = 5", "0"},
      {"prove integral(x, 0, 1, 1/x) >= 0", "0"},
      {"prove integral(x, 0, 1, -1/x) <= 0", "0"},
      {"prove integral(x, 1, inf, 1/x) >= 1", "inf"},
      {"prove integral(x, -inf, -1, 1/x) <= 0", "-inf"},
      {"prove integral(x, 0, 1, x^(-2)) >= 1", "0"},
      {"prove integral(x, 0, 1, x^(-3/2)) = -2", "0"},
      {"prove integral(x, 2, inf, 1/sqrt(x)) >= 0", "inf"},
      {"var s in [1, 2]\nprove integral(x, 0, 1, x^(-s)) >= 0", "0"},
      {"var s in (0, 1]\nprove integral(x, 1, inf, x^(-s)) >= 0", "inf"},
      {"prove integral(x, 0, 1, 1/(1 - x)) >= 0", "1"},
      {"prove integral(x, 1, 2, 1/(x - 1)^2) >= 0", "1"},
      {"prove integral(x, -1, 1, 1/x) = 0", "0"},
      {"prove integral(x, -1, 1, 1/x^2) = -2", "0"},
      {"prove integral(x, -inf, inf, x) = 0", "-inf"},
      {"prove integral(x, 0, inf, 1) >= 0", "inf"},
      {"prove integral(x, 0, inf, exp(x)) = -1", "inf"},
      {"prove log(integral(x, 0, 1, 1/x)) >= 0", "0"},
      {"prove renyi(3, beta(1, 1), beta(3, 1)) >= 0", "0"},
  };
  for (const auto& [text, place] : all) {
    const Decision d = decided(text);
    EXPECT_EQ(d.verdict, Verdict::open) << text;
    EXPECT_TRUE(d.reason.starts_with("undefined: ")) << text << "\n" << d.reason;
    EXPECT_NE(d.reason.find("near " + place + " its absolute value"), std::string::npos) << text << "\n" << d.reason;
    const checker::Result r = checker::check(d.divergence);
    EXPECT_TRUE(r.accepted) << text << "\n" << r.reason;
    EXPECT_EQ(r.verdict, name(Verdict::proved)) << text;
    // What was proved stands in the reason, and says that integrals of one integrand are above every number.
    const std::string said = r.statement.substr(r.statement.find("forall m in (0, inf)"));
    EXPECT_NE(d.reason.find(said.substr(0, std::min<std::size_t>(said.size() - 1, 300))), std::string::npos)
        << r.statement;
    EXPECT_FALSE(d.timed_out) << text;
  }
}

// Of those that exist nothing of the kind is said, and nothing where it is not known whether they do.
TEST(UndefinedIntegrals, OthersAreNot) {
  for (const std::string text :
       {"prove integral(x, 0, 1, 1/sqrt(x)) = 2", "prove integral(x, 0, 1, 1/sqrt(x)) = 3",
        "prove integral(x, 1, inf, x^(-2)) = 1", "prove integral(x, 0, 1, log(x)) <= 1/7",
        "prove integral(x, 0, inf, sin(x)) = 1", "prove integral(x, 0, 1, sin(1/x)/sqrt(x)) <= 0",
        "prove integral(x, 0, 1, x^(-999/1000)) = 1", "prove integral(x, 0, inf, exp(-x)*sin(x)^2) = 7"}) {
    const Decision d = decided(text);
    EXPECT_TRUE(d.divergence.empty()) << text << "\n" << d.reason;
    EXPECT_FALSE(d.reason.starts_with("undefined: ")) << text << "\n" << d.reason;
  }
}

}  // namespace
}  // namespace dpcert::verify
