// `prove`: JSON fields, bad input, the store, interruption.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "cli/program.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::cli {
namespace {

using nlohmann::json;
using testing::Outcome;
using testing::run;
using testing::Scratch;
using testing::slurp;

class Prove : public ::testing::Test {
 protected:
  Outcome prove(const std::vector<std::string>& files, std::vector<std::string> options = {}) const {
    std::vector<std::string> arguments{"prove", "--quiet", "--out", (scratch_.path() / "out").string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.insert(arguments.end(), files.begin(), files.end());
    return run(arguments);
  }
  std::string write(const std::string& text, const std::string& name = "a.claim") const {
    return scratch_.write(name, text).string();
  }
  json decide(const std::string& text, std::vector<std::string> options = {}) const {
    options.emplace_back("--json");
    const Outcome o = prove({write(text)}, options);
    EXPECT_NE(o.status, 2) << o.err << text;
    return o.status == 2 ? json() : json::parse(o.out);
  }
  /// Status 2, nothing on stdout, and `words` in a message that names the file and this place.
  void expect_bad(const std::string& text, const std::string& place, const std::string& words) const {
    const Outcome o = prove({write(text)});
    EXPECT_EQ(o.status, 2) << text.substr(0, 200) << o.out;
    EXPECT_EQ(o.out, "");
    EXPECT_NE(o.err.find("a.claim" + place), std::string::npos) << o.err.substr(0, 500);
    EXPECT_NE(o.err.find(words), std::string::npos) << o.err.substr(0, 500);
    EXPECT_LT(o.err.size(), 1000u);
    if (!place.empty()) {
      EXPECT_NE(o.err.find("^\n"), std::string::npos) << o.err;
    }
  }

  const Scratch scratch_;
};

class Lemmas : public Prove {
 protected:
  std::string example(const std::string& name) const {
    return std::string(DPCERT_SOURCE_DIR) + "/examples/" + name + ".claim";
  }
  std::string certificate(const std::string& name) const {
    return (scratch_.path() / "out" / "certificates" / (name + ".cert")).string();
  }
  Outcome check(std::vector<std::string> files, bool as_json = false) const {
    files.insert(files.begin(), "check");
    if (as_json) files.emplace_back("--json");
    return run(files);
  }
};

TEST_F(Lemmas, ALaterFileUsesAnEarlierOne) {
  const Outcome o = prove({example("bernoulli"), example("union-bound")});
  EXPECT_EQ(o.status, 0) << o.out << o.err;
  EXPECT_NE(o.out.find("uses bernoulli"), std::string::npos) << o.out;
  const Outcome both = check({certificate("bernoulli"), certificate("union-bound")});
  EXPECT_EQ(both.status, 0) << both.out;
  EXPECT_NE(both.out.find("2 accepted"), std::string::npos) << both.out;
  const Outcome alone = check({certificate("union-bound")});
  EXPECT_EQ(alone.status, 3) << alone.out;
  EXPECT_NE(alone.out.find("depends on bernoulli, not among the files given"), std::string::npos) << alone.out;
  EXPECT_NE(alone.out.find("0 accepted"), std::string::npos) << alone.out;
  const json document = json::parse(check({certificate("union-bound")}, true).out);
  const json& one = document.at("certificates").at(0);
  EXPECT_EQ(one.at("status"), "conditional");
  EXPECT_EQ(one.at("uses"), json::array({"bernoulli"}));
  EXPECT_EQ(one.at("depends_on"), json::array({"bernoulli"}));
  EXPECT_FALSE(one.contains("verdict"));
  EXPECT_EQ(document.at("summary").at("conditional"), 1);
  // The store gives it again, and still as what depends on the other.
  const Outcome again = prove({example("bernoulli"), example("union-bound")}, {"--json"});
  EXPECT_EQ(again.status, 0) << again.out;
  EXPECT_EQ(json::parse(again.out).at(1).at("lemmas"), json::array({"bernoulli"}));
}

TEST_F(Lemmas, WhatIsUsedMustBeProvedInTheRun) {
  const std::string wrong = write("var x in [0, 1]\nprove x >= 1\n", "wrong.claim");
  const std::string user = write(
      "language 3\nvar y in [0, 1]\nprove y >= 1\n"
      "#! proof 1 lemma wrong (x = y); sign; sign; hyp 1\n",
      "user.claim");
  const Outcome o = prove({wrong, user}, {"--json"});
  EXPECT_EQ(o.status, 1) << o.out;
  const json found = json::parse(o.out);
  EXPECT_EQ(found.at(1).at("verdict"), "open");
  EXPECT_NE(found.at(1).at("reason").get<std::string>().find("wrong.claim, which is refuted"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(certificate("user")));
  for (const auto& files : {std::vector{user}, std::vector{user, wrong}}) {
    const Outcome unknown = prove(files);
    EXPECT_EQ(unknown.status, 2) << unknown.out;
    EXPECT_NE(unknown.err.find("`lemma wrong`"), std::string::npos) << unknown.err;
  }
  const Outcome old =
      prove({wrong, write("var y in [0, 1]\nprove y >= 1\n#! proof 1 lemma wrong (x = y)\n", "old.claim")});
  EXPECT_EQ(old.status, 2);
  EXPECT_NE(old.err.find("language 3"), std::string::npos) << old.err;
}

// DLMF 8.17.4: the body of the moved integral is defined by both of its ends together, 0 < t < 1 - x and x > 0.
TEST_F(Lemmas, TheMirrorOfAnIncompleteBetaFunction) {
  const std::string head =
      "language 3\nvar a in (0, inf)\nvar b in (0, inf)\nvar x in (0, 1)\nlet body(t) = exp((b - 1)*log(t) + (a - "
      "1)*log(1 - t))\nprove integral(t, 0, x, exp((a - 1)*log(t) + (b - 1)*log(1 - t))) + integral(t, 0, ";
  const std::string whole = ", body(t)) = exp(lgamma(a) + lgamma(b) - lgamma(a + b))\n";
  const Outcome o = prove({write(head + "1 - x" + whole)});
  EXPECT_EQ(o.status, 0) << o.out << o.err;
  // At a = b = 1 the left side is 2 x.
  const Outcome wrong = prove({write(head + "x" + whole)});
  EXPECT_EQ(wrong.status, 1) << wrong.out << wrong.err;
}

// A theorem of the group `base` that is cited needs no file, and is named wherever the proof is.
TEST_F(Lemmas, ACitedTheoremIsUsedAndNamed) {
  const std::string mean =
      write("language 3\nvar a in (0, inf)\nvar b in (0, inf)\nprove E(x, x, beta(a, b)) = a/(a + b)\n");
  const Outcome o = prove({mean});
  EXPECT_EQ(o.status, 0) << o.out << o.err;
  EXPECT_NE(o.out.find("by way of base.beta.mass, cited"), std::string::npos) << o.out;
  EXPECT_EQ(o.out.find("counts together"), std::string::npos) << o.out;
  for (int round = 0; round < 2; ++round) {  // the second time out of the store
    const json found = json::parse(prove({mean}, {"--json"}).out);
    EXPECT_EQ(found.at("verdict"), "proved");
    EXPECT_EQ(found.at("assumes"), json::array({"base.beta.mass"}));
  }
  const Outcome alone = check({certificate("a")}, true);
  EXPECT_EQ(alone.status, 0) << alone.out;
  const json one = json::parse(alone.out).at("certificates").at(0);
  EXPECT_EQ(one.at("status"), "accepted");
  EXPECT_EQ(one.at("assumes"), json::array({"base.beta.mass"}));
  // What needs none assumes none.
  EXPECT_FALSE(decide("language 3\nprove integral(x, 0, 1, x) = 1/2\n").contains("assumes"));
  // By a line; a lemma of the group that is proved has a certificate, and so needs its file.
  const std::string line = "language 3\nprove E(x, 1, beta(1/3, 1/4)) = 1\n#! proof 1 lemma ";
  const Outcome by_line = prove({write(line + "base.beta.mass (a = 1/3, b = 1/4); sign; sign; hyp 1\n", "line.claim")});
  EXPECT_EQ(by_line.status, 0) << by_line.out << by_line.err;
  const Outcome other = prove({write(line + "base.renyi.beta (r = 2); auto\n", "other.claim")});
  EXPECT_EQ(other.status, 2) << other.out;
  EXPECT_NE(other.err.find("`lemma base.renyi.beta`"), std::string::npos) << other.err;
  // A file of that name is what is meant then.
  const std::string own = write("language 3\nvar a in [0, 1]\nprove a >= 0\n", "base.beta.mass.claim");
  const Outcome meant =
      prove({own, write("language 3\nvar t in [0, 1]\nprove t >= 0\n#! proof 1 lemma base.beta.mass (a = t); "
                        "sign; sign; hyp 1\n",
                        "meant.claim")});
  EXPECT_EQ(meant.status, 0) << meant.out << meant.err;
  EXPECT_EQ(meant.out.find("by way of"), std::string::npos) << meant.out;
}

// An integral that does not exist: open, and a certificate of why.
TEST_F(Lemmas, WhyAnIntegralDoesNotExistIsACertificate) {
  const Outcome o = prove({write("language 3\nprove integral(x, 0, 1, 1/x) = 5\n")});
  EXPECT_EQ(o.status, 3) << o.out;
  EXPECT_NE(o.out.find("undefined: an integral of conclusion 1, integral(x, 0, 1, 1/x), does not exist"),
            std::string::npos)
      << o.out;
  EXPECT_NE(o.out.find("a.undefined.cert"), std::string::npos) << o.out;
  const Outcome why = check({certificate("a.undefined")});
  EXPECT_EQ(why.status, 0) << why.out;
  EXPECT_FALSE(std::filesystem::exists(certificate("a")));
}

TEST_F(Lemmas, ACircleIsNamedAndRejected) {
  const std::string statement = "var x in [0, 1]\nprove x >= 2\n";
  const std::string file =
      scratch_
          .write("self.cert", verify::with_digest("dpcert-certificate 3\nstatement 2\n" + statement + "use n2 2\n" +
                                                  statement + "verdict proved\ninhabited x=0\ngoal 1\n" +
                                                  "lemma n2 (x = x)\nsign\nsign\nhyp 1\n"))
          .string();
  const Outcome o = check({file}, true);
  EXPECT_EQ(o.status, 1) << o.out;
  const json one = json::parse(o.out).at("certificates").at(0);
  EXPECT_EQ(one.at("status"), "rejected");
  EXPECT_EQ(one.at("circle"), json::array({"n2"}));
  EXPECT_NE(one.at("reason").get<std::string>().find("leads back to itself: n2"), std::string::npos);
}

TEST_F(Prove, PrintsTheDocumentedFieldsAndNoOthers) {
  const std::set<std::string> always{"file", "title", "verdict", "checked", "boxes", "seconds"};
  const std::set<std::string> sometimes{"reason",      "counterexample", "domain_proved", "tightness",
                                        "certificate", "share",          "hardest",       "advice",
                                        "rejected",    "lemmas",         "assumes"};
  for (const char* text :
       {"title \"t\"\nvar x in [1/2, 2]\nprove x^2 + 1 > x\n", "var x in [0, 1]\nprove x <= x^2\n",
        "var x in [-1, 1]\nprove log(x) <= 5\n",
        "dim d in [1, inf)\nvar p[k] in [0, 1] for k in 1..d\nprove sum(k, 1, d, p[k]^2) <= sum(k, 1, d, p[k])\n"}) {
    const json document = decide(text);
    for (const auto& key : always) EXPECT_TRUE(document.contains(key)) << key << text;
    for (const auto& [key, value] : document.items()) EXPECT_TRUE(always.count(key) || sometimes.count(key)) << key;
    EXPECT_EQ(document.contains("certificate"), document.at("checked").get<bool>()) << text;
  }
  const json refuted = decide("var x in [0, 1]\nprove x <= x^2\n");
  EXPECT_EQ(refuted.at("verdict"), "refuted");
  EXPECT_EQ(refuted.at("counterexample").at("conclusion"), 1);
  EXPECT_TRUE(refuted.at("counterexample").at("variables").at("x").is_string());
  EXPECT_EQ(refuted.at("counterexample").at("lhs").size(), 2u);
  const json partly =
      decide("dim d in [1, inf)\nvar p[k] in [0, 1] for k in 1..d\nprove sum(k, 1, d, p[k]^2) <= sum(k, 1, d, p[k])\n");
  EXPECT_EQ(partly.at("verdict"), "proved-on");
  EXPECT_EQ(partly.at("domain_proved").at("d").at(0), "1");
  EXPECT_EQ(partly.at("domain_proved").at("d").at(2), "[]");
}

TEST_F(Prove, ShowsTightness) {
  // sup x/(x + 1/4) over [0, 1] is 4/5, at 1.
  const std::string text = "var x in [0, 1]\nprove x <= x + 1/4\n";
  const json ratio = decide(text).at("tightness");
  EXPECT_EQ(ratio.dump(), R"({"at":{"x":"1"},"enclosure":["0.8","0.8"],"kind":"ratio"})");
  const Outcome o = prove({write(text)});
  EXPECT_NE(o.out.find("largest ratio of the sides (smaller/larger) in [0.8, 0.8], near x = 1\n"), std::string::npos)
      << o.out;
  const json slack = decide("var x in [0, 1]\nprove x^2 + 1/4 > 0\n").at("tightness");
  EXPECT_EQ(slack.dump(), R"({"at":{"x":"0"},"enclosure":["0.25","0.25"],"kind":"slack"})");
  const json several = decide("var x in [1, 2]\nprove x > 0\nprove x <= 2*x\n").at("tightness");
  EXPECT_EQ(several.at("conclusion"), 2);
  EXPECT_EQ(several.at("kind"), "ratio");
}

TEST_F(Prove, SeveralFilesMakeAnArrayAndTheWorstStatus) {
  const Outcome o =
      prove({write("var x in [1, 2]\nprove x > 0\n", "a.claim"), write("var x in [0, 1]\nprove x > 0\n", "b.claim")},
            {"--json"});
  EXPECT_EQ(o.status, 1);
  const json document = json::parse(o.out);
  ASSERT_EQ(document.size(), 2u);
  EXPECT_EQ(document[0].at("verdict"), "proved");
  EXPECT_EQ(document[1].at("verdict"), "refuted");
}

TEST_F(Prove, FilesThatCannotBeRead) {
  const auto bad = [&](const std::string& file, const std::string& words) {
    const Outcome o = prove({file});
    EXPECT_EQ(o.status, 2) << file;
    EXPECT_EQ(o.out, "");
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
    EXPECT_NE(o.err.find(file), std::string::npos) << o.err;
    EXPECT_NE(o.err.find(words), std::string::npos) << o.err;
  };
  bad((scratch_.path() / "missing.claim").string(), "no such file");
  bad(scratch_.path().string(), "a folder");
  bad(write(std::string(3 << 20, '#'), "large.claim"), "at most 1 MiB");
  bad("/dev/zero", "at most 1 MiB");
  expect_bad("", ":1:1", "nothing to prove");
  expect_bad(std::string("\x7f"
                         "ELF\x01\0\0\0",
                         8),
             ":1:1", "unexpected control character");
  expect_bad("var x in [0, 1]\nprove x >= 0 \xff\xfe\n", ":2:14", "outside ASCII");
  // One bad file: nothing of the good one is done either.
  const Outcome o = prove({write("var x in [1, 2]\nprove x > 0\n", "a.claim"), "/nowhere/b.claim"});
  EXPECT_EQ(o.status, 2);
  EXPECT_EQ(o.out, "");
}

TEST_F(Prove, TextsThatAreWrong) {
  const std::string x = "var x in [0, 1]\n";
  expect_bad(x + "prove x >= 1e999999999\n", ":2:12", "exponent");
  expect_bad(x + "prove x >= 1e-999999999\n", ":2:12", "exponent");
  expect_bad(x + "prove x >= " + std::string(100'000, '7') + "\n", ":2:12", "too many digits");
  expect_bad(x + "prove " + std::string(5000, '(') + "x" + std::string(5000, ')') + " >= 0\n", ":2:", "too deeply");
  expect_bad(x + "prove " + std::string(50'000, '-') + "x >= 0\n", ":2:", "too deeply");
  expect_bad(
      x + "prove x" +
          [] {
            std::string s;
            for (int i = 0; i < 5000; ++i) s += "^2";
            return s;
          }() +
          " >= 0\n",
      ":2:", "too deeply");
  expect_bad(x + "prove gama(x) >= 0\n", ":2:7", "`gama` is not declared");
  expect_bad(x + "prove gamma(x) >= gama(x)\n", ":2:19", "`gama` is not declared");
  expect_bad(x + "prove exp(x, 1) >= 0\n", ":2:7", "takes 1 argument");
  expect_bad(x + "prove polygamma(x, 1) >= 0\n", ":2:", "integer");
  expect_bad(x + "prove y >= 0\n", ":2:7", "`y` is not declared");
  expect_bad(x, ":2:1", "nothing to prove");
  expect_bad(x + "prove x\n", ":2:8", "relation");
  expect_bad(x + "prove x >= \n", ":2:", "expected an expression");
  expect_bad(x + "prove 2x >= 0\n", ":2:8", "write `*`");
  expect_bad(x + "var x in [0, 2]\nprove x >= 0\n", ":2:5", "declared twice");
  expect_bad(x + "let x = 2\nprove x >= 0\n", ":2:5", "declared twice");
  expect_bad(x + "let exp = 2\nprove x >= 0\n", ":2:5", "reserved");
  expect_bad("title \"a\"\ntitle \"b\"\n" + x + "prove x >= 0\n", ":2:1", "second `title`");
  expect_bad("title \"no end\n" + x + "prove x >= 0\n", ":1:7", "does not end");
  expect_bad("var x in [1, 0]\nprove x >= 0\n", ":1:10", "empty");
  expect_bad("var x in (1, 1]\nprove x >= 0\n", ":1:10", "empty");
  expect_bad("int n in (1, 2)\nprove n >= 0\n", ":1:10", "empty");
  expect_bad("var x in [0, inf]\nprove x >= 0\n", ":1:14", "inf)");
  expect_bad("var x in [-inf, 0)\nprove x >= 0\n", ":1:11", "(-inf");
  expect_bad("var x in (inf, 1]\nprove x >= 0\n", ":1:11", "(-inf");
  expect_bad("var x in [0, y]\nprove x >= 0\n", ":1:14", "not declared");
  expect_bad("var x in [0, 1/0]\nprove x >= 0\n", ":1:14", "undefined");
  expect_bad("var x in 0..1\nprove x >= 0\n", ":1:10", "expected `[` or `(`");
  expect_bad("variable x in [0, 1]\nprove x >= 0\n", ":1:1", "expected a declaration");
  expect_bad(x + "prove x >= 0 prove x <= 1\n", ":2:14", "end of the line");
  expect_bad(x + "prove (x >= 0\n", ":2:7", "this `(` is not closed");
}

// The checker takes no more in a proof line.
TEST_F(Prove, PrecisionHasABound) {
  const std::string file = write("var x in [1, 2]\nprove x >= 1/2\n");
  EXPECT_EQ(prove({file}, {"--precision", "16384"}).status, 0);
  const Outcome o = prove({file}, {"--precision", "16385"});
  EXPECT_EQ(o.status, 2);
  EXPECT_NE(o.err.find("--precision: expected at most 16384 bits for a proof, given 16385"), std::string::npos)
      << o.err;
}

TEST_F(Prove, TheCaretStandsBelowTheMistake) {
  const Outcome o = prove({write("var x in [0, 1]\nprove \"\u00e9\u00e9\" y >= 0\n")});
  EXPECT_EQ(o.status, 2);
  const Outcome tab = prove({write("var x in [0, 1]\nprove\ty >= 0\n")});
  EXPECT_NE(tab.err.find("  prove y >= 0\n        ^\n"), std::string::npos) << tab.err;
  const Outcome far = prove({write("var x in [0, 1]\nprove " + std::string(5000, ' ') + "y >= 0 + 0 + 0\n")});
  EXPECT_NE(far.err.find("a.claim:2:5007"), std::string::npos) << far.err;
  EXPECT_LT(far.err.size(), 600u);
  EXPECT_NE(far.err.find("y >= 0"), std::string::npos);
}

TEST_F(Prove, LayoutMeansNothing) {
  EXPECT_EQ(decide("var x in [1, 2]\r\nprove x > 0\r\n").at("verdict"), "proved");
  EXPECT_EQ(decide("\xEF\xBB\xBFvar x in [1, 3]\nprove x > 0\n").at("verdict"), "proved");
  const json title = decide("# \u03b5 > 0\ntitle \"\u03b5-DP: caf\u00e9 \\ \"\nvar x in [1, 4] # \u2264\nprove x > 0");
  EXPECT_EQ(title.at("verdict"), "proved");
  EXPECT_EQ(title.at("title"), "\u03b5-DP: caf\u00e9 \\ ");
  EXPECT_EQ(decide("var x in [1,\n  5]\nprove exp(\n x) > 0").at("verdict"), "proved");
  EXPECT_EQ(decide("var x in [1, 6]\nprove 0 < x <= 6 < 7").at("verdict"), "proved");
  EXPECT_EQ(decide("var x in [2, 2]\nprove x = 2").at("verdict"), "proved");
  EXPECT_EQ(decide("int n in [1/2, 7/2]\nprove 1 <= n <= 3").at("verdict"), "proved");
}

TEST_F(Prove, VacuousIsOpen) {
  const json document = decide("var x in [0, 1]\nassume x > 2\nprove x > 3\n");
  EXPECT_EQ(document.at("verdict"), "open");
  EXPECT_EQ(document.at("reason").get<std::string>().rfind("vacuous", 0), 0u) << document;
}

TEST_F(Prove, AnUnchangedClaimIsNotProvedAgain) {
  const std::string file = write("var x in [1/2, 2]\nprove exp(x) > 1 + x\n");
  const Outcome first = prove({file}), second = prove({file}), fresh = prove({file}, {"--fresh"});
  EXPECT_EQ(first.out.find("earlier run"), std::string::npos) << first.out;
  EXPECT_NE(second.out.find("accepted by the checker again"), std::string::npos) << second.out;
  EXPECT_NE(second.out.find("earlier run"), std::string::npos) << second.out;
  EXPECT_EQ(fresh.out.find("earlier run"), std::string::npos) << fresh.out;
  EXPECT_EQ(second.status, 0);
}

TEST_F(Prove, ADamagedStoreIsOneLine) {
  const std::string file = write("var x in [1/2, 2]\nprove exp(x) > 1 + x\n");
  ASSERT_EQ(prove({file}).status, 0);
  for (const char* part : {"store.sqlite-wal", "store.sqlite-shm"})
    std::filesystem::remove(scratch_.path() / "out" / part);
  std::ofstream(scratch_.path() / "out" / "store.sqlite") << std::string(10'000, 'x');
  const Outcome o = prove({file});
  EXPECT_EQ(o.status, 0);
  EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  EXPECT_NE(o.err.find("damaged"), std::string::npos) << o.err;
  EXPECT_EQ(prove({file}).err, "");
}

// The prover would find another proof; the one that was given is in the certificate.
TEST_F(Prove, GivenProofLinesAreFollowed) {
  const std::string text =
      "var x in [-3, 3]\nvar y in [1, 2]\nassume y >= 3/2\nprove y/(x^2 - x + 1) > 0\n"
      "#! proof 1 cut x^2 - x + 1 > 0; auto; cut y^2 >= 9/4; auto\n"
      "#!   factor (y/(x^2 - x + 1)) (1); sign\n";
  const Outcome o = prove({write(text)});
  EXPECT_EQ(o.status, 0) << o.out;
  EXPECT_EQ(o.out.find("not followed"), std::string::npos) << o.out;
  const std::string certificate = slurp(scratch_.path() / "out" / "certificates" / "a.cert");
  EXPECT_NE(certificate.find("\ncut y^2 >= 9/4\n"), std::string::npos) << certificate;
  EXPECT_NE(certificate.find("\nfactor (y/(x^2 - x + 1)) (1)\nsign\n"), std::string::npos) << certificate;

  // Other lines are another question to the store; bad ones are told of and not needed.
  const json bad = decide(text + "#! proof 1 hyp 9\n");
  EXPECT_EQ(bad.at("verdict"), "proved");
  EXPECT_NE(bad.at("advice").get<std::string>().find("conclusion 1: line 7"), std::string::npos) << bad;
}

// A conclusion with a quantifier is counted like any other.
TEST_F(Prove, GivenProofLinesOfAFormulaAreFollowed) {
  const std::string text =
      "language 3\nvar e in (0, 1]\nprove e <= 1\nprove exists x in (0, 1]: x < e\n"
      "#! proof 2 witness (e/7)\n#!   sign; sign; sign\n";
  const Outcome o = prove({write(text)});
  EXPECT_EQ(o.status, 0) << o.out;
  EXPECT_EQ(o.out.find("not followed"), std::string::npos) << o.out;
  const std::string certificate = slurp(scratch_.path() / "out" / "certificates" / "a.cert");
  EXPECT_NE(certificate.find("\nwitness (e/7)\n"), std::string::npos) << certificate;
  const Outcome third = prove({write(text + "#! proof 3 sign\n")});
  EXPECT_EQ(third.status, 2);
  EXPECT_NE(third.err.find("K at most 2 (the number of conclusions), given 3"), std::string::npos) << third.err;
}

// The enclosure over the whole interval proves nothing: the checker says so, and the prover goes on without that line.
TEST_F(Prove, WhatTheCheckerRejectsIsKept) {
  const std::string text = "var x in [0, 1]\nprove x*(1 - x) <= 1/2\n#! proof 1 eval 64\n";
  const json document = decide(text);
  EXPECT_EQ(document.at("verdict"), "proved");
  ASSERT_EQ(document.at("rejected").size(), 1u);
  const json& rejected = document.at("rejected")[0];
  EXPECT_EQ(rejected.at("reason"), "the enclosure does not prove the goal");
  const std::string file = rejected.at("certificate").get<std::string>();
  EXPECT_NE(slurp(file).find("\neval 64\n"), std::string::npos);
  const Outcome again = run({"check", file});
  EXPECT_EQ(again.status, 1);
  EXPECT_NE((again.out + again.err).find("the enclosure does not prove the goal"), std::string::npos);
  // The folder has nothing but what was accepted.
  EXPECT_EQ(run({"check", (scratch_.path() / "out" / "certificates").string()}).status, 0);

  const Outcome words = prove({write(text)}, {"--fresh"});
  EXPECT_EQ(words.status, 0);
  EXPECT_NE(words.out.find("the checker rejected 1 proof"), std::string::npos) << words.out;
  EXPECT_NE(words.out.find(file), std::string::npos) << words.out;
  // Once nothing is rejected any more, nothing old is left lying about.
  decide("var x in [0, 1]\nprove x*(1 - x) <= 1/2\n");
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(Prove, DirectivesAreChecked) {
  const std::string claim = "var x in [1/2, 2]\nprove exp(x) > 1 + x\n";
  const std::vector<std::pair<std::string, std::string>> bad{{"prof 1 auto", "a.claim:3: expected '#! proof'"},
                                                             {"proof auto", "the number of a conclusion"},
                                                             {"proof 2 auto", "K at most 1"},
                                                             {"inhabited x", "NAME=RATIONAL"}};
  for (const auto& [line, words] : bad) {
    expect_bad(claim + "#! " + line + "\n", "", words);
  }
  EXPECT_EQ(prove({write(claim + "#! id thm1\n#! inhabited x=1\n#! refute 1 x=1\n")}).status, 0);
}

TEST_F(Prove, OptionsAreChecked) {
  const std::string file = write("var x in [1/2, 2]\nprove exp(x) > 1 + x\n");
  EXPECT_EQ(prove({file}, {"--timeout", "0"}).status, 2);
  EXPECT_EQ(prove({file}, {"--max-boxes", "-1"}).status, 2);
  EXPECT_EQ(prove({file}, {"--timeout", "x"}).status, 2);
  EXPECT_EQ(prove({file}, {"--save-every", "-1"}).status, 2);
}

// Some twenty thousand boxes for a margin of 1/8, five times as many for 1/16: kinks, so nothing but small boxes helps;
// too many of them to be told apart by cases (m is 1 everywhere), and no one variable for all that there is of s.
std::string long_claim(const std::string& more) {
  return "var x in [0, 1]\nvar y in [0, 1]\nvar z in [0, 1]\n"
         "let s = abs(x - y*z) + abs(y - x*z) + abs(z - x*y)\n"
         "let m = min(1, 2 - max(x, y), 2 - max(y, z), 2 - max(x, z))\n"
         "prove s + " +
         more + " >= tanh(s)*exp(-(x - y)^2*(z - 1/2)^2)\n";
}

std::int64_t saved_states(const std::filesystem::path& store) {
  sqlite3* db = nullptr;
  sqlite3_stmt* q = nullptr;
  std::int64_t count = 0;
  if (sqlite3_open_v2(store.c_str(), &db, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK &&
      sqlite3_prepare_v2(db, "SELECT count(*) FROM progress", -1, &q, nullptr) == SQLITE_OK &&
      sqlite3_step(q) == SQLITE_ROW)
    count = sqlite3_column_int64(q, 0);
  sqlite3_finalize(q);
  sqlite3_close(db);
  return count;
}

TEST_F(Prove, AKilledProofGoesOnWhereItWas) {
  const std::string file = write(long_claim("1/16*m"));
  const std::string whole = (scratch_.path() / "whole").string(), killed = (scratch_.path() / "killed").string();
  const std::vector<std::string> options{"--quiet",   "--json", "--timeout",    "1e6",
                                         "--threads", "1",      "--save-every", "0.01"};
  const auto command = [&](const std::string& out) {
    std::vector<std::string> arguments{"prove", file, "--out", out};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return arguments;
  };
  const json uninterrupted = json::parse(run(command(whole)).out);
  ASSERT_EQ(uninterrupted.at("verdict"), "proved");

  testing::Child child(command(killed));
  while (saved_states(killed + "/store.sqlite") == 0 && child.running())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_TRUE(child.running()) << "done before it had saved anything";
  child.kill(SIGKILL);
  ASSERT_GT(saved_states(killed + "/store.sqlite"), 0);

  auto again = command(killed);
  again.erase(std::find(again.begin(), again.end(), "--json"));
  const Outcome resumed = run(again);
  EXPECT_EQ(resumed.status, 0) << resumed.out;
  EXPECT_NE(resumed.out.find("of them by the run before)"), std::string::npos) << resumed.out;
  for (const auto& item : std::filesystem::directory_iterator(whole + "/certificates"))
    EXPECT_EQ(slurp(item.path()), slurp(std::filesystem::path(killed) / "certificates" / item.path().filename()));
  EXPECT_EQ(saved_states(killed + "/store.sqlite"), 0);  // decided: nothing is left over

  const json third = json::parse(run(command(killed)).out);
  EXPECT_EQ(third.at("boxes"), uninterrupted.at("boxes"));
}

// Most of the domain is proved by the first few boxes, so that there is something to tell whatever was being tried when
// the time was over; the rest takes many times as long.
TEST_F(Prove, OutOfTimeTellsHowFarItGotAndIsTriedAgain) {
  const std::string file = write(long_claim("1/150*m + 8*max(0, x - 1/8)"));
  const Outcome first = prove({file}, {"--timeout", "1", "--threads", "1"});
  EXPECT_EQ(first.status, 3) << first.out;
  EXPECT_NE(first.out.find("out of time"), std::string::npos) << first.out;
  EXPECT_NE(first.out.find("% of the domain proved; hardest box"), std::string::npos) << first.out;
  EXPECT_NE(first.out.find("x in ["), std::string::npos) << first.out;
  const Outcome second = prove({file}, {"--timeout", "1e6"});
  EXPECT_EQ(second.status, 0) << second.out;
}

TEST_F(Prove, OutOfBoxesSaysSo) {
  const Outcome first = prove({write(long_claim("1/12*m"))}, {"--max-boxes", "300", "--timeout", "1e6"});
  EXPECT_EQ(first.status, 3) << first.out;
  EXPECT_NE(first.out.find("out of boxes"), std::string::npos) << first.out;
  // Enough boxes the second time: what the first run left open is not repeated as an answer.
  EXPECT_EQ(prove({write(long_claim("1/12*m"))}, {"--timeout", "1e6"}).status, 0);
}

TEST_F(Prove, AnInterruptionIsStatusThree) {
  std::vector<std::string> arguments{"prove", write(long_claim("1/5000*m")), "--quiet", "--out",
                                     (scratch_.path() / "out").string()};
  const Outcome o = run(arguments, 300);
  EXPECT_EQ(o.status, 3) << o.out;
  EXPECT_NE(o.out.find("interrupted"), std::string::npos) << o.out;
}

TEST_F(Prove, LargeCertificatesAreCompressedAndStillChecked) {
  const std::string file = write(long_claim("1/12*m"));
  const json document = json::parse(prove({file}, {"--json", "--timeout", "1e6"}).out);
  ASSERT_EQ(document.at("verdict"), "proved");
  const std::string certificate = document.at("certificate");
  EXPECT_TRUE(certificate.ends_with(".cert.gz"));
  const Outcome checked = run({"check", certificate});
  EXPECT_EQ(checked.status, 0) << checked.out;
  EXPECT_NE(checked.out.find("KiB"), std::string::npos) << checked.out;
}

}  // namespace
}  // namespace dpcert::cli
