// docs/calibration-table.md: calibrated parameters of posterior sampling, and what a calibration costs as the number of
// categories, records, orders and prior counts grow. Processor time of one thread.
#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <iostream>
#include <vector>

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/core/decimal.hpp"

namespace {

using namespace dpcert;

Rational number(const char* text) { return *Rational::parse(text); }

std::string calibrated(const std::vector<Rational>& prior, std::int64_t n, Tempering kind, const Rational& order,
                       const Rational& epsilon) {
  const TemperedPosterior<Rational> sampling = calibrated_posterior(prior, n, kind);
  return decimal_text(largest_sufficient(worst_case(sampling, order), epsilon, 10).value);
}

/// Microseconds of processor time of one calibration to 12 digits, set-up included; its certified divergences.
std::pair<double, std::size_t> cost(const std::vector<Rational>& prior, std::int64_t n, Tempering kind,
                                    const Rational& order, const Rational& epsilon) {
  std::size_t rounds = 0, evaluations = 0;
  const std::clock_t start = std::clock();
  std::clock_t now = start;
  for (; now - start < CLOCKS_PER_SEC / 5; now = std::clock()) {
    const TemperedPosterior<Rational> sampling = calibrated_posterior(prior, n, kind);
    evaluations = largest_sufficient(worst_case(sampling, order), epsilon, 12).evaluations;
    ++rounds;
  }
  return {1e6 * static_cast<double>(now - start) / CLOCKS_PER_SEC / static_cast<double>(rounds), evaluations};
}

std::vector<Rational> different(std::int64_t d) {
  std::vector<Rational> prior;
  for (std::int64_t k = 0; k < d; ++k) prior.emplace_back(Rational(3) + Rational((k * 7919) % d, d));
  return prior;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "calibration_table: expected the file to write\n";
    return 2;
  }
  std::ofstream out(argv[1]);
  out << "# Calibrated parameters, and what calibration costs\n\n"
         "Made by `cmake --build build --target calibration_table` (bench/calibration_table.cpp). Every value is "
         "proved sufficient with all smaller ones, and one unit more in its tenth "
         "digit is proved too large (1 is the largest "
         "there is); see [calibration](calibration.md).\n\n"
         "## Largest r (diffused) and m (concentrated) for (lambda, eps)\n\n"
         "| prior | n | lambda | eps | r | m |\n|---|---|---|---|---|---|\n";
  struct Row {
    const char* text;
    std::vector<Rational> prior;
    std::int64_t n;
  };
  const std::vector<Row> rows{
      {"Beta(6, 12)", {Rational(6), Rational(12)}, 100},
      {"Beta(1, 1)", {Rational(1), Rational(1)}, 100},
      {"Beta(1/2, 1/2)", {number("1/2"), number("1/2")}, 1'000'000},
      {"Dirichlet(1, ..., 1), d = 10", std::vector<Rational>(10, Rational(1)), 1000},
      {"Dirichlet(1/2, ..., 1/2), d = 1000", std::vector<Rational>(1000, number("1/2")), 1'000'000'000}};
  for (const Row& row : rows) {
    for (const char* order : {"2", "15"}) {
      for (const char* epsilon : {"0.01", "0.1", "1"})
        out << fmt::format("| {} | {} | {} | {} | {} | {} |\n", row.text, row.n, order, epsilon,
                           calibrated(row.prior, row.n, Tempering::diffused, number(order), number(epsilon)),
                           calibrated(row.prior, row.n, Tempering::concentrated, number(order), number(epsilon)));
    }
  }
  const auto line = [&](const std::string& what, const std::vector<Rational>& prior, std::int64_t n, const char* order,
                        const char* epsilon) {
    const auto [r, r_evaluations] = cost(prior, n, Tempering::diffused, number(order), number(epsilon));
    const auto [m, m_evaluations] = cost(prior, n, Tempering::concentrated, number(order), number(epsilon));
    out << fmt::format("| {} | {:.1f} | {} | {:.1f} | {} |\n", what, r, r_evaluations, m, m_evaluations);
  };
  const auto head = [&](const char* title, const char* what, const char* rest) {
    out << fmt::format(
        "\n## {}\n\n{}.\n\n| {} | r: microseconds | divergences | m: microseconds | divergences |\n"
        "|---|---|---|---|---|\n",
        title, rest, what);
  };
  head("Cost against the number of categories", "d",
       "All prior counts different (3 to 4), n = 100000, lambda = 8, eps = 1/10; 12 digits, both ends proved. What "
       "grows is reading the prior counts; the O(d^3) triples are never looked at");
  for (const int d : {2, 3, 5, 10, 20, 50, 100, 200, 500, 1000})
    line(std::to_string(d), different(d), 100000, "8", "1/10");
  head("Cost against the number of records", "n", "Prior Beta(6, 12), lambda = 8, eps = 1/10");
  for (std::int64_t n = 1; n <= 1'000'000'000; n *= 10)
    line(std::to_string(n), {Rational(6), Rational(12)}, n, "8", "1/10");
  head("Cost against the order", "lambda", "Prior Beta(6, 12), n = 1000, eps = 1/10");
  for (const char* order : {"1.001", "2", "10", "100", "1000", "10000"})
    line(order, {Rational(6), Rational(12)}, 1000, order, "1/10");
  head("Cost against the prior", "both prior counts", "n = 1000, lambda = 8, eps = 1/10");
  for (const char* a : {"0.000001", "0.001", "1", "1000", "1000000"})
    line(a, {number(a), number(a)}, 1000, "8", "1/10");
  return out.good() ? 0 : 1;
}
