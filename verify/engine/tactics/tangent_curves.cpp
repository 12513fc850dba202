// D of two variables that is convex in one of them, x, between two ends: for every y it is above its tangent at a place
// x = c(y), which is a line in x, and nonnegative if it is so at both ends of x. Where D is least is seldom a function
// that can be written, but any place near it will do: for each of some y values show between which places tangents are
// nonnegative, and the simplest polynomial between these is tried. What is left are two claims of y alone. For
// divergences of two coins against functions of their distance, which is y then.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

using Curves = Effort::TangentCurves;

// A value of y, and from where to where tangents at x are nonnegative at both ends of x.
struct TangentBand {
  double y, low, high, least;  // D at its least
  [[nodiscard]] double middle() const { return (low + high) / 2; }
  [[nodiscard]] double half() const { return (high - low) / 2; }
};

using CurveInDoubles = std::vector<double>;  // coefficients, lowest first

double on_curve(const CurveInDoubles& p, double y) {
  double out = 0;
  for (std::size_t i = p.size(); i-- > 0;) out = out * y + p[i];
  return out;
}

// Least squares with these weights; nothing if they do not tell the coefficients.
std::optional<CurveInDoubles> fitted_curve(const std::vector<TangentBand>& places, const std::vector<double>& weights,
                                           std::size_t degree) {
  const std::size_t n = degree + 1;
  std::vector<std::vector<double>> m(n, std::vector<double>(n + 1, 0.0));
  for (std::size_t k = 0; k < places.size(); ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      const double power = std::pow(places[k].y, static_cast<double>(i)) * weights[k];
      for (std::size_t j = 0; j < n; ++j) m[i][j] += power * std::pow(places[k].y, static_cast<double>(j));
      m[i][n] += power * places[k].middle();
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto pivot = std::max_element(m.begin() + static_cast<std::ptrdiff_t>(i), m.end(),
                                        [&](const auto& a, const auto& b) { return std::abs(a[i]) < std::abs(b[i]); });
    std::iter_swap(m.begin() + static_cast<std::ptrdiff_t>(i), pivot);
    if (!(std::abs(m[i][i]) > 0)) return std::nullopt;
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      const double times = m[j][i] / m[i][i];
      for (std::size_t k = i; k <= n; ++k) m[j][k] -= times * m[i][k];
    }
  }
  CurveInDoubles out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = m[i][n] / m[i][i];
  return out;
}

// The largest distance from the middle of a band, in halves of its width.
double off_middle(const std::vector<TangentBand>& places, const CurveInDoubles& p) {
  double out = 0;
  for (const TangentBand& at : places) out = std::max(out, std::abs(on_curve(p, at.y) - at.middle()) / at.half());
  return out;
}

// The polynomial of this degree that stays nearest to the middle of all bands, by weights that grow where it does not.
std::optional<CurveInDoubles> curve_between(const std::vector<TangentBand>& places, std::size_t degree) {
  std::vector<double> weights;
  weights.reserve(places.size());
  for (const TangentBand& at : places) weights.push_back(1 / (at.half() * at.half()));
  std::optional<CurveInDoubles> best;
  double nearest = 1;
  for (int k = 0; k < Curves::fits; ++k) {
    const auto p = fitted_curve(places, weights, degree);
    if (!p) break;
    const double far = off_middle(places, *p);
    if (far < nearest) {
      nearest = far;
      best = p;
    }
    double largest = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double off = std::abs(on_curve(*p, places[i].y) - places[i].middle()) / places[i].half();
      weights[i] *= off + 1e-3;
      largest = std::max(largest, weights[i]);
    }
    for (double& w : weights) w /= largest;
  }
  return best;
}

// D and its slope along x in doubles.
class TangentValues {
 public:
  TangentValues(Probe probe, std::size_t variables, std::size_t x, std::size_t y)
      : probe_(std::move(probe)), inputs_(variables, 0.0), x_(x), y_(y) {}
  std::pair<double, double> at(double x, double y) {
    inputs_[x_] = x;
    inputs_[y_] = y;
    probe_.at(inputs_);
    return {probe_.value(0), probe_.value(1)};
  }
  // The tangent at x, at this end.
  double tangent(double x, double y, double end) {
    const auto [value, slope] = at(x, y);
    return value + slope * (end - x);
  }

 private:
  Probe probe_;
  std::vector<double> inputs_;
  std::size_t x_, y_;
};

// log(u) where factors of u are negative, two by two: a normal form leaves it as it is.
std::optional<Expr> logs_of_negative_factors(const Context& c, Algebra& a, const Expr& u) {
  const auto f = a.factorization(u);
  if (!f || f->factors.size() < 2) return std::nullopt;
  Rational constant = f->constant;
  bool any = false;
  std::vector<Expr> terms;
  for (const auto& [base, k] : f->factors) {
    const bool flip = !c.positive_(base);
    const Expr e = flip ? a.simplified(negate(base)).value_or(negate(base)) : base;
    if (flip && !c.positive_(e)) return std::nullopt;
    any = any || flip;
    if (flip && k % 2 != 0) constant = -constant;
    terms.push_back(k == 1 ? log(e) : mul(Expr(k), log(e)));
  }
  if (!any || constant.sign() <= 0) return std::nullopt;
  Expr out = constant == Rational(1) ? Expr(0) : log(Expr(constant));
  for (const Expr& t : terms) out = out.is_constant(0) ? t : add(out, t);
  return out;
}

// The goal with its logarithms taken apart as far as signs of factors are known, then by `rest`.
Tree in_logarithms_of_factors(const Goal& g, const ProveGoal& rest) {
  const auto collected = [](const Goal& h, const ProveGoal& next) -> Tree {
    const auto e = each_logarithm_once(h.context, h.difference());
    return e && is_defined(h.context, *e) ? rewritten(h, *e, 0, next) : next(h);
  };
  return collected(g, [&](const Goal& h) -> Tree {
    Goal now = h;
    Proof out;
    Algebra a = h.context.algebra();
    for (const Expr& l : nodes_of(h.relation, [](const Expr& n) { return n.op() == Op::log; })) {
      const auto apart = logs_of_negative_factors(h.context, a, l.arg(0));
      if (!apart) continue;
      cut_in(out, now, {Rel::eq, l, *apart}, {rule::TakeExp{}, rule::Identity{}});
      if (!put_value(l, *apart, now, out)) return std::nullopt;
    }
    if (out.empty()) return rest(now);
    // What a logarithm is says nothing without it, and steps along a variable would have to keep it.
    now = without_hypotheses(now, out);
    if (!is_defined(now.context, now.difference())) return std::nullopt;
    const auto t = collected(now, rest);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  });
}

class TangentCurve {
 public:
  TangentCurve(const Expr& x, const Expr& y, const Subprover& s, int depth, const ProveGoal& alone)
      : x_(x), y_(y), s_(s), depth_(depth), alone_(alone) {}

  Tree run(const Goal& g) const {
    const Range& ys = g.context.find(y_)->range;
    const Rational middle = (ys.lo.value + ys.hi.value) / Rational(2);
    // Next to an upper end y is the distance from it: more is seen of logarithms next to 0.
    const auto upper = [&](const Goal& half) -> std::optional<std::pair<Proof, Goal>> {
      Goal h = half;
      Proof out;
      const Range r = half.context.find(y_)->range;
      const Expr t = Expr::variable(fresh_name(h.context));
      const Range image{{false, r.hi.closed, Rational(0)}, {false, r.lo.closed, r.hi.value - r.lo.value}};
      if (!take(rule::Subst{y_, t.name(), image, sub(Expr(r.hi.value), t)}, h, out)) return std::nullopt;
      if (!take(rule::Widen{t, image}, h, out)) return std::nullopt;
      return std::pair{out, h};
    };
    for (const std::size_t degree : {std::size_t{1}, std::size_t{2}}) {
      if (const auto c = curve(g, y_, degree))
        if (auto t = along(g, *c)) return t;
      const Step split = rule::Split{y_, middle};
      const auto parts = apply(split, g);
      if (!parts || parts->size() != 2) return std::nullopt;
      const auto far = upper((*parts)[1]);
      if (!far) return std::nullopt;
      const Expr distance = Expr::variable(fresh_name((*parts)[1].context));
      const auto one = curve((*parts)[0], y_, degree), other = curve(far->second, distance, degree);
      if (!one || !other) continue;
      const auto first = along((*parts)[0], *one);
      const auto second = first ? along(far->second, *other) : std::nullopt;
      if (!second) continue;
      Proof out{split};
      append(out, *first);
      append(out, far->first);
      append(out, *second);
      return out;
    }
    return std::nullopt;
  }

 private:
  Expr x_, y_;
  const Subprover& s_;
  int depth_;
  const ProveGoal& alone_;

  // The places of this part of y at which values are seen; nothing if D is not convex, or least at an end of x.
  [[nodiscard]] std::optional<std::vector<TangentBand>> places(TangentValues& v, const Range& xs,
                                                               const Range& ys) const {
    const Ends x = ends_of(xs), y = ends_of(ys);
    std::vector<TangentBand> out;
    int inside = 0;
    for (int k = 0; k < Curves::places; ++k) {
      const double u = (1 - std::cos(std::numbers::pi * (k + 0.5) / Curves::places)) / 2;
      TangentBand p{y.lo + (y.hi - y.lo) * u, 0, 0, 0};
      const auto where = [&](const auto& beyond) {  // from where on this is so
        double from = x.lo, to = x.hi;
        for (int i = 0; i < Curves::halvings; ++i) {
          const double m = (from + to) / 2;
          (beyond(m) ? to : from) = m;
        }
        return (from + to) / 2;
      };
      p.low = where([&](double at) { return v.tangent(at, p.y, x.hi) >= 0; });
      p.high = where([&](double at) { return !(v.tangent(at, p.y, x.lo) >= 0); });
      const double lowest = where([&](double at) { return v.at(at, p.y).second >= 0; });
      p.least = v.at(lowest, p.y).first;
      if (!std::isfinite(p.least) || p.least < -Curves::rounding) return std::nullopt;
      if (p.least < Curves::rounding) continue;
      if (!(p.low < p.high)) return std::nullopt;
      const double width = x.hi - x.lo;
      inside += lowest - x.lo > Curves::inside * width && x.hi - lowest > Curves::inside * width ? 1 : 0;
      out.push_back(p);
    }
    if (2 * out.size() < static_cast<std::size_t>(Curves::places) || inside == 0) return std::nullopt;
    return out;
  }

  // The simplest polynomial in y of at most this degree along which tangents look nonnegative at both ends.
  [[nodiscard]] std::optional<Expr> curve(const Goal& g, const Expr& y, std::size_t degree) const {
    const auto& variables = g.context.variables();
    const auto index = [&](const Expr& z) {
      return static_cast<std::size_t>(
          std::ranges::find_if(variables, [&](const Variable& v) { return v.name == z.name(); }) - variables.begin());
    };
    const Expr d = g.difference();
    auto probe = Probe::of({d, derivative(d, x_)}, variables);
    if (!probe) return std::nullopt;
    TangentValues values(std::move(*probe), variables.size(), index(x_), index(y));
    const Range &xs = variables[index(x_)].range, &ys = variables[index(y)].range;
    const auto seen = places(values, xs, ys);
    if (!seen) return std::nullopt;
    const Ends ends = ends_of(xs);
    const auto holds = [&](const CurveInDoubles& p) {
      return off_middle(*seen, p) < 1 && std::ranges::all_of(*seen, [&](const TangentBand& at) {
               const double c = on_curve(p, at.y);
               return std::min(values.tangent(c, at.y, ends.lo), values.tangent(c, at.y, ends.hi)) >
                      Curves::part_of_the_least * at.least;
             });
    };
    for (std::size_t n = 0; n <= degree; ++n) {
      const auto p = curve_between(*seen, n);
      if (!p) continue;
      if (const auto simple = rounded(*p, holds)) {
        Expr out = 0;
        for (std::size_t i = 0; i < simple->size(); ++i) {
          if ((*simple)[i].is_zero()) continue;
          const Expr power = i == 1 ? y : pow(y, Expr(static_cast<long>(i)));
          const Expr term = i == 0 ? Expr((*simple)[i]) : mul(Expr((*simple)[i]), power);
          out = out.is_constant(0) ? term : add(out, term);
        }
        return out;
      }
    }
    return std::nullopt;
  }

  // Coefficients of small denominators, the smallest ones first.
  template <class Holds>
  static std::optional<std::vector<Rational>> rounded(const CurveInDoubles& p, const Holds& holds) {
    std::vector<std::pair<long, std::vector<Rational>>> all{{1, {}}};
    for (const double coefficient : p) {
      std::vector<std::pair<long, std::vector<Rational>>> next;
      std::vector<Rational> known;
      for (const long q : Curves::denominators) {
        const Rational near(std::lround(coefficient * static_cast<double>(q)), q);
        if (std::ranges::find(known, near) != known.end()) continue;
        known.push_back(near);
        for (const auto& [cost, begun] : all) {
          auto longer = begun;
          longer.push_back(near);
          next.emplace_back(cost * q, std::move(longer));
        }
      }
      all = std::move(next);
    }
    std::ranges::stable_sort(all, {}, [](const auto& c) { return c.first; });
    for (const auto& [cost, coefficients] : all) {
      CurveInDoubles in_doubles;
      for (const Rational& c : coefficients) in_doubles.push_back(c.approx());
      if (holds(in_doubles)) return coefficients;
    }
    return std::nullopt;
  }

  // D is what it is above the tangent at x = c, and the tangent is a mean of its values at the ends.
  [[nodiscard]] Tree along(const Goal& g, const Expr& c) const {
    if (s_.out_of_time()) return std::nullopt;
    return in_logarithms_of_factors(g, [&](const Goal& h) { return above_tangent(h, c); });
  }

  [[nodiscard]] Tree above_tangent(const Goal& g, const Expr& c) const {
    const Expr d = g.difference(), value = substitute(d, {{x_, c}}), slope = substitute(derivative(d, x_), {{x_, c}});
    const Range xs = g.context.find(x_)->range;
    const Expr lo(xs.lo.value), hi(xs.hi.value);
    const auto tangent = [&](const Expr& at) { return add(value, mul(slope, sub(at, c))); };
    const Relation above{Rel::ge, sub(d, tangent(x_)), 0}, low{Rel::ge, tangent(lo), 0}, high{Rel::ge, tangent(hi), 0};
    Goal now = g;
    Proof out;
    std::vector<Condition> needed{{sub(c, lo), xs.lo.closed ? Need::nonnegative : Need::positive},
                                  {sub(hi, c), xs.hi.closed ? Need::nonnegative : Need::positive}};
    for (const Expr& e : {value, slope}) {
      const auto more = side_conditions(e, now.context);
      needed.insert(needed.end(), more.begin(), more.end());
    }
    for (const auto& condition : needed) {
      if (!now.context.knows(condition) && !cut_in(out, now, condition, s_)) return std::nullopt;
    }
    std::vector<std::pair<Relation, Tree>> parts;
    for (const Relation& r : {above, low, high}) {
      const Goal h{now.context, r};
      const auto t = r == above ? above_at(h, c) : at_an_end(h);
      if (!t) return std::nullopt;
      parts.emplace_back(r, t);
    }
    std::vector<std::size_t> numbers;
    for (const auto& [r, t] : parts) {
      cut_in(out, now, r, *t);
      numbers.push_back(now.context.hypotheses().size());
    }
    const Expr width = sub(hi, lo);
    out.emplace_back(rule::Combine{Rational(0),
                                   {{numbers[0], Rational(1)},
                                    {numbers[1], weight(quotient(sub(hi, x_), width))},
                                    {numbers[2], weight(quotient(sub(x_, lo), width))}}});
    return out;
  }

  // What is 0 at x = c with its slope, by its bend: along x twice.
  [[nodiscard]] Tree above_at(const Goal& g, const Expr& c) const {
    const auto sides = [&](const ProveGoal& right, const ProveGoal& left) {
      return [=, this](const Goal& h) { return steps(h, rule::Deriv{x_, c}, {s_.immediate, right, left}); };
    };
    // Beside x > c there is no x < c.
    const ProveGoal nowhere = [](const Goal& h) -> Tree {
      Goal now = h;
      Proof out;
      const std::size_t last = h.context.hypotheses().size();
      cut_in(out, now, {Rel::gt, 0, 0}, {rule::Combine{Rational(0), {{last - 1, Rational(1)}, {last, Rational(1)}}}});
      out.emplace_back(rule::Prune{last + 1, Effort::step_bits});
      return out;
    };
    const ProveGoal bend = [&](const Goal& h) -> Tree {
      Proof out;
      const Goal free = without_hypotheses(h, out);
      auto t = s_.sign(free);
      if (!t) t = normalised(free, s_, depth_);
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    };
    return sides(sides(bend, nowhere), sides(nowhere, bend))(g);
  }

  // From the lower end of y, where D is seen to be nonnegative: its slopes, each with its logarithms apart, until one
  // has none. Those of a sum of logarithms times polynomials soon have none.
  [[nodiscard]] Tree by_slopes(const Goal& g, int times) const {
    std::vector<Expr> found;
    for (const auto& v : g.context.variables())
      if (const Expr y = Expr::variable(v.name); depends_on(g.difference(), y)) found.push_back(y);
    if (found.size() != 1 || s_.out_of_time()) return std::nullopt;
    if (nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::log; }).empty()) return normalised(g, s_, depth_);
    const Range& range = g.context.find(found[0])->range;
    if (times == 0 || !range.lo.closed || !is_smooth(g, found[0])) return std::nullopt;
    const Step mono = rule::Mono{found[0], true};
    const auto children = apply(mono, g);
    if (!children || !looks_nonnegative((*children)[0].context, (*children)[0].difference())) return std::nullopt;
    const auto base = s_.immediate((*children)[1]);
    if (!base) return std::nullopt;
    const auto slope = in_logarithms_of_factors((*children)[0], [&](const Goal& h) { return by_slopes(h, times - 1); });
    if (!slope) return std::nullopt;
    Proof out{mono};
    append(out, *slope);
    append(out, *base);
    return out;
  }

  [[nodiscard]] Tree at_an_end(const Goal& g) const {
    const auto rest = [&](const Goal& h) -> Tree {
      Proof out;
      const Goal free = without_hypotheses(h, out);
      if (!is_defined(free.context, free.difference())) return std::nullopt;
      auto t = by_slopes(free, Curves::slopes);
      if (!t) t = alone_(free);
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    };
    return in_logarithms_of_factors(g, rest);
  }
};

}  // namespace

std::optional<Expr> each_logarithm_once(const Context& c, const Expr& e) {
  Algebra a = c.algebra();
  const auto is_log = [](const Expr& n) { return n.op() == Op::log; };
  const Expr apart = transform(e, [&](const Expr& n, std::span<Expr> args) -> Expr {
    const Expr m = with_args(n, args);
    if (!is_log(m)) return m;
    const Expr split = log_by_factors(c, m.arg(0));
    return transform(split, [&](const Expr& k, std::span<Expr> parts) -> Expr {
      const Expr whole = with_args(k, parts);
      return is_log(whole) ? a.simplified(whole).value_or(whole) : whole;
    });
  });
  std::vector<Expr> logs = nodes_of({Rel::ge, apart, 0}, is_log);
  std::erase_if(logs, [&](const Expr& l) { return !nodes_of({Rel::ge, l.arg(0), 0}, is_log).empty(); });
  ExprMap<Expr> names, none;
  std::vector<Expr> numbers;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    numbers.push_back(Expr::variable("log_" + std::to_string(i) + "_"));
    names.insert_or_assign(logs[i], numbers.back());
    none.insert_or_assign(numbers.back(), Expr(0));
  }
  const Expr named = transform(apart, [&](const Expr& n, std::span<Expr> args) -> Expr {
    const auto known = names.find(n);
    return known != names.end() ? known->second : with_args(n, args);
  });
  const auto rest = a.simplified(substitute(named, none));
  if (!rest) return std::nullopt;
  // Multiplied out, a denominator has no sign that is seen.
  Expr out = is_defined(c, *rest) ? *rest : product_of(a, c, *rest).value_or(*rest);
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const auto k = a.simplified(derivative(named, numbers[i]));
    if (!k || std::ranges::any_of(numbers, [&](const Expr& z) { return depends_on(*k, z); })) return std::nullopt;
    if (!k->is_constant(0)) out = add(out, mul(*k, logs[i]));
  }
  return out;
}

Tree by_tangent_curves(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel != Rel::ge || !c.hypotheses().empty() || !c.forall_hypotheses().empty()) return std::nullopt;
  const Expr d = g.difference();
  std::vector<Expr> found;
  for (const auto& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x)) continue;
    if (v.integer || !v.range.bounded() || !(v.range.lo.value < v.range.hi.value)) return std::nullopt;
    found.push_back(x);
  }
  if (found.size() != 2 || !nodes_of(g.relation, is_kink).empty()) return std::nullopt;
  for (const auto& [x, y] : {std::pair{found[0], found[1]}, std::pair{found[1], found[0]}}) {
    if (!is_smooth_in(d, x) || !looks_nonnegative(c, derivative(derivative(d, x), x))) continue;
    if (auto t = TangentCurve(x, y, s, depth, alone).run(g)) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
