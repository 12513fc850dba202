#include "cli/files.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "cli/command.hpp"
#include "verify/catalogue/files.hpp"

namespace dpcert::cli {

void make_folder(const std::string& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (!problem && !std::filesystem::is_directory(folder)) problem = std::make_error_code(std::errc::not_a_directory);
  if (problem) throw BadInput(folder + ": cannot make this folder: " + problem.message());
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw BadInput(folder + ": cannot write into this folder: " + std::strerror(errno));
}

namespace {
void refuse_folder(const std::string& file, const std::string& expected) {
  std::error_code problem;
  if (std::filesystem::is_directory(file, problem)) throw BadInput(file + ": a folder; expected " + expected);
}
}  // namespace

std::ifstream open_input(const std::string& file, const std::string& expected) {
  refuse_folder(file, expected);
  std::ifstream in(file, std::ios::binary);
  if (!in) throw BadInput(file + ": cannot be read");
  return in;
}

std::string read_input(const std::string& file, const std::string& expected) {
  refuse_folder(file, expected);
  return catalogue::read_file(file);
}

int flush_output(int status) {
  errno = 0;
  const bool lost = std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout.flush();
  if (!lost) return status;
  std::fprintf(stderr, "dpcert: standard output: cannot be written%s%s\n", errno ? ": " : "",
               errno ? std::strerror(errno) : "");
  return static_cast<int>(Exit::bad_input);
}

}  // namespace dpcert::cli
