// @ts-check
/** Builds or installs every engine; one that cannot be had keeps its row, with the reason. */
import { execFile } from "node:child_process";
import { access, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { readyRoute } from "../../../scripts/setup/wasm.mjs";

const execute = promisify(execFile);

const SIMPY = "simpy==4.1.1";
const KERNEL = "bench";
const WASM_TARGET = "wasm32-unknown-unknown";
/** What rustc may emit for wasm32-unknown-unknown, by name: --all-features would let wasm-opt use more. */
const WASM_FEATURES = [
  "bulk-memory",
  "bulk-memory-opt",
  "multivalue",
  "mutable-globals",
  "nontrapping-float-to-int",
  "reference-types",
  "sign-ext",
].map((feature) => `--enable-${feature}`);

/** Debian's compiler has no std for wasm, so std is built too. */
const DEBIAN_RUST = {
  RUSTC: "/usr/bin/rustc",
  RUSTC_BOOTSTRAP: "1",
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: "/usr/bin/wasm-ld-22",
};

/**
 * @typedef {object} Paths
 * @property {string} root the project
 * @property {string} bench tests/bench
 * @property {string} cache where built things go
 * @property {string} target cargo's target folder
 */

/**
 * @param {string} root
 * @returns {Paths}
 */
export function pathsOf(root) {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  return { root, bench: join(root, "tests/bench"), cache: join(target, "bench"), target };
}

/**
 * What a program prints.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} [options] `env` is added to this process's
 */
export async function run(program, args, { cwd, env } = {}) {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
  try {
    return (await execute(program, args, options)).stdout.trim();
  } catch (error) {
    const { stderr, message } = /** @type {{ stderr?: string, message: string }} */ (error);
    const last = (stderr ?? "").trim().split("\n").slice(-3).join(" ").trim();
    throw new Error(`${program} ${args[0] ?? ""}: ${last || message.split("\n")[0]}`);
  }
}

/**
 * Builds the kernel's program for this machine.
 * @param {Paths} paths
 */
export async function buildKernel({ root, target }) {
  await run("cargo", ["build", "--release", "--locked", "--package", KERNEL, "--bins"], {
    cwd: root,
  });
  return join(target, "release", KERNEL);
}

/**
 * Builds the command line, which runs the whole model on the kernel.
 * @param {Paths} paths
 */
export async function buildModel({ root, target }) {
  await run("cargo", ["build", "--release", "--locked", "--package", "hotblock"], { cwd: root });
  return join(target, "release/hotblock");
}

/**
 * Builds the kernel's module and finishes it with wasm-opt, as the page's own module is.
 * @param {Paths} paths
 */
export async function buildModule({ root, cache }) {
  const route = readyRoute();
  if (!route) throw new Error(`there is no compiler for ${WASM_TARGET}`);
  const target = join(cache, `wasm-${route}`);
  const cargo = ["build", "--release", "--locked", "--package", KERNEL, "--lib"];
  cargo.push("--target", WASM_TARGET, "--target-dir", target);
  if (route === "debian") cargo.push("-Zbuild-std=std,panic_abort");
  await run("cargo", cargo, { cwd: root, env: route === "debian" ? DEBIAN_RUST : {} });
  const built = join(target, WASM_TARGET, "release", "bench.wasm");
  const optimised = join(cache, "bench.wasm");
  const wasmOpt = join(root, "node_modules/binaryen/bin/wasm-opt");
  await run("node", [wasmOpt, "-O3", ...WASM_FEATURES, built, "-o", optimised]);
  return optimised;
}

/** @param {Paths} paths */
export async function buildCpp({ bench, cache }) {
  const program = join(cache, "cpp");
  await mkdir(cache, { recursive: true });
  await run("g++", ["-std=c++20", "-O3", "-o", program, join(bench, "cpp/simulator.cpp")]);
  return program;
}

/** @param {Paths} paths */
export async function buildNexosim({ bench, cache }) {
  const manifest = join(bench, "nexosim/Cargo.toml");
  const target = join(cache, "nexosim");
  const cargo = ["build", "--release", "--locked", "--manifest-path", manifest];
  await run("cargo", [...cargo, "--target-dir", target]);
  return join(target, "release/nexosim-peer");
}

/** @param {Paths} paths */
export async function installSimPy({ cache }) {
  const venv = join(cache, "venv");
  const python = join(venv, "bin/python");
  const installed = await access(python).then(
    () => true,
    () => false,
  );
  if (!installed) {
    try {
      await run("python3", ["-m", "venv", venv]);
    } catch (error) {
      if (process.getuid?.() !== 0) throw error;
      await run("apt-get", ["install", "-y", "python3-venv"]);
      await run("python3", ["-m", "venv", "--clear", venv]);
    }
  }
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
  await run(python, [...pip, SIMPY]);
  return python;
}

/** Names and versions of what the comparison ran with. */
export async function versions() {
  /** @type {[string, string, string[]][]} */
  const asked = [
    ["rustc", "rustc", ["--version"]],
    ["g++", "g++", ["-dumpfullversion"]],
    ["CPython", "python3", ["-c", "import platform; print(platform.python_version())"]],
  ];
  const found = await Promise.all(
    asked.map(([name, program, args]) =>
      run(program, args).then(
        (text) => `${name} ${text.replace(/^rustc /, "").replace(/ \(.*/, "")}`,
        () => `no ${name}`,
      ),
    ),
  );
  return [...found, `Node ${process.versions.node}`];
}
