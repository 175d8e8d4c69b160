// Fills the page with what the program put into it.
import {chains} from "./chains.js";
import {cost} from "./cost.js";
import {element} from "./dom.js";
import {fit} from "./fit.js";
import {marginals} from "./marginals.js";
import {pairs} from "./pairs.js";
import {provenance} from "./provenance.js";
import {summary} from "./summary.js";
import {notes, verdict} from "./verdict.js";

function contents(sections) {
  return element(
    "nav",
    {"aria-label": "Contents"},
    element(
      "ul",
      {},
      sections.map((part) =>
        element("li", {}, element("a", {href: `#${part.id}`}, part.querySelector("h2").textContent)),
      ),
    ),
  );
}

const report = JSON.parse(document.getElementById("report").textContent);
document.title = `${report.converged ? "Converged" : "Not converged"}: ${report.run}`;
const sections = [summary, marginals, fit, chains, pairs, cost, provenance]
  .map((make) => make(report))
  .filter((part) => part !== null);
document
  .getElementById("page")
  .replaceChildren(
    ...[
      verdict(report),
      contents(sections),
      element("main", {id: "content", tabindex: -1}, notes(report), sections),
    ],
  );
