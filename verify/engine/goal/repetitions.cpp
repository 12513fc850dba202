#include "verify/engine/goal/repetitions.hpp"

#include <utility>
#include <vector>

namespace dpcert::verify {

bool is_repetition(const Expr& e) { return (e.op() == Op::mul || e.op() == Op::xlogy) && e.arg(0) == e.arg(1); }

Expr without_repetitions(const Expr& e, std::unordered_map<Expr, Expr>* parts) {
  return transform(e, [parts](const Expr& n, std::span<Expr> args) {
    if (args.empty() || is_opaque(n)) return n;
    if (is_repetition(n)) args[1] = -(-args[1]);
    Expr form = with_args(n, args);
    if (parts) parts->emplace(n, form);
    return form;
  });
}

}  // namespace dpcert::verify
