#include "verify/engine/tactics/multipliers_of_sums.hpp"

#include <algorithm>
#include <cmath>

#include "verify/engine/goal/probe.hpp"
#include "verify/engine/lp/exact_simplex.hpp"
#include "verify/engine/points/sample.hpp"

namespace dpcert::verify {

namespace {

constexpr int points_of_terms = 320;
constexpr std::size_t most_unknown_coefficients = 24, most_terms_of_the_rest = 4;
constexpr double slack_of_a_row = 2e-6, grid_of_a_row = 0x1p-22;

// sum of row[i] c_i <= right.
struct Bound {
  std::vector<Rational> row;
  Rational right;
};

// Is there a c that satisfies them all? By Farkas' lemma there is none where y >= 0 has (sum of y row) = 0 and
// (sum of y right) = -1: a program with few rows.
bool feasible(const std::vector<Bound>& bounds, std::size_t unknowns, const std::function<bool()>& stop) {
  std::vector<std::vector<Rational>> a(unknowns + 1, std::vector<Rational>(bounds.size()));
  std::vector<Rational> b(unknowns + 1);
  for (std::size_t j = 0; j < bounds.size(); ++j) {
    for (std::size_t i = 0; i < unknowns; ++i) a[i][j] = bounds[j].row[i];
    a[unknowns][j] = bounds[j].right;
  }
  b[unknowns] = Rational(-1);
  return !nonnegative_solution(a, b, stop);
}

// The last unknown is this number.
std::vector<Bound> with_last(std::vector<Bound> bounds, const Rational& value) {
  for (Bound& b : bounds) {
    b.right = b.right - b.row.back() * value;
    b.row.pop_back();
  }
  return bounds;
}

// Simple numbers that satisfy the bounds: each the first of a few with which there are others.
std::optional<std::vector<Rational>> simple_solution(std::vector<Bound> bounds, std::size_t unknowns,
                                                     const std::function<bool()>& stop) {
  static const std::vector<Rational> numbers = [] {
    std::vector<Rational> out{0};
    for (const auto& [p, q] : {std::pair(1, 1), {1, 2}, {2, 1}, {1, 4}, {3, 2}, {3, 1}, {4, 1}, {1, 3}, {2, 3}, {3, 4}})
      for (const int sign : {1, -1}) out.emplace_back(sign * p, q);
    return out;
  }();
  std::vector<Rational> solution(unknowns);
  if (!feasible(bounds, unknowns, stop)) return std::nullopt;
  for (std::size_t i = unknowns; i-- > 0;) {
    bool found = false;
    for (const Rational& value : numbers) {
      if (stop()) return std::nullopt;
      auto rest = with_last(bounds, value);
      if (!feasible(rest, i, stop)) continue;
      solution[i] = value;
      bounds = std::move(rest);
      found = true;
      break;
    }
    if (!found) return std::nullopt;
  }
  return solution;
}

// 1 and the terms of what is left, then the atoms, then their products.
std::vector<Expr> monomials(const std::vector<Expr>& own, const std::vector<Expr>& atoms, int degree) {
  std::vector<Expr> out{1};
  out.insert(out.end(), own.begin(), own.end());
  if (degree > 0) out.insert(out.end(), atoms.begin(), atoms.end());
  for (std::size_t i = 0; degree > 1 && i < atoms.size(); ++i)
    for (std::size_t j = i; j < atoms.size(); ++j) out.push_back(i == j ? pow(atoms[i], 2) : mul(atoms[i], atoms[j]));
  return out;
}

// The terms with a variable or a function in them, each once; none of many.
std::vector<Expr> terms_of_the_rest(const Context& c, const Expr& e) {
  Algebra a = c.algebra();
  const auto expanded = a.expanded(e);
  std::vector<Expr> terms, out;
  terms_of(expanded.value_or(e), Rational(1), terms);
  for (const Expr& t : terms) {
    const auto known = [&](const Expr& o) { return a.ratio(t, o, true).has_value(); };
    if (!t.is_constant() && std::ranges::none_of(out, known)) out.push_back(t);
  }
  return out.size() > most_terms_of_the_rest ? std::vector<Expr>{} : out;
}

class SimpleMultipliers {
 public:
  SimpleMultipliers(const Context& c, const SumsWithHypotheses& sums, const std::vector<Expr>& values)
      : c_(c), sums_(sums), values_(values) {}

  std::optional<std::vector<Expr>> of(const std::vector<Expr>& basis, const std::function<bool()>& stop) {
    basis_ = basis;
    unknowns_.clear();
    for (std::size_t j = 0; j < sums_.said.size(); ++j)
      for (std::size_t b = 0; b < basis.size(); ++b)
        if (sums_.said[j].equation || c_.knows({basis[b], Need::nonnegative})) unknowns_.emplace_back(j, b);
    if (unknowns_.empty() || unknowns_.size() > most_unknown_coefficients || !at_points()) return std::nullopt;
    const auto c = simple_solution(bounds_, unknowns_.size(), stop);
    if (!c) return std::nullopt;
    std::vector<Expr> out(sums_.said.size(), Expr(0));
    for (std::size_t i = 0; i < unknowns_.size(); ++i)
      if (!(*c)[i].is_zero()) {
        Expr& m = out[unknowns_[i].first];
        m = add(m, mul(Expr((*c)[i]), basis_[unknowns_[i].second]));
      }
    return out;
  }

 private:
  bool at_points() {
    // body, left, then terms, totals, monomials, and what is said of the point.
    std::vector<Expr> formulas{sums_.body, sums_.left};
    for (const auto& h : sums_.said) formulas.push_back(h.term);
    for (const auto& h : sums_.said) formulas.push_back(h.total);
    formulas.insert(formulas.end(), basis_.begin(), basis_.end());
    const std::size_t said = formulas.size();
    const auto number = [](const Expr& e) { return !is_opaque(e); };
    for (const Relation& h : c_.hypotheses())
      if (h.rel != Rel::eq && nodes_of(h, [&](const Expr& e) { return !number(e); }).empty())
        formulas.push_back(sub(h.lhs, h.rhs));
    auto probe = Probe::of(formulas, c_.variables());
    if (!probe) return false;
    bounds_.clear();
    for (std::size_t i = 0; i < unknowns_.size(); ++i)
      if (!sums_.said[unknowns_[i].first].equation) {
        Bound sign{std::vector<Rational>(unknowns_.size()), 0};
        sign.row[i] = -1;
        bounds_.push_back(sign);
      }
    Random random(1);
    for (int k = 0; k < points_of_terms; ++k) {
      probe->at(point(random));
      bool inside = true;
      for (std::size_t i = said; i < formulas.size(); ++i) inside = inside && probe->value(i) >= 0;
      if (inside) add_bounds(*probe);
    }
    return true;
  }

  // Values that are alike among them: many inequalities are sharp there.
  std::vector<double> point(Random& random) const {
    const auto& variables = c_.variables();
    std::vector<double> x;
    for (const Variable& v : variables) {
      const Values simple = simple_values(v);
      const bool plain = !simple.empty() && random.chance(40);
      x.push_back((plain ? simple[random.below(simple.size())] : draw(v, random)).approx());
    }
    if (random.chance(50)) return x;
    const double spread = random.chance(30) ? 0 : random.chance(50) ? 0.05 : 0.5;
    std::optional<double> first;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (std::ranges::find(values_, Expr::variable(variables[i].name)) == values_.end()) continue;
      const double like = first ? *first * (1 + spread * (2 * random.unit() - 1)) : x[i];
      const Ends ends = ends_of(variables[i].range);
      if (like >= ends.lo && like <= ends.hi) x[i] = like;
      if (!first) first = x[i];
    }
    return x;
  }

  void add_bounds(const Probe& probe) {
    const std::size_t count = sums_.said.size();
    for (const bool outside : {false, true}) {
      std::vector<double> row;
      double right = probe.value(outside ? 1 : 0), most = std::abs(right);
      for (const auto& [j, b] : unknowns_) {
        const double factor = probe.value(2 + j + (outside ? count : 0)) * probe.value(2 + 2 * count + b);
        row.push_back(outside ? -factor : factor);
        most = std::max(most, std::abs(factor));
      }
      const bool finite = std::isfinite(right) && std::ranges::all_of(row, [](double v) { return std::isfinite(v); });
      if (!finite || most == 0) continue;
      const auto rounded = [&](double v) {
        return Rational::from_double(std::round(v / most / grid_of_a_row) * grid_of_a_row);
      };
      Bound bound{{}, rounded(right + slack_of_a_row * most)};
      for (const double v : row) bound.row.push_back(rounded(v));
      bounds_.push_back(std::move(bound));
    }
  }

  const Context& c_;
  const SumsWithHypotheses& sums_;
  const std::vector<Expr>& values_;
  std::vector<Expr> basis_;
  std::vector<std::pair<std::size_t, std::size_t>> unknowns_;  // hypothesis and monomial
  std::vector<Bound> bounds_;
};

}  // namespace

std::optional<std::vector<Expr>> simple_multipliers(const Context& c, const SumsWithHypotheses& sums,
                                                    const std::vector<Expr>& values, const std::vector<Expr>& atoms,
                                                    int highest, const std::function<bool()>& stop) {
  SimpleMultipliers multipliers(c, sums, values);
  const std::vector<Expr> own = terms_of_the_rest(c, sums.left);
  std::vector<Expr> others;
  for (const Expr& e : atoms)
    if (std::ranges::find(own, e) == own.end()) others.push_back(e);
  for (int degree = 0; degree <= (others.empty() ? 0 : highest); ++degree) {
    if (stop()) return std::nullopt;
    auto found = multipliers.of(monomials(own, others, degree), stop);
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
