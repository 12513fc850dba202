// Plain text for a terminal: wrapping and padding that count UTF-8 characters, not bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dpcert::cli {

/// Number of characters (code points).
std::size_t width(std::string_view text);
/// Cut to `columns` characters, with an ellipsis if something was lost.
std::string clip(std::string_view text, std::size_t columns);
/// `clip`, then filled up with blanks.
std::string pad(std::string_view text, std::size_t columns);
/// Words filled into lines of at most `columns`, each line after `indent` blanks.
std::string wrap(std::string_view text, std::size_t indent, std::size_t columns = 100);
/// Every line after `indent` blanks, unchanged otherwise.
std::string indented(std::string_view text, std::size_t indent);

/// "512 bytes", "3.4 KiB", "1.2 MiB".
std::string size_text(std::uintmax_t bytes);

}  // namespace dpcert::cli
