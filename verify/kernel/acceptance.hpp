// Certificates before the checker: what it accepts becomes a decision.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/kernel/certificate.hpp"

namespace dpcert::verify {

/// A certificate that the checker did not accept, and what of it the line was at which it stopped.
struct Refusal {
  Rejected rejected;
  CertificateLine at;
  /// At the place of a tightness: so far out it may need more digits still; the verdict does not.
  [[nodiscard]] bool at_place() const { return at.part == CertificateLine::Part::place; }
};

/// `verdict` will be said of the statement: the checker must have read both from the certificate. `stop` ends the
/// check. What is wrong with it otherwise; `d.timed_out`: only that the check was ended.
std::optional<Refusal> accept(Decision& d, const Statement& statement, const DecideOptions& options,
                              std::string_view verdict, Certificate certificate, const std::function<bool()>& stop);

/// The decision that an accepted counterexample makes, at which `conclusion` fails.
void say_refuted(Decision& d, const Counterexample& c, const Relation& conclusion);

/// The rules of a certificate in a few words.
std::string words(const std::vector<std::string>& rules);

}  // namespace dpcert::verify
