// Certification reports of deployed mechanisms. Link dpcert::deployment.
#pragma once

#include "dpcert/deployment/certify.hpp"
#include "dpcert/deployment/config.hpp"
#include "dpcert/deployment/mechanism.hpp"
#include "dpcert/deployment/record.hpp"
