#include "dpcert/properties/run.hpp"

#include <atomic>
#include <chrono>
#include <iterator>
#include <optional>
#include <ostream>
#include <sstream>
#include <unordered_map>
#include <vector>

#include "dpcert/core/error.hpp"
#include "rapidcheck/detail/TestListenerAdapter.h"

namespace dpcert::properties {
namespace {

using rc::detail::Reproduce;

std::string to_hex(const std::vector<std::uint8_t>& bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t b : bytes) {
    text += digits[b >> 4];
    text += digits[b & 15];
  }
  return text;
}

std::vector<std::uint8_t> from_hex(std::string_view text) {
  const auto value = [&](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    throw Error(ErrorCode::bad_input, "replay", "hexadecimal digits", std::string(1, c));
  };
  if (text.empty() || text.size() % 2 != 0)
    throw Error(ErrorCode::bad_input, "replay", "pairs of hexadecimal digits", std::string(text));
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < text.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(16 * value(text[i]) + value(text[i + 1])));
  return bytes;
}

std::string replay_string(std::string_view name, const Reproduce& state) {
  std::vector<std::uint8_t> bytes;
  serialize(state, std::back_inserter(bytes));
  return std::string(name) + ":" + to_hex(bytes);
}

Reproduce parse_replay(std::string_view name, std::string_view replay) {
  const auto colon = replay.rfind(':');
  if (colon == std::string_view::npos || replay.substr(0, colon) != name) {
    throw Error(ErrorCode::bad_input, "replay", std::string(name) + ":...", std::string(replay));
  }
  const auto bytes = from_hex(replay.substr(colon + 1));
  Reproduce state;
  try {
    deserialize(bytes.begin(), bytes.end(), state);
  } catch (const std::exception& e) {
    throw Error(ErrorCode::bad_input, "replay", "a string printed by a failed run", e.what());
  }
  return state;
}

std::string describe(const rc::detail::FailureResult& failure) {
  std::ostringstream out;
  for (const auto& [type, value] : failure.counterExample) out << type << " = " << value << "\n";
  out << failure.description;
  return out.str();
}

struct Interrupted {};

/// The same property, which throws Interrupted after the first case that ends with `stop` set, also of those that a
/// failure is shrunk to.
rc::detail::Property until(const std::atomic<bool>& stop, const rc::detail::Property& property) {
  return rc::gen::map(property, [&stop](rc::detail::CaseDescription&& description) {
    if (stop) throw Interrupted{};
    return std::move(description);
  });
}

}  // namespace

SuiteResult run_checked(std::string_view name, const Options& options, const rc::detail::Property& property) {
  if (options.cases < 1) throw Error(ErrorCode::bad_input, "cases", "at least 1", std::to_string(options.cases));
  rc::detail::TestParams parameters;
  parameters.seed = options.seed;
  parameters.maxSuccess = options.cases;
  parameters.maxDiscardRatio = 20;
  const rc::detail::TestMetadata metadata{std::string(name), std::string(name)};
  rc::detail::TestListenerAdapter silent;
  std::unordered_map<std::string, Reproduce> reproduce;
  if (!options.replay.empty()) reproduce.emplace(metadata.id, parse_replay(name, options.replay));

  const auto start = std::chrono::steady_clock::now();
  SuiteResult result;
  result.name = metadata.id;
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  std::optional<rc::detail::TestResult> ended;
  try {
    ended = rc::detail::checkProperty(options.stop ? until(*options.stop, property) : property, metadata, parameters,
                                      silent, reproduce);
  } catch (const Interrupted&) {
    result.interrupted = true;
  }
  result.seconds = seconds();
  if (!ended) return result;
  const rc::detail::TestResult& outcome = *ended;
  if (outcome.is<rc::detail::SuccessResult>()) {
    result.passed = true;
    result.cases = outcome.get<rc::detail::SuccessResult>().numSuccess;
  } else if (outcome.is<rc::detail::FailureResult>()) {
    const auto& failure = outcome.get<rc::detail::FailureResult>();
    result.cases = failure.numSuccess;
    result.failure = describe(failure);
    result.replay = replay_string(name, failure.reproduce);
  } else if (outcome.is<rc::detail::GaveUpResult>()) {
    const auto& gave_up = outcome.get<rc::detail::GaveUpResult>();
    result.cases = gave_up.numSuccess;
    result.failure = "too many cases discarded: " + gave_up.description;
  } else {
    result.failure = outcome.get<rc::detail::Error>().description;
  }
  return result;
}

SuiteResult run_body(std::string_view name, const Options& options, std::function<void()> body) {
  return run_checked(name, options, rc::detail::toProperty(std::move(body)));
}

std::ostream& operator<<(std::ostream& out, const SuiteResult& result) {
  if (result.interrupted) return out << result.name << ": interrupted";
  out << result.name << ": " << (result.passed ? "passed" : "FAILED") << " after " << result.cases << " cases";
  if (!result.passed) out << "\n" << result.failure;
  if (!result.replay.empty()) out << "\nreplay: " << result.replay;
  return out;
}

}  // namespace dpcert::properties
