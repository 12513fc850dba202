#include "dpcert/symbolic/expr.hpp"

#include <algorithm>
#include <deque>
#include <mutex>
#include <set>
#include <unordered_map>
#include <unordered_set>

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

// The table of all nodes. A deque keeps addresses stable.
struct ExprTable {
  struct NodeHash {
    std::size_t operator()(const ExprNode* n) const { return n->hash; }
  };
  struct NodeEqual {
    bool operator()(const ExprNode* a, const ExprNode* b) const {
      return a->hash == b->hash && a->op == b->op && a->index == b->index && a->args == b->args && a->name == b->name &&
             a->orders == b->orders && a->value == b->value;
    }
  };
  std::mutex mutex;
  std::deque<ExprNode> nodes;
  std::unordered_set<const ExprNode*, NodeHash, NodeEqual> index;

  static ExprTable& instance() {
    static auto* table = new ExprTable;  // never destroyed: expressions may live in other statics
    return *table;
  }

  static Expr intern(ExprNode node) {
    std::size_t h = static_cast<std::size_t>(node.op) * 0x9e3779b97f4a7c15ULL + static_cast<std::size_t>(node.index);
    const auto mix = [&h](std::size_t v) { h ^= v + 0x9e3779b97f4a7c15ULL + (h << 6) + (h >> 2); };
    for (const auto& a : node.args) mix(a.node().hash * 31 + a.serial());
    if (!node.name.empty()) mix(fnv1a(node.name));
    for (int k : node.orders) mix(static_cast<std::size_t>(k));
    if (node.op == Op::constant) mix(node.value.hash());
    node.hash = h;
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
    const ExprNode* kept = instance().keep(std::move(node));
    count_node(kept->serial, kept->op == Op::constant ? 1 + kept->value.bits() / 1024 : 1);
    return Expr(kept);
  }
  const ExprNode* keep(ExprNode node) {
    const std::lock_guard lock(mutex);
    if (const auto found = index.find(&node); found != index.end()) return *found;
    node.serial = nodes.size();
    nodes.push_back(std::move(node));
    index.insert(&nodes.back());
    return &nodes.back();
  }
};

Expr::Expr() : Expr(Rational(0)) {}
Expr::Expr(const Rational& q) : node_(ExprTable::intern({Op::constant, 0, q, {}, {}, {}, 0, 0, 1, 1}).node_) {}
Expr Expr::variable(std::string_view name) {
  return ExprTable::intern({Op::variable, 0, {}, std::string(name), {}, {}, 0, 0, 1, 1});
}
Expr Expr::pi() { return ExprTable::intern({Op::pi, 0, {}, {}, {}, {}, 0, 0, 1, 1}); }
Expr Expr::apply(std::string_view name, std::vector<int> orders, std::vector<Expr> args) {
  return ExprTable::intern({Op::apply, 0, {}, std::string(name), std::move(orders), std::move(args), 0, 0, 1, 1});
}
Expr Expr::sequence(std::string_view name, std::vector<Expr> args) {
  return ExprTable::intern({Op::sequence, 0, {}, std::string(name), {}, std::move(args), 0, 0, 1, 1});
}
Expr Expr::make(Op op, std::vector<Expr> args, int index) {
  count_work(1);
  return ExprTable::intern({op, index, {}, {}, {}, std::move(args), 0, 0, 1, 1});
}

namespace {

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
  std::unordered_map<Expr, Expr> done;
  std::vector<std::pair<Expr, bool>> stack{{root, false}};
  while (!stack.empty()) {
    const auto [e, ready] = stack.back();
    stack.pop_back();
    if (done.contains(e)) continue;
    if (!ready) {
      stack.emplace_back(e, true);
      for (const auto& a : e.args()) stack.emplace_back(a, false);
      continue;
    }
    std::vector<Expr> args;
    args.reserve(e.args().size());
    for (const auto& a : e.args()) args.push_back(done.at(a));
    done.emplace(e, e == from ? to : with_args(e, std::move(args)));
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
Expr transform(const Expr& root, const std::function<Expr(const Expr&, std::vector<Expr>)>& rebuild) {
  std::unordered_map<Expr, Expr> done;
  std::deque<FreshIndex> indices;
  std::unordered_map<Expr, std::pair<Expr, Expr>> opened;  // of a sum: its index, its body
  std::vector<std::pair<Expr, bool>> stack{{root, false}};
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
    std::vector<Expr> args;
    args.reserve(e.args().size());
    for (const auto& a : outer_args(e)) args.push_back(done.at(a));
    if (binder) {
      const auto& [index, body] = opened.at(e);
      const Expr& now = done.at(body);
      args.push_back(renamed(now, index, canonical_index(e.op(), now)));
    }
    done.emplace(e, rebuild(e, std::move(args)));
  }
  while (!indices.empty()) indices.pop_back();
  count_work(done.size());
  return done.at(root);
}

Expr with_args(const Expr& e, std::vector<Expr> args) {
  if (args.empty() || std::ranges::equal(args, e.args())) return e;
  if (e.op() == Op::apply) return Expr::apply(e.name(), e.node().orders, std::move(args));
  if (e.op() == Op::sequence) return Expr::sequence(e.name(), std::move(args));
  return Expr::make(e.op(), std::move(args), e.node().index);
}

Expr written_out(const Expr& e, long most) {
  if (e.node().binders == 0) return e;
  return transform(e, [most](const Expr& old, std::vector<Expr> args) {
    const Expr now = with_args(old, std::move(args));
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
      e, [&](const Expr& old, std::vector<Expr> args) { return old == from ? by : with_args(old, std::move(args)); });
}

namespace {

template <class Visit>
void visit_nodes(const Expr& root, Visit visit) {
  std::unordered_set<Expr> seen;
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
  return transform(e, [&](const Expr& old, std::vector<Expr> args) {
    if (old.op() == Op::variable) {
      const auto found = replacement.find(old);
      return found == replacement.end() ? old : found->second;
    }
    return with_args(old, std::move(args));
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
