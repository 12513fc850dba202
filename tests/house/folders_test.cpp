// The source tree itself: tests/house/rooms.txt says which folder may include which.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/house/house.hpp"

namespace dpcert::house {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const auto& line : lines) all += line + "\n";
  return all;
}

TEST(House, FoldersIncludeOneWayAndFilesAreShort) {
  const fs::path root = DPCERT_SOURCE_DIR;
  const auto rooms = read_rooms(read(root / "tests/house/rooms.txt"));
  ASSERT_GT(rooms.size(), 20u);
  std::size_t counted = 0;
  const auto found = complaints(root, rooms, counted);
  EXPECT_TRUE(found.empty()) << joined(found);
  EXPECT_GT(counted, 500u);
}

// A small house with one fault of each kind.
class Faulty : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(root_);
    write("src/low/README.md", "low");
    write("src/high/README.md", "high");
    write("verify/lonely/README.md", "lonely");
    write("include/dpcert/low/low.hpp", "#pragma once\n");
    write("include/dpcert/high/high.hpp", "#pragma once\n#include \"dpcert/low/low.hpp\"\n");
    write("src/low/low.cpp", "#include \"dpcert/low/low.hpp\"\n#include <vector>\n");
    write("src/high/high.cpp", "#include \"dpcert/high/high.hpp\"\n");
    write("verify/lonely/lonely.cpp", "#include \"verify/lonely/lonely.hpp\"\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  std::vector<std::string> look() const {
    std::size_t counted = 0;
    return complaints(root_, read_rooms("src/low\n# between\n\nsrc/high\nverify/lonely alone\n"), counted);
  }
  void expect_one(const std::string& what) const {
    const auto found = look();
    EXPECT_EQ(found.size(), 1u) << joined(found);
    EXPECT_TRUE(std::ranges::any_of(found, [&](const auto& line) { return line.find(what) != std::string::npos; }))
        << what << " not in\n"
        << joined(found);
  }

  const fs::path root_ = fs::path(testing::TempDir()) / ("dpcert-house-" + std::to_string(::getpid()));
};

TEST_F(Faulty, NothingToComplainOf) { EXPECT_EQ(joined(look()), ""); }
TEST_F(Faulty, AnIncludeTheWrongWay) {
  write("src/low/low.cpp", "// a comment\n#include \"dpcert/high/high.hpp\"\n");
  expect_one("src/low/low.cpp:2: src/low must not include dpcert/high/high.hpp of src/high");
}
TEST_F(Faulty, APublicHeaderTheWrongWay) {
  write("include/dpcert/low/low.hpp", "#include <dpcert/high/high.hpp>\n");
  expect_one("include/dpcert/low/low.hpp:1");
}
TEST_F(Faulty, WhoIsToStayAlone) {
  write("verify/lonely/lonely.cpp", "#include \"dpcert/low/low.hpp\"\n");
  expect_one("verify/lonely must not include");
}
TEST_F(Faulty, ALongFile) {
  std::string lines;
  for (int i = 0; i < 600; ++i) lines += "\n";
  write("src/low/low.cpp", lines);
  EXPECT_EQ(joined(look()), "");
  write("src/low/low.cpp", lines + "\n");
  expect_one("601 lines");
}
TEST_F(Faulty, AFolderWithoutItsPage) {
  fs::remove(root_ / "src/high/README.md");
  expect_one("src/high: no README.md");
}
TEST_F(Faulty, AnUmbrellaIsForUsers) {
  write("include/dpcert/high.hpp", "#include \"dpcert/high/high.hpp\"\n#include \"dpcert/low/low.hpp\"\n");
  EXPECT_EQ(joined(look()), "");
  write("src/high/high.cpp", "#include \"dpcert/high.hpp\"\n");
  expect_one("src/high/high.cpp:1: dpcert/high.hpp is for users");
}
TEST_F(Faulty, AFolderThatIsNoRoom) {
  write("verify/attic/box.cpp", "\n");
  write("verify/attic/README.md", "attic");
  expect_one("verify/attic/box.cpp: in no room");
}

}  // namespace
}  // namespace dpcert::house
