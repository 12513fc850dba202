// An integral up to a variable, or from one, against a bound without integrals: both are followed along that end. The
// bound itself is a primitive of its slope, so no closed form is looked for; what is left to show is that the integrand
// and this slope are in order, and what the bound tends to at the other end. For the exponential integral, Dawson's
// integral, error and incomplete gamma functions as they are defined.
#include "dpcert/core/error.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/primitives.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

std::optional<Weighted> affine_as_written(const Expr& e, const Expr& t) {
  if (!depends_on(e, t)) return Weighted{e, 0};
  if (e == t) return Weighted{0, 1};
  const auto part = [&](std::size_t i) { return affine_as_written(e.arg(i), t); };
  switch (e.op()) {
    case Op::neg: {
      const auto u = part(0);
      return u ? std::optional(Weighted{negate(u->rest), negate(u->weight)}) : u;
    }
    case Op::add:
    case Op::sub: {
      const auto u = part(0), v = u ? part(1) : u;
      if (!v) return std::nullopt;
      const bool plus = e.op() == Op::add;
      return Weighted{plus ? add(u->rest, v->rest) : sub(u->rest, v->rest),
                      plus ? add(u->weight, v->weight) : sub(u->weight, v->weight)};
    }
    case Op::mul: {
      const std::size_t with = depends_on(e.arg(0), t) ? 0 : 1;
      const Expr& factor = e.arg(1 - with);
      const auto u = depends_on(factor, t) ? std::nullopt : part(with);
      return u ? std::optional(Weighted{mul(factor, u->rest), mul(factor, u->weight)}) : std::nullopt;
    }
    case Op::div: {
      const auto u = depends_on(e.arg(1), t) ? std::nullopt : part(0);
      return u ? std::optional(Weighted{quotient(u->rest, e.arg(1)), quotient(u->weight, e.arg(1))}) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

namespace {

// The goal D = rest + weight I >= 0 by I >= J (or J >= I, for a negative weight), J the integral of the bound's slope.
class MovingEnd {
 public:
  MovingEnd(const Goal& g, const Subprover& s, int depth, const Expr& integral)
      : g_(g), s_(s), depth_(depth), i_(integral), x_(Expr::variable(fresh_name(g.context))) {}

  Tree run() {
    const Expr t = Expr::variable(fresh_name(g_.context));
    const auto d = affine_as_written(replaced(g_.difference(), i_, t), t);
    if (!d || !is_defined(g_.context, d->weight)) return std::nullopt;
    rest_ = d->rest, weight_ = d->weight;
    from_below_ = g_.context.positive_(weight_);
    if (!from_below_ && !g_.context.positive_(negate(weight_))) return std::nullopt;
    body_ = body_at(i_, x_);
    const Expr bound = quotient_by(negate(rest_), weight_);
    if (!nodes_of({Rel::eq, add(body_, bound), 0}, is_integral).empty()) return std::nullopt;
    for (const bool low : {false, true}) {
      const auto end = low ? low_of(i_) : high_of(i_), other = low ? high_of(i_) : low_of(i_);
      if (!end || end->op() != Op::variable || g_.context.find(*end)->integer || depends_on(body_, *end)) continue;
      if (other && depends_on(*other, *end)) continue;
      const Expr primitive = substitute(low ? negate(bound) : bound, {{*end, x_}});
      if (auto tree = along(with_seen_signs(primitive, *end, low), *end)) return tree;
    }
    return std::nullopt;
  }

 private:
  // What has a known sign at the end that moves, and goes on from it with a known slope, as a multiple of its value
  // there: then its sign is seen between the ends.
  [[nodiscard]] Expr with_seen_signs(const Expr& primitive, const Expr& end, bool low) const {
    const Context inside = g_.context.inside(i_, x_);
    Algebra plain([](const Expr&) { return false; });
    return transform(primitive, [&](const Expr& e, std::span<Expr> args) -> Expr {
      Expr now = with_args(e, args);
      if ((e.op() != Op::add && e.op() != Op::sub) || !depends_on(e, x_) || inside.knows({e, Need::nonzero}))
        return now;
      const auto line = plain.coefficients(e, x_);
      if (!line || line->size() != 2) return now;
      const Expr slope = low ? (*line)[1] : negate((*line)[1]), there = substitute(e, {{x_, end}});
      if (!g_.context.positive_(slope) || !g_.context.positive_(there)) return now;
      return mul(there, add(1, quotient(mul(slope, low ? sub(x_, end) : sub(end, x_)), there)));
    });
  }

  Tree along(const Expr& primitive, const Expr& end) {
    primitive_ = primitive, end_ = end, times_ = 1;
    Expr slope = 0;
    try {
      slope = derivative(primitive, x_);
    } catch (const Error&) {  // what is not differentiated
      return std::nullopt;
    }
    const Context inside = g_.context.inside(i_, x_);
    if (!is_defined(inside, body_) || !is_defined(inside, slope)) return std::nullopt;
    if (!looks_nonnegative(for_a_look(inside), from_below_ ? sub(body_, slope) : sub(slope, body_)))
      return std::nullopt;
    if (auto tree = by_share(primitive, slope, inside)) return tree;
    // A slope whose sign is not seen has an integral because it is small; or by its modulus, which is the slope itself.
    const Expr plain = Expr::integral(x_, low_of(i_), high_of(i_), slope);
    if (auto tree = compared(primitive, slope, plain, Existence::by_sign)) return tree;
    if (auto tree = compared(primitive, slope, plain, Existence::by_terms)) return tree;
    const Expr modulus = abs(slope);
    if (!from_below_)
      return compared(primitive, modulus, Expr::integral(x_, low_of(i_), high_of(i_), modulus), Existence::by_sign);
    if (looks_nonnegative(for_a_look(inside), add(body_, slope)))
      if (auto tree = compared(primitive, slope, plain, Existence::by_domination)) return tree;
    return std::nullopt;
  }

  // slope = body (1 - q) with a fraction q of known sign: then the order is seen. For q <= 0 the sign of the slope is,
  // too; for q >= 0, where q is largest at the end that moves, its modulus is at most the body times 1 + q there.
  Tree by_share(const Expr& primitive, const Expr& slope, const Context& inside) {
    Algebra a = inside.algebra();
    const Expr below = denominators(inside, x_, slope);
    const auto above = a.simplified(quotient(mul(sub(body_, slope), below), body_));
    if (below.is_constant(1) || !above || !nodes_of({Rel::eq, *above, 0}, is_transcendental).empty())
      return std::nullopt;
    const Expr q = quotient(from_below_ ? *above : a.simplified(negate(*above)).value_or(negate(*above)), below);
    if (!is_defined(inside, q) || !inside.knows({q, Need::nonnegative})) return std::nullopt;
    const Expr form = mul(body_, from_below_ ? sub(1, q) : add(1, q));
    const Expr j = Expr::integral(x_, low_of(i_), high_of(i_), form);
    if (!from_below_) return compared(primitive, form, j, Existence::by_sign);
    share_ = q, times_ = add(1, substitute(q, {{x_, end_}}));
    auto tree = is_defined(g_.context, times_) ? compared(primitive, form, j, Existence::by_domination) : std::nullopt;
    times_ = 1;
    return tree;
  }
  static bool is_transcendental(const Expr& e) {
    return e.op() == Op::exp || (e.op() == Op::pow && !e.arg(1).is_constant());
  }

  // Why J has a value: its body has one sign, or is less than that of I, or a sum of densities.
  enum class Existence : std::uint8_t { by_sign, by_domination, by_terms };
  // J = value behind `lines`, J the integral of `body`.
  Tree compared(const Expr& primitive, const Expr& body, const Expr& j, Existence why) {
    Goal now = g_;
    Proof lines;
    if (why == Existence::by_terms && !by_terms_of_densities(now, lines, j, primitive, x_, s_.lemmas))
      return std::nullopt;
    if (why == Existence::by_domination) {
      Expr larger = i_;
      if (!times_.is_constant(1)) {
        larger = Expr::integral(x_, low_of(i_), high_of(i_), mul(times_, body_));
        if (!take(rule::Linear{larger, {{weight(times_), i_}}}, now, lines)) return std::nullopt;
      }
      const Step step = rule::Dominated{j, fresh_name(now.context), larger};
      const auto children = apply(step, now);
      if (!children || children->size() != 3) return std::nullopt;
      const auto part = [&](std::size_t k) {
        return times_.is_constant(1) ? shown((*children)[k]) : above_share((*children)[k]);
      };
      const auto above = part(0), below = above ? part(1) : std::nullopt;
      if (!below) return std::nullopt;
      lines.push_back(step);
      append(lines, *above);
      append(lines, *below);
      now = (*children)[2];
    }
    const Expr x = Expr::variable(fresh_name(now.context));
    const auto found = antiderivative_by(now.context, j, substitute(primitive, {{x_, x}}), x);
    if (!found) return std::nullopt;
    const Expr value = sub(found->step.at_high, found->step.at_low);
    const Relation left{Rel::ge, add(rest_, mul(weight_, value)), 0};
    if (!looks_nonnegative(for_a_look(g_.context), left.lhs)) return std::nullopt;
    const auto enough = shown({g_.context, left});
    const auto children = enough ? apply(found->step, now) : std::nullopt;
    if (!children || children->size() != (found->seen ? 1U : 2U)) return std::nullopt;
    lines.emplace_back(found->step);
    if (!found->seen) {
      const auto same = is_its_modulus((*children)[0], body);
      if (!same) return std::nullopt;
      append(lines, *same);
    }
    now = children->back();
    return put_together(now, lines, j, left, *enough);
  }

  // The goal |s| = s, or with its sides the other way round.
  Tree is_its_modulus(const Goal& g, const Expr& body) const {
    const auto moduli = nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::abs; });
    if (moduli.empty() || body.op() != Op::abs) return std::nullopt;
    return behind(g, {Rel::ge, moduli.back().arg(0), 0}, [&](const Goal& h) { return by_equation(h, s_, depth_ - 1); });
  }

  // The goal by `last`, where `first` is shown before it.
  Tree behind(const Goal& g, const Relation& first, const ProveGoal& last) const {
    const auto t = shown({g.context, first});
    if (!t) return std::nullopt;
    Goal h = g;
    Proof out;
    cut_in(out, h, first, *t);
    const auto end = last(h);
    if (!end) return std::nullopt;
    append(out, *end);
    return out;
  }

  Tree put_together(Goal now, Proof lines, const Expr& j, const Relation& left, const Proof& enough) {
    const std::size_t value = now.context.hypotheses().size();
    const Rel rel = g_.strict() ? Rel::gt : Rel::ge;
    const Relation order = from_below_ ? Relation{rel, i_, j} : Relation{rel, j, i_};
    const Step termwise = rule::Termwise{fresh_name(now.context)};
    const auto bodies = after(termwise, {now.context, order});
    const auto inside = bodies ? in_order(*bodies) : std::nullopt;
    if (!inside) return std::nullopt;
    Proof below{termwise};
    append(below, *inside);
    cut_in(lines, now, order, below);
    cut_in(lines, now, left, enough);
    lines.emplace_back(rule::Combine{Rational(0),
                                     {{value + 1, weight(from_below_ ? weight_ : negate(weight_))},
                                      {value, weight(weight_)},
                                      {value + 2, Rational(1)}}});
    return lines;
  }

  // f >= |s| or |s| >= f, by f >= s >= 0 or s >= f.
  Tree in_order(const Goal& g) const {
    const auto moduli = nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::abs; });
    if (moduli.empty() || from_below_) return shown(g);
    const Expr &modulus = moduli.back(), f = g.relation.rhs;
    return behind(g, {g.relation.rel, modulus.arg(0), f}, [&](const Goal& h) { return by_kinks(h, s_, depth_ - 1); });
  }

  Tree shown(const Goal& g) const {
    if (auto t = s_.immediate(g)) return t;
    if (auto t = over_the_body(g)) return t;
    return s_.prove(g, depth_ - 1, s_.numeric);
  }

  // The denominators of the bound as they are written, since their signs are seen there; a slope has their squares. Of
  // those at the end that moves, where d speaks of it.
  [[nodiscard]] Expr denominators(const Context& inside, const Expr& t, const Expr& d) const {
    Expr below = 1;
    for (const Expr& e : nodes_of({Rel::eq, primitive_, 0}, [](const Expr& e) { return e.op() == Op::div; }))
      for (const Expr& place : {t, end_}) {
        const Expr u = substitute(e.arg(1), {{x_, place}});
        const bool there = place == t || (depends_on(d, end_) && !depends_on(e.arg(1), end_));
        if (there && depends_on(e.arg(1), x_) && inside.positive_(u)) below = mul(below, pow(u, 2));
      }
    return below;
  }
  // h >= |f| for f = body (1 - q), h = body (1 + q at the end).
  Tree above_share(const Goal& g) const {
    const Expr t = Expr::variable(g.context.variables().back().name);
    const Expr body = substitute(body_, {{x_, t}}), q = substitute(share_, {{x_, t}});
    const Expr most = substitute(share_, {{x_, end_}});
    const Expr apart = mul(body, add(most, q));
    if (g.context.algebra().is_zero(sub(g.difference(), apart))) return rewritten(g, apart, 0, s_.immediate);
    const Relation order{Rel::ge, most, q};
    auto falls = over_squares({g.context, order}, most, q);
    if (!falls) falls = shown({g.context, order});
    if (!falls) return std::nullopt;
    Goal h = g;
    Proof out;
    cut_in(out, h, order, *falls);
    out.emplace_back(rule::Factor{body, add(2, sub(most, q))});
    out.emplace_back(rule::Combine{Rational(2), {{h.context.hypotheses().size(), Rational(1)}}});
    return out;
  }
  // n/u^2 >= n/v^2 by v >= u.
  Tree over_squares(const Goal& g, const Expr& most, const Expr& q) const {
    const auto root = [](const Expr& e) {
      return e.op() == Op::div && e.arg(1).op() == Op::pow && e.arg(1).arg(1).is_constant(2)
                 ? std::optional(e.arg(1).arg(0))
                 : std::nullopt;
    };
    const auto u = root(most), v = root(q);
    if (!u || !v || most.arg(0) != q.arg(0)) return std::nullopt;
    const Expr weight = quotient(mul(q.arg(0), add(*v, *u)), mul(pow(*v, 2), pow(*u, 2)));
    return steps(g, rule::Factor{weight, sub(*v, *u)}, {s_.immediate});
  }
  // Inside, divided by the body, where its powers and exponentials are gone then.
  Tree over_the_body(const Goal& g) const {
    const auto& all = g.context.variables();
    if (all.size() != g_.context.variables().size() + 1) return std::nullopt;
    const Expr t = Expr::variable(all.back().name), body = substitute(body_, {{x_, t}});
    if (!g.context.positive_(body)) return std::nullopt;
    Algebra a = g.context.algebra();
    const Expr below = denominators(g.context, t, g.difference());
    const auto q = a.simplified(mul(quotient(g.difference(), body), below));
    if (!q || !is_defined(g.context, *q) || !nodes_of({Rel::eq, *q, 0}, is_transcendental).empty()) return std::nullopt;
    const Expr form = product_of(a, g.context, *q).value_or(*q);
    return steps(g, rule::Factor{below.is_constant(1) ? body : quotient(body, below), form},
                 {[&](const Goal& h) -> Tree {
                   if (auto u = s_.immediate(h)) return u;
                   return s_.prove(h, depth_ - 1, s_.numeric);
                 }});
  }

  const Goal& g_;
  const Subprover& s_;
  int depth_;
  Expr i_, x_, end_ = 0, primitive_ = 0, body_ = 0, rest_ = 0, weight_ = 1, share_ = 0, times_ = 1;
  bool from_below_ = true;
};

}  // namespace

Tree by_moving_end(const Goal& g, const Subprover& s, int depth, const Expr& integral) {
  return MovingEnd(g, s, depth, integral).run();
}

}  // namespace dpcert::verify
