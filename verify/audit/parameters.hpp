// The `parameters` column: a flat JSON object, as text by key.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace dpcert::audit {

/// {"q": 0.1, "sigma": "1/3", "alpha": [1, 2]} becomes q=0.1, sigma=1/3, alpha=1,2. Numbers keep the digits they were
/// written with. Throws Error::bad_input, which says what was expected, for anything else: no object, a key given
/// twice, a value that is neither number, string nor list of these.
std::map<std::string, std::string> read_parameters(std::string_view json);

}  // namespace dpcert::audit
