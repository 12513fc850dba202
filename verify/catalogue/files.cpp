#include "verify/catalogue/files.hpp"

#include <unistd.h>
#include <zlib.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "dpcert/core/error.hpp"

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

std::string gunzip(std::string_view bytes) {
  constexpr std::size_t most = std::size_t{1} << 30;
  z_stream stream{};
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK)
    throw Error(ErrorCode::internal, "gunzip", "memory for zlib", "none");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  std::string buffer(1 << 16, '\0');
  int status = Z_OK;
  while (status == Z_OK && out.size() <= most) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&stream, Z_NO_FLUSH);
    out.append(buffer, 0, buffer.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END) throw Error(ErrorCode::bad_input, "gunzip", "a whole gzip member", "a damaged one");
  return out;
}

std::string read_file(const std::filesystem::path& file, std::uintmax_t most) {
  const auto bad = [&](const std::string& given) {
    throw Error(ErrorCode::bad_input, file.string(), "a file that can be read", given);
  };
  std::error_code problem;
  const auto status = std::filesystem::status(file, problem);
  if (status.type() == std::filesystem::file_type::not_found) bad("no such file");
  if (std::filesystem::is_directory(status)) bad("a folder");
  std::ifstream in(file, std::ios::binary);
  if (!in) bad(std::strerror(errno));
  // By pieces, not by the size that the file system tells: pipes and devices have none.
  std::string bytes;
  std::string piece(1 << 16, '\0');
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
    bytes.append(piece, 0, static_cast<std::size_t>(in.gcount()));
    if (bytes.size() > most)
      throw Error(ErrorCode::bad_input, file.string(), "at most " + std::to_string(most >> 20) + " MiB", "more");
  }
  if (in.bad()) bad(std::strerror(errno));
  return bytes;
}

}  // namespace dpcert::catalogue
