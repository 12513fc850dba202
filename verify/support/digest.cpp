#include "verify/support/digest.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "dpcert/core/error.hpp"

namespace dpcert::verify {

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> md{};
  unsigned n = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), md.data(), &n, EVP_sha256(), nullptr) != 1)
    throw Error(ErrorCode::unsupported, "sha256_hex", "SHA-256 in the system's OpenSSL", "none");
  std::string hex;
  for (unsigned i = 0; i < n; ++i) hex += fmt::format("{:02x}", md[i]);
  return hex;
}

}  // namespace dpcert::verify
