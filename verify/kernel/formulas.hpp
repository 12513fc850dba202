// Decisions about statements with formulas: conclusions or hypotheses with quantifiers and connectives.
#pragma once

#include <cstdint>
#include <functional>

#include "verify/engine/points/search.hpp"
#include "verify/engine/prove/prover.hpp"
#include "verify/kernel/certificate.hpp"

namespace dpcert::verify {

/// What a decision may spend, and what it is told.
struct FormulaSetting {
  const Statement& statement;
  const DecideOptions& options;
  ProveOptions prove;
  SearchOptions search;
  std::function<bool()> end_of_check;
};

/// Proved, with a certificate; or refuted by a proof of the negation, where the statement has no functions and
/// sequences; or open, with the reason.
void decide_formulas(const Instance& statement, const FormulaSetting& how, Decision& decision);

/// Refuted by a proof that conclusion k is false somewhere in the domain, if one is found with little work: it is
/// counted, so that a slow machine comes to the same verdict. The statement is of version 3, without functions and
/// sequences. What its integrals are is believed where it is found, and nothing more is done if the conclusion looks
/// true by that. `first`: with less work, but more for a conclusion that looks false. `without_a_point`: no point is
/// known at which the hypotheses hold.
enum class Look : std::uint8_t { first, last, without_a_point };
bool disprove(const Instance& statement, std::size_t k, FormulaSetting how, Decision& decision, Look look);

/// Refuted likewise, where a conclusion is strict and its sides are equal at a point whose coordinates are found in
/// closed form: there may be no rational one. A statement of version 2 is read as one of version 3, if it is typed.
bool disprove_at_equality(const Instance& statement, const FormulaSetting& how, Decision& decision);

}  // namespace dpcert::verify
