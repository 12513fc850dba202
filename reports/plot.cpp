#include "reports/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "dpcert/core/error.hpp"

namespace dpcert::reports {
namespace {

constexpr double width = 760, height = 500, left = 84, right = 24, top = 52, bottom = 126;

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// Words in rows of at most `most` characters.
std::vector<std::string> wrapped(const std::string& text, std::size_t most) {
  std::vector<std::string> rows(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!rows.back().empty() && rows.back().size() + 1 + word.size() > most) rows.emplace_back();
    rows.back() += (rows.back().empty() ? "" : " ") + word;
  }
  return rows;
}

/// A number as a tick label: 0.001, 250, 2e6.
std::string label(double v) {
  if (v == 0) return "0";
  const double a = std::abs(v);
  if (a >= 1e5 || a < 1e-3) {
    std::string text = fmt::format("{:.3g}", v);
    const auto e = text.find('e');
    if (e == std::string::npos) return text;
    return text.substr(0, e + 1) + std::to_string(std::stoi(text.substr(e + 1)));
  }
  return fmt::format("{:.6g}", v);
}

/// Maps values of an axis to [0, 1], and proposes ticks.
class Ruler {
 public:
  Ruler(const Axis& axis, const std::vector<double>& data, bool pad) : scale_(axis.scale) {
    double low = INFINITY, high = -INFINITY;
    for (const double v : data) {
      if (!shown(v)) continue;
      low = std::min(low, v);
      high = std::max(high, v);
    }
    if (axis.low) low = *axis.low;
    if (axis.high) high = *axis.high;
    if (!(low <= high)) throw Error(ErrorCode::bad_input, "plot", "a finite point to show", axis.label);
    low_ = to(low);
    high_ = to(high);
    if (high_ == low_) {
      low_ -= 0.5;
      high_ += 0.5;
    } else if (pad) {
      const double room = 0.04 * (high_ - low_);
      if (!axis.high) high_ += room;
      if (!axis.low && !(scale_ == Scale::linear && low == 0)) low_ -= room;
    }
  }
  [[nodiscard]] bool shown(double v) const { return std::isfinite(v) && (scale_ == Scale::linear || v > 0); }
  [[nodiscard]] double at(double v) const { return (to(v) - low_) / (high_ - low_); }
  [[nodiscard]] std::vector<double> ticks() const {
    std::vector<double> out;
    if (scale_ == Scale::log10) {
      const int step = std::max(1, static_cast<int>(std::ceil((high_ - low_) / 8)));
      for (int e = static_cast<int>(std::ceil(low_ - 1e-9)); e <= high_ + 1e-9; e += step)
        out.push_back(std::pow(10.0, e));
      if (out.size() >= 2) return out;
      out.clear();
      for (int e = static_cast<int>(std::floor(low_)); e <= high_; ++e) {
        for (const double m : {1.0, 2.0, 5.0}) {
          const double v = m * std::pow(10.0, e);
          if (std::log10(v) >= low_ && std::log10(v) <= high_) out.push_back(v);
        }
      }
      return out;
    }
    const double raw = (high_ - low_) / 6, unit = std::pow(10.0, std::floor(std::log10(raw)));
    const double step = raw / unit < 1.5 ? unit : raw / unit < 3.5 ? 2 * unit : raw / unit < 7.5 ? 5 * unit : 10 * unit;
    const long first = std::lround(std::ceil(low_ / step - 1e-9)), last = std::lround(std::floor(high_ / step + 1e-9));
    for (long k = first; k <= last; ++k) out.push_back(static_cast<double>(k) * step);
    return out;
  }

 private:
  [[nodiscard]] double to(double v) const { return scale_ == Scale::log10 ? std::log10(v) : v; }
  Scale scale_;
  double low_ = 0, high_ = 1;
};

/// Frame, title, ticks and labels around a drawing area.
class Canvas {
 public:
  /// `more`: room for further rows of the legend, above the caption.
  Canvas(const std::string& title, const std::string& caption, const Axis& x, const Axis& y, Ruler rx, Ruler ry,
         double margin, double more = 0)
      : rx_(rx), ry_(ry), right_(right + margin) {
    const auto rows = wrapped(caption, 112);
    const double all = height + more + 15 * std::max(0.0, static_cast<double>(rows.size()) - 2);
    out_ = fmt::format(
        R"svg(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" aria-label="{2}">
<style>
svg {{ --ink: #1c2126; --soft: #6b7580; --rule: #d9dee3; --paper: #ffffff; --c0: #0b62a4; --c1: #b5400e; --c2: #1b7a45; --c3: #7a3fa0; --c4: #8a6d00; background: var(--paper); }}
@media (prefers-color-scheme: dark) {{ svg {{ --ink: #e8ebee; --soft: #9aa5b0; --rule: #39424b; --paper: #15191d; --c0: #6db6ee; --c1: #f2925f; --c2: #6fce97; --c3: #c79be6; --c4: #e0c04c; }} }}
text {{ font: 13px system-ui, sans-serif; fill: var(--ink); }}
.title {{ font-size: 16px; font-weight: 600; }} .tick {{ font-size: 12px; fill: var(--soft); }} .caption {{ font-size: 12px; fill: var(--soft); }}
.rule {{ stroke: var(--rule); stroke-width: 1; }} .frame {{ fill: none; stroke: var(--soft); stroke-width: 1; }} .curve {{ fill: none; stroke-width: 2; stroke-linejoin: round; }}
</style>
<title>{2}</title>
<rect width="{0}" height="{1}" fill="var(--paper)"/>
)svg",
        width, all, escaped(title));
    text(left, 30, escaped(title), "title", "start");
    double base = height - 24 + more;
    for (const auto& row : rows) {
      text(24, base, escaped(row), "caption", "start");
      base += 15;
    }
    for (const double t : rx_.ticks()) {
      const double px = x_at(t);
      add(fmt::format(R"svg(<line class="rule" x1="{0:.1f}" y1="{1}" x2="{0:.1f}" y2="{2}"/>)svg", px, top,
                      height - bottom));
      text(px, height - bottom + 18, label(t), "tick", "middle");
    }
    for (const double t : ry_.ticks()) {
      const double py = y_at(t);
      add(fmt::format(R"svg(<line class="rule" x1="{1}" y1="{0:.1f}" x2="{2}" y2="{0:.1f}"/>)svg", py, left,
                      width - right_));
      text(left - 8, py + 4, label(t), "tick", "end");
    }
    text((left + width - right_) / 2, height - bottom + 38, escaped(x.label), "", "middle");
    add(fmt::format(R"svg(<text transform="translate(20 {:.0f}) rotate(-90)" text-anchor="middle">{}</text>)svg",
                    (top + height - bottom) / 2, escaped(y.label)));
  }
  void frame() {
    add(fmt::format(R"svg(<rect class="frame" x="{}" y="{}" width="{}" height="{}"/>)svg", left, top,
                    width - left - right_, height - top - bottom));
  }
  [[nodiscard]] double x_at(double v) const { return left + rx_.at(v) * (width - left - right_); }
  [[nodiscard]] double y_at(double v) const { return height - bottom - ry_.at(v) * (height - top - bottom); }
  [[nodiscard]] bool shown(const PlotPoint& p) const {
    return rx_.shown(p.x) && ry_.shown(p.y) && ry_.at(p.y) >= -1e-9 && ry_.at(p.y) <= 1 + 1e-9 &&
           rx_.at(p.x) >= -1e-9 && rx_.at(p.x) <= 1 + 1e-9;
  }
  void add(const std::string& element) { out_ += element + "\n"; }
  void text(double x, double y, const std::string& s, const std::string& style, const std::string& anchor) {
    add(fmt::format(R"svg(<text x="{:.1f}" y="{:.1f}" class="{}" text-anchor="{}">{}</text>)svg", x, y, style, anchor,
                    s));
  }
  std::string finish() { return out_ + "</svg>\n"; }
  [[nodiscard]] double right_edge() const { return width - right_; }

 private:
  Ruler rx_, ry_;
  double right_;
  std::string out_;
};

constexpr std::array colours{"var(--c0)", "var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)"};

const char* dashes(Line line) {
  return line == Line::dashed ? " stroke-dasharray=\"7 5\"" : line == Line::dotted ? " stroke-dasharray=\"2 4\"" : "";
}

/// A perceptually ordered ramp from dark blue to yellow, by linear interpolation of a few fixed colours.
std::string ramp(double t) {
  constexpr std::array<std::array<double, 3>, 6> stops{
      {{22, 26, 84}, {42, 88, 150}, {38, 140, 141}, {92, 184, 104}, {190, 208, 62}, {253, 231, 90}}};
  const double s = std::clamp(t, 0.0, 1.0) * (stops.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(s), stops.size() - 2);
  const double f = s - static_cast<double>(i);
  const auto mix = [&](std::size_t k) {
    return static_cast<int>(std::lround(stops[i][k] * (1 - f) + stops[i + 1][k] * f));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2));
}

}  // namespace

namespace {

struct LegendEntry {
  double x, y;
  std::string name;
};
/// Places of the legend's entries, in rows below the axis label, and the number of rows.
std::pair<std::vector<LegendEntry>, int> laid_out(const std::vector<Curve>& curves) {
  std::vector<LegendEntry> out;
  double x = 24, y = height - 66;
  int rows = 1;
  for (const Curve& curve : curves) {
    const std::string name = curve.name + (curve.certified ? " (certified)" : "");
    const auto characters = std::ranges::count_if(name, [](unsigned char c) { return (c & 0xC0) != 0x80; });
    const double room = 52 + 7.0 * static_cast<double>(characters);
    if (x > 24 && x + room > width - 12) {
      x = 24;
      y += 18;
      ++rows;
    }
    out.push_back({x, y, name});
    x += room;
  }
  return {std::move(out), rows};
}

}  // namespace

std::string to_svg(const Plot& plot) {
  std::vector<double> xs, ys;
  const Ruler any_x({.label = "", .scale = plot.x.scale, .low = 1, .high = 2}, {}, false),
      any_y({.label = "", .scale = plot.y.scale, .low = 1, .high = 2}, {}, false);
  for (const auto& curve : plot.curves) {
    for (const auto& p : curve.points) {
      if (!any_x.shown(p.x) || !any_y.shown(p.y)) continue;
      xs.push_back(p.x);
      ys.push_back(p.y);
    }
  }
  const auto [legend, rows] = laid_out(plot.curves);
  Canvas canvas(plot.title, plot.caption, plot.x, plot.y, Ruler(plot.x, xs, false), Ruler(plot.y, ys, true), 0,
                18 * std::max(0.0, static_cast<double>(rows) - 2));
  canvas.frame();
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const auto& curve = plot.curves[i];
    const std::string colour = colours[curve.colour.value_or(i) % colours.size()];
    if (curve.line == Line::markers) {
      for (const auto& p : curve.points) {
        if (canvas.shown(p))
          canvas.add(fmt::format(R"svg(<circle cx="{:.1f}" cy="{:.1f}" r="2.6" fill="{}"/>)svg", canvas.x_at(p.x),
                                 canvas.y_at(p.y), colour));
      }
    } else {
      std::string path;
      bool pen = false;
      for (const auto& p : curve.points) {
        if (!canvas.shown(p)) {
          pen = false;
          continue;
        }
        path += fmt::format("{}{:.1f} {:.1f}", pen ? " L" : " M", canvas.x_at(p.x), canvas.y_at(p.y));
        pen = true;
      }
      if (!path.empty())
        canvas.add(fmt::format(R"svg(<path class="curve" stroke="{}"{} d="{}"/>)svg", colour, dashes(curve.line),
                               path.substr(1)));
    }
  }
  for (const auto& mark : plot.marks) {
    if (!canvas.shown(mark.at)) continue;
    const double x = canvas.x_at(mark.at.x), y = canvas.y_at(mark.at.y);
    const bool flip = x > canvas.right_edge() - 190;
    canvas.add(fmt::format(
        R"svg(<circle cx="{:.1f}" cy="{:.1f}" r="4" fill="none" stroke="var(--ink)" stroke-width="1.5"/>)svg", x, y));
    canvas.text(flip ? x - 9 : x + 9, y - 7 < top + 16 ? y + 22 : y - 7, escaped(mark.text), "",
                flip ? "end" : "start");
  }
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const auto& [x, y, name] = legend[i];
    canvas.add(fmt::format(
        R"svg(<line x1="{:.0f}" y1="{:.0f}" x2="{:.0f}" y2="{:.0f}" stroke="{}" stroke-width="2"{}/>)svg", x, y - 4,
        x + 26, y - 4, colours[plot.curves[i].colour.value_or(i) % colours.size()], dashes(plot.curves[i].line)));
    canvas.text(x + 32, y, escaped(name), "", "start");
  }
  return canvas.finish();
}

std::string to_svg(const HeatMap& map) {
  std::vector<double> all;
  for (const auto& row : map.values) all.insert(all.end(), row.begin(), row.end());
  const Ruler colour(map.value, all, false);
  // Cells reach half way to their neighbours, in the scale of the axis.
  const auto edges = [](const std::vector<double>& at, Scale scale) {
    std::vector<double> e(at.size() + 1);
    const auto to = [&](double v) { return scale == Scale::log10 ? std::log10(v) : v; };
    const auto back = [&](double v) { return scale == Scale::log10 ? std::pow(10.0, v) : v; };
    for (std::size_t i = 0; i + 1 < at.size(); ++i) e[i + 1] = back((to(at[i]) + to(at[i + 1])) / 2);
    const bool one = at.size() < 2;
    e.front() = one ? at.front() : back(to(at[0]) - (to(at[1]) - to(at[0])) / 2);
    e.back() = one ? at.back() : back(to(at.back()) + (to(at.back()) - to(at[at.size() - 2])) / 2);
    return e;
  };
  const auto ex = edges(map.columns, map.x.scale), ey = edges(map.rows, map.y.scale);
  Axis ax = map.x, ay = map.y;
  ax.low = ex.front();
  ax.high = ex.back();
  ay.low = ey.front();
  ay.high = ey.back();
  Canvas canvas(map.title, map.caption, ax, ay, Ruler(ax, ex, false), Ruler(ay, ey, false), 110);
  for (std::size_t r = 0; r < map.rows.size(); ++r) {
    for (std::size_t c = 0; c < map.columns.size(); ++c) {
      const double v = map.values.at(r).at(c);
      const double x0 = canvas.x_at(ex[c]), x1 = canvas.x_at(ex[c + 1]), y0 = canvas.y_at(ey[r + 1]),
                   y1 = canvas.y_at(ey[r]);
      const std::string fill = colour.shown(v) ? ramp(colour.at(v)) : "var(--rule)";
      canvas.add(fmt::format(
          R"svg(<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" fill="{}" shape-rendering="crispEdges"><title>{}</title></rect>)svg",
          x0, y0, x1 - x0, y1 - y0, fill,
          escaped(fmt::format("{:.4g}, {:.4g}: {:.4g}", map.columns[c], map.rows[r], v))));
    }
  }
  canvas.frame();
  const double x = canvas.right_edge() + 18, span = height - top - bottom;
  for (int i = 0; i < 64; ++i) {
    canvas.add(fmt::format(
        R"svg(<rect x="{:.1f}" y="{:.2f}" width="14" height="{:.2f}" fill="{}" shape-rendering="crispEdges"/>)svg", x,
        height - bottom - span * (i + 1) / 64, span / 64 + 0.4, ramp((i + 0.5) / 64)));
  }
  for (const double t : colour.ticks()) {
    const double y = height - bottom - colour.at(t) * span;
    if (y >= top - 1 && y <= height - bottom + 1) canvas.text(x + 20, y + 4, label(t), "tick", "start");
  }
  canvas.text(x + 14, top - 10, escaped(map.value.label), "tick", "end");
  return canvas.finish();
}

}  // namespace dpcert::reports
