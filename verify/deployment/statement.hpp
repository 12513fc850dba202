// Numbers of a deployment as statements in the language of the checker, so that a stranger can re-check them.
//
// No formula is written here: a statement is the trace of a template of src/ (privacy/formulas.hpp,
// divergence/renyi.hpp) over Expr, printed. The templates are the printed formulas, not the arrangements by which the
// numbers are evaluated: a fault in either makes the two disagree, and the certificate fails.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/deployment/mechanism.hpp"
#include "dpcert/symbolic/expr.hpp"

namespace dpcert::deployment {

/// A certified number as one expression.
struct Traced {
  Expr value;
  /// Names in `value` and what they stand for: numbers, or expressions in names before them.
  std::vector<std::pair<std::string, Expr>> abbreviations;
  /// Names in `value` that stand for any number in [0, 1]: the certified number is the largest value.
  std::vector<std::string> probabilities;
};

/// The Renyi divergence of a case, order > 1 or infinite. Nothing if the checker's language has no formula for it
/// (sampled orders that are no integer, ...) or if it is infinite by a probability that is 0.
std::optional<Traced> traced_renyi(const CertifiedCase& one, const Number& order);
/// delta(epsilon), epsilon >= 0, for the mechanisms with a closed form.
std::optional<Traced> traced_delta(const CertifiedCase& one, const Rational& epsilon);
/// delta(epsilon) by conversion from the Renyi divergence of a finite order (Canonne, Kamath, Steinke 2020, Proposition
/// 12): the conversion is in the formula, the theorem is cited.
std::optional<Traced> traced_conversion(const CertifiedCase& one, const Number& order, const Rational& epsilon);

/// "Every one of these is at most `bound`": the text of a .claim file. `labels` stand before the sides, as far as they
/// go. Throws Error::internal if a name is used for two different things.
std::string statement_of(const std::string& title, const std::vector<Traced>& sides,
                         const std::vector<std::string>& labels, const std::string& bound);

/// "The Renyi divergence of this order is at most `bound` in every case". Nothing if a case has no formula. Of the
/// exponential mechanism it says so for every two options, not for the worst only.
std::optional<std::string> renyi_statement(const std::vector<CertifiedCase>& cases,
                                           const std::vector<std::string>& labels, const Number& order,
                                           const std::string& bound);
/// "delta(epsilon) is at most `bound`", for the mechanisms with a closed form.
std::optional<std::string> delta_statement(const CertifiedCase& one, const Rational& epsilon, const std::string& bound);
/// The same by conversion, for every case.
std::optional<std::string> conversion_statement(const std::vector<CertifiedCase>& cases, const Number& order,
                                                const Rational& epsilon, const std::string& bound);

}  // namespace dpcert::deployment
