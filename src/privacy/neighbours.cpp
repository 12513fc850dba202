#include "dpcert/privacy/neighbours.hpp"

#include <map>

namespace dpcert {

std::string_view neighbours_of(std::string_view mechanism) {
  static constexpr std::string_view by_sensitivity = "whatever moves the released value by at most 1, the sensitivity",
                                    as_given = "those for which the given bound holds",
                                    two_laws = "the two laws that are given", one_law = "none: of one law",
                                    replaced = "one record is replaced, the number of records is the same",
                                    local = "the record of one answer is replaced";
  static const std::map<std::string_view, std::string_view> relations{
      {"gaussian", by_sensitivity},
      {"laplace", by_sensitivity},
      {"poisson_subsampled_gaussian",
       "one record is added or removed (the larger direction for orders >= 1); not replaced"},
      {"pure_dp", as_given},
      {"renyi_dp", as_given},
      {"rdp_curve", as_given},
      {"zcdp", as_given},
      {"composition", "those of every part, which have to be the same"},
      {"exponential_mechanism", "those between which the loss has bounded range eps"},
      {"randomized_response", local},
      {"kary_randomized_response_replace_one", local},
      {"kary_randomized_response_replace_special",
       "the record of one answer is replaced by one whose answer is uniform"},
      {"beta_bernoulli_posterior", replaced},
      {"gibbs_gaussian", replaced},
      {"gibbs_lipschitz", replaced},
      {"gibbs_bernoulli", replaced},
      {"gibbs_langevin", replaced},
      {"langevin_monte_carlo", one_law},
      {"beta", one_law},
      {"dirichlet", one_law},
      {"beta_pair", two_laws},
      {"dirichlet_pair", two_laws},
      {"gaussian_pair", two_laws}};
  static constexpr std::string_view counts =
      "one record is replaced by one of another category: two counts differ, one by +1 and one by -1";
  for (const char* name : {"lszhang", "lsdim", "lshist", "ehd", "ehdl", "ehds"})
    if (mechanism == name) return counts;
  const auto found = relations.find(mechanism);
  return found == relations.end() ? std::string_view() : found->second;
}

}  // namespace dpcert
