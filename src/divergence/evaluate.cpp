#include "src/divergence/evaluate.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "src/divergence/hockey_stick.hpp"
#include "src/divergence/renyi.hpp"

namespace dpcert {
namespace {

struct Offer {
  std::string_view quantity, mechanism;
  bool needs_at;
};
constexpr std::array<Offer, 10> offers = {{{"renyi", "beta_pair", true},
                                           {"renyi", "dirichlet_pair", true},
                                           {"kl", "beta_pair", false},
                                           {"kl", "dirichlet_pair", false},
                                           {"hellinger", "beta_pair", false},
                                           {"hellinger", "dirichlet_pair", false},
                                           {"tv", "beta_pair", false},
                                           {"delta", "beta_pair", true},
                                           {"log_partition", "beta", false},
                                           {"log_partition", "dirichlet", false}}};

[[noreturn]] void refuse(std::string_view where, std::string_view expected, std::string_view given) {
  throw Error(ErrorCode::bad_input, where, expected, given);
}

/// The parameters, each to be taken exactly once.
class Reader {
 public:
  explicit Reader(const std::map<std::string, std::string>& parameters) : all_(parameters) {}
  const std::string& text(const std::string& key) {
    const auto it = all_.find(key);
    if (it == all_.end()) refuse(key, "a value", "nothing");
    used_.insert(key);
    return it->second;
  }
  Rational number(const std::string& key) {
    const std::string& given = text(key);
    return parse(key, given);
  }
  std::vector<Rational> list(const std::string& key) {
    const std::string& given = text(key);
    std::vector<Rational> out;
    for (std::size_t from = 0; from <= given.size();) {
      const std::size_t comma = std::min(given.find(',', from), given.size());
      out.push_back(parse(key, given.substr(from, comma - from)));
      from = comma + 1;
    }
    return out;
  }
  /// A finite order, or infinity.
  Order<Rational> order(const std::string& key) {
    const std::string& given = text(key);
    if (given == "inf") return Order<Rational>::infinity();
    return Order<Rational>(parse(key, given));
  }
  void require_all_used() const {
    for (const auto& [key, value] : all_) {
      if (!used_.contains(key)) refuse(key, "a key of this mechanism and quantity", value);
    }
  }

 private:
  static Rational parse(const std::string& key, const std::string& given) {
    const auto q = Rational::parse(given);
    if (!q) refuse(key, "a rational number", given.empty() ? "nothing" : given);
    return *q;
  }
  const std::map<std::string, std::string>& all_;
  std::set<std::string> used_;
};

std::vector<double> nearest(const std::vector<Rational>& x) {
  std::vector<double> out;
  for (const Rational& v : x) out.push_back(v.approx());
  return out;
}
Order<double> nearest(const Order<Rational>& order) {
  if (order.is_infinite()) return Order<double>::infinity();
  return order.is_one() ? Order<double>::one() : Order(order.value().approx());
}
double hellinger_from(double renyi_half) { return std::sqrt(-std::expm1(-renyi_half / 2)); }

Beta<Rational> as_beta(const Dirichlet<Rational>& p) { return {p.alpha[0], p.alpha[1]}; }

Evaluation evaluate_pair(std::string_view quantity, const Dirichlet<Rational>& p, const Dirichlet<Rational>& q,
                         Reader& reader, int digits) {
  Evaluation r;
  std::optional<Order<Rational>> order;
  Rational epsilon;
  if (quantity == "renyi") order = reader.order("at");
  if (quantity == "kl") order = Order<Rational>::one();
  if (quantity == "hellinger") order = Order(Rational(1, 2));
  if (quantity == "delta") epsilon = reader.number("at");
  reader.require_all_used();
  if (quantity == "tv" || quantity == "delta") {
    const Epsilon level(epsilon);
    r.certified = certified_hockey_stick(level, as_beta(p), as_beta(q), digits);
    const auto a = nearest(p.alpha), b = nearest(q.alpha);
    r.plain = r.stable = hockey_stick(Epsilon(epsilon.approx()), Beta{a[0], a[1]}, Beta{b[0], b[1]});
    return r;
  }
  r.certified = quantity == "hellinger" ? certified_hellinger(p, q, digits) : certified_renyi(*order, p, q, digits);
  const Dirichlet a(nearest(p.alpha)), b(nearest(q.alpha));
  r.plain = renyi_formula(nearest(*order), a, b);
  r.stable = renyi_divergence(nearest(*order), a, b);
  if (quantity == "hellinger") {
    r.plain = hellinger_from(r.plain);
    r.stable = hellinger_from(r.stable);
  }
  return r;
}

}  // namespace

bool can_evaluate(std::string_view quantity, std::string_view mechanism) {
  for (const Offer& o : offers) {
    if (o.quantity == quantity && o.mechanism == mechanism) return true;
  }
  return false;
}

Evaluation evaluate(std::string_view quantity, const std::map<std::string, std::string>& parameters, int digits) {
  bits_for_digits(digits);  // refuses what is out of range
  Reader reader(parameters);
  const std::string mechanism = reader.text("mechanism");
  if (!can_evaluate(quantity, mechanism)) {
    std::string known;
    for (const Offer& o : offers)
      known.append(known.empty() ? "" : ", ").append(o.quantity).append(" of ").append(o.mechanism);
    const bool both = (quantity == "tv" || quantity == "delta") && mechanism == "dirichlet_pair";
    throw Error(both ? ErrorCode::unsupported : ErrorCode::bad_input, "quantity", known,
                std::string(quantity) + " of " + mechanism);
  }
  Evaluation r;
  if (mechanism == "beta_pair") {
    const Dirichlet p{reader.number("a1"), reader.number("b1")}, q{reader.number("a2"), reader.number("b2")};
    r = evaluate_pair(quantity, p, q, reader, digits);
  } else if (mechanism == "dirichlet_pair") {
    const Dirichlet<Rational> p(reader.list("alpha1")), q(reader.list("alpha2"));
    r = evaluate_pair(quantity, p, q, reader, digits);
  } else {
    const Dirichlet<Rational> p = mechanism == "beta" ? Dirichlet{reader.number("a"), reader.number("b")}
                                                      : Dirichlet<Rational>(reader.list("alpha"));
    reader.require_all_used();
    r.certified = certified_log_partition(p, digits);
    r.plain = r.stable = log_partition(Dirichlet(nearest(p.alpha)));
  }
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
