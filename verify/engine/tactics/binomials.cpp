// Sums over k from 0 to N of binomial(N, k) x^k y^(N - k) times a polynomial in k: by the binomial theorem, and by
// k binomial(N, k) = N binomial(N - 1, k - 1) for the polynomial.
#include <algorithm>

#include "src/core/work.hpp"
#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"
#include "verify/language/laws.hpp"

namespace dpcert::verify {

namespace binomial_sums {
namespace {

constexpr std::size_t most_coefficients = 5;  // of the polynomial: moments up to the fourth
constexpr long most_terms_left_out = 2;       // at the end of a row

// A sum of r(k) binomial(N, k) x^k y^(N - k), times c.
struct BinomialSum {
  Expr n, x, y, c;
  std::vector<Expr> r;  // coefficients, lowest first
};

Expr raised_to(const Expr& base, const Expr& e) {
  if (e.is_constant(0) || base.is_constant(1)) return 1;
  return e.is_constant(1) ? base : pow(base, e);
}
Expr times(const Expr& a, const Expr& b) { return flat::product({a, b}); }

class SumReader {
 public:
  SumReader(Algebra& a, const Expr& s, const Expr& k) : a_(a), k_(k), out_{s.arg(1), 1, 1, 1, {Expr(1)}} {}

  std::optional<BinomialSum> read(const Expr& body) {
    Rational number(1);
    std::vector<Expr> factors;
    flat::collect_factors(body, number, factors);
    out_.c = Expr(number);
    for (const Expr& f : factors)
      if (!factor(f)) return std::nullopt;
    if (!chosen_) return std::nullopt;
    const auto c = a_.simplified(out_.c);
    if (!c || depends_on(*c, k_)) return std::nullopt;
    out_.c = *c;
    return out_;
  }

 private:
  bool factor(const Expr& f) {
    if (!depends_on(f, k_)) {
      out_.c = times(out_.c, f);
      return true;
    }
    if (f.op() == Op::exp) return exponential(f.arg(0));
    if (f.op() == Op::pow && depends_on(f.arg(1), k_)) return power_of(f.arg(0), f.arg(1));
    return polynomial(f);
  }
  // u^(alpha k + beta): part of x^k if beta is an integer, of y^(N - k) if beta is alpha N up to one.
  bool power_of(const Expr& base, const Expr& exponent) {
    const auto p = a_.coefficients(exponent, k_);
    if (depends_on(base, k_) || !p || p->size() != 2 || !(*p)[1].is_constant()) return false;
    const Rational alpha = (*p)[1].value();
    if (!alpha.is_integer()) return false;
    const bool up = alpha.sign() > 0;
    const auto rest = up ? std::optional((*p)[0]) : a_.simplified(add((*p)[0], times(Expr(alpha), out_.n)));
    if (!rest) return false;
    (up ? out_.x : out_.y) = times(up ? out_.x : out_.y, raised_to(base, Expr(abs(alpha))));
    out_.c = times(out_.c, raised_to(base, *rest));
    return true;
  }
  // exp of the logarithm of binomial(N, k), of terms without k and of multiples of k.
  bool exponential(const Expr& exponent) {
    std::vector<Expr> terms;
    flat::collect_terms(exponent, terms);
    bool low = false, high = false;
    Expr rest = 0;
    for (const Expr& t : terms) {
      Rational number(1);
      std::vector<Expr> factors;
      flat::collect_factors(t, number, factors);
      if (number == Rational(-1) && factors.size() == 1 && factors[0].op() == Op::lgamma &&
          depends_on(factors[0], k_)) {
        const Expr& u = factors[0].arg(0);
        const bool first = a_.is_zero(sub(u, plus(k_, 1)));
        bool& seen = first ? low : high;
        if (seen || (!first && !a_.is_zero(sub(u, plus(sub(out_.n, k_), 1))))) return false;
        seen = true;
      } else {
        rest = add(rest, t);
      }
    }
    if (low != high || (low && chosen_)) return false;
    if (low) {
      chosen_ = true;
      rest = sub(rest, lgamma(plus(out_.n, 1)));
    }
    const auto p = a_.coefficients(rest, k_);
    if (!p || p->size() > 2) return false;
    if (p->size() == 2) out_.x = times(out_.x, exp((*p)[1]));
    if (!p->empty()) out_.c = times(out_.c, exp((*p)[0]));
    return true;
  }
  bool polynomial(const Expr& f) {
    const auto p = a_.coefficients(f, k_);
    if (!p || p->size() + out_.r.size() > most_coefficients + 1) return false;
    std::vector<Expr> product(p->size() + out_.r.size() - 1, Expr(0));
    for (std::size_t i = 0; i < p->size(); ++i)
      for (std::size_t j = 0; j < out_.r.size(); ++j) product[i + j] = add(product[i + j], times((*p)[i], out_.r[j]));
    out_.r = std::move(product);
    return true;
  }

  Algebra& a_;
  const Expr& k_;
  BinomialSum out_;
  bool chosen_ = false;
};

// A goal behind steps that only add hypotheses.
class SumValues {
 public:
  explicit SumValues(const Goal& g) : goal_(g) {}
  [[nodiscard]] const Goal& goal() const { return goal_; }
  [[nodiscard]] const Proof& lines() const { return lines_; }

  // The same of a sum that has this form, in so many words or term by term.
  std::optional<Expr> of(const Expr& sum, const BinomialSum& s, const Expr& multiple, Algebra& a, const Subprover& by,
                         Weights& weights) {
    const Expr same = written(s, s.r);
    const auto one = [](const Expr& e) { return e.is_constant() || e.op() == Op::variable || flat::is_sum(e); };
    if (!one(s.x) || !one(s.y) || !a.is_zero(sub(sum, times(s.c, same)))) {
      const FreshIndex k;
      const Expr terms = Expr::repeated(Op::sum, k.variable(), 0, s.n, times(s.c, body_at(same, k.variable())));
      const Relation said{Rel::eq, sum, terms};
      auto proof = steps({goal_.context, said}, rule::Termwise{fresh_name(goal_.context)}, {by.immediate});
      if (!proof) proof = factor_by_factor(s);
      if (!proof) return std::nullopt;
      cut_in(lines_, goal_, said, *proof);
      weights.emplace_back(goal_.context.hypotheses().size(), weight(multiple));
    }
    return of(s, times(multiple, s.c), weights);
  }

 private:
  // That x^k is the product of its factors to the k, where one of them may be 0: by induction, then term by term.
  [[nodiscard]] Tree factor_by_factor(const BinomialSum& s) const {
    Rational number(1);
    std::vector<Expr> factors;
    flat::collect_factors(s.x, number, factors);
    const auto split = [&](const Expr& k) {
      Expr out = raised_to(Expr(number), k);
      for (const Expr& f : factors) out = times(out, f.op() == Op::exp ? exp(times(f.arg(0), k)) : raised_to(f, k));
      return out;
    };
    // A name that no text has.
    const Expr bound = Expr::variable("@@index");
    const std::string name = fresh_name(goal_.context);
    const Expr k = Expr::variable(name);
    const std::size_t known = goal_.context.hypotheses().size(), facts = goal_.context.formulas().size();
    Expr r = 0;
    for (std::size_t i = s.r.size(); i-- > 0;) r = add(times(r, k), s.r[i]);
    const Expr others = times(times(s.c, r), times(binomial_form(s.n, k), raised_to(s.y, sub(s.n, k))));
    return Proof{rule::CutFormula{Formula::quantified(Formula::Kind::forall,
                                                      {name, bound, true, Expr(0), std::nullopt, true, false},
                                                      Formula::of({Rel::eq, raised_to(s.x, bound), split(bound)}))},
                 rule::Intro{name},
                 rule::Induct{k},
                 rule::Identity{},
                 rule::Combine{Rational(0), {{known + 1, weight(s.x)}}},
                 rule::Termwise{name},
                 rule::AtFact{facts + 1, k},
                 rule::Hyp{known + 1},
                 rule::Combine{Rational(0), {{known + 3, weight(negate(others))}}}};
  }
  // The value of the sum, as what hypotheses with these weights (times `times`) add up to.
  std::optional<Expr> of(const BinomialSum& s, const Expr& multiple, Weights& weights) {
    if (!goal_.context.knows({s.n, Need::nonnegative})) return std::nullopt;
    if (s.r.size() == 1) return constant(s, times(s.r[0], multiple), weights);
    // r(k) = r(0) + k q(k)
    BinomialSum less = s;
    less.n = plus(s.n, -1);
    if (!goal_.context.knows({less.n, Need::nonnegative})) return std::nullopt;
    less.r = moved({s.r.begin() + 1, s.r.end()});
    const Expr sum = written(s, s.r), smaller = written(less, less.r);
    const Expr plain = written(s, {Expr(1)});
    const Relation absorbed{Rel::eq, sum, add(times(s.r[0], plain), times(times(s.n, s.x), smaller))};
    const auto proof = absorption(s, absorbed, smaller);
    if (!proof) return std::nullopt;
    cut_in(lines_, goal_, absorbed, *proof);
    weights.emplace_back(goal_.context.hypotheses().size(), weight(multiple));
    const auto first = constant(s, times(s.r[0], multiple), weights);
    const auto second = of(less, times(times(s.n, s.x), multiple), weights);
    if (!first || !second) return std::nullopt;
    return add(*first, *second);
  }
  static Expr written(const BinomialSum& s, const std::vector<Expr>& r) {
    const FreshIndex k;
    Expr p = 0;
    for (std::size_t i = r.size(); i-- > 0;) p = add(times(p, k.variable()), r[i]);
    return of_terms(s, k.variable(), p);
  }
  static Expr of_terms(const BinomialSum& s, const Expr& k, const Expr& p) {
    const Expr body = times(times(p, binomial_form(s.n, k)), times(raised_to(s.x, k), raised_to(s.y, sub(s.n, k))));
    return Expr::repeated(Op::sum, k, 0, s.n, body);
  }
  // q(j + 1), by Horner's rule in the coefficients.
  static std::vector<Expr> moved(std::vector<Expr> q) {
    for (std::size_t i = 0; i + 1 < q.size(); ++i)
      for (std::size_t j = q.size() - 1; j-- > i;) q[j] = add(q[j], q[j + 1]);
    return q;
  }
  std::optional<Expr> constant(const BinomialSum& s, const Expr& multiple, Weights& weights) {
    const rule::Binomial theorem{s.n, s.x, s.y};
    const auto next = after(theorem, goal_);
    if (!next) return std::nullopt;
    lines_.emplace_back(theorem);
    goal_ = *next;
    weights.emplace_back(goal_.context.hypotheses().size(), weight(multiple));
    return times(multiple, goal_.context.hypotheses().back().rhs);
  }
  // sum of r(k) binomial(N, k) ... = r(0) (sum of binomial(N, k) ...) + N x (sum of q(k + 1) binomial(N - 1, k) ...)
  [[nodiscard]] Tree absorption(const BinomialSum& s, const Relation& said, const Expr& smaller) const {
    const FreshIndex k;
    Expr p = 0;
    for (std::size_t i = s.r.size(); i-- > 1;) p = times(add(p, s.r[i]), k.variable());
    const Expr multiples = of_terms(s, k.variable(), p);
    Goal g{goal_.context, said};
    Proof out;
    const std::size_t before = g.context.hypotheses().size();
    if (!take(rule::Unfold{multiples, rule::Unfold::Part::first}, g, out)) return std::nullopt;
    const Expr from_one = over(multiples, 1, s.n);
    if (!take(rule::Shift{from_one, -1}, g, out)) return std::nullopt;
    const Expr shifted = g.context.hypotheses().back().rhs;
    const FreshIndex j;
    const Expr factored =
        Expr::repeated(Op::sum, j.variable(), 0, plus(s.n, -1), times(times(s.n, s.x), body_at(smaller, j.variable())));
    cut_in(out, g, {Rel::eq, shifted, factored}, {rule::Termwise{fresh_name(g.context)}, rule::Identity{}});
    out.emplace_back(
        rule::Combine{Rational(0), {{before + 1, Rational(1)}, {before + 2, Rational(1)}, {before + 3, Rational(1)}}});
    return out;
  }

  Goal goal_;
  Proof lines_;
};

struct Found {
  Expr sum;
  BinomialSum form;
};
std::vector<Found> found_in(const Goal& g, Algebra& a) {
  std::vector<Found> out;
  for (const Expr& sum :
       nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::sum && e.arg(0).is_constant(0); })) {
    const FreshIndex k;
    if (auto form = SumReader(a, sum, k.variable()).read(body_at(sum, k.variable()))) out.push_back({sum, *form});
  }
  return out;
}

// The goal is what `rest` leaves, and the hypotheses with their weights.
Tree with_rest(SumValues& values, const Goal& g, const Expr& rest, Weights& weights, const Subprover& s, int depth) {
  const Context& c = values.goal().context;
  const bool equation = g.relation.rel == Rel::eq;
  Proof out = values.lines();
  Step last = rule::Combine{weight(rest), weights};
  if (equation ? !rest.is_constant(0) : !c.knows({rest, g.strict() ? Need::positive : Need::nonnegative})) {
    // Two positive terms are compared by their logarithms, which a fraction hides.
    Algebra a = g.context.algebra();
    const auto terms = equation ? std::nullopt : two_positive_terms(g.context, a, rest);
    const Relation side{g.relation.rel, terms ? terms->first : rest, terms ? terms->second : Expr(0)};
    const auto proof = s.prove({g.context, side}, depth - 1, true);
    if (!proof) return std::nullopt;
    out.emplace_back(rule::Cut{side});
    append(out, *proof);
    if (equation || terms) {
      weights.emplace_back(c.hypotheses().size() + 1, Rational(1));
      last = rule::Combine{Rational(0), weights};
    }
  }
  out.push_back(last);
  return out;
}

Tree by_theorem(const Goal& g, const Subprover& s, int depth) {
  Algebra a = g.context.algebra();
  const std::vector<Found> found = found_in(g, a);
  if (found.empty()) return std::nullopt;
  // The moment of order d takes n - d >= 0; smaller n are few.
  for (const auto& [sum, form] : found) {
    const auto d = static_cast<long>(form.r.size()) - 1;
    const Variable* v = g.context.find(form.n);
    if (!v || g.context.knows({plus(form.n, -d), Need::nonnegative})) continue;
    if (v->range.lo.infinite || Rational(d) <= v->range.lo.value) return std::nullopt;
    if (!v->range.hi.infinite && v->range.hi.value <= Rational(d)) return std::nullopt;
    const auto again = [&](const Goal& h) { return s.prove(h, depth - 1, true); };
    return steps(g, rule::Split{form.n, Rational(d)}, {again, again});
  }
  // A base that is known to be positive has one power to whoever reads it.
  for (const auto& [sum, form] : found) {
    const Relation positive{Rel::gt, add(form.x, form.y), 0};
    if (g.context.positive_(positive.lhs) || form.n.is_constant()) continue;
    const auto proof = [&] {
      const WorkLimit limit(std::min(work_left() / Effort::share_of_a_condition, Effort::work_of_a_condition));
      return s.prove({g.context, positive}, Effort::depth_of_a_condition, false);
    }();
    if (!proof) continue;
    Goal known = g;
    Proof out;
    cut_in(out, known, positive, *proof);
    const auto t = by_theorem(known, s, depth);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }
  SumValues values(g);
  Weights weights;
  Expr rest = g.difference();
  for (const auto& [sum, form] : found) {
    const auto parts = affine_in(a, g.context, rest, sum);
    if (!parts) continue;
    Weights of_sum;
    const auto value = values.of(sum, form, parts->second, a, s, of_sum);
    if (!value) continue;
    weights.insert(weights.end(), of_sum.begin(), of_sum.end());
    rest = add(parts->first, *value);
  }
  const auto simple = weights.empty() ? std::nullopt : a.simplified(rest);
  return simple ? with_rest(values, g, *simple, weights, s, depth) : std::nullopt;
}

// A sum over a part of a row, by the sum over the row and the terms that it lacks.
Tree by_whole_rows(const Goal& g, const Subprover& s, int depth) {
  Algebra a = g.context.algebra();
  Unfolded x(g);
  for (const Expr& sum : nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::sum; })) {
    const auto from = rational_value(sum.arg(0));
    if (!from || from->sign() < 0 || *from > Rational(Effort::Sums::most_terms_apart)) continue;
    for (long more = 0; more <= most_terms_left_out; ++more) {
      if (more == 0 && from->is_zero()) continue;
      const Expr whole = over(sum, 0, plus(sum.arg(1), more));
      const FreshIndex k;
      if (!SumReader(a, whole, k.variable()).read(body_at(whole, k.variable()))) continue;
      if (x.to_the_range_of(a, sum, whole)) break;
    }
  }
  if (!x.has_meanings()) return std::nullopt;
  Weights weights;
  const Relation left{g.relation.rel, x.resolved(a, g.difference(), weights), 0};
  const auto proof = by_theorem({x.goal.context, left}, s, depth);
  if (!proof) return std::nullopt;
  cut_in(x.lines, x.goal, left, *proof);
  weights.emplace_back(x.last(), Rational(1));
  x.lines.emplace_back(rule::Combine{Rational(0), weights});
  return x.lines;
}

}  // namespace
}  // namespace binomial_sums

Tree by_binomials(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 1) return std::nullopt;
  if (auto t = binomial_sums::by_theorem(g, s, depth)) return t;
  return binomial_sums::by_whole_rows(g, s, depth);
}

}  // namespace dpcert::verify
