#!/usr/bin/env python3
"""Makes one mistake at a time in the sources, and sees which test finds it.

Usage: tests/seeded_bugs.py [--build FOLDER] [NAME ...]

Works on a copy of the checkout below FOLDER (build/seeded-bugs), which is built once and then, for each
mistake, only as far as it changes. Each finished mistake is one line appended to FOLDER/records.jsonl,
and is not made again while that line is there. Fails when a mistake is found by no test.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent

CHAIN = "plugins/discretizing_chain/discretizing_chain.cpp"
LADDER = "plugins/tempered_transitions/tempered_transitions.cpp"
SLICE = "plugins/slice/slice.cpp"
METROPOLIS = "plugins/metropolis/metropolis.cpp"
EMULATOR = "plugins/emulator/emulator.cpp"
CACHE = "plugins/lru_cache/lru_cache.cpp"
COMPOSITIONS = "core/src/compositions.cpp"
GP = "plugins/gp/src/"
CORE = "core/src/"
WEIGHT = "target_->log_density(step.state) - approximation_->log_density(step.state)"

# Name, file, and pairs of what stands there and what is put in its place.
MISTAKES = [
    ("the approximation forgotten in the ratio", CHAIN, [(WEIGHT, "target_->log_density(step.state)")]),
    ("the approximation squared in the ratio", CHAIN, [(WEIGHT, WEIGHT.replace("- a", "- 2 * a"))]),
    ("a transition used for its reversal", CHAIN,
     [("back_{options.chain->reversal(), {}, 0}", "back_{options.chain, {}, 0}")]),
    ("every move of the mark accepted", CHAIN,
     [("if (random.bernoulli(acceptance)) mark_", "if (acceptance >= 0) mark_")]),
    ("the mark moved ahead only", CHAIN,
     [("random.bernoulli(0.5) ? mark_ + jump_ : mark_ - jump_", "mark_ + jump_")]),
    ("a weight kept from the last mapping", CHAIN,
     [("  origin_.is_weighed = false;\n", "")]),
    ("every step simulated from the start", CHAIN,
     [("side.simulated == 0 ? origin_.state : side.steps[side.simulated - 1].state", "origin_.state")]),
    ("the same order on the way down", LADDER,
     [("ladder_[i]->reversal()->step", "ladder_[i]->step")]),
    ("the last weight of the way missing", LADDER,
     [("if (!pass(ladder_[i]->target(), i == 0 ? *target_ : ladder_[i - 1]->target())) return false;",
       "if (i > 0 && !pass(ladder_[i]->target(), ladder_[i - 1]->target())) return false;")]),
    ("a way that begins with the last one's weights", LADDER, [("  log_ratio_ = 0;\n", "")]),
    ("the whole limit spent on the left", SLICE,
     [("std::uint64_t steps_left = random.below(max_steps_out_)",
       "std::uint64_t steps_left = max_steps_out_ - 1")]),
    ("the interval centred", SLICE, [("value - width * random.uniform()", "value - width * 0.5")]),
    ("a level that is not drawn", SLICE,
     [("return log_density - random.exponential();", "return log_density - 1;")]),
    ("a draw next to the interval's middle", SLICE,
     [("value = interval.left + random.uniform() *",
       "value = interval.left + (0.25 + 0.5 * random.uniform()) *")]),
    ("the acceptance's root", METROPOLIS,
     [("std::exp(std::min(0.0, proposed_log_density - log_density))",
       "std::exp(std::min(0.0, (proposed_log_density - log_density) / 2))")]),
    ("a refused proposal kept", METROPOLIS,
     [("if (!random.bernoulli(acceptance)) x.x = current_;",
       "if (!random.bernoulli(acceptance)) x.x[0] = current_[0];")]),
    ("a sweep that reverses to itself", "core/src/coordinate_sweep.cpp",
     [("for (std::size_t i = sweep_->updates_; i-- > 0;)",
       "for (std::size_t i = 0; i < sweep_->updates_; ++i)")]),
    ("a sequence reversed in the same order", COMPOSITIONS,
     [("  std::reverse(reversals.begin(), reversals.end());\n", "")]),
    ("a mixture without its weights", COMPOSITIONS,
     [("draw_index(random, weights_)", "random.below(parts().size())")]),
    ("a cache that leaves out the last coordinate", CACHE,
     [("  for (const double value : x) {\n    hash =",
       "  for (const double value : x.head(x.size() - 1)) {\n    hash ="),
      ("x.data(), dimension_ * sizeof(double)", "x.data(), (dimension_ - 1) * sizeof(double)")]),
    ("a cache that remembers through a clear", CACHE,
     [("  std::fill(slots_.begin(), slots_.end(), empty);\n  size_ = 0;\n",
       "  if (slots_.front() == 0) std::fill(slots_.begin(), slots_.end(), empty);\n  size_ = 0;\n")]),
    ("a failed step that moved the state", "core/src/transition.cpp", [("    x.x = before_;\n", "")]),
    ("a power of the prior too", "plugins/tempered_transitions/tempered_density.cpp",
     [("return log_prior + power_ * (whole - log_prior);", "return power_ * whole;")]),
    ("the prior counted twice", GP + "gaussian_process.cpp",
     [("const double sum = prior + likelihood", "const double sum = 2 * prior + likelihood")]),
    ("adaptation left on", "core/src/chain.cpp",
     [("  for (Learner* learner : learners_) learner->freeze();\n", "")]),
    ("the draws of chain 2 those of chain 1", "core/src/random.cpp",
     [("key_{{seed, chain}}", "key_{{seed, chain * 0}}")]),
    ("jitter in the exact density", GP + "exact_likelihood.cpp",
     [("+= model().noise_variance(x);", "+= model().noise_variance(x) + 1e-6;")]),
    ("n for m in a determinant", GP + "low_rank.cpp",
     [("static_cast<double>(projection.cases - projection.gram.rows())",
       "static_cast<double>(projection.cases)")]),
    ("a prior without its normalising constant", GP + "prior.cpp", [(" - std::log(sd_)", "")]),
    ("the logarithm's Jacobian left out", "plugins/gp/include/mcmc/gp/quantity_priors.hpp",
     [("distribution_.log_density(quantity) + value", "distribution_.log_density(quantity)")]),
    ("a prior mean of the wrong sign", GP + "model.cpp",
     [("rest->response -= values", "rest->response += values")]),
    ("predictions without the prior mean", GP + "prediction.cpp",
     [("  prediction.mean += model_->mean_at(cases_.inputs);\n", "")]),
    ("weights of unequal noise left out", GP + "low_rank.cpp",
     [("projection.log_weights = weights.array().log().sum();", "projection.log_weights = 0;")]),
    ("a basis kept for other length scales", GP + "staged_likelihood.cpp",
     [("if (!reuse_ || !same_bits(point, kept_point_))", "if (!reuse_ || kept_point_.size() == 0)")]),
    ("what columns leave unexplained forgotten", GP + "fitc_likelihood.cpp",
     [("  variances_ = s * s * unexplained_;\n", "  variances_.setZero();\n")]),
    ("conditional variances left out of the determinant", GP + "vecchia_likelihood.cpp",
     [("  sums.log_determinant += pivots.array().log().sum();\n", "")]),
    ("the largest pivot's row used twice", GP + "partial_cholesky.cpp",
     [("  residual_(pivot) = 0;\n", "  residual_(pivot) = largest;\n")]),
    ("a scale forgotten in single precision", GP + "single_precision_likelihood.cpp",
     [(" + static_cast<double>(data.size()) * std::log(scale);", ";")]),
    ("a panel that forgets the one before it", GP + "cholesky.cpp",
     [("      subtract_panel_from_later_columns();\n", "      if (begin_ == 0) subtract_panel_from_later_columns();\n")]),
    ("rounding taken for a pivot", GP + "cholesky.cpp",
     [("> smallest_pivots_[column + c]))", "> 0 * smallest_pivots_[column + c]))")]),
    ("an emulator used however poor", EMULATOR,
     [("return model_ != nullptr && held_out_.median <= largest_error_;", "return model_ != nullptr;")]),
    ("a defensive part for a density as thick as a normal one", "plugins/emulator/model.cpp",
     [("tail_constant_ += log_mass < cap ? log_mass : cap;", "tail_constant_ += cap;")]),
    ("an emulator of one chain's evaluations", EMULATOR,
     [("i < emulator->fresh_.size(); ++i)",
       "i < emulator->fresh_.size() && emulator == emulators.front(); ++i)")]),
    ("a checkpoint's checksum not looked at", CORE + "saved_values.cpp",
     [("bytes.size() > first->length || checksum(bytes) != first->crc", "bytes.size() > first->length")]),
    ("a failed chain saved in the middle of its iteration", CORE + "chain_checkpoint.cpp",
     [("  random_->go_to(before_.random_place);\n", "")]),
    ("marked states beyond the draws forgotten", CORE + "chain_checkpoint.cpp",
     [("  persist_left_over(archive);\n", "")]),
    ("a barrier that is not saved", CORE + "checkpoints.cpp",
     [("if (unwritten_barrier_) unwritten_barrier_->write(barrier_file());", "")]),
    ("a checkpoint that is not on the disk when it gets its name", CORE + "atomic_file.cpp",
     [("    output.secure();\n", "")]),
    ("draws that are not on the disk when a checkpoint counts them", CORE + "output_file.cpp",
     [("  if (fsync(fileno(file_.get())) != 0 && errno", "  if (fflush(file_.get()) != 0 && errno")]),
    ("the log density not compared", CORE + "resume.cpp",
     [("ensemble.check_log_densities(restored, allow_changes ? largest_rounding : 0);", "")]),
    ("any pipeline resumed", CORE + "run_record.cpp", [("if (found.empty()) return;", "return;")]),
    ("fewer draws accepted", CORE + "resume.cpp", [("    require_enough_draws(*chain);\n", "")]),
    ("draw files not looked at", CORE + "resume.cpp",
     [("    require_files(pipeline, directory, *chain);\n", "")]),
    ("the place in the file not saved", CORE + "chain_checkpoint.cpp",
     [('  archive.integer("draw_bytes", draw_bytes_);\n', "")]),
    ("a lock that keeps nobody out", CORE + "run_lock.cpp",
     [("attempt == Attempt::held || (attempt == Attempt::unknown && holder.may_be_running())", "false")]),
    ("a stopped chain not saved", CORE + "ensemble.cpp",
     [("  sink.finish();\n  save(chain, nullptr);\n", "  sink.finish();\n")]),
    ("a closed terminal that kills", "apps/mcmc-host/interruption.cpp",
     [("for (const int signal : {SIGINT, SIGTERM, SIGHUP})", "for (const int signal : {SIGINT, SIGTERM})")]),
    ("a file that may grow no further kills", "apps/mcmc-host/interruption.cpp",
     [("  std::signal(SIGXFSZ, SIG_IGN);\n", "")]),
]
# The quick half of the suite calls classes; the rest samples much, or runs the program. Tests that look at
# other things, and take long, are left out.
QUICK_TESTS = ("-R", "^(core|kernel|gp)_tests:")
OTHER_TESTS = ("-R", "^((statistics|pipeline)_tests:|power_failure$)")


def run(*words, **options):
    return subprocess.run([str(word) for word in words], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)


def copy_checkout(tree):
    """Copies what changed, so that nothing else is built again."""
    files = run("git", "ls-files", "-z", cwd=TOP).stdout.split("\0")
    for name in filter(None, files):
        source, target = TOP / name, tree / name
        if not target.exists() or source.read_bytes() != target.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            shutil.copymode(source, target)


def build(tree, folder):
    if not (folder / "build.ninja").exists():
        done = run("cmake", "-S", tree, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                   "-DMCMC_BUILD_TESTS=ON")
        if done.returncode != 0:
            sys.exit(done.stdout)
    done = run("cmake", "--build", folder)
    return None if done.returncode == 0 else done.stdout


def failing_tests(folder, tests):
    done = run("ctest", "--test-dir", folder, *tests, "-j2", "--timeout", "60", "--stop-on-failure",
               "--no-tests=error")
    failing = re.findall(r"^\s*\d+ - (.*) \((?:Failed|Timeout|SEGFAULT|ILLEGAL|Subprocess aborted).*\)$",
                         done.stdout, re.MULTILINE)
    if bool(failing) != (done.returncode != 0):  # such as when no test has a name like this
        sys.exit(f"the tests cannot be understood:\n{done.stdout[-3000:]}")
    return failing


def with_mistake(text, changes, name):
    for old, new in changes:
        if text.count(old) != 1:
            sys.exit(f"{name}: this should stand there once: {old}")
        text = text.replace(old, new)
    return text


def make(mistake, tree, folder):
    name, file, changes = mistake
    source = tree / file
    original = source.read_text()
    source.write_text(with_mistake(original, changes, name))
    try:
        problem = build(tree, folder)
        if problem:
            sys.exit(f"{name}: this does not compile\n{problem[-3000:]}")
        quick = failing_tests(folder, QUICK_TESTS)
        return {"name": name, "quick": bool(quick), "tests": quick or failing_tests(folder, OTHER_TESTS)}
    finally:
        source.write_text(original)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--build", type=pathlib.Path, default=TOP / "build/seeded-bugs")
    options = parser.parse_args()
    chosen = [one for one in MISTAKES if not options.names or one[0] in options.names]
    for name, file, changes in chosen:
        with_mistake((TOP / file).read_text(), changes, name)
    tree, folder, records = (options.build / part for part in ("tree", "build", "records.jsonl"))
    copy_checkout(tree)
    problem = build(tree, folder)
    if problem:
        sys.exit(problem)
    failing = failing_tests(folder, QUICK_TESTS) + failing_tests(folder, OTHER_TESTS)
    if failing:
        sys.exit("without any mistake these fail: " + ", ".join(failing))

    found = {}
    if records.exists():
        found = {record["name"]: record for record in map(json.loads, records.read_text().splitlines())}
    for mistake in chosen:
        name = mistake[0]
        if name not in found:
            found[name] = make(mistake, tree, folder)
            with records.open("a") as file:
                file.write(json.dumps(found[name]) + "\n")
        tests = found[name]["tests"]
        print(f"{name}: {tests[0] if tests else 'FOUND BY NO TEST'}", flush=True)
    caught = [found[mistake[0]] for mistake in chosen if found[mistake[0]]["tests"]]
    print(f"{len(caught)} of {len(chosen)} mistakes were found, "
          f"{sum(record['quick'] for record in caught)} of them by the quick half of the tests")
    sys.exit(len(caught) < len(chosen))


if __name__ == "__main__":
    main()
