// Squares of sums over one range beside products of two such sums (Cauchy): where h^2 = f g holds of the terms,
// sum(f) sum(g) >= sum(h)^2. For claims about n records such as sum(sqrt(x y))^2 <= sum(x) sum(y) and
// sum(w x)^2 <= sum(w) sum(w x^2).
#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_sums = 5, most_said = 3;

class SquaresOfSums {
 public:
  SquaresOfSums(const Goal& g, const Subprover& s, int depth) : g_(g), s_(s), depth_(depth) {}

  Tree run() {
    const auto found = sums_over_one_range(g_.relation, g_.context);
    if (!found || found->size() > most_sums) return std::nullopt;
    sums_ = *found;
    // What is known of the records at the index of a term.
    const std::string name = fresh_name(g_.context);
    const auto first = after(rule::Termwise{name}, {g_.context, {Rel::ge, sum_of(1), 0}});
    if (!first) return std::nullopt;
    Extended term{*first};
    instantiate_at_index(term, Expr::variable(name));
    const Context& there = term.goal.context;
    Algebra a = there.algebra();
    const auto at_index = [&](const Expr& e) { return substitute(e, {{k_.variable(), Expr::variable(name)}}); };
    std::vector<Expr> all{1};
    for (const Expr& e : sums_)
      if (const Expr b = body_at(e, k_.variable()); there.knows({at_index(b), Need::nonnegative})) all.push_back(b);
    Goal h = g_;
    Proof out;
    std::size_t said = 0;
    for (const Expr& e : nodes_of(g_.relation, is_sum_over_range)) {
      const Expr product = body_at(e, k_.variable());
      for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size() && said < most_said; ++j) {
          if (all[i] == product || all[j] == product) continue;
          if (!a.is_zero(at_index(sub(power(product, 2), mul(all[i], all[j]))))) continue;
          if (say(all[i], all[j], product, h, out)) ++said;
        }
    }
    if (said == 0 || !take_values_of(sums_, h, out) || !looks_nonnegative(h.context, h.difference()))
      return std::nullopt;
    Tree t = s_.immediate(h);
    if (!t) t = s_.prove(h, depth_ - 1, s_.numeric);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

 private:
  [[nodiscard]] Expr sum_of(const Expr& body) const {
    return Expr::repeated(Op::sum, k_.variable(), sums_[0].arg(0), sums_[0].arg(1), body);
  }

  // s^2 f - 2 s t h + t^2 e, which is a square, as a sum, and what that is.
  struct Said {
    Relation sum;
    Proof proof;
  };
  [[nodiscard]] std::optional<Said> summed(const Goal& g, const Expr& f, const Expr& e, const Expr& h, const Expr& s,
                                           const Expr& t) const {
    const Expr body = add(sub(mul(power(s, 2), f), mul(Expr(2), mul(mul(s, t), h))), mul(power(t, 2), e));
    const Relation sum{Rel::ge, sum_of(body), 0};
    const std::string name = fresh_name(g.context);
    auto proof = steps({g.context, sum}, rule::Termwise{name}, {[&](const Goal& term) -> Tree {
                         Extended x{term};
                         const Expr index = Expr::variable(name);
                         instantiate_at_index(x, index);
                         const auto root = [&](const Expr& n) { return sqrt(substitute(n, {{k_.variable(), index}})); };
                         const Tree shown = by_a_square(x.goal, sub(mul(s, root(f)), mul(t, root(e))));
                         if (!shown) return std::nullopt;
                         append(x.lines, *shown);
                         return x.lines;
                       }});
    if (!proof) return std::nullopt;
    return Said{sum, *std::move(proof)};
  }
  Tree by_a_square(const Goal& term, const Expr& squared) const {
    if (auto shown = s_.immediate(term)) return shown;
    const Expr square = power(squared, 2);
    if (term.context.algebra().is_zero(sub(term.difference(), square)))
      return rewritten(term, square, 0, [](const Goal&) -> Tree { return Proof{rule::Sign{}}; });
    return s_.prove(term, 2, false);
  }

  // A B >= C^2 for the sums of f, e and h. With B > 0 it is the sum at s = B, t = C over B; else B = 0, and the sum at
  // s = C, t = A + 1 says that C is 0.
  bool say(const Expr& one, const Expr& other, const Expr& h, Goal& g, Proof& out) const {
    const auto value = [&](const Expr& body) {
      return body.is_constant(1) ? plus(sub(sums_[0].arg(1), sums_[0].arg(0)), 1) : sum_of(body);
    };
    const bool in_order = g.context.positive_(value(other));
    const Expr &f = in_order ? one : other, &e = in_order ? other : one;
    const Expr a = value(f), b = value(e), c = sum_of(h);
    const Relation claim{Rel::ge, sub(mul(a, b), power(c, 2)), 0};
    const std::size_t last = g.context.hypotheses().size();
    const auto with = [&](const Goal& at, const Expr& s, const Expr& t, const Coefficient& rest,
                          const Weights& weights) -> Tree {
      const auto said = summed(at, f, e, h, s, t);
      if (!said) return std::nullopt;
      Proof lines{rule::Cut{said->sum}};
      append(lines, said->proof);
      lines.emplace_back(rule::Combine{rest, weights});
      return lines;
    };
    const Goal here{g.context, claim};
    Tree shown;
    if (g.context.positive_(b)) {
      shown = with(here, b, c, Rational(0), {{last + 1, weight(quotient(1, b))}});
    } else {
      const Expr more = plus(a, 1), over = quotient(1, plus(a, 2));
      shown = steps(here, rule::Cases{negate(b)},
                    {[&](const Goal& none) {
                       return with(none, c, more, weight(mul(a, b)),
                                   {{last + 2, weight(over)}, {last + 1, weight(mul(power(more, 2), over))}});
                     },
                     [&](const Goal& some) {
                       return with(some, b, c, Rational(0), {{last + 2, weight(quotient(1, b))}});
                     }});
    }
    if (!shown) return false;
    cut_in(out, g, claim, *shown);
    return true;
  }

  const Goal& g_;
  const Subprover& s_;
  int depth_;
  const FreshIndex k_;
  std::vector<Expr> sums_;
};

}  // namespace

Tree by_squares_of_sums(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1 || g.relation.rel == Rel::eq) return std::nullopt;
  return SquaresOfSums(g, s, depth).run();
}

}  // namespace dpcert::verify
