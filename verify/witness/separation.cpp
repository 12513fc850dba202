#include "dpcert/kernel/separation.hpp"

#include <fmt/format.h>

#include <sstream>

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

/// Concave in the three slopes: only their eight corners are left, each an inequality in z, w, v.
std::string proof_of_shift(const SeparationWitness& w, int conclusion) {
  const std::string m = fmt::format("({} + z + w)", w.alpha.str()), n = fmt::format("({} + z + v)", w.alpha.str());
  const std::string third = fmt::format("convex d; rewrite (2*(v/{})^2*{}); sign; auto; auto", n, m);
  const std::string second = fmt::format("convex b; rewrite (2*(w/{0})^2*{0}); sign; {1}; {1}", m, third);
  return fmt::format("{0} convex a; rewrite (2*(z/{2}-z/{3})^2*{2}); sign; {1}; {1}", conclusion, second, m, n);
}

constexpr int shift_conclusion = 6;

}  // namespace

std::string separation_statement(const SeparationTarget& target, const SeparationWitness& w) {
  std::string text;
  const auto line = [&text](const std::string& s) { text += s + "\n"; };
  line(
      fmt::format("title \"A posterior sample is ({0}, {2})-DP on the whole domain; cyclic SGLD after T = {3} n steps "
                  "is not ({1}, {2})-DP\"",
                  target.epsilon.str(), target.epsilon_prime.str(), target.delta.str(), w.epochs));
  line(
      "#! reading Bayesian linear regression y = theta x + N(0, 1/beta), theta ~ N(0, "
      "1/alpha), on databases of n records with");
  line(
      "#! reading x_l <= x <= x_h, |y/x - c| <= n^gamma1, y > 0. Posterior half "
      "(conclusions 3 to 9): neighbours share n-1 records");
  line(
      "#! reading (z = beta sum x^2, their weighted mean slope is c + a) and differ in one, (w, c + b) against (v, c + "
      "d), where w, v are beta");
  line(
      "#! reading x^2 or 0 for an absent record. Their posteriors are Gaussians with precisions M, N and mean "
      "difference `shift`. Lemma 1: the");
  line(
      "#! reading hockey-stick divergence of two Gaussians rises with the distance of their means. So in units of the "
      "larger precision, where the");
  line(
      "#! reading distance is at most g = sqrt(U2) and the smaller precision u lies in [u0, 1], conclusions 8 and 9 "
      "bound delta(eps) in both");
  line(
      "#! reading directions; y1, y2 are the ends of the best event; Lemma 2: what the event has beyond the vertex of "
      "the log density ratio");
  line(
      "#! reading is at most the last term. SGLD half (10, 11): D1 has n records (x_h, "
      "c x_h), in D2 one is (x_h/2, c x_h/2), at");
  line(
      "#! reading position r of the cycle. After T steps D1 gives N(mu, sigma^2), D2 the equal-weight mixture over r "
      "of N(mu - gap, variance)");
  line(
      "#! reading (Lemma 3, closed form of the recursion). The event {theta > mu + tau sigma} has probability "
      "normal_cdf(-tau) on D1 and at most");
  line("#! reading normal_cdf(-K) on D2. Lemmas: docs/langevin.md.");
  line(fmt::format("let n = {}", w.n));
  line(fmt::format("let epochs = {}   # T = epochs * n = {}", w.epochs, w.epochs * w.n));
  line("let x_h = 1");
  line("let x_l = 1/2");
  line(fmt::format("let c = {}", w.c.str()));
  line(fmt::format("let alpha = {}", w.alpha.str()));
  line(fmt::format("let beta = {}", w.beta.str()));
  line(fmt::format("let gamma1 = {}", w.gamma1.str()));
  line(fmt::format("let eps = {}", target.epsilon.str()));
  line(fmt::format("let eps_prime = {}", target.epsilon_prime.str()));
  line(fmt::format("let delta = {}", target.delta.str()));
  line(fmt::format("let R = {}   # at least n^gamma1", w.radius.str()));
  line(fmt::format("let U2 = {}", w.shift_squared.str()));
  line(fmt::format("let u0 = {}", w.ratio.str()));
  line(fmt::format("let tau = {}", w.threshold.str()));
  line(fmt::format("let K = {}", w.standardized.str()));
  line("# the databases");
  const Rational low = Rational(w.n - 1) * w.beta / 4, high = Rational(w.n - 1) * w.beta;
  line(fmt::format("var z in [{}, {}]   # (n-1) x_l^2 beta to (n-1) x_h^2 beta", low.str(), high.str()));
  for (const auto& [slope, weight] : {std::pair{"a", ""}, {"b", "w"}, {"d", "v"}}) {
    line(fmt::format("var {} in [-{}, {}]", slope, w.radius.str(), w.radius.str()));
    if (*weight) line(fmt::format("var {} in [0, {}]", weight, w.beta.str()));
  }
  line(fmt::format("var u in [{}, 1]   # smaller over larger precision", w.ratio.str()));
  line(fmt::format("int r in [1, {}]   # position of the odd record", w.n));
  line("let M = alpha + z + w");
  line("let N = alpha + z + v");
  line("let shift = (z*a + w*b - alpha*c)/M - (z*a + v*d - alpha*c)/N");
  line("# the best events of two Gaussians, larger precision 1, distance g, smaller precision u");
  line("let g = sqrt(U2)");
  line("let far = g*sqrt(u0)/(1 - u0)");
  line("let k1 = g^2*u/2 - log(u)/2 - eps");
  line("let y1 = -2*k1/(g*u + sqrt(g^2*u^2 + 2*(1-u)*k1))");
  line("let k2 = g^2/2 + log(u)/2 - eps");
  line("let y2 = -2*k2/(g + sqrt(g^2 - 2*(1-u)*k2))");
  line("# cyclic SGLD with step size eta = 2/A^2; lambda_to(k) = lambda^k, hat_to(k) = lambdahat^k");
  line("let A = alpha + n*x_h^2*beta");
  line("let B = n*x_h^2*beta");
  line("let eta = 2/A^2");
  line("let lambda = 1 - 1/A");
  line("let lambdahat = 1 - (alpha + B/4)/A^2");
  line("let lambda_to(k) = exp(k*log1p(-1/A))");
  line("let hat_to(k) = exp(k*log1p(-(alpha + B/4)/A^2))");
  line("let P_to(k) = hat_to(k)*lambda_to(k*(n-1))");
  line("let Vstar = eta/(1 - lambda^2)");
  line("let kappa = 3/8*eta*alpha*c*B/A");
  line("let sigma = sqrt(Vstar + lambda_to(2*epochs*n)*(1/alpha - Vstar))");
  line("let gap = c*B/A*(P_to(epochs) - lambda_to(epochs*n)) + kappa*lambda_to(n-r)*(1 - P_to(epochs))/(1 - P_to(1))");
  line(
      "let variance = Vstar + P_to(2*epochs)*(1/alpha - Vstar) + Vstar*(lambdahat^2 - lambda^2)*lambda_to(2*(n-r))*(1 "
      "- P_to(2*epochs))/(1 - P_to(2))");
  line("prove x_h^2*beta > 3");
  line("prove gamma1 < 1/2");
  line("prove n^gamma1 <= R");
  line("prove R < c");
  line("prove (z*(c+a) + w*(c+b))/M - (z*(c+a) + v*(c+d))/N = shift");
  line("prove shift^2*M <= U2");
  line("prove N >= u0*M");
  line("prove normal_cdf(-y1) - exp(eps)*normal_cdf(-(y1+g)*sqrt(u)) + exp(eps)*normal_cdf(-far) <= delta");
  line("prove normal_cdf(-y2*sqrt(u)) - exp(eps)*normal_cdf(-(y2+g)) + normal_cdf(-far) <= delta");
  line("prove tau*sigma + gap >= K*sqrt(variance)");
  line("prove normal_cdf(-tau) > exp(eps_prime)*normal_cdf(-K) + delta");
  line("#! proof " + proof_of_shift(w, shift_conclusion));
  return text;
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
