// Attacks on how a text is read: a number that is put in for a variable, or a variable that another text knows nothing
// of, must not make a power, an end of a range or a term of a sequence mean something else.
#include "tests/checker/symbolic.hpp"
#include "verify/checker/numbers/limits.hpp"

namespace dpcert::checker::test {
namespace {

const std::string kUnit = "var c in [0, 1]\n", kFalse = "prove 0 >= 1\n";

// At n = 1 and y = -1 the inner range is empty, so nothing is said of y. With a real number in the place of n the end
// floor(y^x) would ask for y >= 0, and the range would always have the index 0.
TEST(ReadingsHoles, EndsOfInnerQuantifiers) {
  const std::string s = "int n in [1, 3]\nvar x in [1, 3]\nvar y in [-5, 5]\nassume n = x\n",
                    end = "assume forall int i in [0, 3]: forall int j in [0, floor(y^n)]: y >= 0\nprove y >= 0\n",
                    at = "n=1 x=1 y=1", why = "would not be an integer any more";
  rejects(prove3(s + end, at, "equal n (x)\ninst 1 (0) (0)\nhyp 2\n"), why);
  rejects(prove3(s + end, at, "subst n t [1, 3] (t)\ninst 1 (0) (0)\nhyp 5\n"), why);
  rejects(prove3(s + end, at, "gen t [1, 3] (n)\ninst 1 (0) (0)\nhyp 2\n"), why);
  rejects(prove3(s + "assume forall int i in [0, floor(y^n)]: y >= 0\nprove y >= 0\n", at, "equal n (x)\n"), why);
  rejects(prove3(s + "assume forall int i in [0, 3]: forall int j in [floor(-(y^n)), 0]: y >= 0\nprove y >= 0\n", at,
                 "equal n (x)\ninst 1 (0) (0)\nhyp 2\n"),
          why);
  rejects(
      prove3(s + "assume forall int i in [0, 3]: forall int j in [0, floor(sum(k, 1, n, y))]: y >= 0\nprove y >= 0\n",
             at, "equal n (x)\n"),
      "an end of a sum or an argument of a sequence");
  // Ends without a power may be put equal to others, and a base that is > 0 is read alike.
  const std::string up = "int n in [1, 3]\nvar x in [1, 3]\nvar y in [1, 5]\nassume n = x\n";
  accepts(prove3(up + "assume forall int i in [0, 3]: forall int j in [0, floor(y^n)]: y >= 2\nprove y >= 2\n",
                 "n=1 x=1 y=2", "equal n (x)\ninst 1 (0) (0)\nhyp 2\n"));
}

// The values of x(k) depend on z. Neither a derivative in z nor a number in the place of z sees that.
TEST(ReadingsHoles, RecursionsAndTheirVariables) {
  const std::string z = "var z in [0, 1]\n", x = z + "seq x(k): x(0) = z, x(k + 1) = x(k)\n",
                    why = "the recursion of a sequence contains the variable";
  rejects(prove3(x + "prove diff(x(0), z) = 0\n", "z=1/2", "identity\n"), why);
  rejects(prove3(x + "prove at(x(0), z, 5) = z\n", "z=1/2", "define x (0)\nhyp 1\n"), why);
  rejects(prove3(x + "prove diff(z*sum(k, 0, 3, x(k)), z) = sum(k, 0, 3, x(k))\n", "z=1/2", "identity\n"), why);
  rejects(prove3("int n in [0, 9]\n" + x + "prove diff(sum(k, 0, n, z*x(k)), z) = sum(k, 0, n, x(k))\n", "n=1 z=1/2",
                 "identity\n"),
          why);
  // A sequence that is made of such a sequence, a `let`, and what is below a binder.
  rejects(prove3(x + "seq y(k): y(0) = 1, y(k + 1) = x(k)\nprove at(y(1), z, 5) = x(0)\n", "z=1/2",
                 "define y (0) next\nhyp 1\n"),
          why);
  rejects(prove3(x + "let u = z*x(2)\nprove diff(u, z) = x(2)\n", "z=1/2", "identity\n"), why);
  rejects(prove3(x + "prove at(integral(t, 0, 1, x(0)), z, 5) = z\n", "z=1/2", "identity\n"), why);
  // In its own recursion nothing is known of a sequence yet.
  rejects(prove3(z + "seq x(k): x(0) = 1, x(k + 1) = z + diff(z*x(k), z)\nprove x(1) = z + 1\n", "z=1/2",
                 "define x (0) next\ndefine x (0)\ncombine 0 1 1 2 1\n"),
          why);
  rejects(prove3(z + "seq x(k): x(0) = z, x(k + 1) = at(z*x(k), z, 2)\nprove x(1) = 2*z\n", "z=1/2",
                 "define x (0) next\ndefine x (0)\ncombine 0 1 1 2 2\n"),
          why);
  // The index of a recursion is an integer: nothing is differentiated in it, and no number is put in for it.
  rejects(prove3(z + "seq x(k): x(0) = 1, x(k + 1) = diff(k^2, k)\nprove x(1) = 0\n", "z=1/2", "identity\n"),
          "needs a real variable");
  rejects(prove3(z + "seq x(k): x(0) = 1, x(k + 1) = at(k^2, k, 1/2)\nprove x(1) = 0\n", "z=1/2", "identity\n"),
          "needs a real variable");
  // Of another variable both mean what they say.
  accepts(prove3("var w in [0, 1]\n" + x + "prove diff(w*x(2), w) = x(2)\n", "w=0 z=1/2", "identity\n"));
  accepts(prove3("var w in [0, 1]\n" + x + "prove at(w*x(2), w, 3) = 3*x(2)\n", "w=0 z=1/2", "identity\n"));
  accepts(prove3(z + "seq x(k)\nprove diff(z*x(2), z) = x(2)\n", "z=1/2", "identity\n"));
}

// t^y with y real is not defined at t < 0, whatever number y is: there is no such integral over [-1, 1].
TEST(ReadingsHoles, PowersInIntegrals) {
  const std::string odd = "antiderivative (integral(t, -1, 1, t)) t (t^2/2) (1/2) (1/2)\nhyp 1\n",
                    even = "antiderivative (integral(t, -1, 1, t^0)) t (t) (-1) (1)\nhyp 1\n", why = "defined";
  const auto some = [](const std::string& e, const std::string& value) {
    return kUnit + "prove exists y in [0, 2]: integral(t, -1, 1, " + e + ") = " + value + "\n";
  };
  rejects(prove3(some("t^y", "0"), "c=0", "witness (1)\nsign\nsign\n" + odd), why);
  rejects(prove3(some("t^y", "2"), "c=0", "witness (0)\nsign\nsign\n" + even), why);
  rejects(prove3(some("t^(y - 1)", "2"), "c=0", "witness (1)\nsign\nsign\n" + even), why);
  rejects(prove3("int n in [1, 2]\n" + some("t^y", "0"), "n=1 c=0", "witness (n)\nsign\nsign\nidentity\n"), why);
  rejects(prove3("var z in [1, 1]\nprove forall y in [0, 1]: integral(t, -1, 1, t^z) = 0\n", "z=1", "intro y\n" + odd),
          why);
  rejects(prove3("var z in [0, 0]\nprove forall y in [0, 1]: integral(t, -1, 1, t^z) = 2\n", "z=0", "intro y\n" + even),
          why);
  rejects(prove3("int n in [1, 9]\n" + kUnit + "prove exists y in [0, 2]: sum(k, 1, n, integral(t, -1, 1, t^y)) = 0\n",
                 "n=1 c=0", "witness (1)\nsign\nsign\nidentity\n"),
          why);
  // Two integrals, one in the other; an end; what is not defined otherwise.
  rejects(prove3(kUnit + "prove exists y in [0, 2]: integral(s, 0, 1, integral(t, -1, 1, t^y)) = 0\n", "c=0",
                 "witness (1)\nsign\nsign\n" + odd),
          "");
  rejects(prove3(kUnit + "prove exists y in [0, 2]: integral(t, (-1)^y, 1, t) = 0\n", "c=0",
                 "witness (1)\nsign\nsign\n" + odd),
          why);
  // Three, one in the other, and all that is true of those of t.
  const auto cube = [](const std::string& y) {
    return kUnit + "prove exists " + y +
           " in [0, 2]: integral(r, 0, 1, integral(s, 0, 1, integral(t, -1, 1, t^y))) = 0\n";
  };
  const std::string nothing = "u (5) (5) (5)\n", square = "integral(s, 0, 1, integral(t, -1, 1, t))";
  const std::string all = "witness (1)\nsign\nsign\nantiderivative (integral(r, 0, 1, 0)) " + nothing +
                          "integrand (integral(r, 0, 1, " + square +
                          ")) p (0)\nantiderivative (integral(s, 0, 1, 0)) " + nothing + "integrand (" + square +
                          ") q (0)\nantiderivative (integral(t, -1, 1, t)) t (t^2/2) " +
                          "(1/2) (1/2)\nhyp 7\ncombine 0 4 1 5 1\ncombine 0 1 1 2 1\n";
  accepts(prove3(cube("int y"), "c=0", all));
  rejects(prove3(cube("y"), "c=0", all), why);
  // An exponent that is an integer in the text is one.
  accepts(prove3(kUnit + "prove exists int y in [0, 2]: integral(t, -1, 1, t^y) = 0\n", "c=0",
                 "witness (1)\nsign\nsign\n" + odd));
  accepts(prove3(kUnit + "prove exists int y in [0, 2]: integral(t, -1, 1, t^y) = 2\n", "c=0",
                 "witness (0)\nsign\nsign\n" + even));
  accepts(prove3(kUnit + "prove exists y in [0, 2]: integral(t, 0, 1, t^y) = 1/2\n", "c=0",
                 "witness (1)\nsign\nsign\nantiderivative (integral(t, 0, 1, t)) t (t^2/2) (0) (1/2)\nhyp 1\n"));
}

// What is known of t^0 or t^1 over [-1, 1] makes no integral of t^y there. Of the exponent 0 nothing is left that could
// be seen.
TEST(ReadingsHoles, WhatAHypothesisKnowsToExist) {
  const auto tried = [](const std::string& exponent, const std::string& at, const std::string& value,
                        const std::string& known) {
    return prove3(kUnit + "prove exists y in [0, 2]: integral(t, -1, 1, t^(" + exponent + ")) = " + value + "\n", "c=0",
                  known + "witness (" + at + ")\nsign\nsign\nhyp 1\n");
  };
  const std::string zero = "antiderivative (integral(t, -1, 1, t^0)) t (t) (-1) (1)\n",
                    one = "antiderivative (integral(t, -1, 1, t)) t (t^2/2) (1/2) (1/2)\n", why = "defined";
  rejects(tried("y", "0", "2", zero), why);
  rejects(tried("y", "1", "0", one), why);
  rejects(tried("y - 1", "1", "2", zero), why);
  rejects(tried("2*y", "0", "2", zero), why);
  rejects(tried("y - y^2", "1", "2", zero), why);
}

// Where t > 0 between the ends t^y is one number, read either way, up to an infinite end and down to t = 0; where t is
// also below 0 it is not.
TEST(ReadingsHoles, OneValueEitherWay) {
  const auto tried = [](const std::string& integral, const std::string& at, const std::string& value,
                        const std::string& now, const std::string& antiderivative) {
    return prove3(kUnit + "prove exists y in [0, 2]: " + integral + " = " + value + "\n", "c=0",
                  "witness (" + at + ")\nsign\nsign\nantiderivative (" + now + ") t " + antiderivative + "\nhyp 1\n");
  };
  const std::string gamma = "(-exp(-t)*(t^2 + 2*t + 2))", why = "defined";
  accepts(tried("integral(t, 0, inf, t^y*exp(-t))", "2", "2", "integral(t, 0, inf, t^2*exp(-t))", gamma + " (-2) (0)"));
  rejects(tried("integral(t, -1, inf, t^y*exp(-t))", "2", "exp(1)", "integral(t, -1, inf, t^2*exp(-t))",
                gamma + " (-exp(1)) (0)"),
          why);
  accepts(tried("integral(t, 0, 1, t^(y - 1))", "1", "1", "integral(t, 0, 1, t^0)", "(t) (0) (1)"));
  rejects(tried("integral(t, -1, 0, t^(y - 1))", "1", "1", "integral(t, -1, 0, t^0)", "(t) (-1) (0)"), why);
  // Ends that are known by a variable alone: c = 0 is among its values, and c - 1 < 0.
  accepts(tried("integral(t, c, inf, t^y*exp(-t))", "2", "exp(-c)*(c^2 + 2*c + 2)", "integral(t, c, inf, t^2*exp(-t))",
                gamma + " (-exp(-c)*(c^2 + 2*c + 2)) (0)"));
  rejects(tried("integral(t, c - 1, inf, t^y*exp(-t))", "2", "exp(1 - c)*(c^2 + 1)",
                "integral(t, c - 1, inf, t^2*exp(-t))", gamma + " (-exp(1 - c)*(c^2 + 1)) (0)"),
          why);
}

// A sum up to a real number has no value, even where that number is an integer.
TEST(ReadingsHoles, EndsThatAreNotIntegers) {
  for (const std::string f : {"exists x in [0, 9]: sum(k, 0, x, k) = 3", "exists x in [0, 9]: prod(k, 1, x, k) = 2"})
    rejects(prove3(kUnit + kFalse, "c=0", "cut " + f + "\nwitness (2)\nsign\nsign\nidentity\n"), "defined");
  rejects(prove3("seq x(k)\n" + kUnit + kFalse, "with x(k) = 0; c=0",
                 "cut exists y in [0, 9]: x(y) = x(2)\nwitness (2)\nsign\nsign\nidentity\n"),
          "defined");
  accepts(prove3(kUnit + "prove exists int x in [0, 9]: sum(k, 0, x, k) = 3\n", "c=0",
                 "witness (2)\nsign\nsign\nidentity\n"));
}

// What is said of a law asks for its parameters, where it is written out and where `at` puts others into it.
TEST(ReadingsHoles, LawsThatAreNone) {
  const std::string p = "var p in [0, 1]\n", law = p + "law P = bernoulli(p)\n", why = "defined";
  accepts(prove3(p + "prove E(x, x, bernoulli(p)) = p\n", "p=0", "identity\n"));
  accepts(prove3(law + "prove at(E(x, x, P), p, 1/3) = 1/3\n", "p=0", "identity\n"));
  accepts(prove3("var q in (0, 1)\nlaw P = bernoulli(q)\nprove diff(E(x, x, P), q) = 1\n", "q=1/2", "identity\n"));
  for (const std::string e : {"E(x, x, bernoulli(p + 1))", "prob(x, x >= 1, finite(0: -p, 1: 1 + p))",
                              "2*tv(bernoulli(1 + p), bernoulli(0)) - 1 - p"})
    rejects(prove3(p + "prove " + e + " = 1 + p\n", "p=0", "identity\n"), why);
  rejects(prove3(p + "assume E(x, x, bernoulli(p + 1)) >= 0\nprove p >= 0\n", "p=0", "sign\n"), "known");
  rejects(prove3(law + "prove at(E(x, x, P), p, 5) = 5\n", "p=0", "identity\n"), why);
  rejects(prove3(law + "let u = E(x, x, P)\nprove at(u, p, 5) = 5\n", "p=0", "identity\n"), why);
  rejects(prove3(law + "prove diff(E(x, x, P), p) = 1\n", "p=0", "identity\n"), why);
  rejects(refute3(p + "prove E(x, x, bernoulli(p + 1)) <= 1\n", "1 p=1\nby eval 64\n"), why);
}

// Named laws take no text, and every line can double the one before it.
TEST(ReadingsHoles, LawsOfManyParts) {
  using std::to_string;
  const auto doubled = [](int lines, const std::string& last) {
    std::string s = "law m0 = normal(0, 1)\n";
    for (int i = 1; i <= lines; ++i)
      s += "law m" + to_string(i) + " = mixture(1/2: m" + to_string(i - 1) + ", 1/2: m" + to_string(i - 1) + ")\n";
    return s + last + kUnit + "prove c >= 0\n";
  };
  static_assert(Limits::parts_of_law == 256);
  // 2^(n + 1) - 1 laws: 255 of seven lines, and with `affine` one more, and two.
  accepts(prove3(doubled(7, ""), "c=0", "sign\n"));
  accepts(prove3(doubled(7, "law p = affine(0, 1, m7)\n"), "c=0", "sign\n"));
  rejects(prove3(doubled(7, "law p = affine(0, 1, affine(0, 1, m7))\n"), "c=0", "sign\n"), "too many parts");
  rejects(prove3(doubled(8, ""), "c=0", "sign\n"), "too many parts");
  rejects(prove3(doubled(60, ""), "c=0", "sign\n"), "too many parts");
}

}  // namespace
}  // namespace dpcert::checker::test
