// Points at which a conclusion about integrals fails: the integrals have no values that a search could compare, but
// closed forms of them do.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/engine/points/search.hpp"
#include "verify/engine/proof/logic.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {

/// A point at which a conclusion looks false, and whether its left side is the greater one there.
struct Failure {
  Point point;
  bool above = false;
};

/// Points at which conclusion k looks false by the values that its integrals are found to have; nothing if not all of
/// them are found. Where a variable stands in an exponent, points at which it is no integer are among them: there a
/// power is read as it was.
std::optional<std::vector<Failure>> points_by_values(const Instance& s, std::size_t k, const ProveOptions& prover,
                                                     const SearchOptions& search);

/// A proof of the formula, which begins with one `exists` for each variable, by these values of them; of what denies an
/// equation, that its left side is the greater one, or the less.
std::optional<Proof> proved_at(const LogicGoal& exists, const Instance& s, const std::map<std::string, Expr>& values,
                               bool above, const ProveOptions& prover);

}  // namespace dpcert::verify
