#include "tools/histogram_chart.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "tools/number_text.hpp"

namespace dambase::tools {

namespace {

// In the units of the drawing.
constexpr double left = 70;
constexpr double top = 50;
constexpr double plot_width = 800;
constexpr double half_height = 180;  // wins above the axis, losses below
constexpr double bottom_margin = 50;
constexpr double axis = top + half_height;

constexpr const char* colour_of_wins = "#2a6fb0";
constexpr const char* colour_of_losses = "#b0452a";

class Chart {
 public:
  explicit Chart(const DistanceHistogram& histogram) : histogram_(histogram) {
    std::uint64_t most = 1;
    for (std::size_t plies = 0; plies < histogram.size(); ++plies)
      most = std::max({most, histogram.wins_in(plies), histogram.losses_in(plies)});
    decades_ = std::max(1.0, std::ceil(std::log10(static_cast<double>(most) + 1)));
    bar_ = plot_width / static_cast<double>(std::max<std::size_t>(1, histogram.size()));
  }

  [[nodiscard]] std::string text(const std::string& title) const {
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        "<text x=\"{}\" y=\"24\" font-size=\"16\">{}</text>\n",
        left + plot_width + 20, axis + half_height + bottom_margin, left, escaped(title));
    add_decades(svg);
    for (std::size_t plies = 0; plies < histogram_.size(); ++plies) {
      add_bar(svg, plies, histogram_.wins_in(plies), colour_of_wins, "won", true);
      add_bar(svg, plies, histogram_.losses_in(plies), colour_of_losses, "lost", false);
    }
    add_plies(svg);
    return svg + "</svg>\n";
  }

 private:
  static std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
      switch (c) {
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '&': result += "&amp;"; break;
        default: result += c;
      }
    }
    return result;
  }

  [[nodiscard]] double height_of(std::uint64_t count) const {
    return half_height * std::log10(static_cast<double>(count) + 1) / decades_;
  }

  void add_bar(std::string& svg, std::size_t plies, std::uint64_t count, const char* colour, const char* what,
               bool upwards) const {
    if (count == 0) return;
    const double height = height_of(count);
    fmt::format_to(std::back_inserter(svg),
                   "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"><title>{} {} in {} "
                   "plies</title></rect>\n",
                   left + bar_ * static_cast<double>(plies), upwards ? axis - height : axis, bar_ * 0.9, height, colour,
                   grouped(count), what, plies);
  }

  // A line for each power of ten, above and below the axis.
  void add_decades(std::string& svg) const {
    std::uint64_t count = 1;
    for (int decade = 0; decade <= static_cast<int>(decades_); ++decade, count *= 10) {
      const double height = decade == 0 ? 0 : half_height * decade / decades_;
      for (const double y : {axis - height, axis + height}) {
        fmt::format_to(std::back_inserter(svg),
                       "<line x1=\"{0}\" y1=\"{1:.2f}\" x2=\"{2}\" y2=\"{1:.2f}\" stroke=\"#dddddd\"/>\n"
                       "<text x=\"{3}\" y=\"{4:.2f}\" text-anchor=\"end\">10^{5}</text>\n",
                       left, y, left + plot_width, left - 6, y + 4, decade);
      }
    }
    fmt::format_to(std::back_inserter(svg), "<text x=\"{}\" y=\"{}\" fill=\"{}\">won</text>\n", left + plot_width - 30,
                   top - 8, colour_of_wins);
    fmt::format_to(std::back_inserter(svg), "<text x=\"{}\" y=\"{}\" fill=\"{}\">lost</text>\n", left + plot_width - 30,
                   axis + half_height + 16, colour_of_losses);
  }

  // About a dozen labels.
  void add_plies(std::string& svg) const {
    std::size_t step = 1;
    for (const std::size_t wider : {2U, 5U, 10U, 20U, 50U, 100U, 200U, 500U, 1000U, 5000U}) {
      if (histogram_.size() / step <= 12) break;
      step = wider;
    }
    for (std::size_t plies = 0; plies < histogram_.size(); plies += step) {
      fmt::format_to(std::back_inserter(svg), "<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"middle\">{}</text>\n",
                     left + bar_ * (static_cast<double>(plies) + 0.45), axis + half_height + 16, plies);
    }
    fmt::format_to(std::back_inserter(svg), "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">plies</text>\n",
                   left + plot_width / 2, axis + half_height + 36);
  }

  const DistanceHistogram& histogram_;
  double decades_ = 1;
  double bar_ = 1;
};

}  // namespace

std::string histogram_svg(const DistanceHistogram& histogram, const std::string& title) {
  return Chart(histogram).text(title);
}

}  // namespace dambase::tools
