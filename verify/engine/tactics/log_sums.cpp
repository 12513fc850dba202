// Inequalities between entropies of laws of a few outcomes and of their marginals, as
// H(X, Y) <= H(X) + H(Y): D as the sum of m_j log(1/r_j) over the monomials m_j of the weights that its logarithms
// have. Each of these is at least m_j (1 - r_j), which is Gibbs' inequality outcome by outcome; what is left has no
// logarithm. A logarithm whose weight is a number is shared out among the outcomes by an equation that says what they
// add up to.
#include <algorithm>

#include "verify/engine/tactics/laws.hpp"
#include "verify/engine/tactics/weighted_bounds.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_logs_of_outcomes = 32, most_outcomes = 24, most_zero_ends = 8;

// `mass` times the sum of q log u.
struct Outcome {
  Expr mass;
  std::vector<std::pair<Rational, Expr>> logs;
};

class LogSums {
 public:
  LogSums(const Goal& g, const Subprover& s, int depth)
      : g_(g), c_(g.context), s_(s), depth_(depth), algebra_(c_.algebra()) {}

  Tree prove(const Expr& d) {
    const auto read = weighted_logs(algebra_, d, most_logs_of_outcomes);
    if (!read || read->logs.size() < 3) return std::nullopt;
    for (const WeightedLog& l : read->logs)
      if (!add_terms(l.weight, l.argument)) return std::nullopt;
    Expr shared = d;
    rule::Combine back{Rational(0), {}};
    if (!share_out(shared, back)) return std::nullopt;
    if (outcomes_.size() < 2) return std::nullopt;
    std::vector<Use> uses;
    for (const Outcome& o : outcomes_) {
      const auto r = ratio(o);
      if (!r || !c_.knows({o.mass, Need::nonnegative})) return std::nullopt;
      if (!r->is_constant(1)) uses.push_back(log_bound(o.mass, *r, s_));
    }
    const auto always = [](const Expr&) { return true; };  // filters see no point at which equations hold
    if (back.terms.empty()) return with_bounds(g_, d, uses, s_, depth_, true, always);
    const Relation said{g_.relation.rel, shared, 0};
    const auto t = with_bounds({c_, said}, shared, uses, s_, depth_, true, always);
    if (!t) return std::nullopt;
    Proof out{rule::Cut{said}};
    append(out, *t);
    back.terms.emplace_back(c_.hypotheses().size() + 1, Rational(1));
    out.emplace_back(std::move(back));
    return out;
  }

 private:
  // Monomials of the weight of log u, each to the outcome of which it is a multiple.
  bool add_terms(const Expr& weight, const Expr& u, const Rational& times = Rational(1)) {
    const auto expanded = algebra_.expanded(weight);
    if (!expanded) return false;
    std::vector<Expr> terms;
    terms_of(*expanded, times, terms);
    return std::ranges::all_of(terms, [&](const Expr& t) { return add_term(t, u); });
  }

  bool add_term(const Expr& t, const Expr& u) {
    if (t.is_constant(0)) return true;
    for (Outcome& o : outcomes_) {
      const auto q = algebra_.ratio(t, o.mass, true);
      if (!q) continue;
      o.logs.emplace_back(*q, u);
      return true;
    }
    if (outcomes_.size() == most_outcomes) return false;
    const bool is_number = t.is_constant();
    const bool falls = !is_number && !c_.knows({t, Need::nonnegative});
    const Rational q = is_number ? t.value() : Rational(falls ? -1 : 1);
    outcomes_.push_back({is_number ? Expr(1) : falls ? negate(t) : t, {{q, u}}});
    return true;
  }

  // What has a number as its weight, by an equation between a number and masses: D changes by multiples of the
  // equation.
  bool share_out(Expr& d, rule::Combine& back) {
    const auto number = std::ranges::find_if(outcomes_, [](const Outcome& o) { return o.mass.is_constant(); });
    if (number == outcomes_.end()) return true;
    const Outcome whole = *number;
    outcomes_.erase(number);
    const auto& all = c_.hypotheses();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].rel != Rel::eq) continue;
      const Expr e = sub(all[i].lhs, all[i].rhs);
      const auto total = total_of(e);
      if (!total) continue;
      // 1 = masses/total, where e = masses - total.
      Expr logs = 0;
      for (const auto& [q, u] : whole.logs) {
        logs = add(logs, mul(Expr(q), log(u)));
        if (!add_terms(add(e, Expr(*total)), u, q / *total)) return false;
      }
      const Expr times = quotient(logs, Expr(*total));
      d = add(d, mul(times, e));
      back.terms.emplace_back(i + 1, weight(negate(times)));
      return true;
    }
    return false;
  }

  // The number T where e is T less than a sum of masses.
  std::optional<Rational> total_of(const Expr& e) {
    const auto expanded = algebra_.expanded(e);
    if (!expanded) return std::nullopt;
    std::vector<Expr> terms;
    terms_of(*expanded, Rational(1), terms);
    Rational total(0);
    for (const Expr& t : terms) {
      if (t.is_constant()) {
        total = total - t.value();
        continue;
      }
      const auto is_mass = [&](const Outcome& o) { return algebra_.ratio(t, o.mass, true).has_value(); };
      if (std::ranges::none_of(outcomes_, is_mass)) return std::nullopt;
    }
    return total.is_zero() ? std::nullopt : std::optional(total);
  }

  // r, with `mass` log(1/r): factor by factor as they are written, since a logarithm of an expanded product is no sum.
  std::optional<Expr> ratio(const Outcome& o) {
    std::vector<std::pair<Expr, Rational>> factors;
    for (const auto& [q, u] : o.logs)
      if (!take_factors(u, -q, factors)) return std::nullopt;
    Expr up = 1, down = 1;
    for (const auto& [u, q] : factors)
      if (!q.is_zero()) (q.sign() > 0 ? up : down) = mul(q.sign() > 0 ? up : down, power(u, Expr(abs(q))));
    const Expr r = quotient(up, down);
    return is_defined(c_, r) && c_.positive_(r) ? std::optional(r) : std::nullopt;
  }

  bool take_factors(const Expr& u, const Rational& q, std::vector<std::pair<Expr, Rational>>& out) {
    if (u.op() == Op::mul || u.op() == Op::div)
      if (c_.positive_(u.arg(0)) && c_.positive_(u.arg(1)))
        return take_factors(u.arg(0), q, out) && take_factors(u.arg(1), u.op() == Op::mul ? q : -q, out);
    if (u.op() == Op::pow && u.arg(1).is_constant() && c_.positive_(u.arg(0)))
      return take_factors(u.arg(0), q * u.arg(1).value(), out);
    if (!c_.positive_(u)) return false;
    const auto same =
        std::ranges::find_if(out, [&](const auto& f) { return f.first == u || algebra_.is_zero(sub(f.first, u)); });
    if (same == out.end())
      out.emplace_back(u, q);
    else
      same->second += q;
    return true;
  }

  const Goal& g_;
  const Context& c_;
  const Subprover& s_;
  int depth_;
  Algebra algebra_;
  std::vector<Outcome> outcomes_;
};

bool is_xlogy(const Expr& e) { return e.op() == Op::xlogy; }

// u log v in the place of xlogy(u, v) where v is known to be positive.
Expr with_plain_logs(const Context& c, const Expr& d) {
  Expr out = d;
  for (const Expr& e : nodes_of({Rel::ge, d, 0}, is_xlogy))
    if (c.positive_(e.arg(1))) out = replaced(out, e, mul(e.arg(0), log(e.arg(1))));
  return out;
}

// A variable that may be 0, by which an argument of a logarithm is not known to be positive.
std::optional<Expr> zero_end(const Context& c, const Expr& d) {
  for (const Expr& e : nodes_of({Rel::ge, d, 0}, is_xlogy))
    for (const Variable& v : c.variables()) {
      const Expr x = Expr::variable(v.name);
      const End& low = v.range.lo;
      const bool one = v.range.bounded() && v.range.lo.value == v.range.hi.value;
      if (!v.integer && !low.infinite && low.closed && low.value.is_zero() && !one && depends_on(e.arg(1), x)) return x;
    }
  return std::nullopt;
}

Tree log_sums(const Goal& g, const Subprover& s, int depth, std::size_t zeros) {
  if (s.out_of_time()) return std::nullopt;
  const Expr d = with_plain_logs(g.context, g.difference());
  if (nodes_of({Rel::ge, d, 0}, is_xlogy).empty()) {
    if (auto t = rewritten(g, d, 0, [&](const Goal& h) { return LogSums(h, s, depth).prove(d); })) return t;
    return zeros > 0 ? s.prove(g, depth - 1, s.numeric) : std::nullopt;
  }
  const auto x = zeros < most_zero_ends ? zero_end(g.context, d) : std::nullopt;
  if (!x) return std::nullopt;
  const auto inside = [&](const Goal& h) { return log_sums(h, s, depth, zeros + 1); };
  const auto at_zero = [&](const Goal& h) -> Tree {
    if (auto t = s.immediate(h)) return t;
    Algebra a = h.context.algebra();
    const auto e = a.simplified(h.difference());
    if (!e || !is_defined(h.context, *e)) return std::nullopt;
    return rewritten(h, *e, 0, [&](const Goal& k) -> Tree {
      if (auto t = s.immediate(k)) return t;
      return inside(k);
    });
  };
  return steps(g, rule::CloseEnd{*x, true}, {at_zero, inside});
}

}  // namespace

Tree by_log_sums(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel == Rel::eq || depth < 2) return std::nullopt;
  const auto logs = nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::log || is_xlogy(e); });
  if (logs.size() < 3 || logs.size() > most_logs_of_outcomes) return std::nullopt;
  return log_sums(g, s, depth, 0);
}

}  // namespace dpcert::verify
