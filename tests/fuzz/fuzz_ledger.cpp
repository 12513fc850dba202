// The readers of the catalogue: ledger YAML, .claim files with their `#!` lines. Bad text is an Error with a place.
#include <cstdint>
#include <string_view>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "dpcert/core/error.hpp"
#include "tests/fuzz/demand.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace dpcert;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    static_cast<void>(catalogue::read_ledger("ledger/some.yaml", text));
  } catch (const Error& e) {
    FUZZ_DEMAND(e.where().find("some.yaml") != std::string::npos);
  }
  const catalogue::FormalStatement formal = catalogue::read_formal("claims/some/some.x.claim", text);
  try {
    static_cast<void>(catalogue::read_hints(formal));
    static_cast<void>(catalogue::written_smaller_first(formal.text));
  } catch (const verify::SyntaxError& e) {
    FUZZ_DEMAND(e.line >= 1);
  } catch (const Error& e) {
    FUZZ_DEMAND(!e.where().empty());
  }
  return 0;
}
