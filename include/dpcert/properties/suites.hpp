// The lists of suites, one for each file.
#pragma once

#include <span>

#include "dpcert/properties/run.hpp"

namespace dpcert::properties {

std::span<const Suite> divergence_suites();
std::span<const Suite> distance_suites();
std::span<const Suite> quadrature_suites();
std::span<const Suite> monte_carlo_suites();
std::span<const Suite> derivative_suites();
std::span<const Suite> mechanism_suites();
std::span<const Suite> propose_test_sample_suites();
std::span<const Suite> wasserstein_suites();
std::span<const Suite> privacy_suites();
std::span<const Suite> sampler_suites();
std::span<const Suite> discrete_suites();
std::span<const Suite> dirichlet_suites();
std::span<const Suite> density_suites();
std::span<const Suite> outcome_suites();
std::span<const Suite> conversion_suites();
std::span<const Suite> posterior_suites();
std::span<const Suite> gibbs_suites();
std::span<const Suite> langevin_suites();
std::span<const Suite> formula_suites();
std::span<const Suite> quantity_suites();
std::span<const Suite> dirichlet_release_suites();
std::span<const Suite> langevin_privacy_suites();
std::span<const Suite> noise_suites();
std::span<const Suite> tail_suites();
std::span<const Suite> template_suites();
std::span<const Suite> bracket_suites();
std::span<const Suite> edge_suites();
std::span<const Suite> corner_suites();
std::span<const Suite> delta_suites();
std::span<const Suite> glm_release_suites();

}  // namespace dpcert::properties
