// The largest privacy loss and delta of a Dirichlet mechanism over all neighbours.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <span>

#include "dpcert/core/error.hpp"
#include "dpcert/core/size.hpp"
#include "dpcert/mechanisms/dirichlet_law.hpp"
#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"
#include "dpcert/solve/effort.hpp"
#include "src/mechanisms/dirichlet_bounds.hpp"

namespace dpcert {
namespace {

/// What is known of one data set: distances to all outputs and the logarithm of the normaliser.
struct Row {
  std::vector<Ball> distance;
  Ball log_z;
};

/// One ordered pair with an upper bound of its value.
struct Candidate {
  std::size_t x, y;
  Ball most;
  double key;
};

void take(WorstPair& worst, const Ball& value, const Counts& x, const Counts& y, const Counts& output) {
  const bool first = worst.evaluated++ == 0;
  if (first || value.approx() > worst.here.approx()) {
    worst.here = value;
    worst.x = x, worst.neighbour = y, worst.output = output;
  }
  worst.enclosure = first ? value : max(worst.enclosure, value);
}

/// Pairs in the order of an upper bound of their loss; the search ends when no bound is above what was found.
struct DirichletSearch {
  explicit DirichletSearch(const DirichletQuery& query, Precision bits)
      : law(query, bits), mechanism(query.mechanism), bits(law.precision()) {}

  /// |H(x, r) - H(y, r)| <= h = H(x, y) for every r, and H <= 1. So w(y) H(y, r) - w(x) H(x, r) is at most
  /// min(w(x), w(y)) h + max(0, w(y) - w(x)), the logarithm of Z(y)/Z(x) at most the same with x and y exchanged, and
  /// their sum, the loss at r, at most 2 min(w(x), w(y)) h + |w(x) - w(y)|. For unequal weights that excludes few
  /// pairs, and the value itself in outward-rounded doubles takes its place where it is smaller.
  template <class Bound>
  std::vector<Candidate> candidates(const DirichletQuery& query, const Bound& bound,
                                    const detail::PairQuantity& quantity) const {
    std::vector<Candidate> out;
    for (std::size_t x = 0; x < law.states().size(); ++x) {
      for (const std::size_t y : law.neighbours(x)) {
        const Ball &v = law.weight(x), &w = law.weight(y);
        out.push_back({x, y, bound(Ball(Ball(2) * min(v, w) * law.distance(x, y) + abs(v - w))), 0});
      }
    }
    const bool equal_weights = mechanism == DirichletMechanism::ehd;
    if (!equal_weights || quantity.kind == detail::PairQuantity::Kind::renyi) narrow(query, quantity, out);
    for (Candidate& c : out) c.key = c.most.is_finite() ? c.most.approx() : std::numeric_limits<double>::infinity();
    std::stable_sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) { return a.key > b.key; });
    return out;
  }
  void narrow(const DirichletQuery& query, const detail::PairQuantity& quantity, std::vector<Candidate>& all) const {
    try {
      std::map<std::pair<std::size_t, std::size_t>, double> bounds;
      for (const detail::PairBound& b : detail::dirichlet_pair_bounds(query, law, quantity))
        if (std::isfinite(b.upper)) bounds.emplace(std::pair(b.x, b.y), b.upper);
      for (Candidate& c : all) {
        const auto found = bounds.find({c.x, c.y});
        if (found == bounds.end()) continue;
        const Ball upper(Rational::from_double(found->second), bits);
        c.most = c.most.is_finite() ? min(c.most, upper) : upper;
      }
    } catch (const EffortExhausted&) {
      // The bounds that every pair has stay.
    }
  }
  const Row& row(std::size_t x) {
    if (const auto found = rows.find(x); found != rows.end()) return found->second;
    spend_evaluations(3.0 * static_cast<double>(law.states().size()), bits);
    Row out;
    for (std::size_t r = 0; r < law.states().size(); ++r) out.distance.push_back(law.distance(x, r));
    out.log_z = exponential_log_normalizer<Ball>(out.distance, law.weight(x));
    return rows.emplace(x, std::move(out)).first->second;
  }
  /// The loss of the pair at its worst output, which is written to `output`.
  Ball loss(std::size_t x, std::size_t y, std::size_t& output) {
    forget();
    const Row &p = row(x), &q = row(y);
    const Ball normalizers = q.log_z - p.log_z;
    if (mechanism == DirichletMechanism::ehd) {
      // Equal weights: H(y, r) - H(x, r) <= H(x, y) by the triangle inequality, attained at r = x.
      output = x;
      return law.weight(x) * p.distance[y] + normalizers;
    }
    Ball largest;
    double best = 0;
    for (std::size_t r = 0; r < p.distance.size(); ++r) {
      const Ball score = law.weight(y) * q.distance[r] - law.weight(x) * p.distance[r];
      const double near = score.approx();
      largest = r == 0 ? score : max(largest, score);
      if (r == 0 || near > best) best = near, output = r;
    }
    return largest + normalizers;
  }
  Ball delta(std::size_t x, std::size_t y, const Ball& factor) {
    forget();
    const Row &p = row(x), &q = row(y);
    Ball sum(0);
    for (std::size_t r = 0; r < p.distance.size(); ++r) {
      const Ball excess = exponential_probability(p.distance[r], law.weight(x), p.log_z) -
                          factor * exponential_probability(q.distance[r], law.weight(y), q.log_z);
      sum += max(Ball(0), excess);
    }
    return sum;
  }
  /// The Renyi divergence of an order that is not 1, or of order 1.
  Ball renyi(std::size_t x, std::size_t y, const Ball& order, bool one) {
    forget();
    const Row &p = row(x), &q = row(y);
    const Ball rest = Ball(1) - order;
    Ball sum(0);
    for (std::size_t r = 0; r < p.distance.size(); ++r) {
      const Ball log_p = -(law.weight(x) * p.distance[r]) - p.log_z, log_q = -(law.weight(y) * q.distance[r]) - q.log_z;
      sum += one ? exp(log_p) * (log_p - log_q) : exp(order * log_p + rest * log_q);
    }
    return one ? sum : log(sum) / -rest;
  }
  /// Rows are kept while they are few; a pair needs two.
  void forget() {
    if (rows.size() * law.states().size() > 4'000'000) rows.clear();
  }

  DirichletExponential law;
  DirichletMechanism mechanism;
  Precision bits;
  std::map<std::size_t, Row> rows;
};

/// Evaluates pairs until the bound of all that are left is not above what was found. Where the limit on work ends it,
/// the bound of what is left closes the enclosure.
template <class Value>
WorstPair search(DirichletSearch& s, const std::vector<Candidate>& all, const Value& value) {
  WorstPair worst;
  worst.pairs = all.size();
  const std::vector<Counts>& states = s.law.states();
  for (const Candidate& c : all) {
    const Ball& most = c.most;
    if (worst.evaluated > 0 && certainly_less_equal(most, worst.enclosure)) continue;
    if (!worst.decided) {
      worst.enclosure = hull(worst.enclosure, max(worst.enclosure, most));
      continue;
    }
    try {
      std::size_t output = c.x;
      const Ball here = value(c.x, c.y, output);
      take(worst, here, states[c.x], states[c.y], states[output]);
    } catch (const EffortExhausted&) {
      worst.decided = false;
      // The largest value is not negative: of x, x' and x', x one has no smaller normaliser.
      if (worst.evaluated == 0) worst.enclosure = Ball(0);
      worst.enclosure = hull(worst.enclosure, max(worst.enclosure, most));
    }
  }
  return worst;
}

Counts with_last(Counts counts, std::int64_t n) {
  counts.back() = n - std::accumulate(counts.begin(), counts.end() - 1, std::int64_t{0});
  return counts;
}

// One coordinate of Laplace noise, scale b, q = exp(-1/b), counts c and c + 1: P(j | c + 1)/P(j | c) is 1/q for j > c
// (also at the clamped n), at most 1 at j = c, q below (at j = 0 for c = 0 it is 1/(2 - q)). So the loss upward is 1/b,
// attained at j = n for every c, and the loss downward is 1/b for c >= 1, attained at j = 0, and log(2 - q) < 1/b for
// c = 0. A replaced record changes one noisy count where the other is the last, else one up and one down,
// independently, so that losses add. The last coordinate is a function of the others (of lszhang it is always 0).
WorstPair laplace_loss(const DirichletQuery& query, Precision bits) {
  const std::size_t d = query.prior.size();
  const Rational rate = dirichlet_laplace_rate(query);
  const Ball one(rate, bits), q = exp(-one);
  WorstPair out;
  Counts x(d, 0), y(d, 0), r(d, 0);
  const std::int64_t n = query.n;
  if (d == 2) {
    out.exact = rate;
    x[0] = 1, y[0] = 0, r[0] = n;
  } else {
    // x has one record more in the first category, y in the second; with n >= 2 the second count of x is not 0.
    const std::int64_t c = n >= 2 ? 1 : 0;
    if (c == 1) out.exact = rate + rate;
    out.here = one + log(Ball(2) - q);
    x[0] = 1, x[1] = c, y[0] = 0, y[1] = c + 1, r[0] = n;
  }
  x = with_last(x, n), y = with_last(y, n);
  if (query.mechanism != DirichletMechanism::lszhang) r = with_last(r, n);
  out.x = x, out.neighbour = y, out.output = r;
  if (out.exact) out.here = Ball(*out.exact, bits);
  out.enclosure = out.here;
  return out;
}

/// delta of one record moved from the first to the second of two noisy counts, by its sum.
Ball moved_delta(std::int64_t from, std::int64_t to, std::int64_t n, const Ball& q, const Ball& factor) {
  Ball sum(0);
  for (std::int64_t j = 0; j <= n; ++j) {
    for (std::int64_t k = 0; k <= n; ++k) {
      const Ball p = floored_laplace_probability(j, from, n, q) * floored_laplace_probability(k, to, n, q);
      const Ball p2 = floored_laplace_probability(j, from - 1, n, q) * floored_laplace_probability(k, to + 1, n, q);
      sum += max(Ball(0), p - factor * p2);
    }
  }
  return sum;
}

// Of one count moved, the sum is (1 - e^epsilon q)/2 where that is positive: c + 1 against c has loss 1/b with
// probability 1/2, and no other positive loss; downward with c = 0 it is (2 - q - e^epsilon)/2, which is less. Of two
// counts moved whose clamp at 0 does not show (from >= 2, to >= 1), losses are 1/b, 0 and -1/b with probability 1/2,
// (1 - q)/2, q/2, independently; every other pair is a clamp of such a pair (of a larger n), so has no larger delta.
// For n < 3 there is none, and the sums are taken. One moved count is never worse than two: at e = e^epsilon in [1,
// 1/q] the difference is (1 - 2q + e q^2)/4 >= (1 - q)^2/4.
WorstPair laplace_delta(const DirichletQuery& query, const Ball& factor, Precision bits) {
  const std::int64_t n = query.n;
  const Ball q = exp(-Ball(dirichlet_laplace_rate(query), bits)), zero(0), one(1);
  WorstPair out = laplace_loss(query, bits);
  out.output.clear();
  out.exact.reset();
  const Ball single = max(zero, (one - factor * q) / Ball(2));
  if (query.prior.size() == 2) {
    out.here = single;
  } else if (n >= 3) {
    out.here = max(zero, one - factor * q * q) / Ball(4) + (one - q) * max(zero, one - factor * q) / Ball(2);
    out.x[0] = 2, out.x[1] = 1, out.neighbour[0] = 1, out.neighbour[1] = 2;
    out.x = with_last(out.x, n), out.neighbour = with_last(out.neighbour, n);
  } else {
    out.here = single;
    for (std::int64_t from = 1; from <= n; ++from) {
      for (std::int64_t to = 0; from + to <= n; ++to) {
        const Ball sum = moved_delta(from, to, n, q, factor);
        if (!(sum.approx() > out.here.approx())) {
          out.here = max(out.here, sum);
          continue;
        }
        out.here = max(out.here, sum);
        out.x[0] = from, out.x[1] = to, out.neighbour[0] = from - 1, out.neighbour[1] = to + 1;
        out.x = with_last(out.x, n), out.neighbour = with_last(out.neighbour, n);
      }
    }
  }
  out.enclosure = out.here;
  return out;
}

/// One count and its neighbour under noise: the laws on 0..n, as the divergence of this order.
Ball count_renyi(std::int64_t count, std::int64_t other, std::int64_t n, const Ball& q, const Ball& order, bool one) {
  const Ball rest = Ball(1) - order;
  Ball sum(0);
  for (std::int64_t j = 0; j <= n; ++j) {
    const Ball log_p = log(floored_laplace_probability(j, count, n, q)),
               log_q = log(floored_laplace_probability(j, other, n, q));
    sum += one ? exp(log_p) * (log_p - log_q) : exp(order * log_p + rest * log_q);
  }
  return one ? sum : log(sum) / -rest;
}

// Of a count c >= 1 and c + 1 the outputs above c have the ratio 1/q, c itself 1, those below q, whatever the clamps:
// the probabilities 1/2, (1 - q)/2, q/2 against the same in reverse. Every other pair is a clamp of such a pair, which
// lowers no divergence (post-processing). Of two counts that move, independently, divergences add; one that moves is
// less than two. They are the worst where both stay above 0: n >= 2 for one, n >= 3 for two. For fewer records all
// pairs are looked at.
WorstPair laplace_renyi(const DirichletQuery& query, const Ball& order, bool one, Precision bits) {
  const std::int64_t n = query.n;
  const bool two = query.prior.size() > 2;
  const Ball q = exp(-Ball(dirichlet_laplace_rate(query), bits));
  WorstPair out = laplace_loss(query, bits);
  out.output.clear();
  out.exact.reset();
  if (n >= (two ? 3 : 2)) {
    // Three records show what any number shows: the counts 2 and 1.
    const Ball single = count_renyi(2, 1, 3, q, order, one), back = count_renyi(1, 2, 3, q, order, one);
    out.here = two ? single + back : single;
    if (two) {
      out.x[0] = 2, out.x[1] = 1, out.neighbour[0] = 1, out.neighbour[1] = 2;
    } else {
      out.x[0] = 2, out.neighbour[0] = 1;
    }
  } else {
    bool first = true;
    const auto look = [&](const Ball& value, Counts x, Counts y) {
      if (first || value.approx() > out.here.approx())
        out.x = with_last(std::move(x), n), out.neighbour = with_last(std::move(y), n);
      out.here = first ? value : max(out.here, value);
      first = false;
    };
    const Counts zero(query.prior.size(), 0);
    for (std::int64_t from = 1; from <= n; ++from) {
      for (std::int64_t to = 0; from + to <= n; ++to) {
        Counts x = zero, y = zero;
        x[0] = from, y[0] = from - 1;
        const Ball down = count_renyi(from, from - 1, n, q, order, one);
        if (!two) {
          look(down, x, y);
          look(count_renyi(from - 1, from, n, q, order, one), y, x);
          continue;
        }
        x[1] = to, y[1] = to + 1;
        look(down + count_renyi(to, to + 1, n, q, order, one), x, y);
      }
    }
  }
  out.x = with_last(out.x, n), out.neighbour = with_last(out.neighbour, n);
  out.enclosure = out.here;
  return out;
}

}  // namespace

WorstPair dirichlet_privacy_loss(const DirichletQuery& query, Precision bits) {
  require_valid(query);
  if (!is_exponential(query.mechanism)) return laplace_loss(query, bits + 32);
  DirichletSearch s(query, bits);
  const auto all = s.candidates(query, [](const Ball& loss) { return loss; }, {});
  return search(s, all, [&](std::size_t x, std::size_t y, std::size_t& output) { return s.loss(x, y, output); });
}

WorstPair dirichlet_delta(const DirichletQuery& query, const Rational& epsilon, Precision bits) {
  require_valid(query);
  if (epsilon.sign() < 0) throw Error(ErrorCode::domain, "at", "an epsilon >= 0", epsilon.str());
  const Precision enough = bits + 64;
  const Ball e(epsilon, enough), factor = exp(e);
  if (!is_exponential(query.mechanism)) return laplace_delta(query, factor, enough);
  DirichletSearch s(query, bits);
  // P - e^epsilon P' <= P (1 - e^(epsilon - loss)), and the sum of P is at most 1.
  const auto all = s.candidates(query, [&](const Ball& loss) { return max(Ball(0), -expm1(e - loss)); },
                                {detail::PairQuantity::Kind::delta, factor});
  WorstPair worst = search(s, all, [&](std::size_t x, std::size_t y, std::size_t&) { return s.delta(x, y, factor); });
  worst.output.clear();
  return worst;
}

WorstPair dirichlet_renyi(const DirichletQuery& query, const Rational& order, Precision bits) {
  require_valid(query);
  if (order.sign() <= 0) throw Error(ErrorCode::domain, "at", "an order > 0", order.str());
  const bool one = order == Rational(1);
  // A large order multiplies errors, and near 1 the sum is near 1 and is divided by what is left.
  const double loss = std::fabs(log2_of(order)) + (one ? 0 : std::fabs(log2_of(abs(order - Rational(1)))));
  const Precision extra = static_cast<Precision>(std::fmin(loss, 8192)), enough = bits + extra + 64;
  const Ball a(order, enough);
  if (!is_exponential(query.mechanism)) return laplace_renyi(query, a, one, enough);
  DirichletSearch s(query, bits + extra);
  // No divergence is above the largest loss.
  const auto bound = [](const Ball& loss) { return loss; };
  const auto all =
      one ? s.candidates(query, bound, {}) : s.candidates(query, bound, {detail::PairQuantity::Kind::renyi, a});
  WorstPair worst = search(s, all, [&](std::size_t x, std::size_t y, std::size_t&) { return s.renyi(x, y, a, one); });
  worst.output.clear();
  return worst;
}

}  // namespace dpcert
