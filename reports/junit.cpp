// JUnit XML for continuous integration: a testsuite a paper (and one for the lemmas of our own, one for the property
// suites), a testcase a claim.
// proved, definition and assumed pass; refuted is a failure; proved-on, supported and open are skipped, with the
// reason, because nothing wrong was found and nothing was settled.
#include <fmt/format.h>

#include <pugixml.hpp>
#include <sstream>

#include "dpcert/reports/report.hpp"

namespace dpcert::reports {

using namespace catalogue;

std::string junit(const RunSummary& run) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child("testsuites");
  root.append_attribute("name") = run.tool.c_str();

  struct Totals {
    unsigned long tests = 0, failures = 0, skipped = 0;
    double seconds = 0;
    void write(pugi::xml_node node) const {
      node.append_attribute("tests") = tests;
      node.append_attribute("failures") = failures;
      node.append_attribute("errors") = 0;
      node.append_attribute("skipped") = skipped;
      node.append_attribute("time") = fmt::format("{:.3f}", seconds).c_str();
    }
    void operator+=(const Totals& other) {
      tests += other.tests;
      failures += other.failures;
      skipped += other.skipped;
      seconds += other.seconds;
    }
  };
  Totals all;
  std::vector<std::string> papers;
  std::vector<const ClaimRecord*> records;
  for (const auto* list : {&run.claims, &run.base})
    for (const ClaimRecord& claim : *list) records.push_back(&claim);
  for (const ClaimRecord* claim : records)
    if (papers.empty() || papers.back() != claim->paper) papers.push_back(claim->paper);
  for (const std::string& paper : papers) {
    pugi::xml_node suite = root.append_child("testsuite");
    suite.append_attribute("name") = paper.c_str();
    Totals totals;
    for (const ClaimRecord* record : records) {
      const ClaimRecord& claim = *record;
      if (claim.paper != paper) continue;
      pugi::xml_node test = suite.append_child("testcase");
      test.append_attribute("classname") = (run.tool + "." + paper).c_str();
      test.append_attribute("name") = claim.id.c_str();
      test.append_attribute("time") = fmt::format("{:.3f}", claim.seconds).c_str();
      ++totals.tests;
      totals.seconds += claim.seconds;
      const std::string verdict(name(claim.verdict));
      if (claim.verdict == Verdict::refuted) {
        ++totals.failures;
        pugi::xml_node failure = test.append_child("failure");
        failure.append_attribute("type") = verdict.c_str();
        failure.append_attribute("message") =
            (claim.counterexample ? counterexample_sentence(*claim.counterexample) : "refuted: " + claim.reason)
                .c_str();
        failure.text().set((claim.printed + "\n\n" + claim.formal).c_str());
      } else if (claim.verdict == Verdict::proved_on || claim.verdict == Verdict::supported ||
                 claim.verdict == Verdict::open) {
        ++totals.skipped;
        std::string message = verdict;
        if (!claim.reason.empty()) message += ": " + claim.reason;
        if (!claim.domain_proved.empty()) message += " (" + domain_text(claim.domain_proved) + ")";
        test.append_child("skipped").append_attribute("message") = message.c_str();
      }
    }
    totals.write(suite);
    all += totals;
  }
  if (!run.suites.empty()) {
    pugi::xml_node suite = root.append_child("testsuite");
    suite.append_attribute("name") = "properties";
    Totals totals;
    for (const SuiteRecord& one : run.suites) {
      pugi::xml_node test = suite.append_child("testcase");
      test.append_attribute("classname") = (run.tool + ".properties").c_str();
      test.append_attribute("name") = one.name.c_str();
      test.append_attribute("time") = fmt::format("{:.3f}", one.seconds).c_str();
      ++totals.tests;
      totals.seconds += one.seconds;
      if (one.passed) continue;
      ++totals.failures;
      pugi::xml_node failure = test.append_child("failure");
      failure.append_attribute("message") = suite_sentence(one).c_str();
      failure.text().set((one.failure + "\nreplay: " + one.replay).c_str());
    }
    totals.write(suite);
    all += totals;
  }
  all.write(root);
  std::ostringstream out;
  document.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
  return out.str();
}

}  // namespace dpcert::reports
