// False and undefined statements with suprema, infima, quantiles, regularised integrals and binomial laws: none is
// proved. Each is false by a margin, or undefined, by the way it is drawn.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <string>

#include "dpcert/kernel/decide.hpp"
#include "dpcert/language/statement.hpp"
#include "tests/dice.hpp"

namespace dpcert::verify {
namespace {

using test::Dice;

std::string quotient(long a, long b) { return "(" + std::to_string(a) + "/" + std::to_string(b) + ")"; }

/// Of a parabola k*(x - m)^2 + h on an interval around m, whose extremes are known.
std::string extreme(Dice& dice) {
  const long m = dice.integer(-3L, 3L), h = dice.integer(-3L, 3L), k = dice.integer(1L, 3L), w = dice.integer(1L, 3L);
  const bool up = dice.coin();  // the supremum of one that opens downwards, else the infimum of the other
  const std::string e = (up ? "-" : "") + std::to_string(k) + "*(x - " + quotient(m, 1) + ")^2 + " + quotient(h, 1);
  const std::string ends = quotient(m - w, 1) + ", " + quotient(m + w, 1);
  const std::string set = (dice.coin() ? "[" : "(") + ends + (dice.coin() ? "]" : ")");
  const std::string word = up ? "sup" : "inf", value = word + "(x in " + set + ", " + e + ")";
  const std::string c = quotient(h * 4 + dice.integer(1L, 4L) * (dice.coin() ? 1 : -1), 4);
  const std::string far = quotient(4 * m + dice.integer(1L, 4L), 4), over = " >= ", under = " <= ";
  switch (dice.integer(0, 10)) {
    case 7:  // away from m: the extreme is not reached
      return word + "(x in " + set + " where x >= " + far + ", " + e + ")" + (up ? over : under) + quotient(h, 1);
    case 8:  // nothing is left of the interval
      return word + "(x in " + set + " where x > " + quotient(m + w, 1) + " and x >= 0, " + e + ") " +
             std::array{"<=", ">=", "="}[dice.integer<std::size_t>(0, 2)] + " " + c;
    case 9:  // integers, m among them
      return word + "(int j in [" + ends + "], " + (up ? "-" : "") + "(j - " + quotient(m, 1) + ")^2 + " +
             quotient(h, 1) + ") = " + c;
    case 10:  // of two names: the second one adds at most 1, or takes at most 1
      return word + "(x in [" + ends + "], z in [0, 1] where z >= x - " + quotient(m, 1) + ", " + e +
             (up ? " + z" : " - z") + ")" + (up ? over : under) + quotient(4 * (up ? h + 1 : h - 1) + (up ? 1 : -1), 4);
    case 0:
      return value + " = " + c;
    case 1:
      return value + " < " + quotient(h, 1) + (dice.coin() ? "" : " - 1/8");
    case 2:
      return value + " > " + quotient(h, 1) + (dice.coin() ? "" : " + 1/8");
    case 3:  // an empty set
      return word + "(x in (" + quotient(m, 1) + ", " + quotient(m, 1) + "), " + e + ") " +
             std::array{"<=", ">=", "="}[dice.integer<std::size_t>(0, 2)] + " " + c;
    case 4:  // on the other side it has no bound
      return (up ? "inf" : "sup") + ("(x in (-inf, " + quotient(m, 1) + "], " + e + ") ") +
             std::array{"<=", ">=", "="}[dice.integer<std::size_t>(0, 2)] + " " + c;
    case 5:  // undefined at m
      return word + "(x in " + set + ", " + e + " + 1/(x - " + quotient(m, 1) + ")^2 - 1/(x - " + quotient(m, 1) +
             ")^2) " + std::array{"<=", ">=", "="}[dice.integer<std::size_t>(0, 2)] + " " + quotient(h, 1);
    default:
      return value + " >= log(" + quotient(-h * h, 1) + ")";
  }
}

// Pairs from tables of the normal law, rounded down: Phi(q) lies above p and below p + 1/10000.
std::string quantile(Dice& dice) {
  struct Row {
    const char *q, *below, *above;
  };
  static constexpr std::array<Row, 6> table{{{"0", "0.4999", "0.5001"},
                                             {"1", "0.8413", "0.8414"},
                                             {"2", "0.9772", "0.9773"},
                                             {"3", "0.9986", "0.9987"},
                                             {"-1", "0.1586", "0.1587"},
                                             {"-2", "0.0227", "0.0228"}}};
  const Row& row = table[dice.integer<std::size_t>(0, table.size() - 1)];
  const std::string q = "(" + std::string(row.q) + ")";
  switch (dice.integer(0, 3)) {
    case 0:
      return std::string("normal_quantile(") + row.below + ") >= " + q;
    case 1:
      return std::string("normal_quantile(") + row.above + ") <= " + q;
    case 2:
      return std::string("normal_quantile(") + (dice.coin() ? row.below : row.above) + ") = " + q;
    default:
      return "normal_quantile(" + quotient(dice.coin() ? -dice.integer(0L, 3L) : dice.integer(2L, 5L), 2) + ") " +
             std::array{"<=", ">=", "="}[dice.integer<std::size_t>(0, 2)] + " " + q;
  }
}

// P(1, x) = 1 - exp(-x) and I_x(1, 1) = x, at wrong values and outside of their domains.
std::string integral(Dice& dice) {
  const long x = dice.integer(1L, 5L), d = dice.integer(2L, 9L);
  switch (dice.integer(0, 4)) {
    case 0:
      return "gamma_regularized_lower(1, " + quotient(x, d) + ") = 1 - exp(-" + quotient(x, d) + ") + 1/" +
             std::to_string(10 * d);
    case 1:
      return "gamma_regularized_lower(1, -" + quotient(x, d) + ") <= 1";
    case 2:
      return "gamma_regularized_lower(-" + quotient(x, d) + ", " + (dice.coin() ? "0" : "1") + ") >= 0";
    case 3:
      return "beta_regularized(" + quotient(x + d, d) + ", 1, 1) >= 0";
    default:
      return "beta_regularized(0, " + std::string(dice.coin() ? "-1, 1" : "1, 0") + ") = 0";
  }
}

std::string binomial(Dice& dice, std::string& names) {
  const bool literal = dice.coin();
  const long n = dice.integer(1L, 6L), a = dice.integer(1L, 3L);
  names = (literal ? "" : "int n in [1, inf)\n") + ("law P = binomial(" + (literal ? std::to_string(n) : "n")) + ", " +
          quotient(a, 4) + ")\n";
  const std::string trials = literal ? std::to_string(n) : "n", p = quotient(a, 4), q = quotient(4 - a, 4);
  switch (dice.integer(0, 3)) {
    case 0:
      return "E(k, k, P) = " + trials + "*" + p + " + 1/" + std::to_string(dice.integer(5L, 50L));
    case 1:
      return "prob(k, k <= 0, P) = " + q + "^" + trials + "*" + p;
    case 2:
      return "E(k, 1, P) < 1";
    default:
      return "E(k, k^2, P) = (" + trials + "*" + p + ")^2";
  }
}

TEST(DescribedFalse, NoneIsProved) {
  const char* times = std::getenv("DPCERT_TEST_MULTIPLIER");
  const int rounds = 100 * (times ? std::max(1, std::atoi(times)) : 1);
  Dice dice(23);
  int refuted = 0;
  for (int round = 0; round < rounds; ++round) {
    std::string names;
    const long kind = dice.integer(0L, 5L);
    const std::string relation = kind < 3    ? extreme(dice)
                                 : kind == 3 ? quantile(dice)
                                 : kind == 4 ? integral(dice)
                                             : binomial(dice, names);
    DecideOptions options;
    options.max_boxes = 300;
    options.evaluations = 200;
    options.time_limit = std::chrono::duration<double>(0.5);
    const std::string text = "language 3\n" + names + "prove " + relation + "\n";
    const Decision d = decide(parse_statement(text), options);
    EXPECT_NE(d.verdict, Verdict::proved) << text;
    EXPECT_NE(d.verdict, Verdict::proved_on) << text;
    if (d.verdict == Verdict::refuted) ++refuted;
  }
  RecordProperty("refuted", refuted);
  EXPECT_GT(refuted, rounds / 5);
}

}  // namespace
}  // namespace dpcert::verify
