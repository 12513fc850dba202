#include "verify/deployment/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dpcert/core/error.hpp"
#include "dpcert/core/rational.hpp"
#include "verify/deployment/quadrature.hpp"

namespace dpcert::deployment {

std::string_view name(Attempt attempt) {
  switch (attempt) {
    case Attempt::none:
      return "none";
    case Attempt::proved:
      return "proved";
    case Attempt::failed:
      return "not proved";
    case Attempt::refuted:
      return "refuted";
  }
  return "";
}
std::string_view name(Says says) {
  return says == Says::agrees ? "agrees" : says == Says::silent ? "says nothing" : "contradicts";
}

std::string TargetResult::agreeing() const {
  std::vector<std::string> kinds;
  for (const Evidence& e : evidence)
    if (e.says == Says::agrees) kinds.push_back(e.kind);
  return fmt::format("{}", fmt::join(kinds, ", "));
}

std::vector<std::string> Report::troubles() const {
  std::vector<std::string> out;
  const auto add = [&](const Attempted& a, const std::string& what) {
    if (a.trouble()) out.push_back(what + ": " + a.why_no_certificate);
  };
  for (const TargetResult& t : targets) add(t, t.target);
  for (const Point& p : renyi) add(p, "divergence of order " + p.at);
  for (const Point& p : deltas) add(p, "delta at epsilon " + p.at);
  return out;
}

void add_evaluation(TargetResult& target) {
  target.evidence.push_back(
      {"evaluation", Says::agrees, fmt::format("enclosed in [{}, {}]", target.bounds.lower, target.bounds.upper)});
}

void add_certificate(TargetResult& target) {
  switch (target.attempt) {
    case Attempt::none:
      return;
    case Attempt::proved:
      target.evidence.push_back({"certificate", Says::agrees,
                                 "the formula in " + target.certificate->file + " is proved to meet the target"});
      return;
    case Attempt::failed:
      target.evidence.push_back({"certificate", Says::silent, target.why_no_certificate});
      return;
    case Attempt::refuted:
      target.evidence.push_back({"certificate", Says::contradicts, target.why_no_certificate});
      return;
  }
}

void add_enumeration(TargetResult& target, const std::optional<Enumeration>& enumeration, const std::string& order) {
  if (!enumeration) return;
  const auto& orders = enumeration->orders;
  if (!enumeration->agrees) {
    target.evidence.push_back({"enumeration", Says::contradicts, "exceeded by " + enumeration->exceeded_by});
  } else if (std::find(orders.begin(), orders.end(), order) != orders.end()) {
    target.evidence.push_back(
        {"enumeration", Says::agrees,
         fmt::format("none of all {} ordered pairs of neighbouring data sets is above it", enumeration->pairs)});
  }
}

namespace {
// A number of the report, "inf" included, to the nearest double: what it is compared with here is one.
double number_of(const std::string& text) {
  if (text == "inf") return HUGE_VAL;
  const auto q = Rational::parse(text);
  if (!q) throw Error(ErrorCode::internal, "evidence", "a decimal number or inf", "'" + text + "'");
  return q->approx();
}
}  // namespace

void add_quadrature(TargetResult& target, const std::optional<double>& value) {
  if (!value) return;
  constexpr double tiny = 1e-13;  // rounding of values that are 0
  const double lower = number_of(target.bounds.lower), upper = number_of(target.bounds.upper);
  Evidence e{"quadrature", Says::agrees,
             fmt::format("the densities of the worst pair summed up in double: {:.6g}", *value)};
  if (*value > upper * (1 + quadrature_tolerance) + tiny) {
    e.says = Says::contradicts;
    e.what += ", more than is certified";
  } else if (*value < lower * (1 - quadrature_tolerance)) {
    e.says = Says::silent;
    e.what += ", less than another pair has";
  } else if (upper > 0 && (*value <= 0 || *value > upper * (1 + quadrature_tolerance))) {
    // Near 0 a number may be off by any factor and still be next to what is seen.
    e.says = Says::silent;
    e.what += ", too small to be compared";
  }
  target.evidence.push_back(std::move(e));
}

void add_sampling(TargetResult& target, const std::vector<Empirical>& bounds, std::size_t index) {
  constexpr double share = 0.5;
  const double upper = number_of(target.bounds.upper);
  double best = 0;
  bool any = false, contradicts = false;
  for (const Empirical& e : bounds) {
    if (e.target != index) continue;
    any = true;
    contradicts = contradicts || e.contradicts;
    if (e.lower != "none") best = std::max(best, number_of(e.lower));
  }
  if (!any) return;
  Evidence e{"sampling", contradicts ? Says::contradicts : Says::silent, fmt::format("at least {:.4g} was seen", best)};
  if (!contradicts && best >= share * upper && best > 0) e.says = Says::agrees;
  if (e.says == Says::agrees) e.what += ", which would have contradicted half of the certified number";
  if (e.says == Says::silent) e.what += ", too little to tell the certified number from half of it";
  target.evidence.push_back(std::move(e));
}

void require_second_kind(TargetResult& target) {
  if (target.met != Met::met) return;
  std::string against;
  for (const Evidence& e : target.evidence)
    if (e.says == Says::contradicts)
      against += fmt::format("{}{} contradicts: {}", against.empty() ? "" : "; ", e.kind, e.what);
  if (against.empty() && target.attempt == Attempt::failed)
    against = "a certificate was tried and not proved, which a right number does not explain";
  if (against.empty() && std::count_if(target.evidence.begin(), target.evidence.end(),
                                       [](const Evidence& e) { return e.says == Says::agrees; }) < 2)
    against = "nothing of a second kind agrees: no certificate, no enumeration, no quadrature, no sampling near enough";
  if (against.empty()) return;
  target.met = Met::undecided;
  target.why += "; but " + against;
}

void withdraw_if_contradicted(Report& report) {
  if (!report.contradiction()) return;
  for (TargetResult& target : report.targets) {
    if (target.met != Met::met) continue;
    target.met = Met::undecided;
    target.why += "; but a check contradicts the numbers of this report";
  }
}

}  // namespace dpcert::deployment
