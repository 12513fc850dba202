#include "dpcert/catalogue/run.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <unordered_map>

#include "dpcert/catalogue/uses.hpp"
#include "src/core/work.hpp"
#include "verify/support/clock.hpp"
#include "verify/support/threads.hpp"

namespace dpcert::catalogue {

namespace {

using Clock = std::chrono::steady_clock;

/// One run. The threads of the crew take entries one after another; the caller's thread waits for them and hands out
/// what is finished. Whatever both touch is behind one mutex.
class Run {
 public:
  Run(const Catalogue& catalogue, std::span<const CatalogueEntry* const> entries, Certifier& certifier,
      const RunOptions& options)
      : entries_(entries),
        certifier_(certifier),
        options_(options),
        results_(entries.size()),
        grounds_(missing_grounds(catalogue, {entries.begin(), entries.end()})),
        leaning_(catalogue, [this](const CatalogueEntry& entry, bool) { return decided(entry.ledger.id); }) {
    for (const CatalogueEntry& ground : grounds_) tasks_.push_back(&ground);
    tasks_.insert(tasks_.end(), entries.begin(), entries.end());
  }

  RunSummary run() {
    {
      verify::Crew crew(verify::threads_for(options_.threads, tasks_.size()));
      const bool alone = crew.size() == 1;
      crew.start([this, alone](std::size_t thread) {
        if (thread == 0 && !alone) other_work();
        work();
        if (alone) other_work();
      });
      // Short waits, because an interruption raises a flag and nothing else.
      while (!crew.wait_for(std::min<std::chrono::milliseconds>(options_.interval, std::chrono::milliseconds(200))))
        look();
    }
    if (failure_) std::rethrow_exception(failure_);
    return snapshot();
  }

 private:
  const ClaimRecord* decided(const std::string& id) const {
    const auto at = decided_.find(id);
    return at == decided_.end() ? nullptr : &at->second;
  }

  /// What a thread of the crew does: one task after another.
  void work() {
    while (const CatalogueEntry* task = take()) {
      std::optional<ClaimRecord> record;
      try {
        record = decide(*task);
      } catch (...) {  // of a callback
        fail();
        return;
      }
      keep(*task, std::move(*record));
    }
  }

  void other_work() {
    {
      const std::lock_guard lock(mutex_);
      if (!options_.beside || options_.claim.stopping() || failure_) return;
    }
    try {
      options_.beside();
    } catch (...) {
      fail();
    }
  }

  const CatalogueEntry* take() {
    const std::lock_guard lock(mutex_);
    if (next_ == tasks_.size() || options_.claim.stopping() || failure_) return nullptr;
    return tasks_[next_++];
  }

  ClaimRecord decide(const CatalogueEntry& entry) {
    if (auto settled = settled_without_engine(entry); settled && !entry.repair) return *settled;
    Options claim = options_.claim;
    if (options_.progress)
      claim.progress = [this, id = entry.ledger.id](const Progress& progress) {
        const std::lock_guard lock(mutex_);
        options_.progress(id, progress);
      };
    const auto begin = Clock::now();
    ClaimRecord record = certified(entry, claim);
    if (record.seconds == 0) record.seconds = verify::seconds_since(begin);
    return record;
  }

  /// A defect of the certifier is told, and no reason to lose the other claims.
  ClaimRecord certified(const CatalogueEntry& entry, const Options& claim) {
    const auto failed = [&](const char* why) {
      ClaimRecord record = blank_record(entry);
      record.reason = std::string("error: ") + why;
      return record;
    };
    try {
      return certifier_.certify(entry, claim);
    } catch (const std::exception& problem) {
      return failed(problem.what());
    } catch (const OutOfWork& end) {
      return failed(end.what());
    }
  }

  void keep(const CatalogueEntry& task, ClaimRecord record) {
    const std::lock_guard lock(mutex_);
    // What is open after an interruption was not decided but given up: leave it out.
    if (record.verdict == Verdict::open && options_.claim.stopping()) return;
    decided_.emplace(task.ledger.id, std::move(record));
    settle_what_can_be();
  }

  /// With the mutex held: records of entries all of whose grounds are decided.
  void settle_what_can_be() {
    for (std::size_t i = 0; i < entries_.size() && !failure_; ++i) {
      if (results_[i] || !(results_[i] = leaning_.resolve(*entries_[i])) || !options_.finished) continue;
      try {
        options_.finished(*results_[i]);
      } catch (...) {
        failure_ = std::current_exception();
      }
    }
  }

  /// A callback threw: the run ends and the caller hears of it.
  void fail() {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
  }

  /// Now and then, from the caller's thread.
  void look() {
    {
      const std::lock_guard lock(mutex_);
      if (failure_) return;
    }
    const auto now = Clock::now();
    if (!stopped_ && options_.claim.stopping()) stopped_ = now;
    if (stopped_ && !told_ && now - *stopped_ >= options_.grace && options_.overdue) {
      told_ = true;
      hand_out(options_.overdue);
    } else if (options_.checkpoint && now - last_ >= options_.interval) {
      hand_out(options_.checkpoint);
      last_ = Clock::now();
    }
  }

  /// With the mutex released: writing a report must not hold up the threads.
  void hand_out(const std::function<void(const RunSummary&)>& callback) {
    const RunSummary partial = snapshot();
    try {
      callback(partial);
    } catch (...) {
      fail();
    }
  }

  RunSummary snapshot() {
    const std::lock_guard lock(mutex_);
    RunSummary run;
    for (const CatalogueEntry* entry : entries_) run.requested += entry->ledger.paper != base_group;
    for (const auto& result : results_)
      if (result) (result->paper == base_group ? run.base : run.claims).push_back(*result);
    run.interrupted = run.claims.size() + run.base.size() < entries_.size();
    run.seconds = verify::seconds_since(start_);
    tally(run);
    return run;
  }

  const Clock::time_point start_ = Clock::now();
  std::span<const CatalogueEntry* const> entries_;
  Certifier& certifier_;
  const RunOptions& options_;

  std::mutex mutex_;  // of what follows
  std::vector<std::optional<ClaimRecord>> results_;
  /// What is decided: the entries asked for, after what they lean on besides.
  const std::vector<CatalogueEntry> grounds_;
  std::vector<const CatalogueEntry*> tasks_;
  std::size_t next_ = 0;
  std::unordered_map<std::string, ClaimRecord> decided_;  // each by itself
  Leaning leaning_;
  std::exception_ptr failure_;

  // Of the caller's thread alone.
  Clock::time_point last_ = start_;
  std::optional<Clock::time_point> stopped_;
  bool told_ = false;
};

}  // namespace

RunSummary run_claims(const Catalogue& catalogue, std::span<const CatalogueEntry* const> entries, Certifier& certifier,
                      const RunOptions& options) {
  return Run(catalogue, entries, certifier, options).run();
}

}  // namespace dpcert::catalogue
