// A statement's randomised companion, in the words of a record.
#pragma once

#include <cstdint>
#include <string>

#include "dpcert/catalogue/record.hpp"
#include "dpcert/catalogue/settle.hpp"

namespace dpcert::catalogue {

/// The statement at `points` points; one with a `dim` at its two least values.
Companion companion_of(const Question& question, std::size_t points, std::uint64_t seed);

/// What simulated releases contradict, in words; empty: nothing.
std::string contradiction(const Estimates& estimates);

/// What is proved, supported or assumed has no point at which it fails, and no simulated releases contradict it: then
/// the verdict is wrong, or the point or the sampler is, and nobody may take the claim for true.
void confront(Finding& finding);

}  // namespace dpcert::catalogue
