// @ts-check
// What has been tapped and not said yet: keyed dice, an opened panel, moves on the board. It belongs to what
// is waited for, lasts over a reload, and is gone once something else is waited for.

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
   * @param {Storage} storage where it lasts over a reload
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
   * Something is waited for: what was tapped for anything else is gone.
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
   * A die was keyed on that half; one too many begins anew.
   * @param {Side} side
   * @param {number} pips
   * @param {number} slots
   */
  key(side, pips, slots) {
    const { keyed } = this.#draft[side];
    this.change(side, { keyed: keyed.length < slots ? [...keyed, pips] : [pips] });
  }

  /** All of it was said. */
  clear() {
    this.#keep({ white: NO_UI, red: NO_UI, moves: [] });
  }

  /** @param {Partial<Draft>} changes */
  #keep(changes) {
    this.#draft = { ...this.#draft, ...changes };
    try {
      this.#storage.setItem(this.#key, JSON.stringify(this.#draft));
    } catch {
      // Without room for drafts a reload forgets what was tapped and not said: the journal tells if it has none.
    }
  }
}
