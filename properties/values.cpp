#include "properties/values.hpp"

#include <cmath>

#include "dpcert/privacy/quantity.hpp"
#include "dpcert/properties/generators.hpp"

namespace dpcert::properties {

Ball value(std::string_view quantity, std::string_view mechanism, const ListParameters& parameters,
           const Rational& at) {
  constexpr int digits = 15;
  const Certified c = certify(make_query(quantity, mechanism, parameters, ExtendedRational{at, false}), digits);
  RC_LOG() << quantity << " of " << mechanism << " at " << at.str() << ": " << c.enclosure.str(12) << "\n";
  RC_ASSERT(c.state != Certified::State::undecided);
  return c.enclosure;
}
Ball value(std::string_view quantity, std::string_view mechanism, const Parameters& parameters, const Rational& at) {
  ListParameters lists;
  for (const auto& [key, number] : parameters) lists[key] = {number};
  return value(quantity, mechanism, lists, at);
}
Ball rdp(std::string_view mechanism, const Parameters& parameters, const Rational& order) {
  return value("rdp", mechanism, parameters, order);
}

rc::Gen<Rational> noise() { return log_uniform(Rational(1, 20), Rational(1000)); }
rc::Gen<Rational> budget() { return log_uniform(Rational(1, 1000000), Rational(30)); }
rc::Gen<Rational> order_above_one() {
  return rc::gen::map(log_uniform(Rational(1, 1000), Rational(500)),
                      [](const Rational& x) -> Rational { return Rational(1) + x; });
}

Rational any_fraction() {
  return *rc::gen::oneOf(rc::gen::just(Rational(1)), log_uniform(Rational(1, 1000), Rational(1)));
}

bool may_be_at_most(const Certified& a, const Certified& b) {
  if (b.is_infinite()) return true;
  return !a.is_infinite() && !certainly_greater(a.enclosure, b.enclosure);
}
bool agree(const Ball& certified, double direct, double relative, double absolute) {
  RC_LOG() << "certified " << certified.str(15) << ", directly " << direct << "\n";
  if (std::isinf(direct)) return !certified.is_finite();
  return certified.is_finite() && std::fabs(certified.approx() - direct) <= relative * std::fabs(direct) + absolute;
}

}  // namespace dpcert::properties
