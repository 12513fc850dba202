#include "verify/checker/terms/normal.hpp"

#include <cstdint>
#include <exception>

namespace dpcert::checker {

namespace {

// What could not be computed is not tried again.
class Once {
 public:
  Once(std::unordered_set<std::uint64_t>& failed, std::uint64_t key)
      : failed_(failed), key_(key), uncaught_(std::uncaught_exceptions()) {
    need(!failed.count(key), "a normal form is too large");
  }
  Once(const Once&) = delete;
  Once& operator=(const Once&) = delete;
  ~Once() {
    if (std::uncaught_exceptions() > uncaught_) failed_.insert(key_);
  }

 private:
  std::unordered_set<std::uint64_t>& failed_;
  std::uint64_t key_;
  int uncaught_;
};

struct Inside {
  explicit Inside(int& depth) : depth_(depth) { ++depth_; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside() { --depth_; }
  int& depth_;
};

}  // namespace

const Normal::Atom* Normal::only_atom(const Form& f) const {
  if (!f.den.empty() || f.num.size() != 1 || f.num.begin()->second != Q(1)) return nullptr;
  const Monomial& m = f.num.begin()->first;
  return m.size() == 1 && m[0].second == Exponent{1, 1} ? &atoms_[m[0].first] : nullptr;
}

Normal::Form Normal::atom(Op op, std::vector<Form> args, Ex ex, int k, std::vector<int> orders) {
  count(1 + atoms_.size() / 8);
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    const Atom& a = atoms_[i];
    if (a.op != op || a.k != k || a.orders != orders || a.args.size() != args.size()) continue;
    bool equal = true;
    for (std::size_t j = 0; equal && j < args.size(); ++j) equal = same(a.args[j], args[j]);
    if (equal) return power_of_atom(static_cast<int>(i), {1, 1});
  }
  need(atoms_.size() < Limits::atoms, "a normal form has too many atoms");
  std::bitset<kMaxVariables> vars;
  if (op == Op::Var) vars.set(static_cast<std::size_t>(k));
  for (const Form& f : args) {
    vars |= variables(f.num);
    for (const auto& [p, e] : f.den) vars |= variables(p);
  }
  if (pool_[ex].binds()) vars |= pool_[ex].vars;  // its body is no argument here
  atoms_.push_back({op, k, std::move(orders), std::move(args), ex, vars});
  return power_of_atom(static_cast<int>(atoms_.size()) - 1, {1, 1});
}

// From the atoms of e alone: those met before stand for equal expressions, but these may be undefined where e is not.
Ex Normal::simplified(Ex e) {
  if (auto it = simplified_.find(e); it != simplified_.end()) return it->second;
  const Once once(failed_, 2 * std::uint64_t{e} + 1);
  need(!failed_.count(2 * std::uint64_t{e}), "a normal form is too large");
  Normal own(pool_, integers_, positive_, nonnegative_);
  return simplified_[e] = own.expression(own.form(e));
}

const Normal::Form& Normal::form(Ex e) {
  if (auto it = known_.find(e); it != known_.end()) return it->second;
  count(1);
  const Once once(failed_, 2 * std::uint64_t{e});
  const Inside inside(forms_);
  if (forms_ == 1) products_ = 0;
  Form f = compute(e);
  return known_[e] = std::move(f);
}

Normal::Form Normal::opaque(const Node& n, Ex e) {
  std::vector<Form> args;
  for (Ex a : n.args) args.push_back(form(a));
  return atom(n.op, std::move(args), e, n.k, n.orders);
}

Normal::Form Normal::compute(Ex e) {
  const Node n = pool_[e];  // a copy: the pool grows while we walk
  auto arg = [&](std::size_t i) -> const Form& { return form(n.args[i]); };
  auto of = [&](Ex u) { return form(u); };
  const Ex u = n.args.empty() ? e : n.args[0];
  auto opaque = [&] { return this->opaque(n, e); };
  switch (n.op) {
    case Op::Num:
      return constant(n.num);
    case Op::Var:
    case Op::Pi:
      return atom(n.op, {}, e, n.k);
    case Op::Add: {
      Form r;
      for (Ex a : n.args) r = add(std::move(r), form(a));
      return r;
    }
    case Op::Mul: {
      Form r = constant(Q(1));
      for (Ex a : n.args) r = mul(r, form(a));
      return r;
    }
    case Op::Div:
      return mul(arg(0), inverse(arg(1)));
    case Op::Pow:
      return power(n, e);
    case Op::Exp:
      return exp(arg(0));
    case Op::Expm1:
      return sub(exp(arg(0)), constant(Q(1)));
    case Op::Log: {
      Form r;
      return structural_log(u, r) ? r : log(arg(0));
    }
    case Op::Log1p:
      return of(pool_.call(Op::Log, {pool_.add({pool_.num(1), u})}));
    case Op::Sqrt:
      return of(pool_.pow(u, pool_.num(Q(1) / Q(2))));
    case Op::Cosh:
    case Op::Sinh:
    case Op::Tanh:
      return hyperbolic(n.op, arg(0));
    case Op::Xlogy:
      if (arg(0).num.empty()) return {};
      return positive(n.args[1]) ? mul(arg(0), of(pool_.call(Op::Log, {n.args[1]}))) : opaque();
    case Op::Erfc:
      return sub(constant(Q(1)), of(pool_.call(Op::Erf, {u})));
    case Op::NormalCdf: {
      const Ex t = pool_.div(u, pool_.call(Op::Sqrt, {pool_.num(2)}));
      return scale(add(constant(Q(1)), of(pool_.call(Op::Erf, {t}))), Q(1) / Q(2));
    }
    case Op::Abs:
      return absolute(Form(arg(0)), u);
    case Op::Min:
    case Op::Max:
      return least_or_greatest(n);
    case Op::Floor:
      return floor(Form(arg(0)));
    case Op::Ceil:
      return scale(floor(scale(Form(arg(0)), Q(-1))), Q(-1));
    case Op::Lgamma:
    case Op::Polygamma:
      return gamma(n.op, n.k, arg(0), u);
    case Op::Erf:
      return erf(Form(arg(0)), e);
    case Op::Sin:
    case Op::Cos:
    case Op::Atan:
      return circular(e);
    case Op::Sum:
    case Op::Prod:
      return range(n);
    case Op::Integral:
      return integral(n, e);
    default:
      return opaque();
  }
}

std::optional<Q> Normal::ratio(Ex a, Ex b) {
  const Form f = form(a), g = form(b);
  count(f.num.size() + g.num.size());
  return ratio(f, g);
}
std::optional<Q> Normal::ratio(const Form& f, const Form& g) {
  if (f.num.empty() || g.num.empty()) return {};
  const bool same = f.den == g.den;
  const Poly p = same ? f.num : multiply(f.num, expand(g.den)), q = same ? g.num : multiply(g.num, expand(f.den));
  if (p.size() != q.size()) return {};
  const Q c = p.begin()->second / q.begin()->second;
  for (auto i = p.begin(), j = q.begin(); i != p.end(); ++i, ++j)
    if (i->first != j->first || i->second != c * j->second) return {};
  return c;
}

std::optional<std::pair<Q, Q>> Normal::multiple(Ex a, Ex b) {
  Form f = form(a), g = form(b);
  count(f.num.size() + g.num.size());
  if (f.den.empty() && g.den.empty()) {
    auto without_constant = [](Form& h) {
      const auto it = h.num.find({});
      Q c = it == h.num.end() ? Q(0) : it->second;
      if (it != h.num.end()) h.num.erase(it);
      return c;
    };
    const Q k = without_constant(f), l = without_constant(g);
    const auto c = ratio(f, g);
    if (!c) return {};
    return std::pair{*c, k - *c * l};
  }
  const auto c = ratio(f, g);
  if (!c) return {};
  return std::pair{*c, Q(0)};
}

std::optional<std::map<int, Q>> Normal::affine(Ex e) {
  const Form& f = form(e);
  if (!f.den.empty()) return {};
  count(1 + f.num.size());
  std::map<int, Q> out{{-1, Q(0)}};
  for (const auto& [m, c] : f.num) {
    if (m.empty()) {
      out[-1] = c;
      continue;
    }
    if (m.size() != 1 || m[0].second != Exponent{1, 1} || atoms_[m[0].first].op != Op::Var) return {};
    out[atoms_[m[0].first].k] = c;
  }
  return out;
}

std::bitset<kMaxVariables> Normal::variables(const Poly& p) const {
  std::bitset<kMaxVariables> out;
  count(p.size());
  for (const auto& [m, c] : p)
    for (const auto& [a, e] : m) out |= atoms_[a].vars;
  return out;
}

std::bitset<kMaxVariables> Normal::linear_in(Ex e) {
  const Form& f = form(e);
  std::bitset<kMaxVariables> once, otherwise;
  count(1 + f.num.size());
  for (const auto& [m, c] : f.num)
    for (const auto& [a, x] : m) (atoms_[a].op == Op::Var && x == Exponent{1, 1} ? once : otherwise) |= atoms_[a].vars;
  for (const auto& [p, k] : f.den) otherwise |= variables(p);
  return once & ~otherwise;
}

std::optional<Normal::Linear> Normal::linear(Ex e) {
  const auto a = affine(e);
  if (!a || a->size() != 2) return {};
  return Linear{a->rbegin()->first, a->rbegin()->second, a->at(-1)};
}

}  // namespace dpcert::checker
