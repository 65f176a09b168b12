// What one player's half of the page shows, as plain values: made by `screens.js`, drawn by `draw.js`.
//
// A half: { heading, text, dice, keys, counts, main, aside, calm, stacked }. `calm` is a half that waits. A
// button: { id, label, kind, act, disabled }; `act` is { say: message } for the server, { ui: changes } for
// this half alone, { other: changes } for the opponent's, or { entry: "undo" | "finish" } for a play.

import { onTurn, opponentOf } from "./table.js";
import { CONFIRMED, CUBE_STATE, SIDE } from "./values.js";

export const NAMES = { [SIDE.WHITE]: "white", [SIDE.RED]: "red" };
export const NO_UI = { panel: "", keyed: [], ending: 0, left: 0, rekey: false };

const EMPTY = { heading: "", text: "", dice: null, keys: null, counts: null, main: [], aside: [], calm: false };

/** A half with these parts and no others. */
export const half = (parts) => ({ ...EMPTY, ...parts });

/** A half in which there is nothing to do. */
export const calm = (heading, parts = {}) => half({ heading, calm: true, ...parts });

/** A button that says something to the server, or changes this half. */
export const button = (id, label, act, kind = "plain", disabled = false) => ({ id, label, act, kind, disabled });

/** The key that a message of this side begins with. */
export function keyOf({ wait: { game, attempt, turn } }, side) {
  return { game, attempt, turn, side };
}

/** A message of this side about the turn in progress. */
export const saying = (state, side, kind, fields = {}) => ({ say: { kind, ...keyOf(state, side), ...fields } });

/** Two dice as they are written, the higher first. */
export const pair = ([one, other]) => `${Math.max(one, other)} – ${Math.min(one, other)}`;

/** What the cube would show if that side doubled now, 0 if it may not. */
export function doubled({ config, cube }, side) {
  const mine = cube?.state === CUBE_STATE.CENTRED || (cube?.state === CUBE_STATE.OWNED && cube.owner === side);
  const value = 2 * (cube?.cube ?? 0);
  return config?.cube_limit && mine && value <= config.cube_limit ? value : 0;
}

/** Whether the table records positions: else its players play on a set of their own. */
export const isRecorded = ({ config }) => config?.positions !== 0;

/** The names that sentences about this half need. */
export function namesFor({ info }, side) {
  return { you: info[NAMES[side]], other: info[NAMES[opponentOf(side)]] };
}

/** The dice of the turn in progress, null while none are shown. */
export function diceOf(state) {
  const { dice, wait } = state;
  const shown = dice && dice.turn === wait.turn && dice.side === onTurn(state);
  return shown ? [dice.die1, dice.die2] : null;
}

export const resigning = ({ say }) => button("resign", say("resign"), { ui: { panel: "resign" } }, "quiet");

/** The closed room's rest may be drawn by the server, if both players here say so (ruling 8). */
export function drawRest({ state, say }, side) {
  const agreed = saying(state, side, "CONFIRM", { what: CONFIRMED.DRAW_REST, event: 0 });
  return button("draw-rest", say("draw_rest"), agreed, "quiet");
}
