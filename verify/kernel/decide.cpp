#include "verify/kernel/decide.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "dpcert/checker/checker.hpp"
#include "src/core/work.hpp"
#include "src/symbolic/expr_text.hpp"
#include "verify/engine/prove/logic.hpp"
#include "verify/engine/prove/prover.hpp"
#include "verify/engine/prove/witnesses.hpp"
#include "verify/engine/tactics/toolkit.hpp"
#include "verify/kernel/acceptance.hpp"
#include "verify/kernel/certificate.hpp"
#include "verify/kernel/divergence.hpp"
#include "verify/kernel/domain.hpp"
#include "verify/kernel/formulas.hpp"
#include "verify/kernel/within.hpp"

namespace dpcert::verify {

namespace {

using Clock = std::chrono::steady_clock;

// For the proofs of one statement and their tightness: some 600 MB. The catalogue's need at most a tenth.
constexpr std::uint64_t most_nodes = 2'000'000;

class Decider {
 public:
  Decider(const Statement& s, const DecideOptions& o)
      : statement_(s), options_(o), deadline_(deadline(o)), proofs_end_(deadline_ - last_look()), bits_(o.bits) {}

  Decision run() {
    dims();
    for (auto& part : parts_)
      if (!(part.instance = statement_.instance(part.dim)).formulas.empty()) return by_logic();
    // A first, short search: cheap counterexamples, points that satisfy the hypotheses, defects of definedness.
    for (auto& part : parts_) {
      part.instance = statement_.instance(part.dim);
      if (const auto problem = unknown_parameters(part.instance)) {
        decision_.verdict = Verdict::open;
        decision_.reason = *problem;
        return std::move(decision_);
      }
      // Equations are proved by normal form at once or not at all: no need to test them first.
      const bool equations =
          std::ranges::all_of(part.instance.conclusions, [](const Relation& r) { return r.rel == Rel::eq; });
      SearchOptions so = search_options(equations ? 1 : 400, std::max(2.0, seconds_left()));
      so.work = 3'000'000;
      so.keep_suggestions = true;  // the catalogue's own
      // Where proof lines are given, few points are tried before them: the statement is hardly ever false, and if it is
      // the lines fail and the search goes on afterwards.
      if (has_lines_for_all(part.instance)) so.enough = 40;
      part.found = search_points(part.instance, so);
      if (part.found.counterexample && refuted(part)) return std::move(decision_);
    }
    for (auto& part : parts_) {
      if (part.found.undefined) return undefined(part);
    }
    if (Part& only = parts_.front(); !only.found.inhabited && !statement_.dim)
      only.somewhere = proof_of_a_point(only.instance, prove_options());
    if (options_.advice.empty() && (wrong_elsewhere(Look::first) || equal_somewhere())) return std::move(decision_);
    // A step that the checker does not accept costs the proof this step, not the claim.
    constexpr std::size_t most_rejections = 8;
    Outcome outcome = prove_all();
    while (outcome == Outcome::rejected && decision_.rejected.size() < most_rejections && without_rejected_step() &&
           !cancelled())
      outcome = prove_all();
    if (outcome != Outcome::proved && wrong_elsewhere(Look::last)) return std::move(decision_);
    return outcome == Outcome::proved ? std::move(decision_) : search_on(outcome);
  }

 private:
  // What came of the attempt to prove all conclusions.
  enum class Outcome {
    proved,    // or proved on a part of the dimensions: a certificate was accepted
    no_point,  // none is known that satisfies every hypothesis
    stuck,     // or out of time, also in the checker
    rejected,  // there were proofs, and the checker did not accept them
  };
  struct Part {
    std::optional<long> dim;
    Instance instance;
    SearchResult found;
    std::optional<Proof> somewhere;  // that there is a point at which all hypotheses hold, if none was found
    std::vector<Proof> trees;
    std::map<std::string, std::size_t> tactics;  // that made them
    std::uint64_t work = 0;                      // that their proofs took
    bool proved = false;
    std::optional<ProvedTightness> tightness;
  };

  static Clock::time_point deadline(const DecideOptions& o) {
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::min(o.time_limit, std::chrono::duration<double>(1e7)));
  }

  [[nodiscard]] double seconds_left() const {
    return std::max(0.0, std::chrono::duration<double>(deadline_ - Clock::now()).count());
  }
  // A twentieth of the limit is kept for a last look at a statement that is neither proved nor refuted.
  [[nodiscard]] Clock::duration last_look() const {
    return std::chrono::duration_cast<Clock::duration>(
        std::min(options_.time_limit / 20, std::chrono::duration<double>(2)));
  }
  // What is left of the limit, and a moment even if proofs ended late.
  [[nodiscard]] double seconds_of_last_look() const {
    return std::max(std::clamp(options_.time_limit.count() / 40, 0.1, 1.0), seconds_left());
  }
  [[nodiscard]] bool cancelled() const { return options_.cancel && *options_.cancel; }

  [[nodiscard]] bool has_lines_for_all(const Instance& instance) const {
    return !instance.conclusions.empty() && options_.advice.size() >= instance.conclusions.size();
  }

  // What the checker rejected is a defect of ours; that it was stopped says nothing of the certificate.
  void keep(Rejected r) {
    if (!decision_.timed_out) {
      decision_.rejected.push_back(std::move(r));
      return;
    }
    decision_.reason = fmt::format("timeout: the checker was stopped at line {} of the certificate", r.line);
    timed_out_ = true;
  }

  // When the checker has to come to its end: with the deadline, but what was found just before it is not lost for want
  // of a moment.
  [[nodiscard]] std::function<bool()> end_of_check() const {
    const auto moment = std::chrono::duration_cast<Clock::duration>(
        std::clamp(options_.time_limit / 10, std::chrono::duration<double>(0.5), std::chrono::duration<double>(1e6)));
    return [this, end = std::max(deadline_, Clock::now() + moment)] { return cancelled() || Clock::now() > end; };
  }

  void dims() {
    if (!statement_.dim) {
      parts_.emplace_back();
      return;
    }
    const auto& d = *statement_.dim;
    const long last = d.hi ? std::min(*d.hi, d.lo + 63) : std::max(d.lo, options_.max_dimension);
    for (long k = d.lo; k <= last; ++k) parts_.emplace_back().dim = k;
  }

  // ---- statements with quantifiers and connectives: by proofs alone

  ProveOptions prove_options() const {
    ProveOptions po;
    po.boxes.max_boxes = options_.max_boxes;
    po.boxes.deadline = proofs_end_;
    po.boxes.threads = options_.threads;
    po.boxes.bits = bits_;
    po.boxes.cancel = options_.cancel;
    if (statement_.language >= 3) po.lemmas = options_.lemmas;
    return po;
  }

  // Quantifiers and connectives are taken apart by proof steps of their own (formulas.hpp).
  Decision by_logic() {
    Instance& s = parts_.front().instance;
    decision_.verdict = Verdict::open;
    if (statement_.dim) {
      decision_.reason = "no method: a formula in a statement for all dimensions";
      return std::move(decision_);
    }
    const FormulaSetting how{statement_, options_, prove_options(), search_options(1, std::max(2.0, seconds_left())),
                             end_of_check()};
    decide_formulas(s, how, decision_);
    decision_.timed_out = decision_.verdict == Verdict::open && (Clock::now() > proofs_end_ || cancelled());
    if (decision_.timed_out) decision_.reason = "timeout: out of time";
    return std::move(decision_);
  }

  SearchOptions search_options(std::size_t evaluations, double seconds) {
    SearchOptions so;
    so.seed = options_.seed;
    so.evaluations = evaluations;
    so.time_limit = std::chrono::duration<double>(seconds);
    so.cancel = options_.cancel;
    so.suggestions = options_.points;
    so.suggested_interpretations = options_.interpretations;
    return so;
  }

  bool refuted(const Part& part) {
    const Counterexample& c = *part.found.counterexample;
    CertificateText text(statement_, options_, "refuted");
    text.instance(statement_, part.dim);
    text.refute(c);
    if (auto refusal = accept(decision_, statement_, options_, "refuted", std::move(text).finish(), end_of_check())) {
      keep(std::move(refusal->rejected));
      return false;
    }
    say_refuted(decision_, c, part.instance.conclusions[c.conclusion]);
    decision_.counterexample_dim = part.dim;
    return true;
  }

  // An integral has no value at a point that the search could compare, and a point at which all hypotheses hold may
  // have no rational coordinates, or those that have are far from where the conclusion fails: a proof says that it is
  // false there.
  bool wrong_elsewhere(Look look) {
    const Instance& s = parts_.front().instance;
    if (s.language < 3 || statement_.dim || !s.functions.empty() || !s.sequences.empty()) return false;
    const bool equation = std::ranges::any_of(s.hypotheses, [](const Relation& h) { return h.rel == Rel::eq; });
    ProveOptions options = prove_options();
    if (look == Look::last) options.boxes.deadline = deadline_;  // proofs may have taken all of their time
    const FormulaSetting how{statement_, options_, options, search_options(1, 2), end_of_check()};
    for (std::size_t k = 0; k < s.conclusions.size(); ++k)
      if ((!nodes_of(s.conclusions[k], is_integral).empty() || parts_.front().somewhere ||
           (equation && look == Look::last)) &&
          disprove(s, k, how, decision_,
                   look == Look::first && parts_.front().somewhere ? Look::without_a_point : look))
        return true;
    return false;
  }

  bool equal_somewhere() {
    const FormulaSetting how{statement_, options_, prove_options(), search_options(1, 2), end_of_check()};
    return !statement_.dim && disprove_at_equality(parts_.front().instance, how, decision_);
  }

  Decision undefined(const Part& part) {
    const auto& u = *part.found.undefined;
    decision_.verdict = Verdict::open;
    decision_.reason = fmt::format("undefined: at{} every hypothesis holds and conclusion {} is not defined ({})",
                                   assignments(u.point), u.conclusion + 1, u.what);
    return std::move(decision_);
  }

  // An integral of a conclusion does not exist where all hypotheses hold.
  bool divergent() {
    constexpr std::uint64_t most_work = 15'000'000;  // for all of them
    const std::uint64_t start = work_done();
    for (const auto& part : parts_) {
      if (part.instance.language < 3 || !part.found.inhabited) continue;
      ExprMap<Expr> numbers;
      for (const auto& [name, q] : *part.found.inhabited) numbers.emplace(Expr::variable(name), q);
      for (std::size_t k = 0; k < part.instance.conclusions.size(); ++k)
        for (const Expr& i : nodes_of(part.instance.conclusions[k], is_integral)) {
          const Expr there = substitute(i, numbers);
          if (!variables_of(there).empty()) continue;
          const std::uint64_t left = most_work - std::min(most_work, work_done() - start);
          const std::chrono::duration<double> time(seconds_of_last_look());
          const auto d = within(left, [&] { return find_divergence(there, time); });
          if (!d) continue;
          decision_.verdict = Verdict::open;
          decision_.timed_out = false;
          decision_.divergence = d->certificate;
          const std::string at = assignments(*part.found.inhabited);
          decision_.reason = fmt::format(
              "undefined: {}an integral of conclusion {}, {}, does not exist: near {} its absolute value grows beyond "
              "every bound, as is proved: {}",
              at.empty() ? at : fmt::format("at{} every hypothesis holds and ", at), k + 1, short_text(there, 200),
              d->place, d->statement.substr(0, 400));
          return true;
        }
    }
    return false;
  }

  Outcome prove_all() {
    const NodeLimit nodes(most_nodes);
    decision_.reason.clear();
    bool all = true;
    for (auto& part : parts_) {
      part.proved = prove_part(part);
      all = all && part.proved;
      if (!part.proved && !(statement_.dim && !statement_.dim->hi)) break;
      if (!part.proved) break;  // dimensions are proved from the smallest on
    }
    const auto proved = static_cast<std::size_t>(std::ranges::count_if(parts_, [](const Part& p) { return p.proved; }));
    const Part& first = parts_.front();
    if (proved == 0) return first.found.inhabited || first.somewhere ? Outcome::stuck : Outcome::no_point;
    const bool whole = all && (!statement_.dim || statement_.dim->hi);
    if (!whole && !statement_.dim) return Outcome::stuck;
    find_tightness();
    const std::string_view verdict = whole ? "proved" : "proved-on";
    const auto certificate = [&](Precision place_bits) {  // 0: without tightness
      std::set<std::string> used;
      for (const auto& part : parts_)
        for (const Proof& tree : part.trees) used.merge(lemmas_in(tree));
      CertificateText text(statement_, options_, verdict, used);
      for (const auto& part : parts_) {
        if (!part.proved) continue;
        text.instance(statement_, part.dim);
        if (part.somewhere)
          text.inhabited(*part.somewhere);
        else
          text.inhabited(*part.found.inhabited, part.found.inhabited_with);
        for (std::size_t k = 0; k < part.trees.size(); ++k) text.goal(k + 1, part.trees[k]);
        if (place_bits) text.tightness(decision_.tightness->conclusion, *part.tightness, place_bits);
      }
      return std::move(text).finish();
    };
    const auto problem = [&](Precision bits) {
      return accept(decision_, statement_, options_, verdict, certificate(bits), end_of_check());
    };
    const auto in_a_goal = [&](const std::optional<Refusal>& r) {
      return r && !decision_.timed_out && step_at(r->at).has_value();
    };
    std::optional<Refusal> refusal;
    if (decision_.tightness) {
      refusal = problem(256);
      if (refusal && !decision_.timed_out && !in_a_goal(refusal)) refusal = problem(4096);  // a place far out
      if (refusal) decision_.tightness.reset();
    }
    if (!decision_.tightness && !in_a_goal(refusal)) {
      if (refusal && !refusal->at_place()) keep(std::move(refusal->rejected));
      refusal = problem(0);
    }
    if (refusal) {
      decision_.reason = fmt::format("no method: the checker rejected the certificate at line {}: {}",
                                     refusal->rejected.line, refusal->rejected.reason);
      const bool stopped = decision_.timed_out;
      rejected_at_ = refusal->at;
      keep(std::move(refusal->rejected));
      return stopped ? Outcome::stuck : Outcome::rejected;
    }
    decision_.verdict = whole ? Verdict::proved : Verdict::proved_on;
    decision_.reason.clear();
    decision_.method = words(decision_.rules);
    for (const auto& part : parts_) {
      for (const auto& t : part.trees) decision_.precision = std::max(decision_.precision, bits_of(t));
      for (const auto& [tactic, count] : part.tactics) decision_.tactics[tactic] += count;
    }
    decision_.timed_out = !whole && (timed_out_ || cancelled());
    if (!whole)
      decision_.reason = fmt::format("proved for {} = {}..{}; larger values are not covered", statement_.dim->name,
                                     *parts_.front().dim, *parts_[proved - 1].dim);
    return Outcome::proved;
  }

  // Of the proof rejected last: the step at which the checker stopped is not to be taken again. False if there is
  // nothing left to try.
  bool without_rejected_step() {
    const auto step = step_at(rejected_at_);
    if (!step) return false;
    const auto again = [&](const Refused& r) { return same(r.goal, step->goal); };
    const auto known = std::ranges::find_if(refused_, again);
    if (known == refused_.end())
      refused_.push_back(*step);
    else if (known->step)
      known->step.reset();  // another line for that goal, and rejected, too: no proof is to go by way of this goal
    else
      return false;
    bits_ = 3 * options_.bits;  // two evaluators round differently: now not by a hair's breadth
    return true;
  }

  // The goal and the step of a proof that stand in a line of the certificate.
  std::optional<Refused> step_at(const CertificateLine& line) const {
    if (line.part != CertificateLine::Part::step) return std::nullopt;
    auto part = parts_.begin();
    std::size_t k = line.goal;
    for (; k >= part->trees.size(); ++part) k -= part->trees.size();
    std::optional<Refused> found;
    const Goal root{Context(part->instance), part->instance.conclusions[k]};
    const auto count = [&, n = std::size_t{0}](const Goal& g, const Step& step) mutable {
      if (++n == line.step) found = Refused{g, step};
    };
    try {
      walk(root, part->trees[k], count);
    } catch (const OutOfWork&) {  // there is no room left to follow it further
    }
    return found;
  }

  // Of one inequality among the conclusions, in every part that is proved.
  void find_tightness() {
    decision_.tightness.reset();
    for (auto& part : parts_) part.tightness.reset();
    if (options_.tightness_boxes == 0) return;
    constexpr std::size_t most = 8;  // conclusions
    const Part& first = parts_.front();
    std::vector<std::size_t> numbers;
    std::vector<Goal> goals;
    for (std::size_t k = 0; k < first.instance.conclusions.size() && goals.size() < most; ++k) {
      if (first.instance.conclusions[k].rel == Rel::eq || (options_.tightness_of && options_.tightness_of != k + 1))
        continue;
      numbers.push_back(k);
      goals.push_back({Context(first.instance), first.instance.conclusions[k]});
    }
    if (goals.empty()) return;
    std::optional<std::pair<std::size_t, ProvedTightness>> found;
    if (!options_.tightness_kind)
      found = best_tightness(goals, tightness_options(first));
    else if (auto t = tightness(*options_.tightness_kind, goals.front(), tightness_options(first)))
      found.emplace(0, std::move(*t));
    if (!found) return;
    const std::size_t k = numbers[found->first];
    const Tightness& said = found->second;  // without its proof
    Decision::StatedTightness all{said, k + 1, first.instance.conclusions.size(), first.dim};
    const bool ratio = all.kind == Tightness::Kind::ratio;
    for (auto& part : parts_) {
      if (!part.proved) continue;
      if (&part == &first) {
        part.tightness = found->second;
        continue;
      }
      const auto& conclusions = part.instance.conclusions;
      if (k >= conclusions.size() || conclusions[k].rel == Rel::eq) return;
      part.tightness = tightness(all.kind, {Context(part.instance), conclusions[k]}, tightness_options(part));
      if (!part.tightness) return;
      const Rational lower = all.lower, upper = all.upper;
      if (ratio ? part.tightness->lower > lower : part.tightness->upper < upper) {
        static_cast<Tightness&>(all) = static_cast<const Tightness&>(*part.tightness);
        all.dim = part.dim;
      }
      all.lower = ratio ? std::max(lower, part.tightness->lower) : std::min(lower, part.tightness->lower);
      all.upper = ratio ? std::max(upper, part.tightness->upper) : std::min(upper, part.tightness->upper);
    }
    decision_.tightness = std::move(all);
  }

  TightnessOptions tightness_options(const Part& part) {
    TightnessOptions o;
    o.max_boxes = options_.tightness_boxes;
    constexpr std::uint64_t most_work = 1'000'000;  // a claim that took long is not told more of for as long again
    o.work = std::min(part.work, most_work) + 20'000;
    o.boxes.deadline = deadline_;
    o.boxes.cancel = options_.cancel;
    o.boxes.threads = options_.threads;
    if (part.found.inhabited) o.points.push_back(*part.found.inhabited);
    return o;
  }

  bool prove_part(Part& part) {
    if (!part.found.inhabited && !part.somewhere) return false;
    part.trees.clear();
    part.tactics.clear();
    const std::uint64_t before = work_done();
    for (std::size_t k = 0; k < part.instance.conclusions.size(); ++k) {
      ProveOptions po;
      po.boxes.max_boxes = options_.max_boxes;
      po.boxes.deadline = proofs_end_;
      po.boxes.threads = options_.threads;
      po.boxes.bits = bits_;
      po.boxes.cancel = options_.cancel;
      po.boxes.progress = options_.progress;
      po.boxes.checkpoints = options_.checkpoints;
      po.refused = refused_;
      if (const auto a = options_.advice.find(k + 1); a != options_.advice.end()) po.advice = a->second;
      if (statement_.language >= 3) po.lemmas = options_.lemmas;
      const Goal goal{Context(part.instance), part.instance.conclusions[k]};
      const ProveResult r = speaks_of_formulas(po.advice)
                                ? prove(LogicGoal{goal.context, {}, Formula::of(goal.relation)}, po)
                                : prove(goal, po);
      decision_.boxes += r.boxes;
      decision_.resumed_boxes += r.resumed_boxes;
      if (!r.advice_problem.empty())
        decision_.advice_problem = fmt::format("conclusion {}: {}", k + 1, r.advice_problem);
      if (!r.proved) {
        decision_.share = r.share;
        decision_.hardest = r.hardest_box ? r.hardest_box->text : "";
        decision_.undecided = r.hardest_box ? r.hardest_box->others : std::vector<std::string>();
        out_of_boxes_ = r.out_of_boxes;
        out_of_memory_ = r.out_of_memory;
        stuck_dim_ = part.dim;
        stuck_ = fmt::format("conclusion {}{}{}", k + 1,
                             part.dim ? fmt::format(" ({}={})", statement_.dim->name, *part.dim) : "",
                             r.stuck.empty() ? "" : ": " + r.stuck);
        timed_out_ = r.timed_out;
        if (!r.suspect.empty()) suspects_.push_back(r.suspect);
        return false;
      }
      part.trees.push_back(r.proof);
      for (const auto& [tactic, count] : r.tactics) part.tactics[tactic] += count;
    }
    part.work = work_done() - before;
    return true;
  }

  // What a derivative needs does not show in it, and the search sees formulas only: of the statement at one point the
  // checker is asked.
  std::optional<std::string> lost_derivative() const {
    if (statement_.text.find("diff") == std::string::npos) return {};
    for (const auto& part : parts_) {
      if (!part.found.inhabited) continue;
      CertificateText text(statement_, options_, "proved-on");
      text.instance(statement_, part.dim);
      text.only_at(*part.found.inhabited);
      text.inhabited(*part.found.inhabited, part.found.inhabited_with);
      for (std::size_t k = 0; k < part.instance.conclusions.size(); ++k)
        text.goal(k + 1,
                  {part.instance.conclusions[k].rel == Rel::eq ? Step(rule::Identity{}) : Step(rule::Eval{256})});
      const checker::Result r = checker::check(std::move(text).finish().text, end_of_check());
      if (r.failure == checker::Failure::undefined_goal)
        return fmt::format("no method: at{} a derivative in conclusion {} is not known to be defined",
                           assignments(*part.found.inhabited), r.lines + 1);
    }
    return {};
  }

  // Neither proved nor refuted. Where a hypothesis cannot be decided (its sides are too large, say), the point may
  // satisfy it: not to know one says nothing of the statement then. A search that ran out of time may be taken up
  // again.
  Decision without_point() {
    const SearchResult& found = parts_.front().found;
    decision_.verdict = Verdict::open;
    decision_.timed_out = cancelled() || found.cut_short;
    if (cancelled())
      decision_.reason = "timeout: interrupted before a point was found that satisfies every hypothesis";
    else if (found.unclear)
      decision_.reason = fmt::format(
          "no method: no point was found at which every hypothesis is known to hold; at{} one is not decided",
          assignments(*found.unclear));
    else
      decision_.reason = fmt::format("vacuous: no point was found that satisfies every hypothesis{}",
                                     found.cut_short ? " before the time was up" : "");
    return std::move(decision_);
  }

  // Nothing was proved: look harder for a counterexample, and count what was tested.
  Decision search_on(Outcome outcome) {
    const bool prover_late = timed_out_ || Clock::now() > proofs_end_;
    for (auto& part : parts_) {
      const std::size_t wanted = parts_.size() > 1 ? options_.evaluations / parts_.size() + 1 : options_.evaluations;
      SearchOptions so = search_options(wanted, seconds_of_last_look() / static_cast<double>(parts_.size()));
      so.seed = options_.seed + 1;
      for (const auto& s : suspects_) so.suggestions.push_back(s);
      if (cancelled()) break;
      part.found = search_points(part.instance, so);
      decision_.evaluations += part.found.certified_evaluations;
      decision_.search = part.found.description;
      if (part.found.counterexample && refuted(part)) return std::move(decision_);
    }
    for (auto& part : parts_) {
      if (part.found.undefined) return undefined(part);
    }
    decision_.checked = false;
    if (outcome == Outcome::no_point) {
      if (!parts_.front().found.inhabited) return without_point();
      if (prove_all() == Outcome::proved) return std::move(decision_);  // a point was found after all
    }
    if (divergent()) return std::move(decision_);
    const std::string prover_reason = decision_.reason;
    const bool late = prover_late || timed_out_ || cancelled();
    decision_.timed_out = late || Clock::now() > deadline_;
    decision_.out_of_boxes = out_of_boxes_;
    const std::string budget = cancelled()      ? "interrupted"
                               : late           ? "out of time"
                               : out_of_memory_ ? "out of memory"
                                                : "out of boxes";
    const std::string how_far =
        decision_.hardest.empty()
            ? "no box of the domain"
            : fmt::format("{}{} proved; hardest box {}", share_of_domain(decision_.share),
                          stuck_dim_ ? fmt::format(" of {}={}", statement_.dim->name, *stuck_dim_) : "",
                          decision_.hardest);
    const std::string where = stuck_.empty() ? "definedness" : stuck_;
    if (const auto defect = lost_derivative()) {
      decision_.verdict = Verdict::open;
      decision_.reason = *defect;
      return std::move(decision_);
    }
    if (decision_.evaluations >= options_.evaluations) {
      decision_.verdict = Verdict::supported;
      decision_.method = "point search without a counterexample";
      decision_.reason = fmt::format("{} certified evaluations without a counterexample; not proved: {}",
                                     decision_.evaluations, prover_reason.empty() ? where : prover_reason);
      if (late || out_of_boxes_ || out_of_memory_) decision_.reason += fmt::format(" ({}: {})", budget, how_far);
      return std::move(decision_);
    }
    decision_.verdict = Verdict::open;
    if (!prover_reason.empty())
      decision_.reason = prover_reason;
    else if (late || out_of_boxes_ || out_of_memory_)
      decision_.reason = fmt::format("timeout: {}, {}; stuck at {}", budget, how_far, where);
    else
      decision_.reason = fmt::format("no method: stuck at {}", where);
    return std::move(decision_);
  }

  const Statement& statement_;
  const DecideOptions& options_;
  Clock::time_point deadline_;
  Clock::time_point proofs_end_;  // and the deadline of proofs
  Precision bits_;
  std::vector<Part> parts_;
  Decision decision_;
  std::string stuck_;
  std::optional<long> stuck_dim_;  // the instance whose conclusion that is
  bool timed_out_ = false, out_of_boxes_ = false, out_of_memory_ = false;
  std::vector<Point> suspects_;
  std::vector<Refused> refused_;
  CertificateLine rejected_at_;  // where the certificate of the last attempt was
};

}  // namespace

Decision decide(const Statement& statement, const DecideOptions& options) { return Decider(statement, options).run(); }

}  // namespace dpcert::verify
