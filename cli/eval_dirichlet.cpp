// The Dirichlet mechanisms in `dpcert eval`: the largest value over all neighbours, and where it is.
#include "cli/eval_dirichlet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/text.hpp"
#include "cli/words.hpp"
#include "dpcert/divergence/certified.hpp"
#include "dpcert/mechanisms/dirichlet_crossover.hpp"
#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"
#include "dpcert/solve/effort.hpp"
#include "nlohmann/json.hpp"

namespace dpcert::cli {
namespace {

using nlohmann::ordered_json;

constexpr const char* dirichlet_quantities =
    "privacy_loss, delta, rdp, global_sensitivity, local_sensitivity, smooth_sensitivity, accuracy "
    "or crossover";

bool is_quantity(const std::string& name) {
  static const std::set<std::string> all{
      "privacy_loss",       "delta",    "rdp",      "global_sensitivity", "local_sensitivity",
      "smooth_sensitivity", "accuracy", "crossover"};
  return all.count(name) > 0;
}
/// Of one data set: the others are largest values over all pairs of neighbours.
bool is_of_data(const std::string& name) {
  return name == "local_sensitivity" || name == "smooth_sensitivity" || name == "accuracy";
}

struct DirichletAnswer {
  WorstPair worst;
  std::string verdict;
};

/// What the largest loss says of the claim that the mechanism is eps-differentially private.
std::string pure_verdict(const WorstPair& worst, const Rational& eps) {
  if (worst.exact)
    return *worst.exact > eps    ? "above eps: not eps-differentially private"
           : *worst.exact == eps ? "exactly eps"
                                 : "at most eps";
  const Ball claimed(eps, worst.enclosure.precision());
  if (certainly_greater(worst.enclosure, claimed) || certainly_greater(worst.here, claimed))
    return "above eps: not eps-differentially private";
  if (certainly_less_equal(worst.enclosure, claimed)) return "at most eps";
  return worst.enclosure.contains(eps) && worst.decided ? "eps, to the digits of the enclosure"
                                                        : "not compared with eps";
}

/// Are the two parameters that differ 1 and 2 against 2 and 1? Their distance is sqrt(1 - pi/4).
bool moves_between_ones(const DirichletQuery& query, const WorstPair& worst) {
  for (std::size_t i = 0; i < worst.x.size(); ++i)
    if (worst.x[i] != worst.neighbour[i] &&
        query.prior[i] + Rational(std::min(worst.x[i], worst.neighbour[i])) != Rational(1))
      return false;
  return true;
}

/// With the number of records fixed, the two conventions are one relation on counts, and the answer says which was
/// asked.
std::string convention_text(const std::string& neighbours) {
  return neighbours == "replace" ? "replace: one record is replaced by one of another category"
                                 : "counts: two counts differ, one by +1 and one by -1, the total is the same";
}

DirichletAnswer compute(const std::string& quantity, const DirichletQuery& query, const std::optional<Rational>& at,
                        int digits) {
  const Precision bits = bits_for_digits(digits);
  DirichletAnswer answer;
  if (quantity == "delta") {
    answer.worst = dirichlet_delta(query, *at, bits);
  } else if (quantity == "rdp") {
    answer.worst = dirichlet_renyi(query, *at, bits);
  } else if (quantity == "privacy_loss") {
    answer.worst = dirichlet_privacy_loss(query, bits);
    answer.verdict = pure_verdict(answer.worst, query.eps);
  } else {
    answer.worst = dirichlet_global_sensitivity(query, bits);
    const Ball printed = sqrt(Ball(1) - Ball::pi(bits + 64) / Ball(4));
    answer.verdict = moves_between_ones(query, answer.worst)                 ? "exactly sqrt(1 - pi/4)"
                     : certainly_greater(answer.worst.enclosure, printed)    ? "above sqrt(1 - pi/4)"
                     : certainly_less_equal(answer.worst.enclosure, printed) ? "at most sqrt(1 - pi/4)"
                                                                             : "sqrt(1 - pi/4), to these digits";
  }
  return answer;
}

/// Quantities of one data set.
Exit eval_at_data(const Common& common, const std::string& quantity, const DirichletQuery& query, const Counts& data,
                  const std::optional<Rational>& at, int digits, int working_digits) {
  const Precision bits = bits_for_digits(working_digits);
  DirichletAccuracy accuracy;
  Ball value;
  if (quantity == "accuracy") {
    accuracy = dirichlet_accuracy(query, data, *at, bits);
    value = accuracy.probability;
  } else {
    const DirichletExponential mechanism(query, bits);
    const std::size_t x = mechanism.index(data);
    value = quantity == "local_sensitivity" ? mechanism.local_sensitivity(x) : mechanism.smooth_sensitivity(x);
  }
  if (common.json) {
    ordered_json json{{"quantity", quantity},
                      {"enclosure", {value.lower(digits + 1), value.upper(digits + 1)}},
                      {"digits", digits},
                      {"counts", data}};
    if (at) json["at"] = at->str(), json["outputs"] = accuracy.outputs, json["undecided"] = accuracy.undecided;
    fmt::print("{}\n", json.dump(2));
    return Exit::done;
  }
  fmt::print("{} in [{}, {}]\ndata counts    {}\n", quantity, value.lower(digits + 1), value.upper(digits + 1),
             fmt::join(data, ","));
  if (at) fmt::print("outputs        {}, within distance {} counted\n", accuracy.outputs, at->str());
  if (accuracy.undecided) fmt::print("               {} not told from that distance\n", accuracy.undecided);
  return Exit::done;
}

/// Which statements of the catalogue say that the neighbours found are the worst, and what of it is cited.
const std::vector<std::string>& sensitivity_lemmas() {
  static const std::vector<std::string> lemmas{"base.hellinger.neighbours", "base.gamma.half.rise",
                                               "base.gamma.half.segment"};
  return lemmas;
}
constexpr const char* sensitivity_cites = "the triangle inequality of the Hellinger distance";

void print_answer(const std::string& quantity, const std::string& neighbours, const DirichletAnswer& answer,
                  int digits) {
  const WorstPair& w = answer.worst;
  if (w.exact) {
    fmt::print("{} = {}, exactly\n", quantity, w.exact->str());
  } else {
    fmt::print("{} in [{}, {}]\n", quantity, w.enclosure.lower(digits + 1), w.enclosure.upper(digits + 1));
  }
  if (!answer.verdict.empty()) fmt::print("which is       {}\n", answer.verdict);
  if (!w.x.empty()) {
    fmt::print("data counts    {}\nneighbour      {}\n", fmt::join(w.x, ","), fmt::join(w.neighbour, ","));
    if (!w.output.empty() && quantity == "privacy_loss") fmt::print("output counts  {}\n", fmt::join(w.output, ","));
  }
  fmt::print("neighbours     {}\n", convention_text(neighbours));
  if (quantity == "global_sensitivity")
    fmt::print("certified by   {}; cited: {}\n", fmt::join(sensitivity_lemmas(), ", "), sensitivity_cites);
  if (w.pairs > 0) fmt::print("pairs          {} of {} evaluated, the others dominated\n", w.evaluated, w.pairs);
  if (!w.decided) fmt::print("undecided: the limit on time was reached; the enclosure holds for all pairs\n");
}

ordered_json to_json(const std::string& quantity, const std::string& neighbours, const DirichletAnswer& answer,
                     int digits) {
  const WorstPair& w = answer.worst;
  ordered_json json{{"quantity", quantity},
                    {"enclosure", {w.enclosure.lower(digits + 1), w.enclosure.upper(digits + 1)}},
                    {"digits", digits},
                    {"x", w.x},
                    {"neighbour", w.neighbour},
                    {"neighbours", neighbours},
                    {"pairs", w.pairs},
                    {"evaluated", w.evaluated},
                    {"state", w.decided ? "finite" : "undecided"}};
  if (quantity == "privacy_loss") json["output"] = w.output;
  if (!answer.verdict.empty()) json["which_is"] = answer.verdict;
  if (quantity == "global_sensitivity") json["lemmas"] = sensitivity_lemmas(), json["cites"] = {sensitivity_cites};
  return json;
}

Counts integers(Words& given, const char* key, const char* expected) {
  Counts out;
  for (const Rational& c : given.numbers(key, expected)) {
    const auto whole = c.is_integer() ? c.to_int64() : std::nullopt;
    if (!whole || *whole < 0) given.refuse(key, expected, c.str());
    out.push_back(*whole);
  }
  return out;
}
Counts counts(Words& given) { return integers(given, "counts", "integers >= 0, one for each category, of total n"); }

/// `theirs`, the number of records of `ours` and the shares of the data at any n: see dirichlet_crossover.hpp.
void print_crossover(const DirichletCrossover& c, const DirichletQuery& ours, const DirichletQuery& theirs,
                     const Counts& shares, int digits) {
  const auto shown = [digits](const DirichletAccuracy& a) {
    return fmt::format("[{}, {}]", a.probability.lower(digits + 1), a.probability.upper(digits + 1));
  };
  const std::string_view first = to_string(ours.mechanism), second = to_string(theirs.mechanism);
  const bool never = c.from > c.last;
  if (never) {
    fmt::print("crossover      none: {} is not {}more accurate than {} at n = {}\n", first,
               c.decided ? "" : "certainly ", second, c.last);
  } else {
    fmt::print("crossover      n = {}: {} is more accurate than {} at every n from {} to {}\n", c.from, first, second,
               c.from, c.last);
  }
  fmt::print("at n = {:<8} {} against {}\n", never ? c.last : c.from, shown(c.ours), shown(c.theirs));
  if (!never && c.from > 1)
    fmt::print("at n = {:<8} {} against {}{}\n", c.from - 1, shown(c.ours_before), shown(c.theirs_before),
               c.decided ? "" : ", which is not told apart");
  fmt::print("data           {} of the records, rounded down, the rest in the last category\n", fmt::join(shares, ":"));
}

Exit eval_crossover(const Common& common, Words& given, const DirichletQuery& ours, int digits, int working_digits) {
  DirichletQuery theirs = ours;
  const std::string other = given.text("against", "a Dirichlet mechanism");
  const auto mechanism = dirichlet_mechanism(other);
  if (!mechanism) given.refuse("against", "lszhang, lsdim, lshist, ehd, ehdl or ehds", other);
  theirs.mechanism = *mechanism;
  if (theirs.mechanism == DirichletMechanism::ehds && ours.mechanism != DirichletMechanism::ehds)
    theirs.gamma = given.number("gamma", "a number > 0");
  const Counts shares = integers(given, "shares", "integers >= 0, one for each category");
  const Rational at = given.number("at", "a distance above 0, at most 1");
  given.done(std::string(to_string(ours.mechanism)));
  DirichletCrossover c;
  try {
    c = dirichlet_crossover(ours, theirs, shares, at, bits_for_digits(working_digits));
  } catch (const EffortExhausted&) {
    throw;
  } catch (const Error& error) {
    given.refuse(error.where(), error.expected(), error.given());
  }
  if (common.json) {
    const auto ends = [digits](const DirichletAccuracy& a) {
      return ordered_json{a.probability.lower(digits + 1), a.probability.upper(digits + 1)};
    };
    ordered_json json{{"quantity", "crossover"}, {"last", c.last},           {"more_accurate", c.from <= c.last},
                      {"decided", c.decided},    {"accuracy", ends(c.ours)}, {"against", ends(c.theirs)}};
    if (c.from <= c.last) json["from"] = c.from;
    if (c.from <= c.last && c.from > 1)
      json["accuracy_before"] = ends(c.ours_before), json["against_before"] = ends(c.theirs_before);
    fmt::print("{}\n", json.dump(2));
  } else {
    print_crossover(c, ours, theirs, shares, digits);
  }
  return c.decided ? Exit::done : Exit::undecided;
}

}  // namespace

bool is_dirichlet_mechanism(const std::string& name) { return dirichlet_mechanism(name).has_value(); }

Exit eval_dirichlet(const Common& common, const std::string& quantity, const std::vector<std::string>& words,
                    int digits, int working_digits) {
  Words given("eval", words);
  const std::string name = given.text("mechanism", "a mechanism");
  if (!is_quantity(quantity))
    given.refuse("mechanism", fmt::format("a mechanism that has {} (of {}: {})", quantity, name, dirichlet_quantities),
                 name);
  DirichletQuery query;
  query.mechanism = *dirichlet_mechanism(name);
  query.prior = given.numbers("prior", "at least two numbers > 0, separated by commas");
  query.n = given.integer("n", "an integer >= 1");
  query.eps = given.number("eps", "a number > 0");
  if (query.mechanism == DirichletMechanism::ehds) query.gamma = given.number("gamma", "a number > 0");
  if (quantity == "smooth_sensitivity" && query.mechanism != DirichletMechanism::ehds)
    given.refuse("mechanism", "ehds, the one that has a smooth sensitivity", name);
  if (quantity == "local_sensitivity" && !is_exponential(query.mechanism))
    given.refuse("mechanism", "ehd, ehdl or ehds, whose law depends on distances of posteriors", name);
  if (quantity == "crossover") return eval_crossover(common, given, query, digits, working_digits);
  std::string neighbours = "replace";
  if (!is_of_data(quantity)) neighbours = given.choice("neighbours", {"replace", "counts"}, "replace");
  std::optional<Rational> at;
  Counts data;
  if (is_of_data(quantity)) data = counts(given);
  if (quantity == "accuracy") at = given.number("at", "a distance above 0, at most 1");
  if (quantity == "delta") at = given.number("at", "an epsilon >= 0");
  if (quantity == "rdp") at = given.number("at", "an order > 0 (of order inf: privacy_loss)");
  given.done(name);
  try {
    // The global sensitivity has a closed form, and says itself how many records it takes.
    if (quantity != "global_sensitivity") require_valid(query);
  } catch (const Error& error) {
    given.refuse(error.where(), error.expected(), error.given());
  }
  if (is_of_data(quantity)) {
    try {
      return eval_at_data(common, quantity, query, data, at, digits, working_digits);
    } catch (const Error& error) {
      given.refuse(error.where(), error.expected(), error.given());
    }
  }
  if (quantity == "delta" && at->sign() < 0) given.refuse("at", "an epsilon >= 0", at->str());
  if (quantity == "rdp" && at->sign() <= 0) given.refuse("at", "an order > 0 (of order inf: privacy_loss)", at->str());
  DirichletAnswer answer;
  try {
    answer = compute(quantity, query, at, working_digits);
  } catch (const EffortExhausted& error) {
    answer.worst.decided = false;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::domain) throw;
    given.refuse(error.where(), error.expected(), error.given());
  }
  if (common.json) {
    fmt::print("{}\n", to_json(quantity, neighbours, answer, digits).dump(2));
  } else {
    print_answer(quantity, neighbours, answer, digits);
  }
  return answer.worst.decided ? Exit::done : Exit::undecided;
}

}  // namespace dpcert::cli
