// Logarithms of sums against logarithms of their terms.
//
// Norms fall in their exponent: with positive A_i of the sum S and M_i^W = A_i^V, where 0 < W <= V, the sum of the M_i
// is at most S^(V/W), since each M_i/S^(V/W) is (A_i/S)^(V/W), which is at most A_i/S. So a^p + b^p <= (a + b)^p for
// p >= 1, and p-norms.
//
// Gibbs' inequality: W log(sum of t_i) is at least the sum of U_i log(t_i W/U_i), where W is the sum of the U_i >= 0.
// So are means with weights that are variables.
#include <algorithm>
#include <numeric>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/weighted_bounds.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_terms = 4;

bool is_sum_of_positives(const Context& c, const Expr& e, std::vector<Expr>& terms) {
  terms_of(e, 1, terms);
  return terms.size() > 1 && terms.size() <= most_terms &&
         std::ranges::all_of(terms, [&](const Expr& t) { return c.positive_(t); });
}

// The terms of the one sum in the order of the other's: those with M_i^W = A_i^V.
std::optional<std::vector<Expr>> in_the_order(Algebra& a, const WeightedLog& above, const std::vector<Expr>& big,
                                              const WeightedLog& below, std::vector<Expr> small) {
  std::vector<Expr> out;
  for (const Expr& term : big) {
    const auto same = std::ranges::find_if(small, [&](const Expr& m) {
      return a.is_zero(sub(mul(above.weight, log(term)), mul(negate(below.weight), log(m))));
    });
    if (same == small.end()) return std::nullopt;
    out.push_back(*same);
    small.erase(same);
  }
  return out;
}

// A_i/S - M_i/S^k >= 0 by logarithms: (k - 1)(log S - log A_i) >= 0.
Use term_bound(const Expr& weight, const Expr& term, const Expr& sum, const Expr& image, const Expr& k,
               const Expr& more, const Expr& others) {
  const Expr left = quotient(term, sum), right = quotient(image, pow(sum, k));
  return {weight, sub(left, right), [=](const Goal& g) -> Tree {
            Goal now = g;
            Proof out;
            const Relation larger{Rel::ge, log(sum), log(term)};
            const auto t = steps({now.context, larger}, rule::TakeExp{}, {[&](const Goal& h) {
                                   return rewritten(h, others, 0, [](const Goal&) { return Proof{rule::Sign{}}; });
                                 }});
            if (!t) return std::nullopt;
            cut_in(out, now, larger, *t);
            out.emplace_back(rule::Rewrite{left, right});
            out.emplace_back(rule::TakeLog{});
            out.emplace_back(rule::Combine{Rational(0), {{now.context.hypotheses().size(), more}}});
            return out;
          }};
}

Tree falling(const Goal& g, const Expr& d, const Subprover& s, int depth) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  const auto read = weighted_logs(a, d, 2);
  if (!read || read->logs.size() != 2 || !a.is_zero(read->rest)) return std::nullopt;
  for (const bool first : {true, false}) {
    const WeightedLog &above = read->logs[first ? 0 : 1], &below = read->logs[first ? 1 : 0];
    const Expr w = negate(below.weight);
    std::vector<Expr> big, small;
    if (!is_sum_of_positives(c, above.argument, big) || !is_sum_of_positives(c, below.argument, small) ||
        big.size() != small.size())
      return std::nullopt;
    const auto k = a.simplified(quotient(above.weight, w)), by = a.simplified(w);
    const auto more = k ? a.simplified(sub(*k, 1)) : std::nullopt;
    if (!more || !by || !c.positive_(*by) || !c.knows({*more, Need::nonnegative})) continue;
    const auto images = in_the_order(a, above, big, below, small);
    if (!images) continue;
    Expr ratio = 0;
    std::vector<Use> uses;
    for (std::size_t i = 0; i < big.size(); ++i) {
      ratio = add(ratio, (*images)[i]);
      Expr others = 0;
      for (std::size_t j = 0; j < big.size(); ++j)
        if (j != i) others = add(others, big[j]);
      uses.push_back(term_bound(*by, big[i], above.argument, (*images)[i], *k, *more, others));
    }
    uses.push_back(log_bound(*by, quotient(ratio, pow(above.argument, *k)), s));
    if (auto t = with_bounds(g, d, uses, s, depth)) return t;
  }
  return std::nullopt;
}

Tree gibbs(const Goal& g, const Expr& d, const Subprover& s, int depth) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  const auto read = weighted_logs(a, d, most_terms + 1);
  if (!read || read->logs.size() < 3) return std::nullopt;
  for (const WeightedLog& whole : read->logs) {
    std::vector<Expr> terms;
    if (!c.knows({whole.weight, Need::nonnegative}) || !is_sum_of_positives(c, whole.argument, terms)) continue;
    // The other logarithms with their weights, a number by itself left out.
    std::vector<WeightedLog> parts;
    Expr weights = 0;
    for (const WeightedLog& l : read->logs) {
      if (&l == &whole || l.argument.is_constant()) continue;
      const auto simple = a.simplified(negate(l.weight));
      if (!simple || !c.knows({*simple, Need::nonnegative})) return std::nullopt;
      parts.push_back({*simple, l.argument});
      weights = add(weights, *simple);
    }
    if (parts.size() != terms.size() || !a.is_zero(sub(weights, whole.weight))) continue;
    std::vector<std::size_t> order(terms.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    do {
      std::vector<Use> uses;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto names = variables_of(parts[i].argument);
        const Expr& term = terms[order[i]];
        const bool apt =
            std::ranges::all_of(names, [&](const auto& name) { return depends_on(term, Expr::variable(name)); });
        const auto share = apt ? a.simplified(quotient(mul(term, whole.weight), parts[i].weight)) : std::nullopt;
        if (!share || !is_defined(c, *share) || !c.positive_(*share)) break;
        uses.push_back(log_bound(parts[i].weight, quotient(*share, whole.argument), s));
      }
      if (uses.size() < parts.size()) continue;
      if (auto t = with_bounds(g, d, uses, s, depth)) return t;
    } while (std::ranges::next_permutation(order).found);
  }
  return std::nullopt;
}

}  // namespace

Tree by_falling_norms(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel != Rel::ge || depth < 2) return std::nullopt;
  return in_logarithms(g, [&](const Goal& h, const Expr& d) { return falling(h, d, s, depth); });
}

Tree by_gibbs(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel != Rel::ge || depth < 2) return std::nullopt;
  return in_logarithms(g, [&](const Goal& h, const Expr& d) { return gibbs(h, d, s, depth); });
}

}  // namespace dpcert::verify
