// The side-condition prover `auto`, clause by clause, through the line `sign`: what it must see, and beside it the
// nearest statement that is false or that the clause does not reach.
#include "tests/checker/certificates.hpp"

namespace dpcert::checker::test {
namespace {

Result sign(const std::string& declarations, const std::string& relation, const std::string& at) {
  return prove(declarations + "prove " + relation + "\n", at, "sign\n");
}
void refuses(const Result& r) { rejects(r, "the sign is not known"); }

// (d): y - x*y is affine in x, with the values y and 0 at the ends; its two terms have different signs.
TEST(Auto, SegmentsBetweenTheEndsOfAVariable) {
  auto on = [](const std::string& x, const std::string& relation) {
    return sign("var x in " + x + "\nvar y in [1, 2]\nvar z in [-1, 1]\n", relation, "x=1/2 y=1 z=0");
  };
  accepts(on("[0, 1]", "y - x*y >= 0"));
  refuses(on("[0, 1]", "y - x*y > 0"));    // 0 at x = 1
  refuses(on("[0, 2]", "y - x*y >= 0"));   // < 0 beyond x = 1
  refuses(on("[-1, 2]", "y - x*y >= 0"));  // only one end is bad
  refuses(on("[0, inf)", "y - x*y >= 0"));
  refuses(on("(-inf, 1]", "y*x - 2*y*x^2 + 9*y >= 0"));
  accepts(on("[0, 1]", "2*y + z*x*y - x*y >= 0"));  // the ends 2*y and y + z*y, the second by its own ends
  refuses(on("[0, 1]", "2*y + 2*z*x*y - x*y >= 0"));
  // Not 0 beside an open end, if the other end is not 0.
  accepts(on("[0, 1)", "y - x*y > 0"));
  refuses(on("(0, 1]", "y - x*y > 0"));
  accepts(on("(0, 1]", "z^2 - x*z^2 + x*y > 0"));  // z^2 at x = 0, y at x = 1
  refuses(on("[0, 1)", "z^2 - x*z^2 + x*y > 0"));
  refuses(on("(0, 1)", "z^2 - x*z^2 + x*(1 - z) > 0"));  // z^2 and 1 - z: neither is without a zero
  refuses(on("(0, 1)", "y*z - x*y*z >= 0"));
  refuses(on("(0, 2)", "y - x*y > 0"));
  // Not affine: least at x = 1/2, between two ends at which it is > 0.
  refuses(on("[0, 1]", "y - 3*x*y + 3*x^2*y - y/2*x^3*0 - y/3 >= 0"));
  refuses(on("[0, 1]", "y*(x - 1/2)^2 - y/5 >= 0"));
  refuses(on("[0, 1]", "y*abs(x - 1/2) - y/4 + x*y/8 >= 0"));
  refuses(on("[0, 1]", "y + z - floor(x)*y*3 >= 0"));
  // Both signs of zero: the ends 0 and 0.
  accepts(on("[0, 1]", "y*x + 0*z - x*y >= 0"));
  // What a hypothesis says about the variable narrows its interval; one that says too little does not.
  auto with = [](const std::string& hypothesis) {
    return sign("var x in [0, 4]\nvar y in [1, 2]\nassume " + hypothesis + "\n", "y - x*y >= 0", "x=1/2 y=1");
  };
  accepts(with("2*x <= 2"));
  const auto strictly = [](const std::string& hypothesis) {
    return sign("var x in [0, 4]\nvar y in [1, 2]\nassume " + hypothesis + "\n", "y - x*y > 0", "x=1/2 y=1");
  };
  accepts(strictly("2*x < 2"));
  refuses(strictly("2*x <= 2"));
  refuses(with("2*x <= 3"));
  refuses(with("x >= 0"));
  refuses(with("x*y <= 9"));
  // The coefficients may have no value anywhere else: 1/x is asked for at no end of x.
  refuses(sign("var x in (0, 1]\nvar y in [1, 2]\n", "y/x - 2*y >= 0", "x=1/2 y=1"));
}

// (a): a hypothesis up to a rational factor and a rational constant.
TEST(Auto, HypothesesUpToAFactorAndAConstant) {
  const std::string v = "var x in (-inf, inf)\nvar y in (-inf, inf)\n";
  auto with = [&](const std::string& hypothesis, const std::string& relation, const std::string& at = "x=1 y=1") {
    return sign(v + "assume " + hypothesis + "\n", relation, at);
  };
  accepts(with("x*y >= 1", "x*y > 0"));
  accepts(with("x*y >= 1", "3*x*y - 3 >= 0"));
  refuses(with("x*y >= 1", "3*x*y - 3 > 0"));
  accepts(with("x*y > 1", "3*x*y - 3 > 0", "x=1 y=2"));
  refuses(with("x*y >= 1", "3*x*y - 4 >= 0"));
  refuses(with("x*y >= 1", "3 - 3*x*y >= 0"));
  refuses(with("x*y >= -1", "x*y >= 0"));
  accepts(with("x*y = 1", "5*x*y - 4 > 0"));
  accepts(with("x*y = 1", "4 - 3*x*y > 0"));
  refuses(with("x*y = 1", "3 - 3*x*y > 0"));
  refuses(with("x*y >= 1", "x > 0"));
  refuses(with("x^2*y >= 1", "x*y > 0"));
}

// (b): an affine sum is bounded by the ends of the box; an open end keeps it from the value there.
TEST(Auto, AffineSumsAtOpenAndClosedEnds) {
  auto on = [](const std::string& x, const std::string& relation) {
    return sign("var x in " + x + "\nvar y in [0, 1]\n", relation, "x=3/2 y=0");
  };
  accepts(on("(1, 2]", "x - y > 0"));
  refuses(on("[1, 2]", "x - y > 0"));
  accepts(on("[1, 2]", "x - y >= 0"));
  accepts(on("[1, 2)", "2 - x > 0"));
  refuses(on("[1, 2]", "2 - x > 0"));
  accepts(on("(1, inf)", "2*x - 2*y > 0"));
  refuses(on("(-inf, 2]", "x - y >= -9"));
  refuses(on("(1, 2]", "x - 2*y >= 0"));
}

// (b): ranges and monotone functions keep the sign about their own zero.
// A sum with a quotient: by one denominator, or times a denominator that is > 0.
TEST(Auto, SumsWithQuotients) {
  const auto on = [](const std::string& a, const std::string& relation, const std::string& at) {
    return sign("var a in " + a + "\nvar b in (0, inf)\n", relation, "a=" + at + " b=1");
  };
  accepts(on("(1, inf)", "1 - 1/a > 0", "2"));
  accepts(on("[1, inf)", "1 - 1/a >= 0", "2"));
  accepts(on("(0, 1)", "b/a - b > 0", "1/2"));
  refuses(on("[1, inf)", "1 - 1/a > 0", "2"));      // 0 at a = 1
  refuses(on("(1/2, inf)", "1 - 1/a >= 0", "2"));   // < 0 below a = 1
  refuses(on("(0, inf)", "b - 1/a > 0", "2"));      // the product with a has no sign
  refuses(on("(-inf, -1)", "1/a - 1 > 0", "-2"));   // false: a times it is 1 - a > 0
  refuses(on("(-inf, -1)", "-1 - 1/a > 0", "-2"));  // false: a times it is -a - 1 > 0
  refuses(on("(-1, 0)", "1 + 1/a > 0", "-1/2"));    // false: a times it is a + 1 > 0
}

TEST(Auto, SignsOfFunctions) {
  const std::string v = "var x in [-1, 1]\nvar p in (0, inf)\nint n in [-3, 3]\n", at = "x=1/2 p=2 n=1";
  auto yes = [&](const std::string& r) { accepts(sign(v, r, at)); };
  auto no = [&](const std::string& r) { refuses(sign(v, r, at)); };
  yes("exp(x) > 0"), yes("erfc(x) > 0"), yes("normal_cdf(p*x) > 0"), yes("cosh(p*x) > 0");
  no("erf(x) >= 0"), yes("erf(p) > 0"), no("tanh(x) >= 0"), no("expm1(x*p) >= 0"), no("sinh(x) >= 0");
  yes("trigamma(p) > 0"), no("digamma(p) > 0"), yes("-polygamma(2, p) > 0"), no("polygamma(2, p) > 0");
  no("lgamma(p) >= 0"), no("log(p) >= 0"), yes("log1p(p) > 0"), no("sqrt(p*x^2) > 0"), yes("sqrt(p*x^2) >= 0");
  no("abs(x) > 0"), yes("abs(p*x) >= 0"), no("floor(p*x) >= 0"), yes("floor(p) >= 0"), no("floor(p) > 0");
  no("ceil(x*p) <= 0"), yes("ceil(-p) <= 0"), no("ceil(-p) < 0"), no("ceil(p) <= 1");
  yes("max(x, p) > 0"), no("min(x, p) >= 0"), no("max(x, -p) >= 0"), yes("min(x, -p) < 0");
  no("xlogy(p, p) >= 0"), no("x^3 >= 0"), yes("x^2 >= 0"), no("x^2 > 0"), yes("p^x > 0"), no("(x + 2)^n > 3");
}

}  // namespace
}  // namespace dpcert::checker::test
