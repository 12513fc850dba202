// dpcert calibrate MECHANISM key=value ...: the largest certified parameter for a privacy target; and forward, the
// epsilon of given parameters.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/text.hpp"
#include "cli/words.hpp"
#include "dpcert/calibration/calibration.hpp"
#include "dpcert/calibration/dirichlet.hpp"
#include "dpcert/calibration/foundations.hpp"
#include "dpcert/calibration/gibbs.hpp"
#include "dpcert/catalogue/bundle.hpp"
#include "dpcert/core/decimal.hpp"
#include "dpcert/privacy/gaussian.hpp"
#include "dpcert/solve/effort.hpp"
#include "nlohmann/json.hpp"

namespace dpcert::cli {

namespace {

using nlohmann::ordered_json;

struct CalibrateOptions {
  std::string mechanism;
  std::vector<std::string> parameters;
  int digits = 12;
  bool skip_proofs = false;
  bool certificates = false;
};

/// What a calibration says, in the terms of both outputs.
struct Answer {
  ordered_json parameters;
  std::string direction;  ///< "calibrate" or "forward"
  std::string parameter;  ///< r, m, beta, rho
  std::string value;      ///< calibrated or given
  std::string meaning;    ///< of the value
  std::optional<std::string> insufficient;
  std::string bounded = "eps";                  ///< what the target bounds: eps at an order, or delta at an eps
  std::pair<std::string, std::string> epsilon;  ///< (or delta) at the value, rounded outward
  std::optional<std::pair<std::string, std::string>> epsilon_insufficient;
  std::string pair;   ///< the worst pair
  std::string pairs;  ///< what the worst case was taken over
  std::string bound;  ///< "exact": the worst case itself; "bracket": both ends of it; "upper bound": of a theorem
  std::vector<std::string> claims;
  std::size_t evaluations = 0;
  bool monotone = true;  ///< is every larger parameter than an insufficient one insufficient?
};

std::pair<std::string, std::string> ends(const Certified& value) {
  if (value.is_infinite()) return {"inf", "inf"};
  return {value.enclosure.lower(13), value.enclosure.upper(13)};
}

std::string order_text(const Rational& order) { return decimal_text(order); }

/// Fills in what a worst case says, in either direction.
void answer_worst_case(Answer& answer, const WorstCase& worst, const Rational& order,
                       const std::optional<Rational>& epsilon, const std::optional<Rational>& given, int digits,
                       const std::function<std::string(std::size_t)>& pair_text) {
  answer.parameter = worst.parameter;
  if (given) {
    answer.direction = "forward";
    answer.value = decimal_text(*given);
    answer.meaning = "as given";
    const WorstValue at = worst_value(worst, *given, 15);
    answer.epsilon = ends(at.divergence);
    answer.pair = pair_text(at.pair);
    return;
  }
  const Calibrated found = largest_sufficient(worst, *epsilon, digits);
  answer.direction = "calibrate";
  answer.value = decimal_text(found.value);
  answer.meaning = found.insufficient
                       ? fmt::format(
                             "the largest {}, rounded down to {} digits: this "
                             "and every smaller one gives ({}, {})-RDP",
                             worst.parameter, digits, order_text(order), decimal_text(*epsilon))
                       : fmt::format("the largest {} there is: every {} in (0, 1] gives ({}, {})-RDP", worst.parameter,
                                     worst.parameter, order_text(order), decimal_text(*epsilon));
  answer.evaluations = found.evaluations;
  const WorstValue at = worst_value(worst, found.value, digits + 3);
  answer.epsilon = ends(at.divergence);
  answer.pair = pair_text(at.pair);
  if (found.insufficient) {
    answer.insufficient = decimal_text(*found.insufficient);
    answer.epsilon_insufficient = ends(worst_value(worst, *found.insufficient, digits + 3).divergence);
  }
}

/// eps=... for calibration, or the parameter's own key for forward use; not both.
std::pair<std::optional<Rational>, std::optional<Rational>> target(Words& words, const std::string& parameter) {
  auto epsilon = words.optional_number("eps"), given = words.optional_number(parameter);
  if (!epsilon && !given) words.refuse_other_spellings();
  if (epsilon.has_value() == given.has_value())
    throw BadInput(fmt::format("calibrate: expected eps=... (to calibrate {0}) or {0}=... (for its epsilon), given {1}",
                               parameter, epsilon ? "both" : "neither"));
  if (given && (given->sign() <= 0 || *given > Rational(1)))
    throw BadInput(
        fmt::format("calibrate: {}: expected a number above 0, at most 1, given {}", parameter, decimal_text(*given)));
  return {std::move(epsilon), std::move(given)};
}

Tempering tempering(Words& words, bool direct_offered, bool& direct) {
  std::vector<std::string> known{"diffused", "concentrated"};
  if (direct_offered) known.emplace_back("direct");
  const std::string algorithm = words.choice("algorithm", known, "");
  direct = algorithm == "direct";
  return algorithm == "concentrated" ? Tempering::concentrated : Tempering::diffused;
}

/// Small prior counts: the supremum over the hull lies between a pair's divergence and a bound.
void answer_hull_bracket(Answer& answer, const TemperedPosterior<Rational>& sampling, const Rational& order,
                         const std::optional<Rational>& epsilon, Rational value) {
  if (epsilon) {
    const BracketedParameter found = calibrate_hull(sampling, order, *epsilon);
    value = found.sufficient;
    answer.value = decimal_text(value);
    answer.meaning = fmt::format(
        "this {0} and every smaller one gives ({1}, {2})-RDP over the hull; between it and the insufficient one "
        "nothing is known",
        answer.parameter, order_text(order), decimal_text(*epsilon));
    answer.insufficient.reset();
    answer.epsilon_insufficient.reset();
    if (found.insufficient) {
      answer.insufficient = decimal_text(*found.insufficient);
      const HullBracket b = hull_bracket(sampling.at(*found.insufficient), order);
      answer.epsilon_insufficient = b.infinite ? std::pair<std::string, std::string>("inf", "inf")
                                               : std::pair(b.lower.lower(9), b.upper.upper(9));
    }
  }
  const HullBracket at = hull_bracket(sampling.at(value), order);
  answer.epsilon = {at.lower.lower(9), at.upper.upper(9)};
  answer.pair = at.parts > 1 ? fmt::format(
                                   "one record is a category in one data set and split among {} others in the other; "
                                   "its divergence is the lower end of epsilon",
                                   at.parts)
                             : "a pair of data sets; its divergence is the lower end of epsilon";
}

Answer counts(const std::string& mechanism, Words words, int digits) {
  Answer answer;
  bool direct = false;
  const Tempering kind = tempering(words, true, direct);
  const bool dirichlet = mechanism == "dirichlet" || mechanism == "dirichlet_categorical";
  std::vector<Rational> prior =
      words.numbers("prior", dirichlet ? "prior counts, comma-separated" : "two prior counts");
  if (dirichlet && words.has("d")) {
    const std::int64_t d = words.integer("d");
    if (prior.size() != 1 || d < 2 || d > static_cast<std::int64_t>(CalibrationRange::most_categories))
      throw BadInput("calibrate: d: expected a dimension from 2 to 1000 beside a single prior count, given " +
                     std::to_string(d));
    prior.assign(static_cast<std::size_t>(d), prior[0]);
  }
  if (!dirichlet && prior.size() != 2)
    throw BadInput(fmt::format("calibrate: prior: expected two counts, given {}", prior.size()));
  if (words.has("public")) {
    const auto seen = words.numbers("public", "counts of public records, one for each prior count");
    if (seen.size() != prior.size())
      throw BadInput(fmt::format("calibrate: public: expected {} counts, given {}", prior.size(), seen.size()));
    for (std::size_t k = 0; k < seen.size(); ++k) {
      if (seen[k].sign() < 0) throw BadInput("calibrate: public: expected counts >= 0, given " + decimal_text(seen[k]));
      prior[k] += seen[k];
    }
    answer.claims.emplace_back("renyi.public.prior");
  }
  const std::int64_t n = words.integer("n");
  const Rational order = words.number("order");
  const PairSet over = words.choice("over", {"data", "hull"}, "data") == "hull" ? PairSet::hull : PairSet::data_sets;
  const TemperedPosterior<Rational> sampling = calibrated_posterior(std::move(prior), n, kind);
  std::optional<Rational> epsilon, given;
  if (direct) {
    if (words.has("eps"))
      throw BadInput(
          "calibrate: algorithm: expected diffused or concentrated (direct sampling has nothing to "
          "calibrate; without eps=... its epsilon is computed), given 'direct'");
    given = Rational(1);
  } else {
    std::tie(epsilon, given) = target(words, sampling.parameter());
  }
  words.done(mechanism);
  const WorstCase worst = worst_case(sampling, order);
  if (given && order >= sampling.at(*given).finite_below())
    throw BadInput(fmt::format(
        "calibrate: order: expected an order below lambda* = 1 + (least prior count)/{} = {} "
        "(from there on the divergence is infinite), given {}",
        kind == Tempering::diffused ? "r" : "m", decimal_text(sampling.at(*given).finite_below()), order_text(order)));
  const std::vector<RecordMove> moves = sampling.moves();
  const auto pair_text = [&](std::size_t pair) {
    const RecordMove& move = moves[pair];
    if (dirichlet && sampling.categories() > 2) {
      return fmt::format(
          "a record of category {} in one data set is one of category {} in the other; the other {} "
          "are of a third category",
          move.from + 1, move.to + 1, n - 1);
    }
    const int ones = move.from == 0 ? 1 : 0;
    if (mechanism == "statistical_query")
      return fmt::format("all {} values {} against the same with one {}", n, ones, 1 - ones);
    return dirichlet ? fmt::format("all {} records of category {} against the same with one of category {}", n,
                                   move.from + 1, move.to + 1)
                     : fmt::format("all {} records {} against the same with one {}", n, ones, 1 - ones);
  };
  answer_worst_case(answer, worst, order, epsilon, given, digits, pair_text);
  const Rational value = given ? *given : *Rational::parse(answer.value);
  const bool bracketed = over == PairSet::hull && !hull_is_data_sets(sampling.at(value));
  if (bracketed) answer_hull_bracket(answer, sampling, order, epsilon, value);
  if (sampling.categories() == 2) {
    answer.pairs =
        "every two data sets that differ in one record, and every r-neighbouring "
        "pair of the hull pset: the same supremum";
  } else if (bracketed) {
    answer.pairs =
        "every r-neighbouring pair of the hull pset, by a bracket (a split record can be worse than data sets)";
  } else if (over == PairSet::hull) {
    answer.pairs = "every r-neighbouring pair of the hull pset (the same supremum as over data sets)";
  } else {
    answer.pairs = "every two data sets that differ in one record (not the hull pset)";
  }
  answer.bound = bracketed ? "bracket" : "exact";
  const auto ids = calibration_claims(sampling, over);
  answer.claims.insert(answer.claims.end(), ids.begin(), ids.end());
  if (bracketed) answer.claims.emplace_back("calibrate.hull");
  if (direct) {
    answer.parameter = "r";
    answer.meaning = "direct sampling";
    answer.claims.erase(std::remove(answer.claims.begin(), answer.claims.end(), "calibrate.r"), answer.claims.end());
  }
  if (mechanism == "statistical_query") {
    answer.claims.emplace_back("renyi.sq.bounded");
    answer.claims.emplace_back("renyi.alg4");
  }
  return answer;
}

Answer gaussian_mean(Words words, int digits) {
  Answer answer;
  bool direct = false;
  const Tempering kind = tempering(words, false, direct);
  const Rational variance = words.number("variance"), prior_count = words.number("prior_count"),
                 clip = words.number("clip"), order = words.number("order");
  const NormalMeanPosterior<Rational> sampling(variance, prior_count, clip, words.integer("n"), kind);
  const auto [epsilon, given] = target(words, sampling.parameter());
  words.done("gaussian_mean");
  answer_worst_case(answer, worst_case(sampling, order), order, epsilon, given, digits, [&](std::size_t) {
    return fmt::format("one record at {} against the same record at {}, after clipping", decimal_text(clip),
                       "-" + decimal_text(clip));
  });
  answer.pairs = "every two data sets that differ in one record";
  answer.bound = "exact";
  answer.claims = calibration_claims(sampling);
  return answer;
}

Answer glm(Words words, int digits) {
  Answer answer;
  const GlmBound<Rational> bound{words.number("c", "a bound of the covariates' norm"),
                                 words.has("B") ? words.number("B") : Rational(1), words.integer("n")};
  const Rational order = words.number("order");
  const std::string what = words.choice("parameter", {"beta", "rho"}, "");
  answer.pairs = "every two data sets that differ in one record, at most: the bound of a theorem holds for all of them";
  answer.bound = "upper bound";
  if (what == "rho") {
    const Rational beta = words.number("beta");
    const auto [epsilon, given] = target(words, "rho");
    words.done("glm");
    answer_worst_case(answer, worst_case(bound, order, beta), order, epsilon, given, digits,
                      [](std::size_t) { return std::string("not known: a bound"); });
    answer.claims = {"renyi.alg6", "renyi.glm.lemma1"};
    return answer;
  }
  answer.parameter = "beta";
  answer.pair = "not known: a bound";
  answer.claims = {"renyi.alg5", "renyi.thm16"};
  if (words.has("beta")) {
    const Rational beta = words.number("beta");
    words.done("glm");
    (void)worst_case(bound, order, beta);  // checks
    answer.direction = "forward";
    answer.value = decimal_text(beta);
    answer.meaning = "as given";
    const Ball epsilon(bound.epsilon(order, beta, Rational(1)), 64);
    answer.epsilon = {epsilon.lower(13), epsilon.upper(13)};
    return answer;
  }
  const Rational epsilon = words.number("eps"),
                 beta0 = words.has("beta0") ? words.number("beta0") : Rational(1, 1000000);
  words.done("glm");
  const Rational beta = least_beta(bound, order, epsilon, beta0);
  answer.direction = "calibrate";
  answer.value = decimal_text(beta);
  answer.meaning = fmt::format(
      "the least beta >= beta0 = {} for which the bound is at most {}, exactly; this and every "
      "larger one gives ({}, {})-RDP",
      decimal_text(beta0), decimal_text(epsilon), order_text(order), decimal_text(epsilon));
  const Ball at(bound.epsilon(order, beta, Rational(1)), 64);
  answer.epsilon = {at.lower(13), at.upper(13)};
  return answer;
}

/// The delta at eps of a Gibbs posterior with one beta.
template <class Posterior>
std::pair<std::string, std::string> delta_of(const Posterior& posterior, const Rational& epsilon, int digits) {
  return ends(certified_gaussian_delta(epsilon, posterior.mu_squared(), digits));
}

template <class Posterior>
Answer gibbs(const Posterior& posterior, const Rational& epsilon, const std::optional<Rational>& delta, int digits) {
  Answer answer;
  answer.bounded = "delta";
  answer.parameter = "beta";
  answer.claims = {"calibrate.mu", "calibrate.gibbs"};
  if (!delta) {
    answer.direction = "forward";
    answer.value = decimal_text(posterior.beta());
    answer.meaning = "as given";
    answer.epsilon = delta_of(posterior, epsilon, 15);
    return answer;
  }
  const Calibrated found = largest_beta(posterior, epsilon, *delta, digits);
  answer.direction = "calibrate";
  answer.value = decimal_text(found.value);
  answer.meaning =
      fmt::format("the largest beta, rounded down to {} digits: this and every smaller one is ({}, {})-private", digits,
                  decimal_text(epsilon), decimal_text(*delta));
  answer.evaluations = found.evaluations;
  answer.epsilon = delta_of(posterior.at(found.value), epsilon, digits + 3);
  if (found.insufficient) {
    answer.insufficient = decimal_text(*found.insufficient);
    answer.epsilon_insufficient = delta_of(posterior.at(*found.insufficient), epsilon, digits + 3);
  }
  return answer;
}

/// A beta that is given with a target is refused where it is above the largest one that meets the target.
template <class Posterior>
Answer gibbs_within(const Posterior& posterior, Words& words, const std::optional<Rational>& given,
                    const Rational& epsilon, const std::optional<Rational>& delta, int digits) {
  if (!given || !delta) return gibbs(posterior, epsilon, delta, digits);
  const Calibrated largest = largest_beta(posterior, epsilon, *delta, digits);
  if (*given > largest.value)
    words.refuse("beta",
                 fmt::format("at most {}, the largest that is ({}, {})-private", decimal_text(largest.value),
                             decimal_text(epsilon), decimal_text(*delta)),
                 decimal_text(*given));
  return gibbs(posterior, epsilon, std::nullopt, digits);
}

/// eps=... with delta=... for calibration, or with beta=... for the delta of that beta; with both the beta has to meet
/// the target.
Answer gibbs(const std::string& mechanism, Words words, int digits) {
  const Rational epsilon = words.number("eps");
  const auto delta = words.optional_number("delta"), given = words.optional_number("beta");
  if (!delta && !given)
    throw BadInput(
        "calibrate: expected delta=... (to calibrate beta), beta=... (for its delta), or both (beta has to meet the "
        "target), given neither");
  const Rational beta = given ? *given : Rational(1);
  if (mechanism == "gibbs_gaussian") {
    const Rational radius = words.number("radius"),
                   precision = words.has("precision") ? words.number("precision") : Rational(0);
    const GibbsGaussian<Rational> posterior(beta, words.integer("n"), radius, precision);
    words.done(mechanism);
    Answer answer = gibbs_within(posterior, words, given, epsilon, delta, digits);
    answer.pair = fmt::format("one record of norm {} against its opposite", decimal_text(radius));
    answer.pairs = "every two data sets that differ in one record";
    answer.bound = "exact";
    return answer;
  }
  const GibbsLipschitz<Rational> posterior(beta, words.number("lipschitz"), words.number("convexity"));
  words.done(mechanism);
  Answer answer = gibbs_within(posterior, words, given, epsilon, delta, digits);
  answer.pair = "linear losses of opposite slopes under a normal prior, which attain the bound";
  answer.pairs =
      "every two data sets that differ in one record, for every such loss and prior: by Gopi, Lee and Liu (2022), "
      "Theorem 4.1, which is assumed";
  answer.bound = "upper bound";
  return answer;
}

std::pair<std::string, std::string> ends(const WorstPair& worst, int digits) {
  return {worst.enclosure.lower(digits), worst.enclosure.upper(digits)};
}

/// epsilon=... for calibration of the mechanism's eps, or eps=... for the loss of that eps.
Answer dirichlet_loss(const std::string& mechanism, Words words, int digits) {
  DirichletQuery query;
  query.mechanism = *dirichlet_mechanism(mechanism);
  query.prior = words.numbers("prior", "at least two numbers > 0, comma-separated");
  query.n = words.integer("n", "an integer >= 1");
  if (query.mechanism == DirichletMechanism::ehds) query.gamma = words.number("gamma", "a number > 0");
  (void)words.choice("neighbours", {"replace", "counts"}, "replace");
  const auto epsilon = words.optional_number("epsilon"), given = words.optional_number("eps");
  words.done(mechanism);
  if (epsilon.has_value() == given.has_value())
    throw BadInput(fmt::format(
        "calibrate: expected epsilon=... (the privacy loss, to calibrate eps) or eps=... (for its loss), given {}",
        given ? "both" : "neither"));
  if (given) query.eps = *given;
  try {
    require_valid(query);
  } catch (const Error& error) {
    words.refuse(error.where(), error.expected(), error.given());
  }
  Answer answer;
  answer.parameter = "eps";
  answer.bounded = "privacy_loss";
  answer.bound = "exact";
  const WorstPair* worst = nullptr;
  WorstPair forward;
  CalibratedEps found;
  if (given) {
    answer.direction = "forward";
    answer.value = decimal_text(*given);
    answer.meaning = "as given";
    forward = dirichlet_privacy_loss(query, bits_for_digits(digits));
    if (!forward.decided) throw EffortExhausted("the limit on work was reached before every pair was excluded");
    worst = &forward;
  } else {
    found = largest_dirichlet_eps(query, *epsilon, digits);
    answer.direction = "calibrate";
    answer.value = decimal_text(found.value);
    answer.insufficient = decimal_text(found.insufficient);
    answer.epsilon_insufficient = ends(found.at_insufficient, digits + 3);
    answer.monotone = !is_exponential(query.mechanism);
    answer.meaning = fmt::format(
        "the eps at which the largest privacy loss reaches {}, rounded down to {} digits: ({}, 0)-private here{}",
        decimal_text(*epsilon), digits, decimal_text(*epsilon),
        answer.monotone ? ", and at every smaller one" : "; that the loss grows with eps is not claimed");
    answer.evaluations = found.evaluations;
    worst = &found.at_value;
  }
  answer.epsilon = ends(*worst, digits + 3);
  answer.pair = fmt::format("data counts {} against {} at the output {}", fmt::join(worst->x, ","),
                            fmt::join(worst->neighbour, ","), fmt::join(worst->output, ","));
  answer.pairs =
      "every two data sets of n records that differ in one record (replace), which are all counts that differ by one up "
      "and one down (counts), and every output";
  return answer;
}

Answer answer_for(const std::string& mechanism, const Words& words, int digits) {
  if (mechanism == "beta_bernoulli" || mechanism == "dirichlet" || mechanism == "dirichlet_categorical" ||
      mechanism == "statistical_query")
    return counts(mechanism, words, digits);
  if (mechanism == "gaussian_mean") return gaussian_mean(words, digits);
  if (mechanism == "glm") return glm(words, digits);
  if (mechanism == "gibbs_gaussian" || mechanism == "gibbs_lipschitz") return gibbs(mechanism, words, digits);
  if (mechanism == "gibbs_bernoulli" || mechanism == "gibbs_langevin")
    throw BadInput(fmt::format(
        "calibrate: MECHANISM: expected gibbs_lipschitz{}, given '{}'",
        mechanism == "gibbs_bernoulli"
            ? " lipschitz=1/2, whose beta is private for the coin too (that the coin's own delta grows with beta is not "
              "proved, so that no largest beta is certified)"
            : " with delta less (1 + exp(eps)) gamma, which the chain's error takes",
        mechanism));
  if (dirichlet_mechanism(mechanism)) return dirichlet_loss(mechanism, words, digits);
  throw BadInput(
      "calibrate: MECHANISM: expected beta_bernoulli, dirichlet, "
      "statistical_query, gaussian_mean, glm, gibbs_gaussian, gibbs_lipschitz, lszhang, lsdim, lshist, ehd, ehdl or ehds, "
      "given '" +
      mechanism + "'");
}

Exit calibrate(const Common& common, const CalibrateOptions& options) {
  const std::filesystem::path folder = std::filesystem::path(common.out) / "calibration";
  if (options.certificates) make_folder(folder.string());
  const Answer answer = answer_for(options.mechanism, Words("calibrate", options.parameters), options.digits);
  std::vector<calibration::Foundation> foundations;
  bool founded = true;
  if (options.skip_proofs) {
    for (const std::string& id : answer.claims) foundations.emplace_back().id = id;
  } else {
    catalogue::Options how = calibration::foundation_options();
    if (options.certificates) how.certificates = folder;
    foundations = calibration::decide_foundations(answer.claims, how);
    for (const auto& f : foundations)
      founded = founded && (!f.asked || (f.verdict == catalogue::Verdict::proved && f.checked));
  }
  if (options.certificates) {
    std::vector<std::string> files;
    for (auto& f : foundations) {
      if (f.certificate.empty()) continue;
      files.push_back(f.certificate);
      f.certificate = (folder / f.certificate).string();
    }
    catalogue::write_bundle_list(folder, files);
  }
  const auto verdict = [&](const calibration::Foundation& f) {
    return options.skip_proofs ? std::string("not looked at") : std::string(catalogue::name(f.verdict));
  };
  if (common.json) {
    ordered_json json;
    json["mechanism"] = options.mechanism;
    ordered_json given = ordered_json::object();
    for (const std::string& word : options.parameters)
      given[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
    json["parameters"] = given;
    json["direction"] = answer.direction;
    json["parameter"] = answer.parameter;
    json["value"] = answer.value;
    json["meaning"] = answer.meaning;
    json["insufficient"] = answer.insufficient ? ordered_json(*answer.insufficient) : ordered_json(nullptr);
    const std::string bounded = answer.bounded == "eps" ? "epsilon" : answer.bounded;
    json[bounded] = {answer.epsilon.first, answer.epsilon.second};
    if (answer.epsilon_insufficient)
      json[bounded + "_insufficient"] = {answer.epsilon_insufficient->first, answer.epsilon_insufficient->second};
    json["bound"] = answer.bound;
    json["worst_pair"] = answer.pair;
    json["pairs"] = answer.pairs;
    json["claims"] = json["grounds"] = ordered_json::array();  // the grounds: what the claims lean on
    for (const auto& f : foundations) {
      ordered_json claim{{"id", f.id}, {"verdict", verdict(f)}};
      if (!f.uses.empty()) claim["uses"] = f.uses;
      if (!f.assumes.empty()) claim["assumes"] = f.assumes;
      if (!f.reason.empty()) claim["reason"] = f.reason;
      if (!f.certificate.empty()) claim["certificate"] = f.certificate;
      json[f.asked ? "claims" : "grounds"].push_back(claim);
    }
    json["evaluations"] = answer.evaluations;
    json["proved"] = founded && !options.skip_proofs;
    fmt::print("{}\n", json.dump(2));
    return founded ? Exit::done : Exit::undecided;
  }
  fmt::print("{} = {}\n{}", answer.parameter, answer.value, wrap(answer.meaning, 2));
  fmt::print("{} in [{}, {}] at this {}{}\n", answer.bounded, answer.epsilon.first, answer.epsilon.second,
             answer.parameter, answer.bound == "upper bound" ? " (an upper bound)" : "");
  if (answer.insufficient)
    fmt::print("{} = {}{} is too large: {} in [{}, {}]{}\n", answer.parameter, *answer.insufficient,
               answer.monotone ? " and every larger one" : "", answer.bounded, answer.epsilon_insufficient->first,
               answer.epsilon_insufficient->second, answer.bound == "upper bound" ? ", as far as the bound says" : "");
  fmt::print("worst pair: {}\nworst case over: {}\nrests on{}\n", answer.pair, answer.pairs,
             foundations.empty() ? " the enclosure of the loss (docs/dirichlet-mechanisms.md)" : "");
  for (const auto& f : foundations) {
    if (!f.asked) continue;
    fmt::print("  {} {}{}\n", pad(f.id, 32), verdict(f),
               f.assumes.empty() ? "" : fmt::format(" by way of: {}", fmt::join(f.assumes, "; ")));
    if (!f.uses.empty()) fmt::print("    leans on {}\n", fmt::join(f.uses, ", "));
    if (!f.reason.empty()) fmt::print("    {}\n", f.reason);
  }
  if (std::any_of(foundations.begin(), foundations.end(), [](const auto& f) { return !f.asked; }))
    fmt::print("which lean on\n");
  for (const auto& f : foundations)
    if (!f.asked) fmt::print("  {} {}\n", pad(f.id, 32), verdict(f));
  for (const auto& f : foundations)
    if (!f.certificate.empty()) fmt::print("{}\n", f.certificate);
  if (!founded) fmt::print("not proved: a statement it rests on is not\n");
  return founded ? Exit::done : Exit::undecided;
}

}  // namespace

void register_calibrate(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand(
      "calibrate", "The largest certified parameter for a privacy target, or the eps or delta of one");
  auto options = std::make_shared<CalibrateOptions>();
  command
      ->add_option("MECHANISM", options->mechanism,
                   "beta_bernoulli, dirichlet, statistical_query, gaussian_mean, glm, gibbs_gaussian, gibbs_lipschitz, "
                   "lszhang, lsdim, lshist, ehd, ehdl, ehds (docs/calibration.md)")
      ->required();
  command->add_option("key=value", options->parameters,
                      "algorithm, prior, n, order, and eps or r or m, ...; decimals are exact");
  command->add_option("--digits", options->digits, "Significant decimal digits of the result")
      ->check(whole_number(10, CalibrationRange::most_digits))
      ->capture_default_str();
  command->add_flag("--skip-proofs", options->skip_proofs, "Do not decide again the statements the answer rests on");
  command
      ->add_flag("--certificates", options->certificates,
                 "Write the certificates of these statements, and of all that they lean "
                 "on, to OUT/calibration, for dpcert check")
      ->excludes("--skip-proofs");
  add_common_options(*command, common, {"--seed", "--threads", "--precision"});
  command->footer(
      "Parameters (docs/calibration.md says which mechanism takes which; docs/parameters.md lists all):\n" +
      parameter_help({"algorithm", "prior",     "d", "public", "n",    "order",    "eps",
                      "epsilon",   "gamma",     "r", "m",      "over", "variance", "prior_count",
                      "clip",      "parameter", "c", "B",      "beta", "beta0",    "rho"}) +
      "prior=a,b is Beta(a, b): what the paper writes eta0 = (a, a + b), so that its (6, 18) is prior=6,12.\n"
      "Examples:\n"
      "  dpcert calibrate beta_bernoulli algorithm=diffused prior=6,12 n=100 order=10 eps=1\n"
      "  dpcert calibrate beta_bernoulli algorithm=concentrated prior=6,12 n=100 order=10 m=0.3\n"
      "  dpcert calibrate dirichlet algorithm=diffused prior=1/2 d=1000 n=100000 order=8 eps=1/10 over=hull\n"
      "  dpcert calibrate gibbs_gaussian n=1000 radius=1 eps=0.1 delta=0.001\n"
      "  dpcert calibrate ehds prior=1,1 n=100 gamma=1 epsilon=1\n"
      "  dpcert calibrate gaussian_mean algorithm=diffused variance=1 prior_count=1 clip=2 n=50 order=4 eps=1\n"
      "  dpcert calibrate glm parameter=beta c=1 n=1000 order=10 eps=1");
  command->callback(
      [&common, &action, options] { action = [&common, options] { return calibrate(common, *options); }; });
}

}  // namespace dpcert::cli
