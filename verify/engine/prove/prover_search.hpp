// The prover's search (prover.cpp): goals and their tactics. What a tactic of its own file needs of it is a Subprover.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/prove/prover.hpp"
#include "verify/engine/tactics/effort.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

/// Is it a line of advice that may stand in front of the question whether the goal is defined, and whose last child is
/// the goal with more hypotheses: a cut, or what is known of an integral?
bool stands_in_front(std::string_view line);

class Prover {
 public:
  explicit Prover(const ProveOptions& options) : options_(options) {}
  ProveResult run(const Goal& goal);
  // One tactic alone, with as much effort as it ever gets.
  Tree try_tactic(std::string_view name, const Goal& goal);
  // The table of tactics, in the order in which they are tried.
  static std::vector<TacticInfo> tactics();

 private:
  // A goal to be proved by the tactics of the table (table.cpp), one after the other.
  struct Attempt;
  struct Tactic;
  struct Rows;
  static std::span<const Tactic> table();
  Tree run(const Tactic& tactic, Attempt& a);
  // The proof as the tactic's of this name, which lives as long as the program, unless it begins with another one's.
  static Tree named(std::string_view name, Tree t);
  [[nodiscard]] bool out_of_time();
  // Of time, or of the work that this round allows for.
  [[nodiscard]] bool exhausted() { return work_exhausted() || out_of_time(); }
  void go_through_rounds(const Goal& goal, ProveResult& r);
  // The goal where u >= 0, and where u < 0, each from its beginning: what integrals exist may hang on it. Where u is 0
  // at a closed end of a variable, at this end and without it.
  bool go_through_cases(const Goal& g, const Expr& u, ProveResult& r);
  /// `start`, by the relation between the values of integrals that `valued` knows.
  Tree by_closed_relation(const Goal& start, const Goal& valued);
  // Rounds of more and more effort.
  Tree by_rounds(const Goal& goal, int most_rounds);
  // What a round does at the goal, one after the other (portfolio.cpp).
  struct Part {
    int round = 0;
    bool all_threads = false;  // for itself, by a long search in boxes
    std::function<Tree(Prover&, const Goal&)> run;
  };
  struct Outcome;
  class Portfolio;
  static std::vector<Part> parts_of_rounds(const Goal& g, int most_rounds, std::size_t most_boxes);
  // Those of round k that are tactics with a turn of their own (table.cpp).
  static void add_turns(std::vector<Part>& parts, const Goal& g, int k, const Effort::Round& round);
  // Those of them that have one more, in front, with little work.
  static void add_early_turns(std::vector<Part>& parts, const Goal& g, int k, const Effort::Round& round);
  // Each with what the ones before it left in memory.
  Tree in_order(std::span<const Part> parts, const Goal& g);
  // Each by itself, in any number of threads.
  Tree side_by_side(std::span<const Part> parts, const Goal& g);
  Outcome by_itself(const Part& part, const Goal& g, const ProveOptions& options) const;
  // As if it had been done here.
  Tree take(Outcome outcome);
  void tell(ProveResult& r) const;
  Tree boxes_alone(const Goal& g, std::size_t boxes);
  Tree by_repertoire(const Goal& g, Repertoire repertoire, std::uint64_t work, long goals, std::size_t boxes);
  Tree by_turn(const Goal& g, const Tactic& tactic, std::uint64_t work, long goals);
  // The same for a part of the claim, of which it says nothing how far an unfinished proof got.
  Tree part_by_rounds(const Goal& goal, int most_rounds);
  // The proof, unless a step in it is one that was refused.
  Tree kept(const Goal& g, Tree t) const;
  bool define(Goal& g, Proof& lines);
  // That the bodies of sums and products in e are defined at each index (defined_ranges.cpp); was any of it shown?
  bool define_ranges(Goal& g, const Expr& e, Proof& lines);
  bool define_range(Goal& g, const ConditionAtIndex& at, Proof& lines);
  bool define_parts(Goal& g, const ConditionAtIndex& at, Proof& lines);
  void show_bases(Goal& g, Proof& lines);
  // The condition with its proof in front, with all the effort that a claim gets.
  bool cut_in_by_rounds(Goal& g, const Condition& condition, Proof& lines);
  // The proof that was given. `defined`: the goal behind `cuts` that make it defined; otherwise its own cuts come first
  // and others after them.
  Tree advised(const Goal& goal, const Goal* defined, const Proof& cuts);
  // `written`: the goal as the writer of the advice sees it, without what was cut in besides.
  Tree follow(const Goal& g, const Goal& written, std::size_t& at);
  Tree misadvised(std::size_t line, const std::string& why);
  Tree goal_tree(const Goal& g, int depth, bool numeric, std::size_t max_boxes = 0);
  Tree attempt(const Goal& g, int depth, bool numeric, std::size_t max_boxes);
  // Closed ends first: at once where the goal is not smooth up to them, else all of them.
  Tree ends_apart(const Goal& g);
  // A goal by so many rounds of its own.
  ProveGoal alone(int rounds);
  // by_pieces, with the first rounds for each piece.
  Tree by_pieces(const Goal& g, Tree (*cut)(const Goal&, const ProveGoal&));
  // A tactic that may meet what has no derivative (a sequence, a product over a range): then it declines.
  static Tree differentiating(const std::function<Tree()>& tactic);
  // What tactics may ask for.
  Subprover search(bool numeric);
  // Normal forms are remembered as long as the context lives, which is kept here.
  struct Remembered {
    explicit Remembered(const Context& c) : context(c), algebra(context.oracles()) {}
    Context context;
    Algebra algebra;
    std::uint64_t last_use = 0;
  };
  std::shared_ptr<Algebra> algebra(const Context& c);
  Tree immediate(const Goal& g);
  // For goals that need not be true (what an expansion leaves, say): no suspects from them.
  Tree quietly_by_boxes(const Goal& g, std::size_t max_boxes);
  static bool same_box(const Context& a, const Context& b);
  /// `failed`: a point was met at which the goal is false, unless a hypothesis is.
  Tree by_boxes(const Goal& g, std::size_t max_boxes, bool* failed = nullptr);

  const ProveOptions& options_;
  std::size_t boxes_ = 0, resumed_boxes_ = 0;
  std::size_t budget_ = Effort::boxes;  // of boxes
  const Goal* root_ = nullptr;
  double share_ = 0;
  std::optional<HardBox> hardest_box_;
  std::string stuck_;
  std::map<std::string, Rational> suspect_;
  bool timed_out_ = false, out_of_boxes_ = false, out_of_memory_ = false;
  Repertoire repertoire_ = Repertoire::all;
  int cases_left_ = Effort::cases_of_integrals;
  int round_ = 0;  // rounds allow for more and more boxes and steps
  SearchState state_;
  std::string advice_problem_;
  bool needs_definedness_ = false;  // goals of advice that are not known to be defined are not followed
  std::map<const void*, std::shared_ptr<Remembered>> algebras_;
  std::uint64_t uses_ = 0;                              // of algebras so far
  std::map<GoalKey, std::pair<int, Tree>> seen_goals_;  // the effort so far, and the proof
};

}  // namespace dpcert::verify
