// What a name is bound by stays what binds it, whatever is put in.
#include "tests/checker/certificates.hpp"

namespace dpcert::checker::test {
namespace {

Result proved(const std::string& statement, const std::string& tree) {
  const auto n = std::count(statement.begin(), statement.end(), '\n');
  return check(sealed("dpcert-certificate 3\nstatement " + std::to_string(n) + "\n" + statement +
                      "verdict proved\ninhabited\ngoal 1\n" + tree));
}

// The integral of y*t over [0, 1] is y/2, and that of y*y is y^2: the variable of the integral is neither x nor y.
TEST(Capture, AnIntegralInsideOfTwoQuantifiers) {
  const auto tried = [](const std::string& value, const std::string& body, const std::string& primitive) {
    return proved("language 3\nprove forall x in [1, 2]: forall y in [1, 2]: integral(t, 0, 1, y*t) = " + value + "\n",
                  "intro x\nintro y\nantiderivative (integral(t, 0, 1, " + body + ")) t (" + primitive + ") (0) (" +
                      value + ")\nhyp 1\n");
  };
  accepts(tried("y/2", "y*t", "y*t^2/2"));
  rejects(tried("y^2", "y*y", "y*y*t"), "not a multiple");
}

}  // namespace
}  // namespace dpcert::checker::test
