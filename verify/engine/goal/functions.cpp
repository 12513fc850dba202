#include "verify/engine/goal/functions.hpp"

#include <algorithm>

#include "src/symbolic/functions.hpp"

namespace dpcert::verify {

namespace {

// Of the smaller or larger of two values.
Signs chosen_signs(Signs a, Signs b, bool larger) {
  Signs r = 0;
  for (const Signs i : {negative, zero, positive}) {
    for (const Signs j : {negative, zero, positive}) {
      if ((a & i) && (b & j)) r |= larger ? std::max(i, j) : std::min(i, j);
    }
  }
  return r;
}

}  // namespace

Signs function_signs(const Context& context, const Expr& e) {
  const FunctionEntry* f = function_entry(e);
  if (!f) return any_sign;
  const auto s = [&](std::size_t i) { return context.signs(e.arg(i)); };
  switch (f->sign) {
    case SignRule::unknown:
      return any_sign;
    case SignRule::positive:
      return positive;
    case SignRule::of_argument:
      return s(0);
    case SignRule::of_argument_minus_one:
      return context.signs(sub(e.arg(0), 1));
    case SignRule::magnitude: {
      const Signs a = s(0);
      return static_cast<Signs>(((a & ~zero) ? positive : 0) | (a & zero));
    }
    case SignRule::alternating:
      if (e.node().index == 0) return any_sign;
      return e.node().index % 2 ? positive : negative;
    case SignRule::smaller:
      return chosen_signs(s(0), s(1), false);
    case SignRule::larger:
      return chosen_signs(s(0), s(1), true);
  }
  return any_sign;
}

std::optional<Condition> domain_condition(const Expr& e, bool smooth) {
  const FunctionEntry* f = function_entry(e);
  if (!f || f->arity != 1) return std::nullopt;
  switch (f->domain) {
    case Domain::positive:
      return Condition{e.arg(0), Need::positive};
    case Domain::nonnegative:
      return Condition{e.arg(0), smooth ? Need::positive : Need::nonnegative};
    case Domain::above_minus_one:
      return Condition{add(1, e.arg(0)), Need::positive};
    default:
      return std::nullopt;
  }
}

bool is_positive_by_name(const Expr& e) {
  const FunctionEntry* f = function_entry(e);
  return f && f->sign == SignRule::positive && f->definition;
}

std::optional<Slope> known_slope(const Context& context, const Expr& e, const Expr& other) {
  const FunctionEntry* f = function_entry(e);
  if (!f || !f->slope) return std::nullopt;
  const Slope slope = f->slope(e.node().index);
  if (slope.sign == 0) return std::nullopt;
  // Where the function is defined, an argument is in its domain.
  const bool whole_domain = !slope.from || (f->domain == Domain::positive && slope.from->is_zero()) ||
                            (f->domain == Domain::above_minus_one && *slope.from == Rational(-1));
  const auto inside = [&](const Expr& g) {
    return context.knows({sub(g.arg(0), *slope.from), slope.closed ? Need::nonnegative : Need::positive});
  };
  if (!whole_domain && !(inside(e) && inside(other))) return std::nullopt;
  return slope;
}

bool is_inside_a_body(const Expr& part) {
  return std::ranges::any_of(variables_of(part),
                             [](const std::string& name) { return name.starts_with('#') || name.starts_with('$'); });
}

}  // namespace dpcert::verify
