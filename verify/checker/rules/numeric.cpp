// The proof lines that look at numbers: enclosures over the box, and what divides or narrows it. A variable whose
// interval is a point may stay in the expressions here.
#include <algorithm>

#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

Rules::Children Rules::bound(bool infinite) {
  const slong p = precision();
  end();
  const Rel rel = g_.frame->goal.rel;
  need(rel != Rel::Eq, "an enclosure does not prove an equation");
  for (int x : moving()) need(infinite || (g_.box[x].lo && g_.box[x].hi), "the box is not bounded");
  Tape& t = tape("eval", [&] { return std::vector<Ex>{g_.frame->d}; });
  t.run(box_of(g_, p), p);
  need(infinite || t.out(0).finite(), "the enclosure is not finite");
  need(t.out(0).certainly(rel), "the enclosure does not prove the goal");
  return {};
}
Rules::Children Rules::eval() { return bound(false); }
Rules::Children Rules::ray() { return bound(true); }

Rules::Children Rules::mean() { return centred(false, precision()); }
Rules::Children Rules::taylor() { return centred(true, precision()); }

// Where the hypotheses H_j hold, D is at least D - sum C_j H_j: C_j >= 0, or H_j is an equation.
Rules::Children Rules::relax() {
  const std::string form = in_->next().text;
  need(form == "mean" || form == "taylor", "mean or taylor was expected");
  const slong p = precision();
  std::vector<std::pair<Ex, Q>> less;
  while (!in_->done()) {
    const Hypothesis& h = hypothesis();
    const Q c = in_->signed_quotient();
    need(h.relation.rel == Rel::Eq || c.sign() >= 0, "a multiple of an inequality is < 0");
    less.emplace_back(h.d, c);
  }
  return centred(form == "taylor", p, less);
}

// The mean value form f(m) + sum of df/dx_i(box) (box_i - m_i), or the second-order form, of f = D - sum C_j H_j around
// the midpoint m; f is smooth on the closed box because every node of D and of the H_j is.
Rules::Children Rules::centred(bool second_order, slong p, const std::vector<std::pair<Ex, Q>>& less) {
  end();
  const Rel rel = g_.frame->goal.rel;
  need(rel != Rel::Eq, "an enclosure does not prove an equation");
  std::vector<std::pair<Ex, Q>> parts{{g_.frame->d, Q(1)}};
  for (const auto& [h, c] : less) parts.emplace_back(h, Q(0) - c);
  std::vector<int> xs;
  std::string key;
  std::bitset<kMaxVariables> smooth;
  Goal middle = g_;
  std::vector<Iv> offset;
  for (const auto& [x, r] : g_.box) {
    if (r.point() ||
        std::none_of(parts.begin(), parts.end(), [&, x = x](const auto& f) { return pool_.depends(f.first, x); }))
      continue;
    need(r.lo && r.hi, "the box is not bounded");
    const Q m = (*r.lo + *r.hi) / Q(2), h = (*r.hi - *r.lo) / Q(2);
    middle.box[x] = {m, m, false, false, r.integer};
    offset.push_back(enclose(Range{-h, h, false, false}, p));
    xs.push_back(x), smooth.set(x), key += " " + std::to_string(x);
  }
  // The function itself with its derivatives of one order, each summed over the parts: a tape for each part, so that
  // the C_j may change from box to box.
  auto sums = [&](int order, const Box& box, bool must_be_smooth) {
    std::vector<Iv> out;
    for (const auto& [f, c] : parts) {
      Tape& t = tape(
          std::to_string(order) + " of " + std::to_string(f) + (must_be_smooth ? " smooth" : "") + key,
          [&, f = f] {
            std::vector<Ex> all{f};
            for (std::size_t i = 0; order > 0 && i < xs.size(); ++i) {
              const Ex d = pool_.derivative(f, xs[i]);
              if (order == 1) all.push_back(d);
              for (std::size_t j = 0; order == 2 && j <= i; ++j) all.push_back(pool_.derivative(d, xs[j]));
            }
            return all;
          },
          must_be_smooth ? smooth : std::bitset<kMaxVariables>());
      t.run(box, p);
      need(!must_be_smooth || t.smooth(), "the expression is not known to be smooth on the closed box");
      const std::size_t count = order == 0 ? 1 : order == 1 ? 1 + xs.size() : 1 + xs.size() * (xs.size() + 1) / 2;
      for (std::size_t k = 0; k < count; ++k) {
        need((must_be_smooth && k == 0) || t.out(k).finite(), "an enclosure is not finite");
        if (k == out.size()) out.push_back(enclose(Q(0), p));
        pool_.work().add(2 + static_cast<std::uint64_t>(p) / 256);
        out[k] = plus(out[k], times(enclose(c, p), t.out(k), p), p);
      }
    }
    return out;
  };
  const std::vector<Iv> over_box = sums(second_order ? 2 : 1, box_of(g_, p), true);
  const std::vector<Iv> centre = sums(second_order ? 1 : 0, box_of(middle, p), false);
  Iv sum = centre[0];
  for (std::size_t i = 0, k = 1; i < xs.size(); ++i) {
    sum = plus(sum, times((second_order ? centre : over_box)[i + 1], offset[i], p), p);
    for (std::size_t j = 0; second_order && j <= i; ++j, ++k) {
      const Iv area = i == j ? times(enclose(Q(1) / Q(2), p), square(offset[i], p), p) : times(offset[i], offset[j], p);
      sum = plus(sum, times(over_box[k], area, p), p);
      pool_.work().add(2 + static_cast<std::uint64_t>(p) / 256);
    }
  }
  need(sum.finite() && sum.certainly(rel), "the form around the midpoint does not prove the goal");
  return {};
}

Rules::Children Rules::split() {
  if (in_->is("(")) return split_range();
  const int x = variable();
  const Q q = in_->rational();
  end();
  const Range& r = g_.box.at(x);
  need((!r.lo || *r.lo < q) && (!r.hi || q < *r.hi), "the split point is not inside the interval");
  Goal a = g_, b = g_;
  a.box[x].hi = q, a.box[x].hi_open = false;
  b.box[x].lo = q, b.box[x].lo_open = false;
  return {a, b};
}

Rules::Children Rules::noint() {
  const int x = variable();
  end();
  Range r = g_.box.at(x);
  need(r.integer, "the variable is not an integer");
  need(r.lo && r.hi, "the interval is not bounded");
  r.to_integers();
  need(r.empty(), "the interval contains an integer");
  return {};
}

// D is monotone in X on the closed box, so it is least on a face. The segments to the face leave the hypotheses that
// mention X, so D must be smooth on the whole box, and those hypotheses are dropped.
Rules::Children Rules::face() {
  const int x = variable();
  const bool low = low_end();
  const slong p = precision();
  end();
  need(g_.frame->goal.rel != Rel::Eq, "a monotone step does not prove an equation");
  const Range r = g_.box.at(x);
  need(low ? r.lo.has_value() : r.hi.has_value(), "the face is not at a finite end");
  std::bitset<kMaxVariables> smooth;
  smooth.set(x);
  Tape& t = tape(
      "face " + std::to_string(x),
      [&] {
        return std::vector<Ex>{g_.frame->d, pool_.derivative(g_.frame->d, x)};
      },
      smooth);
  Box box = box_of(g_, p);
  box.integers.reset(x);  // the segments pass through real values
  t.run(box, p);
  need(t.smooth() && t.out(1).finite(), "the expression is not known to be smooth up to the face");
  need(low ? t.out(1).lo_sign() >= 0 : t.out(1).hi_sign() <= 0,
       "the expression is not known to be monotone in this direction");
  Goal child = g_;
  const auto& hs = g_.frame->hypotheses;
  const auto& fs = g_.frame->foralls;
  const auto& ds = g_.frame->definitions;
  const auto& as = g_.frame->facts;
  if (std::any_of(hs.begin(), hs.end(), [&](const Hypothesis& h) { return mentions(h.relation, x); }) ||
      std::any_of(fs.begin(), fs.end(), [&](const Forall& f) { return mentions(f, x); }) ||
      std::any_of(ds.begin(), ds.end(), [&](const Definition& d) { return mentions(d, x); }) ||
      std::any_of(as.begin(), as.end(), [&](const Form& a) { return mentions(a, x); }))
    child = without(g_, x);
  const Q q = low ? *r.lo : *r.hi;
  child.box[x] = {q, q, false, false, false};
  return {child};
}

Rules::Children Rules::prune() {
  const Hypothesis& h = hypothesis();
  const slong p = precision();
  end();
  Tape t(pool_, {h.d});
  t.run(box_of(g_, p), p);
  if (t.out(0).never(h.relation.rel)) return {};
  const Ex negative = pool_.neg(h.d);
  need(h.relation.rel == Rel::Ge   ? automatic().positive(negative)
       : h.relation.rel == Rel::Gt ? automatic().nonnegative(negative)
                                   : automatic().nonzero(h.d),
       "the hypothesis may hold on this box");
  return {};
}

// A hypothesis that says no more than where one variable lies goes into its interval.
Rules::Children Rules::narrowed() {
  const Hypothesis& h = hypothesis();
  end();
  const auto line = plain_.linear(h.d);
  need(line && g_.box.count(line->x), "the hypothesis is not a bound of one variable by a rational");
  Goal child{copy_frame(g_), g_.box, g_.defined};
  Range& r = child.box[line->x];
  r.narrow(line->slope, line->rest, h.relation.rel);
  if (r.integer) r.to_integers();
  need(!r.empty(), "the hypotheses leave no value of the variable");
  child.frame->hypotheses.erase(child.frame->hypotheses.begin() + (&h - g_.frame->hypotheses.data()));
  return {child};
}

}  // namespace dpcert::checker
