// Sums of roots in several variables, also under fractions, as sqrt(a^2 + b^2) + sqrt(b^2 + c^2) or a/sqrt(a^2 + 8 b
// c): each root q^(1/n) by its tangent at a place k^n, where k is a simple expression with k^n = q at a point at which
// the goal is tight: a number, a multiple of the sum of the variables, the root's own tangent there, or a product of
// factors of q (then this is the inequality of the means). What is left is rational. A variable beside those of which
// the goal is homogeneous is a parameter: the place is an expression in it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/scaled_points.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"
#include "verify/engine/tactics/weighted_bounds.hpp"

namespace dpcert::verify {

namespace {

constexpr long highest_root_order = 6;
constexpr std::size_t most_roots = 6, most_factors = 6, most_permuted = 4;

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
  return order && *order <= highest_root_order && abs(e.arg(1).value()) < Rational(highest_root_order);
}

// The roots of d that are not of parameters alone, if it is affine in each of them, or in its reciprocal, beside what
// is rational.
std::vector<RootTerm> root_terms(const Context& c, const Expr& d, const std::optional<Expr>& parameter) {
  auto roots = nodes_of({Rel::ge, d, 0}, [&](const Expr& e) {
    const auto inside = variables_of(e);
    return is_radical(e) && !(parameter && inside.size() == 1 && depends_on(e, *parameter));
  });
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

// A bound of a root, and that it is one.
struct BoundOfRoot {
  Expr value, gap;
};

// q^(m/n) by its tangent at k^n: from above where 0 < m < n, else from below. The gap is (s - k)^2 times a polynomial
// with positive coefficients over a product of powers of s and k, where s = q^(1/n).
BoundOfRoot tangent(const RootTerm& t, long m, const Expr& k) {
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
std::vector<BoundOfRoot> bounds_at(const Context& c, const RootTerm& t, const Expr& k) {
  const long m = t.power, n = t.order;
  std::vector<BoundOfRoot> out;
  const auto times = [&](const BoundOfRoot& b, const Expr& f) { out.push_back({mul(f, b.value), mul(f, b.gap)}); };
  // f/T below f/s^j, from the tangent T above s^j.
  const auto under = [&](long j, const Expr& f) {
    const BoundOfRoot b = tangent(t, j, k);
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

// Makes the places of a root of a goal that is tight at a point, which gives values to all variables but parameters.
class Places {
 public:
  Places(const Context& c, const Place& point, bool numbers)
      : c_(c), a_(c.algebra()), degrees_(c.variables().size()), numbers_(numbers) {
    for (std::size_t i = 0; i < degrees_.size(); ++i)
      degrees_[i] = point.contains(Expr::variable(c.variables()[i].name)) ? 1 : 0;
    for (const auto& [x, q] : point) {
      there_.emplace(x, Expr(q));
      if (!c.knows({x, Need::nonnegative})) positive_ = false;
      sum_ = add(sum_, x);
      total_ += q;
    }
  }
  // q^(1/n) at the point.
  [[nodiscard]] std::optional<Expr> unit(const RootTerm& t) {
    const auto q = value(t.base);
    return q && c_.positive_(*q) ? std::optional(power(*q, Expr(Rational(1, t.order)))) : std::nullopt;
  }
  // A number, where that is of the same degree.
  [[nodiscard]] std::optional<Expr> number(const RootTerm& t) {
    return numbers_ || degree(t.base) == Rational(0) ? unit(t) : std::nullopt;
  }
  // A power of the sum of the variables.
  [[nodiscard]] std::optional<Expr> of_sum(const RootTerm& t) {
    const auto k = degree(t.base);
    const auto at = unit(t);
    if (!positive_ || !k || k->sign() <= 0 || !at) return std::nullopt;
    return mul(*at, power(quotient(sum_, Expr(total_)), Expr(*k / Rational(t.order))));
  }
  // A multiple of another root of the same order.
  [[nodiscard]] std::optional<Expr> of_other(const RootTerm& t, const RootTerm& other) {
    const auto q = value(t.base), r = value(other.base);
    if (t.order != other.order || !q || !r || !c_.positive_(*q) || !c_.positive_(*r)) return std::nullopt;
    return mul(power(simple(quotient(*q, *r)), Expr(Rational(1, t.order))), other.root(1));
  }
  // The sum of some variables over that of all, 1 at the point.
  [[nodiscard]] std::optional<Expr> share(const std::vector<Expr>& some) {
    if (!positive_) return std::nullopt;
    Expr sum = 0;
    for (const Expr& x : some) sum = add(sum, x);
    const auto at = value(sum);
    if (!at || !at->is_constant() || at->value().sign() <= 0) return std::nullopt;
    return mul(Expr(total_ / at->value()), quotient(sum, sum_));
  }
  // q = F G with F/F(point) and G/G(point) alike: those with variables in common first.
  [[nodiscard]] std::optional<Expr> means(const RootTerm& t, std::size_t which) {
    const auto found = t.order == 2 ? halves(t) : std::vector<Expr>();
    return which < found.size() ? std::optional(found[which]) : std::nullopt;
  }
  [[nodiscard]] std::optional<Expr> tangent_there(const RootTerm& t) {
    const auto q = value(t.base);
    const auto l = q && c_.positive_(*q) ? linear(t, *q) : std::nullopt;
    return l ? std::optional(mul(*unit(t), *l)) : std::nullopt;
  }
  [[nodiscard]] Expr simple(const Expr& e) { return a_.simplified(e).value_or(e); }
  // The tangent of q^(1/n) at the point over its value there.
  [[nodiscard]] std::optional<Expr> linear(const RootTerm& t, const Expr& q) {
    Expr sum = 1;
    for (const auto& [x, at] : there_) {
      if (!depends_on(t.base, x)) continue;
      const auto slope = value(derivative(t.base, x));
      if (!slope) return std::nullopt;
      sum = add(sum, mul(simple(quotient(*slope, mul(Expr(t.order), q))), sub(x, at)));
    }
    return a_.simplified(sum);
  }
  // A number, or an expression in parameters.
  [[nodiscard]] std::optional<Expr> value(const Expr& e) {
    const auto v = a_.simplified(substitute(e, there_));
    const bool known = v && (v->is_constant() || there_.size() < c_.variables().size());
    return known && is_defined(c_, *v) ? v : std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<Rational> degree(const Expr& e) { return homogeneous_degree(c_, e, degrees_); }
  [[nodiscard]] std::vector<Expr> halves(const RootTerm& t) {
    const auto f = a_.factorization(t.base);
    const auto at = unit(t);
    if (!f || !at) return {};
    std::vector<Expr> parts;
    for (const auto& [e, k] : f->factors)
      for (long j = 0; j < std::abs(k); ++j) parts.push_back(k > 0 ? e : quotient(1, e));
    if (parts.size() < 2 || parts.size() > most_factors) return {};
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
      if (!v || !v->is_constant() || v->is_constant(0) || degree(one) != degree(other)) continue;
      const Expr side = v->value().sign() < 0 ? negate(one) : one;
      found.emplace_back(-common, simple(mul(quotient(side, Expr(abs(v->value()))), *at)));
    }
    std::ranges::stable_sort(found, {}, &std::pair<int, Expr>::first);
    std::vector<Expr> out;
    for (auto& [common, e] : found) out.push_back(std::move(e));
    return out;
  }

  const Context& c_;
  Algebra a_;
  Scaling degrees_;  // 1, and 0 of a parameter
  ExprMap<Expr> there_;
  Expr sum_ = 0;
  Rational total_ = 0;
  bool numbers_, positive_ = true;
};

// Is D homogeneous in the variables but the parameter?
bool is_homogeneous(const Goal& g, const std::optional<Expr>& parameter) {
  Scaling degrees;
  for (const auto& v : g.context.variables())
    degrees.push_back(parameter && Expr::variable(v.name) == *parameter ? 0 : 1);
  return homogeneous_degree(g.context, g.difference(), degrees).has_value();
}

// A point at which D may be 0: all variables equal, or one that a search finds. `exact`: the point is on the equation.
std::vector<std::pair<Place, bool>> points_of(const Goal& g, const ScaledPoints& filter, const Subprover& s,
                                              const std::optional<Expr>& parameter) {
  const Context& c = g.context;
  const auto& variables = c.variables();
  const auto equal = [&](const Rational& q) {
    Place p;
    for (const auto& v : variables)
      if (const Expr x = Expr::variable(v.name); !parameter || !(x == *parameter)) p.emplace(x, q);
    return p;
  };
  if (parameter) return {{equal(1), false}};
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
  if (is_homogeneous(g, {})) {
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

// For each root the variables in an order in which the first root, its variables renamed so, is that root; nothing if
// there is no such order.
std::vector<std::vector<Expr>> orders_of(const Context& c, const std::vector<RootTerm>& roots) {
  std::vector<Expr> variables;
  for (const auto& v : c.variables()) variables.push_back(Expr::variable(v.name));
  if (variables.size() > most_permuted) return {};
  std::vector<std::vector<Expr>> all, out;
  for (std::size_t turn = 0; turn < variables.size(); ++turn) {  // cyclic ones first
    all.push_back(variables);
    std::rotate(all.back().begin(), all.back().begin() + static_cast<std::ptrdiff_t>(turn), all.back().end());
  }
  std::vector<std::size_t> places(variables.size());
  std::iota(places.begin(), places.end(), 0);
  while (std::ranges::next_permutation(places).found) {
    std::vector<Expr> order;
    for (const std::size_t k : places) order.push_back(variables[k]);
    all.push_back(order);
  }
  Algebra a = c.algebra();
  for (const auto& t : roots) {
    const auto found = std::ranges::find_if(all, [&](const auto& order) {
      ExprMap<Expr> names;
      for (std::size_t k = 0; k < order.size(); ++k) names.emplace(variables[k], order[k]);
      return a.is_zero(sub(substitute(roots.front().base, names), t.base));
    });
    if (found == all.end()) return {};
    out.push_back(*found);
  }
  return out;
}

// A place for each root; none for one that is left as it is.
using Plan = std::vector<std::optional<Expr>>;

std::vector<Plan> plans_at(const Context& c, const std::vector<RootTerm>& roots, Places& places) {
  std::vector<Plan> out;
  using Kind = std::function<std::optional<Expr>(const RootTerm&)>;
  const auto add_kind = [&](const Kind& kind) {
    Plan plan;
    for (const auto& t : roots) {
      const auto k = kind(t);
      if (!k) return;
      plan.push_back(places.simple(*k));
    }
    out.push_back(plan);
  };
  add_kind([&](const RootTerm& t) { return places.number(t); });
  add_kind([&](const RootTerm& t) { return places.tangent_there(t); });
  add_kind([&](const RootTerm& t) { return places.of_sum(t); });
  add_kind([&](const RootTerm& t) { return places.means(t, 0); });
  add_kind([&](const RootTerm& t) { return places.means(t, 1); });
  // The others by one root on the other side, and shares of the sum of the variables.
  std::optional<std::size_t> other;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const auto side = [&](const RootTerm& t) { return t.from_below == roots[i].from_below; };
    if (roots.size() > 1 && std::ranges::count_if(roots, side) == 1) other = i;
  }
  std::vector<RootTerm> bounded;
  for (std::size_t i = 0; i < roots.size(); ++i)
    if (i != other) bounded.push_back(roots[i]);
  const auto orders = bounded.size() > 1 ? orders_of(c, bounded) : std::vector<std::vector<Expr>>();
  const std::size_t subsets = orders.empty() ? 1 : (std::size_t{1} << orders.front().size()) - 1;
  for (std::size_t bits = 0; bits < subsets; ++bits) {
    for (const bool by_other : {false, true}) {
      if (by_other ? !other : bits == 0) continue;
      Plan plan;
      std::size_t next = 0;
      for (std::size_t i = 0; i < roots.size(); ++i) {
        if (i == other) {
          if (by_other) {
            plan.emplace_back();
            continue;
          }
          break;
        }
        std::optional<Expr> k = by_other ? places.of_other(roots[i], roots[*other]) : places.number(roots[i]);
        if (!k && !by_other) k = places.of_sum(roots[i]);
        if (k && bits != 0) {
          std::vector<Expr> some;
          for (std::size_t v = 0; v < orders[next].size(); ++v)
            if (bits >> v & 1) some.push_back(orders[next][v]);
          const auto share = places.share(some);
          k = share ? std::optional(mul(*k, *share)) : std::nullopt;
        }
        if (!k) break;
        plan.emplace_back(places.simple(*k));
        ++next;
      }
      if (plan.size() == roots.size()) out.push_back(plan);
    }
  }
  return out;
}

constexpr std::size_t ways_of_bounds = 2;

class Search {
 public:
  Search(const Goal& g, const ScaledPoints& filter, const Subprover& s, int depth,
         const std::optional<Expr>& parameter = {})
      : g_(g),
        c_(g.context),
        filter_(filter),
        s_(s),
        depth_(depth),
        parameter_(parameter),
        roots_(root_terms(c_, g.difference(), parameter)) {}
  [[nodiscard]] bool has_roots() const { return !roots_.empty(); }
  Tree run() {
    for (const auto& [point, numbers] : points_of(g_, filter_, s_, parameter_)) {
      Places places(c_, point, numbers);
      if (auto t = by_lines(places)) return t;
      for (const Plan& plan : plans_at(c_, roots_, places))
        for (std::size_t way = 0; way < ways_of_bounds; ++way)
          if (auto t = by(plan, way)) return t;
    }
    return std::nullopt;
  }

 private:
  // Convex roots from below, by their tangents.
  Tree by_lines(Places& places) {
    std::vector<Use> uses;
    for (const auto& t : roots_) {
      const auto q = places.value(t.base);
      if (!t.from_below || t.power != 1 || !q || !c_.positive_(*q)) return std::nullopt;
      const auto l = places.linear(t, *q);
      if (!l || l->is_constant() || !c_.knows({*l, Need::nonnegative})) return std::nullopt;
      const Expr line = mul(*places.unit(t), *l), left = sub(t.base, mul(*q, power(*l, Expr(t.order))));
      if (!filter_.looks_nonnegative(left)) return std::nullopt;
      uses.push_back({t.weight, sub(t.root(1), line), [this, line, left, t](const Goal& h) {
                        return rewritten(h, t.root(1), line, [&](const Goal& k) {
                          return steps(k, rule::Power{t.order}, {[&](const Goal& p) {
                                         return rewritten(p, left, 0,
                                                          [&](const Goal& m) { return s_.prove(m, depth_ - 1, true); });
                                       }});
                        });
                      }});
    }
    return with(uses);
  }
  Tree by(const Plan& plan, std::size_t way) {
    std::vector<Use> uses;
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      const RootTerm& t = roots_[i];
      const auto& k = plan[i];
      if (!k) continue;
      if (!is_defined(c_, *k) || !c_.positive_(*k)) return std::nullopt;
      const auto bounds = bounds_at(c_, t, *k);
      if (way >= bounds.size()) return std::nullopt;
      const Expr root = t.root(t.power), &value = bounds[way].value;
      uses.push_back(
          {t.weight, t.from_below ? sub(root, value) : sub(value, root), [gap = bounds[way].gap](const Goal& h) {
             return rewritten(h, gap, 0, [](const Goal&) -> Tree { return Proof{rule::Sign{}}; });
           }});
    }
    return with(uses);
  }
  Tree with(const std::vector<Use>& uses) {
    const auto looks_true = [&](const Expr& e) { return filter_.looks_nonnegative(e); };
    Expr rest = g_.difference();
    for (const auto& u : uses) rest = sub(rest, mul(u.weight, u.bound));
    return looks_true(rest) ? with_bounds(g_, g_.difference(), uses, s_, depth_, true, looks_true) : std::nullopt;
  }

  const Goal& g_;
  const Context& c_;
  const ScaledPoints& filter_;
  const Subprover& s_;
  int depth_;
  std::optional<Expr> parameter_;
  std::vector<RootTerm> roots_;
};

// Square roots of products of variables: x = y^2 for these, where the other roots stay; then by `rest`.
Tree in_roots_of_variables(const Goal& g, const ProveGoal& rest) {
  Algebra a = g.context.algebra();
  std::vector<Expr> below;
  for (const Expr& e : nodes_of(g.relation, is_radical)) {
    const auto f = a.factorization(e.arg(0));
    if (!f || (e.op() == Op::pow && e.arg(1).value().to_int64_denominator() != 2)) continue;
    if (std::ranges::any_of(f->factors, [](const auto& part) { return part.base.op() != Op::variable; })) continue;
    for (const auto& part : f->factors)
      if (std::ranges::find(below, part.base) == below.end()) below.push_back(part.base);
  }
  if (below.empty()) return std::nullopt;
  Goal now = g;
  Proof out;
  for (const Expr& x : below) {
    const Range& from = g.context.find(x)->range;
    if (from.lo.infinite || !from.lo.value.is_zero() || !from.hi.infinite || g.context.find(x)->integer)
      return std::nullopt;
    const std::string t = fresh_name(now.context);
    if (!take(rule::Subst{x, t, from, power(Expr::variable(t), 2)}, now, out)) return std::nullopt;
  }
  Algebra b = now.context.algebra();
  const auto plain = [&](const Expr& whole) {
    return transform(whole, [&](const Expr& n, std::span<const Expr> args) {
      const Expr e = with_args(n, args);
      if (!is_radical(e)) return e;
      const auto simple = b.simplified(e);
      return simple && functions_in(*simple) == 0 ? *simple : e;
    });
  };
  const auto hypotheses = now.context.hypotheses();
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    const Relation& h = hypotheses[i];
    const Expr l = plain(h.lhs), r = plain(h.rhs);
    if (!(l == h.lhs && r == h.rhs))
      cut_in(out, now, {h.rel, l, r}, {rule::Combine{Rational(0), {{i + 1, Rational(1)}}}});
  }
  const auto t = rewritten(now, plain(now.difference()), 0, rest);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace

Tree by_tangents_of_roots(const Goal& g, const Subprover& s, int depth) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || c.variables().size() < 2) return std::nullopt;
  if (nodes_of(g.relation, is_radical).empty()) return std::nullopt;
  if (std::ranges::any_of(c.variables(), [](const Variable& v) { return v.integer; })) return std::nullopt;
  const ScaledPoints filter(c);
  if (!filter.usable() || !filter.looks_nonnegative(g.difference())) return std::nullopt;
  if (Search search(g, filter, s, depth); search.has_roots())
    if (auto t = search.run()) return t;
  if (!filter.has_equation() && c.variables().size() > 2 && !is_homogeneous(g, {})) {
    for (const auto& v : c.variables()) {
      const Expr parameter = Expr::variable(v.name);
      if (!depends_on(g.difference(), parameter) || !is_homogeneous(g, parameter)) continue;
      if (Search search(g, filter, s, depth, parameter); search.has_roots())
        if (auto t = search.run()) return t;
    }
  }
  const auto in_roots = in_roots_of_variables(g, [&](const Goal& h) -> Tree {
    if (nodes_of(h.relation, is_radical).empty()) return s.prove(h, depth - 1, true);
    return by_tangents_of_roots(h, s, depth - 1);
  });
  if (in_roots || !filter.has_equation()) return in_roots;
  // With a variable solved for there may be more factors.
  Subprover with_values = s;
  with_values.prove_within = [&](const Goal& h, int, bool, std::size_t) {
    return h.context.variables().size() < c.variables().size() ? by_tangents_of_roots(h, s, depth - 1) : std::nullopt;
  };
  return by_solving(g, with_values, depth);
}

}  // namespace dpcert::verify
