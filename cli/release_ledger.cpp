#include "cli/release_ledger.hpp"

#include <fmt/format.h>

#include "dpcert/core/decimal.hpp"

namespace dpcert::cli {

namespace {
const Rational unit(1'000'000);
}

std::string rounded_up(const std::optional<Rational>& epsilon) {
  return epsilon ? decimal_text((*epsilon * unit).ceil() / unit) : "inf";
}
std::string remaining(const PrivacyBudget& budget, const std::optional<Rational>& spent) {
  if (!spent || *spent >= budget.epsilon) return "0";
  return decimal_text(((budget.epsilon - *spent) * unit).floor() / unit);
}

std::string Entered::text() const {
  if (refused())
    return fmt::format(
        "refused: with this release the ledger {} would cost epsilon {} at delta {}, above its budget of {}", file,
        rounded_up(spent.epsilon), decimal_text(budget.delta), decimal_text(budget.epsilon));
  return fmt::format("ledger: release {} of {}; epsilon at most {} of {} spent at delta {}", spent.id, file,
                     rounded_up(spent.epsilon), decimal_text(budget.epsilon), decimal_text(budget.delta));
}

Entered enter(const std::string& file, const std::string& budget, const LedgerRow& row) {
  std::optional<PrivacyBudget> given;
  if (!budget.empty()) given = parse_budget(budget);
  Ledger ledger(file, Ledger::Access::spend, given);
  return {file, ledger.budget(), ledger.spend(row)};
}

}  // namespace dpcert::cli
