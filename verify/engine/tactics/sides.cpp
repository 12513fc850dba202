// The sides of a relation, however it is typed: tactics look for logarithms and powers of sides as they stand.
#include <algorithm>
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

bool is_typed_negative(const Expr& e) {
  if (e.is_constant()) return e.value().sign() < 0;
  return e.op() == Op::neg || (e.op() == Op::mul && e.arg(0).is_constant() && e.arg(0).value().sign() < 0);
}

// Terms that are on both sides go; are there any?
bool cancel(std::vector<Expr>& terms) {
  const std::size_t before = terms.size();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto other = std::find(terms.begin() + static_cast<std::ptrdiff_t>(i) + 1, terms.end(), negate(terms[i]));
    if (other == terms.end()) continue;
    terms.erase(other);
    terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  return terms.size() < before;
}

// A difference that is compared with 0, sides with the same term, and two negative sides are typed in one more way than
// what they say: positive terms on one side, what is taken from them on the other one. Tactics that look at sides, by
// logarithms or powers, find these then.
void set_sides_apart(Goal& g, Proof& lines) {
  const auto& [rel, left, right] = g.relation;
  if (rel == Rel::eq) return;
  constexpr std::size_t most_terms = 12;
  std::vector<Expr> terms, of_right;
  terms_of(left, 1, terms);
  terms_of(right, -1, of_right);
  const bool is_difference = left.is_constant(0) || right.is_constant(0);
  const bool negative = std::ranges::all_of(terms, is_typed_negative) &&
                        std::ranges::none_of(of_right, is_typed_negative);  // these have been negated
  terms.insert(terms.end(), of_right.begin(), of_right.end());
  std::erase_if(terms, [](const Expr& t) { return t.is_constant(0); });
  if (terms.size() > most_terms || (!cancel(terms) && !is_difference && !negative) || terms.size() < 2) return;
  std::vector<Expr> above, below;
  for (const Expr& t : terms) {
    const Expr other = negate(t);
    if (g.context.positive_(t))
      above.push_back(t);
    else if (g.context.positive_(other))
      below.push_back(other);
    else if (is_difference && terms.size() > 2)
      return;
    else  // as it is typed
      (is_typed_negative(t) ? below : above).push_back(is_typed_negative(t) ? other : t);
  }
  if (above.empty() || below.empty()) return;
  const auto sum = [](const std::vector<Expr>& all) {
    return std::accumulate(all.begin() + 1, all.end(), all.front(),
                           [](const Expr& a, const Expr& b) { return add(a, b); });
  };
  static_cast<void>(take(rule::Rewrite{sum(above), sum(below)}, g, lines));
}

// exp(1)^u and the like, as some write exponentials: exp(u).
void write_exponentials(Goal& g, Proof& lines) {
  const auto written = [](const Expr& e) {
    return transform(e, [](const Expr& old, std::span<const Expr> args) -> Expr {
      const bool of_exp = old.op() == Op::pow && args[0].op() == Op::exp && args[0].arg(0).is_constant();
      return of_exp ? exp(mul(args[0].arg(0), args[1])) : with_args(old, args);
    });
  };
  const Expr left = written(g.relation.lhs), right = written(g.relation.rhs);
  if (left == g.relation.lhs && right == g.relation.rhs) return;
  static_cast<void>(take(rule::Rewrite{left, right}, g, lines));
}

}  // namespace

void set_sides(Goal& g, Proof& lines) {
  write_exponentials(g, lines);
  take_out_factor(g, lines);
  set_sides_apart(g, lines);
}

}  // namespace dpcert::verify
