// Goals behind what says what their sums, products and sequences are, one step back.
#include "verify/engine/tactics/unfolding.hpp"

#include <algorithm>

#include "verify/engine/proof/ranges.hpp"

namespace dpcert::verify {

bool Extended::take(const Step& step) {
  auto next = after(step, goal);
  if (!next) return false;
  lines.push_back(step);
  goal = std::move(*next);
  return true;
}

void Extended::take_equation(const Step& step) {
  if (take(step)) equations.push_back(goal.context.hypotheses().size());
}

namespace {

// `inst` of the hypotheses over integers at every choice of places that is known to lie in their ranges.
class Instances {
 public:
  Instances(Extended& x, const std::vector<Expr>& places) : x_(x), places_(places) {
    // `take` makes another goal of x, with the same ones in the same order: nothing of the old one outlives it.
    const std::size_t count = x.goal.context.forall_hypotheses().size();
    for (std::size_t j = 0; j < count; ++j) {
      const ForallHypothesis h = x.goal.context.forall_hypotheses()[j];
      if (h.integer) at_places(j + 1, h, {});
    }
  }

 private:
  void at_places(std::size_t number, const ForallHypothesis& h, const std::vector<Expr>& chosen) {
    for (const Expr& place : places_) {
      const Context& c = x_.goal.context;
      if (taken_ >= Effort::most_instances) return;
      if (!c.knows({sub(place, h.lo), Need::nonnegative})) continue;
      if (!h.unbounded && !c.knows({sub(h.hi, place), Need::nonnegative})) continue;
      std::vector<Expr> at = chosen;
      at.push_back(place);
      if (!h.inner.empty())
        at_places(number, at_value(h, place), at);
      else if (x_.take(rule::Inst{number, at}))
        ++taken_;
    }
  }

  Extended& x_;
  const std::vector<Expr>& places_;
  int taken_ = 0;
};

// The recursion of a sequence where it says what e is.
std::optional<Step> definition(const Context& c, const Expr& e) {
  const Sequence* s = e.op() == Op::sequence ? c.find_sequence(e.name()) : nullptr;
  if (!s || !s->recursion) return std::nullopt;
  const Recursion& r = *s->recursion;
  const long order = static_cast<long>(r.first.size());
  if (e.arg(0).is_constant()) {
    const Rational place = e.arg(0).value() - r.start;
    if (place.sign() < 0) return std::nullopt;
    if (place < Rational(order)) return rule::Define{e.name(), e.arg(0)};
    return rule::Define{e.name(), Expr(e.arg(0).value() - Rational(order)), true};
  }
  const Expr from = plus(e.arg(0), -order);
  if (!c.knows({sub(from, Expr(r.start)), Need::nonnegative})) return std::nullopt;
  return rule::Define{e.name(), from};
}

// Values of a sequence at numbers are what its recursion makes of its first values.
void down_to_first_values(Extended& x) {
  for (std::size_t i = 0; i < x.equations.size() && x.equations.size() < Effort::most_values_of_a_sequence; ++i) {
    const Relation equation = x.goal.context.hypotheses()[x.equations[i] - 1];
    if (equation.lhs.op() != Op::sequence || !equation.lhs.arg(0).is_constant()) continue;
    for (const Expr& e : nodes_of({Rel::ge, equation.rhs, 0}, [](const Expr& n) { return n.op() == Op::sequence; })) {
      const bool known =
          std::ranges::any_of(x.equations, [&](std::size_t j) { return x.goal.context.hypotheses()[j - 1].lhs == e; });
      const auto step = e.arg(0).is_constant() && !known ? definition(x.goal.context, e) : std::nullopt;
      if (step) x.take_equation(*step);
    }
  }
}

}  // namespace

void instantiate(Extended& x, const std::vector<Expr>& places) { Instances(x, places); }

std::vector<Expr> unfold(Extended& x) {
  std::vector<Expr> places;
  const Relation goal = x.goal.relation;
  for (const Expr& e : nodes_of(goal, [](const Expr& n) { return is_repeated(n) || n.op() == Op::sequence; })) {
    const Context& c = x.goal.context;
    if (const auto step = definition(c, e)) {
      x.take_equation(*step);
    } else if (is_repeated(e) && c.knows({sub(e.arg(1), e.arg(0)), Need::nonnegative})) {
      x.take_equation(rule::Unfold{e, rule::Unfold::Part::last});
      if (std::ranges::find(places, e.arg(1)) == places.end()) places.push_back(e.arg(1));
    }
  }
  down_to_first_values(x);
  return places;
}

Extended unfolded_goal(const Goal& g) {
  Extended x{g, {}, {}};
  instantiate(x, unfold(x));
  return x;
}

std::optional<std::pair<Expr, Expr>> affine_in(Algebra& a, const Context& c, const Expr& d, const Expr& atom) {
  const Expr t = Expr::variable(fresh_name(c));
  const auto p = a.coefficients(replaced(d, atom, t), t);
  if (!p || p->size() > 2 || p->empty()) return std::nullopt;
  return std::pair{(*p)[0], p->size() == 2 ? (*p)[1] : Expr(0)};
}

Expr resolved(const Extended& x, Algebra& a, Weights& weights) {
  Expr d = x.goal.difference();
  // What one equation brings in another one may have been there for: as often as there are equations.
  for (std::size_t pass = 0, met = 1; met > 0 && pass < x.equations.size(); ++pass) {
    met = 0;
    for (const std::size_t i : x.equations) {
      const Relation& said = x.goal.context.hypotheses()[i - 1];
      const auto parts = affine_in(a, x.goal.context, d, said.lhs);
      if (!parts || parts->second.is_constant(0)) continue;
      ++met;
      weights.emplace_back(i, weight(parts->second));
      d = a.simplified(add(parts->first, mul(parts->second, said.rhs))).value_or(d);
    }
  }
  return d;
}

Relation with_plain_places(const Relation& r) {
  const auto plain = [](const Expr& e) {
    constexpr long longest = 10'000;
    const Expr flat = transform(e, [](const Expr& old, std::span<const Expr> args) {
      std::vector<Expr> parts(args.begin(), args.end());
      const std::size_t places = old.op() == Op::sequence ? parts.size() : is_repeated(old) ? 2 : 0;
      for (std::size_t i = 0; i < places; ++i) parts[i] = plus(parts[i], 0);
      return with_args(old, parts);
    });
    return written_out(flat, longest);
  };
  return {r.rel, plain(r.lhs), plain(r.rhs)};
}

}  // namespace dpcert::verify
