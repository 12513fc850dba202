#include "verify/estimates/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>

#include "dpcert/scalar/tape.hpp"

namespace dpcert::verify {

namespace {

constexpr Precision side_bits = 128;
constexpr std::size_t most_points = 8;  // that can be drawn from
constexpr std::size_t most_terms = 12;

struct Chosen {
  Point at;
  std::vector<std::size_t> terms;  // of which something is known there
  double worth = 0;
};

// Those that say most first. Fixed by pilots of their own, so that the draws that count know nothing of the choice.
std::vector<Chosen> choose(const std::vector<LawTerm>& terms, const std::vector<Point>& points,
                           std::mt19937_64& random) {
  std::vector<Chosen> found;
  for (std::size_t i = 0; i < points.size() && found.size() < most_points; ++i) {
    Chosen here{points[i], {}};
    for (std::size_t k = 0; k < std::min(terms.size(), most_terms); ++k)
      if (const auto w = worth(terms[k], points[i], random)) here.terms.push_back(k), here.worth += *w;
    if (!here.terms.empty()) found.push_back(std::move(here));
  }
  std::ranges::stable_sort(found, std::ranges::greater{}, &Chosen::worth);
  return found;
}

// The sides of a conclusion with intervals for what was estimated; nothing if none of that is in it, or something else
// in it has no value.
std::optional<Estimates::Compared> compare(const Relation& r, const std::map<std::string, Interval>& values,
                                           const std::vector<std::pair<Expr, Expr>>& stands) {
  Relation with = r;
  for (const auto& [term, variable] : stands)
    with.lhs = replaced(with.lhs, term, variable), with.rhs = replaced(with.rhs, term, variable);
  if (with.lhs == r.lhs && with.rhs == r.rhs) return std::nullopt;
  const auto value = [&](const Expr& e) {
    return evaluate<Interval>(
        e, values, [](const Rational& q) { return Interval(q, side_bits); }, [] { return Interval::pi(side_bits); });
  };
  try {
    Estimates::Compared out{0, r.rel, value(with.lhs), value(with.rhs), false};
    if (out.lhs.is_undefined() || out.rhs.is_undefined()) return std::nullopt;
    out.contradicted = holds(r.rel, out.lhs, out.rhs).is_impossible();
    return out;
  } catch (const Error&) {
    return std::nullopt;
  }
}

Estimates estimate_at(const Instance& statement, const Chosen& chosen, std::int64_t releases, const Rational& level,
                      std::mt19937_64& random) {
  Estimates out;
  out.at = chosen.at;
  std::map<std::string, Interval> values;
  for (const auto& [name, q] : chosen.at) values.emplace(name, Interval(q, side_bits));
  std::vector<std::pair<Expr, Expr>> stands;
  for (const std::size_t k : chosen.terms) {
    const LawTerm& term = statement.law_terms[k];
    auto found = estimate_term(term, chosen.at, releases, level, random);
    if (!found) continue;
    out.releases += found->releases;
    const std::string name = fmt::format("$t{}", k);
    values.emplace(name, found->bounds.with_precision(side_bits));
    stands.emplace_back(term.value, Expr::variable(name));
    out.terms.emplace_back(term.text, std::move(*found));
  }
  for (std::size_t c = 0; c < statement.conclusions.size(); ++c)
    if (auto found = compare(statement.conclusions[c], values, stands)) {
      found->conclusion = c;
      out.compared.push_back(std::move(*found));
    }
  if (out.terms.empty()) out.none = "nothing is known of the range of what is averaged";
  return out;
}

}  // namespace

Estimates estimate(const Instance& statement, const std::vector<Point>& points, const EstimateOptions& options) {
  std::mt19937_64 random(options.seed);
  const std::vector<Chosen> chosen = choose(statement.law_terms, points, random);
  if (chosen.empty()) {
    Estimates out;
    out.none = points.empty() ? "no point at which every hypothesis holds was found"
                              : "doubles do not hold its laws where it was tried";
    return out;
  }
  Estimates out = estimate_at(statement, chosen[0], options.releases, options.level, random);
  for (std::size_t i = 1; i < std::min(chosen.size(), 1 + options.elsewhere); ++i) {
    Estimates more = estimate_at(statement, chosen[i], options.releases_elsewhere, options.level, random);
    if (!more.terms.empty()) out.elsewhere.push_back(std::move(more));
  }
  return out;
}

}  // namespace dpcert::verify
