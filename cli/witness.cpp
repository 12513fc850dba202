// dpcert witness sgld key=value ...: explicit certified numbers for existence theorems.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/certificates.hpp"
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/witness.hpp"
#include "cli/words.hpp"
#include "dpcert/kernel/separation.hpp"
#include "dpcert/langevin/release.hpp"
#include "dpcert/solve/effort.hpp"
#include "verify/catalogue/files.hpp"

namespace dpcert::cli {

namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

struct WitnessOptions {
  std::string theorem;
  std::vector<std::string> parameters;
  bool trajectory = true;
};

langevin::SeparationTarget read_target(const std::vector<std::string>& parameters) {
  Words words("witness", parameters);
  const langevin::SeparationTarget target{words.number("eps", "a number > 0 such as 0.01 or 1/100"),
                                          words.number("eps_prime", "a number > 0"),
                                          words.number("delta", "a number between 0 and 1/2")};
  words.done("sgld");
  return target;
}

/// The privacy loss of the pair D1, D2 at the end of an epoch.
struct Point {
  std::int64_t epoch = 0;
  Certified loss;
};

struct Trajectory {
  std::vector<Point> points;  ///< all with a finite loss
  std::string cut;            ///< why it ends before its time; empty if it does not
};

constexpr double work_of_a_point = 5e6;  // microseconds or so

/// Epochs 1, 2, ... until the loss has passed its peak and fallen to 0 or to a thousandth of it.
Trajectory trajectory(const langevin::Problem<Rational>& problem, const Delta<Rational>& delta, std::int64_t least) {
  const Rational eta = langevin::default_step_size(problem);
  Trajectory all;
  double peak = 0;
  for (std::int64_t e = 1; e <= 4 * least + 50; ++e) {
    const EffortLimit limit(Effort{work_of_a_point, &interruption()});
    Certified value = langevin::certified_privacy_loss(problem, eta, e * problem.n, delta, 5);
    if (!value.is_finite()) {
      all.cut = fmt::format("epoch {}: {}", e, value.reason);
      break;
    }
    const double loss = value.enclosure.approx();
    all.points.push_back({e, std::move(value)});
    peak = std::max(peak, loss);
    if (e > least && loss < peak / 1000) break;
  }
  return all;
}

/// "1-3, 7": maximal runs of epochs for which `in` holds.
std::string runs(const std::vector<Point>& points, const std::function<bool(const Point&)>& in) {
  std::string text;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!in(points[i])) continue;
    std::size_t last = i;
    while (last + 1 < points.size() && in(points[last + 1])) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", points[i].epoch);
    if (last > i) text += fmt::format("-{}", points[last].epoch);
    i = last;
  }
  return text.empty() ? "none" : text;
}

std::string written(const fs::path& file, const std::string& text) {
  catalogue::write_file_atomically(file, text);
  return file.string();
}

Exit witness(const Common& common, const WitnessOptions& options) {
  if (options.theorem == "sgld_steps") {
    if (!options.trajectory) throw BadInput("witness: --no-trajectory: sgld_steps has none to skip");
    return witness_steps(common, options.parameters);
  }
  if (options.theorem != "sgld")
    throw BadInput("witness: unknown theorem '" + options.theorem + "'; expected sgld or sgld_steps");
  const fs::path statements = fs::path(common.out) / "witness", certificates = fs::path(common.out) / "certificates";
  const langevin::SeparationTarget target = read_target(options.parameters);
  make_folder(statements.string());
  make_folder(certificates.string());
  verify::DecideOptions decide;
  decide.seed = common.seed;
  decide.bits = std::max(256, proof_precision(common));
  decide.time_limit = std::chrono::duration<double>::max();  // work and boxes are limited; who waits can interrupt
  decide.cancel = &interruption();
  decide.threads = static_cast<int>(common.threads ? common.threads : 1);
  const auto result = verify::prove_separation(target, decide);
  const auto& w = result.witness;
  const std::string statement = written(statements / "sgld.claim", result.statement);
  const std::string certificate =
      result.proved() ? written(certificates / "witness-sgld.cert", result.decision.certificate) : "";
  const auto recipe = langevin::recipe_size(target);
  const double factor = recipe.log10_n - std::log10(static_cast<double>(w.n));
  const langevin::Problem<Rational> problem{w.n, w.c, Rational(1), w.alpha, w.beta};
  const auto [points, cut] = options.trajectory && result.proved()
                                 ? trajectory(problem, Delta<Rational>(target.delta), w.epochs)
                                 : Trajectory();
  const std::string reason = result.proved() || !result.decision.reason.empty() ? result.decision.reason
                             : interruption()                                   ? "interrupted"
                                              : "the prover found no proof of " + statement;
  const auto peak = std::max_element(points.begin(), points.end(), [](const Point& a, const Point& b) {
    return a.loss.enclosure.approx() < b.loss.enclosure.approx();
  });
  const auto above = [](const Rational& level) {
    return [level](const Point& p) { return certainly_greater(p.loss.enclosure, Ball(level, 128)); };
  };
  const auto below = [](const Rational& level) {
    return [level](const Point& p) { return certainly_less_equal(p.loss.enclosure, Ball(level, 128)); };
  };
  if (common.json) {
    ordered_json json;
    json["theorem"] = "sgld";
    json["target"] = {
        {"eps", target.epsilon.str()}, {"eps_prime", target.epsilon_prime.str()}, {"delta", target.delta.str()}};
    json["proved"] = result.proved();
    if (!result.proved()) json["reason"] = reason;
    json["witness"] = {{"n", w.n},
                       {"c", w.c.str()},
                       {"x_h", "1"},
                       {"x_l", "1/2"},
                       {"alpha", w.alpha.str()},
                       {"beta", w.beta.str()},
                       {"gamma1", w.gamma1.str()},
                       {"epochs", w.epochs},
                       {"T", w.epochs * w.n}};
    json["recipe"] = {{"log10_n", recipe.log10_n}, {"gamma1", recipe.gamma1}, {"gamma2", recipe.gamma2}};
    json["statement"] = statement;
    if (!certificate.empty()) {
      json["certificate"] = certificate;
      json["digest"] = result.decision.digest;
      json["check_seconds"] = result.decision.check_seconds;
    }
    for (const auto& p : points) {
      json["trajectory"].push_back({{"epoch", p.epoch},
                                    {"step", p.epoch * w.n},
                                    {"loss", {p.loss.enclosure.lower(7), p.loss.enclosure.upper(7)}}});
    }
    if (!cut.empty()) json["trajectory_cut"] = cut;
    fmt::print("{}\n", json.dump(2));
  } else {
    const std::string d = target.delta.str();
    if (result.proved()) {
      fmt::print("proved: one posterior sample is ({}, {})-DP on the whole domain,\n", target.epsilon.str(), d);
      fmt::print("        cyclic SGLD released after T steps is not ({}, {})-DP\n", target.epsilon_prime.str(), d);
    } else {
      fmt::print("not proved: {}\n", reason);
    }
    fmt::print("  n = {}, T = {} ({} epochs), c = {}, x_h = 1, x_l = 1/2\n", w.n, w.epochs * w.n, w.epochs, w.c.str());
    fmt::print("  alpha = {}, beta = {}, gamma1 = {}\n", w.alpha.str(), w.beta.str(), w.gamma1.str());
    if (std::isfinite(recipe.log10_n))
      fmt::print("  published recipe at its own constants, best exponents: n = 10^{:.1f}, 10^{:.1f} times as many\n",
                 recipe.log10_n, factor);
    if (peak != points.end()) {
      fmt::print("privacy loss of the pair D1, D2 at delta = {} (certified, ends of epochs)\n", d);
      fmt::print("  largest of them {} at step {} (epoch {})\n", peak->loss.enclosure.str(6), peak->epoch * w.n,
                 peak->epoch);
      fmt::print("  epochs with no ({}, {})-DP: {}\n", target.epsilon.str(), d, runs(points, above(target.epsilon)));
      fmt::print("  epochs with no ({}, {})-DP: {}\n", target.epsilon_prime.str(), d,
                 runs(points, above(target.epsilon_prime)));
      fmt::print("  epochs at which this pair meets ({}, {})-DP: {} ({} is the last one computed)\n",
                 target.epsilon.str(), d, runs(points, below(target.epsilon)), points.back().epoch);
    }
    if (!cut.empty()) fmt::print("privacy loss not followed any further; {}\n", cut);
    fmt::print("statement {}\n", statement);
    if (!certificate.empty())
      fmt::print("certificate {} (accepted by the checker in {:.2f} s)\n", certificate, result.decision.check_seconds);
  }
  return result.proved() && cut.empty() ? Exit::done : Exit::undecided;
}

}  // namespace

void register_witness(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("witness", "Explicit certified numbers for existence theorems");
  auto options = std::make_shared<WitnessOptions>();
  command
      ->add_option("THEOREM", options->theorem,
                   "sgld: posterior private, SGLD on the way not; sgld_steps: at which steps it is, and is not")
      ->required();
  command->add_option("key=value", options->parameters,
                      "sgld: eps=, eps_prime=, delta= (0 < delta < 1/2); sgld_steps: n=, c=, radius=, x_h=, x_l=, "
                      "alpha=, beta=, eps=, delta=, epochs= (400); decimals are exact");
  command->add_flag("!--no-trajectory", options->trajectory, "Skip the privacy loss of every epoch");
  add_common_options(*command, common);
  command->footer(
      "Finds n, c, alpha, beta, gamma1 and T such that one posterior sample is "
      "(eps, delta)-DP over the whole domain and\n"
      "cyclic SGLD released at step T is not (eps_prime, delta)-DP; both in one "
      "certificate, which `dpcert check` verifies.\n"
      "Writes OUT/witness/sgld.claim and OUT/certificates/witness-sgld.cert.\n"
      "sgld_steps prints certified intervals of steps at which a release is (eps, delta)-DP for all neighbours of a "
      "domain\n(records with x_l <= x <= x_h and |y/x - c| <= radius, one of them replaced), and at which it is not.\n"
      "Exit status: 0 proved, and every epoch's privacy loss decided (sgld_steps: "
      "every step is); 2 bad input; 3 otherwise.\n"
      "Examples:\n"
      "  dpcert witness sgld eps=1 eps_prime=10 delta=0.01\n"
      "  dpcert witness sgld_steps n=1149019 c=1165165 radius=4.04 x_h=9/5 "
      "x_l=9/10 alpha=1/10 beta=1 eps=1 delta=0.01");
  command->callback([&common, &action, options] { action = [&common, options] { return witness(common, *options); }; });
}

}  // namespace dpcert::cli
