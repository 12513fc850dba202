#include "verify/engine/lp/semidefinite.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>

namespace dpcert::verify {

namespace {

constexpr std::chrono::seconds longest{10};

// A folder of its own for the files of one call, gone with it.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "dpcert-sdp-XXXXXX").string();
    if (mkdtemp(name.data())) path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// The sparse format of SDPA, which CSDP reads: sizes, right sides, then constraint, block, row, column and value.
std::string as_text(const SemidefiniteProgram& p) {
  std::ostringstream out;
  out << p.constraints.size() << '\n' << p.sizes.size() << '\n';
  for (const std::size_t n : p.sizes) out << n << ' ';
  out << '\n';
  for (const double b : p.right) out << fmt::format("{:.17g} ", b);
  out << '\n';
  for (std::size_t k = 0; k < p.constraints.size(); ++k)
    for (const auto& e : p.constraints[k])
      out << fmt::format("{} {} {} {} {:.17g}\n", k + 1, e.block + 1, e.row + 1, e.column + 1, e.value);
  return std::move(out).str();
}

void write(const std::string& program, const std::filesystem::path& folder) {
  std::ofstream(folder / "program") << program;
  // Read from the folder in which it runs; the names and values are the solver's own, but for the last of output.
  std::ofstream(folder / "param.csdp")
      << "axtol=1.0e-9\natytol=1.0e-9\nobjtol=1.0e-9\npinftol=1.0e8\ndinftol=1.0e8\nmaxiter=100\nminstepfrac=0.90\n"
         "maxstepfrac=0.97\nminstepp=1.0e-8\nminstepd=1.0e-8\nusexzgap=1\ntweakgap=0\naffine=0\nprintlevel=0\n"
         "perturbobj=0\nfastmode=0\n";
}

// The exit status: 0 solved, 3 solved to fewer digits, -1 not run to its end.
int run(const std::filesystem::path& folder) {
  std::array<std::string, 3> words{"csdp", "program", "solution"};
  std::array<char*, 4> arguments{words[0].data(), words[1].data(), words[2].data(), nullptr};
  // One thread each, so that the numbers do not depend on how many there are.
  std::array<std::string, 3> settings{"OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "PATH="};
  if (const char* path = std::getenv("PATH")) settings[2] += path;
  std::array<char*, 4> environment{settings[0].data(), settings[1].data(), settings[2].data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  for (const int stream : {1, 2}) posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", 1, 0);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, words[0].c_str(), &actions, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  const auto end = std::chrono::steady_clock::now() + longest;
  for (int status = 0;;) {
    const pid_t said = waitpid(child, &status, WNOHANG);
    if (said == child) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (said < 0) return -1;
    if (std::chrono::steady_clock::now() > end) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return -1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// Behind a line with the dual point: matrix (1 dual, 2 primal), block, row, column and value.
std::optional<std::vector<Eigen::MatrixXd>> solution(const SemidefiniteProgram& p,
                                                     const std::filesystem::path& folder) {
  std::vector<Eigen::MatrixXd> x;
  for (const std::size_t n : p.sizes)
    x.emplace_back(Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n)));
  std::ifstream in(folder / "solution");
  std::string line;
  if (!std::getline(in, line)) return std::nullopt;
  std::size_t matrix = 0, block = 0;
  Eigen::Index row = 0, column = 0;
  for (double value = 0; in >> matrix >> block >> row >> column >> value;) {
    if (matrix != 2) continue;
    if (block < 1 || block > x.size() || row < 1 || column < 1) return std::nullopt;
    Eigen::MatrixXd& m = x[block - 1];
    if (row > m.rows() || column > m.cols() || !std::isfinite(value)) return std::nullopt;
    m(row - 1, column - 1) = m(column - 1, row - 1) = value;
  }
  return x;
}

using Answer = std::optional<std::vector<Eigen::MatrixXd>>;

Answer solved(const SemidefiniteProgram& program, const std::string& text) {
  const Scratch scratch;
  if (scratch.path().empty()) return std::nullopt;
  write(text, scratch.path());
  const int status = run(scratch.path());
  if (status != 0 && status != 3) return std::nullopt;
  return solution(program, scratch.path());
}

// Rounds, cases and witnesses meet the same programs again and again, and a process for each is what costs.
class Answers {
 public:
  std::optional<Answer> find(const std::string& program) {
    const std::scoped_lock lock(mutex_);
    const auto at = all_.find(program);
    if (at == all_.end()) return std::nullopt;
    return std::optional<Answer>(std::in_place, at->second);
  }
  void keep(const std::string& program, const Answer& answer) {
    constexpr std::size_t most = 2000;
    const std::scoped_lock lock(mutex_);
    if (all_.size() >= most) all_.clear();
    all_.emplace(program, answer);
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, Answer> all_;
};

}  // namespace

std::optional<std::vector<Eigen::MatrixXd>> semidefinite_point(const SemidefiniteProgram& program) {
  static Answers answers;
  const std::string text = as_text(program);
  if (auto known = answers.find(text)) return *std::move(known);
  auto answer = solved(program, text);
  answers.keep(text, answer);
  return answer;
}

}  // namespace dpcert::verify
