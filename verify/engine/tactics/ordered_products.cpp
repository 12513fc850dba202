// Sums of products of two functions of the same variables that rise together, as in Chebyshev's inequality with
// logarithms: c_1 F(x_1) + ... + c_n F(x_n), where the coefficients leave products (u(x_i) - u(x_j)) (F(x_i) - F(x_j))
// alone. The product of each pair is a goal in two variables; of all variables at once nothing is to be seen.
#include <algorithm>

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

}  // namespace dpcert::verify
