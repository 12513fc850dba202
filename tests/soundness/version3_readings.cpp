// Statements that are false, or have no value, because of how one of their parts is read: a power with a real exponent
// below an integral, an end of a range that is empty for a negative base, a law whose parameter lies outside of its
// set.
#include <fmt/format.h>

#include "tests/soundness/version3_statements.hpp"

namespace dpcert::soundness {
namespace {

// The integral of t^y over [0, 1] is 1/(y + 1); over [-1, 1] there is none for a real y.
Neighbours powers_below_integrals(Dice& dice) {
  const long y = dice.roll(0, 4), more = dice.roll(1, 3);
  const std::string c = "var c in [0, 1]\n", zero = y % 2 == 1 ? "0" : ratio(2, y + 1);
  const auto some = [&](const char* kind, const std::string& low, const std::string& e, const std::string& value) {
    return fmt::format("exists {} in [{}, {}]: integral(t, {}, 1, t^({})) = {}", kind, y, y + more, low, e, value);
  };
  return {"powers below integrals",
          {c, some("y", "0", "y", ratio(1, y + 1))},
          {{c, some("y", "-1", "y", zero), true},
           {c, some("y", "-1", "2*y", ratio(2, 2 * y + 1)), true},
           {c, some("y", "-1", fmt::format("y - {}", y), "2"), true},
           {c, some("y", "-c - 1", "y", zero), true},
           {c, fmt::format("integral(t, -1, 1, t^(c*{})) <= 2", y + 1), true},
           {c, some("y", "0", "y", ratio(1, y + more + 2))},
           {c, some("int y", "0", "y", ratio(2, 2 * y + 3))}}};
}

// At n = 1 and y < 0 the range is empty, and the hypothesis says nothing of y.
Neighbours ends_of_ranges(Dice& dice) {
  const long b = dice.roll(2, 4);
  const bool sum = dice.chance(1, 3);
  const auto with = [&](const std::string& range, const char* more) {
    return fmt::format("int n in [1, 3]\nvar x in [1, 3]\nvar y in {}\n{}assume forall int j in [0, {}]: y >= {}\n",
                       range, more, sum ? "floor(sum(k, 1, n, y))" : "floor(y^n)", b);
  };
  const std::string conclusion = fmt::format("y >= {}", b);
  return {"ends of ranges",
          {with("[1, 5]", "assume n = x\n"), conclusion},
          {{with("[-5, 5]", "assume n = x\n"), conclusion},
           {with("[-5, 5]", ""), conclusion},
           {with("[-5, 5]", "assume n = x\n"), "y >= 0"},
           {with("[1, 5]", "assume n = x\n"), fmt::format("y >= {}", b + 1)}}};
}

Neighbours laws_that_are_none(Dice& dice) {
  const long more = dice.roll(1, 5);
  const std::string p = "var p in [0, 1]\n", wide = fmt::format("var p in [0, {}]\n", more + 1),
                    law = p + "law P = bernoulli(p)\n";
  return {"laws that are none",
          {p, "E(x, x, bernoulli(p)) = p"},
          {{wide, "E(x, x, bernoulli(p)) = p", true},
           {wide, "E(x, x^2, bernoulli(p)) >= 0", true},
           {wide, "tv(bernoulli(p), bernoulli(0)) = p", true},
           {wide, "prob(x, x >= 1, finite(0: 1 - p, 1: p)) = p", true},
           {p, fmt::format("E(x, x, mixture(1 + p: bernoulli(1/2), -p: bernoulli(1/{}))) >= 0", more + 1), true},
           {law, fmt::format("at(E(x, x, P), p, {}) = {}", more + 1, more + 1), true},
           {p, fmt::format("E(x, x, bernoulli(p)) = p + {}*p*(1 - p)", more)},
           {p, "E(x, x^2, bernoulli(p)) = p^2"}}};
}

}  // namespace

Neighbours neighbours_of_readings(Dice& dice) {
  switch (dice.roll(0, 2)) {
    case 0:
      return powers_below_integrals(dice);
    case 1:
      return ends_of_ranges(dice);
    default:
      return laws_that_are_none(dice);
  }
}

}  // namespace dpcert::soundness
