// Sines and cosines of multiples of pi/6 and pi/4 by their values. That of pi/3 comes from sin(pi) = 0 by the addition
// theorems, those of pi/6 from twice that angle, those of pi/4 from cos(pi/2) = 0.
#include <algorithm>

#include "verify/engine/tactics/angles.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

std::optional<Rational> parts_of_pi(const Expr& e) {
  const auto part = [&](std::size_t i) { return parts_of_pi(e.arg(i)); };
  switch (e.op()) {
    case Op::pi:
      return Rational(1);
    case Op::constant:
      return e.is_constant(0) ? std::optional(Rational(0)) : std::nullopt;
    case Op::neg: {
      const auto q = part(0);
      return q ? std::optional(-*q) : std::nullopt;
    }
    case Op::add:
    case Op::sub: {
      const auto q = part(0), r = q ? part(1) : std::nullopt;
      return r ? std::optional(e.op() == Op::add ? *q + *r : *q - *r) : std::nullopt;
    }
    case Op::mul: {
      const std::size_t number = e.arg(0).is_constant() ? 0 : 1;
      const auto q = e.arg(number).is_constant() ? part(1 - number) : std::nullopt;
      return q ? std::optional(*q * e.arg(number).value()) : std::nullopt;
    }
    case Op::div: {
      const auto q = e.arg(1).is_constant() && !e.arg(1).is_constant(0) ? part(0) : std::nullopt;
      return q ? std::optional(*q / e.arg(1).value()) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

namespace {

// How many twelfths of pi the number e is.
std::optional<long> twelfths_of_pi(const Expr& e) {
  const auto q = parts_of_pi(e);
  const auto k = q ? (*q * Rational(12)).to_int64() : std::nullopt;
  return k && std::abs(*k) < 1'000'000 ? std::optional<long>(static_cast<long>(*k)) : std::nullopt;
}

// sin(k pi/12), where it is 0, or a root of a quarter of a whole number.
std::optional<Expr> sine_of_twelfths(long k) {
  k = ((k % 24) + 24) % 24;
  if (k >= 12) {
    const auto up = sine_of_twelfths(k - 12);
    return up ? std::optional(negate(*up)) : std::nullopt;
  }
  switch (std::min(k, 12 - k)) {
    case 0:
      return Expr(0);
    case 2:
      return Expr(Rational(1, 2));
    case 3:
      return quotient(sqrt(Expr(2)), 2);
    case 4:
      return quotient(sqrt(Expr(3)), 2);
    case 6:
      return Expr(1);
    default:
      return std::nullopt;
  }
}

std::optional<Expr> value_of(const Expr& f) {
  if (!is_wave(f)) return std::nullopt;
  const auto k = twelfths_of_pi(f.arg(0));
  return k ? sine_of_twelfths(f.op() == Op::sin ? *k : *k + 6) : std::nullopt;
}

// f = v by squares, where both are positive and hypotheses add up to the difference of these.
void know_by_square(Goal& h, Proof& out, const Expr& f, const Expr& v, const Weights& squares) {
  Weights opposite = squares;
  for (auto& [i, w] : opposite)
    w = std::holds_alternative<Rational>(w) ? Coefficient(-std::get<Rational>(w))
                                            : Coefficient(negate(std::get<Expr>(w)));
  const auto half = [&](const Goal& k) {
    return steps(k, rule::Power{Rational(2)}, {[&](const Goal&) -> Tree {
                   return Proof{rule::Combine{Rational(0), k.relation.lhs == f ? squares : opposite}};
                 }});
  };
  const Relation equal{Rel::eq, f, v};
  if (const auto t = steps({h.context, equal}, rule::Both{}, {half})) cut_in(out, h, equal, *t);
}

// What is known of pi/4, or of pi/3 and pi/6.
bool know_base(Goal& h, Proof& out, bool quarters) {
  const Expr u = quotient(Expr::pi(), quarters ? 4 : 3), c = cos(u), s = sin(u);
  const std::size_t before = h.context.hypotheses().size();
  const auto fact = [&](const Expr& a, std::optional<Expr> b) {
    return take(rule::Fact{rule::Fact::Of::sin, a, std::move(b)}, h, out);
  };
  if (!fact(u, std::nullopt) || !fact(u, u)) return false;
  if (quarters) {
    const Expr v = quotient(sqrt(Expr(2)), 2);
    know_by_square(h, out, c, v, {{before + 1, Rational(1, 2)}, {before + 3, Rational(-1, 2)}});
    know_by_square(h, out, s, v, {{before + 1, Rational(1, 2)}, {before + 3, Rational(1, 2)}});
    return true;
  }
  if (!fact(add(u, u), u)) return false;
  const Expr below = quotient(1, s);
  const Relation square{Rel::eq, pow(c, 2), Expr(Rational(1, 4))};
  cut_in(out, h, square,
         {rule::Combine{Rational(0),
                        {{before + 1, Rational(1, 4)},
                         {before + 2, mul(Expr(Rational(-1, 4)), mul(c, below))},
                         {before + 3, Rational(-1, 4)},
                         {before + 4, mul(Expr(Rational(-1, 4)), below)}}}});
  const std::size_t known = h.context.hypotheses().size();
  know_by_square(h, out, c, Expr(Rational(1, 2)), {{known, Rational(1)}});
  const Expr root = quotient(sqrt(Expr(3)), 2), half = quotient(u, 2);
  know_by_square(h, out, s, root, {{before + 1, Rational(1)}, {known, Rational(-1)}});
  // Of twice the angle, a quarter of a turn more than that of pi/6.
  cut_in(out, h, {Rel::eq, sin(half), Expr(Rational(1, 2))},
         {rule::Combine{Rational(0), {{before + 3, Rational(-1)}, {before + 1, Rational(1)}, {known, Rational(-2)}}}});
  cut_in(out, h, {Rel::eq, cos(half), root},
         {rule::Combine{Rational(0), {{before + 2, Rational(1)}, {known + 1, mul(2, s)}, {known + 2, Rational(1)}}}});
  return true;
}

// f = v from what is known of the base: f is one of these functions or its negative.
Tree as_a_base(const Goal& g, const Expr& f, const Expr& v, bool quarters) {
  Goal h = g;
  Proof out;
  const std::size_t before = g.context.hypotheses().size();
  if (!know_base(h, out, quarters)) return std::nullopt;
  Algebra a = h.context.algebra();
  const auto& all = h.context.hypotheses();
  for (std::size_t i = before; i < all.size(); ++i)
    for (const int sign : {1, -1})
      if (a.is_zero(sub(sub(f, v), mul(Expr(sign), sub(all[i].lhs, all[i].rhs))))) {
        out.emplace_back(rule::Combine{Rational(0), {{i + 1, Rational(sign)}}});
        return out;
      }
  return std::nullopt;
}

}  // namespace

Expr with_values_of_turns(const Expr& e) {
  return transform(e, [](const Expr& old, std::span<const Expr> args) -> Expr {
    const Expr same = with_args(old, args);
    return value_of(same).value_or(same);
  });
}

Tree by_special_angles(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3) return std::nullopt;
  const Context numbers;
  Algebra plain = numbers.algebra();
  Goal h = g;
  Proof out;
  for (const Expr& f : nodes_of(g.relation, [](const Expr& e) { return value_of(e).has_value(); })) {
    const Expr v = *value_of(f);
    if (plain.is_zero(sub(f, v))) continue;  // what normal forms know
    if (nodes_of(h.relation, [&](const Expr& e) { return e == f; }).empty()) continue;
    const Relation equal{Rel::eq, f, v};
    const auto proof = as_a_base({h.context, equal}, f, v, *twelfths_of_pi(f.arg(0)) % 2 != 0);
    if (!proof) return std::nullopt;
    cut_in(out, h, equal, *proof);
    // With its sign: it may stand below a fraction line.
    Range sign;
    (numbers.positive_(v) ? sign.lo : sign.hi) = {false, false, Rational(0)};
    if (!put_value(f, v, h, out, sign)) return std::nullopt;
  }
  if (out.empty()) return std::nullopt;
  const auto rest = without_empty_hypotheses(h, [&](const Goal& k) -> Tree {
    if (auto t = s.immediate(k)) return t;
    return s.prove(k, depth, s.numeric);
  });
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace dpcert::verify
