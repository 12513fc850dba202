// Signs: what is known at once, equations, factors, denominators.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "verify/engine/goal/functions.hpp"
#include "verify/engine/prove/prover_search.hpp"
#include "verify/engine/tactics/anchors.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/slopes.hpp"

namespace dpcert::verify {

Tree Prover::equation(const Goal& g, int depth, bool numeric) {
  const auto a = algebra(g.context);
  Expr d = g.difference();
  for (const auto& v : g.context.variables()) {  // the checker puts values for variables whose interval is a point
    if (v.range.bounded() && v.range.lo.value == v.range.hi.value)
      d = substitute(d, {{Expr::variable(v.name), Expr(v.range.lo.value)}});
  }
  if (a->is_zero(d)) return Proof{rule::Identity{}};
  if (const auto i = g.context.matching_hypothesis(g.difference(), Rel::eq)) return Proof{rule::Hyp{i}};
  if (depth <= 0) return std::nullopt;
  const Subprover s = search(numeric);
  if (auto t = by_kinks(g, s, depth - 1)) return t;
  if (auto t = by_floor_cells(g, s)) return t;
  if (auto t = by_enumeration(g, s, depth, Effort::values_of_an_equation)) return t;
  if (!g.context.hypotheses().empty()) {  // the two halves; also where the hypotheses leave no point
    if (auto t = steps(g, rule::Both{}, {[&](const Goal& h) -> Tree {
                         if (auto u = immediate(h)) return u;
                         return prove_by_combination(h, s.out_of_time);
                       }}))
      return t;
  }
  // The same at x + 1, and without a limit other than 0: the multiplication formulas of gamma functions.
  if (numeric) {
    if (auto t = steps(g, rule::Both{}, {[&](const Goal& h) { return by_telescoping(h, true); }})) return t;
  }
  return by_solving(g, s, depth);  // otherwise it follows from hypotheses or not at all
}

std::shared_ptr<Algebra> Prover::algebra(const Context& c) {
  // Those of contexts that were left long ago only take room.
  constexpr std::size_t most = 64;
  auto [it, fresh] = algebras_.try_emplace(c.identity());
  if (fresh) {
    it->second = std::make_shared<Remembered>(c);
    if (algebras_.size() > most) {
      it->second->last_use = ++uses_;
      algebras_.erase(
          std::ranges::min_element(algebras_, {}, [](const auto& known) { return known.second->last_use; }));
      it = algebras_.find(c.identity());
    }
  }
  it->second->last_use = ++uses_;
  return {it->second, &it->second->algebra};
}

Tree Prover::immediate(const Goal& g) {
  if (g.relation.rel == Rel::eq) return equation(g, 0, false);
  const Expr d = g.difference();
  if (g.context.knows({d, g.strict() ? Need::positive : Need::nonnegative})) return Proof{rule::Sign{}};
  if (!g.strict()) {
    const auto a = algebra(g.context);
    if (a->is_zero(d)) return Proof{rule::Identity{}};
  }
  if (const auto i = g.context.matching_hypothesis(d, g.relation.rel)) return Proof{rule::Hyp{i}};
  // With functions as they stand: normal_cdf(u) is positive, (1 + erf(u))/2 does not show it.
  std::map<Expr, Expr> names, back;
  const Expr plain = transform(d, [&](const Expr& old, const std::vector<Expr>& args) -> Expr {
    if (!is_positive_by_name(old)) return with_args(old, args);
    const auto [it, fresh] = names.try_emplace(old, Expr::variable(fmt::format("part'{}", names.size())));
    if (fresh) back.emplace(it->second, old);
    return it->second;
  });
  if (!back.empty()) {
    Algebra b([](const Expr&) { return false; });
    if (const auto f = b.fraction(plain)) {
      const Expr e = substitute(quotient(f->first, f->second), back);
      if (!(e == d) && g.context.knows({e, g.strict() ? Need::positive : Need::nonnegative}))
        return Proof{rewrite_to(e), rule::Sign{}};
    }
  }
  // The normal form as a whole, and the same divided by what is positive.
  const auto a = algebra(g.context);
  if (const auto f = a->fraction(d)) {
    const Expr e = quotient(f->first, f->second);
    if (!(e == d) && g.context.knows({e, g.strict() ? Need::positive : Need::nonnegative}))
      return Proof{rewrite_to(e), rule::Sign{}};
  }
  return std::nullopt;
}

// m - n with positive terms m and n, written n expm1(log m - log n): the sign of the difference of the logarithms, by
// its factors.
std::optional<Expr> Prover::two_exponentials(const Context& c, const Expr& e) {
  std::optional<Expr> up, down;
  const std::function<bool(const Expr&, bool)> collect = [&](const Expr& t, bool minus) {
    if (t.op() == Op::neg) return collect(t.arg(0), !minus);
    if (t.op() == Op::add || t.op() == Op::sub)
      return collect(t.arg(0), minus) && collect(t.arg(1), minus != (t.op() == Op::sub));
    const bool negative_constant = t.op() == Op::constant && t.value().sign() < 0;
    std::optional<Expr>& side = minus != negative_constant ? down : up;
    if (side) return false;
    side = negative_constant ? negate(t) : t;
    return true;
  };
  const std::shared_ptr<Algebra> kept = algebra(c);
  Algebra& a = *kept;
  if (!collect(e, false) || !up || !down) {
    const auto terms = two_positive_terms(c, a, e);
    if (!terms) return std::nullopt;
    up = terms->first;
    down = terms->second;
  }
  const auto exponential = [](const Expr& n) { return n.op() == Op::exp || n.op() == Op::pow; };
  if (nodes_of({Rel::ge, *up, *down}, exponential).empty() || !c.positive_(*up) || !c.positive_(*down))
    return std::nullopt;
  const auto f = a.factorization(sub(log(*up), log(*down)));
  if (!f) return std::nullopt;
  Expr w(f->constant);
  for (const auto& [base, k] : f->factors) w = mul(w, power(base, Expr(k)));
  const Signs s = c.signs(w);
  if ((s & positive) && (s & negative)) return std::nullopt;
  const Expr form = mul(*down, expm1(w));
  if (!a.is_zero(sub(e, form))) return std::nullopt;  // exponents with quotients need not combine
  return form;
}

namespace {
// 1 + erf(u), 1 - erf(u) or their negatives as erfc, which shows that it is not 0.
std::optional<Expr> complement(const Expr& e) {
  if (e.op() != Op::add && e.op() != Op::sub) return std::nullopt;
  for (const bool first : {true, false}) {
    const Expr f = e.arg(first ? 0 : 1), one = e.arg(first ? 1 : 0);
    if (f.op() != Op::erf || !(one.is_constant(1) || one.is_constant(-1))) continue;
    const bool minus_f = !first && e.op() == Op::sub;
    const bool minus_one = one.is_constant(-1) != (first && e.op() == Op::sub);
    const Expr u = minus_f == minus_one ? negate(f.arg(0)) : f.arg(0);
    return minus_one ? negate(erfc(u)) : erfc(u);
  }
  return std::nullopt;
}
}  // namespace

std::optional<Prover::Signed> Prover::split_factors(const Context& c, const Expr& d) {
  const auto a = algebra(c);
  const auto f = a->factorization(d);
  if (!f || f->constant.is_zero()) return std::nullopt;
  Signed s;
  s.flip = f->constant.sign() < 0;
  s.weight = Expr(abs(f->constant));
  for (auto [base, k] : f->factors) {
    Signs sg = c.signs(base);
    if (sg != positive && sg != negative) {
      auto form = complement(base);
      if (!form) form = two_exponentials(c, base);
      if (form) {
        base = *form;
        sg = c.signs(base);
      }
    }
    const Expr p = power(base, Expr(k));
    if (sg == positive) {
      s.weight = mul(s.weight, p);
    } else if (sg == negative) {
      s.weight = mul(s.weight, power(negate(base), Expr(k)));
      if (k % 2) s.flip = !s.flip;
    } else if (k % 2 == 0) {
      s.weight = mul(s.weight, p);
      if (sg & zero) s.nonnegative_only = true;
    } else if (!(sg & negative) && k > 0) {
      s.weight = mul(s.weight, p);
      s.nonnegative_only = true;
    } else if (!(sg & positive) && k > 0) {
      s.weight = mul(s.weight, power(negate(base), Expr(k)));
      s.nonnegative_only = true;
      s.flip = !s.flip;
    } else {
      if (k != 1) s.weight = mul(s.weight, power(base, Expr(k - 1)));
      s.rest.push_back(base);
    }
  }
  return s;
}

Tree Prover::by_factors(const Goal& g, int depth) {
  const Expr d = g.difference();
  const auto s = split_factors(g.context, d);
  if (!s || (s->nonnegative_only && g.strict())) return std::nullopt;
  if (!is_defined(g.context, s->weight)) return std::nullopt;
  Expr e = s->flip ? Expr(-1) : Expr(1);
  for (const auto& r : s->rest) e = mul(e, r);
  if (s->rest.empty() && s->flip) return std::nullopt;
  if (!is_defined(g.context, e)) return std::nullopt;
  const Proof head{rule::Factor{s->weight, e}};
  const Goal next{g.context, {g.relation.rel, e, 0}};
  if (s->rest.empty()) {
    Proof out = head;
    out.emplace_back(rule::Sign{});
    return out;
  }
  if (s->weight.is_constant() && s->rest.size() == 1) {
    // Nothing was split off; the expanded form may still help, once.
    if (normal_forms_.contains(key_of(g))) return std::nullopt;
  }
  normal_forms_.insert(key_of(next));
  if (s->rest.size() == 1) {
    if (auto t = between_ends(next, [this](const Context& c) { return algebra(c); })) {
      Proof out = head;
      append(out, *t);
      return out;
    }
  }
  if (s->rest.size() == 2 && depth > 1 && !g.strict()) {
    if (auto t = by_two_signs(next, s->rest, s->flip, depth - 1)) {
      Proof out = head;
      append(out, *t);
      return out;
    }
  }
  if (s->rest.size() == 1 && depth > 1) {
    const bool same = s->weight.is_constant();  // then there is the goal as it stands, too
    const WorkLimit limit(same ? work_left() / 3 : work_left() / 2);
    if (auto t = goal_tree(next, depth - 1, true, Effort::boxes_of_a_part)) {
      Proof out = head;
      append(out, *t);
      return out;
    }
  }
  return std::nullopt;
}

Tree Prover::by_two_signs(const Goal& g, const std::vector<Expr>& factors, bool flip, int depth) {
  const bool swapped = size_of(factors[1]) < size_of(factors[0]);
  const Expr &u = factors[swapped ? 1 : 0], &v = factors[swapped ? 0 : 1];
  const auto side = [&](bool above) {
    return [&, above](const Goal& h) -> Tree {
      const Expr e = above != flip ? v : negate(v);
      return steps(h, rule::Factor{above ? u : negate(u), e},
                   {[&](const Goal& k) { return goal_tree(k, depth, true, Effort::boxes_of_a_part); }});
    };
  };
  return steps(g, rule::Cases{u}, {side(true), side(false)});
}

std::optional<Context> Prover::with_denominators(const Context& c, const Expr& e, Proof& head) {
  const auto a = algebra(c);
  const auto f = a->factorization(e);
  if (!f) return c;
  Goal g{c, {Rel::ge, 0, 0}};
  for (const auto& [base, k] : f->factors) {
    if (k >= 0 || !(g.context.signs(base) & zero)) continue;
    if (preparing_ || secant_) return std::nullopt;
    preparing_ = true;
    const WorkLimit limit(work_left() / 4);
    const bool done = cut_in(g, {base, Need::nonzero}, head);
    preparing_ = false;
    if (!done) return std::nullopt;
  }
  return g.context;
}

Tree Prover::sign_proof(const Context& context, const Expr& e, bool strict) {
  if (auto t = immediate({context, {strict ? Rel::gt : Rel::ge, e, 0}})) return t;
  Proof out;
  const auto c = with_denominators(context, e, out);
  if (!c) return std::nullopt;
  const auto s = split_factors(*c, e);
  if (!s || !s->rest.empty() || s->flip || (strict && s->nonnegative_only)) {
    const Goal g{context, {strict ? Rel::gt : Rel::ge, e, 0}};
    if (!secant_) {
      secant_ = true;
      auto t = by_secant(g, [&](const Goal& n) { return sign_proof(n.context, n.relation.lhs, n.strict()); });
      secant_ = false;
      if (t) return t;
    }
    return by_telescoping(g);
  }
  append(out, {rule::Factor{s->weight, 1}, rule::Sign{}});
  return out;
}

Tree Prover::factored_then(const Goal& goal, const Expr& x, const Expr& at, int order) {
  Proof out;
  const auto context = with_denominators(goal.context, goal.difference(), out);
  if (!context) return std::nullopt;
  const Goal c{*context, goal.relation};
  const auto s = split_factors(c.context, c.difference());
  if (!s || s->rest.size() != 1 || (s->nonnegative_only && c.strict())) return std::nullopt;
  const Expr e = s->flip ? negate(s->rest[0]) : s->rest[0];
  if (!is_defined(c.context, s->weight) || !is_defined(c.context, e)) return std::nullopt;
  const bool shorter = !s->weight.is_constant() || size_of(e) < size_of(c.difference());
  // As it is, and with an exponential divided off: then the derivative has fewer terms.
  std::vector<Expr> exponents{0};
  if (round_ >= 1) {
    const auto more = exponents_in(c.context, e, x);
    exponents.insert(exponents.end(), more.begin(), more.end());
  }
  if (exponents.size() > 1) exponents.emplace_back(0);  // once more, from other anchors
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    const Expr& u = exponents[i];
    const bool whole = u.is_constant(0);
    if (whole && !shorter) continue;
    const auto part = whole ? std::optional<Expr>(e) : algebra(c.context)->expanded(mul(e, exp(negate(u))));
    if (!part) continue;
    const Goal next{c.context, {c.relation.rel, *part, 0}};
    Tree t = whole ? immediate(next) : std::nullopt;
    if (!t && whole) t = between_ends(next, [this](const Context& c) { return algebra(c); });
    const auto transcendental = [](const Expr& n) {
      return n.op() == Op::exp || n.op() == Op::log || n.op() == Op::sqrt ||
             (n.op() == Op::pow && !n.arg(1).is_constant());
    };
    if (!t && whole && i == 0 && round_ >= 1 && c.context.variables().size() > 1 &&
        nodes_of(next.relation, transcendental).empty() && looks_nonnegative(next.context, *part)) {
      const WorkLimit limit(work_left() / 3);  // a polynomial may be a combination of facts, or of squares
      t = goal_tree(next, 3, true, Effort::boxes_on_the_side);
    }
    if (!t && (i == 0 || !whole)) t = anchored(next, x, at, order);
    if (!t && i > 0 && whole) {
      // Half is kept for slopes of e as it stands; without an order left there are none.
      const WorkLimit limit(order > 0 ? work_left() / 2 : work_left());
      t = slope_otherwise(next);
    }
    if (!t) continue;
    const Expr weight = whole ? s->weight : mul(s->weight, exp(u));
    out.emplace_back(rule::Factor{weight, *part});
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
