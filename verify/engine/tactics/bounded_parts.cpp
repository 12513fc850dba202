// A part of the goal that is bounded though its enclosure is not, as x/(exp(x) + 1) for x > 0: next to an infinite end
// no box knows more of such a part than its sign. Bounds a little beyond its values are goals of their own, and between
// these the part is a variable. So the exponential of a part that tends to a number is between two numbers.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

using OfParts = Effort::BoundedParts;

bool has_infinite_end(const Context& c, const Expr& x) {
  const auto& [lo, hi] = c.find(x)->range;
  return lo.infinite || hi.infinite;
}

// The only variable, if it has an infinite end.
std::optional<Expr> only_unbounded_variable(const Context& c, const Expr& e) {
  std::optional<Expr> out;
  for (const Variable& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(e, x)) continue;
    if (out || v.integer || !has_infinite_end(c, x)) return std::nullopt;
    out = x;
  }
  return out;
}

bool has_finite_enclosure(const Context& c, const Expr& e) {
  const Interval r = c.range(e);
  return r.is_defined() && arf_is_finite(r.lower_arf()) && arf_is_finite(r.upper_arf());
}

// Products and quotients of one variable with a function in it, the longest ones first.
std::vector<Expr> parts_without_bounds(const Goal& g) {
  auto out = nodes_of(g.relation, [&](const Expr& e) {
    if ((e.op() != Op::mul && e.op() != Op::div) || e == g.relation.lhs || e == g.relation.rhs) return false;
    const auto x = only_unbounded_variable(g.context, e);
    return x &&
           !nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::exp || n.op() == Op::log; }).empty() &&
           !has_finite_enclosure(g.context, e) && is_defined(g.context, e);
  });
  std::ranges::stable_sort(out, std::ranges::greater{}, [](const Expr& e) { return e.node().tree_size; });
  return out;
}

// From the least to the largest of its values in doubles; nothing if one is none, or they are large.
std::optional<std::pair<double, double>> ends_of_values(const Context& c, const Expr& u, const Expr& x) {
  auto probe = Probe::of({u}, {x});
  if (!probe) return std::nullopt;
  const Ends ends = ends_of(c.find(x)->range);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (int k = 1; k < OfParts::places; ++k)
    for (const bool up : {true, false}) {
      const double share = static_cast<double>(k) / OfParts::places;
      const std::vector<double> at{scattered_far(ends, share, up)};
      probe->at(at);
      const double v = probe->value();
      if (!(std::abs(v) < OfParts::largest)) return std::nullopt;
      low = std::min(low, v), high = std::max(high, v);
    }
  return std::pair{low, high};
}

// A range beyond these values by about such a part of their distance, with ends of few digits; 0 where the sign is
// known.
Range range_around(const Context& c, const Expr& u, const std::pair<double, double>& values, double part) {
  const double spread = std::max(values.second - values.first, OfParts::least_spread);
  const auto step = static_cast<double>(std::exp2(std::floor(std::log2(part * spread))));
  const auto beyond = [&](double v, double way) {
    return Rational::from_double((way > 0 ? std::floor(v / step) + 1 : std::ceil(v / step) - 1) * step);
  };
  Range out{{false, true, beyond(values.first, -1)}, {false, true, beyond(values.second, 1)}};
  if (out.lo.value.sign() < 0 && c.knows({u, Need::nonnegative})) out.lo.value = 0;
  if (out.hi.value.sign() > 0 && c.knows({negate(u), Need::nonnegative})) out.hi.value = 0;
  return out;
}

// u within this range, as hypotheses; false if that is not proved.
bool bounds_are_cut_in(Goal& g, Proof& out, const Expr& u, const Range& range, const ProveGoal& alone) {
  for (const Relation& r : {Relation{Rel::ge, u, Expr(range.lo.value)}, Relation{Rel::ge, Expr(range.hi.value), u}}) {
    if (g.context.knows({sub(r.lhs, r.rhs), Need::nonnegative})) continue;
    if (!looks_nonnegative(g.context, sub(r.lhs, r.rhs))) return false;
    Proof lines;
    const Goal free = without_hypotheses({g.context, r}, lines);
    const auto t = is_defined(free.context, u) ? alone(free) : std::nullopt;
    if (!t) return false;
    append(lines, *t);
    cut_in(out, g, r, lines);
  }
  return true;
}

}  // namespace

Tree by_bounded_parts(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty()) return std::nullopt;
  const std::string name = fresh_name(c);
  const Expr t = Expr::variable(name);
  std::size_t left = OfParts::most_tried;
  for (const Expr& u : parts_without_bounds(g)) {
    const auto x = only_unbounded_variable(c, u);
    const auto values = ends_of_values(c, u, *x);
    if (!values) continue;
    const Expr d = sub(replaced(g.relation.lhs, u, t), replaced(g.relation.rhs, u, t));
    for (const double part : OfParts::parts) {
      const Range range = range_around(c, u, *values, part);
      if (!looks_nonnegative(c.with_variable({name, false, range}), d)) continue;
      if (left-- == 0) return std::nullopt;
      Goal h = g;
      Proof out;
      if (!bounds_are_cut_in(h, out, u, range, alone) || !take(rule::Gen{name, range, u}, h, out)) break;
      h = without_hypotheses(h, out);
      if (!is_defined(h.context, h.difference())) break;
      if (const auto rest = alone(h)) {
        append(out, *rest);
        return out;
      }
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
