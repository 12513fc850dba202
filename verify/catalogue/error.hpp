// How this library fails: one exception type with a one-line message of file, line, field, and what was expected.
#pragma once

#include <stdexcept>
#include <string>

namespace dpcert::catalogue {

[[noreturn]] inline void fail(const std::string& message) { throw std::runtime_error(message); }

}  // namespace dpcert::catalogue
