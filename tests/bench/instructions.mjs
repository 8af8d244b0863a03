// @ts-check
/**
 * A ratchet on speed that no busy machine disturbs: instructions per operation, counted by valgrind,
 * against those in instructions.json.
 *
 *   --renew   writes what was counted into instructions.json
 */
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { installPackages } from "../../scripts/setup/system.mjs";
import { buildKernel, buildModel, pathsOf, run } from "./harness/prepare.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const REFERENCE = new URL("./instructions.json", import.meta.url);
/** Allowed above the reference; counts change with the compiler, so another one has more room. */
const TOLERANCE = 0.03;
const TOLERANCE_OTHER_COMPILER = 0.1;

/**
 * @typedef {object} Program a program whose instructions grow with its operations
 * @property {string} name
 * @property {string} path
 * @property {(operations: number) => string[]} args
 * @property {(operations: number) => string} input what it reads
 * @property {[number, number]} operations of a short and of a long run; start-up is the same in both
 */

/** Sessions of the whole model's run; an operation is a row that one of them inserts. */
const SESSIONS = 16;

/**
 * @param {string} kernel path of the kernel's benchmark program
 * @param {string} model path of the command line
 * @returns {Program[]}
 */
function programs(kernel, model) {
  const kernels = ["async", "machine"].flatMap((form) =>
    ["hot-lock 100", "phold 1024"].map((scene) => ({
      name: `kernel, ${form}, ${scene}`,
      path: kernel,
      args: () => [form],
      input: (/** @type {number} */ operations) => `${scene} ${operations} 1\n`,
      operations: /** @type {[number, number]} */ ([20_000, 120_000]),
    })),
  );
  /** @param {number} rows */
  function insertRows(rows) {
    const levers = [
      `workload.sessions=${SESSIONS}`,
      "workload.connect_interval_ms=0",
      `workload.rows_per_session=${rows / SESSIONS}`,
    ].flatMap((pair) => ["--set", pair]);
    return ["run", "reverse-key", "--json", ...levers];
  }
  return [
    ...kernels,
    {
      name: "model, reverse-key, a row",
      path: model,
      args: insertRows,
      input: () => "",
      operations: [1_600, 8_000],
    },
  ];
}

/**
 * Instructions of one run, as callgrind counts them.
 * @param {Program} program
 * @param {number} operations
 * @returns {Promise<number>}
 */
function count({ path, args, input }, operations) {
  const options = ["--tool=callgrind", "--callgrind-out-file=/dev/null", path, ...args(operations)];
  const child = spawn("valgrind", options, { stdio: ["pipe", "ignore", "pipe"] });
  let text = "";
  child.stderr.on("data", (chunk) => {
    text += chunk;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input(operations));
  return new Promise((settle, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      const collected = /Collected : (\d+)/.exec(text)?.[1];
      if (code === 0 && collected) settle(Number(collected));
      else fail(new Error(`valgrind ended with ${code}: ${text.trim().split("\n").at(-1)}`));
    });
  });
}

/** @param {Program} program */
async function perOperation(program) {
  const [short, long] = program.operations;
  const difference = (await count(program, long)) - (await count(program, short));
  return Math.round((10 * difference) / (long - short)) / 10;
}

/**
 * @param {Record<string, number>} counted
 * @param {Record<string, number>} reference
 * @param {number} tolerance
 */
function compare(counted, reference, tolerance) {
  let grown = 0;
  let shrunk = 0;
  for (const [name, instructions] of Object.entries(counted)) {
    const before = reference[name] ?? Number.NaN;
    const change = instructions / before - 1;
    const isGrown = !(change <= tolerance);
    if (isGrown) grown += 1;
    if (change < -TOLERANCE) shrunk += 1;
    const percent = Number.isNaN(change) ? "new" : `${(100 * change).toFixed(1)} %`;
    const verdict = isGrown ? "TOO MANY" : "";
    console.log(`${name.padEnd(34)} ${String(instructions).padStart(8)} ${percent} ${verdict}`);
  }
  return { grown, shrunk };
}

async function main() {
  const hasValgrind = await run("valgrind", ["--version"]).catch(() => undefined);
  if (!hasValgrind) installPackages([{ name: "valgrind", packages: ["valgrind"] }]);
  const rustc = await run("rustc", ["--version"]);
  const paths = pathsOf(ROOT);
  const [kernel, model] = [await buildKernel(paths), await buildModel(paths)];
  /** @type {Record<string, number>} */
  const counted = {};
  for (const program of programs(kernel, model))
    counted[program.name] = await perOperation(program);
  if (process.argv.includes("--renew")) {
    const text = `${JSON.stringify({ rustc, instructions_per_operation: counted }, null, 2)}\n`;
    await writeFile(REFERENCE, text);
    console.log("Wrote tests/bench/instructions.json.");
    return;
  }
  const reference = JSON.parse(await readFile(REFERENCE, "utf8"));
  const isSame = reference.rustc === rustc;
  const tolerance = isSame ? TOLERANCE : TOLERANCE_OTHER_COMPILER;
  if (!isSame) {
    const percent = 100 * tolerance;
    console.log(
      `Counted with ${rustc}, the reference with ${reference.rustc}: ${percent} % allowed.`,
    );
  }
  const { grown, shrunk } = compare(counted, reference.instructions_per_operation, tolerance);
  const renew = "node tests/bench/instructions.mjs --renew";
  if (grown > 0) {
    console.log(`${grown} above what is allowed; where that is meant, run \`${renew}\`.`);
    process.exitCode = 1;
  } else if (shrunk > 0) {
    console.log(`Faster than the reference by more than 3 %: run \`${renew}\` to hold it.`);
  }
}

await main();
