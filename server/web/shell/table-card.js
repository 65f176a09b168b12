// The contents of a match's card, kept up to date by the frames of the feed.

import "./bg-board.js";
import { gameOf } from "./bg-board-games.js";
import { actOf } from "./bg-board-words.js";
import { lineInWords } from "./news-age.js";

export const WORDS = JSON.parse(document.getElementById("card-words").textContent);

const fill = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function roll(table) {
  return table.dice && !table.result ? `${WORDS.sides[table.dice.side]} ${pips(table.dice)}` : "";
}

const pips = ({ dice, opening }) => (opening ? dice : [...dice].sort((one, other) => other - one)).join("-");

/** Return who has to play or to answer, and with which dice. */
function turn({ phase, held, table }) {
  const { side, act } = actOf(table);
  if (!side || held || phase !== "playing") {
    return "";
  }
  const text = fill(WORDS.turn[act], { side: WORDS.sides[side] });
  return act === "play" ? `${text} ${pips(table.dice)}` : text;
}

/** Return who won a match that is over and by how much, or that it is a draw. */
function won({ home, away, winner, ending, vp, imp, tally, points }) {
  const [unit, sums] = Object.entries({ imp, tally, points }).find(([, each]) => each);
  if (winner === "draw") {
    return fill(WORDS.won[`draw-${unit}`], { home, away, sum: sums.home });
  }
  const loser = winner === "home" ? "away" : "home";
  const score = vp ?? sums;
  const values = { team: { home, away }[winner], won: score[winner], lost: score[loser], imp: ending.by };
  return fill(WORDS.won[vp ? "vp" : unit], values);
}

const phaseOf = ({ length, phase }) => (length === null ? phase : `points-${phase}`);
const isHeld = ({ held, phase }) => held && phase !== "over";

/** Return in a word or two how far the match of a frame is. */
export function statusOf({ state }) {
  return fill(WORDS.status[isHeld(state) ? "held" : phaseOf(state)], state);
}

function parts({ label, state }) {
  const [phase, held] = [phaseOf(state), isHeld(state)];
  const waiting = phase === "playing" ? state.embargo : phase;
  const sums = state.imp ?? state.tally ?? state.points;
  const ending = state.winner ? won(state) : "";
  return {
    number: label,
    home: state.home,
    away: state.away,
    "home-sum": String(sums.home),
    "away-sum": String(sums.away),
    "home-player": state.line_ups?.home.open_player ?? "",
    "away-player": state.line_ups?.away.open_player ?? "",
    status: statusOf({ state }),
    waiting: fill(WORDS.waiting[held ? "held" : waiting], state),
    unit: fill(WORDS.units[state.imp ? "imp" : state.tally ? "tally" : "points"], state),
    ending,
    told: ending || (state.phase === "open-game-over" && !held ? fill(WORDS.hangs, state) : ""),
    turn: turn(state),
    roll: roll(state.table),
  };
}

/** Return whether the team at the place, "home" or "away", is ahead. */
export function leads({ imp, tally, points }, place) {
  const sums = imp ?? tally ?? points;
  return sums[place] > sums[place === "home" ? "away" : "home"];
}

/** Show a frame in a card; unchanged parts are left alone. */
export function show(card, frame) {
  for (const [name, text] of Object.entries(parts(frame))) {
    for (const place of card.querySelectorAll(`[data-card="${name}"]`)) {
      if (place.textContent !== text) {
        place.textContent = text;
      }
      if (place.title) {
        place.title = text;
      }
    }
  }
  const board = card.querySelector("bg-board");
  if (board) {
    const room = frame.state.length === null ? "open" : "table";
    if (board.getAttribute("room") !== room) {
      board.setAttribute("room", room);
    }
    if (board.getAttribute("game") !== frame.state.game_name) {
      board.setAttribute("game", frame.state.game_name);
      board.toggleAttribute("railed", gameOf(frame.state.game_name).holes > 0);
    }
    board.table = frame.state.table;
  }
}

/** Show the parts of a match's own page. */
export function showParts(beside, { page }) {
  for (const part of beside.querySelectorAll("[data-part]")) {
    const template = document.createElement("template");
    template.innerHTML = page[part.dataset.part];
    if (!part.matches(":focus-within") || part === document.activeElement) {
      part.replaceChildren(template.content);
    }
  }
}

/** Show in the page whether the line is there. */
export function linked(whether, since) {
  const link = document.getElementById("link");
  const text = lineInWords(WORDS, whether, since);
  if (link && link.textContent !== text) {
    link.textContent = text;
  }
  link?.classList.toggle("lost", !whether);
}

export const isPlaying = (state) => !["planned", "over"].includes(state.phase);
