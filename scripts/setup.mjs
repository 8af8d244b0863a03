// The one set-up step: `node scripts/setup.mjs start|build|test|bench|soak`. It brings what that
// command needs, says what it does, and is quiet when there is nothing to do. It is plain Node, as
// it runs before anything is installed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium } from "./setup/chromium.mjs";
import { findFirefox } from "./setup/firefox.mjs";
import { output, succeeds } from "./setup/run.mjs";
import { elapsed, say, stop } from "./setup/say.mjs";
import { installPackages, isRoot, onUbuntu } from "./setup/system.mjs";
import { checkNode, checkRust } from "./setup/versions.mjs";
import { addTarget, readyRoute } from "./setup/wasm.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * What each command needs beyond Node, Rust and a C linker.
 * @type {Record<string, string[]>}
 */
const needs = {
  start: ["packages", "wasm"],
  build: ["packages", "wasm"],
  test: ["packages", "wasm", "components", "chromium", "firefox", "valgrind"],
  bench: ["packages", "wasm", "chromium"],
  soak: [],
};

/**
 * Does `work` once for each content of `file`: the stamp remembers the content it was done for.
 * @param {{ file: string, stamp: string, what: string, work: () => boolean }} step
 */
function onceFor({ file, stamp, what, work }) {
  const hash = createHash("sha256")
    .update(readFileSync(join(root, file)))
    .digest("hex");
  const kept = join(root, stamp);
  if (existsSync(kept) && readFileSync(kept, "utf8") === hash) return;
  const start = Date.now();
  say(what);
  if (!work()) stop(`${what}: failed (its words are above).`);
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, hash);
  say(`${what}: done after ${elapsed(start)}`);
}

function bringPackages() {
  onceFor({
    file: "package-lock.json",
    stamp: "node_modules/.hotblock-lock",
    what: "npm packages, by npm ci",
    work: () => succeeds("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]),
  });
}

function bringCrates() {
  onceFor({
    file: "Cargo.lock",
    stamp: ".cache/cargo-lock",
    what: "Rust crates, by cargo fetch",
    work: () => succeeds("cargo", ["fetch", "--locked", "--quiet"]),
  });
}

function bringComponents() {
  const missing = ["fmt", "clippy"].filter((tool) => !output("cargo", [tool, "--version"]));
  if (missing.length === 0) return;
  const command = "rustup component add rustfmt clippy";
  say(`rustfmt and clippy, by ${command}`);
  const [program, ...parameters] = command.split(" ");
  if (!succeeds(program, parameters)) stop(`rustfmt or clippy is missing: run \`${command}\`.`);
}

/** Playwright's own Chromium, for Ubuntu, where the system's is a snap. Not tried by the authors. */
function bringPlaywrightChromium() {
  const command = "npx playwright install --with-deps chromium";
  if (!isRoot()) stop(`Missing: Chromium; run \`sudo ${command}\`, then run this again.`);
  say(`Chromium, by ${command}`);
  const [program, ...parameters] = command.split(" ");
  if (!succeeds(program, parameters) || !findChromium()) {
    stop(`Chromium is missing: \`${command}\` failed (its words are above).`);
  }
}

/** @param {string[]} wanted */
function bringSystem(wanted) {
  const missing = [];
  if (!output("cc", ["--version"]))
    missing.push({ name: "a C linker", packages: ["gcc", "libc6-dev"] });
  if (wanted.includes("wasm")) {
    const packages = addTarget();
    if (packages.length > 0) missing.push({ name: "a compiler for wasm", packages });
  }
  if (wanted.includes("valgrind") && !output("valgrind", ["--version"])) {
    missing.push({ name: "valgrind", packages: ["valgrind"] });
  }
  const chromium = wanted.includes("chromium") && !findChromium();
  if (chromium && !onUbuntu()) {
    missing.push({ name: "Chromium", packages: ["chromium", "fonts-liberation"] });
  }
  if (wanted.includes("firefox") && !findFirefox()) {
    missing.push({ name: "Firefox", packages: [onUbuntu() ? "firefox" : "firefox-esr"] });
  }
  installPackages(missing);
  if (chromium && onUbuntu()) bringPlaywrightChromium();
  if (wanted.includes("wasm") && !readyRoute()) {
    stop("Nothing here compiles for wasm: `rustup target add wasm32-unknown-unknown` failed.");
  }
}

const wanted = needs[process.argv[2]];
if (!wanted) stop(`usage: node scripts/setup.mjs ${Object.keys(needs).join("|")}`);
checkNode();
checkRust();
if (wanted.includes("packages")) bringPackages();
bringSystem(wanted);
bringCrates();
if (wanted.includes("components")) bringComponents();
