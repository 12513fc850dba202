#include "verify/engine/prove/solutions.hpp"

#include <algorithm>

#include "dpcert/core/error.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

constexpr int deepest = 40;

class Solutions {
 public:
  Solutions(const Expr& x, bool all) : x_(x), all_(all), algebra_([](const Expr&) { return false; }) {}

  // x where e = v.
  void isolate(Expr e, Expr v, int depth) {
    if (e == x_) return found(v);
    if (depth == 0 || e.args().empty() || is_repeated(e) || is_opaque(e)) return;
    const bool first = depends_on(e.arg(0), x_);
    if (e.args().size() > 2 || (e.args().size() == 2 && first && depends_on(e.arg(1), x_))) {
      return roots(sub(e, v));
    }
    const Expr other = e.args().size() == 2 ? e.arg(first ? 1 : 0) : Expr(0);
    const Expr inner = e.arg(first ? 0 : e.args().size() - 1);
    if (e.op() == Op::abs && all_) {
      isolate(inner, v, depth - 1);
      isolate(inner, -v, depth - 1);
    } else if (e.op() == Op::pow && first) {
      root_of_power(inner, v, other, depth - 1);
    } else if (const auto turned = turned_round(e.op(), first, v, other)) {
      isolate(inner, *turned, depth - 1);
    }
  }

  // x where d = 0 and x stands in d more than once.
  void roots(const Expr& d) {
    try {
      const Expr slope = derivative(d, x_);
      if (!depends_on(slope, x_) && !slope.is_constant(0)) return found(-substitute(d, {{x_, Expr(0)}}) / slope);
    } catch (const Error&) {  // what is not differentiated
    }
    if (!all_) return;
    const auto fraction = algebra_.fraction(d);
    const auto c = fraction ? algebra_.coefficients(fraction->first, x_) : std::nullopt;
    if (!c || c->size() < 2 || c->size() > 3) return;
    if (std::ranges::any_of(*c, [&](const Expr& e) { return depends_on(e, x_); })) return;
    if (c->size() == 2) return found(negate(quotient((*c)[0], (*c)[1])));
    const Expr middle = negate((*c)[1]), twice = mul(2, (*c)[2]);
    const Expr root = sqrt(sub(mul((*c)[1], (*c)[1]), mul(4, mul((*c)[2], (*c)[0]))));
    found(quotient(add(middle, root), twice));
    found(quotient(sub(middle, root), twice));
  }

  [[nodiscard]] bool none() const { return out_.empty(); }
  std::vector<Expr> take() { return std::move(out_); }

 private:
  void found(const Expr& e) {
    if (!depends_on(e, x_) && std::ranges::find(out_, e) == out_.end()) out_.push_back(e);
  }

  // base^exponent = v: of an even power both roots, of an odd one that of v, or less that of -v.
  void root_of_power(const Expr& base, const Expr& v, const Expr& exponent, int depth) {
    isolate(base, pow(v, Expr(1) / exponent), depth);
    if (!all_ || !exponent.is_constant() || !exponent.value().is_integer()) return;
    const bool even = (exponent.value() / Rational(2)).is_integer();
    isolate(base, -pow(even ? v : -v, Expr(1) / exponent), depth);
  }

  static std::optional<Expr> turned_round(Op op, bool first, const Expr& v, const Expr& other) {
    switch (op) {
      case Op::neg:
        return -v;
      case Op::add:
        return v - other;
      case Op::sub:
        return first ? v + other : other - v;
      case Op::mul:
        return v / other;
      case Op::div:
        return first ? v * other : other / v;
      case Op::pow:
        return log(v) / log(other);
      case Op::exp:
        return log(v);
      case Op::log:
        return exp(v);
      case Op::sqrt:
        return pow(v, Expr(2));
      default:
        return std::nullopt;
    }
  }

  const Expr& x_;
  bool all_;
  Algebra algebra_;
  std::vector<Expr> out_;
};

// A rational function's limit, by the degrees of its two polynomials.
std::optional<Expr> limit_of_fraction(Algebra& a, const Expr& e, const Expr& x) {
  if (!depends_on(e, x)) return e;
  const auto fraction = a.fraction(e);
  if (!fraction) return std::nullopt;
  const auto above = a.coefficients(fraction->first, x), below = a.coefficients(fraction->second, x);
  if (!above || !below || below->empty() || above->size() > below->size()) return std::nullopt;
  if (above->size() < below->size()) return Expr(0);
  const Expr limit = quotient(above->back(), below->back());
  return depends_on(limit, x) ? std::nullopt : std::optional(limit);
}

}  // namespace

std::vector<Expr> solutions(const Relation& r, const Expr& x, bool all) {
  const bool left = depends_on(r.lhs, x), right = depends_on(r.rhs, x);
  if (!left && !right) return {};
  Solutions s(x, all);
  try {
    if (left != right) s.isolate(left ? r.lhs : r.rhs, left ? r.rhs : r.lhs, deepest);
    if (left == right || s.none()) s.roots(sub(r.lhs, r.rhs));
  } catch (const Error&) {  // what has no value, as a division by 0
  }
  return s.take();
}

std::optional<Expr> limit_at_infinity(const Relation& r, const Expr& x) {
  try {
    Algebra a([](const Expr&) { return false; });
    Expr d = sub(r.lhs, r.rhs);
    const auto kinks = nodes_of({Rel::ge, d, 0}, [&](const Expr& e) { return e.op() == Op::abs && depends_on(e, x); });
    for (const Expr& e : kinks)
      if (const auto inner = limit_of_fraction(a, e.arg(0), x)) d = replaced(d, e, abs(*inner));
    return limit_of_fraction(a, d, x);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::optional<Instance> without_equations(Instance s, const std::string& kept) {
  bool solved = false;
  const auto solve = [&](std::size_t h) {
    for (std::size_t k = s.variables.size(); k-- > 0;) {
      const Variable v = s.variables[k];
      const Expr x = Expr::variable(v.name);
      if (v.integer || v.name == kept) continue;
      const auto values = solutions(s.hypotheses[h], x, false);
      if (values.empty()) continue;
      s.hypotheses.erase(s.hypotheses.begin() + static_cast<std::ptrdiff_t>(h));
      for (Relation& r : s.hypotheses) r = substitute(r, {{x, values[0]}});
      if (const End& lo = v.range.lo; !lo.infinite)
        s.hypotheses.push_back({lo.closed ? Rel::ge : Rel::gt, values[0], lo.value});
      if (const End& hi = v.range.hi; !hi.infinite)
        s.hypotheses.push_back({hi.closed ? Rel::ge : Rel::gt, hi.value, values[0]});
      s.variables.erase(s.variables.begin() + static_cast<std::ptrdiff_t>(k));
      return true;
    }
    return false;
  };
  for (std::size_t h = 0; h < s.hypotheses.size();) {
    if (s.hypotheses[h].rel == Rel::eq && solve(h))
      solved = true;
    else
      ++h;
  }
  return solved ? std::optional(std::move(s)) : std::nullopt;
}

}  // namespace dpcert::verify
