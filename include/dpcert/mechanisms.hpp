// Mechanisms: law, sampler, guarantee. Link dpcert::math.
#pragma once

#include "dpcert/mechanisms/as_given.hpp"
#include "dpcert/mechanisms/chain_diagnostics.hpp"
#include "dpcert/mechanisms/dirichlet_law.hpp"
#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"
#include "dpcert/mechanisms/exact_release.hpp"
#include "dpcert/mechanisms/gaussian.hpp"
#include "dpcert/mechanisms/gaussian_mean.hpp"
#include "dpcert/mechanisms/glm.hpp"
#include "dpcert/mechanisms/glm_samplers.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/mechanisms/laplace.hpp"
#include "dpcert/mechanisms/randomized_response.hpp"
#include "dpcert/mechanisms/sampling.hpp"
#include "dpcert/mechanisms/statistical_query.hpp"
#include "dpcert/mechanisms/tempered_posterior.hpp"
#include "dpcert/mechanisms/tempering.hpp"
