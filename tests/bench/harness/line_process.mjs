// @ts-check
/** A program that reads a request a line and prints an answer a line. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/**
 * @typedef {object} Asked
 * @property {(request: import("../engine.mjs").Request) => Promise<import("../engine.mjs").Answer>} ask
 * @property {() => Promise<void>} close
 */

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {Asked}
 */
export function startLineProcess(program, args = []) {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  const exited = once(child, "exit").catch(() => [null]);
  let complaint = "";
  child.stderr.on("data", (text) => {
    complaint = (complaint + text).slice(-2000);
  });
  child.stdin.on("error", () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask({ model, processes, operations, seed }) {
      child.stdin.write(`${model} ${processes} ${operations} ${seed}\n`);
      const { value, done } = await lines.next();
      if (done) {
        const [code] = await exited;
        throw new Error(`${program} ended with ${code} instead of answering: ${complaint.trim()}`);
      }
      return JSON.parse(value);
    },
    async close() {
      child.stdin.end();
      await exited;
    },
  };
}
