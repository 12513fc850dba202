// Advice: a proof written down by somebody, followed line by line. Hypotheses are named in it as the writer saw them,
// so a line means the same whatever the prover cut in besides and whatever a step dropped.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "src/symbolic/expr_text.hpp"
#include "verify/engine/prove/prover_search.hpp"

namespace dpcert::verify {

bool stands_in_front(std::string_view line) {
  static constexpr std::array words{"cut ",    "antiderivative ", "dominated ",  "integrand ", "linear ",
                                    "split (", "lemma ",          "substitute ", "under "};
  return std::ranges::any_of(words, [&](const char* word) { return line.starts_with(word); });
}

bool speaks_of_formulas(const std::vector<std::string>& advice) {
  static constexpr std::array words{"at ", "apply ", "obtain ", "branch ", "absurd"};
  static constexpr std::array inside{"{", "forall ", "exists ", " and ", " or ", " implies "};
  return std::ranges::any_of(advice, [&](const std::string& line) {
    const auto starts = [&](const char* word) { return line.starts_with(word); };
    const auto contains = [&](const char* word) { return line.find(word) != std::string::npos; };
    return std::ranges::any_of(words, starts) || (line.starts_with("cut ") && std::ranges::any_of(inside, contains));
  });
}

namespace {

using Why = StepError::Why;

// Steps that the checker follows before it asks whether a goal is defined.
bool may_come_before_definedness(const Step& step) {
  return step.is<rule::Cut>() || step.is<rule::Cases>() || step.is<rule::CloseEnd>() || step.is<rule::Bound>() ||
         step.is<rule::UseLemma>() || step.is<rule::Inst>() || step.is<rule::Antiderivative>() ||
         step.is<rule::Dominated>() || step.is<rule::Integrand>() || step.is<rule::Substitute>() ||
         step.is<rule::Under>() || step.is<rule::Linear>() || step.is<rule::SplitRange>();
}

std::size_t number_of(const Relation& r, const Context& c) {
  const auto it = std::ranges::find(c.hypotheses(), r);
  return it == c.hypotheses().end() ? 0 : static_cast<std::size_t>(it - c.hypotheses().begin()) + 1;
}

// The hypothesis that a word names, a number from 1 or a relation in braces. Throws the reason if there is none.
Relation named(std::string_view word, const Context& written) {
  if (word.starts_with('{') && word.ends_with('}')) {
    const std::string text(word.substr(1, word.size() - 2));
    Relation r;
    try {
      r = parse_relation(text, names_of(written));
    } catch (const SyntaxError& e) {
      throw StepError(Why::not_a_relation, fmt::format("'{}' is not a relation: {}", text, e.what()));
    }
    if (number_of(r, written)) return r;
    if (const std::size_t k = written.matching_hypothesis(sub(r.lhs, r.rhs), r.rel)) return written.hypotheses()[k - 1];
    throw StepError(Why::no_hypothesis, fmt::format("no hypothesis says {}", text));
  }
  const auto q = Rational::parse(word);
  const auto k = q ? q->to_int64() : std::nullopt;
  const std::size_t count = written.hypotheses().size();
  if (!k) throw StepError(Why::no_hypothesis, fmt::format("'{}' names no hypothesis", word));
  if (*k < 1 || static_cast<std::size_t>(*k) > count) {
    throw StepError(Why::no_hypothesis, fmt::format("hypothesis {} does not exist there ({})", *k,
                                                    count == 0 ? "there is none" : fmt::format("there are {}", count)));
  }
  return written.hypotheses()[static_cast<std::size_t>(*k) - 1];
}

// The step that a line says in the words of `written`, with hypotheses as they are numbered in `here`.
Step read_advice(std::string_view line, const Context& written, const Context& here, const std::vector<Lemma>& lemmas) {
  std::string text;
  std::size_t copied = 0;  // bytes of the line
  Step step = read_step(
      line, here,
      [&](std::string_view word) {
        const Relation r = named(word, written);
        std::size_t k = number_of(r, here);
        if (k == 0)
          throw StepError(Why::no_hypothesis, fmt::format("the hypothesis {} {} {} was dropped", short_text(r.lhs, 200),
                                                          to_string(r.rel), short_text(r.rhs, 200)));
        // What is the same as another hypothesis keeps its own number.
        const auto own = Rational::parse(word);
        if (own && &written == &here) k = static_cast<std::size_t>(*own->to_int64());
        const auto at = static_cast<std::size_t>(word.data() - line.data());
        text += fmt::format("{}{}", line.substr(copied, at - copied), k);
        copied = at + word.size();
        return k;
      },
      lemmas);
  text += line.substr(copied);
  if (text != to_text(step)) step.words = std::move(text);
  return step;
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
  const std::string& line = options_.advice[number];
  const bool automatic = line == "auto";
  std::optional<Step> step, plain_step;
  try {
    if (!automatic) step = read_advice(line, written.context, g.context, options_.lemmas);
    if (!automatic && &g != &written) plain_step = read_advice(line, written.context, written.context, options_.lemmas);
  } catch (const StepError& e) {
    return misadvised(number, e.what());
  }
  if (needs_definedness_ && !(step && may_come_before_definedness(*step)) &&
      !(is_defined(g.context, g.relation.lhs) && is_defined(g.context, g.relation.rhs)))
    return std::nullopt;
  if (automatic) {
    {
      const WorkLimit limit(Effort::work_of_conditions);
      if (auto t = goal_tree(g, options_.depth, true)) return t;
    }
    if (auto t = part_by_rounds(g, options_.rounds)) return t;
    return misadvised(number, fmt::format("not proved: {} {} {}", short_text(g.relation.lhs, 200),
                                          to_string(g.relation.rel), short_text(g.relation.rhs, 200)));
  }
  const auto children = apply(*step, g);
  Proof out{*step};
  if (!children) return out;  // a leaf, given as it is
  const auto plain = &g == &written ? children : apply(*plain_step, written);
  if (!plain || plain->size() != children->size()) return misadvised(number, "it cannot be applied there");
  for (std::size_t i = 0; i < children->size(); ++i) {
    const Goal& child = (*children)[i];
    const auto tree = follow(child, &g == &written ? child : (*plain)[i], at);
    if (!tree) return std::nullopt;
    append(out, *tree);
  }
  return out;
}

Tree Prover::advised(const Goal& goal, const Goal* defined, const Proof& cuts) {
  std::size_t at = 0;
  Proof out = cuts;
  Tree rest;
  // Proof that need what was to be cut in front: then it will be, and they are followed once more.
  // For an integral there is no second time: nothing but its own proof says that it is one.
  needs_definedness_ =
      !defined && stands_in_front(options_.advice.front()) && nodes_of(goal.relation, is_integral).empty();
  if (defined) {
    rest = follow(*defined, cuts.empty() ? *defined : goal, at);
  } else {
    // Its own cuts in front may say all that definedness needs.
    Goal written = goal;
    for (; at < options_.advice.size() && stands_in_front(options_.advice[at]);) {
      std::optional<Step> cut;
      try {
        cut = read_advice(options_.advice[at], written.context, written.context, options_.lemmas);
      } catch (const StepError& e) {
        return misadvised(at, e.what());
      }
      const auto children = apply(*cut, written);
      if (!children) return misadvised(at, "it cannot be applied there");
      out.push_back(*cut);
      ++at;
      for (std::size_t i = 0; i + 1 < children->size(); ++i) {
        const auto tree = follow((*children)[i], (*children)[i], at);
        if (!tree) return std::nullopt;
        append(out, *tree);
      }
      written = children->back();
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
