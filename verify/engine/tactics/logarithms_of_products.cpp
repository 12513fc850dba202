// Products over a range of positive factors, below roots and powers as in geometric means: as exponentials of sums of
// logarithms, which have means of their own (Jensen's inequality for log). So are products of lists beside powers, and
// those of which a hypothesis says the value. By induction over the end of the range.
#include "verify/engine/tactics/logarithms_of_products.hpp"

#include <algorithm>

#include "verify/engine/tactics/induction_over_end.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_products_of_a_mean = 3;

bool is_product_over_range(const Expr& e) { return e.op() == Op::prod; }

// The logarithm of a product as it is written, of a power as that of its base.
Expr log_as_written(const Expr& e) {
  if (e.op() == Op::mul) return add(log_as_written(e.arg(0)), log_as_written(e.arg(1)));
  if (e.op() == Op::div) return sub(log_as_written(e.arg(0)), log_as_written(e.arg(1)));
  if (e.op() == Op::pow) return mul(e.arg(1), log_as_written(e.arg(0)));
  return e.op() == Op::exp ? e.arg(0) : log(e);
}

// The sum of the logarithms of the factors, if it is defined.
std::optional<Expr> sum_of_logarithms(const Context& c, const Expr& product) {
  const FreshIndex k;
  Expr sum = Expr::repeated(Op::sum, k.variable(), product.arg(0), product.arg(1),
                            log_as_written(body_at(product, k.variable())));
  if (!is_defined(c, sum)) return std::nullopt;
  return sum;
}

// u of exp(u), also of products and quotients of exponentials.
std::optional<Expr> exponent_of(const Expr& e) {
  if (e.op() == Op::exp) return e.arg(0);
  if (e.op() != Op::mul && e.op() != Op::div) return std::nullopt;
  const auto one = exponent_of(e.arg(0)), two = one ? exponent_of(e.arg(1)) : one;
  if (!two) return std::nullopt;
  return e.op() == Op::mul ? add(*one, *two) : sub(*one, *two);
}

// Powers and roots of exponentials as exponentials.
Expr with_plain_exponentials(const Expr& e) {
  return transform(e, [](const Expr& old, std::span<const Expr> args) {
    const Expr same = with_args(old, args);
    if (same.op() != Op::pow && same.op() != Op::sqrt) return same;
    const auto u = exponent_of(same.arg(0));
    if (!u) return same;
    return exp(same.op() == Op::pow ? mul(same.arg(1), *u) : quotient(*u, 2));
  });
}

// A product below a root, a power or a logarithm, or of powers; of a list beside a power with a variable exponent.
bool has_mean(const Goal& g) {
  const auto is_bent = [](const Expr& e) {
    return e.op() == Op::sqrt || e.op() == Op::log ||
           (e.op() == Op::pow && !(e.arg(1).is_constant() && e.arg(1).value().is_integer()));
  };
  const auto is_power = [](const Expr& e) { return e.op() == Op::pow && !e.arg(1).is_constant(); };
  const auto has = [](const Expr& e, const auto& wanted) { return !nodes_of({Rel::ge, e, 0}, wanted).empty(); };
  const FreshIndex k;
  const auto of_list = [&](const Expr& e) {
    return is_product_over_range(e) &&
           has(body_at(e, k.variable()), [](const Expr& n) { return n.op() == Op::sequence; });
  };
  const bool powers = !nodes_of(g.relation, is_power).empty();
  return !nodes_of(g.relation, [&](const Expr& e) {
            return (powers && of_list(e)) || (is_bent(e) && has(e.arg(0), is_product_over_range)) ||
                   (is_product_over_range(e) && has(body_at(e, k.variable()), is_bent));
          }).empty();
}

// Equations that say what a product is, by their numbers.
std::vector<std::size_t> values_of_products(const Goal& g) {
  std::vector<std::size_t> out;
  const auto& all = g.context.hypotheses();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].rel == Rel::eq && is_product_over_range(all[i].lhs) && g.context.positive_(all[i].rhs))
      out.push_back(i + 1);
  return out;
}

// Of exp(u) = v, which is hypothesis i, u = log(v).
bool know_logarithm(Goal& g, std::size_t i, Proof& out) {
  const Relation h = g.context.hypotheses()[i - 1];
  if (h.lhs.op() != Op::exp) return false;
  const Expr value = h.rhs.is_constant(1) ? Expr(0) : log(h.rhs);
  const Relation said{Rel::eq, h.lhs.arg(0), value};
  const auto half = [&](const Goal& one) {
    const bool above = one.relation.lhs == said.lhs;
    return steps(one, rule::TakeExp{}, {[&](const Goal& e) {
                   return rewritten(e, above ? h.lhs : h.rhs, above ? h.rhs : h.lhs, [&](const Goal&) {
                     return Proof{rule::Combine{Rational(0), {{i, Rational(above ? 1 : -1)}}}};
                   });
                 }});
  };
  const auto t = steps({g.context, said}, rule::Both{}, {half});
  if (t) cut_in(out, g, said, *t);
  return t.has_value();
}

bool is_product_of_exponentials(const Expr& e) {
  if (e.op() == Op::mul || e.op() == Op::div)
    return is_product_of_exponentials(e.arg(0)) || is_product_of_exponentials(e.arg(1));
  return e.op() == Op::exp;
}

}  // namespace

Tree by_logarithms_of_products(const Goal& g, const Subprover& s, const ProveGoal& rest) {
  const std::vector<std::size_t> values = values_of_products(g);
  if (g.relation.rel == Rel::eq || (values.empty() && !has_mean(g))) return std::nullopt;
  auto products = nodes_of(g.relation, is_product_over_range);
  for (const std::size_t i : values)
    if (const Expr& e = g.context.hypotheses()[i - 1].lhs; std::ranges::find(products, e) == products.end())
      products.push_back(e);
  if (products.empty() || products.size() > most_products_of_a_mean) return std::nullopt;
  Goal h = g;
  Proof out;
  for (const Expr& product : products) {
    const auto sum = sum_of_logarithms(h.context, product);
    if (!sum) return std::nullopt;
    const auto as_it_is = [](const Extended&, const Expr&) { return std::optional<Weights>(std::in_place); };
    const auto same = product_beside_exponential(h.context, {product, *sum}, Rel::eq, as_it_is, s);
    if (!same) return std::nullopt;
    cut_in(out, h, {Rel::eq, product, exp(*sum)}, *same);
    // Below a root its name is asked to be positive, too.
    if (!put_value(product, exp(*sum), h, out, range_from_zero(h.context, product))) return std::nullopt;
  }
  for (const std::size_t i : values)
    if (!know_logarithm(h, i, out)) return std::nullopt;
  const Expr lhs = with_plain_exponentials(h.relation.lhs), rhs = with_plain_exponentials(h.relation.rhs);
  const ProveGoal logs = [&](const Goal& k) -> Tree {
    const bool of_logs = (is_product_of_exponentials(lhs) || is_product_of_exponentials(rhs)) &&
                         k.context.positive_(lhs) && k.context.positive_(rhs);
    if (!of_logs) return rest(k);
    return steps(k, rule::TakeLog{}, {[&](const Goal& m) {
                   return rewritten(m, log_by_factors(m.context, lhs), log_by_factors(m.context, rhs), rest);
                 }});
  };
  const Tree t = rewritten(h, lhs, rhs, logs);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace dpcert::verify
