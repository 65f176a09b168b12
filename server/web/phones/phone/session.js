// @ts-check
// One open session at the board's end: order, acknowledgement, repetition, signs of life (docs/wire.md,
// "Numbers and acknowledgement" and "Timers"). No input or output; `now` is seconds.

import { pack, unpack } from "./messages.js";
import { NAK_REASON } from "./values.js";
import { encode, FLAG } from "./wire.js";

/** @typedef {import("./messages.js").Message} Message */
/** @typedef {import("./wire.js").Frame} Frame */
/** @typedef {{number: number, raw: Uint8Array, sent: number, repeated: boolean}} Kept `sent` in seconds */

const WINDOW = 8; // frames under way at once
const SHORTEST = 0.12;
const LONGEST = 0.4;
const PING_AFTER = 1;
const SILENT_AFTER = 3;

/**
 * Return the milliseconds of this page's clock as the wire carries them.
 * @param {number} now
 */
export const clockOf = (now) => Math.round(now * 1000) % 2 ** 32;

/** The sending half: numbered frames, kept and repeated until acknowledged. */
class SendWindow {
  /** @type {Kept[]} */
  #waiting = [];
  /** @type {Kept[]} */
  #underWay = [];
  #timeout = SHORTEST;
  #again = false;
  expires = Infinity;

  /** @param {number} acked the newest number that the far end has */
  constructor(acked) {
    this.acked = acked;
  }

  /**
   * @param {number} number
   * @param {Uint8Array} raw type byte and payload
   */
  push(number, raw) {
    this.#waiting.push({ number, raw, sent: 0, repeated: false });
  }

  /**
   * Forget what the far end keeps; an ack of a frame that was never sent is ignored.
   * @param {number} ack
   * @param {number} now
   */
  acknowledge(ack, now) {
    const newest = this.#underWay.at(-1)?.number ?? this.acked;
    if (ack <= this.acked || ack > newest) {
      return;
    }
    this.acked = ack;
    for (const kept of this.#underWay.filter(({ number }) => number <= ack)) {
      if (!kept.repeated) {
        const followed = (this.#timeout * 7) / 8 + Math.max(now - kept.sent, 0) / 2;
        this.#timeout = Math.min(Math.max(followed, SHORTEST), LONGEST);
      }
    }
    this.#underWay = this.#underWay.filter(({ number }) => number > ack);
    this.expires = this.#underWay.length ? now + this.#timeout : Infinity;
  }

  /** Send everything under way again, as the far end asked. */
  repeat() {
    this.#again = this.#underWay.length > 0;
  }

  /**
   * Return the frames to send now, oldest first.
   * @param {number} now
   */
  due(now) {
    if (now >= this.expires) {
      this.#again = true;
      this.#timeout = Math.min(this.#timeout * 2, LONGEST);
    }
    /** @type {Kept[]} */
    const leaving = [];
    if (this.#again) {
      this.#again = false;
      this.#underWay.forEach((kept) => {
        kept.repeated = true;
        leaving.push({ ...kept });
      });
    }
    for (const fresh of this.#waiting.splice(0, WINDOW - this.#underWay.length)) {
      const kept = { ...fresh, sent: now };
      this.#underWay.push(kept);
      leaving.push({ ...kept });
    }
    if (leaving.length) {
      this.expires = now + this.#timeout;
    }
    return leaving;
  }

  get hasRoom() {
    return this.#waiting.length > 0 && this.#underWay.length < WINDOW;
  }

  get hasWork() {
    return this.#again || this.hasRoom;
  }
}

/** The board's end of a session once WELCOME has given it a number. */
export class Session {
  /** Number of the highest command taken in, in order. */
  received = 0;
  #number;
  #heardAt;
  #pingedAt;
  #nakAfter;
  #ackDue = false;
  #nakDue = 0;
  /** @type {{ping_ms: number, received_ms: number}[]} */
  #pongs = [];

  /**
   * @param {number} number the session's
   * @param {number} acked the newest event that the server has
   * @param {number} now
   */
  constructor(number, acked, now) {
    this.#number = number;
    this.window = new SendWindow(acked);
    this.#heardAt = this.#pingedAt = this.#nakAfter = now;
  }

  /**
   * Return whether the frame belongs to this session.
   * @param {Frame} frame
   */
  has(frame) {
    return frame.session === this.#number;
  }

  /**
   * Take in a frame; return it if its user must still handle it, each numbered one once, in order.
   * @param {Frame} frame
   * @param {number} now
   */
  hear(frame, now) {
    this.#heardAt = now;
    this.window.acknowledge(frame.ack, now);
    if (frame.flags & FLAG.NUMBERED) {
      return this.#isNext(frame.number, now) ? frame : null;
    }
    const message = unpack(frame.type, frame.payload);
    if (message?.kind === "NAK") {
      this.window.repeat();
    } else if (message?.kind === "PING") {
      this.#pongs.push({ ping_ms: message.sent_ms, received_ms: clockOf(now) });
    }
    return message && ["ACK", "NAK", "PING", "PONG"].includes(message.kind) ? null : frame;
  }

  /**
   * Ask for missing frames, at most once in the shortest repetition time.
   * @param {number} reason of `NAK_REASON`
   * @param {number} now
   */
  complain(reason, now) {
    if (now >= this.#nakAfter) {
      this.#nakAfter = now + SHORTEST;
      this.#nakDue = reason;
    }
  }

  /**
   * Leave out of all timers the time in which this page was suspended and received nothing.
   * @param {number} seconds
   */
  forgive(seconds) {
    this.#heardAt += seconds;
  }

  /**
   * Return every frame due now: new facts first, then signs of life.
   * @param {number} now
   */
  outgoing(now) {
    const frames = this.window
      .due(now)
      .map(({ number, raw, repeated }) =>
        this.#frame(raw, number, FLAG.NUMBERED | (repeated ? FLAG.RETRANSMITTED : 0)),
      );
    frames.push(...this.#signs(now).map((message) => this.#frame(pack(message))));
    if (this.#ackDue && !frames.length) {
      frames.push(this.#frame(pack({ kind: "ACK" })));
    }
    this.#ackDue = false;
    return frames;
  }

  /** Time at which this session counts as dead unless something arrives before. */
  get silentAt() {
    return this.#heardAt + SILENT_AFTER;
  }

  /** Return the time at which `outgoing` has work next. */
  deadline() {
    const atOnce = this.#ackDue || this.#nakDue || this.#pongs.length || this.window.hasWork;
    return atOnce ? -Infinity : Math.min(this.#pingAt, this.silentAt, this.window.expires);
  }

  get #pingAt() {
    return Math.max(this.#heardAt, this.#pingedAt) + PING_AFTER;
  }

  /**
   * @param {number} number
   * @param {number} now
   */
  #isNext(number, now) {
    if (number > this.received + 1) {
      this.complain(NAK_REASON.GAP, now);
      return false;
    }
    this.#ackDue = true;
    if (number <= this.received) {
      return false;
    }
    this.received = number;
    return true;
  }

  /** @param {number} now */
  #signs(now) {
    /** @type {Message[]} */
    const signs = this.#nakDue ? [{ kind: "NAK", reason: this.#nakDue }] : [];
    this.#nakDue = 0;
    signs.push(...this.#pongs.map((pong) => ({ kind: "PONG", ...pong, sent_ms: clockOf(now) })));
    this.#pongs = [];
    if (now >= this.#pingAt) {
      this.#pingedAt = now;
      signs.push({ kind: "PING", sent_ms: clockOf(now) });
    }
    return signs;
  }

  /** @param {Uint8Array} raw type byte and payload */
  #frame(raw, number = 0, flags = 0) {
    return encode({ type: raw[0], payload: raw.slice(1), session: this.#number, number, ack: this.received, flags });
  }
}
