// Puts both halves and the strip between them into the page. Nodes stay in place and keep the focus: only
// changes are written.

const NS = "http://www.w3.org/2000/svg";
// biome-ignore format: a row a face
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  5: [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]],
  6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
};
const SETTLES = 250; // milliseconds in which a control that has just appeared takes no tap meant for another

/** Write a text where it differs from the present one. */
export function write(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
  node.hidden = !text;
}

/** One player's half; `hear(act)` is called with the act of a tapped button or key. */
export class HalfDrawn {
  #parts = {};
  #hear;
  #say;
  #dice = "";

  constructor(section, hear, say) {
    this.#hear = hear;
    this.#say = say;
    for (const part of section.querySelectorAll("[data-part]")) {
      this.#parts[part.dataset.part] = part;
    }
    this.section = section;
  }

  /**
   * @param {object} view as `screens.js` makes it
   * @param {{text: string, tone: string}} note state of the latest taps, or of the connection
   * @param {{name: string, clock: string}} who the player who sits there
   */
  show(view, note, who) {
    const { heading, text, dice, keys, counts, main, aside } = this.#parts;
    const isOther = heading.textContent !== view.heading;
    this.section.classList.toggle("calm", view.calm);
    write(this.#parts.note, note.text);
    this.#parts.note.className = `note ${note.tone}`;
    write(heading, view.heading);
    write(text, view.text);
    write(this.#parts.name, who.name);
    this.#parts.name.title = who.name;
    write(this.#parts.clock, who.clock);
    this.#showDice(dice, view.dice, who.side);
    this.#showKeys(keys, view.keys, view.shut);
    this.#showCounts(counts, view.counts, view.shut);
    main.hidden = !view.main.length;
    main.dataset.many = view.main.length;
    main.classList.toggle("stacked", Boolean(view.stacked));
    this.#showButtons(main, view.main);
    this.#showButtons(aside, view.aside);
    if (isOther) {
      this.section.scrollTop = this.section.scrollHeight; // where type is large: the buttons come first
    }
  }

  #showDice(place, dice, side) {
    const key = dice ? dice.join(" ") : "";
    place.hidden = !dice;
    if (dice && key !== this.#dice) {
      place.replaceChildren(...dice.map((pips) => die(pips, side)));
      place.setAttribute("aria-label", dice.join(" – "));
    }
    this.#dice = key;
  }

  #showKeys(place, keys, shut) {
    place.hidden = !keys;
    if (!keys) {
      return;
    }
    const buttons = [1, 2, 3, 4, 5, 6].map((pips) => {
      const times = keys.keyed.filter((each) => each === pips).length;
      return { id: `key-${pips}`, pips, label: this.#say("die", { n: pips }), times, disabled: shut };
    });
    this.#reconcile(place, buttons, (node, { pips, label, times, disabled }) => {
      if (!node.firstChild) {
        node.append(die(pips, "white"));
      }
      node.disabled = Boolean(disabled);
      node.dataset.times = times > 1 ? "× 2" : "";
      node.setAttribute("aria-label", label);
      node.setAttribute("aria-pressed", String(times > 0));
      node.act = { key: pips, slots: keys.slots };
    });
  }

  #showCounts(place, counts, shut) {
    place.hidden = !counts;
    if (!counts) {
      return;
    }
    const numbers = Array.from({ length: counts.to }, (_, before) => before + 1);
    this.#reconcile(
      place,
      numbers.map((n) => ({ id: `left-${n}`, n })),
      (node, { n }) => {
        write(node, String(n));
        node.disabled = Boolean(shut);
        node.setAttribute("aria-pressed", String(n === counts.chosen));
        node.act = { ui: { left: n } };
      },
    );
  }

  #showButtons(place, buttons) {
    this.#reconcile(place, buttons, (node, { label, act, kind, disabled }) => {
      write(node, label);
      node.className = kind;
      node.disabled = disabled || !act;
      node.act = act;
    });
  }

  /** Keep the buttons that stay, by their ids, and let new ones settle before they take a tap. */
  #reconcile(place, items, dress) {
    const known = new Map([...place.children].map((node) => [node.dataset.id, node]));
    const nodes = items.map((each) => {
      const node = known.get(each.id) ?? this.#made(each.id);
      dress(node, each);
      return node;
    });
    const same = nodes.length === place.children.length && nodes.every((node, at) => node === place.children[at]);
    if (!same) {
      place.replaceChildren(...nodes);
    }
  }

  #made(id) {
    const node = document.createElement("button");
    node.type = "button";
    node.dataset.id = id;
    node.dataset.settling = "";
    setTimeout(() => delete node.dataset.settling, SETTLES);
    node.addEventListener("click", () => node.dataset.settling === undefined && this.#hear(node.act));
    return node;
  }
}

function shape(name, attributes) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  return made;
}

/** Return a die as large as its place. */
export function die(pips, side) {
  const drawn = shape("svg", { viewBox: "-20 -20 40 40", class: `die ${side}`, "aria-hidden": "true" });
  drawn.append(shape("rect", { class: "face", x: -18, y: -18, width: 36, height: 36, rx: 7 }));
  for (const [across, down] of PIPS[pips]) {
    drawn.append(shape("circle", { class: "pip", cx: 9.5 * across, cy: 9.5 * down, r: 3.7 }));
  }
  return drawn;
}
