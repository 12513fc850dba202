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

#include "verify/checker/numbers/number.hpp"
#include "verify/checker/numbers/work.hpp"

namespace dpcert::checker {

using Ex = std::uint32_t;
constexpr std::size_t kMaxVariables = 256;

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

enum class Rel : char { Ge, Gt, Eq };
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

  // An integer variable is integer by declaration; which ones are is the same in all contexts of a statement.
  std::bitset<kMaxVariables> integers;
  // A sum or product of integer variables and integers; `floors`: and of floors and ceilings.
  bool integer_valued(Ex e, bool floors = false) const;

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

  // Inner conditions come before outer ones.
  void defined(Ex e, std::vector<Condition>& out);
  // Conditions with what makes their own expressions defined in front: only then do they say something.
  std::vector<Condition> grounded(const std::vector<Condition>& all);
  // Beyond being defined: where e is smooth in x (nodes that do not contain x are only required to be defined).
  void smooth(Ex e, int x, std::vector<Condition>& out);
  // Less than smooth: e is defined, and continuous in x.
  void continuous(Ex e, int x, std::vector<Condition>& out);

 private:
  Ex intern(Node n);
  Ex with_args(const Node& n, std::vector<Ex> args);
  enum class Ask : char { defined, continuous, smooth };
  std::vector<bool> unseen() const;  // one entry a node
  void conditions(Ex e, int x, Ask ask, std::vector<Condition>& out, std::vector<bool>& seen);
  Ex derivative_of(Ex e, int x);
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
