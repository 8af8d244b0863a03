// `npm run bench`: the benchmark, side by side with other simulators.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { must } from "./setup/run.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
if (existsSync("tests/bench/run.mjs")) {
  must("node", ["tests/bench/run.mjs", ...process.argv.slice(2)]);
} else console.log("There is no benchmark yet.");
