// Elaboration: declarations to variables with boxes, hypotheses and conclusions, for one value of `dim`.
#include <functional>
#include <set>
#include <tuple>
#include <vector>

#include "verify/checker/terms/evaluate.hpp"
#include "verify/checker/text/formula.hpp"
#include "verify/checker/text/parse.hpp"

namespace dpcert::checker {

namespace {

// Each once, where it stood first: what a `let` asks for would double with every line that names the last one twice.
std::vector<Condition> distinct(const std::vector<Condition>& all) {
  std::vector<Condition> out;
  std::set<std::tuple<int, Ex, Ex>> seen;
  for (const Condition& c : all) {
    if (seen.emplace(c.kind, c.u, c.v).second) out.push_back(c);
  }
  return out;
}

bool is_brace(const Token& t) { return t.kind == Token::Mark && (t.text == "{" || t.text == "}"); }

class Elaborator {
 public:
  Elaborator(Pool& pool, std::string_view text, std::optional<long> dim, const std::string& apart)
      : pool_(pool), formulas_(pool), in_(pool, tokenize(text), false), dim_(dim), apart_(apart) {}

  Statement run() {
    while (in_.peek().kind != Token::End) {
      if (in_.accept("\n")) continue;
      need(s_.language >= 3 || in_.is("language") || !in_.ahead([](const Token& t) { return is_brace(t); }),
           "a character that has no meaning here");
      declaration();
      first_ = false;
      need(in_.done(), "unexpected '" + in_.peek().text + "' after a declaration");
    }
    need(!s_.conclusions.empty(), "the statement has no conclusion");
    need(!dim_ || !s_.dim.empty(), "an instance is given, but the statement has no dim");
    s_.hypotheses.insert(s_.hypotheses.begin(), bounds_.begin(), bounds_.end());
    for (Forall& f : s_.foralls) f.after += bounds_.size();
    for (Definition& d : s_.definitions) d.after += bounds_.size();
    for (Requirement& l : s_.laws) l.after += bounds_.size();
    for (Fact& f : s_.facts) f.after += bounds_.size();
    s_.functions = in_.list;
    return std::move(s_);
  }

 private:
  void declaration() {
    const std::string word = in_.next().text;
    if (word == "language") {
      need(first_ && in_.next().text == "3", "`language 3` as the first declaration was expected");
      s_.language = in_.language = 3;
      in_.words = Reader::functions_of_version_3();
      in_.words.insert({"binomial", "factorial"});  // written out: proof lines have what they stand for
      in_.notations = Reader::notations_of_version_3();
    } else if (word == "title") {
      need(!titled_ && in_.next().kind == Token::String, "one title in double quotes was expected");
      titled_ = true;
    } else if (word == "dim") {
      need(s_.dim.empty(), "a second dim");
      s_.dim = fresh();
      in_.expect("in");
      s_.dim_range = in_.rational_interval();
      const Range& r = s_.dim_range;
      need(r.lo && r.lo->integer() && !r.lo_open && r.lo->sign() >= 0 && (!r.hi || (r.hi->integer() && !r.hi_open)),
           "dim needs an interval of natural numbers with closed ends");
      need(dim_.has_value(), "the statement has a dim, but no instance of it is given");
      need(Q(*dim_) >= *r.lo && (!r.hi || Q(*dim_) <= *r.hi), "the instance is outside the range of dim");
      in_.names[s_.dim] = {pool_.num(*dim_), {}};
    } else if (word == "var" || word == "int") {
      variables(word == "int");
    } else if (word == "fun" || word == "logpartition") {
      Function f{fresh(), 0, word == "logpartition"};
      in_.expect("(");
      const long arity = in_.index();
      in_.expect(")");
      need(arity >= 1 && arity <= Limits::arguments_of_function, "a function has 1 to 16 arguments");
      f.arity = static_cast<int>(arity);
      in_.functions[f.name] = static_cast<int>(in_.list.size());
      in_.list.push_back(f);
    } else if (word == "seq" && s_.language >= 3) {
      sequence();
    } else if (word == "law" && s_.language >= 3) {
      const std::string name = fresh();
      in_.expect("=");
      in_.extra.clear();
      in_.laws[name] = in_.law();
      std::vector<Condition> all = in_.laws[name].conditions;
      all.insert(all.end(), in_.extra.begin(), in_.extra.end());
      s_.laws.push_back({pool_.grounded(all, in_.integers), s_.hypotheses.size()});
    } else if (word == "let") {
      let();
    } else if (word == "assume" || word == "prove") {
      const bool conclusion = word == "prove";
      if (in_.accept("for"))
        family([&] { relations(conclusion); });
      else
        relations(conclusion);
    } else {
      throw Reject("'" + word + "' does not begin a declaration");
    }
  }

  std::string fresh() {
    const std::string n = in_.name();
    need(declared_.insert(n).second && !bound_.count(n), "the name '" + n + "' is declared twice");
    in_.notations.erase(n), in_.words.erase(n);
    return n;
  }

  void variables(bool integer) {
    const std::string base = fresh();
    if (!in_.accept("[")) {
      in_.expect("in");
      return variable(base, integer);
    }
    const std::string k = in_.name();
    in_.expect("]");
    in_.expect("in");
    const std::size_t interval = in_.position();
    while (!in_.done() && !in_.is("for")) in_.next();  // the interval may mention the index, which is bound behind it
    in_.expect("for");
    need(in_.name() == k, "the index of the variable was expected after 'for'");
    in_.expect("in");
    const auto [a, b] = range();
    const std::size_t end = in_.position();
    for (long i = a; i <= b; ++i) {
      in_.seek(interval);
      in_.locals[k] = {pool_.num(i), {}};
      variable(base + "[" + std::to_string(i) + "]", integer);
      need(in_.is("for"), "'for' was expected after the interval");
    }
    in_.locals.erase(k);
    in_.seek(end);
  }

  // The end of a variable that stands before is one of a variable that it bounds, too: b in [a, inf) is positive
  // where a is. Where there is none, the interval of this one is open.
  std::optional<Q> end_of_variable(Ex bound, Range& r, bool low) const {
    bool& open = low ? r.lo_open : r.hi_open;
    for (const Variable& w : s_.variables)
      if (const auto& end = low ? w.range.lo : w.range.hi;
          pool_[bound].op == Op::Var && pool_[bound].k == w.id && end) {
        open = open || (low ? w.range.lo_open : w.range.hi_open);
        return end;
      }
    open = true;
    return {};
  }

  void variable(const std::string& name, bool integer) {
    in_.extra.clear();
    const auto v = in_.interval();
    const Ex x = pool_.var(apart_ + name);
    Variable out{name, pool_[x].k, {{}, {}, v.lo_open, v.hi_open, integer}};
    auto end = [&](Ex e, bool low, bool open) -> std::optional<Q> {
      const Relation inside{low ? x : e, low ? e : x, open ? Rel::Gt : Rel::Ge};
      if (pool_.is_num(e)) {
        need(in_.extra.empty(), "a derivative that is a number stands in a bound");  // its conditions would be lost
        return pool_[e].num;
      }
      if (pool_[e].vars.any()) {
        // It speaks of variables that stand before it: a hypothesis where it stands, and no end of the box.
        need(s_.language >= 3, "a bound must be a constant");
        s_.hypotheses.push_back({inside, pool_.grounded(in_.extra, in_.integers)});
        return end_of_variable(e, out.range, low);
      }
      bounds_.push_back({inside, pool_.grounded(in_.extra, in_.integers)});
      Tape tape(pool_, {e});
      tape.run({}, Limits::bound_precision);
      need(tape.out(0).finite(), "a bound could not be computed");
      const auto& a = low ? tape.out(0).lo : tape.out(0).hi;
      need(arf_is_zero(a) ||
               (arf_cmpabs_2exp_si(a, Limits::bound_bits) < 0 && arf_cmpabs_2exp_si(a, -Limits::bound_bits) > 0),
           "a bound is too large");
      Q q;
      return arf_get_fmpq(q.get(), a), q;
    };
    Range& r = out.range;
    // The variable itself is not among the names yet, so no end speaks of it.
    if (v.lo) r.lo = end(*v.lo, true, v.lo_open), out.lo_exact = pool_.is_num(*v.lo);
    if (v.hi) r.hi = end(*v.hi, false, v.hi_open), out.hi_exact = pool_.is_num(*v.hi);
    if (integer) {
      r.to_integers();
      in_.integers.set(static_cast<std::size_t>(out.id));
    }
    need(!r.empty(), "the domain of " + name + " is empty");
    in_.names[name] = {x, {}};
    s_.variables.push_back(std::move(out));
  }

  std::pair<long, long> range() {
    const long a = in_.index();
    in_.expect("..");
    const long b = in_.index();
    need(b - a < Limits::index_values, "a range is too long");
    return {a, b};
  }

  void let() {
    const std::string name = fresh();
    if (in_.accept("(")) {
      Reader::Macro m;
      do m.params.push_back(in_.name());
      while (in_.accept(","));
      in_.expect(")");
      in_.expect("=");
      need(std::set<std::string>(m.params.begin(), m.params.end()).size() == m.params.size(),
           "a parameter occurs twice");
      m.body = in_.position();
      m.pieces = in_.pieces_ahead() || in_.described_ahead();
      in_.skip_line();
      in_.macros[name] = m;
    } else {
      in_.expect("=");
      in_.extra.clear();
      const Ex e = in_.expression();
      in_.names[name] = {e, distinct(in_.extra), in_.whole()};
    }
  }

  // for i in a..b, j in c..d where i != j: body. Every index tuple reads the body again.
  void family(const std::function<void()>& body) {
    std::size_t end = 0;
    std::function<void()> heads = [&] {
      const std::string k = in_.name();
      need(!in_.locals.count(k), "an index occurs twice");
      in_.expect("in");
      const auto [a, b] = range();
      const std::size_t rest = in_.position();
      for (long i = a; i <= b; ++i) {
        in_.seek(rest);
        in_.locals[k] = {pool_.num(i), {}};
        if (in_.accept(",")) {
          heads();
        } else {
          if (!in_.accept("where") || holds()) {
            in_.expect(":");
            body();
            end = in_.position();
          }
        }
      }
      in_.locals.erase(k);
    };
    heads();
    if (end)
      in_.seek(end);
    else
      in_.skip_line();
  }

  bool holds() {
    bool all = true;
    do {
      const long a = in_.index();
      const std::string r = in_.next().text;
      const long b = in_.index();
      const std::map<std::string, bool> table{{"!=", a != b}, {"=", a == b}, {"<", a < b},
                                              {"<=", a <= b}, {">", a > b},  {">=", a >= b}};
      const auto it = table.find(r);
      need(it != table.end(), "a comparison was expected after 'where'");
      all = all && it->second;
    } while (in_.accept(","));
    return all;
  }

  // seq x(i, j) / seq x(k): x(0) = e, x(k + 1) = f
  void sequence() {
    Function f{fresh(), 0, false, true};
    std::vector<std::string> indices;
    in_.expect("(");
    do indices.push_back(in_.name());
    while (in_.accept(","));
    in_.expect(")");
    need(indices.size() <= Limits::indices_of_sequence, "a sequence has 1 to 4 indices");
    need(std::set<std::string>(indices.begin(), indices.end()).size() == indices.size(), "an index occurs twice");
    f.arity = static_cast<int>(indices.size());
    const int id = static_cast<int>(in_.list.size());
    in_.functions[f.name] = id;
    in_.list.push_back(f);
    if (in_.accept(":")) {
      need(f.arity == 1 && !in_.locals.count(indices[0]), "a recursion has one index, with a name of its own");
      recursion(id, f.name, indices[0]);
    }
  }

  // The values at one or two literal indices that follow each other, then that one or two steps on.
  void recursion(int id, const std::string& name, const std::string& k) {
    Definition d;
    d.sequence = id;
    d.after = s_.hypotheses.size();
    const Ex index = in_.open_index(k);
    d.y = pool_[index].k;
    in_.recursions[id].set();  // until it is known
    std::bitset<kMaxVariables> contained;
    for (bool last = false; !last;) {
      in_.extra.clear();
      need(in_.name() == name, "an equation for the sequence was expected");
      in_.expect("(");
      const Ex at = in_.expression();
      in_.expect(")");
      need(in_.extra.empty(), "a derivative stands in an index");
      in_.expect("=");
      const Ex value = in_.expression();
      const Stated equation{{pool_.call(Op::Seq, {at}, id), value, Rel::Eq}, pool_.grounded(in_.extra, in_.integers)};
      last = !pool_.is_num(at);
      contained |= pool_[value].vars;
      for (const auto& [other, variables] : in_.recursions)
        if (other != id && pool_.applies(value, other)) contained |= variables;
      if (last) {
        const long order = static_cast<long>(d.first.size());
        need(order >= 1 && at == pool_.add({index, pool_.num(order)}),
             "the recursion of a sequence is for x(k + 1) after one first value, and for x(k + 2) after two");
        d.step = equation;
      } else {
        if (d.first.empty()) d.from = pool_[at].num;
        need(d.first.size() < 2 && d.from.integer() && pool_[at].num == d.from + Q(static_cast<long>(d.first.size())),
             "the first values of a sequence are at one integer, or at two that follow each other");
        need(!pool_.depends(value, d.y) && !pool_.applies(value, id), "a first value of a sequence contains its index");
        for (const Condition& c : equation.extra)
          need(!pool_.depends(c, d.y) && !pool_.applies(c.u, id), "a first value of a sequence contains its index");
        d.first.push_back(equation);
        in_.expect(",");
      }
    }
    in_.close_index(k);
    in_.recursions[id] = contained;
    s_.definitions.push_back(std::move(d));
  }

  // forall y in [LO, HI]: / forall int y in [LO, HI]: or [LO, inf):, with the body still to be read.
  Quantifier quantifier(std::vector<std::string>& names) {
    Quantifier f;
    f.integer = s_.language >= 3 && in_.accept("int");
    const std::string y = in_.name();
    names.push_back(y);
    need(!declared_.count(y) && !in_.locals.count(y), "the name '" + y + "' is declared twice");
    bound_.insert(y);
    in_.expect("in");
    need(in_.accept("["), "the interval of a forall has closed ends");
    f.lo = f.hi = in_.expression();
    in_.expect(",");
    f.endless = f.integer && in_.accept("inf");
    if (!f.endless) f.hi = in_.expression();
    need(in_.accept(f.endless ? ")" : "]"), "the interval of a forall has closed ends");
    in_.expect(":");
    for (Ex end : {f.lo, f.hi})
      need(!f.integer || pool_.integer_valued(end, in_.integers, true), "an end is not integer-valued");
    f.ends = pool_.grounded(in_.extra, in_.integers);
    const Ex e = f.integer ? in_.open_index(y) : pool_.var(apart_ + y);
    f.y = pool_[e].k;
    in_.locals[y] = {e, {}};
    return f;
  }

  // A formula that is neither a chain of relations nor a `forall` hypothesis over one.
  bool formula(bool conclusion) {
    const bool words = formula_ahead(in_);
    if (s_.language < 3 || !(words || in_.is("forall"))) return false;
    const std::size_t begin = in_.position();
    const Form f = read_formula(pool_, in_, in_.integers, false, [&](const std::string& name) {
      need(!declared_.count(name), "the name '" + name + "' is declared twice");
      bound_.insert(name);
    });
    if (!conclusion && !words && plain_forall(*f)) {
      in_.seek(begin);
      return false;
    }
    if (conclusion)
      s_.conclusions.push_back(f);
    else
      assume(f);
    return true;
  }

  void assume(const Form& f) {
    if (f->kind == Formula::And)
      for (const Form& p : f->parts) assume(p);
    else if (f->kind == Formula::Relation)
      s_.hypotheses.push_back(f->stated);
    else
      s_.facts.push_back({f, s_.hypotheses.size()});
  }

  void relations(bool conclusion) {
    if (!formula(conclusion)) chain(conclusion);
    need(s_.conclusions.size() + s_.hypotheses.size() + s_.foralls.size() + s_.facts.size() < Limits::relations,
         "too many relations");
  }

  void chain(bool conclusion) {
    in_.extra.clear();
    std::optional<Forall> forall;
    std::vector<std::string> names;  // of what it binds
    while (!conclusion && in_.accept("forall")) {
      const Quantifier q = quantifier(names);
      if (forall) {
        need(forall->integer && q.integer, "only a quantifier over integers stands inside of another one");
        forall->inner.push_back(q);
      } else {
        static_cast<Quantifier&>(forall.emplace()) = q;
      }
    }
    const std::vector<Relation> all = in_.chain();
    const std::vector<Condition> extra = pool_.grounded(in_.extra, in_.integers);
    for (const Relation& r : all) {
      if (forall) {
        forall->body = {r, extra};
        forall->after = s_.hypotheses.size();
        s_.foralls.push_back(*forall);
      } else if (conclusion) {
        s_.conclusions.push_back(formulas_.relation({r, extra}));
      } else {
        s_.hypotheses.push_back({r, extra});
      }
    }
    for (const std::string& y : names)
      if (forall->integer)
        in_.close_index(y);
      else
        in_.locals.erase(y);
  }

  Pool& pool_;
  const Formulas formulas_;
  Reader in_;
  std::optional<long> dim_;
  const std::string apart_;
  Statement s_;
  std::set<std::string> declared_, bound_;
  std::vector<Stated> bounds_;
  bool first_ = true, titled_ = false;
};

}  // namespace

Statement elaborate(Pool& pool, std::string_view text, std::optional<long> dim, const std::string& apart) {
  pool.work().add(text.size() / 4);
  return Elaborator(pool, text, dim, apart).run();
}

}  // namespace dpcert::checker
