// A term of a row of the binomial theorem is at most the whole row: binomial(n, k) x^k y^(n - k) <= (x + y)^n for x, y
// >= 0. So are products of such terms, one after the other, as those of multinomial laws.
#include <algorithm>
#include <cmath>

#include "src/core/work.hpp"
#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/binomial_rows.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"
#include "verify/language/laws.hpp"

namespace dpcert::verify {

namespace {

// base^exponent, a factor of what is written.
struct PowerFactor {
  Expr base, exponent;
  [[nodiscard]] Expr written() const { return exponent.is_constant(1) ? base : pow(base, exponent); }
};
// The same with the gamma functions that its exponentials have, each with its number.
struct ReadFactors {
  std::vector<PowerFactor> powers;
  std::vector<std::pair<Expr, Rational>> gammas;
};

void read_factors(const Expr& e, const Expr& v, ReadFactors& out);

// exp(t)^v
void read_exponential(const Expr& t, const Expr& v, ReadFactors& out) {
  Rational number(1);
  std::vector<Expr> factors;
  flat::collect_factors(t, number, factors);
  if (factors.size() == 1 && factors[0].op() == Op::lgamma && v.is_constant()) {
    out.gammas.emplace_back(factors[0].arg(0), number * v.value());
    return;
  }
  if (factors.size() == 1 && flat::is_sum(factors[0])) {
    std::vector<Expr> terms;
    flat::collect_terms(factors[0], terms);
    for (const Expr& each : terms) read_exponential(flat::product({Expr(number), each}), v, out);
    return;
  }
  const auto is_log = [](const Expr& f) { return f.op() == Op::log; };
  if (std::ranges::count_if(factors, is_log) == 1) {
    const auto at = std::ranges::find_if(factors, is_log);
    const Expr inside = at->arg(0);
    factors.erase(at);
    factors.emplace_back(number);
    factors.push_back(v);
    read_factors(inside, flat::product(factors), out);
    return;
  }
  out.powers.push_back({exp(Expr(1)), flat::product({t, v})});
}

// e^v
void read_factors(const Expr& e, const Expr& v, ReadFactors& out) {
  switch (e.op()) {
    case Op::mul:
      for (const Expr& f : e.args()) read_factors(f, v, out);
      return;
    case Op::div:
      read_factors(e.arg(0), v, out);
      read_factors(e.arg(1), flat::product({v, -1}), out);
      return;
    case Op::pow:
      read_factors(e.arg(0), flat::product({v, e.arg(1)}), out);
      return;
    case Op::exp: {
      std::vector<Expr> terms;
      flat::collect_terms(e.arg(0), terms);
      for (const Expr& t : terms) read_exponential(t, v, out);
      return;
    }
    default:
      if (!e.is_constant(1)) out.powers.push_back({e, v});
  }
}

// e = rest binomial(n, k) x^k y^(n - k)
struct TermOfRow {
  Expr n, k, x = 1, y = 1, rest = 1;
  [[nodiscard]] Expr written() const { return flat::product({binomial_form(n, k), pow(x, k), pow(y, sub(n, k))}); }
};

class TermsOfRows {
 public:
  TermsOfRows(const Goal& g, const Subprover& s) : g_(g), s_(s), algebra_(g.context.algebra()) {}

  std::vector<TermOfRow> read(const Expr& e) {
    ReadFactors factors;
    read_factors(e, 1, factors);
    std::vector<TermOfRow> out;
    const auto& gammas = factors.gammas;
    for (std::size_t i = 0; i < gammas.size(); ++i)
      for (std::size_t j = 0; j < gammas.size(); ++j)
        for (std::size_t l = j + 1; l < gammas.size(); ++l)
          if (auto t = term({i, j, l}, factors)) out.push_back(std::move(*t));
    return out;
  }

  // The goal by the whole row in the place of the term.
  Tree by(const TermOfRow& t, const ProveGoal& left) {
    const Context& c = g_.context;
    const Expr sum = add(t.x, t.y), total = algebra_.simplified(sum).value_or(sum);
    const Expr row = total.is_constant(1) ? t.rest : flat::product({t.rest, pow(total, t.n)});
    for (const Expr& e : {t.x, t.y, t.rest, t.n, t.k, sub(t.n, t.k)})
      if (!c.knows({e, Need::nonnegative})) return std::nullopt;
    // Both sides may be large or small.
    const auto looks_enough = [](const std::vector<double>& v) { return !(v[0] < v[1] - 1e-9 * std::abs(v[1])); };
    if (!is_defined(c, row) || !hold_inside(c, {g_.relation.lhs, row}, looks_enough)) return std::nullopt;
    return steps(g_, rule::Trans{row}, {left, [&](const Goal& h) { return below_row(t, h); }});
  }

 private:
  // By these gamma functions: the factorials of n, k and n - k.
  std::optional<TermOfRow> term(const std::array<std::size_t, 3>& at, const ReadFactors& all) {
    const auto& [top, one, other] = at;
    const auto& gammas = all.gammas;
    if (gammas[top].second != Rational(1) || gammas[one].second != Rational(-1) || gammas[other].second != Rational(-1))
      return std::nullopt;
    const auto lower = [&](std::size_t i) { return algebra_.simplified(plus(gammas[i].first, -1)); };
    const auto n = lower(top), k = lower(one), less = lower(other);
    if (!n || !k || !less || !algebra_.is_zero(sub(*n, add(*k, *less)))) return std::nullopt;
    if (k->is_constant() || less->is_constant() || !g_.context.is_integer_valued(*k)) return std::nullopt;
    TermOfRow out{*n, *k};
    for (std::size_t i = 0; i < gammas.size(); ++i)
      if (i != top && i != one && i != other)
        out.rest = flat::product({out.rest, exp(flat::product({gammas[i].second, lgamma(gammas[i].first)}))});
    for (const PowerFactor& f : all.powers) {
      if (const auto up = times(f.exponent, *k))
        out.x = flat::product({out.x, PowerFactor{f.base, *up}.written()});
      else if (const auto down = times(f.exponent, *less))
        out.y = flat::product({out.y, PowerFactor{f.base, *down}.written()});
      else
        out.rest = flat::product({out.rest, f.written()});
    }
    return out;
  }
  // r where e = r k, and r has nothing of what k is made of.
  std::optional<Expr> times(const Expr& e, const Expr& k) {
    if (e.is_constant()) return std::nullopt;
    const auto r = algebra_.simplified(quotient(e, k));
    if (!r || r->is_constant(0)) return std::nullopt;
    for (const Variable& v : g_.context.variables())
      if (v.integer && depends_on(k, Expr::variable(v.name)) && depends_on(*r, Expr::variable(v.name)))
        return std::nullopt;
    return r;
  }

  // rest (x + y)^n >= e
  Tree below_row(const TermOfRow& t, const Goal& g) const {
    const Relation said{Rel::ge, pow(add(t.x, t.y), t.n), t.written()};
    const auto proof = whole_row(t, {g.context, said});
    if (!proof) return std::nullopt;
    Goal h = g;
    Proof out;
    cut_in(out, h, said, *proof);
    out.emplace_back(rule::Combine{Rational(0), {{h.context.hypotheses().size(), weight(t.rest)}}});
    return out;
  }
  // The terms in front of it and behind it are not negative.
  Tree whole_row(const TermOfRow& t, const Goal& g) const {
    auto x = with_places_of_row(g, t.n, s_);
    if (!x || !x->take(rule::Binomial{t.n, t.x, t.y})) return std::nullopt;
    const std::size_t theorem = x->last();
    if (!x->take(rule::SplitRange{x->goal.context.hypotheses().back().lhs, t.k})) return std::nullopt;
    const Expr parts = x->goal.context.hypotheses().back().rhs;
    if (!x->take(rule::Unfold{parts.arg(0), rule::Unfold::Part::last})) return std::nullopt;
    for (const Expr& others : {over(parts.arg(0), 0, plus(t.k, -1)), parts.arg(1)}) {
      if (!is_defined(x->goal.context, others) || !x->goal.context.knows({others, Need::nonnegative}))
        return std::nullopt;
      cut_in(x->lines, x->goal, {Rel::ge, others, 0}, {rule::Sign{}});
    }
    Weights weights{{theorem, Rational(-1)}};
    for (std::size_t i = theorem + 1; i <= x->last(); ++i) weights.emplace_back(i, Rational(1));
    x->lines.emplace_back(rule::Combine{Rational(0), weights});
    return x->lines;
  }

  const Goal& g_;
  const Subprover& s_;
  Algebra algebra_;
};

// `left` for a goal without terms of rows; of a product of several, one after the other.
Tree terms_of_rows(const Goal& g, const Subprover& s, const ProveGoal& left, bool first) {
  TermsOfRows rows(g, s);
  for (const TermOfRow& t : rows.read(g.relation.rhs))
    if (auto proof = rows.by(t, [&](const Goal& h) { return terms_of_rows(h, s, left, false); })) return proof;
  return first ? std::nullopt : left(g);
}

}  // namespace

Tree by_terms_of_rows(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.context.language() < 3 || g.relation.rel == Rel::eq) return std::nullopt;
  const auto gammas = nodes_of({Rel::ge, g.relation.rhs, 0}, [](const Expr& e) { return e.op() == Op::lgamma; });
  if (gammas.size() < 3) return std::nullopt;
  const auto left = [&](const Goal& h) {
    auto t = s.immediate(h);
    return t ? t : alone(h);
  };
  if (auto t = terms_of_rows(g, s, left, true)) return t;
  // Powers of the row below the larger side.
  const auto& [rel, larger, smaller] = g.relation;
  if (larger.op() == Op::div && g.context.positive_(larger.arg(1))) {
    const Expr above = larger.arg(0), times = flat::product({smaller, larger.arg(1)});
    return steps(g, rule::Factor{quotient(1, larger.arg(1)), sub(above, times)}, {[&](const Goal& h) {
                   return rewritten(h, above, times, [&](const Goal& k) { return terms_of_rows(k, s, left, true); });
                 }});
  }
  // Its logarithm beside logarithms of powers, all of them on one side: their exponentials.
  if (nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::log; }).empty()) return std::nullopt;
  return rewritten(g, 0, sub(smaller, larger), [&](const Goal& h) {
    return steps(h, rule::TakeExp{}, {[&](const Goal& k) { return terms_of_rows(k, s, left, true); }});
  });
}

}  // namespace dpcert::verify
