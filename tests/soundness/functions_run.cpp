// Proofs of false claims by a true lemma about every smooth function, looked for with the checker's own rules.
//
//   functions_run --problems 20000 --seed 1 [--tries 8]
//
// The lemma says that a smooth function with a slope of at least 0 on [0, 1] is not less at 1 than at 0. A random
// expression stands for the function: smooth or with a pole, a kink, a jump or an end of its domain, on [0, 1] or
// beside it. The claim is what the lemma would conclude, over a box of the one variable, and doubles say at a grid
// whether it fails there. Exit status 1 if a certificate of a claim that fails is taken, or none of a claim that holds.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <functional>

#include "tests/soundness/formula.hpp"
#include "tests/soundness/random_proof.hpp"

namespace dpcert::soundness {
namespace {

// Of x and b: as text around what stands for x, and as a number, not finite where it is undefined.
struct Body {
  std::function<std::string(const std::string&)> text;
  std::function<double(double, double)> value;
};

Body body(Dice& dice, int depth) {
  using T = const std::string&;
  if (depth == 0 || dice.chance(1, 6)) {
    const long n = dice.roll(-3, 3), d = dice.roll(1, 4);
    switch (dice.roll(0, 3)) {
      case 0:
        return {[](T) -> std::string { return "b"; }, [](double, double b) { return b; }};
      case 1:
        return {[=](T) { return fmt::format("({}/{})", n, d); },
                [=](double, double) { return static_cast<double>(n) / static_cast<double>(d); }};
      default:
        return {[](T x) { return x; }, [](double x, double) { return x; }};
    }
  }
  struct One {
    const char* name;
    double (*value)(double);
  };
  static const std::vector<One> ones{
      {"exp", std::exp},
      {"log", std::log},
      {"sqrt", std::sqrt},
      {"abs", std::fabs},
      {"floor", std::floor},
      {"atan", std::atan},
      {"lgamma", [](double x) { return x > 0 ? std::lgamma(x) : std::nan(""); }},
      {"erf", std::erf},
      {"-", [](double x) { return -x; }},
  };
  const Body u = body(dice, depth - 1);
  if (dice.chance(2, 5)) {
    const One f = dice.one_of(ones);
    return {[=](T x) { return fmt::format("{}({})", f.name, u.text(x)); },
            [=](double x, double b) { return f.value(u.value(x, b)); }};
  }
  if (dice.chance(1, 6)) {
    const long k = dice.roll(-2, 4);
    return {[=](T x) { return fmt::format("({})^({})", u.text(x), k); },
            [=](double x, double b) {
              const double at = u.value(x, b);
              return at == 0 && k < 0 ? std::nan("") : std::pow(at, static_cast<double>(k));
            }};
  }
  const Body v = body(dice, depth - 1);
  const char op = dice.one_of(std::string("+-*/"));
  return {[=](T x) { return fmt::format("({}) {} ({})", u.text(x), op, v.text(x)); },
          [=](double x, double b) {
            const double l = u.value(x, b), r = v.value(x, b);
            if (op == '/') return r == 0 ? std::nan("") : l / r;
            return op == '+' ? l + r : op == '-' ? l - r : l * r;
          }};
}

const std::string start = "language 3\nfun g(1)\nvar u in (-inf, inf)\n";
const std::string rises = start + "assume forall y in [0, 1]: diff(g(y), y) >= 0\nprove g(1) >= g(0)\n";
const std::string between = start + "prove exists y in [0, 1]: 2*g(y) = g(0) + g(1)\n";

bool falls(const Body& g, double b) {
  const double one = g.value(1, b), zero = g.value(0, b);
  return !std::isfinite(one) || !std::isfinite(zero) || one < zero - 1e-9 * (1 + std::fabs(one));
}
// By bisection: at a jump or a pole no value comes near.
bool jumps_over_mean(const Body& g, double b) {
  const double one = g.value(1, b), zero = g.value(0, b), mean = (one + zero) / 2;
  if (!std::isfinite(mean)) return true;
  if (std::fabs(one - zero) < 1e-6) return false;
  for (int k = 0; k <= 64; ++k)
    if (std::fabs(g.value(k / 64.0, b) - mean) < 1e-3 * std::fabs(one - zero)) return false;
  double low = 0, high = 1;
  for (int k = 0; k < 50; ++k) {
    const double middle = (low + high) / 2, at = g.value(middle, b);
    if (!std::isfinite(at)) return false;  // not said
    ((at < mean) == (zero < mean) ? low : high) = middle;
  }
  return std::fabs(g.value(low, b) - mean) > 1e-3 && std::fabs(g.value(high, b) - mean) > 1e-3 &&
         std::fabs(g.value(high, b) - g.value(low, b)) > 1e-3;
}

struct Counts {
  std::size_t failing = 0, holding = 0, lines = 0, wrong = 0, proved = 0;
};

void attempt(Dice& dice, int tries, Counts& counts) {
  const Body g = body(dice, static_cast<int>(dice.roll(1, 3)));
  const long lo = dice.roll(-2, 1), hi = lo + 1;
  const bool slope = dice.chance(1, 2);
  const std::string& lemma = slope ? rises : between;
  const std::string one = g.text("(1)"), zero = g.text("(0)");
  const std::string claim = slope ? fmt::format("{} >= {}", one, zero)
                                  : fmt::format("exists y in [0, 1]: 2*({}) = {} + {}", g.text("y"), zero, one);
  bool fails = false;
  for (int k = 0; k <= 16; ++k) {
    const double b = static_cast<double>(lo) + k / 16.0;
    fails = fails || (slope ? falls(g, b) : jumps_over_mean(g, b));
  }
  ++(fails ? counts.failing : counts.holding);
  const std::string statement = fmt::format("language 3\nvar b in [{}, {}]\nprove {}\n", lo, hi, claim);
  const std::string head =
      fmt::format("dpcert-certificate 3\nstatement {}\n{}use l {}\n{}verdict proved\ninhabited b={}/2\ngoal 1\n",
                  lines_of(statement), statement, lines_of(lemma), lemma, lo + hi);
  std::string proof = fmt::format("lemma l (g(x) = {}, u = 0){}\n", g.text("x"), slope ? " y" : "");
  if (!slope) proof += "obtain t 1\nwitness (t)\n";
  static const std::vector<std::string> lines{"sign\n",    "hyp 1\n", "hyp 2\n",       "auto\n",      "ray 64\n",
                                              "eval 64\n", "noint\n", "split y 1/2\n", "split b 0\n", "identity\n"};
  const auto found = random_proof(head, proof, 10, tries, counts.lines, [&] { return dice.one_of(lines); });
  if (!found) return;
  ++(fails ? counts.wrong : counts.proved);
  if (fails) fmt::print("WRONG\n{}{}\n", head, *found);
}

}  // namespace
}  // namespace dpcert::soundness

int main(int argc, char** argv) {
  using namespace dpcert::soundness;
  std::size_t problems = 1000;
  std::uint64_t seed = 1;
  int tries = 8;
  CLI::App app{"False claims by a true lemma about every smooth function"};
  app.add_option("--problems", problems);
  app.add_option("--seed", seed);
  app.add_option("--tries", tries);
  CLI11_PARSE(app, argc, argv);
  Counts counts;
  for (std::size_t i = 0; i < problems; ++i) {
    Dice dice(seed * 1'000'003 + i);
    attempt(dice, tries, counts);
  }
  fmt::print("{} claims that fail, {} that may hold: {} lines asked; {} of failing claims accepted, {} of others\n",
             counts.failing, counts.holding, counts.lines, counts.wrong, counts.proved);
  return counts.wrong || (problems >= 200 && counts.proved == 0) ? 1 : 0;
}
