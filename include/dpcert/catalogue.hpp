// The catalogue of printed claims, what decides it, and what a calibration rests on. Link dpcert::calibration and
// dpcert::catalogue.
#pragma once

#include "dpcert/calibration/foundations.hpp"
#include "dpcert/catalogue/bundle.hpp"
#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/certifier.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "dpcert/catalogue/error.hpp"
#include "dpcert/catalogue/print.hpp"
#include "dpcert/catalogue/record.hpp"
#include "dpcert/catalogue/run.hpp"
#include "dpcert/catalogue/settle.hpp"
#include "dpcert/catalogue/uses.hpp"
