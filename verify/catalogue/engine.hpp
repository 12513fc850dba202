// The engine as a Certifier: hands a claim file's statement and hints to the kernel and turns its decision into a
// record.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/scalar/rational.hpp"
#include "verify/catalogue/certifier.hpp"

namespace dpcert::catalogue {

/// What the `#!` lines of a claim file propose. Nothing of it is believed: the kernel tries it, the checker decides.
struct Hints {
  std::map<std::size_t, std::vector<std::string>> proofs;  ///< conclusion (from 1) -> proof lines
  std::vector<std::map<std::string, Rational>> points;     ///< of `inhabited` and `refute`
  std::vector<std::vector<std::string>> interpretations;   ///< "g(x) = beta(2 + x, 4)"
};

/// Reads the hints. Throws dpcert::Error with file and line for a directive that cannot be read.
Hints read_hints(const FormalStatement& formal);

/// For each conclusion of a claim text, in order, whether its relation is written with the smaller side first (`<=`,
/// `<`). The kernel turns relations round to `>=` and `>`; reports speak of left and right as written. Conclusions with
/// `for` count once.
std::vector<bool> written_smaller_first(std::string_view claim_text);

std::unique_ptr<Certifier> make_engine();

}  // namespace dpcert::catalogue
