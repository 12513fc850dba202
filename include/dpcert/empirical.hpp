// Audits from samples: confidence bounds, certified privacy curves, one-run audits. Link dpcert::math.
#pragma once

#include "dpcert/empirical/confidence.hpp"
#include "dpcert/empirical/curve.hpp"
#include "dpcert/empirical/one_run.hpp"
#include "dpcert/empirical/samples.hpp"
