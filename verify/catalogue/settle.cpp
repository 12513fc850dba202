#include "dpcert/catalogue/settle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "dpcert/checker/checker.hpp"
#include "src/core/ends.hpp"
#include "src/core/work.hpp"
#include "verify/catalogue/companion.hpp"
#include "verify/catalogue/files.hpp"
#include "verify/catalogue/store.hpp"
#include "verify/kernel/decide.hpp"
#include "verify/language/lexer.hpp"
#include "verify/support/clock.hpp"

namespace dpcert::catalogue {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t plain_limit = 65536;  // larger certificates are compressed

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

Tightness tightness_of(const verify::Decision::StatedTightness& t, const verify::Statement& statement) {
  // Of what is next to 0, not attained, the size is all that matters.
  const int digits = t.kind == verify::Tightness::Kind::slack && t.upper.approx() < 1e-30 ? 2 : 12;
  Tightness out;
  out.kind = t.kind == verify::Tightness::Kind::ratio ? "ratio" : "slack";
  out.enclosure = {ends::decimal(t.lower, digits, false), ends::decimal(t.upper, digits, true)};
  if (t.dim && statement.dim) out.at.emplace_back(statement.dim->name, std::to_string(*t.dim));
  for (const auto& [name, value] : t.at) out.at.emplace_back(name, value.str());
  if (t.conclusions > 1) out.conclusion = static_cast<int>(t.conclusion);
  return out;
}

Finding finding_of(const verify::Decision& decision, const verify::Statement& statement) {
  Finding out;
  out.verdict = decision.verdict;
  out.reason = decision.reason;
  out.checked = decision.checked;
  out.evidence.method = decision.method;
  out.evidence.rules = decision.rules;
  out.evidence.boxes = decision.boxes;
  out.evidence.resumed_boxes = decision.resumed_boxes;
  out.evidence.precision = static_cast<int>(decision.precision);
  out.evidence.lines = decision.lines;
  out.evidence.lemmas = decision.lemmas;
  out.evidence.digest = decision.digest;
  out.evidence.check_seconds = decision.check_seconds;
  out.evidence.share = decision.share;
  out.evidence.hardest = decision.hardest;
  out.evidence.undecided = decision.undecided;
  out.evidence.advice = decision.advice_problem;
  if (out.verdict == Verdict::supported) {
    out.evidence.samples = decision.evaluations;
    out.evidence.search = decision.search;
  }
  if (out.verdict == Verdict::proved_on) out.domain_proved = domain_of(decision.proved_on);
  if (decision.counterexample) out.counterexample = counterexample_of(decision, statement);
  if (decision.tightness) out.tightness = tightness_of(*decision.tightness, statement);
  return out;
}

/// Everything that the answer depends on, besides the budget.
std::string key_of(const Question& q, const verify::DecideOptions& how, const std::string& statement) {
  std::string text = fmt::format("{}\n{}\nseed {} bits {} evaluations {} dimensions {}\n", engine_version(), statement,
                                 how.seed, how.bits, how.evaluations, how.max_dimension);
  for (const auto& [k, lines] : q.hints.proofs) text += fmt::format("proof {} {}\n", k, fmt::join(lines, ";"));
  for (const auto& lemma : q.lemmas) text += fmt::format("lemma {}\n{}\n", lemma.id, verify::quoted(lemma.statement));
  if (q.hints.tightness) text += fmt::format("tightness {}\n", *q.hints.tightness);
  for (const auto& point : q.hints.points) {
    for (const auto& [name, value] : point) text += fmt::format("{}={} ", name, value.str());
    text += "\n";
  }
  for (const auto& relation : q.hints.simulated) text += fmt::format("simulate {}\n", relation);
  for (const auto& functions : q.hints.interpretations) text += fmt::format("with {}\n", fmt::join(functions, ";"));
  return verify::sha256_hex(text);
}

void write_certificate(Finding& out, const Question& q, const Options& options, const std::string& text) {
  if (options.certificates.empty()) return;
  const bool packed = text.size() > plain_limit;
  const std::string file = q.file + (packed ? ".cert.gz" : ".cert");
  const std::string bytes = packed ? gzip(text) : text;
  write_file_atomically(options.certificates / file, bytes);
  out.evidence.bytes = bytes.size();
  out.certificate = options.certificate_prefix + file;
  std::error_code ignored;  // the other form may be left from an earlier run
  std::filesystem::remove(options.certificates / (q.file + (packed ? ".cert" : ".cert.gz")), ignored);
}

/// What the checker did not accept is kept to be looked at, where `check` of the folder does not take it for a proof.
void write_rejected(Finding& out, const Question& q, const Options& options,
                    const std::vector<verify::Rejected>& rejected) {
  const auto folder = options.certificates / "rejected";
  const auto file = [&](std::size_t k) { return fmt::format("{}-{}.rejected", q.file, k); };
  std::error_code ignored;
  for (std::size_t k = rejected.size() + 1; std::filesystem::remove(folder / file(k), ignored); ++k) {
  }
  if (rejected.empty()) return;
  std::filesystem::create_directories(folder);
  for (const auto& r : rejected) {
    const std::string name = file(out.evidence.rejected.size() + 1);
    write_file_atomically(folder / name, r.certificate);
    out.evidence.rejected.push_back({options.certificate_prefix + "rejected/" + name, r.line, r.reason});
  }
}

void try_points(Finding& out, const Question& q, const Options& options) {
  if (options.points == 0) return;
  out.companion = companion_of(q, options.points, options.seed);
  if (out.verdict == Verdict::proved || out.verdict == Verdict::supported) confront(out);
}

/// The stored answer, if it is one for this run.
std::optional<Finding> earlier(const Question& q, const Options& options, const std::string& key) {
  auto stored = options.store->find(key);
  if (!stored) return std::nullopt;
  const auto start = Clock::now();
  Finding out = std::move(stored->finding);
  out.evidence.stored = true;
  out.checked = false;
  // What came to its end is not repeated; what ran out of time, or had fewer boxes, is.
  const bool decided = out.verdict == Verdict::proved || out.verdict == Verdict::refuted;
  if (!decided && (!stored->complete || stored->max_boxes < options.max_boxes)) return std::nullopt;
  if (stored->proof.empty()) {
    if (out.verdict != Verdict::supported && out.verdict != Verdict::open) return std::nullopt;
  } else {
    // The certificate is put together with the statement as it stands now, and with nothing else the checker is asked.
    const std::string text = verify::with_digest(verify::certificate_head(q.statement, q.name()) + stored->proof);
    const checker::Result checked = checker::check(text);
    if (!verify::accepted_given(checked, q.lemmas) || checked.verdict != name(out.verdict)) {
      options.store->forget(key);
      return std::nullopt;
    }
    out.checked = true;
    out.evidence.lemmas.clear();
    for (const checker::Use& use : checked.uses) out.evidence.lemmas.push_back(use.id);
    out.evidence.check_seconds = verify::seconds_since(start);
    out.evidence.digest = text.substr(text.size() - 65, 64);
    write_certificate(out, q, options, text);
  }
  out.seconds = verify::seconds_since(start);
  return out;
}

/// Boxes a second of the search at work: the count begins anew with every search.
class Rate {
 public:
  double operator()(std::size_t boxes) {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - since_).count();
    if (boxes < last_) {
      since_ = now, first_ = last_ = boxes;
      return rate_;
    }
    last_ = boxes;
    if (seconds > 0.05) rate_ = static_cast<double>(boxes - first_) / seconds;
    if (seconds > 5) since_ = now, first_ = boxes;
    return rate_;
  }

 private:
  Clock::time_point since_ = Clock::now();
  std::size_t first_ = 0, last_ = 0;
  double rate_ = 0;
};

}  // namespace

std::string statement_digest(std::string_view claim_text) {
  std::string text;
  bool title = false, line_begins = true;
  for (const verify::Token& token : verify::tokenize(claim_text)) {
    if (line_begins) title = token.kind == verify::TokenKind::name && token.text == "title";
    line_begins = token.kind == verify::TokenKind::newline;
    if (!title) text += line_begins ? "\n" : token.text + " ";
  }
  return verify::sha256_hex(text);
}

Finding settle(const Question& question, const Options& options) {
  const auto start = Clock::now();
  verify::DecideOptions how;
  how.claim = question.name();
  how.seed = options.seed;
  how.threads = static_cast<int>(std::max(1u, options.threads));
  if (options.precision > 0) how.bits = std::max<Precision>(32, options.precision);
  how.max_boxes = options.max_boxes;
  how.time_limit = options.time_limit;
  how.advice = question.hints.proofs;
  if (question.hints.tightness == 0) how.tightness_boxes = 0;
  how.tightness_of = question.hints.tightness.value_or(0);
  how.lemmas = question.lemmas;
  how.points = question.hints.points;
  how.interpretations = question.hints.interpretations;
  how.cancel = options.stop;
  if (options.progress)
    how.progress = [&, rate = Rate()](double share, std::size_t boxes, double worst) mutable {
      options.progress({share, rate(boxes), worst, ""});
    };
  std::string key;
  Store::Result record;
  if (options.store) {
    record.statement = statement_digest(question.statement.text);
    record.claim = question.claim;
    key = key_of(question, how, record.statement);
    if (!options.fresh) {
      if (auto found = earlier(question, options, key)) {
        if (options.points == 0) found->companion.reset();
        if (!found->companion || found->companion->asked != options.points) try_points(*found, question, options);
        // The result may have been found for another claim with the same statement.
        if (!question.claim.empty()) options.store->remember(question.claim, {record.statement, *found});
        return *found;
      }
      how.checkpoints.load = [&](const std::string& search) { return options.store->progress(key, search); };
    } else {
      options.store->drop_progress(key);
    }
    how.checkpoints.every = options.save_every;
    how.checkpoints.save = [&](const std::string& search, const std::string& state) {
      options.store->put_progress(key, search, state);
    };
  }

  // A defect of ours: told, and no reason to lose the other claims.
  const auto failed = [&](const char* why) {
    Finding finding;
    finding.reason = fmt::format("error: {}", why);
    finding.seconds = verify::seconds_since(start);
    if (options.store && !question.claim.empty()) options.store->remember(question.claim, {record.statement, finding});
    return finding;
  };
  verify::Decision decision;
  try {
    decision = verify::decide(question.statement, how);
  } catch (const std::exception& problem) {
    return failed(problem.what());
  } catch (const OutOfWork& end) {
    return failed(end.what());
  }
  Finding out = finding_of(decision, question.statement);
  out.seconds = out.evidence.prove_seconds = verify::seconds_since(start);
  try {
    try_points(out, question, options);
  } catch (const std::exception& problem) {
    return failed(problem.what());
  } catch (const OutOfWork& end) {
    return failed(end.what());
  }
  if (!decision.certificate.empty()) write_certificate(out, question, options, decision.certificate);
  if (!decision.divergence.empty() && !options.certificates.empty()) {
    const std::string file = question.file + ".undefined.cert";
    write_file_atomically(options.certificates / file, decision.divergence);
    out.reason += fmt::format(" ({}{})", options.certificate_prefix, file);
  }
  write_rejected(out, question, options, decision.rejected);
  // What an interruption left open was given up, not decided: the states of its searches are all there is to keep.
  if (options.store && (out.checked || !options.stopping())) {
    const std::string head = verify::certificate_head(question.statement, question.name());
    if (!decision.certificate.empty()) {
      const std::size_t end = decision.certificate.rfind("digest sha256 ");
      record.proof = decision.certificate.substr(head.size(), end - head.size());
    }
    record.finding = out;
    record.max_boxes = options.max_boxes;
    record.complete = !decision.timed_out;
    options.store->put(key, record);
    if (out.checked || (record.complete && !decision.out_of_boxes)) options.store->drop_progress(key);
  }
  return out;
}

}  // namespace dpcert::catalogue
