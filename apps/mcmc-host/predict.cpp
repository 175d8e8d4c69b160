#include "mcmc/predict.hpp"

#include <fmt/format.h>

#include <boost/program_options/value_semantic.hpp>
#include <iostream>

#include "formats.hpp"
#include "host.hpp"
#include "prediction_progress.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

namespace {

std::size_t count_of(const std::string& option, const CommandLine& command_line) {
  const auto count = command_line.get<std::size_t>(option);
  if (count == 0) throw Error(ExitCode::usage, fmt::format("--{} 0: expected 1 or more", option));
  return count;
}

}  // namespace

ExitCode predict(const Arguments& arguments) {
  const Formats<PosteriorPrediction> formats{{"csv", prediction_csv}, {"json", prediction_json}};
  po::options_description options;
  options.add_options()("at", po::value<std::string>()->required()->value_name("CSV"),
                        "the new cases: columns with the names of the data's inputs")(
      "latent", "predict the function f below the noise, not the response y")(
      "draws", po::value<std::size_t>()->value_name("N"),
      "print N draws from each case's predictive distribution, instead of what sums it up")(
      "posterior-draws", po::value<std::size_t>()->value_name("N"),
      "use only N draws of the posterior, evenly spaced (default: all)");
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
  if (command_line.has("draws")) settings.predictive_draws = count_of("draws", command_line);
  if (command_line.has("posterior-draws"))
    settings.posterior_draws = count_of("posterior-draws", command_line);
  settings.permissions = permissions(command_line);
  settings.progress = PredictionProgress("--posterior-draws");
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
