#include "tests/soundness/version3_statements.hpp"

#include <fmt/format.h>

namespace dpcert::soundness {
namespace {

// What stands around a claim without a change of what it says: for some values of z the claim itself is left.
struct Frame {
  std::string before, open, close, more;
  [[nodiscard]] std::string text(const Claim& c) const {
    return "language 3\n" + before + c.before + "prove " + open + c.relation + close + "\n" + more;
  }
};

Frame frame(Dice& dice) {
  Frame f;
  switch (dice.roll(0, 17)) {
    case 0:
      f = {"", "forall z9 in [0, 1]: {", "}", ""};
      break;
    case 1:
      f = {"", "exists z9 in [0, 1]: {z9 >= 1/2} and {", "}", ""};
      break;
    case 2:
      f = {"", "{2 > 1} and {", "}", ""};
      break;
    case 3:
      f = {"var z9 in [0, 1]\n", "{z9 > 2} or {", "}", ""};
      break;
    case 4:
      f = {"var z9 in [0, 1]\n", "z9 >= 0 implies {", "}", ""};
      break;
    case 5:
      f = {"", "forall int z9 in [1, 2]: {", "}", ""};
      break;
    case 6:
      f = {"var z9 in [0, 1]\nassume {z9 >= 1/2} or {z9 <= 1/2}\n", "", "", ""};
      break;
    case 7:
      f = {"var z9 in [0, 1]\nassume z9^2 <= 1/4\n", "", "", ""};
      break;
    case 8:
      f = {"int z9 in [0, 3]\n", "", "", "prove z9 >= 0\n"};
      break;
    case 9:
      f = {"", "forall z8 in [0, 1]: exists z9 in [z8, 2]: {z9 >= z8} and {", "}", ""};
      break;
    default:
      break;
  }
  return f;
}

}  // namespace

std::string ratio(long a, long b) {
  if (b == 1 && a >= 0) return fmt::format("{}", a);
  return b == 1 ? fmt::format("({})", a) : fmt::format("({}/{})", a, b);
}

Version3Problem version3_problem(std::uint64_t seed, std::uint64_t index) {
  Dice dice(seed * 1'000'003 + index);
  const auto kind = index % 5;
  const Neighbours n = kind == 0   ? neighbours_of_sums(dice)
                       : kind == 1 ? neighbours_of_integrals(dice)
                       : kind == 2 ? neighbours_of_laws(dice)
                       : kind == 3 ? neighbours_of_readings(dice)
                                   : neighbours_of_formulas(dice);
  const Frame around = frame(dice);
  Version3Problem p{n.family, around.text(n.truth), {}};
  for (const Claim& c : n.wrong) p.wrong.push_back({around.text(c), c.undefined});
  return p;
}

}  // namespace dpcert::soundness
