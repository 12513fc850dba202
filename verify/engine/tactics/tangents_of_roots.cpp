// Sums of roots in several variables, also under fractions, as sqrt(a^2 + b^2) + sqrt(b^2 + c^2) or a/sqrt(a^2 + 8 b
// c): each root q^(1/n) by its tangent at a place k^n, where k is a simple expression with k^n = q at a point at which
// the goal is tight: a number, a multiple of the sum of the variables, the root's own tangent there, or a product of
// factors of q (then this is the inequality of the means). What is left is rational.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/core/work.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/points/sample.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"
#include "verify/engine/tactics/weighted_bounds.hpp"

namespace dpcert::verify {

namespace {

constexpr long highest_order = 6;
constexpr std::size_t most_roots = 6;
constexpr int points_of_the_filter = 300;

using Place = ExprMap<Rational>;

// weight * base^(power/order) in D.
struct RootTerm {
  Expr base, weight;
  long power, order;
  bool from_below;  // a bound from below is needed
  [[nodiscard]] Expr root(long m) const { return dpcert::power(base, Expr(Rational(m, order))); }
};

bool is_radical(const Expr& e) {
  if (e.op() == Op::sqrt) return !e.arg(0).is_constant();
  if (e.op() != Op::pow || e.arg(0).is_constant() || !e.arg(1).is_constant() || e.arg(1).value().is_integer())
    return false;
  const auto order = e.arg(1).value().to_int64_denominator();
  return order && *order <= highest_order && abs(e.arg(1).value()) < Rational(highest_order);
}

// The roots of d, if it is affine in each of them, or in its reciprocal, beside what is rational.
std::vector<RootTerm> root_terms(const Context& c, const Expr& d) {
  auto roots = nodes_of({Rel::ge, d, 0}, is_radical);
  if (roots.empty() || roots.size() > most_roots) return {};
  std::ranges::reverse(roots);  // outer ones first
  Algebra a = c.algebra();
  Expr named = d;
  std::vector<Expr> names;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    names.push_back(Expr::variable(fmt::format("root'{}", i)));
    named = replaced(named, roots[i], names.back());
  }
  std::vector<RootTerm> out;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const Expr& e = roots[i];
    if (!depends_on(named, names[i])) continue;  // inside of another one
    const Rational r = e.op() == Op::sqrt ? Rational(1, 2) : e.arg(1).value();
    const long order = *r.to_int64_denominator();
    long power = static_cast<long>(*(r * Rational(order)).to_int64());
    auto p = a.coefficients(named, names[i]);
    if (!p || p->size() != 2) {
      p = a.coefficients(substitute(named, {{names[i], quotient(1, names[i])}}), names[i]);
      power = -power;
    }
    if (!p || p->size() != 2) return {};
    const Expr& weight = (*p)[1];
    if (std::ranges::any_of(names, [&](const Expr& t) { return depends_on(weight, t); })) return {};
    const bool up = c.knows({weight, Need::nonnegative});
    if (!up && !c.knows({negate(weight), Need::nonnegative})) return {};
    if (!is_defined(c, weight) || !c.knows({e.arg(0), power < 0 ? Need::positive : Need::nonnegative})) return {};
    out.push_back({e.arg(0), up ? weight : negate(weight), power, order, up});
  }
  return out;
}

// Points of the box at which the hypotheses hold: with one equation, that is met by scaling.
class Filter {
 public:
  explicit Filter(const Context& c) : c_(c) {
    for (const auto& h : c.hypotheses()) {
      formulas_.push_back(sub(h.lhs, h.rhs));
      if (h.rel == Rel::eq) equations_.push_back(formulas_.size() - 1);
    }
    auto probe = Probe::of(formulas_, c.variables());
    if (!probe || equations_.size() > 1) return;
    usable_ = true;
    unsigned state = 54321;
    const auto random = [&] { return static_cast<double>((state = state * 1664525u + 1013904223u) >> 8) / 16777216.0; };
    for (int k = 0; k < points_of_the_filter; ++k) {
      std::vector<double> x;
      for (const auto& v : c.variables()) {
        const Ends ends = ends_of(v.range);
        const double u = random();
        const bool open = std::isinf(ends.lo) && std::isinf(ends.hi);
        const double near = k % 3 == 0 ? u : 0.25 + u / 2;  // sometimes of one magnitude
        x.push_back(ends.bounded() ? scattered(ends, u) : scattered_far(ends, near, !open || random() < 0.5));
      }
      if (scaled(*probe, x)) points_.push_back(x);
    }
  }
  [[nodiscard]] bool usable() const { return usable_; }
  [[nodiscard]] bool has_equation() const { return !equations_.empty(); }
  // The multiple of x at which the equation holds, if there is one.
  bool meets(std::vector<double>& x) const {
    auto probe = Probe::of(formulas_, c_.variables());
    return probe && scaled(*probe, x);
  }
  [[nodiscard]] bool looks_nonnegative(const Expr& e) const {
    auto probe = Probe::of({e}, c_.variables());
    if (!probe) return true;
    count_work(points_.size() * (1 + probe->length() / 20));
    return std::ranges::none_of(points_, [&](const auto& x) {
      probe->at(x);
      return probe->value() < -1e-8;
    });
  }

 private:
  bool scaled(Probe& probe, std::vector<double>& x) const {
    const std::vector<double> from = x;
    const auto at = [&](double scale) {
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = scale * from[i];
      probe.at(x);
      return equations_.empty() ? 0 : probe.value(equations_.front());
    };
    if (equations_.empty()) {
      at(1);
    } else {
      double lo = 1e-4, before = at(lo), hi = 0;
      for (double scale = 2e-4; scale < 1e5 && hi == 0; scale *= 2) {
        const double now = at(scale);
        if ((now < 0) != (before < 0) && std::isfinite(now) && std::isfinite(before)) hi = scale;
        if (hi == 0) {
          lo = scale;
          before = now;
        }
      }
      if (hi == 0) return false;
      for (int k = 0; k < 60; ++k) {
        const double middle = (lo + hi) / 2;
        ((at(middle) < 0) == (before < 0) ? lo : hi) = middle;
      }
      at(lo);
    }
    const auto& variables = c_.variables();
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Ends ends = ends_of(variables[i].range);
      if (x[i] < ends.lo || x[i] > ends.hi) return false;
    }
    for (std::size_t h = 0; h < formulas_.size(); ++h)
      if (std::ranges::find(equations_, h) == equations_.end() && !(probe.value(h) >= 0)) return false;
    return true;
  }

  const Context& c_;
  std::vector<Expr> formulas_;
  std::vector<std::size_t> equations_;
  std::vector<std::vector<double>> points_;
  bool usable_ = false;
};

// A bound of a root, and that it is one.
struct Bound {
  Expr value, gap;
};

// q^(m/n) by its tangent at k^n: from above where 0 < m < n, else from below. The gap is (s - k)^2 times a polynomial
// with positive coefficients over a product of powers of s and k, where s = q^(1/n).
Bound tangent(const RootTerm& t, long m, const Expr& k) {
  const long n = t.order, shift = std::max(0L, -m), top = std::max({n + shift, m + shift});
  const Rational slope(m, n);
  const Expr value =
      mul(power(k, Expr(m)), add(Expr(Rational(1) - slope), mul(Expr(slope), quotient(t.base, power(k, Expr(n))))));
  // n times the gap over k^m, times u^shift, as a polynomial in u = s/k; then without (u - 1)^2.
  std::vector<Rational> p(static_cast<std::size_t>(top) + 1);
  const long sign = m > 0 && m < n ? 1 : -1;
  p[static_cast<std::size_t>(shift)] += Rational(sign * (n - m));
  p[static_cast<std::size_t>(n + shift)] += Rational(sign * m);
  p[static_cast<std::size_t>(m + shift)] -= Rational(sign * n);
  for (int twice = 0; twice < 2; ++twice) {
    Rational carry = 0;
    for (std::size_t i = p.size() - 1; i > 0; --i) {
      carry += p[i];
      p[i] = carry;
    }
    p.erase(p.begin());
  }
  const Expr s = t.root(1);
  Expr sum = 0;
  const long degree = top - 2;
  for (long j = 0; j <= degree; ++j)
    sum = add(sum, mul(Expr(p[static_cast<std::size_t>(j)]), mul(power(s, Expr(j)), power(k, Expr(degree - j)))));
  const Expr under = mul(Expr(n), mul(power(s, Expr(shift)), power(k, Expr(degree + 2 - m - shift))));
  return {value, quotient(mul(power(sub(s, k), Expr(2)), sum), under)};
}

// The bounds of a root that the place k gives, the simpler ones first.
std::vector<Bound> bounds_at(const Context& c, const RootTerm& t, const Expr& k) {
  const long m = t.power, n = t.order;
  std::vector<Bound> out;
  const auto times = [&](const Bound& b, const Expr& f) { out.push_back({mul(f, b.value), mul(f, b.gap)}); };
  // f/T below f/s^j, from the tangent T above s^j.
  const auto under = [&](long j, const Expr& f) {
    const Bound b = tangent(t, j, k);
    out.push_back({quotient(f, b.value), quotient(mul(f, b.gap), mul(t.root(j), b.value))});
  };
  const bool concave = m > 0 && m < n;
  if (concave != t.from_below) {
    out.push_back(tangent(t, m, k));
    if (m < 0 && m > -n) under(-m, 1);
  } else if (concave) {
    if (!c.positive_(t.base)) return out;
    times(tangent(t, m - n, k), t.base);
    under(n - m, t.base);
  } else if (m < 0 && m > -n) {
    times(tangent(t, m + n, k), quotient(1, t.base));
  } else if (m > n && m < 2 * n) {
    times(tangent(t, m - n, k), t.base);
  }
  return out;
}

// Makes the places of a root of a goal that is tight at a point.
class Places {
 public:
  Places(const Context& c, const Place& point, bool numbers) : c_(c), a_(c.algebra()), numbers_(numbers) {
    for (const auto& [x, q] : point) {
      there_.emplace(x, Expr(q));
      if (!c.knows({x, Need::nonnegative})) positive_ = false;
      sum_ = add(sum_, x);
      total_ += q;
    }
  }
  // By kind, the same for each root; nothing where there is none of the kind.
  [[nodiscard]] std::optional<Expr> of(const RootTerm& t, int kind) {
    const auto q = value(t.base);
    if (!q || q->sign() <= 0) return std::nullopt;
    const Expr unit = power(Expr(*q), Expr(Rational(1, t.order)));
    if (kind == 1 && degree(t.base) == Rational(0)) return Expr(1);
    if (kind == 0) return numbers_ || degree(t.base) == Rational(0) ? std::optional(unit) : std::nullopt;
    if (kind == 1) {
      const auto l = linear(t, *q);
      return l ? std::optional(mul(unit, *l)) : std::nullopt;
    }
    if (kind == 2) {
      const auto k = degree(t.base);
      if (!positive_ || !k || !(*k / Rational(t.order)).is_integer() || k->sign() <= 0) return std::nullopt;
      return mul(unit, power(quotient(sum_, Expr(total_)), Expr(*k / Rational(t.order))));
    }
    return t.order == 2 ? means(t.base, *q, static_cast<std::size_t>(kind - 3)) : std::nullopt;
  }
  // The tangent of q^(1/n) at the point over its value there.
  [[nodiscard]] std::optional<Expr> linear(const RootTerm& t, const Rational& q) {
    Expr sum = 1;
    for (const auto& [x, at] : there_) {
      if (!depends_on(t.base, x)) continue;
      const auto slope = value(derivative(t.base, x));
      if (!slope) return std::nullopt;
      sum = add(sum, mul(Expr(*slope / (Rational(t.order) * q)), sub(x, at)));
    }
    return a_.simplified(sum);
  }
  [[nodiscard]] std::optional<Rational> value(const Expr& e) {
    const auto v = a_.simplified(substitute(e, there_));
    return v && v->is_constant() ? std::optional(v->value()) : std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<Rational> degree(const Expr& e) {
    return homogeneous_degree(c_, e, Scaling(c_.variables().size(), 1));
  }
  // q = F G with F/F(point) and G/G(point) alike: those with variables in common first.
  [[nodiscard]] std::optional<Expr> means(const Expr& base, const Rational& q, std::size_t which) {
    const auto f = a_.factorization(base);
    if (!f) return std::nullopt;
    std::vector<Expr> parts;
    for (const auto& [e, k] : f->factors)
      for (long j = 0; j < std::abs(k); ++j) parts.push_back(k > 0 ? e : quotient(1, e));
    if (parts.size() < 2 || parts.size() > 6) return std::nullopt;
    std::vector<std::pair<int, Expr>> found;
    for (std::size_t bits = 1; bits < (std::size_t{1} << (parts.size() - 1)); ++bits) {
      Expr one = 1, other = 1;
      int common = 0;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool in = bits >> i & 1;
        (in ? one : other) = mul(in ? one : other, parts[i]);
        for (std::size_t j = 0; j < i; ++j) {
          if (in != static_cast<bool>(bits >> j & 1)) continue;
          for (const auto& x : variables_of(parts[i])) common += depends_on(parts[j], Expr::variable(x)) ? 1 : 0;
        }
      }
      const auto v = value(one);
      if (!v || v->is_zero() || degree(one) != degree(other)) continue;
      const Expr side = v->sign() < 0 ? negate(one) : one;
      found.emplace_back(-common, mul(quotient(side, Expr(abs(*v))), power(Expr(q), Expr(Rational(1, 2)))));
    }
    std::ranges::stable_sort(found, {}, &std::pair<int, Expr>::first);
    if (which >= found.size()) return std::nullopt;
    return a_.simplified(found[which].second);
  }

  const Context& c_;
  Algebra a_;
  ExprMap<Expr> there_;
  Expr sum_ = 0;
  Rational total_ = 0;
  bool numbers_, positive_ = true;
};

constexpr int kinds_of_places = 5, kinds_of_bounds = 2;

// A point at which D may be 0: all variables equal, or one that a search finds. `exact`: the point is on the equation.
std::vector<std::pair<Place, bool>> points_of(const Goal& g, const Filter& filter, const Subprover& s) {
  const Context& c = g.context;
  const auto& variables = c.variables();
  const auto equal = [&](const Rational& q) {
    Place p;
    for (const auto& v : variables) p.emplace(Expr::variable(v.name), q);
    return p;
  };
  const auto near = [](double x) {
    const Rational q = Rational::from_double(x), e = Rational::from_double(1e-7 * x);
    return simplest_between(q - e, q + e);
  };
  if (filter.has_equation()) {
    std::vector<double> x(variables.size(), 1);
    if (!filter.meets(x)) return {};
    const Rational q = near(x.front()), gap = abs(Rational::from_double(x.front()) - q);
    return {{equal(q), gap < Rational(1, 1000000) * Rational(1, 1000000)}};
  }
  std::vector<std::pair<Place, bool>> out;
  if (homogeneous_degree(c, g.difference(), Scaling(variables.size(), 1))) {
    out.emplace_back(equal(1), false);
  } else if (auto probe = Probe::of({g.difference()}, variables)) {
    const auto at = [&](double x) {
      probe->at(std::vector<double>(variables.size(), x));
      return probe->value();
    };
    double best = 1, least = std::numeric_limits<double>::infinity();
    for (double x = 1.0 / 64; x < 100; x *= 1.1)
      if (const double v = at(x); v < least) least = v, best = x;
    for (double step = best / 16; step > 1e-10 * best; step /= 2)
      for (const double x : {best - step, best + step})
        if (const double v = at(x); v < least) least = v, best = x;
    out.emplace_back(equal(near(best)), true);
  }
  for (const auto& p : touching_points(g, s)) out.emplace_back(p, true);
  return out;
}

}  // namespace

Tree by_tangents_of_roots(const Goal& g, const Subprover& s, int depth) {
  const Context& c = g.context;
  const Expr d = g.difference();
  if (g.relation.rel == Rel::eq || c.variables().size() < 2) return std::nullopt;
  if (std::ranges::any_of(c.variables(), [](const Variable& v) { return v.integer; })) return std::nullopt;
  const auto roots = root_terms(c, d);
  if (roots.empty()) return std::nullopt;
  const Filter filter(c);
  if (!filter.usable()) return std::nullopt;
  const auto looks_true = [&](const Expr& e) { return filter.looks_nonnegative(e); };
  if (!looks_true(d)) return std::nullopt;
  const auto by_rewriting = [](const Expr& gap) -> ProveGoal {
    return
        [gap](const Goal& h) { return rewritten(h, gap, 0, [](const Goal&) -> Tree { return Proof{rule::Sign{}}; }); };
  };
  const auto tight = points_of(g, filter, s);
  for (const auto& [point, numbers] : tight) {
    Places places(c, point, numbers);
    for (int kind = -1; kind < kinds_of_places; ++kind) {
      for (int way = 0; way < (kind < 0 ? 1 : kinds_of_bounds); ++way) {
        std::vector<Use> uses;
        Expr rest = d;
        for (const auto& t : roots) {
          Expr gap = 0;
          ProveGoal proof;
          if (kind < 0) {  // a convex root from below, by its tangent
            const auto q = places.value(t.base);
            if (!t.from_below || t.power != 1 || !q || q->sign() <= 0) break;
            const auto l = places.linear(t, *q);
            if (!l || l->is_constant()) break;
            const Expr unit = power(Expr(*q), Expr(Rational(1, t.order))), line = mul(unit, *l);
            const Expr left = sub(t.base, mul(Expr(*q), power(*l, Expr(t.order))));
            if (!c.knows({*l, Need::nonnegative}) || !looks_true(left)) break;
            gap = sub(t.root(1), line);
            proof = [&s, line, left, root = t.root(1), n = t.order, depth](const Goal& h) {
              return rewritten(h, root, line, [&](const Goal& k) {
                return steps(k, rule::Power{n}, {[&](const Goal& l) {
                               return rewritten(l, left, 0, [&](const Goal& m) { return s.prove(m, depth - 1, true); });
                             }});
              });
            };
          } else {
            const auto k = places.of(t, kind);
            if (!k || !is_defined(c, *k) || !c.positive_(*k)) break;
            const auto bounds = bounds_at(c, t, *k);
            if (static_cast<std::size_t>(way) >= bounds.size()) break;
            const Bound& b = bounds[static_cast<std::size_t>(way)];
            gap = t.from_below ? sub(t.root(t.power), b.value) : sub(b.value, t.root(t.power));
            proof = by_rewriting(b.gap);
          }
          rest = sub(rest, mul(t.weight, gap));
          uses.push_back({t.weight, gap, proof});
        }
        if (uses.size() != roots.size() || !looks_true(rest)) continue;
        if (auto t = with_bounds(g, d, uses, s, depth, true, looks_true)) return t;
      }
    }
  }
  if (!filter.has_equation()) return std::nullopt;
  // With a variable solved for there may be more factors.
  Subprover with_values = s;
  with_values.prove_within = [&](const Goal& h, int, bool, std::size_t) {
    return h.context.variables().size() < c.variables().size() ? by_tangents_of_roots(h, s, depth) : std::nullopt;
  };
  return by_solving(g, with_values, depth);
}

}  // namespace dpcert::verify
