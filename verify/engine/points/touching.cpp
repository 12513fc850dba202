#include "verify/engine/points/touching.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "src/core/work.hpp"
#include "verify/engine/goal/closed_forms.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/points/optimise.hpp"

namespace dpcert::verify {

namespace {

struct Touching {
  static constexpr std::size_t most_variables = 4, most_points = 3, evaluations = 1'500, most_ends = 3;
  static constexpr int starts = 12, newton_steps = 40;
  static constexpr double nearness = 1e-9, before_newton = 1e-4, to_an_end = 1e-7, to_a_border = 1e-3, penalty = 100,
                          farthest = 100;
};

class TouchingSearch {
 public:
  TouchingSearch(const Instance& s, std::size_t k)
      : variables_(s.variables), hypotheses_(s.hypotheses.size()), relations_(s.hypotheses) {
    const Relation& r = s.conclusions[k];
    const Expr d = sub(r.lhs, r.rhs);
    std::vector<Expr> formulas{d, add(abs(r.lhs), abs(r.rhs))};
    for (const Relation& h : s.hypotheses) formulas.push_back(sub(h.lhs, h.rhs));
    values_ = Probe::of(formulas, variables_);
    std::vector<Expr> slopes;
    for (std::size_t f = 0; f <= hypotheses_; ++f) {
      const Expr& of = formulas[f == 0 ? 0 : f + 1];
      for (std::size_t i = 0; i < variables_.size(); ++i) {
        const Expr slope = derivative(of, Expr::variable(variables_[i].name));
        slopes.push_back(slope);
        for (std::size_t j = 0; j <= i; ++j) slopes.push_back(derivative(slope, Expr::variable(variables_[j].name)));
      }
    }
    slopes_ = Probe::of(slopes, variables_);
  }

  std::vector<std::map<std::string, Expr>> run(const std::function<bool()>& out_of_time) {
    std::vector<std::map<std::string, Expr>> out;
    if (!values_ || !slopes_) return out;
    Random random(1);
    std::size_t ends = 0;
    const auto cost = [&](const std::vector<double>& x) { return badness(x); };
    for (int k = 0;
         k < Touching::starts && out.size() < Touching::most_points && ends < Touching::most_ends && !out_of_time();
         ++k) {
      std::vector<double> x;
      for (const Variable& v : variables_) {
        const Ends range = ends_of(v.range);
        x.push_back(k % 2 == 0 || range.bounded() ? scattered(range, random.unit())
                                                  : scattered_far(range, random.unit(), random.chance(50)));
      }
      count_work(Touching::evaluations * values_->length() / 50);
      x = Optimiser(variables_, cost).minimise(std::move(x), Touching::evaluations, -Touching::penalty, random).x;
      if (!(badness(x) <= Touching::before_newton)) continue;
      if (!(badness(x) >= -Touching::nearness)) break;  // there it fails, and not at a point
      auto p = closed(std::move(x));
      if (!p)
        ++ends;
      else if (std::ranges::find(out, *p) == out.end())
        out.push_back(std::move(*p));
    }
    return out;
  }

 private:
  // Of the difference (f = 0) or of hypothesis f.
  [[nodiscard]] double slope(std::size_t f, std::size_t i) const { return slopes_->value(place(f, i)); }
  [[nodiscard]] double second(std::size_t f, std::size_t i, std::size_t j) const {
    if (i < j) std::swap(i, j);
    return slopes_->value(place(f, i) + 1 + j);
  }
  [[nodiscard]] std::size_t place(std::size_t f, std::size_t i) const {
    const std::size_t n = variables_.size();
    return f * (n + n * (n + 1) / 2) + i + i * (i + 1) / 2;
  }
  // The difference of the sides, in units of their size, and what hypotheses are short of.
  double badness(const std::vector<double>& x) {
    values_->at(x);
    double b = values_->value(0) / (1e-6 + values_->value(1));
    for (std::size_t i = 0; i < hypotheses_; ++i) {
      const double h = values_->value(2 + i);
      if (!(h >= 0)) b += Touching::penalty * (std::isnan(h) ? 1 : -h);
    }
    return b;
  }

  // Newton's steps in the free coordinates, on the border of the hypotheses that are equations there, as long as they
  // lead on: with multipliers, the slope of the difference is a combination of theirs.
  void refine(std::vector<double>& x, const std::vector<bool>& is_free) {
    std::vector<std::size_t> free, borders;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (is_free[i]) free.push_back(i);
    values_->at(x);
    for (std::size_t f = 1; f <= hypotheses_; ++f)
      if (relations_[f - 1].rel == Rel::ge && std::fabs(values_->value(1 + f)) <= Touching::to_a_border)
        borders.push_back(f);
    const auto n = static_cast<Eigen::Index>(free.size()), m = static_cast<Eigen::Index>(borders.size());
    const auto of = [&](Eigen::Index i) { return free[static_cast<std::size_t>(i)]; };
    if (n == 0) return;
    double before = INFINITY;
    for (int k = 0; k < Touching::newton_steps; ++k) {
      values_->at(x);
      slopes_->at(x);
      Eigen::VectorXd g(n), left(n + m);
      Eigen::MatrixXd normals(n, m), h = Eigen::MatrixXd::Zero(n + m, n + m);
      for (Eigen::Index i = 0; i < n; ++i) g[i] = slope(0, of(i));
      for (Eigen::Index c = 0; c < m; ++c) {
        const std::size_t f = borders[static_cast<std::size_t>(c)];
        left[n + c] = values_->value(1 + f);
        for (Eigen::Index i = 0; i < n; ++i) normals(i, c) = slope(f, of(i));
      }
      if (!g.allFinite() || !normals.allFinite()) return;
      Eigen::VectorXd multipliers(m);
      if (m > 0) multipliers = normals.completeOrthogonalDecomposition().solve(g);
      left.head(n) = g - normals * multipliers;
      for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j < n; ++j) {
          h(i, j) = second(0, of(i), of(j));
          for (Eigen::Index c = 0; c < m; ++c)
            h(i, j) -= multipliers[c] * second(borders[static_cast<std::size_t>(c)], of(i), of(j));
        }
      h.topRightCorner(n, m) = -normals;
      h.bottomLeftCorner(m, n) = normals.transpose();
      if (!left.allFinite() || !h.allFinite() || !(left.norm() < before)) return;
      before = left.norm();
      // Along a curve of such points there is no slope, and nothing to go: the shortest step stays where it is.
      Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> system;
      system.setThreshold(1e-9);
      const Eigen::VectorXd step = system.compute(h).solve(left);
      std::vector<double> next = x;
      for (Eigen::Index i = 0; i < n; ++i) next[of(i)] -= step[i];
      for (std::size_t i = 0; i < next.size(); ++i) {
        const Ends ends = ends_of(variables_[i].range);
        if (!(ends.lo <= next[i] && next[i] <= ends.hi)) return;
      }
      x = std::move(next);
    }
  }

  // One coordinate after the other; where the points are a curve, some are chosen.
  std::optional<std::map<std::string, Expr>> closed(std::vector<double> x) {
    std::map<std::string, Expr> out;
    std::vector<bool> is_free(x.size(), true);
    const auto set = [&](std::size_t i, const Expr& e) {
      const auto value = approx(e);
      if (!value) return false;
      out.insert_or_assign(variables_[i].name, e);
      x[i] = *value;
      is_free[i] = false;
      refine(x, is_free);
      return true;
    };
    for (std::size_t i = 0; i < x.size(); ++i)
      for (const End& end : {variables_[i].range.lo, variables_[i].range.hi})
        if (is_free[i] && !end.infinite && std::fabs(x[i] - end.value.approx()) <= Touching::to_an_end) {
          if (!end.closed || !set(i, Expr(end.value))) return std::nullopt;
        }
    refine(x, is_free);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!is_free[i]) continue;
      auto e = further_closed_form_near(x[i]);
      if (!e) {
        if (std::fabs(x[i]) > Touching::farthest) return std::nullopt;  // a limit at infinity, more likely
        const double width = 1e-2 * (1 + std::fabs(x[i]));
        e = Expr(simplest_between(Rational::from_double(x[i] - width), Rational::from_double(x[i] + width)));
      }
      if (!set(i, *e)) return std::nullopt;
    }
    return std::fabs(badness(x)) <= Touching::nearness ? std::optional(out) : std::nullopt;
  }

  static std::optional<double> approx(const Expr& e) {
    auto p = Probe::of({e}, std::vector<Variable>{});
    if (!p) return std::nullopt;
    p->at({});
    return std::isfinite(p->value()) ? std::optional(p->value()) : std::nullopt;
  }

  const std::vector<Variable>& variables_;
  std::size_t hypotheses_;
  const std::vector<Relation>& relations_;
  std::optional<Probe> values_, slopes_;  // the sides and hypotheses; the first and second derivatives
};

// Of integrals, sums to a variable and sequences there are no values in doubles, nor slopes.
bool has_values(const Relation& r) {
  bool found = false;
  static_cast<void>(transform(sub(r.lhs, r.rhs), [&](const Expr& e, std::span<Expr> args) {
    found = found || binds(e) || e.op() == Op::sequence;
    return with_args(e, args);
  }));
  return !found;
}

}  // namespace

std::vector<std::map<std::string, Expr>> touching_points(const Instance& s, std::size_t k,
                                                         const std::function<bool()>& out_of_time) {
  const bool other = !s.functions.empty() || !s.sequences.empty() || s.variables.empty() ||
                     s.variables.size() > Touching::most_variables || !s.forall_hypotheses.empty() || !s.facts.empty();
  const bool equation = std::ranges::any_of(s.hypotheses, [](const Relation& h) { return h.rel == Rel::eq; });
  const bool integers = std::ranges::any_of(s.variables, [](const Variable& v) { return v.integer; });
  if (other || equation || integers || k >= s.conclusions.size() || s.conclusions[k].rel != Rel::gt) return {};
  if (!has_values(s.conclusions[k]) || !std::ranges::all_of(s.hypotheses, has_values)) return {};
  return TouchingSearch(s, k).run(out_of_time);
}

}  // namespace dpcert::verify
