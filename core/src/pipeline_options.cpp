#include "mcmc/pipeline.hpp"

namespace mcmc {

void WarmupPhase::declare(OptionTable& table) {
  table.add("transition", transition).required().doc("The transition that this phase repeats");
  table.add("iterations", iterations)
      .required()
      .at_least(1)
      .at_most(1e9)
      .doc("Iterations of each round");
  table.add("rounds", rounds)
      .at_least(1)
      .at_most(1e6)
      .doc("Rounds; learners of all chains are fitted after each");
}

void StopWhen::declare(OptionTable& table) {
  table.add("ess", ess)
      .above(0)
      .default_is("whatever it is")
      .doc("Effective draws, in bulk and tail, of the variable that has fewest");
  table.add("rhat", rhat)
      .above(1)
      .default_is("whatever it is")
      .doc("R-hat of the variable with the highest");
  table.add("draws", draws)
      .at_least(1)
      .at_most(1e9)
      .default_is("a hundred times those of the first check")
      .doc("Most draws of each chain");
  table.add("hours", hours)
      .above(0)
      .default_is("no limit")
      .doc("Time for sampling; where it ends is not the same again");
}

void SampleOptions::declare(OptionTable& table) {
  table.add("chains", chains).at_least(1).at_most(10'000).doc("Independent chains");
  table.add("seed", seed)
      .at_least(0)
      .doc("Seed of all random numbers; the same seed gives the same draws");
  table.add("start", start)
      .one_of({"prior"})
      .doc("\"prior\", or a value for each parameter (a number, or a list for a vector parameter)");
  table.add("warmup", warmup).default_is("none").doc("Phases of warm-up, whose draws do not count");
  table.add("transition", transition).required().doc("The transition that one iteration applies");
  table.add("draws", draws)
      .at_least(1)
      .at_most(1e9)
      .doc("Draws kept per chain; with `until`, those before the first check");
  table.add("until", until)
      .doc(
          "Goes on until this holds, checked at fixed numbers of draws, each a quarter above the "
          "last");
  table.add("thin", thin).at_least(1).at_most(1e6).doc("Iterations per kept draw");
  table.add("tune", tune)
      .one_of({"none", "auto"})
      .doc(
          "auto: choose an approximation and a transition by trying them before the run, as the "
          "verb "
          "tune does; then transition may be left out");
}

void OutputOptions::declare(OptionTable& table) {
  table.add("directory", directory)
      .default_is("out/ and the pipeline's name")
      .doc("Folder for the results, from the working directory");
  table.add("keep_warmup", keep_warmup)
      .doc("Also write the warm-up draws, to warmup/ in that folder");
  table.add("checkpoint_interval", checkpoint_interval)
      .at_least(0)
      .at_most(1e6)
      .unit("seconds")
      .without_effect_on_draws()
      .doc(
          "How often each chain is saved, so that a run which was killed can be resumed; 0 means "
          "after every iteration");
  table.add("writers", writers)
      .default_is("none")
      .without_effect_on_draws()
      .doc("What else writes the draws when the run has ended, to export/ in that folder");
}

}  // namespace mcmc
