#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

// By values in doubles at a few points, so a guess; the normal form confirms it or not.
std::optional<Rational> homogeneous_degree(const Context& c, const Expr& d, const Scaling& weights) {
  const auto& variables = c.variables();
  std::vector<Expr> terms{d};
  terms_of(d, 1, terms);
  auto probe = Probe::of(terms, variables);
  if (!probe) return std::nullopt;
  count_work(probe->length());
  const auto value = [&](const std::vector<double>& x) {
    probe->at(x);
    return probe->value();
  };
  std::optional<long> twice;
  int points = 0;
  std::vector<double> x(variables.size());
  for (int k = 0; k < Effort::Scale::points; ++k) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      Ends ends = ends_of(variables[i].range);
      if (ends.bounded()) ends.hi = ends.lo + (std::min(ends.hi, ends.lo + 8) - ends.lo) / 4;
      if (std::isinf(ends.lo) && std::isinf(ends.hi)) ends = {-2, 2};
      x[i] = scattered(ends, std::fmod(0.618034 * (k + 1) + 0.754878 * static_cast<double>(i + 1), 1.0));
    }
    const double before = value(x);
    // Where the two sides are nearly equal, what is left of the terms has few digits.
    double largest = 0;
    for (std::size_t i = 1; i < terms.size(); ++i) largest = std::max(largest, std::abs(probe->value(i)));
    const double error = std::max(1e-10, 1e-14 * largest / std::abs(before));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] *= std::exp2(weights[i]);
    const double after = value(x), quotient = after / before;
    if (!std::isfinite(quotient) || std::abs(before) < 1e-9 || error > 1e-3) continue;
    const double n = 2 * std::log2(quotient);
    if (!(std::abs(n - std::round(n)) < error) || std::abs(n) > Effort::Scale::twice_the_degree) return std::nullopt;
    if (twice && *twice != std::lround(n)) return std::nullopt;
    twice = std::lround(n);
    ++points;
  }
  if (points < Effort::Scale::least_points) return std::nullopt;
  return Rational(*twice, 2);
}

std::optional<HomogeneousPair> homogeneous_pair(const Context& c, const Expr& d) {
  std::vector<Expr> found;
  Scaling weights(c.variables().size());
  for (std::size_t i = 0; i < c.variables().size(); ++i) {
    const Variable& v = c.variables()[i];
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x)) continue;
    if (v.integer || !c.positive_(x) || found.size() == 2) return std::nullopt;
    found.push_back(x);
    weights[i] = 1;
  }
  const auto degree = found.size() == 2 ? homogeneous_degree(c, d, weights) : std::nullopt;
  if (!degree) return std::nullopt;
  return HomogeneousPair{found[0], found[1], weights, *degree};
}

namespace {

// Sets of at least two places out of n, large ones first.
std::vector<std::vector<std::size_t>> sets(const std::vector<std::size_t>& places) {
  std::vector<std::vector<std::size_t>> out;
  for (std::size_t bits = 0; bits < (std::size_t{1} << places.size()); ++bits) {
    std::vector<std::size_t> s;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (bits >> i & 1) s.push_back(places[i]);
    }
    if (s.size() > 1) out.push_back(std::move(s));
  }
  std::ranges::stable_sort(out, [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return out;
}

// The logarithm of a sum that has y as a factor, which no normal form sees: log(y) and the logarithm of the rest.
void take_logs_apart(Goal& h, Proof& out, const Expr& y) {
  Scaling weights(h.context.variables().size());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = Expr::variable(h.context.variables()[i].name) == y;
  for (const Expr& e : nodes_of(h.relation, [&](const Expr& n) { return n.op() == Op::log && depends_on(n, y); })) {
    const auto k = homogeneous_degree(h.context, e.arg(0), weights);
    if (!k) continue;
    const Relation equal{Rel::eq, e, add(mul(Expr(*k), log(y)), log(substitute(e.arg(0), {{y, 1}})))};
    Goal now = h;
    Proof lines;
    if (!is_defined(h.context, equal.rhs) || h.context.algebra().is_zero(sub(equal.lhs, equal.rhs))) continue;
    const auto same = after(rule::TakeExp{}, {h.context, equal});
    if (!same || !h.context.algebra().is_zero(same->difference())) continue;
    cut_in(lines, now, equal, {rule::TakeExp{}, rule::Identity{}});
    if (!put_value(e, equal.rhs, now, lines)) continue;
    append(out, lines);
    h = std::move(now);
  }
}

// The ratios of the variables to y instead of them, and y^k as a factor.
Tree in_units_of(const Expr& y, const std::vector<std::size_t>& set, const Rational& k, const Goal& g,
                 const Subprover& s, int depth) {
  const Context& c = g.context;
  const Expr d = g.difference();
  ExprMap<Expr> ratios{{y, Expr(1)}};
  const std::function<Tree(const Goal&, std::size_t)> scale = [&](const Goal& h, std::size_t next) -> Tree {
    if (next == set.size()) {
      // The unit is a factor; what is known of it says nothing more.
      const Expr rest = substitute(d, ratios), factor = power(y, Expr(k));
      const auto is_factor = [&](const Goal& f) {
        return f.context.algebra().is_zero(sub(f.difference(), mul(factor, rest)));
      };
      Goal f = h;
      Proof out;
      if (!is_factor(f)) take_logs_apart(f, out, y);
      if (!is_factor(f) || !take(rule::Factor{factor, rest}, f, out) ||
          !take(rule::Widen{y, h.context.find(y)->range}, f, out))
        return std::nullopt;
      const auto t = normalised(f, s, depth - 1);
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    }
    const Variable& v = c.variables()[set[next]];
    const Expr x = Expr::variable(v.name);
    if (x == y) return scale(h, next + 1);
    Range range{{false, !c.positive_(x), Rational(0)}, {}};
    if (c.knows({sub(x, y), Need::nonnegative}))
      range.lo = {false, !c.positive_(sub(x, y)), Rational(1)};
    else if (c.knows({sub(y, x), Need::nonnegative}))
      range.hi = {false, !c.positive_(sub(y, x)), Rational(1)};
    const std::string t = fresh_name(h.context);
    ratios.insert_or_assign(x, Expr::variable(t));
    return steps(h, rule::Subst{x, t, range, y * Expr::variable(t)},
                 {[&](const Goal& q) { return scale(q, next + 1); }});
  };
  return scale(g, 0);
}

}  // namespace

Tree by_homogeneity(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  const Expr d = g.difference();
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < c.variables().size(); ++i) {
    const Variable& v = c.variables()[i];
    const Expr x = Expr::variable(v.name);
    const bool point = v.range.bounded() && v.range.lo.value == v.range.hi.value;
    if (!v.integer && !point && depends_on(d, x) && c.knows({x, Need::nonnegative})) places.push_back(i);
  }
  if (places.size() < 2 || places.size() > Effort::Scale::most_variables) return std::nullopt;
  for (const auto& set : sets(places)) {
    if (s.out_of_time()) return std::nullopt;
    Scaling weights(c.variables().size());
    for (const std::size_t i : set) weights[i] = 1;
    const auto k = homogeneous_degree(c, d, weights);
    if (!k) continue;
    // The unit: a positive variable; one that is known to be the largest leaves bounded ratios.
    std::vector<std::pair<int, Expr>> units;
    for (const std::size_t i : set) {
      const Expr y = Expr::variable(c.variables()[i].name);
      if (!c.positive_(y)) continue;
      int below = 0;
      for (const std::size_t j : set) {
        if (j != i && c.knows({sub(y, Expr::variable(c.variables()[j].name)), Need::nonnegative})) ++below;
      }
      units.emplace_back(-below, y);
    }
    std::ranges::stable_sort(units, {}, &std::pair<int, Expr>::first);
    if (units.empty()) {  // 0 apart, and the unit is positive
      const auto zero = std::ranges::find_if(set, [&](std::size_t i) {
        const End& lo = c.variables()[i].range.lo;
        return !lo.infinite && lo.closed && lo.value.is_zero();
      });
      if (zero == set.end() || s.round < 1) continue;
      const Expr x = Expr::variable(c.variables()[*zero].name);
      return steps(g, rule::CloseEnd{x, true},
                   {[&](const Goal& h) { return s.prove(h, depth - 1, s.numeric); },
                    [&](const Goal& h) { return by_homogeneity(h, s, depth); }});
    }
    if (auto t = in_units_of(units.front().second, set, *k, g, s, depth)) return t;
    return std::nullopt;  // fewer at a time are no simpler
  }
  return std::nullopt;
}

namespace {

// What a hypothesis that is affine in x says of it: x <= bound (upper) or x >= bound.
struct Bound {
  std::size_t hypothesis;
  Expr x, bound, slope;
  bool upper, strict;
};

std::vector<Bound> bounds(const Goal& g) {
  const Context& c = g.context;
  const Expr d = g.difference();
  Algebra a = c.algebra();
  std::vector<Bound> out;
  for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
    const Relation& h = c.hypotheses()[i];
    if (h.rel == Rel::eq) continue;
    const Expr side = sub(h.lhs, h.rhs);
    for (const auto& v : c.variables()) {
      const Expr x = Expr::variable(v.name);
      if (v.integer || !depends_on(d, x) || !depends_on(side, x)) continue;
      const auto p = a.coefficients(side, x);
      if (!p || p->size() != 2) continue;
      const Expr slope = (*p)[1];
      const bool lower = c.positive_(slope);
      if (!lower && !c.positive_(negate(slope))) continue;
      const auto bound = a.simplified(negate(quotient((*p)[0], slope)));
      if (!bound || bound->is_constant()) continue;
      out.push_back({i + 1, x, *bound, slope, !lower, h.rel == Rel::gt});
    }
  }
  // Those between two ends first: what replaces x is then a part of a whole.
  const auto place = [&](const Bound& b) { return b.upper ? 0 : c.find(b.x)->range.hi.infinite ? 2 : 1; };
  std::ranges::stable_sort(out, {}, place);
  return out;
}

// A hypothesis that two others add up to, as x < pi/2 where x < y and y < pi/2.
bool is_sum_of_two(const Context& c, std::size_t i) {
  Algebra a = c.algebra();
  const auto side = [&](std::size_t k) { return sub(c.hypotheses()[k].lhs, c.hypotheses()[k].rhs); };
  const auto weaker = [&](std::size_t k) {
    return c.hypotheses()[k].rel != Rel::eq && (c.hypotheses()[i].rel == Rel::ge || c.hypotheses()[k].rel == Rel::gt);
  };
  for (std::size_t j = 0; j < c.hypotheses().size(); ++j) {
    for (std::size_t k = j + 1; k < c.hypotheses().size(); ++k) {
      if (j != i && k != i && (weaker(j) || weaker(k)) && a.is_zero(sub(side(i), add(side(j), side(k))))) return true;
    }
  }
  return false;
}

}  // namespace

Tree by_gap(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq || g.context.hypotheses().empty() ||
      g.context.hypotheses().size() > Effort::Scale::most_hypotheses)
    return std::nullopt;
  const Context& c = g.context;
  Algebra a = c.algebra();
  for (const Bound& b : bounds(g)) {
    const Expr gap = b.upper ? sub(b.bound, b.x) : sub(b.x, b.bound);
    const Relation& said = c.hypotheses()[b.hypothesis - 1];
    // Nothing else that is affine is known of it but its range, so all of that goes into the new interval.
    const auto says_more = [&](std::size_t i) {
      const Relation& h = c.hypotheses()[i];
      const Expr side = sub(h.lhs, h.rhs);
      if (!mentions(h, b.x) || a.ratio(side, sub(said.lhs, said.rhs)) || says_nothing(c, i)) return false;
      const auto p = a.coefficients(side, b.x);
      return p && p->size() <= 2 && !is_sum_of_two(c, i);
    };
    bool more = false;
    for (std::size_t i = 0; i < c.hypotheses().size() && !more; ++i) more = says_more(i);
    if (more) continue;
    const Range& range = c.find(b.x)->range;
    const End& far = b.upper ? range.lo : range.hi;
    const std::string t = fresh_name(c);
    const Expr part = Expr::variable(t);
    Range parts{{false, true, Rational(0)}, {false, true, Rational(1)}};
    Expr e = 0;
    if (far.infinite) {
      if (b.upper) continue;
      parts.hi = End{};
      parts.lo.closed = !b.strict;
      e = add(b.bound, part);
    } else {
      const Expr width = b.upper ? sub(b.bound, Expr(far.value)) : sub(Expr(far.value), b.bound);
      if (c.positive_(width)) {
        (b.upper ? parts.hi : parts.lo).closed = !b.strict;
        (b.upper ? parts.lo : parts.hi).closed = far.closed;
      } else if (!c.knows({width, Need::nonnegative})) {
        continue;
      }
      e = b.upper ? add(Expr(far.value), mul(part, width)) : add(b.bound, mul(part, width));
    }
    const Step subst = rule::Subst{b.x, t, parts, e};
    const auto substituted = [&](const Goal& h) {
      return steps(
          h, subst, {[&](const Goal& q) {
            return steps(q, rule::Widen{part, parts}, {[&](const Goal& k) { return normalised(k, s, depth - 1); }});
          }});
    };
    const Relation ordered{b.strict ? Rel::gt : Rel::ge, gap, 0};
    Algebra plain([](const Expr&) { return false; });
    if (b.slope.is_constant() && plain.ratio(gap, sub(said.lhs, said.rhs))) {
      if (auto r = substituted(g)) return r;
      continue;
    }
    // x against its bound first, where the slope was not a number or a logarithm was taken apart.
    const Expr weight = quotient(1, b.upper ? negate(b.slope) : b.slope);
    const auto proof = [&](const Goal& h) -> Tree {
      if (b.slope.is_constant()) return Proof{rule::Hyp{b.hypothesis}};
      return steps(h, rule::Factor{weight, sub(said.lhs, said.rhs)},
                   {[&](const Goal&) -> Tree { return Proof{rule::Hyp{b.hypothesis}}; }});
    };
    if (auto r = steps(g, rule::Cut{ordered}, {proof, substituted})) return r;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
