#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "cli/text.hpp"

namespace dpcert::cli {

ProgressLine::ProgressLine(bool quiet, std::size_t total)
    : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1), total_(total) {}

ProgressLine::~ProgressLine() { erase(); }

void ProgressLine::finish() {
  const std::lock_guard lock(mutex_);
  erase();
}

void ProgressLine::erase() {
  if (!quiet_ && terminal_ && drawn_ != std::chrono::steady_clock::time_point{}) std::fputs("\r\033[K", stderr);
  drawn_ = {};
}

void ProgressLine::done(const std::string& event) {
  const std::lock_guard lock(mutex_);
  ++done_;
  if (quiet_) return;
  if (!terminal_) {
    if (!event.empty()) fmt::print(stderr, "[{}/{}] {}\n", done_, total_, event);
    return;
  }
  draw();
}

void ProgressLine::doing(const std::string& what) {
  const std::lock_guard lock(mutex_);
  what_ = what;
  if (quiet_) return;
  if (terminal_) return draw();
  const auto now = std::chrono::steady_clock::now();
  if (now - said_ < std::chrono::seconds(5)) return;
  said_ = now;
  fmt::print(stderr, "[{}/{}] {}\n", done_, total_, what_);
}

void ProgressLine::at(std::size_t done, const std::string& what) {
  const std::lock_guard lock(mutex_);
  done_ = done;
  if (quiet_) return;
  if (terminal_) {
    what_ = what;
    draw();
    return;
  }
  constexpr std::chrono::seconds between(5);
  const auto now = std::chrono::steady_clock::now();
  if (now - said_ < between) return;
  said_ = now;
  fmt::print(stderr, "{:.0f}%  {}\n", total_ ? 100.0 * static_cast<double>(done) / static_cast<double>(total_) : 0.0,
             what);
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

std::string progress_text(const std::string& what, const catalogue::Progress& progress) {
  std::string text = what;
  if (!progress.stage.empty()) text += " " + progress.stage;
  text += fmt::format(" {:.0f}%", std::floor(100 * progress.share));
  if (progress.boxes_per_second > 0) text += fmt::format(" {:.2g} boxes/s", progress.boxes_per_second);
  if (std::isfinite(progress.worst_margin) && progress.worst_margin != 0)
    text += fmt::format(" margin {:.1e}", progress.worst_margin);
  return text;
}

}  // namespace dpcert::cli
