// @ts-check
// Messages of this table: kept in the journal before they are sent, and waiting until they are answered.

import { diceOf } from "./half.js";
import { unpack } from "./messages.js";
import { onTurn, sameWait } from "./table.js";

/** @typedef {import("./messages.js").Message} Message */
/** @typedef {import("./table.js").TableState} TableState */

const ANSWERED_WITHIN = 700; // milliseconds from the acknowledgement: what the server shows then is its answer
const NO_ACT = ["SNAPSHOT", "DICE_SHOWN", "FAULT"];
const NOWHERE = { white: Array(26).fill(0), red: Array(26).fill(0) };

export class Acts {
  #journal;
  #link;
  #tab;
  /**
   * Sent and not answered.
   * @type {{number: number, wait: ?Message, storedAt: number}[]}
   */
  #open;

  /**
   * @param {import("./journal.js").Journal} journal
   * @param {import("./link.js").BoardLink} link
   * @param {import("./one-tab.js").OneTab} tab
   */
  constructor(journal, link, tab) {
    this.#journal = journal;
    this.#link = link;
    this.#tab = tab;
    this.#open = journal
      .since(journal.stored)
      .filter(([, raw]) => !NO_ACT.includes(messageOf(raw)?.kind ?? ""))
      .map(([number]) => ({ number, wait: null, storedAt: 0 }));
  }

  /**
   * Send a message for a player; return false if this browser has no room to keep it.
   * @param {TableState} state
   * @param {Message} message
   */
  say(state, message) {
    const number = this.#report(message);
    if (number && message.kind !== "CALL") {
      this.#open.push({ number, wait: state.wait, storedAt: 0 });
    }
    return Boolean(number);
  }

  /**
   * Report the dice that the display shows now.
   * @param {Message} dice
   */
  echo({ game, attempt, turn, side, die1, die2 }) {
    this.#report({ kind: "DICE_SHOWN", game, attempt, turn, side, die1, die2 });
  }

  /**
   * Report everything that this board has.
   * @param {TableState & {wait: Message}} state
   * @param {import("./messages.js").Position} [position]
   */
  snapshot(state, position) {
    const { game, attempt, turn, side } = state.wait;
    const [die1, die2] = diceOf(state) ?? [0, 0];
    const { cube = 0, owner: cube_owner = 0 } = /** @type {{cube?: number, owner?: number}} */ (state.cube ?? {});
    const at = { game, attempt, turn, side, position: position ?? NOWHERE };
    this.#report({ kind: "SNAPSHOT", ...at, fault_mask: 0, scan: 0, die1, die2, cube, cube_owner });
  }

  /**
   * Take a message of the server: what it answers is no longer waiting.
   * @param {TableState} state
   * @param {Message} message
   */
  heard(state, message) {
    const refused = state.refused?.number;
    this.#open = this.#open.filter(
      ({ number, wait }) => number !== refused && !(wait && isAnswer(message, wait, state)),
    );
  }

  /** True while something sent here has had no answer yet. */
  get isBusy() {
    const now = performance.now();
    this.#open.forEach((each) => {
      each.storedAt ||= each.number <= this.#journal.stored ? now : 0;
    });
    this.#open = this.#open.filter(({ storedAt }) => !storedAt || now - storedAt < ANSWERED_WITHIN);
    return this.#open.length > 0;
  }

  /** True while something is kept that the server has not stored. */
  get hasUnsent() {
    return this.#open.some(({ number }) => number > this.#journal.stored);
  }

  /**
   * Return this page's messages of the turn in progress: the numbers of its roll and play, and the latest offer.
   * @param {TableState} state
   */
  own(state) {
    /** @type {{roll: number, play: number, offer: ?Message}} */
    const reported = { roll: 0, play: 0, offer: null };
    if (!state.wait) {
      return reported;
    }
    for (const [number, raw] of this.#journal.since(this.#journal.last - RECENT)) {
      const message = messageOf(raw);
      if (message && isOfTurn(message, state)) {
        reported.roll = message.kind === "ROLL" && message.die1 ? number : reported.roll;
        reported.play = message.kind === "TURN_DONE" ? number : reported.play;
        reported.offer = ["RESIGN", "END"].includes(message.kind) ? message : reported.offer;
      }
    }
    return reported;
  }

  /** @param {Message} message */
  #report(message) {
    if (!this.#tab.isHeld) {
      return 0;
    }
    try {
      return this.#link.report(message);
    } catch (error) {
      if (error instanceof DOMException) {
        return 0;
      }
      throw error;
    }
  }
}

const RECENT = 64; // events of one turn are fewer, repeated dice and snapshots included

/** @param {Uint8Array} raw */
const messageOf = (raw) => unpack(raw[0], raw.slice(1));

/**
 * Return whether a message of this board was about the turn in progress, from either side; an opening names none.
 * @param {Message} message
 * @param {TableState} state
 */
function isOfTurn(message, state) {
  const { wait } = state;
  const sameTurn = ["game", "attempt", "turn"].every((name) => message[name] === wait?.[name]);
  const isThrow = message.kind === "ROLL" || message.kind === "TURN_DONE";
  return sameTurn && (!isThrow || message.side === onTurn(state));
}

/**
 * @param {Message} message
 * @param {Message} wait
 * @param {TableState} state
 */
function isAnswer(message, wait, state) {
  return message.kind === "MOVE_VERDICT" || message.kind === "ROLL_VERDICT" || !sameWait(state.wait, wait);
}
