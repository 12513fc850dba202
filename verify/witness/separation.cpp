#include "dpcert/kernel/separation.hpp"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "dpcert/langevin/cyclic.hpp"
#include "dpcert/langevin/gaussian_pair.hpp"
#include "dpcert/langevin/posterior.hpp"

namespace dpcert::verify {

namespace {

using langevin::SeparationTarget;
using langevin::SeparationWitness;

/// Splits "1 a; b; c" of a `#! proof` line.
void add_advice(const std::string& text, DecideOptions& options) {
  std::istringstream in(text);
  std::size_t k = 0;
  in >> k;
  for (std::string line; std::getline(in, line, ';');) {
    const auto first = line.find_first_not_of(' ');
    if (first != std::string::npos)
      options.advice[k].push_back(line.substr(first, line.find_last_not_of(' ') - first + 1));
  }
}

/// The statement's text in the making. A formula is the trace of a template; what has a name is printed by it.
class Writer {
 public:
  void line(const std::string& s) { text_ += s + "\n"; }
  /// `let name = ...`: from now on that expression is printed as the name.
  Expr let(const std::string& name, const Expr& value, const std::string& remark = {}) {
    line(fmt::format("let {} = {}{}", name, to_text(named(value)), remark.empty() ? "" : "   # " + remark));
    names_.emplace(value, Expr::variable(name));
    return value;
  }
  /// A number of the witness under its name, which is what formulas then hold.
  Expr number(const std::string& name, const Rational& value, const std::string& remark = {}) {
    let(name, value, remark);
    names_.erase(Expr(value));
    return Expr::variable(name);
  }
  void prove(const Expr& lhs, Rel rel, const Expr& rhs) {
    line(fmt::format("prove {}", to_text(Relation{rel, named(lhs), named(rhs)})));
  }
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  /// e with names for what has one; 0 + x, 1 * x, exp(0) and the like folded.
  [[nodiscard]] Expr named(const Expr& e) const {
    return transform(e, [this](const Expr& original, std::span<const Expr> args) {
      if (const auto found = names_.find(original); found != names_.end()) return found->second;
      switch (original.op()) {
        case Op::add:
          return add(args[0], args[1]);
        case Op::sub:
          return sub(args[0], args[1]);
        case Op::mul:
          return mul(args[0], args[1]);
        case Op::div:
          return quotient(args[0], args[1]);
        case Op::exp:
          return args[0].is_constant(Rational(0)) ? Expr(1) : exp(args[0]);
        default:
          return with_args(original, args);
      }
    });
  }

  std::string text_;
  ExprMap<Expr> names_;
};

/// Concave in the three slopes: only their eight corners are left, each an inequality in z, w, v.
std::string proof_of_shift(const SeparationWitness& w, int conclusion) {
  const std::string m = fmt::format("({} + z + w)", w.alpha.str()), n = fmt::format("({} + z + v)", w.alpha.str());
  const std::string third = fmt::format("convex d; rewrite (2*(v/{})^2*{}); sign; auto; auto", n, m);
  const std::string second = fmt::format("convex b; rewrite (2*(w/{0})^2*{0}); sign; {1}; {1}", m, third);
  return fmt::format("{0} convex a; rewrite (2*(z/{2}-z/{3})^2*{2}); sign; {1}; {1}", conclusion, second, m, n);
}

constexpr int shift_conclusion = 6;

/// Title and readings.
void write_head(Writer& out, const SeparationTarget& target, const SeparationWitness& w) {
  out.line(fmt::format(
      "title \"A posterior sample is ({0}, {2})-DP on the whole domain; cyclic SGLD after T = {3} n steps is not ({1}, {2})-DP\"",
      target.epsilon.str(), target.epsilon_prime.str(), target.delta.str(), w.epochs));
  out.line(
      "#! reading Bayesian linear regression y = theta x + N(0, 1/beta), theta ~ N(0, 1/alpha), on databases of n records with");
  out.line(
      "#! reading x_l <= x <= x_h, |y/x - c| <= n^gamma1, y > 0. Posterior half (conclusions 3 to 9): neighbours share n-1 records");
  out.line(
      "#! reading (z = beta sum x^2, their weighted mean slope is c + a) and differ in one, (w, c + b) against (v, c + d), where w, v are beta");
  out.line(
      "#! reading x^2 or 0 for an absent record. Their posteriors are Gaussians with precisions M, N and mean difference `shift`. Lemma 1: the");
  out.line(
      "#! reading hockey-stick divergence of two Gaussians rises with the distance of their means. So in units of the larger precision, where the");
  out.line(
      "#! reading distance is at most g = sqrt(U2) and the smaller precision u lies in [u0, 1], conclusions 8 and 9 bound delta(eps) in both");
  out.line(
      "#! reading directions; y1, y2 are the ends of the best event; Lemma 2: what the event has beyond the vertex of the log density ratio");
  out.line(
      "#! reading is at most the last term. SGLD half (10, 11): D1 has n records (x_h, c x_h), in D2 one is (x_h/2, c x_h/2), at");
  out.line(
      "#! reading position r of the cycle. After T steps D1 gives N(mu, sigma^2), D2 the equal-weight mixture over r of N(mu - gap, variance)");
  out.line(
      "#! reading (Lemma 3, closed form of the recursion). The event {theta > mu + tau sigma} has probability normal_cdf(-tau) on D1 and at most");
  out.line("#! reading normal_cdf(-K) on D2. Lemmas: docs/langevin.md.");
}

/// The numbers, as names.
struct Names {
  Expr c, alpha, beta, x_h, eps, eps_prime, delta, radius, gamma1, u2, u0, tau, k;
};
Names write_numbers(Writer& out, const SeparationTarget& target, const SeparationWitness& w) {
  Names names;
  out.number("n", w.n);
  out.number("epochs", w.epochs, fmt::format("T = epochs * n = {}", w.epochs * w.n));
  names.x_h = out.number("x_h", Rational(1));
  out.number("x_l", Rational(1, 2));
  names.c = out.number("c", w.c);
  names.alpha = out.number("alpha", w.alpha);
  names.beta = out.number("beta", w.beta);
  names.gamma1 = out.number("gamma1", w.gamma1);
  names.eps = out.number("eps", target.epsilon);
  names.eps_prime = out.number("eps_prime", target.epsilon_prime);
  names.delta = out.number("delta", target.delta);
  names.radius = out.number("R", w.radius, "at least n^gamma1");
  names.u2 = out.number("U2", w.shift_squared);
  names.u0 = out.number("u0", w.ratio);
  names.tau = out.number("tau", w.threshold);
  names.k = out.number("K", w.standardized);
  return names;
}

void write_variables(Writer& out, const SeparationWitness& w) {
  out.line("# the databases");
  const Rational low = Rational(w.n - 1) * w.beta / 4, high = Rational(w.n - 1) * w.beta;
  out.line(fmt::format("var z in [{}, {}]   # (n-1) x_l^2 beta to (n-1) x_h^2 beta", low.str(), high.str()));
  for (const auto& [slope, weight] : {std::pair{"a", ""}, {"b", "w"}, {"d", "v"}}) {
    out.line(fmt::format("var {} in [-{}, {}]", slope, w.radius.str(), w.radius.str()));
    if (*weight) out.line(fmt::format("var {} in [0, {}]", weight, w.beta.str()));
  }
  out.line(fmt::format("var u in [{}, 1]   # smaller over larger precision", w.ratio.str()));
  out.line(fmt::format("int r in [1, {}]   # position of the odd record", w.n));
}

/// Two posteriors: their precisions, and the difference of their means with the slopes' centre c taken out of the sums.
struct Posteriors {
  Expr m, n, difference, shift;
};
Posteriors write_posteriors(Writer& out, const Names& names) {
  const auto v = [](const char* name) { return Expr::variable(name); };
  const Expr &c = names.c, z = v("z"), w = v("w");
  const langevin::NeighbourPair<Expr> pair{z, c + v("a"), w, c + v("b"), v("v"), c + v("d")};
  const langevin::NeighbourPair<Expr> centred{z, v("a"), w, v("b"), v("v"), v("d")};
  Posteriors p;
  p.m = out.let("M", langevin::precision_p(names.alpha, pair));
  p.n = out.let("N", langevin::precision_q(names.alpha, pair));
  p.difference = langevin::posterior_p(names.alpha, pair).mean - langevin::posterior_q(names.alpha, pair).mean;
  p.shift = out.let("shift", (langevin::weighted_slopes_p(centred) - names.alpha * c) / p.m -
                                 (langevin::weighted_slopes_q(centred) - names.alpha * c) / p.n);
  return p;
}

/// The bounds of delta(eps) in both directions.
struct PairBounds {
  Expr narrow_first, wide_first;
};
PairBounds write_pair_bounds(Writer& out, const Names& names) {
  out.line("# the best events of two Gaussians, larger precision 1, distance g, smaller precision u");
  const Expr u = Expr::variable("u"), g = out.let("g", sqrt(names.u2));
  const Expr far = out.let("far", langevin::beyond_vertex(g, names.u0));
  const langevin::ScaledCdf<Expr> scaled{exp(names.eps)};
  const auto narrow = langevin::narrow_first_ratio(names.eps, u, g), wide = langevin::wide_first_ratio(names.eps, u, g);
  const auto near = [&](const char* k, const char* y, const langevin::GaussianLogRatio<Expr>& ratio) {
    out.let(k, ratio.k);
    return out.let(y, ratio.near_root(sqrt(ratio.discriminant())));
  };
  const Expr y1 = near("k1", "y1", narrow), y2 = near("k2", "y2", wide), one(1), root = sqrt(u);
  return {
      langevin::one_end_bound(langevin::half_lines(one, root, g, scaled), y1, langevin::narrow_first_rest(scaled, far)),
      langevin::one_end_bound(langevin::half_lines(root, one, g, scaled), y2, langevin::wide_first_rest(far))};
}

/// The laws of SGLD's release: standard deviation on D1, gap and variance of the component r on D2.
struct Released {
  Expr sigma, gap, variance;
};
Released write_release(Writer& out, const Names& names, const SeparationWitness& w) {
  out.line(
      "# cyclic SGLD with step size eta = 2/A^2; contractions lambda = 1 - fall of a step, 1 - fallhat of the odd one");
  const langevin::Problem<Expr> problem{w.n, names.c, names.x_h, names.alpha, names.beta};
  const Expr eta = langevin::default_step_size(problem);
  const auto release = langevin::cyclic_release(problem, eta, w.epochs * w.n);
  const auto& m = release.marks;
  out.let("q", m.q);
  out.let("B", m.B);
  out.let("A", m.A);
  out.let("eta", eta);
  out.let("fall", m.lambda.complement());
  out.let("fallhat", m.lambda_hat.complement());
  out.let("fallratio", m.ratio.complement(), "1 - lambda/lambdahat");
  out.let("mustar", m.mu_star);
  out.let("Vstar", m.variance_star);
  out.let("kappa", m.kappa);
  out.let("fallepoch", m.epoch.complement(), "1 - lambdahat lambda^(n-1), the contraction of an epoch");
  const auto& group = release.second.front();  // at the end of an epoch all components have met the odd record as often
  const Expr later = Expr(w.n) - Expr::variable("r");
  return {out.let("sigma", sqrt(release.first.variance)), out.let("gap", release.gap(group, later)),
          out.let("variance", release.variance(group, later))};
}

}  // namespace

std::string separation_statement(const SeparationTarget& target, const SeparationWitness& w) {
  Writer out;
  write_head(out, target, w);
  const Names names = write_numbers(out, target, w);
  write_variables(out, w);
  const Posteriors posteriors = write_posteriors(out, names);
  const PairBounds bounds = write_pair_bounds(out, names);
  const Released released = write_release(out, names, w);
  const Expr n = Expr::variable("n");
  out.prove(names.x_h * names.x_h * names.beta, Rel::gt, 3);
  out.prove(names.gamma1, Rel::lt, Rational(1, 2));
  out.prove(pow(n, names.gamma1), Rel::le, names.radius);
  out.prove(names.radius, Rel::lt, names.c);
  out.prove(posteriors.difference, Rel::eq, posteriors.shift);
  out.prove(pow(posteriors.shift, 2) * posteriors.m, Rel::le, names.u2);
  out.prove(posteriors.n, Rel::ge, names.u0 * posteriors.m);
  out.prove(bounds.narrow_first, Rel::le, names.delta);
  out.prove(bounds.wide_first, Rel::le, names.delta);
  out.prove(names.tau * released.sigma + released.gap, Rel::ge, names.k * sqrt(released.variance));
  out.prove(normal_cdf(-names.tau), Rel::gt, exp(names.eps_prime) * normal_cdf(-names.k) + names.delta);
  out.line("#! proof " + proof_of_shift(w, shift_conclusion));
  return std::move(out).text();
}

ProvedSeparation prove_separation(const SeparationTarget& target, const DecideOptions& options) {
  ProvedSeparation result;
  std::int64_t least = 2;
  for (const std::int64_t percent : {0, 0, 1, 3, 10}) {  // the next n first, then a little room
    result.witness = langevin::find_separation(target, least);
    result.statement = separation_statement(target, result.witness);
    DecideOptions o = options;
    o.advice.clear();
    add_advice(proof_of_shift(result.witness, shift_conclusion), o);
    o.tightness_boxes = 0;
    result.decision = decide(parse_statement(result.statement), o);
    ++result.attempts;
    if (result.proved() || (options.cancel && *options.cancel)) break;
    least = result.witness.n + 1 + result.witness.n * percent / 100;
  }
  return result;
}

}  // namespace dpcert::verify
