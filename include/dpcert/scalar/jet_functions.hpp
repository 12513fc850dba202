// The functions of Jet: each documented by its two derivatives. Included by jet.hpp.
#pragma once

#include "dpcert/scalar/jet.hpp"

namespace dpcert {

template <class S>
Jet<S> make_constant(std::type_identity<Jet<S>>, const Rational& q) {
  return Jet<S>::constant(constant<S>(q));
}
template <class S>
Jet<S> constant_like(const Jet<S>& x, const Rational& q) {
  return Jet<S>::constant(constant_like(x.value(), q));
}
template <class S>
Jet<S> pi_like(const Jet<S>& x) {
  return Jet<S>::constant(pi_like(x.value()));
}

/// e^x, e^x
template <class S>
Jet<S> exp(const Jet<S>& x) {
  const S e = exp(x.value());
  return Jet<S>::chain(x, e, e, [&] { return e; });
}
/// 1/x, -1/x^2
template <class S>
Jet<S> log(const Jet<S>& x) {
  S f = log(x.value());
  if (x.variables() == 0) return Jet<S>::constant(std::move(f));
  const S d = S(1) / x.value();
  return Jet<S>::chain(x, std::move(f), d, [&] { return -pow(d, 2); });
}
/// 1/(1+x), -1/(1+x)^2
template <class S>
Jet<S> log1p(const Jet<S>& x) {
  S f = log1p(x.value());
  if (x.variables() == 0) return Jet<S>::constant(std::move(f));
  const S d = S(1) / (S(1) + x.value());
  return Jet<S>::chain(x, std::move(f), d, [&] { return -pow(d, 2); });
}
/// e^x, e^x
template <class S>
Jet<S> expm1(const Jet<S>& x) {
  const S e = exp(x.value());
  return Jet<S>::chain(x, expm1(x.value()), e, [&] { return e; });
}
/// 1/(2 sqrt x), -1/(4 x sqrt x)
template <class S>
Jet<S> sqrt(const Jet<S>& x) {
  const S r = sqrt(x.value());
  if (x.variables() == 0) return Jet<S>::constant(r);
  return Jet<S>::chain(x, r, S(1) / (S(2) * r), [&] { return -(S(1) / (S(4) * r * x.value())); });
}
/// n x^(n-1), n (n-1) x^(n-2)
template <class S>
Jet<S> pow(const Jet<S>& x, int n) {
  if (n == 0) return Jet<S>::chain(x, S(1), S(0), [] { return S(0); });
  if (n == 1) return x;
  return Jet<S>::chain(x, pow(x.value(), n), S(n) * pow(x.value(), n - 1),
                       [&] { return S(n) * S(n - 1) * pow(x.value(), n - 2); });
}
/// Constant y: y x^(y-1), y (y-1) x^(y-2). Otherwise x > 0: d/dy = x^y log x, d2/dxdy = x^(y-1) (1 + y log x), d2/dy2 =
/// x^y log^2 x.
template <class S>
Jet<S> pow(const Jet<S>& x, const Jet<S>& y) {
  const S& a = x.value();
  const S& b = y.value();
  const S f = pow(a, b);
  if (x.variables() == 0 && y.variables() == 0) return Jet<S>::constant(f);
  if (y.variables() == 0) {
    return Jet<S>::chain(x, f, b * pow(a, b - S(1)), [&] { return b * (b - S(1)) * pow(a, b - S(2)); });
  }
  const S l = log(a);
  return Jet<S>::chain(x, y, f, b * pow(a, b - S(1)), f * l, [&] {
    return std::array<S, 3>{b * (b - S(1)) * pow(a, b - S(2)), pow(a, b - S(1)) * (S(1) + b * l), f * pow(l, 2)};
  });
}
/// +-1, 0 away from x = 0
template <class S>
Jet<S> abs(const Jet<S>& x) {
  S f = abs(x.value());
  if (x.variables() == 0) return Jet<S>::constant(std::move(f));
  const S slope = select(
      Rel::gt, x.value(), S(0), [] { return S(1); },
      [&] {
        return select(
            Rel::lt, x.value(), S(0), [] { return S(-1); },
            [] { return S(0) / S(0); });  // NOLINT(misc-redundant-expression): no number, over any scalar
      });
  // Zero, or no number at a kink.
  return Jet<S>::chain(x, std::move(f), slope, [&] { return slope - slope; });  // NOLINT(misc-redundant-expression)
}

/// select with branches evaluated where needed. The derivatives are those of the branch taken if the relation holds, or
/// fails, in a neighbourhood.
template <class S, std::invocable F, std::invocable G>
Jet<S> select(Rel rel, const Jet<S>& a, const Jet<S>& b, F x, G y) {
  const S& u = a.value();
  const S& v = b.value();
  const Truth t = holds(rel, u, v);
  const bool moves = a.variables() != 0 || b.variables() != 0;
  const bool stable = !moves || holds(Rel::lt, u, v).is_certain() || holds(Rel::lt, v, u).is_certain();
  const auto finish = [&](Jet<S> r) {
    r = Jet<S>::widened(Jet<S>::widened(std::move(r), a), b);
    return stable ? r : Jet<S>::not_differentiable(std::move(r));
  };
  if (t.is_certain()) return finish(x());
  if (t.is_impossible()) return finish(y());
  // Not decided: both branches for the value. No derivatives, unless the relation is one between constants: then any
  // mixture of the two.
  const Jet<S> left = x(), right = y();
  S value = select(rel, u, v, left.value(), right.value());
  if (moves) return finish(Jet<S>::with_value(std::move(value), left, right));
  const S w = select(rel, u, v, S(1), S(0));
  const Jet<S> mixed = Jet<S>::constant(w) * left + Jet<S>::constant(S(1) - w) * right;
  return Jet<S>::with_value(std::move(value), mixed, mixed);
}
template <class S>
Jet<S> select(Rel rel, const Jet<S>& a, const Jet<S>& b, const Jet<S>& x, const Jet<S>& y) {
  // `widened`: the branch not taken may have variables that the other lacks
  return select(
      rel, a, b, [&] { return Jet<S>::widened(x, y); }, [&] { return Jet<S>::widened(y, x); });
}
/// The derivatives of the smaller (larger) argument where it is certain which that is.
template <class S>
Jet<S> min(const Jet<S>& x, const Jet<S>& y) {
  return Jet<S>::with_value(min(x.value(), y.value()), select(Rel::lt, x, y, x, y), y);
}
template <class S>
Jet<S> max(const Jet<S>& x, const Jet<S>& y) {
  return Jet<S>::with_value(max(x.value(), y.value()), select(Rel::gt, x, y, x, y), y);
}
/// cosh: sinh, cosh
template <class S>
Jet<S> cosh(const Jet<S>& x) {
  const S c = cosh(x.value());
  return Jet<S>::chain(x, c, sinh(x.value()), [&] { return c; });
}
/// sinh: cosh, sinh
template <class S>
Jet<S> sinh(const Jet<S>& x) {
  const S s = sinh(x.value());
  return Jet<S>::chain(x, s, cosh(x.value()), [&] { return s; });
}
/// tanh: 1/cosh^2, -2 tanh/cosh^2
template <class S>
Jet<S> tanh(const Jet<S>& x) {
  const S t = tanh(x.value());
  const S d = pow(cosh(x.value()), -2);
  return Jet<S>::chain(x, t, d, [&] { return S(-2) * t * d; });
}
/// 0 away from the integers
template <class S>
Jet<S> floor(const Jet<S>& x) {
  const S f = floor(x.value());
  if (x.variables() == 0) return Jet<S>::constant(f);
  const S slope = select(
      Rel::lt, f, x.value(),
      [&] {
        return select(
            Rel::lt, x.value(), f + S(1), [] { return S(0); }, [] { return S(0) / S(0); });
      },
      [] { return S(0) / S(0); });
  return Jet<S>::chain(x, f, slope, [&] { return slope; });
}
template <class S>
Jet<S> ceil(const Jet<S>& x) {
  return -floor(-x);
}
/// x log y: log y, x/y; 0, 1/y, -x/y^2. Of one variable, x log x: 1 + log x, 1/x.
template <class S>
Jet<S> xlogy(const Jet<S>& x, const Jet<S>& y) {
  const S& a = x.value();
  const S& b = y.value();
  S f = xlogy(a, b);
  if (x.variables() == 0 && y.variables() == 0) return Jet<S>::constant(std::move(f));
  const S l = log(b);
  if (&x == &y) return Jet<S>::chain(x, std::move(f), l + S(1), [&] { return S(1) / a; });
  const S inverse = S(1) / b;
  return Jet<S>::chain(x, y, std::move(f), l, a * inverse, [&] {
    return std::array<S, 3>{S(0), inverse, -(a * pow(inverse, 2))};
  });
}
/// psi, psi'
template <class S>
Jet<S> lgamma(const Jet<S>& x) {
  S f = lgamma(x.value());
  if (x.variables() == 0) return Jet<S>::constant(std::move(f));
  return Jet<S>::chain(x, std::move(f), digamma(x.value()), [&] { return trigamma(x.value()); });
}
/// psi^(k+1), psi^(k+2)
template <class S>
Jet<S> polygamma(int k, const Jet<S>& x) {
  S f = polygamma(k, x.value());
  if (x.variables() == 0) return Jet<S>::constant(std::move(f));
  return Jet<S>::chain(x, std::move(f), polygamma(k + 1, x.value()), [&] { return polygamma(k + 2, x.value()); });
}
template <class S>
Jet<S> digamma(const Jet<S>& x) {
  return polygamma(0, x);
}
template <class S>
Jet<S> trigamma(const Jet<S>& x) {
  return polygamma(1, x);
}
/// 2/sqrt(pi) exp(-x^2), -2 x times it
template <class S>
Jet<S> erf(const Jet<S>& x) {
  const S d = S(2) / sqrt(pi_like(x.value())) * exp(-pow(x.value(), 2));
  return Jet<S>::chain(x, erf(x.value()), d, [&] { return S(-2) * x.value() * d; });
}
template <class S>
Jet<S> erfc(const Jet<S>& x) {
  const S d = S(-2) / sqrt(pi_like(x.value())) * exp(-pow(x.value(), 2));
  return Jet<S>::chain(x, erfc(x.value()), d, [&] { return S(-2) * x.value() * d; });
}
/// phi(x) = exp(-x^2/2)/sqrt(2 pi), -x phi(x)
template <class S>
Jet<S> normal_cdf(const Jet<S>& x) {
  const S d = exp(-pow(x.value(), 2) / S(2)) / sqrt(S(2) * pi_like(x.value()));
  return Jet<S>::chain(x, normal_cdf(x.value()), d, [&] { return -(x.value() * d); });
}
/// sin: cos, -sin
template <class S>
Jet<S> sin(const Jet<S>& x) {
  const S s = sin(x.value());
  return Jet<S>::chain(x, s, cos(x.value()), [&] { return -s; });
}
/// cos: -sin, -cos
template <class S>
Jet<S> cos(const Jet<S>& x) {
  const S c = cos(x.value());
  return Jet<S>::chain(x, c, -sin(x.value()), [&] { return -c; });
}
/// atan: d = 1/(1 + x^2), -2 x d^2
template <class S>
Jet<S> atan(const Jet<S>& x) {
  const S d = S(1) / (S(1) + pow(x.value(), 2));
  return Jet<S>::chain(x, atan(x.value()), d, [&] { return S(-2) * x.value() * pow(d, 2); });
}
/// Gradient sum_i p_i g_i, Hessian sum_i p_i (H_i + (g_i - g)(g_i - g)^T), p_i = 1 / sum_j exp(x_j - x_i).
template <class S>
Jet<S> log_sum_exp(std::span<const Jet<S>> x) {
  std::vector<S> values;
  for (const Jet<S>& term : x) values.push_back(term.value());
  S f = log_sum_exp(std::span<const S>(values));
  // As a jet: f + sum_i p_i (x_i - value_i) has the right gradient; the Hessian adds the spread of the gradients.
  Jet<S> mean = Jet<S>::constant(S(0));
  std::vector<S> p;
  for (std::size_t i = 0; i < x.size(); ++i) {
    S sum(1);
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (j != i) sum += exp(values[j] - values[i]);
    }
    p.push_back(S(1) / sum);
    mean += Jet<S>::constant(p.back()) * x[i];
  }
  if (!mean.has_hessian()) return Jet<S>::with_value(std::move(f), mean, mean);
  for (std::size_t i = 0; i < x.size(); ++i) {
    // p_i/2 (x_i - mean)^2 with value 0: contributes p_i (g_i - g)(g_i - g)^T to the Hessian only
    const Jet<S> spread = Jet<S>::with_value(S(0), x[i] - mean, mean);
    mean += Jet<S>::constant(p[i] / S(2)) * pow(spread, 2);
  }
  return Jet<S>::with_value(std::move(f), mean, mean);
}

}  // namespace dpcert
