// The certificate reader and checker over any bytes, as they are and with a digest that fits (otherwise nothing behind
// the digest would ever be reached). Nothing may crash, hang or eat memory.
#include <cstdint>
#include <string>

#include "dpcert/checker/checker.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/seal.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace dpcert;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const checker::Result plain = checker::check(bytes);
  FUZZ_DEMAND(!plain.accepted || plain.readable);
  FUZZ_DEMAND(plain.accepted || !plain.reason.empty());
  const checker::Result signed_ = checker::check(test::sealed_lines("dpcert-certificate 1\n" + std::string(bytes)));
  FUZZ_DEMAND(signed_.accepted || !signed_.reason.empty());
  return 0;
}
