// dpcert release propose_test_sample: a posterior sample of a regression slope, or null.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/release.hpp"
#include "cli/table.hpp"
#include "dpcert/core/decimal.hpp"
#include "dpcert/langevin/propose_test_sample.hpp"

namespace dpcert::cli {

namespace {

langevin::ProposeTestSample<Rational> read_parameters(Words& words) {
  const auto or_else = [&](const char* key, const char* otherwise) {
    return words.has(key) ? words.number(key) : *Rational::parse(otherwise);
  };
  langevin::ProposeTestSample<Rational> p;
  p.epsilon = words.number("eps", "the privacy of one step, > 0: the release costs 5 eps and 2 delta");
  p.delta = words.number("delta", "a number between 0 and 1/2");
  p.x_l = words.number("x_l", "the least regressor > 0");
  p.x_h = words.number("x_h", "the largest regressor");
  p.alpha = or_else("alpha", "1");
  p.beta = words.number("beta", "the noise's precision, at least 3/x_h^2");
  p.rho1 = or_else("rho1", "1.01");
  p.rho2 = or_else("rho2", "0.15");
  p.gamma1 = or_else("gamma1", "0.2");
  try {
    langevin::require(p);
  } catch (const Error& e) {
    words.refuse(e.where(), e.expected(), e.given());
  }
  for (const auto& [name, value] : {std::pair("eps", &p.epsilon),
                                    {"delta", &p.delta},
                                    {"x_l", &p.x_l},
                                    {"x_h", &p.x_h},
                                    {"alpha", &p.alpha},
                                    {"beta", &p.beta}})
    (void)sampler_number(name, *value);
  return p;
}

}  // namespace

Release release_propose_test_sample(Words& words, const std::string& file, Header header, RandomBits& bits) {
  const auto p = read_parameters(words);
  const auto column = [&](const char* key) {
    return words.has(key) ? words.text(key, "the name of a column") : std::string(key);
  };
  const std::string x = column("x"), y = column("y");
  const Table table = read_table(file, {x, y}, header);
  std::vector<langevin::Sample<double>> data;
  for (std::size_t i = 0; i < table.rows(); ++i) data.push_back({table.columns[0][i], table.columns[1][i]});

  std::vector<std::string> outside;
  apply_outside(
      words, data.size(),
      [&](std::size_t i) {
        const Rational at = Rational::from_double(data[i].x);
        return at < p.x_l || at > p.x_h || data[i].y < 0;
      },
      fmt::format("x from {} to {} and y >= 0", decimal_text(p.x_l), decimal_text(p.x_h)), outside);
  // What the slopes' size is, nobody knows before the run, and the grid must not depend on it.
  const Rational grid = words.has("grid") ? stated_grid(words, 1) : pow(Rational(10), -9);
  words.done("propose_test_sample");

  const langevin::PtsRun run = langevin::propose_test_sample(langevin::run_parameters(p), data, bits, grid);
  Release release;
  release.values.push_back(run.outcome == langevin::PtsOutcome::sampled ? exact_text(run.drawn) : "null");
  release.guarantee = langevin::pts_guarantee(p);
  if (const auto total = langevin::pts_privacy(p)) release.dp = ApproximateDp{total->epsilon, total->delta};
  for (const langevin::PtsStep& step : langevin::pts_steps())
    release.notes.push_back(fmt::format("lines {:<6} {} eps, {} delta: {} ({})", step.lines, step.epsilons.str(),
                                        step.deltas.str(), step.released, step.claim));
  release.notes.emplace_back(
      "repaired lines: 1 runs over the records; 7 takes no record if the noisy count is negative; 12 returns null if "
      "no record is left; n_min takes max(centre, 0)");
  say_grid(release, grid);
  // A neighbour may have a record less.
  release.diagnostics.push_back(fmt::format(
      "{} records; {}; n1b = {:.6g}, |V| = {}, n2 = {:.6g}, centre {:.6g}, noisy centre {:.6g}, |W| = {}, nW = {:.6g}, "
      "n_min = {:.6g}",
      data.size(), langevin::describe(run.outcome), run.n1b, run.in_range, run.n2, run.centre, run.noisy_centre,
      run.near_centre, run.n_w, run.n_min));
  release.diagnostics.push_back(std::move(outside.front()));
  release.diagnostics.emplace_back("these numbers are not private and not part of the release: only the result is");
  return release;
}

}  // namespace dpcert::cli
