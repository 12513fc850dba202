// SIGINT and SIGTERM ask for an orderly end; a second one ends the program at once.
#pragma once

#include <atomic>

namespace dpcert::cli {

/// Installs the handlers and returns the flag that they raise.
const std::atomic<bool>& interruption();

}  // namespace dpcert::cli
