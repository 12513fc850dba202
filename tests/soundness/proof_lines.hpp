// Lines of real proofs, changed so that most still read as proofs: what a careless or a clever prover might write.
#pragma once

#include <string>
#include <vector>

#include "tests/soundness/formula.hpp"

namespace dpcert::soundness {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text);

/// What `from` and `to` differ in, from word to word: the same is put in for it wherever it stands in the lines.
Lines carried_over(const Lines& proof, const std::string& from, const std::string& to);

/// One change at the line `at` or next to it: a number, an end, a side, a relation, a rule, a name, a part in brackets
/// for another, a line dropped, doubled, moved, or taken from `others`.
void change_lines(Dice& dice, Lines& proof, std::size_t at, const Lines& others);

}  // namespace dpcert::soundness
