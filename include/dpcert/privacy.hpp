// Privacy quantities by name, conversions and composition. Link dpcert::math.
#pragma once

#include "dpcert/privacy/composition.hpp"
#include "dpcert/privacy/conversions.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "dpcert/privacy/gaussian.hpp"
#include "dpcert/privacy/langevin_monte_carlo.hpp"
#include "dpcert/privacy/neighbours.hpp"
#include "dpcert/privacy/optimal_conversion.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/privacy/subsampled_gaussian.hpp"
