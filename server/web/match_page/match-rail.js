// @ts-check
// Parts of the page that keep their nodes, and with them the focus, when they change; the rail is one tab stop.

const MOVES = new Map([
  ["ArrowUp", (/** @type {number} */ at) => at - 1],
  ["ArrowDown", (/** @type {number} */ at) => at + 1],
  ["Home", () => 0],
  ["End", (/** @type {number} */ _at, /** @type {number} */ last) => last],
]);

/**
 * Show this HTML in a place; nodes that stand where their like stands stay.
 * @param {Element} place
 * @param {string} html
 */
export function update(place, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  updateChildren(place, fresh.content);
}

/**
 * @param {Node} old
 * @param {Node} fresh
 */
function updateChildren(old, fresh) {
  const stand = [...old.childNodes];
  const come = [...fresh.childNodes];
  for (const each of stand.slice(come.length)) {
    each.remove();
  }
  come.forEach((node, at) => {
    const known = stand[at];
    if (!known) {
      old.appendChild(node);
    } else if (known.nodeName !== node.nodeName) {
      known.replaceWith(node);
    } else if (!known.isEqualNode(node)) {
      updateNode(known, node);
    }
  });
}

/**
 * @param {Node} known
 * @param {Node} node
 */
function updateNode(known, node) {
  if (!(known instanceof Element && node instanceof Element)) {
    known.nodeValue = node.nodeValue;
    return;
  }
  for (const name of known.getAttributeNames().filter((each) => each !== "tabindex" && !node.hasAttribute(each))) {
    known.removeAttribute(name);
  }
  for (const { name, value } of node.attributes) {
    if (known.getAttribute(name) !== value) {
      known.setAttribute(name, value);
    }
  }
  updateChildren(known, node);
}

/** The list of moves: Tab comes to one of its rolls, arrow keys go between them. */
export class Rail {
  #place;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
    place.addEventListener("keydown", (event) => this.#press(event));
    place.addEventListener("focusin", () => this.#stop());
    new MutationObserver(() => this.#stop()).observe(place, { childList: true, subtree: true });
    this.#stop();
  }

  get #rolls() {
    return [...this.#place.querySelectorAll("a")];
  }

  /** Let Tab come to the roll that has the focus, else to the one that is shown or the newest. */
  #stop() {
    const rolls = this.#rolls;
    const shown = rolls.find((each) => each.closest("[aria-current]"));
    const stop = rolls.find((each) => each === document.activeElement) ?? shown ?? rolls.at(-1);
    for (const roll of rolls) {
      roll.tabIndex = roll === stop ? 0 : -1;
    }
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const move = MOVES.get(event.key);
    const rolls = this.#rolls;
    const at = rolls.findIndex((each) => each === document.activeElement);
    if (move && at >= 0 && !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      rolls[move(at, rolls.length - 1)]?.focus();
    }
  }
}
