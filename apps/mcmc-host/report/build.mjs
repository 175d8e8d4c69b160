// Makes one page of all that is in src/: no file of its own is left for a browser to fetch.
//   node build.mjs PAGE.html
import {readFile, writeFile} from "node:fs/promises";
import {build} from "esbuild";

const bundle = async (entry) => {
  const {outputFiles} = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["es2021"],
    legalComments: "none",
    charset: "utf8",
  });
  return outputFiles[0].text.trim();
};

const [script, style, page] = await Promise.all([
  bundle("src/main.js"),
  bundle("src/style.css"),
  readFile("src/page.html", "utf8"),
]);
const parts = {"@SCRIPT@": script.replaceAll("</script", "<\\/script"), "@STYLE@": style};
await writeFile(
  process.argv[2],
  page.replace(/@(SCRIPT|STYLE)@/g, (place) => parts[place]),
);
