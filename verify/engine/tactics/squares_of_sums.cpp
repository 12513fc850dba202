// Squares of sums over one range beside products of two such sums (Cauchy): where h^2 = f g holds of the terms,
// sum(f) sum(g) >= sum(h)^2. For claims about n records such as sum(sqrt(x y))^2 <= sum(x) sum(y) and
// sum(w x)^2 <= sum(w) sum(w x^2). A factor need not be a term of the claim, if its sum is known by others: h^2/f
// (where n^2 <= sum(1 + x) sum(1/(1 + x)) speaks of sum(x)), the squares of sqrt(x) - sqrt(y) and sqrt(x) + sqrt(y)
// beside abs(x - y), and what is left of two lists without their means. Where the sums are made of one another,
// products of roots of what is >= 0 are looked at, too: (x - y)(y - z) beside squares of differences (Minkowski's
// inequality), (p - q) x beside (p - q)^2/q and q x^2, and tests between 0 and 1.
#include <algorithm>

#include "src/core/work.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/combinations_of_sums.hpp"
#include "verify/engine/tactics/sums_in_parts.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_sums = 8, most_said = 3;  // of each kind

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
    {
      const WorkLimit limit(work_left() / Effort::share);
      if (auto t = by({&SquaresOfSums::products_of_terms, &SquaresOfSums::quotients_of_terms,
                       &SquaresOfSums::products_of_roots, &SquaresOfSums::without_means}))
        return t;
    }
    combine_ = true;
    if (auto t = by({&SquaresOfSums::products_of_roots, &SquaresOfSums::geometric_means})) return t;
    for (const auto way : {&SquaresOfSums::means_without_mean, &SquaresOfSums::smaller_squares})
      if (auto t = by({way})) return t;
    return std::nullopt;
  }

 private:
  // Bodies of which h^2 = f e at every index; what f and e are the squares of, where that is known.
  struct Triple {
    Expr f, e, h;
    std::optional<std::pair<Expr, Expr>> roots = {};
    /// Where h^2 = f (e - gap) with gap >= 0; whether it is of f instead.
    std::optional<Expr> gap = {};
    bool gap_of_f = false;
    /// The sums, where they are known.
    struct Sums {
      Expr f, e, h;
    };
    std::optional<Sums> sums = {};
  };

  // By what is said of sums that are found in these ways.
  Tree by(const std::vector<std::vector<Triple> (SquaresOfSums::*)()>& ways) {
    Goal h = g_;
    Proof out;
    bool any = false;
    for (const auto find : ways) {
      std::size_t said = 0;
      for (const Triple& t : (this->*find)())
        if (said < most_said && say(t, h, out)) ++said;
      any = any || said > 0;
    }
    if (!any || !take_values_of(sums_, h, out) || !looks_nonnegative(h.context, h.difference())) return std::nullopt;
    Tree t = s_.immediate(h);
    // What is said may be beside the point, and other ways say other things.
    const WorkLimit limit(combine_ ? work_left() / Effort::share : work_left());
    if (!t) t = s_.prove(h, depth_ - 1, s_.numeric);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

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
      const std::pair roots{sub(sqrt(u), sqrt(v)), add(sqrt(u), sqrt(v))};
      if (combine_) out.push_back({power(roots.first, 2), power(roots.second, 2), h, roots});
      for (const Expr& r : all_) {
        if (combine_ || !a.is_zero(at_index(sub(power(r, 2), mul(u, v))))) continue;
        const Expr sum = add(u, v), twice = mul(Expr(2), r);
        out.push_back({sub(sum, twice), add(sum, twice), h, roots});
      }
    }
    return out;
  }

  [[nodiscard]] std::vector<Expr> lists_in_bodies() const {
    std::vector<Expr> lists;
    for (const Expr& body : bodies())
      for (const Expr& x : nodes_of({Rel::ge, body, 0}, [&](const Expr& n) {
             return n.op() == Op::sequence && depends_on(n, k_.variable());
           }))
        if (std::ranges::find(lists, x) == lists.end()) lists.push_back(x);
    return lists;
  }
  // Of lists x, y with weights w, perhaps all 1: w (x - X)^2, w (y - Y)^2 and w (x - X)(y - Y) with the means X and Y.
  std::vector<Triple> without_means() {
    std::vector<Triple> out;
    const std::vector<Expr> lists = lists_in_bodies();
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

  // A root of what is known to be >= 0, of squares that which is squared.
  static Expr root_of(const Expr& e) {
    if (e.op() == Op::pow && e.arg(1).is_constant(2)) return e.arg(0);
    if (e.op() == Op::mul) return mul(root_of(e.arg(0)), root_of(e.arg(1)));
    if (e.op() == Op::div) return quotient(root_of(e.arg(0)), root_of(e.arg(1)));
    return e.is_constant(1) ? e : sqrt(e);
  }
  // Bodies that are >= 0, and quotients of them of which the sums are known.
  std::vector<Expr> with_quotients() const {
    std::vector<Expr> all = all_, known;
    for (const Expr& sum : sums_) known.push_back(body_at(sum, k_.variable()));
    Algebra a = there_->algebra();
    for (const Expr& h : known)
      for (const Expr& f : known) {
        if (h == f || all.size() > most_sums + 2 || !there_->positive_(at_index(f))) continue;
        const Expr e = quotient(power(h, 2), f);
        if (there_->knows({at_index(e), Need::nonnegative}) && value_of(e) &&
            std::ranges::none_of(all, [&](const Expr& o) { return a.is_zero(at_index(sub(o, e))); }))
          all.push_back(e);
      }
    return all;
  }
  // What is >= 0 and of a known sum, by their roots: products of two roots of which the sum is made of others, too.
  std::vector<Triple> geometric_means() {
    const std::vector<Expr> all = with_quotients();
    Algebra a = there_->algebra();
    std::vector<Triple> out;
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        if (s_.out_of_time()) return out;
        const Expr u = root_of(all[i]), v = root_of(all[j]);
        const auto mean = a.simplified(at_index(mul(u, v)));
        if (!mean || mean->is_constant() || !depends_on(*mean, index_)) continue;
        const Expr h = substitute(*mean, {{index_, k_.variable()}});
        if (!is_said_already(out, h) && value_of(h)) out.push_back({all[i], all[j], h, std::pair{u, v}});
      }
    return out;
  }
  // w (x - X)^2 of a list x with its mean X beside e, and (x - X) times the geometric mean of w and e.
  std::vector<Triple> means_without_mean() {
    std::vector<Triple> out;
    Algebra a = there_->algebra();
    for (const Expr& x : lists_in_bodies())
      for (const Expr& w : all_) {
        const Expr once = mul(w, x), twice = mul(w, power(x, 2));
        const auto weights = value_of(w), xs = value_of(once), squares = value_of(twice);
        if (w == x || !weights || !xs || !squares || !g_.context.positive_(*weights)) continue;
        const Expr mean = quotient(*xs, *weights), r = sub(x, mean);
        for (const Expr& e : all_) {
          if (e == w || e.is_constant() || depends_on(e, x)) continue;
          const Expr v = root_of(e), u = root_of(w);
          const auto factor = a.simplified(at_index(mul(u, v)));
          if (!factor) continue;
          const Expr m = substitute(*factor, {{index_, k_.variable()}});
          const auto of_e = value_of(e), of_m = value_of(m), of_product = value_of(mul(m, x));
          if (!of_e || !of_m || !of_product) continue;
          out.push_back({mul(w, power(r, 2)),
                         e,
                         mul(m, r),
                         std::pair{mul(u, r), v},
                         {},
                         false,
                         Triple::Sums{sub(*squares, mul(mean, *xs)), *of_e, sub(*of_product, mul(mean, *of_m))}});
        }
      }
    return out;
  }
  // Of h^2 <= f e at every index, as for h = p w, f = p^2/q, e = q w with events or tests w.
  std::vector<Triple> smaller_squares() {
    std::vector<Triple> out;
    const std::vector<Expr> all = with_quotients();
    Algebra a = there_->algebra();
    for (const Expr& h : bodies())
      for (const Expr& f : all) {
        if (h == f || f.is_constant() || !there_->positive_(at_index(f))) continue;
        const auto e = a.simplified(at_index(quotient(power(h, 2), f)));
        if (!e) continue;
        for (const Expr& larger : all_) {
          const Expr gap = sub(larger, substitute(*e, {{index_, k_.variable()}}));
          if (larger == f || s_.out_of_time() || out.size() == most_said || !is_of_one_sign(gap)) continue;
          const Expr root = root_of(f);
          out.push_back({f, larger, h, std::pair{root, quotient(h, root)}, gap});
        }
      }
    return out;
  }
  // Is it >= 0 at every index?
  [[nodiscard]] bool is_of_one_sign(const Expr& gap) const {
    const Relation sign{Rel::ge, at_index(gap), 0};
    // What speaks of sums has no value at a point.
    std::vector<Relation> of_terms;
    for (const Relation& h : there_->hypotheses())
      if (nodes_of(h, is_sum_over_range).empty()) of_terms.push_back(h);
    Goal numbers{there_->with_hypotheses(of_terms), sign};
    Proof unused;
    if (!take_terms_as_numbers(numbers, unused)) return false;
    forget_integers(numbers, unused);
    if (!looks_nonnegative(numbers.context, numbers.difference())) return false;
    const WorkLimit limit(std::min(work_left(), Effort::work_of_a_condition));
    return s_.prove({*there_, sign}, 2, false).has_value();
  }
  static bool is_said_already(const std::vector<Triple>& all, const Expr& h) {
    return std::ranges::any_of(all, [&](const Triple& t) { return t.h == h; });
  }

  // The sum of a body by sums of the claim, if it is made of them.
  [[nodiscard]] std::optional<Expr> value_of(const Expr& body) const {
    if (body.is_constant(1)) return length();
    const Expr sum = sum_of(body);
    Algebra a = g_.context.algebra();
    if (const auto known = in_sums(a, sum, sums_)) return known;
    const auto form = a.simplified(sum);
    if (const auto known = form ? in_sums(a, *form, sums_) : std::nullopt) return known;
    if (!combine_) return std::nullopt;
    const auto made = made_of(body);
    return made ? std::optional(made->value) : std::nullopt;
  }
  [[nodiscard]] std::optional<CombinationOfSums> made_of(const Expr& body) const {
    return combination_of_sums(*there_, at_index(body), index_, sums_, length());
  }
  [[nodiscard]] Expr length() const { return plus(sub(sums_[0].arg(1), sums_[0].arg(0)), 1); }

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
    auto proof = steps({g.context, sum}, rule::Termwise{name}, {[&](const Goal& term) -> Tree {
                         Extended x{term};
                         const Expr index = Expr::variable(name);
                         instantiate_at_index(x, index);
                         const auto there = [&](const Expr& n) { return substitute(n, {{k_.variable(), index}}); };
                         const Expr f = of.roots ? of.roots->first : sqrt(of.f),
                                    e = of.roots ? of.roots->second : sqrt(of.e);
                         const auto square = [&](const Goal& h) {
                           const Expr one = mul(s, there(f)), other = mul(t, there(e));
                           if (!of.gap) return by_a_square(h, one, other);
                           return by_a_square_and(h, there(*of.gap), power(of.gap_of_f ? s : t, 2), one, other);
                         };
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

  // The same with a multiple of a gap beside the square.
  Tree by_a_square_and(const Goal& term, const Expr& gap, const Expr& times, const Expr& one, const Expr& other) const {
    const Relation sign{Rel::ge, gap, 0};
    const auto shown = s_.prove({term.context, sign}, 2, false);
    if (!shown) return std::nullopt;
    Goal h = term;
    Proof out;
    cut_in(out, h, sign, *shown);
    for (const Expr& square : {power(sub(one, other), 2), power(add(one, other), 2)}) {
      const rule::Combine all{weight(square), {{h.context.hypotheses().size(), weight(times)}}};
      if (!h.context.algebra().is_zero(beside(h, all))) continue;
      out.emplace_back(all);
      return out;
    }
    return std::nullopt;
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

  // What each part of the sum is that is made of others, times the weight of the whole.
  void say_parts(const SumInParts& parts, const Triple& of, const Expr& w, Goal& g, Proof& lines,
                 rule::Combine& all) const {
    for (const Expr& body : {of.f, of.e, of.h}) {
      const Expr sum = sum_of(body);
      const auto part = std::ranges::find(parts.parts, sum, &SumInParts::Part::sum);
      const auto made = part == parts.parts.end() ? std::nullopt : made_of(body);
      if (!made || g.context.algebra().is_zero(sub(sum, made->value))) continue;
      const auto proof = made->proof(g.context, sum, s_);
      if (!proof) continue;
      cut_in(lines, g, {Rel::eq, sum, made->value}, *proof);
      all.terms.emplace_back(g.context.hypotheses().size(), weight(negate(mul(w, part->factor))));
    }
  }

  // A B >= C^2 for the sums of f, e and h. With B > 0 it is the sum at s = B, t = C over B; else B = 0, and the sum at
  // s = C, t = A + 1 says that C is 0.
  bool say(const Triple& found, Goal& g, Proof& out) const {
    Triple of = found;
    if (!of.sums) {
      const auto f = value_of(of.f), e = value_of(of.e), h = value_of(of.h);
      if (!f || !e || !h) return false;
      of.sums = Triple::Sums{*f, *e, *h};
    }
    // What is known to be positive second.
    if (!g.context.positive_(of.sums->e)) {
      std::swap(of.f, of.e);
      std::swap(of.sums->f, of.sums->e);
      of.gap_of_f = !of.gap_of_f;
      if (of.roots) std::swap(of.roots->first, of.roots->second);
    }
    const Expr a = of.sums->f, b = of.sums->e, c = of.sums->h;
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
          if (i == number - 1) {
            all.terms.emplace_back(number, weight(negate(as_expression(w))));
            if (combine_) say_parts(parts, of, as_expression(w), behind, lines, all);
          }
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
  bool combine_ = false;   // sums are made of others with any factors
};

}  // namespace

Tree by_squares_of_sums(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1 || g.relation.rel == Rel::eq) return std::nullopt;
  const ProveGoal run = [&](const Goal& h) -> Tree {
    if (auto t = by_discriminant_of_sums(h, s, depth)) return t;
    return SquaresOfSums(h, s, depth).run();
  };
  if (auto t = by_squared_sides(g, run)) return t;
  return run(g);
}

}  // namespace dpcert::verify
