// An integral up to a variable, or from one, against a bound without integrals: both are followed along that end. The
// bound itself is a primitive of its slope, so no closed form is looked for; what is left to show is that the integrand
// and this slope are in order, and what the bound tends to at the other end. For the exponential integral, Dawson's
// integral, error and incomplete gamma functions as they are defined.
#include "dpcert/core/error.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/primitives.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// e = rest + weight t, as it is written: a normal form would hide signs of logarithms.
struct Weighted {
  Expr rest, weight;
};
std::optional<Weighted> affine_in(const Expr& e, const Expr& t) {
  if (!depends_on(e, t)) return Weighted{e, 0};
  if (e == t) return Weighted{0, 1};
  const auto part = [&](std::size_t i) { return affine_in(e.arg(i), t); };
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

// u/v, with the exponentials of v above the line: then the sign of a derivative is seen more often.
Expr quotient_by(const Expr& u, const Expr& v) {
  switch (v.op()) {
    case Op::exp:
      return mul(u, exp(negate(v.arg(0))));
    case Op::neg:
      return negate(quotient_by(u, v.arg(0)));
    case Op::mul:
      return quotient_by(quotient_by(u, v.arg(0)), v.arg(1));
    default:
      return quotient(u, v);
  }
}

// The goal D = rest + weight I >= 0 by I >= J (or J >= I, for a negative weight), J the integral of the bound's slope.
class MovingEnd {
 public:
  MovingEnd(const Goal& g, const Subprover& s, int depth, const Expr& integral)
      : g_(g), s_(s), depth_(depth), i_(integral), x_(Expr::variable(fresh_name(g.context))) {}

  Tree run() {
    const Expr t = Expr::variable(fresh_name(g_.context));
    const auto d = affine_in(replaced(g_.difference(), i_, t), t);
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
      if (auto tree = along(substitute(low ? negate(bound) : bound, {{*end, x_}}))) return tree;
    }
    return std::nullopt;
  }

 private:
  Tree along(const Expr& primitive) {
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
    // A slope whose sign is not seen has an integral because it is small; or by its modulus, which is the slope itself.
    const Expr plain = Expr::integral(x_, low_of(i_), high_of(i_), slope);
    if (auto tree = compared(primitive, slope, plain, Existence::by_sign)) return tree;
    if (auto tree = compared(primitive, slope, plain, Existence::by_terms)) return tree;
    const Expr modulus = abs(slope);
    return from_below_
               ? compared(primitive, slope, plain, Existence::by_domination)
               : compared(primitive, modulus, Expr::integral(x_, low_of(i_), high_of(i_), modulus), Existence::by_sign);
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
      const Step step = rule::Dominated{j, fresh_name(g_.context), i_};
      const auto children = apply(step, g_);
      if (!children || children->size() != 3) return std::nullopt;
      const auto above = shown((*children)[0]), below = above ? shown((*children)[1]) : std::nullopt;
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
    return s_.prove(g, depth_ - 1, s_.numeric);
  }

  const Goal& g_;
  const Subprover& s_;
  int depth_;
  Expr i_, x_, body_ = 0, rest_ = 0, weight_ = 1;
  bool from_below_ = true;
};

}  // namespace

Tree by_moving_end(const Goal& g, const Subprover& s, int depth, const Expr& integral) {
  return MovingEnd(g, s, depth, integral).run();
}

}  // namespace dpcert::verify
