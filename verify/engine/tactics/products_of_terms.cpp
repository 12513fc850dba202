// Sums over one range of which a nonlinear one is bounded by others, since products of what is known of every record
// are not negative: sum(x^2) <= (a + b) sum(x) - n a b for records between a and b (Popoviciu, Bhatia and Davis,
// Kantorovich). A function that bends is between the ends of its argument on one side of its chord, as exp(t x) for x
// in
// [-1, 1] below cosh(t) + x sinh(t) (Hoeffding's lemma for the laws of n outcomes).
#include <algorithm>

#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/facts.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

// The relation with each bound of a range as a new index, as a sum over all of them, and its terms.
Relation summed(const Relation& r, const Expr& range, const std::vector<Expr>& indices) {
  Expr e = sub(r.lhs, r.rhs);
  for (auto k = indices.rbegin(); k != indices.rend(); ++k)
    e = Expr::repeated(Op::sum, *k, range.arg(0), range.arg(1), e);
  return {Rel::ge, e, 0};
}

// The variables that bounds of terms contain, with an end that they may be at, where a chord may have no slope.
std::vector<std::pair<Expr, bool>> ends_in_bounds(const Goal& g) {
  std::vector<std::pair<Expr, bool>> out;
  for (const Variable& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    const bool point = v.range.bounded() && v.range.lo.value == v.range.hi.value;
    if (v.integer || point || std::ranges::none_of(g.context.forall_hypotheses(), [&](const ForallHypothesis& h) {
          return mentions(h.relation, x);
        }))
      continue;
    for (const bool lower : {true, false})
      if (const End& end = lower ? v.range.lo : v.range.hi; !end.infinite && end.closed) out.emplace_back(x, lower);
  }
  return out;
}

// What is known of the records over the range of the sums of a goal, and the sums that may stand in what follows.
class ProductsOfTerms {
 public:
  ProductsOfTerms(const Goal& g, const Subprover& s, int depth)
      : g_(g), s_(s), depth_(depth), a_(g.context.algebra()), difference_(a_.simplified(g.difference())) {}

  Tree run() {
    if (!difference_ || !find_sums() || !find_factors()) return std::nullopt;
    Goal h = g_;
    Proof out;
    for (const Expr& body : bodies()) {
      if (said_ == Effort::Sums::most_products) break;
      add(body, h, out);
    }
    for (const Expr& sum : std::vector(sums_)) add_chord(sum, h, out);
    for (const ForallHypothesis& pairs : g_.context.forall_hypotheses()) add_pairs(pairs, h, out);
    const std::vector<Chain> chains = chains_of(g_.context);
    for (std::size_t i = 0; i < chains.size(); ++i)
      for (std::size_t j = i + 1; j < chains.size(); ++j) add_ordered(chains[i], chains[j], h, out);
    if (said_ == 0 || !take(rewrite_to(*difference_), h, out)) return std::nullopt;
    if (!take_values_of(sums_, h, out)) return std::nullopt;
    forget_integers(h, out);
    if (!looks_nonnegative(h.context, h.difference())) return std::nullopt;
    Tree t = s_.immediate(h);
    if (!t) t = without_bounded_values(h);
    if (!t) t = s_.prove(h, depth_ - 1, s_.numeric);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

 private:
  // D is affine in the value of a sum of which a hypothesis says that it is at most (at least) what stands without it:
  // with that in its place, sum by sum.
  Tree without_bounded_values(const Goal& g) {
    Algebra a = g.context.algebra();
    Expr d = g.difference();
    Weights weights;
    for (const Variable& v : g.context.variables()) {
      const Expr x = Expr::variable(v.name);
      if (g_.context.find(x) || !depends_on(d, x)) continue;
      const auto p = affine_in(a, g.context, d, x);
      for (std::size_t i = 0; p && i < g.context.hypotheses().size(); ++i) {
        const Relation& h = g.context.hypotheses()[i];
        const auto q = affine_in(a, g.context, sub(h.lhs, h.rhs), x);
        if (!q || q->second.is_constant(0) || depends_on(q->first, x)) continue;
        const auto m = a.simplified(quotient(p->second, q->second));
        if (!m || !is_defined(g.context, *m) || (h.rel != Rel::eq && !g.context.knows({*m, Need::nonnegative})))
          continue;
        const auto less = a.simplified(sub(d, mul(*m, sub(h.lhs, h.rhs))));
        if (!less || !is_defined(g.context, *less) || !looks_nonnegative(g.context, *less)) continue;
        d = *less;
        weights.emplace_back(i + 1, weight(*m));
        break;
      }
    }
    if (weights.empty()) return std::nullopt;
    const Relation rest{g.relation.rel, d, 0};
    Tree t = s_.immediate({g.context, rest});
    if (!t) t = s_.prove({g.context, rest}, depth_ - 1, s_.numeric);
    if (!t) return std::nullopt;
    weights.emplace_back(g.context.hypotheses().size() + 1, Rational(1));
    Proof out{rule::Cut{rest}};
    append(out, *t);
    out.emplace_back(rule::Combine{Rational(0), weights});
    return out;
  }

  bool find_sums() {
    const auto found = sums_over_one_range({Rel::ge, *difference_, 0}, g_.context);
    if (!found || found->size() > Effort::Sums::most_products) return false;
    sums_ = *found;
    // As they are typed, if they are: what else speaks of them has the same names for them.
    const auto typed = nodes_of(g_.relation, is_sum_over_range);
    for (Expr& sum : sums_) {
      const auto same = std::ranges::find_if(typed, [&](const Expr& s) { return a_.is_zero(sub(s, sum)); });
      if (same == typed.end() || *same == sum) continue;
      difference_ = replaced(*difference_, sum, *same);
      sum = *same;
    }
    return true;
  }

  bool find_factors() {
    const Context& c = g_.context;
    for (const ForallHypothesis& h : c.forall_hypotheses()) {
      if (!h.inner.empty() || !covers(h)) continue;
      const Relation r = at_value(h, k_.variable()).relation;
      if (r.rel != Rel::eq) factors_.push_back(sub(r.lhs, r.rhs));
    }
    // What terms are divided by.
    for (const Expr& e : sums_)
      for (const Expr& d : nodes_of({Rel::ge, body_at(e, k_.variable()), 0}, [](const Expr& n) {
             return n.op() == Op::div || (n.op() == Op::pow && n.arg(1).is_constant(-1));
           })) {
        const Expr& below = d.op() == Op::div ? d.arg(1) : d.arg(0);
        if (depends_on(below, k_.variable()) && std::ranges::find(below_, below) == below_.end())
          below_.push_back(below);
      }
    return factors_.size() <= Effort::Sums::most_factors;
  }

  // Products of two or three factors, perhaps over what terms are divided by, whose sums are those that are known.
  std::vector<Expr> bodies() {
    std::vector<Expr> out;
    const auto put = [&](const Expr& body) {
      for (std::size_t i = 0; i <= below_.size(); ++i) {
        const Expr e = i == 0 ? body : quotient(body, below_[i - 1]);
        const auto form = a_.simplified(sum_of(e));
        if (form && in_sums(a_, *form, sums_)) out.push_back(e);
      }
    };
    for (std::size_t i = 0; i < factors_.size(); ++i)
      for (std::size_t j = i + 1; j < factors_.size(); ++j) {
        put(mul(factors_[i], factors_[j]));
        for (std::size_t l = j + 1; l < factors_.size(); ++l) put(mul(mul(factors_[i], factors_[j]), factors_[l]));
      }
    return out;
  }

  [[nodiscard]] Expr sum_of(const Expr& body) const {
    return Expr::repeated(Op::sum, k_.variable(), sums_[0].arg(0), sums_[0].arg(1), body);
  }

  void add(const Expr& body, Goal& h, Proof& out) {
    const Relation sum{Rel::ge, sum_of(body), 0};
    const auto form = form_of(sum.lhs);
    if (!form || form->is_constant()) return;
    const std::string name = fresh_name(h.context);
    const auto terms = steps({h.context, sum}, rule::Termwise{name}, {[&](const Goal& term) -> Tree {
                               Extended x{term};
                               instantiate_at_index(x, Expr::variable(name));
                               const auto t = s_.immediate(x.goal);
                               if (!t) return std::nullopt;
                               append(x.lines, *t);
                               return x.lines;
                             }});
    if (terms) say(sum, *form, *terms, h, out);
  }

  // A sum of terms that bend, against the sums of two bodies by the chord of each term between the ends of a value.
  void add_chord(const Expr& sum, Goal& h, Proof& out) {
    for (std::size_t i = 0; i < factors_.size(); ++i)
      for (std::size_t j = i + 1; j < factors_.size(); ++j) {
        const auto ends = ends_of_value(factors_[i], factors_[j]);
        if (!ends || affine_in(a_, g_.context, body_at(sum, k_.variable()), ends->value)) continue;
        for (std::size_t m = 0; m < sums_.size(); ++m)
          for (std::size_t n = m + 1; n < sums_.size(); ++n) {
            if (sums_[m] == sum || sums_[n] == sum || said_ == Effort::Sums::most_products || s_.out_of_time())
              continue;
            const auto multiples = chord(sum, sums_[m], sums_[n], *ends);
            if (!multiples || !defined(multiples->first, h, out) || !defined(multiples->second, h, out)) continue;
            const auto less = [&](const std::function<Expr(const Expr&)>& of) {
              return sub(dpcert::add(mul(multiples->first, of(sums_[m])), mul(multiples->second, of(sums_[n]))),
                         of(sum));
            };
            const auto term = [&](const Expr& e) { return body_at(e, k_.variable()); };
            if (add_bent(less(term), less([](const Expr& e) { return e; }), h, out)) return;
          }
      }
  }

  // Is e defined, perhaps behind cuts? Not where a condition is 0 at an end of a variable.
  bool defined(const Expr& e, Goal& h, Proof& out) {
    for (const auto& [x, lower] : ends_in_bounds(g_)) {
      const Range& range = g_.context.find(x)->range;
      const Expr end((lower ? range.lo : range.hi).value);
      for (const Condition& c : side_conditions(e, h.context))
        if (a_.is_zero(substitute(c.u, {{x, end}}))) return false;
    }
    return std::ranges::all_of(side_conditions(e, h.context), [&](const Condition& condition) {
      return h.context.knows(condition) || cut_in(out, h, condition, s_);
    });
  }

  struct Ends {
    Expr value, one, other;
  };
  // Two factors that are affine in one value of a sequence: where each is 0.
  std::optional<Ends> ends_of_value(const Expr& one, const Expr& other) {
    for (const Expr& v : nodes_of({Rel::ge, one, 0}, [](const Expr& n) { return n.op() == Op::sequence; })) {
      const auto p = affine_in(a_, g_.context, one, v), q = affine_in(a_, g_.context, other, v);
      if (!p || !q || p->second.is_constant(0) || q->second.is_constant(0)) continue;
      const auto at = a_.simplified(negate(quotient(p->first, p->second))),
                 to = a_.simplified(negate(quotient(q->first, q->second)));
      if (at && to && !a_.is_zero(sub(*at, *to))) return Ends{v, *at, *to};
    }
    return std::nullopt;
  }

  // The multiples of two bodies that are a third one at both ends.
  std::optional<std::pair<Expr, Expr>> chord(const Expr& sum, const Expr& one, const Expr& other, const Ends& ends) {
    const auto at = [&](const Expr& e, const Expr& end) {
      return replaced(body_at(e, k_.variable()), ends.value, end);
    };
    const Expr u = at(one, ends.one), v = at(other, ends.one), x = at(one, ends.other), y = at(other, ends.other),
               f = at(sum, ends.one), e = at(sum, ends.other);
    if (!affine_in(a_, g_.context, body_at(one, k_.variable()), ends.value) ||
        !affine_in(a_, g_.context, body_at(other, k_.variable()), ends.value))
      return std::nullopt;
    // Of other values, as weights, both are free: they are numbers > 0 here.
    Context with = g_.context;
    std::vector<std::pair<Expr, Expr>> numbers;
    for (const Expr& w : nodes_of({Rel::ge, dpcert::add(dpcert::add(mul(u, y), mul(v, x)), dpcert::add(f, e)), 0},
                                  [](const Expr& n) { return n.op() == Op::sequence; })) {
      const Expr name = Expr::variable("number " + std::to_string(numbers.size()));
      with = with.with_variable({name.name(), false, {{false, false, 0}, {true, false, 0}}});
      numbers.emplace_back(w, name);
    }
    Algebra forms = with.algebra();
    const auto free = [&](Expr q) -> std::optional<Expr> {
      for (const auto& [w, name] : numbers) q = replaced(q, w, name);
      const auto out = forms.simplified(q);
      if (!out || depends_on(*out, k_.variable())) return std::nullopt;
      for (const auto& [w, name] : numbers)
        if (depends_on(*out, name)) return std::nullopt;
      return out;
    };
    const Expr below = sub(mul(u, y), mul(v, x));
    if (a_.is_zero(below)) return std::nullopt;
    for (Expr value : {f, e}) {
      for (const auto& [w, name] : numbers) value = replaced(value, w, name);
      if (!is_defined(with, value)) return std::nullopt;
    }
    const auto first = free(quotient(sub(mul(f, y), mul(e, v)), below)),
               second = free(quotient(sub(mul(u, e), mul(x, f)), below));
    if (!first || !second) return std::nullopt;
    return std::pair{*first, *second};
  }

  // With the sign that its terms have.
  bool add_bent(const Expr& body, const Expr& in_sums, Goal& h, Proof& out) {
    for (const bool above : {true, false}) {
      const Relation sum{Rel::ge, sum_of(above ? body : negate(body)), 0};
      const std::string name = fresh_name(h.context);
      const auto terms = steps({h.context, sum}, rule::Termwise{name},
                               {[&](const Goal& term) { return bent(term, Expr::variable(name)); }});
      if (!terms) continue;
      say(sum, above ? in_sums : negate(in_sums), *terms, h, out);
      return true;
    }
    return false;
  }
  // A term at an index, with a variable for each of its values.
  Tree bent(const Goal& term, const Expr& index) {
    Extended x{term};
    instantiate_at_index(x, index);
    Goal h = x.goal;
    Proof out = x.lines;
    if (!take_terms_as_numbers(h, out)) return std::nullopt;
    for (const Variable& v : std::vector(h.context.variables()))
      if (v.integer) take(rule::Widen{Expr::variable(v.name), v.range}, h, out);
    if (!looks_nonnegative(h.context, h.difference())) return std::nullopt;
    Tree t = s_.immediate(h);
    if (!t) t = s_.prove(h, depth_ - 1, true);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  [[nodiscard]] bool covers(const ForallHypothesis& h) const {
    const Context& c = g_.context;
    return h.integer && c.knows({sub(sums_[0].arg(0), h.lo), Need::nonnegative}) &&
           (h.unbounded || c.knows({sub(h.hi, sums_[0].arg(1)), Need::nonnegative}));
  }

  // What is said of every two records, summed over both.
  void add_pairs(const ForallHypothesis& h, Goal& g, Proof& out) {
    if (h.inner.empty() || !covers(h)) return;
    const FreshIndex j;
    const ForallHypothesis one = at_value(h, k_.variable());
    if (!covers(one) || !one.inner.empty()) return;
    const Relation r = at_value(one, j.variable()).relation;
    if (r.rel == Rel::eq || !depends_on(sub(r.lhs, r.rhs), j.variable())) return;
    const Relation sum = summed(r, sums_[0], {k_.variable(), j.variable()});
    const auto form = form_of(sum.lhs);
    if (!form || form->is_constant()) return;
    const std::string first = fresh_name(g.context);
    const auto proof = steps({g.context, sum}, rule::Termwise{first}, {[&](const Goal& inner) -> Tree {
                               const std::string second = fresh_name(inner.context);
                               return steps(inner, rule::Termwise{second}, {[&](const Goal& term) -> Tree {
                                              Extended x{term};
                                              instantiate_at_index(x, Expr::variable(first), {Expr::variable(second)});
                                              const auto t = s_.immediate(x.goal);
                                              if (!t) return std::nullopt;
                                              append(x.lines, *t);
                                              return x.lines;
                                            }});
                             }});
    if (proof) say(sum, *form, *proof, g, out);
  }

  // Two lists that rise or fall: (x(i) - x(j)) (y(i) - y(j)) has one sign, summed over all i and j (Chebyshev).
  void add_ordered(const Chain& one, const Chain& two, Goal& g, Proof& out) {
    const auto in_range = [&](const Chain& chain) {
      const ForallHypothesis& h = g_.context.forall_hypotheses()[chain.number];
      return chain.more.is_constant(0) && g_.context.knows({sub(sums_[0].arg(0), h.lo), Need::nonnegative}) &&
             (h.unbounded || g_.context.knows({plus(sub(h.hi, sums_[0].arg(1)), 1), Need::nonnegative}));
    };
    if (one.name == two.name || !in_range(one) || !in_range(two)) return;
    const FreshIndex other;
    const Expr &i = k_.variable(), &j = other.variable();
    const auto gap = [&](const Chain& chain) {
      return sub(Expr::sequence(chain.name, {i}), Expr::sequence(chain.name, {j}));
    };
    const Expr product = mul(Expr(one.sign * two.sign), mul(gap(one), gap(two)));
    const Relation sum = summed({Rel::ge, product, 0}, sums_[0], {i, j});
    const auto form = form_of(sum.lhs);
    if (!form) return;
    const std::string first = fresh_name(g.context);
    const auto ordered = [&](const Goal& term) -> Tree {
      Extended x{term};
      know_chains(x, places_in(term.relation));
      const auto t = s_.immediate(x.goal);
      if (!t) return std::nullopt;
      append(x.lines, *t);
      return x.lines;
    };
    const auto proof =
        steps({g.context, sum}, rule::Termwise{first}, {[&](const Goal& inner) -> Tree {
                const std::string second = fresh_name(inner.context);
                const Expr gap_of_places = sub(Expr::variable(first), Expr::variable(second));
                return steps(inner, rule::Termwise{second},
                             {[&](const Goal& term) { return steps(term, rule::Cases{gap_of_places}, {ordered}); }});
              }});
    if (proof) say(sum, *form, *proof, g, out);
  }

  std::optional<Expr> form_of(const Expr& sum) {
    const auto form = a_.simplified(sum);
    return form ? in_sums(a_, *form, sums_) : std::nullopt;
  }
  void say(const Relation& sum, const Expr& form, const Proof& proof, Goal& h, Proof& out) {
    Proof lines{rule::Cut{sum}};
    append(lines, proof);
    lines.emplace_back(rule::Combine{Rational(0), {{h.context.hypotheses().size() + 1, Rational(1)}}});
    cut_in(out, h, {Rel::ge, form, 0}, lines);
    ++said_;
  }

  const Goal& g_;
  const Subprover& s_;
  int depth_;
  Algebra a_;
  std::optional<Expr> difference_;
  const FreshIndex k_;
  std::vector<Expr> sums_, factors_, below_;
  std::size_t said_ = 0;
};

}  // namespace

Tree by_products_of_terms(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1 || g.relation.rel == Rel::eq || g.context.forall_hypotheses().empty()) return std::nullopt;
  if (auto t = ProductsOfTerms(g, s, depth).run()) return t;
  if (g.strict() || depth < 2) return std::nullopt;
  for (const auto& [x, lower] : ends_in_bounds(g)) {
    if (s.out_of_time()) return std::nullopt;
    Range range = g.context.find(x)->range;
    (lower ? range.lo : range.hi).closed = false;
    const auto inside = ProductsOfTerms({g.context.with_range(x, range), g.relation}, s, depth).run();
    if (!inside) continue;
    return steps(
        g, rule::CloseEnd{x, lower},
        {[&](const Goal& face) { return s.prove(face, depth - 1, s.numeric); }, [&](const Goal&) { return inside; }});
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
