#include "verify/engine/tactics/combination.hpp"

#include <algorithm>
#include <map>

#include "verify/engine/lp/exact_simplex.hpp"

namespace dpcert::verify {

std::vector<KnownSign> known_signs(const Goal& g) {
  std::vector<KnownSign> facts;
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

namespace {

// The linear program, its columns: the number, the facts, the multiples of the difference. Each row is a monomial; the
// last one says that the multiples, or for a strict goal what is strict, add up to 1.
struct LinearProgram {
  std::vector<std::vector<Rational>> rows;
  std::vector<Rational> right;
};
using Monomials = std::map<std::string, Rational>;

std::optional<LinearProgram> program_of(const std::vector<Monomials>& polynomials,
                                        const std::vector<WeightedFact>& columns, std::size_t multiples, bool strict,
                                        std::size_t most_rows) {
  std::map<std::string, std::size_t> row;
  row.emplace("", 0);
  for (const auto& p : polynomials)
    for (const auto& [key, c] : p) row.emplace(key, row.size());
  if (row.size() > most_rows) return std::nullopt;
  const std::size_t first = columns.size() + 1;
  LinearProgram out{{row.size() + 1, std::vector<Rational>(first + multiples)}, std::vector<Rational>(row.size() + 1)};
  auto& a = out.rows;
  a[0][0] = 1;
  for (std::size_t j = 0; j < columns.size(); ++j)
    for (const auto& [key, c] : polynomials[multiples + j]) a[row.at(key)][j + 1] = c * Rational(columns[j].sign);
  for (std::size_t i = 0; i < multiples; ++i)
    for (const auto& [key, c] : polynomials[i]) a[row.at(key)][first + i] = -c;
  out.right.back() = 1;
  if (strict) {
    a.back()[0] = 1;
    for (std::size_t j = 0; j < columns.size(); ++j) a.back()[j + 1] = columns[j].strict ? 1 : 0;
  } else {
    for (std::size_t i = 0; i < multiples; ++i) a.back()[first + i] = 1;
  }
  return out;
}

// Without the columns that have to be 0, since a row in which all entries have one sign adds up to 0: the solution of
// what is left.
std::optional<std::vector<Rational>> solution_of(const LinearProgram& p, const std::function<bool()>& stop) {
  const std::size_t n = p.rows[0].size();
  std::vector<bool> gone(n);
  const auto of_one_sign = [&](const std::vector<Rational>& row) {
    int sign = 0;
    for (std::size_t j = 0; j < n; ++j) {
      if (gone[j] || row[j].is_zero()) continue;
      if (sign != 0 && sign != row[j].sign()) return false;
      sign = row[j].sign();
    }
    return sign != 0;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < p.rows.size(); ++i) {
      if (!p.right[i].is_zero() || !of_one_sign(p.rows[i])) continue;
      changed = true;
      for (std::size_t j = 0; j < n; ++j) gone[j] = gone[j] || !p.rows[i][j].is_zero();
    }
  }
  std::vector<std::size_t> kept;
  for (std::size_t j = 0; j < n; ++j)
    if (!gone[j]) kept.push_back(j);
  LinearProgram less;
  for (std::size_t i = 0; i < p.rows.size(); ++i) {
    std::vector<Rational> row;
    for (const std::size_t j : kept) row.push_back(p.rows[i][j]);
    if (p.right[i].is_zero() && std::ranges::all_of(row, [](const Rational& q) { return q.is_zero(); })) continue;
    less.rows.push_back(std::move(row));
    less.right.push_back(p.right[i]);
  }
  if (kept.empty() || less.rows.empty()) return std::nullopt;
  const auto x = nonnegative_solution(less.rows, less.right, stop, true);
  if (!x) return std::nullopt;
  std::vector<Rational> out(n);
  for (std::size_t j = 0; j < kept.size(); ++j) out[kept[j]] = (*x)[j];
  return out;
}

// Of the combination D m = number + sum of weights times facts.
Proof lines_of(const Goal& g, const std::vector<KnownSign>& facts,
               const std::vector<std::pair<std::size_t, Expr>>& weights, const Coefficient& number) {
  Proof lines;
  rule::Combine sum{number, {}};
  std::size_t next = g.context.hypotheses().size();
  std::map<std::size_t, std::size_t> known;  // bounds that were cut in
  for (const auto& [f, w] : weights) {
    std::size_t index = known.contains(f) ? known.at(f) : facts[f].hypothesis;
    if (index == 0) {
      lines.emplace_back(rule::Cut{{facts[f].strict ? Rel::gt : Rel::ge, facts[f].e, 0}});
      lines.emplace_back(rule::Sign{});
      index = known[f] = ++next;
    }
    sum.terms.emplace_back(index, weight(w));
  }
  lines.emplace_back(std::move(sum));
  return lines;
}

Tree combine(const Goal& g, const std::vector<KnownSign>& facts, const std::vector<WeightedFact>& columns,
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
  // Each weight by itself: the sign of their sum need not be seen.
  std::vector<std::pair<std::size_t, Expr>> weights;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const Rational c = (*x)[j + 1] * Rational(columns[j].sign);
    if (!c.is_zero())
      weights.emplace_back(columns[j].fact, mul(Expr(c), mul(columns[j].weight, facts[columns[j].fact].times)));
  }
  return lines_of(g, facts, weights, (*x)[0]);
}

}  // namespace

Tree as_combination(const Goal& g, const std::vector<KnownSign>& facts, const std::vector<WeightedFact>& columns,
                    const std::vector<Expr>& multiples, std::size_t most_rows, const std::function<bool()>& stop) {
  Algebra algebra = g.context.algebra();
  std::vector<Expr> all;
  for (const Expr& m : multiples) all.push_back(mul(m, g.difference()));
  for (const auto& c : columns) all.push_back(mul(c.weight, facts[c.fact].e));
  const auto polynomials = algebra.polynomials(all);
  if (!polynomials) return std::nullopt;
  const auto program = program_of(*polynomials, columns, multiples.size(), g.strict(), most_rows);
  const auto x = program ? solution_of(*program, stop) : std::nullopt;
  if (!x) return std::nullopt;
  Expr multiple = 0;
  for (std::size_t i = 0; i < multiples.size(); ++i)
    multiple = add(multiple, mul(Expr((*x)[columns.size() + 1 + i]), multiples[i]));
  if (!g.context.positive_(multiple)) return std::nullopt;
  std::vector<std::pair<std::size_t, Expr>> weights;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const Rational c = (*x)[j + 1] * Rational(columns[j].sign);
    const KnownSign& fact = facts[columns[j].fact];
    if (!c.is_zero())
      weights.emplace_back(columns[j].fact, quotient(mul(Expr(c), mul(columns[j].weight, fact.times)), multiple));
  }
  return lines_of(g, facts, weights, weight(quotient(Expr((*x)[0]), multiple)));
}

std::optional<WithoutDenominators> without_denominators(const Goal& g, const std::vector<KnownSign>& facts) {
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
  WithoutDenominators out{g, {}, {}};
  if (!goal->second.is_constant(1)) {
    out.lines.emplace_back(rule::Factor{quotient(1, goal->second), goal->first});
    out.goal = {g.context, {g.relation.rel, goal->first, 0}};
  }
  for (const KnownSign& fact : facts) {
    const auto f = parts(fact.e);
    if (!f) continue;
    out.facts.push_back(fact);
    out.facts.back().e = f->first;
    out.facts.back().seen = mul(fact.e, f->second);
    out.facts.back().times = f->second;
  }
  return some ? std::optional(std::move(out)) : std::nullopt;
}

namespace {

Tree search_combination(const Goal& g, const std::vector<KnownSign>& facts, const std::function<bool()>& stop) {
  // Linear first.
  std::vector<WeightedFact> columns;
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
      add_column(f, facts[k].as_weight(), facts[k].strict);
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
  const auto facts = known_signs(g);
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
