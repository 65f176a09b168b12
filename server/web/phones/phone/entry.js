// A play as its player enters it on the drawn board, checker by checker. Pure. It helps with nothing
// (ruling 35): any own checker goes anywhere, and only the server judges what lies there at the end.
//
// An entry: { game, side, position, dice, lifted, moved, steps }. `position` has each side's 26 counts by its own
// points (0 off, 25 the bar); `dice` are those no move has used yet, `lifted` the point of a lifted checker.

const OFF = 0;
const BAR = 25;

const other = (side) => (side === "white" ? "red" : "white");

/** Before the first move. */
export function entryOf(game, side, position, dice) {
  const [one, two] = [...dice].sort((a, b) => b - a);
  const each = one === two ? Array(game.dice_of_a_double).fill(one) : [one, two];
  return { game, side, position, dice: each, lifted: null, moved: [], steps: [] };
}

/** A tap on one of the mover's own points: lifts a checker, lays it, or plays the next die with it. */
export function tapped(entry, place) {
  const { side, position, lifted, dice } = entry;
  if (lifted === null) {
    return place !== OFF && position[side][place] > 0
      ? { ...entry, lifted: place, steps: [...entry.steps, entry] }
      : entry;
  }
  if (place !== lifted) {
    return laid(entry, place);
  }
  return dice.length ? laid(entry, Math.max(lifted - dice[0], OFF)) : undone(entry);
}

/** Without the latest tap. */
export function undone(entry) {
  return entry.steps.at(-1) ?? entry;
}

/** The same moves entered anew, after the page was opened again. */
export function replayed(entry, moves) {
  let each = entry;
  for (const [from, to] of moves) {
    each = laid({ ...each, lifted: from, steps: [...each.steps, each] }, to);
  }
  return each;
}

function laid(entry, place) {
  const { game, side, lifted, moved, dice } = entry;
  const position = { white: [...entry.position.white], red: [...entry.position.red] };
  position[side][lifted] -= 1;
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
    moved: [...moved, [lifted, place]],
    dice: unused(dice, lifted - place, place),
  };
}

/** The dice left after a move so far: one that fits, several that add up to it, or a higher one to bear off. */
function unused(dice, far, place) {
  const without = (die) => dice.filter((_, place) => place !== dice.lastIndexOf(die));
  if (dice.includes(far)) {
    return without(far);
  }
  for (let count = 2; count <= dice.length; count += 1) {
    if (dice.slice(0, count).reduce((sum, die) => sum + die, 0) === far) {
      return dice.slice(count);
    }
  }
  const higher = place === OFF ? dice.filter((die) => die > far) : [];
  return higher.length ? without(higher.at(-1)) : dice;
}
