// The proof lines: a table of rules, each of which turns a goal into the goals that remain.
#pragma once

#include <functional>
#include <set>

#include "dpcert/checker/checker.hpp"
#include "verify/checker/terms/context.hpp"
#include "verify/checker/text/formula.hpp"
#include "verify/checker/text/parse.hpp"

namespace dpcert::checker {

// The context at which a formula is assumed: relations are hypotheses, of `and` both, everything else is a fact.
void assume(Pool& pool, Frame& frame, const Form& f);
// The context in which the variable x, named by no part of it, lies where the quantifier says: ends that are numbers
// make its box, and others are hypotheses, the low end first.
Goal entered(Pool& pool, Goal g, const Form& quantified, int x);
// A formula that is known to be defined: its relations, where those in front of them hold (docs/language-3.md).
bool known_to_be_defined(Pool& pool, Normal& plain, const Goal& g, const Form& f);
// The goal F, in the context of g.
void set_goal(Pool& pool, Frame& frame, const Form& f);

inline long checked_precision(long p) {
  need(p >= min_precision && p <= max_precision, "a precision from " + std::to_string(min_precision) + " to " +
                                                     std::to_string(max_precision) + " bits was expected");
  return p;
}

class Rules {
 public:
  Rules(Pool& pool, Normal& plain, const std::vector<Function>& functions, int language = 2,
        const std::vector<Use>* uses = nullptr)
      : pool_(pool), plain_(plain), functions_(functions), language_(language), uses_(uses) {}

  // Applies one proof line; the remaining goals come in the order of the children. Throws Reject.
  std::vector<Goal> apply(const Goal& goal, const std::string& line);
  const std::set<std::string>& used() const { return used_; }
  static std::vector<std::string> names();  // of all rules
  // Nodes whose values are kept in tapes.
  std::size_t values() const { return values_; }

 private:
  using Children = std::vector<Goal>;
  using Rule = Children (Rules::*)();
  static const std::map<std::string, Rule>& table();

  // numeric.cpp. Of these eval to relax look at the box only; a variable whose box is a point may stay in the
  // expressions. All other rules see expressions in which every such variable has been replaced by its value.
  Children eval(), ray(), mean(), taylor(), relax(), split(), face(), noint(), prune(), narrowed();
  Children bound(bool infinite);
  Children centred(bool second_order, slong p, const std::vector<std::pair<Ex, Q>>& less = {});
  // steps.cpp
  Children fix(), sign(), identity(), hyp(), combine(), cut(), inst(), trans(), both();
  // symbolic.cpp
  Children mono(), deriv(), convex(), equal(), subst(), factor(), rewrite(), log(), exp();
  struct Substitution {
    int shape;
    Ex a, b;
  };
  struct End {
    std::optional<Ex> value;
    bool open = true;
  };
  std::optional<Substitution> recognised(Ex e, int t);
  std::pair<End, End> ends_of(int shape, const Range& t);
  void require_covered(int x, const Substitution& s, const Range& t);
  // limits.cpp
  Children tail(), telescope();
  struct Limit {
    int infinite = 0;  // its sign; 0: see v
    Iv v;
  };
  std::optional<Goal> limit_goal(const Goal& kept, int x, bool below, slong p);
  bool tends_to_nonnegative(const Goal& kept, Ex d, int x, bool below);
  Limit limit(Ex e, int x, bool below, const Box& box, slong p, std::unordered_map<Ex, Limit>& memo);
  Limit limit_at_infinite_arguments(const Node& n, const std::vector<Limit>& a, slong p) const;
  // series.cpp
  Children series(), growth(), secant(), rise(), arch();
  Children stirling(Ex f, long n), erfc_series(Ex f, long n), log_series(Ex f, long n), exp_series(Ex f, long n);
  Children enveloped(Ex f, Ex outer, std::vector<Ex> sum, Ex next);
  Ex power_of(Ex u, long k), over(const Q&q, Ex u, long k);  // u^k, q/u^k
  Children expanded(Ex f, Ex expansion, int w, const Range& range);
  // elementary.cpp
  Children cases(), at_end(), widen(), power(), fact(), quantile(), root(), integral(), gen(), induct(), touch();
  Box hull_with_points(const std::vector<int>& xs, const std::vector<Ex>& cs, slong p);
  // lemma.cpp
  Children lemma();
  const Statement& used_statement(const std::string& id);
  struct Arguments;  // of one lemma line
  Arguments arguments_for(const Statement& s);
  void give(const Statement& s, const std::string& n, Arguments& out);
  void give_function(const Function& f, int number, Arguments& out);
  void give_body(const Function& f, int number, Arguments& out);
  void give_sequence(const Function& f, int number, Arguments& out);
  void applications(const Arguments& at, Ex e, bool below, std::set<std::pair<Ex, bool>>& seen);
  std::vector<Condition> smooth_where_used(const Arguments& at, const std::vector<Ex>& all, bool below,
                                           std::optional<int> y);
  void require_smooth_where_used(Arguments& at, const std::vector<Ex>& all, bool below);
  void require_smooth_where_used(Arguments& at, const Form& f, bool below);
  void ask_for_smoothness(Arguments& at, Statement& s);
  Goal at_new_names(Form f, const int* names);
  void recursion_goals(const Definition& d, Arguments& at, const Integers& own, Children& out);

  // logic.cpp
  Children intro(), parts(), left(), right(), witness(), absurd(), obtain(), branch(), apply_fact(), at_fact();
  Form formula_goal(Formula::Kind kind);
  Form fact(Formula::Kind kind);
  Ex number_for(const Form& quantified);
  Goal with_formula(const Goal& g, const Form& f) const;
  Goal assuming(const Goal& g, const Form& f) const;
  Goal entered(const Form& quantified, int x) const;
  bool known_to_be_defined(const Goal& g, const Form& f);

  // sums.cpp
  Children unfold(), split_range(), shift(), termwise(), binomial(), define();
  // integrals.cpp
  static std::map<std::string, Rule> integral_rules();
  Children antiderivative(), integrand(), linear(), substitute(), split_integral(), dominated(), under();
  Children termwise_integrals(int x);
  struct Span;
  Ex integral_expression();
  Span span_of(Ex integral) const;
  Ex body_at(Ex integral, Ex by);
  bool same_ends(Ex one, Ex other);
  bool ordered(const Span& s, bool strict);
  Goal between(const Span& s, int x, bool at_a = false, bool at_b = false);
  Ex bracketed_with(int x);
  std::pair<std::optional<Ex>, int> bracketed_end();
  void require_limit(Ex e, int x, const Span& s, bool low, std::optional<Ex> value, bool upward = false);
  Ex range_expression();
  Ex integer_expression();
  bool whole(Ex e) const;
  void require_integers_kept(Ex e, int x, Ex by);

  // Reading the rest of the line.
  int variable();
  bool low_end();
  slong precision();
  Ex bracketed();
  const Hypothesis& hypothesis();
  int fresh_variable();
  void end();

  // The context.
  Range& range(Goal& g, int x) { return g.box.at(x); }
  static Box box_of(const Goal& g, slong p);
  // Kept for the boxes to come. The reference is valid until the next call.
  Tape& tape(const std::string& key, const std::function<std::vector<Ex>()>& outputs,
             std::bitset<kMaxVariables> smooth = {});
  std::vector<int> moving() const;  // variables of D whose box is not a point
  bool proves(Ex d, Rel r);         // by auto
  void require_defined(Ex e);
  // In x, which is read as real whatever it is in the context.
  void require_smooth(Goal g, Ex e, int x);
  void require_continuous(Goal g, Ex e, int x);
  void require_sign(Auto& a, Ex d, bool strict);
  void require_inside(Auto& a, Ex e, const Range& r, Ex scale);
  // As `g` with X strictly between the ends of its interval, or with both finite ends.
  static Goal inner(Goal g, int x), closed(Goal g, int x);
  std::shared_ptr<Frame> copy_frame(const Goal& g) const;
  Goal with_goal(const Goal& g, Relation r, bool defined = false) const;
  Goal with_hypothesis(const Goal& g, Relation r) const;
  Goal substituted(const Goal& g, int x, Ex by);
  Goal without(const Goal& g, int x) const;
  bool mentions(const Relation& r, int x) const;
  bool mentions(const Forall& f, int x) const;
  bool mentions(const Definition& d, int x) const;
  bool mentions(const Form& f, int x) const { return f->vars[static_cast<std::size_t>(x)]; }
  void drop_facts_without_integers(Frame& f, const Integers& after, const std::function<Ex(Ex)>& change) const;
  bool affine(Ex e, int x);
  void require_real_powers(const Integers& after, const std::function<Ex(Ex)>& change);
  Goal settled(Goal g);
  void check_definedness(const Goal& stated);
  Relation zero_relation(Ex e) const { return {e, zero_, g_.frame->goal.rel}; }

  Pool& pool_;
  const Formulas formulas_{pool_};
  Normal& plain_;
  const std::vector<Function>& functions_;
  int language_;
  const std::vector<Use>* uses_;                 // that the certificate quotes
  std::map<std::string, Statement> statements_;  // of those that were asked for
  std::set<std::string> used_;
  std::vector<std::weak_ptr<Frame>> compiled_;  // frames with tapes
  std::size_t values_ = 0;                      // in them

  Goal g_;                        // the goal at hand
  std::string id_;                // of a lemma
  std::unique_ptr<Reader> in_;    // the rest of its line
  std::unique_ptr<Auto> auto_;    // for g_
  std::unique_ptr<Normal> full_;  // for g_
  Auto& automatic();
  Normal& full();
  Ex zero_ = pool_.num(0);
};

}  // namespace dpcert::checker
