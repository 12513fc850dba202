#include <algorithm>
#include <functional>
#include <string>
#include <unordered_set>

#include "verify/engine/goal/functions.hpp"
#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

namespace {

// Goes through an expression, inner parts first, and notes what each operation needs.
class Conditions {
 public:
  Conditions(const Context& context, bool smooth) : context_(context), smooth_(smooth) {}

  std::vector<Condition> of(const Expr& root) {
    std::unordered_set<Expr> seen;
    std::vector<std::pair<Expr, bool>> stack{{root, false}};
    while (!stack.empty()) {
      const auto [e, ready] = stack.back();
      stack.pop_back();
      if (ready) {
        operation(e);
        continue;
      }
      if (!seen.insert(e).second) continue;
      stack.emplace_back(e, true);
      for (std::size_t i = outer_args(e).size(); i-- > 0;) stack.emplace_back(e.arg(i), false);
    }
    return std::move(out_);
  }

 private:
  void need(const Expr& u, Need n) {
    if (u.is_constant() && context_.knows({u, n})) return;
    const Condition c{u, n};
    if (std::ranges::find(out_, c) == out_.end()) out_.push_back(c);
  }

  // The body is defined at each index between the ends, as far as this is known without search: no goal can ask for it.
  void body_of(const Expr& e) {
    const FreshIndex index;
    const Expr body = body_at(e, index.variable());
    if (Conditions(context_, smooth_).of(body).empty()) return;
    const auto holds = [&](const Context& inner) {
      const auto all = Conditions(inner, smooth_).of(body);
      return std::ranges::all_of(all, [&](const Condition& c) { return inner.knows(c); });
    };
    if (holds(context_.inside(e, index.variable()))) return;
    const auto known = context_.inside_of_foralls(e, index.variable());
    if (!known || !holds(*known)) out_.push_back({0, Need::positive});
  }

  // As far as this is known without search: it stands in a hypothesis, which is defined, or is the integral of what is
  // continuous on a closed bounded interval.
  bool exists(const Expr& e) {
    for (const Relation& h : context_.hypotheses())
      if (stands_in(h.lhs, e) || stands_in(h.rhs, e)) return true;
    const auto low = low_of(e), high = high_of(e);
    if (!low || !high || !context_.knows({sub(*high, *low), Need::nonnegative})) return false;
    const FreshIndex x(true);
    const Context inner = context_.inside(e, x.variable(), true);
    const auto all = continuity_conditions(body_at(e, x.variable()), x.variable(), inner);
    return all && std::ranges::all_of(*all, [&](const Condition& c) { return inner.knows(c); });
  }
  // Outside of what is bound.
  static bool stands_in(const Expr& all, const Expr& part) {
    std::unordered_set<Expr> seen;
    std::vector<Expr> stack{all};
    while (!stack.empty()) {
      const Expr e = stack.back();
      stack.pop_back();
      if (e == part) return true;
      if (!seen.insert(e).second) continue;
      for (const auto& a : outer_args(e)) stack.push_back(a);
    }
    return false;
  }

  void operation(const Expr& e) {
    switch (e.op()) {
      case Op::sum:
      case Op::prod:
        return body_of(e);
      case Op::integral:
        if (!exists(e)) out_.push_back({0, Need::positive});
        return;
      case Op::div:
        return need(e.arg(1), Need::nonzero);
      case Op::xlogy:
        return product_with_log(e.arg(0), e.arg(1));
      case Op::pow:
        return power_of(e.arg(0), e.arg(1));
      default:
        if (const auto c = domain_condition(e, smooth_)) need(c->u, c->need);
        return;
    }
  }

  // a log(b): b = 0 is allowed where a = w*b.
  void product_with_log(const Expr& a, const Expr& b) {
    if (!smooth_ && !context_.knows({b, Need::positive}) && context_.knows({b, Need::nonnegative})) {
      if (context_.signs(a) == zero) return;
      Algebra plain([](const Expr&) { return false; });
      const auto w = plain.simplified(quotient(a, b));
      const auto all = w ? side_conditions(*w, context_) : std::vector<Condition>{};
      if (w && std::ranges::all_of(all, [&](const Condition& c) { return context_.knows(c); })) return;
    }
    need(b, Need::positive);
  }

  void power_of(const Expr& u, const Expr& v) {
    if (smooth_ && !v.is_constant()) {
      need(u, Need::positive);  // also where the exponent is an integer: its derivative needs log of the base
    } else if (v.is_constant()) {
      if (v.value().is_integer()) {
        if (v.value().sign() < 0) need(u, Need::nonzero);
      } else {
        need(u, v.value().sign() > 0 && !smooth_ ? Need::nonnegative : Need::positive);
      }
    } else if (context_.is_integer_valued(v)) {
      if (!context_.knows({v, Need::nonnegative})) need(u, Need::nonzero);
    } else {  // 0^v is defined for v >= 0, but not smooth
      need(u, !smooth_ && context_.knows({v, Need::nonnegative}) ? Need::nonnegative : Need::positive);
    }
  }

  const Context& context_;
  bool smooth_;
  std::vector<Condition> out_;
};

}  // namespace

std::vector<Condition> side_conditions(const Expr& e, const Context& context) {
  return Conditions(context, false).of(e);
}

bool is_placeholder(std::string_view name) { return name.starts_with("@@"); }

namespace {

// Exponents that move with the index and are not negative where the base may be 0: as good as a base that is not 0.
std::vector<Condition> exponents_at(const Expr& body, const Expr& index, const Context& inside) {
  std::vector<Condition> out;
  transform(body, [&](const Expr& old, std::span<const Expr> args) {
    if (old.op() == Op::pow && depends_on(old.arg(1), index) && inside.is_integer_valued(old.arg(1)) &&
        !inside.knows({old.arg(0), Need::nonzero}))
      out.push_back({old.arg(1), Need::nonnegative});
    return with_args(old, args);
  });
  return out;
}

}  // namespace

std::vector<ConditionAtIndex> conditions_at_indices(const Expr& e, const Context& context) {
  std::vector<ConditionAtIndex> out;
  const std::function<void(const Expr&, const Context&)> walk = [&](const Expr& all, const Context& c) {
    std::unordered_set<Expr> seen;
    std::vector<Expr> stack{all};
    while (!stack.empty()) {
      const Expr part = stack.back();
      stack.pop_back();
      if (!seen.insert(part).second) continue;
      for (const Expr& a : outer_args(part)) stack.push_back(a);
      if (part.op() != Op::sum && part.op() != Op::prod) continue;
      const Expr index = Expr::variable("@@index" + std::to_string(c.variables().size()));
      const Expr body = body_at(part, index);
      const Context inside = c.inside_of_foralls(part, index).value_or(c.inside(part, index));
      std::vector<Condition> all_here = exponents_at(body, index, inside);
      std::ranges::copy(side_conditions(body, inside), std::back_inserter(all_here));
      for (const Condition& condition : all_here)
        if (!condition.u.is_constant(0) && !inside.knows(condition)) out.push_back({part, index, condition});
      walk(body, inside);
    }
  };
  walk(e, context);
  return out;
}

std::vector<Condition> smoothness_conditions(const Expr& e, const Context& context) {
  return Conditions(context, true).of(e);
}

std::optional<std::vector<Condition>> continuity_conditions(const Expr& e, const Expr& x, const Context& context) {
  auto out = side_conditions(e, context);
  bool jumps = false;
  transform(e, [&](const Expr& n, std::span<const Expr>) {
    if (regularity_of(n.op()) == Regularity::jumps && depends_on(n, x)) jumps = true;
    if (n.op() == Op::pow && depends_on(n.arg(1), x)) out.push_back({n.arg(0), Need::positive});
    return n;
  });
  if (jumps) return std::nullopt;
  return out;
}

Relation as_relation(const Condition& c) {
  switch (c.need) {
    case Need::positive:
      return {Rel::gt, c.u, 0};
    case Need::nonnegative:
      return {Rel::ge, c.u, 0};
    case Need::nonzero:
      return {Rel::gt, pow(c.u, 2), 0};
  }
  return {};
}

}  // namespace dpcert::verify
