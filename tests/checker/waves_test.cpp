// sin, cos and atan, words of version 3: their enclosures against sampled values, what they prove, and what they must
// not prove.
#include <cmath>
#include <random>

#include "tests/checker/certificates.hpp"
#include "verify/checker/numbers/functions.hpp"

namespace dpcert::checker::test {
namespace {

Result prove3(const std::string& statement, const std::string& inhabited, const std::string& tree) {
  const std::string text = "language 3\n" + statement;
  const auto n = std::count(text.begin(), text.end(), '\n');
  return check(sealed("dpcert-certificate 3\nclaim test\nstatement " + std::to_string(n) + "\n" + text +
                      "verdict proved\ninhabited " + inhabited + "\ngoal 1\n" + tree));
}

Iv between(double lo, double hi) {
  Iv r;
  arf_set_d(r.lo, lo), arf_set_d(r.hi, hi);
  return r;
}
double low(const Iv& v) { return arf_get_d(v.lo, ARF_RND_FLOOR); }
double high(const Iv& v) { return arf_get_d(v.hi, ARF_RND_CEIL); }

struct Function {
  Iv (*enclosure)(const Iv&, const Accuracy&);
  double (*value)(double);
};
const Function kAll[] = {{sin_of, std::sin}, {cos_of, std::cos}, {atan_of, std::atan}};

// The range of a function over an interval, by 2000 points; the C library is off by less than 1e-15.
TEST(Waves, EnclosuresContainTheValuesAndNotMuchMore) {
  std::mt19937_64 random(7);
  Work work;
  const Accuracy to{53, work};
  for (int round = 0; round < 600; ++round) {
    const double scale = std::ldexp(1.0, static_cast<int>(random() % 14) - 6);
    const auto draw = [&] { return (static_cast<double>(random() % 2'000'001) / 1e6 - 1) * scale; };
    double a = draw(), b = round % 3 ? a + std::fabs(draw()) / scale * 4 : draw();
    if (a > b) std::swap(a, b);
    for (const Function& f : kAll) {
      const Iv v = f.enclosure(between(a, b), to);
      ASSERT_FALSE(v.bad);
      double least = 2, most = -2;
      for (int i = 0; i <= 2000; ++i) {
        const double y = f.value(i == 2000 ? b : a + (b - a) * i / 2000);
        least = std::min(least, y), most = std::max(most, y);
      }
      EXPECT_LE(low(v), least + 1e-15) << a << " " << b;
      EXPECT_GE(high(v), most - 1e-15) << a << " " << b;
      const double step = (b - a) / 2000;
      EXPECT_GE(low(v), least - step * step - 1e-14) << a << " " << b;
      EXPECT_LE(high(v), most + step * step + 1e-14) << a << " " << b;
    }
  }
}

TEST(Waves, EnclosuresOfWideAndFarIntervals) {
  Work work;
  const Accuracy to{64, work};
  for (const auto f : {sin_of, cos_of}) {
    for (const auto& [a, b] : {std::pair{0.0, 7.0},
                               {-1e300, 1e300},
                               {1e300, 1e300},
                               {0.0, HUGE_VAL},
                               {-HUGE_VAL, 0.0},
                               {-HUGE_VAL, HUGE_VAL}}) {
      const Iv v = f(between(a, b), to);
      ASSERT_FALSE(v.bad);
      if (a == b) {
        EXPECT_LT(high(v) - low(v), 1e-15);  // a point has a value, however far
        continue;
      }
      EXPECT_EQ(low(v), -1) << a << " " << b;
      EXPECT_EQ(high(v), 1) << a << " " << b;
    }
    Iv far = between(1, 1);
    arf_mul_2exp_si(far.lo, far.lo, 1'000'000'000), arf_set(far.hi, far.lo);
    EXPECT_EQ(low(f(far, to)), -1);
    EXPECT_EQ(high(f(far, to)), 1);
  }
  const Iv all = atan_of(between(-HUGE_VAL, HUGE_VAL), to);
  EXPECT_GE(high(all), 1.5707963267948966);
  EXPECT_LE(high(all), 1.5707963267948970);
  EXPECT_EQ(low(all), -high(all));
  // sin(pi/6) = 1/2, cos(pi/3) = 1/2, atan(1) = pi/4, at the nearest doubles.
  EXPECT_NEAR(low(sin_of(between(0.5235987755982988, 0.5235987755982988), to)), 0.5, 1e-15);
  EXPECT_NEAR(low(cos_of(between(1.0471975511965976, 1.0471975511965976), to)), 0.5, 1e-15);
  EXPECT_NEAR(low(atan_of(between(1, 1), to)), 0.7853981633974483, 1e-15);
}

TEST(Waves, Prove) {
  const std::string x = "var x in [0, 1]\n";
  accepts(prove3(x + "prove sin(pi/6) > 0.499999\n", "x=1", "eval 64\n"));
  accepts(prove3(x + "prove abs(atan(1) - pi/4) < 1e-15\n", "x=1", "eval 64\n"));
  accepts(prove3(x + "prove sin(x) <= 1\n", "x=1", "eval 64\n"));
  accepts(prove3("var x in [-1000000, 1000000]\nprove sin(x) <= 1\n", "x=1", "eval 64\n"));
  accepts(prove3("var x in [-1000000, 1000000]\nprove cos(x) >= -1\n", "x=1", "eval 64\n"));
  accepts(prove3("var x in [-1000000, 1000000]\nprove atan(x) < pi\n", "x=1", "eval 64\n"));
  accepts(prove3("var x in [0, inf)\nprove atan(x) >= 0\n", "x=1", "sign\n"));
  accepts(prove3(x + "prove diff(sin(x), x) = cos(x)\n", "x=1", "identity\n"));
  accepts(prove3(x + "prove diff(cos(x), x) = -sin(x)\n", "x=1", "identity\n"));
  accepts(prove3(x + "prove diff(atan(2*x), x) = 2/(1 + 4*x^2)\n", "x=1", "identity\n"));
  accepts(prove3(x + "prove diff(sin(x^2), x, x) = 2*cos(x^2) - 4*x^2*sin(x^2)\n", "x=1", "identity\n"));
}

TEST(Waves, ProveNothingFalse) {
  const std::string x = "var x in [0, 4]\n", line = "var x in [-1000000, 1000000]\n";
  rejects(prove3(x + "prove sin(x) < 1\n", "x=1", "eval 64\n"));  // pi/2 lies inside
  rejects(prove3(x + "prove cos(x) > -1\n", "x=1", "eval 64\n"));
  rejects(prove3(x + "prove sin(x) >= 0\n", "x=1", "eval 64\n"));
  rejects(prove3(x + "prove sin(x) >= 0\n", "x=1", "sign\n"));
  rejects(prove3(x + "prove cos(x) >= 0\n", "x=1", "sign\n"));
  rejects(prove3(line + "prove atan(x) >= 0\n", "x=1", "sign\n"));
  rejects(prove3(line + "prove atan(x) < 1.5707\n", "x=1", "eval 64\n"));
  rejects(prove3(line + "prove sin(x) < 1\n", "x=1", "eval 64\n"));
  rejects(prove3("var x in [1e300, 1e301]\nprove sin(x) < 1\n", "x=1e300", "eval 64\n"));
  rejects(prove3(x + "prove diff(cos(x), x) = sin(x)\n", "x=1", "identity\n"));
  rejects(prove3(x + "prove diff(sin(x), x) = -cos(x)\n", "x=1", "identity\n"));
  rejects(prove3(x + "prove diff(atan(x), x) = 1/(1 - x^2)\n", "x=1", "identity\n"));
  rejects(prove3(x + "prove sin(2*x) = 2*sin(x)\n", "x=1", "identity\n"));
  rejects(prove3(x + "prove sin(x) = cos(x)\n", "x=1", "identity\n"));
  // Undefined arguments stay undefined.
  rejects(prove3(x + "prove sin(1/x) <= 1\n", "x=1", "eval 64\n"), "defined");
  rejects(prove3(x + "prove cos(log(x)) <= 1\n", "x=1", "eval 64\n"), "defined");
  rejects(prove3(x + "prove atan(sqrt(x - 1)) >= 0\n", "x=1", "sign\n"), "defined");
}

// Addition theorems, as a fact of two expressions that are defined.
TEST(Waves, OfASum) {
  const std::string s = "var x in [-9, 9]\nvar y in [-9, 9]\n", at = "x=1 y=2", line = "fact sin (x) (y)\n";
  accepts(prove3(s + "prove sin(x + y) = sin(x)*cos(y) + cos(x)*sin(y)\n", at, line + "hyp 1\n"));
  accepts(prove3(s + "prove cos(x + y) = cos(x)*cos(y) - sin(x)*sin(y)\n", at, line + "hyp 2\n"));
  accepts(prove3(s + "prove cos(x - y) = cos(x)*cos(y) + sin(x)*sin(y)\n", at, "fact sin (x) (-y)\nhyp 2\n"));
  accepts(prove3(s + "prove sin(2*x) = 2*sin(x)*cos(x)\n", at, "fact sin (x) (x)\nhyp 1\n"));
  accepts(prove3(s + "prove cos(2*x) = 1 - 2*sin(x)^2\n", at, "fact sin (x) (x)\nfact sin (x)\ncombine 0 2 1 3 1\n"));
  for (const char* wrong : {"sin(x + y) = sin(x)*cos(y) - cos(x)*sin(y)", "cos(x + y) = cos(x)*cos(y) + sin(x)*sin(y)",
                            "sin(x + y) = sin(x)*sin(y) + cos(x)*cos(y)", "sin(x + y) = sin(x) + sin(y)",
                            "cos(x - y) = cos(x)*cos(y) - sin(x)*sin(y)", "sin(x + y) >= cos(x)*sin(y)"})
    for (const char* h : {"hyp 1\n", "hyp 2\n", "combine 0 1 1 2 1\n", "combine 0 1 1\n"})
      rejects(prove3(s + "prove " + wrong + "\n", at, line + h));
  rejects(prove3(s + "prove sin(x) <= 1\n", at, "fact sin (x) (1/y)\neval 64\n"), "defined");
  rejects(prove3(s + "prove sin(x) <= 1\n", at, "fact sin (log(x)) (y)\neval 64\n"), "defined");
  rejects(prove3(s + "prove sin(x) <= 1\n", at, "fact floor (x) (y)\neval 64\n"), "at the end of a proof line");
}

// The sign of a sum that shows when the exponential in all its terms is gone: abs(t) = -t is seen in the normal form.
TEST(AbsoluteValues, OfSumsWithACommonExponential) {
  const auto is = [](const std::string& e, const std::string& value) {
    return prove3("var t in (-inf, 0]\nprove abs(" + e + ") = " + value + "\n", "t=-1", "identity\n");
  };
  for (const std::string c : {"1", "2", "3/4"})
    for (const std::string minus : {"", "-"}) {
      const std::string less = minus + c + "*(exp(t - 1) - exp(-abs(t)))",
                        more = minus + c + "*(exp(t + 1) - exp(-abs(t)))";
      accepts(is(less, c + "*(exp(t) - exp(t - 1))"));
      accepts(is(more, c + "*(exp(t + 1) - exp(t))"));
      rejects(is(less, c + "*(exp(t - 1) - exp(t))"), "not zero");
      rejects(is(more, c + "*(exp(t) - exp(t + 1))"), "not zero");
      rejects(is(less, c + "*(exp(t + 1) - exp(t))"), "not zero");
    }
  // The last term is positive and the sum is negative: e < 3. Either way round, and once with a factor below 0.
  for (const std::string c : {"1", "2/3"}) {
    const std::string size = c + "*(3*exp(t) - exp(t + 1))", other = c + "*(exp(t + 1) - 3*exp(t))";
    for (const std::string& e : {c + "*(exp(t + 1) - 3*exp(-abs(t)))", "-" + c + "*(exp(t + 1) - 3*exp(-abs(t)))"}) {
      accepts(is(e, size));
      rejects(is(e, other), "not zero");
    }
  }
  // t has both signs: nothing goes out.
  rejects(prove3("var t in (-inf, 1]\nprove abs(t*exp(t - 1) - t*exp(-abs(t))) = t*exp(t) - t*exp(t - 1)\n", "t=-1",
                 "identity\n"),
          "not zero");
}

// A sum over one denominator.
TEST(SignsOfQuotients, AreThoseOverOneDenominator) {
  const auto has = [](const std::string& relation) {
    return prove3("var e in (0, inf)\nvar x in (-inf, inf)\nprove " + relation + "\n", "e=1 x=1", "sign\n");
  };
  accepts(has("1 - exp(e)/(1 + exp(e)) > 0"));
  accepts(has("1/(1 + e) - 1 < 0"));
  accepts(has("1 - x^2/(1 + x^2) > 0"));
  accepts(has("1 + (2 + e)/(-1 - e) < 0"));  // 1/(-1 - e)
  accepts(has("e/(1 + e) + e/(2 + e) - 2 < 0"));
  rejects(has("1 - exp(e)/(1 + exp(e)) < 0"), "sign");
  rejects(has("1 + (2 + e)/(-1 - e) > 0"), "sign");
  rejects(has("e/(1 + e) + e/(2 + e) - 1 < 0"), "sign");
  rejects(has("1/(1 + e) - 1 > 0"), "sign");
  rejects(has("1 - e/(e - 1) <= 0"), "defined");
  rejects(has("1 - x/(1 + x^2) <= 0"), "sign");
  rejects(has("2 - (3 + e)/(1 + e) >= 0"), "sign");
}

// sin and cos have no limit at infinity: no proof from one.
TEST(Waves, HaveNoLimits) {
  for (const std::string f : {"sin(x) + 1/2", "cos(x) + 1/2", "1/2 - sin(x)", "sin(x)^2 - 1/4"})
    rejects(prove3("var x in [0, inf)\nprove " + f + " >= 0\n", "x=1", "tail x\n"));
}

// In a text of version 2 the words are free, and unknown if nothing declares them; a declaration hides them.
TEST(Waves, AreWordsOfVersion3) {
  rejects(prove("var x in [0, 1]\nprove sin(x) <= 1\n", "x=1", "eval 64\n"), "not known");
  rejects(prove("var x in [0, 1]\nprove x <= 1\n", "x=1", "cut sin(x) <= 1\neval 64\neval 64\n"), "not known");
  accepts(prove("var sin in [0, 1]\nprove sin <= 1\n", "sin=1", "eval 64\n"));
  accepts(prove3("var sin in [0, 1]\nprove sin <= 1\n", "sin=1", "eval 64\n"));
  accepts(prove3("var x in [0, 1]\nlet sin(t) = t\nprove sin(x) = x\n", "x=1", "identity\n"));
  rejects(prove3("fun sin(1)\nvar x in [0, 1]\nprove sin(x) <= 1\n", "x=1", "eval 64\n"));
  rejects(prove3("var sin in [0, 1]\nprove cos(sin) <= 1\n", "sin=1", "cut sin(sin) <= 1\neval 64\neval 64\n"));
  accepts(prove3("var x in [0, 1]\nprove x <= 1\n", "x=1", "cut sin(x) <= 1\neval 64\neval 64\n"));
}

// binomial is the number that it is where it is read, and has no meaning in proof lines.
TEST(Binomial, Proves) {
  const std::string p = "var p in [0, 1]\n", line = "var x in (-inf, inf)\nvar y in (-inf, inf)\n";
  accepts(prove3(p + "prove sum(k, 0, 6, binomial(6, k)*p^k*(1 - p)^(6 - k)) = 1\n", "p=1/2", "identity\n"));
  accepts(prove3(p + "prove sum(k, 0, 6, k*binomial(6, k)*p^k*(1 - p)^(6 - k)) = 6*p\n", "p=1/2", "identity\n"));
  accepts(prove3(line + "prove (x + y)^9 = sum(k, 0, 9, binomial(9, k)*x^k*y^(9 - k))\n", "x=1 y=1", "identity\n"));
  rejects(prove3(p + "prove sum(k, 0, 5, binomial(6, k)*p^k*(1 - p)^(6 - k)) = 1\n", "p=1/2", "identity\n"));
  rejects(prove3(p + "prove sum(k, 0, 6, binomial(5, k)*p^k*(1 - p)^(6 - k)) = 1\n", "p=1/2", "identity\n"));
  rejects(prove3(line + "prove (x + y)^9 = sum(k, 0, 9, binomial(8, k)*x^k*y^(9 - k))\n", "x=1 y=1", "identity\n"));
  rejects(prove3(p + "prove p >= 0\n", "p=1", "cut binomial(5, 2) > 0\neval 64\nsign\n"), "not known");
}

// With variables: Pascal's rule, symmetry, absorption, and what they would be with a mistake.
TEST(Binomial, WithVariablesIsAFactorial) {
  const std::string s = "int n in [1, inf)\nint k in [1, inf)\nassume k <= n\n", at = "n=3 k=2";
  const auto identity = [&](const std::string& claim) { return prove3(s + "prove " + claim + "\n", at, "identity\n"); };
  accepts(identity("binomial(n + 1, k) = binomial(n, k) + binomial(n, k - 1)"));
  accepts(identity("k*binomial(n, k) = n*binomial(n - 1, k - 1)"));
  accepts(identity("binomial(n, k) = binomial(n, n - k)"));
  accepts(identity("binomial(n, 0) + binomial(n, n) = 2"));
  accepts(identity("binomial(n, 1) = n"));
  rejects(identity("binomial(n + 1, k) = binomial(n, k) + binomial(n, k + 1)"));
  rejects(identity("binomial(n + 1, k) = binomial(n, k) + binomial(n + 1, k - 1)"), "not zero");
  rejects(identity("k*binomial(n, k) = n*binomial(n, k - 1)"), "not zero");
  rejects(identity("binomial(n, k) = binomial(n, n - k + 1)"), "not zero");
  // Outside 0..n it is not known to be defined.
  rejects(identity("binomial(n, k + 1) - binomial(n, k + 1) = 0"), "defined");
  rejects(identity("binomial(n - 2, k - 1) - binomial(n - 2, k - 1) = 0"), "defined");
  accepts(prove3("int n in [2, inf)\nprove binomial(n, 2) = n*(n - 1)/2\n", "n=2", "identity\n"));
  rejects(prove3("int n in [1, inf)\nprove binomial(n, 2) = n*(n - 1)/2\n", "n=2", "identity\n"), "defined");
}

// atan tends to pi/2, which is no number of ours: the limit of `tail` is an expression then.
TEST(Waves, LimitOfTheArctangent) {
  const std::string x = "var x in (0, inf)\n", slope = "tail x 64\nfactor (2/(1 + x^2)^2) (1)\nsign\n";
  accepts(prove3(x + "prove pi/2 - atan(x) > x/(1 + x^2)\n", "x=1", slope));
  accepts(prove3("var x in (-inf, 0)\nprove pi/2 + atan(x) > -x/(1 + x^2)\n", "x=-1",
                 "tail -x 64\nfactor (2/(1 + x^2)^2) (1)\nsign\n"));
  // Less by 1/1000000 it is false far out; a quotient that tends to 1 is not one that tends to 0.
  rejects(prove3(x + "prove pi/2 - atan(x) - 1/1000000 > x/(1 + x^2)\n", "x=1", slope), "limit");
  rejects(prove3(x + "prove pi/2 - atan(x) > x^2/(1 + x^2)\n", "x=1", slope), "limit");
  rejects(prove3(x + "prove pi/3 >= atan(x)\n", "x=1", "tail x 64\nfactor (1/(1 + x^2)) (1)\nsign\n"), "limit");
}

// A wave does not keep from 0 what an exponential takes there; without such a factor it has no limit, and below a
// fraction line it is as small as it likes.
TEST(Waves, LimitsOfDampedWaves) {
  const std::string x = "var c in [0, 1]\n", damped = "integral(x, 0, inf, exp(-x)*sin(x))";
  const std::string exists =
      "antiderivative (integral(x, 0, inf, exp(-x))) x (-exp(-x)) (-1) (0)\ndominated (" + damped +
      ") x (integral(x, 0, inf, exp(-x)))\nfactor (exp(-x)) (1 - sin(x))\nsign\nfactor (exp(-x)) "
      "(1 + sin(x))\nsign\n";
  const std::string primitive = "(-exp(-x)*sin(x)/2 - exp(-x)*cos(x)/2)";
  accepts(prove3(x + "prove " + damped + " = 1/2\n", "c=0",
                 exists + "antiderivative (" + damped + ") x " + primitive + " (-1/2) (0)\nhyp 4\n"));
  rejects(prove3(x + "prove " + damped + " = 1\n", "c=0",
                 exists + "antiderivative (" + damped + ") x " + primitive + " (-1/2) (1/2)\nhyp 4\n"),
          "upper end");
  // No factor tends to 0: exp(-x) and exp(x) leave the wave as it is, and so does exp(-c*x) where c may be 0.
  for (const std::string wave : {"sin(x)", "exp(-x)*exp(x)*sin(x)", "exp(-c*x)*sin(x)"})
    rejects(prove3(x + "prove integral(x, 0, inf, exp(-x)) = 1\n", "c=0",
                   "antiderivative (integral(x, 0, inf, exp(-x))) x (" + wave + ") (0) (0)\nidentity\nhyp 1\n"),
            "upper end");
  rejects(prove3(x + "prove integral(x, 1, inf, 1/x^2) = 1\n", "c=0",
                 "antiderivative (integral(x, 1, inf, 1/x^2)) x (exp(-x)/(2 + sin(x))) (0) (0)\nidentity\nhyp 1\n"),
          "end");
}

}  // namespace
}  // namespace dpcert::checker::test
