#include "dpcert/deployment/certify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "dpcert/catalogue/bundle.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/privacy/conversions.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/solve/effort.hpp"
#include "verify/catalogue/files.hpp"
#include "verify/deployment/evidence.hpp"
#include "verify/deployment/quadrature.hpp"
#include "verify/deployment/statement.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::deployment {

std::string_view name(Met met) { return met == Met::met ? "met" : met == Met::not_met ? "not met" : "undecided"; }
Met Report::met() const {
  Met all = targets.empty() ? Met::undecided : Met::met;
  for (const TargetResult& t : targets) {
    if (t.met == Met::not_met) return Met::not_met;
    if (t.met == Met::undecided) all = Met::undecided;
  }
  return all;
}
bool Report::contradiction() const {
  const auto refuted = [](const Attempted& a) { return a.attempt == Attempt::refuted; };
  const auto contradicted = [](const TargetResult& t) {
    return std::any_of(t.evidence.begin(), t.evidence.end(),
                       [](const Evidence& e) { return e.says == Says::contradicts; });
  };
  return (enumeration && !enumeration->agrees) || std::any_of(targets.begin(), targets.end(), refuted) ||
         std::any_of(targets.begin(), targets.end(), contradicted) ||
         std::any_of(renyi.begin(), renyi.end(), refuted) || std::any_of(deltas.begin(), deltas.end(), refuted) ||
         std::any_of(empirical.begin(), empirical.end(), [](const Empirical& e) { return e.contradicts; }) ||
         std::any_of(suites.begin(), suites.end(), [](const Suite& s) { return !s.passed; });
}

namespace {

namespace fs = std::filesystem;

/// Of one empirical bound: a pair of long compositions gets fewer draws.
constexpr std::int64_t most_variates = 10'000'000;
constexpr int working_digits = 20, shown_digits = 10;

std::string shown(const Rational& q) {
  const std::string text = q.str();
  if (text.find('/') == std::string::npos) return text;
  const std::string decimal = fmt::format("{}", q.approx());
  const auto back = Rational::parse(decimal);
  return (back && *back == q) || (std::isfinite(q.approx()) && Rational::from_double(q.approx()) == q) ? decimal : text;
}
std::string shown(const Number& n) { return n.infinite ? "inf" : shown(n.value); }

/// A certified number: +infinity, or an enclosure.
struct Truth {
  bool infinite = false;
  Ball enclosure;
  [[nodiscard]] Bounds bounds() const {
    if (infinite) return {"inf", "inf"};
    if (!enclosure.is_finite()) return {"0", "inf"};  // divergences are not negative
    return {enclosure.lower(shown_digits), enclosure.upper(shown_digits)};
  }
  [[nodiscard]] bool certainly_at_most(const Rational& x) const {
    return !infinite && enclosure.is_finite() && enclosure.upper_rational() <= x;
  }
  [[nodiscard]] bool certainly_above(const Rational& x) const {
    return infinite || (enclosure.is_finite() && enclosure.lower_rational() > x);
  }
};

Truth truth_of(const CertifiedCase& one, const char* quantity, const Number& at) {
  const Certified c = dpcert::certify(
      make_query(quantity, one.mechanism, one.parameters, ExtendedRational{at.value, at.infinite}), working_digits);
  return {c.is_infinite(), c.enclosure};
}

/// The largest of the cases, and which it is.
std::pair<Truth, std::size_t> worst_case(const std::vector<CertifiedCase>& cases, const Number& order) {
  std::pair<Truth, std::size_t> worst;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Truth t = truth_of(cases[i], cases[i].quantity.c_str(), order);
    if (t.infinite) return {t, i};
    if (i == 0) {
      worst = {t, 0};
      continue;
    }
    if (certainly_greater(t.enclosure, worst.first.enclosure)) worst.second = i;
    worst.first.enclosure = max(worst.first.enclosure, t.enclosure);
  }
  return worst;
}

class Certification {
 public:
  Certification(const Config& config, const Deployed& deployed, const Options& options)
      : config_(config), deployed_(deployed), options_(options) {}

  Report run() {
    const auto start = std::chrono::steady_clock::now();
    const EffortLimit limit(Effort{0, options_.stop, {}});  // a long evaluation ends when asked
    report_.config_file = config_.file;
    report_.config_text = config_.text;
    report_.config_sha256 = verify::sha256_hex(config_.text);
    report_.name = config_.name;
    report_.description = config_.description;
    report_.mechanism = deployed_.title;
    report_.release = deployed_.release;
    report_.facts = deployed_.facts;
    report_.adjacency = deployed_.guarantee.adjacency;
    report_.source = deployed_.guarantee.source;
    report_.assumptions = deployed_.guarantee.assumptions;
    report_.caveats = {
        "The certified numbers speak of the ideal law in real arithmetic. A program draws from a floating-point law "
        "near it, and the low-order bits of what it releases can tell neighbouring data sets apart.",
        "The empirical bounds were drawn with std::mt19937_64, which is no cryptographic generator.",
        "Running time, error messages and other side channels are not covered."};
    const fs::path certificates = options_.folder / "certificates";
    std::error_code problem;
    fs::create_directories(certificates, problem);
    if (problem)
      throw Error(ErrorCode::bad_input, certificates.string(), "a folder that can be written", problem.message());
    try {
      basis();
      curve();
      enumerate();
      deltas();
      targets();
      empirical();
    } catch (const EffortExhausted&) {
      report_.interrupted = true;  // what is done stays
    }
    for (std::size_t i = 0; i < report_.targets.size(); ++i) {
      if (report_.targets[i].met == Met::met) add_sampling(report_.targets[i], report_.empirical, i);
      require_second_kind(report_.targets[i]);
    }
    withdraw_if_contradicted(report_);
    catalogue::write_bundle_list(certificates, files_);
    report_.interrupted = report_.interrupted || stopped();
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(report_);
  }

 private:
  [[nodiscard]] bool stopped() const { return options_.stop && options_.stop->load(std::memory_order_relaxed); }
  void say(const std::string& stage) const {
    if (options_.progress) options_.progress(stage);
  }
  const std::vector<CertifiedCase>& cases() const { return deployed_.guarantee.cases; }

  /// The catalogue's claims behind the cases and all that these lean on, decided again now, with their certificates.
  void basis() {
    const auto engine = catalogue::make_engine();
    catalogue::RunOptions how;
    how.threads = options_.threads;
    how.claim.threads = 1;
    how.claim.certificates = options_.folder / "certificates";
    how.claim.stop = options_.stop;
    how.finished = [&](const catalogue::ClaimRecord& record) { say("claim " + record.id); };
    const auto settled =
        catalogue::settle_with_grounds(catalogue::Catalogue::embedded(), deployed_.guarantee.claims, *engine, how);
    for (const catalogue::SettledStatement& one : settled) {
      (one.asked ? report_.basis : report_.grounds).push_back(basis_of(one));
      if (!one.finding.certificate.empty()) files_.push_back(one.finding.certificate);
    }
  }
  static Basis basis_of(const catalogue::SettledStatement& one) {
    const catalogue::Finding& found = one.finding;
    const bool repaired = one.id != one.entry->ledger.id;
    const auto& formal = repaired ? one.entry->repair : one.entry->formal;
    const std::string* reading = formal ? formal->directive("reading") : nullptr;
    Basis b;
    b.id = one.id;
    b.verdict = catalogue::name(found.verdict);
    b.proved = found.verdict == catalogue::Verdict::proved && found.checked;
    b.source = one.entry->ledger.source;
    // The verdict is the corrected statement's, which is not what is printed.
    b.printed = (repaired ? "Corrected; printed is: " : "") + one.entry->ledger.statement;
    b.reading = repaired ? (reading ? *reading : "") : one.entry->reading();
    b.reason = found.reason;
    if (!found.certificate.empty()) b.certificate = "certificates/" + found.certificate;
    b.uses = found.evidence.uses;
    b.assumes = found.assumes;
    return b;
  }
  [[nodiscard]] bool claims_proved() const {
    return report_.basis.size() == deployed_.guarantee.claims.size() &&
           std::all_of(report_.basis.begin(), report_.basis.end(), [](const Basis& b) { return b.proved; });
  }
  /// Are the cases known to be the worst for this order?
  [[nodiscard]] bool worst_known(const Number& order) const {
    if (claims_proved()) return true;
    const auto& e = report_.enumeration;
    return e && e->done && e->agrees && std::find(e->orders.begin(), e->orders.end(), shown(order)) != e->orders.end();
  }

  /// Asks the kernel for a proof of `statement` and writes what the checker accepted. A number that the kernel cannot
  /// bear out is not the same as one for which there is no formula (`none` says why not).
  void attempt(Attempted& number, const std::optional<std::string>& statement, const std::string& file,
               const std::string& none) {
    number.why_no_certificate = none;
    if (!statement) return;
    verify::DecideOptions how;
    how.threads = 1;
    how.time_limit = std::chrono::seconds(20);
    how.cancel = options_.stop;
    how.tightness_boxes = 0;
    const verify::Decision d = verify::decide(verify::parse_statement(*statement), how);
    if (d.verdict == verify::Verdict::proved && d.checked) {
      catalogue::write_file_atomically(options_.folder / "certificates" / (file + ".cert"), d.certificate);
      files_.push_back(file + ".cert");
      number.attempt = Attempt::proved;
      number.certificate = Certificate{"certificates/" + file + ".cert", *statement, d.digest};
      number.why_no_certificate.clear();
    } else if (stopped()) {
      number.why_no_certificate = "interrupted";
    } else {
      const bool refuted = d.verdict == verify::Verdict::refuted && d.checked;
      number.attempt = refuted ? Attempt::refuted : Attempt::failed;
      number.tried = *statement;
      number.why_no_certificate = refuted ? "a certificate was tried, and the formula is proved to exceed the number"
                                          : fmt::format("a certificate was tried and not proved: {}{}", name(d.verdict),
                                                        d.reason.empty() ? "" : ", " + d.reason);
    }
  }

  void curve() {
    if (!deployed_.has_renyi) return;
    for (const Number& order : config_.orders) {
      if (stopped()) return;
      say("order " + shown(order));
      const auto [truth, worst] = worst_case(cases(), order);
      Point point;
      point.at = shown(order);
      point.bounds = truth.bounds();
      point.worst = deployed_.case_labels.at(worst);
      point.basis = deployed_.guarantee.source;
      if (truth.infinite) {
        point.why_no_certificate = "infinite, decided exactly";
      } else if (!truth.enclosure.is_finite()) {
        point.why_no_certificate = "not computed";
      } else {
        attempt(point, renyi_statement(cases(), deployed_.case_labels, order, point.bounds.upper),
                "renyi-" + std::to_string(report_.renyi.size() + 1),
                "the checker's language has no formula for it; enclosed by this program alone");
      }
      report_.renyi.push_back(std::move(point));
      divergences_.emplace_back(order, truth);
    }
  }

  /// Every ordered pair of neighbouring data sets, against the largest case.
  void enumerate() {
    if (!deployed_.neighbours) return;
    Enumeration e;
    e.pairs = deployed_.neighbours->count;
    if (e.pairs > config_.checks.pairs) {
      e.why_not =
          fmt::format("{} ordered pairs are more than the {} allowed (checks.pairs)", e.pairs, config_.checks.pairs);
      report_.enumeration = std::move(e);
      return;
    }
    std::vector<Number> orders = config_.orders;
    for (const RdpTarget& t : config_.rdp_targets) orders.push_back(t.order);
    for (const Number& order : orders) {
      const std::string label = shown(order);
      if (std::find(e.orders.begin(), e.orders.end(), label) != e.orders.end()) continue;
      say(fmt::format("all {} pairs at order {}", e.pairs, label));
      const Truth worst = worst_case(cases(), order).first;
      for (std::int64_t i = 0; i < e.pairs && e.agrees; ++i) {
        if (stopped()) {
          e.why_not = "interrupted";
          report_.enumeration = std::move(e);
          return;
        }
        if (worst.infinite) break;
        const Truth t = truth_of(deployed_.neighbours->at(i), "renyi", order);
        if (t.infinite || certainly_greater(t.enclosure, worst.enclosure)) {
          e.agrees = false;
          e.exceeded_by = fmt::format("pair {} at order {}", i, label);
        }
      }
      e.orders.push_back(label);
    }
    e.done = true;
    report_.enumeration = std::move(e);
  }

  struct DeltaTruth {
    Ball upper, lower;
    std::string basis;
    std::optional<CertifiedCase> one;    ///< of which this is the closed form
    std::optional<CertifiedCase> worst;  ///< of an enumeration, the pair found worst
    std::optional<Number> order;         ///< from which it is converted, or could be
    Ball converted;                      ///< what that gives
  };
  /// delta(epsilon): exact where there is a closed form; else an upper bound by conversion and a lower bound from the
  /// cases.
  DeltaTruth delta_at(const Rational& epsilon) {
    constexpr Precision bits = 128;
    DeltaTruth d;
    const CertifiedCase& first = cases().front();
    if (first.mechanism == "gaussian") {
      const Truth t = truth_of(first, "delta", {epsilon, false, ""});
      d.upper = d.lower = t.enclosure;
      d.basis = "the exact trade-off of two normal laws (Balle and Wang 2018, Theorem 8)";
      d.one = first;
      return d;
    }
    if (deployed_.delta) {
      d.upper = d.lower = deployed_.delta(epsilon, bits);
      if (deployed_.least_delta) d.lower = deployed_.least_delta(epsilon, bits);
      d.basis = deployed_.delta_source;
      d.one = first;
      return d;
    }
    convert(d, epsilon);
    d.lower = deployed_.least_delta ? max(Ball(0), deployed_.least_delta(epsilon, bits)) : Ball(0);
    if (first.mechanism == "beta_pair") {
      for (const CertifiedCase& c : cases()) raise(d, c, epsilon);
      const auto& all = deployed_.neighbours;
      if (all && all->count * 20 <= config_.checks.pairs) {
        bool known = true;  // one that is not enclosed, or not reached, might be the largest
        for (std::int64_t i = 0; i < all->count; ++i) {
          if (stopped()) {
            known = false;
            break;
          }
          known = raise(d, all->at(i), epsilon) && known;
        }
        if (known) {
          d.upper = d.lower;
          d.basis = fmt::format("the largest of all {} ordered pairs of neighbouring data sets", all->count);
          return d;
        }
      }
    }
    d.upper = d.converted;
    d.basis = fmt::format("from the Renyi curve at {} (Canonne, Kamath, Steinke 2020, Proposition 12, a cited theorem)",
                          d.order ? "order " + shown(*d.order) : "1, which always holds");
    return d;
  }
  /// The lower bound becomes at least this pair's delta. False if that could not be enclosed.
  static bool raise(DeltaTruth& d, const CertifiedCase& pair, const Rational& epsilon) {
    const Truth t = truth_of(pair, "delta", {epsilon, false, ""});
    if (!t.enclosure.is_finite()) return false;
    if (!d.worst || certainly_greater(t.enclosure, d.lower)) d.worst = pair;
    d.lower = max(d.lower, t.enclosure);
    return true;
  }
  /// The least upper bound that the Renyi curve gives.
  void convert(DeltaTruth& d, const Rational& epsilon) {
    d.converted = Ball(1);
    for (const auto& [order, truth] : divergences_) {
      if (truth.infinite || order.infinite || !truth.enclosure.is_finite() || !worst_known(order)) continue;
      const Certified converted =
          rdp_to_delta(Conversion::cks, order.value, truth.enclosure.upper_rational(), epsilon, working_digits);
      if (!converted.is_finite() || !certainly_less(converted.enclosure, d.converted)) continue;
      d.converted = converted.enclosure;
      d.order = order;
    }
  }
  /// The statement "delta(epsilon) <= bound": the closed form, or the conversion where that says as much.
  [[nodiscard]] std::optional<std::string> statement_of(const DeltaTruth& d, const Rational& epsilon,
                                                        const std::string& bound) const {
    if (d.one) return delta_statement(*d.one, epsilon, bound);
    const auto most = Rational::parse(bound);
    if (!d.order || !most || d.converted.upper_rational() > *most) return std::nullopt;
    return conversion_statement(cases(), *d.order, epsilon, bound);
  }

  void deltas() {
    std::vector<Rational> epsilons = config_.epsilons;
    for (const Rational& epsilon : epsilons) {
      if (stopped()) return;
      say("delta at epsilon " + shown(epsilon));
      const DeltaTruth d = delta_at(epsilon);
      Point point;
      point.at = shown(epsilon);
      point.bounds = bounds_of(d);
      point.basis = d.basis;
      attempt(point, statement_of(d, epsilon, point.bounds.upper), "delta-" + std::to_string(report_.deltas.size() + 1),
              "enclosed by this program alone");
      report_.deltas.push_back(std::move(point));
    }
  }
  static Bounds bounds_of(const DeltaTruth& d) {
    Bounds bounds{d.lower.lower(shown_digits), d.upper.upper(shown_digits)};
    if (certainly_nonpositive(d.lower) || bounds.lower.front() == '-') bounds.lower = "0";
    return bounds;
  }

  void targets() {
    for (const RdpTarget& t : config_.rdp_targets) {
      if (stopped()) return;
      rdp_target(t);
    }
    for (const DpTarget& t : config_.dp_targets) {
      if (stopped()) return;
      dp_target(t);
    }
  }
  [[nodiscard]] std::string target_file() const { return "target-" + std::to_string(report_.targets.size() + 1); }

  void rdp_target(const RdpTarget& t) {
    TargetResult r;
    r.target = fmt::format("({}, {})-RDP", shown(t.order), shown(t.epsilon));
    r.meaning = fmt::format(
        "Renyi differential privacy: for any two neighbouring data sets, the Renyi divergence of order {} between the "
        "laws of what is released is at most {}",
        shown(t.order), shown(t.epsilon));
    const auto [truth, worst] = worst_case(cases(), t.order);
    r.bounds = truth.bounds();
    const std::string& label = deployed_.case_labels.at(worst);
    if (truth.certainly_above(t.epsilon)) {
      r.met = Met::not_met;
      r.why = fmt::format("{}: divergence {} {}", label, truth.infinite ? "is" : "at least", r.bounds.lower);
    } else if (!truth.certainly_at_most(t.epsilon)) {
      r.why = "the enclosure does not decide it";
    } else if (!worst_known(t.order)) {
      r.why =
          "below the target for the pairs evaluated, but that these are the worst is not proved, and not every pair "
          "was evaluated at this order";
    } else {
      r.met = Met::met;
      r.why = fmt::format("no neighbouring pair has a divergence above {}", r.bounds.upper);
      attempt(r, renyi_statement(cases(), deployed_.case_labels, t.order, t.epsilon.str()), target_file(),
              "the checker's language has no formula for it");
    }
    if (r.met == Met::met) {
      add_evaluation(r);
      add_certificate(r);
      add_enumeration(r, report_.enumeration, shown(t.order));
      say("quadrature at order " + shown(t.order));
      add_quadrature(r, quadrature_renyi(deployed_.laws, t.order));
    }
    report_.targets.push_back(std::move(r));
  }

  void dp_target(const DpTarget& t) {
    TargetResult r;
    r.target = fmt::format("({}, {})-DP", shown(t.epsilon), shown(t.delta));
    r.meaning = fmt::format(
        "Differential privacy: for any two neighbouring data sets and any event, the probability of the event differs "
        "by at most a factor exp({}), apart from {}",
        shown(t.epsilon), shown(t.delta));
    const DeltaTruth d = delta_at(t.epsilon);
    r.bounds = bounds_of(d);
    const bool small = d.upper.is_finite() && d.upper.upper_rational() <= t.delta;
    if (small && d.one && !claims_proved()) {
      r.why = "below the target for the pair evaluated, but that it is the worst is not proved";
    } else if (small) {
      r.met = Met::met;
      r.why = fmt::format("delta({}) is at most {}: {}", shown(t.epsilon), r.bounds.upper, d.basis);
      attempt(r, statement_of(d, t.epsilon, t.delta.str()), target_file(),
              "the checker's language has no formula for it");
    } else if (d.lower.is_finite() && d.lower.lower_rational() > t.delta) {
      r.met = Met::not_met;
      r.why = fmt::format("delta({}) is at least {} for a pair of neighbours", shown(t.epsilon), r.bounds.lower);
    } else {
      r.why = fmt::format("delta({}) lies between {} and {}: {}", shown(t.epsilon), r.bounds.lower, r.bounds.upper,
                          d.basis);
    }
    if (r.met == Met::met) {
      add_evaluation(r);
      add_certificate(r);
      if (t.delta >= Rational(1)) r.evidence.push_back({"definition", Says::agrees, "no probability exceeds 1"});
      std::vector<LawPair> laws = deployed_.laws;
      if (d.worst) laws.push_back(beta_laws(*d.worst));
      say("quadrature at epsilon " + shown(t.epsilon));
      add_quadrature(r, quadrature_delta(laws, t.epsilon.approx()));
      // Between two bounds that are apart most numbers lie: that is no agreement.
      if (Evidence& last = r.evidence.back();
          deployed_.least_delta && last.kind == "quadrature" && last.says == Says::agrees) {
        last.says = Says::silent;
        last.what += ", between the bounds, which are apart";
      }
    }
    report_.targets.push_back(std::move(r));
  }

  /// All pairs if there are few, else those with the largest divergences of this order.
  [[nodiscard]] std::vector<std::size_t> pairs_to_sample(const Number& order) const {
    constexpr std::size_t most = 4;
    std::vector<std::size_t> chosen(deployed_.pairs.size());
    std::iota(chosen.begin(), chosen.end(), 0);
    if (chosen.size() <= most || chosen.size() != cases().size()) return chosen;
    std::vector<double> divergence;
    for (const CertifiedCase& c : cases()) {
      const Truth t = truth_of(c, c.quantity.c_str(), order);
      divergence.push_back(t.infinite ? INFINITY : t.enclosure.approx());
    }
    std::stable_sort(chosen.begin(), chosen.end(),
                     [&](std::size_t a, std::size_t b) { return divergence[a] > divergence[b]; });
    chosen.resize(most);
    return chosen;
  }

  void empirical() {
    const double confidence = config_.checks.confidence.approx();
    report_.confidence = shown(config_.checks.confidence);
    report_.seed = config_.checks.seed;
    if (config_.checks.samples == 0) return;
    std::uint64_t seed = config_.checks.seed;
    const auto bound = [&](std::size_t target, const std::string& quantity, const Number& order, const auto& gain) {
      const std::string& upper = report_.targets[target].bounds.upper;
      for (const std::size_t which : pairs_to_sample(order)) {
        const SampledPair& pair = deployed_.pairs[which];
        if (stopped()) return;
        say("sampling: " + pair.label);
        const std::int64_t samples =
            std::min(config_.checks.samples, std::max<std::int64_t>(most_variates / pair.cost, 1000));
        const EmpiricalBound b = empirical_bound(pair, samples, confidence, seed++, gain, options_.stop);
        Empirical e;
        e.target = target;
        e.pair = pair.label;
        e.quantity = quantity;
        e.samples = samples;
        e.hits_p = b.hits_p;
        e.hits_q = b.hits_q;
        e.upper = upper;
        const double lower = gain(b.p_lower, b.q_upper);
        e.lower = lower > 0 ? fmt::format("{:.4g}", lower) : "none";
        const auto certified = Rational::parse(upper);
        e.contradicts =
            lower > 0 && certified && (std::isinf(lower) || Rational::from_double(lower * (1 - 1e-9)) > *certified);
        report_.empirical.push_back(std::move(e));
      }
    };
    for (std::size_t i = 0; i < config_.rdp_targets.size() && i < report_.targets.size(); ++i) {
      const RdpTarget& t = config_.rdp_targets[i];
      const double order = t.order.infinite ? INFINITY : t.order.value.approx();
      const auto gain = [order](double p, double q) { return event_divergence(p, q, order); };
      bound(i, "divergence of order " + shown(t.order), t.order, gain);
    }
    for (std::size_t i = 0; i < config_.dp_targets.size(); ++i) {
      const DpTarget& t = config_.dp_targets[i];
      const std::size_t at = config_.rdp_targets.size() + i;
      if (at >= report_.targets.size()) return;
      const double factor = std::exp(t.epsilon.approx());
      bound(at, "delta at epsilon " + shown(t.epsilon), {Rational(2), false, "2"},
            [factor](double p, double q) { return p - factor * q; });
    }
  }

  const Config& config_;
  const Deployed& deployed_;
  const Options& options_;
  Report report_;
  std::vector<std::pair<Number, Truth>> divergences_;
  std::vector<std::string> files_;  ///< the certificates written
};

}  // namespace

Report certify(const Config& config, const Deployed& deployed, const Options& options) {
  return Certification(config, deployed, options).run();
}

}  // namespace dpcert::deployment
