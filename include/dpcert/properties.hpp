// Property suites and generators. Link dpcert::properties.
#pragma once

#include "dpcert/properties/check.hpp"
#include "dpcert/properties/choices.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/mechanism.hpp"
#include "dpcert/properties/run.hpp"
#include "dpcert/properties/statement.hpp"
#include "dpcert/properties/steps.hpp"
#include "dpcert/properties/suite.hpp"
#include "dpcert/properties/suites.hpp"
