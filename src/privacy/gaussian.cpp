// The Gaussian mechanism: Renyi divergence, delta(epsilon), and the inverses of the latter.
//
// The inverses: a root is guessed in long double, improved by Newton's method on log delta in balls (no rigour), and
// then certified by the signs of delta(.) - delta on both sides.
#include "dpcert/privacy/gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "dpcert/privacy/formulas.hpp"
#include "dpcert/scalar/double_interval.hpp"
#include "dpcert/solve/effort.hpp"
#include "dpcert/special/mills.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert {
namespace {

double log2_of(const Rational& x) {
  if (x.is_zero()) return 0;
  return static_cast<double>(fmpz_bits(fmpq_numref(x.fmpq_ptr()))) -
         static_cast<double>(fmpz_bits(fmpq_denref(x.fmpq_ptr())));
}

// ---- log delta in long double: steering only. ----

using Long = long double;

/// Mills' ratio (1 - Phi(x))/density(x).
Long mills(Long x) {
  if (x < 8) return std::sqrt(M_PIl / 2) * std::exp(x * x / 2) * std::erfc(x / std::sqrt(2.0L));
  const Long y = 1 / (x * x);
  return (1 - y * (1 - 3 * y * (1 - 5 * y * (1 - 7 * y * (1 - 9 * y))))) / x;
}
/// 1 - x mills(x) = -mills'(x) > 0.
Long mills_descent(Long x) {
  if (x < 8) return 1 - x * mills(x);
  const Long y = 1 / (x * x);
  return y * (1 - 3 * y * (1 - 5 * y * (1 - 7 * y * (1 - 9 * y))));
}
/// a = epsilon/mu - mu/2, b = a + mu: delta = density(a) (mills(a) - mills(b)).
Long log_delta_at(Long a, Long mu) {
  const Long b = a + mu;
  if (a < -6) return std::log1p(-std::erfc(-a / std::sqrt(2.0L)) / 2 - std::exp(-a * a / 2) * mills(b) / 2.5L);
  const Long difference =
      mu < 1e-3L * (1 + std::fabs(a)) / (1 + a * a) ? mu * mills_descent((a + b) / 2) : mills(a) - mills(b);
  return -a * a / 2 - 0.918938533204672742L + std::log(difference);
}
Long log_delta(Long epsilon, Long mu) { return log_delta_at(epsilon / mu - mu / 2, mu); }
/// The a with that log delta, mu large: there a hardly depends on mu, and epsilon depends on it too sharply.
Long guess_a(Long log_target, Long mu) {
  Long lo = -200, hi = 100000;
  for (int i = 0; i < 100; ++i) {
    const Long middle = (lo + hi) / 2;
    (log_delta_at(middle, mu) > log_target ? lo : hi) = middle;
  }
  return (lo + hi) / 2;
}
constexpr Long large_mu = 1000;

/// log x of the root of an increasing `f` with f(log x) = 0; the range holds every answer for parameters that a double
/// can name, and more.
template <class F>
Long bisect_log(F&& f) {
  Long lo = -5000, hi = 5000;
  for (int i = 0; i < 50; ++i) {
    const Long middle = (lo + hi) / 2;
    (f(middle) < 0 ? lo : hi) = middle;
  }
  return (lo + hi) / 2;
}
Ball from_long(Long x) {
  int exponent = 0;
  const Long mantissa = std::frexp(x, &exponent);
  Ball r;
  arf_set_d(arb_midref(r.arb()), static_cast<double>(mantissa));
  arf_mul_2exp_si(arb_midref(r.arb()), arb_midref(r.arb()), exponent);
  return r;
}
Long logarithm(const Rational& x) { return static_cast<Long>(log(Ball(x, 64)).approx()); }

// ---- Certified. ----

Ball exact_midpoint(const Ball& x, Precision precision) {
  Ball r;
  arf_set_round(arb_midref(r.arb()), arb_midref(x.arb()), precision, ARF_RND_NEAR);
  return Ball::from_arb(r.arb(), precision);
}

/// Bits that delta loses: the arguments of Phi enter squared, and the two terms cancel.
double delta_loss(double log2_epsilon, double log2_mu) {
  const double log2_b = std::max({log2_epsilon - log2_mu, log2_mu, 0.0}) + 1;
  const double squares = 2 * std::max(0.0, log2_epsilon - log2_mu + 1);
  return squares + std::max(0.0, log2_b - std::min(log2_mu, 0.0)) + std::max(0.0, log2_epsilon + 1);
}

/// delta at about 80 bits by Mills' ratio R: with a = epsilon/mu - mu/2 and b = a + mu, exp(epsilon) density(b) =
/// density(a), so delta = density(a) (R(a) - R(b)). Less accurate where that cancels; the caller looks.
Ball quick_delta(const Ball& epsilon, const Ball& mu) {
  constexpr Precision p = mills_precision;
  static const Ball edge(Rational(3, 2), p), two(2), one(1);
  static const Ball root = sqrt(two * Ball::pi(p));
  const Ball middle = epsilon / mu, half = mu / two, a = middle - half, b = middle + half;
  const Ball density = exp(-(a * a) / two) / root;
  const Ball second = certainly_greater_equal(b, edge) ? density * mills_ratio(b) : exp(epsilon) * normal_cdf(-b);
  if (certainly_greater_equal(a, edge)) return density * mills_ratio(a) - second;
  if (certainly_less_equal(a, -edge)) return one - density * mills_ratio(-a) - second;
  return normal_cdf(-a) - second;
}

/// What the solvers need of delta as a function of one unknown x > 0.
struct Evaluated {
  Ball value, slope;  ///< delta, and d delta/d log x
};
Evaluated by_epsilon(const Ball& epsilon, const Ball& mu) {
  const Ball tail = exp(epsilon) * normal_cdf(-(mu / Ball(2)) - epsilon / mu);
  return {normal_cdf(mu / Ball(2) - epsilon / mu) - tail, -(epsilon * tail)};
}
Evaluated by_mu(const Ball& epsilon, const Ball& mu) {
  const Ball a = epsilon / mu - mu / Ball(2);
  const Ball density = exp(-(a * a) / Ball(2)) / sqrt(Ball(2) * Ball::pi(mu.precision()));
  return {gaussian_delta(epsilon, mu), mu * density};
}

/// The root x of delta(x) = target, delta monotone with the sign of `direction`. `evaluate` is rigorous.
template <class Evaluate>
Certified solve(const Evaluate& evaluate, const Rational& target, int direction, Ball guess, Precision bits,
                Precision loss) {
  Certified result;
  Ball x = guess;
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
    x = exact_midpoint(x * factor, precision);
    const double moved = std::fabs(shift.approx());
    // Convergence is quadratic: a move of 2^-k leaves an error of about 2^-2k.
    const double good = moved > 0 ? -std::log2(moved) : static_cast<double>(precision);
    if (!last && 2 * good > static_cast<double>(precision - loss) / 2) {
      precision = std::min(full, 2 * precision);
    } else if (last && 2 * good > static_cast<double>(bits) + 6) {
      // Signs at x (1 -+ 2^-(bits + 2)).
      Ball width = x;
      arb_mul_2exp_si(width.arb(), width.arb(), -(bits + 2));
      const Ball below = exact_midpoint(x - width, precision), above = exact_midpoint(x + width, precision);
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
                    [&](Precision precision) { return erf(root_of(mu_squared / Rational(8), precision)); });
  }
  if (bits < 64) {
    const Ball quick = quick_delta(Ball(epsilon, mills_precision), root_of(mu_squared, mills_precision));
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
      far ? 2 * std::log(mu) : bisect_log([&](Long t) { return log_target - log_delta(std::exp(t), mu); });
  const double log2_guess = static_cast<double>(guess) * 1.4427;
  const double loss =
      delta_loss(log2_guess, log2_mu) + complement_loss(delta) + std::max(0.0, log2_mu - log2_guess) + 16;
  const auto loss_bits = static_cast<Precision>(loss);
  Ball start = from_long(std::exp(guess));
  if (far) {
    const Ball exact_mu = root_of(mu_squared, loss_bits + 64);
    start = exact_midpoint(exact_mu * (from_long(guess_a(log_target, mu)) + exact_mu / Ball(2)), loss_bits + 64);
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
      far ? std::log(2 * e) / 2 : bisect_log([&](Long t) { return log_delta(e, std::exp(t)) - log_target; });
  const double loss = (epsilon.is_zero() ? 2 * std::fabs(static_cast<double>(guess)) * 1.4427
                                         : delta_loss(log2_of(epsilon), static_cast<double>(guess) * 1.4427)) +
                      complement_loss(delta) + 16;
  const auto loss_bits = static_cast<Precision>(loss);
  Ball start = from_long(std::exp(guess));
  if (far) {
    const Ball a = from_long(guess_a(log_target, std::exp(guess)));
    start = exact_midpoint(sqrt(a * a + Ball(Rational(2) * epsilon, loss_bits + 64)) - a, loss_bits + 64);
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
Certified one() { return {Certified::State::finite, Ball(1), 0}; }
}  // namespace

std::optional<Rational> gaussian_rdp_exact(const Query& query) {
  if (without_noise(query) || query.point().infinite) return std::nullopt;
  return mu_squared(query) * query.point().exact / Rational(2);
}
DoubleBounds gaussian_rdp_bounds(const Query& query) {
  const auto point = [](const Argument& a) { return DoubleInterval::point(a.nearest); };
  const DoubleInterval sigma = point(query.argument(sigma_position));
  return DoubleBounds(point(query.argument(composition_position)) * point(query.point()) /
                      (DoubleInterval::point(2) * sigma * sigma));
}
Certified certify_gaussian_rdp(const Query& query, int digits) {
  const Precision bits = bits_for_digits(digits);
  if (query.all_doubles() && !without_noise(query)) {
    // Doubles are exact as balls, and so is a result that is dyadic: no rational arithmetic, which takes longer.
    constexpr Precision more = 16;
    const Precision precision = bits + 53 + more;
    const auto exact = [](const Argument& a, Ball& out) { arf_set_d(arb_midref(out.arb()), a.nearest); };
    Ball top, sigma, factor;
    exact(query.argument(composition_position), top);
    exact(query.point(), factor);
    exact(query.argument(sigma_position), sigma);
    arb_mul(top.arb(), top.arb(), factor.arb(), precision);
    arb_mul(sigma.arb(), sigma.arb(), sigma.arb(), precision + 53);
    arb_div(top.arb(), top.arb(), sigma.arb(), precision);
    arb_mul_2exp_si(top.arb(), top.arb(), -1);
    return {Certified::State::finite, Ball::from_arb(top.arb(), precision), precision};
  }
  const auto exact = gaussian_rdp_exact(query);
  if (!exact) return Certified::plus_infinity();
  return escalate(bits, bits + 8, [&](Precision precision) { return Ball(*exact, precision); });
}

std::optional<Rational> gaussian_zcdp_exact(const Query& query) {
  if (without_noise(query)) return std::nullopt;
  return mu_squared(query) / Rational(2);
}
Certified certify_gaussian_zcdp(const Query& query, int digits) {
  const Precision bits = bits_for_digits(digits);
  const auto exact = gaussian_zcdp_exact(query);
  if (!exact) return Certified::plus_infinity();
  return escalate(bits, bits + 8, [&](Precision precision) { return Ball(*exact, precision); });
}

Certified certify_gaussian_delta(const Query& query, int digits) {
  if (without_noise(query)) return one();
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
  return gaussian_delta(epsilon, std::sqrt(query.argument(composition_position).nearest) / sigma);
}
/// Bisection on the textbook formula, as accountants do.
double textbook_gaussian_epsilon(const Query& query) {
  const double mu = std::sqrt(query.argument(composition_position).nearest) / query.argument(sigma_position).nearest,
               delta = query.point().nearest;
  if (gaussian_delta(0.0, mu) <= delta) return 0;
  double hi = 1;
  while (gaussian_delta(hi, mu) > delta && hi < 1e300) hi *= 2;
  double lo = 0;
  for (int i = 0; i < 200; ++i) {
    const double middle = (lo + hi) / 2;
    (gaussian_delta(middle, mu) > delta ? lo : hi) = middle;
  }
  return hi;
}
double textbook_gaussian_sigma(const Query& query) {
  const double epsilon = query.argument(0).nearest, root = std::sqrt(query.argument(composition_position).nearest),
               delta = query.point().nearest;
  double lo = 1e-300, hi = 1e300;
  for (int i = 0; i < 2000 && hi / lo > 1 + 1e-16; ++i) {
    const double middle = std::sqrt(lo) * std::sqrt(hi);
    if (middle <= lo || middle >= hi) break;
    (gaussian_delta(epsilon, root / middle) > delta ? lo : hi) = middle;
  }
  return hi;
}

}  // namespace detail
}  // namespace dpcert
