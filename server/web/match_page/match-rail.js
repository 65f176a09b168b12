// @ts-check
// Parts of a page that keep the focus when they change; the rail is one tab stop.

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
    /** @type {ChildNode} */ (known).replaceWith(node); // a text in which something else stands is another text
    return;
  }
  for (const name of known.getAttributeNames()) {
    if (name !== "tabindex" && !node.hasAttribute(name)) {
      known.removeAttribute(name);
    }
  }
  for (const { name, value } of node.attributes) {
    known.setAttribute(name, value);
  }
  updateChildren(known, node);
}

/**
 * Let Tab come to one roll of a list, and arrow keys go between them.
 * @param {HTMLElement} place
 */
export function makeOneStop(place) {
  const all = () =>
    /** @type {HTMLAnchorElement[]} */ ([...place.querySelectorAll("tr:not(.accepted:not([aria-current])) a")]);

  // The stop is the roll that has the focus, else the one that is shown or the newest.
  const stop = () => {
    const rolls = all();
    const shown = rolls.find((each) => each.closest("[aria-current]"));
    const stays = rolls.find((each) => each === document.activeElement) ?? shown ?? rolls.at(-1);
    for (const each of rolls) {
      each.tabIndex = each === stays ? 0 : -1;
    }
  };

  place.addEventListener("keydown", (event) => {
    const rolls = all();
    const at = rolls.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
    const moves = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rolls.length - 1 };
    const to = moves[/** @type {keyof typeof moves} */ (event.key)];
    if (at >= 0 && to !== undefined && !(event.ctrlKey || event.altKey || event.metaKey)) {
      event.preventDefault();
      rolls[to]?.focus();
    }
  });
  place.addEventListener("focusin", stop);
  new MutationObserver(stop).observe(place, { childList: true, subtree: true });
  stop();
}
