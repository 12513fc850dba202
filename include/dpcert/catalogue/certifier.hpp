// The seam between the command line and the engine.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "dpcert/catalogue/record.hpp"

namespace dpcert::catalogue {

class Store;

struct Progress {
  double share = 0;  ///< of the domain proved, 0 to 1
  double boxes_per_second = 0;
  double worst_margin = 0;  ///< least certified slack so far
  std::string stage;
};

struct Options {
  std::uint64_t seed = 1;
  unsigned threads = 0;  ///< 0: as many as the machine has
  int precision = 0;     ///< least bits to start from; 0: the engine's choice
  /// For each statement. Verdicts come from counted work, which ends long before: this is for what nobody foresaw.
  std::chrono::duration<double> time_limit{1200};
  std::size_t max_boxes = 200'000;     ///< for each numeric proof attempt
  Store* store = nullptr;              ///< of earlier results; may be none
  bool fresh = false;                  ///< use nothing of the store, but put results into it
  std::filesystem::path certificates;  ///< folder the certificates go to; it exists. Empty: none are written
  std::string certificate_prefix;      ///< put before the file's name in `ClaimRecord::certificate`
  std::size_t points = 0;              ///< at which each statement is tried besides; 0: at none
  /// Between two saved states of a long box search; saving takes a twentieth of the time at most, whatever this says.
  std::chrono::duration<double> save_every{0.25};
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const Progress&)> progress;

  bool stopping() const { return stop && stop->load(std::memory_order_relaxed); }
};

/// Decides one claim by itself, whatever it leans on: `run_claims` sees to that. Called from several threads at once.
struct Certifier {
  virtual ~Certifier() = default;
  virtual ClaimRecord certify(const CatalogueEntry& entry, const Options& options) = 0;
};

/// The record of an entry before anything was tried: ids, texts, verdict open.
ClaimRecord blank_record(const CatalogueEntry& entry);

/// Verdicts that need no engine: `definition`, `assumed`, and `open` for what is declared open, of a formal statement
/// of an entry (its own or the corrected one; `kind` is the ledger's). Nothing if there is a statement to decide.
std::optional<Finding> settled_without_engine(const FormalStatement& formal, std::string_view kind);

/// The same for the entry itself, `open` also for what is not formalised.
std::optional<ClaimRecord> settled_without_engine(const CatalogueEntry& entry);

}  // namespace dpcert::catalogue
