#include "verify/engine/prove/found_witnesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verify/engine/points/search.hpp"
#include "verify/engine/prove/quantiles.hpp"
#include "verify/engine/prove/solutions.hpp"
#include "verify/engine/prove/witnesses.hpp"
#include "verify/engine/tactics/toolkit.hpp"
#include "verify/support/clock.hpp"

namespace dpcert::verify {

namespace {

// Values of one variable at points of a statement.
void find_points(const Instance& s, const std::string& variable, const ProveOptions& options, std::vector<Expr>& out) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SearchOptions o;
    o.seed = seed;
    o.evaluations = 1;
    o.work = 300'000;
    o.time_limit = time_until(options.boxes.deadline);
    o.cancel = options.boxes.cancel;
    const auto found = search_points(s, o);
    if (!found.inhabited) break;
    const Expr e(found.inhabited->at(variable));
    if (std::ranges::find(out, e) == out.end()) out.push_back(e);
  }
}

}  // namespace

std::vector<Expr> found_witnesses(const LogicGoal& goal, const ProveOptions& options) {
  if (!goal.context.variables().empty()) return {};
  Instance i;
  i.language = 3;
  i.sequences = goal.context.sequences();
  const auto number = [](const std::optional<Expr>& e) { return e ? rational_value(*e) : std::nullopt; };
  Formula f = goal.goal;
  std::string first;
  while (f.is(Formula::Kind::exists)) {
    const std::string name = fmt::format("w{}", i.variables.size() + 1);
    if (first.empty()) first = name;
    const Expr x = Expr::variable(name);
    Variable v{name, f.bound.integer, {}};
    if (const auto lo = number(f.bound.lo)) v.range.lo = {false, f.bound.lo_closed, *lo};
    if (const auto hi = number(f.bound.hi)) v.range.hi = {false, f.bound.hi_closed, *hi};
    for (const Relation& r : f.inside(x)) i.hypotheses.push_back(r);
    i.variables.push_back(v);
    f = f.at(x);
  }
  const std::vector<Formula> rest = parts_of(f);
  std::vector<Formula> of_quantiles;
  std::vector<std::vector<Relation>> alternatives{{}};
  for (const Formula& part : rest) {
    if (part.is(Formula::Kind::relation)) i.hypotheses.push_back(part.relation);
    if (const auto denied = denied_quantile(part); denied && argument_of_quantile(*denied)) {
      const auto r = without_quantile(*denied, goal.context);
      if (r && r->rel != Rel::eq)
        i.hypotheses.push_back({r->rel == Rel::ge ? Rel::gt : Rel::ge, r->rhs, r->lhs});
      else
        of_quantiles.push_back(*denied);
    }
    if (!part.is(Formula::Kind::either)) continue;
    // One side of each alternative, the others as they come.
    std::vector<std::vector<Relation>> more;
    for (const auto& a : alternatives)
      for (const Formula& side : part.parts) {
        more.push_back(a);
        if (side.is(Formula::Kind::relation)) more.back().push_back(side.relation);
      }
    if (more.size() <= 8) alternatives = std::move(more);
  }
  i.conclusions.push_back({Rel::ge, 0, 0});
  std::vector<Expr> out;
  if (!of_quantiles.empty()) {  // points at which they look false, by simple numbers
    constexpr std::size_t looked_at = 60, most_points = 6;
    const Rational less(999, 1000), more(1001, 1000);
    for (const auto& p : sample_points(Context(i), looked_at)) {
      if (std::ranges::all_of(of_quantiles, [&](const Formula& d) { return plausible(d, p); })) continue;
      const Rational x = Rational::from_double(p.at(first));
      out.emplace_back(x.sign() >= 0 ? simplest_between(x * less, x * more) : simplest_between(x * more, x * less));
      if (out.size() == most_points) break;
    }
  }
  for (const auto& a : alternatives) {
    Instance one = i;
    one.hypotheses.insert(one.hypotheses.end(), a.begin(), a.end());
    find_points(one, first, options, out);
    if (!out.empty()) continue;
    if (const auto solved = without_equations(std::move(one), first)) find_points(*solved, first, options, out);
  }
  return out;
}

}  // namespace dpcert::verify
