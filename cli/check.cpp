// dpcert check FILE-or-DIR ...: the independent checker over certificates on disk.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <set>

#include "cli/certificates.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "dpcert/catalogue/bundle.hpp"
#include "nlohmann/json.hpp"
#include "verify/support/threads.hpp"

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
    case CheckStatus::conditional:
      return "conditional";
  }
  return "";
}
Exit exit_of_check(CheckStatus status) {
  switch (status) {
    case CheckStatus::accepted:
      return Exit::done;
    case CheckStatus::rejected:
      return Exit::wrong;
    case CheckStatus::unreadable:
      return Exit::bad_input;
    case CheckStatus::conditional:
      return Exit::undecided;
  }
  return Exit::wrong;
}

ordered_json to_json(const CheckedFile& checked) {
  const checker::Result& r = checked.result;
  ordered_json json;
  json["file"] = checked.file.string();
  json["status"] = word(checked.status);
  if (!checked.claim.empty()) json["claim"] = checked.claim;
  if (checked.status == CheckStatus::accepted) json["verdict"] = checked.verdict;
  if (checked.negation) json["proves_negation"] = r.verdict == "proved";
  if (!checked.print.empty()) json["print"] = checked.print;
  if (!r.proved_on.empty()) json["proved_on"] = r.proved_on;
  if (!r.counterexample.empty()) json["counterexample"] = r.counterexample;
  if (!r.rules.empty()) json["rules"] = r.rules;
  for (const checker::Use& use : r.uses) json["uses"].push_back(use.id);
  if (!checked.depends_on.empty()) json["depends_on"] = checked.depends_on;
  if (!checked.circle.empty()) json["circle"] = checked.circle;
  if (!checked.leans_on.empty()) json["leans_on"] = checked.leans_on;
  if (!checked.missing.empty()) json["missing"] = checked.missing;
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

/// What an accepted certificate says about its claim, and what has to be said besides.
std::pair<std::string, std::string> said(const CheckedFile& checked) {
  if (!checked.negation) return {checked.verdict, checked.print.empty() ? "" : "; against the print " + checked.print};
  const std::string& own = checked.result.verdict;
  if (checked.verdict == name(catalogue::Verdict::open) && own == "proved")
    return {checked.verdict, "; against the print " + checked.print + ": decides nothing"};
  if (own == "proved") return {"refutes", "; proves the negation of the printed claim"};
  return {checked.verdict, fmt::format("; the negation of the printed claim is {}, which decides nothing", own)};
}

std::string summary_of(const CheckedFile& checked) {
  const checker::Result& r = checked.result;
  if (checked.status == CheckStatus::accepted) {
    std::string on;
    for (const std::string& part : r.proved_on) on += (on.empty() ? " on " : ", ") + part;
    const auto [verdict, remark] = said(checked);
    return fmt::format("accepted    {} {} {}{} ({} proof line{}, {}, {:.2g} s){}", pad(verdict, 9),
                       pad(checked.claim.empty() ? "-" : checked.claim, 34), checked.file.string(), on, r.lines,
                       r.lines == 1 ? "" : "s", size_text(checked.bytes), checked.seconds, remark);
  }
  const std::string line = r.line ? fmt::format(":{}", r.line) : "";
  return fmt::format("{} {}{}: {}", pad(word(checked.status), 11), checked.file.string(), line, checked.reason);
}

/// The checker itself is single-threaded; different certificates are checked side by side. None of those that an
/// interruption left.
std::vector<std::optional<CheckedFile>> check_all(const std::vector<std::filesystem::path>& files,
                                                  const catalogue::Catalogue& all, unsigned threads) {
  const std::atomic<bool>& stop = interruption();
  std::vector<std::optional<CheckedFile>> checked(files.size());
  std::atomic<std::size_t> next{0};
  verify::Crew crew(verify::threads_for(threads, files.size()) - 1);
  crew.run([&](std::size_t) {
    for (std::size_t mine; (mine = next++) < files.size() && !stop;)
      checked[mine] = check_certificate(files[mine], all);
  });
  return checked;
}

/// What keeps the certificates from being a whole: claims that some lean on and none proves, files that a list names.
struct Missing {
  std::set<std::string> claims;
  std::vector<std::string> files;
  [[nodiscard]] std::size_t count() const { return claims.size() + files.size(); }
};

/// A certificate proves its statement, with the hypotheses that other entries conclude: theirs have to be there and be
/// accepted too; and what its proof uses by lemma lines, before it is accepted at all. Of a listed bundle every file
/// has to be there, as listed.
Missing find_missing(std::vector<std::optional<CheckedFile>>& checked, const CertificateFiles& asked,
                     const catalogue::Catalogue& catalogue) {
  Missing missing;
  for (auto& one : checked) {
    if (!one || (one->status != CheckStatus::accepted && one->status != CheckStatus::conditional)) continue;
    const auto listed = asked.listed.find(one->file);
    if (listed == asked.listed.end() || listed->second == one->sha256) continue;
    one->status = CheckStatus::rejected;
    one->proves = false;
    one->leans_on.clear();
    one->reason = fmt::format("is another file than {} beside it lists", catalogue::bundle_list);
  }
  for (const auto& [file, digest] : asked.listed)
    if (std::find(asked.files.begin(), asked.files.end(), file) == asked.files.end())
      missing.files.push_back(file.string());
  std::vector<CheckedFile*> all;
  for (auto& one : checked)
    if (one) all.push_back(&*one);
  close_uses(all, catalogue);
  std::set<std::string> proved, there;
  for (const auto& one : checked) {
    if (!one) continue;
    there.insert(one->claim);
    if (one->proves) proved.insert(one->claim);
  }
  for (auto& one : checked) {
    if (!one) continue;
    std::ranges::copy_if(one->leans_on, std::back_inserter(one->missing),
                         [&](const auto& id) { return !proved.contains(id); });
    missing.claims.insert(one->missing.begin(), one->missing.end());
    std::ranges::copy_if(one->depends_on, std::inserter(missing.claims, missing.claims.end()),
                         [&](const auto& id) { return !there.contains(id); });
  }
  return missing;
}

Exit check(const Common& common, const std::vector<std::string>& arguments) {
  CertificateFiles asked;
  for (const std::string& argument : arguments) add_certificates(asked, argument);
  const catalogue::Catalogue& all = catalogue::Catalogue::embedded();
  auto checked = check_all(asked.files, all, common.threads);
  const Missing missing = find_missing(checked, asked, all);

  Exit exit = missing.count() > 0 ? Exit::undecided : Exit::done;
  std::size_t counts[4] = {0, 0, 0, 0};
  std::uintmax_t bytes = 0;
  double seconds = 0;
  std::size_t assuming = 0;
  bool interrupted = false;
  ordered_json json = ordered_json::array();
  for (const auto& one : checked) {
    if (!one) {
      interrupted = true;
      exit = worse(exit, Exit::undecided);
      continue;
    }
    ++counts[static_cast<int>(one->status)];
    bytes += one->bytes;
    seconds += one->seconds;
    exit = worse(exit, exit_of_check(one->status));
    if (common.json) {
      json.push_back(to_json(*one));
    } else {
      fmt::print("{}\n", summary_of(*one));
      if (!one->missing.empty())
        fmt::print("            leans on what none of these certificates proves: {}\n", fmt::join(one->missing, ", "));
      assuming += !one->assumes.empty();
      if (one->status == CheckStatus::unreadable)
        fmt::print(stderr, "dpcert: {}: {}\n", one->file.string(), one->reason);
    }
  }
  if (common.json) {
    ordered_json document;
    document["certificates"] = std::move(json);
    document["missing"] = {{"claims", missing.claims}, {"files", missing.files}};
    document["summary"] = {
        {"accepted", counts[0]}, {"rejected", counts[1]}, {"unreadable", counts[2]}, {"missing", missing.count()}};
    if (counts[3]) document["summary"]["conditional"] = counts[3];
    fmt::print("{}\n", document.dump(2, ' ', false, ordered_json::error_handler_t::replace));
    return exit;
  }
  for (const std::string& file : missing.files)
    fmt::print("missing     {}: {} beside it names it\n", file, catalogue::bundle_list);
  fmt::print("{} certificate{}: {} accepted, {} rejected, {} unreadable{}; {}, {:.2g} s{}\n", asked.files.size(),
             asked.files.size() == 1 ? "" : "s", counts[0], counts[1], counts[2],
             counts[3] ? fmt::format(", {} conditional", counts[3]) : "", size_text(bytes), seconds,
             interrupted ? " (interrupted)" : "");
  if (assuming)
    fmt::print("{} of them {} a theorem of the literature, which is not proved here: --json names it\n", assuming,
               assuming == 1 ? "cites" : "cite");
  if (!missing.claims.empty()) fmt::print("not whole: missing is a proof of {}\n", fmt::join(missing.claims, ", "));
  if (!missing.files.empty())
    fmt::print("not whole: {} listed certificate{} missing\n", missing.files.size(),
               missing.files.size() == 1 ? " is" : "s are");
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
      "Exit status: 0 all accepted, and whatever they lean on is among them; 1 one is rejected; 2 one cannot be read;\n"
      "3 one leans on, or uses, what none of them proves, or one that a folder's SHA256SUMS lists is missing; or interrupted.\n"
      "Examples:\n"
      "  dpcert check out/report/certificates\n"
      "  dpcert check --json proof.cert.gz");
  command->callback([&common, &action, files] { action = [&common, files] { return check(common, *files); }; });
}

}  // namespace dpcert::cli
