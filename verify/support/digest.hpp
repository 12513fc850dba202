// SHA-256: the digest line of a certificate, keys of saved searches.
#pragma once

#include <string>
#include <string_view>

namespace dpcert::verify {

/// 64 hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

}  // namespace dpcert::verify
