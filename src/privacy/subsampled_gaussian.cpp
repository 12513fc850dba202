#include "dpcert/privacy/subsampled_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "dpcert/core/size.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "dpcert/scalar/ball_points.hpp"
#include "dpcert/solve/bisection.hpp"
#include "dpcert/solve/effort.hpp"

namespace dpcert {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr long most_nodes = 1L << 22;  // hours at thousands of digits: callers who cannot wait set an EffortLimit
constexpr long largest_summed_order = 1024;

// ---- Where the windows lie: plain double, steering only. ----

/// [centre + from, centre + to], offsets exact doubles; the centre is `0` or order/sigma rounded.
struct Window {
  Ball centre;  ///< exact
  double from = 0, to = 0;
  Ball start = {}, end = {};  ///< the ends of the rule on it, once applied
};

struct Shape {
  double order, sigma, x0;  ///< x0: where q exp(..) = 1 - q
  double sigmoid(double x) const { return 1 / (1 + std::exp((x0 - x) / sigma)); }
  /// phi(x_p + t) - phi(x_p) at a critical point x_p (phi = log f), where s = sigmoid(x_p).
  double change(double xp, double t) const {
    const bool upper = xp > x0;
    const double v = upper ? -t / sigma : t / sigma;  // by symmetry the smaller of s and 1 - s serves
    const double log_odds = -std::fabs(xp - x0) / sigma, log_s = log_odds - std::log1p(std::exp(log_odds));
    const double s = std::exp(log_s), u = v + log_s;
    const double log_part = v < 600 ? std::log1p(s * std::expm1(v))
                            : u > 0 ? u + std::log1p(std::exp(-u))
                                    : std::log1p(std::exp(u));
    return -t * t / 2 + order * (log_part - s * v);
  }
  /// phi(x) = order log w(x) - x^2/2, log_q and log_rest the logarithms of q and 1 - q.
  double height(double x, double log_q, double log_rest) const {
    const double v = (x - x0) / sigma;
    const double log_w =
        v < 0 ? log_rest + std::log1p(std::exp(v)) : log_q + (x - 1 / (2 * sigma)) / sigma + std::log1p(std::exp(-v));
    return order * log_w - x * x / 2;
  }
  /// phi' sigma/order = sigmoid(x) - sigma x/order and its slope.
  double slope(double x) const { return sigmoid(x) - sigma * x / order; }
  double curvature(double x) const {
    const double s = sigmoid(x);
    return s * (1 - s) / sigma - sigma / order;
  }
  /// The outermost maximum on one side of x0: Newton from 0 upwards on the convex part, from order/sigma downwards on
  /// the concave one. Nothing if there is none.
  bool peak(bool left, double& x) const {
    x = left ? 0 : order / sigma;
    if (left ? x > x0 : x < x0) return false;
    for (int i = 0; i < 200; ++i) {
      const double c = curvature(x);
      if (!(c < 0)) return false;
      const double step = -slope(x) / c;
      if (!std::isfinite(step)) return false;
      x += step;
      if (left ? x > x0 : x < x0) return false;
      if (std::fabs(step) <= 1e-9 * (1 + std::fabs(x))) return true;
    }
    return true;
  }
  /// The offset t (of the sign of `direction`) at which f has fallen by exp(-depth), at most `limit` away; `limit` if
  /// it does not fall so far.
  double extent(double xp, double direction, double depth, double limit) const {
    double far = std::min(std::sqrt(2 * depth), limit);
    while (far < limit && change(xp, direction * far) > -depth) far = std::min(2 * far, limit);
    if (change(xp, direction * far) > -depth) return far;
    return bisect(Bracket<double>{0, far}, 12, [&](double t) { return change(xp, direction * t) > -depth; }).fails;
  }
};

std::vector<Window> peak_windows(const Rational& order, const Rational& q, const Rational& sigma, double depth,
                                 Precision precision) {
  const double s = sigma.approx(), a = order.approx();
  const Ball ratio(order / sigma, precision);
  Ball x0 = Ball(sigma, precision) * log(Ball((Rational(1) - q) / q, precision)) +
            Ball(Rational(1) / (Rational(2) * sigma), precision);
  const Shape shape{a, s, x0.approx()};
  const double reach = a / s, wide = std::sqrt(2 * depth) + 1;
  std::vector<Window> windows;
  // Far beyond double's digits the peaks are those of the two normal laws.
  if (!(reach < 1e100) || !(std::fabs(shape.x0) < 1e100) || !(s > 1e-100)) {
    windows.push_back({Ball(0), -wide, wide});
    windows.push_back({midpoint(ratio, precision), -wide, wide});
  } else {
    double left = 0, right = 0;
    const bool has_left = shape.peak(true, left), has_right = shape.peak(false, right);
    const Ball zero = exact_point(0.0, precision);
    // Offsets from a centre that is exact: 0 for the left peak, order/sigma, rounded, for the right one.
    const Ball right_centre = midpoint(ratio, precision);
    const double right_offset = has_right ? -reach * shape.sigmoid(2 * shape.x0 - right) : 0;  // -(order/sigma)(1 - s)
    if (has_left && has_right && right - left > 1e-6) {
      // What matters is the depth below the higher peak; a peak that lies deeper by itself needs no window.
      const double log_q = log(Ball(q, 64)).approx(), log_rest = log(Ball(Rational(1) - q, 64)).approx();
      const double at_left = shape.height(left, log_q, log_rest), at_right = shape.height(right, log_q, log_rest);
      const double doubt = 2 + 1e-12 * (std::fabs(at_left) + right * right);
      const double left_depth = std::min(depth, depth - (at_right - at_left) + doubt),
                   right_depth = std::min(depth, depth - (at_left - at_right) + doubt);
      if (!(left_depth > 0)) {
        windows.push_back({right_centre, right_offset - shape.extent(right, -1, right_depth, right),
                           right_offset + shape.extent(right, 1, right_depth, infinity)});
        return windows;
      }
      const double left_from = shape.extent(left, -1, left_depth, infinity);
      if (!(right_depth > 0)) {
        windows.push_back({zero, left - left_from, left + shape.extent(left, 1, left_depth, right - left)});
        return windows;
      }
      const double left_to = shape.extent(left, 1, left_depth, shape.x0 - left),
                   right_to = shape.extent(right, -1, right_depth, right - shape.x0);
      const bool deep = shape.change(left, left_to) <= -left_depth && shape.change(right, -right_to) <= -right_depth;
      const double right_from = shape.extent(right, 1, right_depth, infinity);
      if (deep) {
        windows.push_back({zero, left - left_from, left + left_to});
        windows.push_back({right_centre, right_offset - right_to, right_offset + right_from});
      } else {
        windows.push_back({zero, left - left_from, right + right_from});
      }
    } else {
      double peak = has_left ? left : right;
      if (!has_left && !has_right) {
        // One maximum between, at a double root or in the flat part.
        const auto top = bisect(Bracket<double>{0, reach}, 100, [&](double x) { return shape.slope(x) > 0; });
        peak = (top.holds + top.fails) / 2;
      }
      const double below = shape.extent(peak, -1, depth, infinity), above = shape.extent(peak, 1, depth, infinity);
      if (peak < shape.x0 || !has_right || reach < 1e3) {
        windows.push_back({zero, peak - below, peak + above});
      } else {
        windows.push_back({right_centre, right_offset - below, right_offset + above});
      }
    }
  }
  return windows;
}

/// The same, windows that nearly touch made one.
std::vector<Window> find_windows(const Rational& order, const Rational& q, const Rational& sigma, double depth,
                                 Precision precision) {
  auto windows = peak_windows(order, q, sigma, depth, precision);
  if (windows.size() == 2) {
    const double apart = (windows[1].centre - windows[0].centre).approx();
    if (!(apart + windows[1].from - windows[0].to > 1)) {
      windows[0].to = std::max(windows[0].to, apart + windows[1].to);
      windows.pop_back();
    }
  }
  return windows;
}

// ---- The rigorous part. ----

class Moment {
 public:
  Moment(const Rational& order, const Rational& q, const Rational& sigma, Precision bits);
  Ball compute();
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  /// log f(x) without the normal density's constant, and log w(x).
  Ball log_w(const Ball& x) const { return w_.log_ratio(x); }
  Ball log_f(const Ball& x, const Ball& log_w) const { return order_ * log_w - x * x / two_; }
  /// Midpoint sum on a window; adds to sum_ and the error terms to error_ (relative) and rest (absolute).
  bool add_window(Window& window);
  bool apply_rule(const Ball& left, const Ball& right, const Ball& h, long nodes, double height, bool half_plane);
  /// Upper bound of the integral over [u, v], added to outside_; pieces until each is negligible.
  void add_gap(const Ball& u, const Ball& v, const Ball& gu, const Ball& gv, int depth);
  void add_tails_and_gaps(const std::vector<Window>& windows);

  Precision bits_, precision_;
  Rational exact_order_, exact_q_, exact_sigma_;
  Ball order_, sigma_, q_;
  SampledGaussian<Ball> w_;
  Ball two_, x0_;
  Ball sum_, relative_, outside_, negligible_;  // relative_: largest relative error of a window's rule
  long pieces_ = 0;
  std::string reason_;
};

Precision working(const Rational& order, const Rational& q, const Rational& sigma, Precision bits) {
  // Exponents as large as (order/sigma)^2 and order log(1/q) are known to a small absolute error.
  const double reach = std::max(0.0, log2_of(order) - log2_of(sigma)), inverse = std::max(0.0, -log2_of(sigma));
  const double logs = std::max(0.0, log2_of(order)) + std::log2(2 + std::max(0.0, -log2_of(q)));
  return bits + 40 + static_cast<Precision>(2 * std::max(reach, inverse) + logs);
}

Moment::Moment(const Rational& order, const Rational& q, const Rational& sigma, Precision bits)
    : bits_(bits),
      precision_(std::min(working(order, q, sigma, bits), max_precision)),
      exact_order_(order),
      exact_q_(q),
      exact_sigma_(sigma),
      order_(order, precision_),
      sigma_(sigma, precision_),
      q_(q, precision_),
      w_(q_, Ball(Rational(1) - q, precision_), sigma_),
      two_(2) {
  x0_ = sigma_ * log(w_.rest / q_) + w_.half * sigma_;
  for (Ball* b : {&sum_, &relative_, &outside_, &negligible_}) *b = Ball(0).with_precision(precision_);
}

bool Moment::add_window(Window& window) {
  const double target = (static_cast<double>(bits_) + 3) * std::log(2.0), root = std::sqrt(2 * target);
  const double width = window.to - window.from;
  const Ball left = midpoint(window.centre + exact_point(window.from, precision_), precision_);
  // On one side of the transition f is analytic at any height; across it, up to pi sigma.
  for (const bool half_plane : {true, false}) {
    const double height = half_plane ? root : std::min(root, 3.14 * exact_sigma_.approx());
    // A little below 2 pi/height, so that the rounded numbers satisfy height <= 2 pi/step.
    const double step =
        (1 - 1e-12) * (height == root ? 2 * M_PI / root : 2 * M_PI * height / (height * height / 2 + target));
    if (!(step > 0) || !(width / step < static_cast<double>(most_nodes))) {
      reason_ = "the integral needs more than " + std::to_string(most_nodes) + " nodes";
      return false;
    }
    const long nodes = static_cast<long>(std::ceil(width / step));
    const Ball h = exact_point(step, precision_);
    Ball right = h;  // exactly left + nodes h; the ends lie half-way between nodes
    arf_mul_si(arb_midref(right.arb()), arb_midref(h.arb()), nodes, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_add(arb_midref(right.arb()), arb_midref(right.arb()), arb_midref(left.arb()), ARF_PREC_EXACT, ARF_RND_DOWN);
    if (half_plane && !certainly_less(right, x0_) && !certainly_greater(left, x0_)) continue;
    window.start = left;
    window.end = right;
    return apply_rule(left, right, h, nodes, height, half_plane);
  }
  return false;
}

bool Moment::apply_rule(const Ball& left, const Ball& right, const Ball& h, long nodes, double height,
                        bool half_plane) {
  // Nodes left + (j + 1/2) h. e = exp(x/sigma - 1/(2 sigma^2)) q and g = exp(-x^2/2) by recurrences.
  const Ball x = left + h / two_;
  Ball e = w_.gain(x), e_ratio = exp(h / sigma_);
  Ball g = exp(-(x * x) / two_), g_ratio = exp(-(x * h) - h * h / two_), g_second = exp(-(h * h));
  Ball total = Ball(0).with_precision(precision_), term = total;
  const slong p = precision_;
  for (long j = 0; j < nodes; ++j) {
    if (j % 64 == 0) spend_evaluations(2.0 * static_cast<double>(std::min(64L, nodes - j)), p);
    arb_add(term.arb(), w_.rest.arb(), e.arb(), p);
    arb_log(term.arb(), term.arb(), p);
    arb_mul(term.arb(), term.arb(), order_.arb(), p);
    arb_exp(term.arb(), term.arb(), p);
    arb_addmul(total.arb(), term.arb(), g.arb(), p);
    arb_mul(e.arb(), e.arb(), e_ratio.arb(), p);
    arb_mul(g.arb(), g.arb(), g_ratio.arb(), p);
    arb_mul(g_ratio.arb(), g_ratio.arb(), g_second.arb(), p);
  }
  sum_ += total * h;
  // Relative error 2 exp(a^2/2)/(exp(2 pi a/h) - 1), and at the two ends 2 h/pi f(end) each.
  const Ball pi = Ball::pi(precision_), a = exact_point(height, precision_);
  if ((!half_plane && !certainly_less(a, pi * sigma_)) || !certainly_less_equal(a, two_ * pi / h)) {
    reason_ = "no strip where the integrand is analytic";
    return false;
  }
  relative_ = max(relative_, two_ * exp(a * a / two_) / expm1(two_ * pi * a / h));
  for (const Ball& end : {left, right}) outside_ += two_ * h / pi * exp(log_f(end, log_w(end)));
  return true;
}

void Moment::add_gap(const Ball& u, const Ball& v, const Ball& gu, const Ball& gv, int depth) {
  spend_evaluations(6, precision_);
  // log w is convex, so it lies below its chord: log f <= order (chord) - x^2/2, a parabola with its top at order k.
  const Ball k = (gv - gu) / (v - u);
  const Ball top = max(u, min(order_ * k, v));
  const Ball bound = (v - u) * exp(order_ * (gu + k * (top - u)) - top * top / two_);
  if (certainly_less(bound, negligible_) || depth == 0 || ++pieces_ > 20000) {
    outside_ += bound.is_finite() ? bound : Ball::indeterminate(precision_);
    return;
  }
  const Ball middle = midpoint((u + v) / two_, precision_);
  const Ball gm = log_w(middle);
  add_gap(u, middle, gu, gm, depth - 1);
  add_gap(middle, v, gm, gv, depth - 1);
}

void Moment::add_tails_and_gaps(const std::vector<Window>& windows) {
  const Ball one(1);
  const Ball reach = order_ / sigma_;
  const Ball &first = windows.front().start, &last = windows.back().end;
  const Ball outer_left = midpoint(min(first, -one), precision_),
             outer_right = midpoint(max(last, reach + one), precision_);
  // (log f)' >= -x on the left, <= order/sigma - x on the right.
  if (!certainly_negative(outer_left) || !certainly_greater(outer_right, reach)) {
    outside_ = Ball::indeterminate(precision_);
    return;
  }
  outside_ += exp(log_f(outer_left, log_w(outer_left))) / -outer_left;
  outside_ += exp(log_f(outer_right, log_w(outer_right))) / (outer_right - reach);
  negligible_ = sum_ * pow(two_, static_cast<int>(-std::min<Precision>(bits_ + 6, 1 << 24)));
  const auto gap = [&](const Ball& u, const Ball& v) {
    if (certainly_less(u, v)) {
      add_gap(u, v, log_w(u), log_w(v), 5000);
    } else if (!certainly_greater_equal(u, v)) {
      outside_ = Ball::indeterminate(precision_);
    }
  };
  gap(outer_left, first);
  for (std::size_t i = 0; i + 1 < windows.size(); ++i) {
    // Windows that overlap would count their common part twice.
    if (!certainly_less(windows[i].end, windows[i + 1].start)) outside_ = Ball::indeterminate(precision_);
    gap(windows[i].end, windows[i + 1].start);
  }
  gap(last, outer_right);
}

Ball Moment::compute() {
  const double depth = (static_cast<double>(bits_) + 8) * std::log(2.0);
  auto windows = find_windows(exact_order_, exact_q_, exact_sigma_, depth, precision_);
  for (Window& w : windows) {
    if (!add_window(w)) return Ball::indeterminate(precision_);
  }
  add_tails_and_gaps(windows);
  // |sum - inside| <= relative inside + ends; the integral is inside + (0 .. outside). With everything absolute in
  // `outside`: inside <= (sum + outside)/(1 - relative).
  const Ball one(1);
  if (!certainly_less(relative_, Ball(Rational(1, 2), precision_)) || !outside_.is_finite()) {
    reason_ = "the integral outside the windows could not be bounded";
    return Ball::indeterminate(precision_);
  }
  const Ball error = relative_ * (sum_ + outside_) / (one - relative_) + outside_;
  Ball result = sum_;
  arb_add_error(result.arb(), error.arb());
  return result / sqrt(two_ * Ball::pi(precision_));
}

/// log2 of log I = |order - 1| D from below, roughly: for small q and moderate sigma, order (order-1)/2 q^2
/// expm1(1/sigma^2).
double log2_of_log_moment(const Rational& order, const Rational& q, const Rational& sigma) {
  const double inverse = -2 * log2_of(sigma);
  const double chi = inverse > 0 ? std::min(1.44 * std::exp2(std::min(inverse, 60.0)), 1e17) : inverse;
  return std::min(0.0, log2_of(order) + log2_of(abs(order - Rational(1))) + 2 * log2_of(q) + chi - 4);
}

Certified by_binomial_sum(long order, const Rational& q, const Rational& sigma, Precision bits) {
  const double guard = 2 * std::log2(static_cast<double>(order)) + std::max(0.0, 2 * log2_of(sigma)) + 8 +
                       std::log2(2 + std::max(0.0, -log2_of(q)));
  return escalate(bits, bits + 8 + static_cast<Precision>(guard), [&](Precision precision) {
    return log1p(subsampled_gaussian_binomial(order, q, sigma, precision)) / Ball(order - 1);
  });
}

Certified by_midpoint_rule(const Rational& order, const Rational& q, const Rational& sigma, Precision bits) {
  const Ball less(order - Rational(1), bits + 64);
  Precision target = bits + 6 + static_cast<Precision>(-log2_of_log_moment(order, q, sigma));
  Certified result;
  result.reason = "more than " + std::to_string(certified_precision_cap) + " bits are needed";
  for (int attempt = 0; attempt < 8 && target < certified_precision_cap; ++attempt) {
    Moment integral(order, q, sigma, target);
    const Ball moment = integral.compute();
    result.precision = target;
    if (!moment.is_finite()) {
      result.enclosure = Ball::indeterminate(bits);
      result.reason = integral.reason();
      if (attempt >= 2) return result;
      target += target / 2;
      continue;
    }
    result.enclosure = log(moment) / less;
    const Precision reached = result.enclosure.is_finite() ? result.enclosure.relative_accuracy_bits() : -1;
    if (reached > bits) {
      result.state = Certified::State::finite;
      result.reason.clear();
      return result;
    }
    result.reason = "the digits were not reached at " + std::to_string(target) + " bits";
    target += reached > 0 ? bits - reached + 8 : target;
  }
  return result;
}

/// q/(2 sigma^2) - h(q) <= D <= q/(2 sigma^2), h the binary entropy: D is convex in the mixture, and the relative
/// entropies of the two parts from the mixture add up to at most h(q).
Ball kullback_leibler_by_parts(const Rational& q, const Rational& sigma, Precision precision) {
  const Rational rest = Rational(1) - q;
  const Ball most(q / (Rational(2) * sigma * sigma), precision), share(q, precision), other(rest, precision);
  return hull(most + share * log(share) + other * log(other), most);
}

/// Order 1. For little noise by its two parts; else from both sides: D is nondecreasing in the order.
Certified kullback_leibler(const Rational& q, const Rational& sigma, int digits) {
  const Precision bits = bits_for_digits(digits);
  Certified result;
  result.precision = bits + 32;
  result.enclosure = kullback_leibler_by_parts(q, sigma, bits + 32);
  if (result.enclosure.relative_accuracy_bits() > bits) {
    result.state = Certified::State::finite;
    return result;
  }
  for (Precision step = bits + 8; step < 8 * bits + 400; step += bits / 2 + 16) {
    const Rational eta = pow(Rational(1, 2), step);
    const Certified below = by_midpoint_rule(Rational(1) - eta, q, sigma, bits + 4),
                    above = by_midpoint_rule(Rational(1) + eta, q, sigma, bits + 4);
    if (!below.is_finite() || !above.is_finite()) return below.is_finite() ? above : below;
    result.enclosure = hull(below.enclosure, above.enclosure);
    result.precision = above.precision;
    if (result.enclosure.relative_accuracy_bits() > bits) {
      result.state = Certified::State::finite;
      return result;
    }
  }
  result.reason = "the orders on both sides of 1 are too far apart";
  return result;
}

}  // namespace

Ball subsampled_gaussian_moment(const Rational& order, const Rational& q, const Rational& sigma, Precision bits) {
  return Moment(order, q, sigma, bits).compute();
}

Ball subsampled_gaussian_binomial(long order, const Rational& q, const Rational& sigma, Precision precision) {
  const slong p = precision;
  const Ball rest(Rational(1) - q, p), ratio(q / (Rational(1) - q), p);
  const Ball growth = exp(Ball(Rational(1) / (sigma * sigma), p));
  // weight = C(n, k) q^k (1-q)^(n-k), power = exp(k(k-1)/(2 sigma^2)), next = exp(k/sigma^2), at k = 1.
  Ball weight = pow(rest, static_cast<int>(order)), power = Ball(1).with_precision(p), next = growth;
  Ball sum = Ball(0).with_precision(p), term = sum;
  arb_mul(weight.arb(), weight.arb(), ratio.arb(), p);
  arb_mul_si(weight.arb(), weight.arb(), order, p);
  for (long k = 2; k <= order; ++k) {
    if (k % 64 == 0) spend_evaluations(16, p);
    arb_mul(weight.arb(), weight.arb(), ratio.arb(), p);
    arb_mul_si(weight.arb(), weight.arb(), order - k + 1, p);
    arb_div_si(weight.arb(), weight.arb(), k, p);
    arb_mul(power.arb(), power.arb(), next.arb(), p);
    arb_mul(next.arb(), next.arb(), growth.arb(), p);
    arb_sub_si(term.arb(), power.arb(), 1, p);
    arb_addmul(sum.arb(), term.arb(), weight.arb(), p);
  }
  return sum;
}

Certified certified_subsampled_gaussian(const Rational& order, const Rational& q, const Rational& sigma, int digits) {
  const Precision bits = bits_for_digits(digits);
  if (q.sign() < 0 || q > Rational(1) || sigma.sign() < 0 || order.sign() <= 0)
    throw Error(ErrorCode::domain, "subsampled_gaussian", "order > 0, 0 <= q <= 1, sigma >= 0", "a value outside");
  if (q.is_zero()) return Certified::zero();
  const bool certain = q == Rational(1);
  if (sigma.is_zero()) {
    // Two atoms: (1-q, q) against (1, 0).
    if (order >= Rational(1) || certain) return Certified::plus_infinity();
    return escalate(bits, bits + 16, [&](Precision precision) {
      return Ball(order / (order - Rational(1)), precision) * log1p(Ball(-q, precision));
    });
  }
  if (certain) {
    const Rational exact = gaussian_rdp(order, sigma, Rational(1));
    return escalate(bits, bits + 8, [&](Precision precision) { return Ball(exact, precision); });
  }
  if (order == Rational(1)) return kullback_leibler(q, sigma, digits);
  if (order.is_integer() && order <= Rational(largest_summed_order))
    return by_binomial_sum(static_cast<long>(*order.to_int64()), q, sigma, bits);
  return by_midpoint_rule(order, q, sigma, bits);
}

}  // namespace dpcert
