// The kernel as the rest of the project sees it: its public face, what it builds on, and the text of a certificate.
#pragma once

#include "dpcert/kernel/decide.hpp"
#include "verify/engine/boxes/boxes.hpp"
#include "verify/engine/points/search.hpp"
#include "verify/engine/tightness/tightness.hpp"
#include "verify/kernel/certificate.hpp"
#include "verify/support/digest.hpp"
