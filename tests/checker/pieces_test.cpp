// Piecewise definitions: the formulas that they stand for, what is proved of them, and what must not be.
#include <functional>

#include "tests/checker/symbolic.hpp"
#include "verify/checker/terms/context.hpp"
#include "verify/checker/text/parse.hpp"

namespace dpcert::checker::test {
namespace {

const std::string x = "var x in [-3, 3]\n", clip = x + "let clip(t) = piece(t < -1: -1, t > 1: 1, t)\n";

/// What the text claims is, form for form, the formula that is written out.
void stands_for(const std::string& declarations, const std::string& piece, const std::string& formula) {
  Pool pool;
  const auto read = [&](const std::string& claim) {
    return elaborate(pool, "language 3\n" + declarations + "prove " + claim + "\n", {}).conclusions.at(0);
  };
  const Form a = read(piece), b = read(formula);
  const std::function<bool(const Form&, const Form&)> same = [&](const Form& f, const Form& g) {
    if (f->kind != g->kind || f->parts.size() != g->parts.size()) return false;
    const Relation &r = f->stated.relation, &s = g->stated.relation;
    if (f->kind == Formula::Relation && (r.lhs != s.lhs || r.rhs != s.rhs || r.rel != s.rel)) return false;
    return std::equal(f->parts.begin(), f->parts.end(), g->parts.begin(), same);
  };
  EXPECT_TRUE(same(a, b)) << piece;
}

TEST(Pieces, AreCases) {
  stands_for(x, "piece(x > 0: x, -x) >= 0", "{x > 0 implies x >= 0} and {0 >= x implies -x >= 0}");
  stands_for(x, "piece(x >= 0: x, -x) >= 0", "{x >= 0 implies x >= 0} and {0 > x implies -x >= 0}");
  stands_for(x, "piece(x = 1: 2, x^2) >= 0", "{x = 1 implies 2 >= 0} and {{x > 1 or 1 > x} implies x^2 >= 0}");
  stands_for(x, "0 <= piece(x < 1: 2, x) < 5",
             "{x < 1 implies {2 >= 0 and 2 < 5}} and {x >= 1 implies {x >= 0 and x < 5}}");
  stands_for(clip, "clip(x) <= 1",
             "{x < -1 implies -1 <= 1} and {x >= -1 implies {{x > 1 implies 1 <= 1} and "
             "{1 >= x implies x <= 1}}}");
  // Two of them: the first one written is outermost.
  stands_for(x, "piece(x < 0: 1, 2) <= piece(x > 2: 3, 4)",
             "{x < 0 implies {{x > 2 implies 1 <= 3} and {2 >= x implies 1 <= 4}}} and "
             "{x >= 0 implies {{x > 2 implies 2 <= 3} and {2 >= x implies 2 <= 4}}}");
  // One inside a part of another, and one at each index of a sum that is written out.
  stands_for(x, "piece(x > 0: piece(x > 1: 5, 6), 7) > 0",
             "{x > 0 implies {{x > 1 implies 5 > 0} and {1 >= x implies 6 > 0}}} and {0 >= x implies 7 > 0}");
  stands_for(x, "sum(k, 1, 2, piece(x > k: k, 0)) >= 0",
             "{x > 1 implies {{x > 2 implies 1 + 2 >= 0} and {2 >= x implies 1 + 0 >= 0}}} and "
             "{1 >= x implies {{x > 2 implies 0 + 2 >= 0} and {2 >= x implies 0 + 0 >= 0}}}");
}

TEST(Pieces, AreProvedCaseByCase) {
  const std::string all = "parts\nintro\nsign\nintro\nsign\n";
  accepts(prove3(x + "prove piece(x >= 0: x, -x) >= 0\n", "x=1", all));
  rejects(prove3(x + "prove piece(x >= 0: x, x) >= 0\n", "x=1", all));
  rejects(prove3(x + "prove piece(x >= 0: -x, -x) >= 0\n", "x=1", all));
  rejects(prove3(x + "prove piece(x >= 0: x, -x) > 0\n", "x=1", all));
  // No rule for relations closes it, and no part may be left out.
  rejects(prove3(x + "prove piece(x >= 0: x, -x) >= 0\n", "x=1", "sign\n"), "formula");
  rejects(prove3(x + "prove piece(x >= 0: x, -x) >= 0\n", "x=1", "parts\nintro\nsign\n"));
  // The part at the place itself.
  accepts(prove3(x + "prove piece(x = 0: 1, x^2) > 0\n", "x=1",
                 "parts\nintro\nsign\nintro\nbranch 2\nfactor (x) (x)\nsign\nfactor (-x) (-x)\nsign\n"));
  rejects(prove3(x + "prove piece(x >= 0: x^2, 1) > 0\n", "x=1", all));
}

TEST(Pieces, AreDefinedAsFarAsTheyApply) {
  const std::string log = "prove piece(x > 0: x*log(x), 0) >= -1\n";
  accepts(prove3("var x in [-3, 0]\n" + log, "x=-1", "parts\nintro\nprune 1 64\nintro\nsign\n"));
  // The relations in front of the parts must be defined, the value where it applies.
  const std::string vacuous = "parts\nintro\nsign\nintro\nsign\n";
  rejects(prove3(x + "prove piece(log(x) > 9: 1, 1) > 0\n", "x=1", vacuous), "defined");
  rejects(prove3(x + "prove piece(x > 0: 1, log(x) - log(x)) >= 0\n", "x=1", "parts\nintro\nsign\nintro\nidentity\n"),
          "defined");
  rejects(prove3(x + "prove piece(x < -1: 1, 1/x < 0: 1, 1) > 0\n", "x=1",
                 "parts\nintro\nsign\nintro\nparts\nintro\nsign\nintro\nsign\n"),
          "defined");
  // So must a hypothesis be.
  rejects(prove3(x + "assume piece(log(x) > 0: 1, 1) >= 1\nprove x > 5\n", "x=1", "sign\n"), "defined");
  // What a derivative asks for in one part is asked for there alone.
  accepts(prove3(x + "prove piece(x > 0: diff(sqrt(x), x), 1) > 0\n", "x=1", vacuous));
  rejects(prove3(x + "prove piece(x >= 0: diff(sqrt(x), x), 1) > 0\n", "x=1", vacuous), "defined");
}

TEST(Pieces, AmongTheHypothesesAreFacts) {
  const std::string given = clip + "assume clip(x) >= 1/2\n";
  accepts(prove3(given + "prove x >= -1\n", "x=1", "cases (x + 1)\nhyp 1\napply 1\nbound 1\nsign\nprune 2 64\n"));
  rejects(prove3(given + "prove x >= -1\n", "x=1", "cases (x + 1)\nhyp 1\napply 2\nbound 1\nsign\nprune 2 64\n"));
  rejects(prove3(given + "prove x >= 1/2\n", "x=1", "hyp 1\n"));
  rejects(prove3(given + "prove x >= -1\n", "x=0", "cases (x + 1)\nhyp 1\napply 1\nbound 1\nsign\nprune 2 64\n"),
          "point");
}

TEST(Pieces, HaveNoMeaningElsewhere) {
  for (const std::string text :
       {"prove diff(clip(x), x) >= 0\n", "prove at(clip(x), x, 0) >= 0\n", "let c = clip(x)\nprove c <= 1\n",
        "prove integral(u, 0, 1, clip(u)) >= 0\n", "int n in [1, 3]\nprove sum(k, 1, n, clip(k)) >= 0\n",
        "law P = normal(clip(x), 1)\nprove x <= 3\n", "prove piece(clip(x) > 0: 1, 2) > 0\n"})
    rejects(prove3(clip + text, "x=1", "sign\n"), "no meaning here");
  rejects(prove3(clip + "prove x <= 3\n", "x=1", "cut piece(x > 0: 1, 2) > 0\nsign\nsign\n"), "not known");
  rejects(prove(x + "prove piece(x > 0: 1, 2) > 0\n", "x=1", "eval 64\n"));
}

}  // namespace
}  // namespace dpcert::checker::test
