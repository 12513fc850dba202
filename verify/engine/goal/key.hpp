// What tells goals apart, for memories of what was tried.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

/// Equal for equal goals only. Numbers of nodes, not text: printed, shared parts are written again and again.
using GoalKey = std::vector<std::uint64_t>;
GoalKey key_of(const Goal& g);

}  // namespace dpcert::verify
