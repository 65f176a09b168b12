// How each game lies on the board: whose point is which triangle, who bears off into which tray.

import { BAR, OFF, U, field, inTray, onBar, onPoint } from "./bg-board-geometry.js";

const UP = { white: -1, red: 1 }; // White bears off below

function layout({ bar, triangle, trays, cube, marks = [] }) {
  const at = field(bar);
  return {
    at,
    triangle,
    marks,
    cube, // lies there from the start
    /** The middle of a checker of `side` on its own point, the index-th of `count` there. */
    spot(side, place, index, count) {
      if (place === OFF) {
        return inTray(at, at[trays[side]], UP[side], index);
      }
      return place === BAR
        ? onBar(at, UP[side], index, count)
        : onPoint(at, triangle(side, place), index, count);
    },
    /** The side's own number of a triangle. */
    number: (side, point) => [...Array(24).keys()].find((k) => triangle(side, k + 1) === point) + 1,
  };
}

const BACKGAMMON = layout({
  bar: U,
  triangle: (side, place) => (side === "white" ? place : 25 - place),
  trays: { white: "rightTray", red: "rightTray" },
  cube: true,
});

// Both sides move the same way round; the heads are at diagonal corners.
const LONG_GAMMON = layout({
  bar: U,
  triangle: (side, place) => (side === "white" ? place : ((place + 11) % 24) + 1),
  trays: { white: "rightTray", red: "leftTray" },
  cube: false,
  marks: [
    { side: "white", place: 24, word: "head" },
    { side: "red", place: 24, word: "head" },
  ],
});

const GAMES = { backgammon: BACKGAMMON, "long-gammon": LONG_GAMMON };

/** The layout of a game by its name; backgammon's for a name without one. */
export function layoutOf(game) {
  return GAMES[game] ?? BACKGAMMON;
}
