// False and undefined statements of version 3 of the language: through the prover, and with proofs of their true
// neighbours at the checker.
//
//   version3_run --problems 2000 --proofs 5000 --seed 1 [--first 0] [--milliseconds 60] [--show FAMILY]
//
// (a) `problems` false statements go through the kernel: none may be proved, none that is merely undefined refuted.
// (b) The prover proves true ones; the lines of their proofs, carried over to false neighbours and changed where the
// checker stops, are `proofs` certificates: none may be accepted. The same changes are made under true statements, and
// some of those must be accepted. Exit status 1 if anything false gets through, or if too little was tried to matter.
#include <fmt/format.h>

#include <chrono>
#include <map>

#include "dpcert/checker/checker.hpp"
#include "tests/soundness/command_line.hpp"
#include "tests/soundness/proof_lines.hpp"
#include "tests/soundness/version3_statements.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::soundness {
namespace {

using verify::Verdict;

struct Options {
  std::uint64_t problems = 2000, proofs = 5000, seed = 1, first = 0;
  long milliseconds = 60;
  std::string show;
};

struct Tally {
  long problems = 0, undefined = 0, refuted = 0, open = 0, unread = 0, errors = 0, wrong = 0;
  long truths = 0, proofs = 0, of_truths = 0, accepted = 0, holes = 0;
};

struct Original {
  Version3Problem problem;
  Lines proof;  // what stands behind the verdict
};

verify::Decision verdict(const std::string& text, std::uint64_t seed, long milliseconds) {
  verify::DecideOptions o;
  o.seed = seed;
  o.max_boxes = 200;
  o.evaluations = 100;
  o.tightness_boxes = 0;
  o.time_limit = std::chrono::duration<double>(0.001 * static_cast<double>(milliseconds));
  return decide(verify::parse_statement(text), o);
}

std::string certificate(const std::string& statement, const Lines& proof) {
  return verify::with_digest(fmt::format("dpcert-certificate 3\nstatement {}\n{}verdict proved\n{}\n",
                                         std::ranges::count(statement, '\n'), statement, fmt::join(proof, "\n")));
}

class Run {
 public:
  explicit Run(const Options& o) : o_(o), dice_(o.seed * 7'919 + o.first) {}

  int operator()() {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t i = 0; i < o_.problems; ++i) through_the_prover(o_.first + i);
    at_the_checker();
    return report(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }

 private:
  void through_the_prover(std::uint64_t index) {
    const Version3Problem p = version3_problem(o_.seed, index);
    Tally& t = tallies_[p.family];
    const auto& w = p.wrong[Dice(index).one_of(numbers(p.wrong.size()))];
    ++t.problems, t.undefined += w.undefined;
    try {
      const auto d = verdict(w.text, index, o_.milliseconds);
      t.refuted += d.verdict == Verdict::refuted;
      t.open += d.verdict == Verdict::open || d.verdict == Verdict::supported;
      const bool proved = d.verdict == Verdict::proved || d.verdict == Verdict::proved_on;
      const bool wrong = proved || (w.undefined && d.verdict == Verdict::refuted);
      t.wrong += wrong;
      if (wrong || p.family == o_.show)
        fmt::print("{} {} ({}): {}\n{}\n{}\n", o_.seed, index, p.family,
                   proved  ? "PROVED THOUGH FALSE"
                   : wrong ? "REFUTED THOUGH UNDEFINED"
                           : verify::name(d.verdict),
                   w.text, wrong ? d.certificate : d.reason);
    } catch (const verify::SyntaxError& e) {
      unread(t, w.text, e.what());
    } catch (const Error& e) {  // no verdict, and so no false one
      if (++t.errors == 1) fmt::print("no verdict: {}\n{}\n", e.what(), w.text);
    }
    progress(++tried_, "statements");
  }

  static std::string text(const Claim& c) { return "language 3\n" + c.before + "prove " + c.relation + "\n"; }

  // A proof that is written by hand, of a rule that the prover does not look for.
  void given(std::uint64_t index) {
    Dice dice(o_.seed * 31 + index);
    const Given g = given_proof(dice);
    Version3Problem p{g.pair.family, text(g.pair.truth), {}};
    for (const Claim& w : g.pair.wrong) p.wrong.push_back({text(w), w.undefined});
    Lines proof{g.inhabited.empty() ? "inhabited" : "inhabited " + g.inhabited, "goal 1"};
    proof.insert(proof.end(), g.proof.begin(), g.proof.end());
    Tally& t = tallies_[p.family];
    if (const auto r = checker::check(certificate(p.truth, proof)); !r.accepted) {
      ++t.wrong;
      fmt::print("({}): A GIVEN PROOF IS REJECTED at line {}: {}\n{}\n", p.family, r.line, r.reason,
                 certificate(p.truth, proof));
      return;
    }
    ++t.truths;
    others_.insert(others_.end(), proof.begin() + 2, proof.end());
    if (others_.size() > 4000) others_.erase(others_.begin(), others_.begin() + 1000);
    attack(t, {std::move(p), std::move(proof)});
  }

  void at_the_checker() {
    for (std::uint64_t index = o_.first; made_ < o_.proofs && index < o_.first + 100 * o_.proofs; ++index) {
      if (index % 3 == 0) given(index);
      Version3Problem p = version3_problem(o_.seed + 1'000, index);
      Tally& t = tallies_[p.family];
      try {
        const auto d = verdict(p.truth, index, 10 * o_.milliseconds);
        if (d.verdict == Verdict::refuted) {
          ++t.wrong;
          fmt::print("{} {} ({}): REFUTED THOUGH TRUE\n{}\n{}\n", o_.seed, index, p.family, p.truth, d.certificate);
        }
        if (d.verdict != Verdict::proved) continue;
        Lines proof = lines_of(d.certificate);
        proof.pop_back();  // the digest
        proof.erase(proof.begin(), std::ranges::find(proof, "verdict proved") + 1);
        if (proof.size() > 120) continue;
        ++t.truths;
        if (others_.size() < 4000) others_.insert(others_.end(), proof.begin(), proof.end());
        attack(t, {std::move(p), std::move(proof)});
      } catch (const verify::SyntaxError& e) {
        unread(t, p.truth, e.what());
      }
    }
  }

  // From each neighbour's text, with the real lines first; then one change after the other, kept as long as the checker
  // gets no less far.
  void attack(Tally& t, const Original& o) {
    for (const auto& w : o.problem.wrong) {
      climb(t, w.text, o.proof, 3, true);
      climb(t, w.text, carried_over(o.proof, o.problem.truth, w.text), 9, true);
    }
    climb(t, o.problem.truth, o.proof, 8, false);
  }

  void climb(Tally& t, const std::string& statement, Lines proof, int steps, bool wrong) {
    std::size_t furthest = 0, from = 2;
    Lines kept = proof;
    for (int step = 0; step < steps; ++step) {
      if (!wrong || step > 0) change_lines(dice_, proof, std::min(from, proof.size() - 1), others_);
      if (proof.size() < 2) break;
      const std::string text = certificate(statement, proof);
      const auto r = checker::check(text);
      most_work_ = std::max(most_work_, r.work);
      (wrong ? ++t.proofs : ++t.of_truths);
      made_ += wrong;
      if (r.accepted) {
        ++(wrong ? t.holes : t.accepted);
        if (!wrong) continue;
        fmt::print("({}): ACCEPTED THOUGH FALSE\n{}\n", t.problems, text);
        std::fflush(stdout);
        return;
      }
      const std::size_t head = 3 + static_cast<std::size_t>(std::ranges::count(statement, '\n'));
      const std::size_t reached = r.line > head ? r.line - head - 1 : 0;
      if (r.line == 0 || reached >= furthest) {
        if (r.line != 0) furthest = reached;
        kept = proof, from = r.line == 0 ? proof.size() - 1 : reached;
      } else {
        proof = kept;
      }
    }
    if (wrong) progress(made_, "proofs");
  }

  static std::vector<std::size_t> numbers(std::size_t n) {
    std::vector<std::size_t> out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = i;
    return out;
  }
  void unread(Tally& t, const std::string& text, const char* why) {
    if (++t.unread == 1) fmt::print("not read: {}\n{}\n", why, text);
  }
  void progress(std::uint64_t n, const char* what) {
    if (n < next_) return;
    next_ = n + 1000;
    std::fflush(stdout);
    fmt::print(stderr, "{} {}\n", n, what);
    if (what[0] == 's' && n >= o_.problems) next_ = 1000;
  }

  int report(double seconds) {
    fmt::print("{:<28}{:>8}{:>8}{:>8}{:>7}{:>7}{:>7}{:>8}{:>8}{:>9}{:>9}{:>7}\n", "family", "false", "undef.",
               "refuted", "open", "unread", "wrong", "truths", "proofs", "of true", "accepted", "holes");
    Tally all;
    const auto row = [](const std::string& name, const Tally& t) {
      fmt::print("{:<28}{:>8}{:>8}{:>8}{:>7}{:>7}{:>7}{:>8}{:>8}{:>9}{:>9}{:>7}\n", name, t.problems, t.undefined,
                 t.refuted, t.open, t.unread, t.wrong, t.truths, t.proofs, t.of_truths, t.accepted, t.holes);
    };
    for (const auto& [name, t] : tallies_) {
      row(name, t);
      for (long Tally::*m :
           {&Tally::problems, &Tally::undefined, &Tally::refuted, &Tally::open, &Tally::unread, &Tally::errors,
            &Tally::wrong, &Tally::truths, &Tally::proofs, &Tally::of_truths, &Tally::accepted, &Tally::holes})
        all.*m += t.*m;
    }
    row("all", all);
    fmt::print("{} statements without a verdict by an error; {:.1f} s; most work of a certificate: {} units\n",
               all.errors, seconds, most_work_);
    const bool enough =
        (o_.proofs == 0 || (all.truths > 0 && all.accepted > 0)) && (o_.problems == 0 || all.refuted > 0);
    return all.wrong || all.holes || all.unread || !enough ? 1 : 0;
  }

  Options o_;
  Dice dice_;
  std::map<std::string, Tally> tallies_;
  Lines others_;
  std::uint64_t made_ = 0, tried_ = 0, next_ = 1000, most_work_ = 0;
};

}  // namespace
}  // namespace dpcert::soundness

int main(int argc, char** argv) {
  dpcert::soundness::Options o;
  return dpcert::soundness::run_with_options(
      argc, argv,
      [&](CLI::App& app) {
        app.add_option("--problems", o.problems);
        app.add_option("--proofs", o.proofs);
        app.add_option("--seed", o.seed);
        app.add_option("--first", o.first);
        app.add_option("--milliseconds", o.milliseconds);
        app.add_option("--show", o.show);
      },
      [&] { return dpcert::soundness::Run(o)(); });
}
