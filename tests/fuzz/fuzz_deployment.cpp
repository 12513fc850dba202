// Deployment configurations of any bytes: accepted, or refused in one line that begins with the file's name.
#include <cstdint>
#include <string>

#include "dpcert/core/error.hpp"
#include "dpcert/deployment/mechanism.hpp"
#include "tests/fuzz/demand.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace dpcert::deployment;
  try {
    Config config = read_config("some.toml", std::string(reinterpret_cast<const char*>(data), size));
    FUZZ_DEMAND(!config.name.empty());
    const Deployed deployed = deployed_mechanism(config);
    FUZZ_DEMAND(!deployed.title.empty() && !deployed.guarantee.cases.empty() && !deployed.suites.empty());
    FUZZ_DEMAND(deployed.case_labels.size() == deployed.guarantee.cases.size());
    if (deployed.neighbours && deployed.neighbours->count <= 20000) {  // what a certification enumerates
      const std::int64_t count = deployed.neighbours->count;
      FUZZ_DEMAND(count >= 1);
      for (const std::int64_t i : {std::int64_t{0}, count / 2, count - 1})
        FUZZ_DEMAND(!deployed.neighbours->at(i).parameters.empty());
    }
  } catch (const ConfigError& e) {
    const std::string said = e.what();
    FUZZ_DEMAND(said.rfind("some.toml:", 0) == 0 && said.find('\n') == std::string::npos);
  }
  return 0;
}
