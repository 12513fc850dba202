// What stands for a verdict on the page: its colour, its mark, its bar; and small words of counting.
#pragma once

#include <map>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "dpcert/catalogue/record.hpp"

namespace dpcert::reports {

void line_break(pugi::xml_node parent);
/// "v-proved": the class of the colour.
std::string css_class(catalogue::Verdict verdict);
/// A mark beside each colour, for eyes and printers that do not tell colours apart.
const char* verdict_mark(catalogue::Verdict verdict);
const char* verdict_meaning(catalogue::Verdict verdict);
pugi::xml_node badge(pugi::xml_node parent, catalogue::Verdict verdict, const char* extra = "");

using Counts = std::map<catalogue::Verdict, std::size_t>;
/// A bar with a part for each verdict, as wide as its count.
void bar(pugi::xml_node parent, const Counts& counts, const char* css);

/// "1 claim", "3 claims".
std::string count_of(std::size_t n, const char* one, const char* many);
std::string joined(const std::vector<std::string>& words, const char* between = ", ");

}  // namespace dpcert::reports
