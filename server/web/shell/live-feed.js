// @ts-check
// Follows a live feed for as long as the page is open: a lost line is tried again, each time after a longer
// while, and continues after the last item that the page has. Works on plain http. The server sends a heartbeat
// every ten seconds: a line that has sent none for longer is dead, though nobody has closed it.

const SOONEST = 500;
const LONGEST = 15000;
const OTHERS_HIDDEN = 4003; // the visitor has taken a seat, or left it: another page is theirs now
const QUIET = 60000; // milliseconds; a page that comes back after this long asks afresh: its line may be dead
const SILENT = 25000; // milliseconds without a heartbeat, by the wall clock, which goes on while a page sleeps
const LOOK = 2500;

export class LiveFeed {
  #address;
  #last;
  #heard;
  #linked;
  #shown;
  /** @type {?WebSocket} */
  #socket = null;
  #wait = SOONEST;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #since = 0;
  #heardAt = Date.now();
  #triedAt = 0;
  #beats = false;

  /**
   * `heard(frame)` is called with every frame, `linked(there, since)` when the line is there or lost; `since` is the
   * time of the last word on a line that is silent. `last` is the number of the last item the page has; `shown`: the revision of its parts as of that item, all of which it shows, so that
   * the first frame may leave them out.
   * @param {string} address
   * @param {number | string} last
   * @param {{heard: (frame: any) => void, linked: (there: boolean, since?: Date) => void, shown?: ?string}} hearing
   */
  constructor(address, last, { heard, linked, shown = null }) {
    this.#address = address;
    this.#last = last;
    this.#heard = heard;
    this.#linked = linked;
    this.#shown = shown;
    addEventListener("online", () => this.#follow());
    addEventListener("pageshow", (event) => event.persisted && this.#follow());
    setInterval(() => this.#look(), LOOK);
    document.addEventListener("visibilitychange", () => {
      this.#look();
      if (!document.hidden && performance.now() - this.#since > QUIET) {
        this.#follow();
      }
    });
    this.#follow();
  }

  /**
   * Follow another address from now on, of which the page has the items up to number `last`.
   * @param {string} address
   * @param {number | string} last
   */
  follow(address, last) {
    this.#address = address;
    this.#last = last;
    this.#wait = SOONEST;
    this.#follow();
  }

  /** Give up a line that is silent though it sends heartbeats, and try another every fifteen seconds. */
  #look() {
    const now = Date.now();
    if (!this.#beats || now - this.#heardAt < SILENT) {
      return;
    }
    document.documentElement.classList.add("unlinked");
    this.#linked(false, new Date(this.#heardAt));
    if (now - this.#triedAt > LONGEST) {
      this.#follow();
    }
  }

  #follow() {
    clearTimeout(this.#timer);
    this.#triedAt = Date.now();
    const feed = new URL(this.#address, location.href);
    feed.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    feed.searchParams.set("after", String(this.#last));
    feed.searchParams.set("announcements", "true");
    feed.searchParams.set("heartbeat", "true");
    if (this.#shown) {
      feed.searchParams.set("shown", this.#shown);
      this.#shown = null; // after a pause the page no longer shows that revision
    }
    const before = this.#socket;
    const socket = new WebSocket(feed);
    this.#socket = socket;
    before?.close();
    socket.onmessage = (message) => this.#take(socket, message);
    socket.onclose = ({ code }) => (code === OTHERS_HIDDEN ? location.reload() : this.#lose(socket));
  }

  /**
   * @param {WebSocket} socket
   * @param {MessageEvent<string>} message
   */
  #take(socket, message) {
    if (socket !== this.#socket) {
      return;
    }
    this.#wait = SOONEST;
    this.#since = performance.now();
    this.#heardAt = Date.now();
    document.documentElement.classList.remove("unlinked");
    this.#linked(true);
    const frame = JSON.parse(message.data);
    if (frame.heartbeat) {
      this.#beats = true;
      return;
    }
    if (frame.announcements) {
      document.dispatchEvent(new CustomEvent("announcements", { detail: frame.announcements }));
      return;
    }
    this.#last = frame.last;
    this.#heard(frame);
  }

  /** @param {WebSocket} socket */
  #lose(socket) {
    if (socket !== this.#socket) {
      return;
    }
    document.documentElement.classList.add("unlinked");
    this.#linked(false, this.#beats ? new Date(this.#heardAt) : undefined);
    this.#timer = setTimeout(() => this.#follow(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST);
  }
}
