#include "verify/catalogue/engine_certifier.hpp"

#include <fmt/format.h>

#include <fstream>

#include "src/scalar/error.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::catalogue {

namespace {

using Clock = std::chrono::steady_clock;

Verdict verdict_of(verify::Outcome o) {
  switch (o) {
    case verify::Outcome::proved:
      return Verdict::proved;
    case verify::Outcome::proved_on:
      return Verdict::proved_on;
    case verify::Outcome::refuted:
      return Verdict::refuted;
    case verify::Outcome::supported:
      return Verdict::supported;
    case verify::Outcome::open:
      return Verdict::open;
  }
  return Verdict::open;
}

std::string_view trim(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return s;
}

// "x=1 y=2/3 with g(u)=beta(u, 4);": exact values and instances of functions, in any order. What does not parse is left
// out: it is only advice.
struct Advice {
  verify::Point point;
  verify::Interpretation with;
};
Advice read_point(std::string_view text) {
  Advice a;
  text = trim(text);
  while (!text.empty()) {
    if (text.starts_with("with ")) {
      const auto end = std::min(text.find(';'), text.size());
      a.with.emplace_back(trim(text.substr(5, end - 5)));
      text.remove_prefix(std::min(end + 1, text.size()));
    } else {
      const auto end = std::min(text.find(' '), text.size());
      const auto word = text.substr(0, end);
      if (const auto eq = word.find('='); eq != std::string_view::npos) {
        if (const auto q = Rational::parse(word.substr(eq + 1))) a.point.emplace(word.substr(0, eq), *q);
      }
      text.remove_prefix(end);
    }
    text = trim(text);
  }
  return a;
}

verify::Lines read_lines(std::string_view text) {
  verify::Lines lines;
  while (!text.empty()) {
    const auto end = std::min(text.find(';'), text.size());
    if (const auto line = trim(text.substr(0, end)); !line.empty()) lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// The number a directive starts with ("2 identity" -> 2), and the rest.
std::pair<std::size_t, std::string_view> numbered(std::string_view text) {
  text = trim(text);
  std::size_t k = 0, i = 0;
  while (i < text.size() && i < 6 && text[i] >= '0' && text[i] <= '9')
    k = k * 10 + static_cast<std::size_t>(text[i++] - '0');
  return {k, trim(text.substr(i))};
}

struct Decided {
  Verdict verdict = Verdict::open;
  std::string reason;
  bool checked = false;
  Evidence evidence;
  std::string certificate;
  std::vector<DomainInterval> domain;
  std::optional<Counterexample> counterexample;
  std::optional<Tightness> tightness;
  std::vector<std::string> assumes;
};

DomainInterval domain_interval(const std::string& text) {
  DomainInterval d;
  if (const auto eq = text.find('='); eq != std::string::npos && text.find(" in ") == std::string::npos) {
    d.variable = text.substr(0, eq);
    d.lower = d.upper = text.substr(eq + 1);
    return d;
  }
  const auto in = text.find(" in ");
  const auto comma = text.find(',', in);
  if (in == std::string::npos || comma == std::string::npos) return d;
  d.variable = text.substr(0, in);
  d.brackets = std::string{text[in + 4], text.back()};
  d.lower = trim(std::string_view(text).substr(in + 5, comma - in - 5));
  d.upper = trim(std::string_view(text).substr(comma + 1, text.size() - comma - 2));
  return d;
}

// Consecutive integer values of one name become one interval: d=2, d=3, d=4 -> d in [2, 4].
std::vector<DomainInterval> domains(const std::vector<std::string>& parts) {
  std::vector<DomainInterval> out;
  for (const auto& p : parts) {
    DomainInterval d = domain_interval(p);
    if (d.variable.empty()) continue;
    if (!out.empty() && out.back().variable == d.variable && d.lower == d.upper) {
      const auto a = Rational::parse(out.back().upper), b = Rational::parse(d.lower);
      if (a && b && *a + 1 == *b) {
        out.back().upper = d.upper;
        continue;
      }
    }
    out.push_back(std::move(d));
  }
  return out;
}

// A rational as a decimal, rounded outward.
std::string decimal(const Rational& q, bool up) {
  const Ball b(q, 80);
  return up ? b.upper(12) : b.lower(12);
}

Counterexample counterexample_of(const verify::Decision& d, const verify::Statement& s) {
  const verify::Counterexample& c = *d.counterexample;
  Counterexample out;
  if (d.counterexample_dim) out.variables.emplace_back(s.dim->name, std::to_string(*d.counterexample_dim));
  for (const auto& v : s.instance(d.counterexample_dim).variables) {
    if (const auto q = c.point.find(v.name); q != c.point.end()) out.variables.emplace_back(v.name, q->second.str());
  }
  for (const auto& w : c.with) {
    const auto eq = w.find('=');
    out.functions.emplace_back(trim(std::string_view(w).substr(0, eq)), trim(std::string_view(w).substr(eq + 1)));
  }
  out.conclusion = static_cast<int>(c.conclusion) + 1;
  out.relation = to_string(d.refuted_relation->rel);
  out.lhs = Enclosure{c.lhs.lower(17), c.lhs.upper(17)};
  out.rhs = Enclosure{c.rhs.lower(17), c.rhs.upper(17)};
  return out;
}

Decided decide_statement(const FormalStatement& formal, const std::string& id, const Options& options) {
  Decided out;
  if (!formal.has_conclusion()) {
    // Nothing to decide: what the file says about it.
    if (const auto* a = formal.directive("assumed")) {
      out.verdict = Verdict::assumed;
      out.assumes.push_back(*a);
    } else if (const auto* reason = formal.directive("open")) {
      out.reason = *reason;
    } else {
      out.reason = "no method: nothing is stated";
    }
    return out;
  }
  verify::Statement statement;
  try {
    statement = verify::parse_statement(formal.text);
  } catch (const verify::SyntaxError& e) {
    throw Error(ErrorCode::bad_input, formal.file, "a statement in the statement language",
                fmt::format("line {}: {}", e.line, e.what()));
  }
  verify::DecideOptions o;
  o.claim = id;
  o.seed = options.seed;
  o.threads = static_cast<int>(options.threads == 0 ? 1 : options.threads);
  if (options.precision > 0) o.bits = options.precision;
  o.cancel = options.stop;
  o.max_boxes = 30'000;
  o.time_limit = std::chrono::seconds(20);
  if (options.progress) {
    const auto start = Clock::now();
    o.progress = [&options, start](double share, std::size_t boxes, double worst) {
      const double t = std::chrono::duration<double>(Clock::now() - start).count();
      options.progress({share, t > 0 ? static_cast<double>(boxes) / t : 0, worst, "boxes"});
    };
  }
  for (const auto& directive : formal.directives) {
    if (directive.name == "proof") {
      const auto [k, rest] = numbered(directive.argument);
      o.advice[k] = read_lines(rest);
    } else if (directive.name == "inhabited" || directive.name == "refute") {
      const Advice a = read_point(directive.name == "refute" ? numbered(directive.argument).second
                                                             : std::string_view(directive.argument));
      o.points.push_back(a.point);
      if (!a.with.empty()) o.interpretations.push_back(a.with);
    }
  }
  const verify::Decision d = verify::decide(statement, o);
  out.verdict = verdict_of(d.outcome);
  out.reason = d.reason;
  out.checked = d.checked;
  out.evidence.method = d.method;
  out.evidence.rules = d.rules;
  out.evidence.boxes = d.boxes;
  out.evidence.samples = d.evaluations;
  out.evidence.search = d.search;
  out.evidence.precision = static_cast<int>(d.precision);
  out.evidence.digest = d.digest;
  out.evidence.bytes = d.certificate.size();
  out.evidence.check_seconds = d.check_seconds;
  out.domain = domains(d.proved_on);
  if (d.tightness) {
    Tightness t{"slack", {decimal(d.tightness->lower, false), decimal(d.tightness->upper, true)}, {}};
    for (const auto& [name, q] : d.tightness->at) t.at.emplace_back(name, q.str());
    out.tightness = std::move(t);
  }
  if (d.counterexample) out.counterexample = counterexample_of(d, statement);
  if (out.verdict == Verdict::proved || out.verdict == Verdict::proved_on) {
    for (const auto& directive : formal.directives) {
      if (directive.name == "assumed") out.assumes.push_back(directive.argument);
    }
  }
  if (!d.certificate.empty()) {
    const std::string name = id + std::string(certificate_suffix);
    const auto path = options.certificates / name;
    const auto part = options.certificates / (name + ".part");
    {
      std::ofstream file(part, std::ios::binary | std::ios::trunc);
      file << d.certificate;
      if (!file.flush())
        throw Error(ErrorCode::bad_input, "certificates", "a folder that can be written", path.string());
    }
    std::filesystem::rename(part, path);
    out.certificate = options.certificate_prefix + name;
  }
  return out;
}

}  // namespace

ClaimRecord EngineCertifier::certify(const CatalogueEntry& entry, const Options& options) {
  const auto start = Clock::now();
  ClaimRecord record = blank_record(entry);
  if (auto settled = settled_without_engine(entry)) {
    record = std::move(*settled);
  } else {
    Decided d = decide_statement(*entry.formal, entry.ledger.id, options);
    record.verdict = d.verdict;
    record.reason = d.reason;
    record.checked = d.checked;
    record.evidence = std::move(d.evidence);
    record.certificate = std::move(d.certificate);
    record.domain_proved = std::move(d.domain);
    record.counterexample = std::move(d.counterexample);
    record.tightness = std::move(d.tightness);
    record.assumes = std::move(d.assumes);
  }
  if (entry.repair) {
    const std::string id = entry.ledger.id + ".repair";
    Decided d = decide_statement(*entry.repair, id, options);
    Repair repair;
    repair.id = id;
    repair.statement = entry.repair->text;
    repair.verdict = d.verdict;
    repair.reason = d.reason;
    if (const auto* tag = entry.repair->directive("tag")) repair.tag = *tag;
    if (const auto* note = entry.repair->directive("reading")) repair.note = *note;
    repair.checked = d.checked;
    repair.certificate = d.certificate;
    repair.domain_proved = std::move(d.domain);
    repair.evidence = std::move(d.evidence);
    record.repair = std::move(repair);
  }
  record.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return record;
}

}  // namespace dpcert::catalogue
