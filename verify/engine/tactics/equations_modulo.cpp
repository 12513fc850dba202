// Equations between whole numbers beside a goal with floors: what they say modulo a number, by which residues are
// denied that no solution has. A modulus with several primes is taken apart into powers of these, each of which leaves
// fewer residues to look at.
#include <algorithm>
#include <numeric>
#include <vector>

#include "verify/engine/tactics/residues.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr long most_cases = 3000;

// E - m floor(E/m) = 0.
struct Divisible {
  Expr e;
  std::int64_t m;
};
Relation congruence(const Expr& e, std::int64_t m) {
  const Expr n{Rational(m)};
  return {Rel::eq, sub(e, mul(n, floor(quotient(e, n)))), 0};
}

std::vector<Expr> whole_variables(const Context& c) {
  std::vector<Expr> out;
  for (const Variable& v : c.variables())
    if (v.integer) out.push_back(Expr::variable(v.name));
  return out;
}

bool has_whole_coefficients(const Poly& p) {
  return std::ranges::all_of(p, [](const auto& t) { return t.second.is_integer(); });
}

// The common denominator of what stands under the floors.
std::optional<std::int64_t> modulus_of(const Goal& g, const std::vector<Expr>& integers) {
  std::int64_t m = 1;
  for (const Expr& f : nodes_of(g.relation, is_rounded)) {
    const auto p = f.op() == Op::floor ? polynomial(f.arg(0), integers) : std::nullopt;
    if (!p) return std::nullopt;
    for (const auto& [powers, c] : *p) {
      const auto q = c.to_int64_denominator();
      if (!q || *q > Effort::Residues::greatest_modulus) return std::nullopt;
      m = std::lcm(m, *q);
      if (m > Effort::Residues::greatest_modulus) return std::nullopt;
    }
  }
  return m > 1 ? std::optional(m) : std::nullopt;
}

std::optional<Divisible> divisible(const Goal& g, const std::vector<Expr>& integers, std::int64_t m) {
  const auto floors = nodes_of(g.relation, is_rounded);
  if (g.relation.rel != Rel::eq || floors.size() != 1) return std::nullopt;
  const Expr& under = floors.front().arg(0);
  const auto p = polynomial(mul(Expr(Rational(m)), under), integers);
  if (!p || !has_whole_coefficients(*p)) return std::nullopt;
  Algebra a = g.context.algebra();
  const Expr e =
      under.op() == Op::div && under.arg(1).is_constant(Rational(m)) ? under.arg(0) : mul(Expr(Rational(m)), under);
  const Expr d = g.difference(), said = sub(e, mul(Expr(Rational(m)), floors.front()));
  return a.is_zero(sub(d, said)) || a.is_zero(add(d, said)) ? std::optional(Divisible{e, m}) : std::nullopt;
}

// The power of the least prime in m, and the rest.
std::pair<std::int64_t, std::int64_t> prime_power(std::int64_t m) {
  std::int64_t p = 2, one = 1;
  while (m % p != 0) ++p;
  for (; m % p == 0; m /= p) one *= p;
  return {one, m};
}

// 1 = u a + v b.
std::pair<std::int64_t, std::int64_t> combination_of(std::int64_t a, std::int64_t b) {
  std::int64_t u = 0;
  while ((1 - u * a) % b != 0) ++u;
  return {u, (1 - u * a) / b};
}

class EquationsModulo {
 public:
  EquationsModulo(const Subprover& s, int depth) : s_(s), depth_(depth) {}

  Tree prove(const Goal& g, const std::vector<std::size_t>& unused = {}) const {
    const auto integers = whole_variables(g.context);
    const auto m = modulus_of(g, integers);
    if (!m) return std::nullopt;
    if (const auto [one, other] = prime_power(*m); other > 1)
      if (const auto d = divisible(g, integers, *m))
        if (auto t = apart(g, *d, one, other, unused)) return t;
    return with_equations(g, integers, *m, unused);
  }

 private:
  [[nodiscard]] Tree part(const Goal& g, const std::vector<std::size_t>& unused) const {
    if (auto t = by_residues_without(g, s_, depth_, unused)) return t;
    return prove(g, unused);
  }

  // E/m = v E/a + u E/b for m = a b and 1 = u a + v b, all of which are whole.
  [[nodiscard]] Tree apart(const Goal& g, const Divisible& d, std::int64_t a, std::int64_t b,
                           std::vector<std::size_t> unused) const {
    Goal h = g;
    Proof out;
    Weights under;
    Expr value = 0;
    const auto [u, v] = combination_of(a, b);
    for (const auto& [n, times] : {std::pair{a, v}, std::pair{b, u}}) {
      const Relation said = congruence(d.e, n);
      const auto t = part({h.context, said}, unused);
      if (!t) return std::nullopt;
      cut_in(out, h, said, *t);
      // What is said modulo one number denies no residue modulo the other one.
      unused.push_back(h.context.hypotheses().size());
      under.emplace_back(h.context.hypotheses().size(), weight(Expr(Rational(times, n))));
      value = add(value, mul(Expr(Rational(times)), floor(quotient(d.e, Expr(Rational(n))))));
    }
    const Expr f = nodes_of(g.relation, is_rounded).front();
    if (!know_floor(f, value, under, h, out)) return std::nullopt;
    // E = a floor(E/a) and E = b floor(E/b): E - m floor(E/m) by all three.
    const std::size_t last = h.context.hypotheses().size();
    Algebra algebra = g.context.algebra();
    const bool turned = !algebra.is_zero(sub(g.difference(), sub(d.e, mul(Expr(Rational(d.m)), f))));
    const Rational sign(turned ? -1 : 1);
    out.emplace_back(rule::Combine{Rational(0),
                                   {{under[0].first, sign * Rational(v * b)},
                                    {under[1].first, sign * Rational(u * a)},
                                    {last, sign * Rational(-d.m)}}});
    return out;
  }

  // What the equations say modulo numbers from m on.
  [[nodiscard]] Tree with_equations(const Goal& g, const std::vector<Expr>& integers, std::int64_t m,
                                    const std::vector<std::size_t>& unused) const {
    struct Equation {
      Expr e;
      std::size_t hypothesis;
    };
    std::vector<Equation> equations;
    std::size_t entering = 0;
    for (std::size_t i = 0; i < g.context.hypotheses().size(); ++i) {
      const Relation& h = g.context.hypotheses()[i];
      const Expr e = sub(h.lhs, h.rhs);
      const auto p = h.rel == Rel::eq ? polynomial(e, integers) : std::nullopt;
      if (!p || !has_whole_coefficients(*p)) continue;
      const auto enters = [&](const Expr& n) { return depends_on(e, n); };
      const auto floored = [&](const Expr& n) { return enters(n) && mentions(g.relation, n); };
      if (std::ranges::none_of(integers, floored)) continue;
      equations.push_back({e, i + 1});
      entering = std::max<std::size_t>(entering, std::ranges::count_if(integers, enters));
    }
    if (equations.empty()) return std::nullopt;
    std::vector<std::int64_t> multiples{1, 2, 4};
    if (std::ranges::find(multiples, m) == multiples.end()) multiples.push_back(m);
    for (const std::int64_t times : multiples) {
      long cases = 1;
      for (std::size_t i = 0; i < entering && cases <= most_cases; ++i) cases *= static_cast<long>(m * times);
      if (cases > most_cases || s_.out_of_time()) return std::nullopt;
      Goal h = g;
      Proof out;
      for (const Equation& e : equations) {
        const Relation said = congruence(e.e, m * times);
        Goal k{h.context, said};
        Proof lines;
        const Rational n(m * times);
        const Expr f = floor(quotient(e.e, Expr(n)));
        if (!know_floor(f, 0, {{e.hypothesis, Rational(1) / n}}, k, lines)) return std::nullopt;
        lines.emplace_back(
            rule::Combine{Rational(0), {{e.hypothesis, Rational(1)}, {k.context.hypotheses().size(), -n}}});
        cut_in(out, h, said, lines);
      }
      if (const auto t = by_residues_without(h, s_, depth_, unused)) {
        append(out, *t);
        return out;
      }
    }
    return std::nullopt;
  }

  const Subprover& s_;
  int depth_;
};

}  // namespace

Tree by_equations_modulo(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1 || nodes_of(g.relation, is_rounded).empty()) return std::nullopt;
  return EquationsModulo(s, depth).prove(g);
}

}  // namespace dpcert::verify
