// Variables in which every hypothesis and a conclusion are affine once the others have their values: privacy's p <=
// exp(eps) q + delta has two or three of them to each of its own kind. A linear program finds values at which all
// hypotheses hold and the conclusion fails, or that there are none; drawing points meets such a corner seldom.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "verify/engine/lp/exact_simplex.hpp"
#include "verify/engine/points/stages.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t draws = 40, most_relations = 24, fewest_variables = 2, most_variables = 12;
constexpr int digits = 30;                                 // of a coefficient, in bits
constexpr std::array margins{0.1, 0.01, 1e-4, 1e-8, 0.0};  // of the size of a relation, tried in turn

// Coordinates in which all of the relations are affine together; the derivative of the k-th relation in the i-th.
struct LinearPart {
  std::vector<std::size_t> at;
  std::vector<std::vector<Expr>> slopes;
};

LinearPart linear_part_of(const Problem& p, const std::vector<Expr>& relations) {
  LinearPart found;
  found.slopes.resize(relations.size());
  for (std::size_t i = 0; i < p.size() && found.at.size() < most_variables; ++i) {
    const Expr& x = p.names()[i];
    if (p.variables()[i].integer || !std::ranges::all_of(relations, [&](const Expr& e) { return is_smooth_in(e, x); }))
      continue;
    std::vector<Expr> slopes;
    bool affine = false;
    for (std::size_t k = 0; k < relations.size(); ++k) {
      slopes.push_back(depends_on(relations[k], x) ? derivative(relations[k], x) : Expr(0));
      affine = !depends_on(slopes.back(), x) &&
               std::ranges::none_of(found.at, [&](std::size_t j) { return depends_on(slopes.back(), p.names()[j]); }) &&
               std::ranges::none_of(found.slopes[k], [&](const Expr& slope) { return depends_on(slope, x); });
      if (!affine) break;
    }
    if (!affine) continue;
    found.at.push_back(i);
    for (std::size_t k = 0; k < relations.size(); ++k) found.slopes[k].push_back(slopes[k]);
  }
  return found;
}

Rational short_form(double v) {
  const Rational q = Rational::from_double(v), reach = dpcert::abs(q) * two_to(-digits);
  return q.is_zero() ? q : simplest_between(q - reach, q + reach);
}

// constant + coefficients . x >= margin times its size, or = 0.
struct Row {
  std::vector<Rational> coefficients;
  Rational constant;
  bool equation = false;
};

// Values within the ranges at which all rows hold.
std::optional<std::vector<Rational>> values_with(const std::vector<Row>& rows, const std::vector<const Range*>& ranges,
                                                 const Rational& margin, const std::function<bool()>& stop) {
  // x = origin + sum of sign * column, columns >= 0.
  std::vector<Rational> origin;
  std::vector<std::vector<std::pair<std::size_t, int>>> columns;
  std::size_t count = 0;
  std::vector<std::pair<std::size_t, Rational>> bounded;  // a column that is at most this
  for (const Range* r : ranges) {
    const bool below = !r->lo.infinite, above = !r->hi.infinite;
    origin.push_back(below ? r->lo.value : above ? r->hi.value : Rational(0));
    columns.push_back({{count++, below || !above ? 1 : -1}});
    if (below && above) bounded.emplace_back(count - 1, r->hi.value - r->lo.value);
    if (!below && !above) columns.back().emplace_back(count++, -1);
  }
  std::size_t slack = count;
  for (const Row& row : rows) count += row.equation ? 0 : 1;
  count += bounded.size();
  std::vector<std::vector<Rational>> a;
  std::vector<Rational> b;
  for (const Row& row : rows) {
    std::vector<Rational> line(count, Rational(0));
    Rational rest = row.constant, size = dpcert::abs(row.constant);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const Rational& c = row.coefficients[i];
      rest = rest + c * origin[i];
      size = size + dpcert::abs(c);
      for (const auto& [column, sign] : columns[i]) line[column] = c * Rational(sign);
    }
    if (!row.equation) line[slack++] = Rational(-1);
    a.push_back(std::move(line));
    b.push_back(row.equation ? -rest : margin * size - rest);
  }
  for (const auto& [column, most] : bounded) {
    std::vector<Rational> line(count, Rational(0));
    line[column] = Rational(1);
    line[slack++] = Rational(1);
    a.push_back(std::move(line));
    b.push_back(most);
  }
  const auto solution = nonnegative_solution(a, b, stop);
  if (!solution) return std::nullopt;
  std::vector<Rational> x = origin;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (const auto& [column, sign] : columns[i]) x[i] = x[i] + Rational(sign) * (*solution)[column];
  return x;
}

}  // namespace

void Search::solve_linear_parts(World& w) {
  const Problem& p = w.problem;
  if (!p.foralls().empty() || p.hypotheses().size() > most_relations) return;
  std::vector<Expr> given;
  for (const Slot& h : p.hypotheses()) given.push_back(sub(h.relation.lhs, h.relation.rhs));
  if (given.empty()) return;
  for (const Slot& conclusion : p.conclusions()) {
    if (conclusion.relation.rel == Rel::eq) continue;
    std::vector<Expr> relations = given;
    relations.push_back(sub(conclusion.relation.rhs, conclusion.relation.lhs));
    const LinearPart part = linear_part_of(p, relations);
    if (part.at.size() < fewest_variables) continue;
    ExprMap<Expr> none;
    std::vector<const Range*> ranges;
    for (const std::size_t i : part.at) {
      none.emplace(p.names()[i], Expr(0));
      ranges.push_back(&p.variables()[i].range);
    }
    std::vector<Expr> roots;
    for (std::size_t k = 0; k < relations.size(); ++k) {
      roots.push_back(substitute(relations[k], none));
      roots.insert(roots.end(), part.slopes[k].begin(), part.slopes[k].end());
    }
    const Program program(roots, p.names());
    Runner<Approx> run(program);
    for (std::size_t n = 0; n < draws && !done(); ++n) {
      Values x(p.size());
      std::vector<Approx> in;
      for (std::size_t i = 0; i < p.size(); ++i) {
        x[i] = draw(p.variables()[i], random_);
        in.push_back({x[i].approx()});
      }
      run.start(in);
      std::vector<Row> rows(relations.size());
      bool finite = true;
      for (std::size_t k = 0, root = 0; k < rows.size() && finite; ++k) {
        const auto next = [&] {
          const double v = run.root(root++).v;
          finite = finite && std::isfinite(v);
          return finite ? short_form(v) : Rational(0);
        };
        rows[k].constant = next();
        for (std::size_t i = 0; i < part.at.size(); ++i) rows[k].coefficients.push_back(next());
        rows[k].equation = k < given.size() && p.hypotheses()[k].relation.rel == Rel::eq;
      }
      for (std::size_t m = 0; m < margins.size() && finite && !done(); ++m) {
        const auto y = values_with(rows, ranges, short_form(margins[m]), [this] { return out_of_time(); });
        if (!y) continue;
        for (std::size_t i = 0; i < part.at.size(); ++i) x[part.at[i]] = (*y)[i];
        ++simple_;
        if (p.complete(x) && p.inside(x)) consider_if_promising(w, x, thorough);
        break;
      }
    }
  }
}

}  // namespace dpcert::verify
