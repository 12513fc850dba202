// Logarithms of both sides; infinite ends: limits, tails, cases.
#include <algorithm>

#include "dpcert/scalar/tape.hpp"
#include "src/symbolic/functions.hpp"
#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/effort.hpp"
#include "verify/engine/tactics/expansion.hpp"
#include "verify/engine/tactics/sign.hpp"
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
  transform(g.difference(), [&](const Expr& e, std::span<const Expr>) {
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

Tree by_logs_of_factors(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  const Expr &l = g.relation.lhs, &r = g.relation.rhs;
  if (g.relation.rel == Rel::eq || !c.positive_(l) || !c.positive_(r)) return std::nullopt;
  return steps(g, rule::TakeLog{},
               {[&](const Goal& logs) { return rewritten(logs, log_by_factors(c, l), log_by_factors(c, r), alone); }});
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
  } else if (const Relation apart{rel, log_by_factors(g.context, l), log_by_factors(g.context, r)};
             apart != logs.relation) {
    const Step step = rule::Rewrite{apart.lhs, apart.rhs};
    if (const auto plain = after(step, logs)) {
      out.push_back(step);
      next = *plain;
    }
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

namespace {

// The limit at an infinite end as an expression without x, for each value of the other variables: in the way in which
// the checker finds it (docs/certificate-format.md, "Limits"), so that what is seen here is seen there.
class FarValue {
 public:
  enum class Kind : std::uint8_t { unknown, finite, up, down };
  struct Value {
    Kind kind = Kind::unknown;
    Expr at = 0;
  };
  FarValue(const Context& c, const Expr& x, bool below) : c_(c), x_(x), below_(below) {}

  Value of(const Expr& e) {
    if (!depends_on(e, x_)) return finite(e);
    if (e == x_) return infinite(below_ ? -1 : 1);
    if (const auto known = known_.find(e); known != known_.end()) return known->second;
    Value v = node(e);
    known_.insert_or_assign(e, v);  // so that looking at e as its own factor ends
    if (v.kind == Kind::unknown && vanishes(e)) v = finite(0);
    if (v.kind == Kind::unknown) v = polynomial(e);
    known_.insert_or_assign(e, v);
    return v;
  }
  bool is_nonnegative(const Expr& e) {
    const Value v = of(e);
    if (v.kind != Kind::finite) return v.kind == Kind::up;
    return c_.knows({v.at, Need::nonnegative}) || c_.knows({simple(v.at), Need::nonnegative});
  }

 private:
  static Value finite(const Expr& e) { return {Kind::finite, e}; }
  static Value infinite(int sign) { return {sign > 0 ? Kind::up : sign < 0 ? Kind::down : Kind::unknown, 0}; }
  static bool is_infinite(const Value& v) { return v.kind == Kind::up || v.kind == Kind::down; }
  Expr simple(const Expr& e) { return plain_.simplified(e).value_or(e); }

  std::optional<int> sign(const Expr& e) {
    const auto seen = [&](const Expr& u) -> std::optional<int> {
      if (c_.positive_(u)) return 1;
      if (c_.positive_(negate(u))) return -1;
      return {};
    };
    if (const auto s = seen(e)) return s;
    if (plain_.is_zero(e)) return 0;
    return seen(simple(e));
  }
  std::optional<int> sign(const Value& v) {
    if (v.kind == Kind::unknown) return {};
    return v.kind == Kind::up ? 1 : v.kind == Kind::down ? -1 : sign(v.at);
  }

  // Flat, as the checker reads sums: x^2 - x + exp(-x) has terms of both signs, and no limit is seen.
  void terms(const Expr& e, bool negated, std::vector<Value>& out) {
    if (e.op() == Op::add || e.op() == Op::sub) {
      if (!negated) {
        terms(e.arg(0), false, out);
        terms(e.arg(1), e.op() == Op::sub, out);
        return;
      }
    }
    const Value v = of(e);
    if (!negated || v.kind == Kind::unknown)
      out.push_back(v);
    else
      out.push_back(v.kind == Kind::finite ? finite(negate(v.at)) : infinite(v.kind == Kind::up ? -1 : 1));
  }
  Value sum(const Expr& e) {
    std::vector<Value> all;
    terms(e.arg(0), false, all);
    terms(e.arg(1), e.op() == Op::sub, all);
    bool up = false, down = false;
    Expr total = 0;
    for (const Value& v : all) {
      if (v.kind == Kind::unknown) return {};
      up = up || v.kind == Kind::up;
      down = down || v.kind == Kind::down;
      total = add(total, v.at);
    }
    if (up && down) return {};
    return up || down ? infinite(up ? 1 : -1) : finite(total);
  }

  Value product(const Value& u, const Value& v) {
    if (u.kind == Kind::unknown || v.kind == Kind::unknown) return {};
    if (!is_infinite(u) && !is_infinite(v)) return finite(mul(u.at, v.at));
    return infinite(sign(u).value_or(0) * sign(v).value_or(0));
  }

  Value quotient_of(const Expr& e) {
    const Value u = of(e.arg(0)), v = of(e.arg(1));
    if (u.kind == Kind::unknown || v.kind == Kind::unknown) return {};
    if (is_infinite(v)) return is_infinite(u) ? of_polynomials(e.arg(0), e.arg(1)) : finite(0);
    const auto s = sign(v);
    if (!s || *s == 0) return {};
    return is_infinite(u) ? infinite(*s * *sign(u)) : finite(quotient(u.at, v.at));
  }

  Value power_of(const Expr& e) {
    if (!e.arg(1).is_constant() || !e.arg(1).value().is_integer()) return {};
    const Rational& k = e.arg(1).value();
    const Value u = of(e.arg(0));
    if (u.kind == Kind::unknown) return {};
    if (is_infinite(u)) {
      if (k.sign() <= 0) return finite(k.is_zero() ? 1 : 0);
      return infinite(u.kind == Kind::up || (k / Rational(2)).is_integer() ? 1 : -1);
    }
    if (k.sign() < 0 && sign(u).value_or(0) == 0) return {};
    return finite(pow(u.at, k));
  }

  Value node(const Expr& e) {
    const auto at_ends = [&](const Value& up, const Value& down) -> Value {
      const Value u = of(e.arg(0));
      if (u.kind == Kind::unknown) return {};
      if (u.kind == Kind::finite) return finite(replaced(e, e.arg(0), u.at));
      return u.kind == Kind::up ? up : down;
    };
    const Expr quarter = quotient(Expr::pi(), 2);
    switch (e.op()) {
      case Op::neg: {
        return product(finite(-1), of(e.arg(0)));
      }
      case Op::add:
      case Op::sub:
        return sum(e);
      case Op::mul:
        return product(of(e.arg(0)), of(e.arg(1)));
      case Op::div:
        return quotient_of(e);
      case Op::pow:
        return power_of(e);
      case Op::exp:
        return at_ends(infinite(1), finite(0));
      case Op::expm1:
        return at_ends(infinite(1), finite(-1));
      case Op::erf:
      case Op::tanh:
        return at_ends(finite(1), finite(-1));
      case Op::erfc:
        return at_ends(finite(0), finite(2));
      case Op::normal_cdf:
        return at_ends(finite(1), finite(0));
      case Op::atan:
        return at_ends(finite(quarter), finite(negate(quarter)));
      case Op::sqrt: {
        const Value u = of(e.arg(0));
        return u.kind == Kind::up ? u : Value{};
      }
      case Op::log: {
        const Value u = of(e.arg(0));
        if (u.kind == Kind::up) return u;
        return u.kind == Kind::finite && sign(u).value_or(0) > 0 ? finite(log(u.at)) : Value{};
      }
      default:
        return {};
    }
  }

  // Polynomial in x as it is written.
  bool is_polynomial(const Expr& e) const {
    if (!depends_on(e, x_) || e == x_) return true;
    switch (e.op()) {
      case Op::neg:
      case Op::add:
      case Op::sub:
      case Op::mul:
        return std::ranges::all_of(e.args(), [&](const Expr& u) { return is_polynomial(u); });
      case Op::div:
        return is_polynomial(e.arg(0)) && !depends_on(e.arg(1), x_);
      case Op::pow:
        return e.arg(1).is_constant() && e.arg(1).value().is_integer() && e.arg(1).value().sign() > 0 &&
               is_polynomial(e.arg(0));
      default:
        return false;
    }
  }
  // Coefficients, of which the last one is known not to be 0, with its sign.
  std::optional<std::pair<std::vector<Expr>, int>> leading(const Expr& e) {
    if (!is_polynomial(e)) return std::nullopt;
    auto all = plain_.coefficients(e, x_);
    if (!all || all->empty() || all->size() > Effort::Limits::most_coefficients) return std::nullopt;
    const auto s = sign(all->back());
    if (!s || *s == 0) return std::nullopt;
    return std::pair{std::move(*all), *s};
  }
  Value polynomial(const Expr& e) {
    const auto p = leading(e);
    if (!p || p->first.size() < 2) return {};
    return infinite(below_ && p->first.size() % 2 == 0 ? -p->second : p->second);
  }
  Value of_polynomials(const Expr& above, const Expr& under) {
    const auto p = leading(above), q = leading(under);
    if (!p || !q) return {};
    const std::size_t m = p->first.size(), n = q->first.size();
    if (m < n) return finite(0);
    if (m == n) return finite(quotient(p->first.back(), q->first.back()));
    return infinite(p->second * q->second * (below_ && (m - n) % 2 == 1 ? -1 : 1));
  }

  // A product with exponentials whose exponents add up to a polynomial that tends to -inf.
  bool vanishes(const Expr& e) {
    std::vector<Expr> exponents;
    if (!collect(e, false, exponents) || exponents.empty()) return false;
    Expr total = 0;
    for (const Expr& u : exponents) total = add(total, u);
    return is_polynomial(total) && of(total).kind == Kind::down;
  }
  bool collect(const Expr& e, bool under, std::vector<Expr>& exponents) {
    if (!depends_on(e, x_)) return true;
    switch (e.op()) {
      case Op::exp:
        exponents.push_back(under ? negate(e.arg(0)) : e.arg(0));
        return true;
      case Op::neg:
        return collect(e.arg(0), under, exponents);
      case Op::mul:
        return collect(e.arg(0), under, exponents) && collect(e.arg(1), under, exponents);
      case Op::div:
        return collect(e.arg(0), under, exponents) && collect(e.arg(1), !under, exponents);
      default:
        break;
    }
    return !under && (is_polynomial(e) || of(e).kind == Kind::finite);
  }

  const Context& c_;
  Expr x_;
  bool below_;
  ExprMap<Value> known_;
  Algebra plain_{[](const Expr&) { return false; }};
};

}  // namespace

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
      const Context way = g.context.without_hypotheses_on(x);
      if (!limit_is_nonnegative(h, x, below) && !FarValue(way, x, below).is_nonnegative(d)) {
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

namespace {

// D is monotone towards +inf in x, and D + 1/x >= 0 far out.
Tree down_to_the_limit(const Goal& g, const Expr& x, const Subprover& s, int depth) {
  if (!is_smooth({g.context.without_hypotheses_on(x), g.relation}, x)) return std::nullopt;
  const Step tail = rule::Tail{x, false, Effort::step_bits, rule::LimitBound{Effort::far_from, Expr(1) / x}};
  const auto children = apply(tail, g);
  if (!children || children->size() != 2) return std::nullopt;
  const Goal &far = (*children)[0], &slope = (*children)[1];
  auto falls = sign_proof(slope.context, slope.difference(), slope.strict(), s);
  if (!falls && looks_nonnegative(slope.context, slope.difference())) falls = s.prove_part(slope, depth - 1, true);
  if (!falls) return std::nullopt;
  auto limit = by_gamma_series(far, s);
  if (!limit) limit = by_expansion(far, s, 1);
  if (!limit) limit = s.prove(far, depth - 1, true);
  if (!limit) return std::nullopt;
  Proof out{tail};
  append(out, *limit);
  append(out, *falls);
  return out;
}

}  // namespace

Tree by_far_limits(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel == Rel::eq || depth < 2) return std::nullopt;
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !depends_on(g.difference(), x)) continue;
    if (v.range.hi.infinite && !limit_is_nonnegative(g, x, false)) {
      if (auto t = down_to_the_limit(g, x, s, depth)) return t;
    }
    for (const bool lower : {true, false}) {
      const End &end = lower ? v.range.lo : v.range.hi, &other = lower ? v.range.hi : v.range.lo;
      if (end.infinite || end.closed) continue;
      const std::string name = fresh_name(g.context);
      const Expr step = Expr(1) / Expr::variable(name);
      Range range{{false, false, Rational(0)}, {}};
      if (!other.infinite) {
        const Rational width = abs(other.value - end.value);
        if (width.is_zero()) continue;
        range.lo = {false, other.closed, Rational(1) / width};
      }
      const Expr value = lower ? add(Expr(end.value), step) : sub(Expr(end.value), step);
      if (auto t = steps(g, rule::Subst{x, name, range, value}, {[&](const Goal& h) -> Tree {
                           Proof out;
                           const Goal free = g.context.hypotheses().empty() ? without_hypotheses(h, out) : h;
                           const auto r = down_to_the_limit(free, Expr::variable(name), s, depth);
                           if (!r) return std::nullopt;
                           append(out, *r);
                           return out;
                         }}))
        return t;
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
