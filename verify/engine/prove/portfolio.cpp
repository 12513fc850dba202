// The rounds of the prover as a list of parts, and several of them in threads. A part that is done by itself begins
// with the goal alone and counts its own work, so that what comes of it hangs on nothing else; and the first of the
// list that proves the goal counts, whichever was ready first.
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <utility>

#include "verify/engine/prove/prover_search.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/support/threads.hpp"

namespace dpcert::verify {

std::vector<Prover::Part> Prover::parts_of_rounds(const Goal& g, int most_rounds, std::size_t most_boxes) {
  using enum Repertoire;
  const auto rounds = Effort::rounds(most_boxes);
  const std::uint64_t most_work = rounds.back().work;
  const bool bounded = std::ranges::all_of(g.context.variables(), [](const Variable& v) { return v.range.bounded(); });
  // Kinks on a bounded domain are left to boxes as long as those may do.
  const bool kinked = bounded && !nodes_of(g.relation, [](const Expr& e) {
                                    return e.op() == Op::abs || e.op() == Op::min || e.op() == Op::max;
                                  }).empty();
  // Where there are special functions, what is made for them comes first.
  const bool special_functions = !nodes_of(g.relation, [](const Expr& e) {
                                    return e.op() == Op::lgamma || e.op() == Op::polygamma || is_error_function(e);
                                  }).empty();
  std::vector<Part> parts;
  for (int k = 0; k < std::min<int>(most_rounds, Effort::most_rounds); ++k) {
    const auto& round = rounds[static_cast<std::size_t>(k)];
    const auto add = [&](auto run, bool all_threads = false) { parts.push_back({k, all_threads, std::move(run)}); };
    const auto add_pieces = [&](Tree (*cut)(const Goal&, const ProveGoal&)) {
      add([cut](Prover& p, const Goal& h) { return named("pieces", p.by_pieces(h, cut)); });
    };
    if (bounded && round.boxes_alone)
      add([boxes = std::min(round.boxes_alone, most_boxes)](Prover& p,
                                                            const Goal& h) { return p.boxes_alone(h, boxes); },
          round.boxes_alone > Effort::boxes_beside_others);
    auto order = round.tried;
    if (special_functions) std::stable_partition(order.begin(), order.end(), [](Repertoire r) { return r == special; });
    const std::uint64_t work =
        std::min(kinked && round.boxes_alone ? round.work / Effort::share_of_kinks : round.work, most_work);
    for (const auto repertoire : order)
      add([=, goals = round.goals, boxes = std::min(round.boxes, most_boxes)](Prover& p, const Goal& h) {
        return p.by_repertoire(h, repertoire, work, goals, boxes);
      });
    add_early_turns(parts, g, k, round);
    // With little work first: where D is 0 at both ends of its domain, each end alone is often quick.
    if (k == Effort::round_of_quick_pieces)
      add([](Prover& p, const Goal& h) {
        const WorkLimit limit(std::min(work_left(), Effort::work_in_front));
        return named("pieces", p.by_pieces(h, dpcert::verify::by_pieces));
      });
    if (k == Effort::round_of_symmetry) add_pieces(by_symmetry);
    if (k == Effort::round_of_pieces) add_pieces(dpcert::verify::by_pieces);
    add_turns(parts, g, k, round);
    if (k == Effort::round_of_cuts) add_pieces(by_cuts);
  }
  return parts;
}

Tree Prover::boxes_alone(const Goal& g, std::size_t boxes) {
  budget_ = boxes;
  if (auto t = named("immediate", kept(g, immediate(g)))) return t;
  return named("boxes-alone", kept(g, by_boxes(g, budget_)));
}

Tree Prover::by_repertoire(const Goal& g, Repertoire repertoire, std::uint64_t work, long goals, std::size_t boxes) {
  repertoire_ = repertoire;
  state_.normal_forms.clear();
  seen_goals_.clear();
  state_.goals_left = goals;
  budget_ = boxes;
  const WorkLimit limit(work);
  return repertoire == Repertoire::apart ? named("ends-apart", kept(g, ends_apart(g)))
                                         : goal_tree(g, options_.depth, true);
}

Tree Prover::in_order(std::span<const Part> parts, const Goal& g) {
  for (const Part& part : parts) {
    if (exhausted() || !suspect_.empty()) break;
    round_ = part.round;
    if (auto t = part.run(*this, g)) return t;
  }
  return std::nullopt;
}

// What a part did by itself.
struct Prover::Outcome {
  Tree proof;
  ProveResult told;
  WorkDone work;
  std::exception_ptr failure;  // it ended by

  // Nothing behind it counts.
  [[nodiscard]] bool last() const { return proof || failure || !told.suspect.empty(); }
};

Prover::Outcome Prover::by_itself(const Part& part, const Goal& g, const ProveOptions& options) const {
  Outcome out;
  const WorkApart apart(Effort::nodes_of_a_part);
  Prover prover(options);
  const Goal goal{g.context.apart(), g.relation};
  prover.root_ = &goal;
  prover.needs_definedness_ = needs_definedness_;
  prover.round_ = part.round;
  const Interruptible interruptible([&] { return prover.out_of_time(); });
  try {
    if (!prover.out_of_time()) out.proof = part.run(prover, goal);
  } catch (const OutOfWork& end) {
    if (end.why == OutOfWork::Why::memory)
      prover.out_of_memory_ = true;
    else if (!prover.out_of_time())  // by an Interruptible of the caller
      out.failure = std::current_exception();
  } catch (...) {
    out.failure = std::current_exception();
  }
  prover.tell(out.told);
  out.work = apart.take();
  return out;
}

Tree Prover::take(Outcome outcome) {
  ProveResult& r = outcome.told;
  boxes_ += r.boxes;
  resumed_boxes_ += r.resumed_boxes;
  timed_out_ = timed_out_ || r.timed_out;
  out_of_boxes_ = out_of_boxes_ || r.out_of_boxes;
  out_of_memory_ = out_of_memory_ || r.out_of_memory;
  if (r.hardest_box && r.share >= share_) {
    share_ = r.share;
    hardest_box_ = std::move(r.hardest_box);
  }
  if (!r.stuck.empty()) stuck_ = std::move(r.stuck);
  if (!r.suspect.empty()) suspect_ = std::move(r.suspect);
  if (!outcome.proof) count_work(outcome.work);  // it may find that there is no memory left
  if (outcome.failure) std::rethrow_exception(outcome.failure);
  if (outcome.proof) count_work(WorkDone{outcome.work.units, {}});
  return std::move(outcome.proof);
}

// Some of the parts at the same time: each thread takes the next one.
class Prover::Portfolio {
 public:
  Portfolio(const Prover& prover, std::span<const Part> parts, const Goal& g)
      : prover_(prover), parts_(parts), goal_(g), superseded_(parts.size()), outcomes_(parts.size()) {}

  // How many of them were begun: these are over.
  std::size_t run(Crew& crew) {
    crew.run([&](std::size_t thread) { work(thread == crew.size()); });
    return begun_;
  }
  Outcome outcome(std::size_t i) { return std::move(outcomes_[i]); }

 private:
  void work(bool here) {
    for (std::size_t i = 0; (i = next()) < parts_.size();) {
      ProveOptions o = prover_.options_;
      o.side_by_side = false;
      o.boxes.threads = 1;
      o.boxes.superseded = &superseded_[i];
      if (!here) {  // these are called by the caller's thread
        o.boxes.progress = {};
        o.boxes.checkpoints = {};
      }
      outcomes_[i] = prover_.by_itself(parts_[i], goal_, o);
      const std::lock_guard lock(mutex_);
      held_ += outcomes_[i].work.nodes.size();
      if (!outcomes_[i].last()) continue;
      end_ = std::min(end_, i + 1);
      for (std::size_t k = end_; k < parts_.size(); ++k) superseded_[k] = true;
    }
  }
  // The number of the next part to be done; that of no part if there is none.
  std::size_t next() {
    const std::lock_guard lock(mutex_);
    // Expressions stay: not too many before it is seen how many there are in all.
    if (begun_ >= std::min(end_, parts_.size()) || held_ > Effort::nodes) return parts_.size();
    return begun_++;
  }

  const Prover& prover_;
  std::span<const Part> parts_;
  const Goal& goal_;
  std::vector<std::atomic<bool>> superseded_;
  std::vector<Outcome> outcomes_;
  std::mutex mutex_;  // of what follows
  std::size_t begun_ = 0, held_ = 0, end_ = SIZE_MAX;
};

Tree Prover::side_by_side(std::span<const Part> parts, const Goal& g) {
  const int threads = options_.boxes.threads;
  ProveOptions here = options_;
  here.side_by_side = false;
  std::unique_ptr<Crew> crew;
  while (!parts.empty()) {
    if (out_of_time() || !suspect_.empty()) break;
    if (threads <= 1 || parts.front().all_threads) {
      if (auto t = take(by_itself(parts.front(), g, here))) return t;
      parts = parts.subspan(1);
      continue;
    }
    if (!crew) crew = std::make_unique<Crew>(static_cast<std::size_t>(threads - 1));
    const auto end = std::ranges::find_if(parts, [](const Part& p) { return p.all_threads; });
    Portfolio portfolio(*this, parts.first(static_cast<std::size_t>(end - parts.begin())), g);
    const std::size_t done = portfolio.run(*crew);
    for (std::size_t i = 0; i < done && suspect_.empty(); ++i)
      if (auto t = take(portfolio.outcome(i))) return t;
    parts = parts.subspan(done);
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
