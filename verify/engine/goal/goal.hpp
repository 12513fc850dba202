// Sequents of the prover, and the conditions under which expressions are defined, smooth and continuous.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/engine/goal/context.hpp"

namespace dpcert::verify {

struct Goal {
  Context context;
  Relation relation;  // ge, gt or eq
  [[nodiscard]] Expr difference() const { return sub(relation.lhs, relation.rhs); }
  [[nodiscard]] bool strict() const { return relation.rel == Rel::gt; }
};

/// constant + sum of coefficient * variable, as far as that is seen without a normal form; no coefficient is 0.
struct Affine {
  Rational constant;
  std::map<std::string, Rational> coefficients;
};
std::optional<Affine> affine(const Expr& e);

/// Side conditions under which e is defined (docs/statement-language.md), inner first, without repetitions.
std::vector<Condition> side_conditions(const Expr& e, const Context& context);
/// The same for differentiability: strict conditions under roots and non-integer powers.
std::vector<Condition> smoothness_conditions(const Expr& e, const Context& context);
/// The same for continuity in x; nothing if e jumps or cannot be seen to be continuous.
std::optional<std::vector<Condition>> continuity_conditions(const Expr& e, const Expr& x, const Context& context);
/// What the body of a sum or product, also of one inside of another, asks for at an index of its range, and what is not
/// known there without search; the index has a name that no text has.
struct ConditionAtIndex {
  Expr range, index;
  Condition condition;
};
std::vector<ConditionAtIndex> conditions_at_indices(const Expr& e, const Context& context);
bool is_placeholder(std::string_view name);
Relation as_relation(const Condition& c);  // for nonzero: u^2 > 0

}  // namespace dpcert::verify
