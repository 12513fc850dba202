#include "verify/engine/tactics/combinations_of_sums.hpp"

#include <algorithm>
#include <cmath>

#include "verify/engine/goal/probe.hpp"
#include "verify/engine/points/sample.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/sums_in_parts.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_in_a_combination = 10, more_points = 6;
constexpr double largest_rest = 1e-8;
constexpr long denominator = 24;  // of a factor

// Each value of a sequence by a variable; nothing of what has no value in doubles.
std::optional<Expr> in_numbers(const Expr& e, std::vector<std::pair<Expr, Expr>>& names) {
  Expr out = e;
  for (const Expr& x : nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::sequence; })) {
    auto known = std::ranges::find(names, x, &std::pair<Expr, Expr>::first);
    if (known == names.end()) {
      names.emplace_back(x, Expr::variable("value " + std::to_string(names.size())));
      known = names.end() - 1;
    }
    out = replaced(out, x, known->second);
  }
  if (!nodes_of({Rel::ge, out, 0}, is_opaque).empty()) return std::nullopt;
  return out;
}

// Numbers c with sum of row[i] c[i] = row.back() for all rows, 0 where nothing decides.
std::optional<std::vector<double>> solution(std::vector<std::vector<double>> rows, std::size_t unknowns) {
  std::vector<std::size_t> pivots;
  for (std::size_t j = 0; j < unknowns; ++j) {
    const std::size_t done = pivots.size();
    if (done == rows.size()) return std::nullopt;
    const auto best = std::max_element(rows.begin() + static_cast<std::ptrdiff_t>(done), rows.end(),
                                       [&](const auto& a, const auto& b) { return std::abs(a[j]) < std::abs(b[j]); });
    if (!(std::abs((*best)[j]) > largest_rest)) continue;
    std::swap(*best, rows[done]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == done) continue;
      const double times = rows[i][j] / rows[done][j];
      for (std::size_t k = j; k <= unknowns; ++k) rows[i][k] -= times * rows[done][k];
    }
    pivots.push_back(j);
  }
  std::vector<double> out(unknowns, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i < pivots.size())
      out[pivots[i]] = rows[i][unknowns] / rows[i][pivots[i]];
    else if (!(std::abs(rows[i][unknowns]) < largest_rest))
      return std::nullopt;
  }
  return out;
}

}  // namespace

std::optional<CombinationOfSums> combination_of_sums(const Context& there, const Expr& body, const Expr& index,
                                                     const std::vector<Expr>& sums, const Expr& length) {
  std::vector<std::pair<Expr, Expr>> names;
  std::vector<Expr> bodies, values, numbers;
  const auto put = [&](const Expr& b, const Expr& value) {
    const auto n = in_numbers(b, names);
    if (!n || bodies.size() == most_in_a_combination) return;
    bodies.push_back(b), values.push_back(value), numbers.push_back(*n);
  };
  for (const Expr& sum : sums) put(body_at(sum, index), sum);
  put(1, length);
  const auto wanted = in_numbers(body, names);
  if (!wanted || bodies.empty()) return std::nullopt;
  numbers.push_back(*wanted);
  std::vector<Expr> inputs;
  for (const auto& [x, name] : names) inputs.push_back(name);
  for (const Variable& v : there.variables()) inputs.push_back(Expr::variable(v.name));
  auto probe = Probe::of(numbers, inputs);
  if (!probe) return std::nullopt;
  Random random(1);
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < bodies.size() + more_points; ++i) {
    // Positive numbers: what has a root or a line over it has values there.
    std::vector<double> x(inputs.size());
    for (double& each : x) each = 0.25 + random.unit();
    probe->at(x);
    std::vector<double> row;
    for (std::size_t j = 0; j < numbers.size(); ++j) row.push_back(probe->value(j));
    if (!std::ranges::all_of(row, [](double v) { return std::isfinite(v); })) return std::nullopt;
    rows.push_back(std::move(row));
  }
  const auto factors = solution(std::move(rows), bodies.size());
  if (!factors) return std::nullopt;
  CombinationOfSums out{index, 0, 0};
  for (std::size_t j = 0; j < bodies.size(); ++j) {
    const double times = std::round((*factors)[j] * denominator);
    if (!(std::abs((*factors)[j] * denominator - times) < 1e-4) || std::abs(times) > 1e6) return std::nullopt;
    if (times == 0) continue;
    const Expr factor = Rational(static_cast<long>(times), denominator);
    out.body = add(out.body, mul(factor, bodies[j])), out.value = add(out.value, mul(factor, values[j]));
  }
  if (!there.algebra().is_zero(sub(body, out.body))) return std::nullopt;
  return out;
}

Tree CombinationOfSums::proof(const Context& c, const Expr& sum, const Subprover& s) const {
  const FreshIndex k;
  const Expr whole =
      Expr::repeated(Op::sum, k.variable(), sum.arg(0), sum.arg(1), substitute(body, {{index, k.variable()}}));
  Goal h{c, {Rel::eq, sum, value}};
  Proof out;
  const Relation same{Rel::eq, sum, whole};
  const std::string name = fresh_name(c);
  const auto terms = steps({c, same}, rule::Termwise{name}, {[&](const Goal& term) -> Tree {
                             Extended x{term};
                             instantiate_at_index(x, Expr::variable(name));
                             const auto t = s.immediate(x.goal);
                             if (!t) return std::nullopt;
                             append(x.lines, *t);
                             return x.lines;
                           }});
  if (!terms) return std::nullopt;
  cut_in(out, h, same, *terms);
  const std::size_t first = h.context.hypotheses().size();
  rule::Combine all{Rational(0), {{first, Rational(1)}}};
  if (!h.context.algebra().is_zero(beside(h, all))) {
    const SumInParts parts = SumInParts::of(whole);
    const auto apart = parts.proof(h.context, s);
    if (!apart) return std::nullopt;
    cut_in(out, h, {Rel::eq, whole, parts.total()}, *apart);
    all.terms.emplace_back(first + 1, Rational(1));
    if (!h.context.algebra().is_zero(beside(h, all))) return std::nullopt;
  }
  out.emplace_back(all);
  return out;
}

}  // namespace dpcert::verify
