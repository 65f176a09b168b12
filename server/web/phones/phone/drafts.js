// What has been tapped and not said yet: keyed dice, an opened panel, moves on the board. It belongs to what
// is waited for, lasts over a reload, and is gone once something else is waited for.

import { NO_UI } from "./half.js";
import { sameWait } from "./table.js";

const PREFIX = "yalta.draft.";
const NOTHING = { wait: null, white: NO_UI, red: NO_UI, moves: [] };

export class Drafts {
  #storage;
  #key;
  #draft;

  constructor(storage, board) {
    this.#storage = storage;
    this.#key = PREFIX + board;
    this.#draft = JSON.parse(storage.getItem(this.#key)) ?? NOTHING;
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

  /** Something is waited for: what was tapped for anything else is gone. */
  begin(wait) {
    if (!sameWait(this.#draft.wait, wait)) {
      this.#draft = { ...NOTHING };
      this.#keep({ wait });
    }
  }

  change(side, changes) {
    this.#keep({ [side]: { ...this.#draft[side], ...changes } });
  }

  /** A die was keyed on that half; one too many begins anew. */
  key(side, pips, slots) {
    const { keyed } = this.#draft[side];
    this.change(side, { keyed: keyed.length < slots ? [...keyed, pips] : [pips] });
  }

  /** All of it was said. */
  clear() {
    this.#keep({ white: NO_UI, red: NO_UI, moves: [] });
  }

  #keep(changes) {
    this.#draft = { ...this.#draft, ...changes };
    try {
      this.#storage.setItem(this.#key, JSON.stringify(this.#draft));
    } catch {
      // Without room for drafts a reload forgets what was tapped and not said: the journal tells if it has none.
    }
  }
}
