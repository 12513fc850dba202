#include "dpcert/calibration/calibration.hpp"

#include <algorithm>
#include <cmath>

#include "dpcert/core/error.hpp"

namespace dpcert {
namespace {

enum class Side : std::uint8_t { sufficient, insufficient };

Rational power_of_ten(long exponent) { return pow(Rational(10), std::int64_t{exponent}); }

/// Counts certified evaluations and decides sides.
class Decider {
 public:
  Decider(const WorstCase& worst, const Rational& epsilon) : worst_(worst), epsilon_(epsilon) {}

  Side operator()(const Rational& x) {
    if (worst_.finite_below && x >= *worst_.finite_below) return Side::insufficient;
    // The pair that was too large last time first: it is most often the worst again.
    for (std::size_t i = 0; i < worst_.pairs; ++i) {
      const std::size_t pair = (first_ + i) % worst_.pairs;
      if (of_pair(x, pair) == Side::insufficient) {
        first_ = pair;
        return Side::insufficient;
      }
    }
    return Side::sufficient;
  }
  [[nodiscard]] std::size_t evaluations() const { return evaluations_; }

 private:
  Side of_pair(const Rational& x, std::size_t pair) {
    if (worst_.exact) {
      ++evaluations_;
      return worst_.exact(x, pair) <= epsilon_ ? Side::sufficient : Side::insufficient;
    }
    for (int digits = 15; digits <= 1000; digits *= 2) {
      ++evaluations_;
      const Certified value = worst_.divergence(x, pair, digits);
      if (value.is_infinite()) return Side::insufficient;
      const Ball target(epsilon_, 4 * digits + 32);
      if (certainly_less_equal(value.enclosure, target)) return Side::sufficient;
      if (certainly_greater(value.enclosure, target)) return Side::insufficient;
    }
    throw Error(ErrorCode::unsupported, "eps", "a target that differs from every divergence tried within 1000 digits",
                epsilon_.str());
  }

  const WorstCase& worst_;
  const Rational& epsilon_;
  std::size_t first_ = 0, evaluations_ = 0;
};

/// Where the double value crosses epsilon, searched on a logarithmic scale below `high`; Illinois' regula falsi.
double crossing(const WorstCase& worst, double log_epsilon, double high) {
  const auto f = [&](double y) {
    const double d = worst.approximate(std::exp(y));
    return std::isnan(d) ? 1e3 : std::clamp(std::log(d) - log_epsilon, -1e3, 1e3);
  };
  double hi = std::log(high), f_hi = f(hi);
  if (f_hi <= 0) return high;
  double lo = hi - 0.7, f_lo = f(lo);
  for (int i = 0; f_lo > 0 && i < 200; ++i) {
    hi = lo, f_hi = f_lo;
    // The divergence grows at least linearly and at most quadratically in the parameter where it is small.
    lo -= std::max(0.05, f_lo * (i % 2 == 0 ? 0.51 : 1.01));
    f_lo = f(lo);
  }
  int last = 0;
  double y = lo;
  for (int i = 0; i < 120 && hi - lo > 4e-16 * std::fmax(1, std::fabs(lo)); ++i) {
    // Far from linear near a pole: every third step bisects.
    y = i % 3 == 2 || f_hi > 100 ? lo + (hi - lo) / 2 : (lo * f_hi - hi * f_lo) / (f_hi - f_lo);
    if (!(y > lo && y < hi)) break;
    const double value = f(y);
    if (std::fabs(value) < 4e-16) break;
    if (value <= 0) {
      lo = y, f_lo = value;
      if (last < 0) f_hi /= 2;
      last = -1;
    } else {
      hi = y, f_hi = value;
      if (last > 0) f_lo /= 2;
      last = 1;
    }
  }
  return std::exp(y);
}

constexpr double least_guess = 1e-300;  ///< below it doubles have no digits left, and in the end are 0

long decimal_exponent(double x) { return static_cast<long>(std::floor(std::log10(x))); }

void require_order(const Rational& order) {
  if (order <= Rational(1) || order > Rational(CalibrationRange::largest_order))
    throw Error(ErrorCode::domain, "order", "an order above 1, at most 10000", order.str());
}
void require_records(std::int64_t n) {
  if (n < 1 || n > CalibrationRange::most_records)
    throw Error(ErrorCode::domain, "n", "a number of records from 1 to 10^9", std::to_string(n));
}
void require_positive(const char* name, const Rational& x) {
  if (x.sign() <= 0) throw Error(ErrorCode::domain, name, "a number > 0", x.str());
}
void require_bound(const GlmBound<Rational>& bound) {
  require_positive("c", bound.c);
  require_positive("B", bound.B);
  require_records(bound.n);
}
Certified exactly(const Rational& q, int digits) {
  return {Certified::State::finite, Ball(q, bits_for_digits(digits)), bits_for_digits(digits)};
}
WorstCase exact_case(const char* parameter, const std::function<Rational(const Rational&)>& f) {
  WorstCase worst;
  worst.parameter = std::string(parameter);
  worst.pairs = 1;
  worst.exact = [f](const Rational& x, std::size_t) { return f(x); };
  worst.divergence = [f](const Rational& x, std::size_t, int digits) { return exactly(f(x), digits); };
  worst.approximate = [f](double x) { return f(Rational::from_double(x)).approx(); };
  return worst;
}

}  // namespace

Calibrated largest_sufficient(const WorstCase& worst, const Rational& epsilon, int digits) {
  if (epsilon.sign() <= 0)
    throw Error(ErrorCode::domain, "eps", "a number > 0 (a divergence of 0 needs identical outputs)", epsilon.str());
  if (epsilon < power_of_ten(-CalibrationRange::epsilon_digits) ||
      epsilon > power_of_ten(CalibrationRange::epsilon_digits))
    throw Error(ErrorCode::unsupported, "eps", "a number from 1e-100 to 1e100", epsilon.str());
  if (digits < 10 || digits > CalibrationRange::most_digits)
    throw Error(ErrorCode::bad_input, "digits", "10 to 200 significant digits", std::to_string(digits));
  Decider side(worst, epsilon);
  const Rational one(1), least = power_of_ten(-CalibrationRange::parameter_digits);
  const bool pole = worst.finite_below && *worst.finite_below <= one;
  const double log_epsilon = std::log(epsilon.approx());
  // Is the largest parameter of all sufficient?
  if (!pole && !(worst.approximate(1) > epsilon.approx() * (1 + 1e-6)) && side(one) == Side::sufficient)
    return {one, std::nullopt, side.evaluations()};

  const double top = pole ? worst.finite_below->approx() : 1;
  // Doubles that know no sufficient parameter (all infinite, or none at all) end below their range.
  const double guess = std::fmax(crossing(worst, log_epsilon, top), least_guess);
  Rational unit = power_of_ten(decimal_exponent(guess) - digits + 1);
  const auto on_grid = [&](const Rational& x) { return (x / unit).floor() * unit; };
  Rational lo = on_grid(Rational::from_double(guess)), hi;
  // Bracket on the decimal grid: the double value is good to a few units, so this is one step almost always.
  Rational step = unit;
  if (lo < one && side(lo) == Side::sufficient) {
    for (;; step *= Rational(2)) {
      hi = std::min(lo + step, one);
      if (hi == one || side(hi) == Side::insufficient) break;
      lo = hi;
    }
  } else {
    hi = std::min(lo, one);
    for (;; step *= Rational(2)) {
      lo = hi - step;
      if (lo.sign() <= 0) {  // far off: a grid that reaches smaller numbers
        lo = on_grid(hi / Rational(2));
        while (lo.sign() <= 0) unit /= Rational(10), lo = on_grid(hi / Rational(2));
        step = unit;
      }
      if (lo < least)
        throw Error(
            ErrorCode::unsupported, "eps",
            "a target that some parameter above 1e-" + std::to_string(CalibrationRange::parameter_digits) + " meets",
            epsilon.str());
      if (side(lo) == Side::sufficient) break;
      hi = lo;
    }
  }
  // So far the largest parameter was too large in double only.
  if (hi == one && side(one) == Side::sufficient) return {one, std::nullopt, side.evaluations()};
  const Rational significant = power_of_ten(digits - 1);
  for (;;) {
    while (hi - lo > unit) {
      const Rational middle = lo + on_grid((hi - lo) / Rational(2));
      (side(middle) == Side::sufficient ? lo : hi) = middle;
    }
    if (lo >= significant * unit) break;
    unit /= Rational(10);
  }
  return {std::move(lo), std::move(hi), side.evaluations()};
}

WorstValue worst_value(const WorstCase& worst, const Rational& x, int digits) {
  WorstValue out;
  for (std::size_t pair = 0; pair < worst.pairs; ++pair) {
    Certified value =
        worst.finite_below && x >= *worst.finite_below ? Certified::plus_infinity() : worst.divergence(x, pair, digits);
    if (pair == 0 || value.is_infinite() ||
        (!out.divergence.is_infinite() && value.enclosure.upper_rational() > out.divergence.enclosure.upper_rational()))
      out = {std::move(value), pair};
  }
  return out;
}

WorstCase worst_case(const NormalMeanPosterior<Rational>& posterior, const Rational& order) {
  require_order(order);
  require_records(posterior.records());
  return exact_case(posterior.parameter(),
                    [posterior, order](const Rational& x) { return posterior.at(x).divergence(order); });
}
std::vector<std::string> calibration_claims(const NormalMeanPosterior<Rational>& posterior) {
  return {"renyi.gauss.lambda2", "renyi.clip.norm.repair",
          posterior.tempering() == Tempering::diffused ? "renyi.alg2" : "renyi.alg3"};
}

Rational least_beta(const GlmBound<Rational>& bound, const Rational& order, const Rational& epsilon,
                    const Rational& beta0) {
  require_bound(bound);
  require_order(order);
  require_positive("beta0", beta0);
  require_positive("eps", epsilon);
  return std::max(beta0, bound.least_beta(order, epsilon));
}
WorstCase worst_case(const GlmBound<Rational>& bound, const Rational& order, const Rational& beta) {
  require_bound(bound);
  require_order(order);
  require_positive("beta", beta);
  return exact_case("rho", [bound, order, beta](const Rational& x) { return bound.epsilon(order, beta, x); });
}

}  // namespace dpcert
