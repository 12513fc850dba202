#include <algorithm>
#include <functional>
#include <utility>

#include "src/core/work.hpp"
#include "verify/engine/goal/cache.hpp"
#include "verify/engine/goal/functions.hpp"
#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

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
      auto b = affine_parts(e.arg(1));
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

namespace {

// A sum with its constants added up, where there are several: (u - 1/2) + c is u + (c - 1/2) to the checker, and
// rounding may lose there what is seen here.
std::optional<Expr> with_one_constant(const Expr& e) {
  constexpr int most_terms = 64;
  Rational constant;
  Expr rest = 0;
  int constants = 0, terms = 0;
  const std::function<bool(const Expr&, bool)> walk = [&](const Expr& t, bool plus) {
    if (t.op() == Op::neg) return walk(t.arg(0), !plus);
    if (t.op() == Op::add || t.op() == Op::sub)
      return walk(t.arg(0), plus) && walk(t.arg(1), plus == (t.op() == Op::add));
    if (++terms > most_terms) return false;
    if (const auto q = t.node().tree_size < 8 ? rational_value(t) : std::nullopt) {  // 1/10^9
      ++constants;
      constant += plus ? *q : -*q;
    } else {
      rest = plus ? add(rest, t) : sub(rest, t);
    }
    return true;
  };
  if ((e.op() != Op::add && e.op() != Op::sub) || !walk(e, true) || constants < 2) return std::nullopt;
  return add(rest, Expr(constant));
}

}  // namespace

// Affine in a variable with a bounded range: between the values at its two ends.
Signs Context::segment_signs(const Expr& e) const {
  auto& c = cache();
  if (c.segments >= 3 || e.node().tree_size > 60) return any_sign;
  for (const auto& v : variables()) {
    const Expr x = Expr::variable(v.name);
    if (!v.range.bounded() || !(v.range.lo.value < v.range.hi.value) || degree_in(e, x) != 1) continue;
    const Deeper deeper(c.segments);
    const auto at = [&](const Rational& q) {
      const Expr end = substitute(e, {{x, Expr(q)}});
      return signs(with_one_constant(end).value_or(end));
    };
    const Signs low = at(v.range.lo.value), high = at(v.range.hi.value), both = low | high;
    // Beside an open end not 0, if the other end is not.
    const bool inside = (!v.range.hi.closed && !(low & zero)) || (!v.range.lo.closed && !(high & zero));
    if (!(both & negative) || !(both & positive)) return inside ? static_cast<Signs>(both & ~zero) : both;
  }
  return any_sign;
}

namespace {
// Sums and products of numbers, variables and their exponentials: written out they are sums of monomials, and there is
// one way to do that. What else there is the checker may write otherwise: a power below 0, or an exponential of a
// difference, which is a quotient to it.
bool is_plain(const Expr& e) {
  switch (e.op()) {
    case Op::constant:
    case Op::variable:
      return true;
    case Op::neg:
      return is_plain(e.arg(0));
    case Op::exp:
      return e.arg(0).op() == Op::variable;
    case Op::add:
    case Op::sub:
    case Op::mul:
      return is_plain(e.arg(0)) && is_plain(e.arg(1));
    default:
      return false;
  }
}
// Is it a sum of such terms, and of quotients by sums of them?
bool is_sum_of_quotients(const Expr& e, std::vector<Expr>& denominators) {
  switch (e.op()) {
    case Op::neg:
      return is_sum_of_quotients(e.arg(0), denominators);
    case Op::add:
    case Op::sub:
      return is_sum_of_quotients(e.arg(0), denominators) && is_sum_of_quotients(e.arg(1), denominators);
    case Op::div:
      if (!is_plain(e.arg(0)) || !is_plain(e.arg(1)) || (e.arg(1).op() != Op::add && e.arg(1).op() != Op::sub))
        return false;
      if (std::ranges::find(denominators, e.arg(1)) == denominators.end()) denominators.push_back(e.arg(1));
      return true;
    default:
      return is_plain(e);
  }
}
// Is one of its terms a quotient, as it is written? The checker looks no deeper: of 1 - (1 - a/b) it knows nothing.
bool has_quotient_among_terms(const Expr& e) {
  const auto is_sum = [](const Expr& u) { return u.op() == Op::add || u.op() == Op::sub; };
  switch (e.op()) {
    case Op::neg:
      return !is_sum(e.arg(0)) && has_quotient_among_terms(e.arg(0));
    case Op::add:
      return has_quotient_among_terms(e.arg(0)) || has_quotient_among_terms(e.arg(1));
    case Op::sub:
      return has_quotient_among_terms(e.arg(0)) || (!is_sum(e.arg(1)) && has_quotient_among_terms(e.arg(1)));
    default:
      return e.op() == Op::div;
  }
}
// Of a sum by the signs of its terms, one by one: what a group of them is known to be is not seen in the sum.
Signs signs_of_terms(const Context& c, const Expr& e) {
  switch (e.op()) {
    case Op::neg:
      return negated_signs(signs_of_terms(c, e.arg(0)));
    case Op::add:
      return sum_signs(signs_of_terms(c, e.arg(0)), signs_of_terms(c, e.arg(1)));
    case Op::sub:
      return sum_signs(signs_of_terms(c, e.arg(0)), negated_signs(signs_of_terms(c, e.arg(1))));
    default:
      return c.signs(e);
  }
}
}  // namespace

// Over one denominator, the product of those of its terms: 1 - a/(1 + a) is 1/(1 + a), and x/(x + y) + y/(x + z) - 1 is
// (y^2 - y z)/((x + y) (x + z)). Rule 5 of `auto` in the certificate format, for sums whose numerator is the same to
// whoever writes it out: where nothing is divided out of the denominator.
Signs Context::quotient_signs(const Expr& e) const {
  auto& c = cache();
  std::vector<Expr> denominators;
  if (c.quotients || c.segments > 0 || e.node().tree_size > 60 || !is_sum_of_quotients(e, denominators) ||
      denominators.empty() || !has_quotient_among_terms(e))
    return any_sign;
  Algebra plain([](const Expr&) { return false; });
  const WorkLimit none(WorkLimit::unlimited);  // the answer is remembered longer than any limit lasts
  const auto over = plain.fraction(e);
  Expr product = 1;
  for (const Expr& d : denominators) product = mul(product, d);
  const auto scale = over ? plain.ratio(over->second, product, true) : std::nullopt;
  if (!scale) return any_sign;
  const struct Inside {
    bool& flag;
    explicit Inside(bool& f) : flag(f) { flag = true; }
    ~Inside() { flag = false; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
  } inside(c.quotients);
  // The product of the denominators, each as it is written: written out its sign may not be seen.
  Signs below = signs_of(*scale);
  for (const Expr& d : denominators) below = product_signs(below, static_cast<Signs>(signs_of_terms(*this, d) & ~zero));
  return product_signs(static_cast<Signs>(signs_of_terms(*this, over->first) & affine_signs(over->first)), below);
}

// Of terms of one sign, of factors that are not negative.
Signs Context::signs_over_range(const Expr& e) const {
  const FreshIndex index;
  const Expr at = body_at(e, index.variable());
  Signs body = inside(e, index.variable()).signs(at);
  if ((body & (body - 1)) != 0)
    if (const auto known = inside_of_foralls(e, index.variable())) body = known->signs(at);
  if (e.op() == Op::prod) return body == positive ? positive : body & negative ? any_sign : Signs{zero | positive};
  if (body == zero) return zero;
  if ((body & negative) && (body & positive)) return any_sign;
  const bool has_terms = !(body & zero) && knows({sub(e.arg(1), e.arg(0)), Need::nonnegative});
  return has_terms ? body : static_cast<Signs>(body | zero);
}

namespace {

Signs signs_in(const Range& range) {
  Signs r = any_sign;
  const auto& [lo, hi] = range;
  if (!lo.infinite && lo.value.sign() >= 0) r &= lo.value.sign() > 0 || !lo.closed ? positive : (zero | positive);
  if (!hi.infinite && hi.value.sign() <= 0) r &= hi.value.sign() < 0 || !hi.closed ? negative : (zero | negative);
  return r;
}

Signs power_signs(Signs base, const Expr& exponent) {
  if (exponent.is_constant() && exponent.value().is_integer()) {
    const Rational& n = exponent.value();
    if (n.is_zero()) return positive;
    const bool even = (n / Rational(2)).is_integer();
    const Signs vanishing = n.sign() > 0 ? static_cast<Signs>(base & zero) : Signs{0};
    if (even) return static_cast<Signs>(positive | vanishing);
    return static_cast<Signs>((base & ~zero) | vanishing);
  }
  if (!(base & negative)) return static_cast<Signs>(positive | (base & zero));
  return any_sign;
}

// Is what is needed true of everything with these signs?
bool show(Signs s, Need need) {
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

}  // namespace

Signs Context::structural_signs(const Expr& e) const {
  const auto s = [&](std::size_t i) { return signs(e.arg(i)); };
  switch (e.op()) {
    case Op::constant:
      return signs_of(e.value());
    case Op::pi:
      return positive;
    case Op::variable: {
      const Variable* v = find(e);
      return v ? signs_in(v->range) : any_sign;
    }
    case Op::sum:
    case Op::prod:
      return signs_over_range(e);
    case Op::neg:
      return negated_signs(s(0));
    case Op::add:
      return sum_signs(s(0), s(1));
    case Op::sub: {
      const Signs minuend = s(0);
      // To the checker a difference is a sum with (-1) times the second, which stays a whole.
      cache().inside = Cache::Inside::neither;
      return sum_signs(minuend, negated_signs(s(1)));
    }
    case Op::mul:
      return product_signs(s(0), s(1));
    case Op::div:
      return product_signs(s(0), static_cast<Signs>(s(1) & ~zero));
    case Op::pow:
      return power_signs(s(0), e.arg(1));
    default:
      return function_signs(*this, e);
  }
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
      const Deeper deeper(c.depth);
      Algebra plain([](const Expr&) { return false; });
      for (const auto& h : hypotheses()) {
        const Expr d = sub(h.lhs, h.rhs);
        if (!may_be_affine(u, d)) continue;
        const auto f = plain.affine(u, d);
        if (!f) continue;
        const auto& [slope, shift] = *f;
        // u = slope d + shift with d > 0, d >= 0 or d = 0
        const Signs away = shift.is_zero() ? zero : shift.sign() > 0 ? positive : negative;
        if (h.rel == Rel::eq || slope.sign() == shift.sign())
          s &= away;
        else if (shift.is_zero())
          s &= (slope.sign() > 0 ? positive : negative) | (h.rel == Rel::ge ? zero : 0);
      }
      c.by_hypothesis.emplace(u, s);
    }
  }
  return show(s, need);
}

namespace {

// How many calls of Context::signs are within one another in this thread.
thread_local int nested_signs = 0;
struct NestedSigns {
  NestedSigns() { ++nested_signs; }
  ~NestedSigns() { --nested_signs; }
  NestedSigns(const NestedSigns&) = delete;
  NestedSigns& operator=(const NestedSigns&) = delete;
};

}  // namespace

Signs Context::signs(const Expr& e) const {
  using Inside = Cache::Inside;
  const bool is_sum = e.op() == Op::add || e.op() == Op::sub;
  const bool is_multiple = e.op() == Op::neg || (e.op() == Op::div && e.arg(1).is_constant());
  const Inside parts = is_sum ? Inside::sum : is_multiple || e.op() == Op::mul ? Inside::product : Inside::neither;
  const bool is_part = parts != Inside::neither && cache().inside == parts;
  auto& memo = is_part ? cache().signs_of_parts : cache().signs;
  if (const auto f = memo.find(e); f != memo.end()) return f->second;
  // What a tactic puts together may be nested more deeply than the stack is; of that nothing is said.
  constexpr int deepest = 4000;
  if (nested_signs >= deepest) return any_sign;
  const NestedSigns nested;
  if (e.op() != Op::variable && e.op() != Op::constant) static_cast<void>(range(e));  // once for all parts
  const struct PartOf {
    Inside& now;
    Inside before;
    PartOf(Inside& i, Inside parts) : now(i), before(std::exchange(i, parts)) {}
    ~PartOf() { now = before; }
    PartOf(const PartOf&) = delete;
    PartOf& operator=(const PartOf&) = delete;
  } part(cache().inside, parts);
  Signs s = structural_signs(e);
  cache().inside = Inside::neither;
  // To the checker a sum has no parts but its terms, a product none but its factors: of a group of them nothing is
  // known but what their signs say.
  if (is_part) {
    memo.insert_or_assign(e, s);
    return s;
  }
  if (is_sum) s &= affine_signs(e) & exponential_signs(*this, e);
  const auto decided = [](Signs x) { return x == positive || x == negative || x == zero; };
  if (!decided(s) && e.op() != Op::variable) s &= range_signs(range(e));
  if (is_sum && !decided(s)) s &= segment_signs(e);
  if (is_sum && !decided(s)) s &= quotient_signs(e);
  if (!decided(s) && !hypotheses().empty() && e.node().tree_size < 100) {
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
  if (const auto merged = s == any_sign ? std::nullopt : with_one_constant(e)) s |= signs(*merged);
  memo.insert_or_assign(e, s);
  return s;
}

bool Context::knows(const Condition& c) const { return show(signs(c.u), c.need); }

}  // namespace dpcert::verify
