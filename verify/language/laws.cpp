#include "verify/language/laws.hpp"

#include <algorithm>
#include <string>

#include "dpcert/language/statement.hpp"

namespace dpcert::verify {

namespace {

Relation positive(const Expr& e) { return {Rel::gt, e, 0}; }
Relation nonnegative(const Expr& e) { return {Rel::ge, e, 0}; }

Expr over_reals(const std::optional<Expr>& low, const std::optional<Expr>& high,
                const std::function<Expr(const Expr&)>& body) {
  const FreshIndex x(true);
  return Expr::integral(x.variable(), low, high, body(x.variable()));
}

// Densities are written with numbers combined, as the checker makes them: x - 0 is x, 2*1 is 2.

// A sum of the terms as it is written, from the left.
Expr sum_of(const std::vector<Expr>& terms) {
  Expr total = terms.empty() ? Expr(0) : terms.front();
  for (std::size_t i = 1; i < terms.size(); ++i) total = total + terms[i];
  return total;
}

// Over the integers between two ends; of literal ends the terms are written out.
Expr over_integers(const Expr& low, const Expr& high, const std::function<Expr(const Expr&)>& body) {
  const auto a = rational_value(low), b = rational_value(high);
  if (!a || !b) {
    const FreshIndex k;
    return Expr::repeated(Op::sum, k.variable(), low, high, body(k.variable()));
  }
  std::vector<Expr> terms;
  for (Rational i = *a; i <= *b; i = i + Rational(1)) terms.push_back(body(i));
  return sum_of(terms);
}
Expr over_density(const Law& law, const std::function<Expr(const Expr&)>& body) {
  return law.integers ? over_integers(*law.low, *law.high, body) : over_reals(law.low, law.high, body);
}

// 1 less these coordinates.
Expr left_of_one(const std::vector<Expr>& point) {
  Expr left = 1;
  for (const Expr& x : point) left = left - x;
  return left;
}

Expr over_coordinates(const Law& law, const std::function<Expr(const std::vector<Expr>& x)>& body) {
  std::vector<Expr> point;
  const std::function<Expr()> inner = [&]() -> Expr {
    if (point.size() == law.coordinates) return body(point);
    return over_reals(Expr(0), left_of_one(point), [&](const Expr& x) {
      point.push_back(x);
      Expr e = inner();
      point.pop_back();
      return e;
    });
  };
  return inner();
}

// Integral or sum of a term in the two densities or masses.
Expr over_both(const Law& one, const Law& other, const std::function<Expr(const Expr& p, const Expr& q)>& term) {
  if (one.joint)
    return over_coordinates(one, [&](const std::vector<Expr>& x) { return term(one.joint(x), other.joint(x)); });
  if (!one.discrete()) return over_density(one, [&](const Expr& x) { return term(one.density(x), other.density(x)); });
  std::vector<Expr> terms;
  for (std::size_t i = 0; i < one.masses.size(); ++i)
    terms.push_back(term(one.masses[i].second, other.masses[i].second));
  return sum_of(terms);
}

}  // namespace

std::optional<Law> law_of_family(std::string_view name, const std::vector<Expr>& p) {
  const std::size_t expected = name == "exponential" ? 1 : 2;
  if (p.size() != expected) return std::nullopt;
  const Expr &a = p.front(), &b = p.back();
  Law out;
  out.family = name;
  out.parameters = p;
  if (name == "normal") {
    out.density = [a, b](const Expr& x) {
      return exp(-pow(sub(x, a), Expr(2)) / mul(2, b)) / sqrt(mul(Expr(2) * Expr::pi(), b));
    };
    out.conditions = {positive(b)};
  } else if (name == "laplace") {
    out.density = [a, b](const Expr& x) { return exp(quotient(-abs(sub(x, a)), b)) / mul(2, b); };
    out.conditions = {positive(b)};
  } else if (name == "exponential") {
    out.density = [a](const Expr& x) { return mul(a, exp(mul(negate(a), x))); };
    out.conditions = {positive(a)};
    out.low = 0;
  } else if (name == "gamma") {
    out.density = [a, b](const Expr& x) { return exp(a * log(b) - lgamma(a) + (a - Expr(1)) * log(x) - b * x); };
    out.conditions = {positive(a), positive(b)};
    out.low = 0;
  } else if (name == "beta") {
    out.density = [a, b](const Expr& x) {
      return exp(lgamma(a + b) - lgamma(a) - lgamma(b) + (a - Expr(1)) * log(x) + (b - Expr(1)) * log(Expr(1) - x));
    };
    out.conditions = {positive(a), positive(b)};
    out.low = 0;
    out.high = 1;
  } else if (name == "uniform") {
    out.density = [a, b](const Expr&) { return Expr(1) / (b - a); };
    out.conditions = {positive(b - a)};
    out.low = a;
    out.high = b;
  } else if (name == "binomial") {
    const auto mass = [a, b](const Expr& k) {
      const Expr rest = sub(a, k);
      return binomial_form(a, k) * pow(b, k) * pow(sub(1, b), rest);
    };
    out.conditions = {nonnegative(a), nonnegative(b), nonnegative(Expr(1) - b)};
    out.integers = true;
    out.density = mass;
    out.low = 0;
    out.high = a;
  } else {
    return std::nullopt;
  }
  return out;
}

NamedLaw as_declared(const Law& law) {
  NamedLaw out{law.family, law.parameters, law.parts, law.masses, 1 + law.coordinates, law.integers, std::nullopt};
  if (law.density) out.density = law.density(NamedLaw::coordinate(0));
  if (!law.joint) return out;
  std::vector<Expr> x;
  for (std::size_t i = 0; i < law.coordinates; ++i) x.push_back(NamedLaw::coordinate(i));
  out.density = law.joint(x);
  return out;
}

Law dirichlet_law(const std::vector<Expr>& a) {
  Law out;
  out.family = "dirichlet";
  out.parameters = a;
  out.coordinates = a.size() - 1;
  for (const Expr& p : a) out.conditions.push_back(positive(p));
  out.joint = [a](const std::vector<Expr>& x) {
    Expr e = lgamma(sum_of(a));
    for (const Expr& p : a) e = e - lgamma(p);
    for (std::size_t i = 0; i < x.size(); ++i) e = e + (a[i] - Expr(1)) * log(x[i]);
    return exp(e + (a.back() - Expr(1)) * log(left_of_one(x)));
  };
  return out;
}

Law affine_image(const Expr& a, const Expr& b, const Law& law) {
  Law out;
  out.family = "affine";
  out.parameters = {a, b};
  out.parts = {as_declared(law)};
  out.density = [a, b, f = law.density](const Expr& x) { return f((x - a) / b) / abs(b); };
  out.size = 1 + law.size;
  out.conditions = law.conditions;
  out.conditions.push_back(positive(b));
  if (law.low) out.low = a + b * *law.low;
  if (law.high) out.high = a + b * *law.high;
  return out;
}

Law mixture_of(const Expr& p, const Law& one, const Expr& q, const Law& other) {
  Law out;
  out.size = 1 + one.size + other.size;
  out.family = "mixture";
  out.parameters = {p, q};
  out.parts = {as_declared(one), as_declared(other)};
  out.low = one.low;
  out.high = one.high;
  out.integers = one.integers;
  out.coordinates = one.coordinates;
  if (one.joint)
    out.joint = [p, q, f = one.joint, g = other.joint](const std::vector<Expr>& x) { return p * f(x) + q * g(x); };
  else if (!one.discrete())
    out.density = [p, q, f = one.density, g = other.density](const Expr& x) { return p * f(x) + q * g(x); };
  for (std::size_t i = 0; i < one.masses.size(); ++i)
    out.masses.emplace_back(one.masses[i].first, p * one.masses[i].second + q * other.masses[i].second);
  out.conditions = one.conditions;
  out.conditions.insert(out.conditions.end(), other.conditions.begin(), other.conditions.end());
  for (const Expr& e : {p, q, p + q - Expr(1), Expr(1) - p - q}) out.conditions.push_back(nonnegative(e));
  return out;
}

std::optional<Law> alike(const Law& one, const Law& other) {
  if (one.discrete() != other.discrete() || one.integers != other.integers || one.low != other.low ||
      one.high != other.high || one.masses.size() != other.masses.size() || one.coordinates != other.coordinates)
    return std::nullopt;
  Law out = other;
  out.masses.clear();
  for (const auto& mass : one.masses) {
    const auto same = std::ranges::find(other.masses, mass.first, &std::pair<Rational, Expr>::first);
    if (same == other.masses.end()) return std::nullopt;
    out.masses.push_back(*same);
  }
  return out;
}

Expr over_law(const Law& law, const std::function<Expr(const Expr& x, const Expr& weight)>& term) {
  if (!law.discrete()) return over_density(law, [&](const Expr& x) { return term(x, law.density(x)); });
  std::vector<Expr> terms;
  for (const auto& [point, mass] : law.masses) terms.push_back(term(point, mass));
  return sum_of(terms);
}

Expr over_simplex(const Law& law, const std::function<Expr(const std::vector<Expr>& x, const Expr& weight)>& term) {
  return over_coordinates(law, [&](std::vector<Expr> x) {
    const Expr weight = law.joint(x);
    x.push_back(left_of_one(x));
    return term(x, weight);
  });
}

std::optional<bool> divergence_with_parameter(std::string_view name) {
  if (name == "renyi" || name == "hockey_stick") return true;
  if (name == "kl" || name == "tv" || name == "hellinger") return false;
  return std::nullopt;
}

std::optional<Expr> divergence_of(std::string_view name, const Expr& r, const Law& one, const Law& other) {
  if (name == "renyi") {
    const auto number = rational_value(r);  // so that its powers are powers by numbers
    const Expr order = number ? Expr(*number) : r, rest = number ? Expr(Rational(1) - *number) : Expr(1) - r;
    return log(over_both(one, other, [&](const Expr& p, const Expr& q) { return pow(p, order) * pow(q, rest); })) /
           (r - Expr(1));
  }
  if (name == "kl") return over_both(one, other, [](const Expr& p, const Expr& q) { return p * log(p / q); });
  if (name == "tv") return over_both(one, other, [](const Expr& p, const Expr& q) { return abs(p - q); }) / Expr(2);
  if (name == "hellinger")
    return sqrt(over_both(one, other, [](const Expr& p, const Expr& q) { return pow(sqrt(p) - sqrt(q), Expr(2)); }) /
                Expr(2));
  if (name == "hockey_stick")
    return over_both(one, other, [&](const Expr& p, const Expr& q) { return max(p - exp(r) * q, Expr(0)); });
  return std::nullopt;
}

// The factor in front is defined for a, b > 0 alone, and of 1 - t the logarithm, up to x <= 1, whatever b is.
Expr beta_regularized(const Expr& x, const Expr& a, const Expr& b) {
  return exp(lgamma(a + b) - lgamma(a) - lgamma(b)) * over_reals(Expr(0), x, [&](const Expr& t) {
           return exp((a - Expr(1)) * log(t) + (b - Expr(1)) * log(Expr(1) - t));
         });
}
Expr gamma_regularized_lower(const Expr& a, const Expr& x) {
  return exp(-lgamma(a)) * over_reals(Expr(0), x, [&](const Expr& t) { return exp((a - Expr(1)) * log(t) - t); });
}

Expr binomial_form(const Expr& n, const Expr& k) {
  return exp(lgamma(n + Expr(1)) - lgamma(k + Expr(1)) - lgamma(n - k + Expr(1)));
}

Rational ways(long n, long k) {
  Rational out = k < 0 || k > n ? 0 : 1;
  for (long i = 0; i < k && k <= n; ++i) out = out * Rational(n - i) / Rational(i + 1);
  return out;
}

}  // namespace dpcert::verify
