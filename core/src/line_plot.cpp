#include "line_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace mcmc {
namespace {

constexpr double width = 720, height = 420;
constexpr double left = 64, right = 16, top = 40, bottom = 52;
constexpr double legend_line = 20;

/// Colours that people with colour-deficient sight can tell apart (Okabe and Ito).
constexpr std::array<const char*, 7> colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                             "#E69F00", "#56B4E9", "#7F7F7F"};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '&')
      result += "&amp;";
    else
      result += c;
  }
  return result;
}

/// 1, 2 or 5 times a power of ten, so that about five steps cover the span.
double round_step(double span) {
  const double rough = span / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double digit = rough / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

/// Where values go on the picture.
struct Axes {
  double last_x, lowest, highest;
  double x(double value) const { return left + value / last_x * (width - left - right); }
  double y(double value) const {
    return height - bottom - (value - lowest) / (highest - lowest) * (height - top - bottom);
  }
};

std::string grid(const Axes& axes) {
  std::string svg;
  const double y_step = round_step(axes.highest - axes.lowest);
  for (double v = std::ceil(axes.lowest / y_step) * y_step; v <= axes.highest + 1e-9; v += y_step)
    svg += fmt::format(
        "<line x1='{0}' x2='{1}' y1='{2:.1f}' y2='{2:.1f}' stroke='#888' stroke-opacity='0.3'/>"
        "<text x='{3}' y='{4:.1f}' text-anchor='end'>{5:.3g}</text>\n",
        left, width - right, axes.y(v), left - 8, axes.y(v) + 4, std::abs(v) < 1e-9 ? 0.0 : v);
  const double x_step = std::max(1.0, round_step(axes.last_x));
  for (double v = 0; v <= axes.last_x; v += x_step)
    svg += fmt::format("<text x='{:.1f}' y='{}' text-anchor='middle'>{:g}</text>\n", axes.x(v),
                       height - bottom + 18, v);
  return svg;
}

std::string curve(const LinePlot::Line& line, const Axes& axes, const char* colour) {
  std::string points;
  for (Eigen::Index i = 0; i < line.values.size(); ++i)
    if (std::isfinite(line.values[i]))
      points += fmt::format("{:.1f},{:.1f} ", axes.x(line.step * static_cast<double>(i)),
                            axes.y(std::clamp(line.values[i], axes.lowest, axes.highest)));
  return fmt::format("<polyline fill='none' stroke='{}' stroke-width='2' points='{}'/>\n", colour,
                     points);
}

std::string legend_entry(const std::string& name, std::size_t position, const char* colour) {
  const double y = top + 12 + legend_line * static_cast<double>(position);
  return fmt::format(
      "<line x1='{0}' x2='{1}' y1='{2}' y2='{2}' stroke='{3}' stroke-width='3'/>"
      "<text x='{4}' y='{5}' text-anchor='end'>{6}</text>\n",
      width - right - 32, width - right - 8, y, colour, width - right - 40, y + 4, escaped(name));
}

}  // namespace

std::string LinePlot::to_svg() const {
  double last_x = 1;
  for (const Line& line : lines)
    last_x = std::max(last_x, line.step * static_cast<double>(line.values.size() - 1));
  const Axes axes{last_x, lowest, highest};
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' role='img' "
      "font-family='sans-serif' font-size='13' fill='#777'>\n<title>{2}</title>\n"
      "<text x='{3}' y='24' font-size='16'>{2}</text>\n",
      width, height, escaped(title), left);
  svg += grid(axes);
  svg += fmt::format("<text x='{}' y='{}' text-anchor='middle'>{}</text>\n",
                     (left + width - right) / 2, height - 12, escaped(x_label));
  svg +=
      fmt::format("<text transform='translate(18 {}) rotate(-90)' text-anchor='middle'>{}</text>\n",
                  (top + height - bottom) / 2, escaped(y_label));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const char* colour = colours[i % colours.size()];
    svg += curve(lines[i], axes, colour) + legend_entry(lines[i].name, i, colour);
  }
  return svg + "</svg>\n";
}

}  // namespace mcmc
