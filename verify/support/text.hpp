// Small things about text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dpcert::verify {

inline constexpr std::string_view white_space = " \t\r\n";

/// Without the characters of `blanks` at both ends.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = white_space) {
  const auto first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view{}
                                         : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// What white space parts.
inline std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> found;
  for (std::size_t at = text.find_first_not_of(white_space); at != std::string_view::npos;) {
    const std::size_t end = text.find_first_of(white_space, at);
    found.emplace_back(text.substr(at, end - at));
    at = end == std::string_view::npos ? end : text.find_first_not_of(white_space, end);
  }
  return found;
}

}  // namespace dpcert::verify
