#include "verify/engine/boxes/judge.hpp"

#include <algorithm>
#include <cmath>

#include "src/core/work.hpp"
#include "verify/engine/boxes/derivative.hpp"
#include "verify/engine/goal/integers.hpp"

namespace dpcert::verify {

double rounded_to(double x, int bits) {
  if (x == 0 || !std::isfinite(x)) return x;
  int e = 0;
  const double m = std::frexp(x, &e);
  return std::ldexp(std::nearbyint(std::ldexp(m, bits)), e - bits);
}

bool has_functions(const Expr& e) {
  bool found = false;
  transform(e, [&](const Expr& n, const std::vector<Expr>&) {
    found = found || n.op() == Op::apply;
    return n;
  });
  return found;
}

namespace {

float rounded_down(double x) {
  const auto f = static_cast<float>(x);
  return static_cast<double>(f) > x ? std::nextafterf(f, -HUGE_VALF) : f;
}

Interval as_interval(const Range& r, Precision bits) {
  return (r.bounded()      ? Interval(r.lo.value, r.hi.value, bits)
          : !r.lo.infinite ? Interval::at_least(r.lo.value, bits)
          : !r.hi.infinite ? Interval::at_most(r.hi.value, bits)
                           : Interval::entire(bits))
      .with_limits();
}

}  // namespace

BoxJudge::BoxJudge(const Goal& goal, const BoxOptions& options)
    : goal_(goal),
      strict_(goal.strict()),
      bits_(options.bits),
      max_bits_(options.max_bits),
      doubles_(options.doubles),
      n_(goal.context.variables().size()) {
  const Expr d = goal.difference();
  const auto& hypotheses = goal.context.hypotheses();
  std::vector<Expr> inputs;
  for (const auto& v : goal.context.variables()) {
    const Expr x = Expr::variable(v.name);
    const auto mentions = [&](const Relation& h) { return depends_on(h.lhs, x) || depends_on(h.rhs, x); };
    const bool constrained = std::ranges::any_of(hypotheses, mentions);
    inputs.push_back(x);
    axes_.emplace_back(v, constrained || depends_on(d, x));
    free_.push_back(!constrained);
  }
  formula_ = std::make_unique<BoxFormula>(d, inputs, goal.context, options.second_order);
  // Hypotheses have their own tape, so that they cost nothing where they are not asked. Arbitrary functions have no
  // values: undefined decides nothing.
  std::vector<Expr> sides;
  for (const auto& h : hypotheses) {
    const Expr e = sub(h.lhs, h.rhs);
    sides.push_back(has_functions(e) ? log(Expr(-1)) : without_repetitions(e));
  }
  hypotheses_ = std::make_unique<BoxTape>(sides, inputs);
  if (options.relax && !hypotheses.empty() && formula_->has_gradient()) {
    relaxation_ = std::make_unique<BoxRelaxation>(goal, inputs, formula_->has_second_order());
    if (!relaxation_->possible()) relaxation_.reset();
  }
}

template <class S>
bool BoxJudge::enough(const S& d) const {
  return bounded_below(d) && (strict_ ? is_positive(d) : is_nonnegative(d));
}

template <class S>
bool BoxJudge::fails(std::size_t hypothesis, const S& value) const {
  const Rel rel = goal_.context.hypotheses()[hypothesis].rel;
  return value.is_finite() &&
         (is_negative(value) || (rel == Rel::gt && is_nonpositive(value)) || (rel == Rel::eq && is_positive(value)));
}

template <class S>
void BoxJudge::find_active(const std::vector<S>& values, std::vector<std::size_t>& active) const {
  active.clear();
  for (std::size_t i = 0; relaxation_ && i < goal_.context.hypotheses().size(); ++i) {
    if (goal_.context.hypotheses()[i].rel == Rel::eq || !is_nonnegative(hypotheses_->root(values, i)))
      active.push_back(i);
  }
}

std::uint64_t BoxJudge::moving(Box box) const {
  std::uint64_t m = 0;
  for (std::size_t k = 0; k < n_; ++k) {
    if (!axes_[k].is_point(box[k])) m |= bit(k);
  }
  return m;
}

Decided BoxJudge::decide(Box box, int level, Workspace& w) const {
  Decided n;
  n.level = n.child_level = static_cast<std::uint8_t>(level);
  if (integers(box, n)) return n;
  w.smear.assign(n_, 0);
  Next next = doubles_ && level == 0 ? in_doubles(box, n, w) : Next::digits;
  if (next == Next::digits) next = in_arb(box, n, w);
  if (next == Next::split) split(box, n, w);
  return n;
}

bool BoxJudge::integers(Box box, Decided& n) const {
  for (std::size_t k = 0; k < n_; ++k) {
    const Axis& axis = axes_[k];
    const Side& s = box[k];
    if (!axis.integer || !axis.used || axis.is_point(s) || !axis.bounded(s) || s.hi - s.lo > 4) continue;
    const Range r = axis.exact(s);
    const Rational lo = first_integer(r), hi = last_integer(r);
    n.variable = static_cast<std::uint16_t>(k);
    if (lo > hi) {
      n.fate = Fate::noint;
      return true;
    }
    if (lo == hi && std::fabs(lo.approx()) < 0x1p53) {
      n.fate = Fate::fix;
      n.q = lo.approx();
      return true;
    }
  }
  return false;
}

BoxJudge::Next BoxJudge::in_doubles(Box box, Decided& n, Workspace& w) const {
  bool bounded = true, narrow = true;
  w.box.clear();
  for (std::size_t k = 0; k < n_; ++k) {
    const Axis& axis = axes_[k];
    w.box.push_back(axis.enclosure(box[k]));
    if (!axis.used) continue;
    bounded = bounded && axis.bounded(box[k]);
    narrow = narrow && box[k].hi - box[k].lo <= 0x1p-20 * w.box.back().magnitude();
  }
  formula_->run(w.box, w.work, bits_, 0, formula_->value_end());
  const DoubleInterval& d = formula_->root(w.work, 0);
  double least = d.is_undefined() ? -HUGE_VAL : d.lower();
  const auto leaf = [&n](Fate f) {
    n.fate = f;
    return Next::done;
  };
  const auto not_decided = [&](Next next) {
    n.bound = rounded_down(least);
    return next;
  };
  if (enough(d)) return leaf(bounded && d.is_finite() ? Fate::eval : Fate::ray);
  if (!bounded) return not_decided(d.is_finite() ? Next::split : Next::digits);

  if (goal_.context.hypotheses().size() > 0) {
    hypotheses_->run(w.box, w.hypothesis_work, bits_, 0, hypotheses_->tape().code().size());
    for (std::size_t i = 0; i < goal_.context.hypotheses().size(); ++i) {
      if (fails(i, hypotheses_->root(w.hypothesis_work, i))) {
        n.variable = static_cast<std::uint16_t>(i);
        return leaf(Fate::prune);
      }
    }
  }
  // Where nothing but the value is to be had, digits may be missing only in a narrow box.
  const Next otherwise = !d.is_finite() || narrow ? Next::digits : Next::split;
  if (!formula_->has_gradient()) return not_decided(otherwise);

  formula_->run(w.box, w.work, bits_, formula_->value_end(), formula_->gradient_end());
  for (std::size_t k = 0; k < n_; ++k) {
    const DoubleInterval& g = formula_->root(w.work, 1 + k);
    if (!g.is_finite()) return not_decided(otherwise);
    if (!axes_[k].used || !free_[k] || axes_[k].is_point(box[k])) continue;
    const bool up = is_nonnegative(g), down = is_nonpositive(g);
    if ((up ? axes_[k].lower_end_closed(box[k]) : down && axes_[k].upper_end_closed(box[k])) &&
        formula_->is_smooth(w.work, bit(k))) {
      n.variable = static_cast<std::uint16_t>(k);
      n.bound = rounded_down(least);
      return leaf(up ? Fate::face_lo : Fate::face_hi);
    }
  }
  // Around the midpoint: first order with the gradient over the box, then second order.
  w.middle.clear();
  w.half.clear();
  for (std::size_t k = 0; k < n_; ++k) {
    const bool fixed = !axes_[k].used || axes_[k].is_point(box[k]);
    w.middle.push_back(fixed ? w.box[k] : axes_[k].middle(box[k]));
    w.half.push_back(fixed ? 0 : axes_[k].half_width(box[k]));
  }
  formula_->run(w.middle, w.middle_work, bits_, 0,
                formula_->has_second_order() ? formula_->gradient_end() : formula_->value_end());
  const DoubleInterval middle = formula_->root(w.middle_work, 0);
  if (!middle.is_finite()) return not_decided(Next::digits);
  double first = middle.lower();
  for (std::size_t k = 0; k < n_; ++k) {
    if (w.half[k] == 0) continue;
    w.smear[k] = mul_up(formula_->root(w.work, 1 + k).magnitude(), w.half[k]);
    first = add_down(first, -w.smear[k]);
  }
  least = std::fmax(least, first);
  const auto proves = [&](double bound) { return strict_ ? bound > 0 : bound >= 0; };
  if (proves(first) && formula_->is_smooth(w.work, moving(box))) return leaf(Fate::mean);
  if (formula_->has_second_order()) {
    formula_->run(w.box, w.work, bits_, formula_->gradient_end(), formula_->end());
    double second = middle.lower();
    std::size_t r = 1 + n_;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j <= i; ++j, ++r) {
        if (w.half[i] == 0 || w.half[j] == 0) continue;
        const DoubleInterval& h = formula_->root(w.work, r);
        const double area = mul_up(w.half[i], w.half[j]);
        const double most = i == j ? mul_up(std::fmax(-h.lower(), 0), 0.5 * area) : mul_up(h.magnitude(), area);
        second = h.is_finite() ? add_down(second, -most) : NAN;
      }
      if (w.half[i] > 0)
        second = add_down(second, -mul_up(formula_->root(w.middle_work, 1 + i).magnitude(), w.half[i]));
    }
    least = std::fmax(least, second);
    if (proves(second) && formula_->is_smooth(w.work, moving(box))) return leaf(Fate::taylor);
  }
  if (relaxation_) {
    find_active(w.hypothesis_work, w.active);
    if (!w.active.empty() && formula_->is_smooth(w.work, moving(box))) {
      w.offset.clear();
      for (const double h : w.half) w.offset.emplace_back(-h, h);
      const BoxView<DoubleInterval> view{w.box,     w.middle, w.offset,      moving(box),
                                         *formula_, w.work,   w.middle_work, bits_};
      if (relaxation_->proves(view, w.active, w.relaxation, n)) return Next::done;
    }
  }
  // If the midpoint itself is not decided, digits are missing (or it is false, or it touches): not so where D is
  // negative because a hypothesis is false.
  if (enough(middle)) return not_decided(Next::split);
  if (is_negative(middle) && !goal_.context.hypotheses().empty()) {
    hypotheses_->run(w.middle, w.hypothesis_work, bits_, 0, hypotheses_->tape().code().size());
    for (std::size_t i = 0; i < goal_.context.hypotheses().size(); ++i) {
      if (fails(i, hypotheses_->root(w.hypothesis_work, i))) return not_decided(Next::split);
    }
  }
  return not_decided(Next::digits);
}

BoxJudge::Next BoxJudge::in_arb(Box box, Decided& n, Workspace& w) const {
  const Precision bits = bits_at(n.level);
  n.by_arb = 1;
  const auto leaf = [&n](Fate f) {
    n.fate = f;
    return Next::done;
  };
  bool bounded = true;
  w.values.clear();
  for (std::size_t k = 0; k < n_; ++k) {
    if (axes_[k].used) bounded = bounded && axes_[k].bounded(box[k]);
    w.values.push_back(as_interval(axes_[k].exact(box[k]), bits));
  }
  formula_->run(w.values, w.slow, bits, 0, formula_->value_end());
  const Interval d = formula_->root(w.slow, 0);
  if (d.is_defined()) n.bound = std::max(n.bound, rounded_down(d.lower_double()));
  if (enough(d)) return leaf(bounded && d.is_finite() ? Fate::eval : Fate::ray);

  if (bounded && goal_.context.hypotheses().size() > 0) {
    hypotheses_->run(w.values, w.slow_hypotheses, bits, 0, hypotheses_->tape().code().size());
    for (std::size_t i = 0; i < goal_.context.hypotheses().size(); ++i) {
      if (fails(i, hypotheses_->root(w.slow_hypotheses, i))) {
        n.variable = static_cast<std::uint16_t>(i);
        return leaf(Fate::prune);
      }
    }
  }
  if (!bounded || !formula_->has_gradient()) return Next::split;

  formula_->run(w.values, w.slow, bits, formula_->value_end(), formula_->gradient_end());
  bool finite_gradient = true;
  for (std::size_t k = 0; k < n_; ++k) {
    const Interval& g = formula_->root(w.slow, 1 + k);
    finite_gradient = finite_gradient && g.is_finite();
    if (!g.is_finite() || !axes_[k].used || !free_[k] || axes_[k].is_point(box[k])) continue;
    const bool up = is_nonnegative(g), down = is_nonpositive(g);
    if ((up ? axes_[k].lower_end_closed(box[k]) : down && axes_[k].upper_end_closed(box[k])) &&
        formula_->is_smooth(w.slow, bit(k))) {
      n.variable = static_cast<std::uint16_t>(k);
      return leaf(up ? Fate::face_lo : Fate::face_hi);
    }
  }
  if (!finite_gradient) return Next::split;

  w.point.clear();
  for (std::size_t k = 0; k < n_; ++k) {
    const Range r = axes_[k].exact(box[k]);
    w.point.push_back(axes_[k].used ? Interval((r.lo.value + r.hi.value) / Rational(2), bits).with_limits()
                                    : w.values[k]);
  }
  formula_->run(w.point, w.slow_point, bits, 0, formula_->value_end());
  const Interval middle = formula_->root(w.slow_point, 0);
  if (!middle.is_finite()) return Next::split;
  const std::uint64_t all = moving(box);
  const auto offset = [&](std::size_t k) { return w.values[k] - w.point[k]; };
  const auto is_moving = [&](std::size_t k) { return axes_[k].used && !axes_[k].is_point(box[k]); };
  Interval first = middle;
  for (std::size_t k = 0; k < n_; ++k) {
    if (!is_moving(k)) continue;
    const Interval term = formula_->root(w.slow, 1 + k) * offset(k);
    first = first + term;
    w.smear[k] = std::max(std::fabs(term.lower_double()), std::fabs(term.upper_double()));
  }
  if (enough(first) && first.is_finite() && formula_->is_smooth(w.slow, all)) return leaf(Fate::mean);
  if (first.is_finite()) n.bound = std::max(n.bound, rounded_down(first.lower_double()));
  if (formula_->has_second_order()) {
    formula_->run(w.point, w.slow_point, bits, formula_->value_end(), formula_->gradient_end());
    formula_->run(w.values, w.slow, bits, formula_->gradient_end(), formula_->end());
    Interval form = middle;
    std::size_t r = 1 + n_;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j <= i; ++j, ++r) {
        if (!is_moving(i) || !is_moving(j)) continue;
        const Interval area = i == j ? square(offset(i)) / Interval(2) : offset(i) * offset(j);
        form = form + formula_->root(w.slow, r) * area;
      }
      if (is_moving(i)) form = form + formula_->root(w.slow_point, 1 + i) * offset(i);
    }
    if (enough(form) && form.is_finite() && formula_->is_smooth(w.slow, all)) return leaf(Fate::taylor);
    if (form.is_finite()) n.bound = std::max(n.bound, rounded_down(form.lower_double()));
  }
  if (relaxation_) {
    find_active(w.slow_hypotheses, w.active);
    if (!w.active.empty() && formula_->is_smooth(w.slow, all)) {
      w.slow_offset.clear();
      for (std::size_t k = 0; k < n_; ++k) w.slow_offset.push_back(is_moving(k) ? offset(k) : Interval(0));
      const BoxView<Interval> view{w.values, w.point, w.slow_offset, all, *formula_, w.slow, w.slow_point, bits};
      if (relaxation_->proves(view, w.active, w.slow_relaxation, n)) return Next::done;
    }
  }
  // Precision: if the midpoint itself is not decided, digits are missing (or it is false, or it touches).
  if (!enough(middle)) {
    const bool certainly_false = strict_ ? certainly_nonpositive(middle) : certainly_negative(middle);
    if (certainly_false && hypotheses_hold(box, w, bits)) return leaf(Fate::refuted);
    if (!certainly_false) {
      if (!strict_ && bits >= 128 && perhaps_zero(box)) n.perhaps_zero = 1;
      if (bits * 2 > max_bits_) return leaf(Fate::stuck);
      ++n.child_level;
    }
  }
  return Next::split;
}

bool BoxJudge::hypotheses_hold(Box box, Workspace& w, Precision bits) const {
  for (std::size_t k = 0; k < n_; ++k) {
    const Range r = axes_[k].exact(box[k]);
    if (axes_[k].used && axes_[k].integer && !((r.lo.value + r.hi.value) / Rational(2)).is_integer()) return false;
  }
  if (goal_.context.hypotheses().size() == 0) return true;
  hypotheses_->run(w.point, w.slow_hypotheses, bits, 0, hypotheses_->tape().code().size());
  for (std::size_t i = 0; i < goal_.context.hypotheses().size(); ++i) {
    const Interval& h = hypotheses_->root(w.slow_hypotheses, i);
    const Rel rel = goal_.context.hypotheses()[i].rel;
    if (!(rel == Rel::gt   ? certainly_positive(h)
          : rel == Rel::ge ? certainly_nonnegative(h)
                           : h.is_point() && h.contains_zero()))
      return false;
  }
  return true;
}

void BoxJudge::split(Box box, Decided& n, Workspace& w) const {
  // Unbounded variables first; then the largest contribution to the uncertainty; then the relatively widest.
  std::size_t best = n_;
  double best_score = -1;
  for (std::size_t k = 0; k < n_; ++k) {
    const Side& s = box[k];
    if (!axes_[k].used || axes_[k].is_point(s)) continue;
    double score = w.smear[k];
    if (!std::isfinite(s.lo) || !std::isfinite(s.hi))
      score = 1e300;
    else if (!(std::isfinite(score) && score > 0))
      score = (s.hi - s.lo) / (1 + std::min(std::fabs(s.lo), std::fabs(s.hi)));
    if (!(score >= 0)) score = 0;
    if (score > best_score) best_score = score, best = k;
  }
  if (best == n_) return exact_point(box, n, w);
  const Side& s = box[best];
  n.fate = Fate::stuck;
  // Beyond this, values like exp(x) have exponents of their own size, and nothing is ever decided.
  constexpr double far = 0x1p24;
  if ((s.hi == HUGE_VAL && s.lo > far) || (s.lo == -HUGE_VAL && s.hi < -far)) return;
  const double largest = std::max(std::fabs(s.lo), std::fabs(s.hi));
  if (s.hi - s.lo < std::max(largest, 0x1p-200) * 0x1p-48) return;
  const double q = split_point(axes_[best], s);
  if (!axes_[best].inside(s, q)) return;
  n.fate = Fate::split;
  n.variable = static_cast<std::uint16_t>(best);
  n.q = q;
}

// A point box that is not decided: the same again with more digits. There is no rule for that, so it is evaluated here
// until it is decided.
void BoxJudge::exact_point(Box box, Decided& n, Workspace& w) const {
  n.fate = Fate::stuck;
  for (int level = n.level + 1; bits_at(level) <= max_bits_; ++level) {
    const Precision bits = bits_at(level);
    w.values.clear();
    for (std::size_t k = 0; k < n_; ++k) w.values.push_back(as_interval(axes_[k].exact(box[k]), bits));
    formula_->run(w.values, w.slow, bits, 0, formula_->value_end());
    const Interval& d = formula_->root(w.slow, 0);
    if (enough(d) && d.is_finite()) {
      n.fate = Fate::eval;
      n.by_arb = 1;
      n.level = static_cast<std::uint8_t>(level);
      return;
    }
    if (strict_ ? certainly_nonpositive(d) : certainly_negative(d)) return;
    if (bits >= 256 && !strict_) break;
  }
  if (!strict_ && perhaps_zero(box)) n.perhaps_zero = 1;
}

void BoxJudge::settle(Box box, Decided& n) const {
  if (!n.perhaps_zero) return;
  n.perhaps_zero = 0;
  constexpr std::uint64_t enough_for_a_point = 2'000'000;
  const WorkAside aside(enough_for_a_point);
  if (!zero_at(box)) return;
  const std::uint8_t level = n.level;
  n = {};
  n.fate = Fate::identity;
  n.level = n.child_level = level;
  n.by_arb = 1;
}

// Something is a point there, and its numbers are short: powers and factorials of larger ones would be written out.
bool BoxJudge::perhaps_zero(Box box) const {
  bool point = false;
  for (std::size_t k = 0; k < n_; ++k) {
    if (!axes_[k].used || !axes_[k].is_point(box[k])) continue;
    if (axes_[k].exact(box[k]).lo.value.bits() > 16) return false;
    point = true;
  }
  return point;
}

// Equality at a point or on a face, exactly: integers are met one by one.
bool BoxJudge::zero_at(Box box) const {
  std::map<Expr, Expr> values;
  Context context;
  for (std::size_t k = 0; k < n_; ++k) {
    if (!axes_[k].used) continue;
    const Range r = axes_[k].exact(box[k]);
    if (!axes_[k].is_point(box[k])) {
      context.variables().push_back({axes_[k].name, axes_[k].integer, r});
      continue;
    }
    values.emplace(Expr::variable(axes_[k].name), Expr(r.lo.value));
  }
  Algebra algebra = context.algebra();
  return algebra.is_zero(substitute(goal_.difference(), values));
}

// Strictly inside, with few bits: that keeps the numbers of the certificate short and the midpoints exact.
double BoxJudge::split_point(const Axis& axis, const Side& s) const {
  double q = 0;
  if (s.lo == -HUGE_VAL && s.hi == HUGE_VAL) {
    q = 0;
  } else if (s.hi == HUGE_VAL) {
    q = rounded_to(s.lo > 0 ? s.lo * 4 : s.lo + 1, 12);
  } else if (s.lo == -HUGE_VAL) {
    q = rounded_to(s.hi < 0 ? s.hi * 4 : s.hi - 1, 12);
  } else if (s.lo > 0 && s.hi > 8 * s.lo) {
    q = rounded_to(std::sqrt(s.lo) * std::sqrt(s.hi), 12);
  } else if (s.hi < 0 && s.lo < 8 * s.hi) {
    q = rounded_to(-std::sqrt(-s.lo) * std::sqrt(-s.hi), 12);
  } else {
    // The multiple of a power of two, an eighth to a sixteenth of the width, that is next to the middle.
    int e = 0;
    std::frexp(s.hi - s.lo, &e);
    const double grid = std::ldexp(1, e - 4);
    q = std::nearbyint((s.lo * 0.5 + s.hi * 0.5) / grid) * grid;
  }
  if (axis.integer && !(s.hi - s.lo <= 1)) {
    for (const double k : {std::floor(q), std::ceil(q)}) {
      if (s.lo < k && k < s.hi) return k;
    }
  }
  return q;
}

}  // namespace dpcert::verify
