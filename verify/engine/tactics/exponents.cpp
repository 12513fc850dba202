// A variable that stands in exponents alone: the goal is a sum of terms c exp(u + v x), whose second derivative in x is
// the sum of the c v^2 exp(u + v x). It has one sign where the c have, which its normal form does not show. So for sums
// of p^a q^(1 - a), as in the divergences of order a.
#include <utility>

#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

struct ExponentialTerm {
  Expr factor, exponent, rate;  // `rate`: the exponent's slope in x
};

// The factors of a term: what does not depend on x in front, the rest in the exponent.
class TermOfExponents {
 public:
  TermOfExponents(const Context& c, Algebra& a, const Expr& x) : c_(c), a_(a), x_(x) {}

  bool read(const Expr& e, bool below) {
    if (!depends_on(e, x_)) {
      factor_ = below ? quotient(factor_, e) : mul(factor_, e);
      return true;
    }
    switch (e.op()) {
      case Op::neg:
        factor_ = negate(factor_);
        return read(e.arg(0), below);
      case Op::mul:
        return read(e.arg(0), below) && read(e.arg(1), below);
      case Op::div:
        return read(e.arg(0), below) && read(e.arg(1), !below);
      case Op::exp:
        return raise(e.arg(0), below);
      case Op::pow:
        if (depends_on(e.arg(0), x_) || !c_.positive_(e.arg(0))) return false;
        return raise(mul(e.arg(1), log(e.arg(0))), below);
      default:
        return false;
    }
  }
  std::optional<ExponentialTerm> done() const {
    const auto p = a_.coefficients(exponent_, x_);
    if (!p || p->size() != 2) return std::nullopt;
    return ExponentialTerm{factor_, add((*p)[0], mul((*p)[1], x_)), (*p)[1]};
  }

 private:
  bool raise(const Expr& e, bool below) {
    exponent_ = below ? sub(exponent_, e) : add(exponent_, e);
    return true;
  }
  const Context& c_;
  Algebra& a_;
  Expr x_, factor_ = 1, exponent_ = 0;
};

// D as a sum of exponentials whose factors have one sign, and what is affine in x.
struct Form {
  std::vector<ExponentialTerm> terms;
  Expr rest = 0;
  bool concave = false;
};

std::optional<Form> form_of(const Context& c, const Expr& d, const Expr& x) {
  Algebra a = c.algebra();
  std::vector<Expr> parts;
  terms_of(d, 1, parts);
  Form out;
  bool up = true, down = true;
  for (const Expr& part : parts) {
    if (const auto p = a.coefficients(part, x); p && p->size() <= 2) {
      out.rest = add(out.rest, part);
      continue;
    }
    TermOfExponents term(c, a, x);
    if (!term.read(part, false)) return std::nullopt;
    auto read = term.done();
    if (!read) return std::nullopt;
    up = up && c.knows({read->factor, Need::nonnegative});
    down = down && c.knows({negate(read->factor), Need::nonnegative});
    if (!up && !down) return std::nullopt;
    out.terms.push_back(std::move(*read));
  }
  if (out.terms.size() < 2) return std::nullopt;
  out.concave = down;
  return out;
}

class AlongExponents {
 public:
  AlongExponents(const Form& form, const Variable& v, const Subprover& s, const ProveGoal& alone)
      : form_(form), v_(v), x_(Expr::variable(v.name)), s_(s), alone_(alone) {}

  Tree run(const Goal& g) const {
    Expr e = form_.rest;
    for (const ExponentialTerm& t : form_.terms) e = add(e, mul(t.factor, exp(t.exponent)));
    return rewritten(g, e, 0, [&](const Goal& h) -> Tree {
      const Range& r = v_.range;
      if (form_.concave) {
        if (!r.bounded() || r.lo.closed != r.hi.closed) return std::nullopt;
        return steps(h, r.lo.closed ? Step(rule::Convex{x_, false}) : Step(rule::Arch{x_}),
                     {[&](const Goal& k) { return bend(k); }, [&](const Goal& k) { return at_end(k); }});
      }
      for (const bool lower : {true, false})
        if (auto t = from(h, lower, [&](const Goal& slope) {
              return from(slope, lower, [&](const Goal& k) { return bend(k); });
            }))
          return t;
      return std::nullopt;
    });
  }

 private:
  // The goal by its value at an end, and by its slope on the way from there.
  Tree from(const Goal& g, bool lower, const ProveGoal& slope) const {
    const End& end = lower ? v_.range.lo : v_.range.hi;
    if (end.infinite) return std::nullopt;
    const Step step = end.closed ? Step(rule::Mono{x_, lower, false, false}) : Step(rule::Rise{x_, lower});
    return both_sides(
        g, step, 1, [&](const Goal& k) { return at_end(k); }, slope);
  }
  Tree at_end(const Goal& g) const {
    if (auto t = s_.immediate(g)) return t;
    return looks_nonnegative(g.context, g.difference()) ? alone_(g) : std::nullopt;
  }
  Tree bend(const Goal& g) const {
    Expr e = 0;
    for (const ExponentialTerm& t : form_.terms)
      e = add(e, mul(mul(form_.concave ? negate(t.factor) : t.factor, pow(t.rate, 2)), exp(t.exponent)));
    return rewritten(g, e, 0, s_.immediate);
  }

  const Form& form_;
  const Variable& v_;
  Expr x_;
  const Subprover& s_;
  const ProveGoal& alone_;
};

}  // namespace

Tree by_exponents(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel != Rel::ge) return std::nullopt;
  const Expr d = g.difference();
  if (g.relation.rhs.is_constant(0) && d.op() == Op::div && g.context.positive_(d.arg(1)))
    return steps(g, rule::Factor{quotient(1, d.arg(1)), d.arg(0)},
                 {[&](const Goal& h) { return by_exponents(h, s, alone); }});
  for (const Variable& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !depends_on(d, x)) continue;
    const auto form = form_of(g.context, d, x);
    if (!form) continue;
    if (auto t = AlongExponents(*form, v, s, alone).run(g)) return t;
  }
  return std::nullopt;
}

Tree by_exponents_from_an_end(const Goal& g, const ProveGoal& alone) {
  const auto has_in_exponent = [&](const Expr& x) {
    return !nodes_of(g.relation, [&](const Expr& e) {
              return e.op() == Op::pow && depends_on(e.arg(1), x) && !depends_on(e.arg(0), x);
            }).empty();
  };
  for (const Variable& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    const auto& [lo, hi] = v.range;
    if (v.integer || lo.infinite || lo.value.is_zero() || !hi.infinite || !has_in_exponent(x)) continue;
    const std::string name = fresh_name(g.context);
    const Range beyond{{false, lo.closed, Rational(0)}, {}};
    Goal h = g;
    Proof out;
    if (!take(rule::Subst{x, name, beyond, add(Expr::variable(name), Expr(lo.value))}, h, out)) continue;
    const auto t = alone(h);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
