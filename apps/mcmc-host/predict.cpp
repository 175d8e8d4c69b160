#include "mcmc/predict.hpp"

#include <fmt/format.h>

#include <boost/program_options/value_semantic.hpp>
#include <chrono>
#include <iostream>

#include "formats.hpp"
#include "host.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

namespace {

/// Tells now and then how far a prediction is, so that a quick one says nothing.
class Progress {
 public:
  void operator()(std::size_t done, std::size_t all) {
    using std::chrono::steady_clock;
    constexpr std::chrono::seconds between_lines(5);
    const auto now = steady_clock::now();
    if (now - last_line_ < between_lines || done == all) return;
    last_line_ = now;
    const double elapsed = std::chrono::duration<double>(now - begin_).count();
    const double left = elapsed * static_cast<double>(all - done) / static_cast<double>(done);
    fmt::print(stderr, "{} of {} distinct draws, {:.0f} s left; --draws N would use fewer\n", done,
               all, left);
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_line_ = begin_;
};

}  // namespace

ExitCode predict(const Arguments& arguments) {
  const Formats<PosteriorPrediction> formats{{"csv", prediction_csv}, {"json", prediction_json}};
  po::options_description options;
  options.add_options()("at", po::value<std::string>()->required()->value_name("CSV"),
                        "the new cases: columns with the names of the data's inputs")(
      "latent", "predict the function f below the noise, not the response y")(
      "draws", po::value<std::size_t>()->value_name("N"),
      "use only N draws, evenly spaced (default: all)");
  formats.declare(options);
  options.add(permission_options()).add(plugin_options());
  const CommandLine command_line(
      {"predict", "DIR --at new.csv",
       "Predicts new cases from the draws of a run: mean, variance and quantiles integrated over\n"
       "the posterior, and the log predictive density of responses that the file gives."},
      options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  const auto write = formats.chosen(command_line);

  PredictSettings settings;
  if (command_line.has("latent")) settings.what = Predicted::latent;
  if (command_line.has("draws")) settings.draws = command_line.get<std::size_t>("draws");
  if (settings.draws == std::size_t{0})
    throw Error(ExitCode::usage, "--draws 0: expected 1 or more");
  settings.permissions = permissions(command_line);
  settings.progress = Progress();
  const auto registry = load_registry(command_line);
  const PosteriorPrediction prediction = mcmc::predict(
      command_line.only_argument(), *registry, command_line.get<std::string>("at"), settings);
  std::cout << write(prediction);
  for (const std::string& notice : prediction.notices) fmt::print(stderr, "{}\n", notice);
  for (const std::string& warning : prediction.warnings)
    fmt::print(stderr, "warning: {}\n", warning);
  return ExitCode::ok;
}

}  // namespace mcmc::app
