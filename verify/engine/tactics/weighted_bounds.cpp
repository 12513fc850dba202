#include "verify/engine/tactics/weighted_bounds.hpp"

#include <algorithm>

#include "verify/engine/tactics/combination.hpp"

namespace dpcert::verify {

std::size_t functions_in(const Expr& e) {
  return nodes_of({Rel::ge, e, 0},
                  [](const Expr& n) {
                    switch (n.op()) {
                      case Op::constant:
                      case Op::pi:
                      case Op::variable:
                      case Op::neg:
                      case Op::add:
                      case Op::sub:
                      case Op::mul:
                      case Op::div:
                        return false;
                      case Op::pow:
                        return !(n.arg(1).is_constant() && n.arg(1).value().is_integer());
                      default:
                        return true;
                    }
                  })
      .size();
}

Tree with_bounds(const Goal& g, const Expr& d, const std::vector<Use>& uses, const Subprover& s, int depth, bool fewer,
                 const std::function<bool(const Expr&)>& looks_true) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  Expr rest = d;
  for (const auto& u : uses) {
    if (!c.knows({u.weight, Need::nonnegative}) || !is_defined(c, u.weight) || !is_defined(c, u.bound))
      return std::nullopt;
    rest = sub(rest, mul(u.weight, u.bound));
  }
  const auto simple = a.simplified(rest);
  if (!simple || !is_defined(c, *simple)) return std::nullopt;
  const bool nothing = simple->is_constant(0);
  if (nothing && g.strict()) return std::nullopt;
  if (!nothing && fewer && functions_in(*simple) >= functions_in(d)) return std::nullopt;
  // Beside equations, what R says at points that satisfy none of them tells nothing.
  const bool tied = std::ranges::any_of(c.hypotheses(), [](const Relation& r) { return r.rel == Rel::eq; });
  const Relation left{g.relation.rel, *simple, 0};
  const Tree at_once = tied && !nothing ? prove_by_combination({c, left}, s.out_of_time) : std::nullopt;
  if (!nothing && !at_once && !(looks_true ? looks_true(*simple) : looks_nonnegative(c, *simple))) return std::nullopt;
  Proof out;
  Goal h = g;
  rule::Combine sum{Rational(0), {}};
  const auto cut = [&](const Relation& r, const ProveGoal& proof) {
    const auto t = proof({h.context, r});
    if (t) cut_in(out, h, r, *t);
    return t.has_value();
  };
  if (!nothing) {
    if (!cut(left, [&](const Goal& k) -> Tree {
          if (at_once) return at_once;
          if (auto t = s.immediate(k)) return t;
          return s.prove(k, depth - 1, s.numeric);
        }))
      return std::nullopt;
    sum.terms.emplace_back(h.context.hypotheses().size(), Rational(1));
  }
  for (const auto& u : uses) {
    if (!cut({Rel::ge, u.bound, 0}, u.proof)) return std::nullopt;
    sum.terms.emplace_back(h.context.hypotheses().size(), u.weight);
  }
  out.emplace_back(std::move(sum));
  return out;
}

std::optional<WeightedLogs> weighted_logs(Algebra& a, const Expr& d, std::size_t most) {
  std::vector<Expr> logs = nodes_of({Rel::ge, d, 0}, [](const Expr&e) { return e.op() == Op::log; }), names;
  if (logs.empty() || logs.size() > most) return std::nullopt;
  std::ranges::reverse(logs);  // outer ones first
  Expr named = d;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    names.push_back(Expr::variable("log'" + std::to_string(i)));
    named = replaced(named, logs[i], names[i]);
  }
  WeightedLogs out{{}, named};
  for (std::size_t i = 0; i < logs.size(); ++i) {
    if (!depends_on(named, names[i])) continue;
    const auto p = a.coefficients(out.rest, names[i]);
    if (!p || p->empty() || p->size() > 2) return std::nullopt;
    out.rest = (*p)[0];
    if (p->size() == 1) continue;  // its weights cancel
    if (std::ranges::any_of(names, [&](const Expr& t) { return depends_on((*p)[1], t); })) return std::nullopt;
    out.logs.push_back({(*p)[1], logs[i].arg(0)});
  }
  return out;
}

Tree in_logarithms(const Goal& g, const std::function<Tree(const Goal&, const Expr& d)>& rest) {
  const Context& c = g.context;
  if (!nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::log; }).empty()) return rest(g, g.difference());
  const auto &left = g.relation.lhs, &right = g.relation.rhs;
  if (!c.positive_(left) || !c.positive_(right)) return std::nullopt;
  return steps(g, rule::TakeLog{},
               {[&](const Goal& h) { return rest(h, sub(log_by_factors(c, left), log_by_factors(c, right))); }});
}

Use log_bound(const Expr& weight, const Expr& r, const Subprover& s) {
  return {weight, sub(sub(r, 1), log(r)), [r, &s](const Goal& g) {
            // What is known to be positive is a variable as it is written: a logarithm of it may have exponents with
            // denominators, of which the exponential would be another form.
            if (g.context.positive_(r)) {
              const Expr t = Expr::variable(fresh_name(g.context));
              // t - 1 - log t falls up to 1 and rises from there on.
              const auto from_one = [&](bool up) -> ProveGoal {
                return [&s, t, up](const Goal& k) { return steps(k, rule::Mono{t, up}, {s.immediate}); };
              };
              const Step gen = rule::Gen{std::string(t.name()), {{false, false, Rational(0)}, {}}, r};
              const auto in_t = [&](const Goal& k) -> Tree {
                if (variables_of(k.difference()).size() != 1) return std::nullopt;  // r is a sum, and no node of r - 1
                return steps(k, rule::Split{t, Rational(1)}, {from_one(false), from_one(true)});
              };
              if (auto proof = steps(g, gen, {in_t})) return proof;
            }
            const Expr l = log(r);
            return rewritten(g, sub(sub(exp(l), 1), l), 0, [&](const Goal& h) {
              return steps(h, rule::Gen{fresh_name(h.context), Range{}, l},
                           {[&](const Goal& k) { return s.prove(k, 4, false); }});
            });
          }};
}

}  // namespace dpcert::verify
