#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/text.hpp"

namespace dpcert::cli {

ProgressLine::ProgressLine(bool quiet, std::size_t total)
    : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1), total_(total) {}

ProgressLine::~ProgressLine() {
  if (!quiet_ && terminal_ && drawn_ != std::chrono::steady_clock::time_point{}) std::fputs("\r\033[K", stderr);
}

void ProgressLine::done(const std::string& event) {
  ++done_;
  if (quiet_) return;
  if (!terminal_) {
    if (!event.empty()) fmt::print(stderr, "[{}/{}] {}\n", done_, total_, event);
    return;
  }
  draw();
}

void ProgressLine::doing(const std::string& what) {
  what_ = what;
  if (!quiet_ && terminal_) draw();
}

void ProgressLine::draw() {
  const auto now = std::chrono::steady_clock::now();
  if (now - drawn_ < std::chrono::milliseconds(100) && done_ < total_) return;
  drawn_ = now;
  constexpr std::size_t width = 24;
  const std::size_t filled = total_ ? done_ * width / total_ : width;
  std::string bar;
  for (std::size_t i = 0; i < width; ++i) bar += i < filled ? "█" : "░";
  fmt::print(stderr, "\r\033[K{} {}/{}  {}", bar, done_, total_, clip(what_, 50));
  std::fflush(stderr);
}

}  // namespace dpcert::cli
