// Piecewise definitions, as they are written: a relation with one is gone through once for each of its parts.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verify/language/scope.hpp"

namespace dpcert::verify {

bool Scope::uses_pieces(const Node& n) const {
  if (is_described(n)) return true;
  if (n.kind == Kind::call) {
    if (n.text == "piece" && notations.contains(n.text)) return true;
    if (const auto m = macros.find(n.text); m != macros.end() && m->second.pieces) return true;
  }
  return std::ranges::any_of(n.args, [&](const Node& a) { return uses_pieces(a); });
}

// In an expression a variable stands for the value; which number that is, is said beside the relation.
Expr Scope::described_value(const Node& n) {
  const Expr v = Expr::variable(fmt::format("@={}", pieces->values.size()));
  pieces->values.push_back({&n, locals_, v});
  return v;
}
std::map<std::string, Expr> Scope::exchange_locals(std::map<std::string, Expr> other) {
  return std::exchange(locals_, std::move(other));
}

bool Scope::sides_are_described(const Node& chain) const {
  bool found = false;
  for (std::size_t i = 0; i < chain.args.size(); ++i) {
    const bool described = is_described(chain.args[i]);
    if (described && i > 0 && is_described(chain.args[i - 1])) return false;
    if (!described && uses_pieces(chain.args[i])) return false;
    found = found || described;
  }
  return found && chain.signs.front() != "!=";
}

// piece(c1: e1, c2: e2, ..., e): e1 where c1 holds, else e2 where c2 holds, ..., else e.
Expr Scope::piece(const Node& n) {
  if (!pieces)
    fail(n,
         "`piece` stands in the relations of `assume` and `prove`, and in what is defined by `let` with parameters, "
         "not in a sum over a range, an integral, a law, diff or at");
  Pieces& in = *pieces;
  const std::size_t number = in.met.size(), chosen = number < in.choice.size() ? in.choice[number] : 0;
  in.met.emplace_back();
  const auto guarded = [](const Node& a) { return a.kind == Kind::relation && a.signs.back() == ":"; };
  if (n.orders != 0 || n.args.size() < 2 || guarded(n.args.back()) ||
      !std::all_of(n.args.begin(), n.args.end() - 1, guarded))
    fail(n, "expected `piece(c: e, ..., e)`: parts with relations in front, and one without");
  for (std::size_t i = 0; i + 1 < n.args.size(); ++i) {
    const Node& condition = n.args[i].args[0];
    if (condition.signs.size() != 1) fail(condition, "one relation stands in front of a part of `piece`");
    const NoPieces guard(*this);
    in.met[number].push_back(chain(condition)[0]);
  }
  const Node& part = n.args[chosen];
  return whole(guarded(part) ? part.args[1] : part);
}

}  // namespace dpcert::verify
