#include "verify/catalogue/companion.hpp"

#include <fmt/format.h>

#include "dpcert/core/error.hpp"
#include "src/core/hash.hpp"
#include "verify/engine/points/companion.hpp"
#include "verify/estimates/estimate.hpp"

namespace dpcert::catalogue {

namespace {

// Beside the point of which a pilot says most.
constexpr std::size_t points_elsewhere = 3;

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

// A seed that is the statement's own: statements that say the same of one law are not tried with the same releases.
std::uint64_t seed_of(const verify::Statement& statement, std::uint64_t seed) { return fnv1a(statement.text) ^ seed; }

// Points at which the hypotheses hold: what the conclusions say of laws has no value there.
std::vector<verify::Point> domain_points(verify::Instance statement, const verify::CompanionOptions& options) {
  statement.conclusions = {{Rel::ge, Expr(1), Expr(0)}};
  statement.formulas.clear();
  return verify::companion(statement, options).points;
}

// The statement with the relations of laws that its file ties to it; `own`: how many conclusions are the statement's.
verify::Instance with_simulated(const Question& question, const verify::Instance& instance, std::size_t& own) {
  own = instance.conclusions.size();
  if (question.hints.simulated.empty()) return instance;
  std::string text = (question.statement.language < 3 ? "language 3\n" : "") + question.statement.text;
  for (const std::string& relation : question.hints.simulated) text += "\nprove " + relation;
  try {
    return verify::parse_statement(text + "\n").instance();
  } catch (const verify::SyntaxError& wrong) {
    throw Error(ErrorCode::bad_input, "#! simulate", "relations of laws in the statement's names", wrong.what());
  }
}

// `own`: how many conclusions are the statement's.
Estimates recorded(const verify::Estimates& found, const verify::Statement& statement, std::size_t own) {
  const auto enclosure = [](const Interval& x) { return Enclosure{x.lower(5), x.upper(5)}; };
  Estimates out;
  if (!found.terms.empty()) out.at = point_of(found.at, statement, std::nullopt);
  out.releases = static_cast<std::uint64_t>(found.releases);
  for (const auto& [text, term] : found.terms) out.terms.push_back({text, term.plain, enclosure(term.bounds)});
  for (const auto& c : found.compared)
    out.compared.push_back({c.conclusion < own ? static_cast<int>(c.conclusion) + 1 : 0, std::string(to_string(c.rel)),
                            enclosure(c.lhs), enclosure(c.rhs), c.contradicted});
  out.none = found.none;
  for (const verify::Estimates& more : found.elsewhere) out.elsewhere.push_back(recorded(more, statement, own));
  return out;
}

Estimates estimates_of(const Question& question, const verify::Instance& given, const verify::CompanionOptions& how) {
  const verify::Statement& statement = question.statement;
  std::size_t own = 0;
  const verify::Instance instance = with_simulated(question, given, own);
  verify::EstimateOptions options;
  options.seed = seed_of(statement, how.seed);
  options.level = Rational(estimate_level.first, estimate_level.second);
  options.elsewhere = points_elsewhere;
  return recorded(verify::estimate(instance, domain_points(instance, how), options), statement, own);
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

std::string contradiction(const Estimates& e) {
  for (const auto& with : e.compared)
    if (with.contradicted)
      return fmt::format("simulated releases contradict {}: [{}, {}] {} [{}, {}] at {}",
                         with.conclusion > 0 ? fmt::format("conclusion {}", with.conclusion) : "`#! simulate`",
                         with.lhs.lower, with.lhs.upper, with.relation, with.rhs.lower, with.rhs.upper,
                         e.at.empty() ? "the one point" : text_of(e.at));
  for (const Estimates& more : e.elsewhere)
    if (std::string found = contradiction(more); !found.empty()) return found;
  return {};
}

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
  for (const auto dim : dims) {
    const verify::Instance instance = question.statement.instance(dim);
    const verify::Companion found = verify::companion(instance, options);
    add(out, found, question.statement, dim);
    if (!dim && (!instance.law_terms.empty() || !question.hints.simulated.empty()))
      out.estimates = estimates_of(question, instance, options);
  }
  if (out.held + out.undecided > 0 || !out.violated.empty()) out.untested.clear();
  return out;
}

void confront(Finding& f) {
  if (!f.companion) return;
  const std::string drawn = f.companion->estimates ? contradiction(*f.companion->estimates) : "";
  if (!f.companion->violated.empty())
    f.reason = fmt::format("error: {}, but {} is certainly false", name(f.verdict), f.companion->violated);
  else if (!drawn.empty())
    f.reason = fmt::format("error: {}, but {}", name(f.verdict), drawn);
  else
    return;
  f.verdict = Verdict::open;
  f.contradicted = true;
}

}  // namespace dpcert::catalogue
