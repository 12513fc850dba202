// Sums over k from 0 to N of binomial(N, k) x^k y^(N - k) times a polynomial in k: by the binomial theorem, and by
// k binomial(N, k) = N binomial(N - 1, k - 1) for the polynomial.
#include <algorithm>

#include "src/core/work.hpp"
#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/binomial_rows.hpp"
#include "verify/engine/tactics/sums_of_terms.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"
#include "verify/language/laws.hpp"

namespace dpcert::verify {

namespace binomial_sums {
namespace {

constexpr std::size_t most_coefficients = 5;  // of the polynomial: moments up to the fourth
constexpr std::size_t most_terms = 6;
constexpr long most_terms_left_out = 2;  // at the end of a row

// A sum of r(k) binomial(N, k)^chosen x^k y^(N - k), times c; chosen is 1 in the end.
struct BinomialSum {
  Expr n, x = 1, y = 1, c = 1;
  std::vector<Expr> r{Expr(1)};  // coefficients, lowest first
  Expr chosen = 0;
};
using BinomialSums = std::vector<BinomialSum>;

Expr raised_to(const Expr& base, const Expr& e) {
  if (e.is_constant(0) || base.is_constant(1)) return 1;
  return e.is_constant(1) ? base : pow(base, e);
}
Expr multiplied(const Expr& a, const Expr& b) { return flat::product({a, b}); }

// What is added up, as a sum of such terms, as far as its shape shows it.
class SumReader : public SumsOfTerms<SumReader, BinomialSum, most_terms> {
 public:
  SumReader(const Context& c, Algebra& a, const Expr& s, const Expr& k) : context_(c), a_(a), k_(k), n_(s.arg(1)) {}

  std::optional<BinomialSums> sums(const Expr& body) {
    auto all = read(body);
    if (!all || all->empty()) return std::nullopt;
    for (BinomialSum& s : *all) {
      const auto c = a_.simplified(s.c);
      if (!c || depends_on(*c, k_) || !a_.is_zero(sub(s.chosen, 1)) || s.r.size() > most_coefficients)
        return std::nullopt;
      s.c = *c;
      s.n = n_;
    }
    return all;
  }

  std::optional<BinomialSums> read(const Expr& e) {
    if (!depends_on(e, k_)) return one({n_, 1, 1, e});
    if (auto p = polynomial(e)) return p;
    switch (e.op()) {
      case Op::neg:
      case Op::add:
      case Op::sub:
      case Op::mul:
        return arithmetic(e);
      case Op::div:
        return divided(e.arg(0), power_of(e.arg(1), -1));
      case Op::exp:
        return exponential(e.arg(0));
      case Op::pow:
        return depends_on(e.arg(1), k_) ? to_an_index(e.arg(0), e.arg(1)) : power_of(e.arg(0), e.arg(1));
      case Op::sqrt:
        return power_of(e.arg(0), Rational(1, 2));
      case Op::log:
        return logarithm(e.arg(0));
      default:
        return std::nullopt;
    }
  }

  static std::optional<BinomialSum> product(const BinomialSum& s, const BinomialSum& t) {
    BinomialSum out{s.n, multiplied(s.x, t.x), multiplied(s.y, t.y), multiplied(s.c, t.c), {}, add(s.chosen, t.chosen)};
    out.r.assign(s.r.size() + t.r.size() - 1, Expr(0));
    if (out.r.size() > most_coefficients) return std::nullopt;
    for (std::size_t i = 0; i < s.r.size(); ++i)
      for (std::size_t j = 0; j < t.r.size(); ++j) out.r[i + j] = add(out.r[i + j], multiplied(s.r[i], t.r[j]));
    return out;
  }

 private:
  static std::optional<BinomialSums> one(BinomialSum s) { return BinomialSums{std::move(s)}; }

  std::optional<BinomialSums> polynomial(const Expr& e) {
    const auto p = a_.coefficients(e, k_);
    if (!p || p->size() > most_coefficients) return std::nullopt;
    return one({n_, 1, 1, 1, *p});
  }
  // u^(alpha k + beta): part of x^k if beta is an integer, of y^(N - k) if beta is alpha N up to one.
  std::optional<BinomialSums> to_an_index(const Expr& base, const Expr& exponent) {
    const auto p = a_.coefficients(exponent, k_);
    if (depends_on(base, k_) || !p || p->size() != 2 || !(*p)[1].is_constant()) return std::nullopt;
    const Rational alpha = (*p)[1].value();
    if (!alpha.is_integer()) return std::nullopt;
    const bool up = alpha.sign() > 0;
    const auto rest = up ? std::optional((*p)[0]) : a_.simplified(add((*p)[0], multiplied(Expr(alpha), n_)));
    if (!rest) return std::nullopt;
    BinomialSum out{n_};
    (up ? out.x : out.y) = raised_to(base, Expr(abs(alpha)));
    out.c = raised_to(base, *rest);
    return one(out);
  }
  // exp of a multiple of the logarithm of binomial(N, k), of terms without k and of multiples of k.
  std::optional<BinomialSums> exponential(const Expr& exponent) {
    std::vector<Expr> terms;
    flat::collect_terms(exponent, terms);
    Expr low = 0, high = 0, rest = 0;
    for (const Expr& t : terms) {
      Rational number(1);
      std::vector<Expr> factors;
      flat::collect_factors(t, number, factors);
      if (factors.size() == 1 && factors[0].op() == Op::lgamma && depends_on(factors[0], k_)) {
        const Expr& u = factors[0].arg(0);
        const bool first = a_.is_zero(sub(u, plus(k_, 1)));
        if (!first && !a_.is_zero(sub(u, plus(sub(n_, k_), 1)))) return std::nullopt;
        Expr& seen = first ? low : high;
        seen = sub(seen, Expr(number));
      } else {
        rest = add(rest, t);
      }
    }
    if (low != high) return std::nullopt;
    BinomialSum out{n_};
    if (!low.is_constant(0)) {
      out.chosen = low;
      rest = sub(rest, multiplied(low, lgamma(plus(n_, 1))));
    }
    const auto p = a_.coefficients(rest, k_);
    if (!p || p->size() > 2) return std::nullopt;
    if (p->size() == 2) out.x = exp((*p)[1]);
    if (!p->empty() && !(*p)[0].is_constant(0)) out.c = exp((*p)[0]);
    return one(out);
  }
  // One term to a power; of a sum the square.
  std::optional<BinomialSums> power_of(const Expr& base, const Expr& v) {
    const auto terms = read(base);
    if (!terms) return std::nullopt;
    const BinomialSum& t = terms->front();
    if (terms->size() != 1 || t.r.size() != 1) return to_the(*terms, v, 2);
    const Expr c = multiplied(t.c, t.r[0]);
    const bool whole = v.is_constant() && v.value().is_integer();
    const auto positive = [&](const Expr& e) { return context_.positive_(e); };
    if (!whole && !(positive(c) && positive(t.x) && positive(t.y))) return std::nullopt;
    const Expr chosen = multiplied(t.chosen, v);
    return one(
        {n_, raised_to(t.x, v), raised_to(t.y, v), raised_to(c, v), {Expr(1)}, a_.simplified(chosen).value_or(chosen)});
  }
  // Of c x^k y^(N - k), without binomials.
  std::optional<BinomialSums> logarithm(const Expr& u) {
    const auto terms = read(u);
    if (!terms || terms->size() != 1) return std::nullopt;
    const BinomialSum& t = terms->front();
    const Expr c = t.r.size() == 1 ? multiplied(t.c, t.r[0]) : Expr(0);
    if (!a_.is_zero(t.chosen) || !context_.positive_(c) || !context_.positive_(t.x) || !context_.positive_(t.y))
      return std::nullopt;
    const auto of = [&](const Expr& e) { return e.is_constant(1) ? Expr(0) : log(e); };
    const Expr at_zero = add(of(c), multiplied(n_, of(t.y)));
    return one({n_, 1, 1, 1, {at_zero, sub(of(t.x), of(t.y))}});
  }

  const Context& context_;
  Algebra& a_;
  const Expr &k_, n_;
};

// A goal behind steps that only add hypotheses.
class SumValues {
 public:
  explicit SumValues(const Goal& g) : goal_(g) {}
  [[nodiscard]] const Goal& goal() const { return goal_; }
  [[nodiscard]] const Proof& lines() const { return lines_; }

  // What the sum is that has these forms, in so many words or term by term.
  std::optional<Expr> of(const Expr& sum, const BinomialSums& all, const Expr& multiple, Algebra& a,
                         const Subprover& by, Weights& weights) {
    const auto one = [](const Expr& e) { return e.is_constant() || e.op() == Op::variable || flat::is_sum(e); };
    Expr same = 0;
    for (const BinomialSum& s : all) same = add(same, multiplied(s.c, written(s, s.r)));
    // The checker need not see a logarithm inside of a sum as it is seen here.
    const bool logs =
        !nodes_of({Rel::eq, body_at(sum, Expr::variable(fresh_name(goal_.context))), 0}, [](const Expr& e) {
           return e.op() == Op::log;
         }).empty();
    const bool plain = std::ranges::all_of(all, [&](const BinomialSum& s) { return one(s.x) && one(s.y); });
    if (logs || !plain || !a.is_zero(sub(sum, same))) {
      const FreshIndex k;
      Expr body = 0;
      for (const BinomialSum& s : all) body = add(body, multiplied(s.c, body_at(written(s, s.r), k.variable())));
      const Relation said{Rel::eq, sum, Expr::repeated(Op::sum, k.variable(), 0, all.front().n, body)};
      auto proof = steps({goal_.context, said}, rule::Termwise{fresh_name(goal_.context)}, {by.immediate});
      if (!proof && all.size() == 1) proof = factor_by_factor(all.front());
      if (!proof) return std::nullopt;
      cut_in(lines_, goal_, said, *proof);
      weights.emplace_back(goal_.context.hypotheses().size(), weight(multiple));
    }
    Expr total = 0;
    for (const BinomialSum& s : all) {
      const auto value = of(s, multiplied(multiple, s.c), weights);
      if (!value) return std::nullopt;
      total = add(total, *value);
    }
    return total;
  }

 private:
  // That x^k is the product of its factors to the k, where one of them may be 0: by induction, then term by term.
  [[nodiscard]] Tree factor_by_factor(const BinomialSum& s) const {
    Rational number(1);
    std::vector<Expr> factors;
    flat::collect_factors(s.x, number, factors);
    const auto split = [&](const Expr& k) {
      Expr out = raised_to(Expr(number), k);
      for (const Expr& f : factors)
        out = multiplied(out, f.op() == Op::exp ? exp(multiplied(f.arg(0), k)) : raised_to(f, k));
      return out;
    };
    // A name that no text has.
    const Expr bound = Expr::variable("@@index");
    const std::string name = fresh_name(goal_.context);
    const Expr k = Expr::variable(name);
    const std::size_t known = goal_.context.hypotheses().size(), facts = goal_.context.formulas().size();
    Expr r = 0;
    for (std::size_t i = s.r.size(); i-- > 0;) r = add(multiplied(r, k), s.r[i]);
    const Expr others = multiplied(multiplied(s.c, r), multiplied(binomial_form(s.n, k), raised_to(s.y, sub(s.n, k))));
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
    if (s.r.size() == 1) return constant(s, multiplied(s.r[0], multiple), weights);
    // r(k) = r(0) + k q(k)
    BinomialSum less = s;
    less.n = plus(s.n, -1);
    if (!goal_.context.knows({less.n, Need::nonnegative})) return std::nullopt;
    less.r = moved({s.r.begin() + 1, s.r.end()});
    const Expr sum = written(s, s.r), smaller = written(less, less.r);
    const Expr plain = written(s, {Expr(1)});
    const Relation absorbed{Rel::eq, sum, add(multiplied(s.r[0], plain), multiplied(multiplied(s.n, s.x), smaller))};
    const auto proof = absorption(s, absorbed, smaller);
    if (!proof) return std::nullopt;
    cut_in(lines_, goal_, absorbed, *proof);
    weights.emplace_back(goal_.context.hypotheses().size(), weight(multiple));
    const auto first = constant(s, multiplied(s.r[0], multiple), weights);
    const auto second = of(less, multiplied(multiplied(s.n, s.x), multiple), weights);
    if (!first || !second) return std::nullopt;
    return add(*first, *second);
  }
  static Expr written(const BinomialSum& s, const std::vector<Expr>& r) {
    const FreshIndex k;
    Expr p = 0;
    for (std::size_t i = r.size(); i-- > 0;) p = add(multiplied(p, k.variable()), r[i]);
    return of_terms(s, k.variable(), p);
  }
  static Expr of_terms(const BinomialSum& s, const Expr& k, const Expr& p) {
    const Expr body =
        multiplied(multiplied(p, binomial_form(s.n, k)), multiplied(raised_to(s.x, k), raised_to(s.y, sub(s.n, k))));
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
    return multiplied(multiple, goal_.context.hypotheses().back().rhs);
  }
  // sum of r(k) binomial(N, k) ... = r(0) (sum of binomial(N, k) ...) + N x (sum of q(k + 1) binomial(N - 1, k) ...)
  [[nodiscard]] Tree absorption(const BinomialSum& s, const Relation& said, const Expr& smaller) const {
    const FreshIndex k;
    Expr p = 0;
    for (std::size_t i = s.r.size(); i-- > 1;) p = multiplied(add(p, s.r[i]), k.variable());
    const Expr multiples = of_terms(s, k.variable(), p);
    Goal g{goal_.context, said};
    Proof out;
    const std::size_t before = g.context.hypotheses().size();
    if (!take(rule::Unfold{multiples, rule::Unfold::Part::first}, g, out)) return std::nullopt;
    const Expr from_one = over(multiples, 1, s.n);
    if (!take(rule::Shift{from_one, -1}, g, out)) return std::nullopt;
    const Expr shifted = g.context.hypotheses().back().rhs;
    const FreshIndex j;
    const Expr factored = Expr::repeated(Op::sum, j.variable(), 0, plus(s.n, -1),
                                         multiplied(multiplied(s.n, s.x), body_at(smaller, j.variable())));
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
  BinomialSums forms;
};
std::vector<Found> found_in(const Goal& g, Algebra& a) {
  std::vector<Found> out;
  for (const Expr& sum :
       nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::sum && e.arg(0).is_constant(0); })) {
    const FreshIndex k;
    if (auto forms = SumReader(g.context, a, sum, k.variable()).sums(body_at(sum, k.variable())))
      out.push_back({sum, *forms});
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

// A sum in a logarithm or a root: its value in its place.
Tree by_names(const Goal& g, const std::vector<Found>& found, Algebra& a, const Subprover& s, int depth) {
  Goal now = g;
  Proof out;
  std::vector<Expr> known;
  for (const auto& [sum, forms] : found) {
    SumValues values(now);
    Weights weights;
    const auto value = values.of(sum, forms, 1, a, s, weights);
    if (!value) continue;
    Proof proof = values.lines();
    proof.emplace_back(rule::Combine{Rational(0), weights});
    cut_in(out, now, {Rel::eq, sum, *value}, proof);
    known.push_back(sum);
  }
  if (known.empty() || !take_values_of(known, now, out)) return std::nullopt;
  auto rest = s.immediate(now);
  if (!rest) rest = s.prove(now, depth - 1, true);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

Tree by_theorem(const Goal& g, const Subprover& s, int depth) {
  Algebra a = g.context.algebra();
  const std::vector<Found> found = found_in(g, a);
  if (found.empty()) return std::nullopt;
  // The moment of order d takes n - d >= 0; smaller n are few.
  for (const auto& [sum, forms] : found) {
    std::size_t most = 0;
    for (const BinomialSum& form : forms) most = std::max(most, form.r.size());
    const auto d = static_cast<long>(most) - 1;
    const Expr& n = sum.arg(1);
    const Variable* v = g.context.find(n);
    if (!v || g.context.knows({plus(n, -d), Need::nonnegative})) continue;
    if (v->range.lo.infinite || Rational(d) <= v->range.lo.value) return std::nullopt;
    if (!v->range.hi.infinite && v->range.hi.value <= Rational(d)) return std::nullopt;
    const auto few = [&](const Goal& h) { return by_enumeration(h, s, depth, d); };
    const auto again = [&](const Goal& h) { return s.prove(h, depth - 1, true); };
    return steps(g, rule::Split{n, Rational(d)}, {few, again});
  }
  // A base that is known to be positive has one power to whoever reads it.
  for (const auto& [sum, forms] : found) {
    if (forms.size() != 1) continue;
    const Relation positive{Rel::gt, add(forms[0].x, forms[0].y), 0};
    if (g.context.positive_(positive.lhs) || sum.arg(1).is_constant()) continue;
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
  for (const auto& [sum, forms] : found) {
    const auto parts = affine_in(a, g.context, rest, sum);
    if (!parts) continue;
    Weights of_sum;
    const auto value = values.of(sum, forms, parts->second, a, s, of_sum);
    if (!value) continue;
    weights.insert(weights.end(), of_sum.begin(), of_sum.end());
    rest = add(parts->first, *value);
  }
  if (weights.empty()) return by_names(g, found, a, s, depth);
  const auto simple = a.simplified(rest);
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
      if (!SumReader(g.context, a, whole, k.variable()).sums(body_at(whole, k.variable()))) continue;
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

std::optional<BinomialRow> binomial_row(const Context& c, Algebra& a, const Expr& sum) {
  const FreshIndex k;
  const auto forms = binomial_sums::SumReader(c, a, sum, k.variable()).sums(body_at(sum, k.variable()));
  if (!forms || forms->size() != 1 || forms->front().r.size() != 1) return std::nullopt;
  const auto& [n, x, y, times, r, chosen] = forms->front();
  return BinomialRow{n, x, y, flat::product({times, r[0]})};
}

Tree by_binomials(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 1) return std::nullopt;
  if (auto t = binomial_sums::by_theorem(g, s, depth)) return t;
  return binomial_sums::by_whole_rows(g, s, depth);
}

}  // namespace dpcert::verify
