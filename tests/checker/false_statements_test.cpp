// Random statements that are false at a known point, with random proofs: none may be accepted. The same statements
// weakened until they are true must be proved now and then, or the test would test nothing.
#include <cmath>
#include <functional>
#include <random>

#include "tests/checker/certificates.hpp"

namespace dpcert::checker::test {
namespace {

// In a text of version 3.
Result prove3(const std::string& statement, const std::string& inhabited, const std::string& tree) {
  const auto n = std::count(statement.begin(), statement.end(), '\n') + 1;
  return check(sealed("dpcert-certificate 3\nclaim test\nstatement " + std::to_string(n) + "\nlanguage 3\n" +
                      statement + "verdict proved\ninhabited " + inhabited + "\ngoal 1\n" + tree));
}

struct Formula {
  std::string text;
  std::function<double(double, double)> value;
};

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  Formula formula(int depth) {
    if (depth == 0 || below(6) == 0) {
      switch (below(4)) {
        case 0:
          return {"x", [](double x, double) { return x; }};
        case 1:
          return {"y", [](double, double y) { return y; }};
        default: {
          const int n = below(9) - 4, d = 1 + below(4);
          return {"(" + std::to_string(n) + "/" + std::to_string(d) + ")",
                  [=](double, double) { return double(n) / d; }};
        }
      }
    }
    const Formula a = formula(depth - 1);
    const auto f = a.value;
    if (below(2)) {
      const Formula b = formula(depth - 1);
      const auto g = b.value;
      switch (below(7)) {
        case 0:
          return {"(" + a.text + " + " + b.text + ")", [=](double x, double y) { return f(x, y) + g(x, y); }};
        case 1:
          return {"(" + a.text + " - " + b.text + ")", [=](double x, double y) { return f(x, y) - g(x, y); }};
        case 2:
          return {a.text + "*" + b.text, [=](double x, double y) { return f(x, y) * g(x, y); }};
        case 3:
          return {"(" + a.text + ")/(" + b.text + ")", [=](double x, double y) { return f(x, y) / g(x, y); }};
        case 4:
          return {"min(" + a.text + ", " + b.text + ")",
                  [=](double x, double y) { return std::min(f(x, y), g(x, y)); }};
        case 5:
          return {"max(" + a.text + ", " + b.text + ")",
                  [=](double x, double y) { return std::max(f(x, y), g(x, y)); }};
        default:
          return {"(" + a.text + ")^(" + b.text + ")", [=](double x, double y) { return std::pow(f(x, y), g(x, y)); }};
      }
    }
    struct Unary {
      const char* name;
      double (*f)(double);
    };
    static const Unary unary[] = {{"exp", std::exp},
                                  {"log", std::log},
                                  {"log1p", std::log1p},
                                  {"expm1", std::expm1},
                                  {"sqrt", std::sqrt},
                                  {"abs", std::fabs},
                                  {"cosh", std::cosh},
                                  {"sinh", std::sinh},
                                  {"tanh", std::tanh},
                                  {"erf", std::erf},
                                  {"sin", std::sin},
                                  {"cos", std::cos},
                                  {"atan", std::atan},
                                  {"erfc", std::erfc},
                                  {"lgamma", [](double u) { return u > 0 ? std::lgamma(u) : NAN; }},
                                  {"normal_cdf", [](double u) { return std::erfc(-u / std::sqrt(2.0)) / 2; }},
                                  {"-", [](double u) { return -u; }},
                                  {"1/2*", [](double u) { return u / 2; }}};
    if (below(5) == 0) {
      const int k = below(7) - 3;
      return {"(" + a.text + ")^" + std::to_string(k), [=](double x, double y) { return std::pow(f(x, y), k); }};
    }
    const Unary u = unary[below(static_cast<int>(std::size(unary)))];
    return {std::string(u.name) + "(" + a.text + ")", [=](double x, double y) { return u.f(f(x, y)); }};
  }

  std::string tree(int depth) {
    const std::string v = below(2) ? "x" : "y", end = below(2) ? " lo" : " hi";
    if (depth > 0) {
      switch (below(8)) {
        case 6:
          return "fix " + v + "\n" + tree(depth - 1);
        case 7:
          return "subst " + v + " t [0, 1] (2*t)\n" + tree(depth - 1);
        case 0:
        case 1:
          return "split " + v + " " + std::to_string(1 + below(7)) + "/4\n" + tree(depth - 1) + tree(depth - 1);
        case 2:
          return "face " + v + end + " 64\n" + tree(depth - 1);
        case 3:
          return "mono " + v + end + "\n" + tree(depth - 1) + tree(depth - 1);
        case 4:
          return "convex " + v + "\n" + tree(depth - 1) + tree(depth - 1) + tree(depth - 1);
        default:
          return "deriv " + v + " (1)\n" + tree(depth - 1) + tree(depth - 1) + tree(depth - 1);
      }
    }
    static const char* leaves[] = {"eval 64\n",  "mean 64\n",    "taylor 64\n", "sign\n", "ray 64\n",
                                   "identity\n", "prune 1 64\n", "noint x\n",   "hyp 1\n"};
    return leaves[below(9)];
  }

 private:
  std::mt19937 random_;
};

TEST(FalseStatements, AreNeverProved) {
  Generator g(7);
  int accepted = 0;
  for (int i = 0; i < 8000; ++i) {
    const Formula f = g.formula(3);
    const bool integer = g.below(3) == 0, ordered = g.below(3) == 0;  // x an integer; the hypothesis y <= x
    double least = INFINITY;
    for (int a = 0; a <= 16; a += integer ? 8 : 1) {
      for (int b = 0; b <= (ordered ? a : 16); ++b) {
        const double v = f.value(a / 8.0, b / 8.0);
        if (std::isfinite(v)) least = std::min(least, v);
      }
    }
    if (!std::isfinite(least) || std::fabs(least) > 1e6) continue;
    auto claim = [&](double bound) {
      char text[64];
      std::snprintf(text, sizeof text, "%.9f", bound);
      return std::string(integer ? "int" : "var") + " x in [0, 2]\nvar y in [0, 2]\n" +
             (ordered ? "assume x - y >= 0\n" : "") + "prove " + f.text + " > " + (text[0] == '-' ? "-" : "") +
             (text[0] == '-' ? text + 1 : text) + "\n";
    };
    const std::string tree = g.tree(g.below(3));
    const double margin = 1e-6 * (1 + std::fabs(least));
    const Result wrong = prove3(claim(least + margin), "x=1 y=1", tree);
    EXPECT_FALSE(wrong.accepted) << claim(least + margin) << tree;
    accepted += prove3(claim(least - 0.5 - std::fabs(least) / 2), "x=1 y=1", tree).accepted;
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace dpcert::checker::test
