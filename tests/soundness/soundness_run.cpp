// The soundness run: statements that are false by construction go through the prover and the kernel; none may come out
// proved. Every fourth problem is true by construction; none of those may come out refuted.
//
//   soundness_run --problems 2000 --seed 1 [--first 0] [--jobs 2] [--show FAMILY]
//
// Two questions for each problem: does the prover alone propose a proof of the conclusions at the false instance (it
// must not: a certificate of it would only be stopped by the checker), and what is the kernel's verdict? Exit status 1
// if anything false was proved or proposed, or if something undefined was refuted.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <string_view>
#include <thread>

#include "dpcert/checker/checker.hpp"
#include "tests/soundness/command_line.hpp"
#include "tests/soundness/random_statements.hpp"
#include "verify/engine/prove/prover.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::soundness {
namespace {

using verify::Verdict;

struct Tally {
  long problems = 0, refuted = 0, supported = 0, open = 0, proved_elsewhere = 0, proved = 0, proposed = 0, wrong = 0;
  void count(const verify::Decision& d) {
    ++problems;
    refuted += d.verdict == Verdict::refuted;
    supported += d.verdict == Verdict::supported;
    open += d.verdict == Verdict::open;
  }
};

std::string point_text(const Point& p) {
  std::string s;
  for (const auto& [name, q] : p) s += " " + name + "=" + q.str();
  return s;
}

// Does the prover claim every conclusion of the instance that is false? And does the checker believe it?
struct Proposal {
  bool made = false, accepted = false;
  std::string certificate;
};
Proposal proposal(const verify::Statement& s, const FalseProblem& p) {
  const verify::Instance i = s.instance(p.dim);
  std::string text = fmt::format("dpcert-certificate 1\nstatement {}\n{}\nverdict {}\n",
                                 1 + std::ranges::count(p.text, '\n'), p.text, p.dim ? "proved-on" : "proved");
  if (p.dim) text += fmt::format("instance d={}\n", *p.dim);
  text += "inhabited" + point_text(p.at) + "\n";
  for (std::size_t k = 0; k < i.conclusions.size(); ++k) {
    verify::ProveOptions o;
    o.boxes.max_boxes = 400;
    o.boxes.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(150);
    const auto r = prove({verify::Context(i), i.conclusions[k]}, o);
    if (!r.proved) return {};
    text += fmt::format("goal {}\n{}\n", k + 1, fmt::join(to_lines(r.proof), "\n"));
  }
  const bool accepted = checker::check(verify::with_digest(text)).accepted;
  return {true, accepted, std::move(text)};
}

verify::Decision verdict(const verify::Statement& s, std::uint64_t seed) {
  verify::DecideOptions o;
  o.seed = seed;
  o.max_boxes = 300;
  o.time_limit = std::chrono::duration<double>(0.15);
  o.evaluations = 300;
  o.max_dimension = 5;
  return decide(s, o);
}

// Is the false instance among those that are claimed?
bool covers(const verify::Decision& d, const FalseProblem& p) {
  if (d.verdict == Verdict::proved) return true;
  if (d.verdict != Verdict::proved_on) return false;
  if (!p.dim) return true;
  for (const auto& on : d.proved_on) {
    if (on == fmt::format("d={}", *p.dim)) return true;
  }
  return false;
}

struct Options {
  std::uint64_t problems = 2000, seed = 1, first = 0;
  int jobs = 2;
  std::string show;
};

int run(const Options& options) {
  std::map<std::string, Tally> tallies, true_tallies;
  std::map<int, Tally> by_margin;
  long refuted_though_true = 0, rejected = 0, unread = 0;
  std::mutex mutex;
  std::atomic<std::uint64_t> next{options.first};
  const auto start = std::chrono::steady_clock::now();
  // A run that is stopped early has said how far it came and what it found until then.
  const auto progress = [&](std::uint64_t index) {
    const auto before = index - options.first;
    if (before == 0 || before % 1000 != 0) return;
    const std::lock_guard lock(mutex);
    long proved = 0, proposed = 0, wrong = 0;
    for (const auto& [name, t] : tallies) proved += t.proved, proposed += t.proposed, wrong += t.wrong;
    std::fflush(stdout);
    fmt::print(stderr,
               "{} problems: proved though false {}, proposed though false {}, refuted though undefined {}, refuted "
               "though true {}\n",
               before, proved, proposed, wrong, refuted_though_true);
  };
  const auto work = [&] {
    for (;;) {
      const std::uint64_t index = next++;
      if (index >= options.first + options.problems) return;
      progress(index);
      if (index % 4 == 3) {  // one true statement to three false ones
        const TrueProblem t = true_problem(options.seed, index);
        const verify::Decision d = verdict(verify::parse_statement(t.text), index);
        const std::lock_guard lock(mutex);
        Tally& tally = true_tallies[t.family];
        tally.count(d);
        tally.proved += d.verdict == Verdict::proved;
        const bool wrong = d.verdict == Verdict::refuted;
        refuted_though_true += wrong;
        rejected += !d.rejected.empty();
        if (wrong || !d.rejected.empty() || t.family == options.show)
          fmt::print("{} {} ({}): {}\n{}\n  {}\n{}\n", options.seed, index, t.family,
                     wrong                ? "REFUTED THOUGH TRUE"
                     : d.rejected.empty() ? "shown"
                                          : "REJECTED BY THE CHECKER, " + d.rejected.back().reason,
                     t.text, d.reason,
                     wrong                ? d.certificate
                     : d.rejected.empty() ? ""
                                          : d.rejected.back().certificate);
        continue;
      }
      const FalseProblem p = false_problem(options.seed, index);
      verify::Statement s;
      try {
        s = verify::parse_statement(p.text);
      } catch (const verify::SyntaxError& e) {  // an exact value with more digits than the language has
        const std::lock_guard lock(mutex);
        ++unread;
        if (std::string_view(e.what()).find("too many digits") == std::string_view::npos) throw;
        continue;
      }
      const auto [proposed, accepted, certificate] = proposal(s, p);
      const verify::Decision d = verdict(s, index);
      const bool proved = covers(d, p) || accepted;
      const bool wrong = p.undefined && d.verdict == Verdict::refuted;
      const std::lock_guard lock(mutex);
      for (Tally* t : {&tallies[p.family], &by_margin[p.margin]}) {
        t->count(d);
        t->proved_elsewhere += d.verdict == Verdict::proved_on && !proved;
        t->proved += proved;
        t->proposed += proposed;
        t->wrong += wrong;
      }
      if (proved || proposed || wrong || p.family == options.show) {
        fmt::print("{} {} ({}): {}\n{}\n  fails at{}\n  {}\n", options.seed, index, p.family,
                   proved     ? "PROVED"
                   : proposed ? "PROPOSED"
                   : wrong    ? "REFUTED THOUGH UNDEFINED"
                              : "shown",
                   p.text, point_text(p.at), d.reason);
        if (proved || proposed) fmt::print("{}\n", proposed ? certificate : d.certificate);
      }
    }
  };
  {
    std::vector<std::jthread> pool;
    for (int j = 0; j < options.jobs; ++j) pool.emplace_back(work);
  }
  const auto header = [](const char* what) {
    fmt::print("{:<26}{:>9}{:>9}{:>11}{:>7}{:>11}{:>8}{:>10}\n", what, "problems", "refuted", "supported", "open",
               "elsewhere", "proved", "proposed");
  };
  const auto row = [](const std::string& name, const Tally& t) {
    fmt::print("{:<26}{:>9}{:>9}{:>11}{:>7}{:>11}{:>8}{:>10}\n", name, t.problems, t.refuted, t.supported, t.open,
               t.proved_elsewhere, t.proved, t.proposed);
  };
  header("false by construction");
  Tally all;
  for (const auto& [name, t] : tallies) {
    row(name, t);
    all.problems += t.problems, all.refuted += t.refuted, all.supported += t.supported, all.open += t.open;
    all.proved_elsewhere += t.proved_elsewhere, all.proved += t.proved, all.proposed += t.proposed,
        all.wrong += t.wrong;
  }
  row("all", all);
  header("\nmargin");
  for (const auto& [margin, t] : by_margin)
    row(margin ? fmt::format("1e-{}", margin) : "equality, large, undefined", t);
  header("\ntrue by construction");
  long all_true = 0;
  for (const auto& [name, t] : true_tallies) row(name, t), all_true += t.problems;
  fmt::print(
      "\n{} false and {} true problems ({} more with numbers too long to read) in {:.1f} s; proved though false: {}; "
      "proofs proposed though false: {}; refuted "
      "though undefined: "
      "{}; refuted though true: {}; proofs of true ones that the checker rejected: {}\n",
      all.problems, all_true, unread, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
      all.proved, all.proposed, all.wrong, refuted_though_true, rejected);
  return all.proved || all.proposed || all.wrong || refuted_though_true || rejected ? 1 : 0;
}

}  // namespace
}  // namespace dpcert::soundness

int main(int argc, char** argv) {
  dpcert::soundness::Options o;
  return dpcert::soundness::run_with_options(
      argc, argv,
      [&](CLI::App& app) {
        app.add_option("--problems", o.problems);
        app.add_option("--seed", o.seed);
        app.add_option("--first", o.first);
        app.add_option("--jobs", o.jobs);
        app.add_option("--show", o.show);
      },
      [&] { return run(o); });
}
