#include "dpcert/properties/choices.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <set>

#include "dpcert/core/error.hpp"

namespace dpcert::properties {
namespace {

constexpr std::uint64_t every_bit = ~std::uint64_t{0};

TEST(Choices, AreTheSameOnEveryMachine) {
  // splitmix64 of 1234567 begins 6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431
  // (the published test values); xoshiro256** from that state, by its reference in Python's integers.
  Choices choices(1234567);
  for (const std::uint64_t expected :
       {3504822795582309479U, 1819558768956484042U, 1250851346055027673U, 16940231675099994102U, 11585879347611423030U,
        8134400763355999650U, 16522854393704305783U, 6681395768013188110U})
    EXPECT_EQ(choices.up_to(every_bit), expected);
}

TEST(Choices, EveryValueIsAsLikely) {
  Choices choices(3);
  int count[3] = {};
  for (int i = 0; i < 30000; ++i) ++count[choices.up_to(2)];
  // Hoeffding: further than 0.015 * 30000 from a third has probability at most 2 exp(-2 * 30000 * 0.015^2) < 3e-6.
  for (const int n : count) EXPECT_NEAR(n, 10000, 450);
}

TEST(Choices, ReplayStaysInsideAndEndsWithZeros) {
  Choices choices(Sequence{7, 2});
  EXPECT_EQ(choices.up_to(3), 3U);
  EXPECT_EQ(choices.up_to(3), 2U);
  EXPECT_EQ(choices.up_to(3), 0U);
  EXPECT_EQ(choices.made(), (Sequence{3, 2, 0}));
}

TEST(Choices, TextReadsBack) {
  const Sequence sequence{0, 31, every_bit};
  EXPECT_EQ(to_text(sequence), "0.1f.ffffffffffffffff");
  EXPECT_EQ(sequence_from_text(to_text(sequence)), sequence);
  EXPECT_TRUE(sequence_from_text("-").empty());
  for (const char* wrong : {"", ".", "1.", "1..2", "g", "0x1", "1 2", "10000000000000000", "-1"})
    EXPECT_THROW(sequence_from_text(wrong), Error) << wrong;
}

TEST(Draws, IntegersReachEachOfTheRangeOnceFromTheNearestToZero) {
  for (const auto& [lo, hi] :
       {std::pair{-2, 5}, std::pair{-5, 2}, std::pair{-3, 3}, std::pair{4, 9}, std::pair{-9, -4}}) {
    std::set<std::int64_t> seen;
    std::int64_t last = 0;
    for (std::uint64_t k = 0; k <= static_cast<std::uint64_t>(hi - lo); ++k) {
      Choices choices(Sequence{k});
      const std::int64_t n = draw_integer(choices, lo, hi);
      EXPECT_TRUE(lo <= n && n <= hi && seen.insert(n).second) << n;
      EXPECT_LE(std::abs(last), std::abs(n));
      last = n;
    }
  }
  Choices choices(1);
  for (int i = 0; i < 100; ++i) {
    const std::int64_t least = std::numeric_limits<std::int64_t>::min();
    EXPECT_LE(draw_integer(choices, least, least + 1), least + 1);
  }
}

TEST(Draws, StayInTheirDomainsWhateverTheChoices) {
  const Rational lo(3, 1000), hi(70);
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Choices random(seed);
    Sequence small;
    for (int i = 0; i < 6; ++i) small.push_back(random.up_to(seed % 2 == 0 ? 9 : every_bit));
    Choices replayed(small);
    for (Choices* c : {&random, &replayed}) {
      for (const Rational& x : {draw_uniform(*c, lo, hi), draw_magnitude(*c, lo, hi), draw_near_ends(*c, lo, hi)})
        EXPECT_TRUE(lo <= x && x <= hi) << x.str();
      const Rational order = draw_order(*c, Rational(6, 5));
      EXPECT_TRUE(order.sign() > 0 && order != Rational(1) && order <= Rational(6, 5)) << order.str();
      Rational sum;
      for (const Rational& w : draw_simplex(*c, 4)) {
        EXPECT_GE(w.sign(), 0);
        sum += w;
      }
      EXPECT_EQ(sum, Rational(1));
      const auto [data, other] = draw_neighbours(*c, 3, 5);
      int changed = 0;
      ASSERT_EQ(data.size(), other.size());
      for (std::size_t i = 0; i < data.size(); ++i) {
        EXPECT_TRUE(0 <= other[i] && other[i] < 3);
        changed += data[i] != other[i] ? 1 : 0;
      }
      EXPECT_EQ(changed, 1);
    }
  }
}

TEST(Draws, UlpsAreStepsOfNextafter) {
  std::set<Rational> seen;
  for (std::uint64_t k = 0; k < 5; ++k) {
    Choices choices(Sequence{k});
    seen.insert(draw_ulps(choices, 1.0, 2));
  }
  const double below = std::nextafter(1.0, 0.0), above = std::nextafter(1.0, 2.0);
  EXPECT_EQ(seen, (std::set<Rational>{Rational::from_double(std::nextafter(below, 0.0)), Rational::from_double(below),
                                      Rational(1), Rational::from_double(above),
                                      Rational::from_double(std::nextafter(above, 2.0))}));
  const double largest = std::numeric_limits<double>::max();
  for (std::uint64_t k = 0; k < 9; ++k) {
    Choices choices(Sequence{k});
    EXPECT_LE(draw_ulps(choices, largest, 4), Rational::from_double(largest));
  }
  Choices zero(Sequence{2});
  EXPECT_EQ(draw_ulps(zero, 0.0, 1), Rational::from_double(-std::numeric_limits<double>::denorm_min()));
  EXPECT_THROW(draw_ulps(zero, std::numeric_limits<double>::infinity(), 1), Error);
}

TEST(Draws, AreSimplestAtZero) {
  Choices choices(Sequence{});
  EXPECT_EQ(draw_uniform(choices, Rational(1, 3), Rational(20)), Rational(1));
  EXPECT_EQ(draw_near_ends(choices, Rational(1, 3), Rational(20)), Rational(1, 3));
  EXPECT_EQ(draw_order(choices, Rational(100)), Rational(2));
  EXPECT_EQ(draw_simplex(choices, 3), (std::vector<Rational>{Rational(1), Rational(0), Rational(0)}));
}

TEST(Draws, RefuseEmptyDomains) {
  Choices choices(1);
  EXPECT_THROW(draw_integer(choices, 2, 1), Error);
  EXPECT_THROW(draw_uniform(choices, Rational(2), Rational(1)), Error);
  EXPECT_THROW(draw_magnitude(choices, Rational(0), Rational(1)), Error);
  EXPECT_THROW(draw_order(choices, Rational(1)), Error);
  EXPECT_THROW(draw_simplex(choices, 0), Error);
  EXPECT_THROW(draw_neighbours(choices, 1, 3), Error);
}

}  // namespace
}  // namespace dpcert::properties
