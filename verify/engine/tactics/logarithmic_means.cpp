// (u - v) (log u - log v), as symmetrised divergences are made of: the logarithmic mean (u - v)/(log u - log v) lies
// between the geometric and the arithmetic mean of u and v, and above their harmonic mean.
#include <algorithm>
#include <optional>
#include <vector>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"
#include "verify/engine/tactics/weighted_bounds.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_logs_of_means = 12;
constexpr int ways_of_means = 2;

// weight (u - v) (log u - log v) is a part of D; the weight is >= 0, or <= 0 (`falls`).
struct LogarithmicPair {
  Expr weight, u, v;
  bool falls;
};

std::vector<LogarithmicPair> pairs_of(const Context& c, Algebra& a, const std::vector<WeightedLog>& logs) {
  std::vector<LogarithmicPair> out;
  std::vector<bool> used(logs.size(), false);
  for (std::size_t i = 0; i < logs.size(); ++i)
    for (std::size_t j = i + 1; j < logs.size() && !used[i]; ++j) {
      if (used[j]) continue;
      Expr u = logs[i].argument, v = logs[j].argument;
      if (u.is_constant() && v.is_constant()) continue;
      if (!c.positive_(u) || !c.positive_(v) || !a.is_zero(add(logs[i].weight, logs[j].weight))) continue;
      const auto w = a.simplified(quotient(logs[i].weight, sub(u, v)));
      if (!w || !is_defined(c, *w)) continue;
      const bool falls = c.knows({negate(*w), Need::nonnegative});
      if (!falls && !c.knows({*w, Need::nonnegative})) continue;
      if (v.is_constant()) std::swap(u, v);
      used[i] = used[j] = true;
      out.push_back({falls ? negate(*w) : *w, u, v, falls});
    }
  return out;
}

// The bound of (u - v) (log u - log v), over (u - v)^2. Of two ways the second one is the sharper one; it has roots.
Expr bound_over_square(const LogarithmicPair& p, int way) {
  if (way == 0)
    return p.falls ? mul(Expr(Rational(1, 2)), add(quotient(1, p.u), quotient(1, p.v))) : quotient(2, add(p.u, p.v));
  if (p.falls) return quotient(1, sqrt(mul(p.u, p.v)));
  return quotient(4, power(add(sqrt(p.u), sqrt(p.v)), Expr(2)));
}

// u - v by its factors.
Expr gap_of(const Context& c, Algebra& a, const LogarithmicPair& p) {
  const Expr written = sub(p.u, p.v), product = product_of(a, c, written).value_or(written);
  return is_defined(c, product) ? product : written;
}

Expr bound_of_mean(const Context& c, Algebra& a, const LogarithmicPair& p, int way) {
  if (way == 1 && !p.falls) return mul(Expr(4), power(sub(sqrt(p.u), sqrt(p.v)), Expr(2)));
  return mul(power(gap_of(c, a, p), Expr(2)), bound_over_square(p, way));
}

// e/by as it is simplified, minima and maxima as they are written.
std::optional<Expr> divided(const Context& c, Algebra& a, const Expr& e, const Expr& by) {
  Expr named = e;
  ExprMap<Expr> kinks;
  Context fresh = c;
  for (const Expr& kink :
       nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::min || n.op() == Op::max; })) {
    const std::string name = fresh_name(fresh);
    fresh = fresh.with_variable({name, false, Range{}});
    named = replaced(named, kink, Expr::variable(name));
    kinks.emplace(Expr::variable(name), kink);
  }
  const auto q = a.simplified(quotient(named, by));
  if (!q) return std::nullopt;
  const Expr out = substitute(*q, kinks);
  return is_defined(c, out) ? std::optional(out) : std::nullopt;
}

// The same of r and 1 for u and v: a positive multiple of what is >= 0 then, without a quotient of r, which would be
// another one.
struct RatioGap {
  Expr gap, times;
};

RatioGap ratio_gap(const Expr& r, bool above, int way) {
  const Expr less = sub(r, 1), square = mul(less, less), product = mul(less, log(r));
  if (way == 0) {
    const Expr sum = add(r, 1);
    return above ? RatioGap{sub(mul(Expr(Rational(1, 2)), mul(square, sum)), mul(r, product)), r}
                 : RatioGap{sub(mul(sum, product), mul(Expr(2), square)), sum};
  }
  const Expr root = sqrt(r), apart = sub(root, 1);
  return above ? RatioGap{sub(square, mul(root, product)), root}
               : RatioGap{sub(product, mul(Expr(4), mul(apart, apart))), 1};
}

// The bound of a pair, by the ratio of u and v as a variable.
Tree by_ratio(const Goal& g, const LogarithmicPair& p, int way, const ProveGoal& alone) {
  const Expr r = quotient(p.u, p.v);
  const RatioGap f = ratio_gap(r, p.falls, way);
  Goal h = g;
  Proof out;
  if (!take(rule::Factor{quotient(mul(p.weight, p.v), f.times), f.gap}, h, out) ||
      !take(rule::Gen{fresh_name(h.context), {{false, false, Rational(0)}, {}}, r}, h, out))
    return std::nullopt;
  const auto in = variables_of(h.difference());
  if (in.size() != 1) return std::nullopt;
  // Where r - 1 has one sign there is one factor left.
  const auto rest = steps(without_hypotheses(h, out), rule::Split{Expr::variable(*in.begin()), Rational(1)}, {alone});
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

// The logarithm of u by the factors that it is written with, each over its denominator: a normal form has denominators
// of which no sign is seen.
std::optional<Expr> log_of_factors(const Context& c, Algebra& a, const Expr& u) {
  if (u.op() == Op::mul || u.op() == Op::div) {
    const auto one = log_of_factors(c, a, u.arg(0)), two = log_of_factors(c, a, u.arg(1));
    if (one && two) return u.op() == Op::mul ? add(*one, *two) : sub(*one, *two);
  }
  auto f = a.fraction(u);
  // Both with the other sign, too.
  if (f && c.positive_(negate(f->second)))
    f = std::pair(a.simplified(negate(f->first)).value_or(negate(f->first)),
                  a.simplified(negate(f->second)).value_or(negate(f->second)));
  if (f && c.positive_(f->first) && c.positive_(f->second))
    return f->second.is_constant(1) ? log(f->first) : sub(log(f->first), log(f->second));
  return c.positive_(u) ? std::optional(log_by_factors(c, u)) : std::nullopt;
}

Expr with_logs_by_factors(const Context& c, Algebra& a, const Expr& e) {
  return transform(e, [&](const Expr& n, std::span<const Expr> args) {
    const Expr m = with_args(n, args);
    return m.op() == Op::log ? log_of_factors(c, a, m.arg(0)).value_or(m) : m;
  });
}

// A side without the logarithms of its pairs, and the pairs.
struct SidePairs {
  Expr rest;
  std::vector<LogarithmicPair> pairs;
};

SidePairs without_pairs(const Context& c, Algebra& a, const Expr& side) {
  const Expr e = with_logs_by_factors(c, a, side);
  const auto logs = weighted_logs(a, e, most_logs_of_means);
  SidePairs out{side, {}};
  if (!logs) return out;
  out.pairs = pairs_of(c, a, logs->logs);
  if (out.pairs.empty()) return out;
  out.rest = e;
  for (const LogarithmicPair& p : out.pairs)
    for (const Expr& u : {p.u, p.v}) out.rest = replaced(out.rest, log(u), 0);
  // Most often nothing else is left of it.
  const auto simple = a.simplified(out.rest);
  if (simple && is_defined(c, *simple)) out.rest = *simple;
  return out;
}

// A pair with its way to be bounded, and the side that it is on.
struct Bounded {
  LogarithmicPair pair;  // `falls`: it is bounded from above
  bool on_left, minus;
};

class WithMeans {
 public:
  WithMeans(const Goal& g, SidePairs left, SidePairs right, const Subprover& s, const ProveGoal& alone)
      : g_(g), left_(std::move(left)), right_(std::move(right)), s_(s), alone_(alone), a_(g.context.algebra()) {
    for (const bool on_left : {true, false})
      for (LogarithmicPair p : (on_left ? left_ : right_).pairs) {
        const bool minus = p.falls;
        // On the larger side what is added is bounded from below.
        p.falls = minus == on_left;
        all_.push_back({p, on_left, minus});
      }
  }

  Tree prove(int way) {
    const Context& c = g_.context;
    const Relation rest =
        with_parts([&](const LogarithmicPair& p) { return bound_of_mean(c, a_, p, way); }, left_.rest, right_.rest);
    const Expr d = sub(rest.lhs, rest.rhs);
    if (!is_defined(c, d) || !looks_nonnegative(c, d)) return std::nullopt;
    const auto main = proof_of({c, rest}, way);
    if (!main) return std::nullopt;
    Goal now = g_;
    Proof out;
    cut_in(out, now, rest, *main);
    Weights weights{{now.context.hypotheses().size(), Rational(1)}};
    for (const auto& [p, on_left, minus] : all_) {
      const Expr bound = mul(p.weight, bound_of_mean(c, a_, p, way)),
                 pair = mul(p.weight, mul(sub(p.u, p.v), sub(log(p.u), log(p.v))));
      const Relation r = p.falls ? Relation{Rel::ge, bound, pair} : Relation{Rel::ge, pair, bound};
      const auto t = by_ratio({now.context, r}, p, way, alone_);
      if (!t) return std::nullopt;
      cut_in(out, now, r, *t);
      weights.emplace_back(now.context.hypotheses().size(), Rational(1));
    }
    out.emplace_back(rule::Combine{Rational(0), weights});
    return out;
  }

 private:
  Relation with_parts(const std::function<Expr(const LogarithmicPair&)>& part, Expr left, Expr right) const {
    for (const auto& [p, on_left, minus] : all_) {
      Expr& side = on_left ? left : right;
      const Expr e = mul(p.weight, part(p));
      side = minus ? sub(side, e) : add(side, e);
    }
    return {g_.relation.rel, left, right};
  }

  // What is left, over the square of one gap where that divides all of it.
  Tree proof_of(const Goal& rest, int way) {
    if (auto t = s_.immediate(rest)) return t;
    const Context& c = rest.context;
    if (!rest.strict()) {
      // What it is divided by itself is in the weights.
      const Expr whole = gap_of(c, a_, all_.front().pair), gap = whole.op() == Op::div ? whole.arg(0) : whole,
                 square = power(gap, Expr(2));
      const auto left = divided(c, a_, left_.rest, square), right = divided(c, a_, right_.rest, square);
      std::vector<Expr> ratios;
      for (const auto& b : all_)
        if (const auto r = divided(c, a_, sub(b.pair.u, b.pair.v), gap)) ratios.push_back(*r);
      if (left && right && ratios.size() == all_.size()) {
        std::size_t i = 0;
        const Relation over = with_parts(
            [&](const LogarithmicPair& p) { return mul(power(ratios[i++], Expr(2)), bound_over_square(p, way)); },
            *left, *right);
        Goal h = rest;
        Proof out;
        const Expr d = sub(over.lhs, over.rhs);
        if (is_defined(c, d) && looks_nonnegative(c, d) && take(rule::Factor{square, d}, h, out) &&
            take(rule::Rewrite{over.lhs, over.rhs}, h, out))
          if (const auto t = in_rounds(h)) {
            append(out, *t);
            return out;
          }
      }
    }
    return in_rounds(rest);
  }
  Tree in_rounds(const Goal& h) const {
    if (auto t = by_both_branches(h, s_, alone_)) return t;
    return alone_(h);
  }

  const Goal& g_;
  SidePairs left_, right_;
  const Subprover& s_;
  const ProveGoal& alone_;
  Algebra a_;
  std::vector<Bounded> all_;
};

}  // namespace

Tree by_logarithmic_means(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty() || !c.formulas().empty()) return std::nullopt;
  Algebra a = c.algebra();
  const SidePairs left = without_pairs(c, a, g.relation.lhs), right = without_pairs(c, a, g.relation.rhs);
  if (left.pairs.empty() && right.pairs.empty()) return std::nullopt;
  for (int way = 0; way < ways_of_means; ++way)
    if (auto t = WithMeans(g, left, right, s, alone).prove(way)) return t;
  return std::nullopt;
}

}  // namespace dpcert::verify
