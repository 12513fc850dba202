// docs/certificate-format.md says what the checker does: every rule of its table has a section, every example comes out
// as its mark says, for the reason quoted and at a line of its rule, and every limit is the number in the code.
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/checker/certificates.hpp"
#include "verify/checker/numbers/limits.hpp"
#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker::test {
namespace {

std::string file(const std::string& path) {
  std::ifstream in(DPCERT_SOURCE_DIR "/" + path);
  std::stringstream all;
  all << in.rdbuf();
  return all.str();
}
const std::string& page() {
  static const std::string text = file("docs/certificate-format.md");
  return text;
}

std::string first_word(const std::string& s) {
  const std::size_t begin = std::min(s.find_first_not_of(" \t"), s.size());
  return s.substr(begin, s.find_first_of(" \t", begin) - begin);
}

struct Example {
  std::string rule;  // in whose section it stands; none: in one that is not a rule's
  bool accepted = false;
  std::string why, statement, section;
  int line = 0;  // of the page
};
struct Page {
  std::map<std::string, std::set<std::string>> sections;  // of rules: the parts that they have
  std::vector<Example> examples;
  std::map<std::string, std::string> limits;                        // name to value, without commas
  std::vector<std::pair<std::string, std::string>> limits_in_text;  // `name` (value)
};

std::string without_commas(std::string s) { return std::erase(s, ','), s; }

// An example is a block behind a line `Accepted:` or `Rejected (WORDS):`, a limit a row `| name | value | what |`.
Page read(const std::string& text) {
  Page out;
  std::istringstream in(text);
  std::string rule, line;
  std::optional<Example> next;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.starts_with("## ")) rule.clear();
    if (line.starts_with("### `")) {
      rule = first_word(line.substr(5, line.find('`', 5) - 5));
      out.sections[rule];
    }
    for (const char* part : {"Form", "Children", "Conditions", "Why"})
      if (!rule.empty() && line.starts_with("- " + std::string(part) + ": ")) out.sections[rule].insert(part);
    if (line.starts_with("Accepted") && line.ends_with(":")) next = Example{rule, true, "", "", "", number};
    if (line.starts_with("Rejected (") && line.ends_with("):"))
      next = Example{rule, false, line.substr(10, line.size() - 12), "", "", number};
    if (line == "```" && next) {
      bool behind = false;
      for (++number; std::getline(in, line) && line != "```"; ++number) {
        if (line.empty())
          behind = true;
        else
          (behind ? next->section : next->statement) += line + "\n";
      }
      out.examples.push_back(*next);
      next.reset();
    } else if (line.starts_with("```")) {
      while (std::getline(in, line) && !line.starts_with("```")) ++number;
      ++number;
    }
    static const std::regex named("`([a-z_]+)` \\(([0-9,]+)\\)");
    for (std::sregex_iterator i(line.begin(), line.end(), named), end; i != end; ++i)
      out.limits_in_text.emplace_back((*i)[1], without_commas((*i)[2]));
    if (line.starts_with("| `") && line.find("` | ") != std::string::npos) {
      const std::size_t end = line.find("` | "), bar = line.find(" |", end + 4);
      const std::string value = without_commas(line.substr(end + 4, bar - end - 4));
      if (!value.empty() && value.find_first_not_of("0123456789") == std::string::npos)
        out.limits[line.substr(3, end - 3)] = value;
    }
  }
  return out;
}

using Complaints = std::vector<std::string>;

Complaints of_sections(const Page& p) {
  Complaints out;
  for (const std::string& name : Rules::names())
    if (!p.sections.count(name)) out.push_back("the rule " + name + " has no section");
  for (const auto& [name, parts] : p.sections) {
    const auto names = Rules::names();
    if (std::find(names.begin(), names.end(), name) == names.end()) out.push_back(name + " is not a rule");
    if (parts.size() != 4) out.push_back("a part of the section " + name + " is missing");
    for (const bool accepted : {true, false})
      if (std::none_of(p.examples.begin(), p.examples.end(),
                       [&, name = name](const Example& e) { return e.rule == name && e.accepted == accepted; }))
        out.push_back(name + " has no example that is " + (accepted ? "accepted" : "rejected"));
  }
  return out;
}

// The lines of a section in front of which statements are quoted (`use ID N`), and those lines.
std::pair<std::string, std::string> parted(const std::string& section) {
  std::size_t end = 0;
  const auto skip = [&] { end = section.find('\n', end) + 1; };
  while (section.compare(end, 4, "use ") == 0) {
    const std::size_t line_end = section.find('\n', end), blank = section.rfind(' ', line_end);
    const int n = std::stoi(section.substr(blank + 1, line_end - blank - 1));
    for (int i = 0; i <= n; ++i) skip();
  }
  return {section.substr(0, end), section.substr(end)};
}

Complaints of_example(const Example& e) {
  const auto [uses, section] = parted(e.section);
  const bool three = !uses.empty() || e.statement.starts_with("language 3");
  const std::string word = first_word(section);
  const std::string verdict = word == "refute" || word == "disprove" ? "refuted"
                              : word == "on" || word == "instance"   ? "proved-on"
                                                                     : "proved";
  const std::string text = "dpcert-certificate " + std::string(three ? "3" : "2") + "\nstatement " +
                           std::to_string(std::count(e.statement.begin(), e.statement.end(), '\n')) + "\n" +
                           e.statement + uses + "verdict " + verdict + "\n" + section;
  const Result r = check(sealed(text));
  const bool accepted = r.accepted || r.conditional();
  const std::string at = "the example at line " + std::to_string(e.line) + " ";
  if (e.accepted != accepted) return {at + (accepted ? "is accepted" : "is rejected: " + r.reason)};
  if (e.accepted) {
    const bool used = e.rule.empty() || std::find(r.rules.begin(), r.rules.end(), e.rule) != r.rules.end();
    return used ? Complaints{} : Complaints{at + "does not use its rule"};
  }
  if (r.reason.find(e.why) == std::string::npos) return {at + "is rejected for another reason: " + r.reason};
  std::istringstream lines(text);
  std::string line;
  for (std::size_t i = 0; i < r.line; ++i) std::getline(lines, line);
  return e.rule.empty() || first_word(line) == e.rule ? Complaints{} : Complaints{at + "is rejected at: " + line};
}

Complaints of_examples(const Page& p) {
  Complaints out;
  for (const Example& e : p.examples)
    for (const std::string& c : of_example(e)) out.push_back(c);
  return out;
}

#define DPCERT_LIMIT(name) \
  { #name, std::to_string(Limits::name) }
const std::map<std::string, std::string>& limits() {
  static const std::map<std::string, std::string> all{{"min_precision", std::to_string(min_precision)},
                                                      {"max_precision", std::to_string(max_precision)},
                                                      DPCERT_LIMIT(file_bytes),
                                                      DPCERT_LIMIT(text_bytes),
                                                      DPCERT_LIMIT(uses),
                                                      DPCERT_LIMIT(line_work),
                                                      DPCERT_LIMIT(certificate_work),
                                                      DPCERT_LIMIT(byte_work),
                                                      DPCERT_LIMIT(pending),
                                                      DPCERT_LIMIT(tokens),
                                                      DPCERT_LIMIT(nesting),
                                                      DPCERT_LIMIT(digits),
                                                      DPCERT_LIMIT(decimal_exponent),
                                                      DPCERT_LIMIT(arguments_of_function),
                                                      DPCERT_LIMIT(relations),
                                                      DPCERT_LIMIT(index_values),
                                                      DPCERT_LIMIT(order_of_polygamma),
                                                      DPCERT_LIMIT(chosen_from),
                                                      DPCERT_LIMIT(coordinates),
                                                      DPCERT_LIMIT(order_of_derivative),
                                                      DPCERT_LIMIT(indices_of_sequence),
                                                      DPCERT_LIMIT(parts_of_law),
                                                      DPCERT_LIMIT(binders),
                                                      DPCERT_LIMIT(quantifiers),
                                                      DPCERT_LIMIT(number_bits),
                                                      DPCERT_LIMIT(moderate_bits),
                                                      DPCERT_LIMIT(folded_power_bits),
                                                      DPCERT_LIMIT(bound_bits),
                                                      DPCERT_LIMIT(variables),
                                                      DPCERT_LIMIT(depth),
                                                      DPCERT_LIMIT(nodes),
                                                      DPCERT_LIMIT(arguments),
                                                      DPCERT_LIMIT(arguments_of_one),
                                                      DPCERT_LIMIT(terms),
                                                      DPCERT_LIMIT(products_at_once),
                                                      DPCERT_LIMIT(products),
                                                      DPCERT_LIMIT(atoms),
                                                      DPCERT_LIMIT(division_steps),
                                                      DPCERT_LIMIT(power_of_sum),
                                                      DPCERT_LIMIT(exponent_bits),
                                                      DPCERT_LIMIT(trial_division),
                                                      DPCERT_LIMIT(recurrence_steps),
                                                      DPCERT_LIMIT(integer_power_constant),
                                                      DPCERT_LIMIT(integer_power_steps),
                                                      DPCERT_LIMIT(automatic_precision),
                                                      DPCERT_LIMIT(segments),
                                                      DPCERT_LIMIT(segments_inside),
                                                      DPCERT_LIMIT(paired_terms),
                                                      DPCERT_LIMIT(bound_precision),
                                                      DPCERT_LIMIT(far_bits),
                                                      DPCERT_LIMIT(turning_bits),
                                                      DPCERT_LIMIT(polygamma_bits),
                                                      DPCERT_LIMIT(doublings),
                                                      DPCERT_LIMIT(kept_values),
                                                      DPCERT_LIMIT(inhabited_precision),
                                                      DPCERT_LIMIT(equal_precision),
                                                      DPCERT_LIMIT(least_precision),
                                                      DPCERT_LIMIT(pieces),
                                                      DPCERT_LIMIT(halvings),
                                                      DPCERT_LIMIT(series_terms),
                                                      DPCERT_LIMIT(series_order),
                                                      DPCERT_LIMIT(growth_order),
                                                      DPCERT_LIMIT(least_power),
                                                      DPCERT_LIMIT(most_power),
                                                      DPCERT_LIMIT(touched),
                                                      DPCERT_LIMIT(limit_degree)};
  return all;
}
#undef DPCERT_LIMIT

Complaints of_limits(const Page& p) {
  Complaints out;
  for (const auto& [name, value] : limits()) {
    const auto it = p.limits.find(name);
    if (it == p.limits.end())
      out.push_back("the page does not name the limit " + name);
    else if (it->second != value)
      out.push_back("the page gives " + it->second + " for " + name + ", which is " + value);
  }
  for (const auto& [name, value] : p.limits_in_text)
    if (!limits().count(name) || limits().at(name) != value) out.push_back("the text gives " + value + " for " + name);
  for (const auto& [name, value] : p.limits)
    if (!limits().count(name)) out.push_back(name + " is not a limit");
  return out;
}

// The page with one piece of its text replaced.
Page altered(const std::string& from, const std::string& to, std::size_t behind = 0) {
  std::string text = page();
  const std::size_t at = text.find(from, behind);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return read(text);
}

TEST(CertificatePage, EveryRuleHasItsSection) {
  EXPECT_EQ(of_sections(read(page())), Complaints{});
  EXPECT_EQ(Rules::names().size(), read(page()).sections.size());
  EXPECT_NE(of_sections(altered("### `split X Q`", "### `splitting X Q`")), Complaints{});
  EXPECT_NE(of_sections(altered("- Why: ", "- Because: ", page().find("### `cut RELATION`"))), Complaints{});
  EXPECT_NE(of_sections(altered("Rejected (", "Refused (", page().find("### `noint X`"))), Complaints{});
}

TEST(CertificatePage, ExamplesComeOutAsTheyAreMarked) {
  const Page p = read(page());
  EXPECT_GE(p.examples.size(), 2 * Rules::names().size());
  EXPECT_EQ(of_examples(p), Complaints{});
  const std::size_t eval = page().find("### `eval P`");
  EXPECT_EQ(of_examples(altered("Accepted:", "Rejected (does not prove):", eval)).size(), 1U);
  EXPECT_EQ(of_examples(altered("Rejected (the enclosure does not prove the goal):", "Accepted:", eval)).size(), 1U);
  // For the reason given, at a line of its rule, and by use of its rule.
  EXPECT_EQ(of_examples(altered("(the enclosure does not prove", "(the enclosure does not show", eval)).size(), 1U);
  EXPECT_EQ(of_examples(altered("### `ray P`", "### `mean P`")).size(), 2U);
}

TEST(CertificatePage, LimitsAreThoseOfTheCode) {
  EXPECT_EQ(of_limits(read(page())), Complaints{});
  EXPECT_EQ(of_limits(altered("| `series_terms` | 30 |", "| `series_terms` | 31 |")).size(), 1U);
  EXPECT_EQ(of_limits(altered("| `halvings` | 40 |", "| `halving` | 40 |")).size(), 2U);
  EXPECT_EQ(of_limits(altered("`growth_order` (30)", "`growth_order` (29)")).size(), 1U);
  EXPECT_GE(read(page()).limits_in_text.size(), 20U);
  // The header has no other.
  std::istringstream header(file("verify/checker/numbers/limits.hpp"));
  std::set<std::string> names{"min_precision", "max_precision"};
  static constexpr std::string_view word = "static constexpr ";
  for (std::string line; std::getline(header, line);) {
    const std::size_t end = line.find(" = ");
    if (line.find(word) == std::string::npos || end == std::string::npos) continue;
    names.insert(line.substr(line.rfind(' ', end - 1) + 1, end - line.rfind(' ', end - 1) - 1));
  }
  std::set<std::string> known;
  for (const auto& [name, value] : limits()) known.insert(name);
  EXPECT_EQ(names, known);
}

TEST(CertificatePage, NoLineIsLong) {
  std::istringstream in(page());
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    EXPECT_LE(line.size(), 150U) << number;
  }
  EXPECT_GT(number, 500);
}

}  // namespace
}  // namespace dpcert::checker::test
