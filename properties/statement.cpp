#include "dpcert/properties/statement.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

#include "dpcert/core/error.hpp"
#include "src/core/work.hpp"
#include "verify/engine/points/sequences.hpp"
#include "verify/engine/points/world.hpp"
#include "verify/engine/proof/bounds.hpp"

namespace dpcert::properties {
namespace {

using verify::Values;
using verify::Variable;

constexpr std::uint64_t case_work = 50'000'000;
constexpr Precision slack_bits = 128, most_bits = 4096;

Rational two_to(std::int64_t k) { return pow(Rational(2), k); }

// Distances from an end, and sizes of what has none: many magnitudes, most of them moderate.
Rational draw_size(Choices& choices) {
  const std::uint64_t reach = choices.up_to(9);
  const int bits = reach < 5 ? 4 : reach < 9 ? 20 : 200;
  return draw_magnitude(choices, two_to(-bits), two_to(bits));
}

// Some value between the ends as they stand; what lies outside, or on an open end, is moved inside by the caller.
Rational draw_between(Choices& choices, const verify::Range& range) {
  if (range.bounded()) {
    const Rational &lo = range.lo.value, &hi = range.hi.value;
    const std::uint64_t kind = choices.up_to(3);
    if (kind == 0) return draw_uniform(choices, lo, hi);
    if (kind == 1) return draw_near_ends(choices, lo, hi);
    const Rational far = std::max(dpcert::abs(lo), dpcert::abs(hi));
    if (far.is_zero()) return lo;
    // Around 0, or around a simple value in doubles.
    if (kind == 2) {
      const Rational size = draw_magnitude(choices, far * two_to(-50), far);
      return hi.sign() <= 0 || (lo.sign() < 0 && choices.up_to(1) == 1) ? -size : size;
    }
    return draw_ulps(choices, draw_uniform(choices, lo, hi).approx(), 1024);
  }
  if (range.lo.infinite && range.hi.infinite) {
    const Rational size = choices.up_to(7) == 0 ? Rational(0) : draw_size(choices);
    return choices.up_to(1) == 1 ? -size : size;
  }
  const bool up = range.hi.infinite;
  const Rational& end = up ? range.lo.value : range.hi.value;
  const Rational size = choices.up_to(9) == 1 ? Rational(0) : draw_size(choices);
  return up ? end + size : end - size;
}

Rational draw_value(Choices& choices, const Variable& v) {
  const Values simple = verify::simple_values(v);
  if (choices.up_to(3) == 0) return simple[choices.up_to(simple.size() - 1)];
  return verify::moved_inside(v, draw_between(choices, v.range));
}

// A term in k for a sequence that may be any: c + d k, or c/(k + 1)^2 where k + 1 is no zero of it.
std::string draw_term(Choices& choices) {
  const auto number = [&] { return draw_uniform(choices, Rational(-3), Rational(3)).str(); };
  switch (choices.up_to(3)) {
    case 0:
      return number();
    case 1:
      return "(" + number() + ") + (" + number() + ")*k";
    case 2:
      return "(" + number() + ")*(k - 2)^2 + (" + number() + ")";
    default:
      return "(" + number() + ")*max(k, 0)/(1 + k^2)";
  }
}

std::string index_names(int arity) {
  std::string names = "k";
  for (int i = 1; i < arity; ++i) names += ", k" + std::to_string(i);
  return names;
}

std::string fails(std::size_t conclusion, const Ball& lhs, const Ball& rhs) {
  return "conclusion " + std::to_string(conclusion + 1) + " is false: its sides are in [" + lhs.lower(12) + ", " +
         lhs.upper(12) + "] and [" + rhs.lower(12) + ", " + rhs.upper(12) + "]";
}

/// An instance whose relations are compiled. One thread at a time uses each World.
class Compiled {
 public:
  Compiled(verify::Instance instance, const StatementOptions& options)
      : instance_(std::move(instance)), options_(options), ranges_(verify::has_sequences(instance_)) {
    if (!instance_.formulas.empty() || !instance_.facts.empty())
      throw Error(ErrorCode::bad_input, "statement", "relations without quantifiers and connectives around them",
                  "a formula, which is not looked at point by point");
    if (ranges_) return;
    instance_ = verify::within_bounds(std::move(instance_));
    for (const auto& suggestion : options.functions) add_interpretation(suggestion, 0);
    if (instance_.functions.empty())
      definitions_.emplace_back();
    else
      for (int choice = 0; choice < verify::family_choices; ++choice) add_interpretation({}, choice);
    idle_.resize(definitions_.size());
  }

  void run(Case& c) {
    const NodeLimit nodes(500'000);
    const WorkLimit work(case_work);
    try {
      if (ranges_)
        with_sequences(c);
      else
        with_world(c);
    } catch (const OutOfWork&) {
      c.assume(false, "too much work");
    }
  }

 private:
  void add_interpretation(const verify::Interpretation& suggestion, int choice) {
    std::vector<verify::Definition> given;
    for (const auto& text : suggestion)
      if (auto d = verify::read_definition(text, instance_)) given.push_back(std::move(*d));
    for (const auto& f : instance_.functions)
      if (std::ranges::find(given, f.name, &verify::Definition::name) == given.end())
        for (auto& d : verify::families(f, choice)) given.push_back(std::move(d));
    if (given.size() >= instance_.functions.size()) definitions_.push_back(std::move(given));
  }

  std::unique_ptr<verify::World> world(std::size_t k) {
    {
      const std::scoped_lock lock(mutex_);
      if (!idle_[k].empty()) {
        auto found = std::move(idle_[k].back());
        idle_[k].pop_back();
        return found;
      }
    }
    return std::make_unique<verify::World>(instance_, definitions_[k], most_bits);
  }

  void with_world(Case& c) {
    c.assume(!definitions_.empty(), "no functions of this kind are known");
    const std::size_t k = c.choices.up_to(definitions_.size() - 1);
    auto w = world(k);
    struct Back {  // also where the case ends by an exception
      Compiled& owner;
      std::unique_ptr<verify::World>& world;
      std::size_t k;
      ~Back() {
        const std::scoped_lock lock(owner.mutex_);
        owner.idle_[k].push_back(std::move(world));
      }
    } const back{*this, w, k};
    Values x;
    const bool inside = draw(c.choices, w->problem, x);
    const verify::Point point = w->point(x);
    for (const auto& [name, value] : point) c.note(name, value.str());
    for (const auto& text : w->interpretation(x)) c.note("with", text);
    c.assume(inside, "outside of the domain");
    const verify::Finding f = w->certifier.examine(x, {most_bits, false, true});
    using Kind = verify::Finding::Kind;
    c.assume(f.kind != Kind::outside, "a hypothesis fails");
    c.assume(f.kind != Kind::unclear, "a hypothesis is not decided");
    for (const char* label : verify::place_labels(w->problem, x)) c.label(label);
    if (f.kind == Kind::undecided) c.label(f.defined ? "not decided" : "not defined");
    score(c, *w, x);
    if (f.kind != Kind::violated) return;
    const auto [lhs, rhs] = w->certifier.sides(x, f.conclusion, f.bits);
    c.require(false, fails(f.conclusion, lhs, rhs));
  }

  bool draw(Choices& choices, const verify::Problem& problem, Values& x) const {
    const auto& variables = problem.variables();
    x.assign(problem.size(), Rational(0));
    const bool boxed = !options_.boxes.empty() && choices.up_to(1) == 1;
    const auto* box = boxed ? &options_.boxes[choices.up_to(options_.boxes.size() - 1)] : nullptr;
    const auto& free = problem.free();
    for (const std::size_t i : free) {
      if (box && box->contains(variables[i].name)) {
        const auto& [lo, hi] = box->at(variables[i].name);
        x[i] = verify::moved_inside(variables[i], draw_uniform(choices, lo, hi));
      } else {
        x[i] = draw_value(choices, variables[i]);
      }
    }
    if (free.size() > 1 && choices.up_to(7) == 1) {  // equal coordinates, or 1 - the other
      const std::size_t i = free[choices.up_to(free.size() - 1)], j = free[choices.up_to(free.size() - 1)];
      if (i != j) x[j] = verify::moved_inside(variables[j], choices.up_to(2) == 1 ? Rational(1) - x[i] : x[i]);
    }
    if (!problem.faces().empty() && choices.up_to(7) == 1) {  // a hypothesis with equality
      const verify::Solved& face = problem.faces()[choices.up_to(problem.faces().size() - 1)];
      if (problem.solve(face, x))
        x[face.coordinate] = verify::moved_inside(variables[face.coordinate], x[face.coordinate]);
    }
    return problem.complete(x) && problem.inside(x);
  }

  static void score(Case& c, verify::World& w, const Values& x) {
    verify::Runner<Ball> balls(w.problem.program(), slack_bits);
    std::vector<Ball> in;
    for (const auto& q : x) in.emplace_back(q, slack_bits);
    balls.start(in);
    double least = 2;
    for (const auto& slot : w.problem.conclusions()) {
      if (slot.relation.rel == Rel::eq) continue;
      const double s = verify::slack(balls, slot, verify::Scale::relative);
      if (std::isfinite(s)) least = std::min(least, s);
    }
    if (least < 2) c.score(-least);
  }

  // Integers stay small: everything is written out.
  void with_sequences(Case& c) {
    verify::SearchOptions how;
    verify::Point point;
    for (const auto& v : instance_.variables) {
      const Values simple = verify::simple_values(v);
      Rational value = simple[c.choices.up_to(simple.size() - 1)];
      if (v.integer) {
        const Rational from = v.range.lo.infinite ? Rational(0) : verify::moved_inside(v, v.range.lo.value);
        value = verify::moved_inside(v, from + Rational(draw_integer(c.choices, 0, 12)));
      } else if (c.choices.up_to(1) == 1) {
        value = verify::moved_inside(v, draw_between(c.choices, v.range));
      }
      c.note(v.name, value.str());
      point.emplace(v.name, value);
    }
    verify::Interpretation with;
    for (const auto& x : instance_.sequences) {
      if (x.recursion) continue;
      with.push_back(x.name + "(" + index_names(x.arity) + ") = " + draw_term(c.choices));
      c.note("with", with.back());
    }
    how.suggestions = {point};
    how.suggested_interpretations = {with};
    const verify::SearchResult found = verify::examine_sequences(instance_, how);
    c.assume(found.inhabited.has_value(), "a hypothesis fails or is not decided");
    if (found.undecided_evaluations > 0 && !found.counterexample) c.label("not decided");
    if (found.counterexample)
      c.require(false, fails(found.counterexample->conclusion, found.counterexample->lhs, found.counterexample->rhs));
  }

  verify::Instance instance_;
  StatementOptions options_;
  bool ranges_ = false;
  std::vector<std::vector<verify::Definition>> definitions_;
  std::mutex mutex_;
  std::vector<std::vector<std::unique_ptr<verify::World>>> idle_;
};

}  // namespace

Property statement_property(const verify::Statement& statement, const StatementOptions& options) {
  auto instances = std::make_shared<std::vector<std::unique_ptr<Compiled>>>();
  if (const auto& dim = statement.dim) {
    for (std::size_t k = 0; k < std::max<std::size_t>(1, options.dimensions); ++k) {
      const long value = dim->lo + static_cast<long>(k);
      if (dim->hi && value > *dim->hi) break;
      instances->push_back(std::make_unique<Compiled>(statement.instance(value), options));
    }
  } else {
    instances->push_back(std::make_unique<Compiled>(statement.instance(), options));
  }
  const long least = statement.dim ? statement.dim->lo : 0;
  const std::string dim = statement.dim ? statement.dim->name : "";
  return [instances, least, dim](Case& c) {
    const std::size_t k = instances->size() > 1 ? c.choices.up_to(instances->size() - 1) : 0;
    if (!dim.empty()) c.note(dim, std::to_string(least + static_cast<long>(k)));
    (*instances)[k]->run(c);
  };
}

}  // namespace dpcert::properties
