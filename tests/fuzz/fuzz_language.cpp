// The two readers of the statement language over any bytes. Neither may crash, hang or eat memory; a text that the
// prover's reader accepts prints and reads back as the same expressions; and where both readers accept a text, they
// must read the same variables, domains and relations.
#include <cstdint>
#include <cstdlib>

#include "dpcert/core/error.hpp"
#include "dpcert/language/statement.hpp"
#include "tests/fuzz/demand.hpp"
#include "verify/checker/text/parse.hpp"

namespace {

using namespace dpcert;

bool is_constant(const Expr& e) { return variables_of(e).empty(); }

// Of a variable's two ends: whether one is not rational. Each reader then rounds it outward in its own way and keeps
// the exact bound as a hypothesis; those stand first, in the order of the ends.
class IrrationalEnds {
 public:
  explicit IrrationalEnds(const std::vector<Relation>& hypotheses) : hypotheses_(hypotheses) {}
  bool next(const Expr& variable, bool low) {
    if (at_ == hypotheses_.size()) return false;
    const Relation& r = hypotheses_[at_];
    const Expr &x = low ? r.lhs : r.rhs, &end = low ? r.rhs : r.lhs;
    if (!(x == variable) || !is_constant(end) || verify::rational_value(end)) return false;
    ++at_;
    return true;
  }

 private:
  const std::vector<Relation>& hypotheses_;
  std::size_t at_ = 0;
};

void same_end(const verify::End& end, const std::optional<checker::Q>& q, bool open, bool integer, bool irrational) {
  FUZZ_DEMAND(end.infinite == !q.has_value());
  FUZZ_DEMAND(end.closed == !open);
  if (!q) return;
  if (!irrational) {
    FUZZ_DEMAND(end.value.str() == q->text());  // may be too long to be read back
    return;
  }
  const Rational difference = abs(end.value - Rational::parse(q->text()).value());
  FUZZ_DEMAND(difference <= abs(end.value) / pow(Rational(2), 64) + Rational(integer));  // inward to an integer
}

bool same(Rel x, checker::Rel y) {
  return (x == Rel::ge && y == checker::Rel::Ge) || (x == Rel::gt && y == checker::Rel::Gt) ||
         (x == Rel::eq && y == checker::Rel::Eq);
}

void compare(const verify::Instance& a, const checker::Statement& b) {
  FUZZ_DEMAND(a.variables.size() == b.variables.size());
  FUZZ_DEMAND(a.functions.size() == b.functions.size());
  FUZZ_DEMAND(a.hypotheses.size() == b.hypotheses.size());
  FUZZ_DEMAND(a.forall_hypotheses.size() == b.foralls.size());
  FUZZ_DEMAND(a.conclusions.size() == b.conclusions.size());
  IrrationalEnds irrational(a.hypotheses);
  for (std::size_t i = 0; i < a.variables.size(); ++i) {
    const verify::Variable& v = a.variables[i];
    const checker::Range& range = b.variables[i].range;
    FUZZ_DEMAND(v.name == b.variables[i].name);
    FUZZ_DEMAND(v.integer == range.integer);
    const Expr x = Expr::variable(v.name);
    same_end(v.range.lo, range.lo, range.lo_open, v.integer, irrational.next(x, true));
    same_end(v.range.hi, range.hi, range.hi_open, v.integer, irrational.next(x, false));
  }
  for (std::size_t i = 0; i < a.conclusions.size(); ++i)
    FUZZ_DEMAND(same(a.conclusions[i].rel, b.conclusions[i]->stated.relation.rel));
  for (std::size_t i = 0; i < a.hypotheses.size(); ++i)
    FUZZ_DEMAND(same(a.hypotheses[i].rel, b.hypotheses[i].relation.rel));
  for (std::size_t i = 0; i < a.forall_hypotheses.size(); ++i) {
    const verify::ForallHypothesis& h = a.forall_hypotheses[i];
    const checker::Forall& f = b.foralls[i];
    FUZZ_DEMAND(same(h.relation.rel, f.body.relation.rel));
    FUZZ_DEMAND(h.integer == f.integer && h.unbounded == f.endless && h.inner.size() == f.inner.size());
    for (std::size_t j = 0; j < h.inner.size(); ++j)
      FUZZ_DEMAND(f.inner[j].integer && h.inner[j].unbounded == f.inner[j].endless);
  }
}

std::size_t nodes(const Expr& e) { return size_of(e); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::optional<verify::Instance> instance;
  std::optional<long> dim;
  try {
    const verify::Statement s = verify::parse_statement(text);
    if (s.dim) dim = s.dim->lo;
    instance = s.instance(dim);
  } catch (const verify::SyntaxError& e) {
    FUZZ_DEMAND(e.line >= 1 && e.column >= 1);
    FUZZ_DEMAND(e.pretty("file").find('^') != std::string::npos);
  } catch (const Error&) {
  }
  std::optional<checker::Statement> statement;
  checker::Pool pool;
  try {
    statement = checker::elaborate(pool, text, dim);
  } catch (const checker::Reject&) {
  }
  if (!instance) return 0;
  if (statement) compare(*instance, *statement);
  for (const auto& r : instance->conclusions) {
    if (nodes(r.lhs) + nodes(r.rhs) > 500) continue;
    try {
      const verify::Instance& context = *instance;
      FUZZ_DEMAND(verify::parse_expression(to_text(r.lhs), context) == r.lhs);
      FUZZ_DEMAND(verify::parse_expression(to_text(r.rhs), context) == r.rhs);
    } catch (const verify::SyntaxError&) {
      // Depth and size limits hold for the printed text too.
    }
  }
  return 0;
}
