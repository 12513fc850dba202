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
  /// How often a claim is cut by the sign of what decides where an integral is.
  static constexpr int cases_of_integrals = 6;
  /// Of hypotheses over integers, at the places that stand in a goal.
  static constexpr int most_instances = 24;
  /// Of a recursion, at numbers below one that stands in a goal.
  static constexpr std::size_t most_values_of_a_sequence = 64;
  /// A piece of the domain of a single variable: rounds and boxes.
  static constexpr int rounds_of_a_piece = 3;
  static constexpr std::size_t boxes_of_a_piece = 20'000;
  /// Different expressions for one claim, of some 300 bytes: a proof takes some hundred thousand at most.
  static constexpr std::uint64_t nodes = 2'000'000;
  /// The same for a part of a round that is done by itself, of which several may be under way.
  static constexpr std::uint64_t nodes_of_a_part = 1'000'000;
  /// What is tried in so many boxes at most may be done beside other parts; more have all threads for themselves.
  static constexpr std::size_t boxes_beside_others = 20'000;
  /// For the goal near an end that an expansion leaves.
  static constexpr std::size_t boxes_near_an_end = 150;
  /// One way to make the step of an induction may take this share of the work that is left.
  static constexpr std::uint64_t share_of_a_step = 4;
  /// Symbolic steps of a side condition that is cut in, of one that a step needs on its way, and of the step of a
  /// telescoping sum.
  static constexpr int depth_of_a_condition = 3, depth_of_a_condition_on_the_way = 2, depth_of_a_step = 2;
  /// Work for a side condition that a step needs on its way, at most.
  static constexpr std::uint64_t work_of_a_condition = 100'000;
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
  /// Parts of the work that is left, of which one is for: a tactic, what it leaves; what is tried before the goal as it
  /// stands; the denominators of a sign; a side condition on the way; each repertoire where kinks are left to boxes.
  static constexpr std::uint64_t share = 2, share_of_the_like = 3, share_of_denominators = 4, share_of_a_condition = 8,
                                 share_of_kinks = 8;
  /// The round after which the domain of a single variable is cut into pieces.
  static constexpr int round_of_pieces = 2;
  /// The same with little work, before the goal as a whole gets more.
  static constexpr int round_of_quick_pieces = 0;
  /// The round after which the domain is cut where the goal is symmetric: both halves are then one.
  static constexpr int round_of_symmetry = 0;
  /// The round after which the domain of several variables is cut: before boxes take what time is left.
  static constexpr int round_of_cuts = 4;
  /// The rounds after which each tactic with a turn of its own has it, and the rounds of what a change of variables
  /// leaves then.
  static constexpr std::array<int, 2> rounds_of_turns{1, 3};
  /// The round after which those have one that are made for a shape of their own, with little work.
  static constexpr int round_of_early_turns = 0;
  static constexpr std::uint64_t work_of_an_early_turn = 2'500'000;
  static constexpr int rounds_of_a_view = 3;
  static constexpr std::size_t most_zeros = 8;  ///< variables that may be 0, each with a face of its own
  /// What such a tactic may work in its turn, in parts of what the round before it may.
  static constexpr std::uint64_t rounds_of_a_turn = 8;
  /// The part of that round which it may work at first, before any of them gets more.
  static constexpr std::uint64_t share_of_a_short_turn = 2;
  /// The same of a tactic in front of others, whatever the round.
  static constexpr std::uint64_t work_in_front = 2'500'000;
  /// Values of one function in a sum of products of pairs.
  static constexpr std::size_t most_in_ordered_products = 5;
  /// Pairs of values of which it is said what the steps between them add up to.
  static constexpr int most_chains = 4;
  static constexpr long greatest_whole_power = 12;  ///< written as a product, so that it is seen to be whole
  /// Error functions of a goal that are replaced by bounds, and how often by the sign of an argument.
  static constexpr std::size_t most_tails = 4;
  static constexpr int cases_of_tails = 1;
  /// Nodes of a side that a step writes: a line of megabytes would never be checked.
  static constexpr std::uint32_t longest_rewrite = 100'000;
  /// Points at which a goal must look true before it is worth a proof.
  static constexpr int probes = 40;
  /// Exponentials and powers of a difference in which two positive terms are looked for.
  static constexpr std::size_t exponentials_of_two_terms = 4;
  /// A new variable's range ends so far outside of the enclosure of what it stands for: 1/margin.
  static constexpr long margin = 1L << 20;

  // What single tactics try, by the file that they are in: beyond these they decline.
  static constexpr std::size_t most_arguments_apart = 8;  ///< sums of arguments of sin and cos
  static constexpr std::size_t most_circles = 4;          ///< arguments of sin and cos: each brings a hypothesis
  static constexpr std::size_t most_derived_bounds = 24;  ///< of variables, from hypotheses
  static constexpr std::size_t most_logs_of_a_mean = 8;
  static constexpr std::uint32_t largest_multiple = 80;  ///< nodes of a multiple of a hypothesis
  static constexpr std::size_t most_terms_of_a_moment = 6;
  static constexpr int depth_of_a_numerator = 2;      ///< of a fraction whose denominator is known
  static constexpr std::size_t most_reciprocals = 3;  ///< under arctangents
  struct Reflections {
    static constexpr int points = 8, least_points = 5;  ///< at which D must be the same at both places
  };
  struct Kinks {
    static constexpr std::size_t most = 7;  ///< of abs, min and max: cases double with each
    static constexpr std::size_t most_in_hypotheses = 2;
    static constexpr int depth_of_a_side = 3;      ///< to see which side of a kink a case is on
    static constexpr std::size_t most_floors = 6;  ///< each brings two hypotheses
    static constexpr long greatest_factor = 6;     ///< k of the floors of k u + c
    static constexpr std::size_t most_jumps = 24;  ///< of those floors in a period: a case each
  };
  struct Integers {
    static constexpr std::size_t most_powers = 4;     ///< with different bases, in what is divided by an integer
    static constexpr int least_induction = 4;         ///< shorter ranges are no case for an induction
    static constexpr int depth_of_a_base = 3;         ///< the first value of an induction
    static constexpr int depth_of_a_step = 4;         ///< its step
    static constexpr long variables_at_first = 2;     ///< more of them: first values not in the first round
    static constexpr int least_ends = 8;              ///< shorter ranges have no first values to set apart
    static constexpr std::array<long, 2> ends{1, 3};  ///< so far from an end values are set apart
    static constexpr int depth_of_an_end = 3;         ///< for each of those
  };
  struct Angles {
    static constexpr std::size_t most = 6;     ///< under sines and cosines of a goal
    static constexpr long most_multiples = 6;  ///< of angles in a sum of them
    static constexpr std::size_t most_points = 2;
    static constexpr std::int64_t most_parts_of_pi = 36;  ///< of which angles without variables are multiples
    static constexpr std::size_t most_roots = 3;          ///< of numbers beside these
  };
  struct Sums {
    static constexpr std::size_t most_values = 8;            ///< of sequences, that become variables
    static constexpr std::size_t most_sums_of_a_part = 20;   ///< of a goal that is taken apart
    static constexpr std::size_t most_factors = 8;           ///< of products of what is known of every record
    static constexpr std::size_t most_products = 6;          ///< of these that are summed, and sums beside them
    static constexpr int greatest_degree = 10;               ///< of polynomials that are summed
    static constexpr std::size_t most_fractions = 6;         ///< of a sum that telescopes
    static constexpr long greatest_shift = 8;                ///< between those that cancel
    static constexpr std::size_t degree_of_certificate = 3;  ///< of a polynomial for creative telescoping
    static constexpr long most_terms_apart = 8;              ///< of a range, at each end
    static constexpr std::size_t most_parts = 4;             ///< of a range, by what is known of its terms
    static constexpr std::size_t highest_power = 4;          ///< of what an equation says, in a goal
  };
  struct Residues {
    static constexpr std::int64_t greatest_modulus = 1000;    ///< of integers under floors
    static constexpr long most_cases = 1100;                  ///< residues of all of them together
    static constexpr long most_cases_with_hypotheses = 5000;  ///< the same where hypotheses deny some
    static constexpr long most_visited = 1500;                ///< of these
    static constexpr int depth_of_a_rest = 2;                 ///< what is left of the goal when the residues are known
    static constexpr std::array<std::int64_t, 8> small_moduli{2, 3, 4, 5,
                                                              7, 8, 9, 16};  ///< of which bounds are sharper
    static constexpr std::int64_t most_small_cases = 64;                     ///< residues of all that enter
  };
  struct Periods {
    static constexpr std::size_t most_followers = 6;      ///< powers and values that are followed together
    static constexpr std::size_t longest = 48;            ///< residues of these, in all that are met
    static constexpr long furthest = 24;                  ///< places of a sequence from one index to the next
    static constexpr std::int64_t greatest_modulus = 64;  ///< of what follows
    static constexpr std::int64_t most_bits = 256;        ///< of a first value
  };
  struct Rounding {
    static constexpr int most_steps = 10;         ///< one inside the other
    static constexpr long greatest_root = 5;      ///< of which powers are compared
    static constexpr int depth_of_a_half = 3;     ///< of an equation
    static constexpr int most_goals = 60;         ///< of all of them
    static constexpr std::size_t most_cells = 4;  ///< floors that differ from a multiple of others by a few integers
  };
  struct Bounds {
    static constexpr std::size_t most_exponentials = 3;  ///< of which one is replaced with its factors
    static constexpr std::array<long, 3> weights_of_exponentials{1, 2, 4};  ///< of the bound, where those are 1
    static constexpr std::size_t most_logs = 8;                             ///< of a goal
    static constexpr std::size_t most_groups = 5;         ///< of logarithms with proportional coefficients
    static constexpr std::array<long, 3> roots{3, 2, 1};  ///< of the ratio, in log r = k log r^(1/k)
    static constexpr std::size_t most_roots = 3;          ///< square roots that are bounded: both ways each
    static constexpr std::size_t most_terms = 8;          ///< of a sum of which one is dropped
    static constexpr std::size_t most_powers = 4;         ///< with variable exponents, all of them bounded
  };
  struct Combination {
    static constexpr std::size_t most_facts = 24;     ///< hypotheses and bounds
    static constexpr std::size_t most_columns = 400;  ///< of the linear program: products of facts
    static constexpr std::size_t most_rows = 120;     ///< of it: monomials
    static constexpr std::size_t largest_goal = 200;  ///< nodes
    static constexpr std::size_t most_variables = 4;  ///< whose differences are squared
  };
  struct ProductsOfHypotheses {
    static constexpr std::size_t most_facts = 30;      ///< hypotheses, bounds and what is known of exponentials
    static constexpr std::size_t most_multiples = 6;   ///< of the goal, and products of two of them
    static constexpr std::size_t most_columns = 3000;  ///< of the linear program: products of up to three facts
    static constexpr std::size_t most_rows = 500;      ///< of it: monomials
  };
  struct Expansion {
    static constexpr int most_functions = 40;            ///< expanded one after the other
    static constexpr int most_leading_terms = 20;        ///< of an exponent, until what is left vanishes
    static constexpr std::array<int, 3> terms{1, 2, 4};  ///< of each series: few first
    static constexpr int many_magnitudes = 2000;         ///< a range so wide, or so near to 0, has an end to expand at
    static constexpr std::array<int, 3> places{4, 64, 4096};  ///< from which on the end begins
    static constexpr std::int64_t greatest_root = 6;          ///< of x, in x^(1/q)
    static constexpr long greatest_common_root = 12;          ///< for all roots of x at once
  };
  struct Roots {
    static constexpr std::size_t most_in_a_sum = 6;           ///< square roots of which two are squared together
    static constexpr std::size_t most_logs = 6;               ///< of a goal that is exponentiated
    static constexpr std::int64_t greatest_denominator = 12;  ///< of their coefficients: it becomes a power
    static constexpr std::size_t most_atoms = 4;              ///< that become variables
  };
  struct Variables {
    static constexpr std::size_t most = 4;            ///< that enter through one expression
    static constexpr std::size_t most_functions = 6;  ///< whose argument may be that expression
  };
  struct Scale {
    static constexpr int points = 8, least_points = 3;  ///< at which a degree is measured; so many must have told
    static constexpr int twice_the_degree = 12;         ///< greatest
    static constexpr std::size_t most_variables = 6;    ///< all sets of them are tried
    static constexpr std::size_t most_weights = 4;      ///< variables with all their weights
    static constexpr std::size_t most_hypotheses = 8;   ///< among which an order of two variables is looked for
  };
  struct Multipliers {
    static constexpr int places = 64, halvings = 60;  ///< to find where all variables are equal
    static constexpr long parts = 24;                 ///< of a range: the part next to an end
    static constexpr double nearness = 1e-9;          ///< of a simple number to what was found
  };
  struct Slopes {
    static constexpr std::size_t most_functions = 8;    ///< all pairs of them are tried
    static constexpr int secants = 2;                   ///< one after the other
    static constexpr std::array<long, 2> parts{4, 32};  ///< of the range: the part next to an end
  };
  struct Derivatives {
    static constexpr int from_an_anchor = 4;                           ///< followed one after the other
    static constexpr int from_another_anchor = 3;                      ///< the same for a slope of theirs
    static constexpr int depth_of_two_terms = 2;                       ///< a slope that is a difference of two terms
    static constexpr int depth_of_a_slope = 4;                         ///< a slope that nothing else shows
    static constexpr int depth_at_an_end = 3, depth_at_an_anchor = 4;  ///< the goal there
    static constexpr int depth_of_a_polynomial = 3;                    ///< a slope without functions
    static constexpr std::size_t most_logs = 6;                        ///< of a slope whose zero is looked for
    static constexpr std::uint32_t largest_anchor = 60;                ///< nodes
    static constexpr std::size_t most_exponents = 6;                   ///< of exponentials in a slope: with more, none
    static constexpr std::size_t exponents_tried = 2;                  ///< divided off
  };
  struct Squares {
    static constexpr std::size_t most_terms = 400, most_products = 20'000;  ///< of powers and products, multiplied out
    static constexpr std::int64_t greatest_power = 12, greatest_power_of_a_variable = 60;
    static constexpr std::size_t most_columns = 1500, most_rows = 160;  ///< of the linear program
    static constexpr std::size_t most_facts = 8;                        ///< with more, their products are not used
    static constexpr std::array<int, 3> factors{1, 3, 2};               ///< of those products, by the round
    static constexpr std::size_t most_monomials = 40;                   ///< that are squared with one another
    static constexpr std::size_t monomials_in_threes = 16;              ///< with more, m + n - 2 k is not squared
    static constexpr std::size_t most_variables = 10, longest_goal = 60;
    static constexpr std::size_t hypotheses_of_an_ordering = 2;
  };
  struct BoundedParts {
    static constexpr int places = 64;                         ///< at which values are seen
    static constexpr double largest = 1e3;                    ///< of a value
    static constexpr double least_spread = 1e-3;              ///< of what hardly changes
    static constexpr std::array<double, 2> parts{0.2, 0.02};  ///< of the distance of values, between them and bounds
    static constexpr std::size_t most_tried = 3;
  };
  struct BernsteinForms {
    static constexpr std::size_t most_variables = 4, most_terms = 400;
    static constexpr int most_raised = 3;  ///< by how much degrees are higher than they have to be
  };
  /// Sums of squares by a semidefinite program.
  struct Gram {
    static constexpr std::size_t most_variables = 6, most_facts = 8;
    static constexpr std::size_t largest_matrix = 36, most_entries = 2500, most_rows = 400;
    static constexpr std::uint64_t work_of_a_call = 10'000;
    static constexpr int reductions = 5;       ///< of matrices that are not definite
    static constexpr double vanishing = 1e-5;  ///< of the largest eigenvalue: taken for 0
    static constexpr double nearness_of_kernel = 3e-4;
    static constexpr std::int64_t greatest_denominator_of_kernel = 60;
    static constexpr std::array<std::int64_t, 9> denominators{1,        2,        12,       60,      720,
                                                              1L << 12, 1L << 20, 1L << 28, 1L << 36};
  };
  struct Touch {
    static constexpr int starts = 24;                 ///< of the search for points of equality
    static constexpr std::size_t evaluations = 1500;  ///< of each, a variable
    static constexpr std::size_t most_points = 6;
    static constexpr std::array<double, 3> widths{0.03, 1e-3, 1e-5};  ///< within which a simple rational is taken
    static constexpr long least_width = 1L << 16;                     ///< 1/least_width: of the box around such a point
    static constexpr std::size_t most_variables = 6;
    static constexpr int halvings = 6;              ///< of the part next to an end
    static constexpr int depth_next_to_an_end = 3;  ///< for that part
  };
  struct Centre {
    static constexpr std::array<int, 4> degrees{2, 4, 6, 8};  ///< of the Taylor polynomial at the middle
    static constexpr std::size_t directions = 720;            ///< from the middle, in which it must look nonnegative
    static constexpr std::array<double, 6> circles{1.4, 1.0, 0.7, 0.4, 0.2, 0.1};
    static constexpr double tolerance = 1e-9;  ///< of the size of its terms
  };
  struct Halves {
    static constexpr int times_along = 3;  ///< a slope that vanishes on the diagonal, too, is followed from there
    static constexpr std::uint64_t work_of_a_slope = 300'000;  ///< until its factors are known
  };
  struct TangentCurves {
    static constexpr int places = 24;                  ///< at which it is looked where tangents may touch
    static constexpr int halvings = 40;                ///< until that is known
    static constexpr int fits = 40;                    ///< of a polynomial, each with other weights
    static constexpr double rounding = 1e-13;          ///< a value below that is lost
    static constexpr double inside = 1e-3;             ///< D is least that far from the ends, somewhere at least
    static constexpr double part_of_the_least = 0.05;  ///< what a tangent has at the ends, at least
    static constexpr std::array<long, 9> denominators{1, 2, 3, 4, 5, 6, 8, 10, 12};
    static constexpr int slopes = 3;  ///< along what is left, until it has no logarithms
  };
  struct TwoValues {
    static constexpr std::size_t most_places = 6;  ///< at which a function may be compared
    static constexpr std::size_t most_terms = 12;  ///< of a difference that is made of two products
    static constexpr std::size_t largest = 150;    ///< nodes of it
    static constexpr int gaps_inside = 2;          ///< Jensen's gaps of three places, then two
    static constexpr int depth_of_the_order = 2;   ///< which place is the larger one
    static constexpr int depth_of_a_slope = 3;     ///< on one side of where a gap closes
  };
  struct Outcomes {
    static constexpr std::size_t most_functions = 10;     ///< logarithms and roots of both outcomes
    static constexpr std::size_t most_probabilities = 4;  ///< of which each two may be those of the coins
  };
  struct HalfAngles {
    static constexpr std::size_t most_waves = 4;  ///< of arctangents
  };
  struct Arcs {
    static constexpr std::int64_t most_turns = 8;  ///< half turns from 0 to the angle
    static constexpr std::size_t most_signs = 6;   ///< of sines and cosines, cut in at once
  };
  /// Successive differences of the variables of a polynomial.
  struct Differences {
    static constexpr std::size_t most_variables = 5, most_terms = 200, most_comparisons = 300;
    static constexpr int deepest = 12;            ///< comparisons one inside the other
    static constexpr int most_of_both_signs = 3;  ///< variables: their orthants double with each
  };
  /// Constraints by which a goal is made homogeneous.
  struct Constraints {
    static constexpr std::size_t most_variables = 5, most_terms = 300;
    static constexpr int greatest_power = 8;  ///< of the constraint
  };
  struct Means {
    static constexpr std::size_t most_variables = 8, most_terms = 12;  ///< of the sum
    static constexpr std::size_t most_logs = 4;                        ///< terms of a sum under a logarithm
  };
  /// Roots of products, powers of one base.
  struct Powers {
    static constexpr long greatest_root = 6;
    static constexpr std::size_t most_powers = 6;
  };
  /// Functions at places x + k h.
  struct Increments {
    static constexpr std::size_t most_places = 4;
    static constexpr int most_slopes = 2;  ///< one of the other
  };
  struct Limits {
    static constexpr long greatest_power = 1000;                ///< of a limit
    static constexpr std::size_t most_coefficients = 17;        ///< of a polynomial in a limit
    static constexpr std::array<long, 4> places{1, 4, 16, 64};  ///< from which on a domain counts as far out
  };
  struct TurningPoints {
    static constexpr int places = 64;          ///< at which values and slopes are looked at
    static constexpr double rounding = 1e-12;  ///< values below that say nothing
  };
  /// Variables and cases on the way to ends that hypotheses give; steps for where an end lies.
  static constexpr int ends_by_hypotheses = 8, depth_of_a_range = 3;
  static constexpr std::uint64_t share_of_a_slope_to_an_end = 2;
  static constexpr int depth_of_common_secants = 2;  ///< steps for what the mean slopes leave together
  struct GammaSeries {
    static constexpr std::size_t most_functions = 3;
    static constexpr long most_terms = 2;  ///< of each series, fewer than this
    static constexpr long most_terms_of_several = 1;
    static constexpr int depth_of_several = 2;  ///< steps for what the remainders of several arguments leave
  };
  struct Pieces {
    /// At which the domain is cut where it has no end above, and where it has none below.
    static constexpr std::array<long, 4> places_below_infinity{4, 16, 1, 64};
    static constexpr std::array<long, 3> places_above_infinity{-4, -16, 0};
    static constexpr std::array<long, 3> parts{8, 2, 64};  ///< of a bounded domain: the part next to an end
    static constexpr std::size_t most_signs = 3;           ///< of variables that may be negative or positive
  };
};

}  // namespace dpcert::verify
