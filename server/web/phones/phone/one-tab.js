// @ts-check
// One tab of a browser is the board, since two would give one number to two events. The newer takes over: the
// older stops as soon as it is asked, and a tab that was closed or killed is not waited for.

const BEAT = 1000; // milliseconds between two signs of life
const GONE_AFTER = 3500;

export class OneTab {
  #storage;
  #holder;
  #asked;
  #id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  #holding = false;
  #beating = 0;
  #lost;

  /**
   * @param {Storage} storage storage that all tabs of this browser share
   * @param {string} board the board's id
   * @param {() => void} lost called once another tab has taken over
   */
  constructor(storage, board, lost) {
    this.#storage = storage;
    this.#holder = `yalta.tab.${board}`;
    this.#asked = `yalta.tab-asked.${board}`;
    this.#lost = lost;
    addEventListener("storage", ({ key, newValue }) => {
      if (key === this.#asked && newValue && newValue !== this.#id) {
        this.#letGo();
      }
    });
    addEventListener("pagehide", () => this.#holding && storage.removeItem(this.#holder));
    addEventListener("pageshow", ({ persisted }) => persisted && this.#holding && this.#letGo());
  }

  /** Wait until this tab is the board. */
  async take() {
    this.#storage.setItem(this.#asked, this.#id);
    while (this.#othersBeat()) {
      await someTime(100);
    }
    this.#holding = true;
    this.#beat();
    this.#beating = setInterval(() => (this.isHeld ? this.#beat() : this.#letGo()), BEAT);
  }

  /** True while this tab is the board; checked before each number is given. */
  get isHeld() {
    return this.#holding && (this.#storage.getItem(this.#holder) ?? "").startsWith(this.#id);
  }

  #othersBeat() {
    const [id, beat] = (this.#storage.getItem(this.#holder) ?? "").split(" ");
    return Boolean(id) && id !== this.#id && Math.abs(Date.now() - Number(beat)) < GONE_AFTER;
  }

  #beat() {
    this.#storage.setItem(this.#holder, `${this.#id} ${Date.now()}`);
  }

  #letGo() {
    if (!this.#holding) {
      return;
    }
    clearInterval(this.#beating);
    if (this.isHeld) {
      this.#storage.removeItem(this.#holder);
    }
    this.#holding = false;
    this.#lost();
  }
}

/** @param {number} milliseconds */
function someTime(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
