// Polynomials on an orthant by successive differences: where y is the smaller one of two variables, the other one is
// y + t with t >= 0, and so on until no coefficient is negative (Yang, Successive difference substitution).
#include <algorithm>
#include <memory>

#include "src/core/work.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// p with x_i + x_j for x_i.
Poly shifted(const Poly& p, std::size_t i, std::size_t j) {
  Poly out;
  for (const auto& [m, c] : p) {
    Powers now = m;
    Rational k = c;
    for (int r = 0; r <= m[i]; ++r) {  // binomial(m_i, r) x_i^(m_i - r) x_j^r
      out[now] += k;
      k = k * Rational(m[i] - r) / Rational(r + 1);
      --now[i];
      ++now[j];
    }
  }
  std::erase_if(out, [](const auto& t) { return t.second.is_zero(); });
  return out;
}

// How far the most negative coefficient is below 0.
Rational deficit(const Poly& p) {
  Rational out = 0;
  for (const auto& [m, c] : p) out = std::max(out, -c);
  return out;
}

// Which two variables are compared, and what is left where the first (the second) is not the smaller one.
struct Comparison {
  std::size_t i = 0, j = 0;
  std::unique_ptr<Comparison> above, below;
  Poly left;  // of a leaf: without negative coefficients
};

class Differences {
 public:
  Differences(const Poly& p, std::size_t variables, const Subprover& s)
      : variables_(variables), tree_(compared(p, Effort::Differences::deepest, s)) {}
  [[nodiscard]] const Comparison* tree() const { return tree_.get(); }

 private:
  // The two variables behind which the most negative coefficients are smallest.
  std::unique_ptr<Comparison> compared(const Poly& p, int depth, const Subprover& s) {
    auto out = std::make_unique<Comparison>();
    if (deficit(p).is_zero()) {
      out->left = p;
      return out;
    }
    if (depth == 0 || s.out_of_time() || ++nodes_ > Effort::Differences::most_comparisons) return nullptr;
    count_work(p.size() * variables_ * variables_);
    std::optional<Rational> least;
    Poly above, below;
    for (std::size_t i = 0; i < variables_; ++i) {
      for (std::size_t j = i + 1; j < variables_; ++j) {
        Poly a = shifted(p, i, j), b = shifted(p, j, i);
        const Rational n = deficit(a) + deficit(b);
        if (least && !(n < *least)) continue;
        least = n;
        out->i = i, out->j = j;
        above = std::move(a), below = std::move(b);
      }
    }
    if (!least) return nullptr;
    out->above = compared(above, depth - 1, s);
    if (!out->above) return nullptr;
    out->below = compared(below, depth - 1, s);
    return out->below ? std::move(out) : nullptr;
  }

  std::size_t variables_;
  std::size_t nodes_ = 0;
  std::unique_ptr<Comparison> tree_;
};

// The variables of the polynomial as the context has them now: x_i is names[i].
Tree written(const Goal& g, const Comparison& t, const std::vector<Expr>& names, const Expr& below,
             const Subprover& s) {
  if (!t.above) {
    const Expr e = quotient(expression(t.left, names), below);
    return rewritten(g, e, 0, [&](const Goal& h) { return s.immediate(h); });
  }
  // x_i = x_j + t (or the other way round) on one side of x_i - x_j.
  const auto side = [&](std::size_t large, std::size_t small, const Comparison& rest) -> ProveGoal {
    return [&, large, small](const Goal& h) -> Tree {
      const std::string name = fresh_name(h.context);
      const Expr value = add(names[small], Expr::variable(name));
      std::vector<Expr> now = names;
      now[large] = Expr::variable(name);
      return steps(h, rule::Subst{names[large], name, Range{{false, true, Rational(0)}, {}}, value},
                   {[&](const Goal& k) {
                     return written(k, rest, now, substitute(below, {{names[large], value}}), s);
                   }});
    };
  };
  return steps(g, rule::Cases{sub(names[t.i], names[t.j])}, {side(t.i, t.j, *t.above), side(t.j, t.i, *t.below)});
}

}  // namespace

namespace {

// x of both signs: x = t and x = -t, for at most so many variables.
Tree by_orthants(const Goal& g, const Subprover& s, int most) {
  const auto& all = g.context.variables();
  const Expr d = g.difference();
  const auto both = [](const Variable& v) { return !v.integer && v.range.lo.infinite && v.range.hi.infinite; };
  const auto v =
      std::ranges::find_if(all, [&](const Variable& u) { return both(u) && depends_on(d, Expr::variable(u.name)); });
  if (v == all.end()) return by_differences(g, s);
  if (most == 0) return std::nullopt;
  const Expr x = Expr::variable(v->name);
  const auto side = [&](bool above) -> ProveGoal {
    return [&, above](const Goal& h) -> Tree {
      const std::string name = fresh_name(h.context);
      const Expr t = Expr::variable(name);
      return steps(h, rule::Subst{x, name, Range{{false, true, Rational(0)}, {}}, above ? t : negate(t)},
                   {[&](const Goal& k) { return by_orthants(k, s, most - 1); }});
    };
  };
  return steps(g, rule::Cases{x}, {side(true), side(false)});
}

}  // namespace

Tree by_differences(const Goal& g, const Subprover& s) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.hypotheses().empty() || !c.forall_hypotheses().empty()) return std::nullopt;
  const auto f = over_positive(g);
  if (!f) return std::nullopt;
  std::vector<Expr> xs;
  for (const auto& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(f->numerator, x)) continue;
    if (v.integer) return std::nullopt;
    if (v.range.lo.infinite && v.range.hi.infinite) {
      if (!looks_nonnegative(c, g.difference())) return std::nullopt;
      return by_orthants(g, s, Effort::Differences::most_of_both_signs);
    }
    if (!c.knows({x, Need::nonnegative})) return std::nullopt;
    xs.push_back(x);
  }
  if (xs.size() < 2 || xs.size() > Effort::Differences::most_variables) return std::nullopt;
  const auto p = polynomial(f->numerator, xs);
  if (!p || p->size() > Effort::Differences::most_terms) return std::nullopt;
  if (!looks_nonnegative(c, f->numerator)) return std::nullopt;
  const Differences found(*p, xs.size(), s);
  if (!found.tree()) return std::nullopt;
  return written(g, *found.tree(), xs, f->denominator, s);
}

}  // namespace dpcert::verify
