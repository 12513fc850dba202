#include "cli/ledger.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <filesystem>
#include <sstream>

#include "cli/command.hpp"
#include "dpcert/core/decimal.hpp"
#include "dpcert/privacy/conversions.hpp"
#include "dpcert/privacy/quantity.hpp"

namespace dpcert::cli {

namespace {

constexpr int busy_ms = 20'000;
constexpr int ledger_id = 0x64706C67;  // application_id of the file
constexpr int ledger_format = 1;       // user_version
constexpr int curve_digits = 15;

/// The orders of every curve in a ledger, without infinity, which comes last.
const std::vector<Rational>& finite_orders() {
  static const std::vector<Rational> orders = [] {
    std::vector<Rational> out{Rational(5, 4), Rational(3, 2)};
    for (const int order : {2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256}) out.emplace_back(order);
    return out;
  }();
  return orders;
}

/// An exact statement where there is one, so that ten releases of 1/10 fit into a budget of 1.
std::optional<Rational> pure_epsilon(const CertifiedCase& c) {
  if (c.quantity == "rdp" && c.mechanism == "pure_dp") return c.parameters.at("eps").at(0);
  if (c.quantity == "rdp" && c.mechanism == "laplace") return Rational(1) / c.parameters.at("b").at(0);
  return std::nullopt;
}

std::optional<Rational> bound_of(const CertifiedCase& c, const ExtendedRational& order) {
  if (order.infinite)
    if (auto exact = pure_epsilon(c)) return exact;
  const Certified value = certify(make_query(c.quantity, c.mechanism, c.parameters, order), curve_digits);
  if (value.is_infinite() || !value.enclosure.is_finite()) return std::nullopt;
  return value.enclosure.upper_rational();
}

/// The largest of the cases.
std::optional<Rational> worst(const Guarantee& guarantee, const ExtendedRational& order) {
  Rational out;
  for (const CertifiedCase& c : guarantee.cases) {
    const auto one = bound_of(c, order);
    if (!one) return std::nullopt;
    out = std::max(out, *one);
  }
  return out;
}

std::string curve_text(const std::vector<std::optional<Rational>>& curve) {
  std::string text;
  for (const auto& value : curve) text += (text.empty() ? "" : " ") + (value ? value->str() : "inf");
  return text;
}

/// One statement; finalised with the object.
class Statement {
 public:
  Statement(sqlite3* db, const char* sql) { status_ = sqlite3_prepare_v2(db, sql, -1, &statement_, nullptr); }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  Statement& text(const std::string& s) {
    if (status_ == SQLITE_OK)
      status_ = sqlite3_bind_text(statement_, ++bound_, s.data(), static_cast<int>(s.size()), SQLITE_TRANSIENT);
    return *this;
  }
  bool row() {
    if (status_ == SQLITE_OK || status_ == SQLITE_ROW) status_ = sqlite3_step(statement_);
    return status_ == SQLITE_ROW;
  }
  [[nodiscard]] bool done() const { return status_ == SQLITE_DONE; }
  [[nodiscard]] std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  [[nodiscard]] std::string word(int column) const {
    const unsigned char* s = sqlite3_column_text(statement_, column);
    return s ? reinterpret_cast<const char*>(s) : "";
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
  int status_ = SQLITE_OK, bound_ = 0;
};

}  // namespace

PrivacyBudget parse_budget(const std::string& text) {
  const auto comma = text.find(',');
  if (comma != std::string::npos) {
    const auto epsilon = Rational::parse(text.substr(0, comma)), delta = Rational::parse(text.substr(comma + 1));
    if (epsilon && delta && epsilon->sign() >= 0 && delta->sign() >= 0 && *delta < Rational(1))
      return {*epsilon, *delta};
  }
  throw BadInput(
      fmt::format("release: --budget: expected EPS,DELTA with EPS >= 0 and 0 <= DELTA < 1, given '{}'", text));
}

LedgerRow ledger_row(const std::string& mechanism, const std::vector<std::string>& parameters,
                     const Guarantee& guarantee) {
  if (guarantee.cases.empty())
    throw BadInput(fmt::format(
        "release: --ledger: expected a mechanism with a bound on Renyi divergences, given {}, which promises none",
        mechanism));
  LedgerRow row;
  row.mechanism = mechanism;
  for (const std::string& p : parameters) row.parameters += (row.parameters.empty() ? "" : " ") + p;
  for (const Rational& order : finite_orders()) row.curve.push_back(worst(guarantee, {order, false}));
  row.curve.push_back(worst(guarantee, {Rational(), true}));
  return row;
}

std::optional<Rational> composed_epsilon(const std::vector<LedgerRow>& rows, const Rational& delta) {
  const std::vector<Rational>& orders = finite_orders();
  std::vector<std::optional<Rational>> sum(orders.size() + 1, Rational());
  for (const LedgerRow& row : rows)
    for (std::size_t i = 0; i < sum.size(); ++i) {
      if (sum[i] && row.curve[i])
        *sum[i] += *row.curve[i];
      else
        sum[i].reset();
    }
  std::optional<Rational> best = sum.back();  // pure differential privacy
  if (delta.is_zero()) return best;
  // Every order alone implies an epsilon; the least of them holds.
  for (std::size_t i = 0; i < orders.size(); ++i) {
    if (!sum[i]) continue;
    const Certified one = rdp_to_epsilon(Conversion::optimal, orders[i], *sum[i], delta, curve_digits);
    if (one.is_infinite() || !one.enclosure.is_finite()) continue;
    const Rational bound = std::max(one.enclosure.upper_rational(), Rational());
    if (!best || bound < *best) best = bound;
  }
  return best;
}

void Ledger::fail(std::string_view what) const {
  throw BadInput(fmt::format("ledger: {}: {}{}{}", file_, what, db_ ? ": " : "", db_ ? sqlite3_errmsg(db_) : ""));
}

void Ledger::run(const char* sql) {
  if (sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail("expected a ledger that can be used");
}

Ledger::Ledger(std::string file, Access access, const std::optional<PrivacyBudget>& budget) : file_(std::move(file)) {
  std::error_code none;
  if (!budget && !std::filesystem::exists(file_, none))
    throw BadInput(fmt::format("ledger: {}: expected a ledger, given no such file{}", file_,
                               access == Access::spend ? "; --budget EPS,DELTA begins one" : ""));
  const int mode =
      access == Access::show ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | (budget ? SQLITE_OPEN_CREATE : 0);
  try {
    if (sqlite3_open_v2(file_.c_str(), &db_, mode, nullptr) != SQLITE_OK) fail("expected a file that can be opened");
    sqlite3_busy_timeout(db_, busy_ms);
    // A committed row is on the disk, also if the machine loses power after that.
    if (access == Access::spend) run("PRAGMA synchronous=EXTRA");
    prepare(budget);
  } catch (...) {
    sqlite3_close(db_);
    throw;
  }
}

Ledger::~Ledger() { sqlite3_close(db_); }

/// Reads the budget, or begins the ledger.
void Ledger::prepare(const std::optional<PrivacyBudget>& budget) {
  const auto number = [&](const char* sql) {
    Statement q(db_, sql);
    if (!q.row()) fail("expected a ledger that can be read");
    return q.integer(0);
  };
  run(budget ? "BEGIN IMMEDIATE" : "BEGIN");
  const bool empty = number("SELECT count(*) FROM sqlite_master") == 0;
  if (empty && !budget)
    throw BadInput(fmt::format("ledger: {}: expected a ledger with a budget, given an empty file", file_));
  if (empty) {
    run(fmt::format("PRAGMA application_id={}; PRAGMA user_version={};"
                    "CREATE TABLE budget (one INTEGER PRIMARY KEY CHECK (one = 1), epsilon TEXT, delta TEXT);"
                    "CREATE TABLE releases (id INTEGER PRIMARY KEY AUTOINCREMENT, made TEXT, mechanism TEXT, "
                    "parameters TEXT, curve TEXT)",
                    ledger_id, ledger_format)
            .c_str());
    Statement q(db_, "INSERT INTO budget VALUES (1, ?, ?)");
    q.text(budget->epsilon.str()).text(budget->delta.str()).row();
    if (!q.done()) fail("expected a ledger that can be written");
  } else if (number("PRAGMA application_id") != ledger_id || number("PRAGMA user_version") != ledger_format) {
    throw BadInput(fmt::format("ledger: {}: expected a ledger of releases, given another SQLite file", file_));
  }
  Statement q(db_, "SELECT epsilon, delta FROM budget");
  const auto epsilon = q.row() ? Rational::parse(q.word(0)) : std::nullopt;
  const auto delta = epsilon ? Rational::parse(q.word(1)) : std::nullopt;
  if (!delta) throw BadInput(fmt::format("ledger: {}: expected a budget, given a row that cannot be read", file_));
  budget_ = {*epsilon, *delta};
  if (budget && (budget->epsilon != budget_.epsilon || budget->delta != budget_.delta))
    throw BadInput(fmt::format("release: --budget: expected {},{}, with which the ledger was begun, given {},{}",
                               decimal_text(budget_.epsilon), decimal_text(budget_.delta),
                               decimal_text(budget->epsilon), decimal_text(budget->delta)));
  (void)q.row();  // to its end, so that the transaction can end
  run("COMMIT");
}

std::vector<LedgerRow> Ledger::rows() {
  std::vector<LedgerRow> out;
  Statement q(db_, "SELECT id, made, mechanism, parameters, curve FROM releases ORDER BY id");
  while (q.row()) {
    LedgerRow row{q.integer(0), q.word(1), q.word(2), q.word(3), {}};
    std::istringstream curve(q.word(4));
    for (std::string word; curve >> word;) {
      row.curve.push_back(word == "inf" ? std::nullopt : Rational::parse(word));
      if (word != "inf" && (!row.curve.back() || row.curve.back()->sign() < 0)) row.curve.clear();
    }
    if (row.curve.size() != finite_orders().size() + 1)
      throw BadInput(fmt::format("ledger: {}: expected divergences at {} orders in release {}, given something else",
                                 file_, finite_orders().size() + 1, row.id));
    out.push_back(std::move(row));
  }
  if (!q.done()) fail("expected releases that can be read");
  return out;
}

LedgerSpent Ledger::spend(const LedgerRow& row) {
  run("BEGIN IMMEDIATE");  // from here on no other process writes
  std::vector<LedgerRow> all = rows();
  all.push_back(row);
  const auto epsilon = composed_epsilon(all, budget_.delta);
  if (!epsilon || *epsilon > budget_.epsilon) {
    run("ROLLBACK");
    return {0, epsilon};
  }
  {
    Statement q(
        db_,
        "INSERT INTO releases (made, mechanism, parameters, curve) VALUES (strftime('%Y-%m-%dT%H:%M:%SZ'), ?, ?, ?)");
    q.text(row.mechanism).text(row.parameters).text(curve_text(row.curve)).row();
    if (!q.done()) fail("expected a ledger that can be written");
  }
  const std::int64_t id = sqlite3_last_insert_rowid(db_);
  run("COMMIT");
  return {id, epsilon};
}

}  // namespace dpcert::cli
