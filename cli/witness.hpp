// Subjects of `dpcert witness` with a file of their own.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace dpcert::cli {

/// Certified intervals of steps at which cyclic SGLD is, and is not, private.
Exit witness_steps(const Common& common, const std::vector<std::string>& parameters);

}  // namespace dpcert::cli
