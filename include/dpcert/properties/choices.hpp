// The source of a property's choices: a sequence of whole numbers from which every generated value is made. What is
// recorded is the sequence, so a case is replayed from it on any machine and with any standard library, and shrunk by
// making the sequence shorter and its numbers smaller: a generator never leaves its domain while it is shrunk.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/core/rational.hpp"
#include "dpcert/families/laws.hpp"

namespace dpcert::properties {

/// A recorded sequence, first choice first.
using Sequence = std::vector<std::uint64_t>;

/// Choices made at random (xoshiro256** whose state splitmix64 fills) or read back from a sequence.
class Choices {
 public:
  /// Random choices: the same seed gives the same ones everywhere.
  explicit Choices(std::uint64_t seed);
  /// The choices of a sequence; a number above what is asked for is lowered to it, and after the end all are 0.
  explicit Choices(Sequence sequence);

  /// Uniform on {0, ..., most}. 0 must stand for the simplest value: shrinking lowers choices.
  std::uint64_t up_to(std::uint64_t most);
  /// What was chosen so far.
  [[nodiscard]] const Sequence& made() const { return made_; }

 private:
  std::uint64_t next();

  std::array<std::uint64_t, 4> state_{};
  Sequence given_, made_;
  bool replaying_ = false;
};

/// "1f.0.3": the choices in hexadecimal, "-" if there are none.
std::string to_text(const Sequence& sequence);
/// Reads what to_text writes. Throws dpcert::Error (bad_input) for anything else.
Sequence sequence_from_text(std::string_view text);

/// Two data sets of one size that differ in one record at most; records are 0, ..., categories - 1.
struct DataPair {
  std::vector<int> data, other;
};

// Generators. Each draws from `choices`, stays inside the domain that it names, and throws dpcert::Error (bad_input)
// for an empty one. All values are exact; no function of the standard mathematics library is asked.

/// Uniform on the whole numbers of [lo, hi]; shrinks to the one nearest to 0.
std::int64_t draw_integer(Choices& choices, std::int64_t lo, std::int64_t hi);
/// Uniform on [lo, hi], half of the draws rounded to a simple rational nearby; shrinks to rationals of small
/// denominator and to lo.
Rational draw_uniform(Choices& choices, const Rational& lo, const Rational& hi);
/// 0 < lo <= hi: a power of two first, each of the range as likely, then uniform up to the next one.
Rational draw_magnitude(Choices& choices, const Rational& lo, const Rational& hi);
/// On [lo, hi]: an end, within 2^-k of the width from an end, or uniform; shrinks to lo.
Rational draw_near_ends(Choices& choices, const Rational& lo, const Rational& hi);
/// The finite double that is at most `ulps` (up to 2^31) steps of the format away from `centre`, exactly; shrinks to
/// it.
Rational draw_ulps(Choices& choices, double centre, std::uint64_t ulps);
/// An order of (0, most] that is not 1; most > 1. Half of them are within 2^-40 to 1/2 of 1.
Rational draw_order(Choices& choices, const Rational& most);
/// `size` numbers that are not negative and whose sum is exactly 1; shrinks to (1, 0, ..., 0).
std::vector<Rational> draw_simplex(Choices& choices, std::size_t size);
/// A law with `size` counts in [lo, hi], 0 < lo, of many magnitudes.
Dirichlet<Rational> draw_law(Choices& choices, std::size_t size, const Rational& lo, const Rational& hi);
/// 1 to `most` records, one of which is replaced in `other` by another category.
DataPair draw_neighbours(Choices& choices, int categories, int most);

}  // namespace dpcert::properties
