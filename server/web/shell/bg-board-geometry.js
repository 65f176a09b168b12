// Positions on a drawn board. A point is one checker wide and five tall, the trays lie outside. Points are
// counted as White counts them in backgammon: 1 at the lower right, 24 at the upper right.

export const U = 40; // one checker across; every other length follows from it
export const FULL = 5; // checkers that fit on a point; taller stacks overlap and carry their count
export const BAR = 25;
export const OFF = 0;

const BESIDE = 8;
const SLAB = 12;
export const TRAY = 48;

/** Return the lengths of a board whose middle bar, edge and gap between the tips are this wide. */
export function field({ bar, edge, gap }) {
  const left = TRAY + 2 * BESIDE;
  const right = left + 6 * U + bar;
  const top = edge;
  const bottom = top + 10 * U + gap;
  return {
    bar,
    left,
    right,
    top,
    bottom,
    middle: (top + bottom) / 2,
    width: right + 6 * U + TRAY + 2 * BESIDE,
    height: bottom + edge,
    half: 6 * U,
    tall: bottom - top,
    barX: left + 6 * U + bar / 2,
    leftTray: BESIDE + TRAY / 2,
    rightTray: right + 6 * U + BESIDE + TRAY / 2,
  };
}

/** Return the middle of a triangle's base. */
export function base(at, point) {
  const low = point <= 12;
  const across = low ? point - 1 : 24 - point;
  const end = (across < 6 ? at.right : at.left) + 6 * U;
  return { x: end - (across % 6) * U - U / 2, y: low ? at.bottom : at.top, up: low ? -1 : 1 };
}

/** Return the middle of the checker with that index in a stack of `count` on a triangle. */
export function onPoint(at, point, index, count) {
  const { x, y, up } = base(at, point);
  return { x, y: y + up * (U / 2 + index * step(count)) };
}

/** Return a place on the bar, from the middle towards the side where the checkers must enter. */
export function onBar(at, up, index, count) {
  return { x: at.barX, y: at.middle + up * (U + 2 + index * step(count)) };
}

/** Return a place in a tray for a slab, from its outer end inwards; `up` is -1 for a tray below. */
export function inTray(at, x, up, index) {
  const outer = up < 0 ? at.bottom : at.top;
  return { x, y: outer + up * (5 + SLAB / 2 + index * SLAB), slab: true };
}

/** Return the same place as people across the table see it. */
export function seen(at, flipped, place) {
  return flipped ? { ...place, x: at.width - place.x, y: at.height - place.y } : place;
}

function step(count) {
  return count <= FULL ? U : ((FULL - 1) * U) / (count - 1);
}

/** Return the pips that a side still needs to bear everything off. */
export function pipCount(counts) {
  return counts.reduce((sum, count, place) => sum + count * place, 0);
}
