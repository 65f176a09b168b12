// @ts-check
// A game step by step: in the open room, and beside it the closed room once both have finished the game.

/** @typedef {"open" | "closed"} Room */
/** @typedef {{open: number, closed: number, link: string}} Step number of lines of each room up to the step */
/** @typedef {{table: any, side: string, text: string}} Line */
/**
 * @typedef {object} Story a game as far as it is public
 * @property {Step[]} steps
 * @property {Line[]} open
 * @property {Line[]} closed
 * @property {any} start
 * @property {any} closed_start
 * @property {?number} differs the step at which the rooms begin to differ
 * @property {number} last
 */

/** Fetches games' stories and keeps those of finished games. */
export class Stories {
  #address;
  /** @type {Map<number, any>} */
  #kept = new Map();

  /** @param {string} address of a game's story, with {game} for its number */
  constructor(address) {
    this.#address = address;
  }

  /**
   * Return the story of a game as far as it is public; `last` is the newest item that the page has.
   * @param {number} game
   * @param {number} last
   * @returns {Promise<?Story>}
   */
  async of(game, last) {
    const known = this.#kept.get(game);
    if (known && (known.closed || known.last >= last)) {
      return known;
    }
    const answer = await fetch(this.#address.replace("{game}", String(game)));
    if (!answer.ok) {
      return null;
    }
    const story = await answer.json();
    this.#kept.set(game, story);
    return story;
  }
}

/**
 * Return the table of a room after a step; its start before the first line.
 * @param {Story} story
 * @param {number} step
 * @param {Room} room
 */
function tableAt(story, step, room) {
  const lines = story[room];
  const count = story.steps[step]?.[room] ?? 0;
  return count ? lines[count - 1].table : room === "closed" ? story.closed_start : story.start;
}

/**
 * Return the lines of a step, the open room's and the closed room's; null for a room without a new one.
 * @param {Story} story
 * @param {number} step
 */
function linesAt(story, step) {
  const before = story.steps[step - 1] ?? { open: 0, closed: 0 };
  const now = story.steps[step];
  return /** @type {const} */ (["open", "closed"]).map((room) =>
    now[room] > before[room] ? story[room][now[room] - 1] : null,
  );
}

/**
 * Return the open room's line of a step, and the closed room's where it differs.
 * @param {Story} story
 * @param {number} step
 * @param {any} words of the page
 */
export function latestOf(story, step, words) {
  const [opened, closed] = linesAt(story, step);
  const line = (/** @type {Line} */ { side, text }) => `${words.sides[side]} ${text}`;
  const lines = opened ? [line(opened)] : [];
  if (closed && closed.text !== opened?.text) {
    lines.push(`${words.rooms.closed}: ${line(closed)}`);
  }
  return lines.join(" · ");
}

/**
 * Return the sentence with its placeholders filled in.
 * @param {string} sentence
 * @param {any} values
 */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/**
 * Return the sentence with a step's number, as its address has it, and how many its room has.
 * @param {string} sentence
 * @param {any} story
 * @param {number} step
 * @param {any} words of the page
 */
export function whereIn(sentence, story, step, words) {
  const { link } = story.steps[step];
  const room = link.startsWith("m") ? "open" : "closed";
  const said = fill(sentence, { game: story.game, step: link.slice(1), steps: story.known ?? story[room].length });
  return room === "open" ? said : `${words.rooms.closed} · ${said}`;
}

/**
 * Return the place in the match that a click leads to; none if it is left to the browser, as for a new window.
 * @param {MouseEvent} event
 * @param {string} match
 */
export function placeClicked(event, match) {
  const link = /** @type {Element} */ (event.target).closest("a[href]:not([data-whole])");
  const plain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const place = link && plain && placeOf(/** @type {HTMLAnchorElement} */ (link).pathname, match);
  return place ? { ...place, anchor: /** @type {HTMLAnchorElement} */ (link) } : null;
}

/**
 * Show both rooms' boards at a step of a game; the closed room's only if it is public.
 * @param {Story} story
 * @param {number} step
 */
export function showTables(story, step) {
  const board = (/** @type {Room} */ room) => /** @type {any} */ (document.getElementById(`${room}-board`));
  board("open").table = tableAt(story, step, "open");
  if (story.closed) {
    board("closed").table = tableAt(story, step, "closed");
  }
}

/**
 * Let the visitor of a small screen choose which room's board the page shows.
 * @param {HTMLElement} page
 */
export function letChooseRoom(page) {
  const buttons = /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-board]"));
  for (const button of buttons) {
    button.addEventListener("click", () => {
      page.classList.toggle("shows-closed", button.dataset.board === "closed");
      for (const each of buttons) {
        each.setAttribute("aria-pressed", String(each === button));
      }
    });
  }
}

/**
 * Return the place of the match at that address that a path names: a game and a step, null for none.
 * @param {string} path
 * @param {string} match
 */
export function placeOf(path, match) {
  const found = path.startsWith(match) && /^\/g(\d+)(?:\/([mc]\d+))?$/.exec(path.slice(match.length));
  return found ? { game: Number(found[1]), link: found[2] ?? null } : null;
}

/**
 * Return the end of a place's address, after that of its match.
 * @param {number} game
 * @param {?string} link
 */
export function pathOf(game, link) {
  return `/g${game}${link ? `/${link}` : ""}`;
}

/**
 * Return the step of that name, the last one for a name not reached yet; without a name the first difference, else 0.
 * @param {Story} story
 * @param {?string} link
 */
export function stepOf(story, link) {
  const found = story.steps.findIndex((step) => step.link === link);
  return link === null ? (story.differs ?? 0) : found < 0 ? story.steps.length - 1 : found;
}

const PACE = 1600; // milliseconds from step to step: a play can be followed

/** A game that is played again by itself, a step at a time, until it ends or the visitor does anything else. */
export class Playback {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #showing;

  /** @param {{show: (story: any, step: number) => void, ends: (story: any) => void}} showing */
  constructor(showing) {
    this.#showing = showing;
  }

  get runs() {
    return this.#timer !== undefined;
  }

  /**
   * Play a game from its first step.
   * @param {Story} story
   */
  start(story) {
    this.stop();
    let step = 0;
    this.#timer = setInterval(() => {
      step += 1;
      if (step < story.steps.length) {
        this.#showing.show(story, step);
      } else {
        this.stop();
        this.#showing.ends(story);
      }
    }, PACE);
    this.#showing.show(story, 0);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
