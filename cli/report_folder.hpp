// Where a run of `certify` puts its report in OUT, so that nothing is lost that an earlier run found: a run never takes
// the place of a report that holds claims which it does not decide itself (docs/store.md).
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "dpcert/catalogue/record.hpp"

namespace dpcert::cli {

/// One run at a time in a folder. The kernel gives the lock free when its process ends, however that ends.
class RunLock {
 public:
  RunLock() = default;
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;
  /// Waits for another run in `out`, which one line on stderr says unless `quiet`. False: interrupted while waiting.
  bool acquire(const std::filesystem::path& out, bool quiet);

 private:
  int file_ = -1;
};

class ReportFolder {
 public:
  /// `name`: of the selection, empty for the whole catalogue; `claims`: the ids that are asked for.
  ReportFolder(const std::filesystem::path& out, const std::string& name, const std::set<std::string>& claims);

  /// Where the run writes, from its first claim on. A report that is there already stays as it is until this run ends.
  const std::filesystem::path& working() const { return working_; }
  /// To be called once, with the run that was written last: puts it where it belongs and returns that folder.
  std::filesystem::path publish(const catalogue::RunSummary& run);
  /// The earlier report that an interrupted run did not replace; empty otherwise.
  const std::filesystem::path& kept() const { return kept_; }

 private:
  bool whole_;
  std::filesystem::path final_, working_, kept_;
};

/// A part of a file name for what was asked for, such as "renyi.lemma1.all"; empty for the whole catalogue.
std::string selection_name(const std::vector<std::string>& patterns, const std::string& paper);

}  // namespace dpcert::cli
