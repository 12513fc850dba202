// Integrals, laws and formulas through the whole kernel: what must be proved is proved and accepted by the checker, and
// nothing false is. Sources stand beside the statements; the values are closed forms from tables.
#include <gtest/gtest.h>

#include <chrono>
#include <ostream>
#include <string>
#include <vector>

#include "dpcert/checker/checker.hpp"
#include "dpcert/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

struct Problem {
  std::string name, text;
  Verdict verdict;
};
std::ostream& operator<<(std::ostream& out, const Problem& p) { return out << p.name; }

const std::string binomial_law =
    "int n in [1, inf)\nvar p in [0, 1]\nlet mass(k) = binomial(n, k)*p^k*(1 - p)^(n - k)\n";

const std::string clip = "var x in (-inf, inf)\nvar y in (-inf, inf)\nlet clip(t) = piece(t < -1: -1, t > 1: 1, t)\n";

const std::vector<Problem>& problems() {
  static const std::vector<Problem> all{
      // DLMF 4.10, 7.7.3, 5.9.1 with n = 1; Gradshteyn and Ryzhik 3.321.
      {"exponential", "prove integral(x, 0, inf, exp(-x)) = 1", Verdict::proved},
      {"exponential_false", "prove integral(x, 0, inf, exp(-x)) = 2", Verdict::refuted},
      {"gaussian", "var a in (0, inf)\nprove integral(x, -inf, inf, exp(-a*x^2)) = sqrt(pi/a)", Verdict::proved},
      {"gaussian_false", "var a in (0, inf)\nprove integral(x, -inf, inf, exp(-a*x^2)) = sqrt(pi)/a", Verdict::refuted},
      // DLMF 4.21.12, 4.21.21, 4.18.1 (Jordan), 4.14: circular functions, and floors by induction.
      {"pythagoras", "var x in (-inf, inf)\nprove sin(x)^2 + cos(x)^2 = 1", Verdict::proved},
      {"pythagoras_false", "var x in (-inf, inf)\nprove sin(x)^2 - cos(x)^2 = 1", Verdict::refuted},
      {"quarter_turn", "var x in (-inf, inf)\nprove cos(x - 3*pi/2) = -sin(x)", Verdict::proved},
      {"quarter_turn_false", "var x in (-inf, inf)\nprove cos(x - 3*pi/2) = sin(x)", Verdict::refuted},
      // DLMF 4.21.2, 4.21.27, 4.21.28, 4.21.34: sums of arguments. Products by induction, ranges less their last terms.
      {"sine_of_a_sum", "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove sin(x + y) = sin(x)*cos(y) + cos(x)*sin(y)",
       Verdict::proved},
      {"cosine_of_a_difference",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove cos(x - y) = cos(x)*cos(y) + sin(x)*sin(y)", Verdict::proved},
      {"cosine_of_a_sum_false",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove cos(x + y) = cos(x)*cos(y) + sin(x)*sin(y)",
       Verdict::refuted},
      {"double_angle", "var x in (-inf, inf)\nprove cos(2*x) = 1 - 2*sin(x)^2", Verdict::proved},
      {"triple_angle", "var x in (-inf, inf)\nprove sin(3*x) = 3*sin(x) - 4*sin(x)^3", Verdict::proved},
      {"sum_to_product",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove sin(x + y)*sin(x - y) = sin(x)^2 - sin(y)^2",
       Verdict::proved},
      {"triple_angle_false", "var x in (-inf, inf)\nprove sin(3*x) = 3*sin(x) - 3*sin(x)^3", Verdict::refuted},
      {"telescoping_product", "int n in [1, inf)\nprove prod(k, 1, n, (k + 1)/k) = n + 1", Verdict::proved},
      {"telescoping_product_false", "int n in [1, inf)\nprove prod(k, 1, n, (k + 1)/k) = n", Verdict::refuted},
      {"powers_of_two", "int n in [1, inf)\nprove prod(k, 1, n, 2) = 2^n", Verdict::proved},
      {"last_term", "int n in [1, inf)\nseq x(k)\nprove sum(k, 0, n, x(k)) = sum(k, 0, n - 1, x(k)) + x(n)",
       Verdict::proved},
      {"last_term_false", "int n in [1, inf)\nseq x(k)\nprove sum(k, 0, n, x(k)) = sum(k, 0, n - 1, x(k)) + x(n - 1)",
       Verdict::refuted},
      // Dirichlet laws, whose integrals are iterated: moments as in Wilks, Mathematical Statistics, 7.7.
      {"dirichlet_mass", "prove E(x, y, z, 1, dirichlet(1, 1, 1)) = 1", Verdict::proved},
      {"dirichlet_mean", "prove E(x, y, z, x, dirichlet(2, 1, 1)) = 1/2", Verdict::proved},
      {"dirichlet_mean_false", "prove E(x, y, z, x, dirichlet(2, 1, 1)) = 1/3", Verdict::refuted},
      {"dirichlet_last_mean", "prove E(x, y, z, z, dirichlet(1, 1, 2)) = 1/2", Verdict::proved},
      {"dirichlet_last_mean_false", "prove E(x, y, z, z, dirichlet(1, 1, 2)) = 1/4", Verdict::refuted},
      // A probability that is a quotient; intervals of one point; another number than the distance of two laws.
      {"randomized_response",
       "var eps in (0, inf)\nlaw P = bernoulli(exp(eps)/(1 + exp(eps)))\nlaw Q = bernoulli(1/(1 + exp(eps)))\n"
       "prove hockey_stick(eps, P, Q) = 0",
       Verdict::proved},
      {"supremum_in_an_expression", "prove sup(x in [0, 1], x) - inf(x in [0, 1], x) = 1", Verdict::proved},
      {"one_point", "prove forall a in [1, 1]: exists b in [0, 1]: a*b = 1", Verdict::proved},
      {"one_point_false", "prove forall a in [1, 1]: exists b in [0, 1]: a*b = 2", Verdict::refuted},
      // What a hypothesis says of a product; a premise of a higher degree.
      {"square_above_four", "var x in (-inf, inf)\nprove x^2 > 4 implies x > 2 or x < -2", Verdict::proved},
      {"square_above_four_one_side", "var x in (-inf, inf)\nprove x^2 > 4 implies x > 2", Verdict::refuted},
      {"square_of_four", "var x in (-inf, inf)\nprove x^2 = 4 implies x = 2 or x = -2", Verdict::proved},
      {"square_above_a_square", "var x in (-inf, inf)\nvar c in (0, inf)\nprove x^2 >= c^2 implies {x >= c or x <= -c}",
       Verdict::proved},
      {"between_the_roots", "var x in (-inf, inf)\nprove (x - 1)*(x - 2) < 0 implies x > 1 and x < 2", Verdict::proved},
      {"outside_the_roots", "var x in (-inf, inf)\nprove (x - 1)*(x - 2) >= 0 implies x <= 1 or x >= 2",
       Verdict::proved},
      {"outside_the_roots_false", "var x in (-inf, inf)\nprove (x - 1)*(x - 2) > 0 implies x > 1", Verdict::refuted},
      {"one_factor", "var x in (-inf, 2]\nassume x^2 > 4\nprove x < -2", Verdict::proved},
      // Hypotheses over an interval, at its ends; of one point, too.
      {"assumed_at_one_point", "var y in [0, 1]\nassume forall a in [1, 1]: a*y <= 1/2\nprove y <= 1/2",
       Verdict::proved},
      {"assumed_at_one_integer", "var y in [0, 1]\nassume forall int a in [1, 1]: a*y <= 1/2\nprove y <= 1/2",
       Verdict::proved},
      {"assumed_at_a_variable", "var y in [0, 1]\nassume forall a in [y, y]: a <= 1/2\nprove y <= 1/2",
       Verdict::proved},
      {"assumed_at_the_end", "var y in [0, 1]\nassume forall a in [0, 1]: a*y <= 1/2\nprove y <= 1/2", Verdict::proved},
      {"assumed_elsewhere", "var y in [0, 1]\nassume forall a in [0, 1/2]: a*y <= 1/2\nprove y <= 1/2",
       Verdict::refuted},
      {"shown_at_one_point", "var y in [0, 1]\nprove forall a in [y, y]: a = y", Verdict::proved},
      {"variables_of_one_point", "var y in [1, 1]\nint n in [3, 3]\nprove y*n = 3", Verdict::proved},
      // Suprema of what relations describe, of integers, of several names.
      {"supremum_below_a_line", "prove sup(x in [0, 1], y in [0, 1] where x + y <= 1, x*y) = 1/4", Verdict::proved},
      {"supremum_below_a_line_false", "prove sup(x in [0, 1], y in [0, 1] where x + y <= 1, x*y) <= 1/5",
       Verdict::refuted},
      {"supremum_of_a_described_set", "var y in (0, 1)\nprove sup(x in [0, 1] where x^2 <= y, x) = sqrt(y)",
       Verdict::proved},
      {"supremum_of_an_empty_set", "prove sup(x in [0, 1] where x >= 2, x) <= 1", Verdict::refuted},
      {"supremum_of_integers", "int n in [1, inf)\nprove sup(int k in [0, n], k*(n - k)) <= n^2/4", Verdict::proved},
      {"supremum_of_integers_false", "prove sup(int k in [0, 3], k) = 4", Verdict::refuted},
      {"infimum_of_a_distance", "prove inf(x in [1, 2], y in [x, 3], y - x) = 0", Verdict::proved},
      // An end that is a variable.
      {"logarithm", "var t in (0, 1)\nprove integral(x, t, 1, 1/x) = -log(t)", Verdict::proved},
      {"logarithm_false", "var t in (0, 1)\nprove integral(x, t, 1, 1/x) = log(t)", Verdict::refuted},
      {"laplace_distance_false",
       "var m in (0, inf)\nlaw P = laplace(m, 1)\nlaw Q = laplace(0, 1)\nprove tv(P, Q) = 1 - exp(-m/3)",
       Verdict::refuted},
      {"half_circle", "var x in [0, pi]\nprove sin(x) >= 0", Verdict::proved},
      {"sum_of_cubes_mod_3", "int n in [0, inf)\nprove mod(n^3 + 2*n, 3) = 0", Verdict::proved},
      {"squares_mod_3_false", "int n in [0, inf)\nprove mod(n^2 + 2*n, 3) = 0", Verdict::refuted},
      // Hypotheses as they are typed.
      {"bounds_in_hypotheses",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nassume 0 < x\nassume x < y\n"
       "prove log(y/x) < (y - x)/sqrt(x*y)",
       Verdict::proved},
      {"absolute_value", "var t in (-inf, inf)\nassume abs(t) > 1\nprove t^2 + 1/t^2 > 2", Verdict::proved},
      {"absolute_value_false", "var t in (-inf, inf)\nassume abs(t) > 1\nprove t > 0", Verdict::refuted},
      {"root_by_equation",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nassume 0 <= y\nassume y^2 = 1 + x^2\nprove y >= abs(x)",
       Verdict::proved},
      {"root_by_equation_false",
       "var x in (-inf, inf)\nvar y in (-inf, inf)\nassume 0 <= y\nassume y^2 = 1 + x^2\nprove y >= 1 + abs(x)",
       Verdict::refuted},
      {"log_of_inverse", "var d in (0, 1)\nvar r in (0, inf)\nprove sqrt(log(1/d)/r) = sqrt(log(1/d))/sqrt(r)",
       Verdict::proved},
      // `!=` as two cases. Mitrinovic, Analytic inequalities, 3.6.17: the logarithmic mean.
      {"unequal", "var x in (-inf, inf)\nassume x != 0\nprove (exp(x) - 1)/x > 0", Verdict::proved},
      {"logarithmic_mean",
       "var x in (0, inf)\nvar y in (0, inf)\nassume x != y\nprove (x - y)/(log(x) - log(y)) < (x + y)/2",
       Verdict::proved},
      // Jeffreys' divergence of two coins: also where they are equal. Pinsker's inequality twice.
      {"unequal_coins",
       "var p in (0, 1)\nvar q in (0, 1)\nassume p != q\n"
       "prove (p-q)*log(p*(1-q)/(q*(1-p))) >= 4*(p-q)^2",
       Verdict::proved},
      {"unequal_coins_false",
       "var p in (0, 1)\nvar q in (0, 1)\nassume p != q\n"
       "prove (p-q)*log(p*(1-q)/(q*(1-p))) >= 5*(p-q)^2",
       Verdict::refuted},
      // The angles of a triangle: the third one by the addition theorem, and a sum of squares on two circles.
      {"two_angles", "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove cos(x) + cos(y) - cos(x + y) <= 3/2",
       Verdict::proved},
      {"two_angles_false", "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove cos(x) + cos(y) - cos(x + y) <= 7/5",
       Verdict::refuted},
      {"unequal_false", "var x in [-1, 1]\nassume x != 0\nprove x != 1/2", Verdict::refuted},
      {"equal_false", "var x in [-1, 1]\nprove x^2 != 1/4", Verdict::refuted},
      {"unequal_squares", "var x in [0, 1]\nprove x^2 != 2", Verdict::proved},
      {"power", "int n in [0, inf)\nprove integral(x, 0, 1, x^n) = 1/(n + 1)", Verdict::proved},
      {"power_false", "int n in [0, inf)\nprove integral(x, 0, 1, x^n) = 1/n", Verdict::refuted},
      {"moving_end", "var b in [0, inf)\nprove integral(x, 0, b, x^2 + 1) >= b", Verdict::proved},
      // They do not exist: log-type ends, and a principal value.
      {"no_integral_at_0", "prove integral(x, 0, 1, 1/x) >= 1", Verdict::open},
      {"principal_value", "prove integral(x, -1, 1, 1/x) = 0", Verdict::open},
      // Johnson, Kotz and Balakrishnan, chapters 13 and 19.
      {"mean_of_exponential", "var r in (0, inf)\nlaw P = exponential(r)\nprove E(x, x, P) = 1/r", Verdict::proved},
      {"mean_of_exponential_false", "var r in (0, inf)\nlaw P = exponential(r)\nprove E(x, x, P) = r",
       Verdict::refuted},
      {"mass_of_normal", "var m in (-inf, inf)\nvar v in (0, inf)\nlaw P = normal(m, v)\nprove E(x, 1, P) = 1",
       Verdict::proved},
      // Bodies of both signs on an unbounded interval: Johnson, Kotz and Balakrishnan, chapter 13; Kullback,
      // Information
      // theory and statistics, chapter 9. The last two do not exist.
      {"mean_of_normal", "var m in (-inf, inf)\nvar v in (0, inf)\nlaw P = normal(m, v)\nprove E(x, x, P) = m",
       Verdict::proved},
      {"mean_of_normal_false",
       "var m in (-inf, inf)\nvar v in (0, inf)\nlaw P = normal(m, v)\nprove E(x, x, P) = m + v", Verdict::refuted},
      {"third_moment",
       "var m in (-inf, inf)\nvar v in (0, inf)\nlaw P = normal(m, v)\nprove E(x, x^3, P) = m^3 + 3*m*v",
       Verdict::proved},
      {"third_moment_false", "var m in (-inf, inf)\nvar v in (0, inf)\nlaw P = normal(m, v)\nprove E(x, x^3, P) = m^3",
       Verdict::refuted},
      {"kl_of_normals",
       "var m in (-inf, inf)\nvar k in (-inf, inf)\nvar s in (0, inf)\nvar t in (0, inf)\nlaw P = normal(m, s^2)\n"
       "law Q = normal(k, t^2)\nprove kl(P, Q) = log(t/s) + (s^2 + (m - k)^2)/(2*t^2) - 1/2",
       Verdict::proved},
      {"kl_of_normals_false",
       "var m in (-inf, inf)\nvar k in (-inf, inf)\nvar s in (0, inf)\nvar t in (0, inf)\nlaw P = normal(m, s^2)\n"
       "law Q = normal(k, t^2)\nprove kl(P, Q) = log(s/t) + (s^2 + (m - k)^2)/(2*t^2) - 1/2",
       Verdict::refuted},
      {"centred_exponential", "var r in (0, inf)\nlaw P = exponential(r)\nprove E(x, x - 1/r, P) = 0", Verdict::proved},
      {"odd_without_integral", "prove integral(x, -inf, inf, x) = 0", Verdict::open},
      {"growing_of_both_signs", "prove integral(x, -inf, inf, x*exp(x)) = 0", Verdict::open},
      {"mean_of_finite", "var p in [0, 1]\nlaw P = finite(0: p, 2: 1 - p)\nprove E(x, x, P) = 2 - 2*p",
       Verdict::proved},
      {"mean_of_finite_false", "var p in [0, 1]\nlaw P = finite(0: p, 2: 1 - p)\nprove E(x, x, P) = 2*p",
       Verdict::refuted},
      // Van Erven and Harremoes, Renyi divergence and Kullback-Leibler divergence, (10); Pinsker's inequality.
      {"renyi_of_normals",
       "var order in (1, inf)\nvar m in (-inf, inf)\nvar s in (0, inf)\nlaw P = normal(0, s^2)\nlaw Q = normal(m, s^2)\n"
       "prove renyi(order, P, Q) = order*m^2/(2*s^2)",
       Verdict::proved},
      {"renyi_of_normals_false",
       "var order in (1, inf)\nvar m in (-inf, inf)\nvar s in (0, inf)\nlaw P = normal(0, s^2)\nlaw Q = normal(m, s^2)\n"
       "prove renyi(order, P, Q) = m^2/(2*s^2)",
       Verdict::refuted},
      {"pinsker_for_coins",
       "var p in (0, 1)\nvar q in (0, 1)\nlaw P = bernoulli(p)\nlaw Q = bernoulli(q)\nprove kl(P, Q) >= 2*tv(P, Q)^2",
       Verdict::proved},
      {"pinsker_false",
       "var p in (0, 1)\nvar q in (0, 1)\nlaw P = bernoulli(p)\nlaw Q = bernoulli(q)\nprove kl(P, Q) >= 3*tv(P, Q)^2",
       Verdict::refuted},
      {"law_without_parameters", "var v in (-inf, inf)\nlaw P = normal(0, v)\nprove E(x, 1, P) = 1", Verdict::open},
      // Graham, Knuth and Patashnik, Concrete Mathematics, (5.4), (5.5), (5.8), (5.12), (5.22); Johnson, Kemp and Kotz,
      // chapter 3: moments and the moment generating function of the binomial law. The false ones fail at n = 2.
      {"pascal", "int n in [1, inf)\nint k in [1, n]\nprove binomial(n + 1, k) = binomial(n, k) + binomial(n, k - 1)",
       Verdict::proved},
      {"pascal_false",
       "int n in [1, inf)\nint k in [1, n]\nprove binomial(n + 1, k) = binomial(n, k) + binomial(n + 1, k - 1)",
       Verdict::refuted},
      {"symmetry", "int n in [0, inf)\nint k in [0, n]\nprove binomial(n, k) = binomial(n, n - k)", Verdict::proved},
      {"absorption", "int n in [1, inf)\nint k in [1, n]\nprove k*binomial(n, k) = n*binomial(n - 1, k - 1)",
       Verdict::proved},
      {"binomial_theorem",
       "int n in [0, inf)\nvar x in (-inf, inf)\nvar y in (-inf, inf)\n"
       "prove sum(k, 0, n, binomial(n, k)*x^k*y^(n - k)) = (x + y)^n",
       Verdict::proved},
      {"binomial_theorem_false",
       "int n in [1, inf)\nvar x in (-inf, inf)\nvar y in (-inf, inf)\n"
       "prove sum(k, 0, n, binomial(n, k)*x^k*y^(n - k)) = x^n + y^n",
       Verdict::refuted},
      {"binomial_row", "int n in [0, inf)\nprove sum(k, 0, n, binomial(n, k)) = 2^n", Verdict::proved},
      {"binomial_masses", binomial_law + "prove sum(k, 0, n, mass(k)) = 1", Verdict::proved},
      {"binomial_masses_false", binomial_law + "prove sum(k, 0, n - 1, mass(k)) = 1", Verdict::refuted},
      {"binomial_mean", binomial_law + "prove sum(k, 0, n, k*mass(k)) = n*p", Verdict::proved},
      {"binomial_mean_false", binomial_law + "prove sum(k, 0, n, k*mass(k)) = (n - 1)*p", Verdict::refuted},
      {"binomial_variance", binomial_law + "prove sum(k, 0, n, (k - n*p)^2*mass(k)) = n*p*(1 - p)", Verdict::proved},
      {"binomial_variance_false", binomial_law + "prove sum(k, 0, n, (k - n*p)^2*mass(k)) = n*p", Verdict::refuted},
      {"binomial_exponential_moment",
       "int n in [0, inf)\nvar p in (0, 1)\nvar t in (-inf, inf)\n"
       "prove sum(k, 0, n, exp(t*k)*binomial(n, k)*p^k*(1 - p)^(n - k)) = (1 - p + p*exp(t))^n",
       Verdict::proved},
      {"binomial_outside", "int n in [1, inf)\nprove binomial(n, 2) >= 0", Verdict::open},
      // Piecewise: clipping to [-1, 1] is a contraction (Boyd and Vandenberghe, 8.1.1, projection onto a convex set),
      // and
      // t log t with 0 at 0 is least at 1/e. The false ones fail at x = 2, and at the jump.
      {"clip_is_idempotent", clip + "prove clip(clip(x)) = clip(x)", Verdict::proved},
      {"clip_is_a_contraction", clip + "prove abs(clip(x) - clip(y)) <= abs(x - y)", Verdict::proved},
      {"clip_is_no_expansion_false", clip + "prove abs(clip(x) - clip(y)) >= abs(x - y)", Verdict::refuted},
      {"clip_given", clip + "assume clip(x) >= 1/2\nprove x >= 1/2", Verdict::proved},
      {"clip_given_false", clip + "assume clip(x) >= 1/2\nprove x <= 3/2", Verdict::refuted},
      {"entropy_term", "var x in [0, 4]\nprove piece(x > 0: x*log(x), 0) >= -1/exp(1)", Verdict::proved},
      {"entropy_term_false", "var x in [0, 4]\nprove piece(x > 1/10: x*log(x), -1/2) >= -1/exp(1)", Verdict::refuted},
      {"removable", "var x in [0, 4]\nprove piece(x = 2: 4, (x^2 - 4)/(x - 2)) = x + 2", Verdict::proved},
      {"removable_false", "var x in [0, 4]\nprove piece(x = 2: 3, (x^2 - 4)/(x - 2)) = x + 2", Verdict::refuted},
      {"undefined_condition", "var x in [-1, 4]\nprove piece(log(x) > 0: x, 0) >= -1", Verdict::open},
      // Formulas.
      {"one_of_two", "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove x >= (x + y)/2 or y >= (x + y)/2",
       Verdict::proved},
      {"below_the_exponential", "prove exists c in (0, inf): forall x in [0, inf): c*x <= exp(x)", Verdict::proved},
      {"implication", "var x in (-inf, inf)\nprove x >= 1 implies x^2 >= x", Verdict::proved},
      {"implication_false", "var x in (-inf, inf)\nprove x >= 0 implies x^2 >= x", Verdict::refuted},
      {"between", "prove forall x in (-inf, inf): forall y in (x, inf): exists z in (x, y): 2*z = x + y",
       Verdict::proved},
      {"no_largest_integer", "prove forall int n in (-inf, inf): exists int m in (-inf, inf): m > n", Verdict::proved},
      {"largest_integer", "prove exists int n in (-inf, inf): forall int m in (-inf, inf): m <= n", Verdict::refuted},
      {"bounded_line", "prove exists M in (-inf, inf): forall x in (-inf, inf): x <= M", Verdict::refuted},
      {"roots_of_all", "prove forall x in (-inf, inf): exists y in (-inf, inf): y^2 = x", Verdict::refuted},
      // Witnesses that are tried where the first ones are in vain: halfway to an end, with abs(M) + 1, in the limit of
      // an
      // inner variable, numbers from which on something holds, both signs of a modulus. The false ones: y = 1 + x/2,
      // n = 10 for every N, x = 1/4.
      {"sup_of_open_interval", "prove sup(x in [0, 2), 3*x) = 6", Verdict::proved},
      {"largest_of_open_interval_false", "prove exists x in [0, 2): forall y in [0, 2): 3*y <= 3*x", Verdict::refuted},
      {"unbounded_near_0", "prove forall M in (-inf, inf): exists x in (0, 1]: 1/x^2 > M", Verdict::proved},
      {"limit_of_fraction",
       "prove forall eps in (0, inf): exists int N in [1, inf): forall int n in [N, inf): abs(n/(n + 2) - 1) < eps",
       Verdict::proved},
      {"limit_of_fraction_false",
       "prove forall eps in (0, inf): exists int N in [1, inf): forall int n in [N, inf): abs(n/(n + 2) - 2) < eps",
       Verdict::refuted},
      {"from_some_n_on", "prove exists int N in [0, inf): forall int n in [N, inf): 100*n <= 2^n", Verdict::proved},
      {"from_no_n_on_false", "prove exists int N in [0, inf): forall int n in [N, inf): 2^n <= 5*n^2",
       Verdict::refuted},
      {"integer_nearby", "prove forall x in (-inf, inf): exists int n in (-inf, inf): abs(2*x - n) <= 1/2",
       Verdict::proved},
      {"root_of_odd_degree", "prove forall x in (-inf, inf): exists y in (-inf, inf): y^3 = 2*x", Verdict::proved},
      // An equation beside `or` is decided by three cases, one that follows from an equation of powers by two halves;
      // of
      // an integer that is strictly above 3 the border is no point.
      {"no_divisors_of_0",
       "prove forall x in (-inf, inf): forall y in (-inf, inf): x*(y - 1) = 0 implies x = 0 or y = 1", Verdict::proved},
      {"no_divisors_of_0_false",
       "prove forall x in (-inf, inf): forall y in (-inf, inf): x*(y - 1) = 0 implies x = 0 or y = 0",
       Verdict::refuted},
      {"fourth_powers", "var x in [0, inf)\nvar y in [0, inf)\nassume x^4 = y^4\nprove x = y", Verdict::proved},
      {"fourth_powers_false", "var x in (-inf, inf)\nvar y in [0, inf)\nassume x^4 = y^4\nprove x = y",
       Verdict::refuted},
      {"integer_beside_a_gap", "prove forall int z in (-inf, inf): z <= 3 or z >= 4", Verdict::proved},
      {"number_beside_a_gap_false", "prove forall z in (-inf, inf): z <= 3 or z >= 4", Verdict::refuted},
      // Limits by their definition; a rounded number that stands in a hypothesis alone. The false ones: 1/n + 1/2 tends
      // to 1/2, n = 1 for eps = 1/2, and x = n + 1/2 for n = 0.
      {"reciprocals_tend_to_0",
       "prove forall eps in (0, inf): exists int N in [1, inf): forall int n in [1, inf): n >= N implies 1/n < eps",
       Verdict::proved},
      {"reciprocals_tend_to_half_false",
       "prove forall eps in (0, inf): exists int N in [1, inf): forall int n in [1, inf): n >= N implies 1/n + 1/2 < "
       "eps",
       Verdict::refuted},
      {"large_n", "var eps in (0, inf)\nint n in [1, inf)\nassume n >= ceil(1/eps) + 1\nprove 1/n < eps",
       Verdict::proved},
      {"large_n_false", "var eps in (0, inf)\nint n in [1, inf)\nassume n >= ceil(1/eps)\nprove 1/n < eps",
       Verdict::refuted},
      {"ceiling_in_hypothesis", "var x in (-inf, inf)\nvar y in (-inf, inf)\nassume y >= ceil(x)\nprove y >= x",
       Verdict::proved},
      {"floor_in_hypothesis_false", "var x in (-inf, inf)\nvar y in (-inf, inf)\nassume y >= floor(x)\nprove y >= x",
       Verdict::refuted},
      // A fact of every number, at the one that makes it the goal. The false one: x = 1/4.
      {"below_every_positive", "var x in (-inf, inf)\nassume forall y in (0, inf): x <= y\nprove x <= 1/8",
       Verdict::proved},
      {"below_every_multiple", "var x in (-inf, inf)\nassume forall y in (0, inf): x <= 3*y\nprove x <= 1/7",
       Verdict::proved},
      {"below_a_parameter",
       "var x in (-inf, inf)\nvar t in (0, inf)\nassume forall y in (0, inf): x <= 3*y - 1\nprove x <= t - 1",
       Verdict::proved},
      {"below_some_false", "var x in (-inf, inf)\nassume forall y in (1/4, inf): x <= y\nprove x <= 1/8",
       Verdict::refuted},
      {"fact_of_cases", "var x in (-inf, inf)\nassume exists int k in [1, 3]: x = k\nprove x >= 1", Verdict::proved},
      {"false_fact_of_cases", "var x in [0, 2]\nassume x >= 1 or x <= 0\nprove forall y in [0, x]: y <= 1",
       Verdict::refuted},
      // Congruences to a modulus that is no number; lists that differ in one record.
      {"divisor_of_divisor",
       "int a in (-inf, inf)\nint b in (-inf, inf)\nint c in (-inf, inf)\n"
       "assume exists int u in (-inf, inf): b = a*u\nassume exists int v in (-inf, inf): c = b*v\n"
       "prove exists int w in (-inf, inf): c = a*w",
       Verdict::proved},
      {"congruent_products",
       "int a in (-inf, inf)\nint b in (-inf, inf)\nint c in (-inf, inf)\nint d in (-inf, inf)\nint m in [1, inf)\n"
       "assume mod(a, m) = mod(b, m)\nassume mod(c, m) = mod(d, m)\nprove mod(a*c, m) = mod(b*d, m)",
       Verdict::proved},
      {"congruent_quotients_false",
       "int a in (-inf, inf)\nint b in (-inf, inf)\nint c in [1, inf)\nint m in [1, inf)\n"
       "assume mod(a*c, m) = mod(b*c, m)\nprove mod(a, m) = mod(b, m)",
       Verdict::refuted},
      {"sum_of_neighbouring_lists",
       "int n in [1, inf)\nint j in [1, n]\nseq x(k)\nseq y(k)\nassume forall int k in [1, n]: 0 <= x(k) <= 1\n"
       "assume forall int k in [1, n]: 0 <= y(k) <= 1\nassume forall int k in [1, n]: k != j implies x(k) = y(k)\n"
       "prove sum(k, 1, n, x(k)) - sum(k, 1, n, y(k)) <= 1",
       Verdict::proved},
      // Suprema and infima: attained, not attained, of a family, of a supremum. What has no bound, or no x, has none.
      {"largest_variance", "prove sup(x in [0, 1], x*(1 - x)) = 1/4", Verdict::proved},
      {"largest_variance_false", "prove sup(x in [0, 1], x*(1 - x)) <= 1/5", Verdict::refuted},
      {"sup_of_squares", "var a in (0, inf)\nprove sup(x in [0, a], x^2) = a^2", Verdict::proved},
      {"sup_of_squares_false", "var a in (0, inf)\nprove sup(x in [0, a], x) = 2*a", Verdict::refuted},
      {"infimum_not_attained", "prove inf(x in (0, inf), 1/x) = 0", Verdict::proved},
      {"infimum_not_attained_false", "prove inf(x in (0, inf), 1/x) > 0", Verdict::refuted},
      {"sup_below", "prove sup(x in [0, 1], x) < 2", Verdict::proved},
      {"sup_below_false", "prove sup(x in [0, 1], x) < 1", Verdict::refuted},
      {"sup_without_bound_false", "prove sup(x in (0, inf), x) <= 5", Verdict::refuted},
      {"sup_of_logarithm_undefined", "prove sup(x in [-1, 1], log(x)) <= 5", Verdict::open},
      {"sup_is_undefined", "prove sup(x in [0, 1], x) = log(0)", Verdict::open},
      {"game_of_value_0", "prove inf(y in [0, 1], sup(x in [0, 1], x*y)) = 0", Verdict::proved},
      {"sup_as_hypothesis", "var a in [0, 1]\nassume sup(x in [0, 1], a*x) <= 1/2\nprove a <= 1/2", Verdict::proved},
      {"sup_at_every_end", "prove forall t in [1, 2]: sup(x in (0, t), x/(1 + x)) < t", Verdict::proved},
      {"sup_of_an_interval_false", "var a in (-inf, inf)\nprove sup(x in [0, a], x) = a", Verdict::refuted},
      // mpmath 1.3, 30 digits: sqrt(2) erfinv(2*0.975 - 1) = 1.95996398454005, and for 0.01 -2.32634787404084.
      {"quantile_975", "prove 1.95996398454 <= normal_quantile(0.975) <= 1.959963984541", Verdict::proved},
      {"quantile_975_false", "prove normal_quantile(0.975) >= 1.959963984541", Verdict::refuted},
      {"quantile_01", "prove -2.326347874041 < normal_quantile(0.01) < -2.32634787404", Verdict::proved},
      {"quantile_01_false", "prove normal_quantile(0.01) > -2.32634787404", Verdict::refuted},
      {"median", "prove normal_quantile(1/2) = 0", Verdict::proved},
      {"lower_half", "var p in (0, 1/2)\nprove normal_quantile(p) < 0", Verdict::proved},
      {"bounded_quantile_false", "var p in (0, 1)\nprove normal_quantile(p) < 3", Verdict::refuted},
      {"quantile_of_1_undefined", "prove normal_quantile(1) > 0", Verdict::open},
      {"quantile_of_0_undefined", "var p in [0, 1/4]\nprove normal_quantile(p) <= 0", Verdict::open},
      {"quantiles_increase",
       "var p in (0, 1)\nvar q in (0, 1)\nassume p < q\nassume normal_quantile(p) = 0\nprove normal_quantile(q) > 0",
       Verdict::proved},
      {"quantile_opposite", "var p in (0, 1)\nprove normal_quantile(1 - p) = -normal_quantile(p)", Verdict::proved},
      {"quantile_rises",
       "var p in (0, 1)\nvar q in (0, 1)\nassume p <= q\nprove normal_quantile(p) <= normal_quantile(q)",
       Verdict::proved},
      {"trade_off_total_variation",
       "var a in (0, 1)\nvar mu in [0, inf)\n"
       "prove a + normal_cdf(normal_quantile(1 - a) - mu) >= 2*normal_cdf(-mu/2)",
       Verdict::proved},
      {"trade_off_linear",
       "var a in (0, 1)\nvar mu in [0, inf)\n"
       "prove normal_cdf(normal_quantile(1 - a) - mu) >= 1 - a - mu/sqrt(2*pi)",
       Verdict::proved},
      {"trade_off_too_good",
       "var a in (0, 1)\nvar mu in [0, inf)\nprove normal_cdf(normal_quantile(1 - a) - mu) >= 1 - a - mu/3",
       Verdict::refuted},
      {"quantile_of_response", "var e in [0, inf)\nprove -2*normal_quantile(1/(1 + exp(e))) <= 5/4*e",
       Verdict::refuted},
      {"quantile_at_an_end", "var p in [0, 1)\nprove 2*normal_quantile(p) <= 2*normal_quantile(p)", Verdict::open},
      // DLMF 8.4.8: P(n + 1, x) = 1 - exp(-x) sum(x^k/k!); a, x outside of the domain.
      {"incomplete_gamma", "var x in [0, inf)\nprove gamma_regularized_lower(2, x) = 1 - (1 + x)*exp(-x)",
       Verdict::proved},
      {"incomplete_gamma_false", "var x in [0, inf)\nprove gamma_regularized_lower(1, x) = exp(-x)", Verdict::refuted},
      {"incomplete_gamma_at_1", "prove gamma_regularized_lower(2, 1) <= 1/2", Verdict::proved},
      {"incomplete_beta_at_a_pole", "prove beta_regularized(0, -1, 1) = 0", Verdict::open},
      // Johnson, Kemp and Kotz, chapter 3.
      {"mass_of_binomial", "int n in [1, inf)\nvar p in [0, 1]\nlaw P = binomial(n, p)\nprove E(k, 1, P) = 1",
       Verdict::proved},
      {"mean_of_binomial", "int n in [1, inf)\nvar p in [0, 1]\nlaw P = binomial(n, p)\nprove E(k, k, P) = n*p",
       Verdict::proved},
      {"mean_of_binomial_false",
       "int n in [1, inf)\nvar p in [0, 1]\nlaw P = binomial(n, p)\nprove E(k, k, P) = n*(1 - p)", Verdict::refuted},
      {"factorial_moment_of_binomial",
       "int n in [2, inf)\nvar p in [0, 1]\nlaw P = binomial(n, p)\nprove E(k, k*(k - 1), P) = n*(n - 1)*p^2",
       Verdict::proved},
      {"generating_function_of_binomial_false",
       "int n in [1, inf)\nvar p in [0, 1]\nvar t in (-inf, inf)\nlaw P = binomial(n, p)\n"
       "prove E(k, exp(t)^k, P) = (p + (1 - p)*exp(t))^n",
       Verdict::refuted},
      {"no_success", "int n in [1, inf)\nvar p in [0, 1]\nlaw P = binomial(n, p)\nprove prob(k, k <= 0, P) = (1 - p)^n",
       Verdict::proved},
      {"no_success_false", "int n in [1, inf)\nvar p in [0, 1]\nlaw P = binomial(n, p)\nprove prob(k, k <= 0, P) = p^n",
       Verdict::refuted},
      {"four_trials", "prove prob(k, k > 2, binomial(4, 1/3)) = 1/9", Verdict::proved},
      {"four_trials_false", "prove prob(k, k >= 2, binomial(4, 1/3)) = 1/9", Verdict::refuted},
      // Integrals that are something else: 1/3; n = 1; the variance is 2 b^2; at b = 1, eps = 1/4 the loss is 1/2.
      {"integral_wrong", "prove integral(x, 0, 1, x^2) = 1/2", Verdict::refuted},
      {"integral_wrong_exponent", "int n in [1, inf)\nprove integral(x, 0, 1, x^n) <= 1/(n + 2)", Verdict::refuted},
      {"variance_of_laplace_false", "var b in (0, inf)\nlaw P = laplace(0, b)\nprove E(x, x^2, P) = b^2",
       Verdict::refuted},
      {"half_of_the_noise", "prove hockey_stick(1/4, laplace(0, 1/2), laplace(1/4, 1/2)) = 0", Verdict::refuted},
      {"enough_noise", "prove hockey_stick(1/2, laplace(0, 1/2), laplace(1/4, 1/2)) = 0", Verdict::proved},
      // Solutions by the intermediate value theorem; cos(x) > x up to 1/2.
      {"fixed_point_of_cosine", "prove exists x in [0, 1]: cos(x) = x", Verdict::proved},
      {"fixed_point_of_cosine_false", "prove exists x in [0, 1/2]: cos(x) = x", Verdict::refuted},
      {"root_of_quintic", "prove exists x in (0, 1): x^5 + x = 1", Verdict::proved},
      {"root_with_a_bound", "prove exists x in (1, 2): x^3 - x = 1 and x > 1.3", Verdict::proved},
      {"cubic_is_onto", "var c in (-inf, inf)\nprove exists x in (-inf, inf): x^3 + x = c", Verdict::proved},
      {"cubic_reaches_sine", "var x in [0, pi]\nprove exists y in [0, 1]: y + y^3 = sin(x)", Verdict::proved},
      // DLMF 4.24.7 to 4.24.15, 4.23(viii): inverse functions; beyond x = 1 or -1, and pi/2, they are others.
      {"arcsine_of_sine", "var x in [-pi/2, pi/2]\nprove asin(sin(x)) = x", Verdict::proved},
      {"arcsine_of_sine_false", "var x in [-pi/2, 2]\nprove asin(sin(x)) = x", Verdict::refuted},
      {"arctangent_of_tangent", "var x in (-pi/2, pi/2)\nprove atan(tan(x)) = x", Verdict::proved},
      {"doubled_arctangent", "var x in (-1, 1)\nprove 2*atan(x) = atan(2*x/(1 - x^2))", Verdict::proved},
      {"doubled_arctangent_false", "var x in (1, 2)\nprove 2*atan(x) = atan(2*x/(1 - x^2))", Verdict::refuted},
      {"sum_of_arctangents",
       "var a in (0, inf)\nvar b in (0, inf)\nassume a*b < 1\nprove atan(a) + atan(b) = atan((a + b)/(1 - a*b))",
       Verdict::proved},
      {"eulers_arctangents", "prove atan(1/2) + atan(1/3) = pi/4", Verdict::proved},
      {"eulers_arctangents_false", "prove atan(1/2) + atan(1/3) = pi/5", Verdict::refuted},
      {"arctangents_of_1_2_3", "prove atan(1) + atan(2) + atan(3) = pi", Verdict::proved},
      {"arcsine_as_arctangent", "var x in (-1, 1)\nprove asin(x) = atan(x/sqrt(1 - x^2))", Verdict::proved},
      {"doubled_arccosine", "var x in [0, 1]\nprove acos(2*x^2 - 1) = 2*acos(x)", Verdict::proved},
      {"doubled_arccosine_false", "var x in [-1, 1]\nprove acos(2*x^2 - 1) = 2*acos(x)", Verdict::refuted},
      {"inverse_hyperbolic_cosine", "var x in [0, inf)\nprove acosh(cosh(x)) = x", Verdict::proved},
      {"inverse_hyperbolic_cosine_false", "var x in (-inf, inf)\nprove acosh(cosh(x)) = x", Verdict::refuted},
      // Metropolis: the balance of a pair of states.
      {"detailed_balance", "var p in (0, inf)\nvar q in (0, inf)\nprove p*min(1, q/p) = q*min(1, p/q)",
       Verdict::proved},
      {"gudermannian", "var x in (-inf, inf)\nprove 2*atan(tanh(x/2)) = atan(sinh(x))", Verdict::proved},
      // Version 3 of the language, the other words: values at the ends of the range of sin.
      {"sine", "var x in (-inf, inf)\nprove sin(x) <= 1", Verdict::proved},
      {"sine_false", "var x in [0, 2]\nprove sin(x) <= 99/100", Verdict::refuted},
  };
  return all;
}

class Version3 : public testing::TestWithParam<Problem> {};

TEST_P(Version3, HasTheExpectedVerdict) {
  const Problem& p = GetParam();
  const Statement statement = parse_statement("language 3\n" + p.text + "\n");
  DecideOptions options;
  options.max_boxes = 20'000;
  if (p.verdict == Verdict::open) options.time_limit = std::chrono::seconds(8);
  const Decision d = decide(statement, options);
  EXPECT_EQ(d.verdict, p.verdict) << d.reason;
  EXPECT_TRUE(d.rejected.empty()) << d.rejected.front().reason;
  if (p.verdict == Verdict::open) return;
  const checker::Result r = checker::check(d.certificate);
  EXPECT_TRUE(r.accepted) << r.reason;
  EXPECT_EQ(r.verdict, name(p.verdict));
}

INSTANTIATE_TEST_SUITE_P(All, Version3, testing::ValuesIn(problems()),
                         [](const auto& info) { return info.param.name; });

// Proofs that somebody wrote down, of rules that the prover does not look for: followed, accepted by the checker, and
// nothing beside what they prove.
Decision advised(const std::string& text, const std::vector<std::string>& lines, const std::string& lemma = "") {
  DecideOptions how;
  how.time_limit = std::chrono::duration<double>(5);
  how.advice[1] = lines;
  if (!lemma.empty()) how.lemmas.push_back({"l", parse_statement(lemma)});
  return decide(parse_statement("language 3\n" + text + "\n"), how);
}
void follows(const std::string& text, const std::vector<std::string>& lines, const std::string& lemma = "") {
  const Decision d = advised(text, lines, lemma);
  EXPECT_EQ(d.verdict, Verdict::proved) << text << "\n" << d.reason << "\n" << d.advice_problem;
  EXPECT_EQ(d.advice_problem, "") << text;
  EXPECT_NE(d.certificate.find("\n" + lines.front() + "\n"), std::string::npos) << d.certificate;
}

TEST(Advice, UsesFactsOfLemmas) {
  const std::string bernoulli = "int n in [1, inf)\nvar x in [-1, inf)\nprove (1 + x)^n >= 1 + n*x\n";
  const std::string box = "int n in [1, inf)\nvar b in [0, 1]\nvar c in [0, 1]\n";
  const std::vector<std::string> lines{"lemma l (n = n)", "sign", "at 1 (-b)",        "auto",
                                       "at 1 (-c)",       "auto", "combine 0 1 1 2 1"};
  follows(box + "prove 2 - (1 - b)^n - (1 - c)^n <= n*(b + c)", lines, bernoulli);
  const Decision d = advised(box + "prove 2 - (1 - b)^n - (1 - c)^n <= n*(b + c)/2", lines, bernoulli);
  EXPECT_NE(d.verdict, Verdict::proved);
  // A hypothesis that mentions what stays bound, and names that the two statements have in common.
  follows("var x in (-inf, inf)\nvar y in [x, inf)\nprove y + 1 >= x",
          {"lemma l (x = x)", "at 1 (y + 1)", "apply 2", "combine 1 1 1", "hyp 2"},
          "language 3\nvar x in (-inf, inf)\nvar y in [x, inf)\nprove y >= x\n");
}

TEST(Advice, CutsFormulas) {
  follows("var x in [0, 1]\nprove x^2 <= 1",
          {"cut forall t in [0, 1]: t^2 <= 1", "intro t", "auto", "at 1 (x)", "auto", "auto", "hyp 1"});
  follows("var x in [0, 1]\nprove exists y in [0, 2]: y = 2*x",
          {"cut x <= 1 and x >= 0", "parts", "sign", "sign", "witness (2*x)", "auto", "auto", "identity"});
}

TEST(Advice, MovesAndDifferentiatesIntegrals) {
  follows("var s in (0, inf)\nprove integral(x, 0, 1, exp(x^2)) = integral(t, 0, 1/s, exp((s*t)^2)*s)",
          {"substitute (integral(x, 0, 1, exp(x^2))) t (s*t) (0) (1/s)", "hyp 1"});
  follows(
      "var y in [0, 1]\nprove integral(x, 0, 1, x*y^2) = integral(x, 0, 1, x*0^2) + integral(t, 0, y, integral(x, 0, "
      "1, 2*x*t))",
      {"under x t (x*t^2) (0) (y) (integral(x, 0, 1, 2))", "cut t*(1 - x) >= 0", "sign", "combine (2*(1 - y)) 4 2 5 2",
       "sign", "hyp 1"});
  follows("var x in (-inf, inf)\nvar y in (-inf, inf)\nprove sin(x + y) >= sin(x)*cos(y) + cos(x)*sin(y)",
          {"fact sin (x) (y)", "hyp 1"});
}

}  // namespace
}  // namespace dpcert::verify
