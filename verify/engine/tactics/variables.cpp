// New variables: for an expression through which all others enter, for a logarithm.
#include <algorithm>

#include "src/symbolic/functions.hpp"
#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

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

namespace {

// Functions whose argument has all the variables in it.
std::vector<Expr> functions_of_all(const Goal& g, std::size_t variables) {
  return nodes_of(g.relation, [&](const Expr& e) {
    const FunctionEntry* f = function_entry(e);
    return f && f->substitutes && variables_of(g.context, e.arg(0)).size() == variables;
  });
}

// D with t for u, which is affine in x; nothing if other variables are left.
std::optional<Expr> through(Algebra& a, const Expr& d, const Expr& u, const Expr& x, const Expr& t,
                            const std::vector<Expr>& all) {
  const auto p = a.coefficients(u, x);
  if (!p || p->size() != 2) return std::nullopt;
  const Expr raw = substitute(d, {{x, quotient(sub(t, (*p)[0]), (*p)[1])}});
  const auto free = [&](const Expr& e) {
    return std::ranges::none_of(all, [&](const Expr& y) { return depends_on(e, y); });
  };
  // With its functions as they stand, if their arguments alone show it: normal_cdf(t) is known to be positive.
  std::optional<Expr> e = with_simple_arguments(a, raw);
  if (!free(*e)) e = a.simplified(raw);
  return e && free(*e) ? e : std::nullopt;
}

// u by its factors, if hypotheses show its sign then.
Expr with_a_sign(Algebra& a, const Context& c, const Expr& u) {
  Expr form = u;
  if (!c.knows({u, Need::nonnegative}) && !c.knows({negate(u), Need::nonnegative}))
    form = product_of(a, c, u).value_or(u);
  return is_defined(c, form) ? form : u;
}

// Where the new variable lies, as far as the sign goes.
Range range_by_sign(const Context& c, const Expr& form) {
  Range range;
  const Signs sign = c.signs(form);
  if (!(sign & negative)) range.lo = {false, (sign & zero) != 0, Rational(0)};
  if (!(sign & positive)) range.hi = {false, (sign & zero) != 0, Rational(0)};
  return range;
}

// The same with the ends of its enclosure.
Range range_of(const Context& c, const Expr& form) {
  Range range = range_by_sign(c, form);
  const Interval r = c.range(form);
  const Rational margin(1, Effort::margin);
  const bool low = r.is_defined() && arf_is_finite(r.lower_arf()),
             high = r.is_defined() && arf_is_finite(r.upper_arf());
  if (low && (range.lo.infinite || r.lower_rational() - margin > range.lo.value))
    range.lo = {false, true, r.lower_rational() - margin};
  if (high && (range.hi.infinite || r.upper_rational() + margin < range.hi.value))
    range.hi = {false, true, r.upper_rational() + margin};
  return range;
}

// As far as the sign goes, if e may be true there: the far end is no place for boxes. Else within the enclosure.
Range range_for(const Context& c, const Expr& form, const std::string& name, const Expr& e) {
  const Range range = range_by_sign(c, form);
  return looks_nonnegative(Context().with_variable({name, false, range}), e) ? range : range_of(c, form);
}

// A quotient of what hypotheses order lies on one side of 1, of which its sign tells nothing: with that as a hypothesis
// the range of a new variable ends there.
void order_quotient(Goal& g, const Expr& form, Range& range, Proof& lines) {
  if (form.op() != Op::div || !g.context.positive_(form.arg(1))) return;
  for (const bool above : {true, false}) {
    const Expr more = above ? sub(form.arg(0), form.arg(1)) : sub(form.arg(1), form.arg(0));
    if (!g.context.positive_(more)) continue;
    const Relation r{Rel::gt, above ? form : Expr(1), above ? Expr(1) : form};
    const auto t =
        rewritten({g.context, r}, quotient(more, form.arg(1)), 0, [](const Goal&) { return Proof{rule::Sign{}}; });
    if (!t) return;
    cut_in(lines, g, r, *t);
    (above ? range.lo : range.hi) = {false, false, Rational(1)};
    return;
  }
}

bool is_smooth_function(const Expr& n) { return function_entry(n) != nullptr && !is_kink(n) && !is_rounded(n); }

bool mentions(const Expr& e, const std::vector<Expr>& variables) {
  return std::ranges::any_of(variables, [&](const Expr& x) { return depends_on(e, x); });
}

// What is left of the hypotheses speaks of variables that have gone: without them, then by `rest`.
Tree forgotten(const Goal& g, const Context& before, const std::vector<Expr>& gone, const ProveGoal& rest) {
  Goal free = g;
  Proof out;
  for (const auto& y : gone) {
    const Step widen = rule::Widen{y, before.find(y)->range};
    const auto next = after(widen, free);
    if (!next) return std::nullopt;
    free = *next;
    out.push_back(widen);
  }
  if (mentions(free.difference(), gone)) return std::nullopt;
  const auto t = rest(free);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace

namespace {

// Is u, in place of t in e, what the checker reads? A sum beside other terms is no part of their sum to it.
bool stays_whole(const Expr& u, const Expr& e, const Expr& t) {
  if (u.op() != Op::add && u.op() != Op::sub) return true;
  const auto is_beside = [&](const Expr& n) {
    return (n.op() == Op::add || n.op() == Op::sub) && (n.arg(0) == t || n.arg(1) == t);
  };
  return nodes_of({Rel::eq, e, 0}, is_beside).empty();
}

// A sum without the numbers in it.
Expr without_constant_terms(const Expr& e) {
  if (e.op() != Op::add && e.op() != Op::sub) return e;
  if (e.arg(1).is_constant()) return without_constant_terms(e.arg(0));
  if (e.op() == Op::add && e.arg(0).is_constant()) return without_constant_terms(e.arg(1));
  const Expr left = without_constant_terms(e.arg(0));
  return e.op() == Op::add ? add(left, e.arg(1)) : sub(left, e.arg(1));
}

}  // namespace

Tree by_composite(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  const Expr d = g.difference();
  const auto all = variables_of(c, d);
  if (all.size() < 2 || all.size() > Effort::Variables::most) return std::nullopt;
  const auto functions = functions_of_all(g, all.size());
  if (functions.size() > Effort::Variables::most_functions) return std::nullopt;
  Algebra a = c.algebra();
  const std::string name = fresh_name(c);
  const Expr t = Expr::variable(name);
  std::vector<Expr> candidates;
  for (const auto& f : functions)
    for (const Expr& u : {f.arg(0), without_constant_terms(f.arg(0))})
      if (std::ranges::find(candidates, u) == candidates.end()) candidates.push_back(u);
  for (const Expr& u : candidates) {
    for (const auto& x : all) {
      const auto e = through(a, d, u, x, t, all);
      if (!e) continue;
      const Expr form = with_a_sign(a, c, u);
      if (!stays_whole(form, *e, t)) continue;
      Goal known = g;
      Proof out;
      Range range = range_by_sign(c, form);
      order_quotient(known, form, range, out);
      if (out.empty()) range = range_for(c, form, name, *e);
      const Expr there = substitute(*e, {{t, form}});
      if (!is_defined(c, there)) continue;
      const auto rest = [&](const Goal& h) { return s.prove(h, depth, s.numeric); };  // there are fewer variables
      const auto generalised = [&](const Goal& h) { return forgotten(h, c, all, rest); };
      const auto proof = rewritten(known, there, 0, [&](const Goal& h) {
        return steps(h, rule::Gen{name, range, form}, {generalised});
      });
      if (!proof) return std::nullopt;
      append(out, *proof);
      return out;
    }
  }
  return std::nullopt;
}

namespace {

// E by a new variable, where goal and hypotheses lose all variables of it; `d` is the goal's difference and `said` are
// those of the hypotheses, simplified.
Tree by_naming(const Goal& g, const Expr& e, const Expr& d, const std::vector<Expr>& said, const ProveGoal& alone) {
  const Context& c = g.context;
  const auto gone = variables_of(c, e);
  const std::string name = fresh_name(c);
  const Expr t = Expr::variable(name);
  if (mentions(replaced(d, e, t), gone) || !is_defined(c, e) || !is_defined(c, d)) return std::nullopt;
  if (std::ranges::none_of(said, [&](const Expr& h) { return mentions(h, gone); })) return std::nullopt;
  if (std::ranges::any_of(said, [&](const Expr& h) { return mentions(replaced(h, e, t), gone); })) return std::nullopt;
  Goal h = g;
  Proof out;
  for (std::size_t i = 0; i < said.size(); ++i) {
    const Relation r = c.hypotheses()[i];
    if (mentions(replaced(sub(r.lhs, r.rhs), e, t), gone))
      cut_in(out, h, {r.rel, said[i], 0}, {rule::Combine{Rational(0), {{i + 1, Expr(1)}}}});
  }
  const auto named = rewritten(h, d, 0, [&](const Goal& k) {
    return steps(k, rule::Gen{name, range_of(c, e), e}, {[&](const Goal& m) { return forgotten(m, c, gone, alone); }});
  });
  if (!named) return std::nullopt;
  append(out, *named);
  return out;
}

}  // namespace

Tree by_common_parts(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty()) return std::nullopt;
  const auto all = variables_of(c, g.difference());
  if (all.size() < 2) return std::nullopt;
  auto parts = nodes_of(g.relation, [&](const Expr& e) {
    return !e.args().empty() && e.op() != Op::neg && variables_of(c, e).size() >= 2;
  });
  std::ranges::stable_sort(parts, std::ranges::greater{}, [](const Expr& e) { return e.node().tree_size; });
  const std::string name = fresh_name(c);
  const Expr t = Expr::variable(name);
  std::size_t left = Effort::Variables::most;
  for (const Expr& u : parts) {
    const Relation r{g.relation.rel, replaced(g.relation.lhs, u, t), replaced(g.relation.rhs, u, t)};
    const Expr d = sub(r.lhs, r.rhs);
    std::vector<Expr> gone;
    for (const Expr& x : variables_of(c, u))
      if (!depends_on(d, x)) gone.push_back(x);
    // A side alone is no common part, nor is what D has once: there would be nothing left to prove.
    if (gone.empty() || u == g.relation.lhs || u == g.relation.rhs || !is_defined(c, u)) continue;
    const Range range = range_by_sign(c, u);
    if (!looks_nonnegative(c.with_variable({name, false, range}), d)) continue;
    if (left-- == 0) return std::nullopt;
    const auto rest = [&](const Goal& h) { return forgotten(h, c, gone, alone); };
    if (auto proof = steps(g, rule::Gen{name, range, u}, {rest})) return proof;
  }
  return std::nullopt;
}

Tree by_named_terms(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty()) return std::nullopt;
  Algebra a = c.algebra();
  const auto d = a.simplified(g.difference());
  if (!d) return std::nullopt;
  std::vector<Expr> said;
  for (const Relation& h : c.hypotheses()) {
    said.push_back(a.simplified(sub(h.lhs, h.rhs)).value_or(sub(h.lhs, h.rhs)));
  }
  // Of a whole part, or of one of two sides, more is known than where it lies.
  std::vector<Expr> functions;
  for (const Expr& h : said) {
    for (const Expr& e : nodes_of({Rel::ge, h, 0}, is_smooth_function))
      if (std::ranges::find(functions, e) == functions.end()) functions.push_back(e);
  }
  if (functions.size() > Effort::Variables::most_functions) return std::nullopt;
  for (const Expr& e : functions) {
    if (auto t = by_naming(g, e, *d, said, alone)) return t;
  }
  return std::nullopt;
}

Tree with_named_functions(const Goal& g, const ProveGoal& rest) {
  const Expr d = g.difference();
  for (const Expr& e : nodes_of(g.relation, is_smooth_function)) {
    const auto gone = variables_of(g.context, e);
    const std::string name = fresh_name(g.context);
    if (gone.empty() || mentions(replaced(d, e, Expr::variable(name)), gone) || !is_defined(g.context, e)) continue;
    const auto again = [&](const Goal& h) { return with_named_functions(h, rest); };
    return steps(g, rule::Gen{name, range_of(g.context, e), e},
                 {[&](const Goal& h) { return forgotten(h, g.context, gone, again); }});
  }
  return rest(g);
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
    const Rational margin(1, Effort::margin);
    Range range;
    const auto end_of = [&](const End& e, bool lower) {
      if (e.infinite || e.value.sign() <= 0) return End{};
      const Interval r = log(Interval(e.value / scale->value(), 64));
      return End{false, true, lower ? r.lower_rational() - margin : r.upper_rational() + margin};
    };
    range.lo = end_of(v.range.lo, true);
    range.hi = end_of(v.range.hi, false);
    const std::string t = fresh_name(c);
    return steps(g, rule::Subst{x, t, range, *scale * exp(Expr::variable(t))}, {[&](const Goal& h) -> Tree {
                   if (auto r = by_root_substitution(h, s, depth)) return r;
                   return normalised(h, s, depth);  // the logarithm has gone
                 }});
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
