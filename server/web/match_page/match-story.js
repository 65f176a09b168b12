// @ts-check
// A game step by step: in the open room, and beside it the closed room once both have finished it.

/** @typedef {"open" | "closed"} Room */
/** @typedef {{open: number, closed: number, link: string}} Step how many lines of each room are told by then */
/** @typedef {{table: any}} Line */
/**
 * @typedef {object} Story a game as far as it may be told
 * @property {Step[]} steps
 * @property {Line[]} open
 * @property {Line[]} closed
 * @property {any} start
 * @property {any} closed_start
 * @property {?number} differs the step at which the rooms part
 * @property {number} last
 */

/** Fetches games' stories and keeps those that are finished. */
export class Stories {
  #address;
  /** @type {Map<number, any>} */
  #kept = new Map();

  /** @param {string} address of a game's story, with {game} for its number */
  constructor(address) {
    this.#address = address;
  }

  /**
   * The story of a game as far as it may be told; `last` is the newest item the page knows.
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
 * The table of a room after a step; its start before the first line.
 * @param {Story} story
 * @param {number} step
 * @param {Room} room
 */
export function tableAt(story, step, room) {
  const lines = story[room];
  const count = story.steps[step]?.[room] ?? 0;
  return count ? lines[count - 1].table : room === "closed" ? story.closed_start : story.start;
}

/**
 * The lines of a step, the open room's and the closed room's; null for a room that stands still.
 * @param {Story} story
 * @param {number} step
 */
export function linesAt(story, step) {
  const before = story.steps[step - 1] ?? { open: 0, closed: 0 };
  const now = story.steps[step];
  return /** @type {const} */ (["open", "closed"]).map((room) =>
    now[room] > before[room] ? story[room][now[room] - 1] : null,
  );
}

/**
 * Which place of the match at that address a path names: a game and a step, null for none.
 * @param {string} path
 * @param {string} match
 */
export function placeOf(path, match) {
  const found = path.startsWith(match) && /^\/g(\d+)(?:\/([mc]\d+))?$/.exec(path.slice(match.length));
  return found ? { game: Number(found[1]), link: found[2] ?? null } : null;
}

/**
 * What follows a match's address in that of a place.
 * @param {number} game
 * @param {?string} link
 */
export function pathOf(game, link) {
  return `/g${game}${link ? `/${link}` : ""}`;
}

/**
 * The step of that name; without one where the rooms part, else the first; the last one for a name not reached yet.
 * @param {Story} story
 * @param {?string} link
 */
export function stepOf(story, link) {
  const found = story.steps.findIndex((step) => step.link === link);
  return link === null ? (story.differs ?? 0) : found < 0 ? story.steps.length - 1 : found;
}
