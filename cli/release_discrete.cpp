// dpcert release discrete_laplace, geometric, discrete_gaussian: sums on a grid, with integer noise.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/release.hpp"
#include "cli/text.hpp"
#include "dpcert/core/decimal.hpp"
#include "dpcert/mechanisms/discrete_noise.hpp"
#include "dpcert/mechanisms/exact_release.hpp"
#include "dpcert/mechanisms/grid_draws.hpp"

namespace dpcert::cli {

void apply_outside(Words& words, std::size_t count, const std::function<bool(std::size_t)>& outside,
                   const std::string& expected, std::vector<std::string>& diagnostics) {
  const bool refuse = words.choice("outside", {"clip", "refuse"}, "clip") == "refuse";
  std::size_t clipped = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!outside(i)) continue;
    ++clipped;
    if (refuse)
      throw BadInput(fmt::format("release: value {} of the data: expected {} (outside=refuse)", i + 1, expected));
  }
  diagnostics.push_back(fmt::format("{} of {} records lay outside the bounds and were clipped", clipped, count));
}

void apply_outside(Words& words, const std::vector<double>& data, const Rational& lower, const Rational& upper,
                   std::vector<std::string>& diagnostics) {
  apply_outside(
      words, data.size(),
      [&](std::size_t i) {
        const Rational x = Rational::from_double(data[i]);
        return x < lower || x > upper;
      },
      fmt::format("a number from {} to {}", decimal_text(lower), decimal_text(upper)), diagnostics);
}

std::string exact_text(const Rational& x) {
  std::string text = decimal_text(x);
  return text.find('/') == std::string::npos ? text : released(x.approx());
}

Rational stated_grid(Words& words, double scale) {
  if (!words.has("grid")) return default_grid(scale);
  Rational grid = words.number("grid", "a step > 0");
  if (grid.sign() <= 0) words.refuse("grid", "a step > 0", decimal_text(grid));
  return grid;
}

Rational unit_grid(Words& words) {
  if (!words.has("grid")) return pow(Rational(10), -12);
  Rational grid = words.number("grid", "a step 1/k");
  if (grid.sign() <= 0 || !(Rational(1) / grid).is_integer())
    words.refuse("grid", "a step 1/k, k an integer, so that 0 and 1 lie on the grid", clip(decimal_text(grid), 60));
  return grid;
}

void say_grid(Release& release, const Rational& grid) {
  release.exact = true;
  release.grid = grid;
  release.notes.push_back(fmt::format(
      "released is the multiple of {} that is nearest to a draw from the ideal law. The draw is exact: total "
      "variation 0 from the ideal law on that grid, so that 0 is added to delta",
      decimal_text(grid)));
  // What the mechanism had to assume of its draw is now one of the bits.
  for (std::string& assumption : release.guarantee.assumptions)
    if (assumption.find("in real arithmetic") != std::string::npos)
      assumption = "the bits of the random source are independent and uniform; one release";
}

namespace {

/// Bounds and records in units of the grid.
struct GridSum {
  Rational grid, lower, upper, value;
  std::size_t records = 0;
  std::vector<std::string> diagnostics = {};

  [[nodiscard]] Rational sensitivity() const { return (upper - lower) / grid; }
};

/// Every record is clipped and rounded to the grid by itself; their sum is then a whole number of steps, and replacing
/// one record moves it by at most (upper - lower)/grid of them.
GridSum grid_sum(Words& words, const std::vector<double>& data) {
  GridSum sum;
  sum.grid = words.has("grid") ? words.number("grid", "a step > 0") : Rational(1);
  if (sum.grid.sign() <= 0) words.refuse("grid", "a step > 0", decimal_text(sum.grid));
  sum.lower = words.number("lower", "the least value of a record");
  sum.upper = words.number("upper", "the largest value of a record");
  for (const auto& [key, bound] : {std::pair{"lower", sum.lower}, std::pair{"upper", sum.upper}})
    if (!(bound / sum.grid).is_integer())
      words.refuse(key, "a multiple of grid = " + clip(decimal_text(sum.grid), 60), clip(decimal_text(bound), 60));
  if (sum.upper <= sum.lower) words.refuse("upper", "a number above lower", clip(decimal_text(sum.upper), 60));
  apply_outside(words, data, sum.lower, sum.upper, sum.diagnostics);
  for (const double x : data) {
    const Rational inside = std::min(std::max(Rational::from_double(x), sum.lower), sum.upper);
    sum.value += on_grid(inside, sum.grid) / sum.grid;
  }
  sum.records = data.size();
  return sum;
}

template <class Law>
Release noisy(Words& words, const Law& law, const GridSum& sum, RandomBits& bits) {
  const bool mean = words.choice("query", {"sum", "mean"}, "sum") == "mean";
  Release release{{}, guarantee(law, sum.sensitivity())};
  Rational value = (sum.value + sample(law, bits)) * sum.grid;
  if (mean) value /= Rational(static_cast<std::int64_t>(sum.records));
  release.values = {exact_text(value)};
  release.guarantee.adjacency = fmt::format(
      "two data sets of the same size of which one record differs, every record clipped to [{}, {}]; the size is public",
      sum.lower.str(), sum.upper.str());
  release.guarantee.assumptions.front() =
      "lower and upper were fixed without looking at the data, and a person contributes one record";
  release.notes.push_back(fmt::format(
      "every record is rounded to a multiple of {} by itself; sum and noise are computed with integers, and "
      "the noise has its law exactly",
      decimal_text(sum.grid)));
  if (mean) release.notes.emplace_back("the mean is the noisy sum, divided by the number of records afterwards");
  release.diagnostics = sum.diagnostics;
  release.exact = true;
  return release;
}

}  // namespace

bool is_discrete(const std::string& mechanism) {
  return mechanism == "discrete_laplace" || mechanism == "geometric" || mechanism == "discrete_gaussian";
}

Release release_discrete(const std::string& name, Words& words, const std::vector<double>& data, RandomBits& bits) {
  const char* const key = name == "geometric" ? "eps" : name == "discrete_laplace" ? "b" : "sigma";
  const Rational parameter = words.number(key, "a number > 0");
  if (parameter.sign() <= 0) words.refuse(key, "a number > 0", decimal_text(parameter));
  const GridSum sum = grid_sum(words, data);
  if (name == "discrete_gaussian") return noisy(words, DiscreteGaussian<Rational>(parameter / sum.grid), sum, bits);
  return noisy(
      words,
      DiscreteLaplace<Rational>(name == "geometric" ? sum.sensitivity() / parameter : Rational(parameter / sum.grid)),
      sum, bits);
}

}  // namespace dpcert::cli
