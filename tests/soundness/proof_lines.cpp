#include "tests/soundness/proof_lines.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

namespace dpcert::soundness {
namespace {

bool letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

struct Place {
  std::size_t at, length;
};

// Runs of letters and digits that satisfy `want`.
template <class Want>
std::vector<Place> words(const std::string& s, const Want& want) {
  std::vector<Place> out;
  for (std::size_t i = 0; i < s.size();) {
    std::size_t j = i;
    while (j < s.size() && letter(s[j])) ++j;
    if (j > i && want(s.substr(i, j - i))) out.push_back({i, j - i});
    i = std::max(j, i + 1);
  }
  return out;
}

// Parts in brackets, with them.
std::vector<Place> brackets(const std::string& s) {
  std::vector<Place> out;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '(') open.push_back(i);
    if (s[i] != ')' || open.empty()) continue;
    out.push_back({open.back(), i + 1 - open.back()});
    open.pop_back();
  }
  return out;
}

bool change_number(Dice& dice, std::string& line) {
  const auto all = words(line, [](const std::string& w) {
    return w.size() < 9 && std::ranges::all_of(w, [](unsigned char c) { return std::isdigit(c) != 0; });
  });
  if (all.empty()) return false;
  const Place p = dice.one_of(all);
  const long n = std::stol(line.substr(p.at, p.length));
  const long other = std::array{n + 1, n - 1, 2 * n, 0L, 1L, n + 2}[static_cast<std::size_t>(dice.roll(0, 5))];
  line.replace(p.at, p.length, std::to_string(std::max(other, 0L)));
  return true;
}

bool change_word(Dice& dice, std::string& line) {
  static const std::vector<std::vector<std::string>> kin{
      {" lo", " hi"},           {" last", " first", " empty"},
      {"left", "right"},        {" >= ", " <= ", " > ", " < ", " = "},
      {" + ", " - ", "*", "/"}, {"exp(", "log(", "sqrt(", "abs(", "("},
      {"-inf", "inf", "0"}};
  const auto& group = dice.one_of(kin);
  const std::string &old = dice.one_of(group), &fresh = dice.one_of(group);
  const auto at = line.find(old);
  if (at == std::string::npos || old == fresh) return false;
  line.replace(at, old.size(), fresh);
  return true;
}

bool change_name(Dice& dice, std::string& line) {
  const auto all = words(
      line, [](const std::string& w) { return w.size() <= 2 && std::isalpha(static_cast<unsigned char>(w[0])) != 0; });
  if (all.size() < 2) return false;
  const Place a = dice.one_of(all), b = dice.one_of(all);
  const std::string fresh = line.substr(b.at, b.length);
  if (fresh == line.substr(a.at, a.length)) return false;
  line.replace(a.at, a.length, fresh);
  return true;
}

bool change_bracket(Dice& dice, std::string& line, const std::string& from) {
  const auto to = brackets(line), of = brackets(from);
  if (to.empty() || of.empty()) return false;
  const Place a = dice.one_of(to), b = dice.one_of(of);
  line.replace(a.at, a.length, from.substr(b.at, b.length));
  return line.size() < 4000;
}

const std::string& any_rule(Dice& dice) {
  static const Lines rules{"sign",
                           "identity",
                           "hyp 1",
                           "hyp 2",
                           "hyp 3",
                           "parts",
                           "left",
                           "right",
                           "intro",
                           "intro v",
                           "absurd",
                           "both",
                           "branch 1",
                           "apply 1",
                           "obtain v 1",
                           "at 1 (0)",
                           "witness (0)",
                           "witness (1)",
                           "witness (n)",
                           "witness (x)",
                           "induct n",
                           "define x (n)",
                           "define x (n) next",
                           "define f (n) next",
                           "termwise k",
                           "termwise x",
                           "bound 1",
                           "prune 1 64",
                           "combine 0 1 1",
                           "combine 0 1 1 2 1",
                           "combine 0 1 1 2 -1",
                           "cases (n)",
                           "cases (x)",
                           "end n lo",
                           "end x lo",
                           "integral",
                           "fact floor (x/2)",
                           "fact sin (x) (n)",
                           "fact normal_quantile v (1/2)",
                           "fact normal_quantile v (1 - x)",
                           "root v (v) (-1) (1)",
                           "root v (v^2 - x) (0) (n)",
                           "root v (1/v) (-1) (1)",
                           "under v w (v*w) (0) (1) (integral(v, 0, 1, 1))",
                           "eval 64",
                           "taylor 64",
                           "fix x",
                           "inst 1 (n)",
                           "inst 1 (n + 1)",
                           "inst 1 (0)",
                           "log",
                           "exp",
                           "binomial (n) (1) (1)",
                           "binomial (n - 1) (x) (1)",
                           "cut 1 > 0",
                           "cut n >= 1",
                           "cut x > 0"};
  return dice.one_of(rules);
}

}  // namespace

Lines lines_of(const std::string& text) {
  Lines out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

Lines carried_over(const Lines& proof, const std::string& from, const std::string& to) {
  std::size_t a = 0, b = 0;
  while (a < from.size() && a < to.size() && from[a] == to[a]) ++a;
  while (b < from.size() - a && b < to.size() - a && from[from.size() - 1 - b] == to[to.size() - 1 - b]) ++b;
  while (a > 0 && letter(from[a - 1])) --a;  // whole words
  while (b > 0 && letter(from[from.size() - b])) --b;
  const std::string old = from.substr(a, from.size() - b - a), fresh = to.substr(a, to.size() - b - a);
  Lines out = proof;
  if (old.empty() || old.find('\n') != std::string::npos || fresh.find('\n') != std::string::npos) return out;
  for (std::string& line : out)
    for (std::size_t at = line.find(old); at != std::string::npos && line.size() < 4000;
         at = line.find(old, at + std::max<std::size_t>(fresh.size(), 1)))
      line.replace(at, old.size(), fresh);
  return out;
}

void change_lines(Dice& dice, Lines& proof, std::size_t at, const Lines& others) {
  for (int tries = 0; tries < 30; ++tries) {
    const long last = static_cast<long>(proof.size()) - 1;
    const auto i =
        static_cast<std::size_t>(std::clamp(static_cast<long>(at) - dice.roll(0, 2) + dice.roll(0, 1), 0L, last));
    std::string& line = proof[i];
    const auto here = proof.begin() + static_cast<std::ptrdiff_t>(i);
    const bool head = line.starts_with("goal") || line.starts_with("inhabited");
    switch (dice.roll(head ? 3 : 0, head ? 3 : 11)) {
      case 0:
        if (change_word(dice, line)) return;
        break;
      case 1:
        if (change_name(dice, line)) return;
        break;
      case 2:
        if (change_bracket(dice, line, dice.one_of(proof))) return;
        break;
      case 3:
      case 4:
        if (!line.starts_with("goal") && change_number(dice, line)) return;
        break;
      case 5:
        proof.erase(here);
        return;
      case 6:
        proof.insert(here, std::string(line));
        return;
      case 7:
        if (i + 1 < proof.size() && !proof[i + 1].starts_with("goal")) return std::swap(line, proof[i + 1]);
        break;
      case 8:
        line = any_rule(dice);
        return;
      case 9:
        proof.insert(here, std::string(any_rule(dice)));
        return;
      case 10:
        proof.insert(here, std::string(dice.one_of(others)));
        return;
      default:
        line = dice.one_of(others);
        return;
    }
  }
}

}  // namespace dpcert::soundness
