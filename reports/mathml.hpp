// Formal statements as mathematics: reads the surface of the statement language and draws it as MathML, which browsers
// render without help. For the eye only: what is proved is the text.
#pragma once

#include <pugixml.hpp>
#include <string_view>

namespace dpcert::reports {

/// Appends the statement to `parent` as rows "for all", "where", "assuming", "then". Appends nothing and returns false
/// for a text that cannot be read.
bool append_statement(pugi::xml_node parent, std::string_view claim_text);

/// Appends one expression or relation as a <math> element; false, and nothing appended, if it cannot be read.
bool append_math(pugi::xml_node parent, std::string_view expression);

}  // namespace dpcert::reports
