#include "verify/engine/tactics/wholes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "verify/engine/tactics/residues.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

void collect_outer_rounded(const Expr& e, std::vector<Expr>& out) {
  if (is_rounded(e)) {
    if (std::ranges::find(out, e) == out.end()) out.push_back(e);
    return;
  }
  for (const Expr& a : outer_args(e)) collect_outer_rounded(a, out);  // a body has names of its own
}

}  // namespace

std::vector<Expr> outer_rounded(const Expr& e) {
  std::vector<Expr> out;
  collect_outer_rounded(e, out);
  return out;
}

Expr InWholes::expression() const {
  Expr e = 0;
  for (const auto& [powers, c] : p) {
    Expr t{dpcert::abs(c)};
    for (std::size_t i = 0; i < atoms.size(); ++i)
      for (int k = 0; k < powers[i]; ++k) t = mul(t, atoms[i]);
    e = c.sign() > 0 ? add(e, t) : sub(e, t);
  }
  return e;
}

Rational InWholes::lone(const Expr& atom) const {
  const auto i = static_cast<std::size_t>(std::ranges::find(atoms, atom) - atoms.begin());
  Rational c = 0;
  for (const auto& [powers, q] : p) {
    if (i >= powers.size() || powers[i] == 0) continue;
    if (degree(powers) != 1) return 0;
    c = q;
  }
  return c;
}

std::optional<InWholes> in_wholes(const Context& c, const Expr& e) {
  const AtomNames names(e);
  const Expr named = names.named(e);
  InWholes out{names.atoms(), names.names(), {}};
  for (const auto& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(named, x)) continue;
    if (!v.integer) return std::nullopt;
    out.atoms.push_back(x);
    out.names.push_back(x);
  }
  auto p = polynomial(named, out.names);
  if (!p) return std::nullopt;
  out.p = std::move(*p);
  return out;
}

std::optional<InWholes> whole(const Context& c, const Expr& e) {
  auto w = in_wholes(c, e);
  if (!w || std::ranges::any_of(w->p, [](const auto& t) { return !t.second.is_integer(); })) return std::nullopt;
  return w;
}

namespace {

// W + c >= 0 (or > 0), a positive multiple of what is said, where W is whole and has no number as a term.
class Sharpening {
 public:
  Sharpening(const Context& c, std::size_t hypothesis) : hypothesis_(hypothesis) {
    const Relation& h = c.hypotheses()[hypothesis - 1];
    if (h.rel == Rel::eq) return;
    strict_ = h.rel == Rel::gt;
    auto w = in_wholes(c, sub(h.lhs, h.rhs));
    if (w && !w->p.empty()) applies_ = set_whole(std::move(*w)) && set_residues();
  }

  bool cut(Goal& g, Proof& out) {
    if (!applies_) return false;
    const Relation sharper{Rel::ge, w_.expression(), Expr(Rational(best_.least))};
    if (std::ranges::find(g.context.hypotheses(), sharper) != g.context.hypotheses().end()) return false;
    const auto proof = of_atom({g.context, sharper}, 0);
    if (!proof) return false;
    cut_in(out, g, sharper, *proof);
    return true;
  }

 private:
  // The atoms of which the residues decide, what W is at least by them.
  struct Choice {
    std::int64_t modulus = 1, cases = 1, least = 0;
    std::vector<std::size_t> atoms;
  };

  bool set_whole(InWholes w) {
    w_ = std::move(w);
    const Powers none(w_.names.size());
    if (const auto c = w_.p.find(none); c != w_.p.end()) {
      number_ = c->second;
      w_.p.erase(c);
    }
    std::int64_t denominators = 1;
    for (const auto& [powers, c] : w_.p) {
      const auto q = c.to_int64_denominator();
      if (!q || *q > Effort::Residues::greatest_modulus) return false;
      denominators = std::lcm(denominators, *q);
      if (denominators > Effort::Residues::greatest_modulus) return false;
    }
    std::int64_t common = 0;
    for (const auto& [powers, c] : w_.p) {
      const auto k = (c * Rational(denominators)).to_int64();
      if (!k) return false;
      common = std::gcd(common, *k);
    }
    if (common == 0) return false;
    scale_ = Rational(denominators) / Rational(common);
    for (auto& [powers, c] : w_.p) c *= scale_;
    number_ *= scale_;
    const Rational least = strict_ ? (-number_).floor() + Rational(1) : (-number_).ceil();
    const auto value = least.to_int64();
    if (!value) return false;
    first_ = *value;
    return true;
  }

  bool set_residues() {
    best_.least = first_;
    for (const std::int64_t q : Effort::Residues::small_moduli)
      if (const auto choice = modulo(q); choice && choice->least > best_.least) best_ = *choice;
    return strict_ || Rational(best_.least) > -number_;
  }
  [[nodiscard]] std::optional<Choice> modulo(std::int64_t q) const {
    Choice out{q, 1, first_ + q, {}};
    for (std::size_t i = 0; i < w_.names.size(); ++i) {
      const auto decides = [&](const auto& t) { return t.first[i] > 0 && !(t.second / Rational(q)).is_integer(); };
      if (std::ranges::none_of(w_.p, decides)) continue;
      out.atoms.push_back(i);
      if ((out.cases *= q) > Effort::Residues::most_small_cases) return std::nullopt;
    }
    for (std::int64_t n = 0; n < out.cases; ++n) {
      std::vector<Rational> at(w_.names.size(), Rational(0));
      std::int64_t digits = n;
      for (const std::size_t i : out.atoms) {
        at[i] = Rational(digits % q);
        digits /= q;
      }
      Rational value(0);
      for (const auto& [powers, c] : w_.p) {
        Rational t = c;
        for (std::size_t i = 0; i < at.size(); ++i)
          for (int k = 0; k < powers[i]; ++k) t *= at[i];
        value += t;
      }
      // The least number from first_ on with this residue.
      const Rational more = ((Rational(first_) - value) / Rational(q)).ceil();
      const auto least = (value + Rational(q) * more).to_int64();
      if (!least) return std::nullopt;
      out.least = std::min(out.least, *least);
    }
    return out;
  }

  // By the residue of each of these atoms, one after the other.
  Tree of_atom(const Goal& g, std::size_t j) {
    if (j == best_.atoms.size()) return leaf(g);
    const std::size_t i = best_.atoms[j];
    return for_each_residue(g, w_.atoms[i], best_.modulus, [&](const Goal& h, long residue, std::size_t equation) {
      const Expr part = floor(quotient(w_.atoms[i], Expr(Rational(best_.modulus))));
      known_.push_back({i, Rational(residue), part, equation});
      auto t = of_atom(h, j + 1);
      known_.pop_back();
      return t;
    });
  }
  struct Known {
    std::size_t atom;
    Rational residue;
    Expr part;
    std::size_t equation;
  };

  // W = q V + r with a whole number V, which is at least what W/q is, rounded up.
  [[nodiscard]] Tree leaf(const Goal& g) const {
    const Rational q(best_.modulus);
    std::vector<Named> names;
    std::vector<Expr> parts = w_.names;
    for (std::size_t i = 0; i < w_.names.size(); ++i) names.push_back({w_.names[i], w_.atoms[i], w_.atoms[i], 0});
    Expr in_parts = dpcert::verify::expression(w_.p, w_.names);
    for (const Known& k : known_) {
      names[k.atom].value = add(mul(Expr(q), k.part), Expr(k.residue));
      names[k.atom].equation = k.equation;
      parts.push_back(Expr::variable("part " + std::to_string(k.atom)));
      in_parts = replaced(in_parts, w_.names[k.atom], add(mul(Expr(q), parts.back()), Expr(k.residue)));
    }
    auto p = polynomial(in_parts, parts);
    if (!p) return std::nullopt;
    Rational residue(0);
    if (const auto c = p->find(Powers(parts.size())); c != p->end()) residue = c->second;
    for (auto& [powers, c] : *p) c /= q;
    auto v = whole_part(*p, parts);
    if (!v) return std::nullopt;
    residue -= q * (residue / q).floor();
    for (std::size_t i = 0; i < known_.size(); ++i) *v = replaced(*v, parts[w_.names.size() + i], known_[i].part);
    for (std::size_t i = 0; i < w_.names.size(); ++i) *v = replaced(*v, w_.names[i], w_.atoms[i]);
    const Rational least = ((Rational(first_) - residue) / q).ceil();
    const Weights equations = telescoped(w_.p, names);

    const Relation rounded{Rel::ge, *v, Expr(least)};
    Weights weights{{hypothesis_, weight(Expr(scale_ / q))}};
    for (const auto& [i, w] : equations) weights.emplace_back(i, weight(mul(Expr(-Rational(1) / q), as_expression(w))));
    const rule::Combine from_said{(-number_ - residue) / q - least + Rational(1), weights};
    Proof out;
    Goal h = g;
    cut_in(out, h, rounded, {rule::Integral{}, from_said});
    Weights last = equations;
    last.emplace_back(h.context.hypotheses().size(), q);
    out.emplace_back(rule::Combine{q * least + residue - Rational(best_.least), last});
    return out;
  }

  std::size_t hypothesis_;
  bool strict_ = false, applies_ = false;
  InWholes w_;
  Rational number_{0}, scale_{1};
  std::int64_t first_ = 0;  // what W is at least, as a whole number
  Choice best_;
  std::vector<Known> known_;
};

}  // namespace

bool sharpen(std::size_t hypothesis, Goal& g, Proof& out) { return Sharpening(g.context, hypothesis).cut(g, out); }

Tree by_sharper_bounds(const Goal& g, const Subprover& s, int depth) {
  Goal h = g;
  Proof out;
  for (std::size_t i = 1, all = g.context.hypotheses().size(); i <= all; ++i) sharpen(i, h, out);
  if (out.empty()) return std::nullopt;
  auto t = s.immediate(h);
  if (!t) t = s.prove(h, depth, s.numeric);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace dpcert::verify
