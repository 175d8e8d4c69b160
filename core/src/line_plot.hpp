#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace mcmc {

/// Some functions of x = 0, step, 2 step, ... in one picture.
struct LinePlot {
  struct Line {
    std::string name;
    Eigen::VectorXd values;
    double step = 1;  ///< of x between values
  };
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Line> lines;
  double lowest = 0;  ///< of the y axis
  double highest = 1;

  /// A self-contained SVG document that is readable on light and on dark ground.
  std::string to_svg() const;
};

}  // namespace mcmc
