// Expressions: immutable nodes shared in a pool, so that an expression is a number and equal expressions are the same
// number.
#pragma once

#include <bitset>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
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

// Polygamma has its order in k (digamma is order 0). Sgn is the derivative of abs: it has no notation outside.
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
  Sgn,
  Fun
};

struct Node {
  Op op;
  int k = 0;                // variable, order of a polygamma, or function
  std::vector<Ex> args;     // sums and products have any number
  std::vector<int> orders;  // of a derivative of a Fun, one for each argument
  Q num;
  int depth = 1;
  std::bitset<kMaxVariables> vars = {};
};

struct Relation {
  Ex lhs = 0, rhs = 0;
  Rel rel = Rel::Ge;
};

// A side condition on u (for Xlogy, IntPow and RealPow on the pair u, v): what must hold for an expression to be
// defined.
struct Condition {
  enum Kind { Positive, NonNegative, NonZero, Xlogy, IntPow, RealPow, Defined, Never } kind;
  Ex u = 0, v = 0;
  bool pair() const { return kind == Xlogy || kind == IntPow || kind == RealPow; }
  bool operator==(const Condition&) const = default;
};

// A relation, and what must hold besides the definedness of its two sides: a derivative taken at elaboration no longer
// shows where the function itself was defined and smooth.
struct Stated {
  Relation relation;
  std::vector<Condition> extra;
};
// For every real y in [lo, hi].
struct Forall {
  int y = 0;
  Ex lo = 0, hi = 0;
  std::vector<Condition> ends;  // besides the definedness of lo and hi
  Stated body;
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
  Ex add(std::vector<Ex> args);
  Ex mul(std::vector<Ex> args);
  Ex sub(Ex a, Ex b) { return add({a, neg(b)}); }
  Ex neg(Ex a) { return mul({num(-1), a}); }
  Ex div(Ex a, Ex b);
  Ex pow(Ex a, Ex b);
  Ex call(Op op, std::vector<Ex> args, int k = 0, std::vector<int> orders = {});
  Ex diff_of(const Relation& r) { return sub(r.lhs, r.rhs); }

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
  // Replaces applications of functions: body(k, orders, args).
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
  struct Conditions;                 // conditions.cpp
  std::vector<bool> unseen() const;  // one entry a node
  // derivative.cpp
  Ex derivative_of(Ex e, int x);
  Ex derivative_of_sum(const Node&n, int x), derivative_of_product(const Node&n, int x),
      derivative_of_fun(const Node&n, int x);
  Ex slope_of(Ex e);  // of a function of one argument, in that argument
  Ex times(std::vector<Ex> f);
  // Whether every part of e is a `yes`: at a `look` the arguments decide.
  enum class Part : char { no, yes, look };
  bool all_parts(Ex e, const std::function<Part(const Node&)>& kind) const;

  Work own_;
  Work* work_ = &own_;
  std::deque<Node> nodes_;  // references stay valid while it grows
  std::size_t arguments_ = 0;
  std::unordered_map<std::string, Ex> known_;
  std::vector<std::string> names_;
  std::map<std::string, int> ids_;
  std::map<std::pair<Ex, int>, Ex> derivatives_;
};

}  // namespace dpcert::checker
