// Running one RapidCheck property quietly and replayably.
#pragma once

#include <rapidcheck.h>

#include <string>
#include <string_view>
#include <utility>

#include "dpcert/properties/suite.hpp"

namespace dpcert::properties {

SuiteResult run_checked(std::string_view name, const Options& options, const rc::detail::Property& property);

/// Runs `property` (a callable that draws from generators with * and asserts with RC_ASSERT) on options.cases random
/// cases. The replay string is `name:` and RapidCheck's state in hexadecimal.
template <class Property>
SuiteResult run_property(std::string_view name, const Options& options, Property&& property) {
  return run_checked(name, options, rc::detail::toProperty(std::forward<Property>(property)));
}

/// A named suite of this library.
struct Suite {
  std::string_view name, description;
  SuiteResult (*run)(std::string_view name, const Options& options);
};

}  // namespace dpcert::properties
