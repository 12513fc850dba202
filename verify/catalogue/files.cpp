#include "verify/catalogue/files.hpp"

#include <unistd.h>
#include <zlib.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "src/scalar/error.hpp"

namespace dpcert::catalogue {

void write_file_atomically(const std::filesystem::path& file, std::string_view bytes) {
  // In the same folder, so that the rename stays inside one file system; process id and number keep writers apart.
  static std::atomic<unsigned> number{0};
  const std::filesystem::path temporary =
      file.string() + "." + std::to_string(::getpid()) + "." + std::to_string(number++) + ".tmp";
  std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  std::error_code problem;
  if (out) std::filesystem::rename(temporary, file, problem);
  if (!out || problem) {
    const std::string why = problem ? problem.message() : std::strerror(errno);
    std::filesystem::remove(temporary, problem);
    throw Error(ErrorCode::bad_input, file.string(), "a place that can be written", why);
  }
}

std::string gzip(std::string_view bytes) {
  z_stream stream{};
  // 16 + window bits: a gzip header, which zlib leaves without time and name.
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw Error(ErrorCode::internal, "gzip", "memory for zlib", "none");
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END)
    throw Error(ErrorCode::internal, "gzip", "one pass over less than 4 GiB", std::to_string(bytes.size()) + " bytes");
  return out;
}

}  // namespace dpcert::catalogue
