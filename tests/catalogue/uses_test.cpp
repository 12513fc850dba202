// Soundness rule 8: `#! uses`.
#include "dpcert/catalogue/uses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include "dpcert/catalogue/bundle.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "dpcert/catalogue/run.hpp"
#include "dpcert/core/error.hpp"
#include "tests/catalogue/toy.hpp"
#include "verify/catalogue/files.hpp"

namespace dpcert::catalogue {
namespace {

using Strings = std::vector<std::string>;
const std::string truth = "var x in [1/2, 2]\nprove x^2 + 1 > x\n";
const std::string falsehood = "var x in [0, 1]\nprove x <= x^2\n";

/// Gives out verdicts by statement, and remembers which were asked for.
struct Table : Certifier {
  std::map<std::string, Verdict> verdicts;
  std::map<std::string, Strings> assumes;
  std::mutex mutex;
  std::multiset<std::string> asked;
  std::atomic<bool>* stop_at_first = nullptr;

  void fill(Finding& finding, const std::string& id) {
    asked.insert(id);
    const auto at = verdicts.find(id);
    finding.verdict = at == verdicts.end() ? Verdict::proved : at->second;
    if (finding.verdict == Verdict::open) finding.reason = "timeout";
    if (finding.verdict == Verdict::refuted)
      finding.counterexample = Counterexample{{{"x", "1/2"}}, {}, 1, ">", {}, {}};
    finding.checked = true;
    finding.certificate = id + ".cert";
    finding.evidence.method = "table";
    finding.assumes = assumes[id];
  }
  ClaimRecord certify(const CatalogueEntry& entry, const Options&) override {
    const std::lock_guard lock(mutex);
    ClaimRecord record = blank_record(entry);
    if (entry.formal) fill(record, record.id);
    if (record.repair) fill(*record.repair, record.repair->id);
    if (stop_at_first) stop_at_first->store(true);
    return record;
  }
};

std::map<std::string, ClaimRecord> run(const Catalogue& catalogue, Certifier& certifier, const Strings& ids,
                                       unsigned threads = 1) {
  std::vector<const CatalogueEntry*> entries;
  for (const std::string& id : ids) entries.push_back(catalogue.find(id));
  RunOptions options;
  options.threads = threads;
  std::map<std::string, ClaimRecord> records;
  for (ClaimRecord& record : run_claims(catalogue, entries, certifier, options).claims)
    records.emplace(record.id, std::move(record));
  return records;
}

TEST(UsesReader, RejectsUnknownIds) {
  EXPECT_EQ(Toy().add("toy.a", truth).add("toy.b", "#! uses toy.a\n" + truth).complaint(), "");
  const std::string unknown = Toy().add("toy.a", "#! id toy.a\n#! uses toy.nothing\n" + truth).complaint();
  EXPECT_NE(unknown.find("claims/toy/toy.a.claim:2"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find("'toy.nothing'"), std::string::npos) << unknown;
  // An entry without a corrected statement.
  const std::string no_repair =
      Toy().add("toy.a", truth).add("toy.b", "#! uses toy.a toy.a.repair\n" + truth).complaint();
  EXPECT_NE(no_repair.find("toy.b.claim:1"), std::string::npos) << no_repair;
  EXPECT_NE(no_repair.find("'toy.a.repair'"), std::string::npos) << no_repair;
  EXPECT_NE(Toy().add("toy.a", "#! uses\n" + truth).complaint(), "");
  EXPECT_NE(Toy().add("toy.a", truth).add("toy.b", "#! assumed A. Author\n#! uses toy.a\n").complaint(), "");
}

TEST(UsesReader, RejectsCycles) {
  const std::string itself = Toy().add("toy.a", "#! uses toy.a\n" + truth).complaint();
  EXPECT_NE(itself.find("without cycles"), std::string::npos) << itself;
  EXPECT_NE(itself.find("toy.a uses toy.a"), std::string::npos) << itself;

  const std::string three = Toy()
                                .add("toy.z", "#! uses toy.a\n" + truth)
                                .add("toy.a", "#! uses toy.b.repair\n" + truth)
                                .add("toy.b", falsehood)
                                .add("toy.b.repair", "#! uses toy.c\n" + truth)
                                .add("toy.c", "#! uses toy.a\n" + truth)
                                .complaint();
  EXPECT_NE(three.find("toy.a uses toy.b.repair uses toy.c uses toy.a"), std::string::npos) << three;
  EXPECT_NE(three.find("claims/toy/toy.c.claim:1"), std::string::npos) << three;
}

TEST(Uses, AStatementAndItsCorrectionAreTwoNodes) {
  // a <- b <- a.repair: no circle, though the two entries lean on each other.
  const Catalogue catalogue = Toy()
                                  .add("toy.a", truth)
                                  .add("toy.a.repair", "#! uses toy.b\n" + truth)
                                  .add("toy.b", "#! uses toy.a\n" + truth)
                                  .read();
  Table table;
  table.verdicts["toy.a"] = Verdict::refuted;
  const auto records = run(catalogue, table, {"toy.a", "toy.b"});
  EXPECT_EQ(records.at("toy.a").verdict, Verdict::refuted);
  EXPECT_EQ(records.at("toy.b").verdict, Verdict::open);
  EXPECT_EQ(records.at("toy.a").repair->verdict, Verdict::open);
  EXPECT_EQ(records.at("toy.a").repair->reason,
            "no method: leans on toy.b, which is open (no method: leans on toy.a, which is refuted)");
}

TEST(Uses, OnlyWhatIsProvedMayBeUsed) {
  const Catalogue catalogue = Toy()
                                  .add("toy.lemma", truth)
                                  .add("toy.lemma.repair", truth)
                                  .add("toy.user", "#! uses toy.lemma\n" + truth)
                                  .add("toy.user.repair", "#! uses toy.lemma.repair\n" + truth)
                                  .read();
  for (const Verdict ground : all_verdicts)
    for (const Verdict own : {Verdict::proved, Verdict::proved_on, Verdict::refuted, Verdict::supported}) {
      const bool stands = ground == Verdict::proved || ground == Verdict::assumed;
      Table table;
      table.verdicts = {{"toy.lemma", ground}, {"toy.user", own}, {"toy.user.repair", own}};
      auto records = run(catalogue, table, {"toy.lemma", "toy.user"});
      const ClaimRecord& user = records.at("toy.user");
      EXPECT_EQ(user.verdict, stands ? own : Verdict::open) << name(ground);
      EXPECT_EQ(user.evidence.uses, Strings{"toy.lemma"});
      EXPECT_EQ(user.repair->verdict, own) << "leans on the corrected lemma, which is proved";
      EXPECT_EQ(user.repair->evidence.uses, Strings{"toy.lemma.repair"});
      if (stands) continue;
      EXPECT_EQ(user.reason.rfind("no method: leans on toy.lemma, which is " + std::string(name(ground)), 0), 0u)
          << user.reason;
      // Nothing is shown as evidence for a verdict that is not given.
      EXPECT_FALSE(user.checked);
      EXPECT_TRUE(user.certificate.empty() && user.evidence.method.empty());
      EXPECT_FALSE(user.counterexample);
    }
}

TEST(Uses, WhatWasOpenKeepsItsReason) {
  const Catalogue catalogue = Toy().add("toy.lemma", truth).add("toy.user", "#! uses toy.lemma\n" + truth).read();
  Table table;
  table.verdicts = {{"toy.lemma", Verdict::refuted}, {"toy.user", Verdict::open}};
  EXPECT_EQ(run(catalogue, table, {"toy.user"}).at("toy.user").reason, "timeout");
}

TEST(Uses, AssumptionsAreInherited) {
  const Catalogue catalogue = Toy()
                                  .add("toy.cited", "#! assumed A. Author, Theorem 3\n")
                                  .add("toy.plain", truth)
                                  .add("toy.one", "#! uses toy.cited toy.plain\n" + truth)
                                  .add("toy.two", "#! uses toy.one\n#! uses toy.plain toy.cited\n" + truth)
                                  .add("toy.three", "#! uses toy.plain\n" + truth)
                                  .add("toy.three.repair", "#! uses toy.two\n" + truth)
                                  .read();
  Table table;
  table.assumes = {{"toy.one", {"B"}}, {"toy.two", {"C"}}};
  const Strings all{"toy.cited", "toy.plain", "toy.one", "toy.two", "toy.three"};
  for (const unsigned threads : {1u, 2u, 7u}) {
    const auto records = run(catalogue, table, all, threads);
    ASSERT_EQ(records.size(), all.size());
    EXPECT_EQ(records.at("toy.one").assumes, (Strings{"B", "toy.cited"}));
    EXPECT_EQ(records.at("toy.two").assumes, (Strings{"C", "B", "toy.cited"}));
    EXPECT_EQ(records.at("toy.two").evidence.uses, (Strings{"toy.one", "toy.plain", "toy.cited"}));
    // Leans on what is proved without assumptions: plainly proved.
    EXPECT_TRUE(records.at("toy.three").assumes.empty());
    EXPECT_EQ(records.at("toy.three").evidence.uses, Strings{"toy.plain"});
    EXPECT_EQ(records.at("toy.three").repair->assumes, (Strings{"C", "B", "toy.cited"}));
    RunSummary summary;
    for (const auto& [id, record] : records) summary.claims.push_back(record);
    tally(summary);
    EXPECT_EQ(summary.proved_by_assumption, 2u);
    EXPECT_EQ(summary.repairs_by_assumption, 1u);
  }
}

TEST(Uses, WhatAClaimLeansOnIsDecidedWithIt) {
  const Catalogue catalogue = Toy()
                                  .add("toy.user", "#! uses toy.middle.repair\n" + truth)
                                  .add("toy.middle", "#! uses toy.other\n" + truth)
                                  .add("toy.middle.repair", "#! uses toy.lemma\n" + truth)
                                  .add("toy.lemma", truth)
                                  .add("toy.other", truth)
                                  .read();
  Table table;
  table.verdicts["toy.lemma"] = Verdict::supported;
  const auto records = run(catalogue, table, {"toy.user"});
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records.at("toy.user").verdict, Verdict::open);
  EXPECT_NE(records.at("toy.user").reason.find("toy.lemma, which is supported"), std::string::npos);
  // Each once, and nothing that is not needed: neither toy.other nor the statement that toy.middle.repair corrects.
  EXPECT_EQ(table.asked, (std::multiset<std::string>{"toy.lemma", "toy.middle.repair", "toy.user"}));
}

TEST(Uses, ABundleHoldsWhatWasAskedForAndAllItsGrounds) {
  const Catalogue catalogue = Toy()
                                  .add("toy.ground", "#! uses base.under\n" + truth)
                                  .add("toy.middle", "#! uses toy.other\n" + truth)
                                  .add("toy.middle.repair", "#! uses toy.ground\n" + truth)
                                  .add("toy.other", truth)
                                  .add("toy.theorem", "#! assumed somebody\n")
                                  .add("toy.user", "#! uses toy.middle.repair toy.theorem\n" + truth)
                                  .add("base.under", truth)
                                  .read();
  for (const Verdict ground : {Verdict::proved, Verdict::refuted}) {
    Table table;
    table.verdicts["toy.ground"] = ground;
    table.verdicts["toy.middle"] = Verdict::refuted;  // what the corrected statement stands in for
    const auto settled = settle_with_grounds(catalogue, {"toy.user", "toy.middle.repair"}, table, {});
    Strings ids;
    for (const SettledStatement& one : settled) {
      ids.push_back(one.id);
      EXPECT_EQ(one.asked, ids.size() <= 2);
      ASSERT_NE(one.entry, nullptr);
      EXPECT_TRUE(one.entry->ledger.id == one.id || one.entry->ledger.id + ".repair" == one.id);
      if (one.id == "toy.theorem") continue;
      const Verdict expected = one.id == "base.under"                                ? Verdict::proved
                               : one.id == "toy.ground" || ground == Verdict::proved ? ground
                                                                                     : Verdict::open;
      EXPECT_EQ(one.finding.verdict, expected) << one.id;
    }
    EXPECT_EQ(ids, (Strings{"toy.user", "toy.middle.repair", "toy.ground", "toy.theorem", "base.under"}));
    // Neither the printed claim that is corrected, nor what that one leans on.
    EXPECT_EQ(table.asked, (std::multiset<std::string>{"base.under", "toy.ground", "toy.middle.repair", "toy.user"}));
  }
  Table table;
  EXPECT_THROW(settle_with_grounds(catalogue, {"toy.nothing"}, table, {}), Error);
}

TEST(BundleList, NamesItsFilesAndForgetsThoseOfBefore) {
  std::string name = (std::filesystem::temp_directory_path() / "dpcert-bundle-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(name.data());
  EXPECT_FALSE(read_bundle_list(folder));
  for (const char* file : {"a.cert", "b.cert", "c.cert.gz", "other.txt", "mine.cert"})
    write_file_atomically(folder / file, "abc");
  write_bundle_list(folder, {"b.cert", "a.cert"});
  const auto listed = read_bundle_list(folder);
  ASSERT_TRUE(listed);
  ASSERT_EQ(listed->size(), 2u);
  EXPECT_EQ(listed->front().file, "a.cert");
  // FIPS 180-4's example.
  EXPECT_EQ(listed->front().sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  write_bundle_list(folder, {"b.cert", "c.cert.gz"});
  EXPECT_FALSE(std::filesystem::exists(folder / "a.cert"));
  for (const char* file : {"b.cert", "c.cert.gz", "other.txt", "mine.cert"})
    EXPECT_TRUE(std::filesystem::exists(folder / file)) << file;
  // A list that is none of ours removes nothing, whatever it names.
  const std::string hex(64, '0');
  for (const std::string& line : {hex + "  ../a.cert", hex + "  other.txt", hex + " mine.cert",
                                  std::string("mine.cert"), std::string(64, 'x') + "  mine.cert"}) {
    write_file_atomically(folder / bundle_list, line + "\n");
    EXPECT_THROW(read_bundle_list(folder), Error) << line;
    write_bundle_list(folder, {"b.cert"});
    EXPECT_TRUE(std::filesystem::exists(folder / "mine.cert")) << line;
    EXPECT_TRUE(std::filesystem::exists(folder / "other.txt")) << line;
  }
  std::filesystem::remove_all(folder);
}

TEST(Uses, AnInterruptionLeavesOutWhatLeansOnTheUndecided) {
  const Catalogue catalogue =
      Toy().add("toy.user", "#! uses toy.lemma\n" + truth).add("toy.free", truth).add("toy.lemma", truth).read();
  std::atomic<bool> stop{false};
  Table table;
  table.stop_at_first = &stop;
  RunOptions options;
  options.threads = 1;
  options.claim.stop = &stop;
  const std::vector<const CatalogueEntry*> entries{catalogue.find("toy.user"), catalogue.find("toy.free"),
                                                   catalogue.find("toy.lemma")};
  const RunSummary summary = run_claims(catalogue, entries, table, options);
  EXPECT_TRUE(summary.interrupted);
  EXPECT_TRUE(summary.claims.empty());
  EXPECT_EQ(table.asked, std::multiset<std::string>{"toy.user"});
}

TEST(Uses, VerdictsOfTheEngine) {
  const Catalogue catalogue = Toy()
                                  .add("toy.false", falsehood)
                                  .add("toy.false.repair", "var x in [1, 2]\nprove x <= x^2\n")
                                  .add("toy.good", "#! uses toy.false.repair\n#! assumed Euclid\n" + truth)
                                  .add("toy.bad", "#! uses toy.good toy.false\n" + truth)
                                  .add("toy.worse", "#! uses toy.false\n" + falsehood)
                                  .add("toy.negated", "#! negation\n#! uses toy.false\n" + truth)
                                  .add("toy.denied", "#! negation\n#! uses toy.good\n" + truth)
                                  .add("toy.misquoted", "#! open vacuous: nothing satisfies it\n")
                                  .add("toy.misquoted.repair", "#! assumed Gauss\n")
                                  .add("toy.corollary", "#! uses toy.misquoted.repair\n" + truth)
                                  .read();
  Options options;
  options.certificates = std::filesystem::path(::testing::TempDir()) / "dpcert-uses-test";
  std::filesystem::create_directories(options.certificates);
  std::vector<const CatalogueEntry*> entries;
  for (const CatalogueEntry& entry : catalogue.entries()) entries.push_back(&entry);
  RunOptions how;
  how.claim = options;
  how.threads = 2;
  const auto engine = make_engine();
  const RunSummary summary = run_claims(catalogue, entries, *engine, how);
  std::filesystem::remove_all(options.certificates);
  std::map<std::string, ClaimRecord> records;
  for (const ClaimRecord& record : summary.claims) records[record.id] = record;
  EXPECT_EQ(records["toy.false"].verdict, Verdict::refuted);
  EXPECT_EQ(records["toy.false"].repair->verdict, Verdict::proved);
  EXPECT_EQ(records["toy.good"].verdict, Verdict::proved);
  EXPECT_EQ(records["toy.good"].assumes, Strings{"Euclid"});
  EXPECT_EQ(records["toy.bad"].verdict, Verdict::open);
  EXPECT_EQ(records["toy.bad"].reason, "no method: leans on toy.false, which is refuted");
  EXPECT_EQ(records["toy.worse"].verdict, Verdict::open);
  EXPECT_EQ(records["toy.negated"].verdict, Verdict::open) << "a refutation by way of a refuted claim";
  EXPECT_EQ(records["toy.denied"].verdict, Verdict::refuted);
  EXPECT_EQ(records["toy.denied"].assumes, Strings{"Euclid"});
  // A theorem that the print misquotes is cited in its corrected form, and leant on in that form.
  EXPECT_EQ(records["toy.misquoted"].verdict, Verdict::open);
  EXPECT_EQ(records["toy.misquoted"].reason, "vacuous: nothing satisfies it");
  EXPECT_EQ(records["toy.misquoted"].repair->verdict, Verdict::assumed);
  EXPECT_EQ(records["toy.misquoted"].repair->assumes, Strings{"Gauss"});
  EXPECT_EQ(records["toy.corollary"].verdict, Verdict::proved);
  EXPECT_EQ(records["toy.corollary"].assumes, Strings{"toy.misquoted.repair"});
}

/// The ids of entries or corrected statements among the words of a text, with the place of each.
std::vector<std::pair<std::string, std::size_t>> ids_in(const Catalogue& all, const std::string& text) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
  std::vector<std::pair<std::string, std::size_t>> found;
  for (std::size_t at = text.find_first_of(letters); at != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_not_of(letters, at), text.size());
    std::string word = text.substr(at, end - at);
    while (!word.empty() && word.back() == '.') word.pop_back();
    if (all.entry_of(word)) found.emplace_back(word, at);
    at = text.find_first_of(letters, end);
  }
  return found;
}

template <class Visit>
void each_embedded(Visit visit) {
  for (const CatalogueEntry& entry : Catalogue::embedded().entries())
    for (const auto* formal : {&entry.formal, &entry.repair})
      if (*formal) visit(entry, **formal);
}

TEST(Uses, EmbeddedCatalogueCitesNoEntryAsATheorem) {
  const Catalogue& all = Catalogue::embedded();
  EXPECT_EQ(ids_in(all, "Herbst (renyi.glm.herbst), sgld.lemma4.3.repair.").size(), 2u);
  std::size_t using_others = 0;
  each_embedded([&](const CatalogueEntry&, const FormalStatement& formal) {
    using_others += !used_ids(formal).empty();
    for (const std::string& citation : citations(formal))
      for (const auto& [id, at] : ids_in(all, citation))
        ADD_FAILURE() << formal.file << " cites " << id << ": '#! uses' is for entries";
  });
  EXPECT_GE(using_others, 150u);
}

// CONTRIBUTING.md: an id that opens a parenthesis is a reason, so the statement leans on it.
TEST(Uses, EmbeddedReadingsGiveNoReasonThatIsNotUsed) {
  const Catalogue& all = Catalogue::embedded();
  std::size_t reasons = 0;
  each_embedded([&](const CatalogueEntry& entry, const FormalStatement& formal) {
    const std::string* reading = formal.directive("reading");
    if (!reading || !formal.has_conclusion()) return;
    const Strings used = used_ids(formal);
    for (const auto& [id, at] : ids_in(all, *reading)) {
      if (all.entry_of(id) == &entry || at == 0 || (*reading)[at - 1] != '(') continue;
      ++reasons;
      EXPECT_EQ(std::count(used.begin(), used.end(), id), 1) << formal.file << " gives " << id << " as a reason";
    }
  });
  EXPECT_GE(reasons, 100u);
}

// Read alone, the cited theorems are those that the whole catalogue has.
TEST(CitedTheorems, AreReadWithoutTheRestOfTheCatalogue) {
  const auto listed = [](const std::vector<verify::Lemma>& lemmas) {
    std::map<std::string, std::string> out;
    for (const verify::Lemma& l : lemmas) out.emplace(l.id, l.statement.text);
    return out;
  };
  const auto alone = listed(cited_theorems());
  EXPECT_FALSE(alone.empty());
  EXPECT_EQ(alone, listed(cited_theorems(Catalogue::embedded())));
}

}  // namespace
}  // namespace dpcert::catalogue
