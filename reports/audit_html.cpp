// The audit as a page.
#include <fmt/format.h>

#include "dpcert/reports/audit.hpp"
#include "reports/page.hpp"

namespace dpcert::reports {

using namespace audit;
using pugi::xml_node;

namespace {

/// The colours of the certification report's verdicts, so that a reader has one legend to learn.
const char* css(Verdict v) {
  switch (v) {
    case Verdict::sound:
      return "v-proved";
    case Verdict::exact:
      return "v-proved-on";
    case Verdict::unsound:
      return "v-refuted";
    case Verdict::undecided:
      return "v-open";
    case Verdict::error:
      return "v-assumed";
  }
  return "";
}
const char* mark(Verdict v) {
  switch (v) {
    case Verdict::sound:
      return "✓";
    case Verdict::exact:
      return "=";
    case Verdict::unsound:
      return "✗";
    case Verdict::undecided:
      return "?";
    case Verdict::error:
      return "!";
  }
  return "";
}
const char* meaning(Verdict v) {
  switch (v) {
    case Verdict::sound:
      return "a bound on the side promised";
    case Verdict::exact:
      return "proved equal to the truth";
    case Verdict::unsound:
      return "on the wrong side of the truth, or no number";
    case Verdict::undecided:
      return "the enclosure still contains the value";
    case Verdict::error:
      return "the row could not be read";
  }
  return "";
}
constexpr std::array shown = {Verdict::unsound, Verdict::undecided, Verdict::error, Verdict::sound, Verdict::exact};
constexpr std::array classes = {Class::invalid, Class::gross, Class::numerical, Class::rounding};

void bar(xml_node parent, const Counts& counts, const char* css_name) {
  xml_node out = add(parent, "div", css_name);
  set(out, "role", "img");
  std::string label;
  for (const Verdict v : shown) {
    const std::uint64_t n = counts.of(v);
    if (!n) continue;
    label += fmt::format("{}{} {}", label.empty() ? "" : ", ", n, name(v));
    xml_node part = add(out, "span", css(v));
    set(part, "style", fmt::format("flex:{}", n));
    set(part, "title", fmt::format("{} {}", n, name(v)));
  }
  set(out, "aria-label", label);
}

void top(xml_node body, const Summary& summary, const AuditRun& run) {
  xml_node header = add(body, "header", "top");
  const Counts& counts = summary.counts();
  add(header, "p", "eyebrow", "dpcert " + run.version);
  add(header, "h1", nullptr, "Audit of privacy numbers");
  add(header, "p", "lede",
      fmt::format("{} {} of {}, each compared with a rigorous enclosure of the quantity it bounds.", counts.rows,
                  counts.rows == 1 ? "row" : "rows", run.file));
  if (run.interrupted)
    add(header, "p", "notice", "The audit was interrupted: the rows behind these were not looked at.");
  bar(header, counts, "bar");
  xml_node legend = add(header, "ul", "legend");
  for (const Verdict v : shown) {
    xml_node item = add(legend, "li", (std::string(css(v)) + (counts.of(v) ? "" : " none")).c_str());
    add(item, "span", "n", std::to_string(counts.of(v)));
    add(item, "span", "name", fmt::format("{} {}", mark(v), name(v)));
    add(item, "span", "what", meaning(v));
  }
  xml_node asides = add(header, "ul", "asides");
  if (counts.of(Verdict::unsound))
    add(asides, "li", nullptr,
        fmt::format("Of the unsound: {} invalid (nan, negative, or finite where the truth is infinite), {} gross "
                    "(relative gap above 1e-3), {} numerical, {} rounding (at most 16 ulps).",
                    counts.of(Class::invalid), counts.of(Class::gross), counts.of(Class::numerical),
                    counts.of(Class::rounding)));
  if (summary.tolerated_ulps() > 0)
    add(asides, "li", nullptr,
        fmt::format("{} unsound rows are within the {} ulps that were tolerated.", summary.tolerated(),
                    summary.tolerated_ulps()));
  if (!run.sha256.empty()) {
    xml_node item = add(asides, "li", nullptr, "sha256 of the file: ");
    add(item, "code", nullptr, run.sha256);
  }
}

void groups(xml_node main, const Summary& summary) {
  add(main, "h2", nullptr, "By tool and mechanism");
  xml_node table = add(add(main, "div", "wide"), "table", "papers audit");
  xml_node head = add(add(table, "thead"), "tr");
  for (const char* title : {"Tool", "Mechanism", "Verdicts"}) add(head, "th", nullptr, title);
  for (const char* title : {"Rows", "Unsound", "Invalid", "Gross", "Numerical", "Rounding"})
    add(head, "th", "num", title);
  xml_node body = add(table, "tbody");
  for (const Group* group : summary.groups()) {
    xml_node row = add(body, "tr");
    add(row, "td", nullptr, group->tool);
    add(row, "td", nullptr, group->mechanism);
    bar(add(row, "td"), group->counts, "bar small");
    add(row, "td", "num", std::to_string(group->counts.rows));
    add(row, "td", "num", std::to_string(group->counts.of(Verdict::unsound)));
    for (const Class c : classes) add(row, "td", "num", std::to_string(group->counts.of(c)));
  }
}

void worst_case(xml_node parent, const Judged& judged) {
  const Row& r = judged.row;
  xml_node article = add(parent, "article", css(Verdict::unsound));
  set(article, "id", fmt::format("row-{}", r.number));
  xml_node header = add(article, "header");
  xml_node title = add(header, "div");
  add(title, "h3", nullptr, fmt::format("{} of {}", r.quantity, r.mechanism));
  add(title, "p", "meta", fmt::format("{} {} · row {}", r.tool, r.version, r.number));
  add(header, "span", "badge big v-refuted",
      fmt::format("{} {}", mark(Verdict::unsound), name(judged.judgement.unsound)));
  xml_node facts = add(article, "dl", "facts");
  const auto mono = [&](const char* term, std::string_view text) {
    add(facts, "dt", nullptr, term);
    add(facts, "dd", "mono", text);
  };
  mono("parameters", r.parameters);
  if (!r.at.empty()) mono("at", r.at);
  mono(r.bound == "upper" ? "said: at most" : "said: at least", r.value);
  const Judgement& w = judged.judgement;
  if (w.lower == w.upper) {
    mono("truth", w.lower == "inf" ? "infinite" : w.lower);
  } else {
    mono("truth in", "[" + w.lower + ", " + w.upper + "]");
  }
  fact(facts, "gap", gap_in_words(judged));
}

void problems(xml_node main, const char* title, const std::vector<Judged>& rows, std::uint64_t all) {
  if (rows.empty()) return;
  add(main, "h2", nullptr, title);
  if (all > rows.size()) add(main, "p", nullptr, fmt::format("The first {} of {}.", rows.size(), all));
  xml_node list = add(main, "ul", "asides");
  for (const Judged& judged : rows) {
    const Problem& p = judged.judgement.problem;
    const std::string where = p.at.line ? fmt::format(", line {}, column {}", p.at.line, p.at.column) : "";
    add(list, "li", nullptr, fmt::format("Row {}{}: {}", judged.row.number, where, p.message));
  }
}

}  // namespace

std::string audit_html(const Summary& summary, const AuditRun& run) {
  Document page("dpcert: audit of " + run.file);
  top(page.body(), summary, run);
  xml_node main = add(page.body(), "main");
  groups(main, summary);
  if (!summary.worst().empty()) {
    add(main, "h2", nullptr, "Worst cases");
    if (summary.counts().of(Verdict::unsound) > summary.worst().size())
      add(main, "p", "lede",
          fmt::format("The {} worst of {} unsound rows; audit.json has every row.", summary.worst().size(),
                      summary.counts().of(Verdict::unsound)));
    for (const Judged& judged : summary.worst()) worst_case(main, judged);
  }
  problems(main, "Rows that could not be read", summary.errors(), summary.counts().of(Verdict::error));
  problems(main, "Undecided", summary.undecided(), summary.counts().of(Verdict::undecided));
  xml_node footer = add(page.body(), "footer");
  xml_node made = add(footer, "p", nullptr, "Written by dpcert " + run.version);
  if (!run.command.empty()) {
    say(made, " with ");
    add(made, "code", nullptr, run.command);
  }
  say(made, ".");
  add(footer, "p", nullptr,
      "A decimal stands for the nearest double, p/q is exact. An upper bound is sound at or above the truth, a lower "
      "bound at or below it. Enclosures are rounded outward; they rest on the ball arithmetic of Arb.");
  return page.text(false);
}

}  // namespace dpcert::reports
