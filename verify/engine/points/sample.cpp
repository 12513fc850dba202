#include "verify/engine/points/sample.hpp"

#include <algorithm>
#include <cmath>

namespace dpcert::verify {

std::uint64_t Random::next() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

Rational two_to(std::int64_t k) { return pow(Rational(2), k); }

namespace {

// Something in (0, 1], many magnitudes: 2^-e * (1 + j/16) / 2, or m * 10^-j.
Rational fraction(Random& r, std::int64_t max_exponent) {
  if (r.chance(30)) return Rational(r.between(1, 9)) * pow(Rational(10), -r.between(1, 15));
  return two_to(-r.between(1, max_exponent)) * Rational(16 + r.between(0, 16), 16);
}

// A positive magnitude: mostly moderate, sometimes large or small, rarely absurd.
Rational magnitude(Random& r) {
  const auto kind = r.below(100);
  const std::int64_t reach = kind < 60 ? 4 : kind < 90 ? 14 : kind < 99 ? 50 : 300;
  if (kind < 15) return Rational(r.between(1, 12));
  if (kind < 25) return Rational(r.between(1, 12), r.between(1, 12));
  return two_to(r.between(-reach, reach)) * Rational(32 + r.between(0, 31), 32);
}

Rational uniform(Random& r, const Rational& lo, const Rational& hi) {
  static constexpr int bits[] = {3, 6, 10, 20, 40};
  const int b = bits[r.below(5)];
  return lo + (hi - lo) * Rational(r.between(0, std::int64_t{1} << b)) * two_to(-b);
}

std::int64_t log2_floor(const Rational& q) {  // of |q| > 0, within 1
  const fmpq* p = q.fmpq_ptr();
  return static_cast<std::int64_t>(fmpz_bits(&p->num)) - static_cast<std::int64_t>(fmpz_bits(&p->den));
}

Rational candidate(const Variable& v, Random& r) {
  const Range& range = v.range;
  const auto kind = r.below(100);
  if (!range.bounded()) {
    if (range.lo.infinite && range.hi.infinite) {
      if (kind < 8) return 0;
      const Rational m = kind < 20 ? Rational(r.between(1, 20)) : magnitude(r);
      return r.chance(50) ? m : -m;
    }
    const bool up = range.hi.infinite;
    const Rational& end = up ? range.lo.value : range.hi.value;
    if (kind < 5) return end;
    Rational m = kind < 20 ? fraction(r, 50) : magnitude(r);
    // Away from an end other than 0, integers and simple numbers are simple in themselves and not as distances from the
    // end.
    return up ? end + m : end - m;
  }
  const Rational& lo = range.lo.value;
  const Rational& hi = range.hi.value;
  const Rational width = hi - lo;
  if (kind < 5) return r.chance(50) ? lo : hi;
  if (kind < 18) return lo + width * fraction(r, 50);
  if (kind < 31) return hi - width * fraction(r, 50);
  if (kind < 43) {
    const Rational m = uniform(r, lo, hi);
    const Rational reach = width * two_to(-r.between(2, 12));
    return simplest_between(std::max(lo, m - reach), std::min(hi, m + reach));
  }
  if (kind < 55) return Rational(2 * uniform(r, lo, hi)).floor() / Rational(2);
  const bool positive = lo.sign() >= 0;
  if (kind < 75 && (positive || hi.sign() <= 0)) {  // log-uniform in |x|
    const Rational& far = positive ? hi : lo;
    const Rational& near = positive ? lo : hi;
    const std::int64_t top = log2_floor(far);
    const std::int64_t bottom = near.is_zero() ? top - 50 : log2_floor(near);
    const Rational m = two_to(r.between(std::min(bottom, top), top)) * Rational(32 + r.between(0, 31), 32);
    return positive ? m : -m;
  }
  if (kind < 65) {  // around 0, all magnitudes
    const Rational m = width * fraction(r, 50);
    return r.chance(50) ? m : -m;
  }
  return uniform(r, lo, hi);
}

}  // namespace

Rational moved_inside(const Variable& v, const Rational& wanted) {
  const Range& range = v.range;
  Rational q = v.integer ? Rational(wanted + Rational(1, 2)).floor() : wanted;
  if (range.contains(q)) return q;
  const bool below = !range.lo.infinite && q <= range.lo.value;
  const End& end = below ? range.lo : range.hi;
  const End& other = below ? range.hi : range.lo;
  if (v.integer) {
    q = below ? end.value.ceil() : end.value.floor();
    if (!range.contains(q)) q = below ? q + Rational(1) : q - Rational(1);
    return q;
  }
  if (end.closed) return end.value;
  const Rational width = other.infinite ? Rational(1) : dpcert::abs(other.value - end.value);
  const Rational step = width * two_to(-20);
  return below ? end.value + step : end.value - step;
}

Rational draw(const Variable& v, Random& random) { return moved_inside(v, candidate(v, random)); }

Values simple_values(const Variable& v) {
  Values found;
  const auto add = [&](const Rational& q) {
    if (v.range.contains(q) && (!v.integer || q.is_integer()) && std::ranges::find(found, q) == found.end())
      found.push_back(q);
  };
  const Range& r = v.range;
  if (!r.lo.infinite && !r.hi.infinite && r.lo.value > r.hi.value) return found;  // of a quantifier over nothing
  for (const int n : {1, 0, 2, -1, 3, 4, -2}) add(n);
  if (!r.lo.infinite) add(r.lo.value);
  if (!r.hi.infinite) add(r.hi.value);
  if (v.integer) {
    if (!r.lo.infinite) {
      const Rational first = moved_inside(v, r.lo.value);
      for (const int k : {0, 1, 2}) add(first + Rational(k));
    }
    if (!r.hi.infinite) {
      const Rational last = moved_inside(v, r.hi.value);
      for (const int k : {0, 1}) add(last - Rational(k));
    }
  }
  add(Rational(1, 2));
  if (r.bounded()) {
    const Rational w = r.hi.value - r.lo.value;
    add(simplest_between(r.lo.value + w / Rational(3), r.hi.value - w / Rational(3)));
    for (const int k : {4, 10, 100}) {
      const Rational step = w / Rational(k);
      add(simplest_between(r.lo.value + step / Rational(2), r.lo.value + step));
      add(simplest_between(r.hi.value - step, r.hi.value - step / Rational(2)));
    }
  } else if (!r.lo.infinite) {
    for (const Rational& d : {Rational(1), Rational(1, 2), Rational(2), Rational(1, 100)}) add(r.lo.value + d);
  } else if (!r.hi.infinite) {
    for (const Rational& d : {Rational(1), Rational(1, 2), Rational(2), Rational(1, 100)}) add(r.hi.value - d);
  }
  for (const auto& q :
       {Rational(10), Rational(1, 3), Rational(2, 3), Rational(3, 2), Rational(1, 4), Rational(3, 4), Rational(-3),
        Rational(1, 10), Rational(100), Rational(5), Rational(-1, 2), Rational(7), Rational(1000)}) {
    add(q);
  }
  if (found.empty())
    found.push_back(moved_inside(v, r.lo.infinite ? (r.hi.infinite ? Rational(0) : r.hi.value) : r.lo.value));
  return found;
}

namespace {

// One coordinate changed on its own scale: relative to zero, or relative to its distance from an end.
Rational varied(const Variable& v, const Rational& x, Random& r) {
  if (r.chance(15)) return draw(v, r);
  const Rational factor =
      r.chance(50) ? two_to(r.between(-6, 6)) : Rational(1) + fraction(r, 30) * Rational(r.chance(50) ? 1 : -1);
  Rational origin = 0;
  if (!v.range.lo.infinite && r.chance(40)) origin = v.range.lo.value;
  if (!v.range.hi.infinite && r.chance(40)) origin = v.range.hi.value;
  Rational y = origin + (x - origin) * factor;
  if (v.integer && y == x) y += Rational(r.between(-3, 3));
  if (y.bits() > 240) {  // varied many times: keep the numbers short
    const Rational reach = dpcert::abs(y) * two_to(-60);
    if (!reach.is_zero()) y = simplest_between(y - reach, y + reach);
  }
  return moved_inside(v, y);
}

}  // namespace

bool draw_point(const Problem& problem, const std::vector<Values>& pool, Random& r, Values& x) {
  const auto& variables = problem.variables();
  const auto& free = problem.free();
  x.resize(problem.size());
  if (!pool.empty() && r.chance(45)) {
    x = pool[r.below(pool.size())];
    if (r.chance(20)) {  // between two points of the pool, or beyond
      const Values& y = pool[r.below(pool.size())];
      const Rational t(r.between(-2, 10), 8);
      for (const std::size_t i : free) {
        if (x[i] != y[i]) x[i] = moved_inside(variables[i], x[i] + (y[i] - x[i]) * t);
      }
    } else if (!free.empty()) {
      for (auto n = r.below(2) + 1; n > 0; --n) {
        const std::size_t i = free[r.below(free.size())];
        x[i] = varied(variables[i], x[i], r);
      }
    }
  } else {
    for (const std::size_t i : free) x[i] = draw(variables[i], r);
    if (free.size() > 1 &&
        r.chance(20)) {  // equal coordinates, nearly equal ones, and other relations that formulas like
      const std::size_t i = free[r.below(free.size())];
      const std::size_t j = free[r.below(free.size())];
      Rational y = x[i];
      switch (r.below(6)) {
        case 0:
        case 1:
          break;
        case 2:
          y = y * (Rational(1) + fraction(r, 50));
          break;
        case 3:
          y = y - dpcert::abs(y) * fraction(r, 50);
          break;
        case 4:
          y = Rational(1) - y;
          break;
        default:
          if (!y.is_zero()) y = Rational(1) / y;
      }
      if (i != j) x[j] = moved_inside(variables[j], y);
    }
  }
  if (!problem.faces().empty() && r.chance(10)) {
    const Solved& face = problem.faces()[r.below(problem.faces().size())];
    if (problem.solve(face, x)) {
      if (r.chance(50)) {
        const Rational nudge = std::max(dpcert::abs(x[face.coordinate]), two_to(-10)) * fraction(r, 50);
        x[face.coordinate] += r.chance(50) ? nudge : -nudge;
      }
      x[face.coordinate] = moved_inside(variables[face.coordinate], x[face.coordinate]);
    }
  }
  return problem.complete(x) && problem.inside(x);
}

}  // namespace dpcert::verify
