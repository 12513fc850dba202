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
/// Where the values of sequences stand.
std::vector<Expr> places_in(const Relation& r);
/// What a hypothesis over integers (from 0) says of neighbours: sign (x(k + 1) - x(k)) + more >= 0 for every k, with
/// `more` the same for all (chains.cpp).
struct Chain {
  std::size_t number;
  std::string name;
  Rational sign;
  Expr more;
};
std::vector<Chain> chains_of(const Context& c);
/// What hypotheses say of neighbours of a range, as x(k) <= x(k + 1), of every two of these places.
void know_chains(Extended& x, const std::vector<Expr>& places);
/// Of values of sequences that equations among the hypotheses say to be equal, one stands for the other in the goal.
void put_equal_values(Extended& x);
/// The ranges that facts speak of, and those at which their premises begin or end.
struct FactRange {
  Expr low;
  std::optional<Expr> high;
};
std::vector<FactRange> ranges_of_facts(const Context& c);

}  // namespace dpcert::verify
