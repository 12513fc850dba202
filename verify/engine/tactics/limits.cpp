// Logarithms of both sides; infinite ends: limits, tails, cases.
#include <algorithm>

#include "dpcert/scalar/tape.hpp"
#include "src/symbolic/functions.hpp"
#include "verify/engine/tactics/effort.hpp"
#include "verify/engine/tactics/expansion.hpp"
#include "verify/engine/tactics/slopes.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

bool multiplicative(const Expr& e) {
  switch (e.op()) {
    case Op::exp:
    case Op::pow:
    case Op::sqrt:
      return true;
    case Op::mul:
    case Op::div:
      return multiplicative(e.arg(0)) || multiplicative(e.arg(1));
    default:
      return false;
  }
}

// The limit of e as x tends to an infinite end, the other variables anywhere in their box: a finite enclosure, +inf,
// -inf, or not seen.
struct FarLimit {
  enum class Kind { finite, plus_infinity, minus_infinity, unknown } kind = Kind::unknown;
  Interval value;
};

FarLimit limit(const Context& c, const Expr& e, const Expr& x, bool below) {
  using Kind = FarLimit::Kind;
  if (!depends_on(e, x)) {
    const Interval r = c.range(e);
    return r.is_finite() ? FarLimit{Kind::finite, r} : FarLimit{};
  }
  if (e == x) return {below ? Kind::minus_infinity : Kind::plus_infinity, {}};
  std::vector<FarLimit> a;
  for (const auto& arg : e.args()) {
    a.push_back(limit(c, arg, x, below));
    if (a.back().kind == Kind::unknown) return {};
  }
  const auto infinite = [](const FarLimit& l) {
    return l.kind == Kind::plus_infinity ? 1 : l.kind == Kind::minus_infinity ? -1 : 0;
  };
  const auto infinity = [](int sign) { return FarLimit{sign > 0 ? Kind::plus_infinity : Kind::minus_infinity, {}}; };
  const auto number = [](const Rational& q) { return FarLimit{Kind::finite, Interval(q, 128)}; };
  const auto sign_of = [&](const FarLimit& l) {
    if (infinite(l)) return infinite(l);
    return certainly_positive(l.value) ? 1 : certainly_negative(l.value) ? -1 : 0;
  };
  const auto finite = [](Interval v) { return v.is_finite() ? FarLimit{Kind::finite, std::move(v)} : FarLimit{}; };
  const auto negation = [&](const FarLimit& l) { return infinite(l) ? infinity(-infinite(l)) : finite(-l.value); };
  const auto sum = [&](const FarLimit& p, const FarLimit& q) -> FarLimit {
    if (infinite(p) * infinite(q) < 0) return {};
    if (infinite(p) || infinite(q)) return infinity(infinite(p) + infinite(q));
    return finite(p.value + q.value);
  };
  const auto product = [&](const FarLimit& p, const FarLimit& q) -> FarLimit {
    if (infinite(p) || infinite(q))
      return sign_of(p) != 0 && sign_of(q) != 0 ? infinity(sign_of(p) * sign_of(q)) : FarLimit{};
    return finite(p.value * q.value);
  };
  const int s0 = infinite(a[0]);
  switch (e.op()) {
    case Op::neg:
      return negation(a[0]);
    case Op::add:
      return sum(a[0], a[1]);
    case Op::sub:
      return sum(a[0], negation(a[1]));
    case Op::mul:
      return product(a[0], a[1]);
    case Op::div:
      if (infinite(a[1])) return s0 ? FarLimit{} : number(0);
      if (!sign_of(a[1])) return {};
      return s0 ? infinity(s0 * sign_of(a[1])) : finite(a[0].value / a[1].value);
    case Op::pow: {
      if (!e.arg(1).is_constant() || !e.arg(1).value().to_int64()) return {};
      const auto n = *e.arg(1).value().to_int64();
      if (s0 && n > 0) return infinity(n % 2 ? s0 : 1);
      if (s0 && n < 0) return number(0);
      return s0 || std::abs(n) > Effort::Limits::greatest_power ? FarLimit{}
                                                                : finite(pow(a[0].value, static_cast<int>(n)));
    }
    default:
      break;
  }
  const FunctionEntry* f = function_entry(e);
  if (!f || !f->limit || f->regularity != Regularity::smooth) return {};
  if (!s0) return finite(function_value(e.op(), e.node().index, a[0].value));
  const dpcert::Limit far = f->limit(e.node().index, s0);
  switch (far.kind) {
    case dpcert::Limit::Kind::unknown:
      return {};
    case dpcert::Limit::Kind::minus_infinity:
      return infinity(-1);
    case dpcert::Limit::Kind::plus_infinity:
      return infinity(1);
    case dpcert::Limit::Kind::number:
      return number(far.number);
  }
  return {};
}

}  // namespace

bool has_variable_power(const Goal& g) {
  bool found = false;
  transform(g.difference(), [&](const Expr& e, const std::vector<Expr>&) {
    found = found || (e.op() == Op::pow && !e.arg(1).is_constant()) ||
            (e.op() == Op::exp && std::ranges::any_of(g.context.variables(), [&](const Variable& v) {
               return has_gamma(e, Expr::variable(v.name));
             }));
    return e;
  });
  return found;
}

bool has_exponential_side(const Goal& g) {
  bool exponential = false;
  const std::function<bool(const Expr&)> product = [&](const Expr& e) {
    switch (e.op()) {
      case Op::exp:
        exponential = exponential || !e.arg(0).is_constant();
        return true;
      case Op::constant:
      case Op::pi:
      case Op::variable:
        return true;
      case Op::mul:
      case Op::div:
        return product(e.arg(0)) && product(e.arg(1));
      case Op::pow:
        return e.arg(1).is_constant() && product(e.arg(0));
      case Op::sqrt:
        return product(e.arg(0));
      default:
        return false;
    }
  };
  for (const auto& side : {g.relation.lhs, g.relation.rhs}) {
    exponential = false;
    if (product(side) && exponential) return true;
  }
  return false;
}

Tree by_logs(const Goal& g, const Subprover& s, int depth) {
  auto [rel, l, r] = g.relation;
  if (!(multiplicative(l) || multiplicative(r))) return std::nullopt;
  const auto a = s.algebra(g.context);
  Proof out;
  if (!g.context.positive_(l) || !g.context.positive_(r)) {  // by their factors they may be
    const auto by_factors = [&](const Expr& e) {
      return g.context.positive_(e) ? e : product_of(*a, g.context, e).value_or(e);
    };
    l = by_factors(l);
    r = by_factors(r);
    if (!g.context.positive_(l) || !g.context.positive_(r)) return std::nullopt;
    out.emplace_back(rule::Rewrite{l, r});
  }
  const Goal logs{g.context, {rel, log(l), log(r)}};
  // The normal form is shorter, but may hide why its parts are positive: then the sides stay as they are.
  const auto simple = a->simplified(logs.difference());
  const bool clear = simple && is_defined(g.context, *simple);
  out.emplace_back(rule::TakeLog{});
  Goal next = logs;
  if (clear) {
    out.push_back(rewrite_to(*simple));
    next = {g.context, {rel, *simple, 0}};
  }
  if (auto t = s.prove_part(next, depth - 1, s.numeric)) {
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

bool limit_is_nonnegative(const Goal& g, const Expr& x, bool below) {
  const FarLimit l = limit(g.context, g.difference(), x, below);
  return l.kind == FarLimit::Kind::plus_infinity ||
         (l.kind == FarLimit::Kind::finite && certainly_nonnegative(l.value));
}

Tree by_tail(const Goal& g, const Subprover& s, int depth) {
  const Expr d = g.difference();
  for (const auto& v : g.context.variables()) {
    if (v.range.bounded()) continue;
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x) || !is_smooth({g.context.without_hypotheses_on(x), g.relation}, x)) continue;
    for (const bool below : {false, true}) {
      if (!(below ? v.range.lo.infinite : v.range.hi.infinite)) continue;
      Goal h = g;
      Proof out;
      if (!limit_is_nonnegative(h, x, below)) {
        const auto e = below ? std::nullopt : without_runaway_logs(g, x);
        if (!e) continue;
        h.relation = {g.relation.rel, *e, 0};
        out.push_back(rewrite_to(*e));
        if (!limit_is_nonnegative(h, x, below) || !is_smooth({h.context.without_hypotheses_on(x), h.relation}, x))
          continue;
      }
      const Step tail = rule::Tail{x, below, Effort::step_bits, std::nullopt};
      const auto children = apply(tail, h);
      if (!children) continue;
      const Goal& slope = (*children)[0];
      auto t = s.sign({slope.context, {g.strict() ? Rel::gt : Rel::ge, slope.relation.lhs, 0}});
      if (!t && s.round >= 1 && depth >= 3 && looks_nonnegative(slope.context, slope.relation.lhs))
        t = s.prove_part(slope, depth - 2, true);
      if (t) {
        out.push_back(tail);
        append(out, *t);
        return out;
      }
    }
  }
  return std::nullopt;
}

Tree by_cases(const Goal& g, const Subprover& s, int depth) {
  for (const auto& v : g.context.variables()) {
    if (v.range.bounded()) continue;
    for (const long q : Effort::Limits::places) {
      const bool up = v.range.hi.infinite;
      const Rational at = up ? Rational(q) : Rational(-q);
      if (!v.range.contains(at) || (!v.range.lo.infinite && at == v.range.lo.value) ||
          (!v.range.hi.infinite && at == v.range.hi.value))
        continue;
      const ProveGoal far = [&](const Goal& h) { return s.prove(h, depth - 2, false); };
      const ProveGoal near = [&](const Goal& h) { return s.prove(h, depth - 1, true); };
      if (auto t = both_sides(g, rule::Split{Expr::variable(v.name), at}, up ? 1 : 0, far, near)) return t;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
