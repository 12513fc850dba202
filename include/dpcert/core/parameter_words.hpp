// The parameters of mechanisms by name: one list for `eval`, `audit`, `calibrate`, `release`, `witness` and deployment
// files, with what each name means. docs/parameters.md shows it; a test compares the two.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dpcert {

struct ParameterWord {
  std::string_view name;
  std::string_view meaning;
};
/// All of them, in the order of the documentation.
std::span<const ParameterWord> parameter_words();
/// Null if there is no such parameter.
const ParameterWord* find_parameter_word(std::string_view name);

/// What a parameter that somebody calls `name` is called instead, among those that `known` accepts; nothing if `name`
/// stands for none of them. Spellings that are no parameter of the mechanism at hand are looked up here before they are
/// refused, so that the refusal says the right name.
std::optional<std::string_view> parameter_called(std::string_view name,
                                                 const std::function<bool(std::string_view)>& known);
/// "the parameter under its name 'prior' (MEANING)": what a refusal of another spelling expects.
std::string expected_instead(std::string_view name);

}  // namespace dpcert
