// Runs the program as a user does: arguments in, status and both outputs out.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
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

/// The program at work.
class Child {
 public:
  /// `output`: where its stdout goes, such as /dev/full; by default it is kept.
  explicit Child(const std::vector<std::string>& arguments, const std::filesystem::path& output = {}) {
    if (!output.empty()) out_ = output;
    child_ = ::fork();
    if (child_ != 0) return;
    std::vector<char*> argv{const_cast<char*>(DPCERT_PROGRAM)};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const int o = ::open(out_.c_str(), O_CREAT | O_WRONLY, 0600), e = ::open(err_.c_str(), O_CREAT | O_WRONLY, 0600);
    ::dup2(o, 1);
    ::dup2(e, 2);
    ::chdir(scratch_.path().c_str());
    ::execv(DPCERT_PROGRAM, argv.data());
    ::_exit(127);
  }
  ~Child() { kill(SIGKILL); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t id() const { return child_; }
  bool running() {
    if (!ended_) ended_ = ::waitpid(child_, &status_, WNOHANG) == child_;
    return !ended_;
  }
  /// On stderr, so far.
  std::string said() const { return slurp(err_); }
  void kill(int signal) {
    if (!running()) return;
    ::kill(child_, signal);
    wait();
  }
  Outcome wait() {
    if (running()) ::waitpid(child_, &status_, 0);
    ended_ = true;
    const bool kept = out_.parent_path() == scratch_.path();
    return {WIFEXITED(status_) ? WEXITSTATUS(status_) : -1, kept ? slurp(out_) : "", slurp(err_)};
  }

 private:
  Scratch scratch_;
  std::filesystem::path out_ = scratch_.path() / "stdout", err_ = scratch_.path() / "stderr";
  pid_t child_ = -1;
  int status_ = 0;
  bool ended_ = false;
};

/// With its stdout on a full disk.
inline Outcome run_on_full_disk(const std::vector<std::string>& arguments) {
  return Child(arguments, "/dev/full").wait();
}

/// `interrupt_after_ms`: SIGINT after that long.
inline Outcome run(const std::vector<std::string>& arguments, int interrupt_after_ms = 0) {
  Child child(arguments);
  if (interrupt_after_ms > 0) {
    ::usleep(1000u * static_cast<unsigned>(interrupt_after_ms));
    child.kill(SIGINT);
  }
  return child.wait();
}

}  // namespace dpcert::cli::testing
