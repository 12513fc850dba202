// What `check` says about evidence against a printed claim, and about bundles that are not whole.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/program.hpp"
#include "dpcert/catalogue/catalogue.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::cli::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<std::string> negated_claims() {
  std::vector<std::string> ids;
  for (const auto& entry : catalogue::Catalogue::embedded().entries())
    if (entry.negated()) ids.push_back(entry.ledger.id);
  return ids;
}

/// The certificate with its claim line changed, and a digest that fits.
std::string renamed(std::string certificate, const std::string& from, const std::string& to) {
  certificate.resize(certificate.rfind("digest sha256 "));
  const std::string line = "\nclaim " + from + "\n";
  const auto at = certificate.find(line);
  EXPECT_NE(at, std::string::npos) << from;
  return verify::with_digest(certificate.replace(at, line.size(), "\nclaim " + to + "\n"));
}

// The verdict that the report gives and the one that the checker gives are the same, whatever the certificate proves: a
// negation that says less than that of the print decides nothing.
void expect_said_to_refute(const fs::path& out) {
  ASSERT_FALSE(negated_claims().empty());
  const std::string certificates = out / "report/certificates";
  const Outcome text = run({"check", certificates});
  std::map<std::string, json> found;
  const json document = json::parse(run({"check", "--json", certificates}).out);
  for (const auto& one : document.at("certificates")) found[one.at("claim")] = one;
  const json report = json::parse(slurp(out / "report/report.json"));
  for (const auto& claim : report.at("claims")) {
    const std::string id = claim.at("id");
    ASSERT_TRUE(found.count(id)) << id;
    EXPECT_EQ(found[id].at("status"), "accepted") << id;
    const bool weaker = claim.at("print").at("word") == "weaker";
    EXPECT_EQ(claim.at("verdict"), weaker ? "open" : "refuted") << id;
    EXPECT_EQ(claim.value("formal_verdict", claim.at("verdict")), "refuted") << id;
    EXPECT_EQ(found[id].at("verdict"), claim.at("verdict")) << id;
    EXPECT_EQ(found[id].at("proves_negation"), true) << id;
    EXPECT_NE(text.out.find((weaker ? "accepted    open      " : "accepted    refutes   ") + id + " "),
              std::string::npos)
        << id;
    EXPECT_EQ(text.out.find("proved    " + id + " "), std::string::npos) << id;
  }
  EXPECT_NE(text.out.find("; proves the negation of the printed claim\n"), std::string::npos);
}

// The file itself says so: what names the claim and quotes the negation, or the other way round, is rejected.
void expect_named_in_certificates(const fs::path& out) {
  const Scratch scratch;
  std::size_t looked_at = 0;
  for (const std::string& id : negated_claims()) {
    const fs::path file = out / "report/certificates" / (id + ".cert");
    if (!fs::exists(file)) continue;  // a large one, compressed
    const auto other = scratch.write("x.cert", renamed(slurp(file), id + ".negation", id));
    const Outcome outcome = run({"check", other});
    EXPECT_EQ(outcome.status, 1) << outcome.out;
    EXPECT_NE(outcome.out.find("quotes its negation"), std::string::npos) << outcome.out;
    ++looked_at;
  }
  EXPECT_GT(looked_at, 0u);
  const Scratch plain;
  ASSERT_EQ(run({"certify", "renyi.beta.C", "--quiet", "--out", plain.path()}).status, 0);
  const fs::path proof = plain.path() / "report/certificates/renyi.beta.C.cert";
  const Outcome turned =
      run({"check", scratch.write("x.cert", renamed(slurp(proof), "renyi.beta.C", "renyi.beta.C.negation"))});
  EXPECT_EQ(turned.status, 1) << turned.out;
  EXPECT_NE(turned.out.find("names the negation"), std::string::npos) << turned.out;
  // The ending alone names no claim, and refutes none.
  for (const char* nothing : {".negation", ".negation.negation"}) {
    const Outcome none = run({"check", scratch.write("x.cert", renamed(slurp(proof), "renyi.beta.C", nothing))});
    EXPECT_EQ(none.status, 1) << none.out;
    EXPECT_NE(none.out.find("has no formal statement"), std::string::npos) << none.out;
    EXPECT_EQ(none.out.find("refutes"), std::string::npos) << none.out;
  }
}

TEST(Negations, AreNamedAndSaidToRefuteThePrintedClaim) {
  const Scratch scratch;
  std::vector<std::string> ask{"certify", "--quiet", "--out", scratch.path()};
  for (const std::string& id : negated_claims()) ask.push_back(id);
  ASSERT_EQ(run(ask).status, 1);  // something is refuted
  expect_said_to_refute(scratch.path());
  expect_named_in_certificates(scratch.path());
}

/// The folder is whole, and is no longer so without any one of its files; the files are put back.
void expect_whole(const fs::path& folder) {
  const Outcome whole = run({"check", folder, "--json"});
  EXPECT_EQ(whole.status, 0) << whole.out;
  const json all = json::parse(whole.out);
  EXPECT_EQ(all.at("missing"), (json{{"claims", json::array()}, {"files", json::array()}}));
  std::map<std::string, std::set<std::string>> needed_by;  // claim -> those that lean on it
  std::map<std::string, std::string> file_of;
  for (const auto& one : all.at("certificates")) {
    if (!one.contains("claim")) continue;
    file_of[one.at("claim")] = fs::path(one.at("file").get<std::string>()).filename();
    for (const auto& ground : one.value("leans_on", json::array())) needed_by[ground].insert(one.at("claim"));
  }
  std::vector<fs::path> files;
  for (const auto& item : fs::directory_iterator(folder))
    if (item.path().filename() != "SHA256SUMS") files.push_back(item.path());
  ASSERT_EQ(files.size(), all.at("certificates").size());
  const Scratch aside;
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.string());
    fs::copy(file, aside.path() / file.filename());
    fs::remove(file);
    const Outcome text = run({"check", folder});
    EXPECT_EQ(text.status, 3) << text.out;
    EXPECT_NE(text.out.find("missing     " + file.string() + ": "), std::string::npos) << text.out;
    const json document = json::parse(run({"check", folder, "--json"}).out);
    EXPECT_EQ(document.at("missing").at("files"), json::array({file.string()}));
    std::set<std::string> claims;
    for (const auto& [claim, users] : needed_by)
      if (file_of[claim] == file.filename()) claims.insert(claim);
    EXPECT_EQ(document.at("missing").at("claims").get<std::set<std::string>>(), claims);
    fs::copy(aside.path() / file.filename(), file);
  }
  EXPECT_EQ(run({"check", folder}).status, 0);
}

// What is decided besides the claims is checked with them, and a lemma that is taken away is missed.
TEST(LemmasOfOurOwn, AreCheckedWithTheirUsers) {
  const Scratch scratch;
  const Outcome certified = run({"certify", "base.n.jensen.exp", "--quiet", "--out", scratch.path()});
  EXPECT_EQ(certified.status, 0) << certified.out;
  EXPECT_NE(certified.out.find("base.n.jensen.exp proved"), std::string::npos) << certified.out;
  const json report = json::parse(slurp(scratch.path() / "report/report.json"));
  EXPECT_TRUE(report.at("claims").empty());
  EXPECT_EQ(report.at("base").at(0).at("evidence").at("lemmas"), json::array({"base.exp.tangent"}));
  EXPECT_EQ(report.at("base_summary"), (json{{"proved", 1}}));
  const fs::path folder = scratch.path() / "report/certificates";
  const Outcome whole = run({"check", folder});
  EXPECT_EQ(whole.status, 0) << whole.out;
  EXPECT_NE(whole.out.find("2 certificates: 2 accepted"), std::string::npos) << whole.out;
  fs::remove(folder / "base.exp.tangent.cert");
  const Outcome part = run({"check", folder});
  EXPECT_EQ(part.status, 3) << part.out;
  EXPECT_NE(part.out.find("depends on base.exp.tangent"), std::string::npos) << part.out;
  const Outcome list = run({"claims", "list", "base.*", "--out", scratch.path()});
  EXPECT_NE(list.out.find(" lemmas of our own: 2 proved, "), std::string::npos) << list.out;
  EXPECT_EQ(list.out.find(" claims"), std::string::npos) << list.out;
  const Outcome all = run({"claims", "list", "--out", scratch.path()});
  EXPECT_NE(all.out.find("539 claims"), std::string::npos);
}

TEST(Bundle, OfEveryExampleDeploymentIsWhole) {
  std::size_t grounds = 0, met = 0;
  for (const auto& item : fs::directory_iterator(std::string(DPCERT_SOURCE_DIR) + "/examples/deployments")) {
    SCOPED_TRACE(item.path().string());
    const Scratch scratch;
    // Neither draws nor suites: what is tested is the folder.
    std::string config = slurp(item.path());
    if (const auto checks = config.find("[checks]"); checks != std::string::npos) config.resize(checks);
    config += "\n[checks]\nsamples = 0\nproperty_cases = 0\n";
    const Outcome outcome = run({"certify-deployment", scratch.write("x.toml", config), "--json", "--quiet", "--out",
                                 scratch.path() / "report"});
    const json document = json::parse(outcome.out);
    const std::string html = slurp(scratch.path() / "report/index.html"),
                      markdown = slurp(scratch.path() / "report/deployment.md");
    for (const auto& target : document.at("targets")) {
      EXPECT_NE(target.at("verdict"), "undecided") << target.dump(1);
      if (target.at("verdict") != "met") continue;
      ++met;
      // Which kinds agree stands on every page.
      std::string kinds;
      for (const auto& one : target.at("evidence"))
        if (one.at("says") == "agrees") kinds += (kinds.empty() ? "" : ", ") + one.at("kind").get<std::string>();
      EXPECT_EQ(kinds.rfind("evaluation, certificate", 0), 0u) << kinds;
      EXPECT_NE(html.find(kinds), std::string::npos);
      EXPECT_NE(markdown.find(kinds), std::string::npos);
    }
    for (const char* part : {"basis", "grounds"})
      for (const auto& one : document.at(part)) {
        EXPECT_TRUE(one.at("verdict") == "proved" || one.at("verdict") == "assumed") << one.dump(1);
        EXPECT_NE(html.find(one.at("claim").get<std::string>()), std::string::npos);
        EXPECT_NE(markdown.find(one.at("claim").get<std::string>()), std::string::npos);
      }
    grounds += document.at("grounds").size();
    expect_whole(scratch.path() / "report/certificates");
    // Evidence against a printed claim that a corrected one stands in for has no place there.
    const json checked = json::parse(run({"check", scratch.path() / "report/certificates", "--json"}).out);
    for (const auto& one : checked.at("certificates")) EXPECT_EQ(one.at("verdict"), "proved") << one.dump(1);
  }
  EXPECT_GT(grounds, 0u);
  EXPECT_GT(met, 0u);
}

TEST(Bundle, OfACalibrationIsWhole) {
  const Scratch scratch;
  const Outcome outcome = run({"calibrate", "dirichlet", "algorithm=diffused", "prior=1", "d=5", "n=10", "order=3",
                               "eps=1", "over=hull", "--certificates", "--json", "--out", scratch.path()});
  ASSERT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_FALSE(json::parse(outcome.out).at("grounds").empty());
  expect_whole(scratch.path() / "calibration");
  // Another calibration in the same folder: what belongs to the first alone goes.
  ASSERT_EQ(run({"calibrate", "beta_bernoulli", "algorithm=diffused", "prior=6,18", "n=100", "order=10", "eps=1",
                 "--certificates", "--out", scratch.path()})
                .status,
            0);
  expect_whole(scratch.path() / "calibration");
  EXPECT_FALSE(fs::exists(scratch.path() / "calibration/calibrate.split.cert"));
}

// Precedence 2, 1, 3, 0: what is missing does not hide what is wrong.
TEST(Bundle, WhatIsWrongOutweighsWhatIsMissing) {
  const Scratch scratch;
  ASSERT_EQ(run({"calibrate", "beta_bernoulli", "algorithm=diffused", "prior=6,18", "n=100", "order=10", "eps=1",
                 "--certificates", "--out", scratch.path()})
                .status,
            0);
  const fs::path folder = scratch.path() / "calibration";
  const fs::path victim = folder / "calibrate.r.cert";
  ASSERT_TRUE(fs::exists(victim));
  const std::string own = slurp(victim);
  fs::remove(victim);
  EXPECT_EQ(run({"check", folder}).status, 3);
  // Another file under a listed name, though accepted by itself.
  fs::copy(folder / "renyi.cor2.vertex.repair.cert", victim);
  Outcome other = run({"check", folder});
  EXPECT_EQ(other.status, 1) << other.out;
  EXPECT_NE(other.out.find("rejected"), std::string::npos) << other.out;
  std::ofstream(victim, std::ios::binary | std::ios::trunc) << "no certificate\n";
  EXPECT_EQ(run({"check", folder}).status, 2);
  std::ofstream(victim, std::ios::binary | std::ios::trunc) << own;
  EXPECT_EQ(run({"check", folder}).status, 0);
  std::ofstream(folder / "SHA256SUMS", std::ios::app) << "0000  ../elsewhere.cert\n";
  other = run({"check", folder});
  EXPECT_EQ(other.status, 2) << other.out;
  EXPECT_NE(other.err.find("SHA256SUMS:"), std::string::npos) << other.err;
}

}  // namespace
}  // namespace dpcert::cli::testing
