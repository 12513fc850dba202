#include "src/mechanisms/dirichlet_bounds.hpp"

#include <flint/fmpz.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "dpcert/scalar/double_interval.hpp"
#include "dpcert/solve/effort.hpp"

namespace dpcert::detail {
namespace {

__extension__ typedef __int128 Fixed;  // NOLINT(modernize-use-using): an extension has no other form
constexpr int fraction_bits = 88;
/// log of the affinity from which on the distance counts as 1: the affinity is below 2^-60, so the distance is at least
/// sqrt(1 - 2^-60) >= 1 - 2^-60.
constexpr double far_log_affinity = -42;

/// The integer nearest to 2^fraction_bits v, for |v| < 2^30; nothing if v is not known to 2^-(fraction_bits + 2).
std::optional<Fixed> fixed(const Ball& v) {
  const Rational unit = pow(Rational(2), fraction_bits), middle = v.midpoint_rational();
  if (!v.is_finite() || (v.upper_rational() - v.lower_rational()) * unit > Rational(1, 4) ||
      abs(middle) > Rational(std::int64_t{1} << 30))
    return std::nullopt;
  const Rational whole = (middle * unit + Rational(1, 2)).floor(), half = pow(Rational(2), 62);
  const Rational high = (whole / half).floor();
  return static_cast<Fixed>(*high.to_int64()) * (Fixed{1} << 62) +
         static_cast<Fixed>(*(whole - high * half).to_int64());
}

/// Fixed-point logs of affinities: sums of the numbers of a table, exact but for the rounding of the table.
class Affinities {
 public:
  /// lgamma minus a linear function: the affinity of two posteriors of equal totals does not change by it.
  static std::optional<Affinities> make(const DirichletQuery& query) {
    Affinities out;
    const std::int64_t last = 2 * query.n;
    for (const Rational& a : query.prior) {
      Precision bits = 256;
      for (Rational size = a; size > Rational(1) && bits < 4096; size /= Rational(2)) bits += 2;
      const auto value = [&](std::int64_t k) { return lgamma(Ball(a + Rational(k, 2), bits)); };
      const Ball from = value(0), slope = (value(last) - from) / Ball(last);
      std::vector<Fixed>& row = out.table_.emplace_back();
      for (std::int64_t k = 0; k <= last; ++k) {
        const auto entry = fixed(value(k) - from - slope * Ball(k));
        if (!entry) return std::nullopt;
        row.push_back(*entry);
      }
    }
    // Four numbers a category, each off by less than one unit, and the sum is halved.
    out.error_ = std::ldexp(2.0 * static_cast<double>(query.prior.size()), -fraction_bits);
    return out;
  }
  [[nodiscard]] DoubleInterval log_affinity(const Counts& c, const Counts& r) const {
    Fixed sum = 0;
    for (std::size_t i = 0; i < c.size(); ++i) sum += twice(i, c[i], r[i]);
    return interval(sum);
  }
  /// The same for two categories and first counts c, r.
  [[nodiscard]] DoubleInterval log_affinity(std::int64_t n, std::int64_t c, std::int64_t r) const {
    return interval(twice(0, c, r) + twice(1, n - c, n - r));
  }

 private:
  [[nodiscard]] Fixed at(std::size_t i, std::int64_t k) const { return table_[i][static_cast<std::size_t>(k)]; }
  [[nodiscard]] Fixed twice(std::size_t i, std::int64_t c, std::int64_t r) const {
    return 2 * at(i, c + r) - at(i, 2 * c) - at(i, 2 * r);
  }
  [[nodiscard]] DoubleInterval interval(Fixed sum) const {
    const double middle = std::ldexp(static_cast<double>(sum), -fraction_bits - 1);
    return {below(below(middle) - error_), std::fmin(0, above(above(middle) + error_))};
  }
  std::vector<std::vector<Fixed>> table_;
  double error_ = 0;
};

DoubleInterval as_double(const Ball& x) {
  if (!x.is_finite()) return DoubleInterval::entire();
  return {DoubleInterval(x.lower_rational()).lower(), DoubleInterval(x.upper_rational()).upper()};
}

/// What is known of one data set, for outputs from `first`; all others are far from it.
struct Row {
  std::size_t first = 0;
  std::vector<DoubleInterval> score;   ///< w H
  std::vector<DoubleInterval> weight;  ///< exp(-w H)
  DoubleInterval far_score, far_weight, total;
  [[nodiscard]] std::size_t end() const { return first + score.size(); }
  [[nodiscard]] bool near(std::size_t r) const { return r >= first && r < end(); }
  [[nodiscard]] const DoubleInterval& score_at(std::size_t r) const { return near(r) ? score[r - first] : far_score; }
  [[nodiscard]] const DoubleInterval& weight_at(std::size_t r) const {
    return near(r) ? weight[r - first] : far_weight;
  }
};

class Bounds {
 public:
  Bounds(const DirichletQuery& query, const DirichletExponential& exponential, Affinities known)
      : law(exponential), affinities(std::move(known)), n(query.n), two(query.prior.size() == 2) {}

  /// The outputs around x whose affinity is not far: from x outward it decreases.
  [[nodiscard]] std::size_t edge(std::size_t x, std::size_t far) const {
    const auto is_far = [&](std::size_t r) {
      return affinities.log_affinity(n, static_cast<std::int64_t>(x), static_cast<std::int64_t>(r)).upper() <=
             far_log_affinity;
    };
    std::size_t in = x, out = far;
    if (!is_far(out)) return out;
    while (in + 1 != out && out + 1 != in) {
      const std::size_t middle = (in + out) / 2;
      (is_far(middle) ? out : in) = middle;
    }
    return in;
  }
  [[nodiscard]] Row row(std::size_t x) const {
    const std::size_t size = law.states().size();
    Row out;
    std::size_t last = size - 1;
    if (two) out.first = edge(x, 0), last = edge(x, size - 1);
    spend_evaluations(3.0 * static_cast<double>(last - out.first + 1), 53);
    const DoubleInterval w = as_double(law.weight(x)), one = DoubleInterval::point(1);
    for (std::size_t r = out.first; r <= last; ++r) {
      const DoubleInterval log_affinity =
          two ? affinities.log_affinity(n, static_cast<std::int64_t>(x), static_cast<std::int64_t>(r))
              : affinities.log_affinity(law.states()[x], law.states()[r]);
      const DoubleInterval h = r == x ? DoubleInterval() : sqrt(max(DoubleInterval(), -expm1(log_affinity)));
      out.score.push_back(w * h);
      out.weight.push_back(exp(-out.score.back()));
      out.total = out.total + out.weight.back();
    }
    out.far_score = w * (one - DoubleInterval(0, 0x1p-60));
    out.far_weight = exp(-out.far_score);
    out.total = out.total + DoubleInterval::point(static_cast<double>(size - out.score.size())) * out.far_weight;
    return out;
  }
  /// max over r of log(P(r | x)/P(r | y)) and of the reciprocal.
  [[nodiscard]] std::pair<double, double> losses(const Row& p, const Row& q) const {
    double up = -HUGE_VAL, down = -HUGE_VAL;
    const auto look = [&](const DoubleInterval& a, const DoubleInterval& b) {
      up = std::fmax(up, add_up(b.upper(), -a.lower()));
      down = std::fmax(down, add_up(a.upper(), -b.lower()));
    };
    const auto [from, to] = range(p, q);
    for (std::size_t r = from; r < to; ++r) look(p.score_at(r), q.score_at(r));
    if (to - from < law.states().size()) look(p.far_score, q.far_score);
    const DoubleInterval normalizers = log(q.total) - log(p.total);
    return {add_up(up, normalizers.upper()), add_up(down, -normalizers.lower())};
  }
  /// sum over r of max(0, P(r | x) - factor P(r | y)), and the same with x and y exchanged.
  [[nodiscard]] std::pair<double, double> deltas(const Row& p, const Row& q, const DoubleInterval& factor) const {
    double up = 0, down = 0;
    const DoubleInterval one = DoubleInterval::point(1), by_p = one / p.total, by_q = one / q.total;
    const auto look = [&](const DoubleInterval& a, const DoubleInterval& b, double times) {
      const DoubleInterval x = a * by_p, y = b * by_q;
      up = add_up(up, mul_up(times, std::fmax(0, (x - factor * y).upper())));
      down = add_up(down, mul_up(times, std::fmax(0, (y - factor * x).upper())));
    };
    const auto [from, to] = range(p, q);
    for (std::size_t r = from; r < to; ++r) look(p.weight_at(r), q.weight_at(r), 1);
    look(p.far_weight, q.far_weight, static_cast<double>(law.states().size() - (to - from)));
    return {up, down};
  }

  /// log(sum over r of P(r | x)^a P(r | y)^(1 - a))/(a - 1), and the same with x and y exchanged.
  [[nodiscard]] std::pair<double, double> divergences(const Row& p, const Row& q, const DoubleInterval& a) const {
    return {divergence(p, q, a), divergence(q, p, a)};
  }
  [[nodiscard]] double divergence(const Row& p, const Row& q, const DoubleInterval& a) const {
    const DoubleInterval rest = DoubleInterval::point(1) - a;
    const auto exponent = [&](const DoubleInterval& s, const DoubleInterval& t) { return -(a * s + rest * t); };
    const auto [from, to] = range(p, q);
    const double outside = static_cast<double>(law.states().size() - (to - from));
    // The largest exponent is taken out of the sum: it may be beyond double's exp.
    double top = exponent(p.far_score, q.far_score).upper();
    for (std::size_t r = from; r < to; ++r) top = std::fmax(top, exponent(p.score_at(r), q.score_at(r)).upper());
    if (!std::isfinite(top)) return HUGE_VAL;
    const DoubleInterval shift = DoubleInterval::point(top);
    DoubleInterval sum = DoubleInterval::point(outside) * exp(exponent(p.far_score, q.far_score) - shift);
    for (std::size_t r = from; r < to; ++r) sum = sum + exp(exponent(p.score_at(r), q.score_at(r)) - shift);
    const DoubleInterval value = (log(sum) + shift - a * log(p.total) - rest * log(q.total)) / -rest;
    return value.is_undefined() ? HUGE_VAL : value.upper();
  }

  const DirichletExponential& law;
  Affinities affinities;
  std::int64_t n;
  bool two;

 private:
  static std::pair<std::size_t, std::size_t> range(const Row& p, const Row& q) {
    return {std::min(p.first, q.first), std::max(p.end(), q.end())};
  }
};

}  // namespace

std::vector<PairBound> dirichlet_pair_bounds(const DirichletQuery& query, const DirichletExponential& law,
                                             const PairQuantity& quantity) {
  std::optional<Affinities> affinities = Affinities::make(query);
  if (!affinities) return {};
  const Bounds bounds(query, law, std::move(*affinities));
  using Kind = PairQuantity::Kind;
  const DoubleInterval at = as_double(quantity.at);
  // From finite numbers nothing below becomes NaN: scores are in [0, w], the weights' sum is at least that of x,
  // about 1.
  if (!at.is_finite()) return {};
  for (std::size_t x = 0; x < law.states().size(); ++x)
    if (!as_double(law.weight(x)).is_finite()) return {};
  std::vector<PairBound> out;
  const auto look = [&](std::size_t x, const Row& p, std::size_t y, const Row& q) {
    const auto [up, down] = quantity.kind == Kind::loss    ? bounds.losses(p, q)
                            : quantity.kind == Kind::delta ? bounds.deltas(p, q, at)
                                                           : bounds.divergences(p, q, at);
    out.push_back({x, y, up});
    out.push_back({y, x, down});
  };
  const std::size_t size = law.states().size();
  if (bounds.two) {  // neighbours are next to each other
    Row before = bounds.row(0);
    for (std::size_t x = 1; x < size; ++x) {
      Row here = bounds.row(x);
      look(x, here, x - 1, before);
      before = std::move(here);
    }
    return out;
  }
  std::vector<Row> rows;
  for (std::size_t x = 0; x < size; ++x) rows.push_back(bounds.row(x));
  for (std::size_t x = 0; x < size; ++x) {
    spend_evaluations(static_cast<double>(size) / 4, 53);
    for (const std::size_t y : law.neighbours(x))
      if (x < y) look(x, rows[x], y, rows[y]);
  }
  return out;
}

}  // namespace dpcert::detail
