#include "src/empirical/scores.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>
#include <utility>

namespace dpcert::empirical {

namespace {

/// Smoothed, so that a cell that one law was not seen in gets a finite score that grows with what the other put there.
double log_ratio(double count_p, double total_p, double count_q, double total_q) {
  return std::log((count_p + 0.5) / (total_p + 1)) - std::log((count_q + 0.5) / (total_q + 1));
}

/// A whole output as a key; -0 is 0.
std::string key_of(const Samples& samples, std::uint32_t row) {
  std::string key(samples.columns.size() * sizeof(double), '\0');
  for (std::size_t j = 0; j < samples.columns.size(); ++j) {
    const double x = samples.columns[j][row] + 0.0;
    std::memcpy(key.data() + j * sizeof(double), &x, sizeof(double));
  }
  return key;
}

class OutcomeScore final : public Score {
 public:
  OutcomeScore(const Samples& p, Rows rows_p, const Samples& q, Rows rows_q) {
    std::unordered_map<std::string, std::pair<double, double>> counts;
    for (const auto i : rows_p) ++counts[key_of(p, i)].first;
    for (const auto i : rows_q) ++counts[key_of(q, i)].second;
    for (const auto& [key, n] : counts)
      scores_[key] =
          log_ratio(n.first, static_cast<double>(rows_p.size()), n.second, static_cast<double>(rows_q.size()));
  }
  /// Whether outputs repeat so often that their frequencies mean something.
  [[nodiscard]] bool useful(std::size_t rows) const { return scores_.size() <= rows / 4; }
  [[nodiscard]] std::vector<double> of(const Samples& samples, Rows rows) const override {
    std::vector<double> out;
    out.reserve(rows.size());
    for (const auto i : rows) {
      const auto found = scores_.find(key_of(samples, i));
      out.push_back(found == scores_.end() ? 0 : found->second);
    }
    return out;
  }
  [[nodiscard]] std::string description() const override { return "log likelihood ratio of the outcome"; }

 private:
  std::unordered_map<std::string, double> scores_;
};

class ColumnScore final : public Score {
 public:
  ColumnScore(std::size_t column, std::string name) : column_(column), name_(std::move(name)) {}
  [[nodiscard]] std::vector<double> of(const Samples& samples, Rows rows) const override {
    std::vector<double> out;
    out.reserve(rows.size());
    for (const auto i : rows) out.push_back(samples.columns[column_][i]);
    return out;
  }
  [[nodiscard]] std::string description() const override { return name_; }

 private:
  std::size_t column_;
  std::string name_;
};

/// The likelihood ratio of a histogram of one column; of labels, each label a cell.
class HistogramScore final : public Score {
 public:
  HistogramScore(std::size_t column, std::string name, const Samples& p, Rows rows_p, const Samples& q, Rows rows_q)
      : column_(column), name_(std::move(name)), label_(p.is_label(column)) {
    std::vector<double> pooled;
    for (const auto i : rows_p) pooled.push_back(p.columns[column][i]);
    for (const auto i : rows_q) pooled.push_back(q.columns[column][i]);
    std::ranges::sort(pooled);
    if (label_) {
      pooled.erase(std::unique(pooled.begin(), pooled.end()), pooled.end());
      ends_ = std::move(pooled);
    } else {
      place_ends(pooled);
    }
    std::vector<double> count_p(ends_.size() + 1), count_q(ends_.size() + 1);
    for (const auto i : rows_p) ++count_p[cell(p.columns[column][i])];
    for (const auto i : rows_q) ++count_q[cell(q.columns[column][i])];
    for (std::size_t k = 0; k <= ends_.size(); ++k)
      scores_.push_back(
          log_ratio(count_p[k], static_cast<double>(rows_p.size()), count_q[k], static_cast<double>(rows_q.size())));
  }
  [[nodiscard]] double at(double x) const { return scores_[cell(x)]; }
  [[nodiscard]] std::vector<double> of(const Samples& samples, Rows rows) const override {
    std::vector<double> out;
    out.reserve(rows.size());
    for (const auto i : rows) out.push_back(at(samples.columns[column_][i]));
    return out;
  }
  [[nodiscard]] std::string description() const override { return "log likelihood ratio of " + name_; }

 private:
  /// Quantiles; a quarter of the cells halve towards each end, where rare events are.
  void place_ends(const std::vector<double>& sorted) {
    const std::size_t n = sorted.size(), cells = std::clamp<std::size_t>(n / 100, 4, 64);
    for (std::size_t k = 1; k < cells; ++k) ends_.push_back(sorted[k * n / cells]);
    for (std::size_t rank = n / cells / 2; rank >= 10; rank /= 2) {
      ends_.push_back(sorted[rank]);
      ends_.push_back(sorted[n - 1 - rank]);
    }
    std::ranges::sort(ends_);
    ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
  }
  /// Cell k holds what is above ends k - 1 and at most end k.
  [[nodiscard]] std::size_t cell(double x) const {
    const auto at = std::ranges::lower_bound(ends_, x);
    if (label_ && (at == ends_.end() || *at != x)) return ends_.size();  // not seen: a cell of its own
    return static_cast<std::size_t>(at - ends_.begin());
  }
  std::size_t column_;
  std::string name_;
  bool label_;
  std::vector<double> ends_, scores_;
};

/// As if the columns were independent.
class SumScore final : public Score {
 public:
  explicit SumScore(std::vector<HistogramScore> parts) : parts_(std::move(parts)) {}
  [[nodiscard]] std::vector<double> of(const Samples& samples, Rows rows) const override {
    std::vector<double> out(rows.size());
    for (const HistogramScore& part : parts_) {
      const auto one = part.of(samples, rows);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] += one[i];
    }
    return out;
  }
  [[nodiscard]] std::string description() const override { return "sum of the columns' log likelihood ratios"; }

 private:
  std::vector<HistogramScore> parts_;
};

/// Fisher's linear discriminant of the columns of reals.
class LinearScore final : public Score {
 public:
  LinearScore(std::vector<std::size_t> columns, const Samples& p, Rows rows_p, const Samples& q, Rows rows_q)
      : columns_(std::move(columns)) {
    const auto d = static_cast<Eigen::Index>(columns_.size());
    Eigen::MatrixXd scatter = Eigen::MatrixXd::Zero(d, d);
    const auto mean_of = [&](const Samples& samples, Rows rows) {
      Eigen::VectorXd mean = Eigen::VectorXd::Zero(d), x(d);
      for (const auto i : rows) mean += row(samples, i, x);
      mean /= static_cast<double>(rows.size());
      for (const auto i : rows) {
        row(samples, i, x);
        x -= mean;
        scatter.selfadjointView<Eigen::Lower>().rankUpdate(x);
      }
      return mean;
    };
    const Eigen::VectorXd mean_p = mean_of(p, rows_p), mean_q = mean_of(q, rows_q);
    Eigen::MatrixXd full = scatter.selfadjointView<Eigen::Lower>();
    full.diagonal().array() += 1e-9 * full.diagonal().mean() + 1e-300;
    weights_ = full.ldlt().solve(mean_p - mean_q);
    const double size = weights_.norm();
    if (size > 0) weights_ /= size;
  }
  [[nodiscard]] bool useful() const { return weights_.allFinite() && weights_.norm() > 0; }
  [[nodiscard]] std::vector<double> of(const Samples& samples, Rows rows) const override {
    std::vector<double> out;
    out.reserve(rows.size());
    Eigen::VectorXd x(weights_.size());
    for (const auto i : rows) out.push_back(weights_.dot(row(samples, i, x)));
    return out;
  }
  [[nodiscard]] std::string description() const override { return "linear discriminant of the columns"; }

 private:
  Eigen::VectorXd& row(const Samples& samples, std::uint32_t i, Eigen::VectorXd& x) const {
    for (std::size_t j = 0; j < columns_.size(); ++j) x[static_cast<Eigen::Index>(j)] = samples.columns[columns_[j]][i];
    return x;
  }
  std::vector<std::size_t> columns_;
  Eigen::VectorXd weights_;
};

}  // namespace

std::vector<std::unique_ptr<Score>> learn_scores(const Samples& p, Rows rows_p, const Samples& q, Rows rows_q,
                                                 const std::vector<std::string>& names) {
  std::vector<std::unique_ptr<Score>> scores;
  const std::size_t d = p.columns.size();
  auto outcome = std::make_unique<OutcomeScore>(p, rows_p, q, rows_q);
  if (outcome->useful(rows_p.size() + rows_q.size())) scores.push_back(std::move(outcome));
  std::vector<HistogramScore> parts;
  std::vector<std::size_t> reals;
  for (std::size_t j = 0; j < d; ++j) {
    const std::string name = j < names.size() ? names[j] : d == 1 ? "output" : "output " + std::to_string(j + 1);
    parts.emplace_back(j, name, p, rows_p, q, rows_q);
    if (p.is_label(j)) continue;
    reals.push_back(j);
    scores.push_back(std::make_unique<ColumnScore>(j, name));
  }
  for (const HistogramScore& part : parts) scores.push_back(std::make_unique<HistogramScore>(part));
  constexpr std::size_t most_for_linear = 200;
  if (reals.size() > 1 && reals.size() <= most_for_linear) {
    auto linear = std::make_unique<LinearScore>(reals, p, rows_p, q, rows_q);
    if (linear->useful()) scores.push_back(std::move(linear));
  }
  if (d > 1) scores.push_back(std::make_unique<SumScore>(std::move(parts)));
  return scores;
}

}  // namespace dpcert::empirical
