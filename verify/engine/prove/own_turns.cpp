// The tactics that have a turn of their own: after some rounds, at the claim itself, so that they take nothing from
// what was proved without them.
#include <algorithm>

#include "verify/engine/prove/table_row.hpp"
#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/laws.hpp"
#include "verify/engine/tactics/named_angles.hpp"
#include "verify/engine/tactics/ordered_products.hpp"

namespace dpcert::verify {

namespace {

// x^y beside y^x: a base of powers is a variable of exponents, too.
bool has_crossed_powers(const Goal& g) {
  const auto powers = nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::pow && !e.arg(1).is_constant(); });
  const auto is_exponent = [&](const Expr& base) {
    return std::ranges::any_of(powers, [&](const Expr& e) { return depends_on(e.arg(1), base); });
  };
  return std::ranges::any_of(powers,
                             [&](const Expr& e) { return e.arg(0).op() == Op::variable && is_exponent(e.arg(0)); });
}

}  // namespace

Tree Prover::Rows::of_sums(const A& a, const Goal& h) {
  const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
  if (auto t = by_tangents_of_sums(h, a.alone(), a.depth)) return t;
  return by_functions_of_sums(h, a.alone(), a.depth);
}

Tree Prover::Rows::of_sums_or_in_rounds(const A& a, const Goal& h) {
  if (auto t = of_sums(a, h)) return t;
  return a.prover.alone(Effort::rounds_of_a_view)(h);
}

Tree Prover::Rows::in_log_odds(const A& a, const Goal& h) {
  return by_log_odds(h, [alone = a.prover.alone(Effort::rounds_of_a_view)](const Goal& odds) -> Tree {
    auto t = by_reflections(odds, alone);
    return t ? t : alone(odds);
  });
}

Tree Prover::Rows::in_shares(const A& a, const Goal& h) {
  return by_shares(h, [&](const Goal& k) -> Tree {
    {
      // With the sum as it is, what bends one way in the share lies above the smaller one of its ends.
      const WorkLimit half(work_left() / 2);
      if (auto t = by_concavity(k, a.alone(), a.depth, true, true)) return t;
    }
    const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
    return a.prover.alone(Effort::rounds_of_a_view)(k);
  });
}

std::vector<Prover::Tactic> Prover::Rows::own_turns() {
  using enum Tactic::For;
  return {
      // These would come too late, or take from others what they need.
      // Other coordinates for goals of a shape that is seldom met.
      {"half-differences-alone", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_half_differences); }, several,
       "two variables", all_work, own_turn},
      {"distances-of-binomials", any, 1, 1, no_boxes,
       [](A& a) {
         // What is left is most often for an induction; else it is a goal as any other.
         return by_distances_of_binomials(a.goal, [&](const Goal& h) -> Tree {
           {
             const WorkLimit limit(work_left() / 2);
             if (auto t = by_induction_of_gammas(h, a.alone(), a.depth)) return t;
           }
           {
             // Stirling's formula for real numbers, say: from the least ones on.
             const WorkLimit limit(work_left() - work_left() / 8);
             const auto alone = a.prover.alone(Effort::rounds_of_a_view);
             const auto from_the_ends = [&](const Goal& k) -> Tree {
               const auto simple = k.context.algebra().simplified(k.difference());
               if (!simple || !is_defined(k.context, *simple)) return std::nullopt;
               return rewritten(k, *simple, 0, [&](const Goal& last) { return by_monotone_ends(last, alone); });
             };
             if (auto t = by_real_gammas(h, [&](const Goal& k) { return by_logs_of_factors(k, from_the_ends); }))
               return t;
           }
           return a.alone().prove(h, a.depth, true);
         });
       },
       version_3, of_version_3, all_work, own_turn},
      {"tangent-curves", elementary, 1, 1, no_boxes,
       [](A& a) {
         const auto alone = a.prover.alone(Effort::rounds_of_a_view);
         if (auto t = by_place_and_distance(a.goal, a.s, a.depth, alone)) return t;
         return by_tangent_curves(a.goal, a.s, a.depth, alone);
       },
       several, "two variables", all_work, own_turn},
      {"named-inverses", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_named_inverses); }, always, "", all_work,
       own_turn},
      {"touched-ends", any, 1, 1, no_boxes,
       [](A& a) {
         const auto alone = a.prover.alone(Effort::rounds_of_a_view);
         if (auto t = by_touched_ends(a.goal, alone)) return t;
         return by_symmetry(a.goal, [&](const Goal& half) { return by_touched_ends(half, alone); });
       },
       always, "", all_work, own_turn},
      {"scaled-values", special, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_scaled_values); }, several,
       "two variables", all_work, own_turn},
      {"half-angles-of-cosines", any, 1, 1, no_boxes,
       [](A& a) { return by_half_angles_of_cosines(a.goal, a.s, a.depth, a.prover.alone(Effort::rounds_of_a_view)); },
       version_3, of_version_3, all_work, own_turn},
      {"means-of-two", any, 1, 1, no_boxes, [](A& a) { return by_means_of_two(a.goal, a.alone(), a.depth); }, several,
       "two variables", all_work, own_turn},
      {"jensen-of-logs", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_jensen_of_logs); }, several,
       "two variables", all_work, own_turn},
      {"reflections", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_reflections); }, several, "two variables",
       all_work, own_turn},
      {"shortest-exponents", any, 1, 1, no_boxes,
       [](A& a) {
         return by_shortest_exponents(a.goal, [&](const Goal& h) -> Tree {
           auto t = in_log_odds(a, h);
           return t ? t : a.prover.alone(Effort::rounds_of_a_view)(h);
         });
       },
       several, "two variables", all_work, own_turn},
      {"log-odds", any, 1, 1, no_boxes, [](A& a) { return in_log_odds(a, a.goal); }, always, "", all_work, own_turn},
      {"reciprocal-arctangents", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_reciprocal_arctangents); },
       always, "", all_work, own_turn},
      {"exponents-from-an-end", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_exponents_from_an_end); },
       several, "two variables", all_work, own_turn},
      {"triangle-inequality", any, 1, 1, no_boxes,
       [](A& a) { return by_triangle_inequality(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, several,
       "two variables", all_work, own_turn},
      {"mean-values", any, 0, 2, no_boxes,
       [](A& a) { return by_mean_values(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, version_3,
       of_version_3, all_work, own_turn, early},
      {"powers-in-order", any, 0, 1, no_boxes,
       [](A& a) { return by_powers_in_order(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); },
       [](const A& a) { return has_variable_power(a.goal); }, "a power with a variable exponent", all_work, own_turn,
       early},
      {"common-divisors", any, 0, 1, no_boxes, [](A& a) { return a.in_rounds(by_common_divisors); }, several,
       "two variables", all_work, own_turn, early},
      {"logarithmic-means", any, 0, 2, no_boxes,
       [](A& a) {
         // Signs of sums are seen where an exponential is a variable.
         const ProveGoal means = [&](const Goal& h) {
           return by_logarithmic_means(h, a.s, a.prover.alone(Effort::rounds_of_a_view));
         };
         auto t = by_named_exponentials(a.goal, a.s, means, false);
         return t ? t : means(a.goal);
       },
       several, "two variables", all_work, own_turn, early},
      {"sums-beside-integrals", any, 0, 2, no_boxes,
       [](A& a) { return by_sums_beside_integrals(a.goal, a.alone(), a.depth); }, version_3, of_version_3, all_work,
       own_turn, early},
      {"tilted-laws", any, 0, 2, no_boxes,
       [](A& a) { return by_tilted_laws(a.goal, a.alone(), a.depth, a.prover.alone(Effort::rounds_of_a_view)); },
       several, "two variables", all_work, own_turn, early},
      {"crossing-branches", any, 0, 2, no_boxes,
       [](A& a) { return by_crossing_branches(a.goal, a.alone(), a.depth, a.prover.alone(Effort::rounds_of_a_view)); },
       several, "two variables", all_work, own_turn, early},
      {"crossing-bodies", any, 0, 2, no_boxes,
       [](A& a) { return by_crossing_bodies(a.goal, a.s, a.depth, a.prover.alone(Effort::rounds_of_a_view)); },
       version_3, of_version_3, all_work, own_turn, early},
      {"centred-exponents", any, 0, 2, no_boxes, [](A& a) { return by_centred_exponents(a.goal, a.alone(), a.depth); },
       several, "two variables", all_work, own_turn, early},
      {"removable-ends-of-integrals", any, 0, 2, no_boxes,
       [](A& a) {
         return by_removable_ends_of_integrals(a.goal, a.s, a.depth, a.prover.alone(Effort::rounds_of_a_view));
       },
       version_3, of_version_3, all_work, own_turn, early},
      {"gamma-variances", any, 0, 1, no_boxes,
       [](A& a) { return by_gamma_variances(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, version_3,
       of_version_3, all_work, own_turn, early},
      {"wave-ends", any, 0, 1, boxes, [](A& a) { return by_wave_ends(a.goal, a.s); }, always, "", all_work, own_turn,
       early},
      {"written-slopes", any, 0, 1, no_boxes,
       [](A& a) { return by_written_slopes(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); },
       [](const A& a) { return has_variable_power(a.goal); }, "a power with a variable exponent", all_work, own_turn,
       early},
      {"geometric-means", any, 0, 1, no_boxes, [](A& a) { return by_geometric_means(a.goal, a.alone(), a.depth); },
       always, "", all_work, own_turn, early},
      // Polynomials, which are soon done with.
      {"differences", elementary, 1, 1, no_boxes, [](A& a) { return by_differences(a.goal, a.s); }, always, "", false,
       own_turn},
      {"constraints", any, 1, 1, no_boxes,
       [](A& a) {
         const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
         return by_constraints(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view));
       },
       said, "hypotheses", all_work, own_turn},
      {"products-of-hypotheses", any, 1, 1, no_boxes,
       [](A& a) {
         const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
         return by_products_of_hypotheses(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view));
       },
       said, "hypotheses", all_work, own_turn},
      {"even-powers", elementary, 1, 1, no_boxes,
       [](A& a) {
         const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
         return by_even_powers(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view));
       },
       several, "two variables", all_work, own_turn},
      {"terms-alone", any, 1, 1, no_boxes, [](A& a) { return by_terms(a.goal, a.alone(), a.depth); }, version_3,
       of_version_3, all_work, own_turn},
      {"products-of-terms", any, 1, 1, no_boxes, [](A& a) { return by_products_of_terms(a.goal, a.alone(), a.depth); },
       version_3, of_version_3, all_work, own_turn},
      {"vanishing-sums", any, 1, 1, no_boxes,
       [](A& a) {
         return by_vanishing_sums(
             a.goal, a.s, a.depth, [&](const Goal& h) { return of_sums(a, h); },
             a.prover.alone(Effort::rounds_of_a_view));
       },
       version_3, of_version_3, all_work, own_turn},
      {"squares-of-sums", any, 1, 1, no_boxes, [](A& a) { return by_squares_of_sums(a.goal, a.alone(), a.depth); },
       version_3, of_version_3, all_work, own_turn},
      {"means-of-factors", any, 0, 1, no_boxes,
       [](A& a) { return by_means_of_factors(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, version_3,
       of_version_3, all_work, own_turn, early},
      {"soft-maxima", any, 0, 1, no_boxes, [](A& a) { return a.in_rounds(by_soft_maxima); }, version_3, of_version_3,
       all_work, own_turn, early},
      {"shorter-terms", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_shorter_terms); }, version_3,
       of_version_3, all_work, own_turn},
      {"tails-of-rows", any, 1, 2, no_boxes,
       [](A& a) { return by_tails_of_rows(a.goal, a.alone(), a.depth, a.prover.alone(Effort::rounds_of_a_view)); },
       version_3, of_version_3, all_work, own_turn},
      {"bent-rows", any, 1, 2, no_boxes,
       [](A& a) { return by_bent_rows(a.goal, a.alone(), a.depth, a.prover.alone(Effort::rounds_of_a_view)); },
       version_3, of_version_3, all_work, own_turn},
      {"induction-of-gammas", any, 1, 1, no_boxes,
       [](A& a) { return by_induction_of_gammas(a.goal, a.alone(), a.depth); }, version_3, of_version_3, all_work,
       own_turn},
      {"angles", any, 1, 1, no_boxes, [](A& a) { return by_angles(a.goal, a.s, a.depth); }, version_3, of_version_3,
       false, own_turn},
      {"named-angles", any, 1, 1, no_boxes, [](A& a) { return by_named_angles(a.goal, a.s, a.depth); }, version_3,
       of_version_3, false, own_turn},
      {"circle-points", any, 1, 1, no_boxes, [](A& a) { return by_circle_points(a.goal, a.s, a.depth); }, version_3,
       of_version_3, false, own_turn},
      {"double-angles", any, 1, 1, no_boxes,
       [](A& a) { return by_double_angles(a.goal, a.s, a.depth, a.prover.alone(Effort::rounds_of_a_view)); }, version_3,
       of_version_3, all_work, own_turn},
      {"gamma-arguments", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_gamma_arguments); }, always, "",
       all_work, own_turn},
      {"roots-in-functions", special, 1, 1, no_boxes,
       [](A& a) { return by_roots_in_functions(a.goal, a.alone(), a.depth); }, always, "", all_work, own_turn},
      {"lone-tails", special, 0, 2, no_boxes,
       [](A& a) { return by_lone_tails(a.goal, a.s, a.depth, a.prover.alone(Effort::rounds_of_a_view)); }, always, "",
       all_work, own_turn, early},
      {"turning-points", any, 1, 2, no_boxes, [](A& a) { return by_turning_points(a.goal, a.alone(), a.depth); },
       always, "", all_work, own_turn},
      {"tail-bounds", special, 1, 2, no_boxes, [](A& a) { return by_tail_bounds(a.goal, a.s, a.depth, true); }, always,
       "", false, own_turn},
      {"bounds-in-hypotheses", any, 1, 1, no_boxes,
       [](A& a) { return by_bounds_in_hypotheses(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, said,
       "hypotheses", all_work, own_turn},
      {"ends-by-hypotheses", any, 1, 1, no_boxes,
       [](A& a) { return by_ends_of_hypotheses(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, said,
       "hypotheses", all_work, own_turn},
      {"concave-between", any, 1, 2, no_boxes,
       [](A& a) { return by_concave_between(a.goal, a.s, a.depth, a.prover.alone(Effort::rounds_of_a_view)); }, several,
       "two variables", all_work, own_turn},
      {"vanishing-ends", any, 1, 1, no_boxes,
       [](A& a) { return by_vanishing_ends(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, several,
       "two variables", all_work, own_turn},
      {"multipliers", any, 1, 1, no_boxes,
       [](A& a) { return by_multipliers(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, said, "hypotheses",
       all_work, own_turn},
      {"turns", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_turns); }, version_3, of_version_3, all_work,
       own_turn},
      {"half-angles", any, 1, 1, no_boxes,
       [](A& a) { return by_half_angles(a.goal, a.s.immediate, a.prover.alone(Effort::rounds_of_a_view)); }, always, "",
       all_work, own_turn},
      {"tangents-of-angles", any, 1, 1, no_boxes,
       [](A& a) { return by_tangents_of_angles(a.goal, a.s, a.depth, a.prover.alone(Effort::rounds_of_a_view)); },
       several, "two variables", all_work, own_turn},
      {"signs-of-waves", any, 1, 1, no_boxes,
       [](A& a) {
         const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
         return by_signs_of_waves(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view));
       },
       version_3, of_version_3, all_work, own_turn},
      {"quantiles", any, 1, 1, no_boxes,
       [](A& a) { return by_quantiles(a.goal, a.s, a.depth, a.prover.alone(Effort::rounds_of_a_view)); }, said,
       "hypotheses", all_work, own_turn},
      {"removable-ends", any, 1, 2, no_boxes, [](A& a) { return by_removable_ends(a.goal, a.alone(), a.depth); },
       always, "", all_work, own_turn},
      {"zeros-apart", elementary, 1, 1, no_boxes,
       [](A& a) { return by_zeros_apart(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, always, "", all_work,
       own_turn},
      {"zero-bases-alone", any, 1, 2, no_boxes, [](A& a) { return by_zero_bases(a.goal, a.alone(), a.depth); },
       [](const A& a) { return has_variable_power(a.goal); }, "a power with a variable exponent", all_work, own_turn},
      {"irrational-zeros", any, 1, 1, no_boxes,
       [](A& a) { return by_irrational_zeros(a.goal, a.alone(), a.prover.alone(Effort::rounds_of_a_view)); }, always,
       "", all_work, own_turn},
      {"roots-of-products", elementary, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_roots_of_products); }, always,
       "", all_work, own_turn},
      {"common-powers", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_common_powers); }, always, "", all_work,
       own_turn},
      {"falling-norms", elementary, 1, 2, no_boxes, [](A& a) { return by_falling_norms(a.goal, a.alone(), a.depth); },
       several, "two variables", all_work, own_turn},
      {"gibbs", elementary, 1, 2, no_boxes, [](A& a) { return by_gibbs(a.goal, a.alone(), a.depth); }, several,
       "two variables", all_work, own_turn},
      {"log-sums", elementary, 1, 2, no_boxes, [](A& a) { return by_log_sums(a.goal, a.alone(), a.depth); }, several,
       "two variables", all_work, own_turn},
      {"multipliers-of-sums", any, 1, 2, no_boxes,
       [](A& a) { return by_multipliers_of_functions(a.goal, a.alone(), a.depth); }, version_3, of_version_3, all_work,
       own_turn},
      {"tangents", elementary, 1, 2, no_boxes, [](A& a) { return by_tangents(a.goal, a.alone(), a.depth); }, several,
       "two variables", all_work, own_turn},
      {"slacks-of-functions", any, 1, 1, no_boxes,
       [](A& a) {
         const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
         return by_slacks(a.goal, a.prover.alone(Effort::rounds_of_a_view), true);
       },
       said, "hypotheses", all_work, own_turn},
      {"named-logarithms", any, 1, 3, no_boxes,
       [](A& a) { return by_named_logarithms(a.goal, a.s, a.depth, a.prover.alone(Effort::rounds_of_a_view)); }, always,
       "", all_work, own_turn},
      {"slacks", any, 1, 1, no_boxes,
       [](A& a) {
         const auto alone = a.prover.alone(Effort::rounds_of_a_view);
         if (has_exponential_side(a.goal)) {
           const WorkLimit half(work_left() / 2);
           if (auto t = by_logs_of_factors(a.goal, [&](const Goal& h) { return by_slacks(h, alone); })) return t;
         }
         return by_slacks(a.goal, alone);
       },
       said, "hypotheses", all_work, own_turn},
      {"solved-alone", any, 1, 1, no_boxes,
       [](A& a) {
         const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
         return by_solving(a.goal, a.alone(), a.depth);
       },
       said, "hypotheses", all_work, own_turn},
      {"halves", elementary, 1, 1, no_boxes,
       [](A& a) { return by_halves(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, always, "", all_work,
       own_turn},
      {"scaled-order", elementary, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_scaled_order); }, several,
       "two variables or more", all_work, own_turn},
      {"sums-of-roots", elementary, 1, 1, no_boxes, [](A& a) { return by_sums_of_roots(a.goal, a.alone(), a.depth); },
       always, "", all_work, own_turn},
      {"lipschitz", any, 1, 2, no_boxes, [](A& a) { return by_lipschitz(a.goal, a.alone(), a.depth); }, several,
       "two variables", all_work, own_turn},
      {"squaring-alone", any, 1, 2, no_boxes, [](A& a) { return by_squaring(a.goal, a.alone(), a.depth); }, always, "",
       all_work, own_turn},
      {"interior", any, 1, 1, no_boxes,
       [](A& a) { return by_interior(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, several,
       "two variables", all_work, own_turn},
      {"power-bounds", elementary, 1, 2, no_boxes, [](A& a) { return by_power_bounds(a.goal, a.alone(), a.depth); },
       [](const A& a) { return has_variable_power(a.goal); }, "a power with a variable exponent", all_work, own_turn},
      {"weighted-means", elementary, 1, 2, no_boxes, [](A& a) { return by_weighted_means(a.goal, a.s, a.depth); },
       always, "", false, own_turn},
      {"logs-of-sums", any, 1, 2, no_boxes,
       [](A& a) { return by_logs_of_sums(a.goal, a.s, a.depth, a.prover.alone(Effort::rounds_of_a_view)); }, always, "",
       all_work, own_turn},
      {"jensen-gaps", any, 1, 1, no_boxes, [](A& a) { return by_jensen_gaps(a.goal, a.alone(), a.depth); }, several,
       "two variables", all_work, own_turn},
      {"increments", special, 1, 2, no_boxes,
       [](A& a) { return by_increments(a.goal, a.s.immediate, a.prover.alone(Effort::rounds_of_a_view)); }, always, "",
       all_work, own_turn},
      {"outcomes", elementary, 1, 1, no_boxes,
       [](A& a) {
         return by_outcomes(a.goal, [&](const Goal& h) -> Tree {
           const bool named = !h.context.hypotheses().empty();  // between its bounds
           auto t = named ? by_ends_of_hypotheses(h, a.s, a.prover.alone(Effort::rounds_of_a_view)) : std::nullopt;
           return t ? t : a.by_ratios(h);
         });
       },
       always, "", all_work, own_turn},
      {"centre", elementary, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_centre); }, always, "", all_work,
       own_turn},
      {"far-limits", any, 1, 2, no_boxes, [](A& a) { return by_far_limits(a.goal, a.s, a.depth); }, always, "", false,
       own_turn},
      {"telescoping-in-rounds", special, 1, 1, no_boxes,
       [](A& a) { return by_telescoping_alone(a.goal, a.s, a.depth, a.prover.alone(Effort::rounds_of_a_view)); },
       several, "two variables", all_work, own_turn},
      // What would be a small part of the work for others, with rounds of its own.
      {"both-branches", any, 1, 2, no_boxes,
       [](A& a) { return by_both_branches(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, always, "",
       all_work, own_turn},
      {"kinks-alone", any, 1, 2, no_boxes, [](A& a) { return by_kinks(a.goal, a.alone(), a.depth - 1); }, always, "",
       all_work, own_turn},
      {"homogeneity-alone", elementary, 1, 2, no_boxes, [](A& a) { return by_homogeneity(a.goal, a.alone(), a.depth); },
       several, "two variables", all_work, own_turn},
      {"log-bounds-alone", elementary, 1, 2, no_boxes, [](A& a) { return by_log_bounds(a.goal, a.alone(), a.depth); },
       several, "two variables", all_work, own_turn},
      {"exponential-bounds", elementary, 1, 2, no_boxes,
       [](A& a) { return by_exponential_bounds(a.goal, a.alone(), a.depth); }, several, "two variables", all_work,
       own_turn},
      {"reciprocal-alone", elementary, 1, 3, no_boxes,
       [](A& a) { return by_reciprocal(a.goal, a.alone(), a.depth, true); }, several_and_unbounded,
       "two variables and an unbounded domain", all_work, own_turn},
      {"hoelder", elementary, 1, 2, no_boxes, [](A& a) { return by_hoelder(a.goal, a.alone(), a.depth); }, several,
       "two variables", all_work, own_turn},
      {"tangents-of-roots", elementary, 1, 2, no_boxes,
       [](A& a) { return by_tangents_of_roots(a.goal, a.alone(), a.depth); }, several, "two variables", all_work,
       own_turn},
      // Not so early for tails of the normal law, of which the fall of Mills' ratio says more.
      {"logs-of-factors", any, 0, 1, no_boxes,
       [](A& a) -> Tree {
         if (a.round() == 0 && !nodes_of(a.goal.relation, is_error_function).empty()) return std::nullopt;
         return a.in_rounds(by_logs_of_factors);
       },
       [](const A& a) { return has_variable_power(a.goal) || has_exponential_side(a.goal); },
       "a power with a variable exponent, or a side that is a product with an exponential", all_work, own_turn, early},
      {"concavity-alone", any, 1, 2, no_boxes,
       [](A& a) { return by_concavity(a.goal, a.alone(), a.depth, true, true); }, always, "", all_work, own_turn},
      {"shares", any, 1, 1, no_boxes, [](A& a) { return in_shares(a, a.goal); }, several, "two variables", all_work,
       own_turn},
      {"gaussian-profile", special, 0, 1, no_boxes,
       [](A& a) {
         return by_gaussian_profile(a.goal, [&](const Goal& h) -> Tree {
           auto t = in_shares(a, h);
           return t ? t : a.prover.alone(Effort::rounds_of_a_view)(h);
         });
       },
       several, "two variables", all_work, own_turn, early},
      {"distance", elementary, 1, 2, no_boxes, [](A& a) { return by_distance(a.goal, a.s); }, several, "two variables",
       all_work, own_turn},
      {"cone", elementary, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_cone); }, several, "two variables",
       all_work, own_turn},
      {"sides", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_sides); }, always, "", all_work, own_turn},
      {"each-argument", any, 1, 1, no_boxes,
       [](A& a) { return by_each_argument(a.goal, a.s.immediate, a.prover.alone(Effort::rounds_of_a_view)); }, always,
       "", all_work, own_turn},
      {"common-parts", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_common_parts); }, several,
       "two variables or more", all_work, own_turn},
      {"one-logarithm", elementary, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_one_logarithm); }, several,
       "two variables or more", all_work, own_turn},
      {"two-groups", elementary, 1, 1, no_boxes, [](A& a) { return a.in_front(by_two_groups); }, several,
       "two variables", all_work, own_turn},
      {"bounded-roots", elementary, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_bounded_roots); }, unbounded,
       "an unbounded domain", all_work, own_turn},
      {"bounded-parts", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_bounded_parts); }, unbounded,
       "an unbounded domain", all_work, own_turn},
      {"factor-alone", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_factor_alone); }, several, "two variables",
       all_work, own_turn},
      {"monotone-ends", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_monotone_ends); }, several,
       "two variables", all_work, own_turn},
      {"slopes-alone", any, 2, 2, no_boxes, [](A& a) { return by_derivatives(a.goal, a.alone(), a.depth); }, always, "",
       all_work, own_turn},
      {"order", any, 2, 1, no_boxes, [](A& a) { return a.in_rounds(by_order); }, always, "", all_work, own_turn},
      {"two-values", any, 1, 1, no_boxes, [](A& a) { return by_two_values(a.goal, a.alone(), a.depth); }, several,
       "two variables", all_work, own_turn},
      {"weights", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_weights); }, several, "two variables", all_work,
       own_turn},
      {"real-numbers", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_real_numbers); }, several, "two variables",
       all_work, own_turn},
      {"signs-of-factors", any, 1, 1, no_boxes,
       [](A& a) { return by_signs_of_factors(a.goal, a.s, a.depth, a.prover.alone(Effort::rounds_of_a_view)); },
       several, "two variables", all_work, own_turn},
      {"bases-apart", any, 0, 1, no_boxes,
       // Early only where little else is made for the goal: a base is an exponent as well.
       [](A& a) -> Tree {
         if (a.round() == 0 && !has_crossed_powers(a.goal)) return std::nullopt;
         return by_bases(a.goal, [&, alone = a.prover.alone(Effort::rounds_of_a_view)](const Goal& h) -> Tree {
           if (auto t = by_power_bounds(h, a.alone(), a.depth)) return t;
           return alone(h);
         });
       },
       [](const A& a) { return has_variable_power(a.goal); }, "a power with a variable exponent", all_work, own_turn,
       early},
      {"signs-apart", any, 1, 1, no_boxes, [](A& a) { return a.in_rounds(by_signs); }, several, "two variables",
       all_work, own_turn},
      {"parts-of-the-larger", elementary, 1, 1, no_boxes,
       [](A& a) { return by_parts_of_the_larger(a.goal, a.s, a.prover.alone(Effort::rounds_of_a_view)); }, several,
       "two variables", all_work, own_turn},
  };
}

}  // namespace dpcert::verify
