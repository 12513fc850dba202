#include "tests/house/house.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

namespace dpcert::house {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest = 600;  // lines of one file

bool is_source(const fs::path& file) { return file.extension() == ".cpp" || file.extension() == ".hpp"; }

class Inspection {
 public:
  Inspection(const fs::path& root, const std::vector<Room>& rooms) : root_(root), rooms_(rooms) {}

  std::vector<std::string> run() {
    for (const char* top : {"src", "include", "verify", "properties", "reports", "cli", "tests", "bench"}) {
      if (!fs::is_directory(root_ / top)) continue;
      for (const auto& item : fs::recursive_directory_iterator(root_ / top))
        if (item.is_regular_file() && is_source(item.path()))
          inspect(fs::relative(item.path(), root_).generic_string());
    }
    for (const std::string& folder : folders_)
      if (!fs::exists(root_ / folder / "README.md")) say(folder + ": no README.md");
    std::ranges::sort(found_);
    return found_;
  }
  [[nodiscard]] std::size_t counted() const { return counted_; }

 private:
  void say(std::string what) { found_.push_back(std::move(what)); }

  void inspect(const std::string& file) {
    const bool is_test = file.starts_with("tests/") || file.starts_with("bench/");
    const bool is_door = file.starts_with("include/") && is_umbrella(file.substr(std::string("include/").size()));
    const auto room = is_test || is_door ? std::nullopt : room_of(file);
    if (!is_test && !is_door && !room) say(file + ": in no room of tests/house/rooms.txt");
    if (!is_test && !file.starts_with("include/")) folders_.insert(fs::path(file).parent_path().generic_string());
    std::ifstream in(root_ / file);
    std::size_t lines = 0;
    for (std::string line; std::getline(in, line); ++lines)
      if (const auto included = name_included(line); room && included) look_at(file, lines + 1, *room, *included);
    if (lines > longest) say(file + ": " + std::to_string(lines) + " lines, more than " + std::to_string(longest));
  }

  void look_at(const std::string& file, std::size_t line, std::size_t from, const std::string& included) {
    const bool is_public = included.starts_with("dpcert/");
    if (is_umbrella(included))
      return say(file + ":" + std::to_string(line) + ": " + included + " is for users; include what is needed");
    const auto to = room_of(is_public ? "include/" + included : included);
    if (!to) return;  // a library's header, one that is made by the build
    ++counted_;
    const bool outward = *to > from || (rooms_[from].alone && *to != from);
    if (outward)
      say(file + ":" + std::to_string(line) + ": " + rooms_[from].folder + " must not include " + included + " of " +
          rooms_[*to].folder);
  }

  /// dpcert/x.hpp, which includes a part of the library for its users.
  static bool is_umbrella(const std::string& included) {
    return included.starts_with("dpcert/") && included.find('/', 7) == std::string::npos;
  }

  static std::optional<std::string> name_included(const std::string& line) {
    const auto first = line.find_first_not_of(' ');
    if (first == std::string::npos || line.compare(first, 9, "#include ") != 0) return std::nullopt;
    const auto from = line.find_first_of("\"<", first) + 1;
    return line.substr(from, line.find_first_of("\">", from) - from);
  }

  /// The room that is the longest beginning of the file's folder.
  [[nodiscard]] std::optional<std::size_t> room_of(const std::string& file) const {
    if (file.starts_with("include/dpcert/")) return room_of_public(file.substr(std::string("include/dpcert/").size()));
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < rooms_.size(); ++i) {
      if (file.starts_with(rooms_[i].folder + "/") && (!best || rooms_[i].folder.size() > rooms_[*best].folder.size()))
        best = i;
    }
    return best;
  }

  /// calibration/calibration.hpp belongs to src/calibration, calibration/foundations.hpp to verify/calibration: each to
  /// where its source is, and without a source of its own to the first of the rooms of that name.
  [[nodiscard]] std::optional<std::size_t> room_of_public(const std::string& header) const {
    std::optional<std::size_t> first;
    for (const char* top : {"src/", "verify/", ""}) {
      const auto room = room_of(top + header);
      if (!room) continue;
      if (fs::exists(root_ / (top + fs::path(header).replace_extension(".cpp").generic_string()))) return room;
      if (!first) first = room;
    }
    return first;
  }

  const fs::path root_;
  const std::vector<Room>& rooms_;
  std::vector<std::string> found_;
  std::set<std::string> folders_;
  std::size_t counted_ = 0;
};

}  // namespace

std::vector<Room> read_rooms(const std::string& text) {
  std::vector<Room> rooms;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    Room room;
    std::string word;
    if (!(words >> room.folder)) continue;
    room.alone = words >> word && word == "alone";
    rooms.push_back(room);
  }
  return rooms;
}

std::vector<std::string> complaints(const fs::path& root, const std::vector<Room>& rooms, std::size_t& counted) {
  Inspection inspection(root, rooms);
  auto found = inspection.run();
  counted = inspection.counted();
  return found;
}

}  // namespace dpcert::house
