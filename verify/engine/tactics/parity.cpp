// Powers of -1: those with even exponents are 1, and so are squares of the others, which are 1 or -1 by their sign.
#include <algorithm>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

bool is_power_of_minus_one(const Expr& e) {
  if (e.op() != Op::pow || e.arg(1).is_constant()) return false;
  const auto base = rational_value(e.arg(0));
  return base && *base == Rational(-1);
}

// By induction over the variables of the exponent, one after the other; below 0 over what they are less.
Tree by_induction_over_exponents(const Goal& g, const Subprover& s, int depth) {
  if (auto t = s.immediate(g)) return t;
  if (depth < 1) return std::nullopt;
  const auto again = [&](const Goal& h) { return by_induction_over_exponents(h, s, depth - 1); };
  const ProveGoal step = [&](const Goal& h) -> Tree {
    Algebra a = h.context.algebra();
    const Relation& said = h.context.hypotheses().back();
    if (!a.is_zero(sub(h.difference(), sub(said.lhs, said.rhs)))) return std::nullopt;
    return Proof{rule::Combine{Rational(0), {{h.context.hypotheses().size(), Rational(1)}}}};
  };
  for (const Variable& v : g.context.variables()) {
    const Expr n = Expr::variable(v.name);
    if (!v.integer || !depends_on(g.difference(), n)) continue;
    if (!v.range.lo.infinite) return steps(g, rule::Induct{n}, {again, step});
    if (!v.range.hi.infinite) {
      const Expr end(v.range.hi.value.floor());
      return for_every_distance(
          g, n, [&](const Expr& t) { return sub(end, t); }, sub(end, n), again);
    }
    return steps(g, rule::Split{n, Rational(-1)}, {again});
  }
  return std::nullopt;
}

// The difference is sum_j powers[j] e^j, and the hypothesis `square` e^2 = 1: e is 1 where it is not below 0, and else
// -1.
Tree by_sign_of_power(const Goal& g, const Expr& e, std::size_t square, const std::vector<Expr>& powers,
                      const ProveGoal& rest) {
  const auto where = [&](long sign) {
    return [&, sign](const Goal& h) -> Tree {
      Extended x{h};
      const Relation is{Rel::eq, e, Expr(sign)};
      const Expr over_e = quotient(1, plus(e, sign));  // e - sign is (e^2 - 1)/(e + sign)
      cut_in(x.lines, x.goal, is, {rule::Combine{Rational(0), {{square, weight(over_e)}}}});
      const std::size_t equation = x.last();
      // The difference is by (e - sign) + left, by Horner's scheme.
      Expr by = 0, left = 0;
      for (std::size_t j = powers.size(); j-- > 0;) {
        by = add(mul(by, e), left);
        left = add(powers[j], mul(Expr(sign), left));
      }
      Algebra a = x.goal.context.algebra();
      const Relation simpler{h.relation.rel, a.simplified(left).value_or(left), 0};
      const auto proof = rest({x.goal.context, simpler});
      if (!proof) return std::nullopt;
      cut_in(x.lines, x.goal, simpler, *proof);
      x.lines.emplace_back(rule::Combine{Rational(0), {{x.last(), Rational(1)}, {equation, weight(by)}}});
      return x.lines;
    };
  };
  return steps(g, rule::Cases{e}, {where(1), where(-1)});
}

}  // namespace

Tree by_parity(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1 || nodes_of(g.relation, is_power_of_minus_one).empty()) return std::nullopt;
  Algebra a = g.context.algebra();
  auto rest = a.simplified(g.difference());
  if (!rest) return std::nullopt;
  Extended x{g};
  Weights weights;
  std::vector<std::pair<Expr, std::size_t>> squares;  // a power, and the hypothesis that says that its square is 1
  for (const Expr& e : nodes_of({Rel::ge, *rest, 0}, is_power_of_minus_one)) {
    const auto exponent = affine(e.arg(1));
    const auto p = exponent && rest ? coefficients_of(a, g.context, *rest, e) : std::nullopt;
    if (!p || p->size() < 2) continue;
    const bool even = std::ranges::all_of(exponent->coefficients,
                                          [](const auto& one) { return (one.second / Rational(2)).is_integer(); });
    if (!exponent->constant.is_integer()) continue;
    const bool odd_value = even && !(exponent->constant / Rational(2)).is_integer();
    const Relation said{Rel::eq, even ? e : pow(e, 2), Expr(odd_value ? -1 : 1)};
    const int variables = static_cast<int>(exponent->coefficients.size());
    const auto proof = by_induction_over_exponents({x.goal.context, said}, s, 2 * variables + 1);
    if (!proof) continue;
    cut_in(x.lines, x.goal, said, *proof);
    if (!even) squares.emplace_back(e, x.last());
    if (!even && p->size() < 3) continue;
    // e^j is e^(j - d) by the equation for e^d.
    Expr by = 0, left = 0;
    const std::size_t d = even ? 1 : 2;
    std::vector<Expr> c = *p;
    for (std::size_t j = c.size(); j-- > d;) {
      by = add(by, j == d ? c[j] : mul(c[j], pow(e, Expr(static_cast<long>(j - d)))));
      c[j - d] = add(c[j - d], mul(said.rhs, c[j]));
    }
    for (std::size_t j = 0; j < d; ++j) left = add(left, j == 0 ? c[j] : mul(c[j], e));
    weights.emplace_back(x.last(), weight(by));
    rest = a.simplified(left);
  }
  if ((weights.empty() && squares.empty()) || !rest) return std::nullopt;
  const bool equation = g.relation.rel == Rel::eq;
  const Context& c = x.goal.context;
  if (equation ? rest->is_constant(0) : c.knows({*rest, g.strict() ? Need::positive : Need::nonnegative})) {
    x.lines.emplace_back(rule::Combine{weight(*rest), weights});
    return x.lines;
  }
  if (!is_defined(c, *rest)) return std::nullopt;
  const Relation left{g.relation.rel, *rest, 0};
  const ProveGoal others = [&](const Goal& h) {
    const auto t = s.immediate(h);
    return t ? t : s.prove(h, depth - 1, s.numeric);
  };
  const auto odd = std::ranges::find_if(
      squares, [&](const auto& one) { return !nodes_of(left, [&](const Expr& e) { return e == one.first; }).empty(); });
  const auto powers = odd != squares.end() ? coefficients_of(a, c, *rest, odd->first) : std::nullopt;
  const auto proof = powers ? by_sign_of_power({c, left}, odd->first, odd->second, *powers, others) : others({c, left});
  if (!proof) return std::nullopt;
  cut_in(x.lines, x.goal, left, *proof);
  weights.emplace_back(x.last(), Rational(1));
  x.lines.emplace_back(rule::Combine{Rational(0), weights});
  return x.lines;
}

}  // namespace dpcert::verify
