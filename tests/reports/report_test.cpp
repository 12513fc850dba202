#include "dpcert/reports/report.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <pugixml.hpp>
#include <regex>
#include <set>

#include "reports/mathml.hpp"
#include "reports/page_text.hpp"
#include "reports/sample_run.hpp"
#include "reports/schema.hpp"
#include "verify/catalogue/json.hpp"

namespace dpcert::reports {
namespace {

using catalogue::Verdict;

class Reports : public ::testing::Test {
 protected:
  const catalogue::Catalogue catalogue_ = testing::sample_catalogue();
  const RunSummary run_ = testing::sample_run(catalogue_);
};

nlohmann::json schema() {
  std::ifstream in(DPCERT_SOURCE_DIR "/reports/schema/certify.schema.json");
  return nlohmann::json::parse(in);
}

TEST_F(Reports, SampleHasEveryVerdict) {
  EXPECT_TRUE(catalogue_.problems().empty());
  for (const Verdict verdict : catalogue::all_verdicts)
    EXPECT_EQ(run_.counts.count(verdict), 1u) << catalogue::name(verdict);
  EXPECT_EQ(run_.proved_by_assumption, 1u);
  EXPECT_EQ(run_.repairs_by_assumption, 1u);
}

TEST_F(Reports, JsonFitsItsSchema) {
  const auto errors = testing::validate(schema(), nlohmann::json(to_json(run_)));
  for (const std::string& error : errors) ADD_FAILURE() << error;
}

TEST_F(Reports, SchemaRefusesWhatIsNotAReport) {
  nlohmann::json json = to_json(run_);
  json["claims"][0]["verdict"] = "true";
  json["claims"][1].erase("formal");
  json["summary"]["proved"] = 0;
  json["extra"] = 1;
  EXPECT_EQ(testing::validate(schema(), json).size(), 4u);
}

TEST_F(Reports, FindingsRoundTrip) {
  for (const ClaimRecord& record : run_.claims) {
    const auto json = catalogue::to_json(static_cast<const catalogue::Finding&>(record));
    EXPECT_EQ(catalogue::to_json(catalogue::finding_from_json(json)), json) << record.id;
  }
}

TEST_F(Reports, JsonSummaryCountsTheClaims) {
  const auto json = to_json(run_);
  std::map<std::string, int> counts;
  for (const auto& claim : json.at("claims")) ++counts[claim.at("verdict").get<std::string>()];
  EXPECT_EQ(json.at("summary").get<decltype(counts)>(), counts);
}

/// Elements and attributes that make a browser fetch something.
void expect_self_contained(const std::string& page) {
  EXPECT_FALSE(std::regex_search(page, std::regex("<(link|img|iframe|object|embed|base|video|audio|source)\\b")));
  EXPECT_FALSE(std::regex_search(page, std::regex("<[^>]*\\ssrc=")));
  EXPECT_EQ(page.find("@import"), std::string::npos);
  EXPECT_EQ(page.find("url("), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos);
}

TEST_F(Reports, HtmlIsOneFileAndEscapesWhatItQuotes) {
  const std::string page = html(run_, catalogue_);
  EXPECT_EQ(page.rfind("<!DOCTYPE html>", 0), 0u);
  expect_self_contained(page);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;alert(1)"), std::string::npos);
  // The claim's own "@style@" and "@script@" stay text; the page has one style and one script.
  EXPECT_NE(page.find("@style@ @script@"), std::string::npos);
  EXPECT_EQ(page.find("<style>"), page.rfind("<style>"));
  EXPECT_EQ(page.find("<script>"), page.rfind("<script>"));
}

TEST_F(Reports, HtmlIsWellFormedAndItsLinksLeadSomewhere) {
  const std::string page = testing::without_raw_text(html(run_, catalogue_));
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(page.c_str(), pugi::parse_full)) << document.load_string(page.c_str()).description();
  std::set<std::string> ids;
  for (const auto& node : document.select_nodes("//*[@id]"))
    EXPECT_TRUE(ids.insert(node.node().attribute("id").value()).second);
  for (const auto& claim : run_.claims) EXPECT_TRUE(ids.count(claim.id)) << claim.id;
  for (const auto& link : document.select_nodes("//a[starts-with(@href, '#')]")) {
    const std::string target = link.node().attribute("href").value();
    EXPECT_TRUE(ids.count(target.substr(1))) << target;
  }
  // Every claim has a row and a section with its verdict.
  for (const auto& claim : run_.claims) {
    const std::string row =
        "//tr[@data-id='" + claim.id + "' and @data-verdict='" + std::string(catalogue::name(claim.verdict)) + "']";
    EXPECT_TRUE(document.select_node(row.c_str())) << claim.id;
  }
  EXPECT_TRUE(document.select_node("//article[@id='toy.b.false']//div[@class='counter']"));
  EXPECT_TRUE(document.select_node("//article[@id='toy.b.false']//div[@class='repair']//math"));
}

// A theorem that the print misquotes: the correction is the citation, and there is no statement to show.
TEST_F(Reports, ACorrectionMayBeACitationAlone) {
  RunSummary run = run_;
  for (ClaimRecord& claim : run.claims) {
    if (claim.id != "toy.b.false") continue;
    catalogue::Repair cited;
    cited.id = claim.repair->id;
    cited.tag = "misprint";
    cited.verdict = Verdict::assumed;
    cited.reason = "Gauss (1821)";
    claim.repair = cited;
  }
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(html(run, catalogue_).c_str(), pugi::parse_default | pugi::parse_ws_pcdata));
  const auto box = document.select_node("//article[@id='toy.b.false']//div[@class='repair']").node();
  ASSERT_TRUE(box);
  EXPECT_STREQ(box.select_node(".//span[@class='tag']").node().text().get(), "misprint: Gauss (1821)");
  EXPECT_FALSE(box.select_node(".//details"));
  EXPECT_EQ(markdown(run, catalogue_).find("```\n\n```"), std::string::npos);
}

TEST_F(Reports, SayWhatAVerdictLeansOn) {
  const auto json = to_json(run_);
  EXPECT_EQ(json["claims"][0]["evidence"]["uses"], (nlohmann::ordered_json{"toy.b.false.repair", "toy.c.cited"}));
  EXPECT_EQ(json["claims"][0]["assumes"], nlohmann::ordered_json{"toy.c.cited"});
  EXPECT_EQ(json["claims"][2]["repair"]["assumes"], nlohmann::ordered_json{"Euclid"});
  EXPECT_EQ(json["run"]["repairs_by_assumption"], 1);
  // A link, coloured by the verdict of the corrected statement and not of the refuted one.
  const std::string page = html(run_, catalogue_);
  const std::regex link("<dt>leans on</dt>\\s*<dd>\\s*<a class=\"([a-z-]+)\" href=\"#toy.b.false\" title=\"proved\"");
  EXPECT_TRUE(std::regex_search(page, link));
  const std::string text = markdown(run_, catalogue_);
  EXPECT_NE(text.find("leans on toy.b.false.repair, toy.c.cited; assumes toy.c.cited |"), std::string::npos) << text;
  EXPECT_NE(text.find("It leans on toy.a.ineq; assumes Euclid."), std::string::npos) << text;
}

TEST_F(Reports, SayWhyAGivenProofWasNotFollowed) {
  const auto json = to_json(run_);
  EXPECT_EQ(json["claims"][3]["evidence"]["advice"], "conclusion 1: line 2, `sign`: not <proved>");
  const std::string page = html(run_, catalogue_), text = markdown(run_, catalogue_);
  EXPECT_NE(page.find("the given proof was not followed: conclusion 1: line 2, `sign`: not &lt;proved&gt;"),
            std::string::npos);
  EXPECT_NE(page.find("the given proof was not followed: conclusion 1: line 7 is too much"), std::string::npos);
  EXPECT_NE(text.find("the given proof was not followed: conclusion 1: line 2"), std::string::npos) << text;
  EXPECT_NE(text.find("Note: the given proof was not followed: conclusion 1: line 7 is too much."), std::string::npos);
}

TEST_F(Reports, JUnitMapsVerdicts) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(junit(run_).c_str()));
  const auto suites = document.child("testsuites");
  EXPECT_EQ(suites.attribute("tests").as_uint(), run_.claims.size() + run_.suites.size());
  EXPECT_EQ(suites.attribute("failures").as_uint(), 2u);  // a refuted claim, and a suite that failed
  EXPECT_EQ(suites.attribute("skipped").as_uint(), 3u);
  const auto of = [&](const char* id) {
    return document.select_node((std::string("//testcase[@name='") + id + "']").c_str()).node();
  };
  EXPECT_STREQ(of("toy.b.false").child("failure").attribute("type").value(), "refuted");
  EXPECT_TRUE(of("toy.b.partly").child("skipped"));
  EXPECT_TRUE(of("toy.c.search").child("skipped"));
  EXPECT_TRUE(of("toy.b.open").child("skipped"));
  for (const char* passes : {"toy.a.ineq", "toy.a.def", "toy.c.cited"}) {
    ASSERT_TRUE(of(passes));
    EXPECT_FALSE(of(passes).first_child()) << passes;
  }
}

// The suites stand in every report: each with what it is about and what came of it, beside the claims that it tests.
TEST_F(Reports, ShowPropertySuites) {
  const auto document = to_json(run_);
  const auto& suites = document.at("suites");
  ASSERT_EQ(suites.size(), 2u);
  EXPECT_EQ(suites[0].dump(),
            R"({"name":"toy.sampler","passed":true,"cases":7,"seconds":0.5,"claims":["toy.a.ineq","toy.b.false"]})");
  EXPECT_EQ(suites[1].at("failure"), "n = 3\nthe sum is 4 & not 5");
  EXPECT_EQ(suites[1].at("replay"), "toy.sum:0f");

  const std::string page = html(run_, catalogue_);
  EXPECT_NE(page.find("1 of 2 property suites passed."), std::string::npos);
  EXPECT_NE(page.find("Draws follow the &lt;law&gt;. It tests"), std::string::npos);
  EXPECT_NE(page.find("FAILED after 2 cases"), std::string::npos);
  EXPECT_NE(page.find("the sum is 4 &amp; not 5"), std::string::npos);
  std::size_t links = 0;
  for (auto at = page.find("href=\"#suite-toy.sampler\""); at != std::string::npos;
       at = page.find("href=\"#suite-toy.sampler\"", at + 1))
    ++links;
  EXPECT_EQ(links, 2u);  // from the two claims

  const std::string text = markdown(run_, catalogue_);
  EXPECT_NE(text.find("| `toy.sampler` | Draws follow the &lt;law>. | held in 7 random cases |"), std::string::npos)
      << text;
  pugi::xml_document xml;
  ASSERT_TRUE(xml.load_string(junit(run_).c_str()));
  const auto failed = xml.select_node("//testsuite[@name='properties']/testcase[@name='toy.sum']/failure").node();
  EXPECT_STREQ(failed.attribute("message").value(), "FAILED after 2 cases");

  catalogue::RunSummary none = run_;
  none.suites.clear();
  EXPECT_FALSE(to_json(none).contains("suites"));
  EXPECT_EQ(html(none, catalogue_).find("roperty suite"), std::string::npos);
}

TEST_F(Reports, MarkdownQuotesNothingRaw) {
  const std::string text = markdown(run_, catalogue_);
  EXPECT_EQ(text.find("<script>"), std::string::npos);
  EXPECT_NE(text.find("## Refuted"), std::string::npos);
  EXPECT_NE(text.find("| `toy.b.partly` | proved-on | d in \\[2, 8\\]; the given proof"), std::string::npos);
}

TEST_F(Reports, TightnessIsInAllOfThem) {
  const std::string ratio = "largest ratio of the sides (smaller/larger) of conclusion 2", slack = "least slack";
  const std::string page = html(run_, catalogue_), text = markdown(run_, catalogue_);
  for (const auto& words : {ratio, slack, std::string("[0.99999, 1]"), std::string("[0, 1e-20]")})
    EXPECT_NE(page.find(words), std::string::npos) << words;
  EXPECT_NE(text.find("of conclusion 2 in \\[0.99999, 1\\], near x = 1/1048576 |"), std::string::npos);
  EXPECT_NE(text.find("Tightness: least slack in \\[0, 1e-20\\], near x = 0."), std::string::npos);
  bool found = false;
  const auto document = to_json(run_);
  for (const auto& claim : document.at("claims")) {
    if (!claim.contains("tightness")) continue;
    found = true;
    EXPECT_EQ(claim.at("tightness").dump(),
              R"({"kind":"ratio","enclosure":["0.99999","1"],"at":{"x":"1/1048576"},"conclusion":2})");
  }
  EXPECT_TRUE(found);
}

TEST_F(Reports, AllFilesAreWrittenAndNothingElseStays) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "dpcert-report-test";
  std::filesystem::remove_all(folder);
  write_report(run_, catalogue_, folder);
  write_report(run_, catalogue_, folder);  // over an earlier one
  std::set<std::string> names;
  for (const auto& item : std::filesystem::directory_iterator(folder)) names.insert(item.path().filename().string());
  EXPECT_EQ(names, (std::set<std::string>{"certificates", "index.html", "junit.xml", "report.json", "report.md"}));
  std::filesystem::remove_all(folder);
  EXPECT_ANY_THROW(write_report(run_, catalogue_, "/dev/null/nowhere"));
}

// A counterexample is one thing and a proof of the negation another: the legend counts both, each entry says which.
TEST_F(Reports, SayWhatRefutes) {
  RunSummary run = run_;
  ClaimRecord negation = run.claims[2];
  ASSERT_EQ(negation.verdict, Verdict::refuted);
  negation.counterexample.reset();
  negation.reason = "the negation, which is the formal statement here, is proved";
  negation.id = "toy.b.partly";
  run.claims[3] = negation;
  tally(run);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(testing::without_raw_text(html(run, catalogue_)).c_str()));
  const auto text = [&](const char* path) { return std::string(document.select_node(path).node().text().get()); };
  EXPECT_EQ(text("//li[@class='v-refuted']/span[@class='what']"),
            "1 by a certified counterexample, 1 by a proof of the negation");
  EXPECT_EQ(text("//article[@id='toy.b.false']/p[@class='reason by']"), "Refuted by a certified counterexample.");
  EXPECT_EQ(text("//article[@id='toy.b.partly']/p[@class='reason by']"),
            "Refuted by a proof of the negation: the negation, which is the formal statement here, is proved");
  EXPECT_FALSE(document.select_node("//article[@id='toy.a.ineq']/p[@class='reason by']"));
  const std::string markdown_page = markdown(run, catalogue_);
  EXPECT_NE(markdown_page.find("\nRefuted by a certified counterexample."), std::string::npos);
  EXPECT_NE(markdown_page.find("\nRefuted by a proof of the negation: the negation"), std::string::npos);
  // Without a refuted claim the legend says what the word would mean, both of it.
  RunSummary none = run_;
  none.claims.resize(1);
  tally(none);
  EXPECT_NE(html(none, catalogue_).find("by a certified counterexample, or a proof of the negation"),
            std::string::npos);
}

// The command goes to a folder of its own: it must not touch the report that prints it, nor use what that run found.
TEST_F(Reports, ReproduceInAFolderOfItsOwn) {
  for (const ClaimRecord& claim : run_.claims)
    EXPECT_EQ(reproduce_command(claim), "dpcert certify " + claim.id + " --out reproduced/" + claim.id);
  EXPECT_NE(html(run_, catalogue_).find("dpcert certify toy.a.ineq --out reproduced/toy.a.ineq"), std::string::npos);
}

// A certificate that leans on others is checked with them, or the command would end with "not whole".
TEST_F(Reports, TheCheckOfWhatLeansOnOthersIsOfTheWholeFolder) {
  RunSummary run = run_;
  ClaimRecord& claim = run.claims.front();
  claim.certificate = "certificates/toy.a.ineq.cert";
  claim.evidence.uses.clear();
  const std::string alone = "dpcert check certificates/toy.a.ineq.cert    # in the folder of this report";
  EXPECT_EQ(check_command(claim), alone);
  EXPECT_NE(html(run, catalogue_).find(alone), std::string::npos);
  claim.evidence.uses = {"toy.b.false.repair"};
  EXPECT_TRUE(check_command(claim).starts_with("dpcert check certificates    # in the folder")) << check_command(claim);
  EXPECT_EQ(html(run, catalogue_).find("dpcert check certificates/toy.a.ineq.cert"), std::string::npos);
  claim.certificate.clear();
  EXPECT_EQ(check_command(claim), "");
}

TEST(CounterexampleSentence, SaysWhichSideIsWhere) {
  catalogue::Counterexample c{
      {{"x", "1/2"}}, {}, 2, ">=", catalogue::Enclosure{"1", "1.5"}, catalogue::Enclosure{"2", "2.5"}};
  EXPECT_EQ(counterexample_sentence(c),
            "At x = 1/2 all hypotheses hold, but the left side is at most 1.5 and the right side at least 2: "
            "conclusion 2 claims the opposite.");
  c.relation = "<";
  c.lhs = c.rhs = catalogue::Enclosure{"3", "3"};
  EXPECT_NE(counterexample_sentence(c).find("equal"), std::string::npos);
  c.lhs.reset();
  EXPECT_NE(counterexample_sentence(c).find("conclusion 2 is false"), std::string::npos);
}

std::string drawn(const char* expression) {
  pugi::xml_document document;
  if (!append_math(document, expression)) return "unreadable";
  std::ostringstream out;
  document.first_child().first_child().print(out, "", pugi::format_raw);
  return out.str();
}

TEST(Notation, DrawsWhatIsWritten) {
  EXPECT_EQ(drawn("etaP"), "<mrow><msub><mi>η</mi><mrow><mi>P</mi></mrow></msub></mrow>");
  EXPECT_EQ(drawn("lambdahat"), "<mrow><mover><mi>λ</mi><mo>^</mo></mover></mrow>");
  EXPECT_EQ(drawn("a/b"), "<mrow><mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac></mrow>");
  EXPECT_EQ(drawn("exp(x)"), "<mrow><msup><mi mathvariant=\"normal\">e</mi><mrow><mi>x</mi></mrow></msup></mrow>");
  EXPECT_EQ(
      drawn("x >= 1e-3"),
      "<mrow><mi>x</mi><mo>≥</mo><msup><mn>10</mn><mrow><mo form=\"prefix\">−</mo><mn>3</mn></mrow></msup></mrow>");
  EXPECT_EQ(drawn("lgamma(x)").find("<mi mathvariant=\"normal\">Γ</mi>") != std::string::npos, true);
}

TEST(Notation, DrawsPiecesBehindABrace) {
  EXPECT_EQ(drawn("piece(x < 0: 1, 2)"),
            "<mrow><mrow><mo stretchy=\"true\">{</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd>"
            "<mtext>if\u00a0</mtext><mi>x</mi><mo>&lt;</mo><mn>0</mn></mtd></mtr><mtr><mtd><mn>2</mn></mtd>"
            "<mtd><mtext>otherwise</mtext></mtd></mtr></mtable></mrow></mrow>");
  EXPECT_EQ(drawn("piece(x, y)").find("mtable"), std::string::npos);  // an abbreviation of somebody's own
}

TEST(Notation, KeepsTheMeaningOfParentheses) {
  // What binds differently must look different.
  EXPECT_NE(drawn("-x^2"), drawn("(-x)^2"));
  EXPECT_NE(drawn("a - (b - c)"), drawn("a - b - c"));
  EXPECT_NE(drawn("a*(b + c)"), drawn("a*b + c"));
  EXPECT_NE(drawn("(a^b)^c"), drawn("a^b^c"));
  EXPECT_NE(drawn("log(x)^2"), drawn("log(x^2)"));
  EXPECT_NE(drawn("x*(y)"), drawn("x(y)"));
  EXPECT_NE(drawn("x*(y + 1)"), drawn("x(y + 1)"));
  EXPECT_NE(drawn("x^(a/(b*c))"), drawn("x^(a/b*c)"));
  EXPECT_NE(drawn("sum(k, 1, d, a)*b"), drawn("sum(k, 1, d, a*b)"));
  EXPECT_NE(drawn("diff(f(x), x)*g(x)"), drawn("diff(f(x)*g(x), x)"));
  EXPECT_EQ(drawn("((a + b))"), drawn("a + b"));
}

TEST(Notation, RefusesWhatItCannotRead) {
  EXPECT_EQ(drawn("a +"), "unreadable");
  EXPECT_EQ(drawn("a b"), "unreadable");
  pugi::xml_document document;
  EXPECT_FALSE(append_statement(document, "prove 1 >"));
  EXPECT_FALSE(document.first_child());
}

TEST(Notation, DrawsEveryCommittedStatement) {
  std::size_t statements = 0;
  for (const auto& entry : catalogue::Catalogue::embedded().entries())
    for (const auto* formal : {entry.formal ? &*entry.formal : nullptr, entry.repair ? &*entry.repair : nullptr}) {
      if (!formal || !formal->has_conclusion()) continue;
      pugi::xml_document document;
      EXPECT_TRUE(append_statement(document, formal->text)) << formal->file;
      ++statements;
    }
  EXPECT_GE(statements, 400u);
}

}  // namespace
}  // namespace dpcert::reports
