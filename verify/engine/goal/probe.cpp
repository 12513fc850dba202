#include "verify/engine/goal/probe.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_set>

namespace dpcert::verify {

namespace {

bool have_values(const std::vector<Expr>& formulas, const std::vector<Expr>& inputs) {
  std::unordered_set<Expr> seen(inputs.begin(), inputs.end());
  std::vector<Expr> stack(formulas);
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (!seen.insert(e).second) continue;
    if (e.op() == Op::variable || is_opaque(e)) return false;
    for (const auto& a : e.args()) stack.push_back(a);
  }
  return true;
}

}  // namespace

std::optional<Probe> Probe::of(const std::vector<Expr>& formulas, const std::vector<Expr>& inputs) {
  if (!have_values(formulas, inputs)) return std::nullopt;
  return Probe(Tape(formulas, inputs));
}

std::optional<Probe> Probe::of(const std::vector<Expr>& formulas, const std::vector<Variable>& variables) {
  std::vector<Expr> inputs;
  for (const auto& v : variables) inputs.push_back(Expr::variable(v.name));
  return of(formulas, inputs);
}

void Probe::at(std::span<const double> x) {
  tape_.run<double>(
      x, work_, [](const Rational& q) { return q.approx(); }, [] { return std::numbers::pi; }, 0, length());
}

bool Ends::bounded() const { return std::isfinite(lo) && std::isfinite(hi); }

Ends ends_of(const Range& range) {
  return {range.lo.infinite ? -HUGE_VAL : range.lo.value.approx(),
          range.hi.infinite ? HUGE_VAL : range.hi.value.approx()};
}

double scattered(const Ends& ends, double u) {
  if (ends.bounded()) return ends.lo * (1 - u) + ends.hi * u;
  if (std::isfinite(ends.lo)) return ends.lo + 4 * u;
  if (std::isfinite(ends.hi)) return ends.hi - 4 * u;
  return 8 * u - 4;
}

double scattered_far(const Ends& ends, double u, bool up) {
  const double far = std::exp(8 * u - 4);
  if (std::isfinite(ends.lo)) return ends.lo + far;
  if (std::isfinite(ends.hi)) return ends.hi - far;
  return up ? far : -far;
}

}  // namespace dpcert::verify
