#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/lemma.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/proof/written.hpp"

namespace dpcert::verify {

namespace {

using LogicGoals = std::optional<std::vector<LogicGoal>>;

void round_inward(Range& r) {
  const auto end = [](End& e, bool lower) {
    if (e.infinite) return;
    const bool excluded = e.value.is_integer() && !e.closed;
    e.value = lower ? e.value.ceil() : e.value.floor();
    if (excluded) e.value = lower ? e.value + 1 : e.value - 1;
    e.closed = true;
  };
  end(r.lo, true);
  end(r.hi, false);
}

bool is_empty(const Range& r) {
  return r.bounded() && (r.lo.value > r.hi.value || (r.lo.value == r.hi.value && !(r.lo.closed && r.hi.closed)));
}

// Rules that leave the goal as it is and add hypotheses or part the domain: they deal with any goal.
bool only_adds(const Step& s) {
  return s.is<rule::Cut>() || s.is<rule::Antiderivative>() || s.is<rule::Integrand>() || s.is<rule::Linear>() ||
         s.is<rule::Substitute>() || s.is<rule::Dominated>() || s.is<rule::Under>() || s.is<rule::UseLemma>() ||
         s.is<rule::Inst>() || s.is<rule::Define>() || s.is<rule::Unfold>() || s.is<rule::Binomial>() ||
         s.is<rule::SplitRange>() || s.is<rule::Split>() || s.is<rule::Shift>() || s.is<rule::Cases>() ||
         s.is<rule::Fact>() || s.is<rule::Root>() || s.is<rule::CloseEnd>() || s.is<rule::Bound>();
}

// With numbers that were put in as a line says them, so that what it says of a part of the goal is about this part.
Formula as_said(const Formula& f, const Context& c) {
  if (f.is(Formula::Kind::relation)) {
    const auto lhs = as_written(f.relation.lhs, c), rhs = lhs ? as_written(f.relation.rhs, c) : std::nullopt;
    return rhs ? Formula::of({f.relation.rel, *lhs, *rhs}) : f;
  }
  if (f.is(Formula::Kind::forall) || f.is(Formula::Kind::exists)) return f;
  Formula out = f;
  for (Formula& part : out.parts) part = as_said(part, c);
  return out;
}

class LogicApplier {
 public:
  using Kind = Formula::Kind;
  using Goals = LogicGoals;
  explicit LogicApplier(const LogicGoal& g) : g_(g) {}

  Goals operator()(const rule::Intro& r) const {
    if (r.name.empty()) {
      if (!g_.goal.is(Kind::implies)) return std::nullopt;
      return std::vector{assuming(g_.goal.parts[0], g_.goal.parts[1])};
    }
    if (!g_.goal.is(Kind::forall)) return std::nullopt;
    auto inside = entered(g_.goal, r.name);
    if (!inside) return std::nullopt;
    inside->goal = g_.goal.at(value_of(*inside, r.name));
    return std::vector{std::move(*inside)};
  }
  Goals operator()(const rule::UseLemma& r) const { return goals_of_lemma(r, g_); }
  Goals operator()(const rule::Parts&) const {
    if (!g_.goal.is(Kind::both)) return std::nullopt;
    return std::vector{with(g_.goal.parts[0]), assuming(g_.goal.parts[0], g_.goal.parts[1])};
  }
  // The contexts are those of any relation; what it says is that of the formula.
  Goals operator()(const rule::Induct& r) const {
    if (!g_.facts.empty()) return std::nullopt;
    const auto contexts = contexts_of_induction(g_.context, r.x);
    if (!contexts) return std::nullopt;
    LogicGoal step{contexts->step, {}, substitute(g_.goal, {{r.x, r.x + Expr(1)}})};
    assume(step, g_.goal);
    return std::vector{LogicGoal{contexts->first, {}, substitute(g_.goal, {{r.x, contexts->least}})}, std::move(step)};
  }
  Goals operator()(const rule::CutFormula& r) const {
    auto f = written(r.formula);
    if (!f) return std::nullopt;
    return std::vector{with(*f), assuming(*f, g_.goal)};
  }
  Goals operator()(const rule::Left&) const { return side(0); }
  Goals operator()(const rule::Right&) const { return side(1); }
  Goals operator()(const rule::Witness& r) const {
    if (!g_.goal.is(Kind::exists)) return std::nullopt;
    auto out = placed(g_.goal, r.value);
    if (out) out->push_back(with(as_said(g_.goal.at(*as_written(r.value, g_.context)), g_.context)));
    return out;
  }
  Goals operator()(const rule::Absurd&) const {
    if (g_.goal.is(Kind::relation)) return std::nullopt;
    return std::vector{with(Formula::of({Rel::ge, 0, 1}))};
  }
  Goals operator()(const rule::Obtain& r) const {
    const Formula* f = fact(r.fact, Kind::exists);
    auto inside = f ? entered(*f, r.name) : std::nullopt;
    if (!inside) return std::nullopt;
    assume(*inside, f->at(value_of(*inside, r.name)));
    return std::vector{std::move(*inside)};
  }
  Goals operator()(const rule::Branch& r) const {
    const Formula* f = fact(r.fact, Kind::either);
    if (!f) return std::nullopt;
    return std::vector{assuming(f->parts[0], g_.goal), assuming(f->parts[1], g_.goal)};
  }
  Goals operator()(const rule::ApplyFact& r) const {
    const Formula* f = fact(r.fact, Kind::implies);
    if (!f) return std::nullopt;
    return std::vector{with(f->parts[0]), assuming(f->parts[1], g_.goal)};
  }
  Goals operator()(const rule::AtFact& r) const {
    const Formula* f = fact(r.fact, Kind::forall);
    auto out = f ? placed(*f, r.value) : std::nullopt;
    if (out) out->push_back(assuming(f->at(*as_written(r.value, g_.context)), g_.goal));
    return out;
  }

 private:
  // As a reader of the line sees it.
  [[nodiscard]] std::optional<Formula> written(Formula f) const {
    Context names = g_.context;
    const auto expression = [&](Expr& e) {
      const auto read = as_written(e, names);
      if (read) e = *read;
      return read.has_value();
    };
    const std::function<bool(Formula&)> all = [&](Formula& part) {
      if (part.is(Kind::relation)) return expression(part.relation.lhs) && expression(part.relation.rhs);
      if ((part.bound.lo && !expression(*part.bound.lo)) || (part.bound.hi && !expression(*part.bound.hi)))
        return false;
      if (!part.bound.name.empty())
        names = names.with_variable({std::string(part.bound.variable.name()), part.bound.integer, Range{}});
      return std::ranges::all_of(part.parts, all);
    };
    if (!all(f)) return std::nullopt;
    return f;
  }
  [[nodiscard]] Goals side(std::size_t part) const {
    if (!g_.goal.is(Kind::either)) return std::nullopt;
    return std::vector{with(g_.goal.parts[part])};
  }
  [[nodiscard]] LogicGoal with(Formula goal) const { return {g_.context, g_.facts, std::move(goal)}; }
  [[nodiscard]] LogicGoal assuming(const Formula& f, const Formula& goal) const {
    LogicGoal out = with(goal);
    assume(out, f);
    return out;
  }
  // Those that the context knows come first.
  [[nodiscard]] const Formula* fact(std::size_t j, Kind kind) const {
    const std::vector<Formula>& known = g_.context.formulas();
    if (j < 1 || j > known.size() + g_.facts.size()) return nullptr;
    const Formula& f = j <= known.size() ? known[j - 1] : g_.facts[j - 1 - known.size()];
    return f.is(kind) ? &f : nullptr;
  }
  // That e lies between the ends.
  [[nodiscard]] Goals placed(const Formula& q, const Expr& value) const {
    const auto e = as_written(value, g_.context);
    if (!e || (q.bound.integer && !is_whole(*e, g_.context))) return std::nullopt;
    std::vector<LogicGoal> out;
    for (const Relation& r : q.inside(*e)) out.push_back(with(Formula::of(r)));
    return out;
  }
  // The new variable, or its value where the interval is a point: then it leaves the context before the next line.
  static Expr value_of(LogicGoal& inside, const std::string& name) {
    const Expr x = Expr::variable(name);
    const Variable* v = inside.context.find(x);
    if (!v->range.bounded() || v->range.lo.value != v->range.hi.value) return x;
    const Expr value = v->range.lo.value;
    inside.context = inside.context.with_value(x, value);
    return value;
  }
  // With the new variable between the ends: ends that are numbers are its box, others are hypotheses.
  [[nodiscard]] std::optional<LogicGoal> entered(const Formula& q, const std::string& name) const {
    const Expr x = Expr::variable(name);
    if (g_.context.find(x)) return std::nullopt;
    const auto& b = q.bound;
    const auto number = [](const std::optional<Expr>& e) { return e ? rational_value(*e) : std::nullopt; };
    Range range;
    if (const auto lo = number(b.lo)) range.lo = {false, b.lo_closed, *lo};
    if (const auto hi = number(b.hi)) range.hi = {false, b.hi_closed, *hi};
    if (b.integer) round_inward(range);
    const bool none = is_empty(range);
    if (none) range = {};
    LogicGoal out = g_;
    out.context = out.context.with_variable({name, b.integer, range});
    if (b.lo && (none || !number(b.lo)))
      out.context = out.context.with_hypothesis({b.lo_closed ? Rel::ge : Rel::gt, x, *b.lo});
    if (b.hi && (none || !number(b.hi)))
      out.context = out.context.with_hypothesis({b.hi_closed ? Rel::ge : Rel::gt, *b.hi, x});
    return out;
  }

  const LogicGoal& g_;
};

}  // namespace

void assume(LogicGoal& g, const Formula& f) {
  using Kind = Formula::Kind;
  if (f.is(Kind::relation))
    g.context = g.context.with_hypothesis(f.relation);
  else if (f.is(Kind::both))
    for (const Formula& part : f.parts) assume(g, part);
  else
    g.facts.push_back(f);
}

std::optional<std::vector<LogicGoal>> apply(const Step& step, const LogicGoal& g) {
  const auto logical = std::visit(
      [&](const auto& r) -> std::optional<LogicGoals> {
        if constexpr (requires { LogicApplier(g)(r); })
          return LogicApplier(g)(r);
        else
          return std::nullopt;
      },
      step.rule);
  if (logical && !(step.is<rule::Induct>() && g.goal.is(Formula::Kind::relation))) return *logical;
  const bool adds = only_adds(step), formula = !g.goal.is(Formula::Kind::relation);
  if (formula && !adds) return std::nullopt;
  const Goal plain{g.context, formula ? Relation{Rel::ge, 0, 1} : g.goal.relation};
  auto children = apply(step, plain);
  if (!children) return std::nullopt;
  // Facts are known at each index, too.
  const bool kept = adds || step.is<rule::Termwise>();
  std::vector<LogicGoal> out;
  for (Goal& child : *children) {
    // What a step adds to a formula goal is shown first; the goal itself is the one with the relation that stands for
    // it.
    const bool itself = formula && child.relation == plain.relation;
    out.push_back(
        {child.context, kept ? g.facts : std::vector<Formula>{}, itself ? g.goal : Formula::of(child.relation)});
  }
  return out;
}

void walk(const Goal& root, const Proof& proof, const std::function<void(const Goal&, const Step&)>& visit) {
  std::vector<LogicGoal> open{{root.context, {}, Formula::of(root.relation)}};
  const auto take = [&](const auto& step_for) {
    const LogicGoal g = std::move(open.back());
    open.pop_back();
    const Goal plain{g.context, g.goal.is(Formula::Kind::relation) ? g.goal.relation : Relation{Rel::ge, 0, 1}};
    const Step& step = step_for(plain);
    visit(plain, step);
    if (auto children = apply(step, g))
      open.insert(open.end(), std::make_move_iterator(children->rbegin()), std::make_move_iterator(children->rend()));
  };
  for (const Step& step : proof) {
    const auto* boxes = std::get_if<rule::Boxes>(&step.rule);
    if (!boxes) {
      if (open.empty()) return;
      take([&](const Goal&) -> const Step& { return step; });
      continue;
    }
    std::optional<Step> node;
    for (std::string_view rest = boxes->text; !rest.empty() && !open.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      take([&](const Goal& g) -> const Step& { return node.emplace(read_step(line, g.context)); });
    }
  }
}

Formula formula_of(const ForallHypothesis& h, const std::function<Expr()>& fresh) {
  Formula::Bound b{h.bound, fresh(),     h.integer, h.lo, h.unbounded ? std::nullopt : std::optional(h.hi),
                   true,    !h.unbounded};
  const ForallHypothesis inside = at_value(h, b.variable);
  return Formula::quantified(Formula::Kind::forall, std::move(b),
                             h.inner.empty() ? Formula::of(inside.relation) : formula_of(inside, fresh));
}

Formula existence(const Instance& s, const Formula* last) {
  std::vector<Formula> all;
  std::size_t names = 0;
  // Names that no formula of the statement has: its own begin with one sign.
  const auto fresh = [&] { return Expr::variable(fmt::format("@@{}", ++names)); };
  for (const Relation& h : s.hypotheses) all.push_back(Formula::of(h));
  for (const ForallHypothesis& h : s.forall_hypotheses) all.push_back(formula_of(h, fresh));
  for (const Formula& f : s.facts) all.push_back(f);
  if (last) all.push_back(*last);
  if (all.empty()) all.push_back(Formula::of({Rel::ge, 0, 0}));
  Formula out = conjunction(all);
  for (auto v = s.variables.rbegin(); v != s.variables.rend(); ++v) {
    Formula::Bound b{v->name, fresh(), v->integer, std::nullopt, std::nullopt, v->range.lo.closed, v->range.hi.closed};
    // Else the bound as it was typed is among the hypotheses, and no end of the formula; a variable that is held at a
    // number has that one.
    const auto& [lo, hi] = v->range;
    const bool held = v->range.bounded() && lo.value == hi.value;
    if (!lo.infinite && (v->lo_exact || held)) b.lo = Expr(lo.value);
    if (!hi.infinite && (v->hi_exact || held)) b.hi = Expr(hi.value);
    if (!b.lo) b.lo_closed = false;
    if (!b.hi) b.hi_closed = false;
    out = substitute(out, {{Expr::variable(v->name), b.variable}});
    out = Formula::quantified(Formula::Kind::exists, std::move(b), std::move(out));
  }
  return out;
}

}  // namespace dpcert::verify
