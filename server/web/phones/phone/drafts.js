// @ts-check
// Entries that were tapped and not sent yet: keyed dice, an opened panel, moves on the board. They belong to
// the act that the server waits for, last over a reload, and are dropped once it waits for another.

import { NO_UI } from "./half.js";
import { sameWait } from "./table.js";

/** @typedef {import("./messages.js").Message} Message */
/** @typedef {import("./entry.js").Side} Side */
/** @typedef {import("./entry.js").Move} Move */
/** @typedef {{panel: string, keyed: number[], ending: number, left: number, rekey: boolean}} Ui */
/** @typedef {{wait: ?Message, white: Ui, red: Ui, moves: Move[]}} Draft */

const PREFIX = "yalta.draft.";
/** @type {Draft} */
const NOTHING = { wait: null, white: NO_UI, red: NO_UI, moves: [] };

export class Drafts {
  #storage;
  #key;
  /** @type {Draft} */
  #draft;

  /**
   * @param {Storage} storage storage that lasts over a reload
   * @param {string} board the board's id
   */
  constructor(storage, board) {
    this.#storage = storage;
    this.#key = PREFIX + board;
    this.#draft = JSON.parse(storage.getItem(this.#key) ?? "null") ?? NOTHING;
  }

  /** Both halves' opened panels and keyed dice. */
  get ui() {
    const { white, red } = this.#draft;
    return { white, red };
  }

  /** The moves that have been entered, as [from, to] on the mover's points. */
  get moves() {
    return this.#draft.moves;
  }

  set moves(moves) {
    this.#keep({ moves });
  }

  /**
   * Begin the drafts for an act that the server waits for; drop those for any other.
   * @param {?Message} wait
   */
  begin(wait) {
    if (!sameWait(this.#draft.wait, wait)) {
      this.#draft = { ...NOTHING };
      this.#keep({ wait });
    }
  }

  /**
   * @param {Side} side
   * @param {Partial<Ui>} changes
   */
  change(side, changes) {
    this.#keep({ [side]: { ...this.#draft[side], ...changes } });
  }

  /**
   * Add a die keyed on that half; one too many begins anew.
   * @param {Side} side
   * @param {number} pips
   * @param {number} slots
   */
  key(side, pips, slots) {
    const { keyed } = this.#draft[side];
    this.change(side, { keyed: keyed.length < slots ? [...keyed, pips] : [pips] });
  }

  /** Drop all drafts, since they were sent. */
  clear() {
    this.#keep({ white: NO_UI, red: NO_UI, moves: [] });
  }

  /** @param {Partial<Draft>} changes */
  #keep(changes) {
    this.#draft = { ...this.#draft, ...changes };
    try {
      this.#storage.setItem(this.#key, JSON.stringify(this.#draft));
    } catch {
      // Without room for drafts a reload loses what was tapped and not sent; the journal reports its own lack.
    }
  }
}
