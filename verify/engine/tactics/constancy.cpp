// Equations between functions of a variable by their slopes, and square roots of what is a square by an identity: for
// inverse functions, acos(cos(x)) = x and atan(x) + atan(1/x) = pi/2, and for the functions of a Gudermannian.
#include <algorithm>
#include <cmath>
#include <functional>

#include "verify/engine/tactics/anchors.hpp"
#include "verify/engine/tactics/angles.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr double no_change = 1e-9;
constexpr std::size_t most_roots_apart = 3, most_atoms = 4;

bool looks_equal(const Context& c, const Expr& e, const Expr& size) {
  return hold_inside(c, {e, size}, [](const std::vector<double>& values) {
    return !(std::fabs(values[0]) > no_change * (1 + std::fabs(values[1])));
  });
}

bool is_atom_of_squares(const Expr& e) {
  return e.op() == Op::sin || e.op() == Op::cos || e.op() == Op::sinh || e.op() == Op::cosh || e.op() == Op::tanh;
}

// The root of a product, factor by factor: sqrt(x)*(y - z) for x*(y - z)^2. Nothing without a square of what may be
// negative, as far as signs go: the others leave a root by themselves.
std::optional<Expr> root_by_factors(const Context& c, const Expr& u) {
  bool some = false;
  const std::function<Expr(const Expr&)> root = [&](const Expr& e) -> Expr {
    if (e.op() == Op::mul) return mul(root(e.arg(0)), root(e.arg(1)));
    if (e.op() == Op::div) return quotient(root(e.arg(0)), root(e.arg(1)));
    if (e.op() != Op::pow || !e.arg(1).is_constant() || !(e.arg(1).value() / Rational(2)).is_integer()) return sqrt(e);
    some = some || !c.knows({e.arg(0), Need::nonnegative});
    return power(e.arg(0), Expr(e.arg(1).value() / Rational(2)));
  };
  const Expr v = root(u);
  if (!some || !is_defined(c, v)) return std::nullopt;
  for (const Expr& signed_root : {v, negate(v)})
    if (looks_nonnegative(c, signed_root)) return signed_root;
  return std::nullopt;
}

// What the square of may be u: cos(t) for 1 - sin(t)^2, cosh(t) for 1 + sinh(t)^2, and so on.
std::optional<Expr> square_root_of(const Context& c, const Expr& u) {
  if (const auto v = root_by_factors(c, u)) return v;
  std::vector<Expr> arguments;
  bool circular = false, hyperbolic = false;
  for (const Expr& e : nodes_of({Rel::eq, u, 0}, is_atom_of_squares)) {
    (e.op() == Op::sin || e.op() == Op::cos ? circular : hyperbolic) = true;
    if (std::ranges::find(arguments, e.arg(0)) == arguments.end()) arguments.push_back(e.arg(0));
  }
  if (arguments.size() > most_atoms) return std::nullopt;
  for (const Expr& t : arguments) {
    std::vector<Expr> candidates;
    if (circular)
      for (const Expr& e : {cos(t), sin(t)}) candidates.insert(candidates.end(), {e, quotient(1, e)});
    if (circular) candidates.insert(candidates.end(), {quotient(sin(t), cos(t)), quotient(cos(t), sin(t))});
    if (hyperbolic)
      for (const Expr& e : {cosh(t), sinh(t)}) candidates.insert(candidates.end(), {e, quotient(1, e), tanh(t)});
    for (const Expr& v : candidates) {
      if (!looks_equal(c, sub(pow(v, 2), u), u)) continue;
      for (const Expr& signed_root : {v, negate(v)})
        if (looks_nonnegative(c, signed_root)) return signed_root;
    }
  }
  return std::nullopt;
}

// With pi/4 for atan(1).
Tree at_once(const Goal& g, const Subprover& s) {
  if (auto t = s.immediate(g)) return t;
  Goal h = g;
  Proof out;
  if (nodes_of(g.relation, [](const Expr& e) { return e == atan(Expr(1)); }).empty()) return std::nullopt;
  know_arctangent_of_one(h, out);
  const auto t = s.immediate(h);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

// An equation D = 0 that is no identity yet, by the prover; then the goal, which D >= 0, -D >= 0 or D = 0 says.
Tree by_zero(const Goal& g, const Subprover& s, int depth) {
  if (auto t = s.immediate(g)) return t;
  const Expr d = g.difference();
  const Goal zero{g.context, {Rel::eq, d, 0}};
  auto t = at_once(zero, s);
  if (!t) t = s.prove(zero, depth, false);
  if (!t) return std::nullopt;
  Goal h = g;
  Proof out;
  cut_in(out, h, zero.relation, *t);
  out.emplace_back(rule::Combine{Rational(0), {{h.context.hypotheses().size(), Rational(1)}}});
  return out;
}

// Places at which D may be seen to vanish.
std::vector<Expr> anchors_of(const Variable& v) {
  std::vector<Expr> out;
  const auto offer = [&](const Rational& q) {
    const auto beyond = [&](const End& e, int sign) {
      if (e.infinite) return false;
      const Rational room = sign > 0 ? e.value - q : q - e.value;
      return room.sign() < 0 || (room.is_zero() && !e.closed);
    };
    if (!beyond(v.range.lo, -1) && !beyond(v.range.hi, 1) && std::ranges::find(out, Expr(q)) == out.end())
      out.emplace_back(q);
  };
  for (const long q : {0L, 1L, -1L}) offer(Rational(q));
  for (const End& e : {v.range.lo, v.range.hi})
    if (!e.infinite && e.closed) offer(e.value);
  offer(Rational(1, 2));
  return out;
}

bool is_transcendental(const Expr& e) {
  return e.op() == Op::atan || e.op() == Op::log || e.op() == Op::log1p || e.op() == Op::tanh;
}

}  // namespace

Tree by_constancy(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel != Rel::eq || depth < 1) return std::nullopt;
  const Expr d = g.difference();
  const auto functions = nodes_of(g.relation, is_transcendental);
  if (functions.empty() || !looks_equal(g.context, d, g.relation.lhs)) return std::nullopt;
  for (const Variable& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || std::ranges::none_of(functions, [&](const Expr& e) { return depends_on(e, x); })) continue;
    Algebra a = g.context.algebra();
    const auto bent = [&](const Relation& h) {
      const auto p = a.coefficients(sub(h.lhs, h.rhs), x);
      return mentions(h, x) && (!p || p->size() > 2);
    };
    if (std::ranges::any_of(g.context.hypotheses(), bent)) continue;
    const auto smooth = smoothness(g.context, d, x);
    if (!smooth) continue;
    for (const Expr& at : anchors_of(v)) {
      const Step deriv = rule::Deriv{x, at, *smooth == Smooth::inside};
      const auto there = at_once({g.context.with_value(x, at.value()), {Rel::eq, substitute(d, {{x, at}}), 0}}, s);
      if (!there) continue;
      const auto slope = [&](bool right) {
        return [&, right](const Goal& c) -> Tree {
          if (auto t = vacuous_side(c, x, at, right)) return t;
          return by_zero(c, s, depth - 1);
        };
      };
      const auto anchor = [&](const Goal& c) { return by_zero(c, s, depth - 1); };
      if (auto t = steps(g, rule::Both{}, {[&](const Goal& half) {
                           return steps(half, deriv, {anchor, slope(true), slope(false)});
                         }}))
        return t;
      break;
    }
  }
  return std::nullopt;
}

Tree by_roots_of_squares(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1) return std::nullopt;
  // The goal with what the roots are in their places comes first, while no hypothesis speaks of the signs of these.
  Relation plain = g.relation;
  std::vector<std::pair<Expr, Expr>> roots;
  for (const Expr& root : nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::sqrt; })) {
    const auto v = is_defined(g.context, root) ? square_root_of(g.context, root.arg(0)) : std::nullopt;
    if (!v || roots.size() == most_roots_apart) continue;
    roots.emplace_back(root, *v);
    plain = {plain.rel, replaced(plain.lhs, root, *v), replaced(plain.rhs, root, *v)};
  }
  if (roots.empty()) return std::nullopt;
  Goal h = g;
  Proof out;
  const bool first = is_defined(g.context, plain.lhs) && is_defined(g.context, plain.rhs);
  const auto by_prover = [&](const Goal& k) {
    auto t = s.immediate(k);
    return t ? t : s.prove(k, depth - 1, s.numeric);
  };
  if (first) {
    const auto t = by_prover({g.context, plain});
    if (!t) return std::nullopt;
    cut_in(out, h, plain, *t);
  }
  for (const auto& [root, v] : roots) {
    const Relation sign{Rel::ge, v, 0}, equal{Rel::eq, root, v};
    const auto t = by_prover({h.context, sign});
    if (!t) return std::nullopt;
    cut_in(out, h, sign, *t);
    const auto squared =
        steps({h.context, equal}, rule::Power{Rational(2)}, {[&](const Goal& k) { return by_zero(k, s, depth - 1); }});
    if (!squared) return std::nullopt;
    cut_in(out, h, equal, *squared);
    const Range half{{false, true, Rational(0)}, {true, false, Rational(0)}};
    if (!put_value(root, v, h, out, half)) return std::nullopt;
  }
  const auto rest = first ? s.immediate(h) : by_prover(h);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace dpcert::verify
