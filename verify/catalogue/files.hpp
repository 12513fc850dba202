// Reading whole files, and writing them so that nobody ever sees half of one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace dpcert::catalogue {

/// Writes to a temporary name in the same folder, then renames. Throws dpcert::Error (bad_input) with the path.
void write_file_atomically(const std::filesystem::path& file, std::string_view bytes);

/// The bytes as a gzip member, the same for the same input. Throws dpcert::Error (internal) if zlib gives up.
std::string gzip(std::string_view bytes);

/// The inverse of `gzip`. Throws dpcert::Error (bad_input) for damaged bytes or more than 1 GiB.
std::string gunzip(std::string_view bytes);

/// The whole file; throws dpcert::Error (bad_input) if it is no regular file, cannot be read, or is larger than `most`.
std::string read_file(const std::filesystem::path& file, std::uintmax_t most = std::uintmax_t{1} << 30);

}  // namespace dpcert::catalogue
