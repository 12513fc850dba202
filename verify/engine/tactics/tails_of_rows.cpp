// Tails of binomial laws by Chernoff's method: sums over k from m to n, or from 0 to m, of c binomial(n, k) x^k
// y^(n - k). For r >= 1, or for 0 < r <= 1, a factor r^(k - m) makes no term of the tail smaller, and with it the sum
// over the whole row is c r^(-m) (r x + y)^n by the binomial theorem. What is left has no sum.
#include <algorithm>
#include <cmath>

#include "src/core/work.hpp"
#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/binomial_rows.hpp"
#include "verify/engine/tactics/compared_sums.hpp"
#include "verify/engine/tactics/everywhere.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// The logarithm of r, and r itself.
struct Tilt {
  Expr logarithm, r;
  bool by_lemma = false;  // of Hoeffding
};

class TailOfRow {
 public:
  TailOfRow(const Goal& g, const SumInGoal& in, const Subprover& s, int depth, const ProveGoal& alone)
      : g_(g), in_(in), sum_(in.sum), s_(s), depth_(depth), alone_(alone), algebra_(g.context.algebra()) {}

  Tree prove() {
    if (!reads()) return std::nullopt;
    if (auto inside = with_place_inside()) {
      const auto rest = TailOfRow(inside->goal, in_, s_, depth_, alone_).by_tilts();
      if (!rest) return std::nullopt;
      append(inside->lines, *rest);
      return inside->lines;
    }
    return by_tilts();
  }

 private:
  Tree by_tilts() {
    if (!reads()) return std::nullopt;
    for (const Tilt& t : tilts())
      if (auto proof = by(t)) return proof;
    return std::nullopt;
  }
  // The sum is over one end of a row.
  bool reads() {
    const Context& c = g_.context;
    const auto n = row_of();
    if (!n || !c.knows({*n, Need::nonnegative})) return false;
    const bool to_end = algebra_.is_zero(sub(sum_.arg(1), *n)), from_start = sum_.arg(0).is_constant(0);
    if (to_end == from_start) return false;
    upper_ = to_end;
    place_ = sum_.arg(upper_ ? 0 : 1);
    const auto row = binomial_row(c, algebra_, over(sum_, 0, *n));
    if (!row) return false;
    row_ = *row;
    total_ = algebra_.simplified(add(row_.x, row_.y)).value_or(add(row_.x, row_.y));
    return true;
  }
  // That the place lies before n, or at it, as a hypothesis: several others together may be what says so.
  std::optional<Extended> with_place_inside() {
    const Context& c = g_.context;
    const Expr rest = algebra_.simplified(sub(row_.n, place_)).value_or(sub(row_.n, place_));
    for (const Rel rel : {Rel::gt, Rel::ge}) {
      const Relation inside{rel, rest, 0};
      const auto proof = alone_({c, inside});
      if (!proof) continue;
      Extended x{g_};
      cut_in(x.lines, x.goal, inside, *proof);
      return x;
    }
    return std::nullopt;
  }
  // n, of a binomial coefficient in the terms.
  std::optional<Expr> row_of() {
    const FreshIndex k;
    const Expr body = body_at(sum_, k.variable());
    for (const Expr& e : nodes_of({Rel::ge, body, 0}, [](const Expr& n) { return n.op() == Op::lgamma; }))
      if (!depends_on(e, k.variable())) return algebra_.simplified(plus(e.arg(0), -1));
    return std::nullopt;
  }

  // By what the goal's other side is most often made of: numbers of its own, the ratio of the means, which is that of
  // Poisson laws, what Hoeffding's inequality takes, the best one.
  std::vector<Tilt> tilts() const {
    std::vector<Tilt> out;
    const auto ratio = [&](const Expr& r) { out.push_back({log(r), r}); };
    for (const Variable& v : g_.context.variables()) {
      const Expr x = Expr::variable(v.name);
      if (v.integer || !depends_on(in_.rest, x) || depends_on(row_.x, x)) continue;
      const auto grows = [&](const Expr& e) { return e.op() == Op::exp && depends_on(e, x); };
      const Expr h = upper_ ? x : negate(x);
      if (!nodes_of({Rel::ge, in_.rest, 0}, grows).empty()) out.push_back({h, exp(h)});
      ratio(x);
      ratio(upper_ ? add(1, x) : sub(1, x));
    }
    const Expr &n = row_.n, &x = row_.x;
    out.push_back({0, 1});
    ratio(quotient(place_, mul(n, x)));
    const Expr h = mul(4, sub(quotient(place_, n), total_.is_constant(1) ? x : quotient(x, total_)));
    out.push_back({h, exp(h), true});
    ratio(quotient(mul(place_, row_.y), mul(sub(n, place_), x)));
    return out;
  }

  // What the whole row is with r^(k - m) for r = exp(h).
  [[nodiscard]] Expr value(const Expr& h) const {
    return flat::product(
        {row_.c, exp(negate(flat::product({h, place_}))), pow(add(mul(row_.x, exp(h)), row_.y), row_.n)});
  }
  // h x/(x + y) + h^2/8 + log(x + y), which is at least log(x exp(h) + y) by Hoeffding's lemma.
  [[nodiscard]] Expr growth(const Expr& h) const {
    const Expr each = add(mul(quotient(row_.x, total_), h), quotient(pow(h, 2), 8));
    return total_.is_constant(1) ? each : add(log(total_), each);
  }
  // What is larger than the tail for every h with this sign.
  [[nodiscard]] Expr larger(const Expr& h, bool by_lemma) const {
    if (!by_lemma) return value(h);
    return flat::product({row_.c, exp(sub(mul(row_.n, growth(h)), mul(h, place_)))});
  }
  // The same at a tilt, as a product of powers of ratios.
  Expr at(const Tilt& t) {
    if (t.by_lemma) {
      const Expr e = larger(t.logarithm, true);
      return algebra_.simplified(e).value_or(e);
    }
    const Expr base = add(mul(row_.x, t.r), row_.y);
    const Expr power = pow(algebra_.simplified(base).value_or(base), row_.n);
    if (t.r.op() == Op::exp) return value(t.logarithm);
    return flat::product({row_.c, pow(t.r, negate(place_)), power});
  }

  Tree by(const Tilt& t) {
    const Context& c = g_.context;
    if (!is_defined(c, t.logarithm)) return std::nullopt;
    const Expr other = at(t), h = signed_(t.logarithm);
    if (!is_defined(c, other)) return std::nullopt;
    if (!looks_nonnegative(c, h) || !looks_enough(other)) return std::nullopt;
    const WorkLimit limit(work_left() / Effort::share);
    const auto comparison = below(other, h, t.by_lemma);
    return comparison ? by_comparison(g_, in_, other, *comparison, alone_) : std::nullopt;
  }

  // Does the goal look true with it in the place of the sum? Both sides may be large or small.
  [[nodiscard]] bool looks_enough(const Expr& other) const {
    return hold_inside(g_.context, {in_.rest, mul(in_.weight, other)}, [](const std::vector<double>& v) {
      return !(v[0] + v[1] < -1e-9 * (std::abs(v[0]) + std::abs(v[1])));
    });
  }

  // h, or -h for the lower tail: what is not negative.
  [[nodiscard]] Expr signed_(const Expr& h) const { return upper_ ? h : negate(h); }

  // The sum is below the other one: what is said of every h >= 0, at this h.
  [[nodiscard]] Tree below(const Expr& other, const Expr& h, bool by_lemma) const {
    const Everywhere all("@@tilt", [&](const Expr& at) {
      return Relation{Rel::ge, larger(signed_(at), by_lemma), sum_};
    });
    const auto of_every = [&](const Goal& every, const Expr& at) { return for_every(every, at, by_lemma); };
    return by_every_number({g_.context, in_.compared(other)}, all.between(Expr(0), std::nullopt), of_every, h, alone_);
  }

  // The sum is below the whole row with exp(h (k - m)), which is what the binomial theorem says.
  [[nodiscard]] Tree for_every(const Goal& g, const Expr& size, bool by_lemma) const {
    auto found = with_places_of_row(g, row_.n, s_);
    if (!found) return std::nullopt;
    Extended& x = *found;
    const Expr h = signed_(size);
    if (!take_whole_row(x, h)) return std::nullopt;
    Weights weights{{x.last() - 1, Rational(1)}, {x.last(), Rational(-1)}};
    if (by_lemma && !with_lemma(h, x, weights)) return std::nullopt;
    x.lines.emplace_back(rule::Combine{Rational(0), weights});
    return x.lines;
  }
  // As hypotheses: it is at least the sum, and what it is.
  [[nodiscard]] bool take_whole_row(Extended& x, const Expr& h) const {
    const auto factor = [&](const Expr& k) { return exp(flat::product({h, sub(k, place_)})); };
    const Expr whole = with_factor(factor, 0, row_.n);
    const Relation compared{Rel::ge, whole, sum_}, theorem{Rel::eq, whole, value(h)};
    const auto terms = above_tail({x.goal.context, compared}, factor);
    if (!terms) return false;
    cut_in(x.lines, x.goal, compared, *terms);
    const auto proof = by_binomials({x.goal.context, theorem}, s_, depth_);
    if (!proof) return false;
    cut_in(x.lines, x.goal, theorem, *proof);
    return true;
  }
  [[nodiscard]] Expr with_factor(const std::function<Expr(const Expr&)>& factor, const Expr& low,
                                 const Expr& high) const {
    const FreshIndex k;
    const Expr body = flat::product({body_at(sum_, k.variable()), factor(k.variable())});
    return Expr::repeated(Op::sum, k.variable(), low, high, body);
  }

  // The other terms of the row are not negative, and those of the tail are not smaller for their factor.
  [[nodiscard]] Tree above_tail(const Goal& g, const std::function<Expr(const Expr&)>& factor) const {
    Extended x{g};
    if (!x.take(rule::SplitRange{g.relation.lhs, upper_ ? plus(place_, -1) : place_})) return std::nullopt;
    const std::size_t split = x.last();
    const Expr others = x.goal.context.hypotheses().back().rhs.arg(upper_ ? 0 : 1);
    const Expr more = with_factor([&](const Expr& k) { return sub(factor(k), 1); }, sum_.arg(0), sum_.arg(1));
    for (const Expr& e : {others, more}) {
      if (!is_defined(x.goal.context, e) || !x.goal.context.knows({e, Need::nonnegative})) return std::nullopt;
      cut_in(x.lines, x.goal, {Rel::ge, e, 0}, {rule::Sign{}});
    }
    x.lines.emplace_back(
        rule::Combine{Rational(0), {{split, Rational(1)}, {split + 1, Rational(1)}, {split + 2, Rational(1)}}});
    return x.lines;
  }

  // (x exp(h) + y)^n <= exp(n growth), by Hoeffding's lemma.
  bool with_lemma(const Expr& h, Extended& x, Weights& weights) const {
    const Expr inside = add(mul(row_.x, exp(h)), row_.y), each = growth(h);
    const Relation lemma{Rel::ge, each, log(inside)};
    const Relation powers{Rel::ge, exp(mul(row_.n, each)), pow(inside, row_.n)};
    Proof forgotten;
    const Goal plain = without_hypotheses({x.goal.context, lemma}, forgotten);
    const auto every = alone_(plain);
    if (!every) return false;
    append(forgotten, *every);
    cut_in(x.lines, x.goal, lemma, forgotten);
    const std::size_t number = x.last();
    const auto raised = steps({x.goal.context, powers}, rule::TakeLog{}, {[&](const Goal& logs) {
                                return rewritten(logs, mul(row_.n, each), mul(row_.n, log(inside)), [&](const Goal&) {
                                  return Proof{rule::Combine{Rational(0), {{number, weight(row_.n)}}}};
                                });
                              }});
    if (!raised) return false;
    cut_in(x.lines, x.goal, powers, *raised);
    weights.emplace_back(x.last(), weight(flat::product({row_.c, exp(negate(flat::product({h, place_})))})));
    return true;
  }

  const Goal& g_;
  const SumInGoal& in_;
  const Expr& sum_;
  const Subprover& s_;
  const int depth_;
  const ProveGoal& alone_;
  Algebra algebra_;
  BinomialRow row_;
  Expr place_, total_;
  bool upper_ = false;  // the tail goes up to n
};

}  // namespace

std::optional<Extended> with_places_of_row(const Goal& g, const Expr& n, const Subprover& s) {
  const Expr bound = Expr::variable("@@index");
  const std::string name = fresh_name(g.context);
  const Step cut = rule::CutFormula{Formula::quantified(
      Formula::Kind::forall, {name, bound, true, Expr(0), n, true, true}, Formula::of({Rel::ge, n, bound}))};
  const auto children = apply(cut, LogicGoal{g.context, {}, Formula::of(g.relation)});
  const Step intro = rule::Intro{name};
  const auto inside = children && children->size() == 2 ? apply(intro, children->front()) : std::nullopt;
  const auto shown = inside ? s.immediate({inside->front().context, inside->front().goal.relation}) : std::nullopt;
  if (!shown) return std::nullopt;
  Extended x{{g.context.with_formulas(children->back().facts), g.relation}};
  append(x.lines, {cut, intro});
  append(x.lines, *shown);
  return x;
}

Tree by_tails_of_rows(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  for (const SumInGoal& sum : sums_in(g))
    if (sum.from_above)
      if (auto t = TailOfRow(g, sum, s, depth, alone).prove()) return t;
  return std::nullopt;
}

}  // namespace dpcert::verify
