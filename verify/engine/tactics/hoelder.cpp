// Hoelder's inequality with any weights: W log(sum of M_i) <= sum of W_j log(B_j), where W is the sum of the W_j >= 0,
// each B_j is a sum of as many terms A_ij, in some order, and M_i^W is the product of the A_ij^W_j. With the shares
// p_i = M_i/sum it is the sum over i and j of W_j p_i times log r <= r - 1 at r = A_ij/(B_j p_i). So are inequalities
// with powers of sums on both sides, with exponents that are numbers or not: Cauchy, Lyapunov, Huygens, power means.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/weighted_bounds.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_terms_of_a_part = 4, most_sums = 4, most_orders = 20000;
constexpr int places_of_values = 4;

// weight * log(sum), the sum by its terms.
struct WeightedSum {
  Expr weight, sum;
  std::vector<Expr> terms;
};

struct Sides {
  std::vector<WeightedSum> above;
  std::optional<WeightedSum> below;  // with -weight in D
};

// D as weighted logarithms of sums of n positive terms; a whole number n is the sum of n ones.
std::optional<Sides> sides_of(const Context& c, Algebra& a, const Expr& d) {
  const auto read = weighted_logs(a, d, most_sums + 2);
  if (!read) return std::nullopt;
  Sides out;
  std::vector<std::pair<Expr, long>> numbers;
  for (const auto& [written, sum] : read->logs) {
    const auto simple = a.simplified(written);  // by its factors, of which signs are known
    const Expr weight = simple && !c.knows({written, Need::nonnegative}) ? *simple : written;
    if (sum.is_constant()) {
      const auto n = sum.value().to_int64();
      if (!n || *n < 2 || *n > static_cast<long>(most_terms_of_a_part)) return std::nullopt;
      numbers.emplace_back(weight, *n);
      continue;
    }
    WeightedSum part{weight, sum, {}};
    terms_of(sum, 1, part.terms);
    if (part.terms.size() > most_terms_of_a_part) return std::nullopt;
    if (!std::ranges::all_of(part.terms, [&](const Expr& e) { return c.positive_(e); })) return std::nullopt;
    if (c.knows({weight, Need::nonnegative})) {
      out.above.push_back(std::move(part));
    } else {
      if (out.below || !c.knows({negate(weight), Need::nonnegative})) return std::nullopt;
      part.weight = negate(weight);
      out.below = std::move(part);
    }
  }
  if (!a.is_zero(read->rest) || !out.below || out.above.empty() || out.below->terms.size() < 2) return std::nullopt;
  for (const auto& [weight, n] : numbers) {
    if (!c.knows({weight, Need::nonnegative})) return std::nullopt;
    out.above.push_back({weight, Expr(n), std::vector<Expr>(static_cast<std::size_t>(n), Expr(1))});
  }
  const auto other_length = [&](const WeightedSum& w) { return w.terms.size() != out.below->terms.size(); };
  if (std::ranges::any_of(out.above, other_length)) return std::nullopt;
  Expr whole = negate(out.below->weight);
  for (const auto& w : out.above) whole = add(whole, w.weight);
  return a.is_zero(whole) ? std::optional(std::move(out)) : std::nullopt;
}

// Logarithms of all terms and the weights, at a few points: to find the orders of the terms by.
class Values {
 public:
  Values(const Context& c, const Sides& sides) {
    std::vector<Expr> formulas;
    const auto add_all = [&](const WeightedSum& w) {
      formulas.push_back(w.weight);
      for (const Expr& e : w.terms) formulas.push_back(log(e));
    };
    add_all(*sides.below);
    for (const auto& w : sides.above) add_all(w);
    auto probe = Probe::of(formulas, c.variables());
    if (!probe) return;
    for (int k = 0; k < places_of_values; ++k) {
      std::vector<double> x;
      for (std::size_t i = 0; i < c.variables().size(); ++i)
        x.push_back(scattered(ends_of(c.variables()[i].range),
                              std::fmod(0.618034 * (k + 1) + 0.754878 * static_cast<double>(i + 1), 1.0)));
      probe->at(x);
      auto& values = all_.emplace_back();
      for (std::size_t i = 0; i < formulas.size(); ++i) values.push_back(probe->value(i));
    }
    width_ = sides.below->terms.size() + 1;
  }
  [[nodiscard]] bool usable() const { return !all_.empty(); }
  // Is M_i^W the product of the terms of these places, one of each sum?
  [[nodiscard]] bool agree(std::size_t i, const std::vector<std::size_t>& places) const {
    return std::ranges::all_of(all_, [&](const std::vector<double>& v) {
      double gap = v[0] * v[1 + i], size = 1;
      for (std::size_t j = 0; j < places.size(); ++j) {
        const double part = v[(j + 1) * width_] * v[(j + 1) * width_ + 1 + places[j]];
        gap -= part;
        size += std::abs(part);
      }
      return !(std::abs(gap) > 1e-9 * size);
    });
  }

 private:
  std::vector<std::vector<double>> all_;
  std::size_t width_ = 0;
};

// For each M_i the place of its term in each of the sums: each term is taken once.
std::optional<std::vector<std::vector<std::size_t>>> places_of(const Sides& sides, const Values& values) {
  const std::size_t n = sides.below->terms.size(), m = sides.above.size();
  std::vector<std::vector<std::size_t>> out(n, std::vector<std::size_t>(m, 0));
  std::vector<std::vector<bool>> taken(m, std::vector<bool>(n, false));
  std::size_t tried = 0;
  const std::function<bool(std::size_t, std::size_t)> next = [&](std::size_t i, std::size_t j) {
    if (++tried > most_orders) return false;
    if (i == n) return true;
    if (j == m) return values.agree(i, out[i]) && next(i + 1, 0);
    for (std::size_t k = 0; k < n; ++k) {
      if (taken[j][k]) continue;
      taken[j][k] = true;
      out[i][j] = k;
      if (next(i, j + 1)) return true;
      taken[j][k] = false;
    }
    return false;
  };
  return next(0, 0) ? std::optional(out) : std::nullopt;
}

Tree of_logs(const Goal& g, const Expr& d, const Subprover& s, int depth) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  const auto sides = sides_of(c, a, d);
  if (!sides) return std::nullopt;
  const Values values(c, *sides);
  if (!values.usable()) return std::nullopt;
  const auto places = places_of(*sides, values);
  if (!places) return std::nullopt;
  std::vector<Use> uses;
  for (std::size_t i = 0; i < sides->below->terms.size(); ++i)
    for (std::size_t j = 0; j < sides->above.size(); ++j) {
      const WeightedSum& b = sides->above[j];
      const Expr share = quotient(sides->below->terms[i], sides->below->sum);
      const Expr ratio = quotient(mul(b.terms[(*places)[i][j]], sides->below->sum), mul(b.sum, sides->below->terms[i]));
      uses.push_back(log_bound(mul(b.weight, share), ratio, s));
    }
  return with_bounds(g, d, uses, s, depth);
}

}  // namespace

Tree by_hoelder(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel != Rel::ge || depth < 2) return std::nullopt;
  return in_logarithms(g, [&](const Goal& h, const Expr& d) { return of_logs(h, d, s, depth); });
}

}  // namespace dpcert::verify
