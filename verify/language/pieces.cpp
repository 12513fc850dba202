// Piecewise definitions, as they are written: a relation with one is gone through once for each of its parts.
#include <algorithm>

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
