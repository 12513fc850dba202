// How much is tried: every budget of the prover, in one place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dpcert::verify {

/// What is tried: steps for elementary functions; for special ones (series, secants); closed ends apart first, then
/// elementary ones; all.
enum class Repertoire : std::uint8_t { elementary, special, apart, all };

struct Effort {
  /// Small efforts first, in turns: a symbolic step often makes thousands of boxes unnecessary, and thousands of boxes
  /// are cheaper than many symbolic steps.
  struct Round {
    std::size_t boxes_alone;        ///< for the claim as it stands; then
    std::uint64_t work;             ///< for symbolic steps, in units of work_done(), by which
    long goals;                     ///< are tried,
    std::size_t boxes;              ///< with so many boxes each,
    std::vector<Repertoire> tried;  ///< each with so much work
  };
  static constexpr int most_rounds = 6;
  /// The rounds, of which none does more than the claim's boxes allow.
  static std::array<Round, most_rounds> rounds(std::size_t most_boxes);

  /// Boxes of a goal on the way, outside the rounds.
  static constexpr std::size_t boxes = 2000;
  /// Before the symbolic steps of a goal: boxes where its domain is bounded, and where it is not.
  static constexpr std::size_t first_boxes = 300, first_boxes_unbounded = 60;
  /// After them, where the domain is not bounded: boxes alone rarely reach an infinite end.
  static constexpr std::size_t last_boxes_unbounded = 2000;
  /// For what a step leaves that is about as hard as the goal was.
  static constexpr std::size_t boxes_of_a_part = 3000;
  /// For a goal that is tried on the side: a polynomial that may be a combination of facts, a slope.
  static constexpr std::size_t boxes_on_the_side = 300;
  /// For the step of a telescoping sum.
  static constexpr std::size_t boxes_of_a_step = 500;
  /// For a side condition, before it gets rounds of its own.
  static constexpr std::size_t boxes_of_a_condition = 20'000;
  /// For all side conditions of a claim together before they get rounds; and for an `auto` of advice.
  static constexpr std::uint64_t work_of_conditions = 20'000'000;
  /// For a slope that nothing shows: boxes in the second round, and later.
  static constexpr std::size_t boxes_of_a_slope = 200, boxes_of_a_slope_later = 2000;
  /// For an end of a slope step, by signs or boxes.
  static constexpr std::size_t boxes_of_an_end = 60;
  /// An integer variable with at most so many values more than one: one by one, in an equation and in an inequality.
  static constexpr long values_of_an_equation = 3000, values_of_a_goal = 64;
  /// A piece of the domain of a single variable: rounds and boxes.
  static constexpr int rounds_of_a_piece = 3;
  static constexpr std::size_t boxes_of_a_piece = 20'000;
  /// Different expressions for one claim, of some 300 bytes: a proof takes some hundred thousand at most.
  static constexpr std::uint64_t nodes = 2'000'000;
  /// For the goal near an end that an expansion leaves.
  static constexpr std::size_t boxes_near_an_end = 150;
  /// Symbolic steps of a side condition, and of the step of a telescoping sum.
  static constexpr int depth_of_a_condition = 3, depth_of_a_step = 2;
  /// Derivatives that are followed from an anchor.
  static constexpr int derivatives_from_an_anchor = 4;
  /// How often a tactic may be under way within itself.
  static constexpr int slopes_within_slopes = 3, first_integers_within = 2;
  /// Contexts whose normal forms are remembered: those of contexts that were left long ago only take room.
  static constexpr std::size_t algebras = 64;
  /// The place from which on the bound 1/x shows that a limit at infinity is not negative.
  static constexpr int far_from = 16;
  /// Precisions, in bits, that symbolic steps with a numeric side name.
  static constexpr std::int64_t step_bits = 128, prune_bits = 64;
  /// The most bits of boxes for a goal that need not be true.
  static constexpr std::int64_t bits_of_a_trial = 128;
};

}  // namespace dpcert::verify
