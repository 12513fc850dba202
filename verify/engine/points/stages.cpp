// The stages, cheapest first.
#include "verify/engine/points/stages.hpp"

#include <algorithm>
#include <cmath>

#include "verify/engine/points/boxes.hpp"
#include "verify/engine/points/optimise.hpp"
#include "verify/engine/points/score.hpp"

namespace dpcert::verify {

namespace {

constexpr Effort quick{512, false};
constexpr double noise = 1e-11;  // doubles say nothing about smaller relative slacks

}  // namespace

void Search::try_suggestions(World& w) {
  for (const auto& suggestion : options_.suggestions) {
    Values x;
    for (const auto& v : w.problem.variables()) {
      const auto found = suggestion.find(v.name);
      x.push_back(moved_inside(v, found == suggestion.end() ? Rational(1) : found->second));
    }
    if (w.problem.inside(x)) consider(w, x, thorough);
    // Solved coordinates may have to follow; parameters of families and unnamed variables are free.
    std::vector<std::size_t> open;
    for (const std::size_t i : w.problem.free()) {
      if (!suggestion.contains(w.problem.variables()[i].name)) open.push_back(i);
    }
    for (int k = 0; k < (open.empty() ? 1 : 200) && !done(); ++k) {
      for (const std::size_t i : open) x[i] = draw(w.problem.variables()[i], random_);
      if (w.problem.complete(x) && w.problem.inside(x)) consider_if_promising(w, x, thorough);
    }
  }
}

void Search::try_simple_points(World& w) {
  const Problem& p = w.problem;
  const auto& free = p.free();
  std::vector<Values> values;
  for (const std::size_t i : free) values.push_back(simple_values(p.variables()[i]));
  const std::size_t limit = static_cast<std::size_t>(300 + 1200 * std::min(1.0, effort_));
  std::size_t tried = 0;
  const auto attempt = [&](const std::vector<std::size_t>& rank) {
    Values x(p.size());
    for (std::size_t k = 0; k < free.size(); ++k) x[free[k]] = values[k][rank[k]];
    ++tried;
    ++simple_;
    if (p.complete(x) && p.inside(x)) consider_if_promising(w, x, thorough);
    return tried < limit && !out_of_time() && (!hit_ || after_hit_ < 60);
  };
  // By total rank; corners come with the ranks because ends are among the simple values.
  std::vector<std::size_t> rank(free.size(), 0);
  std::size_t most = 0;
  for (const auto& v : values) most += v.size() - 1;
  bool going = true;
  const std::function<void(std::size_t, std::size_t)> spread = [&](std::size_t k, std::size_t left) {
    if (!going) return;
    if (k == free.size()) {
      if (left == 0) going = attempt(rank);
      return;
    }
    const std::size_t top = std::min(left, values[k].size() - 1);
    for (std::size_t r = k + 1 == free.size() ? left : 0; going && r <= top; ++r) {
      rank[k] = r;
      spread(k + 1, left - r);
    }
  };
  for (std::size_t total = 0; going && total <= most; ++total) spread(0, total);
  // Corners.
  if (free.size() <= 8 && !done()) {
    for (std::size_t mask = 0; mask < (std::size_t{1} << free.size()) && !done(); ++mask) {
      Values x(p.size());
      for (std::size_t k = 0; k < free.size(); ++k) {
        const Variable& v = p.variables()[free[k]];
        const End& end = (mask >> k & 1) != 0 ? v.range.hi : v.range.lo;
        x[free[k]] = end.infinite ? moved_inside(v, (mask >> k & 1) != 0 ? Rational(1'000'000) : Rational(-1'000'000))
                                  : moved_inside(v, end.value);
      }
      ++simple_;
      if (p.complete(x) && p.inside(x)) consider_if_promising(w, x, thorough);
    }
  }
}

void Search::try_random_points(World& w, std::size_t points) {
  for (std::size_t i = 0; i < points && !out_of_time() && (!hit_ || after_hit_ < 60); ++i) {
    Values x;
    ++drawn_;
    if (draw_point(w.problem, w.feasible, random_, x)) consider_if_promising(w, x, quick);
  }
}

void Search::enumerate(World& w) {
  const Problem& p = w.problem;
  const auto& free = p.free();
  Rational count = 1;
  for (const std::size_t i : free) {
    const Variable& v = p.variables()[i];
    if (!v.integer || !v.range.bounded()) return;
    count *= v.range.hi.value.floor() - v.range.lo.value.ceil() + Rational(1);
    if (count > Rational(20'000)) return;
  }
  if (free.empty()) return;
  Values x(p.size());
  const auto first = [&](std::size_t i) { return p.variables()[i].range.lo.value.ceil(); };
  for (const std::size_t i : free) x[i] = first(i);
  for (bool more = true; more && !done();) {
    Values y = x;
    if (p.complete(y) && p.inside(y)) consider_if_promising(w, y, thorough);
    more = false;
    for (const std::size_t i : free) {
      x[i] += Rational(1);
      if (x[i] <= p.variables()[i].range.hi.value) {
        more = true;
        break;
      }
      x[i] = first(i);
    }
    if (!more) w.exhausted = true;
  }
}

void Search::consider_near(World& w, const std::vector<double>& x) {
  Values y;
  if (w.exactly(x, y)) consider(w, y, thorough);
  for (const int k : {4, 10, 20, 30, 40}) {
    if (done()) return;
    Values z(w.problem.size());
    bool fine = true;
    for (std::size_t i = 0; i < x.size() && fine; ++i) {
      fine = std::isfinite(x[i]);
      if (!fine) break;
      const Variable& v = w.problem.variables()[w.problem.free()[i]];
      const Rational q = Rational::from_double(x[i]);
      const Rational reach = (q.is_zero() ? Rational(1) : dpcert::abs(q)) * two_to(-k);
      z[w.problem.free()[i]] = moved_inside(v, simplest_between(q - reach, q + reach));
    }
    if (fine && w.problem.complete(z) && w.problem.inside(z)) consider(w, z, thorough);
  }
}

void Search::optimise_one(World& w, std::size_t c, const Values& start, std::size_t evaluations) {
  std::vector<Variable> coordinates;
  bool integers = false;
  for (const std::size_t i : w.problem.free()) {
    coordinates.push_back(w.problem.variables()[i]);
    integers = integers || coordinates.back().integer;
  }
  const auto x = w.doubles(start);
  ++optimisations_;
  for (const Scale scale : {Scale::relative, Scale::absolute}) {
    if (done()) return;
    const Objective objective = [&](const std::vector<double>& y) {
      w.load(y);
      return w.score(c, scale);
    };
    const Minimum m = Optimiser(coordinates, objective).minimise(x, evaluations, -0.9, random_);
    if (m.value < 1e-7 || m.value == 1.5) consider_near(w, m.x);
    if (integers && !done()) {  // whole numbers near a minimum over the reals
      const Minimum r = Optimiser(coordinates, objective, true).minimise(x, evaluations, -0.9, random_);
      for (unsigned mask = 0; mask < (1U << std::min<std::size_t>(coordinates.size(), 6)) && !done() && r.value < 1e-3;
           ++mask) {
        auto y = r.x;
        for (std::size_t i = 0; i < y.size(); ++i) {
          if (coordinates[i].integer) y[i] = (mask >> i & 1U) != 0 ? std::ceil(y[i]) : std::floor(y[i]);
        }
        Values z;
        if (w.exactly(y, z)) consider_if_promising(w, z, quick);
      }
    }
    // Where doubles have no digits left, Balls go on; also from the start, because doubles may have been led astray by
    // noise.
    if (!done() && m.value < 1e-5 && m.value > -noise && scale == Scale::relative) {
      Runner<Ball> balls(w.problem.program(), 256);
      const Objective precise = [&](const std::vector<double>& y) {
        Values z;
        if (!w.exactly(y, z)) return 10.0;
        std::vector<Ball> in;
        for (const auto& q : z) in.emplace_back(q, 256);
        balls.start(in);
        return score(balls, w.problem, c, scale);
      };
      for (const auto& from : {m.x, x}) {
        if (done()) return;
        const Minimum b = Optimiser(coordinates, precise).minimise(from, evaluations / 2, 0, random_);
        if (b.value <= 0) consider_near(w, b.x);
      }
    }
  }
}

void Search::optimise(World& w, std::size_t evaluations, std::size_t starts) {
  const std::size_t conclusions = w.problem.conclusions().size();
  for (std::size_t c = 0; c < conclusions && !done(); ++c) {
    if (w.problem.conclusions()[c].relation.rel == Rel::eq) continue;  // almost every point would do
    std::vector<Values> from;
    for (std::size_t i = 0; i < w.tight.size() && from.size() < starts; ++i) from.push_back(w.tight[i]);
    for (std::size_t i = 0; i < w.feasible.size() && i < (starts + 1) / 2; ++i) {
      from.push_back(w.feasible[random_.below(w.feasible.size())]);
    }
    for (std::size_t i = 0; i < from.size() && !done(); ++i) optimise_one(w, c, from[i], evaluations);
  }
}

void Search::search_undefined(World& w) {
  if (result_.undefined) return;
  const Problem& p = w.problem;
  std::unordered_set<Expr> seen;
  for (std::size_t c = 0; c < p.conclusions().size(); ++c) {
    for (const auto& r : p.requirements(c)) {
      if (result_.undefined || done()) return;
      if (!own_operations_.contains(r.whole) || !seen.insert(r.argument).second || r.argument.is_constant()) continue;
      // Zeros of the argument, exactly: good for divisions, and for closed ends of the others.
      for (const auto& zero : p.zeros(r.argument)) {
        const std::size_t n = std::min<std::size_t>(w.feasible.size(), 20);
        for (std::size_t i = 0; i < n && !result_.undefined && !done(); ++i) {
          Values x = w.feasible[i];
          if (p.solve(zero, x) && p.complete(x) && p.inside(x)) consider(w, x, thorough);
        }
      }
      if (result_.undefined || w.feasible.empty()) continue;
      // Points beyond the domain of the operation, or on its edge.
      const Program program({r.argument}, p.names());
      Runner<Approx> run(program);
      std::vector<Variable> coordinates;
      for (const std::size_t i : p.free()) coordinates.push_back(p.variables()[i]);
      const bool zero_matters = r.kind == Requirement::Kind::nonzero || r.kind == Requirement::Kind::power;
      const Objective objective = [&](const std::vector<double>& y) {
        w.load(y);
        const double bad = w.infeasibility(0);
        if (bad > 0) return 2 + bad;
        std::vector<double> all(p.size(), 0.0);
        for (std::size_t k = 0; k < y.size(); ++k) all[p.free()[k]] = y[k];
        p.complete(all);
        std::vector<Approx> in;
        for (const double v : all) in.push_back({v});
        run.start(in);
        double u = run.root(0).v;
        if (r.kind == Requirement::Kind::above_minus_one) u += 1;
        if (zero_matters) u = std::fabs(u);
        return std::isnan(u) ? 1.5 : u / (1 + std::fabs(u));
      };
      for (int start = 0; start < 2 && !result_.undefined && !done(); ++start) {
        const Values& from = w.feasible[random_.below(w.feasible.size())];
        const Minimum m = Optimiser(coordinates, objective).minimise(w.doubles(from), 200, -0.01, random_);
        if (m.value < 1e-6) consider_near(w, m.x);
      }
    }
  }
}

void Search::search_in_boxes(World& w, std::size_t boxes) {
  const std::size_t conclusions = w.problem.conclusions().size();
  for (std::size_t c = 0; c < conclusions && !done(); ++c) {
    if (w.problem.conclusions()[c].relation.rel == Rel::eq) continue;
    std::size_t normal_forms = 200;
    BoxSearch search;
    search.boxes = std::max<std::size_t>(boxes / conclusions, 50);
    search.out_of_time = [this] { return out_of_time(); };
    search.visit = [&](const Values& x, bool deep) {
      w.load(x);
      if (w.infeasibility(1e-9) > 0) return false;
      const double s = slack(w.approx, w.problem.conclusions()[c], Scale::relative);
      if (s > 1e-5) return false;
      Effort e{512, false};
      if (deep && normal_forms > 0) {
        --normal_forms;
        e.algebra = true;
      }
      consider(w, x, e);
      return done();
    };
    boxes_ += search_boxes(w.problem, c, search);
  }
}

void Search::count_evaluations(World& w, std::size_t target) {
  const std::size_t before = result_.certified_evaluations;
  const std::size_t undecided_before = result_.undecided_evaluations;
  std::size_t attempts = 0;
  std::size_t next_optimisation = 4000;
  Effort e = quick;
  for (const auto& c : w.problem.conclusions()) {
    if (c.relation.rel == Rel::eq) e.limit = 1024;  // two sides that agree to 200 digits are left undecided
  }
  while (!done()) {
    const std::size_t certified = result_.certified_evaluations - before;
    const std::size_t undecided = result_.undecided_evaluations - undecided_before;
    if (certified >= target || attempts > 20 * target + 1000) break;
    if (undecided > 2000 && undecided > 4 * certified) break;  // an identity, it seems: more points say no more
    if (certified >= next_optimisation) {
      next_optimisation *= 5;
      optimise(w, 150, 2);
    }
    ++attempts;
    ++drawn_;
    Values x;
    if (!draw_point(w.problem, random_.chance(30) ? w.tight : w.feasible, random_, x)) continue;
    consider_if_promising(w, x, e);
  }
}

void Search::find_inhabited(World& w) {
  if (result_.inhabited || !w.feasible.empty() || out_of_time()) return;
  const Problem& p = w.problem;
  std::vector<Variable> coordinates;
  for (const std::size_t i : p.free()) coordinates.push_back(p.variables()[i]);
  const Objective objective = [&](const std::vector<double>& y) {
    w.load(y);
    return w.infeasibility(0);
  };
  for (int start = 0; start < 20 && w.feasible.empty() && !done(); ++start) {
    Values x(p.size());
    for (const std::size_t i : p.free()) x[i] = draw(p.variables()[i], random_);
    const Minimum m = Optimiser(coordinates, objective).minimise(w.doubles(x), 500, 0, random_);
    if (m.value < 1e-6) consider_near(w, m.x);
  }
  // Points that the doubles rule out because they have no digits, or no exponent, for the hypotheses.
  for (int i = 0; i < 20 && !result_.inhabited && !result_.unclear && !done(); ++i) {
    Values x;
    if (draw_point(p, w.feasible, random_, x)) consider(w, x, quick);
  }
}

}  // namespace dpcert::verify
