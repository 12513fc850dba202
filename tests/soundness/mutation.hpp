// Mutations of certificates: of bytes, and of their meaning with the digest made right again.
#pragma once

#include <string>

#include "tests/soundness/formula.hpp"

namespace dpcert::soundness {

/// One byte changed, removed, inserted, doubled, or two swapped; always different from the original.
std::string mutate_bytes(Dice& dice, std::string certificate);

struct Mutant {
  std::string certificate;  // with a digest that fits
  std::string kind;         // what was changed; empty: nothing to change was found
};
/// One change of meaning: a number, a relation, a rule, a line dropped, doubled or swapped, a name, a verdict, an
/// assignment.
Mutant mutate_meaning(Dice& dice, const std::string& certificate);

}  // namespace dpcert::soundness
