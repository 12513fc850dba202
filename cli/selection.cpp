#include "cli/selection.hpp"

#include <algorithm>
#include <unordered_set>

#include "cli/command.hpp"

namespace dpcert::cli {

namespace {
std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}
}  // namespace

std::vector<const catalogue::CatalogueEntry*> select(const catalogue::Catalogue& all,
                                                     const std::vector<std::string>& patterns,
                                                     const std::string& paper) {
  const auto& papers = all.papers();
  if (!paper.empty() && paper != catalogue::base_group &&
      std::find(papers.begin(), papers.end(), paper) == papers.end())
    throw BadInput("unknown paper '" + paper + "'; the catalogue has " + join(papers) + ", and lemmas as 'base'");
  std::unordered_set<const catalogue::CatalogueEntry*> wanted;
  for (const std::string& pattern : patterns) {
    const auto found = all.match(pattern);
    if (found.empty()) {
      if (pattern.find_first_of("*?") != std::string::npos) throw BadInput("no claim matches '" + pattern + "'");
      const auto near = all.near_matches(pattern);
      throw BadInput("unknown claim '" + pattern + "'" +
                     (near.empty() ? "; see 'dpcert claims list'" : "; did you mean " + join(near) + "?"));
    }
    wanted.insert(found.begin(), found.end());
  }
  std::vector<const catalogue::CatalogueEntry*> selected;
  for (const catalogue::CatalogueEntry* entry : all.all())
    if ((patterns.empty() || wanted.count(entry)) && (paper.empty() || entry->ledger.paper == paper))
      selected.push_back(entry);
  if (selected.empty()) throw BadInput("no claim of paper '" + paper + "' matches " + join(patterns));
  return selected;
}

}  // namespace dpcert::cli
