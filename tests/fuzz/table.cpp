#include "mcmc/table.hpp"

#include "fuzz.hpp"

/// The first byte chooses how the file is said to be written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const mcmc::fuzz::ScratchFile file("table.csv");
  if (size == 0) return 0;
  const char* separators[] = {"auto", "comma", "semicolon", "tab", "spaces"};
  const char* headers[] = {"auto", "yes", "no"};
  mcmc::TableFormat format;
  format.separator = separators[data[0] % 5];
  format.header = headers[(data[0] / 5) % 3];
  mcmc::fuzz::require_answer([&] {
    const mcmc::Table table =
        mcmc::read_table(file.holding(mcmc::fuzz::bytes(data + 1, size - 1)), format);
    for (const auto& row : table.rows)
      if (row.size() != table.names.size()) std::abort();
  });
  return 0;
}
