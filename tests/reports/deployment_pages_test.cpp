// A number that a proof was tried for and not found is no number without a formula: every page says so.
#include <gtest/gtest.h>

#include "dpcert/reports/deployment.hpp"

namespace dpcert::reports {
namespace {

using namespace deployment;

Report sample() {
  Report r;
  r.name = "sample";
  TargetResult met;
  met.target = "(2, 1)-RDP";
  met.met = Met::met;
  met.bounds = {"0.5", "0.6"};
  met.attempt = Attempt::proved;
  met.certificate = Certificate{"certificates/target-1.cert", "prove 1 <= 2\n", "0"};
  met.evidence = {{"evaluation", Says::agrees, "enclosed"},
                  {"certificate", Says::agrees, "proved"},
                  {"sampling", Says::silent, "too weak"}};
  TargetResult failed = met;
  failed.target = "(3, 1)-RDP";
  failed.met = Met::undecided;
  failed.attempt = Attempt::failed;
  failed.certificate.reset();
  failed.why_no_certificate = "tried and not proved: timeout";
  failed.tried = "prove 2 <= 1\n";
  r.targets = {met, failed};
  Point none, refuted;
  none.at = "2";
  none.bounds = refuted.bounds = {"0.5", "0.6"};
  none.why_no_certificate = "no formula";
  refuted.at = "7";
  refuted.attempt = Attempt::refuted;
  refuted.why_no_certificate = "proved to exceed";
  refuted.tried = "prove 3 <= 1\n";
  r.renyi = {none, refuted};
  Basis asked, ground;
  asked.id = "toy.user.repair";
  asked.verdict = "proved";
  asked.uses = {"toy.ground"};
  asked.assumes = {"a theorem"};
  ground.id = "toy.ground";
  ground.verdict = "proved";
  r.basis = {asked};
  r.grounds = {ground};
  return r;
}

void expect_all(const std::string& page, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(page.find(part), std::string::npos) << part << "\n" << page;
}

TEST(DeploymentPages, ShowWhichKindsAgreeAndWhatWasTriedInVain) {
  const Report report = sample();
  EXPECT_TRUE(report.contradiction());  // of the curve
  const std::vector<std::string> parts = {"evaluation, certificate",
                                          "and not proved: timeout",
                                          "no formula",
                                          "proved to exceed",
                                          "toy.user.repair",
                                          "toy.ground",
                                          "a theorem",
                                          "too weak"};
  expect_all(deployment_html(report), parts);
  expect_all(deployment_html(report),
             {"prove 2 &lt;= 1", "prove 3 &lt;= 1", "href=\"#toy.ground\"", "id=\"toy.ground\""});
  expect_all(deployment_markdown(report), parts);
  expect_all(deployment_markdown(report), {"Not borne out", "Leans on `toy.ground`"});
  const auto json = to_json(report);
  EXPECT_EQ(json["targets"][0]["evidence"].size(), 3u);
  EXPECT_EQ(json["targets"][0]["evidence"][1]["kind"], "certificate");
  EXPECT_EQ(json["targets"][0]["evidence"][1]["says"], "agrees");
  EXPECT_FALSE(json["targets"][0].contains("tried"));
  EXPECT_EQ(json["targets"][1]["tried"]["outcome"], "not proved");
  EXPECT_EQ(json["targets"][1]["tried"]["statement"], "prove 2 <= 1\n");
  EXPECT_FALSE(json["renyi"][0].contains("tried"));
  EXPECT_EQ(json["renyi"][1]["tried"]["outcome"], "refuted");
  EXPECT_EQ(json["troubles"].size(), 2u);
  EXPECT_EQ(json["basis"][0]["uses"][0], "toy.ground");
  EXPECT_EQ(json["basis"][0]["assumes"][0], "a theorem");
  EXPECT_EQ(json["grounds"][0]["claim"], "toy.ground");
}

}  // namespace
}  // namespace dpcert::reports
