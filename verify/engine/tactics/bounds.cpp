// Goals with logarithms, exponentials and roots by bounds of these: D = R + sum of C_j H_j, where each H_j >= 0 is an
// inequality in one variable, the weights C_j are known to be >= 0, and R is simpler than D. R >= 0 is only tried where
// it looks true.
#include <algorithm>
#include <iterator>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/weighted_bounds.hpp"

namespace dpcert::verify {

namespace {

// c (sum of q log u), c without logarithms.
struct Group {
  Expr c;
  std::vector<std::pair<Expr, Rational>> logs;
};

struct LogSum {
  std::vector<Group> groups;
  Expr rest;  // without logarithms but those inside other functions
};

std::optional<LogSum> log_sum(Algebra& a, const Context& c, const Expr& d) {
  LogSum out;
  Expr e = d;
  const Expr t = Expr::variable(fresh_name(c));
  auto logs = nodes_of({Rel::ge, d, 0}, [](const Expr& n) { return n.op() == Op::log && !n.arg(0).is_constant(); });
  if (logs.empty() || logs.size() > Effort::Bounds::most_logs) return std::nullopt;
  std::ranges::reverse(logs);  // outer ones first
  for (const auto& l : logs) {
    const Expr named = replaced(e, l, t);
    if (!depends_on(named, t)) continue;
    const auto p = a.coefficients(named, t);
    if (!p || p->size() != 2) return std::nullopt;
    const Expr& k = (*p)[1];
    e = (*p)[0];
    bool known = false;
    for (auto& g : out.groups) {
      const auto q = a.ratio(k, g.c, true);
      if (!q) continue;
      g.logs.emplace_back(l.arg(0), *q);
      known = true;
      break;
    }
    if (!known) out.groups.push_back({k, {{l.arg(0), Rational(1)}}});
  }
  for (const auto& g : out.groups) {
    if (!nodes_of({Rel::ge, g.c, 0}, [](const Expr& n) { return n.op() == Op::log; }).empty()) return std::nullopt;
  }
  out.rest = e;
  return out;
}

// The product of u^(k q), k a number or an expression.
Expr product_of_group(const Group& g, const Expr& k) {
  Expr up = 1, down = 1;
  for (const auto& [u, q] : g.logs) {
    const Expr e = k.is_constant() ? Expr(k.value() * q) : mul(Expr(q), k);
    if (e.is_constant() && e.value().sign() < 0)
      down = mul(down, power(u, Expr(-e.value())));
    else
      up = mul(up, e.is_constant() ? power(u, e) : exp(mul(e, log(u))));
  }
  return quotient(up, down);
}

// The same for a e, e an exponential; its exponent is a variable if it is a fraction, whose denominator would join the
// logarithm of a.
Use exponential_bound(const Expr& weight, const Expr& a, const Expr& e, const Subprover& s) {
  const Use plain = log_bound(weight, mul(a, e), s);
  const auto divided = [](const Expr& n) { return n.op() == Op::div && !n.arg(1).is_constant(); };
  if (nodes_of({Rel::ge, e, 0}, divided).empty()) return plain;
  return {weight, plain.bound, [weight, a, e, &s](const Goal& g) {
            const std::string name = fresh_name(g.context);
            const Use named = log_bound(weight, mul(a, exp(Expr::variable(name))), s);
            return steps(g, rule::Gen{name, Range{}, e.arg(0)}, {named.proof});
          }};
}

// The simplified difference, and its logarithms apart.
std::optional<std::pair<Expr, LogSum>> difference_of_logs(Algebra& a, const Goal& g) {
  const auto d = a.simplified(g.difference());
  if (!d || !is_defined(g.context, *d)) return std::nullopt;
  auto sum = log_sum(a, g.context, *d);
  return sum ? std::optional(std::pair(*d, std::move(*sum))) : std::nullopt;
}

}  // namespace

Tree by_log_bounds(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  Algebra a = c.algebra();
  const auto found = difference_of_logs(a, g);
  if (!found) return std::nullopt;
  const auto& [d, sum] = *found;
  if (sum.groups.empty() || sum.groups.size() > Effort::Bounds::most_groups) return std::nullopt;
  // With the sign of each coefficient: it decides on which side of 1 the ratio is taken.
  const auto sign = [&](const Expr& e) {
    return c.knows({e, Need::nonnegative}) ? 1 : c.knows({negate(e), Need::nonnegative}) ? -1 : 0;
  };
  const auto& groups = sum.groups;
  std::vector<int> signs;
  signs.reserve(groups.size());
  for (const auto& k : groups) signs.push_back(sign(k.c));
  std::vector<std::vector<std::pair<Expr, Expr>>> candidates, by_roots;  // weights and ratios
  // One logarithm shared out among the others: sum of C_k log v_k + kappa (sum of C_k) log u.
  for (std::size_t one = 0; one < groups.size() && groups.size() > 1; ++one) {
    Expr total = 0;
    int side = 0;
    bool fit = true;
    for (std::size_t k = 0; k < groups.size() && fit; ++k) {
      if (k == one) continue;
      fit = signs[k] != 0 && (side == 0 || side == signs[k]);
      side = signs[k];
      total = add(total, groups[k].c);
    }
    if (!fit) continue;
    auto kappa = a.simplified(quotient(groups[one].c, total));  // its sign is relative to the others'
    if (!kappa) continue;
    const int turn = sign(*kappa);
    if (turn == 0 || kappa->is_constant(0)) continue;
    if (turn < 0) kappa = a.simplified(negate(*kappa)).value_or(negate(*kappa));
    if (!is_defined(c, quotient(1, *kappa))) continue;
    // sum c_k log v_k + c_0 log u = side * sum |c_k| kappa (log v_k / kappa + turn log u): log r_k is -side times that,
    // or `root` times the logarithm of its root, of which less is lost where the ratios are far from 1.
    const Expr inverse = a.simplified(quotient(1, *kappa)).value_or(quotient(1, *kappa));
    for (const long root : {1, 2}) {
      std::vector<std::pair<Expr, Expr>> uses;
      for (std::size_t k = 0; k < groups.size(); ++k) {
        if (k == one) continue;
        const Expr share = mul(mul(Expr(root), *kappa), side > 0 ? groups[k].c : negate(groups[k].c));
        const Expr weight = a.simplified(share).value_or(share);
        const Expr exponent = quotient(side > 0 ? negate(inverse) : inverse, Expr(root));
        const Expr v = product_of_group(groups[k], a.simplified(exponent).value_or(exponent));
        const Expr u = product_of_group(groups[one], Expr(Rational(-side * turn, root)));
        uses.emplace_back(weight, mul(v, u));
      }
      (root == 1 ? candidates : by_roots).push_back(std::move(uses));
    }
  }
  // Each logarithm by itself: all of them, then one at a time.
  const auto alone = [&](std::size_t k, long root) {  // weights times `root`, ratios to 1/root
    const Expr weight = mul(Expr(root), signs[k] > 0 ? groups[k].c : negate(groups[k].c));
    return std::pair(a.simplified(weight).value_or(weight),
                     product_of_group(groups[k], Expr(Rational(-signs[k], root))));
  };
  std::vector<std::pair<Expr, Expr>> all;
  for (const long root : Effort::Bounds::roots) {
    // Roots of ratios only where there are such roots.
    const auto is_root = [&](const Expr& e) {
      if (e.op() == Op::sqrt) return root == 2;
      return e.op() == Op::pow && e.arg(1).is_constant() && e.arg(1).value().to_int64_denominator() == root;
    };
    if (root > 1 && nodes_of(g.relation, is_root).empty()) continue;
    all.clear();
    for (std::size_t k = 0; k < groups.size(); ++k) {
      if (signs[k] != 0) all.push_back(alone(k, root));
    }
    if (all.size() > 1 || (root > 1 && !all.empty())) candidates.push_back(all);
  }
  for (const auto& use : all) candidates.push_back({use});
  std::ranges::move(by_roots, std::back_inserter(candidates));  // last
  for (auto& uses : candidates) {
    if (s.out_of_time()) return std::nullopt;
    // What has no logarithm goes into the ratio whose weight divides it.
    for (std::size_t fold = 0; fold <= uses.size(); ++fold) {
      auto now = uses;
      if (fold > 0) {
        if (sum.rest.is_constant(0)) break;
        auto& [weight, r] = now[fold - 1];
        const auto f = a.fraction(quotient(sum.rest, weight));
        if (!f || !f->second.is_constant() || f->first.is_constant()) continue;
        r = mul(r, exp(negate(quotient(f->first, f->second))));
      }
      std::vector<Use> bounds;
      bool good = true;
      for (const auto& [weight, r] : now) {
        const Expr simple = a.simplified(r).value_or(r);
        const bool plain = is_defined(c, simple) && c.positive_(simple);
        good = good && (plain || (is_defined(c, r) && c.positive_(r)));
        bounds.push_back(log_bound(weight, plain ? simple : r, s));
      }
      if (!good) continue;
      if (auto t = with_bounds(g, d, bounds, s, depth)) return t;
    }
  }
  return std::nullopt;
}

Tree by_tangents(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  Algebra a = c.algebra();
  const auto equates = [&](const Relation& h) { return h.rel == Rel::eq && !a.is_zero(sub(h.lhs, h.rhs)); };
  if (std::ranges::any_of(c.hypotheses(), equates)) {
    Subprover with_values = s;  // near a point of an equation others seldom satisfy it
    with_values.prove_within = [&](const Goal& h, int, bool, std::size_t) { return by_tangents(h, s, depth - 1); };
    return by_solving(g, with_values, depth);
  }
  const auto found = difference_of_logs(a, g);
  if (!found) return std::nullopt;
  const auto& [d, sum] = *found;
  if (sum.groups.empty() || sum.groups.size() > Effort::Bounds::most_groups) return std::nullopt;
  for (const auto& point : touching_points({c, {g.relation.rel, d, 0}}, s)) {
    ExprMap<Expr> there;
    for (const auto& [x, q] : point) there.emplace(x, Expr(q));
    std::vector<Use> uses;
    for (const auto& group : sum.groups)
      for (const auto& [u, q] : group.logs) {
        const Expr times = mul(Expr(q), group.c);
        const bool up = c.knows({times, Need::nonnegative});
        const auto value = a.simplified(substitute(u, there));
        if ((!up && !c.knows({negate(times), Need::nonnegative})) || !value || !is_defined(c, *value) ||
            !c.positive_(*value))
          continue;
        const Expr ratio = up ? quotient(*value, u) : quotient(u, *value);
        uses.push_back(log_bound(up ? times : negate(times), a.simplified(ratio).value_or(ratio), s));
      }
    if (uses.empty()) continue;
    if (auto t = with_bounds(g, d, uses, s, depth)) return t;
  }
  return std::nullopt;
}

Tree by_exponential_bounds(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  Algebra a = c.algebra();
  const Expr d = g.difference(), t = Expr::variable(fresh_name(c));
  const auto all =
      nodes_of({Rel::ge, d, 0}, [](const Expr& n) { return n.op() == Op::exp && !n.arg(0).is_constant(); });
  if (all.size() > Effort::Bounds::most_exponentials) return std::nullopt;
  for (const auto& e : all) {
    const auto p = a.coefficients(replaced(d, e, t), t);
    if (!p || p->size() != 2 || !is_defined(c, (*p)[1]) || !c.positive_((*p)[1])) continue;
    if (variables_of((*p)[1]).empty()) continue;  // an exponential alone is left to others
    for (const long weight : Effort::Bounds::weights_of_exponentials) {
      if (s.out_of_time()) return std::nullopt;
      const Use use = exponential_bound(Expr(weight), quotient((*p)[1], Expr(weight)), e, s);
      if (auto proof = with_bounds(g, d, {use}, s, depth, false)) return proof;
    }
  }
  return std::nullopt;
}

namespace {

// A bound of the power p = u^e by Bernoulli's inequality: u^e <= 1 + e (u - 1) where 0 <= e <= 1 and >= elsewhere; and
// the same of (1/u)^e. `below`: from below. Positive denominators that it needs go into `under`.
std::optional<Expr> bernoulli_bound(const Context& c, const Expr& p, bool below, std::vector<Expr>& under) {
  const Expr &u = p.arg(0), &e = p.arg(1);
  if (!c.positive_(u)) return std::nullopt;
  const bool risen = c.knows({e, Need::nonnegative});
  const bool between = risen && c.knows({sub(1, e), Need::nonnegative});
  const bool beyond = c.knows({sub(e, 1), Need::nonnegative}) || c.knows({negate(e), Need::nonnegative});
  if (!between && !beyond) return std::nullopt;
  if (between != below) return add(1, mul(e, sub(u, 1)));
  if (!risen) return std::nullopt;
  const Expr divisor = add(mul(u, sub(1, e)), e);
  under.push_back(divisor);
  return quotient(u, divisor);
}

}  // namespace

Tree by_power_bounds(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const Expr d = g.difference();
  const auto powers =
      nodes_of({Rel::ge, d, 0}, [](const Expr& n) { return n.op() == Op::pow && !n.arg(1).is_constant(); });
  if (powers.empty() || powers.size() > Effort::Bounds::most_powers) return std::nullopt;
  Goal h = g;
  Proof out;
  std::vector<Use> uses;
  const Expr t = Expr::variable(fresh_name(g.context));
  for (const auto& p : powers) {
    const auto a = s.algebra(g.context);
    const auto affine = a->coefficients(replaced(d, p, t), t);
    if (!affine || affine->size() != 2) continue;
    const Expr& times = (*affine)[1];
    const bool below = g.context.knows({times, Need::nonnegative});
    if (!below && !g.context.knows({negate(times), Need::nonnegative})) continue;
    std::vector<Expr> under;
    const auto bound = bernoulli_bound(g.context, p, below, under);
    if (!bound) continue;
    for (const Expr& divisor : under) {
      // What is left is over its normal form, of which no sign may be seen.
      const Expr simple = a->simplified(divisor).value_or(divisor);
      if (!h.context.positive_(simple) && !cut_in(out, h, {simple, Need::positive}, s)) return std::nullopt;
    }
    const Expr gap = below ? sub(p, *bound) : sub(*bound, p);
    uses.push_back(
        {below ? times : negate(times), gap, [&s, depth](const Goal& k) { return s.prove(k, depth - 1, s.numeric); }});
  }
  if (uses.empty()) return std::nullopt;
  const auto proof = with_bounds(h, d, uses, s, depth);
  if (!proof) return std::nullopt;
  append(out, *proof);
  return out;
}

Tree by_lone_logarithm(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  Algebra a = c.algebra();
  const auto found = difference_of_logs(a, g);
  if (!found) return std::nullopt;
  const auto& [d, sum] = *found;
  if (sum.groups.size() != 1 || sum.groups[0].c.is_constant()) return std::nullopt;
  const Group& k = sum.groups[0];
  const bool up = c.positive_(k.c);
  if (!up && !c.positive_(negate(k.c))) return std::nullopt;
  const Expr weight = up ? k.c : negate(k.c);
  Expr logs = 0;
  for (const auto& [u, q] : k.logs) logs = add(logs, mul(Expr(q), log(u)));
  const auto rest = a.simplified(quotient(sum.rest, weight));
  if (!rest || !is_defined(c, *rest)) return std::nullopt;
  const Expr e = up ? add(*rest, logs) : sub(*rest, logs);
  return steps(g, rule::Factor{weight, e}, {[&](const Goal& h) { return by_derivatives(h, s, depth - 1); }});
}

Tree by_root_bounds(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  Algebra a = c.algebra();
  const Expr d = g.difference();
  const auto roots =
      nodes_of({Rel::ge, d, 0}, [](const Expr& n) { return n.op() == Op::sqrt && !n.arg(0).is_constant(); });
  if (roots.empty() || roots.size() > Effort::Bounds::most_roots) return std::nullopt;
  const Expr t = Expr::variable(fresh_name(c));
  std::vector<Use> uses;
  for (const auto& root : roots) {
    const auto p = a.coefficients(replaced(d, root, t), t);
    const auto f = a.factorization(root.arg(0));
    if (!p || p->size() != 2 || !f) return std::nullopt;
    const bool below = c.knows({(*p)[1], Need::nonnegative});
    if (!below && !c.knows({negate((*p)[1]), Need::nonnegative})) return std::nullopt;
    std::optional<Expr> bound;
    for (const auto& [base, k] : f->factors) {
      if (k != 1) continue;
      const Expr u = c.signs(base) & negative ? negate(base) : base;
      const Expr gap = below ? sub(root, u) : sub(u, root);
      if (!c.knows({u, Need::nonnegative}) || !looks_nonnegative(c, gap)) continue;
      bound = gap;
      break;
    }
    if (!bound) return std::nullopt;
    uses.push_back(
        {below ? (*p)[1] : negate((*p)[1]), *bound, [&](const Goal& h) { return s.prove(h, depth - 1, s.numeric); }});
  }
  return with_bounds(g, d, uses, s, depth);
}

Tree by_log_factors(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  Algebra a = c.algebra();
  const Expr d = g.difference();
  Expr apart = d;
  const Expr t = Expr::variable(fresh_name(c));
  std::vector<std::pair<Expr, Relation>> same;  // coefficients, and what is the same
  for (const auto& l : nodes_of({Rel::ge, d, 0}, [](const Expr& n) { return n.op() == Op::log; })) {
    const Expr& u = l.arg(0);
    if (u.op() != Op::add && u.op() != Op::sub && u.op() != Op::neg) continue;
    const auto f = a.factorization(u);
    if (!f || f->factors.size() < 2) continue;
    Expr sum = f->constant == Rational(1) || f->constant == Rational(-1) ? Expr(0) : log(Expr(abs(f->constant)));
    bool good = true;
    for (const auto& [base, k] : f->factors) {
      const Expr b = c.signs(base) == negative ? negate(base) : base;
      good = good && c.positive_(b);
      sum = add(sum, mul(Expr(k), log(b)));
    }
    const auto p = a.coefficients(replaced(apart, l, t), t);
    if (!good || !p || p->size() != 2) continue;
    apart = replaced(apart, l, sum);
    same.emplace_back((*p)[1], Relation{Rel::eq, l, sum});
  }
  if (same.empty() || !is_defined(c, apart)) return std::nullopt;
  Goal h = g;
  Proof out;
  const Relation r{g.relation.rel, apart, 0};
  const auto proof = s.prove({c, r}, depth - 1, s.numeric);
  if (!proof) return std::nullopt;
  cut_in(out, h, r, *proof);
  rule::Combine sum{Rational(0), {{h.context.hypotheses().size(), Rational(1)}}};
  for (const auto& [k, e] : same) {
    cut_in(out, h, e, {rule::TakeExp{}, rule::Identity{}});
    sum.terms.emplace_back(h.context.hypotheses().size(), k);
  }
  out.emplace_back(std::move(sum));
  return out;
}

Tree by_forgetting(const Goal& g, const Subprover& s, int depth) {
  const Context& c = g.context;
  if (depth < 2 || g.relation.rel == Rel::eq || c.hypotheses().empty() || !c.forall_hypotheses().empty())
    return std::nullopt;
  Algebra a = c.algebra();
  const bool affine = std::ranges::all_of(c.hypotheses(), [&](const Relation& h) {
    return std::ranges::all_of(c.variables(), [&](const Variable& v) {
      const Expr x = Expr::variable(v.name), e = sub(h.lhs, h.rhs);
      if (!depends_on(e, x)) return true;
      const auto p = a.coefficients(e, x);
      return p && p->size() <= 2;
    });
  });
  if (affine) return std::nullopt;
  Proof out;
  const Goal free = without_hypotheses(g, out);
  if (out.empty() || !is_defined(free.context, free.difference()) ||
      !looks_nonnegative(free.context, free.difference()))
    return std::nullopt;
  const auto t = s.prove(free, depth, s.numeric);  // it cannot come back
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

Tree by_dropping(const Goal& g, const Subprover& s, int depth) {
  if (depth < 3 || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  std::vector<Expr> terms;
  terms_of(g.difference(), Rational(1), terms);
  if (terms.size() < 3 || terms.size() > Effort::Bounds::most_terms) return std::nullopt;
  const std::size_t whole = functions_in(g.difference());
  for (std::size_t k = 0; k < terms.size(); ++k) {
    if (terms[k].is_constant() || !c.knows({terms[k], Need::nonnegative})) continue;
    Expr rest = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (i != k) rest = add(rest, terms[i]);
    }
    if (functions_in(rest) >= whole || !looks_nonnegative(c, rest)) continue;
    const Relation r{g.relation.rel, rest, 0};
    if (auto t = steps(g, rule::Cut{r},
                       {[&](const Goal& h) { return s.prove(h, depth, s.numeric); },  // there are fewer terms each time
                        [&](const Goal& h) -> Tree {
                          return Proof{rule::Combine{terms[k], {{h.context.hypotheses().size(), Rational(1)}}}};
                        }}))
      return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
