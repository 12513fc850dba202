// Limits node by node. Each line says what the node tends to, given what its arguments tend to and that it is defined
// at every x inside. What is not decided is unknown, and the rule that asks rejects.
#include "verify/checker/rules/approach.hpp"

#include <algorithm>

namespace dpcert::checker {

Approach::Value Approach::of(Ex e) {
  if (const auto it = known_.find(e); it != known_.end()) return it->second;
  pool_.work().add(5);
  Value v = compute(e);
  known_[e] = v;  // so that looking at e as its own factor ends
  if (v.kind == Kind::unknown && !end_) {
    if (vanishes(e))
      v = finite(0L);
    else if (pool_.polynomial(e, x_))
      v = polynomial(e);
  }
  return known_[e] = v;
}

// At a finite end where e is continuous, up to it, its limit is its value; but 0^c is not seen to be 0.
Approach::Value Approach::compute(Ex e) {
  const Node n = pool_[e];  // a copy: the pool grows
  if (!pool_.depends(e, x_)) return finite(e);
  if (n.op == Op::Var) return end_ ? finite(*end_) : infinite(low_ ? -1 : 1);
  if (n.op == Op::Pow && end_)
    if (const Value v = power(n); v.kind == Kind::finite && pool_.is_zero(v.at)) return v;
  if (const auto v = value(e)) return finite(*v);
  switch (n.op) {
    case Op::Add:
      return sum(n);
    case Op::Mul:
      return product(n);
    case Op::Div:
      return quotient(n);
    case Op::Pow:
      return power(n);
    default:
      return n.args.size() == 1 ? function(e) : Value{};
  }
}

std::optional<Ex> Approach::value(Ex e) {
  if (!end_) return {};
  std::vector<Condition> all;
  pool_.continuous(e, x_, integers_, all);
  for (const Condition& c : all)
    if (!beside_.holds(c)) return {};
  return pool_.substitute(e, x_, *end_);
}

std::optional<int> Approach::sign(Ex e) {
  const auto seen = [&](Ex u) -> std::optional<int> {
    if (outside_.positive(u)) return 1;
    if (outside_.positive(pool_.neg(u))) return -1;
    return {};
  };
  if (const auto s = seen(e)) return s;
  try {
    if (plain_.zero(e)) return 0;
    return seen(plain_.simplified(e));
  } catch (const Reject&) {  // too large for a normal form: no use is made of it
    return {};
  }
}
std::optional<int> Approach::sign(const Value& v) {
  if (v.kind == Kind::unknown) return {};
  return v.kind == Kind::up ? 1 : v.kind == Kind::down ? -1 : sign(v.at);
}

Approach::Value Approach::sum(const Node& n) {
  std::vector<Ex> all;
  bool up = false, down = false;
  for (Ex u : n.args) {
    const Value v = of(u);
    if (v.kind == Kind::unknown) return {};
    up = up || v.kind == Kind::up, down = down || v.kind == Kind::down;
    all.push_back(v.at);
  }
  if (up && down) return {};
  return up || down ? infinite(up ? 1 : -1) : finite(pool_.add(all));
}

// 0 * inf is not decided.
Approach::Value Approach::product(const Node& n) {
  std::vector<Value> all;
  bool finite_all = true;
  for (Ex u : n.args) {
    all.push_back(of(u));
    if (all.back().kind == Kind::unknown) return {};
    finite_all = finite_all && !is_infinite(all.back());
  }
  if (finite_all) {
    std::vector<Ex> factors;
    for (const Value& v : all) factors.push_back(v.at);
    return finite(pool_.mul(factors));
  }
  int s = 1;
  for (const Value& v : all) s *= sign(v).value_or(0);
  return s ? infinite(s) : Value{};
}

// u/v with v -> 0 grows beyond all bounds if u does not tend to 0 as well, to the side that the signs say; v has one
// sign inside.
Approach::Value Approach::quotient(const Node& n) {
  const Value u = of(n.args[0]), v = of(n.args[1]);
  if (u.kind == Kind::unknown || v.kind == Kind::unknown) return {};
  if (is_infinite(v)) return is_infinite(u) ? of_polynomials(n.args[0], n.args[1]) : finite(0L);
  const auto s = sign(v), t = sign(u);
  if (!s) return {};
  if (*s != 0) {
    if (is_infinite(u)) return infinite(*s * *t);
    return finite(pool_.div(u.at, v.at));
  }
  if (!t || *t == 0) return {};
  if (inside_.positive(n.args[1])) return infinite(*t);
  if (inside_.positive(pool_.neg(n.args[1]))) return infinite(-*t);
  return {};
}

// u^v for v without x. Where u < 0 near the end, v is an integer, and only a literal one is looked at.
Approach::Value Approach::power(const Node& n) {
  const Ex v = n.args[1];
  if (pool_.depends(v, x_)) return {};
  const Value u = of(n.args[0]);
  if (u.kind == Kind::unknown) return {};
  const auto exponent = sign(v);
  const bool literal = pool_.is_num(v) && pool_[v].num.integer();
  const bool even = literal && fmpz_is_even(pool_[v].num.num());
  if (is_infinite(u)) {
    if (!exponent || (u.kind == Kind::down && !literal)) return {};
    if (*exponent <= 0) return finite(*exponent == 0 ? 1L : 0L);
    return infinite(u.kind == Kind::up || even ? 1 : -1);
  }
  const auto base = sign(u);
  if ((base && *base > 0) || (literal && pool_[v].num.sign() >= 0)) return finite(pool_.pow(u.at, v));
  if (!base) return {};
  if (*base < 0) return literal ? finite(pool_.pow(u.at, v)) : Value{};
  if (!exponent || *exponent == 0) return {};
  if (*exponent > 0) return finite(0L);
  if (even || inside_.positive(n.args[0])) return infinite(1);
  return literal && inside_.positive(pool_.neg(n.args[0])) ? infinite(-1) : Value{};
}

// Continuous functions of one argument, and what they tend to at the ends of their domains.
Approach::Value Approach::function(Ex e) {
  const Node n = pool_[e];
  const Value u = of(n.args[0]);
  if (u.kind == Kind::unknown) return {};
  const bool up = u.kind == Kind::up, down = u.kind == Kind::down;
  const auto same = [&] { return finite(pool_.call(n.op, {u.at})); };
  const auto ends = [&](Value at_up, Value at_down) { return up ? at_up : down ? at_down : same(); };
  switch (n.op) {
    case Op::Exp:
      return ends(infinite(1), finite(0L));
    case Op::Expm1:
      return ends(infinite(1), finite(-1L));
    case Op::Erf:
    case Op::Tanh:
      return ends(finite(1L), finite(-1L));
    case Op::Erfc:
      return ends(finite(0L), finite(2L));
    case Op::NormalCdf:
      return ends(finite(1L), finite(0L));
    case Op::Atan: {
      const Ex quarter = pool_.div(pool_.pi(), pool_.num(2));
      return ends(finite(quarter), finite(pool_.neg(quarter)));
    }
    case Op::Cosh:
    case Op::Abs:
      return ends(infinite(1), infinite(1));
    case Op::Sinh:
      return ends(infinite(1), infinite(-1));
    case Op::Sqrt:  // of a limit of what is >= 0
      return up ? infinite(1) : down ? Value{} : same();
    case Op::Log:
    case Op::Log1p: {
      if (up || down) return up ? infinite(1) : Value{};
      const auto s = sign(n.op == Op::Log ? u.at : pool_.add({pool_.num(1), u.at}));
      return !s || *s < 0 ? Value{} : *s == 0 ? infinite(-1) : same();
    }
    default:
      return {};
  }
}

// Lemma. Let U be a polynomial in x that tends to -inf as x does to an infinite end. Then x^c exp(U) -> 0 for all c.
// Proof. U is not constant, so U <= -d abs(x) from some x on, with d > 0. The product of exp(U) with polynomials, real
// powers of x > 0, sines, cosines and factors that have a finite limit is at most a constant times abs(x)^c exp(U) there.
bool Approach::vanishes(Ex e) {
  std::vector<Ex> exponents;
  if (!collect(e, false, exponents) || exponents.empty()) return false;
  const Ex total = pool_.add(exponents);
  if (!pool_.polynomial(total, x_)) return false;
  return of(total).kind == Kind::down;
}

// The factors of e, `below` a fraction line or above it: arguments of exp into the list, the others of the lemma's
// kind.
bool Approach::collect(Ex e, bool below, std::vector<Ex>& exponents) {
  const Node n = pool_[e];
  pool_.work().add(2);
  if (n.op == Op::Exp && pool_.depends(e, x_)) {
    exponents.push_back(below ? pool_.neg(n.args[0]) : n.args[0]);
    return true;
  }
  if (n.op == Op::Mul)
    return std::all_of(n.args.begin(), n.args.end(), [&](Ex u) { return collect(u, below, exponents); });
  if (n.op == Op::Div) return collect(n.args[0], below, exponents) && collect(n.args[1], !below, exponents);
  if (!pool_.depends(e, x_)) return true;
  if (below) return false;
  if (n.op == Op::Sin || n.op == Op::Cos || pool_.polynomial(e, x_)) return true;
  const bool power_of_x = n.op == Op::Pow && pool_[n.args[0]].op == Op::Var && !pool_.depends(n.args[1], x_);
  return (power_of_x && !low_) || of(e).kind == Kind::finite;
}

std::optional<Approach::Leading> Approach::leading(Ex e) {
  auto all = coefficients(e);
  while (all && all->size() > 1) {
    const auto s = sign(all->back());
    if (!s) return {};
    if (*s != 0) return Leading{std::move(*all), *s};
    all->pop_back();
  }
  return all ? std::optional(Leading{std::move(*all), 0}) : std::nullopt;
}

// By the sign of the leading coefficient.
Approach::Value Approach::polynomial(Ex e) {
  const auto p = leading(e);
  if (!p) return {};
  const std::size_t n = p->coefficients.size();
  return n == 1 ? finite(p->coefficients.front()) : infinite(low_ && n % 2 == 0 ? -p->sign : p->sign);
}

// Two polynomials that are both infinite there, one over the other: by degrees and leading coefficients.
Approach::Value Approach::of_polynomials(Ex above, Ex under) {
  if (end_ || !pool_.polynomial(above, x_) || !pool_.polynomial(under, x_)) return {};
  const auto p = leading(above), q = leading(under);
  if (!p || !q || p->sign == 0 || q->sign == 0) return {};
  const std::size_t m = p->coefficients.size(), n = q->coefficients.size();
  if (m < n) return finite(0L);
  if (m == n) return finite(pool_.div(p->coefficients.back(), q->coefficients.back()));
  return infinite(p->sign * q->sign * (low_ && (m - n) % 2 == 1 ? -1 : 1));
}

// Of 1, x, x^2, ...
std::optional<std::vector<Ex>> Approach::coefficients(Ex e) {
  const Node n = pool_[e];
  pool_.work().add(2);
  if (!pool_.depends(e, x_)) return std::vector<Ex>{e};
  const auto times = [&](const std::vector<Ex>& p, const std::vector<Ex>& q) -> std::optional<std::vector<Ex>> {
    if (p.size() + q.size() > Limits::limit_degree + 2) return {};
    std::vector<Ex> out(p.size() + q.size() - 1, pool_.num(0));
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t j = 0; j < q.size(); ++j) out[i + j] = pool_.add({out[i + j], pool_.mul({p[i], q[j]})});
    return out;
  };
  if (n.op == Op::Var) return std::vector<Ex>{pool_.num(0), pool_.num(1)};
  std::optional<std::vector<Ex>> out;
  if (n.op == Op::Pow) {
    const auto base = coefficients(n.args[0]);
    if (!base || !(pool_[n.args[1]].num < Q(Limits::limit_degree + 1))) return {};
    out = std::vector<Ex>{pool_.num(1)};
    for (long k = pool_[n.args[1]].num.to_long(); k > 0 && out; --k) out = times(*out, *base);
    return out;
  }
  for (std::size_t i = 0; i < n.args.size(); ++i) {
    const bool below = n.op == Op::Div && i == 1;
    const auto part = below ? std::vector<Ex>{pool_.div(pool_.num(1), n.args[1])} : coefficients(n.args[i]);
    if (!part) return {};
    if (!out) {
      out = part;
    } else if (n.op == Op::Add) {
      out->resize(std::max(out->size(), part->size()), pool_.num(0));
      for (std::size_t j = 0; j < part->size(); ++j) (*out)[j] = pool_.add({(*out)[j], (*part)[j]});
    } else if (!(out = times(*out, *part))) {
      return {};
    }
  }
  return out;
}

}  // namespace dpcert::checker
