// What an accepted certificate claims of an integral, against quadrature by Boost.Math, which knows nothing of the
// antiderivative. Random functions come from a small grammar, with derivatives by the rules of a textbook; then claims,
// limits, signs and slopes are bent, and whatever is still accepted must be true.
#include <boost/math/quadrature/exp_sinh.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <functional>
#include <random>
#include <regex>

#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

using Real = std::function<double(double)>;
struct Function {
  std::string f, slope;
  Real value, derivative;
  std::string far{};  // its limit at +inf, where the slope is >= 0 beyond 0; none: not used there
  double far_value = 0;
};

double cdf(double x) { return std::erfc(-x / std::sqrt(2)) / 2; }
double density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * M_PI); }

const std::vector<Function>& atoms() {
  static const std::vector<Function> all{
      {"x^3", "3*x^2", [](double x) { return x * x * x; }, [](double x) { return 3 * x * x; }},
      {"exp(2*x)", "2*exp(2*x)", [](double x) { return std::exp(2 * x); },
       [](double x) { return 2 * std::exp(2 * x); }},
      {"log(1 + x)", "1/(1 + x)", [](double x) { return std::log1p(x); }, [](double x) { return 1 / (1 + x); }},
      {"sqrt(1 + x)", "1/(2*sqrt(1 + x))", [](double x) { return std::sqrt(1 + x); },
       [](double x) { return 0.5 / std::sqrt(1 + x); }},
      {"1/(1 + x^2)", "-2*x/(1 + x^2)^2", [](double x) { return 1 / (1 + x * x); },
       [](double x) { return -2 * x / std::pow(1 + x * x, 2); }},
      {"-exp(-2*x)", "2*exp(-2*x)", [](double x) { return -std::exp(-2 * x); },
       [](double x) { return 2 * std::exp(-2 * x); }, "0", 0},
      {"normal_cdf(x - 1)", "exp(-(x - 1)^2/2)/sqrt(2*pi)", [](double x) { return cdf(x - 1); },
       [](double x) { return density(x - 1); }, "1", 1},
      {"erf(x)", "2*exp(-x^2)/sqrt(pi)", [](double x) { return std::erf(x); },
       [](double x) { return 2 * std::exp(-x * x) / std::sqrt(M_PI); }, "1", 1},
      {"-1/(1 + x)^3", "3/(1 + x)^4", [](double x) { return -std::pow(1 + x, -3); },
       [](double x) { return 3 * std::pow(1 + x, -4); }, "0", 0},
      {"-(x^2 + 2*x + 2)*exp(-x)", "x^2*exp(-x)", [](double x) { return -(x * x + 2 * x + 2) * std::exp(-x); },
       [](double x) { return x * x * std::exp(-x); }, "0", 0},
      {"-1/(1 + exp(x))", "exp(x)/(1 + exp(x))^2", [](double x) { return -1 / (1 + std::exp(x)); },
       [](double x) { return std::exp(-x) / std::pow(1 + std::exp(-x), 2); }, "0", 0}};
  return all;
}

std::string in(const std::string& e) { return "(" + e + ")"; }

Function product(const Function& f, const Function& g) {
  return {in(f.f) + "*" + in(g.f), in(f.slope) + "*" + in(g.f) + " + " + in(f.f) + "*" + in(g.slope),
          [=](double x) { return f.value(x) * g.value(x); },
          [=](double x) { return f.derivative(x) * g.value(x) + f.value(x) * g.derivative(x); }};
}
Function sum(const Function& f, const Function& g, int c) {
  const std::string k = std::to_string(c) + "*";
  return {in(f.f) + " + " + k + in(g.f),
          in(f.slope) + " + " + k + in(g.slope),
          [=](double x) { return f.value(x) + c * g.value(x); },
          [=](double x) { return f.derivative(x) + c * g.derivative(x); },
          in(f.far) + " + " + k + in(g.far),
          f.far_value + c * g.far_value};
}

struct Claim {
  std::string body, lo, hi, f, at_lo, at_hi, result;
  Result check() const {
    const std::string i = "integral(x, " + lo + ", " + hi + ", " + body + ")";
    return prove3("var c in [0, 1]\nprove " + i + " = " + result + "\n", "c=0",
                  "antiderivative (" + i + ") x (" + f + ") (" + at_lo + ") (" + at_hi + ")\nhyp 1\n");
  }
};

std::string at(const std::string& e, const std::string& x) {
  return std::regex_replace(e, std::regex("\\bx\\b"), in(x));
}

class Quadrature : public testing::Test {
 protected:
  std::mt19937_64 random{20240611};
  std::size_t accepted = 0, rejected = 0;

  int pick(int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); }
  const Function& atom(bool far) {
    for (;;) {
      const Function& f = atoms()[static_cast<std::size_t>(pick(static_cast<int>(atoms().size())))];
      if (!far || !f.far.empty()) return f;
    }
  }
  // The certificate as it should be, then each of it with one thing bent; what is accepted is what quadrature finds.
  void compare(const Claim& right, double claimed, double quadrature) {
    ASSERT_NEAR(claimed, quadrature, 1e-9 * (1 + std::abs(quadrature))) << right.body;
    const Result r = right.check();
    EXPECT_TRUE(r.accepted) << right.f << " on " << right.lo << ", " << right.hi << ": " << r.reason;
    accepted += r.accepted;
    std::vector<Claim> bent(7, right);
    bent[0].result = in(right.at_lo) + " - " + in(right.at_hi);
    bent[1].at_lo = bent[1].at_lo + " + 1/1000", bent[1].result += " - 1/1000";
    bent[2].at_hi = bent[2].at_hi + " - 1/1000", bent[2].result += " - 1/1000";
    bent[3].f += " + x/1000";
    bent[4].body += " + x/1000";
    bent[5].f = "-" + in(right.f);
    std::swap(bent[6].lo, bent[6].hi);
    for (const Claim& c : bent) {
      const Result wrong = c.check();
      EXPECT_FALSE(wrong.accepted) << c.body << " on " << c.lo << ", " << c.hi << " is not " << c.result;
      rejected += !wrong.accepted;
    }
  }
};

TEST_F(Quadrature, OnBoundedIntervals) {
  for (int n = 0; n < 60; ++n) {
    Function f = atom(false);
    if (pick(2)) f = product(f, atom(false));
    if (pick(2)) f = sum(f, atom(false), pick(2) ? 2 : -3);
    const int lo = pick(4), hi = lo + 1 + pick(3);
    const std::string a = std::to_string(lo) + "/2", b = std::to_string(hi) + "/2";
    const double exact = f.value(hi / 2.0) - f.value(lo / 2.0);
    const double q =
        boost::math::quadrature::gauss_kronrod<double, 31>::integrate(f.derivative, lo / 2.0, hi / 2.0, 15, 1e-12);
    const std::string A = at(f.f, a), B = at(f.f, b);
    compare({f.slope, a, b, f.f, A, B, in(B) + " - " + in(A)}, exact, q);
  }
  EXPECT_EQ(accepted, 60U);
  EXPECT_EQ(rejected, 7 * 60U);
}

TEST_F(Quadrature, UpToInfinity) {
  for (int n = 0; n < 40; ++n) {
    Function f = atom(true);
    if (pick(2)) f = sum(f, atom(true), 1 + pick(3));
    const int lo = pick(4);
    const std::string a = std::to_string(lo) + "/2", A = at(f.f, a);
    const double exact = f.far_value - f.value(lo / 2.0);
    const double q = boost::math::quadrature::exp_sinh<double>().integrate(
        [&](double x) { return f.derivative(x + lo / 2.0); }, 0.0, INFINITY);
    compare({f.slope, a, "inf", f.f, A, f.far, in(f.far) + " - " + in(A)}, exact, q);
  }
  EXPECT_EQ(accepted, 40U);
  EXPECT_EQ(rejected, 7 * 40U);
}

}  // namespace
}  // namespace dpcert::checker::test
