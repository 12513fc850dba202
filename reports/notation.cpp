#include "reports/notation.hpp"

#include <utility>

#include "verify/language/surface.hpp"

namespace dpcert::reports {

namespace {

namespace surface = verify::surface;
using Kind = Node::Kind;

Node make(Kind kind, std::string text, std::vector<Node> args = {}) {
  return {kind, std::move(text), std::move(args), {}, false};
}

Node drawn(const surface::Node& n);
std::vector<Node> drawn(const std::vector<surface::Node>& nodes);

// Operations with two operands, from the left.
Node folded(const surface::Node& n) {
  std::vector<Node> args = drawn(n.args);
  Node left = std::move(args[0]);
  for (std::size_t i = 0; i < n.signs.size(); ++i) {
    const std::string_view sign = n.signs[i];
    const Kind kind = sign == "+"   ? Kind::add
                      : sign == "-" ? Kind::subtract
                      : sign == "*" ? Kind::multiply
                                    : Kind::divide;
    std::vector<Node> two;
    two.push_back(std::move(left));
    two.push_back(std::move(args[i + 1]));
    left = make(kind, "", std::move(two));
  }
  return left;
}

// sup(x in [a, b], int k in [c, d], ... where R and ..., e): what is said below, and e.
Node described(const surface::Node& n) {
  const std::size_t names = n.signs.size() / 3;
  std::vector<Node> args;
  for (std::size_t k = 0; k < names; ++k) {
    const std::string brackets = std::string(n.signs[3 * k]) + std::string(n.signs[3 * k + 1]);
    Node interval = make(Kind::interval, brackets, {drawn(n.args[3 * k + 1]), drawn(n.args[3 * k + 2])});
    Node in = make(Kind::relation, "", {drawn(n.args[3 * k]), std::move(interval)});
    in.relations = {"∈"};
    if (n.signs[3 * k + 2] == "int") {
      in.args.push_back(make(Kind::number, "ℤ"));
      in.relations.emplace_back("∩");
    }
    args.push_back(std::move(in));
  }
  for (std::size_t i = 3 * names; i < n.args.size(); ++i) args.push_back(drawn(n.args[i]));
  return make(Kind::call, n.text, std::move(args));
}

Node drawn(const surface::Node& n) {
  using Written = surface::Node::Kind;
  switch (n.kind) {
    case Written::number:
      return make(Kind::number, n.text);
    case Written::name:
      return make(Kind::name, n.text);
    case Written::indexed:
      return make(Kind::indexed, n.text, drawn(n.args));
    case Written::call:
      if (!n.signs.empty()) return described(n);
      return make(Kind::call, n.text, drawn(n.args));
    case Written::negate:
      return make(Kind::negate, "", drawn(n.args));
    case Written::power:
      return make(Kind::power, "", drawn(n.args));
    case Written::sum:
    case Written::product:
      return folded(n);
    case Written::relation:
      break;
  }
  Node chain = make(Kind::relation, "", drawn(n.args));
  chain.relations.assign(n.signs.begin(), n.signs.end());
  return chain;
}
std::vector<Node> drawn(const std::vector<surface::Node>& nodes) {
  std::vector<Node> out;
  for (const auto& n : nodes) out.push_back(drawn(n));
  return out;
}

Node drawn(const surface::Interval& i) {
  const std::string brackets{i.low_closed ? '[' : '(', i.high_closed ? ']' : ')'};
  return make(Kind::interval, brackets, {drawn(i.low), drawn(i.high)});
}

Node drawn(const surface::Formula& f) {
  using Written = surface::Formula::Kind;
  if (f.kind == Written::relation) return drawn(f.relation);
  const Kind kind = f.kind == Written::both      ? Kind::both
                    : f.kind == Written::either  ? Kind::either
                    : f.kind == Written::implies ? Kind::implies
                    : f.kind == Written::forall  ? Kind::forall
                                                 : Kind::exists;
  Node out = make(kind, "");
  if (kind == Kind::forall || kind == Kind::exists) {
    out.text = f.name.text;
    out.over_integers = f.over_integers;
    out.args.push_back(drawn(f.interval));
  }
  for (const auto& part : f.parts) out.args.push_back(drawn(part));
  return out;
}

Declared drawn(const surface::Line& written) {
  Declared out;
  out.keyword = written.keyword;
  if (out.keyword == "title") return out;
  out.name = written.name.text;
  out.parameters = drawn(written.parameters);
  const auto is_forall = [](const surface::Formula& f) { return f.kind == surface::Formula::Kind::forall; };
  for (const auto* f = written.forall ? &*written.forall : nullptr; f && is_forall(*f); f = &f->parts[0]) {
    Node all = make(Kind::forall, f->name.text, {drawn(f->interval)});
    all.over_integers = f->over_integers;
    out.foralls.push_back(std::move(all));
  }
  if (written.interval) out.body.push_back(drawn(*written.interval));
  for (const auto& e : written.equations) out.body.push_back(drawn(e));
  const bool is_range = out.keyword == "dim" || out.keyword == "var" || out.keyword == "int";
  if (written.formula)
    out.body.push_back(drawn(*written.formula));
  else if (!is_range && out.keyword != "seq")
    out.body.push_back(drawn(written.body));
  for (const auto& r : written.ranges)
    out.ranges.push_back(make(Kind::call, r.index.text, {drawn(r.low), drawn(r.high)}));
  for (const auto& c : written.conditions) out.ranges.push_back(drawn(c));
  return out;
}

}  // namespace

std::vector<Declared> read_surface(std::string_view claim_text) {
  std::vector<Declared> lines;
  for (const auto& line : surface::read_lines(surface::Text(claim_text))) lines.push_back(drawn(line));
  return lines;
}
Node read_surface_expression(std::string_view text) { return drawn(surface::read_formula(surface::Text(text))); }

}  // namespace dpcert::reports
