// One error function with a coefficient that is no number, as in bounds of Mills' ratio: divided by that coefficient,
// the function is gone in the derivative, and the exponential is a factor of what is left.
#include <algorithm>
#include <cstdlib>

#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_of_one_function = 4;  // how often it may stand in a goal that is looked at in front

// A f + B >= 0 with A of known sign: f + B/A, or B/(-A) - f.
struct LoneTail {
  Expr weight;
  std::vector<Expr> forms;  // what is left: as it is written, and by normal form
};

// The coefficient by its factors where the sum itself does not show its sign.
std::optional<std::pair<Expr, bool>> of_known_sign(const Context& c, Algebra& a, const Expr& e) {
  for (const bool up : {true, false}) {
    const Expr w = up ? e : negate(e);
    if (c.positive_(w)) return std::pair{w, up};
    const auto p = product_of(a, c, w);
    if (p && c.positive_(*p)) return std::pair{*p, up};
  }
  return std::nullopt;
}

// e by its factors, exponentials first and none below the line: so its limit far out is seen.
std::optional<Expr> with_exponentials_first(Algebra& a, const Expr& e) {
  const auto f = a.factorization(e);
  if (!f) return std::nullopt;
  Expr exponent = 0, top = f->constant, below = 1;
  for (const auto& [base, k] : f->factors) {
    if (base.op() == Op::exp)
      exponent = add(exponent, mul(Expr(k), base.arg(0)));
    else
      (k > 0 ? top : below) = mul(k > 0 ? top : below, power(base, Expr(std::abs(k))));
  }
  return quotient(mul(exp(a.simplified(exponent).value_or(exponent)), top), below);
}

std::optional<LoneTail> lone_tail(const Goal& g) {
  const Context& c = g.context;
  const Expr d = g.difference(), t = Expr::variable(fresh_name(c));
  Algebra a = c.algebra();
  // normal_cdf(0) is a number.
  std::vector<Expr> functions =
      nodes_of({Rel::ge, d, 0}, [](const Expr& e) { return is_error_function(e) && !e.arg(0).is_constant(); });
  std::ranges::sort(functions, {}, [](const Expr& e) { return to_text(e); });
  functions.erase(std::unique(functions.begin(), functions.end()), functions.end());
  if (functions.size() != 1) return std::nullopt;
  const Expr& f = functions.front();
  const auto p = a.coefficients(replaced(d, f, t), t);
  if (!p || p->size() != 2 || (*p)[1].is_constant() || depends_on((*p)[0], t)) return std::nullopt;
  const auto k = of_known_sign(c, a, (*p)[1]);
  if (!k) return std::nullopt;
  if (!is_defined(c, f)) return std::nullopt;
  LoneTail out{k->first, {}};
  // A normal form may have roots below the line of which no sign is seen.
  const Expr written = quotient_by(replaced(d, f, 0), k->first);
  std::vector<Expr> terms;
  terms_of(replaced(d, f, 0), 1, terms);
  std::optional<Expr> by_terms = 0;
  for (const Expr& e : terms) {
    const auto one = by_terms ? with_exponentials_first(a, quotient(e, k->first)) : std::nullopt;
    by_terms = one ? std::optional(add(*by_terms, *one)) : std::nullopt;
  }
  for (const auto& rest : {std::optional(written), a.simplified(quotient((*p)[0], k->first)), by_terms}) {
    if (!rest || !is_defined(c, *rest) || !a.is_zero(sub(mul(k->first, *rest), (*p)[0]))) continue;
    const Expr form = k->second ? add(f, *rest) : sub(*rest, f);
    if (std::ranges::find(out.forms, form) == out.forms.end()) out.forms.push_back(form);
  }
  return out;
}

// e/exp(u) as e is written, where each term of it has this factor: a normal form with roots below the line need not
// show it.
std::optional<Expr> without_exponential(Algebra& a, const Expr& e, const Expr& u) {
  const auto part = [&](std::size_t i) { return without_exponential(a, e.arg(i), u); };
  switch (e.op()) {
    case Op::exp: {
      const auto rest = a.simplified(sub(e.arg(0), u));
      return rest && rest->is_constant() ? std::optional(rest->is_constant(0) ? Expr(1) : exp(*rest)) : std::nullopt;
    }
    case Op::neg: {
      const auto v = part(0);
      return v ? std::optional(negate(*v)) : v;
    }
    case Op::add:
    case Op::sub: {
      const auto v = part(0), w = v ? part(1) : v;
      return w ? std::optional(e.op() == Op::add ? add(*v, *w) : sub(*v, *w)) : w;
    }
    case Op::mul: {
      if (const auto v = part(0)) return mul(*v, e.arg(1));
      const auto w = part(1);
      return w ? std::optional(mul(e.arg(0), *w)) : w;
    }
    case Op::div: {
      const auto v = part(0);
      return v ? std::optional(quotient(*v, e.arg(1))) : v;
    }
    default:
      return std::nullopt;
  }
}

// From 0 on what stands below a fraction line may be a sum of positive terms: there by its tail, and before by itself.
Tree from_zero_on(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  for (const auto& v : g.context.variables()) {
    const Range& r = v.range;
    if (v.integer || r.lo.infinite || r.lo.value.sign() >= 0 || !r.hi.infinite) continue;
    const Step split = rule::Split{Expr::variable(v.name), Rational(0)};
    const auto parts = apply(split, g);
    if (!parts || !lone_tail((*parts)[1])) continue;
    return both_sides(
        g, split, 1, [&](const Goal& h) { return by_lone_tails(h, s, depth, alone); }, alone);
  }
  return std::nullopt;
}

}  // namespace

Tree by_common_exponential(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2) return std::nullopt;
  const Expr d = g.difference();
  const auto exponentials =
      nodes_of({Rel::ge, d, 0}, [](const Expr& e) { return e.op() == Op::exp && !e.arg(0).is_constant(); });
  const auto roots =
      nodes_of({Rel::ge, d, 0}, [](const Expr& e) { return e.op() == Op::sqrt && !e.arg(0).is_constant(); });
  if (exponentials.empty() || roots.empty()) return std::nullopt;
  Algebra a = g.context.algebra();
  const Expr& u = exponentials.front().arg(0);
  const auto rest = without_exponential(a, d, u);
  if (!rest || !is_defined(g.context, *rest)) return std::nullopt;
  return steps(g, rule::Factor{exp(u), *rest}, {[&](const Goal& h) { return s.prove_part(h, depth - 1, true); }});
}

Tree by_lone_tails_at_once(const Goal& g, const Subprover& s) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const auto functions = nodes_of(g.relation, is_error_function);
  if (functions.empty() || functions.size() > most_of_one_function) return std::nullopt;
  Subprover quick = s;
  quick.round = 0;  // a slope of which no factors show the sign is for later
  if (auto t = by_tail(g, quick, 1)) return t;
  if (const auto tail = lone_tail(g)) {
    for (const Expr& form : tail->forms) {
      if (auto t = steps(g, rule::Factor{tail->weight, form}, {[&](const Goal& h) { return by_tail(h, quick, 1); }}))
        return t;
    }
    return std::nullopt;
  }
  // A weight that is 0 at a closed end, as that of x M(x).
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || v.range.lo.infinite || !v.range.lo.closed || !v.range.hi.infinite) continue;
    const Step end = rule::CloseEnd{x, true};
    const auto parts = apply(end, g);
    if (!parts || !lone_tail((*parts)[1])) continue;
    return steps(g, end, {s.immediate, [&](const Goal& h) { return by_lone_tails_at_once(h, s); }});
  }
  return std::nullopt;
}

Tree by_lone_tails(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const auto tail = lone_tail(g);
  if (!tail || tail->forms.empty()) return from_zero_on(g, s, depth, alone);
  Subprover whole = s;
  whole.round = std::max(whole.round, 1);
  whole.prove_within = [&](const Goal& h, int, bool, std::size_t) { return alone(h); };
  if (!looks_nonnegative(g.context, tail->forms.front())) return from_zero_on(g, s, depth, alone);
  // Of one of the forms the limit may be seen, and of none of them it need be.
  for (const bool far : {true, false})
    for (const Expr& form : tail->forms) {
      if (!far && s.round == 0) return std::nullopt;
      const auto rest = [&](const Goal& h) { return far ? by_tail(h, whole, depth) : alone(h); };
      if (auto t = steps(g, rule::Factor{tail->weight, form}, {rest})) return t;
    }
  return std::nullopt;
}

}  // namespace dpcert::verify
