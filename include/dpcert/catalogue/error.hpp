// How this library fails: dpcert::Error, with file and line in `where()`.
#pragma once

#include <string_view>

#include "dpcert/core/error.hpp"

namespace dpcert::catalogue {

[[noreturn]] inline void fail(std::string_view where, std::string_view expected, std::string_view given) {
  throw Error(ErrorCode::bad_input, where, expected, given);
}

}  // namespace dpcert::catalogue
