// @ts-check
// All messages, and their conversion to payloads and back (docs/wire.md, "Messages" and "Fields"). A message
// is a plain object: its `kind` and its fields under the names of that page.

/** @typedef {{kind: string, [field: string]: any}} Message */
/** @typedef {[number, string, string, boolean, string]} Row */
/** @typedef {{read: (bytes: Uint8Array, at: number) => ?[any, number], write: (value: any) => Iterable<number>}} FieldType */
/** @typedef {FieldType & {name: string, mayMiss: boolean}} Field */
/** @typedef {{white: number[], red: number[]}} Position each side's 26 counts by its own points */

const KEY = "game u8, attempt u8, turn u16, side u8";
const POINTS = 26; // of each side: 0 borne off, 1-24 its own points, 25 the bar

/** Code, kind, sender, whether numbered, fields: the table in docs/wire.md. A field that was added at the end and may
    be missing has a question mark.
    @type {Row[]} */
// biome-ignore format: a row a message
export const TABLE = [
  [0x01, "HELLO", "board", false, "protocol_min u8, protocol_max u8, capabilities u32, point_limit u8, room u8, reset_cause u8, first_event u32, last_event u32, last_command u32, uptime_ms u32, boot_id u32, journal_id 8 bytes, nonce 8 bytes, board_id text 32, model text 32, firmware text 16"],
  [0x02, "HELLO_REQ", "server", false, ""],
  [0x03, "WELCOME", "server", false, "protocol u8, session u16, room u8, clock_ms u32, board_nonce 8 bytes, server_nonce 8 bytes, proof 16 bytes"],
  [0x04, "AUTH", "board", false, "proof 16 bytes"],
  [0x05, "ACK", "both", false, ""],
  [0x06, "NAK", "both", false, "reason u8"],
  [0x07, "PING", "both", false, "sent_ms u32"],
  [0x08, "PONG", "both", false, "ping_ms u32, received_ms u32, sent_ms u32"],
  [0x09, "FAULT", "both", true, "code u16, detail u32"],
  [0x10, "SNAPSHOT", "board", true, `${KEY}, position counts, fault_mask u32, scan u32, die1 u8, die2 u8, cube u8, cube_owner u8`],
  [0x11, "ROLL", "board", true, `${KEY}, die1 u8, die2 u8, source u8, quality u8, clock_ms u32, corrects u32`],
  [0x12, "DICE_SHOWN", "board", true, `${KEY}, die1 u8, die2 u8`],
  [0x13, "READY", "board", true, KEY],
  [0x14, "TURN_DONE", "board", true, `${KEY}, position counts, fault_mask u32, scan u32`],
  [0x15, "DOUBLE", "board", true, `${KEY}, cube u8`],
  [0x16, "TAKE", "board", true, KEY],
  [0x17, "PASS", "board", true, KEY],
  [0x18, "RESIGN", "board", true, `${KEY}, kind u8`],
  [0x19, "ACCEPT", "board", true, KEY],
  [0x1a, "REFUSE", "board", true, KEY],
  [0x1b, "CONFIRM", "board", true, `${KEY}, what u8, event u32`],
  [0x1c, "ANSWER", "board", true, `${KEY}, question u16, choice u8`],
  [0x1d, "PLAYED", "board", true, KEY],
  [0x1e, "END", "board", true, `${KEY}, ending u8, left u8`],
  [0x1f, "CALL", "board", true, `${KEY}, reason u8`],
  [0x30, "DIFF", "board", false, "point u8, side u8, count u8, scan u32"],
  [0x31, "STATUS", "board", false, "battery u8, fault_mask u32, uptime_ms u32"],
  [0x40, "CONFIG", "server", true, "played u8, room u8, games u8, cube_limit u8, debounce_ms u16, positions u8?, clocks u8?"],
  [0x41, "GAME_START", "server", true, "game u8, attempt u8"],
  [0x42, "WAIT", "server", true, `${KEY}, what u8`],
  [0x43, "ROLL_REQUEST", "server", true, KEY],
  [0x44, "DICE_SHOW", "server", true, `${KEY}, die1 u8, die2 u8`],
  [0x45, "ROLL_VERDICT", "server", true, `${KEY}, judgement u8, reason u16, event u32`],
  [0x46, "MOVE_VERDICT", "server", true, `${KEY}, judgement u8, points u32, event u32`],
  [0x47, "ASK", "server", true, `${KEY}, question u16, about u8, candidates plays`],
  [0x48, "CUBE", "server", true, `${KEY}, cube u8, owner u8, state u8`],
  [0x49, "GAME_OVER", "server", true, `${KEY}, ending u8, left u8, cube u8`],
  [0x4a, "SCORE", "server", true, `${KEY}, white_points u8, white_holes u8, white_tokens u8, red_points u8, red_holes u8, red_tokens u8`],
  [0x4b, "CLOCK", "server", true, `${KEY}, runs u8, white_ms u32, red_ms u32, free_ms u16, running u8`],
  [0x4c, "DIRECTOR", "server", true, "state u8"],
];

// The message's own `kind` gives way to RESIGN's field of that name, which is read as `resigned`.
/** @param {string} field */
const nameOf = (field) => (field === "kind" ? "resigned" : field);

/**
 * @param {string} fields
 * @returns {Field[]}
 */
function parsed(fields) {
  return fields
    ? fields.split(", ").map((field) => {
        const [name, ...type] = field.split(" ");
        const called = type.join(" ");
        return { name: nameOf(name), mayMiss: called.endsWith("?"), ...typeOf(called.replace("?", "")) };
      })
    : [];
}

/**
 * @param {string} type
 * @returns {FieldType}
 */
function typeOf(type) {
  const text = /^text (\d+)$/.exec(type);
  const opaque = /^(\d+) bytes$/.exec(type);
  if (text) {
    return { read: readText, write: (/** @type {string} */ value) => textBytes(value, Number(text[1])) };
  }
  if (opaque) {
    return fixed(
      Number(opaque[1]),
      (bytes) => bytes,
      (value) => value,
    );
  }
  const known = new Map(Object.entries({ u8: whole(1), u16: whole(2), u32: whole(4), counts: COUNTS, plays: PLAYS }));
  return /** @type {FieldType} */ (known.get(type));
}

/**
 * @param {number} size bytes
 * @param {(bytes: Uint8Array) => any} from
 * @param {(value: any) => Iterable<number>} to
 * @returns {FieldType}
 */
function fixed(size, from, to) {
  /** @type {FieldType["read"]} */
  const read = (bytes, at) => (at + size > bytes.length ? null : [from(bytes.slice(at, at + size)), at + size]);
  const write = (/** @type {any} */ value) => {
    const bytes = Uint8Array.from(to(value));
    if (bytes.length !== size) {
      throw new RangeError(`${bytes.length} bytes; allowed: ${size}`);
    }
    return bytes;
  };
  return { read, write };
}

/** @param {number} size */
function whole(size) {
  const from = (/** @type {Uint8Array} */ bytes) => bytes.reduce((sum, byte, place) => sum + byte * 256 ** place, 0);
  const to = (/** @type {number} */ value) => {
    if (!Number.isInteger(value) || value < 0 || value >= 256 ** size) {
      throw new RangeError(`${value}; allowed: 0 to ${256 ** size - 1}`);
    }
    return Array.from({ length: size }, (_, place) => Math.floor(value / 256 ** place) % 256);
  };
  return fixed(size, from, to);
}

const COUNTS = fixed(
  POINTS,
  (bytes) => {
    const counts = [...bytes].flatMap((byte) => [byte & 0x0f, byte >> 4]);
    return { white: counts.slice(0, POINTS), red: counts.slice(POINTS) };
  },
  (/** @type {Position} */ { white, red }) => {
    const counts = [...white, ...red];
    return Array.from({ length: POINTS }, (_, pair) => counts[2 * pair] | (counts[2 * pair + 1] << 4));
  },
);

const PLAYS = fixed(
  32,
  (bytes) => [0, 8, 16, 24].map((start) => moves(bytes.slice(start, start + 8))).filter((play) => play.length),
  (/** @type {[number, number][][]} */ plays) => {
    const packed = plays.flatMap((play) => [...play.flat(), ...Array(8 - 2 * play.length).fill(0)]);
    return [...packed, ...Array(32 - packed.length).fill(0)];
  },
);

/** @param {Uint8Array} bytes */
function moves(bytes) {
  return [0, 2, 4, 6].filter((at) => bytes[at]).map((at) => [bytes[at], bytes[at + 1]]);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @returns {?[string, number]}
 */
function readText(bytes, at) {
  const end = at + 1 + bytes[at];
  return at < bytes.length && end <= bytes.length ? [new TextDecoder().decode(bytes.slice(at + 1, end)), end] : null;
}

/**
 * @param {string} value
 * @param {number} longest bytes
 */
function textBytes(value, longest) {
  const bytes = new TextEncoder().encode(value);
  if (bytes.length > longest) {
    throw new RangeError(`${value}: ${bytes.length} bytes; allowed: at most ${longest}`);
  }
  return [bytes.length, ...bytes];
}

const BY_CODE = new Map(TABLE.map(([code, kind, , , fields]) => [code, { kind, fields: parsed(fields) }]));
const BY_KIND = new Map(TABLE.map(([code, kind, , , fields]) => [kind, { code, fields: parsed(fields) }]));

/**
 * Return the type byte and payload of a message, as a journal keeps them.
 * @param {Message} message of a kind in the table
 * @throws {RangeError} for a field that does not fit
 */
export function pack(message) {
  const { code, fields } = /** @type {{code: number, fields: Field[]}} */ (BY_KIND.get(message.kind));
  const there = fields.filter(({ name, mayMiss }) => !(mayMiss && message[name] === undefined));
  return Uint8Array.from([code, ...there.flatMap(({ name, write }) => [...write(message[name])])]);
}

/**
 * Return the message of a type and payload, null if it cannot be read; bytes after its fields are ignored.
 * @param {number} code
 * @param {Uint8Array} payload
 * @returns {?Message}
 */
export function unpack(code, payload) {
  const known = BY_CODE.get(code);
  if (!known) {
    return null;
  }
  /** @type {Message} */
  const message = { kind: known.kind };
  let at = 0;
  for (const { name, mayMiss, read } of known.fields) {
    const found = read(payload, at);
    if (!found) {
      return mayMiss ? message : null;
    }
    [message[name], at] = found;
  }
  return message;
}
