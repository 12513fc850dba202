#include "tests/soundness/mutation.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include "verify/kernel/decide.hpp"

namespace dpcert::soundness {

namespace {

using Lines = std::vector<std::string>;

Lines split(const std::string& text) {
  Lines out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

bool starts(const std::string& s, const char* prefix) { return s.rfind(prefix, 0) == 0; }
std::string first_word(const std::string& s) { return s.substr(0, s.find(' ')); }

// The numbers of a line: runs of digits, with "/" inside.
std::vector<std::pair<std::size_t, std::size_t>> numbers(const std::string& s) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  for (std::size_t i = 0; i < s.size();) {
    const bool part_of_name = i > 0 && (std::isalnum(static_cast<unsigned char>(s[i - 1])) || s[i - 1] == '_');
    if (!std::isdigit(static_cast<unsigned char>(s[i])) || part_of_name) {
      ++i;
      continue;
    }
    std::size_t j = i;
    while (j < s.size() && (std::isdigit(static_cast<unsigned char>(s[j])) ||
                            (s[j] == '/' && j + 1 < s.size() && std::isdigit(static_cast<unsigned char>(s[j + 1])))))
      ++j;
    out.emplace_back(i, j - i);
    i = j;
  }
  return out;
}

std::string other_number(Dice& dice, const std::string& old) {
  try {
    const Q q(old);
    switch (dice.roll(0, 6)) {
      case 0:
        return Q(q + 1).str();
      case 1:
        return q > 1 ? Q(q - 1).str() : Q(q / 2).str();
      case 2:
        return Q(q * 2).str();
      case 3:
        return Q(q / 2).str();
      case 4:
        return Q(q * Q(1000001, 1000000)).str();
      case 5:
        return Q(q * Q(999999, 1000000)).str();
      default:
        return "0";
    }
  } catch (const std::exception&) {
    return "1";
  }
}

bool change_number(Dice& dice, std::string& line, std::size_t from) {
  auto all = numbers(line);
  std::erase_if(all, [&](const auto& n) { return n.first < from; });
  if (all.empty()) return false;
  const auto [at, length] = dice.one_of(all);
  const std::string fresh = other_number(dice, line.substr(at, length));
  if (fresh == line.substr(at, length)) return false;
  line.replace(at, length, fresh);
  return true;
}

bool change_word(Dice& dice, std::string& line, const std::vector<std::string>& words) {
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const auto& w : words) {
    for (std::size_t at = line.find(w); at != std::string::npos; at = line.find(w, at + 1)) found.emplace_back(at, w);
  }
  if (found.empty()) return false;
  const auto [at, old] = dice.one_of(found);
  const std::string fresh = dice.one_of(words);
  if (fresh == old) return false;
  line.replace(at, old.size(), fresh);
  return true;
}

// The names declared in the statement.
std::vector<std::string> variables(const Lines& lines) {
  std::vector<std::string> out;
  for (const auto& l : lines) {
    if (!starts(l, "var ") && !starts(l, "int ")) continue;
    std::istringstream in(l);
    std::string word;
    in >> word >> word;
    out.push_back(word.substr(0, word.find('[')));
  }
  return out;
}

// Another variable in place of one, as a whole word.
bool change_variable(Dice& dice, std::string& line, const std::vector<std::string>& names, std::size_t from) {
  if (names.size() < 2) return false;
  const auto letter = [&](std::size_t i) {
    return i < line.size() && (std::isalnum(static_cast<unsigned char>(line[i])) || line[i] == '_');
  };
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const auto& n : names) {
    for (std::size_t at = line.find(n, from); at != std::string::npos; at = line.find(n, at + 1)) {
      if ((at == 0 || !letter(at - 1)) && !letter(at + n.size())) found.emplace_back(at, n);
    }
  }
  if (found.empty()) return false;
  const auto [at, old] = dice.one_of(found);
  const std::string fresh = dice.one_of(names);
  if (fresh == old) return false;
  line.replace(at, old.size(), fresh);
  return true;
}

}  // namespace

std::string mutate_bytes(Dice& dice, std::string s) {
  const std::string original = s;
  while (s == original || s + "\n" == original) {  // a missing last line end is no damage
    const auto at = static_cast<std::size_t>(dice.roll(0, static_cast<long>(s.size()) - 1));
    switch (dice.roll(0, 4)) {
      case 0:
        s[at] = static_cast<char>(dice.roll(0, 255));
        break;
      case 1:
        s.erase(at, static_cast<std::size_t>(dice.roll(1, 5)));
        break;
      case 2:
        s.insert(at, 1, static_cast<char>(dice.roll(9, 126)));
        break;
      case 3:
        s.insert(at, s.substr(at, static_cast<std::size_t>(dice.roll(1, 40))));
        break;
      default:
        std::swap(s[at], s[static_cast<std::size_t>(dice.roll(0, static_cast<long>(s.size()) - 1))]);
        break;
    }
  }
  return s;
}

Mutant mutate_meaning(Dice& dice, const std::string& certificate) {
  Lines lines = split(certificate);
  lines.pop_back();  // the digest
  const auto find = [&](const char* word) {
    return static_cast<std::size_t>(
        std::ranges::find_if(lines, [&](const std::string& l) { return first_word(l) == word; }) - lines.begin());
  };
  const std::size_t statement = find("statement"), verdict = find("verdict");
  const auto names = variables(Lines(lines.begin() + static_cast<std::ptrdiff_t>(statement),
                                     lines.begin() + static_cast<std::ptrdiff_t>(verdict)));
  const auto in = [&](std::size_t from, std::size_t to) {
    return static_cast<std::size_t>(dice.roll(static_cast<long>(from), static_cast<long>(to) - 1));
  };
  static const std::vector<std::string> relations{" >= ", " > ", " <= ", " < ", " = "};
  static const std::vector<std::string> rules{"eval",    "ray",   "mean",  "taylor", "sign",       "identity",
                                              "prune 1", "hyp 1", "noint", "hyp 2",  "relax mean", "relax taylor"};
  static const std::vector<std::string> operators{"+", "-", "*", "/", "^"};
  static const std::vector<std::string> functions{"exp",  "log",  "sqrt", "abs",  "lgamma", "digamma", "trigamma",
                                                  "cosh", "tanh", "erf",  "erfc", "log1p",  "expm1"};
  static const std::vector<std::string> ends{"[", "("}, closers{"]", ")"}, sides{" lo", " hi"};
  std::string kind;
  for (int tries = 0; tries < 40 && kind.empty(); ++tries) {
    const std::size_t of_statement = in(statement + 1, verdict);
    const std::size_t of_proof = in(verdict + 1, lines.size());
    std::string& s = lines[of_statement];
    std::string& p = lines[of_proof];
    const bool comment = s.empty() || starts(s, "#") || starts(s, "title");
    switch (dice.roll(0, 19)) {
      case 0:
      case 1:
      case 2:
        if (!comment && change_number(dice, s, 4)) kind = "constant of the statement";
        break;
      case 3:
      case 4:
        if (!comment && change_word(dice, s, relations)) kind = "relation of the statement";
        break;
      case 5:
        if (!comment && change_variable(dice, s, names, 5)) kind = "variable of the statement";
        break;
      case 6:
        if ((starts(s, "var ") || starts(s, "int ")) && change_word(dice, s, dice.chance(1, 2) ? ends : closers))
          kind = "open or closed end";
        break;
      case 7:
        if (starts(s, "assume ") && verdict - statement > 2) {
          kind = "hypothesis dropped";
          lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(of_statement));
          lines[statement] = "statement " + std::to_string(verdict - statement - 2);
        }
        break;
      case 8:
        if (!comment && change_word(dice, s, dice.chance(1, 2) ? operators : functions))
          kind = "operator of the statement";
        break;
      case 9:
        if (starts(s, "var ")) {
          s.replace(0, 3, "int");
          kind = "integrality";
        } else if (starts(s, "int ")) {
          s.replace(0, 3, "var");
          kind = "integrality";
        }
        break;
      case 10:
      case 11:
        if (change_number(dice, p, 0))
          kind = first_word(p) == "inhabited" ? "inhabited"
                 : first_word(p) == "refute"  ? "counterexample"
                                              : "number of a proof line";
        break;
      case 12:
        if (change_word(dice, p, relations)) kind = "relation of a proof line";
        break;
      case 13: {
        const auto space = p.find(' ');
        if (first_word(p) == "goal" || first_word(p) == "inhabited") break;
        p = dice.one_of(rules) + (space == std::string::npos ? "" : p.substr(space));
        kind = "rule";
        break;
      }
      case 14:
        if (lines.size() - verdict < 4) break;
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(of_proof));
        kind = "line dropped";
        break;
      case 15: {
        const std::size_t other = in(verdict + 1, lines.size());
        if (lines[other] == p) break;
        std::swap(lines[other], p);
        kind = "lines swapped";
        break;
      }
      case 16:
        if (change_word(dice, p, sides)) kind = "face";
        break;
      case 17:
        if (change_variable(dice, p, names, 0)) kind = "variable of a proof line";
        break;
      case 18: {
        const std::string old = lines[verdict];
        lines[verdict] = "verdict " + dice.one_of(std::vector<std::string>{"proved", "proved-on", "refuted"});
        if (lines[verdict] != old) kind = "verdict";
        break;
      }
      default:
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(of_proof), std::string(p));
        kind = "line doubled";
        break;
    }
  }
  std::string body;
  for (const auto& l : lines) body += l + "\n";
  const std::string out = verify::with_digest(body);
  if (out == certificate) kind.clear();
  return {out, kind};
}

}  // namespace dpcert::soundness
