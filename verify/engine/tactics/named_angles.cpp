// Angles that products with integers make, as n x and 2^n x: each as a variable, of which the addition theorems speak.
#include <algorithm>
#include <numeric>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/named_angles.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// The products in the arguments of sines and cosines, beside multiples of single variables and of pi.
class ProductsInAngles {
 public:
  explicit ProductsInAngles(const Context& c) : a_(c.algebra()) {}

  bool add_argument(const Expr& u) {
    const auto form = a_.expanded(u);
    if (!form) return false;
    std::vector<Expr> terms;
    terms_of(*form, Rational(1), terms);
    Argument out{0, {}};
    for (const Expr& t : terms) {
      const auto f = a_.factorization(t);
      if (!f) return false;
      if (is_plain(*f))
        out.plain = add(out.plain, t);
      else
        out.products.push_back(multiple_of_known(t, *f));
    }
    arguments_.push_back(std::move(out));
    return true;
  }
  [[nodiscard]] std::size_t count() const { return products_.size(); }
  // Each argument as a sum of equal parts, which a reader sees as nodes; nothing if they are too many.
  std::optional<std::vector<Expr>> written() {
    std::vector<Expr> out;
    for (const Argument& u : arguments_) {
      Expr e = u.plain;
      for (const auto& [number, q] : u.products) {
        const auto times = (q / unit(number)).to_int64();
        if (!times || std::abs(*times) > Effort::Angles::most_multiples) return std::nullopt;
        const Expr part = part_of(number);
        for (long i = 0; i < std::abs(*times); ++i)
          e = *times < 0 ? sub(e, part) : e.is_constant(0) ? part : add(e, part);
      }
      out.push_back(e);
    }
    return out;
  }
  Expr part_of(std::size_t number) {
    const Expr part = mul(Expr(unit(number)), products_[number].product);
    return a_.simplified(part).value_or(part);
  }

 private:
  struct Product {
    Expr product;
    std::int64_t below = 1, above = 0;  // the multiples are whole ones of above/below
  };
  struct Argument {
    Expr plain;
    std::vector<std::pair<std::size_t, Rational>> products;
  };

  static bool is_plain(const Factorization& f) {
    if (f.factors.empty()) return true;
    const auto& [base, exponent] = f.factors[0];
    return f.factors.size() == 1 && exponent == 1 && (base.op() == Op::variable || base == Expr::pi());
  }
  std::pair<std::size_t, Rational> multiple_of_known(const Expr& t, const Factorization& f) {
    for (std::size_t i = 0; i < products_.size(); ++i)
      if (const auto q = a_.ratio(t, products_[i].product, true)) return seen(i, *q);
    products_.push_back({quotient(t, Expr(f.constant))});
    return seen(products_.size() - 1, f.constant);
  }
  std::pair<std::size_t, Rational> seen(std::size_t number, const Rational& q) {
    Product& p = products_[number];
    const auto n = q.to_int64_numerator(), d = q.to_int64_denominator();
    if (n && d && *d < largest && std::abs(*n) < largest) {
      const std::int64_t below = std::lcm(p.below, *d);
      p.above = std::gcd(p.above * (below / p.below), *n * (below / *d));
      p.below = below;
    }
    return {number, q};
  }
  [[nodiscard]] Rational unit(std::size_t number) const {
    const Product& p = products_[number];
    return p.above == 0 ? Rational(1) : Rational(p.above, p.below);
  }

  static constexpr std::int64_t largest = 1000;
  Algebra a_;
  std::vector<Product> products_;
  std::vector<Argument> arguments_;
};

}  // namespace

std::optional<Extended> with_named_angles(const Goal& g) {
  std::vector<Expr> arguments;
  for (const Expr& w : nodes_of(g.relation, is_wave)) {
    if (!nodes_of({Rel::eq, w.arg(0), 0}, is_wave).empty()) return std::nullopt;
    if (std::ranges::find(arguments, w.arg(0)) == arguments.end()) arguments.push_back(w.arg(0));
  }
  if (arguments.empty() || arguments.size() > Effort::Angles::most) return std::nullopt;
  ProductsInAngles products(g.context);
  for (const Expr& u : arguments)
    if (!products.add_argument(u)) return std::nullopt;
  const auto parts = products.count() == 0 ? std::nullopt : products.written();
  if (!parts) return std::nullopt;
  const auto written = [&](const Expr& e) {
    return transform(e, [&](const Expr& old, std::span<const Expr> args) -> Expr {
      const auto u = is_wave(old) ? std::ranges::find(arguments, old.arg(0)) : arguments.end();
      if (u == arguments.end()) return with_args(old, args);
      const Expr& part = (*parts)[static_cast<std::size_t>(u - arguments.begin())];
      return old.op() == Op::sin ? sin(part) : cos(part);
    });
  };
  Extended x{g};
  const Expr l = written(g.relation.lhs), r = written(g.relation.rhs);
  if (!(l == g.relation.lhs && r == g.relation.rhs) && !x.take(rule::Rewrite{l, r})) return std::nullopt;
  for (std::size_t i = 0; i < products.count(); ++i)
    if (!x.take(rule::Gen{fresh_name(x.goal.context), Range{}, products.part_of(i)})) return std::nullopt;
  return x;
}

Tree by_named_angles(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1) return std::nullopt;
  auto x = with_named_angles(g);
  if (!x) return std::nullopt;
  Tree t = s.immediate(x->goal);
  if (!t) t = by_angles(x->goal, s, depth);
  if (!t && g.relation.rel != Rel::eq) t = s.prove(x->goal, depth - 1, s.numeric);
  if (!t) return std::nullopt;
  append(x->lines, *t);
  return x->lines;
}

Tree by_induction_of_angles(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1 || g.relation.rel == Rel::eq) return std::nullopt;
  const auto waves = nodes_of(g.relation, is_wave);
  for (const auto& v : g.context.variables()) {
    const Expr n = Expr::variable(v.name);
    const auto moves = [&](const Expr& w) { return depends_on(w, n); };
    if (!v.integer || v.range.lo.infinite || std::ranges::none_of(waves, moves)) continue;
    const auto base = [&](const Goal& h) -> Tree {
      if (auto t = s.immediate(h)) return t;
      return s.prove(h, depth - 1, s.numeric);
    };
    // The difference of two neighbours.
    const auto step = [&](const Goal& h) -> Tree {
      const std::size_t known = h.context.hypotheses().size();
      const Relation& said = h.context.hypotheses().back();
      Algebra a = h.context.algebra();
      const Expr gap = sub(h.difference(), sub(said.lhs, said.rhs)), more = a.simplified(gap).value_or(gap);
      if (!looks_nonnegative(h.context, more)) return std::nullopt;
      const Relation rest{Rel::ge, more, 0};
      Proof out{rule::Cut{rest}};
      const auto t = by_named_angles(without_hypotheses({h.context, rest}, out), s, depth);
      if (!t) return std::nullopt;
      append(out, *t);
      out.emplace_back(rule::Combine{Rational(0), {{known, Rational(1)}, {known + 1, Rational(1)}}});
      return out;
    };
    if (auto t = steps(g, rule::Induct{n}, {base, step})) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
