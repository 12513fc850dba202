// The weighted arithmetic mean above the geometric one: c S^w >= x^e for a sum S of positive monomials, by the tangent
// log t <= t - 1 at each of them over what it is of S where the two means are equal.
#include <algorithm>

#include "verify/engine/lp/exact_simplex.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// The quotient of the sides as constant * sum^weight / product of variables^power.
struct Means {
  Rational constant, weight;
  Expr sum;
  std::vector<Expr> variables;
  Powers powers;
};
std::optional<Means> means(const Goal& g) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  const auto f = a.factorization(quotient(g.relation.lhs, g.relation.rhs));
  if (!f || f->constant.sign() <= 0) return std::nullopt;
  Means out{f->constant, Rational(0), Expr(0), {}, {}};
  for (const auto& v : c.variables())
    if (const Expr x = Expr::variable(v.name); depends_on(g.difference(), x)) out.variables.push_back(x);
  if (out.variables.empty() || out.variables.size() > Effort::Means::most_variables ||
      !std::ranges::all_of(out.variables, [&](const Expr& x) { return c.positive_(x); }))
    return std::nullopt;
  out.powers = Powers(out.variables.size());
  for (const auto& [base, k] : f->factors) {
    const auto x = std::ranges::find(out.variables, base);
    if (x != out.variables.end()) {
      out.powers[static_cast<std::size_t>(x - out.variables.begin())] = static_cast<int>(-k);
    } else {
      if (!out.weight.is_zero() || k <= 0) return std::nullopt;
      out.weight = Rational(k);
      out.sum = base;
    }
  }
  return out.weight.is_zero() ? std::nullopt : std::optional(std::move(out));
}

// Weights of the monomials of the sum, together that of the sum, so that their product is the other side's.
std::optional<std::vector<Rational>> weights_of(const Means& m, const Poly& sum, const std::function<bool()>& stop) {
  std::vector<std::vector<Rational>> rows(m.variables.size() + 1);
  std::vector<Rational> right;
  for (std::size_t j = 0; j < m.variables.size(); ++j) {
    for (const auto& [powers, c] : sum) rows[j].emplace_back(powers[j]);
    right.emplace_back(m.powers[j]);
  }
  rows.back().assign(sum.size(), Rational(1));
  right.push_back(m.weight);
  return nonnegative_solution(rows, right, stop);
}

}  // namespace

Tree by_weighted_means(const Goal& g, const Subprover& s, int depth) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.positive_(g.relation.lhs) || !c.positive_(g.relation.rhs)) return std::nullopt;
  const auto m = means(g);
  const auto sum = m ? polynomial(m->sum, m->variables) : std::nullopt;
  if (!sum || sum->size() < 2 || sum->size() > Effort::Means::most_terms ||
      std::ranges::any_of(*sum, [](const auto& t) { return t.second.sign() < 0; }))
    return std::nullopt;
  const auto weights = weights_of(*m, *sum, s.out_of_time);
  if (!weights) return std::nullopt;
  const Step log_step = rule::TakeLog{};
  const auto next = after(log_step, g);
  if (!next) return std::nullopt;
  Proof out{log_step};
  Goal h = *next;
  rule::Combine all{Rational(0), {}};
  Expr left = log(Expr(m->constant));
  std::size_t i = 0;
  for (const auto& [powers, k] : *sum) {
    const Rational w = (*weights)[i++];
    if (w.is_zero()) continue;
    const Rational share = k * m->weight / w;
    const Expr part = quotient(expression(Poly{{powers, share}}, m->variables), m->sum);
    const Relation tangent{Rel::ge, sub(part, 1), log(part)};
    const std::string name = fresh_name(h.context);
    const auto t = steps({h.context, tangent}, rule::Gen{name, Range{{false, false, Rational(0)}, {}}, part},
                         {[&](const Goal& one) -> Tree {
                           Proof lines;
                           const Goal free = without_hypotheses(one, lines);
                           const auto proof = s.prove(free, depth - 1, true);
                           if (!proof) return std::nullopt;
                           append(lines, *proof);
                           return lines;
                         }});
    if (!t) return std::nullopt;
    cut_in(out, h, tangent, *t);
    all.terms.emplace_back(h.context.hypotheses().size(), w);
    left = add(left, mul(Expr(w), log(Expr(share))));
  }
  // Nothing is left where the means are those of the sides.
  Algebra a = c.algebra();
  const auto rest = a.simplified(left);
  if (!rest || !c.knows({*rest, g.strict() ? Need::positive : Need::nonnegative})) return std::nullopt;
  all.constant = weight(*rest);
  out.emplace_back(std::move(all));
  return out;
}

namespace {

// k log(S) + rest >= 0 for a sum S of positive terms T, k >= 0: log S is at least the sum of w log(T/w) for weights w.
struct LogOfSum {
  Expr k, sum, rest;
  std::vector<Expr> terms;
};
std::vector<LogOfSum> logs_of_sums(const Context& c, const Expr& d) {
  std::vector<LogOfSum> out;
  Algebra a = c.algebra();
  const Expr t = Expr::variable(fresh_name(c));
  for (const Expr& l : nodes_of({Rel::ge, d, 0}, [](const Expr& e) { return e.op() == Op::log; })) {
    LogOfSum found{0, l.arg(0), 0, {}};
    terms_of(found.sum, 1, found.terms);
    const std::size_t n = found.terms.size();
    if (n < 2 || n > Effort::Means::most_logs ||
        !std::ranges::all_of(found.terms, [&](const Expr& e) { return c.positive_(e); }))
      continue;
    const auto p = a.coefficients(replaced(d, l, t), t);
    if (!p || p->size() != 2 || !c.knows({(*p)[1], Need::nonnegative})) continue;
    found.k = (*p)[1], found.rest = replaced(d, l, 0);
    out.push_back(std::move(found));
  }
  return out;
}

// Positive weights of the terms of a sum that have the sum 1: the same for all; of two, a variable and what it
// leaves of 1, or the shares of two positive variables.
std::vector<std::vector<Expr>> weights_with_sum_one(const Context& c, const Expr& d, std::size_t n) {
  std::vector<std::vector<Expr>> out{std::vector<Expr>(n, Expr(Rational(1, static_cast<long>(n))))};
  if (n != 2) return out;
  std::vector<Expr> all;
  for (const auto& v : c.variables())
    if (const Expr x = Expr::variable(v.name); depends_on(d, x) && c.positive_(x)) all.push_back(x);
  for (const Expr& x : all)
    if (c.positive_(sub(1, x))) out.insert(out.end(), {{x, sub(1, x)}, {sub(1, x), x}});
  for (const Expr& x : all)
    for (const Expr& y : all)
      if (!(x == y)) out.push_back({quotient(x, add(x, y)), quotient(y, add(x, y))});
  return out;
}

// The tangent at 0: exp(u) - 1 >= u, u named.
Relation tangent_of_exp(const Expr& u) { return {Rel::ge, sub(exp(u), 1), u}; }
Tree tangent_at_zero(const Context& c, const Expr& u, const Subprover& s, int depth) {
  return steps({c, tangent_of_exp(u)}, rule::Gen{fresh_name(c), Range{}, u}, {[&](const Goal& one) -> Tree {
                 Proof lines;
                 const auto proof = s.prove(without_hypotheses(one, lines), depth, true);
                 if (!proof) return std::nullopt;
                 append(lines, *proof);
                 return lines;
               }});
}

// c times a product of powers m.
struct WeightedProduct {
  Expr c = 1, m = 1;
};
void read_product(const Expr& e, const std::function<bool(const Expr&)>& is_base, bool above, WeightedProduct& out) {
  if (e.op() == Op::neg) {
    out.c = negate(out.c);
    read_product(e.arg(0), is_base, above, out);
    return;
  }
  if (e.op() == Op::mul || e.op() == Op::div) {
    read_product(e.arg(0), is_base, above, out);
    read_product(e.arg(1), is_base, above == (e.op() == Op::mul), out);
    return;
  }
  Expr& part = is_base(e) ? out.m : out.c;
  part = above ? mul(part, e) : quotient(part, e);
}

Tree with_weights(const Goal& g, const LogOfSum& l, const std::vector<Expr>& weights, const Subprover& s, int depth,
                  const ProveGoal& alone) {
  const Context& c = g.context;
  Expr means = 0;
  for (std::size_t i = 0; i < weights.size(); ++i)
    means = add(means, mul(weights[i], log(quotient(l.terms[i], weights[i]))));
  // Its normal form, where that hides nothing of what is under its logarithms.
  Expr bound = add(mul(l.k, means), l.rest);
  if (const auto simple = c.algebra().simplified(bound); simple && is_defined(c, *simple)) bound = *simple;
  if (!is_defined(c, bound) || !looks_nonnegative(c, bound)) return std::nullopt;
  const Relation r{g.relation.rel, bound, 0};
  auto proof = s.immediate({c, r});
  if (!proof) proof = alone({c, r});
  if (!proof) return std::nullopt;
  Goal h = g;
  Proof out;
  cut_in(out, h, r, *proof);
  Expr combined = bound;
  rule::Combine all{Rational(0), {{h.context.hypotheses().size(), Rational(1)}}};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    // What the normal form knows of exp and log makes a fraction of it again.
    const Expr u = sub(sub(log(l.terms[i]), log(weights[i])), log(l.sum));
    const auto t = tangent_at_zero(h.context, u, s, depth);
    if (!t) return std::nullopt;
    cut_in(out, h, tangent_of_exp(u), *t);
    combined = add(combined, mul(mul(l.k, weights[i]), sub(sub(exp(u), 1), u)));
    all.terms.emplace_back(h.context.hypotheses().size(), mul(l.k, weights[i]));
  }
  if (!h.context.algebra().is_zero(sub(h.difference(), combined))) return std::nullopt;
  out.emplace_back(std::move(all));
  return out;
}

}  // namespace

Tree by_means_of_products(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel != Rel::ge) return std::nullopt;
  const Context& c = g.context;
  std::vector<Expr> terms, parameters;
  terms_of(g.difference(), 1, terms);
  if (terms.size() < 3 || terms.size() > Effort::Means::most_terms) return std::nullopt;
  for (const Expr& e : nodes_of({Rel::ge, g.difference(), 0}, [](const Expr& n) { return n.op() == Op::pow; }))
    for (const Variable& v : c.variables())
      if (const Expr x = Expr::variable(v.name); depends_on(e.arg(1), x)) parameters.push_back(x);
  const auto is_base = [&](const Expr& e) {
    return std::ranges::any_of(c.variables(), [&](const Variable& v) {
      const Expr x = Expr::variable(v.name);
      return depends_on(e, x) && std::ranges::find(parameters, x) == parameters.end();
    });
  };
  std::vector<WeightedProduct> above;
  std::optional<WeightedProduct> below;
  Algebra forms = c.algebra();
  for (const Expr& term : terms) {
    WeightedProduct product;
    read_product(term, is_base, true, product);
    if (!c.positive_(product.m)) return std::nullopt;
    // As it is written, or over one line, where a hypothesis says the sign of what is above that.
    const auto has_sign = [&](Expr& e) {
      if (c.knows({e, Need::nonnegative})) return true;
      const auto over_one_line = forms.simplified(e);
      if (!over_one_line || !c.knows({*over_one_line, Need::nonnegative})) return false;
      e = *over_one_line;
      return true;
    };
    if (has_sign(product.c)) {
      above.push_back(product);
      continue;
    }
    product.c = negate(product.c);
    if (below || !has_sign(product.c)) return std::nullopt;
    below = product;
  }
  if (!below) return std::nullopt;
  Algebra a = c.algebra();
  Expr weights = negate(below->c), logs = 0;
  std::vector<Expr> ratios;
  for (const WeightedProduct& p : above) {
    ratios.push_back(sub(log_by_factors(c, p.m), log_by_factors(c, below->m)));
    weights = add(weights, p.c);
    logs = add(logs, mul(p.c, ratios.back()));
  }
  if (!a.is_zero(weights) || !a.is_zero(logs)) return std::nullopt;
  Goal h = g;
  Proof out;
  rule::Combine all{Rational(0), {}};
  for (std::size_t i = 0; i < above.size(); ++i) {
    const auto t = tangent_at_zero(h.context, ratios[i], s, depth);
    if (!t) return std::nullopt;
    cut_in(out, h, tangent_of_exp(ratios[i]), *t);
    all.terms.emplace_back(h.context.hypotheses().size(), weight(mul(above[i].c, below->m)));
  }
  Expr rest = g.difference();
  for (std::size_t i = 0; i < above.size(); ++i)
    rest = sub(rest, mul(mul(above[i].c, below->m), sub(sub(exp(ratios[i]), 1), ratios[i])));
  // Exponents over one line need not be seen to be those of the products: their logarithms are.
  if (!a.is_zero(rest)) {
    for (std::size_t i = 0; i < above.size(); ++i) {
      const Relation same{Rel::eq, above[i].m, mul(below->m, exp(ratios[i]))};
      const ProveGoal of_logs = [&](const Goal& k) {
        return rewritten(k, log_by_factors(k.context, k.relation.lhs.arg(0)),
                         log_by_factors(k.context, k.relation.rhs.arg(0)), s.immediate);
      };
      const auto half = [&](const Goal& k) { return steps(k, rule::TakeLog{}, {of_logs}); };
      const auto t = steps({h.context, same}, rule::Both{}, {half});
      if (!t) return std::nullopt;
      cut_in(out, h, same, *t);
      all.terms.emplace_back(h.context.hypotheses().size(), weight(above[i].c));
      rest = sub(rest, mul(above[i].c, sub(same.lhs, same.rhs)));
    }
    if (!h.context.algebra().is_zero(rest)) return std::nullopt;
  }
  out.emplace_back(std::move(all));
  return out;
}

Tree by_logs_of_sums(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  const auto of = [&](const Goal& h) -> Tree {
    const Expr d = h.difference();
    for (const LogOfSum& l : logs_of_sums(h.context, d)) {
      for (const auto& weights : weights_with_sum_one(h.context, d, l.terms.size())) {
        if (s.out_of_time()) return std::nullopt;
        if (auto t = with_weights(h, l, weights, s, depth - 1, alone)) return t;
      }
    }
    return std::nullopt;
  };
  if (auto t = of(g)) return t;
  std::vector<Expr> terms;
  terms_of(g.relation.lhs, 1, terms);
  if (terms.size() < 2 || !c.positive_(g.relation.lhs) || !c.positive_(g.relation.rhs)) return std::nullopt;
  return steps(g, rule::TakeLog{}, {of});
}

}  // namespace dpcert::verify
