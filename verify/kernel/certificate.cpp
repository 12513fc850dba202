#include "verify/kernel/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verify/support/digest.hpp"

namespace dpcert::verify {

namespace {

std::string interpretations(const Interpretation& with) {
  std::string s;
  for (const auto& w : with) s += fmt::format(" with {};", w);
  return s;
}

}  // namespace

std::string assignments(const Point& point) {
  std::string s;
  for (const auto& [name, q] : point) s += fmt::format(" {}={}", name, q.str());
  return s;
}

std::string quoted(const Statement& statement) {
  std::string text = statement.text;
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return text + "\n";
}

std::string certificate_head(const Statement& statement, const std::string& claim) {
  const std::string text = quoted(statement);
  return fmt::format("dpcert-certificate {}\n{}statement {}\n{}", statement.language,
                     claim.empty() ? "" : "claim " + claim + "\n", std::ranges::count(text, '\n'), text);
}

std::string with_digest(std::string body) {
  const std::string digest = sha256_hex(body);
  return std::move(body) + "digest sha256 " + digest + "\n";
}

std::set<std::string> lemmas_in(const Proof& proof) {
  std::set<std::string> ids;
  for (const Step& step : proof)
    if (const auto* lemma = std::get_if<rule::UseLemma>(&step.rule)) ids.insert(lemma->id);
  return ids;
}

bool accepted_given(const checker::Result& result, const std::vector<Lemma>& proved) {
  return result.accepted || (result.conditional() && std::ranges::all_of(result.uses, [&](const checker::Use& use) {
                               const auto lemma = std::ranges::find(proved, use.id, &Lemma::id);
                               return lemma != proved.end() && quoted(lemma->statement) == use.statement;
                             }));
}

CertificateText::CertificateText(const Statement& statement, const DecideOptions& options, std::string_view verdict,
                                 const std::set<std::string>& used)
    : out_(certificate_head(statement, options.claim)) {
  for (const Lemma& lemma : options.lemmas) {
    if (!used.contains(lemma.id)) continue;
    const std::string text = quoted(lemma.statement);
    out_ += fmt::format("use {} {}\n{}", lemma.id, std::ranges::count(text, '\n'), text);
  }
  out_ += fmt::format("verdict {}\n", verdict);
}

void CertificateText::instance(const Statement& s, std::optional<long> dim) {
  if (dim) out_ += fmt::format("instance {}={}\n", s.dim->name, *dim);
}

void CertificateText::inhabited(const Point& point, const Interpretation& with) {
  out_ += "inhabited" + interpretations(with) + assignments(point) + "\n";
}

void CertificateText::inhabited(const Proof& tree) {
  out_ += "inhabited proof\n";
  lines(tree);
}

void CertificateText::disprove(std::size_t k, const Proof& tree) {
  out_ += fmt::format("disprove {}\n", k);
  lines(tree);
}

void CertificateText::only_at(const Point& point) {
  for (const auto& [name, q] : point) out_ += fmt::format("on {} in [{}, {}]\n", name, q.str(), q.str());
}

void CertificateText::goal(std::size_t k, const Proof& tree) {
  out_ += fmt::format("goal {}\n", k);
  begin(CertificateLine::Part::step);
  lines(tree);
  begin(CertificateLine::Part::elsewhere);
  ++goals_;
}

void CertificateText::tightness(std::size_t k, const ProvedTightness& t, Precision bits) {
  const bool ratio = t.kind == Tightness::Kind::ratio;
  const auto proved = [&](std::string_view word, const Rational& bound) {
    out_ += fmt::format("{} {}{}\n", word, bound.str(), t.proof.empty() ? " by goal" : "");
    lines(t.proof);
  };
  const auto shown = [&](std::string_view word, const Rational& value) {
    if (!t.by_equal) begin(CertificateLine::Part::place);
    out_ += fmt::format("{} {}{} by {}\n", word, value.str(), assignments(t.at),
                        t.by_equal ? "equal" : fmt::format("eval {}", bits));
  };
  begin(CertificateLine::Part::tightness);
  out_ += fmt::format("tightness {}{}\n", k, ratio ? t.of_lhs ? " ratio lhs" : " ratio rhs" : "");
  if (ratio) {
    out_ += "sign\n";
    lines(t.sign);
    proved("at-most", t.upper);
    shown("at-least", t.lower);
  } else {
    proved("at-least", t.lower);
    shown("at-most", t.upper);
  }
  begin(CertificateLine::Part::elsewhere);
}

void CertificateText::refute(const Counterexample& c) {
  out_ += fmt::format("refute {}{}{}\nby {}\n", c.conclusion + 1, interpretations(c.with), assignments(c.point),
                      c.by_equality ? "equal" : fmt::format("eval {}", c.bits));
}

Certificate CertificateText::finish() && { return {with_digest(std::move(out_)), std::move(sections_)}; }

void CertificateText::begin(CertificateLine::Part part) {
  lines_ +=
      static_cast<std::size_t>(std::count(out_.begin() + static_cast<std::ptrdiff_t>(counted_), out_.end(), '\n'));
  counted_ = out_.size();
  sections_.push_back({lines_ + 1, part, goals_});
}

CertificateLine Certificate::at(std::size_t line) const {
  const auto next = std::ranges::upper_bound(sections, line, {}, &Section::first);
  if (next == sections.begin()) return {};
  const Section& s = *std::prev(next);
  if (s.part != CertificateLine::Part::step) return {s.part};
  return {s.part, s.goal, line - s.first + 1};
}

void CertificateText::lines(const Proof& tree) {
  for (const auto& step : tree) {
    out_ += to_text(step);
    out_ += '\n';
  }
}

}  // namespace dpcert::verify
