// The statement language (docs/statement-language.md): one reader for statements and for the expressions of proof
// lines.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "verify/checker/terms/formula.hpp"

namespace dpcert::checker {

struct Variable {
  std::string name;
  int id = 0;
  Range range;
  bool lo_exact = true, hi_exact = true;  // else the end is one beyond the bound, which is a hypothesis
};
struct Function {
  std::string name;
  int arity = 0;
  bool log_partition = false;
  bool sequence = false;  // of integers; none is differentiated
};
// What must hold for a law to be one, where it is declared.
struct Requirement {
  std::vector<Condition> conditions;
  std::size_t after = 0;  // the number of hypotheses in front of it
};
struct Fact {
  Form formula;
  std::size_t after = 0;  // the number of hypotheses in front of it
};
struct Statement {
  int language = 2;  // the version of the language that it is written in
  std::vector<Variable> variables;
  std::vector<Function> functions;
  std::vector<Stated> hypotheses;  // exact bounds first
  std::vector<Forall> foralls;
  std::vector<Definition> definitions;
  std::vector<Requirement> laws;
  std::vector<Fact> facts;  // hypotheses of any other form
  std::vector<Form> conclusions;
  std::string dim;  // empty: none
  Range dim_range;
};

struct Token {
  enum Kind { Name, Number, String, Mark, Newline, End } kind;
  std::string text;
};
// Rejects what is not UTF-8, and characters that are not seen as they are read.
void require_plain(std::string_view text);
std::vector<Token> tokenize(std::string_view text);

// A cursor over tokens that reads expressions over the names it is given.
class Reader {
 public:
  struct Macro {
    std::vector<std::string> params;
    std::size_t body = 0;  // position of its first token
    bool pieces = false;   // it uses `piece`, or a value that is described
  };
  struct Value {
    Ex e = 0;
    std::vector<Condition> extra;
    bool whole = true;  // see `whole()`
  };
  // A law has masses at points, or else a density: a text in x and the names that are given, and f and g for the
  // densities of its parts. An end that is not there is infinite. With `integers` the density is a mass at the integers
  // between the ends, and added up.
  struct Law {
    std::string density;
    std::map<std::string, Value> given;
    std::vector<Law> parts;
    std::optional<Ex> lo, hi;
    bool integers = false;
    // Of a law on a simplex: how many coordinates there are, x1, x2, ... in the density, but for the last one, which is
    // what they leave of 1.
    std::size_t coordinates = 0;
    std::vector<std::pair<Q, Value>> masses;
    std::vector<Condition> conditions;  // what must hold for it to be one
    std::size_t size = 1;               // of laws that it is made of, itself among them
    void add(Law part);
  };
  // While a relation is read: which part each `piece` in it gives, in their order (the first one where nothing is
  // said), and the relations in front of its parts. None: `piece` has no meaning there.
  struct Pieces {
    std::vector<std::size_t> choice;
    std::vector<std::vector<Stated>> met;
    // Values that are described, in expressions: where each is written, with the names that mean something there, and
    // the variable that stands for it.
    struct Described {
      std::size_t at = 0;
      std::map<std::string, Value> locals;
      Ex stands = 0;
    };
    std::vector<Described> values;
  };
  Pieces* pieces = nullptr;
  bool pieces_ahead() const;  // on the rest of the line
  // sup(x in ...), inf(x in ...), normal_quantile(...): values that are described, and written out in relations.
  bool described(std::size_t at) const;
  bool interval_at(std::size_t i) const;  // `x in ...`, or `int`
  bool interval_behind_comma() const { return is(",") && interval_at(at_ + 1); }
  std::size_t behind_brackets(std::size_t name) const;  // the place behind a name and its arguments
  bool described_ahead() const;
  bool described_side() const;  // is a side of the relation that is read next such a value, and no other has one in it
  Reader(Pool& pool, std::vector<Token> tokens, bool certificate)
      : pool_(pool), tokens_(std::move(tokens)), certificate_(certificate) {}

  std::map<std::string, Value> names;   // variables and lets without parameters
  std::map<std::string, Value> locals;  // indices and parameters: looked up first, not visible inside macros
  std::map<std::string, Macro> macros;
  std::map<std::string, int> functions;  // to the index in `list`
  std::vector<Function> list;
  std::map<int, std::bitset<kMaxVariables>> recursions;  // what the values of a sequence with a recursion depend on
  Integers integers;                // which of the variables are: neither a derivative nor `at` takes one
  std::vector<Condition> extra;     // collected while reading
  std::set<std::string> notations;  // of version 3, where the text declares nothing of the name; none in proof lines
  std::set<std::string> words;      // functions of version 3 for which the text declares nothing; in proof lines, too
  static std::set<std::string> functions_of_version_3();
  int language = 2;
  std::map<std::string, Law> laws;
  static std::set<std::string> notations_of_version_3();
  Law law();

  // An index that stands for an integer until `close_index`; nothing else is called like its variable.
  Ex open_index(const std::string& name);
  void close_index(const std::string& name);

  const Token& peek() const { return tokens_[at_]; }
  bool is(std::string_view mark) const { return peek().kind != Token::String && peek().text == mark; }
  bool accept(std::string_view mark) { return is(mark) && (next(), true); }
  void expect(std::string_view mark);
  Token next();
  std::string name();  // not reserved
  // Whether a token of the rest of the line is such a one.
  template <typename Yes>
  bool ahead(const Yes& yes) const {
    for (std::size_t i = at_; tokens_[i].kind != Token::Newline && tokens_[i].kind != Token::End; ++i)
      if (yes(tokens_[i])) return true;
    return false;
  }
  bool done() const { return peek().kind == Token::Newline || peek().kind == Token::End; }

  Ex expression();
  // Of the expression read last: no fractions come together in it, as in n/2*2, which is an integer but shows none.
  bool whole() const { return whole_; }
  std::vector<Relation> chain(bool* unequal = nullptr);  // a != b, alone, is a = b and `unequal`
  Relation relation();                                   // exactly one
  Q rational();                                          // an expression that is a rational number
  long index();
  long counting_number();  // one token
  Q signed_quotient();     // -3/4: in lists, where `1 -3` is two numbers
  // Ends are expressions; none means infinite.
  struct Interval {
    std::optional<Ex> lo, hi;
    bool lo_open = true, hi_open = true;
  };
  Interval interval();
  Range rational_interval();

  std::size_t position() const { return at_; }
  void seek(std::size_t p) { at_ = p; }
  void skip_line() {
    while (!done()) ++at_;
  }

 private:
  Ex term();
  Ex unary();
  Ex power();
  Ex primary();
  Ex call(const std::string& f);
  Ex notation(const std::string& f);
  std::optional<Q> folded(Op op, const std::vector<Ex>& args) const;
  Ex expand(const std::string& f);
  Ex finite(bool product);
  Ex symbolic(Op op, const std::string& k, Ex a, Ex b);
  Ex over_integers(Op op, Ex a, Ex b, const std::function<Ex(Ex)>& read);
  // integrals.cpp
  Ex integral();
  // The integral of what `body` makes of a new real variable; what it asks for is asked for between the ends.
  Ex over_reals(std::optional<Ex> a, std::optional<Ex> b, const std::function<Ex(Ex)>& body);
  // laws.cpp
  Law law_at_hand(), family(const std::string&f), mixture(), affine(), masses(bool listed), binomial_law(), dirichlet();
  // The integral of what `body` makes of a new real variable, or the sum of what it makes of a new index.
  Ex over(const Law& law, std::optional<Ex> a, std::optional<Ex> b, const std::function<Ex(Ex)>& body);
  std::pair<std::optional<Ex>, std::optional<Ex>> ends(const std::vector<Relation>& all, Ex X, const Law& law);
  void require(Law& law, Condition::Kind kind, const std::string& text);
  void require_alike(const Law& one, Law& two) const;
  Ex over_points(const Law& law, const std::function<Ex(const std::vector<Value>&)>& body);
  Ex left_of_one(const std::vector<Value>& point);
  Value density(const Law& law, const std::vector<Value>& point);
  Value value();
  Value written(const std::string& text, const std::map<std::string, Value>& given);
  Ex read(const std::string& text, const std::map<std::string, Value>& given);
  Ex divergence(const std::string&f), expectation(), probability();
  Ex word(const std::string&f), binomial(), factorial();  // words.cpp
  Ex piece();                                             // pieces.cpp
  Ex described_value();
  Ex without_pieces(const std::function<Ex()>& read);
  Ex sequence(int f, std::vector<Ex> args);
  void around(std::size_t first, int x);
  void recursions_without(Ex e, int x) const;
  Ex differentiate();
  Ex replace();
  int variable();
  void skip_argument();
  std::vector<Ex> arguments();

  Pool& pool_;
  std::vector<Token> tokens_;
  bool certificate_, whole_ = true;
  std::size_t at_ = 0;
  int depth_ = 0, indices_ = 0, reals_ = 0;
  long steps_ = 0;
};

bool reserved(const std::string& name);
// What `binomial(n, k)` stands for unless both are numbers.
Ex binomial_form(Pool& pool, Ex n, Ex k);
std::string relation_mark(Rel r);

// The instance of a statement for one value of its `dim`. In front of the names of its variables in the pool stands
// `apart`: with a character that no name has, they are none of another statement's.
Statement elaborate(Pool& pool, std::string_view text, std::optional<long> dim, const std::string& apart = "");

}  // namespace dpcert::checker
