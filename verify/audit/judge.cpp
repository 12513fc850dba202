#include "verify/audit/judge.hpp"

#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <limits>
#include <map>

#include "dpcert/core/error.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/solve/effort.hpp"
#include "verify/audit/number.hpp"
#include "verify/audit/parameters.hpp"

namespace dpcert::audit {

namespace {

/// A row cannot be judged: which column, and why.
struct Refusal {
  Column column;
  std::string message;
};

Query query_of(const Row& row) {
  std::map<std::string, std::string> parameters;
  try {
    parameters = read_parameters(row.parameters);
  } catch (const Error& e) {
    throw Refusal{Column::parameters, fmt::format("parameters: expected {}, given {}", e.expected(), e.given())};
  }
  if (!can_evaluate(row.quantity, row.mechanism)) {
    std::string known;
    for (const auto& [quantity, mechanism] : offered_quantities())
      if (mechanism == row.mechanism) known += (known.empty() ? "" : ", ") + quantity;
    if (known.empty())
      throw Refusal{Column::mechanism, fmt::format("mechanism: expected a known mechanism, given '{}'", row.mechanism)};
    throw Refusal{Column::quantity,
                  fmt::format("quantity: expected {} for {}, given '{}'", known, row.mechanism, row.quantity)};
  }
  try {
    return parse_query(row.quantity, row.mechanism, parameters,
                       row.at.empty() ? std::nullopt : std::optional<std::string>(row.at),
                       NumberReading::nearest_double);
  } catch (const Error& e) {
    throw Refusal{e.where() == "at" ? Column::at : Column::parameters,
                  fmt::format("{}: expected {}, given {}", e.where(), e.expected(), e.given())};
  }
}

/// The side of a value (-1, 0, 1 for below, equal to, above the truth), and the truth as accurate as deciding took.
struct Decided {
  std::optional<int> side;
  Certified truth;
};

Decided decide(const Query& query, const Number& value) {
  const Comparison c = value.kind == Number::Kind::finite && !value.is_double ? compare(query, value.value)
                                                                              : compare(query, value.nearest);
  using Side = Comparison::Side;
  Decided d{std::nullopt, c.truth};
  if (c.side == Side::below) d.side = -1;
  if (c.side == Side::equal) d.side = 0;
  if (c.side == Side::above) d.side = 1;
  return d;
}

/// Gap and ulps, as accurate as the truth allows.
void measure(Judgement& j, const Number& value, const Certified& truth, std::optional<int> side) {
  const bool equal = side && *side == 0;
  j.relative_gap.reset();
  j.ulps.reset();
  if (value.kind != Number::Kind::finite || !truth.is_finite()) return;
  const Ball& t = truth.enclosure;
  Ball difference = equal ? Ball(0) : Ball(value.value, 64) - t;
  for (Precision bits = 128; difference.relative_accuracy_bits() < 53 && bits < 1 << 14; bits *= 2) {
    if (equal) break;
    difference = Ball(value.value, bits) - t;
  }
  // Nearer than the truth is known: 0, if that says anything.
  if (!equal && difference.contains_zero()) {
    if (t.relative_accuracy_bits() < 100) return;
    difference = Ball(0);
  }
  const Ball gap = difference / abs(t);
  if (gap.is_finite()) j.relative_gap = gap.approx();
  const double nearest = std::fabs(t.approx());
  const double ulp = std::nextafter(nearest, std::numeric_limits<double>::infinity()) - nearest;
  if (std::isfinite(ulp)) j.ulps = abs(difference / Ball(Rational::from_double(ulp), 64)).approx();
}

Class classify(const Judgement& j, const Number& value, const Certified& truth, bool upper) {
  using Kind = Number::Kind;
  if (value.kind == Kind::nan || (upper && truth.is_infinite())) return Class::invalid;
  if (upper && (value.kind == Kind::minus_infinity || value.value.sign() < 0)) return Class::invalid;
  if (j.ulps && *j.ulps <= 16) return Class::rounding;
  // No gap: the truth is 0, or the value infinite.
  if (!j.relative_gap || std::fabs(*j.relative_gap) > 1e-3) return Class::gross;
  return Class::numerical;
}

}  // namespace

Judgement Judge::operator()(const Row& row) const {
  Judgement j;
  const EffortLimit limit(Effort{work_, stop_, {}});
  try {
    const Query query = query_of(row);
    const bool upper = row.bound == "upper";
    if (!upper && row.bound != "lower")
      throw Refusal{Column::bound, fmt::format("bound: expected upper or lower, given '{}'", row.bound)};
    const auto value = read_number(row.value);
    if (!value)
      throw Refusal{Column::value, fmt::format("value: expected a number, inf or nan, given '{}'", row.value)};

    Decided d = decide(query, *value);
    const bool unsound = value->kind == Number::Kind::nan || (d.side && *d.side != 0 && (*d.side > 0) != upper);
    measure(j, *value, d.truth, d.side);
    // What decided may be too rough to print, or to say how many ulps away the value is; a side that was known without
    // digits (a supremum) may need many to tell the gap.
    const bool near = value->kind == Number::Kind::finite && (!j.relative_gap || std::fabs(*j.relative_gap) < 1e-9);
    if (d.truth.is_finite() && !d.truth.enclosure.is_exact() && (unsound || near || digits_ > 17)) {
      for (int digits = std::max(digits_ + 3, near ? 40 : 20); digits <= 1200; digits *= 2) {
        const Certified finer = certify(query, digits);
        if (!finer.is_finite()) break;
        if (finer.enclosure.relative_accuracy_bits() > d.truth.enclosure.relative_accuracy_bits()) d.truth = finer;
        measure(j, *value, d.truth, d.side);
        if (!near || (d.side && *d.side == 0) || !d.truth.enclosure.contains(value->value)) break;
      }
    }
    if (d.truth.is_infinite()) {
      j.lower = j.upper = "inf";
    } else {
      j.lower = d.truth.enclosure.lower(digits_);
      j.upper = d.truth.enclosure.upper(digits_);
    }
    if (value->kind == Number::Kind::nan) {
      j.verdict = Verdict::unsound;
      j.unsound = Class::invalid;
    } else if (!d.side) {
      j.verdict = Verdict::undecided;
      j.problem.message = d.truth.reason.empty() ? "the enclosure still contains the value" : d.truth.reason;
    } else if (*d.side == 0) {
      j.verdict = Verdict::exact;
    } else if (!unsound) {
      j.verdict = Verdict::sound;
    } else {
      j.verdict = Verdict::unsound;
      j.unsound = classify(j, *value, d.truth, upper);
    }
  } catch (const Refusal& refusal) {
    j = {};
    j.culprit = refusal.column;
    j.problem.message = refusal.message;
  } catch (const std::exception& e) {
    // The parameters are fine, but the quantity is not computed for them.
    j = {};
    j.verdict = Verdict::undecided;
    j.problem.message = e.what();
  }
  return j;
}

}  // namespace dpcert::audit
