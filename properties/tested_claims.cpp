// Which suites test what a claim of the catalogue says of a mechanism or a formula, by the library's own templates and
// samplers. A suite stands here only if a false claim could make it fail.
#include <algorithm>
#include <array>
#include <utility>

#include "dpcert/properties/suite.hpp"

namespace dpcert::properties {
namespace {

using Tested = std::pair<std::string_view, std::string_view>;

// Suites in alphabetical order; the claims of one in those of the ledger.
constexpr std::array tested_claims_table{
    Tested{"calibration.both-sides", "renyi.alg2"},
    Tested{"calibration.both-sides", "renyi.alg3"},
    Tested{"conversion.order", "sgld.lemma3.1"},
    Tested{"dirichlet.accuracy", "dirichlet.thm4.5.lshist.eq"},
    Tested{"dirichlet.hellinger", "dirichlet.def.hellinger"},
    Tested{"dirichlet.loss", "dirichlet.alg1.privacy"},
    Tested{"dirichlet.loss", "dirichlet.thm3.1.lsdim"},
    Tested{"dirichlet.loss", "dirichlet.thm3.1.lshist"},
    Tested{"dirichlet.loss", "dirichlet.thm3.1.ehd"},
    Tested{"dirichlet.loss", "dirichlet.alg5.privacy"},
    Tested{"dirichlet.loss", "dirichlet.thm3.1.ehds"},
    Tested{"dirichlet.sensitivity", "dirichlet.def.gs"},
    Tested{"dirichlet.sensitivity", "dirichlet.def.ls"},
    Tested{"dirichlet.smooth-sensitivity", "dirichlet.def.smooth"},
    Tested{"divergence.certified-quadrature", "renyi.obsA3"},
    Tested{"divergence.certified-quadrature", "renyi.beta.C"},
    Tested{"divergence.convex-in-second", "renyi.thmA14.convexQ"},
    Tested{"divergence.max-divergence", "renyi.def3.limits"},
    Tested{"divergence.monte-carlo", "renyi.obsA3"},
    Tested{"divergence.monte-carlo-above-one", "renyi.obsA3"},
    Tested{"gaussian-mean.guarantee", "renyi.clip.norm"},
    Tested{"gaussian-pair.quadrature", "sgld.gil.formula"},
    Tested{"gaussian-pair.quadrature", "gibbs.b5.kl"},
    Tested{"gibbs.bernoulli", "gibbs.ex17.posterior"},
    Tested{"gibbs.calibration", "gibbs.c1.B"},
    Tested{"gibbs.chain-error", "gibbs.d8.final"},
    Tested{"gibbs.gaussian", "gibbs.b3.posterior"},
    Tested{"gibbs.gaussian", "gibbs.b6.kl"},
    Tested{"gibbs.lipschitz", "gibbs.thm7"},
    Tested{"gibbs.lipschitz", "gibbs.d6"},
    Tested{"gibbs.loss-tail", "gibbs.b4.tail"},
    Tested{"gibbs.loss-tail", "gibbs.b4.dp"},
    Tested{"log-partition.automatic-derivatives", "renyi.dirichlet.grad.i"},
    Tested{"log-partition.automatic-derivatives", "renyi.dirichlet.grad.d"},
    Tested{"log-partition.automatic-derivatives", "renyi.dirichlet.hess.1"},
    Tested{"log-partition.automatic-derivatives", "renyi.dirichlet.hess.2"},
    Tested{"log-partition.automatic-derivatives", "renyi.dirichlet.hess.3"},
    Tested{"log-partition.automatic-derivatives", "renyi.dirichlet.hess.4.main"},
    Tested{"log-partition.automatic-derivatives", "renyi.dirichlet.hess.5"},
    Tested{"log-partition.finite-differences", "renyi.dirichlet.grad.i"},
    Tested{"log-partition.finite-differences", "renyi.dirichlet.grad.d"},
    Tested{"log-partition.finite-differences", "renyi.dirichlet.hess.1"},
    Tested{"log-partition.finite-differences", "renyi.dirichlet.hess.2"},
    Tested{"log-partition.finite-differences", "renyi.dirichlet.hess.3"},
    Tested{"log-partition.finite-differences", "renyi.dirichlet.hess.4.main"},
    Tested{"log-partition.finite-differences", "renyi.dirichlet.hess.5"},
    Tested{"mechanism.convex-along-diff", "renyi.thmA14.convexQ"},
    Tested{"mechanism.convex-along-diff", "renyi.thmA14.jensen"},
    Tested{"mechanism.guarantee-is-supremum", "renyi.alg2"},
    Tested{"mechanism.guarantee-is-supremum", "renyi.alg3"},
    Tested{"mechanism.guarantee-is-supremum", "renyi.dirichlet.hullpairs"},
    Tested{"mechanism.monotone", "renyi.public.stronger"},
    Tested{"mechanism.monte-carlo-below-supremum", "renyi.alg1"},
    Tested{"mechanism.monte-carlo-below-supremum", "renyi.alg2"},
    Tested{"mechanism.monte-carlo-below-supremum", "renyi.alg3"},
    Tested{"mechanism.sampler-law", "renyi.expfam.conjugate"},
    Tested{"mechanism.statistical-query", "renyi.sq.bounded"},
    Tested{"parameter-sets.posteriors", "renyi.defA5.pset"},
    Tested{"posterior.divergence", "sgld.lemma4.2"},
    Tested{"propose-test-sample.centre", "sgld.claimc8"},
    Tested{"propose-test-sample.frequencies", "sgld.claimc7"},
    Tested{"propose-test-sample.least-sizes", "sgld.eq26"},
    Tested{"propose-test-sample.privacy", "sgld.claimc6"},
    Tested{"propose-test-sample.privacy", "sgld.claimc9"},
    Tested{"sampler.marginals", "renyi.alg1"},
    Tested{"sgld.privacy", "sgld.lemA6"},
    Tested{"sgld.recursion", "sgld.lemA1.r1.mean"},
    Tested{"sgld.recursion", "sgld.lemA1.rgt1.mean"},
    Tested{"sgld.recursion", "sgld.eq18.mu"},
    Tested{"wasserstein.annulus", "sgld.claime2.annulus"},
    Tested{"wasserstein.smoothed-gaussians", "sgld.theorem2"},
    Tested{"wasserstein.smoothed-histograms", "sgld.claim5.1"},
    Tested{"wasserstein.smoothed-histograms", "sgld.theorem2"},
    Tested{"wasserstein.smoothed-histograms", "sgld.claime1"},
    Tested{"wasserstein.smoothed-histograms", "sgld.claime2"},
};

}  // namespace

std::vector<std::string> tested_claims(std::string_view suite) {
  (void)suite_description(suite);  // an unknown name is refused
  std::vector<std::string> claims;
  for (const auto& [name, claim] : tested_claims_table)
    if (name == suite) claims.emplace_back(claim);
  return claims;
}

}  // namespace dpcert::properties
