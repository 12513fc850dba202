#include "tests/soundness/formula.hpp"

#include <functional>

namespace dpcert::soundness {

std::string text_of(const Q& q) {
  const std::string s = q.str();
  return q >= 0 && denominator(q) == 1 ? s : "(" + s + ")";
}

Real real_of(const Q& q) { return Real(numerator(q)) / Real(denominator(q)); }

Q floor_decimal(const Real& x, int digits) {
  boost::multiprecision::cpp_int scale = 1;
  for (int i = 0; i < digits; ++i) scale *= 10;
  const Real scaled = floor(x * Real(scale));
  return Q(boost::multiprecision::cpp_int(
               scaled.str(0, std::ios::fixed).substr(0, scaled.str(0, std::ios::fixed).find('.'))),
           scale);
}

Formula::Formula(const Q& q) {
  auto n = std::make_shared<Node>();
  n->number = q;
  node_ = std::move(n);
}

Formula Formula::variable(const std::string& name) {
  auto n = std::make_shared<Node>();
  n->name = name;
  n->is_variable = true;
  return Formula(std::move(n));
}

Formula Formula::call(const std::string& name, std::vector<Formula> args) {
  auto n = std::make_shared<Node>();
  n->name = name;
  n->args = std::move(args);
  return Formula(std::move(n));
}

std::string Formula::text() const {
  const Node& n = *node_;
  if (n.is_variable) return n.name;
  if (n.name.empty()) return text_of(n.number);
  if (n.args.size() == 2 && std::string("+-*/^").find(n.name) != std::string::npos) {
    return "(" + n.args[0].text() + " " + n.name + " " + n.args[1].text() + ")";
  }
  if (n.args.empty()) return n.name;
  std::string s = n.name + "(";
  for (std::size_t i = 0; i < n.args.size(); ++i) s += (i ? ", " : "") + n.args[i].text();
  return s + ")";
}

namespace {

// psi^(n)(x), n >= 1: (-1)^(n+1) n! sum 1/(x+k)^(n+1) for k < N, plus the asymptotic series at x + N (DLMF 5.15.8); at
// x + N > 120 forty terms are good for 100 digits while n is small.
Real polygamma(long n, Real x) {
  static const std::vector<Q> bernoulli = [] {
    std::vector<Q> b{1};
    for (int m = 1; m <= 80; ++m) {
      Q sum = 0, binomial = 1;
      for (int k = 0; k < m; ++k) {
        sum += binomial * b[static_cast<std::size_t>(k)];
        binomial = binomial * Q(m + 1 - k) / Q(k + 1);
      }
      b.push_back(-sum / Q(m + 1));
    }
    return b;
  }();
  Real factorial = 1;  // (n-1)!
  for (long k = 2; k < n; ++k) factorial *= k;
  Real sum = 0;
  while (x < 120) sum += factorial * n / pow(x, n + 1), x += 1;
  sum += factorial / pow(x, n) + factorial * n / (2 * pow(x, n + 1));
  Real rising = factorial;  // (k+n-1)!/k!
  for (long k = 2; k <= 80; k += 2) {
    rising *= Real((k + n - 2) * (k + n - 1)) / Real((k - 1) * k);
    sum += rising * real_of(bernoulli[static_cast<std::size_t>(k)]) / pow(x, k + n);
  }
  return n % 2 ? sum : Real(-sum);
}

std::optional<Real> function_value(const std::string& f, const std::vector<Real>& a) {
  const auto direct = [](const Real& x, auto function) {
    Real r;
    function(r.backend().data(), x.backend().data(), MPFR_RNDN);
    return r;
  };
  if (f == "pi") {
    Real r;
    mpfr_const_pi(r.backend().data(), MPFR_RNDN);
    return r;
  }
  if (f == "+") return a[0] + a[1];
  if (f == "-") return a.size() == 1 ? Real(-a[0]) : Real(a[0] - a[1]);
  if (f == "*") return a[0] * a[1];
  if (f == "/") return a[1] == 0 ? std::nullopt : std::optional<Real>(a[0] / a[1]);
  if (f == "^") {
    if (a[1] == floor(a[1]) && abs(a[1]) < 1000000) {
      if (a[0] == 0 && a[1] < 0) return std::nullopt;
      Real r;
      mpfr_pow_si(r.backend().data(), a[0].backend().data(), static_cast<long>(a[1]), MPFR_RNDN);
      return r;
    }
    return a[0] > 0 ? std::optional<Real>(pow(a[0], a[1])) : std::nullopt;
  }
  if (f == "exp") return direct(a[0], mpfr_exp);
  if (f == "expm1") return direct(a[0], mpfr_expm1);
  if (f == "log") return a[0] > 0 ? std::optional<Real>(direct(a[0], mpfr_log)) : std::nullopt;
  if (f == "log1p") return a[0] > -1 ? std::optional<Real>(direct(a[0], mpfr_log1p)) : std::nullopt;
  if (f == "sqrt") return a[0] >= 0 ? std::optional<Real>(direct(a[0], mpfr_sqrt)) : std::nullopt;
  if (f == "cosh") return direct(a[0], mpfr_cosh);
  if (f == "sinh") return direct(a[0], mpfr_sinh);
  if (f == "tanh") return direct(a[0], mpfr_tanh);
  if (f == "sin") return direct(a[0], mpfr_sin);
  if (f == "cos") return direct(a[0], mpfr_cos);
  if (f == "atan") return direct(a[0], mpfr_atan);
  if (f == "erf") return direct(a[0], mpfr_erf);
  if (f == "erfc") return direct(a[0], mpfr_erfc);
  if (f == "lgamma") return a[0] > 0 ? std::optional<Real>(direct(a[0], mpfr_lngamma)) : std::nullopt;
  if (f == "digamma") return a[0] > 0 ? std::optional<Real>(direct(a[0], mpfr_digamma)) : std::nullopt;
  if (f == "trigamma") return a[0] > 0 ? std::optional<Real>(polygamma(1, a[0])) : std::nullopt;
  if (f == "polygamma") {
    const long n = static_cast<long>(a[0]);
    if (!(a[1] > 0)) return std::nullopt;
    return n == 0 ? direct(a[1], mpfr_digamma) : polygamma(n, a[1]);
  }
  if (f == "normal_cdf") return direct(-a[0] / sqrt(Real(2)), mpfr_erfc) / 2;
  if (f == "abs") return abs(a[0]);
  if (f == "min") return a[0] < a[1] ? a[0] : a[1];
  if (f == "max") return a[0] < a[1] ? a[1] : a[0];
  if (f == "floor") return floor(a[0]);
  if (f == "ceil") return ceil(a[0]);
  if (f == "xlogy") {
    if (a[1] > 0) return a[0] * direct(a[1], mpfr_log);
    return a[0] == 0 && a[1] == 0 ? std::optional<Real>(0) : std::nullopt;
  }
  throw std::logic_error("no function " + f);
}

}  // namespace

std::optional<Real> Formula::value(const Point& at) const {
  const Node& n = *node_;
  if (n.is_variable) return real_of(at.at(n.name));
  if (n.name.empty()) return real_of(n.number);
  std::vector<Real> a;
  for (const auto& arg : n.args) {
    const auto v = arg.value(at);
    if (!v) return std::nullopt;
    a.push_back(*v);
  }
  auto r = function_value(n.name, a);
  if (r && !(boost::multiprecision::isfinite)(*r)) return std::nullopt;
  return r;
}

std::optional<Q> Formula::exact(const Point& at) const {
  const Node& n = *node_;
  if (n.is_variable) return at.at(n.name);
  if (n.name.empty()) return n.number;
  std::vector<Q> a;
  for (const auto& arg : n.args) {
    const auto v = arg.exact(at);
    if (!v) return std::nullopt;
    a.push_back(*v);
  }
  if (n.name == "+") return a[0] + a[1];
  if (n.name == "-") return a[0] - a[1];
  if (n.name == "*") return a[0] * a[1];
  if (n.name == "/" && a[1] != 0) return a[0] / a[1];
  if (n.name == "^" && denominator(a[1]) == 1 && a[1] >= 0 && a[1] <= 64) {
    Q r = 1;
    for (Q k = 0; k < a[1]; k += 1) r *= a[0];
    return r;
  }
  return std::nullopt;
}

Q Dice::between(const Q& lo, const Q& hi) {
  static constexpr long parts[] = {2, 3, 8, 10, 97, 1000, 4096};
  const long n = one_of(parts);
  return lo + (hi - lo) * Q(roll(0, n), n);
}

Formula random_formula(Dice& dice, const std::vector<Formula>& variables, int depth) {
  const auto sub = [&] { return random_formula(dice, variables, depth - 1); };
  const auto call = [](const char* f, const Formula& a) { return Formula::call(f, {a}); };
  if (depth == 0 || dice.chance(1, 9)) return dice.chance(5, 6) ? dice.one_of(variables) : Formula(dice.rational(7, 4));
  switch (dice.roll(0, 21)) {
    case 0:
    case 1:
    case 2:
      return sub() + sub();
    case 3:
    case 4:
      return sub() - sub();
    case 5:
    case 6:
    case 7:
      return sub() * sub();
    case 8:
      return sub() ^ Formula(dice.roll(2, 4));
    case 9:
      return sub() / (Formula(dice.positive(3, 2)) + (sub() ^ 2));
    case 10:
      return call("exp", sub() * Formula(dice.rational(1, 2)));
    case 11:
      return call("log", Formula(dice.positive(3, 2)) + (sub() ^ 2));
    case 12:
      return call("sqrt", Formula(dice.positive(3, 2)) + (sub() ^ 2));
    case 13:
      return call(dice.chance(1, 2) ? "tanh" : "erf", sub());
    case 14:
      return call("log1p", sub() ^ 2);
    case 15:
      return call(dice.chance(1, 2) ? "lgamma" : "digamma", Formula(dice.positive(3, 2)) + (sub() ^ 2));
    case 16:
      return call("trigamma", Formula(dice.positive(3, 2)) + (sub() ^ 2));
    case 17:
      return (Formula(dice.positive(3, 2)) + (sub() ^ 2)) ^
             (dice.chance(1, 2) ? Formula(dice.rational(3, 2)) : sub() / Formula(4));
    case 19:
      return Formula::call("polygamma", {Formula(dice.roll(0, 4)), Formula(dice.positive(3, 2)) + (sub() ^ 2)});
    case 20:
      return call(dice.chance(1, 2) ? "erfc" : "normal_cdf", sub());
    case 18:
      return dice.chance(1, 2) ? call("abs", sub()) : Formula::call(dice.chance(1, 2) ? "min" : "max", {sub(), sub()});
    default:
      return Formula::call("xlogy", {sub() ^ 2, Formula(1) + (sub() ^ 2)});
  }
}

}  // namespace dpcert::soundness
