// Runs the program as a user does: arguments in, status and both outputs out.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace dpcert::cli::testing {

struct Outcome {
  int status = -1;
  std::string out, err;
};

/// A fresh folder that goes away with the object.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "dpcert-cli-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

inline std::string slurp(const std::filesystem::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

/// `interrupt_after_ms`: SIGINT after that long.
inline Outcome run(const std::vector<std::string>& arguments, int interrupt_after_ms = 0) {
  const Scratch scratch;
  const auto out = scratch.path() / "stdout", err = scratch.path() / "stderr";
  const pid_t child = ::fork();
  if (child == 0) {
    std::vector<char*> argv{const_cast<char*>(DPCERT_PROGRAM)};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const int o = ::open(out.c_str(), O_CREAT | O_WRONLY, 0600), e = ::open(err.c_str(), O_CREAT | O_WRONLY, 0600);
    ::dup2(o, 1);
    ::dup2(e, 2);
    ::chdir(scratch.path().c_str());
    ::execv(DPCERT_PROGRAM, argv.data());
    ::_exit(127);
  }
  if (interrupt_after_ms > 0) {
    ::usleep(1000u * static_cast<unsigned>(interrupt_after_ms));
    ::kill(child, SIGINT);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, slurp(out), slurp(err)};
}

}  // namespace dpcert::cli::testing
