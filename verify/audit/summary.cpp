#include "dpcert/audit/summary.hpp"

#include <algorithm>
#include <cmath>

namespace dpcert::audit {

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::sound:
      return "sound";
    case Verdict::exact:
      return "exact";
    case Verdict::unsound:
      return "unsound";
    case Verdict::undecided:
      return "undecided";
    case Verdict::error:
      return "error";
  }
  return "error";
}

std::string_view name(Class c) {
  switch (c) {
    case Class::none:
      return "";
    case Class::rounding:
      return "rounding";
    case Class::numerical:
      return "numerical";
    case Class::gross:
      return "gross";
    case Class::invalid:
      return "invalid";
  }
  return "";
}

bool worse(const Judged& a, const Judged& b) {
  const bool unsound_a = a.judgement.verdict == Verdict::unsound, unsound_b = b.judgement.verdict == Verdict::unsound;
  if (unsound_a != unsound_b) return unsound_a;
  if (a.judgement.unsound != b.judgement.unsound) return a.judgement.unsound > b.judgement.unsound;
  // No gap (nan, or a truth that is 0 or infinite) is as bad as can be.
  const double gap_a = std::fabs(a.judgement.relative_gap.value_or(INFINITY)),
               gap_b = std::fabs(b.judgement.relative_gap.value_or(INFINITY));
  if (gap_a != gap_b) return gap_a > gap_b;
  return a.row.number < b.row.number;
}

namespace {

void count(Counts& counts, const Judgement& j) {
  ++counts.rows;
  ++counts.verdicts[static_cast<std::size_t>(j.verdict)];
  if (j.verdict == Verdict::unsound) ++counts.classes[static_cast<std::size_t>(j.unsound)];
}

/// Kept rows must not hold a file's longest fields.
Judged clipped(Judged judged) {
  constexpr std::size_t most = 400;
  Row& row = judged.row;
  for (std::string* text : {&row.tool, &row.version, &row.mechanism, &row.parameters, &row.at, &row.quantity,
                            &row.bound, &row.value, &judged.judgement.problem.message}) {
    if (text->size() <= most) continue;
    text->resize(most);
    *text += "...";
  }
  return judged;
}

}  // namespace

void Summary::add(const Judged& judged) {
  const Judgement& j = judged.judgement;
  count(counts_, j);
  if (j.verdict == Verdict::unsound && j.unsound != Class::invalid && j.ulps && *j.ulps <= tolerated_ulps_)
    ++tolerated_;
  if (j.verdict == Verdict::error && errors_.size() < kept_problems) errors_.push_back(clipped(judged));
  if (j.verdict == Verdict::undecided && undecided_.size() < kept_problems) undecided_.push_back(clipped(judged));

  std::pair<std::string, std::string> key{judged.row.tool.substr(0, 400), judged.row.mechanism.substr(0, 400)};
  if (j.verdict == Verdict::error && key.first.empty() && key.second.empty()) key.first = "(unreadable)";
  if (groups_.size() >= kept_groups && !groups_.contains(key)) key = {"(others)", ""};
  Group& group = groups_[key];
  if (group.counts.rows == 0) std::tie(group.tool, group.mechanism) = key;
  count(group.counts, j);
  if (j.verdict != Verdict::unsound) return;
  if (!group.worst || worse(judged, *group.worst)) group.worst = clipped(judged);
  if (worst_.size() == kept_cases && !worse(judged, worst_.back())) return;
  if (worst_.size() == kept_cases) worst_.pop_back();
  worst_.insert(std::upper_bound(worst_.begin(), worst_.end(), judged, worse), clipped(judged));
}

std::vector<const Group*> Summary::groups() const {
  std::vector<const Group*> out;
  for (const auto& [key, group] : groups_) out.push_back(&group);
  std::stable_sort(out.begin(), out.end(), [](const Group* a, const Group* b) {
    if (a->worst.has_value() != b->worst.has_value()) return a->worst.has_value();
    return a->worst && worse(*a->worst, *b->worst);
  });
  return out;
}

}  // namespace dpcert::audit
