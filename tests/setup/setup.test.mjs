// The set-up step on machines that lack something: one sentence, exit code 1; quiet where nothing
// is to do. The machines are made of stand-ins on PATH and a copy of the scripts.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { older } from "../../scripts/setup/versions.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const machines = mkdtempSync(join(tmpdir(), "hotblock-setup-"));
chmodSync(machines, 0o755);
after(() => rmSync(machines, { recursive: true }));

/** Programs that answer as a machine with all that is needed would. */
const whole = {
  npm: "echo 11.0.0",
  cargo: "echo cargo 1.99.0",
  cc: "echo cc 12",
  valgrind: "echo valgrind-3.19.0",
  rustup: "exit 1",
};

let machine = 0;

/**
 * Runs the set-up step of `command` on a machine with these programs only.
 * @param {string} command
 * @param {Record<string, string>} programs name to shell script
 * @param {NodeJS.ProcessEnv} [env]
 */
function setUp(command, programs, env) {
  const home = join(machines, String(++machine));
  const bin = join(home, "bin");
  mkdirSync(join(home, "sysroot/lib/rustlib/wasm32-unknown-unknown/lib"), { recursive: true });
  mkdirSync(bin);
  const rustc = `[ "$1" = --print ] && echo ${home}/sysroot || echo rustc 1.99.0`;
  for (const [name, script] of Object.entries({ rustc, ...programs })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  for (const name of ["scripts", "package.json", "package-lock.json", "Cargo.toml", "Cargo.lock"]) {
    cpSync(join(root, name), join(home, name), { recursive: true });
  }
  const hash = (/** @type {string} */ file) =>
    createHash("sha256")
      .update(readFileSync(join(home, file)))
      .digest("hex");
  mkdirSync(join(home, "node_modules"));
  mkdirSync(join(home, ".cache"));
  writeFileSync(join(home, "node_modules/.hotblock-lock"), hash("package-lock.json"));
  writeFileSync(join(home, ".cache/cargo-lock"), hash("Cargo.lock"));
  writeFileSync(join(home, "chromium"), "");
  writeFileSync(join(home, "firefox"), "");
  // As root nothing would be missing for long: the step is tried as somebody else.
  const somebody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const done = spawnSync(process.execPath, [join(home, "scripts/setup.mjs"), command], {
    encoding: "utf8",
    env: {
      PATH: bin,
      HOTBLOCK_CHROMIUM: join(home, "chromium"),
      HOTBLOCK_FIREFOX: join(home, "firefox"),
      ...env,
    },
    ...somebody,
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

/** @param {Record<string, string>} programs @param {string} name */
function without(programs, name) {
  return Object.fromEntries(Object.entries(programs).filter(([key]) => key !== name));
}

test("it is quiet where nothing is to do", () => {
  for (const command of ["start", "build", "test", "bench", "soak"]) {
    assert.deepEqual(setUp(command, whole), { code: 0, out: "", err: "" });
  }
});

test("cargo missing, Rust too old, npm missing: one sentence each", () => {
  const { code, err } = setUp("build", without(whole, "cargo"));
  assert.equal(code, 1);
  assert.match(err, /^cargo is missing: install Rust by rustup \(.*\), then run this again\.\n$/);
  const old = setUp("build", { ...whole, rustc: "echo rustc 1.60.0" });
  assert.equal(old.code, 1);
  assert.match(old.err, /^Rust 1\.60\.0 is too old: hotblock needs Rust 1\.\d+ or newer; .*\n$/);
  const bare = setUp("build", without(whole, "npm"));
  assert.deepEqual([bare.code, bare.err.split("\n").length], [1, 2]);
});

test("not root: all that is missing in one sentence with the exact command", () => {
  const env = { HOTBLOCK_CHROMIUM: "/nowhere", HOTBLOCK_FIREFOX: "/nowhere" };
  const { code, out, err } = setUp("test", without(without(whole, "valgrind"), "cc"), env);
  assert.equal(code, 1);
  assert.equal(out, "");
  assert.match(
    err,
    /^Missing: a C linker, valgrind(, Chromium)?, Firefox; run `sudo apt-get install .* gcc libc6-dev valgrind( chromium.*)? firefox(-esr)?`, then run this again\.\n$/,
  );
});

test("a route for wasm that is not one is named", () => {
  const { code, err } = setUp("build", whole, { HOTBLOCK_WASM_ROUTE: "nix" });
  assert.deepEqual([code, err], [1, 'HOTBLOCK_WASM_ROUTE is "nix": it may be rustup or debian.\n']);
});

test("versions are compared number by number", () => {
  assert.ok(older("20.9.1", "20.19"));
  assert.ok(older("18.20.0", "20.19"));
  assert.ok(!older("20.19.0", "20.19"));
  assert.ok(!older("1.100.0", "1.95"));
});
