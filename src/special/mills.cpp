#include "dpcert/special/mills.hpp"

#include <array>
#include <vector>

namespace dpcert {
namespace {

constexpr slong bits = mills_precision;

struct Nodes {
  // h = 37/64 and K = 19: exp(-(K h)^2/2) < 2^-87, exp(-2 pi^2/h^2) < 2^-85.
  static constexpr long count = 19;
  Ball h, height, half, least, one;
  Ball far_square, square, beyond, within;  // c and c^2 with the pole inside; without; where they serve
  // The sum as one quotient of polynomials in x^2 with positive coefficients: a division costs as much as ten products.
  arb_ptr top_coefficients, bottom_coefficients;  // kept for the program's life
  Ball root;                                      // sqrt(2 pi)
  Ball over_h;                                    // 2 pi/h
  Ball cut;                                       // sqrt(2/pi) exp(-(K h)^2/2)/(K h)
  Ball above, below;                              // 2 exp(c^2/2)/(exp(2 pi c/h) - 1) at c = height + 1 and c = height

  Nodes() : h(Rational(37, 64), 512) {
    const Ball pi = Ball::pi(512), two(2);
    root = sqrt(two * pi);
    over_h = two * pi / h;
    height = Ball(Rational(1086, 100), 256);  // about 2 pi/h
    std::vector<Ball> top, bottom;
    top.assign(count, Ball(0).with_precision(512));
    bottom.assign(count + 1, Ball(0).with_precision(512));
    bottom[0] = Ball(1);
    for (std::size_t k = 0; k < count; ++k) {
      // N/D + w/(y + d), with w for the nodes k and -k-1 together.
      const Ball t = h * Ball(Rational(2 * static_cast<long>(k) + 1, 2), 512), d = t * t;
      const Ball w = two * h * exp(-d / two) / root;
      for (std::size_t i = count; i-- > 0;) top[i] = top[i] * d + (i > 0 ? top[i - 1] : Ball(0)) + w * bottom[i];
      for (std::size_t i = count + 1; i-- > 0;) bottom[i] = bottom[i] * d + (i > 0 ? bottom[i - 1] : Ball(0));
    }
    top_coefficients = _arb_vec_init(count);
    bottom_coefficients = _arb_vec_init(count + 1);
    for (std::size_t i = 0; i < count; ++i) arb_set_round(top_coefficients + i, top[i].arb(), bits);
    for (std::size_t i = 0; i <= count; ++i) arb_set_round(bottom_coefficients + i, bottom[i].arb(), bits);
    const Ball end = h * Ball(count);
    cut = sqrt(two / pi) * exp(-(end * end) / two) / end;
    half = Ball(Rational(1, 2), bits);
    one = Ball(1).with_precision(bits);
    least = one + half;
    far_square = (height + one) * (height + one);
    square = height * height;
    within = height + half;
    beyond = height + half * half;
    const auto bound = [&](const Ball& c) { return two * exp(c * c / two) / expm1(over_h * c); };
    above = bound(height + one);
    below = bound(height);
    for (Ball* b : {&h, &height, &root, &over_h, &cut, &above, &below, &far_square, &square, &beyond, &within})
      *b = b->with_precision(bits);
  }
};
const Nodes& nodes() {
  static const Nodes n;
  return n;
}

}  // namespace

Ball mills_ratio(const Ball& x) {
  const Nodes& n = nodes();
  if (!certainly_greater_equal(x, n.least)) return Ball::indeterminate(bits);
  std::array<arb_struct, Nodes::count + 1> powers{};
  for (arb_struct& p : powers) arb_init(&p);
  arb_one(&powers[0]);
  arb_mul(&powers[1], x.arb(), x.arb(), bits);
  for (std::size_t k = 2; k <= Nodes::count; ++k) arb_mul(&powers[k], &powers[k / 2], &powers[k - k / 2], bits);
  Ball square, sum, divisor;
  arb_set(square.arb(), &powers[1]);
  arb_dot(sum.arb(), nullptr, 0, powers.data(), 1, n.top_coefficients, 1, Nodes::count, bits);
  arb_dot(divisor.arb(), nullptr, 0, powers.data(), 1, n.bottom_coefficients, 1, Nodes::count + 1, bits);
  for (arb_struct& p : powers) arb_clear(&p);
  arb_div(sum.arb(), sum.arb(), divisor.arb(), bits);
  arb_mul(sum.arb(), sum.arb(), x.arb(), bits);
  Ball result = Ball::from_arb(sum.arb(), bits);
  const Ball xx = Ball::from_arb(square.arb(), bits);
  Ball error = n.cut / x;
  if (certainly_less(x, n.within)) {
    result += n.root * exp(xx * n.half) / (exp(n.over_h * x) + n.one);
    error += x * n.above / (n.far_square - xx);
  } else if (certainly_greater(x, n.beyond)) {
    error += x * n.below / (xx - n.square);
  } else {
    return Ball::indeterminate(bits);
  }
  arb_add_error(result.arb(), error.arb());
  return result;
}

}  // namespace dpcert
