// A statement of the language as a property: a case is a point of its domain, drawn from choices, so that it is
// replayed, stored, directed and shrunk like any other (check.hpp). The hypotheses and conclusions are decided in
// balls.
//
//   const auto s = dpcert::verify::parse_statement("var x in [0, 1]\nprove x*(1 - x) <= 1/4\n");
//   const auto r = check("mine.statement", statement_property(s), {.cases = 1000, .directed = 500});
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/language/evidence.hpp"
#include "dpcert/language/statement.hpp"
#include "dpcert/properties/check.hpp"

namespace dpcert::properties {

struct StatementOptions {
  /// For its arbitrary functions, in certificate syntax ("g(x) = beta(2 + x, 4)"), besides families of our own.
  std::vector<verify::Interpretation> functions{};
  /// Where half of the points are drawn: boxes with closed rational ends, by the names of the variables.
  std::vector<std::map<std::string, std::pair<Rational, Rational>>> boxes{};
  /// One with a `dim` is tried at this many of its least values.
  std::size_t dimensions = 3;
};

/// A case rejects points at which a hypothesis fails or is not decided, fails where a conclusion is certainly false
/// (both sides defined, at 4096 bits at most), notes the point, and scores the least slack of an inequality, turned
/// round. Labels: where the point lies. May be used from several threads. Throws dpcert::Error (bad_input) for a
/// statement whose hypotheses or conclusions have quantifiers over formulas, or connectives.
Property statement_property(const verify::Statement& statement, const StatementOptions& options = {});

}  // namespace dpcert::properties
