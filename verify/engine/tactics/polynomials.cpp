#include "verify/engine/tactics/polynomials.hpp"

#include <algorithm>
#include <numeric>

#include "verify/algebra/algebra.hpp"
#include "verify/engine/tactics/effort.hpp"

namespace dpcert::verify {

int degree(const Powers& m) { return std::accumulate(m.begin(), m.end(), 0); }

Poly product(const Poly& a, const Poly& b) {
  Poly r;
  for (const auto& [m, c] : a) {
    for (const auto& [n, d] : b) {
      Powers e = m;
      for (std::size_t i = 0; i < e.size(); ++i) e[i] += n[i];
      auto& x = r[e];
      x += c * d;
    }
  }
  std::erase_if(r, [](const auto& t) { return t.second.is_zero(); });
  return r;
}

namespace {

constexpr std::int64_t greatest_total_degree = 10'000, longest_coefficient = 100'000;  // in bits

// The product, if neither its degree nor its numbers are too long: powers of powers soon are, of however few terms.
std::optional<Poly> short_product(const Poly& a, const Poly& b) {
  const auto most = [](const Poly& p, const auto& of_term) {
    std::int64_t out = 0;
    for (const auto& t : p) out = std::max<std::int64_t>(out, of_term(t));
    return out;
  };
  const auto both = [&](const auto& of_term) { return most(a, of_term) + most(b, of_term); };
  if (both([](const auto& t) { return degree(t.first); }) > greatest_total_degree ||
      both([](const auto& t) { return t.second.bits(); }) > longest_coefficient)
    return std::nullopt;
  return product(a, b);
}

}  // namespace

// As a polynomial in the variables, by plain expansion.
std::optional<Poly> polynomial(const Expr& e, const std::vector<Expr>& xs) {
  const auto constant = [&](const Rational& q) {
    Poly p;
    if (!q.is_zero()) p[Powers(xs.size())] = q;
    return p;
  };
  const auto sum = [](Poly a, const Poly& b, const Rational& f) {
    for (const auto& [m, c] : b) a[m] += f * c;
    std::erase_if(a, [](const auto& t) { return t.second.is_zero(); });
    return a;
  };
  switch (e.op()) {
    case Op::constant:
      return constant(e.value());
    case Op::variable: {
      const auto i = std::ranges::find(xs, e);
      if (i == xs.end()) return std::nullopt;
      Powers m(xs.size());
      m[static_cast<std::size_t>(i - xs.begin())] = 1;
      return Poly{{m, Rational(1)}};
    }
    case Op::neg:
    case Op::add:
    case Op::sub:
    case Op::mul: {
      const auto a = polynomial(e.arg(0), xs);
      if (!a) return a;
      if (e.op() == Op::neg) return sum({}, *a, Rational(-1));
      const auto b = polynomial(e.arg(1), xs);
      if (!b || a->size() * b->size() > Effort::Squares::most_products) return std::nullopt;
      return e.op() == Op::mul ? short_product(*a, *b) : sum(*a, *b, Rational(e.op() == Op::add ? 1 : -1));
    }
    case Op::div: {
      const auto a = polynomial(e.arg(0), xs);
      if (!a || !e.arg(1).is_constant() || e.arg(1).value().is_zero()) return std::nullopt;
      return sum({}, *a, Rational(1) / e.arg(1).value());
    }
    case Op::pow: {
      const auto a = polynomial(e.arg(0), xs);
      const auto n = e.arg(1).is_constant() ? e.arg(1).value().to_int64() : std::nullopt;
      if (!a || !n || *n < 0) return std::nullopt;
      if (e.arg(0).op() == Op::variable && *n <= Effort::Squares::greatest_power_of_a_variable) {
        Powers m = a->begin()->first;
        for (int& k : m) k *= static_cast<int>(*n);
        return Poly{{m, Rational(1)}};
      }
      if (*n > Effort::Squares::greatest_power) return std::nullopt;
      std::optional<Poly> r = constant(1);
      for (std::int64_t i = 0; r && i < *n; ++i) {
        r = short_product(*r, *a);
        if (r && r->size() > Effort::Squares::most_terms) return std::nullopt;
      }
      return r;
    }
    default:
      return std::nullopt;
  }
}

Expr expression(const Poly& p, const std::vector<Expr>& xs) {
  Expr e = 0;
  for (const auto& [m, c] : p) {
    Expr t = Expr(abs(c));
    for (std::size_t i = 0; i < xs.size(); ++i) {
      if (m[i]) t = mul(t, power(xs[i], Expr(m[i])));
    }
    e = c.sign() > 0 ? add(e, t) : sub(e, t);
  }
  return e;
}

std::optional<Rational> exact_root(const Rational& x, long q) {
  for (const Rational& r : {Rational(0), Rational(1)})
    if (x == r) return r;
  const Interval near = pow(Interval(x, 64), Interval(Rational(1, q), 64));
  const Rational r = simplest_between(near.lower_rational(), near.upper_rational());
  return pow(r, q) == x ? std::optional(r) : std::nullopt;
}

std::optional<OverPositive> over_positive(const Goal& g) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  const auto f = a.fraction(g.difference());
  if (!f) return std::nullopt;
  if (c.positive_(negate(f->second))) return OverPositive{negate(f->first), negate(f->second)};
  if (!c.positive_(f->second)) return std::nullopt;
  return OverPositive{f->first, f->second};
}

std::optional<PolynomialOverPositive> polynomial_over_positive(const Goal& g) {
  const auto f = over_positive(g);
  if (!f) return std::nullopt;
  std::vector<Expr> xs;
  for (const auto& v : g.context.variables()) {
    if (depends_on(f->numerator, Expr::variable(v.name))) xs.push_back(Expr::variable(v.name));
  }
  if (xs.empty() || xs.size() > Effort::Squares::most_variables) return std::nullopt;
  auto p = polynomial(f->numerator, xs);
  if (!p || p->size() > Effort::Squares::longest_goal) return std::nullopt;
  return PolynomialOverPositive{std::move(xs), std::move(*p), f->denominator};
}

}  // namespace dpcert::verify
