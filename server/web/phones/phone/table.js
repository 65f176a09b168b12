// @ts-check
// The server's commands to this board: the latest of each about the game being played. Pure; a repeated
// command changes nothing. Nothing here is guessed: the server names the act that it waits for.

import { AWAITED, MOVE_JUDGEMENT, ROLL_JUDGEMENT, SIDE } from "./values.js";

/** @typedef {import("./messages.js").Message} Message */
/**
 * @typedef {object} TableState the latest command of each kind about the game being played, null before it
 * @property {number} game 0 before the first
 * @property {number} attempt
 * @property {?Message} config
 * @property {number} director flags of `DIRECTOR`
 * @property {?Message} cube
 * @property {?Message} dice
 * @property {?Message} verdict
 * @property {?Message} questioned the verdict on a play that was not in order
 * @property {?Message} wait
 * @property {?Message} over
 * @property {?Message} score
 * @property {?Message} question
 * @property {?Message} clock
 * @property {?{code: number, number: number}} refused the number of the event that was refused, and its fault code
 */

const OF_THE_OPPONENT = [
  AWAITED.DOUBLE_ANSWER,
  AWAITED.RESIGNATION_ANSWER,
  AWAITED.END_ANSWER,
  AWAITED.DICE_CONFIRMATION,
];
/** @type {Record<string, "cube" | "score" | "question" | "over" | "clock">} */
const LATEST = { CUBE: "cube", SCORE: "score", ASK: "question", GAME_OVER: "over", CLOCK: "clock" };
const NO_GAME = {
  game: 0,
  attempt: 0,
  cube: null,
  dice: null,
  verdict: null,
  questioned: null,
  wait: null,
  over: null,
  score: null,
  question: null,
  clock: null,
  refused: null,
};

/**
 * The state before any command.
 * @type {TableState}
 */
export const START = { ...NO_GAME, config: null, director: 0 };

/**
 * Return the other side of a table.
 * @param {number} side
 */
export const opponentOf = (side) => SIDE.WHITE + SIDE.RED - side;

/**
 * Return the side on turn, the opponent of one whose answer is awaited; 0 before the opening is decided.
 * @param {{wait: ?Message}} state
 * @returns {number}
 */
export function onTurn({ wait }) {
  const side = wait?.side ?? SIDE.NONE;
  return side && OF_THE_OPPONENT.includes(wait?.what) ? opponentOf(side) : side;
}

/**
 * Return the state after a command.
 * @param {TableState} state
 * @param {Message} message
 * @returns {TableState}
 */
export function heard(state, message) {
  const { kind } = message;
  if (kind === "CONFIG") {
    return { ...state, config: message };
  }
  if (kind === "DIRECTOR") {
    return { ...state, director: message.state };
  }
  if (kind === "FAULT") {
    return { ...state, refused: { code: message.code, number: message.detail } };
  }
  const isCurrent = message.game === state.game && message.attempt === state.attempt;
  if (kind === "GAME_START") {
    const { config, director } = state;
    return isCurrent ? state : { ...NO_GAME, config, director, game: message.game, attempt: message.attempt };
  }
  return isCurrent ? inGame(state, message) : state;
}

/**
 * @param {TableState} state
 * @param {Message} message
 * @returns {TableState}
 */
function inGame(state, message) {
  switch (message.kind) {
    case "DICE_SHOW":
      return { ...state, dice: message };
    case "ROLL_VERDICT":
      return thrown(state, message);
    case "MOVE_VERDICT":
      return played(state, message);
    case "WAIT":
      return waiting(state, message);
    default:
      return message.kind in LATEST ? { ...state, [LATEST[message.kind]]: message } : state;
  }
}

/**
 * @param {TableState} state
 * @param {Message} verdict
 * @returns {TableState}
 */
function thrown(state, verdict) {
  const { judgement, reason: code, event: number } = verdict;
  return judgement === ROLL_JUDGEMENT.VOID
    ? { ...state, verdict: null, question: null, refused: { code, number } }
    : { ...state, verdict };
}

/**
 * @param {TableState} state
 * @param {Message} verdict
 * @returns {TableState}
 */
function played(state, verdict) {
  const isWrong = ![MOVE_JUDGEMENT.OK, MOVE_JUDGEMENT.CONDONED].includes(verdict.judgement);
  return { ...state, questioned: isWrong ? verdict : null };
}

/**
 * @param {TableState} state
 * @param {Message} wait
 * @returns {TableState}
 */
function waiting(state, wait) {
  if (sameWait(state.wait, wait)) {
    return { ...state, wait };
  }
  const side = onTurn({ wait });
  const isOf = (/** @type {?Message} */ command) => command && command.turn === wait.turn && command.side === side;
  const kept = (/** @type {?Message} */ command) => (isOf(command) ? command : null);
  return {
    ...state,
    wait,
    dice: kept(state.dice),
    verdict: kept(state.verdict),
    questioned: kept(state.questioned),
    refused: null,
  };
}

/**
 * Return whether two commands to wait ask for the same act.
 * @param {?Message} one
 * @param {?Message} other
 */
export function sameWait(one, other) {
  return one && other ? ["game", "attempt", "turn", "side", "what"].every((name) => one[name] === other[name]) : false;
}
