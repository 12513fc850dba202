// The one list of verdicts and their names.
#pragma once

#include <array>
#include <optional>
#include <string>
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

/// How far an unfinished proof got, in words that never sound finished: "12.5% of the domain", "all but 3e-09 of the
/// domain". `share`: from 0 to 1.
std::string share_of_domain(double share);

}  // namespace dpcert::verify
