// Squares of sums over one range beside products of two such sums (Cauchy): where h^2 = f g holds of the terms,
// sum(f) sum(g) >= sum(h)^2. For claims about n records such as sum(sqrt(x y))^2 <= sum(x) sum(y) and
// sum(w x)^2 <= sum(w) sum(w x^2). A factor need not be a term of the claim, if its sum is known by others: h^2/f
// (where n^2 <= sum(1 + x) sum(1/(1 + x)) speaks of sum(x)), the squares of sqrt(x) - sqrt(y) and sqrt(x) + sqrt(y)
// beside abs(x - y), and what is left of two lists without their means.
#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/sums_in_parts.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_sums = 5, most_said = 3;  // of each kind

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
    there_ = term.goal.context;
    index_ = Expr::variable(name);
    all_.emplace_back(1);
    for (const Expr& e : sums_)
      if (const Expr b = body_at(e, k_.variable()); there_->knows({at_index(b), Need::nonnegative})) all_.push_back(b);
    Goal h = g_;
    Proof out;
    bool any = false;
    for (const auto find : {&SquaresOfSums::products_of_terms, &SquaresOfSums::quotients_of_terms,
                            &SquaresOfSums::products_of_roots, &SquaresOfSums::without_means}) {
      std::size_t said = 0;
      for (const Triple& t : (this->*find)())
        if (said < most_said && say(t, h, out)) ++said;
      any = any || said > 0;
    }
    if (!any || !take_values_of(sums_, h, out) || !looks_nonnegative(h.context, h.difference())) return std::nullopt;
    Tree t = s_.immediate(h);
    if (!t) t = s_.prove(h, depth_ - 1, s_.numeric);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

 private:
  // Bodies of which h^2 = f e at every index; what f and e are the squares of, where that is known.
  struct Triple {
    Expr f, e, h;
    std::optional<std::pair<Expr, Expr>> roots = {};
  };

  [[nodiscard]] Expr at_index(const Expr& e) const { return substitute(e, {{k_.variable(), index_}}); }
  [[nodiscard]] std::vector<Expr> bodies() const {
    std::vector<Expr> out;
    for (const Expr& e : nodes_of(g_.relation, is_sum_over_range)) out.push_back(body_at(e, k_.variable()));
    return out;
  }

  std::vector<Triple> products_of_terms() {
    std::vector<Triple> out;
    Algebra a = there_->algebra();
    for (const Expr& product : bodies())
      for (std::size_t i = 0; i < all_.size(); ++i)
        for (std::size_t j = i + 1; j < all_.size(); ++j) {
          if (all_[i] == product || all_[j] == product) continue;
          if (a.is_zero(at_index(sub(power(product, 2), mul(all_[i], all_[j])))))
            out.push_back({all_[i], all_[j], product});
        }
    return out;
  }

  // h^2/f beside f > 0.
  std::vector<Triple> quotients_of_terms() {
    std::vector<Triple> out;
    Algebra a = there_->algebra(), b = g_.context.algebra();
    std::vector<Expr> products = bodies();
    products.emplace_back(1);
    for (const Expr& f : all_)
      for (const Expr& h : products) {
        if (f == h || f.is_constant() || !there_->positive_(at_index(f))) continue;
        const auto e = a.simplified(at_index(quotient(power(h, 2), f)));
        if (!e || e->is_constant() || !there_->positive_(*e)) continue;
        const Expr body = substitute(*e, {{index_, k_.variable()}});
        // Its sum is made of others.
        const auto form = b.simplified(sum_of(body));
        if (form && !nodes_of({Rel::ge, *form, 0}, is_sum_over_range).empty() && in_sums(b, *form, sums_) &&
            std::ranges::find(all_, body) == all_.end())
          out.push_back({f, body, h});
      }
    return out;
  }

  // abs(u - v) with u and v >= 0 and their geometric mean.
  std::vector<Triple> products_of_roots() {
    std::vector<Triple> out;
    Algebra a = there_->algebra();
    for (const Expr& h : bodies()) {
      if (h.op() != Op::abs || h.arg(0).op() != Op::sub) continue;
      const Expr &u = h.arg(0).arg(0), &v = h.arg(0).arg(1);
      if (!there_->knows({at_index(u), Need::nonnegative}) || !there_->knows({at_index(v), Need::nonnegative}))
        continue;
      for (const Expr& r : all_) {
        if (!a.is_zero(at_index(sub(power(r, 2), mul(u, v))))) continue;
        const Expr sum = add(u, v), twice = mul(Expr(2), r);
        out.push_back({sub(sum, twice), add(sum, twice), h, std::pair{sub(sqrt(u), sqrt(v)), add(sqrt(u), sqrt(v))}});
      }
    }
    return out;
  }

  // Of lists x, y with weights w, perhaps all 1: w (x - X)^2, w (y - Y)^2 and w (x - X)(y - Y) with the means X and Y.
  std::vector<Triple> without_means() {
    std::vector<Triple> out;
    std::vector<Expr> lists;
    for (const Expr& body : bodies())
      for (const Expr& x : nodes_of({Rel::ge, body, 0}, [&](const Expr& n) {
             return n.op() == Op::sequence && depends_on(n, k_.variable());
           }))
        if (std::ranges::find(lists, x) == lists.end()) lists.push_back(x);
    for (const Expr& w : all_)
      for (std::size_t i = 0; i < lists.size(); ++i)
        for (std::size_t j = i + 1; j < lists.size(); ++j) {
          const Expr &x = lists[i], &y = lists[j];
          if (w == x || w == y || !value_of(mul(w, mul(x, y))) || !value_of(mul(w, power(x, 2))) ||
              !value_of(mul(w, power(y, 2))))
            continue;
          const auto weights = value_of(w), xs = value_of(mul(w, x)), ys = value_of(mul(w, y));
          if (!weights || !xs || !ys || !g_.context.positive_(*weights)) continue;
          const Expr r = sub(x, quotient(*xs, *weights)), t = sub(y, quotient(*ys, *weights));
          out.push_back({mul(w, power(r, 2)), mul(w, power(t, 2)), mul(w, mul(r, t))});
        }
    return out;
  }

  // The sum of a body by sums of the claim, if it is made of them.
  [[nodiscard]] std::optional<Expr> value_of(const Expr& body) const {
    if (body.is_constant(1)) return plus(sub(sums_[0].arg(1), sums_[0].arg(0)), 1);
    const Expr sum = sum_of(body);
    Algebra a = g_.context.algebra();
    if (const auto known = in_sums(a, sum, sums_)) return known;
    const auto form = a.simplified(sum);
    return form ? in_sums(a, *form, sums_) : std::nullopt;
  }

  [[nodiscard]] Expr sum_of(const Expr& body) const {
    return Expr::repeated(Op::sum, k_.variable(), sums_[0].arg(0), sums_[0].arg(1), body);
  }

  // s^2 f - 2 s t h + t^2 e, which is a square, as a sum, and what that is.
  struct Said {
    Relation sum;
    Proof proof;
  };
  [[nodiscard]] std::optional<Said> summed(const Goal& g, const Triple& of, const Expr& s, const Expr& t) const {
    const Expr body = add(sub(mul(power(s, 2), of.f), mul(Expr(2), mul(mul(s, t), of.h))), mul(power(t, 2), of.e));
    const Relation sum{Rel::ge, sum_of(body), 0};
    const std::string name = fresh_name(g.context);
    auto proof =
        steps({g.context, sum}, rule::Termwise{name}, {[&](const Goal& term) -> Tree {
                Extended x{term};
                const Expr index = Expr::variable(name);
                instantiate_at_index(x, index);
                const auto there = [&](const Expr& n) { return substitute(n, {{k_.variable(), index}}); };
                const Expr f = of.roots ? of.roots->first : sqrt(of.f), e = of.roots ? of.roots->second : sqrt(of.e);
                const auto square = [&](const Goal& h) { return by_a_square(h, mul(s, there(f)), mul(t, there(e))); };
                // The root of one may be below 0 where that of the other is not.
                const Tree shown = is_kink(of.h) && of.roots
                                       ? steps(x.goal, rule::Cases{decider_of_kink(there(of.h))}, {square})
                                       : square(x.goal);
                if (!shown) return std::nullopt;
                append(x.lines, *shown);
                return x.lines;
              }});
    if (!proof) return std::nullopt;
    return Said{sum, *std::move(proof)};
  }
  Tree by_a_square(const Goal& term, const Expr& one, const Expr& other) const {
    if (auto shown = s_.immediate(term)) return shown;
    const Expr d = without_decided_kinks(term.difference(), term.context);
    for (const Expr& square : {power(sub(one, other), 2), power(add(one, other), 2)})
      if (term.context.algebra().is_zero(sub(d, square)))
        return rewritten(term, d, 0, [&](const Goal& h) {
          return rewritten(h, square, 0, [](const Goal&) -> Tree { return Proof{rule::Sign{}}; });
        });
    return s_.prove(term, 2, false);
  }

  // That the sum of a body is not negative, since the body is the square of the root.
  bool say_sign(Goal& g, Proof& out, const Expr& body, const Expr& root, const Expr& value) const {
    if (g.context.knows({value, Need::nonnegative})) return true;
    const Relation sum{Rel::ge, sum_of(body), 0};
    const std::string name = fresh_name(g.context);
    const auto proof = steps({g.context, sum}, rule::Termwise{name}, {[&](const Goal& term) -> Tree {
                               Extended x{term};
                               const Expr index = Expr::variable(name);
                               instantiate_at_index(x, index);
                               const auto shown = by_a_square(x.goal, substitute(root, {{k_.variable(), index}}), 0);
                               if (!shown) return std::nullopt;
                               append(x.lines, *shown);
                               return x.lines;
                             }});
    if (!proof) return false;
    cut_in(out, g, sum, *proof);
    const rule::Combine same{Rational(0), {{g.context.hypotheses().size(), Rational(1)}}};
    const Relation claim{Rel::ge, value, 0};
    Algebra a = g.context.algebra();
    if (!a.is_zero(beside({g.context, claim}, same))) return false;
    cut_in(out, g, claim, {same});
    return true;
  }

  // A B >= C^2 for the sums of f, e and h. With B > 0 it is the sum at s = B, t = C over B; else B = 0, and the sum at
  // s = C, t = A + 1 says that C is 0.
  bool say(const Triple& found, Goal& g, Proof& out) const {
    if (!value_of(found.f) || !value_of(found.e) || !value_of(found.h)) return false;
    Triple of = found;
    // What is known to be positive second.
    if (!g.context.positive_(*value_of(of.e))) {
      std::swap(of.f, of.e);
      if (of.roots) std::swap(of.roots->first, of.roots->second);
    }
    const Expr a = *value_of(of.f), b = *value_of(of.e), c = *value_of(of.h);
    const Relation claim{Rel::ge, sub(mul(a, b), power(c, 2)), 0};
    const auto with = [&](const Goal& at, const Expr& s, const Expr& t, const Coefficient& rest,
                          const Weights& weights) -> Tree {
      const auto said = summed(at, of, s, t);
      if (!said) return std::nullopt;
      Goal behind = at;
      Proof lines;
      cut_in(lines, behind, said->sum, said->proof);
      rule::Combine all{rest, weights};
      Algebra forms = behind.context.algebra();
      const auto is_claim = [&] { return forms.is_zero(beside({behind.context, at.relation}, all)); };
      if (!is_claim()) {
        // A normal form need not take the sum apart.
        const SumInParts parts = SumInParts::of(said->sum.lhs);
        const auto equal = parts.proof(behind.context, s_);
        if (!equal) return std::nullopt;
        cut_in(lines, behind, {Rel::eq, said->sum.lhs, parts.total()}, *equal);
        const std::size_t number = behind.context.hypotheses().size();
        for (const auto& [i, w] : weights)
          if (i == number - 1) all.terms.emplace_back(number, weight(negate(as_expression(w))));
        if (!is_claim()) return std::nullopt;
      }
      lines.emplace_back(std::move(all));
      return lines;
    };
    Goal here{g.context, claim};
    Proof lines;
    // A sum of moduli inside of another sum is a number of its own there: normal forms know it at one depth.
    Expr root = c;
    if (!nodes_of({Rel::ge, of.h, 0}, is_kink).empty()) {
      auto number = number_for(here, c);
      if (!number) return false;
      root = number->number, here = number->goal, lines = std::move(number->lines);
    }
    const std::size_t named = here.context.hypotheses().size();
    if (!g.context.positive_(b)) {
      const auto [first, second] = of.roots.value_or(std::pair{sqrt(of.f), sqrt(of.e)});
      if (!say_sign(here, lines, of.f, first, a) || !say_sign(here, lines, of.e, second, b)) return false;
    }
    const std::size_t last = here.context.hypotheses().size();
    // The weights of the sum and of what says that B is not positive, and that of the number less C.
    const auto behind = [&](Weights weights, const Expr& of_number) {
      if (!(root == c)) weights.emplace_back(named, weight(of_number));
      return weights;
    };
    const auto positive = [&](const Goal& at, std::size_t sum) {
      return with(at, b, root, Rational(0), behind({{sum, weight(quotient(1, b))}}, sub(c, root)));
    };
    const auto none = [&](const Goal& at) {
      const Expr more = plus(a, 1), over = quotient(1, plus(a, 2));
      return with(at, root, more, weight(mul(a, b)),
                  behind({{last + 2, weight(over)}, {last + 1, weight(mul(power(more, 2), over))}},
                         sub(c, mul(mul(a, root), over))));
    };
    const Tree shown =
        g.context.positive_(b)
            ? positive(here, last + 1)
            : steps(here, rule::Cases{negate(b)}, {none, [&](const Goal& some) { return positive(some, last + 2); }});
    if (!shown) return false;
    append(lines, *shown);
    cut_in(out, g, claim, lines);
    return true;
  }

  const Goal& g_;
  const Subprover& s_;
  int depth_;
  const FreshIndex k_;
  std::vector<Expr> sums_;
  std::optional<Context> there_;  // at the index of a term
  Expr index_{0};
  std::vector<Expr> all_;  // 1, and the bodies that are >= 0
};

}  // namespace

Tree by_squares_of_sums(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1 || g.relation.rel == Rel::eq) return std::nullopt;
  return SquaresOfSums(g, s, depth).run();
}

}  // namespace dpcert::verify
