#include "verify/engine/tactics/unfolding.hpp"

#include <algorithm>

#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/facts.hpp"

namespace dpcert::verify {

bool Extended::take(const Step& step) {
  auto next = after(step, goal);
  if (!next) return false;
  lines.push_back(step);
  goal = std::move(*next);
  return true;
}

void outermost_ranges(const Expr& e, std::vector<Expr>& out) {
  if (is_repeated(e)) {
    if (std::ranges::find(out, e) == out.end()) out.push_back(e);
    return;
  }
  for (const Expr& part : outer_args(e)) outermost_ranges(part, out);
}

std::optional<std::vector<Expr>> sums_over_one_range(const Relation& goal, const Context& c) {
  std::vector<Expr> out;
  const auto put = [&](const Relation& r) {
    for (const Expr& e : nodes_of(r, is_sum_over_range)) {
      if (!out.empty() && !(e.arg(0) == out[0].arg(0) && e.arg(1) == out[0].arg(1))) return false;
      if (std::ranges::find(out, e) == out.end()) out.push_back(e);
    }
    return true;
  };
  if (!put(goal) || out.empty() || !std::ranges::all_of(c.hypotheses(), put)) return std::nullopt;
  return out;
}

std::optional<Expr> in_sums(Algebra& a, Expr form, const std::vector<Expr>& sums) {
  for (const Expr& e : nodes_of({Rel::ge, form, 0}, is_sum_over_range)) {
    const auto known = std::ranges::find_if(sums, [&](const Expr& s) { return s == e || a.is_zero(sub(s, e)); });
    if (known == sums.end()) return std::nullopt;
    form = replaced(form, e, *known);
  }
  return form;
}

std::optional<NumberFor> number_for(const Goal& g, const Expr& e) {
  const bool known_sign = g.context.knows({e, Need::nonnegative});
  const std::string name = fresh_name(g.context);
  const Expr bound = Expr::variable("@@number");  // no text has this name
  const std::optional<Expr> low = known_sign ? std::optional(Expr(0)) : std::nullopt;
  const Step cut = rule::CutFormula{Formula::quantified(Formula::Kind::exists,
                                                        {name, bound, false, low, std::nullopt, known_sign, false},
                                                        Formula::of({Rel::eq, bound, e}))};
  const auto parts = apply(cut, LogicGoal{g.context, {}, Formula::of(g.relation)});
  const Step obtain = rule::Obtain{name, g.context.formulas().size() + 1};
  const auto inside = parts && parts->size() == 2 ? apply(obtain, parts->back()) : std::nullopt;
  if (!inside || inside->size() != 1) return std::nullopt;
  // The fact stays, and those behind it are counted from there.
  const Context there = inside->front().context.with_formulas(inside->front().facts);
  NumberFor out{Expr::variable(name), {there, g.relation}, {cut, rule::Witness{e}}};
  if (known_sign) out.lines.emplace_back(rule::Sign{});
  append(out.lines, {rule::Identity{}, obtain});
  return out;
}

bool take_values_of(const std::vector<Expr>& all, Goal& g, Proof& out) {
  for (const Expr& e : all) {
    const Expr value = Expr::variable(fresh_name(g.context));
    if (!take(rule::Gen{std::string(value.name()), range_from_zero(g.context, e), e}, g, out)) return false;
    for (const Relation& r : std::vector(g.context.hypotheses()))
      if (r.rel == Rel::eq && (r.lhs == value || r.rhs == value) &&
          take(rule::Equal{value, r.lhs == value ? r.rhs : r.lhs}, g, out))
        break;
  }
  return true;
}

Range range_from_zero(const Context& c, const Expr& e) {
  Range out{{true, false, 0}, {true, false, 0}};
  if (c.knows({e, Need::nonnegative})) out.lo = {false, !c.positive_(e), 0};
  return out;
}

std::optional<Range> bounded_range(const Context& c, const Expr& e) {
  const Interval r = c.range(e, Effort::step_bits);
  if (!r.is_finite()) return std::nullopt;
  const Rational digits(1024);
  const Rational low = (r.lower_rational() * digits).floor() / digits;
  const Rational high = -((-r.upper_rational() * digits).floor() / digits);
  return Range{{false, true, low}, {false, true, high}};
}

bool take_terms_as_numbers(Goal& g, Proof& out) {
  for (const Expr& e : nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::sequence; }))
    if (!take(rule::Gen{fresh_name(g.context), range_from_zero(g.context, e), e}, g, out)) return false;
  derive_bounds(g, out);
  return true;
}

void forget_integers(Goal& g, Proof& out) {
  for (const Variable& v : std::vector(g.context.variables()))
    if (const Expr n = Expr::variable(v.name); v.integer && !mentions(g.relation, n))
      take(rule::Widen{n, v.range}, g, out);
}

namespace {

class Instances {
 public:
  Instances(Extended& x, const std::vector<Expr>& places) : x_(x), places_(places) {
    // `take` makes another goal of x, with the same ones in the same order: nothing of the old one outlives it.
    const std::size_t count = x.goal.context.forall_hypotheses().size();
    for (std::size_t j = 0; j < count; ++j) {
      const ForallHypothesis h = x.goal.context.forall_hypotheses()[j];
      if (h.integer) at_places(j + 1, h, {});
    }
  }

 private:
  void at_places(std::size_t number, const ForallHypothesis& h, const std::vector<Expr>& chosen) {
    for (const Expr& place : places_) {
      const Context& c = x_.goal.context;
      if (taken_ >= Effort::most_instances) return;
      if (!c.knows({sub(place, h.lo), Need::nonnegative})) continue;
      if (!h.unbounded && !c.knows({sub(h.hi, place), Need::nonnegative})) continue;
      std::vector<Expr> at = chosen;
      at.push_back(place);
      if (!h.inner.empty())
        at_places(number, at_value(h, place), at);
      else if (x_.take(rule::Inst{number, at}))
        ++taken_;
    }
  }

  Extended& x_;
  const std::vector<Expr>& places_;
  int taken_ = 0;
};

// The recursion of a sequence where it says what e is.
std::optional<Step> definition(const Context& c, const Expr& e) {
  const Sequence* s = e.op() == Op::sequence ? c.find_sequence(e.name()) : nullptr;
  if (!s || !s->recursion) return std::nullopt;
  const Recursion& r = *s->recursion;
  const long order = static_cast<long>(r.first.size());
  if (e.arg(0).is_constant()) {
    const Rational place = e.arg(0).value() - r.start;
    if (place.sign() < 0) return std::nullopt;
    if (place < Rational(order)) return rule::Define{e.name(), e.arg(0)};
    return rule::Define{e.name(), Expr(e.arg(0).value() - Rational(order)), true};
  }
  const Expr from = plus(e.arg(0), -order);
  if (!c.knows({sub(from, Expr(r.start)), Need::nonnegative})) return std::nullopt;
  return rule::Define{e.name(), from};
}

bool is_sequence(const Expr& e) { return e.op() == Op::sequence; }

// x^(n - 1) + x^(n - 2) y + ... + y^(n - 1), which is (x^n - y^n)/(x - y).
Expr divided_difference(const Expr& x, const Expr& y, std::size_t n) {
  Expr out = 0, power = 1;
  for (std::size_t i = 0; i < n; ++i) {
    out = add(mul(out, x), power);
    power = mul(power, y);
  }
  return out;
}

}  // namespace

void instantiate(Extended& x, const std::vector<Expr>& places) {
  Instances(x, places);
  instantiate_facts(x, places);
}

void reach_index(Extended& x, const Expr& index) {
  const std::vector<ForallHypothesis> foralls = x.goal.context.forall_hypotheses();
  for (const ForallHypothesis& h : foralls) {
    if (!h.integer || !h.inner.empty()) continue;
    std::vector<Expr> distances{sub(index, h.lo)};
    if (!h.unbounded) distances.push_back(sub(h.hi, index));
    for (const Expr& u : distances) {
      if (x.goal.context.knows({u, Need::nonnegative})) continue;
      // Less an end of its own range, it does not speak of the index.
      const std::vector<Relation> said = x.goal.context.hypotheses();
      for (std::size_t i = said.size(); i-- > 0;) {
        if (said[i].rel != Rel::ge || !depends_on(sub(said[i].lhs, said[i].rhs), index)) continue;
        Algebra a = x.goal.context.algebra();
        const auto rest = a.simplified(sub(u, sub(said[i].lhs, said[i].rhs)));
        if (!rest || depends_on(*rest, index) || !x.goal.context.knows({*rest, Need::nonnegative})) continue;
        cut_in(x.lines, x.goal, {Rel::ge, u, 0}, {rule::Combine{weight(*rest), {{i + 1, Rational(1)}}}});
        break;
      }
    }
  }
}

void instantiate_at_index(Extended& x, const Expr& index, const std::vector<Expr>& others) {
  reach_index(x, index);
  std::vector<Expr> places{index};
  places.insert(places.end(), others.begin(), others.end());
  instantiate(x, places);
}

std::optional<long> steps_between(Algebra& a, const Expr& x, const Expr& y) {
  const auto d = a.simplified(sub(x, y));
  const auto n = d && d->is_constant() ? d->value().to_int64() : std::nullopt;
  if (!n || *n < -Effort::Sums::most_terms_apart || *n > Effort::Sums::most_terms_apart) return std::nullopt;
  return static_cast<long>(*n);
}

Expr with_plain_places(const Expr& e) {
  constexpr long longest = 10'000;
  const auto plain = [](const Expr& place) {
    const auto form = affine(place);
    if (!form) return plus(place, 0);
    std::vector<Expr> terms;
    for (const auto& [name, c] : form->coefficients) {
      const Expr x = Expr::variable(name);
      terms.push_back(c == Rational(1) ? x : flat::product({Expr(c), x}));
    }
    terms.emplace_back(form->constant);
    return flat::sum(terms);
  };
  const Expr out = transform(e, [&](const Expr& old, std::span<const Expr> args) {
    std::vector<Expr> parts(args.begin(), args.end());
    const std::size_t places = old.op() == Op::sequence ? parts.size() : is_repeated(old) ? 2 : 0;
    for (std::size_t i = 0; i < places; ++i) parts[i] = plain(parts[i]);
    return with_args(old, parts);
  });
  return written_out(out, longest);
}

std::optional<Expr> simplified_at_plain_places(Algebra& a, const Expr& e) {
  const auto form = a.simplified(e);
  if (!form) return std::nullopt;
  return with_plain_places(*form);
}

std::optional<Telescoped> telescoped_sum(Extended& x, const Expr& low, const Expr& high,
                                         const std::function<Expr(const Expr&)>& at) {
  if (!x.goal.context.knows({plus(sub(high, low), 1), Need::nonnegative})) return std::nullopt;
  const FreshIndex k;
  const Expr &i = k.variable(), end = plus(high, 1);
  const Expr next = Expr::repeated(Op::sum, i, low, high, at(plus(i, 1))),
             longer = Expr::repeated(Op::sum, i, low, end, at(i));
  Telescoped out{Expr::repeated(Op::sum, i, low, high, sub(at(plus(i, 1)), at(i))), sub(at(end), at(low)), {}};
  const std::array<std::pair<Step, Rational>, 3> lines{{{rule::Shift{next, 1}, Rational(1)},
                                                        {rule::Unfold{longer, rule::Unfold::Part::first}, Rational(-1)},
                                                        {rule::Unfold{longer, rule::Unfold::Part::last}, Rational(1)}}};
  for (const auto& [step, sign] : lines) {
    if (!x.take(step)) return std::nullopt;
    out.weights.emplace_back(x.last(), sign);
  }
  return out;
}

std::optional<std::vector<Expr>> coefficients_of(Algebra& a, const Context& c, const Expr& d, const Expr& atom) {
  const Expr t = Expr::variable(fresh_name(c));
  return a.coefficients(replaced(d, atom, t), t);
}

std::optional<std::pair<Expr, Expr>> affine_in(Algebra& a, const Context& c, const Expr& d, const Expr& atom) {
  const auto p = coefficients_of(a, c, d, atom);
  if (!p || p->size() > 2 || p->empty()) return std::nullopt;
  return std::pair{(*p)[0], p->size() == 2 ? (*p)[1] : Expr(0)};
}

Unfolded::Unfolded(const Goal& g, const std::vector<std::size_t>& said)
    : Extended{{g.context, with_plain_places(g.relation)}} {
  ranges(said);
  recursions(said);
  down_to_first_values();
  instantiate(*this, places_);
}

void Unfolded::unfold() {
  ranges({});
  recursions({});
  down_to_first_values();
}

bool Unfolded::is_known(const Expr& e) const {
  return std::ranges::any_of(meanings_, [&](const Meaning& m) { return m.what == e; });
}

void Unfolded::know(const Expr& what, const Expr& is, Weights weights) {
  const Expr plain = with_plain_places(what);
  if (!is_known(plain)) meanings_.push_back({plain, with_plain_places(is), std::move(weights)});
}

// The last term apart, or nothing where the range is empty.
void Unfolded::alone(const Expr& e) {
  const Context& c = goal.context;
  const bool some = c.knows({sub(e.arg(1), e.arg(0)), Need::nonnegative});
  if (!some && !c.knows({sub(e.arg(0), e.arg(1)), Need::positive})) return;
  if (!take(rule::Unfold{e, some ? rule::Unfold::Part::last : rule::Unfold::Part::empty})) return;
  know(e, goal.context.hypotheses().back().rhs, {{last(), Rational(1)}});
  if (some && std::ranges::find(places_, e.arg(1)) == places_.end()) places_.push_back(e.arg(1));
}

// The longer range around both, of which one end is taken off term by term to
// leave e, the other to leave s.
bool Unfolded::to_the_range_of(Algebra& a, const Expr& e, const Expr& s) {
  if (e.op() != s.op()) return false;
  const auto low = steps_between(a, e.arg(0), s.arg(0)), high = steps_between(a, e.arg(1), s.arg(1));
  if (!low || !high) return false;
  {
    const FreshIndex k;
    if (!a.is_zero(sub(body_at(e, k.variable()), body_at(s, k.variable())))) return false;
  }
  const Expr around = over(e, *low > 0 ? s.arg(0) : e.arg(0), *high > 0 ? e.arg(1) : s.arg(1));
  struct Way {
    Expr terms, left;
    Weights weights = {};
  };
  Extended x = *this;
  std::vector<Expr> places;
  // What is `around` less so many terms at its beginning and at its end.
  const auto less = [&](long first, long last_ones) -> std::optional<Way> {
    Way out{e.op() == Op::sum ? Expr(0) : Expr(1), around};
    for (long i = 0; i < first + last_ones; ++i) {
      const bool begins = i < first;
      const Expr at = begins ? out.left.arg(0) : out.left.arg(1);
      if (!x.goal.context.knows({sub(out.left.arg(1), out.left.arg(0)), Need::nonnegative})) return std::nullopt;
      if (!x.take(rule::Unfold{out.left, begins ? rule::Unfold::Part::first : rule::Unfold::Part::last}))
        return std::nullopt;
      out.weights.emplace_back(x.last(), e.op() == Op::sum ? Coefficient(Rational(1)) : weight(out.terms));
      out.terms = joined(e, out.terms, body_at(e, at));
      out.left = begins ? over(e, plus(at, 1), out.left.arg(1)) : over(e, out.left.arg(0), plus(at, -1));
      places.push_back(at);
    }
    return out;
  };
  const auto to_e = less(std::max(*low, 0L), std::max(-*high, 0L));
  const auto to_s = to_e ? less(std::max(-*low, 0L), std::max(*high, 0L)) : std::nullopt;
  if (!to_s) return false;
  Meaning m{e, 0, {}};
  Expr scale = 1;
  if (e.op() == Op::sum) {
    m.is = sub(add(s, to_s->terms), to_e->terms);
  } else {
    if (!is_defined(x.goal.context, quotient(1, to_e->terms))) return false;
    scale = quotient(1, to_e->terms);
    m.is = mul(mul(s, to_s->terms), scale);
  }
  const auto times = [&](const Coefficient& w, const Expr& by) {
    const Expr e = as_expression(w);
    return weight(mul(e, by));
  };
  for (const auto& [i, w] : to_s->weights) m.weights.emplace_back(i, times(w, scale));
  for (const auto& [i, w] : to_e->weights) m.weights.emplace_back(i, times(w, negate(scale)));
  static_cast<Extended&>(*this) = std::move(x);
  know(m.what, m.is, m.weights);
  for (const Expr& p : places)
    if (std::ranges::find(places_, p) == places_.end()) places_.push_back(p);
  return true;
}

// e, whose body has ranges that reach further than those in the body of s, with these in their place and the terms that
// they lack: term by term.
void Unfolded::inner_ranges(Algebra& a, const Expr& e, const Expr& s) {
  if (e.op() != s.op()) return;
  const std::string name = fresh_name(goal.context);
  const Expr k = Expr::variable(name);
  const auto inner = nodes_of({Rel::ge, body_at(e, k), 0}, is_repeated),
             shorter = nodes_of({Rel::ge, body_at(s, k), 0}, is_repeated);
  Expr body = body_at(e, k);
  Proof each{rule::Termwise{name}};
  Weights weights;
  const Goal inside{goal.context.inside(e, k), {Rel::eq, 0, 0}};
  std::size_t last = inside.context.hypotheses().size();
  for (const Expr& u : inner) {
    const auto same = std::ranges::find_if(shorter, [&](const Expr& w) {
      const FreshIndex j;
      return w != u && w.op() == u.op() && a.is_zero(sub(body_at(u, j.variable()), body_at(w, j.variable()))) &&
             a.is_zero(sub(u.arg(0), w.arg(0)));
    });
    const auto more = same == shorter.end() ? std::nullopt : steps_between(a, u.arg(1), same->arg(1));
    const auto factor = more && *more > 0 ? affine_in(a, inside.context, body, u) : std::nullopt;
    if (!factor) continue;
    Expr left = u;
    for (long i = 0; i < *more; ++i) {
      const Expr term = body_at(left, left.arg(1)), rest = over(left, left.arg(0), plus(left.arg(1), -1));
      each.emplace_back(rule::Unfold{left, rule::Unfold::Part::last});
      weights.emplace_back(++last, weight(factor->second));
      body = replaced(body, left, joined(left, rest, term));
      left = rest;
    }
  }
  if (weights.empty()) return;
  each.emplace_back(rule::Combine{Rational(0), weights});
  const Relation said{Rel::eq, e, Expr::repeated(e.op(), k, e.arg(0), e.arg(1), body)};
  cut_in(lines, goal, said, each);
  know(e, said.rhs, {{this->last(), Rational(1)}});
}

void Unfolded::ranges(const std::vector<std::size_t>& said) {
  Algebra a = goal.context.algebra();
  std::vector<Expr> of_said;
  for (const std::size_t i : said)
    for (const Expr& s : nodes_of(goal.context.hypotheses()[i - 1], is_repeated)) of_said.push_back(s);
  for (const Expr& e : nodes_of(goal.relation, is_repeated)) {
    if (std::ranges::find(of_said, e) != of_said.end()) continue;
    if (std::ranges::any_of(of_said, [&](const Expr& s) { return to_the_range_of(a, e, s); })) continue;
    alone(e);
    if (!is_known(with_plain_places(e)) || e.op() != Op::sum) continue;
    for (const Expr& s : of_said)
      if (const Expr left = over(e, e.arg(0), plus(e.arg(1), -1)); !is_known(with_plain_places(left)))
        inner_ranges(a, left, s);
  }
}

void Unfolded::define(const Expr& e) {
  const auto step = definition(goal.context, e);
  if (step && take(*step)) know(e, goal.context.hypotheses().back().rhs, {{last(), Rational(1)}});
}

// Values of one sequence at places that differ by numbers: all by those at the first places.
void Unfolded::recursions(const std::vector<std::size_t>& said) {
  Algebra a = goal.context.algebra();
  std::vector<Expr> values;
  const auto collect = [&](const Relation& r) {
    for (const Expr& e : nodes_of(r, is_sequence))
      if (const Expr plain = with_plain_places(e); std::ranges::find(values, plain) == values.end())
        values.push_back(plain);
  };
  Weights none;
  collect({Rel::ge, resolved(a, goal.difference(), none), 0});
  if (said.empty()) {
    for (const Expr& e : values) define(e);
    return;
  }
  for (const std::size_t i : said) collect(goal.context.hypotheses()[i - 1]);
  while (!values.empty()) {
    const Expr one = values.front();
    struct At {
      Expr e;
      long place;
    };
    std::vector<At> near;
    std::erase_if(values, [&](const Expr& e) {
      const bool same = e.name() == one.name() && e.args().size() == 1;
      const auto place = same ? steps_between(a, e.arg(0), one.arg(0)) : std::nullopt;
      if (place) near.push_back({e, *place});
      return place || e == one;
    });
    const Sequence* s = goal.context.find_sequence(one.name());
    if (near.empty() || !s || !s->recursion) continue;
    const long order = static_cast<long>(s->recursion->first.size());
    const Expr start(s->recursion->start);
    std::erase_if(near, [&](const At& at) {
      return !goal.context.knows({sub(at.e.arg(0), start), Need::nonnegative});
    });
    if (near.empty()) continue;
    std::ranges::stable_sort(near, {}, &At::place);
    const At first = near.front();
    for (long place = first.place + order; place <= near.back().place; ++place) {
      const Expr from = plus(first.e.arg(0), place - order - first.place);
      if (!take(rule::Define{one.name(), from})) break;
      const Relation equation = goal.context.hypotheses().back();
      know(equation.lhs, equation.rhs, {{last(), Rational(1)}});
    }
  }
}

// Values of a sequence at numbers are what its recursion makes of its first values.
void Unfolded::down_to_first_values() {
  for (std::size_t i = 0; i < meanings_.size() && meanings_.size() < Effort::most_values_of_a_sequence; ++i) {
    const Meaning m = meanings_[i];
    if (!is_sequence(m.what) || !m.what.arg(0).is_constant()) continue;
    for (const Expr& e : nodes_of({Rel::ge, m.is, 0}, is_sequence))
      if (e.arg(0).is_constant() && !is_known(e)) define(e);
  }
}

Expr Unfolded::resolved(Algebra& a, const Expr& d, Weights& weights, const Expr& factor) const {
  Expr out = with_plain_places(d);
  // What one of them brings in another one may have been there for: as often as there are any.
  for (std::size_t pass = 0, met = 1; met > 0 && pass < meanings_.size(); ++pass) {
    met = 0;
    for (const Meaning& m : meanings_) {
      const auto p = coefficients_of(a, goal.context, out, m.what);
      if (!p || p->size() < 2 || p->size() > Effort::Sums::highest_power + 1) continue;
      ++met;
      Expr by = 0;
      for (std::size_t j = 1; j < p->size(); ++j) by = add(by, mul((*p)[j], divided_difference(m.what, m.is, j)));
      for (const auto& [i, w] : m.weights) {
        const Expr one = as_expression(w);
        weights.emplace_back(i, weight(mul(mul(factor, by), one)));
      }
      out = replaced(out, m.what, m.is);
    }
  }
  return out;
}

}  // namespace dpcert::verify
