#pragma once

#include <string>

#include "dpcert/language/statement.hpp"

namespace dpcert::verify {

/// What the writer of a text that was refused may have meant, as the end of the message: words and signs of textbooks,
/// of TeX and of other programs. Empty: no guess, or the message has its own.
std::string hint(const SyntaxError& e);

}  // namespace dpcert::verify
