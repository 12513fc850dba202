// dpcert figures [NAME ...]: the papers' figures, from our own numbers.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/figures.hpp"
#include "cli/interrupt.hpp"
#include "verify/catalogue/files.hpp"

namespace dpcert::cli {

std::string Figures::write(const std::string& name, const std::string& svg) {
  const std::filesystem::path folder = std::filesystem::path(out) / "figures";
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) throw BadInput(folder.string() + ": cannot make this folder: " + problem.message());
  const std::string file = (folder / (name + ".svg")).string();
  catalogue::write_file_atomically(file, svg);
  files.push_back(file);
  return file;
}

void Figures::fact(const std::string& name, const std::string& value) { facts.emplace_back(name, value); }

bool Figures::stopped() const { return interruption(); }

namespace {

struct FigureSet {
  const char* name;
  void (*draw)(Figures&);
};
constexpr FigureSet sets[] = {{"renyi", draw_renyi_figures}, {"sgld", draw_sgld_figures}};

Exit figures(const Common& common, const std::vector<std::string>& names) {
  for (const auto& name : names) {
    if (std::ranges::none_of(sets, [&](const FigureSet& s) { return name == s.name; }))
      throw BadInput("figures: unknown figure '" + name + "'; expected renyi or sgld");
  }
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const auto& set : sets) {
    if (!names.empty() && std::ranges::find(names, set.name) == names.end()) continue;
    Figures drawing;
    drawing.out = common.out;
    set.draw(drawing);
    nlohmann::ordered_json one{{"figure", set.name}, {"files", drawing.files}};
    for (const auto& [name, value] : drawing.facts) one["facts"][name] = value;
    json.push_back(one);
    if (common.json) continue;
    for (const auto& [name, value] : drawing.facts) fmt::print("{}: {}\n", name, value);
    for (const auto& file : drawing.files) fmt::print("{}\n", file);
  }
  if (common.json) fmt::print("{}\n", json.dump(2));
  return interruption() ? Exit::undecided : Exit::done;
}

}  // namespace

void register_figures(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("figures", "The papers' figures, from our own certified numbers");
  auto names = std::make_shared<std::vector<std::string>>();
  command->add_option("NAME", *names, "renyi, sgld; all if none is given");
  add_common_options(*command, common);
  command->footer(
      "Writes self-contained SVG files to OUT/figures and prints what they show.\n"
      "renyi: achievable (order, epsilon) of diffused and concentrated posterior sampling, certified.\n"
      "sgld: how far SGLD drifts from privacy while it converges: the indicative value, delta(epsilon), the privacy "
      "loss, a map.");
  command->callback([&common, &action, names] { action = [&common, names] { return figures(common, *names); }; });
}

}  // namespace dpcert::cli
