// Moment generating functions as papers write them, sums of weights times exponentials: with one of the exponentials
// taken out of the sum the other exponents are shorter. So p exp(t) + 1 - p is behind
// p exp(t (1 - p)) + (1 - p) exp(-t p).
#include <utility>

#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

// exp(exponent) * rest.
struct WithoutExponential {
  Expr exponent, rest;
};

// A term as a product: what does not vary with exponents in it, and the exponent of the rest.
std::pair<Expr, Expr> weight_and_exponent(const Expr& e) {
  if (e.op() == Op::exp) return {1, e.arg(0)};
  if (e.op() == Op::neg) {
    const auto [w, u] = weight_and_exponent(e.arg(0));
    return {negate(w), u};
  }
  if (e.op() == Op::mul || e.op() == Op::div) {
    const auto [w, u] = weight_and_exponent(e.arg(0));
    const auto [v, r] = weight_and_exponent(e.arg(1));
    if (e.op() == Op::mul) return {mul(w, v), add(u, r)};
    return {quotient(w, v), sub(u, r)};
  }
  return {e, 0};
}

// The exponential of the sum without which exponents are shortest, if that is shorter at all.
std::optional<WithoutExponential> without_exponential(const Expr& sum, const Context& c) {
  std::vector<Expr> terms;
  terms_of(sum, 1, terms);
  if (terms.size() < 2 || terms.size() > Effort::most_terms_of_a_moment) return std::nullopt;
  std::vector<std::pair<Expr, Expr>> parts;
  Algebra a = c.algebra();
  std::uint64_t whole = 0;
  for (const Expr& t : terms) {
    auto [w, u] = weight_and_exponent(t);
    const auto short_one = a.simplified(u);
    if (!short_one) return std::nullopt;
    whole += short_one->is_constant() ? 0 : short_one->node().tree_size;
    parts.emplace_back(std::move(w), *short_one);
  }
  std::optional<WithoutExponential> out;
  for (const auto& [weight, exponent] : parts) {
    if (exponent.is_constant()) continue;
    std::uint64_t size = exponent.node().tree_size;
    Expr rest = 0;
    bool known = true;
    for (const auto& [w, u] : parts) {
      const auto left = a.simplified(sub(u, exponent));
      if (!(known = left.has_value())) break;
      size += left->is_constant() ? 0 : left->node().tree_size;
      const Expr term = left->is_constant(0) ? w : mul(w, exp(*left));
      rest = rest.is_constant(0) ? term : add(rest, term);
    }
    if (!known || size >= whole) continue;
    whole = size;
    out = WithoutExponential{exponent, rest};
  }
  return out;
}

// The same in every logarithm of a sum.
Expr in_logarithms(const Expr& e, const Context& c) {
  return transform(e, [&](const Expr& old, std::span<const Expr> args) -> Expr {
    if (old.op() == Op::log) {
      if (const auto found = without_exponential(args[0], c)) return add(found->exponent, log(found->rest));
    }
    return with_args(old, args);
  });
}

}  // namespace

Tree by_shortest_exponents(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  const auto& [rel, left, right] = g.relation;
  Goal next = g;
  Proof out;
  const auto of_left = without_exponential(left, c), of_right = without_exponential(right, c);
  if ((of_left || of_right) && c.positive_(left) && c.positive_(right)) {
    const auto logarithm = [&](const Expr& side, const std::optional<WithoutExponential>& found) {
      return found ? add(found->exponent, log(found->rest)) : log_by_factors(c, side);
    };
    if (!take(rule::TakeLog{}, next, out) ||
        !take(rule::Rewrite{logarithm(left, of_left), logarithm(right, of_right)}, next, out))
      return std::nullopt;
  } else {
    const Expr l = in_logarithms(left, c), r = in_logarithms(right, c);
    if ((l == left && r == right) || !take(rule::Rewrite{l, r}, next, out)) return std::nullopt;
  }
  const auto t = alone(next);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace dpcert::verify
