// Facts about the integers of an interval, as `forall int k in [1, n]: k != j implies x(k) = y(k)`, where tactics ask
// for what hypotheses say at an index.
#pragma once

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

/// Does a fact speak of all integers of an interval?
bool has_facts_of_integers(const Context& c);
/// What facts say at every choice of places at which their ends and premises are known to hold, as hypotheses.
void instantiate_facts(Extended& x, const std::vector<Expr>& places);
/// Of values of sequences that equations among the hypotheses say to be equal, one stands for the other in the goal.
void put_equal_values(Extended& x);
/// The ranges that facts speak of, and those at which their premises begin or end.
struct FactRange {
  Expr low;
  std::optional<Expr> high;
};
std::vector<FactRange> ranges_of_facts(const Context& c);

}  // namespace dpcert::verify
