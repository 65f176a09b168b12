// How each game lies on the board: whose point is which triangle, who bears off into which tray, what
// the figures beside the board are.

import { BAR, OFF, U, field, inTray, onBar, onPoint, pipCount } from "./bg-board-geometry.js";

const UP = { white: -1, red: 1 }; // White bears off below

function layout(game) {
  const at = field(game);
  const numbers = { white: new Map(), red: new Map() };
  for (const side of ["white", "red"]) {
    for (let place = 1; place < BAR; place += 1) {
      numbers[side].set(game.triangle(side, place), place);
    }
  }
  return {
    ...game,
    at,
    /** The middle of a checker of `side` on its own point, the index-th of `count` there. */
    spot(side, place, index, count) {
      if (place === OFF) {
        return inTray(at, at[game.trays[side]], UP[side], index);
      }
      return place === BAR
        ? onBar(at, UP[side], index, count)
        : onPoint(at, game.triangle(side, place), index, count);
    },
    /** The side's own number of a triangle. */
    number: (side, point) => numbers[side].get(point),
  };
}

const each = (of) => ({ position }) =>
  position ? { white: of(position.white), red: of(position.red) } : { white: "", red: "" };
const race = [
  { x: "leftTray", unit: "pips", of: each(pipCount), aid: true },
  { x: "rightTray", unit: "off", of: each((counts) => counts[OFF]), aid: true, unlessNone: true },
];

const BACKGAMMON = layout({
  bar: U,
  edge: 26,
  gap: 64,
  triangle: (side, place) => (side === "white" ? place : 25 - place),
  trays: { white: "rightTray", red: "rightTray" },
  cube: true, // lies there from the start
  marks: [],
  figures: race,
});

// Both sides move the same way round; the heads are at diagonal corners.
const LONG_GAMMON = layout({
  bar: U,
  edge: 26,
  gap: 64,
  triangle: (side, place) => (side === "white" ? place : ((place + 11) % 24) + 1),
  trays: { white: "rightTray", red: "leftTray" },
  cube: false,
  marks: [{ place: 24, word: "head" }],
  figures: race,
});

const score = (name) => (table) => ({
  white: table.score?.white[name] ?? 0,
  red: table.score?.red[name] ?? 0,
});

// Each side's talon and coin are on its own side of the board, where its tokens and pegs are, too.
const TRICTRAC = layout({
  bar: 14,
  edge: 46,
  gap: 84, // for tokens between the tips and the dice
  triangle: (side, place) => (side === "white" ? 25 - place : place),
  trays: { white: "rightTray", red: "rightTray" },
  cube: false,
  marks: [
    { place: 24, word: "talon" },
    { place: 13, word: "coin" },
  ],
  figures: [
    { x: "leftTray", unit: "points", of: score("points") },
    { x: "rightTray", unit: "trous", of: score("holes") },
  ],
  rail: 12, // holes a side
});

const GAMES = { backgammon: BACKGAMMON, "long-gammon": LONG_GAMMON, trictrac: TRICTRAC };

/** The layout of a game by its name; backgammon's for a name without one. */
export function layoutOf(game) {
  return GAMES[game] ?? BACKGAMMON;
}
