// What `forall` hypotheses and facts say at each index of a range, without a proof line.
#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

const std::string start = "int n in [1, inf)\nint m in [0, inf)\nseq c(i)\n";
const std::string point = "with c(i)=1; n=2 m=1";

Result from(const std::string& forall, const std::string& goal, const std::string& tree = "sign\n") {
  return prove3(start + "assume " + forall + "\nprove " + goal + "\n", point, tree);
}

TEST(ForallsAtEachIndex, GiveTheSignOfASum) {
  accepts(from("forall int i in [1, n]: c(i) > 0", "sum(i, 1, n, c(i)) > 0"));
  accepts(from("forall int i in [1, inf): c(i) > 0", "sum(i, 1, n, c(i)) > 0"));
  accepts(from("forall int i in [0, n + 1]: c(i) > 0", "sum(i, 1, n, c(i)) > 0"));
  accepts(from("forall int i in [1, n]: c(i) >= 0", "sum(i, 1, n, c(i)) >= 0"));
  accepts(from("forall int i in [1, n]: c(i) > 0", "prod(i, 1, n, c(i)) > 0"));
  accepts(from("forall int i in [1, n]: c(i) > 0", "sum(i, 1, n, sum(j, 1, i, i*c(j))) > 0"));
  accepts(from("forall int i in [1, m]: c(i) > 0", "sum(i, 1, m, c(i)) >= 0"));
}

TEST(ForallsAtEachIndex, SayNothingBeyondTheirEnds) {
  for (const std::string forall :
       {"forall int i in [2, n]: c(i) > 0", "forall int i in [1, n - 1]: c(i) > 0", "forall int i in [1, m]: c(i) > 0",
        "forall int i in [1, n]: c(i) >= 0", "forall int i in [1, n]: c(i) < 2", "forall int i in [1, n]: c(i + 1) > 0",
        "forall int i in [1, n]: forall int j in [1, i]: c(j) > 0", "forall int i in [n, n]: c(i) > 0"})
    rejects(from(forall, "sum(i, 1, n, c(i)) > 0"), "sign is not known");
  // An empty range has a sum that is 0.
  rejects(from("forall int i in [1, m]: c(i) > 0", "sum(i, 1, m, c(i)) > 0"), "sign is not known");
  rejects(from("forall int i in [1, n]: c(i) > 0", "sum(i, 1, n, sum(j, 1, i + 1, c(j))) > 0"), "sign is not known");
  rejects(from("forall int i in [1, n]: c(i) > 0", "sum(i, 1, n, c(i) - 1) > 0"), "sign is not known");
}

TEST(ForallsAtEachIndex, MakeABodyDefined) {
  const std::string sum = "sum(i, 1, n, log(c(i)))";
  accepts(from("forall int i in [1, n]: c(i) > 0", sum + " = " + sum, "identity\n"));
  rejects(from("forall int i in [2, n]: c(i) > 0", sum + " = " + sum, "identity\n"), "not known to be defined");
  rejects(from("forall int i in [1, n]: c(i) >= 0", sum + " = " + sum, "identity\n"), "not known to be defined");
  // Of hypotheses by those in front of them alone, and by themselves never.
  const std::string positive = "assume forall int i in [1, n]: c(i) > 0\n", less = "assume " + sum + " <= 1\n",
                    claim = "prove " + sum + " <= 1\n";
  accepts(prove3(start + positive + less + claim, point, "hyp 1\n"));
  rejects(prove3(start + less + positive + claim, point, "hyp 1\n"), "not known to be defined");
  rejects(prove3(start + "assume forall int i in [1, n]: log(c(i)) > -1\n" + claim, point, "sign\n"),
          "not known to be defined");
}

TEST(ForallsAtEachIndex, MayBeFacts) {
  const auto by_fact = [](const std::string& fact, const std::string& goal) {
    return prove3(start + "assume forall int i in [0, inf): c(i) >= 2\nprove " + goal + "\n", "with c(i)=2; n=2 m=1",
                  "cut " + fact + "\nintro k\ninst 1 (k)\ncombine 3 2 (c(k) + 2)\nsign\n");
  };
  accepts(by_fact("forall int i in [1, n]: c(i)^2 - 1 > 0", "sum(i, 1, n, c(i)^2 - 1) > 0"));
  accepts(by_fact("forall int i in (0, n + 1): c(i)^2 - 1 > 0", "sum(i, 1, n, c(i)^2 - 1) > 0"));
  rejects(by_fact("forall int i in (1, n]: c(i)^2 - 1 > 0", "sum(i, 1, n, c(i)^2 - 1) > 0"), "sign is not known");
  rejects(by_fact("forall int i in [1, n): c(i)^2 - 1 > 0", "sum(i, 1, n, c(i)^2 - 1) > 0"), "sign is not known");
}

// Between ends that are undefined lies no integer: a fact with such ends is true whatever its body says.
TEST(ForallsAtEachIndex, HaveDefinedEnds) {
  const auto with = [](const std::string& box) {
    return prove3(start + "var b in " + box +
                      "\nassume forall int i in [0, inf): c(i) >= 2\nprove sum(i, 1, n, c(i)^2 - 1) > 0\n",
                  "with c(i)=2; n=2 m=1 b=1",
                  "cut forall int i in [1, n + 0*floor(log(b))]: c(i)^2 - 1 > 0\nintro k\ninst 1 (k)\n"
                  "combine 3 2 (c(k) + 2)\nsign\n");
  };
  accepts(with("[1/2, 1]"));
  rejects(with("[-1, 1]"), "sign is not known");
  // What a statement assumes has defined ends anyway.
  rejects(prove3("int n in [1, inf)\nvar b in [-1, 1]\nseq c(i)\n"
                 "assume forall int i in [1, n + floor(log(b))]: {c(i) > 0 or b > 2}\nprove sum(i, 1, n, c(i)) > 0\n",
                 "with c(i)=1; n=1 b=1", "sign\n"),
          "not known to be defined");
}

}  // namespace
}  // namespace dpcert::checker::test
