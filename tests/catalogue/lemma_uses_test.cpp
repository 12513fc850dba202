// Statements that are used by a line `lemma`: what becomes of the user when the one that is used is proved, refuted,
// open, cited, changed or gone; and what their certificates are worth together. The engine and the checker decide.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "dpcert/catalogue/engine.hpp"
#include "dpcert/catalogue/run.hpp"
#include "dpcert/checker/checker.hpp"
#include "tests/catalogue/toy.hpp"
#include "verify/catalogue/files.hpp"
#include "verify/catalogue/store.hpp"

namespace dpcert::catalogue {
namespace {

namespace lemma_test {

namespace fs = std::filesystem;
using Ids = std::vector<std::string>;

const std::string bernoulli = "int n in [1, inf)\nvar x in [-1, inf)\nprove (1 + x)^n >= 1 + n*x\n";
const std::string union_bound = "language 3\nint n in [1, inf)\nvar b in [0, 1]\nprove 1 - (1 - b)^n <= n*b\n";
const std::string by_lemma = "#! proof 1 lemma toy.bernoulli (n = n, x = -b); auto; auto; combine 0 1 1\n";
const std::string user = union_bound + "#! uses toy.bernoulli\n" + by_lemma;
/// A run over the whole of a small catalogue, with its certificates.
class Decided {
 public:
  explicit Decided(const Catalogue& catalogue, Store* store = nullptr) {
    std::string name = (fs::temp_directory_path() / "dpcert-lemma-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    RunOptions how;
    how.threads = 2;
    how.claim.certificates = folder_;
    how.claim.store = store;
    how.claim.max_boxes = 500;
    const auto engine = make_engine();
    const auto entries = catalogue.all();
    summary = run_claims(catalogue, entries, *engine, how);
  }
  ~Decided() { fs::remove_all(folder_); }
  Decided(const Decided&) = delete;
  Decided& operator=(const Decided&) = delete;

  const ClaimRecord& operator[](const std::string& id) const {
    for (const auto* records : {&summary.claims, &summary.base})
      for (const ClaimRecord& record : *records)
        if (record.id == id) return record;
    throw std::out_of_range(id);
  }
  checker::Result certificate(const std::string& id) const {
    return checker::check(read_file(folder_ / (id + ".cert")));
  }

  RunSummary summary;

 private:
  fs::path folder_;
};

std::string reason_of(const std::string& id, const Decided& run) {
  EXPECT_EQ(run[id].verdict, Verdict::open) << id;
  // Nothing is shown as evidence for a verdict that is not given.
  EXPECT_FALSE(run[id].checked);
  EXPECT_TRUE(run[id].certificate.empty() && run[id].evidence.lemmas.empty());
  return run[id].reason;
}

}  // namespace lemma_test

using lemma_test::bernoulli;
using lemma_test::by_lemma;
using lemma_test::Decided;
using lemma_test::Ids;
using lemma_test::reason_of;
using lemma_test::union_bound;
using lemma_test::user;

TEST(LemmaReader, WantsAUseASubjectAndTheLanguage) {
  const auto complaint = [](const std::string& text, const std::string& used = bernoulli) {
    return Toy().add("toy.bernoulli", used).add("toy.user", text).complaint();
  };
  EXPECT_EQ(complaint(user), "");
  // Nothing is used that is not declared, so that the verdict always follows it.
  EXPECT_NE(complaint(union_bound + by_lemma).find("toy.user.claim:5"), std::string::npos);
  EXPECT_NE(complaint(union_bound + "#! uses toy.user\n" + by_lemma), "");
  EXPECT_NE(complaint(union_bound + "#! uses toy.nothing\n#! proof 1 lemma toy.nothing (x = b)\n"), "");
  // The words have a meaning in version 3 only.
  EXPECT_NE(complaint(user.substr(user.find('\n') + 1)).find("`language 3`"), std::string::npos);
  // What concludes nothing, or the contrary of what its entry says, is no lemma.
  EXPECT_NE(complaint(user, "#! assumed Jacob Bernoulli\n").find("concludes something"), std::string::npos);
  EXPECT_NE(complaint(user, "#! negation\n" + bernoulli).find("which is negated"), std::string::npos);
  // Circles, also through a corrected statement.
  const std::string circle =
      Toy()
          .add("toy.bernoulli",
               "language 3\n" + bernoulli + "#! uses toy.user\n#! proof 1 lemma toy.user (n = n, b = 0)\n")
          .add("toy.user", user)
          .complaint();
  EXPECT_NE(circle.find("toy.bernoulli uses toy.user uses toy.bernoulli"), std::string::npos) << circle;
}

// A recursion and a list: what stands for them is shown to have the recursion, and the bound at each index.
TEST(LemmaUses, AStatementAboutSequencesIsUsed) {
  const std::string affine =
      "language 3\nint n in [0, inf)\nvar b in (-inf, inf)\nseq x(k): x(0) = 0, x(k + 1) = x(k)/2 + b\n"
      "prove x(n) = 2*b*(1 - 2^(-n))\n"
      "#! proof 1 induct n; define x (0); hyp 1; define x (n); combine 0 2 1 1 (1/2)\n";
  const std::string list =
      "language 3\nint n in [1, inf)\nvar hi in (-inf, inf)\nseq x(k)\n"
      "assume forall int k in [1, n]: x(k) <= hi\nprove sum(k, 1, n, x(k)) <= n*hi\n";
  const auto mean = [](const std::string& step, const std::string& given) {
    return "language 3\nint m in [0, inf)\nseq mu(j): mu(0) = 0, mu(j + 1) = mu(j)/2 + " + step +
           "\nprove mu(2*m) <= 6\n#! uses toy.affine\n#! proof 1 lemma toy.affine (n = 2*m, b = 3, x(j) = " + given +
           "); auto; define mu (0); hyp 1; define mu (j); hyp 1; combine (6*2^(-2*m)) 1 -1\n";
  };
  const std::string top =
      "language 3\nint m in [2, inf)\nvar c in (0, inf)\nseq y(k)\nassume forall int k in [1, m]: 2*y(k) <= c\n"
      "prove sum(k, 1, m, 2*y(k)) <= m*c\n#! uses toy.list\n"
      "#! proof 1 lemma toy.list (n = m, hi = c, x(k) = 2*y(k)) i; auto; inst 1 (i); hyp 2; hyp 1\n";
  const Catalogue catalogue = Toy()
                                  .add("toy.affine", affine)
                                  .add("toy.list", list)
                                  .add("toy.mean", mean("3", "mu(j)"))
                                  .add("toy.top", top)
                                  .add("toy.other", mean("4", "mu(j)"))
                                  .read();
  const Decided run(catalogue);
  for (const std::string id : {"toy.mean", "toy.top"}) {
    EXPECT_EQ(run[id].verdict, Verdict::proved) << id << ": " << run[id].reason;
    EXPECT_TRUE(run[id].checked && run.certificate(id).conditional()) << id;
  }
  EXPECT_EQ(run["toy.mean"].evidence.lemmas, Ids{"toy.affine"});
  EXPECT_EQ(run["toy.top"].evidence.lemmas, Ids{"toy.list"});
  EXPECT_EQ(run.summary.links_by_lemma, 2u);
  // The other recursion passes 6.
  EXPECT_NE(run["toy.other"].verdict, Verdict::proved);
}

TEST(LemmaUses, TheUserOfAProvedStatementIsProvedAndCountedAsALink) {
  const Catalogue catalogue =
      Toy()
          .add("toy.bernoulli", bernoulli)
          .add("toy.user", user)
          .add("toy.reader", "var b in [0, 1]\nprove 1 - (1 - b)^2 <= 2*b\n#! uses toy.user toy.bernoulli\n")
          .read();
  const Decided run(catalogue);
  EXPECT_EQ(run["toy.user"].verdict, Verdict::proved) << run["toy.user"].reason;
  EXPECT_TRUE(run["toy.user"].checked);
  EXPECT_EQ(run["toy.user"].evidence.lemmas, Ids{"toy.bernoulli"});
  EXPECT_EQ(run["toy.user"].evidence.uses, Ids{"toy.bernoulli"});
  EXPECT_TRUE(run["toy.user"].assumes.empty());
  EXPECT_EQ(run["toy.reader"].verdict, Verdict::proved);
  EXPECT_EQ(run.summary.links_by_lemma, 1u);
  EXPECT_EQ(run.summary.links_by_reading, 2u);
  // Its certificate is conditional, and with the other one beside it accepted.
  const checker::Result used = run.certificate("toy.bernoulli"), using_it = run.certificate("toy.user");
  EXPECT_TRUE(used.accepted);
  EXPECT_TRUE(using_it.conditional() && !using_it.accepted) << using_it.reason;
  EXPECT_FALSE(checker::close({&using_it})[0].accepted);
  EXPECT_EQ(checker::close({&using_it})[0].missing, Ids{"toy.bernoulli"});
  const auto together = checker::close({&using_it, &used});
  EXPECT_TRUE(together[0].accepted && together[1].accepted);
}

TEST(LemmaUses, AChainHoldsFromItsEnd) {
  const Catalogue catalogue = Toy()
                                  .add("toy.last",
                                       "language 3\nvar b in [0, 1/8]\nprove 1 - (1 - b)^8 <= 8*b\n#! uses toy.user\n"
                                       "#! proof 1 lemma toy.user (n = 8, b = b); auto; auto; auto; combine 0 1 1\n")
                                  .add("toy.user", user)
                                  .add("toy.bernoulli", bernoulli)
                                  .read();
  const Decided run(catalogue);
  ASSERT_EQ(run["toy.last"].verdict, Verdict::proved) << run["toy.last"].reason << run["toy.last"].evidence.advice;
  EXPECT_EQ(run["toy.last"].evidence.lemmas, Ids{"toy.user"});
  const checker::Result a = run.certificate("toy.last"), b = run.certificate("toy.user"),
                        c = run.certificate("toy.bernoulli");
  const auto all = checker::close({&a, &b, &c}), gap = checker::close({&a, &b});
  EXPECT_TRUE(all[0].accepted && all[1].accepted && all[2].accepted);
  EXPECT_FALSE(gap[0].accepted || gap[1].accepted);
}

TEST(LemmaUses, NothingStandsOnWhatIsRefutedOrOpen) {
  // False at n = 3, x = -3; the repaired one is what stands.
  const std::string wide = "int n in [1, inf)\nvar x in [-3, inf)\nprove (1 + x)^n >= 1 + n*x\n";
  const Catalogue catalogue =
      Toy()
          .add("toy.wide", wide)
          .add("toy.wide.repair", bernoulli)
          .add("toy.on.wide", union_bound +
                                  "#! uses toy.wide\n"
                                  "#! proof 1 lemma toy.wide (n = n, x = -b); auto; auto; combine 0 1 1\n")
          .add("toy.on.corrected", union_bound +
                                       "#! uses toy.wide.repair\n"
                                       "#! proof 1 lemma toy.wide.repair (n = n, x = -b); auto; auto; combine 0 1 1\n")
          .add("toy.on.open",
               "language 3\nvar y in [1, 2]\nprove y^2 >= 1\n#! uses toy.unsure\n"
               "#! proof 1 lemma toy.unsure (x = y); auto; auto; hyp 1\n")
          .add("toy.unsure", "var x in [1, 2]\nprove x^2 >= 1\n#! uses toy.wide\n")
          .read();
  const Decided run(catalogue);
  EXPECT_EQ(run["toy.wide"].verdict, Verdict::refuted);
  EXPECT_EQ(reason_of("toy.on.wide", run), "no method: leans on toy.wide, which is refuted");
  EXPECT_EQ(run["toy.wide"].repair->verdict, Verdict::proved);
  EXPECT_EQ(run["toy.on.corrected"].verdict, Verdict::proved);
  EXPECT_EQ(run["toy.on.corrected"].evidence.lemmas, Ids{"toy.wide.repair"});
  EXPECT_EQ(reason_of("toy.on.open", run).rfind("no method: leans on toy.unsure, which is open", 0), 0u);
  EXPECT_EQ(run.summary.links_by_lemma, 1u);
}

TEST(LemmaUses, ATextThatNoLongerGivesItGivesNothing) {
  // The used statement is still true and still proved, but of fewer points, or of less.
  const std::string fewer = "int n in [1, 3]\nvar x in [-1, inf)\nprove (1 + x)^n >= 1 + n*x\n";
  const std::string less = "int n in [1, inf)\nvar x in [-1, inf)\nprove (1 + x)^n >= 0\n";
  const std::string asked =
      "int n in [1, inf)\nvar x in [-1, inf)\nassume x <= 0\nassume x >= -1/2\nprove (1 + x)^n >= 1 + n*x\n";
  for (const std::string& changed : {fewer, less, asked}) {
    const Catalogue catalogue = Toy().add("toy.bernoulli", changed).add("toy.user", user).read();
    const Decided run(catalogue);
    EXPECT_EQ(run["toy.bernoulli"].verdict, Verdict::proved) << changed;
    // The engine goes on without the line; whatever it finds quotes nothing.
    EXPECT_TRUE(run["toy.user"].evidence.lemmas.empty()) << changed;
    if (run["toy.user"].verdict == Verdict::proved) {
      EXPECT_TRUE(run.certificate("toy.user").accepted);
    }
    EXPECT_EQ(run.summary.links_by_lemma, 0u);
  }
}

TEST(LemmaUses, WhatIsQuotedIsTheTextOfToday) {
  const Decided before(Toy().add("toy.bernoulli", bernoulli).add("toy.user", user).read());
  // The same words with another title are another text: the certificates of before and after do not fit together.
  const Decided after(Toy().add("toy.bernoulli", "title \"of Jacob\"\n" + bernoulli).add("toy.user", user).read());
  ASSERT_EQ(after["toy.user"].verdict, Verdict::proved);
  const checker::Result old_user = before.certificate("toy.user"), old_used = before.certificate("toy.bernoulli"),
                        new_user = after.certificate("toy.user"), new_used = after.certificate("toy.bernoulli");
  EXPECT_NE(before["toy.user"].evidence.digest, after["toy.user"].evidence.digest);
  EXPECT_TRUE(checker::close({&old_user, &old_used})[0].accepted);
  EXPECT_TRUE(checker::close({&new_user, &new_used})[0].accepted);
  EXPECT_FALSE(checker::close({&old_user, &new_used})[0].accepted);
  EXPECT_FALSE(checker::close({&new_user, &old_used})[0].accepted);
}

TEST(LemmaUses, TheStoreAsksAnewWhenTheUsedTextChanged) {
  std::string name = (lemma_test::fs::temp_directory_path() / "dpcert-lemma-store-XXXXXX").string();
  const lemma_test::fs::path folder = ::mkdtemp(name.data());
  {
    Store store(folder / "store.sqlite", [](const std::string&) {});
    const std::string false_now = "int n in [1, inf)\nvar x in [-3, inf)\nprove (1 + x)^n >= 1 + n*x\n";
    const Catalogue first = Toy().add("toy.bernoulli", bernoulli).add("toy.user", user).read();
    EXPECT_EQ(Decided(first, &store)["toy.user"].verdict, Verdict::proved);
    const Decided again(first, &store);
    EXPECT_TRUE(again["toy.user"].evidence.stored);
    EXPECT_EQ(again["toy.user"].evidence.lemmas, Ids{"toy.bernoulli"});
    EXPECT_EQ(again.summary.links_by_lemma, 1u);
    const Decided changed(Toy().add("toy.bernoulli", false_now).add("toy.user", user).read(), &store);
    EXPECT_EQ(changed["toy.bernoulli"].verdict, Verdict::refuted);
    EXPECT_EQ(changed["toy.user"].verdict, Verdict::open);
    EXPECT_FALSE(changed["toy.user"].evidence.stored);
  }
  lemma_test::fs::remove_all(folder);
}

/// The William Lowell Putnam Competition 1972, A-5: true, and beyond the prover.
const std::string putnam = "language 3\nint n in [2, inf)\nprove mod(2^n - 1, n) > 0\n";
const std::string putnam_user = "language 3\nint m in [1, inf)\nprove mod(2^(2*m) - 1, 2*m) > 0\n";
const std::string by_putnam = "#! uses base.putnam\n#! proof 1 lemma base.putnam (n = 2*m); auto; hyp 1\n";

TEST(LemmaUses, ACitedTheoremIsAssumedByThoseWhoUseIt) {
  const Catalogue catalogue =
      Toy()
          .add("base.putnam", putnam + "#! cited Putnam Competition 1972, A-5\n")
          .add("toy.user", putnam_user + by_putnam)
          .add("toy.next", "language 3\nvar x in [0, 1]\nprove x*(1 - x) >= 0\n#! uses toy.user\n")
          .read();
  EXPECT_TRUE(catalogue.problems().empty());
  EXPECT_EQ(catalogue.entries().size(), 2u);
  EXPECT_EQ(catalogue.papers(), Ids{"toy"});
  const Decided run(catalogue);
  EXPECT_EQ(run["base.putnam"].verdict, Verdict::assumed);
  EXPECT_EQ(run["base.putnam"].assumes, Ids{"Putnam Competition 1972, A-5"});
  EXPECT_TRUE(run["base.putnam"].certificate.empty());
  EXPECT_EQ(run["toy.user"].verdict, Verdict::proved) << run["toy.user"].reason;
  EXPECT_EQ(run["toy.user"].evidence.lemmas, Ids{"base.putnam"});
  EXPECT_EQ(run["toy.user"].assumes, Ids{"base.putnam"});
  EXPECT_EQ(run["toy.next"].assumes, Ids{"base.putnam"});
  EXPECT_EQ(run.summary.proved_by_assumption, 2u);
  EXPECT_EQ(run.summary.links_by_lemma, 1u);
  EXPECT_TRUE(run.certificate("toy.user").conditional());
}

TEST(LemmaUses, ACitationDecidesOnlyWhatTheMachineLeavesOpen) {
  const Catalogue catalogue =
      Toy()
          .add("base.proved", bernoulli + "#! cited Jacob Bernoulli\n")
          .add("base.false", "language 3\nint n in [0, inf)\nprove mod(n^6 - n, 6) = 0\n#! cited nobody\n")
          .add("base.vacuous", "var x in [0, 1]\nassume x >= 2\nprove x >= 3\n#! cited nobody\n")
          .add("base.undefined", "var x in [0, 1]\nprove log(x - 1) <= 3\n#! cited nobody\n")
          .add("toy.user",
               "language 3\nint m in [2, 2]\nprove mod(m^6 - m, 6) <= 0\n#! uses base.false\n"
               "#! proof 1 lemma base.false (n = 2); auto; combine 0 1 1\n")
          .add("toy.vacuous", "language 3\nvar x in [2, 3]\nprove x >= 2\n#! uses base.vacuous\n")
          .read();
  const Decided run(catalogue);
  EXPECT_EQ(run["base.proved"].verdict, Verdict::proved);
  EXPECT_TRUE(run["base.proved"].assumes.empty());
  EXPECT_EQ(run["base.false"].verdict, Verdict::refuted);
  EXPECT_EQ(run["base.vacuous"].verdict, Verdict::open) << run["base.vacuous"].reason;
  EXPECT_EQ(run["base.undefined"].verdict, Verdict::open) << run["base.undefined"].reason;
  EXPECT_NE(run["toy.user"].verdict, Verdict::proved);
  EXPECT_EQ(run["toy.vacuous"].verdict, Verdict::open);
}

TEST(LemmaUses, TheCatalogueHasLinksThatTheCheckerFollows) {
  std::size_t claims = 0, lemmas = 0;
  for (const CatalogueEntry& entry : Catalogue::embedded().entries())
    for (const auto* formal : {&entry.formal, &entry.repair})
      if (*formal) claims += (*formal)->lemmas.size();
  for (const CatalogueEntry& lemma : Catalogue::embedded().base()) lemmas += lemma.formal->lemmas.size();
  EXPECT_GE(claims, 11u);
  EXPECT_GE(lemmas, 9u);
}

TEST(Base, IsCountedApartFromTheClaims) {
  const Catalogue catalogue = Toy()
                                  .add("base.bernoulli", bernoulli)
                                  .add("toy.a", "var x in [1, 2]\nprove x <= x^2\n")
                                  .add("toy.b", union_bound + "#! uses base.bernoulli\n" +
                                                    "#! proof 1 lemma base.bernoulli (n = n, x = -b); auto; auto;"
                                                    " combine 0 1 1\n")
                                  .read();
  const Decided run(catalogue);
  EXPECT_EQ(run.summary.claims.size(), 2u);
  EXPECT_EQ(run.summary.requested, 2u);
  EXPECT_EQ(run.summary.counts, (std::map<Verdict, std::size_t>{{Verdict::proved, 2}}));
  ASSERT_EQ(run.summary.base.size(), 1u);
  EXPECT_EQ(run.summary.base[0].id, "base.bernoulli");
  EXPECT_EQ(run.summary.base_counts, (std::map<Verdict, std::size_t>{{Verdict::proved, 1}}));
  EXPECT_FALSE(run.summary.interrupted);
  // Found, listed and matched like an entry, after those of the papers.
  EXPECT_EQ(catalogue.all().back(), catalogue.find("base.bernoulli"));
  EXPECT_EQ(catalogue.match("*b*").size(), 2u);
  EXPECT_NE(catalogue.statement("base.bernoulli"), nullptr);
  // `#! cited` is for this group, and for statements.
  EXPECT_EQ(Toy().add("toy.a", bernoulli + "#! cited nobody\n").read().problems().size(), 1u);
  EXPECT_EQ(Toy().add("base.a", "#! cited nobody\n").read().problems().size(), 1u);
  EXPECT_NE(Toy().add("base.a", bernoulli).add("base.a", bernoulli).complaint(), "");
}

}  // namespace
}  // namespace dpcert::catalogue
