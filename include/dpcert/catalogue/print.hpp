// How a formal statement relates to what the paper prints (`#! print WORD TEXT`), and what its verdict then says of the
// printed claim.
#pragma once

#include "dpcert/catalogue/record.hpp"

namespace dpcert::catalogue {

/// The line `#! print` of a statement; nothing if it has none. Throws dpcert::Error, with file and line, for a word
/// that is none of the four, a text behind `literal`, and no text behind one of the others.
std::optional<Print> read_print(const FormalStatement& formal);

/// From the verdict on the formal statement to that on the printed claim. A proof of an `instance` proves the claim on
/// that instance; a proof of what is `weaker` leaves it open, with the formal statement as what is known. What refutes
/// an instance, or something weaker than the claim, refutes the claim; but a negation that is weaker than the claim's
/// refutes nothing. Does nothing to a record without the line, or with a verdict that says nothing.
void judge_print(ClaimRecord& record, bool negated);

}  // namespace dpcert::catalogue
