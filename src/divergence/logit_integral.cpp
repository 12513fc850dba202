// Method and proofs: docs/divergences.md, "Integrals in the logit".
#include "src/divergence/logit_integral.hpp"

#include <arb_hypgeom.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "dpcert/core/size.hpp"
#include "dpcert/divergence/hockey_stick.hpp"
#include "dpcert/scalar/ball_points.hpp"
#include "dpcert/solve/effort.hpp"

namespace dpcert {
namespace {

constexpr int most_pieces = 6000;

/// 2^exponent for an exponent that was estimated in double: the integer towards 0.
Ball power_near(double exponent, Precision precision) { return power_of_two(static_cast<slong>(exponent), precision); }
/// log1p(exp(-|t|)), with the side of 0: softplus(t) is that, plus t on the right.
struct Soft {
  bool right;
  Ball rest;
  explicit Soft(const Ball& t) : right(certainly_positive(t)), rest(log1p(exp(right ? -t : t))) {}
};
/// 1/(1 + exp(-t)).
Ball sigmoid(const Ball& t) { return Ball(1) / (Ball(1) + exp(-t)); }

/// Nodes and weights of the rule with n points on [-1, 1].
struct Rule {
  std::vector<Ball> nodes, weights;
  Rule(int n, Precision precision) : nodes(static_cast<std::size_t>(n)), weights(nodes.size()) {
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      arb_hypgeom_legendre_p_ui_root(nodes[k].arb(), weights[k].arb(), nodes.size(), k, precision);
      nodes[k] = Ball::from_arb(nodes[k].arb(), precision);
      weights[k] = Ball::from_arb(weights[k].arb(), precision);
    }
  }
};

class PositivePart {
 public:
  PositivePart(const LogRatio& g, const Beta<Rational>& p, Precision good)
      : g_(g),
        good_(good),
        precision_(g.precision),
        exact_p_(p),
        a_(p.alpha, precision_),
        b_(p.beta, precision_),
        n_(p.alpha + p.beta, precision_),
        mode_(log(Ball(p.alpha / p.beta, precision_))),
        rule_(static_cast<int>(good / 4) + 10, precision_) {
    if (g.delta_a.sign() < 0 && g.delta_b.sign() < 0) valley_ = log(Ball(g.delta_a / g.delta_b, precision_));
  }

  Ball over(const Ball& from, const std::optional<Ball>& to) {
    from_ = midpoint(from);
    if (to) to_ = midpoint(*to);
    if (!choose_window()) return Ball::indeterminate(precision_);
    sum_ = Ball(0).with_precision(precision_);
    Ball error = left_out() + moved_end(from, from_);
    if (to) error += moved_end(*to, *to_);
    if (!error.is_finite() || !subdivide()) return Ball::indeterminate(precision_);
    arb_add_error(sum_.arb(), error.arb());
    return sum_;
  }

 private:
  /// log f_P: for t > 0, a t - n t = -b t without cancellation.
  [[nodiscard]] Ball log_p(const Ball& t, const Soft& soft) const {
    return (soft.right ? -(b_ * t) : a_ * t) - n_ * soft.rest - g_.log_beta_p;
  }
  [[nodiscard]] Ball log_p(const Ball& t) const { return log_p(t, Soft(t)); }
  /// The slope of log f_P: a - n x, without cancellation on either side.
  [[nodiscard]] Ball slope(const Ball& t) const {
    return certainly_positive(t) ? n_ * sigmoid(-t) - b_ : a_ - n_ * sigmoid(t);
  }
  [[nodiscard]] Ball ratio(const Ball& t, const Soft& soft) const {
    return (soft.right ? -(g_.b * t) : g_.a * t) - g_.sum * soft.rest - g_.level;
  }
  [[nodiscard]] Ball integrand(const Ball& t) const {
    const Soft soft(t);
    return exp(log_p(t, soft)) * -expm1(-ratio(t, soft));
  }

  /// The point where the integrand is about largest, and [low_, high_] around it where it matters. Steering only:
  /// whatever is chosen, what lies outside is bounded.
  bool choose_window() {
    const double log2_a = log2_of(exact_p_.alpha), log2_b = log2_of(exact_p_.beta);
    std::vector<double> scales{-std::min(log2_a, log2_b) / 2, -log2_a, -log2_b, 0};  // the first: the law's width
    for (const Ball* end : {&from_, to_ ? &*to_ : &from_}) {
      const double decay = std::fabs(slope(*end).approx());
      if (decay > 0 && std::isfinite(decay)) scales.push_back(-std::log2(decay));
    }
    Ball log_top;
    bool found = false;
    const auto look = [&](const Ball& t) {
      if (!certainly_greater(t, from_) || (to_ && !certainly_less(t, *to_))) return;
      spend_evaluations(3, precision_);
      const Soft soft(t);
      const Ball height = log_p(t, soft) + log(-expm1(-ratio(t, soft)));
      if (!height.is_finite() || (found && !certainly_greater(height, log_top))) return;
      found = true;
      log_top = height;
      top_ = t;
    };
    for (const double scale : scales) {
      for (const double more : {-4.0, -2.0, 0.0, 2.0, 4.0}) {
        const Ball step = power_near(std::round(scale + more), precision_);
        look(midpoint(from_ + step));
        look(midpoint(mode_ + step));
        look(midpoint(mode_ - step));
        if (to_) look(midpoint(*to_ - step));
      }
    }
    look(midpoint(mode_));
    if (to_) look(midpoint((from_ + *to_) / Ball(2)));
    if (!found) return false;
    // Where f_P has fallen by `depth` below the top of the integrand.
    const double depth = (static_cast<double>(good_) + 12) * std::log(2.0);
    const Ball floor = log_top - Ball(static_cast<long>(depth) + 1);
    const double finest = std::round(*std::min_element(scales.begin(), scales.end())) - 4;
    const auto reach = [&](int direction, const std::optional<Ball>& end) -> std::optional<Ball> {
      for (double e = finest; e < 4000; e += e - finest < 40 ? 1 : 3) {
        const Ball t = midpoint(top_ + Ball(direction) * power_near(e, precision_));
        if (end && !(direction > 0 ? certainly_less(t, *end) : certainly_greater(t, *end))) return *end;
        spend_evaluations(2, precision_);
        if (certainly_less(log_p(t), floor)) return t;
      }
      return std::nullopt;
    };
    const auto low = reach(-1, from_), high = reach(1, to_);
    if (!low || !high) return false;
    low_ = *low, high_ = *high;
    // A lower guess of the integral: the top times a share of the window.
    const Ball share = (high_ - low_) / Ball(static_cast<long>(8 * depth) + 8);
    tolerance_ = exp(log_top) * share * power_near(-static_cast<double>(good_) - 6, precision_);
    return tolerance_.is_finite();
  }

  /// f_P is log-concave: beyond a point where it falls with slope s it is at most f_P/s in all.
  Ball left_out() {
    Ball error = Ball(0).with_precision(precision_);
    if (!to_ || certainly_less(high_, *to_)) {
      const Ball s = -slope(high_);
      error += certainly_positive(s) ? exp(log_p(high_)) / s : Ball::indeterminate(precision_);
    }
    if (certainly_greater(low_, from_)) {
      const Ball s = slope(low_);
      error += certainly_positive(s) ? exp(log_p(low_)) / s : Ball::indeterminate(precision_);
    }
    return error;
  }
  /// The end is an enclosure; its midpoint was used. Between the two |f_P (1 - exp(-g))| is at most this.
  Ball moved_end(const Ball& end, const Ball& used) const {
    const Soft soft(end);
    return abs(end - used) * exp(log_p(end, soft)) * abs(expm1(-ratio(end, soft)));
  }

  bool subdivide() {
    struct Piece {
      Ball from, to;
    };
    std::vector<Piece> todo{{low_, high_}};
    for (int pieces = 0; !todo.empty(); ++pieces) {
      if (pieces > most_pieces) return false;
      const Piece piece = std::move(todo.back());
      todo.pop_back();
      const Ball middle = midpoint((piece.from + piece.to) / Ball(2));
      const Ball half = max(piece.to - middle, middle - piece.from);
      spend_evaluations(12, precision_);
      const Errors errors = rule_errors(middle, half);
      const bool both = certainly_less(errors.difference, tolerance_);
      if (both || certainly_less(errors.first, tolerance_)) {
        apply_rule(piece.from, piece.to, both ? errors.difference : errors.first, both);
      } else if (certainly_less(piece.from, middle) && certainly_less(middle, piece.to)) {
        todo.push_back({middle, piece.to});
        todo.push_back({piece.from, middle});
      } else {
        return false;
      }
    }
    return true;
  }

  /// Of the rule on [middle - half, middle + half], from the bound of the integrand on the rectangle around the ellipse
  /// with semi-axes half (rho +- 1/rho)/2, rho = 4: (64/15) half M rho^(-2N)/(1 - rho^-2).
  struct Errors {
    Ball difference;  ///< integrating f_P - exp(epsilon) f_Q
    Ball first;       ///< integrating f_P alone where the rest is negligible: its rule, and all of the rest
  };
  [[nodiscard]] Errors rule_errors(const Ball& middle, const Ball& half) const {
    const Ball unknown = Ball::indeterminate(precision_);
    static const Ball one(1), across(Rational(17, 8), 64), up(Rational(15, 8), 64);
    const Ball reach = half * across, height = half * up, low = middle - reach, high = middle + reach;
    // x(1-x) and |t| at the point nearest 0.
    const bool right = certainly_positive(low), left = certainly_negative(high);
    const Ball nearest = right ? low : left ? -high : Ball(0).with_precision(precision_);
    const Ball fall = exp(-nearest);
    // |1 + exp(z)| >= (1 + exp(Re z)) sqrt(squared), by the strip or by the half-plane.
    Ball squared = Ball::indeterminate(precision_);
    if (certainly_less(height, Ball(3))) {
      arb_t s;
      arb_init(s);
      arb_mul_2exp_si(s, height.arb(), -1);
      arb_sin(s, s, precision_);
      const Ball sine = Ball::from_arb(s, precision_);
      arb_clear(s);
      squared = one - Ball(4) * fall / pow(one + fall, 2) * sine * sine;
    }
    if (right || left) {
      const Ball plane = pow((one - fall) / (one + fall), 2);
      squared = squared.is_finite() ? max(squared, plane) : plane;
    }
    if (!certainly_positive(squared)) return {unknown, unknown};
    const Ball log_squared = log(squared);
    const Ball top = certainly_greater(low, mode_) ? low : certainly_less(high, mode_) ? high : mode_;
    const Ball log_bound_p = log_p(top) - n_ / Ball(2) * log_squared;
    // |1 - exp(-g(z))| <= exp(|g(z)|) - 1, |g(z)| <= |g(middle)| + |z - middle| max |g'|, g' = Da (1-x) - Db x.
    const Ball turn = (abs(g_.a) * sigmoid(-low) + abs(g_.b) * sigmoid(high)) / sqrt(squared);
    const Ball g_bound = abs(g_(middle)) + half * Ball(Rational(3), precision_) * turn;
    // Or 1 + exp(-Re g): log |1 + exp(z)| lies between softplus(Re z) + (log squared)/2 and softplus(Re z).
    Ball on_line = min(g_(low), g_(high));  // g is concave, or monotone, or convex with its minimum at valley_
    if (valley_ && !certainly_greater(low, *valley_) && !certainly_less(high, *valley_)) on_line = g_.extreme_value();
    Ball least = on_line;
    if ((g_.delta_a + g_.delta_b).sign() < 0) least += abs(g_.sum) / Ball(2) * log_squared;
    const Ball small = expm1(g_bound), large = one + exp(-least);
    const Ball factor = small.is_finite() ? (large.is_finite() ? min(small, large) : small) : large;
    const auto n = static_cast<int>(rule_.nodes.size());
    const Ball rule =
        Ball(Rational(1024, 225), precision_) * half * exp(log_bound_p) * power_near(-4.0 * n, precision_);
    // exp(epsilon) f_Q = f_P exp(-g); f_P and g over the rectangle's real part, which holds the piece.
    const Ball rest = Ball(2) * half * exp(log_p(top) - on_line);
    return {rule * factor, rule + rest};
  }

  void apply_rule(const Ball& from, const Ball& to, const Ball& error, bool both) {
    const Ball middle = (from + to) / Ball(2), half = (to - from) / Ball(2);
    spend_evaluations(4 * static_cast<double>(rule_.nodes.size()), precision_);
    Ball sum = Ball(0).with_precision(precision_);
    for (std::size_t k = 0; k < rule_.nodes.size(); ++k) {
      const Ball t = middle + half * rule_.nodes[k];
      sum += rule_.weights[k] * (both ? integrand(t) : exp(log_p(t)));
    }
    sum *= half;
    arb_add_error(sum.arb(), error.arb());
    sum_ += sum;
  }

  const LogRatio& g_;
  Precision good_, precision_;
  Beta<Rational> exact_p_;
  Ball a_, b_, n_, mode_;
  Rule rule_;
  Ball from_, top_, low_, high_, tolerance_, sum_;
  std::optional<Ball> to_, valley_;
};

}  // namespace

LogRatio::LogRatio(const Rational& epsilon, const Beta<Rational>& p, const Beta<Rational>& q, Precision bits)
    : delta_a(p.alpha - q.alpha),
      delta_b(p.beta - q.beta),
      a(delta_a, bits),
      b(delta_b, bits),
      sum(delta_a + delta_b, bits),
      precision(bits) {
  const auto log_beta = [bits](const Beta<Rational>& law) {
    return log_partition(Beta<Ball>{Ball(law.alpha, bits), Ball(law.beta, bits)});
  };
  spend_evaluations(60, bits);
  log_beta_p = log_beta(p);
  level = beta_ratio_level(Ball(epsilon, bits), log_beta_p, log_beta(q));
}
Ball LogRatio::operator()(const Ball& t) const {
  // beta_log_ratio at x = 1/(1 + exp(-t)), in the form without cancellation of a t: x near 1 turns Da t - (Da + Db) t
  // into -Db t exactly.
  return certainly_positive(t) ? -(b * t) - sum * log1p(exp(-t)) - level : a * t - sum * log1p(exp(t)) - level;
}
int LogRatio::sign(const Ball& t) const {
  const Ball value = (*this)(t);
  return certainly_positive(value) ? 1 : certainly_negative(value) ? -1 : 0;
}
Ball LogRatio::extreme_value() const { return a * log(a / sum) + b * log(b / sum) - level; }

Ball integrate_positive_part(const LogRatio& g, const Beta<Rational>& p, const Ball& from,
                             const std::optional<Ball>& to, Precision good) {
  return PositivePart(g, p, good).over(from, to);
}

}  // namespace dpcert
