// suites [--cases N] [--seed N] [--reach] [SUITE ...]: runs property suites, all if none is named, up to the first that
// fails, and prints its name. --reach runs all of them and prints "SUITE NUMBER SECONDS" for each fault whose statement
// a suite comes by. Exit status: 0 all passed; 1 one failed; 2 the arguments.
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "dpcert/properties/suite.hpp"
#include "tests/mutants/fault.hpp"

int main(int argc, char** argv) try {
  dpcert::properties::Options options;
  std::vector<std::string> names;
  bool reach = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--reach") {
      reach = true;
    } else if ((word == "--cases" || word == "--seed") && i + 1 < argc) {
      const int value = std::stoi(argv[++i]);
      if (word == "--cases") {
        options.cases = value;
      } else {
        options.seed = static_cast<std::uint64_t>(value);
      }
    } else {
      names.push_back(word);
    }
  }
  if (names.empty()) names = dpcert::properties::suite_names();
  for (const std::string& name : names) {
    dpcert::mutants::reached.reset();
    bool passed = false;
    std::string why;
    double seconds = 0;
    try {
      const auto result = dpcert::properties::run_suite(name, options);
      passed = result.passed;
      why = result.failure;
      seconds = result.seconds;
    } catch (const std::exception& e) {
      why = e.what();
    }
    if (reach) {
      for (std::size_t k = 1; k < dpcert::mutants::reached.size(); ++k)
        if (dpcert::mutants::reached[k]) std::cout << name << ' ' << k << ' ' << seconds << '\n';
    }
    if (!passed) {
      std::cout << "failed " << name << '\n';
      std::cerr << why << '\n';
      return 1;
    }
  }
  return 0;
} catch (const std::exception& e) {
  std::cerr << e.what() << '\n';
  return 2;
}
