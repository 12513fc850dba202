// Running one RapidCheck property quietly and replayably.
#pragma once

#include <rapidcheck.h>

#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "dpcert/properties/suite.hpp"

namespace dpcert::properties {

SuiteResult run_checked(std::string_view name, const Options& options, const rc::detail::Property& property);
/// The same of a body that draws all that it needs itself. What RapidCheck makes of one is some ten kilobytes of code:
/// behind std::function it is made once, not once a suite.
SuiteResult run_body(std::string_view name, const Options& options, std::function<void()> body);

/// Runs `property` (a callable that draws from generators with * and asserts with RC_ASSERT) on options.cases random
/// cases. The replay string is `name:` and RapidCheck's state in hexadecimal.
template <class Property>
SuiteResult run_property(std::string_view name, const Options& options, Property&& property) {
  if constexpr (requires {
                  { property() } -> std::same_as<void>;
                }) {
    return run_body(name, options, std::forward<Property>(property));
  } else {
    return run_checked(name, options, rc::detail::toProperty(std::forward<Property>(property)));
  }
}

/// A named suite of this library.
struct Suite {
  std::string_view name, description;
  SuiteResult (*run)(std::string_view name, const Options& options);
};

}  // namespace dpcert::properties
