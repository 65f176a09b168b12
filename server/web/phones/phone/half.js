// Values of one player's half of the page: made by `screens.js`, drawn by `draw.js`.
//
// A half: { heading, text, dice, keys, counts, main, aside, calm, stacked }. `calm` is a half that waits. A
// button: { id, label, kind, act, disabled }; `act` is { say: message } for the server, with `beside` where that
// is not about the act that the server waits for, { ui: changes } for this half alone, { other: changes } for the opponent's, or { entry: "undo" | "finish" } for a play.

import { onTurn, opponentOf } from "./table.js";
import { CONFIRMED, CUBE_STATE, SIDE } from "./values.js";

export const NAMES = { [SIDE.WHITE]: "white", [SIDE.RED]: "red" };
export const NO_UI = { panel: "", keyed: [], ending: 0, left: 0, rekey: false };

const EMPTY = { heading: "", text: "", dice: null, keys: null, counts: null, main: [], aside: [], calm: false };

/** Return a half with these parts and no others. */
export const half = (parts) => ({ ...EMPTY, ...parts });

/** Return a half in which there is nothing to do. */
export const calm = (heading, parts = {}) => half({ heading, calm: true, ...parts });

/** Return a button that sends a message to the server, or changes this half. */
export const button = (id, label, act, kind = "plain", disabled = false) => ({ id, label, act, kind, disabled });

/** Return the key that a message of this side begins with. */
export function keyOf({ wait: { game, attempt, turn } }, side) {
  return { game, attempt, turn, side };
}

/** Return the act of sending a message of this side about the turn in progress. */
export const saying = (state, side, kind, fields = {}) => ({ say: { kind, ...keyOf(state, side), ...fields } });

/** Return two dice as they are written, the higher first. */
export const pair = ([one, other]) => `${Math.max(one, other)} – ${Math.min(one, other)}`;

/** Return the value of the cube if that side doubled now, 0 if it may not. */
export function doubled({ config, cube }, side) {
  const mine = cube?.state === CUBE_STATE.CENTRED || (cube?.state === CUBE_STATE.OWNED && cube.owner === side);
  const value = 2 * (cube?.cube ?? 0);
  return config?.cube_limit && mine && value <= config.cube_limit ? value : 0;
}

/** Return whether the table records positions; else its players play on a set of their own. */
export const isRecorded = ({ config }) => config?.positions !== 0;

/** Return the names that sentences about this half need. */
export function namesFor({ info }, side) {
  return { you: info[NAMES[side]], other: info[NAMES[opponentOf(side)]] };
}

/** Return the dice of the turn in progress, null while none are shown. */
export function diceOf(state) {
  const { dice, wait } = state;
  const shown = dice && dice.turn === wait.turn && dice.side === onTurn(state);
  return shown ? [dice.die1, dice.die2] : null;
}

export const resigning = ({ say }) => button("resign", say("resign"), { ui: { panel: "resign" } }, "quiet");

/** Return the button by which both players let the server draw the closed room's remaining rolls (ruling 8). */
export function drawRest({ state, say }, side) {
  const agreed = saying(state, side, "CONFIRM", { what: CONFIRMED.DRAW_REST, event: 0 });
  return button("draw-rest", say("draw_rest"), agreed, "quiet");
}
