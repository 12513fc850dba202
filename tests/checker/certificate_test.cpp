// The file around the proof: digest, sections, points, refutations; damage of all kinds.
#include <zlib.h>

#include <random>

#include "tests/checker/certificates.hpp"

namespace dpcert::checker::test {
namespace {

const std::string kStatement = "title \"t\"\nvar x in [0, 4]\nassume x >= 1\nprove x*x > 1/2\n";
const std::string kProof = "inhabited x=2\ngoal 1\nsplit x 3/4\nprune 1 64\nsplit x 2\neval 64\neval 64\n";

std::string gzip(const std::string& s) {
  std::string out(s.size() + 200, '\0');
  z_stream z{};
  deflateInit2(&z, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(s.data()));
  z.avail_in = static_cast<uInt>(s.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}
void unreadable(const Result& r) {
  EXPECT_FALSE(r.readable);
  EXPECT_FALSE(r.accepted);
  EXPECT_NE(r.reason, "");
}

TEST(File, Fields) {
  const Result r = check(certificate(kStatement, "proved", kProof));
  accepts(r);
  EXPECT_EQ(r.claim, "test");
  EXPECT_EQ(r.verdict, "proved");
  EXPECT_EQ(r.statement, kStatement);
  EXPECT_EQ(r.lines, 5u);
  EXPECT_EQ(r.line, 0u);
  EXPECT_TRUE(r.proved_on.empty());
}

TEST(File, PlainAndGzip) {
  const std::string c = certificate(kStatement, "proved", kProof);
  accepts(check(c));
  accepts(check(gzip(c)));
  unreadable(check(gzip(c).substr(0, 60)));
  unreadable(check(gzip(c) + "x"));
  unreadable(check(gzip(c) + gzip(c)));
  std::string damaged = gzip(c);
  damaged[40] = static_cast<char>(damaged[40] ^ 4);
  unreadable(check(damaged));
}

TEST(File, EveryTruncationIsUnreadable) {
  const std::string c = certificate(kStatement, "proved", kProof);
  for (std::size_t n = 0; n + 1 < c.size(); ++n) unreadable(check(std::string_view(c).substr(0, n)));
  accepts(check(std::string_view(c).substr(0, c.size() - 1)));  // only the last newline is missing
  unreadable(check(c + "\n"));
  unreadable(check(c + c));
  unreadable(check("\n" + c));
}

// What a text-mode copy makes of it.
TEST(File, ConvertedLineEndsAreNamed) {
  std::string converted;
  for (const char byte : certificate(kStatement, "proved", kProof))
    converted += byte == '\n' ? "\r\n" : std::string(1, byte);
  const Result r = check(converted);
  unreadable(r);
  EXPECT_NE(r.reason.find("CR LF"), std::string::npos) << r.reason;
}

TEST(File, EveryChangedByteIsUnreadable) {
  const std::string c = certificate(kStatement, "proved", kProof);
  for (std::size_t i = 0; i + 1 < c.size(); ++i) {
    std::string d = c;
    d[i] = static_cast<char>(d[i] ^ 1);
    EXPECT_FALSE(check(d).accepted) << i;
  }
}

// With a fresh digest a changed file is a certificate of something else: it must not crash, and what it proves must be
// true.
TEST(File, MutationsUnderAFreshDigest) {
  std::mt19937 random(20240521);
  const std::string c = certificate(kStatement, "proved", kProof);
  const std::string body = c.substr(0, c.rfind("digest"));
  const std::string alphabet = "0123456789xyn()[]+-*/^ \n.,=<>goalsplitevalinf\"#\xff";
  for (int i = 0; i < 3000; ++i) {
    std::string d = body;
    for (int k = 0; k < 1 + i % 3; ++k) {
      const std::size_t at = 21 + random() % (d.size() - 21);
      const char ch = alphabet[random() % alphabet.size()];
      switch (random() % 3) {
        case 0:
          d[at] = ch;
          break;
        case 1:
          d.erase(at, 1);
          break;
        default:
          d.insert(at, 1, ch);
      }
    }
    const Result r = check(sealed(d));
    EXPECT_EQ(r.accepted, r.reason.empty());
  }
}

TEST(File, Sections) {
  auto with = [](const std::string& verdict, const std::string& sections) {
    return check(certificate(kStatement, verdict, sections));
  };
  rejects(with("true", kProof), "verdict");
  rejects(with("proved", ""), "section");
  rejects(with("proved", kProof + kProof), "more than one");
  rejects(with("proved", kProof.substr(kProof.find("goal"))), "inhabited");
  rejects(with("proved", "inhabited x=2\n"), "too early");
  rejects(with("proved", "inhabited x=2\ngoal 2\neval 64\n"), "goal 1");
  rejects(with("proved", kProof + "goal 1\n" + "eval 64\n"));
  rejects(with("proved", kProof + "eval 64\n"));
  rejects(with("proved", "inhabited x=2\ngoal 1\nsplit x 3/4\nprune 1 64\n"), "not complete");
  rejects(with("proved-on", kProof), "restriction");
  rejects(with("proved", "on x in [1, 2]\n" + kProof), "restriction");
  rejects(with("refuted", kProof), "refutation");
  rejects(with("proved", "refute 1 x=2\nby eval 64\n"), "belong");
  rejects(
      check(certificate("var x in [0, 1]\nprove x >= 0\nprove x <= 1\n", "proved", "inhabited x=1\ngoal 1\neval 64\n")),
      "");
  rejects(check(sealed("dpcert-certificate 1\nstatement 99\nvar x in [0, 1]\nverdict proved\n")), "early");
  unreadable(check(sealed("dpcert-certificate 4\nstatement 0\nverdict proved\n")));
}

TEST(File, StatementsOfVersionThreeNeedCertificatesOfVersionThree) {
  const auto with = [](int version, const std::string& statement) {
    return check(sealed("dpcert-certificate " + std::to_string(version) + "\nstatement " +
                        std::to_string(std::count(statement.begin(), statement.end(), '\n')) + "\n" + statement +
                        "verdict proved\n" + kProof));
  };
  accepts(with(3, kStatement));
  accepts(with(3, "language 3\n" + kStatement));
  accepts(with(3, "# a comment\n\nlanguage 3\n" + kStatement));
  rejects(with(2, "language 3\n" + kStatement), "an earlier version");
  rejects(with(1, "language 3\n" + kStatement), "an earlier version");
  rejects(with(3, "language 2\n" + kStatement), "`language 3`");
  rejects(with(3, "language 4\n" + kStatement), "`language 3`");
  rejects(with(3, "language\n" + kStatement), "`language 3`");
  rejects(with(3, "language 3\nlanguage 3\n" + kStatement), "first declaration");
  rejects(with(3, kStatement + "language 3\n"), "first declaration");
}

TEST(File, Restrictions) {
  const std::string s = "var x in [0, 4)\nprove x*x > 1/2\n";
  auto on = [&](const std::string& line, const std::string& point = "x=2") {
    return check(certificate(s, "proved-on", line + "inhabited " + point + "\ngoal 1\neval 64\n"));
  };
  const Result r = on("on x in [1, 4)\n");
  accepts(r);
  EXPECT_EQ(r.proved_on, std::vector<std::string>{"x in [1, 4)"});
  rejects(on("on x in [0, 4)\n"), "does not prove");
  rejects(on("on x in [1, 4]\n"), "part of the domain");
  rejects(on("on x in [1, 5)\n"), "part of the domain");
  rejects(on("on x in [1, inf)\n"), "part of the domain");
  rejects(on("on x in [-1, 2]\n"), "part of the domain");
  rejects(on("on y in [1, 2]\n"), "no variable");
  rejects(on("on x in [3, 2]\n"), "empty");
  rejects(on("on x in [1, 2]\n", "x=3"), "outside");
  accepts(on("on x in [1, 3]\non x in [2, 3]\n"));
  rejects(on("on x in [2, 3]\non x in [1, 3]\n"), "part of the domain");
}

TEST(Inhabited, ExactPoint) {
  auto at = [](const std::string& declarations, const std::string& point) {
    return prove(declarations + "prove 1 > 0\n", point, "sign\n");
  };
  const std::string v = "var x in (0, 1]\nint n in [0, 3]\n";
  accepts(at(v, "x=1/2 n=3"));
  rejects(at(v, "x=0 n=3"), "outside");
  rejects(at(v, "x=2 n=3"), "outside");
  rejects(at(v, "x=1/2 n=1/2"), "outside");
  rejects(at(v, "x=1/2"), "no value");
  rejects(at(v, "x=1/2 n=1 n=1"), "twice");
  rejects(at(v, "x=1/2 n=1 y=1"), "no variable");
  rejects(at(v, ""), "no value");
  accepts(at(v + "assume x^2 + n = 5/4\n", "x=1/2 n=1"));
  rejects(at(v + "assume x^2 + n = 5/4\n", "x=1/4 n=1"), "hypothesis 1");
  rejects(at(v + "assume x > 1/2\n", "x=1/2 n=1"), "hypothesis 1");
  accepts(at(v + "assume x >= 1/2\n", "x=1/2 n=1"));
  accepts(at(v + "assume sqrt(x) = 1/2\n", "x=1/4 n=1"));
  accepts(at("var x in [2, 3]\nassume forall y in [0, 1]: y*(1 - y) <= x/8\n", "x=5/2"));
  rejects(at("var x in [1, 3]\nassume forall y in [0, 1]: y*(1 - y) <= x/8\n", "x=1"), "forall");
  // No point satisfies these, so nothing is proved about anything.
  rejects(at("var x in [0, 1]\nassume x > 1\n", "x=1"), "hypothesis 1");
}

TEST(Refute, ExactCounterexamples) {
  const std::string s = "var x in (0, 1]\nint n in [0, 9]\nassume x + n <= 3\nprove x + n < 2\nprove n <= 9\n";
  const Result r = refute(s, "1 x=1/2 n=2\nby eval 64\n");
  accepts(r);
  EXPECT_EQ(r.counterexample, "x=1/2 n=2");
  EXPECT_EQ(r.verdict, "refuted");
  accepts(refute(s, "1 x=1 n=1\nby equal\n"));
  accepts(refute(s, "1 x=1 n=1\nby eval 64\n"));  // 2 < 2 is certainly false
  rejects(refute(s, "1 x=1/2 n=3\nby eval 64\n"), "hypothesis 1");
  rejects(refute(s, "1 x=0 n=3\nby eval 64\n"), "outside");
  rejects(refute(s, "1 x=1/2 n=3/2\nby eval 64\n"), "outside");  // integer relaxations never refute
  rejects(refute(s, "1 x=1/2 n=1\nby eval 64\n"), "not certain");
  rejects(refute(s, "1 x=1/2 n=2\nby equal\n"), "not equal");
  rejects(refute(s, "2 x=1/2 n=2\nby equal\n"), "strict");
  rejects(refute(s, "3 x=1/2 n=2\nby eval 64\n"), "no conclusion");
  rejects(refute(s, "0 x=1/2 n=2\nby eval 64\n"), "no conclusion");
  rejects(refute(s, "1 x=1/2\nby eval 64\n"), "no value");
  rejects(refute(s, "1 x=1/2 n=2\n"));
  rejects(refute(s, "1 x=1/2 n=2\nby faith\n"));
  rejects(refute(s, "1 x=1/2 n=2\nby eval 64\nrefute 1 x=1/2 n=2\nby eval 64\n"), "belong");
  // Touching equality refutes a strict relation only.
  const std::string t = "var x in [0, 1]\nprove exp(x) >= 1\n";
  rejects(refute(t, "1 x=0\nby equal\n"), "strict");
  rejects(refute(t, "1 x=0\nby eval 64\n"), "not certain");
  accepts(refute("var x in [0, 1]\nprove exp(x) > 1\n", "1 x=0\nby equal\n"));
  // Undefined is not false.
  rejects(refute("var x in [0, 1]\nprove log(x) > 0\n", "1 x=0\nby eval 64\n"), "defined");
  rejects(refute("var x in [-1, 1]\nprove diff(log(x), x) > 0\n", "1 x=-1\nby eval 64\n"), "defined");
}

TEST(Refute, Functions) {
  const std::string convex = "logpartition g(1)\nvar u in [0, 1]\nprove diff(g(u), u, u) <= 1/10\n";
  accepts(refute(convex, "1 with g(x)=beta(1 + x, 7); u=0\nby eval 64\n"));
  rejects(refute(convex, "1 u=0\nby eval 64\n"), "no instance");
  rejects(refute(convex, "1 with g(x)=x^2; u=0\nby eval 64\n"));  // not a registered family
  rejects(refute(convex, "1 with g(x)=beta(1 + x^2, 7); u=0\nby eval 64\n"), "affine");
  rejects(refute(convex, "1 with g(x)=beta(3, 7); u=0\nby eval 64\n"), "determine");
  rejects(refute(convex, "1 with g(x)=beta(8 + x, 7); u=0\nby eval 64\n"),
          "defined");  // outside the natural parameters
  accepts(refute(convex, "1 with g(x)=gaussian(x, 1/2); u=0\nby eval 64\n"));
  accepts(refute(convex, "1 with g(x)=dirichlet(1 + x, 1, 7); u=0\nby eval 64\n"));
  const std::string free = "fun g(1)\nvar u in [0, 1]\nassume forall y in [0, 1]: g(y) >= 0\nprove g(u) > 1/2\n";
  accepts(refute(free, "1 with g(x)=x^2; u=0\nby eval 64\n"));
  rejects(refute(free, "1 with g(x)=x - 1/10; u=0\nby eval 64\n"), "forall");
  rejects(refute(free, "1 with g(x)=abs(x); u=0\nby eval 64\n"));   // not smooth
  rejects(refute(free, "1 with g(x)=sqrt(x); u=0\nby eval 64\n"));  // not smooth at 0
  rejects(refute(free, "1 with g(x)=g(x); u=0\nby eval 64\n"), "not known");
  rejects(refute(free, "1 with g(x)=x*u; u=0\nby eval 64\n"), "not known");
  rejects(refute(free, "1 with g(x, y)=x; u=0\nby eval 64\n"), "arguments");
}

TEST(Numbers, AbsurdSizesAreRejected) {
  rejects(
      prove("var x in [0, 1]\nprove x >= 0\n", "x=1", "split x 1/" + std::string(5000, '9') + "\neval 64\neval 64\n"),
      "digits");
  rejects(prove("var x in [0, 1]\nprove x^(10^4000) <= 1\n", "x=1", "identity\n"));
  rejects(prove("var x in [0, 1]\nprove (x + 1)^100000 >= x^7\n", "x=1", "identity\n"));
  rejects(prove("var x in [0, 1]\nprove exp(exp(exp(exp(exp(exp(x + 9)))))) < 1\n", "x=1", "eval 64\n"));
  rejects(prove("var x in [0, 1]\nprove lgamma(exp(exp(exp(x + 9)))) < 1\n", "x=1", "eval 64\n"));
  rejects(prove("var x in [0, 1]\nprove polygamma(3, exp(-exp(exp(x + 9)))) < 1\n", "x=1", "eval 64\n"));
  rejects(prove("var x in [0, 1]\nprove (2 + x)^(10^11)^2 < 1\n", "x=1", "eval 64\n"));
}

}  // namespace
}  // namespace dpcert::checker::test
