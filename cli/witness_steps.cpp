// dpcert witness sgld_steps: the certified intervals of steps at which a release of cyclic SGLD is, and is not,
// (epsilon, delta)-DP.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/witness.hpp"
#include "cli/words.hpp"
#include "dpcert/langevin/step_regions.hpp"

namespace dpcert::cli {

namespace {

std::string shown(const langevin::StepInterval& i, std::int64_t n) {
  const auto epoch = [&](std::int64_t step) { return static_cast<double>(step) / static_cast<double>(n); };
  if (!i.last) return fmt::format("from step {} on (epoch {:.4g})", i.first, epoch(i.first));
  return fmt::format("steps {} to {} (epochs {:.4g} to {:.4g})", i.first, *i.last, epoch(i.first), epoch(*i.last));
}

/// The steps that are in neither list.
std::vector<langevin::StepInterval> rest(const langevin::StepRegions& regions) {
  std::vector<langevin::StepInterval> known = regions.in_private, gaps;
  known.insert(known.end(), regions.not_private.begin(), regions.not_private.end());
  std::ranges::sort(known, {}, &langevin::StepInterval::first);
  std::int64_t next = 0;
  for (const auto& i : known) {
    if (i.first > next) gaps.push_back({next, i.first - 1});
    if (!i.last) return gaps;
    next = std::max(next, *i.last + 1);
  }
  gaps.push_back({next, {}});
  return gaps;
}

}  // namespace

Exit witness_steps(const Common& common, const std::vector<std::string>& parameters) {
  Words words("witness", parameters);
  langevin::RegressionDomain<Rational> d;
  d.n = words.integer("n", "the number of records");
  d.c = words.number("c", "the slope around which all y/x lie");
  d.radius = words.number("radius", "how far from c they may lie");
  d.x_h = words.number("x_h"), d.x_l = words.number("x_l");
  d.alpha = words.number("alpha"), d.beta = words.number("beta");
  const Rational epsilon = words.number("eps"), delta = words.number("delta");
  const std::int64_t epochs = words.has("epochs") ? words.integer("epochs") : 400;
  words.done("sgld_steps");
  if (delta.sign() <= 0 || delta >= Rational(1)) words.refuse("delta", "a number between 0 and 1", delta.str());
  if (epsilon.sign() < 0) words.refuse("eps", "a number >= 0", epsilon.str());
  if (d.n < 1) words.refuse("n", "an integer >= 1", std::to_string(d.n));
  for (const auto& [name, value] :
       {std::pair("c", &d.c), {"x_h", &d.x_h}, {"x_l", &d.x_l}, {"alpha", &d.alpha}, {"beta", &d.beta}})
    if (value->sign() <= 0) words.refuse(name, "a number > 0", value->str());
  const Rational eta = langevin::default_step_size(langevin::Problem<Rational>{d.n, d.c, d.x_h, d.alpha, d.beta});
  langevin::StepRegions regions;
  try {
    regions = langevin::certified_step_regions(d, eta, Epsilon<Rational>(epsilon), Delta<Rational>(delta), epochs);
  } catch (const Error& e) {
    if (e.code() != ErrorCode::domain) throw;
    words.refuse(e.where(), e.expected(), e.given());
  }
  const std::vector<langevin::StepInterval> undecided = rest(regions);
  const Exit exit = undecided.empty() ? Exit::done : Exit::undecided;
  if (common.json) {
    const auto list = [](const std::vector<langevin::StepInterval>& all) {
      auto out = nlohmann::ordered_json::array();
      for (const auto& i : all) {
        nlohmann::ordered_json entry{{"first", i.first}, {"last", nullptr}};
        if (i.last) entry["last"] = *i.last;
        out.push_back(entry);
      }
      return out;
    };
    const nlohmann::ordered_json json{{"theorem", "sgld_steps"},
                                      {"eps", epsilon.str()},
                                      {"delta", delta.str()},
                                      {"step_size", eta.str()},
                                      {"epochs_examined", epochs},
                                      {"private_for_all_neighbours", list(regions.in_private)},
                                      {"not_private", list(regions.not_private)},
                                      {"undecided", list(undecided)}};
    fmt::print("{}\n", json.dump(2));
    return exit;
  }
  fmt::print("cyclic SGLD, one record replaced, step size 2/(alpha + n x_h^2 beta)^2\n");
  fmt::print("({}, {})-DP for all neighbours of the domain at:\n", epsilon.str(), delta.str());
  for (const auto& i : regions.in_private) fmt::print("  {}\n", shown(i, d.n));
  if (regions.in_private.empty()) fmt::print("  no step could be certified\n");
  fmt::print("not ({}, {})-DP at:\n", epsilon.str(), delta.str());
  for (const auto& i : regions.not_private) fmt::print("  {}\n", shown(i, d.n));
  if (regions.not_private.empty()) fmt::print("  no step could be certified\n");
  fmt::print("undecided (steps up to epoch {} were looked at):\n", epochs);
  for (const auto& i : undecided) fmt::print("  {}\n", shown(i, d.n));
  if (undecided.empty()) fmt::print("  none\n");
  return exit;
}

}  // namespace dpcert::cli
