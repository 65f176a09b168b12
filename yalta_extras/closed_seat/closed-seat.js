// A game from the closed room's seat: plays are entered on the board, forms are sent without leaving the page.
// The server decides everything; without this script the same forms go on from page to page.

import { entryOf, tapped, undone } from "./phone/entry.js";
import { PlayedBoard } from "./phone/played-board.js";

const BAR = 25;
const HEAD = 24;
const OFF = 0;
const PARTS = ["seat-now", "seat-moves", "seat-ended"];

const words = JSON.parse(document.getElementById("seat-words").textContent);
const say = (key, values) => words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const main = document.querySelector("main");
const drawn = document.getElementById("seat-board");
const game = drawn.getAttribute("game");
const now = () => document.getElementById("seat-now");
const written = () => now().querySelector('input[name="play"]:not([type="hidden"])');

await customElements.whenDefined("bg-board");
let table = JSON.parse(drawn.getAttribute("table"));
let entry = null;
let under = false;

const board = new PlayedBoard(main.querySelector(".played"), game, "closed", {
  say,
  board: drawn,
  tapped: (spot) => {
    if (entry && spot[entry.side] !== undefined) {
      change(tapped(entry, spot[entry.side]));
    }
  },
});

/** What is asked now: a play is entered from where the dice found the checkers. */
function begin() {
  const { due, side, dice } = now().dataset;
  entry = written() && due === "play" ? entryOf(game, side, table.position, dice.split(" ").map(Number)) : null;
  show();
}

function change(next) {
  entry = next;
  const { bar, off, head } = written().dataset;
  const names = { [BAR]: bar, [HEAD]: head, [OFF]: off };
  const name = (place) => names[place] ?? place;
  written().value = entry.moved.map(([from, to]) => `${name(from)}/${name(to)}`).join(" ");
  show();
}

function show() {
  const position = entry?.position ?? table.position;
  board.show({ ...table, position }, entry ? entry.side : "", entry ? entry.lifted : null);
  const undo = now().querySelector("[data-undo]");
  if (undo) {
    undo.hidden = false;
    undo.disabled = !entry.steps.length;
  }
}

main.addEventListener("click", (event) => {
  if (event.target.closest("[data-undo]")) {
    change(undone(entry));
  }
});

main.addEventListener("input", () => {
  if (entry?.steps.length) {
    const { side, dice } = now().dataset;
    entry = entryOf(game, side, table.position, dice.split(" ").map(Number));
    show();
  }
});

main.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if ("whole" in form.dataset) {
    return;
  }
  event.preventDefault();
  if (under) {
    return;
  }
  under = true;
  try {
    const body = new URLSearchParams(new FormData(form, submitter));
    const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "text/html" } });
    take(new DOMParser().parseFromString(await answer.text(), "text/html"), answer.url);
  } catch {
    const latest = now().querySelector(".latest");
    latest.textContent = words.lost;
  } finally {
    under = false;
  }
});

/** The page as it is after a decision: the board moves on, the rest is replaced. */
function take(page, address) {
  const after = page.getElementById("seat-board");
  if (!after) {
    location.assign(address);
    return;
  }
  table = JSON.parse(after.getAttribute("table"));
  for (const id of PARTS) {
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
    if (old && fresh) {
      old.replaceWith(fresh);
    } else if (fresh) {
      now().after(fresh);
    }
  }
  begin();
  (now().querySelector("[data-main]") ?? document.getElementById("content")).focus({ preventScroll: true });
}

begin();
