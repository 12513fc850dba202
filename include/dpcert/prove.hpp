// Statements as text, and the kernel that decides them. Link dpcert::verify.
#pragma once

#include "dpcert/kernel/decide.hpp"
#include "dpcert/kernel/separation.hpp"
#include "dpcert/kernel/verdict.hpp"
#include "dpcert/language/enclose.hpp"
#include "dpcert/language/evidence.hpp"
#include "dpcert/language/formula.hpp"
#include "dpcert/language/law_terms.hpp"
#include "dpcert/language/statement.hpp"
