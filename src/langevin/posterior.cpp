#include "dpcert/langevin/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "dpcert/langevin/gaussian_pair.hpp"
#include "dpcert/scalar/interval.hpp"
#include "dpcert/scalar/jet.hpp"

namespace dpcert::langevin {
namespace {

void check(const RegressionDomain<Rational>& d, const char* where) {
  const auto refuse = [&](const char* expected, const std::string& given) {
    throw Error(ErrorCode::domain, where, expected, given);
  };
  if (d.n < 2) refuse("n >= 2", std::to_string(d.n));
  if (d.x_l.sign() <= 0 || d.x_h < d.x_l) refuse("0 < x_l <= x_h", d.x_l.str());
  if (d.alpha.sign() <= 0) refuse("alpha > 0", d.alpha.str());
  if (d.beta.sign() <= 0) refuse("beta > 0", d.beta.str());
  if (d.radius.sign() <= 0 || d.c < d.radius) refuse("0 < radius <= c", d.radius.str());
}

/// The divergence at the worst slopes and the least common weight, the heavier record at x_h, as a function of the
/// lighter record's weight x.
template <class S>
struct Worst {
  S order, alpha, common, heavy, radius, pull;  // pull = alpha (c - radius)
  bool heavy_in_p = true;

  [[nodiscard]] S operator()(const S& x) const {
    const S y = alpha + common, larger = y + heavy, smaller = y + x;
    const S difference = (S(2) * radius * heavy * smaller + pull * (heavy - x)) / (larger * smaller);
    return heavy_in_p ? gaussian_renyi(order, larger, smaller, difference)
                      : gaussian_renyi(order, smaller, larger, difference);
  }
};

template <class S>
Worst<S> worst(const Order<Rational>& order, const RegressionDomain<Rational>& d, bool heavy_in_p, Precision bits) {
  const auto make = [bits](const Rational& q) {
    if constexpr (std::is_same_v<S, Jet<Interval>>) {
      return S::constant(Interval(q, bits));
    } else {
      return S(q, bits);
    }
  };
  const Rational low = d.beta * d.x_l * d.x_l;
  return {make(order.value()),
          make(d.alpha),
          make(Rational(d.n - 1) * low),
          make(d.beta * d.x_h * d.x_h),
          make(d.radius),
          make(d.alpha * (d.c - d.radius)),
          heavy_in_p};
}

struct Box {
  Rational low, high;
};

/// Enclosure of the maximum of f over [low, high] and a point near it. Boxes on which f is certainly monotone give way
/// to their better end; the others are halved while they could still hold something larger.
struct Maximum {
  Ball value;
  Rational at;
};
Maximum maximize(const Worst<Ball>& point, const Worst<Jet<Interval>>& box, const Rational& low, const Rational& high,
                 Precision bits) {
  Maximum best{point(Ball(low, bits)), low};
  const auto consider = [&](const Rational& x) {
    const Ball value = point(Ball(x, bits));
    if (value.approx() > best.value.approx() ||
        (value.approx() == best.value.approx() && certainly_greater(value, best.value)))
      best = {value, x};
  };
  consider(high);
  Ball above = best.value;  // over everything settled so far
  std::vector<Box> todo{{low, high}};
  int budget = 20000;
  while (!todo.empty()) {
    const Box b = todo.back();
    todo.pop_back();
    const auto jet = box(Jet<Interval>::variable(Interval(b.low, b.high, bits), 0, 1));
    const Interval slope = jet.gradient(0);
    if (slope.is_finite() && !slope.contains_zero()) {
      const Rational& better = slope.lower_double() >= 0 ? b.high : b.low;
      consider(better);
      above = max(above, point(Ball(better, bits)));
      continue;
    }
    const Rational middle = (b.low + b.high) / 2;
    consider(middle);
    // f(middle) + slope * (box - middle)
    const Interval spread = slope * (Interval(b.low, b.high, bits) - Interval(middle, bits));
    const Ball reach = point(Ball(middle, bits)) + Ball(spread);
    Ball room = best.value;
    arb_mul_2exp_si(room.arb(), room.arb(), -bits / 2);
    if (reach.is_finite() && (certainly_less(reach, best.value + room) || --budget < 0)) {
      above = max(above, reach);
      continue;
    }
    todo.push_back({b.low, middle});
    todo.push_back({middle, b.high});
  }
  return {hull(best.value, max(above, best.value)), best.at};
}

}  // namespace

WorstNeighbours certified_posterior_renyi(const Order<Rational>& order, const RegressionDomain<Rational>& domain,
                                          bool absent, int digits) {
  check(domain, "certified_posterior_renyi");
  if (order.is_infinite() || order.value() <= 1)
    throw Error(ErrorCode::domain, "certified_posterior_renyi", "1 < order < inf", order.value().str());
  if (Rational(domain.n - 1) * domain.x_l * domain.x_l <= order.value() * domain.x_h * domain.x_h) {
    throw Error(ErrorCode::domain, "certified_posterior_renyi", "(n-1) x_l^2 > order x_h^2", std::to_string(domain.n));
  }
  const Precision wanted = bits_for_digits(digits);
  const Rational light = domain.beta * domain.x_l * domain.x_l, heavy = domain.beta * domain.x_h * domain.x_h;
  WorstNeighbours result;
  bool heavy_in_p = true;
  Rational at;
  result.divergence = escalate(wanted, wanted + 64, [&](Precision bits) {
    Ball sup = Ball::indeterminate(bits);
    bool first = true;
    for (const bool in_p : {true, false}) {
      const auto point = worst<Ball>(order, domain, in_p, bits);
      Maximum m = maximize(point, worst<Jet<Interval>>(order, domain, in_p, bits), light, heavy, bits);
      if (absent) {
        const Ball alone = point(Ball(0).with_precision(bits));
        if (alone.approx() > m.value.approx()) m.at = Rational(0);
        m.value = max(m.value, alone);
      }
      if (first || m.value.approx() > sup.approx()) {
        heavy_in_p = in_p;
        at = m.at;
      }
      sup = first ? m.value : max(sup, m.value);
      first = false;
    }
    return sup;
  });
  const Rational up = domain.c + domain.radius, down = domain.c - domain.radius;
  result.pair.common_weight = Rational(domain.n - 1) * light;
  result.pair.common_slope = down;
  result.pair.weight_p = heavy_in_p ? heavy : at;
  result.pair.slope_p = heavy_in_p ? up : down;
  result.pair.weight_q = heavy_in_p ? at : heavy;
  result.pair.slope_q = heavy_in_p ? down : up;
  return result;
}

namespace {

/// The distance of the means in units of the larger precision, at most; and the least ratio of the precisions. The pull
/// of the prior is bounded apart (all of it at the lightest record).
struct Reach {
  Ball distance;
  Rational ratio;
};
Reach reach(const RegressionDomain<Rational>& d, Precision bits) {
  const Rational common = Rational(d.n - 1) * d.beta * d.x_l * d.x_l, heavy = d.beta * d.x_h * d.x_h,
                 y = d.alpha + common;
  // 2 R W/sqrt(Y + W) rises with W and falls with Y; alpha (c - R) (W - V)/((Y + V) sqrt(Y + W)) is largest at V = 0.
  const Rational top = Rational(2) * d.radius * heavy + d.alpha * (d.c - d.radius) * heavy / y;
  return {Ball(top, bits) / sqrt(Ball(y + heavy, bits)), y / (y + heavy)};
}

}  // namespace

Ball posterior_delta_bound(const Epsilon<Rational>& epsilon, const RegressionDomain<Rational>& domain, Precision bits) {
  check(domain, "posterior_delta_bound");
  const Reach far = reach(domain, bits);
  return worst_gaussian_delta(Ball(epsilon.value(), bits), far.distance, far.ratio, bits);
}

PosteriorPrivacy certified_posterior_epsilon(const Delta<Rational>& delta, const RegressionDomain<Rational>& domain,
                                             int digits) {
  check(domain, "certified_posterior_epsilon");
  if (delta.value().sign() <= 0 || delta.value() >= Rational(1))
    throw Error(ErrorCode::domain, "delta", "a number between 0 and 1", delta.value().str());
  const Precision bits = bits_for_digits(digits) + 64;
  const Ball wanted(delta.value(), bits);
  const Reach far = reach(domain, bits);
  // Pairs that come near: the heavier record at x_h, the lighter at x_h, at x_l or absent, on either side; the common
  // ones at x_l.
  const Rational heavy = domain.beta * domain.x_h * domain.x_h, light = domain.beta * domain.x_l * domain.x_l;
  const Rational common = Rational(domain.n - 1) * light, y = domain.alpha + common;
  const auto one_pair = [&](const Ball& e) {
    Ball most(0);
    for (const Rational& v : {heavy, light, Rational(0)}) {
      const Ball distance(worst_difference(domain, common, heavy, v), bits);
      const Ball narrow(Rational(1) / (y + heavy), bits), wide(Rational(1) / (y + v), bits);
      const bool equal = v == heavy;
      most = max(most, gaussian_hockey_stick(e, narrow, wide, distance, equal ? Wider::equal : Wider::q));
      if (!equal) most = max(most, gaussian_hockey_stick(e, wide, narrow, distance, Wider::p));
    }
    return most;
  };
  const auto all_pairs = [&](const Ball& e) { return worst_gaussian_delta(e, far.distance, far.ratio, bits); };
  // Bisection; each answer is only used in the direction in which it is certain.
  const auto bisect = [&](const auto& f, bool from_above) {
    const auto low_enough = [&](const Rational& e) {
      const Ball value = f(Ball(e, bits));
      // From below, a value that is not decided counts as low enough: the bound stays a lower one.
      return from_above ? certainly_less_equal(value, wanted) : !certainly_greater(value, wanted);
    };
    Rational low(0), high(1);
    if (low_enough(low)) return low;
    for (int i = 0; !low_enough(high); ++i) {
      if (i > 60)
        throw Error(ErrorCode::unsupported, "epsilon of the posterior", "a domain for which it is below 2^60",
                    "one for which it is not");
      low = high;
      high = high * 2;
    }
    const Rational tolerance = pow(Rational(1, 10), digits);
    for (int i = 0; i < 400 && high - low > tolerance * high; ++i) {
      const Rational middle = (low + high) / 2;
      (low_enough(middle) ? high : low) = middle;
    }
    return from_above ? high : low;
  };
  return {Ball(bisect(one_pair, false), bits), Ball(bisect(all_pairs, true), bits)};
}

}  // namespace dpcert::langevin
