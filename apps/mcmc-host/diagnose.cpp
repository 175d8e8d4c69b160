#include "mcmc/diagnose.hpp"

#include <iostream>

#include "formats.hpp"
#include "verbs.hpp"

namespace mcmc::app {

ExitCode diagnose(const Arguments& arguments) {
  const Formats<std::vector<Remark>> formats{{"text", remarks_text}, {"json", remarks_json}};
  boost::program_options::options_description options;
  options.add_options()("strict", "exit with code 1 when there is a warning");
  formats.declare(options);
  const CommandLine command_line({"diagnose", "DIR",
                                  "What is wrong with a run, and what to try: chains that disagree "
                                  "or are stuck, too few draws,\n"
                                  "failed evaluations, proposals that are hardly ever accepted."},
                                 options, arguments);
  if (command_line.helped()) return ExitCode::ok;
  const auto write = formats.chosen(command_line);
  const std::vector<Remark> remarks = mcmc::diagnose(command_line.only_argument());
  std::cout << write(remarks);
  return command_line.has("strict") && !is_fine(remarks) ? ExitCode::no : ExitCode::ok;
}

}  // namespace mcmc::app
