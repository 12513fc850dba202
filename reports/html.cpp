// The page. The document is built as a tree and written by pugixml, so that escaping is the library's business.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "dpcert/reports/report.hpp"
#include "reports/marks.hpp"
#include "reports/mathml.hpp"
#include "reports/page.hpp"

namespace dpcert::reports {

using namespace catalogue;
using pugi::xml_node;

namespace {

class Page {
 public:
  Page(const RunSummary& run, const Catalogue& catalogue) : run_(run), catalogue_(catalogue) {
    for (const auto* records : {&run.claims, &run.base})
      for (const ClaimRecord& record : *records) records_[record.id] = &record;
    for (const CatalogueEntry& entry : catalogue.entries())
      for (const std::string& id : entry.ledger.depends_on) used_by_[id].push_back(entry.ledger.id);
    for (const SuiteRecord& suite : run.suites)
      for (const std::string& id : suite.claims) tested_by_.emplace(id, &suite);
    sections_ = catalogue.papers();
    sections_.emplace_back(base_group);
  }

  std::string text() {
    const xml_node body = document_.body();
    top(body);
    xml_node main = add(body, "main", "claims");
    papers(main);
    index(main);
    details(main);
    suites(main);
    foot(body);
    return document_.text(true);
  }

 private:
  void top(xml_node body) {
    xml_node header = add(body, "header", "top");
    add(header, "p", "eyebrow", fmt::format("{} {}", run_.tool, run_.version));
    add(header, "h1", nullptr, "Certification report");
    add(header, "p", "lede",
        fmt::format("{}. A small kernel computes every verdict from evidence; a separate checker "
                    "that shares no code with the search accepts every proof and every counterexample.",
                    count_of(run_.claims.size(), "claim on privacy by posterior sampling",
                             "claims on privacy by posterior sampling")));
    if (run_.interrupted)
      add(header, "p", "notice",
          fmt::format("The run was interrupted: {} of {} claims asked for were decided. What was done is kept.",
                      run_.claims.size(), run_.requested));
    bar(header, run_.counts, "bar");
    xml_node legend = add(header, "ul", "legend");
    for (const Verdict verdict : all_verdicts) {
      const auto at = run_.counts.find(verdict);
      const std::size_t count = at == run_.counts.end() ? 0 : at->second;
      xml_node item = add(legend, "li", (css_class(verdict) + (count ? "" : " none")).c_str());
      add(item, "span", "n", std::to_string(count));
      add(item, "span", "name", std::string(verdict_mark(verdict)) + " " + std::string(name(verdict)));
      add(item, "span", "what", verdict == Verdict::refuted && count ? refutations() : verdict_meaning(verdict));
    }
    xml_node asides = add(header, "ul", "asides");
    if (run_.proved_by_assumption)
      add(asides, "li", nullptr,
          fmt::format("{} of the proved claims {} on an assumed theorem.", run_.proved_by_assumption,
                      run_.proved_by_assumption == 1 ? "leans" : "lean"));
    if (run_.links_by_lemma + run_.links_by_reading)
      add(asides, "li", nullptr,
          fmt::format("Of the links between statements the checker follows {} (by lemma); {} are by reading.",
                      run_.links_by_lemma, run_.links_by_reading));
    if (run_.statements_tried + run_.statements_untried)
      add(asides, "li", nullptr,
          fmt::format("{} tried at random and directed points beside their verdicts, and held at {}; {} could not be.",
                      count_of(run_.statements_tried, "statement was", "statements were"), run_.points_held,
                      run_.statements_untried));
    if (const std::string drawn = estimates_summary(run_); !drawn.empty()) add(asides, "li", nullptr, drawn + ".");
    if (!run_.suites.empty()) set(add(add(asides, "li"), "a", nullptr, suites_passed()), "href", "#suites");
    if (const std::string words = prints(); !words.empty()) add(asides, "li", nullptr, words);
    if (!run_.repairs.empty()) {
      const auto [text, all] = listed(run_.repairs);
      add(asides, "li", nullptr, fmt::format("{} corrected: {}.", count_of(all, "statement", "statements"), text));
    }
    if (!run_.base.empty()) {
      const auto [text, all] = listed(run_.base_counts);
      add(asides, "li", nullptr,
          fmt::format("{} of our own, counted apart: {}.", count_of(all, "lemma", "lemmas"), text));
    }
    add(header, "p", "print-only",
        "On paper: what is refuted, each with its correction where one is known, and a table of all claims. Proofs, "
        "readings and certificates of the others are in the page itself.");
    glossary(header);
  }

  /// How many formal statements say what, against the print.
  std::string prints() const {
    auto [text, all] = listed(run_.prints);
    all += run_.prints_unsaid;
    if (text.empty()) return {};
    if (run_.prints_unsaid) text += fmt::format(", {} not said", run_.prints_unsaid);
    return fmt::format("{}, against the print: {}.", count_of(all, "formal statement", "formal statements"), text);
  }
  /// "3 proved, 1 open", and how many that are.
  template <class Count>
  static std::pair<std::string, std::size_t> listed(const Count& counts) {
    std::pair<std::string, std::size_t> out;
    for (const auto& [word, count] : counts) {
      out.first += fmt::format("{}{} {}", out.first.empty() ? "" : ", ", count, name(word));
      out.second += count;
    }
    return out;
  }

  /// How many of the refuted claims are refuted in which way.
  std::string refutations() const {
    std::map<std::string, std::size_t> ways;
    for (const ClaimRecord& record : run_.claims)
      if (const std::string way = refutation(record); !way.empty()) ++ways[way];
    std::string text;
    for (const auto& [way, count] : ways) text += fmt::format("{}{} by {}", text.empty() ? "" : ", ", count, way);
    return text;
  }

  static void glossary(xml_node header) {
    xml_node more = add(header, "details", "more screen");
    add(more, "summary", nullptr, "Words used in this report");
    xml_node list = add(more, "dl", "facts");
    fact(list, "printed", "the claim in the paper's words");
    fact(list, "reading", "how those words were taken, and why the formal statement says the same");
    fact(list, "formal statement", "what was decided; the certificate quotes it word for word");
    fact(
        list, "against the print",
        "literal: the formal statement is the printed sentence; equivalent: it says the same, for the reason given; "
        "instance: it is a part of what is printed, so a proof proves no more than that part; weaker: it says less, so "
        "the claim stays open and the statement is what is known");
    fact(list, "certificate",
         "the proof or the counterexample as a file, which the independent checker (dpcert check) has accepted");
    fact(list, "leans on",
         "other entries that the statement takes over: the verdict stands only if each is proved or a cited theorem");
    fact(list, "assumes", "theorems of the literature that are cited and not proved here");
    fact(list, "corrected statement",
         "the nearest true statement found. Its tag says how far it is from the print: misprint (a sign, an index, a "
         "name), boundary (an end of the domain, a strict relation), substantive (the claim itself changes)");
    fact(list, "tightness",
         "how close the two sides of an inequality come: the largest ratio of the smaller to the larger side, or the "
         "least difference (slack)");
    fact(list, "rules", "the kinds of steps in the proof, in the words of the certificate format");
  }

  void papers(xml_node main) {
    if (run_.claims.empty()) return;
    add(main, "h2", nullptr, "Papers");
    xml_node table = add(main, "table", "papers");
    xml_node head = add(add(table, "thead"), "tr");
    add(head, "th", nullptr, "Paper");
    add(head, "th", nullptr, "Verdicts");
    add(head, "th", "num", "Decided");
    add(head, "th", "num", "Claims");
    xml_node body = add(table, "tbody");
    for (const std::string& paper : catalogue_.papers()) {
      Counts counts;
      std::size_t all = 0, decided = 0;
      for (const ClaimRecord& record : run_.claims) {
        if (record.paper != paper) continue;
        ++counts[record.verdict];
        ++all;
        decided += record.verdict != Verdict::open && record.verdict != Verdict::supported;
      }
      if (!all) continue;
      xml_node row = add(body, "tr");
      set(add(add(row, "td"), "a", nullptr, paper_title(paper)), "href", "#paper-" + paper);
      bar(add(row, "td"), counts, "bar small");
      add(row, "td", "num", std::to_string(decided));
      add(row, "td", "num", std::to_string(all));
    }
  }

  void tools(xml_node main) {
    xml_node tools = add(main, "div", "tools screen");
    set(tools, "hidden", "hidden");  // shown by the script that makes it work
    xml_node search = add(tools, "input");
    for (const auto& [key, value] : {std::pair{"id", "search"},
                                     {"type", "search"},
                                     {"placeholder", "Search ids, statements, evidence   ( / )"},
                                     {"aria-label", "Search the claims"},
                                     {"autocomplete", "off"}})
      set(search, key, value);
    xml_node paper = add(tools, "select");
    set(paper, "id", "paper");
    set(paper, "aria-label", "Paper");
    set(add(paper, "option", nullptr, "All papers"), "value", "");
    for (const std::string& one : sections_)
      if (one != base_group || !run_.base.empty()) set(add(paper, "option", nullptr, one), "value", one);
    xml_node chips = add(tools, "div", "chips");
    set(chips, "role", "group");
    set(chips, "aria-label", "Verdicts");
    for (const auto& [verdict, count] : run_.counts) {
      xml_node chip = add(chips, "button", css_class(verdict).c_str(), name(verdict));
      set(chip, "type", "button");
      set(chip, "aria-pressed", "false");
      set(chip, "data-verdict", name(verdict));
    }
    xml_node shown = add(tools, "span", "shown", std::to_string(run_.claims.size() + run_.base.size()));
    set(shown, "id", "shown");
    set(shown, "aria-live", "polite");
  }

  void index(xml_node main) {
    set(add(main, "h2", nullptr, "Claims"), "id", "claims");
    tools(main);
    for (const std::string& paper : sections_) {
      xml_node table, body;
      std::string current = "\n";
      for (const CatalogueEntry& entry : entries_of(paper)) {
        const LedgerEntry& ledger = entry.ledger;
        const auto at = records_.find(ledger.id);
        if (ledger.paper != paper || at == records_.end()) continue;
        const ClaimRecord& record = *at->second;
        if (!table) {
          table = add(main, "table", "index");
          set(table, "id", "paper-" + paper);
          add(table, "caption", nullptr, paper_title(paper));
          xml_node columns = add(table, "colgroup");
          for (const char* css : {"c-id", "c-outcome", "c-kind", "c-statement"}) add(columns, "col", css);
        }
        if (const std::string here(paper == base_group ? std::string_view() : group(ledger.id)); here != current) {
          current = here;
          body = add(table, "tbody", "group-body");
          xml_node heading = add(add(body, "tr", "group"), "th", nullptr, here.empty() ? paper : paper + "." + here);
          set(heading, "colspan", "4");
          set(heading, "scope", "rowgroup");
        }
        xml_node row = add(body, "tr");
        set(row, "data-id", record.id);
        set(row, "data-paper", paper);
        set(row, "data-verdict", name(record.verdict));
        set(add(add(row, "td", "id"), "a", nullptr, short_id(record.id)), "href", "#" + record.id);
        badge(add(row, "td", "outcome"), record.verdict);
        add(row, "td", "kind", ledger.kind);
        add(row, "td", "statement", record.printed);
        line_break(body);
      }
    }
  }

  static std::string short_id(const std::string& id) { return id.substr(id.find('.') + 1); }

  const std::vector<CatalogueEntry>& entries_of(const std::string& section) const {
    return section == base_group ? catalogue_.base() : catalogue_.entries();
  }

  void details(xml_node main) {
    for (const std::string& paper : sections_) {
      xml_node part;
      for (const CatalogueEntry& entry : entries_of(paper)) {
        const auto at = records_.find(entry.ledger.id);
        if (entry.ledger.paper != paper || at == records_.end()) continue;
        if (!part) {
          part = add(main, "section", "paper-details");
          add(part, "h2", nullptr, paper_title(paper));
        }
        claim(part, entry, *at->second);
        line_break(part);
      }
    }
  }

  void claim(xml_node parent, const CatalogueEntry& entry, const ClaimRecord& r) {
    const LedgerEntry& ledger = entry.ledger;
    xml_node article = add(parent, "article", css_class(r.verdict).c_str());
    set(article, "id", r.id);
    xml_node header = add(article, "header");
    xml_node title = add(header, "div");
    xml_node heading = add(title, "h3");
    set(add(heading, "a", "id", r.id), "href", "#" + r.id);
    add(title, "p", "meta", ledger.source + " · " + ledger.kind + (ledger.printed ? "" : " · not printed as a claim"));
    badge(header, r.verdict, "big");
    if (const std::string way = refutation(r); !way.empty())
      add(article, "p", "reason by", "Refuted by " + way + (r.reason.empty() ? "." : ": " + r.reason));
    else if (!r.reason.empty())
      add(article, "p", "reason", r.reason);

    add(article, "h4", nullptr, ledger.printed ? "Printed" : "Statement");
    add(article, "p", "printed", r.printed);
    labelled(article, "where", "Where: ", ledger.where);
    labelled(article, "reading", "Reading: ", r.reading);

    if (!r.formal.empty() && entry.formal && entry.formal->has_conclusion()) {
      add(article, "h4", nullptr, entry.negated() ? "Formal statement of the negation" : "Formal statement");
      labelled(article, "reading", "Against the print: ", print_sentence(r));
      statement(article, r.formal);
    }
    if (!r.domain_proved.empty()) {
      add(article, "h4", nullptr, "Proved on");
      add(article, "p", "printed", domain_text(r.domain_proved));
    }
    if (r.counterexample) counterexample(article, *r.counterexample);
    if (r.tightness) tightness(article, *r.tightness);
    evidence(article, r);
    if (r.repair &&
        (r.verdict == Verdict::refuted || r.repair->verdict != Verdict::open || !r.repair->statement.empty()))
      repair(article, *r.repair);
    dependencies(article, ledger);
    reproduce(article, r);
  }

  static void labelled(xml_node parent, const char* css, const char* label, const std::string& text) {
    if (text.empty()) return;
    xml_node p = add(parent, "p", css);
    add(p, "b", nullptr, label);
    say(p, text);
  }

  static void statement(xml_node parent, const std::string& text) {
    const bool drawn = append_statement(parent, text);
    xml_node details = add(parent, "details", "text screen");
    if (!drawn) set(details, "open", "open");
    add(details, "summary", nullptr, "Text that the certificate quotes");
    add(details, "pre", nullptr, text);
  }

  static void counterexample(xml_node article, const Counterexample& c) {
    add(article, "h4", nullptr, "Counterexample");
    xml_node box = add(article, "div", "counter");
    add(box, "p", nullptr, counterexample_sentence(c));
    if (!c.lhs && !c.rhs) return;
    xml_node facts = add(box, "dl", "facts");
    const auto side = [&](const char* term, const std::optional<Enclosure>& e) {
      if (!e) return;
      add(facts, "dt", nullptr, term);
      add(facts, "dd", "mono", e->lower == e->upper ? e->lower : "[" + e->lower + ", " + e->upper + "]");
    };
    side("left side in", c.lhs);
    side("right side in", c.rhs);
    if (!c.relation.empty()) fact(facts, "claimed", "left " + c.relation + " right");
  }

  static void tightness(xml_node article, const Tightness& t) {
    add(article, "h4", "screen", "Tightness");
    xml_node facts = add(article, "dl", "facts screen");
    tightness_facts(facts, t);
  }

  static void tightness_facts(xml_node facts, const Tightness& t) {
    add(facts, "dt", nullptr, tightness_measure(t));
    add(facts, "dd", "mono", tightness_enclosure(t));
    if (!t.at.empty()) fact(facts, "near", tightness_place(t));
  }

  static void evidence_facts(xml_node facts, const catalogue::Evidence& e, const std::string& certificate,
                             bool checked) {
    if (!e.method.empty()) fact(facts, "method", e.method);
    if (!e.rules.empty()) fact(facts, "rules", joined(e.rules));
    if (!e.advice.empty()) fact(facts, "note", advice_sentence(e));
    if (!e.rejected.empty()) fact(facts, "defect", rejection_sentence(e));
    if (e.boxes) fact(facts, "boxes", fmt::format("{}", e.boxes));
    if (e.samples)
      fact(facts, "tested",
           fmt::format("{} certified evaluations{}{}", e.samples, e.search.empty() ? "" : "; ", e.search));
    if (e.precision) fact(facts, "precision", fmt::format("{} bits", e.precision));
    if (!e.hardest.empty()) {
      fact(facts, "share proved", verify::share_of_domain(e.share) + " when the budget ran out");
      fact(facts, "hardest box", e.hardest);
    }
    if (e.prove_seconds > 0)
      fact(facts, "found in", fmt::format("{:.3g} s{}", e.prove_seconds, e.stored ? ", by an earlier run" : ""));
    if (!certificate.empty()) {
      add(facts, "dt", nullptr, "certificate");
      xml_node where = add(facts, "dd");
      set(add(where, "a", "mono", certificate), "href", certificate);
      std::string about = checked ? "accepted by the checker" : "not accepted by the checker";
      if (checked && e.check_seconds > 0)
        about += e.check_seconds < 1 ? fmt::format(" in {:.2g} ms", 1000 * e.check_seconds)
                                     : fmt::format(" in {:.2g} s", e.check_seconds);
      if (e.lines) about += ", " + count_of(e.lines, "proof line", "proof lines");
      if (e.bytes) about += fmt::format(", {} bytes", e.bytes);
      say(where, "  " + about);
    }
    if (!e.digest.empty()) {
      add(facts, "dt", nullptr, "sha256");
      add(facts, "dd", "mono", e.digest);
    }
  }

  static void companion_facts(xml_node facts, const Finding& f) {
    if (!f.companion) return;
    fact(facts, "at points", points_sentence(*f.companion));
    if (f.companion->least) fact(facts, "least slack", least_slack_sentence(*f.companion));
    if (f.companion->estimates) fact(facts, "simulated", estimates_sentence(*f.companion->estimates));
  }

  /// `id` as a link to its entry, if that is in this report.
  void named(xml_node parent, const std::string& id) const {
    const CatalogueEntry* entry = catalogue_.entry_of(id);
    const auto at = entry ? records_.find(entry->ledger.id) : records_.end();
    if (at == records_.end()) return say(parent, id);
    const bool repair = id != entry->ledger.id && at->second->repair;
    // What others lean on is the formal statement.
    const Verdict verdict = repair ? at->second->repair->verdict : at->second->decided;
    xml_node link = add(parent, "a", css_class(verdict).c_str(), std::string(verdict_mark(verdict)) + " " + id);
    set(link, "href", "#" + entry->ledger.id);
    set(link, "title", name(verdict));
  }

  void grounds(xml_node facts, const Finding& f) const {
    const auto list = [&](const char* term, const std::vector<std::string>& words, const char* between) {
      if (words.empty()) return;
      add(facts, "dt", nullptr, term);
      xml_node where = add(facts, "dd");
      for (std::size_t i = 0; i < words.size(); ++i) {
        if (i) say(where, between);
        named(where, words[i]);
      }
    };
    list("leans on", f.evidence.uses, ", ");
    list("assumes", f.assumes, "; ");
  }

  void evidence(xml_node article, const ClaimRecord& r) const {
    const catalogue::Evidence& e = r.evidence;
    if (r.verdict == Verdict::definition ||
        (e.method.empty() && r.certificate.empty() && !e.samples && e.hardest.empty() && e.advice.empty() &&
         e.uses.empty() && r.assumes.empty() && !r.companion && !tested_by_.contains(r.id)))
      return;
    add(article, "h4", "screen", "Evidence");
    xml_node facts = add(article, "dl", "facts screen");
    evidence_facts(facts, e, r.certificate, r.checked);
    companion_facts(facts, r);
    suite_facts(facts, r.id);
    grounds(facts, r);
    if (r.seconds > 0) fact(facts, "time in this run", fmt::format("{:.3g} s", r.seconds));
  }

  void repair(xml_node article, const Repair& repair) const {
    add(article, "h4", nullptr, "Corrected statement");
    xml_node box = add(article, "div", "repair");
    xml_node line = add(box, "p");
    badge(line, repair.verdict);
    add(line, "span", "tag",
        repair.tag + (repair.reason.empty() ? "" : ": " + repair.reason) +
            (repair.domain_proved.empty() ? "" : " (on " + domain_text(repair.domain_proved) + ")"));
    if (!repair.note.empty()) add(box, "p", "reading", repair.note);
    if (!repair.statement.empty()) statement(box, repair.statement);
    if (!repair.certificate.empty() || !repair.evidence.method.empty() || !repair.evidence.hardest.empty() ||
        !repair.evidence.advice.empty() || !repair.evidence.uses.empty()) {
      xml_node facts = add(box, "dl", "facts screen");
      set(facts, "style", "margin-top:.7rem");
      if (repair.tightness) tightness_facts(facts, *repair.tightness);
      evidence_facts(facts, repair.evidence, repair.certificate, repair.checked);
      companion_facts(facts, repair);
      grounds(facts, repair);
    }
  }

  void linked(xml_node list, const std::string& id) const {
    xml_node item = add(list, "li");
    const auto at = records_.find(id);
    if (at == records_.end()) {
      add(item, "span", "gone", id);
      return;
    }
    xml_node link = add(item, "a", css_class(at->second->verdict).c_str(),
                        std::string(verdict_mark(at->second->verdict)) + " " + id);
    set(link, "href", "#" + id);
    set(link, "title", name(at->second->verdict));
  }

  void dependencies(xml_node article, const LedgerEntry& ledger) const {
    const auto users = used_by_.find(ledger.id);
    if (ledger.depends_on.empty() && users == used_by_.end()) return;
    add(article, "h4", "screen", "In the paper");
    if (!ledger.depends_on.empty()) {
      xml_node list = add(article, "ul", "links screen");
      add(list, "li", "lead", "rests on");
      for (const std::string& id : ledger.depends_on) linked(list, id);
    }
    if (users != used_by_.end()) {
      xml_node list = add(article, "ul", "links screen");
      if (!ledger.depends_on.empty()) set(list, "style", "margin-top:.4rem");
      add(list, "li", "lead", "used by");
      for (const std::string& id : users->second) linked(list, id);
    }
  }

  static void reproduce(xml_node article, const ClaimRecord& r) {
    if (r.verdict == Verdict::definition || (r.evidence.method.empty() && r.certificate.empty())) return;
    add(article, "h4", "screen", "Reproduce");
    std::string commands = reproduce_command(r);
    if (!r.certificate.empty()) commands += "\n" + check_command(r);
    add(article, "pre", "command screen", commands);
    set(add(add(article, "p", "up screen"), "a", nullptr, "↑ all claims"), "href", "#claims");
  }

  std::string suites_passed() const {
    const auto passed = std::count_if(run_.suites.begin(), run_.suites.end(), [](const auto& s) { return s.passed; });
    return fmt::format("{} of {} passed.", passed, count_of(run_.suites.size(), "property suite", "property suites"));
  }

  /// The suites that test the claim, as links to their rows.
  void suite_facts(xml_node facts, const std::string& id) const {
    const auto [from, to] = tested_by_.equal_range(id);
    for (auto at = from; at != to; ++at) {
      const SuiteRecord& suite = *at->second;
      add(facts, "dt", nullptr, "property suite");
      xml_node where = add(facts, "dd");
      set(add(where, "a", "mono", suite.name), "href", "#suite-" + suite.name);
      say(where, ": " + suite_sentence(suite));
    }
  }

  void suites(xml_node main) const {
    if (run_.suites.empty()) return;
    xml_node part = add(main, "section", "suites");
    set(add(part, "h2", nullptr, "Property suites"), "id", "suites");
    add(part, "p", "lede",
        suites_passed() +
            " The formulas and samplers of the library itself at random cases, against computations of "
            "another kind and against simulated releases. A suite that fails is an error of this program.");
    xml_node table = add(part, "table", "papers suites");
    xml_node head = add(add(table, "thead"), "tr");
    for (const char* word : {"Suite", "What it checks", "Result"}) add(head, "th", nullptr, word);
    xml_node body = add(table, "tbody");
    for (const SuiteRecord& suite : run_.suites) {
      xml_node row = add(body, "tr");
      set(row, "id", "suite-" + suite.name);
      add(row, "td", "mono", suite.name);
      xml_node what = add(row, "td", nullptr, suite.description);
      for (std::size_t i = 0; i < suite.claims.size(); ++i) {
        say(what, i ? ", " : " It tests ");
        named(what, suite.claims[i]);
      }
      xml_node result = add(row, "td", suite.passed ? "v-proved" : "v-refuted", suite_sentence(suite));
      if (!suite.passed)
        add(result, "pre", nullptr,
            suite.failure +
                (suite.replay.empty() ? "" : "\nreplay: dpcert properties --replay '" + suite.replay + "'"));
      line_break(body);
    }
  }

  void foot(xml_node body) {
    xml_node footer = add(body, "footer");
    xml_node p = add(footer, "p");
    say(p, fmt::format("Written by {} {}", run_.tool, run_.version));
    if (!run_.command.empty()) {
      say(p, " with ");
      add(p, "code", nullptr, run_.command);
    }
    say(p, run_.seconds > 0 ? fmt::format(" in {:.1f} s.", run_.seconds) : ".");
    add(footer, "p", nullptr,
        "What has to be trusted: the ball arithmetic of Arb, the checker with its exact polynomial expansion, and the "
        "formal statements printed "
        "here. Enclosures are rounded outward; a decimal in a statement is exact.");
  }

  const RunSummary& run_;
  const Catalogue& catalogue_;
  std::map<std::string, const ClaimRecord*> records_;
  std::map<std::string, std::vector<std::string>> used_by_;
  std::multimap<std::string, const SuiteRecord*> tested_by_;
  std::vector<std::string> sections_;  // the papers, and last the lemmas of our own
  Document document_{"dpcert: certification report"};
};

}  // namespace

std::string html(const RunSummary& run, const Catalogue& catalogue) { return Page(run, catalogue).text(); }

}  // namespace dpcert::reports
