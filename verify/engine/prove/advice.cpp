// Advice: a proof written down by somebody, followed line by line. Hypotheses are named in it as the writer saw them,
// so a line means the same whatever the prover cut in besides and whatever a step dropped.
#include <fmt/format.h>

#include <algorithm>

#include "src/symbolic/expr_text.hpp"
#include "verify/engine/prove/prover_search.hpp"

namespace dpcert::verify {

namespace {

// The words of a line, parted by spaces; no space inside parentheses or braces parts. Not the Words of lines.cpp, which
// drops the parentheses: here the words are put together again.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == ' ') {
      ++i;
      continue;
    }
    std::size_t end = i;
    for (int depth = 0; end < line.size() && (depth > 0 || line[end] != ' '); ++end)
      depth += line[end] == '(' || line[end] == '{' ? 1 : line[end] == ')' || line[end] == '}' ? -1 : 0;
    words.push_back(line.substr(i, end - i));
    i = end;
  }
  return words;
}

// The words that name hypotheses.
std::vector<std::size_t> references(const std::vector<std::string>& words) {
  std::vector<std::size_t> at;
  const std::string& rule = words.empty() ? std::string() : words[0];
  if ((rule == "hyp" || rule == "prune" || rule == "bound") && words.size() > 1) at.push_back(1);
  if (rule == "combine") {
    for (std::size_t i = 2; i < words.size(); i += 2) at.push_back(i);
  }
  return at;
}

// Steps that the checker follows before it asks whether a goal is defined.
bool may_come_before_definedness(const std::string& line) {
  return line.starts_with("cut ") || line.starts_with("cases ") || line.starts_with("end ") ||
         line.starts_with("bound ");
}

std::size_t number_of(const Relation& r, const Context& c) {
  const auto it = std::ranges::find(c.hypotheses(), r);
  return it == c.hypotheses().end() ? 0 : static_cast<std::size_t>(it - c.hypotheses().begin()) + 1;
}

// The hypothesis that a word names, a number from 1 or a relation in braces. Throws the reason if there is none.
Relation named(const std::string& word, const Context& written) {
  if (word.starts_with('{') && word.ends_with('}')) {
    const std::string text = word.substr(1, word.size() - 2);
    Relation r;
    try {
      r = parse_relation(text, names_of(written));
    } catch (const std::exception& e) {
      throw std::invalid_argument(fmt::format("'{}' is not a relation: {}", text, e.what()));
    }
    if (number_of(r, written)) return r;
    if (const std::size_t k = written.matching_hypothesis(sub(r.lhs, r.rhs), r.rel)) return written.hypotheses()[k - 1];
    throw std::invalid_argument(fmt::format("no hypothesis says {}", text));
  }
  const auto q = Rational::parse(word);
  const auto k = q ? q->to_int64() : std::nullopt;
  const std::size_t count = written.hypotheses().size();
  if (!k) throw std::invalid_argument(fmt::format("'{}' names no hypothesis", word));
  if (*k < 1 || static_cast<std::size_t>(*k) > count) {
    throw std::invalid_argument(fmt::format("hypothesis {} does not exist there ({})", *k,
                                            count == 0 ? "there is none" : fmt::format("there are {}", count)));
  }
  return written.hypotheses()[static_cast<std::size_t>(*k) - 1];
}

// The line with hypotheses as they are numbered in `here`.
std::string numbered(const std::string& line, const Context& written, const Context& here) {
  auto words = words_of(line);
  const auto at = references(words);
  if (at.empty()) return line;
  for (const std::size_t i : at) {
    const Relation r = named(words[i], written);
    const std::size_t k = number_of(r, here);
    if (k == 0)
      throw std::invalid_argument(fmt::format("the hypothesis {} {} {} was dropped", short_text(r.lhs, 200),
                                              to_string(r.rel), short_text(r.rhs, 200)));
    // What is the same as another hypothesis keeps its own number.
    const auto own = Rational::parse(words[i]);
    if (&written != &here || !own) words[i] = std::to_string(k);
  }
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

Tree Prover::misadvised(std::size_t line, const std::string& why) {
  if (advice_problem_.empty()) {
    advice_problem_ = line < options_.advice.size() ? fmt::format("line {} of the given proof, `{}`: {}", line + 1,
                                                                  options_.advice[line].substr(0, 200), why)
                                                    : why;
  }
  return std::nullopt;
}

Tree Prover::follow(const Goal& g, const Goal& written, std::size_t& at) {
  const std::size_t number = at++;
  if (number >= options_.advice.size()) return misadvised(number, "the given proof ends too early");
  std::string line, as_written;
  try {
    line = numbered(options_.advice[number], written.context, g.context);
    as_written = &g == &written ? line : numbered(options_.advice[number], written.context, written.context);
  } catch (const std::invalid_argument& e) {
    return misadvised(number, e.what());
  }
  if (needs_definedness_ && !may_come_before_definedness(line) &&
      !(is_defined(g.context, g.relation.lhs) && is_defined(g.context, g.relation.rhs)))
    return std::nullopt;
  if (line == "auto") {
    {
      const WorkLimit limit(20'000'000);
      if (auto t = goal_tree(g, options_.depth, true)) return t;
    }
    if (auto t = part_by_rounds(g, options_.rounds)) return t;
    return misadvised(number, fmt::format("not proved: {} {} {}", short_text(g.relation.lhs, 200),
                                          to_string(g.relation.rel), short_text(g.relation.rhs, 200)));
  }
  const auto children = apply_line(line, g);
  Lines out{line};
  if (!children) return out;  // a leaf, given as it is
  const auto plain = &g == &written ? children : apply_line(as_written, written);
  if (!plain || plain->size() != children->size()) return misadvised(number, "it cannot be applied there");
  for (std::size_t i = 0; i < children->size(); ++i) {
    const Goal& child = (*children)[i];
    const auto tree = follow(child, &g == &written ? child : (*plain)[i], at);
    if (!tree) return std::nullopt;
    append(out, *tree);
  }
  return out;
}

Tree Prover::advised(const Goal& goal, const Goal* defined, const Lines& cuts) {
  std::size_t at = 0;
  Lines out = cuts;
  Tree rest;
  // Lines that need what was to be cut in front: then it will be, and they are followed once more.
  needs_definedness_ = !defined && options_.advice.front().starts_with("cut ");
  if (defined) {
    rest = follow(*defined, cuts.empty() ? *defined : goal, at);
  } else {
    // Its own cuts in front may say all that definedness needs.
    Goal written = goal;
    for (; at < options_.advice.size() && options_.advice[at].starts_with("cut ");) {
      const std::string& line = options_.advice[at];
      const auto children = apply_line(line, written);
      if (!children || children->size() != 2) return misadvised(at, "it cannot be applied there");
      out.push_back(line);
      const auto tree = follow((*children)[0], (*children)[0], ++at);
      if (!tree) return std::nullopt;
      append(out, *tree);
      written = (*children)[1];
    }
    Goal g = written;
    const std::size_t own = out.size();
    if (!define(g, out)) return std::nullopt;
    rest = out.size() == own ? follow(g, g, at) : follow(g, written, at);
  }
  if (!rest) return std::nullopt;
  if (at < options_.advice.size()) return misadvised(at, "the proof is complete before it");
  append(out, *rest);
  return out;
}

}  // namespace dpcert::verify
