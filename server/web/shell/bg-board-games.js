// Each game's layout on the board: the points' triangles, the trays, the figures beside the board.
// Differences between games are data that the page brings.

import { BAR, field, inTray, OFF, onBar, onPoint, pipCount, U } from "./bg-board-geometry.js";
import { wordsOfPage } from "./bg-board-words.js";

const UP = { white: -1, red: 1 }; // White bears off below
const NUMBERS = [...Array(24).keys()].map((place) => place + 1);

/** The layout of a game unknown to the page: each side's points face the other's. */
const PLAIN = {
  bar: U,
  edge: 26,
  gap: 64,
  triangles: { white: NUMBERS, red: [...NUMBERS].reverse() },
  trays: { white: "right", red: "right" },
  cube: true,
  marks: [],
  holes: 0,
  counts: false,
  dice_of_a_double: 4,
  hits: true,
  lost: [],
};

/** Return the page's values of a game by its name: its layout, and what can be done in it. */
export function gameOf(name) {
  return wordsOfPage().drawn?.[name] ?? PLAIN;
}

/** Return the same by the game's number on the boards' link. */
export function gameOfKind(kind) {
  return Object.values(wordsOfPage().drawn ?? {}).find((game) => game.kind === kind) ?? PLAIN;
}

const each =
  (of) =>
  ({ position }) =>
    position ? { white: of(position.white), red: of(position.red) } : { white: "", red: "" };
const race = [
  { x: "leftTray", unit: "pips", of: each(pipCount), aid: true },
  { x: "rightTray", unit: "off", of: each((counts) => counts[OFF]), aid: true, unlessNone: true },
];

const score = (name) => (table) => ({
  white: table.score?.white[name] ?? 0,
  red: table.score?.red[name] ?? 0,
});

const counted = [
  { x: "leftTray", unit: "points", of: score("points") },
  { x: "rightTray", unit: "trous", of: score("holes") },
];

/** Return the layout of a game by its name. */
export function layoutOf(name) {
  const game = gameOf(name);
  const at = field(game);
  const trays = { white: `${game.trays.white}Tray`, red: `${game.trays.red}Tray` };
  const triangle = (side, place) => game.triangles[side][place - 1];
  const numbers = Object.fromEntries(
    ["white", "red"].map((side) => [side, new Map(NUMBERS.map((place) => [triangle(side, place), place]))]),
  );
  return {
    at,
    trays,
    cube: game.cube, // is there from the start
    marks: game.marks,
    rail: game.holes,
    figures: game.counts ? counted : race,
    triangle,
    /** Return the middle of a checker of `side` on its own point, the index-th of `count` there. */
    spot(side, place, index, count) {
      if (place === OFF) {
        return inTray(at, at[trays[side]], UP[side], index);
      }
      return place === BAR ? onBar(at, UP[side], index, count) : onPoint(at, triangle(side, place), index, count);
    },
    /** Return the side's own number of a triangle. */
    number: (side, point) => numbers[side].get(point),
  };
}
