// A row of the table of tactics, and what a tactic is told when it is tried.
#pragma once

#include <algorithm>
#include <vector>

#include "verify/engine/prove/prover_search.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

struct Prover::Attempt {
  Prover& prover;
  const Goal& goal;
  int depth = 0;
  bool numeric = false;
  std::size_t max_boxes = 0;  // of the last attempt by boxes; 0: as many as there may be
  bool bounded = false;
  Subprover s;
  bool refuted = false;  // a point was met at which the goal is false

  [[nodiscard]] int round() const { return prover.round_; }
  // The same for a tactic all of whose goals have rounds of their own.
  [[nodiscard]] Subprover alone() const {
    Subprover out = s;
    out.prove_within = [rest = prover.alone(Effort::rounds_of_a_view)](const Goal& h, int, bool, std::size_t) {
      return rest(h);
    };
    return out;
  }
  // A tactic with whole rounds for its goals; and with some of the work, where others are behind it.
  using WithRounds = Tree (*)(const Goal&, const ProveGoal&);
  [[nodiscard]] Tree in_rounds(WithRounds tactic) const { return tactic(goal, prover.alone(Effort::rounds_of_a_view)); }
  [[nodiscard]] Tree in_front(WithRounds tactic) const {
    const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
    return in_rounds(tactic);
  }
  // Whole rounds for a goal that is most often homogeneous: its ratio first.
  [[nodiscard]] Tree by_ratios(const Goal& h) const {
    {
      const WorkLimit some(work_left() / Effort::share_of_the_like);  // its ratio alone is often soon done with
      if (auto t = by_homogeneity(h, s, depth)) return t;
    }
    if (auto t = by_homogeneity(h, alone(), depth)) return t;
    if (auto t = by_cone(h, prover.alone(Effort::rounds_of_a_view))) return t;
    return prover.alone(Effort::rounds_of_a_view)(h);
  }
  [[nodiscard]] bool elementary() const { return prover.repertoire_ != Repertoire::special; }
  [[nodiscard]] bool special() const {
    return prover.repertoire_ == Repertoire::special || prover.repertoire_ == Repertoire::all;
  }
};

struct Prover::Tactic {
  using Needs = bool (*)(const Attempt&);

  std::string_view name;
  // The functions that it is made for: of all, or of one repertoire.
  enum class For : std::uint8_t { any, elementary, special } functions;
  int round;     // from which on it is tried
  int depth;     // of symbolic steps that must be left
  bool numeric;  // only where boxes may be used
  Tree (*run)(Attempt&);
  Needs needs = nullptr;  // what else
  std::string_view needs_in_words = {};
  bool all_work = false;  // it may do all the work that is left; others half, and nothing once there is none
  bool own_turn = false;  // not among the others, but after some rounds at the claim itself
  bool early = false;     // after the first of them, too, with little work: of a shape that little else is made for

  [[nodiscard]] bool applies(const Attempt& a) const {
    if (a.depth < depth || a.round() < round || (numeric && !a.numeric)) return false;
    if (functions == For::elementary && !a.elementary()) return false;
    if (functions == For::special && !a.special()) return false;
    return !needs || needs(a);
  }
};

// The rows, and the words in which they say what a tactic needs.
struct Prover::Rows {
  using A = Attempt;
  static constexpr bool boxes = true, no_boxes = false, all_work = true, own_turn = true, early = true;
  static constexpr Tactic::Needs always = nullptr;
  static constexpr std::string_view of_version_3 = "a statement of version 3";
  static bool bounded(const A& a) { return a.bounded; }
  static bool unbounded(const A& a) { return !a.bounded; }
  // Of one variable the next rounds do sooner what these would.
  static bool several(const A& a) {
    const Expr d = a.goal.difference();
    return std::ranges::count_if(a.goal.context.variables(),
                                 [&](const Variable& v) { return depends_on(d, Expr::variable(v.name)); }) > 1;
  }
  static bool several_and_unbounded(const A& a) { return !a.bounded && several(a); }
  static bool version_3(const A& a) { return a.goal.context.language() >= 3; }
  static bool version_3_in_front(const A& a) { return version_3(a) && a.depth == a.prover.options_.depth; }
  static bool said(const A& a) { return !a.goal.context.hypotheses().empty(); }

  // Sums over one range, by what is made for these, with some of the work; then in rounds.
  static Tree of_sums(const A& a, const Goal& h);
  static Tree of_sums_or_in_rounds(const A& a, const Goal& h);
  // In the logarithm of the odds, and the distance from the place about which D is even then.
  static Tree in_log_odds(const A& a, const Goal& h);
  // In a sum and the share of one part of it.
  static Tree in_shares(const A& a, const Goal& h);
  static std::vector<Tactic> steps();
  static std::vector<Tactic> own_turns();
  static Tactic last();
};

}  // namespace dpcert::verify
