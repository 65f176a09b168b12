// What lies under the checkers: the room's frame and sign, field, triangles, numbers, figures.
// `view` is the board as it is looked at: { layout, flipped, aids, seen(place), terms }.

import { BAR, TRAY, U, base } from "./bg-board-geometry.js";
import { box, shape, words } from "./bg-board-shapes.js";

export const FRAME = 8; // the room's colour around the board
export const SIGN = 34; // and the strip above it that names the room
const SIDES = ["white", "red"];
const POINTS = [...Array(24).keys()].map((k) => k + 1);

/** The frame in the room's colour, with its name. */
export function sign({ layout: { at }, terms }, room) {
  const [width, height] = sizeOf(at);
  const tone = room === "closed" ? "closed" : "open";
  const name = shape("text", { class: `sign ${tone}`, x: FRAME + 8, y: SIGN - 11 });
  name.textContent = terms.rooms?.[room] ?? "";
  return [box(`room ${tone}`, { x: width / 2, y: height / 2 }, width, height), name];
}

/** Width and height of the whole drawing. */
export function sizeOf(at) {
  return [at.width + 2 * FRAME, at.height + SIGN + FRAME];
}

/** Edge, trays, field and triangles. */
export function furniture(view) {
  const { at } = view.layout;
  const parts = [lay(view, "edge", { x: at.width / 2, y: at.height / 2 }, at.width, at.height)];
  for (const x of [at.leftTray, at.rightTray]) {
    for (const y of [at.top + 2.5 * U, at.bottom - 2.5 * U]) {
      parts.push(lay(view, "tray", { x, y }, TRAY, 5 * U, 4));
    }
  }
  for (const x of [at.left, at.right]) {
    parts.push(lay(view, "field", { x: x + at.half / 2, y: at.middle }, at.half, at.tall));
  }
  for (const odd of [0, 1]) {
    const tips = POINTS.filter((point) => point % 2 === odd).map((point) => triangle(view, point));
    parts.push(shape("path", { class: `point-${odd}`, d: tips.join("") }));
  }
  return parts;
}

/** The numbers at the edge, as `side` counts, and the words at what a game marks. */
export function numbers(view, side) {
  const { at, number, marks } = view.layout;
  const own = POINTS.map((point) => {
    const { x, y, up } = base(at, point);
    return words("number", view.seen({ x, y: y - up * 13 }), number(side, point), 5);
  });
  const marked = SIDES.flatMap((owner) =>
    marks.map((mark) => {
      const { x, y, up } = base(at, view.layout.triangle(owner, mark.place));
      const word = view.terms.marks?.[mark.word] ?? "";
      const inwards = 6 * Math.sign(at.width / 2 - x);
      return words("mark", view.seen({ x: x + inwards, y: y + up * 5.6 * U }), word, 4);
    }),
  );
  return [...own, ...marked];
}

/** What the game counts, beside the board: either side's figure with a word between them. */
export function figures(view, table) {
  return view.layout.figures.flatMap(({ x, unit, of, aid, unlessNone }) => {
    const values = of(table);
    const none = (unlessNone || !table.position) && !values.white && !values.red;
    return none || (aid && !view.aids) ? [] : column(view, view.layout.at[x], values, view.terms.units?.[unit]);
  });
}

/** Trictrac's holes with the sides' pegs in them, and the tokens that show points at the tips. */
export function rails(view, { score }) {
  const { at, rail, triangle } = view.layout;
  if (!rail || !score) {
    return [];
  }
  return SIDES.flatMap((side) => {
    const foot = (k) => base(at, triangle(side, BAR - k));
    const hole = (k) => {
      const { x, y, up } = k ? foot(k) : { ...foot(1), x: at.rightTray };
      return view.seen({ x, y: y - up * 34 });
    };
    const drawn = [...Array(rail + 1).keys()].map((k) => dot("hole", hole(k), 4));
    const { holes, triangle: tip, tokens } = score[side];
    drawn.push(dot(`peg ${side}`, hole(Math.min(holes, rail)), 7));
    for (let k = 0; tip && k < tokens; k += 1) {
      const { x, y, up } = foot(tip);
      const place = { x: x + (k - (tokens - 1) / 2) * 15, y: y + up * (5 * U + 9) };
      drawn.push(dot(`token ${side}`, view.seen(place), 7));
    }
    return drawn;
  });
}

function dot(kind, { x, y }, r) {
  return shape("circle", { class: kind, cx: x, cy: y, r });
}

function column(view, x, values, unit) {
  const y = view.layout.at.middle;
  const each = SIDES.map((side) => {
    const place = view.seen({ x, y: y + (side === "white" ? 19 : -19) });
    return words("figure", place, values[side], 6);
  });
  return [...each, words("unit", view.seen({ x, y }), unit ?? "", 4)];
}

function triangle(view, point) {
  const { x, y, up } = base(view.layout.at, point);
  const foot = view.seen({ x, y });
  const tip = 5 * U * (view.flipped ? -up : up);
  return `M${foot.x - U / 2} ${foot.y}l${U / 2} ${tip}l${U / 2} ${-tip}z`;
}

function lay(view, kind, place, width, height, round) {
  return box(kind, view.seen(place), width, height, round);
}
