// Equations between sines and cosines of rational multiples of pi, numbers and square roots of numbers, also as >=. All
// these sines and cosines are Chebyshev polynomials T_j of c = cos(pi/(2m)), of which T_m(c) = cos(pi/2) = 0 is known.
// What the difference of the sides is of c, times its conjugates, has rational coefficients, and is 0 exactly if the
// irreducible factor of T_m that vanishes at c divides it. The other factors and the conjugates are numbers that are
// seen not to be 0.
#include <algorithm>
#include <numeric>
#include <tuple>

#include "verify/engine/tactics/angles.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// A root of a number, in normal forms.
bool is_root_of_number(const Expr& e) {
  return (e.op() == Op::sqrt || (e.op() == Op::pow && e.arg(1).is_constant())) && e.arg(0).is_constant();
}

class PartsOfATurn {
 public:
  PartsOfATurn(const Goal& g, const Subprover& s) : h_(g), s_(s), a_(plain_.algebra()) {}

  Tree prove() {
    const auto whole = a_.fraction(h_.difference());
    if (!whole) return std::nullopt;
    std::tie(above_, below_) = *whole;
    const auto waves = nodes_of({Rel::eq, above_, 0}, is_wave);
    if (waves.empty() || !choose_unit(waves) || !know_cosines()) return std::nullopt;
    for (const Expr& f : waves)
      if (!put_in_place(f)) return std::nullopt;
    if (!without_roots() || !divide()) return std::nullopt;
    lines_.emplace_back(rule::Combine{Rational(0), weights_});
    return lines_;
  }

 private:
  // pi/(2m), of which all angles are whole multiples.
  bool choose_unit(const std::vector<Expr>& waves) {
    std::int64_t parts = 2;
    for (const Expr& f : waves) {
      const auto q = parts_of_pi(f.arg(0));
      const auto below = q ? q->to_int64_denominator() : std::nullopt;
      if (!below || *below > Effort::Angles::most_parts_of_pi) return false;
      parts = std::lcm(parts, *below);
      if (parts > Effort::Angles::most_parts_of_pi) return false;
    }
    m_ = static_cast<long>(parts) / 2;
    c_ = cos(angle(1));
    return m_ > 1;
  }
  [[nodiscard]] Expr angle(long j) const { return mul(Expr(Rational(j, 2 * m_)), Expr::pi()); }
  [[nodiscard]] std::size_t last() const { return h_.context.hypotheses().size(); }

  // cos(j pi/(2m)) = T_j(c) and sin(j pi/(2m)) = sin(pi/(2m)) U_(j-1)(c) for all j to m, by the addition theorems. No
  // angle is negative: normal forms take quarters of a turn out of multiples of pi.
  bool know_cosines() {
    const Expr one = angle(1), s = sin(one);
    if (!take(rule::Fact{rule::Fact::Of::sin, one}, h_, lines_)) return false;
    const std::size_t circle = last();
    chebyshev_ = {Expr(1), c_};
    known_ = {0, 0};          // identities
    Expr second = 1;          // U_(j-2)
    std::size_t of_sine = 0;  // what says that sin((j - 1) pi/(2m)) is s times this
    for (long j = 2; j <= m_; ++j) {
      if (!take(rule::Fact{rule::Fact::Of::sin, angle(j - 1), one}, h_, lines_)) return false;
      const auto before = static_cast<std::size_t>(j - 1);
      const std::size_t cosine = last(), sine = cosine - 1;
      const auto sum_with = [&](std::size_t first, const Expr& of_cosine, const Expr& of_sine_before) {
        Weights w{{first, Rational(1)}};
        if (known_[before] > 0) w.emplace_back(known_[before], weight(of_cosine));
        if (of_sine > 0) w.emplace_back(of_sine, weight(of_sine_before));
        return w;
      };
      const auto value = a_.expanded(sub(mul(c_, chebyshev_[before]), mul(sub(1, pow(c_, 2)), second)));
      const auto next = a_.expanded(add(mul(c_, second), chebyshev_[before]));
      if (!value || !next) return false;
      Weights cosines = sum_with(cosine, c_, negate(s));
      cosines.emplace_back(circle, weight(negate(second)));
      const Weights sines = sum_with(sine, s, c_);
      cut_in(lines_, h_, {Rel::eq, j == m_ ? Expr(0) : cos(angle(j)), *value}, {rule::Combine{Rational(0), cosines}});
      chebyshev_.push_back(*value);
      known_.push_back(last());
      if (j == m_) break;
      cut_in(lines_, h_, {Rel::eq, sin(angle(j)), mul(s, *next)}, {rule::Combine{Rational(0), sines}});
      of_sine = last();
      second = *next;
    }
    return true;
  }

  // sin(u) = cos(v), u + v = pi/2, as the Chebyshev polynomial that it is: of 1 = sin(u + v), 0 = cos(u + v) and the
  // point (cos(v), sin(v)) of the circle.
  bool know_sine(const Expr& f, long j) {
    const Expr u = angle(j), v = angle(m_ - j);
    if (!take(rule::Fact{rule::Fact::Of::sin, u, v}, h_, lines_)) return false;
    const std::size_t both = last();
    if (!take(rule::Fact{rule::Fact::Of::sin, v}, h_, lines_)) return false;
    Weights w{{both - 1, weight(negate(cos(v)))}, {both, weight(sin(v))}, {last(), weight(negate(sin(u)))}};
    const auto k = static_cast<std::size_t>(m_ - j);
    if (known_[k] > 0) w.emplace_back(known_[k], Rational(1));
    cut_in(lines_, h_, {Rel::eq, f, chebyshev_[k]}, {rule::Combine{Rational(0), w}});
    return true;
  }

  // The Chebyshev polynomial for f in what stands above the fraction line.
  bool put_in_place(const Expr& f) {
    const auto j = (*parts_of_pi(f.arg(0)) * Rational(2 * m_)).to_int64();
    if (!j || *j < 0 || *j >= m_) return false;  // normal forms have no other ones
    if (f == c_) return true;
    const auto k = static_cast<std::size_t>(f.op() == Op::cos ? *j : m_ - *j);
    if (f.op() == Op::sin && !know_sine(f, static_cast<long>(*j))) return false;
    const std::size_t number = f.op() == Op::sin ? last() : known_[k];
    if (number == 0) return false;
    const auto next = a_.expanded(replaced(above_, f, chebyshev_[k]));
    const auto share = next ? a_.simplified(quotient(sub(above_, *next), sub(f, chebyshev_[k]))) : next;
    if (!share) return false;
    weights_.emplace_back(number, weight(quotient(*share, below_)));
    above_ = *next;
    return true;
  }

  // Times the conjugates, one root after the other.
  bool without_roots() {
    norm_ = above_;
    for (std::size_t n = 0;; ++n) {
      const auto roots = nodes_of({Rel::eq, norm_, 0}, is_root_of_number);
      if (roots.empty()) return true;
      if (n == Effort::Angles::most_roots) return false;
      const Expr t = Expr::variable("$root");
      const auto p = a_.coefficients(replaced(norm_, roots.front(), t), t);
      if (!p || p->size() != 2) return false;
      const Expr conjugate = sub((*p)[0], mul((*p)[1], roots.front()));
      const auto next = a_.expanded(mul(norm_, conjugate));
      if (!next) return false;
      if (a_.is_zero(*next)) return norm_ = *next, a_.is_zero(above_);
      conjugates_.push_back(conjugate);
      norm_ = *next;
    }
  }

  // The factor of T_m that vanishes at c divides the norm.
  bool divide() {
    if (a_.is_zero(norm_)) return true;
    const Expr& t = chebyshev_.back();
    const auto factors = a_.factorization(t);
    if (!factors) return false;
    for (const auto& [base, exponent] : factors->factors) {
      const auto rest = a_.simplified(quotient(t, base));
      const auto times = a_.simplified(quotient(norm_, base));
      if (exponent != 1 || !rest || !times || !a_.coefficients(*times, c_)) continue;
      Goal h = h_;
      Proof out = lines_;
      Expr below = mul(below_, *rest);
      bool known = know_sign(h, out, *rest);
      for (const Expr& e : conjugates_) {
        known = known && know_sign(h, out, e);
        below = mul(below, e);
      }
      const Expr w = quotient(*times, below);
      if (!known || !is_defined(h.context, w)) continue;
      weights_.emplace_back(known_.back(), weight(negate(w)));
      h_ = std::move(h);
      lines_ = std::move(out);
      return true;
    }
    return false;
  }

  // e > 0 or -e > 0, cut in where it is not seen at once.
  bool know_sign(Goal& h, Proof& out, const Expr& e) const {
    if (!(h.context.signs(e) & zero)) return true;
    for (const Expr& side : {e, negate(e)}) {
      const Relation sign{Rel::gt, side, 0};
      if (!looks_nonnegative(h.context, side)) continue;
      auto t = s_.immediate({h.context, sign});
      if (!t) t = s_.boxes({h.context, sign}, Effort::first_boxes_unbounded);
      if (!t) continue;
      cut_in(out, h, sign, *t);
      return true;
    }
    return false;
  }

  Goal h_;
  const Subprover& s_;
  Context plain_;
  Algebra a_;
  Proof lines_;
  Expr above_, below_, norm_, c_;
  long m_ = 0;
  std::vector<Expr> chebyshev_, conjugates_;
  std::vector<std::size_t> known_;  // hypotheses that say what chebyshev_ is
  Weights weights_;
};

}  // namespace

Tree by_parts_of_a_turn(const Goal& g, const Subprover& s) {
  if (g.context.language() < 3 || g.relation.rel == Rel::gt) return std::nullopt;
  const auto waves = nodes_of(g.relation, is_wave);
  const auto is_other = [](const Expr& e) {
    return e.op() == Op::variable || (e.args().size() == 1 && e.op() != Op::neg && !is_wave(e) && e.op() != Op::sqrt) ||
           binds(e) || is_opaque(e);
  };
  if (waves.empty() || !nodes_of(g.relation, is_other).empty()) return std::nullopt;
  // Multiples of pi/6 and pi/4 have values of their own.
  const auto is_plain = [](const Expr& f) {
    const auto q = parts_of_pi(f.arg(0));
    return !q || (*q * Rational(4)).to_int64() || (*q * Rational(6)).to_int64();
  };
  if (std::ranges::all_of(waves, is_plain)) return std::nullopt;
  return PartsOfATurn(g, s).prove();
}

}  // namespace dpcert::verify
