#include "dpcert/privacy/quantity.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dpcert {
namespace {

using Parameters = std::map<std::string, std::string>;

TEST(Evaluate, TheWordsOfTheCommandLine) {
  const Parameters pair{{"mechanism", "beta_pair"}, {"a1", "2"}, {"b1", "1"}, {"a2", "1"}, {"b2", "2"}};
  auto with_order = pair;
  with_order["at"] = "15";
  EXPECT_TRUE(evaluate("renyi", with_order, 15).certified.is_infinite());
  with_order["at"] = "1.5";
  const auto d = evaluate("renyi", with_order, 30);
  EXPECT_NEAR(d.certified.enclosure.approx(), 1.7140956267952385, 1e-15);
  EXPECT_LT(error_in_ulps(d.stable, d.certified), 100);
  EXPECT_NEAR(evaluate("tv", pair, 20).certified.enclosure.approx(), 0.5, 1e-15);
  const Parameters dirichlet{{"mechanism", "dirichlet_pair"}, {"alpha1", "1,2,3"}, {"alpha2", "2,1,3"}};
  EXPECT_TRUE(evaluate("kl", dirichlet, 40).certified.enclosure.contains(Rational(1)));
  EXPECT_TRUE(evaluate("log_partition", {{"mechanism", "beta"}, {"a", "-1"}, {"b", "1"}}, 15).certified.is_infinite());
}

TEST(Evaluate, PlainDoubleLosesItsDigitsAndTheStablePathDoesNot) {
  const auto d = evaluate("renyi",
                          {{"mechanism", "beta_pair"},
                           {"a1", "1e12"},
                           {"b1", "1e11"},
                           {"a2", "999999999999"},
                           {"b2", "100000000001"},
                           {"at", "8"}},
                          20);
  EXPECT_GT(error_in_ulps(d.plain, d.certified), 1e10);
  EXPECT_LT(error_in_ulps(d.stable, d.certified), 1e3);
}

TEST(Evaluate, NamesWhatIsWrong) {
  const auto code = [](std::string_view quantity, const Parameters& parameters, int digits = 15) {
    try {
      (void)evaluate(quantity, parameters, digits);
    } catch (const Error& e) {
      return std::string(to_string(e.code())) + " " + e.where();
    }
    return std::string("no error");
  };
  const Parameters good{{"mechanism", "beta_pair"}, {"a1", "2"}, {"b1", "1"}, {"a2", "1"}, {"b2", "2"}, {"at", "2"}};
  const auto changed = [&](const char* key, const char* value) {
    auto copy = good;
    copy[key] = value;
    return copy;
  };
  EXPECT_EQ(code("renyi", good), "no error");
  EXPECT_EQ(code("renyi", changed("a1", "two")), "bad input a1");
  EXPECT_EQ(code("renyi", changed("a1", "")), "bad input a1");
  EXPECT_EQ(code("renyi", changed("b2", "-1")), "domain b2");
  EXPECT_EQ(code("renyi", changed("at", "0")), "domain at");
  EXPECT_EQ(code("renyi", changed("extra", "1")), "bad input extra");
  EXPECT_EQ(code("kl", good), "bad input at");
  EXPECT_EQ(code("renyi", changed("mechanism", "nothing")), "bad input mechanism");
  EXPECT_EQ(code("nothing", good), "bad input quantity");
  EXPECT_EQ(code("renyi", {}), "bad input mechanism");
  EXPECT_EQ(code("renyi", good, 0), "bad input digits");
  EXPECT_EQ(code("tv", {{"mechanism", "dirichlet_pair"}, {"alpha1", "1,2"}, {"alpha2", "2,1"}}),
            "unsupported quantity");
  EXPECT_EQ(code("kl", {{"mechanism", "dirichlet_pair"}, {"alpha1", "1,2"}, {"alpha2", "2,1,"}}), "bad input alpha2");
  EXPECT_EQ(code("kl", {{"mechanism", "dirichlet_pair"}, {"alpha1", "1,2"}, {"alpha2", "2,1,3"}}), "bad input alpha2");
}

}  // namespace
}  // namespace dpcert
