#include "verify/kernel/verdict.hpp"

#include <algorithm>

namespace dpcert::verify {

namespace {
constexpr std::array<std::string_view, all_verdicts.size()> names{"proved",  "proved-on",  "refuted", "supported",
                                                                  "assumed", "definition", "open"};
}

std::string_view name(Verdict verdict) { return names.at(static_cast<std::size_t>(verdict)); }

std::optional<Verdict> verdict_named(std::string_view word) {
  const auto at = std::find(names.begin(), names.end(), word);
  if (at == names.end()) return std::nullopt;
  return all_verdicts[static_cast<std::size_t>(at - names.begin())];
}

}  // namespace dpcert::verify
