// What the Gaussian mechanism loses beyond epsilon, normal_cdf(-u) - exp(m u + m^2/2) normal_cdf(-u - m): u is where
// the loss exceeds epsilon, m the shift of the law. In these two, and over the density at u, it is the fall of Mills'
// ratio from u to u + m, however the mechanism is parametrised.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

// d = k x^p: p and k.
std::optional<std::pair<Rational, Expr>> monomial_in(Algebra& a, const Expr& d, const Expr& x) {
  if (!depends_on(d, x)) return std::nullopt;
  const auto p = a.simplified(quotient(mul(x, derivative(d, x)), d));
  if (!p || !p->is_constant() || p->value().is_zero()) return std::nullopt;
  const auto k = a.simplified(quotient(d, power(x, *p)));
  if (!k || depends_on(*k, x)) return std::nullopt;
  return std::pair(p->value(), *k);
}

// The same goal in the place u and the shift m.
class Profile {
 public:
  Profile(const Goal& g, Expr high, Expr low) : goal_(g), high_(std::move(high)), low_(std::move(low)) {}

  Tree run(const ProveGoal& rest) {
    if (!name_shift() || !name_place()) return std::nullopt;
    Algebra a = goal_.context.algebra();
    const Expr half(Rational(1, 2)), density = exp(mul(half, power(u_, 2)));
    const Expr far = add(u_, m_), at_far = exp(mul(half, power(far, 2)));
    // D as an affine function of the two tails.
    const Expr one = Expr::variable("first tail"), two = Expr::variable("second tail");
    const Expr d = replaced(replaced(goal_.difference(), normal_cdf(high_), one), normal_cdf(low_), two);
    const auto part = [&](const Expr& of) { return derivative(d, of); };
    const Expr others = substitute(d, {{one, 0}, {two, 0}});
    if (!a.is_zero(sub(d, add(others, add(mul(part(one), one), mul(part(two), two)))))) return std::nullopt;
    const auto near = a.simplified(part(one)), beyond = a.simplified(mul(part(two), quotient(density, at_far)));
    const auto bound = a.simplified(mul(others, density));
    if (!near || !beyond || !bound || has_exponential(*near) || has_exponential(*beyond)) return std::nullopt;
    const Expr ratios =
        add(mul(*near, mul(density, normal_cdf(negate(u_)))), mul(*beyond, mul(at_far, normal_cdf(negate(far)))));
    if (!take(rule::Factor{quotient(1, density), add(ratios, *bound)}, goal_, lines_)) return std::nullopt;
    const auto whole = [&](const Goal& h) { return without_empty_hypotheses(h, rest); };
    // Where the loss just attains epsilon, the place is no part of a sum of two positive ones.
    const auto t = closed_ ? steps(goal_, rule::CloseEnd{u_, true}, {whole, whole}) : whole(goal_);
    if (!t) return std::nullopt;
    append(lines_, *t);
    return lines_;
  }

 private:
  static bool has_exponential(const Expr& e) {
    return !nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::exp; }).empty();
  }

  bool put(const Expr& x, const std::string& name, const Range& range, const Expr& value) {
    if (!take(rule::Subst{x, name, range, value}, goal_, lines_)) return false;
    high_ = substitute(high_, {{x, value}});
    low_ = substitute(low_, {{x, value}});
    return true;
  }

  // The shift as a variable: it may be one already.
  bool name_shift() {
    Algebra a = goal_.context.algebra();
    const auto shift = a.simplified(sub(high_, low_));
    if (!shift || !goal_.context.positive_(*shift)) return false;
    for (const auto& v : goal_.context.variables()) {
      m_ = Expr::variable(v.name);
      if (*shift == m_) return true;
    }
    for (const auto& v : goal_.context.variables()) {
      const Expr x = Expr::variable(v.name);
      if (v.integer || !goal_.context.positive_(x)) continue;
      const auto found = monomial_in(a, *shift, x);
      if (!found) continue;
      const std::string name = fresh_name(goal_.context);
      m_ = Expr::variable(name);
      const auto value = a.simplified(power(quotient(m_, found->second), Expr(Rational(1) / found->first)));
      if (value && put(x, name, Range{{false, false, Rational(0)}, {}}, *value)) return true;
    }
    return false;
  }

  bool name_place() {
    Algebra a = goal_.context.algebra();
    for (const auto& v : goal_.context.variables()) {
      const Expr y = Expr::variable(v.name);
      if (v.integer || y == m_ || !depends_on(high_, y)) continue;
      const auto slope = a.simplified(negate(derivative(high_, y)));
      if (!slope || depends_on(*slope, y)) continue;
      const auto at_zero = a.simplified(negate(substitute(high_, {{y, 0}})));
      if (!at_zero) continue;
      const std::string name = fresh_name(goal_.context);
      u_ = Expr::variable(name);
      const auto value = a.simplified(quotient(sub(u_, *at_zero), *slope));
      const auto origin = value ? a.simplified(substitute(*value, {{u_, 0}})) : std::nullopt;
      if (!origin) continue;
      const Expr above = sub(y, *origin);
      const bool positive = goal_.context.positive_(above);
      closed_ = !positive && goal_.context.knows({above, Need::nonnegative});
      return put(y, name, positive || closed_ ? Range{{false, closed_, Rational(0)}, {}} : Range{}, *value);
    }
    return false;
  }

  Goal goal_;
  Expr high_, low_, u_ = 0, m_ = 0;
  Proof lines_;
  bool closed_ = false;  // the place may be 0
};

}  // namespace

Tree by_gaussian_profile(const Goal& g, const ProveGoal& rest) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  std::vector<Expr> tails = nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::normal_cdf; });
  if (tails.size() != 2) return std::nullopt;
  for (const bool swapped : {false, true}) {
    Expr high = tails[swapped ? 1 : 0].arg(0), low = tails[swapped ? 0 : 1].arg(0);
    if (auto t = Profile(g, std::move(high), std::move(low)).run(rest)) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
