// New variables: for an expression through which all others enter, for a logarithm.
#include <fmt/format.h>

#include <algorithm>

#include "src/symbolic/functions.hpp"
#include "verify/engine/tactics/slopes.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

std::vector<Expr> variables_of(const Context& c, const Expr& e) {
  std::vector<Expr> out;
  for (const auto& v : c.variables()) {
    if (depends_on(e, Expr::variable(v.name))) out.push_back(Expr::variable(v.name));
  }
  return out;
}

}  // namespace

Tree by_composite(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  const Expr d = g.difference();
  const auto all = variables_of(c, d);
  if (all.size() < 2 || all.size() > 4) return std::nullopt;
  const auto functions = nodes_of(g.relation, [&](const Expr& e) {
    const FunctionEntry* f = function_entry(e);
    return f && f->substitutes && variables_of(c, e.arg(0)).size() == all.size();
  });
  if (functions.size() > 6) return std::nullopt;
  Algebra a = c.algebra();
  const std::string name = fresh_name(c);
  const Expr t = Expr::variable(name);
  for (const auto& f : functions) {
    const Expr& u = f.arg(0);
    for (const auto& x : all) {
      const auto p = a.coefficients(u, x);
      if (!p || p->size() != 2) continue;
      const Expr raw = substitute(d, {{x, quotient(sub(t, (*p)[0]), (*p)[1])}});
      // With its functions as they stand, if their arguments alone show it: normal_cdf(t) is known to be positive.
      std::optional<Expr> e = with_simple_arguments(a, raw);
      if (std::ranges::any_of(all, [&](const Expr& y) { return depends_on(*e, y); })) e = a.simplified(raw);
      if (!e || std::ranges::any_of(all, [&](const Expr& y) { return depends_on(*e, y); })) continue;
      // By its factors, its sign may be seen from hypotheses.
      Expr form = u;
      if (!c.knows({u, Need::nonnegative}) && !c.knows({negate(u), Need::nonnegative}))
        form = product_of(a, c, u).value_or(u);
      if (!is_defined(c, form)) form = u;
      Range range;
      const Signs sign = c.signs(form);
      if (!(sign & negative)) range.lo = {false, (sign & zero) != 0, Rational(0)};
      if (!(sign & positive)) range.hi = {false, (sign & zero) != 0, Rational(0)};
      // As far as the sign goes, if it may be true there: its far end is no place for boxes. Else the range.
      if (!looks_nonnegative(Context().with_variable({name, false, range}), *e)) {
        const Interval r = c.range(form);
        const Rational margin(1, 1 << 20);
        const bool low = r.is_defined() && arf_is_finite(r.lower_arf()),
                   high = r.is_defined() && arf_is_finite(r.upper_arf());
        if (low && (range.lo.infinite || r.lower_rational() - margin > range.lo.value))
          range.lo = {false, true, r.lower_rational() - margin};
        if (high && (range.hi.infinite || r.upper_rational() + margin < range.hi.value))
          range.hi = {false, true, r.upper_rational() + margin};
      }
      const Expr there = substitute(*e, {{t, form}});
      if (!is_defined(c, there)) continue;
      const std::string line = fmt::format("gen {} {} ({})", name, to_text(range), to_text(form));
      return rewritten(g, there, 0, [&](const Goal& h) {
        return steps(h, line, {[&](const Goal& k) -> Tree {
                       // What is left of the hypotheses speaks of variables that have gone.
                       Goal free = k;
                       Lines widened;
                       for (const auto& y : all) {
                         const std::string widen = fmt::format("widen {} in {}", y.name(), to_text(c.find(y)->range));
                         const auto next = steps(free, widen, {[&](const Goal& q) -> Tree {
                                                   free = q;
                                                   return Lines{};
                                                 }});
                         if (!next) return std::nullopt;
                         widened.push_back(widen);
                       }
                       if (std::ranges::any_of(all, [&](const Expr& y) { return depends_on(free.difference(), y); }))
                         return std::nullopt;
                       const auto rest = s.prove(free, depth, s.numeric);  // there are fewer variables
                       if (!rest) return std::nullopt;
                       widened.insert(widened.end(), rest->begin(), rest->end());
                       return widened;
                     }});
      });
    }
  }
  return std::nullopt;
}

Tree by_log_substitution(const Goal& g, const Subprover& s, int depth) {
  if (depth < 3) return std::nullopt;
  const Context& c = g.context;
  Algebra a = c.algebra();
  for (const auto& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !c.positive_(x)) continue;
    const auto is_log = [&](const Expr& e) { return e.op() == Op::log && depends_on(e, x); };
    std::vector<Expr> logs;
    for (const auto& root : nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::sqrt; })) {
      for (const auto& l : nodes_of({Rel::ge, root, 0}, is_log)) logs.push_back(l);
    }
    if (logs.empty()) continue;
    const Expr& u = logs.front().arg(0);
    // u = A/x or A x: x = A exp(t) or exp(t)/A.
    auto scale = a.simplified(mul(u, x));
    if (!scale || !scale->is_constant()) {
      scale = a.simplified(quotient(x, u));
      if (!scale || !scale->is_constant()) continue;
    }
    if (scale->value().sign() <= 0) continue;
    const Rational margin(1, 1 << 20);
    Range range;
    const auto end_of = [&](const End& e, bool lower) {
      if (e.infinite || e.value.sign() <= 0) return End{};
      const Interval r = log(Interval(e.value / scale->value(), 64));
      return End{false, true, lower ? r.lower_rational() - margin : r.upper_rational() + margin};
    };
    range.lo = end_of(v.range.lo, true);
    range.hi = end_of(v.range.hi, false);
    const std::string t = fresh_name(c);
    return steps(g, fmt::format("subst {} {} {} ({}*exp({}))", v.name, t, to_text(range), to_text(*scale), t),
                 {[&](const Goal& h) -> Tree {
                   if (auto r = by_root_substitution(h, s, depth)) return r;
                   return normalised(h, s, depth);  // the logarithm has gone
                 }});
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
