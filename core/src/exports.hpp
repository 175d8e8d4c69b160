#pragma once

#include <string>
#include <vector>

#include "mcmc/error.hpp"
#include "mcmc/node.hpp"
#include "mcmc/writer.hpp"
#include "run_directory.hpp"

namespace mcmc {

/// A writer as a pipeline names it.
struct NamedWriter {
  std::string name;  ///< with its type, for messages
  const Writer* writer;
};

/// That the files of all writers have plain names, each its own.
/// @param list the value of `writers:`
/// @throws Errors bad_pipeline
void check_export_files(const std::vector<Writer*>& writers, std::size_t chains, const Node& list);

/// What became of the exports of a run.
struct ExportOutcome {
  std::vector<std::string> notes;  ///< of the writers
  std::vector<Error> failures;     ///< each names its writer
};

/// Lets each writer write, and puts its files in the place of those of an earlier end of the run;
/// those that no writer makes any more go. The files of a writer that fails are left as they were.
/// @param chains of the run, with and without draws
ExportOutcome write_exports(const std::vector<NamedWriter>& writers, const RunResults& results,
                            std::size_t chains, const RunDirectory& directory);

}  // namespace mcmc
