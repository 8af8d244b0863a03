import { readFileSync } from "node:fs";
import { output, succeedsQuietly } from "./run.mjs";
import { elapsed, say, stop } from "./say.mjs";

/** True on Ubuntu, whose chromium package is a snap. */
export function onUbuntu() {
  try {
    return /^ID=ubuntu$/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

/** True where this process may install system packages. */
export function isRoot() {
  return process.getuid?.() === 0;
}

/**
 * Installs Debian packages, or ends the program with the sentence that says how a person does it.
 * @param {{ name: string, packages: string[] }[]} missing what is missing, for a person, and the
 *   packages that hold it
 */
export function installPackages(missing) {
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(", ");
  const packages = missing.flatMap((one) => one.packages);
  const command = `apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  if (!isRoot()) {
    stop(`Missing: ${names}; run \`sudo ${command}\`, then run this again.`);
  }
  if (!output("apt-get", ["--version"])) {
    stop(`Missing: ${names}; this machine has no apt-get, so install it by hand.`);
  }
  const start = Date.now();
  say(`${names}, by ${command}`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  succeedsQuietly("apt-get", ["-qq", "update"], env);
  if (!succeedsQuietly("apt-get", ["-qq", ...command.split(" ").slice(1)], env)) {
    stop(`Missing: ${names}; \`${command}\` failed (its words are above).`);
  }
  say(`${names}: there after ${elapsed(start)}`);
}
