// Products of sines and cosines of several angles as sums of waves of sums of the angles, where fewer terms are left:
// sin(y) cos(x) - cos(y) sin(x) is one sine, and 1 - tan(x) tan(y) has one cosine above its fraction line.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "verify/engine/tactics/angles.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_waves = 6, most_terms = 24, most_degree = 4;

// Coefficients of 1 (as the cosine of 0), sines and cosines.
class Waves {
 public:
  explicit Waves(Algebra& a) : a_(&a) {}

  void add_wave(bool sine, const Expr& angle, const Expr& weight) {
    Expr u = a_->simplified(angle).value_or(angle), w = weight;
    for (Term& t : terms_) {
      if (t.sine != sine) continue;
      if (a_->is_zero(sub(t.angle, u))) {
        t.weight = add(t.weight, w);
        return;
      }
      if (a_->is_zero(add(t.angle, u))) {
        t.weight = sine ? sub(t.weight, w) : add(t.weight, w);
        return;
      }
    }
    terms_.push_back({sine, std::move(u), std::move(w)});
  }
  // Times sin(u) or cos(u).
  void multiply(bool sine, const Expr& u) {
    const std::vector<Term> before = std::exchange(terms_, {});
    for (const Term& t : before) {
      const Expr half = quotient(t.weight, 2), sum = add(t.angle, u), gap = sub(t.angle, u);
      if (t.sine && sine) {
        add_wave(false, gap, half);
        add_wave(false, sum, negate(half));
      } else if (t.sine || sine) {
        add_wave(true, sum, half);
        add_wave(true, gap, t.sine ? half : negate(half));
      } else {
        add_wave(false, gap, half);
        add_wave(false, sum, half);
      }
    }
  }
  void add_all(const Waves& other) {
    for (const Term& t : other.terms_) add_wave(t.sine, t.angle, t.weight);
  }
  // The sum, and how many terms it has.
  std::pair<Expr, std::size_t> written() {
    Expr out = 0;
    std::size_t count = 0;
    for (const Term& t : terms_) {
      const Expr w = a_->simplified(t.weight).value_or(t.weight);
      if (w.is_constant(0) || (t.sine && a_->is_zero(t.angle))) continue;
      ++count;
      const Expr wave = t.sine ? sin(t.angle) : a_->is_zero(t.angle) ? Expr(1) : cos(t.angle);
      out = add(out, w.is_constant(1) ? wave : mul(w, wave));
    }
    return {out, count};
  }

 private:
  struct Term {
    bool sine;
    Expr angle, weight;
  };
  Algebra* a_;
  std::vector<Term> terms_;
};

// e as a polynomial in waves; the terms that it has go to `count`.
std::optional<Waves> waves_of(Algebra& a, const Expr& e, const std::vector<Expr>& waves, std::size_t place,
                              std::size_t degree, std::size_t& count) {
  Waves out(a);
  if (place == waves.size()) {
    if (!nodes_of({Rel::eq, e, 0}, is_wave).empty() || ++count > most_terms) return std::nullopt;
    out.add_wave(false, 0, e);
    return out;
  }
  const Expr& f = waves[place];
  const Expr t = Expr::variable("$wave");
  const auto form = a.simplified(e);
  const auto p = form ? a.coefficients(replaced(*form, f, t), t) : std::nullopt;
  if (!p || p->size() > degree + 1) return std::nullopt;
  for (std::size_t k = 0; k < p->size(); ++k) {
    if (a.is_zero((*p)[k])) continue;
    auto part = waves_of(a, (*p)[k], waves, place + 1, degree - k, count);
    if (!part) return std::nullopt;
    for (std::size_t i = 0; i < k; ++i) part->multiply(f.op() == Op::sin, f.arg(0));
    out.add_all(*part);
  }
  return out;
}

}  // namespace

Tree by_sums_of_waves(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || g.relation.rel == Rel::eq || depth < 1) return std::nullopt;
  std::vector<Expr> waves = nodes_of(g.relation, is_wave);
  if (waves.size() < 3 || waves.size() > most_waves) return std::nullopt;
  const bool nested = std::ranges::any_of(waves, [](const Expr& f) {
    return !nodes_of({Rel::eq, f.arg(0), 0}, is_wave).empty() || !affine(f.arg(0));
  });
  if (nested) return std::nullopt;
  Algebra a = g.context.algebra();
  const auto whole = a.fraction(g.difference());
  if (!whole) return std::nullopt;
  const auto& [above, below] = *whole;
  // Arguments as normal forms have them.
  std::vector<Expr> inside = nodes_of({Rel::eq, above, 0}, is_wave);
  if (inside.size() < 3 || inside.size() > most_waves) return std::nullopt;
  std::size_t before = 0;
  auto sum = waves_of(a, above, inside, 0, most_degree, before);
  if (!sum) return std::nullopt;
  const auto [shorter, after] = sum->written();
  if (after >= before || !looks_nonnegative(g.context, mul(below, shorter))) return std::nullopt;
  Goal h = g;
  Proof out;
  for (const Expr& f : nodes_of({Rel::eq, below, 0}, is_wave)) {
    if (!(h.context.signs(f) & zero)) continue;
    for (const Expr& side : {f, negate(f)}) {
      const Relation sign{Rel::gt, side, 0};
      if (!looks_nonnegative(h.context, side)) continue;
      const auto t = by_arcs({h.context, sign}, s);
      if (t) cut_in(out, h, sign, *t);
    }
  }
  const bool down = !h.context.positive_(below);
  if (down && !h.context.positive_(negate(below))) return std::nullopt;
  const Expr weight_of_it = quotient(down ? Expr(-1) : Expr(1), down ? negate(below) : below);
  const Relation rest{g.relation.rel, down ? negate(shorter) : shorter, 0}, same{Rel::eq, above, shorter};
  const auto main = s.prove({h.context, rest}, depth - 1, s.numeric);
  if (!main) return std::nullopt;
  cut_in(out, h, rest, *main);
  const std::size_t number = h.context.hypotheses().size();
  const auto t = by_angles({h.context, same}, s, depth);
  if (!t) return std::nullopt;
  cut_in(out, h, same, *t);
  const Expr positive_weight = quotient(1, down ? negate(below) : below);
  out.emplace_back(rule::Combine{Rational(0), {{number, weight(positive_weight)}, {number + 1, weight(weight_of_it)}}});
  return out;
}

}  // namespace dpcert::verify
