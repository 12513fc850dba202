#include "verify/engine/tactics/combination.hpp"

#include <map>

#include "verify/engine/lp/exact_simplex.hpp"

namespace dpcert::verify {

namespace {

// Something known to be >= 0 (> 0, = 0).
struct Fact {
  Expr e;
  bool strict = false;
  bool equation = false;
  std::size_t hypothesis = 0;  // from 1; 0: a bound, to be cut in
  Expr times = 1;              // e is the hypothesis times this, which is positive
  Expr seen{0};                // e as the checker sees its sign
};

// A column of the linear program: weight * fact, the weight known to be >= 0.
struct Column {
  std::size_t fact;
  Expr weight;
  bool strict;
  int sign = 1;  // -1: the negative of an equation
};

std::vector<Fact> facts_of(const Goal& g) {
  std::vector<Fact> facts;
  for (std::size_t i = 0; i < g.context.hypotheses().size(); ++i) {
    const auto& h = g.context.hypotheses()[i];
    facts.push_back({sub(h.lhs, h.rhs), h.rel == Rel::gt, h.rel == Rel::eq, i + 1});
  }
  const Expr d = g.difference();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    bool used = depends_on(d, x);
    for (const auto& h : g.context.hypotheses()) used = used || depends_on(h.lhs, x) || depends_on(h.rhs, x);
    if (!used) continue;
    if (!v.range.lo.infinite) facts.push_back({sub(x, v.range.lo.value), !v.range.lo.closed, false, 0});
    if (!v.range.hi.infinite) facts.push_back({sub(v.range.hi.value, x), !v.range.hi.closed, false, 0});
  }
  return facts;
}

Tree combine(const Goal& g, const std::vector<Fact>& facts, const std::vector<Column>& columns,
             const std::function<bool()>& stop) {
  const Context& context = g.context;
  Algebra algebra = context.algebra();
  std::vector<Expr> all{g.difference()};
  for (const auto& c : columns) all.push_back(mul(c.weight, facts[c.fact].e));
  const auto polynomials = algebra.polynomials(all);
  if (!polynomials) return std::nullopt;
  std::map<std::string, std::size_t> row;
  row.emplace("", 0);
  for (const auto& p : *polynomials) {
    for (const auto& [key, c] : p) row.emplace(key, row.size());
  }
  if (row.size() > Effort::Combination::most_rows) return std::nullopt;
  // Columns: the constant 1, the facts; for a strict goal also t (the multiple of D), with the strict weights summing
  // to 1.
  const std::size_t n = columns.size() + 1 + (g.strict() ? 1 : 0);
  const std::size_t rows = row.size() + (g.strict() ? 1 : 0);
  std::vector<std::vector<Rational>> a(rows, std::vector<Rational>(n));
  std::vector<Rational> b(rows);
  a[0][0] = 1;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (const auto& [key, c] : (*polynomials)[j + 1]) a[row.at(key)][j + 1] = c * Rational(columns[j].sign);
  }
  for (const auto& [key, c] : (*polynomials)[0]) {
    if (g.strict())
      a[row.at(key)][n - 1] = -c;
    else
      b[row.at(key)] = c;
  }
  if (g.strict()) {
    a[rows - 1][0] = 1;
    for (std::size_t j = 0; j < columns.size(); ++j) a[rows - 1][j + 1] = columns[j].strict ? 1 : 0;
    b[rows - 1] = 1;
  }
  auto x = nonnegative_solution(a, b, stop);
  if (!x) return std::nullopt;
  if (g.strict()) {
    const Rational t = (*x)[n - 1];
    if (t.sign() <= 0) return std::nullopt;
    for (auto& v : *x) v /= t;
  }
  // Proof: cut the bounds that are used, then one combine.
  Proof lines;
  // Each weight by itself: the sign of their sum need not be seen.
  std::vector<std::pair<std::size_t, Expr>> weights;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const Rational c = (*x)[j + 1] * Rational(columns[j].sign);
    if (!c.is_zero())
      weights.emplace_back(columns[j].fact, mul(Expr(c), mul(columns[j].weight, facts[columns[j].fact].times)));
  }
  rule::Combine sum{(*x)[0], {}};
  std::size_t next = context.hypotheses().size();
  std::map<std::size_t, std::size_t> known;  // bounds that were cut in
  for (const auto& [f, w] : weights) {
    std::size_t index = known.contains(f) ? known.at(f) : facts[f].hypothesis;
    if (index == 0) {
      lines.emplace_back(rule::Cut{{facts[f].strict ? Rel::gt : Rel::ge, facts[f].e, 0}});
      lines.emplace_back(rule::Sign{});
      index = known[f] = ++next;
    }
    sum.terms.emplace_back(index, w.is_constant() ? Coefficient(w.value()) : Coefficient(w));
  }
  lines.emplace_back(std::move(sum));
  return lines;
}

// The goal's difference and the facts multiplied by their denominators, where there are some and their signs are known;
// a fact whose denominator has no known sign is left out.
struct Cleared {
  Goal goal;
  std::vector<Fact> facts;
  Proof lines;
};
std::optional<Cleared> without_denominators(const Goal& g, const std::vector<Fact>& facts) {
  Algebra algebra = g.context.algebra();
  bool some = false;
  // Numerator and denominator, the latter positive.
  const auto parts = [&](const Expr& e) -> std::optional<std::pair<Expr, Expr>> {
    auto f = algebra.fraction(e);
    if (!f || f->second.is_constant()) return std::pair{e, Expr(1)};
    some = true;
    if (g.context.positive_(f->second)) return f;
    if (g.context.positive_(negate(f->second))) return std::pair{negate(f->first), negate(f->second)};
    return std::nullopt;
  };
  const auto goal = parts(g.difference());
  if (!goal) return std::nullopt;
  Cleared out{g, {}, {}};
  if (!goal->second.is_constant(1)) {
    out.lines.emplace_back(rule::Factor{quotient(1, goal->second), goal->first});
    out.goal = {g.context, {g.relation.rel, goal->first, 0}};
  }
  for (const Fact& fact : facts) {
    const auto f = parts(fact.e);
    if (!f) continue;
    out.facts.push_back(fact);
    out.facts.back().e = f->first;
    out.facts.back().seen = mul(fact.e, f->second);
    out.facts.back().times = f->second;
  }
  return some ? std::optional(std::move(out)) : std::nullopt;
}

Tree search_combination(const Goal& g, const std::vector<Fact>& facts, const std::function<bool()>& stop) {
  // Linear first.
  std::vector<Column> columns;
  const auto add_column = [&](std::size_t f, const Expr& weight, bool strict) {
    columns.push_back({f, weight, strict && facts[f].strict, 1});
    if (facts[f].equation) columns.push_back({f, weight, false, -1});
  };
  for (std::size_t f = 0; f < facts.size(); ++f) add_column(f, 1, true);
  if (auto lines = combine(g, facts, columns, stop)) return lines;
  // Products of two facts, and equations times variables.
  for (std::size_t f = 0; f < facts.size() && columns.size() < Effort::Combination::most_columns; ++f) {
    for (std::size_t k = 0; k <= f; ++k) {
      if (facts[k].equation) continue;
      add_column(f, facts[k].times.is_constant(1) ? facts[k].e : facts[k].seen, facts[k].strict);
    }
    if (facts[f].equation) {
      for (const auto& v : g.context.variables()) {
        const Expr x = Expr::variable(v.name);
        columns.push_back({f, x, false, 1});
        columns.push_back({f, x, false, -1});
      }
    }
  }
  if (columns.size() > Effort::Combination::most_columns) return std::nullopt;
  if (auto lines = combine(g, facts, columns, stop)) return lines;
  // Squares of simple differences.
  auto with_squares = facts;
  std::vector<Expr> used;
  for (const auto& v : g.context.variables()) {
    if (depends_on(g.difference(), Expr::variable(v.name))) used.push_back(Expr::variable(v.name));
  }
  if (used.empty() || used.size() > Effort::Combination::most_variables) return std::nullopt;
  const auto add_square = [&](const Expr& e) {
    with_squares.push_back({power(e, 2), false, false, 0});
    columns.push_back({with_squares.size() - 1, 1, false, 1});
  };
  for (std::size_t i = 0; i < used.size(); ++i) {
    for (const Rational& c : {Rational(1), Rational(1, 2), Rational(-1)}) add_square(sub(used[i], Expr(c)));
    add_square(used[i]);
    for (std::size_t j = 0; j < i; ++j) {
      add_square(sub(used[i], used[j]));
      add_square(add(used[i], used[j]));
    }
  }
  return combine(g, with_squares, columns, stop);
}

}  // namespace

Tree prove_by_combination(const Goal& g, const std::function<bool()>& stop) {
  const auto facts = facts_of(g);
  if (facts.empty() || facts.size() > Effort::Combination::most_facts ||
      size_of(g.difference()) > Effort::Combination::largest_goal)
    return std::nullopt;
  if (auto lines = search_combination(g, facts, stop)) return lines;
  const auto cleared = without_denominators(g, facts);
  if (!cleared || cleared->facts.empty()) return std::nullopt;
  const auto rest = search_combination(cleared->goal, cleared->facts, stop);
  if (!rest) return std::nullopt;
  Proof out = cleared->lines;
  append(out, *rest);
  return out;
}

}  // namespace dpcert::verify
