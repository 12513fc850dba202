#include "verify/engine/proof/bounds.hpp"

#include <algorithm>

#include "verify/engine/goal/integers.hpp"

namespace dpcert::verify {

namespace {

// The x in r with slope x + rest >= 0 (> 0); nothing if there is none.
std::optional<Range> narrowed(Range r, const Rational& slope, const Rational& rest, bool strict, bool integer) {
  const Rational bound = -rest / slope;
  const bool below = slope.sign() > 0;
  End& end = below ? r.lo : r.hi;
  if (end.infinite || (below ? end.value < bound : bound < end.value) || (bound == end.value && strict))
    end = {false, !strict, bound};
  if (integer) {
    if (!r.lo.infinite) r.lo = {false, true, first_integer(r)};
    if (!r.hi.infinite) r.hi = {false, true, last_integer(r)};
  }
  if (r.bounded() && (r.hi.value < r.lo.value || (r.lo.value == r.hi.value && !(r.lo.closed && r.hi.closed))))
    return std::nullopt;
  return r;
}

// The only variable that the relation depends on.
const Variable* only_variable(const Context& c, const Relation& r) {
  const Variable* only = nullptr;
  for (const auto& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(r.lhs, x) && !depends_on(r.rhs, x)) continue;
    if (only) return nullptr;
    only = &v;
  }
  return only;
}

bool is_false(const Relation& r, const Interval& difference) {
  if (difference.is_undefined()) return false;
  const int lo = arf_sgn(difference.lower_arf()), hi = arf_sgn(difference.upper_arf());
  return hi < 0 || (hi == 0 && r.rel == Rel::gt) || (lo > 0 && r.rel == Rel::eq);
}

// The greatest that a part with this coefficient can be on the range.
const End& end_above(const Range& r, const Rational& coefficient) { return coefficient.sign() > 0 ? r.hi : r.lo; }

// The bounds of every variable that the relation gives by those of the others.
Context narrowed_by(Context c, const Relation& h) {
  const auto a = h.rel == Rel::eq ? std::nullopt : affine(sub(h.lhs, h.rhs));
  if (!a) return c;
  for (const auto& [name, slope] : a->coefficients) {
    const Variable* v = c.find(Expr::variable(name));
    Rational rest = a->constant;
    bool bounded = v != nullptr, strict = h.rel == Rel::gt;
    for (const auto& [other, coefficient] : a->coefficients) {
      if (other == name) continue;
      const Variable* w = c.find(Expr::variable(other));
      bounded = bounded && w && !end_above(w->range, coefficient).infinite;
      if (!bounded) break;
      rest += coefficient * end_above(w->range, coefficient).value;
      strict = strict || !end_above(w->range, coefficient).closed;
    }
    if (!bounded) continue;
    if (const auto range = narrowed(v->range, slope, rest, strict, false))
      c = c.with_range(Expr::variable(name), *range);
  }
  return c;
}

}  // namespace

Context narrowed_by_hypotheses(Context c) {
  constexpr int rounds = 4;
  const std::vector<Relation> all = c.hypotheses();
  for (int i = 0; i < rounds; ++i)
    for (const Relation& h : all) c = narrowed_by(std::move(c), h);
  return c;
}

std::optional<Context> with_bound(const Context& c, std::size_t number) {
  if (number < 1 || number > c.hypotheses().size()) return std::nullopt;
  const Relation& h = c.hypotheses()[number - 1];
  const auto a = h.rel == Rel::eq ? std::nullopt : affine(sub(h.lhs, h.rhs));
  if (!a || a->coefficients.size() != 1) return std::nullopt;
  const auto& [name, slope] = *a->coefficients.begin();
  const Expr x = Expr::variable(name);
  const Variable* v = c.find(x);
  if (!v) return std::nullopt;
  if (v->range.bounded() && v->range.lo.value == v->range.hi.value) return std::nullopt;  // it stands in no hypothesis
  const auto range = narrowed(v->range, slope, a->constant, h.rel == Rel::gt, v->integer);
  if (!range) return std::nullopt;
  return c.without_hypothesis(number - 1).with_range(x, *range);
}

Context with_bounds(Context c, Proof& steps) {
  for (std::size_t number = 1; number <= c.hypotheses().size();) {
    if (auto next = with_bound(c, number)) {
      steps.emplace_back(rule::Bound{number});
      c = *next;
    } else {
      ++number;
    }
  }
  return c;
}

Goal with_bounds(Goal g, Proof& steps) {
  g.context = with_bounds(std::move(g.context), steps);
  return settled(std::move(g));
}

bool covers(const Context& c, const Variable& x, const Expr& value, const Variable& t) {
  const Expr X = Expr::variable(x.name), T = Expr::variable(t.name);
  const Context with = c.with_variable(t);
  Algebra a = with.algebra();
  const auto p = a.coefficients(value, T);
  if (!p || p->size() != 2) return true;
  const bool up = c.positive_((*p)[1]);
  if (!up && !c.positive_(negate((*p)[1]))) return true;
  const auto reaches = [&](const End& end, const End& of_x, bool lower) {
    if (end.infinite) return true;
    const Expr at = substitute(value, {{T, Expr(end.value)}});
    const auto beyond = [&](const Expr& place, bool strictly) {
      const Expr d = lower ? sub(place, at) : sub(at, place);
      const Need need = strictly ? Need::positive : Need::nonnegative;
      return c.knows({d, need}) || c.knows({a.simplified(d).value_or(d), need});
    };
    return (!of_x.infinite && beyond(of_x.value, !end.closed && of_x.closed)) || beyond(X, !end.closed);
  };
  return reaches(up ? t.range.lo : t.range.hi, x.range.lo, true) &&
         reaches(up ? t.range.hi : t.range.lo, x.range.hi, false);
}

std::optional<FalseBeyond> false_beyond(const Context& c) {
  for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
    const Relation& h = c.hypotheses()[i];
    const Variable* v = only_variable(c, h);
    if (!v || size_of(h.lhs) + size_of(h.rhs) > 100) continue;
    const Expr x = Expr::variable(v->name), d = sub(h.lhs, h.rhs);
    for (const bool below : {true, false}) {
      if (!(below ? v->range.lo : v->range.hi).infinite) continue;
      const auto holds_nowhere = [&](const Rational& q) {
        Range part = v->range;
        (below ? part.hi : part.lo) = {false, true, q};
        return is_false(h, c.with_range(x, part).range(d, 64));
      };
      // Towards the end it must be false; from there inward until it may be true, or the other end is met.
      constexpr long far = 1 << 20;
      Rational out(below ? -far : far), in(below ? far : -far);
      const End& other = below ? v->range.hi : v->range.lo;
      if (!other.infinite) in = below ? std::min(in, other.value) : std::max(in, other.value);
      if (!(below ? out < in : in < out) || !holds_nowhere(out) || holds_nowhere(in)) continue;
      for (int step = 0; step < 40; ++step) {
        const Rational middle = (out + in) / Rational(2);
        (holds_nowhere(middle) ? out : in) = middle;
      }
      return FalseBeyond{x, out, below, i + 1};
    }
  }
  return std::nullopt;
}

Instance within_bounds(Instance statement) {
  Proof steps;
  Context c = with_bounds(Context(statement), steps);
  while (const auto cut = false_beyond(c)) {
    Range range = c.find(cut->variable)->range;
    (cut->below ? range.lo : range.hi) = {false, true, cut->at};
    c = c.with_range(cut->variable, range);
  }
  statement.variables = c.variables();
  return statement;
}

}  // namespace dpcert::verify
