// The page of `mcmc-host report` in Chromium: it fetches nothing, every plot is drawn, nothing is wider than
// the window, names cannot become tags, in light and dark, on a wide and a narrow screen.
//   node report_page_test.mjs MCMC_HOST CHROMIUM FOLDER_OF_PACKAGES SCRATCH [PICTURES]
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdirSync, readFileSync, rmSync, statSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";

const [program, chromiumPath, packages, scratch, pictures] = process.argv
  .slice(2)
  .map((word) => word && resolve(word));
const {chromium} = createRequire(join(packages, "package.json"))("playwright-core");

const oddName = "<b>run";
const regression = `
densities:
  posterior:
    type: gp.exact
    data: {file: data.csv, response: "<i>y</i>"}
    covariance: [{type: constant, value: 1}, {type: squared_exponential, length_scales: per_input}]
    priors: {log_eta: {mean: 0, sd: 0.5}, log_sigma: {mean: -1, sd: 0.5}, log_rho: {mean: 0, sd: 0.5}}
transitions: {standard: {type: slice, target: posterior}}
sample: {chains: 4, transition: standard, warmup: [{transition: standard, iterations: 100}], draws: 800}
output: {directory: "${oddName}"}
`;
const ten = `
densities: {ten: {type: toy.gaussian, dimension: 10}}
transitions: {standard: {type: slice, target: ten}}
sample:
  {chains: 4, start: {x: 0}, transition: standard, warmup: [{transition: standard, iterations: 50}], draws: 2000}
output: {directory: ten}
`;
const apart = `
densities: {two_modes: {type: toy.mixture, modes: [{mean: [-10], weight: 1}, {mean: [10], weight: 1}]}}
transitions: {steps: {type: metropolis, target: two_modes, scale: 1, tune: false}}
sample: {chains: 1, transition: steps, draws: 200, start: {x: -10}}
output: {directory: apart}
`;

function data() {
  const rows = ["first,second,<i>y</i>"];
  const scattered = (i) => Math.sin(12.9898 * i * i + 1);
  for (let i = 0; i < 30; ++i)
    rows.push([i / 10, scattered(i), Math.sin(i / 8) + 0.5 * scattered(i + 0.5)].join(","));
  return rows.join("\n") + "\n";
}

function makePage(pipeline, folder) {
  writeFileSync(join(scratch, "pipeline.yaml"), pipeline);
  execFileSync(program, ["pipeline.yaml", "--quiet", "--force"], {cwd: scratch});
  const begin = Date.now();
  const path = execFileSync(program, ["report", folder], {cwd: scratch, encoding: "utf8"}).trim();
  const seconds = (Date.now() - begin) / 1000;
  console.log(
    `${folder}: ${(statSync(join(scratch, path)).size / 1e6).toFixed(2)} MB in ${seconds.toFixed(1)} s`,
  );
  return join(scratch, path);
}

/** What is wrong with the page that is shown. */
const faultsOfPage = () => {
  const faults = [];
  const tell = (fault) => faults.push(fault);
  const plots = [...document.querySelectorAll(".plot")];
  if (plots.length === 0) tell("there are no plots");
  for (const plot of plots) {
    const svg = plot.querySelector("svg");
    const label = svg?.getAttribute("aria-label");
    if (!label) tell(`a plot without words: ${plot.outerHTML.slice(0, 80)}`);
    const marks = [...(svg?.querySelectorAll("path, rect, circle") ?? [])].filter((mark) => {
      const box = mark.getBBox();
      return box.width + box.height > 5 && !/NaN/.test(mark.getAttribute("d") ?? "");
    });
    if (marks.length === 0) tell(`an empty plot: ${label}`);
    if (svg && getComputedStyle(svg).fontSize !== "11px") tell(`a plot without its style: ${label}`);
  }
  if (document.documentElement.scrollWidth > window.innerWidth)
    tell(`${document.documentElement.scrollWidth} pixels wide`);
  if (document.querySelectorAll("h1").length !== 1) tell("not one h1");
  for (const heading of document.querySelectorAll("h3"))
    if (!heading.closest("section")) tell(`a heading outside of a section: ${heading.textContent}`);
  for (const table of document.querySelectorAll("table"))
    if (!table.caption || !table.querySelector("th[scope]")) tell("a table without caption or headers");
  for (const part of document.querySelectorAll(".scrollable"))
    if (part.tabIndex !== 0 || !part.getAttribute("aria-label")) tell("scrolls without a keyboard");
  if (document.querySelector("b, i, img")) tell("a name has become a tag");
  return faults;
};

/** The contrast of text with the page, for the colours that text has. */
const contrasts = () => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data]
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const style = getComputedStyle(document.documentElement);
  const page = light(style.getPropertyValue("--page"));
  return Object.fromEntries(
    ["--text", "--muted", "--accent", "--good", "--bad", "--chain-first", "--chain-last", "--prior"].map(
      (name) => {
        const [low, high] = [page, light(style.getPropertyValue(name))].sort((a, b) => a - b);
        return [name, (high + 0.05) / (low + 0.05)];
      },
    ),
  );
};

async function look(browser, file, name, {width, scheme}) {
  const context = await browser.newContext({
    viewport: {width, height: 900},
    colorScheme: scheme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) complaints.push(`fetches ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => [...document.querySelectorAll(".plot")].every((plot) => plot.firstChild));
  assert.deepEqual(
    [...complaints, ...(await page.evaluate(faultsOfPage))],
    [],
    `${name}, ${width}, ${scheme}`,
  );
  for (const [colour, contrast] of Object.entries(await page.evaluate(contrasts)))
    assert.ok(
      contrast >= (/text|muted|accent|good|bad/.test(colour) ? 4.5 : 2.8),
      `${scheme}: ${colour} has a contrast of ${contrast}`,
    );
  if (pictures)
    await page.screenshot({path: join(pictures, `${name}-${width}-${scheme}.png`), fullPage: true});
  return {page, close: () => context.close()};
}

async function checkKeyboard(page) {
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(outline, "solid", "the focus is not visible");
}

rmSync(scratch, {recursive: true, force: true});
mkdirSync(scratch, {recursive: true});
if (pictures) mkdirSync(pictures, {recursive: true});
writeFileSync(join(scratch, "data.csv"), data());
const fitted = makePage(regression, oddName);
const large = makePage(ten, "ten");
const doubtful = makePage(apart, "apart");
assert.ok(statSync(large).size < 3e6, "4 x 2000 draws of 10 parameters make a page above 3 MB");
assert.ok(!readFileSync(fitted, "utf8").includes("<i>y</i>"));

const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
try {
  for (const view of [
    {width: 1200, scheme: "light"},
    {width: 400, scheme: "dark"},
  ]) {
    const {page, close} = await look(browser, fitted, "fitted", view);
    assert.equal(await page.title(), `Converged: ${oddName}`);
    if (view.width === 1200) await checkKeyboard(page);
    for (const id of ["summary", "marginals", "fit", "chains", "pairs", "cost", "pipeline"])
      assert.ok(await page.$(`section#${id} h2`), `there is no ${id}`);
    await close();
  }
  await (await look(browser, large, "ten", {width: 400, scheme: "light"})).close();
  const {page, close} = await look(browser, doubtful, "apart", {width: 1200, scheme: "dark"});
  assert.match(await page.textContent("h1"), /^Not converged/);
  assert.equal(await page.$("section#fit"), null);
  await close();
} finally {
  await browser.close();
}
rmSync(scratch, {recursive: true, force: true});
console.log("all is well");
