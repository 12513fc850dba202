// Values at which a formula with a quantifier may be worth trying, and a look at it in doubles. No evidence.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/engine/proof/logic.hpp"

namespace dpcert::verify {

/// Values for the variable of a quantified formula, the most promising first: where its relations are equations, its
/// ends, small numbers, what the variables of the context offer.
std::vector<Expr> witnesses(const Formula& quantified, const Context& context);

/// More of them, for where those are in vain: with both signs of roots and moduli, in the limit of variables bound
/// inside, halfway to the ends of the interval, further numbers.
std::vector<Expr> further_witnesses(const Formula& quantified, const Context& context);

/// Values for the variable of a fact that speaks of every number, at which one of its relations says what the goal
/// does.
std::vector<Expr> instances(const Formula& fact, const Relation& goal, const Context& context);

/// Points of a context, in doubles, at which its hypotheses hold.
std::vector<std::map<std::string, double>> sample_points(const Context& context, std::size_t most);

/// Is it seen at the point that the formula is true, with numbers among a few where some are to exist?
bool seen_true(const Formula& f, const std::map<std::string, double>& point);

/// Does nothing speak against the formula at the point? Quantifiers are looked at in a few places.
bool plausible(const Formula& f, const std::map<std::string, double>& point);

}  // namespace dpcert::verify
