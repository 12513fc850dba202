// The normal form of a random expression has the same value as the expression, wherever both are defined.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "verify/checker/terms/context.hpp"
#include "verify/checker/text/parse.hpp"

namespace dpcert::checker {
namespace {

struct Generator {
  std::mt19937 random;
  int below(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

  std::string formula(int depth) {
    if (depth == 0) {
      static const char* leaves[] = {"x", "y", "n", "2", "3", "(-1)", "(1/2)", "(3/4)", "6", "pi", "0", "1", "n*n"};
      return leaves[below(13)];
    }
    const std::string a = formula(depth - 1);
    switch (below(15)) {
      case 0:
      case 1:
        return "(" + a + " + " + formula(depth - 1) + ")";
      case 2:
        return "(" + a + " - " + formula(depth - 1) + ")";
      case 3:
      case 4:
        return "(" + a + ")*(" + formula(depth - 1) + ")";
      case 5:
        return "(" + a + ")/(" + formula(depth - 1) + ")";
      case 6:
        return "(" + a + ")^(" + formula(depth - 1) + ")";
      case 7:
        return "(" + a + ")^(" + std::to_string(below(9) - 4) + "/2)";
      case 8:
        return "sqrt(" + a + ")";
      case 9:
        return "log(" + a + ")";
      case 10:
        return "exp(" + a + ")";
      case 11: {
        static const char* names[] = {"lgamma(", "digamma(",    "trigamma(", "polygamma(2, ", "cosh(",
                                      "sinh(",   "tanh(",       "log1p(",    "expm1(",        "erf(",
                                      "erfc(",   "normal_cdf(", "abs(",      "xlogy(2, ",     "min(1, "};
        const std::string f = names[below(15)];
        return f + a + (below(2) ? ")" : " + " + std::to_string(below(3)) + ")");
      }
      case 12:
        return "max(" + a + ", " + formula(depth - 1) + ")";
      default: {
        static const char* names[] = {"floor(", "ceil(", "abs("};
        return names[below(3)] + a + ")";
      }
    }
  }
};

void same_values(unsigned seed, const Range& rx, const Range& ry, int count) {
  Generator g{std::mt19937(seed)};
  int compared = 0;
  for (int i = 0; i < count; ++i) {
    const std::string text = g.formula(1 + i % 4);
    try {
      Pool pool;
      Reader in(pool, tokenize(text), true);
      Goal goal{std::make_shared<Frame>(), {}};
      const Range ranges[] = {rx, ry, {Q(0), Q(3), false, false, true}};
      for (int k = 0; k < 3; ++k) {
        const Ex v = pool.var(std::string(1, "xyn"[k]));
        in.names[std::string(1, "xyn"[k])] = {v, {}};
        goal.box[pool[v].k] = ranges[k];
      }
      const Ex e = in.expression();
      Normal plain(pool);
      Auto automatic(pool, plain, goal);
      Normal full(
          pool, integers_of(goal.box), [&](Ex u) { return automatic.positive(u); },
          [&](Ex u) { return automatic.nonnegative(u); });
      for (Normal* normal : {&plain, &full}) {
        const Ex s = normal->simplified(e);
        for (int k = 0; k < 4; ++k) {
          auto inside = [&](const Range& r) {  // often a closed end
            const int first = r.lo_open ? 1 : -2, last = r.hi_open ? 7 : 10;
            const int at = std::clamp(first + g.below(last - first + 1), 0, 8);
            return *r.lo + (*r.hi - *r.lo) * Q(at) / Q(8);
          };
          const Q point[] = {inside(rx), inside(ry), Q(g.below(4))};
          Ex a = e, b = s;
          for (int x = 0; x < 3; ++x)
            a = pool.substitute(a, x, pool.num(point[x])), b = pool.substitute(b, x, pool.num(point[x]));
          Goal nowhere{std::make_shared<Frame>(), {}};
          Auto here(pool, plain, nowhere, 256);
          auto defined = [&](Ex u) {  // as it stands: (-1)^x is not, whatever x is
            std::vector<Condition> all;
            pool.defined(u, integers_of(goal.box), all);
            return std::all_of(all.begin(), all.end(), [&](Condition c) {
              for (int x = 0; x < 3; ++x)
                c.u = pool.substitute(c.u, x, pool.num(point[x])), c.v = pool.substitute(c.v, x, pool.num(point[x]));
              return here.holds(c);
            });
          };
          if (!defined(e) || !defined(s)) continue;
          Tape t(pool, {a, b});
          t.run({}, 256);
          if (!t.out(0).finite() || !t.out(1).finite()) continue;
          ++compared;
          EXPECT_TRUE(arf_cmp(t.out(0).lo, t.out(1).hi) <= 0 && arf_cmp(t.out(1).lo, t.out(0).hi) <= 0)
              << text << " at " << point[0].text() << " " << point[1].text() << " " << point[2].text();
        }
      }
    } catch (const Reject&) {
    }
  }
  EXPECT_GT(compared, count / 2);
}

TEST(NormalForm, KeepsTheValue) {
  same_values(1, {Q(0), Q(2), true, false}, {Q(1) / Q(2), Q(3), false, false}, 1500);
  same_values(2, {Q(-2), Q(2), false, false}, {Q(-1), Q(0), false, true}, 1500);
  same_values(3, {Q(-3), Q(-1), false, false}, {Q(0), Q(1), false, false}, 1500);
}

}  // namespace
}  // namespace dpcert::checker
