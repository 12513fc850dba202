// The rules for kinks, roots, integers and touching points: an accepted certificate, and wrong ones that break one side
// condition each.
#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

const std::string kPlane = "var x in (-inf, inf)\nvar y in (-inf, inf)\n";
const std::string kOrigin = "x=0 y=0";

TEST(Cases, BothSignsAreProved) {
  const std::string s = kPlane + "prove abs(x) + y^2 >= x\n";
  accepts(prove(s, kOrigin, "cases (x)\nrewrite (y^2)\nsign\nrewrite (y^2 - 2*x)\nsign\n"));
  rejects(prove(s, kOrigin, "cases (x)\nrewrite (y^2)\nsign\nrewrite (y^2)\nsign\n"), "new form");
  rejects(prove(s, kOrigin, "cases (x)\nrewrite (y^2)\nsign\n"), "not complete");
  rejects(prove(s, kOrigin, "cases (log(x))\nrewrite (y^2)\nsign\nrewrite (y^2 - 2*x)\nsign\n"), "defined");
  // The second case is strict, the first is not.
  rejects(prove(kPlane + "prove abs(x)*y^2 > -1 + x\n", kOrigin, "cases (x)\nhyp 1\nhyp 1\n"));
  const std::string t = "var x in (-inf, inf)\nprove x^2 >= 0\n";
  rejects(prove(t, "x=0", "cut x > 0\ncases (x)\nhyp 1\nsign\nsign\n"));
}

// The quarters of a turn, both signs, and what is not the same (sin(1) is not cos(1), half a turn is not a whole one).
TEST(NormalForm, CircularFunctions) {
  auto identity = [&](const std::string& s) { return prove3(kPlane + "prove " + s + "\n", kOrigin, "identity\n"); };
  for (const char* s : {"sin(-x) = -sin(x)",
                        "cos(y - x) = cos(x - y)",
                        "atan(x - y) + atan(y - x) = 0",
                        "sin(0*x) = 0",
                        "cos(0*x) = 1",
                        "atan(0*x) = 0",
                        "sin(x + pi) = -sin(x)",
                        "cos(x + pi) = -cos(x)",
                        "sin(x + pi/2) = cos(x)",
                        "cos(x + pi/2) = -sin(x)",
                        "sin(pi - x) = sin(x)",
                        "cos(pi - x) = -cos(x)",
                        "sin(pi/2 - x) = cos(x)",
                        "cos(pi/2 - x) = sin(x)",
                        "sin(x + 3*pi/2) = -cos(x)",
                        "cos(x + 3*pi/2) = sin(x)",
                        "cos(x - 3*pi/2) = -sin(x)",
                        "sin(x - 2*pi) = sin(x)",
                        "cos(7*pi) = -1",
                        "sin(7*pi/2) = -1",
                        "sin(-7*pi/2) = 1",
                        "cos(-pi/2) = 0",
                        "sin(5*pi/4) = -sin(pi/4)",
                        "cos(5*pi/4) = -cos(pi/4)",
                        "sin(-pi/5) = -cos(3*pi/10)",
                        "sin(x*y - x^2 + 4*pi) = sin(x*y - x^2)"})
    accepts(identity(s));
  for (const char* s :
       {"sin(-x) = sin(x)", "cos(-x) = -cos(x)", "atan(-x) = atan(x)", "sin(x + pi) = sin(x)", "cos(x + pi/2) = sin(x)",
        "sin(x + pi/2) = -cos(x)", "cos(x - 3*pi/2) = sin(x)", "sin(x + pi/3) = sin(x)", "sin(x + 2) = sin(x)",
        "cos(pi) = 1", "sin(pi/2) = 0", "atan(x + pi) = atan(x)", "sin(5*pi/4) = sin(pi/4)", "sin(x) = cos(x)",
        "sin(2*x) = 2*sin(x)", "sin((x + pi)/(1 + x^2)) = -sin(x/(1 + x^2))"})
    rejects(identity(s), "not zero");
}

TEST(Fact, APointOfTheUnitCircle) {
  const std::string s = "var x in (-inf, inf)\n";
  accepts(prove3(s + "prove sin(x)^2 + cos(x)^2 = 1\n", "x=0", "fact sin (x)\nhyp 1\n"));
  accepts(prove3(s + "prove sin(x)^2 <= 1\n", "x=0", "fact sin (x)\ncombine (cos(x)^2) 1 -1\n"));
  rejects(prove3(s + "prove sin(x)^2 + cos(2*x)^2 = 1\n", "x=0", "fact sin (x)\nhyp 1\n"));
  rejects(prove3(s + "prove sin(x)^2 - cos(x)^2 = 1\n", "x=1", "fact sin (x)\nhyp 1\n"));
  rejects(prove3(s + "prove sin(x)^2 + cos(x)^2 = 1\n", "x=0", "fact cos (x)\nhyp 1\n"),
          "floor, ceil, sin or normal_quantile");
  rejects(prove3(s + "prove x > x - 1\n", "x=1", "fact sin (1/x)\nsign\n"), "defined");
}

TEST(NormalForm, KinksRootsAndFloors) {
  auto identity = [](const std::string& s) { return prove(s, kOrigin, "identity\n"); };
  accepts(identity(kPlane + "prove abs(x - y) = abs(y - x)\n"));
  accepts(identity(kPlane + "prove abs(x)^2 = x^2\n"));
  accepts(identity(kPlane + "prove abs(x*y) = abs(x)*abs(y)\n"));
  accepts(identity(kPlane + "prove sqrt(x^2) = abs(x)\n"));
  rejects(identity(kPlane + "prove sqrt(x^2) = x\n"), "not zero");
  rejects(identity(kPlane + "prove abs(x) = x\n"), "not zero");
  rejects(identity(kPlane + "prove abs(x + y) = abs(x) + abs(y)\n"), "not zero");
  accepts(identity(kPlane + "prove max(x, y) + min(x, y) = x + y\n"));
  accepts(identity(kPlane + "prove max(x, y) = (x + y + abs(x - y))/2\n"));
  rejects(identity(kPlane + "prove max(x, y) = x\n"), "not zero");
  accepts(identity(kPlane + "prove floor(x + 3) = floor(x) + 3\n"));
  accepts(identity(kPlane + "prove ceil(x + y - 7/2) = -floor(7/2 - x - y)\n"));
  accepts(identity(kPlane + "prove floor(x + 7/2) = 3 + floor(x + 1/2)\n"));
  rejects(identity(kPlane + "prove floor(x + 1/2) = floor(x)\n"), "not zero");
  rejects(identity(kPlane + "prove floor(2*x) = 2*floor(x)\n"), "not zero");
  rejects(identity(kPlane + "prove ceil(x) = floor(x)\n"), "not zero");
  rejects(identity(kPlane + "prove ceil(x) = floor(x) + 1\n"), "not zero");
  const std::string quarter = "var x in [0, inf)\nvar y in [0, inf)\n";
  accepts(identity(quarter + "prove sqrt(x*y) = sqrt(x)*sqrt(y)\n"));
  accepts(identity(quarter + "prove (x^2*y)^(1/2) = x*y^(1/2)\n"));
  rejects(identity("var x in (-inf, inf)\nvar y in [0, inf)\nprove sqrt(x^2*y) = x*sqrt(y)\n"), "not zero");
  // x >= 0 alone does not say that y >= 0 where x*y >= 0.
  rejects(
      identity("var x in [0, 1]\nvar y in [-1, 1]\nassume x*y >= 0\nprove sqrt(x*y)*sqrt(y^2) = sqrt(x)*y^(3/2)\n"));
}

TEST(NormalForm, IntegersDependOnTheContext) {
  const std::string s = "int n in [0, inf)\nvar x in [-2, 2]\n";
  auto identity = [](const std::string& t) { return prove(t, "n=1 x=1", "identity\n"); };
  accepts(identity(s + "prove floor(n) = n\n"));
  accepts(identity(s + "prove floor(x + 2*n) = floor(x) + 2*n\n"));
  rejects(identity(s + "prove floor(x + n/2) = floor(x) + n/2\n"), "not zero");
  accepts(identity(s + "prove x^(n + 2) = x^n*x^2\n"));
  rejects(identity(s + "prove x^(n + 2) = x^n*x\n"), "not zero");
  accepts(identity("int n in [1, inf)\nvar x in [-2, 2]\nprove x^n = x^(n - 1)*x\n"));
  // For n = 0 the left side is 1 at x = 0, the right side is not defined.
  rejects(identity("int n in [0, inf)\nvar x in [-2, 2]\nprove x^n = x^(n - 1)*x\n"), "defined");
  rejects(identity("int n in [0, inf)\nvar x in [1/2, 1]\nprove (x - 3/4)^(2*n) = (x - 3/4)^n\n"), "not zero");
  // A variable that is real after a step has no whole values any more.
  const std::string t = "int n in [0, 4]\nprove n - floor(n) >= 0\n";
  accepts(prove(t, "n=1", "identity\n"));
  rejects(prove("var n in [0, 4]\nprove floor(n) - n >= 0\n", "n=1", "identity\n"), "not zero");
}

TEST(End, ThePointAndTheRest) {
  const std::string s = "var x in [0, 1]\nprove -xlogy(x, x) >= 0\n";
  accepts(prove(s, "x=1", "end x lo\neval 64\nrewrite (-x*log(x))\nsign\n"));
  rejects(prove("var x in (0, 1]\nprove x >= 0\n", "x=1", "end x lo\nsign\nsign\n"), "closed");
  rejects(prove("var x in [0, inf)\nprove x >= 0\n", "x=1", "end x hi\nsign\nsign\n"), "closed");
  rejects(prove("var x in [0, 1]\nprove x > 0\n", "x=1", "end x lo\nsign\nsign\n"), "sign");
  rejects(prove("var x in [0, 1]\nprove x > 0\n", "x=1", "end x hi\nsign\nsign\n"), "sign");
}

TEST(Xlogy, DefinedAtZero) {
  const std::string s = "var p in [0, 1]\nvar q in (0, 1)\n";
  accepts(prove(s + "prove xlogy(p, p/q) + 1 = xlogy(p, p/q) + 1\n", "p=1 q=1/2", "identity\n"));
  rejects(prove(s + "prove xlogy(q, p/q) + 1 = xlogy(q, p/q) + 1\n", "p=1 q=1/2", "identity\n"), "defined");
  rejects(prove(s + "prove xlogy(p, p^2) + 1 = xlogy(p, p^2) + 1\n", "p=1 q=1/2", "identity\n"), "defined");
  accepts(prove(s + "prove xlogy(p^2, p) + 1 = xlogy(p^2, p) + 1\n", "p=1 q=1/2", "identity\n"));
  rejects(prove(s + "prove xlogy(p, p - q) + 1 = xlogy(p, p - q) + 1\n", "p=1 q=1/2", "identity\n"), "defined");
  accepts(prove(s + "prove xlogy(q - q, p) = 0\n", "p=1 q=1/2", "identity\n"));
}

TEST(Widen, OnlyToALargerInterval) {
  const std::string s = "var x in [1, 2]\nvar y in [0, 1]\nprove x^2 + y >= 0\n";
  accepts(prove(s, "x=1 y=1", "widen x in (-inf, inf)\nsign\n"));
  accepts(prove(s, "x=1 y=1", "widen x in [1, 2]\nsign\n"));
  rejects(prove(s, "x=1 y=1", "widen x in (1, 3]\nsign\n"), "contain");
  rejects(prove(s, "x=1 y=1", "widen x in [1, 3/2]\nsign\n"), "contain");
  // The goal must be defined on the larger interval; hypotheses on x are gone.
  rejects(prove("var x in [1, 2]\nprove log(x) + 1 >= 0\n", "x=1", "widen x in [0, 2]\nray 64\n"), "defined");
  rejects(prove("var x in [1, 2]\nassume x >= 3/2\nprove x >= 3/2\n", "x=2", "widen x in [0, 2]\nhyp 1\n"), "number");
}

TEST(Power, EvenOnlyOfNonnegativeSides) {
  const std::string s = "var x in [0, 9]\nvar y in [0, 9]\nprove (x + y)/2 >= sqrt(x*y)\n";
  accepts(prove(s, "x=1 y=1", "power 2\nrewrite ((x - y)^2/4)\nsign\n"));
  accepts(prove("var x in [-1, 0]\nprove x^3 >= x\n", "x=0",
                "power 3\nrewrite (x^3*(x^2 - 1)*(x^4 + x^2 + 1))\nsplit x "
                "-1/2\nsign\nsign\n"));
  rejects(prove("var x in [-1, 0]\nprove x >= 1/2\n", "x=0", "power 2\nsign\n"), "side");
  rejects(prove("var x in [-3, -2]\nprove 1 >= 0*x + 2\n", "x=-2", "power 2\nsign\n"));
  rejects(prove(s, "x=1 y=1", "power 1\nsign\n"), "exponent");
  rejects(prove(s, "x=1 y=1", "power 65\nsign\n"), "exponent");
}

TEST(Fact, FloorAndCeil) {
  const std::string s = "var x in (-inf, inf)\nprove floor(x) <= x\n";
  accepts(prove(s, "x=0", "fact floor (x)\nhyp 1\n"));
  rejects(prove("var x in (-inf, inf)\nprove floor(x) < x\n", "x=1/2", "fact floor (x)\nhyp 1\n"), "strict");
  accepts(prove("var x in (-inf, inf)\nprove x < floor(x) + 1\n", "x=0", "fact floor (x)\nhyp 2\n"));
  accepts(prove("var x in (-inf, inf)\nprove ceil(x) - 1 < x\n", "x=0", "fact ceil (x)\nhyp 2\n"));
  rejects(prove("var x in (-inf, inf)\nprove ceil(x) - 1 <= x - 1\n", "x=0", "fact ceil (x)\nhyp 1\n"), "direction");
  rejects(prove(s, "x=0", "fact floor (log(x))\nhyp 1\n"), "defined");
  rejects(prove(s, "x=0", "fact round (x)\nhyp 1\n"), "floor, ceil, sin or normal_quantile");
}

TEST(Integral, OnlyOfIntegers) {
  const std::string s = "var x in (-inf, inf)\nprove ceil(x) - floor(x) <= 1\n";
  const std::string tree = "fact floor (x)\nfact ceil (x)\ncombine 0 2 1 4 1\n";  // 2 - (ceil - floor) > 0
  accepts(prove(s, "x=0", "integral\n" + tree));
  rejects(prove("var x in (-inf, inf)\nprove ceil(x) - floor(x) < 1\n", "x=0", "integral\n" + tree), "form");
  rejects(prove("var x in [0, 1]\nprove x >= 1/2\n", "x=1", "integral\nsign\n"), "integers");
  rejects(prove("int n in [0, 1]\nprove n/2 >= 1/2\n", "n=1", "integral\nsign\n"), "integers");
}

TEST(Gen, TheRangeIsProved) {
  const std::string s = kPlane + "prove exp(x*y)/(1 + exp(x*y))^2 <= 1/4\n";
  const std::string rest = "rewrite ((t - 1)^2/(4*(1 + t)^2))\nsign\n";
  accepts(prove(s, kOrigin, "gen t (0, inf) (exp(x*y))\n" + rest));
  rejects(prove(s, kOrigin, "gen t (1, inf) (exp(x*y))\n" + rest), "interval");
  rejects(prove(s, kOrigin, "gen x (0, inf) (exp(x*y))\n" + rest), "in use");
  rejects(prove(s, kOrigin, "gen t (0, inf) (log(x*y))\n" + rest), "defined");
  // Nothing is left of what t stands for.
  const std::string u = "var x in (-inf, inf)\nprove exp(2*x) = exp(x)^2\n";
  accepts(prove(u, "x=0", "identity\n"));
  rejects(prove(u, "x=0", "gen t (0, inf) (exp(x))\nidentity\n"), "not zero");
  // Hypotheses speak of t too.
  accepts(prove("var x in [0, inf)\nassume exp(x) <= 2\nprove exp(x)^2 <= 4\n", "x=0",
                "gen t [1, inf) (exp(x))\nrewrite ((2 - t)*(2 + t))\nsign\n"));
}

TEST(Induct, BaseAndStep) {
  const std::string s = "int n in [0, inf)\nvar x in [-1, 10]\nprove (1 + x)^n >= 1 + n*x\n";
  accepts(prove(s, "n=1 x=1", "induct n\nidentity\ncombine (n*x^2) 1 (1 + x)\n"));
  accepts(prove("int n in [0, 40]\nvar x in [-1, 10]\nprove (1 + x)^n >= 1 + n*x\n", "n=1 x=1",
                "induct n\nidentity\ncombine (n*x^2) 1 (1 + x)\n"));
  rejects(prove("int n in [0, inf)\nvar x in [-3, 10]\nprove (1 + x)^n >= 1 + n*x\n", "n=1 x=1",
                "induct n\nidentity\ncombine (n*x^2) 1 (1 + x)\n"),
          "coefficient");
  rejects(prove("var n in [0, inf)\nprove n >= 0\n", "n=1", "induct n\nsign\nsign\n"), "integer");
  rejects(prove("int n in (-inf, 3]\nprove 3 - n >= 0\n", "n=1", "induct n\nsign\nsign\n"), "bounded below");
  rejects(prove("int n in [0, 1]\nprove n >= 0\n", "n=1", "induct n\nsign\nsign\n"), "too short");
  // The base counts: n >= n + 1 has a perfect step.
  rejects(prove("int n in [0, inf)\nprove n >= n + 1\n", "n=1", "induct n\nhyp 1\nhyp 1\n"));
  rejects(prove("int n in [0, inf)\nprove n >= n + 1\n", "n=1", "induct n\nsign\nhyp 1\n"), "sign");
  // A hypothesis on n may hold at the point and at no smaller one.
  rejects(prove("int n in [0, inf)\nassume n >= 5\nprove n >= 5\n", "n=5", "induct n\nhyp 1\nhyp 1\n"));
  // In the step the lower end is that of the first child; the step is not proved beyond the upper end.
  accepts(prove("int n in [0, 10]\nprove 10 - n >= 0\n", "n=1", "induct n\nsign\nsign\n"));
  rejects(prove("int n in [0, 10]\nprove 9 - n >= 0\n", "n=1", "induct n\nsign\nsign\n"), "sign");
}

TEST(Inside, TheMeanValueTheorem) {
  // sqrt is continuous at 0, not smooth.
  const std::string s = "var x in [0, 1]\nprove sqrt(x) >= 0\n";
  rejects(prove(s, "x=1", "mono x lo\nsign\nsign\n"), "smooth");
  accepts(prove(s, "x=1", "mono x lo inside\nsign\nsign\n"));
  accepts(prove("var x in (0, 1]\nprove sqrt(x) >= 0\n", "x=1", "mono x lo inside\nsign\nsign\n"));
  rejects(prove("var x in (0, 1]\nprove sqrt(x) >= 0\n", "x=1", "mono x lo\nsign\nsign\n"), "closed");
  // floor has slope 0 and jumps; log is not defined at the end; xlogy(x, x^2) is continuous, but that is not seen.
  rejects(prove("var x in [0, 1]\nprove floor(x) <= 0\n", "x=0", "mono x lo inside\nsign\nsign\n"), "continuous");
  rejects(prove("var x in (0, 1]\nprove x - log(x) >= 0\n", "x=1", "mono x lo inside\nsign\nsign\n"), "continuous");
  rejects(prove("var x in [0, 1]\nprove abs(x - 1/2) >= 0\n", "x=1", "mono x lo inside\nsign\nsign\n"), "smooth");
  // At an open end equality there is allowed, if the slope is strict.
  const std::string line = "var x in (0, inf)\nprove x > log(1 + x)\n";
  accepts(prove(line, "x=1", "mono x lo inside strict\nrewrite (x/(1 + x))\nsign\nidentity\n"));
  rejects(prove(line, "x=1", "mono x lo inside\nrewrite (x/(1 + x))\nsign\nidentity\n"), "strict");
  rejects(prove("var x in [0, inf)\nprove x > log(1 + x)\n", "x=1",
                "mono x lo inside strict\nrewrite (x/(1 + x))\nsign\nidentity\n"),
          "open");
  rejects(prove("var x in (0, inf)\nprove 0*x > 0\n", "x=1", "mono x lo inside strict\nsign\nidentity\n"), "sign");
  // Under an open end x = 0 nothing is said about smaller x; inner kinks are resolved before outer ones.
  accepts(prove(kPlane + "assume x >= y\nassume y >= 0\nprove x - y >= abs(x - abs(y))\n", kOrigin,
                "rewrite (x - y) (x - y)\nsign\n"));
  // The slope is claimed inside only: at 0 it is not defined.
  const std::string entropy = "var p in [0, 1]\nprove -xlogy(p, p) - xlogy(1 - p, 1 - p) >= 0\n";
  accepts(prove(entropy, "p=1", "convex p inside\nrewrite (1/p + 1/(1 - p))\nsign\nidentity\nidentity\n"));
  rejects(prove(entropy, "p=1", "convex p\nrewrite (1/p + 1/(1 - p))\nsign\neval 64\neval 64\n"), "smooth");
  // deriv: an anchor at which D is only continuous.
  const std::string root = "var x in [0, 4]\nprove 2*sqrt(x) - x >= 0\n";
  accepts(prove("var x in [0, 1]\nprove 2*sqrt(x) - x >= 0\n", "x=1",
                "deriv x (0) inside\neval 64\nrewrite ((1 - sqrt(x))/sqrt(x))\nsign\nprune 1 64\n"));
  rejects(prove(root, "x=1", "deriv x (0) inside\neval 64\nrewrite ((1 - sqrt(x))/sqrt(x))\nsign\nprune 1 64\n"),
          "sign");
  rejects(prove("var x in [0, 1]\nprove 2*sqrt(x) - x >= 0\n", "x=1",
                "deriv x (0)\neval 64\nrewrite ((1 - sqrt(x))/sqrt(x))\nsign\nprune 1 64\n"),
          "smooth");
  rejects(prove("var x in [1, 2]\nprove x >= 0\n", "x=1", "deriv x (0) inside\nsign\nsign\nsign\n"), "interval");
  // A power is continuous in its base, down to 0 for an exponent >= 0; not with the variable in both places.
  accepts(prove("var x in (0, 1]\nvar r in [1, 2]\nprove x^r >= 0\n", "x=1 r=1", "mono x lo inside\nsign\nsign\n"));
  rejects(prove("var x in (0, 1]\nvar r in [-1, 2]\nprove x^r >= 0\n", "x=1 r=1", "mono x lo inside\nsign\nsign\n"),
          "continuous");
  rejects(prove("var x in (0, 1]\nprove x^x >= 0\n", "x=1", "mono x lo inside\nsign\nsign\n"), "continuous");
}

TEST(Subst, Squares) {
  const std::string s = "var x in [0, 4]\nprove x - 2*sqrt(x) + 1 >= 0\n";
  accepts(prove(s, "x=1", "subst x t [0, 2] (t^2)\nrewrite ((t - 1)^2)\nsign\n"));
  rejects(prove(s, "x=1", "subst x t [0, 1] (t^2)\nrewrite ((t - 1)^2)\nsign\n"), "reach");
  rejects(prove(s, "x=1", "subst x t [-2, 2] (t^2)\nrewrite ((t - 1)^2)\nsign\n"), "not in");
  rejects(prove("var x in [-1, 4]\nprove x + 2 >= 0\n", "x=1", "subst x t [0, 2] (t^2)\nsign\n"), "reach");
}

// The range may end at another variable, if a hypothesis says so.
TEST(Subst, BetweenVariables) {
  const std::string s = "var x in [0, 1]\nvar y in [0, 1]\nassume x >= y\nprove x*(1 - y) >= y*(1 - x)\n";
  const std::string at = "x=1/2 y=1/2";
  accepts(prove(s, at, "subst x t [0, 1] (y + t*(1 - y))\nrewrite (t*(1 - y))\nsign\n"));
  accepts(prove(s, at, "subst y t [0, 1] (x*t)\nrewrite (x*(1 - t))\nsign\n"));
  accepts(prove(s, at, "subst y t [0, 1] (x*(1 - t))\nrewrite (x*t)\nsign\n"));
  // Without the hypothesis, or towards the wrong end, there are other values.
  const std::string any = "var x in [0, 1]\nvar y in [0, 1]\nprove x*(1 - y) >= y*(1 - x)\n";
  rejects(prove(any, at, "subst x t [0, 1] (y + t*(1 - y))\nrewrite (t*(1 - y))\nsign\n"), "reach");
  rejects(prove(s, at, "subst x t [0, 1/2] (y + t*(1 - y))\nrewrite (t*(1 - y))\nsign\n"), "reach");
  rejects(prove(s, at, "subst y t [0, 1] (x + t*(1 - x))\nsign\n"), "reach");
  // x = y is a value: an end that is not attained needs a strict hypothesis.
  rejects(prove(s, at, "subst x t (0, 1] (y + t*(1 - y))\nrewrite (t*(1 - y))\nsign\n"), "sign");
  const std::string below = "var x in (0, 1]\nvar y in (0, 1)\nassume x >= y\nprove x - y >= 0\n";
  rejects(prove(below, at, "subst x t (0, 1] (y + t*(1 - y))\nrewrite (t*(1 - y))\nsign\n"), "reach");
  const std::string strict = "var x in (0, 1]\nvar y in (0, 1)\nassume x > y\nprove x - y > 0\n";
  accepts(prove(strict, "x=1 y=1/2", "subst x t (0, 1] (y + t*(1 - y))\nrewrite (t*(1 - y))\nsign\n"));
  // The factor of the new variable may vanish only if both ends are attained; its sign must be known.
  rejects(prove(strict, "x=1 y=1/2", "subst x t (0, 1] (y + t*(1 - 2*y))\nsign\n"), "factor of the new variable");
  // Ratios.
  const std::string ratio = "var x in (0, inf)\nvar y in (0, inf)\nassume x >= y\nprove x/y >= 1\n";
  accepts(prove(ratio, "x=1 y=1", "subst x t [1, inf) (y*t)\nrewrite (t - 1)\nsign\n"));
  rejects(prove(ratio, "x=1 y=1", "subst x t [2, inf) (y*t)\nrewrite (t - 1)\nsign\n"), "reach");
  rejects(prove(ratio, "x=1 y=1", "subst x t (1, inf) (y*t)\nrewrite (t - 1)\nsign\n"), "reach");
}

// exp(u) - exp(v) has the sign of u - v.
TEST(Auto, DifferencesOfExponentials) {
  const std::string x = "var x in (0, inf)\n", xy = "var x in (0, inf)\nvar y in (0, inf)\nassume x > y\n";
  accepts(prove(x + "prove exp(x) - 1 > 0\n", "x=1", "sign\n"));
  accepts(prove(x + "prove 3 - 3*exp(-x) > 0\n", "x=1", "sign\n"));
  accepts(prove(x + "prove 1/(exp(x) - 1) >= 0\n", "x=1", "sign\n"));
  accepts(prove(xy + "prove exp(x) - exp(y) > 0\n", "x=2 y=1", "sign\n"));
  // Also as two of several terms.
  accepts(prove(x + "prove 2*exp(2*x) - 2*exp(x/2) + 1 > 0\n", "x=1", "sign\n"));
  accepts(prove(x + "prove 2*exp(2*x) + x - 2*exp(x/2) + 3*exp(x) - 3 > 0\n", "x=1", "sign\n"));
  rejects(prove(x + "prove 2*exp(2*x) - 2*exp(x/2) - 1 > 0\n", "x=1", "sign\n"), "sign");
  rejects(prove(x + "prove 2*exp(2*x) - exp(x/2) - exp(x) + 1 > 0\n", "x=1", "sign\n"), "sign");
  rejects(prove(x + "prove exp(3*x) - exp(x) - exp(2*x) > 0\n", "x=1", "sign\n"), "sign");
  rejects(prove("var x in [0, inf)\nprove exp(x) - 1 > 0\n", "x=1", "sign\n"), "sign");
  rejects(prove(x + "prove exp(x) - 2 > 0\n", "x=1", "sign\n"), "sign");
  rejects(prove(x + "prove exp(x) + 1 - 3 > 0\n", "x=1", "sign\n"), "sign");
  rejects(prove(xy + "prove exp(y) - exp(x) >= 0\n", "x=2 y=1", "sign\n"), "sign");
  rejects(prove(xy + "prove 2*exp(x) - 3*exp(y) >= 0\n", "x=2 y=1", "sign\n"), "sign");
  rejects(prove("var x in [-1, 1]\nprove exp(x) - 1 >= 0\n", "x=1", "sign\n"), "sign");
}

// A root of a product of positive factors is the product of their roots.
TEST(NormalForm, RootsOfProducts) {
  const std::string s = "var a in (0, inf)\nvar b in (0, inf)\n";
  accepts(prove(s + "prove sqrt((1 + a)*(1 + b)) = sqrt(1 + a)*sqrt(1 + b)\n", "a=1 b=1", "identity\n"));
  accepts(prove(s + "prove ((1 + a)/(1 + b))^(1/2) = sqrt(1 + a)/sqrt(1 + b)\n", "a=1 b=1", "identity\n"));
  rejects(prove(s + "prove sqrt((1 + a)*(1 + b)) = sqrt(1 + a)*sqrt(1 + 2*b)\n", "a=1 b=1", "identity\n"), "zero");
  rejects(prove("var a in [-2, 2]\nprove sqrt(a^2) = a\n", "a=1", "identity\n"), "zero");
}

TEST(Rewrite, TwoSides) {
  const std::string s = kPlane + "assume x >= y\nprove exp(x) - exp(y) >= 0\n";
  accepts(prove(s, kOrigin, "rewrite (exp(x)) (exp(y))\nlog\nrewrite (x - y)\nhyp 1\n"));
  rejects(prove(s, kOrigin, "rewrite (exp(y)) (exp(x))\nlog\nrewrite (x - y)\nhyp 1\n"), "new form");
  rejects(prove(s, kOrigin, "rewrite (exp(x) + log(x)) (exp(y) + log(x))\nlog\nhyp 1\n"), "defined");
}

TEST(Touch, ConvexWithACriticalPoint) {
  const std::string box = "var x in [1/2, 3/2]\nvar y in [1/2, 3/2]\n", at = "x=1 y=1";
  const std::string s = box + "prove x^4 + y^4 + 2 >= 4*x*y\n";
  accepts(prove("var x in [3/4, 5/4]\nvar y in [3/4, 5/4]\nprove x^4 + y^4 + 2 >= 4*x*y\n", at,
                "touch 64 x (1) y (1)\nsign\n"));
  rejects(prove(s, at, "touch 64 x (1) y (1)\nsign\n"), "semidefinite");  // 12 x y < 16/9... at the far corner
  rejects(prove("var x in [3/4, 5/4]\nvar y in [3/4, 5/4]\nprove x^4 + y^4 + 2 >= 4*x*y\n", at,
                "touch 64 x (1) y (9/8)\nsign\n"),
          "gradient");
  rejects(prove("var x in [3/4, 5/4]\nvar y in [3/4, 5/4]\nprove x^4 + y^4 + 2 > 4*x*y\n", at,
                "touch 64 x (1) y (1)\nsign\n"),
          "sign");
  // A saddle: both second derivatives are positive, the matrix is not.
  const std::string saddle = "var x in [-1, 1]\nvar y in [-1, 1]\nprove x^2 + y^2 + 4*x*y >= 0\n";
  rejects(prove(saddle, kOrigin, "touch 64 x (0) y (0)\nsign\n"), "semidefinite");
  // One variable along a curve, which may leave the box.
  const std::string line = "var x in [0, 1]\nvar y in [1/2, 2]\nprove (x - y)^2 + x^2*(x - y)^2 >= 0\n";
  accepts(prove("var x in [0, 1]\nvar y in [1/2, 2]\nprove exp(x - y) >= 1 + x - y\n", "x=1 y=1",
                "touch 64 x (y)\nidentity\n"));
  rejects(prove("var x in [0, 1]\nvar y in [1/2, 2]\nprove exp(x - y) >= 1 + x - y\n", "x=1 y=1",
                "touch 64 x (x)\nidentity\n"),
          "depends");
  rejects(prove(line, "x=1 y=1", "touch 64 x (y) y (x)\nidentity\n"), "depends");
  rejects(prove("var x in [0, 1]\nvar y in [1/2, 2]\nprove exp(x - y) >= 1 + x - y\n", "x=1 y=1",
                "touch 64 x (log(y - 1))\nidentity\n"),
          "defined");
  // The hull with the point must be smooth and bounded.
  rejects(prove("var x in [1/4, 1]\nprove x - 2*sqrt(x) + 2 >= 0\n", "x=1", "touch 64 x (0)\nsign\n"), "");
  rejects(prove("var x in [0, inf)\nprove exp(x) >= 1 + x\n", "x=1", "touch 64 x (0)\nsign\n"), "bounded");
  rejects(prove("var x in [-1, 1]\nprove abs(x) >= 0\n", "x=1", "touch 64 x (0)\nsign\n"));
  // Hypotheses on x need not hold at the point.
  rejects(prove("var x in [-1, 1]\nassume x >= 1/2\nprove x^2 >= 1/4\n", "x=1", "touch 64 x (0)\nsign\n"), "sign");
  // No derivative where the formula exists at integers only.
  rejects(prove("int n in [-1, 1]\nprove n^2 + (-1)^n + 1 >= 0\n", "n=1", "touch 64 n (0)\nsign\n"));
}

}  // namespace
}  // namespace dpcert::checker::test
