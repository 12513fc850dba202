// dpcert check FILE-or-DIR ...: the independent checker over certificates on disk.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <set>
#include <thread>

#include "cli/certificates.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "nlohmann/json.hpp"

namespace dpcert::cli {

namespace {

using nlohmann::ordered_json;

const char* word(CheckStatus status) {
  switch (status) {
    case CheckStatus::accepted:
      return "accepted";
    case CheckStatus::rejected:
      return "rejected";
    case CheckStatus::unreadable:
      return "unreadable";
  }
  return "";
}
Exit exit_of(CheckStatus status) {
  return status == CheckStatus::accepted ? Exit::done : status == CheckStatus::rejected ? Exit::wrong : Exit::bad_input;
}

ordered_json to_json(const CheckedFile& checked) {
  const checker::Result& r = checked.result;
  ordered_json json;
  json["file"] = checked.file.string();
  json["status"] = word(checked.status);
  if (!r.claim.empty()) json["claim"] = r.claim;
  if (!r.verdict.empty()) json["verdict"] = r.verdict;
  if (!r.proved_on.empty()) json["proved_on"] = r.proved_on;
  if (!r.counterexample.empty()) json["counterexample"] = r.counterexample;
  if (!r.rules.empty()) json["rules"] = r.rules;
  if (!checked.leans_on.empty()) json["leans_on"] = checked.leans_on;
  if (!checked.assumes.empty()) json["assumes"] = checked.assumes;
  json["lines"] = r.lines;
  json["bytes"] = checked.bytes;
  if (checked.status != CheckStatus::accepted) {
    if (r.line) json["line"] = r.line;
    json["reason"] = checked.reason;
  }
  json["seconds"] = checked.seconds;
  return json;
}

std::string summary_of(const CheckedFile& checked) {
  const checker::Result& r = checked.result;
  if (checked.status == CheckStatus::accepted) {
    std::string on;
    for (const std::string& part : r.proved_on) on += (on.empty() ? " on " : ", ") + part;
    return fmt::format("accepted    {} {} {}{} ({} proof line{}, {}, {:.2g} s)", pad(r.verdict, 9),
                       pad(r.claim.empty() ? "-" : r.claim, 34), checked.file.string(), on, r.lines,
                       r.lines == 1 ? "" : "s", size_text(checked.bytes), checked.seconds);
  }
  const std::string line = r.line ? fmt::format(":{}", r.line) : "";
  return fmt::format("{} {}{}: {}", pad(word(checked.status), 11), checked.file.string(), line, checked.reason);
}

Exit check(const Common& common, const std::vector<std::string>& arguments) {
  const catalogue::Catalogue& all = catalogue::Catalogue::embedded();
  std::vector<std::filesystem::path> files;
  std::set<std::filesystem::path> seen;
  for (const std::string& argument : arguments)
    for (auto& file : certificates_below(argument))
      if (seen.insert(file).second) files.push_back(std::move(file));

  // The checker itself is single-threaded; different certificates are checked side by side.
  const std::atomic<bool>& stop = interruption();
  std::vector<std::optional<CheckedFile>> checked(files.size());
  std::atomic<std::size_t> next{0};
  const unsigned wanted = common.threads ? common.threads : std::max(1u, std::thread::hardware_concurrency());
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < std::min<std::size_t>(wanted, files.size()); ++i)
      workers.emplace_back([&] {
        for (std::size_t mine; (mine = next++) < files.size() && !stop;)
          checked[mine] = check_certificate(files[mine], all);
      });
  }

  std::set<std::string> proved;
  for (const auto& one : checked)
    if (one && one->proves) proved.insert(one->result.claim);
  // A certificate proves its statement, with the hypotheses that other entries conclude: theirs have to be checked too.
  const auto missing = [&](const CheckedFile& one) {
    std::vector<std::string> ids;
    std::ranges::copy_if(one.leans_on, std::back_inserter(ids), [&](const auto& id) { return !proved.contains(id); });
    return ids;
  };

  Exit exit = Exit::done;
  std::size_t counts[3] = {0, 0, 0};
  std::uintmax_t bytes = 0;
  double seconds = 0;
  std::size_t assuming = 0;
  ordered_json json = ordered_json::array();
  for (const auto& one : checked) {
    if (!one) {
      exit = worse(exit, Exit::undecided);
      continue;
    }
    ++counts[static_cast<int>(one->status)];
    bytes += one->bytes;
    seconds += one->seconds;
    exit = worse(exit, exit_of(one->status));
    if (common.json) {
      json.push_back(to_json(*one));
    } else {
      fmt::print("{}\n", summary_of(*one));
      if (const auto ids = missing(*one); !ids.empty())
        fmt::print("            leans on what none of these certificates proves: {}\n", fmt::join(ids, ", "));
      assuming += !one->assumes.empty();
      if (one->status == CheckStatus::unreadable)
        fmt::print(stderr, "dpcert: {}: {}\n", one->file.string(), one->reason);
    }
  }
  if (common.json) {
    ordered_json document;
    document["certificates"] = std::move(json);
    document["summary"] = {{"accepted", counts[0]}, {"rejected", counts[1]}, {"unreadable", counts[2]}};
    fmt::print("{}\n", document.dump(2, ' ', false, ordered_json::error_handler_t::replace));
  } else {
    fmt::print("{} certificate{}: {} accepted, {} rejected, {} unreadable; {}, {:.2g} s{}\n", files.size(),
               files.size() == 1 ? "" : "s", counts[0], counts[1], counts[2], size_text(bytes), seconds,
               exit == Exit::undecided ? " (interrupted)" : "");
    if (assuming)
      fmt::print("{} of them {} a theorem of the literature, which is not proved here: --json names it\n", assuming,
                 assuming == 1 ? "cites" : "cite");
  }
  return exit;
}

}  // namespace

void register_check(CLI::App& app, Common& common, Action& action) {
  CLI::App* command =
      app.add_subcommand("check", "The independent checker: is what a certificate claims proved by it?");
  auto files = std::make_shared<std::vector<std::string>>();
  command->add_option("FILE-or-DIR", *files, "Certificates, or folders with *.cert and *.cert.gz below them")
      ->required();
  add_common_options(*command, common, {"--seed", "--precision", "--out"});
  command->footer(
      "A certificate that names a claim must quote the catalogue's statement of it.\n"
      "Exit status: 0 all accepted; 1 one is rejected; 2 one cannot be read; 3 interrupted.\n"
      "Examples:\n"
      "  dpcert check out/report/certificates\n"
      "  dpcert check --json proof.cert.gz");
  command->callback([&common, &action, files] { action = [&common, files] { return check(common, *files); }; });
}

}  // namespace dpcert::cli
