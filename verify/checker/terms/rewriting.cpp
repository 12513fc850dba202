// What a normal form does to each function. A rewriting that needs a condition asks the oracle for it, and is not done
// where there is none.
#include "verify/checker/terms/normal.hpp"

namespace dpcert::checker {

std::vector<std::pair<Normal::Form, Q>> Normal::factors(const Form& u, bool strict) {
  std::vector<std::pair<Form, Q>> out;
  if (u.num.empty()) return {{u, Q(1)}};
  Q content;
  Monomial m;
  Form p;
  p.num = primitive(u.num, content, m);
  Form rest = constant(Q(content.sign()));
  if (content.sign() < 0) content = -content;
  Q n, d;
  fmpz_set(fmpq_numref(n.get()), content.num()), fmpz_set(fmpq_numref(d.get()), content.den());
  for (auto& [q, e] : primes(n, pool_.work())) out.emplace_back(constant(q), Q(e));
  for (auto& [q, e] : primes(d, pool_.work())) out.emplace_back(constant(q), Q(-e));
  // Factors that are >= 0. Where u > 0 none of them is 0; else they may be split off only if what is left is >= 0 too.
  std::vector<std::pair<Form, Q>> weak;
  Form weak_product = constant(Q(1));
  for (const auto& [a, e] : m) {
    const Op op = atoms_[a].op;
    if (op == Op::Exp || op == Op::Pi || (strict && op == kBase) || positive(atoms_[a].ex)) {
      out.emplace_back(power_of_atom(a, {1, 1}), rational(e));
    } else if (nonnegative_ && (op == kBase || nonnegative(atoms_[a].ex))) {
      weak.emplace_back(power_of_atom(a, {1, 1}), rational(e));
      weak_product = mul(weak_product, power_of_atom(a, e));
    } else if (nonnegative_ && e.d == 1 && e.n % 2 == 0) {
      weak.emplace_back(power_of_atom(a, {2, 1}), rational({e.n / 2, 1}));
      weak_product = mul(weak_product, power_of_atom(a, e));
    } else {
      rest = mul(rest, power_of_atom(a, e));
    }
  }
  for (const auto& [f, k] : u.den) {
    Form g;
    g.num = f;
    const Ex e = expression(f);
    if (positive(e)) {
      out.emplace_back(g, Q(-k));
    } else if (positive(pool_.neg(e))) {
      out.emplace_back(scale(g, Q(-1)), Q(-k));
      if (k % 2) rest = scale(rest, Q(-1));
    } else {
      rest = mul(rest, pow(g, -k));
    }
  }
  if (!one(rest) && !one(p) && positive(expression(p.num)))
    out.emplace_back(p, Q(1));
  else
    rest = mul(rest, p);
  if (strict || one(rest) || nonnegative(expression(rest)))
    out.insert(out.end(), weak.begin(), weak.end());
  else
    rest = mul(rest, weak_product);
  if (!one(rest)) out.emplace_back(rest, Q(1));
  return out;
}

// |u| = sqrt(u^2).
Normal::Form Normal::absolute(const Form& u, Ex ex) {
  if (u.den.empty() && u.num.size() == 1 && u.num.begin()->first.empty())
    return scale(u, Q(u.num.begin()->second.sign()));
  if (u.num.empty() || nonnegative(ex)) return u;
  if (nonnegative(pool_.neg(ex))) return scale(u, Q(-1));
  if (!nonnegative_) return real_power(mul(u, u), Q(1) / Q(2), false);
  const Ex simple = expression(u);  // inner kinks may be gone
  if (nonnegative(simple)) return u;
  if (nonnegative(pool_.neg(simple))) return scale(u, Q(-1));
  // The sign of a sum may show when what its terms have in common is gone, if that is positive: exponentials, and b
  // in a/b - 1.
  Q content;
  Monomial common;
  const Poly rest = u.den.empty() ? primitive(u.num, content, common) : Poly{};
  const auto above_zero = [&](const auto& power) {
    return atoms_[power.first].op == Op::Exp || positive(atoms_[power.first].ex);
  };
  if (!common.empty() && std::all_of(common.begin(), common.end(), above_zero)) {
    const Ex e = expression(rest);
    if (nonnegative(e)) return scale(u, Q(content.sign()));
    if (nonnegative(pool_.neg(e))) return scale(u, Q(-content.sign()));
  }
  return real_power(mul(u, u), Q(1) / Q(2), false);
}

bool Normal::integer_monomial(const Monomial& m) const {
  for (const auto& [a, e] : m) {
    const Atom& x = atoms_[a];
    if (e.d != 1 || e.n < 0) return false;
    if (x.op == Op::Floor) continue;
    // Which variables are integers depends on the context.
    if (!positive_ || x.op != Op::Var || !integers_[x.k]) return false;
  }
  return true;
}

// floor(u + k) = floor(u) + k for integers k.
Normal::Form Normal::floor(const Form& u) {
  Form whole, rest = u;
  if (u.den.empty()) {
    rest.num.clear();
    for (const auto& [m, c] : u.num) {
      const Q k = integer_monomial(m) ? c.floor() : Q(0);
      if (k.sign() != 0) add_term(whole.num, m, k);
      if (k != c) add_term(rest.num, m, c - k);
    }
  }
  if (rest.num.empty()) return whole;
  if (rest.den.empty() && rest.num.size() == 1 && rest.num.begin()->first.empty()) return whole;  // in (0, 1)
  return add(whole, atom(Op::Floor, {rest}, pool_.call(Op::Floor, {expression(rest)})));
}

// u^(v+k) = u^v u^k for integers v, k >= 0, whatever u is (0^0 = 1): v is the exponent without its constant, plus the
// least constant with which it is known to be >= 0.
std::optional<Normal::Form> Normal::integer_power(const Form& u, Ex base, Ex exponent) {
  if (!nonnegative_ || !pool_.integer_valued(exponent, integers_)) return {};
  const Form v = form(exponent);
  const auto it = v.num.find(Monomial{});
  const Q k = it == v.num.end() ? Q(0) : it->second;
  if (!v.den.empty() || !k.small()) return {};
  // n*n, not n^2: the exponent must show that it is an integer, or the power is read as one of a base >= 0.
  std::vector<Ex> sum;
  for (const auto& [m, q] : sub(v, constant(k)).num) {
    std::vector<Ex> product{pool_.num(q)};
    for (const auto& [a, e] : m) {
      if (e.d != 1 || e.n < 0 || e.n > Limits::integer_power_steps) return {};
      product.insert(product.end(), static_cast<std::size_t>(e.n), atoms_[a].ex);
    }
    sum.push_back(pool_.mul(product));
  }
  const Ex open = pool_.add(sum);
  if (!pool_.integer_valued(open, integers_)) return {};
  for (long c = -Limits::integer_power_constant; c <= Limits::integer_power_constant && Q(c) <= k; ++c) {
    const Ex least = pool_.add({open, pool_.num(c)});
    if (!nonnegative(least)) continue;
    if (k > Q(c + Limits::integer_power_steps)) break;
    return mul(pow(u, k.to_long() - c),
               atom(Op::Pow, {u, add(sub(v, constant(k)), constant(Q(c)))}, pool_.pow(base, least)));
  }
  return {};
}

Normal::Form Normal::power(const Node& n, Ex e) {
  const Ex u = n.args[0], v = n.args[1];
  if (pool_.is_num(v)) {
    const Q& q = pool_[v].num;
    if (q.integer()) return pow(form(u), q.to_long());
    Form r;  // u^q = exp(q log u), factor by factor
    return positive(u) && structural_log(u, r) ? exp(scale(std::move(r), Q(q))) : real_power(form(u), Q(q), false);
  }
  if (positive(u) || (pool_.is_num(u) && pool_[u].num.sign() > 0) || pool_[u].op == Op::Exp || pool_[u].op == Op::Pi)
    return exp(mul(form(v), form(pool_.call(Op::Log, {u}))));
  if (auto f = integer_power(Form(form(u)), u, v)) return *f;
  return opaque(n, e);
}

// Through exp: cosh u = (e^u + e^-u)/2, sinh u = (e^u - e^-u)/2, tanh u = (e^2u - 1)/(e^2u + 1).
Normal::Form Normal::hyperbolic(Op op, const Form& u) {
  if (op == Op::Tanh) {
    const Form a = exp(scale(u, Q(2)));
    return mul(sub(a, constant(Q(1))), inverse(add(a, constant(Q(1)))));
  }
  const Form a = exp(u), b = inverse(a);
  return scale(op == Op::Cosh ? add(a, b) : sub(a, b), Q(1) / Q(2));
}

// max(a, b), min(a, b) = (a + b +- |a - b|)/2.
Normal::Form Normal::least_or_greatest(const Node& n) {
  const Form a = form(n.args[0]), b = form(n.args[1]);
  const Form gap = absolute(sub(a, b), pool_.sub(n.args[0], n.args[1]));
  return scale(n.op == Op::Max ? add(add(a, b), gap) : sub(add(a, b), gap), Q(1) / Q(2));
}

// erf is odd: of u and -u one is the argument of the atom.
Normal::Form Normal::erf(const Form& u, Ex e) {
  if (u.num.empty()) return {};
  const Node n = pool_[e];
  if (u.num.rbegin()->second.sign() > 0) return opaque(n, e);
  const Ex minus = pool_.neg(n.args[0]);
  return scale(atom(Op::Erf, {scale(u, Q(-1))}, pool_.call(Op::Erf, {minus})), Q(-1));
}

// sin, cos or atan: the sign of the argument's last monomial without pi goes out, and quarters of a turn.
Normal::Form Normal::circular(Ex e) {
  Op op = pool_[e].op;
  Ex x = pool_[e].args[0];
  Form u = form(x);
  const auto is_pi = [&](const Monomial& m) {
    return m.size() == 1 && m[0].second == Exponent{1, 1} && atoms_[m[0].first].op == Op::Pi;
  };
  Q turns = 0;  // halves of them: the coefficient of pi
  bool minus = false, seen = false;
  for (auto m = u.num.rbegin(); m != u.num.rend(); ++m) {
    if (u.den.empty() && is_pi(m->first))
      turns = m->second;
    else if (!seen)
      seen = true, minus = m->second.sign() < 0;
  }
  if (minus) u = scale(u, Q(-1)), x = pool_.neg(x), turns = Q(0) - turns;
  minus = minus && op != Op::Cos;
  if (op != Op::Atan) {
    const Q quarters = (turns + turns).floor(), half = quarters / Q(2);
    const long place = (quarters - Q(4) * (quarters / Q(4)).floor()).to_long();
    u = sub(u, scale(form(pool_.pi()), half));
    x = pool_.sub(x, pool_.mul({pool_.num(half), pool_.pi()}));
    minus = minus != (op == Op::Sin ? place >= 2 : place == 1 || place == 2);
    if (place % 2 == 1) op = op == Op::Sin ? Op::Cos : Op::Sin;
  }
  const Form out = !u.num.empty() ? atom(op, {u}, pool_.call(op, {x})) : op == Op::Cos ? constant(Q(1)) : Form{};
  return minus ? scale(out, Q(-1)) : out;
}

Normal::Form Normal::log(const Form& u) {
  Form sum;
  for (const auto& [f, e] : factors(u, true)) {
    const Atom* a = only_atom(f);
    Form term;
    if (a && a->op == Op::Exp)
      term = a->args[0];
    else if (a && a->op == kBase)
      term = log(Form(a->args[0]));
    else
      term = atom(Op::Log, {f}, pool_.call(Op::Log, {expression(f)}));
    sum = add(sum, scale(std::move(term), e));
  }
  return sum;
}

Normal::Form Normal::exp(const Form& u) {
  Form r = constant(Q(1));
  for (const auto& [m, c] : u.num) {
    Form t;
    t.num.emplace(m, Q(1));
    t.den = u.den;
    const Atom* a = only_atom(t);
    if (a && a->op == Op::Log) {
      r = mul(r, real_power(Form(a->args[0]), c, true));
      continue;
    }
    const auto e = exponent(c);
    if (!e) t = scale(std::move(t), c);
    const Form x = atom(Op::Exp, {t}, pool_.call(Op::Exp, {expression(t)}));
    r = mul(r, e ? power_of_atom(x.num.begin()->first[0].first, *e) : x);
  }
  return r;
}

Normal::Form Normal::real_power(const Form& u, const Q& r, bool strict) {
  if (r.small()) return pow(u, r.to_long());
  if (u.num.empty() && r.sign() > 0) return {};
  Form result = constant(Q(1));
  for (const auto& [f, e] : factors(u, strict)) {
    const Q x = e * r;
    if (x.small()) {
      result = mul(result, pow(f, x.to_long()));
      continue;
    }
    const auto n = exponent(x);
    need(n.has_value(), "an exponent is too large for the normal form");
    const Atom* a = only_atom(f);
    const Form base = a && (a->op == Op::Exp || a->op == kBase) ? f : atom(kBase, {f}, expression(f));
    result = mul(result, reduce(power_of_atom(base.num.begin()->first[0].first, *n)));
  }
  return result;
}

// The recurrences, relative to the first argument seen: the smaller argument must be positive, so that both sides are
// defined.
Normal::Form Normal::gamma(Op op, int k, const Form& u, Ex ex) {
  if (u.den.empty() && u.num.size() == 1 && u.num.begin()->first.empty()) {
    if (auto f = gamma_at(op, k, u.num.begin()->second)) return *f;
  }
  if (!positive_) return atom(op, {u}, pool_.call(op, {ex}, k), k);
  for (std::size_t i = 0; i < gamma_bases_.size(); ++i) {
    const auto [base, base_ex] = gamma_bases_[i];
    const Form shift = sub(u, base);
    if (shift.num.empty()) return atom(op, {base}, pool_.call(op, {base_ex}, k), k);
    if (!shift.den.empty() || shift.num.size() != 1 || !shift.num.begin()->first.empty()) continue;
    const Q m = shift.num.begin()->second;
    if (!m.integer() || m > Q(Limits::recurrence_steps) || m < Q(-Limits::recurrence_steps) ||
        !positive(m.sign() > 0 ? base_ex : ex))
      continue;
    Form r = atom(op, {base}, pool_.call(op, {base_ex}, k), k);
    const Form& low = m.sign() > 0 ? base : u;
    Q factor(op == Op::Lgamma ? 1 : k % 2 ? -1 : 1);  // (-1)^k k!
    for (long j = 2; op != Op::Lgamma && j <= k; ++j) factor = factor * Q(j);
    if (m.sign() < 0) factor = -factor;
    for (long j = 0; Q(j) < m || Q(j) < -m; ++j) {
      const Form x = add(low, constant(Q(j)));
      r = add(r, scale(op == Op::Lgamma ? log(x) : pow(x, -k - 1), factor));
    }
    return r;
  }
  gamma_bases_.emplace_back(u, ex);
  return atom(op, {u}, pool_.call(op, {ex}, k), k);
}

// Gamma functions at m and m + 1/2, 0 < m <= 64, by the recurrence from 1 and 1/2, and there by Gamma(1/2) = sqrt(pi);
// psi(1/2) = psi(1) - 2 log 2; psi_k(1/2) = (2^(k+1) - 1) psi_k(1); psi_k(1) = k! zeta(k+1) for odd k
// (DLMF 5.4.6, 5.4.13, 5.15.2, 5.15.3, 25.6.1).
std::optional<Normal::Form> Normal::gamma_at(Op op, int k, const Q& u) {
  const Q half = Q(1) / Q(2);
  const bool whole = u.integer();
  if (!(whole || (u + half).integer()) || u < half || u > Q(Limits::recurrence_steps)) return {};
  const Q from = whole ? Q(1) : half;
  const Form pi = form(pool_.pi());
  if (op == Op::Lgamma) {
    Q product(1);
    for (Q x = from; x < u; x = x + Q(1)) product = product * x;
    const Form f = log(constant(product));
    return whole ? f : add(f, scale(log(pi), half));
  }
  static const std::map<int, Q> zeta{{1, Q(1) / Q(6)}, {3, Q(1) / Q(90)}, {5, Q(1) / Q(945)}, {7, Q(1) / Q(9450)}};
  Q factorial(1), sum(0), two(2);  // k!, the sum of x^(-k-1), 2^(k+1)
  for (int j = 1; j <= k; ++j) factorial = factorial * Q(j), two = two * Q(2);
  for (Q x = from; x < u; x = x + Q(1)) {
    Q power(1);
    for (int j = 0; j <= k; ++j) power = power * x;
    sum = sum + Q(1) / power;
  }
  const Form shift = constant(k % 2 ? -(factorial * sum) : factorial * sum);
  const auto z = zeta.find(k);  // zeta(k+1) / pi^(k+1)
  const Ex one = pool_.num(1);
  Form base = z == zeta.end() ? atom(op, {constant(Q(1))}, pool_.call(op, {one}, k), k)
                              : scale(pow(pi, k + 1), factorial * z->second);
  if (!whole) base = k == 0 ? sub(base, scale(log(constant(Q(2))), Q(2))) : scale(std::move(base), two - Q(1));
  return add(base, shift);
}

// log of a product, quotient or power whose factors are all positive
bool Normal::structural_log(Ex u, Form& out) {
  const Node n = pool_[u];
  if (!positive_ || (n.op != Op::Mul && n.op != Op::Div && n.op != Op::Pow)) return false;
  if (n.op == Op::Pow) {
    if (!positive(n.args[0])) return false;
    out = mul(form(n.args[1]), form(pool_.call(Op::Log, {n.args[0]})));
    return true;
  }
  for (Ex a : n.args)  // the whole is > 0 where its logarithm is defined
    if (!positive(a) && !nonnegative(a)) return false;
  for (std::size_t i = 0; i < n.args.size(); ++i) {
    const Form f = form(pool_.call(Op::Log, {n.args[i]}));
    out = n.op == Op::Div && i == 1 ? sub(out, f) : add(out, f);
  }
  return true;
}

}  // namespace dpcert::checker
