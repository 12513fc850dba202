// Sums over a row of the binomial theorem of what bends with the index: the sum over k from 0 to n of c binomial(n, k)
// x^k y^(n - k) f(k). Where f is convex it lies below its chord from 0 to n, whose sum is that of k, with the mean
// n x/(x + y), and above its tangent at that mean (Jensen's inequality for binomial laws); where f is concave it is the
// other way round. What is left has no sum. A root or a modulus of a polynomial in k is a function of that polynomial.
#include <algorithm>
#include <cmath>

#include "src/core/work.hpp"
#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/binomial_rows.hpp"
#include "verify/engine/tactics/compared_sums.hpp"
#include "verify/engine/tactics/everywhere.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

class BentRow {
 public:
  BentRow(const Goal& g, const SumInGoal& in, const Subprover& s, int depth, const ProveGoal& alone)
      : g_(g), in_(in), sum_(in.sum), s_(s), depth_(depth), alone_(alone), a_(g.context.algebra()) {}

  Tree prove() {
    if (!reads()) return std::nullopt;
    if (auto t = by(chord())) return t;
    for (const Expr& inner : inner_functions())
      if (const auto line = tangent(inner))
        if (auto t = by(*line)) return t;
    return std::nullopt;
  }

 private:
  // f(k) beside u + v g(k), which is said of every number, and at which one this is said at k.
  struct Line {
    Expr constant, slope, inner, value;
    Everywhere said;
    ProveOfNumber proof;
    [[nodiscard]] Expr at(const Expr& k, const FreshIndex& index) const {
      return add(constant, mul(slope, substitute(inner, {{index.variable(), k}})));
    }
  };

  bool reads() {
    const Expr &n = sum_.arg(1), k = k_.variable();
    if (!sum_.arg(0).is_constant(0) || !g_.context.positive_(n)) return false;
    take_factors(body_at(sum_, k));
    if (bent_.is_constant(1)) return false;
    const Expr row = Expr::repeated(Op::sum, k, 0, n, weight_);
    const auto known = binomial_row(g_.context, a_, row);
    if (!known || !g_.context.knows({row, Need::nonnegative})) return false;
    row_ = *known;
    const Expr total = add(row_.x, row_.y);
    total_ = a_.simplified(total).value_or(total);
    if (!g_.context.positive_(total_)) return false;
    return true;
  }

  // Powers of what does not contain the index, and binomial coefficients, are weights; the rest bends.
  void take_factors(const Expr& e) {
    if (e.op() == Op::mul) {
      for (const Expr& f : e.args()) take_factors(f);
    } else if (e.op() == Op::div) {
      take_factors(e.arg(0));
      if (is_weight(e.arg(1)))
        weight_ = quotient(weight_, e.arg(1));
      else
        bent_ = quotient(bent_, e.arg(1));
    } else if (e.op() == Op::exp) {
      std::vector<Expr> all, terms, others;
      flat::collect_terms(e.arg(0), all);
      for (const Expr& t : all) (is_exponent_of_weight(t) ? terms : others).push_back(t);
      if (!terms.empty()) weight_ = mul(weight_, exp(flat::sum(terms)));
      if (!others.empty()) bent_ = mul(bent_, exp(flat::sum(others)));
    } else if (is_weight(e)) {
      weight_ = mul(weight_, e);
    } else {
      bent_ = mul(bent_, e);
    }
  }
  bool is_weight(const Expr& e) {
    const Expr k = k_.variable();
    return !depends_on(e, k) || (e.op() == Op::pow && !depends_on(e.arg(0), k) && is_affine(e.arg(1)));
  }
  bool is_exponent_of_weight(const Expr& t) {
    return !nodes_of({Rel::ge, t, 0}, [](const Expr& n) { return n.op() == Op::lgamma; }).empty() || is_affine(t);
  }
  bool is_affine(const Expr& e) {
    const auto p = a_.coefficients(e, k_.variable());
    return p && p->size() <= 2;
  }

  [[nodiscard]] Expr bent_at(const Expr& k) const { return substitute(bent_, {{k_.variable(), k}}); }
  // Where the sum is to be bounded from above f is below the line.
  [[nodiscard]] Relation below(const Expr& line, const Expr& bent) const {
    return in_.from_above ? Relation{Rel::ge, line, bent} : Relation{Rel::ge, bent, line};
  }

  // Between the ends of the range, in parts of it.
  [[nodiscard]] Line chord() const {
    const Expr &n = sum_.arg(1), low = bent_at(0), high = bent_at(n);
    const Everywhere said("@@share", [=, this](const Expr& t) {
      return below(add(mul(sub(1, t), low), mul(t, high)), bent_at(mul(n, t)));
    });
    const ProveOfNumber proof = [this](const Goal& every, const Expr& t) -> Tree {
      if (!looks_nonnegative(every.context, every.difference())) return std::nullopt;
      const auto smooth = smoothness(every.context.without_hypotheses_on(t), every.difference(), t);
      const auto end = [&](const Goal& h) -> Tree {
        if (auto shown = s_.immediate(h)) return shown;
        return alone_(h);
      };
      if (smooth)
        if (auto shown = steps(every, rule::Convex{t, smooth == Smooth::inside}, {alone_, end, end})) return shown;
      return alone_(every);
    };
    return {
        low,  quotient(sub(high, low), n), k_.variable(), quotient(k_.variable(), n), said.between(Expr(0), Expr(1)),
        proof};
  }

  // k itself, and polynomials below a root or a modulus.
  std::vector<Expr> inner_functions() {
    std::vector<Expr> out{k_.variable()};
    if (bent_.op() == Op::sqrt) out.push_back(bent_.arg(0));
    if (bent_.op() == Op::abs) out.push_back(pow(bent_.arg(0), 2));
    return out;
  }
  // At the mean of the inner function.
  std::optional<Line> tangent(const Expr& inner) {
    const auto mean = mean_of(inner);
    if (!mean) return std::nullopt;
    const bool itself = inner == k_.variable();
    const Expr v = Expr::variable("@@inner"), of_inner = itself ? bent_at(v) : sqrt(v);
    const auto at = [=](const Expr& e, const Expr& value) { return substitute(e, {{v, value}}); };
    const Expr there = at(of_inner, *mean), slope = at(derivative(of_inner, v), *mean);
    if (!is_defined(g_.context, slope)) return std::nullopt;
    // Of a number in the place of the mean, too.
    const auto with_mean = [=, this](const Expr& t, const Expr& m) {
      const Expr value = at(of_inner, m), rise = at(derivative(of_inner, v), m);
      return below(add(value, mul(rise, sub(t, m))), at(of_inner, t));
    };
    const std::optional<Expr> high = itself ? std::optional(sum_.arg(1)) : std::nullopt;
    const Everywhere said("@@number", [=](const Expr& t) { return with_mean(t, *mean); });
    const ProveOfNumber proof = [=, this](const Goal& every, const Expr& t) {
      Everywhere means = Everywhere("@@mean", [=](const Expr& m) { return with_mean(t, m); }).between(Expr(0), high);
      means.bound.lo_closed = !g_.context.positive_(*mean);
      const auto shown = [&](const Goal& h, const Expr&) -> Tree {
        return looks_nonnegative(h.context, h.difference()) ? alone_(h) : std::nullopt;
      };
      return by_every_number(every, means, shown, *mean, alone_);
    };
    return Line{sub(there, mul(slope, *mean)), slope, inner, inner, said.between(Expr(0), high), proof};
  }
  // Of a polynomial of degree 2 at most, by the first two moments.
  std::optional<Expr> mean_of(const Expr& inner) {
    const auto p = a_.coefficients(inner, k_.variable());
    if (!p || p->size() > 3) return std::nullopt;
    const Expr &n = sum_.arg(1), share = quotient(row_.x, total_), once = mul(n, share);
    const Expr twice = mul(mul(n, plus(n, -1)), pow(share, 2));
    Expr mean = p->empty() ? Expr(0) : p->front();
    if (p->size() > 1) mean = add(mean, mul((*p)[1], once));
    if (p->size() > 2) mean = add(mean, mul((*p)[2], add(twice, once)));
    return a_.simplified(mean);
  }

  Tree by(const Line& line) {
    const auto mean = mean_of(line.inner);
    if (!mean || !is_defined(g_.context, line.constant) || !is_defined(g_.context, line.slope)) return std::nullopt;
    const Expr inside = add(line.constant, mul(line.slope, *mean));
    const Expr times = total_.is_constant(1) ? row_.c : flat::product({row_.c, pow(total_, row_.n)});
    const Expr other = flat::product({times, a_.simplified(inside).value_or(inside)});
    if (!is_defined(g_.context, other) || !looks_enough(other)) return std::nullopt;
    const WorkLimit limit(work_left() / Effort::share);
    const auto comparison = compared(line, other);
    return comparison ? by_comparison(g_, in_, other, *comparison, alone_) : std::nullopt;
  }
  // Does the goal look true with it in the place of the sum? Both sides may be large or small.
  [[nodiscard]] bool looks_enough(const Expr& other) const {
    return hold_inside(g_.context, {in_.rest, mul(in_.weight, other)}, [](const std::vector<double>& v) {
      return !(v[0] + v[1] < -1e-9 * (std::abs(v[0]) + std::abs(v[1])));
    });
  }

  // Term by term, and the sum of the lines by the binomial theorem.
  [[nodiscard]] Tree compared(const Line& line, const Expr& other) const {
    Goal h{g_.context, in_.compared(other)};
    Proof out;
    const auto fact = line.said.know(h, out, line.proof);
    if (!fact) return std::nullopt;
    const Expr k = k_.variable();
    const Expr lines = Expr::repeated(Op::sum, k, 0, sum_.arg(1), mul(weight_, line.at(k, k_)));
    const Relation terms = in_.compared(lines);
    const std::string name = fresh_name(h.context);
    const auto termwise = steps(
        {h.context, terms}, rule::Termwise{name}, {[&](const Goal& term) -> Tree {
          const Expr index = Expr::variable(name);
          const auto there = [&](const Expr& e) { return substitute(e, {{k, index}}); };
          Goal now = term;
          Proof all;
          const auto ends = [&](const Goal& end) { return s_.prove(end, 2, false); };
          if (!take_fact_at(*fact, there(line.value), now, all, ends)) return std::nullopt;
          all.emplace_back(rule::Combine{Rational(0), {{now.context.hypotheses().size(), weight(there(weight_))}}});
          return all;
        }});
    if (!termwise) return std::nullopt;
    cut_in(out, h, terms, *termwise);
    const std::size_t said = h.context.hypotheses().size();
    const Relation theorem{Rel::eq, lines, other};
    const auto proof = by_binomials({h.context, theorem}, s_, depth_);
    if (!proof) return std::nullopt;
    cut_in(out, h, theorem, *proof);
    out.emplace_back(rule::Combine{Rational(0), {{said, Rational(1)}, {said + 1, Rational(in_.from_above ? -1 : 1)}}});
    return out;
  }
  const Goal& g_;
  const SumInGoal& in_;
  const Expr& sum_;
  const Subprover& s_;
  const int depth_;
  const ProveGoal& alone_;
  Algebra a_;
  const FreshIndex k_;
  Expr weight_ = 1, bent_ = 1;
  BinomialRow row_;
  Expr total_;
};

}  // namespace

Tree by_bent_rows(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  for (const SumInGoal& sum : sums_in(g))
    if (auto t = BentRow(g, sum, s, depth, alone).prove()) return t;
  return std::nullopt;
}

}  // namespace dpcert::verify
