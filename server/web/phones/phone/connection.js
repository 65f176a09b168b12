// @ts-check
// A link over the table's websocket: opened again whenever it is lost, sooner at first than later.

/** @typedef {import("./link.js").BoardLink} BoardLink */
/** @typedef {import("./link.js").LinkEvent} LinkEvent */

const DELAYS = [0.1, 0.2, 0.5, 1, 2]; // seconds before each attempt, the last for all later ones
const DEAF_AFTER = 6.5; // seconds without a byte: longer than a refused board waits before it asks again
/** @type {Record<number, string>} */
const ENDS = { 4001: "replaced", 4003: "forbidden" };
const now = () => performance.now() / 1000;

/**
 * A connection for a link. `on.events(list)` is called with events of the link, `on.info(values)` with the server's
 * values beside it, `on.state(state)` with one of "connecting", "connected", "lost", "replaced", "forbidden"; the
 * last two are final until `start` is called again.
 */
export class Connection {
  state = "connecting";
  #address;
  #link;
  #on;
  /** @type {?WebSocket} */
  #socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #alarm;
  #attempts = 0;
  #heardAt = 0;
  #stopped = true;

  /**
   * @param {string} address
   * @param {BoardLink} link
   * @param {{events: (list: LinkEvent[]) => void, info: (values: any) => void, state: (state: string) => void}} on
   */
  constructor(address, link, on) {
    this.#address = address;
    this.#link = link;
    this.#on = on;
    const soon = () => document.hidden || this.#retryNow();
    addEventListener("online", soon);
    document.addEventListener("visibilitychange", soon);
  }

  /** Connect, and again after each loss, until `stop`. */
  start() {
    this.#stopped = false;
    this.#attempts = 0;
    this.#open();
  }

  /** Disconnect, until `start` is called again. */
  stop() {
    this.#stopped = true;
    clearTimeout(this.#alarm);
    this.#socket?.close();
  }

  /** Send what is due; to be called after each report. */
  flush() {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) {
      return;
    }
    for (const frame of this.#link.outgoing(now())) {
      socket.send(frame);
    }
    clearTimeout(this.#alarm);
    const wait = Math.max(this.#link.deadline() - now(), 0);
    this.#alarm = setTimeout(() => this.#waited(), wait * 1000);
  }

  /**
   * Send values beside the wire, if it is connected.
   * @param {object} values
   */
  tell(values) {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(values));
    }
  }

  #open() {
    clearTimeout(this.#alarm);
    const socket = new WebSocket(this.#address);
    this.#heardAt = now();
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => socket === this.#socket && this.flush());
    socket.addEventListener("message", ({ data }) => {
      if (socket !== this.#socket) {
        return;
      }
      this.#heardAt = now();
      if (typeof data === "string") {
        this.#on.info(JSON.parse(data).info);
      } else {
        this.#heard(new Uint8Array(data));
      }
    });
    socket.addEventListener("close", ({ code }) => socket === this.#socket && this.#closed(code));
    this.#socket = socket;
    this.#alarm = setTimeout(() => this.#giveUp(), DEAF_AFTER * 1000); // browsers wait minutes for an answer
  }

  #giveUp() {
    const socket = this.#socket;
    if (socket) {
      socket.close();
      this.#closed(0);
    }
  }

  /** Give up a socket on which nothing has come for too long. */
  #waited() {
    if (now() - this.#heardAt > DEAF_AFTER) {
      this.#giveUp();
    } else {
      this.#heard(new Uint8Array());
    }
  }

  /** @param {Uint8Array} bytes */
  #heard(bytes) {
    const events = this.#link.receive(bytes, now());
    if (events.some(({ what }) => what === "ready")) {
      this.#attempts = 0;
    }
    this.#on.events(events);
    this.#say(this.#link.state === "READY" ? "connected" : this.#waiting);
    this.flush();
  }

  /** State while not connected: "lost" after a connection, "connecting" on a page that was just opened. */
  get #waiting() {
    return this.state === "connecting" ? "connecting" : "lost";
  }

  /** @param {number} code the socket's close code; 0 where it has none */
  #closed(code) {
    clearTimeout(this.#alarm);
    this.#socket = null;
    this.#on.events(this.#link.close());
    if (this.#stopped || ENDS[code]) {
      this.#say(ENDS[code] ?? this.state);
      return;
    }
    this.#say(this.#attempts > 1 ? "lost" : this.#waiting);
    const delay = DELAYS[Math.min(this.#attempts, DELAYS.length - 1)];
    this.#attempts += 1;
    this.#alarm = setTimeout(() => this.#open(), delay * 1000);
  }

  #retryNow() {
    if (!this.#stopped && this.#socket === null && !Object.values(ENDS).includes(this.state)) {
      clearTimeout(this.#alarm);
      this.#open();
    }
  }

  /** @param {string} state */
  #say(state) {
    if (state !== this.state) {
      this.state = state;
      this.#on.state(state);
    }
  }
}
