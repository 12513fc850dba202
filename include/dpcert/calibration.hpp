// The largest certified parameter that meets a target. Link dpcert::math.
#pragma once

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/calibration/dirichlet.hpp"
#include "dpcert/calibration/gibbs.hpp"
