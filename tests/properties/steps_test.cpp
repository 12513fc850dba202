#include "dpcert/properties/steps.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "dpcert/core/error.hpp"

namespace dpcert::properties {
namespace {

/// A queue with room for five that loses its first element when a sixth comes: a defect that six steps show.
class ShortQueue {
 public:
  void put(std::int64_t x) {
    if (held_.size() == 5) held_.erase(held_.begin());
    held_.push_back(x);
  }
  std::int64_t get() {
    const std::int64_t first = held_.front();
    held_.erase(held_.begin());
    return first;
  }
  [[nodiscard]] std::size_t size() const { return held_.size(); }

 private:
  std::vector<std::int64_t> held_;
};

void queue_is_its_model(Case& c) {
  ShortQueue queue;
  std::vector<std::int64_t> model;
  const Step kinds[] = {{"put",
                         [&](Case& of) {
                           const std::int64_t x = draw_integer(of.choices, -100, 100);
                           queue.put(x), model.push_back(x);
                         }},
                        {"get",
                         [&](Case& of) {
                           const std::int64_t x = queue.get(), expected = model.front();
                           model.erase(model.begin());
                           of.require(x == expected, "first in, first out");
                         },
                         [&] { return !model.empty(); }}};
  take_steps(c, kinds, 100, [&] { c.require(queue.size() == model.size(), "as many as were put"); });
}

TEST(Steps, AFailureIsShrunkToTheFewestSteps) {
  const CheckResult r = check("example.queue", queue_is_its_model, {.cases = 200});
  ASSERT_FALSE(r.passed);
  // Six elements have to be there at once, and no step takes one away; the least numbers are zeros.
  EXPECT_EQ(r.failure, "steps = put, put, put, put, put, put\nas many as were put");
  const CheckResult again = check("example.queue", queue_is_its_model, {.replay = r.replay});
  EXPECT_EQ(again.failure, r.failure);
}

TEST(Steps, TakesEveryKindThatIsAllowedAndNoOther) {
  const CheckResult r = check(
      "example.turns",
      [](Case& c) {
        int a = 0, b = 0, never = 0;
        const Step kinds[] = {{"a", [&](Case&) { ++a; }, [&] { return a <= b; }},
                              {"b", [&](Case&) { ++b; }, [&] { return b < a; }},
                              {"never", [&](Case&) { ++never; }, [] { return false; }}};
        const auto taken = take_steps(c, kinds, 30, [&] { c.require(a == b || a == b + 1, "in turns"); });
        c.require(never == 0, "a step that is not allowed is not taken");
        c.require(taken == static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b), "each step is counted once");
        c.require(taken <= 30, "no more steps than asked for");
        if (taken > 10) c.label("more than ten");
        if (taken == 30) c.label("all");
      },
      {.cases = 300, .coverage = {{"more than ten", 0.5}, {"all", 0.1}}});
  EXPECT_TRUE(r.passed) << r;
}

TEST(Steps, EndWhereNoneIsAllowed) {
  Case c(Choices(1));
  int taken = 0;
  const Step once[] = {{"once", [&](Case&) { ++taken; }, [&] { return taken == 0; }}};
  take_steps(c, once, 10);
  EXPECT_LE(taken, 1);
  EXPECT_THROW(take_steps(c, {}, 10), Error);
  // A sequence that has ended takes no step.
  Case none{Choices(Sequence{})};
  EXPECT_EQ(take_steps(none, once, 10), 0u);
  EXPECT_EQ(none.labels, std::vector<std::string>{"no steps"});
}

}  // namespace
}  // namespace dpcert::properties
