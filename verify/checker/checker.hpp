// The independent certificate checker. It reads a certificate (docs/certificate-format.md) and decides whether the
// evidence in it proves what its verdict says. It trusts Arb, FLINT's integers and rationals, zlib, OpenSSL's SHA-256
// and itself; it shares no code with the rest of the project and rejects whatever it does not understand.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dpcert::checker {

// Bits that a proof line may ask for. A line of a few letters must not cost minutes: at 16,384 bits the dearest
// functions (digamma, polygamma) take about a quarter of a second, at 65,536 bits ten.
constexpr long min_precision = 32, max_precision = 16384;

// The least value of lhs - rhs of a conclusion over the domain lies in [least, most]; it is at most `most` at `at`. Or
// the greatest ratio of the side with the smaller absolute value to the other does; it is at least `least` at `at`.
struct Tightness {
  bool ratio = false;
  std::size_t conclusion = 0;  // from 1
  std::string least, most, at;
};

struct Result {
  bool accepted = false;               // false: rejected, see `reason`
  bool readable = false;               // false: not a certificate, truncated, damaged, or a digest that does not fit
  std::string claim;                   // the ledger id, or empty
  std::string verdict;                 // "proved", "proved-on" or "refuted"
  std::string statement;               // verbatim, to be compared with the catalogue by the caller
  std::vector<std::string> proved_on;  // one entry a restriction: "d=3", "x in [1/2, 3)"
  std::size_t lines = 0;               // proof lines read
  std::size_t line = 0;                // number (from 1) of the line of the certificate at which it was rejected, or 0
  std::string reason;                  // why it was rejected
  std::vector<std::string> rules;      // names of the rules used, sorted, unique
  std::string counterexample;          // refuted: the assignments as text
  std::vector<Tightness> tightness;    // one entry a `tightness` section
};

// Checks one certificate, plain or gzip. Deterministic; never throws, aborts or prints.
Result check(std::string_view bytes);

}  // namespace dpcert::checker
