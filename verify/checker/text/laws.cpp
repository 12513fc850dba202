// Notations of version 3, written out when they are read: no rule knows them. A law is a density between two ends, or
// masses at finitely many points; a divergence of two laws is the integral or the sum that defines it. What is written
// is read like any other text, with names for the parts.
#include <algorithm>
#include <set>

#include "verify/checker/text/parse.hpp"

namespace dpcert::checker {

namespace {

using Kind = Condition::Kind;

struct Family {
  std::vector<std::string> parameters;
  std::string density, lo, hi;  // at x; no end: infinite
  std::vector<std::pair<Kind, std::string>> set;
};
const std::map<std::string, Family>& families() {
  static const std::string log_beta = "lgamma(a + b) - lgamma(a) - lgamma(b)";
  static const std::map<std::string, Family> table{
      {"normal", {{"m", "v"}, "exp(-(x - m)^2/(2*v))/sqrt(2*pi*v)", "", "", {{Kind::Positive, "v"}}}},
      {"laplace", {{"m", "b"}, "exp(-abs(x - m)/b)/(2*b)", "", "", {{Kind::Positive, "b"}}}},
      {"exponential", {{"r"}, "r*exp(-r*x)", "0", "", {{Kind::Positive, "r"}}}},
      {"gamma",
       {{"a", "r"},
        "exp(a*log(r) - lgamma(a) + (a - 1)*log(x) - r*x)",
        "0",
        "",
        {{Kind::Positive, "a"}, {Kind::Positive, "r"}}}},
      {"beta",
       {{"a", "b"},
        "exp(" + log_beta + " + (a - 1)*log(x) + (b - 1)*log(1 - x))",
        "0",
        "1",
        {{Kind::Positive, "a"}, {Kind::Positive, "b"}}}},
      {"uniform", {{"a", "b"}, "1/(b - a)", "a", "b", {{Kind::Positive, "b - a"}}}}};
  return table;
}

// A divergence of densities, or masses, p and q: what is integrated or added up, and what becomes of the result.
struct Divergence {
  std::string parameter, term, all;
};
const std::map<std::string, Divergence>& divergences() {
  static const std::map<std::string, Divergence> table{{"renyi", {"r", "p^r*q^(1 - r)", "log(i)/(r - 1)"}},
                                                       {"kl", {"", "p*log(p/q)", "i"}},
                                                       {"tv", {"", "abs(p - q)", "i/2"}},
                                                       {"hellinger", {"", "(sqrt(p) - sqrt(q))^2", "sqrt(i/2)"}},
                                                       {"hockey_stick", {"eps", "max(p - exp(eps)*q, 0)", "i"}}};
  return table;
}

// Functions of one argument, x, in terms of others.
const std::map<std::string, std::string>& notations_of_one() {
  static const std::map<std::string, std::string> table{{"tan", "sin(x)/cos(x)"},
                                                        {"cot", "cos(x)/sin(x)"},
                                                        {"sec", "1/cos(x)"},
                                                        {"csc", "1/sin(x)"},
                                                        {"coth", "cosh(x)/sinh(x)"},
                                                        {"sech", "1/cosh(x)"},
                                                        {"csch", "1/sinh(x)"},
                                                        {"asin", "2*atan(x/(1 + sqrt(1 - x^2)))"},
                                                        {"acos", "pi/2 - 2*atan(x/(1 + sqrt(1 - x^2)))"},
                                                        {"asinh", "log(x + sqrt(x^2 + 1))"},
                                                        {"acosh", "log(x + sqrt(x^2 - 1))"},
                                                        {"atanh", "log((1 + x)/(1 - x))/2"},
                                                        {"log2", "log(x)/log(2)"},
                                                        {"log10", "log(x)/log(10)"}};
  return table;
}

}  // namespace

std::set<std::string> Reader::notations_of_version_3() {
  std::set<std::string> out{"mod",  "gamma", "beta_function",    "E",
                            "prob", "piece", "beta_regularized", "gamma_regularized_lower",
                            "sup",  "inf",   "normal_quantile"};
  for (const auto& [name, d] : divergences()) out.insert(name);
  for (const auto& [name, meaning] : notations_of_one()) out.insert(name);
  return out;
}

// Where each is defined follows from what is written: mod where b is not 0, gamma and beta_function where the arguments
// of lgamma are positive.
Ex Reader::notation(const std::string& f) {
  need(
      f != "sup" && f != "inf" && f != "normal_quantile",
      "`" + f +
          "` stands in the relations of `assume` and `prove`, not in a sum over a range, an integral, a law, diff or at");
  if (f == "E") return expectation();
  if (f == "prob") return probability();
  if (divergences().count(f)) return divergence(f);
  const auto args = arguments();
  const auto written = notations_of_one().find(f);
  const bool known = written != notations_of_one().end(), one = known || f == "gamma";
  need(args.size() == (one ? 1 : f == "beta_regularized" ? 3 : 2), "wrong number of arguments of " + f);
  whole_ = false;
  const auto log_gamma = [&](Ex x) { return pool_.call(Op::Lgamma, {x}); };
  const Ex a = args[0];
  if (f == "gamma") return pool_.call(Op::Exp, {log_gamma(a)});
  if (known) return read(written->second, {{"x", {a, {}}}});
  const Ex b = args[1];
  // Each over the complete integral, which no a, b <= 0 has; 1 - t has a logarithm up to x <= 1, whatever b is.
  if (f == "beta_regularized")
    return read(
        "exp(lgamma(a + b) - lgamma(a) - lgamma(b))*integral(t, 0, x, exp((a - 1)*log(t) + (b - 1)*log(1 - t)))",
        {{"x", {a, {}}}, {"a", {b, {}}}, {"b", {args[2], {}}}});
  if (f == "gamma_regularized_lower")
    return read("exp(-lgamma(a))*integral(t, 0, x, exp((a - 1)*log(t) - t))", {{"a", {a, {}}}, {"x", {b, {}}}});
  if (f == "beta_function")
    return pool_.call(Op::Exp, {pool_.add({log_gamma(a), log_gamma(b), pool_.neg(log_gamma(pool_.add({a, b})))})});
  const Ex turns = pool_.div(a, b);
  const auto number = pool_.is_num(turns) ? folded(Op::Floor, {turns}) : std::nullopt;
  return pool_.sub(a, pool_.mul({b, number ? pool_.num(*number) : pool_.call(Op::Floor, {turns})}));
}

Reader::Value Reader::value() {
  std::vector<Condition> outer;
  outer.swap(extra);
  const Ex e = expression();
  outer.swap(extra);
  return {e, outer, whole_};
}

// What a text says with these names, which stand for what was read elsewhere with all that it asks for.
Reader::Value Reader::written(const std::string& text, const std::map<std::string, Value>& given) {
  Reader in(pool_, tokenize(text), true);
  in.names = given;
  in.language = language;
  if (language >= 3) in.words = functions_of_version_3();
  in.reals_ = reals_, in.indices_ = indices_;  // what is given may contain those that are bound here
  const Ex e = in.expression();
  return {e, in.extra, in.whole_};
}
Ex Reader::read(const std::string& text, const std::map<std::string, Value>& given) {
  const Value v = written(text, given);
  extra.insert(extra.end(), v.extra.begin(), v.extra.end());
  whole_ = v.whole;
  return v.e;
}

// The name of a law, or a law as it is declared.
Reader::Law Reader::law() {
  need(++depth_ < Limits::nesting, "an expression is nested too deeply");
  const std::string f = next().text;
  Law out;
  if (const auto known = laws.find(f); known != laws.end()) {
    out = known->second;
  } else {
    need(is("("), "there is no law '" + f + "'");
    expect("(");
    if (f == "mixture")
      out = mixture();
    else if (f == "affine")
      out = affine();
    else if (f == "finite" || f == "bernoulli")
      out = masses(f == "finite");
    else if (f == "binomial")
      out = binomial_law();
    else if (f == "dirichlet")
      out = dirichlet();
    else
      out = family(f);
    expect(")");
  }
  --depth_;
  return out;
}

// What is said of a law asks for it to be one: where it is written out nothing else does, and where it was declared,
// `at` may put other parameters into it later.
Reader::Law Reader::law_at_hand() {
  Law out = law();
  extra.insert(extra.end(), out.conditions.begin(), out.conditions.end());
  return out;
}

void Reader::require(Law& law, Kind kind, const std::string& text) {
  const Value v = written(text, law.given);
  law.conditions.insert(law.conditions.end(), v.extra.begin(), v.extra.end());
  law.conditions.push_back({kind, v.e});
}

Reader::Law Reader::family(const std::string& f) {
  const auto it = families().find(f);
  need(it != families().end(), "there is no family of laws '" + f + "'");
  const Family& kind = it->second;
  Law out;
  out.density = kind.density;
  for (const std::string& p : kind.parameters) {
    if (p != kind.parameters.front()) expect(",");
    out.given[p] = value();
    require(out, Kind::Defined, p);
  }
  for (const auto& [c, text] : kind.set) require(out, c, text);
  if (!kind.lo.empty()) out.lo = written(kind.lo, out.given).e;
  if (!kind.hi.empty()) out.hi = written(kind.hi, out.given).e;
  return out;
}

// Named laws take no text, and each line of a text can double the one before it.
void Reader::Law::add(Law part) {
  size += part.size;
  need(size <= Limits::parts_of_law, "a law is made of too many parts");
  conditions.insert(conditions.end(), part.conditions.begin(), part.conditions.end());
  parts.push_back(std::move(part));
}

// mixture(p: P, q: Q)
Reader::Law Reader::mixture() {
  Law out;
  for (const char* weight : {"p", "q"}) {
    if (!out.parts.empty()) expect(",");
    out.given[weight] = value();
    expect(":");
    out.add(law());
  }
  require_alike(out.parts[0], out.parts[1]);
  for (const char* c : {"p", "q", "p + q - 1", "1 - p - q"}) require(out, Kind::NonNegative, c);
  const Law &one = out.parts[0], &two = out.parts[1];
  out.density = "p*f + q*g";
  out.lo = one.lo, out.hi = one.hi, out.integers = one.integers, out.coordinates = one.coordinates;
  for (std::size_t i = 0; i < one.masses.size(); ++i) {
    auto given = out.given;
    given["f"] = one.masses[i].second, given["g"] = two.masses[i].second;
    out.masses.emplace_back(one.masses[i].first, written(out.density, given));
  }
  return out;
}

// affine(a, b, P): of a + b X.
Reader::Law Reader::affine() {
  Law out;
  for (const char* p : {"a", "b"}) {
    out.given[p] = value();
    require(out, Kind::Defined, p);
    expect(",");
  }
  out.add(law());
  const Law& of = out.parts[0];
  need(of.masses.empty() && !of.integers && !of.coordinates, "`affine` is of a law on the line with a density");
  require(out, Kind::Positive, "b");
  out.density = "f/abs(b)";
  const auto moved = [&](Ex end) {
    auto given = out.given;
    given["e"] = {end, {}};
    return written("a + b*e", given).e;
  };
  if (of.lo) out.lo = moved(*of.lo);
  if (of.hi) out.hi = moved(*of.hi);
  return out;
}

// finite(a1: p1, a2: p2, ...) with numbers a1, a2, ..., and bernoulli(p). Points that are listed twice would be two
// places for a divergence, and are one.
Reader::Law Reader::masses(bool listed) {
  Law out;
  if (listed) {
    std::vector<Ex> all;
    do {
      const Q point = rational();
      expect(":");
      for (const auto& [other, mass] : out.masses) need(!(other == point), "a point of a law is listed twice");
      out.masses.emplace_back(point, value());
      all.push_back(out.masses.back().second.e);
    } while (accept(","));
    const Ex total = pool_.add(all);
    out.given["t"] = {total, {}};
  } else {
    out.given["p"] = value();
    out.masses.emplace_back(Q(1), written("p", out.given));
    out.masses.emplace_back(Q(0), written("1 - p", out.given));
    out.given["t"] = {pool_.num(1), {}};
  }
  for (const auto& [point, mass] : out.masses) {
    out.given["p"] = mass;
    require(out, Kind::NonNegative, "p");
  }
  for (const char* c : {"t - 1", "1 - t"}) require(out, Kind::NonNegative, c);
  return out;
}

// binomial(n, p), with n integer-valued: the successes among n, each of probability p. A number n gives a law of
// points.
Reader::Law Reader::binomial_law() {
  Law out;
  out.given["n"] = value();
  const Ex n = out.given["n"].e;
  need(pool_.integer_valued(n, integers, true), "the number of trials of a binomial law is not integer-valued");
  expect(",");
  out.given["p"] = value();
  for (const char* c : {"n", "p", "1 - p"}) require(out, Kind::NonNegative, c);
  if (!pool_.is_num(n)) {
    out.density = "exp(lgamma(n + 1) - lgamma(x + 1) - lgamma(n - x + 1))*p^x*(1 - p)^(n - x)";
    out.lo = pool_.num(0), out.hi = n, out.integers = true;
    return out;
  }
  const Q top = pool_[n].num;
  need(top.sign() >= 0 && top <= Q(Limits::chosen_from), "a binomial law has from 0 to 1000 trials");
  Q ways = 1;
  for (Q k = 0; k <= top; k = k + Q(1)) {
    auto given = out.given;
    given["c"] = {pool_.num(ways), {}}, given["k"] = {pool_.num(k), {}}, given["m"] = {pool_.num(top - k), {}};
    out.masses.emplace_back(k, written("c*p^k*(1 - p)^m", given));
    ways = ways * (top - k) / (k + Q(1));
  }
  return out;
}

// dirichlet(a1, ..., ad): the density of all coordinates but the last one, where these and that are positive.
Reader::Law Reader::dirichlet() {
  Law out;
  std::string total, constant, powers, last = "1";
  do {
    const std::string i = std::to_string(++out.coordinates), a = "a" + i;
    need(out.coordinates <= Limits::coordinates, "a Dirichlet law has too many coordinates");
    out.given[a] = value();
    require(out, Kind::Positive, a);
    total += (total.empty() ? "" : " + ") + a;
    constant += " - lgamma(" + a + ")";
    const bool more = is(",");
    powers += " + (" + a + " - 1)*log(" + (more ? "x" + i : last) + ")";
    last += " - x" + i;
  } while (accept(","));
  need(out.coordinates >= 2, "a Dirichlet law has at least two coordinates");
  --out.coordinates;
  out.density = "exp(lgamma(" + total + ")" + constant + powers + ")";
  return out;
}

// Of both the same ends, or the same points; then those of the second in the order of the first.
void Reader::require_alike(const Law& one, Law& two) const {
  bool alike = one.lo == two.lo && one.hi == two.hi && one.integers == two.integers &&
               one.masses.size() == two.masses.size() && one.coordinates == two.coordinates;
  std::vector<std::pair<Q, Value>> ordered;
  for (const auto& mass : one.masses)
    for (const auto& other : two.masses)
      if (mass.first == other.first) ordered.push_back(other);
  alike = alike && ordered.size() == two.masses.size();
  need(alike, "the two laws do not stand on the same interval, or at the same points");
  two.masses = std::move(ordered);
}

Reader::Value Reader::density(const Law& law, const std::vector<Value>& point) {
  auto given = law.given;
  given["x"] = point[0];
  for (std::size_t i = 0; i < law.coordinates; ++i) given["x" + std::to_string(i + 1)] = point[i];
  if (law.parts.size() == 2)
    given["f"] = density(law.parts[0], point), given["g"] = density(law.parts[1], point);
  else if (law.parts.size() == 1)
    given["f"] = density(law.parts[0], {written("(x - a)/b", given)});
  return written(law.density, given);
}

// renyi(r, P, Q), kl(P, Q), ...
Ex Reader::divergence(const std::string& f) {
  const Divergence& d = divergences().at(f);
  std::map<std::string, Value> given;
  expect("(");
  if (!d.parameter.empty()) {
    given[d.parameter] = value();
    expect(",");
  }
  const Law P = law_at_hand();
  expect(",");
  Law Q = law_at_hand();
  expect(")");
  require_alike(P, Q);
  const auto term = [&](const Value& p, const Value& q) {
    given["p"] = p, given["q"] = q;
    return read(d.term, given);
  };
  const std::size_t first = extra.size();
  Ex total = 0;
  if (P.masses.empty()) {
    total = over_points(P, [&](const std::vector<Value>& X) { return term(density(P, X), density(Q, X)); });
  } else {
    std::vector<Ex> sum;
    for (std::size_t i = 0; i < P.masses.size(); ++i) sum.push_back(term(P.masses[i].second, Q.masses[i].second));
    total = pool_.add(sum);
  }
  given["i"] = {total, std::vector<Condition>(extra.begin() + static_cast<long>(first), extra.end()), false};
  extra.resize(first);
  const Ex e = read(d.all, given);
  whole_ = false;
  return e;
}

// E(x, e, P), or E(x1, ..., xd, e, P): the law stands behind what is read at its points, and says how many names there
// are.
Ex Reader::expectation() {
  expect("(");
  std::vector<std::size_t> starts;
  do {
    starts.push_back(at_);
    skip_argument();
  } while (accept(","));
  const std::size_t close = at_;
  need(starts.size() >= 3, "an expectation is of the form E(x, e, P)");
  std::vector<std::string> names;
  for (std::size_t i = 0; i + 2 < starts.size(); ++i) {
    at_ = starts[i];
    names.push_back(name());
    need(at_ + 1 == starts[i + 1] && !locals.count(names.back()) &&
             std::count(names.begin(), names.end(), names.back()) == 1,
         "an expectation binds names, and none twice");
  }
  at_ = starts.back();
  const Law P = law_at_hand();
  need(at_ == close, "a law was expected at the end of an expectation");
  need(names.size() == 1 + P.coordinates, "an expectation binds as many names as the law has coordinates");
  const auto body_at = [&](const std::vector<Value>& point) {
    at_ = starts[starts.size() - 2];
    for (std::size_t i = 0; i < names.size(); ++i) locals[names[i]] = point[i];
    const Ex e = expression();
    for (const std::string& x : names) locals.erase(x);
    need(at_ + 1 == starts.back(), "the expression of an expectation does not end where it should");
    return e;
  };
  Ex e = 0;
  if (P.masses.empty()) {
    e = over_points(P, [&](std::vector<Value> X) {
      if (P.coordinates) X.push_back({left_of_one(X), {}});
      const Ex u = body_at(X);
      return read("u*p", {{"u", {u, {}}}, {"p", density(P, X)}});
    });
  } else {
    std::vector<Ex> sum;
    for (const auto& [point, mass] : P.masses)
      sum.push_back(read("u*p", {{"u", {body_at({{pool_.num(point), {}}}), {}}}, {"p", mass}}));
    e = pool_.add(sum);
  }
  at_ = close;
  expect(")");
  whole_ = false;
  return e;
}

// 1 less these coordinates.
Ex Reader::left_of_one(const std::vector<Value>& point) {
  std::vector<Ex> all{pool_.num(1)};
  for (const Value& x : point) all.push_back(pool_.neg(x.e));
  return pool_.add(all);
}

// Over the points at which the law has its density: of a simplex the iterated integral, in which each coordinate goes
// from 0 to what those before it leave of 1.
Ex Reader::over_points(const Law& law, const std::function<Ex(const std::vector<Value>&)>& body) {
  if (!law.coordinates) return over(law, law.lo, law.hi, [&](Ex X) { return body({{X, {}}}); });
  std::vector<Value> point;
  const std::function<Ex()> inner = [&]() -> Ex {
    if (point.size() == law.coordinates) return body(point);
    return over_reals(pool_.num(0), left_of_one(point), [&](Ex X) {
      point.push_back({X, {}});
      const Ex e = inner();
      point.pop_back();
      return e;
    });
  };
  return inner();
}

Ex Reader::over(const Law& law, std::optional<Ex> a, std::optional<Ex> b, const std::function<Ex(Ex)>& body) {
  return law.integers ? over_integers(Op::Sum, *a, *b, body) : over_reals(a, b, body);
}

// The ends that a chain of relations gives X. Of a law at integers they are integers, and strictness moves them.
std::pair<std::optional<Ex>, std::optional<Ex>> Reader::ends(const std::vector<Relation>& all, Ex X, const Law& law) {
  const int id = pool_[X].k;
  std::optional<Ex> low, high;
  for (const Relation& r : all) {
    auto& end = r.lhs == X ? low : high;
    const bool point = r.rel == Rel::Eq;
    need((r.lhs == X || r.rhs == X) && !end && (!point || !law.masses.empty() || (law.integers && all.size() == 1)),
         "a probability is of x <= c, of x >= c, or of a <= x <= b");
    end = r.lhs == X ? r.rhs : r.lhs;
    need(!pool_.depends(*end, id), "an end of a probability contains its variable");
    need(law.masses.empty() || pool_.is_num(*end), "an end of a probability of masses is a rational number");
    if (!law.integers) continue;
    need(pool_.integer_valued(*end, integers, true), "an end of a probability of integers is not integer-valued");
    if (r.rel == Rel::Gt) end = pool_.add({*end, pool_.num(r.lhs == X ? 1 : -1)});
    if (point) low = high = Ex(*end);
  }
  return {low, high};
}

// prob(x, R, P) with R one of x <= c, x >= c, a <= x <= b. For a density the ends must lie in the closed interval of
// the law, where its formula is one; for masses they are numbers, and strictness counts.
Ex Reader::probability() {
  expect("(");
  const std::string x = name();
  need(!locals.count(x), "the name '" + x + "' is bound twice");
  expect(",");
  const Ex X = pool_.variable(pool_.real_id('$', reals_++));
  locals[x] = {X, {}};
  const std::vector<Relation> all = chain();
  locals.erase(x);
  --reals_;
  const int id = pool_[X].k;
  for (const Condition& c : extra) need(!pool_.depends(c, id), "an end of a probability contains its variable");
  expect(",");
  const Law P = law_at_hand();
  need(!P.coordinates, "a probability is of a law on the line");
  expect(")");
  whole_ = false;
  const auto [low, high] = ends(all, X, P);
  if (!P.masses.empty()) {
    std::vector<Ex> sum;
    for (const auto& [point, mass] : P.masses) {
      const Q& at = point;  // a lambda names no structured binding
      const bool counts = std::all_of(all.begin(), all.end(), [&](const Relation& r) {
        const Q d = r.lhs == X ? at - pool_[r.rhs].num : pool_[r.lhs].num - at;
        return r.rel == Rel::Eq ? d.sign() == 0 : r.rel == Rel::Gt ? d.sign() > 0 : d.sign() >= 0;
      });
      if (counts) sum.push_back(read("p", {{"p", mass}}));
    }
    whole_ = false;
    return pool_.add(sum);
  }
  for (const auto& end : {low, high}) {
    if (P.integers) break;  // there the sum itself says where it is defined
    if (end && P.lo) extra.push_back({Kind::NonNegative, pool_.sub(*end, *P.lo)});
    if (end && P.hi) extra.push_back({Kind::NonNegative, pool_.sub(*P.hi, *end)});
  }
  const auto density_at = [&](Ex at) { return read("p", {{"p", density(P, {{at, {}}})}}); };
  const Ex e = over(P, low ? low : P.lo, high ? high : P.hi, density_at);
  whole_ = false;
  return e;
}

}  // namespace dpcert::checker
