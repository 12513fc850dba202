// As much of JSON Schema as reports/schema/certify.schema.json uses; anything else in a schema is an error.
#pragma once

#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace dpcert::reports::testing {

using nlohmann::json;

inline void validate(const json& schema, const json& value, const json& root, const std::string& at,
                     std::vector<std::string>& errors) {
  static const std::set<std::string> known{
      "$schema",    "title",    "description", "type",    "required", "additionalProperties",
      "properties", "$defs",    "$ref",        "enum",    "const",    "items",
      "minItems",   "maxItems", "minimum",     "maximum", "pattern",  "propertyNames"};
  for (const auto& [key, unused] : schema.items())
    if (!known.count(key)) errors.push_back(at + ": the test does not know the keyword " + key);
  if (schema.contains("$ref")) {
    const std::string ref = schema.at("$ref").get<std::string>();
    validate(root.at(json::json_pointer(ref.substr(1))), value, root, at, errors);
  }
  if (schema.contains("const") && schema.at("const") != value) errors.push_back(at + ": not the constant");
  if (schema.contains("enum")) {
    const auto& allowed = schema.at("enum");
    if (std::find(allowed.begin(), allowed.end(), value) == allowed.end())
      errors.push_back(at + ": not one of the words: " + value.dump());
  }
  if (schema.contains("type")) {
    const std::string type = schema.at("type");
    const bool fits = type == "object"    ? value.is_object()
                      : type == "array"   ? value.is_array()
                      : type == "string"  ? value.is_string()
                      : type == "integer" ? value.is_number_integer()
                      : type == "number"  ? value.is_number()
                      : type == "boolean" ? value.is_boolean()
                                          : false;
    if (!fits) {
      errors.push_back(at + ": not of type " + type);
      return;
    }
  }
  if (value.is_number() && schema.contains("minimum") && value.get<double>() < schema.at("minimum").get<double>())
    errors.push_back(at + ": below the minimum");
  if (value.is_number() && schema.contains("maximum") && value.get<double>() > schema.at("maximum").get<double>())
    errors.push_back(at + ": above the maximum");
  if (value.is_string() && schema.contains("pattern") &&
      !std::regex_search(value.get<std::string>(), std::regex(schema.at("pattern").get<std::string>())))
    errors.push_back(at + ": does not fit the pattern");
  if (value.is_array()) {
    if (schema.contains("minItems") && value.size() < schema.at("minItems")) errors.push_back(at + ": too few");
    if (schema.contains("maxItems") && value.size() > schema.at("maxItems")) errors.push_back(at + ": too many");
    if (schema.contains("items"))
      for (std::size_t i = 0; i < value.size(); ++i)
        validate(schema.at("items"), value[i], root, at + "/" + std::to_string(i), errors);
  }
  if (!value.is_object()) return;
  for (const auto& field : schema.value("required", json::array()))
    if (!value.contains(field.get<std::string>())) errors.push_back(at + ": lacks " + field.get<std::string>());
  for (const auto& [key, member] : value.items()) {
    if (schema.contains("propertyNames")) validate(schema.at("propertyNames"), key, root, at + " name " + key, errors);
    if (schema.contains("properties") && schema.at("properties").contains(key)) {
      validate(schema.at("properties").at(key), member, root, at + "/" + key, errors);
    } else if (schema.contains("additionalProperties")) {
      const json& rest = schema.at("additionalProperties");
      if (rest.is_boolean() && !rest.get<bool>()) errors.push_back(at + ": has the unknown field " + key);
      if (rest.is_object()) validate(rest, member, root, at + "/" + key, errors);
    }
  }
}

inline std::vector<std::string> validate(const json& schema, const json& value) {
  std::vector<std::string> errors;
  validate(schema, value, schema, "", errors);
  return errors;
}

}  // namespace dpcert::reports::testing
