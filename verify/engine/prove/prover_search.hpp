// The prover's search (prover.cpp): goals and their tactics. What a tactic of its own file needs of it is a Subprover.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/prove/prover.hpp"
#include "verify/engine/tactics/effort.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

class Prover {
 public:
  explicit Prover(const ProveOptions& options) : options_(options) {}
  ProveResult run(const Goal& goal);
  // One tactic alone, with as much effort as it ever gets.
  Tree try_tactic(std::string_view name, const Goal& goal);
  // The table of tactics, in the order in which they are tried.
  static std::vector<TacticInfo> tactics();
  // Of one box, in units of work_done().
  static std::uint64_t box_work(const Goal& g);

 private:
  // A goal to be proved by the tactics of the table (table.cpp), one after the other.
  struct Attempt;
  struct Tactic;
  static std::span<const Tactic> table();
  Tree run(const Tactic& tactic, Attempt& a);
  // The proof as the tactic's of this name, which lives as long as the program, unless it begins with another one's.
  static Tree named(std::string_view name, Tree t);
  [[nodiscard]] bool out_of_time();
  // Of time, or of the work that this round allows for.
  [[nodiscard]] bool exhausted() { return work_exhausted() || out_of_time(); }
  void go_through_rounds(const Goal& goal, ProveResult& r);
  // Rounds of more and more effort.
  Tree by_rounds(const Goal& goal, int most_rounds);
  // The same for a part of the claim, of which it says nothing how far an unfinished proof got.
  Tree part_by_rounds(const Goal& goal, int most_rounds);
  // The proof, unless a step in it is one that was refused.
  Tree kept(const Goal& g, Tree t) const;
  bool define(Goal& g, Proof& lines);
  // The condition with its proof in front, if it has a short one; or with all the effort that a claim gets.
  bool cut_in_by_rounds(Goal& g, const Condition& condition, Proof& lines);
  bool cut_in(Goal& g, const Condition& condition, Proof& lines);
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
  Tree by_one_combination(const Goal& g, int depth);
  // One variable: the parts next to its ends on their own, with the first rounds for each.
  Tree by_pieces(const Goal& g);
  // Values of integer variables apart: at most two variables (or ends), one.
  Tree by_first_integers_once(const Goal& g, const Subprover& s, int depth);
  Tree by_few_integers(const Goal& g, const Subprover& s, int depth);
  // What tactics may ask for.
  Subprover search(bool numeric);
  // Equal for equal goals only. Numbers of nodes, not text: printed, shared parts are written again and again.
  using Key = std::vector<std::uint64_t>;
  static Key key_of(const Goal& g);
  Tree equation(const Goal& g, int depth, bool numeric);

  // Normal forms are remembered as long as the context lives, which is kept here.
  struct Remembered {
    explicit Remembered(const Context& c) : context(c), algebra(context.oracles()) {}
    Context context;
    Algebra algebra;
    std::uint64_t last_use = 0;
  };
  std::shared_ptr<Algebra> algebra(const Context& c);
  Tree immediate(const Goal& g);
  Tree by_expansion(const Goal& g, int depth);
  // Along one variable, with more effort than signs for the slope.
  Tree by_slopes(const Goal& g, int depth);
  // What an expansion leaves need not be true: no suspects from it.
  Tree quietly_by_boxes(const Goal& g, std::size_t max_boxes);
  static bool same_box(const Context& a, const Context& b);
  /// `failed`: a point was met at which the goal is false, unless a hypothesis is.
  Tree by_boxes(const Goal& g, std::size_t max_boxes, bool* failed = nullptr);

  // D = c * product of factors: signs of the factors.
  struct Signed {
    Expr weight = 1;
    std::vector<Expr> rest;
    bool nonnegative_only = false;
    bool flip = false;
  };
  std::optional<Signed> split_factors(const Context& c, const Expr& d);
  Tree by_factors(const Goal& g, int depth);
  // A product of two factors of unknown signs: both >= 0, or both <= 0.
  Tree by_two_signs(const Goal& g, const std::vector<Expr>& factors, bool flip, int depth);
  std::optional<Expr> two_exponentials(const Context& c, const Expr& e);
  // Denominators of e's normal form that are not known to be nonzero are proved positive (negative) and cut in; the
  // lines for that go into `head`.
  std::optional<Context> with_denominators(const Context& c, const Expr& e, Proof& head);
  // The sign of an expression by signs and factors only.
  Tree sign_proof(const Context& context, const Expr& e, bool strict);
  // Gamma functions lose themselves in differences of neighbours: D(x) - D(x+1) is elementary, and D tends to a limit
  // >= 0. `far`: where that limit is not seen term by term, an expansion shows it.
  Tree by_telescoping(const Goal& goal, bool far = false);
  // D and its derivatives vanish (or are nonnegative) at a point c of one variable, and a higher derivative has a sign.
  Tree by_derivatives(const Goal& g, int depth);
  // Every hypothesis on x is affine in x and holds at the anchor, strict ones as their closure: so it holds on the
  // segments to it.
  bool hypotheses_reach(const Context& c, const Expr& x, const Expr& at);
  // The anchor is a closed end of x (or the split makes it one). `mono` leaves no hypothesis x > at behind, so
  // derivatives can be taken from the same end again and again.
  Tree from_end(const Goal& g, const Expr& x, const Expr& at, int order);
  // A derivative's sign by its two terms, or from anchors of any variable; the latter once on the way.
  Tree slope_otherwise(const Goal& slope);
  // `any_base`: what is left at the anchor may need a proof of its own.
  Tree anchored(const Goal& g, const Expr& x, const Expr& at, int order, bool any_base = false);
  // The same with x anywhere (> 0, or >= 0, if its interval is), provided that the goal is known to be defined there:
  // the anchor may lie outside its interval.
  Tree anchored_widely(const Goal& g, const Expr& x, const Expr& at, int order);
  // Strip positive factors off, then anchor again.
  Tree factored_then(const Goal& goal, const Expr& x, const Expr& at, int order);

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
  int round_ = 0;               // rounds allow for more and more boxes and steps
  long effort_left_ = 1 << 30;  // goals and anchors to be tried in this round
  bool preparing_ = false, telescoping_ = false, crossing_ = false, secant_ = false;
  int slopes_ = 0, first_integers_ = 0, enumerating_ = 0;
  std::string advice_problem_;
  bool needs_definedness_ = false;  // goals of advice that are not known to be defined are not followed
  std::set<Key> normal_forms_;      // goals that are their own normal form
  std::map<const void*, std::shared_ptr<Remembered>> algebras_;
  std::uint64_t uses_ = 0;                          // of algebras so far
  std::map<Key, std::pair<int, Tree>> seen_goals_;  // the effort so far, and the proof
};

}  // namespace dpcert::verify
