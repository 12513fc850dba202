// Diagnostics of Markov chains. They find failures to converge; they never prove convergence.
// Source: Gelman et al., "Bayesian data analysis", 3rd edition, sections 11.4 and 11.5; Geyer, "Practical Markov chain
// Monte Carlo" (1992), initial monotone sequence.
#pragma once

#include <span>
#include <vector>

namespace dpcert {

/// Each chain is cut into halves; sqrt of (within + between variance) over within. 1 for chains that agree. Throws
/// Error::domain unless there are chains of one length >= 4; NaN if no chain ever moves.
double split_r_hat(std::span<const std::vector<double>> chains);
/// Number of independent draws with the same variance of the mean, from the autocorrelations of all chains together
/// (of the split halves, so that chains that disagree count for little). At most chains * length * log10(that).
double effective_sample_size(std::span<const std::vector<double>> chains);

}  // namespace dpcert
