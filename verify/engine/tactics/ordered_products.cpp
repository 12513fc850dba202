// Sums of products of two functions of the same variables that rise together, as in Chebyshev's inequality with
// logarithms: c_1 F(x_1) + ... + c_n F(x_n), where the coefficients leave products (u(x_i) - u(x_j)) (F(x_i) - F(x_j))
// alone. The product of each pair is a goal in two variables; of all variables at once nothing is to be seen.
#include <algorithm>

#include "verify/engine/tactics/ordered_products.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// F(x_1), ..., F(x_n): the one family of values of a function of one variable each that stands in the difference.
struct Family {
  std::vector<Expr> x, value;
};

std::optional<Family> family_of(const Context& c, const Expr& d) {
  Family out;
  std::optional<Expr> shape;
  const Expr place = Expr::variable(fresh_name(c));
  for (const Expr& f : nodes_of({Rel::ge, d, 0}, [](const Expr& e) {
         return e.args().size() == 1 && e.arg(0).op() == Op::variable && e.op() != Op::neg;
       })) {
    const Expr at = replaced(f, f.arg(0), place);
    if (shape && !(*shape == at)) return std::nullopt;
    shape = at;
    out.x.push_back(f.arg(0));
    out.value.push_back(f);
  }
  if (out.x.size() < 3 || out.x.size() > Effort::most_in_ordered_products) return std::nullopt;
  return out;
}

}  // namespace

Tree by_ordered_products(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel != Rel::ge) return std::nullopt;
  const Context& c = g.context;
  Algebra a = c.algebra();
  const auto d = a.simplified(g.difference());
  if (!d) return std::nullopt;
  const auto family = family_of(c, *d);
  if (!family) return std::nullopt;
  const std::vector<Expr>&x = family->x, &f = family->value;
  const Expr t = Expr::variable(fresh_name(c));
  std::vector<Expr> of_value;
  for (const Expr& value : f) {
    const auto p = a.coefficients(replaced(*d, value, t), t);
    if (!p || p->size() != 2) return std::nullopt;
    of_value.push_back((*p)[1]);
  }
  // What the coefficient of F(x_i) says of x_j: u(x_j) up to a number, which the differences do not see.
  std::vector<Expr> products;
  Expr all = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      const auto u = a.simplified(sub(replaced(of_value[i], x[j], x[i]), of_value[i]));  // u(x_j) - u(x_i)
      if (!u) return std::nullopt;
      if (u->is_constant()) continue;
      if (std::ranges::any_of(x, [&](const Expr& y) { return y != x[i] && y != x[j] && depends_on(*u, y); }))
        return std::nullopt;
      products.push_back(mul(*u, sub(f[j], f[i])));
      all = add(all, products.back());
    }
  }
  if (products.size() < 2 || !a.is_zero(sub(*d, all))) return std::nullopt;
  Goal now = g;
  Proof out;
  rule::Combine sum{Rational(0), {}};
  for (const Expr& product : products) {
    const Relation r{Rel::ge, product, 0};
    if (!looks_nonnegative(c, product)) return std::nullopt;
    const auto proof = alone({c, r});
    if (!proof) return std::nullopt;
    cut_in(out, now, r, *proof);
    sum.terms.emplace_back(now.context.hypotheses().size(), Rational(1));
  }
  out.emplace_back(std::move(sum));
  return out;
}

// One function at u, at v and at their sum, as a law's informations are: where x^k F(x) falls or rises, its values at
// the parts and at the whole are in order, and D may be a combination of these two facts, with values of F as weights.
// So is 1/trigamma seen to be superadditive, and the information of a Beta law positive definite.
namespace {

constexpr std::array<long, 4> exponents_of_scales{1, -1, 2, -2};
constexpr std::size_t most_scaled_values = 6;

// A function of one argument that no number is: what it is of, and itself at another place.
struct ScaledValue {
  Expr value, at;
  [[nodiscard]] Expr with(const Expr& x) const { return replaced(value, at, x); }
};

std::vector<ScaledValue> values_of_functions(const Goal& g) {
  std::vector<ScaledValue> out;
  for (const Expr& e : nodes_of(g.relation, [](const Expr& n) {
         return n.op() == Op::polygamma || n.op() == Op::lgamma || n.op() == Op::log || is_error_function(n);
       })) {
    const Expr& u = e.args().back();
    if (!u.is_constant() && g.context.positive_(u)) out.push_back({e, u});
  }
  return out;
}

// x^k F(x): +1 if it looks as if it rose on (0, inf), -1 if as if it fell.
int direction(const ScaledValue& f, long k) {
  const Expr x = Expr::variable("x");
  const Context positive = Context().with_variable({"x", false, Range{{false, false, Rational(0)}, {}}});
  const Expr slope = derivative(mul(pow(x, Expr(k)), f.with(x)), x);
  if (looks_nonnegative(positive, slope)) return 1;
  return looks_nonnegative(positive, negate(slope)) ? -1 : 0;
}

// m and n with D = m one + n other, both >= 0, among these.
std::optional<std::pair<Expr, Expr>> weights_of(const Context& c, const Expr& d, const Expr& one, const Expr& other,
                                                const std::vector<Expr>& candidates) {
  Algebra a = c.algebra();
  for (const Expr& m : candidates)
    for (const Expr& n : candidates)
      if (a.is_zero(sub(d, add(mul(m, one), mul(n, other))))) return std::pair(m, n);
  return std::nullopt;
}

}  // namespace

Tree by_scaled_values(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty()) return std::nullopt;
  const auto all = values_of_functions(g);
  if (all.size() < 3 || all.size() > most_scaled_values) return std::nullopt;
  Algebra a = c.algebra();
  const Expr d = g.difference();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      for (const ScaledValue& whole : all) {
        const ScaledValue &one = all[i], &other = all[j];
        if (whole.with(one.at) != one.value || whole.with(other.at) != other.value ||
            !a.is_zero(sub(whole.at, add(one.at, other.at))))
          continue;
        for (const long k : exponents_of_scales) {
          const int rises = direction(whole, k);
          if (rises == 0) continue;
          const auto scaled = [&](const ScaledValue& f) { return mul(pow(f.at, Expr(k)), f.value); };
          const auto fact = [&](const ScaledValue& part) {
            return Relation{Rel::gt, rises > 0 ? scaled(whole) : scaled(part),
                            rises > 0 ? scaled(part) : scaled(whole)};
          };
          const Relation first = fact(one), second = fact(other);
          std::vector<Expr> candidates;
          for (const Expr& m : {Expr(1), one.value, other.value, whole.value})
            for (const Expr& scale : {Expr(1), pow(whole.at, Expr(-k))})
              if (c.positive_(m)) candidates.push_back(mul(m, scale));
          const auto found = weights_of(c, d, sub(first.lhs, first.rhs), sub(second.lhs, second.rhs), candidates);
          if (!found) continue;
          Goal now = g;
          Proof out;
          for (const Relation& r : {first, second}) {
            const auto t = alone({c, r});
            if (!t) return std::nullopt;
            cut_in(out, now, r, *t);
          }
          const std::size_t last = now.context.hypotheses().size();
          out.emplace_back(
              rule::Combine{Rational(0), {{last - 1, weight(found->first)}, {last, weight(found->second)}}});
          return out;
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
