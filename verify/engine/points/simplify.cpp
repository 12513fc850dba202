// Counterexamples that a reader can check by hand: small numbers, visible violations.
#include "verify/engine/points/simplify.hpp"

#include <algorithm>
#include <cmath>

#include "verify/engine/points/optimise.hpp"
#include "verify/engine/points/score.hpp"

namespace dpcert::verify {

namespace {

double complexity(const Rational& q) {
  return static_cast<double>(q.bits()) + (q.is_integer() ? 0 : 1) + (q.sign() < 0 ? 0.5 : 0);
}

// The simplest number of the range in [lo, hi], if it is simpler than q.
std::optional<Rational> simpler(const Variable& v, const Rational& q, Rational lo, Rational hi) {
  if (!v.range.lo.infinite) lo = std::max(lo, v.range.lo.value);
  if (!v.range.hi.infinite) hi = std::min(hi, v.range.hi.value);
  if (lo > hi) return std::nullopt;
  Rational s = simplest_between(lo, hi);
  if (v.integer || !v.range.contains(s)) s = moved_inside(v, s);
  if (!v.range.contains(s) || (v.integer && !s.is_integer()) || complexity(s) >= complexity(q)) return std::nullopt;
  return s;
}

// Powers of ten between 1 and q, nearest to 1 first.
Values powers_towards(const Rational& q) {
  Values found;
  const Rational size = dpcert::abs(q);
  if (q.is_zero()) return found;
  const bool large = size > Rational(1);
  for (Rational p = large ? Rational(100) : Rational(1, 100); large ? p < size : p > size;
       p *= large ? Rational(10) : Rational(1, 10)) {
    found.push_back(q.sign() < 0 ? -p : p);
  }
  return found;
}

// Coordinate by coordinate, and first all at once, as long as `good` says so.
template <class Good>
Values simplified_values(const Problem& p, Values x, const Good& good) {
  const auto accept = [&](Values y) {
    if (!p.complete(y) || !p.inside(y) || y == x || !good(y)) return false;
    x = std::move(y);
    return true;
  };
  const auto reach_of = [&](const Rational& q, int k) {
    return (q.is_zero() ? Rational(1) : dpcert::abs(q)) * two_to(-k);
  };
  for (int k = 0; k <= 40; k += 2) {
    Values y = x;
    for (const std::size_t i : p.free()) {
      if (auto s = simpler(p.variables()[i], x[i], x[i] - reach_of(x[i], k), x[i] + reach_of(x[i], k))) y[i] = *s;
    }
    if (accept(std::move(y))) break;
  }
  for (int pass = 0; pass < 3; ++pass) {
    const Values before = x;
    for (const std::size_t i : p.free()) {
      const Variable& v = p.variables()[i];
      bool changed = false;
      const auto set = [&](const Rational& q) {
        if (!p.inside(i, q) || complexity(q) >= complexity(x[i])) return false;
        Values y = x;
        y[i] = q;
        return accept(std::move(y));
      };
      for (const auto& q : simple_values(v)) {
        if ((changed = set(q))) break;
      }
      if (!changed) {
        for (const auto& q : powers_towards(x[i])) {
          if ((changed = set(q))) break;
        }
      }
      // Around x, then on either side of it. An already short number is not worth the wait.
      for (int k = 0; !changed && k <= 64 && complexity(x[i]) > 4; ++k) {
        const Rational q = x[i];
        const Rational r = reach_of(q, k);
        for (const auto& [lo, hi] :
             {std::pair{q - r, q + r}, std::pair{q - r - r, q - r}, std::pair{q + r, q + r + r}}) {
          const auto s = simpler(v, q, lo, hi);
          if (!changed && s) changed = set(*s);
        }
      }
    }
    if (x == before) break;
  }
  return x;
}

constexpr Effort careful{4096, true, true};

}  // namespace

double complexity(const Problem& problem, const Values& x) {
  double sum = 0;
  for (const std::size_t i : problem.free()) sum += complexity(x[i]);
  return sum;
}

Hit simplify(World& w, const Hit& hit) {
  Hit best = hit;
  const double wanted = std::min(1e-3, hit.finding.size / 8);
  best.x = simplified_values(w.problem, hit.x, [&](const Values& y) {
    const Finding f = w.certifier.examine(y, careful);
    if (f.kind != Finding::Kind::violated || f.size < wanted || (f.by_equality && !hit.finding.by_equality))
      return false;
    best.finding = f;
    return true;
  });
  best.finding = w.certifier.examine(best.x, careful);
  return best;
}

Hit enlarge(World& w, const Hit& hit, Random& random) {
  const double size = hit.finding.size;
  if (hit.finding.by_equality || size >= 1e-3) return hit;
  std::vector<Variable> coordinates;
  for (const std::size_t i : w.problem.free()) coordinates.push_back(w.problem.variables()[i]);
  Hit best = hit;
  const auto keep = [&](const Minimum& m) {
    Values y;
    if (!w.exactly(m.x, y)) return;
    const Finding f = w.certifier.examine(y, careful);
    if (f.kind == Finding::Kind::violated && !f.by_equality && f.size > best.finding.size) best = {y, f};
  };
  const std::size_t c = hit.finding.conclusion;
  if (size > 1e-12) {
    Optimiser fast(coordinates, [&](const std::vector<double>& x) {
      w.load(x);
      return w.score(c, Scale::relative);
    });
    keep(fast.minimise(w.doubles(hit.x), 2000, -0.5, random));
  }
  if (best.finding.size < 1e-9) {
    Runner<Ball> balls(w.problem.program(), 256);
    Optimiser precise(coordinates, [&](const std::vector<double>& x) {
      Values y;
      if (!w.exactly(x, y)) return 10.0;
      std::vector<Ball> in;
      for (const auto& q : y) in.emplace_back(q, 256);
      balls.start(in);
      return score(balls, w.problem, c, Scale::relative);
    });
    keep(precise.minimise(w.doubles(best.x), 600, -0.5, random));
  }
  return best;
}

Values simplify_feasible(World& w, const Values& x) {
  return simplified_values(w.problem, x,
                           [&](const Values& y) { return w.certifier.hypotheses(y, careful) == Standing::holds; });
}

Counterexample counterexample(World& w, const Hit& hit) {
  Counterexample c;
  c.point = w.point(hit.x);
  c.with = w.interpretation(hit.x);
  c.conclusion = hit.finding.conclusion;
  c.by_equality = hit.finding.by_equality;
  c.bits = hit.finding.bits;
  std::tie(c.lhs, c.rhs) = w.certifier.sides(hit.x, c.conclusion, c.bits);
  return c;
}

Counterexample simplified(const Instance& statement, const Counterexample& found, const SearchOptions& options) {
  std::vector<Definition> definitions;
  for (const auto& text : found.with) {
    if (auto d = read_definition(text, statement)) definitions.push_back(std::move(*d));
  }
  if (definitions.size() != statement.functions.size()) return found;
  World w(statement, std::move(definitions), options.max_bits);
  Hit hit;
  for (const auto& v : w.problem.variables()) {
    const auto value = found.point.find(v.name);
    if (value == found.point.end()) return found;
    hit.x.push_back(value->second);
  }
  hit.finding = w.certifier.examine(hit.x, careful);
  if (hit.finding.kind != Finding::Kind::violated) return found;
  return counterexample(w, simplify(w, hit));
}

}  // namespace dpcert::verify
