// A table without positions: large dice, the cube and the side that has to act, in place of a board. Also a game
// that was kept by hand, without dice: how it ended.

import { checker, cube, die, shape } from "./bg-board-shapes.js";
import { actOf, cubeOf, scoreInWords } from "./bg-board-words.js";

const SIDES = ["white", "red"];
const SETTLE = 150;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** The picture of one table without positions; `view` has the page's words and values of the game: { terms, game }. */
export class DicePicture {
  element = html("div", "table-dice");
  #view;
  #face = html("div", "face");
  #thrown = "";

  constructor(view, room) {
    this.#view = view;
    const tone = room === "closed" ? "closed" : "open";
    this.element.classList.add(tone);
    this.element.setAttribute("role", "img");
    this.element.append(html("p", `sign ${tone}`, view.terms.rooms?.[room] ?? ""), this.#face);
  }

  /** Show the table; dice that have just been thrown settle if it is `moving`. `said` are its words. */
  show(table, { cubed, moving, said }) {
    this.element.setAttribute("aria-label", said);
    const centre = this.#centre(table);
    const sides = SIDES.map((side) => this.#side(side, table));
    const standing = cubed && !table.doubled ? this.#cube(cubeOf(table)) : null;
    const owner = SIDES.indexOf(cubeOf(table)?.owner);
    if (standing && owner >= 0) {
      sides[owner].append(standing);
    }
    const middle = standing && owner < 0 ? [standing] : [];
    this.#face.replaceChildren(sides[0], ...middle, sides[1], centre, ...this.#ending(table));
    const thrown = JSON.stringify(table.dice);
    if (moving && table.dice && thrown !== this.#thrown && !reduced.matches && !document.hidden) {
      for (const each of centre.children) {
        const transform = ["translateY(20%) rotate(-35deg)", "none"];
        each.animate({ transform }, { duration: SETTLE, easing: "ease-out" });
      }
    }
    this.#thrown = thrown;
  }

  /** Return a side's checker and name, what it has to do, and its score in a game that counts one. */
  #side(side, table) {
    const { terms } = this.#view;
    const { side: acting, act } = actOf(table);
    const acts = acting === side;
    const drawn = html("div", `side ${side}`);
    drawn.classList.toggle("acting", acts);
    const words = html("p", "who", terms.sides[side]);
    words.append(html("span", "acts", (acts ? terms.acts?.[act] : rolled(side, table, terms)) ?? ""));
    if (table.score && terms.trous) {
      words.append(html("span", "counted", scoreInWords(table.score, side, terms)));
    }
    drawn.append(picture(20, checker(side)), words);
    return drawn;
  }

  #cube({ value }) {
    return picture(19, cube(value, false), "cube-place");
  }

  /** Return what lies in the middle: the dice, a cube that is offered, or dice without pips before a throw. */
  #centre({ dice, doubled, result }) {
    const centre = html("div", "thrown");
    if (doubled) {
      centre.append(picture(20, cube(doubled, true), "offer"));
    } else if (dice) {
      centre.append(...laid(dice).map(([side, pips]) => picture(18, die(side, pips))));
    } else if (!result) {
      centre.append(...[0, 1].map(() => picture(18, shape("g", { class: "die none" }, ...noDie()))));
    }
    return centre;
  }

  /** Return the words for how the game ended, larger where there are no dice. */
  #ending({ result, dice }) {
    const won = result?.loser ? this.#view.game.won?.[result.ending] : "";
    if (!won) {
      return [];
    }
    const winner = result.loser === "white" ? "red" : "white";
    const drawn = html("div", dice ? "ending" : "ending alone");
    drawn.append(picture(20, checker(winner)), html("p", "", `${this.#view.terms.sides[winner]} ${won}`));
    return [drawn];
  }
}

/** Return what a side that has thrown, and need not act, has rolled. */
function rolled(side, { dice, doubled }, terms) {
  const thrown = dice && dice.side === side && !dice.opening && !doubled;
  return thrown ? terms.acts?.rolled.replace("{dice}", `${Math.max(...dice.dice)}-${Math.min(...dice.dice)}`) : "";
}

/** Return side and pips of both dice, the larger first; an opening throw has one die of each side. */
function laid({ side, dice: [first, second], opening }) {
  if (opening) {
    return [
      ["white", first],
      ["red", second],
    ];
  }
  return [
    [side, Math.max(first, second)],
    [side, Math.min(first, second)],
  ];
}

function noDie() {
  return [shape("rect", { class: "face", x: -17, y: -17, width: 34, height: 34, rx: 7 })];
}

/** Return a small drawing around (0, 0), so many units to each side. */
function picture(half, drawn, kind = "") {
  const viewBox = `${-half} ${-half} ${2 * half} ${2 * half}`;
  return shape("svg", { viewBox, class: kind, "aria-hidden": "true" }, drawn);
}

function html(name, kind, text = "") {
  const made = document.createElement(name);
  made.className = kind;
  made.append(text);
  return made;
}
