// What branch and bound proves, the checker accepts: random formulas in one to three variables, with a margin below
// their least value on a grid. The two evaluate with code of their own, so this is where a leaf that only one of them
// believes would show.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

#include "dpcert/checker/checker.hpp"
#include "tests/engine/goals.hpp"
#include "verify/engine/boxes/boxes.hpp"
#include "verify/support/digest.hpp"

namespace dpcert::verify {
namespace {

class Formulas {
 public:
  explicit Formulas(unsigned seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::string any(int depth) {
    static const std::vector<const char*> names{"x", "y", "z"};
    if (depth == 0) return below(4) ? names[static_cast<std::size_t>(below(3))] : std::to_string(1 + below(5)) + "/3";
    const auto a = [&] { return any(depth - 1); };
    switch (below(15)) {
      case 0:
      case 1:
        return "(" + a() + " + " + a() + ")";
      case 2:
        return "(" + a() + " - " + a() + ")";
      case 3:
      case 4:
      case 5:
        return a() + "*" + a();
      case 6:
        return "(" + a() + ")/(1/3 + abs(" + a() + "))";
      case 7:
        return "(" + a() + ")^" + std::to_string(2 + below(3));
      case 8:
        return "(1/5 + abs(" + a() + "))^(" + std::to_string(1 + below(4)) + "/3)";
      case 9:
        return "(" + a() + ")^2/" + std::to_string(2 + below(7));
      case 10:
        return "(1/7 + " + square(a()) + ")^(" + a() + "/9)";
      default:
        return function(depth);
    }
  }

  /// Of some size, so that extrema are rarely inside.
  std::string slope() {
    std::string s = below(2) ? "x*y" : "y*z";
    for (const char* x : {"x", "y", "z"}) s += " + " + std::to_string(2 * below(4) - 3) + "*" + x;
    return s;
  }

 private:
  static std::string square(const std::string& e) { return "(" + e + ")^2"; }
  std::string function(int depth) {
    const std::string e = any(depth - 1);
    switch (below(18)) {
      case 0:
      case 1:
        return "exp(-(" + e + ")/3)";
      case 2:
        return "log(1/9 + " + square(e) + ")";
      case 3:
        return "log1p(" + square(e) + ")";
      case 4:
        return "expm1(" + e + "/4)";
      case 5:
        return "sqrt(1/11 + " + square(e) + ")";
      case 6:
        return "abs(" + e + ")";
      case 7:
        return "min(" + e + ", " + any(depth - 1) + ")";
      case 8:
        return "max(" + e + ", " + any(depth - 1) + ")";
      case 9:
        return "cosh(" + e + "/3)";
      case 10:
        return "sinh(" + e + "/3)";
      case 11:
        return "tanh(" + e + ")";
      case 12:
        return "lgamma(1/2 + " + square(e) + ")";
      case 13:
        return "digamma(1/3 + " + square(e) + ")";
      case 14:
        return "polygamma(" + std::to_string(1 + below(3)) + ", 1/2 + " + square(e) + ")";
      case 15:
        return below(2) ? "erf(" + e + "/2)" : "erfc(" + e + "/2)";
      case 16:
        return "normal_cdf(" + e + ")";
      default:
        return "xlogy(" + e + ", 1/4 + " + square(any(depth - 1)) + ")";
    }
  }
  std::mt19937 random_;
};

// A certificate of one goal over a box, whose middle is in it.
std::string certificate(const std::string& text, const Goal& g, const std::string& tree) {
  std::string body = "dpcert-certificate 1\nstatement " + std::to_string(1 + std::ranges::count(text, '\n')) + "\n" +
                     text + "\nverdict proved\ninhabited";
  for (const auto& v : g.context.variables())
    body += " " + v.name + "=" + ((v.range.lo.value + v.range.hi.value) / Rational(2)).str();
  body += "\ngoal 1\n";
  body += tree + "\n";
  return body + "digest sha256 " + sha256_hex(body) + "\n";
}

// The same tree with every relaxation said in older rules: `cut D - sum c_j H_j >= 0`, its mean or second-order form,
// and D as the sum. What `relax` is believed to say, these must say, too.
std::string without_relaxations(const std::string& tree, const Goal& g) {
  std::string out;
  const std::size_t last = g.context.hypotheses().size() + 1;
  for (const auto& line : lines_of(tree)) {
    std::istringstream in(line);
    std::string rule, form, bits, c;
    std::size_t i = 0;
    in >> rule >> form >> bits;
    if (rule != "relax") {
      out += line + "\n";
      continue;
    }
    std::string cut = "cut " + to_text(g.difference()), sum = "combine 0 " + std::to_string(last) + " 1";
    while (in >> i >> c) {
      const Relation& h = g.context.hypotheses().at(i - 1);
      cut += " - " + c + "*(" + to_text(sub(h.lhs, h.rhs)) + ")";
      sum += " " + std::to_string(i) + " " + c;
    }
    out += cut + " >= 0\n" + form + " " + bits + "\n" + sum + "\n";
  }
  out.pop_back();
  return out;
}

// The claim that f is at least its least value on a grid, where the hypotheses hold, less a part of its range.
std::string with_margin(const std::string& f, const std::string& domain, double margin) {
  const Goal g = goal_of(domain + "prove " + f + " >= 0");
  double least = HUGE_VAL, most = -HUGE_VAL;
  const auto at = [](const Range& r, int i) { return r.lo.value + (r.hi.value - r.lo.value) * Rational(i, 6); };
  for (int i = 0; i <= 6; ++i) {
    for (int j = 0; j <= 6; ++j) {
      for (int k = 0; k <= 6; ++k) {
        std::map<std::string, Rational> p;
        const int index[] = {i, j, k};
        for (std::size_t v = 0; v < g.context.variables().size(); ++v)
          p[g.context.variables()[v].name] = at(g.context.variables()[v].range, index[v]);
        if (std::ranges::any_of(g.context.hypotheses(), [&](const Relation& h) {
              return !certainly_nonnegative(enclose(sub(h.lhs, h.rhs), p, 64));
            }))
          continue;
        const Ball d = enclose(g.difference(), p, 64);
        if (!d.is_finite()) return "";
        least = std::min(least, d.approx());
        most = std::max(most, d.approx());
      }
    }
  }
  if (!(std::fabs(least) < 1e6 && most < 1e9) || most - least < 1e-6) return "";
  const double bound = least - margin * (most - least);
  return domain + "prove " + f +
         " >= " + Rational::from_double(std::ldexp(std::floor(std::ldexp(bound, 20)), -20)).str();
}

// "assume h >= q" with the middle of the domain just inside.
std::string hypothesis(const std::string& h, const std::string& domain) {
  const Goal g = goal_of(domain + "prove " + h + " >= 0");
  std::map<std::string, Rational> p;
  for (const auto& v : g.context.variables()) p[v.name] = (v.range.lo.value + v.range.hi.value) / Rational(2);
  const Ball d = enclose(g.difference(), p, 64);
  if (!d.is_finite() || !(std::fabs(d.approx()) < 1e6)) return "";
  return "assume " + h +
         " >= " + Rational::from_double(std::ldexp(std::floor(std::ldexp(d.approx(), 10)) - 1, -10)).str() + "\n";
}

// DPCERT_TEST_MULTIPLIER: 100 for a night.
void run(unsigned seed, int count, bool doubles, bool constrained = false) {
  if (const char* more = std::getenv("DPCERT_TEST_MULTIPLIER"))
    count = std::max(40, static_cast<int>(count * std::atof(more)));
  Formulas formulas(seed);
  int proved = 0, second_order = 0, relaxed = 0, in_older_rules = 0;
  for (int i = 0; i < count; ++i) {
    std::string domain = i % 2 ? "var x in [1/10, 3/2]\nvar y in [-1, 1]\nvar z in [1/3, 1]\n"
                               : "var x in [0, 1]\nvar y in [1/7, 2]\nvar z in [-1/2, 1/2]\n";
    if (constrained) {
      for (int k = 0; k <= i % 3; ++k)
        domain += hypothesis(formulas.slope() + (formulas.below(2) ? "" : " + " + formulas.any(1)), domain);
    }
    const std::string f = formulas.any(2 + formulas.below(3)) + (constrained ? " + " + formulas.slope() : "");
    const std::string text = with_margin(f, domain, i % 3 ? 0.02 : 0.2);
    if (text.empty()) continue;
    const Goal g = goal_of(text);
    BoxOptions o;
    o.max_boxes = 1500;
    o.doubles = doubles;
    const BoxResult r = prove_by_boxes(g, o);
    if (!r.proved) continue;
    ++proved;
    second_order += r.tree.find("taylor") != std::string::npos ? 1 : 0;
    relaxed += r.tree.find("relax") != std::string::npos ? 1 : 0;
    const auto checked = checker::check(certificate(text, g, r.tree));
    // Definedness is the prover's business, not that of the boxes.
    if (checked.reason == "the goal is not known to be defined") continue;
    EXPECT_TRUE(checked.accepted) << text << "\nline " << checked.line << ": " << checked.reason;
    if (r.tree.find("relax") == std::string::npos || r.boxes > 300) continue;
    const auto said = checker::check(certificate(text, g, without_relaxations(r.tree, g)));
    in_older_rules += said.accepted ? 1 : 0;
    EXPECT_TRUE(said.accepted) << text << "\nline " << said.line << ": " << said.reason;
  }
  EXPECT_GT(proved, count / 4);
  EXPECT_GT(second_order, count / 40);
  if (constrained) {
    EXPECT_GT(relaxed, count / 12);
    EXPECT_GT(in_older_rules, count / 20);
  }
}

TEST(BoxesAccepted, RandomFormulasInDoubles) { run(1, 240, true); }
TEST(BoxesAccepted, RandomFormulasInArb) { run(2, 80, false); }
TEST(BoxesAccepted, RandomHypothesesInDoubles) { run(3, 240, true, true); }
TEST(BoxesAccepted, RandomHypothesesInArb) { run(4, 80, false, true); }

// Where a formula has the same argument twice, kinks, roots at the boundary, products of sums.
TEST(BoxesAccepted, Shapes) {
  for (const char* text :
       {"var x in [0, 1]\nvar y in [0, 1]\nprove x^2 - 2*x/3 + 1/9 + exp(x*y)*(y^2 - 2*y*x + x^2) + 1/10^24 > 0",
        "var x in [0, 1]\nvar y in [0, 1]\nprove exp(x + y)*(x^2 - 2*x/3 + 1/9 + y^2 - 2*y*x + x^2) + 1/10^24 > 0",
        "var x in [-1, 1]\nvar y in [-1, 1]\nprove x*x + y*y + x*y*x*y + 1/50 >= x*y",
        "var x in [1/100, 2]\nprove xlogy(x, x) >= -37/100", "var x in [0, 1]\nprove x^(3/2) + 1/100 >= x*sqrt(x)*9/10",
        "var x in [0, 1]\nvar y in [0, 1]\nprove sqrt(x)*y + 1/10 >= x*y^2",
        "var x in [-1, 1]\nvar y in [-1, 1]\nprove max(x, y)*exp(min(x, y)) + abs(x - y)/2 >= x*y - 3/2",
        "var x in [-2, 2]\nvar y in [1/3, 3]\nprove (x + y)*(x - y)*exp(-x*y)*(1 + x) + 4000 >= x",
        "var x in [0, 5]\nvar y in [0, 5]\nprove erfc(x)*(1 + y) + 1/100 >= erfc(x)*exp(-y)",
        "var x in [1/10, 3]\nvar y in [1/10, 3]\n"
        "prove lgamma(x + y) + lgamma(x + y + 1) + 1/10 >= 2*lgamma(x + y + 1/2)"}) {
    const Goal g = goal_of(text);
    for (const bool doubles : {true, false}) {
      BoxOptions o;
      o.doubles = doubles;
      o.max_boxes = 20'000;
      const BoxResult r = prove_by_boxes(g, o);
      EXPECT_TRUE(r.proved) << text << ": " << r.hardest;
      if (!r.proved) continue;
      const auto checked = checker::check(certificate(text, g, r.tree));
      EXPECT_TRUE(checked.accepted) << text << "\nline " << checked.line << ": " << checked.reason;
    }
  }
}

}  // namespace
}  // namespace dpcert::verify
