#include "cli/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace dpcert::cli {

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string clip(std::string_view text, std::size_t columns) {
  if (width(text) <= columns) return std::string(text);
  std::string out;
  std::size_t used = 0;
  for (const char c : text) {
    if ((c & 0xC0) != 0x80 && ++used == columns) break;
    out += c;
  }
  return out + "…";
}

std::string pad(std::string_view text, std::size_t columns) {
  std::string out = clip(text, columns);
  out.append(columns - width(out), ' ');
  return out;
}

std::string wrap(std::string_view text, std::size_t indent, std::size_t columns) {
  std::string out;
  std::size_t used = 0;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (used != 0 && used + 1 + width(word) > columns - indent) {
      out += '\n';
      used = 0;
    }
    if (used == 0) {
      out.append(indent, ' ');
    } else {
      out += ' ';
      ++used;
    }
    out += word;
    used += width(word);
  }
  return out + '\n';
}

std::string indented(std::string_view text, std::size_t indent) {
  std::string out;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) out += std::string(indent, ' ') + line + '\n';
  return out;
}

std::string size_text(std::uintmax_t bytes) {
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  const double kib = static_cast<double>(bytes) / 1024;
  return kib < 1024 ? fmt::format("{:.1f} KiB", kib) : fmt::format("{:.1f} MiB", kib / 1024);
}

}  // namespace dpcert::cli
