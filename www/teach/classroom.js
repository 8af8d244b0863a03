/**
 * A class: every student's seed follows from the class's name and the student's number, so that a
 * teacher can compute any student's figures, and nothing needs to be kept anywhere.
 *
 * @typedef {{ class: string, student: string }} Who
 */

/** The seed of a student: FNV-1a over class and number, 1 to 999,999, short enough to read out.
 * @param {Who} who */
export function seedOf({ class: name, student }) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${name.trim().toLowerCase()}/${Number(student)}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return 1 + (hash % 999_999);
}

/** The fragment of a lesson, for a class or one of its students.
 * @param {string} lesson @param {Partial<Who>} [who] */
export function fragment(lesson, { class: name = "", student = "" } = {}) {
  const parts = ["v1", `lesson=${lesson}`];
  if (name) parts.push(`class=${encodeURIComponent(name)}`);
  if (student) parts.push(`student=${student}`);
  return `#${parts.join(";")}`;
}
