#include "coda_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "text_file.hpp"

namespace mcmc::text_writers {
namespace {

/// "log_rho[2]" for "log_rho.2".
std::string bracketed(const std::string& column) {
  const ElementName name = element_name(column);
  if (name.indices.empty()) return column;
  return fmt::format("{}[{}]", name.array, fmt::join(name.indices, ","));
}

std::vector<Eigen::Index> wanted_columns(const RunResults& results) {
  std::vector<Eigen::Index> wanted;
  for (std::size_t i = 0; i < results.columns.size(); ++i)
    if (results.columns[i].role != ColumnRole::statistic)
      wanted.push_back(static_cast<Eigen::Index>(i));
  return wanted;
}

std::string index_of(const RunResults& results, const std::vector<Eigen::Index>& columns,
                     Eigen::Index length) {
  std::string text;
  Eigen::Index begin = 1;
  for (const Eigen::Index column : columns) {
    text +=
        fmt::format("{} {} {}\n", bracketed(results.columns[static_cast<std::size_t>(column)].name),
                    begin, begin + length - 1);
    begin += length;
  }
  return text;
}

void write_chain(const std::filesystem::path& path, const ChainDraws& chain, std::size_t thin,
                 const std::vector<Eigen::Index>& columns, Eigen::Index length) {
  TextFile file(path);
  for (const Eigen::Index column : columns) {
    std::string text;
    for (Eigen::Index draw = 0; draw < length; ++draw)
      fmt::format_to(std::back_inserter(text), "{} {:.17g}\n",
                     static_cast<std::size_t>(draw + 1) * thin, chain.draws(draw, column));
    file.write(text);
  }
  file.close();
}

}  // namespace

CodaWriter::~CodaWriter() = default;

void CodaWriter::Options::declare(OptionTable& table) {
  table.add("prefix", prefix)
      .default_is("none")
      .doc("What the names of the files begin with, before CODAindex.txt and CODAchain1.txt");
}

std::string CodaWriter::index_file() const {
  return options_.prefix + "CODAindex.txt";
}

std::string CodaWriter::chain_file(std::size_t number) const {
  return fmt::format("{}CODAchain{}.txt", options_.prefix, number);
}

std::vector<std::string> CodaWriter::files(std::size_t chains) const {
  std::vector<std::string> names{index_file()};
  for (std::size_t number = 1; number <= chains; ++number) names.push_back(chain_file(number));
  return names;
}

std::vector<std::string> CodaWriter::write(const RunResults& results,
                                           const std::filesystem::path& folder) const {
  std::vector<Eigen::Index> lengths;
  for (const ChainDraws& chain : results.chains) lengths.push_back(chain.draws.rows());
  const Eigen::Index length = common_length(lengths);
  const std::vector<Eigen::Index> columns = wanted_columns(results);
  std::vector<std::size_t> written;
  for (const ChainDraws& chain : results.chains) {
    if (chain.draws.rows() < length) continue;
    written.push_back(chain.number);
    write_chain(folder / chain_file(written.size()), chain, results.thin, columns, length);
  }
  TextFile index(folder / index_file());
  index.write(index_of(results, columns, length));
  index.close();
  if (std::all_of(lengths.begin(), lengths.end(), [&](Eigen::Index l) { return l == length; }) &&
      written.back() == written.size())
    return {};
  return {
      fmt::format("the chains have {} draws; the CODA files have the first {} of each of the "
                  "chains {}, numbered from 1",
                  fmt::join(lengths, ", "), length, fmt::join(written, ", "))};
}

}  // namespace mcmc::text_writers
