// Floors and ceilings by what they are among the integers: floor(u) >= k where u >= k, and k >= floor(u) where
// k + 1 > u. What is left of a goal in this way is as good as the goal was, so they go one by one, outer ones first.
#include <algorithm>
#include <utility>

#include "src/symbolic/flat.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/wholes.hpp"

namespace dpcert::verify {

namespace {

bool has_rounded_inside(const Expr& f) { return !outer_rounded(f.arg(0)).empty(); }

class Rounding {
 public:
  Rounding(const Subprover& s, int depth) : s_(s), depth_(depth) {}

  Tree prove(const Goal& g, int left) {
    if (left == 0 || s_.out_of_time() || tried_++ > Effort::Rounding::most_goals) return std::nullopt;
    if (auto t = s_.immediate(g)) return t;
    const Expr d = g.difference();

    if (outer_rounded(d).empty()) return last(g);
    if (const auto w = whole(g.context, d)) return of_integers(g, *w, left);
    if (auto t = cleared(g, left)) return t;
    if (auto t = without_root(g, left)) return t;
    return with_facts(g, left);
  }

 private:
  Tree last(const Goal& g) const { return depth_ < 1 ? std::nullopt : s_.prove(g, depth_, s_.numeric); }

  // A whole number over what is positive.
  Tree cleared(const Goal& g, int left) {
    const AtomNames names(g.difference());
    const auto f = over_positive({g.context, {g.relation.rel, names.named(g.difference()), 0}});
    if (!f) return std::nullopt;
    const auto w = whole(g.context, names.back(f->numerator));
    if (!w) return std::nullopt;
    return steps(g, rule::Factor{quotient(1, names.back(f->denominator)), w->expression()},
                 {[&](const Goal& h) { return of_integers(h, *w, left); }});
  }

  Tree of_integers(const Goal& g, const InWholes& w, int left) {
    const Expr e = w.expression();
    if (!(e == g.relation.lhs) || !g.relation.rhs.is_constant(0))
      return rewritten(g, e, 0, [&](const Goal& h) -> Tree {  // a form that is read as another one is left alone
        return h.relation.lhs == e ? of_integers(h, w, left) : std::nullopt;
      });
    if (!g.strict()) return removed(g, w, left);
    InWholes less = w;  // above 0 is from 1 on
    auto& c = less.p[Powers(w.atoms.size())];
    c -= Rational(1);
    std::erase_if(less.p, [](const auto& t) { return t.second.is_zero(); });
    const Relation from_one{Rel::ge, less.expression(), 0};
    const auto t = removed({g.context, from_one}, less, left);
    if (!t) return std::nullopt;
    Proof out{rule::Cut{from_one}};
    append(out, *t);
    out.emplace_back(rule::Combine{Rational(1), {{g.context.hypotheses().size() + 1, Rational(1)}}});
    return out;
  }

  // a + F >= 0 or a - F >= 0, all of them whole: F by what is under it.
  Tree removed(const Goal& g, const InWholes& w, int left) {
    if (!cells(g).empty()) return with_facts(g, left);
    std::vector<Expr> order;
    for (const bool deep : {true, false})
      for (const Expr& f : w.atoms)
        if (is_rounded(f) && has_rounded_inside(f) == deep && dpcert::abs(w.lone(f)) == Rational(1)) order.push_back(f);
    for (const Expr& f : order) {
      const bool plus = w.lone(f).sign() > 0, down = f.op() == Op::floor;
      Expr e = replaced(g.relation.lhs, f, f.arg(0));
      if (plus != down) e = add(e, 1);
      const Relation beneath{plus == down ? Rel::ge : Rel::gt, e, 0};
      if (!is_defined(g.context, e)) continue;
      const auto t = prove({g.context, beneath}, left - 1);
      if (!t) continue;
      const std::size_t n = g.context.hypotheses().size() + 1;
      Proof out{rule::Cut{beneath}};
      append(out, *t);
      out.emplace_back(rule::Integral{});
      out.emplace_back(rule::Fact{down ? rule::Fact::Of::floor : rule::Fact::Of::ceil, f.arg(0)});
      // `u >= floor(u)` or `ceil(u) >= u` is the first of the two, the strict one the second.
      out.emplace_back(rule::Combine{Rational(0), {{n, Rational(1)}, {plus == down ? n + 2 : n + 1, Rational(1)}}});
      return out;
    }
    return with_facts(g, left);
  }

  // u = E^(1/k), as sqrt(E) is: E and k, which is 0 for what is no such root.
  struct RootOf {
    Expr under;
    long order = 0;
  };
  static RootOf root_of(const Expr& u) {
    if (u.op() == Op::sqrt) return {u.arg(0), 2};
    if (u.op() == Op::pow && u.arg(1).is_constant()) {
      const auto k = (Rational(1) / u.arg(1).value()).to_int64();
      return k && *k >= 2 && *k <= Effort::Rounding::greatest_root ? RootOf{u.arg(0), *k} : RootOf{};
    }
    if (!flat::is_product(u)) return {};
    Rational number(1);
    std::vector<Expr> factors;
    flat::collect_factors(u, number, factors);
    RootOf out{1, 0};
    for (const Expr& f : factors) {
      const RootOf r = flat::is_product(f) ? RootOf{} : root_of(f);
      if (r.order == 0 || (out.order != 0 && out.order != r.order)) return {};
      out = {mul(out.under, r.under), r.order};
    }
    if (number.sign() <= 0 || out.order == 0) return {};
    return {mul(Expr(dpcert::pow(number, out.order)), out.under), out.order};
  }

  // A root against what is known to be >= 0: their powers.
  Tree without_root(const Goal& g, int left) {
    const Expr d = g.difference();
    Algebra a = g.context.algebra();
    const Expr t = Expr::variable(fresh_name(g.context));
    const AtomNames names(d);
    for (const Expr& r :
         nodes_of(g.relation, [](const Expr& e) { return e.op() != Op::mul && root_of(e).order > 0; })) {
      const auto p = a.coefficients(names.named(replaced(d, r, t)), t);
      if (!p || p->size() != 2 || !(*p)[1].is_constant()) continue;
      const bool above = (*p)[1].value().sign() > 0;
      const Rational times = dpcert::abs((*p)[1].value());
      const Expr root = times == Rational(1) ? r : mul(Expr(times), r);
      auto other = a.simplified(above ? negate((*p)[0]) : (*p)[0]);
      if (other) other = names.back(*other);
      if (!other || !g.context.knows({*other, Need::nonnegative})) continue;
      const auto [inside, order] = root_of(r);
      const Expr power = power_of(*other, order);
      const Expr under = mul(Expr(dpcert::pow(times, order)), inside);
      const auto smaller = [&](const Goal& h) {
        return rewritten(h, above ? under : power, above ? power : under,
                         [&](const Goal& k) { return prove(k, left - 1); });
      };
      if (auto u = rewritten(g, above ? root : *other, above ? *other : root, [&](const Goal& h) {
            return steps(h, rule::Power{Rational(root_of(r).order)}, {smaller});
          }))
        return u;
    }
    return std::nullopt;
  }

  // What is known of a floor: its two inequalities, and those of the squares where it is one of a root.
  bool tell(Goal& g, Proof& out, const Expr& f) const {
    const Step fact = rule::Fact{f.op() == Op::floor ? rule::Fact::Of::floor : rule::Fact::Of::ceil, f.arg(0)};
    const auto next = after(fact, g);
    const std::size_t before = g.context.hypotheses().size();
    if (!next || next->context.hypotheses().size() != before + 2) return false;
    Said said{before + 1, before + 2};
    const auto& then = next->context.hypotheses();
    if (const std::size_t first = number_of(g.context, then[before]), second = number_of(g.context, then[before + 1]);
        first > 0 && second > 0) {
      said = {first, second};
    } else {
      out.push_back(fact);
      g = *next;
    }
    tell_powers(g, out, f, said);
    for (std::size_t i = before + 1, last = g.context.hypotheses().size(); i <= last; ++i) sharpen(i, g, out);
    return g.context.hypotheses().size() > before;
  }
  // Of a hypothesis, 0 if there is none.
  static std::size_t number_of(const Context& c, const Relation& r) {
    const auto at = std::ranges::find(c.hypotheses(), r);
    return at == c.hypotheses().end() ? 0 : static_cast<std::size_t>(at - c.hypotheses().begin()) + 1;
  }

  // The numbers of the two inequalities of a floor: `u >= floor(u)` or `ceil(u) >= u`, and the strict one.
  struct Said {
    std::size_t first, second;
  };
  // The same of powers, where it is one of a root.
  void tell_powers(Goal& g, Proof& out, const Expr& f, const Said& said) const {
    const Expr& u = f.arg(0);
    const bool down = f.op() == Op::floor;
    if (const auto [under, order] = root_of(u); order > 0) {
      const Expr next_one = add(f, 1);
      const Power root{u, under, order}, rounded{f, power_of(f, order), order},
          next{next_one, power_of(next_one, order), order};
      if (down) tell_power(Rel::ge, root, rounded, said.first, g, out);
      if (down) tell_power(Rel::gt, next, root, said.second, g, out);
      if (!down) tell_power(Rel::ge, rounded, root, said.first, g, out);
    } else if (const auto roots = down ? sum_of_roots(u) : std::nullopt) {
      tell_square(*roots, f, said.first, g, out);
    }
  }

  // A number, or what is known to be at least 0, and its power.
  struct Power {
    Expr base, power;
    long order;
  };
  static Expr power_of(const Expr& e, long order) {
    Expr p = e;
    for (long i = 1; i < order; ++i) p = mul(p, e);
    return p;
  }
  // a^k >= b^k for a >= b, as hypothesis i says.
  static bool tell_power(Rel rel, const Power& a, const Power& b, std::size_t i, Goal& g, Proof& out) {
    Expr others = 0;
    for (long j = 0; j < a.order; ++j)
      others = add(others, mul(power(a.base, Expr(j)), power(b.base, Expr(a.order - 1 - j))));
    const Relation powers{rel, a.power, b.power};
    if (number_of(g.context, powers) > 0 ||
        !g.context.knows({others, rel == Rel::gt ? Need::positive : Need::nonnegative}))
      return false;
    cut_in(out, g, powers, {rule::Factor{others, sub(a.base, b.base)}, rule::Combine{Rational(0), {{i, Rational(1)}}}});
    return true;
  }

  // c0 + c1 sqrt(E1) + ... with positive c1, ...
  struct SumOfRoots {
    Rational number{0};
    Expr roots = 0;
    Rational weights{0};
    Expr weighted = 0;  // c1 E1 + ...
    std::size_t terms = 0;
  };
  static std::optional<SumOfRoots> sum_of_roots(const Expr& u) {
    std::vector<Expr> terms;
    flat::collect_terms(u, terms);
    SumOfRoots out;
    for (const Expr& t : terms) {
      Rational c(1);
      std::vector<Expr> factors;
      flat::collect_factors(t, c, factors);
      if (factors.empty()) {
        out.number += c;
        continue;
      }
      if (factors.size() > 1 || factors[0].op() != Op::sqrt || c.sign() <= 0) return std::nullopt;
      out.roots = add(out.roots, t);
      out.weights += c;
      out.weighted = add(out.weighted, mul(Expr(c), factors[0].arg(0)));
      ++out.terms;
    }
    return out.terms > 0 ? std::optional(out) : std::nullopt;
  }
  // (f - c0)^2 is at most the square of the roots, which is at most (c1 + ...) (c1 E1 + ...) by Cauchy's inequality.
  void tell_square(const SumOfRoots& u, const Expr& f, std::size_t said, Goal& g, Proof& out) const {
    const Expr w = u.number.is_zero() ? f : sub(f, Expr(u.number));
    const Expr bound = mul(Expr(u.weights), u.weighted);
    Goal h = g;
    Proof inner;
    Weights weights;
    Rel rel = Rel::ge;
    const Expr square = mul(u.roots, u.roots);
    if (u.terms > 1) {
      rel = Rel::gt;
      auto t = last({g.context, {rel, bound, square}});
      if (!t) t = last({g.context, {rel = Rel::ge, bound, square}});
      if (!t) return;
      cut_in(inner, h, {rel, bound, square}, *t);
      weights.emplace_back(h.context.hypotheses().size(), Rational(1));
    }
    if (!tell_power(Rel::ge, {u.roots, square, 2}, {w, mul(w, w), 2}, said, h, inner)) return;
    weights.emplace_back(h.context.hypotheses().size(), Rational(1));
    inner.emplace_back(rule::Combine{Rational(0), weights});
    cut_in(out, g, {rel, bound, mul(w, w)}, inner);
  }

  // The first coefficient is 1 or -1.
  static Poly without_number(Poly p) {
    std::erase_if(p, [](const auto& t) { return degree(t.first) == 0; });
    if (p.empty()) return p;
    const Rational by = dpcert::abs(p.begin()->second);
    for (auto& [powers, c] : p) c /= by;
    return p;
  }

  // The goal beside what is said of the powers of floors alone, where that is sharp: roots in hypotheses are in the way
  // of other steps.
  Tree with_powers(const Goal& g, const std::vector<Expr>& found) const {
    Goal h = g;
    Proof out;
    for (const Expr& f : found) {
      Goal inside = h;
      Proof facts;
      if (!tell(inside, facts, f)) continue;
      std::vector<Poly> sharper;
      for (std::size_t before = h.context.hypotheses().size(), i = inside.context.hypotheses().size(); i > before;
           --i) {
        const Relation& said = inside.context.hypotheses()[i - 1];
        const auto w = said.lhs == f || said.rhs == f ? std::nullopt : in_wholes(g.context, sub(said.lhs, said.rhs));
        if (!w || std::ranges::find(sharper, without_number(w->p)) != sharper.end()) continue;
        sharper.push_back(without_number(w->p));
        // In the goal as it is now: the numbers of hypotheses are others.
        Goal now = h;
        Proof proof;
        if (!tell(now, proof, f)) continue;
        const std::size_t number = number_of(now.context, said);
        if (number == 0) continue;
        proof.emplace_back(rule::Hyp{number});
        cut_in(out, h, said, proof);
      }
    }
    if (out.empty()) return std::nullopt;
    const auto t = with_names(h, found);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  Tree with_facts(const Goal& g, int left) {
    Goal h = g;
    Proof out;
    const auto found = outer_rounded(g.difference());
    if (found.size() > Effort::Kinks::most_floors) return std::nullopt;
    bool told = false;
    for (const Expr& f : found) told = tell(h, out, f) || told;
    const auto combined = [&](const Goal& k) { return prove_by_combination(k, s_.out_of_time); };
    auto t = s_.immediate(h);
    if (!t) t = in_cells(h);
    if (!t) t = combined(h);
    if (!t && !g.strict() && whole(g.context, g.difference())) t = steps(h, rule::Integral{}, {combined});
    if (!t) t = by_a_fact(h, found, left);
    if (!t)
      if (auto u = with_powers(g, found)) return u;
    if (!t) t = with_names(h, found);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  // D less a multiple of a hypothesis, so that a floor goes.
  Tree by_a_fact(const Goal& g, const std::vector<Expr>& found, int left) {
    const Context& c = g.context;
    Algebra a = c.algebra();
    const Expr d = g.difference(), t = Expr::variable(fresh_name(c));
    const auto slope = [&](const Expr& e, const Expr& f) -> std::optional<Rational> {
      const Expr named = replaced(e, f, t);
      const auto p = a.coefficients(AtomNames(named).named(named), t);
      if (!p || p->size() != 2 || !(*p)[1].is_constant()) return std::nullopt;
      return (*p)[1].value();
    };
    for (const Expr& f : found) {
      const auto q = slope(d, f);
      if (!q) continue;
      for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
        const Relation& h = c.hypotheses()[i];
        const Expr said = sub(h.lhs, h.rhs);
        const auto inside = outer_rounded(said);
        if (std::ranges::find(inside, f) == inside.end()) continue;
        const auto k = slope(said, f);
        if (!k || (*q / *k).sign() <= 0) continue;
        const AtomNames names(sub(d, said));
        auto rest = a.simplified(names.named(sub(d, mul(Expr(*q / *k), said))));
        if (rest) rest = names.back(*rest);
        if (!rest || !is_defined(c, *rest) || !looks_nonnegative(c, *rest)) continue;
        const Relation side{g.strict() && h.rel != Rel::gt ? Rel::gt : Rel::ge, *rest, 0};
        const auto u = prove({c, side}, left - 1);
        if (!u) continue;
        Proof out{rule::Cut{side}};
        append(out, *u);
        out.emplace_back(rule::Combine{Rational(0), {{i + 1, *q / *k}, {c.hypotheses().size() + 1, Rational(1)}}});
        return out;
      }
    }
    return std::nullopt;
  }

  // Floors of whole multiples of what other floors are of: the two differ by one of a few integers.
  struct Cell {
    Expr difference;
    Rational low, high;
  };
  static std::vector<Cell> cells(const Goal& g) {
    std::vector<std::pair<Expr, Affine>> floors;
    for (const Expr& f : outer_rounded(g.difference()))
      if (f.op() == Op::floor)
        if (auto a = affine(f.arg(0)); a && !a->coefficients.empty()) floors.emplace_back(f, *a);
    std::vector<Cell> out;
    for (const auto& [f, u] : floors)
      for (const auto& [base, v] : floors) {
        if (f == base || u.coefficients.size() != v.coefficients.size()) continue;
        const Rational k = u.coefficients.begin()->second / v.coefficients.begin()->second;
        const auto same = [&](const auto& one, const auto& other) {
          return one.first == other.first && one.second == k * other.second;
        };
        if (!k.is_integer() || k < Rational(1) || k > Rational(Effort::Kinks::greatest_factor) ||
            !std::ranges::equal(u.coefficients, v.coefficients, same))
          continue;
        const Rational c = u.constant - k * v.constant;
        const Rational low = c.floor(), high = (c + k).ceil() - Rational(1);
        if (low < high) out.push_back({sub(f, mul(Expr(k), base)), low, high});
      }
    return out;
  }

  Tree in_cells(const Goal& g) const {
    if (g.strict() || !whole(g.context, g.difference())) return std::nullopt;
    const auto all = cells(g);
    if (all.empty() || all.size() > Effort::Rounding::most_cells) return std::nullopt;
    return of_cells(g, all, 0, all[0].low, all[0].high);
  }

  Tree of_cells(const Goal& g, const std::vector<Cell>& all, std::size_t i, const Rational& low,
                const Rational& high) const {
    const auto linear = [&](const Goal& h) { return prove_by_combination(h, s_.out_of_time); };
    if (s_.out_of_time()) return std::nullopt;
    if (low == high) {
      // What the cases said of one side, the floors themselves say of the other.
      const Expr& e = all[i].difference;
      Goal h = g;
      Proof out;
      for (const Relation& r : {Relation{Rel::ge, e, Expr(low)}, Relation{Rel::ge, Expr(low), e}}) {
        const auto t = steps({h.context, r}, rule::Integral{}, {linear});
        if (!t) return std::nullopt;
        cut_in(out, h, r, *t);
      }
      auto t = steps(h, rule::Integral{}, {linear});
      if (!t && i + 1 < all.size()) t = of_cells(h, all, i + 1, all[i + 1].low, all[i + 1].high);
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    }
    const Rational middle = ((low + high) / Rational(2)).floor();
    const Expr& e = all[i].difference;
    return steps(g, rule::Cases{sub(e, Expr(middle + Rational(1, 2)))},
                 {[&](const Goal& h) { return of_cells(h, all, i, middle + Rational(1), high); },
                  [&](const Goal& h) { return of_cells(h, all, i, low, middle); }});
  }

  // Floors as any numbers that lie as they do.
  Tree with_names(const Goal& g, const std::vector<Expr>& found) const {
    Goal h = g;
    Proof out;
    for (const Expr& f : found) {
      const bool known = h.context.knows({f, Need::nonnegative});
      const Range range = known ? Range{{false, true, Rational(0)}, End{}} : Range{};
      const Step gen = rule::Gen{fresh_name(h.context), range, f};
      auto next = after(gen, h);
      if (!next) return std::nullopt;
      out.push_back(gen);
      h = std::move(*next);
    }
    const auto t = last(h);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  const Subprover& s_;
  int depth_;
  int tried_ = 0;
};

// floor(u) = floor(v) + k where u - v is a whole number k, of variables and other floors.
struct WholeShift {
  Expr rounded, other, by;
};

std::optional<WholeShift> whole_shift(const Context& c, Algebra& a, const Expr& d) {
  const auto found = outer_rounded(d);
  if (found.size() < 2 || found.size() > Effort::Kinks::most_floors) return std::nullopt;
  for (const Expr& f : found)
    for (const Expr& other : found) {
      if (f == other || f.op() != other.op()) continue;
      const Expr gap = sub(f.arg(0), other.arg(0));
      const AtomNames names(gap);
      const auto simple = a.simplified(names.named(gap));
      const auto w = simple ? whole(c, names.back(*simple)) : std::nullopt;
      // Of two that may stand for one another, the one with fewer floors inside stays.
      if (w && (!has_rounded_inside(other) || has_rounded_inside(f))) return WholeShift{f, other, w->expression()};
    }
  return std::nullopt;
}

Tree whole_shifts(const Goal& g, const ProveGoal& rest, int left) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  const Expr d = g.difference();
  const auto shift = left > 0 ? whole_shift(c, a, d) : std::nullopt;
  if (!shift) return left < Effort::Rounding::most_steps ? rest(g) : std::nullopt;
  // D is affine in the one that goes.
  const Expr t = Expr::variable(fresh_name(c)), named = replaced(d, shift->rounded, t);
  const AtomNames names(named);
  if (std::ranges::any_of(names.atoms(), [&](const Expr& f) { return depends_on(f, t); })) return std::nullopt;
  const auto p = a.coefficients(names.named(named), t);
  if (!p || p->size() != 2) return std::nullopt;
  const Relation equal{Rel::eq, shift->rounded, add(shift->other, shift->by)};
  Goal known{c, equal};
  Proof facts;
  const auto kind = shift->rounded.op() == Op::floor ? rule::Fact::Of::floor : rule::Fact::Of::ceil;
  for (const Expr& f : {shift->rounded, shift->other})
    if (!take(rule::Fact{kind, f.arg(0)}, known, facts)) return std::nullopt;
  // What the facts say: on one side of the argument, and less than 1 beyond it.
  const std::size_t last = known.context.hypotheses().size();
  const auto half = [&](bool lower) {
    const std::size_t first = (kind == rule::Fact::Of::floor) == lower ? last - 2 : last - 3;
    const std::size_t second = first == last - 2 ? last - 1 : last;
    const rule::Combine sum{Rational(0), {{first, Rational(1)}, {second, Rational(1)}}};
    return [sum](const Goal& h) { return steps(h, rule::Integral{}, {[&](const Goal&) { return Proof{sum}; }}); };
  };
  const auto halves = steps(known, rule::Both{}, {half(true), half(false)});
  if (!halves) return std::nullopt;
  append(facts, *halves);
  Goal now = g;
  Proof out;
  cut_in(out, now, equal, facts);
  const std::size_t shifted = now.context.hypotheses().size();
  const Relation wanted{g.relation.rel, replaced(d, shift->rounded, equal.rhs), 0};
  const auto proof = whole_shifts({now.context, wanted}, rest, left - 1);
  if (!proof) return std::nullopt;
  cut_in(out, now, wanted, *proof);
  out.emplace_back(rule::Combine{
      Rational(0), {{now.context.hypotheses().size(), Rational(1)}, {shifted, weight(names.back((*p)[1]))}}});
  return out;
}

}  // namespace

Tree by_whole_shifts(const Goal& g, const Subprover& s, int depth) {
  if (nodes_of(g.relation, is_rounded).size() < 2 || depth < 1) return std::nullopt;
  const auto rest = [&](const Goal& h) {
    if (auto t = s.immediate(h)) return t;
    return g.relation.rel == Rel::eq ? std::nullopt : s.prove(h, depth, s.numeric);
  };
  return whole_shifts(g, rest, Effort::Rounding::most_steps);
}

bool has_rounded_root(const Goal& g) {
  const auto of_integer = [&](const Expr& e) {
    const auto inside = [&](const Variable& v) { return v.integer && depends_on(e, Expr::variable(v.name)); };
    return (e.op() == Op::sqrt || e.op() == Op::pow) && std::ranges::any_of(g.context.variables(), inside);
  };
  return std::ranges::any_of(nodes_of(g.relation, is_rounded), [&](const Expr& f) {
    return !nodes_of({Rel::ge, f, 0}, of_integer).empty();
  });
}

Tree by_rounding(const Goal& g, const Subprover& s, int depth) {
  const auto floors = nodes_of(g.relation, is_rounded);
  if (floors.empty() || floors.size() > Effort::Kinks::most_floors) return std::nullopt;
  const auto half = [&](const Goal& h) { return Rounding(s, depth).prove(h, Effort::Rounding::most_steps); };
  return g.relation.rel == Rel::eq ? steps(g, rule::Both{}, {half}) : half(g);
}

}  // namespace dpcert::verify
