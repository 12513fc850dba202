// The certifier of the product: catalogue entries through the kernel.
#pragma once

#include "verify/catalogue/certifier.hpp"

namespace dpcert::catalogue {

/// Decides entries with the proof engine and writes their certificates.
class EngineCertifier : public Certifier {
 public:
  ClaimRecord certify(const CatalogueEntry& entry, const Options& options) override;
};

/// The mark that the catalogue's certificate files end with.
inline constexpr std::string_view certificate_suffix = ".cert";

}  // namespace dpcert::catalogue
