// @ts-check
// A game from the closed room's seat: plays are entered on the board, forms are sent without leaving the page.
// The server decides everything; without this script the same forms load a new page each time.

import { gameOf } from "./bg-board-games.js";
import { entryOf, tapped, undone } from "./phone/entry.js";
import { PlayedBoard } from "./phone/played-board.js";

const BAR = 25;
const HEAD = 24;
const OFF = 0;
const PARTS = ["seat-now", "seat-moves", "seat-ended"];

/** @typedef {import("./phone/entry.js").Entry} Entry */
/** @typedef {import("./phone/entry.js").Side} Side */
/** @typedef {{position: import("./phone/entry.js").Position}} Table as `<bg-board>` takes it */

/** A part that the page always has. */
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const tableOf = (/** @type {HTMLElement} */ shown) =>
  /** @type {Table} */ (JSON.parse(shown.getAttribute("table") ?? ""));
const words = JSON.parse(part("seat-words").textContent ?? "");
const say = (/** @type {string} */ key, /** @type {Record<string, unknown>} */ values) =>
  words[key].replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => values[name]);
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const drawn = part("seat-board");
const game = drawn.getAttribute("game") ?? "";
const now = () => part("seat-now");
/** @returns {?HTMLInputElement} */
const written = () => now().querySelector('input[name="play"]:not([type="hidden"])');

await customElements.whenDefined("bg-board");
let table = tableOf(drawn);
/** @type {?Entry} */
let entry = null;
let under = false;

const board = new PlayedBoard(main.querySelector(".played"), game, "closed", {
  say,
  board: drawn,
  tapped: (/** @type {{white?: number, red?: number}} */ spot) => {
    const place = entry ? spot[entry.side] : undefined;
    if (entry && place !== undefined) {
      change(tapped(entry, place));
    }
  },
});

/** Begin the current decision: a play is entered from the position before it. */
function begin() {
  entry = written() && now().dataset.due === "play" ? begun() : null;
  show();
}

/** Return a play without any move entered. */
function begun() {
  const { side, dice = "" } = now().dataset;
  return entryOf(gameOf(game), /** @type {Side} */ (side), table.position, dice.split(" ").map(Number));
}

function change(/** @type {Entry} */ next) {
  entry = next;
  const field = /** @type {HTMLInputElement} */ (written());
  const { bar, off, head } = field.dataset;
  const names = new Map(Object.entries({ [BAR]: bar, [HEAD]: head, [OFF]: off }));
  const name = (/** @type {number} */ place) => names.get(String(place)) ?? place;
  field.value = entry.moved.map(([from, to]) => `${name(from)}/${name(to)}`).join(" ");
  show();
}

function show() {
  const position = entry?.position ?? table.position;
  board.show({ ...table, position }, entry ? entry.side : "", entry ? entry.lifted : null);
  const undo = /** @type {?HTMLButtonElement} */ (now().querySelector("[data-undo]"));
  if (undo) {
    undo.hidden = false;
    undo.disabled = !entry?.steps.length;
  }
}

main.addEventListener("click", (event) => {
  if (entry && /** @type {Element} */ (event.target).closest("[data-undo]")) {
    change(undone(entry));
  }
});

main.addEventListener("input", () => {
  if (entry?.steps.length) {
    entry = begun();
    show();
  }
});

main.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if ("whole" in form.dataset) {
    return;
  }
  event.preventDefault();
  if (under) {
    return;
  }
  under = true;
  try {
    const fields = /** @type {any} */ (new FormData(form, event.submitter)); // of texts alone
    const body = new URLSearchParams(fields);
    const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "text/html" } });
    take(new DOMParser().parseFromString(await answer.text(), "text/html"), answer.url);
  } catch {
    const latest = /** @type {HTMLElement} */ (now().querySelector(".latest"));
    latest.textContent = words.lost;
  } finally {
    under = false;
  }
});

/**
 * Update the page after a decision: the board is updated, the rest replaced.
 * @param {Document} page
 * @param {string} address
 */
function take(page, address) {
  const after = page.getElementById("seat-board");
  if (!after) {
    location.assign(address);
    return;
  }
  table = tableOf(after);
  for (const id of PARTS) {
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
    if (old && fresh) {
      old.replaceWith(fresh);
    } else if (fresh) {
      now().after(fresh);
    }
  }
  begin();
  const control = /** @type {?HTMLElement} */ (now().querySelector("[data-main]"));
  (control ?? part("content")).focus({ preventScroll: true });
}

begin();
