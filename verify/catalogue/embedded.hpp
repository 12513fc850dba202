// One file of a table that cmake/DpcertEmbed.cmake lays out.
#pragma once

#include <string_view>

namespace dpcert::catalogue {

struct RawFile {
  const char* path;
  const char* begin;
  const char* end;
  std::string_view bytes() const { return {begin, static_cast<std::size_t>(end - begin)}; }
};

}  // namespace dpcert::catalogue
