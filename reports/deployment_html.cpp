// The deployment's page: what is certified first, then what it rests on, then how to check it.
#include <fmt/format.h>

#include <cctype>

#include "dpcert/reports/deployment.hpp"
#include "reports/mathml.hpp"
#include "reports/page.hpp"

namespace dpcert::reports {

using namespace deployment;
using pugi::xml_node;

namespace {

const char* css(Met met) { return met == Met::met ? "v-proved" : met == Met::not_met ? "v-refuted" : "v-open"; }
const char* mark(Met met) { return met == Met::met ? "✓" : met == Met::not_met ? "✗" : "?"; }

xml_node mono(xml_node list, const char* term, std::string_view text) {
  add(list, "dt", nullptr, term);
  return add(list, "dd", "mono", text);
}

/// With a capital and a full stop.
std::string sentence(std::string text) {
  if (!text.empty() && text.rfind("delta", 0) != 0)
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
}

void link(xml_node parent, const std::string& file) { set(add(parent, "a", "mono", file), "href", file); }

void top(xml_node body, const Report& r) {
  xml_node header = add(body, "header", "top");
  add(header, "p", "eyebrow", "dpcert " + r.version + " · certification of a deployment");
  add(header, "h1", nullptr, r.name);
  if (!r.description.empty()) add(header, "p", "lede", r.description);
  const Met met = r.contradiction() ? Met::not_met : r.interrupted ? Met::undecided : r.met();
  xml_node verdict = add(header, "p", (std::string("verdict ") + css(met)).c_str());
  add(verdict, "b", nullptr, mark(met));
  say(verdict, " " + verdict_sentence(r));
}

/// The statement of a proof that failed, for whoever wants to know what is wrong.
void tried(xml_node parent, const Attempted& a) {
  xml_node details = add(parent, "details", "text");
  add(details, "summary", nullptr, "What was tried");
  add(details, "pre", nullptr, a.tried);
}

void targets(xml_node main, const Report& r) {
  add(main, "h2", nullptr, r.targets.size() == 1 ? "Target" : "Targets");
  for (const TargetResult& t : r.targets) {
    xml_node article = add(main, "article", css(t.met));
    xml_node header = add(article, "header");
    add(header, "h3", nullptr, t.target);
    add(header, "span", (std::string("badge big ") + css(t.met)).c_str(),
        fmt::format("{} {}", mark(t.met), name(t.met)));
    add(article, "p", "printed", t.meaning + ".");
    add(article, "p", "reason", sentence(t.why));
    xml_node facts = add(article, "dl", "facts");
    mono(facts, "certified value in",
         t.bounds.lower == t.bounds.upper ? t.bounds.lower : "[" + t.bounds.lower + ", " + t.bounds.upper + "]");
    if (const std::string kinds = t.agreeing(); !kinds.empty()) fact(facts, "agree", kinds);
    for (const Evidence& e : t.evidence)
      fact(facts, e.kind.c_str(),
           (e.says == Says::contradicts ? "CONTRADICTS: " : std::string(name(e.says)) + ": ") + e.what);
    if (t.trouble()) {
      add(article, "p", "notice", sentence(t.why_no_certificate));
      tried(article, t);
    }
    if (!t.certificate) continue;
    add(facts, "dt", nullptr, "certificate file");
    link(add(facts, "dd"), t.certificate->file);
    xml_node details = add(article, "details", "text");
    add(details, "summary", nullptr, "What the certificate proves");
    xml_node inner = add(details, "div");
    append_statement(inner, t.certificate->statement);
    add(details, "pre", nullptr, t.certificate->statement);
  }
}

void mechanism(xml_node main, const Report& r) {
  add(main, "h2", nullptr, "What is released");
  xml_node article = add(main, "article", "v-definition wide-terms");
  add(add(article, "header"), "h3", nullptr, r.mechanism);
  add(article, "p", "printed", r.release);
  xml_node facts = add(article, "dl", "facts");
  for (const auto& [key, value] : r.facts) mono(facts, key.c_str(), value);
  fact(facts, "neighbours", r.adjacency);
  add(main, "h2", nullptr, "Assumptions");
  add(main, "p", "lede",
      "The verdict holds if all of these do. Nobody but the owner of the deployment can check them.");
  xml_node list = add(main, "ul", "plain");
  for (const std::string& a : r.assumptions) add(list, "li", nullptr, a);
}

void curve(xml_node main, const char* title, const char* at, const char* what, const std::vector<Point>& points) {
  if (points.empty()) return;
  add(main, "h2", nullptr, title);
  xml_node table = add(add(main, "div", "wide"), "table", "papers curve");
  xml_node head = add(add(table, "thead"), "tr");
  add(head, "th", "num", at);
  for (const char* column : {"At least", "At most", what, "Certificate"}) add(head, "th", nullptr, column);
  xml_node body = add(table, "tbody");
  for (const Point& p : points) {
    xml_node row = add(body, "tr");
    add(row, "td", "num", p.at == "inf" ? "∞" : p.at);
    add(row, "td", "mono", p.bounds.lower == "inf" ? "∞" : p.bounds.lower);
    add(row, "td", "mono", p.bounds.upper == "inf" ? "∞" : p.bounds.upper);
    add(row, "td", "text", p.worst.empty() ? p.basis : p.worst);
    xml_node cell = add(row, "td");
    if (p.certificate) {
      set(add(cell, "a", nullptr, "checked"), "href", p.certificate->file);
    } else {
      add(cell, "span", p.trouble() ? "badge v-refuted" : "faint", p.why_no_certificate);
      if (p.trouble()) tried(cell, p);
    }
  }
}

void statements(xml_node main, const std::vector<Basis>& list) {
  for (const Basis& b : list) {
    const char* style = b.proved ? "v-proved" : b.verdict == "refuted" ? "v-refuted" : "v-open";
    xml_node article = add(main, "article", style);
    set(article, "id", b.id);
    xml_node header = add(article, "header");
    xml_node title = add(header, "div");
    add(add(title, "h3"), "span", "id", b.id);
    add(title, "p", "meta", b.source);
    add(header, "span", (std::string("badge big ") + style).c_str(), b.verdict);
    add(article, "p", "printed", b.printed);
    if (!b.reading.empty()) add(article, "p", "reading", b.reading);
    if (!b.reason.empty()) add(article, "p", "reason", b.reason);
    if (b.certificate.empty() && b.uses.empty() && b.assumes.empty()) continue;
    xml_node facts = add(article, "dl", "facts");
    if (!b.uses.empty()) {
      add(facts, "dt", nullptr, "leans on");
      xml_node ids = add(facts, "dd");
      for (const std::string& used : b.uses) {
        if (&used != &b.uses.front()) say(ids, ", ");
        set(add(ids, "a", "mono", used), "href", "#" + used);
      }
    }
    for (const std::string& theorem : b.assumes) fact(facts, "assumes", theorem);
    if (b.certificate.empty()) continue;
    add(facts, "dt", nullptr, "certificate");
    link(add(facts, "dd"), b.certificate);
  }
}

void basis(xml_node main, const Report& r) {
  add(main, "h2", nullptr, "What the numbers rest on");
  add(main, "p", "printed", "The worst case: " + r.source + ".");
  statements(main, r.basis);
  if (!r.grounds.empty()) {
    add(main, "h2", nullptr, "What those statements lean on");
    add(main, "p", "lede", "Decided in the same run: a statement counts as proved only if everything under it is.");
    statements(main, r.grounds);
  }
  if (!r.enumeration) return;
  const Enumeration& e = *r.enumeration;
  std::string orders;
  for (const std::string& order : e.orders) orders += (orders.empty() ? "" : ", ") + order;
  add(main, "p", e.agrees ? nullptr : "notice",
      e.done
          ? fmt::format("Also evaluated: all {} ordered pairs of neighbouring data sets, at the orders {}. {}", e.pairs,
                        orders, e.agrees ? "No pair exceeds the worst one." : "Exceeded by " + e.exceeded_by + ".")
          : "Not every pair of neighbouring data sets was evaluated: " + e.why_not + ".");
}

void tests(xml_node main, const Report& r) {
  add(main, "h2", nullptr, "What was tried against it");
  if (r.empirical.empty()) {
    add(main, "p", nullptr, "The sampler was not run.");
  } else {
    add(main, "p", nullptr,
        fmt::format("The program's own sampler, {} draws from either side of a pair of neighbours: lower bounds at "
                    "confidence {} each (Clopper-Pearson), seed {}. A bound above "
                    "the certified one would refute the program.",
                    r.empirical.front().samples, r.confidence, r.seed));
    xml_node table = add(add(main, "div", "wide"), "table", "papers curve");
    xml_node head = add(add(table, "thead"), "tr");
    for (const char* column : {"Pair", "Quantity", "Seen: at least", "Certified: at most", ""})
      add(head, "th", nullptr, column);
    xml_node body = add(table, "tbody");
    for (const Empirical& e : r.empirical) {
      xml_node row = add(body, "tr");
      add(row, "td", "text", e.pair);
      add(row, "td", nullptr, e.quantity);
      add(row, "td", "mono", e.lower == "none" ? "nothing seen" : e.lower);
      add(row, "td", "mono", e.upper == "inf" ? "∞" : e.upper);
      add(add(row, "td"), "span", e.contradicts ? "badge v-refuted" : "badge v-proved",
          e.contradicts ? "✗ contradicts" : "✓ consistent");
    }
  }
  if (!r.suites_run) {
    add(main, "p", nullptr, "No property suites were run.");
    return;
  }
  add(main, "p", nullptr,
      "Randomised property suites about the mathematics and the samplers behind this mechanism; any of them can be run "
      "again by name with dpcert properties.");
  xml_node list = add(main, "ul", "plain");
  for (const Suite& s : r.suites) {
    xml_node item = add(list, "li");
    add(item, "span", s.passed ? "badge v-proved" : "badge v-refuted", s.passed ? "✓ passed" : "✗ failed");
    say(item, " ");
    add(item, "code", nullptr, s.name);
    say(item, fmt::format(", {} cases: {}", s.cases, s.passed ? s.description : s.failure));
  }
}

void foot(xml_node body, xml_node main, const Report& r) {
  add(main, "h2", nullptr, "Not covered");
  xml_node list = add(main, "ul", "plain");
  for (const std::string& c : r.caveats) add(list, "li", nullptr, c);
  add(main, "h2", nullptr, "Check it yourself");
  add(main, "p", nullptr,
      "The certificates need no network and no trust in the search: an independent checker reads them again. In the "
      "folder of this page:");
  add(main, "pre", "command",
      "dpcert check certificates" + (r.command.empty() ? "" : "\n" + r.command + "    # the whole report again"));
  xml_node details = add(main, "details", "text");
  add(details, "summary", nullptr, "The configuration, as certified");
  add(details, "pre", nullptr, r.config_text);
  xml_node facts = add(main, "dl", "facts");
  set(facts, "style", "margin-top:1.2rem");
  mono(facts, "configuration", r.config_file);
  mono(facts, "sha256", r.config_sha256);
  mono(facts, "program", "dpcert " + r.version);
  if (!r.program_sha256.empty()) mono(facts, "sha256", r.program_sha256);
  xml_node footer = add(body, "footer");
  add(footer, "p", nullptr,
      "What has to be trusted: the ball arithmetic of Arb, the checker, the statements printed here, and for numbers "
      "without a certificate this program. Enclosures are rounded outward.");
}

}  // namespace

std::string deployment_html(const Report& report) {
  Document page("dpcert: " + report.name);
  top(page.body(), report);
  xml_node main = add(page.body(), "main");
  targets(main, report);
  mechanism(main, report);
  curve(main, "Renyi divergence by order", "Order", "Worst pair", report.renyi);
  curve(main, "Delta by epsilon", "Epsilon", "From", report.deltas);
  basis(main, report);
  tests(main, report);
  foot(page.body(), main, report);
  return page.text(false);
}

}  // namespace dpcert::reports
