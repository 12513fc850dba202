#include "verify/deployment/certify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "src/divergence/effort.hpp"
#include "src/privacy/conversions.hpp"
#include "src/privacy/quantity.hpp"
#include "src/scalar/error.hpp"
#include "verify/catalogue/catalogue.hpp"
#include "verify/catalogue/engine.hpp"
#include "verify/catalogue/files.hpp"
#include "verify/deployment/statement.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::deployment {

std::string_view name(Met met) { return met == Met::met ? "met" : met == Met::not_met ? "not met" : "undecided"; }
Met Report::met() const {
  Met all = Met::met;
  for (const TargetResult& t : targets) {
    if (t.met == Met::not_met) return Met::not_met;
    if (t.met == Met::undecided) all = Met::undecided;
  }
  return all;
}
bool Report::contradiction() const {
  return (enumeration && !enumeration->agrees) ||
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
        "near "
        "it, and the low-order bits of what it releases can tell neighbouring data sets apart.",
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
      // The stop flag: what is done stays.
    }
    report_.interrupted = stopped();
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(report_);
  }

 private:
  [[nodiscard]] bool stopped() const { return options_.stop && options_.stop->load(std::memory_order_relaxed); }
  void say(const std::string& stage) const {
    if (options_.progress) options_.progress(stage);
  }
  const std::vector<CertifiedCase>& cases() const { return deployed_.guarantee.cases; }

  /// The catalogue's claims behind the cases, decided again now, with their certificates.
  void basis() {
    const auto engine = catalogue::make_engine();
    for (const std::string& id : deployed_.guarantee.claims) {
      if (stopped()) return;
      say("claim " + id);
      Basis b;
      b.id = id;
      constexpr std::string_view suffix = ".repair";
      const bool repaired = id.ends_with(suffix);
      const catalogue::CatalogueEntry* entry =
          catalogue::Catalogue::embedded().find(repaired ? id.substr(0, id.size() - suffix.size()) : id);
      if (!entry || (repaired && !entry->repair))
        throw Error(ErrorCode::internal, "basis", "a claim of the catalogue", id);
      catalogue::Options how;
      how.threads = options_.threads;
      how.certificates = options_.folder / "certificates";
      how.certificate_prefix = "certificates/";
      how.stop = options_.stop;
      const catalogue::ClaimRecord record = engine->certify(*entry, how);
      const catalogue::Finding& found = repaired ? *record.repair : static_cast<const catalogue::Finding&>(record);
      const auto& formal = repaired ? entry->repair : entry->formal;
      const std::string* reading = formal ? formal->directive("reading") : nullptr;
      b.verdict = catalogue::name(found.verdict);
      b.proved = found.verdict == catalogue::Verdict::proved && found.checked;
      b.source = entry->ledger.source;
      b.printed = record.printed;
      b.reading = repaired ? (reading ? *reading : "") : record.reading;
      b.reason = found.reason;
      b.certificate = found.certificate;
      report_.basis.push_back(std::move(b));
    }
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

  /// Proves `statement` with the kernel and writes what the checker accepted; nothing if it is not proved.
  std::optional<Certificate> certificate(const std::optional<std::string>& statement, const std::string& file) {
    if (!statement) return std::nullopt;
    verify::DecideOptions how;
    how.threads = 1;
    how.time_limit = std::chrono::seconds(20);
    how.cancel = options_.stop;
    how.tightness_boxes = 0;
    const verify::Decision d = verify::decide(verify::parse_statement(*statement), how);
    if (d.verdict != verify::Verdict::proved || !d.checked) return std::nullopt;
    const std::string name = "certificates/" + file + ".cert";
    catalogue::write_file_atomically(options_.folder / name, d.certificate);
    return Certificate{name, *statement, d.digest};
  }

  void curve() {
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
        point.certificate = certificate(renyi_statement(cases(), deployed_.case_labels, order, point.bounds.upper),
                                        "renyi-" + std::to_string(report_.renyi.size() + 1));
        if (!point.certificate)
          point.why_no_certificate = "the checker's language has no formula for it; enclosed by this program alone";
      }
      report_.renyi.push_back(std::move(point));
      divergences_.push_back({order, truth});
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
    bool certified_closed_form = false;
    std::optional<CertifiedCase> one;
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
      d.basis = deployed_.delta_source;
      d.one = first;
      return d;
    }
    d.lower = Ball(0);
    if (first.mechanism == "beta_pair") {
      for (const CertifiedCase& c : cases()) {
        const Truth t = truth_of(c, "delta", {epsilon, false, ""});
        if (t.enclosure.is_finite()) d.lower = max(d.lower, t.enclosure);
      }
      const auto& all = deployed_.neighbours;
      if (all && all->count * 20 <= config_.checks.pairs) {
        d.upper = d.lower;
        for (std::int64_t i = 0; i < all->count && !stopped(); ++i)
          d.upper = max(d.upper, truth_of(all->at(i), "delta", {epsilon, false, ""}).enclosure);
        d.lower = d.upper;
        d.basis = fmt::format("the largest of all {} ordered pairs of neighbouring data sets", all->count);
        return d;
      }
    }
    d.upper = Ball(1);
    std::string best = "1, which always holds";
    for (const auto& [order, truth] : divergences_) {
      if (truth.infinite || order.infinite || !truth.enclosure.is_finite() || !worst_known(order)) continue;
      const Certified converted =
          rdp_to_delta(Conversion::cks, order.value, truth.enclosure.upper_rational(), epsilon, working_digits);
      if (!converted.is_finite()) continue;
      const Ball& x = converted.enclosure;
      if (!certainly_less(x, d.upper)) continue;
      d.upper = x;
      best = "order " + shown(order);
    }
    d.basis = "from the Renyi curve at " + best + " (Canonne, Kamath, Steinke 2020, Proposition 12, a cited theorem)";
    return d;
  }

  void deltas() {
    std::vector<Rational> epsilons = config_.epsilons;
    for (const Rational& epsilon : epsilons) {
      if (stopped()) return;
      say("delta at epsilon " + shown(epsilon));
      const DeltaTruth d = delta_at(epsilon);
      Point point;
      point.at = shown(epsilon);
      point.bounds = {d.lower.lower(shown_digits), d.upper.upper(shown_digits)};
      if (certainly_nonpositive(d.lower) || point.bounds.lower.front() == '-') point.bounds.lower = "0";
      point.basis = d.basis;
      if (d.one)
        point.certificate = certificate(delta_statement(*d.one, epsilon, point.bounds.upper),
                                        "delta-" + std::to_string(report_.deltas.size() + 1));
      if (!point.certificate) point.why_no_certificate = "enclosed by this program alone";
      report_.deltas.push_back(std::move(point));
    }
  }

  void targets() {
    for (const RdpTarget& t : config_.rdp_targets) {
      if (stopped()) return;
      TargetResult r;
      r.target = fmt::format("({}, {})-RDP", shown(t.order), shown(t.epsilon));
      r.meaning = fmt::format(
          "Renyi differential privacy: for any two neighbouring data sets, the Renyi divergence of order {} between "
          "the "
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
        r.certificate = certificate(renyi_statement(cases(), deployed_.case_labels, t.order, t.epsilon.str()),
                                    "target-" + std::to_string(report_.targets.size() + 1));
      }
      report_.targets.push_back(std::move(r));
    }
    for (const DpTarget& t : config_.dp_targets) {
      if (stopped()) return;
      TargetResult r;
      r.target = fmt::format("({}, {})-DP", shown(t.epsilon), shown(t.delta));
      r.meaning = fmt::format(
          "Differential privacy: for any two neighbouring data sets and any event, the probability of the event "
          "differs by "
          "at most a factor exp({}), apart from {}",
          shown(t.epsilon), shown(t.delta));
      const DeltaTruth d = delta_at(t.epsilon);
      r.bounds = {d.lower.lower(shown_digits), d.upper.upper(shown_digits)};
      if (d.upper.is_finite() && d.upper.upper_rational() <= t.delta) {
        r.met = Met::met;
        r.why = fmt::format("delta({}) is at most {}: {}", shown(t.epsilon), r.bounds.upper, d.basis);
        if (d.one)
          r.certificate = certificate(delta_statement(*d.one, t.epsilon, t.delta.str()),
                                      "target-" + std::to_string(report_.targets.size() + 1));
      } else if (d.lower.is_finite() && d.lower.lower_rational() > t.delta) {
        r.met = Met::not_met;
        r.why = fmt::format("delta({}) is at least {} for a pair of neighbours", shown(t.epsilon), r.bounds.lower);
      } else {
        r.why = fmt::format("delta({}) lies between {} and {}: {}", shown(t.epsilon), r.bounds.lower, r.bounds.upper,
                            d.basis);
      }
      report_.targets.push_back(std::move(r));
    }
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
    const auto bound = [&](const std::string& quantity, const std::string& upper, const Number& order,
                           const auto& gain) {
      for (const std::size_t which : pairs_to_sample(order)) {
        const SampledPair& pair = deployed_.pairs[which];
        if (stopped()) return;
        say("sampling: " + pair.label);
        const std::int64_t samples =
            std::min(config_.checks.samples, std::max<std::int64_t>(most_variates / pair.cost, 1000));
        const EmpiricalBound b = empirical_bound(pair, samples, confidence, seed++, gain, options_.stop);
        Empirical e;
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
            lower > 0 && certified && std::isfinite(lower) && Rational::from_double(lower * (1 - 1e-9)) > *certified;
        report_.empirical.push_back(std::move(e));
      }
    };
    for (std::size_t i = 0; i < config_.rdp_targets.size() && i < report_.targets.size(); ++i) {
      const RdpTarget& t = config_.rdp_targets[i];
      const double order = t.order.infinite ? INFINITY : t.order.value.approx();
      const auto gain = [order](double p, double q) {
        if (!(p > q)) return 0.0;
        if (std::isinf(order)) return std::log(p / q);
        // The divergence of the event's indicator: processing does not increase it.
        return std::log(std::pow(p, order) * std::pow(q, 1 - order) +
                        std::pow(1 - p, order) * std::pow(1 - q, 1 - order)) /
               (order - 1);
      };
      bound("divergence of order " + shown(t.order), report_.targets[i].bounds.upper, t.order, gain);
    }
    for (std::size_t i = 0; i < config_.dp_targets.size(); ++i) {
      const DpTarget& t = config_.dp_targets[i];
      const std::size_t at = config_.rdp_targets.size() + i;
      if (at >= report_.targets.size()) return;
      const double factor = std::exp(t.epsilon.approx());
      bound("delta at epsilon " + shown(t.epsilon), report_.targets[at].bounds.upper, {Rational(2), false, "2"},
            [factor](double p, double q) { return p - factor * q; });
    }
  }

  const Config& config_;
  const Deployed& deployed_;
  const Options& options_;
  Report report_;
  std::vector<std::pair<Number, Truth>> divergences_;
};

}  // namespace

Report certify(const Config& config, const Deployed& deployed, const Options& options) {
  return Certification(config, deployed, options).run();
}

}  // namespace dpcert::deployment
