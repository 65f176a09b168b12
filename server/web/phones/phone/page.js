// The whole page: both halves, the strip between them, the board where plays are entered on it, and the text
// in place of all that when this page is no longer the table's board.

import { gameOfKind } from "../bg-board-games.js";
import { Announced } from "./announced.js";
import { HalfDrawn, write } from "./draw.js";
import { diceOf, isRecorded, NAMES } from "./half.js";
import { PlayedBoard } from "./played-board.js";
import { onTurn } from "./table.js";
import { CUBE_STATE } from "./values.js";

const SIDES = ["white", "red"];
const ENDED = ["replaced", "forbidden", "elsewhere"];
const TRIANGLES = { 0: 0, 2: 2, 4: 4, 6: 6, 8: 7, 10: 12 }; // where a trictrac token lies for its points

export class Page {
  #main;
  #say;
  #hear;
  #halves = {};
  #announced;
  #board = null;

  /** @param {object} hear callbacks: act(side, act), place(spot), call(), admit(whether), here() */
  constructor(main, say, hear) {
    this.#main = main;
    this.#say = say;
    this.#hear = hear;
    for (const side of SIDES) {
      this.#halves[side] = new HalfDrawn(main.querySelector(`.half.${side}`), (act) => hear.act(side, act), say);
    }
    this.#part("call").addEventListener("click", () => hear.call());
    this.#part("admit").addEventListener("click", () => hear.admit(true));
    this.#part("dismiss").addEventListener("click", () => hear.admit(false));
    this.#part("here").addEventListener("click", () => hear.here());
    this.#announced = new Announced(this.#part("announced"), say("dismiss"));
    const device = document.getElementById("device");
    this.#part("device").addEventListener("click", () => device.showModal());
  }

  /** Show that this browser keeps nothing any more, so that nothing can be sent. */
  full() {
    this.#main.dataset.full = "";
  }

  show({ views, note, clocks, state, info, link, entry, position, mover }) {
    this.#showEnd(link);
    for (const side of SIDES) {
      const full = "full" in this.#main.dataset ? { tone: "alarm", text: this.#say("full") } : note;
      this.#halves[side].show(views[side], full, { side, name: info[side] || this.#say(side), clock: clocks[side] });
    }
    this.#showStrip(state, info);
    this.#showBoard({ state, info, entry, position, mover });
  }

  #part(name) {
    return this.#main.querySelector(`[data-strip="${name}"]`);
  }

  #showEnd(link) {
    const isOver = ENDED.includes(link);
    this.#main.classList.toggle("ended", isOver);
    this.#part("ended").hidden = !isOver;
    write(this.#part("why"), isOver ? this.#say(`ended_${link}`) : "");
    this.#part("here").hidden = link !== "elsewhere";
  }

  #showStrip(state, info) {
    this.#part("call").disabled = !state.wait;
    this.#part("asks").hidden = !info.asks;
    this.#announced.show(info.announcements);
    write(this.#part("cube"), cubeOf(state));
    this.#part("cube").setAttribute("aria-label", this.#cubeText(state));
    write(this.#part("score"), info.score || this.#scoreText(state));
  }

  #cubeText({ cube, config }) {
    const where = cube?.state === CUBE_STATE.OFFERED ? "offered" : (NAMES[cube?.owner] ?? "centred");
    return config?.cube_limit && cube?.state ? this.#say(`cube_${where}`, { value: cube.cube }) : "";
  }

  /** Return both sides' trous and points where a game counts points. */
  #scoreText({ score, config }) {
    if (!score || !config || !gameOfKind(config.played).counts) {
      return "";
    }
    const line = (side) =>
      this.#say("score", { side: this.#say(side), holes: score[`${side}_holes`], points: score[`${side}_points`] });
    return SIDES.map(line).join(" · ");
  }

  #showBoard({ state, info, entry, position, mover }) {
    const place = this.#part("board");
    const isThere = Boolean(position) && isRecorded(state);
    this.#main.classList.toggle("with-board", isThere);
    place.hidden = !isThere;
    if (!isThere) {
      return;
    }
    const room = info.rooms === 1 ? "table" : info.room;
    this.#board ??= new PlayedBoard(place, info.game, room, { say: this.#say, tapped: this.#hear.place });
    this.#board.show(tableOf(state, position), mover, entry?.lifted ?? null);
  }
}

function cubeOf({ cube, config }) {
  return config?.cube_limit && cube?.state ? String(cube.cube) : "";
}

/** Return the table as `<bg-board>` draws one. */
function tableOf(state, position) {
  const { cube, score, wait } = state;
  const side = NAMES[onTurn(state)] ?? null;
  const dice = wait ? diceOf(state) : null;
  const isOffered = cube?.state === CUBE_STATE.OFFERED;
  const counted = (each) => ({
    points: score[`${each}_points`],
    holes: score[`${each}_holes`],
    tokens: score[`${each}_tokens`],
    triangle: TRIANGLES[score[`${each}_points`]] ?? 0,
  });
  return {
    position,
    on_turn: side,
    last_play: null,
    dice: dice && { game: state.game, side, turn: wait.turn, dice, opening: false },
    cube: cube?.state ? { value: isOffered ? cube.cube / 2 : cube.cube, owner: NAMES[cube.owner] ?? null } : null,
    doubled: isOffered ? cube.cube : null,
    score: score && { white: counted("white"), red: counted("red") },
  };
}
