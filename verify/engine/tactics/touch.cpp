#include <algorithm>
#include <cmath>

#include "src/core/work.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/points/optimise.hpp"
#include "verify/engine/tactics/angles.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

using TouchPlace = ExprMap<Rational>;

constexpr Precision touch_bits = 128;

Expr at(const Expr& e, const TouchPlace& p) {
  ExprMap<Expr> m;
  for (const auto& [x, q] : p) m.emplace(x, Expr(q));
  return substitute(e, m);
}

}  // namespace

std::vector<ExprMap<Rational>> touching_points(const Goal& g, const Subprover& s) {
  std::vector<TouchPlace> out;
  const Expr d = g.difference();
  const Context& c = g.context;
  const std::size_t n = c.variables().size();
  std::vector<Expr> formulas{d};
  for (const auto& h : c.hypotheses()) {
    const Expr e = sub(h.lhs, h.rhs);
    if (h.rel != Rel::eq)
      formulas.push_back(e);
    else if (!c.algebra().is_zero(e))
      return out;
  }
  auto probe = Probe::of(formulas, c.variables());
  if (!probe) return out;
  const Objective objective = [&](const std::vector<double>& x) {
    count_work(formulas.size() + probe->length() / 20);
    probe->at(x);
    double v = probe->value();
    for (std::size_t h = 1; h < formulas.size(); ++h) {
      const double k = probe->value(h);
      if (!(k >= 0)) v += 1 + 1e3 * std::abs(k);
    }
    return std::isnan(v) ? 1e300 : v;
  };
  Optimiser optimiser(c.variables(), objective);
  Random random(1);
  const Context numbers;
  Algebra plain = numbers.algebra();
  for (int start = 0; start < Effort::Touch::starts && out.size() < Effort::Touch::most_points && !s.out_of_time();
       ++start) {
    std::vector<double> x;
    for (std::size_t i = 0; i < n; ++i) {
      const double u = start == 0 ? 0.5 : random.unit();
      x.push_back(scattered(ends_of(c.variables()[i].range), u));
    }
    const Minimum m = optimiser.minimise(x, Effort::Touch::evaluations * n, -1e-6, random);
    if (!(std::abs(m.value) < 1e-6)) continue;
    for (const double width : Effort::Touch::widths) {
      TouchPlace p;
      for (std::size_t i = 0; i < n; ++i) {
        const double w = width * std::max(1.0, std::abs(m.x[i]));
        if (!std::isfinite(m.x[i]) || std::abs(m.x[i]) > 1e9) break;
        Rational q = simplest_between(Rational::from_double(m.x[i] - w), Rational::from_double(m.x[i] + w));
        const auto& r = c.variables()[i].range;
        if (!r.lo.infinite && q < r.lo.value) q = r.lo.value;
        if (!r.hi.infinite && q > r.hi.value) q = r.hi.value;
        p.emplace(Expr::variable(c.variables()[i].name), q);
      }
      if (p.size() != n) break;
      if (std::ranges::find(out, p) != out.end()) break;
      if (plain.is_zero(with_values_of_turns(at(d, p)))) {
        out.push_back(p);
        break;
      }
    }
  }
  return out;
}

namespace {

// Positive semidefinite on the box by the elimination that the checker does.
bool positive_semidefinite(const Context& c, const std::vector<std::vector<Expr>>& hessian) {
  const std::size_t n = hessian.size();
  std::vector<std::vector<Interval>> a;
  for (std::size_t i = 0; i < n; ++i) {
    auto& row = a.emplace_back();
    for (std::size_t j = 0; j < n; ++j) {
      row.push_back(c.range(hessian[std::max(i, j)][std::min(i, j)]));
      if (!row.back().is_finite()) return false;
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    if (k + 1 < n ? !certainly_positive(a[k][k]) : !certainly_nonnegative(a[k][k])) return false;
    for (std::size_t i = k + 1; i < n; ++i) {
      for (std::size_t j = k + 1; j < n; ++j) a[i][j] = a[i][j] * a[k][k] - a[i][k] * a[k][j];
    }
  }
  return true;
}

struct Region {
  TouchPlace point;
  std::vector<std::pair<Expr, std::pair<Rational, Rational>>> box;  // in the order of the context's variables
  std::vector<std::pair<Expr, bool>> faces;  // variables that go to an end first; true: the lower one
  std::vector<Expr> convex;
};

// A box around the point on which D goes to the faces through the point, and is convex in the other variables.
std::optional<Region> region_around(const Goal& g, const TouchPlace& p) {
  const Expr d = g.difference();
  const Context numbers;
  Algebra plain = numbers.algebra();
  Region r;
  r.point = p;
  ExprMap<Expr> slopes;
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x)) continue;
    if (!is_smooth_in(d, x)) return std::nullopt;
    const Expr slope = at(slopes.emplace(x, derivative(d, x)).first->second, p);
    const bool low = !v.range.lo.infinite && p.at(x) == v.range.lo.value;
    const bool high = !v.range.hi.infinite && p.at(x) == v.range.hi.value;
    if (plain.is_zero(with_values_of_turns(slope)))
      r.convex.push_back(x);
    else if (low || high)
      r.faces.emplace_back(x, low);
    else
      return std::nullopt;
  }
  std::vector<std::vector<Expr>> hessian;  // once a box is narrow enough for the faces
  for (Rational width(2); width > Rational(1, Effort::Touch::least_width); width *= Rational(1, 2)) {
    Context c = g.context;
    r.box.clear();
    for (const auto& v : g.context.variables()) {
      const Expr x = Expr::variable(v.name);
      if (!depends_on(d, x)) continue;
      Rational lo = p.at(x) - width, hi = p.at(x) + width;
      if (!v.range.lo.infinite && lo < v.range.lo.value) lo = v.range.lo.value;
      if (!v.range.hi.infinite && hi > v.range.hi.value) hi = v.range.hi.value;
      r.box.emplace_back(x, std::pair{lo, hi});
      c = c.with_range(x, {{false, true, lo}, {false, true, hi}});
    }
    bool good = true;
    for (const auto& [x, low] : r.faces) {
      const Interval slope = c.range(slopes.at(x));
      good = good && slope.is_finite() && (low ? certainly_nonnegative(slope) : certainly_nonpositive(slope));
      c = c.with_range(x, {{false, true, p.at(x)}, {false, true, p.at(x)}});
    }
    if (!good) continue;
    for (std::size_t i = hessian.size(); i < r.convex.size(); ++i) {
      auto& row = hessian.emplace_back();
      for (const auto& y : r.convex) row.push_back(derivative(slopes.at(r.convex[i]), y));
    }
    if (positive_semidefinite(c, hessian)) return r;
  }
  return std::nullopt;
}

Tree inside_region(const Goal& g, const Region& r, const Subprover& s, std::size_t face) {
  if (face < r.faces.size()) {
    const auto& [x, low] = r.faces[face];
    const Step to_face = rule::Face{x, low, touch_bits};
    Context c = g.context;
    const bool mentions = std::ranges::any_of(
        c.hypotheses(), [&, y = x](const Relation& h) { return depends_on(h.lhs, y) || depends_on(h.rhs, y); });
    if (mentions) c = c.without_hypotheses_on(x);
    const Rational q = r.point.at(x);
    c = c.with_range(x, {{false, true, q}, {false, true, q}});
    auto t = inside_region({c, g.relation}, r, s, face + 1);
    if (t) t->insert(t->begin(), to_face);
    return t;
  }
  // Variables that are points leave the context before a symbolic rule.
  Goal h = g;
  for (const auto& [x, low] : r.faces) {
    const Expr q(r.point.at(x));
    h = {h.context.with_value(x, q), substitute(h.relation, {{x, q}})};
  }
  if (r.convex.empty()) return s.immediate(h);
  rule::Touch touch{touch_bits, {}};
  for (const auto& x : r.convex) touch.places.emplace_back(x, Expr(r.point.at(x)));
  return steps(h, touch, {[&](const Goal& k) { return s.immediate(k); }});
}

Tree around(const Goal& g, const Region& r, const Subprover& s, int depth, std::size_t next) {
  if (next == r.box.size()) return inside_region(g, r, s, 0);
  const Expr& x = r.box[next].first;  // no structured binding: clang 14 cannot capture one
  const std::pair<Rational, Rational>& ends = r.box[next].second;
  const Variable* v = g.context.find(x);
  const auto further = [&](const Goal& h) { return around(h, r, s, depth, next + 1); };
  const auto outside = [&](const Goal& h) { return s.prove(h, depth - 1, true); };
  const auto upper = [&](const Goal& h) -> Tree {
    if (!v->range.hi.infinite && ends.second >= v->range.hi.value) return further(h);
    return steps(h, rule::Split{x, ends.second}, {further, outside});
  };
  if (!v->range.lo.infinite && ends.first <= v->range.lo.value) return upper(g);
  return steps(g, rule::Split{x, ends.first}, {outside, upper});
}

}  // namespace

Tree by_touching(const Goal& g, const Subprover& s, int depth) {
  if (g.strict() || g.relation.rel == Rel::eq || g.context.variables().empty() ||
      g.context.variables().size() > Effort::Touch::most_variables)
    return std::nullopt;
  if (!g.context.functions().empty()) return std::nullopt;
  for (const auto& v : g.context.variables()) {
    const auto far = [](const End& e) { return !e.infinite && !(std::abs(e.value.approx()) < 1e100); };
    if (v.integer || far(v.range.lo) || far(v.range.hi)) return std::nullopt;
  }
  for (const auto& p : touching_points(g, s)) {
    const auto r = region_around(g, p);
    if (!r || r->box.empty()) continue;
    if (auto t = around(g, *r, s, depth, 0)) return t;
    return std::nullopt;  // the rest is as hard for any other point
  }
  return std::nullopt;
}

Tree by_zeros_apart(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel != Rel::ge || !c.functions().empty()) return std::nullopt;
  if (c.variables().size() != 1 || c.variables()[0].integer) return std::nullopt;
  const Expr x = Expr::variable(c.variables()[0].name);
  const Range& range = c.variables()[0].range;
  if (!depends_on(g.difference(), x)) return std::nullopt;
  std::vector<Rational> zeros;
  for (const auto& p : touching_points(g, s)) {
    const Rational& q = p.at(x);
    if ((range.lo.infinite || range.lo.value < q) && (range.hi.infinite || q < range.hi.value)) zeros.push_back(q);
  }
  if (zeros.empty()) return std::nullopt;
  std::ranges::sort(zeros);
  // In the middle between neighbours, the ends among them.
  std::vector<Rational> cuts;
  const Rational half(1, 2);
  cuts.push_back(range.lo.infinite ? zeros.front() - Rational(1) : (range.lo.value + zeros.front()) * half);
  for (std::size_t i = 0; i + 1 < zeros.size(); ++i) cuts.push_back((zeros[i] + zeros[i + 1]) * half);
  cuts.push_back(range.hi.infinite ? zeros.back() + Rational(1) : (zeros.back() + range.hi.value) * half);
  Proof out;
  Goal rest = g;
  for (const Rational& cut : cuts) {
    const Step split = rule::Split{x, cut};
    const auto parts = apply(split, rest);
    const auto t = parts ? alone((*parts)[0]) : std::nullopt;
    if (!t) return std::nullopt;
    out.push_back(split);
    append(out, *t);
    rest = (*parts)[1];
  }
  const auto t = alone(rest);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

Tree by_concavity(const Goal& g, const Subprover& s, int depth, bool effort, bool open_ends) {
  const Expr d = g.difference();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!v.range.bounded() || v.range.lo.value == v.range.hi.value || !depends_on(d, x)) continue;
    const auto smooth = smoothness(g.context.without_hypotheses_on(x), d, x);
    const bool closed = v.range.lo.closed && v.range.hi.closed, open = !v.range.lo.closed && !v.range.hi.closed;
    // With both ends open the same is said with limits, which are values where D is smooth beyond the ends.
    const bool arch = open_ends && smooth == Smooth::everywhere && open &&
                      smoothness(g.context.without_hypotheses_on(x).with_closed_ends(x), d, x) == Smooth::everywhere;
    if (!smooth || (!closed && smooth == Smooth::everywhere && !arch)) continue;
    const auto face = [&](const Goal& h) -> Tree {
      if (auto t = s.immediate(h)) return t;
      return s.prove(h, depth - 1, true);
    };
    const auto bend = [&](const Goal& h) -> Tree {
      if (auto t = s.sign(h)) return t;
      // Worth a proof of its own only where it looks true.
      if (!effort || depth < 3 || !looks_nonnegative(h.context, h.difference())) return std::nullopt;
      return normalised(h, s, depth - 2);
    };
    const Step step = arch ? Step(rule::Arch{x}) : Step(rule::Convex{x, smooth == Smooth::inside});
    if (auto t = steps(g, step, {bend, face, face})) return t;
  }
  return std::nullopt;
}

Tree by_concave_end(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel != Rel::ge) return std::nullopt;
  const Expr d = g.difference();
  Algebra a = g.context.algebra();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !v.range.bounded() || !(v.range.lo.value < v.range.hi.value) || !depends_on(d, x)) continue;
    for (const bool lower : {true, false}) {
      const End& end = lower ? v.range.lo : v.range.hi;
      if (!end.closed || !a.is_zero(substitute(d, {{x, Expr(end.value)}}))) continue;
      Rational width = (v.range.hi.value - v.range.lo.value) * Rational(1, 2);
      for (int k = 0; k < Effort::Touch::halvings && !s.out_of_time(); ++k, width *= Rational(1, 2)) {
        const Step split = rule::Split{x, lower ? end.value + width : end.value - width};
        const auto halves = apply(split, g);
        if (!halves) break;
        const std::size_t near = lower ? 0 : 1;
        const auto first = by_concavity((*halves)[near], s, std::min(depth, Effort::Touch::depth_next_to_an_end));
        if (!first) continue;
        const auto rest = s.prove((*halves)[1 - near], depth - 1, true);
        if (!rest) break;  // as hard for a smaller part
        Proof out{split};
        append(out, lower ? *first : *rest);
        append(out, lower ? *rest : *first);
        return out;
      }
    }
  }
  return std::nullopt;
}

Tree by_widening(const Goal& g, const Subprover& s, int depth) {
  const Expr d = g.difference();
  Algebra a = g.context.algebra();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x) || v.integer || !is_smooth_in(d, x)) continue;
    for (const Rational& at : {Rational(0), Rational(1), Rational(1, 2), Rational(-1)}) {
      Range wide = v.range;
      if (!v.range.lo.infinite && at < v.range.lo.value)
        wide.lo = {false, true, at};
      else if (!v.range.hi.infinite && at > v.range.hi.value)
        wide.hi = {false, true, at};
      else if (!v.range.lo.infinite && !v.range.lo.closed && at == v.range.lo.value)
        wide.lo.closed = true;
      else if (!v.range.hi.infinite && !v.range.hi.closed && at == v.range.hi.value)
        wide.hi.closed = true;
      else
        continue;
      if (!a.is_zero(substitute(d, {{x, Expr(at)}}))) continue;
      const Context c = g.context.without_hypotheses_on(x).with_range(x, wide);
      const auto all = side_conditions(d, c);
      if (!std::ranges::all_of(all, [&](const Condition& k) { return c.knows(k); })) continue;
      if (auto t = steps(g, rule::Widen{x, wide}, {[&](const Goal& h) { return s.prove(h, depth - 1, false); }}))
        return t;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
