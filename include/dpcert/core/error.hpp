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
  syntax,            ///< a statement or an expression that cannot be read: verify::SyntaxError
  configuration,     ///< a deployment's file that cannot be used: deployment::ConfigError
  effort,            ///< the limit on an evaluation's work was passed, or it was stopped: EffortExhausted
  unsupported,       ///< the operation is not offered for these arguments, or not on this system
  internal,          ///< a broken invariant of the library itself
};

std::string_view to_string(ErrorCode code);

/// What the library throws, itself or one of the three classes named above, which are Errors with more to tell: where,
/// what was expected, what was given. The library never prints and never aborts. What else may leave it: exceptions of
/// functions that a caller handed in, and std::bad_alloc.
class Error : public std::runtime_error {
 public:
  /// what() is "WHERE: expected EXPECTED, given GIVEN".
  Error(ErrorCode code, std::string_view where, std::string_view expected, std::string_view given);

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  /// Empty in the classes that derive from this one.
  [[nodiscard]] const std::string& expected() const noexcept { return expected_; }
  /// Empty in the classes that derive from this one.
  [[nodiscard]] const std::string& given() const noexcept { return given_; }

 protected:
  /// For the classes that derive from this one: what() is `what`.
  Error(ErrorCode code, const std::string& what) : std::runtime_error(what), code_(code) {}

 private:
  ErrorCode code_;
  std::string where_, expected_, given_;
};

}  // namespace dpcert
