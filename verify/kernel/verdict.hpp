// The one list of verdicts and their names.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace dpcert::verify {

/// The seven verdicts, in the order in which reports list them. docs/reading-a-verdict.md says what each means. The
/// kernel gives `proved`, `proved_on`, `refuted`, `supported` and `open`; the catalogue adds the other two.
enum class Verdict { proved, proved_on, refuted, supported, assumed, definition, open };
inline constexpr std::array all_verdicts{Verdict::proved,  Verdict::proved_on,  Verdict::refuted, Verdict::supported,
                                         Verdict::assumed, Verdict::definition, Verdict::open};

/// The verdict's name as JSON, certificates and people write it ("proved-on").
std::string_view name(Verdict verdict);
/// The inverse of `name`; nothing for a word that is no verdict.
std::optional<Verdict> verdict_named(std::string_view word);

}  // namespace dpcert::verify
