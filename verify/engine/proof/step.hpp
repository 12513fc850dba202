// Proof steps as values: one structure for each rule of docs/certificate-format.md, in which each rule's conditions and
// its soundness are said. The prover builds, compares and applies these; text of them is written in print.cpp and read
// (from advice that somebody wrote) in read.cpp, and nowhere else.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "dpcert/language/evidence.hpp"
#include "dpcert/language/formula.hpp"
#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

/// A number in a line: a rational as it is, or an expression in parentheses.
using Coefficient = std::variant<Rational, Expr>;

/// The rules. D is lhs - rhs of the goal; x, y are variables; hypotheses are numbered from 1; `bits` is a precision.
namespace rule {

// Leaves by numbers.
struct Eval {
  Precision bits;
  friend bool operator==(const Eval&, const Eval&) = default;
};
struct Ray {
  Precision bits;
  friend bool operator==(const Ray&, const Ray&) = default;
};
struct Mean {
  Precision bits;
  friend bool operator==(const Mean&, const Mean&) = default;
};
struct Taylor {
  Precision bits;
  friend bool operator==(const Taylor&, const Taylor&) = default;
};
/// `mean` or `taylor` of D less multiples of hypotheses.
struct Relax {
  bool second_order;
  Precision bits;
  std::vector<std::pair<std::size_t, Rational>> multiples;  // hypothesis, by how much
  friend bool operator==(const Relax&, const Relax&) = default;
};
struct Prune {
  std::size_t hypothesis;
  Precision bits;
  friend bool operator==(const Prune&, const Prune&) = default;
};
struct NoInteger {
  Expr x;
  friend bool operator==(const NoInteger&, const NoInteger&) = default;
};

// Leaves by symbols.
struct Sign {
  friend bool operator==(const Sign&, const Sign&) = default;
};
struct Identity {
  friend bool operator==(const Identity&, const Identity&) = default;
};
struct Hyp {
  std::size_t hypothesis;
  friend bool operator==(const Hyp&, const Hyp&) = default;
};
/// D = constant + sum of weight * hypothesis.
struct Combine {
  Coefficient constant;
  std::vector<std::pair<std::size_t, Coefficient>> terms;  // hypothesis, weight
  friend bool operator==(const Combine&, const Combine&) = default;
};

// The box of the variables.
struct Bound {
  std::size_t hypothesis;
  friend bool operator==(const Bound&, const Bound&) = default;
};
struct Split {
  Expr x;
  Rational at;
  friend bool operator==(const Split&, const Split&) = default;
};
struct Fix {
  Expr x;
  friend bool operator==(const Fix&, const Fix&) = default;
};
struct Face {
  Expr x;
  bool lower;
  Precision bits;
  friend bool operator==(const Face&, const Face&) = default;
};
struct CloseEnd {  // `end`: x at a closed end, and x without it
  Expr x;
  bool lower;
  friend bool operator==(const CloseEnd&, const CloseEnd&) = default;
};
struct Widen {
  Expr x;
  Range range;
  friend bool operator==(const Widen&, const Widen&) = default;
};

// Along one variable. `inside`: D is smooth only strictly between the ends.
struct Mono {
  Expr x;
  bool lower;
  bool inside = false, strict = false;
  friend bool operator==(const Mono&, const Mono&) = default;
};
struct Deriv {
  Expr x, at;
  bool inside = false;
  friend bool operator==(const Deriv&, const Deriv&) = default;
};
struct Convex {
  Expr x;
  bool inside = false;
  friend bool operator==(const Convex&, const Convex&) = default;
};
struct Rise {
  Expr x;
  bool lower;
  friend bool operator==(const Rise&, const Rise&) = default;
};
struct Arch {
  Expr x;
  friend bool operator==(const Arch&, const Arch&) = default;
};
/// That D + bound >= 0 from `from` on, where the bound tends to 0: then D's limit is not negative.
struct LimitBound {
  Rational from;
  Expr bound;
  friend bool operator==(const LimitBound&, const LimitBound&) = default;
};
struct Tail {
  Expr x;
  bool below;  // towards -inf
  Precision bits;
  std::optional<LimitBound> limit;
  friend bool operator==(const Tail&, const Tail&) = default;
};
struct Telescope {
  Expr x;
  Precision bits;
  std::optional<LimitBound> limit;
  friend bool operator==(const Telescope&, const Telescope&) = default;
};
struct Touch {
  Precision bits;
  std::vector<std::pair<Expr, Expr>> places;  // variable, its value there
  friend bool operator==(const Touch&, const Touch&) = default;
};
struct Induct {
  Expr x;
  friend bool operator==(const Induct&, const Induct&) = default;
};

// Other variables.
struct Equal {
  Expr x, value;
  friend bool operator==(const Equal&, const Equal&) = default;
};
struct Subst {
  Expr x;
  std::string name;  // of the new variable
  Range range;
  Expr value;  // of x
  friend bool operator==(const Subst&, const Subst&) = default;
};
struct Gen {
  std::string name;
  Range range;
  Expr part;  // becomes the new variable
  friend bool operator==(const Gen&, const Gen&) = default;
};

// Functions by finite series with a remainder variable, and by mean values.
struct SeriesAtInfinity {
  long terms;
  Expr f;
  std::string name;
  friend bool operator==(const SeriesAtInfinity&, const SeriesAtInfinity&) = default;
};
struct LogSeries {
  long terms;
  Expr f, base;
  std::string name;
  Range range;
  friend bool operator==(const LogSeries&, const LogSeries&) = default;
};
struct ExpSeries {
  long terms;
  Expr f;
  std::string name;
  Range range;
  friend bool operator==(const ExpSeries&, const ExpSeries&) = default;
};
struct Growth {
  long order;
  Expr f;
  std::string name;
  friend bool operator==(const Growth&, const Growth&) = default;
};
struct Secant {
  Expr f, from;  // the function at two places
  std::string name;
  Range slopes, domain;
  friend bool operator==(const Secant&, const Secant&) = default;
};

// The relation.
struct Factor {
  Expr weight, rest;
  friend bool operator==(const Factor&, const Factor&) = default;
};
struct Rewrite {
  Expr lhs;
  std::optional<Expr> rhs;  // none: 0
  friend bool operator==(const Rewrite&, const Rewrite&) = default;
};
struct Power {
  Rational exponent;
  friend bool operator==(const Power&, const Power&) = default;
};
struct TakeLog {  // `log`
  friend bool operator==(const TakeLog&, const TakeLog&) = default;
};
struct TakeExp {  // `exp`
  friend bool operator==(const TakeExp&, const TakeExp&) = default;
};
struct Trans {
  Expr middle;
  friend bool operator==(const Trans&, const Trans&) = default;
};
struct Both {
  friend bool operator==(const Both&, const Both&) = default;
};
struct Integral {
  friend bool operator==(const Integral&, const Integral&) = default;
};

// More hypotheses.
struct Cut {
  Relation relation;
  friend bool operator==(const Cut&, const Cut&) = default;
};
struct CutFormula {  // `cut` of what is no relation
  Formula formula;
  friend bool operator==(const CutFormula&, const CutFormula&) = default;
};
struct Cases {
  Expr u;
  friend bool operator==(const Cases&, const Cases&) = default;
};
struct Fact {
  enum class Of { floor, ceil, sin, normal_quantile } of;
  Expr u;
  std::optional<Expr> v = {};  // of `sin`: what is said of u + v
  std::string name = {};       // of the new variable with normal_cdf u
  friend bool operator==(const Fact&, const Fact&) = default;
};
/// A new variable between `low` and `high` at which the function of it is 0: by the intermediate value theorem.
struct Root {
  std::string name;
  Expr function, low, high;
  friend bool operator==(const Root&, const Root&) = default;
};
struct Inst {
  std::size_t forall;    // from 1
  std::vector<Expr> at;  // one for each quantifier, from the outermost on
  friend bool operator==(const Inst&, const Inst&) = default;
};

// Sums and products over ranges, sequences.
/// The last or the first index of a range that is not empty, or that it is: S = ... as a hypothesis.
struct Unfold {
  enum class Part : std::uint8_t { last, first, empty };
  Expr range;  // the sum or product
  Part part;
  friend bool operator==(const Unfold&, const Unfold&) = default;
};
struct SplitRange {  // `split (S) (m)`
  Expr range, at;
  friend bool operator==(const SplitRange&, const SplitRange&) = default;
};
struct Shift {
  Expr range, by;
  friend bool operator==(const Shift&, const Shift&) = default;
};
struct Termwise {
  std::string name;  // of the new index
  friend bool operator==(const Termwise&, const Termwise&) = default;
};
/// The recursion of a sequence at an integer. `next`: not the first value at a literal place.
struct Define {
  std::string sequence;
  Expr at;
  bool next = false;
  friend bool operator==(const Define&, const Define&) = default;
};
/// The binomial theorem for (x + y)^n.
struct Binomial {
  Expr n, x, y;
  friend bool operator==(const Binomial&, const Binomial&) = default;
};

// Integrals; `name` is a new variable, which stands in the expressions for the place between the ends.
/// A function with the integrand as its derivative, and what it tends to at the two ends.
struct Antiderivative {
  Expr integral;
  std::string name;
  Expr function, at_low, at_high;
  friend bool operator==(const Antiderivative&, const Antiderivative&) = default;
};
struct Integrand {  // another form of it
  Expr integral;
  std::string name;
  Expr body;
  friend bool operator==(const Integrand&, const Integrand&) = default;
};
struct Linear {  // integral = sum of weight * integral
  Expr integral;
  std::vector<std::pair<Coefficient, Expr>> terms;
  friend bool operator==(const Linear&, const Linear&) = default;
};
/// The integral over x with the value of `function` at x in place of its variable; none: an infinite end, upward or
/// not.
struct NewEnd {
  std::optional<Expr> at;
  bool upward = false;
  friend bool operator==(const NewEnd&, const NewEnd&) = default;
};
struct Substitute {
  Expr integral;
  std::string name;
  Expr function;
  NewEnd one, two;
  friend bool operator==(const Substitute&, const Substitute&) = default;
};
/// The integral of `function` of x and t over x, at t = `to`, by that at t = `from` and the integral of the
/// derivatives.
struct Under {
  std::string x, t;
  Expr function, from, to, upper;
  friend bool operator==(const Under&, const Under&) = default;
};
struct Dominated {
  Expr integral;
  std::string name;
  Expr upper;
  friend bool operator==(const Dominated&, const Dominated&) = default;
};

// Formulas (proof/logic.hpp): quantifiers and connectives of the goal, then of facts, numbered from 1.
struct Intro {
  std::string name;  // of the new variable; empty: the goal is an implication
  friend bool operator==(const Intro&, const Intro&) = default;
};
struct Parts {
  friend bool operator==(const Parts&, const Parts&) = default;
};
struct Left {
  friend bool operator==(const Left&, const Left&) = default;
};
struct Right {
  friend bool operator==(const Right&, const Right&) = default;
};
struct Witness {
  Expr value;
  friend bool operator==(const Witness&, const Witness&) = default;
};
struct Absurd {
  friend bool operator==(const Absurd&, const Absurd&) = default;
};
struct Obtain {
  std::string name;
  std::size_t fact;
  friend bool operator==(const Obtain&, const Obtain&) = default;
};
struct Branch {
  std::size_t fact;
  friend bool operator==(const Branch&, const Branch&) = default;
};
struct ApplyFact {  // `apply`
  std::size_t fact;
  friend bool operator==(const ApplyFact&, const ApplyFact&) = default;
};
struct AtFact {  // `at`
  std::size_t fact;
  Expr value;
  friend bool operator==(const AtFact&, const AtFact&) = default;
};

/// What stands for a sequence or a function of a used statement: the value at the indices, or parameters.
struct GivenValue {
  std::string name;
  std::vector<std::string> indices;
  Expr value;
  friend bool operator==(const GivenValue&, const GivenValue&) = default;
};
struct UseLemma {  // `lemma`
  std::string id;
  std::shared_ptr<const Instance> used;
  std::vector<std::pair<std::string, Expr>> values;            // of its variables; those without one stay bound
  std::vector<std::pair<std::string, std::string>> functions;  // its own, and those that stand for them
  std::vector<GivenValue> bodies;                              // expressions that stand for functions
  std::vector<GivenValue> sequences;
  std::vector<std::string> names;  // new ones, of what its `forall` hypotheses bind
  friend bool operator==(const UseLemma& a, const UseLemma& b) {
    return a.id == b.id && a.values == b.values && a.functions == b.functions && a.bodies == b.bodies &&
           a.sequences == b.sequences && a.names == b.names;
  }
};

/// The whole tree of a box search. It may have millions of nodes of a few bytes each, all of them numeric rules with no
/// expressions, so it is kept as the certificate's text: a value for each would take twenty times the memory, and
/// nobody looks at one unless the checker rejected it (`walk` does then).
struct Boxes {
  std::string text;    // in prefix order, a line for each node, without the end of the last line
  Precision bits = 0;  // the most that a node uses
  friend bool operator==(const Boxes&, const Boxes&) = default;
};

}  // namespace rule

using Rule =
    std::variant<rule::Eval, rule::Ray, rule::Mean, rule::Taylor, rule::Relax, rule::Prune, rule::NoInteger, rule::Sign,
                 rule::Identity, rule::Hyp, rule::Combine, rule::Bound, rule::Split, rule::Fix, rule::Face,
                 rule::CloseEnd, rule::Widen, rule::Mono, rule::Deriv, rule::Convex, rule::Rise, rule::Arch, rule::Tail,
                 rule::Telescope, rule::Touch, rule::Induct, rule::Equal, rule::Subst, rule::Gen,
                 rule::SeriesAtInfinity, rule::LogSeries, rule::ExpSeries, rule::Growth, rule::Secant, rule::Factor,
                 rule::Rewrite, rule::Power, rule::TakeLog, rule::TakeExp, rule::Trans, rule::Both, rule::Integral,
                 rule::Cut, rule::Cases, rule::Fact, rule::Inst, rule::Unfold, rule::SplitRange, rule::Shift,
                 rule::Termwise, rule::Define, rule::Antiderivative, rule::Integrand, rule::Linear, rule::Dominated,
                 rule::Substitute, rule::Under, rule::CutFormula, rule::Intro, rule::Parts, rule::Left, rule::Right,
                 rule::Witness, rule::Absurd, rule::Obtain, rule::Branch, rule::ApplyFact, rule::AtFact, rule::Binomial,
                 rule::UseLemma, rule::Root, rule::Boxes>;

template <class R, class Rules>
inline constexpr bool is_one_of = false;
template <class R, class... Rules>
inline constexpr bool is_one_of<R, std::variant<Rules...>> = (std::same_as<R, Rules> || ...);
template <class R>
concept IsRule = is_one_of<R, Rule>;

/// One step of a proof.
struct Step {
  Rule rule;
  /// The line as somebody wrote it, if it came from advice: a certificate keeps the writer's words.
  std::string words;
  /// The tactic whose proof begins with this step, if one is named; it lives as long as the program.
  std::string_view tactic;

  // For each of these the compiler writes a function for every rule: once, in step.cpp, not wherever steps are made and
  // proofs are copied.
  template <IsRule R>
  Step(R r);     // NOLINT(google-explicit-constructor)
  Step(Rule r);  // NOLINT(google-explicit-constructor)
  Step(const Step&);
  Step(Step&&) noexcept;
  Step& operator=(const Step&);
  Step& operator=(Step&&) noexcept;
  ~Step();

  template <class R>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<R>(rule);
  }
  /// The same rule with the same parts, in whatever words.
  friend bool operator==(const Step& a, const Step& b);
};

/// A proof tree in prefix order: a step, then the proofs of the goals that it leaves.
using Proof = std::vector<Step>;

void append(Proof& to, const Proof& more);

/// The certificate's line (of Boxes: lines), without its end.
std::string to_text(const Step& step);
std::vector<std::string> to_lines(const Proof& proof);
/// The rule's word in the certificate format; of Boxes: "boxes".
std::string_view name_of(const Rule& rule);
/// The most bits that a numeric step uses; 0 if none does.
Precision bits_of(const Proof& proof);

/// The names of a context, for readers of expressions.
Instance names_of(const Context& c);

/// What of a line was not understood. No certificate line, as the reader takes it.
class StepError : public std::runtime_error {
 public:
  enum class Why : std::uint8_t {
    unknown_rule,
    missing,
    not_a_number,
    not_an_interval,
    not_an_expression,
    not_a_relation,
    no_hypothesis,
    no_lemma,
    trailing
  };
  StepError(Why w, const std::string& message) : std::runtime_error(message), why(w) {}
  Why why;
};

/// The number of the hypothesis that a word of a line names.
using ReadHypothesis = std::function<std::size_t(std::string_view word)>;

/// One line of a proof over the names of `c`. Throws StepError. `hypothesis` is given words as they stand in `line`;
/// without it a hypothesis is a number from 1. `lemmas`: what a line may use.
Step read_step(std::string_view line, const Context& c, const ReadHypothesis& hypothesis = {},
               const std::vector<Lemma>& lemmas = {});

/// The goals that a step leaves, in the order of their proofs. Nothing if the step is a leaf, or cannot be applied:
/// names a variable that there is not, or an expression that a line cannot say. Whether the rule's conditions hold is
/// the checker's business.
std::optional<std::vector<Goal>> apply(const Step& step, const Goal& goal);

/// What is known at the least integer of x's interval, where x has that value, and of an x from it on, when it is shown
/// for x + 1: nothing that mentions x, as induction asks. Nothing if x is no integer that is bounded below.
struct ContextsOfInduction {
  Context first, step;
  Rational least;
};
std::optional<ContextsOfInduction> contexts_of_induction(const Context& c, const Expr& x);

/// Every goal of a proof with the step that deals with it, in the order of the lines; nodes of Boxes one by one.
void walk(const Goal& root, const Proof& proof, const std::function<void(const Goal&, const Step&)>& visit);
/// Are the goals the same as they are written?
bool same(const Goal& a, const Goal& b);

}  // namespace dpcert::verify
