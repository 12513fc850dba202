// Numbers of a deployment as statements in the language of the checker, so that a stranger can re-check them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/deployment/mechanism.hpp"

namespace dpcert::deployment {

/// "The Renyi divergence of this order is at most `bound` in every case": the text of a .claim file without variables.
/// Nothing if the checker's language has no formula for it (order infinity, sampled orders that are no integer, ...).
std::optional<std::string> renyi_statement(const std::vector<CertifiedCase>& cases,
                                           const std::vector<std::string>& labels, const Number& order,
                                           const std::string& bound);
/// "delta(epsilon) is at most `bound`", for the mechanisms with a closed form.
std::optional<std::string> delta_statement(const CertifiedCase& one, const Rational& epsilon, const std::string& bound);

}  // namespace dpcert::deployment
