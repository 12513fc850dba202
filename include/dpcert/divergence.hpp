// Laws of the exponential family and their divergences, certified or over any scalar. Link dpcert::math.
#pragma once

#include "dpcert/divergence/certified.hpp"
#include "dpcert/divergence/hockey_stick.hpp"
#include "dpcert/divergence/renyi.hpp"
#include "dpcert/divergence/renyi_stable.hpp"
#include "dpcert/divergence/wasserstein.hpp"
#include "dpcert/families/categorical_dirichlet.hpp"
#include "dpcert/families/laws.hpp"
#include "dpcert/families/neighbours.hpp"
#include "dpcert/families/normalizer.hpp"
#include "dpcert/families/parameter_sets.hpp"
