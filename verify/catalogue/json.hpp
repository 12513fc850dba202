// The one JSON form of what was found: `prove`, `certify`, the reports and the store all write it through here.
#pragma once

#include <nlohmann/json.hpp>

#include "dpcert/catalogue/record.hpp"

namespace dpcert::catalogue {

/// verdict, reason?, domain_proved?, counterexample?, tightness?, checked, evidence, certificate?, seconds, assumes?.
/// reports/schema/certify.schema.json describes the fields.
nlohmann::ordered_json to_json(const Finding& finding);
/// Reads what `to_json` wrote. Throws nlohmann::json::exception for anything else.
Finding finding_from_json(const nlohmann::ordered_json& json);

}  // namespace dpcert::catalogue
