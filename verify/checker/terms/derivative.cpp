// Derivatives of expressions. A product with a factor 0 is 0 here, whatever its other factors are: where an expression
// and its derivative exist is asked of the expression itself (conditions.cpp), never of its derivative.
#include "verify/checker/terms/expr.hpp"

namespace dpcert::checker {

Ex Pool::derivative(Ex e, int x) {
  if (!depends(e, x)) return num(0);
  if (auto it = derivatives_.find({e, x}); it != derivatives_.end()) return it->second;
  const Ex d = derivative_of(e, x);
  return derivatives_[{e, x}] = d;
}

Ex Pool::times(const std::vector<Ex>& f) {
  for (Ex u : f)
    if (is_zero(u)) return num(0);
  return mul(f);
}

Ex Pool::derivative_of_sum(const Node& n, int x) {
  std::vector<Ex> sum;
  for (Ex a : n.args) sum.push_back(derivative(a, x));
  return add(sum);
}

Ex Pool::derivative_of_product(const Node& n, int x) {
  std::vector<Ex> sum;
  for (std::size_t i = 0; i < n.args.size(); ++i) {
    if (!depends(n.args[i], x)) continue;
    std::vector<Ex> f = n.args;
    f[i] = derivative(n.args[i], x);
    sum.push_back(times(std::move(f)));
  }
  return add(sum);
}

Ex Pool::derivative_of_fun(const Node& n, int x) {
  std::vector<Ex> sum;
  for (std::size_t i = 0; i < n.args.size(); ++i) {
    auto orders = n.orders;
    need(++orders[i] <= Limits::order_of_derivative, "a derivative of too high order");
    sum.push_back(times({call(Op::Fun, n.args, n.k, orders), derivative(n.args[i], x)}));
  }
  return add(sum);
}

// The range does not change with x, so it is one sum of finitely many terms.
Ex Pool::derivative_of_range(const Node& n, int x) {
  need(n.op != Op::Integral, "a derivative of an integral in what it contains");
  need(n.op == Op::Sum && !depends(n.args[0], x) && !depends(n.args[1], x),
       "a derivative of a product over a range, or in its ends");
  const Ex d = derivative(n.args[2], x);
  return is_zero(d) ? d : bind(Op::Sum, n.args[0], n.args[1], d, n.k);
}

Ex Pool::slope_of(Ex e) {
  const Node n = nodes_[e];  // a copy: the pool grows
  const Ex u = n.args[0];
  const auto square = [&] { return pow(u, num(2)); };
  switch (n.op) {
    case Op::Exp:
      return e;
    case Op::Expm1:
      return call(Op::Exp, {u});
    case Op::Abs:
      return call(Op::Sgn, {u});
    case Op::Cosh:
      return call(Op::Sinh, {u});
    case Op::Sinh:
      return call(Op::Cosh, {u});
    case Op::Tanh:
      return sub(num(1), pow(e, num(2)));
    case Op::Sin:
      return call(Op::Cos, {u});
    case Op::Cos:
      return neg(call(Op::Sin, {u}));
    case Op::Lgamma:
      return call(Op::Polygamma, {u}, 0);
    case Op::Polygamma:
      return call(Op::Polygamma, {u}, n.k + 1);
    case Op::NormalCdf:
      return div(call(Op::Exp, {mul({num(Q(-1) / Q(2)), square()})}), call(Op::Sqrt, {mul({num(2), pi()})}));
    default:
      throw Reject("a derivative of floor or ceil");
  }
}

Ex Pool::derivative_of(Ex e, int x) {
  const Node n = nodes_[e];  // a copy: the pool grows while we walk
  if (n.op == Op::Var) return num(1);
  if (n.op == Op::Add) return derivative_of_sum(n, x);
  if (n.op == Op::Mul) return derivative_of_product(n, x);
  if (n.op == Op::Fun) return derivative_of_fun(n, x);
  need(n.op != Op::Seq, "a derivative of a sequence");
  if (n.binds()) return derivative_of_range(n, x);
  const Ex u = n.args[0], du = derivative(u, x);
  const Ex v = n.args.size() > 1 ? n.args[1] : u, dv = derivative(v, x);
  const auto square = [&](Ex a) { return pow(a, num(2)); };
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
    case Op::Log:
      return div(du, u);
    case Op::Log1p:
      return div(du, add({num(1), u}));
    case Op::Atan:
      return div(du, add({num(1), square(u)}));
    case Op::Sqrt:
      return div(du, mul({num(2), e}));
    case Op::Min:
    case Op::Max: {
      const Ex tilt = times({num(n.op == Op::Max ? 1 : -1), call(Op::Sgn, {sub(u, v)}), sub(du, dv)});
      return mul({num(Q(1) / Q(2)), add({du, dv, tilt})});
    }
    case Op::Xlogy: {
      const Ex first = times({du, call(Op::Log, {v})});
      return is_zero(dv) ? first : add({first, div(times({u, dv}), v)});
    }
    case Op::Erf:
    case Op::Erfc: {
      const Ex g = div(call(Op::Exp, {neg(square(u))}), call(Op::Sqrt, {pi()}));
      return times({num(n.op == Op::Erf ? 2 : -2), g, du});
    }
    case Op::Sgn:
      return num(0);
    default:
      return times({slope_of(e), du});
  }
}

}  // namespace dpcert::checker
