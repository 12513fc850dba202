#include "verify/checker/terms/evaluate.hpp"

#include "verify/checker/numbers/functions.hpp"
#include "verify/checker/numbers/limits.hpp"

namespace dpcert::checker {

namespace {

Iv power(const Pool& pool, const Integers& integers, const Node& n, const Iv& u, const Iv& v, slong p, bool smooth) {
  const Ex exponent = n.args[1];
  if (pool.is_num(exponent) && pool[exponent].num.small()) {
    const slong e = pool[exponent].num.to_long();
    if (smooth && e < 0 && u.lo_sign() <= 0 && u.hi_sign() >= 0) return bad();
    if (e < 0 && u.lo_sign() <= 0 && u.hi_sign() >= 0 && u.lo_sign() * u.hi_sign() != 0 && e % 2 != 0) return whole();
    return integer_power(u, e, p);
  }
  pool.work().add(10 + static_cast<std::uint64_t>(p * p) / (elementary_slope / 40));  // up to 4 log and exp at 2 p bits
  if (smooth && u.lo_sign() <= 0) return bad();
  if (u.lo_sign() >= 0) return real_power(u, v, p);
  if (!pool.integer_valued(exponent, integers)) {  // defined at nonnegative bases only
    if (u.hi_sign() < 0) return bad();
    Iv w = u;
    return arf_zero(w.lo), real_power(w, v, p);
  }
  const Iv w = real_power(abs_of(u), v, p);
  return w.bad ? w : hull(w, negated(w));
}

bool positive(const Iv& u) { return u.lo_sign() > 0; }
bool apart_from_zero(const Iv& u) { return u.lo_sign() > 0 || u.hi_sign() < 0; }

Iv least_or_greatest(bool least, const Iv& a, const Iv& b, bool smooth) {
  if (smooth && arf_cmp(a.lo, b.hi) <= 0 && arf_cmp(b.lo, a.hi) <= 0) return bad();
  Iv r = a;
  if (least)
    keep_min(r.lo, b.lo), keep_min(r.hi, b.hi);
  else
    keep_max(r.lo, b.lo), keep_max(r.hi, b.hi);
  return r;
}

Iv rounded(bool down, const Iv& a) {
  Iv r;
  const auto round = down ? arf_floor : arf_ceil;
  return round(r.lo, a.lo), round(r.hi, a.hi), r;
}

Iv xlogy_of(const Iv& a, const Iv& b, const Accuracy& to) {
  if (b.hi_sign() > 0) return times(a, log_of(b, to), to.p);
  return a.lo_sign() <= 0 && a.hi_sign() >= 0 && b.hi_sign() == 0 ? constant(0) : bad();
}

Iv sign_of(const Iv& a) {
  Iv r = constant(1);
  if (a.lo_sign() <= 0) arf_set_si(r.lo, -1);
  if (a.hi_sign() < 0) arf_set_si(r.hi, -1);
  return r;
}

// A function of one argument; `smooth` as for `apply`.
Iv function(const Node& n, const Iv& a, const Accuracy& to, bool smooth) {
  switch (n.op) {
    case Op::Exp:
      return exp_of(a, to);
    case Op::Log:
      return smooth && !positive(a) ? bad() : log_of(a, to);
    case Op::Log1p:
      return smooth && arf_cmp_si(a.lo, -1) <= 0 ? bad() : log1p_of(a, to);
    case Op::Expm1:
      return expm1_of(a, to);
    case Op::Sqrt:
      return smooth && !positive(a) ? bad() : sqrt_of(a, to);
    case Op::Abs:
      return smooth && !apart_from_zero(a) ? bad() : abs_of(a);
    case Op::Cosh:
      return cosh_of(a, to);
    case Op::Sinh:
      return sinh_of(a, to);
    case Op::Tanh:
      return tanh_of(a, to);
    case Op::Floor:
    case Op::Ceil:
      return smooth ? bad() : rounded(n.op == Op::Floor, a);
    case Op::Lgamma:
      return smooth && !positive(a) ? bad() : lgamma_of(a, to);
    case Op::Polygamma:
      need(to.p * (n.k + 1) <= Limits::polygamma_bits,
           "a polygamma function asks for more than 65536 bits times order plus 1");
      return smooth && !positive(a) ? bad() : polygamma_of(n.k, a, to);
    case Op::Erf:
      return erf_of(a, to);
    case Op::Erfc:
      return erfc_of(a, to);
    case Op::NormalCdf:
      return normal_cdf_of(a, to);
    case Op::Sin:
      return sin_of(a, to);
    case Op::Cos:
      return cos_of(a, to);
    case Op::Atan:
      return atan_of(a, to);
    case Op::Sgn:
      return sign_of(a);
    default:
      return bad();
  }
}

}  // namespace

Iv apply(const Pool& pool, const Integers& integers, const Node& n, const Iv* const* args, slong p, bool smooth) {
  const Accuracy to{p, pool.work()};
  if (n.binds()) return smooth ? bad() : whole();  // the body has a variable that no box has
  to.work.add((1 + n.args.size()) * (1 + static_cast<std::uint64_t>(p) / 512));
  for (std::size_t i = 0; i < n.args.size(); ++i)
    if (args[i]->bad) return bad();
  const Iv zero;
  const Iv& a = n.args.empty() ? zero : *args[0];
  const Iv& b = n.args.size() < 2 ? zero : *args[1];
  const auto reduce = [&](auto f) {
    Iv r = a;
    for (std::size_t i = 1; i < n.args.size(); ++i) r = f(r, *args[i], p);
    return r;
  };
  const auto compute = [&]() -> Iv {
    switch (n.op) {
      case Op::Num:
        return enclose(n.num, p);
      case Op::Pi:
        return pi_of(p);
      case Op::Add:
        return reduce(plus);
      case Op::Mul:
        return reduce(times);
      case Op::Div:
        return smooth && !apart_from_zero(b) ? bad() : divide(a, b, p);
      case Op::Pow:
        return power(pool, integers, n, a, b, p, smooth);
      case Op::Min:
      case Op::Max:
        return least_or_greatest(n.op == Op::Min, a, b, smooth);
      case Op::Xlogy:
        return smooth && !positive(b) ? bad() : xlogy_of(a, b, to);
      case Op::Fun:
      case Op::Seq:
      case Op::Sum:
      case Op::Prod:
        return whole();
      case Op::Var:
        return bad();
      default:
        return function(n, a, to, smooth);
    }
  };
  Iv r = checked(compute());
  if (smooth && !r.finite()) return bad();
  return r;
}

Tape::Tape(const Pool& pool, std::vector<Ex> outputs, std::bitset<kMaxVariables> smooth_in) : pool_(pool) {
  // Reachable; true: below outputs[0]. Arguments have smaller numbers than the node they belong to.
  std::map<Ex, bool> nodes;
  for (std::size_t i = outputs.size(); i-- > 0;) {
    std::vector<Ex> todo{outputs[i]};
    while (!todo.empty()) {
      const Ex e = todo.back();
      todo.pop_back();
      auto [it, fresh] = nodes.try_emplace(e, i == 0);
      if (!fresh && (it->second || i > 0)) continue;
      it->second = i == 0;
      for (Ex a : pool[e].args)
        if (!pool[e].binds()) todo.push_back(a);
    }
  }
  std::map<Ex, std::uint32_t> slot;
  pool.work().add(2 * nodes.size());
  for (auto [e, first] : nodes) {
    slot[e] = static_cast<std::uint32_t>(steps_.size());
    const Node& n = pool[e];
    Step s{e, n.vars.none(), first && (n.vars & smooth_in).any(), {}};
    for (Ex a : n.args)
      if (!n.binds()) s.args.push_back(slot.at(a));
    steps_.push_back(std::move(s));
  }
  for (Ex e : outputs) outputs_.push_back(slot.at(e));
  slots_.resize(steps_.size());
}

void Tape::run(const Box& box, slong p) {
  smooth_ = true;
  std::vector<const Iv*> args;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& s = steps_[i];
    if (s.constant && constants_at_ == p) continue;
    const Node& n = pool_[s.node];
    if (n.op == Op::Var) {
      slots_[i] = static_cast<std::size_t>(n.k) < box.of.size() ? box.of[n.k] : bad();
    } else {
      args.clear();
      for (auto a : s.args) args.push_back(&slots_[a]);
      slots_[i] = apply(pool_, box.integers, n, args.data(), p, s.smooth);
    }
    if (s.smooth && slots_[i].bad) smooth_ = false;
  }
  constants_at_ = p;
}

}  // namespace dpcert::checker
