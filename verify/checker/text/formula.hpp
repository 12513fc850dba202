// Formulas as they are written, of texts of version 3 of the language.
#pragma once

#include <functional>
#include <string>

#include "verify/checker/terms/formula.hpp"
#include "verify/checker/text/parse.hpp"

namespace dpcert::checker {

// What is done with each name that a formula binds, before it is bound.
using BoundName = std::function<void(const std::string&)>;

// Reads a formula over the names of `in`, of which `integers` are integers. In a proof line (`certificate`) nothing but
// the form of an expression says where it is defined.
Form read_formula(Pool& pool, Reader& in, const Integers& integers, bool certificate, const BoundName& bound);

// Words that make a formula of relations: no names in a text of version 3.
bool formula_word(const std::string& word);
// Whether one of them, or a brace, stands in the rest of the line.
bool formula_ahead(const Reader& in);
// Whether it is what a `forall` hypothesis says: one quantifier with closed finite ends over reals, or some over
// integers, then perhaps without an upper end, over a chain of relations.
bool plain_forall(const Formula& f);

}  // namespace dpcert::checker
