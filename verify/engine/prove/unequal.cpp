#include "verify/engine/prove/unequal.hpp"

#include <algorithm>
#include <array>

#include "verify/engine/goal/integers.hpp"
#include "verify/engine/tactics/polynomials.hpp"

namespace dpcert::verify {

namespace {

// Moduli to which squares, cubes and fourth powers have few residues.
constexpr std::array<long, 10> moduli{3, 4, 5, 7, 8, 9, 11, 13, 16, 32};
constexpr long most_residues = 1100;  // of all variables together

class Unequal {
 public:
  Unequal(const LogicGoal& g, const ProveGoal& prove)
      : g_(g), prove_(prove), d_(sub(g.goal.parts[0].relation.lhs, g.goal.parts[0].relation.rhs)) {
    for (const auto& v : g.context.variables())
      if (depends_on(d_, Expr::variable(v.name))) xs_.push_back(Expr::variable(v.name));
    p_ = polynomial(d_, xs_);
    if (p_ && std::ranges::any_of(*p_, [](const auto& t) { return !t.second.is_integer(); })) p_.reset();
  }

  Tree run() const {
    if (p_) {
      if (auto t = by_a_modulus()) return t;
      if (auto t = between_neighbours()) return t;
    }
    return by_the_square();
  }

 private:
  // The goals of `step`, proved one after the other.
  static Tree with(const Step& step, const LogicGoal& g,
                   const std::vector<std::function<Tree(const LogicGoal&)>>& proofs) {
    const auto children = apply(step, g);
    if (!children || children->size() != proofs.size()) return std::nullopt;
    Proof out{step};
    for (std::size_t i = 0; i < proofs.size(); ++i) {
      const auto t = proofs[i]((*children)[i]);
      if (!t) return std::nullopt;
      append(out, *t);
    }
    return out;
  }
  static LogicGoal cut(Proof& out, const LogicGoal& g, const Relation& r, const Proof& proof) {
    out.emplace_back(rule::Cut{r});
    append(out, proof);
    return {g.context.with_hypothesis(r), g.facts, g.goal};
  }
  static std::size_t hypotheses(const LogicGoal& g) { return g.context.hypotheses().size(); }

  [[nodiscard]] Rational value(const std::vector<Rational>& at) const {
    Rational sum = 0;
    for (const auto& [powers, c] : *p_) {
      Rational t = c;
      for (std::size_t i = 0; i < at.size(); ++i)
        if (powers[i] > 0) t *= pow(at[i], powers[i]);
      sum += t;
    }
    return sum;
  }

  // ---- a modulus

  // Variables of which the residue matters: not those that come with multiples of m alone.
  [[nodiscard]] std::vector<std::size_t> that_count(long m) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < xs_.size(); ++i)
      if (std::ranges::any_of(*p_,
                              [&](const auto& t) { return t.first[i] > 0 && !(t.second / Rational(m)).is_integer(); }))
        out.push_back(i);
    return out;
  }
  [[nodiscard]] bool never_zero(long m) const {
    const auto counting = that_count(m);
    long count = 1;
    for (std::size_t i = 0; i < counting.size(); ++i)
      if ((count *= m) > most_residues) return false;
    std::vector<Rational> at(xs_.size());
    for (long k = 0; k < count; ++k) {
      long rest = k;
      for (const std::size_t i : counting) {
        at[i] = Rational(rest % m);
        rest /= m;
      }
      const Rational q = value(at) / Rational(m);
      if (q.is_integer()) return false;
    }
    return true;
  }

  [[nodiscard]] Tree by_a_modulus() const {
    if (xs_.empty()) return std::nullopt;
    const auto m = std::ranges::find_if(moduli, [&](long k) { return never_zero(k); });
    if (m == moduli.end()) return std::nullopt;
    const Expr modulus{Rational(*m)}, part = quotient(d_, modulus), f = floor(part);
    const Relation rest{Rel::ge, sub(d_, mul(modulus, f)), 1};
    const auto shown = prove_({g_.context, rest});
    if (!shown) return std::nullopt;
    Proof out;
    LogicGoal g = cut(out, g_, rest, *shown);
    const std::size_t residue = hypotheses(g);
    const Step fact = rule::Fact{rule::Fact::Of::floor, part};
    const auto next = apply(fact, g);
    if (!next) return std::nullopt;
    out.push_back(fact);
    g = next->front();
    const std::size_t above = hypotheses(g);  // floor(d/m) + 1 > d/m
    // d = m f + (rest) with f >= 0, or -d > -m (f + 1) >= 0.
    const auto side = [&](bool up) -> std::function<Tree(const LogicGoal&)> {
      return [&, up](const LogicGoal& h) -> Tree {
        Proof lines;
        const Relation whole = up ? Relation{Rel::ge, f, 0} : Relation{Rel::ge, sub(-1, f), 0};
        const Step half = rule::Combine{Rational(1, 2), {{hypotheses(h), Rational(1)}}};
        const LogicGoal k = cut(lines, h, whole, {rule::Integral{}, half});
        lines.push_back(up ? Step(rule::Left{}) : Step(rule::Right{}));
        if (up)
          lines.emplace_back(rule::Combine{Rational(1), {{residue, Rational(1)}, {hypotheses(k), Rational(*m)}}});
        else
          lines.emplace_back(rule::Combine{Rational(0), {{above, Rational(*m)}, {hypotheses(k), Rational(*m)}}});
        return lines;
      };
    };
    const auto t = with(rule::Cases{add(f, Expr(Rational(1, 2)))}, g, {side(true), side(false)});
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  // ---- neighbours

  // The last k from `low` on at which the difference has the sign that it has there, if it has the other one further
  // on.
  [[nodiscard]] std::optional<Rational> last_before(std::size_t k, const Rational& n, const Rational& low) const {
    std::vector<Rational> at{n, n};
    const auto sign = [&](const Rational& x) {
      at[k] = x;
      return value(at).sign();
    };
    const int first = sign(low);
    Rational near = low, far = low + Rational(1);
    for (int doublings = 0; sign(far) == first; ++doublings) {
      if (doublings == 60) return std::nullopt;
      near = far;
      far = low + Rational(2) * (far - low);
    }
    while (far - near > Rational(1)) {
      const Rational middle = ((near + far) / Rational(2)).floor();
      (sign(middle) == first ? near : far) = middle;
    }
    return near;
  }

  // m(n) with the sign of the difference at k = m(n) and another one at m(n) + 1, as it looks.
  [[nodiscard]] std::optional<Expr> gap(std::size_t k) const {
    const std::size_t n = 1 - k;
    const auto first = [&](std::size_t i) {
      const Range& r = g_.context.find(xs_[i])->range;
      return r.lo.infinite ? Rational(0) : std::max(first_integer(r), Rational(0));
    };
    const Rational from = first(n) + Rational(40);
    std::vector<std::pair<Rational, Rational>> places;
    for (const long step : {0, 1, 2, 3, 7, 20, 21, 50}) {
      const Rational at = from + Rational(step);
      const auto m = last_before(k, at, first(k));
      if (!m) return std::nullopt;
      places.emplace_back(at, *m);
    }
    // A parabola through the first three of them.
    const auto slope = [&](std::size_t i) { return places[i + 1].second - places[i].second; };
    const Rational square = (slope(1) - slope(0)) / Rational(2);
    const Rational linear = slope(0) - square * (places[0].first + places[1].first);
    const Rational c = places[0].second - (square * places[0].first + linear) * places[0].first;
    if (!square.is_integer() || !linear.is_integer()) return std::nullopt;
    for (const auto& [at, m] : places)
      if (!((square * at + linear) * at + c == m)) return std::nullopt;
    return add(add(mul(Expr(square), mul(xs_[n], xs_[n])), mul(Expr(linear), xs_[n])), Expr(c));
  }

  [[nodiscard]] Tree between_neighbours() const {
    if (xs_.size() != 2) return std::nullopt;
    for (const std::size_t k : {std::size_t{1}, std::size_t{0}}) {
      const auto m = gap(k);
      if (!m) continue;
      const auto side = [&](bool up) -> std::function<Tree(const LogicGoal&)> {
        return [&, up](const LogicGoal& h) -> Tree {
          Proof lines;
          const Relation whole{Rel::ge, up ? sub(sub(xs_[k], *m), 1) : sub(*m, xs_[k]), 0};
          const Step half = rule::Combine{Rational(1, 2), {{hypotheses(h), Rational(1)}}};
          const LogicGoal here = cut(lines, h, whole, {rule::Integral{}, half});
          for (const bool left : {up, !up}) {
            const auto t = prove_({here.context, here.goal.parts[left ? 0 : 1].relation});
            if (!t) continue;
            lines.push_back(left ? Step(rule::Left{}) : Step(rule::Right{}));
            append(lines, *t);
            return lines;
          }
          return std::nullopt;
        };
      };
      const Step cases = rule::Cases{sub(sub(xs_[k], *m), Expr(Rational(1, 2)))};
      if (auto t = with(cases, g_, {side(true), side(false)})) return t;
    }
    return std::nullopt;
  }

  // ---- the square of the difference

  [[nodiscard]] Tree by_the_square() const {
    if (nodes_of(g_.goal.parts[0].relation, is_rounded).empty()) return std::nullopt;
    const Relation square{Rel::gt, power(d_, 2), 0};
    const auto shown = prove_({g_.context, square});
    if (!shown) return std::nullopt;
    Proof out;
    const LogicGoal g = cut(out, g_, square, *shown);
    const std::size_t said = hypotheses(g);
    const auto t =
        with(rule::Cases{d_}, g,
             {[&](const LogicGoal&) {
                return Tree(Proof{rule::Left{}, rewrite_to(d_), rule::Power{Rational(2)},
                                  rule::Combine{Rational(0), {{said, Rational(1)}}}});
              },
              [&](const LogicGoal& h) {
                return Tree(Proof{rule::Right{}, rule::Combine{Rational(0), {{hypotheses(h), Rational(1)}}}});
              }});
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  const LogicGoal& g_;
  const ProveGoal& prove_;
  Expr d_;
  std::vector<Expr> xs_;
  std::optional<Poly> p_;
};

// a < b or b < a
bool says_that_sides_differ(const Formula& f) {
  if (!f.is(Formula::Kind::either) || !f.parts[0].is(Formula::Kind::relation) ||
      !f.parts[1].is(Formula::Kind::relation))
    return false;
  const Relation &one = f.parts[0].relation, &two = f.parts[1].relation;
  return one.rel == Rel::gt && two.rel == Rel::gt && one.lhs == two.rhs && one.rhs == two.lhs;
}

}  // namespace

Tree by_integers_that_differ(const LogicGoal& g, const ProveGoal& prove) {
  if (!says_that_sides_differ(g.goal)) return std::nullopt;
  const Relation& r = g.goal.parts[0].relation;
  const auto real = [&](const Variable& v) {
    const Expr x = Expr::variable(v.name);
    return !v.integer && (depends_on(r.lhs, x) || depends_on(r.rhs, x));
  };
  if (std::ranges::any_of(g.context.variables(), real)) return std::nullopt;
  return Unequal(g, prove).run();
}

}  // namespace dpcert::verify
