#include "verify/catalogue/companion.hpp"

#include <fmt/format.h>

#include "verify/engine/points/companion.hpp"

namespace dpcert::catalogue {

namespace {

std::string text_of(const Assignment& at) {
  std::string text;
  for (const auto& [name, value] : at) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

Assignment functions_of(const verify::Interpretation& with) {
  Assignment out;
  for (const std::string& text : with) {
    const auto equals = text.find(" = ");
    if (equals != std::string::npos) out.emplace_back(text.substr(0, equals), text.substr(equals + 3));
  }
  return out;
}

Assignment point_of(const verify::Point& point, const verify::Statement& statement, std::optional<long> dim) {
  Assignment out;
  if (dim) out.emplace_back(statement.dim->name, std::to_string(*dim));
  for (const auto& [name, value] : point) out.emplace_back(name, value.str());
  return out;
}

void add(Companion& out, const verify::Companion& found, const verify::Statement& statement, std::optional<long> dim) {
  out.held += found.held, out.undecided += found.undecided, out.rejected += found.rejected;
  for (const auto& [label, count] : found.labels) out.labels[label] += count;
  if (found.least && (!out.least || found.least->slack < *out.least)) {
    out.least = found.least->slack;
    out.conclusion = static_cast<int>(found.least->conclusion) + 1;
    out.at = point_of(found.least->at, statement, dim);
    out.with = functions_of(found.least->with);
  }
  if (found.violated && out.violated.empty()) {
    Assignment all = point_of(found.violated->point, statement, dim);
    for (auto& f : functions_of(found.violated->with)) all.push_back(std::move(f));
    out.violated = fmt::format("conclusion {} at {}", found.violated->conclusion + 1,
                               all.empty() ? std::string("the one point") : text_of(all));
  }
  if (out.untested.empty()) out.untested = found.untested;
}

}  // namespace

Companion companion_of(const Question& question, std::size_t points, std::uint64_t seed) {
  verify::CompanionOptions options;
  options.seed = seed;
  options.suggestions = question.hints.points;
  options.suggested_interpretations = question.hints.interpretations;
  std::vector<std::optional<long>> dims{std::nullopt};
  if (const auto& dim = question.statement.dim) {
    dims = {dim->lo};
    if (!dim->hi || *dim->hi > dim->lo) dims.emplace_back(dim->lo + 1);
  }
  options.points = (points + dims.size() - 1) / dims.size();
  Companion out;
  out.asked = points;
  for (const auto dim : dims)
    add(out, verify::companion(question.statement.instance(dim), options), question.statement, dim);
  if (out.held + out.undecided > 0 || !out.violated.empty()) out.untested.clear();
  return out;
}

void confront(Finding& f) {
  if (!f.companion || f.companion->violated.empty()) return;
  f.reason = fmt::format("error: {}, but {} is certainly false", name(f.verdict), f.companion->violated);
  f.verdict = Verdict::open;
  f.contradicted = true;
}

}  // namespace dpcert::catalogue
