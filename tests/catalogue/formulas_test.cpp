// The formulas of src/ that claims of the catalogue restate: each template is traced over Expr in the claim's own
// names, and the checker has to accept a proof that trace and claim say the same, under the claim's declarations and
// hypotheses. docs/formulas.md lists the ties.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "dpcert/checker/checker.hpp"
#include "dpcert/divergence/renyi.hpp"
#include "dpcert/divergence/wasserstein.hpp"
#include "dpcert/families/categorical_dirichlet.hpp"
#include "dpcert/langevin/cyclic.hpp"
#include "dpcert/langevin/posterior.hpp"
#include "dpcert/langevin/propose_test_sample.hpp"
#include "dpcert/langevin/sizes.hpp"
#include "dpcert/language/statement.hpp"
#include "dpcert/mechanisms/gaussian_mean.hpp"
#include "dpcert/mechanisms/glm.hpp"
#include "dpcert/mechanisms/laplace.hpp"
#include "dpcert/mechanisms/tempered_posterior.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::catalogue {
namespace {

/// `formula` of src/, traced, is what `side` says in the claim: a name of a `let`, a call of one, or words of a line.
struct Tie {
  std::string formula, claim, side;
  Expr traced;
};
void PrintTo(const Tie& t, std::ostream* out) { *out << t.formula << " and " << t.side << " of " << t.claim; }

Expr v(const char* name) { return Expr::variable(name); }
Expr ratio(std::int64_t p, std::int64_t q) { return Rational(p, q); }

void add_divergences(std::vector<Tie>& ties) {
  const Expr difference = v("m1") - v("m2");
  ties.push_back({"gaussian_pair_renyi", "sgld.gil.formula.repair", "D",
                  gaussian_pair_renyi(v("nu"), difference, v("s1"), v("s2"))});
  const Expr heavier = v("alpha") + v("z") + v("w"), lighter = v("alpha") + v("z") + v("v");
  ties.push_back(
      {"gaussian_renyi", "sgld.claimc11.repair",
       "1/2*log((alpha + z + w)/(alpha + z + v)) + 1/(2*t)*log((alpha + z + w)/((alpha + z + w) + t*(w - v)))",
       langevin::gaussian_renyi(Expr(1 + v("t")), heavier, lighter, Expr(0))});
  const Expr squared = pow(v("P") - v("Q"), 2), deviation = sqrt(v("t") * v("h"));
  ties.push_back({"gaussian_rdp", "renyi.gauss.lambda2", "(1 + c)/2*(P - Q)^2/(t*h)",
                  gaussian_rdp(Expr(1 + v("c")), deviation, squared)});
  ties.push_back({"gaussian_rdp", "renyi.gauss.lambda2", "(1 - c)/2*(P - Q)^2/(t*h)",
                  gaussian_rdp(Expr(1 - v("c")), deviation, squared)});
  using Parameter = std::vector<Expr>;
  const Parameter p{v("p")}, q{v("q")};
  const auto log_partition_of = [&](const Parameter& eta) { return eta == p ? v("CP") : eta == q ? v("CQ") : v("CL"); };
  for (const char* side : {"printed(1 + c)", "printed(1 - c)"}) {
    const Expr order = std::string(side).find('+') != std::string::npos ? 1 + v("c") : 1 - v("c");
    ties.push_back({"renyi_from_log_partition", "renyi.obsA3.repair", side,
                    renyi_from_log_partition(log_partition_of, order, p, q)});
  }
  const Expr c = v("c"), f = v("f"), k = v("k"), r = v("r"), x = v("X"), order = 1 + x / r;
  const Beta<Expr> first{c + x, f + x + r + k}, second{c + x + r, f + x + k};
  const char* vertex = "F(X, c, c + X, f + X + r + k, f + 2*X + r + k, r)";
  ties.push_back(
      {"renyi_formula", "renyi.cor2.vertex.repair", vertex, renyi_formula(Order<Expr>(order), first, second)});
  ties.push_back({"renyi_coordinate_formula", "renyi.cor2.vertex.repair", vertex,
                  renyi_coordinate_formula(order, first.alpha, second.alpha) +
                      renyi_coordinate_formula(order, first.beta, second.beta)});
  const auto [moved_from, moved_to] = moved_record<Expr>(c + x, f + x + k, 0, r);
  ties.push_back({"renyi_divergence of moved_record", "renyi.cor2.vertex.repair", vertex,
                  renyi_divergence(Order<Expr>(order), moved_from, moved_to)});
  ties.push_back({"renyi_from_values", "renyi.obsA3.repair", "printed(1 + c)",
                  renyi_from_values<Expr>(1 + c, v("CL"), v("CP"), v("CQ"))});
  // The volume of a ball in every dimension; V and v are volumes of balls, of which only V > v is used.
  const Expr d = v("d"), radius = v("lambda"), eps = v("eps"), larger = v("V"), smaller = v("v");
  ties.push_back({"ball_volume", "sgld.thm2.volratio", "vol(lambda)", ball_volume(d, radius)});
  ties.push_back(
      {"ball_volume_ratio", "sgld.thm2.volratio", "(1 + eps/(lambda - eps))^d", ball_volume_ratio(d, radius, eps)});
  ties.push_back({"annulus_mass_bound", "sgld.claime2.annulus", "(1 - v/V)*PB + Delta",
                  annulus_mass_bound(larger, smaller, radius, v("L"), v("PB"))});
  for (const char* claim : {"sgld.claime2", "sgld.theorem2.repair"})
    ties.push_back(
        {"smoothed_density_bound_of_ratio", claim, "V/v*(QB/V) + eps/v + 2*(V/v - 1)*lambda*L",
         smoothed_density_bound_of_ratio<Expr>(larger / smaller, eps, radius, v("L"), v("QB") / larger, smaller)});
}

void add_families(std::vector<Tie>& ties) {
  ties.push_back({"log_partition", "renyi.sq.transform", "C(a, c)", log_partition(Beta<Expr>{v("a"), v("c")})});
  const auto vector = [](std::initializer_list<Expr> values) {
    Vector<Expr> eta(static_cast<Eigen::Index>(values.size()));
    Eigen::Index i = 0;
    for (const Expr& value : values) eta(i++) = value;
    return eta;
  };
  const CategoricalDirichlet two(2), three(3), four(4);
  ties.push_back({"CategoricalDirichlet::likelihood_log_partition", "renyi.bern.bounded", "log(1 + exp(theta))",
                  two.likelihood_log_partition(vector({v("theta")}))});
  ties.push_back(
      {"CategoricalDirichlet::log_partition", "renyi.cor2.gv", "C(a, b)", two.log_partition(vector({v("a"), v("b")}))});
  const auto one = vector({v("x"), v("s"), v("t")});
  const auto gradient = three.log_partition_gradient(one);
  ties.push_back({"CategoricalDirichlet::log_partition_gradient", "renyi.dirichlet.grad.i",
                  "digamma(x) - digamma(t - x - s)", gradient(0)});
  ties.push_back({"CategoricalDirichlet::log_partition_gradient", "renyi.dirichlet.grad.d",
                  "digamma(t - x - s) - digamma(t)", gradient(2)});
  const auto hessian = three.log_partition_hessian(one);
  const auto larger = four.log_partition_hessian(vector({v("x"), v("y"), v("s"), v("t")}));
  const char* name = "CategoricalDirichlet::log_partition_hessian";
  ties.push_back({name, "renyi.dirichlet.hess.1", "trigamma(x) + trigamma(t - x - s)", hessian(0, 0)});
  ties.push_back({name, "renyi.dirichlet.hess.2", "trigamma(rem)", larger(0, 1)});
  ties.push_back({name, "renyi.dirichlet.hess.3", "-trigamma(t - x - s)", hessian(2, 0)});
  ties.push_back({name, "renyi.dirichlet.hess.4.main", "-trigamma(t - x - s)", hessian(0, 2)});
  ties.push_back({name, "renyi.dirichlet.hess.5", "trigamma(t - x - s) - trigamma(t)", hessian(2, 2)});
  ties.push_back({name, "renyi.dirichlet.decomp", "trigamma(rem)*1 + trigamma(x)", larger(0, 0)});
}

void add_mechanisms(std::vector<Tie>& ties) {
  const auto from = [&ties](const char* formula, const char* claim, const char* side, const Expr& traced) {
    ties.push_back({formula, claim, side, traced});
  };
  // One coordinate of the posterior of the prior count 6; x is what the records add.
  const auto posterior = [](Tempering tempering, const char* parameter) {
    const TemperedPosterior<Expr> mechanism(Dirichlet<Expr>{6, 1}, 1, tempering, v(parameter));
    return Expr(mechanism.count(0) + mechanism.weight() * v("x"));
  };
  from("TemperedPosterior, diffused", "renyi.exp.grid", "6 + r*x", posterior(Tempering::diffused, "r"));
  from("TemperedPosterior, concentrated", "renyi.exp.grid", "6/m + x", posterior(Tempering::concentrated, "m"));
  const auto limit = [](const Expr& a, const Expr& b) { return order_limit(Dirichlet<Expr>{a, b}); };
  from("order_limit", "renyi.exp.lambdastar12", "1 + min(1, 2 - 1)", limit(1, 1));
  from("order_limit", "renyi.exp.lambdastar618", "1 + min(6, 18 - 6)", limit(6, 12));
  // Sums that differ by 2 clip = P - Q, and a count of t in all.
  const NormalMeanPosterior<Expr> mean(v("h"), v("t") - 1, (v("P") - v("Q")) / 2, 1, Tempering::diffused);
  from("NormalMeanPosterior::divergence", "renyi.gauss.lambda2", "(1 + c)/2*(P - Q)^2/(t*h)",
       mean.divergence(1 + v("c")));
  // Precision n beta; the bound depends on n and beta by their product only.
  const auto bound = [](const Expr& norm, const Expr& residual) { return GlmBound<Expr>{norm, residual, 1}; };
  const Expr c = v("c"), lambda = v("lambda"), rho = v("rho"), precision = v("n") * v("beta");
  from("GlmBound::epsilon", "renyi.glm.lemma1", "2*rho^2*L^2/m*lambda", bound(v("L"), 1).epsilon(lambda, v("m"), rho));
  from("GlmBound::epsilon", "renyi.thm16", "2*c^2*B^2/(n*beta)*lambda", bound(c, v("B")).epsilon(lambda, precision, 1));
  from("GlmBound::epsilon", "renyi.exp.glmlevels", "2*c^2*rho^2/(n*beta)*lambda",
       bound(c, 1).epsilon(lambda, precision, rho));
  from("GlmBound::epsilon", "renyi.alg6", "2*rho^2*c^2*B^2/(n*beta)*lambda",
       bound(c, v("B")).epsilon(lambda, precision, rho));
  from("GlmBound::least_beta", "renyi.alg5", "2*c^2*B^2*lambda/(n*eps)",
       bound(c, v("B")).least_beta(lambda, v("eps")) / v("n"));
  const Expr loss = -glm_log_likelihood(Link::logistic, v("t"));
  from("glm_log_likelihood, logistic", "renyi.exp.ops", "log(1 + exp(-t))", loss);
  from("glm_slope, logistic", "renyi.glm.Bbinary", "1/(1 + exp(-z))", glm_slope(Link::logistic, Expr(-v("z"))));
  from("glm_curvature, logistic", "renyi.bern.bounded", "diff(log(1 + exp(theta)), theta, theta)",
       glm_curvature(Link::logistic, v("theta")));
  from("glm_loss_range, logistic", "renyi.exp.ops", "k", glm_loss_range(Link::logistic, c * c / v("beta")));
  // The density of the noise at a distance from the value; T and A are the distances.
  const auto density = [](const Expr& scale, const Expr& x) {
    return exp(LaplaceMechanism<Expr>(scale).log_density(x, 0));
  };
  from("LaplaceMechanism::log_density", "sgld.claimc8", "1/(2*c)*exp(-T/c)", density(c, v("T")));
  from("LaplaceMechanism::log_density", "sgld.claimc12", "eps/2*exp(-eps*A)", density(1 / v("eps"), v("A")));
}

void add_sgld(std::vector<Tie>& ties) {
  using namespace langevin;
  // q of the claims is x_h^2 beta, so x_h = 1 here.
  const Problem<Expr, Expr> problem{v("n"), v("c"), 1, v("alpha"), v("q")};
  const auto from = [&ties](const char* claim, const char* formula, const char* side, const Expr& traced) {
    ties.push_back({formula, claim, side, traced});
  };
  const Expr eta = default_step_size(problem);
  const Marks<Expr> m = marks(problem, eta);
  from("sgld.D1", "default_step_size", "eta", eta);
  from("sgld.D1", "marks A", "A", m.A);
  from("sgld.D1", "marks B", "B", m.B);
  from("sgld.D1", "marks lambda", "lambda", m.lambda.base());
  from("sgld.D1", "marks lambda_hat", "lambdahat", m.lambda_hat.base());
  from("sgld.D1", "marks rho", "rho", m.rho);
  from("sgld.D1", "marks rho_hat", "rhohat", m.rho_hat);
  from("sgld.D1", "marks mu_star", "n*c*q/(alpha + n*q)", m.mu_star);
  from("sgld.thm1.exact-vs-printed", "marks variance_star", "V", m.variance_star);
  from("sgld.thm1.exact-vs-printed", "marks kappa", "kappa", m.kappa);
  const AffineStep<Expr> step =
      sgld_step(v("alpha"), v("beta"), v("n"), v("eta"), Sample<Expr>{v("x"), v("c") * v("x")});
  from("sgld.lemA1.update", "sgld_step", "theta*(1 - eta/2*(alpha + n*x^2*beta)) + eta/2*n*c*x^2*beta + sqrt(eta)*xi",
       step.scale * v("theta") + step.shift + sqrt(step.noise) * v("xi"));
  const Expr beta = v("beta");
  const NeighbourPair<Expr> pair{beta * v("z"), v("m"), beta * pow(v("x"), 2), v("s"), beta * pow(v("y"), 2), v("t")};
  // One record stands for all: x^2 and x y are the sums.
  const std::vector<Sample<Expr>> records{{sqrt(v("Sxx")), v("Sxy") / sqrt(v("Sxx"))}};
  const NormalLaw<Expr> law = posterior<Expr>(v("alpha"), beta, records);
  from("sgld.lemma4.1", "posterior, its mean", "mu", law.mean);
  from("sgld.lemma4.1", "posterior, its variance", "s2", law.variance);
  from("sgld.lemma4.3", "posterior_p", "mu", posterior_p(v("alpha"), pair).mean);
  from("sgld.lemma4.3", "posterior_q", "muhat", posterior_q(v("alpha"), pair).mean);
  from("sgld.lemma4.3", "precision_p", "A", precision_p(v("alpha"), pair));
  from("sgld.lemma4.3", "precision_q", "Ahat", precision_q(v("alpha"), pair));
}

void add_sizes(std::vector<Tie>& ties) {
  using namespace langevin;
  const PosteriorSizes<Expr> sizes{v("eps"), v("delta"), v("alpha"), v("beta"), pow(v("x_h"), 2), pow(v("x_l"), 2)};
  const auto conditions =
      recipe_conditions(sizes, v("eps_prime"), Expr(ratio(1, 2) - v("delta")), v("gamma1"), v("gamma2"));
  const auto largest = [&](std::size_t first, std::size_t last) {
    Expr value = conditions[first].value();
    for (std::size_t i = first + 1; i <= last; ++i) value = max(value, conditions[i].value());
    return value;
  };
  const auto from = [&ties](const char* formula, const char* claim, const char* side, const Expr& traced) {
    ties.push_back({formula, claim, side, traced});
  };
  from("PosteriorSizes::order", "sgld.thm1.np", "nu", sizes.order());
  from("PosteriorSizes::mean_constant", "sgld.thm1.np", "M", sizes.mean_constant());
  from("PosteriorSizes::square_constant", "sgld.thm1.np", "Kq", sizes.square_constant());
  from("recipe_conditions 1 to 3", "sgld.thm1.np", "n1", largest(0, 2));
  from("recipe_conditions 4 to 8", "sgld.thm1.np", "n2", largest(3, 7));
  from("recipe_conditions 9, 10", "sgld.thm1.np", "n3", largest(8, 9));
  from("recipe_conditions 11", "sgld.thm1.np", "n4", largest(10, 10));
  // beta = 1 and h = x_h^2 here, and t = nu - 1 is any number: delta is what makes it so.
  const PosteriorSizes<Expr> scaled{v("eps"), exp(-(v("t") * v("eps") / 2)), v("alpha"), 1, v("h"), v("l")};
  const char* c11 = "sgld.claimc11.repair";
  from("PosteriorSizes::first_variance", c11, "8*h/eps", (scaled.first_variance().value() - 1) * v("l"));
  from("PosteriorSizes::second_variance", c11, "(1 + t)*h*(1 + 8*t/eps)",
       (scaled.second_variance().value() - 1) * v("l"));
  from("PosteriorSizes::slopes", c11, "16*(1 + t)*h^2/(9/10*eps*l)", scaled.slopes(v("g")).base);
  from("PosteriorSizes::mean_base", c11, "32*(1 + t)*h^2*(alpha + h)/(9/10*eps*l^2)", scaled.mean_base(32));
  from("PosteriorSizes::square_base", c11, "8*(1 + t)*h^2*(alpha + h)^2/(9/10*eps*l^3)", scaled.square_base(8));
}

void add_releases(std::vector<Tie>& ties) {
  const langevin::ProposeTestSample<Expr> pts{v("eps"),  v("delta"), v("xl"),   v("xh"),    v("alpha"),
                                              v("beta"), v("rho1"),  v("rho2"), v("gamma1")};
  ties.push_back({"ProposeTestSample::allowance", "sgld.claimc2.laplace", "L", pts.allowance()});
  ties.push_back({"ProposeTestSample::allowance", "sgld.claimc7", "L", pts.allowance()});
  ties.push_back({"ProposeTestSample::centre_sensitivity", "sgld.alg1.sensitivity-growth", "s",
                  pts.centre_sensitivity(pow(v("n1b"), v("rho1")), v("n2"))});
  // The order nu is any number above 1: delta is what makes it so.
  langevin::ProposeTestSample<Expr> sized = pts;
  sized.delta = exp(-((v("nu") - 1) * v("eps") / 2));
  sized.rho2 = ratio(9, 20), sized.gamma1 = ratio(49, 100);
  const std::vector<Expr> sizes = sized.least_sizes(v("n1"), v("mb"));
  const char* members[] = {"1 + xh^2/xl^2*8/eps",
                           "1 + nu*(xh^2/xl^2)*(1 + 8*(nu - 1)/eps)",
                           "(16*nu*beta*xh^4/(9/10*eps*xl^2))^(1/(1 - 2*0.49))",
                           "(32*nu*beta/eps*M*mb)^(1/(2 - 0.49))",
                           "(32*nu*beta/eps*M)^(1/(2 - 2*0.49))",
                           "(8*nu/eps*K*mb)^(2/3)",
                           "(8*nu/eps*K)^(2/(3 - 2*0.49))",
                           "1 + xh^2/xl^2*10*nu/beta",
                           "1 + nu*xh^2/xl^2",
                           "n1^(0.45/0.49)"};
  for (std::size_t i = 0; i < std::size(members); ++i)
    ties.push_back({"ProposeTestSample::least_sizes", "sgld.claimc5", members[i], sizes.at(i)});
  ties.push_back({"renyi_to_epsilon", "sgld.lemma3.1", "eps + log(1/delta)/(nu - 1)",
                  renyi_to_epsilon(Expr(v("nu") - 1), v("eps"), log(v("delta")), Expr(0))});
}

std::vector<Tie> all_ties() {
  std::vector<Tie> ties;
  add_divergences(ties);
  add_families(ties);
  add_mechanisms(ties);
  add_releases(ties);
  add_sgld(ties);
  add_sizes(ties);
  return ties;
}

/// The statement of a claim, ID or ID.repair.
const FormalStatement& claim_of(const std::string& id) {
  const FormalStatement* statement = Catalogue::embedded().statement(id);
  if (statement == nullptr) throw Error(ErrorCode::bad_input, "tie", "a claim of the catalogue", id);
  return *statement;
}

bool is_word(const std::string& text) {
  return std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

/// Does the claim say `side`? A word, or a call of one, must be declared by a `let`; anything else stands in a line.
bool says(const std::string& claim, const std::string& side) {
  const std::string head = side.substr(0, side.find('('));
  if (is_word(side)) return claim.find("\nlet " + side + " = ") != std::string::npos;
  if (!head.empty() && is_word(head) && side.back() == ')' && side.find(')') == side.size() - 1 &&
      claim.find("\nlet " + head + "(") != std::string::npos)
    return true;
  std::istringstream lines(claim);
  for (std::string line; std::getline(lines, line);)
    if ((line.starts_with("prove ") || line.starts_with("assume ")) && line.find(side) != std::string::npos)
      return true;
  return false;
}

/// The claim's declarations and hypotheses with one conclusion.
std::string with_conclusion(const std::string& claim, const std::string& conclusion) {
  std::istringstream lines(claim);
  std::string text;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("#") && !line.starts_with("prove ")) text += line + "\n";
  return text + "prove " + conclusion + "\n";
}

verify::Decision same(const Tie& tie, const Expr& traced) {
  const FormalStatement& claim = claim_of(tie.claim);
  verify::DecideOptions options;
  const Hints hints = read_hints(claim);  // of `inhabited`: the hypotheses can be met
  options.points = hints.points;
  options.interpretations = hints.interpretations;
  options.tightness_boxes = 0;
  options.max_boxes = 2000;
  options.evaluations = 200;
  return decide(verify::parse_statement(with_conclusion(claim.text, to_text(traced) + " = " + tie.side)), options);
}

class EveryTie : public testing::TestWithParam<Tie> {};

TEST_P(EveryTie, IsProved) {
  const Tie& tie = GetParam();
  EXPECT_TRUE(says("\n" + claim_of(tie.claim).text, tie.side)) << tie.side;
  const verify::Decision decision = same(tie, tie.traced);
  EXPECT_EQ(decision.verdict, verify::Verdict::proved) << decision.reason << "\n" << to_text(tie.traced);
  EXPECT_TRUE(decision.checked);
  EXPECT_TRUE(checker::check(decision.certificate).accepted);
  // A formula that is a little off is not the claim's.
  EXPECT_EQ(same(tie, tie.traced * ratio(1001, 1000)).verdict, verify::Verdict::refuted);
}

INSTANTIATE_TEST_SUITE_P(Formulas, EveryTie, testing::ValuesIn(all_ties()), [](const auto& info) {
  std::string name = info.param.formula + "_" + info.param.claim + "_" + std::to_string(info.index);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
});

TEST(Formulas, ThePageListsTheTiesAndNoOthers) {
  std::set<std::string> rows, listed;
  for (const Tie& t : all_ties()) rows.insert("| `" + t.formula + "` | " + t.claim + " | `" + t.side + "` |");
  std::ifstream page(std::string(DPCERT_SOURCE_DIR) + "/docs/formulas.md");
  ASSERT_TRUE(page.good());
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) inside = line == "## Ties to the catalogue";
    if (inside && line.starts_with("| `")) listed.insert(line);
  }
  for (const std::string& row : rows) EXPECT_TRUE(listed.contains(row)) << "missing:\n" << row;
  for (const std::string& row : listed) EXPECT_TRUE(rows.contains(row)) << "tied by nothing:\n" << row;
  EXPECT_GE(rows.size(), 40U);
}

}  // namespace
}  // namespace dpcert::catalogue
