// What `dpcert release --ledger` and `dpcert ledger` say in the same words.
#pragma once

#include <optional>
#include <string>

#include "cli/ledger.hpp"

namespace dpcert::cli {

inline constexpr const char* ledger_neighbours = "two data sets of the same size of which one record differs";

/// Six digits, never below the number; "inf" for none.
std::string rounded_up(const std::optional<Rational>& epsilon);
/// What is left of the budget's epsilon, six digits, never above the number.
std::string remaining(const PrivacyBudget& budget, const std::optional<Rational>& spent);

/// What the release is entered as.
struct Entered {
  std::string file;
  PrivacyBudget budget;
  LedgerSpent spent;

  [[nodiscard]] bool refused() const { return spent.id == 0; }
  /// One line.
  [[nodiscard]] std::string text() const;
};
/// Opens the ledger, or begins it with the budget (may be empty), and enters the release if the budget holds it.
Entered enter(const std::string& file, const std::string& budget, const LedgerRow& row);

}  // namespace dpcert::cli
