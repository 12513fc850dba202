// The three parts of `dpcert figures renyi`.
#pragma once

#include <optional>

#include "cli/figures.hpp"
#include "dpcert/mechanisms/glm.hpp"

namespace dpcert::cli {

inline constexpr int renyi_figure_records = 100;

/// Achievable (order, epsilon) of diffused and concentrated sampling.
void draw_achievable_figures(Figures& figures);
/// KL and held-out loss against epsilon, Beta-Bernoulli.
void draw_utility_figures(Figures& figures);
/// figures.data, if given: covariates scaled to [-1, 1], an intercept, clipped to norm 1.
std::optional<GlmData> read_glm_data(const Figures& figures);
/// Test error and loss against epsilon of binary regression, on synthetic data and on the given.
void draw_glm_figures(Figures& figures, const std::optional<GlmData>& given);

}  // namespace dpcert::cli
