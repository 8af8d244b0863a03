// `npm run soak`: the random tests with many more cases, HOTBLOCK_SOAK sets how many (2000); then all
// published figures.
import { fileURLToPath } from "node:url";
import { must } from "./setup/run.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const cases = process.env.HOTBLOCK_SOAK || "2000";
console.log(`soak: ${cases} random cases a property, then the tests named soak`);
const env = { HOTBLOCK_SOAK: cases, PROPTEST_CASES: cases };
const tests = ["test", "--release", "--workspace", "--exclude", "xtask", "--exclude", "wasm"];
must("cargo", [...tests, "--locked", "--", "--include-ignored", "soak"], env);
must("cargo", [...tests, "--locked", "--lib"], env);
must("cargo", ["build", "--release", "--locked", "--package", "hotblock"]);
must("node", ["--test", "tests/fidelity/"], { HOTBLOCK_FIDELITY: "whole" });
