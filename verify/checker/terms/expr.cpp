#include "verify/checker/terms/expr.hpp"

namespace dpcert::checker {

Ex Pool::intern(Node n) {
  const std::size_t weight = n.args.size() + n.num.bits() / 32;
  work_->add(1 + weight / 2);
  std::string key(1, static_cast<char>(n.op));
  auto put = [&](std::uint32_t x) { key.append(reinterpret_cast<const char*>(&x), sizeof x); };
  put(n.k);
  for (Ex a : n.args) put(a);
  for (int o : n.orders) put(o);
  if (n.op == Op::Num) key += n.num.text();
  if (auto it = known_.find(key); it != known_.end()) return it->second;
  arguments_ += weight;
  need(nodes_.size() < Limits::nodes && arguments_ < Limits::arguments, "expressions are too large");
  for (Ex a : n.args) {
    n.depth = std::max(n.depth, nodes_[a].depth + 1);
    n.height = std::max(n.height, nodes_[a].height);
  }
  for (std::size_t i = 0; i < n.args.size(); ++i) {
    auto vars = nodes_[n.args[i]].vars;
    if (n.binds() && i == 2) vars.reset(static_cast<std::size_t>(n.k));
    n.vars |= vars;
  }
  if (n.binds()) ++n.height;
  if (n.op == Op::Var) n.vars.set(n.k);
  need(n.depth <= Limits::depth, "an expression is nested too deeply");
  nodes_.push_back(std::move(n));
  return known_[key] = static_cast<Ex>(nodes_.size() - 1);
}

Ex Pool::num(const Q& q) { return intern({Op::Num, 0, {}, {}, q}); }

int Pool::var_id(const std::string& name) {
  auto [it, fresh] = ids_.try_emplace(name, static_cast<int>(names_.size()));
  if (fresh) {
    need(names_.size() < kMaxVariables, "too many variables");
    names_.push_back(name);
  }
  return it->second;
}
Ex Pool::var(const std::string& name) { return intern({Op::Var, var_id(name), {}, {}, {}}); }

Ex Pool::add(const std::vector<Ex>& args) {
  std::vector<Ex> flat;
  Q sum;
  for (Ex a : args) {
    for (Ex b : nodes_[a].op == Op::Add ? std::vector<Ex>(nodes_[a].args) : std::vector<Ex>{a}) {
      if (is_num(b))
        sum = sum + nodes_[b].num, work_->add(sum.bits() / 64);
      else
        flat.push_back(b);
    }
    need(flat.size() < Limits::arguments_of_one, "a sum or product is too long");
  }
  if (sum.sign() != 0 || flat.empty()) flat.push_back(num(sum));
  return flat.size() == 1 ? flat[0] : intern({Op::Add, 0, std::move(flat), {}, {}});
}

Ex Pool::mul(const std::vector<Ex>& args) {
  std::vector<Ex> flat{0};
  Q product(1);
  for (Ex a : args) {
    for (Ex b : nodes_[a].op == Op::Mul ? std::vector<Ex>(nodes_[a].args) : std::vector<Ex>{a}) {
      if (is_num(b))
        product = product * nodes_[b].num, work_->add(product.bits() / 64);
      else
        flat.push_back(b);
    }
    need(flat.size() < Limits::arguments_of_one, "a sum or product is too long");
  }
  if (product == Q(1) && flat.size() > 1)
    flat.erase(flat.begin());
  else
    flat[0] = num(product);
  return flat.size() == 1 ? flat[0] : intern({Op::Mul, 0, std::move(flat), {}, {}});
}

Ex Pool::div(Ex a, Ex b) {
  if (is_num(b) && !is_zero(b)) return mul({num(Q(1) / nodes_[b].num), a});
  return intern({Op::Div, 0, {a, b}, {}, {}});
}

Ex Pool::pow(Ex a, Ex b) {
  if (is_num(b) && nodes_[b].num.small()) {
    const long e = nodes_[b].num.to_long();
    if (e == 1) return a;
    if (is_num(a) && (e >= 0 || !is_zero(a)) && std::abs(e) <= Limits::folded_power_bits &&
        nodes_[a].num.bits() * static_cast<flint_bitcnt_t>(std::abs(e)) <= Limits::folded_power_bits)
      return num(nodes_[a].num.pow(e));
  }
  return intern({Op::Pow, 0, {a, b}, {}, {}});
}

Ex Pool::call(Op op, std::vector<Ex> args, int k, std::vector<int> orders) {
  return intern({op, k, std::move(args), std::move(orders), {}});
}

bool Pool::all_parts(Ex e, const std::function<Part(const Node&)>& kind) const {
  std::unordered_set<Ex> seen{e};  // a node may be reached in exponentially many ways
  std::vector<Ex> todo{e};
  while (!todo.empty()) {
    const Node& n = nodes_[todo.back()];
    todo.pop_back();
    work_->add(1);
    const Part part = kind(n);
    if (part == Part::no) return false;
    for (std::size_t i = 0; i < n.args.size() && part == Part::look; ++i)
      if (seen.insert(n.args[i]).second) todo.push_back(n.args[i]);
  }
  return true;
}

bool Pool::integer_valued(Ex e, const Integers& integers, bool floors) const {
  return all_parts(e, [&](const Node& n) {
    if (n.op == Op::Add || n.op == Op::Mul) return Part::look;
    if (floors && (n.op == Op::Floor || n.op == Op::Ceil)) return Part::yes;
    const bool whole = n.op == Op::Num ? n.num.integer() : n.op == Op::Var && (integers[n.k] || indices_[n.k]);
    return whole ? Part::yes : Part::no;
  });
}

Ex Pool::with_args(const Node& n, std::vector<Ex> args) {
  switch (n.op) {
    case Op::Add:
      return add(args);
    case Op::Mul:
      return mul(args);
    case Op::Div:
      return div(args[0], args[1]);
    case Op::Pow:
      return pow(args[0], args[1]);
    default:
      return call(n.op, std::move(args), n.k, n.orders);
  }
}

Ex Pool::substitute(Ex e, int x, Ex by, Memo& memo) {
  if (!depends(e, x)) return e;
  if (nodes_[e].op == Op::Var) return by;
  if (auto it = memo.find(e); it != memo.end()) return it->second;
  if (nodes_[e].binds()) {
    return memo[e] = rebuilt(
               e, [&](Ex u) { return substitute(u, x, by, memo); }, nodes_[by].vars);
  }
  const Node n = nodes_[e];  // a copy: the pool grows while we walk
  std::vector<Ex> args;
  for (Ex a : n.args) args.push_back(substitute(a, x, by, memo));
  return memo[e] = with_args(n, std::move(args));
}

Ex Pool::replace(Ex e, Ex from, Ex by, Memo& memo) {
  if (e == from) return by;
  if (e < from) return e;  // arguments have smaller numbers than the node they belong to
  if (auto it = memo.find(e); it != memo.end()) return it->second;
  const Node n = nodes_[e];
  if (n.args.empty()) return e;
  if (n.binds()) {
    return memo[e] = rebuilt(
               e, [&](Ex u) { return replace(u, from, by, memo); }, nodes_[by].vars | nodes_[from].vars);
  }
  std::vector<Ex> args;
  for (Ex a : n.args) args.push_back(replace(a, from, by, memo));
  return memo[e] = args == n.args ? e : with_args(n, std::move(args));
}

Ex Pool::instantiate(Ex e, const Body& body, Memo& memo) {
  if (auto it = memo.find(e); it != memo.end()) return it->second;
  const Node n = nodes_[e];
  if (n.args.empty()) return e;
  if (n.binds()) return memo[e] = rebuilt(e, [&](Ex u) { return instantiate(u, body, memo); });
  std::vector<Ex> args;
  for (Ex a : n.args) args.push_back(instantiate(a, body, memo));
  return memo[e] = n.op == Op::Fun || n.op == Op::Seq ? body(n.k, n.orders, args) : with_args(n, std::move(args));
}

// Polynomial in x, so that it is defined for every x as soon as its coefficients are.
bool Pool::polynomial(Ex e, int x) const {
  return all_parts(e, [&](const Node& n) {
    if (!n.vars[x] || n.op == Op::Var) return Part::yes;
    if (n.op == Op::Add || n.op == Op::Mul) return Part::look;
    if (n.op == Op::Div) return n.args.size() == 2 && !depends(n.args[1], x) ? Part::look : Part::no;
    if (n.op != Op::Pow) return Part::no;
    const Node& v = nodes_[n.args[1]];
    return v.op == Op::Num && v.num.integer() && v.num.sign() >= 0 ? Part::look : Part::no;
  });
}

}  // namespace dpcert::checker
