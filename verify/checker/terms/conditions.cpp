// Where an expression is defined, continuous or smooth: the conditions that its nodes make, one after the other.
#include "verify/checker/terms/expr.hpp"

namespace dpcert::checker {

// Definedness of every node; for the nodes that contain x the stricter conditions of continuity or smoothness in x.
// Roots, powers with numbers as exponents, abs, min and max are continuous wherever they are defined; so is xlogy under
// the condition that `auto` can prove.
struct Pool::Conditions {
  enum class Ask : char { defined, continuous, smooth };
  Pool& pool;
  const Integers& integers;
  std::vector<Condition>& out;
  std::vector<bool> seen;
  Ask ask = Ask::defined;
  int x = 0;

  void put(Condition::Kind kind, Ex u, Ex v = 0) { out.push_back({kind, u, v}); }

  void power(Ex u, Ex v, bool inside, bool strict) {
    if (pool.is_num(v)) {
      const Q& q = pool[v].num;
      if (q.integer()) return q.sign() < 0 ? put(Condition::NonZero, u) : void();
      return put(strict || q.sign() < 0 ? Condition::Positive : Condition::NonNegative, u);
    }
    const bool moves = inside && pool.depends(v, x);
    // The formula exists at integers only where the base may be negative: no derivative in the exponent there.
    if (pool.integer_valued(v, integers) && !moves) return put(Condition::IntPow, u, v);
    return strict || moves ? put(Condition::Positive, u) : put(Condition::RealPow, u, v);
  }

  void integers_only(Ex e, std::initializer_list<Ex> all) {
    for (Ex a : all)
      if (!pool.integer_valued(a, integers, true)) put(Condition::Never, e);
  }

  // What the body needs, it needs at the indices of the range. It is kept as an expression that is defined where the
  // condition holds, and not as the body: values that are put in later must not make another condition of it, and
  // x^(n/2) is not x^1 for n = 2.
  void range(Ex e, const Node& n, bool inside) {
    integers_only(e, {n.args[0], n.args[1]});
    std::vector<Condition> inner;
    Conditions{pool, integers, inner, pool.unseen(), inside ? ask : Ask::defined, x}.of(n.args[2]);
    for (const Condition& c : inner)
      put(Condition::Each, pool.bind(Op::Sum, n.args[0], n.args[1], pool.witness(c), n.k));
  }

  // An integral exists if it is a part of what is defined (`Auto::exists`), or where its body is continuous up to both
  // finite ends. Both kinds of conditions of the body are kept as `range` keeps its own.
  void integral(Ex e, const Node& n, bool inside) {
    if (inside) return put(Condition::Never, e);
    if (n.mark() != Pool::number) return put(Condition::Within, e);
    const auto witnesses = [&](Ask about) {
      std::vector<Condition> inner;
      Conditions{pool, integers, inner, pool.unseen(), about, n.k}.of(n.args[2]);
      std::vector<Ex> all;
      for (const Condition& c : inner) all.push_back(pool.witness(c));
      return pool.add(all);
    };
    const Ex both = pool.call(Op::Max, {witnesses(Ask::continuous), witnesses(Ask::defined)});
    put(Condition::Exists, e, pool.integral(pool.end_of(n, true), pool.end_of(n, false), both, n.k, Pool::closed));
  }

  void of(Ex e) {
    if (seen[e]) return;
    seen[e] = true;
    pool.work().add(1);
    const Node n = pool[e];  // a copy: the pool grows while we walk
    const bool inside = ask != Ask::defined && pool.depends(e, x), strict = ask == Ask::smooth && inside;
    for (std::size_t i = 0; i < (n.binds() ? 2 : n.args.size()); ++i) of(n.args[i]);
    switch (n.op) {
      case Op::Div:
        return put(Condition::NonZero, n.args[1]);
      case Op::Log:
      case Op::Lgamma:
      case Op::Polygamma:
        return put(Condition::Positive, n.args[0]);
      case Op::Log1p:
        return put(Condition::Positive, pool.add({pool.num(1), n.args[0]}));
      case Op::Sqrt:
        return put(strict ? Condition::Positive : Condition::NonNegative, n.args[0]);
      case Op::Xlogy:
        return strict ? put(Condition::Positive, n.args[1]) : put(Condition::Xlogy, n.args[0], n.args[1]);
      case Op::Pow:
        return power(n.args[0], n.args[1], inside, strict);
      case Op::Abs:
      case Op::Min:
      case Op::Max:
        return strict ? put(Condition::Never, e) : void();
      case Op::Floor:
      case Op::Ceil:
      case Op::Sgn:
        return inside ? put(Condition::Never, e) : void();
      case Op::Seq:
        for (Ex a : n.args) integers_only(e, {a});
        return inside ? put(Condition::Never, e) : void();
      case Op::Sum:
      case Op::Prod:
        return range(e, n, inside);
      case Op::Integral:
        return integral(e, n, inside);
      default:
        return;
    }
  }
};

std::vector<bool> Pool::unseen() const {
  work_->add(1 + nodes_.size() / 4096);
  return std::vector<bool>(nodes_.size());
}
void Pool::defined(Ex e, const Integers& integers, std::vector<Condition>& out) {
  Conditions{*this, integers, out, unseen()}.of(e);
}
std::vector<Condition> Pool::grounded(const std::vector<Condition>& all, const Integers& integers) {
  std::vector<Condition> out;
  Conditions conditions{*this, integers, out, unseen()};
  for (const Condition& c : all) {
    conditions.of(c.u);
    if (c.pair() && c.kind != Condition::Exists) conditions.of(c.v);  // there c.v says what c.u does
  }
  out.insert(out.end(), all.begin(), all.end());
  return out;
}
void Pool::smooth(Ex e, int x, const Integers& integers, std::vector<Condition>& out) {
  Conditions{*this, integers, out, unseen(), Conditions::Ask::smooth, x}.of(e);
}
void Pool::continuous(Ex e, int x, const Integers& integers, std::vector<Condition>& out) {
  Conditions{*this, integers, out, unseen(), Conditions::Ask::continuous, x}.of(e);
}

}  // namespace dpcert::checker
