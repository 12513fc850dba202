#include "verify/kernel/divergence.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "verify/algebra/algebra.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/proof/step.hpp"

namespace dpcert::verify {

namespace {

// The body as a function of u > 0, the distance from the place, or from 0 where the place is infinite.
struct Approach {
  std::string place;
  bool infinite;
  Expr body;
  Rational reach;  // up to which u, or from which on
};

const Expr& distance() {
  static const Expr u = Expr::variable("u");
  return u;
}

Expr plain(const Expr& e) {
  Algebra algebra([](const Expr&) { return false; });
  return algebra.simplified(e).value_or(e);
}

// Each end from inside, and integers and halves between the ends from the right.
std::vector<Approach> approaches(const Expr& integral) {
  const auto low = low_of(integral), high = high_of(integral);
  const auto a = low ? rational_value(*low) : std::nullopt, b = high ? rational_value(*high) : std::nullopt;
  if ((low && !a) || (high && !b)) return {};
  const Expr& u = distance();
  std::vector<Approach> out;
  const auto near = [&](const Rational& at, bool right, const Rational& room) {
    const Expr x = at.is_zero() ? (right ? u : negate(u)) : right ? add(Expr(at), u) : sub(Expr(at), u);
    const Rational reach = room < Rational(1) ? room : Rational(1);
    const Expr body = body_at(integral, x);
    out.push_back({at.str(), false, at.is_zero() && right ? body : plain(body), reach / Rational(2)});
  };
  const auto far = [&](const std::optional<Rational>& other, bool up) {
    const Rational size = !other ? Rational(0) : other->sign() < 0 ? -*other : *other;
    const Rational from = size < Rational(1) ? Rational(1) : Rational(2) * size;
    out.push_back({up ? "inf" : "-inf", true, up ? body_at(integral, u) : plain(body_at(integral, negate(u))), from});
  };
  const auto room = [&](const Rational& at) { return b ? *b - at : Rational(1); };
  if (a && b && !(*a < *b)) return {};
  if (a) near(*a, true, room(*a));
  if (b) near(*b, false, a ? *b - *a : Rational(1));
  if (!a) far(b, false);
  if (!b) far(a, true);
  constexpr int most = 8;
  for (int halves = -most; halves <= most; ++halves) {
    const Rational at(halves, 2);
    if ((!a || *a < at) && (!b || at < *b)) near(at, true, room(at));
  }
  return out;
}

// k > 0 and a sign, so that sign body >= k/u in a few places; nothing if it does not look so.
std::optional<std::pair<int, Rational>> rate(const Approach& way) {
  auto probe = Probe::of({way.body}, std::vector<Variable>{{std::string(distance().name()), false, {}}});
  if (!probe) return std::nullopt;
  int sign = 0;
  double least = HUGE_VAL;
  for (const int j : {0, 1, 3, 6, 10, 15, 20, 25}) {
    const double u = way.reach.approx() * std::ldexp(1.0, way.infinite ? j : -j);
    probe->at(std::array<double, 1>{u});
    const double v = probe->value() * u;
    if (std::isnan(v) || v == 0) return std::nullopt;
    const int here = v > 0 ? 1 : -1;
    if (sign != 0 && here != sign) return std::nullopt;
    sign = here;
    least = std::min(least, std::fabs(v));
  }
  constexpr double smallest = 1e-6, largest = 1e6;
  if (least < smallest) return std::nullopt;
  // A power of 2 that is smaller.
  return std::pair(sign, Rational::from_double(std::exp2(std::floor(std::log2(std::min(least, largest) * 0.999)))));
}

}  // namespace

std::optional<Divergence> find_divergence(const Expr& integral, std::chrono::duration<double> limit) {
  const auto start = std::chrono::steady_clock::now();
  for (const Approach& way : approaches(integral)) {
    const auto k = rate(way);
    if (!k) continue;
    const Expr &u = distance(), body = k->first > 0 ? way.body : negate(way.body), m = Expr::variable("m");
    const Expr reach(way.reach), rate(k->second);
    // What is integrated between t and the reach: the body, and rate/u.
    const auto over = [&](const Expr& t, const Expr& e) {
      return way.infinite ? Expr::integral(u, reach, t, e) : Expr::integral(u, t, reach, e);
    };
    const Expr least = Expr::variable("@1"), end = Expr::variable("@2");
    const auto low = way.infinite ? reach : Expr(0);
    const auto high = way.infinite ? std::nullopt : std::optional(reach);
    const Formula claim =
        Formula::quantified(Formula::Kind::forall, {"m", least, false, Expr(0), {}, false, false},
                            Formula::quantified(Formula::Kind::exists, {"t", end, false, low, high, false, false},
                                                Formula::of({Rel::ge, over(end, body), least})));
    const Expr t = mul(reach, exp(quotient(way.infinite ? m : negate(m), rate)));
    const Expr other = quotient(rate, u);
    const auto primitive = [&](const Expr& at) { return mul(rate, log(at)); };
    DecideOptions how;
    how.time_limit = limit - (std::chrono::steady_clock::now() - start);
    if (how.time_limit.count() <= 0) break;
    how.max_boxes = 2000;
    auto& lines = how.advice[1];
    const auto add = [&lines](const Step& step) { lines.push_back(to_text(step)); };
    add(rule::Intro{"m"});
    add(rule::Witness{t});
    lines.insert(lines.end(), way.infinite ? 1 : 2, "auto");
    add(rule::Antiderivative{over(t, other), "u", primitive(u), primitive(way.infinite ? reach : t),
                             primitive(way.infinite ? t : reach)});
    add(rule::Cut{{Rel::ge, over(t, body), over(t, other)}});
    add(rule::Termwise{"u"});
    lines.emplace_back("auto");
    add(rule::Combine{Rational(0), {{1, Rational(1)}, {2, Rational(1)}}});
    Decision d2 = decide(parse_statement("language 3\nprove " + to_text(claim) + "\n"), how);
    if (d2.verdict == Verdict::proved) return Divergence{way.place, to_text(claim), std::move(d2.certificate)};
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
