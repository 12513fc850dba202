// Statements in the words of other programs, and a loop over boxes without anything else.
#pragma once

#include <optional>
#include <string>

#include "dpcert/language/statement.hpp"

namespace peers {

enum class Answer { not_stated, open, proved, refuted };

/// SMT-LIB that is satisfiable where the conclusion fails: polynomials, quotients, roots, kinks, floors and integers.
std::optional<std::string> smt_of(const dpcert::verify::Instance& s, const dpcert::Relation& conclusion);
/// A goal for each conclusion, for the tactic `interval`: bounded real variables and elementary functions.
std::optional<std::string> coq_of(const dpcert::verify::Instance& s);
/// Boxes halved until each decides, at most so many seconds; bounded real variables.
Answer bare_loop(const dpcert::verify::Instance& s, double seconds);

}  // namespace peers
