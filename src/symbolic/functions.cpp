#include "src/symbolic/functions.hpp"

#include <algorithm>
#include <array>
#include <vector>
#include "dpcert/core/error.hpp"

#include "src/symbolic/flat.hpp"

namespace dpcert {

namespace {

using Form = Notation::Form;
using Kind = Limit::Kind;

// ---- monotonicity

constexpr auto increasing = [](int) { return Slope{1}; };
constexpr auto decreasing = [](int) { return Slope{-1}; };
constexpr auto increasing_from_0 = [](int) { return Slope{1, Rational(0)}; };

// ---- limits

Limit infinity(int direction) { return {direction > 0 ? Kind::plus_infinity : Kind::minus_infinity}; }
Limit number(int value) { return {Kind::number, value}; }
constexpr auto as_argument = [](int, int direction) { return infinity(direction); };
constexpr auto both_up = [](int, int) { return infinity(1); };
constexpr auto up_on_the_right = [](int, int direction) { return direction > 0 ? infinity(1) : Limit{}; };
constexpr auto sign_of_argument = [](int, int direction) { return number(direction); };

// ---- pieces of derivatives and definitions

Expr half(const Expr& e) { return mul(Rational(1, 2), e); }
// exp(-u^2)/sqrt(pi), half the derivative of erf.
Expr error_weight(const Expr& u) { return exp(flat::product({Expr(-1), flat::square(u)})) / sqrt(Expr::pi()); }
// exp(-u^2/2)/sqrt(2 pi), the derivative of normal_cdf.
Expr normal_density(const Expr& u) {
  return exp(flat::product({Expr(Rational(-1, 2)), flat::square(u)})) / sqrt(Expr(2) * Expr::pi());
}
Expr through_root_two(const Expr& u) { return quotient(u, sqrt(Expr(2))); }

// ---- the table, in the order of Op

std::vector<FunctionEntry> make_entries() {
  return {
      {.op = Op::exp,
       .name = "exp",
       .sign = SignRule::positive,
       .slope = increasing,
       .limit = [](int, int direction) { return direction > 0 ? infinity(1) : number(0); },
       .partial = [](const Expr& e, std::size_t) { return Fraction{e}; },
       .compares = true,
       .substitutes = true,
       .expands = true,
       .notation = {Form::exponential, "exp", "", "e"}},
      {.op = Op::log,
       .name = "log",
       .domain = Domain::positive,
       .sign = SignRule::of_argument_minus_one,
       .slope = increasing_from_0,
       .limit = up_on_the_right,
       .partial =
           [](const Expr& e, std::size_t) {
             return Fraction{1, e.arg(0)};
           },
       .compares = true,
       .substitutes = true,
       .expands = true,
       .notation = {Form::call, "log", "", "\\log"}},
      {.op = Op::log1p,
       .name = "log1p",
       .domain = Domain::above_minus_one,
       .sign = SignRule::of_argument,
       .slope =
           [](int) {
             return Slope{1, Rational(-1)};
           },
       .limit = up_on_the_right,
       .partial =
           [](const Expr& e, std::size_t) {
             return Fraction{1, flat::sum({Expr(1), e.arg(0)})};
           },
       .definition = [](const Expr& e) { return log(add(1, e.arg(0))); },
       .notation = {Form::spelled_out, "log1p", "", "\\operatorname{log1p}"}},
      {.op = Op::expm1,
       .name = "expm1",
       .sign = SignRule::of_argument,
       .slope = increasing,
       .limit = [](int, int direction) { return direction > 0 ? infinity(1) : number(-1); },
       .partial = [](const Expr& e, std::size_t) { return Fraction{exp(e.arg(0))}; },
       .definition = [](const Expr& e) { return sub(exp(e.arg(0)), 1); },
       .notation = {Form::spelled_out, "expm1", "", "\\operatorname{expm1}"}},
      {.op = Op::sqrt,
       .name = "sqrt",
       .domain = Domain::nonnegative,
       .sign = SignRule::magnitude,
       .slope = increasing_from_0,
       .limit = up_on_the_right,
       .partial =
           [](const Expr& e, std::size_t) {
             return Fraction{1, flat::product({Expr(2), e})};
           },
       .substitutes = true,
       .notation = {Form::root, "√", "", "\\sqrt"}},
      {.op = Op::abs,
       .name = "abs",
       .regularity = Regularity::kinks,
       .sign = SignRule::magnitude,
       .slope = increasing_from_0,
       .limit = both_up,
       .partial = [](const Expr& e, std::size_t) { return Fraction{flat::sign(e.arg(0))}; },
       .notation = {Form::fences, "|", "|", "\\left|", "\\right|"}},
      {.op = Op::min,
       .name = "min",
       .arity = 2,
       .variadic = true,
       .regularity = Regularity::kinks,
       .sign = SignRule::smaller,
       .notation = {Form::call, "min", "", "\\min"}},
      {.op = Op::max,
       .name = "max",
       .arity = 2,
       .variadic = true,
       .regularity = Regularity::kinks,
       .sign = SignRule::larger,
       .notation = {Form::call, "max", "", "\\max"}},
      {.op = Op::cosh,
       .name = "cosh",
       .sign = SignRule::positive,
       .slope = increasing_from_0,
       .limit = both_up,
       .partial = [](const Expr& e, std::size_t) { return Fraction{sinh(e.arg(0))}; },
       .definition = [](const Expr& e) { return half(add(exp(e.arg(0)), exp(negate(e.arg(0))))); },
       .notation = {Form::call, "cosh", "", "\\cosh"}},
      {.op = Op::sinh,
       .name = "sinh",
       .sign = SignRule::of_argument,
       .slope = increasing,
       .limit = as_argument,
       .partial = [](const Expr& e, std::size_t) { return Fraction{cosh(e.arg(0))}; },
       .definition = [](const Expr& e) { return half(sub(exp(e.arg(0)), exp(negate(e.arg(0))))); },
       .notation = {Form::call, "sinh", "", "\\sinh"}},
      {.op = Op::tanh,
       .name = "tanh",
       .sign = SignRule::of_argument,
       .slope = increasing,
       .limit = sign_of_argument,
       .partial =
           [](const Expr& e, std::size_t) {
             return Fraction{flat::sum({Expr(1), flat::product({Expr(-1), flat::square(e)})})};
           },
       .definition =
           [](const Expr& e) {
             const Expr p = exp(e.arg(0)), q = exp(negate(e.arg(0)));
             return quotient(sub(p, q), add(p, q));
           },
       .far =
           [](const Expr& e, int direction) {
             const Expr small = exp(mul(-2 * direction, e.arg(0)));
             return mul(direction, quotient(sub(1, small), add(1, small)));
           },
       .substitutes = true,
       .expands = true,
       .notation = {Form::call, "tanh", "", "\\tanh"}},
      {.op = Op::floor,
       .name = "floor",
       .regularity = Regularity::jumps,
       .limit = as_argument,
       .partial = [](const Expr&, std::size_t) { return Fraction{0}; },
       .notation = {Form::fences, "⌊", "⌋", "\\left\\lfloor ", "\\right\\rfloor"}},
      {.op = Op::ceil,
       .name = "ceil",
       .regularity = Regularity::jumps,
       .limit = as_argument,
       .partial = [](const Expr&, std::size_t) { return Fraction{0}; },
       .notation = {Form::fences, "⌈", "⌉", "\\left\\lceil ", "\\right\\rceil"}},
      {.op = Op::xlogy,
       .name = "xlogy",
       .arity = 2,
       .domain = Domain::weighted_log,
       .partial =
           [](const Expr& e, std::size_t i) {
             return i == 0 ? Fraction{log(e.arg(1))} : Fraction{e.arg(0), e.arg(1)};
           },
       .definition = [](const Expr& e) { return mul(e.arg(0), log(e.arg(1))); },
       .notation = {Form::spelled_out, "xlogy", "", "\\log"}},
      {.op = Op::lgamma,
       .name = "lgamma",
       .domain = Domain::positive,
       .slope =
           [](int) {
             return Slope{1, Rational(3, 2), true};
           },  // least at 1.4616
       .limit = up_on_the_right,
       .partial = [](const Expr& e, std::size_t) { return Fraction{digamma(e.arg(0))}; },
       .compares = true,
       .expands = true,
       .notation = {Form::call, "log Γ", "", "\\log\\Gamma"}},
      {.op = Op::polygamma,
       .name = "polygamma",
       .ordered = true,
       .domain = Domain::positive,
       .sign = SignRule::alternating,
       .slope =
           [](int order) {
             return Slope{order % 2 == 0 ? 1 : -1, Rational(0)};
           },
       .limit = [](int order, int direction) { return direction < 0 ? Limit{}
                                                      : order == 0  ? infinity(1)
                                                                    : number(0); },
       .partial = [](const Expr& e, std::size_t) { return Fraction{polygamma(e.node().index + 1, e.arg(0))}; },
       .compares = true,
       .expands = true,
       .notation = {Form::order, "ψ", "", "\\psi"}},
      {.op = Op::erf,
       .name = "erf",
       .sign = SignRule::of_argument,
       .slope = increasing,
       .limit = sign_of_argument,
       .partial =
           [](const Expr& e, std::size_t) {
             return Fraction{flat::product({Expr(2), error_weight(e.arg(0))})};
           },
       .far = [](const Expr& e,
                 int direction) { return direction > 0 ? sub(1, erfc(e.arg(0))) : sub(erfc(negate(e.arg(0))), 1); },
       .compares = true,
       .substitutes = true,
       .expands = true,
       .gaussian = true,
       .notation = {Form::call, "erf", "", "\\operatorname{erf}"}},
      {.op = Op::erfc,
       .name = "erfc",
       .sign = SignRule::positive,
       .slope = decreasing,
       .limit = [](int, int direction) { return number(direction > 0 ? 0 : 2); },
       .partial =
           [](const Expr& e, std::size_t) {
             return Fraction{flat::product({Expr(-2), error_weight(e.arg(0))})};
           },
       .definition = [](const Expr& e) { return sub(1, erf(e.arg(0))); },
       .far = [](const Expr& e, int direction) { return direction > 0 ? e : sub(2, erfc(negate(e.arg(0)))); },
       .compares = true,
       .substitutes = true,
       .expands = true,
       .gaussian = true,
       .notation = {Form::call, "erfc", "", "\\operatorname{erfc}"}},
      {.op = Op::normal_cdf,
       .name = "normal_cdf",
       .sign = SignRule::positive,
       .slope = increasing,
       .limit = [](int, int direction) { return number(direction > 0 ? 1 : 0); },
       .partial = [](const Expr& e, std::size_t) { return Fraction{normal_density(e.arg(0))}; },
       .definition = [](const Expr& e) { return half(add(1, erf(through_root_two(e.arg(0))))); },
       .far =
           [](const Expr& e, int direction) {
             const Expr u = through_root_two(e.arg(0));
             return direction > 0 ? sub(1, half(erfc(u))) : half(erfc(negate(u)));
           },
       .compares = true,
       .substitutes = true,
       .expands = true,
       .gaussian = true,
       .notation = {Form::call, "Φ", "", "\\Phi"}},
      {.op = Op::sin,
       .name = "sin",
       .partial = [](const Expr& e, std::size_t) { return Fraction{cos(e.arg(0))}; },
       .notation = {Form::call, "sin", "", "\\sin"},
       .language = 3},
      {.op = Op::cos,
       .name = "cos",
       .partial =
           [](const Expr& e, std::size_t) {
             return Fraction{flat::product({Expr(-1), sin(e.arg(0))})};
           },
       .notation = {Form::call, "cos", "", "\\cos"},
       .language = 3},
      {.op = Op::atan,
       .name = "atan",
       .sign = SignRule::of_argument,
       .slope = increasing,
       .partial =
           [](const Expr& e, std::size_t) {
             return Fraction{1, flat::sum({Expr(1), flat::square(e.arg(0))})};
           },
       .notation = {Form::call, "atan", "", "\\arctan"},
       .language = 3},
  };
}

struct Tables {
  std::vector<FunctionEntry> entries = make_entries();
  std::array<const FunctionEntry*, 256> by_op{};
  std::vector<FunctionName> names;  // sorted

  Tables() {
    for (const FunctionEntry& f : entries) {
      by_op[static_cast<std::uint8_t>(f.op)] = &f;
      names.push_back({f.name, &f, std::nullopt});
    }
    const FunctionEntry* polygammas = by_op[static_cast<std::uint8_t>(Op::polygamma)];
    names.push_back({"digamma", polygammas, 0});
    names.push_back({"trigamma", polygammas, 1});
    std::ranges::sort(names, {}, &FunctionName::name);
  }
};

const Tables& tables() {
  static const auto* all = new Tables;  // never destroyed: printed from other statics
  return *all;
}

}  // namespace

std::span<const FunctionEntry> functions() { return tables().entries; }
const FunctionEntry* function_entry(Op op) { return tables().by_op[static_cast<std::uint8_t>(op)]; }
std::span<const FunctionName> function_names() { return tables().names; }

Regularity regularity_of(Op op) {
  if (const FunctionEntry* f = function_entry(op)) return f->regularity;
  const bool no_derivative = op == Op::select || op == Op::sequence || op == Op::prod || op == Op::integral;
  return no_derivative ? Regularity::jumps : Regularity::smooth;
}

int arity_of(Op op) {
  if (const FunctionEntry* f = function_entry(op)) return f->arity;
  switch (op) {
    case Op::neg:
      return 1;
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::div:
    case Op::pow:
      return 2;
    case Op::select:
      return 4;
    case Op::sum:
    case Op::prod:
    case Op::integral:
      return 3;
    default:
      return 0;
  }
}

const FunctionName* function_named(std::string_view name) {
  const auto& names = tables().names;
  const auto found = std::ranges::lower_bound(names, name, {}, &FunctionName::name);
  return found != names.end() && found->name == name ? &*found : nullptr;
}

const FunctionName& name_of(const Expr& e) {
  const FunctionName* plain = nullptr;
  for (const FunctionName& n : function_names()) {
    if (n.entry->op != e.op()) continue;
    if (n.order == e.node().index && n.entry->ordered) return n;
    if (!n.order) plain = &n;
  }
  if (!plain) throw Error(ErrorCode::internal, "name_of", "a function of the language", "another operation");
  return *plain;
}

}  // namespace dpcert
