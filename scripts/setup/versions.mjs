import { readFileSync } from "node:fs";
import { output } from "./run.mjs";
import { stop } from "./say.mjs";

const manifest = readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8");
const packages = readFileSync(new URL("../../package.json", import.meta.url), "utf8");

/** The oldest Rust that builds the workspace: the manifest's `rust-version`. */
export const oldestRust = /rust-version = "([\d.]+)"/.exec(manifest)?.[1] ?? "";

/** The oldest Node that runs the tools: `engines` in package.json. */
export const oldestNode = JSON.parse(packages).engines.node.replace(">=", "");

/**
 * True where the dotted version `found` comes before `wanted`.
 * @param {string} found
 * @param {string} wanted
 */
export function older(found, wanted) {
  const [left, right] = [found, wanted].map((version) => version.split(".").map(Number));
  for (let place = 0; place < right.length; place++) {
    if ((left[place] || 0) !== right[place]) return (left[place] || 0) < right[place];
  }
  return false;
}

/** Ends the program where Node or npm is missing or too old. */
export function checkNode() {
  const found = process.versions.node;
  if (older(found, oldestNode)) {
    stop(`Node ${found} is too old: hotblock needs Node ${oldestNode} or newer.`);
  }
  if (!output("npm", ["--version"])) stop("npm is missing: install the npm of your Node.");
}

/** Ends the program where Rust is missing or too old. */
export function checkRust() {
  if (!output("cargo", ["--version"])) {
    stop("cargo is missing: install Rust by rustup (https://rustup.rs), then run this again.");
  }
  const found = /rustc ([\d.]+)/.exec(output("rustc", ["--version"]) ?? "")?.[1];
  if (!found) stop("rustc is missing: run `rustup default stable`, then run this again.");
  if (older(found, oldestRust)) {
    stop(
      `Rust ${found} is too old: hotblock needs Rust ${oldestRust} or newer; ` +
        "run `rustup update stable`, then run this again.",
    );
  }
}
