// What certificates that use each other are worth together.
#include <map>
#include <set>

#include "dpcert/checker/checker.hpp"

namespace dpcert::checker {

namespace {

bool proves(const Result& r) { return r.verdict == "proved"; }

// The ids on a way from the uses of `start` back to its statement, by certificates that are conditional themselves.
std::vector<std::string> circle_of(const Result& start, const std::multimap<std::string, const Result*>& conditional) {
  struct Step {
    const Result* at;
    std::size_t next = 0;  // of its uses
  };
  std::vector<Step> way{{&start}};
  std::set<const Result*> seen{&start};
  std::vector<std::string> ids;
  while (!way.empty()) {
    Step& step = way.back();
    if (step.next == step.at->uses.size()) {
      way.pop_back();
      if (!ids.empty()) ids.pop_back();
      continue;
    }
    const Use& use = step.at->uses[step.next++];
    if (proves(start) && use.statement == start.statement) {
      ids.push_back(use.id);
      return ids;
    }
    const auto [first, last] = conditional.equal_range(use.statement);
    for (auto it = first; it != last; ++it) {
      // One of several certificates of a statement stands for all that have not been looked at: each has its turn.
      if (!seen.insert(it->second).second) continue;
      --way.back().next;  // the others of this use, later
      ids.push_back(use.id);
      way.push_back({it->second});
      break;
    }
  }
  return {};
}

}  // namespace

std::vector<Standing> close(const std::vector<const Result*>& set) {
  std::vector<Standing> out(set.size());
  std::set<std::string> proved;
  std::multimap<std::string, const Result*> conditional;
  for (std::size_t i = 0; i < set.size(); ++i) {
    out[i].accepted = set[i]->accepted;
    if (set[i]->accepted && proves(*set[i])) proved.insert(set[i]->statement);
    if (set[i]->conditional() && proves(*set[i])) conditional.emplace(set[i]->statement, set[i]);
  }
  const auto open = [&](const Use& use) { return !proved.count(use.statement); };
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < set.size(); ++i) {
      if (out[i].accepted || !set[i]->conditional()) continue;
      bool closed = true;
      for (const Use& use : set[i]->uses) closed = closed && !open(use);
      if (!closed) continue;
      out[i].accepted = true;
      if (proves(*set[i])) more = proved.insert(set[i]->statement).second || more;
    }
  }
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (out[i].accepted || !set[i]->conditional()) continue;
    for (const Use& use : set[i]->uses)
      if (open(use)) out[i].missing.push_back(use.id);
    out[i].circle = circle_of(*set[i], conditional);
  }
  return out;
}

}  // namespace dpcert::checker
