#include "mcmc/evaluate.hpp"

#include <fmt/format.h>

#include <boost/program_options/value_semantic.hpp>
#include <iostream>

#include "formats.hpp"
#include "host.hpp"
#include "verbs.hpp"

namespace mcmc::app {

namespace po = boost::program_options;

ExitCode evaluate(const Arguments& arguments) {
  const Formats<EvaluatedPoints> formats{{"csv", evaluated_csv}, {"json", evaluated_json}};
  po::options_description options;
  options.add_options()("density", po::value<std::string>()->required()->value_name("LABEL"),
                        "the density to evaluate")(
      "at", po::value<std::string>()->required()->value_name("CSV"),
      "points: a header with the parameters' names, a row for each point")(
      "repeat", po::value<std::size_t>()->value_name("N"),
      "evaluate each point N times and print the CPU time of one");
  formats.declare(options);
  options.add(pipeline_options());
  const CommandLine command_line({"evaluate", "PIPELINE.yaml --density LABEL --at points.csv",
                                  "Prints log densities at given points."},
                                 options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  const auto write = formats.chosen(command_line);
  const auto registry = load_registry(command_line);
  const Pipeline pipeline(command_line.only_argument(), *registry, pipeline_settings(command_line),
                          permissions(command_line));
  const EvaluatedPoints evaluated = evaluate_points(
      pipeline, command_line.get<std::string>("density"), command_line.get<std::string>("at"),
      command_line.get_or<std::size_t>("repeat", 0));
  std::cout << write(evaluated);
  for (const std::string& problem : evaluated.problems) fmt::print(stderr, "{}\n", problem);
  return ExitCode::ok;
}

}  // namespace mcmc::app
