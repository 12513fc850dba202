#include "verify/engine/points/interpret.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "verify/support/text.hpp"

namespace dpcert::verify {

namespace {

constexpr std::string_view blanks = " \t;";

// Arguments at the top level of "a, b, c".
std::vector<std::string> split_arguments(std::string_view s) {
  std::vector<std::string> parts;
  int level = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i <= s.size(); ++i) {
    if (i < s.size() && (s[i] == '(' || s[i] == '[')) ++level;
    if (i < s.size() && (s[i] == ')' || s[i] == ']')) --level;
    if (i == s.size() || (s[i] == ',' && level == 0)) {
      parts.emplace_back(trimmed(s.substr(from, i - from), blanks));
      from = i + 1;
    }
  }
  return parts;
}

// "f(inside)" where the bracket that opens after f closes at the very end.
std::optional<std::pair<std::string, std::string>> as_call(const std::string& s) {
  const auto open = s.find('(');
  if (open == std::string::npos || s.back() != ')') return std::nullopt;
  int level = 0;
  for (std::size_t i = open; i < s.size(); ++i) {
    if (s[i] == '(') ++level;
    if (s[i] == ')' && --level == 0 && i + 1 != s.size()) return std::nullopt;
  }
  return std::pair{std::string(trimmed(s.substr(0, open), blanks)), s.substr(open + 1, s.size() - open - 2)};
}

bool is_family(const std::string& name) { return name == "beta" || name == "gaussian" || name == "dirichlet"; }

// The log-partition functions of the registered families (docs/certificate-format.md).
bool build(Definition& d) {
  const auto& u = d.parts;
  if (d.family.empty()) {
    if (u.size() != 1) return false;
    d.body = u[0];
    return true;
  }
  if (d.family == "gaussian") {
    if (u.size() != 2) return false;
    d.body = u[0] * u[0] / (Expr(2) * u[1]) - log(u[1]) / Expr(2) + log(Expr(2) * Expr::pi()) / Expr(2);
    d.conditions = {u[1]};
    return true;
  }
  if (u.size() < 2 || (d.family == "beta" && u.size() != 2)) return false;
  const Expr& total = u.back();
  Expr rest = total;
  Expr sum = lgamma(u[0]);
  for (std::size_t i = 0; i + 1 < u.size(); ++i) {
    if (i > 0) sum += lgamma(u[i]);
    rest = sub(rest, u[i]);
    d.conditions.push_back(u[i]);
  }
  d.conditions.push_back(rest);
  d.body = sum + lgamma(rest) - lgamma(total);
  return true;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string s;
  for (const auto& p : parts) s += (s.empty() ? "" : ", ") + p;
  return s;
}

// Numbers combined and zeros dropped, so that the text stays short.
Expr folded(const Expr& e, const ExprMap<Expr>& values) {
  return transform(substitute(e, values), [](const Expr& old, std::span<const Expr> a) -> Expr {
    switch (old.op()) {
      case Op::add:
        return add(a[0], a[1]);
      case Op::sub:
        return sub(a[0], a[1]);
      case Op::mul:
        return mul(a[0], a[1]);
      case Op::neg:
        return negate(a[0]);
      case Op::constant:
      case Op::variable:
      case Op::pi:
        return old;
      default:
        return with_args(old, a);
    }
  });
}

}  // namespace

std::string Definition::text(const ExprMap<Expr>& values) const {
  std::vector<std::string> shown;
  for (const auto& p : parts) shown.push_back(to_text(folded(p, values)));
  const std::string body_text = family.empty() ? shown[0] : family + "(" + joined(shown) + ")";
  return fmt::format("{}({}) = {}", name, joined(arguments), body_text);
}

std::optional<Definition> read_definition(const std::string& text, const Instance& statement) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) return std::nullopt;
  const auto head = as_call(std::string(trimmed(std::string_view(text).substr(0, equals), blanks)));
  const std::string right(trimmed(std::string_view(text).substr(equals + 1), blanks));
  if (!head || right.empty()) return std::nullopt;
  Definition d;
  d.name = head->first;
  d.arguments = split_arguments(head->second);
  const auto function = std::ranges::find(statement.functions, d.name, &Function::name);
  if (function == statement.functions.end() || static_cast<int>(d.arguments.size()) != function->arity)
    return std::nullopt;
  Instance context;
  for (const auto& a : d.arguments) context.variables.push_back({a, false, {}});
  std::vector<std::string> parts{right};
  if (const auto call = as_call(right); call && is_family(call->first)) {
    d.family = call->first;
    parts = split_arguments(call->second);
  }
  if (function->logpartition && d.family.empty()) return std::nullopt;
  try {
    for (const auto& p : parts) d.parts.push_back(parse_expression(p, context));
  } catch (const SyntaxError&) {
    return std::nullopt;
  }
  if (!build(d)) return std::nullopt;
  return d;
}

std::vector<Definition> families(const Function& f, int choice) {
  Definition d;
  d.name = f.name;
  const char* names = "xyzuvwst";
  for (int i = 0; i < f.arity; ++i)
    d.arguments.push_back(f.arity <= 8 ? std::string(1, names[i]) : fmt::format("x{}", i + 1));
  const auto parameter = [&](bool integer = false) {
    // `#` cannot appear in a name of the language.
    d.parameters.push_back({fmt::format("{}#{}", f.name, d.parameters.size()), integer, {}});
    return Expr::variable(d.parameters.back().name);
  };
  std::vector<Expr> x;
  for (const auto& a : d.arguments) x.push_back(Expr::variable(a));
  std::vector<std::vector<Expr>> slopes;
  const auto affine = [&] {
    Expr e = parameter();
    slopes.emplace_back();
    for (const auto& v : x) {
      slopes.back().push_back(parameter());
      e += slopes.back().back() * v;
    }
    return e;
  };
  const auto shifted_dirichlet = [&](bool total_is_last) {
    d.family = "dirichlet";
    for (const auto& v : x) d.parts.push_back(parameter() + v);
    if (!total_is_last) d.parts.push_back(parameter());
  };
  if (f.logpartition) {
    const bool gaussian = choice % 2 == 1;
    if (f.arity > 2 || (f.arity == 2 && choice == 2)) {
      shifted_dirichlet(gaussian);
    } else {
      d.family = gaussian ? "gaussian" : "beta";
      d.parts.push_back(affine());
      d.parts.push_back(f.arity == 2 || choice >= 2 ? affine() : parameter());
    }
  } else {
    // Values and derivatives at finitely many points are those of some polynomial.
    Expr e = affine();
    switch (choice) {
      case 0:
      case 1: {
        const int degree = choice == 0 ? 2 : 4;
        for (std::size_t i = 0; i < x.size(); ++i) {
          for (std::size_t j = i; j < x.size() && j < i + 3; ++j) e += parameter() * x[i] * x[j];
          for (int k = 3; k <= degree; ++k) e += parameter() * pow(x[i], k);
        }
        break;
      }
      case 2:
        for (const auto& v : x) e += parameter() * exp(parameter() * v);
        break;
      default:
        for (const auto& v : x) e += parameter() * exp(-(v * v)) + parameter() * tanh(v) + parameter() * pow(v, 3);
        break;
    }
    d.parts = {e};
  }
  if (!build(d)) return {};
  // An affine map that is not one to one would make a restriction to a smaller subspace than the statement speaks of.
  if (f.logpartition && !slopes.empty()) {
    Expr rank;
    if (f.arity == 1) {
      rank = power(slopes[0][0], 2);
      if (slopes.size() > 1) rank += power(slopes[1][0], 2);
    } else {
      rank = power(slopes[0][0] * slopes[1][1] - slopes[0][1] * slopes[1][0], 2);
    }
    d.conditions.push_back(rank);
  }
  return {d};
}

Instance interpreted(const Instance& statement, const std::vector<Definition>& definitions) {
  std::map<std::string, const Definition*> by_name;
  for (const auto& d : definitions) by_name.emplace(d.name, &d);
  std::map<std::pair<std::string, std::vector<int>>, Expr> derivatives;
  std::vector<Expr> conditions;  // of the relation at hand
  const auto replaced = [&](const Expr& e) {
    return transform(e, [&](const Expr& old, std::span<const Expr> args) -> Expr {
      if (old.op() != Op::apply) return with_args(old, args);
      const auto found = by_name.find(old.name());
      if (found == by_name.end()) return with_args(old, args);
      const Definition& d = *found->second;
      auto [it, fresh] = derivatives.try_emplace({old.name(), old.node().orders}, d.body);
      if (fresh) {
        for (std::size_t i = 0; i < d.arguments.size(); ++i) {
          for (int k = 0; k < old.node().orders[i]; ++k)
            it->second = derivative(it->second, Expr::variable(d.arguments[i]));
        }
      }
      ExprMap<Expr> values;
      for (std::size_t i = 0; i < args.size(); ++i) values.emplace(Expr::variable(d.arguments[i]), args[i]);
      for (const auto& c : d.conditions) {
        const Expr u = substitute(c, values);
        if (std::ranges::find(conditions, u) == conditions.end()) conditions.push_back(u);
      }
      return substitute(it->second, values);
    });
  };
  const auto replaced_relation = [&](const Relation& r) { return Relation{r.rel, replaced(r.lhs), replaced(r.rhs)}; };

  Instance out;
  out.dim = statement.dim;
  out.variables = statement.variables;
  for (const auto& d : definitions) out.variables.insert(out.variables.end(), d.parameters.begin(), d.parameters.end());
  std::vector<Relation> hypotheses;
  for (const auto& h : statement.hypotheses) hypotheses.push_back(replaced_relation(h));
  for (const auto& c : statement.conclusions) out.conclusions.push_back(replaced_relation(c));
  std::vector<Expr> outside = std::move(conditions);
  for (const auto& f : statement.forall_hypotheses) {
    conditions.clear();
    if (!f.inner.empty()) {  // of sequences, which are not looked at here: no point satisfies it
      out.hypotheses.push_back({Rel::gt, 0, 0});
      continue;
    }
    ForallHypothesis g{f.bound, replaced(f.lo), replaced(f.hi), {}};
    for (auto& u : conditions) outside.push_back(u);
    conditions.clear();
    g.relation = replaced_relation(f.relation);
    for (const auto& u : conditions) out.forall_hypotheses.push_back({g.bound, g.lo, g.hi, {Rel::gt, u, 0}});
    out.forall_hypotheses.push_back(std::move(g));
  }
  for (const auto& u : outside) out.hypotheses.push_back({Rel::gt, u, 0});
  out.hypotheses.insert(out.hypotheses.end(), hypotheses.begin(), hypotheses.end());
  return out;
}

}  // namespace dpcert::verify
