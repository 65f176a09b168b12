// <position-form>: the checkers of a table, entered by counts or by clicking a drawn board. Without script
// its fields work alone. A checker is lifted by one click and laid down by the next, so none is lost.

import "./bg-board.js";
import { layoutOf } from "./bg-board-games.js";
import { BAR, OFF, U } from "./bg-board-geometry.js";
import { FRAME, SIGN } from "./bg-board-ground.js";

const SIDES = ["white", "red"];

class PositionForm extends HTMLElement {
  #held = null;

  connectedCallback() {
    this.addEventListener("input", () => this.#draw());
    this.#board.addEventListener("click", (event) => this.#point(event));
    this.addEventListener("keydown", (event) => event.key === "Escape" && this.#say(null));
    this.querySelector(".hint").hidden = false;
    this.#say(null);
    this.#draw();
  }

  get #board() {
    return this.querySelector("bg-board");
  }

  #field(side, place) {
    return this.querySelector(`[name="${side}-${place}"]`);
  }

  #count(side, place) {
    return Number(this.#field(side, place)?.value ?? 0);
  }

  #draw() {
    const places = [...Array(BAR + 1).keys()];
    const position = {};
    for (const side of SIDES) {
      position[side] = places.map((place) => this.#count(side, place));
      const lying = position[side].reduce((sum, count) => sum + count, 0);
      const sum = this.querySelector(`[data-side="${side}"] [data-sum]`);
      sum.textContent = lying === 15 ? "" : `${lying} / 15`;
    }
    // By the attribute: a property set before the board is upgraded would hide the board's own.
    const table = JSON.parse(this.#board.getAttribute("table"));
    this.#board.setAttribute("table", JSON.stringify({ ...table, position }));
  }

  #point(event) {
    const svg = this.#board.querySelector("svg");
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const layout = layoutOf(this.#board.getAttribute("game"));
    const spot = placeAt(layout, at.x - FRAME, at.y - SIGN);
    if (this.#held === null) {
      this.#lift(spot);
    } else {
      this.#lay(spot);
    }
  }

  #lift(spot) {
    const side = SIDES.find((each) => spot[each] !== undefined && this.#count(each, spot[each]) > 0);
    if (side !== undefined) {
      this.#say({ side, place: spot[side] });
    }
  }

  #lay(spot) {
    const { side, place } = this.#held;
    const target = this.#field(side, spot[side]);
    if (target !== null) {
      this.#field(side, place).value = this.#count(side, place) - 1;
      target.value = this.#count(side, spot[side]) + 1;
      this.#draw();
      this.#say(null);
    }
  }

  #say(held) {
    this.#held = held;
    for (const field of this.querySelectorAll(".lifted")) {
      field.classList.remove("lifted");
    }
    this.#field(held?.side, held?.place)?.classList.add("lifted");
    this.querySelector(".hint").textContent = held ? this.dataset.held : this.dataset.free;
  }
}

/** Return the places there on the drawing, by each side's own number; none for a side that cannot lie there. */
function placeAt({ at, trays, number }, x, y) {
  const low = y > at.middle;
  for (const tray of ["leftTray", "rightTray"]) {
    if (Math.abs(x - at[tray]) < U) {
      const side = low ? "white" : "red";
      return trays[side] === tray ? { [side]: OFF } : {};
    }
  }
  if (Math.abs(x - at.barX) < at.bar / 2) {
    return { [low ? "red" : "white"]: BAR };
  }
  const right = x > at.barX;
  const across = Math.floor(((right ? at.right : at.left) + at.half - x) / U) + (right ? 0 : 6);
  const point = low ? across + 1 : 24 - across;
  return { white: number("white", point), red: number("red", point) };
}

customElements.define("position-form", PositionForm);
