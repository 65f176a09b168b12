// @ts-check
// The board's end of a link, without a tag, since the page's session proves who it is (docs/wire.md,
// "Handshake" and "States"). No input or output; `now` is seconds of a clock that never goes back.

import { pack, unpack } from "./messages.js";
import { clockOf, Session } from "./session.js";
import { NAK_REASON, RESET_CAUSE } from "./values.js";
import { Decoder, encode, FLAG, VERSION } from "./wire.js";

/** @typedef {import("./journal.js").Journal} Journal */
/** @typedef {import("./messages.js").Message} Message */
/** @typedef {import("./wire.js").Frame} Frame */
/** @typedef {{board_id: string, model: string, firmware: string, capabilities: number, room: number}} Identity */
/** @typedef {{what: string, message?: Message, code?: number, detail?: number}} LinkEvent */

const HELLO_EVERY = 1;
const HELLO_AFTER_REFUSAL = 5;
const AUTH_EVERY = 0.4;
const HELD_UP = 0.25; // seconds; an alarm so late means that the page was suspended

/**
 * The board's end: bytes of the server in, commands out. `identity` are the fields of HELLO about the board:
 * board_id, model, firmware, capabilities, room. `receive` and `close` return events in order: {what: "ready"},
 * {what: "command", message}, {what: "down"}, {what: "refused", code, detail}.
 */
export class BoardLink {
  /** State of the link: BOOT without a transport, then HELLO, AUTH, READY. */
  state = "BOOT";
  #identity;
  #journal;
  #decoder = new Decoder();
  /** @type {?Session} */
  #session = null;
  #nonce = new Uint8Array(8);
  #speakAt = 0;
  #helloEvery = HELLO_EVERY;
  #lastCommand = 0;
  #bootId = crypto.getRandomValues(new Uint32Array(1))[0];
  #welcomed = 0;
  #due = Infinity;

  /**
   * @param {Identity} identity
   * @param {Journal} journal
   */
  constructor(identity, journal) {
    this.#identity = identity;
    this.#journal = journal;
  }

  /**
   * Return the events of these bytes and of the passing of time.
   * @param {Uint8Array} chunk
   * @param {number} now
   */
  receive(chunk, now) {
    this.#start(now);
    this.#forgive(now);
    const { frames, damaged } = this.#decoder.feed(chunk);
    if (damaged) {
      this.#session?.complain(NAK_REASON.DAMAGED, now);
    }
    const own = frames.filter((frame) => frame.flags & FLAG.SERVER); // anything else is an echo
    const events = own.flatMap((frame) => this.#hear(frame, now));
    if (this.#session && now >= this.#session.silentAt) {
      events.push(...this.#end(now));
    }
    return events;
  }

  /**
   * Keep an event and send it until the server has stored it; return its number.
   * @param {Message} message
   * @throws {DOMException} when the journal has no room for it
   */
  report(message) {
    const raw = pack(message);
    const number = this.#journal.append(raw);
    this.#session?.window.push(number, raw);
    return number;
  }

  /** End the use of a lost transport; the link may start again on another. */
  close() {
    const events = this.#end(-Infinity);
    this.state = "BOOT";
    this.#decoder = new Decoder();
    return events;
  }

  /**
   * Return every frame due now.
   * @param {number} now
   */
  outgoing(now) {
    this.#start(now);
    const sent = this.#frames(now);
    this.#due = this.deadline();
    return sent;
  }

  /** Return the time to call `receive` with no bytes, and `outgoing`, next; minus infinity if at once. */
  deadline() {
    if (this.#session && this.state === "READY") {
      return this.#session.deadline();
    }
    return Math.min(this.#speakAt, this.#session?.silentAt ?? Infinity);
  }

  /** @param {number} now */
  #frames(now) {
    if (this.#session && this.state === "READY") {
      return this.#session.outgoing(now);
    }
    if (now < this.#speakAt) {
      return [];
    }
    const greets = this.state === "HELLO";
    this.#speakAt = now + (greets ? this.#helloEvery : AUTH_EVERY);
    const raw = pack(greets ? this.#hello(now) : { kind: "AUTH", proof: new Uint8Array(16) });
    return [encode({ type: raw[0], payload: raw.slice(1), session: greets ? 0 : this.#welcomed })];
  }

  /** @param {number} now */
  #start(now) {
    if (this.state === "BOOT") {
      this.#greetAt(now);
    }
  }

  /** @param {number} at */
  #greetAt(at) {
    this.#nonce = crypto.getRandomValues(new Uint8Array(8));
    this.state = "HELLO";
    this.#speakAt = at;
  }

  /** @param {number} now */
  #forgive(now) {
    const late = now - this.#due;
    if (late > HELD_UP && Number.isFinite(late)) {
      this.#session?.forgive(late);
    }
    this.#due = Infinity;
  }

  /**
   * @param {number} speakAt
   * @returns {LinkEvent[]}
   */
  #end(speakAt) {
    const wasReady = this.state === "READY";
    this.#lastCommand = this.#session?.received ?? this.#lastCommand;
    this.#session = null;
    this.#greetAt(speakAt);
    return wasReady ? [{ what: "down" }] : [];
  }

  /**
   * @param {number} now
   * @returns {Message}
   */
  #hello(now) {
    return {
      kind: "HELLO",
      protocol_min: VERSION,
      protocol_max: VERSION,
      point_limit: 0,
      reset_cause: RESET_CAUSE.SOFTWARE,
      first_event: this.#journal.first,
      last_event: this.#journal.last,
      last_command: this.#lastCommand,
      uptime_ms: clockOf(now),
      boot_id: this.#bootId,
      journal_id: this.#journal.id,
      nonce: this.#nonce,
      ...this.#identity,
    };
  }

  /**
   * @param {Frame} frame
   * @param {number} now
   * @returns {LinkEvent[]}
   */
  #hear(frame, now) {
    const message = unpack(frame.type, frame.payload);
    if (message?.kind === "HELLO_REQ") {
      return this.#askedForHello(now);
    }
    if (message?.kind === "WELCOME") {
      return this.state === "HELLO" ? this.#enter(frame, message, now) : [];
    }
    if (message?.kind === "FAULT" && frame.session === 0) {
      return this.state === "READY" ? [] : this.#refused(message, now);
    }
    return this.#session?.has(frame) ? this.#hearInSession(this.#session, frame, message, now) : [];
  }

  /** @param {number} now */
  #askedForHello(now) {
    if (this.#session) {
      return this.#end(now);
    }
    this.#speakAt = Math.min(this.#speakAt, now);
    return [];
  }

  /**
   * @param {Frame} frame
   * @param {Message} welcome
   * @param {number} now
   */
  #enter(frame, welcome, now) {
    if (
      !welcome.board_nonce.every(
        (/** @type {number} */ byte, /** @type {number} */ place) => byte === this.#nonce[place],
      )
    ) {
      return [];
    }
    if (welcome.protocol !== VERSION) {
      return this.#refused({ code: VERSION, detail: welcome.protocol }, now);
    }
    this.#journal.acknowledged(frame.ack);
    this.#session = new Session(welcome.session, frame.ack, now);
    for (const [number, raw] of this.#journal.since(frame.ack)) {
      this.#session.window.push(number, raw);
    }
    this.#welcomed = welcome.session;
    this.state = "AUTH";
    this.#speakAt = now;
    return [];
  }

  /**
   * @param {Session} session
   * @param {Frame} frame
   * @param {?Message} message
   * @param {number} now
   */
  #hearInSession(session, frame, message, now) {
    const heard = session.hear(frame, now);
    this.#journal.acknowledged(session.window.acked);
    /** @type {LinkEvent[]} */
    const events = [];
    if (this.state === "AUTH") {
      this.state = "READY";
      this.#helloEvery = HELLO_EVERY;
      events.push({ what: "ready" });
    }
    if (heard && !(frame.flags & FLAG.NUMBERED)) {
      events.push(...(message?.kind === "FAULT" ? this.#refused(message, now) : []));
    } else if (heard && message) {
      events.push({ what: "command", message });
    }
    return events;
  }

  /**
   * @param {Record<string, any>} fault
   * @param {number} now
   * @returns {LinkEvent[]}
   */
  #refused({ code, detail }, now) {
    this.#helloEvery = HELLO_AFTER_REFUSAL;
    return [...this.#end(now + HELLO_AFTER_REFUSAL), { what: "refused", code, detail }];
  }
}
