#include "dpcert/catalogue/run.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "dpcert/catalogue/uses.hpp"

namespace dpcert::catalogue {

RunSummary run_claims(const Catalogue& catalogue, std::span<const CatalogueEntry* const> entries, Certifier& certifier,
                      const RunOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::optional<ClaimRecord>> results(entries.size());
  // What is decided: the entries asked for, after what they lean on besides.
  const std::vector<CatalogueEntry> grounds = missing_grounds(catalogue, {entries.begin(), entries.end()});
  std::vector<const CatalogueEntry*> tasks;
  for (const CatalogueEntry& ground : grounds) tasks.push_back(&ground);
  tasks.insert(tasks.end(), entries.begin(), entries.end());
  std::unordered_map<std::string, ClaimRecord> decided;  // each by itself
  Leaning leaning(catalogue, [&](const CatalogueEntry& entry, bool) -> const ClaimRecord* {
    const auto at = decided.find(entry.ledger.id);
    return at == decided.end() ? nullptr : &at->second;
  });
  std::mutex mutex;
  std::condition_variable done;
  std::size_t next = 0;
  unsigned running = options.threads ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  running = static_cast<unsigned>(std::min<std::size_t>(running, std::max<std::size_t>(1, tasks.size())));
  std::exception_ptr failure;  // of a callback: the run ends and the caller hears of it

  const auto decide = [&](const CatalogueEntry& entry) {
    if (auto settled = settled_without_engine(entry); settled && !entry.repair) return *settled;
    Options claim = options.claim;
    if (options.progress)
      claim.progress = [&, id = entry.ledger.id](const Progress& progress) {
        const std::lock_guard lock(mutex);
        options.progress(id, progress);
      };
    const auto begin = std::chrono::steady_clock::now();
    ClaimRecord record;
    try {
      record = certifier.certify(entry, claim);
    } catch (const std::exception& problem) {
      record = blank_record(entry);
      record.reason = std::string("error: ") + problem.what();
    }
    if (record.seconds == 0)
      record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return record;
  };

  const auto settle_what_can_be = [&] {  // with the mutex held
    for (std::size_t i = 0; i < entries.size() && !failure; ++i) {
      if (results[i] || !(results[i] = leaning.resolve(*entries[i])) || !options.finished) continue;
      try {
        options.finished(*results[i]);
      } catch (...) {
        failure = std::current_exception();
      }
    }
  };

  const auto work = [&] {
    std::unique_lock lock(mutex);
    while (next < tasks.size() && !options.claim.stopping() && !failure) {
      const std::size_t mine = next++;
      lock.unlock();
      std::optional<ClaimRecord> record;
      std::exception_ptr problem;
      try {
        record = decide(*tasks[mine]);
      } catch (...) {
        problem = std::current_exception();
      }
      lock.lock();
      if (problem) {
        failure = problem;
      } else if (record->verdict != Verdict::open || !options.claim.stopping()) {
        // What is open after an interruption was not decided but given up: leave it out.
        decided.emplace(tasks[mine]->ledger.id, std::move(*record));
        settle_what_can_be();
      }
    }
    --running;
    done.notify_one();
  };

  const auto snapshot = [&] {  // with the mutex held
    RunSummary run;
    run.requested = entries.size();
    for (const auto& result : results)
      if (result) run.claims.push_back(*result);
    run.interrupted = run.claims.size() < entries.size();
    run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    tally(run);
    return run;
  };

  std::vector<std::jthread> workers;
  std::unique_lock lock(mutex);
  const unsigned count = running;
  for (unsigned i = 0; i < count; ++i) workers.emplace_back(work);
  // Hands a snapshot to a callback, with the mutex released: writing a report must not hold up the workers.
  const auto hand_out = [&](const std::function<void(const RunSummary&)>& callback) {
    const RunSummary partial = snapshot();
    lock.unlock();
    std::exception_ptr problem;
    try {
      callback(partial);
    } catch (...) {
      problem = std::current_exception();
    }
    lock.lock();
    if (problem) failure = problem;
  };
  using Clock = std::chrono::steady_clock;
  auto last = Clock::now();
  std::optional<Clock::time_point> stopped;
  bool told = false;
  while (running > 0) {
    // Short waits, because an interruption raises a flag and nothing else.
    if (done.wait_for(lock, std::min<std::chrono::milliseconds>(options.interval, std::chrono::milliseconds(200)),
                      [&] { return running == 0; }))
      break;
    if (failure) continue;
    const auto now = Clock::now();
    if (!stopped && options.claim.stopping()) stopped = now;
    if (stopped && !told && now - *stopped >= options.grace && options.overdue) {
      told = true;
      hand_out(options.overdue);
    } else if (options.checkpoint && now - last >= options.interval) {
      hand_out(options.checkpoint);
      last = Clock::now();
    }
  }
  RunSummary run = snapshot();
  lock.unlock();
  workers.clear();
  if (failure) std::rethrow_exception(failure);
  return run;
}

}  // namespace dpcert::catalogue
