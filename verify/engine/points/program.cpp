#include "verify/engine/points/program.hpp"

#include <numbers>
#include <unordered_map>

namespace dpcert::verify {

namespace {

// The maximal subexpressions without variables and applied functions, in the order of a depth-first walk.
std::vector<Expr> constant_parts(const std::vector<Expr>& roots) {
  std::unordered_map<Expr, bool> constant;
  for (const auto& r : roots) {
    transform(r, [&](const Expr& e, std::span<const Expr>) {
      bool c = e.op() != Op::variable && !is_opaque(e);
      if (c)  // a body has names of its own
        for (const auto& a : e.args()) c = c && constant.at(a);
      constant.emplace(e, c);
      return e;
    });
  }
  std::vector<Expr> found;
  std::unordered_map<Expr, bool> seen;
  std::vector<Expr> stack(roots.rbegin(), roots.rend());
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (!seen.emplace(e, true).second) continue;
    if (constant.at(e)) {
      found.push_back(e);
      continue;
    }
    if (binds(e) || e.op() == Op::sequence) continue;
    for (std::size_t i = e.args().size(); i-- > 0;) stack.push_back(e.arg(i));
  }
  return found;
}

std::vector<Expr> joined(std::vector<Expr> a, const std::vector<Expr>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

Program::Program(const std::vector<Expr>& roots, const std::vector<Expr>& variables)
    : constants(constant_parts(roots)), coordinates(variables.size()), tape(roots, joined(variables, constants)) {}

template <>
Ball constant_value<Ball>(const Expr& e, Precision bits) {
  return evaluate<Ball>(
      e, {}, [bits](const Rational& q) { return Ball(q, bits); }, [bits] { return Ball::pi(bits); });
}
template <>
Interval constant_value<Interval>(const Expr& e, Precision bits) {
  return evaluate<Interval>(
      e, {}, [bits](const Rational& q) { return Interval(q, bits); }, [bits] { return Interval::pi(bits); });
}
template <>
Approx constant_value<Approx>(const Expr& e, Precision) {
  return evaluate<Approx>(
      e, {}, [](const Rational& q) { return Approx{q.approx()}; }, [] { return Approx{std::numbers::pi}; });
}
template <>
Exact constant_value<Exact>(const Expr& e, Precision) {
  return evaluate<Exact>(
      e, {}, [](const Rational& q) { return Exact{q}; }, [] { return Exact{}; });
}

}  // namespace dpcert::verify
