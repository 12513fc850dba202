// Of one variable, D rises from one end of its domain and falls towards the other one, as where both ends are touched:
// in three parts, next to the ends by the sign of the slope, and around the turning point, where D is largest.
#include <algorithm>
#include <cmath>

#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/slopes.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// A fraction of few bits near v.
Rational plain_number(double v) {
  int exponent = 0;
  const double mantissa = std::frexp(v, &exponent);
  constexpr int bits = 4;
  return Rational::from_double(std::ldexp(std::round(std::ldexp(mantissa, bits)), exponent - bits));
}

// Places on both sides of the only point at which the slope turns from + to -, as values show it.
std::optional<std::pair<Rational, Rational>> around_turning_point(const Goal& g, const Variable& v) {
  using Turning = Effort::TurningPoints;
  const Expr d = g.difference(), x = Expr::variable(v.name);
  auto probe = Probe::of({d, derivative(d, x)}, g.context.variables());
  if (!probe) return std::nullopt;
  const Ends ends = ends_of(v.range);
  std::vector<double> places, inputs(g.context.variables().size(), 0.0);
  const auto index = static_cast<std::size_t>(&v - g.context.variables().data());
  std::vector<int> slopes;
  for (int k = 1; k < Turning::places; ++k) {
    const double u = static_cast<double>(k) / Turning::places;
    const double at = ends.bounded() ? scattered(ends, u) : scattered_far(ends, u);
    inputs[index] = at;
    probe->at(inputs);
    if (probe->value(0) < -Turning::rounding) return std::nullopt;
    const double slope = probe->value(1);
    // Where D is lost in rounding, its slope is, too.
    if (!std::isfinite(slope) || !(probe->value(0) > Turning::rounding)) continue;
    places.push_back(at);
    slopes.push_back(slope > 0 ? 1 : -1);
  }
  if (places.size() < 4) return std::nullopt;
  if (places.front() > places.back()) {  // inward from an upper end
    std::ranges::reverse(places);
    std::ranges::reverse(slopes);
  }
  const auto turn = static_cast<std::size_t>(std::ranges::find(slopes, -1) - slopes.begin());
  if (turn == 0 || turn == slopes.size()) return std::nullopt;
  if (std::find(slopes.begin() + static_cast<std::ptrdiff_t>(turn), slopes.end(), 1) != slopes.end())
    return std::nullopt;
  const std::size_t before = turn > 1 ? turn - 2 : 0, behind = std::min(turn + 1, places.size() - 1);
  const std::pair out{plain_number(places[before]), plain_number(places[behind])};
  const auto inside = [&](const Rational& q) {
    return (v.range.lo.infinite || v.range.lo.value < q) && (v.range.hi.infinite || q < v.range.hi.value);
  };
  if (!(out.first < out.second) || !inside(out.first) || !inside(out.second)) return std::nullopt;
  return out;
}

}  // namespace

Tree by_turning_points(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel == Rel::eq || !g.context.functions().empty() || depth < 2) return std::nullopt;
  const auto& variables = g.context.variables();
  const auto mentioned = [&](const Variable& v) { return depends_on(g.difference(), Expr::variable(v.name)); };
  if (std::ranges::count_if(variables, mentioned) != 1) return std::nullopt;
  const Variable& v = *std::ranges::find_if(variables, mentioned);
  const Expr x = Expr::variable(v.name);
  if (v.integer || !is_smooth_in(g.difference(), x) || (v.range.lo.infinite && v.range.hi.infinite))
    return std::nullopt;
  const auto cuts = around_turning_point(g, v);
  if (!cuts) return std::nullopt;
  const auto proof = [&](const Goal& h) { return s.prove(h, depth - 1, true); };
  const auto to_an_end = [&](const Goal& h) -> Tree {
    if (auto t = by_tail(h, s, depth)) return t;
    return by_slope(h, proof, proof);
  };
  const auto further = [&](const Goal& h) {
    return steps(h, rule::Split{x, cuts->second}, {[&](const Goal& k) { return proof(k); }, to_an_end});
  };
  return steps(g, rule::Split{x, cuts->first}, {to_an_end, further});
}

}  // namespace dpcert::verify
