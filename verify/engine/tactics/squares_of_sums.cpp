// Squares of sums over one range beside products of two such sums (Cauchy): where h^2 = f g holds of the terms,
// sum(f) sum(g) >= sum(h)^2. For claims about n records such as sum(sqrt(x y))^2 <= sum(x) sum(y),
// sum(w x)^2 <= sum(w) sum(w x^2), and for distances of laws: |p - q| is the product of the difference and the sum of
// their square roots.
#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_sums = 5, most_said = 3;

// A term that is not negative, and what is squared in it.
struct Square {
  Expr term, root;
};

class SquaresOfSums {
 public:
  SquaresOfSums(const Goal& g, const Subprover& s, int depth) : g_(g), s_(s), depth_(depth) {}

  Tree run() {
    if (!find_sums()) return std::nullopt;
    const auto term = term_of(sum_of(1));
    if (!term) return std::nullopt;
    Algebra a = term->goal.context.algebra();
    const auto known = [&](const Expr& e) { return term->goal.context.knows({at_index(e), Need::nonnegative}); };
    const std::vector<Square> all = squares(known);
    Goal h = g_;
    Proof out;
    std::size_t said = 0;
    for (std::size_t k = 0; k < of_goal_; ++k) {
      const Expr& product = bodies_[k];
      for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size() && said < most_said; ++j) {
          if (all[i].term == product || all[j].term == product) continue;
          if (!a.is_zero(at_index(sub(power(product, 2), mul(all[i].term, all[j].term))))) continue;
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
  bool find_sums() {
    const auto put = [&](const Relation& r) {
      for (const Expr& e : nodes_of(r, is_sum_over_range)) {
        if (!sums_.empty() && !(e.arg(0) == sums_[0].arg(0) && e.arg(1) == sums_[0].arg(1))) return false;
        if (std::ranges::find(sums_, e) == sums_.end()) sums_.push_back(e);
      }
      return true;
    };
    if (!put(g_.relation) || sums_.empty()) return false;
    of_goal_ = sums_.size();
    for (const Relation& h : g_.context.hypotheses())
      if (!put(h)) return false;
    for (const Expr& e : sums_) bodies_.push_back(body_at(e, k_.variable()));
    return sums_.size() <= most_sums;
  }

  // What may be f or g: the terms of the sums, 1, and for |u - v| the squares of the difference and the sum of roots.
  [[nodiscard]] std::vector<Square> squares(const std::function<bool(const Expr&)>& known) const {
    std::vector<Square> out{{1, 1}};
    for (const Expr& b : bodies_)
      if (known(b)) out.push_back({b, b.op() == Op::pow && b.arg(1).is_constant(2) ? b.arg(0) : sqrt(b)});
    for (std::size_t k = 0; k < of_goal_; ++k) {
      std::vector<Expr> terms;
      if (bodies_[k].op() == Op::abs) terms_of(bodies_[k].arg(0), 1, terms);
      if (terms.size() != 2) continue;
      if (!known(terms[0])) std::swap(terms[0], terms[1]);
      if (!known(terms[0]) || !known(negate(terms[1]))) continue;
      const Expr &u = terms[0], v = negate(terms[1]), twice = mul(Expr(2), sqrt(mul(u, v)));
      out.push_back({sub(add(u, v), twice), sub(sqrt(u), sqrt(v))});
      out.push_back({add(add(u, v), twice), add(sqrt(u), sqrt(v))});
    }
    return out;
  }

  [[nodiscard]] Expr sum_of(const Expr& body) const {
    return Expr::repeated(Op::sum, k_.variable(), sums_[0].arg(0), sums_[0].arg(1), body);
  }
  [[nodiscard]] Expr at_index(const Expr& body) const {
    return substitute(body, {{k_.variable(), Expr::variable(fresh_name(g_.context))}});
  }

  // The goal that a term of the sum is not negative, with what is known of the records there.
  [[nodiscard]] std::optional<Extended> term_of(const Expr& sum) const {
    const std::string name = fresh_name(g_.context);
    const auto term = after(rule::Termwise{name}, {g_.context, {Rel::ge, sum, 0}});
    if (!term) return std::nullopt;
    Extended x{*term};
    instantiate_at_index(x, Expr::variable(name));
    return x;
  }

  // s^2 f - 2 s t h + t^2 g, which is a square, as a sum, and what that is.
  struct Said {
    Relation sum;
    Proof proof;
  };
  [[nodiscard]] std::optional<Said> summed(const Goal& g, const Square& f, const Square& e, const Expr& h,
                                           const Expr& s, const Expr& t) const {
    const Expr body = add(sub(mul(power(s, 2), f.term), mul(Expr(2), mul(mul(s, t), h))), mul(power(t, 2), e.term));
    const Relation sum{Rel::ge, sum_of(body), 0};
    const std::string name = fresh_name(g.context);
    auto proof = steps({g.context, sum}, rule::Termwise{name}, {[&](const Goal& term) -> Tree {
                         Extended x{term};
                         const Expr index = Expr::variable(name);
                         instantiate_at_index(x, index);
                         const auto there = [&](const Expr& n) { return substitute(n, {{k_.variable(), index}}); };
                         Tree shown = by_a_square(x.goal, mul(s, there(f.root)), mul(t, there(e.root)), index);
                         if (!shown) return std::nullopt;
                         append(x.lines, *shown);
                         return x.lines;
                       }});
    if (!proof) return std::nullopt;
    return Said{sum, *std::move(proof)};
  }
  Tree by_a_square(const Goal& term, const Expr& one, const Expr& other, const Expr& index) const {
    if (auto shown = s_.immediate(term)) return shown;
    Algebra a = term.context.algebra();
    const Expr plain = without_decided_kinks(term.difference(), term.context);
    for (const bool minus : {true, false}) {
      const Expr square = power(minus ? sub(one, other) : add(one, other), 2);
      if (a.is_zero(sub(plain, square)))
        return rewritten(term, square, 0, [](const Goal&) -> Tree { return Proof{rule::Sign{}}; });
    }
    // |p - q| is p - q or q - p.
    for (const Expr& kink : nodes_of(term.relation, is_kink))
      if (const Expr u = decider_of_kink(kink); depends_on(u, index) && !term.context.knows({u, Need::nonnegative}) &&
                                                !term.context.knows({negate(u), Need::nonnegative}))
        return steps(term, rule::Cases{u}, {[&](const Goal& side) { return by_a_square(side, one, other, index); }});
    return s_.prove(term, 2, false);
  }

  // A B >= C^2 for the sums of f, g and h. With B > 0 it is the sum at s = B, t = C over B; else B = 0, and the sum at
  // s = C, t = A + 1 says that C is 0.
  bool say(const Square& one, const Square& other, const Expr& h, Goal& g, Proof& out) const {
    const auto value = [&](const Square& x) { return x.term.is_constant(1) ? length() : sum_of(x.term); };
    const bool in_order = g.context.positive_(value(other));
    const Square &f = in_order ? one : other, &e = in_order ? other : one;
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
    const auto is_known = [&](const Expr& n) { return std::ranges::find(sums_, n) != sums_.end(); };
    const auto in_known_sums = [&](const Expr& n) {
      return std::ranges::all_of(nodes_of({Rel::ge, n, 0}, is_sum_over_range), is_known);
    };
    if (in_known_sums(claim.lhs)) {
      cut_in(out, g, claim, *shown);
      return true;
    }
    Algebra forms = g.context.algebra();
    auto form = forms.simplified(claim.lhs);
    if (!form) return false;
    for (const Expr& n : nodes_of({Rel::ge, *form, 0}, is_sum_over_range)) {
      const auto same = std::ranges::find_if(sums_, [&](const Expr& e) { return e == n || forms.is_zero(sub(e, n)); });
      if (same == sums_.end()) return false;
      form = replaced(*form, n, *same);
    }
    Proof lines{rule::Cut{claim}};
    append(lines, *shown);
    lines.emplace_back(rule::Combine{Rational(0), {{last + 1, Rational(1)}}});
    cut_in(out, g, {Rel::ge, *form, 0}, lines);
    return true;
  }
  [[nodiscard]] Expr length() const { return plus(sub(sums_[0].arg(1), sums_[0].arg(0)), 1); }

  const Goal& g_;
  const Subprover& s_;
  int depth_;
  const FreshIndex k_;
  std::vector<Expr> sums_, bodies_;
  std::size_t of_goal_ = 0;
};

}  // namespace

Tree by_squares_of_sums(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1 || g.relation.rel == Rel::eq) return std::nullopt;
  return SquaresOfSums(g, s, depth).run();
}

}  // namespace dpcert::verify
