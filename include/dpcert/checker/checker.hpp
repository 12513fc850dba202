// The independent certificate checker. It reads a certificate (docs/certificate-format.md) and decides whether the
// evidence in it proves what its verdict says. It trusts Arb, FLINT's integers and rationals, zlib, OpenSSL's SHA-256
// and itself; it shares no code with the rest of the project and rejects whatever it does not understand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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
  std::string part;            // of the domain, as in `proved_on`; empty: all of it
  std::string least, most, at;
};

// Why a certificate is not accepted. The reason in words is for people.
enum class Failure : char {
  none,            // it is accepted
  unreadable,      // no certificate, truncated, damaged, or a digest that does not fit
  rejected,        // what is written is not understood, or does not prove what it should
  undefined_goal,  // a conclusion, or the relation of a goal on the way, is not known to be defined
  conditional,     // all of it holds if the statements in `uses` do: by itself it proves nothing, see `close`
  work_limit,      // a line of it, or all of it, takes more work than the format allows
  stopped,         // the caller had it stopped, or memory ran out: this says nothing of the certificate
};

// A statement that a certificate quotes and takes for true.
struct Use {
  std::string id;         // what its proof lines call it; says nothing of what it is
  std::string statement;  // verbatim
};

struct Result {
  // The evidence proves the verdict and rests on nothing else. A certificate that uses other statements is never
  // accepted by itself, however good its lines are: its failure is `conditional`, and `close` says what it is worth.
  bool accepted = false;  // false: see `failure` and `reason`
  Failure failure = Failure::unreadable;
  bool readable = false;               // false: not a certificate, truncated, damaged, or a digest that does not fit
  std::string claim;                   // the ledger id, or empty
  std::string verdict;                 // "proved", "proved-on" or "refuted"
  std::string statement;               // verbatim, to be compared with the catalogue by the caller
  std::vector<Use> uses;               // what it rests on, in the order of the text
  std::vector<std::string> proved_on;  // one entry a restriction: "d=3", "x in [1/2, 3)"
  std::size_t lines = 0;               // proof lines read
  std::size_t line = 0;                // number (from 1) of the line of the certificate at which it was rejected, or 0
  std::string reason;                  // why it was rejected
  std::vector<std::string> rules;      // names of the rules used, sorted, unique
  std::string counterexample;          // refuted: the assignments as text
  std::vector<Tightness> tightness;    // one entry a `tightness` section
  // Units of work in the sense of docs/certificate-format.md ("Limits"): of all, and of the line that took the most.
  std::uint64_t work = 0, most_work_of_a_line = 0;
  // Every line of it is right, and the verdict follows from `uses`, whose proofs are for other certificates.
  bool conditional() const { return failure == Failure::conditional; }
};

// Checks one certificate, plain or gzip. Deterministic; never throws, aborts or prints. `stop`, if there is one, is
// asked some ten times a second or more often, and ends the check by saying true.
Result check(std::string_view bytes, const std::function<bool()>& stop = {});

// What a certificate is worth in the company of others.
struct Standing {
  bool accepted = false;             // by itself, or as all that it uses is proved by certificates that are, too
  std::vector<std::string> missing;  // conditional, not accepted: the ids of the uses that nothing accepted proves
  std::vector<std::string> circle;   // ids on a way from its uses back to its own statement; empty: there is none
};

// Closes a set of checked certificates, in their order. A use is proved by a certificate of the set that is accepted,
// whose verdict is `proved`, and whose statement is the same text, byte for byte; ids do not matter. What is accepted
// is the least that follows so, hence nothing by a circle.
std::vector<Standing> close(const std::vector<const Result*>& set);

}  // namespace dpcert::checker
