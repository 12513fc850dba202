// The effort that a certificate takes, counted and not timed: what is refused because it is too much is refused on
// every machine, under any load.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

namespace dpcert::checker {

// Thrown when a limit is reached. It is neither a Reject nor a std::exception, so that it passes wherever one is
// caught.
struct OutOfWork {
  enum class Limit : char { line, certificate } limit;
  const char* what() const {
    return limit == Limit::line ? "the work that a line of a certificate may take is used up"
                                : "the work that a certificate of this length may take is used up";
  }
};
// Thrown when the caller's `stop` says so.
struct Stopped {
  const char* what() const { return "stopped before the end"; }
};

// A unit is what takes about a microsecond or less: docs/certificate-format.md ("Limits") says what counts how much.
class Work {
 public:
  Work() = default;  // without limits
  Work(std::uint64_t most_of_a_line, std::uint64_t most, std::function<bool()> stop)
      : most_of_line_(most_of_a_line), most_of_all_(most), stop_(std::move(stop)) {}

  void add(std::uint64_t units) {
    done_ += units;
    if (done_ >= pause_) pause();
  }
  // A line of the certificate is read: what is done from here on is done for it.
  void next_line() {
    most_ = most_of_a_line();
    line_ = done_;
    pause();
  }
  std::uint64_t total() const { return done_; }
  std::uint64_t most_of_a_line() const { return std::max(most_, done_ - line_); }

 private:
  // Between two pauses nothing has to be compared but one number.
  void pause() {
    static constexpr std::uint64_t often = 50'000;
    if (done_ - line_ > most_of_line_) throw OutOfWork{OutOfWork::Limit::line};
    if (done_ > most_of_all_) throw OutOfWork{OutOfWork::Limit::certificate};
    if (stop_ && done_ >= asked_ + often) {
      asked_ = done_;
      if (stop_()) throw Stopped{};
    }
    pause_ = std::min({line_ + most_of_line_, most_of_all_, done_ + often}) + 1;
  }

  static constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 62;
  std::uint64_t most_of_line_ = kNoLimit, most_of_all_ = kNoLimit;
  std::function<bool()> stop_;
  std::uint64_t done_ = 0, line_ = 0, most_ = 0, pause_ = 0, asked_ = 0;  // line_: done_ when the line began
};

}  // namespace dpcert::checker
