// The sides of a relation, however it is typed.
#include <numeric>
#include <utility>

#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// A positive number that multiplies, or divides, the whole of an expression.
std::pair<Rational, Expr> with_factor(const Expr& e) {
  if (e.op() == Op::mul && e.arg(0).is_constant()) return {e.arg(0).value(), e.arg(1)};
  if (e.op() == Op::div && e.arg(1).is_constant() && !e.arg(1).is_constant(0))
    return {Rational(1) / e.arg(1).value(), e.arg(0)};
  return {Rational(1), e};
}

// The same factor of both sides says nothing.
void take_out_factor(Goal& g, Proof& lines) {
  const auto [factor, left] = with_factor(g.relation.lhs);
  const auto [same, right] = with_factor(g.relation.rhs);
  if (factor == Rational(1) || factor.sign() <= 0 || !(factor == same)) return;
  const Step out = rule::Factor{Expr(factor), sub(left, right)}, sides = rule::Rewrite{left, right};
  Goal now = g;
  Proof said;
  if (!take(out, now, said) || !take(sides, now, said)) return;
  append(lines, said);
  g = now;
}

// A difference that is compared with 0 is typed in one more way than what it says: positive terms on one side, what is
// taken from them on the other one. Tactics that look at sides, by logarithms or powers, find these then.
void set_sides_apart(Goal& g, Proof& lines) {
  const Expr& left = g.relation.lhs;
  const bool turned = left.is_constant(0);
  if (g.relation.rel == Rel::eq || (!turned && !g.relation.rhs.is_constant(0))) return;
  constexpr std::size_t most_terms = 12;
  std::vector<Expr> terms;
  terms_of(turned ? g.relation.rhs : left, turned ? -1 : 1, terms);
  if (terms.size() < 2 || terms.size() > most_terms) return;
  std::vector<Expr> above, below;
  for (const Expr& t : terms) {
    if (g.context.positive_(t))
      above.push_back(t);
    else if (const Expr other = negate(t); g.context.positive_(other))
      below.push_back(other);
    else
      return;
  }
  if (above.empty() || below.empty()) return;
  const auto sum = [](const std::vector<Expr>& all) {
    return std::accumulate(all.begin() + 1, all.end(), all.front(),
                           [](const Expr& a, const Expr& b) { return add(a, b); });
  };
  static_cast<void>(take(rule::Rewrite{sum(above), sum(below)}, g, lines));
}

}  // namespace

void set_sides(Goal& g, Proof& lines) {
  take_out_factor(g, lines);
  set_sides_apart(g, lines);
}

}  // namespace dpcert::verify
