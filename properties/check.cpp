#include "dpcert/properties/check.hpp"

#include <flint/flint.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <ostream>
#include <set>
#include <thread>

#include "dpcert/core/error.hpp"

namespace dpcert::properties {
namespace {

struct RequireFailed {
  std::string what;
};
struct CaseRejected {
  std::string reason;
};

enum class Verdict { held, failed, rejected };

struct Tried {
  Verdict verdict = Verdict::held;
  std::string why;
  Case seen{Choices(Sequence{})};
};

Tried try_case(const Property& property, Choices source) {
  Tried tried;
  tried.seen = Case(std::move(source));
  try {
    property(tried.seen);
  } catch (const RequireFailed& failed) {
    tried.verdict = Verdict::failed;
    tried.why = failed.what;
  } catch (const CaseRejected& rejected) {
    tried.verdict = Verdict::rejected;
    tried.why = rejected.reason;
  } catch (const std::exception& e) {
    tried.verdict = Verdict::failed;
    tried.why = std::string("exception: ") + e.what();
  } catch (...) {
    tried.verdict = Verdict::failed;
    tried.why = "exception of an unknown type";
  }
  return tried;
}

/// The seed of a case: its number and the property's name stirred into the seed of the run (FNV-1a).
std::uint64_t seed_of(std::string_view name, std::uint64_t seed, std::uint64_t number) {
  std::uint64_t h = 0xcbf29ce484222325U;
  const auto stir = [&h](std::uint64_t byte) { h = (h ^ byte) * 0x100000001b3U; };
  for (const char c : name) stir(static_cast<unsigned char>(c));
  for (const std::uint64_t word : {seed, number})
    for (int shift = 0; shift < 64; shift += 8) stir((word >> shift) & 255U);
  return h;
}

bool simpler(const Sequence& a, const Sequence& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; }

/// Makes a failing sequence shorter, then its numbers smaller, while the property still fails.
class Shrinker {
 public:
  Shrinker(const Property& property, Tried failure, int most)
      : property_(property), best_(std::move(failure)), most_(most) {}

  Tried run() {
    for (bool better = true; better && tries_ < most_;) better = pass();
    return std::move(best_);
  }
  [[nodiscard]] int tries() const { return tries_; }

 private:
  [[nodiscard]] const Sequence& now() const { return best_.seen.choices.made(); }

  bool attempt(Sequence candidate) {
    if (tries_ >= most_) return false;
    ++tries_;
    Tried tried = try_case(property_, Choices(std::move(candidate)));
    if (tried.verdict != Verdict::failed || !simpler(tried.seen.choices.made(), now())) return false;
    best_ = std::move(tried);
    return true;
  }

  bool pass() {
    bool better = false;
    for (const std::size_t size : {8U, 4U, 2U, 1U})
      for (std::size_t at = now().size(); at-- > 0;) {
        Sequence without = now();
        if (at + size > without.size()) continue;
        const auto from = without.begin() + static_cast<std::ptrdiff_t>(at);
        without.erase(from, from + static_cast<std::ptrdiff_t>(size));
        better = attempt(std::move(without)) || better;
        if (at > 0) better = shorten(at - 1, at, size) || better;
      }
    for (std::size_t at = 0; at < now().size(); ++at) better = lower(at) || better;
    return better;
  }

  /// Leaves out `size` choices and lowers the one before them, which may be their number.
  bool shorten(std::size_t count, std::size_t at, std::size_t size) {
    Sequence without = now();
    if (at + size > without.size() || without[count] == 0) return false;
    --without[count];
    const auto from = without.begin() + static_cast<std::ptrdiff_t>(at);
    without.erase(from, from + static_cast<std::ptrdiff_t>(size));
    return attempt(std::move(without));
  }

  /// The least value of one choice that bisection finds.
  bool lower(std::size_t at) {
    const auto with = [&](std::uint64_t value) {
      Sequence changed = now();
      changed[at] = value;
      return attempt(std::move(changed));
    };
    if (now()[at] == 0) return false;
    if (with(0)) return true;
    bool better = false;
    std::uint64_t fails_not = 0;
    while (at < now().size() && now()[at] - fails_not > 1 && tries_ < most_) {
      const std::uint64_t middle = fails_not + (now()[at] - fails_not) / 2;
      if (with(middle)) {
        better = true;
      } else {
        fails_not = middle;
      }
    }
    return better;
  }

  const Property& property_;
  Tried best_;
  int most_, tries_ = 0;
};

/// The sequences that a store has for a name. Lines are `NAME CHOICES`; `#` begins a comment.
std::vector<Sequence> read_store(const std::string& path, std::string_view name) {
  std::vector<Sequence> found;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const auto space = line.find(' ');
    const auto refuse = [&] { throw Error(ErrorCode::bad_input, path, "lines of a name and choices", line); };
    if (space == std::string::npos) refuse();
    try {
      const Sequence sequence = sequence_from_text(std::string_view(line).substr(space + 1));
      if (std::string_view(line).substr(0, space) == name) found.push_back(sequence);
    } catch (const Error&) {
      refuse();
    }
  }
  return found;
}

void add_to_store(const std::string& path, std::string_view name, const Sequence& sequence) {
  const std::vector<Sequence> known = read_store(path, name);
  if (std::ranges::find(known, sequence) != known.end()) return;
  std::ofstream out(path, std::ios::app);
  out << name << ' ' << to_text(sequence) << '\n';
  if (!out.flush()) throw Error(ErrorCode::bad_input, "store", "a file that can be written", path);
}

std::string quoted(std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out.append(1, '\\').append(1, c);
    } else if (byte < 32) {
      out.append("\\u00").append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

void observe(std::ostream& out, const std::string& name, const Tried& tried) {
  static constexpr const char* verdicts[] = {"held", "failed", "rejected"};
  out << "{\"property\":" << quoted(name) << ",\"verdict\":\"" << verdicts[static_cast<int>(tried.verdict)]
      << "\",\"why\":" << quoted(tried.why) << ",\"choices\":\"" << to_text(tried.seen.choices.made())
      << "\",\"labels\":[";
  for (std::size_t i = 0; i < tried.seen.labels.size(); ++i) out << (i ? "," : "") << quoted(tried.seen.labels[i]);
  out << "],\"notes\":{";
  for (std::size_t i = 0; i < tried.seen.notes.size(); ++i)
    out << (i ? "," : "") << quoted(tried.seen.notes[i].first) << ':' << quoted(tried.seen.notes[i].second);
  out << "}}\n" << std::flush;  // a run that is killed keeps what it had
}

class Run {
 public:
  Run(std::string_view name, const Property& property, const CheckOptions& options)
      : property_(property), options_(options) {
    result_.name = name;
  }

  CheckResult all() {
    if (!options_.replay.empty()) return replay();
    if (!options_.store.empty() && given(read_store(options_.store, result_.name), "stored", result_.stored))
      return std::move(result_);
    if (given(options_.examples, "example", result_.examples) || random() || directed() || uncovered())
      return std::move(result_);
    result_.passed = true;
    return std::move(result_);
  }

 private:
  CheckResult replay() {
    const std::string& text = options_.replay;
    const auto colon = text.rfind(':');
    if (colon == std::string::npos || text.substr(0, colon) != result_.name)
      throw Error(ErrorCode::bad_input, "replay", result_.name + ":...", text);
    Tried tried = try_case(property_, Choices(sequence_from_text(std::string_view(text).substr(colon + 1))));
    result_.passed = tried.verdict != Verdict::failed;
    if (!result_.passed) fail(tried, "replay");
    return std::move(result_);
  }

  void fail(const Tried& tried, std::string_view phase) {
    result_.phase = phase;
    for (const auto& [name, value] : tried.seen.notes) result_.failure += name + " = " + value + "\n";
    result_.failure += tried.why;
    result_.replay = result_.name + ":" + to_text(tried.seen.choices.made());
  }

  void shrink(Tried tried, std::string_view phase) {
    Shrinker shrinker(property_, std::move(tried), options_.shrinks);
    const Tried least = shrinker.run();
    result_.shrinks = shrinker.tries();
    fail(least, phase);
    if (!options_.store.empty()) add_to_store(options_.store, result_.name, least.seen.choices.made());
  }

  bool given(const std::vector<Sequence>& sequences, std::string_view phase, int& count) {
    for (const Sequence& sequence : sequences) {
      ++count;
      Tried tried = try_case(property_, Choices(sequence));
      if (tried.verdict != Verdict::failed) continue;
      shrink(std::move(tried), phase);
      return true;
    }
    return false;
  }

  /// Tried in blocks, so that the cases before a failure are counted whatever the number of threads.
  bool random() {
    std::vector<std::uint64_t> numbers;
    for (int i = options_.shard; i < options_.cases; i += options_.shards) numbers.push_back(static_cast<unsigned>(i));
    constexpr std::size_t block = 256;
    for (std::size_t first = 0; first < numbers.size(); first += block) {
      std::vector<Tried> tried(std::min(block, numbers.size() - first));
      const auto part = [&](std::size_t start, std::size_t step) {
        for (std::size_t i = start; i < tried.size(); i += step)
          tried[i] = try_case(property_, Choices(seed_of(result_.name, options_.seed, numbers[first + i])));
      };
      const auto step = static_cast<std::size_t>(options_.threads);
      std::vector<std::jthread> others;
      for (std::size_t t = 1; t < step; ++t) {
        others.emplace_back([&part, t, step] {
          part(t, step);
          flint_cleanup();  // caches of this thread
        });
      }
      part(0, step);
      others.clear();
      for (Tried& one : tried)
        if (counted(one)) return shrink(std::move(one), "random"), true;
    }
    return false;
  }

  /// Whether the case failed, after counting it.
  bool counted(const Tried& tried) {
    ++result_.random;
    if (options_.observations) observe(*options_.observations, result_.name, tried);
    if (tried.verdict == Verdict::rejected) ++result_.rejected[tried.why];
    if (tried.verdict == Verdict::held) {
      ++held_;
      const std::set<std::string> names(tried.seen.labels.begin(), tried.seen.labels.end());
      for (const std::string& name : names) ++result_.labels[name];
      improves(tried);
    }
    return tried.verdict == Verdict::failed;
  }

  bool improves(const Tried& tried) {
    if (!tried.seen.reached || std::isnan(*tried.seen.reached)) return false;
    if (result_.best && *result_.best >= *tried.seen.reached) return false;
    result_.best = tried.seen.reached;
    summit_ = tried.seen.choices.made();
    result_.best_replay = result_.name + ":" + to_text(summit_);
    return true;
  }

  /// Climbs from the case of the highest score: one choice is moved by a power of two or drawn again.
  bool directed() {
    Choices dice(seed_of(result_.name, ~options_.seed, 0));
    while (result_.best && !summit_.empty() && result_.directed < options_.directed) {
      ++result_.directed;
      Sequence moved = summit_;
      std::uint64_t& choice = moved[dice.up_to(moved.size() - 1)];
      const std::uint64_t step = std::uint64_t{1} << dice.up_to(63);
      const std::uint64_t kind = dice.up_to(2);
      const std::uint64_t fresh = dice.up_to(~std::uint64_t{0}) >> dice.up_to(63);
      choice = kind == 0 ? choice + std::min(step, ~choice) : kind == 1 ? choice - std::min(step, choice) : fresh;
      Tried tried = try_case(property_, Choices(std::move(moved)));
      if (tried.verdict == Verdict::failed) return shrink(std::move(tried), "directed"), true;
      if (tried.verdict == Verdict::held) improves(tried);
    }
    return false;
  }

  bool uncovered() {
    if (result_.random > 0 && held_ == 0) {
      result_.phase = "random";
      result_.failure = "every case was rejected";
      return true;
    }
    for (const auto& [label, share] : options_.coverage) {
      const auto at = result_.labels.find(label);
      const int hits = at == result_.labels.end() ? 0 : at->second;
      if (binomial_tail(hits, held_, share) >= options_.coverage_error) continue;
      result_.phase = "coverage";
      result_.failure = "label '" + label + "' has " + std::to_string(hits) + " of " + std::to_string(held_) +
                        " cases, too few for a share of " + std::to_string(share);
      return true;
    }
    return false;
  }

  const Property& property_;
  const CheckOptions& options_;
  CheckResult result_;
  Sequence summit_;
  int held_ = 0;
};

void need_option(bool holds, std::string_view what, std::string_view expected, const std::string& given) {
  if (!holds) throw Error(ErrorCode::bad_input, what, expected, given);
}

}  // namespace

void Case::require(bool holds, std::string_view what) {
  if (!holds) throw RequireFailed{std::string(what)};
}
void Case::assume(bool holds, std::string_view reason) {
  if (!holds) throw CaseRejected{std::string(reason)};
}
void Case::note(std::string_view name, std::string_view value) { notes.emplace_back(name, value); }
void Case::label(std::string_view name) { labels.emplace_back(name); }
void Case::score(double value) { reached = value; }

double binomial_tail(int hits, int tries, double share) {
  double sum = 0;
  for (int k = 0; k <= std::min(hits, tries); ++k) {
    const double choose = std::lgamma(tries + 1.0) - std::lgamma(k + 1.0) - std::lgamma(tries - k + 1.0);
    sum += std::exp(choose + k * std::log(share) + (tries - k) * std::log1p(-share));
  }
  return std::min(sum, 1.0);
}

CheckResult check(std::string_view name, const Property& property, const CheckOptions& options) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
  };
  need_option(!name.empty() && std::ranges::all_of(name, plain), "name", "letters, digits, points and hyphens",
              std::string(name));
  need_option(options.cases >= 1, "cases", "at least 1", std::to_string(options.cases));
  need_option(options.threads >= 1 && options.threads <= 256, "threads", "1 to 256", std::to_string(options.threads));
  need_option(options.shard >= 0 && options.shard < options.shards, "shard", "0 <= shard < shards",
              std::to_string(options.shard) + " of " + std::to_string(options.shards));
  for (const auto& [label, share] : options.coverage)
    need_option(share > 0 && share < 1, "coverage of '" + label + "'", "a share strictly between 0 and 1",
                std::to_string(share));
  return Run(name, property, options).all();
}

std::ostream& operator<<(std::ostream& out, const CheckResult& result) {
  out << result.name << ": " << (result.passed ? "passed" : "FAILED") << " after " << result.random << " random and "
      << result.directed << " directed cases";
  for (const auto& [reason, count] : result.rejected) out << "\nrejected " << count << ": " << reason;
  for (const auto& [label, count] : result.labels) out << "\nlabel " << label << ": " << count;
  if (!result.passed) out << "\nfound by: " << result.phase << "\n" << result.failure;
  if (!result.replay.empty()) out << "\nreplay: " << result.replay;
  return out;
}

}  // namespace dpcert::properties
