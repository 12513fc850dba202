#include "verify/catalogue/embedded.hpp"

#include "dpcert/catalogue/catalogue.hpp"

extern "C" const dpcert::catalogue::RawFile dpcert_embedded_files[];
extern "C" const dpcert::catalogue::RawFile dpcert_embedded_files_end[];

namespace dpcert::catalogue {

std::vector<SourceFile> embedded_files() {
  std::vector<SourceFile> files;
  for (const RawFile* raw = dpcert_embedded_files; raw != dpcert_embedded_files_end; ++raw)
    files.push_back({raw->path, raw->bytes()});
  return files;
}

}  // namespace dpcert::catalogue
