/** How long ago `start` (milliseconds) was, for people: "0.4 s", "2 min 5 s". */
export function elapsed(/** @type {number} */ start) {
  const seconds = (Date.now() - start) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Prints one line of what the set-up step does. */
export function say(/** @type {string} */ line) {
  console.log(`set-up: ${line}`);
}

/**
 * Ends the program with one sentence for a person and exit code 1.
 * @param {string} sentence
 * @returns {never}
 */
export function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
