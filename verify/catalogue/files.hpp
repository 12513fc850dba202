// Writing files so that nobody ever sees half of one.
#pragma once

#include <filesystem>
#include <string_view>

namespace dpcert::catalogue {

/// Writes to a temporary name in the same folder, then renames. Throws dpcert::Error (bad_input) with the path.
void write_file_atomically(const std::filesystem::path& file, std::string_view bytes);

/// The bytes as a gzip member, the same for the same input. Throws dpcert::Error (internal) if zlib gives up.
std::string gzip(std::string_view bytes);

}  // namespace dpcert::catalogue
