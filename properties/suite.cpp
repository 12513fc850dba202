#include "dpcert/properties/suite.hpp"

#include <algorithm>

#include "dpcert/core/error.hpp"
#include "dpcert/properties/suites.hpp"

namespace dpcert::properties {
namespace {

std::vector<Suite> all_suites() {
  std::vector<Suite> all;
  for (const auto list : {divergence_suites(),
                          distance_suites(),
                          quadrature_suites(),
                          monte_carlo_suites(),
                          derivative_suites(),
                          mechanism_suites(),
                          sampler_suites(),
                          discrete_suites(),
                          propose_test_sample_suites(),
                          wasserstein_suites(),
                          privacy_suites(),
                          density_suites(),
                          outcome_suites(),
                          conversion_suites(),
                          posterior_suites(),
                          gibbs_suites(),
                          langevin_suites(),
                          formula_suites(),
                          quantity_suites(),
                          dirichlet_suites(),
                          dirichlet_release_suites(),
                          langevin_privacy_suites(),
                          noise_suites(),
                          tail_suites(),
                          template_suites(),
                          bracket_suites(),
                          edge_suites(),
                          corner_suites(),
                          delta_suites(),
                          glm_release_suites()}) {
    all.insert(all.end(), list.begin(), list.end());
  }
  std::ranges::sort(all, {}, &Suite::name);
  return all;
}

Suite find(std::string_view name) {
  for (const Suite& s : all_suites()) {
    if (s.name == name) return s;
  }
  std::string known;
  for (const Suite& s : all_suites()) known.append(known.empty() ? "" : ", ").append(s.name);
  throw Error(ErrorCode::bad_input, "suite", known, name);
}

}  // namespace

std::vector<std::string> suite_names() {
  std::vector<std::string> names;
  for (const Suite& s : all_suites()) names.emplace_back(s.name);
  return names;
}

std::string_view suite_description(std::string_view name) { return find(name).description; }

SuiteResult run_suite(std::string_view name, const Options& options) {
  const Suite suite = find(name);
  return suite.run(suite.name, options);
}

std::string suite_of_replay(std::string_view replay) {
  const std::string_view name = replay.substr(0, std::min(replay.rfind(':'), replay.size()));
  return std::string(find(name).name);
}

}  // namespace dpcert::properties
