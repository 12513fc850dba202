// The certificate as a text: digest, header, sections, goals.
#include <openssl/evp.h>
#include <zlib.h>

#include <algorithm>
#include <functional>

#include "dpcert/checker/checker.hpp"
#include "verify/checker/rules/point.hpp"
#include "verify/checker/rules/premises.hpp"
#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

namespace {

struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string inflated(std::string_view bytes) {
  if (bytes.size() < 2 || bytes[0] != '\x1f' || bytes[1] != '\x8b') {
    if (bytes.size() > Limits::file_bytes) throw Unreadable("the file is too large");
    return std::string(bytes);
  }
  z_stream z{};
  if (bytes.size() > Limits::file_bytes || inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
    throw Unreadable("the gzip stream cannot be read");
  std::string out;
  std::vector<char> buffer(1 << 16);
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  int status = Z_OK;
  while (status == Z_OK && out.size() <= Limits::file_bytes) {
    z.next_out = reinterpret_cast<Bytef*>(buffer.data());
    z.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&z, Z_NO_FLUSH);
    out.append(buffer.data(), buffer.size() - z.avail_out);
  }
  const bool whole = status == Z_STREAM_END && z.avail_in == 0;
  inflateEnd(&z);
  if (!whole) throw Unreadable("the gzip stream is damaged or truncated");
  return out;
}

std::string sha256(std::string_view bytes) {
  unsigned char d[EVP_MAX_MD_SIZE];
  unsigned n = 0;
  if (!EVP_Digest(bytes.data(), bytes.size(), d, &n, EVP_sha256(), nullptr))
    throw Unreadable("SHA-256 is not available");
  std::string hex;
  for (unsigned i = 0; i < n; ++i) hex += "0123456789abcdef"[d[i] >> 4], hex += "0123456789abcdef"[d[i] & 15];
  return hex;
}

// Lines of the text in front of the digest.
class Lines {
 public:
  Lines(std::string_view text, Work& work) : rest_(text), work_(work) {}
  bool end() const { return rest_.empty(); }
  std::size_t number() const { return number_; }
  std::string_view raw() {
    need(!end(), "the certificate ends too early");
    const std::size_t n = rest_.find('\n');
    const std::string_view line = rest_.substr(0, n);
    rest_.remove_prefix(n == std::string_view::npos ? rest_.size() : n + 1);
    need(line.size() <= Limits::text_bytes, "a line is too long");
    ++number_;
    work_.next_line();
    work_.add(1 + line.size() / 16);
    return line;
  }
  static std::string trimmed(std::string_view s) {
    const std::size_t a = s.find_first_not_of(" \t"), b = s.find_last_not_of(" \t\r");
    return a == std::string_view::npos ? "" : std::string(s.substr(a, b - a + 1));
  }
  std::string next() { return trimmed(raw()); }
  std::string_view peek() const { return rest_.substr(0, rest_.find('\n')); }
  bool next_is(const std::string& word) const {
    const std::string s = trimmed(peek());
    return s == word || s.compare(0, word.size() + 1, word + " ") == 0;
  }
  // The rest of a line that begins with this word.
  std::string after(const std::string& word) {
    const std::string s = next();
    need(s == word || s.compare(0, word.size() + 1, word + " ") == 0, "'" + word + "' was expected");
    return trimmed(std::string_view(s).substr(word.size()));
  }

 private:
  std::string_view rest_;
  Work& work_;
  std::size_t number_ = 0;
};

long version_of(std::string_view header) {
  if (header == "dpcert-certificate 1") return 1;
  if (header == "dpcert-certificate 2") return 2;
  if (header == "dpcert-certificate 3") return 3;
  // The digest is of the bytes, so a copy with other line ends is another text.
  if (header.ends_with('\r') && header.starts_with("dpcert-certificate "))
    throw Unreadable("lines end in CR LF, those of a certificate in LF: it was converted as a text file");
  throw Unreadable("not a certificate of version 1, 2 or 3");
}

long whole_number(const std::string& s) {
  need(!s.empty() && s.size() <= 9 && s.find_first_not_of("0123456789") == std::string::npos,
       "a whole number was expected");
  return std::stol(s);
}

class Checker {
 public:
  Checker(std::string_view text, Result& r, Work& work) : in_(text, work), r_(r), work_(work) {}
  std::size_t line() const { return in_.number(); }

  void run() {
    version_ = version_of(in_.raw());
    if (in_.next_is("claim")) {
      r_.claim = in_.after("claim");
      need(!r_.claim.empty(), "a claim without its id");
      for (const char c : r_.claim) need(c > ' ' && c < 127, "an id of a claim is of visible ASCII characters");
    }
    const long n = whole_number(in_.after("statement"));
    for (long i = 0; i < n; ++i) {
      r_.statement.append(in_.raw()).append("\n");
      need(r_.statement.size() <= Limits::text_bytes, "the statement is too long");
    }
    while (in_.next_is("use")) use();
    r_.verdict = in_.after("verdict");
    need(r_.uses.empty() || r_.verdict != "refuted", "a counterexample uses no other statement");
    need(r_.verdict == "proved" || r_.verdict == "proved-on" || r_.verdict == "refuted", "unknown verdict");
    need(!in_.end(), "there is no section");
    while (!in_.end()) section();
    finish();
  }
  const std::set<std::string>& rules() const { return rules_; }

 private:
  // use ID N and N lines: a statement that proof lines may take for true. That it is, is for its own certificate.
  void use() {
    need(version_ >= 3, "a statement is used in a certificate of an earlier version than 3");
    const std::string text = in_.after("use");
    const std::size_t blank = std::min(text.find_first_of(" \t"), text.size());
    Use out{text.substr(0, blank), ""};
    need(!out.id.empty() &&
             out.id.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") ==
                 std::string::npos,
         "the id of a used statement is of letters, digits, '.', '_' and '-'");
    for (const Use& other : r_.uses) need(other.id != out.id, "two used statements have the same id");
    need(r_.uses.size() < Limits::uses, "too many statements are used");
    for (long i = 0, n = whole_number(Lines::trimmed(text.substr(blank))); i < n; ++i) {
      out.statement.append(in_.raw()).append("\n");
      need(out.statement.size() <= Limits::text_bytes, "the statement is too long");
    }
    r_.uses.push_back(std::move(out));
  }

  void section() {
    std::optional<long> dim;
    std::string part;
    if (in_.next_is("instance")) {
      const std::string s = in_.after("instance");
      const std::size_t eq = s.find('=');
      need(eq != std::string::npos, "an instance needs NAME=INTEGER");
      dim = whole_number(Lines::trimmed(s.substr(eq + 1)));
      instance_ = Lines::trimmed(s.substr(0, eq));
      part = instance_ + "=" + std::to_string(*dim);
    }
    Pool pool(work_);
    const Statement s = elaborate(pool, r_.statement, dim);
    need(s.language <= 2 || version_ >= 3, "a statement of version 3 in a certificate of an earlier version");
    if (dim) need(s.dim == instance_, "the instance names another variable than the dim");
    dim_range_ = s.dim_range;
    std::map<int, Range> box;
    for (const Variable& v : s.variables) box[v.id] = v.range;
    bool restricted = false;
    while (in_.next_is("on")) {
      part += (part.empty() ? "" : ", ") + restrict(pool, s, box);
      restricted = true;
    }
    if (in_.next_is("refute") || in_.next_is("disprove")) {
      need(r_.verdict == "refuted" && sections_ == 0 && !restricted, "a refutation does not belong here");
      if (in_.next_is("refute"))
        refute(pool, s, box, part);
      else
        disprove(pool, s, box, part);
    } else {
      need(r_.verdict != "refuted", "a refutation was expected");
      need(r_.verdict != "proved" || !restricted, "`proved` does not allow a restriction");
      need(r_.verdict != "proved-on" || !part.empty(), "`proved-on` needs an instance or a restriction");
      if (dim)
        need(r_.verdict != "proved" || instances_.insert(*dim).second, "an instance occurs twice");
      else
        need(sections_ == 0 || r_.verdict == "proved-on", "more than one section");
      prove(pool, s, box, part);
      if (r_.verdict == "proved-on") r_.proved_on.push_back(part);
    }
    ++sections_;
  }

  void finish() {
    if (r_.verdict != "proved" || instances_.empty()) return;
    need(dim_range_.hi.has_value(), "an infinite dim cannot be covered: the verdict is at most proved-on");
    const Q n = *dim_range_.hi - *dim_range_.lo + Q(1);
    need(Q(static_cast<long>(instances_.size())) == n, "an instance of the dim is missing");
  }

  Reader reader(Pool& pool, const Statement& s, const std::string& line) const {
    need(line.find('#') == std::string::npos, "a comment in a line that the result quotes");
    Reader r(pool, tokenize(line), true);
    for (std::size_t i = 0; i < s.functions.size(); ++i) r.functions[s.functions[i].name] = static_cast<int>(i);
    r.list = s.functions;
    r.language = s.language;
    if (s.language >= 3) r.words = Reader::functions_of_version_3();
    return r;
  }

  // on x in [1/2, 3)
  std::string restrict(Pool& pool, const Statement& s, std::map<int, Range>& box) {
    const std::string text = in_.after("on");
    Reader r = reader(pool, s, text);
    std::string n = r.name();
    if (r.accept("[")) {
      n += "[" + std::to_string(r.index()) + "]";
      r.expect("]");
    }
    const auto v = std::find_if(s.variables.begin(), s.variables.end(), [&](const Variable& x) { return x.name == n; });
    need(v != s.variables.end(), "there is no variable " + n);
    r.expect("in");
    Range q = r.rational_interval();
    need(r.done(), "unexpected text after a restriction");
    const Range& old = box[v->id];
    auto inside = [](const std::optional<Q>& a, bool a_open, const std::optional<Q>& b, bool b_open, int side) {
      if (!b) return true;
      if (!a) return false;
      return *a == *b ? a_open || !b_open : (*a - *b).sign() == side;
    };
    need(inside(q.lo, q.lo_open, old.lo, old.lo_open, 1) && inside(q.hi, q.hi_open, old.hi, old.hi_open, -1),
         "the restriction is not a part of the domain of " + n);
    q.integer = old.integer;
    box[v->id] = q;
    return text;
  }

  void refute(Pool& pool, const Statement& s, const std::map<int, Range>& box, const std::string& part) {
    const std::string text = in_.after("refute");
    const std::size_t blank = std::min(text.find(' '), text.size());
    const Form& conclusion = conclusion_of(s, text.substr(0, blank));
    const std::string point_text = Lines::trimmed(text.substr(blank));
    // What does not exist is no counterexample, and of a fact that is not defined nothing is known.
    if (!s.definitions.empty() || !s.laws.empty() || !s.facts.empty()) {
      Normal plain(pool);
      premises(pool, plain, s, box);
    }
    need(conclusion->kind == Formula::Relation, "a formula is disproved by a proof: `disprove` was expected");
    Reader r = reader(pool, s, point_text);
    Point point(pool, s, r);
    const std::string by = in_.after("by");
    const bool equal = by == "equal";
    need(equal || by.compare(0, 5, "eval ") == 0, "'by eval P' or 'by equal' was expected");
    const long p = equal ? Limits::equal_precision : checked_precision(whole_number(Lines::trimmed(by.substr(5))));
    point.require_inside(box, std::max(p, Limits::least_precision));
    point.require_false(conclusion->stated, std::max(p, Limits::least_precision), equal);
    r_.counterexample = part + (part.empty() || point_text.empty() ? "" : " ") + point_text;
    rules_.insert(equal ? "by equal" : "by eval");
    ++r_.lines;
  }

  const Form& conclusion_of(const Statement& s, const std::string& number) const {
    const long k = whole_number(number);
    need(k >= 1 && k <= static_cast<long>(s.conclusions.size()), "there is no conclusion of this number");
    return s.conclusions[static_cast<std::size_t>(k) - 1];
  }

  // disprove K and the tree of: there is a point of the domain at which all hypotheses are true, and the conclusion is
  // defined and false.
  void disprove(Pool& pool, const Statement& s, const std::map<int, Range>& box, const std::string& part) {
    need(version_ >= 3 && s.language >= 3, "only a statement of version 3 is disproved by a proof");
    const Form& conclusion = conclusion_of(s, in_.after("disprove"));
    Normal plain(pool);
    premises(pool, plain, s, box);
    Rules rules(pool, plain, s.functions, s.language);
    Goal goal{std::make_shared<Frame>(), {}, true};
    set_goal(pool, *goal.frame, existence(pool, s, box, Formulas(pool).negation(conclusion)));
    goal.defined = goal.frame->formula != nullptr;
    tree(rules, std::move(goal), "disprove");
    rules_.insert(rules.used().begin(), rules.used().end());
    r_.counterexample = part + (part.empty() ? "" : " ") + "by proof";
  }

  // inhabited x=... or inhabited proof and the tree of: there is a point of the domain at which all hypotheses are
  // true.
  void inhabited(Pool& pool, Normal& plain, const Statement& s, const std::map<int, Range>& box) {
    const std::string text = in_.after("inhabited");
    if (text != "proof") {
      Reader r = reader(pool, s, text);
      Point(pool, s, r).require_inside(box, Limits::inhabited_precision);
      return;
    }
    need(version_ >= 3 && s.language >= 3, "`inhabited proof` is of version 3");
    Rules rules(pool, plain, s.functions, s.language);
    Goal goal{std::make_shared<Frame>(), {}, true};
    set_goal(pool, *goal.frame, existence(pool, s, box, nullptr));
    goal.defined = goal.frame->formula != nullptr;
    tree(rules, std::move(goal), "inhabited proof");
    rules_.insert(rules.used().begin(), rules.used().end());
  }

  void prove(Pool& pool, const Statement& s, const std::map<int, Range>& box, const std::string& part) {
    Normal plain(pool);
    inhabited(pool, plain, s, box);
    const Goal root = premises(pool, plain, s, box);
    Rules rules(pool, plain, s.functions, s.language, &r_.uses);
    for (std::size_t k = 0; k < s.conclusions.size(); ++k) {
      need(in_.next() == "goal " + std::to_string(k + 1), "'goal " + std::to_string(k + 1) + "' was expected");
      tree(rules, goal_in(pool, root, s.conclusions[k]), "goal " + std::to_string(k + 1));
    }
    rules_.insert(rules.used().begin(), rules.used().end());
    while (in_.next_is("tightness")) tightness(pool, s, root, rules, part);
  }

  static Goal goal_in(Pool& pool, const Goal& root, const Form& f) {
    Goal goal{std::make_shared<Frame>(), root.box};
    goal.frame->hypotheses = root.frame->hypotheses;
    goal.frame->foralls = root.frame->foralls;
    goal.frame->definitions = root.frame->definitions;
    goal.frame->facts = root.frame->facts;
    set_goal(pool, *goal.frame, f);
    return goal;
  }

  // A goal with its proof, in prefix order.
  void tree(Rules& rules, Goal goal, const std::string& name) {
    const auto size = [](const Goal& g) {
      return 1 + g.box.size() + g.frame->hypotheses.size() + g.frame->facts.size();
    };
    std::vector<Goal> open{std::move(goal)};
    std::size_t pending = size(open[0]);
    while (!open.empty()) {
      const Goal g = std::move(open.back());
      open.pop_back();
      pending -= size(g);
      need(!in_.end() && !in_.next_is("goal") && !in_.next_is("tightness") && !in_.next_is("at-most") &&
               !in_.next_is("at-least"),
           "the tree of " + name + " is not complete");
      auto children = rules.apply(g, in_.next());
      ++r_.lines;
      for (auto c = children.rbegin(); c != children.rend(); ++c) {
        pending += size(*c);
        open.push_back(std::move(*c));
      }
      need(pending < Limits::pending, "too many goals are open");
    }
  }

  // tightness K, of the slack lhs - rhs:
  //   at-least L (by goal | tree of lhs >= rhs + L) / at-most U x=... by ...
  // tightness K ratio lhs (or rhs), of rhs/lhs (lhs/rhs), where that side is >= 0 (<= 0):
  //   sign, tree / at-most C (by goal | tree of C*lhs >= rhs (lhs >= C*rhs)) / at-least R x=... by ...
  void tightness(Pool& pool, const Statement& s, const Goal& root, Rules& rules, const std::string& part) {
    Tightness out;
    out.part = part;
    const std::string text = in_.after("tightness");
    const std::size_t blank = std::min(text.find(' '), text.size());
    const Form& conclusion = conclusion_of(s, text.substr(0, blank));
    out.conclusion = static_cast<std::size_t>(whole_number(text.substr(0, blank)));
    need(conclusion->kind == Formula::Relation, "a formula has no tightness");
    const Stated& c = conclusion->stated;
    need(c.relation.rel != Rel::Eq, "an equation has no tightness");
    const std::string kind = Lines::trimmed(text.substr(blank));
    const auto prove = [&](const Relation& r) {
      tree(rules, goal_in(pool, root, Formulas(pool).relation({r, c.extra})), "tightness");
    };
    if (kind.empty()) {
      const auto [least, by_goal] = end_of_enclosure(pool, s, "at-least");
      if (by_goal)
        need(least.sign() <= 0, "only a bound that is not positive follows from the goal");
      else
        prove({c.relation.lhs, pool.add({c.relation.rhs, pool.num(least)}), Rel::Ge});
      const Q most = place(pool, s, root, "at-most", out, [&](Point& point, const Q& q, slong p, bool equal) {
        point.require_at_most(c, q, p, equal);
      });
      out.least = least.text(), out.most = most.text();
    } else {
      need(kind == "ratio lhs" || kind == "ratio rhs", "'ratio lhs' or 'ratio rhs' was expected");
      need(version_ >= 2, "certificates of version 1 have no ratios");
      out.ratio = true;
      const bool left = kind == "ratio lhs";
      const Ex zero = pool.num(0);
      const auto larger = [&](Rel rel) {  // the side of larger absolute value, as said of it
        return left ? Relation{c.relation.lhs, zero, rel} : Relation{zero, c.relation.rhs, rel};
      };
      const auto scaled = [&](const Q& q) {
        return left ? Relation{pool.mul({pool.num(q), c.relation.lhs}), c.relation.rhs, Rel::Ge}
                    : Relation{c.relation.lhs, pool.mul({pool.num(q), c.relation.rhs}), Rel::Ge};
      };
      need(in_.next() == "sign", "'sign' was expected");
      prove(larger(Rel::Ge));
      const auto [most, by_goal] = end_of_enclosure(pool, s, "at-most");
      if (by_goal)
        need(most >= Q(1), "only a ratio of 1 follows from the goal");
      else
        prove(scaled(most));
      const Q least = place(pool, s, root, "at-least", out, [&](Point& point, const Q& q, slong p, bool equal) {
        point.require_true({larger(Rel::Gt), c.extra}, p);
        point.require_at_most({scaled(q), c.extra}, Q(0), p, equal);
      });
      out.least = least.text(), out.most = most.text();
    }
    r_.tightness.push_back(out);
  }

  // WORD Q | WORD Q by goal
  std::pair<Q, bool> end_of_enclosure(Pool& pool, const Statement& s, const std::string& word) {
    std::string text = in_.after(word);
    static const std::string by_goal = " by goal";
    const bool ends =
        text.size() > by_goal.size() && text.compare(text.size() - by_goal.size(), by_goal.size(), by_goal) == 0;
    if (ends) text.resize(text.size() - by_goal.size());
    Reader bound = reader(pool, s, text);
    const Q q = bound.signed_quotient();
    need(bound.done(), "a rational number was expected");
    return {q, ends};
  }

  // WORD Q x=... by (eval P | equal): the place is in the domain, and `holds` there.
  Q place(Pool& pool, const Statement& s, const Goal& root, const std::string& word, Tightness& out,
          const std::function<void(Point&, const Q&, slong, bool)>& holds) {
    const std::string text = in_.after(word);
    const std::size_t by = text.rfind(" by ");
    need(by != std::string::npos, "'by eval P' or 'by equal' was expected");
    const std::string how = text.substr(by + 4);
    const bool equal = how == "equal";
    need(equal || how.compare(0, 5, "eval ") == 0, "'by eval P' or 'by equal' was expected");
    const long p = equal ? Limits::equal_precision : checked_precision(whole_number(Lines::trimmed(how.substr(5))));
    Reader r = reader(pool, s, text.substr(0, by));
    const Q q = r.signed_quotient();
    Point point(pool, s, r);
    point.require_inside(root.box, std::max(p, Limits::least_precision));
    holds(point, q, std::max(p, Limits::least_precision), equal);
    const std::size_t at = std::min(text.find(' '), by);
    out.at = Lines::trimmed(text.substr(at, by - at));
    return q;
  }

  Lines in_;
  Result& r_;
  Work& work_;
  long version_ = 0;
  std::string instance_;
  Range dim_range_;
  std::set<long> instances_;
  std::size_t sections_ = 0;
  std::set<std::string> rules_;
};

// The text in front of the last line, whose digest that line must give.
std::string_view undamaged(std::string_view text) {
  version_of(text.substr(0, text.find('\n')));
  const std::size_t end = text.size() - (text.back() == '\n');
  const std::size_t start = text.rfind('\n', end == 0 ? 0 : end - 1);
  if (start == std::string_view::npos) throw Unreadable("the digest is missing");
  const std::string_view last = text.substr(start + 1, end - start - 1), body = text.substr(0, start + 1);
  static constexpr std::string_view prefix = "digest sha256 ";
  if (last.substr(0, prefix.size()) != prefix) throw Unreadable("the last line is not a digest: the file is truncated");
  if (last.substr(prefix.size()) != sha256(body)) throw Unreadable("the digest does not fit: the file is damaged");
  return body;
}

}  // namespace

Result check(std::string_view bytes, const std::function<bool()>& stop) {
  Result r;
  std::string text;
  Work work;
  std::optional<Checker> checker;
  const auto fails = [&](Failure failure, const std::string& why) { r.failure = failure, r.reason = why; };
  try {
    text = inflated(bytes);
    work = Work(Limits::line_work, Limits::certificate_work + Limits::byte_work * text.size(), stop);
    checker.emplace(undamaged(text), r, work);
    r.readable = true;
    checker->run();
    r.accepted = r.uses.empty(), r.failure = Failure::none;
    if (!r.accepted) {
      std::string ids;
      for (const Use& use : r.uses) ids += (ids.empty() ? "" : ", ") + use.id;
      fails(Failure::conditional, "depends on " + ids + ", which it does not prove");
    }
  } catch (const Unreadable& e) {
    r.readable = false;
    fails(Failure::unreadable, e.what());
  } catch (const UndefinedGoal& e) {
    fails(Failure::undefined_goal, e.what());
  } catch (const OutOfWork& e) {
    fails(Failure::work_limit, e.what());
  } catch (const Stopped& e) {
    fails(Failure::stopped, e.what());
  } catch (const std::bad_alloc&) {
    fails(Failure::stopped, "out of memory");
  } catch (const std::exception& e) {
    fails(Failure::rejected, e.what());
  } catch (...) {
    fails(Failure::rejected, "an unknown failure");
  }
  const bool holds = r.accepted || r.conditional();
  if (checker && !holds) r.line = checker->line();
  if (checker) r.rules.assign(checker->rules().begin(), checker->rules().end());
  if (!holds) r.proved_on.clear(), r.counterexample.clear(), r.tightness.clear();
  r.work = work.total(), r.most_work_of_a_line = work.most_of_a_line();
  return r;
}

}  // namespace dpcert::checker
