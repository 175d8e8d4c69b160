"""The tables and the picture of docs/performance.md, from the records of runs."""
import math
import statistics

from samplers import ALL

TITLES = {"standard": "slice", "paper": "best of the paper", "emulator": "emulator", "tuned": "tune",
          "nuts": "NUTS (rstan)", "emcee": "emcee", "plain_emcee": "emcee (plain)"}


def gathered(records, problem, sampler):
    return [record for record in records.values()
            if record["problem"] == problem and record["sampler"] == sampler]


def problems_in(records):
    return list(dict.fromkeys(record["problem"] for record in
                              sorted(records.values(), key=lambda record: record["order"])))


def seconds_per_draw(record):
    return record["sampling_seconds"] / record["effective_draws"]


def evaluations_per_draw(record):
    return record["sampling_evaluations"] / record["effective_draws"]


def iterations(record):
    return record["chains"] * record["draws"]


def autocorrelation_time(record):
    return iterations(record) / record["effective_draws"]


def evaluations_per_iteration(record):
    return record["sampling_evaluations"] / iterations(record)


def seconds_for_a_thousand(record):
    return record["warmup_seconds"] + 1000 * seconds_per_draw(record)


def evaluations_for_a_thousand(record):
    return record["warmup_evaluations"] + 1000 * evaluations_per_draw(record)


def median(records, measure):
    return statistics.median(map(measure, records))


def in_words(number):
    if number == 0:
        return "0"
    digits = max(0, 1 - math.floor(math.log10(abs(number))))
    return f"{number:.{digits}f}"


def cell(found, measure):
    """The median over seeds, with the smallest and the largest."""
    if not found:
        return "-"
    values = sorted(map(measure, found))
    middle = in_words(statistics.median(values))
    return middle if len(values) == 1 else f"{middle} ({in_words(values[0])} to {in_words(values[-1])})"


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|---" * len(head) + "|"] +
                     ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def cost_table(records, measure):
    rows = []
    for problem in problems_in(records):
        some = next(record for record in records.values() if record["problem"] == problem)
        rows.append([problem, some["cases"], some["parameters"]] +
                    [cell(gathered(records, problem, sampler), measure) for sampler in ALL])
    return table(["problem", "cases", "parameters", *(TITLES[sampler] for sampler in ALL)], rows)


def speed_up_table(records):
    """How many times more CPU time than the emulator's each takes for an effective draw."""
    rows = []
    for problem in problems_in(records):
        ours = gathered(records, problem, "emulator")
        if not ours:
            continue
        base = median(ours, seconds_per_draw)
        cells = [in_words(median(found, seconds_per_draw) / base) if found else "-"
                 for found in (gathered(records, problem, sampler) for sampler in ALL)]
        rows.append([problem, *cells, f"{max(record['rhat'] for record in ours):.3f}", len(ours)])
    return table(["problem", *(TITLES[sampler] for sampler in ALL), "largest R-hat (emulator)", "seeds"], rows)


def agreement_table(records):
    rows = []
    for problem in problems_in(records):
        # Of a sampler's comparisons the last had the most seeds.
        latest = {record["compared"]: record for record in gathered(records, problem, "agreement")}
        for sampler, record in latest.items():
            rows.append([problem, TITLES[sampler],
                         *(f"{value:.1f}" for value in record["differences"].values()),
                         " and ".join(str(count) for count in record["seeds"])])
    return table(["problem", "sampler", "mean", "sd", "5 %", "50 %", "95 %", "seeds"], rows)


def page(records):
    return "\n".join([
        "### Evaluations of the exact posterior for an effective draw\n",
        cost_table(records, evaluations_per_draw),
        "\n### Evaluations of an iteration\n", cost_table(records, evaluations_per_iteration),
        "\n### Autocorrelation time of the log likelihood, in iterations\n",
        cost_table(records, autocorrelation_time),
        "\n### CPU seconds for an effective draw, warm-up not counted\n", cost_table(records, seconds_per_draw),
        "\n### CPU seconds, times the emulator's\n", speed_up_table(records),
        "\n### Evaluations for 1000 effective draws, warm-up counted\n",
        cost_table(records, evaluations_for_a_thousand),
        "\n### CPU seconds for 1000 effective draws, warm-up counted\n",
        cost_table(records, seconds_for_a_thousand),
        "\n### Agreement with slice sampling\n", agreement_table(records)])


def draw_scaling(records, picture):
    """CPU seconds for an effective draw over the number of cases."""
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "mcmc-host"  # the same picture has the same bytes
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(figsize=(6, 4))
    for sampler in ALL:
        points = sorted((found[0]["cases"], median(found, seconds_per_draw))
                        for found in (gathered(records, problem, sampler) for problem in problems_in(records)
                                      if problem.startswith("scaling-")) if found)
        if points:
            axes.loglog(*zip(*points), marker="o", label=TITLES[sampler])
    if axes.lines:
        axes.set_xlabel("cases")
        axes.set_ylabel("CPU seconds for an effective draw")
        axes.legend()
        axes.grid(True, which="both", alpha=0.3)
        picture.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(picture, metadata={"Date": None})
    pyplot.close(figure)
