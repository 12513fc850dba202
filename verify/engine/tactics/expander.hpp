// The work of expanding one goal near one end of one variable (expansion.hpp). Its parts: expander.cpp, sizes of
// expressions and the functions of x one by one; exponentials.cpp, sums of exponentials that run away, and the last
// step, which divides by what leads.
#pragma once

#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "verify/engine/proof/series.hpp"
#include "verify/engine/tactics/expansion.hpp"

namespace dpcert::verify {

class Expander {
 public:
  Expander(const Goal& g, const Expr& x, Place place, int terms)
      : g_(g), x_(x), log_x_(log(x)), zero_(place == Place::zero), terms_(terms) {}

  std::optional<Expansion> run();
  // log(exp(v) a) becomes v + log(a), v the exponent that dominates; the rest as it is, simplified.
  std::optional<Expr> without_runaway_logs();

 private:
  // A rational function of x: its leading power and coefficient (not identically 0).
  struct Leading {
    long power = 0;
    Expr coefficient;
  };
  // c exp(v), as v and c.
  using Exponentials = std::vector<std::pair<Expr, Expr>>;

  // --- The goal and what is known in it.
  [[nodiscard]] Expr d() const { return g_.relation.lhs; }
  [[nodiscard]] bool has_x(const Expr& e) const { return depends_on(e, x_); }
  [[nodiscard]] Algebra algebra() const {
    return Algebra([this](const Expr& u) { return g_.context.knows({u, Need::positive}); });
  }
  [[nodiscard]] bool positive(const Expr& e) const { return g_.context.knows({e, Need::positive}); }
  [[nodiscard]] bool nonnegative(const Expr& e) const;
  // The same of something that a step needs: if its normal form shows it, the checker is told so.
  bool shown_nonnegative(const Expr& e);
  // Side conditions that need no proof of their own.
  [[nodiscard]] bool known(const Expr& e) const { return is_defined(g_.context, e); }
  bool rewrite(const Expr& e);
  // What took the place of a function may be positive, and not be seen to be: 1/x - w/x^3 is 1/x (1 - w/x^2).
  void define();
  // e as a product of something positive and of what may be seen to be.
  std::pair<Expr, Expr> positive_factors(const Expr& e);
  std::string fresh();
  void put(const Series& s, const Step& step);

  // --- Sizes.
  // Of a polynomial's coefficients, the one that counts most at the end of x: the first other than 0, or the last.
  [[nodiscard]] std::size_t leading_index(const std::vector<Expr>& c) const;
  std::optional<Leading> leading(const Expr& e);
  // 1 if u runs to +inf, -1 to -inf, 0 if it stays (or tends to 0), 2 if it is not known.
  int direction(const Expr& u);
  bool tends_to_zero(const Expr& u);
  // A rational function that does not run away, in 1/x (infinity) or x: so its range is seen.
  std::optional<Expr> in_powers(const Expr& e);

  // --- Functions of x.
  // Everything through exp, log, erfc and gamma functions where it depends on x.
  Expr elementary(const Expr& root);
  // The functions of x in e, inner ones first.
  [[nodiscard]] std::vector<Expr> functions(const Expr& e) const;
  [[nodiscard]] std::optional<Expr> next_function() const;
  bool expand_function(const Expr& f);
  bool keep(const Expr& f) { return kept_.insert(f).second; }
  bool at_infinity(const Expr& f);
  bool expand_log(const Expr& f);
  // exp(v) = exp(what runs away) exp(constant) x^c exp(what vanishes)
  bool expand_exp(const Expr& f);

  // --- Exponentials that run away.
  // A sum of products c exp(v), by the exponents v.
  std::optional<Exponentials> by_exponent(const Expr& e);
  // The exponent that is more than all others.
  std::optional<Expr> dominating(const Exponentials& terms);
  // Bounded parts stand for themselves: names instead, and the way back.
  Expr hidden(Expr e, ExprMap<Expr>& back) const;
  // Divides by the exponential that dominates, and bounds the others.
  bool settle_exponentials();
  // u - v, by its factors if those show that it is positive.
  Expr difference(const Expr& u, const Expr& v);

  // --- The last step.
  // The least common denominator of the exponents that x has in e.
  [[nodiscard]] long root_of_x(const Expr& e) const;
  // D = x^m log(x)^j times a quotient of sums in which all but the first terms vanish at the place.
  std::optional<Expansion> finish();

  Goal g_;
  Expr x_, log_x_;
  bool zero_;
  int terms_;
  int names_ = 0;
  bool defined_ = true;  // the goal behind every step so far, as far as the checker sees
  Proof steps_;
  std::unordered_set<Expr> kept_, runaway_;
};

}  // namespace dpcert::verify
