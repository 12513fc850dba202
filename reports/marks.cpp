#include "reports/marks.hpp"

#include <fmt/format.h>

#include "reports/page.hpp"

namespace dpcert::reports {

using namespace catalogue;
using pugi::xml_node;

void line_break(xml_node parent) { say(parent, "\n"); }

std::string css_class(Verdict verdict) { return "v-" + std::string(name(verdict)); }

const char* verdict_mark(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "✓";
    case Verdict::proved_on:
      return "◐";
    case Verdict::refuted:
      return "✗";
    case Verdict::supported:
      return "≈";
    case Verdict::assumed:
      return "❝";
    case Verdict::definition:
      return "≔";
    case Verdict::open:
      return "?";
  }
  return "";
}
const char* verdict_meaning(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "on the whole stated domain";
    case Verdict::proved_on:
      return "on a named part of the domain";
    case Verdict::refuted:
      return "by a certified counterexample, or a proof of the negation";
    case Verdict::supported:
      return "searched, no counterexample";
    case Verdict::assumed:
      return "a cited theorem, used as an axiom";
    case Verdict::definition:
      return "asserts nothing";
    case Verdict::open:
      return "not decided; the reason is given";
  }
  return "";
}

xml_node badge(xml_node parent, Verdict verdict, const char* extra) {
  return add(parent, "span", ("badge " + std::string(extra) + (*extra ? " " : "") + css_class(verdict)).c_str(),
             std::string(verdict_mark(verdict)) + " " + std::string(name(verdict)));
}

void bar(xml_node parent, const Counts& counts, const char* css) {
  xml_node out = add(parent, "div", css);
  std::string label;
  for (const auto& [verdict, count] : counts)
    label += fmt::format("{}{} {}", label.empty() ? "" : ", ", count, name(verdict));
  set(out, "role", "img");
  set(out, "aria-label", label);
  for (const Verdict verdict : all_verdicts) {
    const auto at = counts.find(verdict);
    if (at == counts.end() || at->second == 0) continue;
    xml_node part = add(out, "span", css_class(verdict).c_str());
    set(part, "style", fmt::format("flex:{}", at->second));
    set(part, "title", fmt::format("{} {}", at->second, name(verdict)));
  }
}

std::string count_of(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  return fmt::format("{}", fmt::join(words, between));
}

}  // namespace dpcert::reports
