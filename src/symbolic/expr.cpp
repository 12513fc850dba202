#include "dpcert/symbolic/expr.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <deque>
#include <list>
#include <mutex>
#include <set>

#include "dpcert/core/error.hpp"
#include "src/core/hash.hpp"
#include "src/core/work.hpp"
#include "src/symbolic/functions.hpp"

namespace dpcert {

std::string_view to_string(Rel rel) {
  switch (rel) {
    case Rel::ge:
      return ">=";
    case Rel::gt:
      return ">";
    case Rel::le:
      return "<=";
    case Rel::lt:
      return "<";
    case Rel::eq:
      return "=";
  }
  return "?";
}

Rel swapped(Rel rel) {
  switch (rel) {
    case Rel::ge:
      return Rel::le;
    case Rel::gt:
      return Rel::lt;
    case Rel::le:
      return Rel::ge;
    case Rel::lt:
      return Rel::gt;
    case Rel::eq:
      return Rel::eq;
  }
  return rel;
}

Rel negated(Rel rel) {
  switch (rel) {
    case Rel::ge:
      return Rel::lt;
    case Rel::gt:
      return Rel::le;
    case Rel::le:
      return Rel::gt;
    case Rel::lt:
      return Rel::ge;
    case Rel::eq:
      break;
  }
  throw Error(ErrorCode::unsupported, "negation", "an inequality", "an equation, whose negation is not one relation");
}

// What makes a node. Most of them are in the table already: those cost the search there and nothing else.
struct NodeParts {
  Op op;
  int index = 0;
  std::span<const Expr> args = {};
  const Rational* value = nullptr;  // of a constant
  std::string_view name = {};
  std::span<const int> orders = {};
  std::size_t hash = 0;

  void take_hash() {
    hash = static_cast<std::size_t>(op) * 0x9e3779b97f4a7c15ULL + static_cast<std::size_t>(index);
    const auto mix = [this](std::size_t v) { hash ^= v + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2); };
    for (const auto& a : args) mix(a.node().hash * 31 + a.serial());
    if (!name.empty()) mix(fnv1a(name));
    for (const int k : orders) mix(static_cast<std::size_t>(k));
    if (value) mix(value->hash());
  }
};

// The table of all nodes, on shelves with a lock each, so that threads seldom wait for one another.
struct ExprTable {
  // A node beside its hash: whoever walks a bucket of the index then opens only nodes that may be the one sought.
  struct Slot {
    std::size_t hash;
    const ExprNode* node;
  };
  struct SlotHash {
    using is_transparent = void;
    std::size_t operator()(const Slot& s) const { return s.hash; }
    std::size_t operator()(const NodeParts& p) const { return p.hash; }
  };
  struct SlotEqual {
    using is_transparent = void;
    bool operator()(const Slot& a, const Slot& b) const { return a.node == b.node; }
    bool operator()(const NodeParts& p, const Slot& s) const {
      if (p.hash != s.hash) return false;
      const ExprNode& n = *s.node;
      return p.op == n.op && p.index == n.index && std::ranges::equal(p.args, n.args) && p.name == n.name &&
             std::ranges::equal(p.orders, n.orders) && (!p.value || *p.value == n.value);
    }
    bool operator()(const Slot& s, const NodeParts& p) const { return (*this)(p, s); }
  };
  struct alignas(64) Shelf {
    std::mutex mutex;
    std::deque<ExprNode> nodes;  // a deque keeps addresses stable
    boost::unordered_flat_set<Slot, SlotHash, SlotEqual> index;
  };
  std::array<Shelf, 16> shelves;
  std::atomic<std::uint64_t> created = 0;

  static ExprTable& instance() {
    static auto* table = new ExprTable;  // never destroyed: expressions may live in other statics
    return *table;
  }

  static Expr intern(NodeParts parts) {
    parts.take_hash();
    const ExprNode* kept = instance().keep(parts);
    count_node(kept->serial, kept->op == Op::constant ? 1 + kept->value.bits() / 1024 : 1);
    return Expr(kept);
  }
  const ExprNode* keep(const NodeParts& parts) {
    Shelf& shelf = shelves[(parts.hash * 0x9e3779b97f4a7c15ULL) >> 60];
    const std::lock_guard lock(shelf.mutex);
    if (const auto found = shelf.index.find(parts); found != shelf.index.end()) return found->node;
    // A node is younger than its arguments: whoever has them has seen their numbers given.
    shelf.nodes.push_back(node_of(parts, created.fetch_add(1)));
    shelf.index.insert({parts.hash, &shelf.nodes.back()});
    return &shelf.nodes.back();
  }
  static ExprNode node_of(const NodeParts& parts, std::uint64_t serial) {
    ExprNode node{parts.op,
                  parts.index,
                  parts.value ? *parts.value : Rational(),
                  std::string(parts.name),
                  {parts.orders.begin(), parts.orders.end()},
                  {parts.args.begin(), parts.args.end()},
                  serial,
                  parts.hash,
                  1,
                  1};
    std::uint64_t size = 1;
    std::uint32_t depth = 0;
    for (const auto& a : node.args) {
      size += a.node().tree_size, depth = std::max(depth, a.node().depth);
      node.binders = std::max(node.binders, a.node().binders);
    }
    if (node.op == Op::sum || node.op == Op::prod || node.op == Op::integral)
      node.binders = std::max(node.binders, node.args[2].node().binders + 1);
    node.depth = depth + 1;
    node.tree_size = static_cast<std::uint32_t>(std::min<std::uint64_t>(size, UINT32_MAX / 8));
    return node;
  }
};

Expr::Expr() : Expr(Rational(0)) {}
Expr::Expr(const Rational& q) : node_(ExprTable::intern({.op = Op::constant, .value = &q}).node_) {}
Expr Expr::variable(std::string_view name) { return ExprTable::intern({.op = Op::variable, .name = name}); }
Expr Expr::pi() { return ExprTable::intern({.op = Op::pi}); }
Expr Expr::apply(std::string_view name, std::vector<int> orders, std::vector<Expr> args) {
  return ExprTable::intern({.op = Op::apply, .args = args, .name = name, .orders = orders});
}
Expr Expr::sequence(std::string_view name, std::vector<Expr> args) {
  return ExprTable::intern({.op = Op::sequence, .args = args, .name = name});
}
Expr Expr::make(Op op, std::span<const Expr> args, int index) {
  count_work(1);
  return ExprTable::intern({.op = op, .index = index, .args = args});
}
Expr Expr::make(Op op, std::initializer_list<Expr> args, int index) {
  return make(op, std::span(args.begin(), args.size()), index);
}

namespace {

template <class T>
using FlatMap = boost::unordered_flat_map<Expr, T, std::hash<Expr>>;

// The canonical name that a sum, product or integral with this body binds.
Expr canonical_index(Op binder, const Expr& body) {
  return Expr::variable((binder == Op::integral ? "$" : "#") + std::to_string(body.node().binders + 1));
}
bool is_canonical_index(const Expr& e) {
  return e.op() == Op::variable && e.name().size() > 1 && (e.name()[0] == '#' || e.name()[0] == '$') &&
         e.name()[1] >= '1' && e.name()[1] <= '9';
}

// One name for another, where no sum inside binds either of them. Names do not change how many sums are inside each
// other, so no sum is bound anew.
Expr renamed(const Expr& root, const Expr& from, const Expr& to) {
  if (root == from) return to;
  FlatMap<Expr> done;
  std::vector<std::pair<Expr, bool>> stack{{root, false}};
  std::vector<Expr> args;
  while (!stack.empty()) {
    const auto [e, ready] = stack.back();
    stack.pop_back();
    if (e.args().empty()) {
      done.try_emplace(e, e == from ? to : e);
      continue;
    }
    if (done.contains(e)) continue;
    if (!ready) {
      stack.emplace_back(e, true);
      for (const auto& a : e.args()) stack.emplace_back(a, false);
      continue;
    }
    args.clear();
    for (const auto& a : e.args()) args.push_back(done.at(a));
    done.emplace(e, e == from ? to : with_args(e, args));
  }
  count_work(done.size());
  return done.at(root);
}

thread_local unsigned open_indices = 0;

}  // namespace

FreshIndex::FreshIndex(bool real) : variable_(Expr::variable((real ? "$o" : "#o") + std::to_string(open_indices++))) {}
FreshIndex::~FreshIndex() { --open_indices; }

Expr Expr::repeated(Op op, const Expr& index, const Expr& low, const Expr& high, const Expr& body) {
  return make(op, {low, high, renamed(body, index, canonical_index(op, body))});
}
Expr Expr::integral(const Expr& variable, const std::optional<Expr>& low, const std::optional<Expr>& high,
                    const Expr& body) {
  return make(
      Op::integral,
      {low.value_or(Expr(0)), high.value_or(Expr(0)), renamed(body, variable, canonical_index(Op::integral, body))},
      (low ? 0 : 1) + (high ? 0 : 2));
}

Expr index_of(const Expr& e) { return canonical_index(e.op(), e.arg(2)); }
std::optional<Expr> low_of(const Expr& e) { return e.node().index & 1 ? std::nullopt : std::optional(e.arg(0)); }
std::optional<Expr> high_of(const Expr& e) { return e.node().index & 2 ? std::nullopt : std::optional(e.arg(1)); }

Expr body_at(const Expr& e, const Expr& value) {
  const FreshIndex index(is_integral(e));
  return substitute(renamed(e.arg(2), index_of(e), index.variable()), {{index.variable(), value}});
}

// The bodies of sums are gone through with names of their own, which no outer sum and no new part has.
Expr transform(const Expr& root, const std::function<Expr(const Expr&, std::span<Expr>)>& rebuild) {
  FlatMap<Expr> done;
  std::list<FreshIndex> indices;
  FlatMap<std::pair<Expr, Expr>> opened;  // of a sum: its index, its body
  std::vector<std::pair<Expr, bool>> stack{{root, false}};
  std::vector<Expr> args;
  while (!stack.empty()) {
    const auto [e, ready] = stack.back();
    stack.pop_back();
    if (done.contains(e)) continue;
    const bool binder = binds(e);
    if (!ready) {
      stack.emplace_back(e, true);
      for (const auto& a : outer_args(e)) stack.emplace_back(a, false);
      if (binder && !opened.contains(e)) {
        const Expr& index = indices.emplace_back(is_integral(e)).variable();
        const Expr body = renamed(e.arg(2), index_of(e), index);
        opened.emplace(e, std::pair{index, body});
        stack.emplace_back(body, false);
      }
      continue;
    }
    args.clear();
    for (const auto& a : outer_args(e)) args.push_back(done.at(a));
    if (binder) {
      const auto& [index, body] = opened.at(e);
      const Expr& now = done.at(body);
      args.push_back(renamed(now, index, canonical_index(e.op(), now)));
    }
    done.emplace(e, rebuild(e, args));
  }
  while (!indices.empty()) indices.pop_back();
  count_work(done.size());
  return done.at(root);
}

Expr with_args(const Expr& e, std::span<const Expr> args) {
  if (args.empty() || std::ranges::equal(args, e.args())) return e;
  if (e.op() == Op::apply) return Expr::apply(e.name(), e.node().orders, {args.begin(), args.end()});
  if (e.op() == Op::sequence) return Expr::sequence(e.name(), {args.begin(), args.end()});
  return Expr::make(e.op(), args, e.node().index);
}

Expr written_out(const Expr& e, long most) {
  if (e.node().binders == 0) return e;
  return transform(e, [most](const Expr& old, std::span<const Expr> args) {
    const Expr now = with_args(old, args);
    if (!is_repeated(now) || !now.arg(0).is_constant() || !now.arg(1).is_constant()) return now;
    const auto low = now.arg(0).value().to_int64(), high = now.arg(1).value().to_int64();
    if (!low || !high || Rational(*high) - Rational(*low) >= Rational(most)) return now;
    const bool is_sum = now.op() == Op::sum;
    if (*low > *high) return Expr(is_sum ? 0 : 1);
    Expr total = body_at(now, *low);
    for (auto k = *low + 1; k <= *high; ++k) {
      const Expr next = body_at(now, k);
      total = is_sum ? total + next : total * next;
    }
    return total;
  });
}

Expr replaced(const Expr& e, const Expr& from, const Expr& by) {
  return transform(
      e, [&](const Expr& old, std::span<const Expr> args) { return old == from ? by : with_args(old, args); });
}

namespace {

template <class Visit>
void visit_nodes(const Expr& root, Visit visit) {
  boost::unordered_flat_set<Expr, std::hash<Expr>> seen;
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (!seen.insert(e).second) continue;
    visit(e);
    for (const auto& a : e.args()) stack.push_back(a);
  }
}

}  // namespace

Expr substitute(const Expr& e, const ExprMap<Expr>& replacement) {
  if (replacement.empty()) return e;
  return transform(e, [&](const Expr& old, std::span<const Expr> args) {
    if (old.op() == Op::variable) {
      const auto found = replacement.find(old);
      return found == replacement.end() ? old : found->second;
    }
    return with_args(old, args);
  });
}

Relation substitute(const Relation& r, const ExprMap<Expr>& replacement) {
  return {r.rel, substitute(r.lhs, replacement), substitute(r.rhs, replacement)};
}

std::vector<std::string> variables_of(const Expr& e) {
  std::set<std::string> names;
  visit_nodes(e, [&](const Expr& n) {
    if (n.op() == Op::variable && !is_canonical_index(n)) names.insert(n.name());
  });
  return {names.begin(), names.end()};
}

bool depends_on(const Expr& e, const Expr& variable) {
  bool found = false;
  visit_nodes(e, [&](const Expr& n) { found = found || n == variable; });
  return found;
}

std::size_t size_of(const Expr& e) {
  std::size_t n = 0;
  visit_nodes(e, [&](const Expr&) { ++n; });
  return n;
}

bool is_smooth_in(const Expr& e, const Expr& variable) {
  bool smooth = true;
  visit_nodes(e, [&](const Expr& n) {
    if (regularity_of(n.op()) != Regularity::smooth && depends_on(n, variable)) smooth = false;
    if (n.op() == Op::sum && (depends_on(n.arg(0), variable) || depends_on(n.arg(1), variable))) smooth = false;
  });
  return smooth;
}

Expr add(const Expr& a, const Expr& b) {
  if (a.is_constant(0)) return b;
  if (b.is_constant(0)) return a;
  if (a.is_constant() && b.is_constant()) return a.value() + b.value();
  if (b.op() == Op::neg) return sub(a, b.arg(0));
  return a + b;
}

Expr sub(const Expr& a, const Expr& b) {
  if (b.is_constant(0)) return a;
  if (a == b) return 0;
  if (a.is_constant(0)) return negate(b);
  if (a.is_constant() && b.is_constant()) return a.value() - b.value();
  return a - b;
}

Expr negate(const Expr& a) {
  if (a.is_constant()) return -a.value();
  if (a.op() == Op::neg) return a.arg(0);
  return -a;
}

Expr mul(const Expr& a, const Expr& b) {
  if (a.is_constant(0) || b.is_constant(0)) return 0;
  if (a.is_constant(1)) return b;
  if (b.is_constant(1)) return a;
  if (a.is_constant() && b.is_constant()) return a.value() * b.value();
  if (a.is_constant(-1)) return negate(b);
  if (b.is_constant(-1)) return negate(a);
  if (a.op() == Op::neg) return negate(mul(a.arg(0), b));
  if (b.op() == Op::neg) return negate(mul(a, b.arg(0)));
  if (b.is_constant()) return mul(b, a);
  if (a.is_constant() && b.op() == Op::mul && b.arg(0).is_constant())
    return mul(Expr(a.value() * b.arg(0).value()), b.arg(1));
  return a * b;
}

Expr quotient(const Expr& a, const Expr& b) {
  if (b.is_constant(1)) return a;
  if (a.is_constant(0)) return 0;
  if (b.is_constant() && !b.is_constant(0)) return mul(Expr(Rational(1) / b.value()), a);
  return a / b;
}

Expr power(const Expr& a, const Expr& b) {
  if (b.is_constant(1)) return a;
  if (b.is_constant(0)) return 1;
  if (a.is_constant() && b.is_constant() && !a.is_constant(0)) {
    if (const auto n = b.value().to_int64(); n && std::abs(*n) <= 64) return pow(a.value(), *n);
  }
  return pow(a, b);
}

}  // namespace dpcert
