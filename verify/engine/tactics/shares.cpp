// The whole of a goal in other variables: of those that are scaled together one less; of two that enter by their sum
// that sum and their shares of it. And the sides of a goal that is typed as a difference.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// The variables of D that may be scaled, by their places in the context.
std::vector<std::size_t> real_places(const Goal& g) {
  const auto& all = g.context.variables();
  const Expr d = g.difference();
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Range& r = all[i].range;
    const bool point = r.bounded() && r.lo.value == r.hi.value;
    if (!all[i].integer && !point && depends_on(d, Expr::variable(all[i].name))) out.push_back(i);
  }
  return out;
}

// All weights of these places, -2 to 2 each, with weight 1 for the unit and another one that is not 0; those with few
// zeros first.
std::vector<Scaling> scalings(std::size_t variables, const std::vector<std::size_t>& places, std::size_t unit) {
  std::vector<Scaling> out{Scaling(variables)};
  for (const std::size_t i : places) {
    std::vector<Scaling> more;
    for (const Scaling& s : out)
      for (const int w : {1, -1, 2, -2, 0}) {
        if (i == unit && w != 1) continue;
        more.push_back(s);
        more.back()[i] = w;
      }
    out = std::move(more);
  }
  const auto zeros = [](const Scaling& s) { return std::ranges::count(s, 0); };
  std::erase_if(out, [&](const Scaling& s) { return static_cast<std::size_t>(zeros(s)) + 1 >= s.size(); });
  std::ranges::stable_sort(out, {}, zeros);
  return out;
}

// e/h if h is a factor of each of its terms as they are written.
std::optional<Expr> without_factor(const Expr& e, const Expr& h) {
  if (e == h) return Expr(1);
  const auto& args = e.args();
  if (e.op() == Op::mul) {
    if (auto one = without_factor(args[0], h)) return one->is_constant(1) ? args[1] : mul(*one, args[1]);
    if (auto two = without_factor(args[1], h)) return two->is_constant(1) ? args[0] : mul(args[0], *two);
    return std::nullopt;
  }
  if (e.op() != Op::add && e.op() != Op::sub && e.op() != Op::neg && e.op() != Op::div) return std::nullopt;
  std::vector<Expr> parts(args.begin(), args.end());
  for (std::size_t i = 0; i < (e.op() == Op::div ? 1 : parts.size()); ++i) {
    const auto part = without_factor(parts[i], h);
    if (!part) return std::nullopt;
    parts[i] = *part;
  }
  return with_args(e, std::move(parts));
}

// Its two sides as they stand, with the arguments of functions and denominators by their normal forms: a side that is
// one exponential stays one. Not if they are longer than that.
Tree with_tidy_sides(const Goal& g, const Expr& lhs, const Expr& rhs, std::uint64_t longest, const ProveGoal& alone) {
  if (!looks_nonnegative(g.context, g.difference())) return std::nullopt;
  Algebra a = g.context.algebra();
  const auto tidy = [&](const Expr& side) {
    const Expr e = transform(side, [&](const Expr& n, std::span<Expr> args) -> Expr {
      const auto simple = [&](Expr& u) { u = a.simplified(u).value_or(u); };
      if (n.op() == Op::div) {
        simple(args[1]);
        if (const auto whole = without_factor(args[0], args[1])) return *whole;
      }
      if (args.size() == 1 && n.op() != Op::neg) simple(args[0]);
      return with_args(n, args);
    });
    return is_defined(g.context, e) ? e : side;
  };
  const auto rest = [&](const Goal& h) { return without_empty_hypotheses(h, alone); };
  const Expr l = tidy(lhs), r = tidy(rhs);
  if (l.node().tree_size + r.node().tree_size > longest) return std::nullopt;
  return l == g.relation.lhs && r == g.relation.rhs ? rest(g) : rewritten(g, l, r, rest);
}

// Other variables are of no use where they make the goal longer by half.
std::uint64_t longest(const Goal& g) {
  return std::uint64_t{3} * (g.relation.lhs.node().tree_size + g.relation.rhs.node().tree_size) / 2;
}

Expr to_the(const Expr& y, const Rational& k) { return k == Rational(1) ? y : power(y, Expr(k)); }

// The goal with x = y^w t for the weights w, y the unit.
class Unscaled {
 public:
  Unscaled(const Goal& g, const Scaling& weights, std::size_t unit)
      : before_(g), y_(Expr::variable(g.context.variables()[unit].name)), weights_(weights), unit_(unit) {}

  Tree run(const Rational& degree, const ProveGoal& alone) {
    Goal h = before_;
    Proof out;
    for (std::size_t i = 0; i < weights_.size(); ++i)
      if (i != unit_ && weights_[i] != 0 && !substituted(h, out, i)) return std::nullopt;
    const Expr rest = substitute(before_.difference(), ratios_), weight = to_the(y_, degree);
    if (!h.context.algebra().is_zero(sub(h.difference(), mul(weight, rest)))) return std::nullopt;
    for (std::size_t i = 0; i < before_.context.hypotheses().size(); ++i) keep(h, out, i);
    const auto without_unit = [&](const Goal& k) {
      return steps(k, rule::Widen{y_, k.context.find(y_)->range}, {[&](const Goal& w) {
                     return with_tidy_sides(w, substitute(before_.relation.lhs, ratios_),
                                            substitute(before_.relation.rhs, ratios_), longest(before_), alone);
                   }});
    };
    const auto t = steps(h, rule::Factor{weight, rest}, {without_unit});
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

 private:
  bool substituted(Goal& h, Proof& out, std::size_t i) {
    const Variable& v = before_.context.variables()[i];
    const Expr x = Expr::variable(v.name);
    const Signs sign = before_.context.signs(x);
    const End zero_end{false, (sign & zero) != 0, Rational(0)};
    const Range range{sign & negative ? End{} : zero_end, sign & positive ? End{} : zero_end};
    const std::string name = fresh_name(h.context);
    const Expr t = Expr::variable(name), scale = power(y_, Expr(std::abs(weights_[i])));
    if (!take(rule::Subst{x, name, range, weights_[i] > 0 ? mul(scale, t) : quotient(t, scale)}, h, out)) return false;
    ratios_.insert_or_assign(x, t);
    return true;
  }

  // A hypothesis that is homogeneous, too, is one of the ratios.
  void keep(Goal& h, Proof& out, std::size_t i) const {
    const Relation& before = before_.context.hypotheses()[i];
    const Expr side = sub(before.lhs, before.rhs), rest = substitute(side, ratios_);
    const auto k = homogeneous_degree(before_.context, side, weights_);
    if (!k || depends_on(rest, y_) || !is_defined(h.context, rest)) return;
    const Relation& now = h.context.hypotheses()[i];
    const Expr said = sub(now.lhs, now.rhs), weight = to_the(y_, -*k);
    if (!h.context.algebra().is_zero(sub(rest, mul(weight, said)))) return;
    cut_in(out, h, {before.rel, rest, 0}, {rule::Factor{weight, said}, rule::Hyp{i + 1}});
  }

  const Goal& before_;
  Expr y_;
  const Scaling& weights_;
  std::size_t unit_;
  ExprMap<Expr> ratios_{{y_, Expr(1)}};
};

// Not what by_homogeneity does.
bool is_new(const Goal& g, const Scaling& weights) {
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Expr x = Expr::variable(g.context.variables()[i].name);
    if (weights[i] != 0 && (weights[i] != 1 || !g.context.knows({x, Need::nonnegative}))) return true;
  }
  return !g.context.hypotheses().empty();
}

}  // namespace

Tree by_weights(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  const auto places = real_places(g);
  if (places.size() < 2 || places.size() > Effort::Scale::most_weights) return std::nullopt;
  const auto& variables = g.context.variables();
  for (const std::size_t unit : places) {
    if (!g.context.positive_(Expr::variable(variables[unit].name))) continue;
    for (const Scaling& weights : scalings(variables.size(), places, unit)) {
      if (!is_new(g, weights)) continue;
      if (work_exhausted()) return std::nullopt;
      if (const auto k = homogeneous_degree(g.context, g.difference(), weights))
        return Unscaled(g, weights, unit).run(*k, alone);
    }
  }
  return std::nullopt;
}

namespace {

// a u + b v with a u > 0 and b v > 0, or both negative.
struct Sum {
  Expr u, v;
  Rational a, b;
};

std::optional<Sum> sum_of_two(const Context& c, const Expr& e) {
  const auto f = affine(e);
  if (!f || f->coefficients.size() != 2 || !f->constant.is_zero()) return std::nullopt;
  const auto& [one, a] = *f->coefficients.begin();
  const auto& [two, b] = *std::next(f->coefficients.begin());
  Sum s{Expr::variable(one), Expr::variable(two), a, b};
  const auto real = [&](const Expr& x) { return c.find(x) && !c.find(x)->integer; };
  if (!real(s.u) || !real(s.v)) return std::nullopt;
  const auto positive = [&] { return c.positive_(mul(Expr(s.a), s.u)) && c.positive_(mul(Expr(s.b), s.v)); };
  if (positive()) return s;
  s.a = -s.a;
  s.b = -s.b;
  return positive() ? std::optional(s) : std::nullopt;
}

// Sums that stand under a function, a root, a power or a fraction.
std::vector<Sum> sums(const Goal& g) {
  std::vector<Sum> out;
  const auto look = [&](const Expr& e) {
    const auto s = sum_of_two(g.context, e);
    const auto same = [&](const Sum& t) { return t.u == s->u && t.v == s->v && t.a * s->b == t.b * s->a; };
    if (s && std::ranges::none_of(out, same)) out.push_back(*s);
    return false;
  };
  nodes_of(g.relation, [&](const Expr& n) {
    if (n.op() == Op::div) return look(n.arg(1));
    if (n.op() == Op::pow || (n.args().size() == 1 && n.op() != Op::neg)) return look(n.arg(0));
    return false;
  });
  return out;
}

}  // namespace

Tree by_shares(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  for (const Sum& s : sums(g)) {
    const std::string whole = fresh_name(g.context);
    const Expr h = Expr::variable(whole);
    const Expr first = mul(Expr(Rational(1) / s.a), sub(h, mul(Expr(s.b), s.v)));
    const Step of_sum = rule::Subst{s.u, whole, Range{{false, false, Rational(0)}, {}}, first};
    const auto with_sum = after(of_sum, g);
    if (!with_sum) continue;
    const std::string share = fresh_name(with_sum->context);
    const Expr q = Expr::variable(share), second = mul(Expr(Rational(1) / s.b), mul(h, q));
    const Range part{{false, false, Rational(0)}, {false, false, Rational(1)}};
    const ExprMap<Expr> shares{{s.u, mul(h, mul(Expr(Rational(1) / s.a), sub(1, q)))},
                               {s.v, mul(h, mul(Expr(Rational(1) / s.b), q))}};
    const auto rest = [&](const Goal& k) {
      return with_tidy_sides(k, substitute(g.relation.lhs, shares), substitute(g.relation.rhs, shares), longest(g),
                             alone);
    };
    if (auto t = steps(g, of_sum, {[&](const Goal& k) {
                         return steps(k, rule::Subst{s.v, share, part, second}, {rest});
                       }}))
      return t;
  }
  return std::nullopt;
}

Tree by_cone(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.hypotheses().empty() || !c.forall_hypotheses().empty()) return std::nullopt;
  const Expr d = g.difference();
  Scaling weights(c.variables().size());
  std::vector<Expr> bounded;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Variable& v = c.variables()[i];
    if (!depends_on(d, Expr::variable(v.name))) continue;
    if (v.integer || v.range.lo.infinite || !v.range.lo.value.is_zero()) return std::nullopt;
    weights[i] = 1;
    if (!v.range.hi.infinite) bounded.push_back(Expr::variable(v.name));
  }
  if (bounded.empty() || std::ranges::count(weights, 1) < 2 || !homogeneous_degree(c, d, weights)) return std::nullopt;
  Goal h = g;
  Proof out;
  for (const Expr& x : bounded) {
    if (!take(rule::Widen{x, Range{c.find(x)->range.lo, {}}}, h, out)) return std::nullopt;
  }
  if (!is_defined(h.context, h.difference()) || !looks_nonnegative(h.context, h.difference())) return std::nullopt;
  Tree t = by_shares(h, alone);
  // Logarithms of which the weights add up to 0, as those of shares.
  for (const Sum& s : sums(h)) {
    if (t) break;
    const Expr whole = add(mul(Expr(s.a), s.u), mul(Expr(s.b), s.v));
    const Expr e = transform(h.difference(), [&](const Expr& n, std::span<Expr> args) -> Expr {
      if (n.op() == Op::log && (depends_on(args[0], s.u) || depends_on(args[0], s.v)))
        return log(args[0] == whole ? Expr(1) : quotient(args[0], whole));
      return with_args(n, args);
    });
    if (h.context.algebra().is_zero(sub(e, h.difference())))
      t = rewritten(h, e, 0, [&](const Goal& k) { return by_shares(k, alone); });
  }
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

namespace {

// Does a term of an exponent of e have the product of the two variables?
bool has_product_in_exponent(Algebra& a, const Expr& e, const Expr& product) {
  return !nodes_of({Rel::ge, e, 0}, [&](const Expr& n) {
            if (n.op() != Op::exp) return false;
            std::vector<Expr> terms;
            terms_of(n.arg(0), 1, terms);
            return std::ranges::any_of(terms, [&](const Expr& t) { return a.ratio(t, product, true).has_value(); });
          }).empty();
}

}  // namespace

Tree by_scaled_order(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty()) return std::nullopt;
  Algebra a = c.algebra();
  const auto d = a.simplified(g.difference());
  if (!d) return std::nullopt;
  for (const auto& order : c.variables()) {
    const Range& range = order.range;
    const Expr y = Expr::variable(order.name);
    if (order.integer || !range.hi.infinite || (!range.lo.infinite && range.lo.value.sign() < 0) || !depends_on(*d, y))
      continue;
    // From another end than 0 the product is what it is more than that end times the unit.
    const bool from_zero = range.lo.infinite || range.lo.value.is_zero();
    for (const auto& unit : c.variables()) {
      const Expr x = Expr::variable(unit.name);
      if (x == y || unit.integer || !c.positive_(x) || !has_product_in_exponent(a, *d, mul(x, y))) continue;
      const std::string name = fresh_name(c);
      const Expr part = quotient(Expr::variable(name), x);
      const Expr value = from_zero ? part : add(Expr(range.lo.value), part);
      // Where it can be any number, the product is a variable only if all is simpler in it.
      if (from_zero) {
        const auto simpler = a.simplified(substitute(*d, {{y, value}}));
        if (!simpler || simpler->node().tree_size >= d->node().tree_size) continue;
      }
      const Range values{range.lo.infinite ? End{} : End{false, range.lo.closed, Rational(0)}, {}};
      return steps(g, rule::Subst{y, name, values, value}, {[&](const Goal& h) {
                     return with_tidy_sides(h, h.relation.lhs, h.relation.rhs, longest(g) + longest(h), alone);
                   }});
    }
  }
  return std::nullopt;
}

namespace {

// w log(u) with w > 0, as it is written: w and u.
std::optional<std::pair<Expr, Expr>> weighted_logarithm(const Context& c, const Expr& e) {
  if (e.op() == Op::log) return std::pair(Expr(1), e.arg(0));
  const auto& args = e.args();
  if (e.op() == Op::div && args[0].op() == Op::log && c.positive_(args[1]))
    return std::pair(quotient(1, args[1]), args[0].arg(0));
  if (e.op() != Op::mul) return std::nullopt;
  for (const std::size_t i : {0, 1})
    if (args[i].op() == Op::log && c.positive_(args[1 - i])) return std::pair(args[1 - i], args[i].arg(0));
  return std::nullopt;
}

// Has it more than one term, so that its logarithm is no sum of logarithms?
bool is_sum(const Expr& e) {
  if (e.op() == Op::mul || e.op() == Op::div) return is_sum(e.arg(0)) || is_sum(e.arg(1));
  return e.op() == Op::add || e.op() == Op::sub || e.op() == Op::cosh;
}

}  // namespace

Tree by_one_logarithm(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  const auto& [rel, lhs, rhs] = g.relation;
  if (rel == Rel::eq || !c.forall_hypotheses().empty()) return std::nullopt;
  for (const bool upper : {true, false}) {  // the logarithm is on the side that is to be the smaller one
    const Expr &side = upper ? rhs : lhs, &other = upper ? lhs : rhs;
    const auto found = weighted_logarithm(c, side);
    const auto has_exponential = [](const Expr& n) {
      return n.op() == Op::exp || n.op() == Op::cosh || n.op() == Op::sinh ||
             (n.op() == Op::pow && !n.arg(1).is_constant());
    };
    if (!found || !is_sum(found->second) || nodes_of({rel, found->second, 0}, has_exponential).empty()) continue;
    const Expr &weight = found->first, &u = found->second;  // no bindings: lambdas take them
    const Expr logarithm = log(u), bound = weight.is_constant(1) ? other : quotient(other, weight);
    const auto exponentials = [&](const Goal& h) {
      return steps(h, rule::TakeExp{}, {[&](const Goal& k) {
                     return rewritten(k, upper ? exp(bound) : u, upper ? u : exp(bound),
                                      [&](const Goal& m) { return without_empty_hypotheses(m, alone); });
                   }});
    };
    const auto apart = [&](const Goal& h) {
      return rewritten(h, upper ? bound : logarithm, upper ? logarithm : bound, exponentials);
    };
    if (weight.is_constant(1)) return exponentials(g);
    return steps(g, rule::Factor{weight, upper ? sub(bound, logarithm) : sub(logarithm, bound)}, {apart});
  }
  return std::nullopt;
}

Tree by_sides(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.relation.rhs.is_constant(0) || has_exponential_side(g)) return std::nullopt;
  Expr left = g.relation.lhs, right = 0;
  for (; left.op() == Op::sub; left = left.arg(0)) right = add(left.arg(1), right);
  const Goal apart{g.context, {g.relation.rel, left, right}};
  if (right.is_constant(0) || !has_exponential_side(apart)) return std::nullopt;
  return rewritten(g, left, right, alone);
}

}  // namespace dpcert::verify
