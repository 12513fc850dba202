// Expressions: immutable nodes shared in a pool, so that an expression is a number and equal expressions are the same
// number.
#pragma once

#include <bitset>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "verify/checker/numbers/interval.hpp"
#include "verify/checker/numbers/limits.hpp"
#include "verify/checker/numbers/work.hpp"

namespace dpcert::checker {

using Ex = std::uint32_t;
constexpr std::size_t kMaxVariables = Limits::variables;
// The variables that are read as integers. Which they are is a matter of the context: an integer variable is real on
// the way to an end of its interval, and a power y^n has another domain there. So whoever asks about a power says how
// it is read; a reading is an argument everywhere, and nowhere kept beside the expressions.
using Integers = std::bitset<kMaxVariables>;

// Polygamma has its order in k (digamma is order 0). Sgn is the derivative of abs: it has no notation outside. Seq is a
// sequence: a function of integers. Sum, Prod and Integral have the arguments a, b and the body, and bind the variable
// k in the body alone: an integer, or for an integral a real number. An infinite end of an integral is no expression:
// its orders say which ends are infinite, and the argument there means nothing.
enum class Op : char {
  Num,
  Var,
  Pi,
  Add,
  Mul,
  Div,
  Pow,
  Exp,
  Log,
  Log1p,
  Expm1,
  Sqrt,
  Abs,
  Min,
  Max,
  Cosh,
  Sinh,
  Tanh,
  Floor,
  Ceil,
  Xlogy,
  Lgamma,
  Polygamma,
  Erf,
  Erfc,
  NormalCdf,
  Sin,
  Cos,
  Atan,
  Sgn,
  Fun,
  Seq,
  Sum,
  Prod,
  Integral
};

struct Node {
  Op op;
  int k = 0;                // variable, order of a polygamma, function, or bound variable
  std::vector<Ex> args;     // sums and products have any number
  std::vector<int> orders;  // of a derivative of a Fun, one for each argument
  Q num;
  int depth = 1;
  int height = 0;                        // of binders, one inside the other
  std::bitset<kMaxVariables> vars = {};  // free ones
  bool binds() const { return op == Op::Sum || op == Op::Prod || op == Op::Integral; }
  bool ranges() const { return op == Op::Sum || op == Op::Prod; }
  // Of an integral.
  bool infinite(bool low) const { return orders[low ? 0 : 1] != 0; }
  int mark() const { return orders[2]; }
};

struct Relation {
  Ex lhs = 0, rhs = 0;
  Rel rel = Rel::Ge;
};

// A side condition on u (for Xlogy, IntPow and RealPow on the pair u, v): what must hold for an expression to be
// defined. Each: u is a sum or product, and its body is defined at each index of its range. Within: u is a marked
// integral, see `Pool::integral`. Exists: u is an integral, defined at each place between its ends, and integrable; v
// is a marked one that says where this is known without a proof.
struct Condition {
  enum Kind {
    Positive,
    NonNegative,
    NonZero,
    Xlogy,
    IntPow,
    RealPow,
    Defined,
    Never,
    Each,
    Within,
    Exists
  } kind = Never;
  Ex u = 0, v = 0;
  bool pair() const { return kind == Xlogy || kind == IntPow || kind == RealPow || kind == Exists; }
  bool operator==(const Condition&) const = default;
};

// A relation, and what must hold besides the definedness of its two sides: a derivative taken at elaboration no longer
// shows where the function itself was defined and smooth.
struct Stated {
  Relation relation;
  std::vector<Condition> extra;
};
// For every real y in [lo, hi], or for every integer, then perhaps without an upper end; and then for every integer
// between further ends, which may contain those before them.
struct Quantifier {
  int y = 0;
  bool integer = false, endless = false;  // endless: hi is lo
  Ex lo = 0, hi = 0;
  std::vector<Condition> ends;  // besides the definedness of lo and hi
};
struct Forall : Quantifier {
  std::vector<Quantifier> inner;
  Stated body;
  std::size_t after = 0;  // the number of hypotheses in front of it
};
// The sequence with the values that the first equations give, from the index `from` on, and the recursion for every
// integer y >= from.
struct Definition {
  int sequence = 0;
  Q from;
  std::vector<Stated> first;
  int y = 0;
  Stated step;
  std::size_t after = 0;  // the number of hypotheses in front of it
};

class Pool {
 public:
  Pool() = default;  // with limits of its own
  explicit Pool(Work& work) : work_(&work) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  // Everything that is done with expressions of this pool counts here.
  Work& work() const { return *work_; }

  // Making never drops a part that could be undefined: 0*log(x) stays as it is.
  Ex num(const Q& q);
  Ex var(const std::string& name);
  Ex pi() { return intern({Op::Pi, 0, {}, {}, {}}); }
  Ex add(const std::vector<Ex>& args);
  Ex mul(const std::vector<Ex>& args);
  Ex sub(Ex a, Ex b) { return add({a, neg(b)}); }
  Ex neg(Ex a) { return mul({num(-1), a}); }
  Ex div(Ex a, Ex b);
  Ex pow(Ex a, Ex b);
  Ex call(Op op, std::vector<Ex> args, int k = 0, std::vector<int> orders = {});
  Ex diff_of(const Relation& r) { return sub(r.lhs, r.rhs); }

  // The sum or product over the integers x from a to b. The name that it binds follows from the height of the body
  // alone, so equal sums are the same number however their index was called; no text can contain it. Short ranges with
  // literal ends are written out.
  Ex bind(Op op, Ex a, Ex b, Ex body, int x);
  // The body of a sum or product, its index called `index_of` the node; no goal contains this variable.
  Ex opened(const Node& n);
  int index_of(const Node& n);
  // A variable that no text can contain and that is an integer wherever it stands; one that is real.
  int index_id(char kind, int i);
  int real_id(char kind, int i);
  // The integral over the reals x from a to b; an end that is not given is infinite. It binds a name as a sum does.
  // With a mark it is no number but a condition in the shape of an integral, for what is put into an integral later
  // must be put into its conditions as well: `between`: the body is defined at each x with a < x < b; `closed`: both
  // ends are finite, a <= b, and the first argument of the body is defined at each x with a <= x <= b.
  enum Mark : int { number, between, closed };
  Ex integral(std::optional<Ex> a, std::optional<Ex> b, Ex body, int x, Mark mark = number);
  std::optional<Ex> end_of(const Node& n, bool low) const {
    return n.infinite(low) ? std::nullopt : std::optional(n.args[low ? 0 : 1]);
  }
  // Whether a power of e is read otherwise than it stands in this witness of conditions, or a condition never holds:
  // then an integral that is now the same expression need not exist because the other one does.
  bool read_alike(Ex witness, const Integers& integers) const;
  int bound_integer(char kind, int i);  // the same without the limit of sums
  Ex variable(int id) { return var(names_[id]); }
  // The integers from a to b, if they are literal and few enough to be written out.
  std::optional<std::pair<Q, Q>> short_range(Ex a, Ex b) const;
  // Whether what is an integer in a power, a range or a sequence is still one after the change. A power y^k has a value
  // at any base, and y^floor(z), whose exponent does not show that it is an integer, is read as one of a base >= 0.
  bool keeps_integers(std::vector<Ex> all, const Integers& before, const Integers& after,
                      const std::function<Ex(Ex)>& change);
  bool keeps_integers(Ex e, int x, Ex by, const Integers& integers);
  // Whether nothing else binds a name in e.
  bool binds_only(Ex e, Op op) const;
  // Whether a part of e is an application of this sequence.
  bool applies(Ex e, int sequence) const;
  // What a hypothesis for all y says of all that is inside, at y = e.
  Forall instance(const Forall& f, Ex e);
  // What is defined where the condition holds; of few functions, for a condition below a binder.
  Ex witness(const Condition& c);

  const Node& operator[](Ex e) const { return nodes_[e]; }
  bool is_num(Ex e) const { return nodes_[e].op == Op::Num; }
  bool is_zero(Ex e) const { return is_num(e) && nodes_[e].num.sign() == 0; }
  bool depends(Ex e, int x) const { return nodes_[e].vars[x]; }
  bool depends(const Condition& c, int x) const { return depends(c.u, x) || (c.pair() && depends(c.v, x)); }
  int var_id(const std::string& name);
  const std::string& var_name(int id) const { return names_[id]; }

  // A sum or product of integer variables and integers; `floors`: and of floors and ceilings.
  bool integer_valued(Ex e, const Integers& integers, bool floors = false) const;

  using Memo = std::unordered_map<Ex, Ex>;
  bool polynomial(Ex e, int x) const;
  Ex substitute(Ex e, int x, Ex by, Memo& memo);
  Ex substitute(Ex e, int x, Ex by) {
    Memo m;
    return substitute(e, x, by, m);
  }
  // Every occurrence of the node `from` becomes `by`.
  Ex replace(Ex e, Ex from, Ex by, Memo& memo);
  Ex derivative(Ex e, int x);
  // Replaces applications of functions and sequences: body(k, orders, args).
  using Body = std::function<Ex(int, const std::vector<int>&, const std::vector<Ex>&)>;
  Ex instantiate(Ex e, const Body& body, Memo& memo);

  // What must hold for e to be defined. Inner conditions come before outer ones.
  void defined(Ex e, const Integers& integers, std::vector<Condition>& out);
  // Conditions with what makes their own expressions defined in front: only then do they say something.
  std::vector<Condition> grounded(const std::vector<Condition>& all, const Integers& integers);
  // Beyond being defined: where e is smooth in x (nodes that do not contain x are only required to be defined).
  void smooth(Ex e, int x, const Integers& integers, std::vector<Condition>& out);
  // Less than smooth: e is defined, and continuous in x.
  void continuous(Ex e, int x, const Integers& integers, std::vector<Condition>& out);

 private:
  Ex intern(Node n);
  Ex with_args(const Node& n, std::vector<Ex> args);
  // binders.cpp
  Ex rename(Ex e, int x, int y, Memo& memo);
  Ex opened(const Node& n, int index);
  // `e`, which binds, with `change` done to its ends and inside, where its index is none of those to avoid.
  Ex rebuilt(Ex e, const std::function<Ex(Ex)>& change, const std::bitset<kMaxVariables>& avoid = {});
  struct Conditions;                 // conditions.cpp
  std::vector<bool> unseen() const;  // one entry a node
  // derivative.cpp
  Ex derivative_of(Ex e, int x);
  Ex derivative_of_sum(const Node&n, int x), derivative_of_product(const Node&n, int x),
      derivative_of_fun(const Node&n, int x), derivative_of_range(const Node&n, int x);
  Ex slope_of(Ex e);  // of a function of one argument, in that argument
  Ex times(const std::vector<Ex>& f);
  // Whether every part of e is a `yes`: at a `look` the arguments decide.
  enum class Part : char { no, yes, look };
  bool all_parts(Ex e, const std::function<Part(const Node&)>& kind) const;

  Work own_;
  Work* work_ = &own_;
  std::deque<Node> nodes_;  // references stay valid while it grows
  std::size_t arguments_ = 0;
  std::unordered_map<std::string, Ex> known_;
  std::vector<std::string> names_;
  Integers indices_;  // bound variables, and those that stand for one
  std::map<std::string, int> ids_;
  std::map<std::pair<Ex, int>, Ex> derivatives_;
};

}  // namespace dpcert::checker
