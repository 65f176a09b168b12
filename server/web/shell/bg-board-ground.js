// The drawing under the checkers: the room's frame and sign, field, triangles, numbers, figures. `view` is
// the board as it is looked at: { layout, flipped, across, aids, seen(place), terms }.

import { BAR, base, TRAY, U } from "./bg-board-geometry.js";
import { box, shape, words } from "./bg-board-shapes.js";

export const FRAME = 8; // the room's colour around the board
export const SIGN = 34; // and the strip above it that names the room
const ASIDE = 9.5; // distance of a point's two numbers from its middle
const SIDES = ["white", "red"];
const POINTS = [...Array(24).keys()].map((k) => k + 1);

/** Return the frame in the room's colour, with its name. */
export function sign({ layout: { at }, terms }, room) {
  const [width, height] = sizeOf(at);
  const tone = room === "closed" ? "closed" : "open";
  const name = shape("text", { class: `sign ${tone}`, x: FRAME + 8, y: SIGN - 11 });
  name.textContent = terms.rooms?.[room] ?? "";
  return [box(`room ${tone}`, { x: width / 2, y: height / 2 }, width, height), name];
}

/** Return width and height of the whole drawing. */
export function sizeOf(at) {
  return [at.width + 2 * FRAME, at.height + SIGN + FRAME];
}

/** Return edge, trays, field and triangles. */
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

/**
 * Return both sides' numbers of each point, White's on the left, Red's on the right; bg-board.css chooses the large
 * ones.
 */
export function numbers(view) {
  const { at, number } = view.layout;
  return POINTS.flatMap((point) => {
    const { x, y, up } = base(at, point);
    const middle = view.seen({ x, y: y - up * 13 });
    return SIDES.map((side) => numberOf(side, middle, number(side, point), view.across));
  });
}

/** Return a number: upright for everybody, or with `across` Red's turned towards the player on the other side. */
function numberOf(side, { x, y }, number, across) {
  const isTurned = across && side === "red";
  const left = side === "white" || isTurned;
  const drawn = words(`number ${side}`, { x: left ? x - ASIDE : x + ASIDE, y }, number, 5);
  if (isTurned) {
    drawn.setAttribute("transform", `rotate(180 ${x} ${y})`);
  }
  return drawn;
}

/** Return the words at points that a game marks, such as each side's head. */
export function marks(view) {
  const { at, marks: marked, triangle } = view.layout;
  return SIDES.flatMap((owner) =>
    marked.map((mark) => {
      const { x, y, up } = base(at, triangle(owner, mark.place));
      const inwards = 6 * Math.sign(at.width / 2 - x);
      const word = view.terms.marks?.[mark.word] ?? "";
      return words("mark", view.seen({ x: x + inwards, y: y + up * 5.6 * U }), word, 4);
    }),
  );
}

/** Return the figures beside the board that the game counts: either side's with a word between them. */
export function figures(view, table) {
  return view.layout.figures.flatMap(({ x, unit, of, aid, unlessNone }) => {
    const values = of(table);
    const none = (unlessNone || !table.position) && !values.white && !values.red;
    return none || (aid && !view.aids) ? [] : column(view, view.layout.at[x], values, view.terms.units?.[unit]);
  });
}

/** Return Trictrac's holes with the sides' pegs in them, and the tokens that show points at the tips. */
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
    const place = view.seen({ x, y: y + (side === "white" ? 21 : -21) });
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
