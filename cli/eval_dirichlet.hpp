// dpcert eval privacy_loss|delta|rdp|accuracy|..._sensitivity mechanism=lszhang|lsdim|lshist|ehd|ehdl|ehds.
#pragma once

#include <map>
#include <string>

#include "cli/command.hpp"

namespace dpcert::cli {

bool is_dirichlet_mechanism(const std::string& name);
/// Answers with the largest value over all neighbours, and where it is.
Exit eval_dirichlet(const Common& common, const std::string& quantity, const std::vector<std::string>& words,
                    int digits, int working_digits);

}  // namespace dpcert::cli
