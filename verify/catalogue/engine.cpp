#include "verify/catalogue/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "verify/catalogue/files.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::catalogue {

namespace {

constexpr std::size_t plain_limit = 64 * 1024;  // larger certificates are compressed

/// A kernel's decision in the terms of reports, for the claim itself and for its repair.
struct Decided {
  Verdict verdict = Verdict::open;
  std::string reason;
  bool checked = false;
  std::vector<DomainInterval> domain_proved;
  std::optional<Counterexample> counterexample;
  std::optional<Tightness> tightness;
  Evidence evidence;
  std::string certificate;
};

Verdict verdict_of(verify::Outcome outcome) {
  switch (outcome) {
    case verify::Outcome::proved:
      return Verdict::proved;
    case verify::Outcome::proved_on:
      return Verdict::proved_on;
    case verify::Outcome::refuted:
      return Verdict::refuted;
    case verify::Outcome::supported:
      return Verdict::supported;
    case verify::Outcome::open:
      break;
  }
  return Verdict::open;
}

/// "d=2", "d=3", "x in [1/2, 3)" -> d in [2, 3], x in [1/2, 3).
std::vector<DomainInterval> domain_of(const std::vector<std::string>& parts) {
  std::vector<DomainInterval> domain;
  std::map<std::string, std::set<long>> dimensions;
  for (const std::string& part : parts) {
    if (const auto in = part.find(" in "); in != std::string::npos) {
      const std::string interval = part.substr(in + 4);
      const auto comma = interval.find(", ");
      if (comma == std::string::npos || interval.size() < comma + 3) continue;
      DomainInterval item{part.substr(0, in),
                          interval.substr(1, comma - 1),
                          interval.substr(comma + 2, interval.size() - comma - 3),
                          {interval.front(), interval.back()}};
      const auto same = [&](const DomainInterval& other) {
        return other.variable == item.variable && other.lower == item.lower && other.upper == item.upper;
      };
      if (std::none_of(domain.begin(), domain.end(), same)) domain.push_back(std::move(item));
    } else if (const auto equals = part.find('='); equals != std::string::npos) {
      dimensions[part.substr(0, equals)].insert(std::stol(part.substr(equals + 1)));
    }
  }
  for (const auto& [name, values] : dimensions)
    for (auto first = values.begin(); first != values.end();) {
      auto last = first;
      while (std::next(last) != values.end() && *std::next(last) == *last + 1) ++last;
      domain.insert(domain.begin(), {name, std::to_string(*first), std::to_string(*last), "[]"});
      first = std::next(last);
    }
  return domain;
}

Counterexample counterexample_of(const verify::Decision& decision, const verify::Statement& statement) {
  const verify::Counterexample& found = *decision.counterexample;
  Counterexample out;
  if (decision.counterexample_dim && statement.dim)
    out.variables.emplace_back(statement.dim->name, std::to_string(*decision.counterexample_dim));
  for (const auto& [name, value] : found.point) out.variables.emplace_back(name, value.str());
  for (const std::string& function : found.with) {
    const auto equals = function.find('=');
    const auto clean = [](std::string text) {
      text.erase(0, text.find_first_not_of(' '));
      text.erase(text.find_last_not_of(' ') + 1);
      return text;
    };
    if (equals != std::string::npos)
      out.functions.emplace_back(clean(function.substr(0, equals)), clean(function.substr(equals + 1)));
  }
  out.conclusion = static_cast<int>(found.conclusion) + 1;
  out.lhs = Enclosure{found.lhs.lower(), found.lhs.upper()};
  out.rhs = Enclosure{found.rhs.lower(), found.rhs.upper()};
  if (!decision.refuted_relation) return out;
  const Rel rel = decision.refuted_relation->rel;
  out.relation = rel == Rel::ge ? ">=" : rel == Rel::gt ? ">" : "=";
  // The kernel has turned `a <= b` into `b >= a`; the reader sees it as written. With `for`, one written conclusion
  // stands for many: then the sides are turned back only if all are written the same way.
  const std::vector<bool> smaller_first = written_smaller_first(statement.text);
  const bool alike =
      std::adjacent_find(smaller_first.begin(), smaller_first.end(), std::not_equal_to<>()) == smaller_first.end();
  const bool indexed = statement.text.find("prove for") != std::string::npos;
  const bool turn = !smaller_first.empty() &&
                    (alike ? smaller_first.front()
                           : !indexed && found.conclusion < smaller_first.size() && smaller_first[found.conclusion]);
  if (turn && rel != Rel::eq) {
    std::swap(out.lhs, out.rhs);
    out.relation = rel == Rel::ge ? "<=" : "<";
  }
  return out;
}

Tightness tightness_of(const verify::Tightness& t) {
  constexpr Precision bits = 80;
  constexpr int digits = 12;
  Tightness out{"slack", {Ball(t.lower, bits).lower(digits), Ball(t.upper, bits).upper(digits)}, {}};
  for (const auto& [name, value] : t.at) out.at.emplace_back(name, value.str());
  return out;
}

class Engine : public Certifier {
 public:
  ClaimRecord certify(const CatalogueEntry& entry, const Options& options) override {
    if (auto settled = settled_without_engine(entry)) {  // only the corrected statement is left to decide
      if (entry.repair && settled->repair) repair(*entry.repair, *settled->repair, options);
      return *settled;
    }
    ClaimRecord record = blank_record(entry);
    Decided decided = decide(*entry.formal, record.id, options);
    if (entry.negated()) decided = of_negation(std::move(decided));
    record.verdict = decided.verdict;
    record.reason = std::move(decided.reason);
    record.checked = decided.checked;
    record.domain_proved = std::move(decided.domain_proved);
    record.counterexample = std::move(decided.counterexample);
    if (!entry.negated()) record.tightness = std::move(decided.tightness);
    record.evidence = std::move(decided.evidence);
    record.certificate = std::move(decided.certificate);
    if (const auto* why = entry.formal->directive("open"); why && record.verdict == Verdict::open) record.reason = *why;
    if (const auto* citation = entry.formal->directive("assumed"); citation && record.checked)
      record.assumes.push_back(*citation);
    if (entry.repair && record.repair) repair(*entry.repair, *record.repair, options);
    return record;
  }

 private:
  static void repair(const FormalStatement& formal, Repair& out, const Options& options) {
    Decided decided = decide(formal, out.id, options);
    out.verdict = decided.verdict;
    out.reason = std::move(decided.reason);
    out.checked = decided.checked;
    out.domain_proved = std::move(decided.domain_proved);
    out.evidence = std::move(decided.evidence);
    out.certificate = std::move(decided.certificate);
    if (const auto* citation = formal.directive("assumed"); citation && out.checked)
      out.note += (out.note.empty() ? "" : " ") + ("Assumes: " + *citation);
  }

  /// Only a proof of the whole negation says something about the claim: it refutes it.
  static Decided of_negation(Decided d) {
    if (d.verdict == Verdict::proved) {
      d.verdict = Verdict::refuted;
      d.reason = "the negation, which is the formal statement here, is proved";
      return d;
    }
    d.reason = "the negation is " + std::string(name(d.verdict)) + (d.reason.empty() ? "" : ": " + d.reason);
    d.verdict = Verdict::open;
    d.checked = false;
    d.certificate.clear();
    d.counterexample.reset();
    d.domain_proved.clear();
    return d;
  }

  static Decided decide(const FormalStatement& formal, const std::string& id, const Options& options) {
    Decided out;
    verify::Statement statement;
    try {
      statement = verify::parse_statement(formal.text);
    } catch (const verify::SyntaxError& problem) {
      out.reason = fmt::format("error: {}, statement line {}: {}", formal.file, problem.line, problem.what());
      return out;
    }
    Hints hints = read_hints(formal);
    verify::DecideOptions how;
    how.claim = id;
    how.seed = options.seed;
    how.threads = static_cast<int>(std::max(1u, options.threads));
    if (options.precision > 0) how.bits = std::max<Precision>(32, options.precision);
    how.time_limit = options.time_limit;
    how.advice = std::move(hints.proofs);
    how.points = std::move(hints.points);
    how.interpretations = std::move(hints.interpretations);
    how.cancel = options.stop;
    if (options.progress)
      how.progress = [&, start = std::chrono::steady_clock::now()](double share, std::size_t boxes, double worst) {
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        options.progress({share, seconds > 0 ? static_cast<double>(boxes) / seconds : 0, worst, ""});
      };
    const verify::Decision decision = verify::decide(statement, how);

    out.verdict = verdict_of(decision.outcome);
    out.reason = decision.reason;
    out.checked = decision.checked;
    out.evidence.method = decision.method;
    out.evidence.rules = decision.rules;
    out.evidence.boxes = decision.boxes;
    out.evidence.precision = static_cast<int>(decision.precision);
    out.evidence.digest = decision.digest;
    out.evidence.check_seconds = decision.check_seconds;
    if (out.verdict == Verdict::supported) {
      out.evidence.samples = decision.evaluations;
      out.evidence.search = decision.search;
    }
    if (out.verdict == Verdict::proved_on) out.domain_proved = domain_of(decision.proved_on);
    if (decision.counterexample) out.counterexample = counterexample_of(decision, statement);
    if (decision.tightness) out.tightness = tightness_of(*decision.tightness);
    if (!decision.certificate.empty()) {
      const bool packed = decision.certificate.size() > plain_limit;
      const std::string file = id + (packed ? ".cert.gz" : ".cert");
      const std::string bytes = packed ? gzip(decision.certificate) : decision.certificate;
      write_file_atomically(options.certificates / file, bytes);
      out.evidence.bytes = bytes.size();
      out.certificate = options.certificate_prefix + file;
      std::error_code ignored;  // the other form may be left from an earlier run
      std::filesystem::remove(options.certificates / (id + (packed ? ".cert" : ".cert.gz")), ignored);
    }
    return out;
  }
};

}  // namespace

std::unique_ptr<Certifier> make_engine() { return std::make_unique<Engine>(); }

}  // namespace dpcert::catalogue
