// Random statements in which binders of all kinds meet under few names: sums, products, integrals, macros whose bodies
// bind what their callers have, quantifiers. The other side of each equation is the same value without a binder, but
// for integrals, each with a name of its own: it is written term by term here, by nothing of the checker.
#include <array>
#include <map>

#include "tests/checker/certificates.hpp"
#include "tests/dice.hpp"

namespace dpcert::checker::test {
namespace {

const std::string letters = "ijk";

// What is written, and what it is where n is 2 and where it is 3.
struct Written {
  std::string text, at[2];
};

class Statements {
 public:
  explicit Statements(std::uint64_t seed) : dice_(seed) {}

  // A conclusion, with `more` on its right side, and the lines that prove it if there is nothing more.
  std::pair<std::string, std::string> next(const std::string& more) {
    scope_.clear();
    std::string quantifiers, lines;
    for (int k = static_cast<int>(below(3)); k > 0; --k) {
      const std::string x = unused();
      const bool integer = below(2) == 0;
      const std::string value = integer ? std::to_string(below(3)) : below(2) ? "c" : "c/2";
      quantifiers += "exists " + std::string(integer ? "int " : "") + x + " in [0, 2]: ";
      lines += "witness (" + value + ")\n" + "sign\nsign\n";
      scope_[x] = {"(" + value + ")", "(" + value + ")"};
    }
    const Written e = expression(4);
    return {quantifiers + e.text + " = (3 - n)*(" + e.at[0] + ") + (n - 2)*(" + e.at[1] + ")" + more,
            lines + "end n lo\nidentity\nend n hi\nidentity\nnoint n\n"};
  }
  // An integral stands in another, whose variable it may contain: then nothing says that the outer one exists.
  bool iterated() const { return iterated_; }

 private:
  using Values = std::array<std::string, 2>;

  std::size_t below(std::size_t n) { return dice_.integer<std::size_t>(0, n - 1); }
  std::string unused() {
    std::string name;
    do name = letters[below(letters.size())];
    while (scope_.count(name));
    return name;
  }
  bool room() const { return scope_.size() < letters.size(); }

  Written leaf() {
    if (!scope_.empty() && below(4)) {
      auto it = scope_.begin();
      std::advance(it, static_cast<long>(below(scope_.size())));
      return {it->first, {it->second[0], it->second[1]}};
    }
    if (below(2)) return {"c", {"c", "c"}};
    return {"n", {"2", "3"}};
  }
  Written pair(const char* sign, int depth) {
    const Written a = expression(depth - 1), b = expression(depth - 1);
    const auto of = [&](const std::string& u, const std::string& v) { return "(" + u + sign + v + ")"; };
    return {of(a.text, b.text), {of(a.at[0], b.at[0]), of(a.at[1], b.at[1])}};
  }
  Written range(bool product, int depth) {
    const std::string x = unused(), saved = std::to_string(below(2));
    const auto state = dice_;
    Written out;
    for (int n = 0; n < 2; ++n) {
      for (int i = std::stoi(saved); i <= n + 2; ++i) {
        dice_ = state;  // the same body at each index
        scope_[x] = {std::to_string(i), std::to_string(i)};
        const Written body = expression(depth - 1);
        out.text = (product ? "prod(" : "sum(") + x + ", " + saved + ", n, " + body.text + ")";
        out.at[n] += (out.at[n].empty() ? "(" : product ? "*" : " + ") + ("(" + body.at[n] + ")");
      }
      out.at[n] += ")";
    }
    scope_.erase(x);
    return out;
  }
  Written integral(int depth) {
    const std::string x = unused(), own = "z" + std::to_string(names_++);
    iterated_ = iterated_ || integrals_ > 0;
    scope_[x] = {own, own};
    ++integrals_;
    const Written body = expression(depth - 1);
    --integrals_;
    scope_.erase(x);
    return {"integral(" + x + ", 0, 1, " + body.text + ")",
            {"integral(" + own + ", 0, 1, " + body.at[0] + ")", "integral(" + own + ", 0, 1, " + body.at[1] + ")"}};
  }
  // let f(a) = sum(i, 1, n, a*i); let g(a) = integral(j, 0, 1, a*j)
  Written macro(int depth) {
    const Written a = expression(depth - 1);
    if (below(2)) return {"f(" + a.text + ")", {"((" + a.at[0] + ")*3)", "((" + a.at[1] + ")*6)"}};
    iterated_ = iterated_ || integrals_ > 0;
    const std::string own = "z" + std::to_string(names_++);
    return {"g(" + a.text + ")",
            {"integral(" + own + ", 0, 1, (" + a.at[0] + ")*" + own + ")",
             "integral(" + own + ", 0, 1, (" + a.at[1] + ")*" + own + ")"}};
  }
  Written expression(int depth) {
    if (depth == 0) return leaf();
    switch (below(6)) {
      case 0:
        return pair(" + ", depth);
      case 1:
        return pair("*", depth);
      case 2:
      case 3:
        return room() ? range(below(4) == 0, depth) : leaf();
      case 4:
        return room() ? integral(depth) : leaf();
      default:
        return macro(depth);
    }
  }

  dpcert::test::Dice dice_;
  std::map<std::string, Values> scope_;
  int names_ = 0, integrals_ = 0;
  bool iterated_ = false;
};

Result tried(const std::pair<std::string, std::string>& s) {
  const std::string statement =
      "language 3\nint n in [2, 3]\nvar c in [0, 1]\nlet f(a) = sum(i, 1, n, a*i)\n"
      "let g(a) = integral(j, 0, 1, a*j)\nprove " +
      s.first + "\n";
  const auto n = std::count(statement.begin(), statement.end(), '\n');
  return check(sealed("dpcert-certificate 3\nstatement " + std::to_string(n) + "\n" + statement +
                      "verdict proved\ninhabited n=2 c=0\ngoal 1\n" + s.second));
}

TEST(Binders, AnyNestingUnderFewNamesIsWhatItIsWrittenOut) {
  int accepted = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Statements statements(seed);
    const auto right = statements.next(""), wrong = Statements(seed).next(" + n - 5/2");
    const Result r = tried(right);
    accepted += r.accepted;
    if (r.accepted)
      rejects(tried(wrong), "the normal form is not zero");
    else
      EXPECT_TRUE(statements.iterated() && r.failure == Failure::undefined_goal) << right.first << "\n" << r.reason;
  }
  EXPECT_GE(accepted, 250);
}

}  // namespace
}  // namespace dpcert::checker::test
