#include "verify/engine/prove/prover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dpcert/core/error.hpp"
#include "src/symbolic/expr_text.hpp"
#include "verify/engine/proof/bounds.hpp"
#include "verify/engine/proof/written.hpp"
#include "verify/engine/prove/prover_search.hpp"
#include "verify/engine/tactics/angles.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

ProveResult Prover::run(const Goal& goal) {
  const NodeLimit nodes(Effort::nodes);
  const Interruptible interruptible([this] { return out_of_time(); });
  ProveResult r;
  try {
    go_through_rounds(goal, r);
  } catch (const OutOfWork& end) {
    if (end.why == OutOfWork::Why::interrupted && !out_of_time()) throw;  // by an Interruptible of the caller
    timed_out_ = timed_out_ || end.why == OutOfWork::Why::interrupted;
    out_of_memory_ = out_of_memory_ || end.why == OutOfWork::Why::memory;
  }
  tell(r);
  for (const Step& step : r.proof) {
    if (!step.tactic.empty()) ++r.tactics[std::string(step.tactic)];
  }
  r.advice_problem = advice_problem_;
  return r;
}

void Prover::tell(ProveResult& r) const {
  r.boxes = boxes_;
  r.resumed_boxes = resumed_boxes_;
  r.share = share_;
  r.hardest_box = hardest_box_;
  r.timed_out = timed_out_;
  r.out_of_boxes = out_of_boxes_;
  r.out_of_memory = out_of_memory_;
  r.suspect = suspect_;
  if (!r.proved) r.stuck = stuck_;
}

// Of one case of several: is it seen to fail with the values of its integrals? Then the others are not worth the time,
// which the search for a disproof needs.
static bool looks_false(const Goal& g) {
  Expr d = g.difference();
  for (const Expr& i : nodes_of(g.relation, is_integral))
    if (const auto value = value_of(g.context, i)) d = replaced(d, i, *value);
  return nodes_of({Rel::ge, d, 0}, is_integral).empty() && g.relation.rel != Rel::eq &&
         !looks_nonnegative(for_a_look(g.context), d);
}

namespace {

// That a root is defined is seen from what is integrated, where the value may hide it.
bool has_root_of_integral(const Goal& g) {
  return !nodes_of(g.relation, [](const Expr& e) {
            return e.op() == Op::sqrt && !nodes_of({Rel::eq, e, 0}, is_integral).empty();
          }).empty();
}

constexpr int rounds_of_a_closed_relation = 2;

// An inequality with integrals, all of which have values.
bool has_closed_values(const Goal& g) {
  const auto all = nodes_of(g.relation, is_integral);
  return g.relation.rel != Rel::eq && !all.empty() &&
         std::ranges::all_of(all, [&](const Expr& i) { return value_of(g.context, i).has_value(); });
}

}  // namespace

void Prover::go_through_rounds(const Goal& goal, ProveResult& r) {
  Goal g = goal;
  Proof front;
  const bool given = !options_.advice.empty();
  const auto acceptable = [&](Tree whole) {
    const bool found = whole.has_value();
    whole = kept(goal, std::move(whole));
    if (found && !whole) misadvised(options_.advice.size(), "the checker rejected a step of it");
    return whole;
  };
  Tree advice;
  bool defined = true;
  if (given) {
    root_ = &g;
    advice = acceptable(advised(goal, nullptr, {}));
    defined = advice || !advice_problem_.empty() || stands_in_front(options_.advice.front());
  }
  // A written proof counts hypotheses as they stand; otherwise bounds are part of the domain.
  if (!given) g = with_bounds(g, front);
  // An integral is known to exist when its value is known.
  std::optional<Expr> undecided;
  const Goal start = g;
  const auto lines_of_start = std::ssize(front);
  if (!given) {
    if (!nodes_of(g.relation, is_integral).empty()) say_without_moduli(g, front);
    undecided = evaluate_integrals(g, front, options_.lemmas, alone(1));
    if (has_root_of_integral(g)) know_signs_of_integrals(g, front);
    know_arctangent_of_one(g, front);
    derive_bounds_by_pi(g, front);
    derive_bounds_by_squares(g, front);
  }
  if (undecided && go_through_cases(g, *undecided, r)) {
    append(front, r.proof);
    r.proved = kept(goal, front).has_value();
    r.proof = r.proved ? std::move(front) : Proof{};
    return;
  }
  if (cases_left_ < Effort::cases_of_integrals && looks_false(g)) return;
  // Definedness first: whatever `auto` does not see is proved and cut in.
  bool followed = advice.has_value();
  if (advice) {
    r.proved = true;
    r.proof = std::move(*advice);
  } else if (defined && define(g, front)) {
    if (!given && options_.typed) {
      set_sides(g, front);
      name_moduli(g, front);
    }
    root_ = &g;
    Tree proof;
    if (given && advice_problem_.empty()) {  // definedness was not seen behind its cuts
      if (auto whole = acceptable(advised(goal, &g, front))) {
        front.clear();
        proof = std::move(whole);
        followed = true;
      }
    }
    if (!proof && !given && has_closed_values(g)) {
      // What is soon shown does not wait for a form without integrals.
      proof = by_rounds(g, rounds_of_a_closed_relation);
      if (!proof)
        if (auto closed = by_closed_relation(start, g)) {
          front.erase(front.begin() + lines_of_start, front.end());
          proof = std::move(closed);
        }
    }
    if (!proof) proof = by_rounds(g, options_.rounds);
    if (proof) {
      append(front, *proof);
      r.proved = kept(goal, front).has_value();  // what stands in front of it may be refused
      if (r.proved) r.proof = std::move(front);
    }
  }
  if (given && !followed)  // unless a line of it was said to be at fault
    misadvised(options_.advice.size(), "the given proof was not followed: what it proves is not seen to be defined");
}

namespace {

// x = value is known. An integral with the value in place of x, if that one exists, shows that the one with x does.
void know_integrals_at(Goal& g, const Expr& x, const Expr& value, Proof& lines, const std::vector<Lemma>& lemmas,
                       const ProveGoal& prove) {
  for (const Expr& i : nodes_of(g.relation, is_integral)) {
    if (!depends_on(i, x) || is_defined(g.context, i)) continue;
    const auto there = as_written(substitute(i, {{x, value}}), g.context);
    if (!there) continue;
    Goal now{g.context, {Rel::eq, *there, 0}};
    Proof out;
    static_cast<void>(evaluate_integrals(now, out, lemmas, prove));
    const Expr t = Expr::variable(fresh_name(now.context));
    const Step moved = rule::Integrand{i, t.name(), body_at(*there, t)};
    const auto children = apply(moved, {now.context, g.relation});
    const Step named = rule::Equal{x, value};
    const auto bodies = children && children->size() == 2 ? after(named, children->front()) : std::nullopt;
    if (!bodies || !bodies->context.algebra().is_zero(bodies->difference())) continue;
    append(out, {moved, named, rule::Identity{}});
    append(lines, out);
    g = children->back();
  }
}

// u <= 0 and u >= 0, which are known: the variable in which u is affine has the value at which it vanishes.
std::optional<Goal> where_it_vanishes(const Goal& g, const Expr& u, Proof& lines, const std::vector<Lemma>& lemmas,
                                      const ProveGoal& prove) {
  Algebra a = g.context.algebra();
  for (const Variable& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    const auto c = v.integer || !depends_on(u, x) ? std::nullopt : a.coefficients(u, x);
    if (!c || c->size() != 2 || (!g.context.positive_((*c)[1]) && !g.context.positive_(negate((*c)[1])))) continue;
    const Expr raw = quotient(negate((*c)[0]), (*c)[1]);
    const Expr value = a.simplified(raw).value_or(raw);
    const Step cut = rule::Cut{{Rel::eq, x, value}};
    const auto children = is_defined(g.context, value) ? apply(cut, g) : std::nullopt;
    const auto sides = children ? apply(rule::Both{}, (*children)[0]) : std::nullopt;
    if (!sides) continue;
    Proof out{cut, rule::Both{}};
    const bool shown = std::ranges::all_of(*sides, [&](const Goal& side) {
      const auto t = prove(side);
      if (t) append(out, *t);
      return t.has_value();
    });
    if (!shown) continue;
    Goal known = (*children)[1];
    know_integrals_at(known, x, value, out, lemmas, prove);
    const Step named = rule::Equal{x, value};
    auto next = after(named, known);
    if (!next) continue;
    append(lines, out);
    lines.push_back(named);
    return next;
  }
  return std::nullopt;
}

}  // namespace

// The relation between the values of its integrals is shown first, where nothing is known of integrals yet: so all
// rounds see a goal without them. The integrals have these values, then.
Tree Prover::by_closed_relation(const Goal& start, const Goal& valued) {
  Goal named = valued;
  Proof unused;
  if (!name_integrals(named, unused, false) || !nodes_of(named.relation, is_integral).empty()) return std::nullopt;
  const Step cut = rule::Cut{named.relation};
  const auto children = apply(cut, start);
  if (!children || children->size() != 2) return std::nullopt;
  Proof out{cut};
  Goal closed = (*children)[0], open = (*children)[1];
  if (!define(closed, out)) return std::nullopt;
  const auto proof = by_rounds(closed, rounds_of_a_closed_relation);
  if (!proof) return std::nullopt;
  append(out, *proof);
  static_cast<void>(evaluate_integrals(open, out, options_.lemmas, alone(1)));
  if (has_root_of_integral(open)) know_signs_of_integrals(open, out);
  if (!define(open, out) || !name_integrals(open, out, false)) return std::nullopt;
  const auto k = number_of_hypothesis(open, open.relation);
  if (!k) return std::nullopt;
  out.emplace_back(rule::Hyp{*k});
  return out;
}

bool Prover::go_through_cases(const Goal& g, const Expr& u, ProveResult& r) {
  const auto end = end_where_it_vanishes(g.context, u);
  // What is known to be nowhere below 0 is asked for because it may be 0.
  const auto split = end ? std::nullopt : variable_with_zero_inside(g.context, u);
  const bool apart = !end && !split && g.context.knows({u, Need::nonnegative});
  const Step cases = end ? Step(rule::CloseEnd{end->first, end->second})
                         : Step(rule::Cases{split   ? *split
                                            : apart ? negate(u)
                                                    : u});
  const auto children = cases_left_ > 0 ? apply(cases, g) : std::nullopt;
  if (!children) return false;
  --cases_left_;
  Proof whole{cases};
  bool vanishing = apart;
  for (Goal child : *children) {
    if (std::exchange(vanishing, false)) {
      const auto next = where_it_vanishes(child, u, whole, options_.lemmas, alone(1));
      if (!next) return false;
      child = *next;
    }
    ProveResult part;
    const auto* const outer = std::exchange(root_, nullptr);
    go_through_rounds(child, part);
    root_ = outer;  // that of the child is gone
    if (!part.proved) return false;
    append(whole, part.proof);
  }
  r.proof = std::move(whole);
  return true;
}

Tree Prover::by_rounds(const Goal& goal, int most_rounds) {
  Proof lines, after;
  Goal g = with_bounds(goal, lines);
  while (const auto cut = false_beyond(g.context)) {
    Range range = g.context.find(cut->variable)->range;
    (cut->below ? range.lo : range.hi) = {false, true, cut->at};
    g.context = g.context.with_range(cut->variable, range);
    lines.emplace_back(rule::Split{cut->variable, cut->at});
    const Step prune = rule::Prune{cut->hypothesis, Effort::step_bits};
    if (cut->below)
      lines.push_back(prune);
    else
      after.insert(after.begin(), prune);
  }
  const auto* const outer = std::exchange(root_, &g);
  const auto all = parts_of_rounds(g, most_rounds, options_.boxes.max_boxes);
  // Most goals need the first round only: to forget what is known of them is for those that need more. Parts that share
  // what work there is are not done side by side.
  const auto later = std::ranges::find_if(all, [](const Part& p) { return p.round > 0; });
  const auto together =
      options_.side_by_side && work_left() == WorkLimit::unlimited ? later - all.begin() : std::ssize(all);
  const std::span<const Part> parts(all);
  Tree proof = in_order(parts.first(static_cast<std::size_t>(together)), g);
  if (!proof) proof = side_by_side(parts.subspan(static_cast<std::size_t>(together)), g);
  root_ = outer;
  // As it was before: what is tried next begins anew.
  round_ = 0;
  repertoire_ = Repertoire::all;
  state_.goals_left = 1L << 30;
  budget_ = Effort::boxes;
  seen_goals_.clear();
  if (!proof) return std::nullopt;
  append(lines, *proof);
  append(lines, after);
  return lines;
}

Tree Prover::part_by_rounds(const Goal& goal, int most_rounds) {
  const struct Forget {  // also when time is over in the middle of it
    Prover& prover;
    ~Forget() {
      prover.share_ = 0;
      prover.hardest_box_.reset();
      prover.suspect_.clear();
    }
  } forget{*this};
  auto tree = by_rounds(goal, most_rounds);
  if (tree) stuck_.clear();
  return tree;
}

bool Prover::out_of_time() {
  const bool late = options_.boxes.over();
  timed_out_ = timed_out_ || late;
  return late;
}

// The factors of a divisor whose signs are not known, if all of them are affine: as hypotheses these can be followed
// along a variable, their product cannot.
static std::vector<Expr> affine_factors(const Context& c, const Expr& e) {
  std::vector<Expr> out;
  const auto all = [&](const auto& again, const Expr& u) -> bool {
    if (u.op() == Op::neg) return again(again, u.arg(0));
    if (u.op() == Op::mul || u.op() == Op::div) return again(again, u.arg(0)) && again(again, u.arg(1));
    if (c.knows({u, Need::nonzero})) return true;
    out.push_back(u);
    return affine(u).has_value();
  };
  return (e.op() == Op::mul || e.op() == Op::div) && all(all, e) ? out : std::vector<Expr>{};
}

bool Prover::define(Goal& g, Proof& lines) {
  // Hypotheses in order, each under the earlier ones.
  const auto all = g.context.hypotheses();
  std::uint64_t cheaply = Effort::work_of_conditions;  // for all conditions together
  for (std::size_t i = 0; i <= all.size(); ++i) {
    for (const auto& e :
         i < all.size() ? std::vector{all[i].lhs, all[i].rhs} : std::vector{g.relation.lhs, g.relation.rhs}) {
      if (i == all.size() && !is_defined(g.context, e)) define_ranges(g, e, lines);
      for (const auto& condition : side_conditions(e, g.context)) {
        if (g.context.knows(condition)) continue;
        const std::uint64_t before = work_done();
        const bool done = [&] {
          const WorkLimit limit(cheaply);
          for (const Expr& f :
               condition.need == Need::nonzero ? affine_factors(g.context, condition.u) : std::vector<Expr>{})
            if (!cut_in(lines, g, {f, Need::nonzero}, search(true))) break;
          return g.context.knows(condition) || cut_in(lines, g, condition, search(true));
        }();
        cheaply -= std::min(cheaply, work_done() - before);
        if (!done && !cut_in_by_rounds(g, condition, lines)) {
          // What is never known to be defined: of an integral, that it exists.
          const auto all_integrals = nodes_of({Rel::ge, e, 0}, is_integral);
          const auto doubtful = std::ranges::find_if(
              all_integrals, [&](const Expr& i) { return condition.u.is_constant(0) && !is_defined(g.context, i); });
          const Relation r = as_relation(condition);
          if (doubtful != all_integrals.end())
            stuck_ = fmt::format("{} is not known to exist", short_text(*doubtful, 300));
          else
            stuck_ = fmt::format("the side condition {} {} {} was not proved", short_text(r.lhs, 300), to_string(r.rel),
                                 short_text(r.rhs, 100));
          return false;
        }
      }
    }
  }
  show_bases(g, lines);
  return true;
}

// A base that is written as a sum with a quotient, 1 - 1/a, is rewritten by its factors on the way, of which the
// checker sees that they are positive; without its own sign the power would be another one than before.
void Prover::show_bases(Goal& g, Proof& lines) {
  const auto algebra_of = algebra(g.context);
  for (const Expr& p : nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::pow; })) {
    const Expr& base = p.arg(0);
    if (p.arg(1).is_constant() || (base.op() != Op::add && base.op() != Op::sub) || g.context.positive_(base)) continue;
    const auto factors = algebra_of->simplified(base);
    if (!factors || *factors == base || !g.context.positive_(*factors)) continue;
    const Relation positive{Rel::gt, base, 0};
    const auto t = rewritten({g.context, positive}, *factors, 0, [](const Goal&) { return Proof{rule::Sign{}}; });
    if (t) cut_in(lines, g, positive, *t);
  }
}

bool Prover::cut_in_by_rounds(Goal& g, const Condition& condition, Proof& lines) {
  const auto all = ways(condition);
  // What is not 0 has one sign, and little effort is lost on the other one before the right one is tried.
  for (int rounds = all.size() > 1 ? 2 : options_.rounds; rounds <= options_.rounds; rounds += 2) {
    for (const auto& r : all) {
      const Tree tree = part_by_rounds({g.context, r}, rounds);
      if (!tree) continue;
      cut_in(lines, g, r, *tree);
      return true;
    }
  }
  return false;
}

std::shared_ptr<Algebra> Prover::algebra(const Context& c) {
  // Those of contexts that were left long ago only take room.
  auto [it, fresh] = algebras_.try_emplace(c.identity());
  if (fresh) {
    it->second = std::make_shared<Remembered>(c);
    if (algebras_.size() > Effort::algebras) {
      it->second->last_use = ++uses_;
      algebras_.erase(
          std::ranges::min_element(algebras_, {}, [](const auto& known) { return known.second->last_use; }));
      it = algebras_.find(c.identity());
    }
  }
  it->second->last_use = ++uses_;
  return {it->second, &it->second->algebra};
}

Tree Prover::differentiating(const std::function<Tree()>& tactic) {
  try {
    return tactic();
  } catch (const Error& e) {
    if (e.code() != ErrorCode::unsupported) throw;
    return std::nullopt;
  }
}

Tree Prover::goal_tree(const Goal& g, int depth, bool numeric, std::size_t max_boxes) {
  if (exhausted()) return std::nullopt;
  if (g.relation.rel == Rel::eq)
    return named("equation", differentiating([&] { return by_equation(g, search(numeric), depth); }));
  // What failed in this round with as many steps fails again; what was proved is proved.
  const int effort = 2 * depth + (numeric ? 1 : 0);
  auto& [tried, known] = seen_goals_.try_emplace(key_of(g), -1, std::nullopt).first->second;
  if (known || tried >= effort || --state_.goals_left < 0) return known;
  tried = effort;
  auto t =
      kept(g, when_defined(g, search(numeric), [&](const Goal& h) { return attempt(h, depth, numeric, max_boxes); }));
  known = t;
  if (!t && work_exhausted()) tried = -1;  // there may be more work left for it later
  return t;
}

ProveGoal Prover::alone(int rounds) {
  return [this, rounds](const Goal& h) -> Tree {
    if (options_.pieces <= 0 || out_of_time()) return std::nullopt;
    ProveOptions o = options_;
    o.advice.clear();
    o.rounds = rounds;
    o.typed = false;
    --o.pieces;
    o.boxes.max_boxes = std::min(o.boxes.max_boxes, Effort::boxes_of_a_piece);
    o.boxes.checkpoints = {};
    o.boxes.progress = {};
    o.side_by_side = false;
    const ProveResult r = prove(h, o);
    boxes_ += r.boxes;
    timed_out_ = timed_out_ || r.timed_out;
    return r.proved ? Tree(r.proof) : std::nullopt;
  };
}

Tree Prover::by_pieces(const Goal& g, Tree (*cut)(const Goal&, const ProveGoal&)) {
  if (options_.pieces <= 0) return std::nullopt;
  return cut(g, alone(Effort::rounds_of_a_piece));
}

Tree Prover::ends_apart(const Goal& g) {
  const Subprover s = search(true);
  if (auto t = by_ends(g, s, options_.depth)) return t;
  return by_open_ends(g, s, options_.depth);
}

Tree Prover::kept(const Goal& g, Tree t) const {
  if (!t || options_.refused.empty()) return t;
  bool refused = false;
  walk(g, *t, [&](const Goal& here, const Step& step) {
    refused = refused || std::ranges::any_of(options_.refused, [&](const Refused& r) {
                return (!r.step || *r.step == step) && same(r.goal, here);
              });
  });
  return refused ? std::nullopt : std::move(t);
}

Tree Prover::immediate(const Goal& g) {
  const NormalForms forms = [this](const Context& c) { return algebra(c); };
  if (auto t = dpcert::verify::immediate(g, forms)) return t;
  // At an end of a variable an arctangent may be that of 1.
  Goal known = g;
  Proof out;
  know_arctangent_of_one(known, out);
  const Tree t = out.empty() ? std::nullopt : dpcert::verify::immediate(known, forms);
  if (!t) return t;
  append(out, *t);
  return out;
}

Subprover Prover::search(bool numeric) {
  return {[this](const Goal& g, int depth, bool with_boxes, std::size_t most_boxes) {
            return goal_tree(g, depth, with_boxes, most_boxes);
          },
          [this](const Goal& g) { return immediate(g); },
          [this](const Goal& g) { return sign_proof(g.context, g.difference(), g.strict(), search(true)); },
          [this](const Goal& g, std::size_t most_boxes) { return quietly_by_boxes(g, most_boxes); },
          [this] { return exhausted(); },
          options_.boxes.deadline,
          numeric,
          [this](const Context& c) { return algebra(c); },
          round_,
          state_,
          options_.lemmas};
}

Tree Prover::quietly_by_boxes(const Goal& g, std::size_t max_boxes) {
  BoxOptions o = options_.boxes;
  o.max_boxes = max_boxes;
  o.max_bits = Effort::bits_of_a_trial;
  BoxResult r = prove_by_boxes(g, o);
  count_work(r.boxes * box_work(g));
  boxes_ += r.boxes;
  return r.proved ? Tree({rule::Boxes{std::move(r.tree), r.tree_bits}}) : std::nullopt;
}

bool Prover::same_box(const Context& a, const Context& b) {
  return std::ranges::equal(a.variables(), b.variables(), [](const Variable& x, const Variable& y) {
    return x.name == y.name && x.range == y.range;
  });
}

Tree Prover::by_boxes(const Goal& g, std::size_t max_boxes, bool* failed) {
  BoxOptions o = options_.boxes;
  o.max_boxes = std::min(max_boxes, budget_);
  BoxResult r = prove_by_boxes(g, o);
  boxes_ += r.boxes;
  resumed_boxes_ += r.resumed_boxes;
  timed_out_ = timed_out_ || r.timed_out;
  out_of_memory_ = out_of_memory_ || r.out_of_memory;
  out_of_boxes_ = out_of_boxes_ || (r.out_of_boxes && o.max_boxes == options_.boxes.max_boxes);
  // What is told of an unfinished proof speaks of the goal itself, not of what a step made of it.
  if (root_ && g.relation == root_->relation && same_box(g.context, root_->context)) {
    // What is said for all numbers of an interval, boxes do not look at.
    const bool all_known = g.context.language() < 3 || g.context.forall_hypotheses().empty();
    if (!r.suspect.empty() && all_known) suspect_ = r.suspect;
    if (r.share >= share_) {
      share_ = r.share;
      hardest_box_ = r.hardest_box;
    }
  }
  if (failed) {
    *failed = !r.suspect.empty() && std::ranges::all_of(g.context.variables(), [&](const Variable& v) {
      return !v.integer || !r.suspect.contains(v.name) || r.suspect.at(v.name).is_integer();
    });
  }
  if (!r.proved && !r.hardest.empty())
    stuck_ = fmt::format("{} >= 0 on the box {}", short_text(g.difference(), 300), r.hardest);
  count_work(r.boxes * box_work(g));  // last: it may find that the time is over
  if (r.proved) return Proof{rule::Boxes{std::move(r.tree), r.tree_bits}};
  return std::nullopt;
}

ProveResult prove(const Goal& goal, const ProveOptions& options) { return Prover(options).run(goal); }

}  // namespace dpcert::verify
