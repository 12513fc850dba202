#include "dpcert/langevin/release.hpp"

#include <arb_hypgeom.h>

#include <cmath>
#include <optional>
#include <utility>

#include "dpcert/langevin/gaussian_pair.hpp"
#include "dpcert/scalar/ball_points.hpp"
#include "dpcert/solve/bisection.hpp"
#include "dpcert/solve/effort.hpp"

namespace dpcert::langevin {

void require_contraction(const Problem<Rational>& problem, const Rational& eta) {
  if (problem.n < 1) throw Error(ErrorCode::domain, "cyclic SGLD", "n >= 1", std::to_string(problem.n));
  const std::pair<const char*, const Rational*> positive[] = {{"c > 0", &problem.c},
                                                              {"x_h > 0", &problem.x_h},
                                                              {"alpha > 0", &problem.alpha},
                                                              {"beta > 0", &problem.beta},
                                                              {"eta > 0", &eta}};
  for (const auto& [expected, value] : positive) {
    if (value->sign() <= 0) throw Error(ErrorCode::domain, "cyclic SGLD", expected, value->str());
  }
  const Rational a = problem.alpha + Rational(problem.n) * problem.x_h * problem.x_h * problem.beta;
  if (eta / 2 * a >= 1) throw Error(ErrorCode::domain, "cyclic SGLD", "(eta/2) (alpha + n x_h^2 beta) < 1", a.str());
}

Problem<Ball> at_precision(const Problem<Rational>& p, Precision bits) {
  return {p.n, Ball(p.c, bits), Ball(p.x_h, bits), Ball(p.alpha, bits), Ball(p.beta, bits)};
}

namespace {

/// Components of a group at the series u: gap and variance.
class ComponentSeries {
 public:
  ComponentSeries(const ComponentGroup<Ball>& group, const arb_poly_t u, slong length, slong precision) {
    arb_poly_init(gap);
    arb_poly_init(variance);
    arb_poly_scalar_mul(gap, u, group.gap1.arb(), precision);
    add_constant(gap, group.gap0, precision);
    arb_poly_mullow(variance, u, u, length, precision);
    arb_poly_scalar_mul(variance, variance, group.variance1.arb(), precision);
    add_constant(variance, group.variance0, precision);
  }
  ComponentSeries(const ComponentSeries&) = delete;
  ComponentSeries& operator=(const ComponentSeries&) = delete;
  ~ComponentSeries() {
    arb_poly_clear(gap);
    arb_poly_clear(variance);
  }
  /// gap := (y + gap) / sqrt(variance), variance := 1/sqrt(variance).
  void standardize(const Ball& y, slong length, slong precision) {
    add_constant(gap, y, precision);
    arb_poly_rsqrt_series(variance, variance, length, precision);
    arb_poly_mullow(gap, gap, variance, length, precision);
  }
  arb_poly_t gap, variance;

 private:
  static void add_constant(arb_poly_t p, const Ball& c, slong precision) {
    Ball sum;
    arb_poly_get_coeff_arb(sum.arb(), p, 0);
    arb_add(sum.arb(), sum.arb(), c.arb(), precision);
    arb_poly_set_coeff_arb(p, 0, sum.arb());
  }
};

void scale(arb_poly_t p, const Ball& factor, slong precision) { arb_poly_scalar_mul(p, p, factor.arb(), precision); }

/// [0, x] for x >= 0.
Ball up_to(const Ball& x) { return hull(Ball(0), upper_end(x)); }

}  // namespace

ReleasePair::ReleasePair(const Problem<Rational>& problem, const Rational& eta, std::int64_t step, Precision bits,
                         SumOptions sums)
    : release_(cyclic_release(at_precision(problem, bits), Ball(eta, bits), step)),
      log_lambda_(release_.marks.lambda.log_base()),
      bits_(bits),
      sums_(sums) {}

Ball ReleasePair::first_above(const Ball& y) const { return normal_cdf(-y / sqrt(release_.first.variance)); }
Ball ReleasePair::first_below(const Ball& y) const { return normal_cdf(y / sqrt(release_.first.variance)); }

Ball ReleasePair::average(const std::function<SeriesFunction(const ComponentGroup<Ball>&)>& of) const {
  Ball sum(0);
  for (const auto& group : release_.second) {
    const SeriesFunction h = of(group);
    sum += geometric_sum(h, log_lambda_, release_.n - group.last_position, release_.n - group.first_position, bits_,
                         sums_);
  }
  return sum / Ball(release_.n);
}

Ball ReleasePair::second_above(const Ball& y) const {
  return average([&](const ComponentGroup<Ball>& group) -> SeriesFunction {
    return [&, y](arb_poly_t value, const arb_poly_t u, slong length, slong precision) {
      ComponentSeries component(group, u, length, precision);
      component.standardize(y, length, precision);
      scale(component.gap, sqrt(Ball(Rational(1, 2), bits_)), precision);
      arb_hypgeom_erfc_series(value, component.gap, length, precision);
      scale(value, Ball(Rational(1, 2), bits_), precision);
    };
  });
}

Ball ReleasePair::second_below(const Ball& y) const {
  return average([&](const ComponentGroup<Ball>& group) -> SeriesFunction {
    return [&, y](arb_poly_t value, const arb_poly_t u, slong length, slong precision) {
      ComponentSeries component(group, u, length, precision);
      component.standardize(y, length, precision);
      scale(component.gap, -sqrt(Ball(Rational(1, 2), bits_)), precision);
      arb_hypgeom_erfc_series(value, component.gap, length, precision);
      scale(value, Ball(Rational(1, 2), bits_), precision);
    };
  });
}

Ball ReleasePair::log_second_density(const Ball& y) const {
  const Ball density = average([&](const ComponentGroup<Ball>& group) -> SeriesFunction {
    return [&, y](arb_poly_t value, const arb_poly_t u, slong length, slong precision) {
      ComponentSeries component(group, u, length, precision);
      component.standardize(y, length, precision);
      arb_poly_mullow(value, component.gap, component.gap, length, precision);
      scale(value, Ball(Rational(-1, 2), bits_), precision);
      arb_poly_exp_series(value, value, length, precision);
      arb_poly_mullow(value, value, component.variance, length, precision);
    };
  });
  return log(density);  // without 1/sqrt(2 pi)
}

Ball ReleasePair::log_ratio(const Ball& y) const {
  const Ball& s = release_.first.variance;
  return Ball(Rational(-1, 2), bits_) * (y * y / s + log(s)) - log_second_density(y);
}

Ball ReleasePair::mean_squared_separation() const {
  return average([&](const ComponentGroup<Ball>& group) -> SeriesFunction {
    return [&](arb_poly_t value, const arb_poly_t u, slong length, slong precision) {
      ComponentSeries component(group, u, length, precision);
      arb_poly_mullow(value, component.gap, component.gap, length, precision);
      arb_poly_div_series(value, value, component.variance, length, precision);
    };
  });
}

Ball ReleasePair::coarse_log_ratio(const Ball& y) const {
  const Ball& s = release_.first.variance;
  const Ball half(Rational(1, 2), bits_);
  Ball least(0), most(0);  // of the density ratio Q/P
  for (const auto& g : release_.second) {
    const auto [gap, variance, excess] = coarse(g);
    const Ball log_ratio = half * (log1p(excess / s) + (gap * (gap + Ball(2) * y) - y * y * excess / s) / variance);
    const Ball weight = Ball(g.last_position - g.first_position + 1) / Ball(release_.n);
    least += weight * exp(-upper_end(log_ratio));
    most += weight * exp(-lower_end(log_ratio));
  }
  return hull(-log(most), -log(least));
}

Ball ReleasePair::coarse_second_above(const Ball& y) const {
  Ball most(0);
  for (const auto& g : release_.second) {
    const auto [gap, variance, excess] = coarse(g);
    const Ball weight = Ball(g.last_position - g.first_position + 1) / Ball(release_.n);
    most += weight * normal_cdf(upper_end(-(y + gap) / sqrt(variance)));
  }
  return up_to(most);
}

ReleasePair::Coarse ReleasePair::coarse(const ComponentGroup<Ball>& g) const {
  const auto& lambda = release_.marks.lambda;
  const Ball u = hull(lambda.power(release_.n - g.first_position), lambda.power(release_.n - g.last_position));
  const Ball more = g.variance1 * u * u;
  return {g.gap0 + g.gap1 * u, g.variance0 + more, g.excess0 + more};
}

ReleasePair::Typical ReleasePair::typical() const {
  const std::int64_t moved = release_.step < release_.n ? release_.step : release_.n,
                     r = std::max<std::int64_t>(1, (moved + 1) / 2);
  return {release_.gap(r).approx(), release_.variance(r).approx(), release_.first.variance.approx(),
          static_cast<double>(moved) / static_cast<double>(release_.n)};
}

namespace {

/// The search for the best event on y <= turn_low and y >= turn_high, between which nothing is known.
class BestEvent {
 public:
  BestEvent(const ReleasePair& pair, const Ball& epsilon, Direction direction, Precision bits)
      : pair_(pair), epsilon_(epsilon), direction_(direction), bits_(bits), scale_(exp(epsilon)) {
    level_ = forward() ? epsilon : -epsilon;
  }

  Ball value() {
    find_turns();
    if (!moved_) return certainly_nonnegative(epsilon_) ? Ball(0) : Ball(1) - scale_;  // the same law twice
    const int at_turn = sign(turn_low_);
    if (at_turn == 0) return Ball::indeterminate(bits_);
    Ball slack(0);
    if (forward()) {  // the event is {log ratio > epsilon}
      if (at_turn < 0) return more(Ball(0));
      const auto root = left_root();
      if (!root) return Ball::indeterminate(bits_);
      const Ball base = difference_above(*root);
      slack = scale_ * pair_.coarse_second_above(turn_low_);
      if (negligible(slack, base)) return base + up_to(slack);
      return more(base - difference_above(turn_low_));
    }
    Ball base;
    if (at_turn < 0) {
      base = difference_below(turn_low_);
    } else {
      const auto root = left_root();
      if (!root) return Ball::indeterminate(bits_);
      base = difference_below(*root);
    }
    slack = pair_.coarse_second_above(turn_low_);
    if (negligible(slack, base)) return base + up_to(slack);
    return more(base);
  }

 private:
  [[nodiscard]] bool forward() const { return direction_ == Direction::first_over_second; }
  [[nodiscard]] bool negligible(const Ball& slack, const Ball& value) const {
    if (!certainly_positive(value)) return false;
    Ball tiny = value;
    arb_mul_2exp_si(tiny.arb(), tiny.arb(), -(bits_ - 24));
    return certainly_less(slack, tiny);
  }
  /// Sign of log ratio - level at y, 0 if not decided. (A wide ball y through the sum over all components is dear.)
  [[nodiscard]] int sign(const Ball& y, bool coarse_only = false) const {
    spend_evaluations(4, bits_);
    Ball value = pair_.coarse_log_ratio(y) - level_;
    if (!coarse_only && !certainly_positive(value) && !certainly_negative(value)) value = pair_.log_ratio(y) - level_;
    return certainly_positive(value) ? 1 : certainly_negative(value) ? -1 : 0;
  }
  // What the first law of the direction has above (below) y, minus exp(epsilon) times the same of the other.
  [[nodiscard]] Ball difference_above(const Ball& y) const {
    const Ball p = pair_.first_above(y), q = pair_.second_above(y);
    return forward() ? p - scale_ * q : q - scale_ * p;
  }
  [[nodiscard]] Ball difference_below(const Ball& y) const {
    const Ball p = pair_.first_below(y), q = pair_.second_below(y);
    return forward() ? p - scale_ * q : q - scale_ * p;
  }

  /// min and max over r of g_r s/(v_r - s), outward.
  void find_turns() {
    const auto& release = pair_.release();
    const Ball& s = release.first.variance;
    for (const auto& g : release.second) {
      if (g.odd_steps == 0 && g.gap1.is_exact() && g.gap1.contains_zero()) continue;  // no odd step yet: P itself
      const auto [gap, variance, excess] = pair_.coarse(g);
      const Ball turn = gap * s / excess;
      turn_low_ = moved_ ? min(turn_low_, lower_end(turn)) : lower_end(turn);
      turn_high_ = moved_ ? max(turn_high_, upper_end(turn)) : upper_end(turn);
      moved_ = true;
    }
  }

  /// A point where the typical pair of Gaussians has log ratio = level, on the rising branch.
  [[nodiscard]] double guess(double& slope) const {
    const auto t = pair_.typical();
    const double a = (1 / t.variance - 1 / t.first_variance) / 2, b = t.gap / t.variance;
    // In the first epoch Q = (1 - share) P + share Q': P/Q = exp(level) where P/Q' = share/(exp(-level) - (1 - share)).
    const double level = level_.approx(),
                 shifted = t.share < 1 ? std::log(t.share) - std::log(std::expm1(-level) + t.share) : level;
    const double k = t.gap * t.gap / (2 * t.variance) + std::log(t.variance / t.first_variance) / 2 - shifted;
    const double root = std::sqrt(std::max(0.0, b * b - 4 * a * k));
    const double y = -2 * k / (b + root);
    slope = 2 * a * y + b;
    return y;
  }

  /// The root of log ratio = level on y <= turn_low, where the sign at turn_low is +. Approximate root by Newton steps
  /// inside a certified bracket, then a certified sign change around it.
  std::optional<Ball> left_root() {
    double slope = 0;
    const double start = guess(slope);
    const double unit = std::sqrt(pair_.typical().first_variance);
    if (!std::isfinite(start) || !(slope > 0)) return std::nullopt;
    const Ball minus_slope = Ball(Rational::from_double(slope), bits_);
    // A certified bracket around the start, widened until the signs are right; far beyond it an evaluation is dear.
    const auto at = [&](double y) { return min(Ball(Rational::from_double(y), bits_), turn_low_); };
    std::optional<Ball> low, high;
    for (double width = unit / 64; width < unit * 0x1p60 && !(low && high); width *= 2) {
      if (!low) {
        if (const Ball y = at(start - width); sign(y) < 0) low = y;
      }
      if (!high) {
        if (const Ball y = at(start + width); sign(y) > 0) high = y;
      }
    }
    if (!low || !high) return std::nullopt;
    Ball y = min(max(at(start), *low), *high);
    for (int i = 0; i < 400; ++i) {
      const Ball value = pair_.log_ratio(y) - level_;
      if (!value.is_finite()) return std::nullopt;
      if (certainly_positive(value)) high = y;
      if (certainly_negative(value)) low = y;
      if (value.contains_zero()) break;
      const Ball next = midpoint(y - value / minus_slope);
      const Ball change = abs(next - y);
      const bool inside = certainly_less(next, *high) && certainly_less(*low, next);
      // Newton with the slope of one Gaussian is slow where the components differ: every third step halves the bracket.
      y = inside && i % 3 != 2 ? next : midpoint(*low, *high);
      Ball small = abs(y) + Ball(Rational::from_double(unit), bits_);
      arb_mul_2exp_si(small.arb(), small.arb(), -(bits_ - 8));
      if (inside && certainly_less(change, small)) {
        y = next;
        break;
      }
    }
    Ball radius = abs(y) + Ball(Rational::from_double(unit), bits_);
    arb_mul_2exp_si(radius.arb(), radius.arb(), -(bits_ - 8));
    radius = midpoint(radius);
    for (int i = 0; i < 60; ++i, radius = midpoint(radius * Ball(64))) {
      const Ball below = midpoint(y - radius), above = min(midpoint(y + radius), turn_low_);
      if (sign(below) < 0 && sign(above) > 0) return hull(below, above);
    }
    return std::nullopt;
  }

  /// The root on y >= turn_high, where the log ratio falls; the sign at turn_high is +.
  std::optional<Ball> right_root() {
    Ball low = turn_high_, step = abs(turn_high_) + Ball(1);
    Ball high = midpoint(low + step);
    for (int i = 0; i < 60 && sign(high) >= 0; ++i) {
      if (sign(high) > 0) low = high;
      step = step * Ball(2);
      high = midpoint(high + step);
    }
    if (sign(high) >= 0) return std::nullopt;
    const auto near = bisect(Bracket<Ball>{low, high}, bits_, [&](const Ball& middle) -> std::optional<bool> {
      const int s = sign(middle);
      return s == 0 ? std::nullopt : std::optional(s > 0);
    });
    return hull(near.holds, near.fails);
  }

  /// `base` plus what the event has above turn_low.
  Ball more(Ball base) {
    std::vector<std::pair<Ball, Ball>> cells{{turn_low_, turn_high_}};
    for (int budget = 3000; !cells.empty(); --budget) {
      const auto [low, high] = cells.back();
      cells.pop_back();
      if (!certainly_less(low, high)) continue;
      const int s = sign(hull(low, high), pair_.release().n > 1000);
      const bool in = forward() ? s > 0 : s < 0;
      if (s != 0) {
        if (in) base = base + difference_above(low) - difference_above(high);
        continue;
      }
      const Ball mass = forward() ? pair_.first_above(low) - pair_.first_above(high)
                                  : pair_.second_above(low) - pair_.second_above(high);
      if (budget <= 0 || negligible(mass, base)) {
        base += up_to(abs(mass));
        continue;
      }
      const Ball middle = midpoint(low, high);
      cells.emplace_back(low, middle);
      cells.emplace_back(middle, high);
    }
    const Ball rest = forward() ? pair_.first_above(turn_high_) : pair_.second_above(turn_high_);
    if (negligible(rest, base)) return base + up_to(rest);
    const int s = sign(turn_high_);
    if (s == 0) return base + up_to(rest);
    if (forward()) {
      if (s < 0) return base;
      const auto root = right_root();
      return root ? base + difference_above(turn_high_) - difference_above(*root) : base + up_to(rest);
    }
    if (s < 0) return base + difference_above(turn_high_);
    const auto root = right_root();
    return root ? base + difference_above(*root) : base + up_to(rest);
  }

  const ReleasePair& pair_;
  Ball epsilon_;
  Direction direction_;
  Precision bits_;
  Ball scale_, level_;
  bool moved_ = false;
  Ball turn_low_, turn_high_;
};

}  // namespace

Ball ReleasePair::hockey_stick(const Ball& epsilon, Direction direction) const {
  return BestEvent(*this, epsilon, direction, bits_).value();
}

namespace {

/// Working precision: what the digits need, what the closed form loses (about 3 log2 of the step) and a reserve.
Precision first_precision(const Problem<Rational>& problem, std::int64_t step, Precision bits) {
  return bits + 40 +
         2 * static_cast<Precision>(std::log2(2.0 + static_cast<double>(problem.n) + static_cast<double>(step)));
}
constexpr Precision highest_precision = 4096;

Certified undecided(Ball value, Precision precision, std::string reason) {
  return {Certified::State::undecided, std::move(value), precision, std::move(reason)};
}
std::string not_reached(Precision precision) {
  return "the digits were not reached at " + std::to_string(precision) + " bits";
}

Certified raise(Precision bits, Precision first, const std::function<Ball(Precision)>& at) {
  Precision precision = first;
  try {
    while (true) {
      Ball value = at(precision);
      if (value.is_finite() && value.relative_accuracy_bits() > bits)
        return {Certified::State::finite, std::move(value), precision};
      if (precision * 2 > highest_precision) return undecided(std::move(value), precision, not_reached(precision));
      precision += precision / 2;
    }
  } catch (const EffortExhausted& e) {
    return undecided(Ball::indeterminate(), precision, e.what());
  }
}

}  // namespace

Certified certified_hockey_stick(const Problem<Rational>& problem, const Rational& eta, std::int64_t step,
                                 const Epsilon<Rational>& epsilon, Direction direction, int digits,
                                 const SumOptions& sums) {
  require_contraction(problem, eta);
  const Precision bits = bits_for_digits(digits);
  if (step == 0) return Certified::zero();
  return raise(bits, first_precision(problem, step, bits), [&](Precision precision) {
    return ReleasePair(problem, eta, step, precision, sums).hockey_stick(Ball(epsilon.value(), precision), direction);
  });
}

Certified certified_hockey_stick(const Problem<Rational>& problem, const Rational& eta, std::int64_t step,
                                 const Epsilon<Rational>& epsilon, int digits) {
  require_contraction(problem, eta);
  const Precision bits = bits_for_digits(digits);
  if (step == 0) return Certified::zero();
  return raise(bits, first_precision(problem, step, bits), [&](Precision precision) {
    const ReleasePair pair(problem, eta, step, precision);
    const Ball e(epsilon.value(), precision);
    return max(pair.hockey_stick(e, Direction::first_over_second), pair.hockey_stick(e, Direction::second_over_first));
  });
}

Certified certified_separation(const Problem<Rational>& problem, const Rational& eta, std::int64_t step, int digits,
                               const SumOptions& sums) {
  require_contraction(problem, eta);
  const Precision bits = bits_for_digits(digits);
  if (step == 0) return Certified::zero();
  return raise(bits, first_precision(problem, step, bits), [&](Precision precision) {
    return ReleasePair(problem, eta, step, precision, sums).mean_squared_separation();
  });
}

Certified certified_second_tail(const Problem<Rational>& problem, const Rational& eta, std::int64_t step,
                                const Rational& deviation, int digits, const SumOptions& sums) {
  require_contraction(problem, eta);
  const Precision bits = bits_for_digits(digits);
  return raise(bits, first_precision(problem, step, bits), [&](Precision precision) {
    const ReleasePair pair(problem, eta, step, precision, sums);
    return pair.second_above(Ball(deviation, precision) * sqrt(pair.release().first.variance));
  });
}

namespace {

Certified privacy_loss(const Problem<Rational>& problem, const Rational& eta, std::int64_t step,
                       const Delta<Rational>& delta, Precision bits) {
  if (delta.value().sign() <= 0) throw Error(ErrorCode::domain, "delta", "a number > 0", delta.value().str());
  if (step == 0) return Certified::zero();
  for (Precision precision = first_precision(problem, step, bits); precision <= highest_precision; precision *= 2) {
    const ReleasePair pair(problem, eta, step, precision);
    const Ball wanted(delta.value(), precision);
    const auto loss = [&](const Ball& epsilon) {
      return max(pair.hockey_stick(epsilon, Direction::first_over_second),
                 pair.hockey_stick(epsilon, Direction::second_over_first));
    };
    const Ball at_zero = loss(Ball(0).with_precision(precision));
    if (certainly_less_equal(at_zero, wanted)) return Certified::zero();
    if (!certainly_greater(at_zero, wanted)) continue;
    const auto t = pair.typical();
    // Q - exp(epsilon) P = share (Q' - exp(e) P) with exp(epsilon) - 1 = share (exp(e) - 1).
    const double target = std::min(delta.value().approx() / t.share, 0.999);
    const double whole = std::max(gaussian_epsilon(target, t.first_variance, t.variance, t.gap),
                                  gaussian_epsilon(target, t.variance, t.first_variance, t.gap));
    const double share_of = whole < 700 ? std::log1p(t.share * std::expm1(whole)) : whole + std::log(t.share);
    const double guess = std::max(share_of, 1e-300);
    // Secant steps on log delta(epsilon), which is nearly a straight line.
    Ball x0(Rational::from_double(guess), precision), x1(Rational::from_double(guess * (1 + 1e-5)), precision);
    const Ball log_wanted = log(wanted);
    Ball f0 = log(loss(x0)) - log_wanted;
    Ball radius = x1;
    arb_mul_2exp_si(radius.arb(), radius.arb(), -(bits + 2));
    for (int i = 0; i < 40; ++i) {
      const Ball f1 = log(loss(x1)) - log_wanted;
      const Ball next = midpoint(x1 - f1 * (x1 - x0) / (f1 - f0));
      if (!next.is_finite()) break;
      const Ball change = abs(next - x1);
      x0 = x1;
      f0 = f1;
      x1 = max(next, Ball(0));
      if (certainly_less(change, radius)) break;
    }
    const Ball low = midpoint(max(x1 - radius, Ball(0))), high = midpoint(x1 + radius);
    if (certainly_greater(loss(low), wanted) && certainly_less(loss(high), wanted)) {
      return {Certified::State::finite, hull(low, high), precision};
    }
  }
  return undecided(Ball::indeterminate(), highest_precision, not_reached(highest_precision));
}

}  // namespace

Certified certified_privacy_loss(const Problem<Rational>& problem, const Rational& eta, std::int64_t step,
                                 const Delta<Rational>& delta, int digits) {
  require_contraction(problem, eta);
  const Precision bits = bits_for_digits(digits);
  try {
    return privacy_loss(problem, eta, step, delta, bits);
  } catch (const EffortExhausted& e) {
    return undecided(Ball::indeterminate(), highest_precision, e.what());
  }
}

}  // namespace dpcert::langevin
