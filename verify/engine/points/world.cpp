#include "verify/engine/points/world.hpp"

#include <algorithm>
#include <cmath>

#include "verify/engine/points/score.hpp"

namespace dpcert::verify {

World::World(const Instance& statement, std::vector<Definition> given, Precision max_bits)
    : definitions(std::move(given)),
      instance(interpreted(statement, definitions)),
      problem(instance.variables, instance.hypotheses, instance.forall_hypotheses, instance.conclusions),
      certifier(problem, max_bits),
      approx(problem.program()) {
  for (const auto& f : problem.foralls()) forall_approx.emplace_back(*f.program);
}

double World::infeasibility(double tolerance) {
  double sum = dpcert::verify::infeasibility(approx, problem, tolerance);
  if (sum > 0) return sum;
  std::vector<Approx> in = loaded;
  in.push_back({0});
  for (std::size_t k = 0; k < forall_approx.size(); ++k) {
    Runner<Approx>& run = forall_approx[k];
    in.back().v = 0;
    run.start(in);
    const double lo = run.root(0).v;
    const double hi = run.root(1).v;
    if (hi < lo) continue;
    double worst = 0;
    for (const double t : {0.0, 1.0, 0.5, 0.03, 0.97, 0.2, 0.8}) {
      in.back().v = lo + t * (hi - lo);
      run.start(in);
      const double s = slack(run, problem.foralls()[k].slot, Scale::absolute);
      worst = std::isnan(s) ? 1 : std::max(worst, -s);
      if (std::isnan(s)) break;
    }
    if (worst > tolerance) sum += worst;
  }
  return sum;
}

double World::score(std::size_t conclusion, Scale scale) {
  const double bad = infeasibility(0);
  if (bad > 0) return 2 + bad;
  const double s = slack(approx, problem.conclusions()[conclusion], scale);
  return std::isnan(s) ? 1.5 : s;
}

Point World::point(const Values& x) const {
  std::size_t parameters = 0;
  for (const auto& d : definitions) parameters += d.parameters.size();
  Point p;
  for (std::size_t i = 0; i + parameters < x.size(); ++i) p.emplace(problem.variables()[i].name, x[i]);
  return p;
}

Interpretation World::interpretation(const Values& x) const {
  ExprMap<Expr> values;
  for (std::size_t i = 0; i < x.size(); ++i) values.emplace(problem.names()[i], Expr(x[i]));
  Interpretation with;
  for (const auto& d : definitions) {
    ExprMap<Expr> own;  // only parameters: an argument may be called like a variable of the statement
    for (const auto& p : d.parameters) own.emplace(Expr::variable(p.name), values.at(Expr::variable(p.name)));
    with.push_back(d.text(own));
  }
  return with;
}

void World::load(const Values& x) {
  loaded.clear();
  for (const auto& q : x) loaded.push_back({q.approx()});
  approx.start(loaded);
}

void World::load(const std::vector<double>& free) {
  std::vector<double> x(problem.size(), 0.0);
  for (std::size_t k = 0; k < free.size(); ++k) x[problem.free()[k]] = free[k];
  problem.complete(x);
  loaded.clear();
  for (const double v : x) loaded.push_back({v});
  approx.start(loaded);
}

bool World::exactly(const std::vector<double>& free, Values& x) const {
  x.assign(problem.size(), Rational(0));
  for (std::size_t k = 0; k < free.size(); ++k) {
    if (!std::isfinite(free[k])) return false;
    const Variable& v = problem.variables()[problem.free()[k]];
    x[problem.free()[k]] = moved_inside(v, Rational::from_double(free[k]));
  }
  return problem.complete(x) && problem.inside(x);
}

std::vector<double> World::doubles(const Values& x) const {
  std::vector<double> free;
  for (const std::size_t i : problem.free()) free.push_back(x[i].approx());
  return free;
}

}  // namespace dpcert::verify
