// An integral from 0 to a variable whose body is, but for a constant, a Gamma or a Beta density: the mass of the law is
// known, so that the goal is one about the integral from that variable on, whose bounds are seen from the other end.
// For upper incomplete gamma functions, and the symmetry of incomplete beta functions.
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// The name of e from now on, or nothing.
std::optional<Expr> name_of(const Expr& e, Goal& g, Proof& lines) {
  const std::string name = fresh_name(g.context);
  if (!take(rule::Gen{name, Range{}, e}, g, lines)) return std::nullopt;
  return Expr::variable(name);
}

}  // namespace

std::optional<Expr> with_rest_of_law(Goal& g, Proof& lines, const Expr& i, std::optional<Expr> end,
                                     const std::vector<Lemma>& lemmas) {
  const Expr x = Expr::variable(fresh_name(g.context)), body = body_at(i, x), upper = *high_of(i);
  const Expr whole = Expr::integral(x, low_of(i), end, body), rest = Expr::integral(x, upper, end, body);
  if (!by_density_integrals(g, lines, whole, lemmas)) return std::nullopt;
  const auto mass = value_of(g.context, whole);
  if (!mass || !take(rule::SplitRange{whole, upper}, g, lines)) return std::nullopt;
  const auto w = name_of(whole, g, lines);
  if (!w || !take(rule::Equal{*w, *mass}, g, lines)) return std::nullopt;
  const auto y = name_of(i, g, lines);
  if (!y || !take(rule::Equal{*y, sub(*mass, rest)}, g, lines)) return std::nullopt;
  return rest;
}

namespace {

// The goal as an affine function of U with tidy coefficients.
std::optional<Relation> tidy(const Goal& g, const Expr& u) {
  const Expr t = Expr::variable(fresh_name(g.context));
  Algebra a = g.context.algebra();
  const auto p = a.coefficients(replaced(g.difference(), u, t), t);
  if (!p || p->size() != 2) return std::nullopt;
  const Expr form = add((*p)[0], mul((*p)[1], u));
  if (!is_defined(g.context, form)) return std::nullopt;
  return Relation{g.relation.rel, form, 0};
}

}  // namespace

bool by_part_of_density(Goal& g, Proof& lines, const Expr& integral, const std::vector<Lemma>& lemmas) {
  const auto low = low_of(integral), high = high_of(integral);
  if (!low || lemmas.empty() || is_defined(g.context, integral)) return false;
  const bool from_zero = low->is_constant(0);
  if (from_zero == (!high || high->is_constant(1))) return false;  // the whole, or a part with two ends of its own
  const Expr x = Expr::variable(fresh_name(g.context)), body = body_at(integral, x);
  for (const bool infinite : {true, false}) {
    const auto end = infinite ? std::optional<Expr>() : Expr(1);
    if (!from_zero && infinite == high.has_value()) continue;
    Goal trial = g;
    Proof out;
    const Expr whole = Expr::integral(x, Expr(0), end, body);
    if (!by_density_integrals(trial, out, whole, lemmas)) continue;
    if (!take(rule::SplitRange{whole, from_zero ? *high : *low}, trial, out)) continue;
    if (!is_defined(trial.context, integral)) continue;
    append(lines, out);
    g = std::move(trial);
    return true;
  }
  return false;
}

namespace {

// The slope of a density of one shape as two densities; or the terms of the sum that it is.
std::vector<std::pair<Coefficient, Expr>> densities_of(Algebra& a, const Context& inside, const Expr& body,
                                                       const Expr& primitive, const Expr& x) {
  std::vector<std::pair<Coefficient, Expr>> out;
  if (const auto shape = density_shape(a, primitive, x)) {
    const bool gamma = shape->gamma;
    const Expr &p = shape->p, &r = shape->r;
    const auto density = [&](const Expr& first, const Expr& second) {
      return exp(gamma ? sub(mul(first, log(x)), mul(second, x))
                       : add(mul(first, log(x)), mul(second, log(sub(1, x)))));
    };
    const auto c = a.simplified(quotient(primitive, density(p, r)));
    if (c && !depends_on(*c, x)) {
      out.emplace_back(weight(mul(*c, p)), density(sub(p, 1), r));
      out.emplace_back(weight(negate(mul(*c, r))), gamma ? density(p, r) : density(p, sub(r, 1)));
      return out;
    }
  }
  std::vector<Expr> terms;
  terms_of(a.expanded(body).value_or(body), 1, terms);
  for (const Expr& t : terms) {
    const bool falls = inside.positive_(negate(t));
    out.emplace_back(Rational(falls ? -1 : 1), falls ? a.simplified(negate(t)).value_or(negate(t)) : t);
  }
  return out;
}

}  // namespace

bool by_terms_of_densities(Goal& g, Proof& lines, const Expr& integral, const Expr& primitive, const Expr& x,
                           const std::vector<Lemma>& lemmas) {
  constexpr std::size_t most = 4;
  const Context inside = g.context.inside(integral, x);
  Algebra a = inside.algebra();
  const auto terms = densities_of(a, inside, body_at(integral, x), primitive, x);
  if (terms.size() < 2 || terms.size() > most) return false;
  Goal now = g;
  Proof out;
  rule::Linear sum{integral, {}};
  for (const auto& [c, body] : terms) {
    const Expr part = Expr::integral(x, low_of(integral), high_of(integral), body);
    if (!is_defined(now.context, part) && !by_part_of_density(now, out, part, lemmas)) return false;
    sum.terms.emplace_back(c, part);
  }
  if (!take(sum, now, out)) return false;
  append(lines, out);
  g = std::move(now);
  return true;
}

Tree by_complements_of_integrals(const Goal& g, const Subprover& s, int depth, bool parts_only) {
  if (g.context.language() < 3 || depth < 2 || s.lemmas.empty()) return std::nullopt;
  const auto all = nodes_of(g.relation, is_integral);
  if (all.empty() || all.size() > 2) return std::nullopt;
  for (const Expr& i : all) {
    const auto low = low_of(i), high = high_of(i);
    if (!low || !low->is_constant(0) || !high || high->is_constant()) continue;
    for (const bool infinite : {true, false}) {
      Goal now = g;
      Proof lines;
      const auto rest = with_rest_of_law(now, lines, i, infinite ? std::optional<Expr>() : Expr(1), s.lemmas);
      if (!rest) continue;
      const auto left = tidy(now, *rest);
      if (!left) continue;
      const auto t = rewritten(now, left->lhs, left->rhs, [&](const Goal& h) -> Tree {
        if (auto r = s.immediate(h)) return r;
        if (h.relation.rel != Rel::eq) {
          if (auto r = by_comparison_of_parts(h, s, depth - 1, *rest); r || parts_only) return r;
          if (auto r = by_moving_end(h, s, depth - 1, *rest)) return r;
        }
        return s.prove(h, depth - 1, s.numeric);
      });
      if (!t) continue;
      append(lines, *t);
      return lines;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
