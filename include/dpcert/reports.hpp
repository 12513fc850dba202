// Writers of the report. Link dpcert::reports.
#pragma once

#include "dpcert/reports/audit.hpp"
#include "dpcert/reports/deployment.hpp"
#include "dpcert/reports/report.hpp"
