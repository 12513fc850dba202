// The one error type of the library.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace dpcert {

enum class ErrorCode {
  domain,            ///< an argument lies outside the domain of a function
  division_by_zero,  ///< the divisor is zero
  inexact,           ///< an exact type was asked for a value it cannot represent
  precision,         ///< a working precision outside [min_precision, max_precision]
  bad_input,         ///< malformed text, a wrong shape, an empty range
  unsupported,       ///< the operation is not offered for these arguments
  internal,          ///< a broken invariant of the library itself
};

std::string_view to_string(ErrorCode code);

/// What the library throws: where, what was expected, what was given. The library never prints and never aborts.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, std::string_view where, std::string_view expected, std::string_view given);

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] const std::string& expected() const noexcept { return expected_; }
  [[nodiscard]] const std::string& given() const noexcept { return given_; }

 private:
  ErrorCode code_;
  std::string where_, expected_, given_;
};

}  // namespace dpcert
