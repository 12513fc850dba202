// Attacks that change how something is read that stands already: a power whose exponent shows that it is an integer has
// a value at any base, and one whose exponent does not is a power of a base >= 0. What was assumed in one reading must
// not serve in the other.
#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

// The ends of a quantifier inside of another one: y^m is -1 for y = -1 and m = 1, so that nothing is between 0 and it,
// and y^w is taken to be >= 0.
TEST(ReadingHoles, EndsOfAnInnerQuantifier) {
  const std::string before = "var y in [-2, -1]\nint m in [1, 3]\nvar w in [1, 3]\n";
  const auto with = [&](const std::string& hypothesis) {
    return before + "assume m = w\nassume " + hypothesis + "\nprove 0 >= 1\n";
  };
  const std::string inner = with("forall int i in [1, 1]: forall int j in [0, floor(y^m)]: 0 >= i");
  rejects(prove3(inner, "y=-1 m=1 w=1", "equal m (w)\ninst 1 (1) (0)\nhyp 2\n"), "the base of a power");
  // The same end in the outer quantifier.
  const std::string outer = with("forall int j in [0, floor(y^m)]: j >= 1");
  rejects(prove3(outer, "y=-1 m=1 w=1", "equal m (w)\ninst 1 (0)\nhyp 2\n"), "the base of a power");
  // With a base that is known to be > 0 the reading does not matter.
  const std::string positive =
      "var y in [1, 2]\nint m in [1, 3]\nvar w in [1, 3]\nassume m = w\n"
      "assume forall int i in [1, 1]: forall int j in [0, floor(y^m)]: 2 >= i\nprove 2 >= 1\n";
  accepts(prove3(positive, "y=1 m=1 w=1", "equal m (w)\ninst 1 (1) (0)\nhyp 2\n"));
  const std::string renamed =
      "var y in [-2, -1]\nint m in [1, 3]\nvar w in [1, 3]\n"
      "assume forall int i in [1, 1]: forall int j in [0, floor(y^m)]: 0 >= i\nprove 0 >= 1\n";
  rejects(prove3(renamed, "y=-1 m=1 w=1", "subst m t [1, 3] (t)\ninst 1 (1) (0)\nhyp 3\n"), "the base of a power");
}

// The values of a sequence depend on what its recursion mentions, which does not show where they are used.
TEST(ReadingHoles, DerivativesOfARecursion) {
  const std::string t = "var t in [1, 2]\nvar s in [1, 2]\n", y = "seq y(k): y(0) = t, y(k + 1) = y(k) + t\n";
  for (const std::string line : {"diff(y(3), t) = 0", "diff(t*y(3), t) = y(3)", "at(y(3), t, 5) = y(3)",
                                 "diff(sum(k, 0, 3, y(k)), t) = 0", "diff(s, t) + at(s + y(1), t, 2) = s + y(1)"})
    rejects(prove3(t + y + "prove " + line + "\n", "t=1 s=1", "identity\n"), "recursion of the sequence y");
  rejects(prove3(t + y + "seq z(k): z(0) = 1, z(k + 1) = y(k)\nprove diff(z(2), t) = 0\n", "t=1 s=1", "identity\n"),
          "recursion of the sequence z");
  rejects(prove3(t + "seq y(k): y(0) = 1, y(k + 1) = diff(y(k), t) + t\nprove y(0) >= 0\n", "t=1 s=1",
                 "define y (0)\nhyp 1\n"),
          "recursion of the sequence y");
  rejects(prove3(t + y + "let f(u) = at(u, t, 2)\nprove f(y(2)) = y(2)\n", "t=1 s=1", "identity\n"),
          "recursion of the sequence y");
  accepts(prove3(t + y + "prove diff(s*y(3), s) = y(3)\n", "t=1 s=1", "identity\n"));
  accepts(prove3(t + y + "prove at(s*y(3), s, 5) = 5*y(3)\n", "t=1 s=1", "identity\n"));
  accepts(prove3(t + "seq y(k)\nprove diff(s + y(3), s) = 1\n", "t=1 s=1", "identity\n"));
}

// Where x is a real number, the integral of u^x over [-1, 1] does not exist, and no relation with it is true. At x = 2,
// and at x = 0, it would exist.
TEST(ReadingHoles, ExponentsInAnIntegral) {
  for (const std::string value : {"2", "0", "1 + 1", "2 - 2"}) {
    const bool square = value == "2" || value == "1 + 1";
    const std::string v = "integral(u, -1, 1, u^(" + value + "))";
    const std::string lines = "antiderivative (" + v + ") u (" + (square ? "u^3/3) (-1/3) (1/3)" : "u) (-1) (1)") +
                              "\nwitness (" + value + ")\nsign\nsign\ncombine " + (square ? "29/3" : "11") + " 1 1\n";
    const auto with = [&](const std::string& quantifier) {
      return prove3("int n in [2, 3]\nprove exists " + quantifier + " in [0, 3]: integral(u, -1, 1, u^x) >= -9\n",
                    "n=2", lines);
    };
    rejects(with("x"), "the goal is not known to be defined");
    accepts(with("int x"));
  }
}

// Each part of a mixture is written out, so that laws of a few letters could ask for more than there is room for.
TEST(ReadingHoles, MixturesOfMixtures) {
  const auto with = [](int doublings) {
    std::string s = "var m in [0, 1]\nlaw A0 = uniform(0, 1)\n";
    for (int i = 1; i <= doublings; ++i) {
      const std::string part = "A" + std::to_string(i - 1);
      s += "law A" + std::to_string(i) + " = mixture(1/2: " + part + ", 1/2: " + part + ")\n";
    }
    return prove3(s + "prove m >= 0\n", "m=0", "sign\n");
  };
  accepts(with(8));
  rejects(with(9), "too many parts");
}

}  // namespace
}  // namespace dpcert::checker::test
