// Keeps a page of the console up to date with its match: swaps the parts the server has rendered anew, puts
// tiles in order, steps through them. It never removes or moves what somebody is about to press: a part with
// the focus or under the pointer waits until they leave it.

import { LiveFeed } from "./live-feed.js";

const live = document.querySelector("[data-live]");
const line = document.querySelector("[data-line]");
const begun = document.querySelector("[data-begun]");
// Forms that arrive later carry the key of this page's forms, so that each is carried out once.
const commandId = document.querySelector('input[name="command_id"]');
const waiting = new Map();
const shown = new Map();
let order = null;
let stage = live?.dataset.stage;

const GONE_AFTER = 120_000; // milliseconds without a connection
const ON_THE_LAPTOP = Object.assign(new URL("/hall", location.href), { hostname: "localhost" }).href;
let gone = null;

const busy = (place) => place.matches(":focus-within") || place.querySelector(":active") !== null;

/** Put new HTML into a place; boards that stay get their new table, so that checkers glide. */
function put(place, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  for (const board of fresh.content.querySelectorAll("bg-board[id]")) {
    const known = document.getElementById(board.id);
    if (known !== null && place.contains(known)) {
      if (known.getAttribute("table") !== board.getAttribute("table")) {
        known.setAttribute("table", board.getAttribute("table"));
      }
      board.replaceWith(known);
    }
  }
  for (const form of fresh.content.querySelectorAll('form[method="post"]')) {
    form.append(commandId?.cloneNode() ?? "");
  }
  place.replaceChildren(fresh.content);
  htmx.process(place);
}

function show(id, html) {
  const place = document.getElementById(id);
  if (place === null || shown.get(id) === html) {
    return;
  }
  if (busy(place)) {
    waiting.set(id, html);
    return;
  }
  waiting.delete(id);
  shown.set(id, html);
  put(place, html);
}

function arrange() {
  if (order === null || live.matches(":hover, :focus-within")) {
    return;
  }
  const tiles = order.map((number) => document.getElementById(`match-${number}`)).filter(Boolean);
  if (tiles.some((tile, place) => live.children[place] !== tile)) {
    live.append(...tiles);
  }
  order = null;
}

/** Load the page anew once it has become another one, unless somebody is at work in it. */
function goOn() {
  if (stage === live.dataset.stage) {
    return;
  }
  const working = document.activeElement?.closest("form, #order, .tile") || document.querySelector("#order *");
  if (working || live.matches(".tiles:hover")) {
    if (begun) {
      begun.hidden = false;
    }
  } else {
    location.reload();
  }
}

/** Remove at once what a visitor may no longer see, even while they use it (ruling 34). */
function hide() {
  live.replaceChildren();
  location.reload();
}

function hear(frame) {
  if (frame.hidden.join() !== (live.dataset.hidden ?? "")) {
    hide();
    return;
  }
  for (const [id, html] of Object.entries(frame.parts)) {
    show(id, html);
  }
  order = frame.order ?? null;
  stage = frame.stage;
  arrange();
  goOn();
}

function settle() {
  for (const [id, html] of waiting) {
    show(id, html);
  }
  arrange();
  goOn();
}

/** Say whether the page is linked; after a while without a link, that the server may have another address. */
function say(linked) {
  if (line === null) {
    return;
  }
  if (linked) {
    clearTimeout(gone);
    gone = null;
    write(line.dataset.liveSays);
  } else if (gone === null) {
    gone = setTimeout(() => write(line.dataset.goneSays.replace("{address}", ON_THE_LAPTOP)), GONE_AFTER);
    write(line.dataset.lostSays);
  }
  line.classList.toggle("lost", !linked);
}

function write(words) {
  if (line.textContent !== words) {
    line.textContent = words;
  }
}

function step(by) {
  const links = [...document.querySelectorAll(".tile h2 a")];
  const at = links.indexOf(document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by;
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => step(Number(button.dataset.step)));
}

if (live !== null) {
  live.addEventListener("focusout", () => setTimeout(settle));
  live.addEventListener("pointerleave", settle);
  new LiveFeed(live.dataset.live, 0, { heard: hear, linked: say });
}
