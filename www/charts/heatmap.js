/**
 * The heat map on a canvas: time to the right, blocks downwards, colour by a logarithmic scale that
 * is perceptually even and safe for the colour-blind (cividis' course, from night blue to yellow).
 */

/** @type {[number, number, number][]} the scale's stations, dark to bright */
const STATIONS = [
  [0, 34, 78],
  [24, 56, 109],
  [66, 78, 108],
  [98, 101, 111],
  [127, 124, 117],
  [158, 149, 114],
  [190, 176, 103],
  [224, 204, 83],
  [255, 234, 70],
];

/** The colour at `share` of the scale. @param {number} share 0 to 1 @returns {number[]} r, g, b */
export function colourAt(share) {
  const place = Math.min(Math.max(share, 0), 1) * (STATIONS.length - 1);
  const low = Math.min(Math.floor(place), STATIONS.length - 2);
  return STATIONS[low].map((from, at) => {
    const to = STATIONS[low + 1][at];
    return Math.round(from + (to - from) * (place - low));
  });
}

/** What no wait looks like: the screen itself. */
export const EMPTY = [10, 18, 32];

/** 256 colours, packed for a little-endian ImageData. */
const LOOKUP = Uint32Array.from({ length: 256 }, (_, index) => {
  const [r, g, b] = colourAt(index / 255);
  return (255 << 24) | (b << 16) | (g << 8) | r;
});
const NOTHING = (255 << 24) | (EMPTY[2] << 16) | (EMPTY[1] << 8) | EMPTY[0];

/** @param {number} value @param {number} most @param {boolean} log @returns {number} 0 to 1 */
export const share = (value, most, log) =>
  log ? Math.log1p(value) / Math.log1p(most) : value / most;

/** The largest value of a column of cells. @param {ArrayLike<number>} cells */
export function largest(cells) {
  let most = 0;
  for (let index = 0; index < cells.length; index += 1) most = Math.max(most, cells[index]);
  return most;
}

/**
 * Draws cells; where several fall on one pixel the brightest wins, so that no hot block is lost.
 * @param {CanvasRenderingContext2D} context
 * @param {{ columns: number, rows: number, cells: ArrayLike<number>, most: number, log: boolean,
 *   shown: number }} heat shown: how many of the columns fill the width
 * @param {{ left: number, top: number, width: number, height: number }} box in device pixels
 */
export function draw(context, { columns, rows, cells, most, log, shown }, box) {
  const width = Math.max(1, Math.round(box.width));
  const height = Math.max(1, Math.round(box.height));
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  pixels.fill(NOTHING);
  /** @param {number} index @param {number} of @param {number} size */
  const edge = (index, of, size) => Math.round((index / of) * size);
  const bright = new Uint32Array(width * height);
  for (let row = 0; row < rows; row += 1) {
    const top = edge(row, rows, height);
    const end = Math.max(edge(row + 1, rows, height), top + 1);
    for (let column = 0; column < Math.min(columns, shown); column += 1) {
      const value = cells[row * columns + column];
      if (!value) continue;
      const left = edge(column, shown, width);
      const right = Math.max(edge(column + 1, shown, width), left + 1);
      for (let y = top; y < end && y < height; y += 1) {
        for (let x = left; x < right && x < width; x += 1) {
          const at = y * width + x;
          if (value <= bright[at]) continue;
          bright[at] = value;
          pixels[at] = LOOKUP[Math.round(share(value, most, log) * 255)];
        }
      }
    }
  }
  context.putImageData(image, Math.round(box.left), Math.round(box.top));
}
