// Formulas as they are written. A quantifier reaches as far to the right as it can; `and` binds more tightly than `or`,
// that than `implies`, and each takes the rest on its right as one formula.
#include "verify/checker/text/formula.hpp"

#include <utility>

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
    if (in_.described_side()) return described_chain();
    return parts_of(in_.position(), {});
  }
  // A chain of relations in which each `piece` gives the part that is chosen, and those behind any. Where there are
  // such: c1 implies {the chain with e1} and {not c1 implies {c2 implies ...}}, and so on.
  Form parts_of(std::size_t begin, const std::vector<std::size_t>& choice) {
    in_.seek(begin);
    in_.extra.clear();
    Reader::Pieces pieces{choice, {}, {}};
    in_.pieces = &pieces;
    bool unequal = false;
    const std::vector<Relation> chain = in_.chain(&unequal);
    in_.pieces = nullptr;
    const std::vector<Condition> extra = conditions();
    if (pieces.met.size() <= choice.size()) {
      std::vector<Form> all;
      for (const Relation& r : chain) all.push_back(formulas_.relation({r, extra}));
      need(all.size() < static_cast<std::size_t>(Limits::depth), "a formula is nested too deeply");
      Form out = formulas_.conjunction(all);
      if (unequal) out = formulas_.negation(out);
      for (auto v = pieces.values.rbegin(); v != pieces.values.rend(); ++v) out = with_value(*v, out);
      return out;
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

  // ---- values that are described. A relation with one is a formula that is true exactly where the value exists and
  // the relation holds; so a side of a relation may be read more than once.

  // There is a number that is the value, and the relation holds with it.
  Form with_value(const Reader::Pieces::Described& v, const Form& relation) {
    const std::size_t end = in_.position();
    const auto outer = std::exchange(in_.locals, v.locals);
    in_.seek(v.at);
    const Form is = compared(false, Rel::Eq, Side{0, false, v.stands, {}});
    in_.locals = outer;
    in_.seek(end);
    Formula q;
    q.kind = Formula::Exists;
    return formulas_.quantified(std::move(q), formulas_.connective(Formula::And, is, relation), pool_[v.stands].k);
  }
  // A chain with such a value as a side.
  Form described_chain() {
    std::vector<Form> all;
    Side left = side();
    for (;;) {
      const std::string sign = in_.peek().text;
      if (sign != ">=" && sign != "<=" && sign != ">" && sign != "<" && sign != "=") break;
      in_.next();
      Side right = side();
      const bool less = sign[0] == '<', on_left = left.described;
      const Rel rel = sign == "=" ? Rel::Eq : sign.size() == 2 ? Rel::Ge : Rel::Gt;
      const std::size_t end = in_.position();
      in_.seek(on_left ? left.at : right.at);
      all.push_back(compared(on_left ? less : !less, rel, on_left ? right : left));
      in_.seek(end);
      need(all.size() < static_cast<std::size_t>(Limits::depth), "a formula is nested too deeply");
      left = std::move(right);
    }
    need(!all.empty(), "a relation was expected before '" + in_.peek().text + "'");
    return formulas_.conjunction(all);
  }
  struct Side {
    std::size_t at = 0;
    bool described = false;
    Ex e = 0;
    std::vector<Condition> extra;
  };
  Side side() {
    Side out{in_.position(), in_.described(in_.position()), 0, {}};
    if (out.described) {
      in_.seek(in_.behind_brackets(out.at));
    } else {
      in_.extra.clear();
      out.e = in_.expression();
      out.extra.swap(in_.extra);
    }
    return out;
  }
  // What is written next is at most c, at least c (`less`, with Ge), less, greater (with Gt), or equal.
  Form compared(bool less, Rel rel, const Side& c) {
    need(++depth_ < Limits::nesting, "a formula is nested too deeply");
    Form out;
    if (!in_.described(in_.position())) {
      out = related(side(), less, rel, c);
    } else if (in_.is("normal_quantile")) {
      in_.next(), in_.expect("(");
      const Side p = side();
      need(!p.described, "a supremum, an infimum or a quantile stands in no quantile");
      in_.expect(")");
      // log(p) + log(1 - p) < 0 says 0 < p < 1, and its negation nothing elsewhere: there the relation is undefined.
      const Ex rest = pool_.sub(pool_.num(1), p.e);
      const Side logs{0, false, pool_.add({pool_.call(Op::Log, {p.e}), pool_.call(Op::Log, {rest})}), p.extra};
      const Side zero{0, false, pool_.num(0), {}}, level{0, false, pool_.call(Op::NormalCdf, {c.e}), c.extra};
      out = formulas_.conjunction({related(logs, true, Rel::Gt, zero), related(p, less, rel, level)});
    } else {
      out = extreme(less, rel, c);
    }
    --depth_;
    return out;
  }
  Form related(const Side& a, bool less, Rel rel, const Side& b) {
    less = less && rel != Rel::Eq;
    std::vector<Condition> all = a.extra;
    all.insert(all.end(), b.extra.begin(), b.extra.end());
    return formulas_.relation({{less ? b.e : a.e, less ? a.e : b.e, rel}, pool_.grounded(all, integers_)});
  }
  // `x in I, int k in J, ... where R and ..., ` in front of the body: a quantifier for each name, and what is said of
  // them inside of the last one.
  Form over_set(Formula::Kind kind, const std::function<Form()>& body) {
    need(++depth_ < Limits::nesting, "a formula is nested too deeply");
    const Form out = with_bound(kind, nullptr, [&] {
      if (in_.interval_behind_comma()) return in_.expect(","), over_set(kind, body);
      std::vector<Form> asked;
      if (in_.accept("where")) do {
          in_.extra.clear();
          const std::vector<Relation> chain = in_.chain();
          const std::vector<Condition> extra = conditions();
          for (const Relation& r : chain) asked.push_back(formulas_.relation({r, extra}));
        } while (in_.accept("and"));
      in_.extra.clear();
      in_.expect(",");
      const Form inside = body();
      if (asked.empty()) return inside;
      return formulas_.connective(kind == Formula::Forall ? Formula::Implies : Formula::And,
                                  formulas_.conjunction(asked), inside);
    });
    --depth_;
    return out;
  }
  // sup(x in I, e), or inf, with everything turned round. A real number is the supremum of a set if the set is not
  // empty, nothing in it is above, and something is above each smaller number; and a set that is not empty and has a
  // bound has one. Every line below has a part that fails for an empty interval, one that fails where e is undefined
  // or unbounded, and one that fails where c is undefined.
  Form extreme(bool less, Rel rel, const Side& c) {
    const std::size_t begin = in_.position();
    const bool up = in_.is("sup");
    const auto over = [&](Formula::Kind kind, bool less_than, Rel r, const Side& value) {
      in_.seek(begin);
      in_.next(), in_.expect("(");
      const Form out = over_set(kind, [&] { return compared(less_than, r, value); });
      in_.expect(")");
      return out;
    };
    const auto bounded_by = [&](const Side& s) { return over(Formula::Forall, up, Rel::Ge, s); };
    const auto exceeds = [&](const Side& s) { return over(Formula::Exists, !up, Rel::Gt, s); };
    // For all r > 0, or for some, with the number that lies r inside of c; for some number.
    const auto with_real = [&](Formula::Kind kind, bool near, const std::function<Form(const Side&)>& body) {
      Formula q;
      q.kind = kind;
      if (near) q.lo = pool_.num(0);
      const Ex r = bound_real();
      const Side at{0, false, !near ? r : up ? pool_.sub(c.e, r) : pool_.add({c.e, r}), near ? c.extra : none_};
      const Form inside = body(at);
      --open_;
      return formulas_.quantified(std::move(q), inside, pool_[r].k);
    };
    const auto both = [&](const Form& a, const Form& b) { return formulas_.connective(Formula::And, a, b); };
    if (rel == Rel::Eq) {
      const Form approached = with_real(Formula::Forall, true, exceeds);
      return both(approached, bounded_by(c));
    }
    if (less == up) {  // sup <= c, sup < c
      const Form some = over(Formula::Exists, up, Rel::Ge, c);
      return both(some, rel == Rel::Ge ? bounded_by(c) : with_real(Formula::Exists, true, bounded_by));
    }
    const Form above = rel == Rel::Ge ? with_real(Formula::Forall, true, exceeds) : exceeds(c);
    return both(above, with_real(Formula::Exists, false, bounded_by));
  }
  Ex bound_real() { return pool_.var("^" + std::to_string(open_++)); }  // as in `quantified`

  // `x in INTERVAL` and what stands behind it, with the ends in q.
  std::string interval_of(Formula& q, const char* behind) {
    const std::string name = in_.name();
    need(!in_.locals.count(name), "the name '" + name + "' is declared twice");
    bound_(name);
    in_.expect("in");
    in_.extra.clear();
    const Reader::Interval v = in_.interval();
    q.ends = conditions();
    in_.extra.clear();
    q.lo = v.lo, q.hi = v.hi, q.lo_open = v.lo_open, q.hi_open = v.hi_open;
    if (behind) in_.expect(behind);
    return name;
  }

  Form quantified() {
    const auto kind = in_.next().text == "forall" ? Formula::Forall : Formula::Exists;
    return with_bound(kind, ":", [&] { return formula(); });
  }
  // `x in INTERVAL` or `int x in INTERVAL`, the mark behind it, and the body.
  Form with_bound(Formula::Kind kind, const char* behind, const std::function<Form()>& read) {
    Formula q;
    q.kind = kind;
    q.integer = in_.accept("int");
    const std::string name = interval_of(q, behind);
    for (const auto& end : {q.lo, q.hi})
      need(!end || !q.integer || pool_.integer_valued(*end, integers_, true), "an end is not integer-valued");
    // A name that no text can contain, and that no sum or integral has or opens: so nothing is captured.
    const Ex x = q.integer ? in_.open_index(name) : pool_.var("^" + std::to_string(open_));
    in_.locals[name] = {x, {}};
    ++open_;
    const Form body = read();
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
  const std::vector<Condition> none_;
};

}  // namespace

bool formula_word(const std::string& word) {
  return word == "and" || word == "or" || word == "implies" || word == "exists";
}

bool formula_ahead(const Reader& in) {
  return in.pieces_ahead() || in.described_ahead() || in.ahead([&](const Token& t) {
    return (t.kind == Token::Name && formula_word(t.text)) ||
           (t.kind == Token::Mark && (t.text == "{" || t.text == "}" || (t.text == "!=" && !in.is("for"))));
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
