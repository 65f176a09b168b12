// Shapes of SVG, by class only: their colours are in bg-board.css.

const NS = "http://www.w3.org/2000/svg";
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [-1, 1],
    [0, 0],
    [1, -1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
};

/** Return an element of SVG with these attributes and contents. */
export function shape(name, attributes = {}, ...inside) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...inside);
  return made;
}

/** Return a rectangle around its middle. */
export function box(kind, { x, y }, width, height, round = 0) {
  const corner = { x: x - width / 2, y: y - height / 2, width, height };
  return shape("rect", { class: kind, ...corner, rx: round });
}

/** Return words centred on a place; `lower` brings the middle of their letters there. */
export function words(kind, { x, y }, text, lower = 0) {
  return shape("text", { class: kind, x, y: y + lower }, String(text));
}

/** Return a checker around (0, 0): ivory with a dark ring, red with an ivory ring and an inner dot. */
export function checker(side) {
  const round = [
    shape("circle", { class: "body", r: 19 }),
    shape("circle", { class: "ring", r: side === "white" ? 13.5 : 14.5 }),
  ];
  if (side === "red") {
    round.push(shape("circle", { class: "dot", r: 4.5 }));
  }
  return shape("g", { class: `man ${side}` }, ...round, box("slab", { x: 0, y: 0 }, 40, 10, 2));
}

/** Return a die around (0, 0). */
export function die(side, pips) {
  const spots = PIPS[pips].map(([across, down]) =>
    shape("circle", { class: "pip", cx: 9 * across, cy: 9 * down, r: 3.4 }),
  );
  return shape("g", { class: `die ${side}` }, box("face", { x: 0, y: 0 }, 34, 34, 7), ...spots);
}

/** Return the doubling cube around (0, 0). */
export function cube(value, offered) {
  const kind = offered ? "cube offered" : "cube";
  const face = box("face", { x: 0, y: 0 }, 34, 34, 5);
  return shape("g", { class: kind }, face, words("value", { x: 0, y: 0 }, value, 6));
}

/** Put a group where it belongs. */
export function put(group, { x, y }) {
  group.setAttribute("transform", `translate(${x} ${y})`);
}
