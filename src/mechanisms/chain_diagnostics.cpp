#include "dpcert/mechanisms/chain_diagnostics.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "dpcert/core/error.hpp"

namespace dpcert {
namespace {

using Chains = std::vector<std::vector<double>>;

Chains halves(std::span<const std::vector<double>> chains) {
  if (chains.empty() || chains[0].size() < 4)
    throw Error(ErrorCode::domain, "chains", "chains of at least 4 draws", "fewer");
  Chains out;
  for (const auto& chain : chains) {
    if (chain.size() != chains[0].size())
      throw Error(ErrorCode::domain, "chains", "chains of one length", std::to_string(chain.size()));
    const auto half = static_cast<std::ptrdiff_t>(chain.size() / 2);  // an odd draw in the middle is left out
    out.emplace_back(chain.begin(), chain.begin() + half);
    out.emplace_back(chain.end() - half, chain.end());
  }
  return out;
}

double mean(std::span<const double> x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

/// Within-chain variance W and the pooled estimate (n-1)/n W + B/n.
struct Variances {
  double within, pooled;
};
Variances variances(const Chains& chains) {
  const auto n = static_cast<double>(chains[0].size()), m = static_cast<double>(chains.size());
  std::vector<double> means;
  double within = 0, between = 0;
  for (const auto& chain : chains) {
    means.push_back(mean(chain));
    double sum = 0;
    for (const double v : chain) sum += (v - means.back()) * (v - means.back());
    within += sum / (n - 1) / m;
  }
  const double centre = mean(means);
  for (const double v : means) between += (v - centre) * (v - centre) / (m - 1);
  return {within, (n - 1) / n * within + between};
}

}  // namespace

double split_r_hat(std::span<const std::vector<double>> chains) {
  const Variances v = variances(halves(chains));
  return std::sqrt(v.pooled / v.within);
}

double effective_sample_size(std::span<const std::vector<double>> chains) {
  const Chains all = halves(chains);
  const Variances v = variances(all);
  const std::size_t n = all[0].size(), m = all.size();
  const double draws = static_cast<double>(n * m);
  if (!(v.pooled > 0)) return std::nan("");
  std::vector<double> means;
  for (const auto& chain : all) means.push_back(mean(chain));
  // 1 - (W - mean autocovariance at t)/pooled variance.
  const auto correlation = [&](std::size_t lag) {
    double sum = 0;
    for (std::size_t j = 0; j < m; ++j)
      for (std::size_t i = 0; i + lag < n; ++i) sum += (all[j][i] - means[j]) * (all[j][i + lag] - means[j]);
    return 1 - (v.within - sum / draws) / v.pooled;
  };
  // Sums of neighbouring pairs are positive and decrease for a reversible chain: stop and smooth by that.
  double time = -1, last = INFINITY;
  for (std::size_t lag = 0; lag + 1 < n; lag += 2) {
    const double pair = correlation(lag) + correlation(lag + 1);
    if (!(pair > 0)) break;
    last = std::fmin(last, pair);
    time += 2 * last;
  }
  return draws / std::fmax(time, 1 / std::log10(draws));
}

}  // namespace dpcert
