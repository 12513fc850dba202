// Integrals of x^k exp(q[0] + q[1] x + q[2] x^2) where the coefficients are sums of quotients, as in a product of
// powers of two normal densities: exp((q[1] x) + q[2] (x - c)^2) with the centre c has denominators that a normal form
// does not part again. With a name for each coefficient there are none, so the integral is found for all values of the
// names, and used at the coefficients.
#include <algorithm>

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/written.hpp"
#include "verify/engine/tactics/integrals.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_exponents = 4;
constexpr std::int64_t highest_power_of_a_factor = 4;

class NamedExponents {
 public:
  NamedExponents(const Goal& g, const Expr& integral, const ProveGoal& prove)
      : g_(g), i_(integral), prove_(prove), x_(Expr::variable(fresh_name(g.context))) {}

  bool run() {
    const Context inside = g_.context.inside(i_, x_);
    Algebra a = inside.algebra();
    const Expr body = body_at(i_, x_);
    auto terms = quadratic_terms(inside, a, body, x_);
    if (!terms || !together(a, *terms) || !add_up(a, body, *terms)) return false;
    rule::Linear sum{i_, {}};
    Weights weights{{0, Rational(1)}};
    Expr total = 0;
    for (const QuadraticTerm& t : *terms) {
      const auto said = value_at(t);
      const auto c = said ? as_written(t.c, g_.context) : std::nullopt;
      if (!c) return false;
      total = add(total, mul(*c, said->rhs));
      sum.terms.emplace_back(weight(*c), said->lhs);
      weights.emplace_back(g_.context.hypotheses().size(), weight(*c));
    }
    if (!take(sum, g_, lines_)) return false;
    weights.front().first = g_.context.hypotheses().size();
    cut_in(lines_, g_, {Rel::eq, i_, total}, Proof{rule::Combine{Rational(0), weights}});
    return true;
  }
  [[nodiscard]] const Proof& lines() const { return lines_; }
  [[nodiscard]] const Goal& goal() const { return g_; }

 private:
  // Terms of one exponent and power as one; false where there are none of the kind, or too many.
  static bool together(Algebra& a, std::vector<QuadraticTerm>& terms) {
    std::vector<QuadraticTerm> out;
    const auto equal = [&](const Expr& one, const Expr& other) { return a.is_zero(sub(one, other)); };
    for (QuadraticTerm& t : terms) {
      const auto k = t.k.is_constant() ? t.k.value().to_int64() : std::nullopt;
      if (!k || *k < 0 || *k > highest_power_of_a_factor || t.q[2].is_constant()) return false;
      const auto same = std::ranges::find_if(out, [&](const QuadraticTerm& o) {
        return equal(o.k, t.k) && equal(o.q[0], t.q[0]) && equal(o.q[1], t.q[1]) && equal(o.q[2], t.q[2]);
      });
      if (same == out.end())
        out.push_back(t);
      else
        same->c = add(same->c, t.c);
      if (out.size() > most_exponents) return false;
    }
    terms = std::move(out);
    return !terms.empty();
  }

  // The body is the sum of the terms by normal form, with roots of one base as one root if it is seen so.
  bool add_up(Algebra& a, const Expr& body, std::vector<QuadraticTerm>& terms) const {
    std::vector<QuadraticTerm> shorter = terms;
    for (QuadraticTerm& t : shorter) t.c = roots_together(t.c);
    for (const auto& all : {shorter, terms}) {
      Expr left = body;
      for (const QuadraticTerm& t : all)
        left = sub(left, mul(t.c, body_at(of(t.k, negate(t.q[2]), t.q[1], t.q[0]), x_)));
      if (!a.is_zero(left)) continue;
      terms = all;
      return true;
    }
    return false;
  }

  // -q[2] > 0 is known, if need be as one more hypothesis; the form in which it is.
  std::optional<Expr> rate(const Expr& q) {
    Algebra a = g_.context.algebra();
    std::vector<Expr> forms{negate(q)};
    if (const auto plain = a.simplified(forms.front())) forms.push_back(*plain);
    if (const auto product = a.fraction(forms.front())) forms.push_back(quotient(product->first, product->second));
    for (const Expr& e : forms) {
      const auto form = as_written(e, g_.context);
      if (form && is_defined(g_.context, *form) && g_.context.positive_(*form)) return form;
    }
    for (const Expr& e : forms) {
      const auto form = as_written(e, g_.context);
      if (!form || !is_defined(g_.context, *form)) continue;
      const Relation positive{Rel::gt, *form, 0};
      const auto proof = prove_({g_.context, positive});
      if (!proof) continue;
      cut_in(lines_, g_, positive, *proof);
      if (g_.context.positive_(*form)) return form;
    }
    return std::nullopt;
  }

  // The integral of x^k exp(c + b x - a x^2) between the same ends.
  [[nodiscard]] Expr of(const Expr& k, const Expr& a, const Expr& b, const Expr& c) const {
    const FreshIndex fresh(true);
    const Expr& x = fresh.variable();
    const Expr power = k.is_constant(0) ? Expr(1) : k.is_constant(1) ? x : pow(x, k);
    const Expr e = exp(add(add(mul(negate(a), pow(x, 2)), mul(b, x)), c));
    return Expr::integral(x, low_of(i_), high_of(i_), mul(power, e));
  }

  // What the integral is at the coefficients of the term, as one more hypothesis.
  std::optional<Relation> value_at(const QuadraticTerm& t) {
    const auto a = rate(t.q[2]), b = as_written(t.q[1], g_.context), c = as_written(t.q[0], g_.context);
    if (!a || !b || !c) return std::nullopt;
    // The names, which come in with their quantifiers.
    std::vector<Expr> names;
    Context named = g_.context;
    for (const bool positive : {true, false, false}) {
      const std::string name = fresh_name(named);
      Range range;
      if (positive) range.lo = {false, false, 0};
      names.push_back(Expr::variable(name));
      named = named.with_variable({name, false, range});
    }
    const Expr integral = of(t.k, names[0], names[1], names[2]);
    const auto found = antiderivative(named, integral);
    if (!found) return std::nullopt;
    const auto& step = std::get<rule::Antiderivative>(found->rule);
    const Expr value = with_one_exponential(named, sub(step.at_high, step.at_low), names);
    const auto at = [&](const Expr& e, const std::vector<Expr>& by) {
      return substitute(e, {{names[0], by[0]}, {names[1], by[1]}, {names[2], by[2]}});
    };
    const Relation said{Rel::eq, at(integral, {*a, *b, *c}), at(value, {*a, *b, *c})};
    const auto proof = instance(said, {Rel::eq, integral, value}, names, {*a, *b, *c}, *found);
    if (!proof) return std::nullopt;
    cut_in(lines_, g_, said, *proof);
    return g_.context.hypotheses().back();
  }

  // Over the line the value is exp(c + b^2/(4 a)) times what has no exponential.
  static Expr with_one_exponential(const Context& named, const Expr& value, const std::vector<Expr>& names) {
    Algebra a = named.algebra();
    const Expr e = exp(add(names[2], quotient(pow(names[1], 2), mul(4, names[0]))));
    const auto rest = a.simplified(quotient(value, e));
    if (!rest || !nodes_of({Rel::eq, *rest, 0}, [](const Expr& u) { return u.op() == Op::exp; }).empty()) return value;
    return mul(*rest, e);
  }

  // `said` is `all`, which holds for all values of the names, at these expressions.
  [[nodiscard]] Tree instance(const Relation& said, const Relation& all, const std::vector<Expr>& names,
                              const std::vector<Expr>& values, const Step& found) const {
    Formula f = Formula::of(all);
    for (std::size_t i = names.size(); i-- > 0;) {
      const Expr bound = Expr::variable("@@coefficient" + std::to_string(i));
      Formula body = f;
      body = renamed(std::move(body), names[i], bound);
      const auto lo = i == 0 ? std::optional<Expr>(0) : std::nullopt;
      f = Formula::quantified(Formula::Kind::forall,
                              {std::string(names[i].name()), bound, false, lo, std::nullopt, false, false}, body);
    }
    const Step cut = rule::CutFormula{f};
    const auto both = apply(cut, LogicGoal{g_.context, {}, Formula::of(said)});
    if (!both || both->size() != 2) return std::nullopt;
    Proof out{cut};
    LogicGoal at_names = both->front();
    for (const Expr& name : names)
      if (!only(rule::Intro{std::string(name.name())}, at_names, out)) return std::nullopt;
    if (!only(found, at_names, out) || !last_says(at_names, out)) return std::nullopt;
    LogicGoal there = both->back();
    for (const Expr& value : values) {
      const Step at = rule::AtFact{g_.context.formulas().size() + there.facts.size(), value};
      const auto children = apply(at, there);
      if (!children || children->empty()) return std::nullopt;
      out.push_back(at);
      for (std::size_t i = 0; i + 1 < children->size(); ++i) out.emplace_back(rule::Sign{});
      there = children->back();
    }
    if (!last_says(there, out)) return std::nullopt;
    return out;
  }
  static Formula renamed(Formula f, const Expr& from, const Expr& to) {
    f.relation.lhs = substitute(f.relation.lhs, {{from, to}});
    f.relation.rhs = substitute(f.relation.rhs, {{from, to}});
    for (Formula& part : f.parts) part = renamed(std::move(part), from, to);
    return f;
  }
  static bool only(const Step& step, LogicGoal& g, Proof& out) {
    const auto children = apply(step, g);
    if (!children || children->size() != 1) return false;
    out.push_back(step);
    g = children->front();
    return true;
  }
  static bool last_says(const LogicGoal& g, Proof& out) {
    const auto& all = g.context.hypotheses();
    if (all.empty() || !g.goal.is(Formula::Kind::relation)) return false;
    const Relation &h = all.back(), &r = g.goal.relation;
    Algebra a = g.context.algebra();
    if (!a.is_zero(sub(sub(r.lhs, r.rhs), sub(h.lhs, h.rhs)))) return false;
    out.emplace_back(rule::Combine{Rational(0), {{all.size(), Rational(1)}}});
    return true;
  }

  Goal g_;
  const Expr i_;
  const ProveGoal& prove_;
  const Expr x_;
  Proof lines_;
};

}  // namespace

bool by_named_exponents(Goal& g, Proof& lines, const Expr& integral, const ProveGoal& prove) {
  NamedExponents found(g, integral, prove);
  if (!found.run()) return false;
  append(lines, found.lines());
  g = found.goal();
  return true;
}

}  // namespace dpcert::verify
