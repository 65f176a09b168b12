// @ts-check
// Frames to bytes and back (docs/wire.md, "Frame"): COBS, CRC-32, header. No input or output, no time.

export const VERSION = 1;
export const FLAG = { NUMBERED: 1, RETRANSMITTED: 2, MAC: 4, SERVER: 8 };
/** @typedef {{version: number, flags: number, type: number, session: number, number: number, ack: number, payload: Uint8Array}} Frame */

const HEADER = 12;
const TAG = 8;
const CRC = 4;
const MAX_PAYLOAD = 200;
const MIN_ENCODED = HEADER + CRC + 1; // COBS adds one byte to a body this short
const MAX_ENCODED = HEADER + MAX_PAYLOAD + TAG + CRC + 1;

const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let left = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    left = left & 1 ? 0xedb88320 ^ (left >>> 1) : left >>> 1;
  }
  return left;
});

/**
 * Return the CRC-32 as in zlib, PNG and Ethernet.
 * @param {Iterable<number>} bytes
 */
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc = REMAINDERS[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Return a frame's bytes with both delimiters.
 * @param {{type: number, payload?: Uint8Array, session?: number, number?: number, ack?: number, flags?: number}} frame
 * @returns {Uint8Array<ArrayBuffer>}
 * @throws {RangeError} for a payload above 200 bytes
 */
export function encode({ type, payload = new Uint8Array(), session = 0, number = 0, ack = 0, flags = 0 }) {
  if (payload.length > MAX_PAYLOAD) {
    throw new RangeError(`payload: ${payload.length} bytes; allowed: at most ${MAX_PAYLOAD}`);
  }
  const body = new Uint8Array(HEADER + payload.length + CRC);
  const view = new DataView(body.buffer);
  view.setUint8(0, (VERSION << 4) | flags);
  view.setUint8(1, type);
  view.setUint16(2, session, true);
  view.setUint32(4, number, true);
  view.setUint32(8, ack, true);
  body.set(payload, HEADER);
  const end = body.length - CRC;
  view.setUint32(end, crc32(body.subarray(0, end)), true);
  return Uint8Array.of(0, ...stuffed(body), 0);
}

/**
 * Bytes in, frames out; keeps at most one unfinished frame, whatever arrives. Any division of the same bytes gives
 * the same frames and as much damage.
 */
export class Decoder {
  /** @type {number[]} */
  #rest = [];
  #tooLong = false;

  /**
   * @param {Iterable<number>} chunk
   * @returns {{frames: Frame[], damaged: number}} what the bytes complete; never throws
   */
  feed(chunk) {
    /** @type {Frame[]} */
    const frames = [];
    let damaged = 0;
    for (const byte of chunk) {
      if (byte !== 0) {
        this.#keep(byte);
        continue;
      }
      const frame = this.#tooLong ? null : decoded(this.#rest);
      if (frame) {
        frames.push(frame);
      } else if (this.#rest.length || this.#tooLong) {
        damaged += 1;
      }
      this.#rest = [];
      this.#tooLong = false;
    }
    return { frames, damaged };
  }

  /** @param {number} byte */
  #keep(byte) {
    if (!this.#tooLong) {
      this.#rest.push(byte);
    }
    if (this.#rest.length > MAX_ENCODED) {
      this.#tooLong = true;
      this.#rest = [];
    }
  }
}

/** @param {Uint8Array} body */
function stuffed(body) {
  const out = [];
  let code = 0; // where the run's length is written
  out.push(1);
  for (const byte of body) {
    if (byte === 0) {
      code = out.push(1) - 1;
    } else {
      out.push(byte);
      out[code] += 1;
    }
  }
  return out;
}

/** @param {number[]} bytes */
function unstuffed(bytes) {
  const out = [];
  let at = 0;
  while (at < bytes.length) {
    const following = at + bytes[at];
    if (following > bytes.length) {
      return null;
    }
    if (at) {
      out.push(0);
    }
    out.push(...bytes.slice(at + 1, following));
    at = following;
  }
  return Uint8Array.from(out);
}

/**
 * @param {number[]} bytes
 * @returns {?Frame}
 */
function decoded(bytes) {
  const body = bytes.length < MIN_ENCODED ? null : unstuffed(bytes);
  if (!body || body.length < HEADER + CRC) {
    return null;
  }
  const view = new DataView(body.buffer);
  let end = body.length - CRC;
  if (view.getUint32(end, true) !== crc32(body.subarray(0, end))) {
    return null;
  }
  const flags = body[0] & 0x0f;
  end -= flags & FLAG.MAC ? TAG : 0;
  if (end < HEADER || end - HEADER > MAX_PAYLOAD) {
    return null;
  }
  return {
    version: body[0] >> 4,
    flags,
    type: body[1],
    session: view.getUint16(2, true),
    number: view.getUint32(4, true),
    ack: view.getUint32(8, true),
    payload: body.slice(HEADER, end),
  };
}
