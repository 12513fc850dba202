// Expr: a symbolic trace of a formula. Running a template of src/ over Expr records it; the record prints,
// differentiates, and evaluates over every other scalar with the same operations in the same order (so over double it
// gives the same bits as the template itself).
//
// Nodes are immutable and hash-consed: structurally equal expressions are the same node, equality is pointer equality.
// Nodes live as long as the process.
//
// A sum or a product over a range binds the index of its body, an integral its variable. That has a canonical name, `#`
// (which begins a comment in every text; `$` for the real variable of an integral, which no text contains) and one more
// than the number of such operations inside each other in the body: so expressions that differ in bound names only are
// the same node. Whoever goes through `args()` of a sum meets that name;
// `transform` and `substitute` never capture it, and `body_at` takes a body out of its sum.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/core/rational.hpp"

namespace dpcert {

enum class Op : std::uint8_t {
  constant,  // a rational
  pi,
  variable,
  neg,
  add,
  sub,
  mul,
  div,
  pow,
  exp,
  log,
  log1p,
  expm1,
  sqrt,
  abs,
  min,
  max,
  cosh,
  sinh,
  tanh,
  floor,
  ceil,
  xlogy,
  lgamma,
  polygamma,  // polygamma: index k; k = 0 prints as digamma, k = 1 as trigamma
  erf,
  erfc,
  normal_cdf,
  apply,     // an arbitrary function by name, with the order of its derivative in each argument
  select,    // args a, b, x, y and a relation: x where `a rel b`, else y
  sequence,  // an application of a sequence by name: arguments are integers
  sum,       // args a, b, body: over the integers from a to b; binds an index in the body
  prod,      // the same
  /// args a, b, body: over the reals from a to b; binds a real variable in the body. The index says which ends are
  /// infinite, 1 the lower, 2 the upper; the argument there is 0 and means nothing.
  integral,
  sin,
  cos,
  atan,
};

/// Relations between expressions, as printed: >= > <= < =.
enum class Rel : std::uint8_t { ge, gt, le, lt, eq };
std::string_view to_string(Rel rel);
/// a rel b is the same as b swapped(rel) a.
Rel swapped(Rel rel);
/// The relation that holds exactly where `rel` does not (not defined for eq: throws std::logic_error).
Rel negated(Rel rel);

struct ExprNode;

class Expr {
 public:
  Expr();  // the constant 0
  template <std::integral T>
  Expr(T n) : Expr(Rational(n)) {}  // NOLINT(google-explicit-constructor)
  Expr(const Rational& q);          // NOLINT(google-explicit-constructor)
  template <std::floating_point T>
  Expr(T) = delete;

  static Expr variable(std::string_view name);
  static Expr pi();
  /// name'(orders)(args): the partial derivative of those orders of an arbitrary function.
  static Expr apply(std::string_view name, std::vector<int> orders, std::vector<Expr> args);
  /// x(args) of a sequence x.
  static Expr sequence(std::string_view name, std::vector<Expr> args);
  /// The sum, or product, of `body` over the integers `index` from `low` to `high`; the variable `index` is bound by
  /// it. `op`: Op::sum, Op::prod.
  static Expr repeated(Op op, const Expr& index, const Expr& low, const Expr& high, const Expr& body);
  /// The integral of `body` over the reals `variable` from `low` to `high`, where one that is not given is infinite;
  /// the variable is bound by it.
  static Expr integral(const Expr& variable, const std::optional<Expr>& low, const std::optional<Expr>& high,
                       const Expr& body);
  /// Any node from its parts (of a sum or product: the body with the canonical name of its index); used by printers,
  /// rewriters and readers.
  static Expr make(Op op, std::span<const Expr> args, int index = 0);
  static Expr make(Op op, std::initializer_list<Expr> args, int index = 0);

  [[nodiscard]] const ExprNode& node() const { return *node_; }
  [[nodiscard]] Op op() const;
  [[nodiscard]] std::span<const Expr> args() const;
  [[nodiscard]] const Expr& arg(std::size_t i) const { return args()[i]; }
  [[nodiscard]] bool is_constant() const { return op() == Op::constant; }
  [[nodiscard]] bool is_constant(const Rational& q) const;
  [[nodiscard]] const Rational& value() const;    // of a constant
  [[nodiscard]] const std::string& name() const;  // of a variable, an applied function or sequence
  /// A number that grows with creation: an order that depends only on the history of the process, for containers.
  [[nodiscard]] std::uint64_t serial() const;

  friend bool operator==(const Expr& a, const Expr& b) { return a.node_ == b.node_; }

  friend Expr operator+(const Expr& a, const Expr& b) { return make(Op::add, {a, b}); }
  friend Expr operator-(const Expr& a, const Expr& b) { return make(Op::sub, {a, b}); }
  friend Expr operator*(const Expr& a, const Expr& b) { return make(Op::mul, {a, b}); }
  friend Expr operator/(const Expr& a, const Expr& b) { return make(Op::div, {a, b}); }
  friend Expr operator-(const Expr& a) { return make(Op::neg, {a}); }
  friend Expr operator+(const Expr& a) { return a; }
  Expr& operator+=(const Expr& o) { return *this = *this + o; }
  Expr& operator-=(const Expr& o) { return *this = *this - o; }
  Expr& operator*=(const Expr& o) { return *this = *this * o; }
  Expr& operator/=(const Expr& o) { return *this = *this / o; }

 private:
  explicit Expr(const ExprNode* node) : node_(node) {}
  friend struct ExprTable;
  const ExprNode* node_;
};

/// By creation, for ordered containers. There is no operator<: a formula over any scalar that compares its numbers must
/// not compile with expressions and compare their ages.
struct CreationOrder {
  bool operator()(const Expr& a, const Expr& b) const { return a.serial() < b.serial(); }
};
template <class T>
using ExprMap = std::map<Expr, T, CreationOrder>;

struct ExprNode {
  Op op;
  int index;                // polygamma order; Rel of a select
  Rational value;           // constant
  std::string name;         // variable, apply
  std::vector<int> orders;  // apply
  std::vector<Expr> args;
  std::uint64_t serial;
  std::size_t hash;
  std::uint32_t tree_size;    // nodes counted with repetition, saturating
  std::uint32_t depth;        // nodes on the longest way down
  std::uint32_t binders = 0;  // sums and products over ranges inside each other
};

inline Op Expr::op() const { return node_->op; }
inline std::span<const Expr> Expr::args() const { return node_->args; }
inline const Rational& Expr::value() const { return node_->value; }
inline const std::string& Expr::name() const { return node_->name; }
inline std::uint64_t Expr::serial() const { return node_->serial; }
inline bool Expr::is_constant(const Rational& q) const { return is_constant() && value() == q; }

/// A sum or a product over a range.
inline bool is_repeated(const Expr& e) { return e.op() == Op::sum || e.op() == Op::prod; }
inline bool is_integral(const Expr& e) { return e.op() == Op::integral; }
/// What binds a variable in its third argument.
inline bool binds(const Expr& e) { return is_repeated(e) || is_integral(e); }
/// The arguments in which nothing is bound.
inline std::span<const Expr> outer_args(const Expr& e) { return binds(e) ? e.args().first(2) : e.args(); }
/// What has a value at a point that nothing inside it tells without more being known: applications of arbitrary
/// functions and sequences, sums and products over ranges, integrals. Evaluations take their values as inputs.
inline bool is_opaque(const Expr& e) { return e.op() == Op::apply || e.op() == Op::sequence || binds(e); }
/// The canonical name of the variable that a sum, product or integral binds.
Expr index_of(const Expr& binder);
/// The body of a sum, product or integral, with `value` for its variable.
Expr body_at(const Expr& binder, const Expr& value);
/// An end of an integral; nothing if it is infinite.
std::optional<Expr> low_of(const Expr& integral);
std::optional<Expr> high_of(const Expr& integral);
/// e with every sum and product whose ends are integers of at most `most` terms written out; nothing inside a longer
/// one is.
Expr written_out(const Expr& e, long most);
/// A variable that no expression has, for as long as this object lives: a body is taken out of its sum with it, and put
/// back by Expr::repeated. `real`: the variable of an integral; else it stands for an integer.
class FreshIndex {
 public:
  explicit FreshIndex(bool real = false);
  ~FreshIndex();
  FreshIndex(const FreshIndex&) = delete;
  FreshIndex& operator=(const FreshIndex&) = delete;
  [[nodiscard]] const Expr& variable() const { return variable_; }

 private:
  Expr variable_;
};

// The Scalar interface: every function records a node.
inline Expr exp(const Expr& x) { return Expr::make(Op::exp, {x}); }
inline Expr log(const Expr& x) { return Expr::make(Op::log, {x}); }
inline Expr log1p(const Expr& x) { return Expr::make(Op::log1p, {x}); }
inline Expr expm1(const Expr& x) { return Expr::make(Op::expm1, {x}); }
inline Expr sqrt(const Expr& x) { return Expr::make(Op::sqrt, {x}); }
inline Expr abs(const Expr& x) { return Expr::make(Op::abs, {x}); }
inline Expr min(const Expr& x, const Expr& y) { return Expr::make(Op::min, {x, y}); }
inline Expr max(const Expr& x, const Expr& y) { return Expr::make(Op::max, {x, y}); }
inline Expr cosh(const Expr& x) { return Expr::make(Op::cosh, {x}); }
inline Expr sinh(const Expr& x) { return Expr::make(Op::sinh, {x}); }
inline Expr tanh(const Expr& x) { return Expr::make(Op::tanh, {x}); }
inline Expr floor(const Expr& x) { return Expr::make(Op::floor, {x}); }
inline Expr ceil(const Expr& x) { return Expr::make(Op::ceil, {x}); }
inline Expr xlogy(const Expr& x, const Expr& y) { return Expr::make(Op::xlogy, {x, y}); }
inline Expr lgamma(const Expr& x) { return Expr::make(Op::lgamma, {x}); }
inline Expr polygamma(int k, const Expr& x) { return Expr::make(Op::polygamma, {x}, k); }
inline Expr digamma(const Expr& x) { return polygamma(0, x); }
inline Expr trigamma(const Expr& x) { return polygamma(1, x); }
inline Expr erf(const Expr& x) { return Expr::make(Op::erf, {x}); }
inline Expr erfc(const Expr& x) { return Expr::make(Op::erfc, {x}); }
inline Expr normal_cdf(const Expr& x) { return Expr::make(Op::normal_cdf, {x}); }
inline Expr sin(const Expr& x) { return Expr::make(Op::sin, {x}); }
inline Expr cos(const Expr& x) { return Expr::make(Op::cos, {x}); }
inline Expr atan(const Expr& x) { return Expr::make(Op::atan, {x}); }
inline Expr pow(const Expr& x, const Expr& y) { return Expr::make(Op::pow, {x, y}); }
inline Expr pow(const Expr& x, int n) { return Expr::make(Op::pow, {x, Expr(n)}); }
/// x where `a rel b`, else y.
inline Expr select(Rel rel, const Expr& a, const Expr& b, const Expr& x, const Expr& y) {
  return Expr::make(Op::select, {a, b, x, y}, static_cast<int>(rel));
}

/// A relation lhs rel rhs.
struct Relation {
  Rel rel = Rel::ge;
  Expr lhs, rhs;
  friend bool operator==(const Relation&, const Relation&) = default;
};

/// Text in the statement language; reads back to the same expression.
std::string to_text(const Expr& e);
std::string to_text(const Relation& r);
/// LaTeX (mathematics mode, without delimiters).
std::string to_latex(const Expr& e);

/// The variables of e, by name, sorted.
std::vector<std::string> variables_of(const Expr& e);
bool depends_on(const Expr& e, const Expr& variable);
/// Number of distinct nodes.
std::size_t size_of(const Expr& e);

/// Simultaneous substitution for variables.
Expr substitute(const Expr& e, const ExprMap<Expr>& replacement);
Relation substitute(const Relation& r, const ExprMap<Expr>& replacement);

/// e, rebuilt bottom-up with `rebuild(original, new arguments)`, which may write to these; shared nodes are visited
/// once.
Expr transform(const Expr& e, const std::function<Expr(const Expr&, std::span<Expr>)>& rebuild);
/// The same operation on other arguments; e itself if they are its own.
Expr with_args(const Expr& e, std::span<const Expr> args);
/// e with `by` in place of every occurrence of the node `from`.
Expr replaced(const Expr& e, const Expr& from, const Expr& by);

/// Partial derivative as flat sums and products, with numbers combined and nothing multiplied out. At kinks (abs, min,
/// max) it is that of the side u >= 0; floor and ceil differentiate to 0; the caller must know that he is away from
/// them (`is_smooth_in`). Through the body of a sum whose ends do not contain the variable; throws Error (unsupported)
/// for other sums, products over ranges and sequences that contain it.
Expr derivative(const Expr& e, const Expr& variable);
/// False if e contains abs, min, max, floor, ceil, select, a sequence or a product over a range applied to something
/// that depends on the variable, or a sum with such an end.
bool is_smooth_in(const Expr& e, const Expr& variable);

// Constructors that fold: 0 + x = x, 1 * x = x, 0 * x = 0, constants combined.
Expr add(const Expr& a, const Expr& b);
Expr sub(const Expr& a, const Expr& b);
Expr mul(const Expr& a, const Expr& b);
Expr quotient(const Expr& a, const Expr& b);
Expr negate(const Expr& a);
Expr power(const Expr& a, const Expr& b);

}  // namespace dpcert

template <>
struct std::hash<dpcert::Expr> {
  std::size_t operator()(const dpcert::Expr& e) const { return e.node().hash; }
};
