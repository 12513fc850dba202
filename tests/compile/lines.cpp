// The lines of lines.inc, each the body of a function of its own: those that must compile, or with DPCERT_WRONG_LINES
// the others.
#include "dpcert/core/error.hpp"
#include "dpcert/divergence/hockey_stick.hpp"
#include "dpcert/divergence/renyi.hpp"
#include "dpcert/language/evidence.hpp"
#include "dpcert/scalar/archetype.hpp"
#include "dpcert/scalar/jet.hpp"
#include "dpcert/scalar/mp.hpp"
#include "dpcert/scalar/scalar.hpp"
#include "dpcert/symbolic/expr.hpp"

namespace dpcert {

#ifdef DPCERT_WRONG_LINES
#define DPCERT_CHOSEN(right, wrong) wrong
#else
#define DPCERT_CHOSEN(right, wrong) right
#endif
#define DPCERT_NAME_(number) line_##number
#define DPCERT_NAME(number) DPCERT_NAME_(number)
#define PAIR(right, wrong)                                                                                          \
  void DPCERT_NAME(__LINE__)(const Ball& a, const Ball& b, const Interval& x, const Interval& y, const Expr& e,     \
                             const Order<Rational>& order, const Epsilon<Rational>& epsilon, const Beta<double>& p, \
                             const Beta<double>& q) {                                                               \
    DPCERT_CHOSEN(right, wrong);                                                                                    \
  }
#include "lines.inc"

}  // namespace dpcert
