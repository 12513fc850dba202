#include "verify/engine/tightness.hpp"

#include <algorithm>
#include <cmath>

#include "src/scalar/double_interval.hpp"
#include "verify/language/enclose.hpp"

namespace dpcert::verify {

namespace {

constexpr Precision bits = 128;
constexpr int rounds = 12;  // of finding a smaller value while proving

using Point = std::vector<Rational>;

// q > 0 as a decimal with few digits, below (above) it; by exact arithmetic.
Rational decimal(const Rational& q, int digits, bool up) {
  int e = 0;
  std::frexp(q.approx(), &e);
  const auto scale = pow(Rational(10), digits - static_cast<int>(std::floor(e * 0.30103)));
  return (up ? (q * scale).ceil() : (q * scale).floor()) / scale;
}

class Search {
 public:
  Search(const Goal& goal, const TightnessOptions& options) : goal_(goal), options_(options) {
    for (const auto& v : goal.context.variables) inputs_.push_back(Expr::variable(v.name));
    std::vector<Expr> roots{goal.difference()};
    for (const auto& h : goal.context.hypotheses) roots.push_back(sub(h.lhs, h.rhs));
    tape_ = std::make_unique<Tape>(roots, inputs_);
    for (const auto& q : tape_->constants()) constants_.emplace_back(q);
  }

  std::optional<Tightness> run() {
    for (const auto& known : options_.points) {
      Point p;
      for (const Expr& x : inputs_) {
        const auto it = known.find(x.name());
        if (it != known.end()) p.push_back(it->second);
      }
      if (p.size() == inputs_.size()) consider(p);
    }
    const auto given = best_;
    sample();
    descend();
    if (!best_) return std::nullopt;
    Tightness t;
    std::optional<Rational> upper = certified(best_->point, t);
    if (!upper && given) {  // equations hold at few points
      best_ = given;
      upper = certified(best_->point, t);
    }
    if (!upper) return std::nullopt;
    // Coarse bounds first: whether anything above 0 can be proved is seen at once. The value itself, if it is a number
    // with few digits.
    for (const int gap : {1, 5, 10, 20, 0}) {
      if (gap == 0 && upper->bits() > 64) break;
      bool done = false;
      for (int round = 0; !done; ++round) {
        if (upper->sign() <= 0 || upper->approx() < 1e-280 || round == rounds) return finish(std::move(t), *upper);
        const Rational lower =
            gap == 0 ? *upper : decimal(*upper - *upper / pow(Rational(2), gap), gap <= 10 ? 4 : 7, false);
        if (lower <= t.lower) break;
        Point suspect;
        if (prove(lower, t, suspect)) {
          done = true;
        } else {
          if (suspect.empty()) return finish(std::move(t), *upper);
          Tightness there;
          const auto value = certified(suspect, there);
          if (!value || *value >= *upper) return finish(std::move(t), *upper);
          best_->point = suspect;
          best_->value = value->approx();
          descend();
          Tightness lowest;
          const auto after = certified(best_->point, lowest);
          const bool better = after && *after <= *value;
          t.at = better ? lowest.at : there.at;
          t.by_equal = better ? lowest.by_equal : there.by_equal;
          upper = better ? *after : *value;
        }
      }
    }
    return finish(std::move(t), *upper);
  }

 private:
  struct Candidate {
    Point point;
    double value;
  };

  static Tightness finish(Tightness t, const Rational& upper) {
    t.upper = upper;
    return t;
  }

  [[nodiscard]] const Range& range(std::size_t k) const { return goal_.context.variables[k].range; }
  [[nodiscard]] bool integer(std::size_t k) const { return goal_.context.variables[k].integer; }

  // The slack there, nothing outside the domain or where a hypothesis is not known to hold.
  std::optional<double> value(const Point& p) {
    boxes_.clear();
    for (std::size_t k = 0; k < p.size(); ++k) {
      if (!range(k).contains(p[k]) || (integer(k) && !p[k].is_integer())) return std::nullopt;
      boxes_.emplace_back(p[k]);
    }
    const Rational* first = tape_->constants().data();
    tape_->run<DoubleInterval>(
        boxes_, work_, [&](const Rational& q) { return constants_[static_cast<std::size_t>(&q - first)]; },
        [] { return DoubleInterval::pi(); }, 0, tape_->code().size());
    for (std::size_t i = 0; i < goal_.context.hypotheses.size(); ++i) {
      const DoubleInterval& h = work_[tape_->root(i + 1)];
      const Rel rel = goal_.context.hypotheses[i].rel;
      if (!(rel == Rel::gt ? h.upper() > 0 : rel == Rel::ge ? h.upper() >= 0 : h.contains_zero())) return std::nullopt;
    }
    const DoubleInterval& d = work_[tape_->root(0)];
    const double near = 0.5 * d.lower() + 0.5 * d.upper();
    if (d.is_finite() && d.upper() - d.lower() <= 1e-7 * std::fabs(near)) return worth_showing(near);
    // Too few digits to descend by.
    balls_.clear();
    for (const auto& q : p) balls_.emplace_back(q, bits);
    tape_->run<Ball>(
        balls_, ball_work_, [](const Rational& q) { return Ball(q, bits); }, [] { return Ball::pi(bits); }, 0,
        tape_->end_of(0));
    const Ball& b = ball_work_[tape_->root(0)];
    if (!b.is_finite()) return std::nullopt;
    return b.contains_zero() ? 0.0 : worth_showing(b.approx());
  }
  // A slack of 10^-1000 is no place to show.
  static std::optional<double> worth_showing(double x) {
    if (!std::isfinite(x) || std::fabs(x) < 1e-200) return std::nullopt;
    return x;
  }

  void consider(const Point& p) {
    if (const auto v = value(p); v && (!best_ || *v < best_->value)) best_ = Candidate{p, *v};
  }

  // Places at which an inequality is often tight.
  [[nodiscard]] std::vector<Rational> probes(std::size_t k) const {
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

  std::uint64_t random() {  // splitmix64
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
  }

  void sample() {
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

  // Pattern search, one coordinate at a time.
  void descend() {
    if (!best_) return;
    const std::size_t n = inputs_.size();
    std::vector<Rational> step;
    for (std::size_t k = 0; k < n; ++k) {
      const Range& r = range(k);
      const Rational& x = best_->point[k];
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
          Point p = best_->point;
          p[k] = up ? p[k] + step[k] : p[k] - step[k];
          const Range& r = range(k);
          if (!r.lo.infinite && p[k] < r.lo.value) p[k] = integer(k) ? r.lo.value.ceil() : r.lo.value;
          if (!r.hi.infinite && p[k] > r.hi.value) p[k] = integer(k) ? r.hi.value.floor() : r.hi.value;
          const double before = best_->value;
          consider(p);
          if (best_->value < before) {
            moved = true;
            break;
          }
        }
      }
      if (moved) continue;
      bool smaller = false;
      for (std::size_t k = 0; k < n; ++k) {
        step[k] = integer(k) ? (step[k] / Rational(2)).floor() : step[k] / Rational(2);
        smaller = smaller || (integer(k) ? step[k].sign() > 0 : step[k] * pow(Rational(2), 22) > abs(best_->point[k]));
      }
      if (!smaller) break;
    }
  }

  // An upper bound of the slack at an exact point that is in the domain; writes the place into t.
  std::optional<Rational> certified(const Point& p, Tightness& t) {
    std::map<std::string, Rational> at;
    for (std::size_t k = 0; k < p.size(); ++k) {
      if (!range(k).contains(p[k]) || (integer(k) && !p[k].is_integer())) return std::nullopt;
      at[inputs_[k].name()] = p[k];
    }
    for (const auto& h : goal_.context.hypotheses) {
      const Ball d = enclose(sub(h.lhs, h.rhs), at, bits);
      if (!(h.rel == Rel::gt   ? certainly_positive(d)
            : h.rel == Rel::ge ? certainly_nonnegative(d)
                               : d.is_exact() && d.contains_zero()))
        return std::nullopt;
    }
    const Ball d = enclose(goal_.difference(), at, bits);
    if (!d.is_finite()) return std::nullopt;
    t.at = at;
    t.by_equal = false;
    if (d.is_exact()) return d.upper_rational();
    if (d.contains_zero()) {
      std::map<Expr, Expr> values;
      for (const auto& [name, q] : at) values.emplace(Expr::variable(name), Expr(q));
      Algebra algebra([](const Expr& u) {
        const Ball b = enclose(u, {}, bits);
        return certainly_positive(b);
      });
      if (algebra.is_zero(substitute(goal_.difference(), values))) {
        t.by_equal = true;
        return Rational(0);
      }
    }
    const Rational q = d.upper_rational();
    return q.sign() > 0 && q.approx() > 1e-280 ? decimal(q, 17, true) : q;
  }

  // lhs >= rhs + lower by boxes; what has to be cut in for definedness is the prover's business.
  bool prove(const Rational& lower, Tightness& t, Point& suspect) {
    const Goal g{goal_.context, {Rel::ge, goal_.relation.lhs, goal_.relation.rhs + Expr(lower)}};
    ProveOptions o;
    o.boxes = options_.boxes;
    o.boxes.max_boxes = options_.max_boxes;
    o.boxes.max_bits = std::max(o.boxes.bits, bits);
    o.boxes.progress = nullptr;
    o.boxes.checkpoints = {};
    const auto knows = [&](const Condition& c) { return g.context.knows(c); };
    const bool defined = std::ranges::all_of(side_conditions(g.difference(), g.context), knows);
    std::map<std::string, Rational> found;
    if (defined) {
      BoxResult r = prove_by_boxes(g, o.boxes);
      if (r.proved) {
        t.lower = lower;
        t.proof = {std::move(r.tree)};
        return true;
      }
      found = std::move(r.suspect);
    } else {
      o.depth = 0;
      ProveResult r = verify::prove(g, o);
      if (r.proved) {
        t.lower = lower;
        t.proof = std::move(r.lines);
        return true;
      }
      found = std::move(r.suspect);
    }
    if (!found.empty()) {
      for (std::size_t k = 0; k < inputs_.size(); ++k) {
        const auto it = found.find(inputs_[k].name());
        suspect.push_back(it == found.end() ? best_->point[k] : it->second);
      }
    }
    return false;
  }

  const Goal& goal_;
  const TightnessOptions& options_;
  std::vector<Expr> inputs_;
  std::unique_ptr<Tape> tape_;
  std::vector<DoubleInterval> constants_, boxes_, work_;
  std::vector<Ball> balls_, ball_work_;
  std::optional<Candidate> best_;
  std::uint64_t state_ = 1;
};

}  // namespace

std::optional<Tightness> least_slack(const Goal& goal, const TightnessOptions& options) {
  if (goal.relation.rel == Rel::eq || !goal.context.functions.empty() || !goal.context.forall_hypotheses.empty() ||
      goal.context.variables.empty() || goal.context.variables.size() > 8)
    return std::nullopt;
  try {
    return Search(goal, options).run();
  } catch (const std::exception&) {
    return std::nullopt;  // an absurd exponent in an end
  }
}

}  // namespace dpcert::verify
