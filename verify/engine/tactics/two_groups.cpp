// A sum of which two groups of terms are nonnegative each, as those of two outcomes: p^s q^(1 - s) - min(p, q) and the
// same with 1 - p and 1 - q. Which terms belong together is seen from values.
#include <algorithm>
#include <bit>
#include <cmath>

#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t fewest_grouped = 4, most_grouped = 8, most_tried = 2;

// The groups with the first term, as bits, such that they and the others look nonnegative; the most even ones first.
std::vector<unsigned> groups(const Context& c, const std::vector<Expr>& terms) {
  std::vector<std::vector<double>> values;
  hold_inside(c, terms, [&](const std::vector<double>& row) {
    values.push_back(row);
    return true;
  });
  std::vector<unsigned> out;
  if (values.empty()) return out;
  const auto n = static_cast<unsigned>(terms.size());
  for (unsigned group = 1; group + 1 < 1U << n; group += 2) {
    const bool good = std::ranges::all_of(values, [&](const std::vector<double>& row) {
      double one = 0, other = 0, size = 0;
      for (unsigned i = 0; i < n; ++i) {
        ((group >> i & 1U) != 0 ? one : other) += row[i];
        size += std::abs(row[i]);
      }
      return one >= -1e-12 * size && other >= -1e-12 * size;
    });
    if (good) out.push_back(group);
  }
  std::ranges::stable_sort(out, {}, [&](unsigned group) {
    const int members = std::popcount(group);
    return std::max(members, static_cast<int>(n) - members);
  });
  return out;
}

// The one group by its proof, the other one where that is a hypothesis, and their sum.
Tree behind(const Goal& g, const Relation& one, const Proof& proof, const Relation& other, const ProveGoal& alone) {
  Goal h = g;
  Proof out;
  cut_in(out, h, one, proof);
  const auto t = alone({h.context, other});
  if (!t) return std::nullopt;
  cut_in(out, h, other, *t);
  const std::size_t last = h.context.hypotheses().size();
  out.emplace_back(rule::Combine{Rational(0), {{last - 1, Rational(1)}, {last, Rational(1)}}});
  return out;
}

}  // namespace

Tree by_two_groups(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const auto transcendental = [](const Expr& e) {
    return e.op() == Op::exp || e.op() == Op::log || (e.op() == Op::pow && !e.arg(1).is_constant());
  };
  if (nodes_of(g.relation, transcendental).empty()) return std::nullopt;
  std::vector<Expr> terms;
  terms_of(g.difference(), Rational(1), terms);
  if (terms.size() < fewest_grouped || terms.size() > most_grouped) return std::nullopt;
  std::size_t tried = 0;
  for (const unsigned group : groups(g.context, terms)) {
    if (++tried > most_tried) break;
    Expr one = 0, other = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      Expr& sum = (group >> i & 1U) != 0 ? one : other;
      sum = add(sum, terms[i]);
    }
    const Relation first{g.relation.rel, one, 0}, second{Rel::ge, other, 0};
    if (!is_defined(g.context, one) || !is_defined(g.context, other)) continue;
    const auto t = alone({g.context, first});
    if (!t) continue;
    if (auto both = behind(g, first, *t, second, alone)) return both;
    // A step along a variable may not have the first group's bound among its hypotheses, but the other way round.
    const auto u = alone({g.context, second});
    if (!u) continue;
    if (auto both = behind(g, second, *u, first, alone)) return both;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
