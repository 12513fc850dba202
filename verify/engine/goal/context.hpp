// A context: variables with their box, hypotheses, and what is known in it without search.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/language/formula.hpp"
#include "dpcert/language/statement.hpp"
#include "dpcert/scalar/interval.hpp"
#include "verify/algebra/algebra.hpp"

namespace dpcert::verify {

/// The set of possible signs of a value, as bits.
using Signs = std::uint8_t;
inline constexpr Signs negative = 1, zero = 2, positive = 4, any_sign = 7;

enum class Need : std::uint8_t { positive, nonnegative, nonzero };

/// A condition on an expression: u > 0, u >= 0, u != 0.
struct Condition {
  Expr u;
  Need need = Need::positive;
  friend bool operator==(const Condition&, const Condition&) = default;
};

/// Variables with their box, and hypotheses: a value that never changes. Every rule makes another one. Copies share the
/// facts, and what was found out about them, so that a copy costs nothing; therefore copies of one context are asked by
/// one thread at a time.
class Context {
 public:
  Context() : Context(Facts{}) {}
  explicit Context(const Instance& statement);
  explicit Context(std::vector<Variable> variables, std::vector<Relation> hypotheses = {});
  // No moves, which are copies: no context is ever without facts.
  Context(const Context&) = default;
  Context& operator=(const Context&) = default;
  ~Context() = default;

  [[nodiscard]] const std::vector<Variable>& variables() const& { return facts_->variables; }
  [[nodiscard]] const std::vector<Function>& functions() const& { return facts_->functions; }
  [[nodiscard]] const std::vector<Relation>& hypotheses() const& { return facts_->hypotheses; }
  [[nodiscard]] const std::vector<ForallHypothesis>& forall_hypotheses() const& { return facts_->forall_hypotheses; }
  [[nodiscard]] const std::vector<Sequence>& sequences() const& { return facts_->sequences; }
  /// Facts of the certificate format, in order: what is said in them of all integers of an interval is known at each
  /// index of a range inside of it.
  [[nodiscard]] const std::vector<Formula>& formulas() const& { return facts_->formulas; }
  [[nodiscard]] const Sequence* find_sequence(std::string_view name) const;
  /// The version of the language that the statement is of.
  [[nodiscard]] int language() const { return facts_->language; }
  // Of a context that is about to go: by value.
  [[nodiscard]] std::vector<Variable> variables() && { return facts_->variables; }
  [[nodiscard]] std::vector<Function> functions() && { return facts_->functions; }
  [[nodiscard]] std::vector<Relation> hypotheses() && { return facts_->hypotheses; }
  [[nodiscard]] std::vector<ForallHypothesis> forall_hypotheses() && { return facts_->forall_hypotheses; }
  [[nodiscard]] std::vector<Sequence> sequences() && { return facts_->sequences; }

  [[nodiscard]] const Variable* find(const Expr& variable) const;
  [[nodiscard]] bool is_integer_valued(const Expr& e) const;

  /// `auto` of the certificate format: what needs no proof of its own.
  [[nodiscard]] bool knows(const Condition& c) const;
  [[nodiscard]] bool positive_(const Expr& u) const { return knows({u, Need::positive}); }
  /// Possible signs of e on the box where the hypotheses hold.
  [[nodiscard]] Signs signs(const Expr& e) const;
  /// Enclosure of e over the whole box, boundary points read as limits.
  [[nodiscard]] Interval range(const Expr& e, Precision bits = 128) const;
  /// The hypothesis (from 1) that says `lhs - rhs` rel 0 up to a positive factor, 0 if none.
  [[nodiscard]] std::size_t matching_hypothesis(const Expr& d, Rel rel) const;

  /// A copy of which nothing was found out yet, for another thread.
  [[nodiscard]] Context apart() const { return Context(Facts(*facts_)); }

  /// The same for copies, as long as one of them lives: for what is remembered of a context.
  [[nodiscard]] const void* identity() const { return facts_.get(); }
  /// Normal forms in this context, which must outlive them.
  [[nodiscard]] Algebra algebra() const& { return Algebra(oracles()); }
  Algebra algebra() const&& = delete;
  [[nodiscard]] Oracles oracles() const;

  [[nodiscard]] Context with_hypothesis(const Relation& r) const;
  [[nodiscard]] Context with_formulas(const std::vector<Formula>& more) const;
  [[nodiscard]] Context with_range(const Expr& variable, const Range& range) const;
  [[nodiscard]] Context with_variable(const Variable& v) const;
  /// x := c everywhere (in the recursions of sequences too); the variable goes.
  [[nodiscard]] Context with_value(const Expr& variable, const Expr& c) const;
  [[nodiscard]] Context without_hypothesis(std::size_t index) const;
  /// These instead of its own.
  [[nodiscard]] Context with_hypotheses(std::vector<Relation> hypotheses) const;
  /// With the index of a sum or product over a range as one more variable, between the ends; or the variable of an
  /// integral, strictly between those that are finite unless it is `closed`.
  [[nodiscard]] Context inside(const Expr& binder, const Expr& index, bool closed = false) const;
  /// The same for a range, with what `forall` hypotheses over all of its integers say at the index; nothing if none is.
  [[nodiscard]] std::optional<Context> inside_of_foralls(const Expr& range, const Expr& index) const;
  /// Strict hypotheses that mention the variable become non-strict.
  [[nodiscard]] Context closed_in(const Expr& variable) const;
  /// Not an integer variable any more.
  [[nodiscard]] Context with_real(const Expr& variable) const;
  /// Also with the variable real. A recursion that mentions it is forgotten: its sequence is any.
  [[nodiscard]] Context without_hypotheses_on(const Expr& variable) const;
  /// The variable strictly between its finite ends; its finite ends closed.
  [[nodiscard]] Context strictly_inside(const Expr& variable) const;
  [[nodiscard]] Context with_closed_ends(const Expr& variable) const;

 private:
  struct Facts {
    std::vector<Variable> variables;
    std::vector<Function> functions;
    std::vector<Relation> hypotheses;
    std::vector<ForallHypothesis> forall_hypotheses;
    std::vector<Sequence> sequences;
    int language = 2;
    std::vector<Formula> formulas = {};
  };
  struct Cache;
  /// The only way to a context: facts and the memory of answers about them begin and stay together.
  explicit Context(Facts facts);

  Signs structural_signs(const Expr& e) const;
  Signs affine_signs(const Expr& e) const;
  Signs segment_signs(const Expr& e) const;
  Signs quotient_signs(const Expr& e) const;
  Signs signs_over_range(const Expr& e) const;
  bool hypothesis_says(const Expr& u, Need need) const;
  // Its values at a few points of the box, the same for all expressions: some may be outside of where it is defined.
  using Fingerprint = std::array<double, 6>;
  const Fingerprint& fingerprint(const Expr& e) const;
  bool may_be_affine(const Expr& a, const Expr& b) const;
  bool may_be_multiples(const Expr& a, const Expr& b) const;
  [[nodiscard]] Cache& cache() const { return *cache_; }

  std::shared_ptr<const Facts> facts_;
  std::shared_ptr<Cache> cache_;
};

}  // namespace dpcert::verify
