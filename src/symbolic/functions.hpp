// The functions of the statement language, one entry each: everything that the readers, the printers, the derivative
// and the prover know of a function beside its values, which are an overload of each scalar. The certificate checker
// keeps its own list and shares nothing with this one. How to add a function: docs/adding-a-function.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dpcert/symbolic/expr.hpp"

namespace dpcert {

/// Where a function is defined: what must hold of its argument u (of both arguments for `weighted_log`).
enum class Domain : std::uint8_t {
  reals,
  positive,         // u > 0
  nonnegative,      // u >= 0
  above_minus_one,  // u > -1
  weighted_log,     // of (u, v): v > 0, or u = v = 0
};

/// Everywhere in the interior of its domain a function is smooth; or it is smooth but for kinks, at u = 0, or where its
/// two arguments are equal; or it jumps.
enum class Regularity : std::uint8_t { smooth, kinks, jumps };

/// What is known of the sign of a value without evaluating anything.
enum class SignRule : std::uint8_t {
  unknown,
  positive,
  of_argument,            // increasing through 0 at 0
  of_argument_minus_one,  // increasing through 0 at 1
  magnitude,              // 0 at 0, else positive
  alternating,            // (-1)^(order+1) for order >= 1, unknown for order 0: the polygamma functions
  smaller,                // one of the arguments, the smaller
  larger
};

/// A half line on which the derivative has one sign and is not 0: [from, inf) or (from, inf), or all reals.
struct Slope {
  int sign = 0;  // 0: nothing is claimed
  std::optional<Rational> from = std::nullopt;
  bool closed = false;
};

/// What a function tends to.
struct Limit {
  enum class Kind : std::uint8_t { unknown, minus_infinity, number, plus_infinity } kind = Kind::unknown;
  int number = 0;
};

/// numerator/denominator: a partial derivative in the form in which the chain rule uses it, numerator * du/denominator.
struct Fraction {
  Expr numerator;
  Expr denominator = 1;
};

/// How a page shows a function. In the text of the language all are `name(arguments)`.
struct Notation {
  enum class Form : std::uint8_t {
    call,         // symbol(arguments), the symbol of several words set apart: log Γ
    order,        // the order in parentheses above the symbol
    fences,       // between two signs: |u|
    exponential,  // e^u, or exp(u) where that is tall
    root,         // under a radical sign
    spelled_out,  // as its definition
  };
  Form form = Form::call;
  std::string_view symbol, closing = {};  // Unicode; `closing`: the second fence
  std::string_view latex, latex_closing = {};
};

struct FunctionEntry {
  Op op;
  std::string_view name;
  int arity = 1;
  bool variadic = false;  // or more, folded from the left: min(a, b, c) = min(min(a, b), c)
  bool ordered = false;   // takes a literal order first, kept in the node: polygamma(k, u)
  Domain domain = Domain::reals;
  Regularity regularity = Regularity::smooth;
  SignRule sign = SignRule::unknown;
  /// Of order `order`; null: nothing is claimed.
  Slope (*slope)(int order) = nullptr;
  /// As the argument tends to `direction` * infinity; null: unknown on both sides.
  Limit (*limit)(int order, int direction) = nullptr;
  /// The partial derivative of the node e in its argument i, in the shape in which the certificate checker writes it.
  /// Null for min and max, whose derivatives are those of one argument.
  Fraction (*partial)(const Expr& e, std::size_t i) = nullptr;
  /// The node through simpler functions, equal to it on the domain; null: the function is its own definition.
  Expr (*definition)(const Expr& e) = nullptr;
  /// The node through functions that have an expansion at infinity, for an argument that tends to `direction` *
  /// infinity (or has that sign); null: as it stands.
  Expr (*far)(const Expr& e, int direction) = nullptr;
  /// What the prover tries with it. `compares`: two values by the slope between them. `substitutes`: a new variable for
  /// its argument. `expands`: in limits and tails it is a function of its own (and not what its definition says).
  /// `gaussian`: its derivative is a Gaussian weight, and it is written by erfc of arguments of one sign.
  bool compares = false, substitutes = false, expands = false, gaussian = false;
  Notation notation = {};
};

/// All entries.
std::span<const FunctionEntry> functions();
/// The entry of an operation; null if it is none of the functions (constants, names, + - * / ^, select).
const FunctionEntry* function_entry(Op op);
inline const FunctionEntry* function_entry(const Expr& e) { return function_entry(e.op()); }
/// Of any operation: select jumps, and so do sequences and products over ranges (nothing is known of a derivative), the
/// arithmetic operations are smooth, and sums over ranges in what their bodies contain.
Regularity regularity_of(Op op);
/// The number of arguments of any operation; 0 for constants and names, and for an applied function or sequence, which
/// has its own.
int arity_of(Op op);

/// A name of the language: most are those of the entries; digamma and trigamma are polygamma of order 0 and 1.
struct FunctionName {
  std::string_view name;
  const FunctionEntry* entry;
  std::optional<int> order;  // given by the name
};
std::span<const FunctionName> function_names();
/// Null if the language has no such function.
const FunctionName* function_named(std::string_view name);
/// The shortest way to call the node: `digamma`, `polygamma`.
const FunctionName& name_of(const Expr& e);

}  // namespace dpcert
