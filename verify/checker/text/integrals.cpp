// Integrals, as they are written.
#include "verify/checker/text/parse.hpp"

namespace dpcert::checker {

// integral(x, a, b, e): `-inf` stands for the lower end, `inf` for the upper one, and nowhere else. The body is read
// once, with x a real number. What it asks for besides its own form, it asks for at each x between the ends.
Ex Reader::integral() {
  need(++depth_ < Limits::nesting, "an expression is nested too deeply");
  expect("(");
  const std::string x = name();
  need(!locals.count(x), "the name '" + x + "' is bound twice");
  expect(",");
  const auto end = [&](bool low) -> std::optional<Ex> {
    const bool minus = is("-") && tokens_[at_ + 1].text == "inf";
    need(!(low && is("inf")) && !(!low && minus), "an integral goes from -inf, or up to inf, not the other way");
    if (minus) next();
    const bool infinite = accept("inf");
    const std::optional<Ex> e = infinite ? std::nullopt : std::optional(expression());
    expect(",");
    return e;
  };
  const auto a = end(true), b = end(false);
  const Ex e = over_reals(a, b, [&](Ex X) {
    locals[x] = {X, {}};
    const Ex body = expression();
    locals.erase(x);
    expect(")");
    return body;
  });
  whole_ = false;
  --depth_;
  return e;
}

Ex Reader::over_reals(std::optional<Ex> a, std::optional<Ex> b, const std::function<Ex(Ex)>& body) {
  std::vector<Condition> outer;
  outer.swap(extra);
  const Ex X = pool_.variable(pool_.real_id('$', reals_++)), e = body(X);
  --reals_;
  outer.swap(extra);
  const int x = pool_[X].k;
  for (const Condition& c : outer)
    extra.push_back({Condition::Within, pool_.integral(a, b, pool_.witness(c), x, Pool::between)});
  return pool_.integral(a, b, e, x);
}

}  // namespace dpcert::checker
