// Proofs of false statements: the first byte chooses one of a table, the rest is the section of the certificate. The
// checker must not accept any.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "dpcert/checker/checker.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/seal.hpp"

namespace {

// Each fails somewhere in its domain, at a place and by a margin that is easy to see; the notes name it.
constexpr std::array<std::string_view, 24> false_statements{
    "var x in [0, 1]\nprove x > 0\n",                                         // x = 0
    "var x in (0, inf)\nprove x >= 1/1000\n",                                 // small x
    "var x in [0, inf)\nprove exp(-x) >= 1/1000\n",                           // large x
    "var x in [-1, 1]\nprove x^2 > 0\n",                                      // x = 0
    "var x in [0, 1]\nvar y in [0, 1]\nprove (x-y)^2 > 0\n",                  // the diagonal
    "var x in [0, 1]\nvar y in [0, 1]\nprove x >= y\n",                       // x < y
    "var x in [0, 1]\nvar y in [0, 1]\nassume x >= y\nprove x > y\n",         // x = y
    "var x in [-1, 1]\nprove abs(x) >= x + 1/1000000\n",                      // x > 0
    "var x in [0, 2]\nprove min(x, 1) >= x\n",                                // x = 2
    "int n in [1, inf)\nprove 1/n >= 1/1000\n",                               // large n
    "int n in [1, 10]\nprove n^2 > 1\n",                                      // n = 1
    "var x in (0, inf)\nprove log(x) <= x - 1 - 1/1000000\n",                 // x = 1
    "var x in (0, inf)\nprove lgamma(x) >= 0\n",                              // x = 3/2
    "var x in (0, inf)\nprove digamma(x) > log(x) - 1/(2*x)\n",               // everywhere
    "var x in [0, inf)\nprove erfc(x) >= 1/1000000\n",                        // x = 10
    "var x in (-inf, inf)\nprove normal_cdf(x) > 1/2\n",                      // x = 0
    "var x in (-1, 1)\nprove log1p(x) >= x - x^2/2\n",                        // x < 0
    "var x in [0, 1]\nvar y in (0, 1]\nprove xlogy(x, y) >= x - 1\n",         // small y
    "fun g(1)\nvar x in [0, 1]\nprove g(x) >= 0\n",                           // g = -1
    "logpartition g(1)\nvar x in [1, 2]\nprove diff(g(x), x, x) >= 1\n",      // a flat family
    "var x in [-2, 2]\nprove exp(x) > 1 + x\n",                               // x = 0
    "var x in [0, 1]\nlet f(u) = u*(1-u)\nprove f(x) <= 1/4 - 1/1000000\n",   // x = 1/2
    "var x in [-1, 1]\nvar y in [-1, 1]\nassume x + y = 0\nprove x*y < 0\n",  // x = 0
    "var x in (0, 1)\nprove x^x > 7/10\n"};                                   // x = 1/e

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace dpcert;
  if (size == 0) return 0;
  const std::string_view statement = false_statements[data[0] % false_statements.size()];
  const std::string section(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto lines = std::count(statement.begin(), statement.end(), '\n');
  const std::string body = "dpcert-certificate 1\nstatement " + std::to_string(lines) + "\n" + std::string(statement) +
                           "verdict proved\n" + section;
  FUZZ_DEMAND(!checker::check(test::sealed_lines(body)).accepted);
  return 0;
}
