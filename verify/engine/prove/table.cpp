// The tactics in the order in which they are tried at a goal, and what each of them needs.
#include "verify/engine/prove/table_row.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/laws.hpp"
#include "verify/engine/tactics/logarithms_of_products.hpp"
#include "verify/engine/tactics/named_angles.hpp"
#include "verify/engine/tactics/residues.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/slopes.hpp"

namespace dpcert::verify {

std::vector<Prover::Tactic> Prover::Rows::steps() {
  using enum Tactic::For;
  return {
      // These apply rarely, and leave less.
      {"parity", any, 0, 1, no_boxes, [](A& a) { return by_parity(a.goal, a.s, a.depth); }},
      {"powers-of-zero", any, 0, 1, no_boxes, [](A& a) { return by_powers_of_zero(a.goal, a.s, a.depth); }, always, "",
       all_work},
      {"binomials", any, 0, 1, no_boxes, [](A& a) { return by_binomials(a.goal, a.s, a.depth); }, version_3,
       of_version_3},
      {"terms-of-rows", any, 0, 2, no_boxes,
       [](A& a) {
         const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
         return by_terms_of_rows(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view));
       },
       version_3_in_front, "a statement of version 3, before other steps", all_work},
      {"orders-of-summation", any, 0, 2, no_boxes,
       [](A& a) {
         return by_orders_of_summation(a.goal, a.s, [&](const Goal& h) { return of_sums_or_in_rounds(a, h); });
       },
       version_3_in_front, "a statement of version 3, before other steps", all_work},
      {"logarithms-of-products", any, 0, 2, no_boxes,
       [](A& a) {
         const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
         return by_logarithms_of_products(a.goal, a.s, [&](const Goal& h) -> Tree {
           if (auto t = of_sums(a, h)) return t;
           // What is said of a product is an equation between sums.
           if (auto t = by_multipliers_of_functions(h, a.alone(), a.depth)) return t;
           return a.prover.alone(Effort::rounds_of_a_view)(h);
         });
       },
       version_3_in_front, "a statement of version 3, before other steps", all_work},
      {"moved-ranges", any, 0, 1, no_boxes, [](A& a) { return by_moved_ranges(a.goal, a.s, a.depth); }, version_3,
       of_version_3},
      {"floors-over-a-period", any, 0, 1, no_boxes, [](A& a) { return by_floors_over_a_period(a.goal, a.s, a.depth); },
       version_3, of_version_3},
      {"terms", any, 0, 1, no_boxes, [](A& a) { return by_terms(a.goal, a.s, a.depth); }, version_3, of_version_3},
      {"tangents-of-sums", any, 0, 2, no_boxes, [](A& a) { return by_tangents_of_sums(a.goal, a.alone(), a.depth); },
       version_3, of_version_3, all_work},
      {"functions-of-sums", any, 0, 2, no_boxes,
       [](A& a) {
         const bool alone = a.round() > 0 || has_variable_power(a.goal);
         return by_functions_of_sums(a.goal, alone ? a.alone() : a.s, a.depth);
       },
       version_3, of_version_3},
      {"positive-sums", any, 0, 1, no_boxes, [](A& a) { return by_positive_sums(a.goal, a.s); }, version_3,
       of_version_3},
      {"products-of-exponentials", any, 0, 2, no_boxes,
       [](A& a) { return by_products_of_exponentials(a.goal, a.alone(), a.depth); }, version_3, of_version_3},
      {"moduli-of-sums", any, 0, 2, no_boxes, [](A& a) { return by_moduli_of_sums(a.goal, a.alone(), a.depth); },
       version_3_in_front, "a statement of version 3, before other steps", all_work},
      {"numbers-for-sums", any, 0, 2, no_boxes,
       [](A& a) {
         const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
         return by_numbers_for_sums(a.goal, a.prover.alone(Effort::rounds_of_a_view));
       },
       version_3_in_front, "a statement of version 3, before other steps", all_work},
      {"parts-of-ranges", any, 0, 1, no_boxes, [](A& a) { return by_parts_of_ranges(a.goal, a.s, a.depth); }, version_3,
       of_version_3},
      {"first-outcome", any, 0, 2, no_boxes, [](A& a) { return by_first_outcome(a.goal, a.alone(), a.depth); },
       version_3, of_version_3},
      {"values-of-sequences", any, 0, 1, no_boxes, [](A& a) { return by_values_of_sequences(a.goal, a.s, a.depth); },
       version_3, of_version_3},
      {"instances", any, 0, 1, no_boxes, [](A& a) { return by_instances(a.goal, a.s, a.depth); }, version_3,
       of_version_3},
      {"closed-recursions", any, 0, 1, no_boxes, [](A& a) { return by_closed_recursions(a.goal, a.s, a.depth); },
       version_3, of_version_3},
      {"range-induction", any, 0, 1, no_boxes, [](A& a) { return by_range_induction(a.goal, a.s, a.depth); }, version_3,
       of_version_3},
      {"neighbours", any, 0, 1, no_boxes, [](A& a) { return by_induction_of_neighbours(a.goal, a.s, a.depth); },
       version_3, of_version_3},
      {"induction-up-to", any, 0, 2, no_boxes,
       [](A& a) { return by_induction_up_to(a.goal, a.round() == 0 ? a.s : a.alone(), a.depth); }, version_3_in_front,
       "a statement of version 3, before other steps"},
      {"closed-sums", any, 0, 1, no_boxes, [](A& a) { return by_closed_sums(a.goal, a.s, a.depth); }, version_3,
       of_version_3},
      {"induction-of-angles", any, 0, 2, no_boxes,
       [](A& a) { return by_induction_of_angles(a.goal, a.alone(), a.depth); }, version_3, of_version_3, all_work},
      {"tails-of-sums", any, 0, 1, no_boxes, [](A& a) { return by_tails_of_sums(a.goal, a.s, a.depth); }, version_3,
       of_version_3},
      {"slopes-of-sums", any, 0, 2, no_boxes, [](A& a) { return by_slopes_of_sums(a.goal, a.s, a.depth); }, version_3,
       of_version_3},
      {"integral-comparison", any, 0, 2, no_boxes, [](A& a) { return by_integral_comparison(a.goal, a.s, a.depth); },
       version_3, of_version_3},
      {"distances", any, 0, 1, no_boxes, [](A& a) { return by_distances(a.goal, a.s, a.depth); }, version_3,
       of_version_3},
      {"incomplete-integrals", any, 0, 2, no_boxes, [](A& a) { return by_incomplete_integrals(a.goal, a.s, a.depth); },
       version_3, of_version_3, all_work},
      {"integrals", any, 0, 1, no_boxes, [](A& a) { return by_integrals(a.goal, a.s, a.depth); }, version_3,
       of_version_3},
      {"bounds-of-integrals", any, 1, 1, no_boxes, [](A& a) { return by_bounds_of_integrals(a.goal, a.s, a.depth); },
       version_3, of_version_3},
      {"integrals-together", any, 1, 2, no_boxes, [](A& a) { return by_integrals_together(a.goal, a.s, a.depth); },
       version_3, of_version_3},
      {"squares-of-integrals", any, 0, 2, no_boxes, [](A& a) { return by_squares_of_integrals(a.goal, a.s, a.depth); },
       version_3, of_version_3},
      {"named-terms", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_named_terms); }, said, "hypotheses",
       all_work},
      {"parameter", any, 0, 2, no_boxes,
       [](A& a) { return by_parameter(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, said, "hypotheses",
       all_work},
      {"half-differences", any, 0, 1, no_boxes, [](A& a) { return a.in_rounds(by_half_differences); }, several,
       "two variables"},
      {"exponents", any, 0, 2, no_boxes,
       [](A& a) { return by_exponents(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, several,
       "two variables or more"},
      {"named-exponentials", any, 0, 2, no_boxes,
       [](A& a) {
         return by_named_exponentials(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view), a.round() == 0);
       },
       several, "two variables or more"},
      {"composite", elementary, 1, 1, no_boxes, [](A& a) { return by_composite(a.goal, a.s, a.depth); }},
      {"root-bounds", elementary, 1, 1, no_boxes, [](A& a) { return by_root_bounds(a.goal, a.s, a.depth); }},
      {"forgetting", elementary, 1, 1, no_boxes, [](A& a) { return by_forgetting(a.goal, a.s, a.depth); }},
      {"logs-of-hypotheses", elementary, 0, 2, no_boxes,
       [](A& a) { return by_logs_of_hypotheses(a.goal, a.s, a.depth - 1); }, said, "hypotheses"},
      {"log-factors", elementary, 1, 1, no_boxes, [](A& a) { return by_log_factors(a.goal, a.s, a.depth); }},
      {"log-substitution", elementary, 1, 1, no_boxes, [](A& a) { return by_log_substitution(a.goal, a.s, a.depth); }},
      {"one-exponential", elementary, 1, 2, no_boxes, [](A& a) { return by_one_exponential(a.goal, a.s, a.depth - 1); },
       [](const A& a) { return has_exponential_of_logarithms(a.goal); }, "an exponential of logarithms"},
      {"dropping", elementary, 2, 1, no_boxes, [](A& a) { return by_dropping(a.goal, a.s, a.depth); }},
      {"falling-tails", any, 0, 1, no_boxes, [](A& a) { return by_lone_tails_at_once(a.goal, a.s); }, unbounded,
       "an unbounded domain"},
      {"zero-bases", any, 0, 2, no_boxes, [](A& a) { return by_zero_bases(a.goal, a.s, a.depth); },
       [](const A& a) { return has_variable_power(a.goal); }, "a power with a variable exponent"},
      {"logs-first", any, 0, 1, no_boxes,
       [](A& a) {
         const WorkLimit limit(has_variable_power(a.goal) ? work_left() : work_left() / Effort::share);
         return a.prover.kept(a.goal, by_logs(a.goal, a.s, a.depth));
       },
       [](const A& a) { return has_variable_power(a.goal) || has_exponential_side(a.goal); },
       "a power with a variable exponent, or a side that is a product with an exponential", all_work},
      {"multiple", any, 0, 1, no_boxes, [](A& a) { return by_multiple(a.goal); }, said, "hypotheses"},
      {"combination", any, 0, 1, no_boxes, [](A& a) { return prove_by_combination(a.goal, a.s.out_of_time); },
       [](const A& a) { return !a.goal.context.hypotheses().empty() || !a.bounded; },
       "hypotheses, or an unbounded domain", all_work},
      {"maxima", any, 0, 1, no_boxes, [](A& a) { return by_maxima(a.goal, a.s, a.depth); }},
      {"kinks", any, 0, 1, no_boxes, [](A& a) { return by_kinks(a.goal, a.s, a.depth - 1); }},
      {"cells-of-floors", any, 0, 1, no_boxes, [](A& a) { return by_cells_of_floors(a.goal, a.s); }, always, "",
       all_work},
      {"whole-shifts", any, 0, 1, no_boxes, [](A& a) { return by_whole_shifts(a.goal, a.s, a.depth - 1); }},
      {"rounded-roots", any, 0, 2, no_boxes,
       [](A& a) {
         const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
         return by_rounding(a.goal, a.alone(), a.depth - 1);
       },
       [](const A& a) { return a.depth == a.prover.options_.depth && has_rounded_root(a.goal); },
       "a rounded root, before other steps", all_work},
      {"floors", any, 0, 1, no_boxes, [](A& a) { return by_floors(a.goal, a.s, a.depth - 1); }},
      {"floor-cells", any, 0, 1, no_boxes, [](A& a) { return by_floor_cells(a.goal, a.s); }},
      {"residues", any, 0, 1, no_boxes, [](A& a) { return by_residues(a.goal, a.s, a.depth); }},
      {"equations-modulo", any, 0, 1, no_boxes, [](A& a) { return by_equations_modulo(a.goal, a.s, a.depth); }},
      {"sharper-bounds", any, 0, 2, no_boxes, [](A& a) { return by_sharper_bounds(a.goal, a.s, a.depth - 1); }, said,
       "hypotheses"},
      {"periods", any, 0, 1, no_boxes, [](A& a) { return by_periods(a.goal, a.s, a.depth); }, version_3, of_version_3},
      {"rounding", any, 0, 2, no_boxes, [](A& a) { return by_rounding(a.goal, a.s, a.depth - 1); }},
      {"few-boxes", any, 0, 0, boxes,
       [](A& a) {
         bool failed = false;
         const std::size_t most = a.bounded ? Effort::first_boxes : Effort::first_boxes_unbounded;
         auto t = a.prover.kept(a.goal, a.prover.by_boxes(a.goal, most, &failed));
         a.refuted = !t && failed && (a.bounded || a.goal.context.hypotheses().empty());
         return t;
       },
       always, "", all_work},
      {"parts-of-a-turn", any, 0, 1, no_boxes, [](A& a) { return by_parts_of_a_turn(a.goal, a.s); }, version_3,
       of_version_3, all_work},
      {"special-angles", any, 0, 1, no_boxes, [](A& a) { return by_special_angles(a.goal, a.s, a.depth); }, version_3,
       of_version_3, all_work},
      {"waves-of-arctangents", any, 0, 1, no_boxes, [](A& a) { return by_waves_of_arctangents(a.goal, a.s, a.depth); },
       version_3, of_version_3},
      {"circles", any, 0, 1, no_boxes, [](A& a) { return by_circles(a.goal, a.s); }, version_3, of_version_3},
      {"arcs", any, 0, 1, no_boxes, [](A& a) { return by_arcs(a.goal, a.s); }, version_3, of_version_3},
      {"sums-of-waves", any, 0, 1, no_boxes, [](A& a) { return by_sums_of_waves(a.goal, a.s, a.depth); },
       version_3_in_front, "a statement of version 3, before other steps"},
      {"plain-words", any, 0, 1, no_boxes, [](A& a) { return by_plain_words(a.goal, a.s, a.depth); }},
      {"contraposition", any, 0, 1, no_boxes, [](A& a) { return by_contraposition(a.goal, a.s, a.depth); }, said,
       "hypotheses"},
      {"common-exponential", any, 0, 2, no_boxes, [](A& a) { return by_common_exponential(a.goal, a.s, a.depth); },
       always, "", all_work},
      // Signs of factors decide, or lead to a goal that is as good.
      {"factors", any, 0, 1, no_boxes, [](A& a) { return by_factors(a.goal, a.s, a.depth); }, always, "", all_work},
      {"tails-at-once", special, 0, 2, no_boxes, [](A& a) { return by_tail_bounds(a.goal, a.s, a.depth, false); },
       several, "two variables or more"},
      {"error-functions", special, 0, 1, boxes,
       [](A& a) {
         return by_error_functions(a.goal, [&](const Goal& c) { return a.s.boxes(c, Effort::first_boxes); });
       },
       bounded, "a bounded domain"},
      {"argument", special, 1, 1, no_boxes, [](A& a) { return by_argument(a.goal, a.s, a.depth); }},
      {"induction", elementary, 0, 1, no_boxes, [](A& a) { return by_induction(a.goal, a.s, a.depth); }},
      {"separation", any, 0, 1, no_boxes, [](A& a) { return by_separation(a.goal, a.s, a.depth); },
       [](const A& a) { return a.round() >= 1 || a.goal.context.hypotheses().empty(); },
       "no hypotheses in the first round"},
      {"solving", any, 1, 1, no_boxes, [](A& a) { return by_solving(a.goal, a.s, a.depth); }},
      {"sign", special, 0, 1, no_boxes, [](A& a) { return a.s.sign(a.goal); }},
      {"monotonicity", any, 0, 1, no_boxes, [](A& a) { return by_monotonicity(a.goal, a.s, a.depth); }},
      {"slope", any, 0, 1, no_boxes,
       [](A& a) {
         return by_slope(a.goal, a.s.immediate,
                         [&](const Goal& c) { return sign_proof(c.context, c.relation.lhs, c.strict(), a.s); });
       }},
      {"expansion", special, 0, 1, boxes, [](A& a) { return by_expansion(a.goal, a.s, a.depth); }},
      {"gamma-series", special, 1, 1, no_boxes, [](A& a) { return by_gamma_series(a.goal, a.s); }, several,
       "two variables or more"},
      {"recurrence", special, 0, 1, no_boxes, [](A& a) { return by_recurrence(a.goal, a.s, a.depth); }},
      {"merging", special, 1, 1, no_boxes, [](A& a) { return by_merging(a.goal, a.s, a.depth); }},
      {"stirling-remainders", special, 0, 2, no_boxes,
       [](A& a) { return by_stirling_remainders(a.goal, a.s, a.depth); }, several, "two variables or more", all_work},
      {"common-secants", special, 0, 1, no_boxes, [](A& a) { return by_common_secants(a.goal, a.s); }, several,
       "two variables or more"},
      {"gaps-of-gammas", special, 1, 2, no_boxes, [](A& a) { return by_gaps_of_gammas(a.goal, a.s, a.depth); }, several,
       "two variables or more"},
      {"lone-logarithm", elementary, 1, 2, no_boxes, [](A& a) { return by_lone_logarithm(a.goal, a.s, a.depth); }},
      {"two-places", special, 1, 2, no_boxes, [](A& a) { return by_two_places(a.goal, a.s, a.depth); }},
      {"concavity", elementary, 0, 1, no_boxes,
       [](A& a) { return by_concavity(a.goal, a.s, a.depth, a.round() >= 1); }},
      {"log-bounds", elementary, 1, 1, no_boxes, [](A& a) { return by_log_bounds(a.goal, a.s, a.depth); }},
      {"closing", elementary, 1, 1, no_boxes, [](A& a) { return by_closing(a.goal, a.s, a.depth); }},
      {"ordered-products", elementary, 0, 2, no_boxes, [](A& a) { return a.in_rounds(by_ordered_products); }, several,
       "two variables or more", all_work},
      {"gap", elementary, 1, 1, no_boxes, [](A& a) { return by_gap(a.goal, a.s, a.depth); }},
      {"homogeneity", elementary, 1, 1, no_boxes, [](A& a) { return by_homogeneity(a.goal, a.s, a.depth); }},
      {"derivatives", any, 0, 1, no_boxes, [](A& a) { return by_derivatives(a.goal, a.s, a.depth); }},
      {"telescoping", any, 0, 1, no_boxes, [](A& a) { return by_telescoping(a.goal, a.s); }},
      {"telescoping-far", special, 0, 1, boxes, [](A& a) { return by_telescoping(a.goal, a.s, true); }},
      {"two-terms", elementary, 0, 1, no_boxes, [](A& a) { return by_two_terms(a.goal, a.s, a.depth); }},
      {"logs", any, 0, 1, no_boxes, [](A& a) { return by_logs(a.goal, a.s, a.depth); }},
      {"slopes", special, 0, 1, boxes, [](A& a) { return by_slopes(a.goal, a.s, a.depth); }},
      {"bernstein-forms", elementary, 0, 1, no_boxes, [](A& a) { return by_bernstein_forms(a.goal, a.s); }},
      {"squares", elementary, 0, 1, no_boxes, [](A& a) { return by_squares(a.goal, a.s, a.round()); }},
      {"completing-the-square", elementary, 0, 1, no_boxes,
       [](A& a) { return by_completing_the_square(a.goal, a.s, a.depth); }},
      {"tail", any, 0, 1, no_boxes, [](A& a) { return by_tail(a.goal, a.s, a.depth); }, unbounded,
       "an unbounded domain"},
      {"squaring", any, 0, 1, no_boxes, [](A& a) { return by_squaring(a.goal, a.s, a.depth); },
       [](const A& a) { return a.elementary() || a.round() >= 1; }, "elementary functions in the first round"},
      {"reciprocal", elementary, 1, 3, no_boxes, [](A& a) { return by_reciprocal(a.goal, a.s, a.depth); }, unbounded,
       "an unbounded domain"},
      {"cases", any, 0, 1, boxes, [](A& a) { return by_cases(a.goal, a.s, a.depth); }, unbounded,
       "an unbounded domain"},
      {"exponentials", elementary, 0, 1, no_boxes, [](A& a) { return by_exponentials(a.goal, a.s, a.depth); }},
      {"widening", elementary, 0, 1, no_boxes, [](A& a) { return by_widening(a.goal, a.s, a.depth); }},
      {"root-substitution", elementary, 1, 1, no_boxes,
       [](A& a) { return by_root_substitution(a.goal, a.s, a.depth); }},
      {"touching", elementary, 0, 1, boxes, [](A& a) { return by_touching(a.goal, a.s, a.depth); }},
      {"concave-end", elementary, 0, 1, boxes, [](A& a) { return by_concave_end(a.goal, a.s, a.depth); }},
      {"ends", elementary, 0, 1, no_boxes, [](A& a) { return by_ends(a.goal, a.s, a.depth); }},
      {"first-integers", elementary, 0, 1, boxes, [](A& a) { return by_first_integers(a.goal, a.s, a.depth); }},
      {"few-integers", elementary, 1, 1, boxes, [](A& a) { return by_few_integers(a.goal, a.s, a.depth); },
       [](const A& a) { return a.s.state.underway.few_integers == 0; }, "no enumeration around it"},
      {"gram-matrices", elementary, 1, 1, no_boxes,
       [](A& a) { return by_gram_matrices(a.goal, a.s, a.depth, a.round()); }},
      {"ordering", elementary, 1, 1, no_boxes, [](A& a) { return by_ordering(a.goal, a.s); }},
      {"open-ends", elementary, 1, 5, no_boxes, [](A& a) { return by_open_ends(a.goal, a.s, a.depth); }},
      {"generalising", elementary, 1, 1, no_boxes, [](A& a) { return by_generalising(a.goal, a.s, a.depth); }},
      {"signs-of-variables", elementary, 1, 1, no_boxes,
       [](A& a) { return by_signs_of_variables(a.goal, a.s, a.depth); }},
  };
}

Prover::Tactic Prover::Rows::last() {
  return {"boxes",
          Tactic::For::any,
          0,
          0,
          boxes,
          [](A& a) {
            const std::size_t most = !a.bounded    ? Effort::last_boxes_unbounded
                                     : a.max_boxes ? a.max_boxes
                                                   : a.prover.options_.boxes.max_boxes;
            return a.prover.by_boxes(a.goal, most);
          },
          always,
          "",
          all_work};
}

std::span<const Prover::Tactic> Prover::table() {
  static const std::vector<Tactic> all = [] {
    auto rows = Rows::steps();
    std::ranges::move(Rows::own_turns(), std::back_inserter(rows));
    rows.push_back(Rows::last());
    return rows;
  }();
  return all;
}

Tree Prover::run(const Tactic& tactic, Attempt& a) {
  Tree t;
  if (tactic.all_work) {
    t = kept(a.goal, differentiating([&] { return tactic.run(a); }));
  } else {
    if (exhausted()) return std::nullopt;
    const WorkLimit limit(work_left() / Effort::share);  // some for others after it
    t = kept(a.goal, differentiating([&] { return tactic.run(a); }));
  }
  return named(tactic.name, std::move(t));
}

Tree Prover::named(std::string_view name, Tree t) {
  if (t && !t->empty() && t->front().tactic.empty()) t->front().tactic = name;
  return t;
}

Tree Prover::attempt(const Goal& g, int depth, bool numeric, std::size_t max_boxes) {
  if (auto t = named("immediate", kept(g, immediate(g)))) return t;
  Attempt a{*this, g, depth, numeric, max_boxes, is_bounded(g), search(numeric)};
  for (const Tactic& tactic : table()) {
    if (tactic.own_turn || !tactic.applies(a)) continue;
    if (auto t = run(tactic, a)) return t;
    if (a.refuted) return std::nullopt;
  }
  return std::nullopt;
}

Tree Prover::by_turn(const Goal& g, const Tactic& tactic, std::uint64_t work, long goals) {
  repertoire_ = Repertoire::all;
  state_.normal_forms.clear();
  seen_goals_.clear();
  state_.goals_left = goals;
  Attempt a{*this, g, options_.depth, true, 0, is_bounded(g), search(true)};
  if (!tactic.applies(a)) return std::nullopt;
  const WorkLimit limit(std::min(work, work_left()));
  return run(tactic, a);
}

void Prover::add_early_turns(std::vector<Part>& parts, const Goal& g, int k, const Effort::Round& round) {
  if (k != Effort::round_of_early_turns || g.relation.rel == Rel::eq || g.context.variables().empty()) return;
  for (const Tactic& tactic : table())
    if (tactic.early)
      parts.push_back({k, false, [&tactic, goals = round.goals](Prover& p, const Goal& h) {
                         return p.by_turn(h, tactic, Effort::work_of_an_early_turn, goals);
                       }});
}

void Prover::add_turns(std::vector<Part>& parts, const Goal& g, int k, const Effort::Round& round) {
  const bool now = std::ranges::find(Effort::rounds_of_turns, k) != Effort::rounds_of_turns.end();
  // What speaks of numbers alone is for evaluation, and is often one of many witnesses that are tried.
  if (!now || g.relation.rel == Rel::eq || g.context.variables().empty()) return;
  const auto add = [&](const Tactic& tactic, std::uint64_t work) {
    parts.push_back({k, false, [&tactic, work, goals = round.goals](Prover& p, const Goal& h) {
                       return p.by_turn(h, tactic, work, goals);
                     }});
  };
  std::vector<std::reference_wrapper<const Tactic>> turns;
  std::ranges::copy_if(table(), std::back_inserter(turns), &Tactic::own_turn);
  // What had an early turn fits the goal's shape, or declines at once: it comes first.
  std::stable_partition(turns.begin(), turns.end(), [](const Tactic& tactic) { return tactic.early; });
  // What is made for the goal is most often soon done with it: nothing waits for what others work at in vain.
  if (k == Effort::rounds_of_turns.front())
    for (const Tactic& tactic : turns) add(tactic, round.work / Effort::share_of_a_short_turn);
  // The next rounds may do what a turn works at in vain.
  for (const Tactic& tactic : turns) add(tactic, tactic.all_work ? Effort::rounds_of_a_turn * round.work : round.work);
}

}  // namespace dpcert::verify
