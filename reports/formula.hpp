// One expression of the statement language as MathML. What binds differently looks different: tests/reports reads every
// drawn formula back.
#pragma once

#include <pugixml.hpp>
#include <string_view>

#include "reports/notation.hpp"

namespace dpcert::reports {

/// A new last child with text.
pugi::xml_node put(pugi::xml_node parent, const char* element, std::string_view text = {});
/// An operator.
void op(pugi::xml_node parent, const char* text);
/// A bracket; it grows with what it holds only where that is tall, because fonts without a math table overdo it.
void fence(pugi::xml_node parent, const char* text, bool tall);
void space(pugi::xml_node parent, const char* width);

/// "etaP" as eta with subscript P, "lambdahat" as lambda with a hat; `index`: of an indexed variable.
void draw_symbol(pugi::xml_node parent, std::string_view name, const Node* index = nullptr);
/// An expression, relation or interval; `script`: inside an exponent or index, where fractions are written with a
/// slash.
void draw_formula(pugi::xml_node parent, const Node& node, int script = 0);

}  // namespace dpcert::reports
