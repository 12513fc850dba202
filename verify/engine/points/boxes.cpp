#include "verify/engine/points/boxes.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "verify/engine/points/sample.hpp"

namespace dpcert::verify {

namespace {

constexpr Precision bits = 128;
constexpr std::size_t max_gradient_size = 4000;  // nodes
constexpr std::size_t deep = 16;                 // splits for each coordinate

struct Box {
  std::vector<Range> ranges;
  double key = 0;
  std::uint64_t serial = 0;
  std::size_t depth = 0;
  std::vector<double> slopes;  // |dD/dx| over the box, if known
};
struct Later {
  bool operator()(const Box& a, const Box& b) const { return a.key != b.key ? a.key > b.key : a.serial > b.serial; }
};

Interval interval_of(const Range& r) {
  const Interval x = r.bounded()      ? Interval(r.lo.value, r.hi.value, bits)
                     : !r.lo.infinite ? Interval::at_least(r.lo.value, bits)
                     : !r.hi.infinite ? Interval::at_most(r.hi.value, bits)
                                      : Interval::entire(bits);
  return x.with_limits();  // ends may be open: their limits are good enough to steer by
}

double width(const Range& r) {
  return r.bounded() ? (r.hi.value - r.lo.value).approx() : std::numeric_limits<double>::infinity();
}

// A rational strictly inside, short, and sensible on the scale of the range.
Rational middle(const Range& r) {
  if (r.bounded()) {
    const Rational& a = r.lo.value;
    const Rational& b = r.hi.value;
    if (a.sign() * b.sign() > 0) {
      const Rational& near = a.sign() > 0 ? a : b;
      const Rational& far = a.sign() > 0 ? b : a;
      if (far / near > Rational(4)) {
        const double root = std::sqrt(std::fabs(near.approx())) * std::sqrt(std::fabs(far.approx()));
        if (std::isfinite(root) && root > 0) {
          const Rational g = Rational::from_double(root) * Rational(a.sign());
          const Rational reach = dpcert::abs(g) / Rational(16);
          return simplest_between(g - reach, g + reach);  // inside: the ratio exceeds 4
        }
      }
    }
    const Rational part = (b - a) / Rational(16);
    const Rational m = (a + b) / Rational(2);
    return simplest_between(m - part, m + part);
  }
  if (r.lo.infinite && r.hi.infinite) return 0;
  const bool up = r.hi.infinite;
  const Rational end = up ? r.lo.value : -r.hi.value;  // mirror
  const Rational m =
      end < Rational(1) ? std::max(Rational(1), end + Rational(1)) : end * std::min(end * Rational(4), two_to(64));
  return up ? m : -m;
}

class Guide {
 public:
  Guide(const Problem& p, std::size_t conclusion) : strict_(p.conclusions()[conclusion].relation.rel == Rel::gt) {
    ExprMap<Expr> solved;
    for (const auto& s : p.solved()) solved.emplace(p.names()[s.coordinate], s.value);
    std::vector<Expr> roots;
    for (std::size_t h = 0; h < p.hypotheses().size(); ++h) {
      if (p.holds_by_construction(h)) continue;
      const Relation r = substitute(p.hypotheses()[h].relation, solved);
      hypotheses_.push_back(r.rel);
      roots.push_back(r.lhs);
      roots.push_back(r.rhs);
    }
    for (const auto& s : p.solved()) {  // the ranges of solved coordinates
      const Range& range = p.variables()[s.coordinate].range;
      const auto bound = [&](const End& end, Rel rel) {
        if (end.infinite) return;
        hypotheses_.push_back(rel);
        roots.push_back(s.value);
        roots.emplace_back(end.value);
      };
      bound(range.lo, range.lo.closed ? Rel::ge : Rel::gt);
      bound(range.hi, range.hi.closed ? Rel::le : Rel::lt);
    }
    const Slot& slot = p.conclusions()[conclusion];
    const Expr d = substitute(sub(slot.relation.lhs, slot.relation.rhs), solved);
    slack_ = roots.size();
    roots.push_back(d);
    for (const auto& t : slot.terms) roots.push_back(substitute(t, solved));
    gradient_ = roots.size();
    std::vector<Expr> names;
    for (const std::size_t i : p.free()) names.push_back(p.names()[i]);
    if (names.size() <= 8) {
      for (const auto& x : names) {
        const Expr g = derivative(d, x);
        if (size_of(g) > max_gradient_size) {
          roots.resize(gradient_);
          break;
        }
        roots.push_back(g);
      }
    }
    has_gradient_ = roots.size() > gradient_;
    program_ = std::make_unique<Program>(roots, names);
    run_ = std::make_unique<Runner<Interval>>(*program_, bits);
  }

  // Lower bound of the slack relative to its terms; false if the box holds no counterexample.
  bool rate(Box& box) {
    const std::size_t n = box.ranges.size();
    std::vector<Interval> x;
    for (const auto& r : box.ranges) x.push_back(interval_of(r));
    run_->start(x);
    for (std::size_t h = 0; h < hypotheses_.size(); ++h) {
      if (holds(hypotheses_[h], run_->root(2 * h), run_->root(2 * h + 1)).is_impossible()) return false;
    }
    const Interval d = run_->root(slack_);
    if (d.is_undefined()) {
      box.key = -0.9 + 0.02 * static_cast<double>(box.depth);
      return true;
    }
    if (harmless(d)) return false;
    double size = 0;
    for (std::size_t t = slack_ + 1; t < gradient_; ++t) {
      const Interval& u = run_->root(t);
      size += std::max(std::fabs(u.lower_double()), std::fabs(u.upper_double()));
    }
    double low = d.lower_double();
    box.slopes.clear();
    if (has_gradient_ && std::ranges::all_of(x, [](const Interval& v) { return v.is_finite(); })) {
      std::vector<Interval> m;
      for (const auto& v : x) m.push_back(v.midpoint());
      Interval slope_sum(Rational(0), bits);
      bool finite = true;
      for (std::size_t i = 0; i < n; ++i) {
        const Interval& g = run_->root(gradient_ + i);
        finite = finite && g.is_finite();
        box.slopes.push_back(std::max(std::fabs(g.lower_double()), std::fabs(g.upper_double())));
        if (finite) slope_sum += g * (x[i] - m[i]);
      }
      if (finite) {
        run_->start(m);
        const Interval form = run_->root(slack_) + slope_sum;
        if (form.is_defined()) {
          if (harmless(form)) return false;
          low = std::max(low, form.lower_double());
        }
      } else {
        box.slopes.clear();
      }
    }
    const double ratio = size > 0 ? low / size : low / (1 + std::fabs(low));
    box.key = (std::isnan(ratio) ? -1 : std::clamp(ratio, -1.0, 0.0)) +
              0.01 * static_cast<double>(box.depth) / static_cast<double>(n);
    return true;
  }

 private:
  [[nodiscard]] bool harmless(const Interval& d) const {
    return strict_ ? certainly_positive(d) : certainly_nonnegative(d);
  }

  bool strict_;
  std::vector<Rel> hypotheses_;
  std::size_t slack_ = 0, gradient_ = 0;
  bool has_gradient_ = false;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Runner<Interval>> run_;
};

// The coordinate to split: steepest over the box, but every third time the widest.
std::size_t coordinate_to_split(const Box& box, const std::vector<double>& whole) {
  std::size_t best = 0;
  double best_measure = -1;
  const bool steepest = !box.slopes.empty() && box.depth % 3 != 2;
  for (std::size_t i = 0; i < box.ranges.size(); ++i) {
    const Range& r = box.ranges[i];
    double measure = std::numeric_limits<double>::infinity();
    if (r.bounded()) {
      const double w = width(r);
      const double floor = std::isfinite(whole[i]) ? 1e-3 * whole[i] : 1e-3;
      measure =
          steepest ? box.slopes[i] * w : w / (std::fabs(r.lo.value.approx()) + std::fabs(r.hi.value.approx()) + floor);
      if (w == 0) measure = -0.5;
    }
    if (measure > best_measure) {
      best = i;
      best_measure = measure;
    }
  }
  return best;
}

}  // namespace

std::size_t search_boxes(const Problem& problem, std::size_t conclusion, const BoxSearch& options) {
  const auto& free = problem.free();
  if (free.empty()) return 0;
  Guide guide(problem, conclusion);
  std::priority_queue<Box, std::vector<Box>, Later> queue;
  std::uint64_t serial = 0;
  std::size_t evaluated = 0;
  std::vector<double> whole;
  Box first;
  for (const std::size_t i : free) {
    first.ranges.push_back(problem.variables()[i].range);
    whole.push_back(width(first.ranges.back()));
  }
  const auto visit = [&](const Box& box) {
    const bool is_deep = box.depth >= deep * free.size();
    for (const bool simplest : {true, false}) {
      Values x(problem.size());
      bool good = true;
      for (std::size_t k = 0; k < free.size() && good; ++k) {
        const Range& r = box.ranges[k];
        const Variable& v = problem.variables()[free[k]];
        Rational q = simplest && r.bounded() ? simplest_between(r.lo.value, r.hi.value) : middle(r);
        if (v.integer || !v.range.contains(q)) q = moved_inside(v, q);
        good = problem.inside(free[k], q);
        x[free[k]] = std::move(q);
      }
      if (good && problem.complete(x) && problem.inside(x) && options.visit(x, is_deep)) return true;
    }
    return false;
  };
  ++evaluated;
  if (!guide.rate(first)) return evaluated;
  queue.push(std::move(first));
  while (!queue.empty() && evaluated < options.boxes && !options.out_of_time()) {
    const Box box = queue.top();
    queue.pop();
    if (visit(box)) break;
    const std::size_t k = coordinate_to_split(box, whole);
    const Range& r = box.ranges[k];
    if (r.bounded() && r.lo.value == r.hi.value) continue;
    Rational at = middle(r);
    const bool integer = problem.variables()[free[k]].integer;
    if (integer) at = at.floor();
    for (const bool lower : {true, false}) {
      Box child = box;
      child.depth = box.depth + 1;
      child.serial = ++serial;
      Range& s = child.ranges[k];
      if (lower) {
        s.hi = {false, true, at};
      } else {
        s.lo = {false, true, integer ? at + Rational(1) : at};
      }
      if (s.bounded() && s.hi.value < s.lo.value) continue;
      if (std::max(s.hi.value.bits(), s.lo.value.bits()) > 1000) continue;
      ++evaluated;
      if (guide.rate(child)) queue.push(std::move(child));
    }
  }
  return evaluated;
}

}  // namespace dpcert::verify
