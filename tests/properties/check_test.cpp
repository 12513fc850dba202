#include "dpcert/properties/check.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "dpcert/core/error.hpp"

namespace dpcert::properties {
namespace {

/// The whole numbers of a list whose length is drawn; fails if the sum passes 1000.
void short_sums(Case& c) {
  std::int64_t sum = 0;
  const std::int64_t size = draw_integer(c.choices, 0, 30);
  for (std::int64_t i = 0; i < size; ++i) sum += draw_integer(c.choices, 0, 500);
  c.note("sum", std::to_string(sum));
  c.require(sum <= 1000, "the sum is at most 1000");
}

std::string scratch(const char* name) {
  std::string path = testing::TempDir() + name;
  std::remove(path.c_str());
  return path;
}

TEST(Check, ShrinksToTheSimplestFailureAndReplaysIt) {
  const CheckResult r = check("example.sum", short_sums, {.cases = 50});
  ASSERT_FALSE(r.passed);
  EXPECT_EQ(r.phase, "random");
  // No sum of two numbers up to 500 passes 1000: three are needed, and the least sum is 1001.
  EXPECT_EQ(r.failure, "sum = 1001\nthe sum is at most 1000");
  EXPECT_EQ(r.replay.substr(0, 14), "example.sum:3.");
  const CheckResult again = check("example.sum", short_sums, {.replay = r.replay});
  EXPECT_FALSE(again.passed);
  EXPECT_EQ(again.failure, r.failure);
  EXPECT_EQ(again.replay, r.replay);
  EXPECT_TRUE(check("example.sum", short_sums, {.replay = "example.sum:-"}).passed);
  for (const char* wrong : {"other:3.1", "example.sum", "example.sum:x"})
    EXPECT_THROW(check("example.sum", short_sums, {.replay = wrong}), Error) << wrong;
}

TEST(Check, StoredFailuresAreTriedFirst) {
  const std::string store = scratch("dpcert_check_store.txt");
  const CheckResult first = check("example.sum", short_sums, {.cases = 50, .store = store});
  EXPECT_EQ(first.phase, "random");
  const CheckResult second = check("example.sum", short_sums, {.cases = 50, .store = store});
  EXPECT_EQ(second.phase, "stored");
  EXPECT_EQ(second.random, 0);
  EXPECT_EQ(second.replay, first.replay);
  std::ifstream in(store);
  std::string line, more;
  std::getline(in, line);
  EXPECT_EQ(line, "example.sum " + first.replay.substr(first.replay.find(':') + 1));
  EXPECT_FALSE(std::getline(in, more)) << more;
  // A failure of another property is not this one's.
  EXPECT_EQ(check("example.other", [](Case&) {}, {.cases = 5, .store = store}).stored, 0);
  std::ofstream(store, std::ios::app) << "nonsense\n";
  EXPECT_THROW(check("example.sum", short_sums, {.store = store}), Error);
}

TEST(Check, ExamplesAreAlwaysTried) {
  const auto rare = [](Case& c) { c.require(c.choices.up_to(~std::uint64_t{0}) != 12345, "not 12345"); };
  EXPECT_TRUE(check("example.rare", rare, {.cases = 200}).passed);
  const CheckResult r = check("example.rare", rare, {.cases = 200, .examples = {{1}, {12345}}});
  EXPECT_EQ(r.phase, "example");
  EXPECT_EQ(r.examples, 2);
  EXPECT_EQ(r.replay, "example.rare:3039");
}

TEST(Check, DirectedCasesClimbToWhatRandomOnesMiss) {
  // The failing set has probability 2^-40 in each of two coordinates.
  const auto peak = [](Case& c) {
    const std::uint64_t most = (std::uint64_t{1} << 40) - 1;
    const std::uint64_t x = c.choices.up_to(most), y = c.choices.up_to(most);
    c.score(static_cast<double>(x) + static_cast<double>(y));
    c.require(x < most || y < most, "not both are largest");
  };
  EXPECT_TRUE(check("example.peak", peak, {.cases = 1000}).passed);
  const CheckResult r = check("example.peak", peak, {.cases = 100, .directed = 20000});
  EXPECT_EQ(r.phase, "directed");
  EXPECT_EQ(r.replay, "example.peak:ffffffffff.ffffffffff");
}

TEST(Check, RejectedCasesAreCountedAndDoNotPass) {
  const auto even = [](Case& c) { c.assume(c.choices.up_to(3) % 2 == 0, "odd"); };
  const CheckResult r = check("example.even", even, {.cases = 1000});
  EXPECT_TRUE(r.passed);
  EXPECT_NEAR(r.rejected.at("odd"), 500, 100);  // Hoeffding: beyond with probability below 5e-9
  const auto never = [](Case& c) { c.assume(false, "always"); };
  const CheckResult none = check("example.never", never, {.cases = 10});
  EXPECT_FALSE(none.passed);
  EXPECT_EQ(none.failure, "every case was rejected");
}

TEST(Check, ALabelTooRareFails) {
  const auto labelled = [](Case& c) {
    if (c.choices.up_to(9) == 0) c.label("rare"), c.label("rare");
  };
  CheckOptions options{.cases = 1000};
  options.coverage = {{"rare", 0.1}};
  const CheckResult enough = check("example.label", labelled, options);
  EXPECT_TRUE(enough.passed) << enough;
  EXPECT_NEAR(enough.labels.at("rare"), 100, 60);
  options.coverage = {{"rare", 0.3}};
  EXPECT_EQ(check("example.label", labelled, options).phase, "coverage");
  options.coverage = {{"missing", 0.3}};
  EXPECT_EQ(check("example.label", labelled, options).phase, "coverage");
}

TEST(Check, TailOfTheBinomialLaw) {
  EXPECT_NEAR(binomial_tail(0, 10, 0.5), 1.0 / 1024, 1e-15);
  EXPECT_NEAR(binomial_tail(2, 4, 0.25), 243.0 / 256, 1e-13);  // 1 - (4 * 3 + 1) / 256
  EXPECT_EQ(binomial_tail(0, 0, 0.5), 1);
}

TEST(Check, ShardsMakeUpTheWhole) {
  const auto cases = [](int shard, int shards) {
    std::multiset<std::uint64_t> seen;
    check("example.shard", [&](Case& c) { seen.insert(c.choices.up_to(~std::uint64_t{0})); },
          {.cases = 700, .shard = shard, .shards = shards});
    return seen;
  };
  std::multiset<std::uint64_t> all;
  for (int i = 0; i < 3; ++i) all.merge(cases(i, 3));
  EXPECT_EQ(all.size(), 700U);
  EXPECT_EQ(all, cases(0, 1));
}

TEST(Check, TheResultIsThatOfOneThread) {
  std::string texts[2];
  for (const int threads : {1, 4}) {
    std::ostringstream lines;
    CheckOptions options{.cases = 600, .threads = threads};
    options.observations = &lines;
    const CheckResult r = check(
        "example.threads", [](Case& c) { c.require(draw_integer(c.choices, 0, 299) != 150, "not 150"); }, options);
    EXPECT_FALSE(r.passed);
    std::ostringstream shown;
    shown << r;
    texts[threads / 4] = lines.str() + shown.str();
  }
  EXPECT_EQ(texts[0], texts[1]);
}

TEST(Check, ObservationsAreLinesOfJson) {
  std::ostringstream lines;
  CheckOptions options{.cases = 1};
  options.observations = &lines;
  check(
      "example.seen", [](Case& c) { c.note("a\"b", "1\n"), c.label("x"), c.choices.up_to(0); }, options);
  EXPECT_EQ(lines.str(),
            "{\"property\":\"example.seen\",\"verdict\":\"held\",\"why\":\"\",\"choices\":\"0\",\"labels\":[\"x\"],"
            "\"notes\":{\"a\\\"b\":\"1\\u000a\"}}\n");
}

TEST(Check, AnExceptionIsAFailure) {
  const CheckResult r = check("example.throws", [](Case&) { throw std::runtime_error("odd"); });
  EXPECT_EQ(r.failure, "exception: odd");
  // On another thread as well, where an exception that leaves the property would end the program.
  const CheckResult other = check("example.throws", [](Case&) { throw 42; }, {.threads = 2});
  EXPECT_EQ(other.failure, "exception of an unknown type");
}

TEST(Check, RefusesOptionsOutOfRange) {
  const auto nothing = [](Case&) {};
  EXPECT_THROW(check("a b", nothing), Error);
  EXPECT_THROW(check("a", nothing, {.cases = 0}), Error);
  EXPECT_THROW(check("a", nothing, {.threads = 0}), Error);
  EXPECT_THROW(check("a", nothing, {.shard = 2, .shards = 2}), Error);
  CheckOptions options;
  options.coverage = {{"x", 1.5}};
  EXPECT_THROW(check("a", nothing, options), Error);
}

}  // namespace
}  // namespace dpcert::properties
