// Laws with masses at integers, and probabilities, as they are written.
#include <algorithm>

#include "verify/language/scope.hpp"

namespace dpcert::verify {

// binomial(n, p): the successes among n, each of probability p. With a number n a law of finitely many points.
Law Scope::binomial_law(const Node& n) {
  if (n.args.size() != 2) fail(n, "expected `binomial(n, p)`");
  const std::string first = "the first parameter of a binomial law";
  const Expr top = integer(n.args[0], first), p = whole(n.args[1]);
  Law out = *law_of_family("binomial", {top, p});
  if (!top.is_constant()) return out;
  const long most = integer_value(n.args[0], first);
  if (most < 0 || most > most_chosen_from)
    fail(n.args[0], fmt::format("{} must be from 0 to {}", first, most_chosen_from));
  out.integers = false;
  out.low.reset(), out.high.reset();
  out.density = nullptr;
  for (long k = 0; k <= most; ++k)
    out.masses.emplace_back(k, Expr(ways(most, k)) * pow(p, Expr(k)) * pow(sub(1, p), Expr(most - k)));
  return out;
}

// prob(x, R, P) with R one of x <= c, x >= c, a <= x <= b; for masses strictness counts.
Expr Scope::probability(const Node& n) {
  const Node& name = bound_variable(n, "prob(x, R, P)");
  const Law of = law(n.args[2]);
  const FreshIndex fresh(true);
  const Expr& x = fresh.variable();
  const auto relations = [&] {
    const Bind bound(*this, name, x);
    return chain(n.args[1]);
  }();
  std::optional<Expr> low, high;
  for (const Relation& r : relations) {
    const bool below = r.lhs == x;
    auto& end = below ? low : high;
    const bool one_point = r.rel == Rel::eq;
    if (!(below || r.rhs == x) || end || (one_point && !of.discrete() && (!of.integers || relations.size() != 1)))
      fail(n.args[1], "a probability is of x <= c, of x >= c, or of a <= x <= b");
    end = below ? r.rhs : r.lhs;
    if (of.integers) {
      if (!is_integer(*end)) fail(n.args[1], "an end of a probability of integers is integer-valued");
      if (r.rel == Rel::gt) end = below ? add(*end, 1) : sub(*end, 1);
      if (one_point) low = high = Expr(*end);
    }
    if (depends_on(*end, x)) fail(n.args[1], "an end of a probability contains its variable");
    if (of.discrete() && !rational_value(*end))
      fail(n.args[1], "an end of a probability of masses is a rational number");
  }
  if (!of.discrete()) {
    Law between = of;
    if (low) between.low = low;
    if (high) between.high = high;
    return over_law(between, [](const Expr&, const Expr& weight) { return weight; });
  }
  Expr total = 0;
  bool first = true;
  for (const auto& [point, mass] : of.masses) {
    const bool counts = std::ranges::all_of(relations, [&, at = point](const Relation& r) {
      const Rational d = r.lhs == x ? at - *rational_value(r.rhs) : *rational_value(r.lhs) - at;
      return r.rel == Rel::eq ? d.is_zero() : r.rel == Rel::gt ? d.sign() > 0 : d.sign() >= 0;
    });
    if (counts) total = std::exchange(first, false) ? mass : total + mass;
  }
  return total;
}

}  // namespace dpcert::verify
