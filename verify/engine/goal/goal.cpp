#include "verify/engine/goal/goal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <unordered_set>

#include "src/core/work.hpp"
#include "src/symbolic/functions.hpp"
#include "verify/engine/goal/functions.hpp"

namespace dpcert::verify {

struct Context::Cache {
  std::unordered_map<Expr, Signs> signs;
  std::unordered_map<Expr, Interval> ranges;
  std::unordered_map<Expr, Signs> by_hypothesis;
  std::unordered_map<Expr, std::array<double, 3>> fingerprints;
  int depth = 0;
  int segments = 0;  // depth of segment_signs
};

Context::Context(const Instance& s)
    : variables(s.variables),
      functions(s.functions),
      hypotheses(s.hypotheses),
      forall_hypotheses(s.forall_hypotheses) {}

Context::Cache& Context::cache() const {
  auto& c = const_cast<Context*>(this)->cache_;
  // A copy of a context that was changed afterwards must not share: contexts are changed only through the with_...
  // functions, which forget.
  if (!c) c = std::make_shared<Cache>();
  return *c;
}

const Variable* Context::find(const Expr& v) const {
  for (const auto& x : variables) {
    if (x.name == v.name()) return &x;
  }
  return nullptr;
}

bool Context::is_integer_valued(const Expr& e) const {
  std::unordered_set<Expr> seen;  // a part may be reached in exponentially many ways
  std::vector<Expr> todo{e};
  while (!todo.empty()) {
    const Expr x = todo.back();
    todo.pop_back();
    if (!seen.insert(x).second) continue;
    switch (x.op()) {
      case Op::constant:
        if (!x.value().is_integer()) return false;
        break;
      case Op::variable: {
        const Variable* v = find(x);
        if (!v || !v->integer) return false;
        break;
      }
      case Op::neg:
      case Op::add:
      case Op::sub:
      case Op::mul:
        todo.insert(todo.end(), x.args().begin(), x.args().end());
        break;
      default:
        return false;
    }
  }
  return true;
}

Interval Context::range(const Expr& e, Precision bits) const {
  auto& ranges = cache().ranges;
  if (bits == 128) {
    if (const auto f = ranges.find(e); f != ranges.end()) return f->second;
  }
  std::vector<Expr> inputs;
  std::vector<Interval> values;
  for (const auto& v : variables) {
    inputs.push_back(Expr::variable(v.name));
    const Range& r = v.range;
    Interval x = r.bounded()      ? Interval(r.lo.value, r.hi.value, bits)
                 : !r.lo.infinite ? Interval::at_least(r.lo.value, bits)
                 : !r.hi.infinite ? Interval::at_most(r.hi.value, bits)
                                  : Interval::entire(bits);
    values.push_back(x.with_limits());
  }
  Interval result = Interval::undefined(bits);
  // Bound variables and arbitrary functions have no range here.
  bool closed = true;
  std::vector<Expr> stack{e};
  std::unordered_set<Expr> seen;
  while (!stack.empty()) {
    const Expr x = stack.back();
    stack.pop_back();
    if (!seen.insert(x).second) continue;
    if (x.op() == Op::apply) {
      inputs.push_back(x);
      values.push_back(Interval::entire(bits).with_limits());
      continue;
    }
    if (x.op() == Op::variable) closed = closed && find(x);
    for (const auto& a : x.args()) stack.push_back(a);
  }
  if (closed) {
    const Tape tape({e}, inputs);
    count_work(4 * tape.code().size());
    std::vector<Interval> work;
    tape.run<Interval>(
        values, work, [bits](const Rational& q) { return Interval(q, bits); }, [bits] { return Interval::pi(bits); }, 0,
        tape.end_of(0));
    result = work[tape.root(0)];
    if (bits == 128) {
      for (const auto& [x, slot] : tape.slots()) ranges.emplace(x, work[slot]);  // its parts will be asked for too
    }
  }
  if (bits == 128) ranges.emplace(e, result);
  return result;
}

namespace {

Signs signs_of(const Rational& q) { return q.sign() < 0 ? negative : q.sign() > 0 ? positive : zero; }
Signs negated_signs(Signs s) {
  return static_cast<Signs>((s & zero) | ((s & negative) ? positive : 0) | ((s & positive) ? negative : 0));
}
Signs product_signs(Signs a, Signs b) {
  Signs r = 0;
  if ((a & zero) || (b & zero)) r |= zero;
  if (((a & positive) && (b & positive)) || ((a & negative) && (b & negative))) r |= positive;
  if (((a & positive) && (b & negative)) || ((a & negative) && (b & positive))) r |= negative;
  return r;
}
Signs sum_signs(Signs a, Signs b) {
  if (a == zero) return b;
  if (b == zero) return a;
  const Signs u = a | b;
  if (!(u & negative)) return (a & zero) && (b & zero) ? u : positive;
  if (!(u & positive)) return (a & zero) && (b & zero) ? u : negative;
  return any_sign;
}

Signs range_signs(const Interval& r) {
  if (r.is_undefined()) return any_sign;
  const int lo = arf_sgn(r.lower_arf()), hi = arf_sgn(r.upper_arf());
  Signs s = 0;
  if (lo < 0) s |= negative;
  if (hi > 0) s |= positive;
  if (lo <= 0 && hi >= 0) s |= zero;
  return s;
}

std::optional<Affine> affine_parts(const Expr& e) {
  if (e.node().tree_size > 4000) return std::nullopt;  // the walk below meets shared parts again and again
  switch (e.op()) {
    case Op::constant:
      return Affine{e.value(), {}};
    case Op::variable:
      return Affine{0, {{e.name(), 1}}};
    case Op::neg:
    case Op::add:
    case Op::sub: {
      auto a = affine_parts(e.arg(0));
      if (!a) return a;
      if (e.op() == Op::neg) {
        a->constant = -a->constant;
        for (auto& [n, c] : a->coefficients) c = -c;
        return a;
      }
      const auto b = affine_parts(e.arg(1));
      if (!b) return b;
      const Rational s = e.op() == Op::add ? 1 : -1;
      a->constant += s * b->constant;
      for (const auto& [n, c] : b->coefficients) a->coefficients[n] += s * c;
      return a;
    }
    case Op::mul:
    case Op::div: {
      auto a = affine_parts(e.arg(0));
      auto b = affine_parts(e.arg(1));
      if (!a || !b) return std::nullopt;
      if (!b->coefficients.empty()) {
        if (e.op() == Op::div || !a->coefficients.empty()) return std::nullopt;
        std::swap(a, b);
      }
      if (e.op() == Op::div && b->constant.is_zero()) return std::nullopt;
      const Rational f = e.op() == Op::div ? Rational(1) / b->constant : b->constant;
      a->constant *= f;
      for (auto& [n, c] : a->coefficients) c *= f;
      return a;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Affine> affine(const Expr& e) {
  auto a = affine_parts(e);
  if (a) std::erase_if(a->coefficients, [](const auto& c) { return c.second.is_zero(); });
  return a;
}

namespace {
// c exp(u) - c exp(v) with c > 0 has the sign of u - v (a number c: u = 0).
Signs exponential_signs(const Context& context, const Expr& e) {
  std::vector<std::pair<Rational, Expr>> terms;
  const std::function<bool(const Expr&, const Rational&)> collect_terms = [&](const Expr& t, const Rational& c) {
    if (terms.size() > 2) return false;
    switch (t.op()) {
      case Op::constant:
        terms.emplace_back(c * t.value(), 0);
        return true;
      case Op::exp:
        terms.emplace_back(c, t.arg(0));
        return true;
      case Op::neg:
        return collect_terms(t.arg(0), -c);
      case Op::add:
      case Op::sub:
        // The right one first: sums are deep on the left, and after three terms it is over.
        return collect_terms(t.arg(1), t.op() == Op::add ? c : -c) && collect_terms(t.arg(0), c);
      case Op::mul:
        return t.arg(0).is_constant() && collect_terms(t.arg(1), c * t.arg(0).value());
      default:
        return false;
    }
  };
  if (!collect_terms(e, 1) || terms.size() != 2 || terms[0].first.is_zero() || !(terms[0].first == -terms[1].first))
    return any_sign;
  const bool up = terms[0].first.sign() > 0;
  return context.signs(sub(terms[up ? 0 : 1].second, terms[up ? 1 : 0].second));
}
}  // namespace

// Exact signs of affine expressions, open ends included.
Signs Context::affine_signs(const Expr& e) const {
  const auto a = affine(e);
  if (!a) return any_sign;
  Rational lo = a->constant, hi = a->constant;
  bool lo_infinite = false, hi_infinite = false, lo_open = false, hi_open = false;
  for (const auto& [name, c] : a->coefficients) {
    if (c.is_zero()) continue;
    const Variable* v = find(Expr::variable(name));
    if (!v) return any_sign;
    const End& down = c.sign() > 0 ? v->range.lo : v->range.hi;
    const End& up = c.sign() > 0 ? v->range.hi : v->range.lo;
    lo_infinite = lo_infinite || down.infinite;
    hi_infinite = hi_infinite || up.infinite;
    if (!down.infinite) lo += c * down.value, lo_open = lo_open || !down.closed;
    if (!up.infinite) hi += c * up.value, hi_open = hi_open || !up.closed;
  }
  Signs s = any_sign;
  if (!lo_infinite && lo.sign() >= 0) s &= lo.sign() > 0 || lo_open ? positive : (zero | positive);
  if (!hi_infinite && hi.sign() <= 0) s &= hi.sign() < 0 || hi_open ? negative : (zero | negative);
  return s;
}

namespace {
// The degree of e as a polynomial in x; more than 1 counts as 2, anything else than a polynomial too.
int degree_in(const Expr& e, const Expr& x) {
  if (!depends_on(e, x)) return 0;
  switch (e.op()) {
    case Op::variable:
      return 1;
    case Op::neg:
      return degree_in(e.arg(0), x);
    case Op::add:
    case Op::sub:
      return std::max(degree_in(e.arg(0), x), degree_in(e.arg(1), x));
    case Op::mul:
      return std::min(2, degree_in(e.arg(0), x) + degree_in(e.arg(1), x));
    case Op::div:
      return depends_on(e.arg(1), x) ? 2 : degree_in(e.arg(0), x);
    default:
      return 2;
  }
}
}  // namespace

// Affine in a variable with a bounded range: between the values at its two ends.
Signs Context::segment_signs(const Expr& e) const {
  auto& c = cache();
  if (c.segments >= 3 || e.node().tree_size > 60) return any_sign;
  for (const auto& v : variables) {
    const Expr x = Expr::variable(v.name);
    if (!v.range.bounded() || !(v.range.lo.value < v.range.hi.value) || degree_in(e, x) != 1) continue;
    ++c.segments;
    const Signs low = signs(substitute(e, {{x, Expr(v.range.lo.value)}}));
    const Signs high = signs(substitute(e, {{x, Expr(v.range.hi.value)}})), both = low | high;
    --c.segments;
    // Beside an open end not 0, if the other end is not.
    const bool inside = (!v.range.hi.closed && !(low & zero)) || (!v.range.lo.closed && !(high & zero));
    if (!(both & negative) || !(both & positive)) return inside ? static_cast<Signs>(both & ~zero) : both;
  }
  return any_sign;
}

Signs Context::structural_signs(const Expr& e) const {
  const auto s = [&](std::size_t i) { return signs(e.arg(i)); };
  switch (e.op()) {
    case Op::constant:
      return signs_of(e.value());
    case Op::pi:
      return positive;
    case Op::variable: {
      const Variable* v = find(e);
      if (!v) return any_sign;
      Signs r = any_sign;
      const auto& [lo, hi] = v->range;
      if (!lo.infinite && lo.value.sign() >= 0) r &= lo.value.sign() > 0 || !lo.closed ? positive : (zero | positive);
      if (!hi.infinite && hi.value.sign() <= 0) r &= hi.value.sign() < 0 || !hi.closed ? negative : (zero | negative);
      return r;
    }
    case Op::neg:
      return negated_signs(s(0));
    case Op::add:
      return affine_signs(e) & exponential_signs(*this, e) & sum_signs(s(0), s(1));
    case Op::sub:
      return affine_signs(e) & exponential_signs(*this, e) & sum_signs(s(0), negated_signs(s(1)));
    case Op::mul: {
      if (e.arg(0) == e.arg(1)) return static_cast<Signs>(positive | (s(0) & zero));
      return product_signs(s(0), s(1));
    }
    case Op::div:
      return product_signs(s(0), static_cast<Signs>(s(1) & ~zero));
    case Op::pow: {
      const Signs base = s(0);
      if (e.arg(1).is_constant() && e.arg(1).value().is_integer()) {
        const Rational n = e.arg(1).value();
        if (n.is_zero()) return positive;
        const bool even = (n / Rational(2)).is_integer();
        const Signs vanishing = n.sign() > 0 ? static_cast<Signs>(base & zero) : Signs{0};
        if (even) return static_cast<Signs>(positive | vanishing);
        return static_cast<Signs>((base & ~zero) | vanishing);
      }
      if (!(base & negative)) return static_cast<Signs>(positive | (base & zero));
      return any_sign;
    }
    default:
      return function_signs(*this, e);
  }
}

// Values at three fixed points of the box, in doubles: two expressions whose ratio differs between them are not
// multiples of each other. A filter, no evidence.
const std::array<double, 3>& Context::fingerprint(const Expr& e) const {
  auto& memo = cache().fingerprints;
  if (const auto f = memo.find(e); f != memo.end()) return f->second;
  std::array<double, 3> out{};
  std::vector<Expr> inputs;
  std::unordered_set<Expr> seen;
  std::vector<Expr> stack{e};
  while (!stack.empty()) {
    const Expr x = stack.back();
    stack.pop_back();
    if (!seen.insert(x).second) continue;
    if (x.op() == Op::variable || x.op() == Op::apply)
      inputs.push_back(x);
    else
      for (const auto& a : x.args()) stack.push_back(a);
  }
  const Tape tape({e}, inputs);
  count_work(tape.code().size());
  std::vector<double> work;
  for (std::size_t k = 0; k < out.size(); ++k) {
    std::vector<double> values;
    for (const auto& x : inputs) {
      const std::size_t h =
          std::hash<std::string>()(x.op() == Op::apply ? to_text(x) : x.name()) * (2 * k + 1) + k * 7919;
      const double f = 0.1 + 0.8 * static_cast<double>(h % 10007) / 10007.0;
      const Variable* v = find(x);
      double value = 4 * f - 2;
      if (v && v->range.bounded())
        value = v->range.lo.value.approx() * (1 - f) + v->range.hi.value.approx() * f;
      else if (v && !v->range.lo.infinite)
        value = v->range.lo.value.approx() + 3 * f;
      else if (v && !v->range.hi.infinite)
        value = v->range.hi.value.approx() - 3 * f;
      values.push_back(value);
    }
    tape.run<double>(
        values, work, [](const Rational& q) { return q.approx(); }, [] { return 3.14159265358979323846; }, 0,
        tape.end_of(0));
    out[k] = work[tape.root(0)];
  }
  return memo.emplace(e, out).first->second;
}

bool Context::may_be_multiples(const Expr& a, const Expr& b) const {
  const auto x = fingerprint(a), y = fingerprint(b);
  const double r = x[0] / y[0];
  for (std::size_t k = 1; k < x.size(); ++k) {
    const double q = x[k] / y[k];
    if (std::isfinite(r) && std::isfinite(q) && std::fabs(q - r) > 1e-6 * (std::fabs(r) + std::fabs(q))) return false;
  }
  return std::isfinite(r) || a.node().tree_size <= 12;
}

bool Context::may_be_affine(const Expr& a, const Expr& b) const {
  const auto x = fingerprint(a), y = fingerprint(b);
  const double u = (x[1] - x[0]) * (y[2] - y[0]), v = (x[2] - x[0]) * (y[1] - y[0]);
  return !(std::fabs(u - v) > 1e-6 * (std::fabs(u) + std::fabs(v)));
}

bool Context::hypothesis_says(const Expr& u, Need need) const {
  auto& c = cache();
  const auto found = c.by_hypothesis.find(u);
  Signs s = any_sign;
  if (found != c.by_hypothesis.end()) {
    s = found->second;
  } else {
    if (c.depth < 2) {
      const WorkLimit none(WorkLimit::unlimited);  // the answer is remembered longer than any limit lasts
      ++c.depth;
      Algebra plain([](const Expr&) { return false; });
      for (const auto& h : hypotheses) {
        const Expr d = sub(h.lhs, h.rhs);
        if (!may_be_affine(u, d)) continue;
        const auto f = plain.affine(u, d);
        if (!f) continue;
        const auto& [slope, shift] = *f;
        // u = slope d + shift with d > 0, d >= 0 or d = 0
        const Signs away = shift.is_zero() ? zero : shift.sign() > 0 ? positive : negative;
        if (h.rel == Rel::eq)
          s &= away;
        else if (slope.sign() == shift.sign())
          s &= away;
        else if (shift.is_zero())
          s &= (slope.sign() > 0 ? positive : negative) | (h.rel == Rel::ge ? zero : 0);
      }
      --c.depth;
      c.by_hypothesis.emplace(u, s);
    }
  }
  switch (need) {
    case Need::positive:
      return s == positive;
    case Need::nonnegative:
      return !(s & negative);
    case Need::nonzero:
      return !(s & zero);
  }
  return false;
}

Signs Context::signs(const Expr& e) const {
  auto& memo = cache().signs;
  if (const auto f = memo.find(e); f != memo.end()) return f->second;
  if (e.op() != Op::variable && e.op() != Op::constant) static_cast<void>(range(e));  // once for all parts
  Signs s = structural_signs(e);
  const auto decided = [](Signs x) { return x == positive || x == negative || x == zero; };
  if (!decided(s) && e.op() != Op::variable) s &= range_signs(range(e));
  if ((e.op() == Op::add || e.op() == Op::sub) && !decided(s)) s &= segment_signs(e);
  if (!decided(s) && !hypotheses.empty() && e.node().tree_size < 100) {
    if (hypothesis_says(e, Need::positive))
      s &= positive;
    else if (hypothesis_says(e, Need::nonnegative))
      s &= positive | zero;
    else if (hypothesis_says(e, Need::nonzero))
      s &= positive | negative;
    const Signs by = cache().by_hypothesis.contains(e) ? cache().by_hypothesis.at(e) : any_sign;
    s &= by;
  }
  if (s == 0) s = any_sign;  // a contradiction: the box is empty, say nothing
  memo.insert_or_assign(e, s);
  return s;
}

bool Context::knows(const Condition& c) const {
  const Signs s = signs(c.u);
  switch (c.need) {
    case Need::positive:
      return s == positive;
    case Need::nonnegative:
      return !(s & negative);
    case Need::nonzero:
      return !(s & zero);
  }
  return false;
}

Oracles Context::oracles() const {
  return {[this](const Expr& u) { return positive_(u); },
          [this](const Expr& u) {
            return knows({u, Need::nonnegative});
          },
          [this](const Expr& u) { return is_integer_valued(u); }};
}

std::size_t Context::matching_hypothesis(const Expr& d, Rel rel) const {
  Algebra a = algebra();
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    const auto& h = hypotheses[i];
    const Expr hd = sub(h.lhs, h.rhs);
    const bool enough = h.rel == Rel::eq ? rel != Rel::gt : h.rel == Rel::gt ? rel != Rel::eq : rel == Rel::ge;
    if (enough && may_be_multiples(d, hd) && a.ratio(d, hd, h.rel == Rel::eq)) return i + 1;
  }
  return 0;
}

Context Context::with_hypothesis(const Relation& r) const {
  Context c = *this;
  c.hypotheses.push_back(r);
  c.forget();
  return c;
}

Context Context::with_range(const Expr& variable, const Range& range) const {
  Context c = *this;
  for (auto& v : c.variables) {
    if (v.name == variable.name()) v.range = range;
  }
  c.forget();
  return c;
}

Context Context::with_variable(const Variable& v) const {
  Context c = *this;
  c.variables.push_back(v);
  c.forget();
  return c;
}

Context Context::with_value(const Expr& variable, const Expr& value) const {
  Context c = *this;
  std::erase_if(c.variables, [&](const Variable& v) { return v.name == variable.name(); });
  const std::map<Expr, Expr> m{{variable, value}};
  for (auto& h : c.hypotheses) h = substitute(h, m);
  for (auto& h : c.forall_hypotheses)
    h = {h.bound, substitute(h.lo, m), substitute(h.hi, m), substitute(h.relation, m)};
  c.forget();
  return c;
}

Context Context::closed_in(const Expr& variable) const {
  Context c = *this;
  for (auto& h : c.hypotheses) {
    if (h.rel == Rel::gt && (depends_on(h.lhs, variable) || depends_on(h.rhs, variable))) h.rel = Rel::ge;
  }
  c.forget();
  return c;
}

Context Context::without_hypothesis(std::size_t index) const {
  Context c = *this;
  c.hypotheses.erase(c.hypotheses.begin() + static_cast<std::ptrdiff_t>(index));
  c.forget();
  return c;
}

Context Context::strictly_inside(const Expr& variable) const {
  Range r = find(variable)->range;
  r.lo.closed = r.hi.closed = false;
  return with_range(variable, r);
}

Context Context::with_closed_ends(const Expr& variable) const {
  Range r = find(variable)->range;
  r.lo.closed = !r.lo.infinite;
  r.hi.closed = !r.hi.infinite;
  return with_range(variable, r);
}

Context Context::without_hypotheses_on(const Expr& variable) const {
  Context c = *this;
  std::erase_if(c.hypotheses,
                [&](const Relation& h) { return depends_on(h.lhs, variable) || depends_on(h.rhs, variable); });
  std::erase_if(c.forall_hypotheses, [&](const ForallHypothesis& h) {
    return depends_on(h.lo, variable) || depends_on(h.hi, variable) || depends_on(h.relation.lhs, variable) ||
           depends_on(h.relation.rhs, variable);
  });
  return c.with_real(variable);  // on the way to other values
}

Context Context::with_real(const Expr& variable) const {
  Context c = *this;
  for (auto& v : c.variables) {
    if (v.name == variable.name()) v.integer = false;
  }
  c.forget();
  return c;
}

namespace {

void collect(const Expr& root, const Context& context, bool smooth, std::vector<Condition>& out) {
  std::unordered_set<Expr> seen;
  std::vector<std::pair<Expr, bool>> stack{{root, false}};
  const auto need = [&](const Expr& u, Need n) {
    if (u.is_constant() && context.knows({u, n})) return;
    const Condition c{u, n};
    if (std::ranges::find(out, c) == out.end()) out.push_back(c);
  };
  while (!stack.empty()) {
    const auto [e, ready] = stack.back();
    stack.pop_back();
    if (!ready) {
      if (!seen.insert(e).second) continue;
      stack.emplace_back(e, true);
      for (std::size_t i = e.args().size(); i-- > 0;) stack.emplace_back(e.arg(i), false);
      continue;
    }
    switch (e.op()) {
      case Op::div:
        need(e.arg(1), Need::nonzero);
        break;
      case Op::xlogy: {
        const Expr &a = e.arg(0), &b = e.arg(1);
        if (!smooth && !context.knows({b, Need::positive}) && context.knows({b, Need::nonnegative})) {
          // b = 0 is allowed where a = w*b.
          if (context.signs(a) == zero) break;
          Algebra plain([](const Expr&) { return false; });
          const auto w = plain.simplified(quotient(a, b));
          const auto all = w ? side_conditions(*w, context) : std::vector<Condition>{};
          if (w && std::ranges::all_of(all, [&](const Condition& c) { return context.knows(c); })) break;
        }
        need(b, Need::positive);
        break;
      }
      case Op::pow: {
        const Expr& v = e.arg(1);
        if (smooth && !v.is_constant()) {
          need(e.arg(0),
               Need::positive);  // also where the exponent is an integer: its derivative needs log of the base
        } else if (v.is_constant()) {
          if (v.value().is_integer()) {
            if (v.value().sign() < 0) need(e.arg(0), Need::nonzero);
          } else {
            need(e.arg(0), v.value().sign() > 0 && !smooth ? Need::nonnegative : Need::positive);
          }
        } else if (context.is_integer_valued(v)) {
          if (!context.knows({v, Need::nonnegative})) need(e.arg(0), Need::nonzero);
        } else {  // 0^v is defined for v >= 0, but not smooth
          need(e.arg(0), !smooth && context.knows({v, Need::nonnegative}) ? Need::nonnegative : Need::positive);
        }
        break;
      }
      default:
        if (const auto c = domain_condition(e, smooth)) need(c->u, c->need);
        break;
    }
  }
}

}  // namespace

std::vector<Condition> side_conditions(const Expr& e, const Context& context) {
  std::vector<Condition> out;
  collect(e, context, false, out);
  return out;
}

std::vector<Condition> smoothness_conditions(const Expr& e, const Context& context) {
  std::vector<Condition> out;
  collect(e, context, true, out);
  return out;
}

std::optional<std::vector<Condition>> continuity_conditions(const Expr& e, const Expr& x, const Context& context) {
  auto out = side_conditions(e, context);
  bool jumps = false;
  transform(e, [&](const Expr& n, const std::vector<Expr>&) {
    if (regularity_of(n.op()) == Regularity::jumps && depends_on(n, x)) jumps = true;
    if (n.op() == Op::pow && depends_on(n.arg(1), x)) out.push_back({n.arg(0), Need::positive});
    return n;
  });
  if (jumps) return std::nullopt;
  return out;
}

Relation as_relation(const Condition& c) {
  switch (c.need) {
    case Need::positive:
      return {Rel::gt, c.u, 0};
    case Need::nonnegative:
      return {Rel::ge, c.u, 0};
    case Need::nonzero:
      return {Rel::gt, pow(c.u, 2), 0};
  }
  return {};
}

}  // namespace dpcert::verify
