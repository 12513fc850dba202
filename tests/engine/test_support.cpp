// What engine, catalogue and program share: text and worker threads.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "verify/support/text.hpp"
#include "verify/support/threads.hpp"

namespace dpcert::verify {
namespace {

TEST(Text, TrimmedTakesBlanksAtTheEndsOnly) {
  EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
  EXPECT_EQ(trimmed("a"), "a");
  EXPECT_EQ(trimmed(" \n"), "");
  EXPECT_EQ(trimmed(""), "");
  EXPECT_EQ(trimmed(" ;g(x) ; ", " ;"), "g(x)");
  EXPECT_EQ(trimmed("\na", " "), "\na");
}

TEST(Text, WordsAreWhatWhiteSpaceParts) {
  EXPECT_EQ(words("  one\ttwo \r\nthree"), (std::vector<std::string>{"one", "two", "three"}));
  EXPECT_EQ(words("one"), std::vector<std::string>{"one"});
  EXPECT_TRUE(words(" \n ").empty());
  EXPECT_TRUE(words("").empty());
}

TEST(Crew, EachThreadDoesTheJobOnceInEachRound) {
  Crew crew(3);
  ASSERT_EQ(crew.size(), 3u);
  std::vector<std::atomic<int>> done(4);
  for (int round = 1; round <= 50; ++round) {
    crew.run([&](std::size_t index) { ++done[index]; });
    for (const auto& d : done) EXPECT_EQ(d, round);
  }
}

TEST(Crew, SharesWorkThatIsTakenInAnyOrder) {
  std::vector<int> squares(1000);
  std::atomic<std::size_t> next{0};
  Crew(3).run([&](std::size_t) {
    for (std::size_t i; (i = next++) < squares.size();) squares[i] = static_cast<int>(i * i);
  });
  for (std::size_t i = 0; i < squares.size(); ++i) EXPECT_EQ(squares[i], static_cast<int>(i * i));
}

TEST(Crew, WaitsAndStopsWaiting) {
  std::atomic<bool> go = false;
  Crew crew(2);
  EXPECT_TRUE(crew.wait_for(std::chrono::milliseconds(0))) << "nothing was begun";
  crew.start([&](std::size_t) { go.wait(false); });
  EXPECT_FALSE(crew.wait_for(std::chrono::milliseconds(1)));
  go = true;
  go.notify_all();
  crew.wait();
  EXPECT_TRUE(crew.wait_for(std::chrono::milliseconds(0)));
}

TEST(Crew, RethrowsWhatAJobThrows) {
  Crew crew(2);
  for (const std::size_t culprit : {0u, 1u, 2u}) {  // the last one is the caller's own thread
    std::atomic<int> others = 0;
    EXPECT_THROW(crew.run([&](std::size_t index) {
      if (index == culprit) throw std::runtime_error("a job");
      ++others;
    }),
                 std::runtime_error);
    EXPECT_EQ(others, 2);
  }
  std::atomic<int> after = 0;
  crew.run([&](std::size_t) { ++after; });
  EXPECT_EQ(after, 3) << "it goes on after that";
}

TEST(Crew, AJobThatWasBegunIsDoneBeforeItGoes) {
  std::atomic<int> done = 0;
  {
    Crew crew(2);
    crew.start([&](std::size_t) { ++done; });
  }
  EXPECT_EQ(done, 2);
}

TEST(Threads, AreNoMoreThanTasks) {
  EXPECT_EQ(threads_for(4, 100), 4u);
  EXPECT_EQ(threads_for(4, 3), 3u);
  EXPECT_EQ(threads_for(4, 0), 1u);
  EXPECT_GE(threads_for(0, 100), 1u);
}

}  // namespace
}  // namespace dpcert::verify
