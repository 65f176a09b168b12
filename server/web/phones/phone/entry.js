// @ts-check
// A play as its player enters it on the drawn board, checker by checker. Pure. It gives no help (ruling 35):
// any own checker goes anywhere, and only the server judges the final position.
//
// An entry: { game, side, position, dice, lifted, moved, steps }. `position` has each side's 26 counts by its own
// points (0 off, 25 the bar); `dice` are those no move has used yet, `lifted` the point of a lifted checker.

/** @typedef {"white" | "red"} Side */
/** @typedef {{white: number[], red: number[]}} Position */
/** @typedef {{dice_of_a_double: number, hits: boolean}} GameOnBoard the page's values of a game */
/** @typedef {[number, number]} Move from, to */
/**
 * @typedef {object} Entry
 * @property {GameOnBoard} game
 * @property {Side} side
 * @property {Position} position
 * @property {number[]} dice
 * @property {?number} lifted
 * @property {Move[]} moved
 * @property {Entry[]} steps the entry before each tap
 */

const OFF = 0;
const BAR = 25;

/**
 * @param {Side} side
 * @returns {Side}
 */
const other = (side) => (side === "white" ? "red" : "white");

/**
 * Return the entry before the first move.
 * @param {GameOnBoard} game
 * @param {Side} side
 * @param {Position} position
 * @param {number[]} dice
 * @returns {Entry}
 */
export function entryOf(game, side, position, dice) {
  const [one, two] = [...dice].sort((a, b) => b - a);
  const each = one === two ? Array(game.dice_of_a_double).fill(one) : [one, two];
  return { game, side, position, dice: each, lifted: null, moved: [], steps: [] };
}

/**
 * Take a tap on one of the mover's own points: it lifts a checker, lays it, or plays the next die with it.
 * @param {Entry} entry
 * @param {number} place
 * @returns {Entry}
 */
export function tapped(entry, place) {
  const { side, position, lifted, dice } = entry;
  if (lifted === null) {
    return place !== OFF && position[side][place] > 0
      ? { ...entry, lifted: place, steps: [...entry.steps, entry] }
      : entry;
  }
  if (place !== lifted) {
    return laid(entry, lifted, place);
  }
  return dice.length ? laid(entry, lifted, Math.max(lifted - dice[0], OFF)) : undone(entry);
}

/**
 * Return the entry before the latest tap.
 * @param {Entry} entry
 */
export function undone(entry) {
  return entry.steps.at(-1) ?? entry;
}

/**
 * Return the same moves entered anew, after the page was opened again.
 * @param {Entry} entry
 * @param {Move[]} moves
 */
export function replayed(entry, moves) {
  let each = entry;
  for (const [from, to] of moves) {
    each = laid({ ...each, steps: [...each.steps, each] }, from, to);
  }
  return each;
}

/**
 * @param {Entry} entry
 * @param {number} from
 * @param {number} place
 * @returns {Entry}
 */
function laid(entry, from, place) {
  const { game, side, moved, dice } = entry;
  const position = { white: [...entry.position.white], red: [...entry.position.red] };
  position[side][from] -= 1;
  position[side][place] += 1;
  const facing = BAR - place;
  if (game.hits && place !== OFF && place !== BAR && position[other(side)][facing] === 1) {
    position[other(side)][facing] = 0;
    position[other(side)][BAR] += 1;
  }
  return {
    ...entry,
    position,
    lifted: null,
    moved: [...moved, [from, place]],
    dice: unused(dice, from - place, place),
  };
}

/**
 * Return the dice left after a move so far: one that fits, several that add up to it, or a higher one to bear off.
 * @param {number[]} dice
 * @param {number} far
 * @param {number} place
 */
function unused(dice, far, place) {
  const without = (/** @type {number} */ die) => dice.filter((_, place) => place !== dice.lastIndexOf(die));
  if (dice.includes(far)) {
    return without(far);
  }
  for (let count = 2; count <= dice.length; count += 1) {
    if (dice.slice(0, count).reduce((sum, die) => sum + die, 0) === far) {
      return dice.slice(count);
    }
  }
  const higher = place === OFF ? dice.findLast((die) => die > far) : undefined;
  return higher ? without(higher) : dice;
}
