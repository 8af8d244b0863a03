// @ts-check
/**
 * `npm run bench`: our kernel beside what its users could pick instead, in one table and in
 * docs/BENCHMARKS.md.
 *
 *   --rounds N   rounds, 7 unless told
 *   --quick      three rounds after a short warm-up; leaves docs/BENCHMARKS.md alone
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { differentBits, disagreements } from "./harness/agreement.mjs";
import { benchmarksDocument, load, machine } from "./harness/document.mjs";
import { startEngines } from "./harness/engines.mjs";
import { pathsOf, versions } from "./harness/prepare.mjs";
import { asText, engineTable, goals, goalTable, scalingTable } from "./harness/results.mjs";
import { runRounds, tasksOf, warmUp } from "./harness/rounds.mjs";
import { pooledRate } from "./harness/statistics.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const DOCUMENT = join(ROOT, "docs/BENCHMARKS.md");

/** @param {string} step */
function progress(step) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${step}`);
  else if (!step.startsWith("round") || isNewRound(step)) process.stderr.write(`${step}\n`);
}

let last_round = "";

/**
 * Whether a round begins: in a log file one line a round is enough.
 * @param {string} step
 */
function isNewRound(step) {
  const [round] = step.split(":");
  const isNew = round !== last_round;
  last_round = round;
  return isNew;
}

/**
 * @param {import("./harness/rounds.mjs").Task[]} tasks
 * @param {Map<string, import("./engine.mjs").Answer[]>} answers
 */
function agreementOf(tasks, answers) {
  const scale = (/** @type {{ processes: number, model: string }} */ { processes, model }) =>
    processes === (model === "phold" ? 1024 : 100);
  const compared = tasks.filter(scale).map(({ key, engine, model }) => {
    return { engine: engine.key, model, answers: answers.get(key) ?? [] };
  });
  const rates = compared
    .filter(({ model }) => model === "hot-lock")
    .map(({ answers }) => pooledRate(answers) / 1000);
  const span = `${Math.min(...rates).toFixed(1)} to ${Math.max(...rates).toFixed(1)}`;
  const problems = [...disagreements(compared), ...differentBits(answers, tasks)];
  const ours = tasks.filter(({ engine }) => /async|machine/.test(engine.key));
  const hosts = [...new Set(ours.map(({ engine }) => engine.host))].join(", ");
  const sentence =
    problems.length > 0
      ? `The engines do not agree: ${problems.join(" ")}`
      : `All engines simulate the same: ${span} k operations of the hot lock a simulated second. ` +
        `Our kernel gives the same bits in all its hosts (${hosts}).`;
  return { problems, sentence };
}

async function main() {
  const { values } = parseArgs({
    options: { rounds: { type: "string" }, quick: { type: "boolean", default: false } },
  });
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 7));
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Error(`--rounds takes a whole number from 1, not ${values.rounds}`);
  }
  const paths = pathsOf(ROOT);
  const { engines, chromium, close } = await startEngines(paths, progress);
  try {
    const load_before = load();
    const all_tasks = tasksOf(engines);
    await warmUp(all_tasks, values.quick ? 0.3 : 2, progress);
    const answers = await runRounds(all_tasks, rounds, progress);
    const tasks = all_tasks.filter(({ key }) => answers.has(key));
    progress("");
    const agreement = agreementOf(tasks, answers);
    const list = goals(answers);
    const tables = {
      engines: engineTable(engines, answers),
      goals: goalTable(list),
      scaling: scalingTable(engines, answers),
    };
    const used = [...(await versions()), chromium ? `Chromium ${chromium}` : "no Chromium"];
    console.log(`\n${machine()}; ${used.join(", ")}; rounds: ${rounds}\n`);
    console.log(`${asText(tables.engines)}\n\n${agreement.sentence}\n`);
    console.log(`${asText(tables.goals)}\n\n${asText(tables.scaling)}\n`);
    if (agreement.problems.length > 0) process.exitCode = 1;
    if (values.quick || agreement.problems.length > 0) return;
    await mkdir(dirname(DOCUMENT), { recursive: true });
    const remedies = new URL("./remedies.md", import.meta.url);
    const run = { ...tables, agreement: agreement.sentence, versions: used, rounds };
    const loads = { load_before, load_after: load() };
    const text = await benchmarksDocument({ ...run, ...loads, remedies });
    await writeFile(DOCUMENT, text);
    console.log("Wrote docs/BENCHMARKS.md.");
  } finally {
    await close();
  }
}

await main();
