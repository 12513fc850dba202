#include "verify/engine/points/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/core/work.hpp"
#include "verify/engine/points/score.hpp"
#include "verify/engine/points/sequences.hpp"
#include "verify/engine/points/simplify.hpp"
#include "verify/engine/points/stages.hpp"
#include "verify/engine/proof/bounds.hpp"

namespace dpcert::verify {

Search::Search(const Instance& statement, const SearchOptions& options)
    : statement_(statement),
      options_(options),
      deadline_(std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(options.time_limit)),
      random_(options.seed),
      effort_(std::clamp(static_cast<double>(options.evaluations) / 100'000, 0.1, 2.0)) {
  for (const auto& c : statement.conclusions) {
    for (const auto& r : requirements_of({c.lhs, c.rhs}, statement.variables)) own_operations_.insert(r.whole);
  }
}

bool Search::cut_short() const {
  return (options_.cancel && *options_.cancel) || std::chrono::steady_clock::now() > deadline_;
}

bool Search::out_of_time() const { return work_exhausted() || cut_short(); }

std::vector<std::vector<Definition>> Search::interpretations() const {
  if (statement_.functions.empty()) return {{}};
  std::vector<std::vector<Definition>> all;
  for (const auto& suggestion : options_.suggested_interpretations) {
    std::vector<Definition> given;
    for (const auto& text : suggestion) {
      if (auto d = read_definition(text, statement_)) given.push_back(std::move(*d));
    }
    for (const auto& f : statement_.functions) {
      if (std::ranges::find(given, f.name, &Definition::name) == given.end()) given.push_back(families(f, 0).at(0));
    }
    all.push_back(std::move(given));
  }
  for (int choice = 0; choice < family_choices; ++choice) {
    std::vector<Definition> given;
    for (const auto& f : statement_.functions) {
      for (auto& d : families(f, choice)) given.push_back(std::move(d));
    }
    if (given.size() == statement_.functions.size()) all.push_back(std::move(given));
  }
  return all;
}

bool Search::may_fail(World& w) {
  return std::ranges::any_of(w.problem.conclusions(), [&](const Slot& c) {
    const double s = slack(w.approx, c, Scale::relative);
    return !(s > 1e-6);
  });
}

void Search::note_feasible(World& w, const Values& x) {
  if (!result_.inhabited) {
    const Values simple = complexity(w.problem, x) > 3.0 * static_cast<double>(x.size()) ? simplify_feasible(w, x) : x;
    result_.inhabited = w.point(simple);
    result_.inhabited_with = w.interpretation(simple);
  }
  remember(w, x);
}

void Search::remember(World& w, const Values& x) {
  constexpr std::size_t most = 64;
  if (w.feasible.size() < most) {
    w.feasible.push_back(x);
  } else if (random_.chance(10)) {
    w.feasible[random_.below(most)] = x;
  }
  w.load(x);
  double least = 2;
  for (const auto& c : w.problem.conclusions()) {
    const double s = slack(w.approx, c, Scale::relative);
    if (!std::isnan(s)) least = std::min(least, s);
  }
  constexpr std::size_t kept = 24;
  const auto at = std::upper_bound(w.tightness.begin(), w.tightness.end(), least) - w.tightness.begin();
  if (static_cast<std::size_t>(at) < kept) {
    w.tightness.insert(w.tightness.begin() + at, least);
    w.tight.insert(w.tight.begin() + at, x);
    if (w.tight.size() > kept) {
      w.tight.pop_back();
      w.tightness.pop_back();
    }
  }
}

void Search::note_undefined(World& w, const Values& x, std::size_t conclusion) {
  if (result_.undefined || undefined_tests_ > 300) return;
  ++undefined_tests_;
  const auto defect = w.certifier.undefined(x, conclusion);
  if (defect && own_operations_.contains(defect->whole)) {
    result_.undefined = SearchResult::Undefined{w.point(x), conclusion, defect->what};
  }
}

Finding Search::consider(World& w, const Values& x, const Effort& wanted) {
  Effort effort = wanted;
  if (effort.algebra && algebra_tests_ > 3000) effort.algebra = false;
  if (effort.algebra) ++algebra_tests_;
  Finding f = w.certifier.examine(x, effort);
  if (f.kind == Finding::Kind::violated && !w.problem.foralls().empty()) {
    effort.plain = true;  // as the checker will do it
    f = w.certifier.examine(x, effort);
  }
  if (hit_) ++after_hit_;
  if (f.kind == Finding::Kind::unclear && !result_.unclear) result_.unclear = w.point(x);
  if (f.kind == Finding::Kind::outside || f.kind == Finding::Kind::unclear) return f;
  std::size_t hash = 0;
  for (const auto& q : x) hash = hash * 0x9e3779b97f4a7c15ULL + q.hash() + (hash >> 7);
  const bool fresh = w.counted.insert(hash).second;
  if (f.kind == Finding::Kind::violated) {
    // Microscopic violations are harder to believe: 2 for each decimal digit below one in a thousand.
    const auto cost = [&](const Hit& h) {
      return complexity(w.problem, h.x) + 6 * std::max(0.0, -3 - std::log10(h.finding.size + 1e-300)) +
             (h.finding.by_equality ? 4 : 0);
    };
    Hit hit{x, f};
    if (!hit_ || (world_of_hit_ == &w && cost(hit) < cost(*hit_))) {
      hit_ = std::move(hit);
      world_of_hit_ = &w;
    }
  } else if (f.kind == Finding::Kind::holds) {
    if (fresh) ++result_.certified_evaluations;
  } else if (f.defined) {
    if (fresh) ++result_.undecided_evaluations;
  } else {
    note_undefined(w, x, f.conclusion);
  }
  if (fresh) note_feasible(w, x);
  return f;
}

bool Search::consider_if_promising(World& w, const Values& x, const Effort& effort) {
  w.load(x);
  if (w.infeasibility(1e-9) > 0) return false;
  // Certifying a forall hypothesis is dear: before the count, only where a conclusion might fail.
  if (!counting_ && result_.inhabited && !w.problem.foralls().empty() && !may_fail(w)) {
    remember(w, x);
    return false;
  }
  consider(w, x, effort);
  return true;
}

SearchResult Search::run() {
  const NodeLimit nodes(500'000);
  const WorkLimit work(options_.work);
  try {
    const Interruptible interruptible([this] { return out_of_time(); });
    go_through_stages();
  } catch (const OutOfWork& end) {                                        // what was met until then stands
    if (end.why == OutOfWork::Why::interrupted && !out_of_time()) throw;  // by an Interruptible of the caller
    if (hit_ && !result_.counterexample) result_.counterexample = counterexample(*world_of_hit_, *hit_);
  }
  result_.cut_short = cut_short();
  result_.description = fmt::format(
      "{} simple points and corners, {} random points (uniform, log-uniform, near ends, equal coordinates, near "
      "hypotheses' edges), {} local optimisations, {} boxes{}; seed {}",
      simple_, drawn_, optimisations_, boxes_,
      statement_.functions.empty() ? "" : fmt::format(", {} families of functions", worlds_.size()), options_.seed);
  return result_;
}

void Search::go_through_stages() {
  for (auto& definitions : interpretations()) {
    worlds_.push_back(std::make_unique<World>(statement_, std::move(definitions), options_.max_bits));
  }
  const auto scaled = [this](std::size_t n) { return static_cast<std::size_t>(static_cast<double>(n) * effort_) + 20; };
  const std::vector<std::function<void(World&)>> stages{
      [&](World& w) { try_suggestions(w); },
      [&](World& w) { try_simple_points(w); },
      [&](World& w) { enumerate(w); },
      [&](World& w) { solve_in_integers(w); },
      [&](World& w) { solve_on_quadrics(w); },
      [&](World& w) { optimise_on_quadrics(w); },
      [&](World& w) { try_random_points(w, scaled(1500)); },
      [&](World& w) { solve_linear_parts(w); },
      [&](World& w) { find_inhabited(w); },
      [&](World& w) { search_undefined(w); },
      [&](World& w) { optimise(w, scaled(600), 4); },
      [&](World& w) { search_in_boxes(w, scaled(6000)); },
      [&](World& w) {
        counting_ = true;
        count_evaluations(w, (options_.evaluations + worlds_.size() - 1) / worlds_.size());
      },
  };
  bool suggested = false;
  for (const auto& stage : stages) {
    for (auto& w : worlds_) {
      if (!done() && !w->exhausted) stage(*w);
    }
    suggested = hit_ && options_.keep_suggestions && &stage == stages.data();
    if (suggested) break;
  }
  // A world may have had few feasible points: the others make up for it.
  for (auto& w : worlds_) {
    if (!suggested && worlds_.size() > 1 && !done() && !w->exhausted &&
        result_.certified_evaluations < options_.evaluations) {
      count_evaluations(*w, options_.evaluations - result_.certified_evaluations);
    }
  }
  if (hit_) {
    World& w = *world_of_hit_;
    result_.counterexample = counterexample(w, suggested ? *hit_ : simplify(w, enlarge(w, *hit_, random_)));
  }
}

// A quantifier over an empty interval makes such a variable on the way, whose values nobody can try.
static bool nowhere(const Variable& v) {
  const auto& [lo, hi] = v.range;
  return v.range.bounded() && (lo.value > hi.value || (lo.value == hi.value && !(lo.closed && hi.closed)));
}

SearchResult search_points(const Instance& statement, const SearchOptions& options) {
  if (std::ranges::any_of(statement.variables, nowhere)) return {};
  if (has_sequences(statement)) return search_sequences(statement, options);
  return Search(within_bounds(statement), options).run();
}

}  // namespace dpcert::verify
