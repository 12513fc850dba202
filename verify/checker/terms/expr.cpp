#include "verify/checker/terms/expr.hpp"

namespace dpcert::checker {

namespace {
constexpr std::size_t kMaxNodes = 4'000'000;
constexpr std::size_t kMaxArguments = 40'000'000;  // of all nodes, 32 bits of a number as one; of one, a hundredth
constexpr int kMaxDepth = 600;                     // every walk over an expression is recursive; this bounds it
}  // namespace

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
  need(nodes_.size() < kMaxNodes && arguments_ < kMaxArguments, "expressions are too large");
  for (Ex a : n.args) {
    n.depth = std::max(n.depth, nodes_[a].depth + 1);
    n.vars |= nodes_[a].vars;
  }
  if (n.op == Op::Var) n.vars.set(n.k);
  need(n.depth <= kMaxDepth, "an expression is nested too deeply");
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

Ex Pool::add(std::vector<Ex> args) {
  std::vector<Ex> flat;
  Q sum;
  for (Ex a : args) {
    for (Ex b : nodes_[a].op == Op::Add ? std::vector<Ex>(nodes_[a].args) : std::vector<Ex>{a}) {
      if (is_num(b))
        sum = sum + nodes_[b].num, work_->add(sum.bits() / 64);
      else
        flat.push_back(b);
    }
    need(flat.size() < kMaxArguments / 100, "a sum or product is too long");
  }
  if (sum.sign() != 0 || flat.empty()) flat.push_back(num(sum));
  return flat.size() == 1 ? flat[0] : intern({Op::Add, 0, std::move(flat), {}, {}});
}

Ex Pool::mul(std::vector<Ex> args) {
  std::vector<Ex> flat{0};
  Q product(1);
  for (Ex a : args) {
    for (Ex b : nodes_[a].op == Op::Mul ? std::vector<Ex>(nodes_[a].args) : std::vector<Ex>{a}) {
      if (is_num(b))
        product = product * nodes_[b].num, work_->add(product.bits() / 64);
      else
        flat.push_back(b);
    }
    need(flat.size() < kMaxArguments / 100, "a sum or product is too long");
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
    if (is_num(a) && (e >= 0 || !is_zero(a)) && std::abs(e) <= 20000 &&
        nodes_[a].num.bits() * static_cast<flint_bitcnt_t>(std::abs(e)) <= 20000)
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

bool Pool::integer_valued(Ex e, bool floors) const {
  return all_parts(e, [&](const Node& n) {
    if (n.op == Op::Add || n.op == Op::Mul) return Part::look;
    if (floors && (n.op == Op::Floor || n.op == Op::Ceil)) return Part::yes;
    return (n.op == Op::Num && n.num.integer()) || (n.op == Op::Var && integers[n.k]) ? Part::yes : Part::no;
  });
}

Ex Pool::with_args(const Node& n, std::vector<Ex> args) {
  switch (n.op) {
    case Op::Add:
      return add(std::move(args));
    case Op::Mul:
      return mul(std::move(args));
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
  std::vector<Ex> args;
  for (Ex a : n.args) args.push_back(replace(a, from, by, memo));
  return memo[e] = args == n.args ? e : with_args(n, std::move(args));
}

Ex Pool::instantiate(Ex e, const Body& body, Memo& memo) {
  if (auto it = memo.find(e); it != memo.end()) return it->second;
  const Node n = nodes_[e];
  std::vector<Ex> args;
  for (Ex a : n.args) args.push_back(instantiate(a, body, memo));
  if (n.args.empty()) return e;
  return memo[e] = n.op == Op::Fun ? body(n.k, n.orders, args) : with_args(n, std::move(args));
}

Ex Pool::derivative(Ex e, int x) {
  if (!depends(e, x)) return num(0);
  if (auto it = derivatives_.find({e, x}); it != derivatives_.end()) return it->second;
  const Ex d = derivative_of(e, x);
  return derivatives_[{e, x}] = d;
}

Ex Pool::derivative_of(Ex e, int x) {
  const Node n = nodes_[e];
  auto arg = [&](int i) { return n.args[i]; };
  auto one = [&] { return num(1); };
  auto square = [&](Ex u) { return pow(u, num(2)); };
  // A product in which a zero factor may be dropped: conditions are listed from e itself, never from its derivative.
  auto times = [&](std::vector<Ex> f) {
    for (Ex u : f)
      if (is_zero(u)) return num(0);
    return mul(std::move(f));
  };
  if (n.op == Op::Var) return one();
  if (n.op == Op::Add) {
    std::vector<Ex> sum;
    for (Ex a : n.args) sum.push_back(derivative(a, x));
    return add(std::move(sum));
  }
  if (n.op == Op::Mul) {
    std::vector<Ex> sum;
    for (std::size_t i = 0; i < n.args.size(); ++i) {
      if (!depends(n.args[i], x)) continue;
      std::vector<Ex> f = n.args;
      f[i] = derivative(n.args[i], x);
      sum.push_back(times(std::move(f)));
    }
    return add(std::move(sum));
  }
  if (n.op == Op::Fun) {
    std::vector<Ex> sum;
    for (std::size_t i = 0; i < n.args.size(); ++i) {
      auto orders = n.orders;
      need(++orders[i] <= 64, "a derivative of too high order");
      sum.push_back(times({call(Op::Fun, n.args, n.k, orders), derivative(n.args[i], x)}));
    }
    return add(std::move(sum));
  }
  const Ex u = arg(0), du = derivative(u, x);
  const Ex v = n.args.size() > 1 ? arg(1) : u, dv = derivative(v, x);
  auto chain = [&](Ex outer) { return times({outer, du}); };
  switch (n.op) {
    case Op::Div: {
      const Ex first = is_zero(du) ? num(0) : div(du, v);
      return is_zero(dv) ? first : sub(first, div(times({u, dv}), square(v)));
    }
    case Op::Pow: {
      if (!depends(v, x)) return times({v, pow(u, add({v, num(-1)})), du});
      const Ex first = times({dv, call(Op::Log, {u})});
      return times({e, is_zero(du) ? first : add({first, div(times({v, du}), u)})});
    }
    case Op::Exp:
      return chain(e);
    case Op::Expm1:
      return chain(call(Op::Exp, {u}));
    case Op::Log:
      return div(du, u);
    case Op::Log1p:
      return div(du, add({one(), u}));
    case Op::Sqrt:
      return div(du, mul({num(2), e}));
    case Op::Abs:
      return chain(call(Op::Sgn, {u}));
    case Op::Min:
    case Op::Max: {
      const Ex tilt = times({num(n.op == Op::Max ? 1 : -1), call(Op::Sgn, {sub(u, v)}), sub(du, dv)});
      return mul({num(Q(1) / Q(2)), add({du, dv, tilt})});
    }
    case Op::Cosh:
      return chain(call(Op::Sinh, {u}));
    case Op::Sinh:
      return chain(call(Op::Cosh, {u}));
    case Op::Tanh:
      return chain(sub(one(), square(e)));
    case Op::Xlogy: {
      const Ex first = times({du, call(Op::Log, {v})});
      return is_zero(dv) ? first : add({first, div(times({u, dv}), v)});
    }
    case Op::Lgamma:
      return chain(call(Op::Polygamma, {u}, 0));
    case Op::Polygamma:
      return chain(call(Op::Polygamma, {u}, n.k + 1));
    case Op::Erf:
    case Op::Erfc: {
      const Ex g = div(call(Op::Exp, {neg(square(u))}), call(Op::Sqrt, {pi()}));
      return times({num(n.op == Op::Erf ? 2 : -2), g, du});
    }
    case Op::NormalCdf:
      return chain(div(call(Op::Exp, {mul({num(Q(-1) / Q(2)), square(u)})}), call(Op::Sqrt, {mul({num(2), pi()})})));
    case Op::Sgn:
      return num(0);
    default:
      throw Reject("a derivative of floor or ceil");
  }
}

// Definedness of every node; for the nodes that contain x the stricter conditions of continuity or smoothness in x.
// Roots, powers with numbers as exponents, abs, min and max are continuous wherever they are defined; so is xlogy under
// the condition that `auto` can prove.
void Pool::conditions(Ex e, int x, Ask ask, std::vector<Condition>& out, std::vector<bool>& seen) {
  if (seen[e]) return;
  seen[e] = true;
  work_->add(1);
  const Node n = nodes_[e];  // a copy: the pool grows while we walk
  for (Ex a : n.args) conditions(a, x, ask, out, seen);
  const bool inside = ask != Ask::defined && depends(e, x), strict = ask == Ask::smooth && inside;
  auto put = [&](Condition::Kind kind, Ex u, Ex v = 0) { out.push_back({kind, u, v}); };
  switch (n.op) {
    case Op::Div:
      return put(Condition::NonZero, n.args[1]);
    case Op::Log:
    case Op::Lgamma:
    case Op::Polygamma:
      return put(Condition::Positive, n.args[0]);
    case Op::Log1p:
      return put(Condition::Positive, add({num(1), n.args[0]}));
    case Op::Sqrt:
      return put(strict ? Condition::Positive : Condition::NonNegative, n.args[0]);
    case Op::Xlogy:
      return strict ? put(Condition::Positive, n.args[1]) : put(Condition::Xlogy, n.args[0], n.args[1]);
    case Op::Pow: {
      const Ex u = n.args[0], v = n.args[1];
      if (is_num(v)) {
        const Q& q = nodes_[v].num;
        if (q.integer()) return q.sign() < 0 ? put(Condition::NonZero, u) : void();
        return put(strict || q.sign() < 0 ? Condition::Positive : Condition::NonNegative, u);
      }
      // The formula exists at integers only where the base may be negative: no derivative in the exponent there.
      if (integer_valued(v) && !(inside && depends(v, x))) return put(Condition::IntPow, u, v);
      return strict || (inside && depends(v, x)) ? put(Condition::Positive, u) : put(Condition::RealPow, u, v);
    }
    case Op::Abs:
    case Op::Min:
    case Op::Max:
      return strict ? put(Condition::Never, e) : void();
    case Op::Floor:
    case Op::Ceil:
    case Op::Sgn:
      return inside ? put(Condition::Never, e) : void();
    default:
      return;
  }
}

std::vector<bool> Pool::unseen() const {
  work_->add(1 + nodes_.size() / 4096);
  return std::vector<bool>(nodes_.size());
}
void Pool::defined(Ex e, std::vector<Condition>& out) {
  std::vector<bool> seen = unseen();
  conditions(e, 0, Ask::defined, out, seen);
}
std::vector<Condition> Pool::grounded(const std::vector<Condition>& all) {
  std::vector<Condition> out;
  std::vector<bool> seen = unseen();
  for (const Condition& c : all) {
    conditions(c.u, 0, Ask::defined, out, seen);
    if (c.pair()) conditions(c.v, 0, Ask::defined, out, seen);
  }
  out.insert(out.end(), all.begin(), all.end());
  return out;
}
void Pool::smooth(Ex e, int x, std::vector<Condition>& out) {
  std::vector<bool> seen = unseen();
  conditions(e, x, Ask::smooth, out, seen);
}
void Pool::continuous(Ex e, int x, std::vector<Condition>& out) {
  std::vector<bool> seen = unseen();
  conditions(e, x, Ask::continuous, out, seen);
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
