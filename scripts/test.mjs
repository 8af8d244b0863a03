// `npm test`: every check, each told in one line, all of them even where one fails; the words of
// those that fail stand below their line. `npm test -- --only step,step` runs some of them.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { elapsed } from "./setup/say.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

/**
 * One check: its commands, in order, and how to count the tests in what they print. A step without
 * a count is one test.
 * @typedef {{ name: string, commands: string[][], count?: RegExp[] }} Step
 */

const cargoCounts = [/(\d+) passed; \d+ failed/g, /\d+ passed; (\d+) failed/g];
const nodeCounts = [/^# pass (\d+)$/gm, /^# fail (\d+)$/gm];
const playwrightCounts = [/^ +(\d+) passed/gm, /^ +(\d+) (?:failed|interrupted)/gm];
const bin = "node_modules/.bin/";

/** @type {Step[]} */
const steps = [
  { name: "fmt", commands: [["cargo", "fmt", "--all", "--check"]] },
  {
    name: "clippy",
    commands: [
      ["cargo", "clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
    ],
  },
  {
    name: "rust",
    commands: [["cargo", "test", "--workspace", "--locked", "--no-fail-fast"]],
    count: cargoCounts,
  },
  { name: "biome", commands: [[`${bin}biome`, "check", "--colors=off", "."]] },
  {
    name: "build",
    commands: [
      ["node", "scripts/build.mjs"],
      ["cargo", "build", "--release", "--locked", "--package", "hotblock"],
    ],
  },
  {
    name: "types",
    commands: [
      [`${bin}tsc`, "--project", "."],
      [`${bin}tsc`, "--project", "tests"],
    ],
  },
  { name: "size", commands: [["node", "scripts/size.mjs"]] },
  {
    name: "node",
    commands: [["node", "--test", "--test-reporter=tap", ...nodeTests()]],
    count: nodeCounts,
  },
  {
    name: "browser",
    commands: [[`${bin}playwright`, "test", "--reporter=list"]],
    count: playwrightCounts,
  },
  { name: "instructions", commands: [["node", "tests/bench/instructions.mjs"]] },
];

/** Every `*.test.mjs` under tests and www. */
function nodeTests() {
  const found = ["tests", "www"].filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.test\.m?js$/.test(name) && !name.includes("node_modules"))
      .map((name) => `${folder}/${name}`),
  );
  return found.sort();
}

/**
 * Runs a command; resolves to its exit code and to all that it printed.
 * @param {string[]} command
 * @returns {Promise<{ code: number, text: string }>}
 */
function run([program, ...parameters]) {
  return new Promise((settle) => {
    const child = spawn(program, parameters, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, CARGO_TERM_COLOR: "never", FORCE_COLOR: "0", NO_COLOR: "1" },
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
        if (process.env.HOTBLOCK_VERBOSE) process.stdout.write(chunk);
      });
    }
    child.on("error", (problem) => settle({ code: 1, text: `${text}${problem.message}\n` }));
    child.on("close", (code) => settle({ code: code ?? 1, text }));
  });
}

/**
 * The numbers that `pattern` finds in `text`, added up.
 * @param {string} text
 * @param {RegExp} pattern
 */
function sum(text, pattern) {
  return [...text.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);
}

/**
 * Runs a step and tells how it went; a step that fails has at least one failed test.
 * @param {Step} step
 */
async function check({ name, commands, count }) {
  const start = Date.now();
  let text = "";
  let failed = false;
  for (const command of commands) {
    const done = await run(command);
    text += done.text;
    failed ||= done.code !== 0;
    if (done.code !== 0) text += `(\`${command.join(" ")}\` ended with code ${done.code})\n`;
  }
  const [passes, fails] = count?.map((pattern) => sum(text, pattern)) ?? [failed ? 0 : 1, 0];
  const result = { passed: passes, failed: failed ? Math.max(fails, 1) : fails };
  const counts = count ? `, ${result.passed} passed, ${result.failed} failed` : "";
  console.log(`${failed ? "FAILED" : "ok    "} ${name.padEnd(12)} ${elapsed(start)}${counts}`);
  if (failed) console.log(text.trimEnd().replace(/^/gm, "    "));
  else if (name === "size") console.log(text.trimEnd().replace(/^/gm, "    "));
  return result;
}

/** The steps that `--only` names, or all. */
function chosen() {
  const at = process.argv.indexOf("--only");
  if (at < 0) return steps;
  const names = (process.argv[at + 1] ?? "").split(",");
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    const known = steps.map((step) => step.name).join(", ");
    console.error(`There is no step ${unknown.join(", ")}; the steps are ${known}.`);
    process.exit(2);
  }
  return steps.filter((step) => names.includes(step.name));
}

const start = Date.now();
const total = { passed: 0, failed: 0 };
for (const step of chosen()) {
  const result = await check(step);
  total.passed += result.passed;
  total.failed += result.failed;
}
console.log(`all checks: ${elapsed(start)}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
