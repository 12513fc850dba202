// Where a continuous function changes its sign: places between which an equation has a solution.
#pragma once

#include <string>
#include <vector>

#include "verify/engine/proof/logic.hpp"

namespace dpcert::verify {

/// For a goal `exists x in I: F` over reals, with an equation in x among the relations that F joins by `and`: steps
/// that call a solution of it `name`, between two places of I at which its sides look as if they were in opposite
/// orders wherever the context holds. The most promising first.
std::vector<rule::Root> crossings(const Formula& exists, const Context& context, const std::string& name);

}  // namespace dpcert::verify
