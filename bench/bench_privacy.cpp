// Certified privacy quantities per second, one thread, each beside plain double. The question each row answers:
//   NAME/certified   an enclosure to double accuracy of a query whose numbers are doubles
//   NAME/compare     is this double above or below the truth? (what an audit asks)
//   NAME/double      the textbook formula in double, no guarantee
//   audit_sample/file  rows of the example table from text to judgement, as `dpcert audit --threads 1`
//   coin_delta, coin_rdp  the posterior of a coin's logit, 5 records, all pairs of counts (16 queries, no compare)
// Parameters: sigma log-uniform on [0.3, 30], q on [1e-6, 1]; orders as the row says. Counter: items per second of
// processor time.
#include <benchmark/benchmark.h>

#include <cmath>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "dpcert/audit/audit.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "nlohmann/json.hpp"

namespace {

using namespace dpcert;
using Values = std::map<std::string, std::vector<Rational>>;

class Draw {
 public:
  double uniform(double lo, double hi) { return lo + (hi - lo) * static_cast<double>(random_() >> 11) * 0x1p-53; }
  double log_uniform(double lo, double hi) { return std::exp(uniform(std::log(lo), std::log(hi))); }
  Rational exact(double x) { return Rational::from_double(x); }

 private:
  std::mt19937_64 random_{20};
};

struct Case {
  Query query;
  double value;  ///< a double beside the truth
};

std::vector<Case> cases(const std::string& row) {
  Draw draw;
  std::vector<Case> out;
  const bool coin = row.starts_with("coin");  // integrals: slower
  while (out.size() < (coin ? 16 : 512)) {
    Values values{{"sigma", {draw.exact(draw.log_uniform(0.3, 30))}}};
    std::string mechanism = "gaussian", quantity = "rdp";
    double at = draw.uniform(1.01, 512);
    if (row == "gaussian_delta") quantity = "delta", at = draw.uniform(0, 10);
    if (row == "gaussian_epsilon") quantity = "epsilon", at = draw.log_uniform(1e-15, 0.01);
    if (row == "gaussian_sigma") {
      quantity = "sigma", at = draw.log_uniform(1e-15, 0.01);
      values = {{"epsilon", {draw.exact(draw.log_uniform(0.01, 20))}}};
    }
    if (row.starts_with("subsampled")) {
      mechanism = "poisson_subsampled_gaussian";
      values["q"] = {draw.exact(draw.log_uniform(1e-6, 1))};
      if (row == "subsampled_integer") at = std::floor(draw.uniform(2, 513));
    }
    if (coin) {
      mechanism = "gibbs_bernoulli", quantity = row == "coin_rdp" ? "rdp" : "delta";
      at = row == "coin_rdp" ? draw.uniform(1.01, 8) : draw.uniform(0, 1);
      values = {{"beta", {draw.exact(draw.log_uniform(0.05, 2))}},
                {"n", {Rational(5)}},
                {"convexity", {Rational(1)}},
                {"prior_mean", {Rational(0)}}};
    }
    if (row == "laplace") mechanism = "laplace", values = {{"b", values["sigma"]}};
    if (row == "exponential_mechanism") mechanism = row, values = {{"eps", values["sigma"]}};
    Query query = make_query(quantity, mechanism, values, ExtendedRational{draw.exact(at), false});
    const double truth = certify(query, 20).enclosure.approx();
    if (!std::isnormal(truth)) continue;  // delta may be far below the doubles
    out.push_back({std::move(query), truth * (1 + 1e-6)});
  }
  return out;
}

template <class F>
void run(benchmark::State& state, const std::string& row, F&& f) {
  const auto all = cases(row);
  std::size_t i = 0;
  for (auto _ : state) {
    const Case& c = all[i++ % all.size()];
    benchmark::DoNotOptimize(f(c));
  }
  state.SetItemsProcessed(state.iterations());
}

void certified_value(benchmark::State& state, const std::string& row) {
  run(state, row, [&](const Case& c) {
    const Certified r = certify(c.query, 15);
    if (!r.is_finite()) state.SkipWithError("a finite value was not enclosed");
    return r.precision;
  });
}
void compared(benchmark::State& state, const std::string& row) {
  run(state, row, [&](const Case& c) {
    const Comparison r = compare(c.query, c.value);
    if (r.side != Comparison::Side::above) state.SkipWithError("a wrong side");
    return r.side;
  });
}
void plain(benchmark::State& state, const std::string& row) {
  run(state, row, [&](const Case& c) { return textbook(c.query); });
}

/// The rows of the example table, as `audit` reads them.
std::vector<Case> audit_rows(const std::string& file) {
  std::vector<Case> out;
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') {
        quoted = !quoted;
        if (quoted && !fields.back().empty()) fields.back() += '"';  // a doubled quote inside
      } else if (c == ',' && !quoted) {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    std::map<std::string, std::string> parameters;
    const auto object = nlohmann::json::parse(fields[3]);
    for (const auto& [key, value] : object.items())
      parameters[key] = value.is_string() ? value.get<std::string>() : value.dump();
    out.push_back({parse_query(fields[5], fields[2], parameters, fields[4], NumberReading::nearest_double),
                   std::strtod(fields[7].c_str(), nullptr)});
  }
  return out;
}
void audit_sample(benchmark::State& state, bool certified) {
  const auto all = audit_rows(DPCERT_SOURCE_DIR "/examples/audit-sample.csv");
  if (all.empty()) state.SkipWithError("no rows");
  for (auto _ : state) {
    for (const Case& c : all) {
      if (certified) {
        benchmark::DoNotOptimize(compare(c.query, c.value).side);
      } else {
        benchmark::DoNotOptimize(textbook(c.query));
      }
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.size()));
}

/// `dpcert audit` without printing: text in, judgements out, one thread.
void audit_file(benchmark::State& state) {
  std::ifstream in(DPCERT_SOURCE_DIR "/examples/audit-sample.csv");
  std::string header, rows, all;
  std::getline(in, header);
  for (std::string line; std::getline(in, line);) rows += line + "\n";
  all = header + "\n";
  constexpr int copies = 20;
  for (int i = 0; i < copies; ++i) all += rows;
  std::int64_t judged = 0;
  for (auto _ : state) {
    std::istringstream text(all);
    dpcert::audit::Options options;
    options.row = [&](const dpcert::audit::Judged& one) {
      if (one.judgement.verdict == dpcert::audit::Verdict::error) state.SkipWithError("a row in error");
      ++judged;
    };
    benchmark::DoNotOptimize(dpcert::audit::audit(text, options));
  }
  state.SetItemsProcessed(judged);
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string row : {"gaussian_rdp", "gaussian_delta", "gaussian_epsilon", "gaussian_sigma", "laplace",
                                "exponential_mechanism", "subsampled_integer", "subsampled_real"}) {
    benchmark::RegisterBenchmark((row + "/certified").c_str(), certified_value, row);
    benchmark::RegisterBenchmark((row + "/compare").c_str(), compared, row);
    benchmark::RegisterBenchmark((row + "/double").c_str(), plain, row);
  }
  // The Gibbs posterior of a coin's logit, 5 records: all pairs of counts, both directions.
  for (const std::string row : {"coin_delta", "coin_rdp"}) {
    benchmark::RegisterBenchmark((row + "/certified").c_str(), certified_value, row)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((row + "/double").c_str(), plain, row)->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("audit_sample/compare", audit_sample, true);
  benchmark::RegisterBenchmark("audit_sample/double", audit_sample, false);
  benchmark::RegisterBenchmark("audit_sample/file", audit_file);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
