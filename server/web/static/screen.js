// The big screen: one table at a time, for so many seconds each. It stays while dice lie that have
// not been played, though never for more than a few turns of the rota.

import { LiveFeed } from "./live-feed.js";
import { isPlaying, linked, show } from "./table-card.js";

const LONGEST = 4; // as many times the seconds of a table
const page = document.querySelector(".screen-table");
const shown = page.querySelector(".shown");
const period = Number(page.dataset.seconds) * 1000;
const wanted = page.dataset.matches.split(" ").filter(Boolean);
const frames = new Map();
let now = shown?.dataset.match ?? "";
let since = performance.now();

function heard(frame) {
  if (wanted.length && !wanted.includes(frame.match)) {
    return;
  }
  if (!shown) {
    location.reload();
    return;
  }
  frames.set(frame.match, frame);
  if (frame.match === now) {
    show(shown, frame);
  }
}

function rolling({ state: { table } }) {
  return Boolean(table.dice && !table.last_play && !table.result);
}

// Matches are named like "club/12"; the twelfth comes after the second.
const inOrder = (one, other) => one.localeCompare(other, "en", { numeric: true });

function rota() {
  const matches = [...frames.keys()].sort(inOrder);
  const playing = matches.filter((match) => isPlaying(frames.get(match).state));
  return playing.length ? playing : matches;
}

function turn() {
  const stays = performance.now() - since;
  const next = rota().find((match) => inOrder(match, now) > 0) ?? rota()[0];
  const current = frames.get(now);
  const held = current && rolling(current) && stays < period * LONGEST;
  if (stays < period || next === undefined || next === now || held) {
    return;
  }
  now = next;
  since = performance.now();
  shown.dataset.match = now;
  const board = document.createElement("bg-board"); // a new one: nothing glides from table to table
  board.setAttribute("room", "open");
  board.toggleAttribute("aids", shown.querySelector("bg-board").hasAttribute("aids"));
  shown.querySelector("bg-board").replaceWith(board);
  show(shown, frames.get(now));
}

const NAMED = 24; // as many matches as the feed can be asked for by name
const asked = wanted.length <= NAMED ? wanted : [];
new LiveFeed(`/live?${new URLSearchParams(asked.map((match) => ["now", match]))}`, 0, { heard, linked });
setInterval(turn, 250);
