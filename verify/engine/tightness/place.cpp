#include "verify/engine/tightness/place.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "dpcert/language/enclose.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::verify {

namespace {

constexpr Precision bits = 128;
constexpr std::int64_t most_halvings = 100;  // of a distance: what tends more slowly does not become clear
constexpr double near_enough = 0x1p-20;      // to a ratio of 1

}  // namespace

bool vanishes(const Expr& e, const std::map<std::string, Rational>& at) {
  ExprMap<Expr> values;
  for (const auto& [name, q] : at) values.emplace(Expr::variable(name), Expr(q));
  Algebra algebra([](const Expr& u) { return certainly_positive(enclose(u, {}, bits)); });
  return algebra.is_zero(substitute(e, values));
}

PlaceSearch::PlaceSearch(const Goal& goal, std::optional<Expr> larger) : goal_(goal), ratio_(larger.has_value()) {
  for (const auto& v : goal.context.variables()) inputs_.push_back(Expr::variable(v.name));
  std::vector<Expr> roots{goal.difference()};
  if (larger) roots.push_back(*larger);
  for (const auto& h : goal.context.hypotheses()) roots.push_back(sub(h.lhs, h.rhs));
  tape_ = std::make_unique<Tape>(roots, inputs_);
  for (const auto& q : tape_->constants()) constants_.emplace_back(q);
}

bool PlaceSearch::in_domain(const Point& p) const {
  for (std::size_t k = 0; k < p.size(); ++k) {
    if (!range(k).contains(p[k]) || (integer(k) && !p[k].is_integer())) return false;
  }
  return true;
}

bool PlaceSearch::satisfies(const Point& p) const {
  std::map<std::string, Rational> at;
  for (std::size_t k = 0; k < p.size(); ++k) at[inputs_[k].name()] = p[k];
  return std::ranges::all_of(goal_.context.hypotheses(), [&](const Relation& h) {
    const Expr e = sub(h.lhs, h.rhs);
    const Ball d = enclose(e, at, bits);
    return h.rel == Rel::gt   ? certainly_positive(d)
           : h.rel == Rel::ge ? certainly_nonnegative(d)
                              : d.contains_zero() && (d.is_exact() || vanishes(e, at));
  });
}

// The slack (ratio) there, nothing outside the domain or where a hypothesis is not known to hold.
std::optional<double> PlaceSearch::value(const Point& p) {
  if (!in_domain(p)) return std::nullopt;
  boxes_.clear();
  for (const auto& q : p) boxes_.emplace_back(q);
  const auto known = tape_->constants();
  // What the tape cannot compute, a sum to a variable, it makes of a number of its own, which is not among its
  // constants.
  const auto constant = [&](const Rational& q) {
    const bool own = std::less<>{}(&q, known.data()) || !std::less<>{}(&q, known.data() + known.size());
    return own ? DoubleInterval(q) : constants_[static_cast<std::size_t>(&q - known.data())];
  };
  tape_->run<DoubleInterval>(
      boxes_, work_, constant, [] { return DoubleInterval::pi(); }, 0, tape_->code().size());
  const std::size_t sides = ratio_ ? 2 : 1;
  bool doubtful = false;
  for (std::size_t i = 0; i < goal_.context.hypotheses().size(); ++i) {
    const DoubleInterval& h = work_[tape_->root(i + sides)];
    const Rel rel = goal_.context.hypotheses()[i].rel;
    if (!(rel == Rel::gt ? h.upper() > 0 : rel == Rel::ge ? h.upper() >= 0 : h.contains_zero())) return std::nullopt;
    doubtful = doubtful || (rel == Rel::gt && !(h.lower() > 0)) || (rel == Rel::ge && !(h.lower() >= 0));
  }
  if (doubtful && !satisfies(p)) return std::nullopt;
  const auto sharp = [](const DoubleInterval& x) {
    return x.is_finite() && x.upper() - x.lower() <= 1e-7 * std::fabs(0.5 * x.lower() + 0.5 * x.upper());
  };
  const auto near = [](const DoubleInterval& x) { return 0.5 * x.lower() + 0.5 * x.upper(); };
  const DoubleInterval& d = work_[tape_->root(0)];
  double v = near(d);
  if (ratio_) {
    const DoubleInterval& larger = work_[tape_->root(1)];
    if (larger.upper() < 0) wrong_sign_ = true;
    if (!sharp(d) || !sharp(larger)) return value_in_balls(p);
    v /= near(larger);
    if (!(near(larger) > 0 && v < 1)) return std::nullopt;
  } else if (!sharp(d)) {
    return value_in_balls(p);
  }
  // A slack of 10^-1000 is no place to show.
  if (!std::isfinite(v) || std::fabs(v) < 1e-200) return std::nullopt;
  return v;
}

// Where doubles have too few digits to descend by.
std::optional<double> PlaceSearch::value_in_balls(const Point& p) {
  balls_.clear();
  for (const auto& q : p) balls_.emplace_back(q, bits);
  tape_->run<Ball>(
      balls_, ball_work_, [](const Rational& q) { return Ball(q, bits); }, [] { return Ball::pi(bits); }, 0,
      tape_->end_of(ratio_ ? 1 : 0));
  Ball b = ball_work_[tape_->root(0)];
  if (!b.is_finite()) return std::nullopt;
  if (ratio_) {
    const Ball& larger = ball_work_[tape_->root(1)];
    if (!larger.is_finite() || !certainly_positive(larger)) return std::nullopt;
    b = b / larger;
    if (!b.is_finite() || b.approx() >= 1) return std::nullopt;
  }
  if (b.contains_zero()) return 0.0;
  const double v = b.approx();
  if (!std::isfinite(v) || std::fabs(v) < 1e-200) return std::nullopt;
  return v;
}

void PlaceSearch::consider(const Point& p) {
  if (const auto v = value(p); v && (!best || *v < best->value)) best = Candidate{p, *v};
}

// Places at which an inequality is often tight.
std::vector<Rational> PlaceSearch::probes(std::size_t k) const {
  const Range& r = range(k);
  std::vector<Rational> out;
  const auto add = [&](const Rational& q) {
    const Rational x = integer(k) ? q.floor() : q;
    if (r.contains(x) && std::ranges::find(out, x) == out.end()) out.push_back(x);
  };
  if (r.bounded()) {
    add(r.lo.value);
    add(r.hi.value);
    add((r.lo.value + r.hi.value) / Rational(2));
    if (integer(k)) add(r.hi.value.ceil() - 1);
  } else if (!r.lo.infinite) {
    for (const long q : {0L, 1L, 16L, 1024L}) add(r.lo.value + q);
  } else if (!r.hi.infinite) {
    for (const long q : {0L, 1L, 16L, 1024L}) add(r.hi.value - q);
  } else {
    for (const long q : {0L, 1L, -1L, 64L, -64L}) add(q);
  }
  if (out.empty()) add(r.lo.infinite ? Rational(0) : r.lo.value + 1);
  return out;
}

std::uint64_t PlaceSearch::random() {  // splitmix64
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}

void PlaceSearch::sample() {
  const std::size_t n = inputs_.size();
  std::vector<std::vector<Rational>> choices;
  std::size_t count = 1;
  for (std::size_t k = 0; k < n; ++k) {
    choices.push_back(probes(k));
    if (choices.back().empty()) return;
    count = std::min<std::size_t>(count * choices.back().size(), 1000);
  }
  for (std::size_t i = 0; i < count; ++i) {
    Point p;
    std::size_t rest = i;
    for (const auto& c : choices) {
      p.push_back(c[rest % c.size()]);
      rest /= c.size();
    }
    consider(p);
  }
  for (int i = 0; i < 300; ++i) {
    Point p;
    for (std::size_t k = 0; k < n; ++k) {
      const Rational u(static_cast<std::int64_t>(random() >> 44U), std::int64_t{1} << 20);  // in [0, 1)
      const Range& r = range(k);
      Rational q = r.bounded()      ? r.lo.value + (r.hi.value - r.lo.value) * (i % 3 == 0 ? u * u * u * u : u)
                   : !r.lo.infinite ? r.lo.value + u / (Rational(1) - u)
                   : !r.hi.infinite ? r.hi.value - u / (Rational(1) - u)
                                    : (u - Rational(1, 2)) * Rational(16);
      p.push_back(integer(k) ? q.floor() : q);
    }
    consider(p);
  }
}

void PlaceSearch::descend() {
  if (!best) return;
  const std::size_t n = inputs_.size();
  std::vector<Rational> step;
  for (std::size_t k = 0; k < n; ++k) {
    const Range& r = range(k);
    const Rational& x = best->point[k];
    Rational s = r.bounded() ? (r.hi.value - r.lo.value) / Rational(4) : (abs(x) + 1) / Rational(2);
    // A power of two, so that points keep few digits.
    int e = 0;
    std::frexp(s.approx(), &e);
    step.push_back(integer(k) ? Rational(std::int64_t{1} << std::clamp(e, 0, 60)) : pow(Rational(2), e));
  }
  for (int i = 0; i < 60 * static_cast<int>(n); ++i) {
    bool moved = false;
    for (std::size_t k = 0; k < n; ++k) {
      if (step[k].is_zero()) continue;
      for (const bool up : {true, false}) {
        Point p = best->point;
        p[k] = up ? p[k] + step[k] : p[k] - step[k];
        const Range& r = range(k);
        if (!r.lo.infinite && p[k] < r.lo.value) p[k] = integer(k) ? r.lo.value.ceil() : r.lo.value;
        if (!r.hi.infinite && p[k] > r.hi.value) p[k] = integer(k) ? r.hi.value.floor() : r.hi.value;
        const double before = best->value;
        consider(p);
        if (best->value < before) {
          moved = true;
          break;
        }
      }
    }
    if (moved) continue;
    bool smaller = false;
    for (std::size_t k = 0; k < n; ++k) {
      step[k] = integer(k) ? (step[k] / Rational(2)).floor() : step[k] / Rational(2);
      smaller = smaller || (integer(k) ? step[k].sign() > 0 : step[k] * pow(Rational(2), 22) > abs(best->point[k]));
    }
    if (!smaller) break;
  }
}

// From x a sixteenth (2^-bits) of the way to its lower (upper) end is left, or x is that much farther out; a distance
// that is a power of two, so that points keep few digits.
std::optional<Rational> PlaceSearch::nearer(std::size_t k, const Rational& x, bool up, int bits) const {
  const End& end = up ? range(k).hi : range(k).lo;
  const auto power_of_two = [](const Rational& q, int shift) {
    int e = 0;
    std::frexp(q.approx(), &e);
    return pow(Rational(2), e - 1 + shift);
  };
  if (end.infinite) {
    const Rational far = power_of_two(abs(x) + 1, bits);
    return far.bits() > most_halvings ? std::nullopt : std::optional(up ? far : -far);
  }
  const Rational distance = up ? end.value - x : x - end.value;
  if (distance.sign() <= 0) return std::nullopt;
  const Rational left = power_of_two(distance, -bits);
  if (left.bits() > most_halvings) return std::nullopt;
  const Rational y = up ? end.value - left : end.value + left;
  return integer(k) ? (up ? y.floor() : y.ceil()) : y;
}

void PlaceSearch::approach() {
  const std::size_t n = inputs_.size();
  for (int i = 0; best && i < 60; ++i) {
    const double before = best->value;
    for (const int bits : {1, 4, 12}) {
      for (std::size_t k = 0; k < n; ++k) {
        for (const bool up : {false, true}) {
          if (best->value <= near_enough) return;
          Point p = best->point;
          if (const auto y = nearer(k, p[k], up, bits)) p[k] = *y, consider(p);
        }
      }
      for (const bool up : {false, true}) {  // all together
        Point p = best->point;
        for (std::size_t k = 0; k < n && n > 1; ++k) {
          if (const auto y = nearer(k, p[k], up, bits)) p[k] = *y;
        }
        if (n > 1) consider(p);
      }
    }
    if (!(best->value < before)) break;
  }
}

// At another distance from the nearer finite end (else from 0), by a factor up to 1 + step or down to its reciprocal.
// Exact operations of doubles only: the place is the same on every machine.
Rational PlaceSearch::moved(std::size_t k, const Rational& x, double step) {
  const End &lo = range(k).lo, &hi = range(k).hi;
  const bool from_hi = !hi.infinite && (lo.infinite || hi.value - x < x - lo.value);
  const Rational end = from_hi ? hi.value : lo.infinite ? Rational(0) : lo.value;
  const double g = std::ldexp(static_cast<double>(random() >> 44U), -20) * 2 - 1;
  const double factor = g >= 0 ? 1 + step * g : 1 / (1 - step * g);
  int e = 0;
  const double mantissa = std::frexp((x - end).approx() * factor, &e);
  if (!std::isfinite(mantissa) || std::abs(e) > most_halvings) return x;
  const auto digits = static_cast<std::int64_t>(std::ldexp(mantissa, 24));
  const Rational y = end + Rational(digits) * pow(Rational(2), e - 24);
  return integer(k) ? y.floor() + static_cast<std::int64_t>(random() % 2) : y;
}

void PlaceSearch::wander() {
  for (int i = 0; best && best->value > near_enough && i < 800; ++i) {
    Point p = best->point;
    for (std::size_t k = 0; k < p.size(); ++k) {
      // Steps of all sizes: what one coordinate gains may be little beside what another must give way.
      if (random() % 2 == 0) p[k] = moved(k, p[k], std::ldexp(4, -static_cast<int>(random() % 16)));
    }
    consider(p);
  }
}

void PlaceSearch::simplify() {
  if (!best) return;
  const double worst = std::max(near_enough, best->value + 1e-12);
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    const Rational x = best->point[k];
    if (integer(k)) continue;
    for (int bits = 1; bits < 30; ++bits) {
      const Rational width = abs(x) / pow(Rational(2), bits);
      const Rational y = simplest_between(x - width, x + width);
      if (y.bits() >= x.bits()) break;
      Point p = best->point;
      p[k] = y;
      const auto v = value(p);
      if (!v || *v > worst) continue;
      best = Candidate{p, *v};
      break;
    }
  }
}

}  // namespace dpcert::verify
