// One function at two places whose order is known: D is a positive multiple of K(A) - K(B), as the slope of Jensen's
// gap along one of its variables is, or what a mean value leaves. On the way from B to A the sign of K' decides.
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

std::vector<Expr> variables_in(const Context& c, const Expr& e) {
  std::vector<Expr> out;
  for (const auto& v : c.variables())
    if (const Expr x = Expr::variable(v.name); depends_on(e, x)) out.push_back(x);
  return out;
}

// D = weight * form(a, b), form 0 where its two places are one: it is K(a) - K(b).
struct Difference {
  Expr one, other;    // the places
  Expr weight, form;  // of the places as variables `a` and `b`
  Range range;        // of both places
};

// A place under arithmetic as log(exp(place)), so that its node stays one: sums and products are flat.
Expr kept_whole(const Expr& e, const Expr& place) {
  return transform(e, [&](const Expr& n, std::span<Expr> args) -> Expr {
    const bool arithmetic =
        n.op() == Op::add || n.op() == Op::sub || n.op() == Op::mul || n.op() == Op::div || n.op() == Op::neg;
    if (arithmetic)
      for (Expr& a : args)
        if (a == place) a = log(exp(place));
    return with_args(n, args);
  });
}

class TwoValues {
 public:
  TwoValues(const Goal& g, const Subprover& s, int depth) : g_(g), s_(s), depth_(depth) {
    const std::string name = fresh_name(g.context);
    a_ = Expr::variable(name);
    b_ = Expr::variable(fresh_name(g.context.with_variable({name, false, {}})));
  }

  Tree prove() {
    const Expr d = g_.difference();
    const auto places = places_of(d);
    if (places.size() < 2 || places.size() > Effort::TwoValues::most_places) return std::nullopt;
    for (std::size_t i = 0; i < places.size(); ++i)
      for (std::size_t j = i + 1; j < places.size(); ++j) {
        if (s_.out_of_time()) return std::nullopt;
        const auto found = difference_of(d, places[i], places[j]);
        if (!found) continue;
        if (auto t = by_order(*found)) return t;
      }
    return std::nullopt;
  }

 private:
  // Variables, and arguments of functions that are made of several of them.
  std::vector<Expr> places_of(const Expr& d) const {
    std::vector<Expr> out;
    const auto put = [&](const Expr& e) {
      if (std::ranges::find(out, e) == out.end()) out.push_back(e);
    };
    for (const Expr& f : nodes_of(
             {Rel::ge, d, 0}, [](const Expr& e) { return e.args().size() == 1 && e.op() != Op::neg && !is_opaque(e); }))
      if (const auto in = variables_in(g_.context, f.arg(0)); in.size() > 1) put(f.arg(0));
    if (out.empty() && variables_in(g_.context, d).size() != 2) return {};
    for (const Expr& x : variables_in(g_.context, d))
      if (!g_.context.find(x)->integer) put(x);
    return out;
  }

  // D with the places as variables; what is left of another variable is solved from the second place.
  std::optional<Expr> in_places(const Expr& d, const Expr& one, const Expr& other) const {
    Expr e = d;
    if (one.op() != Op::variable) e = replaced(e, one, a_);
    if (other.op() != Op::variable) e = replaced(e, other, b_);
    if (one.op() == Op::variable) e = substitute(e, {{one, a_}});
    if (other.op() == Op::variable) e = substitute(e, {{other, b_}});
    const auto left = variables_in(g_.context, e);
    if (left.empty()) return e;
    if (left.size() > 1) return std::nullopt;
    // Of one compound place and a variable: other = M(one, left).
    if (other.op() == Op::variable && one.op() != Op::variable) return std::nullopt;
    if (one.op() != Op::variable) return std::nullopt;
    const Expr m = substitute(other, {{one, a_}});
    const auto in_m = variables_in(g_.context, m);
    if (in_m.size() != 1 || !(in_m[0] == left[0])) return std::nullopt;
    Algebra algebra = g_.context.algebra();
    // The place or its square is affine in that variable.
    for (const Expr& value : {b_, mul(b_, b_)}) {
      const auto square = value == b_ ? std::optional<Expr>(m) : algebra.simplified(mul(m, m));
      const auto p = square ? algebra.coefficients(*square, left[0]) : std::nullopt;
      if (!p || p->size() != 2) continue;
      return substitute(e, {{left[0], quotient(sub(value, (*p)[0]), (*p)[1])}});
    }
    return std::nullopt;
  }

  // Ends that both places keep: 0, and those of the variables in them.
  Range range_of(const Expr& one, const Expr& other) const {
    const Context& c = g_.context;
    std::vector<Rational> lows{Rational(0)}, highs{Rational(0)};
    for (const Expr& place : {one, other})
      for (const Expr& x : variables_in(c, place)) {
        const Range& r = c.find(x)->range;
        if (!r.lo.infinite) lows.push_back(r.lo.value);
        if (!r.hi.infinite) highs.push_back(r.hi.value);
      }
    std::ranges::sort(lows, [](const Rational& x, const Rational& y) { return y < x; });
    std::ranges::sort(highs);
    const auto beyond = [&](const Rational& q, bool low, Need need) {
      return std::ranges::all_of(std::vector{one, other}, [&](const Expr& e) {
        return c.knows({low ? sub(e, Expr(q)) : sub(Expr(q), e), need});
      });
    };
    Range out;
    const auto end = [&](const std::vector<Rational>& ends, bool low) -> End {
      for (const Rational& q : ends) {
        if (beyond(q, low, Need::positive)) return {false, false, q};
        if (beyond(q, low, Need::nonnegative)) return {false, true, q};
      }
      return {};
    };
    out.lo = end(lows, true);
    out.hi = end(highs, false);
    return out;
  }

  Context context_of_places(const Range& range) const {
    return Context(std::vector<Variable>{{a_.name(), false, range}, {b_.name(), false, range}});
  }

  // a(s) b(t) + c(s) d(t) over c(s) b(t): nothing where e is not made of two such products.
  std::optional<std::pair<Expr, Expr>> apart(const Context& c, const Expr& e) const {
    if (auto out = apart_as_written(c, e)) return out;
    const auto expanded = c.algebra().expanded(e);
    return expanded ? apart_as_written(c, *expanded) : std::nullopt;
  }

  std::optional<std::pair<Expr, Expr>> apart_as_written(const Context& c, const Expr& e) const {
    Algebra algebra = c.algebra();
    std::vector<Expr> terms;
    terms_of(e, Rational(1), terms);
    if (terms.size() < 2 || terms.size() > Effort::TwoValues::most_terms) return std::nullopt;
    // By their factors in b.
    std::vector<std::pair<Expr, Expr>> groups;
    for (const Expr& t : terms) {
      Expr in_a = 1, in_b = 1;
      bool both = false;
      const std::function<void(const Expr&, bool, bool)> factors = [&](const Expr& f, bool below, bool as_written) {
        if (f.op() == Op::mul) {
          factors(f.arg(0), below, as_written);
          factors(f.arg(1), below, as_written);
        } else if (f.op() == Op::div) {
          factors(f.arg(0), below, as_written);
          factors(f.arg(1), !below, as_written);
        } else if (f.op() == Op::neg) {
          in_a = negate(in_a);
          factors(f.arg(0), below, as_written);
        } else if (const auto simple =
                       as_written && depends_on(f, a_) && depends_on(f, b_) ? algebra.simplified(f) : std::nullopt;
                   simple) {  // a root of a product, say
          factors(*simple, below, false);
        } else {
          both = both || (depends_on(f, a_) && depends_on(f, b_));
          Expr& part = depends_on(f, b_) ? in_b : in_a;
          part = below ? quotient(part, f) : mul(part, f);
        }
      };
      factors(t, false, true);
      if (both) return std::nullopt;
      const auto same = std::ranges::find(groups, in_b, [](const auto& x) { return x.second; });
      if (same != groups.end())
        same->first = add(same->first, in_a);
      else
        groups.emplace_back(in_a, in_b);
      if (groups.size() > 2) return std::nullopt;
    }
    if (groups.size() != 2) return std::nullopt;
    for (std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const auto& [a, b] = groups[i];
      const auto& [cc, dd] = groups[1 - i];
      Expr weight = mul(cc, b);
      Expr form = add(quotient(a, cc), quotient(dd, b));
      if (c.positive_(negate(weight))) {
        weight = negate(weight);
        form = negate(form);
      } else if (!c.positive_(weight)) {
        continue;
      }
      if (is_defined(c, form)) return std::pair{weight, form};
    }
    return std::nullopt;
  }

  std::optional<Difference> difference_of(const Expr& d, const Expr& one, const Expr& other) const {
    if (one.op() == Op::variable && other.op() != Op::variable) return difference_at(d, one, other);
    if (auto out = difference_at(d, other, one)) return out;
    return one.op() == Op::variable ? std::nullopt : difference_at(d, one, other);
  }

  std::optional<Difference> difference_at(const Expr& d, const Expr& one, const Expr& other) const {
    const auto e = in_places(d, one, other);
    if (!e || !depends_on(*e, a_) || !depends_on(*e, b_)) return std::nullopt;
    const Range range = range_of(one, other);
    const Context c = context_of_places(range);
    const Expr together = substitute(*e, {{b_, a_}});
    if (!looks_nonnegative(c, together) || !looks_nonnegative(c, negate(together))) return std::nullopt;
    Algebra algebra = c.algebra();
    if (!algebra.is_zero(together)) return std::nullopt;
    const auto separated = [&](const Expr& form) {
      return is_smooth_in(form, a_) && is_smooth_in(form, b_) && algebra.is_zero(derivative(derivative(form, a_), b_));
    };
    if (separated(*e)) return Difference{one, other, 1, *e, range};
    const auto parts = apart(c, *e);
    if (!parts || !separated(parts->second)) return std::nullopt;
    return Difference{one, other, parts->first, parts->second, range};
  }

  Tree by_order(const Difference& f) const {
    const Context& c = g_.context;
    const Expr gap = sub(f.one, f.other);
    for (const bool above : {true, false}) {
      const Expr room = above ? gap : negate(gap);
      if (!looks_nonnegative(c, room)) continue;
      // The slope on the way from the lower place to the upper one.
      const Context alone = context_of_places(f.range);
      Expr slope = above ? derivative(f.form, a_) : derivative(f.form, b_);
      slope = substitute(slope, {{b_, a_}});
      const auto simple = alone.algebra().simplified(slope);
      if (simple && is_defined(alone, *simple)) slope = *simple;
      if (!is_defined(alone, slope)) continue;
      if (!looks_nonnegative(alone, slope)) continue;
      if (auto t = along(f, above, room, slope)) return t;
    }
    return std::nullopt;
  }

  // What is known of one place alone and holds at the other one, too.
  std::vector<Relation> known_of_both(const Difference& f, Goal& h, Proof& out) const {
    std::vector<Relation> both;
    const auto hypotheses = h.context.hypotheses();
    for (const Relation& r : hypotheses) {
      const auto in = variables_in(h.context, sub(r.lhs, r.rhs));
      if (in.size() != 1 || r.rel == Rel::eq) continue;
      const bool of_one = in[0] == f.one, of_other = in[0] == f.other;
      if (!of_one && !of_other) continue;
      const Relation there = substitute(r, {{in[0], of_one ? f.other : f.one}});
      if (h.context.matching_hypothesis(sub(there.lhs, there.rhs), there.rel) == 0) {
        const Goal side{h.context, there};
        auto t = s_.immediate(side);
        if (!t) t = s_.prove(side, 1, false);
        if (!t) continue;
        cut_in(out, h, there, *t);
      }
      both.push_back(substitute(r, {{in[0], a_}}));
    }
    return both;
  }

  Tree along(const Difference& f, bool above, const Expr& room, const Expr& slope) const {
    Goal h = g_;
    Proof out;
    const Relation order{h.strict() ? Rel::gt : Rel::ge, above ? f.one : f.other, above ? f.other : f.one};
    if (!h.context.knows({room, h.strict() ? Need::positive : Need::nonnegative})) {
      const Goal side{h.context, order};
      auto t = s_.immediate(side);
      if (!t) t = s_.prove(side, Effort::TwoValues::depth_of_the_order, false);
      if (!t) return std::nullopt;
      cut_in(out, h, order, *t);
    } else if (std::ranges::find(h.context.hypotheses(), order) == h.context.hypotheses().end()) {
      // As it is written, so that it speaks of the places when they are variables.
      cut_in(out, h, order, Proof{rule::Sign{}});
    }
    const auto both = known_of_both(f, h, out);
    const auto put = [&](const Expr& e) {
      const Expr whole = kept_whole(kept_whole(e, a_), b_);
      return substitute(whole, {{a_, f.one}, {b_, f.other}});
    };
    if (!take(rule::Factor{put(f.weight), put(f.form)}, h, out)) return std::nullopt;
    // Compound places as variables.
    Expr a = f.one, b = f.other;
    for (Expr* place : {&a, &b}) {
      if (place->op() == Op::variable) continue;
      const std::string name = fresh_name(h.context);
      if (!take(rule::Gen{name, f.range, *place}, h, out)) return std::nullopt;
      *place = Expr::variable(name);
    }
    for (const Expr& x : variables_in(h.context, h.difference()))
      if (!(x == a) && !(x == b)) return std::nullopt;
    // The way from the lower place to the upper one, as a variable.
    const Expr low = above ? b : a, high = above ? a : b, moving = above ? a_ : b_, still = above ? b_ : a_;
    const auto on_the_way = [&](const Expr& part) { return add(low, mul(part, sub(high, low))); };
    const Expr whole = kept_whole(f.form, moving);
    const auto at = [&](const Expr& part) { return substitute(whole, {{moving, on_the_way(part)}, {still, low}}); };
    if (!take(rule::Rewrite{at(exp(Expr(0))), std::nullopt}, h, out)) return std::nullopt;
    const std::string name = fresh_name(h.context);
    const Expr part = Expr::variable(name);
    if (!take(rule::Gen{name, {{false, false, Rational(0)}, {false, true, Rational(1)}}, exp(Expr(0))}, h, out))
      return std::nullopt;
    const auto smooth = smoothness(h.context, h.difference(), part, true);
    if (!smooth) return std::nullopt;
    const Step step = rule::Mono{part, true, true, h.strict()};
    const auto t = steps(
        h, step,
        {[&](const Goal& k) { return by_slope(k, high, low, on_the_way(part), slope, f.range, both); }, s_.immediate});
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  // (high - low) K'(place) at a place on the way: a goal in the place alone.
  Tree by_slope(const Goal& g, const Expr& high, const Expr& low, const Expr& place, const Expr& slope,
                const Range& range, const std::vector<Relation>& both) const {
    Goal h = g;
    Proof out;
    const Expr whole = substitute(kept_whole(slope, a_), {{a_, place}});
    if (!take(rule::Factor{sub(high, low), whole}, h, out)) return std::nullopt;
    for (const Relation& r : both) {
      const Relation there = substitute(r, {{a_, place}});
      const auto t = s_.immediate({h.context, there});
      if (!t) return std::nullopt;
      cut_in(out, h, there, *t);
    }
    const std::string name = fresh_name(h.context);
    if (!take(rule::Gen{name, range, place}, h, out)) return std::nullopt;
    const Expr u = Expr::variable(name);
    for (const auto& v : g.context.variables()) {
      const Expr x = Expr::variable(v.name);
      if (std::ranges::none_of(h.context.hypotheses(), [&](const Relation& r) { return mentions(r, x); })) continue;
      const Variable* here = h.context.find(x);
      if (!here || !take(rule::Widen{x, here->range}, h, out)) return std::nullopt;
    }
    if (!take(rewrite_to(substitute(slope, {{a_, u}})), h, out)) return std::nullopt;
    const auto t = s_.prove(h, depth_, s_.numeric);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  const Goal& g_;
  const Subprover& s_;
  int depth_;
  Expr a_, b_;
};

// log(1 + u) as log1p(u), whose sign is seen where that of u is.
Expr with_plain_signs(const Context& c, const Expr& e) {
  Algebra a = c.algebra();
  return transform(e, [&](const Expr& n, std::span<Expr> args) -> Expr {
    const Expr same = with_args(n, args);
    if (n.op() != Op::log || c.positive_(same)) return same;
    const auto u = a.simplified(sub(args[0], 1));
    return u && c.positive_(*u) ? log1p(*u) : same;
  });
}

// Jensen's gaps: D is 0, or is known, where a variable has the value at which its slope vanishes, and that slope is one
// function at two places.
class JensenGaps {
 public:
  explicit JensenGaps(const Subprover& s, int depth) : s_(s), depth_(depth) {}

  Tree prove(const Goal& g, int times) const {
    const Expr d = g.difference();
    const auto along = [&](const Variable& v) {
      const Expr x = Expr::variable(v.name);
      return !v.integer && depends_on(d, x) && is_smooth_in(d, x);
    };
    for (const auto& v : g.context.variables())
      for (const bool lower : {true, false})
        if (along(v))
          if (auto t = from_end(g, v, lower)) return t;
    for (const auto& v : g.context.variables()) {
      if (!along(v)) continue;
      const Expr x = Expr::variable(v.name);
      for (const Expr& at : anchors_of(g, v)) {
        if (s_.out_of_time()) return std::nullopt;
        if (auto t = from(g, x, at, times)) return t;
      }
    }
    return std::nullopt;
  }

 private:
  static bool has_gammas(const Expr& d) {
    return !nodes_of({Rel::eq, d, 0}, [](const Expr& e) {
              return e.op() == Op::lgamma || e.op() == Op::polygamma;
            }).empty();
  }
  // Other variables of its range; and where x is the mean of all variables that a function is taken at.
  static std::vector<Expr> anchors_of(const Goal& g, const Variable& v) {
    std::vector<Expr> out;
    const Expr x = Expr::variable(v.name), d = g.difference();
    for (const auto& other : g.context.variables())
      if (const Expr y = Expr::variable(other.name); other.name != v.name && other.range == v.range && depends_on(d, y))
        out.push_back(y);
    if (out.size() < 2) return out;
    Algebra a = g.context.algebra();
    std::vector<Expr> means;
    for (const Expr& f : nodes_of(g.relation, [&](const Expr& e) {
           return e.args().size() == 1 && e.op() != Op::neg && variables_in(g.context, e).size() > 2;
         })) {
      const auto p = a.coefficients(sub(f.arg(0), x), x);
      if (!p || p->size() != 2) continue;
      const auto at = a.simplified(negate(quotient((*p)[0], (*p)[1])));
      if (at && std::ranges::find(means, *at) == means.end()) means.push_back(*at);
    }
    // Of a parameter beside two variables, too, a gamma function may be taken at a sum.
    if (has_gammas(d)) means.insert(means.end(), out.begin(), out.end());
    return means;
  }

  Tree from(const Goal& g, const Expr& x, const Expr& at, int times) const {
    const Step deriv = rule::Deriv{x, at};
    const auto children = apply(deriv, g);
    if (!children || children->size() != 3) return std::nullopt;
    const auto there = (*children)[0];
    if (!looks_nonnegative(there.context, there.difference())) return std::nullopt;
    for (std::size_t side = 1; side <= 2; ++side)
      if (const Goal& c = (*children)[side]; !looks_nonnegative(c.context, c.difference())) return std::nullopt;
    Proof out{deriv};
    auto base = s_.immediate(there);
    if (!base && times > 1) base = prove(there, times - 1);
    if (!base) return std::nullopt;
    append(out, *base);
    for (std::size_t side = 1; side <= 2; ++side) {
      const Goal& c = (*children)[side];
      Tree t = s_.sign(c);
      if (!t) t = by_two_values(c, s_, depth_);
      if (!t && has_gammas(c.difference())) t = s_.prove_within(c, Effort::TwoValues::depth_of_a_slope, false, 0);
      if (!t) return std::nullopt;
      append(out, *t);
    }
    return out;
  }

  // D is 0 at a closed end, and its slope is one function at two places: log F(x) + log F(y) against log F(x + t) and
  // log F(y - t), say, of a function F that is log-concave.
  Tree from_end(const Goal& g, const Variable& v, bool lower) const {
    const End& end = lower ? v.range.lo : v.range.hi;
    if (end.infinite || !end.closed) return std::nullopt;
    const Step mono = rule::Mono{Expr::variable(v.name), lower};
    const auto children = apply(mono, g);
    if (!children || children->size() != 2) return std::nullopt;
    const auto &slope = (*children)[0], &there = (*children)[1];
    if (!g.context.algebra().is_zero(there.difference()) || !looks_nonnegative(slope.context, slope.difference()))
      return std::nullopt;
    const auto base = s_.immediate(there);
    const auto t = base ? by_two_values(slope, s_, depth_) : std::nullopt;
    if (!t) return std::nullopt;
    Proof out{mono};
    append(out, *t);
    append(out, *base);
    return out;
  }

  const Subprover& s_;
  int depth_;
};

}  // namespace

Tree by_jensen_gaps(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  const auto kinks = [](const Expr& e) { return is_kink(e) || is_rounded(e) || is_opaque(e); };
  if (size_of(g.difference()) > Effort::TwoValues::largest || !nodes_of(g.relation, kinks).empty()) return std::nullopt;
  const JensenGaps gaps(s, depth);
  if (auto t = gaps.prove(g, Effort::TwoValues::gaps_inside)) return t;
  // Of a function's logarithm, term by term as it is written: a normal form would have exponentials for its cosh.
  const Context& c = g.context;
  const Expr l = with_plain_signs(c, g.relation.lhs), r = with_plain_signs(c, g.relation.rhs);
  if (!c.positive_(l) || !c.positive_(r)) return std::nullopt;
  const Expr left = log_by_factors(c, l), right = log_by_factors(c, r);
  if (left == log(l) && right == log(r)) return std::nullopt;
  return rewritten(g, l, r, [&](const Goal& f) {
    return steps(f, rule::TakeLog{}, {[&](const Goal& h) {
                   return rewritten(h, left, right,
                                    [&](const Goal& k) { return gaps.prove(k, Effort::TwoValues::gaps_inside); });
                 }});
  });
}

Tree by_two_values(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty() || g.context.variables().size() < 2)
    return std::nullopt;
  if (size_of(g.difference()) > Effort::TwoValues::largest) return std::nullopt;
  const auto kinks = [](const Expr& e) { return is_kink(e) || is_rounded(e) || is_opaque(e); };
  if (!nodes_of(g.relation, kinks).empty()) return std::nullopt;
  return TwoValues(g, s, depth).prove();
}

}  // namespace dpcert::verify
