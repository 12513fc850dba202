// The certification report of one deployment: JSON, Markdown, a page.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "dpcert/deployment/record.hpp"

namespace dpcert::reports {

nlohmann::ordered_json to_json(const deployment::Report& report);
std::string deployment_markdown(const deployment::Report& report);
std::string deployment_html(const deployment::Report& report);

/// deployment.json, deployment.md, index.html and the configuration as config.toml, each written whole or not at all.
void write_deployment(const deployment::Report& report, const std::filesystem::path& folder);

/// "The target is met." and the like: what a reader should know first.
std::string verdict_sentence(const deployment::Report& report);

}  // namespace dpcert::reports
