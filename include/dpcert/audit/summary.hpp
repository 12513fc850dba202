// What an audit found, in bounded memory: counts, by tool and mechanism too, and the worst cases.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "dpcert/audit/audit.hpp"

namespace dpcert::audit {

struct Counts {
  std::uint64_t rows = 0;
  std::array<std::uint64_t, verdict_count> verdicts{};
  std::array<std::uint64_t, class_count> classes{};  ///< of the unsound; `none` stays 0
  [[nodiscard]] std::uint64_t of(Verdict v) const { return verdicts[static_cast<std::size_t>(v)]; }
  [[nodiscard]] std::uint64_t of(Class c) const { return classes[static_cast<std::size_t>(c)]; }
};

struct Group {
  std::string tool, mechanism;
  Counts counts;
  std::optional<Judged> worst;  ///< the worst unsound row
};

class Summary {
 public:
  static constexpr std::size_t kept_cases = 100, kept_problems = 100, kept_groups = 500;

  /// `tolerated_ulps`: unsound values of class rounding or numerical within so many ulps are counted apart.
  explicit Summary(double tolerated_ulps = 0) : tolerated_ulps_(tolerated_ulps) {}
  void add(const Judged& judged);

  [[nodiscard]] const Counts& counts() const { return counts_; }
  /// Unsound, but within the tolerance.
  [[nodiscard]] std::uint64_t tolerated() const { return tolerated_; }
  [[nodiscard]] double tolerated_ulps() const { return tolerated_ulps_; }
  /// Groups with the most serious unsound row first, then by name. Beyond `kept_groups` different ones the rest is one
  /// group, "(others)".
  [[nodiscard]] std::vector<const Group*> groups() const;
  /// The worst unsound rows, worst first; at most `kept_cases`.
  [[nodiscard]] const std::vector<Judged>& worst() const { return worst_; }
  /// The first rows in error or undecided, in order; at most `kept_problems` of each.
  [[nodiscard]] const std::vector<Judged>& errors() const { return errors_; }
  [[nodiscard]] const std::vector<Judged>& undecided() const { return undecided_; }

 private:
  double tolerated_ulps_;
  Counts counts_;
  std::uint64_t tolerated_ = 0;
  std::map<std::pair<std::string, std::string>, Group> groups_;
  std::vector<Judged> worst_, errors_, undecided_;
};

}  // namespace dpcert::audit
