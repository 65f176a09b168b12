// The drawn board with a button over each point, the bar and the trays: for fingers and for the keyboard.

import "../bg-board.js";
import { layoutOf } from "../bg-board-games.js";
import { BAR, base, OFF, seen, TRAY, U } from "../bg-board-geometry.js";
import { FRAME, SIGN, sizeOf } from "../bg-board-ground.js";
import { shape } from "../bg-board-shapes.js";

const POINTS = [...Array(24).keys()].map((place) => place + 1);
const SIDES = ["white", "red"];

export class PlayedBoard {
  #board;
  #buttons = [];
  #layout;
  #flipped;
  #say;

  /** @param {(spot: {white?: number, red?: number}) => void} tapped called with each side's own number of a place */
  constructor(place, game, room, { say, tapped, board = boardBetween() }) {
    this.#layout = layoutOf(game);
    this.#say = say;
    this.#board = board;
    this.#flipped = board.flipped;
    this.#board.setAttribute("game", game);
    this.#board.toggleAttribute("railed", this.#layout.rail > 0);
    this.#board.setAttribute("room", room);
    const [wide, high] = sizeOf(this.#layout.at);
    const over = document.createElement("div");
    over.className = "places";
    for (const { spot, x, y, width, height } of places(this.#layout, this.#flipped)) {
      const button = document.createElement("button");
      button.type = "button";
      button.style.cssText =
        `left: ${(100 * (x + FRAME)) / wide}%; top: ${(100 * (y + SIGN)) / high}%; ` +
        `width: ${(100 * width) / wide}%; height: ${(100 * height) / high}%`;
      button.addEventListener("click", () => tapped(spot));
      this.#buttons.push({ button, spot });
      over.append(button);
    }
    const field = document.createElement("div");
    field.className = "field";
    field.append(this.#board, over);
    place.replaceChildren(field);
  }

  /**
   * Show a table; `mover` is "white" or "red" while that side may enter a play, else "".
   * @param {{position: object}} table as `<bg-board>` takes it
   * @param {?number} lifted the mover's point from which a checker has been lifted
   */
  show(table, mover, lifted) {
    this.#board.table = table;
    for (const { button, spot } of this.#buttons) {
      const mine = mover && spot[mover] !== undefined;
      const place = spot[mover || "white"] ?? spot.red ?? spot.white;
      button.disabled = !mine;
      button.classList.toggle("lifted", Boolean(mine) && lifted === place);
      button.setAttribute("aria-label", this.#named(place, table.position, mover || "white"));
      button.setAttribute("aria-pressed", String(Boolean(mine) && lifted === place));
    }
    this.#mark(table, mover, lifted);
  }

  #named(place, position, mover) {
    const key = place === OFF ? "place_off" : place === BAR ? "place_bar" : "place_point";
    return this.#say(key, { point: place, n: position[mover][place] });
  }

  /** Draw a ring around the lifted checker. */
  #mark({ position }, mover, lifted) {
    const ground = this.#board.querySelector("svg > g");
    ground?.querySelector(".lifted")?.remove();
    if (mover && lifted !== null) {
      const count = position[mover][lifted];
      const { x, y } = seen(this.#layout.at, this.#flipped, this.#layout.spot(mover, lifted, count - 1, count));
      ground?.append(shape("circle", { class: "lifted", cx: x, cy: y, r: 19 }));
    }
  }
}

/** Return every place on the drawing, by each side's own number. */
function places({ at, trays, number }, flipped) {
  const deep = (at.bottom - at.top) / 2;
  const points = POINTS.map((point) => {
    const { x, up } = base(at, point);
    const spot = { white: number("white", point), red: number("red", point) };
    return { spot, x: x - U / 2, y: up < 0 ? at.middle : at.top, width: U, height: deep };
  });
  const bars =
    at.bar < U
      ? []
      : SIDES.map((side) => ({
          spot: { [side]: BAR },
          x: at.barX - at.bar / 2,
          y: side === "white" ? at.top : at.middle,
          width: at.bar,
          height: deep,
        }));
  const off = SIDES.map((side) => ({
    spot: { [side]: OFF },
    x: at[trays[side]] - TRAY / 2,
    y: side === "white" ? at.middle : at.top,
    width: TRAY,
    height: deep,
  }));
  return [...points, ...bars, ...off].map((each) => ({ ...each, ...across(at, flipped, each) }));
}

/** Return a board that lies between two players: each side's numbers are upright for that side's player. */
function boardBetween() {
  const board = document.createElement("bg-board");
  board.setAttribute("across", "");
  return board;
}

/** Return the corner of a place as people across the table see it. */
function across(at, flipped, { x, y, width, height }) {
  const { x: left, y: top } = seen(at, flipped, { x: x + width / 2, y: y + height / 2 });
  return { x: left - width / 2, y: top - height / 2 };
}
