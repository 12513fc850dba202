// What earlier runs found and how far unfinished proofs got: one SQLite file, OUT/store.sqlite (docs/store.md). Nothing
// that comes out of it is believed: a certificate goes to the checker again, and a row whose digest does not fit counts
// as absent. Several programs may use one file at the same time.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "dpcert/catalogue/record.hpp"

namespace dpcert::catalogue {

class Store {
 public:
  /// One line about a file that is damaged, locked for long, or cannot be written. Called from any thread.
  using Complaint = std::function<void(const std::string& line)>;

  /// Opens the file, or makes it. Never throws for what is wrong with the file: what can be saved of a damaged one goes
  /// into a new one and the damaged one is kept beside it; if nothing helps, everything is absent and nothing is kept.
  Store(const std::filesystem::path& file, Complaint complaint);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  struct Result {
    std::string statement;  ///< `statement_digest` of the question
    std::string claim;      ///< the ledger's id; empty for users' own
    Finding finding;
    std::string proof;            ///< the certificate behind its statement and before its digest; may be empty
    std::uint64_t max_boxes = 0;  ///< what was allowed
    bool complete = true;         ///< false: time ran out
  };
  std::optional<Result> find(const std::string& key);
  /// Also remembers the finding as the answer of its claim, if that has an id.
  void put(const std::string& key, const Result& result);
  void forget(const std::string& key);

  /// What the last run that asked about a claim, or about its corrected statement, was answered. Kept by the id and
  /// not by the key of the result: claims with one and the same statement share a result, and each has its answer.
  struct Answer {
    std::string statement;  ///< `statement_digest` of what was asked
    Finding finding;
  };
  void remember(const std::string& claim, const Answer& answer);
  std::optional<Answer> latest(const std::string& claim);

  /// States of unfinished searches: of a question, under keys of the engine's.
  std::optional<std::string> progress(const std::string& key, const std::string& search);
  void put_progress(const std::string& key, const std::string& search, const std::string& state);
  void drop_progress(const std::string& key);

 private:
  class Database;
  std::unique_ptr<Database> database_;
};

/// The digest of the sources that verdicts depend on; two programs with the same one answer alike.
std::string_view engine_version();

}  // namespace dpcert::catalogue
