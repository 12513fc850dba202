#include "verify/engine/prove/prover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "src/symbolic/expr_text.hpp"
#include "verify/engine/proof/bounds.hpp"
#include "verify/engine/prove/prover_search.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/expansion.hpp"
#include "verify/engine/tactics/slopes.hpp"

namespace dpcert::verify {

ProveResult Prover::run(const Goal& goal) {
  // A proof takes some hundred thousand nodes at most; these are half a gigabyte.
  const NodeLimit nodes(2'000'000);
  const Interruptible interruptible([this] { return out_of_time(); });
  ProveResult r;
  try {
    go_through_rounds(goal, r);
  } catch (const OutOfWork& end) {
    if (end.why == OutOfWork::Why::interrupted && !out_of_time()) throw;  // by an Interruptible of the caller
    timed_out_ = timed_out_ || end.why == OutOfWork::Why::interrupted;
    out_of_memory_ = out_of_memory_ || end.why == OutOfWork::Why::memory;
  }
  r.boxes = boxes_;
  r.resumed_boxes = resumed_boxes_;
  r.share = share_;
  r.hardest_box = hardest_box_;
  r.out_of_boxes = out_of_boxes_;
  r.out_of_memory = out_of_memory_;
  if (!r.proved) r.stuck = stuck_;
  r.suspect = suspect_;
  r.timed_out = timed_out_;
  r.advice_problem = advice_problem_;
  return r;
}

void Prover::go_through_rounds(const Goal& goal, ProveResult& r) {
  Goal g = goal;
  Lines lines;
  const bool given = !options_.advice.empty();
  const auto acceptable = [&](Tree whole) {
    const bool found = whole.has_value();
    whole = kept(goal, std::move(whole));
    if (found && !whole) misadvised(options_.advice.size(), "the checker rejected a step of it");
    return whole;
  };
  std::optional<Lines> advice;
  bool defined = true;
  if (given) {
    root_ = &g;
    advice = acceptable(advised(goal, nullptr, {}));
    defined = advice || !advice_problem_.empty() || options_.advice.front().starts_with("cut ");
  }
  // A written proof counts hypotheses as they stand; otherwise bounds are part of the domain.
  if (!given) g.context = with_bounds(g.context, lines);
  // Definedness first: whatever `auto` does not see is proved and cut in.
  if (advice) {
    r.proved = true;
    r.lines = std::move(*advice);
  } else if (defined && define(g, lines)) {
    root_ = &g;
    Tree proof;
    if (given && advice_problem_.empty()) {  // definedness was not seen behind its cuts
      if (auto whole = acceptable(advised(goal, &g, lines))) {
        lines.clear();
        proof = std::move(whole);
      }
    }
    if (!proof) proof = by_rounds(g, options_.rounds);
    if (proof) {
      append(lines, *proof);
      r.proved = kept(goal, lines).has_value();  // what stands in front of it may be refused
      if (r.proved) r.lines = std::move(lines);
    }
  }
}

Tree Prover::by_rounds(const Goal& goal, int most_rounds) {
  // Small efforts first, in turns: a symbolic step often makes thousands of boxes unnecessary, and thousands of
  // boxes are cheaper than many symbolic steps.
  struct Round {
    std::size_t boxes_alone;        // for the claim as it stands; then
    std::uint64_t work;             // for symbolic steps, in units of work_done(), by which
    long goals;                     // are tried,
    std::size_t boxes;              // with so many boxes each,
    std::vector<Repertoire> tried;  // each with so much work
  };
  using enum Repertoire;
  const std::size_t most = options_.boxes.max_boxes;
  const std::uint64_t most_work = 500 * std::min<std::uint64_t>(most, 1UL << 40);  // as long as so many boxes take
  const std::array<Round, 6> rounds{{{300, 150'000, 1000, 64, {special, elementary}},
                                     {2000, 1'000'000, 2000, 64, {elementary, special, apart}},
                                     {20'000, 4'000'000, 5000, 1500, {elementary, special, apart}},
                                     {200'000, 10'000'000, 20'000, 1500, {elementary, special, apart, all}},
                                     {most, 50'000'000, 1L << 30, 20'000, {elementary, special, apart, all}},
                                     {0, most_work, 1L << 30, most, {all}}}};
  Lines lines, after;
  Goal g{with_bounds(goal.context, lines), goal.relation};
  while (const auto cut = false_beyond(g.context)) {
    Range range = g.context.find(cut->variable)->range;
    (cut->below ? range.lo : range.hi) = {false, true, cut->at};
    g.context = g.context.with_range(cut->variable, range);
    lines.push_back(fmt::format("split {} {}", cut->variable.name(), cut->at.str()));
    const std::string prune = fmt::format("prune {} 128", cut->hypothesis);
    if (cut->below)
      lines.push_back(prune);
    else
      after.insert(after.begin(), prune);
  }
  const auto* const outer = std::exchange(root_, &g);
  const bool bounded = std::ranges::all_of(g.context.variables(), [](const Variable& v) { return v.range.bounded(); });
  // Kinks on a bounded domain are left to boxes as long as those may do.
  const bool kinked = bounded && !nodes_of(g.relation, [](const Expr& e) {
                                    return e.op() == Op::abs || e.op() == Op::min || e.op() == Op::max;
                                  }).empty();
  // Where there are special functions, what is made for them comes first.
  const bool special_functions = !nodes_of(g.relation, [](const Expr& e) {
                                    return e.op() == Op::lgamma || e.op() == Op::polygamma || is_error_function(e);
                                  }).empty();
  Tree proof;
  round_ = 0;
  for (const auto& [boxes_alone, work, goals, boxes, repertoires] : rounds) {
    const auto over = [&] { return proof || exhausted() || !suspect_.empty(); };
    if (over() || round_ >= most_rounds) break;
    if (bounded && boxes_alone) {
      budget_ = std::min(boxes_alone, most);
      proof = kept(g, immediate(g));
      if (!proof) proof = kept(g, by_boxes(g, budget_));
    }
    auto order = repertoires;
    if (special_functions) std::stable_partition(order.begin(), order.end(), [](Repertoire r) { return r == special; });
    for (const auto repertoire : order) {
      if (over()) break;
      repertoire_ = repertoire;
      normal_forms_.clear();
      seen_goals_.clear();
      effort_left_ = goals;
      budget_ = std::min(boxes, most);
      const WorkLimit limit(std::min(kinked && boxes_alone ? work / 8 : work, most_work));
      proof = repertoire == apart ? kept(g, ends_apart(g)) : goal_tree(g, options_.depth, true);
    }
    if (round_ == 2 && !over()) proof = by_pieces(g);
    ++round_;
  }
  root_ = outer;
  // As it was before: what is tried next begins anew.
  round_ = 0;
  repertoire_ = Repertoire::all;
  effort_left_ = 1L << 30;
  budget_ = small_budget;
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
  const bool late =
      std::chrono::steady_clock::now() > options_.boxes.deadline || (options_.boxes.cancel && *options_.boxes.cancel);
  timed_out_ = timed_out_ || late;
  return late;
}

bool Prover::define(Goal& g, Lines& lines) {
  // Hypotheses in order, each under the earlier ones.
  const auto all = g.context.hypotheses();
  std::uint64_t cheaply = 20'000'000;  // for all conditions together
  for (std::size_t i = 0; i <= all.size(); ++i) {
    for (const auto& e :
         i < all.size() ? std::vector{all[i].lhs, all[i].rhs} : std::vector{g.relation.lhs, g.relation.rhs}) {
      for (const auto& condition : side_conditions(e, g.context)) {
        if (g.context.knows(condition)) continue;
        const std::uint64_t before = work_done();
        const bool done = [&] {
          const WorkLimit limit(cheaply);
          return cut_in(g, condition, lines);
        }();
        cheaply -= std::min(cheaply, work_done() - before);
        if (!done && !cut_in_by_rounds(g, condition, lines)) {
          const Relation r = as_relation(condition);
          stuck_ = fmt::format("the side condition {} {} {} was not proved", short_text(r.lhs, 300), to_string(r.rel),
                               short_text(r.rhs, 100));
          return false;
        }
      }
    }
  }
  return true;
}

namespace {
// The relations of which each says the condition.
std::vector<Relation> ways(const Condition& condition) {
  if (condition.need == Need::nonzero) return {{Rel::gt, condition.u, 0}, {Rel::gt, 0, condition.u}};
  return {as_relation(condition)};
}

void cut(Goal& g, const Relation& r, const Lines& proof, Lines& lines) {
  lines.push_back("cut " + to_text(r));
  append(lines, proof);
  g.context = g.context.with_hypothesis(r);
}
}  // namespace

bool Prover::cut_in(Goal& g, const Condition& condition, Lines& lines) {
  for (const auto& r : ways(condition)) {
    if (const auto tree = goal_tree({g.context, r}, 3, true, 20000)) {
      cut(g, r, *tree, lines);
      return true;
    }
  }
  return false;
}

bool Prover::cut_in_by_rounds(Goal& g, const Condition& condition, Lines& lines) {
  const auto all = ways(condition);
  // What is not 0 has one sign, and little effort is lost on the other one before the right one is tried.
  for (int rounds = all.size() > 1 ? 2 : options_.rounds; rounds <= options_.rounds; rounds += 2) {
    for (const auto& r : all) {
      const Tree tree = part_by_rounds({g.context, r}, rounds);
      if (!tree) continue;
      cut(g, r, *tree, lines);
      return true;
    }
  }
  return false;
}

Tree Prover::goal_tree(const Goal& g, int depth, bool numeric, std::size_t max_boxes) {
  if (exhausted()) return std::nullopt;
  if (g.relation.rel == Rel::eq) return equation(g, depth, numeric);
  // What failed in this round with as many steps fails again; what was proved is proved.
  const int effort = 2 * depth + (numeric ? 1 : 0);
  auto& [tried, known] = seen_goals_.try_emplace(key_of(g), -1, std::nullopt).first->second;
  if (known || tried >= effort || --effort_left_ < 0) return known;
  tried = effort;
  auto t =
      kept(g, when_defined(g, search(numeric), [&](const Goal& h) { return attempt(h, depth, numeric, max_boxes); }));
  known = t;
  if (!t && work_exhausted()) tried = -1;  // there may be more work left for it later
  return t;
}

Tree Prover::attempt(const Goal& g, int depth, bool numeric, std::size_t max_boxes) {
  if (auto t = kept(g, immediate(g))) return t;
  const bool bounded = is_bounded(g);
  const Subprover s = search(numeric);
  if (depth > 0 && round_ >= 1 && repertoire_ != Repertoire::special) {  // these apply rarely, and leave less
    if (auto t = first_of(g, {[&] { return by_composite(g, s, depth); }, [&] { return by_root_bounds(g, s, depth); },
                              [&] { return by_forgetting(g, s, depth); }, [&] { return by_log_factors(g, s, depth); },
                              [&] { return by_log_substitution(g, s, depth); },
                              [&] { return round_ >= 2 ? by_dropping(g, s, depth) : std::nullopt; }}))
      return t;
  }
  if (depth > 0 && (has_variable_power(g) || has_exponential_side(g))) {
    const WorkLimit limit(has_variable_power(g) ? work_left() : work_left() / 2);
    if (auto t = kept(g, by_logs(g, depth, numeric))) return t;
  }
  if (depth > 0 && (!g.context.hypotheses().empty() || !bounded)) {
    if (auto t = kept(g, prove_by_combination(g, s.out_of_time))) return t;
  }
  if (depth > 0) {
    if (auto t = first_of(g, {[&] { return by_kinks(g, s, depth - 1); }, [&] { return by_floors(g, s, depth - 1); },
                              [&] { return by_floor_cells(g, s); }}))
      return t;
  }
  if (numeric) {
    bool failed = false;
    if (auto t = kept(g, by_boxes(g, bounded ? 300 : 60, &failed))) return t;
    if (failed && (bounded || g.context.hypotheses().empty())) return std::nullopt;
  }
  if (depth > 0) {
    // Signs of factors decide, or lead to a goal that is as good.
    if (auto t = kept(g, by_factors(g, depth))) return t;
    const bool elementary = repertoire_ != Repertoire::special,
               special = repertoire_ == Repertoire::special || repertoire_ == Repertoire::all;
    const bool late = elementary && round_ >= 1;
    if (auto t = first_of(
            g, {
                   [&] {
                     return special && numeric && bounded
                                ? by_error_functions(g, [&](const Goal& c) { return quietly_by_boxes(c, 300); })
                                : std::nullopt;
                   },
                   [&] { return special && round_ >= 1 ? by_argument(g, s, depth) : std::nullopt; },
                   [&] { return elementary ? by_induction(g, s, depth) : std::nullopt; },
                   [&] {
                     return round_ >= 1 || g.context.hypotheses().empty() ? by_separation(g, s, depth) : std::nullopt;
                   },
                   [&] { return round_ >= 1 ? by_solving(g, s, depth) : std::nullopt; },
                   [&] { return special ? sign_proof(g.context, g.difference(), g.strict()) : std::nullopt; },
                   [&] { return by_monotonicity(g, depth, numeric); },
                   [&] {
                     return by_slope(
                         g, [&](const Goal& c) { return immediate(c); },
                         [&](const Goal& c) { return sign_proof(c.context, c.relation.lhs, c.strict()); });
                   },
                   [&] { return special && numeric ? by_expansion(g, depth) : std::nullopt; },
                   [&] { return special ? by_recurrence(g, s, depth) : std::nullopt; },
                   [&] { return special && round_ >= 1 ? by_one_combination(g, depth) : std::nullopt; },
                   [&] { return elementary ? by_concavity(g, s, depth, late) : std::nullopt; },
                   [&] { return late ? by_log_bounds(g, s, depth) : std::nullopt; },
                   [&] { return late ? by_closing(g, s, depth) : std::nullopt; },
                   [&] { return late ? by_gap(g, s, depth) : std::nullopt; },
                   [&] { return late ? by_homogeneity(g, s, depth) : std::nullopt; },
                   [&] { return by_derivatives(g, depth); },
                   [&] { return by_telescoping(g); },
                   [&] { return special && numeric ? by_telescoping(g, true) : std::nullopt; },
                   [&] { return elementary ? by_two_terms(g, s, depth) : std::nullopt; },
                   [&] { return by_logs(g, depth, numeric); },
                   [&] { return special && numeric ? by_slopes(g, depth) : std::nullopt; },
                   [&] { return elementary ? by_squares(g, s, round_) : std::nullopt; },
                   [&] { return elementary ? by_completing_the_square(g, s, depth) : std::nullopt; },
                   [&] { return bounded ? std::nullopt : by_tail(g, depth); },
                   [&] { return elementary || round_ >= 1 ? by_squaring(g, s, depth) : std::nullopt; },
                   [&] { return bounded || depth < 3 || !late ? std::nullopt : by_reciprocal(g, s, depth); },
                   [&] { return bounded || !numeric ? std::nullopt : by_cases(g, depth); },
                   [&] { return elementary ? by_exponentials(g, s, depth) : std::nullopt; },
                   [&] { return elementary ? by_widening(g, s, depth) : std::nullopt; },
                   [&] { return late ? by_root_substitution(g, s, depth) : std::nullopt; },
                   [&] { return elementary && numeric ? by_touching(g, s, depth) : std::nullopt; },
                   [&] { return elementary && numeric ? by_concave_end(g, s, depth) : std::nullopt; },
                   [&] { return elementary ? by_ends(g, s, depth) : std::nullopt; },
                   [&] { return elementary && numeric ? by_first_integers_once(g, s, depth) : std::nullopt; },
                   [&] { return late && numeric && enumerating_ < 1 ? by_few_integers(g, s, depth) : std::nullopt; },
                   [&] { return late ? by_ordering(g, s) : std::nullopt; },
                   [&] { return late && depth >= 5 ? by_open_ends(g, s, depth) : std::nullopt; },
                   [&] { return late ? by_generalising(g, s, depth) : std::nullopt; },
                   [&] { return late ? by_signs_of_variables(g, s, depth) : std::nullopt; },
               }))
      return t;
  }
  // Boxes alone rarely reach an infinite end.
  if (numeric) return by_boxes(g, !bounded ? 2000 : max_boxes ? max_boxes : options_.boxes.max_boxes);
  return std::nullopt;
}

Tree Prover::by_one_combination(const Goal& g, int depth) {
  return by_merging(g, [&](const Goal& h) { return goal_tree(h, depth - 1, true, 3000); });
}

Tree Prover::by_pieces(const Goal& g) {
  if (options_.pieces <= 0 || g.relation.rel == Rel::eq) return std::nullopt;
  const Expr d = g.difference();
  const Variable* v = nullptr;
  for (const auto& u : g.context.variables()) {
    if (!depends_on(d, Expr::variable(u.name))) continue;
    if (v) return std::nullopt;  // several variables
    v = &u;
  }
  if (!v || v->integer) return std::nullopt;
  // A piece has the first rounds for itself.
  const auto proved = [&](const Goal& h) -> Tree {
    if (out_of_time()) return std::nullopt;
    ProveOptions o = options_;
    o.advice.clear();
    o.rounds = 3;
    --o.pieces;
    o.boxes.max_boxes = std::min<std::size_t>(o.boxes.max_boxes, 20'000);
    o.boxes.checkpoints = {};
    o.boxes.progress = {};
    const ProveResult r = prove(h, o);
    boxes_ += r.boxes;
    timed_out_ = timed_out_ || r.timed_out;
    return r.proved ? Tree(r.lines) : std::nullopt;
  };
  const auto &lo = v->range.lo, &hi = v->range.hi;
  const auto attempt = [&](const Rational& at, bool low_first) -> Tree {
    const std::string line = fmt::format("split {} {}", v->name, at.str());
    const auto children = apply_line(line, g);
    if (!children) return std::nullopt;
    const std::size_t first = low_first ? 0 : 1;
    const auto one = proved((*children)[first]);
    if (!one) return std::nullopt;
    const auto other = proved((*children)[1 - first]);
    if (!other) return std::nullopt;
    Lines out{line};
    append(out, low_first ? *one : *other);
    append(out, low_first ? *other : *one);
    return out;
  };
  const auto inside = [&](const Rational& q) { return (lo.infinite || lo.value < q) && (hi.infinite || q < hi.value); };
  std::vector<std::pair<Rational, bool>> places;  // the piece named first is the harder one
  if (hi.infinite)
    for (const long q : {4L, 16L, 1L, 64L}) places.emplace_back(q, false);
  if (lo.infinite)
    for (const long q : {-4L, -16L, 0L}) places.emplace_back(q, true);
  if (!lo.infinite && !hi.infinite && lo.value < hi.value) {
    for (const long part : {8L, 2L, 64L}) {
      const Rational step = (hi.value - lo.value) / Rational(part);
      places.emplace_back(lo.value + step, true);
      if (part > 2) places.emplace_back(hi.value - step, false);
    }
  }
  for (const auto& [q, low_first] : places) {
    if (!inside(q)) continue;
    if (auto t = attempt(q, low_first)) return t;
  }
  return std::nullopt;
}

Tree Prover::by_first_integers_once(const Goal& g, const Subprover& s, int depth) {
  if (first_integers_ >= 2) return std::nullopt;
  const auto matters = [&](const Variable& v) { return depends_on(g.difference(), Expr::variable(v.name)); };
  if (round_ == 0 && std::ranges::count_if(g.context.variables(), matters) > 2) return std::nullopt;
  ++first_integers_;
  auto t = by_first_integers(g, s, depth);
  --first_integers_;
  return t;
}

Tree Prover::by_few_integers(const Goal& g, const Subprover& s, int depth) {
  ++enumerating_;
  auto t = by_enumeration(g, s, depth, 64);
  --enumerating_;
  return t;
}

Tree Prover::ends_apart(const Goal& g) {
  const Subprover s = search(true);
  if (auto t = by_ends(g, s, options_.depth)) return t;
  return by_open_ends(g, s, options_.depth);
}

Tree Prover::first_of(const Goal& g, const std::vector<std::function<Tree()>>& tactics) {
  for (const auto& tactic : tactics) {
    if (exhausted()) return std::nullopt;
    const WorkLimit limit(work_left() / 2);  // some for others after it
    if (auto t = kept(g, tactic())) return t;
  }
  return std::nullopt;
}

Tree Prover::kept(const Goal& g, Tree t) const {
  if (!t || options_.refused.empty()) return t;
  bool refused = false;
  walk(g, *t, [&](const Goal& here, std::string_view line) {
    refused = refused || std::ranges::any_of(options_.refused, [&](const Refused& r) {
                return (r.line.empty() || r.line == line) && same(r.goal, here);
              });
  });
  return refused ? std::nullopt : std::move(t);
}

Subprover Prover::search(bool numeric) {
  return {[this](const Goal& g, int depth, bool with_boxes) { return goal_tree(g, depth, with_boxes); },
          [this](const Goal& g) { return immediate(g); },
          [this](const Goal& g) { return sign_proof(g.context, g.difference(), g.strict()); },
          [this] { return exhausted(); },
          options_.boxes.deadline,
          numeric};
}

Prover::Key Prover::key_of(const Goal& g) {
  const Context& c = g.context;
  Key key;
  key.reserve(5 + 3 * c.hypotheses().size() + 6 * c.forall_hypotheses().size() + 3 * c.variables().size());
  const auto add = [&key](const Relation& r) {
    key.push_back(static_cast<std::uint64_t>(r.rel));
    key.push_back(r.lhs.serial());
    key.push_back(r.rhs.serial());
  };
  const auto add_end = [&key](const End& e) {
    key.push_back(e.infinite ? 0 : 1 + 2 * Expr(e.value).serial() + (e.closed ? 1 : 0));
  };
  add(g.relation);
  key.push_back(c.hypotheses().size());
  key.push_back(c.forall_hypotheses().size());
  for (const auto& h : c.hypotheses()) add(h);
  for (const auto& h : c.forall_hypotheses()) {
    for (const Expr& e : {Expr::variable(h.bound), h.lo, h.hi}) key.push_back(e.serial());
    add(h.relation);
  }
  for (const auto& v : c.variables()) {
    key.push_back(2 * Expr::variable(v.name).serial() + (v.integer ? 1 : 0));
    add_end(v.range.lo);
    add_end(v.range.hi);
  }
  return key;
}

Tree Prover::by_expansion(const Goal& g, int depth) {
  return prove_by_expansion(
      g, [&](const Goal& c, std::size_t n) { return quietly_by_boxes(c, n); },
      [&](const Goal& c) { return goal_tree(c, depth - 1, true); });
}

std::uint64_t Prover::box_work(const Goal& g) {
  std::uint64_t nodes = size_of(g.relation.lhs) + size_of(g.relation.rhs);
  for (const auto& h : g.context.hypotheses()) nodes += size_of(h.lhs) + size_of(h.rhs);
  return 2 + nodes / 2;
}

Tree Prover::quietly_by_boxes(const Goal& g, std::size_t max_boxes) {
  BoxOptions o = options_.boxes;
  o.max_boxes = max_boxes;
  o.max_bits = 128;
  BoxResult r = prove_by_boxes(g, o);
  count_work(r.boxes * box_work(g));
  boxes_ += r.boxes;
  return r.proved ? Tree({std::move(r.tree)}) : std::nullopt;
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
    if (!r.suspect.empty()) suspect_ = r.suspect;
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
  if (r.proved) return Lines{std::move(r.tree)};
  return std::nullopt;
}

ProveResult prove(const Goal& goal, const ProveOptions& options) { return Prover(options).run(goal); }

}  // namespace dpcert::verify
