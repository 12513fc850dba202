// Puts many faults into a copy of the sources at once, each behind a switch (fault.hpp), so that one build serves all.
//
//   generate TREE ONE_IN SEED LEFT_OUT FILE...
//
// A fault changes one statement without braces: a return, a condition with its return, an assignment, or a declaration
// of one name with its type. The files are rewritten in TREE; what was put in is printed, one fault a line, with tabs
// between: number, name, file, first and last line, kind, statement before, statement after. Of all faults that the
// files offer one in ONE_IN is taken, by a hash of its name and of SEED, at most two of a statement, never those whose
// names are lines of the file LEFT_OUT (they do not compile). Names are made of the text, not of its place: they
// outlive changes elsewhere.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using Text = std::string;
constexpr std::size_t none = Text::npos;

std::uint32_t hash_of(const Text& text) {
  std::uint32_t h = 2166136261U;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 16777619U;
  h ^= h >> 16;
  h *= 2246822519U;
  return h ^ (h >> 13);
}

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool starts(const Text& text, const Text& with, std::size_t at = 0) { return text.compare(at, with.size(), with) == 0; }
Text squeezed(const Text& text) {
  Text out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (blank && (out.empty() || out.back() == ' ')) continue;
    out += blank ? ' ' : c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}
Text replaced(const Text& text, std::size_t at, std::size_t length, const Text& with) {
  return text.substr(0, at) + with + text.substr(at + length);
}

/// The end of the bracket that opens at `at`, or none.
std::size_t closing(const Text& text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i;
  }
  return none;
}

/// Where the operand that begins at `at` ends: at the next operator of its bracket that binds no more than + (or, of a
/// factor, than *).
std::size_t operand_end(const Text& text, std::size_t at, bool factor) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') {
      if (depth == 0) return i;
      --depth;
    }
    if (depth > 0) continue;
    if (c == ';' || c == ',') return i;
    if (c == ' ' && i > at && i + 1 < text.size()) {
      if (Text("<>=?:&|+-").find(text[i + 1]) != none) return i;
      if (factor && (text[i + 1] == '*' || text[i + 1] == '/')) return i;
    }
  }
  return none;
}

struct Change {
  Text kind, text;
};

/// Single words for their opposites.
const std::vector<std::pair<Text, Text>>& opposites() {
  static const std::vector<std::pair<Text, Text>> table{
      {"min", "max"},
      {"lower", "upper"},
      {"floor", "ceil"},
      {"forward", "backward"},
      {"MPFR_RNDD", "MPFR_RNDU"},
      {"ARF_RND_FLOOR", "ARF_RND_CEIL"},
      {"true", "false"},
      {"low", "high"},
      {"lower_end", "upper_end"},
      {"down", "up"},
      {"p", "q"},
      {"smaller", "larger"},
  };
  return table;
}
Text kind_of_opposite(const Text& word) {
  if (word == "min" || word == "max" || word == "smaller" || word == "larger") return "min-for-max";
  if (word == "p" || word == "q" || word == "forward" || word == "backward") return "direction";
  if (word == "true" || word == "false") return "truth-value";
  if (word == "lower" || word == "upper" || word == "low" || word == "high" || starts(word, "lower_") ||
      starts(word, "upper_"))
    return "swapped-ends";
  return "rounding";
}

void change_operators(const Text& s, std::vector<Change>& out) {
  static const std::vector<std::vector<Text>> table{
      {" + ", " - ", "sign"},         {" - ", " + ", "sign"},         {" * ", " / ", "operator"},
      {" / ", " * ", "operator"},     {" < ", " <= ", "strict"},      {" <= ", " < ", "strict"},
      {" > ", " >= ", "strict"},      {" >= ", " > ", "strict"},      {" < ", " > ", "comparison"},
      {" <= ", " >= ", "comparison"}, {" > ", " < ", "comparison"},   {" >= ", " <= ", "comparison"},
      {" == ", " != ", "comparison"}, {" && ", " || ", "connective"}, {" || ", " && ", "connective"},
      {" += ", " -= ", "sign"},       {" -= ", " += ", "sign"}};
  for (const auto& row : table)
    for (std::size_t at = s.find(row[0]); at != none; at = s.find(row[0], at + 1))
      out.push_back({row[2], replaced(s, at, row[0].size(), row[1])});
  for (const Text op : {" + ", " - ", " * ", " / "}) {
    for (std::size_t at = s.find(op); at != none; at = s.find(op, at + 1)) {
      const bool factor = op == " * " || op == " / ";
      const std::size_t end = operand_end(s, at + 3, factor);
      if (end != none) out.push_back({factor ? "dropped-factor" : "dropped-term", replaced(s, at, end - at, "")});
    }
  }
  for (const Text before : {"(", "return ", "= ", ", ", "? ", ": "}) {
    for (std::size_t at = s.find(before + "-"); at != none; at = s.find(before + "-", at + 1)) {
      const std::size_t minus = at + before.size();
      if (minus + 1 < s.size() && (in_word(s[minus + 1]) || s[minus + 1] == '('))
        out.push_back({"sign", replaced(s, minus, 1, "")});
    }
  }
}

void change_words(const Text& s, std::vector<Change>& out) {
  for (std::size_t i = 0; i < s.size();) {
    if (!in_word(s[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < s.size() && in_word(s[end])) ++end;
    const Text word = s.substr(i, end - i);
    const bool named = i > 0 && s[i - 1] == ':';  // of another namespace
    const bool decimal = (i > 0 && s[i - 1] == '.') || (end < s.size() && s[end] == '.');
    if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) {
      const bool digits = std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
      const bool index = i > 0 && (s[i - 1] == '[' || s[i - 1] == '<');
      if (digits && !decimal && !index && word.size() < 5) {
        const int n = std::atoi(word.c_str());
        out.push_back({"constant", replaced(s, i, end - i, std::to_string(n + 1))});
        if (n == 2) out.push_back({"constant", replaced(s, i, end - i, "1")});
      }
    } else {
      for (const auto& [one, other] : opposites()) {
        if (word == one && !named) out.push_back({kind_of_opposite(word), replaced(s, i, end - i, other)});
        if (word == other && !named) out.push_back({kind_of_opposite(word), replaced(s, i, end - i, one)});
      }
      if (word == "log1p" || word == "expm1")
        out.push_back({"function", replaced(s, i, end - i, word == "log1p" ? "log" : "exp")});
      if (end < s.size() && s[end] == '(') {
        const std::size_t close = closing(s, end);
        const std::size_t comma = operand_end(s, end + 1, false);
        if (close != none && comma != none && comma < close && s[comma] == ',' &&
            operand_end(s, comma + 2, false) == close) {
          const Text first = s.substr(end + 1, comma - end - 1), second = s.substr(comma + 2, close - comma - 2);
          if (first != second) {
            out.push_back({"swapped-arguments", replaced(s, end + 1, close - end - 1, second + ", " + first)});
            out.push_back({"ignored-argument", replaced(s, end + 1, close - end - 1, first + ", " + first)});
          }
        }
      }
    }
    i = end;
  }
  // A guard against infinities, zeros or what is no number is left out.
  if (starts(s, "if (")) {
    const std::size_t close = closing(s, 3);
    const Text condition = close == none ? Text() : s.substr(4, close - 4);
    for (const Text word : {"finite", "nan", "infinit", "is_zero", "!("})
      if (condition.find(word) != none) {
        out.push_back({"missing-case", replaced(s, 4, condition.size(), "false")});
        break;
      }
  }
}

struct Statement {
  std::size_t from = 0, to = 0;  ///< of the file's text; [from, to)
  std::size_t first_line = 0, last_line = 0;
  Text text;    ///< squeezed
  Text before;  ///< of a declaration: its type and name with " = "; else empty
};

/// "T name = " or "const T& name = " of a declaration of one name; empty if it is something else.
Text declaration(const Text& s) {
  const std::size_t equals = s.find(" = ");
  if (equals == none) return {};
  const Text head = s.substr(0, equals);
  for (const Text type : {"const S ", "S ", "const T ", "T ", "const Ball ", "Ball ", "const Rational ", "Rational ",
                          "const double ", "double "}) {
    if (!starts(head, type)) continue;
    const Text name = head.substr(type.size());
    if (std::all_of(name.begin(), name.end(), in_word) && s[operand_end(s, equals + 3, false)] == ';')
      return s.substr(0, equals + 3);
  }
  return {};
}

bool assignment(const Text& s) {
  std::size_t at = 0;
  while (at < s.size() && (in_word(s[at]) || s[at] == '.' || s[at] == '[' || s[at] == ']')) ++at;
  return at > 0 && (starts(s, " = ", at) || starts(s, " += ", at) || starts(s, " -= ", at) || starts(s, " *= ", at));
}

/// Does a statement begin after this line? Not where an expression or a list goes on.
bool ends_statement(const Text& line) {
  const Text code = squeezed(line.substr(0, line.find("//")));
  return code.empty() || Text(";{}:)").find(code.back()) != none;
}

std::vector<Statement> statements(const Text& file) {
  std::vector<Statement> found;
  std::size_t line = 1;
  for (std::size_t at = 0; at < file.size(); ++line) {
    std::size_t end_of_line = file.find('\n', at);
    if (end_of_line == none) break;
    std::size_t from = at;
    while (from < end_of_line && file[from] == ' ') ++from;
    const std::size_t indent = from - at;
    const std::size_t above = at < 2 ? none : file.rfind('\n', at - 2);
    const Text previous = at < 2 ? Text() : file.substr(above + 1, at - above - 2);
    at = end_of_line + 1;
    if (indent == 0 || !(std::islower(static_cast<unsigned char>(file[from])) != 0 ||
                         std::isupper(static_cast<unsigned char>(file[from])) != 0))
      continue;
    const std::size_t semicolon = file.find(';', from);
    if (semicolon == none || semicolon + 1 >= file.size()) continue;
    const std::size_t after = file.find('\n', semicolon);
    const Text raw = file.substr(from, semicolon + 1 - from);
    const Text rest = squeezed(file.substr(semicolon + 1, after - semicolon - 1));
    const auto brackets = [&](char open, char close) {
      return std::count(raw.begin(), raw.end(), open) == std::count(raw.begin(), raw.end(), close);
    };
    const bool plain = raw.find_first_of("{}\"#'") == none && raw.find("//") == none && brackets('(', ')') &&
                       brackets('[', ']') && (rest.empty() || starts(rest, "//"));
    Statement s{from,          semicolon + 1,
                line,          line + static_cast<std::size_t>(std::count(raw.begin(), raw.end(), '\n')),
                squeezed(raw), {}};
    s.before = declaration(s.text);
    const bool kind = starts(s.text, "return ") || starts(s.text, "if (") || !s.before.empty() || assignment(s.text);
    const std::size_t next = file.find_first_not_of(" \n", after);
    if (!plain || !kind || s.text.find("constexpr") != none || s.text.find("throw ") != none ||
        starts(file, "else", next) || !ends_statement(previous))
      continue;
    found.push_back(s);
    at = after + 1;
    line = s.last_line;
  }
  return found;
}

struct Fault {
  Text name, file, kind, after;
  std::size_t statement = 0;
  std::uint32_t rank = 0;
};

Text read(const Text& path) {
  std::ifstream in(path);
  if (!in) {
    std::cerr << "cannot read " << path << '\n';
    std::exit(2);
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<Fault> faults_of(const Text& path, const std::vector<Statement>& all, const Text& seed) {
  std::vector<Fault> faults;
  Text stem = path.substr(path.rfind('/') + 1);
  stem = stem.substr(0, stem.rfind('.'));
  for (std::size_t k = 0; k < all.size(); ++k) {
    std::vector<Change> changes;
    change_operators(all[k].text, changes);
    change_words(all[k].text, changes);
    for (const Change& c : changes) {
      if (!starts(c.text, all[k].before) || c.text == all[k].text) continue;
      std::ostringstream name;
      name << stem << '.' << c.kind << '.' << std::hex << hash_of(path + all[k].text + c.kind + c.text);
      faults.push_back({name.str(), path, c.kind, c.text, k, hash_of(name.str() + "#" + seed)});
    }
  }
  return faults;
}

/// The statement with its faults, numbered, behind their switches.
Text switched(const Statement& s, const std::vector<std::pair<int, Text>>& faults) {
  Text out;
  if (!s.before.empty()) {
    Text type = s.before.substr(0, s.before.rfind(' ', s.before.size() - 4));
    if (starts(type, "const ")) type = type.substr(6);
    const auto value = [&](const Text& t) {
      return type + "(" + t.substr(s.before.size(), t.size() - s.before.size() - 1) + ")";
    };
    out = s.before;
    for (const auto& [number, text] : faults)
      out += "::dpcert::mutants::on(" + std::to_string(number) + ") ? " + value(text) + " : ";
    return out + value(s.text) + ";";
  }
  for (const auto& [number, text] : faults)
    out += "if (::dpcert::mutants::on(" + std::to_string(number) + ")) { " + text + " } else ";
  return out + "{ " + s.text + " }";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) {
    std::cerr << "generate TREE ONE_IN SEED LEFT_OUT FILE...\n";
    return 2;
  }
  const Text tree = Text(argv[1]) + "/", seed = argv[3];
  const std::uint32_t below = 0xffffffffU / static_cast<std::uint32_t>(std::max(1, std::atoi(argv[2])));
  std::set<Text> left_out;
  std::istringstream lines(read(argv[4]));
  for (Text line; std::getline(lines, line);) left_out.insert(line);

  std::map<Text, Text> files;
  std::map<Text, std::vector<Statement>> found;
  std::vector<Fault> all;
  for (int i = 5; i < argc; ++i) {
    files[argv[i]] = read(tree + argv[i]);
    found[argv[i]] = statements(files[argv[i]]);
    for (Fault& f : faults_of(argv[i], found[argv[i]], seed)) all.push_back(std::move(f));
  }
  std::sort(all.begin(), all.end(),
            [](const Fault& a, const Fault& b) { return std::pair(a.rank, a.name) < std::pair(b.rank, b.name); });
  std::cerr << all.size() << " faults are possible\n";

  std::set<Text> names;
  std::map<std::pair<Text, std::size_t>, std::vector<std::pair<int, Text>>> taken;
  int number = 0;
  for (const Fault& f : all) {
    auto& here = taken[{f.file, f.statement}];
    if (f.rank > below || here.size() == 2 || !names.insert(f.name).second) continue;
    if (left_out.count(f.name) != 0) continue;
    here.emplace_back(++number, f.after);
    const Statement& s = found[f.file][f.statement];
    std::cout << number << '\t' << f.name << '\t' << f.file << '\t' << s.first_line << '\t' << s.last_line << '\t'
              << f.kind << '\t' << s.text << '\t' << f.after << '\n';
  }
  for (auto& [path, text] : files) {
    const auto& list = found[path];
    bool changed = false;
    for (std::size_t k = list.size(); k-- > 0;) {
      const auto at = taken.find({path, k});
      if (at == taken.end() || at->second.empty()) continue;
      Text with = switched(list[k], at->second);
      with.append(list[k].last_line - list[k].first_line, '\n');  // the lines below keep their numbers
      text.replace(list[k].from, list[k].to - list[k].from, with);
      changed = true;
    }
    if (changed) std::ofstream(tree + path) << "#include \"tests/mutants/fault.hpp\"\n#line 1\n" << text;
  }
  return 0;
}
