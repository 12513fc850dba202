// Of one variable, D is 0 at places inside that are no rational numbers: roots of quadratics, multiples of pi,
// logarithms and exponentials, as where sqrt(2/e) >= 2 x exp(-x^2) or a damped wave is sharp; and perhaps at rational
// numbers beside these. Around each of them D falls and rises again; the rest of the domain is away from zeros.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "verify/engine/goal/closed_forms.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

constexpr int places = 400, halvings = 200, samples = 24;
constexpr std::size_t most_zeros = 4;
constexpr double vanishing = 1e-11, next_to_an_end = 1e-6;

// A place where D is 0, with numbers on both sides between which D falls and rises.
struct Zero {
  Expr at;
  Rational low, high;
};

class Search {
 public:
  Search(const Goal& g, const Variable& v)
      : ends_(ends_of(v.range)),
        inputs_(g.context.variables().size(), 0.0),
        index_(static_cast<std::size_t>(&v - g.context.variables().data())) {
    const Expr d = g.difference(), slope = derivative(d, Expr::variable(v.name));
    probe_ =
        Probe::of({d, slope, add(abs(g.relation.lhs), abs(g.relation.rhs)), derivative(slope, Expr::variable(v.name))},
                  g.context.variables());
  }

  // Nothing where D looks negative, or touches 0 at other places.
  std::optional<std::vector<Zero>> zeros() {
    if (!probe_) return std::nullopt;
    std::vector<double> xs;
    for (int k = 1; k < places; ++k) {
      const double u = static_cast<double>(k) / places;
      xs.push_back(scattered(ends_, u));
      if (!ends_.bounded()) xs.push_back(scattered_far(ends_, u));
    }
    std::ranges::sort(xs);
    std::vector<Zero> out;
    for (std::size_t i = 0; i + 1 < xs.size(); ++i) {
      if (!look(xs[i])) return std::nullopt;
      if (!(slope(xs[i]) < 0) || !(slope(xs[i + 1]) > 0)) continue;
      double lo = xs[i], hi = xs[i + 1];
      for (int k = 0; k < halvings && lo < hi; ++k) {
        const double middle = lo + (hi - lo) / 2;
        if (!(lo < middle && middle < hi)) break;
        (slope(middle) < 0 ? lo : hi) = middle;
      }
      if (!(std::fabs(value(lo)) <= vanishing * (1e-3 + size_))) continue;
      if (is_next_to_an_end(lo)) continue;
      const auto e = closed_form_near(lo);
      if (e && !out.empty() && out.back().at == *e) continue;  // seen twice, for rounding
      if (!e || out.size() == most_zeros) return std::nullopt;
      const auto around = interval(lo);
      if (!around) return std::nullopt;
      out.push_back({*e, around->first, around->second});
    }
    // Where all of them are rational, other steps know what to do.
    if (std::ranges::all_of(out, [](const Zero& z) { return z.at.is_constant(); })) return std::nullopt;
    return out;
  }

 private:
  double value(double x) {
    inputs_[index_] = x;
    probe_->at(inputs_);
    size_ = probe_->value(2);
    return probe_->value(0);
  }
  double slope(double x) {
    value(x);
    return probe_->value(1);
  }
  bool look(double x) {
    const double d = value(x);
    return !(d < -vanishing * (1 + size_));
  }
  // There slopes are lost in rounding, and it is left to others that D vanishes.
  [[nodiscard]] bool is_next_to_an_end(double x) const {
    return std::fabs(x - ends_.lo) <= next_to_an_end || std::fabs(x - ends_.hi) <= next_to_an_end;
  }
  // As wide as D is convex, and its slope has its signs on both sides.
  std::optional<std::pair<Rational, Rational>> interval(double zero) {
    const auto good = [&](double end) {
      for (int k = 1; k <= samples; ++k) {
        const double x = zero + (end - zero) * k / samples;
        const double s = slope(x);
        if (!std::isfinite(s) || (end > zero ? !(s > 0) : !(s < 0)) || !(probe_->value(3) > 0)) return false;
      }
      return ends_.lo < end && end < ends_.hi;
    };
    std::optional<Rational> low, high;
    for (double width = 4; width > 1e-3 && !(low && high); width /= 2) {
      // Ends of few bits.
      const auto rounded = [&](double x) { return std::round(x * 64 / width) * width / 64; };
      if (const double end = rounded(zero - width); !low && good(end)) low = Rational::from_double(end);
      if (const double end = rounded(zero + width); !high && good(end)) high = Rational::from_double(end);
    }
    if (!low || !high) return std::nullopt;
    return std::pair{*low, *high};
  }

  Ends ends_;
  std::vector<double> inputs_;
  std::size_t index_;
  std::optional<Probe> probe_;
  double size_ = 0;
};

}  // namespace

Tree by_irrational_zeros(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel != Rel::ge || !g.context.functions().empty()) return std::nullopt;
  const auto& variables = g.context.variables();
  const auto mentioned = [&](const Variable& v) { return depends_on(g.difference(), Expr::variable(v.name)); };
  if (std::ranges::count_if(variables, mentioned) != 1) return std::nullopt;
  const Variable& v = *std::ranges::find_if(variables, mentioned);
  const Expr x = Expr::variable(v.name);
  if (v.integer || !is_smooth_in(g.difference(), x)) return std::nullopt;
  auto zeros = Search(g, v).zeros();
  if (!zeros) return std::nullopt;
  Proof out;
  Goal rest = g;
  const auto cut = [&](const Rational& at, const ProveGoal& below) {
    const Step split = rule::Split{x, at};
    const auto parts = apply(split, rest);
    const auto t = parts ? below((*parts)[0]) : std::nullopt;
    if (!t) return false;
    out.push_back(split);
    append(out, *t);
    rest = (*parts)[1];
    return true;
  };
  // Away from zeros boxes do, most often.
  const ProveGoal away = [&](const Goal& h) -> Tree {
    if (auto t = s.boxes(h, Effort::first_boxes)) return t;
    return alone(h);
  };
  for (std::size_t i = 0; i < zeros->size(); ++i) {
    const Zero& z = (*zeros)[i];
    const auto around = [&](const Goal& h) { return by_derivatives_from(h, s, x, z.at); };
    // Neighbours share an end.
    if (i + 1 < zeros->size() && (*zeros)[i + 1].low < z.high) (*zeros)[i + 1].low = z.high;
    if ((i == 0 || (*zeros)[i - 1].high < z.low) && !cut(z.low, away)) return std::nullopt;
    if (!cut(z.high, around)) return std::nullopt;
  }
  const auto t = away(rest);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace dpcert::verify
