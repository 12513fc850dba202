// Proofs of false claims by a true lemma about every smooth function, looked for with the checker's own rules.
//
//   functions_run --problems 20000 --seed 1 [--tries 8]
//
// The lemma says that a smooth function with a slope of at least 0 on [0, 1] is not less at 1 than at 0. A random
// expression stands for the function: smooth or with a pole, a kink, a jump or an end of its domain, on [0, 1] or
// beside it; also with sums over a range, and in them a sequence that is positive at the integers from 1 to n by a
// hypothesis, and anything elsewhere. The claim is what the lemma would conclude, over a box of the variables, and
// doubles say at a grid, with a few sequences, whether it fails there. Exit status 1 if a certificate of a claim that
// fails is taken, or none of a claim that holds.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <functional>
#include <vector>

#include "tests/soundness/formula.hpp"
#include "tests/soundness/random_proof.hpp"

namespace dpcert::soundness {
namespace {

// A point: the parameter, the variables, the indices of the sums around, and which of the sequences.
struct At {
  double x, b;
  long n = 1;
  std::vector<long> indices = {};
  int sequence = 0;

  double s(long k) const {
    const bool inside = k >= 1 && k <= n;
    switch (sequence) {
      case 0:
        return inside ? 1 : -1;
      case 1:
        return inside ? 0.1 * static_cast<double>(k) : 0;
      default:
        return inside ? 3 : 2;
    }
  }
};

// As text around what stands for x, and as a number, not finite where it is undefined.
struct Body {
  std::function<std::string(const std::string&)> text;
  std::function<double(const At&)> value;
};

std::string index_name(std::size_t i) { return fmt::format("k{}", i); }

// An index of a sum around, or a term of the sequence there or beside it.
Body of_index(Dice& dice, std::size_t open) {
  const auto i = static_cast<std::size_t>(dice.roll(0, static_cast<long>(open) - 1));
  const std::string k = index_name(i);
  if (dice.chance(1, 3)) return {[=](auto&) { return k; }, [=](const At& at) { return double(at.indices[i]); }};
  const long by = dice.chance(1, 4) ? dice.roll(-1, 1) : 0;
  return {[=](auto&) { return fmt::format("s({} + ({}))", k, by); },
          [=](const At& at) { return at.s(at.indices[i] + by); }};
}

Body body(Dice& dice, int depth, std::size_t open = 0);

// From 0, 1 or 2 to n, near it, or to an index around.
Body of_range(Dice& dice, int depth, std::size_t open) {
  const long from = dice.roll(0, 2), more = dice.chance(1, 4) ? dice.roll(-1, 1) : 0;
  const bool nested = open > 0 && dice.chance(1, 2);
  const Body u = body(dice, depth - 1, open + 1);
  const std::string to = nested ? index_name(open - 1) : fmt::format("n + ({})", more);
  return {
      [=](const std::string& x) { return fmt::format("sum({}, {}, {}, {})", index_name(open), from, to, u.text(x)); },
      [=](const At& at) {
        const long last = nested ? at.indices[open - 1] : at.n + more;
        double sum = 0;
        for (long k = from; k <= last; ++k) {
          At inside = at;
          inside.indices.push_back(k);
          sum += u.value(inside);
        }
        return sum;
      }};
}

Body body(Dice& dice, int depth, std::size_t open) {
  using T = const std::string&;
  if (open > 0 && dice.chance(1, 4)) return of_index(dice, open);
  if (depth > 0 && open < 2 && dice.chance(1, 4)) return of_range(dice, depth, open);
  if (depth == 0 || dice.chance(1, 6)) {
    const long n = dice.roll(-3, 3), d = dice.roll(1, 4);
    switch (dice.roll(0, 3)) {
      case 0:
        return {[](T) -> std::string { return "b"; }, [](const At& at) { return at.b; }};
      case 1:
        return {[=](T) { return fmt::format("({}/{})", n, d); },
                [=](const At&) { return static_cast<double>(n) / static_cast<double>(d); }};
      default:
        return {[](T x) { return x; }, [](const At& at) { return at.x; }};
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
  const Body u = body(dice, depth - 1, open);
  if (dice.chance(2, 5)) {
    const One f = dice.one_of(ones);
    return {[=](T x) { return fmt::format("{}({})", f.name, u.text(x)); },
            [=](const At& at) { return f.value(u.value(at)); }};
  }
  if (dice.chance(1, 6)) {
    const long k = dice.roll(-2, 4);
    return {[=](T x) { return fmt::format("({})^({})", u.text(x), k); },
            [=](const At& at) {
              const double base = u.value(at);
              return base == 0 && k < 0 ? std::nan("") : std::pow(base, static_cast<double>(k));
            }};
  }
  const Body v = body(dice, depth - 1, open);
  const char op = dice.one_of(std::string("+-*/"));
  return {[=](T x) { return fmt::format("({}) {} ({})", u.text(x), op, v.text(x)); },
          [=](const At& at) {
            const double l = u.value(at), r = v.value(at);
            if (op == '/') return r == 0 ? std::nan("") : l / r;
            return op == '+' ? l + r : op == '-' ? l - r : l * r;
          }};
}

const std::string start = "language 3\nfun g(1)\nvar u in (-inf, inf)\n";
const std::string rises = start + "assume forall y in [0, 1]: diff(g(y), y) >= 0\nprove g(1) >= g(0)\n";
const std::string between = start + "prove exists y in [0, 1]: 2*g(y) = g(0) + g(1)\n";

double value(const Body& g, double x, At at) {
  at.x = x;
  return g.value(at);
}

bool falls(const Body& g, const At& at) {
  const double one = value(g, 1, at), zero = value(g, 0, at);
  return !std::isfinite(one) || !std::isfinite(zero) || one < zero - 1e-9 * (1 + std::fabs(one));
}
// By bisection: at a jump or a pole no value comes near.
bool jumps_over_mean(const Body& g, const At& where) {
  const double one = value(g, 1, where), zero = value(g, 0, where), mean = (one + zero) / 2;
  if (!std::isfinite(mean)) return true;
  if (std::fabs(one - zero) < 1e-6) return false;
  for (int k = 0; k <= 64; ++k)
    if (std::fabs(value(g, k / 64.0, where) - mean) < 1e-3 * std::fabs(one - zero)) return false;
  double low = 0, high = 1;
  for (int k = 0; k < 50; ++k) {
    const double middle = (low + high) / 2, at = value(g, middle, where);
    if (!std::isfinite(at)) return false;  // not said
    ((at < mean) == (zero < mean) ? low : high) = middle;
  }
  // Against the whole step: of values like exp(64) neighbouring doubles are far apart.
  const double near = 1e-6 * std::fabs(one - zero);
  return std::fabs(value(g, low, where) - mean) > near && std::fabs(value(g, high, where) - mean) > near &&
         std::fabs(value(g, high, where) - value(g, low, where)) > near;
}

struct Counts {
  std::size_t failing = 0, holding = 0, lines = 0, wrong = 0, proved = 0;
};

void attempt(Dice& dice, int tries, Counts& counts) {
  const Body g = body(dice, static_cast<int>(dice.roll(1, 3)));
  const long lo = dice.roll(-2, 1), hi = lo + 1, least = dice.roll(0, 2);
  const bool slope = dice.chance(1, 2);
  const std::string& lemma = slope ? rises : between;
  const std::string one = g.text("(1)"), zero = g.text("(0)");
  const std::string claim = slope ? fmt::format("{} >= {}", one, zero)
                                  : fmt::format("exists y in [0, 1]: 2*({}) = {} + {}", g.text("y"), zero, one);
  bool fails = false;
  for (int k = 0; k <= 16 && !fails; ++k)
    for (long n = least; n <= least + 1 && !fails; ++n)
      for (int sequence = 0; sequence < 3 && !fails; ++sequence) {
        const At at{0, static_cast<double>(lo) + k / 16.0, n, {}, sequence};
        fails = slope ? falls(g, at) : jumps_over_mean(g, at);
      }
  ++(fails ? counts.failing : counts.holding);
  const std::string statement = fmt::format(
      "language 3\nint n in [{}, {}]\nvar b in [{}, {}]\nseq s(k)\nassume forall int k in [1, n]: s(k) > 0\nprove {}\n",
      least, least + 1, lo, hi, claim);
  const std::string head = fmt::format(
      "dpcert-certificate 3\nstatement {}\n{}use l {}\n{}verdict proved\n"
      "inhabited with s(k)=1; n={} b={}/2\ngoal 1\n",
      lines_of(statement), statement, lines_of(lemma), lemma, least, lo + hi);
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
