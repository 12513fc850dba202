// Langevin dynamics for Bayesian linear regression. Link dpcert::math.
#pragma once

#include "dpcert/langevin/cyclic.hpp"
#include "dpcert/langevin/gaussian_pair.hpp"
#include "dpcert/langevin/posterior.hpp"
#include "dpcert/langevin/propose_test_sample.hpp"
#include "dpcert/langevin/regression.hpp"
#include "dpcert/langevin/release.hpp"
#include "dpcert/langevin/simulate.hpp"
#include "dpcert/langevin/sizes.hpp"
#include "dpcert/langevin/step_regions.hpp"
#include "dpcert/langevin/witness.hpp"
