// The independent checker of certificates. Link dpcert::checker.
#pragma once

#include "dpcert/checker/checker.hpp"
