// @ts-check
// Events that this page has sent as a board, kept in the browser before they are sent (docs/wire.md, "Numbers
// and acknowledgement"). A number belongs to one event for the journal's life, over reloads and connections.
// Events have a key each, so that keeping one costs the same however many there are.

const KEPT_ACKNOWLEDGED = 1024; // a server that goes on from a backup asks for them again
const PREFIX = "yalta.journal.";

export class Journal {
  #storage;
  #key;
  /** @type {{id: string, first: number, stored: number}} */
  #head;
  #last;

  /**
   * Open the journal of a board or begin it.
   * @param {Storage} storage storage that lasts
   * @param {string} board the board's id
   * @throws {DOMException} when this browser keeps nothing
   */
  constructor(storage, board) {
    this.#storage = storage;
    this.#key = PREFIX + board;
    const kept = storage.getItem(this.#key);
    this.#head = kept
      ? JSON.parse(kept)
      : { id: hexOf(crypto.getRandomValues(new Uint8Array(8))), first: 1, stored: 0 };
    this.#keepHead();
    this.#last = this.#head.first - 1;
    while (storage.getItem(this.#eventKey(this.#last + 1)) !== null) {
      this.#last += 1;
    }
  }

  /** Eight bytes that no other journal has. */
  get id() {
    return bytesOf(this.#head.id);
  }

  /** The oldest number kept, `last` + 1 when none is. */
  get first() {
    return this.#head.first;
  }

  /** The newest number given. */
  get last() {
    return this.#last;
  }

  /** The newest number that was ever acknowledged, 0 for none. */
  get stored() {
    return this.#head.stored;
  }

  /**
   * Keep an event; return its number.
   * @param {Uint8Array} raw type byte and payload
   * @throws {DOMException} when there is no room for it: then it has no number
   */
  append(raw) {
    this.#storage.setItem(this.#eventKey(this.#last + 1), hexOf(raw));
    this.#last += 1;
    return this.#last;
  }

  /**
   * Return the kept events after a number, in order: [number, raw].
   * @param {number} number
   * @returns {[number, Uint8Array][]}
   */
  since(number) {
    const from = Math.max(number + 1, this.first);
    return Array.from({ length: Math.max(this.#last - from + 1, 0) }, (_, place) => [
      from + place,
      bytesOf(this.#storage.getItem(this.#eventKey(from + place)) ?? ""),
    ]);
  }

  /**
   * Note that the server has stored this event and all before it; a number never given is ignored.
   * @param {number} number
   */
  acknowledged(number) {
    if (number <= this.stored || number > this.#last) {
      return;
    }
    const first = Math.max(this.first, number - KEPT_ACKNOWLEDGED + 1);
    const gone = Array.from({ length: first - this.first }, (_, place) => this.first + place);
    this.#head = { ...this.#head, first, stored: number };
    this.#keepHead();
    for (const each of gone) {
      this.#storage.removeItem(this.#eventKey(each));
    }
  }

  /** Forget the journals of other boards that this browser was: their sessions have ended. */
  forgetOthers() {
    const keys = Array.from({ length: this.#storage.length }, (_, place) => this.#storage.key(place) ?? "");
    const own = (/** @type {string} */ key) => key === this.#key || key.startsWith(`${this.#key}.`);
    for (const key of keys.filter((key) => key.startsWith(PREFIX) && !own(key))) {
      this.#storage.removeItem(key);
    }
  }

  /** @param {number} number */
  #eventKey(number) {
    return `${this.#key}.${number}`;
  }

  #keepHead() {
    this.#storage.setItem(this.#key, JSON.stringify(this.#head));
  }
}

/** @param {Uint8Array} bytes */
function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
function bytesOf(hex) {
  return Uint8Array.from({ length: hex.length / 2 }, (_, place) => parseInt(hex.slice(2 * place, 2 * place + 2), 16));
}
