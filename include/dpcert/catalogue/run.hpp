// Runs a certifier over many claims: in parallel over claims, interruptible, with what is finished handed out at
// intervals.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/certifier.hpp"

namespace dpcert::catalogue {

struct RunOptions {
  Options claim;         ///< handed to the certifier; `claim.stop` interrupts the run
  unsigned threads = 0;  ///< claims worked on at the same time; 0: as many as the machine has threads
  std::chrono::milliseconds interval{10'000};  ///< between two calls of `checkpoint`

  /// Called from one thread at a time.
  std::function<void(const ClaimRecord&)> finished;
  std::function<void(const std::string& id, const Progress&)> progress;
  std::function<void(const RunSummary&)> checkpoint;
  /// Called once if claims in hand do not come back within `grace` after an interruption. A program may end here;
  /// otherwise the run goes on waiting for them.
  std::function<void(const RunSummary&)> overdue;
  std::chrono::milliseconds grace{5'000};

  /// Other work, called once: of several threads one does it before it takes claims, a single one after the claims, and
  /// not after an interruption.
  std::function<void()> beside;
};

/// Records in the order of `entries`, whatever the number of threads. An exception of the certifier makes its claim
/// `open` with the message as the reason. What the entries lean on (`#! uses`) is decided with them, before them, but
/// gets no record of its own unless asked for. After an interruption the claims not decided by then, or that lean on
/// one not decided, are missing from the result.
RunSummary run_claims(const Catalogue& catalogue, std::span<const CatalogueEntry* const> entries, Certifier& certifier,
                      const RunOptions& options);

}  // namespace dpcert::catalogue
