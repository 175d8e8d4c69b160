#include "getdist_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

#include "text_file.hpp"

namespace mcmc::text_writers {
namespace {

/// Columns of variables in their order, and the column of the log density.
struct Layout {
  std::vector<Eigen::Index> variables;
  Eigen::Index log_density = 0;
};

Layout layout_of(const RunResults& results) {
  Layout layout;
  for (std::size_t i = 0; i < results.columns.size(); ++i) {
    const ColumnRole role = results.columns[i].role;
    if (role == ColumnRole::log_density) layout.log_density = static_cast<Eigen::Index>(i);
    if (role == ColumnRole::parameter || role == ColumnRole::derived)
      layout.variables.push_back(static_cast<Eigen::Index>(i));
  }
  return layout;
}

/// In TeX, as it stands between two dollar signs.
std::string label_of(const std::string& column) {
  const ElementName name = element_name(column);
  std::string label;
  for (const char c : name.array) label += c == '_' ? std::string("\\_") : std::string(1, c);
  label = "\\mathrm{" + label + "}";
  if (!name.indices.empty()) label += fmt::format("_{{{}}}", fmt::join(name.indices, ","));
  return label;
}

std::string names_of(const RunResults& results, const Layout& layout) {
  std::string text;
  for (const Eigen::Index column : layout.variables) {
    const DrawColumn& variable = results.columns[static_cast<std::size_t>(column)];
    text += fmt::format("{}{} {}\n", variable.name, variable.role == ColumnRole::derived ? "*" : "",
                        label_of(variable.name));
  }
  return text;
}

void write_chain(const std::filesystem::path& path, const ChainDraws& chain, const Layout& layout) {
  TextFile file(path);
  std::string line;
  for (Eigen::Index draw = 0; draw < chain.draws.rows(); ++draw) {
    line = fmt::format("1 {:.17g}", -chain.draws(draw, layout.log_density));
    for (const Eigen::Index column : layout.variables)
      fmt::format_to(std::back_inserter(line), " {:.17g}", chain.draws(draw, column));
    file.write(line += '\n');
  }
  file.close();
}

}  // namespace

GetdistWriter::~GetdistWriter() = default;

void GetdistWriter::Options::declare(OptionTable& table) {
  table.add("root", root).doc("What the names of the files begin with");
}

std::string GetdistWriter::chain_file(std::size_t number) const {
  return fmt::format("{}_{}.txt", options_.root, number);
}

std::vector<std::string> GetdistWriter::files(std::size_t chains) const {
  std::vector<std::string> names{names_file()};
  for (std::size_t number = 1; number <= chains; ++number) names.push_back(chain_file(number));
  return names;
}

std::vector<std::string> GetdistWriter::write(const RunResults& results,
                                              const std::filesystem::path& folder) const {
  const Layout layout = layout_of(results);
  TextFile names(folder / names_file());
  names.write(names_of(results, layout));
  names.close();
  for (const ChainDraws& chain : results.chains)
    write_chain(folder / chain_file(chain.number), chain, layout);
  return {};
}

}  // namespace mcmc::text_writers
