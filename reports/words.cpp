// The sentences that several report formats share.
#include "dpcert/reports/report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

namespace dpcert::reports {

using namespace catalogue;

namespace {

std::string list(const Assignment& assignment) {
  std::string text;
  for (const auto& [variable, value] : assignment) text += (text.empty() ? "" : ", ") + variable + " = " + value;
  return text;
}

}  // namespace

std::string counterexample_sentence(const Counterexample& c) {
  std::string text = c.variables.empty() && c.functions.empty() ? "" : "At " + list(c.variables);
  if (!c.functions.empty()) text += (c.variables.empty() ? "" : ", with ") + list(c.functions);
  text += text.empty() ? "All hypotheses hold, but " : " all hypotheses hold, but ";
  const std::string which = "conclusion " + std::to_string(c.conclusion);
  if (!c.lhs || !c.rhs) return text + which + " is false.";
  const bool strict = c.relation == ">" || c.relation == "<";
  if (strict && c.lhs->lower == c.rhs->lower && c.lhs->upper == c.rhs->upper)
    return text + "the two sides are equal, and " + which + " claims a strict inequality.";
  if (c.relation == ">=" || c.relation == ">")
    return text + "the left side is at most " + c.lhs->upper + " and the right side at least " + c.rhs->lower + ": " +
           which + " claims the opposite.";
  if (c.relation == "<=" || c.relation == "<")
    return text + "the left side is at least " + c.lhs->lower + " and the right side at most " + c.rhs->upper + ": " +
           which + " claims the opposite.";
  return text + "the left side lies in [" + c.lhs->lower + ", " + c.lhs->upper + "] and the right side in [" +
         c.rhs->lower + ", " + c.rhs->upper + "]: " + which + " is false.";
}

std::string refutation(const Finding& f) {
  if (f.verdict != Verdict::refuted) return {};
  return f.counterexample ? "a certified counterexample" : "a proof of the negation";
}

std::string print_sentence(const ClaimRecord& r) {
  if (!r.print) return {};
  const std::string& note = r.print->note;
  const std::string end = note.ends_with('.') ? "" : ".";
  switch (r.print->word) {
    case Correspondence::literal:
      return "literal.";
    case Correspondence::equivalent:
      return "equivalent: " + note + end;
    case Correspondence::instance:
      return "an instance: " + note + end;
    case Correspondence::weaker:
      return "weaker: " + note + end +
             (r.decided == Verdict::proved || r.decided == Verdict::proved_on
                  ? " The formal statement is " + std::string(name(r.decided)) + "; that is what is known."
                  : "");
  }
  return {};
}

std::string tightness_measure(const Tightness& t) {
  const std::string of = t.conclusion ? " of conclusion " + std::to_string(t.conclusion) : "";
  return t.kind == "ratio" ? "largest ratio of the sides (smaller/larger)" + of : "least " + t.kind + of;
}

std::string tightness_enclosure(const Tightness& t) { return "[" + t.enclosure.lower + ", " + t.enclosure.upper + "]"; }

std::string tightness_place(const Tightness& t) { return list(t.at); }

std::string tightness_sentence(const Tightness& t) {
  const std::string place = tightness_place(t);
  return tightness_measure(t) + " in " + tightness_enclosure(t) + (place.empty() ? "" : ", near " + place);
}

std::string domain_text(const std::vector<DomainInterval>& domain) {
  std::string text;
  for (const DomainInterval& i : domain) {
    const char open = i.brackets.empty() ? '[' : i.brackets.front(),
               close = i.brackets.empty() ? ']' : i.brackets.back();
    text += (text.empty() ? "" : ", ") + i.variable + " in " + open + i.lower + ", " + i.upper + close;
  }
  return text;
}

std::string points_sentence(const catalogue::Companion& c) {
  if (!c.untested.empty()) return "not tried: " + c.untested;
  std::string text = fmt::format("holds at {} point{}", c.held, c.held == 1 ? "" : "s");
  if (c.undecided) text += fmt::format(", not decided at {}", c.undecided);
  if (c.rejected) text += fmt::format(", {} drawn outside of the hypotheses", c.rejected);
  std::string places;
  for (const auto& [label, count] : c.labels)
    places += fmt::format("{}{} {}", places.empty() ? "" : ", ", count, label);
  if (!places.empty()) text += " (" + places + ")";
  if (!c.violated.empty()) text += "; fails: " + c.violated;
  return text;
}

namespace {

// A number of which both ends print the same, or its ends.
std::string enclosed(const catalogue::Enclosure& e) {
  return e.lower == e.upper ? e.lower : fmt::format("[{}, {}]", e.lower, e.upper);
}

std::string short_list(const catalogue::Assignment& all) {
  std::string text;
  for (const auto& [name, value] : all)
    text += fmt::format(
        "{}{} = {}", text.empty() ? "" : ", ", name,
        value.size() <= 40 ? value : fmt::format("{}... ({} characters)", value.substr(0, 30), value.size()));
  return text;
}

}  // namespace

std::string estimates_sentence(const catalogue::Estimates& e) {
  if (e.terms.empty()) return "none: " + e.none;
  std::string text;
  for (const auto& t : e.terms) {
    text += fmt::format("{}{}", text.empty() ? "" : "; ", t.term);
    if (std::isfinite(t.plain)) text += fmt::format(" is {:.4g} in simulated releases,", t.plain);
    text += t.bounds.upper == "inf" ? fmt::format(" at least {}", t.bounds.lower) : " in " + enclosed(t.bounds);
  }
  for (const auto& c : e.compared)
    text +=
        fmt::format("; {}, {} {} {}: {}", c.conclusion > 0 ? fmt::format("conclusion {}", c.conclusion) : "tied to it",
                    enclosed(c.lhs), c.relation, enclosed(c.rhs), c.contradicted ? "CONTRADICTED" : "agrees");
  const std::string at = short_list(e.at);
  text = fmt::format("{}; {} releases{}{}", text, e.releases, at.empty() ? "" : " at ", at);
  std::size_t compared = 0;
  std::string wrong;
  for (const catalogue::Estimates& more : e.elsewhere) {
    compared += more.compared.size();
    for (const auto& c : more.compared)
      if (c.contradicted) wrong += fmt::format("; CONTRADICTED at {}", short_list(more.at));
  }
  if (e.elsewhere.empty()) return text;
  return fmt::format("{}; at {} point{} more {} conclusion{} compared{}", text, e.elsewhere.size(),
                     e.elsewhere.size() == 1 ? "" : "s", compared, compared == 1 ? "" : "s",
                     wrong.empty() ? compared > 0 ? ": agree" : "" : wrong);
}

std::string estimates_summary(const catalogue::RunSummary& run) {
  if (run.estimated_statements + run.statements_unestimated == 0) return {};
  const double alarm =
      static_cast<double>(run.estimates) * catalogue::estimate_level.first / catalogue::estimate_level.second;
  return fmt::format(
      "{} number{} of laws in {} statement{} estimated from {} simulated releases, {} conclusion{} compared, {} "
      "contradicted (a false alarm in the whole run: probability at most {:.1g}); {} statement{} of laws not estimated",
      run.estimates, run.estimates == 1 ? "" : "s", run.estimated_statements, run.estimated_statements == 1 ? "" : "s",
      run.releases, run.estimates_compared, run.estimates_compared == 1 ? "" : "s", run.estimates_contradicting, alarm,
      run.statements_unestimated, run.statements_unestimated == 1 ? "" : "s");
}

std::string suite_sentence(const catalogue::SuiteRecord& suite) {
  const char* cases = suite.cases == 1 ? "case" : "cases";
  return suite.passed ? fmt::format("held in {} random {}", suite.cases, cases)
                      : fmt::format("FAILED after {} {}", suite.cases, cases);
}

std::string least_slack_sentence(const catalogue::Companion& c) {
  Assignment all = c.at;
  all.insert(all.end(), c.with.begin(), c.with.end());
  const std::string where = short_list(all);
  return fmt::format("{:.3g} of the size of its terms{}{}", c.least.value_or(0), where.empty() ? "" : ", at ", where);
}

std::string advice_sentence(const Evidence& e) {
  return e.advice.empty() ? "" : "the given proof was not followed: " + e.advice;
}

std::string rejection_sentence(const Evidence& e) {
  if (e.rejected.empty()) return {};
  const auto& last = e.rejected.back();
  return fmt::format("the checker rejected {} {} of this search, the last at line {} ({}): {}", e.rejected.size(),
                     e.rejected.size() == 1 ? "proof" : "proofs", last.line, last.reason, last.certificate);
}

std::string reproduce_command(const ClaimRecord& record) {
  return "dpcert certify " + record.id + " --out reproduced/" + record.id;
}

std::string check_command(const ClaimRecord& record) {
  if (record.certificate.empty()) return {};
  const bool leans = !record.evidence.uses.empty();
  return fmt::format("dpcert check {}    # in the folder of this report{}",
                     leans ? std::filesystem::path(record.certificate).parent_path().string() : record.certificate,
                     leans ? "; what the claim leans on is checked with it" : "");
}

}  // namespace dpcert::reports
