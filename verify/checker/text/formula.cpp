// Formulas as they are written. A quantifier reaches as far to the right as it can; `and` binds more tightly than `or`,
// that than `implies`, and each takes the rest on its right as one formula.
#include "verify/checker/text/formula.hpp"

namespace dpcert::checker {

namespace {

class FormulaReader {
 public:
  FormulaReader(Pool& pool, Reader& in, const Integers& integers, bool certificate, const BoundName& bound)
      : pool_(pool), formulas_(pool), in_(in), integers_(integers), certificate_(certificate), bound_(bound) {}

  Form formula() {
    need(++depth_ < Limits::nesting, "a formula is nested too deeply");
    Form out = quantifier_next() ? quantified() : implication();
    --depth_;
    return out;
  }

 private:
  bool quantifier_next() const { return in_.is("forall") || in_.is("exists"); }

  Form implication() {
    Form left = several("or", Formula::Or, [&] { return conjunction(); });
    if (!in_.accept("implies")) return left;
    return formulas_.connective(Formula::Implies, std::move(left), formula());
  }
  Form conjunction() {
    return several("and", Formula::And, [&] { return unit(); });
  }
  Form several(const std::string& word, Formula::Kind kind, const std::function<Form()>& one) {
    std::vector<Form> all{one()};
    while (in_.accept(word)) {
      need(all.size() < static_cast<std::size_t>(Limits::depth), "a formula is nested too deeply");
      all.push_back(quantifier_next() ? formula() : one());
    }
    Form out = all.back();
    for (std::size_t i = all.size() - 1; i > 0; --i) out = formulas_.connective(kind, all[i - 1], out);
    return out;
  }

  // What an expression of a statement asks for besides its form; those of proof lines are what they show.
  std::vector<Condition> conditions() {
    if (certificate_) return {};
    return pool_.grounded(in_.extra, integers_);
  }

  Form unit() {
    if (in_.accept("{")) {
      Form out = formula();
      in_.expect("}");
      return out;
    }
    return parts_of(in_.position(), {});
  }
  // A chain of relations in which each `piece` gives the part that is chosen, and those behind any. Where there are
  // such: c1 implies {the chain with e1} and {not c1 implies {c2 implies ...}}, and so on.
  Form parts_of(std::size_t begin, const std::vector<std::size_t>& choice) {
    in_.seek(begin);
    in_.extra.clear();
    Reader::Pieces pieces{choice, {}};
    in_.pieces = &pieces;
    const std::vector<Relation> chain = in_.chain();
    in_.pieces = nullptr;
    const std::vector<Condition> extra = conditions();
    if (pieces.met.size() <= choice.size()) {
      std::vector<Form> all;
      for (const Relation& r : chain) all.push_back(formulas_.relation({r, extra}));
      need(all.size() < static_cast<std::size_t>(Limits::depth), "a formula is nested too deeply");
      return formulas_.conjunction(all);
    }
    need(++depth_ < Limits::nesting, "a formula is nested too deeply");
    const std::vector<Stated> conditions = pieces.met[choice.size()];
    const auto part = [&](std::size_t i) {
      std::vector<std::size_t> next = choice;
      next.push_back(i);
      return parts_of(begin, next);
    };
    Form out = part(conditions.size());
    for (std::size_t i = conditions.size(); i-- > 0;) {
      const Form c = formulas_.relation({conditions[i].relation, pool_.grounded(conditions[i].extra, integers_)});
      out = formulas_.connective(Formula::And, formulas_.connective(Formula::Implies, c, part(i)),
                                 formulas_.connective(Formula::Implies, formulas_.negation(c), out));
    }
    --depth_;
    return out;
  }

  Form quantified() {
    Formula q;
    q.kind = in_.next().text == "forall" ? Formula::Forall : Formula::Exists;
    q.integer = in_.accept("int");
    const std::string name = in_.name();
    need(!in_.locals.count(name), "the name '" + name + "' is declared twice");
    bound_(name);
    in_.expect("in");
    in_.extra.clear();
    const Reader::Interval v = in_.interval();
    q.ends = conditions();
    q.lo = v.lo, q.hi = v.hi, q.lo_open = v.lo_open, q.hi_open = v.hi_open;
    for (const auto& end : {q.lo, q.hi})
      need(!end || !q.integer || pool_.integer_valued(*end, integers_, true), "an end is not integer-valued");
    in_.expect(":");
    // A name that no text can contain, and that no sum or integral has or opens: so nothing is captured.
    const Ex x = q.integer ? in_.open_index(name) : pool_.var("^" + std::to_string(open_));
    in_.locals[name] = {x, {}};
    ++open_;
    const Form body = formula();
    --open_;
    if (q.integer)
      in_.close_index(name);
    else
      in_.locals.erase(name);
    return formulas_.quantified(std::move(q), body, pool_[x].k);
  }

  Pool& pool_;
  Formulas formulas_;
  Reader& in_;
  const Integers& integers_;
  bool certificate_;
  const BoundName& bound_;
  int depth_ = 0, open_ = 0;
};

}  // namespace

bool formula_word(const std::string& word) {
  return word == "and" || word == "or" || word == "implies" || word == "exists";
}

bool formula_ahead(const Reader& in) {
  return in.pieces_ahead() || in.ahead([](const Token& t) {
    return (t.kind == Token::Name && formula_word(t.text)) ||
           (t.kind == Token::Mark && (t.text == "{" || t.text == "}"));
  });
}

Form read_formula(Pool& pool, Reader& in, const Integers& integers, bool certificate, const BoundName& bound) {
  return FormulaReader(pool, in, integers, certificate, bound).formula();
}

bool plain_forall(const Formula& f) {
  if (f.kind != Formula::Forall || !f.lo || f.lo_open) return false;
  if (!f.hi ? !f.integer : f.hi_open) return false;
  const Formula* body = f.parts[0].get();
  if (body->quantifier()) return f.integer && body->integer && plain_forall(*body);
  for (; body->kind == Formula::And; body = body->parts[1].get())
    if (body->parts[0]->kind != Formula::Relation) return false;
  return body->kind == Formula::Relation;
}

}  // namespace dpcert::checker
