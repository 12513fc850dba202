#include "verify/engine/boxes/judge.hpp"

#include <algorithm>
#include <cmath>

#include "src/core/work.hpp"
#include "verify/engine/goal/integers.hpp"
#include "verify/engine/goal/repetitions.hpp"

namespace dpcert::verify {

double rounded_to(double x, int bits) {
  if (x == 0 || !std::isfinite(x)) return x;
  int e = 0;
  const double m = std::frexp(x, &e);
  return std::ldexp(std::nearbyint(std::ldexp(m, bits)), e - bits);
}

bool has_functions(const Expr& e) {
  bool found = false;
  transform(e, [&](const Expr& n, std::span<const Expr>) {
    found = found || is_opaque(n);
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

void raise(float& bound, double x) { bound = std::max(bound, rounded_down(x)); }  // NaN: nothing known

// One side of a box, its midpoint, and what is to be added to the midpoint to get everywhere.
template <class S>
S enclosure(const Axis& axis, const Side& s, Precision bits) {
  if constexpr (std::same_as<S, DoubleInterval>)
    return axis.enclosure(s);
  else
    return as_interval(axis.exact(s), bits);
}
DoubleInterval middle_of(const Axis& axis, const Side& s, const DoubleInterval& whole, Precision) {
  return axis.is_point(s) ? whole : axis.middle(s);
}
Interval middle_of(const Axis& axis, const Side& s, const Interval&, Precision bits) {
  const Range r = axis.exact(s);
  return Interval((r.lo.value + r.hi.value) / Rational(2), bits).with_limits();
}
DoubleInterval offset_of(const Axis& axis, const Side& s, const DoubleInterval&, const DoubleInterval&) {
  const double half = axis.half_width(s);
  return {-half, half};
}
Interval offset_of(const Axis&, const Side&, const Interval& whole, const Interval& middle) { return whole - middle; }

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
void BoxJudge::run_hypotheses(const std::vector<S>& inputs, std::vector<S>& values, Precision bits) const {
  hypotheses_->run(inputs, values, bits, 0, hypotheses_->tape().code().size());
}

// The first hypothesis that is certainly false, by the values of their sides' differences.
template <class S>
std::optional<std::size_t> BoxJudge::failing(const std::vector<S>& values) const {
  const auto& hypotheses = goal_.context.hypotheses();
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    const S& h = hypotheses_->root(values, i);
    const Rel rel = hypotheses[i].rel;
    if (h.is_finite() &&
        (is_negative(h) || (rel == Rel::gt && is_nonpositive(h)) || (rel == Rel::eq && is_positive(h))))
      return i;
  }
  return std::nullopt;
}

template <class S>
void BoxJudge::find_active(const std::vector<S>& values, std::vector<std::size_t>& active) const {
  active.clear();
  for (std::size_t i = 0; i < goal_.context.hypotheses().size(); ++i) {
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

bool BoxJudge::is_bounded(Box box) const {
  for (std::size_t k = 0; k < n_; ++k) {
    if (axes_[k].used && !axes_[k].bounded(box[k])) return false;
  }
  return true;
}

Decided BoxJudge::decide(Box box, int level, Workspace& w) const {
  Decided n;
  n.level = n.child_level = static_cast<std::uint8_t>(level);
  if (integers(box, n)) return n;
  w.smear.assign(n_, 0);
  Next next = doubles_ && level == 0 ? judge<DoubleInterval>(box, n, w) : Next::digits;
  if (next == Next::digits) next = judge<Interval>(box, n, w);
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

template <class S>
BoxJudge::Next BoxJudge::judge(Box box, Decided& n, Workspace& w) const {
  View<S>& v = w.view<S>();
  const Precision bits = bits_at(n.level);
  const bool bounded = is_bounded(box);
  const auto leaf = [&n](Fate f) {
    n.fate = f;
    return Next::done;
  };
  n.by_arb = std::same_as<S, Interval> ? 1 : 0;
  look_at(box, bits, v);
  const S d = formula_->root(v.at_box, 0);
  raise(n.bound, lower_double(d));
  if (enough(d)) return leaf(bounded && d.is_finite() ? Fate::eval : Fate::ray);
  if (!bounded) return undecided(Lack::bounds, box, v);
  if (prune(bits, v, n)) return leaf(Fate::prune);
  if (!formula_->has_gradient()) return undecided(Lack::derivatives, box, v);

  formula_->run(v.box, v.at_box, bits, formula_->value_end(), formula_->gradient_end());
  if (face(box, v, n)) return Next::done;
  if (!has_finite_gradient(v)) return undecided(Lack::derivatives, box, v);

  look_around_middle(box, bits, v);
  if (!formula_->root(v.at_middle, 0).is_finite()) return undecided(Lack::middle, box, v);
  if (mean_value<S>(box, w, n)) return leaf(Fate::mean);
  if (formula_->has_second_order() && second_order(box, bits, v, n)) return leaf(Fate::taylor);
  if (relaxation_ && relax<S>(box, bits, w, n)) return Next::done;
  return undecided(box, n, v);
}

// The box and the value of D there.
template <class S>
void BoxJudge::look_at(Box box, Precision bits, View<S>& v) const {
  v.box.clear();
  for (std::size_t k = 0; k < n_; ++k) v.box.push_back(enclosure<S>(axes_[k], box[k], bits));
  formula_->run(v.box, v.at_box, bits, 0, formula_->value_end());
}

template <class S>
bool BoxJudge::prune(Precision bits, View<S>& v, Decided& n) const {
  if (goal_.context.hypotheses().empty()) return false;
  run_hypotheses(v.box, v.hypotheses, bits);
  const auto fails = failing(v.hypotheses);
  if (fails) n.variable = static_cast<std::uint16_t>(*fails);
  return fails.has_value();
}

// D is monotone in a variable, so it is least on one face of the box.
template <class S>
bool BoxJudge::face(Box box, const View<S>& v, Decided& n) const {
  for (std::size_t k = 0; k < n_; ++k) {
    const S& g = formula_->root(v.at_box, 1 + k);
    if (!g.is_finite()) {
      if (std::same_as<S, DoubleInterval>) return false;  // digits may mend that; variables after it wait
      continue;
    }
    if (!free_[k] || !moves(box, k)) continue;
    const bool up = is_nonnegative(g), down = is_nonpositive(g);
    if ((up ? axes_[k].lower_end_closed(box[k]) : down && axes_[k].upper_end_closed(box[k])) &&
        formula_->is_smooth(v.at_box, bit(k))) {
      n.variable = static_cast<std::uint16_t>(k);
      n.fate = up ? Fate::face_lo : Fate::face_hi;
      return true;
    }
  }
  return false;
}

template <class S>
bool BoxJudge::has_finite_gradient(const View<S>& v) const {
  for (std::size_t k = 0; k < n_; ++k) {
    if (!formula_->root(v.at_box, 1 + k).is_finite()) return false;
  }
  return true;
}

// The midpoint, the way to it from everywhere in the box, and the value of D at it.
template <class S>
void BoxJudge::look_around_middle(Box box, Precision bits, View<S>& v) const {
  v.middle.clear();
  v.offset.clear();
  for (std::size_t k = 0; k < n_; ++k) {
    v.middle.push_back(axes_[k].used ? middle_of(axes_[k], box[k], v.box[k], bits) : v.box[k]);
    v.offset.push_back(moves(box, k) ? offset_of(axes_[k], box[k], v.box[k], v.middle[k]) : number<S>(0, bits));
  }
  formula_->run(v.middle, v.at_middle, bits, 0, formula_->value_end());
}

// The value at the midpoint, with the slopes over the box.
template <class S>
bool BoxJudge::mean_value(Box box, Workspace& w, Decided& n) const {
  const View<S>& v = w.view<S>();
  Form<S> form(formula_->root(v.at_middle, 0));
  for (std::size_t k = 0; k < n_; ++k) {
    if (moves(box, k)) w.smear[k] = form.add(formula_->root(v.at_box, 1 + k), v.offset[k]);
  }
  raise(n.bound, form.lower());
  return form.proves(strict_) && formula_->is_smooth(v.at_box, moving(box));
}

// Value and slopes at the midpoint, with the second derivatives over the box.
template <class S>
bool BoxJudge::second_order(Box box, Precision bits, View<S>& v, Decided& n) const {
  formula_->run(v.middle, v.at_middle, bits, formula_->value_end(), formula_->gradient_end());
  formula_->run(v.box, v.at_box, bits, formula_->gradient_end(), formula_->end());
  Form<S> form(formula_->root(v.at_middle, 0));
  std::size_t r = 1 + n_;
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j <= i; ++j, ++r) {
      if (!moves(box, i) || !moves(box, j)) continue;
      const S& h = formula_->root(v.at_box, r);
      if (i == j)
        form.add_square(h, v.offset[i]);
      else
        form.add(h, v.offset[i], v.offset[j]);
    }
    if (moves(box, i)) form.add(formula_->root(v.at_middle, 1 + i), v.offset[i]);
  }
  raise(n.bound, form.lower());
  return form.proves(strict_) && formula_->is_smooth(v.at_box, moving(box));
}

template <class S>
bool BoxJudge::relax(Box box, Precision bits, Workspace& w, Decided& n) const {
  View<S>& v = w.view<S>();
  const std::uint64_t all = moving(box);
  find_active(v.hypotheses, w.active);
  if (w.active.empty() || !formula_->is_smooth(v.at_box, all)) return false;
  const BoxView<S> view{v.box, v.middle, v.offset, all, *formula_, v.at_box, v.at_middle, bits};
  return relaxation_->proves(view, w.active, v.relaxation, n);
}

// Doubles: more digits where they may be what is missing. Where nothing but the value is to be had, they may be missing
// only in a narrow box.
BoxJudge::Next BoxJudge::undecided(Lack lack, Box box, const View<DoubleInterval>& v) const {
  const bool finite = formula_->root(v.at_box, 0).is_finite();
  if (lack == Lack::bounds) return finite ? Next::split : Next::digits;
  if (lack == Lack::middle || !finite) return Next::digits;
  for (std::size_t k = 0; k < n_; ++k) {
    if (axes_[k].used && !(box[k].hi - box[k].lo <= 0x1p-20 * v.box[k].magnitude())) return Next::split;
  }
  return Next::digits;
}

BoxJudge::Next BoxJudge::undecided(Lack, Box, const View<Interval>&) const { return Next::split; }

// If the midpoint itself is not decided, digits are missing (or it is false, or it touches): not so where D is negative
// because a hypothesis is false.
BoxJudge::Next BoxJudge::undecided(Box, Decided&, View<DoubleInterval>& v) const {
  const DoubleInterval& middle = formula_->root(v.at_middle, 0);
  if (enough(middle)) return Next::split;
  if (is_negative(middle) && !goal_.context.hypotheses().empty()) {
    run_hypotheses(v.middle, v.hypotheses_at_middle, bits_);
    if (failing(v.hypotheses_at_middle)) return Next::split;
  }
  return Next::digits;
}

BoxJudge::Next BoxJudge::undecided(Box box, Decided& n, View<Interval>& v) const {
  const Precision bits = bits_at(n.level);
  const Interval& middle = formula_->root(v.at_middle, 0);
  if (enough(middle)) return Next::split;
  const bool certainly_false = strict_ ? certainly_nonpositive(middle) : certainly_negative(middle);
  if (certainly_false) {
    if (!hypotheses_hold(box, v, bits)) return Next::split;
    n.fate = Fate::refuted;
    return Next::done;
  }
  if (!strict_ && bits >= 128 && perhaps_zero(box)) n.perhaps_zero = 1;
  if (bits * 2 > max_bits_) {
    n.fate = Fate::stuck;
    return Next::done;
  }
  ++n.child_level;
  return Next::split;
}

bool BoxJudge::hypotheses_hold(Box box, View<Interval>& v, Precision bits) const {
  for (std::size_t k = 0; k < n_; ++k) {
    const Range r = axes_[k].exact(box[k]);
    if (axes_[k].used && axes_[k].integer && !((r.lo.value + r.hi.value) / Rational(2)).is_integer()) return false;
  }
  if (goal_.context.hypotheses().empty()) return true;
  run_hypotheses(v.middle, v.hypotheses_at_middle, bits);
  for (std::size_t i = 0; i < goal_.context.hypotheses().size(); ++i) {
    const Interval& h = hypotheses_->root(v.hypotheses_at_middle, i);
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
  if (best == n_) return exact_point(box, n, w.digits);
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
void BoxJudge::exact_point(Box box, Decided& n, View<Interval>& v) const {
  n.fate = Fate::stuck;
  for (int level = n.level + 1; bits_at(level) <= max_bits_; ++level) {
    const Precision bits = bits_at(level);
    look_at(box, bits, v);
    const Interval& d = formula_->root(v.at_box, 0);
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
  ExprMap<Expr> values;
  std::vector<Variable> variables;
  for (std::size_t k = 0; k < n_; ++k) {
    if (!axes_[k].used) continue;
    const Range r = axes_[k].exact(box[k]);
    if (!axes_[k].is_point(box[k])) {
      variables.push_back({axes_[k].name, axes_[k].integer, r});
      continue;
    }
    values.emplace(Expr::variable(axes_[k].name), Expr(r.lo.value));
  }
  const Context context(variables);
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
