// Everything. Link dpcert::dpcert. The parts are quicker to compile.
#pragma once

#include "dpcert/audit.hpp"
#include "dpcert/calibration.hpp"
#include "dpcert/catalogue.hpp"
#include "dpcert/checker.hpp"
#include "dpcert/deployment.hpp"
#include "dpcert/divergence.hpp"
#include "dpcert/empirical.hpp"
#include "dpcert/langevin.hpp"
#include "dpcert/mechanisms.hpp"
#include "dpcert/privacy.hpp"
#include "dpcert/properties.hpp"
#include "dpcert/prove.hpp"
#include "dpcert/reports.hpp"
#include "dpcert/scalar.hpp"
