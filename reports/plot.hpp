// Figures as self-contained SVG: curves over linear or logarithmic axes, heat maps. Readable on light and dark
// backgrounds (the colours follow the reader's preference), no external fonts or scripts, every number printed from the
// data given. Used by `dpcert figures`.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace dpcert::reports {

enum class Scale { linear, log10 };

struct Axis {
  std::string label;  ///< with the unit, e.g. "privacy loss (nats)"
  Scale scale = Scale::linear;
  std::optional<double> low, high;  ///< else from the data
};

struct PlotPoint {
  double x, y;
};

enum class Line { solid, dashed, dotted, markers };

/// One curve. Points that are not finite, or not positive on a logarithmic axis, break it.
struct Curve {
  std::string name;
  std::vector<PlotPoint> points;
  Line line = Line::solid;
  bool certified = false;                  ///< marked so in the legend
  std::optional<std::size_t> colour = {};  ///< curves of one number share a colour; else by position
};

/// A remark at a point, e.g. the peak.
struct Mark {
  PlotPoint at;
  std::string text;
};

struct Plot {
  std::string title, caption;  ///< caption: one line below the picture, says what is certified
  Axis x, y;
  std::vector<Curve> curves;
  std::vector<Mark> marks;
};
/// The figure as SVG text. Throws Error::bad_input if no curve has a point to show.
std::string to_svg(const Plot& plot);

/// values[row][column] at (x[column], y[row]); colours run over the logarithm or the value.
struct HeatMap {
  std::string title, caption;
  Axis x, y, value;
  std::vector<double> columns, rows;
  std::vector<std::vector<double>> values;
};
std::string to_svg(const HeatMap& map);

}  // namespace dpcert::reports
