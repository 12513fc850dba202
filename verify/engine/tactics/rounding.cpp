// Floors and ceilings by what they are among the integers: floor(u) >= k where u >= k, and k >= floor(u) where
// k + 1 > u. What is left of a goal in this way is as good as the goal was, so they go one by one, outer ones first.
#include <algorithm>
#include <utility>

#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// Floors and ceilings that stand in no other one.
void outer_rounded(const Expr& e, std::vector<Expr>& out) {
  if (is_rounded(e)) {
    if (std::ranges::find(out, e) == out.end()) out.push_back(e);
    return;
  }
  for (const Expr& a : e.args()) outer_rounded(a, out);
}
std::vector<Expr> outer_rounded(const Expr& e) {
  std::vector<Expr> out;
  outer_rounded(e, out);
  return out;
}

bool has_rounded_inside(const Expr& f) { return !outer_rounded(f.arg(0)).empty(); }

// Outer floors by names, so that a normal form leaves them as they are written.
class AtomNames {
 public:
  explicit AtomNames(const Expr& e) : atoms_(outer_rounded(e)) {
    for (std::size_t i = 0; i < atoms_.size(); ++i) names_.push_back(Expr::variable("rounded " + std::to_string(i)));
  }
  [[nodiscard]] Expr named(const Expr& e) const { return exchanged(e, atoms_, names_); }
  [[nodiscard]] Expr back(const Expr& e) const { return exchanged(e, names_, atoms_); }
  [[nodiscard]] const std::vector<Expr>& atoms() const { return atoms_; }
  [[nodiscard]] const std::vector<Expr>& names() const { return names_; }

 private:
  static Expr exchanged(Expr e, const std::vector<Expr>& from, const std::vector<Expr>& to) {
    for (std::size_t i = 0; i < from.size(); ++i) e = replaced(e, from[i], to[i]);
    return e;
  }
  std::vector<Expr> atoms_, names_;
};

// A whole number: a polynomial with integer coefficients in outer floors and integer variables, by products only, in
// which `integral` sees integers.
struct Whole {
  std::vector<Expr> atoms;  // what stands for each name
  std::vector<Expr> names;
  Poly p;

  [[nodiscard]] Expr expression() const {
    Expr e = 0;
    for (const auto& [powers, c] : p) {
      Expr t{dpcert::abs(c)};
      for (std::size_t i = 0; i < atoms.size(); ++i)
        for (int k = 0; k < powers[i]; ++k) t = mul(t, atoms[i]);
      e = c.sign() > 0 ? add(e, t) : sub(e, t);
    }
    return e;
  }
  // The coefficient of an atom that enters only by itself.
  [[nodiscard]] Rational lone(const Expr& atom) const {
    const auto i = static_cast<std::size_t>(std::ranges::find(atoms, atom) - atoms.begin());
    Rational c = 0;
    for (const auto& [powers, q] : p) {
      if (i >= powers.size() || powers[i] == 0) continue;
      if (degree(powers) != 1) return 0;
      c = q;
    }
    return c;
  }
};

std::optional<Whole> whole(const Context& c, const Expr& e) {
  const AtomNames names(e);
  const Expr named = names.named(e);
  Whole out{names.atoms(), names.names(), {}};
  for (const auto& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(named, x)) continue;
    if (!v.integer) return std::nullopt;
    out.atoms.push_back(x);
    out.names.push_back(x);
  }
  auto p = polynomial(named, out.names);
  if (!p || std::ranges::any_of(*p, [](const auto& t) { return !t.second.is_integer(); })) return std::nullopt;
  out.p = std::move(*p);
  return out;
}

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
    if (auto t = squared(g, left)) return t;
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

  Tree of_integers(const Goal& g, const Whole& w, int left) {
    const Expr e = w.expression();
    if (!(e == g.relation.lhs) || !g.relation.rhs.is_constant(0))
      return rewritten(g, e, 0, [&](const Goal& h) -> Tree {  // a form that is read as another one is left alone
        return h.relation.lhs == e ? of_integers(h, w, left) : std::nullopt;
      });
    if (!g.strict()) return removed(g, w, left);
    Whole less = w;  // above 0 is from 1 on
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
  Tree removed(const Goal& g, const Whole& w, int left) {
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

  // A root against what is known to be >= 0: their squares.
  Tree squared(const Goal& g, int left) {
    const Expr d = g.difference();
    Algebra a = g.context.algebra();
    const Expr t = Expr::variable(fresh_name(g.context));
    const AtomNames names(d);
    for (const Expr& r : nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::sqrt; })) {
      const auto p = a.coefficients(names.named(replaced(d, r, t)), t);
      if (!p || p->size() != 2 || !(*p)[1].is_constant()) continue;
      const bool above = (*p)[1].value().sign() > 0;
      const Expr root =
          (*p)[1].is_constant(1) || (*p)[1].is_constant(-1) ? r : mul(Expr(dpcert::abs((*p)[1].value())), r);
      auto other = a.simplified(above ? negate((*p)[0]) : (*p)[0]);
      if (other) other = names.back(*other);
      if (!other || !g.context.knows({*other, Need::nonnegative})) continue;
      const Expr under = mul(Expr((*p)[1].value() * (*p)[1].value()), r.arg(0)), square = mul(*other, *other);
      const auto smaller = [&](const Goal& h) {
        return rewritten(h, above ? under : square, above ? square : under,
                         [&](const Goal& k) { return prove(k, left - 1); });
      };
      if (auto u = rewritten(g, above ? root : *other, above ? *other : root,
                             [&](const Goal& h) { return steps(h, rule::Power{Rational(2)}, {smaller}); }))
        return u;
    }
    return std::nullopt;
  }

  // What is known of a floor: its two inequalities, and those of the squares where it is one of a root.
  bool tell(Goal& g, Proof& out, const Expr& f) const {
    const bool down = f.op() == Op::floor;
    const Step fact = rule::Fact{down ? rule::Fact::Of::floor : rule::Fact::Of::ceil, f.arg(0)};
    auto next = after(fact, g);
    if (!next) return false;
    const std::size_t before = g.context.hypotheses().size();
    const auto& then = next->context.hypotheses();
    if (then.size() != before + 2 ||
        std::ranges::find(g.context.hypotheses(), then[before]) != g.context.hypotheses().end())
      return false;
    out.push_back(fact);
    g = std::move(*next);
    const Expr& u = f.arg(0);
    if (u.op() != Op::sqrt) return true;
    const auto square = [&](const Relation& r, const Expr& sum, const Expr& difference, std::size_t hypothesis) {
      if (!g.context.knows({sum, r.rel == Rel::gt ? Need::positive : Need::nonnegative})) return;
      cut_in(out, g, r, {rule::Factor{sum, difference}, rule::Hyp{hypothesis}});
    };
    const Expr next_one = add(f, 1);
    if (down) {
      square({Rel::ge, u.arg(0), mul(f, f)}, add(u, f), sub(u, f), before + 1);
      square({Rel::gt, mul(next_one, next_one), u.arg(0)}, add(next_one, u), sub(next_one, u), before + 2);
    } else {
      square({Rel::ge, mul(f, f), u.arg(0)}, add(f, u), sub(f, u), before + 1);
    }
    return true;
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
        if (!rest || !is_defined(c, *rest)) continue;
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

Tree by_rounding(const Goal& g, const Subprover& s, int depth) {
  const auto floors = nodes_of(g.relation, is_rounded);
  if (floors.empty() || floors.size() > Effort::Kinks::most_floors) return std::nullopt;
  const auto half = [&](const Goal& h) { return Rounding(s, depth).prove(h, Effort::Rounding::most_steps); };
  return g.relation.rel == Rel::eq ? steps(g, rule::Both{}, {half}) : half(g);
}

}  // namespace dpcert::verify
