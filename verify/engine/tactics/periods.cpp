// Residues of powers of a number and of sequences with a recursion: from some index on they are those of a finite
// orbit, as an induction shows.
#include <algorithm>
#include <numeric>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/followers.hpp"
#include "verify/engine/tactics/induction_over_end.hpp"
#include "verify/engine/tactics/residues.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

class Periods {
 public:
  Periods(const Goal& g, const Variable& n, const Subprover& s, int depth)
      : g_(g), variable_(n), s_(s), depth_(depth), a_(g.context.algebra()) {}

  Tree run() {
    const auto form = a_.simplified(g_.difference());
    followers_ = form ? Followers::of(g_.context, *form, variable_, a_) : std::nullopt;
    if (!followers_ || !take_modulus(*form) || !take_orbit()) return std::nullopt;
    if (*form == g_.relation.lhs && g_.relation.rhs.is_constant(0)) return with_orbit(g_);
    return rewritten(g_, *form, 0, [&](const Goal& h) { return with_orbit(h); });
  }

 private:
  using Kind = Formula::Kind;
  using State = std::vector<std::int64_t>;

  [[nodiscard]] const Followers& followers() const { return *followers_; }
  static Expr part(std::size_t j) { return Expr::variable("whole part " + std::to_string(j)); }
  [[nodiscard]] std::vector<Expr> parts() const {
    std::vector<Expr> out;
    for (std::size_t j = 0; j < followers().size(); ++j) out.push_back(part(j));
    return out;
  }
  [[nodiscard]] Expr modulus() const { return Expr(Rational(modulus_)); }
  [[nodiscard]] Expr whole(std::size_t j, const Expr& k) const {
    return floor(quotient(followers().at(j, k), modulus()));
  }

  // ---- the orbit

  bool take_modulus(const Expr& form) {
    floors_ = nodes_of({Rel::ge, form, 0}, is_rounded);
    if (floors_.empty() || floors_.size() > Effort::Kinks::most_floors) return false;
    for (const Expr& f : floors_) {
      const auto p = under(f);
      if (!p) return false;
      for (const auto& [powers, factor] : *p) {
        const auto q = factor.to_int64_denominator();
        if (!q || *q > Effort::Periods::greatest_modulus) return false;
        modulus_ = std::lcm(modulus_, *q);
        if (modulus_ > Effort::Periods::greatest_modulus) return false;
      }
    }
    return modulus_ > 1;
  }
  // What stands under a floor, in the names.
  [[nodiscard]] std::optional<Poly> under(const Expr& f) const {
    return f.op() == Op::floor ? polynomial(followers().in_names(f.arg(0)), followers().names()) : std::nullopt;
  }

  [[nodiscard]] std::int64_t residue(const Rational& q) const {
    const Rational m(modulus_), share = q / m;
    return *((share - share.floor()) * m).to_int64();
  }
  [[nodiscard]] std::int64_t residue_after(const State& x, const Follower& f) const {
    Rational sum = 0;
    for (const auto& [powers, c] : f.next) {
      Rational t = c;
      for (std::size_t j = 0; j < x.size(); ++j)
        if (powers[j] > 0) t *= pow(Rational(x[j]), powers[j]);
      sum += t;
    }
    return residue(sum);
  }
  bool take_orbit() {
    State x, then;
    for (std::size_t j = 0; j < followers().size(); ++j) x.push_back(residue(followers()[j].first));
    while (std::ranges::find(states_, x) == states_.end()) {
      if (states_.size() == Effort::Periods::longest) return false;
      states_.push_back(x);
      then.clear();
      for (std::size_t j = 0; j < x.size(); ++j) then.push_back(residue_after(x, followers()[j]));
      x = then;
    }
    return true;
  }

  // m part + r, with the part as it is called here.
  [[nodiscard]] Expr with_residue(const Expr& of_part, std::int64_t r) const {
    return add(mul(modulus(), of_part), Expr(Rational(r)));
  }
  [[nodiscard]] Relation said(std::size_t j, const Expr& k, std::int64_t r) const {
    return {Rel::eq, followers().at(j, k), with_residue(whole(j, k), r)};
  }
  // k is in one of the states.
  [[nodiscard]] Formula in_orbit(const Expr& k) const {
    std::optional<Formula> out;
    for (auto x = states_.rbegin(); x != states_.rend(); ++x) {
      std::vector<Formula> all;
      for (std::size_t j = 0; j < x->size(); ++j) all.push_back(Formula::of(said(j, k, (*x)[j])));
      const Formula one = conjunction(all);
      out = out ? Formula::joined(Kind::either, one, *out) : one;
    }
    return *out;
  }

  // ---- the proof

  Tree with_orbit(const Goal& g) {
    const std::string m = fresh_name(g.context);
    const Expr bound = Expr::variable("@@" + m), k = Expr::variable(m);
    const Formula all = Formula::quantified(
        Kind::forall, {m, bound, true, Expr(followers().least()), std::nullopt, true, false}, in_orbit(bound));
    LogicLines out(s_);
    const auto halves = out.next(rule::CutFormula{all}, {g.context, {}, Formula::of(g.relation)}, 2);
    const auto inside = halves ? out.next(rule::Intro{m}, (*halves)[0], 1) : std::nullopt;
    const auto cases = inside ? out.next(rule::Induct{k}, (*inside)[0], 2) : std::nullopt;
    if (!cases || !start((*cases)[0], out) || !next((*cases)[1], k, out) || !last((*halves)[1], out))
      return std::nullopt;
    return out.lines;
  }

  // The goal is one of the states, of which hypotheses from `first` on say what it is.
  bool choose(const LogicGoal& g, const State& x, std::size_t first, LogicLines& out) const {
    const auto found = std::ranges::find(states_, x);
    if (found == states_.end()) return false;
    LogicGoal h = g;
    const auto only = [&](const Step& step) {
      const auto children = out.next(step, h, 1);
      if (children) h = (*children)[0];
      return children.has_value();
    };
    for (auto i = states_.begin(); i != found; ++i)
      if (!only(rule::Right{})) return false;
    if (found + 1 != states_.end() && !only(rule::Left{})) return false;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const bool more = j + 1 < x.size();
      const auto both = more ? out.next(rule::Parts{}, h, 2) : std::nullopt;
      if (more && !both) return false;
      out.lines.emplace_back(rule::Combine{Rational(0), {{first + j, Rational(1)}}});
      if (more) h = (*both)[1];
    }
    return true;
  }

  // What a follower is: a value in the whole parts, less which it is these hypotheses.
  struct Known {
    Poly value;
    Weights weights;
  };

  // The whole parts of what follows k, and its residues, are those of their values: as the goal says them. `now`: the
  // whole parts in these.
  [[nodiscard]] std::optional<State> say(Goal& h, const Expr& k, const std::vector<Known>& known,
                                         const std::vector<Expr>& now, std::size_t& first, Proof& out) const {
    State x;
    std::vector<std::pair<Relation, Proof>> lines;
    for (std::size_t j = 0; j < known.size(); ++j) {
      Poly share = known[j].value;
      for (auto& [powers, c] : share) c /= Rational(modulus_);
      auto value = whole_part(share, parts());
      if (!value) return std::nullopt;
      const auto constant = known[j].value.find(Powers(known.size()));
      x.push_back(residue(constant == known[j].value.end() ? Rational(0) : constant->second));
      Weights under;
      for (const auto& [i, w] : known[j].weights) under.emplace_back(i, weight(quotient(as_expression(w), modulus())));
      for (std::size_t i = 0; i < now.size(); ++i) value = replaced(*value, part(i), now[i]);
      if (!know_floor(whole(j, k), *value, under, h, out)) return std::nullopt;
      Weights sum = known[j].weights;
      sum.emplace_back(h.context.hypotheses().size(), Rational(-modulus_));
      lines.emplace_back(said(j, k, x.back()), Proof{rule::Combine{Rational(0), sum}});
    }
    first = h.context.hypotheses().size() + 1;
    for (const auto& [relation, proof] : lines) cut_in(out, h, relation, proof);
    return x;
  }

  // The steps that prove relations take a goal whose relation is not looked at.
  static Goal plain(const LogicGoal& g) { return {g.context, {Rel::ge, 0, 1}}; }
  static LogicGoal with_context(const LogicGoal& g, const Goal& h) { return {h.context, g.facts, g.goal}; }

  bool start(const LogicGoal& g, LogicLines& out) {
    Goal h = plain(g);
    std::vector<Known> known;
    for (std::size_t j = 0; j < followers().size(); ++j) {
      const Follower& f = followers()[j];
      Known one;
      if (!f.first.is_zero()) one.value.emplace(Powers(followers().size()), f.first);
      if (f.of) {
        const auto hypothesis =
            value_at(*f.of, Rational(f.stride) * followers().least() + Rational(f.place), h, out.lines);
        if (!hypothesis) return false;
        one.weights.emplace_back(*hypothesis, Rational(1));
      }
      known.push_back(one);
    }
    std::size_t first = 0;
    const auto x = say(h, Expr(followers().least()), known, {}, first, out.lines);
    return x && choose(with_context(g, h), *x, first, out);
  }

  static Expr value_name(std::size_t i) { return Expr::variable("value " + std::to_string(i)); }

  // The hypothesis that says what number x(place) is.
  std::optional<std::size_t> value_at(const Sequence& x, const Rational& place, Goal& h, Proof& out) const {
    const Rational order(static_cast<long>(x.recursion->first.size()));
    std::vector<Named> values;
    for (Rational k = x.recursion->start; k <= place; k += Rational(1)) {
      if (k < x.recursion->start + order) {
        if (!take(rule::Define{x.name, Expr(k)}, h, out)) return std::nullopt;
        const Relation& now = h.context.hypotheses().back();
        values.push_back({value_name(values.size()), now.lhs, now.rhs, h.context.hypotheses().size()});
      } else if (!take(rule::Define{x.name, Expr(k - order), true}, h, out) || !cut_value(x, h, out, values)) {
        return std::nullopt;
      }
    }
    return values.empty() ? std::nullopt : std::optional(values.back().equation);
  }

  // What the recursion, as the last hypothesis says it, makes of the values before: one more of them.
  bool cut_value(const Sequence& x, Goal& h, Proof& out, std::vector<Named>& values) const {
    const Expr now = h.context.hypotheses().back().lhs;
    const std::size_t first = values.size() - x.recursion->first.size();
    const auto e = next_value(a_, x, [&](long i) { return values[first + static_cast<std::size_t>(i)].name; });
    std::vector<Expr> names;
    for (const Named& v : values) names.push_back(v.name);
    const auto p = e ? polynomial(*e, names) : std::nullopt;
    if (!p) return false;
    Expr value = expression(*p, names);
    for (const Named& v : values) value = replaced(value, v.name, v.value);
    value = a_.simplified(value).value_or(value);
    Weights sum{{h.context.hypotheses().size(), Rational(1)}};
    for (const auto& w : telescoped(*p, values)) sum.push_back(w);
    cut_in(out, h, {Rel::eq, now, value}, {rule::Combine{Rational(0), sum}});
    values.push_back({value_name(values.size()), now, value, h.context.hypotheses().size()});
    return true;
  }

  // What x is at the places behind those that are followed, by these.
  bool define_next(const Follower& last, const Expr& k, Goal& h, Proof& out, std::vector<Named>& values) const {
    const long order = static_cast<long>(last.of->recursion->first.size());
    for (long place = last.place + 1; place <= last.place + last.stride; ++place) {
      const Expr begins = plus(last.stride == 1 ? k : mul(Expr(last.stride), k), place - order);
      if (!take(rule::Define{last.of->name, begins}, h, out) || !cut_value(*last.of, h, out, values)) return false;
    }
    return true;
  }

  // What follows k + 1 by what follows k, as a hypothesis each.
  std::optional<std::vector<std::size_t>> step_equations(const Expr& k, Goal& h, Proof& out) const {
    std::vector<std::size_t> equations;
    for (std::size_t j = 0; j < followers().size();) {
      const std::size_t begin = j, end = followers().end_of(j);
      std::vector<Named> values;
      if (followers()[j].of) {
        for (std::size_t i = begin; i < end; ++i)
          values.push_back({value_name(i - begin), followers().at(i, k), followers().at(i, k)});
        if (!define_next(followers()[end - 1], k, h, out, values)) return std::nullopt;
      }
      for (; j < end; ++j) {
        const Follower& f = followers()[j];
        Expr value = expression(f.next, followers().names());
        for (std::size_t l = 0; l < followers().size(); ++l)
          value = replaced(value, Followers::name(l), followers().at(l, k));
        Weights sum;
        const std::size_t said = f.of ? values[j - begin + static_cast<std::size_t>(f.stride)].equation : 0;
        if (said > 0) sum.emplace_back(said, Rational(1));
        cut_in(out, h, {Rel::eq, followers().at(j, k + Expr(1)), value}, {rule::Combine{Rational(0), sum}});
        equations.push_back(h.context.hypotheses().size());
      }
    }
    return equations;
  }

  // The residues and whole parts of what follows k in state x, of which the hypotheses from `first` on speak.
  [[nodiscard]] std::vector<Named> in_state(const State& x, const Expr& k, std::size_t first) const {
    std::vector<Named> out;
    for (std::size_t j = 0; j < x.size(); ++j)
      out.push_back({Followers::name(j), followers().at(j, k), with_residue(whole(j, k), x[j]), first + j});
    return out;
  }
  [[nodiscard]] std::optional<Poly> in_parts(const Poly& p, const State& x) const {
    Expr e = expression(p, followers().names());
    for (std::size_t j = 0; j < x.size(); ++j) e = replaced(e, Followers::name(j), with_residue(part(j), x[j]));
    return polynomial(e, parts());
  }

  // The goal in each state, which `prove` is told of beside the first hypothesis about it.
  template <typename Prove>
  bool in_each_state(LogicGoal g, const Prove& prove, LogicLines& out) const {
    for (std::size_t i = 0; i + 1 < states_.size(); ++i) {
      const auto cases = out.next(rule::Branch{g.context.formulas().size() + g.facts.size()}, g, 2);
      if (!cases || !prove((*cases)[0], states_[i], g.context.hypotheses().size() + 1)) return false;
      g = (*cases)[1];
    }
    return prove(g, states_.back(), g.context.hypotheses().size() - followers().size() + 1);
  }

  bool next(const LogicGoal& g, const Expr& k, LogicLines& out) {
    Goal h = plain(g);
    const std::size_t said = g.context.hypotheses().size();
    const auto equations = step_equations(k, h, out.lines);
    if (!equations) return false;
    const auto prove = [&](const LogicGoal& c, const State& x, std::size_t first) {
      return next_in(c, k, x, first, *equations, out);
    };
    const LogicGoal there = with_context(g, h);
    // Of one state there is no choice: its hypotheses are those before the equations.
    return states_.size() == 1 ? prove(there, states_[0], said - followers().size() + 1)
                               : in_each_state(there, prove, out);
  }

  bool next_in(const LogicGoal& g, const Expr& k, const State& x, std::size_t first,
               const std::vector<std::size_t>& equations, LogicLines& out) {
    Goal h = plain(g);
    const std::vector<Named> state = in_state(x, k, first);
    std::vector<Expr> now;
    std::vector<Known> known;
    for (std::size_t j = 0; j < x.size(); ++j) {
      now.push_back(whole(j, k));
      const auto value = in_parts(followers()[j].next, x);
      if (!value) return false;
      Weights sum{{equations[j], Rational(1)}};
      for (const auto& w : telescoped(followers()[j].next, state)) sum.push_back(w);
      known.push_back({*value, sum});
    }
    std::size_t begins = 0;
    const auto then = say(h, k + Expr(1), known, now, begins, out.lines);
    return then && choose(with_context(g, h), *then, begins, out);
  }

  bool last(const LogicGoal& g, LogicLines& out) {
    const auto at_n = out.next(rule::AtFact{1 + g.context.formulas().size(), followers().index()}, g, 2);
    return at_n && out.close((*at_n)[0]) &&
           in_each_state(
               (*at_n)[1],
               [&](const LogicGoal& c, const State& x, std::size_t first) { return leaf(c, x, first, out.lines); },
               out);
  }

  // The goal in state x: what each floor is, and then the goal.
  bool leaf(const LogicGoal& g, const State& x, std::size_t first, Proof& out) const {
    if (s_.out_of_time()) return false;
    Goal h{g.context, g.goal.relation};
    const std::vector<Named> now = in_state(x, followers().index(), first);
    std::vector<Named> all;
    for (const Expr& f : floors_) {
      const auto p = under(f), q = p ? in_parts(*p, x) : std::nullopt;
      auto value = q ? whole_part(*q, parts()) : std::nullopt;
      if (!value) return false;
      for (std::size_t j = 0; j < x.size(); ++j) value = replaced(*value, part(j), whole(j, followers().index()));
      if (!know_floor(f, *value, telescoped(*p, now), h, out)) return false;
      all.push_back({Expr::variable("floor " + std::to_string(all.size())), f, *value, h.context.hypotheses().size()});
    }
    for (const bool index : {false, true})  // n stands in the others
      for (const Named& v : now)
        if ((v.now == followers().index()) == index) all.push_back(v);
    const auto t = with_values(h, all, s_, depth_);
    if (t) append(out, *t);
    return t.has_value();
  }

  const Goal& g_;
  const Variable& variable_;
  const Subprover& s_;
  int depth_;
  mutable Algebra a_;  // remembers normal forms
  std::optional<Followers> followers_;
  std::vector<Expr> floors_;
  std::int64_t modulus_ = 1;
  std::vector<State> states_;
};

// A power with a variable in its exponent or a value of a sequence stands under a floor.
bool has_follower_under_floor(const Relation& r) {
  const auto follows = [](const Expr& e) {
    return e.op() == Op::sequence || (e.op() == Op::pow && !e.arg(1).is_constant());
  };
  return std::ranges::any_of(nodes_of(r, is_rounded), [&](const Expr& f) {
    return !nodes_of({Rel::ge, f, 0}, follows).empty();
  });
}

}  // namespace

Tree by_periods(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3) return std::nullopt;
  const auto& variables = g.context.variables();
  const auto may_be_index = [](const Variable& v) { return v.integer && !v.range.lo.infinite; };
  if (std::ranges::none_of(variables, may_be_index) || !has_follower_under_floor(g.relation)) return std::nullopt;
  for (const Variable& v : variables) {
    if (!may_be_index(v) || !depends_on(g.difference(), Expr::variable(v.name))) continue;
    if (auto t = Periods(g, v, s, depth).run()) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
