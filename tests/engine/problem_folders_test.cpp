// The problems in the folders of bench/problems: each says whether it is true and who says so. False ones are refuted,
// those in a folder `open` at least not proved, and at no point that a short search visits does a true one fail:
// whoever typed one may have typed it wrongly.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "dpcert/language/statement.hpp"
#include "src/symbolic/expr_text.hpp"
#include "verify/engine/points/search.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

namespace fs = std::filesystem;

fs::path root() { return fs::path(DPCERT_SOURCE_DIR) / "bench/problems"; }

struct ProblemFile {
  std::string folder, name;
};

void PrintTo(const ProblemFile& f, std::ostream* out) { *out << f.folder << '/' << f.name; }

std::vector<ProblemFile> problem_files() {
  std::vector<ProblemFile> out;
  for (const auto& file : fs::recursive_directory_iterator(root())) {
    const std::string folder = fs::relative(file.path().parent_path(), root()).generic_string();
    if (file.path().extension() == ".claim" && folder != ".") out.push_back({folder, file.path().stem().string()});
  }
  std::sort(out.begin(), out.end(), [](const ProblemFile& a, const ProblemFile& b) {
    return a.folder == b.folder ? a.name < b.name : a.folder < b.folder;
  });
  return out;
}

class ProblemFolders : public testing::TestWithParam<ProblemFile> {};

TEST_P(ProblemFolders, SaysTheTruthAndItsSource) {
  std::ifstream in(root() / GetParam().folder / (GetParam().name + ".claim"));
  std::stringstream all;
  all << in.rdbuf();
  std::string truth, reference;
  std::getline(all, truth);
  std::getline(all, reference);
  ASSERT_TRUE(truth == "# true" || truth == "# false") << truth;
  const std::string word = "# reference: ";
  EXPECT_TRUE(reference.starts_with(word) && reference.size() > word.size()) << reference;
  const Statement s = parse_typed_statement(all.str());
  EXPECT_FALSE(s.title.empty());
  const bool open = GetParam().folder.ends_with("open");
  if (truth == "# false" && open) {
    DecideOptions short_look;
    short_look.time_limit = std::chrono::milliseconds(500);
    EXPECT_NE(decide(s, short_look).verdict, Verdict::proved);
    return;
  }
  if (truth == "# false") {
    EXPECT_EQ(decide(s, DecideOptions{}).verdict, Verdict::refuted);
    return;
  }
  SearchOptions few;
  few.evaluations = 2000;
  const Instance instance = s.instance();
  const SearchResult found = search_points(instance, few);
  EXPECT_FALSE(found.counterexample);
  EXPECT_FALSE(found.undefined);
  // The search makes no sequence that solves equations: a statement about one may stay open for it. Nor does a point
  // with rational coordinates satisfy an equation with pi, or with exp(w) where w is not 0: that is transcendental.
  const auto is_positive = [](const Variable& w) {
    return !w.range.lo.infinite && (w.range.lo.value.sign() > 0 || (w.range.lo.value.is_zero() && !w.range.lo.closed));
  };
  const bool irrational = std::ranges::any_of(instance.hypotheses, [&](const Relation& h) {
    const std::string text = to_text(sub(h.lhs, h.rhs));
    const auto speaks_of = [&](const std::string& e) { return h.rel == Rel::eq && text.find(e) != std::string::npos; };
    return speaks_of("pi") || std::ranges::any_of(instance.variables, [&](const Variable& w) {
             return is_positive(w) && speaks_of("exp(" + w.name + ")");
           });
  });
  if (!irrational && (!open || instance.sequences.empty())) {
    EXPECT_TRUE(found.inhabited) << "no point satisfies the hypotheses";
  }
}

INSTANTIATE_TEST_SUITE_P(All, ProblemFolders, testing::ValuesIn(problem_files()), [](const auto& info) {
  std::string name = info.param.folder + "_" + info.param.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '/'; }, '_');
  return name;
});

}  // namespace
}  // namespace dpcert::verify
