import { spawnSync } from "node:child_process";

/**
 * What a command prints, or undefined where it cannot be run or fails.
 * @param {string} command
 * @param {string[]} parameters
 */
export function output(command, parameters) {
  const done = spawnSync(command, parameters, { encoding: "utf8" });
  return done.error || done.status !== 0 ? undefined : done.stdout.trim();
}

/**
 * Runs a command in view of the person; true where it succeeds.
 * @param {string} command
 * @param {string[]} parameters
 * @param {NodeJS.ProcessEnv} [env]
 */
export function succeeds(command, parameters, env) {
  const done = spawnSync(command, parameters, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  return !done.error && done.status === 0;
}

/**
 * Runs a command in view of the person and ends this program with its exit code where it fails.
 * @param {string} command
 * @param {string[]} parameters
 * @param {NodeJS.ProcessEnv} [env]
 */
export function must(command, parameters, env) {
  const done = spawnSync(command, parameters, {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (done.error) console.error(`${command} cannot be run: ${done.error.message}`);
  if (done.error || done.status !== 0) process.exit(done.status || 1);
}

/**
 * Runs a command out of view; its words are shown only where it fails. True where it succeeds.
 * @param {string} command
 * @param {string[]} parameters
 * @param {NodeJS.ProcessEnv} [env]
 */
export function succeedsQuietly(command, parameters, env) {
  const done = spawnSync(command, parameters, {
    encoding: "utf8",
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  });
  const fine = !done.error && done.status === 0;
  if (!fine) console.error(done.error?.message ?? `${done.stdout}${done.stderr}`);
  return fine;
}
