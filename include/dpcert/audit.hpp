// Audits of other tools' numbers. Link dpcert::audit.
#pragma once

#include "dpcert/audit/audit.hpp"
#include "dpcert/audit/csv.hpp"
#include "dpcert/audit/summary.hpp"
