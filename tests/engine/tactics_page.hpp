// How docs/tactics.md is made, for the program that writes it (bench/tactics_table.cpp) and the test that holds it to
// the prover.
#pragma once

#include <map>
#include <string>

#include "verify/kernel/decide.hpp"

namespace dpcert::verify {

/// Budgets that the page is made with. The time limit is far away: what is on the page must not depend on the machine.
inline DecideOptions tactics_page_options() {
  DecideOptions o;
  o.time_limit = std::chrono::duration<double>(3600);
  o.tightness_boxes = 0;
  return o;
}

/// "factors, monotonicity": in order of their names.
inline std::string names_of(const std::map<std::string, std::size_t>& tactics) {
  std::string text;
  for (const auto& [name, count] : tactics) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// The page's row for a problem of bench/problems.
inline std::string problem_row(const std::string& problem, const Decision& d) {
  return "| [" + problem + "](../bench/problems/" + problem + ".claim) | " + std::string(name(d.verdict)) + " | " +
         names_of(d.tactics) + " |";
}

}  // namespace dpcert::verify
