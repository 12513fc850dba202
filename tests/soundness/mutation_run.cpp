// The mutation run: accepted certificates are damaged, and the checker must notice.
//
//   mutation_run --certificates 40 --bytes 10000 --mutants 1000 --seed 1 [--claims FOLDER --seconds 60]
//
// (a) random changes of bytes: every one is rejected, by the digest. (b) changes of meaning with the digest made right
// again: those that are accepted must state something true. A mutant with the statement of the original and its verdict
// (or the weaker proved-on) is true by the original proof; a changed statement is attacked by the point search; a
// refutation is computed again with 700-bit enclosures.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string_view>

#include "dpcert/checker/checker.hpp"
#include "dpcert/language/enclose.hpp"
#include "tests/soundness/command_line.hpp"
#include "tests/soundness/mutation.hpp"
#include "tests/soundness/random_statements.hpp"
#include "verify/engine/points/search.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::soundness {
namespace {

using verify::Verdict;

struct Options {
  std::uint64_t certificates = 40, bytes = 10000, mutants = 1000, seed = 1;
  double seconds = 60;  // for the certificates of the claims
  std::string claims;
};

struct Original {
  std::string certificate, statement, verdict;
};

std::string file_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream s;
  s << in.rdbuf();
  return s.str();
}

std::optional<Original> certified(const std::string& text, double seconds) {
  verify::DecideOptions o;
  o.max_boxes = 3000;
  o.time_limit = std::chrono::duration<double>(seconds);
  o.evaluations = 200;
  try {
    const auto d = decide(verify::parse_statement(text), o);
    if (!d.checked || d.certificate.size() > 200'000) return std::nullopt;
    const auto r = checker::check(d.certificate);
    return Original{d.certificate, r.statement, r.verdict};
  } catch (const verify::SyntaxError&) {
    return std::nullopt;  // a definition without a conclusion
  }
}

std::vector<Original> originals(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<Original> out;
  if (!options.claims.empty()) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(options.claims)) {
      if (entry.path().extension() == ".claim") files.push_back(entry.path());
    }
    std::ranges::sort(files);
    for (const auto& f : files) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
      if (out.size() >= options.certificates / 2 || spent.count() > options.seconds) break;
      if (auto c = certified(file_text(f), 1)) out.push_back(std::move(*c));
    }
  }
  for (std::uint64_t i = 0; out.size() < options.certificates && i < 20 * options.certificates; ++i) {
    if (auto c = certified(likely_true_problem(options.seed, i), 0.5)) out.push_back(std::move(*c));
  }
  return out;
}

// The dimension and the assignments of the `refute` line, read here from the text.
struct Refutation {
  std::optional<long> dim;
  std::size_t conclusion = 0;
  verify::Point point;
  bool plain = true;  // no functions to be interpreted
};
Refutation refutation_of(const std::string& certificate) {
  Refutation r;
  std::istringstream in(certificate);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "instance") {
      const auto equals = line.find('=');
      r.dim = std::stol(line.substr(equals + 1));
    }
    if (word != "refute") continue;
    words >> r.conclusion;
    --r.conclusion;
    while (words >> word) {
      const auto equals = word.find('=');
      if (word == "with")
        r.plain = false;
      else if (equals != std::string::npos && r.plain)
        r.point[word.substr(0, equals)] = *Rational::parse(word.substr(equals + 1));
    }
  }
  return r;
}

// e at the point, exactly as far as it is rational (floor of an exact integer has no enclosure), the rest enclosed.
Ball value_at(const Expr& e, const verify::Point& point) {
  ExprMap<Expr> values;
  for (const auto& [name, q] : point) values.emplace(Expr::variable(name), q);
  const Expr folded = transform(substitute(e, values), [](const Expr& n, std::span<const Expr> args) {
    if (args.empty()) return n;
    const Expr rebuilt = Expr::make(n.op(), args, n.node().index);
    const auto q = verify::rational_value(rebuilt);
    return q ? Expr(*q) : rebuilt;
  });
  return verify::enclose(folded, {}, 700);
}

// Is the refuted statement false, by enclosures of our own?
std::string doubt_of_refutation(const std::string& certificate, const verify::Statement& s) {
  const Refutation r = refutation_of(certificate);
  if (!r.plain) return "";  // functions: only the checker's reading exists
  const verify::Instance i = s.instance(r.dim);
  for (const auto& v : i.variables) {
    if (!r.point.contains(v.name)) return "no value for " + v.name;
    const Rational& q = r.point.at(v.name);
    if (!v.range.contains(q) || (v.integer && !q.is_integer())) return v.name + " is outside its domain";
  }
  for (const auto& h : i.hypotheses) {
    const Ball d = value_at(h.lhs - h.rhs, r.point);
    if (!d.is_finite() || certainly_negative(d) || (h.rel == Rel::eq && !d.contains_zero()) ||
        (h.rel == Rel::gt && !certainly_positive(d)))
      return "a hypothesis fails";
  }
  const Relation& c = i.conclusions.at(r.conclusion);
  const Ball d = value_at(c.lhs - c.rhs, r.point);
  if (!d.is_finite()) return "the conclusion is undefined";
  const bool violated =
      certainly_negative(d) || (c.rel == Rel::eq && certainly_positive(d)) || (c.rel == Rel::gt && d.contains_zero());
  return violated ? "" : "the conclusion holds";
}

// Something false in what a proof claims?
std::string doubt_of_proof(const verify::Statement& s, const std::vector<std::string>& proved_on, std::uint64_t seed) {
  std::vector<std::optional<long>> dims{std::nullopt};
  if (s.dim) {
    dims.clear();
    for (long d = s.dim->lo; d <= s.dim->hi.value_or(s.dim->lo + 8); ++d) {
      const bool named = std::ranges::count(proved_on, fmt::format("{}={}", s.dim->name, d)) > 0;
      if (proved_on.empty() || named) dims.emplace_back(d);
    }
  }
  for (const auto& dim : dims) {
    verify::SearchOptions o;
    o.seed = seed;
    o.evaluations = 3000;
    o.time_limit = std::chrono::duration<double>(3);
    const auto found = search_points(s.instance(dim), o);
    if (found.counterexample) {
      std::string at;
      for (const auto& [name, q] : found.counterexample->point) at += " " + name + "=" + q.str();
      return "false at" + at;
    }
    if (found.undefined) return "undefined somewhere";
  }
  return "";
}

int run(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  const auto all = originals(options);
  if (all.empty()) return fmt::print(stderr, "no certificate to mutate\n"), 1;
  std::map<std::string, long> verdicts;
  for (const auto& o : all) ++verdicts[o.verdict];
  fmt::print("{} certificates:", all.size());
  for (const auto& [v, n] : verdicts) fmt::print(" {} {}", n, v);
  fmt::print("\n");
  std::fflush(stdout);

  Dice dice(options.seed);
  long damaged_accepted = 0;
  for (std::uint64_t i = 0; i < options.bytes; ++i) {
    const std::string& original = dice.one_of(all).certificate;
    const std::string damaged = mutate_bytes(dice, original);
    if (!checker::check(damaged).accepted) continue;
    ++damaged_accepted;
    const auto at = static_cast<std::size_t>(std::ranges::mismatch(original, damaged).in1 - original.begin());
    const std::size_t from = at < 20 ? 0 : at - 20;
    fmt::print("ACCEPTED with changed bytes at {} of {}: {:?} for {:?}\n", at, original.size(),
               damaged.substr(from, 60), original.substr(from, 60));
  }
  fmt::print("{} certificates with changed bytes, {} accepted\n", options.bytes, damaged_accepted);
  std::fflush(stdout);

  struct Count {
    long made = 0, accepted = 0, same = 0, searched = 0, unread = 0, false_ones = 0;
  };
  std::map<std::string, Count> kinds;
  long false_ones = 0;
  for (std::uint64_t i = 0; i < options.mutants; ++i) {
    const Original& o = dice.one_of(all);
    const Mutant m = mutate_meaning(dice, o.certificate);
    if (m.kind.empty()) continue;
    Count& c = kinds[m.kind];
    ++c.made;
    const auto r = checker::check(m.certificate);
    if (!r.accepted) continue;
    ++c.accepted;
    std::string doubt;
    if (r.statement == o.statement && (r.verdict == o.verdict || (o.verdict == "proved" && r.verdict == "proved-on"))) {
      ++c.same;
    } else {
      ++c.searched;
      try {
        const auto s = verify::parse_statement(r.statement);
        doubt = r.verdict == "refuted" ? doubt_of_refutation(m.certificate, s) : doubt_of_proof(s, r.proved_on, i);
      } catch (const verify::SyntaxError& e) {
        ++c.unread;
        fmt::print("not read by the prover's reader ({}): {}\n", m.kind, e.what());
      }
    }
    if (doubt.empty()) continue;
    ++c.false_ones;
    ++false_ones;
    fmt::print("ACCEPTED ({}): {}\n--- original\n{}--- mutant\n{}", m.kind, doubt, o.certificate, m.certificate);
  }
  fmt::print("{:<26}{:>8}{:>10}{:>16}{:>10}{:>8}{:>8}\n", "mutation", "made", "accepted", "same statement", "searched",
             "unread", "false");
  Count sum;
  for (const auto& [kind, c] : kinds) {
    fmt::print("{:<26}{:>8}{:>10}{:>16}{:>10}{:>8}{:>8}\n", kind, c.made, c.accepted, c.same, c.searched, c.unread,
               c.false_ones);
    sum.made += c.made, sum.accepted += c.accepted, sum.same += c.same, sum.searched += c.searched,
        sum.unread += c.unread;
  }
  fmt::print("{:<26}{:>8}{:>10}{:>16}{:>10}{:>8}{:>8}\n{:.1f} s\n", "all", sum.made, sum.accepted, sum.same,
             sum.searched, sum.unread, false_ones,
             std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  return damaged_accepted || false_ones ? 1 : 0;
}

}  // namespace
}  // namespace dpcert::soundness

int main(int argc, char** argv) {
  dpcert::soundness::Options o;
  return dpcert::soundness::run_with_options(
      argc, argv,
      [&](CLI::App& app) {
        app.add_option("--claims", o.claims);
        app.add_option("--seconds", o.seconds);
        app.add_option("--certificates", o.certificates);
        app.add_option("--bytes", o.bytes);
        app.add_option("--mutants", o.mutants);
        app.add_option("--seed", o.seed);
      },
      [&] { return dpcert::soundness::run(o); });
}
