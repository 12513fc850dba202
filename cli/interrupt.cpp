#include "cli/interrupt.hpp"

#include <csignal>

namespace dpcert::cli {

namespace {
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

extern "C" void on_signal(int signal) {
  interrupted.store(true);
  std::signal(signal, SIG_DFL);
}
}  // namespace

const std::atomic<bool>& interruption() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  return interrupted;
}

}  // namespace dpcert::cli
