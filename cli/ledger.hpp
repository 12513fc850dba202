// A ledger of releases: one SQLite file with a privacy budget and what was spent of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/mechanisms/guarantee.hpp"

struct sqlite3;

namespace dpcert::cli {

/// What all releases of a ledger together may cost: (epsilon, delta)-DP between data sets of the same size of which one
/// record differs.
struct PrivacyBudget {
  Rational epsilon, delta;
};
/// "EPS,DELTA". Throws BadInput unless eps >= 0 and 0 <= delta < 1.
PrivacyBudget parse_budget(const std::string& text);

/// A release in the ledger.
struct LedgerRow {
  std::int64_t id = 0;
  std::string made, mechanism, parameters;
  /// Upper bounds of the Renyi divergence at the ledger's orders, the last of them infinity; none where it is infinite.
  std::vector<std::optional<Rational>> curve;
};

/// An upper bound of the epsilon of all rows together at this delta, by adaptive composition of their Renyi
/// divergences; none if what is known bounds no epsilon.
std::optional<Rational> composed_epsilon(const std::vector<LedgerRow>& rows, const Rational& delta);

/// What a release is in the ledger; its id and time are not set. Throws BadInput for what cannot be composed.
LedgerRow ledger_row(const std::string& mechanism, const std::vector<std::string>& parameters,
                     const Guarantee& guarantee);

struct LedgerSpent {
  std::int64_t id = 0;              ///< of the new release; 0: refused, nothing was written
  std::optional<Rational> epsilon;  ///< spent at the budget's delta, with the new release
};

/// Throws BadInput for what cannot be opened, read or written.
class Ledger {
 public:
  enum class Access { show, spend };
  /// To spend, a file that does not exist is made if there is a budget; of one that exists the budget must be the same.
  Ledger(std::string file, Access access, const std::optional<PrivacyBudget>& budget = {});
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  [[nodiscard]] const PrivacyBudget& budget() const { return budget_; }
  std::vector<LedgerRow> rows();
  /// Adds the release if the budget holds it, in one transaction: when this returns with an id, the row is on the disk,
  /// and no other process added one in between.
  LedgerSpent spend(const LedgerRow& row);

 private:
  void run(const char* sql);
  void prepare(const std::optional<PrivacyBudget>& budget);
  [[noreturn]] void fail(std::string_view what) const;

  std::string file_;
  sqlite3* db_ = nullptr;
  PrivacyBudget budget_;
};

}  // namespace dpcert::cli
