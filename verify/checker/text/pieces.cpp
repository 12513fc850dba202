// Piecewise definitions, as they are written. A relation with one is read once for each of its parts; what is said of
// them is a formula (formula.cpp), so nothing else of the checker knows them.
#include "verify/checker/text/parse.hpp"

namespace dpcert::checker {

bool Reader::pieces_ahead() const {
  return ahead([&](const Token& t) {
    if (t.kind != Token::Name) return false;
    if (t.text == "piece") return notations.count(t.text) > 0;
    const auto m = macros.find(t.text);
    return m != macros.end() && m->second.pieces;
  });
}

bool Reader::described(std::size_t at) const {
  const std::string& f = tokens_[at].text;
  if (tokens_[at].kind != Token::Name || !notations.count(f) || tokens_[at + 1].text != "(") return false;
  if (f == "normal_quantile") return true;
  return (f == "sup" || f == "inf") && interval_at(at + 2);
}
bool Reader::interval_at(std::size_t i) const {
  return tokens_[i].kind == Token::Name && (tokens_[i].text == "int" || tokens_[i + 1].text == "in");
}
bool Reader::described_ahead() const {
  for (std::size_t i = at_; tokens_[i].kind != Token::Newline && tokens_[i].kind != Token::End; ++i)
    if (described(i)) return true;
  return false;
}

std::size_t Reader::behind_brackets(std::size_t i) const {
  int open = 0;
  do {
    const Token& t = tokens_[++i];
    if (t.kind == Token::Newline || t.kind == Token::End) return i;
    if (t.kind == Token::Mark) open += (t.text == "(" || t.text == "[") - (t.text == ")" || t.text == "]");
  } while (open > 0);
  return i + 1;
}

bool Reader::described_side() const {
  const auto sign = [&](const Token& t) {
    return t.kind == Token::Mark &&
           (t.text == ">=" || t.text == "<=" || t.text == ">" || t.text == "<" || t.text == "=");
  };
  const auto over = [&](const Token& t) {
    return t.kind == Token::Newline || t.kind == Token::End || t.text == "}" || t.text == "and" || t.text == "or" ||
           t.text == "implies" || t.text == "for";
  };
  bool begins = true, found = false, one = false;  // one: this side, or the one before, is such a value
  std::size_t i = at_;
  for (int open = 0; open >= 0 && !(open == 0 && over(tokens_[i])); ++i) {
    const Token& t = tokens_[i];
    if (t.kind == Token::End || t.kind == Token::Newline) break;
    if (described(i)) {
      const std::size_t behind = behind_brackets(i);
      if (!begins || one || !(sign(tokens_[behind]) || over(tokens_[behind]))) return false;
      found = one = true, begins = false;
      i = behind - 1;
      continue;
    }
    const auto m = t.kind == Token::Name ? macros.find(t.text) : macros.end();
    const bool piece = t.text == "piece" && notations.count(t.text) > 0;
    if (t.text == "!=" || piece || (m != macros.end() && m->second.pieces)) return false;
    if (t.kind == Token::Mark) open += (t.text == "(" || t.text == "[") - (t.text == ")" || t.text == "]");
    const bool next = open == 0 && sign(t);
    if (begins && !next) one = false;
    begins = next;
  }
  return found;
}

// In an expression a variable stands for the value; which number that is, is said beside the relation (formula.cpp).
Ex Reader::described_value() {
  const std::size_t at = at_ - 1;
  const Ex v = pool_.var("^=" + std::to_string(pieces->values.size()));
  pieces->values.push_back({at, locals, v});
  at_ = behind_brackets(at);
  whole_ = false;
  return v;
}

// Where an expression is one of many (at an index, between two ends) or is differentiated, the relations in front of
// the parts are no relations of the statement.
Ex Reader::without_pieces(const std::function<Ex()>& read) {
  Pieces* const outer = std::exchange(pieces, nullptr);
  const Ex e = read();
  pieces = outer;
  return e;
}

// piece(c1: e1, c2: e2, ..., e): e1 where c1 holds, else e2 where c2 holds, ..., else e.
Ex Reader::piece() {
  need(pieces,
       "`piece` has no meaning here: it stands in the relations of `assume` and `prove`, and in what is defined "
       "by `let` with parameters, not in a sum over a range, an integral, a law, diff or at");
  Pieces& in = *pieces;
  const std::size_t number = in.met.size(), chosen = number < in.choice.size() ? in.choice[number] : 0;
  in.met.emplace_back();
  expect("(");
  std::optional<Ex> value;
  bool last = false;
  for (std::size_t part = 0; !last; ++part) {
    const std::size_t begin = at_;
    int open = 0;
    last = true;
    for (skip_argument(); at_ > begin; --at_) {  // is there a colon in it, outside of brackets
      const Token& t = tokens_[at_ - 1];
      if (t.kind != Token::Mark) continue;
      open += (t.text == ")" || t.text == "]") - (t.text == "(" || t.text == "[");
      if (t.text == ":" && open == 0) last = false;
    }
    if (!last) {
      std::vector<Condition> outer;
      outer.swap(extra);
      Relation r;
      without_pieces([&] { return r = relation(), r.lhs; });
      outer.swap(extra);
      in.met[number].push_back({r, outer});
      expect(":");
    }
    if (part == chosen)
      value = expression();
    else
      skip_argument();
    if (!last) expect(",");
  }
  expect(")");
  need(value && !in.met[number].empty(), "piece(c: e, ..., e) has parts with relations in front, and one without");
  whole_ = false;
  return *value;
}

}  // namespace dpcert::checker
