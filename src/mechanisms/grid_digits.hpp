// What exact draws on a grid have in common: uniform numbers whose binary digits are drawn when they are asked for, and
// decisions that are refined until they are made (grid_draws.hpp says why the law is then exact). A formula is a
// template over S, a DoubleInterval (at no precision of its own) or a Ball; enclosures never lie, so that any two of
// the same number may be used, the cheaper one first.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/grid_draws.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::grid {

inline constexpr int uniform_bits = 53;
inline constexpr std::int64_t most_bits = 4096;
inline constexpr Precision first_precision = 128, check_precision = 256;

/// Error::domain for what is not above 0 or has an absurd number of digits.
inline void require_positive(std::string_view name, const Rational& x) {
  if (x.sign() <= 0) throw Error(ErrorCode::domain, name, "a number > 0", x.str());
  if (x.bits() > most_bits)
    throw Error(ErrorCode::domain, name, "a number whose numerator and denominator have at most 4096 bits",
                std::to_string(x.bits()) + " bits");
}

/// Constants in either arithmetic; the precision is the balls'.
template <class S>
S whole(int n) {
  if constexpr (std::is_same_v<S, Ball>) {
    return Ball(n);
  } else {
    return DoubleInterval::point(n);
  }
}
template <class S>
S number(const GridConstant& c, Precision precision) {
  if constexpr (std::is_same_v<S, Ball>) {
    return Ball(c.exact, precision);
  } else {
    return c.near;
  }
}
template <class S>
S pi_of(Precision precision) {
  if constexpr (std::is_same_v<S, Ball>) {
    return Ball::pi(precision);
  } else {
    return DoubleInterval::pi();
  }
}

inline bool certainly_below(const Ball& a, const Ball& b) { return certainly_less(a, b); }
inline bool certainly_below(const DoubleInterval& a, const DoubleInterval& b) { return a.upper() < b.lower(); }

/// The whole number below all of x, if it is one for every point.
inline std::optional<Rational> cell_of(const Ball& x) {
  if (!x.is_finite()) return std::nullopt;
  const Ball k = floor(x);
  if (!k.is_exact()) return std::nullopt;
  return k.midpoint_rational();
}
inline std::optional<Rational> cell_of(const DoubleInterval& x) {
  const double low = std::floor(x.lower()), high = std::floor(x.upper());
  if (!(low == high && std::fabs(low) < 0x1p52)) return std::nullopt;
  return Rational(static_cast<std::int64_t>(low));
}

/// cos and sin of 2 pi u, u uniform.
template <class S>
struct Turn {
  S cosine, sine;
};
/// For u in [k, k + 1] 2^-53 in doubles. With r 2^-53 = u less the nearest quarter, exactly, t = 2 pi r 2^-53 lies
/// within pi/4 and is computed to 1.3 2^-53, its product with 2 pi and 2 pi itself being rounded; u may be 2 pi 2^-53
/// further on. The series to t^17 and t^16 leave out less than 2^-58. Their rounding, in Horner's scheme, is below 6
/// 2^-53 of what is added to the first term, at most 0.31, and half a unit of the sum: below 2.5 2^-53. All of it is
/// below 11 2^-53, and 2^-49 is allowed, the rounding of the ends included.
inline Turn<DoubleInterval> turn_in_doubles(std::int64_t k) {
  constexpr double error = 0x1p-49;
  const std::int64_t quarter = (k + (std::int64_t{1} << 50U)) >> 51U, rest = k - (quarter << 51U);
  const double t = 0x1.921fb54442d18p+2 * (static_cast<double>(rest) * 0x1p-53), z = t * t;
  double s = 1 / 355687428096000.0, c = 1 / 20922789888000.0;  // 17!, 16!
  for (const double factor :
       {1 / 1307674368000.0, 1 / 6227020800.0, 1 / 39916800.0, 1 / 362880.0, 1 / 5040.0, 1 / 120.0, 1 / 6.0})
    s = factor - z * s;
  for (const double factor :
       {1 / 87178291200.0, 1 / 479001600.0, 1 / 3628800.0, 1 / 40320.0, 1 / 720.0, 1 / 24.0, 1 / 2.0})
    c = factor - z * c;
  const double sine = t - t * z * s, cosine = 1 - z * c;
  const auto around = [](double x) { return DoubleInterval(x - error, x + error); };
  switch (quarter & 3) {
    case 0:
      return {around(cosine), around(sine)};
    case 1:
      return {around(-sine), around(cosine)};
    case 2:
      return {around(-cosine), around(-sine)};
    default:
      return {around(sine), around(-cosine)};
  }
}

/// A uniform number of (0, 1): 53 binary digits, and more when they are asked for.
class Uniform {
 public:
  explicit Uniform(RandomBits& random) : random_(&random), head_(random.bits(uniform_bits)) {}
  template <class S>
  Turn<S> turn(Precision precision) {
    if constexpr (std::is_same_v<S, Ball>) {
      const S angle = whole<S>(2) * pi_of<S>(precision) * at<S>(precision);
      return {cos(angle), sin(angle)};
    } else {
      return turn_in_doubles(head_);
    }
  }
  template <class S>
  S at(Precision precision) {
    if constexpr (std::is_same_v<S, Ball>) {
      if (count_ == 0) digits_ = Rational(head_), count_ = uniform_bits;
      for (; count_ < precision; count_ += 32)
        digits_ = digits_ * Rational(std::int64_t{1} << 32U) + Rational(random_->bits(32));
      const Rational unit = pow(Rational(2), -count_);
      return {digits_ * unit, (digits_ + Rational(1)) * unit, precision};
    } else {
      return {static_cast<double>(head_) * 0x1p-53, static_cast<double>(head_ + 1) * 0x1p-53};
    }
  }

 private:
  RandomBits* random_;
  std::int64_t head_;
  Rational digits_;
  std::int64_t count_ = 0;
};

/// What `attempt` finds at the first precision at which it finds something: attempt.operator()<S>(precision) is an
/// optional.
template <class Attempt>
auto decide(GridEffort& effort, Attempt&& attempt) {
  using Found = typename decltype(attempt.template operator()<Ball>(first_precision))::value_type;
  std::optional<Found> found;
  if (effort.fast) {
    found = attempt.template operator()<DoubleInterval>(0);
    if (!found) ++effort.refined;
  }
  for (Precision precision = first_precision; !found; precision *= 2)
    found = attempt.template operator()<Ball>(precision);
  if (effort.check) {
    const auto again = attempt.template operator()<Ball>(check_precision);
    if (again && *again != *found) throw Error(ErrorCode::internal, "grid", "one cell at every precision", "two");
  }
  return *std::move(found);
}

/// A standard normal variate.
template <class S>
S normal(Uniform& u, Uniform& v, Precision precision) {
  const S radius = sqrt(whole<S>(-2) * log(u.at<S>(precision)));
  return radius * cos(whole<S>(2) * pi_of<S>(precision) * v.at<S>(precision));
}

}  // namespace dpcert::grid
