// dpcert audit and dpcert certify-deployment as a user runs them.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace dpcert::cli {
namespace {

using nlohmann::json;
using testing::run;
using testing::Scratch;
using testing::slurp;

const std::string header = "tool,version,mechanism,parameters,at,quantity,bound,value\n";
std::string row(const std::string& value, const std::string& bound = "upper") {
  return "t,1,gaussian,\"{\"\"sigma\"\": 2}\",8,rdp," + bound + "," + value + "\n";
}
const std::string sample = std::string(DPCERT_SOURCE_DIR) + "/examples/audit-sample.csv";

TEST(EvalCommand, CompositionsTimeLimitsAndRationalValues) {
  const std::vector<std::string> composed{"eval",
                                          "epsilon_optimal",
                                          "mechanism=composition",
                                          "parts=gaussian sigma=4 T=16; laplace b=3 times=2",
                                          "orders=2,4,8",
                                          "at=1e-5",
                                          "--json"};
  const auto value = run(composed);
  ASSERT_EQ(value.status, 0) << value.err;
  const json j = json::parse(value.out);
  EXPECT_EQ(j["state"], "finite");
  EXPECT_GT(std::stod(j["enclosure"][0].get<std::string>()), 0);
  EXPECT_EQ(run({"eval", "epsilon_cks", "mechanism=composition", "parts=magic", "orders=2", "at=0.1"}).status, 2);
  // A time that is over before the first look at the clock: undecided, said so, and no number invented.
  const auto stopped = run({"eval", "rdp", "mechanism=poisson_subsampled_gaussian", "q=0.3", "sigma=0.4", "at=33.3",
                            "--digits", "9000", "--timeout", "1e-9"});
  EXPECT_EQ(stopped.status, 3);
  EXPECT_NE(stopped.out.find("out of time"), std::string::npos) << stopped.out;
  EXPECT_EQ(stopped.out.find("nan"), std::string::npos) << stopped.out;
  // Below every printed number: not a finite value with 15 digits.
  const auto tiny = run({"eval", "delta", "mechanism=gaussian", "sigma=1e50", "at=1", "--json"});
  EXPECT_EQ(tiny.status, 3) << tiny.out;
  EXPECT_EQ(json::parse(tiny.out)["state"], "undecided");
  EXPECT_EQ(json::parse(tiny.out)["reason"], "its magnitude is below 1e-1000000000");
  const auto bits =
      json::parse(run({"eval", "rdp", "mechanism=laplace", "b=3", "at=8", "--json", "--precision", "5000"}).out);
  EXPECT_GE(bits["precision"].get<int>(), 5000);
  EXPECT_EQ(bits["digits"], 15);
  EXPECT_EQ(run({"eval", "rdp", "mechanism=laplace", "b=3", "at=8", "--precision", "60000"}).status, 2);
  EXPECT_EQ(run({"eval", "kl", "mechanism=dirichlet_pair", "alpha1=1,2,3", "alpha2=2,2"}).err,
            "dpcert: alpha2: expected 3 numbers, as many as alpha1, given 2\n");
  EXPECT_NE(run({"eval", "kl", "mechanism=beta_pair", "a1=2", "b1=1", "a2=1", "b2=2"}).out.find("kl = 1, exactly"),
            std::string::npos);
  const auto unknown = run({"eval", "rdp", "mechanism=magic", "x=1", "at=2"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("mechanism: expected one of gaussian, poisson_subsampled_gaussian"), std::string::npos);
}

// Above the optimum over all orders at once (0.0120397992004309: tests/privacy/data/make_joint_conversions.py) a bound
// is sound, though the best single order gives 0.0155.
TEST(AuditCommand, CurvesAreConvertedWithAllOrdersAtOnce) {
  const Scratch scratch;
  const auto curve = [](const std::string& orders, const std::string& eps, const std::string& value,
                        const std::string& quantity = "delta_optimal") {
    return R"(me,1,rdp_curve,"{""orders"": [)" + orders + R"(], ""eps"": [)" + eps + R"(]}",0.5,)" + quantity +
           ",upper," + value + "\n";
  };
  const auto verdicts = [&](const std::string& rows, int status) {
    const auto outcome = run({"audit", scratch.write("curves.csv", header + rows), "--json", "--quiet"});
    EXPECT_EQ(outcome.status, status) << outcome.err;
    std::vector<std::string> all;
    const json document = json::parse(outcome.out);
    for (const json& r : document.at("rows")) all.push_back(r.at("verdict"));
    return all;
  };
  using Verdicts = std::vector<std::string>;
  const std::string orders = "1.5, 3, 20", eps = "0.05, 0.08, 0.5";
  EXPECT_EQ(verdicts(curve(orders, eps, "0.0121"), 0), Verdicts{"sound"});
  EXPECT_EQ(verdicts(curve(orders, eps, "0.012039799200431") + curve(orders, eps, "0.012039799200430"), 1),
            (Verdicts{"sound", "unsound"}));
  EXPECT_EQ(verdicts(curve(orders, eps, "0.0121", "delta_best_single_order"), 1), Verdicts{"unsound"});
  // An order that says nothing, and lists that are no curve.
  EXPECT_EQ(verdicts(curve(orders + R"(, 64, ""inf"")", eps + R"(, ""inf"", ""inf"")", "0.0121"), 0),
            Verdicts{"sound"});
  EXPECT_EQ(verdicts(curve(orders, "0.05, 0.08", "0.0121") + curve("2", eps, "0.0121", "delta_cks") +
                         curve(orders, eps, "0.0121"),
                     2),
            (Verdicts{"error", "error", "sound"}));
  const auto refused = run({"eval", "delta_cks", "mechanism=rdp_curve", "orders=2,3", "eps=0.1", "at=1"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err, "dpcert: eps: expected 2 numbers, as many as orders, given 1\n");
}

TEST(EvalCommand, CompositionNamesTheOrdersThatCount) {
  const auto value = run({"eval", "delta_optimal", "mechanism=composition", "parts=randomized_response p_truth=3/4",
                          "orders=3/2,3,64,inf", "at=7/10", "--json"});
  ASSERT_EQ(value.status, 0) << value.err;
  const json j = json::parse(value.out);
  EXPECT_EQ(j.at("active_orders").size(), 2u) << j;
  // The two laws themselves: 3/4 - exp(0.7)/4.
  EXPECT_NEAR(std::stod(j.at("enclosure")[0].get<std::string>()), 0.24656182313238088, 1e-15);
}

TEST(AuditCommand, ExitStatusOfEveryKindOfFile) {
  const Scratch scratch;
  const auto status = [&](const std::string& rows, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"audit", scratch.write("f.csv", header + rows), "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments).status;
  };
  EXPECT_EQ(status(""), 0);
  EXPECT_EQ(status(row("1") + row("2") + row("inf") + row("-3", "lower")), 0);
  EXPECT_EQ(status(row("2") + row("0.5")), 1);
  EXPECT_EQ(status(row("nan")), 1);
  EXPECT_EQ(status(row("2") + "broken\n"), 2);
  EXPECT_EQ(status(row("0.5") + "broken\n"), 2);
  // One half ulp below 1.
  EXPECT_EQ(status(row("0x1.fffffffffffffp-1")), 1);
  EXPECT_EQ(status(row("0x1.fffffffffffffp-1"), {"--tolerate-ulps", "1"}), 0);
  EXPECT_EQ(status(row("0x1.fffffffffffffp-1") + row("0.5"), {"--tolerate-ulps", "1"}), 1);
  EXPECT_EQ(status(row("nan"), {"--tolerate-ulps", "1e300"}), 1);
}

TEST(AuditCommand, JsonOfTheSample) {
  const auto one = run({"audit", sample, "--json", "--threads", "1"}),
             two = run({"audit", sample, "--json", "--threads", "3"});
  EXPECT_EQ(one.status, 1) << one.err;
  EXPECT_EQ(one.out, two.out);
  const json document = json::parse(one.out);
  ASSERT_EQ(document.at("rows").size(), 78u);
  std::map<std::string, int> verdicts;
  for (std::size_t i = 0; i < 78; ++i) {
    const json& r = document["rows"][i];
    EXPECT_EQ(r.at("row"), i + 1);
    for (const char* key : {"verdict", "enclosure", "relative_gap", "ulps", "class"})
      EXPECT_TRUE(r.contains(key)) << key;
    EXPECT_EQ(r.at("enclosure").size(), 2u);
    EXPECT_EQ(r.at("class").is_null(), r.at("verdict") != "unsound");
    ++verdicts[r.at("verdict")];
  }
  const json& summary = document.at("summary");
  for (const char* verdict : {"sound", "exact", "unsound", "undecided", "error"})
    EXPECT_EQ(summary.at(verdict), verdicts[verdict]) << verdict;
  EXPECT_EQ(verdicts["error"], 0);
  EXPECT_EQ(summary.at("rows"), 78);
  EXPECT_EQ(summary.at("worst").at(0).at("class"), "invalid");
  EXPECT_EQ(document["rows"][36].at("enclosure"), json::parse(R"(["inf", "inf"])"));
  EXPECT_TRUE(document["rows"][36].at("relative_gap").is_null());
}

TEST(AuditCommand, BadRowsAreSaidWithPlaceAndTheRestGoesOn) {
  const Scratch scratch;
  const std::string file = scratch.write(
      "bad.csv", "\xEF\xBB\xBF" + header + row("1") + "t,1,magic,{},8,rdp,upper,1\r\n\r\n" + row("many") + row("2"));
  const auto outcome = run({"audit", file, "--json", "--quiet"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("bad.csv:3:5: mechanism: expected a known mechanism, given 'magic'"), std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("bad.csv:5:43: value: expected a number, inf or nan, given 'many'"), std::string::npos)
      << outcome.err;
  const json document = json::parse(outcome.out);
  ASSERT_EQ(document.at("rows").size(), 4u);
  EXPECT_EQ(document["rows"][1].at("verdict"), "error");
  EXPECT_EQ(document["rows"][1].at("error").at("line"), 3);
  EXPECT_EQ(document["rows"][3].at("verdict"), "sound");
  for (const std::string& bytes : {std::string(), std::string("\n"), std::string("a,b,c\n"), std::string("\"tool")}) {
    const auto refused = run({"audit", scratch.write("no.csv", bytes)});
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  }
  EXPECT_EQ(run({"audit", scratch.path() / "nowhere.csv"}).status, 2);
  EXPECT_EQ(run({"audit", scratch.path()}).status, 2);
  EXPECT_EQ(run({"audit", file, "--tolerate-ulps", "-1"}).status, 2);
}

TEST(AuditCommand, WritesAReport) {
  const Scratch scratch;
  const auto folder = scratch.path() / "report";
  const auto outcome = run({"audit", sample, "--out", folder, "--quiet"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.out.find("78 rows:"), std::string::npos);
  EXPECT_EQ(json::parse(slurp(folder / "audit.json")).at("rows").size(), 78u);
  const std::string page = slurp(folder / "audit.html");
  EXPECT_EQ(page.rfind("<!DOCTYPE html>", 0), 0u);
  for (const char* words : {"Audit of privacy numbers", "id=\"row-37\"", "dp_accounting", "--refuted:"})
    EXPECT_NE(page.find(words), std::string::npos) << words;
  EXPECT_EQ(page.find("http"), std::string::npos);
  EXPECT_NE(slurp(folder / "audit.md").find("| unsound |"), std::string::npos);
}

TEST(AuditCommand, TextOfTheFileCannotBreakThePage) {
  const Scratch scratch;
  const auto folder = scratch.path() / "report";
  const std::string evil = "<script>alert(1)</script>|*`";
  run({"audit", scratch.write("f.csv", header + "\"" + evil + "\",1,gaussian,\"{\"\"sigma\"\": 2}\",8,rdp,upper,0.5\n"),
       "--out", folder, "--quiet"});
  const std::string page = slurp(folder / "audit.html"), text = slurp(folder / "audit.md");
  EXPECT_EQ(page.find("<script>"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;"), std::string::npos);
  EXPECT_EQ(text.find("<script>"), std::string::npos);
}

TEST(AuditCommand, InterruptedItLeavesAWholeDocument) {
  const Scratch scratch;
  std::string rows = header;
  for (int i = 0; i < 200000; ++i)
    rows += "t,1,poisson_subsampled_gaussian,\"{\"\"q\"\": 0.01, \"\"sigma\"\": " + std::to_string(1 + 1e-6 * i) +
            "}\",2.5,rdp,upper,1\n";
  const auto outcome = run({"audit", scratch.write("long.csv", rows), "--json"}, 700);
  EXPECT_EQ(outcome.status, 3) << outcome.err;
  EXPECT_NE(outcome.err.find("interrupted after"), std::string::npos) << outcome.err;
  const json document = json::parse(outcome.out);
  EXPECT_EQ(document.at("summary").at("interrupted"), true);
  EXPECT_EQ(document.at("summary").at("rows"), document.at("rows").size());
  EXPECT_LT(document.at("rows").size(), 200000u);
}

const std::string coin =
    "name = \"coin\"\n[mechanism]\ntype = \"beta_bernoulli\"\nalgorithm = \"direct\"\nprior = [6, 18]\nn = 20\n"
    "[report]\norders = [2]\nepsilons = [1]\n[checks]\nsamples = 2000\nproperty_cases = 3\n";

TEST(DeploymentCommand, MetNotMetAndBad) {
  const Scratch scratch;
  const auto folder = scratch.path() / "report";
  // Order 2: log(6/37 * 38/5) = 0.209.
  const auto met =
      run({"certify-deployment", scratch.write("a.toml", coin + "[target]\nrdp = { order = 2, epsilon = \"0.21\" }\n"),
           "--out", folder, "--json", "--quiet"});
  EXPECT_EQ(met.status, 0) << met.err;
  const json document = json::parse(met.out);
  EXPECT_EQ(document.at("met"), "met");
  EXPECT_EQ(document.at("basis").at(0).at("verdict"), "proved");
  EXPECT_EQ(document.at("config").at("sha256").get<std::string>().size(), 64u);
  EXPECT_EQ(document.at("tool").at("sha256").get<std::string>().size(), 64u);
  EXPECT_GT(document.at("properties").size(), 3u);
  EXPECT_EQ(json::parse(slurp(folder / "deployment.json")).at("targets"), document.at("targets"));
  EXPECT_NE(slurp(folder / "index.html").find("The target is met"), std::string::npos);
  EXPECT_EQ(slurp(folder / "config.toml").rfind(coin, 0), 0u);
  const auto checked = run({"check", folder / "certificates"});
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
  EXPECT_NE(checked.out.find("0 rejected"), std::string::npos);

  EXPECT_EQ(
      run({"certify-deployment", scratch.write("b.toml", coin + "[target]\nrdp = { order = 2, epsilon = \"0.2\" }\n"),
           "--out", folder, "--quiet"})
          .status,
      1);
  const auto bad = run({"certify-deployment",
                        scratch.write("c.toml", coin + "colour = 3\n[target]\nrdp = { order = 2, epsilon = 1 }\n"),
                        "--out", folder});
  EXPECT_EQ(bad.status, 2);
  EXPECT_EQ(bad.out, "");
  EXPECT_NE(bad.err.find("c.toml:13:1: checks.colour: expected one of"), std::string::npos) << bad.err;
  EXPECT_EQ(run({"certify-deployment", scratch.path() / "nowhere.toml"}).status, 2);
  EXPECT_EQ(run({"certify-deployment", scratch.write("d.toml", coin)}).status, 2);
}

TEST(ReleaseCommand, ReleasesWithItsStatement) {
  const Scratch scratch;
  const std::string flips = scratch.write("flips.csv", "id,x\n1,1\n2,0\n3,1\n");
  const auto one = run(
      {"release", "beta_bernoulli", "--data", flips, "--column", "x", "prior=2,2", "r=1/2", "--json", "--seed", "5"});
  ASSERT_EQ(one.status, 0) << one.err;
  const json document = json::parse(one.out);
  const double drawn = std::stod(document.at("released").at(0).get<std::string>());
  EXPECT_TRUE(drawn > 0 && drawn < 1);
  EXPECT_EQ(document.at("records"), 3);
  EXPECT_NE(document.at("privacy").at("adjacency").get<std::string>().find("one record differs"), std::string::npos);
  const auto noise = run({"release", "laplace", "--data", flips, "--column", "x", "b=1", "lower=0", "upper=1"});
  EXPECT_EQ(noise.status, 0) << noise.err;
  EXPECT_NO_THROW(std::stod(noise.out));
  EXPECT_NE(noise.err.find("at most"), std::string::npos);
  const auto answers =
      run({"release", "kary_randomized_response", "--data", flips, "--column", "x", "noise=0", "k=3", "--quiet"});
  EXPECT_EQ(answers.out, "1\n0\n1\n");
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"release", "magic", "--data", flips, "--column", "x"},
        {"release", "laplace", "--data", flips, "b=1", "lower=0", "upper=1"},
        {"release", "laplace", "--data", flips, "--column", "x", "lower=0", "upper=1"},
        {"release", "laplace", "--data", flips, "--column", "x", "b=1", "lower=0", "upper=1", "c=2"},
        {"release", "laplace", "--data", flips, "--column", "y", "b=1", "lower=0", "upper=1"},
        {"release", "beta_bernoulli", "--data", flips, "--column", "id", "prior=1,1"},
        {"release", "beta_bernoulli", "--data", flips, "--column", "x", "prior=0,1"}}) {
    const auto refused = run(arguments);
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  }
}

}  // namespace
}  // namespace dpcert::cli
