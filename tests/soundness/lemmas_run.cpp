// Proofs of false claims by true lemmas, looked for with the checker's own rules.
//
//   lemmas_run --problems 20000 --seed 1 [--first 0] [--proofs 3] [--tries 8]
//
// A certificate quotes a true statement whose domain and hypotheses are tight: beyond them its conclusion fails. The
// claim is what it would conclude at random expressions, over a box that may reach beyond. Exact rationals say at a
// grid of points whether the claim fails there. Random lines are then asked of the checker, each kept that it takes.
// Exit status 1 if a certificate of a failing claim is taken (conditional on its true lemma), or none of a claim that
// holds.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <functional>

#include "tests/soundness/formula.hpp"
#include "tests/soundness/random_proof.hpp"

namespace dpcert::soundness {
namespace {

// Values of m (integer), a, b.
struct At {
  Q m, a, b;
};
struct Argument {
  std::string text;
  std::function<std::optional<Q>(const At&)> value;
  bool integer;
};

const std::vector<Argument>& arguments() {
  using A = const At&;
  using R = std::optional<Q>;
  static const std::vector<Argument> all{
      {"m", [](A p) -> R { return p.m; }, true},
      {"m + 1", [](A p) -> R { return p.m + 1; }, true},
      {"m - 1", [](A p) -> R { return p.m - 1; }, true},
      {"2*m - 1", [](A p) -> R { return 2 * p.m - 1; }, true},
      {"m^2", [](A p) -> R { return p.m * p.m; }, true},
      {"3", [](A) -> R { return Q(3); }, true},
      {"0", [](A) -> R { return Q(0); }, true},
      {"a", [](A p) -> R { return p.a; }, false},
      {"b", [](A p) -> R { return p.b; }, false},
      {"-a", [](A p) -> R { return -p.a; }, false},
      {"a + b", [](A p) -> R { return p.a + p.b; }, false},
      {"a - b", [](A p) -> R { return p.a - p.b; }, false},
      {"a*b", [](A p) -> R { return p.a * p.b; }, false},
      {"a/2", [](A p) -> R { return p.a / 2; }, false},
      {"1 - a", [](A p) -> R { return 1 - p.a; }, false},
      {"1/a", [](A p) -> R { return p.a == 0 ? R() : R(1 / p.a); }, false},
      {"m/2", [](A p) -> R { return p.m / 2; }, false},
      {"m*a", [](A p) -> R { return p.m * p.a; }, false},
      {"abs(b)", [](A p) -> R { return abs(p.b); }, false},
  };
  return all;
}

// A true statement; each $1, $2 of the conclusion is a place of a value.
struct Lemma {
  std::string text, conclusion;
  std::vector<std::string> names;
  std::vector<bool> integer;
  std::function<std::optional<bool>(const std::vector<Q>&)> holds;  // the conclusion; none: undefined
};

std::optional<Q> power(const Q& base, const Q& e) {
  if (base == 0 && e > 0) return Q(0);  // for a real exponent, too
  if (denominator(e) != 1 || abs(e) > 80 || (base == 0 && e < 0)) return std::nullopt;
  Q r = 1;
  for (Q i = 0; i < abs(e); ++i) r *= base;
  return e < 0 ? Q(1 / r) : r;
}

const std::vector<Lemma>& lemmas() {
  using V = const std::vector<Q>&;
  using B = std::optional<bool>;
  static const std::vector<Lemma> all{
      {"int n in [1, inf)\nvar x in [-1, inf)\nprove (1 + x)^n >= 1 + n*x\n",
       "(1 + $2)^($1) >= 1 + ($1)*($2)",
       {"n", "x"},
       {true, false},
       [](V v) {
         const Q base = 1 + v[1], line = 1 + v[0] * v[1];
         if (denominator(v[0]) != 1 && base > 0)  // where doubles are in doubt, it does not fail
           return B(std::pow(base.convert_to<double>(), v[0].convert_to<double>()) >= line.convert_to<double>() - 1e-6);
         const auto p = power(base, v[0]);
         return p ? B(*p >= line) : B();
       }},
      {"var x in [0, 1]\nvar y in [0, 1]\nprove x + y - x*y <= 1\n",
       "($1) + ($2) - ($1)*($2) <= 1",
       {"x", "y"},
       {false, false},
       [](V v) { return B(v[0] + v[1] - v[0] * v[1] <= 1); }},
      {"var x in (0, inf)\nprove x + 1/x >= 2\n",
       "($1) + 1/($1) >= 2",
       {"x"},
       {false},
       [](V v) { return v[0] == 0 ? B() : B(v[0] + 1 / v[0] >= 2); }},
      {"var x in (-inf, inf)\nvar y in [0, inf)\nassume x >= y\nprove x^2 >= y^2\n",
       "($1)^2 >= ($2)^2",
       {"x", "y"},
       {false, false},
       [](V v) { return B(v[0] * v[0] >= v[1] * v[1]); }},
      {"int n in (-inf, inf)\nprove n^2 >= n\n",
       "($1)^2 >= $1",
       {"n"},
       {true},
       [](V v) { return B(v[0] * v[0] >= v[0]); }},
      {"var x in (-inf, inf)\nvar y in (-inf, inf)\nassume x > y\nassume x*y > 0\nprove 1/y > 1/x\n",
       "1/($2) > 1/($1)",
       {"x", "y"},
       {false, false},
       [](V v) { return v[0] == 0 || v[1] == 0 ? B() : B(1 / v[1] > 1 / v[0]); }},
      {"int n in [0, inf)\nint k in [0, inf)\nassume n > k\nprove n >= k + 1\n",
       "$1 >= ($2) + 1",
       {"n", "k"},
       {true, true},
       [](V v) { return B(v[0] >= v[1] + 1); }},
  };
  return all;
}

struct Problem {
  const Lemma* lemma = nullptr;
  std::vector<const Argument*> given;
  std::string statement;
  At somewhere;
  bool fails = false;
};

struct End {
  Q at;
  bool open;
};

Problem make(Dice& dice) {
  for (;;) {
    Problem p;
    p.lemma = &dice.one_of(lemmas());
    std::string conclusion = p.lemma->conclusion;
    for (std::size_t i = 0; i < p.lemma->names.size(); ++i) {
      const Argument* e = &dice.one_of(arguments());
      p.given.push_back(e);
      const std::string place = fmt::format("${}", i + 1);
      for (std::size_t at; (at = conclusion.find(place)) != std::string::npos;)
        conclusion.replace(at, place.size(), "(" + e->text + ")");
    }
    const long m0 = dice.roll(-3, 2), m1 = m0 + dice.roll(0, 4);
    const auto low = [&] { return Q(dice.roll(-4, 2), 2); };
    const Q a0 = low(), b0 = low(), a1 = a0 + Q(dice.roll(1, 5), 2), b1 = b0 + Q(dice.roll(1, 5), 2);
    const bool tied = dice.chance(1, 3);
    p.statement = fmt::format("language 3\nint m in [{}, {}]\nvar a in [{}, {}]\nvar b in [{}, {}]\n{}prove {}\n", m0,
                              m1, a0.str(), a1.str(), b0.str(), b1.str(), tied ? "assume a >= b\n" : "", conclusion);
    bool found = false;
    for (Q m = m0; m <= m1; ++m)
      for (int i = 0; i <= 6; ++i)
        for (int j = 0; j <= 6; ++j) {
          const At at{m, a0 + (a1 - a0) * i / 6, b0 + (b1 - b0) * j / 6};
          if (tied && at.a < at.b) continue;
          if (!found) p.somewhere = at, found = true;
          std::vector<Q> values;
          bool defined = true;
          for (const Argument* e : p.given) {
            const auto v = e->value(at);
            defined = defined && v;
            if (v) values.push_back(*v);
          }
          p.fails = p.fails || !defined || p.lemma->holds(values) != std::optional(true);
        }
    if (found) return p;
  }
}

// Now and then a variable is not named, and stays bound; of `of` expressions one is another one (0: none is).
std::string lemma_line(Dice& dice, const Problem& p, long of) {
  std::string given;
  for (std::size_t i = 0; i < p.given.size(); ++i) {
    if (dice.chance(1, 4)) continue;
    const bool other = of > 0 && dice.chance(1, of);
    given += fmt::format("{}{} = {}", given.empty() ? "" : ", ", p.lemma->names[i],
                         other ? dice.one_of(arguments()).text : p.given[i]->text);
  }
  return fmt::format("lemma l ({})\n", given);
}

std::string line(Dice& dice, const Problem& p) {
  switch (dice.roll(0, 11)) {
    case 0:
    case 1:
    case 2:
      return "sign\n";
    case 3:
      return "identity\n";
    case 4:
      return fmt::format("hyp {}\n", dice.roll(1, 3));
    case 5:
      return fmt::format("combine 0 {} ({})\n", dice.roll(1, 3), dice.one_of(arguments()).text);
    case 6:
      return "eval 64\n";
    case 7:
      return fmt::format("split {} {}\n", dice.chance(1, 2) ? "a" : "b", Q(dice.roll(-3, 3), 2).str());
    case 8:
      return fmt::format("cases ({})\n", dice.one_of(arguments()).text);
    case 9:
      return fmt::format("apply {}\n", dice.roll(1, 2));
    case 10:
      return fmt::format("at {} ({})\n", dice.roll(1, 2),
                         dice.chance(2, 3) ? dice.one_of(p.given)->text : dice.one_of(arguments()).text);
    default:
      return lemma_line(dice, p, 3);
  }
}

struct Counts {
  std::size_t failing = 0, holding = 0, proofs = 0, lines = 0, wrong = 0, proved = 0;
};

void attempt(Dice& dice, const Problem& p, int tries, Counts& counts) {
  const std::string head = fmt::format(
      "dpcert-certificate 3\nstatement {}\n{}use l {}\n{}verdict proved\ninhabited m={} a={} b={}\ngoal 1\n",
      lines_of(p.statement), p.statement, lines_of(p.lemma->text), p.lemma->text, p.somewhere.m.str(),
      p.somewhere.a.str(), p.somewhere.b.str());
  // Mostly the line that the claim is made for comes first; what its goals need is for chance.
  const std::string proof = dice.chance(4, 5) ? lemma_line(dice, p, 0) : "";
  ++counts.proofs;
  const auto found = random_proof(head, proof, 12, tries, counts.lines, [&] { return line(dice, p); });
  if (!found) return;
  ++(p.fails ? counts.wrong : counts.proved);
  if (p.fails) fmt::print("WRONG\n{}{}\n", head, *found);
}

}  // namespace
}  // namespace dpcert::soundness

int main(int argc, char** argv) {
  using namespace dpcert::soundness;
  std::size_t problems = 1000, first = 0;
  std::uint64_t seed = 1;
  int proofs = 3, tries = 8;
  CLI::App app{"False claims by true lemmas"};
  app.add_option("--problems", problems);
  app.add_option("--first", first);
  app.add_option("--seed", seed);
  app.add_option("--proofs", proofs);
  app.add_option("--tries", tries);
  CLI11_PARSE(app, argc, argv);
  Counts counts;
  for (std::size_t i = first; i < first + problems; ++i) {
    Dice dice(seed * 1'000'003 + i);
    const Problem p = make(dice);
    ++(p.fails ? counts.failing : counts.holding);
    for (int k = 0; k < proofs; ++k) attempt(dice, p, tries, counts);
  }
  fmt::print(
      "{} claims that fail, {} that may hold: {} proofs, {} lines asked; {} of failing claims accepted, {} of others\n",
      counts.failing, counts.holding, counts.proofs, counts.lines, counts.wrong, counts.proved);
  return counts.wrong || (problems >= 200 && counts.proved == 0) ? 1 : 0;
}
