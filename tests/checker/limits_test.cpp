// Limits that decide acceptance, each from both sides: what is just allowed is accepted, and the next one is not. The
// page of the format has a row for each of them (page_test.cpp compares the numbers).
#include <functional>

#include "tests/checker/symbolic.hpp"
#include "verify/checker/numbers/limits.hpp"

namespace dpcert::checker::test {
namespace {

using std::to_string;

const std::string kUnit = "var x in [0, 1]\n", kTrue = "prove x >= 0\n";

std::string repeated(long n, const std::string& text) {
  std::string out;
  for (long i = 0; i < n; ++i) out += text;
  return out;
}
std::string listed(long n, const std::string& between, const std::function<std::string(long)>& one) {
  std::string out;
  for (long i = 0; i < n; ++i) out += (i == 0 ? "" : between) + one(i);
  return out;
}

// A certificate that is accepted for n up to the limit, and for no larger n.
struct Row {
  const char* name;
  long most;
  std::function<Result(long)> at;
  const char* why;
};
void PrintTo(const Row& r, std::ostream* out) { *out << r.name; }

std::vector<Row> rows() {
  const auto sign3 = [](const std::string& statement) { return prove3(statement + kTrue, "x=1", "sign\n"); };
  const auto sign = [](const std::string& statement) { return prove(statement + kTrue, "x=1", "sign\n"); };
  return {
      {"max_precision", max_precision,
       [](long n) { return prove(kUnit + kTrue, "x=1", "eval " + to_string(n) + "\n"); }, "bits was expected"},
      {"digits", Limits::digits, [=](long n) { return sign(kUnit + "assume x <= " + repeated(n, "9") + "\n"); },
       "digits"},
      {"decimal_exponent", Limits::decimal_exponent,
       [=](long n) { return sign(kUnit + "assume x <= 1e" + to_string(n) + "\n"); }, "an exponent is larger"},
      {"arguments_of_function", Limits::arguments_of_function,
       [=](long n) { return sign("fun f(" + to_string(n) + ")\n" + kUnit); }, "arguments"},
      {"index_values", Limits::index_values,
       [=](long n) { return sign(kUnit + "assume sum(k, 1, " + to_string(n) + ", 1) >= x\n"); }, "too long"},
      {"order_of_polygamma", Limits::order_of_polygamma,
       [](long n) {
         return prove(
             "var x in [1, 2]\nprove polygamma(" + to_string(n) + ", x) = polygamma(" + to_string(n) + ", x)\n", "x=1",
             "identity\n");
       },
       "order of polygamma"},
      {"chosen_from", Limits::chosen_from,
       [=](long n) { return sign3(kUnit + "assume binomial(" + to_string(n) + ", 1) >= x\n"); }, "binomial chooses"},
      {"chosen_from, in a law", Limits::chosen_from,
       [=](long n) { return sign3("law P = binomial(" + to_string(n) + ", 1/2)\n" + kUnit); }, "trials"},
      {"indices_of_sequence", static_cast<long>(Limits::indices_of_sequence),
       [=](long n) {
         return sign3("seq y(" + listed(n, ", ", [](long i) { return "k" + to_string(i); }) + ")\n" + kUnit);
       },
       "indices"},
      {"order_of_derivative", Limits::order_of_derivative,
       [](long n) {
         return prove("fun f(1)\n" + kUnit + kTrue, "x=1",
                      "cut f'(" + to_string(n) + ")(x) = f'(" + to_string(n) + ")(x)\nidentity\nsign\n");
       },
       "too high order"},
      {"variables", static_cast<long>(Limits::variables),
       [=](long n) {
         return prove(listed(n - 1, "", [](long i) { return "var y" + to_string(i) + " in [0, 1]\n"; }) + kUnit + kTrue,
                      listed(n - 1, " ", [](long i) { return "y" + to_string(i) + "=1"; }) + " x=1", "sign\n");
       },
       "too many variables"},
      {"depth", Limits::depth,
       [](long n) {
         // x has the depth 1; a chain of `let`s nests without parentheses.
         return prove(
             kUnit + "let a0 = x\n" +
                 listed(n - 1, "",
                        [](long i) { return "let a" + to_string(i + 1) + " = floor(a" + to_string(i) + ")\n"; }) +
                 kTrue,
             "x=1", "sign\n");
       },
       "nested too deeply"},
      {"nesting", Limits::nesting - 2,
       [=](long n) { return sign(kUnit + "assume " + repeated(n, "(") + "x" + repeated(n, ")") + " <= 1\n"); },
       "nested too deeply"},
      {"binders", Limits::binders,
       [=](long n) {
         std::string e = "1";
         for (long i = 0; i < n; ++i) e = "sum(k" + to_string(i) + ", 1, m, " + e + ")";
         return prove3("int m in [1, 2]\nprove " + e + " >= 0\n", "m=1", "sign\n");
       },
       "nested too deeply"},
      {"quantifiers", Limits::quantifiers,
       [](long n) {
         return prove3(kUnit + "prove " +
                           listed(n, "", [](long i) { return "forall y" + to_string(i) + " in [0, 1]: "; }) +
                           "x >= 0\n",
                       "x=1", listed(n, "", [](long i) { return "intro z" + to_string(i) + "\n"; }) + "sign\n");
       },
       "nested too deeply"},
      {"uses", static_cast<long>(Limits::uses),
       [](long n) {
         std::string text = "dpcert-certificate 3\nstatement 2\n" + kUnit + kTrue;
         for (long i = 0; i < n; ++i) text += "use l" + to_string(i) + " 1\nprove 0 >= 0\n";
         Result r = check(sealed(text + "verdict proved\ninhabited x=1\ngoal 1\nsign\n"));
         r.accepted = r.conditional();
         if (r.accepted) r.reason.clear(), r.failure = Failure::none;
         return r;
       },
       "too many statements"},
      // The function is replaced on both sides.
      {"series_terms", Limits::series_terms,
       [](long n) {
         return prove("var x in [1, 2]\nprove digamma(x) >= digamma(x)\n", "x=1",
                      "series " + to_string(n) + " (digamma(x)) w\nidentity\n");
       },
       "too many terms"},
      {"series_order", Limits::series_order,
       [](long n) {
         const std::string f = "polygamma(" + to_string(n) + ", x)";
         return prove("var x in [1, 2]\nprove " + f + " >= " + f + "\n", "x=1", "series 1 (" + f + ") w\nidentity\n");
       },
       "too large"},
      {"growth_order", Limits::growth_order,
       [](long n) {
         return prove("var x in [1, 2]\nprove log(x) >= log(x)\n", "x=1",
                      "growth " + to_string(n) + " (log(x)) w\nidentity\n");
       },
       "a number from 1 to 30"},
      {"most_power", Limits::most_power,
       [](long n) { return prove(kUnit + "prove x >= x\n", "x=1", "power " + to_string(n) + "\nidentity\n"); },
       "exponent from 2 to 64"},
      {"touched", static_cast<long>(Limits::touched),
       [](long n) {
         const auto all = [&](const std::string& between, const std::string& behind) {
           return listed(n, between, [&](long i) { return "x" + to_string(i) + behind; });
         };
         return prove(listed(n, "", [](long i) { return "var x" + to_string(i) + " in [0, 1]\n"; }) + "prove " +
                          all(" + ", "^2") + " >= 0\n",
                      all(" ", "=1"), "touch 64 " + all(" ", " (0)") + "\nsign\n");
       },
       "from 1 to 16 variables"},
      {"power_of_sum", Limits::power_of_sum,
       [](long n) {
         const std::string e = "^" + to_string(n);
         return prove(kUnit + "prove (x + 1)" + e + " = (1 + x)" + e + "\n", "x=1", "identity\n");
       },
       "too large for the normal form"},
      {"recurrence_steps", Limits::recurrence_steps,
       [](long n) {
         return prove("var x in (0, 1]\nprove lgamma(x + " + to_string(n) + ") = lgamma(x) + " +
                          listed(n, " + ", [](long i) { return "log(x + " + to_string(i) + ")"; }) + "\n",
                      "x=1", "identity\n");
       },
       "not zero"},
      // exp(1386) < 2^2000 < exp(1387)
      {"bound_bits", 1386,
       [](long n) { return prove("var x in [0, exp(" + to_string(n) + ")]\n" + kTrue, "x=1", "sign\n"); }, "too large"},
      {"text_bytes", static_cast<long>(Limits::text_bytes),
       [](long n) {
         std::string s = kUnit + kTrue + "#";
         return prove(s + repeated(n - static_cast<long>(s.size()) - 1, "a") + "\n", "x=1", "sign\n");
       },
       "too long"},
  };
}

class LimitsTest : public testing::TestWithParam<Row> {};

TEST_P(LimitsTest, FromBothSides) {
  const Row& r = GetParam();
  accepts(r.at(r.most));
  rejects(r.at(r.most + 1), r.why);
}

// These are bounds from below.
TEST(Limits, LeastOnes) {
  static_assert(min_precision == 32 && Limits::least_power == 2 && Limits::bound_bits == 2000);
  accepts(prove(kUnit + kTrue, "x=1", "eval 32\n"));
  rejects(prove(kUnit + kTrue, "x=1", "eval 31\n"), "bits was expected");
  accepts(prove(kUnit + "prove x >= x\n", "x=1", "power 2\nidentity\n"));
  rejects(prove(kUnit + "prove x >= x\n", "x=1", "power 1\nidentity\n"), "exponent from 2 to 64");
  accepts(prove("var x in [exp(-1386), 1]\n" + kTrue, "x=1", "sign\n"));
  rejects(prove("var x in [exp(-1387), 1]\n" + kTrue, "x=1", "sign\n"), "too large");
}

INSTANTIATE_TEST_SUITE_P(All, LimitsTest, testing::ValuesIn(rows()));

}  // namespace
}  // namespace dpcert::checker::test
