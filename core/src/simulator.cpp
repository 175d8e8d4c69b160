#include "mcmc/simulator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph_builder.hpp"
#include "kind_options.hpp"
#include "mcmc/error.hpp"
#include "mcmc/flush_subnormals.hpp"
#include "output_file.hpp"
#include "yaml.hpp"

namespace mcmc {
namespace {

namespace fs = std::filesystem;

Node read_specification(const fs::path& file) {
  Node document = parse_yaml(read_yaml_text(file, "specification of a simulation"), file.string());
  if (!document.is_map())
    throw Error(ExitCode::bad_pipeline,
                fmt::format("{}: expected a map with \"type\" and its options, found {}",
                            file.string(), document.in_words()));
  return document;
}

std::string to_csv(const SimulatedData& data, int digits) {
  std::string csv = fmt::format("{}\n", fmt::join(data.names, ","));
  for (const auto row : data.cases.rowwise()) {
    const Eigen::RowVectorXd numbers = row;
    csv += fmt::format("{:.{}g}", numbers[0], digits);
    for (Eigen::Index i = 1; i < numbers.size(); ++i)
      csv += fmt::format(",{:.{}g}", numbers[i], digits);
    csv += "\n";
  }
  return csv;
}

}  // namespace

Simulator::~Simulator() = default;

SimulationOutcome simulate(const fs::path& specification, const Registry& registry,
                           const fs::path& out, const SimulateSettings& settings) {
  const FlushSubnormals flush_subnormals;
  const Node document = read_specification(specification);
  const fs::path folder = specification.parent_path();
  SharedResources shared(settings.permissions);
  GraphBuilder builder(document, registry, shared, folder, folder);
  SimulatorKindOptions options;
  OptionTable table;
  options.declare(table);
  auto& simulator = dynamic_cast<Simulator&>(builder.build_whole(Simulator::kind, table));
  if (!settings.force) refuse_existing(out);

  const std::uint64_t seed = settings.seed.value_or(options.seed);
  const auto random = make_random_stream(seed, 0, Purpose::data);
  const SimulatedData data = simulator.simulate(*random);
  write_file(out, to_csv(data, options.digits));
  return {static_cast<std::size_t>(data.cases.rows()), seed};
}

}  // namespace mcmc
