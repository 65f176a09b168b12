// <bg-board>: a table drawn as SVG from the feed's `state.table`.
//
// Attributes: `table` (JSON) or the property of that name, `game`, `room` (open, closed, or table where there
// is no other), `flipped`, `aids` (with pip counts and checkers off, which nobody at a table is shown), `across` (a
// device that lies between two players: Red's numbers are turned towards Red). The page's contents of the element stay until there is a drawing. A table whose positions
// nobody knows is no board: it has the attribute `unrecorded`, and is drawn as in bg-board-dice.js.
//
// Of both numbers that each point carries, those of the side whose play is told are in full ink (`data-side` of their
// layer): whose play is drawn, else who is on turn, else who sits below.

import { DicePicture } from "./bg-board-dice.js";
import { gameOf, layoutOf } from "./bg-board-games.js";
import { FULL, seen } from "./bg-board-geometry.js";
import { FRAME, figures, furniture, marks, numbers, rails, SIGN, sign, sizeOf } from "./bg-board-ground.js";
import { assigned, Motion } from "./bg-board-motion.js";
import { checker, cube, die, put, shape, words } from "./bg-board-shapes.js";
import { cubeOf, inWords, wordsOfPage } from "./bg-board-words.js";

const SIDES = ["white", "red"];
const LAYERS = ["furniture", "numbers", "counted", "men", "trace", "counts", "cube", "dice"];
const MANY = 8; // checkers that no single turn moves: another position altogether

class BgBoard extends HTMLElement {
  static observedAttributes = ["table", "game", "room", "flipped", "aids"];

  #table = null;
  #view = null;
  #svg = null;
  #dice = null; // the picture in place of a board
  #layers = {};
  #men = { white: [], red: [] };
  #motion = new Motion();
  #last = { dice: "", cube: null };

  connectedCallback() {
    if (this.#table) {
      this.#furnish();
    }
  }

  attributeChangedCallback(name, before, now) {
    if (name === "table") {
      this.table = JSON.parse(now);
    } else if (this.#drawn && before !== now) {
      this.#furnish();
    }
  }

  get table() {
    return this.#table;
  }

  set table(table) {
    this.#table = table;
    const isBoard = Boolean(table?.position);
    this.toggleAttribute("unrecorded", Boolean(table) && !isBoard);
    if (this.#drawn && isBoard === Boolean(this.#svg)) {
      this.#show(true);
    } else if (table && (this.#drawn || this.isConnected)) {
      this.#furnish();
    }
  }

  get #drawn() {
    return this.#svg ?? this.#dice;
  }

  get flipped() {
    return this.hasAttribute("flipped");
  }

  set flipped(flipped) {
    this.toggleAttribute("flipped", flipped);
  }

  /** Draw everything anew, without movement. */
  #furnish() {
    const layout = layoutOf(this.getAttribute("game"));
    const { flipped } = this;
    const look = (place) => seen(layout.at, flipped, place);
    const aids = this.hasAttribute("aids");
    const across = this.hasAttribute("across");
    this.#view = { layout, flipped, across, aids, seen: look, terms: wordsOfPage() };
    if (!this.#table.position) {
      const game = gameOf(this.getAttribute("game"));
      this.#svg = null;
      this.#dice = new DicePicture({ game, terms: wordsOfPage() }, this.getAttribute("room") ?? "open");
      this.replaceChildren(this.#dice.element);
      this.#show(false);
      return;
    }
    this.#dice = null;
    const ground = shape("g", { transform: `translate(${FRAME} ${SIGN})` });
    for (const name of LAYERS) {
      this.#layers[name] = shape("g", { class: name });
      ground.append(this.#layers[name]);
    }
    this.#layers.furniture.append(...furniture(this.#view));
    this.#layers.numbers.append(...numbers(this.#view), ...marks(this.#view));
    const viewBox = [0, 0, ...sizeOf(layout.at)].join(" ");
    const frame = sign(this.#view, this.getAttribute("room") ?? "open");
    this.#svg = shape("svg", { viewBox, role: "img" }, ...frame, ground);
    this.#men = { white: [], red: [] };
    this.#last = { dice: "", cube: null };
    this.replaceChildren(this.#svg);
    this.#show(false);
  }

  #show(moving) {
    const table = this.#table;
    const cubed = hasCube(table, this.#view.layout);
    const said = inWords(table, this.getAttribute("game"), cubed, this.#view.aids);
    if (this.#dice) {
      this.#dice.show(table, { cubed, moving, said });
      return;
    }
    const jumping = this.#motion.stop() || !moving;
    this.#layers.numbers.dataset.side = table.last_play?.side ?? table.on_turn ?? (this.flipped ? "red" : "white");
    this.#layers.counted.replaceChildren(...figures(this.#view, table), ...rails(this.#view, table));
    this.#drawMen(table, jumping);
    this.#drawTrace(table);
    this.#drawCube(table, jumping);
    this.#drawDice(table, jumping);
    this.#svg.setAttribute("aria-label", said);
  }

  #drawMen(table, jumping) {
    const moved = SIDES.flatMap((side) => this.#assign(side, table.position[side]));
    if (moved.length) {
      const all = [...this.#men.white, ...this.#men.red];
      const lying = all.filter((man) => !moved.includes(man));
      this.#layers.men.append(...[...lying, ...moved].map((man) => man.group));
      this.#drawCounts(table.position);
    }
    if (!jumping && moved.length <= MANY) {
      for (const man of moved) {
        this.#motion.glide(man.group, man.from, man.at);
      }
    }
  }

  /** Give the side's checkers their places; return those whose place has changed. */
  #assign(side, counts) {
    const all = counts.reduce((sum, count) => sum + count, 0);
    if (this.#men[side].length !== all) {
      for (const man of this.#men[side]) {
        man.group.remove();
      }
      this.#men[side] = Array.from({ length: all }, () => ({ group: checker(side), place: null }));
    }
    const men = this.#men[side];
    const next = assigned(
      men.map((man) => man.place),
      counts,
    );
    men.forEach((man, order) => {
      man.arrives = man.place !== next[order];
      man.place = next[order];
    });
    men.sort((one, other) => one.place - other.place || one.arrives - other.arrives);
    const lying = new Map();
    for (const man of men) {
      const index = lying.get(man.place) ?? 0;
      lying.set(man.place, index + 1);
      this.#lay(side, man, index, counts[man.place]);
    }
    return men.filter((man) => man.arrives);
  }

  #lay(side, man, index, count) {
    const at = this.#spot(side, man.place, index, count);
    man.from = man.at ?? at;
    man.at = at;
    man.group.classList.toggle("off", Boolean(at.slab));
    put(man.group, at);
  }

  #drawCounts(position) {
    const tall = SIDES.flatMap((side) =>
      position[side].flatMap((count, place) => {
        const top = this.#spot(side, place, count - 1, count);
        return count > FULL && !top.slab ? [words(`count ${side}`, top, count, 6)] : [];
      }),
    );
    this.#layers.counts.replaceChildren(...tall);
  }

  /** Draw the last play as thin lines from the checkers' old places to their new ones. */
  #drawTrace({ last_play: play, position }) {
    const drawn = [];
    const moves = play?.moves ?? [];
    const own = moves.length && position[play.side];
    const left = new Set(moves.map(([origin]) => origin));
    for (const [origin, target] of moves) {
      const from = this.#top(play.side, origin, own[origin] + 1);
      const to = this.#top(play.side, target, Math.max(own[target], 1));
      const bend = (from.y + to.y) / 4 + this.#view.layout.at.middle / 2;
      const line = `M${from.x} ${from.y}Q${(from.x + to.x) / 2} ${bend} ${to.x} ${to.y}`;
      drawn.push(shape("path", { class: "line", d: line }));
      if (!left.has(target)) {
        drawn.push(shape("circle", { class: "end", cx: to.x, cy: to.y, r: 5 }));
      }
    }
    this.#layers.trace.replaceChildren(...drawn);
  }

  #top(side, place, count) {
    return this.#spot(side, place, count - 1, count);
  }

  #spot(side, place, index, count) {
    return this.#view.seen(this.#view.layout.spot(side, place, index, count));
  }

  #drawCube(table, jumping) {
    if (!hasCube(table, this.#view.layout)) {
      this.#layers.cube.replaceChildren();
      return;
    }
    const at = this.#view.seen(cubePlace(table, this.#view.layout.at));
    const drawn = cube(table.doubled ?? table.cube.value, Boolean(table.doubled));
    put(drawn, at);
    this.#layers.cube.replaceChildren(drawn);
    const before = this.#last.cube;
    if (before && !jumping && (before.x !== at.x || before.y !== at.y)) {
      this.#motion.glide(drawn, before, at);
    }
    this.#last.cube = at;
  }

  #drawDice(table, jumping) {
    const { at } = this.#view.layout;
    const thrown = table.doubled ? null : table.dice;
    const drawn = (thrown ? lying(thrown, at) : []).map(({ side, pips, x }) => {
      const group = die(side, pips);
      const rest = this.#view.seen({ x, y: at.middle });
      put(group, rest);
      return { group, rest };
    });
    this.#layers.dice.replaceChildren(...drawn.map((each) => each.group));
    const key = thrown ? [thrown.game, thrown.side, thrown.turn, thrown.dice].join(" ") : "";
    if (key !== this.#last.dice && !jumping) {
      for (const { group, rest } of drawn) {
        this.#motion.settle(group, rest);
      }
    }
    this.#last.dice = key;
  }
}

/** Return whether there is a cube: the game has one from the start, or it was used; a match may leave it out. */
function hasCube(table, layout) {
  return table.cube !== null && (layout.cube || cubeOf(table).value > 1 || Boolean(table.doubled));
}

/** Return the cube's place: on the bar, on its owner's side, or, when proposed, where the doubler's dice would lie. */
function cubePlace({ cube: { owner }, doubled, on_turn: mover }, at) {
  if (doubled) {
    return { x: (mover === "white" ? at.right : at.left) + at.half / 2, y: at.middle };
  }
  const y = owner === "white" ? at.bottom - 30 : at.top + 30;
  return owner ? { x: at.leftTray, y } : { x: at.barX, y: at.middle };
}

/** Return the places of dice on the mover's right hand; an opening throw has one die on either side. */
function lying({ side, dice: [first, second], opening }, at) {
  const right = at.right + at.half / 2;
  const left = at.left + at.half / 2;
  if (opening) {
    return [
      { side: "white", pips: first, x: right },
      { side: "red", pips: second, x: left },
    ];
  }
  const middle = side === "white" ? right : left;
  return [
    { side, pips: Math.max(first, second), x: middle - 22 },
    { side, pips: Math.min(first, second), x: middle + 22 },
  ];
}

customElements.define("bg-board", BgBoard);
