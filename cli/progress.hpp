// Progress on stderr: one line that is drawn again on a terminal, a line an event otherwise, nothing with --quiet.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

#include "dpcert/catalogue/certifier.hpp"

namespace dpcert::cli {

/// To be used from any thread.
class ProgressLine {
 public:
  ProgressLine(bool quiet, std::size_t total);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// One more of `total` is done; `event` is what is said of it where there is no terminal (nothing if empty).
  void done(const std::string& event);
  /// What is going on: drawn again a few times a second on a terminal, a line every few seconds elsewhere.
  void doing(const std::string& what);
  /// So much of `total` is done by now; where there is no terminal a line every few seconds.
  void at(std::size_t done, const std::string& what);
  /// Removes what was drawn.
  void finish();

 private:
  void erase();
  void draw();
  std::mutex mutex_;  // of what follows
  bool quiet_, terminal_;
  std::size_t total_, done_ = 0;
  std::string what_;
  std::chrono::steady_clock::time_point drawn_{}, said_ = std::chrono::steady_clock::now();
};

/// "WHAT 63% 1.2e+05 boxes/s margin 1.0e-04".
std::string progress_text(const std::string& what, const catalogue::Progress& progress);

}  // namespace dpcert::cli
