#include "dpcert/kernel/verdict.hpp"

#include <fmt/format.h>

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

std::string share_of_domain(double share) {
  if (share < 0.999) return fmt::format("{:.4g}% of the domain", 100 * share);
  // The shares of thousands of boxes are added up: what is left may be lost in rounding.
  constexpr double rounding = 1e-12;
  return share < 1 - rounding ? fmt::format("all but {:.2g} of the domain", 1 - share)
                              : fmt::format("all but less than {:.0g} of the domain", rounding);
}

}  // namespace dpcert::verify
