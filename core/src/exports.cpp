#include "exports.hpp"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <new>
#include <set>
#include <system_error>

#include "atomic_file.hpp"
#include "mcmc/error_list.hpp"

namespace mcmc {
namespace {

namespace fs = std::filesystem;

bool is_plain(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos &&
         name.find('\n') == std::string::npos;
}

[[noreturn]] void fail(const std::string& what, const std::error_code& reason) {
  throw Error(ExitCode::io_error, fmt::format("cannot write {}: {}", what, reason.message()));
}

/// An empty folder for the files of one writer, which goes with it.
class Workshop {
 public:
  explicit Workshop(fs::path folder) : folder_(std::move(folder)) {
    std::error_code problem;
    fs::remove_all(folder_, problem);
    if (!problem) fs::create_directories(folder_, problem);
    if (problem) fail(folder_.string(), problem);
  }
  ~Workshop() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  const fs::path& folder() const { return folder_; }
  std::set<std::string> files() const {
    std::set<std::string> names;
    std::error_code problem;
    for (fs::directory_iterator it(folder_, problem), end; !problem && it != end;
         it.increment(problem))
      names.insert(it->path().filename().string());
    if (problem) fail(folder_.string(), problem);
    return names;
  }

 private:
  fs::path folder_;
};

void require_announced(const std::set<std::string>& made, const std::set<std::string>& announced) {
  for (const std::string& name : made)
    if (!announced.contains(name))
      throw Error(ExitCode::internal,
                  fmt::format("it made the file \"{}\", which is not one of those that it "
                              "announces",
                              name));
}

void make_folder(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) fail(folder.string(), problem);
}

void remove_file(const fs::path& file) {
  std::error_code problem;
  fs::remove(file, problem);
  if (problem) fail(file.string(), problem);
}

/// The names of what earlier ends of the run have left.
class ExportRecord {
 public:
  explicit ExportRecord(const RunDirectory& directory)
      : directory_(&directory), names_(directory.exported()) {}

  const std::set<std::string>& names() const { return names_; }
  /// Before the files are there: what is recorded may be missing, but nothing is there that is not
  /// recorded.
  void add(const std::set<std::string>& names) {
    names_.insert(names.begin(), names.end());
    write();
  }
  void keep_only(const std::set<std::string>& names) {
    for (const std::string& name : names_)
      if (!names.contains(name)) remove_file(directory_->exports() / name);
    names_ = names;
    write();
  }

 private:
  void write() const {
    std::string text;
    for (const std::string& name : names_) text += name + "\n";
    write_atomically(directory_->export_record(), text);
  }

  const RunDirectory* directory_;
  std::set<std::string> names_;
};

/// Calls writers one after another, whatever becomes of them.
class Exporter {
 public:
  Exporter(const RunResults& results, const RunDirectory& directory)
      : results_(&results), directory_(&directory), record_(directory) {}

  void write(const NamedWriter& which, const std::vector<std::string>& announced) {
    try {
      write(*which.writer, {announced.begin(), announced.end()});
      return;
    } catch (const Error& error) {
      note_failure(which, error.code(), error.what());
    } catch (const fs::filesystem_error& problem) {
      note_failure(which, ExitCode::io_error, problem.what());
    } catch (const std::bad_alloc&) {
      note_failure(which, ExitCode::internal, "out of memory");
    } catch (const std::exception& problem) {
      note_failure(which, ExitCode::internal, problem.what());
    } catch (...) {
      note_failure(which, ExitCode::internal, "it threw something that is no exception");
    }
    // What it left before stays.
    for (const std::string& name : announced)
      if (record_.names().contains(name)) current_.insert(name);
  }

  ExportOutcome finish() {
    try {
      if (record_.names() != current_) record_.keep_only(current_);
    } catch (const Error& error) {
      outcome_.failures.push_back(error);
    }
    return std::move(outcome_);
  }

 private:
  void write(const Writer& writer, const std::set<std::string>& announced) {
    const Workshop workshop(directory_->unfinished_exports());
    std::vector<std::string> notes = writer.write(*results_, workshop.folder());
    const std::set<std::string> made = workshop.files();
    require_announced(made, announced);
    for (const std::string& name : made) secure_file(workshop.folder() / name);
    make_folder(directory_->exports());
    record_.add(made);
    for (const std::string& name : made)
      replace_file(workshop.folder() / name, directory_->exports() / name);
    std::move(notes.begin(), notes.end(), std::back_inserter(outcome_.notes));
    current_.insert(made.begin(), made.end());
  }

  void note_failure(const NamedWriter& which, ExitCode code, const std::string& reason) {
    outcome_.failures.emplace_back(
        code, fmt::format("the export by {} failed: {}; all draws are in the chains' files, from "
                          "which --resume exports them again",
                          which.name, reason));
  }

  const RunResults* results_;
  const RunDirectory* directory_;
  ExportRecord record_;
  std::set<std::string> current_;  ///< files that stay
  ExportOutcome outcome_;
};

}  // namespace

void check_export_files(const std::vector<Writer*>& writers, std::size_t chains, const Node& list) {
  ErrorList errors;
  std::map<std::string, std::size_t> owners;
  for (std::size_t i = 0; i < writers.size(); ++i) {
    const auto refuse = [&](const std::string& problem) {
      errors.add({ExitCode::bad_pipeline, list.items()[i].mark(),
                  fmt::format("\"writers.{}\": {}", i + 1, problem)});
    };
    for (const std::string& name : writers[i]->files(chains)) {
      const auto [owner, is_new] = owners.emplace(name, i);
      if (is_plain(name) && is_new) continue;
      refuse(is_plain(name)
                 ? fmt::format("it would leave the file \"{}\", as \"writers.{}\" does; give it "
                               "another name",
                               name, owner->second + 1)
                 : fmt::format("expected the plain name of a file, found \"{}\"", name));
      break;  // one file of a writer says it for all
    }
  }
  errors.throw_if_any();
}

ExportOutcome write_exports(const std::vector<NamedWriter>& writers, const RunResults& results,
                            std::size_t chains, const RunDirectory& directory) {
  Exporter exporter(results, directory);
  for (const NamedWriter& which : writers) exporter.write(which, which.writer->files(chains));
  return exporter.finish();
}

}  // namespace mcmc
