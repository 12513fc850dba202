#include "verify/engine/tactics/terms_of_tangents.hpp"

#include <algorithm>

#include "src/core/work.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

constexpr std::uint64_t share_of_numbers = 2;

std::optional<Expr> slope_of_powers(Algebra& a, const Context& c, const Expr& e, const Expr& t) {
  std::vector<Expr> terms;
  terms_of(e, 1, terms);
  Expr out = 0;
  for (const Expr& term : terms) {
    if (!depends_on(term, t)) continue;
    const auto degree = degree_in(a, c, term, t);
    const bool bent = degree && !degree->is_constant(1);
    const auto slope = bent ? quotient(mul(*degree, term), t) : a.simplified(derivative(term, t));
    if (!slope) return std::nullopt;
    out = add(out, *slope);
  }
  return out;
}

// One power against another one: their logarithms are taken sooner so.
void power_on_each_side(Goal& h, Proof& out) {
  std::vector<Expr> two;
  terms_of(h.difference(), 1, two);
  if (two.size() != 2 || !has_variable_power(h)) return;
  if (h.context.positive_(two[1])) std::swap(two[0], two[1]);
  Algebra a = h.context.algebra();
  const auto smaller = a.simplified(negate(two[1]));
  if (smaller && h.context.positive_(two[0]) && h.context.positive_(*smaller))
    take(rule::Rewrite{two[0], *smaller}, h, out);
}

// c0 + c1 u + c2 u^2 with c2 > 0 for every u: by 4 c0 c2 >= c1^2, which speaks of the terms alone.
Tree by_discriminant(const Goal& g, const Subprover& s, int depth) {
  Algebra a = g.context.algebra();
  if (g.relation.rel != Rel::ge || !has_modulus(g.difference())) return std::nullopt;
  for (const Variable& v : g.context.variables()) {
    const Expr u = Expr::variable(v.name);
    if (v.integer || !depends_on(g.difference(), u)) continue;
    const auto p = coefficients_of(a, g.context, g.difference(), u);
    if (!p || p->size() != 3 || !g.context.positive_((*p)[2])) continue;
    const auto d = a.simplified(sub(mul(Expr(4), mul((*p)[0], (*p)[2])), pow((*p)[1], 2)));
    if (!d || !is_defined(g.context, *d) || !looks_nonnegative(g.context, *d)) continue;
    const Relation said{Rel::ge, *d, 0};
    const auto t = s.prove({g.context, said}, depth - 1, true);
    if (!t) continue;
    Proof out{rule::Cut{said}};
    append(out, *t);
    const Expr square = pow(add(u, quotient((*p)[1], mul(2, (*p)[2]))), 2);
    out.emplace_back(rule::Combine{weight(mul((*p)[2], square)),
                                   {{g.context.hypotheses().size() + 1, weight(quotient(1, mul(4, (*p)[2])))}}});
    return out;
  }
  return std::nullopt;
}

// Means of products where numbers may be 0: apart from the others, powers of 0 are seen.
Tree means_with_zeros(const Goal& g, const Subprover& s, int depth) {
  if (auto t = by_means_of_products(g, s, depth)) return t;
  if (!has_variable_power(g)) return std::nullopt;
  for (const Variable& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    const End& low = v.range.lo;
    if (v.integer || low.infinite || !low.closed || !low.value.is_zero() || !depends_on(g.difference(), x)) continue;
    const ProveGoal at_zero = [&](const Goal& h) -> Tree {
      if (auto t = s.immediate(h)) return t;
      if (auto t = by_powers_of_zero(h, s, 1)) return t;
      return s.sign(h);
    };
    return both_sides(
        g, rule::CloseEnd{x, true}, 1, [&](const Goal& h) { return means_with_zeros(h, s, depth); }, at_zero);
  }
  return std::nullopt;
}

// As far as points tell at which what is said of numbers holds.
bool looks_true(const Goal& g) {
  std::vector<Relation> said;
  for (const Relation& h : g.context.hypotheses())
    if (nodes_of(h, [](const Expr& e) { return is_opaque(e); }).empty()) said.push_back(h);
  return looks_nonnegative(g.context.with_hypotheses(said), g.difference());
}

}  // namespace

bool has_modulus(const Expr& e) {
  return !nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::abs; }).empty();
}

bool has_steps(const Expr& e) {
  return !nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::select; }).empty();
}

bool stays_inside(const Expr& sum) {
  const FreshIndex k;
  return !nodes_of({Rel::ge, body_at(sum, k.variable()), 0}, [](const Expr& e) {
            return e.op() == Op::abs && (e.arg(0).op() == Op::sub || e.arg(0).op() == Op::add);
          }).empty();
}

bool has_terms_over_a_sum(const Expr& sum) {
  const FreshIndex k;
  return !nodes_of({Rel::ge, body_at(sum, k.variable()), 0}, [](const Expr& e) {
            return e.op() == Op::div && (e.arg(0).op() == Op::add || e.arg(0).op() == Op::sub) &&
                   !nodes_of({Rel::ge, e.arg(1), 0}, is_repeated).empty();
          }).empty();
}

bool factors_leave_the_sum(const Context& c, const Expr& sum) {
  const FreshIndex k;
  Algebra plain([](const Expr&) { return false; });
  return std::ranges::all_of(
      nodes_of({Rel::ge, body_at(sum, k.variable()), 0},
               [&](const Expr& e) {
                 const bool asks = e.op() == Op::log || e.op() == Op::pow || e.op() == Op::sqrt || e.op() == Op::div;
                 return asks && !depends_on(e, k.variable()) && !nodes_of({Rel::ge, e, 0}, is_repeated).empty();
               }),
      [&](const Expr& e) {
        const auto form = plain.simplified(e);
        return form && is_defined(c, *form);
      });
}

std::vector<Expr> forms_of_terms(const Context& c, const Expr& e, bool apart) {
  std::vector<Expr> out{e};
  Algebra a = c.algebra();
  if (const auto shorter = a.simplified(e)) out.push_back(*shorter);
  const auto f = apart ? a.fraction(e) : std::nullopt;
  if (!f || f->second.is_constant()) return out;
  std::vector<Expr> parts;
  terms_of(f->first, Rational(1), parts);
  Expr sum = 0;
  for (const Expr& t : parts) sum = add(sum, quotient(t, f->second));
  out.push_back(sum);
  return out;
}

Expr without_kinks_at(Algebra& a, const Expr& e, const std::function<Expr(Expr)>& at_equal) {
  Expr out = e;
  for (const Expr& modulus : nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::abs; }))
    if (a.is_zero(at_equal(modulus.arg(0)))) out = replaced(out, modulus, Expr(0));
  return out;
}

std::optional<Said> over_the_range(Algebra& a, const Context& c, std::size_t number, const std::vector<Expr>& sums,
                                   const Expr& index) {
  const Relation& h = c.hypotheses()[number - 1];
  Expr rest = sub(h.lhs, h.rhs), body = 0;
  for (const Expr& s : sums) {
    const auto p = affine_in(a, c, rest, s);
    if (!p || p->second.is_constant(0)) return std::nullopt;
    rest = p->first;
    body = add(body, mul(p->second, body_at(s, index)));
  }
  const auto total = a.simplified(negate(rest));
  const auto term = a.simplified(body);
  if (!total || !term) return std::nullopt;
  return Said{number, *term, *total, h.rel == Rel::eq};
}

void instantiate_at_places(Goal& h, const Expr& index, Proof& out) {
  std::vector<Expr> places;
  for (const Expr& e : nodes_of(h.relation, [](const Expr& n) { return n.op() == Op::sequence; }))
    if (e.args().size() == 1 && e.arg(0) != index && std::ranges::find(places, e.arg(0)) == places.end())
      places.push_back(e.arg(0));
  Extended x{h};
  instantiate_at_index(x, index, places);
  append(out, x.lines);
  h = x.goal;
}

bool term_below_sum(Goal& h, const Expr& sum, const Expr& index, const Subprover& s, Proof& out) {
  const Relation less{Rel::ge, sum, body_at(sum, index)};
  const auto proof = by_parts_of_ranges({h.context, less}, s, 1);
  if (proof) cut_in(out, h, less, *proof);
  return proof.has_value();
}

std::optional<Expr> degree_in(Algebra& a, const Context& c, const Expr& term, const Expr& t) {
  const Expr size = c.positive_(term) ? term : negate(term);
  if (!c.positive_(size)) return std::nullopt;
  const auto degree = a.simplified(mul(t, derivative(log_by_factors(c, size), t)));
  return degree && !depends_on(*degree, t) ? degree : std::nullopt;
}

std::optional<std::vector<Expr>> slopes_in(Algebra& a, const Context& c, const std::vector<Expr>& names, const Expr& e,
                                           bool of_powers) {
  std::vector<Expr> out;
  for (const Expr& t : names) {
    if (!depends_on(e, t)) {
      out.emplace_back(0);
      continue;
    }
    const auto slope = of_powers ? slope_of_powers(a, c, e, t) : a.simplified(derivative(e, t));
    if (!slope || !is_defined(c, *slope) || has_steps(*slope)) return std::nullopt;
    out.push_back(*slope);
  }
  return out;
}

Tree by_numbers_of_terms(const Goal& g, const Subprover& s, int depth) {
  Goal h = g;
  Proof out;
  if (!take_terms_as_numbers(h, out)) return std::nullopt;
  if (auto t = means_with_zeros(h, s, depth - 1)) {
    append(out, *t);
    return out;
  }
  // Numbers that are known to be positive now may leave most of what the means stood in.
  Algebra a = h.context.algebra();
  const auto form = a.simplified(h.difference());
  if (form && 4 * form->node().tree_size < 3 * h.difference().node().tree_size && is_defined(h.context, *form))
    take(rewrite_to(*form), h, out);
  const std::vector<Variable> variables = h.context.variables();
  for (const Variable& v : variables)
    if (v.integer) take(rule::Widen{Expr::variable(v.name), v.range}, h, out);
  if (!looks_true(h)) return std::nullopt;
  power_on_each_side(h, out);
  Tree t = by_discriminant(h, s, depth);
  const WorkLimit limit(work_left() / share_of_numbers);
  if (!t) t = s.immediate(h);
  if (!t) t = s.prove(h, depth - 1, true);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace dpcert::verify
