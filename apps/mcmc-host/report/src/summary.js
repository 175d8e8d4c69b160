import {element, name, scrollable, section, spoken} from "./dom.js";
import {fixed, number, whole} from "./words.js";

const heads = [
  ["Variable"],
  ["Mean"],
  ["SD"],
  ["Error", "Monte Carlo standard error of the mean"],
  ["5 %"],
  ["50 %"],
  ["95 %"],
  ["ESS bulk", "Effective sample size of the bulk"],
  ["ESS tail", "Effective sample size of the tails"],
  ["R-hat"],
  ["Time", "Autocorrelation time, in draws"],
];

const titles = {parameter: "Parameters", derived: "Derived from the parameters", density: "Log densities"};

function cell(text, isDoubtful = false) {
  return isDoubtful
    ? element(
        "td",
        {class: "doubtful"},
        element("span", {"aria-hidden": "true"}, "\u25b2 "),
        text,
        spoken(" (doubtful)"),
      )
    : element("td", {}, text);
}

function rowOf(row, limits) {
  const ess = (value) => cell(whole(value), value !== null && value < limits.ess);
  return element(
    "tr",
    {},
    element("th", {scope: "row"}, name(row.variable)),
    cell(number(row.mean)),
    cell(number(row.sd)),
    cell(number(row.mcse_mean, 2)),
    cell(number(row.q5)),
    cell(number(row.q50)),
    cell(number(row.q95)),
    ess(row.ess_bulk),
    ess(row.ess_tail),
    cell(fixed(row.rhat, 3), row.rhat !== null && row.rhat > limits.rhat),
    cell(number(row.autocorrelation_time, 3)),
  );
}

function groupOf(title, rows, limits) {
  if (rows.length === 0) return null;
  return element(
    "tbody",
    {},
    element("tr", {class: "group"}, element("th", {scope: "rowgroup", colspan: heads.length}, title)),
    rows.map((row) => rowOf(row, limits)),
  );
}

export function summary(report) {
  const roles = new Map(report.roles.map(({name: variable, role}) => [variable, role]));
  const of = (role) => report.summary.filter((row) => roles.get(row.variable) === role);
  const table = element(
    "table",
    {class: "numbers"},
    element("caption", {class: "spoken"}, "Mean, quantiles and convergence of every variable"),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        heads.map(([text, meaning]) => element("th", {scope: "col", title: meaning}, text)),
      ),
    ),
    Object.entries(titles).map(([role, title]) => groupOf(title, of(role), report.limits)),
  );
  return section(
    "summary",
    "Summary",
    element(
      "p",
      {class: "lead"},
      `A good R-hat is at most ${report.limits.rhat}, a good effective sample size (ESS) at least ` +
        `${report.limits.ess}; \u25b2 marks what falls short. Error is the Monte Carlo standard error of the ` +
        "mean; time is how many draws make an independent one.",
    ),
    scrollable("Summary of all variables", table),
  );
}
