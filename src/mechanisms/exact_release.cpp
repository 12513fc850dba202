#include "dpcert/mechanisms/exact_release.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "dpcert/core/error.hpp"

namespace dpcert {

Rational clipped_sum(std::span<const double> records, const Rational& lower, const Rational& upper) {
  if (upper < lower) throw Error(ErrorCode::domain, "upper", "a number >= lower", upper.str());
  Rational inside(0);
  std::int64_t low = 0, high = 0;
  for (const double record : records) {
    if (!std::isfinite(record)) throw Error(ErrorCode::domain, "record", "a finite number", std::to_string(record));
    const Rational x = Rational::from_double(record);
    if (x <= lower) {
      ++low;
    } else if (x >= upper) {
      ++high;
    } else {
      inside += x;
    }
  }
  return inside + Rational(low) * lower + Rational(high) * upper;
}

double add_noise(const Rational& value, double noise) {
  return std::isfinite(noise) ? (value + Rational::from_double(noise)).approx() : noise;
}

double spacing(double x) {
  const double size = std::fabs(x);
  return std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
}

double double_above(const Rational& x) {
  const double near = x.approx();
  if (!std::isfinite(near) || Rational::from_double(near) >= x) return near;
  return std::nextafter(near, std::numeric_limits<double>::infinity());
}

double double_below(const Rational& x) { return -double_above(-x); }

Rational count_grid(const Rational& total) {
  if (total.sign() <= 0) throw Error(ErrorCode::domain, "total", "a number > 0", total.str());
  const auto bits = [](const fmpz* part) { return static_cast<std::int64_t>(fmpz_bits(part)); };
  // total is within a factor of 2 of 2^(the difference of the sizes).
  std::int64_t exponent = bits(fmpq_numref(total.fmpq_ptr())) - bits(fmpq_denref(total.fmpq_ptr())) - 1;
  while (pow(Rational(2), exponent) < total) ++exponent;
  return pow(Rational(2), exponent - 52);
}

Rational on_grid(const Rational& x, const Rational& step) { return (x / step + Rational(1, 2)).floor() * step; }

GridCounts grid_counts(std::vector<Rational> prior, const Rational& weight, std::int64_t records) {
  Rational total = weight * Rational(records);
  for (const Rational& count : prior) total += count;
  GridCounts out{std::move(prior), weight, count_grid(total)};
  for (Rational& count : out.prior) count = on_grid(count, out.step);
  out.weight = on_grid(weight, out.step);
  return out;
}

}  // namespace dpcert
