// Polynomial equations between values of recursions with constant coefficients, as those of Fibonacci's and Lucas's
// numbers: what both sides differ by follows a recursion itself, of an order that is not known before. The equation at
// n, n + 1, ... together, by induction; the next one is a combination of these, whose numbers come out of linear
// equations.
#include <algorithm>
#include <map>

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t least_order = 2, most_order = 6, most_atoms = 12;

bool is_value_of_sequence(const Expr& e) { return e.op() == Op::sequence; }

// Has a sequence in the goal a recursion of order two, and does its place move with n?
bool follows_recursions(const Goal& g, const Expr& n) {
  return std::ranges::any_of(nodes_of(g.relation, is_value_of_sequence), [&](const Expr& e) {
    const Sequence* s = g.context.find_sequence(e.name());
    return s && s->recursion && s->recursion->first.size() == 2 && depends_on(e.arg(0), n);
  });
}

class ClosedRecursion {
 public:
  ClosedRecursion(const Subprover& s, int depth, const Expr& n, std::size_t order)
      : s_(s), depth_(depth), n_(n), order_(order) {}

  Tree prove(const Goal& g) {
    Formula all = Formula::of(at(g.relation, order_ - 1));
    for (std::size_t i = order_ - 1; i-- > 0;)
      all = Formula::joined(Formula::Kind::both, Formula::of(at(g.relation, i)), all);
    const Step cut = rule::CutFormula{all}, induct = rule::Induct{n_};
    const auto parts = apply(cut, LogicGoal{g.context, {}, Formula::of(g.relation)});
    const auto cases = parts && parts->size() == 2 ? apply(induct, parts->front()) : std::nullopt;
    if (!cases || cases->size() != 2) return std::nullopt;
    known_ = (*cases)[1].context.hypotheses().size();
    if (known_ < order_) return std::nullopt;
    // The numbers first: where there are none, nothing else is looked at.
    const Goal last{(*cases)[1].context, with_plain_places(at(g.relation, order_))};
    if (!combined(last, order_)) return std::nullopt;
    const auto first = each_part((*cases)[0], 0, [&](const Goal& h, std::size_t) { return at_first(h); });
    // All but the last one are hypotheses of the induction.
    const auto step = first ? each_part((*cases)[1], 0,
                                        [&](const Goal& h, std::size_t i) -> Tree {
                                          if (i + 1 == order_) return combined(h, order_);
                                          return as_said(known_ - order_ + i + 2);
                                        })
                            : std::nullopt;
    if (!step) return std::nullopt;
    const Proof rest = as_said(g.context.hypotheses().size() + 1);
    Proof out{cut, induct};
    for (const Proof* part : {&*first, &*step, &rest}) append(out, *part);
    return out;
  }

 private:
  [[nodiscard]] Relation at(const Relation& r, std::size_t i) const {
    return i == 0 ? r : with_plain_places(substitute(r, {{n_, plus(n_, static_cast<long>(i))}}));
  }

  static Proof as_said(std::size_t hypothesis) { return {rule::Combine{Rational(0), {{hypothesis, Rational(1)}}}}; }

  // The parts of a formula one after the other, each by its function.
  Tree each_part(const LogicGoal& g, std::size_t i, const std::function<Tree(const Goal&, std::size_t)>& proof) const {
    if (g.goal.is(Formula::Kind::relation)) return proof({g.context, with_plain_places(g.goal.relation)}, i);
    const auto children = apply(Step(rule::Parts{}), g);
    if (!children || children->size() != 2) return std::nullopt;
    Proof out{rule::Parts{}};
    const auto one = each_part(children->front(), i, proof);
    const auto other = one ? each_part(children->back(), i + 1, proof) : std::nullopt;
    if (!other) return std::nullopt;
    append(out, *one);
    append(out, *other);
    return out;
  }

  // One of the first equations, which may speak of other integers.
  [[nodiscard]] Tree at_first(const Goal& g) const {
    if (auto t = combined(g, 0)) return t;
    return s_.prove(g, depth_ - 1, false);
  }

  // The goal as a combination, with numbers, of the first `count` hypotheses of the induction, and of what defines the
  // values of sequences.
  [[nodiscard]] Tree combined(const Goal& g, std::size_t count) const {
    std::vector<std::size_t> said;
    for (std::size_t i = 0; i < count; ++i) said.push_back(known_ - order_ + i + 1);
    const Unfolded x(g, said);
    Algebra a = x.goal.context.algebra();
    Weights weights, none;
    const auto goal = simplified_at_plain_places(a, x.resolved(a, x.goal.difference(), weights));
    if (!goal) return std::nullopt;
    Expr sum = *goal;
    std::vector<Expr> unknowns;
    for (const std::size_t i : said) {
      const Relation& h = x.goal.context.hypotheses()[i - 1];
      const auto now = simplified_at_plain_places(a, x.resolved(a, sub(h.lhs, h.rhs), none));
      if (!now) return std::nullopt;
      unknowns.push_back(Expr::variable("number " + std::to_string(unknowns.size())));
      sum = sub(sum, mul(unknowns.back(), *now));
    }
    const auto numbers = solved(a, sum, unknowns);
    const auto is_said = [&](const Expr& c) { return is_defined(x.goal.context, c); };
    if (!numbers || !std::ranges::all_of(*numbers, is_said)) return std::nullopt;
    for (std::size_t k = 0; k < said.size(); ++k) {
      if ((*numbers)[k].is_constant(0)) continue;
      const Relation& h = x.goal.context.hypotheses()[said[k] - 1];
      weights.emplace_back(said[k], weight((*numbers)[k]));
      x.resolved(a, sub(h.lhs, h.rhs), weights, negate((*numbers)[k]));
    }
    Proof out = x.lines;
    out.emplace_back(rule::Combine{Rational(0), weights});
    return out;
  }

  // The unknowns for which e is 0, whatever its values of sequences and powers are.
  [[nodiscard]] std::optional<std::vector<Expr>> solved(Algebra& a, Expr e, const std::vector<Expr>& unknowns) const {
    const auto is_atom = [&](const Expr& u) {
      return is_value_of_sequence(u) || (u.op() == Op::pow && depends_on(u.arg(1), n_));
    };
    auto atoms = nodes_of({Rel::eq, e, 0}, is_atom);
    std::ranges::reverse(atoms);
    std::vector<Expr> names{n_};
    for (const Expr& u : atoms) {
      const Expr now = replaced(e, u, Expr::variable("value " + std::to_string(names.size())));
      if (now == e) continue;
      e = now;
      names.push_back(Expr::variable("value " + std::to_string(names.size())));
    }
    if (names.size() > most_atoms) return std::nullopt;
    const std::size_t known = names.size();
    names.insert(names.end(), unknowns.begin(), unknowns.end());
    // Coefficients may have other variables in them.
    for (const std::string& v : variables_of(e))
      if (const Expr x = Expr::variable(v); std::ranges::find(names, x) == names.end()) names.push_back(x);
    const auto p = polynomial(e, names);
    if (!p) return std::nullopt;
    std::map<std::vector<int>, Expr> rows;
    for (const auto& [powers, c] : *p) {
      const std::vector<int> monomial(powers.begin(), powers.begin() + static_cast<std::ptrdiff_t>(known));
      Expr term(c);
      for (std::size_t j = known; j < names.size(); ++j) term = mul(term, power(names[j], powers[j]));
      const auto [row, fresh] = rows.emplace(monomial, term);
      if (!fresh) row->second = add(row->second, term);
    }
    std::vector<Expr> equations;
    for (const auto& [monomial, row] : rows) equations.push_back(row);
    if (!unknowns.empty()) return solved_rows(a, equations, unknowns);
    return equations.empty() ? std::optional<std::vector<Expr>>(std::in_place) : std::nullopt;
  }

  const Subprover& s_;
  int depth_;
  Expr n_;
  std::size_t order_, known_ = 0;
};

}  // namespace

Tree by_closed_recursions(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 1 || g.relation.rel != Rel::eq) return std::nullopt;
  for (const Variable& v : g.context.variables()) {
    const Expr n = Expr::variable(v.name);
    if (!v.integer || v.range.lo.infinite || !v.range.hi.infinite || !follows_recursions(g, n)) continue;
    for (std::size_t order = least_order; order <= most_order && !s.out_of_time(); ++order)
      if (auto t = ClosedRecursion(s, depth, n, order).prove(g)) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
