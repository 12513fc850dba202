// Sums to an integer variable: closed forms of polynomials, of what telescopes and of geometric sums, and bounds by
// induction with what the tail leaves.
#include <algorithm>

#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// The variable of which e is the name and which begins at an integer.
const Variable* beginning(const Context& c, const Expr& e) {
  const Variable* v = e.op() == Op::variable ? c.find(e) : nullptr;
  return v && v->integer && !v->range.lo.infinite ? v : nullptr;
}

// The least value of an end of a range, an integer variable with an integer added.
std::optional<Rational> least_end(const Context& c, const Expr& e) {
  const auto a = affine(e);
  if (!a || !a->constant.is_integer() || a->coefficients.size() != 1) return std::nullopt;
  const auto& [name, slope] = *a->coefficients.begin();
  const Variable* v = slope == Rational(1) ? beginning(c, Expr::variable(name)) : nullptr;
  return v ? std::optional(v->range.lo.value + a->constant) : std::nullopt;
}

// sum of p(k) for k = from..n as a polynomial in n, through its values at from - 1, from, ...
std::optional<Expr> closed_form(const Expr& sum, const Expr& n) {
  const FreshIndex k;
  const auto p = polynomial(body_at(sum, k.variable()), {k.variable()});
  const auto from = rational_value(sum.arg(0));
  if (!p || p->empty() || !from) return std::nullopt;
  const int points = p->rbegin()->first[0] + 2;
  if (points > Effort::Sums::greatest_degree + 2) return std::nullopt;
  // By differences: value = sum of d_j * binomial(n - from + 1, j).
  std::vector<Rational> values{Rational(0)};
  for (int i = 0; i + 1 < points; ++i) {
    Rational term(0);
    for (const auto& [m, c] : *p) {
      Rational t = c;
      for (int j = 0; j < m[0]; ++j) t *= *from + Rational(i);
      term += t;
    }
    values.push_back(values.back() + term);
  }
  Expr out = 0, binomial = 1;
  const Expr u = sub(n, Expr(*from - Rational(1)));
  for (int j = 0; j < points; ++j) {
    out = add(out, mul(Expr(values.front()), binomial));
    binomial = mul(binomial, quotient(sub(u, Expr(j)), Expr(j + 1)));
    for (std::size_t i = 0; i + 1 < values.size(); ++i) values[i] = values[i + 1] - values[i];
    values.pop_back();
  }
  return out;
}

// c/(k + a).
struct Fraction {
  Rational c, a;
};

// A rational function of k as a sum of such fractions.
std::optional<std::vector<Fraction>> partial_fractions(const Context& c, const Expr& body, const Expr& k) {
  const auto f = c.algebra().factorization(body);
  if (!f) return std::nullopt;
  Expr above = Expr(f->constant);
  std::vector<Fraction> out;
  for (const auto& [base, power] : f->factors) {
    const auto p = polynomial(base, {k});
    if (!p) return std::nullopt;
    for (int i = 0; i < power; ++i) above = mul(above, base);
    if (power > 0) continue;
    const auto at = [&](int degree) {
      const auto found = p->find(Powers{degree});
      return found == p->end() ? Rational(0) : found->second;
    };
    if (power < -1 || p->rbegin()->first[0] != 1) return std::nullopt;
    above = mul(above, Expr(Rational(1) / at(1)));
    out.push_back({Rational(0), at(0) / at(1)});
  }
  const auto numerator = polynomial(above, {k});
  if (!numerator || numerator->empty() || out.size() > Effort::Sums::most_fractions ||
      static_cast<std::size_t>(numerator->rbegin()->first[0]) >= out.size())
    return std::nullopt;
  for (Fraction& one : out) {
    for (const auto& [m, q] : *numerator) {
      Rational t = q;
      for (int j = 0; j < m[0]; ++j) t *= -one.a;
      one.c += t;
    }
    for (const Fraction& other : out)
      if (!(other.a == one.a)) one.c /= other.a - one.a;
  }
  std::ranges::sort(out, {}, &Fraction::a);
  return out;
}

// A number times the logarithm of a product of powers of what is linear in k, as a sum of c log(k + a) and a number.
struct Logarithms {
  std::vector<Fraction> parts;
  Expr number = 0;
};
std::optional<Logarithms> logarithms(const Context& c, const Expr& body, const Expr& k) {
  Algebra a = c.algebra();
  const auto logs = nodes_of({Rel::ge, body, 0}, [](const Expr& e) { return e.op() == Op::log; });
  if (logs.size() != 1) return std::nullopt;
  const auto times = a.simplified(quotient(body, logs[0]));
  const auto f = times && times->is_constant() ? a.factorization(logs[0].arg(0)) : std::nullopt;
  if (!f || f->constant.sign() <= 0) return std::nullopt;
  Logarithms out;
  Rational number = f->constant;
  for (const auto& [base, power] : f->factors) {
    const auto line = polynomial(base, {k});
    if (!line || line->empty() || line->size() > 2 || line->rbegin()->first[0] != 1) return std::nullopt;
    const Rational slope = line->rbegin()->second;
    if (slope.sign() <= 0 || std::abs(power) > Effort::Sums::greatest_degree) return std::nullopt;
    number *= pow(slope, power);
    out.parts.push_back(
        {times->value() * Rational(power), line->size() == 2 ? line->begin()->second / slope : Rational(0)});
  }
  if (out.parts.empty() || out.parts.size() > Effort::Sums::most_fractions) return std::nullopt;
  if (!(number == Rational(1))) out.number = mul(Expr(times->value()), log(Expr(number)));
  std::ranges::sort(out.parts, {}, &Fraction::a);
  return out;
}

// sum of fractions, or of logarithms in their place, for k = from..n, if neighbours cancel: those with places that
// differ by integers have coefficients that add up to 0.
std::optional<Expr> telescoped(const Context& c, const Expr& sum, const Expr& n) {
  const FreshIndex k;
  const auto from = rational_value(sum.arg(0));
  const Expr body = body_at(sum, k.variable());
  auto left = from ? partial_fractions(c, body, k.variable()) : std::nullopt;
  const auto logs = from && !left ? logarithms(c, body, k.variable()) : std::nullopt;
  if (logs) left = logs->parts;
  if (!left) return std::nullopt;
  const auto part = [&](const Rational& weight, const Expr& place) {
    return logs ? mul(Expr(weight), log(place)) : quotient(Expr(weight), place);
  };
  Expr out = logs ? mul(logs->number, plus(sub(n, Expr(*from)), 1)) : Expr(0);
  while (!left->empty()) {
    const Rational first = left->front().a;
    if ((*from + first).sign() <= 0) return std::nullopt;
    Rational total(0);
    for (const Fraction& f : *left) {
      const Rational steps = f.a - first;
      if (!steps.is_integer()) continue;
      if (steps > Rational(Effort::Sums::greatest_shift)) return std::nullopt;
      total += f.c;
      // 1/(k + a) from `from` to n is 1/(k + first) there, with some terms more at the end and less at the beginning.
      for (Rational i(0); i < steps; i += Rational(1)) {
        out = add(out, part(f.c, add(n, Expr(first + i + Rational(1)))));
        out = sub(out, part(f.c, Expr(*from + first + i)));
      }
    }
    if (!total.is_zero()) return std::nullopt;
    std::erase_if(*left, [&](const Fraction& f) { return (f.a - first).is_integer(); });
  }
  return out;
}

// A body p(k) g(k) with a polynomial p, lowest coefficient first, and g(k + 1) = r g(k).
struct Weighted {
  std::vector<Expr> p;
  Expr g, r;
};
std::optional<Weighted> weighted(Algebra& a, const Expr& body, const Expr& k) {
  std::vector<Expr> powers;
  for (const Expr& e :
       nodes_of({Rel::ge, body, 0}, [&](const Expr& n) { return n.op() == Op::pow || n.op() == Op::exp; })) {
    const Expr& exponent = e.arg(e.op() == Op::pow ? 1 : 0);
    if (depends_on(exponent, k) && (e.op() == Op::exp || !depends_on(e.arg(0), k))) powers.push_back(e);
  }
  if (powers.empty() || powers.size() > 2) return std::nullopt;
  // Each power is above or below the line.
  for (unsigned below = 0; below < (1U << powers.size()); ++below) {
    Expr g = 1;
    for (std::size_t i = 0; i < powers.size(); ++i)
      g = (below >> i & 1U) != 0 ? quotient(g, powers[i]) : mul(g, powers[i]);
    const auto p = a.coefficients(quotient(body, g), k);
    if (!p || p->size() > static_cast<std::size_t>(Effort::Sums::greatest_degree)) continue;
    const auto r = a.simplified(quotient(substitute(g, {{k, add(k, 1)}}), g));
    if (r && !depends_on(*r, k) && !r->is_constant(1)) return Weighted{*p, g, *r};
  }
  return std::nullopt;
}

// sum of p(k) g(k) for k = from..n as T(n + 1) - T(from) with T(k) = q(k) g(k) and r q(k + 1) - q(k) = p(k), and what
// is below the line.
std::optional<std::pair<Expr, Expr>> weighted_geometric(const Context& c, const Expr& sum, const Expr& n) {
  const FreshIndex k;
  Algebra a = c.algebra();
  const auto w = weighted(a, body_at(sum, k.variable()), k.variable());
  if (!w || w->p.size() < 2) return std::nullopt;
  const bool larger = c.positive_(sub(w->r, 1));
  const Expr gap = larger ? sub(w->r, 1) : sub(1, w->r), sign = larger ? Expr(1) : Expr(-1);
  // q_j = above_j/gap^(d - j + 1), all over gap^(d + 1): powers of what has a sign are seen to have one.
  const std::size_t d = w->p.size() - 1;
  const auto to_the = [&](std::size_t e) { return e == 0 ? Expr(1) : pow(gap, Expr(static_cast<long>(e))); };
  std::vector<Expr> above(d + 1, Expr(0));
  for (std::size_t j = d + 1; j-- > 0;) {
    Expr known = 0;
    Rational ways(1);  // i over j
    for (std::size_t i = j + 1; i <= d; ++i) {
      ways = ways * Rational(static_cast<long>(i)) / Rational(static_cast<long>(i - j));
      known = add(known, mul(mul(Expr(ways), above[i]), to_the(i - j - 1)));
    }
    const auto one = a.simplified(mul(sign, sub(mul(w->p[j], to_the(d - j)), mul(w->r, known))));
    if (!one) return std::nullopt;
    above[j] = *one;
  }
  const auto at = [&](const Expr& place) -> std::optional<Expr> {
    Expr value = 0;
    for (std::size_t j = d + 1; j-- > 0;) value = add(mul(value, place), mul(above[j], to_the(j)));
    const auto form = a.simplified(value);
    if (!form) return std::nullopt;
    return mul(*form, substitute(w->g, {{k.variable(), place}}));
  };
  const auto last = at(flat::sum({n, Expr(1)})), first = at(sum.arg(0));
  if (!last || !first) return std::nullopt;
  return std::pair{quotient(sub(*last, *first), to_the(d + 1)), gap};
}

// sum of a term that is r times the one before it, for k = from..n, with 1 - r > 0 or r - 1 > 0 below the line. Powers
// stay as they are written: in a normal form they are exponentials, which an induction would not know again.
std::optional<std::pair<Expr, Expr>> geometric(const Context& c, const Expr& sum, const Expr& n) {
  const FreshIndex k;
  Algebra a = c.algebra();
  const auto r = a.simplified(quotient(body_at(sum, add(k.variable(), 1)), body_at(sum, k.variable())));
  if (!r || depends_on(*r, k.variable()) || r->is_constant(1)) return std::nullopt;
  // A difference of exponentials over one: its sign is seen where that of 1 - exp(-u) is not.
  const Expr gap = a.simplified(sub(1, *r)).value_or(sub(1, *r)), first = body_at(sum, sum.arg(0)),
             next = body_at(sum, flat::sum({n, Expr(1)}));
  if (c.positive_(negate(gap))) return std::pair{quotient(sub(next, first), negate(gap)), negate(gap)};
  return std::pair{quotient(sub(first, next), gap), gap};
}

// sum of c/(k + a) for k = from..n as differences of digamma functions, of c/(k + a)^m of polygamma functions, and of
// c log(k + a) of log-gamma functions (DLMF 5.5.2, 5.15.5).
std::optional<Expr> by_gamma_functions(const Context& c, const Expr& sum, const Expr& n) {
  const FreshIndex k;
  const Expr body = body_at(sum, k.variable());
  const auto from = rational_value(sum.arg(0));
  if (!from) return std::nullopt;
  const auto places = [&](const Rational& a) { return std::pair{add(n, Expr(a + Rational(1))), Expr(*from + a)}; };
  if (const auto fractions = partial_fractions(c, body, k.variable())) {
    Expr out = 0;
    for (const auto& [weight, a] : *fractions) {
      if ((*from + a).sign() <= 0) return std::nullopt;
      const auto [last, first] = places(a);
      out = add(out, mul(Expr(weight), sub(polygamma(0, last), polygamma(0, first))));
    }
    return out;
  }
  Algebra algebra = c.algebra();
  const auto f = algebra.factorization(body);
  if (!f || f->factors.size() != 1) return std::nullopt;
  const auto& [base, power] = f->factors.front();
  const bool log = base.op() == Op::log && power == 1;
  const auto line = polynomial(log ? base.arg(0) : base, {k.variable()});
  if (!line || line->size() > 2 || line->rbegin()->first[0] != 1) return std::nullopt;
  const Rational slope = line->rbegin()->second;
  const Rational a = line->size() == 2 ? line->begin()->second / slope : Rational(0);
  if ((*from + a).sign() <= 0) return std::nullopt;
  const auto [last, first] = places(a);
  if (log) {
    if (!(slope == Rational(1))) return std::nullopt;
    return mul(Expr(f->constant), sub(lgamma(last), lgamma(first)));
  }
  constexpr int highest = 5;
  if (power > -2 || power < -highest) return std::nullopt;
  Rational weight = f->constant;  // (-1)^m/(m - 1)! from the derivatives of digamma
  for (int i = 0; i < -power; ++i) weight = -weight / slope;
  for (int i = 2; i < -power; ++i) weight /= Rational(i);
  return mul(Expr(weight), sub(polygamma(-power - 1, first), polygamma(-power - 1, last)));
}

// sum = value, where the terms are logarithms of products: as the sum of the logarithms of their factors.
Tree through_logarithms(const Goal& g, const Subprover& s) {
  const Expr& sum = g.relation.lhs;
  const FreshIndex k;
  const auto parts = logarithms(g.context, body_at(sum, k.variable()), k.variable());
  if (!parts) return std::nullopt;
  Expr body = parts->number;
  for (const Fraction& f : parts->parts) body = add(body, mul(Expr(f.c), log(add(k.variable(), Expr(f.a)))));
  const Expr apart = Expr::repeated(Op::sum, k.variable(), sum.arg(0), sum.arg(1), body);
  return steps(g, rule::Trans{apart},
               {[&](const Goal& h) {
                  return steps(h, rule::Termwise{fresh_name(h.context)},
                               {[&](const Goal& term) { return steps(term, rule::TakeExp{}, {s.immediate}); }});
                },
                [&](const Goal& h) { return by_range_induction(h, s, 1); }});
}

// Where a variable is at a closed end, one term may not be a multiple of the one before it, as x^(k + 1) of x^k for
// x = 0. What the terms add up to holds there all the same: induction shows it from values that are defined.
Context inside_of_ends(Context c) {
  const auto is_closed = [](const End& e) { return !e.infinite && e.closed; };
  for (const Variable& v : std::vector<Variable>(c.variables()))
    if (!v.integer && (is_closed(v.range.lo) || is_closed(v.range.hi))) c = c.strictly_inside(Expr::variable(v.name));
  return c;
}

}  // namespace

Tree by_closed_sums(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1) return std::nullopt;
  Goal h = g;
  Proof out;
  for (const Expr& e : nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::sum; })) {
    const auto least = least_end(h.context, e.arg(1));
    const auto from = rational_value(e.arg(0));
    if (!least || !from || *least < *from - Rational(1)) continue;
    const Expr& n = e.arg(1);
    auto form = closed_form(e, n);
    if (!form) form = telescoped(h.context, e, n);
    Algebra a = h.context.algebra();
    const auto is_special = [](const Expr& f) {
      return f.op() == Op::log || f.op() == Op::polygamma || f.op() == Op::lgamma || f.op() == Op::pi;
    };
    if (form)
      form = a.simplified(*form).value_or(*form);
    else if (!nodes_of({Rel::eq, replaced(h.difference(), e, 0), 0}, is_special).empty())
      form = by_gamma_functions(h.context, e, n);
    if (!form) {
      auto ratio = geometric(h.context, e, n);
      if (!ratio) ratio = weighted_geometric(inside_of_ends(h.context), e, n);
      if (!ratio) continue;
      const auto& [value, gap] = *ratio;
      if (!h.context.positive_(gap) && !cut_in(out, h, {gap, Need::positive}, s)) continue;
      form = value;
    }
    const Expr& value = *form;
    const Relation equal{Rel::eq, e, value};
    auto proof = by_range_induction({h.context, equal}, s, 1);
    if (!proof) proof = through_logarithms({h.context, equal}, s);
    if (!proof) continue;
    cut_in(out, h, equal, *proof);
    if (!put_value(e, value, h, out)) return std::nullopt;
  }
  if (out.empty()) return std::nullopt;
  Tree t = s.immediate(h);
  if (!t) t = without_empty_hypotheses(h, [&](const Goal& k) { return s.prove(k, depth - 1, s.numeric); });
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

namespace {

// D >= tail by induction, where D >= 0 gives no step.
Tree with_more(const Goal& g, const Expr& tail, const Subprover& s, int depth) {
  const Relation stronger{Rel::ge, sub(g.difference(), tail), 0};
  const auto proof = by_range_induction({g.context, stronger}, s, depth);
  if (!proof) return std::nullopt;
  Proof out{rule::Cut{stronger}};
  append(out, *proof);
  out.emplace_back(rule::Combine{tail, {{g.context.hypotheses().size() + 1, Rational(1)}}});
  return out;
}

// A product to n of factors near 1 that is to stay below, or above, a number: by induction, with a bound of what the
// factors still to come can make of it.
Tree by_tails_of_products(const Goal& g, const Subprover& s, int depth) {
  Algebra a = g.context.algebra();
  for (const Expr& e : nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::prod; })) {
    const Variable* v = beginning(g.context, e.arg(1));
    const Expr t = Expr::variable(fresh_name(g.context));
    const auto p = v ? a.coefficients(replaced(g.difference(), e, t), t) : std::nullopt;
    if (!p || p->size() != 2 || !(*p)[1].is_constant()) continue;
    const Expr n = Expr::variable(v->name);
    const bool below = (*p)[1].value().sign() < 0;
    const Expr bound = below ? (*p)[0] : negate((*p)[0]);
    const auto more = a.simplified(below ? sub(body_at(e, n), 1) : sub(1, body_at(e, n)));
    if (depends_on(bound, n) || !more || !g.context.positive_(bound)) continue;
    for (const Expr& shape : {mul(n, *more), *more}) {
      for (const Rational& factor : {Rational(1), Rational(1, 2), Rational(2)}) {
        const Expr tail = mul(mul(Expr(factor), bound), shape);
        if (!g.context.knows({tail, g.strict() ? Need::positive : Need::nonnegative})) continue;
        if (!looks_nonnegative(g.context, sub(bound, tail))) continue;
        if (auto t = with_more(g, tail, s, depth)) return t;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Tree by_tails_of_sums(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1 || g.relation.rel == Rel::eq) return std::nullopt;
  if (auto t = by_tails_of_products(g, s, depth)) return t;
  Algebra a = g.context.algebra();
  const Expr d = g.difference(), t = Expr::variable(fresh_name(g.context));
  for (const Expr& e : nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::sum; })) {
    const Variable* v = beginning(g.context, e.arg(1));
    if (!v) continue;
    const Expr n = Expr::variable(v->name);
    const auto p = a.coefficients(replaced(d, e, t), t);
    if (!p || p->size() != 2 || !(*p)[1].is_constant() || (*p)[1].value().sign() >= 0) continue;
    if (depends_on((*p)[0], n)) continue;  // else the induction as it stands
    const Expr last = body_at(e, n);
    const Rational w = -(*p)[1].value();
    // Of terms whose ratios fall: as of a geometric sum with the next ratio.
    const auto ratio = [&](long by) {
      return a.simplified(quotient(body_at(e, plus(n, by + 1)), body_at(e, plus(n, by))));
    };
    const auto r = ratio(0), next = r ? ratio(1) : std::nullopt;
    if (next && g.context.positive_(sub(1, *next))) {
      const auto times = a.simplified(quotient(*r, sub(1, *next)));
      const Expr tail = times ? mul(Expr(w), mul(last, *times)) : Expr(0);
      if (times && g.context.knows({tail, g.strict() ? Need::positive : Need::nonnegative}))
        if (auto t = with_more(g, tail, s, depth)) return t;
    }
    for (const Expr& shape : {mul(n, last), last}) {
      for (const Rational& factor : {Rational(1), Rational(1, 2), Rational(2)}) {
        const Expr tail = mul(Expr(w * factor), shape);
        if (!g.context.knows({tail, g.strict() ? Need::positive : Need::nonnegative})) continue;
        if (auto t = with_more(g, tail, s, depth)) return t;
      }
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
