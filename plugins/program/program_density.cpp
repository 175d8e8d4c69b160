#include "program_density.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "answer.hpp"
#include "mcmc/error.hpp"
#include "program_file.hpp"

namespace mcmc::program {
namespace {

namespace fs = std::filesystem;

/// Names stand in headers of draw files, where names that end in "__" are the sampler's.
bool can_name_a_parameter(const std::string& name) {
  const auto is_word = [](unsigned char letter) { return std::isalnum(letter) || letter == '_'; };
  const std::size_t dot = std::min(name.find('.'), name.size());
  const bool good_base =
      dot > 0 && std::isalpha(static_cast<unsigned char>(name[0])) &&
      std::all_of(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(dot), is_word);
  const bool good_index = name.find_first_not_of(".0123456789", dot) == std::string::npos &&
                          name.find("..") == std::string::npos && name.back() != '.';
  return good_base && good_index && !name.ends_with("__");
}

/// Readers of draws take it that a vector's elements stand together, from the first one on, and
/// that nothing else has its name.
void check_vectors(const std::vector<std::string>& names) {
  const auto base = [](const std::string& name) { return name.substr(0, name.find('.')); };
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t first = static_cast<std::size_t>(
        std::find_if(names.begin(), names.end(),
                     [&](const std::string& other) { return base(other) == base(names[i]); }) -
        names.begin());
    const std::size_t dots =
        static_cast<std::size_t>(std::count(names[i].begin(), names[i].end(), '.'));
    const std::string expected =
        dots == 0 ? names[i] : fmt::format("{}.{}", base(names[i]), i - first + 1);
    const bool is_right = dots == 0 ? first == i : dots > 1 || names[i] == expected;
    if (!is_right)
      throw OptionError(fmt::format("parameters.{}", i + 1),
                        fmt::format("\"{}\" cannot stand here; expected the elements of a vector "
                                    "one after another, as in log_rho.1, log_rho.2, and nothing "
                                    "else of its name",
                                    names[i]));
  }
}

std::vector<std::string> checked(const std::vector<std::string>& names) {
  if (names.empty()) throw OptionError("parameters", "expected the name of at least one parameter");
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string option = fmt::format("parameters.{}", i + 1);
    if (names[i].empty() || !can_name_a_parameter(names[i]))
      throw OptionError(option,
                        fmt::format("\"{}\" cannot be a parameter's name; expected letters, "
                                    "digits and _, as in log_rho, or in log_rho.2 for an "
                                    "element of a vector",
                                    names[i]));
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i))
      throw OptionError(option, fmt::format("\"{}\" is there twice", names[i]));
  }
  check_vectors(names);
  return names;
}

fs::path existing_folder(const fs::path& directory) {
  std::error_code ignored;
  if (!fs::is_directory(directory, ignored))
    throw OptionError("directory", fmt::format("{} is no folder", directory.string()));
  return directory;
}

fs::path existing_program(const std::vector<std::string>& command, const fs::path& directory) {
  if (command.empty() || command.front().empty())
    throw OptionError("command", "expected a program and its arguments, as in [python3, model.py]");
  if (const auto file = find_program(command.front(), directory)) return *file;
  const bool is_path = command.front().find('/') != std::string::npos;
  const fs::path file = (directory / command.front()).lexically_normal();
  std::error_code ignored;
  if (is_path && fs::exists(file, ignored))
    throw OptionError("command",
                      fmt::format("{} cannot be executed; make it executable (chmod +x), "
                                  "or name what runs it, as in [python3, model.py]",
                                  file.string()));
  throw OptionError(
      "command", is_path ? fmt::format("there is no program {}", file.string())
                         : fmt::format("there is no program \"{}\" in PATH; expected its name, or "
                                       "a path with a slash, as in [./model]",
                                       command.front()));
}

std::string shortened(const std::string& line) {
  constexpr std::size_t longest = 200;
  std::string text = line.substr(0, longest);
  for (char& letter : text)
    if (static_cast<unsigned char>(letter) < ' ') letter = ' ';
  return line.size() > longest ? text + "..." : text;
}

}  // namespace

void ProgramDensity::Options::declare(OptionTable& table) {
  table.add("command", command)
      .required()
      .doc(
          "The program and its arguments; no shell reads them. Paths in it count from `directory`");
  table.add("parameters", parameters)
      .required()
      .doc("Names of the parameters, in the order in which the program takes them");
  table.add("timeout", timeout)
      .above(0)
      .at_most(1e6)
      .unit("seconds")
      .without_effect_on_draws()
      .doc("How long the program may take to start, or to answer");
  table.add("directory", directory)
      .default_is("the pipeline file's folder")
      .doc("Folder in which the program is started");
}

ProgramDensity::ProgramDensity(Options& options, BuildContext& context)
    : name_(context.name()), command_(options.command), timeout_(options.timeout) {
  context.require_programs_permitted("command");
  if (options.directory.empty()) options.directory = context.folder();
  directory_ = existing_folder(options.directory);
  program_ = existing_program(command_, directory_);
  names_ = ParameterNames(checked(options.parameters));
}

ProgramDensity::~ProgramDensity() = default;

Evaluation ProgramDensity::log_density(const Eigen::VectorXd& x) {
  if (!process_) start();
  require_silence();
  const std::string line = ask(fmt::format("{}\n", fmt::join(x.begin(), x.end(), " ")));
  const std::optional<Answer> answer = parse_answer(line);
  if (!answer)
    give_up(fmt::format("answered \"{}\"; expected a log density, -inf, or: fail REASON",
                        shortened(line)));
  require_silence();
  if (!answer->failed) return answer->log_density;
  explanation_ = shortened(answer->reason);
  return Failure::reported;
}

void ProgramDensity::start() {
  process_ = std::make_unique<Process>(program_, command_, directory_);
  const std::vector<std::string> names(names_.begin(), names_.end());
  const std::string line = ask({});
  if (!is_greeting(line, names))
    give_up(
        fmt::format("began with \"{}\"; expected \"{}\", for it must take the parameters of the "
                    "pipeline",
                    shortened(line), greeting(names)));
}

std::string ProgramDensity::ask(std::string_view question) {
  std::string line;
  const Process::Outcome outcome = process_->ask(question, timeout_, line);
  if (outcome != Process::Outcome::line) give_up_on(outcome);
  return line;
}

/// An answer too many would be taken for that of the next point.
void ProgramDensity::require_silence() {
  std::string line;
  if (process_->spoke_unasked(line))
    give_up(
        fmt::format("wrote \"{}\" without being asked; expected one line for each point (what is "
                    "meant for people belongs on standard error)",
                    shortened(line)));
}

void ProgramDensity::give_up_on(Process::Outcome outcome) {
  constexpr Process::Seconds moment(1);
  switch (outcome) {
    case Process::Outcome::ended:
      process_->stop(moment);
      give_up(process_->end_in_words());
    case Process::Outcome::timed_out:
      give_up(
          fmt::format("wrote no line within {:g} seconds; does it flush each line (in Python "
                      "print(..., flush=True), in R flush(stdout()))? If it needs longer, raise "
                      "\"timeout\"",
                      timeout_.count()));
    default:
      give_up("writes without a line break; expected one line for each point");
  }
}

void ProgramDensity::give_up(const std::string& problem) {
  process_->stop(Process::Seconds(0));
  const std::string words = process_->last_words();
  process_.reset();
  throw Error(
      ExitCode::bad_pipeline,
      fmt::format("the program of \"{}\" ({}) {}{}{}", name_, fmt::join(command_, " "), problem,
                  words.empty() ? "" : "; the end of its standard error:\n", words));
}

}  // namespace mcmc::program
