// The pages that list which links stay by reading (docs/links.md, docs/sgld-links.md), held against the claim files;
// and that the proof of Theorem 1 of the SGLD paper has none.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <ostream>
#include <regex>
#include <set>
#include <string>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "dpcert/catalogue/settle.hpp"
#include "dpcert/catalogue/uses.hpp"

namespace dpcert::catalogue {
namespace {

/// The links of one paper: how many a proof line makes, and for each entry that is used by reading, by how many.
struct Links {
  std::size_t by_machine = 0, by_reading = 0;
  std::map<std::string, std::size_t> read;
  friend bool operator==(const Links&, const Links&) = default;
};

std::ostream& operator<<(std::ostream& out, const Links& links) {
  out << links.by_machine << " by machine, " << links.by_reading << " by reading;";
  for (const auto& [id, number] : links.read) out << ' ' << id << ' ' << number;
  return out;
}

/// The ids that a statement uses, and whether a proof makes the link: by a line, or, of a cited theorem, by the prover,
/// which is given it. (The report counts what certificates quote.)
std::map<std::string, bool> links_of(const FormalStatement& formal) {
  const auto lemmas = lemma_ids(read_hints(formal));
  std::map<std::string, bool> links;
  for (const std::string& id : used_ids(formal)) {
    const FormalStatement* used = Catalogue::embedded().statement(id);
    links[id] = std::find(lemmas.begin(), lemmas.end(), id) != lemmas.end() || (used && used->directive("cited"));
  }
  return links;
}

Links links_of_paper(const std::string& paper) {
  Links all;
  const auto add = [&all](const std::optional<FormalStatement>& formal) {
    if (!formal) return;
    for (const auto& [id, machine] : links_of(*formal)) {
      ++(machine ? all.by_machine : all.by_reading);
      if (!machine) ++all.read[id];
    }
  };
  for (const CatalogueEntry* entry : Catalogue::embedded().match(paper + ".*")) {
    add(entry->formal);
    add(entry->repair);
  }
  return all;
}

/// The tables of a page, by paper. A name without its paper's is that of the paper of the section.
std::map<std::string, Links> tables_of(const std::string& page) {
  static const std::map<std::string, std::string> papers{{"The Rényi paper", "renyi"},
                                                         {"The SGLD paper", "sgld"},
                                                         {"The Dirichlet paper", "dirichlet"},
                                                         {"The Gibbs paper", "gibbs"},
                                                         {"Lemmas of our own", "base"}};
  const std::regex heading("## (.*): ([0-9]+) links by machine, ([0-9]+) by reading");
  const std::regex row("\\| ([^ |]+) \\| ([0-9]+) \\| [^|]{20,} \\|");  // a reason of some length
  std::ifstream in(DPCERT_SOURCE_DIR "/docs/" + page);
  std::map<std::string, Links> found;
  std::string paper;
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (std::regex_match(line, match, heading)) {
      paper = papers.at(match[1]);
      found[paper] = Links{std::stoul(match[2]), std::stoul(match[3]), {}};
    } else if (!paper.empty() && std::regex_match(line, match, row)) {
      const std::string name = match[1];
      found[paper].read[Catalogue::embedded().statement(name) ? name : paper + "." + name] = std::stoul(match[2]);
    }
  }
  return found;
}

TEST(Links, ThePagesListThoseThatStayByReading) {
  auto pages = tables_of("links.md");
  pages.merge(tables_of("sgld-links.md"));
  std::map<std::string, Links> expected;
  for (const std::string paper : {"renyi", "sgld", "dirichlet", "gibbs", "base"})
    expected[paper] = links_of_paper(paper);
  EXPECT_EQ(pages, expected);
}

void expect_links_by_machine(const std::string& id, std::set<std::string>& seen) {
  if (!seen.insert(id).second) return;
  const FormalStatement* formal = Catalogue::embedded().statement(id);
  ASSERT_NE(formal, nullptr) << id;
  EXPECT_TRUE(citations(*formal).empty() && !formal->directive("cited")) << id << " cites a theorem";
  for (const auto& [used, machine] : links_of(*formal)) {
    EXPECT_TRUE(machine) << id << " uses " << used << " by reading";
    expect_links_by_machine(used, seen);
  }
}

// docs/catalogue-sgld-notes.md, "Theorem 1": every link of its proof is a line `lemma`, and nothing is cited.
TEST(Links, TheProofOfTheoremOneHasNoneByReading) {
  std::set<std::string> seen;
  expect_links_by_machine("sgld.theorem1", seen);
  EXPECT_TRUE(seen.contains("base.normal.step"));
  EXPECT_TRUE(seen.contains("base.hockey.renyi.normal"));
  EXPECT_GE(seen.size(), 10u);
}

}  // namespace
}  // namespace dpcert::catalogue
