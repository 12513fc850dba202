// Lines of a certificate as proof steps: what somebody wrote down as advice, and the nodes of a box search's tree.
#include <fmt/format.h>

#include <map>

#include "verify/engine/proof/lemma.hpp"
#include "verify/engine/proof/step.hpp"

namespace dpcert::verify {

namespace {

using Why = StepError::Why;

class LineReader {
 public:
  LineReader(std::string_view line, const Context& c, const ReadHypothesis& hypothesis,
             const std::vector<Lemma>& lemmas)
      : rest_(line), names_(names_of(c)), hypothesis_(hypothesis), lemmas_(lemmas) {}

  Rule read() {
    const std::string_view word = next("a rule");
    const auto& all = readers();
    const auto found = all.find(word);
    if (found == all.end()) throw StepError(Why::unknown_rule, fmt::format("`{}` is no rule", word));
    Rule r = (this->*found->second)();
    skip();
    if (!rest_.empty()) throw StepError(Why::trailing, fmt::format("`{}` is too much", rest_));
    return r;
  }

 private:
  using Function = Rule (LineReader::*)();
  static const std::map<std::string_view, Function>& readers();

  void skip() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
  }
  [[nodiscard]] bool more() {
    skip();
    return !rest_.empty();
  }
  // The next word, parted by spaces; no space inside brackets of any kind parts.
  std::string_view next(std::string_view what) {
    if (!more()) throw StepError(Why::missing, fmt::format("{} is missing", what));
    std::size_t end = 0;
    for (int depth = 0; end < rest_.size() && (depth > 0 || rest_[end] != ' '); ++end)
      depth += rest_[end] == '(' || rest_[end] == '{' ? 1 : rest_[end] == ')' || rest_[end] == '}' ? -1 : 0;
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }
  bool accept(std::string_view word) {
    skip();
    if (!rest_.starts_with(word) || (rest_.size() > word.size() && rest_[word.size()] != ' ')) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  Expr parsed(std::string_view text, const Instance& names) {
    try {
      return parse_expression(text, names);
    } catch (const SyntaxError& e) {
      throw StepError(Why::not_an_expression, fmt::format("`{}` is not an expression there: {}", text, e.what()));
    }
  }
  Expr expression(const Instance& names) {
    const std::string_view word = next("an expression in parentheses");
    if (word.size() < 2 || word.front() != '(' || word.back() != ')')
      throw StepError(Why::not_an_expression, fmt::format("`{}` is not an expression in parentheses", word));
    return parsed(word.substr(1, word.size() - 2), names);
  }
  Expr expression() { return expression(names_); }
  Expr variable() { return Expr::variable(next("a variable")); }
  std::string name() { return std::string(next("a new variable")); }
  Rational number(std::string_view what) {
    const std::string_view word = next(what);
    const auto q = Rational::parse(word);
    if (!q) throw StepError(Why::not_a_number, fmt::format("`{}` is not a number", word));
    return *q;
  }
  std::int64_t integer(std::string_view what) {
    const Rational q = number(what);
    if (!q.to_int64()) throw StepError(Why::not_a_number, fmt::format("`{}` is not an integer", q.str()));
    return *q.to_int64();
  }
  std::size_t count(std::string_view what) {
    const std::int64_t k = integer(what);
    if (k < 0) throw StepError(Why::not_a_number, fmt::format("`{}` is negative", k));
    return static_cast<std::size_t>(k);
  }
  Precision bits() { return integer("a precision in bits"); }
  std::size_t hypothesis() { return hypothesis_ ? hypothesis_(next("a hypothesis")) : count("a hypothesis"); }
  bool lower() {
    const std::string_view word = next("lo or hi");
    if (word != "lo" && word != "hi") throw StepError(Why::missing, fmt::format("`{}` is neither lo nor hi", word));
    return word == "lo";
  }
  Range interval() {
    skip();
    const auto wrong = [&] { return StepError(Why::not_an_interval, fmt::format("`{}` is not an interval", rest_)); };
    const auto comma = rest_.find(',');
    const auto close = comma == std::string_view::npos ? comma : rest_.find_first_of("])", comma);
    if (close == std::string_view::npos || (rest_.front() != '[' && rest_.front() != '(')) throw wrong();
    const auto end = [&](std::string_view text, std::string_view infinity, bool closed) -> End {
      while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
      if (text == infinity) return {};
      const auto q = Rational::parse(text);
      if (!q) throw wrong();
      return {false, closed, *q};
    };
    const Range range{end(rest_.substr(1, comma - 1), "-inf", rest_.front() == '['),
                      end(rest_.substr(comma + 1, close - comma - 1), "inf", rest_[close] == ']')};
    rest_.remove_prefix(close + 1);
    return range;
  }
  Coefficient coefficient() {
    skip();
    if (rest_.starts_with('(')) return expression();
    return number("a coefficient");
  }
  std::optional<rule::LimitBound> limit() {
    if (!more()) return std::nullopt;
    const Rational from = number("a place");
    return rule::LimitBound{from, expression()};
  }

  // One function for each word.
  Rule eval() { return rule::Eval{bits()}; }
  Rule ray() { return rule::Ray{bits()}; }
  Rule mean() { return rule::Mean{bits()}; }
  Rule taylor() { return rule::Taylor{bits()}; }
  Rule relax() {
    const std::string_view form = next("mean or taylor");
    if (form != "mean" && form != "taylor")
      throw StepError(Why::missing, fmt::format("`{}` is neither mean nor taylor", form));
    rule::Relax r{form == "taylor", bits(), {}};
    while (more()) {
      const std::size_t h = hypothesis();
      r.multiples.emplace_back(h, number("a multiple"));
    }
    return r;
  }
  Rule prune() {
    const std::size_t h = hypothesis();
    return rule::Prune{h, bits()};
  }
  Rule noint() { return rule::NoInteger{variable()}; }
  Rule sign() { return rule::Sign{}; }
  Rule identity() { return rule::Identity{}; }
  Rule hyp() { return rule::Hyp{hypothesis()}; }
  Rule combine() {
    rule::Combine r{coefficient(), {}};
    while (more()) {
      const std::size_t h = hypothesis();
      r.terms.emplace_back(h, coefficient());
    }
    return r;
  }
  Rule bound() { return rule::Bound{hypothesis()}; }
  Rule split() {
    skip();
    if (rest_.starts_with('(')) {
      const Expr range = expression();
      return rule::SplitRange{range, expression()};
    }
    const Expr x = variable();
    return rule::Split{x, number("a place")};
  }
  Rule fix() { return rule::Fix{variable()}; }
  Rule face() {
    const Expr x = variable();
    const bool low = lower();
    return rule::Face{x, low, bits()};
  }
  Rule end() {
    const Expr x = variable();
    return rule::CloseEnd{x, lower()};
  }
  Rule widen() {
    const Expr x = variable();
    if (!accept("in")) throw StepError(Why::missing, "`in` is missing");
    return rule::Widen{x, interval()};
  }
  Rule mono() {
    const Expr x = variable();
    const bool low = lower(), inside = accept("inside");
    return rule::Mono{x, low, inside, accept("strict")};
  }
  Rule deriv() {
    const Expr x = variable(), at = expression();
    return rule::Deriv{x, at, accept("inside")};
  }
  Rule convex() {
    const Expr x = variable();
    return rule::Convex{x, accept("inside")};
  }
  Rule rise() {
    const Expr x = variable();
    return rule::Rise{x, lower()};
  }
  Rule arch() { return rule::Arch{variable()}; }
  Rule tail() {
    std::string_view x = next("a variable");
    const bool below = x.starts_with('-');
    if (below) x.remove_prefix(1);
    const Precision p = bits();
    return rule::Tail{Expr::variable(x), below, p, limit()};
  }
  Rule telescope() {
    const Expr x = variable();
    const Precision p = bits();
    return rule::Telescope{x, p, limit()};
  }
  Rule touch() {
    rule::Touch r{bits(), {}};
    while (more()) {
      const Expr x = variable();
      r.places.emplace_back(x, expression());
    }
    return r;
  }
  Rule induct() { return rule::Induct{variable()}; }
  Rule equal() {
    const Expr x = variable();
    return rule::Equal{x, expression()};
  }
  Rule subst() {
    const Expr x = variable();
    Instance names = names_;
    std::string t = name();
    const Range range = interval();
    names.variables.push_back({t, false, range});
    return rule::Subst{x, std::move(t), range, expression(names)};
  }
  Rule gen() {
    std::string t = name();
    const Range range = interval();
    return rule::Gen{std::move(t), range, expression()};
  }
  Rule series() {
    const long n = integer("a number of terms");
    const Expr f = expression();
    if (f.op() == Op::log) {
      const Expr base = expression();
      std::string w = name();
      return rule::LogSeries{n, f, base, std::move(w), interval()};
    }
    std::string w = name();
    if (f.op() == Op::exp) return rule::ExpSeries{n, f, std::move(w), interval()};
    return rule::SeriesAtInfinity{n, f, std::move(w)};
  }
  Rule growth() {
    const long k = integer("an order");
    const Expr f = expression();
    return rule::Growth{k, f, name()};
  }
  Rule secant() {
    const Expr f = expression(), from = expression();
    std::string w = name();
    const Range slopes = interval();
    return rule::Secant{f, from, std::move(w), slopes, interval()};
  }
  Rule factor() {
    const Expr weight = expression();
    return rule::Factor{weight, expression()};
  }
  Rule rewrite() {
    const Expr lhs = expression();
    return rule::Rewrite{lhs, more() ? std::optional(expression()) : std::nullopt};
  }
  Rule power() { return rule::Power{number("an exponent")}; }
  Rule take_log() { return rule::TakeLog{}; }
  Rule take_exp() { return rule::TakeExp{}; }
  Rule trans() { return rule::Trans{expression()}; }
  Rule both() { return rule::Both{}; }
  Rule integral() { return rule::Integral{}; }
  Rule cut() {
    if (!more()) throw StepError(Why::missing, "a relation is missing");
    const std::string_view text = std::exchange(rest_, {});
    try {
      if (names_.language < 3) return rule::Cut{parse_relation(text, names_)};
      Formula f = parse_formula(text, names_);
      if (f.is(Formula::Kind::relation)) return rule::Cut{f.relation};
      return rule::CutFormula{std::move(f)};
    } catch (const SyntaxError& e) {
      throw StepError(Why::not_a_relation, fmt::format("`{}` is not a relation there: {}", text, e.what()));
    }
  }
  Rule cases() { return rule::Cases{expression()}; }
  Rule fact() {
    const std::string_view f = next("floor, ceil, sin or normal_quantile");
    using Of = rule::Fact::Of;
    if (f == "normal_quantile") {
      std::string x = name();
      return rule::Fact{Of::normal_quantile, expression(), {}, std::move(x)};
    }
    if (f != "floor" && f != "ceil" && f != "sin")
      throw StepError(Why::missing, fmt::format("`{}` is neither floor, ceil, sin nor normal_quantile", f));
    rule::Fact out{f == "floor" ? Of::floor : f == "ceil" ? Of::ceil : Of::sin, expression(), {}};
    if (out.of == Of::sin && more()) out.v = expression();
    return out;
  }
  Rule unfold() {
    using Part = rule::Unfold::Part;
    const Expr range = expression();
    const std::string_view part = next("last, first or empty");
    if (part != "last" && part != "first" && part != "empty")
      throw StepError(Why::missing, fmt::format("`{}` is neither last, first nor empty", part));
    return rule::Unfold{range, part == "last" ? Part::last : part == "first" ? Part::first : Part::empty};
  }
  Rule shift() {
    const Expr range = expression();
    return rule::Shift{range, expression()};
  }
  Rule termwise() { return rule::Termwise{name()}; }
  Rule define() {
    rule::Define r{std::string(next("a sequence")), expression()};
    r.next = accept("next");
    return r;
  }
  Rule binomial() {
    const Expr n = expression(), x = expression();
    return rule::Binomial{n, x, expression()};
  }
  Rule inst() {
    const std::size_t j = count("the number of a `forall` hypothesis");
    rule::Inst out{j, {expression()}};
    while (more()) out.at.push_back(expression());
    return out;
  }

  // An expression in parentheses with one more real variable.
  Expr expression_with(const std::string& x) {
    Instance names = names_;
    names.variables.push_back({x, false, Range{}});
    return expression(names);
  }
  Rule root() {
    std::string x = name();
    const Expr f = expression_with(x), low = expression(), high = expression();
    return rule::Root{std::move(x), f, low, high};
  }
  Rule antiderivative() {
    const Expr integral = expression();
    std::string x = name();
    const Expr f = expression_with(x), low = expression(), high = expression();
    return rule::Antiderivative{integral, std::move(x), f, low, high};
  }
  Rule integrand() {
    const Expr integral = expression();
    std::string x = name();
    const Expr body = expression_with(x);
    return rule::Integrand{integral, std::move(x), body};
  }
  Rule linear() {
    rule::Linear r{expression(), {}};
    while (more()) {
      Coefficient c = coefficient();
      r.terms.emplace_back(std::move(c), expression());
    }
    return r;
  }
  rule::NewEnd new_end() {
    const bool up = accept("(inf)");
    if (up || accept("(-inf)")) return {std::nullopt, up};
    return {expression()};
  }
  Rule substitute() {
    rule::Substitute r{expression(), name(), {}, {}, {}};
    r.function = expression_with(r.name);
    r.one = new_end();
    r.two = new_end();
    return r;
  }
  Rule under() {
    rule::Under r{name(), name(), {}, {}, {}, {}};
    Instance names = names_;
    for (const std::string& x : {r.x, r.t}) names.variables.push_back({x, false, Range{}});
    r.function = expression(names);
    r.from = expression();
    r.to = expression();
    r.upper = expression();
    return r;
  }
  Rule dominated() {
    const Expr integral = expression();
    std::string x = name();
    return rule::Dominated{integral, std::move(x), expression()};
  }
  std::size_t fact_number() { return count("the number of a fact"); }
  Rule intro() { return rule::Intro{more() ? name() : ""}; }
  Rule parts() { return rule::Parts{}; }
  Rule left() { return rule::Left{}; }
  Rule right() { return rule::Right{}; }
  Rule witness() { return rule::Witness{expression()}; }
  Rule absurd() { return rule::Absurd{}; }
  Rule obtain() {
    std::string x = name();
    return rule::Obtain{std::move(x), fact_number()};
  }
  Rule branch() { return rule::Branch{fact_number()}; }
  Rule apply_fact() { return rule::ApplyFact{fact_number()}; }
  Rule at_fact() {
    const std::size_t j = fact_number();
    return rule::AtFact{j, expression()};
  }

  Rule lemma() {
    const std::string_view id = next("the id of a statement");
    rule::UseLemma out = read_lemma(id, next("`(x = e, ...)`"), lemmas_, names_);
    while (out.names.size() < names_asked_for(out))
      out.names.emplace_back(next("a new name for what a `forall` hypothesis binds"));
    return out;
  }

  std::string_view rest_;
  Instance names_;
  const ReadHypothesis& hypothesis_;
  const std::vector<Lemma>& lemmas_;
};

const std::map<std::string_view, LineReader::Function>& LineReader::readers() {
  using L = LineReader;
  static const std::map<std::string_view, Function> all{{"eval", &L::eval},
                                                        {"ray", &L::ray},
                                                        {"mean", &L::mean},
                                                        {"taylor", &L::taylor},
                                                        {"relax", &L::relax},
                                                        {"prune", &L::prune},
                                                        {"noint", &L::noint},
                                                        {"sign", &L::sign},
                                                        {"identity", &L::identity},
                                                        {"hyp", &L::hyp},
                                                        {"combine", &L::combine},
                                                        {"bound", &L::bound},
                                                        {"split", &L::split},
                                                        {"fix", &L::fix},
                                                        {"face", &L::face},
                                                        {"end", &L::end},
                                                        {"widen", &L::widen},
                                                        {"mono", &L::mono},
                                                        {"deriv", &L::deriv},
                                                        {"convex", &L::convex},
                                                        {"rise", &L::rise},
                                                        {"arch", &L::arch},
                                                        {"tail", &L::tail},
                                                        {"telescope", &L::telescope},
                                                        {"touch", &L::touch},
                                                        {"induct", &L::induct},
                                                        {"equal", &L::equal},
                                                        {"subst", &L::subst},
                                                        {"gen", &L::gen},
                                                        {"series", &L::series},
                                                        {"growth", &L::growth},
                                                        {"secant", &L::secant},
                                                        {"factor", &L::factor},
                                                        {"rewrite", &L::rewrite},
                                                        {"power", &L::power},
                                                        {"log", &L::take_log},
                                                        {"exp", &L::take_exp},
                                                        {"trans", &L::trans},
                                                        {"both", &L::both},
                                                        {"integral", &L::integral},
                                                        {"cut", &L::cut},
                                                        {"cases", &L::cases},
                                                        {"fact", &L::fact},
                                                        {"inst", &L::inst},
                                                        {"unfold", &L::unfold},
                                                        {"shift", &L::shift},
                                                        {"termwise", &L::termwise},
                                                        {"define", &L::define},
                                                        {"binomial", &L::binomial},
                                                        {"root", &L::root},
                                                        {"antiderivative", &L::antiderivative},
                                                        {"integrand", &L::integrand},
                                                        {"linear", &L::linear},
                                                        {"dominated", &L::dominated},
                                                        {"substitute", &L::substitute},
                                                        {"under", &L::under},
                                                        {"intro", &L::intro},
                                                        {"parts", &L::parts},
                                                        {"left", &L::left},
                                                        {"right", &L::right},
                                                        {"witness", &L::witness},
                                                        {"absurd", &L::absurd},
                                                        {"obtain", &L::obtain},
                                                        {"branch", &L::branch},
                                                        {"apply", &L::apply_fact},
                                                        {"at", &L::at_fact},
                                                        {"lemma", &L::lemma}};
  return all;
}

}  // namespace

Instance names_of(const Context& c) {
  Instance i;
  i.variables = c.variables();
  i.functions = c.functions();
  i.sequences = c.sequences();
  i.language = c.language();
  return i;
}

Step read_step(std::string_view line, const Context& c, const ReadHypothesis& hypothesis,
               const std::vector<Lemma>& lemmas) {
  return LineReader(line, c, hypothesis, lemmas).read();
}

}  // namespace dpcert::verify
