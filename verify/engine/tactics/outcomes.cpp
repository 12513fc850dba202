// Divergences of laws on two outcomes, (p, 1 - p) and (q, 1 - q): outcome by outcome.
#include <algorithm>
#include <string>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// The probabilities of one outcome, and the other one's.
struct Coins {
  Expr p, q;
  [[nodiscard]] Expr at(const Expr& e, const Expr& u, const Expr& v) const { return substitute(e, {{p, u}, {q, v}}); }
  [[nodiscard]] Expr mirrored(const Expr& e) const { return at(e, sub(1, p), sub(1, q)); }
};

bool is_function(const Expr& e) {
  return e.op() == Op::log || e.op() == Op::sqrt || (e.op() == Op::pow && !e.arg(1).is_constant()) ||
         (e.op() == Op::pow && e.arg(1).is_constant() && !e.arg(1).value().is_integer());
}

// What of D belongs to the first outcome: the functions whose argument vanishes with both probabilities. Nothing where
// one function stands inside of the other's coefficient, or belongs to neither.
std::optional<Expr> first_outcome(Algebra& a, const Context& c, const Expr& d, const Coins& coins) {
  const Expr t = Expr::variable(fresh_name(c));
  auto functions = nodes_of({Rel::ge, d, 0}, [&](const Expr& e) {
    return is_function(e) && (depends_on(e, coins.p) || depends_on(e, coins.q));
  });
  std::ranges::reverse(functions);  // outer ones first
  if (functions.empty() || functions.size() > Effort::Outcomes::most_functions) return std::nullopt;
  Expr first = 0, others = d;
  for (const Expr& f : functions) {
    const Expr named = replaced(others, f, t);
    if (!depends_on(named, t)) continue;
    const bool low = a.is_zero(coins.at(f.arg(0), 0, 0)), high = a.is_zero(coins.at(f.arg(0), 1, 1));
    if (low == high && a.is_zero(sub(f, coins.mirrored(f)))) continue;  // of both outcomes alike
    if (low == high) return std::nullopt;
    if (!low) continue;
    const auto k = a.coefficients(named, t);
    if (!k || k->size() != 2) return std::nullopt;
    first = add(first, mul((*k)[1], f));
    others = (*k)[0];
  }
  return first;
}

// The part of `rest`, which is the same for both outcomes, that goes with the first one: half of it, or by partial
// fractions where its denominator has a factor of each outcome, and these two have a constant sum.
Expr half_of_rest(Algebra& a, const Expr& rest, const Coins& coins) {
  if (const auto f = a.factorization(rest)) {
    for (const auto& [base, power] : f->factors) {
      if (power != -1 || !a.is_zero(coins.at(base, 0, 0))) continue;
      const Expr image = coins.mirrored(base);
      const auto sum = a.simplified(add(base, image));
      if (!sum || !sum->is_constant() || sum->is_constant(0)) continue;
      const bool both = std::ranges::any_of(
          f->factors, [&](const auto& other) { return other.exponent == -1 && a.ratio(other.base, image, true); });
      if (both) return mul(rest, quotient(image, *sum));
    }
  }
  return quotient(rest, 2);
}

// A multiple of (p - 1/2) and one of (q - 1/2), which the other outcome cancels, with which E is 0 on the diagonal, and
// flat across it where it is smooth there.
std::optional<Expr> flattened(const Context& c, const Expr& e, const Coins& coins) {
  const Expr t = Expr::variable(fresh_name(c));
  const Context on_diagonal =
      c.with_variable({t.name(), false, {{false, false, Rational(0)}, {false, false, Rational(1)}}});
  Algebra a = on_diagonal.algebra();
  const auto diagonal = a.coefficients(coins.at(e, t, t), t);
  if (!diagonal || diagonal->size() > 2) return std::nullopt;
  const Expr total = diagonal->size() == 2 ? negate((*diagonal)[1]) : Expr(0);
  Expr of_p = quotient(total, 2);
  if (is_smooth_in(e, coins.p)) {
    const auto slope = a.simplified(coins.at(derivative(e, coins.p), t, t));
    if (!slope || depends_on(*slope, t)) return std::nullopt;
    of_p = negate(*slope);
  }
  const Expr half = Expr(Rational(1, 2));
  return add(e, add(mul(of_p, sub(coins.p, half)), mul(sub(total, of_p), sub(coins.q, half))));
}

// With a multiple of (p - 1/2) or of (q - 1/2), so that nothing is left on the diagonal at 0.
std::vector<Expr> homogeneous_halves(const Context& c, const Expr& e, const Coins& coins) {
  const Expr t = Expr::variable(fresh_name(c));
  const Context there = c.with_variable({t.name(), false, {{false, false, Rational(0)}, {false, false, Rational(1)}}});
  Algebra a = there.algebra();
  const auto diagonal = a.coefficients(coins.at(e, t, t), t);
  if (!diagonal || diagonal->empty() || (*diagonal)[0].is_constant(0)) return {};
  const Expr whole = mul(2, (*diagonal)[0]), half = Expr(Rational(1, 2));
  return {add(e, mul(whole, sub(coins.p, half))), add(e, mul(whole, sub(coins.q, half)))};
}

// A maximum or minimum of what belongs to the two outcomes, as max(p/q, (1 - p)/(1 - q)).
bool is_extreme_of_both(Algebra& a, const Expr& k, const Coins& coins) {
  return (k.op() == Op::max || k.op() == Op::min) && k.args().size() == 2 &&
         a.is_zero(sub(coins.mirrored(k.arg(0)), k.arg(1))) && a.is_zero(sub(coins.mirrored(k.arg(1)), k.arg(0)));
}

// abs(u) with u the same for both outcomes up to its sign is named, lest its normal form be a root; and what is the
// largest or the least one of both.
Expr with_names(Algebra& a, const Context& c, Expr d, const Coins& coins, ExprMap<Expr>& moduli,
                ExprMap<Expr>& extremes) {
  for (const Expr& k : nodes_of({Rel::ge, d, 0}, is_kink)) {
    const auto is_alike = [&] {
      const Expr image = coins.mirrored(k.arg(0));
      return k.op() == Op::abs && (a.is_zero(sub(k.arg(0), image)) || a.is_zero(add(k.arg(0), image)));
    };
    const bool extreme = is_extreme_of_both(a, k, coins);
    if (!extreme && !is_alike()) continue;
    const Expr name = Expr::variable(fresh_name(c) + "_" + std::to_string(moduli.size() + extremes.size()));
    d = replaced(d, k, name);
    (extreme ? extremes : moduli).emplace(name, k);
  }
  return d;
}

// Of the goal: E, with D = E(p, q) + E(1 - p, 1 - q).
std::optional<Expr> half_of(const Goal& g, const Coins& coins) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  ExprMap<Expr> moduli, extremes;
  const auto d = a.simplified(with_names(a, c, g.difference(), coins, moduli, extremes));
  if (!d || !a.is_zero(sub(*d, coins.mirrored(*d)))) return std::nullopt;
  const auto first = first_outcome(a, c, *d, coins);
  if (!first) return std::nullopt;
  const auto rest = a.simplified(sub(sub(*d, *first), coins.mirrored(*first)));
  if (!rest) return std::nullopt;
  const auto even = a.simplified(add(*first, half_of_rest(a, *rest, coins)));
  if (!even) return std::nullopt;
  // The largest one of both is a number for either.
  Context numbers = c;
  for (const auto& [name, k] : extremes) {
    const Range positive{{false, false, Rational(0)}, {}};
    numbers = numbers.with_variable({name.name(), false, c.positive_(k) ? positive : Range{}});
  }
  const Expr smooth = substitute(*even, moduli);
  std::vector<Expr> halves;
  if (const auto flat = flattened(numbers, smooth, coins)) halves.push_back(*flat);
  if (!extremes.empty()) {
    const auto more = homogeneous_halves(numbers, smooth, coins);
    halves.insert(halves.end(), more.begin(), more.end());
  }
  Algebra of_numbers = numbers.algebra();
  for (const Expr& half : halves) {
    Expr e = half;
    // What was added may cancel; what is homogeneous is so as it is written then.
    if (const auto simple = of_numbers.simplified(e);
        simple && (!extremes.empty() || size_of(*simple) < size_of(e)) && is_defined(numbers, *simple))
      e = *simple;
    // A common denominator multiplies the logarithms.
    if (const auto apart = each_logarithm_once(numbers, e);
        apart && size_of(*apart) < size_of(e) && is_defined(numbers, *apart))
      e = *apart;
    e = substitute(e, extremes);
    if (is_defined(c, e) && a.is_zero(sub(sub(g.difference(), e), coins.mirrored(e))) && looks_nonnegative(c, e))
      return e;
  }
  return std::nullopt;
}

// E(1 - p, 1 - q) as E at new variables, which have the names of the old ones in the end: by the proof of E. Elements
// of families keep the new names, as only the statement can name them: by `other`, in these.
Tree mirror_image(const Goal& g, const Expr& e, const Coins& coins, const Proof& proof,
                  const std::function<Tree(const Goal&, const Coins&)>& other) {
  Goal h = g;
  Proof out;
  std::vector<Expr> images;
  const auto renamed = [&](const Expr& x, const std::string& name, const Expr& value) {
    return take(rule::Subst{x, name, h.context.find(x)->range, value}, h, out);  // the range is its own image
  };
  for (const Expr& x : {coins.p, coins.q}) {
    images.push_back(Expr::variable(fresh_name(h.context)));
    if (!renamed(x, std::string(images.back().name()), sub(1, images.back()))) return std::nullopt;
  }
  for (std::size_t i = 0; i < images.size(); ++i) {
    const Expr& x = i == 0 ? coins.p : coins.q;
    if (renamed(images[i], std::string(x.name()), x)) images[i] = x;
  }
  const Goal free = without_hypotheses(h, out);
  const Coins names{images[0], images[1]};
  const bool same = names.p == coins.p && names.q == coins.q;
  const auto t = rewritten(free, coins.at(e, names.p, names.q), 0,
                           [&](const Goal& k) -> Tree { return same ? proof : other(k, names); });
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

// E with a maximum of both outcomes, max(p/q, (1 - p)/(1 - q)) say: of one outcome no more is known of it than that it
// is at least p/q, and at least 1 where that is so. As a variable with these bounds.
Tree with_named_extremes(const Goal& g, const Coins& coins, const ProveGoal& alone) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  Goal h = g;
  Proof out;
  const auto known = [&](const Relation& r) {
    return looks_nonnegative(c, sub(r.lhs, r.rhs)) &&
           cut_in_apart(out, h, h.context.hypotheses().size() - c.hypotheses().size(), r, alone);
  };
  for (const Expr& k : nodes_of(g.relation, is_kink)) {
    if (!is_extreme_of_both(a, k, coins)) continue;
    const auto f = a.fraction(k.arg(0));
    const Expr own = k.arg(f && a.is_zero(coins.at(f->first, 0, 0)) ? 0 : 1);
    const auto beyond = [&](const Expr& e) {
      return k.op() == Op::max ? Relation{Rel::ge, k, e} : Relation{Rel::ge, e, k};
    };
    Range range;
    if (c.positive_(k)) range.lo = {false, false, Rational(0)};
    if (known(beyond(1))) (k.op() == Op::max ? range.lo : range.hi) = {false, true, Rational(1)};
    if (!known(beyond(own)) || !take(rule::Gen{fresh_name(h.context), range, k}, h, out)) return std::nullopt;
  }
  const auto t = alone(h);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace

Tree by_outcomes(const Goal& g, const ProveGoal& rest) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.hypotheses().empty() || !c.forall_hypotheses().empty()) return std::nullopt;
  std::vector<Expr> probabilities;
  for (const auto& v : c.variables()) {
    const auto& [lo, hi] = v.range;
    if (!v.integer && v.range.bounded() && lo.value.is_zero() && hi.value == Rational(1) && lo.closed == hi.closed &&
        depends_on(g.difference(), Expr::variable(v.name)))
      probabilities.push_back(Expr::variable(v.name));
  }
  if (probabilities.size() > Effort::Outcomes::most_probabilities) return std::nullopt;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    for (std::size_t j = i + 1; j < probabilities.size(); ++j) {
      const Coins coins{probabilities[i], probabilities[j]};
      const auto named = [&](const Goal& h, const Coins& of) { return with_named_extremes(h, of, rest); };
      const ProveGoal alone = [&](const Goal& h) { return named(h, coins); };
      const auto e = half_of(g, coins);
      if (!e) continue;
      const Relation first{g.relation.rel, *e, 0}, second{Rel::ge, coins.mirrored(*e), 0};
      const auto one = alone({c, first});
      // The other outcome's part need not be strict.
      const auto weaker = one && g.strict() ? alone({c, {Rel::ge, *e, 0}}) : one;
      if (!weaker) continue;
      Goal h = g;
      Proof out;
      cut_in(out, h, first, *one);
      const auto other = mirror_image({h.context, second}, *e, coins, *weaker, named);
      if (!other) continue;
      cut_in(out, h, second, *other);
      const std::size_t last = h.context.hypotheses().size();
      rule::Combine sum{Rational(0), {{last - 1, Rational(1)}, {last, Rational(1)}}};
      out.emplace_back(std::move(sum));
      return out;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
