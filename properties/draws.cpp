// The generators of choices.hpp.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "dpcert/core/error.hpp"
#include "dpcert/properties/choices.hpp"

namespace dpcert::properties {
namespace {

void need(bool holds, std::string_view what, std::string_view expected) {
  if (!holds) throw Error(ErrorCode::bad_input, what, expected, "an empty or unbounded domain");
}

/// Where the finite doubles lie when they are counted in increasing order, both zeros at 0.
std::int64_t rank_of(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto size = static_cast<std::int64_t>(bits & 0x7fffffffffffffffU);
  return (bits >> 63) != 0 ? -size : size;
}

double of_rank(std::int64_t rank) {
  const double size = std::bit_cast<double>(static_cast<std::uint64_t>(rank < 0 ? -rank : rank));
  return rank < 0 ? -size : size;
}

/// The largest k with 2^k <= x, x > 0.
std::int64_t binade(const Rational& x) {
  const auto size = [](const fmpz* n) { return static_cast<std::int64_t>(fmpz_bits(n)); };
  const std::int64_t k = size(fmpq_numref(x.fmpq_ptr())) - size(fmpq_denref(x.fmpq_ptr()));
  return pow(Rational(2), k) <= x ? k : k - 1;
}

}  // namespace

std::int64_t draw_integer(Choices& choices, std::int64_t lo, std::int64_t hi) {
  need(lo <= hi, "draw_integer", "lo <= hi");
  const auto steps = [](std::int64_t from, std::int64_t to) {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  };
  const std::uint64_t chosen = choices.up_to(steps(lo, hi));
  if (lo >= 0) return static_cast<std::int64_t>(static_cast<std::uint64_t>(lo) + chosen);
  if (hi <= 0) return static_cast<std::int64_t>(static_cast<std::uint64_t>(hi) - chosen);
  // 0, 1, -1, 2, -2, ... while both sides last, then on along the longer one.
  const std::uint64_t up = steps(0, hi), down = steps(lo, 0), both = std::min(up, down);
  const bool alternate = chosen / 2 < both || (chosen == 2 * both);
  const std::uint64_t size = alternate ? chosen / 2 + chosen % 2 : chosen - both;
  const bool positive = alternate ? chosen % 2 == 1 : up > down;
  return static_cast<std::int64_t>(positive ? size : std::uint64_t{0} - size);
}

Rational draw_uniform(Choices& choices, const Rational& lo, const Rational& hi) {
  need(lo <= hi, "draw_uniform", "lo <= hi");
  constexpr std::uint64_t exact = 8;  // from this roundness on a value is left as it is drawn
  const std::uint64_t roundness = choices.up_to(2 * exact - 1);
  const std::uint64_t part = choices.up_to((std::uint64_t{1} << 53) - 1);
  const Rational width = hi - lo;
  const Rational x = lo + width * Rational(part) / pow(Rational(2), 53);
  if (roundness >= exact) return x;
  const Rational reach = width * pow(Rational(10), -static_cast<int>(roundness) - 1);
  return simplest_between(std::max(lo, x - reach), std::min(hi, x + reach));
}

Rational draw_magnitude(Choices& choices, const Rational& lo, const Rational& hi) {
  need(lo.sign() > 0 && lo <= hi, "draw_magnitude", "0 < lo <= hi");
  const std::int64_t k = draw_integer(choices, binade(lo), binade(hi));
  return draw_uniform(choices, std::max(lo, pow(Rational(2), k)), std::min(hi, pow(Rational(2), k + 1)));
}

Rational draw_near_ends(Choices& choices, const Rational& lo, const Rational& hi) {
  need(lo <= hi, "draw_near_ends", "lo <= hi");
  const std::uint64_t kind = choices.up_to(5);
  if (kind == 0) return lo;
  if (kind == 1) return hi;
  if (kind >= 4) return draw_uniform(choices, lo, hi);
  const Rational away = (hi - lo) * pow(Rational(2), -1 - static_cast<std::int64_t>(choices.up_to(59)));
  return kind == 2 ? lo + away : hi - away;
}

Rational draw_ulps(Choices& choices, double centre, std::uint64_t ulps) {
  need(ulps <= std::uint64_t{1} << 31, "draw_ulps", "at most 2^31 steps");
  static_cast<void>(Rational::from_double(centre));  // refuses what is not finite
  constexpr std::int64_t last = 0x7fefffffffffffff;  // the largest finite double
  const std::int64_t here = rank_of(centre), reach = static_cast<std::int64_t>(ulps);
  const std::int64_t down = std::max(here - reach, -last) - here, up = std::min(here + reach, last) - here;
  return Rational::from_double(of_rank(here + draw_integer(choices, down, up)));
}

Rational draw_order(Choices& choices, const Rational& most) {
  need(most > Rational(1), "draw_order", "most > 1");
  const std::uint64_t kind = choices.up_to(3);
  if (kind >= 2) {
    const Rational away = pow(Rational(2), -1 - static_cast<std::int64_t>(choices.up_to(39)));
    return kind == 2 ? std::min(most, Rational(1) + away) : Rational(1) - away;
  }
  if (kind == 1) return draw_uniform(choices, Rational(1, 1000), Rational(999, 1000));
  return std::min(most,
                  Rational(1) + draw_magnitude(choices, std::min(Rational(1), most - Rational(1)), most - Rational(1)));
}

std::vector<Rational> draw_simplex(Choices& choices, std::size_t size) {
  need(size > 0, "draw_simplex", "at least one number");
  std::vector<Rational> weights;
  Rational sum;
  for (std::size_t k = 0; k < size; ++k) {
    weights.emplace_back(choices.up_to((std::uint64_t{1} << 20) - 1));
    sum += weights.back();
  }
  if (sum.is_zero()) weights[0] = sum = Rational(1);
  for (Rational& w : weights) w /= sum;
  return weights;
}

Dirichlet<Rational> draw_law(Choices& choices, std::size_t size, const Rational& lo, const Rational& hi) {
  need(size > 0, "draw_law", "at least one count");
  std::vector<Rational> alpha;
  for (std::size_t k = 0; k < size; ++k) alpha.push_back(draw_magnitude(choices, lo, hi));
  return Dirichlet<Rational>{std::move(alpha)};
}

DataPair draw_neighbours(Choices& choices, int categories, int most) {
  need(categories >= 2 && most >= 1, "draw_neighbours", "two categories and one record at least");
  DataPair pair;
  pair.data.resize(static_cast<std::size_t>(draw_integer(choices, 1, most)));
  for (int& record : pair.data) record = static_cast<int>(draw_integer(choices, 0, categories - 1));
  pair.other = pair.data;
  int& replaced = pair.other[choices.up_to(pair.data.size() - 1)];
  replaced = static_cast<int>((replaced + draw_integer(choices, 1, categories - 1)) % categories);
  return pair;
}

}  // namespace dpcert::properties
