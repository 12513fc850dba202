// Floors of polynomials in integers over a common denominator: by the residues of the integers.
#include <algorithm>
#include <numeric>
#include <utility>

#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// Numbers that stand for others: `name` in a polynomial, `now` in the goal, `value` what an equation (hypothesis
// `equation`, now = value) says that it is.
struct Named {
  Expr name, now, value;
  std::size_t equation = 0;
};

// p(now) - p(value) = sum of weight * (now - value), with p in the names.
Weights telescoped(const Poly& p, const std::vector<Named>& names) {
  Weights out;
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (names[j].equation == 0) continue;  // it stands for itself
    Expr w = 0;
    for (const auto& [m, c] : p) {
      if (m[j] == 0) continue;
      Expr t{c};
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (i != j && m[i] != 0) t = mul(t, power(i < j ? names[i].value : names[i].now, Expr(m[i])));
      }
      Expr powers = 0;
      for (int k = 0; k < m[j]; ++k)
        powers = add(powers, mul(power(names[j].now, Expr(k)), power(names[j].value, Expr(m[j] - 1 - k))));
      w = add(w, mul(t, powers));
    }
    if (!w.is_constant(0)) out.emplace_back(names[j].equation, weight(w));
  }
  return out;
}

// What an expression is by equations: it is `value` and the sum of weight * (equation).
struct Valued {
  Expr value;
  Weights weights;
};

class Residues {
 public:
  Residues(const Goal& g, const Subprover& s, int depth)
      : s_(s), depth_(depth), floors_(nodes_of(g.relation, is_rounded)) {}

  // Is what stands under the floors a polynomial in integers, with denominators and residues that are not too many?
  [[nodiscard]] bool applies(const Goal& g) {
    if (floors_.size() > Effort::Kinks::most_floors || !take(g.context, floors_)) return false;
    for (const bool any = floors_.empty(); take_hypothesis(g.context, any);) {
    }
    if (integers_.empty() || modulus_ < 2) return false;
    solve_equations(g.context);
    set_apart_whole(g.context);
    // Most residues of which hypotheses speak are denied before those of other integers are looked at.
    const long most = said_.empty() ? Effort::Residues::most_cases : Effort::Residues::most_cases_with_hypotheses;
    long cases = 1;
    for (std::size_t i = 0; i < integers_.size(); ++i)
      if ((cases *= modulus_) > most) return false;
    return true;
  }

  Tree prove(const Goal& g) { return of_integer(g, 0); }

 private:
  // The integers under these floors, and their common denominator, are among those that are looked at.
  bool take(const Context& c, const std::vector<Expr>& floors) {
    std::vector<Expr> integers = integers_;
    std::int64_t m = modulus_;
    for (const auto& v : c.variables()) {
      const Expr n = Expr::variable(v.name);
      if (v.integer && std::ranges::find(integers, n) == integers.end() &&
          std::ranges::any_of(floors, [&](const Expr& f) { return depends_on(f, n); }))
        integers.push_back(n);
    }
    for (const Expr& f : floors) {
      const auto p = f.op() == Op::floor ? polynomial(f.arg(0), integers) : std::nullopt;
      if (!p) return false;
      for (const auto& [powers, factor] : *p) {
        const auto q = factor.to_int64_denominator();
        if (!q || *q > Effort::Residues::greatest_modulus) return false;
        m = std::lcm(m, *q);
        if (m > Effort::Residues::greatest_modulus) return false;
      }
    }
    integers_ = integers;
    modulus_ = m;
    return true;
  }

  // One more hypothesis with floors of these integers, or, with `any`, of some: it may deny residues.
  bool take_hypothesis(const Context& c, bool any) {
    for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
      const Relation& h = c.hypotheses()[i];
      const auto floors = nodes_of(h, is_rounded);
      if (floors.empty() || floors.size() > Effort::Kinks::most_floors ||
          std::ranges::find(said_, i + 1) != said_.end())
        continue;
      const auto is_mentioned = [&](const Expr& n) { return mentions(h, n); };
      if (!(any && integers_.empty()) && std::ranges::none_of(integers_, is_mentioned)) continue;
      if (!take(c, floors)) continue;
      said_.push_back(i + 1);
      return true;
    }
    return false;
  }

  // Equations without floors by which an integer is a polynomial in others with integers as coefficients.
  void solve_equations(const Context& c) {
    std::vector<Expr> all;
    for (const auto& v : c.variables())
      if (v.integer) all.push_back(Expr::variable(v.name));
    for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
      const Relation& h = c.hypotheses()[i];
      const auto p = h.rel == Rel::eq ? polynomial(sub(h.lhs, h.rhs), all) : std::nullopt;
      if (!p || std::ranges::any_of(*p, [](const auto& t) { return !t.second.is_integer(); })) continue;
      for (std::size_t j = 0; j < all.size(); ++j) {
        const auto wanted = std::ranges::find(integers_, all[j]);
        Powers alone(all.size());
        alone[j] = 1;
        const auto term = p->find(alone);
        if (wanted == integers_.end() || term == p->end() ||
            !(term->second == Rational(1) || term->second == Rational(-1)) ||
            std::ranges::count_if(*p, [&](const auto& t) { return t.first[j] != 0; }) != 1)
          continue;
        const Rational sign = term->second;
        Poly others = *p;
        others.erase(alone);
        const Expr value = mul(Expr(-sign), expression(others, all));
        if (std::ranges::any_of(
                solved_, [&](const Solved& s) { return depends_on(value, s.integer) || depends_on(s.value, all[j]); }))
          continue;
        integers_.erase(wanted);
        for (const Expr& n : all)
          if (depends_on(value, n) && std::ranges::find(integers_, n) == integers_.end()) integers_.push_back(n);
        solved_.push_back({all[j], value, i + 1, sign});
        break;
      }
    }
  }

  // Integers that are under no floor but in whole terms: their residues say nothing.
  void set_apart_whole(const Context& c) {
    std::vector<Expr> floors = floors_;
    for (const std::size_t i : said_)
      for (const Expr& f : nodes_of(c.hypotheses()[i - 1], is_rounded)) floors.push_back(f);
    std::vector<Expr> all = integers_;
    for (const Solved& s : solved_) all.push_back(s.integer);
    for (std::size_t j = 0; j < integers_.size(); ++j) {
      const auto is_in_whole_terms = [&](const Expr& f) {
        const auto p = polynomial(f.arg(0), all);
        return p && std::ranges::all_of(*p, [&](const auto& t) { return t.first[j] == 0 || t.second.is_integer(); });
      };
      const bool in_others = std::ranges::any_of(solved_, [&](const Solved& s) { return depends_on(s.value, all[j]); });
      if (!in_others && std::ranges::all_of(floors, is_in_whole_terms)) equations_.push_back({all[j], all[j], 0});
    }
    for (const Equation& e : equations_) std::erase(integers_, e.integer);
    whole_ = equations_.size();
  }

  [[nodiscard]] Expr whole(const Expr& n) const { return floor(quotient(n, Expr(Rational(modulus_)))); }
  [[nodiscard]] Expr rest(const Expr& n) const { return sub(n, mul(Expr(Rational(modulus_)), whole(n))); }

  Tree of_integer(const Goal& g, std::size_t j) {
    if (s_.out_of_time() || ++visited_ > Effort::Residues::most_visited) return std::nullopt;
    Goal h = g;
    Proof out;
    const std::size_t known = equations_.size();
    if (j > 0 && !know_solved(h, out)) return std::nullopt;
    Tree t = denied(h);
    if (!t) t = j == integers_.size() ? leaf(h) : residues_of(h, j);
    while (equations_.size() > known) equations_.pop_back();
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  Tree residues_of(const Goal& g, std::size_t j) {
    const std::size_t before = g.context.hypotheses().size();
    return steps(g, rule::Fact{rule::Fact::Of::floor, quotient(integers_[j], Expr(Rational(modulus_)))},
                 {[&](const Goal& h) {
                   const Rational m(modulus_);
                   return between(h, j, 0, modulus_ - 1, {before + 1, m}, {before + 2, m});
                 }});
  }

  // A hypothesis and its weight in what is asked for.
  struct Bound {
    std::size_t hypothesis;
    Rational weight;
  };

  // The residue of integer j is one of low..high, as two hypotheses say.
  Tree between(const Goal& g, std::size_t j, long low, long high, const Bound& below, const Bound& above) {
    const Expr r = rest(integers_[j]);
    if (low == high) {
      const Relation equal{Rel::eq, r, Expr(Rational(low))};
      const auto proof =
          integers_equal(g.context, equal, {{below.hypothesis, below.weight}}, {{above.hypothesis, above.weight}});
      if (!proof) return std::nullopt;
      Proof out;
      Goal h = g;
      cut_in(out, h, equal, *proof);
      equations_.push_back(
          {integers_[j], add(mul(Expr(Rational(modulus_)), part(j)), Rational(low)), h.context.hypotheses().size()});
      const auto t = of_integer(h, j + 1);
      equations_.pop_back();
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    }
    const long middle = low + (high - low) / 2;
    const Bound added{g.context.hypotheses().size() + 1, Rational(1)};
    return steps(g, rule::Cases{sub(r, Expr(Rational(2 * middle + 1, 2)))},
                 {[&](const Goal& h) { return between(h, j, middle + 1, high, added, above); },
                  [&](const Goal& h) { return between(h, j, low, middle, below, added); }});
  }

  // Both sides of `equal` are integers, and each is less than 1 below the other: by these weights of hypotheses.
  static Tree integers_equal(const Context& c, const Relation& equal, const Weights& first, const Weights& second) {
    const auto by = [](const Weights& weights) -> ProveGoal {
      return [&weights](const Goal& half) {
        return steps(half, rule::Integral{}, {[&](const Goal& k) { return combined(k, weights); }});
      };
    };
    return steps({c, equal}, rule::Both{}, {by(first), by(second)});
  }

  // The goal is a number and these weights of hypotheses.
  static Tree combined(const Goal& g, const Weights& weights) {
    Expr d = g.difference();
    for (const auto& [i, w] : weights) {
      const Relation& h = g.context.hypotheses()[i - 1];
      const Expr factor = std::holds_alternative<Expr>(w) ? std::get<Expr>(w) : Expr(std::get<Rational>(w));
      d = sub(d, mul(factor, sub(h.lhs, h.rhs)));
    }
    Algebra a = g.context.algebra();
    const auto left = a.simplified(d);
    if (!left || !left->is_constant() || left->value().sign() < 0) return std::nullopt;
    return Proof{rule::Combine{left->value(), weights}};
  }

  // An integer in the whole parts of the integers, each by a name, as a hypothesis says it; or by itself, with number
  // 0.
  struct Equation {
    Expr integer, in_parts;
    std::size_t number;
  };
  // An integer by a hypothesis: integer = value, which is `sign` times the hypothesis.
  struct Solved {
    Expr integer, value;
    std::size_t hypothesis;
    Rational sign;
  };

  static Expr part(std::size_t j) { return Expr::variable("whole part " + std::to_string(j)); }
  [[nodiscard]] std::vector<Expr> parts() const {
    std::vector<Expr> out;
    for (std::size_t j = 0; j < integers_.size(); ++j) out.push_back(part(j));
    for (std::size_t j = 0; j < whole_; ++j) out.push_back(equations_[j].integer);
    return out;
  }
  [[nodiscard]] Expr without_names(Expr e) const {
    for (std::size_t j = 0; j < integers_.size(); ++j) e = replaced(e, part(j), whole(integers_[j]));
    return e;
  }
  [[nodiscard]] Expr in_parts(Expr e) const {
    for (const Equation& q : equations_) e = replaced(e, q.integer, q.in_parts);
    return e;
  }
  [[nodiscard]] std::vector<Named> names() const {
    std::vector<Named> out;
    for (const Equation& e : equations_) out.push_back({e.integer, e.integer, without_names(e.in_parts), e.number});
    return out;
  }
  [[nodiscard]] std::vector<Expr> known_integers() const {
    std::vector<Expr> out;
    for (const Equation& e : equations_) out.push_back(e.integer);
    return out;
  }
  [[nodiscard]] bool is_known(const Expr& e) const {
    const auto unknown = [&](const Expr& n) {
      return depends_on(e, n) && std::ranges::find(equations_, n, &Equation::integer) == equations_.end();
    };
    return std::ranges::none_of(integers_, unknown) &&
           std::ranges::none_of(solved_, [&](const Solved& s) { return unknown(s.integer); });
  }

  // What the solved integers are, of which all others are known.
  bool know_solved(Goal& h, Proof& out) {
    for (const Solved& s : solved_) {
      if (!is_known(s.value) || is_known(s.integer)) continue;
      const auto p = polynomial(s.value, known_integers());
      if (!p) return false;
      const Expr value = in_parts(s.value);
      Weights weights{{s.hypothesis, s.sign}};
      for (const auto& w : telescoped(*p, names())) weights.push_back(w);
      const Relation equal{Rel::eq, s.integer, without_names(value)};
      cut_in(out, h, equal, {rule::Combine{Rational(0), weights}});
      equations_.push_back({s.integer, value, h.context.hypotheses().size()});
    }
    return true;
  }

  // A floor as a polynomial in the whole parts, with integers as coefficients.
  [[nodiscard]] std::optional<Expr> floor_in_parts(const Expr& f) const {
    const std::vector<Expr> names = parts();
    const auto q = polynomial(in_parts(f.arg(0)), names);
    if (!q) return std::nullopt;
    Poly whole_part = *q;
    const Powers none(names.size());
    const Rational c = q->contains(none) ? q->at(none) : Rational(0), c0 = c.floor();
    if (c0.is_zero())
      whole_part.erase(none);
    else
      whole_part[none] = c0;
    if (std::ranges::any_of(whole_part, [](const auto& t) { return !t.second.is_integer(); })) return std::nullopt;
    Expr value = 0;  // products only: `integral` sees integers in these
    for (const auto& [powers, factor] : whole_part) {
      Expr term{factor};
      for (std::size_t j = 0; j < names.size(); ++j)
        for (int k = 0; k < powers[j]; ++k) term = mul(term, names[j]);
      value = add(value, term);
    }
    return value;
  }

  // Each floor by its two inequalities, and what is under it by the equations of the integers.
  bool know_floors(const std::vector<Expr>& floors, Goal& h, Proof& out, std::vector<Named>& all) const {
    for (const Expr& f : floors) {
      const auto p = polynomial(f.arg(0), known_integers());
      const auto named = floor_in_parts(f);
      if (!p || !named) return false;
      const Expr value = without_names(*named);
      const std::size_t before = h.context.hypotheses().size();
      if (!verify::take(rule::Fact{rule::Fact::Of::floor, f.arg(0)}, h, out)) return false;
      Weights up{{before + 2, Rational(1)}}, down{{before + 1, Rational(1)}};
      for (const auto& [i, w] : telescoped(*p, names())) {
        up.emplace_back(i, w);
        down.emplace_back(i, std::holds_alternative<Expr>(w) ? Coefficient(negate(std::get<Expr>(w)))
                                                             : Coefficient(-std::get<Rational>(w)));
      }
      const Relation equal{Rel::eq, f, value};
      const auto proof = integers_equal(h.context, equal, up, down);
      if (!proof) return false;
      cut_in(out, h, equal, *proof);
      all.push_back({Expr::variable("floor " + std::to_string(all.size())), f, value, h.context.hypotheses().size()});
    }
    return true;
  }

  // A hypothesis that is false for these residues.
  Tree denied(const Goal& g) const {
    for (const std::size_t i : said_) {
      const Relation& said = g.context.hypotheses()[i - 1];
      const Expr e = sub(said.lhs, said.rhs);
      if (!is_known(e)) continue;
      const auto floors = nodes_of(said, is_rounded);
      Expr now = e;
      for (const Expr& f : floors) {
        const auto value = floor_in_parts(f);
        if (!value) return std::nullopt;
        now = replaced(now, f, *value);
      }
      const auto p = polynomial(in_parts(now), parts());
      if (!p || p->size() > 1 || (p->size() == 1 && degree(p->begin()->first) > 0)) continue;
      const Rational c = p->empty() ? Rational(0) : p->begin()->second;
      const bool holds = said.rel == Rel::eq ? c.is_zero() : said.rel == Rel::gt ? c.sign() > 0 : c.sign() >= 0;
      if (holds) continue;
      Goal h = g;
      Proof out;
      std::vector<Named> all = names();
      const auto valued = know_floors(floors, h, out, all) ? valued_by(h.context, e, all) : std::nullopt;
      if (!valued) return std::nullopt;
      // 0 > 0, as what is said is c.
      const bool turned = said.rel == Rel::eq && c.sign() > 0;
      Weights weights{{i, Rational(turned ? -1 : 1)}};
      for (const auto& [k, w] : valued->weights) {
        const Expr factor = std::holds_alternative<Expr>(w) ? std::get<Expr>(w) : Expr(std::get<Rational>(w));
        weights.emplace_back(k, weight(turned ? factor : negate(factor)));
      }
      cut_in(out, h, {Rel::gt, 0, 0}, {rule::Combine{turned ? c : -c, weights}});
      out.emplace_back(rule::Prune{h.context.hypotheses().size(), Effort::prune_bits});
      return out;
    }
    return std::nullopt;
  }

  // Every residue is known: what each floor is, then the goal.
  Tree leaf(const Goal& g) {
    Goal h = g;
    Proof out;
    std::vector<Named> all = names();
    if (!know_floors(floors_, h, out, all)) return std::nullopt;
    const auto t = with_values(h, all);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  // e with every name by its value.
  static std::optional<Valued> valued_by(const Context& c, Expr e, const std::vector<Named>& all) {
    std::vector<Expr> variables;
    std::vector<Named> order;
    for (const Named& n : all) {
      if (n.name == n.now) continue;
      e = replaced(e, n.now, n.name);  // floors before what stands in them
      order.push_back(n);
    }
    for (const Named& n : all)
      if (n.name == n.now) order.push_back(n);
    for (const Named& n : order) variables.push_back(n.name);
    const auto p = polynomial(e, variables);
    if (!p) return std::nullopt;
    Expr values = expression(*p, variables);
    for (const Named& n : order) values = replaced(values, n.name, n.value);
    Algebra a = c.algebra();
    const auto left = a.simplified(values);
    if (!left) return std::nullopt;
    return Valued{*left, telescoped(*p, order)};
  }

  Tree with_values(const Goal& g, const std::vector<Named>& all) {
    const auto valued = valued_by(g.context, g.difference(), all);
    if (!valued) return std::nullopt;
    const auto& [left, weights] = *valued;
    const Step sum = rule::Combine{weight(left), weights};
    if (left.is_constant()) {
      const int sign = left.value().sign();
      const bool holds = g.relation.rel == Rel::eq ? sign == 0 : g.strict() ? sign > 0 : sign >= 0;
      return holds ? Tree(Proof{sum}) : std::nullopt;
    }
    if (g.relation.rel == Rel::eq) return std::nullopt;
    const Relation side{g.relation.rel, left, 0};
    Tree t = s_.immediate({g.context, side});
    if (!t && depth_ > 1)
      t = s_.prove({g.context, side}, std::min(depth_ - 1, Effort::Residues::depth_of_a_rest), true);
    if (!t) return std::nullopt;
    Proof out{rule::Cut{side}};
    append(out, *t);
    Weights sides = weights;
    sides.emplace_back(g.context.hypotheses().size() + 1, Rational(1));
    out.emplace_back(rule::Combine{Rational(0), sides});
    return out;
  }

  const Subprover& s_;
  int depth_;
  std::int64_t modulus_ = 1;
  long visited_ = 0;
  std::vector<Expr> floors_, integers_;
  std::vector<std::size_t> said_;  // hypotheses with floors
  std::vector<Solved> solved_;
  std::vector<Equation> equations_;
  std::size_t whole_ = 0;  // so many of them, at the beginning, by themselves
};

}  // namespace

Tree by_residues(const Goal& g, const Subprover& s, int depth) {
  Residues residues(g, s, depth);
  return residues.applies(g) ? residues.prove(g) : std::nullopt;
}

}  // namespace dpcert::verify
