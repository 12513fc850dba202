// A hash of text that is the same on every machine: std::hash is whatever the standard library makes of it.
#pragma once

#include <cstdint>
#include <string_view>

namespace dpcert {

/// FNV-1a of 64 bits: h = 14695981039346656037, then for each byte h = (h xor byte) * 1099511628211 modulo 2^64.
/// [G. Fowler, L. C. Noll, P. Vo, D. Eastlake, The FNV Non-Cryptographic Hash Algorithm, IETF draft, section 2]
constexpr std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t h = 14695981039346656037ULL;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return h;
}

}  // namespace dpcert
