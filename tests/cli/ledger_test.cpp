// The ledger of releases: what it holds is read with SQLite here, and what it should hold is computed by hand.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "cli/program.hpp"
#include "dpcert/core/rational.hpp"
#include "dpcert/properties/steps.hpp"

namespace dpcert::cli::testing {
namespace {

using nlohmann::json;

class LedgerTest : public ::testing::Test {
 protected:
  Scratch scratch;
  std::string data = scratch.write("data.csv", "age\n20\n30\n45\n").string();
  std::string ledger = (scratch.path() / "ages.ledger").string();

  std::vector<std::string> words(const std::string& budget, const std::string& eps = "eps=1/10") const {
    std::vector<std::string> out{"release",   "geometric", "--data",   data,   "lower=0",
                                 "upper=100", eps,         "--ledger", ledger, "--json"};
    if (!budget.empty()) out.insert(out.end(), {"--budget", budget});
    return out;
  }
  json shown() const {
    const Outcome outcome = run({"ledger", "show", ledger, "--json"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return json::parse(outcome.out);
  }
  /// The ids in the file, by SQLite itself, which checks the file as well.
  std::set<int> ids() const {
    std::set<int> out;
    sqlite3* db = nullptr;
    EXPECT_EQ(sqlite3_open_v2(ledger.c_str(), &db, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
    const auto each = [](void* to, int, char** values, char**) {
      static_cast<std::set<int>*>(to)->insert(std::atoi(values[0]));
      return 0;
    };
    EXPECT_EQ(sqlite3_exec(db, "SELECT id FROM releases", each, &out, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    std::string check;
    const auto word = [](void* to, int, char** values, char**) {
      *static_cast<std::string*>(to) += values[0];
      return 0;
    };
    EXPECT_EQ(sqlite3_exec(db, "PRAGMA integrity_check", word, &check, nullptr), SQLITE_OK);
    EXPECT_EQ(check, "ok");
    sqlite3_close(db);
    return out;
  }
};

// Pure releases add exactly: ten of 1/10 fit into 1, and an eleventh does not.
TEST_F(LedgerTest, RefusesWhatTheBudgetDoesNotHold) {
  for (int i = 1; i <= 10; ++i) {
    const Outcome outcome = run(words(i == 1 ? "1,0" : ""));
    ASSERT_EQ(outcome.status, 0) << i << outcome.err;
    EXPECT_EQ(json::parse(outcome.out).at("ledger").at("release"), i);
  }
  EXPECT_EQ(shown().at("remaining_epsilon_at_least"), "0");
  const Outcome refused = run(words(""));
  EXPECT_EQ(refused.status, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(refused.err, "dpcert: refused: with this release the ledger " + ledger +
                             " would cost epsilon 1.1 at delta 0, above its budget of 1\n");
  EXPECT_EQ(ids().size(), 10u);
}

// Random sequences of releases beside a model: pure releases add exactly, so the model is a sum of fractions.
TEST_F(LedgerTest, IsItsModelAfterEverySequenceOfReleases) {
  std::int64_t number = 0;
  const auto property = [&](properties::Case& c) {
    ledger = (scratch.path() / ("model-" + std::to_string(number++) + ".ledger")).string();
    const Rational budget(properties::draw_integer(c.choices, 1, 8), 4);
    Rational spent(0);
    std::size_t rows = 0, refused = 0;
    const auto release = [&](const Rational& eps, const std::string& with) {
      const Outcome outcome = run(words(with, "eps=" + eps.str()));
      const bool held = spent + eps <= budget;
      c.note("release " + eps.str(), outcome.status == 0 ? "made" : outcome.err);
      c.require(outcome.status == (held ? 0 : 1), "a release is made if the budget holds it, and refused if not");
      if (held) {
        spent += eps, ++rows;
      } else {
        ++refused;
      }
    };
    c.note("budget", budget.str());
    // The first makes the file: it is refused, and no file is there, if the budget does not hold it.
    release(Rational(properties::draw_integer(c.choices, 1, 8), 8), budget.str() + ",0");
    c.assume(rows == 1, "the first release is more than the budget");
    const properties::Step kinds[] = {
        {"release",
         [&](properties::Case& of) { release(Rational(properties::draw_integer(of.choices, 1, 8), 8), ""); }},
        {"release of a tiny epsilon", [&](properties::Case&) { release(Rational(1, 1000), ""); }},
        {"release with another budget", [&](properties::Case& of) {
           const Outcome outcome = run(words((budget + Rational(1)).str() + ",0", "eps=1/1000"));
           of.require(outcome.status == 2, "a ledger has one budget");
         }}};
    properties::take_steps(c, kinds, 12);
    const json now = shown();
    c.require(now.at("releases").size() == rows && ids().size() == rows, "the rows are the releases that were made");
    const Rational left = Rational::parse(now.at("remaining_epsilon_at_least").get<std::string>()).value();
    c.require(left <= budget - spent, "what is said to remain does remain");
    c.require(budget - spent - left < Rational(1, 1000000), "and no more is held back than rounding");
    if (refused > 0) c.label("refused");
  };
  const auto r =
      properties::check("ledger.model", property, {.cases = 25, .shrinks = 60, .coverage = {{"refused", 0.2}}});
  EXPECT_TRUE(r.passed) << r;
}

// Gaussian releases of multiplier 4 cost order/32 at every order. The least epsilon that (order, rho) implies at delta
// is at most rho + log(1 - 1/order) - log(delta order)/(order - 1) (Canonne, Kamath, Steinke, Proposition 12), and the
// exact epsilon of the Gaussian mechanism with mu = sqrt(T)/4 at delta = 1e-5 is what no sound bound is below: 1.0138
// at T = 1 and 2.1998 at T = 4, by root finding on Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu).
TEST_F(LedgerTest, ComposesRenyiDivergences) {
  const auto normal = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
  const auto exact = [&](double mu) {
    double low = 0, high = 50;
    for (int i = 0; i < 200; ++i) {
      const double eps = (low + high) / 2,
                   delta = normal(mu / 2 - eps / mu) - std::exp(eps) * normal(-mu / 2 - eps / mu);
      (delta > 1e-5 ? low : high) = eps;
    }
    return low;
  };
  for (int count = 1; count <= 4; ++count) {
    const Outcome outcome = run({"release", "discrete_gaussian", "--data", data, "lower=0", "upper=100", "sigma=400",
                                 "--ledger", ledger, "--budget", "10,1e-5", "--json"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const double spent = std::stod(json::parse(outcome.out).at("ledger").at("epsilon_at_most").get<std::string>());
    double best = 1e9;
    for (const double order : {1.25, 1.5, 2., 3., 4., 6., 8., 12., 16., 24., 32., 64., 128., 256.})
      best = std::fmin(best, count * order / 32 + std::log1p(-1 / order) - std::log(1e-5 * order) / (order - 1));
    EXPECT_LE(spent, best + 2e-6) << count;
    EXPECT_GE(spent, exact(std::sqrt(count) / 4)) << count;
  }
  EXPECT_EQ(shown().at("releases").size(), 4u);
}

TEST_F(LedgerTest, BadInput) {
  const auto refuses = [&](const std::vector<std::string>& arguments, const std::string& part) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << part;
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  };
  refuses(words(""), "given no such file; --budget EPS,DELTA begins one");
  refuses({"ledger", "show", ledger}, "given no such file");
  for (const char* budget : {"1", "1,1", "-1,0", "1,x", "1,0,0"})
    refuses(words(budget), "--budget: expected EPS,DELTA");
  EXPECT_FALSE(std::filesystem::exists(ledger));
  auto seeded = words("1,0");
  seeded.insert(seeded.end(), {"--seed", "4"});
  refuses(seeded, "--seed: expected fresh randomness");
  refuses({"release", "geometric", "--data", data, "lower=0", "upper=9", "eps=1", "--budget", "1,0"},
          "--budget: expected --ledger FILE");
  // What is promised of a posterior is not promised of a chain.
  const std::string study = scratch.write("study.csv", "x,y\n0.5,1\n-0.5,0\n").string();
  for (const char* sampler : {"polya_gamma", "elliptical_slice"})
    refuses({"release", "glm", "--data", study, "label=y", "c=1", "beta=1", "iterations=100",
             std::string("sampler=") + sampler, "--ledger", ledger, "--budget", "9,1/100"},
            "given glm, which promises none");
  EXPECT_FALSE(std::filesystem::exists(ledger));
  ASSERT_EQ(run(words("1,0")).status, 0);
  refuses(words("2,0"), "--budget: expected 1,0, with which the ledger was begun, given 2,0");
  const std::string other = scratch.write("notes.txt", "this is no ledger, but a text of some length\n").string();
  refuses({"ledger", "show", other}, "ledger: " + other);
}

// Several processes at once: as many releases as the budget holds, and all others refused.
TEST_F(LedgerTest, ManyProcessesAtOnce) {
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < 12; ++i) children.push_back(std::make_unique<Child>(words("1/2,0")));
  std::set<int> released;
  int refused = 0;
  for (auto& child : children) {
    const Outcome outcome = child->wait();
    if (outcome.status == 0)
      EXPECT_TRUE(released.insert(json::parse(outcome.out).at("ledger").at("release").get<int>()).second);
    else
      refused += outcome.status == 1 ? 1 : 0;
  }
  EXPECT_EQ(released.size(), 5u);
  EXPECT_EQ(refused, 7);
  EXPECT_EQ(ids(), released);
}

// SIGKILL at random moments, of two runs at once that write the same ledger. What was printed is in the ledger, once;
// every row beyond those belongs to a run that was killed between its spending and its printing; and when the budget is
// spent, as many rows are there as it holds. DPCERT_KILLS sets another number of kills than 50.
TEST_F(LedgerTest, KilledAtAnyMoment) {
  const char* const asked = std::getenv("DPCERT_KILLS");
  const int kills = asked ? std::atoi(asked) : 50;
  ASSERT_GT(kills, 0);
  constexpr int holds = 60;  // releases of 1/10 in one ledger, so that several ledgers are spent in the long run
  std::mt19937_64 random(17);
  // How long a whole run takes, so that the moments lie in it; the shortest of several.
  auto whole = std::chrono::microseconds::max();
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    ASSERT_EQ(run(words("6,0")).status, 0);
    whole = std::min(whole,
                     std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start));
  }
  std::set<int> printed{1, 2, 3, 4, 5};
  std::uniform_int_distribution<unsigned> moment(0, static_cast<unsigned>(whole.count() * 2));
  int killed = 0, runs = 5, refused = 0, released = 5, ledgers = 1, silent = 0, since = 0;
  const auto ended = [&](const Outcome& outcome) {
    ++runs;
    killed += outcome.status < 0 ? 1 : 0;
    since += outcome.status < 0 ? 1 : 0;
    refused += outcome.status == 1 ? 1 : 0;
    EXPECT_TRUE(outcome.status < 2) << outcome.err;
    if (outcome.out.empty()) return;
    // The document is printed in one piece; a part of it counts as printed as well.
    const auto at = outcome.out.find("\"release\": ");
    ASSERT_NE(at, std::string::npos) << outcome.out;
    EXPECT_TRUE(printed.insert(std::atoi(outcome.out.c_str() + at + 11)).second) << "spent once, printed twice";
    ++released;
  };
  // The rows against what was printed, and the sum against the rows: 1/10 for each.
  const auto audit = [&] {
    const std::set<int> kept = ids();
    for (const int id : printed) EXPECT_TRUE(kept.count(id)) << "printed and lost: " << id;
    EXPECT_LE(kept.size(), printed.size() + static_cast<std::size_t>(since));
    EXPECT_NEAR(std::stod(shown().at("spent_epsilon_at_most").get<std::string>()), kept.size() / 10.0, 1e-6);
    EXPECT_LE(kept.size(), static_cast<std::size_t>(holds));
    silent += static_cast<int>(kept.size() - printed.size());
    return kept.size();
  };
  while (killed < kills) {
    const int before = refused;
    {
      Child one(words("6,0")), other(words("6,0"));
      ::usleep(moment(random));
      one.kill(SIGKILL);
      if (random() % 2 == 0) ::usleep(moment(random)), other.kill(SIGKILL);
      ended(one.wait());
      ended(other.wait());
    }
    if (refused == before) continue;
    // Refused: then the budget is spent to the last tenth. The next ledger.
    EXPECT_EQ(audit(), static_cast<std::size_t>(holds));
    ledger = (scratch.path() / ("ages" + std::to_string(++ledgers) + ".ledger")).string();
    printed.clear();
    since = 0;
    ended(run(words("6,0")));
  }
  audit();
  std::printf(
      "%d kills in %d runs, %d ledgers: %d releases printed, %d refused, %d rows of runs killed before they printed\n",
      killed, runs, ledgers, released, refused, silent);
}

}  // namespace
}  // namespace dpcert::cli::testing
