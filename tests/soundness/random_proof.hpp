// Proofs by random lines.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "dpcert/checker/checker.hpp"
#include "tests/seal.hpp"

namespace dpcert::soundness {

inline long lines_of(const std::string& s) { return static_cast<long>(std::count(s.begin(), s.end(), '\n')); }

/// `proof` and up to `rounds` more lines, each the first of `tries` that the checker takes: the whole as soon as it is
/// a proof of what `head` says, perhaps by statements that it uses; nothing otherwise. `asked` counts the lines.
inline std::optional<std::string> random_proof(const std::string& head, std::string proof, int rounds, int tries,
                                               std::size_t& asked, const std::function<std::string()>& next) {
  for (int round = 0; round < rounds; ++round) {
    bool more = false;
    for (int t = 0; t < tries && !more; ++t) {
      const std::string longer = proof + next();
      ++asked;
      const checker::Result r = checker::check(test::sealed(head + longer));
      if (r.accepted || r.conditional()) return longer;
      // Taken so far: all lines were read, and a goal is left.
      more = r.lines == static_cast<std::size_t>(lines_of(longer)) && r.failure == checker::Failure::rejected;
      if (more) proof = longer;
    }
    if (!more) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace dpcert::soundness
