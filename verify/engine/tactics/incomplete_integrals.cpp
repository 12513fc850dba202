// Incomplete gamma and beta functions as they are defined: parts of the mass of a Gamma or Beta law, with any shape.
// Two of them whose bodies differ by a simple factor are related by an integration by parts (recurrences); two with one
// body differ by the integral between their ends; and one alone is compared with an integral over the whole range by a
// factor that is at least 1 on its part (Chernoff's and Markov's bounds), or with one in which a factor of the body is
// fixed at the end that moves.
#include <algorithm>

#include "dpcert/core/error.hpp"
#include "verify/engine/proof/written.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/primitives.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_incomplete = 3;

// Powers and exponentials only: nothing else is a body of these functions.
bool is_density_body(const Expr& e) {
  return nodes_of({Rel::eq, e, 0}, [](const Expr& u) { return binds(u) || is_kink(u) || is_rounded(u); }).empty() &&
         !nodes_of({Rel::eq, e, 0}, [](const Expr& u) { return u.op() == Op::exp || u.op() == Op::pow; }).empty();
}

// The goal with what has been found out about its integrals in front.
class Incomplete {
 public:
  Incomplete(const Goal& g, const Subprover& s, int depth) : s_(s), depth_(depth), g_(g) {}

  // Each integral is known to exist, as far as that is found.
  bool all_exist() {
    const auto known = [&](const Expr& i) { return is_defined(g_.context, i); };
    if (!std::ranges::all_of(integrals(), known))
      static_cast<void>(evaluate_integrals(g_, lines_, s_.lemmas, s_.immediate));
    for (const Expr& i : integrals()) {
      if (const auto value = value_of(g_.context, i)) static_cast<void>(put(i, *value));
      over_nothing(i);
    }
    const auto all = integrals();
    return std::ranges::all_of(all, [&](const Expr& i) { return is_defined(g_.context, i); });
  }
  [[nodiscard]] std::vector<Expr> integrals() const { return nodes_of(g_.relation, is_integral); }

  // One integral less: as the other one and the integral between their ends, by the mirror 1 - t, or by a recurrence.
  bool eliminate_by_parts_of_ranges() {
    return of_some_pair([&](const Expr& i, const Expr& k) { return i != k && by_part_between(i, k); });
  }
  bool eliminate_by_mirror() {
    return of_some_pair([&](const Expr& i, const Expr& k) { return by_mirror(i, k); });
  }
  bool eliminate_by_parts() {
    return of_some_pair([&](const Expr& i, const Expr& k) { return i != k && by_recurrence_of(i, k); });
  }

  // Up to x < 1, with a power of 1 - t in the body: that 1 - t > 0 is seen of the integral from 1 - x to 1, over 1 - t.
  void turn() {
    for (const Expr& i : integrals()) {
      const Expr t = Expr::variable(fresh_name(g_.context)), b = body_at(i, t), turned = sub(1, t);
      const auto low = low_of(i), high = high_of(i);
      if (!low || !low->is_constant(0) || !high || high->op() != Op::variable) continue;
      if (nodes_of({Rel::eq, b, 0}, [&](const Expr& e) { return e == turned; }).empty()) continue;
      const Variable* v = g_.context.find(*high);
      if (!v || v->integer || v->range.lo.infinite || v->range.hi.infinite) continue;
      const auto turned_end = [](const End& e) { return End{false, e.closed, Rational(1) - e.value}; };
      const Range range{turned_end(v->range.hi), turned_end(v->range.lo)};
      Goal now = g_;
      Proof out;
      const std::string name = fresh_name(now.context);
      if (take(rule::Subst{*high, name, range, sub(1, Expr::variable(name))}, now, out)) {
        append(lines_, out);
        g_ = std::move(now);
        static_cast<void>(all_exist());
        break;
      }
    }
    for (const Expr& i : integrals()) turn(i);
  }

  // The one integral by that of its body times the variable, which an integration by parts gives.
  bool raise() {
    const auto all = integrals();
    if (all.size() != 1 || !low_of(all.front()) || !low_of(all.front())->is_constant(0)) return false;
    const Expr& i = all.front();
    const Expr x = Expr::variable(fresh_name(g_.context));
    const Context inside = g_.context.inside(i, x);
    Algebra a = inside.algebra();
    const auto shape = density_shape(a, body_at(i, x), x);
    if (!shape || !shape->gamma) return false;
    const auto p = a.simplified(add(shape->p, 1));
    if (!p) return false;
    const Expr k = Expr::integral(x, low_of(i), high_of(i), exp(sub(mul(*p, log(x)), mul(shape->r, x))));
    if (!is_defined(g_.context, k) && !by_part_of_density(g_, lines_, k, s_.lemmas)) return false;
    return by_recurrence_of(k, i);
  }

  /// `along_ends`: also by slopes along the end that moves, which is more work.
  Tree rest(bool along_ends) {
    if (auto t = by_names()) return t;
    Goal now = g_;
    Proof out = lines_;
    Algebra a = now.context.algebra();
    if (const auto e = tidied(a); e && is_defined(now.context, *e)) {
      auto t = rewritten(now, *e, 0, [&](const Goal& h) { return last(h, along_ends); });
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    }
    auto t = last(now, along_ends);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

 private:
  // Does it for the first pair for which it can be done?
  template <class Way>
  bool of_some_pair(const Way& way) {
    const auto all = integrals();
    return std::ranges::any_of(
        all, [&](const Expr& i) { return std::ranges::any_of(all, [&](const Expr& k) { return way(i, k); }); });
  }

  // The goal says something of any numbers that are not negative in place of the integrals.
  Tree by_names() const {
    Goal now = g_;
    Proof out = lines_;
    for (const Expr& i : integrals()) {
      const Relation sign{Rel::ge, i, 0};
      const Step termwise = rule::Termwise{fresh_name(now.context)};
      const auto proof = steps({now.context, sign}, termwise, {[&](const Goal& h) { return is_nonnegative(h); }});
      const bool known = proof.has_value();
      if (known) cut_in(out, now, sign, *proof);
      const Range range{known ? End{false, true, Rational(0)} : End{}, End{}};
      if (!take(rule::Gen{fresh_name(now.context), range, i}, now, out)) return std::nullopt;
    }
    Algebra a = now.context.algebra();
    const auto e = a.simplified(now.difference());
    if (!e || !is_defined(now.context, *e)) return std::nullopt;
    const auto t = rewritten(now, *e, 0, [&](const Goal& h) -> Tree {
      if (auto u = by_powers_of_zero(h, s_, depth_)) return u;
      if (auto u = s_.immediate(h)) return u;
      return s_.sign(h);
    });
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  Tree last(const Goal& h, bool along_ends) {
    if (auto t = by_powers_of_zero(h, s_, depth_)) return t;
    if (auto t = s_.immediate(h)) return t;
    if (auto t = s_.sign(h)) return t;
    const auto all = nodes_of(h.relation, is_integral);
    if (all.empty()) return s_.prove(h, depth_ - 1, s_.numeric);
    if (h.relation.rel == Rel::eq || all.size() > 1) return std::nullopt;
    if (!along_ends) {
      // Not for a side condition, of which there are many.
      if (s_.round > 0)
        if (auto t = by_tangents_of_bodies(h, s_, depth_, all.front())) return t;
      if (auto t = by_comparison_of_parts(h, s_, depth_, all.front())) return t;
      return by_complements_of_integrals(h, s_, depth_, true);
    }
    if (auto t = by_moving_end(h, s_, depth_, all.front())) return t;
    return by_complements_of_integrals(h, s_, depth_);
  }

  // D, with each integral once.
  std::optional<Expr> tidied(Algebra& a) const {
    const auto all = integrals();
    if (all.size() != 1) return a.simplified(g_.difference());
    const Expr t = Expr::variable(fresh_name(g_.context));
    const auto p = a.coefficients(replaced(g_.difference(), all.front(), t), t);
    if (!p || p->size() > 2) return std::nullopt;
    return p->size() == 1 ? (*p)[0] : add((*p)[0], mul((*p)[1], all.front()));
  }

  // By its sign, behind what it asks for: 1 - t > 0 where t < y <= 1.
  Tree is_nonnegative(const Goal& g) const {
    Goal now = g;
    Proof out;
    for (const auto& c : side_conditions(g.difference(), g.context)) {
      if (now.context.knows(c) || c.need == Need::nonzero) continue;
      const Goal side{now.context, as_relation(c)};
      auto t = s_.immediate(side);
      if (!t) t = prove_by_combination(side);
      if (!t) return std::nullopt;
      cut_in(out, now, side.relation, *t);
    }
    if (!now.context.knows({now.difference(), Need::nonnegative})) return std::nullopt;
    out.emplace_back(rule::Sign{});
    return out;
  }

  // Over an interval without a point, where that is seen.
  void over_nothing(const Expr& i) {
    const auto low = low_of(i), high = high_of(i);
    if (!low || !high || !g_.context.algebra().is_zero(sub(*low, *high)) || !is_defined(g_.context, i)) return;
    // What it is a part of is that and this.
    Algebra plain([](const Expr&) { return false; });
    const auto& known = g_.context.hypotheses();
    const auto whole = std::ranges::find_if(known, [&](const Relation& h) {
      return h.rel == Rel::eq && h.rhs.op() == Op::add && plain.is_zero(sub(add(h.lhs, i), h.rhs));
    });
    if (whole == known.end()) return;
    const auto number = static_cast<std::size_t>(whole - known.begin()) + 1;
    cut_in(lines_, g_, {Rel::eq, i, 0}, {rule::Combine{Rational(0), {{number, Rational(-1)}}}});
    static_cast<void>(put(i, 0));
  }

  void turn(const Expr& i) {
    const Expr t = Expr::variable(fresh_name(g_.context)), turned = sub(1, t);
    const auto low = low_of(i), high = high_of(i);
    if (!low || !low->is_constant(0) || !high || high->op() != Op::sub || !high->arg(0).is_constant(1)) return;
    const Expr y = high->arg(1);
    if (y.op() != Op::variable) return;
    Algebra plain([](const Expr&) { return false; });
    const auto simple = transform(substitute(body_at(i, t), {{t, turned}}), [&](const Expr& e, std::span<Expr> args) {
      const Expr whole = with_args(e, args);
      return whole.op() == Op::sub && plain.is_zero(sub(whole, t)) ? t : whole;
    });
    Goal now = g_;
    Proof out;
    const std::size_t before = now.context.hypotheses().size();
    if (!take(rule::Substitute{i, std::string(t.name()), turned, {y}, {Expr(1)}}, now, out)) return;
    if (now.context.hypotheses().size() != before + 1) return;
    const Relation moved = now.context.hypotheses().back();
    const Expr k = Expr::integral(t, y, Expr(1), simple);
    const Step tidy = rule::Integrand{moved.rhs, std::string(t.name()), simple};
    const auto children = apply(tidy, now);
    if (!children || children->size() != 2) return;
    if (!(*children)[0].context.algebra().is_zero((*children)[0].difference())) return;
    out.push_back(tidy);
    out.emplace_back(rule::Identity{});
    now = (*children)[1];
    cut_in(out, now, {Rel::eq, i, k},
           {rule::Combine{Rational(0), {{before + 1, Rational(1)}, {before + 2, Rational(1)}}}});
    append(lines_, out);
    g_ = std::move(now);
    static_cast<void>(put(i, k));
  }

  // I is `value` from now on; the equation is a hypothesis.
  bool put(const Expr& i, const Expr& value) { return put_value(i, value, g_, lines_); }

  // I = K + the integral between their upper ends, of one body.
  bool by_part_between(const Expr& i, const Expr& k) {
    const Expr x = Expr::variable(fresh_name(g_.context));
    const auto low = low_of(i), high = high_of(i);
    if (!low || !high || low != low_of(k) || !high_of(k) || body_at(i, x) != body_at(k, x)) return false;
    const Expr m = *high_of(k);
    Goal now = g_;
    Proof out;
    for (const Expr& gap : {sub(m, *low), sub(*high, m)}) {
      if (now.context.knows({gap, Need::nonnegative})) continue;
      if (!looks_nonnegative(for_a_look(now.context), gap)) return false;
      const Relation order{Rel::ge, gap, 0};
      const auto t = s_.immediate({now.context, order});
      if (!t) return false;
      cut_in(out, now, order, *t);
    }
    if (!take(rule::SplitRange{i, m}, now, out)) return false;
    const Expr part = Expr::integral(x, m, high, body_at(i, x));
    const Relation sign{Rel::ge, part, 0};
    const Step termwise = rule::Termwise{fresh_name(now.context)};
    const auto proof = steps({now.context, sign}, termwise, {[&](const Goal& h) { return is_nonnegative(h); }});
    if (!proof) return false;
    cut_in(out, now, sign, *proof);
    append(lines_, out);
    g_ = std::move(now);
    return put(i, add(k, part));
  }

  // alpha body(I) + beta body(K) = F', F = m body(I), so that alpha I + beta K is what F makes between the ends.
  bool by_recurrence_of(const Expr& i, const Expr& k) {
    const auto low = low_of(i);
    if (!low || low != low_of(k) || high_of(i) != high_of(k)) return false;
    const Expr x = Expr::variable(fresh_name(g_.context)), b = body_at(i, x), other = body_at(k, x);
    if (!is_density_body(b) || !is_density_body(other)) return false;
    const Context inside = g_.context.inside(i, x);
    Algebra a = inside.algebra();
    const auto slope = logarithmic_slope(a, b, x);
    const auto ratio = slope ? a.simplified(quotient(other, b)) : slope;
    if (!ratio) return false;
    for (const Expr& m : {x, mul(x, sub(1, x)), sub(1, x), Expr(1)}) {
      // F'/b at two places gives alpha and beta; the normal form decides.
      const Expr f = add(derivative(m, x), mul(m, *slope));
      const auto at = [&](const Expr& e, const Rational& q) { return substitute(e, {{x, Expr(q)}}); };
      const Rational p(1, 3), q(1, 2);
      const auto beta = a.simplified(quotient(sub(at(f, p), at(f, q)), sub(at(*ratio, p), at(*ratio, q))));
      const auto alpha = beta ? a.simplified(sub(at(f, q), mul(*beta, at(*ratio, q)))) : beta;
      if (!alpha || beta->is_constant(0) || alpha->is_constant(0)) continue;
      if (!a.is_zero(sub(f, add(*alpha, mul(*beta, *ratio))))) continue;
      if (related(i, k, x, mul(m, b), *alpha, *beta)) return true;
    }
    return false;
  }

  bool related(const Expr& i, const Expr& k, const Expr& x, const Expr& primitive, const Expr& alpha,
               const Expr& beta) {
    if (!is_defined(g_.context, alpha) || !is_defined(g_.context, beta) || !is_defined(g_.context, quotient(1, beta)))
      return false;
    Goal now = g_;
    Proof out;
    const Expr sum = add(mul(alpha, body_at(i, x)), mul(beta, body_at(k, x)));
    const Expr j = Expr::integral(x, low_of(i), high_of(i), sum);
    if (!take(rule::Linear{j, {{weight(alpha), i}, {weight(beta), k}}}, now, out)) return false;
    const std::size_t parts = now.context.hypotheses().size();
    const Context inside = now.context.inside(i, x);
    Algebra a = inside.algebra();
    // As one power of each base, of which the limit at an end is seen.
    const Expr f = a.simplified(primitive).value_or(primitive);
    for (const Expr& form : {f, primitive}) {
      const auto found = antiderivative_by(now.context, j, form, x);
      if (!found || !found->seen || !take(found->step, now, out)) continue;
      const Expr value = quotient(sub(sub(found->step.at_high, found->step.at_low), mul(alpha, i)), beta);
      const std::size_t end = now.context.hypotheses().size();
      const Expr w = quotient(1, beta);
      if (!is_defined(now.context, value)) return false;
      cut_in(out, now, {Rel::eq, k, value},
             {rule::Combine{Rational(0), {{parts, weight(negate(w))}, {end, weight(w)}}}});
      append(lines_, out);
      g_ = std::move(now);
      return put(k, value);
    }
    return false;
  }

  // `moved` = K is known: their bodies have one value between the ends, where what makes them defined follows from both
  // ends together (1 - t > 0 where t < 1 - x).
  static bool with_body_of(Goal& g, Proof& out, const Expr& moved, const Expr& k) {
    const Expr x = Expr::variable(fresh_name(g.context));
    const Step same = rule::Integrand{moved, std::string(x.name()), body_at(k, x)};
    const auto children = apply(same, g);
    if (!children || children->size() != 2) return false;
    Goal inside = (*children)[0];
    Proof proof;
    if (!know_side_conditions(inside, proof) || !inside.context.algebra().is_zero(inside.difference())) return false;
    out.push_back(same);
    append(out, proof);
    out.emplace_back(rule::Identity{});
    g = (*children)[1];
    return true;
  }

  // What the goal asks for to be defined, cut in.
  static bool know_side_conditions(Goal& g, Proof& out) {
    for (const auto& c : side_conditions(g.difference(), g.context)) {
      if (g.context.knows(c) || c.need == Need::nonzero) continue;
      const Goal side{g.context, as_relation(c)};
      const auto t = prove_by_combination(side);
      if (!t) return false;
      cut_in(out, g, side.relation, *t);
    }
    return true;
  }

  // I from 0 to c and K from 0 to 1 - c, with bodies that t -> 1 - t makes one: together they are the whole. I may be
  // K.
  bool by_mirror(const Expr& i, const Expr& k) {
    const auto low = low_of(i), high = high_of(i), end = high_of(k);
    if (!low || !low->is_constant(0) || low != low_of(k) || !high || !end) return false;
    Algebra plain([](const Expr&) { return false; });
    const Expr x = Expr::variable(fresh_name(g_.context)), b = body_at(i, x), turned = sub(1, x);
    if (!plain.is_zero(sub(add(*high, *end), 1)) || !is_density_body(b)) return false;
    if (!plain.is_zero(sub(substitute(b, {{x, turned}}), body_at(k, x)))) return false;
    Goal now = g_;
    Proof out;
    const Expr whole = Expr::integral(x, low, Expr(1), b), upper = Expr::integral(x, high, Expr(1), b);
    if (!by_density_integrals(now, out, whole, s_.lemmas)) return false;
    const auto mass = value_of(now.context, whole);
    if (!mass || !take(rule::SplitRange{whole, *high}, now, out)) return false;
    const std::size_t before = now.context.hypotheses().size();
    if (!take(rule::Substitute{upper, std::string(x.name()), turned, {Expr(0)}, {*end}}, now, out)) return false;
    const Relation moved = now.context.hypotheses().back();
    if (now.context.hypotheses().size() != before + 1 || !is_integral(moved.rhs)) return false;
    if (!with_body_of(now, out, moved.rhs, k)) return false;
    append(lines_, out);
    g_ = std::move(now);
    const auto value = as_written(sub(*mass, k), g_.context);
    if (!value) return false;
    const auto& all = g_.context.hypotheses();
    const auto known = std::ranges::find_if(
        all, [&](const Relation& h) { return h.rel == Rel::eq && h.lhs == whole && h.rhs == *mass; });
    if (known == all.end()) return false;
    const auto number = static_cast<std::size_t>(known - all.begin()) + 1;
    // mass - I - K by: whole = mass, whole = I + upper, upper = moved, moved = K.
    const Rational share(i == k ? Rational(1, 2) : Rational(1));
    const Expr sum = i == k ? quotient(*mass, 2) : *value;
    cut_in(
        lines_, g_, {Rel::eq, i, sum},
        {rule::Combine{Rational(0), {{number, share}, {before, -share}, {before + 1, -share}, {before + 2, -share}}}});
    return put(i, sum);
  }

  const Subprover& s_;
  int depth_;
  Goal g_;
  Proof lines_;
};

// Ends that are numbers, but not written as one (1 - 1, where a variable took its greatest value), as that number.
std::optional<Relation> with_numbers_as_ends(const Goal& g) {
  Algebra plain([](const Expr&) { return false; });
  const auto number = [&](const std::optional<Expr>& end) -> std::optional<Expr> {
    if (!end || end->is_constant()) return std::nullopt;
    const auto value = plain.simplified(*end);
    return value && value->is_constant() ? value : std::nullopt;
  };
  Relation out = g.relation;
  const Expr x = Expr::variable(fresh_name(g.context));
  for (const Expr& i : nodes_of(g.relation, is_integral)) {
    const auto low = low_of(i), high = high_of(i), l = number(low), h = number(high);
    if (!l && !h) continue;
    const Expr same = Expr::integral(x, l ? l : low, h ? h : high, body_at(i, x));
    out = {out.rel, replaced(out.lhs, i, same), replaced(out.rhs, i, same)};
  }
  return out == g.relation ? std::nullopt : std::optional(out);
}

}  // namespace

Tree by_incomplete_integrals(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 2) return std::nullopt;
  const auto all = nodes_of(g.relation, is_integral);
  if (all.empty() || all.size() > most_incomplete) return std::nullopt;
  const Expr x = Expr::variable(fresh_name(g.context));
  for (const Expr& i : all)
    if (!is_density_body(body_at(i, x)) || !low_of(i)) return std::nullopt;
  if (const auto r = with_numbers_as_ends(g))
    return rewritten(g, r->lhs, r->rhs, [&](const Goal& h) { return by_incomplete_integrals(h, s, depth); });
  // What two of them have to do with one another needs no look at the ends.
  if (all.size() > 1) {
    Incomplete both(g, s, depth);
    if (both.all_exist() && both.eliminate_by_parts_of_ranges())
      if (auto t = both.rest(true)) return t;
  }
  // Where an integral is over nothing, it is another question.
  for (const Expr& i : all) {
    const auto high = high_of(i);
    const Variable* v = high && high->op() == Op::variable ? g.context.find(*high) : nullptr;
    if (!v || v->integer) continue;
    for (const bool low : {true, false}) {
      const End& end = low ? v->range.lo : v->range.hi;
      if (end.infinite || !end.closed || !(low ? end.value.is_zero() : end.value == Rational(1))) continue;
      return steps(g, rule::CloseEnd{*high, low},
                   {[&](const Goal& h) -> Tree {
                      if (auto t = by_incomplete_integrals(h, s, depth)) return t;
                      return s.prove(h, depth - 1, s.numeric);
                    },
                    [&](const Goal& h) { return by_incomplete_integrals(h, s, depth); }});
    }
  }
  Incomplete now(g, s, depth);
  if (!now.all_exist()) return std::nullopt;
  while (now.eliminate_by_parts_of_ranges() || now.eliminate_by_mirror()) {
  }
  now.turn();
  while (now.eliminate_by_parts()) {
  }
  if (auto t = now.rest(false)) return t;
  if (g.relation.rel == Rel::eq) return std::nullopt;
  Incomplete raised = now;
  if (raised.raise())
    if (auto t = raised.rest(false)) return t;
  return now.rest(true);
}

}  // namespace dpcert::verify
