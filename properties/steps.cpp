#include "dpcert/properties/steps.hpp"

#include <string>
#include <vector>

#include "dpcert/core/error.hpp"

namespace dpcert::properties {
namespace {

/// The steps so far are noted even if one of them ends the case.
class Trace {
 public:
  explicit Trace(Case& c) : case_(c), place_(c.notes.size()) { c.note("steps", ""); }
  void add(std::string_view name) {
    std::string& text = case_.notes[place_].second;
    text.append(text.empty() ? "" : ", ").append(name);
  }

 private:
  Case& case_;
  std::size_t place_;
};

}  // namespace

std::uint64_t take_steps(Case& c, std::span<const Step> kinds, std::uint64_t most,
                         const std::function<void()>& invariant) {
  if (kinds.empty()) throw Error(ErrorCode::bad_input, "steps", "at least one kind", "none");
  Trace trace(c);
  if (invariant) invariant();
  std::uint64_t taken = 0;
  for (; taken < most; ++taken) {
    std::vector<const Step*> allowed;
    for (const Step& kind : kinds)
      if (!kind.allowed || kind.allowed()) allowed.push_back(&kind);
    if (allowed.empty()) break;
    // One choice a step: 0 ends the sequence, the others are the kinds in turn. So a step is left out with its
    // arguments by leaving out choices, whatever comes before and after it.
    const std::uint64_t choice = c.choices.up_to(8 * static_cast<std::uint64_t>(kinds.size()) * allowed.size());
    if (choice == 0) break;
    const Step& kind = *allowed[(choice - 1) % allowed.size()];
    trace.add(kind.name);
    kind.take(c);
    if (invariant) invariant();
  }
  if (taken == 0) c.label("no steps");
  return taken;
}

}  // namespace dpcert::properties
