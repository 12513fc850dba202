// Where the sides of a relation may be equal, as expressions. No evidence: what is made of them is proved.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dpcert/language/statement.hpp"
#include "verify/algebra/algebra.hpp"

namespace dpcert::verify {

/// Values of x at which the sides of the relation may be equal: the operations around x turned round; where x stands
/// more than once, by an equation that is linear in it. `all`: with both signs of a modulus and of a root, and the
/// roots of a numerator of degree one or two.
std::vector<Expr> solutions(const Relation& r, const Expr& x, bool all);

/// What lhs - rhs tends to as x grows, where it is a rational function of x, or a modulus of one stands in it. Limits
/// that are infinite are none.
std::optional<Expr> limit_at_infinity(const Relation& r, const Expr& x);

/// The statement with its equations solved for real variables other than `kept`, which go: points of it have rational
/// coordinates where those of the statement itself may have none, as a + b + c = pi. Nothing if no equation is solved.
std::optional<Instance> without_equations(Instance s, const std::string& kept);

}  // namespace dpcert::verify
