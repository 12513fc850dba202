#include "verify/catalogue/store.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "dpcert/catalogue/settle.hpp"
#include "dpcert/checker/checker.hpp"
#include "verify/catalogue/files.hpp"
#include "verify/catalogue/json.hpp"

namespace dpcert::catalogue {
namespace {

namespace fs = std::filesystem;

class StoreTest : public ::testing::Test {
 public:
  ~StoreTest() override { fs::remove_all(folder_); }

 protected:
  StoreTest() {
    std::string name = (fs::temp_directory_path() / "dpcert-store-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }

  fs::path file() const { return folder_ / "store.sqlite"; }
  Store open() {
    return Store(file(), [this](const std::string& line) { complaints_.push_back(line); });
  }
  void sql(const std::string& text) const {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    sqlite3_close(db);
  }
  static Store::Result result(const std::string& claim) {
    Store::Result r;
    r.claim = claim;
    r.statement = "s";
    r.finding.verdict = Verdict::supported;
    r.finding.evidence.method = "search";
    r.finding.evidence.samples = 100'000;
    r.proof = std::string("any\0bytes", 9) + std::string(10'000, 'x');
    r.max_boxes = 17;
    return r;
  }
  Question question(const std::string& text, const std::string& claim = "") const {
    return {claim, "it", verify::parse_statement(text), {}};
  }
  Options options(Store& store) const {
    Options o;
    o.store = &store;
    o.certificates = folder_;
    o.time_limit = std::chrono::duration<double>::max();
    return o;
  }

  fs::path folder_;
  std::vector<std::string> complaints_;
};

TEST_F(StoreTest, KeepsWhatWasPut) {
  {
    Store store = open();
    store.put("k", result("a.b"));
    store.put_progress("k", "search", std::string("\0state", 6));
  }
  Store store = open();
  const auto found = store.find("k");
  ASSERT_TRUE(found);
  EXPECT_EQ(to_json(found->finding), to_json(result("a.b").finding));
  EXPECT_EQ(found->proof, result("a.b").proof);
  EXPECT_EQ(found->max_boxes, 17u);
  EXPECT_FALSE(store.find("l"));
  EXPECT_EQ(store.latest("a.b")->finding.verdict, Verdict::supported);
  EXPECT_FALSE(store.latest("a.c"));
  EXPECT_EQ(store.progress("k", "search"), std::string("\0state", 6));
  EXPECT_FALSE(store.progress("l", "search"));
  store.drop_progress("k");
  EXPECT_FALSE(store.progress("k", "search"));
  store.forget("k");
  EXPECT_FALSE(store.find("k"));
  EXPECT_TRUE(complaints_.empty());
}

TEST_F(StoreTest, AChangedRowCountsAsAbsent) {
  {
    Store store = open();
    store.put("a", result("a"));
    store.put("b", result("b"));
    store.put_progress("a", "s", "state");
  }
  sql("UPDATE results SET finding = replace(finding, 'supported', 'proved') WHERE key = 'a';"
      "UPDATE progress SET state = 'other'");
  Store store = open();
  EXPECT_FALSE(store.find("a"));
  EXPECT_TRUE(store.find("b"));
  EXPECT_FALSE(store.progress("a", "s"));
}

TEST_F(StoreTest, AFileThatIsNoDatabaseIsPutAside) {
  std::ofstream(file()) << std::string(5000, 'x');
  Store store = open();
  store.put("k", result("a"));
  EXPECT_TRUE(store.find("k"));
  ASSERT_EQ(complaints_.size(), 1u);
  EXPECT_NE(complaints_[0].find("damaged"), std::string::npos) << complaints_[0];
  EXPECT_EQ(fs::file_size(file().string() + ".damaged"), 5000u);
}

TEST_F(StoreTest, ReadableRowsOfADamagedFileAreSaved) {
  {
    Store store = open();
    for (int i = 0; i < 200; ++i) store.put("k" + std::to_string(i), result("a"));
  }
  sql("PRAGMA wal_checkpoint(TRUNCATE)");
  {
    // The last quarter of the file is overwritten.
    const auto size = fs::file_size(file());
    std::fstream f(file(), std::ios::binary | std::ios::in | std::ios::out);
    f.seekp(static_cast<std::streamoff>(size / 4 * 3));
    f << std::string(size / 4, '\x7f');
  }
  Store store = open();
  int found = 0;
  for (int i = 0; i < 200; ++i) found += store.find("k" + std::to_string(i)) ? 1 : 0;
  EXPECT_GT(found, 50);
  EXPECT_LT(found, 200);
  ASSERT_EQ(complaints_.size(), 1u);
  EXPECT_NE(complaints_[0].find("results saved"), std::string::npos) << complaints_[0];
}

TEST_F(StoreTest, ANewerFileIsLeftAlone) {
  { Store store = open(); }
  sql("PRAGMA user_version = 99");
  Store store = open();
  store.put("k", result("a"));
  EXPECT_FALSE(store.find("k"));
  ASSERT_EQ(complaints_.size(), 1u);
  EXPECT_NE(complaints_[0].find("newer"), std::string::npos) << complaints_[0];
}

TEST_F(StoreTest, AFolderInItsPlaceStopsNothing) {
  fs::create_directories(file());
  Store store = open();
  store.put("k", result("a"));
  EXPECT_FALSE(store.find("k"));
  EXPECT_EQ(complaints_.size(), 1u);
}

TEST_F(StoreTest, ManyProgramsAtOnce) {
  { Store store = open(); }
  std::vector<pid_t> children;
  for (int p = 0; p < 4; ++p) {
    const pid_t child = ::fork();
    if (child == 0) {
      bool fine = true;
      {
        Store store(file(), [&](const std::string&) { fine = false; });
        for (int i = 0; i < 50; ++i) store.put(std::to_string(p) + "." + std::to_string(i), result("a"));
      }
      ::_exit(fine ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  Store store = open();
  for (int p = 0; p < 4; ++p)
    for (int i = 0; i < 50; ++i) EXPECT_TRUE(store.find(std::to_string(p) + "." + std::to_string(i)));
}

TEST_F(StoreTest, StatementsAreTheSameUpToLayout) {
  const std::string digest = statement_digest("var x in [0, 1]\nprove x >= 0\n");
  EXPECT_EQ(statement_digest("# why\r\ntitle \"t\"\n\nvar  x in [0,1] # here\nprove x>=0"), digest);
  EXPECT_NE(statement_digest("var x in [0, 1]\nprove x > 0\n"), digest);
  EXPECT_NE(statement_digest("var x in [0, 2]\nprove x >= 0\n"), digest);
  EXPECT_NE(statement_digest("var x in [0, 1)\nprove x >= 0\n"), digest);
  EXPECT_NE(statement_digest("int x in [0, 1]\nprove x >= 0\n"), digest);
}

TEST_F(StoreTest, AnUnchangedStatementIsNotProvedAgain) {
  Store store = open();
  const Finding first = settle(question("var x in [1/2, 2]\nprove x^2 + 1 > x\n"), options(store));
  EXPECT_EQ(first.verdict, Verdict::proved) << first.reason;
  EXPECT_FALSE(first.evidence.stored);

  // Under another name and layout: the same proof, another certificate, checked anew.
  const Finding second = settle(question("title \"t\"\nvar x in [1/2,2]\nprove x^2+1 > x", "some.id"), options(store));
  EXPECT_EQ(second.verdict, Verdict::proved);
  EXPECT_TRUE(second.evidence.stored);
  EXPECT_TRUE(second.checked);
  EXPECT_EQ(second.evidence.boxes, first.evidence.boxes);
  EXPECT_NE(second.evidence.digest, first.evidence.digest);
  const auto checked = checker::check(read_file(folder_ / second.certificate));
  EXPECT_TRUE(checked.accepted) << checked.reason;
  EXPECT_EQ(checked.claim, "some.id");

  Options fresh = options(store);
  fresh.fresh = true;
  EXPECT_FALSE(settle(question("var x in [1/2, 2]\nprove x^2 + 1 > x\n"), fresh).evidence.stored);
  Options seed = options(store);
  seed.seed = 5;
  EXPECT_FALSE(settle(question("var x in [1/2, 2]\nprove x^2 + 1 > x\n"), seed).evidence.stored);
}

// Claims with one statement share a result, and each has its answer, with its own certificate.
TEST_F(StoreTest, ClaimsOfOneStatementHaveAnAnswerEach) {
  Store store = open();
  const std::string truth = "var x in [1/2, 2]\nprove x^2 + 1 > x\n", lie = "var x in [0, 1]\nprove x <= x^2\n";
  settle(question(truth, "a.first"), options(store));
  const Finding second = settle(question(truth, "a.second"), options(store));
  settle(question(lie, "b.first"), options(store));
  settle(question(lie, "b.second.repair"), options(store));
  settle(question(truth), options(store));  // nobody's
  for (const char* id : {"a.first", "a.second", "b.first", "b.second.repair"}) {
    const auto answer = store.latest(id);
    ASSERT_TRUE(answer) << id;
    EXPECT_EQ(answer->finding.verdict, id[0] == 'a' ? Verdict::proved : Verdict::refuted);
    EXPECT_EQ(answer->statement, statement_digest(id[0] == 'a' ? truth : lie));
  }
  EXPECT_EQ(to_json(store.latest("a.second")->finding), to_json(second));
  EXPECT_TRUE(store.latest("a.second")->finding.evidence.stored);
  EXPECT_FALSE(store.latest(""));
  // Another statement under the id: the new answer counts, and the result for the other claim stays.
  settle(question(lie, "a.first"), options(store));
  EXPECT_EQ(store.latest("a.first")->finding.verdict, Verdict::refuted);
  EXPECT_EQ(store.latest("a.second")->finding.verdict, Verdict::proved);
  EXPECT_TRUE(complaints_.empty());
}

// Files of the first format had no answers: those of the claims that results were found for are taken over.
TEST_F(StoreTest, AFileOfTheFirstFormatIsTakenOver) {
  {
    Store store = open();
    store.put("k", result("a.b"));
    store.put("l", result("a.c"));
    store.put("m", result(""));
  }
  sql("DROP TABLE answers; CREATE INDEX results_by_claim ON results(claim, made);"
      "UPDATE results SET finding = replace(finding, 'supported', 'proved') WHERE key = 'l'; PRAGMA user_version = 1");
  {
    Store store = open();
    ASSERT_TRUE(store.latest("a.b"));
    EXPECT_EQ(to_json(store.latest("a.b")->finding), to_json(result("a.b").finding));
    EXPECT_FALSE(store.latest("a.c"));  // changed by somebody
    EXPECT_TRUE(store.find("k"));
    store.remember("a.c", {"t", result("a.c").finding});
  }
  sql("UPDATE answers SET statement = 'other' WHERE claim = 'a.b'");
  Store store = open();
  EXPECT_FALSE(store.latest("a.b"));
  EXPECT_EQ(store.latest("a.c")->statement, "t");
  // A clock that went back does not keep the old answer.
  sql("UPDATE answers SET made = made + 1000000");
  store.remember("a.c", {"u", result("a.c").finding});
  EXPECT_EQ(store.latest("a.c")->statement, "u");
  EXPECT_TRUE(complaints_.empty());
}

TEST_F(StoreTest, ARefutationComesBackWithItsPoint) {
  Store store = open();
  const Finding first = settle(question("var x in [0, 1]\nprove x <= x^2\n"), options(store));
  const Finding second = settle(question("var x in [0, 1]\nprove x <= x^2\n"), options(store));
  ASSERT_EQ(second.verdict, Verdict::refuted);
  EXPECT_TRUE(second.evidence.stored);
  ASSERT_TRUE(first.counterexample && second.counterexample);
  EXPECT_EQ(second.counterexample->variables, first.counterexample->variables);
  EXPECT_EQ(second.counterexample->relation, "<=");
}

// A row that fits its digest but lies: the checker rejects what it says, and the claim is settled anew.
TEST_F(StoreTest, AStoredProofOfSomethingElseIsNotBelieved) {
  Store store = open();
  settle(question("var x in [1/2, 2]\nprove x^2 + 1 > x\n"), options(store));
  settle(question("var x in [0, 1]\nprove x <= x^2\n"), options(store));
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &db), SQLITE_OK);
  std::vector<std::string> keys;
  sqlite3_exec(
      db, "SELECT key FROM results ORDER BY made, rowid",
      [](void* out, int, char** values, char**) {
        static_cast<std::vector<std::string>*>(out)->emplace_back(values[0]);
        return 0;
      },
      &keys, nullptr);
  sqlite3_close(db);
  ASSERT_EQ(keys.size(), 2u);
  const auto proof_of_truth = store.find(keys[0]);
  ASSERT_TRUE(proof_of_truth);
  store.put(keys[1], *proof_of_truth);
  const Finding answer = settle(question("var x in [0, 1]\nprove x <= x^2\n"), options(store));
  EXPECT_EQ(answer.verdict, Verdict::refuted) << answer.reason;
  EXPECT_FALSE(answer.evidence.stored);
}

TEST_F(StoreTest, OutOfTimeIsTriedAgain) {
  Store store = open();
  Options o = options(store);
  o.time_limit = std::chrono::duration<double>(1e-9);
  const std::string text = "var x in [0, 1]\nprove x + 1 > 0\n";
  // No time to prove it. The search that follows has two seconds in any case: supported, or open where the machine was
  // too slow for 100,000 evaluations in them; both say what ran out.
  const Finding first = settle(question(text), o);
  EXPECT_TRUE(first.verdict == Verdict::supported || first.verdict == Verdict::open) << name(first.verdict);
  EXPECT_NE(first.reason.find("out of time"), std::string::npos) << first.reason;
  EXPECT_FALSE(settle(question(text), o).evidence.stored);
  o.time_limit = std::chrono::duration<double>::max();
  EXPECT_EQ(settle(question(text), o).verdict, Verdict::proved);
}

TEST(Engine, HasAVersion) { EXPECT_EQ(engine_version().size(), 64u); }

}  // namespace
}  // namespace dpcert::catalogue
