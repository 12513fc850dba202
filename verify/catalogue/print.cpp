#include "dpcert/catalogue/print.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dpcert/catalogue/error.hpp"
#include "verify/support/text.hpp"

namespace dpcert::catalogue {

std::string_view name(Correspondence word) {
  switch (word) {
    case Correspondence::literal:
      return "literal";
    case Correspondence::equivalent:
      return "equivalent";
    case Correspondence::instance:
      return "instance";
    case Correspondence::weaker:
      return "weaker";
  }
  return "";
}

std::optional<Print> read_print(const FormalStatement& formal) {
  std::optional<Print> found;
  for (const Directive& directive : formal.directives) {
    if (directive.name != "print") continue;
    const std::string place = formal.file + ":" + std::to_string(directive.line);
    if (found) fail(place, "one line '#! print'", "a second one");
    const std::size_t blank = std::min(directive.argument.find_first_of(" \t\n"), directive.argument.size());
    const std::string word = directive.argument.substr(0, blank);
    const auto at = std::find_if(all_correspondences.begin(), all_correspondences.end(),
                                 [&](Correspondence c) { return name(c) == word; });
    if (at == all_correspondences.end())
      fail(place, "'#! print' with literal, equivalent, instance or weaker", "'" + word + "'");
    found = Print{*at, std::string(verify::trimmed(directive.argument.substr(blank)))};
    if (found->note.empty() != (*at == Correspondence::literal))
      fail(place, "the word literal alone, and a text behind each of the others", "'" + directive.argument + "'");
  }
  return found;
}

void judge_print(ClaimRecord& record, bool negated) {
  record.decided = record.verdict;
  if (!record.print) return;
  const bool proved = record.verdict == Verdict::proved || record.verdict == Verdict::proved_on;
  const auto is = [&](Correspondence word) { return record.print->word == word; };
  if (is(Correspondence::instance) && proved) {
    record.verdict = Verdict::proved_on;
    record.reason = fmt::format("{}{}", record.print->note, record.reason.empty() ? "" : "; " + record.reason);
  }
  if (is(Correspondence::weaker) && (proved || (negated && record.verdict == Verdict::refuted))) {
    record.reason = fmt::format("the formal statement is weaker than the print: {}", record.print->note);
    record.verdict = Verdict::open;
  }
}

}  // namespace dpcert::catalogue
