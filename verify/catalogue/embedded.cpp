#include "verify/catalogue/catalogue.hpp"

namespace dpcert::catalogue {

namespace {
struct Raw {
  const char* path;
  const char* begin;
  const char* end;
};
}  // namespace

// Laid out by the assembler file that cmake/DpcertEmbed.cmake writes.
extern "C" const Raw dpcert_embedded_files[];
extern "C" const Raw dpcert_embedded_files_end[];

std::vector<SourceFile> embedded_files() {
  std::vector<SourceFile> files;
  for (const Raw* raw = dpcert_embedded_files; raw != dpcert_embedded_files_end; ++raw)
    files.push_back({raw->path, {raw->begin, static_cast<std::size_t>(raw->end - raw->begin)}});
  return files;
}

}  // namespace dpcert::catalogue
