// The instantiations of Jet that the library uses, made once.
#include "src/scalar/jet.hpp"

#include "src/scalar/ball.hpp"
#include "src/scalar/exact.hpp"
#include "src/scalar/interval.hpp"
#include "src/scalar/mp.hpp"

namespace dpcert {

template class Jet<double>;
template class Jet<Ball>;
template class Jet<Interval>;
template class Jet<Mp>;
template class Jet<Rational>;

static_assert(Scalar<Jet<double>> && Scalar<Jet<Ball>> && Scalar<Jet<Interval>> && Scalar<Jet<Mp>> &&
              Scalar<Jet<Rational>>);
static_assert(Scalar<Mp> && Scalar<Rational> && Scalar<Ball> && Scalar<Interval> && Scalar<Expr>);

}  // namespace dpcert
