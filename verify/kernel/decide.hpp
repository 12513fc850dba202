// The kernel as the rest of the project sees it: its public face, what it builds on, and the text of a certificate.
#pragma once

#include <string>

#include "dpcert/kernel/decide.hpp"
#include "verify/engine/boxes/boxes.hpp"
#include "verify/engine/points/search.hpp"
#include "verify/engine/tightness/tightness.hpp"
#include "verify/support/digest.hpp"

namespace dpcert::verify {

/// The lines of a certificate up to its statement. What follows in it does not depend on claim, comments and layout.
std::string certificate_head(const Statement& statement, const std::string& claim);
/// A certificate's text with its last line.
std::string with_digest(std::string body);

}  // namespace dpcert::verify
