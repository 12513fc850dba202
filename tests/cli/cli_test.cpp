#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/exit_status.hpp"
#include "cli/program.hpp"
#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/properties/suite.hpp"

namespace dpcert::cli {
namespace {

using nlohmann::json;
using testing::run;
using testing::Scratch;

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// One clear line on stderr, nothing on stdout, status 2.
void expect_bad(const std::vector<std::string>& arguments, const std::string& words) {
  const auto outcome = run(arguments);
  EXPECT_EQ(outcome.status, 2) << outcome.err;
  EXPECT_EQ(lines(outcome.err), 1u) << outcome.err;
  EXPECT_EQ(outcome.err.rfind("dpcert: ", 0), 0u) << outcome.err;
  EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

TEST(ExitStatus, TheLargerProblemWins) {
  using enum Exit;
  EXPECT_EQ(worse(done, undecided), undecided);
  EXPECT_EQ(worse(undecided, wrong), wrong);
  EXPECT_EQ(worse(wrong, undecided), wrong);
  EXPECT_EQ(worse(bad_input, wrong), bad_input);
  EXPECT_EQ(worse(done, done), done);
}

TEST(CommandLine, HelpAndVersion) {
  const auto version = run({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_EQ(version.out.rfind("dpcert ", 0), 0u);
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"},
                                                    {"claims", "--help"},
                                                    {"claims", "list", "--help"},
                                                    {"certify", "--help"},
                                                    {"check", "--help"}}) {
    const auto help = run(arguments);
    EXPECT_EQ(help.status, 0);
    EXPECT_EQ(help.err, "");
    EXPECT_NE(help.out.find("Usage:"), std::string::npos);
  }
  EXPECT_NE(run({"--help"}).out.find("Examples:"), std::string::npos);
}

// The largest loss comes with its pair, and the convention is named; bad input is refused with what is allowed.
TEST(CommandLine, DirichletMechanisms) {
  const std::vector<std::string> words{"mechanism=ehd", "prior=1,1", "n=1", "eps=3"};
  std::vector<std::string> whole{"eval", "privacy_loss"};
  whole.insert(whole.end(), words.begin(), words.end());
  whole.insert(whole.end(), {"neighbours=counts", "--json"});
  const auto outcome = run(whole);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json answer = json::parse(outcome.out);
  // Two posteriors at the distance sqrt(1 - pi/4), which is the scale: the loss is eps/2.
  EXPECT_LE(std::stod(answer["enclosure"][0].get<std::string>()), 1.5);
  EXPECT_GE(std::stod(answer["enclosure"][1].get<std::string>()), 1.5);
  EXPECT_EQ(answer["x"], json::array({0, 1}));
  EXPECT_EQ(answer["neighbour"], json::array({1, 0}));
  EXPECT_EQ(answer["neighbours"], "counts");
  const auto bad = [](const std::string& prior, const std::string& n, const std::string& gamma,
                      const std::string& named) {
    expect_bad({"eval", "privacy_loss", "mechanism=ehds", "prior=" + prior, "n=" + n, "eps=1", "gamma=" + gamma},
               named);
  };
  bad("0,1", "5", "1", "prior: expected numbers > 0");
  bad("1,1", "-5", "1", "n: expected an integer >= 1");
  bad("1,1", "20000", "1", "n: expected an integer from 1 to 10000");
  bad("1,1", "5", "0", "gamma: expected a number > 0");
  bad("1,1", "5", "-1", "gamma: expected a number > 0");
  bad("1,1,1", "70", "1", "n: expected so few records that there are at most 2500 posteriors");
  bad("1", "5", "1", "prior: expected at least two numbers > 0");
  for (const std::string counts : {"-1,6", "1,3", "5", "1/2,9/2"})
    expect_bad({"eval", "local_sensitivity", "mechanism=ehd", "prior=1,1", "n=5", "eps=1", "counts=" + counts},
               "counts: expected");
  // The closed form of the global sensitivity takes more records than an enumeration.
  const auto global = run({"eval", "global_sensitivity", "mechanism=ehd", "prior=1,1,1", "n=1000000", "eps=1"});
  EXPECT_EQ(global.status, 0) << global.err;
  EXPECT_NE(global.out.find("exactly sqrt(1 - pi/4)\ndata counts    1,0,999999\n"), std::string::npos) << global.out;
  EXPECT_NE(global.out.find("certified by   base.hellinger.neighbours, "), std::string::npos) << global.out;
  expect_bad({"eval", "global_sensitivity", "mechanism=ehd", "prior=1,1", "n=1000000000001", "eps=1"},
             "n: expected an integer from 1 to 10^12");
  expect_bad({"eval", "global_sensitivity", "mechanism=ehd", "prior=0,1", "n=3", "eps=1"},
             "prior: expected numbers > 0");
  expect_bad({"eval", "kl", "mechanism=ehd", "prior=1,1", "n=5", "eps=1"},
             "local_sensitivity, smooth_sensitivity, accuracy or crossover");
  expect_bad({"eval", "rdp", "mechanism=ehd", "prior=1,1", "n=5", "eps=1"}, "at: expected an order > 0");
  expect_bad({"eval", "rdp", "mechanism=ehd", "prior=1,1", "n=5", "eps=1", "at=0"}, "at: expected an order > 0");
  expect_bad({"eval", "delta", "mechanism=ehd", "prior=1,1", "n=5", "eps=1", "at=-1"}, "at: expected an epsilon >= 0");
}

// One name for a parameter in all five commands; any other spelling is refused, with that name.
TEST(CommandLine, OtherSpellingsOfAParameterAreRefusedWithItsName) {
  const Scratch scratch;
  const auto named = [](const std::string& name) { return "expected the parameter under its name '" + name + "'"; };
  expect_bad({"eval", "rdp", "mechanism=beta_bernoulli_posterior", "a0=2", "b0=3", "n=6", "r=1", "at=2"},
             named("prior"));
  expect_bad({"eval", "rdp", "mechanism=beta_bernoulli_posterior", "prior=2,3", "records=6", "r=1", "at=2"},
             named("n"));
  expect_bad({"eval", "sigma", "mechanism=gaussian", "eps=1", "at=1e-6"}, named("epsilon"));
  expect_bad({"calibrate", "beta_bernoulli", "algorithm=diffused", "a=6", "b=12", "n=100", "order=10", "eps=1"},
             "calibrate: a: " + named("prior"));
  expect_bad({"calibrate", "beta_bernoulli", "algorithm=diffused", "prior=6,12", "n=100", "lambda=10", "eps=1"},
             "calibrate: lambda: " + named("order"));
  expect_bad({"calibrate", "beta_bernoulli", "algorithm=diffused", "prior=6,12", "n=100", "order=10", "epsilon=1"},
             "calibrate: epsilon: " + named("eps"));
  expect_bad({"calibrate", "glm", "parameter=beta", "c=1", "n=1000", "lambda=10", "eps=1"}, named("order"));
  const std::string bits = scratch.write("bits.csv", "0\n1\n"), study = scratch.write("study.csv", "x,y\n1,0\n2,1\n");
  expect_bad({"release", "beta_bernoulli", "--data", bits, "a=2", "b=2"}, "release: a: " + named("prior"));
  expect_bad({"release", "statistical_query", "--data", bits, "a=2", "b=2", "r=1/2"}, named("prior"));
  expect_bad({"release", "dirichlet_categorical", "--data", bits, "alpha=1,2"}, "release: alpha: " + named("prior"));
  expect_bad({"release", "glm", "--data", study, "label=y", "c=1", "algorithm=concentrated", "lambda=10", "eps=1"},
             "release: lambda: " + named("order"));
  const std::string config = scratch.write(
      "coin.toml",
      "name = \"coin\"\n[mechanism]\ntype = \"beta_bernoulli\"\nalgorithm = \"direct\"\na = 6\nb = 18\nn = 20\n"
      "[target]\nrdp = { order = 2, epsilon = 1 }\n");
  expect_bad({"certify-deployment", config, "--out", scratch.path() / "report"},
             "coin.toml:5:5: mechanism.a: " + named("prior"));
  const std::string rows = scratch.write(
      "rows.csv",
      "tool,version,mechanism,parameters,at,quantity,bound,value\n"
      "t,1,beta_bernoulli_posterior,\"{\"\"a0\"\": 2, \"\"b0\"\": 3, \"\"n\"\": 6, \"\"r\"\": 1}\",2,rdp,upper,5\n"
      "t,1,beta_bernoulli_posterior,\"{\"\"prior\"\": [2, 3], \"\"n\"\": 6, \"\"r\"\": 1}\",2,rdp,upper,5\n");
  const auto audit = run({"audit", rows, "--json", "--quiet"});
  EXPECT_EQ(audit.status, 2);
  EXPECT_NE(audit.err.find(named("prior")), std::string::npos) << audit.err;
  EXPECT_EQ(json::parse(audit.out).at("rows").at(1).at("verdict"), "sound");
  // What is no spelling of anything stays an unknown key.
  expect_bad({"release", "beta_bernoulli", "--data", bits, "prior=2,2", "colour=1"}, "'colour' is no key");
  // The names are in the help texts, with what they mean.
  for (const char* command : {"calibrate", "release", "eval", "audit", "certify-deployment"})
    EXPECT_NE(run({command, "--help"}).out.find("docs/parameters.md"), std::string::npos) << command;
}

TEST(CommandLine, BadUsageIsOneLine) {
  expect_bad({}, "subcommand");
  expect_bad({"frobnicate"}, "dpcert --help");
  expect_bad({"prov", "a.claim"}, "unknown subcommand 'prov'");
  expect_bad({"claims"}, "dpcert claims --help");
  expect_bad({"certify", "--no-such-option"}, "--no-such-option");
  expect_bad({"certify", "--precision", "many"}, "--precision");
  expect_bad({"certify", "--threads", "-3"}, "--threads");
  expect_bad({"certify", "--seed", "-1"}, "--seed");
  expect_bad({"check"}, "required");
}

// Nothing of the answer arrived: whatever the verdict, the status says so.
TEST(CommandLine, LostOutputIsStatusTwo) {
  const Scratch scratch;
  const auto claim = scratch.write("true.claim", "var x in [0, 1]\nprove x + 1 > 0\n");
  const auto values = scratch.write("values.csv", "x\n0\n1\n");
  const std::string out = scratch.path() / "out";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--version"},
        {"eval", "rdp", "mechanism=gaussian", "sigma=2", "at=8"},
        {"eval", "rdp", "mechanism=gaussian", "sigma=2", "at=8", "--json"},
        {"calibrate", "glm", "parameter=beta", "c=1", "n=1000", "order=10", "eps=1", "--skip-proofs"},
        {"prove", claim, "--quiet", "--out", out},
        {"prove", claim, "--quiet", "--json", "--out", out},
        {"release", "beta_bernoulli", "prior=1,1", "--data", values, "--quiet"},
        {"certify-deployment", std::string(DPCERT_SOURCE_DIR) + "/examples/deployments/coin.toml", "--quiet", "--out",
         out},
        {"claims", "list", "renyi.bern.eq12"},
        {"claims", "list", "--json"},
        {"audit", std::string(DPCERT_SOURCE_DIR) + "/examples/audit-sample.csv", "--quiet", "--json"}}) {
    const auto outcome = testing::run_on_full_disk(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments[0] << "\n" << outcome.err;
    EXPECT_EQ(outcome.err.rfind("dpcert: ", 0), 0u) << arguments[0] << "\n" << outcome.err;
  }
}

// One line that names the option, the range and what was given, without a number of 309 digits.
TEST(CommandLine, NumbersOfOptions) {
  const std::vector<std::string> prove{"prove", "none.claim"}, eval{"eval", "rdp"}, audit{"audit", "none.csv"};
  const auto refused = [](std::vector<std::string> arguments, const std::string& option, const std::string& value,
                          const std::string& expected) {
    arguments.insert(arguments.end(), {option, value});
    expect_bad(arguments, option + ": expected " + expected + ", given '" + value + "'");
    EXPECT_LT(run(arguments).err.size(), 150u);
  };
  for (const std::string value : {"nan", "inf", "-1", "0", "x", "1e999"}) {
    refused(prove, "--timeout", value, "a number > 0");
    if (value != "0") refused(eval, "--timeout", value, "a number from 0 to 1000000");
    if (value != "0") refused(audit, "--tolerate-ulps", value, "a number >= 0");
    if (value != "0") refused(prove, "--save-every", value, "a number >= 0");
  }
  for (const std::string value : {"-1", "1.5", "nan", "99999999999999999999"}) {
    refused(prove, "--seed", value, "a whole number >= 0");
    refused(prove, "--max-boxes", value, "a whole number >= 1");
    refused(prove, "--threads", value, "a whole number from 0 to 1024");
    refused(eval, "--digits", value, "a whole number from 1 to 10000");
  }
  refused(prove, "--max-boxes", "0", "a whole number >= 1");
}

TEST(CommandLine, OptionsWithoutEffectSaySo) {
  const auto outcome = run({"eval", "rdp", "mechanism=gaussian", "sigma=2", "at=8", "--seed", "3"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "dpcert: --seed: no effect on this subcommand\n");
  EXPECT_NE(run({"audit", "--help"}).out.find("No effect on this subcommand"), std::string::npos);
  EXPECT_EQ(run({"certify", "--help"}).out.find("No effect on this subcommand"), std::string::npos);
  expect_bad({"figures", "sgld", "--data", "nonexist", "--label", "y"}, "--data: only renyi has figures of data");
  expect_bad({"calibrate", "glm", "--certificates", "--skip-proofs"}, "excludes");
}

// Before the work: seconds, not minutes, and nothing on stdout.
TEST(CommandLine, FoldersThatCannotBeMade) {
  const Scratch scratch;
  const std::string file = scratch.write("file", ""),
                    config = std::string(DPCERT_SOURCE_DIR) + "/examples/deployments/coin.toml";
  const std::string csv = std::string(DPCERT_SOURCE_DIR) + "/examples/audit-sample.csv";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"figures", "sgld"},
        {"witness", "sgld", "eps=1", "eps_prime=10", "delta=0.01"},
        {"calibrate", "glm", "parameter=beta", "c=1", "n=1000", "order=10", "eps=1", "--certificates"},
        {"certify-deployment", config},
        {"audit", csv},
        {"certify", "renyi.bern.eq12"}}) {
    auto all = arguments;
    all.insert(all.end(), {"--out", file});
    expect_bad(all, "cannot make this folder: Not a directory");
  }
}

TEST(CommandLine, AFolderIsNoFile) {
  const Scratch scratch;
  expect_bad({"release", "gaussian", "--data", scratch.path(), "sigma=1", "lower=0", "upper=1"},
             "a folder; expected a CSV file");
  expect_bad({"audit", scratch.path()}, "a folder; expected a CSV file");
  expect_bad({"certify-deployment", scratch.path()}, "a folder; expected a TOML file");
}

TEST(Claims, ListsAndFilters) {
  const Scratch scratch;
  const auto all = run({"claims", "list", "--json", "--out", scratch.path()});
  ASSERT_EQ(all.status, 0) << all.err;
  const json document = json::parse(all.out);
  EXPECT_EQ(document.at("claims").size(), 539u);
  const auto renyi = json::parse(run({"claims", "list", "--json", "--paper", "renyi", "--kind", "inequality"}).out);
  EXPECT_EQ(renyi.at("claims").size(), 20u);
  const auto text = run({"claims", "list", "gibbs.*"});
  EXPECT_NE(text.out.find("68 claims"), std::string::npos);
  expect_bad({"claims", "list", "--paper", "nobody"}, "unknown paper 'nobody'");
  expect_bad({"claims", "list", "--verdict", "true"}, "expected proved");
  expect_bad({"claims", "list", "--kind", "nosuch"}, "unknown kind 'nosuch'; expected ");
}

TEST(Claims, ShowsOneAndSuggests) {
  const auto shown = run({"claims", "show", "renyi.def3.renyi"});
  EXPECT_EQ(shown.status, 0);
  EXPECT_NE(shown.out.find("Printed statement"), std::string::npos);
  const auto document = json::parse(run({"claims", "show", "renyi.def3.renyi", "--json"}).out);
  EXPECT_EQ(document.at("id"), "renyi.def3.renyi");
  EXPECT_EQ(document.at("kind"), "definition");
  expect_bad({"claims", "show", "renyi.def3.reny"}, "did you mean renyi.def3.renyi");
  expect_bad({"claims", "show", "nothing.*"}, "no claim matches");
}

TEST(Certify, WritesTheReportAndEndsWithItsPath) {
  const Scratch scratch;
  const auto out = scratch.path() / "result";
  const std::vector<std::string> ask{
      "certify", "renyi.def1.dp", "renyi.bern.eq11", "renyi.cor2.digamma", "--timeout", "10", "--out", out};
  const auto outcome = run(ask);
  EXPECT_TRUE(outcome.status == 0 || outcome.status == 1 || outcome.status == 3) << outcome.err;
  for (const char* file : {"index.html", "report.json", "junit.xml", "report.md"})
    EXPECT_TRUE(std::filesystem::exists(out / "report" / file)) << file;
  EXPECT_TRUE(std::filesystem::is_directory(out / "report" / "certificates"));
  EXPECT_TRUE(outcome.out.ends_with((out / "report" / "index.html").string() + "\n")) << outcome.out;

  auto quietly = ask;
  quietly.insert(quietly.end(), {"--json", "--quiet"});
  const auto again = run(quietly);
  EXPECT_EQ(again.err, "");
  const json document = json::parse(again.out);
  EXPECT_EQ(document.at("tool").at("name"), "dpcert");
  EXPECT_EQ(document, json::parse(testing::slurp(out / "report" / "report.json")));
  int expected = 0;
  for (const auto& claim : document.at("claims")) {
    const std::string verdict = claim.at("verdict");
    if (verdict == "refuted") expected = 1;
    if (expected == 0 && (verdict == "open" || verdict == "supported" || verdict == "proved-on")) expected = 3;
  }
  EXPECT_EQ(again.status, expected);
}

TEST(Certify, SaysWhatAClaimLeansOn) {
  const Scratch scratch;
  const auto outcome = run({"certify", "sgld.eq61", "--json", "--quiet", "--out", scratch.path()});
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  const json document = json::parse(outcome.out);
  ASSERT_EQ(document.at("claims").size(), 1u);
  EXPECT_EQ(document["claims"][0]["verdict"], "proved");
  EXPECT_EQ(document["claims"][0]["evidence"]["uses"], (json{"sgld.eq60", "sgld.claime1"}));
  // What it leans on was decided in the same run, and its certificates lie beside the claim's.
  EXPECT_TRUE(std::filesystem::exists(scratch.path() / "report" / "certificates" / "sgld.claime2.annulus.cert"));
  const auto shown = run({"claims", "show", "sgld.eq61", "--out", scratch.path()});
  EXPECT_NE(shown.out.find("leans on     sgld.eq60: proved\n"), std::string::npos) << shown.out;
  // Without a run nothing is proved, and nothing leans on anything proved.
  const auto before = run({"claims", "show", "sgld.eq61", "--out", scratch.path() / "nothing"});
  EXPECT_TRUE(before.out.starts_with("sgld.eq61   not run\n")) << before.out;
  EXPECT_NE(before.out.find("leans on     sgld.eq60: not run\n"), std::string::npos) << before.out;
}

// Ids with one statement (their certificates are the same but for the head), what leans on them, what is settled
// without the engine and what has a repair, also a cited one: list and show say what the report says, whichever was run
// first.
TEST(Certify, ListAndShowSayWhatTheReportSays) {
  const Scratch scratch;
  const std::vector<std::string> ids{"sgld.corc2",         "sgld.corc3",
                                     "sgld.claime2",       "sgld.theorem2",
                                     "sgld.eq61",          "renyi.dirichlet.hess.4.main",
                                     "renyi.lemma5.beta",  "renyi.dirichlet.hess.4.appendix",
                                     "renyi.def1.dp",      "renyi.lemma1.eq25",
                                     "renyi.cor2.digamma", "sgld.lemma4.3",
                                     "renyi.dirichlet.C"};
  for (int round = 0; round < 2; ++round) {  // the second one from the store
    std::vector<std::string> words{"certify", "--json", "--quiet", "--out", scratch.path()};
    if (round == 0) {
      words.insert(words.begin() + 1, ids.begin(), ids.end());
    } else {
      words.insert(words.begin() + 1, ids.rbegin(), ids.rend());
    }
    const json report = json::parse(run(words).out);
    ASSERT_EQ(report.at("claims").size(), ids.size());
    std::vector<std::string> ask{"claims", "list", "--json", "--out", scratch.path()};
    ask.insert(ask.end(), ids.begin(), ids.end());
    const json listed = json::parse(run(ask).out);
    ASSERT_EQ(listed.at("claims").size(), ids.size());
    EXPECT_EQ(listed.at("summary"), report.at("summary"));
    std::map<std::string, json> by_id;
    for (const json& claim : listed.at("claims")) by_id[claim.at("id")] = claim;
    for (const json& claim : report.at("claims")) {
      const std::string id = claim.at("id");
      EXPECT_EQ(by_id[id].at("verdict"), claim.at("verdict")) << id;
      EXPECT_EQ(by_id[id].value("reason", ""), claim.value("reason", "")) << id;
      json shown = json::parse(run({"claims", "show", id, "--json", "--out", scratch.path()}).out);
      for (const char* ledger : {"kind", "source", "where", "depends_on", "is_printed"}) shown.erase(ledger);
      // A record's time is that of the whole work on it; what is settled without the engine takes none.
      shown.erase("seconds");
      json expected = claim;
      expected.erase("seconds");
      EXPECT_EQ(shown, expected) << id;
    }
  }
}

// No verdict is shown where there was no run, and open is one.
TEST(Certify, NotRunIsNoVerdict) {
  const Scratch scratch;
  const auto listed = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"claims", "list", "--json", "--out", scratch.path()};
    words.insert(words.end(), more.begin(), more.end());
    return json::parse(run(words).out);
  };
  const json before = listed({});
  EXPECT_GT(before.at("summary").at("not run"), 300);
  EXPECT_GT(before.at("summary").at("definition"), 10);
  EXPECT_GT(before.at("summary").at("open"), 3);
  for (const json& claim : before.at("claims")) {
    const std::string verdict = claim.at("verdict");
    EXPECT_TRUE(verdict == "not run" || verdict == "definition" || verdict == "assumed" || verdict == "open") << claim;
    // What is open without a run has no conclusion that an engine could decide, and a reason.
    if (verdict != "open") continue;
    EXPECT_NE(claim.value("reason", ""), "") << claim;
    if (!claim.at("formalised")) continue;
    const json shown = json::parse(run({"claims", "show", claim.at("id"), "--json"}).out);
    EXPECT_EQ(shown.at("formal").dump().find("prove "), std::string::npos) << claim;
  }
  run({"certify", "sgld.eq60", "renyi.cor2.digamma", "--quiet", "--out", scratch.path()});
  const json after = listed({"sgld.eq60", "sgld.eq61", "renyi.cor2.digamma", "renyi.bern.eq12"});
  std::map<std::string, std::string> verdict;
  for (const json& claim : after.at("claims")) verdict[claim.at("id")] = claim.at("verdict");
  EXPECT_EQ(verdict["sgld.eq60"], "proved");
  EXPECT_EQ(verdict["sgld.eq61"], "not run");
  EXPECT_EQ(verdict["renyi.bern.eq12"], "not run");
  EXPECT_NE(verdict["renyi.cor2.digamma"], "not run");
  EXPECT_EQ(listed({"sgld.eq60", "sgld.eq61", "--verdict", "not run"}).at("claims").size(), 1u);
  EXPECT_TRUE(listed({"sgld.eq60", "sgld.eq61", "--verdict", "open"}).at("claims").empty());
  const json shown = json::parse(run({"claims", "show", "sgld.eq61", "--json", "--out", scratch.path()}).out);
  EXPECT_EQ(shown.at("verdict"), "not run");
  EXPECT_EQ(shown.at("evidence").at("uses"), (json{"sgld.eq60", "sgld.claime1"}));
  EXPECT_FALSE(shown.contains("checked"));
  const auto text = run({"claims", "list", "sgld.eq60", "sgld.eq61", "--out", scratch.path()});
  EXPECT_NE(text.out.find("2 claims: 1 proved, 1 not run"), std::string::npos) << text.out;
}

TEST(Certify, KeepsWhatEarlierRunsFound) {
  const Scratch scratch;
  run({"certify", "renyi.cor2.digamma", "--quiet", "--out", scratch.path()});
  run({"certify", "renyi.def1.dp", "--quiet", "--out", scratch.path()});
  const auto listed = json::parse(
      run({"claims", "list", "renyi.cor2.digamma", "renyi.def1.dp", "--json", "--out", scratch.path()}).out);
  ASSERT_EQ(listed.at("claims").size(), 2u);
  for (const auto& claim : listed.at("claims")) EXPECT_NE(claim.at("verdict"), "not run") << claim.dump();
}

// Each formal statement is tried at points as well, and the page and the document say what came of it.
TEST(Certify, TriesStatementsAtPoints) {
  const Scratch scratch;
  const auto of = [&](const std::string& points) {
    return json::parse(
        run({"certify", "renyi.cor2.digamma", "--quiet", "--json", "--points", points, "--out", scratch.path()}).out);
  };
  const auto at_points = [](const json& run) { return run.at("claims").at(0).at("repair").at("points"); };
  const auto five = at_points(of("5"));
  EXPECT_EQ(five.at("asked"), 5);
  EXPECT_GE(five.at("held").get<int>(), 4);
  EXPECT_GE(five.at("least").at("slack").get<double>(), 0);
  EXPECT_EQ(at_points(of("5")), five);
  const auto thirty = of("30");  // a verdict of an earlier run, with other points
  EXPECT_EQ(at_points(thirty).at("asked"), 30);
  EXPECT_TRUE(thirty.at("claims").at(0).at("evidence").at("stored"));
  EXPECT_EQ(thirty.at("run").at("points").at("contradictions"), 0);
  EXPECT_FALSE(of("0").at("claims").at(0).contains("points"));
  run({"certify", "renyi.cor2.digamma", "--quiet", "--out", scratch.path()});
  std::ifstream page(scratch.path() / "report/index.html");
  const std::string html{std::istreambuf_iterator<char>(page), {}};
  EXPECT_NE(html.find("least slack"), std::string::npos);
}

// Suites of what the claims speak of run beside them, and every suite's claims are in the catalogue.
TEST(Certify, RunsSuitesBesideTheClaims) {
  const Scratch scratch;
  const auto of = [&](const std::string& claim, const std::string& cases) {
    return json::parse(run({"certify", claim, "--quiet", "--json", "--suites", cases, "--out", scratch.path()}).out);
  };
  const auto run_of_tail = of("gibbs.b6.kl", "3");
  ASSERT_EQ(run_of_tail.at("suites").size(), 1u);
  const auto& suite = run_of_tail.at("suites").at(0);
  EXPECT_EQ(suite.at("name"), "gibbs.gaussian");
  EXPECT_EQ(suite.at("passed"), true);
  EXPECT_EQ(suite.at("cases"), 3);
  EXPECT_EQ(suite.at("claims"), json::array({"gibbs.b6.kl"}));
  EXPECT_FALSE(of("gibbs.b6.kl", "0").contains("suites"));
  EXPECT_FALSE(of("renyi.def1.dp", "3").contains("suites"));
  const auto& known = catalogue::Catalogue::embedded();
  std::size_t claims = 0;
  for (const std::string& name : properties::suite_names())
    for (const std::string& id : properties::tested_claims(name)) {
      ++claims;
      EXPECT_NE(known.find(id), nullptr) << name << " tests " << id;
    }
  EXPECT_GE(claims, 50u);
  EXPECT_THROW(properties::tested_claims("no.such.suite"), Error);
}

TEST(Certify, SaysWhatItCannotDo) {
  expect_bad({"certify", "--suites", "-1"}, "--suites");
  expect_bad({"certify", "--points", "-1"}, "--points");
  expect_bad({"certify", "--points", "many"}, "--points");
  expect_bad({"certify", "renyi.nothing.like.this"}, "unknown claim 'renyi.nothing.like.this'");
  expect_bad({"certify", "--paper", "nobody"}, "unknown paper");
  expect_bad({"certify", "--paper", ""}, "--paper: expected a name, given ''");
  expect_bad({"certify", "renyi.def1.dp", "--out", "/dev/null"}, "/dev/null");
}

TEST(Check, UnreadableIsBadInput) {
  const Scratch scratch;
  expect_bad({"check", (scratch.path() / "missing.cert").string()}, "no such file");
  expect_bad({"check", scratch.path().string()}, "no *.cert");
  const auto garbage = scratch.write("garbage.cert", "this is no certificate\n");
  const auto outcome = run({"check", garbage.string()});
  EXPECT_EQ(outcome.status, 2) << outcome.out;
  const auto document = json::parse(run({"check", "--json", scratch.path().string()}).out);
  EXPECT_EQ(document.at("summary").at("unreadable"), 1);
  EXPECT_EQ(document.at("certificates").at(0).at("status"), "unreadable");
}

TEST(Check, SaysWhatACertificateLeansOn) {
  const Scratch scratch;
  const std::string says = "leans on what none of these certificates proves: ";
  // The grounds are decided with a claim, and their certificates lie beside its own.
  EXPECT_EQ(run({"certify", "renyi.exp.uniform", "--quiet", "--out", scratch.path()}).status, 0);
  const std::string folder = scratch.path() / "report/certificates";
  const auto alone = run({"check", folder + "/renyi.exp.uniform.cert"});
  EXPECT_EQ(alone.status, 3);
  EXPECT_NE(alone.out.find(says + "renyi.sq.transform\n"), std::string::npos) << alone.out;
  EXPECT_EQ(alone.out.find("cites"), std::string::npos) << alone.out;
  const auto together = run({"check", folder});
  EXPECT_EQ(together.status, 0);
  EXPECT_EQ(together.out.find(says), std::string::npos) << together.out;
  EXPECT_NE(together.out.find("1 of them cites a theorem"), std::string::npos) << together.out;
  const auto document = json::parse(run({"check", "--json", folder}).out);
  std::map<std::string, json> found;
  for (const auto& one : document.at("certificates")) found[one.at("claim")] = one;
  EXPECT_EQ(document.at("summary").at("missing"), 0);
  EXPECT_EQ(found.at("renyi.exp.uniform").at("leans_on"), json::array({"renyi.sq.transform"}));
  // Without any one of them, what leaned on it says so.
  for (const char* ground : {"renyi.sq.transform", "renyi.beta.C"}) {
    std::vector<std::string> ask{"check", "--json"};
    for (const auto& one : document.at("certificates"))
      if (one.at("claim") != ground) ask.push_back(one.at("file"));
    const auto outcome = run(ask);
    EXPECT_EQ(outcome.status, 3) << ground;
    EXPECT_EQ(json::parse(outcome.out).at("missing").at("claims"), json::array({ground}));
  }
  EXPECT_EQ(found.at("renyi.sq.transform").at("leans_on"), json::array({"renyi.beta.C"}));
  EXPECT_NE(found.at("renyi.beta.C").at("assumes").at(0).get<std::string>().find("Euler"), std::string::npos);
}

TEST(Eval, CertifiedDigitsBesideDouble) {
  const auto document = json::parse(
      run({"eval", "kl", "mechanism=beta_pair", "a1=2", "b1=1", "a2=1", "b2=2", "--digits", "30", "--json"}).out);
  EXPECT_EQ(document.at("quantity"), "kl");
  EXPECT_EQ(document.at("parameters").at("a1"), "2");
  EXPECT_GE(document.at("digits"), 30);
  // KL(Beta(2,1) || Beta(1,2)) = psi(2) - psi(1) = 1.
  EXPECT_LE(std::stod(document.at("enclosure").at(0).get<std::string>()), 1.0);
  EXPECT_GE(std::stod(document.at("enclosure").at(1).get<std::string>()), 1.0);
  EXPECT_TRUE(document.at("double_error_ulps").is_number());
  const auto infinite = run({"eval", "renyi", "mechanism=beta_pair", "a1=2", "b1=1", "a2=1", "b2=2", "at=15"});
  EXPECT_EQ(infinite.status, 0);
  EXPECT_NE(infinite.out.find("+infinity"), std::string::npos);
  expect_bad({"eval", "kl", "a1"}, "key=value");
  expect_bad({"eval", "kl", "a1=1", "a1=2"}, "twice");
  expect_bad({"eval", "kl", "mechanism=nothing", "a1=1"}, "mechanism: expected one of gaussian");
  expect_bad({"eval", "kl", "mechanism=beta_pair", "a1=0x1", "b1=1", "a2=1", "b2=1"}, "a1");
  expect_bad({"eval", "kl", "mechanism=beta_pair", "a1=1", "b1=1", "a2=1", "b2=1", "--digits", "0"}, "--digits");
}

TEST(Properties, RunsListsAndRefuses) {
  const auto listed = json::parse(run({"properties", "--list", "--json"}).out);
  ASSERT_FALSE(listed.at("suites").empty());
  const auto one = run({"properties", "divergence.nonnegative", "--cases", "5", "--json", "--quiet"});
  EXPECT_EQ(one.status, 0) << one.out;
  EXPECT_EQ(one.err, "");
  EXPECT_EQ(json::parse(one.out).at("summary").at("passed"), 1);
  expect_bad({"properties", "no.such.suite"}, "no.such.suite");
  expect_bad({"properties", "--cases", "0"}, "--cases");
  expect_bad({"properties", "--replay", "nonsense"}, "nonsense");
  expect_bad({"properties", "--replay", ""}, "--replay: expected a name, given ''");
}

TEST(Properties, StopsInTheMiddleOfASuite) {
  // More cases than anyone waits for.
  const auto stopped = run({"properties", "divergence.nonnegative", "--cases", "1000000000", "--json", "--quiet"}, 500);
  EXPECT_EQ(stopped.status, 3) << stopped.err;
  const auto document = json::parse(stopped.out);
  EXPECT_EQ(document.at("summary").at("interrupted"), true);
  EXPECT_EQ(document.at("summary").at("passed"), 0);
  EXPECT_TRUE(document.at("suites").empty());
}

}  // namespace
}  // namespace dpcert::cli
