// Congruences to a modulus that is no number: mod(E, m) = 0, or mod(E, m) = mod(F, m), from equations of this kind and
// others, as a = b + k m. What these say of a variable is put into E; what is left has m as a factor.
#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

bool is_floor(const Expr& e) { return e.op() == Op::floor; }

// E - m floor(E/m) = 0, or E - m floor(E/m) = F - m floor(F/m): D = rest - m (first - second).
struct Congruence {
  Expr modulus, rest, first;
  std::optional<Expr> second;
};

class Congruences {
 public:
  explicit Congruences(const Goal& g) : g_(g), a_(g.context.algebra()) {}

  Tree run() {
    const auto goal = congruence();
    if (!goal) return std::nullopt;
    // rest = m q modulo the equations, with floors as names of whole numbers.
    const auto whole = quotient_of(named(goal->rest), named(goal->modulus));
    if (!whole) return std::nullopt;
    const Expr q = with_floors(with_products(*whole));
    if (!is_whole(q, g_.context) || !is_defined(g_.context, quotient(1, goal->modulus))) return std::nullopt;
    Goal h = g_;
    Proof out;
    cut_in(out, h, {Rel::eq, goal->rest, mul(goal->modulus, q)}, {rule::Combine{Rational(0), weights_}});
    const std::size_t said = h.context.hypotheses().size();
    if (!take(rule::Fact{rule::Fact::Of::floor, goal->first.arg(0)}, h, out)) return std::nullopt;
    const std::size_t one = h.context.hypotheses().size();
    std::size_t two = 0;
    if (goal->second) {
      if (!take(rule::Fact{rule::Fact::Of::floor, goal->second->arg(0)}, h, out)) return std::nullopt;
      two = h.context.hypotheses().size();
    }
    // The first floor is q and the second one: each side by one bound of each floor.
    const Expr over = quotient(1, goal->modulus);
    const auto half = [&](const Goal& side) -> Tree {
      const bool above = side.relation.lhs == goal->first;
      Weights w{{above ? one : one - 1, Rational(1)}, {said, weight(above ? over : negate(over))}};
      if (two != 0) w.emplace_back(above ? two - 1 : two, Rational(1));
      const bool strict = above || two != 0;
      Proof lines;
      if (strict) lines.emplace_back(rule::Integral{});
      lines.emplace_back(rule::Combine{Rational(0), w});
      return lines;
    };
    const Relation equal{Rel::eq, goal->first, goal->second ? add(q, *goal->second) : q};
    const auto proof = steps({h.context, equal}, rule::Both{}, {half});
    if (!proof) return std::nullopt;
    cut_in(out, h, equal, *proof);
    out.emplace_back(rule::Combine{
        Rational(0), {{said, Rational(1)}, {h.context.hypotheses().size(), weight(negate(goal->modulus))}}});
    return out;
  }

 private:
  std::optional<Congruence> congruence() {
    const auto floors = nodes_of(g_.relation, is_floor);
    if (g_.relation.rel != Rel::eq || floors.empty() || floors.size() > 2) return std::nullopt;
    const Expr one = Expr::variable("@one"), two = Expr::variable("@two");
    for (const Expr& f : floors) {
      const std::optional<Expr> second =
          floors.size() == 1 ? std::nullopt : std::optional(f == floors[0] ? floors[1] : floors[0]);
      Expr d = replaced(g_.difference(), f, one);
      if (second) d = replaced(d, *second, two);
      const auto p = a_.coefficients(d, one);
      const auto q = p && p->size() == 2 ? a_.coefficients((*p)[0], two) : std::nullopt;
      if (!q || (*p)[1].is_constant() || q->size() != floors.size()) continue;
      if (second && !a_.is_zero(add((*p)[1], (*q)[1]))) continue;
      const Congruence out{negate((*p)[1]), (*q)[0], f, second};
      // The floors are those of the sides over the modulus, which is whole.
      if (is_whole(out.modulus, g_.context) && g_.context.positive_(out.modulus) &&
          a_.is_zero(sub(out.rest, mul(out.modulus, sub(f.arg(0), second ? second->arg(0) : Expr(0))))))
        return out;
    }
    return std::nullopt;
  }

  // A name for each floor, so that what is in it does not move.
  Expr named(const Expr& e) {
    return transform(e, [&](const Expr& old, std::span<const Expr> args) -> Expr {
      if (!is_floor(old)) return with_args(old, args);
      const auto known = std::ranges::find(floors_, old, &std::pair<Expr, Expr>::first);
      if (known != floors_.end()) return known->second;
      floors_.emplace_back(old, Expr::variable("@floor" + std::to_string(floors_.size())));
      return floors_.back().second;
    });
  }
  [[nodiscard]] Expr with_floors(Expr e) const {
    for (const auto& [floor, name] : floors_) e = replaced(e, name, floor);
    return e;
  }

  // Powers as products: these are seen to be whole.
  static Expr with_products(const Expr& e) {
    return transform(e, [](const Expr& old, std::span<const Expr> args) -> Expr {
      const auto n = old.op() == Op::pow ? rational_value(args[1]) : std::nullopt;
      if (!n || !n->is_integer() || n->sign() <= 0 || *n > Rational(Effort::greatest_whole_power))
        return with_args(old, args);
      Expr out = args[0];
      for (Rational i(1); i < *n; i += Rational(1)) out = mul(out, args[0]);
      return out;
    });
  }

  // e/m, where equations with a variable alone in a term are put into e one after the other, each once.
  std::optional<Expr> quotient_of(Expr e, const Expr& m) {
    const auto& known = g_.context.hypotheses();
    std::vector<bool> used(known.size());
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (auto q = divided(e, m)) return q;
      if (known[i].rel != Rel::eq || used[i]) continue;
      const Expr d = named(sub(known[i].lhs, known[i].rhs));
      for (const auto& v : g_.context.variables()) {
        const Expr x = Expr::variable(v.name);
        const auto p = v.integer && x != m && depends_on(e, x) ? a_.coefficients(d, x) : std::nullopt;
        if (!p || p->size() != 2 || !((*p)[1].is_constant(1) || (*p)[1].is_constant(-1))) continue;
        const Expr value = mul(negate((*p)[0]), (*p)[1]);
        const auto next = a_.expanded(substitute(e, {{x, value}}));
        // e less what it is with the value is a multiple of what the equation says.
        const auto w = next ? a_.simplified(quotient(sub(e, *next), d)) : std::nullopt;
        if (!w || !polynomial_in_variables(*w)) continue;
        weights_.emplace_back(i + 1, weight(with_floors(*w)));
        e = *next;
        used[i] = true;
        i = static_cast<std::size_t>(-1);  // others may speak of what came in
        break;
      }
    }
    return divided(e, m);
  }
  std::optional<Expr> divided(const Expr& e, const Expr& m) {
    const auto q = a_.expanded(quotient(e, m));
    return q && polynomial_in_variables(*q) ? q : std::nullopt;
  }
  static bool polynomial_in_variables(const Expr& e) {
    if (e.op() == Op::pow) return e.arg(1).is_constant() && e.arg(1).value().sign() > 0;
    if (e.op() == Op::div) return e.arg(1).is_constant() && polynomial_in_variables(e.arg(0));
    return std::ranges::all_of(e.args(), polynomial_in_variables);
  }

  const Goal& g_;
  Algebra a_;
  std::vector<std::pair<Expr, Expr>> floors_;
  Weights weights_;
};

}  // namespace

Tree by_congruences(const Goal& g) {
  if (g.relation.rel != Rel::eq || g.context.hypotheses().empty()) return std::nullopt;
  return Congruences(g).run();
}

}  // namespace dpcert::verify
