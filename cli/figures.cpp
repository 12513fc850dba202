// dpcert figures [NAME ...]: the papers' figures, from our own numbers.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/figures.hpp"
#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "reports/figures.hpp"
#include "verify/catalogue/files.hpp"

namespace dpcert::cli {

std::string Figures::write(const std::string& name, const std::string& svg) {
  const std::string file = (std::filesystem::path(out) / "figures" / (name + ".svg")).string();
  catalogue::write_file_atomically(file, svg);
  files.push_back(file);
  return file;
}

void Figures::fact(const std::string& name, const std::string& value) { facts.emplace_back(name, value); }

bool Figures::stopped() const { return interruption(); }

namespace {

struct FigureSet {
  const char* name;
  const char* title;
  void (*draw)(Figures&);
};
constexpr FigureSet sets[] = {
    {"renyi", "Rényi differential privacy mechanisms for posterior sampling", draw_renyi_figures},
    {"sgld", "Privacy of stochastic gradient Langevin dynamics", draw_sgld_figures},
    {"dirichlet", "Dirichlet mechanisms: accuracy and exact privacy loss", draw_dirichlet_figures}};

struct FigureOptions {
  std::vector<std::string> names;
  std::string data, label;
};

Exit figures(const Common& common, const FigureOptions& options) {
  const std::vector<std::string>& names = options.names;
  const auto wanted = [&](const char* name) { return names.empty() || std::ranges::find(names, name) != names.end(); };
  if (options.data.empty() != options.label.empty())
    throw BadInput("figures: --data and --label: expected both or neither");
  for (const auto& name : names) {
    if (std::ranges::none_of(sets, [&](const FigureSet& s) { return name == s.name; }))
      throw BadInput("figures: unknown figure '" + name + "'; expected renyi, sgld or dirichlet");
  }
  if (!options.data.empty() && !wanted("renyi")) throw BadInput("figures: --data: only renyi has figures of data");
  const std::filesystem::path folder = std::filesystem::path(common.out) / "figures";
  make_folder(folder.string());
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  std::vector<reports::FigureSheet> sheets;
  for (const auto& set : sets) {
    if (!wanted(set.name)) continue;
    Figures drawing;
    drawing.out = common.out;
    drawing.data = options.data;
    drawing.label = options.label;
    drawing.seed = common.seed;
    set.draw(drawing);
    nlohmann::ordered_json one{{"figure", set.name}, {"files", drawing.files}};
    for (const auto& [name, value] : drawing.facts) one["facts"][name] = value;
    json.push_back(one);
    reports::FigureSheet& sheet = sheets.emplace_back(reports::FigureSheet{set.title, drawing.facts, {}});
    for (const auto& file : drawing.files) sheet.files.push_back(std::filesystem::path(file).filename().string());
    if (common.json) continue;
    for (const auto& [name, value] : drawing.facts) fmt::print("{}: {}\n", name, value);
    for (const auto& file : drawing.files) fmt::print("{}\n", file);
  }
  const std::filesystem::path page = folder / "index.html";
  catalogue::write_file_atomically(page, reports::figures_page(sheets, DPCERT_VERSION));
  fmt::print("{}\n", common.json ? json.dump(2) : page.string());
  return interruption() ? Exit::undecided : Exit::done;
}

}  // namespace

void register_figures(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("figures", "The papers' figures, from our own certified numbers");
  auto options = std::make_shared<FigureOptions>();
  command->add_option("NAME", options->names, "renyi, sgld, dirichlet; all if none is given");
  command->add_option("--data", options->data, "renyi: a CSV file for the regression figures, beside synthetic data");
  command->add_option("--label", options->label, "Its column of labels 0 and 1; all others are covariates");
  add_common_options(*command, common, {"--threads", "--precision"});
  command->footer(
      "Writes self-contained SVG files and a page with all of them, index.html, to "
      "OUT/figures and prints what they show.\n"
      "renyi: achievable (order, epsilon) of diffused and concentrated posterior "
      "sampling, certified; what privacy costs\n"
      "  in KL divergence and held-out loss, certified; test error and loss of logistic regression, measured.\n"
      "sgld: how far SGLD drifts from privacy while it converges: the indicative value, "
      "delta(epsilon), the privacy loss, a map.\n"
      "dirichlet: how near the released posterior is to the true one, against n and eps, and the exact privacy loss.");
  command->callback([&common, &action, options] { action = [&common, options] { return figures(common, *options); }; });
}

}  // namespace dpcert::cli
