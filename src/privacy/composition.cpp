#include "dpcert/privacy/composition.hpp"

#include <algorithm>

#include "dpcert/solve/effort.hpp"

namespace dpcert {
namespace {

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find_first_of(separators, from), text.size());
    if (to > from) out.emplace_back(text.substr(from, to - from));
    from = to + 1;
  }
  return out;
}

[[noreturn]] void refuse(std::string_view where, std::string_view expected, std::string_view given) {
  throw Error(ErrorCode::bad_input, where, expected, given.empty() ? "nothing" : given);
}

}  // namespace

std::vector<CompositionPart> parse_parts(std::string_view text) {
  std::vector<CompositionPart> parts;
  for (const std::string& one : split(text, ";")) {
    const auto words = split(one, " \t\n");
    if (words.empty()) continue;
    CompositionPart part;
    part.mechanism = words[0];
    if (words[0].find('=') != std::string::npos) refuse("parts", "a mechanism's name before its key=value", words[0]);
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto equals = words[i].find('=');
      if (equals == std::string::npos || equals == 0) refuse("parts", "key=value", words[i]);
      const std::string key = words[i].substr(0, equals), value = words[i].substr(equals + 1);
      if (key == "times") {
        part.times = parse_number("times", value, NumberReading::exact, false).value;
        if (part.times.sign() <= 0 || !part.times.is_integer()) refuse("times", "an integer >= 1", value);
      } else if (!part.parameters.emplace(key, value).second) {
        refuse("parts", "every key once", words[i]);
      }
    }
    parts.push_back(std::move(part));
  }
  if (parts.empty()) refuse("parts", "mechanisms such as \"gaussian sigma=4 T=16; laplace b=3\"", text);
  return parts;
}

RenyiCurve composed_curve(const std::vector<CompositionPart>& parts, const std::vector<Order<Rational>>& orders,
                          int digits) {
  std::vector<RenyiCurve> curves;
  std::vector<Rational> counts;
  for (const CompositionPart& part : parts) {
    RenyiCurve curve{orders, {}};
    for (const Order<Rational>& order : orders) {
      const std::string at = order.is_infinite() ? "inf" : order.value().str();
      const Query query = parse_query("rdp", part.mechanism, part.parameters, at, NumberReading::exact);
      curve.values.push_back(certify(query, digits).enclosure);
    }
    curves.push_back(std::move(curve));
    counts.push_back(part.times);
  }
  return compose(curves, counts);
}

ComposedValue evaluate_composition(std::string_view quantity, const std::map<std::string, std::string>& words,
                                   int digits) {
  const auto underscore = quantity.find('_');
  const std::string_view kind = quantity.substr(0, underscore),
                         name = underscore == std::string_view::npos ? "" : quantity.substr(underscore + 1);
  std::optional<Conversion> conversion;
  for (const Conversion c : all_conversions)
    if (name == to_string(c)) conversion = c;
  if (!conversion || (kind != "delta" && kind != "epsilon"))
    refuse("quantity", "delta_C or epsilon_C of composition, C = mironov, cks, optimal, best_single_order", quantity);
  for (const auto& [key, value] : words)
    if (key != "mechanism" && key != "parts" && key != "orders" && key != "at")
      refuse(key, "a key of composition: parts, orders, at", "an unknown key");
  const auto word = [&](const char* key, std::string_view expected) {
    const auto found = words.find(key);
    if (found == words.end()) refuse(key, expected, "");
    return found->second;
  };
  std::vector<Order<Rational>> orders;
  for (const std::string& one : split(word("orders", "a list of orders > 1, such as 2,4,8,16,32,64"), ",")) {
    const ExtendedRational order = parse_number("orders", one, NumberReading::exact, true);
    if (!order.infinite && order.value <= Rational(1))
      throw Error(ErrorCode::domain, "orders", "numbers > 1", order.value.str());
    orders.push_back(order.infinite ? Order<Rational>::infinity() : Order<Rational>(order.value));
  }
  const Rational at =
      parse_number("at", word("at", kind == "delta" ? "epsilon >= 0" : "delta"), NumberReading::exact, false).value;
  // The conversions lose digits where the divergence and what it is compared with nearly cancel.
  const int inner = std::min(digits + 10, certified_digits_cap);
  const RenyiCurve curve = composed_curve(parse_parts(word("parts", "mechanisms separated by ;")), orders, inner);
  CurveOptimum optimum;
  ComposedValue r;
  try {
    r.certified = kind == "delta" ? curve_to_delta(*conversion, curve, at, digits, &optimum)
                                  : curve_to_epsilon(*conversion, curve, at, digits, &optimum);
  } catch (const EffortExhausted& e) {
    r.certified.enclosure = Ball::indeterminate(64);
    r.certified.reason = e.what();
  }
  for (const std::size_t i : optimum.active) r.active_orders.push_back(curve.orders[i]);
  return r;
}

}  // namespace dpcert
