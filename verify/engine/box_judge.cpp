#include "verify/engine/box_judge.hpp"

#include <algorithm>
#include <cmath>

#include "src/scalar/work.hpp"
#include "verify/engine/box_derivative.hpp"
#include "verify/engine/integers.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t largest_hessian = 600;  // nodes of one second derivative
constexpr std::size_t most_second_order_variables = 6;

}  // namespace

bool has_functions(const Expr& e) {
  bool found = false;
  transform(e, [&](const Expr& n, const std::vector<Expr>&) {
    found = found || n.op() == Op::apply;
    return n;
  });
  return found;
}

namespace {

std::uint64_t bit(std::size_t variable) { return variable < 64 ? std::uint64_t{1} << variable : ~std::uint64_t{0}; }

// A number with few bits near x.
double rounded_to(double x, int bits) {
  if (x == 0 || !std::isfinite(x)) return x;
  int e = 0;
  const double m = std::frexp(x, &e);
  return std::ldexp(std::nearbyint(std::ldexp(m, bits)), e - bits);
}

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

// Sign tests alike for both kinds of interval: every value is > c, >= 0, ...
bool above_integer(const DoubleInterval& x, long c) { return x.lower() > static_cast<double>(c); }
bool above_integer(const Interval& x, long c) { return x.is_defined() && arf_cmp_si(x.lower_arf(), c) > 0; }
bool is_positive(const DoubleInterval& x) { return x.lower() > 0; }
bool is_positive(const Interval& x) { return certainly_positive(x); }
bool is_negative(const DoubleInterval& x) { return x.upper() < 0; }
bool is_negative(const Interval& x) { return certainly_negative(x); }
bool is_nonnegative(const DoubleInterval& x) { return x.lower() >= 0; }
bool is_nonnegative(const Interval& x) { return certainly_nonnegative(x); }
bool is_nonpositive(const DoubleInterval& x) { return x.upper() <= 0; }
bool is_nonpositive(const Interval& x) { return certainly_nonpositive(x); }
bool are_apart(const DoubleInterval& a, const DoubleInterval& b) {
  return a.upper() < b.lower() || b.upper() < a.lower();
}
bool are_apart(const Interval& a, const Interval& b) { return certainly_less(a, b) || certainly_less(b, a); }
bool bounded_below(const DoubleInterval& x) { return x.lower() > -HUGE_VAL; }
bool bounded_below(const Interval& x) { return x.is_defined() && !arf_is_inf(x.lower_arf()); }

}  // namespace

BoxJudge::BoxJudge(const Goal& goal, const BoxOptions& options)
    : goal_(goal),
      strict_(goal.strict()),
      bits_(options.bits),
      max_bits_(options.max_bits),
      doubles_(options.doubles),
      n_(goal.context.variables.size()) {
  const Expr d = without_repetitions(goal.difference());
  const auto& hypotheses = goal.context.hypotheses;
  std::vector<Expr> inputs;
  for (const auto& v : goal.context.variables) {
    const Expr x = Expr::variable(v.name);
    const auto mentions = [&](const Relation& h) { return depends_on(h.lhs, x) || depends_on(h.rhs, x); };
    const bool constrained = std::ranges::any_of(hypotheses, mentions);
    inputs.push_back(x);
    axes_.emplace_back(v, constrained || depends_on(d, x));
    free_.push_back(!constrained);
  }
  smooth_ = std::ranges::all_of(inputs, [&](const Expr& x) { return is_smooth_in(d, x); });
  if (smooth_) {
    // Strict conditions under roots that are not known are seen numerically. Formulas that exist at integers only are
    // declined.
    const auto plain = side_conditions(d, goal.context);
    for (const auto& c : smoothness_conditions(d, goal.context)) {
      if (c.need == Need::positive && !goal.context.knows(c) && std::ranges::find(plain, c) == plain.end() &&
          goal.context.signs(c.u) != (positive | zero))
        smooth_ = false;
    }
  }
  std::vector<Expr> roots{d};
  if (smooth_) {
    for (const auto& x : inputs) roots.push_back(without_repetitions(shaped_derivative(goal.difference(), x)));
    if (options.second_order && n_ <= most_second_order_variables) {
      second_order_ = true;
      for (std::size_t i = 0; i < n_; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
          roots.push_back(
              without_repetitions(shaped_derivative(shaped_derivative(goal.difference(), inputs[i]), inputs[j])));
          second_order_ = second_order_ && size_of(roots.back()) <= largest_hessian;
        }
      }
      if (!second_order_) roots.resize(1 + n_);
    }
  }
  tape_ = std::make_unique<Tape>(roots, inputs);
  value_end_ = tape_->end_of(0);
  gradient_end_ = smooth_ ? tape_->end_of(n_) : value_end_;
  // Hypotheses have their own tape, so that they cost nothing where they are not asked. Arbitrary functions have no
  // values: undefined decides nothing.
  std::vector<Expr> sides;
  for (const auto& h : hypotheses) {
    const Expr e = sub(h.lhs, h.rhs);
    sides.push_back(has_functions(e) ? log(Expr(-1)) : without_repetitions(e));
  }
  hypotheses_ = std::make_unique<Tape>(sides, inputs);
  for (const auto& q : tape_->constants()) constants_.emplace_back(q);
  for (const auto& q : hypotheses_->constants()) hypothesis_constants_.emplace_back(q);
  compile();
}

// The conditions of smoothness of the nodes below D.
void BoxJudge::compile() {
  std::vector<std::uint64_t> variables(value_end_, 0);
  for (std::uint32_t i = 0; i < value_end_; ++i) {
    const auto& c = tape_->code()[i];
    if (c.op == Op::variable) {
      variables[i] = bit(static_cast<std::size_t>(c.index));
      continue;
    }
    const int arity = c.op == Op::constant || c.op == Op::pi ? 0
                      : c.op == Op::select                   ? 4
                      : c.op == Op::add || c.op == Op::sub || c.op == Op::mul || c.op == Op::div || c.op == Op::pow ||
                              c.op == Op::min || c.op == Op::max || c.op == Op::xlogy
                          ? 2
                          : 1;
    for (int k = 0; k < arity; ++k) variables[i] |= variables[c.a[k]];
    if (variables[i] == 0) continue;
    const auto need = [&](Strict::Kind kind, std::uint32_t a, std::uint32_t b = 0) {
      strict_conditions_.push_back({kind, a, b, variables[i]});
    };
    need(Strict::finite, i);
    switch (c.op) {
      case Op::log:
      case Op::sqrt:
      case Op::lgamma:
      case Op::polygamma:
        need(Strict::positive, c.a[0]);
        break;
      case Op::log1p:
        need(Strict::above_minus_one, c.a[0]);
        break;
      case Op::xlogy:
        need(Strict::positive, c.a[1]);
        break;
      case Op::div:
        need(Strict::nonzero, c.a[1]);
        break;
      case Op::pow:
        if (c.integer_exponent == Tape::no_integer)
          need(Strict::positive, c.a[0]);
        else if (c.integer_exponent < 0)
          need(Strict::nonzero, c.a[0]);
        break;
      case Op::abs:
        need(Strict::nonzero, c.a[0]);
        break;
      case Op::min:
      case Op::max:
        need(Strict::apart, c.a[0], c.a[1]);
        break;
      case Op::floor:
      case Op::ceil:
      case Op::select:
        need(Strict::never, 0);
        break;
      default:
        break;
    }
  }
}

template <class S>
bool BoxJudge::smooth(const std::vector<S>& values, std::uint64_t variables) const {
  return std::ranges::all_of(strict_conditions_, [&](const Strict& c) {
    if (!(c.variables & variables)) return true;
    const S& a = values[c.a];
    switch (c.kind) {
      case Strict::finite:
        return a.is_finite();
      case Strict::positive:
        return is_positive(a);
      case Strict::above_minus_one:
        return above_integer(a, -1);
      case Strict::nonzero:
        return is_positive(a) || is_negative(a);
      case Strict::apart:
        return are_apart(a, values[c.b]);
      case Strict::never:
        break;
    }
    return false;
  });
}

template <class S>
void BoxJudge::run(const Tape& tape, const std::vector<DoubleInterval>& constants, const std::vector<S>& inputs,
                   std::vector<S>& work, Precision bits, std::size_t from, std::size_t to) const {
  if constexpr (std::same_as<S, DoubleInterval>) {
    const Rational* first = tape.constants().data();
    tape.run<S>(
        inputs, work, [&](const Rational& q) { return constants[static_cast<std::size_t>(&q - first)]; },
        [] { return DoubleInterval::pi(); }, from, to);
  } else {
    tape.run<S>(
        inputs, work, [bits](const Rational& q) { return Interval(q, bits); }, [bits] { return Interval::pi(bits); },
        from, to);
  }
}

template <class S>
bool BoxJudge::enough(const S& d) const {
  return bounded_below(d) && (strict_ ? is_positive(d) : is_nonnegative(d));
}

template <class S>
bool BoxJudge::fails(std::size_t hypothesis, const S& value) const {
  const Rel rel = goal_.context.hypotheses[hypothesis].rel;
  return value.is_finite() &&
         (is_negative(value) || (rel == Rel::gt && is_nonpositive(value)) || (rel == Rel::eq && is_positive(value)));
}

std::uint64_t BoxJudge::moving(Box box) const {
  std::uint64_t m = 0;
  for (std::size_t k = 0; k < n_; ++k) {
    if (!axes_[k].is_point(box[k])) m |= bit(k);
  }
  return m;
}

Node BoxJudge::decide(Box box, int level, Workspace& w) const {
  Node n;
  n.level = n.child_level = static_cast<std::uint8_t>(level);
  if (integers(box, n)) return n;
  w.smear.assign(n_, 0);
  Next next = doubles_ && level == 0 ? in_doubles(box, n, w) : Next::digits;
  if (next == Next::digits) next = in_arb(box, n, w);
  if (next == Next::split) split(box, n, w);
  return n;
}

bool BoxJudge::integers(Box box, Node& n) const {
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

BoxJudge::Next BoxJudge::in_doubles(Box box, Node& n, Workspace& w) const {
  bool bounded = true, narrow = true;
  w.box.clear();
  for (std::size_t k = 0; k < n_; ++k) {
    const Axis& axis = axes_[k];
    w.box.push_back(axis.enclosure(box[k]));
    if (!axis.used) continue;
    bounded = bounded && axis.bounded(box[k]);
    narrow = narrow && box[k].hi - box[k].lo <= 0x1p-20 * w.box.back().magnitude();
  }
  run(*tape_, constants_, w.box, w.work, bits_, 0, value_end_);
  const DoubleInterval& d = w.work[tape_->root(0)];
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

  if (hypotheses_->roots() > 0) {
    run(*hypotheses_, hypothesis_constants_, w.box, w.hypothesis_work, bits_, 0, hypotheses_->code().size());
    for (std::size_t i = 0; i < hypotheses_->roots(); ++i) {
      if (fails(i, w.hypothesis_work[hypotheses_->root(i)])) {
        n.variable = static_cast<std::uint16_t>(i);
        return leaf(Fate::prune);
      }
    }
  }
  // Where nothing but the value is to be had, digits may be missing only in a narrow box.
  const Next otherwise = !d.is_finite() || narrow ? Next::digits : Next::split;
  if (!smooth_) return not_decided(otherwise);

  run(*tape_, constants_, w.box, w.work, bits_, value_end_, gradient_end_);
  for (std::size_t k = 0; k < n_; ++k) {
    const DoubleInterval& g = w.work[tape_->root(1 + k)];
    if (!g.is_finite()) return not_decided(otherwise);
    if (!axes_[k].used || !free_[k] || axes_[k].is_point(box[k])) continue;
    const bool up = is_nonnegative(g), down = is_nonpositive(g);
    if ((up ? axes_[k].lower_end_closed(box[k]) : down && axes_[k].upper_end_closed(box[k])) &&
        smooth(w.work, bit(k))) {
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
  run(*tape_, constants_, w.middle, w.middle_work, bits_, 0, second_order_ ? gradient_end_ : value_end_);
  const DoubleInterval middle = w.middle_work[tape_->root(0)];
  if (!middle.is_finite()) return not_decided(Next::digits);
  double first = middle.lower();
  for (std::size_t k = 0; k < n_; ++k) {
    if (w.half[k] == 0) continue;
    w.smear[k] = mul_up(w.work[tape_->root(1 + k)].magnitude(), w.half[k]);
    first = add_down(first, -w.smear[k]);
  }
  least = std::fmax(least, first);
  const auto proves = [&](double bound) { return strict_ ? bound > 0 : bound >= 0; };
  if (proves(first) && smooth(w.work, moving(box))) return leaf(Fate::mean);
  if (second_order_) {
    run(*tape_, constants_, w.box, w.work, bits_, gradient_end_, tape_->code().size());
    double second = middle.lower();
    std::size_t r = 1 + n_;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j <= i; ++j, ++r) {
        if (w.half[i] == 0 || w.half[j] == 0) continue;
        const DoubleInterval& h = w.work[tape_->root(r)];
        const double area = mul_up(w.half[i], w.half[j]);
        const double most = i == j ? mul_up(std::fmax(-h.lower(), 0), 0.5 * area) : mul_up(h.magnitude(), area);
        second = h.is_finite() ? add_down(second, -most) : NAN;
      }
      if (w.half[i] > 0) second = add_down(second, -mul_up(w.middle_work[tape_->root(1 + i)].magnitude(), w.half[i]));
    }
    least = std::fmax(least, second);
    if (proves(second) && smooth(w.work, moving(box))) return leaf(Fate::taylor);
  }
  // If the midpoint itself is not decided, digits are missing (or it is false, or it touches).
  return not_decided(enough(middle) ? Next::split : Next::digits);
}

BoxJudge::Next BoxJudge::in_arb(Box box, Node& n, Workspace& w) const {
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
  run(*tape_, constants_, w.values, w.slow, bits, 0, value_end_);
  const Interval d = w.slow[tape_->root(0)];
  if (d.is_defined()) n.bound = std::max(n.bound, rounded_down(d.lower_double()));
  if (enough(d)) return leaf(bounded && d.is_finite() ? Fate::eval : Fate::ray);

  if (bounded && hypotheses_->roots() > 0) {
    run(*hypotheses_, hypothesis_constants_, w.values, w.slow_hypotheses, bits, 0, hypotheses_->code().size());
    for (std::size_t i = 0; i < hypotheses_->roots(); ++i) {
      if (fails(i, w.slow_hypotheses[hypotheses_->root(i)])) {
        n.variable = static_cast<std::uint16_t>(i);
        return leaf(Fate::prune);
      }
    }
  }
  if (!bounded || !smooth_) return Next::split;

  run(*tape_, constants_, w.values, w.slow, bits, value_end_, gradient_end_);
  bool finite_gradient = true;
  for (std::size_t k = 0; k < n_; ++k) {
    const Interval& g = w.slow[tape_->root(1 + k)];
    finite_gradient = finite_gradient && g.is_finite();
    if (!g.is_finite() || !axes_[k].used || !free_[k] || axes_[k].is_point(box[k])) continue;
    const bool up = is_nonnegative(g), down = is_nonpositive(g);
    if ((up ? axes_[k].lower_end_closed(box[k]) : down && axes_[k].upper_end_closed(box[k])) &&
        smooth(w.slow, bit(k))) {
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
  run(*tape_, constants_, w.point, w.slow_point, bits, 0, value_end_);
  const Interval middle = w.slow_point[tape_->root(0)];
  if (!middle.is_finite()) return Next::split;
  const std::uint64_t all = moving(box);
  const auto offset = [&](std::size_t k) { return w.values[k] - w.point[k]; };
  const auto is_moving = [&](std::size_t k) { return axes_[k].used && !axes_[k].is_point(box[k]); };
  Interval first = middle;
  for (std::size_t k = 0; k < n_; ++k) {
    if (!is_moving(k)) continue;
    const Interval term = w.slow[tape_->root(1 + k)] * offset(k);
    first = first + term;
    w.smear[k] = std::max(std::fabs(term.lower_double()), std::fabs(term.upper_double()));
  }
  if (enough(first) && first.is_finite() && smooth(w.slow, all)) return leaf(Fate::mean);
  if (first.is_finite()) n.bound = std::max(n.bound, rounded_down(first.lower_double()));
  if (second_order_) {
    run(*tape_, constants_, w.point, w.slow_point, bits, value_end_, gradient_end_);
    run(*tape_, constants_, w.values, w.slow, bits, gradient_end_, tape_->code().size());
    Interval form = middle;
    std::size_t r = 1 + n_;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j <= i; ++j, ++r) {
        if (!is_moving(i) || !is_moving(j)) continue;
        const Interval area = i == j ? square(offset(i)) / Interval(2) : offset(i) * offset(j);
        form = form + w.slow[tape_->root(r)] * area;
      }
      if (is_moving(i)) form = form + w.slow_point[tape_->root(1 + i)] * offset(i);
    }
    if (enough(form) && form.is_finite() && smooth(w.slow, all)) return leaf(Fate::taylor);
    if (form.is_finite()) n.bound = std::max(n.bound, rounded_down(form.lower_double()));
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
  if (hypotheses_->roots() == 0) return true;
  run(*hypotheses_, hypothesis_constants_, w.point, w.slow_hypotheses, bits, 0, hypotheses_->code().size());
  for (std::size_t i = 0; i < hypotheses_->roots(); ++i) {
    const Interval& h = w.slow_hypotheses[hypotheses_->root(i)];
    const Rel rel = goal_.context.hypotheses[i].rel;
    if (!(rel == Rel::gt   ? certainly_positive(h)
          : rel == Rel::ge ? certainly_nonnegative(h)
                           : h.is_point() && h.contains_zero()))
      return false;
  }
  return true;
}

void BoxJudge::split(Box box, Node& n, Workspace& w) const {
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
void BoxJudge::exact_point(Box box, Node& n, Workspace& w) const {
  n.fate = Fate::stuck;
  for (int level = n.level + 1; bits_at(level) <= max_bits_; ++level) {
    const Precision bits = bits_at(level);
    w.values.clear();
    for (std::size_t k = 0; k < n_; ++k) w.values.push_back(as_interval(axes_[k].exact(box[k]), bits));
    run(*tape_, constants_, w.values, w.slow, bits, 0, value_end_);
    const Interval& d = w.slow[tape_->root(0)];
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

void BoxJudge::settle(Box box, Node& n) const {
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
      context.variables.push_back({axes_[k].name, axes_[k].integer, r});
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
