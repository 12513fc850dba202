#include "verify/engine/boxes/relax.hpp"

#include <algorithm>
#include <cmath>

#include "verify/engine/boxes/judge.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_active = 6;
constexpr int most_candidates = 400;

double lower_double(const DoubleInterval& x) { return x.lower(); }
double lower_double(const Interval& x) { return x.lower_double(); }
double upper_double(const DoubleInterval& x) { return x.upper(); }
double upper_double(const Interval& x) { return x.upper_double(); }

DoubleInterval half_square(const DoubleInterval& x) { return {0, 0.5 * mul_up(x.magnitude(), x.magnitude())}; }
Interval half_square(const Interval& x) { return square(x) / Interval(2); }
template <class S>
S number(double x, Precision bits) {
  if constexpr (std::same_as<S, DoubleInterval>)
    return DoubleInterval::point(x);
  else
    return Interval(Rational::from_double(x), bits);
}

// Multipliers of some of the hypotheses in question, in plain doubles.
struct Candidate {
  std::size_t count = 0;  // of hypotheses
  std::array<std::size_t, Decided::most_multipliers> of{};
  std::array<double, Decided::most_multipliers> c{};
};

}  // namespace

BoxRelaxation::BoxRelaxation(const Goal& goal, const std::vector<Expr>& inputs, bool second_order)
    : strict_(goal.strict()), n_(inputs.size()) {
  for (const auto& h : goal.context.hypotheses()) {
    rel_.push_back(h.rel);
    hypotheses_.emplace_back();
    if (has_functions(h.lhs) || has_functions(h.rhs)) continue;  // they have no values
    auto formula = std::make_unique<BoxFormula>(sub(h.lhs, h.rhs), inputs, goal.context, second_order);
    if (formula->has_gradient()) hypotheses_.back() = std::move(formula);
    possible_ = possible_ || hypotheses_.back();
  }
}

template <class S>
void BoxRelaxation::gather(const BoxFormula& f, const std::vector<S>& over_box, const std::vector<S>& at_middle,
                           bool second_order, typename Workspace<S>::Form& out) const {
  out.coefficients.clear();
  out.coefficients.push_back(f.root(at_middle, 0));
  for (std::size_t k = 0; k < n_; ++k) out.coefficients.push_back(f.root(second_order ? at_middle : over_box, 1 + k));
  for (std::size_t k = 0; second_order && k < n_ * (n_ + 1) / 2; ++k)
    out.coefficients.push_back(f.root(over_box, 1 + n_ + k));
  out.lower.clear();
  out.upper.clear();
  for (const S& x : out.coefficients) {
    out.lower.push_back(x.is_finite() ? lower_double(x) : -HUGE_VAL);
    out.upper.push_back(x.is_finite() ? upper_double(x) : HUGE_VAL);
  }
}

namespace {

// The search for multipliers, in plain doubles: to choose by, not to prove. Forms are bounds of their coefficients.
class Choice {
 public:
  struct Bounds {
    const std::vector<double>*lower, *upper;
    bool equation;
    [[nodiscard]] double middle(std::size_t j) const { return 0.5 * ((*lower)[j] + (*upper)[j]); }
  };
  Choice(Bounds d, std::vector<Bounds> h, const std::vector<double>& reach, std::size_t variables)
      : d_(d), h_(std::move(h)), reach_(reach), n_(variables) {
    for (std::size_t k = 1; k <= n_; ++k) {
      if (reach_[k] > 0) moving_.push_back(k);
    }
  }

  // The lower bound of the form.
  double bound(const Candidate& x) const {
    const auto coefficient = [&](std::size_t j) {
      double lo = (*d_.lower)[j], hi = (*d_.upper)[j];
      for (std::size_t i = 0; i < x.count; ++i) {
        const auto& h = h_[x.of[i]];
        lo -= x.c[i] * (x.c[i] > 0 ? *h.upper : *h.lower)[j];
        hi -= x.c[i] * (x.c[i] > 0 ? *h.lower : *h.upper)[j];
      }
      return std::pair{lo, hi};
    };
    double sum = coefficient(0).first;
    for (const std::size_t k : moving_) {
      const auto [lo, hi] = coefficient(k);
      sum -= std::max(-lo, hi) * reach_[k];
    }
    if (reach_.size() == 1 + n_) return sum;
    for (const std::size_t a : moving_) {
      for (const std::size_t b : moving_) {
        if (b > a) break;
        const std::size_t j = 1 + n_ + (a - 1) * a / 2 + (b - 1);
        const auto [lo, hi] = coefficient(j);
        sum -= (a == b ? std::max(-lo, 0.0) : std::max(-lo, hi)) * reach_[j];
      }
    }
    return sum;
  }

  // The bound is concave and, but for second order, linear by parts in the multipliers: it is greatest where as many
  // derivatives of the form vanish as there are multipliers.
  Candidate best() {
    best_ = {};
    best_bound_ = -HUGE_VAL;
    left_ = most_candidates;
    for (std::size_t count = 1; count <= std::min(h_.size(), Decided::most_multipliers); ++count) {
      Candidate x;
      x.count = count;
      choose_hypotheses(x, 0, 0);
    }
    return best_;
  }
  [[nodiscard]] double best_bound() const { return best_bound_; }

 private:
  void choose_hypotheses(Candidate& x, std::size_t chosen, std::size_t from) {
    if (chosen == x.count) {
      std::array<std::size_t, Decided::most_multipliers> rows{};
      return choose_rows(x, rows, 0, 0);
    }
    for (std::size_t i = from; i < h_.size() && left_ > 0; ++i) {
      x.of[chosen] = i;
      choose_hypotheses(x, chosen + 1, i + 1);
    }
  }
  void choose_rows(Candidate& x, std::array<std::size_t, Decided::most_multipliers>& rows, std::size_t chosen,
                   std::size_t from) {
    if (chosen < x.count) {
      for (std::size_t i = from; i < moving_.size() && left_ > 0; ++i) {
        rows[chosen] = moving_[i];
        choose_rows(x, rows, chosen + 1, i + 1);
      }
      return;
    }
    --left_;
    if (!solve(x, rows)) return;
    const double b = bound(x);
    if (b > best_bound_) best_bound_ = b, best_ = x;
  }
  bool solve(Candidate& x, const std::array<std::size_t, Decided::most_multipliers>& rows) const {
    constexpr std::size_t most = Decided::most_multipliers;
    double m[most][most + 1];
    const std::size_t s = x.count;
    for (std::size_t r = 0; r < s; ++r) {
      for (std::size_t i = 0; i < s; ++i) m[r][i] = h_[x.of[i]].middle(rows[r]);
      m[r][s] = d_.middle(rows[r]);
    }
    for (std::size_t p = 0; p < s; ++p) {
      std::size_t q = p;
      for (std::size_t r = p + 1; r < s; ++r) {
        if (std::fabs(m[r][p]) > std::fabs(m[q][p])) q = r;
      }
      if (!(std::fabs(m[q][p]) > 0x1p-500)) return false;
      for (std::size_t c = 0; c <= s; ++c) std::swap(m[p][c], m[q][c]);
      for (std::size_t r = 0; r < s; ++r) {
        if (r == p) continue;
        const double f = m[r][p] / m[p][p];
        for (std::size_t c = p; c <= s; ++c) m[r][c] -= f * m[p][c];
      }
    }
    for (std::size_t i = 0; i < s; ++i) {
      x.c[i] = m[i][s] / m[i][i];
      if (!std::isfinite(x.c[i]) || (x.c[i] <= 0 && !h_[x.of[i]].equation)) return false;
    }
    return true;
  }

  Bounds d_;
  std::vector<Bounds> h_;
  const std::vector<double>& reach_;
  std::size_t n_;
  std::vector<std::size_t> moving_;  // from 1, as in the coefficients
  Candidate best_;
  double best_bound_ = -HUGE_VAL;
  int left_ = 0;
};

}  // namespace

template <class S>
bool BoxRelaxation::attempt(const BoxView<S>& view, const std::vector<std::size_t>& active, bool second_order,
                            Workspace<S>& w, Decided& n) const {
  gather(view.d, view.d_box, view.d_middle, second_order, w.d);
  std::vector<typename Choice::Bounds> bounds;
  for (const std::size_t i : active) {
    auto& form = w.hypotheses[i];
    gather(*hypotheses_[i], form.work, form.middle_work, second_order, form);
    bounds.push_back({&form.lower, &form.upper, rel_[i] == Rel::eq});
  }
  w.area.assign(1, number<S>(1, view.bits));
  for (const S& x : view.offset) w.area.push_back(x);
  for (std::size_t i = 0; second_order && i < n_; ++i) {
    for (std::size_t j = 0; j <= i; ++j)
      w.area.push_back(i == j ? half_square(view.offset[i]) : view.offset[i] * view.offset[j]);
  }
  w.reach.clear();
  for (const S& x : w.area) w.reach.push_back(std::max(std::fabs(lower_double(x)), std::fabs(upper_double(x))));

  Choice choice({&w.d.lower, &w.d.upper, false}, bounds, w.reach, n_);
  const Candidate best = choice.best();
  if (!(choice.best_bound() >= 0)) return false;
  // As few bits as will do.
  for (const int bits : {2, 4, 8, 16}) {
    Candidate x = best;
    for (std::size_t i = 0; i < x.count; ++i) x.c[i] = rounded_to(x.c[i], bits);
    if (choice.bound(x) < 0) continue;
    // As a node keeps them.
    if (std::ranges::any_of(x.c, [](double c) { return static_cast<double>(static_cast<float>(c)) != c; }))
      return false;
    S sum = number<S>(0, view.bits);
    for (std::size_t j = 0; j < w.area.size(); ++j) {
      if (w.reach[j] == 0) continue;
      S c = w.d.coefficients[j];
      for (std::size_t i = 0; i < x.count; ++i)
        c = c - number<S>(x.c[i], view.bits) * w.hypotheses[active[x.of[i]]].coefficients[j];
      if (!c.is_finite()) return false;
      sum = sum + c * w.area[j];
    }
    if (!sum.is_finite() || !(strict_ ? is_positive(sum) : is_nonnegative(sum))) continue;
    n.fate = second_order ? Fate::relax_taylor : Fate::relax_mean;
    for (std::size_t i = 0; i < x.count; ++i) {
      n.hypothesis[i] = static_cast<std::uint8_t>(active[x.of[i]]);
      n.multiplier[i] = static_cast<float>(x.c[i]);
    }
    return true;
  }
  return false;
}

template <class S>
bool BoxRelaxation::proves(const BoxView<S>& view, const std::vector<std::size_t>& active, Workspace<S>& w,
                           Decided& n) const {
  std::vector<std::size_t> used;
  bool second_order = view.d.has_second_order();
  w.hypotheses.resize(hypotheses_.size());
  for (const std::size_t i : active) {
    if (!hypotheses_[i] || i > 255 || used.size() == most_active) continue;
    const BoxFormula& h = *hypotheses_[i];
    auto& form = w.hypotheses[i];
    h.run(view.box, form.work, view.bits, 0, h.end());
    if (!h.is_smooth(form.work, view.moving)) continue;
    h.run(view.middle, form.middle_work, view.bits, 0, h.gradient_end());
    used.push_back(i);
    second_order = second_order && h.has_second_order();
  }
  if (used.empty()) return false;
  return (second_order && attempt(view, used, true, w, n)) || attempt(view, used, false, w, n);
}

template bool BoxRelaxation::proves(const BoxView<DoubleInterval>&, const std::vector<std::size_t>&,
                                    Workspace<DoubleInterval>&, Decided&) const;
template bool BoxRelaxation::proves(const BoxView<Interval>&, const std::vector<std::size_t>&, Workspace<Interval>&,
                                    Decided&) const;

}  // namespace dpcert::verify
