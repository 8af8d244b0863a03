import { existsSync } from "node:fs";
import { join } from "node:path";
import { output, succeeds } from "./run.mjs";
import { say, stop } from "./say.mjs";
import { older, oldestRust } from "./versions.mjs";

const target = "wasm32-unknown-unknown";

/** Debian's packages that compile for wasm where rustup cannot bring the target. */
export const debianPackages = ["rustc-web", "rust-web-src", "lld-22"];

/** The route that HOTBLOCK_WASM_ROUTE forces, or undefined. */
function forcedRoute() {
  const forced = process.env.HOTBLOCK_WASM_ROUTE || undefined;
  if (forced && forced !== "rustup" && forced !== "debian") {
    stop(`HOTBLOCK_WASM_ROUTE is "${forced}": it may be rustup or debian.`);
  }
  return forced;
}

function rustupReady() {
  const sysroot = output("rustc", ["--print", "sysroot"]);
  return sysroot !== undefined && existsSync(join(sysroot, "lib/rustlib", target, "lib"));
}

function debianReady() {
  const version = /rustc ([\d.]+)/.exec(output("/usr/bin/rustc", ["--version"]) ?? "")?.[1];
  if (!version || older(version, oldestRust) || !existsSync("/usr/bin/wasm-ld-22")) return false;
  const sysroot = output("/usr/bin/rustc", ["--print", "sysroot"]) ?? "";
  return existsSync(join(sysroot, "lib/rustlib/src/rust/library/std/Cargo.toml"));
}

/** The route that can compile for wasm as things stand, or undefined. */
export function readyRoute() {
  const forced = forcedRoute();
  if (forced !== "debian" && rustupReady()) return "rustup";
  if (forced !== "rustup" && debianReady()) return "debian";
  return undefined;
}

/**
 * Adds the wasm target by rustup, where that is not forbidden; the Debian packages that are needed
 * instead are returned.
 * @returns {string[]}
 */
export function addTarget() {
  if (readyRoute()) return [];
  const forced = forcedRoute();
  if (forced !== "debian") {
    say(`Rust's ${target} target, by rustup target add`);
    if (succeeds("rustup", ["target", "add", target]) && rustupReady()) return [];
    if (forced) stop(`\`rustup target add ${target}\` failed, and HOTBLOCK_WASM_ROUTE forces it.`);
    say("rustup could not bring the target; Debian's rustc-web can");
  }
  return debianPackages;
}
