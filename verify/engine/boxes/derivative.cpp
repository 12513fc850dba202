#include "verify/engine/boxes/derivative.hpp"

#include <unordered_map>
#include <vector>

namespace dpcert::verify {

namespace {

using Parts = std::vector<Expr>;

const Expr& zero() {
  static const Expr e(0);
  return e;
}

void collect_factors(const Expr& e, Rational& number, Parts& out) {
  switch (e.op()) {
    case Op::constant:
      number *= e.value();
      return;
    case Op::neg:
      number = -number;
      return collect_factors(e.arg(0), number, out);
    case Op::mul:
      collect_factors(e.arg(0), number, out);
      return collect_factors(e.arg(1), number, out);
    case Op::div:
      if (e.arg(1).is_constant() && !e.arg(1).is_constant(0)) {
        number /= e.arg(1).value();
        return collect_factors(e.arg(0), number, out);
      }
      break;
    default:
      break;
  }
  out.push_back(e);
}

Expr product(const Parts& parts) {
  Rational number(1);
  Parts factors;
  for (const Expr& e : parts) {
    if (e.is_constant(0)) return zero();
    collect_factors(e, number, factors);
  }
  if (factors.empty() || number.is_zero()) return number;
  const bool negative = number.sign() < 0;  // a sign is exact and costs nothing
  number = abs(number);
  Expr r = number == Rational(1) ? factors[0] : Expr(number) * factors[0];
  for (std::size_t i = 1; i < factors.size(); ++i) r = r * factors[i];
  return negative ? -r : r;
}

void collect_terms(const Expr& e, Parts& out) {
  if (e.op() == Op::add || e.op() == Op::sub) {
    collect_terms(e.arg(0), out);
    if (e.op() == Op::add)
      collect_terms(e.arg(1), out);
    else
      out.push_back(product({Expr(-1), e.arg(1)}));
    return;
  }
  out.push_back(e);
}

Expr sum(const Parts& parts) {
  Rational number(0);
  Parts terms;
  for (const Expr& p : parts) {
    Parts flat;
    collect_terms(p, flat);
    for (const Expr& t : flat) {
      if (t.is_constant())
        number += t.value();
      else
        terms.push_back(t);
    }
  }
  if (terms.empty()) return number;
  Expr r = terms[0];
  for (std::size_t i = 1; i < terms.size(); ++i) r = terms[i].op() == Op::neg ? r - terms[i].arg(0) : r + terms[i];
  return number.is_zero() ? r : r + Expr(number);
}

Expr over(const Expr& a, const Expr& b) {
  if (b.is_constant() && !b.is_constant(0)) return product({Expr(Rational(1) / b.value()), a});
  return a / b;
}
Expr square(const Expr& u) { return pow(u, 2); }

class Differentiation {
 public:
  explicit Differentiation(const Expr& x) : x_(x) {}

  Expr of(const Expr& e) {
    if (e == x_) return 1;
    if (!contains(e)) return zero();
    if (const auto it = known_.find(e); it != known_.end()) return it->second;
    Expr r = by_rule(e);
    known_.emplace(e, r);
    return r;
  }

 private:
  bool contains(const Expr& e) {
    if (e == x_) return true;
    if (const auto it = contains_.find(e); it != contains_.end()) return it->second;
    bool r = false;
    for (const Expr& a : e.args()) r = contains(a) || r;
    contains_.emplace(e, r);
    return r;
  }

  Expr by_rule(const Expr& e) {
    const auto number = [](std::int64_t p, std::int64_t q = 1) { return Expr(Rational(p, q)); };
    switch (e.op()) {
      case Op::add:
      case Op::sub: {
        Parts terms, d;
        collect_terms(e, terms);
        for (const Expr& t : terms) d.push_back(of(t));
        return sum(d);
      }
      case Op::neg:
      case Op::mul:
        return of_product(e);
      case Op::div:
        if (e.arg(1).is_constant() && !e.arg(1).is_constant(0)) return of_product(e);
        break;
      default:
        break;
    }
    const Expr& u = e.arg(0);
    const Expr du = of(u);
    const Expr v = e.args().size() > 1 ? e.arg(1) : u, dv = of(v);
    const auto chain = [&](const Expr& outer) { return product({outer, du}); };
    const auto sign = [](const Expr& t) { return select(Rel::ge, t, 0, 1, -1); };
    switch (e.op()) {
      case Op::div: {
        const Expr first = du.is_constant(0) ? zero() : over(du, v);
        if (dv.is_constant(0)) return first;
        return sum({first, product({number(-1), over(product({u, dv}), square(v))})});
      }
      case Op::pow: {
        if (!contains(v)) {
          const Expr less = sum({v, number(-1)});
          return product({v, less.is_constant(1) ? u : pow(u, less), du});
        }
        const Expr first = product({dv, log(u)});
        return product({e, du.is_constant(0) ? first : sum({first, over(product({v, du}), u)})});
      }
      case Op::exp:
        return chain(e);
      case Op::expm1:
        return chain(exp(u));
      case Op::log:
        return over(du, u);
      case Op::log1p:
        return over(du, sum({number(1), u}));
      case Op::sqrt:
        return over(du, product({number(2), e}));
      case Op::abs:
        return chain(sign(u));
      case Op::min:
      case Op::max: {
        const Expr tilt = product({number(e.op() == Op::max ? 1 : -1), sign(sum({u, product({number(-1), v})})),
                                   sum({du, product({number(-1), dv})})});
        return product({number(1, 2), sum({du, dv, tilt})});
      }
      case Op::cosh:
        return chain(sinh(u));
      case Op::sinh:
        return chain(cosh(u));
      case Op::tanh:
        return chain(sum({number(1), product({number(-1), square(e)})}));
      case Op::xlogy: {
        const Expr first = product({du, log(v)});
        return dv.is_constant(0) ? first : sum({first, over(product({u, dv}), v)});
      }
      case Op::lgamma:
        return chain(digamma(u));
      case Op::polygamma:
        return chain(polygamma(e.node().index + 1, u));
      case Op::erf:
      case Op::erfc: {
        const Expr g = exp(product({number(-1), square(u)})) / sqrt(Expr::pi());
        return product({number(e.op() == Op::erf ? 2 : -2), g, du});
      }
      case Op::normal_cdf:
        return chain(exp(product({number(-1, 2), square(u)})) / sqrt(Expr(2) * Expr::pi()));
      case Op::select:  // only as the sign of a kink: constant on either side
      default:
        return zero();
    }
  }

  Expr of_product(const Expr& e) {
    Rational c(1);
    Parts factors, terms;
    collect_factors(e, c, factors);
    for (std::size_t i = 0; i < factors.size(); ++i) {
      if (!contains(factors[i])) continue;
      Parts f{Expr(c)};
      for (std::size_t j = 0; j < factors.size(); ++j) f.push_back(j == i ? of(factors[i]) : factors[j]);
      terms.push_back(product(f));
    }
    return sum(terms);
  }

  Expr x_;
  std::unordered_map<Expr, Expr> known_;
  std::unordered_map<Expr, bool> contains_;
};

}  // namespace

Expr shaped_derivative(const Expr& e, const Expr& variable) { return Differentiation(variable).of(e); }

Expr without_repetitions(const Expr& e) {
  return transform(e, [](const Expr& n, std::vector<Expr> args) {
    if (args.empty() || n.op() == Op::apply) return n;
    if ((n.op() == Op::mul || n.op() == Op::xlogy) && args[0] == args[1]) args[1] = -(-args[1]);
    return with_args(n, std::move(args));
  });
}

}  // namespace dpcert::verify
