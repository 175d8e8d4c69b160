#include "score_options.hpp"

#include <boost/program_options/value_semantic.hpp>
#include <string>

#include "host.hpp"
#include "prediction_progress.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

po::options_description score_options() {
  po::options_description options;
  options.add_options()(
      "loo", "also the log predictive density of each of the model's cases given all others")(
      "held-out", po::value<std::string>()->value_name("CSV"),
      "also the log predictive density of the cases in this file")(
      "score-draws", po::value<std::size_t>()->value_name("N"),
      "draws of the posterior that these two use, evenly spaced (default: 1000)");
  return options;
}

ScoreSettings score_settings(const CommandLine& command_line) {
  ScoreSettings settings;
  settings.leave_one_out = command_line.has("loo");
  if (command_line.has("held-out")) settings.held_out = command_line.get<std::string>("held-out");
  settings.draws = command_line.get_or<std::size_t>("score-draws", settings.draws);
  if (settings.draws == 0) command_line.refuse("--score-draws 0: expected 1 or more");
  if (command_line.has("score-draws") && !settings.is_wanted())
    command_line.refuse("--score-draws is about --loo and --held-out; give one of them too");
  settings.permissions = permissions(command_line);
  settings.progress = PredictionProgress("--score-draws");
  return settings;
}

}  // namespace mcmc::app
