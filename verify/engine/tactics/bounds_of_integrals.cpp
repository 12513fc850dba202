// Integrals that have no closed form, by what is integrated: that one exists, by a larger one that does; an inequality
// with one, by another integrand on the right side of it whose integral has a closed form.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "dpcert/core/error.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/primitives.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_other_bodies = 60, most_compared = 6, most_boxes = 20'000, most_parts = 5;
constexpr int most_tangents = 3;

bool has_integral(const Expr& e) { return !nodes_of({Rel::eq, e, 0}, is_integral).empty(); }

// Other bodies that may be comparable, and are likely to have an antiderivative.
class OtherBodies {
 public:
  OtherBodies(const Expr& integral, const Expr& body, const Expr& x)
      : low_(low_of(integral)), high_(high_of(integral)), body_(body), x_(x) {
    factors_with_exponentials(body, false, factors_);
  }

  std::vector<Expr> all() {
    for (std::size_t i = 0; i < factors_.size(); ++i) {
      if (!depends_on(factors_[i], x_)) continue;
      offer(without(i));
      for (const auto& end : {low_, high_})
        if (end) offer(mul(substitute(factors_[i], {{x_, *end}}), without(i)));
      for (std::size_t j = 0; j < i; ++j)
        if (depends_on(factors_[j], x_)) offer(without(i, j));
    }
    for (const auto& end : {low_, high_}) {
      if (!end || end->is_constant(0)) continue;
      offer(quotient(mul(body_, x_), *end));
      offer(quotient(mul(body_, *end), x_));
    }
    for (const auto& end : {low_, high_})
      if (end) offer(substitute(body_, {{x_, *end}}));
    by_series();
    if (!low_ || !high_)
      for (const long k : {1L, 2L, 4L}) offer(quotient(k, add(1, pow(x_, 2))));
    return std::move(out_);
  }

 private:
  void offer(const Expr& e) {
    if (e != body_ && out_.size() < most_other_bodies && std::ranges::find(out_, e) == out_.end()) out_.push_back(e);
  }
  Expr without(std::size_t i, std::size_t j = static_cast<std::size_t>(-1)) const {
    Expr out = 1;
    for (std::size_t k = 0; k < factors_.size(); ++k)
      if (k != i && k != j) out = mul(out, factors_[k]);
    return out;
  }
  // A function by the first terms of its series, which often are on one side of it.
  void by_series() {
    const auto half = [](const Expr& e) { return quotient(e, 2); };
    for (const Expr& f : nodes_of({Rel::eq, body_, 0}, [&](const Expr& e) { return depends_on(e, x_); })) {
      std::vector<Expr> by;
      const Expr u = f.args().empty() ? x_ : f.arg(0);
      switch (f.op()) {
        case Op::exp:
          by = {add(1, u), add(add(1, u), half(pow(u, 2))),
                add(add(add(1, u), half(pow(u, 2))), quotient(pow(u, 3), 6)), Expr(1)};
          break;
        case Op::sin:
          by = {u, sub(u, quotient(pow(u, 3), 6)), Expr(1), Expr(-1)};
          break;
        case Op::cos:
          by = {Expr(1), sub(1, half(pow(u, 2))), add(sub(1, half(pow(u, 2))), quotient(pow(u, 4), 24)), Expr(-1)};
          break;
        case Op::log:
          by = {sub(u, 1), sub(1, quotient(1, u))};
          break;
        case Op::log1p:
          by = {u, sub(u, half(pow(u, 2))), quotient(u, add(1, u))};
          break;
        case Op::atan:
        case Op::tanh:
          by = {u, sub(u, quotient(pow(u, 3), 3)), Expr(1), Expr(-1)};
          break;
        case Op::sqrt:
          by = {half(add(1, u)), u};
          break;
        case Op::div:
          if (const Expr v = sub(f.arg(1), 1); !depends_on(f.arg(0), x_))
            by = {mul(f.arg(0), sub(1, v)), mul(f.arg(0), add(sub(1, v), pow(v, 2)))};
          break;
        default:
          break;
      }
      for (const Expr& e : by) offer(replaced(body_, f, e));
    }
  }

  std::optional<Expr> low_, high_;
  Expr body_, x_;
  std::vector<Expr> factors_, out_;
};

// What a comparison needs: the integral of `body`, with its closed form.
struct KnownIntegral {
  Expr integral;
  std::optional<Step> step;  // none where a hypothesis says it
  Expr value = 0;
};
std::optional<KnownIntegral> known_integral(const Context& c, const Expr& like, const Expr& body, const Expr& x) {
  const Expr i = Expr::integral(x, low_of(like), high_of(like), body);
  const auto step = antiderivative(c, i);
  if (!step) return std::nullopt;
  const auto& found = std::get<rule::Antiderivative>(step->rule);
  return KnownIntegral{i, *step, sub(found.at_high, found.at_low)};
}

// The value of what is larger becomes a hypothesis; one with kinks is looked at piece by piece.
bool is_known(Goal& g, Proof& lines, const Expr& integral, const ProveGoal& prove) {
  if (const auto step = antiderivative(g.context, integral)) {
    auto next = after(*step, g);
    if (!next) return false;
    lines.push_back(*step);
    g = std::move(*next);
    return true;
  }
  const Expr body = body_at(integral, Expr::variable(fresh_name(g.context)));
  std::optional<Expr> undecided;
  return !nodes_of({Rel::eq, body, 0}, is_kink).empty() && nodes_of({Rel::eq, body, 0}, is_wave).empty() &&
         by_pieces_of_integral(g, lines, integral, undecided, prove, {});
}

}  // namespace

Context for_a_look(const Context& c) {
  std::vector<Relation> known;
  for (const Relation& h : c.hypotheses())
    if (!has_integral(h.lhs) && !has_integral(h.rhs)) known.push_back(h);
  Goal g{c.with_hypotheses(std::move(known)), {Rel::ge, 0, 0}};
  Proof unused;
  derive_bounds(g, unused);
  return g.context;
}

bool by_domination(Goal& g, Proof& lines, const Expr& integral, const ProveGoal& prove) {
  if (is_defined(g.context, integral)) return false;
  const std::string name = fresh_name(g.context);
  const Expr x = Expr::variable(name), body = body_at(integral, x);
  const Context inside = g.context.inside(integral, x);
  if (!is_defined(inside, body) || has_integral(body)) return false;
  const Context look = for_a_look(inside);
  std::size_t compared = 0;
  for (const Expr& h : OtherBodies(integral, body, x).all()) {
    if (compared == most_compared) return false;
    if (!looks_nonnegative(look, sub(h, body)) || !looks_nonnegative(look, add(h, body)) || !is_defined(inside, h))
      continue;
    const Expr larger = Expr::integral(x, low_of(integral), high_of(integral), h);
    Goal next = g;
    Proof known;
    if (!is_known(next, known, larger, prove)) continue;
    ++compared;
    const Step step = rule::Dominated{integral, fresh_name(next.context), larger};
    const auto children = apply(step, next);
    if (!children || children->size() != 3) continue;
    const auto above = prove((*children)[0]), below = above ? prove((*children)[1]) : std::nullopt;
    if (!below) continue;
    append(lines, known);
    lines.push_back(step);
    append(lines, *above);
    append(lines, *below);
    g = (*children)[2];
    return true;
  }
  return false;
}

namespace {

// D = rest + weight I >= 0, and the weight has a sign: I is looked at from one side.
class BodyComparison {
 public:
  BodyComparison(const Goal& g, const Subprover& s, int depth, const Expr& integral)
      : g_(g), s_(s), depth_(depth), i_(integral) {}

  Tree tangents_alone() {
    const Expr x = Expr::variable(fresh_name(g_.context));
    const Expr body = body_at(i_, x);
    const Context inside = g_.context.inside(i_, x);
    Algebra a = inside.algebra();
    return density_shape(a, body, x) && is_one_sided(x) ? by_tangents(body, x) : std::nullopt;
  }
  Tree run() {
    const Expr x = Expr::variable(fresh_name(g_.context)), body = body_at(i_, x);
    if (!is_one_sided(x)) return std::nullopt;
    const Context inside = g_.context.inside(i_, x);
    const Context look = for_a_look(inside), look_outside = for_a_look(g_.context);
    std::size_t compared = 0;
    std::vector<Expr> all = by_ends(body, x);
    for (const Expr& e : OtherBodies(i_, body, x).all()) all.push_back(e);
    for (const Expr& other : all) {
      if (compared == most_compared || s_.out_of_time()) break;
      if (!looks_nonnegative(look, from_below_ ? sub(body, other) : sub(other, body)) || !is_defined(inside, other))
        continue;
      const auto known = known_integral(g_.context, i_, other, x);
      if (!known || !looks_nonnegative(look_outside, add(rest_, mul(weight_, known->value)))) continue;
      ++compared;
      if (auto tree = by(*known)) return tree;
    }
    if (auto tree = by_tangents(body, x)) return tree;
    if (auto tree = by_chords(body, x)) return tree;
    return by_polynomials(body, x);
  }

 private:
  bool is_one_sided(const Expr& x) {
    const Expr t = Expr::variable(fresh_name(g_.context));
    const Expr d = replaced(g_.difference(), i_, t);
    Algebra a = g_.context.algebra();
    const auto c = a.coefficients(d, t);
    if (!c || c->size() != 2 || !is_defined(g_.context, (*c)[1])) return false;
    rest_ = (*c)[0], weight_ = (*c)[1];
    from_below_ = g_.context.positive_(weight_);
    if (!from_below_ && !g_.context.positive_(negate(weight_))) return false;
    const Expr body = body_at(i_, x);
    return !has_integral(body) && is_defined(g_.context.inside(i_, x), body);
  }

  // I, whose end is a variable, against something in that variable: by derivatives in it.
  std::vector<Expr> by_ends(const Expr& body, const Expr& x) {
    std::vector<Expr> out;
    const Expr bound = quotient(negate(rest_), weight_);
    for (const bool low : {false, true}) {
      const auto end = low ? low_of(i_) : high_of(i_);
      if (!end || end->op() != Op::variable || depends_on(body, *end) || has_integral(bound)) continue;
      const auto other = low ? high_of(i_) : low_of(i_);
      if (other && depends_on(*other, *end)) continue;
      try {
        const Expr slope = substitute(derivative(bound, *end), {{*end, x}});
        out.push_back(low ? negate(slope) : slope);
      } catch (const Error&) {  // what is not differentiated
      }
    }
    return out;
  }

  static Expr without(const std::vector<Expr>& factors, std::size_t k) {
    Expr out = 1;
    for (std::size_t j = 0; j < factors.size(); ++j)
      if (j != k) out = mul(out, factors[j]);
    return out;
  }
  // A convex (concave) factor of the body, as a function of a sine or cosine, by its chord from -1 to 1.
  Tree by_chords(const Expr& body, const Expr& x) {
    const Context inside = g_.context.inside(i_, x), look = for_a_look(inside);
    const Expr y = Expr::variable(fresh_name(inside));
    std::vector<Expr> factors;
    factors_with_exponentials(body, false, factors);
    for (std::size_t k = 0; k < factors.size(); ++k)
      for (const Expr& wave : nodes_of({Rel::eq, factors[k], 0}, [&](const Expr& e) { return is_wave(e); })) {
        const Expr of_y = replaced(factors[k], wave, y);
        if (!depends_on(wave, x) || depends_on(of_y, x) || of_y == y) continue;
        const Expr w = without(factors, k);
        const auto at = [&](const Expr& e) { return substitute(of_y, {{y, e}}); };
        const Expr chord = quotient(add(mul(at(1), add(1, wave)), mul(at(-1), sub(1, wave))), 2), other = mul(w, chord);
        if (!is_defined(inside, other) || !looks_nonnegative(look, from_below_ ? sub(body, other) : sub(other, body)))
          continue;
        const auto known = known_integral(g_.context, i_, other, x);
        if (!known || !looks_nonnegative(for_a_look(g_.context), add(rest_, mul(weight_, known->value)))) continue;
        return by(*known, [&](const Goal& g) -> Tree {
          const Expr t = Expr::variable(g.context.variables().back().name);
          const Expr gap = substitute(from_below_ ? sub(factors[k], chord) : sub(chord, factors[k]), {{x, t}});
          return steps(g, rule::Factor{substitute(w, {{x, t}}), gap}, {[&](const Goal& h) -> Tree {
                         const Range range{{false, true, Rational(-1)}, {false, true, Rational(1)}};
                         return steps(h, rule::Gen{fresh_name(h.context), range, substitute(wave, {{x, t}})},
                                      {[&](const Goal& v) { return shown(v); }});
                       }});
        });
      }
    return std::nullopt;
  }

  // A convex (concave) factor of the body, as a function of x or of a part of it, by its tangent at the mean of that
  // under what is left of the body: Jensen's inequality.
  Tree by_tangents(const Expr& body, const Expr& x) {
    std::vector<Expr> factors;
    factors_with_exponentials(body, false, factors);
    int left = most_tangents;
    for (std::size_t k = 0; k < factors.size() && left > 0; ++k) {
      const Expr w = without(factors, k);
      if (!depends_on(factors[k], x) || !g_.context.inside(i_, x).positive_(w)) continue;
      for (const Bent& f : as_functions(factors[k], x))
        if (auto t = left > 0 ? by_tangent(f, w, x, left) : std::nullopt) return t;
    }
    return std::nullopt;
  }

  // A function of y at y = `inner`, with its slope.
  struct Bent {
    Expr y, inner, f, slope;
    [[nodiscard]] Expr at(const Expr& e, const Expr& place) const { return substitute(e, {{y, place}}); }
    // What it is more than its tangent at m, in which `inner` and m can be named.
    [[nodiscard]] Expr above_tangent(const Expr& m) const {
      const Expr bent = at(slope, m);
      // Products would be factors among others; a variable stays apart from the mean anyway.
      if (inner.op() == Op::mul || inner.op() == Op::neg || inner.op() == Op::variable)
        return sub(at(f, inner), add(at(f, m), mul(bent, sub(inner, m))));
      return sub(at(f, inner), add(mul(bent, inner), sub(at(f, m), mul(bent, m))));
    }
  };
  // Of x; of a part in which alone x stands, as of u in sqrt(u); and of 1/u, since 1/sqrt(u) is the root of that.
  std::vector<Bent> as_functions(const Expr& f, const Expr& x) const {
    const Context inside = g_.context.inside(i_, x);
    Algebra a = inside.algebra();
    const Expr y = Expr::variable(fresh_name(inside));
    std::vector<Bent> out;
    const auto offer = [&](const Expr& inner, const Expr& of_y) {
      try {
        const Expr slope = derivative(of_y, y);
        if (!depends_on(of_y, x) && depends_on(slope, y)) out.push_back({y, inner, of_y, slope});
      } catch (const Error&) {  // what is not differentiated
      }
    };
    offer(x, substitute(f, {{x, y}}));
    const Context positive = inside.with_variable({y.name(), false, {{false, false, Rational(0)}, {}}});
    Algebra of_y = positive.algebra();
    // The larger parts first, since the rest speaks of fewer signs then.
    auto all = nodes_of({Rel::eq, f, 0}, [&](const Expr& e) { return depends_on(e, x); });
    std::ranges::reverse(all);
    for (const Expr& u : all) {
      if (u == x || u == f || out.size() > most_parts || a.coefficients(u, x).value_or(std::vector<Expr>(3)).size() < 3)
        continue;
      offer(u, replaced(f, u, y));
      if (!inside.positive_(u)) continue;
      const Expr by_reciprocal = replaced(f, u, quotient(1, y));
      offer(quotient(1, u), of_y.simplified(by_reciprocal).value_or(by_reciprocal));
    }
    return out;
  }

  Tree by_tangent(const Bent& f, const Expr& w, const Expr& x, int& left) {
    const Context inside = g_.context.inside(i_, x);
    const Context look = for_a_look(inside), look_outside = for_a_look(g_.context);
    Algebra a = g_.context.algebra();
    Goal now = g_;
    Proof out;
    const Expr weighed = mul(w, f.inner);
    const auto mass = value_in(now, out, w, x), first = mass ? value_in(now, out, weighed, x) : mass;
    // That of a part as a sum, since a factor of it would be one of the products in which it stands.
    const auto mean = !first         ? first
                      : f.inner == x ? a.simplified(quotient(*first, *mass))
                                     : a.expanded(quotient(*first, *mass));
    if (!mean || !is_defined(g_.context, *mean)) return std::nullopt;
    const auto at_mean = [&](const Expr& e) {
      const Expr there = f.at(e, *mean);
      return a.simplified(there).value_or(there);
    };
    const Expr bent = at_mean(f.slope), flat = sub(at_mean(f.f), mul(bent, *mean));
    const Expr tangent = add(at_mean(f.f), mul(bent, sub(f.inner, *mean))), other = mul(w, tangent);
    const Expr here = f.at(f.f, f.inner);
    if (!is_defined(inside, other) || !looks_nonnegative(look, from_below_ ? sub(here, tangent) : sub(tangent, here)))
      return std::nullopt;
    --left;
    // Of the three integrals the last one is a sum of the others.
    const auto part = [&](const Expr& e) { return Expr::integral(x, low_of(i_), high_of(i_), e); };
    const Expr j = part(other), value = mul(at_mean(f.f), *mass);
    if (!looks_nonnegative(look_outside, add(rest_, mul(weight_, value)))) return std::nullopt;
    const std::size_t before = now.context.hypotheses().size();
    if (!take(rule::Linear{j, {{weight(flat), part(w)}, {weight(bent), part(weighed)}}}, now, out)) return std::nullopt;
    const auto said = [&](const Expr& e) -> std::size_t {
      const auto& all = now.context.hypotheses();
      for (std::size_t n = 0; n < all.size(); ++n)
        if (all[n].rel == Rel::eq && all[n].lhs == part(e) && nodes_of({Rel::eq, all[n].rhs, 0}, is_integral).empty())
          return n + 1;
      return 0;
    };
    const std::size_t of_w = said(w), of_weighed = said(weighed);
    if (of_w == 0 || of_weighed == 0) return std::nullopt;
    cut_in(out, now, {Rel::eq, j, value},
           {rule::Combine{Rational(0), {{before + 1, Rational(1)}, {of_w, weight(flat)}, {of_weighed, weight(bent)}}}});
    BodyComparison there(now, s_, depth_, i_);
    there.rest_ = rest_, there.weight_ = weight_, there.from_below_ = from_below_;
    const auto tree =
        there.by({j, std::nullopt, value}, [&](const Goal& g) { return there.beside_tangent(g, x, w, f, *mean); });
    if (!tree) return std::nullopt;
    append(out, *tree);
    return out;
  }
  // The value of the integral of e, as a hypothesis.
  std::optional<Expr> value_in(Goal& g, Proof& out, const Expr& e, const Expr& x) const {
    const Expr j = Expr::integral(x, low_of(i_), high_of(i_), e);
    if (const auto known = value_of(g.context, j)) return known;
    if (const auto step = antiderivative(g.context, j)) {
      if (!take(*step, g, out)) return std::nullopt;
    } else if (const auto prove = [&](const Goal& h) -> Tree {
                 if (auto t = s_.immediate(h)) return t;
                 return s_.prove_within(h, Effort::depth_of_a_condition, false, 0);
               };
               !by_primitives(g, out, j, prove)) {
      return std::nullopt;
    }
    return value_of(g.context, j);
  }
  // The difference of the factor and its tangent, where the place at which it touches is any number, and the one at
  // which they are compared another.
  Tree beside_tangent(const Goal& g, const Expr& x, const Expr& w, const Bent& f, const Expr& mean) const {
    const Expr t = Expr::variable(g.context.variables().back().name);
    const auto here = [&](const Expr& e) { return substitute(e, {{x, t}}); };
    const Expr inner = here(f.inner), gap = Bent{f.y, inner, f.f, f.slope}.above_tangent(mean);
    const auto named = [](Goal& h, Proof& out, Expr e) {
      while (e.op() == Op::mul && e.arg(0).is_constant()) e = e.arg(1);  // a number joins those beside it
      Range range;
      if (h.context.knows({e, Need::nonnegative})) range.lo = {false, !h.context.positive_(e), Rational(0)};
      if (!variables_of(e).empty() && e.op() != Op::variable)
        static_cast<void>(take(rule::Gen{fresh_name(h.context), range, e}, h, out));
    };
    return steps(g, rule::Factor{here(w), from_below_ ? gap : negate(gap)}, {[&](const Goal& h) -> Tree {
                   if (auto u = s_.immediate(h)) return u;
                   Goal now = h;
                   Proof out;
                   named(now, out, mean);
                   named(now, out, inner);
                   const auto u = s_.prove_within(now, Effort::depth_of_a_condition, false, 0);
                   if (!u) return std::nullopt;
                   append(out, *u);
                   return out;
                 }});
  }

  // The bound is cut in, and the goal is what is left with it in place of I.
  Tree by(const KnownIntegral& known, bool by_boxes = false) {
    return by(known, [&](const Goal& g) { return by_boxes ? shown_in_boxes(g) : shown(g); });
  }
  Tree by(const KnownIntegral& known, const ProveGoal& between_bodies) {
    Proof proof;
    const Relation bound = from_below_ ? Relation{Rel::ge, i_, known.value} : Relation{Rel::ge, known.value, i_};
    const auto cut = apply(rule::Cut{bound}, g_);
    auto now = cut ? std::optional((*cut)[0]) : std::nullopt;
    if (now && known.step) {
      proof.push_back(*known.step);
      now = after(*known.step, *now);
    }
    if (!now) return std::nullopt;
    const auto& facts = now->context.hypotheses();
    const auto said =
        known.step ? facts.end() - 1 : std::ranges::find(facts, Relation{Rel::eq, known.integral, known.value});
    if (said == facts.end()) return std::nullopt;
    const Expr j = said->lhs;
    const auto value = static_cast<std::size_t>(said - facts.begin()) + 1;
    const Relation compared = from_below_ ? Relation{Rel::ge, i_, j} : Relation{Rel::ge, j, i_};
    const Goal between{now->context, compared};
    const Step step = rule::Termwise{fresh_name(now->context)};
    const auto bodies = after(step, between);
    // What is left, first: it is false more often.
    const Goal after_cut = (*cut)[1];
    const Expr left = add(rest_, mul(weight_, known.value));
    const Goal rest{g_.context, {g_.relation.rel == Rel::gt ? Rel::gt : Rel::ge, left, 0}};
    const auto enough = bodies ? shown(rest) : std::nullopt;
    const auto inside = enough ? between_bodies(*bodies) : std::nullopt;
    if (!inside) return std::nullopt;
    Proof below{step};
    append(below, *inside);
    cut_in(proof, *now, compared, below);
    const std::size_t order = now->context.hypotheses().size();
    proof.emplace_back(rule::Combine{Rational(0), {{order, Rational(1)}, {value, Rational(from_below_ ? 1 : -1)}}});
    Proof out{rule::Cut{bound}};
    append(out, proof);
    Goal g = after_cut;
    const std::size_t at = g.context.hypotheses().size();
    cut_in(out, g, rest.relation, *enough);
    out.emplace_back(
        rule::Combine{Rational(0), {{at + 1, Rational(1)}, {at, weight(from_below_ ? weight_ : negate(weight_))}}});
    return out;
  }
  Tree shown(const Goal& g) const {
    if (auto t = s_.immediate(g)) return t;
    return s_.prove(g, depth_ - 1, s_.numeric);
  }

  Tree shown_in_boxes(const Goal& g) const {
    Goal bounded = g;
    Proof out;
    derive_bounds(bounded, out);
    const auto t = s_.boxes(bounded, most_boxes);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  // Between numbers, of a body without parameters: a polynomial near it, less or more by what it is away from it.
  Tree by_polynomials(const Expr& body, const Expr& x) {
    const auto low = low_of(i_), high = high_of(i_);
    if (!low || !high || !variables_of(*low).empty() || !variables_of(*high).empty()) return std::nullopt;
    if (variables_of(body) != std::vector<std::string>{x.name()} || has_integral(rest_)) return std::nullopt;
    const Context look = for_a_look(g_.context);
    const double a = g_.context.range(*low).approx(), b = g_.context.range(*high).approx();
    if (!std::isfinite(a) || !std::isfinite(b)) return std::nullopt;
    auto probe = Probe::of({body}, std::vector<Variable>{{x.name(), false, {}}});
    if (!probe || !(a < b)) return std::nullopt;
    for (const int degree : {1, 2, 3, 4, 6, 8, 10, 12}) {
      const auto p = near(*probe, a, b, degree, x);
      if (!p) continue;
      const auto middle = known_integral(g_.context, i_, p->at, x);
      if (!middle) continue;
      // Between how far it is away and how far it may be.
      double room = 2 * p->away;
      if (const Expr d = quotient(add(rest_, mul(weight_, middle->value)), weight_); variables_of(d).empty()) {
        room = std::fabs(g_.context.range(d).approx()) / (b - a);
        if (!(room >= 2 * p->away && std::isfinite(room))) continue;
        room = (p->away + room) / 2;
      }
      constexpr double scale = 1LL << 40;
      const Expr move(Rational::from_double(std::round((room + 1e-10) * scale) / scale));
      const auto known = known_integral(g_.context, i_, from_below_ ? sub(p->at, move) : add(p->at, move), x);
      if (!known || !looks_nonnegative(look, add(rest_, mul(weight_, known->value)))) continue;
      if (auto tree = by(*known, true)) return tree;
      if (s_.out_of_time()) break;
    }
    return std::nullopt;
  }
  // Newton's polynomial through Chebyshev's places.
  struct Near {
    Expr at;
    double away;
  };
  static std::optional<Near> near(Probe& probe, double a, double b, int degree, const Expr& x) {
    const auto at = [&](double t) {
      probe.at(std::vector<double>{t});
      return probe.value();
    };
    const auto n = static_cast<std::size_t>(degree) + 1;
    std::vector<double> place(n), c(n);
    for (std::size_t k = 0; k < n; ++k) {
      const double angle = std::numbers::pi * (2 * static_cast<double>(k) + 1) / (2 * static_cast<double>(n));
      place[k] = std::round(((a + b) / 2 + (b - a) / 2 * std::cos(angle)) * 1024) / 1024;
      c[k] = at(place[k]);
    }
    for (std::size_t j = 1; j < n; ++j)
      for (std::size_t k = n - 1; k >= j; --k) c[k] = (c[k] - c[k - 1]) / (place[k] - place[k - j]);
    const auto polynomial = [&](double t) {
      double sum = 0;
      for (std::size_t k = n; k-- > 0;) sum = sum * (t - place[k]) + c[k];
      return sum;
    };
    if (!std::ranges::all_of(c, [](double v) { return std::isfinite(v); })) return std::nullopt;
    constexpr int grid = 200;
    double away = 0;
    for (int k = 1; k < grid; ++k) {
      const double t = a + (b - a) * k / grid;
      away = std::max(away, std::fabs(at(t) - polynomial(t)));
    }
    if (!std::isfinite(away)) return std::nullopt;
    constexpr double scale = 1LL << 40;
    const auto rational = [&](double v) { return Expr(Rational::from_double(std::round(v * scale) / scale)); };
    Expr out = 0;
    for (std::size_t k = n; k-- > 0;) out = add(mul(out, sub(x, rational(place[k]))), rational(c[k]));
    return Near{out, away};
  }

  const Goal& g_;
  const Subprover& s_;
  int depth_;
  Expr i_, rest_ = 0, weight_ = 1;
  bool from_below_ = true;
};

}  // namespace

Tree by_tangents_of_bodies(const Goal& g, const Subprover& s, int depth, const Expr& integral) {
  return BodyComparison(g, s, depth, integral).tangents_alone();
}

Tree by_bounds_of_integrals(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 1 || g.relation.rel == Rel::eq) return std::nullopt;
  const auto all = nodes_of(g.relation, [](const Expr& e) { return is_integral(e); });
  if (all.empty() || all.size() > 3) return std::nullopt;
  for (const Expr& i : all) {
    if (value_of(g.context, i) || !is_defined(g.context, i)) continue;
    if (auto t = by_moving_end(g, s, depth, i)) return t;
    if (auto t = BodyComparison(g, s, depth, i).run()) return t;
  }
  return by_complements_of_integrals(g, s, depth);
}

}  // namespace dpcert::verify
