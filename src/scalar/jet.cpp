// The instantiations of Jet that the library uses, made once.
#include "dpcert/scalar/jet.hpp"

#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/exact.hpp"
#include "dpcert/scalar/interval.hpp"
#include "dpcert/scalar/mp.hpp"

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
