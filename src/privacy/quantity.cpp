#include "dpcert/privacy/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "dpcert/core/parameter_words.hpp"
#include "dpcert/solve/effort.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert {
namespace {

[[noreturn]] void refuse(std::string_view where, std::string_view expected, std::string_view given) {
  throw Error(ErrorCode::bad_input, where, expected, given.empty() ? "nothing" : given);
}

/// The double nearest to a decimal; nothing if `text` is no decimal, infinity if it is too large.
std::optional<double> nearest_double(std::string_view text) {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  for (const char c : text) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0 && std::string_view("+-.eE").find(c) == std::string_view::npos)
      return std::nullopt;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Too large or too small: from_chars does not say which.
    const auto exact = Rational::parse(text);
    if (!exact) return std::nullopt;
    return abs(*exact) > Rational(1) ? std::numeric_limits<double>::infinity() : 0.0;
  }
  return value;
}

/// [sign] 0x digits [. digits] p exponent, exactly.
std::optional<Rational> parse_hex_float(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  if (text.size() < 3 || text[0] != '0' || (text[1] != 'x' && text[1] != 'X')) return std::nullopt;
  text.remove_prefix(2);
  double value = 0;
  if (text[0] == '-' || text[0] == '+') return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::hex);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  const Rational exact = Rational::from_double(value);
  return negative ? -exact : exact;
}

constexpr std::string_view number_forms(NumberReading reading, bool infinity_allowed) {
  if (reading == NumberReading::exact)
    return infinity_allowed ? "a number such as 2, 0.25, 1e-3, 1/3, or inf" : "a number such as 2, 0.25, 1e-3, 1/3";
  return infinity_allowed ? "a number in the range of a double, a quotient p/q, or inf"
                          : "a number in the range of a double, or a quotient p/q";
}

Argument make_argument(Rational exact) {
  Argument a;
  a.nearest = exact.approx();
  a.is_double = std::isfinite(a.nearest) && Rational::from_double(a.nearest) == exact;
  a.exact = std::move(exact);
  return a;
}

/// The mechanisms, or the quantities of one mechanism.
std::string known_offers(std::string_view mechanism) {
  std::vector<std::string_view> names;
  std::string known;
  for (const auto& o : detail::all_offers()) {
    const std::string_view name = mechanism.empty() ? o.mechanism : o.quantity;
    if (!mechanism.empty() && o.mechanism != mechanism) continue;
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    names.push_back(name);
    known.append(known.empty() ? "" : ", ").append(name);
  }
  return known;
}

const detail::Offer& require_offer(std::string_view quantity, std::string_view mechanism) {
  if (const auto* offer = detail::find_offer(quantity, mechanism)) return *offer;
  const std::string known = known_offers(mechanism);
  if (known.empty()) throw Error(ErrorCode::bad_input, "mechanism", "one of " + known_offers(""), mechanism);
  const bool no_box = (quantity == "tv" || quantity == "delta") && mechanism == "dirichlet_pair";
  throw Error(no_box ? ErrorCode::unsupported : ErrorCode::bad_input, "quantity",
              "one of " + known + " for " + std::string(mechanism), quantity);
}

std::size_t position_of(const detail::Offer& offer, std::string_view key) {
  for (std::size_t i = 0; i < offer.parameters.size(); ++i) {
    if (offer.parameters[i].key == key) return i;
  }
  const auto known = [&](std::string_view name) {
    return std::any_of(offer.parameters.begin(), offer.parameters.end(), [&](const auto& p) { return p.key == name; });
  };
  if (const auto name = parameter_called(key, known))
    throw Error(ErrorCode::bad_input, key, expected_instead(*name), "another spelling");
  std::string keys;
  for (const auto& p : offer.parameters) keys.append(keys.empty() ? "" : ", ").append(p.key);
  if (offer.at != nullptr) keys.append(", at");
  throw Error(ErrorCode::bad_input, key, "a key of " + std::string(offer.mechanism) + ": " + keys, "an unknown key");
}

double certified_as_double(const Certified& c) {
  if (c.is_infinite()) return std::numeric_limits<double>::infinity();
  return c.is_finite() ? c.enclosure.approx() : std::numeric_limits<double>::quiet_NaN();
}

Ball ball_of(const detail::DoubleBounds& b) {
  Ball r;
  arf_t lo, hi;
  arf_init(lo);
  arf_init(hi);
  arf_set_d(lo, b.lo);
  arf_set_d(hi, b.hi);
  arb_set_interval_arf(r.arb(), lo, hi, 64);
  arf_clear(lo);
  arf_clear(hi);
  return Ball::from_arb(r.arb(), 64);
}

Comparison::Side side_of(const Rational& value, const Rational& truth) {
  return value < truth ? Comparison::Side::below : value > truth ? Comparison::Side::above : Comparison::Side::equal;
}

}  // namespace

ExtendedRational parse_number(std::string_view key, std::string_view text, NumberReading reading,
                              bool infinity_allowed) {
  const std::string_view expected = number_forms(reading, infinity_allowed);
  if (text == "inf" || text == "+inf" || text == "Infinity") {
    if (!infinity_allowed) refuse(key, expected, text);
    return {Rational(0), true};
  }
  if (auto hex = parse_hex_float(text); hex && reading == NumberReading::nearest_double)
    return {std::move(*hex), false};
  if (reading == NumberReading::nearest_double && text.find('/') == std::string_view::npos) {
    const auto value = nearest_double(text);
    if (!value || !std::isfinite(*value)) refuse(key, expected, text);
    return {Rational::from_double(*value), false};
  }
  auto exact = Rational::parse(text);
  if (!exact) refuse(key, expected, text);
  return {std::move(*exact), false};
}

std::string_view Query::mechanism() const { return offer_->mechanism; }
std::string_view Query::quantity() const { return offer_->quantity; }
const Rational& Query::number(std::string_view key) const { return arguments_[position_of(*offer_, key)][0].exact; }
const std::vector<Argument>& Query::list(std::string_view key) const { return arguments_[position_of(*offer_, key)]; }
bool Query::has_at() const { return offer_->at != nullptr; }
ExtendedRational Query::at() const { return {at_.exact, at_.infinite}; }
std::string_view Query::at_meaning() const { return has_at() ? offer_->at->meaning : std::string_view(); }

/// Makes queries of numbers that are read already.
struct detail::QueryBuilder {
  using Lists = std::map<std::string, std::vector<ExtendedRational>>;

  static Query build(std::string_view quantity, std::string_view mechanism, const Lists& parameters,
                     const std::optional<ExtendedRational>& at) {
    Query query;
    const Offer& offer = require_offer(quantity, mechanism);
    query.offer_ = &offer;
    for (const auto& [key, values] : parameters) (void)position_of(offer, key);
    const ParameterSpec* first_list = nullptr;
    std::size_t length = 0;
    for (const auto& spec : offer.parameters) {
      std::vector<Argument> arguments = arguments_of(spec, parameters);
      if (spec.list && first_list == nullptr) first_list = &spec, length = arguments.size();
      if (spec.list && arguments.size() != length)
        refuse(spec.key, fmt::format("{} numbers, as many as {}", length, first_list->key),
               std::to_string(arguments.size()));
      for (const Argument& a : arguments) query.all_doubles_ = query.all_doubles_ && a.is_double;
      query.arguments_.push_back(std::move(arguments));
    }
    if (offer.at == nullptr) {
      if (at) refuse("at", "no `at`: " + std::string(quantity) + " has none", at->infinite ? "inf" : at->value.str());
      return query;
    }
    const std::string expected = std::string(offer.at->meaning) + ": " + std::string(offer.at->domain->expected);
    if (!at) refuse("at", expected, "nothing");
    query.at_ = argument_of("at", *at, *offer.at->domain, expected, offer.at->infinity_allowed);
    query.all_doubles_ = query.all_doubles_ && query.at_.is_double;
    return query;
  }

 private:
  static Argument argument_of(const std::string& key, const ExtendedRational& x, const Domain& domain,
                              const std::string& expected, bool infinity_allowed) {
    if (!x.infinite) {
      if (!domain.contains(x.value)) throw Error(ErrorCode::domain, key, expected, x.value.str());
      return make_argument(x.value);
    }
    if (!infinity_allowed) throw Error(ErrorCode::domain, key, expected, "inf");
    Argument a;
    a.infinite = true;
    a.nearest = std::numeric_limits<double>::infinity();
    return a;
  }
  static std::vector<Argument> arguments_of(const ParameterSpec& spec, const Lists& parameters) {
    const std::string key(spec.key), expected(spec.domain->expected);
    const auto found = parameters.find(key);
    if (found == parameters.end()) {
      if (spec.default_value < 0) refuse(key, expected, "nothing");
      return {make_argument(Rational(spec.default_value))};
    }
    if (found->second.empty() || (!spec.list && found->second.size() != 1))
      refuse(key, spec.list ? "a list of numbers" : "one number", std::to_string(found->second.size()) + " numbers");
    if (spec.most_length != 0 && found->second.size() > spec.most_length)
      refuse(spec.key, fmt::format("at most {} numbers", spec.most_length), std::to_string(found->second.size()));
    if (found->second.size() < spec.least_length)
      refuse(key, fmt::format("at least {} numbers", spec.least_length), std::to_string(found->second.size()));
    std::vector<Argument> arguments;
    for (const ExtendedRational& x : found->second)
      arguments.push_back(argument_of(key, x, *spec.domain, expected, spec.infinity_allowed));
    return arguments;
  }
};

Query make_query(std::string_view quantity, std::string_view mechanism,
                 const std::map<std::string, std::vector<Rational>>& parameters,
                 const std::optional<ExtendedRational>& at) {
  detail::QueryBuilder::Lists lists;
  for (const auto& [key, values] : parameters) {
    auto& list = lists[key];
    for (const Rational& value : values) list.push_back({value, false});
  }
  return detail::QueryBuilder::build(quantity, mechanism, lists, at);
}

Query parse_query(std::string_view quantity, std::string_view mechanism,
                  const std::map<std::string, std::string>& parameters, const std::optional<std::string>& at,
                  NumberReading reading) {
  const detail::Offer& offer = require_offer(quantity, mechanism);
  detail::QueryBuilder::Lists lists;
  for (const auto& [key, text] : parameters) {
    const detail::ParameterSpec& spec = offer.parameters[position_of(offer, key)];
    auto& numbers = lists[key];
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t comma = spec.list ? std::min(text.find(',', from), text.size()) : text.size();
      numbers.push_back(
          parse_number(key, std::string_view(text).substr(from, comma - from), reading, spec.infinity_allowed));
      from = comma + 1;
    }
  }
  std::optional<ExtendedRational> point;
  if (at) point = parse_number("at", *at, reading, offer.at != nullptr && offer.at->infinity_allowed);
  return detail::QueryBuilder::build(quantity, mechanism, lists, point);
}

Query parse_query(std::string_view quantity, const std::map<std::string, std::string>& words, NumberReading reading) {
  std::map<std::string, std::string> parameters = words;
  const auto mechanism = parameters.extract("mechanism");
  if (mechanism.empty()) refuse("mechanism", "a mechanism's name", "nothing");
  auto at = parameters.extract("at");
  return parse_query(quantity, mechanism.mapped(), parameters,
                     at.empty() ? std::nullopt : std::optional<std::string>(std::move(at.mapped())), reading);
}

Certified certify(const Query& query, int digits) {
  const Precision bits = bits_for_digits(digits);  // refuses what is out of range
  try {
    return query.offer().certify(query, digits);
  } catch (const EffortExhausted& e) {
    Certified r;
    r.enclosure = Ball::indeterminate(bits);
    r.reason = e.what();
    return r;
  }
}

std::string_view to_string(Comparison::Side side) {
  switch (side) {
    case Comparison::Side::below:
      return "below";
    case Comparison::Side::equal:
      return "equal";
    case Comparison::Side::above:
      return "above";
    case Comparison::Side::undecided:
      return "undecided";
    case Comparison::Side::no_number:
      return "no_number";
  }
  return "undecided";
}

namespace {

constexpr int first_digits = 17, last_digits = 1200;

/// The side of a finite value, `point` being a ball around it; `result.truth` holds the truth to first_digits.
void decide_side(const Query& query, const Rational& value, const std::function<Ball(Precision)>& point,
                 Comparison& result) {
  using Side = Comparison::Side;
  const detail::Offer& offer = query.offer();
  if (result.truth.is_infinite()) {
    result.side = Side::below;
    return;
  }
  const auto decide = [&](const Certified& truth) {
    if (!truth.enclosure.is_finite()) return Side::undecided;
    const Ball given = point(truth.precision + 64);
    if (certainly_less(given, truth.enclosure)) return Side::below;
    if (certainly_greater(given, truth.enclosure)) return Side::above;
    return truth.enclosure.is_exact() && given.is_exact() ? Side::equal : Side::undecided;
  };
  result.side = decide(result.truth);
  if (result.side != Side::undecided) return;
  if (offer.exact != nullptr) {
    if (const auto exact = offer.exact(query)) {
      result.side = side_of(value, *exact);
      return;
    }
  }
  if (offer.side != nullptr) result.side = offer.side(query, value);
  for (int digits = 2 * first_digits;
       result.side == Side::undecided && digits <= last_digits && result.truth.is_finite(); digits *= 2) {
    Certified finer = certify(query, digits);
    if (!finer.is_finite()) {
      result.truth.reason = finer.reason;
      return;
    }
    result.truth = std::move(finer);
    result.side = decide(result.truth);
  }
  if (result.side == Side::undecided && result.truth.reason.empty())
    result.truth.reason = "the value agrees with the truth to " + std::to_string(last_digits / 2) + " digits or more";
}

}  // namespace

Comparison compare(const Query& query, double value) {
  using Side = Comparison::Side;
  const detail::Offer& offer = query.offer();
  Comparison result;
  if (offer.bounds != nullptr && query.all_doubles()) {
    const detail::DoubleBounds bounds = offer.bounds(query);
    const bool sharp =
        bounds.usable() && bounds.hi - bounds.lo <= 1e-14 * std::fmax(std::fabs(bounds.lo), std::fabs(bounds.hi));
    if (sharp && (value < bounds.lo || value > bounds.hi)) {
      result.side = value < bounds.lo ? Side::below : Side::above;
      result.truth = {Certified::State::finite, ball_of(bounds), 53};
      return result;
    }
  }
  result.truth = certify(query, first_digits);
  if (std::isnan(value)) {
    result.side = Side::no_number;
  } else if (std::isinf(value)) {
    if (result.truth.is_infinite()) {
      result.side = value > 0 ? Side::equal : Side::below;
    } else if (result.truth.is_finite() || result.truth.enclosure.is_finite()) {
      result.side = value > 0 ? Side::above : Side::below;
    }
  } else {
    Ball point;
    arf_set_d(arb_midref(point.arb()), value);
    decide_side(
        query, Rational::from_double(value), [&](Precision) { return point; }, result);
  }
  return result;
}

Comparison compare(const Query& query, const Rational& value) {
  Comparison result;
  result.truth = certify(query, first_digits);
  decide_side(
      query, value, [&](Precision precision) { return Ball(value, std::max<Precision>(precision, 64)); }, result);
  return result;
}

double approximate(const Query& query) {
  const detail::Offer& offer = query.offer();
  return offer.stable != nullptr ? offer.stable(query) : certified_as_double(certify(query, 17));
}
double textbook(const Query& query) {
  const detail::Offer& offer = query.offer();
  return offer.textbook != nullptr ? offer.textbook(query) : std::numeric_limits<double>::quiet_NaN();
}

bool can_evaluate(std::string_view quantity, std::string_view mechanism) {
  return detail::find_offer(quantity, mechanism) != nullptr;
}

std::vector<std::pair<std::string, std::string>> offered_quantities() {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& o : detail::all_offers()) out.emplace_back(o.quantity, o.mechanism);
  return out;
}

std::vector<std::string_view> offered_parameters() {
  std::vector<std::string_view> out;
  for (const ParameterWord& word : parameter_words()) {
    const auto takes = [&](const detail::Offer& o) {
      return std::any_of(o.parameters.begin(), o.parameters.end(), [&](const auto& p) { return p.key == word.name; });
    };
    const auto offers = detail::all_offers();
    if (std::any_of(offers.begin(), offers.end(), takes)) out.push_back(word.name);
  }
  return out;
}

Evaluation evaluate(std::string_view quantity, const std::map<std::string, std::string>& words, int digits) {
  bits_for_digits(digits);
  const Query query = parse_query(quantity, words, NumberReading::exact);
  Evaluation r;
  r.certified = certify(query, digits);
  r.plain = textbook(query);
  const bool known = query.offer().stable == nullptr && digits >= 17;
  r.stable = known ? certified_as_double(r.certified) : approximate(query);
  r.digits = digits;
  return r;
}

double error_in_ulps(double value, const Certified& truth) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (truth.is_infinite()) return std::isinf(value) && value > 0 ? 0 : nan;
  if (!truth.enclosure.is_finite() || !std::isfinite(value)) return nan;
  const double nearest = std::fabs(truth.enclosure.approx());
  const double ulp = std::nextafter(nearest, std::numeric_limits<double>::infinity()) - nearest;
  const Ball difference = Ball(Rational::from_double(value), 256) - truth.enclosure;
  return std::fabs(difference.approx()) / ulp;
}

}  // namespace dpcert
