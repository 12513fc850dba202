#include "dpcert/core/error.hpp"

namespace dpcert {

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::domain:
      return "domain";
    case ErrorCode::division_by_zero:
      return "division by zero";
    case ErrorCode::inexact:
      return "inexact";
    case ErrorCode::precision:
      return "precision";
    case ErrorCode::bad_input:
      return "bad input";
    case ErrorCode::syntax:
      return "syntax";
    case ErrorCode::configuration:
      return "configuration";
    case ErrorCode::effort:
      return "effort";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::internal:
      return "internal";
  }
  return "unknown";
}

namespace {
std::string message(std::string_view where, std::string_view expected, std::string_view given) {
  std::string text(where);
  text.append(": expected ").append(expected).append(", given ").append(given);
  return text;
}
}  // namespace

Error::Error(ErrorCode code, std::string_view where, std::string_view expected, std::string_view given)
    : std::runtime_error(message(where, expected, given)),
      code_(code),
      where_(where),
      expected_(expected),
      given_(given) {}

}  // namespace dpcert
