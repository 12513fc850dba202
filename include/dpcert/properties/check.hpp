// Checking one property over Choices: stored failures first, then explicit examples, random cases, cases directed by a
// score, and shrinking. The result is the same on any machine and for any number of threads.
//
//   TEST(Mine, Order) {
//     const auto r = check("mine.order", [](Case& c) {
//       const Rational order = draw_order(c.choices, 100);
//       c.note("order", order.str());
//       c.require(my_bound(order) >= 0, "the bound is not negative");
//     }, {.cases = 1000});
//     EXPECT_TRUE(r.passed) << r;
//   }
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dpcert/properties/choices.hpp"

namespace dpcert::properties {

/// One case, as a property sees it.
class Case {
 public:
  explicit Case(Choices source) : choices(std::move(source)) {}

  Choices choices;

  /// Ends the case as a failure if `holds` is false.
  void require(bool holds, std::string_view what);
  /// Ends the case without a verdict if `holds` is false; rejected cases are counted by reason.
  void assume(bool holds, std::string_view reason);
  /// A value that a counterexample shows.
  void note(std::string_view name, std::string_view value);
  /// The case counts for this label.
  void label(std::string_view name);
  /// How near the case is to a failure, larger being nearer: what the directed cases climb.
  void score(double value);

  std::vector<std::pair<std::string, std::string>> notes;
  std::vector<std::string> labels;
  std::optional<double> reached;
};

/// A property ends normally, by require or assume, or with an exception, which is a failure.
using Property = std::function<void(Case&)>;

/// At least this share of the cases has to carry the label.
struct Coverage {
  std::string label;
  double share = 0;
};

struct CheckOptions {
  int cases = 100;                   ///< random cases
  int directed = 0;                  ///< cases made from those of the highest score; none if the property sets no score
  int shrinks = 2000;                ///< cases tried while a failure is shrunk
  std::uint64_t seed = 1;            ///< the same seed gives the same cases
  int shard = 0, shards = 1;         ///< only the random cases whose number is `shard` modulo `shards`
  int threads = 1;                   ///< for the random cases; the property must then bear it
  std::string replay{};              ///< a replay string: that case alone, not shrunk
  std::string store{};               ///< a text file of failures, read first and added to; none if empty
  std::vector<Sequence> examples{};  ///< always tried
  std::vector<Coverage> coverage{};  ///< required labels of the random cases
  double coverage_error = 1e-6;      ///< chance to fail a label whose share is as required, each
  std::ostream* observations = nullptr;  ///< one line of JSON for each random case
};

struct CheckResult {
  std::string name;
  bool passed = false;
  int stored = 0, examples = 0, random = 0, directed = 0, shrinks = 0;  ///< cases tried, by phase
  std::map<std::string, int> rejected;                                  ///< random cases, by reason
  std::map<std::string, int> labels;                                    ///< random cases, by label
  std::optional<double> best;  ///< the highest score of random and directed cases
  std::string best_replay;     ///< where it is reached
  std::string phase, failure;  ///< what found the failure, and the shrunk counterexample
  std::string replay{};        ///< "NAME:CHOICES" of the failure, for CheckOptions::replay
};
std::ostream& operator<<(std::ostream& out, const CheckResult& result);

/// Checks the property. A name is letters, digits, points and hyphens: it is the key of the store. Throws dpcert::Error
/// (bad_input) for options out of range and for a replay string or a store that cannot be read.
CheckResult check(std::string_view name, const Property& property, const CheckOptions& options = {});

/// P(X <= hits) for X binomial(tries, share), 0 < share < 1.
double binomial_tail(int hits, int tries, double share);

}  // namespace dpcert::properties
