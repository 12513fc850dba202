// What the tests of the statement language share: a context with a few names, and exact values of constant texts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dpcert/language/statement.hpp"

namespace dpcert::verify {

/// Variables x, y, z, eta[1], eta[2], an integer n and functions g(1), h(2).
inline Instance names() {
  Instance i;
  for (const char* name : {"x", "y", "z", "eta[1]", "eta[2]"}) i.variables.push_back({name, false, {}});
  i.variables.push_back({"n", true, {}});
  i.functions = {{"g", 1, false}, {"h", 2, false}};
  return i;
}
inline Expr read(std::string_view text) { return parse_expression(text, names()); }

/// The exact value of a constant text, as "p/q"; "none" if it is not rational.
inline std::string value_of(std::string_view text) {
  const auto q = rational_value(read(text));
  return q ? q->str() : "none";
}

/// The only instance of a text without `dim`.
inline Instance instance_of(std::string_view text, std::optional<long> dim = std::nullopt) {
  return parse_statement(text).instance(dim);
}

}  // namespace dpcert::verify
