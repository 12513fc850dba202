// The last line of a certificate, for certificates that tests write by hand. Apart from verify/kernel/decide.cpp, which
// writes those of the program: the checker is tested without a word of the rest.
#pragma once

#include <openssl/evp.h>

#include <string>
#include <string_view>

namespace dpcert::test {

inline std::string sha256_hex(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha256(), nullptr);
  std::string hex;
  for (unsigned i = 0; i < size; ++i)
    hex += "0123456789abcdef"[digest[i] >> 4], hex += "0123456789abcdef"[digest[i] & 15];
  return hex;
}

inline std::string sealed(const std::string& body) { return body + "digest sha256 " + sha256_hex(body) + "\n"; }

/// The same of a body whose last line may not be ended.
inline std::string sealed_lines(std::string body) {
  if (body.empty() || body.back() != '\n') body += '\n';
  return sealed(body);
}

}  // namespace dpcert::test
