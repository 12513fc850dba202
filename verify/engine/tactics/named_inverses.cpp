// A function of one variable x that can be solved for it, sqrt(log(2/(sqrt(16*x + 1) - 1))) say: its value t as the
// variable, and x as what it is in t, which is often much simpler than the function was. So are scales of noise typed
// that a bound of a tail was solved for.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// Functions that are taken off, beside the four operations: of fewer others know more.
constexpr int least_functions = 3;

// x of e = t, one function after the other from outside; nothing if x is met twice, or a function has no inverse here.
class Inverse {
 public:
  explicit Inverse(const Expr& x) : x_(x) {}

  std::optional<Expr> of(const Expr& e, const Expr& t) {
    if (e == x_) return t;
    const auto& args = e.args();
    const bool first = !args.empty() && depends_on(args[0], x_), second = args.size() == 2 && depends_on(args[1], x_);
    if (args.size() > 2 || first == second) return std::nullopt;
    const Expr& inner = first ? args[0] : args[1];
    switch (e.op()) {
      case Op::neg:
        return of(inner, negate(t));
      case Op::add:
        return of(inner, sub(t, first ? args[1] : args[0]));
      case Op::sub:
        return of(inner, first ? add(t, args[1]) : sub(args[0], t));
      case Op::mul:
        return of(inner, quotient(t, first ? args[1] : args[0]));
      case Op::div:
        return of(inner, first ? mul(t, args[1]) : quotient(args[0], t));
      default:
        break;
    }
    ++functions;
    switch (e.op()) {
      case Op::sqrt:
        return of(inner, pow(t, Expr(2)));
      case Op::exp:
        return of(inner, log(t));
      case Op::log:
        return of(inner, exp(t));
      default:
        return std::nullopt;
    }
  }

  int functions = 0;

 private:
  Expr x_;
};

}  // namespace

Tree by_named_inverses(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty()) return std::nullopt;
  for (const auto& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !depends_on(g.difference(), x)) continue;
    auto all = nodes_of(g.relation, [&](const Expr& e) { return e.op() == Op::sqrt && depends_on(e, x); });
    std::ranges::stable_sort(all, std::ranges::greater{}, [](const Expr& e) { return e.node().tree_size; });
    for (const Expr& e : all) {
      Goal now = g;
      Proof out;
      const std::string name = fresh_name(c);
      const Expr t = Expr::variable(name);
      Inverse inverse(x);
      const auto value = inverse.of(e, t);
      if (!value || inverse.functions < least_functions || !is_defined(c, e)) continue;
      const Relation is{Rel::eq, x, substitute(*value, {{t, e}})};
      Algebra a = c.algebra();
      if (!a.is_zero(sub(is.lhs, is.rhs)) || !is_defined(c, is.rhs)) continue;
      cut_in(out, now, is, {rule::Identity{}});
      const bool positive = c.positive_(e);
      if (!take(rule::Gen{name, Range{{false, !positive, Rational(0)}, {}}, e}, now, out) ||
          !take(rule::Equal{x, *value}, now, out))
        continue;
      const Goal free = without_hypotheses(now, out);
      if (depends_on(free.difference(), x)) continue;
      if (const auto proof = alone(free)) {
        append(out, *proof);
        return out;
      }
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
