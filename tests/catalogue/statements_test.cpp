// What the embedded formal statements say, held against themselves, the ledger and the notes that count them.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/certifier.hpp"
#include "dpcert/catalogue/uses.hpp"
#include "dpcert/language/statement.hpp"
#include "verify/engine/goal/goal.hpp"

namespace dpcert::catalogue {
namespace {

using Strings = std::set<std::string>;

template <class Visit>
void each_statement(Visit visit) {
  for (const CatalogueEntry& entry : Catalogue::embedded().entries()) {
    if (entry.formal) visit(entry, entry.ledger.id, *entry.formal);
    if (entry.repair) visit(entry, entry.ledger.id + std::string(repair_suffix), *entry.repair);
  }
}

/// The numbers (from 1) of conclusions that one hypothesis says already, up to a positive factor; variables that a
/// hypothesis sets to a number are that number.
std::vector<std::size_t> repeated_hypotheses(const std::string& text) {
  const verify::Statement statement = verify::parse_statement(text);
  const verify::Instance instance =
      statement.dim ? statement.instance(statement.dim->lo) : statement.instance(std::nullopt);
  verify::Context context(instance);
  ExprMap<Expr> numbers;
  for (const auto& variable : instance.variables)
    for (const auto& h : instance.hypotheses)
      if (h.rel == Rel::eq && h.lhs == Expr::variable(variable.name) && verify::rational_value(h.rhs))
        numbers.emplace(h.lhs, h.rhs);
  for (const auto& [variable, value] : numbers) context = context.with_value(variable, value);
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < instance.conclusions.size(); ++k) {
    const auto& c = instance.conclusions[k];
    if (context.matching_hypothesis(substitute(c.lhs - c.rhs, numbers), c.rel)) found.push_back(k + 1);
  }
  return found;
}

TEST(Statements, AConclusionThatRepeatsAHypothesisIsSeen) {
  using Numbers = std::vector<std::size_t>;
  EXPECT_EQ(repeated_hypotheses("var d in [0, 1)\nassume 1 - d > 0\nprove d >= 0\nprove 1 > exp(2)*0 + d\n"),
            Numbers{2});
  EXPECT_EQ(repeated_hypotheses("var m in (0, inf)\nvar k in (0, inf)\nvar e in (0, inf)\nassume e = 1\n"
                                "assume k - e*log(e) <= 2*(1/m)\nprove k <= 2/m\n"),
            Numbers{1});
  EXPECT_EQ(repeated_hypotheses("var y in (-inf, inf)\nassume y^2 > 0\nprove y^2/2 > 0\nprove y^2 > 1\n"), Numbers{1});
  EXPECT_EQ(repeated_hypotheses("var x in (0, inf)\nassume x > 1\nprove x >= 1\nprove x > 1/2\n"), Numbers{1});
}

// A conclusion that is one of the hypotheses is proved, whatever the claim says. Those that are left are listed with
// the reason why they are there; none may be added.
TEST(Statements, NoConclusionIsAHypothesis) {
  const std::map<std::string, std::string> known{
      {"gibbs.d8.middle.repair 1", "the print adds one number on both sides of its premise"},
      {"sgld.D12.chain 6", "the print rearranges its premise"},
      {"sgld.D12.chain 8", "the print rearranges its premise"},
      {"sgld.D21.equiv.repair 2", "the print rearranges its premise"},
      {"sgld.eq25 1", "the print rearranges its premise"},
      {"sgld.eq25 3", "the print rearranges its premise"},
      {"sgld.eq37.range.repair 1", "the print rearranges its premise"},
      {"renyi.exp.grid 10", "the condition is that one point leaves the set, or stays in it"},
      {"renyi.exp.grid 7", "the condition is that one point leaves the set, or stays in it"},
      {"renyi.gauss.unbounded 1", "the condition is that one point leaves the set, or stays in it"},
      {"renyi.thmA10.lambdastar.repair 2", "the condition is that one point leaves the set, or stays in it"},
      {"sgld.claimc2 1", "the event that the hypothesis describes"},
      {"sgld.corc1 3", "the event that the hypothesis describes"},
      {"sgld.def.databases.admissible 3", "the domain's own condition"},
      {"sgld.def.databases.admissible.repair 7", "the domain's own condition"},
      {"sgld.eq20.ineq 5", "the domain's own condition"},
      {"sgld.eq8.domain 1", "the domain's own condition"},
      {"sgld.eq8.domain.repair 3", "the domain's own condition"},
      {"sgld.lemA2.r1.final 6", "the domain's own condition"},
      {"renyi.glm.zcdp 3", "what a used or cited theorem says, written out"},
      {"sgld.claimc1 3", "what a used or cited theorem says, written out"},
      {"sgld.claime1.markov.repair 4", "what a used or cited theorem says, written out"},
  };
  Strings found, listed;
  for (const auto& [conclusion, reason] : known) listed.insert(conclusion);
  each_statement([&](const CatalogueEntry&, const std::string& id, const FormalStatement& formal) {
    if (!formal.has_conclusion()) return;
    for (const std::size_t k : repeated_hypotheses(formal.text)) found.insert(id + " " + std::to_string(k));
  });
  EXPECT_EQ(found, listed);
}

// The ledger's `where` of an epoch index begins at 0 or at 1; a statement that allows 0 where the ledger does not
// would be refuted at a point that is none of the claim's.
TEST(Statements, EpochIndexBeginsWhereTheLedgerSays) {
  const std::regex from_one("k>=1 integer epoch index");
  const std::regex index("(^|\\n)int k in \\[0,");
  std::size_t entries = 0;
  each_statement([&](const CatalogueEntry& entry, const std::string& id, const FormalStatement& formal) {
    if (!std::regex_search(entry.ledger.where, from_one)) return;
    ++entries;
    EXPECT_FALSE(std::regex_search(formal.text, index)) << id << " allows k = 0";
  });
  EXPECT_GE(entries, 3u);
}

// An entry asserts nothing if all that is printed is the definition of what its file names; one that comes with an
// assertion (that a density has total mass 1, that a maximum is a number of records) is stated.
TEST(Statements, ADefinitionSaysWhatItDefines) {
  std::size_t definitions = 0;
  for (const CatalogueEntry& entry : Catalogue::embedded().entries()) {
    if (!entry.formal || !entry.formal->directive("definition")) continue;
    EXPECT_FALSE(entry.formal->directive("definition")->empty()) << entry.ledger.id;
    EXPECT_FALSE(entry.repair) << entry.ledger.id << " asserts nothing, and is corrected";
    EXPECT_TRUE(entry.ledger.kind == "definition" || entry.ledger.kind == "algorithm") << entry.ledger.id;
    ++definitions;
  }
  EXPECT_GT(definitions, 10u);
}

/// How many entries there are of each kind, read off the files alone. An entry is refuted if its file has a
/// counterexample or states a negation, open if it is corrected without either, proved if nothing is corrected; that
/// the verdicts of a run are these is what `dpcert certify` shows.
struct Counts {
  std::size_t entries = 0, proved = 0, cited = 0, refuted = 0, assumed = 0, definitions = 0, open = 0, repairs = 0,
              cited_repairs = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
};

std::ostream& operator<<(std::ostream& out, const Counts& c) {
  return out << "| " << c.entries << " | " << c.proved << " | " << c.cited << " | " << c.refuted << " | " << c.assumed
             << " | " << c.definitions << " | " << c.open << " | " << c.repairs << " | " << c.cited_repairs << " |";
}

/// Does the statement cite a theorem, or lean on one that does?
bool leans_on_a_theorem(const std::string& id) {
  const FormalStatement* formal = Catalogue::embedded().statement(id);
  if (!formal) return false;
  if (!citations(*formal).empty() || formal->directive("cited")) return true;
  const auto used = used_ids(*formal);
  return std::any_of(used.begin(), used.end(), leans_on_a_theorem);
}

void count(Counts& counts, const CatalogueEntry& entry) {
  ++counts.entries;
  const std::string& id = entry.ledger.id;
  const auto settled = settled_without_engine(entry);
  if (settled) {
    ++(settled->verdict == Verdict::assumed      ? counts.assumed
       : settled->verdict == Verdict::definition ? counts.definitions
                                                 : counts.open);
  } else if (!entry.repair) {
    ++counts.proved;
    counts.cited += leans_on_a_theorem(id);
  } else {
    ++(entry.negated() || entry.formal->directive("refute") ? counts.refuted : counts.open);
  }
  if (!entry.repair) return;
  ++counts.repairs;
  counts.cited_repairs += entry.repair->has_conclusion() && leans_on_a_theorem(id + std::string(repair_suffix));
}

/// The rows `| NAME | 9 numbers |` of a page.
std::map<std::string, Counts> rows_of(const std::string& page) {
  std::ifstream in(std::string(DPCERT_SOURCE_DIR "/docs/") + page);
  std::map<std::string, Counts> rows;
  const std::regex row("\\| ([^|]*[^| ]) \\|((?: [0-9]+ \\|){9})");
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, row)) continue;
    std::string numbers = match[2];
    std::replace(numbers.begin(), numbers.end(), '|', ' ');
    std::istringstream words(numbers);
    Counts c;
    words >> c.entries >> c.proved >> c.cited >> c.refuted >> c.assumed >> c.definitions >> c.open >> c.repairs >>
        c.cited_repairs;
    rows.emplace(match[1], c);
  }
  return rows;
}

TEST(Notes, CountsOfAPageAreTheCatalogues) {
  for (const std::string paper : {"renyi", "dirichlet", "gibbs"}) {
    Counts all;
    for (const auto* entry : Catalogue::embedded().match(paper + ".*")) count(all, *entry);
    EXPECT_EQ(rows_of("catalogue-" + paper + "-notes.md"), (std::map<std::string, Counts>{{"all", all}})) << paper;
  }
}

TEST(Notes, CountsOfTheSgldPageAreTheCatalogues) {
  std::map<std::string, Counts> expected;
  std::size_t place = 0;
  for (const auto* entry : Catalogue::embedded().match("sgld.*")) {
    count(expected["all"], *entry);
    count(expected[place < 93 ? "first part" : place < 203 ? "second part" : "third part"], *entry);
    ++place;
  }
  EXPECT_EQ(rows_of("catalogue-sgld-notes.md"), expected);
}

TEST(Notes, TheReadmeSaysHowManyClaimsAreFormalised) {
  std::ifstream in(DPCERT_SOURCE_DIR "/README.md");
  std::ostringstream text;
  text << in.rdbuf();
  std::map<std::string, std::size_t> formalised;
  std::size_t all = 0;
  for (const CatalogueEntry& entry : Catalogue::embedded().entries())
    if (entry.formal) ++all, ++formalised[entry.ledger.paper];
  std::string expected = std::to_string(all) + " of the " + std::to_string(Catalogue::embedded().entries().size());
  EXPECT_NE(text.str().find(expected), std::string::npos) << expected;
  for (const auto& [paper, number] : formalised)
    EXPECT_NE(text.str().find(std::to_string(number) + " of `" + paper + "`"), std::string::npos) << paper << number;
}

}  // namespace
}  // namespace dpcert::catalogue
