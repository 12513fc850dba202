// The Gaussian mechanism: Renyi divergence, delta(epsilon), and the inverses of the latter.
//
// The inverses: a root is guessed in long double, improved by Newton's method on log delta in balls (no rigour), and
// then certified by the signs of delta(.) - delta on both sides.
#include "dpcert/privacy/gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "dpcert/core/size.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "dpcert/scalar/ball_points.hpp"
#include "dpcert/scalar/double_interval.hpp"
#include "dpcert/solve/bisection.hpp"
#include "dpcert/solve/effort.hpp"
#include "dpcert/special/mills.hpp"
#include "src/privacy/gaussian_strategies.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert {
namespace {

using Long = long double;

/// The a with that log delta, mu large: there a hardly depends on mu, and epsilon depends on it too sharply.
Long guess_a(Long log_target, Long mu) {
  const auto root =
      bisect(Bracket<Long>{-200, 100000}, 100, [&](Long a) { return log_gaussian_delta_at(a, mu) > log_target; });
  return (root.holds + root.fails) / 2;
}
constexpr Long large_mu = 1000;

/// log x of the root of an increasing `f` with f(log x) = 0; the range holds every answer for parameters that a double
/// can name, and more.
template <class F>
Long bisect_log(F&& f) {
  const auto root = bisect(Bracket<Long>{-5000, 5000}, 50, [&](Long t) { return f(t) < 0; });
  return (root.holds + root.fails) / 2;
}
Long logarithm(const Rational& x) { return static_cast<Long>(log(Ball(x, 64)).approx()); }

// ---- Certified. ----

/// Bits that delta loses: the arguments of Phi enter squared, and the two terms cancel.
double delta_loss(double log2_epsilon, double log2_mu) {
  const double log2_b = std::max({log2_epsilon - log2_mu, log2_mu, 0.0}) + 1;
  const double squares = 2 * std::max(0.0, log2_epsilon - log2_mu + 1);
  return squares + std::max(0.0, log2_b - std::min(log2_mu, 0.0)) + std::max(0.0, log2_epsilon + 1);
}

/// What the solvers need of delta as a function of one unknown x > 0.
struct Evaluated {
  Ball value, slope;  ///< delta, and d delta/d log x
};
Evaluated by_epsilon(const Ball& epsilon, const Ball& mu) {
  const auto terms = gaussian_delta_terms(epsilon, mu);
  return {terms.first - terms.second, -(epsilon * terms.second)};
}
Evaluated by_mu(const Ball& epsilon, const Ball& mu) {
  return {gaussian_delta(epsilon, mu), gaussian_delta_slope_in_mu(epsilon, mu)};
}

/// The root x of delta(x) = target, delta monotone with the sign of `direction`. `evaluate` is rigorous.
template <class Evaluate>
Certified solve(const Evaluate& evaluate, const Rational& target, int direction, Ball guess, Precision bits,
                Precision loss) {
  Certified result;
  Ball x = std::move(guess);
  Precision precision = std::max<Precision>(64, bits / 8) + loss;
  const Precision full = bits + 8 + loss;
  for (int step = 0; step < 80; ++step) {
    const bool last = precision >= full;
    spend_evaluations(30, precision);
    const Evaluated at = evaluate(x.with_precision(precision));
    const Ball shift = (at.value * log(at.value / Ball(target, precision))) / at.slope;
    const Ball factor = exp(-shift);
    if (!factor.is_finite() || !certainly_positive(factor)) {
      if ((precision *= 2) > certified_precision_cap) break;
      continue;
    }
    x = midpoint(x * factor, precision);
    const double moved = std::fabs(shift.approx());
    // Convergence is quadratic: a move of 2^-k leaves an error of about 2^-2k.
    const double good = moved > 0 ? -std::log2(moved) : static_cast<double>(precision);
    if (!last && 2 * good > static_cast<double>(precision - loss) / 2) {
      precision = std::min(full, 2 * precision);
    } else if (last && 2 * good > static_cast<double>(bits) + 6) {
      // Signs at x (1 -+ 2^-(bits + 2)).
      const Ball width = scaled(x, -(bits + 2));
      const Ball below = midpoint(x - width, precision), above = midpoint(x + width, precision);
      const Ball level(target, precision);
      const Ball left = evaluate(below).value - level, right = evaluate(above).value - level;
      if (direction > 0 ? certainly_negative(left) && certainly_positive(right)
                        : certainly_positive(left) && certainly_negative(right)) {
        result.state = Certified::State::finite;
        result.enclosure = hull(below, above);
        result.precision = precision;
        return result;
      }
      precision += bits / 2 + 32;
      if (precision > certified_precision_cap) break;
    }
  }
  result.enclosure = Ball::indeterminate(bits);
  result.precision = precision;
  result.reason = "the root was not isolated at " + std::to_string(precision) + " bits";
  return result;
}

Ball root_of(const Rational& mu_squared, Precision precision) { return sqrt(Ball(mu_squared, precision)); }

/// -log2(1 - delta): near delta = 1 the root depends on the complement.
double complement_loss(const Rational& delta) { return std::max(0.0, -log2_of(Rational(1) - delta)); }

}  // namespace

Certified certified_gaussian_delta(const Rational& epsilon, const Rational& mu_squared, int digits) {
  const Precision bits = bits_for_digits(digits);
  const double log2_mu = log2_of(mu_squared) / 2;
  if (epsilon.is_zero()) {
    return escalate(bits, bits + 12 + static_cast<Precision>(std::max(0.0, 2 * log2_mu)),
                    [&](Precision precision) { return gaussian_delta_at_zero(Ball(mu_squared, precision)); });
  }
  if (bits < 64) {
    const Ball quick = gaussian_delta_by_mills(Ball(epsilon, mills_precision), root_of(mu_squared, mills_precision));
    if (quick.is_finite() && quick.relative_accuracy_bits() > bits)
      return {Certified::State::finite, quick, mills_precision};
  }
  const double loss = delta_loss(log2_of(epsilon), log2_mu);
  return escalate(bits, bits + 12 + static_cast<Precision>(loss), [&](Precision precision) {
    return gaussian_delta(Ball(epsilon, precision), root_of(mu_squared, precision));
  });
}

Certified certified_gaussian_epsilon(const Rational& delta, const Rational& mu_squared, int digits) {
  const Precision bits = bits_for_digits(digits);
  if (delta.is_zero()) return Certified::plus_infinity();
  if (delta >= Rational(1)) return Certified::zero();
  // delta against delta(0), which is transcendental: never equal.
  for (int more = 20;; more *= 2) {
    const Certified top = certified_gaussian_delta(Rational(0), mu_squared, more);
    const Ball level(delta, top.precision + 64);
    if (certainly_less(top.enclosure, level)) return Certified::zero();
    if (certainly_greater(top.enclosure, level)) break;
    if (more > 5000) {
      Certified r;
      r.enclosure = Ball::indeterminate(bits);
      r.reason = "delta agrees with delta(0) to thousands of digits";
      return r;
    }
  }
  const Long mu = std::exp(logarithm(mu_squared) / 2), log_target = logarithm(delta);
  const double log2_mu = log2_of(mu_squared) / 2;
  const bool far = mu > large_mu;
  const Long guess =
      far ? 2 * std::log(mu) : bisect_log([&](Long t) { return log_target - log_gaussian_delta(std::exp(t), mu); });
  const double log2_guess = static_cast<double>(guess) * 1.4427;
  const double loss =
      delta_loss(log2_guess, log2_mu) + complement_loss(delta) + std::max(0.0, log2_mu - log2_guess) + 16;
  const auto loss_bits = static_cast<Precision>(loss);
  Ball start = exact_point(std::exp(guess), 0);
  if (far) {
    const Ball exact_mu = root_of(mu_squared, loss_bits + 64);
    start = midpoint(exact_mu * (exact_point(guess_a(log_target, mu), 0) + exact_mu / Ball(2)), loss_bits + 64);
  }
  return solve([&](const Ball& x) { return by_epsilon(x, root_of(mu_squared, x.precision())); }, delta, -1, start, bits,
               loss_bits);
}

Certified certified_gaussian_sigma(const Rational& delta, const Rational& epsilon, const Rational& compositions,
                                   int digits) {
  const Precision bits = bits_for_digits(digits);
  if (delta.is_zero()) return Certified::plus_infinity();
  if (delta >= Rational(1)) return Certified::zero();
  const Long log_target = logarithm(delta), e = epsilon.is_zero() ? 0 : std::exp(logarithm(epsilon));
  const bool far = e > large_mu * large_mu;  // then mu is about sqrt(2 epsilon)
  const Long guess =
      far ? std::log(2 * e) / 2 : bisect_log([&](Long t) { return log_gaussian_delta(e, std::exp(t)) - log_target; });
  const double loss = (epsilon.is_zero() ? 2 * std::fabs(static_cast<double>(guess)) * 1.4427
                                         : delta_loss(log2_of(epsilon), static_cast<double>(guess) * 1.4427)) +
                      complement_loss(delta) + 16;
  const auto loss_bits = static_cast<Precision>(loss);
  Ball start = exact_point(std::exp(guess), 0);
  if (far) {
    const Ball a = exact_point(guess_a(log_target, std::exp(guess)), 0);
    start = midpoint(sqrt(a * a + Ball(Rational(2) * epsilon, loss_bits + 64)) - a, loss_bits + 64);
  }
  Certified mu = solve([&](const Ball& x) { return by_mu(Ball(epsilon, x.precision()), x); }, delta, 1, start, bits + 3,
                       loss_bits);
  if (mu.is_finite()) mu.enclosure = sqrt(Ball(compositions, mu.precision)) / mu.enclosure.with_precision(mu.precision);
  return mu;
}

namespace detail {
namespace {
/// Positions of the Gaussian mechanism's parameters: sigma (or epsilon) and T.
constexpr std::size_t sigma_position = 0, composition_position = 1;

Rational mu_squared(const Query& query) {
  const Rational& sigma = query.argument(sigma_position).exact;
  return query.argument(composition_position).exact / (sigma * sigma);
}
bool without_noise(const Query& query) { return query.argument(sigma_position).exact.is_zero(); }
}  // namespace

std::optional<Rational> gaussian_rdp_exact(const Query& query) {
  if (without_noise(query) || query.point().infinite) return std::nullopt;
  return gaussian_rdp(query.point().exact, query.argument(sigma_position).exact,
                      query.argument(composition_position).exact);
}
DoubleBounds gaussian_rdp_bounds(const Query& query) {
  const auto point = [](const Argument& a) { return DoubleInterval::point(a.nearest); };
  return DoubleBounds(gaussian_rdp_interval(point(query.point()), point(query.argument(sigma_position)),
                                            point(query.argument(composition_position))));
}
Certified certify_gaussian_rdp(const Query& query, int digits) {
  const Precision bits = bits_for_digits(digits);
  if (query.all_doubles() && !without_noise(query)) {
    constexpr Precision more = 16;
    const Precision precision = bits + 53 + more;
    return {Certified::State::finite,
            gaussian_rdp_of_doubles(query.point().nearest, query.argument(sigma_position).nearest,
                                    query.argument(composition_position).nearest, precision),
            precision};
  }
  const auto exact = gaussian_rdp_exact(query);
  if (!exact) return Certified::plus_infinity();
  return escalate(bits, bits + 8, [&](Precision precision) { return Ball(*exact, precision); });
}

std::optional<Rational> gaussian_zcdp_exact(const Query& query) {
  if (without_noise(query)) return std::nullopt;
  return gaussian_rdp(Rational(1), query.argument(sigma_position).exact, query.argument(composition_position).exact);
}
Certified certify_gaussian_zcdp(const Query& query, int digits) {
  const Precision bits = bits_for_digits(digits);
  const auto exact = gaussian_zcdp_exact(query);
  if (!exact) return Certified::plus_infinity();
  return escalate(bits, bits + 8, [&](Precision precision) { return Ball(*exact, precision); });
}

Certified certify_gaussian_delta(const Query& query, int digits) {
  if (without_noise(query)) return Certified::one();
  if (query.point().infinite) return Certified::zero();
  return certified_gaussian_delta(query.point().exact, mu_squared(query), digits);
}
Comparison::Side gaussian_delta_side(const Query& query, const Rational& value) {
  if (without_noise(query)) return Comparison::Side::undecided;
  if (value >= Rational(1)) return Comparison::Side::above;
  return value.sign() <= 0 ? Comparison::Side::below : Comparison::Side::undecided;
}
Certified certify_gaussian_epsilon(const Query& query, int digits) {
  if (without_noise(query)) return query.point().exact >= Rational(1) ? Certified::zero() : Certified::plus_infinity();
  return certified_gaussian_epsilon(query.point().exact, mu_squared(query), digits);
}
Certified certify_gaussian_sigma(const Query& query, int digits) {
  return certified_gaussian_sigma(query.point().exact, query.argument(0).exact,
                                  query.argument(composition_position).exact, digits);
}

double textbook_gaussian_delta(const Query& query) {
  if (query.point().infinite) return without_noise(query) ? 1 : 0;
  const double sigma = query.argument(sigma_position).nearest, epsilon = query.point().nearest;
  return gaussian_delta(epsilon, gaussian_mu(sigma, query.argument(composition_position).nearest));
}
double textbook_epsilon_at(double mu, double delta) {
  if (gaussian_delta(0.0, mu) <= delta) return 0;
  double hi = 1;
  while (gaussian_delta(hi, mu) > delta && hi < 1e300) hi *= 2;
  return bisect(Bracket<double>{0, hi}, 200, [&](double x) { return gaussian_delta(x, mu) > delta; }).fails;
}
double textbook_gaussian_epsilon(const Query& query) {
  return textbook_epsilon_at(
      gaussian_mu(query.argument(sigma_position).nearest, query.argument(composition_position).nearest),
      query.point().nearest);
}
double textbook_gaussian_sigma(const Query& query) {
  const double epsilon = query.argument(0).nearest, root = std::sqrt(query.argument(composition_position).nearest),
               delta = query.point().nearest;
  const auto geometric = [](double lo, double hi) { return std::sqrt(lo) * std::sqrt(hi); };
  const auto too_little = [&](double sigma) { return gaussian_delta(epsilon, root / sigma) > delta; };
  return bisect(Bracket<double>{1e-300, 1e300}, 2000, too_little, geometric).fails;
}

}  // namespace detail
}  // namespace dpcert
