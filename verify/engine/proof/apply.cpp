// What each rule leaves to prove (docs/certificate-format.md): one function a rule.
#include "dpcert/core/error.hpp"
#include "src/symbolic/flat.hpp"
#include "verify/engine/goal/integers.hpp"
#include "verify/engine/proof/bounds.hpp"
#include "verify/engine/proof/lemma.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/proof/series.hpp"
#include "verify/engine/proof/step.hpp"
#include "verify/engine/proof/written.hpp"

namespace dpcert::verify {

namespace {

using Goals = std::optional<std::vector<Goal>>;

class Applier {
 public:
  explicit Applier(const Goal& g) : g_(g), c_(g.context), rel_(g.relation.rel), d_(g.difference()) {}

  // The same relation with a value for x; sums and products with literal ends are written out, as by the checker.
  [[nodiscard]] Goal at(const Context& context, const Expr& x, const Expr& value) const {
    constexpr long longest = 10'000;
    const auto put = [&](const Expr& e) { return written_out(substitute(e, {{x, value}}), longest); };
    Relation r{rel_, put(g_.relation.lhs), put(g_.relation.rhs)};
    Context there = context.with_value(x, value);
    // What a line says of an integral is about the one in the goal if this is written as it would be read.
    if (has_integral(r))
      if (const auto lhs = as_written(r.lhs, there), rhs = lhs ? as_written(r.rhs, there) : lhs; rhs)
        r = {r.rel, *lhs, *rhs};
    return {std::move(there), r};
  }

  // Leaves.
  Goals operator()(const rule::Eval&) const { return std::nullopt; }
  Goals operator()(const rule::Ray&) const { return std::nullopt; }
  Goals operator()(const rule::Mean&) const { return std::nullopt; }
  Goals operator()(const rule::Taylor&) const { return std::nullopt; }
  Goals operator()(const rule::Relax&) const { return std::nullopt; }
  Goals operator()(const rule::Prune&) const { return std::nullopt; }
  Goals operator()(const rule::NoInteger&) const { return std::nullopt; }
  Goals operator()(const rule::Sign&) const { return std::nullopt; }
  Goals operator()(const rule::Identity&) const { return std::nullopt; }
  Goals operator()(const rule::Hyp&) const { return std::nullopt; }
  Goals operator()(const rule::Combine&) const { return std::nullopt; }
  Goals operator()(const rule::Boxes&) const { return std::nullopt; }

  // Of formulas and facts, which a goal of this kind does not have (proof/logic.cpp).
  Goals operator()(const rule::Intro&) const { return std::nullopt; }
  Goals operator()(const rule::Parts&) const { return std::nullopt; }
  Goals operator()(const rule::Left&) const { return std::nullopt; }
  Goals operator()(const rule::Right&) const { return std::nullopt; }
  Goals operator()(const rule::Witness&) const { return std::nullopt; }
  Goals operator()(const rule::Absurd&) const { return std::nullopt; }
  Goals operator()(const rule::Obtain&) const { return std::nullopt; }
  Goals operator()(const rule::Branch&) const { return std::nullopt; }
  Goals operator()(const rule::ApplyFact&) const { return std::nullopt; }
  Goals operator()(const rule::AtFact&) const { return std::nullopt; }
  Goals operator()(const rule::CutFormula&) const { return std::nullopt; }

  // The box.
  Goals operator()(const rule::Bound& r) const {
    const auto child = with_bound(c_, r.hypothesis);
    return child ? Goals{{settled({*child, g_.relation})}} : std::nullopt;
  }
  Goals operator()(const rule::Split& r) const {
    const Variable* v = c_.find(r.x);
    if (!v) return std::nullopt;
    Range lower = v->range, upper = v->range;
    lower.hi = {false, true, r.at};
    upper.lo = {false, true, r.at};
    return std::vector{Goal{c_.with_range(r.x, lower), g_.relation}, Goal{c_.with_range(r.x, upper), g_.relation}};
  }
  Goals operator()(const rule::Fix& r) const {
    const Variable* v = c_.find(r.x);
    if (!v || !v->range.bounded()) return std::nullopt;
    return std::vector{at(c_, r.x, first_integer(v->range))};
  }
  Goals operator()(const rule::Face& r) const {
    const End* end = finite_end(r.x, r.lower);
    if (!end) return std::nullopt;
    return std::vector{at(c_.without_hypotheses_on(r.x), r.x, end->value)};
  }
  Goals operator()(const rule::CloseEnd& r) const {
    const Variable* v = c_.find(r.x);
    if (!v) return std::nullopt;
    Range rest = v->range;
    End& end = r.lower ? rest.lo : rest.hi;
    const Rational q = end.value;
    end.closed = false;
    return std::vector{at(c_, r.x, q), Goal{c_.with_range(r.x, rest), g_.relation}};
  }
  Goals operator()(const rule::Widen& r) const {
    return one(c_.without_hypotheses_on(r.x).with_range(r.x, as_written(r.range)));
  }

  // Along one variable. On the way to an end only the box is known to hold.
  Goals operator()(const rule::Mono& r) const {
    const Variable* v = c_.find(r.x);
    if (!v) return std::nullopt;
    const Expr dx = derivative(d_, r.x);
    const End& end = r.lower ? v->range.lo : v->range.hi;
    const Context without = c_.without_hypotheses_on(r.x);
    return std::vector{
        says(r.inside ? without.strictly_inside(r.x) : without, r.strict ? Rel::gt : Rel::ge,
             r.lower ? dx : negate(dx)),
        says(without.with_value(r.x, end.value), r.strict ? Rel::ge : rel_, substitute(d_, {{r.x, end.value}}))};
  }
  Goals operator()(const rule::Deriv& r) const {
    const auto place = read(r.at);
    if (!place) return std::nullopt;
    const Expr dx = derivative(d_, r.x);
    const Context real = c_.with_real(r.x);
    const Context way = r.inside ? real.strictly_inside(r.x) : real;
    return std::vector{says(c_.closed_in(r.x).with_value(r.x, *place), rel_, substitute(d_, {{r.x, *place}})),
                       says(way.with_hypothesis({Rel::gt, r.x, *place}), Rel::ge, dx),
                       says(way.with_hypothesis({Rel::gt, *place, r.x}), Rel::ge, negate(dx))};
  }
  Goals operator()(const rule::Convex& r) const {
    const Variable* v = c_.find(r.x);
    if (!v) return std::nullopt;
    const Context without = c_.without_hypotheses_on(r.x);
    const Context way = r.inside ? without.strictly_inside(r.x) : without;
    const auto end = [&](const Rational& q) {
      return says(without.with_value(r.x, q), rel_, substitute(d_, {{r.x, q}}));
    };
    return std::vector{says(way, Rel::ge, negate(derivative(derivative(d_, r.x), r.x))), end(v->range.lo.value),
                       end(v->range.hi.value)};
  }
  Goals operator()(const rule::Rise& r) const {
    const Variable* v = c_.find(r.x);
    if (!v) return std::nullopt;
    const Context without = c_.without_hypotheses_on(r.x);
    const Expr dx = derivative(d_, r.x);
    return std::vector{says(without, rel_, r.lower ? dx : negate(dx)),
                       nonnegative_at(without, r.x, r.lower ? v->range.lo : v->range.hi)};
  }
  Goals operator()(const rule::Arch& r) const {
    const Variable* v = c_.find(r.x);
    if (!v) return std::nullopt;
    const Context without = c_.without_hypotheses_on(r.x);
    const Expr dx = derivative(d_, r.x);
    return std::vector{says(without, rel_, negate(derivative(dx, r.x))), nonnegative_at(without, r.x, v->range.lo),
                       nonnegative_at(without, r.x, v->range.hi)};
  }
  Goals operator()(const rule::Tail& r) const {
    const Context without = c_.without_hypotheses_on(r.x);
    auto out = limit_goals(without, r.x, r.below, r.limit);
    if (!out) return std::nullopt;
    const Expr dx = derivative(d_, r.x);
    out->push_back(says(without, rel_, r.below ? dx : negate(dx)));
    return out;
  }
  Goals operator()(const rule::Telescope& r) const {
    Context without = c_.without_hypotheses_on(r.x);
    const Variable* v = without.find(r.x);
    if (!v) return std::nullopt;
    Range range = v->range;
    range.hi = End{};
    without = without.with_range(r.x, range);
    auto out = limit_goals(without, r.x, false, r.limit);
    if (!out) return std::nullopt;
    out->push_back({without, {rel_, d_, substitute(d_, {{r.x, r.x + Expr(1)}})}});
    return out;
  }
  Goals operator()(const rule::Touch& r) const {
    Context child = c_;
    ExprMap<Expr> to;
    for (const auto& [x, place] : r.places) {
      const auto value = read(place);
      if (!value) return std::nullopt;
      to.emplace(x, *value);
      child = child.without_hypotheses_on(x);
    }
    for (const auto& [x, value] : to) child = child.with_value(x, value);
    return std::vector{Goal{child, substitute(g_.relation, to)}};
  }
  Goals operator()(const rule::Induct& r) const {
    const auto contexts = contexts_of_induction(c_, r.x);
    if (!contexts) return std::nullopt;
    return std::vector{
        Goal{contexts->first, at(c_, r.x, contexts->least).relation},
        Goal{contexts->step.with_hypothesis(g_.relation), substitute(g_.relation, {{r.x, r.x + Expr(1)}})}};
  }

  // Other variables.
  Goals operator()(const rule::Equal& r) const {
    const auto value = read(r.value);
    if (!value) return std::nullopt;
    return std::vector{at(c_, r.x, *value)};
  }
  Goals operator()(const rule::Subst& r) const {
    const Variable* v = c_.find(r.x);
    const auto t = new_variable(r.name, r.range, c_);
    const auto e = v && t ? as_written(r.value, c_, &*t) : std::nullopt;
    if (!e || !covers(c_, *v, *e, *t)) return std::nullopt;
    Context child = c_.with_value(r.x, *e).with_variable(*t);
    if (!v->range.lo.infinite)
      child = child.with_hypothesis({v->range.lo.closed ? Rel::ge : Rel::gt, *e, v->range.lo.value});
    if (!v->range.hi.infinite)
      child = child.with_hypothesis({v->range.hi.closed ? Rel::ge : Rel::gt, v->range.hi.value, *e});
    return std::vector{Goal{child, substitute(g_.relation, {{r.x, *e}})}};
  }
  Goals operator()(const rule::Gen& r) const {
    const auto e = read(r.part);
    const auto v = new_variable(r.name, r.range, c_);
    if (!e || !v) return std::nullopt;
    const Expr t = Expr::variable(r.name);
    const auto put = [&](const Relation& said) {
      return Relation{said.rel, replaced_as_read(said.lhs, *e, t), replaced_as_read(said.rhs, *e, t)};
    };
    Context child = c_;
    auto hypotheses = child.hypotheses();
    for (auto& h : hypotheses) h = put(h);
    child = child.with_hypotheses(std::move(hypotheses));
    const Relation relation = put(g_.relation);
    child = child.with_variable(*v);
    if (!v->range.bounded() || !(v->range.lo.value == v->range.hi.value)) return std::vector{Goal{child, relation}};
    // A variable of one value is that number.
    const Expr value(v->range.lo.value);
    return std::vector{Goal{child.with_value(t, value),
                            {rel_, substitute(relation.lhs, {{t, value}}), substitute(relation.rhs, {{t, value}})}}};
  }

  // Series.
  Goals operator()(const rule::SeriesAtInfinity& r) const {
    const auto f = terms_of_series(r.terms, r.f);
    return f ? expanded(series_at_infinity(*f, r.terms, r.name)) : std::nullopt;
  }
  Goals operator()(const rule::LogSeries& r) const {
    const auto f = terms_of_series(r.terms, r.f);
    const auto base = f ? read(r.base) : std::nullopt;
    if (!base || f->op() != Op::log) return std::nullopt;
    return expanded(log_series(*f, *base, r.terms, r.name, as_written(r.range)));
  }
  Goals operator()(const rule::ExpSeries& r) const {
    const auto f = terms_of_series(r.terms, r.f);
    if (!f || f->op() != Op::exp) return std::nullopt;
    return expanded(exp_series(*f, r.terms, r.name, as_written(r.range)));
  }
  Goals operator()(const rule::Growth& r) const {
    const auto f = r.order > 0 ? terms_of_series(r.order, r.f) : std::nullopt;
    return f ? expanded(growth_bound(*f, r.order, r.name, c_)) : std::nullopt;
  }
  Goals operator()(const rule::Secant& r) const {
    const auto f = read(r.f);
    const auto from = f ? read(r.from) : std::nullopt;
    if (!from || f->args().size() != 1 || from->args().size() != 1) return std::nullopt;
    return expanded(Series{*f,
                           add(*from, mul(sub(f->arg(0), from->arg(0)), Expr::variable(r.name))),
                           {r.name, false, as_written(r.slopes)}});
  }

  // The relation.
  Goals operator()(const rule::Factor& r) const {
    if (!read(r.weight)) return std::nullopt;  // what it is worth is the checker's business
    const auto rest = read(r.rest);
    if (!rest) return std::nullopt;
    return std::vector{says(c_, rel_, *rest)};
  }
  Goals operator()(const rule::Rewrite& r) const {
    const auto lhs = read(r.lhs);
    const auto rhs = !lhs ? std::nullopt : r.rhs ? read(*r.rhs) : std::optional(Expr(0));
    if (!rhs) return std::nullopt;
    return std::vector{Goal{c_, {rel_, *lhs, *rhs}}};
  }
  Goals operator()(const rule::Power& r) const {
    const Expr k(r.exponent);
    return std::vector{Goal{c_, {rel_, pow(g_.relation.lhs, k), pow(g_.relation.rhs, k)}}};
  }
  Goals operator()(const rule::TakeLog&) const {
    return std::vector{Goal{c_, {rel_, log(g_.relation.lhs), log(g_.relation.rhs)}}};
  }
  Goals operator()(const rule::TakeExp&) const {
    return std::vector{Goal{c_, {rel_, exp(g_.relation.lhs), exp(g_.relation.rhs)}}};
  }
  Goals operator()(const rule::Trans& r) const {
    const auto m = read(r.middle);
    if (!m) return std::nullopt;
    return std::vector{Goal{c_, {rel_, g_.relation.lhs, *m}},
                       Goal{c_, {rel_ == Rel::gt ? Rel::ge : rel_, *m, g_.relation.rhs}}};
  }
  Goals operator()(const rule::Both&) const {
    return std::vector{Goal{c_, {Rel::ge, g_.relation.lhs, g_.relation.rhs}},
                       Goal{c_, {Rel::ge, g_.relation.rhs, g_.relation.lhs}}};
  }
  Goals operator()(const rule::Integral&) const { return std::vector{Goal{c_, {Rel::gt, add(d_, 1), 0}}}; }

  // More hypotheses.
  Goals operator()(const rule::Cut& r) const {
    const auto lhs = read(r.relation.lhs);
    const auto rhs = lhs ? read(r.relation.rhs) : std::nullopt;
    if (!rhs) return std::nullopt;
    const Relation said{r.relation.rel, *lhs, *rhs};
    return std::vector{Goal{c_, said}, Goal{c_.with_hypothesis(said), g_.relation}};
  }
  Goals operator()(const rule::Cases& r) const {
    const auto u = read(r.u);
    if (!u) return std::nullopt;
    return std::vector{Goal{c_.with_hypothesis({Rel::ge, *u, 0}), g_.relation},
                       Goal{c_.with_hypothesis({Rel::gt, 0, *u}), g_.relation}};
  }
  Goals operator()(const rule::Fact& r) const {
    const auto u = read(r.u);
    if (!u) return std::nullopt;
    if (r.of == rule::Fact::Of::normal_quantile) {
      const Expr v = Expr::variable(r.name);
      if (c_.find(v)) return std::nullopt;
      return one(c_.with_variable({r.name, false, Range{}}).with_hypothesis({Rel::eq, *u, normal_cdf(v)}));
    }
    if (r.v) {
      const auto v = read(*r.v);
      if (!v) return std::nullopt;
      const Expr sum = add(*u, *v);
      return one(c_.with_hypothesis({Rel::eq, sin(sum), add(mul(sin(*u), cos(*v)), mul(cos(*u), sin(*v)))})
                     .with_hypothesis({Rel::eq, cos(sum), sub(mul(cos(*u), cos(*v)), mul(sin(*u), sin(*v)))}));
    }
    if (r.of == rule::Fact::Of::sin) return one(c_.with_hypothesis({Rel::eq, pow(sin(*u), 2) + pow(cos(*u), 2), 1}));
    const bool down = r.of == rule::Fact::Of::floor;
    const Expr f = down ? floor(*u) : ceil(*u);
    const Context near = c_.with_hypothesis(down ? Relation{Rel::ge, *u, f} : Relation{Rel::ge, f, *u});
    return one(near.with_hypothesis(down ? Relation{Rel::gt, f + Expr(1), *u} : Relation{Rel::gt, *u + Expr(1), f}));
  }
  Goals operator()(const rule::Root& r) const {
    const Expr v = Expr::variable(r.name);
    const auto f = c_.find(v) ? std::nullopt : read_with(r.function, r.name);
    const auto low = f ? read(r.low) : std::nullopt, high = low ? read(r.high) : std::nullopt;
    if (!high) return std::nullopt;
    const auto at = [&](const Expr& e) { return substitute(*f, {{v, e}}); };
    Context between = c_.inside(Expr::integral(v, *low, *high, v), v, true);
    Range range = between.find(v)->range;
    if (const auto q = rational_value(*low)) range.lo = {false, true, *q};
    if (const auto q = rational_value(*high)) range.hi = {false, true, *q};
    if (range.bounded() && range.lo.value >= range.hi.value) return std::nullopt;
    between = between.with_range(v, range).with_hypothesis({Rel::eq, *f, 0});
    return std::vector{Goal{c_, {Rel::ge, *high, *low}}, Goal{c_, {Rel::ge, 0, at(*low)}},
                       Goal{c_, {Rel::ge, at(*high), 0}}, Goal{between, g_.relation}};
  }
  Goals operator()(const rule::Inst& r) const {
    if (r.forall < 1 || r.forall > c_.forall_hypotheses().size()) return std::nullopt;
    ForallHypothesis h = c_.forall_hypotheses()[r.forall - 1];
    if (r.at.size() != quantifiers_of(h)) return std::nullopt;
    for (const Expr& e : r.at) {
      const auto value = read(e);
      if (!value || (h.integer && !is_whole(*value, c_))) return std::nullopt;
      h = at_value(h, *value);
    }
    return one(c_.with_hypothesis(h.relation));
  }
  Goals operator()(const rule::UseLemma& r) const { return goals_of_lemma(r, g_); }

  // Ranges and sequences.
  Goals operator()(const rule::Unfold& r) const {
    const auto s = range(r.range);
    return s ? equation(unfolded(*s, r.part)) : std::nullopt;
  }
  Goals operator()(const rule::SplitRange& r) const {
    if (is_integral(r.range)) return split_integral(r);
    const auto s = range(r.range), m = s ? read(r.at) : std::nullopt;
    if (!m || !is_whole(*m, c_)) return std::nullopt;
    return equation({Rel::eq, *s, joined(*s, over(*s, s->arg(0), *m), over(*s, plus(*m, 1), s->arg(1)))});
  }
  Goals operator()(const rule::Shift& r) const {
    const auto s = range(r.range), by = s ? read(r.by) : std::nullopt;
    if (!by || !is_whole(*by, c_)) return std::nullopt;
    const FreshIndex k;
    const Expr body = body_at(*s, flat::sum({k.variable(), flat::product({Expr(-1), *by})}));
    return equation(
        {Rel::eq, *s,
         Expr::repeated(s->op(), k.variable(), flat::sum({s->arg(0), *by}), flat::sum({s->arg(1), *by}), body)});
  }
  Goals operator()(const rule::Termwise& r) const {
    const Expr &lhs = g_.relation.lhs, &rhs = g_.relation.rhs;
    if (is_integral(lhs) || is_integral(rhs)) return of_integrals(r);
    const Expr& s = is_repeated(lhs) ? lhs : rhs;
    if (!is_repeated(s) || c_.find(Expr::variable(r.name))) return std::nullopt;
    const Expr k = Expr::variable(r.name);
    const auto term = [&](const Expr& side) -> std::optional<Expr> {
      if (s.op() == Op::sum && side.is_constant(0)) return Expr(0);
      if (side.op() != s.op()) return std::nullopt;  // that the ranges are one is the checker's business
      return body_at(side, k);
    };
    const auto left = term(lhs), right = left ? term(rhs) : std::nullopt;
    if (!right) return std::nullopt;
    if (rel_ == Rel::gt && !c_.knows({sub(s.arg(1), s.arg(0)), Need::nonnegative}))
      return std::nullopt;  // it may be empty
    Context inside = c_.with_variable({r.name, true, Range{}});
    inside = inside.with_hypothesis({Rel::ge, k, s.arg(0)}).with_hypothesis({Rel::ge, s.arg(1), k});
    std::vector out{Goal{inside, {rel_, *left, *right}}};
    if (s.op() == Op::prod && rel_ != Rel::eq) out.push_back({inside, {Rel::ge, *right, 0}});
    return out;
  }
  Goals operator()(const rule::Define& r) const {
    const Sequence* x = c_.find_sequence(r.sequence);
    const auto at = read(r.at);
    if (!x || !x->recursion || !at || !is_whole(*at, c_)) return std::nullopt;
    return equation(defined_by(*x, *at, r.next));
  }
  Goals operator()(const rule::Binomial& r) const {
    const auto n = read(r.n), x = n ? read(r.x) : std::nullopt, y = x ? read(r.y) : std::nullopt;
    return y && c_.is_integer_valued(*n) ? equation(binomial_theorem(*n, *x, *y)) : std::nullopt;
  }

  // Integrals.
  Goals operator()(const rule::Antiderivative& r) const {
    const auto s = integral(r.integral, r.name);
    const auto f = s ? read_with(r.function, r.name) : std::nullopt;
    const auto low = f ? read(r.at_low) : std::nullopt, high = low ? read(r.at_high) : std::nullopt;
    if (!high) return std::nullopt;
    const Expr x = Expr::variable(r.name), slope = derivative(*f, x), body = body_at(*s, x);
    const Context inside = c_.inside(*s, x);
    std::vector<Goal> out;
    if (!inside.algebra().is_zero(sub(slope, body))) out.push_back({inside, {Rel::eq, slope, body}});
    out.push_back({c_.with_hypothesis({Rel::eq, *s, sub(*high, *low)}), g_.relation});
    return out;
  }
  Goals operator()(const rule::Integrand& r) const {
    const auto s = integral(r.integral, r.name);
    const auto body = s ? read_with(r.body, r.name) : std::nullopt;
    if (!body) return std::nullopt;
    const Expr x = Expr::variable(r.name);
    const Expr other = Expr::integral(x, low_of(*s), high_of(*s), *body);
    return std::vector{Goal{c_.inside(*s, x), {Rel::eq, body_at(*s, x), *body}},
                       Goal{c_.with_hypothesis({Rel::eq, *s, other}), g_.relation}};
  }
  Goals operator()(const rule::Linear& r) const {
    const auto s = integral(r.integral);
    if (!s) return std::nullopt;
    Expr total = 0;
    for (const auto& [weight, part] : r.terms) {
      const auto* q = std::get_if<Rational>(&weight);
      const auto c = q ? std::optional(Expr(*q)) : read(std::get<Expr>(weight));
      const auto i = c ? integral(part) : std::nullopt;
      if (!i) return std::nullopt;
      total = add(total, mul(*c, *i));
    }
    return equation({Rel::eq, *s, total});
  }
  // In which order the new ends are, and whether the function rises, is decided as the checker does it.
  Goals operator()(const rule::Substitute& r) const {
    const auto s = integral(r.integral, r.name);
    const auto f = s ? read_with(r.function, r.name) : std::nullopt;
    const auto end = [&](const rule::NewEnd& e) { return e.at ? read(*e.at) : std::nullopt; };
    const auto one_end = end(r.one), two_end = end(r.two);
    if (!f || (r.one.at && !one_end) || (r.two.at && !two_end)) return std::nullopt;
    const bool turned = (!r.one.at && r.one.upward) || (!r.two.at && !r.two.upward) ||
                        (one_end && two_end && c_.knows({sub(*one_end, *two_end), Need::positive}));
    const std::optional<Expr>&low = turned ? two_end : one_end, &high = turned ? one_end : two_end;
    const Expr x = Expr::variable(r.name), slope = derivative(*f, x);
    const Context inside = c_.inside(Expr::integral(x, low, high, x), x);
    const auto rising = [&](const Expr& e) {
      const auto simple = inside.algebra().simplified(e);
      return inside.knows({e, Need::positive}) || (simple && inside.knows({*simple, Need::positive}));
    };
    const bool rises = rising(slope);
    if (!rises && !rising(negate(slope))) return std::nullopt;
    const Expr body = mul(body_at(*s, *f), rises ? slope : negate(slope));
    return equation({Rel::eq, *s, Expr::integral(x, low, high, body)});
  }
  Goals operator()(const rule::Under& r) const {
    const Expr x = Expr::variable(r.x), t = Expr::variable(r.t);
    if (r.x == r.t || c_.find(x) || c_.find(t)) return std::nullopt;
    const auto upper = integral(r.upper), from = upper ? read(r.from) : std::nullopt;
    const auto to = from ? read(r.to) : std::nullopt;
    if (!to) return std::nullopt;
    const Context inside = c_.inside(*upper, x).with_variable({r.t, false, Range{}});
    const auto f = as_written(r.function, inside);
    if (!f) return std::nullopt;
    const Context both = inside.with_hypothesis({Rel::ge, t, *from}).with_hypothesis({Rel::ge, *to, t});
    const Expr slope = derivative(*f, t), h = body_at(*upper, x);
    const auto over = [&](const Expr& e) { return Expr::integral(x, low_of(*upper), high_of(*upper), e); };
    const Expr change = Expr::integral(t, *from, *to, over(slope));
    const auto at = [&](const Expr& e) { return over(substitute(*f, {{t, e}})); };
    return std::vector{Goal{both, {Rel::ge, h, slope}}, Goal{both, {Rel::ge, add(h, slope), 0}},
                       Goal{c_.with_hypothesis({Rel::eq, at(*to), add(at(*from), change)}), g_.relation}};
  }
  Goals operator()(const rule::Dominated& r) const {
    const auto s = integral(r.integral, r.name), upper = s ? integral(r.upper) : std::nullopt;
    if (!upper) return std::nullopt;
    const Expr x = Expr::variable(r.name), f = body_at(*s, x), h = body_at(*upper, x);
    const Context inside = c_.inside(*s, x);
    return std::vector{
        Goal{inside, {Rel::ge, h, f}}, Goal{inside, {Rel::ge, add(h, f), 0}},
        Goal{c_.with_hypothesis({Rel::ge, *upper, *s}).with_hypothesis({Rel::ge, add(*upper, *s), 0}), g_.relation}};
  }

 private:
  // An integral, while `name` is no variable yet.
  [[nodiscard]] std::optional<Expr> integral(const Expr& e, const std::string& name = {}) const {
    const auto s = read(e);
    return s && is_integral(*s) && (name.empty() || !c_.find(Expr::variable(name))) ? s : std::nullopt;
  }
  [[nodiscard]] std::optional<Expr> read_with(const Expr& e, const std::string& name) const {
    const Variable extra{name, false, Range{}};
    return as_written(e, c_, &extra);
  }
  [[nodiscard]] Goals split_integral(const rule::SplitRange& r) const {
    const auto s = integral(r.range), m = s ? read(r.at) : std::nullopt;
    if (!m) return std::nullopt;
    const FreshIndex x(true);
    const Expr body = body_at(*s, x.variable());
    return equation(
        {Rel::eq, *s,
         add(Expr::integral(x.variable(), low_of(*s), *m, body), Expr::integral(x.variable(), *m, high_of(*s), body))});
  }
  [[nodiscard]] Goals of_integrals(const rule::Termwise& r) const {
    const Expr &lhs = g_.relation.lhs, &rhs = g_.relation.rhs, x = Expr::variable(r.name);
    if (c_.find(x)) return std::nullopt;
    const auto body = [&](const Expr& side) -> std::optional<Expr> {
      if (side.is_constant(0)) return Expr(0);
      return is_integral(side) ? std::optional(body_at(side, x)) : std::nullopt;
    };
    const auto left = body(lhs), right = left ? body(rhs) : std::nullopt;
    if (!right) return std::nullopt;
    const Expr& one = is_integral(lhs) ? lhs : rhs;
    const auto low = low_of(one), high = high_of(one);
    if (rel_ == Rel::gt && low && high && !c_.positive_(sub(*high, *low))) return std::nullopt;  // it may be a point
    // Over one point there is no variable of which anything could be said.
    if (low && high && c_.algebra().is_zero(sub(*high, *low))) return std::nullopt;
    return std::vector{Goal{c_.inside(one, x), {rel_, *left, *right}}};
  }
  [[nodiscard]] std::optional<Expr> range(const Expr& e) const {
    const auto s = read(e);
    return s && is_repeated(*s) ? s : std::nullopt;
  }
  [[nodiscard]] Goals equation(const Relation& r) const { return one(c_.with_hypothesis(r)); }
  [[nodiscard]] std::optional<Expr> read(const Expr& e) const { return as_written(e, c_); }
  // The same relation in another context.
  [[nodiscard]] Goals one(const Context& context) const { return std::vector{Goal{context, g_.relation}}; }
  // Another relation to 0.
  static Goal says(const Context& context, Rel rel, const Expr& e) { return Goal{context, {rel, e, 0}}; }
  static bool has_integral(const Relation& r) {
    bool found = false;
    for (const Expr& side : {r.lhs, r.rhs})
      transform(side, [&](const Expr& e, std::span<const Expr>) {
        found = found || is_integral(e);
        return e;
      });
    return found;
  }
  [[nodiscard]] Goal nonnegative_at(const Context& context, const Expr& x, const End& end) const {
    return says(context.with_value(x, end.value), Rel::ge, substitute(d_, {{x, end.value}}));
  }
  [[nodiscard]] const End* finite_end(const Expr& x, bool lower) const {
    const Variable* v = c_.find(x);
    if (!v) return nullptr;
    const End& end = lower ? v->range.lo : v->range.hi;
    return end.infinite ? nullptr : &end;
  }
  // Nothing, or the goal that shows the limit. No value where x is unknown or the bound cannot be written.
  [[nodiscard]] Goals limit_goals(const Context& without, const Expr& x, bool below,
                                  const std::optional<rule::LimitBound>& limit) const {
    const Variable* v = without.find(x);
    if (!v) return std::nullopt;
    std::vector<Goal> out;
    if (!limit) return out;
    const auto bound = read(limit->bound);
    if (!bound) return std::nullopt;
    Range range = v->range;
    End& end = below ? range.hi : range.lo;
    if (end.infinite || (below ? limit->from < end.value : end.value < limit->from)) end = {false, true, limit->from};
    out.push_back(says(without.with_range(x, range), Rel::ge, add(d_, *bound)));
    return out;
  }
  [[nodiscard]] std::optional<Expr> terms_of_series(long n, const Expr& f) const {
    constexpr long most = 30;
    return n < 0 || n > most ? std::nullopt : read(f);
  }
  [[nodiscard]] Goals expanded(const std::optional<Series>& s) const {
    if (!s || c_.find(Expr::variable(s->w.name))) return std::nullopt;
    return std::vector{with_series(g_, *s)};
  }

  const Goal& g_;
  const Context& c_;
  Rel rel_;
  Expr d_;
};

}  // namespace

Goal settled(Goal g) {
  for (const auto all = g.context.variables(); const Variable& v : all)
    if (v.range.bounded() && v.range.lo.value == v.range.hi.value)
      g = Applier(g).at(g.context, Expr::variable(v.name), v.range.lo.value);
  return g;
}

std::optional<std::vector<Goal>> apply(const Step& step, const Goal& goal) {
  try {
    return std::visit(Applier(goal), step.rule);
  } catch (const Error& e) {
    if (e.code() != ErrorCode::unsupported) throw;
    return std::nullopt;  // a derivative of what is not differentiated: a sequence, a product over a range
  }
}

}  // namespace dpcert::verify
