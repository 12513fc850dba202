#include "dpcert/catalogue/run.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <thread>

#include "dpcert/catalogue/catalogue.hpp"

namespace dpcert::catalogue {
namespace {

/// Decides nothing: every claim stays open, except those that a test names.
struct NullCertifier : Certifier {
  std::set<std::string> proves, throws;
  std::atomic<bool>* stop_after = nullptr;
  std::atomic<int> calls{0};
  ClaimRecord certify(const CatalogueEntry& entry, const Options&) override {
    if (throws.count(entry.ledger.id)) throw std::runtime_error("no luck");
    ClaimRecord record = blank_record(entry);
    if (proves.count(entry.ledger.id)) record.verdict = Verdict::proved;
    if (++calls == 3 && stop_after) stop_after->store(true);
    std::this_thread::yield();
    return record;
  }
};

class Run : public ::testing::Test {
 protected:
  Run() {
    for (int i = 0; i < 40; ++i) {
      const std::string id = "toy.c" + std::to_string(i);
      ledger_ += "- {id: " + id + ", source: s, kind: inequality, statement: t, where: w, depends_on: []}\n";
      names_.push_back("claims/toy/" + id + ".claim");
    }
    std::vector<SourceFile> files{{"ledger/toy.yaml", ledger_}};
    for (const std::string& name : names_) files.push_back({name, "var x in [0, 1]\nprove x >= 0\n"});
    catalogue_ = Catalogue::read(files);
    for (const CatalogueEntry& entry : catalogue_.entries()) entries_.push_back(&entry);
  }
  std::string ledger_;
  std::vector<std::string> names_;
  Catalogue catalogue_;
  std::vector<const CatalogueEntry*> entries_;
  NullCertifier certifier_;
};

TEST_F(Run, KeepsTheOrderWhateverTheThreads) {
  certifier_.proves = {"toy.c3", "toy.c39"};
  for (const unsigned threads : {1u, 2u, 7u}) {
    RunOptions options;
    options.threads = threads;
    const RunSummary run = run_claims(catalogue_, entries_, certifier_, options);
    ASSERT_EQ(run.claims.size(), entries_.size());
    for (std::size_t i = 0; i < entries_.size(); ++i) EXPECT_EQ(run.claims[i].id, entries_[i]->ledger.id);
    EXPECT_EQ(run.counts.at(Verdict::proved), 2u);
    EXPECT_FALSE(run.interrupted);
  }
}

TEST_F(Run, AnExceptionIsThatClaimsReason) {
  certifier_.throws = {"toy.c5"};
  const RunSummary run = run_claims(catalogue_, entries_, certifier_, {});
  EXPECT_EQ(run.claims[5].verdict, Verdict::open);
  EXPECT_EQ(run.claims[5].reason, "error: no luck");
}

TEST_F(Run, AnInterruptionKeepsWhatWasDecided) {
  std::atomic<bool> stop{false};
  certifier_.stop_after = &stop;
  certifier_.proves = {"toy.c0", "toy.c1", "toy.c2"};
  RunOptions options;
  options.threads = 1;
  options.claim.stop = &stop;
  const RunSummary run = run_claims(catalogue_, entries_, certifier_, options);
  EXPECT_TRUE(run.interrupted);
  EXPECT_EQ(run.requested, entries_.size());
  EXPECT_EQ(run.claims.size(), 3u);
}

TEST_F(Run, CheckpointsAndOverdueClaimsAreHandedOut) {
  struct Slow : Certifier {
    std::atomic<bool>* stop = nullptr;
    std::atomic<bool> released{false};
    ClaimRecord certify(const CatalogueEntry& entry, const Options&) override {
      if (entry.ledger.id == "toy.c0") return blank_record(entry);
      stop->store(true);
      while (!released) std::this_thread::yield();
      return blank_record(entry);
    }
  } slow;
  std::atomic<bool> stop{false};
  slow.stop = &stop;
  RunOptions options;
  options.threads = 1;
  options.claim.stop = &stop;
  options.interval = std::chrono::milliseconds(1);
  options.grace = std::chrono::milliseconds(20);
  int checkpoints = 0;
  std::size_t known = 0;
  options.checkpoint = [&](const RunSummary&) { ++checkpoints; };
  options.overdue = [&](const RunSummary& partial) {
    known = partial.claims.size();
    slow.released = true;
  };
  const RunSummary run = run_claims(catalogue_, entries_, slow, options);
  EXPECT_GT(checkpoints, 0);
  EXPECT_EQ(known, 1u);
  EXPECT_EQ(run.claims.size(), 1u);
}

TEST_F(Run, CallbacksMayFail) {
  RunOptions options;
  options.finished = [](const ClaimRecord&) { throw std::runtime_error("disk full"); };
  EXPECT_THROW(run_claims(catalogue_, entries_, certifier_, options), std::runtime_error);
}

TEST_F(Run, OtherWorkIsDoneOnceBesideTheClaimsOrAfterThem) {
  for (const unsigned threads : {1u, 2u, 7u}) {
    certifier_.calls = 0;
    RunOptions options;
    options.threads = threads;
    std::atomic<int> times{0}, before{-1};
    options.beside = [&] {
      ++times;
      // Beside them: with several threads the claims go on without this one.
      if (threads > 1)
        while (certifier_.calls < 40) std::this_thread::yield();
      before = certifier_.calls.load();
    };
    const RunSummary run = run_claims(catalogue_, entries_, certifier_, options);
    EXPECT_EQ(run.claims.size(), 40u);
    EXPECT_EQ(times, 1);
    EXPECT_EQ(before, 40) << threads;
  }
}

TEST_F(Run, OtherWorkIsNotBegunAfterAnInterruptionAndMayFail) {
  std::atomic<bool> stop{false};
  certifier_.stop_after = &stop;
  RunOptions options;
  options.threads = 1;
  options.claim.stop = &stop;
  bool begun = false;
  options.beside = [&] { begun = true; };
  EXPECT_TRUE(run_claims(catalogue_, entries_, certifier_, options).interrupted);
  EXPECT_FALSE(begun);
  for (const unsigned threads : {1u, 2u}) {
    RunOptions failing;
    failing.threads = threads;
    failing.beside = [] { throw std::runtime_error("disk full"); };
    EXPECT_THROW(run_claims(catalogue_, entries_, certifier_, failing), std::runtime_error);
  }
}

}  // namespace
}  // namespace dpcert::catalogue
