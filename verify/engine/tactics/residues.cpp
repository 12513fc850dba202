// Floors of polynomials in integers over a common denominator: by the residues of the integers.
#include <algorithm>
#include <numeric>
#include <utility>

#include "verify/engine/tactics/residues.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

class Residues {
 public:
  Residues(const Goal& g, const Subprover& s, int depth, std::vector<std::size_t> unused)
      : s_(s), depth_(depth), floors_(nodes_of(g.relation, is_rounded)), unused_(std::move(unused)) {}

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
          std::ranges::find(said_, i + 1) != said_.end() || std::ranges::find(unused_, i + 1) != unused_.end())
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
    return for_each_residue(g, integers_[j], modulus_, [&](const Goal& h, long residue, std::size_t equation) {
      const Expr value = add(mul(Expr(Rational(modulus_)), part(j)), Rational(residue));
      equations_.push_back({integers_[j], value, equation});
      auto t = of_integer(h, j + 1);
      equations_.pop_back();
      return t;
    });
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
    return q ? whole_part(*q, names) : std::nullopt;
  }

  // Each floor by its two inequalities, and what is under it by the equations of the integers.
  bool know_floors(const std::vector<Expr>& floors, Goal& h, Proof& out, std::vector<Named>& all) const {
    for (const Expr& f : floors) {
      const auto p = polynomial(f.arg(0), known_integers());
      const auto named = floor_in_parts(f);
      if (!p || !named) return false;
      const Expr value = without_names(*named);
      if (!know_floor(f, value, telescoped(*p, names()), h, out)) return false;
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
        const Expr factor = as_expression(w);
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
    const auto t = with_values(h, all, s_, depth_);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  const Subprover& s_;
  int depth_;
  std::int64_t modulus_ = 1;
  long visited_ = 0;
  std::vector<Expr> floors_, integers_;
  std::vector<std::size_t> said_, unused_;  // hypotheses with floors
  std::vector<Solved> solved_;
  std::vector<Equation> equations_;
  std::size_t whole_ = 0;  // so many of them, at the beginning, by themselves
};

}  // namespace

Tree by_residues_without(const Goal& g, const Subprover& s, int depth, const std::vector<std::size_t>& unused) {
  Residues residues(g, s, depth, unused);
  return residues.applies(g) ? residues.prove(g) : std::nullopt;
}

Tree by_residues(const Goal& g, const Subprover& s, int depth) { return by_residues_without(g, s, depth, {}); }

}  // namespace dpcert::verify
