// The engine as the command line uses it.
#pragma once

#include <memory>

#include "verify/catalogue/certifier.hpp"

namespace dpcert::cli {

std::unique_ptr<catalogue::Certifier> make_certifier();

}  // namespace dpcert::cli
