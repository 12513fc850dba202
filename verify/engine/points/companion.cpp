#include "verify/engine/points/companion.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_set>

#include "src/core/work.hpp"
#include "verify/engine/points/optimise.hpp"
#include "verify/engine/points/score.hpp"
#include "verify/engine/points/search.hpp"
#include "verify/engine/points/sequences.hpp"
#include "verify/engine/points/simplify.hpp"
#include "verify/engine/points/world.hpp"
#include "verify/engine/proof/bounds.hpp"

namespace dpcert::verify {

namespace {

constexpr Precision slack_bits = 128;
constexpr std::size_t points_kept = 40;
constexpr Effort drawn_effort{512, false, true};
constexpr Effort suggested_effort{4096, true, true};  // few points, which somebody chose

// One way to interpret the functions of the statement.
class Tried {
 public:
  Tried(const Instance& statement, std::vector<Definition> definitions, Companion& result, Random& random)
      : world_(statement, std::move(definitions), suggested_effort.limit),
        balls_(world_.problem.program(), slack_bits),
        result_(result),
        random_(random) {}

  [[nodiscard]] std::size_t accepted() const { return pool_.size(); }

  void suggested(const Point& point) {
    Values x;
    for (const auto& v : world_.problem.variables()) {
      const auto found = point.find(v.name);
      x.push_back(moved_inside(v, found == point.end() ? Rational(1) : found->second));
    }
    if (world_.problem.complete(x) && world_.problem.inside(x)) consider(x, {}, suggested_effort);
  }

  void at_random(std::size_t points) {
    const std::size_t most = 40 * points + 200;
    for (std::size_t tries = 0; tries < most && accepted() < points && !result_.violated; ++tries) {
      Values x;
      if (!draw_point(world_.problem, pool_, random_, x)) {
        ++result_.rejected;
        continue;
      }
      world_.load(x);
      if (world_.infeasibility(1e-9) > 0)
        ++result_.rejected;
      else
        consider(x, {});
      if (world_.problem.free().empty()) return;
    }
  }

  // From the points of the least slack downhill, in doubles; what is found counts only as it is in balls.
  void directed(std::size_t points) {
    std::vector<Variable> coordinates;
    for (const std::size_t i : world_.problem.free()) coordinates.push_back(world_.problem.variables()[i]);
    if (coordinates.empty() || pool_.empty()) return;
    const auto& conclusions = world_.problem.conclusions();
    for (std::size_t n = 0; n < points && !result_.violated; ++n) {
      const std::size_t c = n % conclusions.size();
      if (conclusions[c].relation.rel == Rel::eq) continue;
      const Objective objective = [&](const std::vector<double>& y) {
        world_.load(y);
        return world_.score(c, Scale::relative);
      };
      const Values& from = n < conclusions.size() && tightest_ ? *tightest_ : pool_[random_.below(pool_.size())];
      const Minimum found = Optimiser(coordinates, objective).minimise(world_.doubles(from), 120, -0.9, random_);
      Values x;
      if (found.value < 1 && world_.exactly(found.x, x)) consider(x, {"directed"});
    }
  }

 private:
  void consider(const Values& x, std::vector<std::string> labels, const Effort& effort = drawn_effort) {
    std::size_t hash = 0;
    for (const auto& q : x) hash = hash * 0x9e3779b97f4a7c15ULL + q.hash() + (hash >> 7);
    if (!seen_.insert(hash).second) return;
    const Finding f = world_.certifier.examine(x, effort);
    switch (f.kind) {
      case Finding::Kind::outside:
      case Finding::Kind::unclear:
        ++result_.rejected;
        return;
      case Finding::Kind::violated:
        result_.violated = counterexample(world_, {x, f});
        break;
      case Finding::Kind::holds:
        ++result_.held;
        break;
      case Finding::Kind::undecided:
        ++result_.undecided;
        break;
    }
    pool_.push_back(x);
    if (result_.points.size() < points_kept) result_.points.push_back(world_.point(x));
    for (const char* label : place_labels(world_.problem, x)) labels.emplace_back(label);
    for (const auto& name : labels) ++result_.labels[name];
    note_slack(x);
  }

  void note_slack(const Values& x) {
    std::vector<Ball> in;
    for (const auto& q : x) in.emplace_back(q, slack_bits);
    balls_.start(in);
    for (std::size_t c = 0; c < world_.problem.conclusions().size(); ++c) {
      const Slot& slot = world_.problem.conclusions()[c];
      if (slot.relation.rel == Rel::eq) continue;
      const double s = slack(balls_, slot, Scale::relative);
      if (!std::isfinite(s) || (result_.least && result_.least->slack <= s)) continue;
      result_.least = Companion::Least{s, c, world_.point(x), world_.interpretation(x)};
      tightest_ = x;
    }
  }

  World world_;
  Runner<Ball> balls_;
  Companion& result_;
  Random& random_;
  std::vector<Values> pool_;
  std::optional<Values> tightest_;
  std::unordered_set<std::size_t> seen_;
};

std::vector<std::vector<Definition>> interpretations_of(const Instance& s, const CompanionOptions& options) {
  if (s.functions.empty()) return {{}};
  std::vector<std::vector<Definition>> all;
  const auto add = [&](std::vector<Definition> given, int choice) {
    for (const auto& f : s.functions)
      if (std::ranges::find(given, f.name, &Definition::name) == given.end())
        for (auto& d : families(f, choice)) given.push_back(std::move(d));
    if (given.size() >= s.functions.size()) all.push_back(std::move(given));
  };
  for (const auto& suggestion : options.suggested_interpretations) {
    std::vector<Definition> given;
    for (const auto& text : suggestion)
      if (auto d = read_definition(text, s)) given.push_back(std::move(*d));
    add(std::move(given), 0);
  }
  for (int choice = 0; choice < family_choices; ++choice) add({}, choice);
  return all;
}

Companion of_sequences(const Instance& statement, const CompanionOptions& options) {
  SearchOptions how;
  how.seed = options.seed;
  how.enough = options.points;
  how.suggestions = options.suggestions;
  how.suggested_interpretations = options.suggested_interpretations;
  const SearchResult found = search_sequences(statement, how);
  Companion out;
  out.held = found.certified_evaluations;
  out.undecided = found.undecided_evaluations;
  out.violated = found.counterexample;
  if (out.held + out.undecided == 0 && !out.violated) out.untested = "no simple point with simple sequences was found";
  return out;
}

}  // namespace

Companion companion(const Instance& given, const CompanionOptions& options) {
  Companion out;
  if (!given.formulas.empty() || !given.facts.empty()) {
    out.untested = "it has quantifiers or connectives, which are not looked at point by point";
    return out;
  }
  const NodeLimit nodes(500'000);
  const WorkLimit work(options.work);
  try {
    if (has_sequences(given)) return of_sequences(given, options);
    const Instance statement = within_bounds(given);
    Random random(options.seed);
    std::vector<std::unique_ptr<Tried>> worlds;
    for (auto& definitions : interpretations_of(statement, options))
      worlds.push_back(std::make_unique<Tried>(statement, std::move(definitions), out, random));
    const std::size_t share = (options.points + worlds.size() - 1) / std::max<std::size_t>(1, worlds.size());
    for (const auto& w : worlds) {
      for (const auto& point : options.suggestions) w->suggested(point);
      w->at_random(std::max<std::size_t>(1, share - share / 4));
      w->directed(share / 4);
      w->at_random(share);
    }
  } catch (const OutOfWork& end) {
    if (end.why == OutOfWork::Why::interrupted) throw;
  } catch (const Error& unknown) {  // an operation that has no value at a point
    out.untested = unknown.what();
  }
  if (out.held + out.undecided == 0 && !out.violated && out.untested.empty())
    out.untested = "no point at which every hypothesis holds was found";
  return out;
}

}  // namespace dpcert::verify
