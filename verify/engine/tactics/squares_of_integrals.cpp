// Integrals over one range, of which the body of one is the geometric mean of the bodies of two others: its square is
// at most their product (the inequality of Cauchy, Bunyakovsky and Schwarz), since the integral of (l u - v)^2 is not
// negative for any l. For inequalities of Turan's type and logarithmic convexity of what is defined by an integral.
#include <algorithm>
#include <string>
#include <vector>

#include "verify/engine/tactics/everywhere.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_squared = 5;

struct MeanOfTwo {
  Expr mean, one, other;  // integrals
};

class SquaresOfIntegrals {
 public:
  SquaresOfIntegrals(const Goal& g, const Subprover& s, int depth) : g_(g), s_(s), depth_(depth) {}

  Tree run() {
    std::vector<Expr> all = nodes_of(g_.relation, is_integral);
    if (all.size() < 2 || all.size() > most_squared) return std::nullopt;
    const auto low = low_of(all.front()), high = high_of(all.front());
    const auto same_ends = [&](const Expr& i) { return low_of(i) == low && high_of(i) == high; };
    const auto exists = [&](const Expr& i) { return is_defined(g_.context, i); };
    if (!std::ranges::all_of(all, same_ends) || !std::ranges::all_of(all, exists)) return std::nullopt;
    // The length of the range is an integral, too.
    const Expr x = Expr::variable(fresh_name(g_.context));
    std::vector<Expr> others = all;
    if (low && high) others.push_back(Expr::integral(x, low, high, 1));
    for (const Expr& mean : others)
      for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < others.size(); ++j) {
          if (all[i] == mean || others[j] == mean) continue;
          const MeanOfTwo m{mean, all[i], others[j]};
          if (!is_mean(m, x)) continue;
          if (auto t = by(m)) return t;
        }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool is_mean(const MeanOfTwo& m, const Expr& x) const {
    const Context inside = g_.context.inside(m.mean, x);
    const Expr u = body_at(m.one, x), v = body_at(m.other, x);
    const auto not_negative = [&](const Expr& e) { return inside.knows({e, Need::nonnegative}); };
    return not_negative(u) && not_negative(v) && inside.algebra().is_zero(sub(pow(body_at(m.mean, x), 2), mul(u, v)));
  }

  [[nodiscard]] Tree by(const MeanOfTwo& m) const {
    Goal now = g_;
    Proof out;
    if (!know_positive(now, out, m.one)) return std::nullopt;
    const Relation product{Rel::ge, mul(m.one, m.other), pow(m.mean, 2)};
    const auto shown = product_above_square({now.context, product}, m);
    if (!shown) return std::nullopt;
    cut_in(out, now, product, *shown);
    // At once, or with numbers in the place of the integrals.
    const Expr d = sub(product.lhs, product.rhs);
    const auto ratio = g_.strict() ? std::nullopt : now.context.algebra().ratio(now.difference(), d, true);
    if (ratio && ratio->sign() > 0) {
      out.emplace_back(rule::Combine{Rational(0), {{now.context.hypotheses().size(), *ratio}}});
      return out;
    }
    for (const Expr& i : {m.mean, m.other}) {
      const bool in_goal = !nodes_of(g_.relation, [&](const Expr& e) { return e == i; }).empty();
      if (!in_goal && !know_length(now, out, i)) return std::nullopt;
      if (in_goal) know_positive(now, out, i);
    }
    for (const Expr& i : nodes_of(now.relation, is_integral)) {
      const bool positive = now.context.positive_(i);
      const Range range = positive ? Range{{false, false, Rational(0)}, {}} : Range{};
      if (!take(rule::Gen{fresh_name(now.context), range, i}, now, out)) return std::nullopt;
    }
    if (!looks_nonnegative(now.context, now.difference())) return std::nullopt;
    const auto rest = s_.prove(now, depth_ - 1, s_.numeric);
    if (!rest) return std::nullopt;
    append(out, *rest);
    return out;
  }

  bool know_positive(Goal& now, Proof& out, const Expr& i) const {
    const Relation sign{Rel::gt, i, 0};
    const auto shown = steps({now.context, sign}, rule::Termwise{fresh_name(now.context)},
                             {[&](const Goal& h) { return s_.prove(h, 1, false); }});
    if (shown) cut_in(out, now, sign, *shown);
    return shown.has_value();
  }
  // The integral of 1 by its value, in hypotheses, too.
  bool know_length(Goal& now, Proof& out, const Expr& i) const {
    const auto step = antiderivative(now.context, i);
    if (!step || !take(*step, now, out)) return false;
    return put_value(i, now.context.hypotheses().back().rhs, now, out);
  }

  // What holds of every l, at the quotient of two of the integrals.
  [[nodiscard]] Tree product_above_square(const Goal& g, const MeanOfTwo& m) const {
    const Everywhere all("@@multiple", [&](const Expr& l) {
      return Relation{Rel::ge, add(sub(mul(pow(l, 2), m.one), mul(mul(2, l), m.mean)), m.other), 0};
    });
    const auto of_every = [&](const Goal& every, const Expr& l) {
      // u l^2 - 2 w l + v = u (l - w/u)^2, since w^2 = u v.
      Subprover by_square = s_;
      by_square.prove_within = [&](const Goal& h, int depth, bool numeric, std::size_t most_boxes) -> Tree {
        const Expr x = Expr::variable(h.context.variables().back().name), u = body_at(m.one, x);
        const Expr square = mul(u, pow(sub(l, quotient(body_at(m.mean, x), u)), 2));
        if (h.context.positive_(u) && is_defined(h.context, square) &&
            h.context.algebra().is_zero(sub(h.difference(), square)))
          return Proof{rewrite_to(square), rule::Sign{}};
        return s_.prove_within(h, depth, numeric, most_boxes);
      };
      return by_integrals_together(every, by_square, depth_);
    };
    return by_every_number(g, all, of_every, quotient(m.mean, m.one), {}, weight(m.one));
  }

  const Goal& g_;
  const Subprover& s_;
  int depth_;
};

}  // namespace

Tree by_squares_of_integrals(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  return SquaresOfIntegrals(g, s, depth).run();
}

}  // namespace dpcert::verify
