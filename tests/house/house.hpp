// What keeps the source tree in order: folders that include one way only, files that are read in one sitting, a page at
// the door of each folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dpcert::house {

struct Room {
  std::string folder;  // "verify/engine/goal"
  bool alone = false;  // includes nothing of the others
};

/// The rooms in their order, from a text with one in each line; `#` begins a comment.
std::vector<Room> read_rooms(const std::string& text);

/// What is wrong with the tree below `root`, a line each; nothing if all is well. `counted`: the includes looked at.
std::vector<std::string> complaints(const std::filesystem::path& root, const std::vector<Room>& rooms,
                                    std::size_t& counted);

}  // namespace dpcert::house
