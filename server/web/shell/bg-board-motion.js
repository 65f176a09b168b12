// Movements of checkers to their new places: one that is still on its way when the next state comes jumps, so
// that a drawing never lags behind.

const MOVE = 200;
const SETTLE = 150;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** The movements of one board. */
export class Motion {
  #running = [];

  /** End all movements; return true when there were any. */
  stop() {
    const moving = this.#running.filter((each) => each.playState === "running");
    for (const each of moving) {
      each.cancel();
    }
    this.#running = [];
    return moving.length > 0;
  }

  /** Move a group from its old place to its new one. */
  glide(group, from, to) {
    this.#run(group, [there(from), there(to)], MOVE);
  }

  /** Let a die come to rest at its place. */
  settle(group, at) {
    const thrown = `translate(${at.x}px, ${at.y + 14}px) rotate(-35deg)`;
    this.#run(group, [thrown, `${there(at)} rotate(0deg)`], SETTLE);
  }

  #run(group, transform, duration) {
    if (!reduced.matches && !document.hidden) {
      this.#running.push(group.animate({ transform }, { duration, easing: "ease-out" }));
    }
  }
}

/**
 * Return new places for men that lie at `places`, in the order of their stacks, for these counts by place. Men stay
 * where they can, the lowest of a stack first; the others move in order, none past another.
 */
export function assigned(places, counts) {
  const left = [...counts];
  const next = places.map((place) => (left[place]-- > 0 ? place : null));
  const free = left.flatMap((count, place) => Array(Math.max(count, 0)).fill(place));
  const leaving = [...places.keys()].filter((man) => next[man] === null);
  leaving.sort((one, other) => places[one] - places[other]);
  leaving.forEach((man, order) => {
    next[man] = free[order];
  });
  return next;
}

function there({ x, y }) {
  return `translate(${x}px, ${y}px)`;
}
