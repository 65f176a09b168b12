// The big screen: one match large, a wall of them, or one after the other for so many seconds each. A
// rotation stays while dice have been thrown and not played or a double waits for its answer, though never
// for more than a few turns, and twice as long at a match that is in its last game.

import { actOf } from "./bg-board-words.js";
import { LiveFeed } from "./live-feed.js";
import { ageInWords, aheadOf } from "./news-age.js";
import { isPlaying, leads, linked, show, showParts, statusOf, WORDS } from "./table-card.js";

const LONGEST = 4; // times the seconds of a match
const LAST_GAME = 2;
const OTHERS = 2;
const LAST_PLAY = 15_000; // milliseconds for which the last play stays when a match has ended
const FITS = [1, 0.94, 0.89, 0.84]; // sizes of a name that is too long to stand whole in its full size
const NAMED = 24; // most matches that the feed can be asked for by name
const stage = document.querySelector(".stage");
const places = stage.querySelector(".places");
const others = stage.querySelector(".others");
const { tournament } = stage.dataset;
const period = Number(stage.dataset.seconds) * 1000;
const room = Number(stage.dataset.places);
const named = stage.dataset.matches.split(" ").filter(Boolean);
const starts = JSON.parse(document.getElementById("starts").textContent);
const ahead = aheadOf(stage.dataset.now);
const frames = new Map();
const ended = new Map(); // when each match that is over was first heard of as over
let since = performance.now();
let plays = null;

// Matches are named like "club/12"; the twelfth comes after the second.
const inOrder = (one, other) => one.localeCompare(other, document.documentElement.lang, { numeric: true });
const onScreen = () => [...places.children].map((place) => place.dataset.match);
const stateOf = (match) => frames.get(match)?.state;
const pathOf = (match) => `/t/${match.replace("/", "/matches/")}`;

const isNamed = (match) => !named.length || named.includes(match);

function heard(frame) {
  if (tournament && !frame.match.startsWith(`${tournament}/`)) {
    return;
  }
  noteEnd(frame);
  frames.set(frame.match, frame);
  if (isNamed(frame.match) && (!places || ("alone" in stage.dataset && rota().length > 1))) {
    location.reload();
    return;
  }
  const place = [...(places?.children ?? [])].find((each) => each.dataset.match === frame.match);
  if (place) {
    put(place, frame);
  }
}

/** Note when a match ended; one that was over before this page was opened has ended long ago. */
function noteEnd({ match, state }) {
  if (state.phase !== "over") {
    ended.delete(match);
  } else if (!ended.has(match)) {
    ended.set(match, frames.has(match) ? performance.now() : -Infinity);
  }
}

/** Return whether a match ended so long ago that its result takes the place of its last plays. */
const isPast = (match) => ended.has(match) && performance.now() - ended.get(match) >= LAST_PLAY;

/** Show a frame in its place, and the side that has to act. */
function put(place, frame) {
  show(place, frame);
  place.querySelector(".begins").textContent = frame.state.phase === "planned" ? (starts[frame.match] ?? "") : "";
  for (const team of place.querySelectorAll(".team")) {
    const { phase, table } = frame.state;
    const answers = phase === "playing" && table.to_answer === team.dataset.side;
    const acts = phase === "playing" && (table.to_answer ?? table.on_turn) === team.dataset.side;
    team.classList.toggle("on-turn", acts);
    team.classList.toggle("to-answer", answers);
    team.classList.toggle("won", team.classList.contains(frame.state.winner));
    team.classList.toggle("leads", leads(frame.state, team.classList.contains("home") ? "home" : "away"));
    team.classList.toggle("drew", frame.state.winner === "draw");
    const text = acts ? WORDS.boards.acts[actOf(table).act] : "";
    const said = team.querySelector(".acts");
    if (said.textContent !== text) {
      said.textContent = text;
    }
    fit(team);
  }
}

/** Let a name stand whole: beside its score if it can, else in two lines, else smaller. */
function fit(team) {
  const name = team.querySelector(".name");
  const words = team.textContent.replace(/\s+/g, " ");
  const key = [innerWidth, innerHeight, places.dataset.shown, team.classList.contains("won"), words].join();
  if (team.dataset.fitted === key || !team.isConnected) {
    return;
  }
  team.dataset.fitted = key;
  const isWhole = (lines) => {
    const tall = (lines + 0.4) * 1.2 * Number.parseFloat(getComputedStyle(name).fontSize);
    return name.scrollWidth <= name.clientWidth && name.scrollHeight <= tall;
  };
  team.classList.add("fits");
  const fits = (lines) =>
    FITS.some((size) => {
      team.classList.toggle("long", lines > 1);
      name.style.setProperty("--fit", String(size));
      return isWhole(lines);
    });
  team.classList.toggle("fits", fits(1) || fits(2));
}

function fitAll() {
  for (const team of places.querySelectorAll(".team")) {
    fit(team);
  }
}

const decides = ({ table }) => Boolean(table.doubled || (table.dice && !table.last_play)) && !table.result;

function isLastGame({ games, game, length, points }) {
  return length === null ? game === games : Math.min(points.home, points.away) >= length - 1;
}

/** Return whether a match keeps its place when its time is over. */
function stays(match, stood) {
  if (!isOn(match)) {
    return ended.has(match) && performance.now() - ended.get(match) < LAST_PLAY + period;
  }
  const state = stateOf(match);
  const due = isLastGame(state) ? LAST_GAME : 1;
  return stood < period * (decides(state) ? LONGEST : due);
}

const isOn = (match) => frames.has(match) && isPlaying(stateOf(match));

function rota() {
  const matches = [...frames.keys()].filter(isNamed).sort(inOrder);
  const playing = matches.filter(isOn);
  return playing.length ? playing : matches;
}

/** Return the matches to be shown after those on the screen. */
function upcoming() {
  const matches = rota();
  if (matches.length <= room) {
    return matches;
  }
  const last = onScreen().at(-1) ?? "";
  const first = Math.max(
    0,
    matches.findIndex((match) => inOrder(match, last) > 0),
  );
  return [...matches, ...matches].slice(first, first + room);
}

function turn() {
  const shown = onScreen();
  const stood = performance.now() - since;
  if (document.documentElement.classList.contains("unlinked")) {
    return; // what is shown is old: the names and scores of another match would not be its own
  }
  const held = stage.dataset.show === "match" && (isOn(shown[0]) || !rota().some(isOn));
  if (stood < period || held || (room === 1 && stays(shown[0], stood))) {
    return;
  }
  since = performance.now();
  const next = upcoming();
  if (next.length === 1 && stage.dataset.show === "wall") {
    location.reload(); // one match alone is shown large
    return;
  }
  if (next.length && next.join() !== shown.join()) {
    change(next);
  }
}

function change(matches) {
  const kept = new Map([...places.children].map((place) => [place.dataset.match, place]));
  const pattern = places.firstElementChild;
  places.replaceChildren(...matches.map((match) => kept.get(match) ?? placeOf(match, pattern)));
  places.dataset.shown = matches.length;
  fitAll();
  followPlays();
}

/** Return a place like the others, with a board of its own: nothing glides from match to match, or stays of another. */
function placeOf(match, pattern) {
  const place = pattern.cloneNode(true);
  place.dataset.match = match;
  for (const team of place.querySelectorAll(".team")) {
    delete team.dataset.fitted;
  }
  for (const part of place.querySelectorAll("[data-part]")) {
    part.replaceChildren();
  }
  const old = place.querySelector("bg-board");
  const board = document.createElement("bg-board");
  board.setAttribute("room", "open");
  board.toggleAttribute("aids", old.hasAttribute("aids"));
  old.replaceWith(board);
  put(place, frames.get(match));
  return place;
}

/** Follow the one match's own feed, which has the last plays in the page's language. */
function followPlays() {
  const place = places.firstElementChild;
  if (!place.querySelector("[data-part]")) {
    return;
  }
  const { match } = place.dataset;
  const feed = `${pathOf(match)}/live?language=${document.documentElement.lang}`;
  if (plays) {
    plays.follow(feed, frames.get(match).last);
    return;
  }
  const isShown = (frame) => frame.match === places.firstElementChild.dataset.match;
  const heard = (frame) => isShown(frame) && showParts(places, frame);
  plays = new LiveFeed(feed, Number(stage.dataset.last), { heard, linked: () => {} });
}

/** Put the result in the place of the last plays where a match has been over for a while. */
function showOutcomes() {
  for (const place of places.children) {
    const { match } = place.dataset;
    if (frames.has(match)) {
      place.classList.toggle("over", isPast(match));
    }
  }
}

/** Show the age of the latest news of the one large match while it is played, and then which game its board shows. */
function tellAge() {
  const age = places.querySelector(".age");
  const [match] = onScreen();
  const text = age && frames.has(match) ? aboutBoard(match) : "";
  if (age && age.textContent !== text) {
    age.textContent = text;
  }
}

function aboutBoard(match) {
  const { published_at: at, state } = frames.get(match);
  if (isOn(match)) {
    return ageInWords(WORDS.age, at, ahead);
  }
  return state.phase === "over" && state.table.position ? WORDS.ended.replace("{game}", state.game) : "";
}

/** List the matches beside: those under way, then those to come. */
function listOthers() {
  if (!others || !frames.size) {
    return;
  }
  const shown = onScreen();
  const matches = [...frames.keys()].sort(inOrder).filter((match) => !shown.includes(match));
  const playing = matches.filter(isOn);
  const planned = matches.filter((match) => stateOf(match).phase === "planned");
  const listed = [...playing.slice(0, planned.length ? OTHERS - 1 : OTHERS), ...planned].slice(0, OTHERS);
  const pattern = document.getElementById("other").content.firstElementChild;
  while (others.children.length < listed.length) {
    others.append(pattern.cloneNode(true));
  }
  while (others.children.length > listed.length) {
    others.lastElementChild.remove();
  }
  for (const [place, match] of listed.entries()) {
    show(others.children[place], frames.get(match));
    sayWhen(others.children[place], match);
  }
}

/** Say beside a match how far it is or, of one to come, when it begins. */
function sayWhen(place, match) {
  const isNext = stateOf(match).phase === "planned";
  const text = (isNext ? starts[match] : null) ?? statusOf(frames.get(match));
  place.classList.toggle("next", isNext);
  const said = place.querySelector(".when");
  if (said.textContent !== text) {
    said.textContent = text;
  }
}

const asked = "resting" in stage.dataset && named.length <= NAMED ? named : [];
new LiveFeed(`/live?${new URLSearchParams(asked.map((match) => ["now", match]))}`, 0, { heard, linked });
if (places) {
  document.fonts.ready.then(fitAll);
  addEventListener("resize", fitAll);
  followPlays();
  setInterval(() => {
    turn();
    showOutcomes();
    listOthers();
    tellAge();
  }, 250);
}
