#include "dpcert/core/parameter_words.hpp"

#include <array>

namespace dpcert {
namespace {

constexpr std::array words{
    // What is asked
    ParameterWord{"mechanism", "the mechanism or law"},
    ParameterWord{"at", "where a quantity is evaluated: the order, epsilon or delta that belongs to it"},
    ParameterWord{"order", "an order of the Renyi divergence, above 1"},
    ParameterWord{"orders", "several orders; inf is the max-divergence"},
    ParameterWord{"eps", "a privacy parameter, or the target that is calibrated to"},
    ParameterWord{"epsilon",
                  "the epsilon of (epsilon, delta)-DP: of sigma in eval and audit, of targets in a deployment"},
    ParameterWord{"delta", "the delta of (eps, delta)-DP"},
    ParameterWord{"eps_prime", "the privacy that a witness exceeds"},
    ParameterWord{"neighbours",
                  "which data sets are neighbours: add_remove or replace; of a Dirichlet mechanism replace or counts"},
    ParameterWord{"direction", "of a removed or added record: add, remove or max"},
    ParameterWord{"over", "the pairs of a worst case: data or hull"},
    ParameterWord{"parameter", "which parameter is calibrated: beta or rho"},
    // Data and posterior sampling
    ParameterWord{"algorithm", "direct, diffused (r), concentrated (m); of glm also ops"},
    ParameterWord{"prior", "the prior's counts, one for each category; two are a Beta law"},
    ParameterWord{"d", "the number of categories of a symmetric prior that is given by one count"},
    ParameterWord{"public", "counts of public records, one for each category, added to the prior"},
    ParameterWord{"counts", "how many records of each category there are"},
    ParameterWord{"shares", "the shares of the categories in data of any number of records"},
    ParameterWord{"against", "the mechanism that is compared with"},
    ParameterWord{"n", "the number of records"},
    ParameterWord{"r", "the weight of a record, above 0 and at most 1"},
    ParameterWord{"m", "the prior counts 1/m times, 0 < m <= 1"},
    ParameterWord{"variance", "the known variance of a normal law"},
    ParameterWord{"prior_count", "the weight in records of a normal prior"},
    ParameterWord{"prior_mean", "the mean of a normal prior"},
    ParameterWord{"clip", "the bound to which records are clipped, on both sides"},
    ParameterWord{"lower", "the least value of a record"},
    ParameterWord{"upper", "the largest value of a record"},
    ParameterWord{"precision", "of gibbs_gaussian the prior's precision; 0: no prior, the flat one"},
    ParameterWord{"lipschitz", "by how much the loss of a record changes at most where the parameter moves by 1"},
    ParameterWord{"convexity", "the strong convexity of minus the log of the prior's density"},
    ParameterWord{"smoothness", "the Lipschitz constant of the gradient of minus the log of the target's density"},
    ParameterWord{"curvature", "the precision of a normal target, the same in every direction"},
    ParameterWord{
        "gamma",
        "the total variation distance that a Markov chain may keep from its target; of a smooth sensitivity how "
        "much its reciprocal may change with a record"},
    ParameterWord{"query", "what is released of the records: sum or mean"},
    ParameterWord{"grid", "the step of the multiples to which records are rounded and on which noise lies"},
    ParameterWord{"outside", "what becomes of a record outside its bounds: clip or refuse"},
    // Noise
    ParameterWord{"sigma", "the standard deviation of normal noise, in units of the sensitivity where none is given"},
    ParameterWord{"b", "the scale of Laplace noise; of the law beta its second parameter"},
    ParameterWord{"sensitivity", "by how much one record changes what is released"},
    ParameterWord{"T", "the number of releases"},
    ParameterWord{"times", "how often a part of a composition is repeated"},
    ParameterWord{"parts", "the mechanisms of a composition, separated by semicolons"},
    ParameterWord{"blocks", "the same in a row of an audit: a list of {mechanism, parameters, T}"},
    ParameterWord{"q", "the probability with which a record enters a sample"},
    ParameterWord{"p_truth", "the probability of a true answer"},
    ParameterWord{"noise", "the probability of an answer drawn uniformly among all"},
    ParameterWord{"k", "the number of possible answers"},
    // Regression
    ParameterWord{"label", "the column of the labels"},
    ParameterWord{"features", "the columns of the covariates"},
    ParameterWord{"intercept", "a covariate that is 1: yes or no"},
    ParameterWord{"link", "logistic or probit"},
    ParameterWord{"sampler", "how the draw is made"},
    ParameterWord{"iterations", "the steps of a Markov chain"},
    ParameterWord{"c", "the norm to which covariates are clipped; of sgld the slope around which y/x lie"},
    ParameterWord{"B", "a bound of the residuals"},
    ParameterWord{"alpha", "of a linear regression the prior's precision; the parameters of the law dirichlet"},
    ParameterWord{
        "beta",
        "the prior's strength per record; of a linear regression the precision of the noise; of Gibbs posteriors the "
        "weight of a record's loss"},
    ParameterWord{"beta0", "the least beta to be considered"},
    ParameterWord{"rho", "the power of the likelihood; of zcdp its parameter"},
    ParameterWord{"x", "the column of the regressor"},
    ParameterWord{"y", "the column of the response"},
    ParameterWord{"x_l", "the least regressor"},
    ParameterWord{"x_h", "the largest regressor"},
    ParameterWord{"radius", "how far y/x may lie from c; of gibbs_gaussian the bound of a record's norm"},
    ParameterWord{"rho1", "an exponent of Propose-Test-Sample"},
    ParameterWord{"rho2", "an exponent of Propose-Test-Sample"},
    ParameterWord{"gamma1", "an exponent of Propose-Test-Sample"},
    ParameterWord{"epochs", "the last epoch that is looked at"},
    // Laws
    ParameterWord{"a", "the first parameter of the law beta"},
    ParameterWord{"a1", "the first parameter of the first of two Beta laws"},
    ParameterWord{"b1", "its second parameter"},
    ParameterWord{"a2", "the first parameter of the second of two Beta laws"},
    ParameterWord{"b2", "its second parameter"},
    ParameterWord{"alpha1", "the parameters of the first of two Dirichlet laws"},
    ParameterWord{"alpha2", "the parameters of the second"},
    ParameterWord{"m1", "the mean of the first of two normal laws"},
    ParameterWord{"s1", "its standard deviation"},
    ParameterWord{"m2", "the mean of the second"},
    ParameterWord{"s2", "its standard deviation"},
};

/// Spellings of a parameter that are refused in favour of its name.
struct Spellings {
  std::string_view name;
  std::array<std::string_view, 6> others;
};
constexpr std::array spellings{
    Spellings{"prior", {"a", "b", "a0", "b0", "alpha", "prior_counts"}},
    Spellings{"order", {"lambda", "nu", "at"}},
    Spellings{"orders", {"lambdas"}},
    Spellings{"n", {"records"}},
    Spellings{"eps", {"epsilon"}},
    Spellings{"epsilon", {"eps"}},
    Spellings{"T", {"compositions"}},
};

}  // namespace

std::span<const ParameterWord> parameter_words() { return words; }

const ParameterWord* find_parameter_word(std::string_view name) {
  for (const ParameterWord& w : words)
    if (w.name == name) return &w;
  return nullptr;
}

std::optional<std::string_view> parameter_called(std::string_view name,
                                                 const std::function<bool(std::string_view)>& known) {
  for (const Spellings& s : spellings)
    for (const std::string_view other : s.others)
      if (!other.empty() && other == name && known(s.name)) return s.name;
  return std::nullopt;
}

std::string expected_instead(std::string_view name) {
  const ParameterWord* word = find_parameter_word(name);
  std::string text = "the parameter under its name '" + std::string(name) + "'";
  if (word != nullptr) text += " (" + std::string(word->meaning) + ")";
  return text;
}

}  // namespace dpcert
