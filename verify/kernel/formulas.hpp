// Decisions about statements with formulas: conclusions or hypotheses with quantifiers and connectives.
#pragma once

#include <chrono>
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

/// Refuted by a proof that conclusion k is false somewhere in the domain, if one is found in so much time. The
/// statement is of version 3, without functions and sequences. `first_look`: what its integrals are is believed where
/// it is found, and nothing more is done if the conclusion looks true by that; there is more time if it looks false.
bool disprove(const Instance& statement, std::size_t k, FormulaSetting how, std::chrono::milliseconds longest,
              Decision& decision, bool first_look);

}  // namespace dpcert::verify
