#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "mcmc/build_info.hpp"
#include "mcmc/error_list.hpp"
#include "mcmc/memory.hpp"
#include "mcmc/plugin.hpp"
#include "mcmc/suggestion.hpp"
#include "verbs.hpp"

namespace {

using mcmc::Error;
using mcmc::ExitCode;
using mcmc::app::Arguments;

struct Verb {
  std::string name;
  std::string arguments;
  std::string summary;
  ExitCode (*act)(const Arguments&);
};

std::vector<Verb> verbs() {
  using namespace mcmc::app;
  return {
      {"run", "PIPELINE.yaml", "sample (\"run\" may be left out)", run},
      {"check", "PIPELINE.yaml", "build everything, evaluate once, sample nothing", check},
      {"list", "[KIND]", "the components and libraries found", list},
      {"describe", "TYPE", "the options of a component", describe},
      {"evaluate", "PIPELINE.yaml", "log densities at given points", evaluate},
      {"summary", "DIR or CSV...", "means, quantiles and diagnostics of draws", summary},
      {"diagnose", "DIR", "what is wrong with a run, and what to try", diagnose},
      {"report", "DIR", "a page with plots about a run, for any browser", report},
      {"predict", "DIR --at CSV", "new cases, integrated over the draws", predict},
      {"simulate", "SPEC.yaml", "a data set from a model with given parameters", simulate},
      {"compare", "PIPELINE.yaml...", "what an independent draw costs with each", compare},
      {"tune", "PIPELINE.yaml", "try approximations, write the pipeline with the best", tune},
      {"new", "KIND NAME", "a plugin of your own to start from", new_plugin},
  };
}

void print_help() {
  std::cout << "mcmc-host: exact posterior draws from expensive densities\n\n"
               "  mcmc-host PIPELINE.yaml\n";
  for (const Verb& verb : verbs())
    std::cout << fmt::format("  mcmc-host {:<8} {:<17} {}\n", verb.name, verb.arguments,
                             verb.summary);
  std::cout << "\nmcmc-host VERB --help says more; --version tells what was built.\n";
}

void print_version() {
  std::cout << fmt::format("mcmc-host {} ({} build{}; plugin ABI {}; {})\n",
                           mcmc::build_info::version, mcmc::build_info::build_type,
                           mcmc::build_info::native ? ", for this machine's instruction set"
                                                    : ", for any machine of this kind",
                           MCMC_ABI, MCMC_FINGERPRINT);
}

ExitCode act(const Arguments& arguments) {
  if (arguments.empty()) {
    print_help();
    throw Error(ExitCode::usage, "expected a pipeline file or a verb");
  }
  const std::string& first = arguments.front();
  if (first == "--help" || first == "-h" || first == "help") {
    print_help();
    return ExitCode::ok;
  }
  if (first == "--version") {
    print_version();
    return ExitCode::ok;
  }
  const std::vector<Verb> known = verbs();
  for (const Verb& verb : known)
    if (verb.name == first) return verb.act(Arguments(arguments.begin() + 1, arguments.end()));
  const bool is_word = first.find_first_of("./-") == std::string::npos;
  if (is_word) {
    std::vector<std::string> names;
    for (const Verb& verb : known) names.push_back(verb.name);
    throw Error(
        ExitCode::usage,
        fmt::format("no verb is called \"{}\"; expected {}, or a pipeline file (NAME.yaml){}",
                    first, mcmc::any_of(names), mcmc::did_you_mean(first, names)));
  }
  return mcmc::app::run(arguments);
}

int fail(ExitCode code, const std::string& message) {
  std::cout.flush();
  fmt::print(stderr, "mcmc-host: {}\n", message);
  return static_cast<int>(code);
}

int fail(const Error& error) {
  if (const auto* several = dynamic_cast<const mcmc::Errors*>(&error))
    for (const Error& one : several->all()) fail(one.code(), one.what());
  else
    fail(error.code(), error.what());
  return static_cast<int>(error.code());
}

}  // namespace

int main(int count, char** words) {
  mcmc::keep_freed_memory();
  std::signal(SIGCHLD, SIG_DFL);  // who started us may ignore it, and programs would end unnoticed
  try {
    const ExitCode code = act(Arguments(words + 1, words + count));
    std::cout.flush();
    if (!std::cout) return fail(ExitCode::io_error, "cannot write to standard output");
    return static_cast<int>(code);
  } catch (const Error& error) {
    return fail(error);
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::internal, "out of memory");
  } catch (const std::exception& problem) {
    return fail(ExitCode::internal,
                fmt::format("internal error: {}; please report it", problem.what()));
  } catch (...) {
    return fail(ExitCode::internal, "a plugin threw something that is no exception");
  }
}
