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

class Residues {
 public:
  Residues(const Goal& g, const Subprover& s, int depth) : s_(s), depth_(depth) {
    floors_ = nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::floor || e.op() == Op::ceil; });
    for (const auto& v : g.context.variables()) {
      const Expr n = Expr::variable(v.name);
      if (v.integer && std::ranges::any_of(floors_, [&](const Expr& f) { return depends_on(f, n); }))
        integers_.push_back(n);
    }
  }

  // The least common denominator of what stands under the floors; nothing if that is no polynomial in integers.
  [[nodiscard]] bool applies() {
    if (floors_.empty() || floors_.size() > Effort::Kinks::most_floors || integers_.empty()) return false;
    std::int64_t m = 1;
    for (const Expr& f : floors_) {
      const auto p = f.op() == Op::floor ? polynomial(f.arg(0), integers_) : std::nullopt;
      if (!p) return false;
      for (const auto& [powers, c] : *p) {
        const auto q = c.to_int64_denominator();
        if (!q || *q > Effort::Residues::greatest_modulus) return false;
        m = std::lcm(m, *q);
        if (m > Effort::Residues::greatest_modulus) return false;
      }
    }
    long cases = 1;
    for (std::size_t i = 0; i < integers_.size(); ++i) {
      cases *= m;
      if (cases > Effort::Residues::most_cases) return false;
    }
    modulus_ = m;
    return m > 1;
  }

  Tree prove(const Goal& g) { return of_integer(g, 0); }

 private:
  [[nodiscard]] Expr whole(const Expr& n) const { return floor(quotient(n, Expr(Rational(modulus_)))); }
  [[nodiscard]] Expr rest(const Expr& n) const { return sub(n, mul(Expr(Rational(modulus_)), whole(n))); }

  Tree of_integer(const Goal& g, std::size_t j) {
    if (s_.out_of_time()) return std::nullopt;
    if (j == integers_.size()) return leaf(g);
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
      equations_.push_back({integers_[j], add(mul(Expr(Rational(modulus_)), whole(integers_[j])), Rational(low)),
                            h.context.hypotheses().size()});
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

  struct Equation {
    Expr integer, value;
    std::size_t number;
  };

  [[nodiscard]] std::vector<Named> names() const {
    std::vector<Named> out;
    for (const Equation& e : equations_) out.push_back({e.integer, e.integer, e.value, e.number});
    return out;
  }

  // Every residue is known: what each floor is, then the goal.
  Tree leaf(const Goal& g) {
    Goal h = g;
    Proof out;
    std::vector<Named> all = names();
    for (const Expr& f : floors_) {
      const auto p = polynomial(f.arg(0), integers_);
      // The value in the whole parts of the integers, each by a name.
      std::vector<Expr> parts;
      Expr at = f.arg(0);
      for (std::size_t j = 0; j < integers_.size(); ++j) {
        parts.push_back(Expr::variable("whole part " + std::to_string(j)));
        at = replaced(at, integers_[j], add(mul(Expr(Rational(modulus_)), parts[j]), residue(j)));
      }
      const auto q = polynomial(at, parts);
      if (!p || !q) return std::nullopt;
      Poly whole_part = *q;
      const Powers none(parts.size());
      const Rational c = q->contains(none) ? q->at(none) : Rational(0), c0 = c.floor();
      if (c0.is_zero())
        whole_part.erase(none);
      else
        whole_part[none] = c0;
      if (std::ranges::any_of(whole_part, [](const auto& t) { return !t.second.is_integer(); })) return std::nullopt;
      Expr value = 0;  // products only: `integral` sees integers in these
      for (const auto& [powers, factor] : whole_part) {
        Expr term{factor};
        for (std::size_t j = 0; j < parts.size(); ++j)
          for (int k = 0; k < powers[j]; ++k) term = mul(term, parts[j]);
        value = add(value, term);
      }
      for (std::size_t j = 0; j < integers_.size(); ++j) value = replaced(value, parts[j], whole(integers_[j]));
      // Its two inequalities, and what is under it by the equations of the integers.
      const std::size_t before = h.context.hypotheses().size();
      const Step fact = rule::Fact{rule::Fact::Of::floor, f.arg(0)};
      const auto next = after(fact, h);
      if (!next) return std::nullopt;
      out.push_back(fact);
      h = *next;
      Weights up{{before + 2, Rational(1)}}, down{{before + 1, Rational(1)}};
      for (const auto& [i, w] : telescoped(*p, names())) {
        up.emplace_back(i, w);
        down.emplace_back(i, std::holds_alternative<Expr>(w) ? Coefficient(negate(std::get<Expr>(w)))
                                                             : Coefficient(-std::get<Rational>(w)));
      }
      const Relation equal{Rel::eq, f, value};
      const auto proof = integers_equal(h.context, equal, up, down);
      if (!proof) return std::nullopt;
      cut_in(out, h, equal, *proof);
      all.push_back({Expr::variable("floor " + std::to_string(all.size())), f, value, h.context.hypotheses().size()});
    }
    const auto t = with_values(h, all);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  [[nodiscard]] Rational residue(std::size_t j) const {
    const Expr& v = equations_[j].value;
    return v.op() == Op::add ? v.arg(1).value() : Rational(0);
  }

  // The goal with every name by its value.
  Tree with_values(const Goal& g, const std::vector<Named>& all) {
    Expr d = g.difference();
    std::vector<Expr> variables;
    std::vector<Named> order;
    for (const Named& n : all) {
      if (n.name == n.now) continue;
      d = replaced(d, n.now, n.name);  // floors before what stands in them
      order.push_back(n);
    }
    for (const Named& n : all)
      if (n.name == n.now) order.push_back(n);
    for (const Named& n : order) variables.push_back(n.name);
    const auto p = polynomial(d, variables);
    if (!p) return std::nullopt;
    const Weights weights = telescoped(*p, order);
    Expr values = expression(*p, variables);
    for (const Named& n : order) values = replaced(values, n.name, n.value);
    Algebra a = g.context.algebra();
    const auto left = a.simplified(values);
    if (!left) return std::nullopt;
    const Step sum = rule::Combine{weight(*left), weights};
    if (left->is_constant()) {
      const int sign = left->value().sign();
      const bool holds = g.relation.rel == Rel::eq ? sign == 0 : g.strict() ? sign > 0 : sign >= 0;
      return holds ? Tree(Proof{sum}) : std::nullopt;
    }
    if (g.relation.rel == Rel::eq) return std::nullopt;
    const Relation side{g.relation.rel, *left, 0};
    Tree t = s_.immediate({g.context, side});
    if (!t && depth_ > 1)
      t = s_.prove({g.context, side}, std::min(depth_ - 1, Effort::Residues::depth_of_a_rest), true);
    if (!t) return std::nullopt;
    Proof out{rule::Cut{side}};
    append(out, *t);
    out.push_back(rule::Combine{Rational(0), [&] {
                                  Weights w = weights;
                                  w.emplace_back(g.context.hypotheses().size() + 1, Rational(1));
                                  return w;
                                }()});
    return out;
  }

  const Subprover& s_;
  int depth_;
  long modulus_ = 1;
  std::vector<Expr> floors_, integers_;
  std::vector<Equation> equations_;
};

}  // namespace

Tree by_residues(const Goal& g, const Subprover& s, int depth) {
  Residues residues(g, s, depth);
  return residues.applies() ? residues.prove(g) : std::nullopt;
}

}  // namespace dpcert::verify
