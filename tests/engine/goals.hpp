// What the tests of the engine share: goals from texts, and values of expressions at exact points.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/language/enclose.hpp"
#include "dpcert/language/statement.hpp"
#include "verify/engine/goal/goal.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::verify {

/// The goal of conclusion k (from 0) of a statement.
inline Goal goal_of(std::string_view text, std::size_t k = 0) {
  const Instance i = parse_statement(text).instance();
  return {Context(i), i.conclusions.at(k)};
}

/// "x in [0, 1], y in (0, inf); x > 1/2": declarations and hypotheses in short, for contexts.
inline Context context_of(std::string_view declarations) {
  return Context(parse_statement(std::string(declarations) + "\nprove 1 > 0").instance());
}

/// An expression over the names of a context.
inline Expr read(std::string_view text, const Context& c) {
  Instance i;
  i.variables = c.variables();
  i.functions = c.functions();
  return parse_expression(text, i);
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// What the checker rejected on the way: a defect of the prover even where the verdict is right.
inline std::string rejections(const Decision& d) {
  std::string text;
  for (const auto& r : d.rejected)
    text += "line " + std::to_string(r.line) + ": " + r.reason + "\n" + r.certificate + "\n";
  return text;
}

}  // namespace dpcert::verify
