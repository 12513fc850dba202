// The last line of a certificate.
#pragma once

#include <openssl/sha.h>

#include <string>

namespace dpcert::fuzz {

inline std::string with_digest(std::string body) {
  if (body.empty() || body.back() != '\n') body += '\n';
  unsigned char hash[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(body.data()), body.size(), hash);
  body += "digest sha256 ";
  for (const unsigned char c : hash) body += "0123456789abcdef"[c >> 4], body += "0123456789abcdef"[c & 15];
  return body + "\n";
}

}  // namespace dpcert::fuzz
