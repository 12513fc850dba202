// Every number on which it depends whether a certificate is accepted, but for the precisions that a line may ask for
// (checker.hpp). docs/certificate-format.md has a table with a row for each of them; a test holds the two together.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dpcert::checker {

struct Limits {
  // The text. Bytes of a file, packed or not; bytes of a statement and of one line.
  static constexpr std::size_t file_bytes = std::size_t{1} << 30;
  static constexpr std::size_t text_bytes = 4 << 20;
  static constexpr std::size_t uses = 1000;  // statements that a certificate quotes besides its own
  // Units of work of a line, and of a certificate: so many, and so many more for every byte of its text.
  static constexpr std::uint64_t line_work = 40'000'000;
  static constexpr std::uint64_t certificate_work = 50'000'000;
  static constexpr std::uint64_t byte_work = 10'000;
  // Goals that wait for their proof, counted with their variables and hypotheses.
  static constexpr std::size_t pending = 1'000'000;
  // Tokens read of one text: macros, sums and families read theirs again. Parentheses and macros, one inside the other.
  static constexpr long tokens = 3'000'000;
  static constexpr int nesting = 200;
  static constexpr std::size_t digits = 4000;
  static constexpr long decimal_exponent = 4000;
  static constexpr long arguments_of_function = 16;
  static constexpr std::size_t relations = 100'000;
  static constexpr long index_values = 10'000;
  static constexpr long order_of_polygamma = 64;
  static constexpr long chosen_from = 1000;  // the n of a binomial that is written
  static constexpr int order_of_derivative = 64;
  static constexpr std::size_t indices_of_sequence = 4;
  static constexpr std::size_t parts_of_law = 256;  // laws that it is made of, itself among them

  // Numbers. Bits of numerator and denominator; of an integer of moderate size; of a power that becomes its value.
  static constexpr std::size_t number_bits = 100'000;
  static constexpr std::size_t moderate_bits = 40;
  static constexpr long folded_power_bits = 20'000;
  // A bound that is not rational lies between 2^-bound_bits and 2^bound_bits in absolute value, or is 0.
  static constexpr long bound_bits = 2000;

  // Expressions. Every walk over one is recursive; its depth bounds that.
  static constexpr std::size_t variables = 256;
  static constexpr int depth = 600;
  static constexpr int binders = 12;              // one inside the other
  static constexpr std::size_t coordinates = 10;  // of a Dirichlet law
  static constexpr int quantifiers = 64;          // one inside the other
  static constexpr std::size_t nodes = 4'000'000;
  static constexpr std::size_t arguments = 40'000'000;  // of all nodes, 32 bits of a number as one
  static constexpr std::size_t arguments_of_one = 400'000;

  // Normal forms.
  static constexpr std::size_t terms = 20'000;
  static constexpr std::size_t products_at_once = 2'000'000;  // of terms, in one product
  static constexpr std::size_t products = 4'000'000;          // of terms, for one form with all its parts
  static constexpr std::size_t atoms = 5000;
  static constexpr int division_steps = 2000;
  static constexpr long power_of_sum = 200;
  static constexpr unsigned exponent_bits = 60;
  static constexpr long trial_division = 1'000'000;
  static constexpr long recurrence_steps = 64;
  static constexpr long integer_power_constant = 8;
  static constexpr long integer_power_steps = 64;

  // Side conditions.
  static constexpr long automatic_precision = 128;
  static constexpr int segments = 1000;
  static constexpr int segments_inside = 4;
  static constexpr std::size_t paired_terms = 8;

  // Enclosures. Values of erf, lgamma and the like are looked for at arguments between 2^-far_bits and 2^far_bits.
  static constexpr long bound_precision = 128;  // at which a bound that is not rational is rounded outward
  static constexpr long far_bits = 100'000;
  static constexpr long polygamma_bits = 65'536;  // precision times order plus 1
  static constexpr long turning_bits = 1000;      // of an argument of sin or cos, before the point; beyond: [-1, 1]
  static constexpr int doublings = 4;             // of the working precision of one value, the first counted
  static constexpr std::size_t kept_values = 100'000;

  // Points.
  static constexpr long inhabited_precision = 512;
  static constexpr long equal_precision = 256;
  static constexpr long least_precision = 128;
  static constexpr int pieces = 65'536;
  static constexpr int halvings = 40;

  // Rules.
  static constexpr long series_terms = 30;
  static constexpr long series_order = 50;
  static constexpr long growth_order = 30;
  static constexpr long least_power = 2;
  static constexpr long most_power = 64;
  static constexpr std::size_t touched = 16;
  static constexpr std::size_t limit_degree = 16;  // of a polynomial whose leading coefficient is looked at
};

}  // namespace dpcert::checker
