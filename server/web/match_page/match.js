// A match's page: it follows the feed, and looks back on request without losing the present state.

import "./bg-board.js";
import { countedInWords } from "./bg-board-words.js";
import { LiveFeed } from "./live-feed.js";
import { makeOneStop, update } from "./match-rail.js";
import {
  latestOf,
  letChooseRoom,
  Playback,
  pathOf,
  placeClicked,
  placeOf,
  Stories,
  showTables,
  stepOf,
  whereIn,
} from "./match-story.js";
import { ageInWords, aheadOf, lineInWords } from "./news-age.js";

const LOOKING_BACK = ["moves", "latest", "counted", "doubles"]; // show the step while the visitor looks back
const AGAIN = 60000; // milliseconds after which a page that waits asks what is played elsewhere
const SWIPE = 40; // pixels that a finger moves sideways to step

class MatchPage {
  #page = document.querySelector(".match");
  #match = this.#page.dataset.match;
  #words = JSON.parse(document.getElementById("match-words").textContent);
  #open = document.getElementById("open-board");
  #closed = document.getElementById("closed-board");
  #stories = new Stories(this.#page.dataset.stories);
  #parts = this.#partsThatGoOn();
  #state = { table: this.#open.table, game: Number(this.#page.dataset.game) };
  #last = Number(this.#page.dataset.last);
  #ahead = aheadOf(this.#page.dataset.now);
  #published = this.#page.dataset.published;
  #story = null; // while the visitor looks back
  #step = 0;
  #playback = new Playback({
    show: (story, step) => this.#lookBack(story, step),
    ends: (story) => (this.#goesOn(story) ? this.#live() : this.#where()),
  });
  #waits = false;
  #score = scoreShown();
  #told = newestTold()?.href;

  constructor() {
    for (const button of this.#page.querySelectorAll("[data-step]:is(button)")) {
      button.addEventListener("click", () => this.#idle(button.dataset.step) || this.#go(button.dataset.step));
    }
    document.getElementById("flip").addEventListener("click", (event) => this.#flip(event));
    document.getElementById("stop").addEventListener("click", () => this.#stop());
    this.#page.addEventListener("click", (event) => this.#follow(event));
    addEventListener("popstate", () => this.#arrive()); // a new fragment is one, too
    document.addEventListener("visibilitychange", () => document.hidden && this.#order(this.#waits && !this.#story));
    for (const input of ["click", "keydown"]) {
      addEventListener(input, () => this.#waits || this.#order(false));
    }
    makeOneStop(document.getElementById("moves"));
    letChooseRoom(this.#page);
    this.#hearSwipes();
    new LiveFeed(this.#page.dataset.feed, this.#last, {
      heard: (frame) => this.#heard(frame),
      linked: (whether, since) => this.#linked(whether, since),
      shown: this.#page.dataset.shown,
    });
    this.#arrive();
    this.#tellAge();
    setInterval(() => this.#tellAge(), 1000);
    this.#wait();
    setInterval(() => this.#waits && this.#lookElsewhere(), AGAIN);
  }

  /** Return the live page's parts; where it was opened at another place the feed's first frame has them. */
  #partsThatGoOn() {
    const ids = this.#page.dataset.place ? [] : LOOKING_BACK;
    return new Map(ids.map((id) => [id, document.getElementById(id).innerHTML]));
  }

  #heard(frame) {
    this.#state = frame.state;
    this.#last = frame.last;
    this.#published = frame.published_at;
    for (const [id, html] of Object.entries(frame.page ?? {})) {
      const place = document.getElementById(id);
      if (place && this.#parts.get(id) !== html) {
        this.#parts.set(id, html);
        if (!this.#story || !LOOKING_BACK.includes(id)) {
          update(place, html);
        }
      }
    }
    if (!this.#story) {
      this.#open.table = frame.state.table;
    }
    if (this.#isOver && frame.state.phase !== "over") {
      location.reload(); // a corrected result has the match go on
      return;
    }
    this.#say();
    this.#wait();
    this.#where();
    this.#tellAge();
  }

  /** Say a play once, when it is known, and a score that has changed. */
  #say() {
    const told = newestTold();
    const latest = document.getElementById("latest").textContent;
    if (!this.#story && !this.#state.table.position) {
      say("said-play", latest);
    } else if (!this.#story && told && told.href !== this.#told) {
      this.#told = told.href;
      say("said-play", told.matches("tr:last-child a") ? latest : told.textContent);
    }
    const score = scoreShown();
    if (this.#score !== score) {
      this.#score = score;
      say("said-score", score);
    }
  }

  /** Lay the page out for a wait, and for an end that leaves the last play where it is, until they are over. */
  #wait() {
    const before = this.#waits;
    this.#waits = document.querySelector("#wait .waits") !== null;
    if (this.#waits) {
      const { height } = document.querySelector("#wait .decides").getBoundingClientRect();
      this.#page.style.setProperty("--kept", `${height}px`);
    }
    if (this.#waits && !before && this.#last !== Number(this.#page.dataset.last)) {
      this.#lookElsewhere();
    }
  }

  /** Put a wait above the board of a phone, or below it: only where nothing jumps before somebody's eyes. */
  #order(first) {
    this.#page.classList.toggle("wait-first", first);
  }

  /** Show what is played at other tables now; the server leaves out those where the visitor plays. */
  async #lookElsewhere() {
    const answer = await fetch(this.#match).catch(() => null);
    const html = answer?.ok ? await answer.text() : "";
    const found = new DOMParser().parseFromString(html, "text/html").getElementById("elsewhere");
    if (found) {
      document.getElementById("elsewhere").replaceWith(found);
    }
  }

  #tellAge() {
    const over = this.#state.phase === "over";
    const age = over ? "" : ageInWords(this.#words.age, this.#published, this.#ahead);
    for (const place of document.querySelectorAll("#age, .age")) {
      place.textContent = age;
    }
  }

  #linked(whether, since) {
    say("link", lineInWords(this.#words, whether, since));
    document.getElementById("link").classList.toggle("lost", !whether);
  }

  /** Show the place of a new address; one with its place behind "#", an older form, is replaced first. */
  #arrive() {
    const old = /^#g(\d+)([mc]\d+)?$/.exec(location.hash);
    if (old) {
      this.#address(pathOf(old[1], old[2]));
    }
    this.#visit();
  }

  /** Step to a link's place in this match; leave any other link, or one for a new window, to the browser. */
  #follow(event) {
    const again = event.target.closest("[data-replay]");
    if (again) {
      this.#playAgain(Number(again.dataset.replay));
      return;
    }
    const place = placeClicked(event, this.#match);
    if (place) {
      event.preventDefault();
      history.pushState(null, "", place.anchor.pathname + location.search);
      this.#visit();
    }
  }

  /** Show the place that the address names: a step of a game, or the first view of the match. */
  async #visit() {
    this.#playback.stop();
    const address = location.pathname;
    const place = placeOf(address, this.#match) ?? placeOf(this.#page.dataset.place, "");
    const story = place && (await this.#stories.of(place.game, this.#last));
    if (location.pathname !== address) {
      return;
    }
    if (story?.steps.length) {
      this.#lookBack(story, stepOf(story, place.link), address !== this.#match);
    } else {
      this.#live();
    }
  }

  /** Play a game again from its first roll, calmly, on the boards. */
  async #playAgain(game) {
    const story = await this.#stories.of(game, this.#last);
    if (story?.steps.length) {
      document.querySelector(".room.open").scrollIntoView({ block: "nearest" });
      this.#playback.start(story);
    }
  }

  #stop() {
    this.#playback.stop();
    this.#where();
  }

  async #go(where) {
    this.#playback.stop();
    if (where === "live" || (where === "forward" && !this.#story)) {
      this.#live();
      return;
    }
    const game = this.#story?.game ?? this.#state.game;
    const story = await this.#stories.of(game, this.#last);
    if (!story?.steps.length) {
      return;
    }
    const end = story.steps.length - 1;
    const from = this.#story ? this.#step : end;
    const step = { first: 0, back: from - 1, forward: from + 1, last: end }[where] ?? story.differs;
    if (step > end && this.#goesOn(story)) {
      this.#live();
    } else if (step !== null) {
      this.#lookBack(story, Math.min(Math.max(step, 0), end));
    }
  }

  #lookBack(story, step, named = true) {
    const other = this.#story !== story;
    this.#order(false);
    this.#story = story;
    this.#step = step;
    if (named) {
      this.#address(pathOf(story.game, story.steps[step].link));
    }
    this.#bothRooms(Boolean(story.closed));
    showTables(story, step);
    if (other) {
      update(document.getElementById("doubles"), story.doubles);
    }
    document.getElementById("latest").textContent = latestOf(story, step, this.#words);
    document.getElementById("counted").textContent = this.#counted();
    this.#where();
    // When looking back begins the list scrolls from its beginning, and only then to the row.
    this.#markRow(other ? story.rail : null, story.steps[step].link);
  }

  /** Show the rail of the game, where another one was shown, with the row of the step marked. */
  #markRow(rail, link) {
    const moves = document.getElementById("moves");
    if (rail !== null) {
      update(moves, rail);
    }
    moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = moves.querySelector(`[data-step="${link}"]`).closest("tr");
    row.setAttribute("aria-current", "step");
    moves.scrollTop += middleOf(row) - middleOf(moves); // the list alone, never the page
  }

  #live() {
    this.#playback.stop();
    this.#story = null;
    this.#page.dataset.place = "";
    this.#address("");
    this.#bothRooms(false);
    this.#open.table = this.#state.table;
    for (const id of LOOKING_BACK.filter((each) => this.#parts.has(each))) {
      update(document.getElementById(id), this.#parts.get(id));
    }
    this.#where();
  }

  /** Return the open room's score at the step, and the closed room's beside it. */
  #counted() {
    const opened = countedInWords(this.#open.table);
    const closed = this.#story.closed ? countedInWords(this.#closed.table) : "";
    return closed ? `${opened} · ${this.#words.rooms.closed}: ${closed}` : opened;
  }

  #where() {
    const looking = this.#story !== null;
    const differs = looking && this.#step === this.#story.differs;
    const sentence = this.#words[this.#playback.runs ? "replay" : differs ? "differs" : "step"];
    this.#page.classList.toggle("looking-back", looking);
    const now = this.#words[this.#state.phase === "over" ? "over" : this.#waits ? "waits" : "now"];
    if (looking) this.#count(this.#story);
    say("where", looking ? whereIn(sentence, this.#story, this.#step, this.#words) : now);
    document.getElementById("stop").hidden = !this.#playback.runs;
    this.#enableSteps();
    this.#markGame();
  }

  #markGame() {
    for (const game of document.querySelectorAll("#games a")) {
      const number = placeOf(game.pathname, this.#match)?.game;
      game.toggleAttribute("data-shown", number !== undefined && number === this.#story?.game);
    }
  }

  /** Keep how many steps the public knows of a story that goes on while the visitor looks back. */
  #count(story) {
    if (this.#goesOn(story) && this.#parts.has("moves")) {
      story.known = this.#parts.get("moves").split("data-step=").length - 1;
    }
  }

  /** Return whether the present state follows after the last step of a game. */
  #goesOn(story) {
    return story.game === this.#state.game && !story.closed && !this.#isOver;
  }

  get #isOver() {
    return this.#page.classList.contains("over");
  }

  #enableSteps() {
    for (const button of this.#page.querySelectorAll("button[data-step]")) {
      button.setAttribute("aria-disabled", String(this.#idle(button.dataset.step))); // it keeps the focus
    }
  }

  #idle(where) {
    const end = this.#story ? this.#story.steps.length - 1 : 0;
    switch (where) {
      case "live":
        return !this.#story || this.#isOver || this.#state.phase === "over" || !this.#parts.size;
      case "forward":
      case "last":
        return !this.#story || (this.#step === end && !this.#goesOn(this.#story));
      case "differs":
        return (this.#story?.differs ?? null) === null;
      default:
        return this.#story !== null && this.#step === 0;
    }
  }

  #bothRooms(both) {
    this.#page.classList.toggle("both-rooms", both);
    this.#closed.hidden = !both;
  }

  /** Step when a finger moves sideways over a board: to the left forward, to the right back. */
  #hearSwipes() {
    let from = null;
    this.#page.addEventListener(
      "touchstart",
      ({ target, touches }) => {
        const begun = touches.length === 1 && target.closest("bg-board");
        from = begun ? [touches[0].clientX, touches[0].clientY] : null;
      },
      { passive: true },
    );
    this.#page.addEventListener(
      "touchend",
      ({ changedTouches: [{ clientX, clientY }] }) => {
        const aside = from ? clientX - from[0] : 0;
        if (Math.abs(aside) > SWIPE && Math.abs(aside) > 2 * Math.abs(clientY - from[1])) {
          this.#swipe(aside < 0 ? 1 : -1);
        }
        from = null;
      },
      { passive: true },
    );
    this.#page.addEventListener("touchcancel", () => {
      from = null; // the browser scrolls
    });
  }

  /** Step on or back; from a game's last step into the next game, from its first into the one before. */
  async #swipe(way) {
    this.#playback.stop();
    const edge = way > 0 ? this.#story?.steps.length - 1 : 0;
    const game = this.#story?.game + way;
    if (this.#step !== edge || !this.#story || (way > 0 && this.#goesOn(this.#story))) {
      this.#go(way > 0 ? "forward" : "back");
    } else if (this.#hasBegun(game)) {
      const story = await this.#stories.of(game, this.#last);
      if (story?.steps.length) {
        this.#lookBack(story, way > 0 ? 0 : story.steps.length - 1);
      }
    }
  }

  #hasBegun(game) {
    const begun = [...document.querySelectorAll("#games a")];
    return begun.some((link) => placeOf(link.pathname, this.#match)?.game === game);
  }

  #flip(event) {
    this.#open.flipped = !this.#open.flipped;
    this.#closed.flipped = this.#open.flipped;
    event.currentTarget.setAttribute("aria-pressed", String(this.#open.flipped));
  }

  #address(path) {
    const address = this.#match + path;
    if (location.pathname !== address || location.hash) {
      history.replaceState(null, "", address + location.search);
    }
  }
}

function say(id, text) {
  const place = document.getElementById(id);
  if (place.textContent !== text) {
    place.textContent = text;
  }
}

/** Return the newest line of the list that is more than its dice. */
function newestTold() {
  return [...document.querySelectorAll("#moves .open:not(.quiet) a")].at(-1);
}

/** Return the teams with their sums, in a line. */
function scoreShown() {
  return [...document.querySelectorAll("#score :is(.team b, .sum)")].map((each) => each.textContent).join(" ");
}

function middleOf(element) {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

new MatchPage();
