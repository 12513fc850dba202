// Integrals: by an antiderivative of what is a sum of c x^k exp(polynomial of x of degree at most 2), or term by term.
#include "verify/engine/tactics/integrals.hpp"

#include <algorithm>

#include "verify/engine/proof/written.hpp"
#include "verify/engine/tactics/primitives.hpp"
#include "verify/engine/tactics/sums_of_terms.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

using Term = QuadraticTerm;
using Terms = std::vector<Term>;

// The integrand as such a sum, as far as its shape shows it. `inside`: with x between the ends.
class Parser : public SumsOfTerms<Parser, Term, 40> {
 public:
  Parser(const Context& inside, Algebra& a, const Expr& x) : inside_(inside), a_(a), x_(x) {}

  std::optional<Terms> read(const Expr& e) {
    if (!depends_on(e, x_)) return Terms{{e}};
    switch (e.op()) {
      case Op::variable:
        return Terms{{1, 1}};
      case Op::neg:
      case Op::add:
      case Op::sub:
      case Op::mul:
        return arithmetic(e);
      case Op::div: {
        const auto left = read(e.arg(0)), right = left ? read(e.arg(1)) : std::nullopt;
        if (!right || right->size() != 1) return std::nullopt;
        const auto below = power(right->front(), -1);
        return below ? times(*left, {*below}) : std::nullopt;
      }
      case Op::pow:
        return power_of(e.arg(0), e.arg(1));
      case Op::sqrt:
        return power_of(e.arg(0), Rational(1, 2));
      case Op::exp:
        return exponential(e.arg(0));
      case Op::log: {
        const auto u = read(e.arg(0));
        if (!u || u->size() != 1 || !u->front().k.is_constant(0) || !inside_.positive_(u->front().c))
          return std::nullopt;
        Terms out;
        for (std::size_t i = 0; i < 3; ++i) out.push_back({u->front().q[i], Expr(static_cast<long>(i))});
        out[0].c = add(log(u->front().c), out[0].c);
        return out;
      }
      default:
        return std::nullopt;
    }
  }

  static std::optional<Term> product(const Term& s, const Term& t) {
    Term out{mul(s.c, t.c), add(s.k, t.k)};
    for (std::size_t i = 0; i < 3; ++i) out.q[i] = add(s.q[i], t.q[i]);
    return out;
  }

 private:
  std::optional<Term> power(const Term& t, const Expr& v) {
    const bool whole = v.is_constant() && v.value().is_integer();
    if (!whole && !inside_.positive_(t.c)) return std::nullopt;
    if (!whole && !t.k.is_constant(0) && !inside_.positive_(x_)) return std::nullopt;
    Term out{t.c.is_constant(1) ? Expr(1) : v.is_constant(-1) ? quotient(1, t.c) : pow(t.c, v), mul(t.k, v)};
    for (std::size_t i = 0; i < 3; ++i) out.q[i] = mul(v, t.q[i]);
    return out;
  }
  std::optional<Terms> power_of(const Expr& u, const Expr& v) {
    if (depends_on(v, x_)) return std::nullopt;
    const auto base = read(u);
    if (!base) return std::nullopt;
    if (base->size() == 1) {
      const auto t = power(base->front(), v);
      return t ? std::optional(Terms{*t}) : std::nullopt;
    }
    return to_the(*base, v, 8);
  }
  std::optional<Terms> exponential(const Expr& u) {
    const auto p = a_.coefficients(u, x_);
    Term out;
    if (p && p->size() <= 3) {
      for (std::size_t i = 0; i < p->size(); ++i) out.q[i] = (*p)[i];
      return Terms{out};
    }
    // exp(c + k log x) = exp(c) x^k
    const Expr l = Expr::variable("$log");
    const auto with = a_.coefficients(replaced(u, log(x_), l), l);
    if (!with || with->size() > 2 || depends_on(with->back(), x_) || !inside_.positive_(x_)) return std::nullopt;
    const auto rest = a_.coefficients(with->front(), x_);
    if (!rest || rest->size() > 3) return std::nullopt;
    for (std::size_t i = 0; i < rest->size(); ++i) out.q[i] = (*rest)[i];
    out.k = with->size() == 2 ? with->back() : Expr(0);
    return Terms{out};
  }

  const Context& inside_;
  Algebra& a_;
  Expr x_;
};

// A function of x, with what it tends to at the two ends of the integral.
struct Primitive {
  Expr f = 0, low = 0, high = 0;
  void take(const Expr& weight, const Primitive& p) {
    f = add(f, mul(weight, p.f));
    low = add(low, mul(weight, p.low));
    high = add(high, mul(weight, p.high));
  }
};

class Integrator {
 public:
  Integrator(const Context& c, const Expr& integral, const Expr& x)
      : c_(c), low_(low_of(integral)), high_(high_of(integral)), x_(x) {}

  std::optional<Primitive> of(const Terms& terms) {
    Primitive all;
    for (const Term& t : terms) {
      const auto p = of(t);
      if (!p) return std::nullopt;
      all.take(1, *p);
    }
    return all;
  }

 private:
  std::optional<Primitive> of(const Term& t) {
    const bool quadratic = !t.q[2].is_constant(0), linear = !t.q[1].is_constant(0);
    const Expr outside = t.q[0].is_constant(0) ? t.c : mul(t.c, exp(t.q[0]));
    std::optional<Primitive> p;
    if (!quadratic && !linear) {
      p = power(t.k);
    } else {
      const auto n = t.k.is_constant() ? t.k.value().to_int64() : std::nullopt;
      constexpr std::int64_t highest = 12;
      if (!n || *n < 0 || *n > highest) return std::nullopt;
      p = quadratic ? gaussian(t, static_cast<long>(*n)) : exponential(t, static_cast<long>(*n));
    }
    if (!p) return std::nullopt;
    Primitive out;
    out.take(outside, *p);
    return out;
  }
  // x^k
  std::optional<Primitive> power(const Expr& k) {
    // The value of a power with an exponent that is no number is not seen to be 0 where its base is.
    const bool zero = (low_ && low_->is_constant(0)) || (high_ && high_->is_constant(0));
    if (!k.is_constant() && zero) return std::nullopt;
    if (k.is_constant(-1)) {
      if (!low_ || !high_ || !c_.positive_(*low_)) return std::nullopt;
      return Primitive{log(x_), log(*low_), log(*high_)};
    }
    const Expr n = add(k, 1);
    const auto at = [&](const std::optional<Expr>& end) -> std::optional<Expr> {
      if (!end) return c_.positive_(negate(n)) ? std::optional(Expr(0)) : std::nullopt;
      if (end->is_constant(0)) return c_.positive_(n) ? std::optional(Expr(0)) : std::nullopt;
      return quotient(pow(*end, n), n);
    };
    const auto low = at(low_), high = low ? at(high_) : std::nullopt;
    if (!high) return std::nullopt;
    return Primitive{quotient(pow(x_, n), n), *low, *high};
  }
  // At an infinite end a polynomial times exp(u) vanishes if u goes to -inf.
  std::optional<Expr> at(const Expr& f, const std::optional<Expr>& end, bool vanishes) const {
    if (!end) return vanishes ? std::optional(Expr(0)) : std::nullopt;
    return substitute(f, {{x_, *end}});
  }
  // x^n exp(r x): exp(r x) (x^n/r - n x^(n-1)/r^2 + ...)
  std::optional<Primitive> exponential(const Term& t, long n) {
    const Expr& r = t.q[1];
    Expr sum = 0, factor = quotient(1, r);
    for (long i = n; i >= 0; --i) {
      sum = add(sum, mul(factor, i == 0 ? Expr(1) : i == 1 ? x_ : pow(x_, Expr(i))));
      factor = quotient(mul(Expr(-i), factor), r);
    }
    const Expr f = mul(exp(mul(r, x_)), sum);
    const auto low = at(f, low_, c_.positive_(r)), high = low ? at(f, high_, c_.positive_(negate(r))) : std::nullopt;
    if (!high) return std::nullopt;
    return Primitive{f, *low, *high};
  }
  // x^n exp(-a x^2 + b x), a > 0: by parts down to the normal distribution function.
  std::optional<Primitive> gaussian(const Term& t, long n) {
    const Expr a = negate(t.q[2]), b = t.q[1];
    if (!c_.positive_(a)) return std::nullopt;
    const Expr centre = quotient(b, mul(2, a)), width = sqrt(mul(2, a));
    const Expr size = mul(sqrt(quotient(Expr::pi(), a)), exp(quotient(pow(b, 2), mul(4, a))));
    const auto cdf = [&](const std::optional<Expr>& end, bool high) {
      return end ? normal_cdf(mul(width, sub(*end, centre))) : Expr(high ? 1 : 0);
    };
    Primitive before{0, 0, 0}, now;
    now.take(size, {normal_cdf(mul(width, sub(x_, centre))), cdf(low_, false), cdf(high_, true)});
    for (long k = 1; k <= n; ++k) {
      const Expr e = exp(add(mul(negate(a), pow(x_, 2)), mul(b, x_)));
      const Expr f = quotient(mul(k == 1 ? Expr(1) : k == 2 ? x_ : pow(x_, Expr(k - 1)), negate(e)), mul(2, a));
      Primitive next{f, *at(f, low_, true), *at(f, high_, true)};
      next.take(centre, now);
      if (k > 1) next.take(quotient(Expr(k - 1), mul(2, a)), before);
      before = std::exchange(now, next);
    }
    return now;
  }

  const Context& c_;
  std::optional<Expr> low_, high_;
  Expr x_;
};

// Does the integral exist as soon as there is an antiderivative with limits? The body has one sign, or is continuous on
// a bounded interval, which the checker looks at; or a hypothesis shows that it exists.
bool may_exist(const Context& c, const Context& inside, const Expr& integral, const Expr& body) {
  if (low_of(integral) && high_of(integral)) return true;
  const auto seen = [&](const Expr& e) {
    return inside.knows({e, Need::nonnegative}) || inside.knows({negate(e), Need::nonnegative});
  };
  if (seen(body)) return true;
  // The checker looks at the simplified form in which no sign is used.
  Algebra plain([](const Expr&) { return false; });
  const auto form = plain.simplified(body);
  return (form && seen(*form)) || is_defined(c, integral);
}

// The body, with terms that differ by a factor without x taken together.
std::optional<Terms> terms_inside(const Context& inside, Algebra& a, const Expr& body, const Expr& x) {
  auto terms = Parser(inside, a, x).read(body);
  const auto kinked = [](const Expr& e) { return e.op() == Op::abs || e.op() == Op::max || e.op() == Op::min; };
  // Powers below a logarithm may be powers. Of kinks the checker need not see what is seen here.
  if (!terms && nodes_of({Rel::eq, body, 0}, kinked).empty()) {
    const auto form = a.simplified(body);
    if (form && *form != body) terms = Parser(inside, a, x).read(*form);
  }
  if (!terms) return std::nullopt;
  Terms together;
  for (const Term& t : *terms) {
    const auto equal = [&](const Expr& one, const Expr& other) { return a.is_zero(sub(one, other)); };
    const auto same = std::ranges::find_if(
        together, [&](const Term& o) { return equal(o.k, t.k) && equal(o.q[1], t.q[1]) && equal(o.q[2], t.q[2]); });
    const Expr c0 = t.q[0].is_constant(0) ? t.c : mul(t.c, exp(t.q[0]));
    Term apart{c0, t.k, {Expr(0), t.q[1], t.q[2]}};
    for (Expr* part : {&apart.k, &apart.q[1], &apart.q[2]}) *part = a.simplified(*part).value_or(*part);
    if (same == together.end())
      together.push_back(apart);
    else
      same->c = add(same->c, c0);
  }
  std::erase_if(together, [&](const Term& t) { return a.is_zero(t.c); });
  return together;
}

// sum of p E, each E an exponential and p a polynomial: it is between the sums of -E (1 + p^2)/2 and of E (1 + p^2)/2,
// and what is left of these is E (1 + p)^2/2 and E (1 - p)^2/2.
struct Majorant {
  Expr upper = 0, above = 0, below = 0;
};
std::optional<Majorant> majorant(const Terms& terms, Algebra& a, const Expr& x) {
  constexpr std::int64_t highest = 6;  // its square is one of the powers that have an antiderivative
  struct Part {
    const Term* kind;
    Expr p;
  };
  std::vector<Part> parts;
  for (const Term& t : terms) {
    const auto n = t.k.is_constant() ? t.k.value().to_int64() : std::nullopt;
    if (!n || *n < 0 || *n > highest) return std::nullopt;
    const Expr monomial = *n == 0 ? t.c : mul(t.c, *n == 1 ? x : pow(x, Expr(static_cast<long>(*n))));
    const auto same = std::ranges::find_if(parts, [&](const Part& part) {
      return a.is_zero(sub(part.kind->q[1], t.q[1])) && a.is_zero(sub(part.kind->q[2], t.q[2]));
    });
    if (same == parts.end())
      parts.push_back({&t, monomial});
    else
      same->p = add(same->p, monomial);
  }
  Majorant all;
  for (const auto& [kind, p] : parts) {
    const Expr e = exp(add(mul(kind->q[1], x), mul(kind->q[2], pow(x, 2))));
    const auto half = [&](const Expr& factor) { return quotient(mul(e, factor), 2); };
    all.upper = add(all.upper, half(add(1, pow(p, 2))));
    all.above = add(all.above, half(pow(sub(1, p), 2)));
    all.below = add(all.below, half(pow(add(1, p), 2)));
  }
  return all;
}

}  // namespace

std::optional<Expr> value_of(const Context& c, const Expr& integral) {
  for (const Relation& h : c.hypotheses())
    if (h.rel == Rel::eq && h.lhs == integral && nodes_of({Rel::eq, h.rhs, 0}, is_integral).empty()) return h.rhs;
  return std::nullopt;
}

namespace {
// What f needs to be other than 0 is 0 at a closed end of a variable, or at 0 inside of its range.
std::optional<Expr> vanishing_at_an_end(const Context& c, const Context& inside, const Expr& f, const Expr& x) {
  for (const Condition& n : side_conditions(f, inside))
    if (!depends_on(n.u, x) && !inside.knows(n) && (end_where_it_vanishes(c, n.u) || variable_with_zero_inside(c, n.u)))
      return n.u;
  return std::nullopt;
}

std::optional<Step> of_terms(const Context& c, const Expr& integral, std::optional<Expr>* undecided) {
  const std::string name = fresh_name(c);
  const Expr x = Expr::variable(name);
  const Context inside = c.inside(integral, x);
  Algebra a = inside.algebra();
  const Expr body = body_at(integral, x);
  if (!may_exist(c, inside, integral, body) || !(is_defined(inside, body) || is_defined(c, integral)))
    return std::nullopt;
  const auto terms = terms_inside(inside, a, body, x);
  if (!terms) return std::nullopt;
  const auto of = [&](const Terms& all) {
    auto p = Integrator(c, integral, x).of(all);
    if (p && !inside.algebra().is_zero(sub(derivative(p->f, x), body))) p.reset();
    return p;
  };
  Terms shorter = *terms;
  for (Term& t : shorter) t.c = roots_together(t.c);
  const auto first = of(shorter), p = first ? first : of(*terms);
  if (!p) return std::nullopt;
  if (const auto u = vanishing_at_an_end(c, inside, p->f, x)) {
    if (undecided) *undecided = u;
    return std::nullopt;
  }
  return rule::Antiderivative{integral, name, p->f, p->low, p->high};
}

}  // namespace

std::optional<Step> antiderivative(const Context& c, const Expr& integral, std::optional<Expr>* undecided) {
  const auto low = low_of(integral), high = high_of(integral);
  if (low && high && !c.knows({sub(*high, *low), Need::nonnegative})) return std::nullopt;
  std::optional<Expr> vanishing;
  if (auto step = of_terms(c, integral, &vanishing)) return step;
  if (vanishing) {
    if (undecided) *undecided = vanishing;
    return std::nullopt;
  }
  auto found = looked_for_antiderivative(c, integral);
  return found && found->seen ? std::optional<Step>(std::move(found->step)) : std::nullopt;
}

void dominate(Goal& g, Proof& lines, const Expr& integral) {
  if ((low_of(integral) && high_of(integral)) || is_defined(g.context, integral)) return;
  const std::string name = fresh_name(g.context);
  const Expr x = Expr::variable(name);
  const Context inside = g.context.inside(integral, x);
  Algebra a = inside.algebra();
  const Expr body = body_at(integral, x);
  if (!is_defined(inside, body) || may_exist(g.context, inside, integral, body)) return;
  const auto terms = terms_inside(inside, a, body, x);
  const auto m = terms ? majorant(*terms, a, x) : std::nullopt;
  if (!m) return;
  const Expr upper = Expr::integral(x, low_of(integral), high_of(integral), m->upper);
  const auto exists = antiderivative(g.context, upper);
  const auto known = exists ? after(*exists, g) : std::nullopt;
  if (!known) return;
  const std::string index = fresh_name(known->context);
  const Step step = rule::Dominated{integral, index, upper};
  const auto children = apply(step, *known);
  if (!children || children->size() != 3) return;
  Proof out{*exists, step};
  for (const std::size_t i : {0U, 1U}) {
    const Goal& child = (*children)[i];
    const Expr square = substitute(i == 0 ? m->above : m->below, {{x, Expr::variable(index)}});
    if (!child.context.algebra().is_zero(sub(child.difference(), square))) return;
    append(out, {rewrite_to(square), rule::Sign{}});
  }
  append(lines, out);
  g = (*children)[2];
}

std::optional<std::vector<QuadraticTerm>> quadratic_terms(const Context& inside, Algebra& a, const Expr& body,
                                                          const Expr& x) {
  return Parser(inside, a, x).read(body);
}

std::optional<std::array<Expr, 3>> logarithm(const Context& inside, const Expr& e, const Expr& x) {
  Algebra a = inside.algebra();
  const auto terms = Parser(inside, a, x).read(e);
  if (!terms || terms->size() != 1 || !a.is_zero(terms->front().k)) return std::nullopt;
  auto q = terms->front().q;
  q[0] = add(log(terms->front().c), q[0]);
  return q;
}

void order_ends(Goal& g, Proof& lines, const Expr& integral, const ProveGoal& prove, bool strictly) {
  const auto low = low_of(integral), high = high_of(integral);
  if ((low && !variables_of(*low).empty()) || (high && !variables_of(*high).empty())) derive_bounds(g, lines);
  if (!low || !high || g.context.knows({sub(*high, *low), strictly ? Need::positive : Need::nonnegative})) return;
  if (!is_defined(g.context, *low) || !is_defined(g.context, *high)) return;
  const Relation order{strictly ? Rel::gt : Rel::ge, *high, *low};
  if (!looks_nonnegative(g.context, sub(*high, *low))) return;
  if (const auto proof = prove({g.context, order})) cut_in(lines, g, order, *proof);
}

std::optional<Expr> evaluate_integrals(Goal& g, Proof& lines, const std::vector<Lemma>& lemmas,
                                       const ProveGoal& prove) {
  std::optional<Expr> undecided;
  if (g.context.language() < 3) return undecided;
  bool in_other_form = false;
  for (const Expr& i : nodes_of(g.relation, [](const Expr& e) { return is_integral(e); }))
    in_other_form |= by_positive_form(g, lines, i);
  if (in_other_form)
    for (const Expr& i : nodes_of(g.relation, [](const Expr& e) { return is_integral(e); }))
      by_positive_form(g, lines, i, true);
  for (const Expr& i : nodes_of(g.relation, [](const Expr& e) { return is_integral(e); })) {
    // One inside of another speaks of an index that has no name here.
    if (value_of(g.context, i) || !as_written(i, g.context)) continue;
    // Densities of Dirichlet laws keep their form from one coordinate to the next.
    const bool iterated = is_integral(body_at(i, Expr::variable(fresh_name(g.context))));
    if (iterated && by_density_integrals(g, lines, i, lemmas)) continue;
    if (by_iterated_integrals(g, lines, i, lemmas, prove)) continue;
    order_ends(g, lines, i, prove);
    Goal trial = g;
    Proof before;
    dominate(trial, before, i);
    std::optional<Expr> sign;
    const auto step = antiderivative(trial.context, i, &sign);
    auto next = step ? after(*step, trial) : std::nullopt;
    if (!next && sign) {
      if (!undecided) undecided = sign;
      continue;
    }
    if (!next) {
      if (by_density_integrals(g, lines, i, lemmas) || by_named_exponents(g, lines, i, prove) ||
          by_primitives(g, lines, i, prove))
        continue;
      if (by_pieces_of_integral(g, lines, i, sign, prove, lemmas)) continue;
      if (!undecided) undecided = sign;
      if (sign || by_new_variables(g, lines, i, lemmas, prove)) continue;
      if (!by_domination(g, lines, i, prove)) {
        static_cast<void>(by_part_of_density(g, lines, i, lemmas));
        continue;
      }
      const auto found = antiderivative(g.context, i);
      auto known = found ? after(*found, g) : std::nullopt;
      if (!known) {
        static_cast<void>(by_pieces_of_integral(g, lines, i, sign, prove, lemmas));
        continue;
      }
      lines.push_back(*found);
      g = std::move(*known);
      continue;
    }
    append(lines, before);
    lines.push_back(*step);
    g = std::move(*next);
  }
  return undecided;
}

bool name_integrals(Goal& g, Proof& out, bool as_product) {
  bool changed = false;
  for (const Expr& i : nodes_of(g.relation, [](const Expr& e) { return is_integral(e); })) {
    auto value = value_of(g.context, i);
    if (!value) continue;
    Algebra a = g.context.algebra();
    if (as_product) {
      const auto product = product_of(a, g.context, *value);
      if (!product || !a.is_zero(sub(*value, *product))) return false;
      value = product;
    } else if (const auto form = a.simplified(*value); form && is_defined(g.context, *form)) {
      value = form;
    }
    if (!put_value(i, *value, g, out)) return false;
    changed = true;
  }
  return changed;
}

bool know_signs_of_integrals(Goal& g, Proof& out) {
  bool changed = false;
  for (const Expr& i : nodes_of(g.relation, [](const Expr& e) { return is_integral(e); })) {
    const Relation sign{Rel::ge, i, 0};
    if (g.context.matching_hypothesis(i, Rel::ge) != 0 || !is_defined(g.context, i)) continue;
    const Step step = rule::Termwise{fresh_name(g.context)};
    const auto body = after(step, {g.context, sign});
    if (!body || !body->context.knows({body->difference(), Need::nonnegative})) continue;
    cut_in(out, g, sign, {step, rule::Sign{}});
    changed = true;
  }
  return changed;
}

namespace {

// Two over one interval, or one and 0: by what is integrated.
Tree by_bodies(const Goal& g, const ProveGoal& prove) {
  const Expr &lhs = g.relation.lhs, &rhs = g.relation.rhs;
  if (!(is_integral(lhs) || lhs.is_constant(0)) || !(is_integral(rhs) || rhs.is_constant(0))) return std::nullopt;
  const Step step = rule::Termwise{fresh_name(g.context)};
  const auto bodies = after(step, g);
  if (!bodies || !looks_nonnegative(for_a_look(bodies->context), bodies->difference())) return std::nullopt;
  return steps(g, step, {prove});
}

}  // namespace

void factors_with_exponentials(const Expr& e, bool below, std::vector<Expr>& out) {
  const auto one = [&](const Expr& f) { out.push_back(below ? quotient(1, f) : f); };
  switch (e.op()) {
    case Op::mul:
      factors_with_exponentials(e.arg(0), below, out);
      return factors_with_exponentials(e.arg(1), below, out);
    case Op::div:
      factors_with_exponentials(e.arg(0), below, out);
      return factors_with_exponentials(e.arg(1), !below, out);
    case Op::exp: {
      std::vector<Expr> terms;
      terms_of(e.arg(0), 1, terms);
      for (const Expr& t : terms) one(exp(t));
      return;
    }
    default:
      return one(e);
  }
}

Tree by_integrals(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 1) return std::nullopt;
  if (nodes_of(g.relation, [](const Expr& e) { return is_integral(e); }).empty()) return std::nullopt;
  if (auto t = by_bodies(g, s.immediate)) return t;
  Goal found = g;
  Proof front;
  static_cast<void>(evaluate_integrals(found, front, s.lemmas, s.immediate));
  if (Goal now = found; g.relation.rel == Rel::ge) {
    Proof out = front;
    if (know_signs_of_integrals(now, out))
      if (auto t = s.immediate(now)) {
        append(out, *t);
        return out;
      }
  }
  for (const bool as_product : {false, true}) {
    Goal now = found;
    Proof out = front;
    if (!name_integrals(now, out, as_product)) continue;
    if (auto t = s.immediate(now)) {
      append(out, *t);
      return out;
    }
  }
  const ProveGoal whole = [&](const Goal& h) -> Tree {
    if (auto t = s.immediate(h)) return t;
    return s.prove(h, depth - 1, s.numeric);
  };
  if (auto t = by_bodies(g, whole)) return t;
  if (auto t = by_relations_of_integrals(found, s, depth)) {
    append(front, *t);
    return front;
  }
  Goal now = found;
  if (!name_integrals(now, front, false)) return std::nullopt;
  const auto t = without_empty_hypotheses(now, [&](const Goal& h) { return s.prove(h, depth - 1, s.numeric); });
  if (!t) return std::nullopt;
  append(front, *t);
  return front;
}

}  // namespace dpcert::verify
