#include "verify/engine/tightness.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <queue>

#include "verify/language/enclose.hpp"

namespace dpcert::verify {

namespace {

constexpr Precision bits = 96;

struct Box {
  std::vector<Range> ranges;
  double bound;                                                   // rounded down
  bool operator<(const Box& o) const { return bound > o.bound; }  // the least bound on top
};

Interval as_interval(const Range& r) {
  return (r.bounded()      ? Interval(r.lo.value, r.hi.value, bits)
          : !r.lo.infinite ? Interval::at_least(r.lo.value, bits)
          : !r.hi.infinite ? Interval::at_most(r.hi.value, bits)
                           : Interval::entire(bits))
      .with_limits();
}

// A point of the range, inside even where an end is open.
std::vector<Rational> probes(const Range& r, bool integer) {
  std::vector<Rational> out;
  const auto add = [&](const Rational& q) {
    const Rational x = integer ? q.floor() : q;
    if (r.contains(x)) out.push_back(x);
  };
  if (r.bounded()) {
    add((r.lo.value + r.hi.value) / Rational(2));
    if (r.lo.closed) add(r.lo.value);
    if (r.hi.closed) add(r.hi.value);
  } else if (!r.lo.infinite) {
    if (r.lo.closed) add(r.lo.value);
    add(r.lo.value + 1);
    add(r.lo.value * Rational(1024) + 1024);
  } else if (!r.hi.infinite) {
    if (r.hi.closed) add(r.hi.value);
    add(r.hi.value - 1);
  } else {
    add(0);
    add(1);
  }
  return out;
}

class Search {
 public:
  Search(const Goal& goal) : goal_(goal) {
    for (const auto& v : goal.context.variables) inputs_.push_back(Expr::variable(v.name));
    std::vector<Expr> roots{goal.difference()};
    for (const auto& h : goal.context.hypotheses) roots.push_back(sub(h.lhs, h.rhs));
    tape_ = std::make_unique<Tape>(roots, inputs_);
  }

  std::optional<Tightness> run(bool proved, std::size_t max_boxes, std::chrono::duration<double> limit) {
    const auto stop =
        std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(limit);
    std::priority_queue<Box> queue;
    Box root{{}, -INFINITY};
    for (const auto& v : goal_.context.variables) root.ranges.push_back(v.range);
    consider(std::move(root), queue);
    for (std::size_t n = 0; n < max_boxes && !queue.empty(); ++n) {
      const Box box = queue.top();
      if (best_ && box.bound >= best_->upper.approx() - 1e-9 * std::max(1e-30, std::fabs(best_->upper.approx()))) break;
      if (std::chrono::steady_clock::now() > stop) break;
      queue.pop();
      probe(box);
      if (!split(box, queue)) {
        settled_ = std::min(settled_, box.bound);  // a box that cannot be split any more keeps its bound
      }
    }
    if (!best_) return std::nullopt;
    double lower = queue.empty() ? settled_ : std::min(settled_, queue.top().bound);
    if (lower == INFINITY) lower = best_->upper.approx();
    Tightness t = *best_;
    const bool bounded = std::isfinite(lower);
    if (!bounded && !proved) return std::nullopt;
    t.lower = bounded ? Rational::from_double(lower) : Rational(0);
    if (proved && t.lower.sign() < 0) t.lower = 0;
    if (t.lower > t.upper)
      t.lower = t.upper;  // rounding of a bound to double, downwards, cannot pass the value at a point
    return t;
  }

 private:
  void consider(Box box, std::priority_queue<Box>& queue) {
    values_.clear();
    for (const auto& r : box.ranges) values_.push_back(as_interval(r));
    tape_->run<Interval>(
        values_, work_, [](const Rational& q) { return Interval(q, bits); }, [] { return Interval::pi(bits); }, 0,
        tape_->code().size());
    for (std::size_t i = 0; i < goal_.context.hypotheses.size(); ++i) {
      const Interval& h = work_[tape_->root(i + 1)];
      const Rel rel = goal_.context.hypotheses[i].rel;
      if (h.is_finite() && (certainly_negative(h) || (rel == Rel::gt && certainly_nonpositive(h)) ||
                            (rel == Rel::eq && certainly_positive(h))))
        return;
    }
    const Interval& d = work_[tape_->root(0)];
    box.bound = d.is_undefined() ? -INFINITY : d.lower_double();
    if (std::isnan(box.bound)) box.bound = -INFINITY;
    queue.push(std::move(box));
  }

  void probe(const Box& box) {
    // The middle, and the corners of a box with few coordinates.
    std::vector<std::vector<Rational>> choices;
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      choices.push_back(probes(box.ranges[k], goal_.context.variables[k].integer));
      if (choices.back().empty()) return;
    }
    const std::size_t corners = inputs_.size() <= 3 ? 3 : 1;
    std::vector<std::size_t> index(inputs_.size(), 0);
    for (;;) {
      std::map<std::string, Rational> point;
      for (std::size_t k = 0; k < inputs_.size(); ++k)
        point[inputs_[k].name()] = choices[k][std::min(index[k], choices[k].size() - 1)];
      try_point(point);
      std::size_t k = 0;
      while (k < index.size() && ++index[k] >= std::min(corners, choices[k].size())) index[k++] = 0;
      if (k == index.size()) break;
    }
  }

  void try_point(const std::map<std::string, Rational>& point) {
    for (const auto& h : goal_.context.hypotheses) {
      const Ball d = enclose(sub(h.lhs, h.rhs), point, bits);
      const bool holds = h.rel == Rel::gt   ? certainly_positive(d)
                         : h.rel == Rel::ge ? certainly_nonnegative(d)
                                            : d.is_exact() && d.contains_zero();
      if (!holds) return;
    }
    const Ball d = enclose(goal_.difference(), point, bits);
    if (!d.is_finite()) return;
    const Rational upper = d.upper_rational();
    if (!best_ || upper < best_->upper) best_ = Tightness{0, upper, point};
  }

  bool split(const Box& box, std::priority_queue<Box>& queue) {
    std::size_t best = inputs_.size();
    double score = 0;
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      const Range& r = box.ranges[k];
      double s = 0;
      if (!r.bounded())
        s = 1e300;
      else if (r.lo.value != r.hi.value)
        s = (r.hi.value - r.lo.value).approx() /
            (1 + std::min(std::fabs(r.lo.value.approx()), std::fabs(r.hi.value.approx())));
      if (goal_.context.variables[k].integer && r.bounded() && r.hi.value - r.lo.value < Rational(1)) s = 0;
      if (s > score) score = s, best = k;
    }
    if (best == inputs_.size() || score < 1e-15) return false;
    const Range& r = box.ranges[best];
    Rational q;
    if (r.bounded())
      q = (r.lo.value + r.hi.value) / Rational(2);
    else if (!r.lo.infinite)
      q = r.lo.value.sign() > 0 ? r.lo.value * Rational(4) : r.lo.value + 1;
    else if (!r.hi.infinite)
      q = r.hi.value.sign() < 0 ? r.hi.value * Rational(4) : r.hi.value - 1;
    if (q.bits() > 200) return false;
    for (const bool lower : {true, false}) {
      Box half = box;
      (lower ? half.ranges[best].hi : half.ranges[best].lo) = {false, true, q};
      consider(std::move(half), queue);
    }
    return true;
  }

  const Goal& goal_;
  std::vector<Expr> inputs_;
  std::unique_ptr<Tape> tape_;
  std::vector<Interval> values_, work_;
  std::optional<Tightness> best_;
  double settled_ = INFINITY;
};

}  // namespace

std::optional<Tightness> least_slack(const Goal& goal, bool proved, std::size_t max_boxes,
                                     std::chrono::duration<double> time_limit) {
  if (goal.relation.rel == Rel::eq || !goal.context.functions.empty() || goal.context.variables.empty() ||
      goal.context.variables.size() > 8)
    return std::nullopt;
  try {
    return Search(goal).run(proved, max_boxes, time_limit);
  } catch (const std::exception&) {
    return std::nullopt;  // an absurd exponent in an end
  }
}

}  // namespace dpcert::verify
