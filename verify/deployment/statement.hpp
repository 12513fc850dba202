// Numbers of a deployment as statements in the language of the checker, so that a stranger can re-check them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/deployment/mechanism.hpp"

namespace dpcert::deployment {

/// "The Renyi divergence of this order is at most `bound` in every case": the text of a .claim file without variables.
/// Nothing if the checker's language has no formula for it (sampled orders that are no integer, ...). Of the
/// exponential mechanism it says so for every two options, not for the worst only.
std::optional<std::string> renyi_statement(const std::vector<CertifiedCase>& cases,
                                           const std::vector<std::string>& labels, const Number& order,
                                           const std::string& bound);
/// "delta(epsilon) is at most `bound`", for the mechanisms with a closed form.
std::optional<std::string> delta_statement(const CertifiedCase& one, const Rational& epsilon, const std::string& bound);
/// The same by conversion from the Renyi divergences of an order (Canonne, Kamath, Steinke 2020, Proposition 12): the
/// conversion is in the formula, the theorem is cited.
std::optional<std::string> conversion_statement(const std::vector<CertifiedCase>& cases, const Number& order,
                                                const Rational& epsilon, const std::string& bound);

}  // namespace dpcert::deployment
