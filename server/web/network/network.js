// @ts-check
// Asks every two seconds whether a phone has come in; after a minute without one, opens the list of what may
// keep phones out, with what this computer sees of it on top.

const EVERY = 2000; // milliseconds
const page = /** @type {HTMLElement} */ (document.querySelector(".network"));
const state = /** @type {HTMLElement | null} */ (page.querySelector(".state"));
const causes = /** @type {HTMLDetailsElement | null} */ (page.querySelector(".causes"));

const answer = async (/** @type {string | undefined} */ address) => {
  try {
    const got = await fetch(String(address), { headers: { accept: "application/json" } });
    return got.ok ? await got.json() : null;
  } catch {
    return null;
  }
};

const markObstacles = async () => {
  for (const name of (await answer(page.dataset.obstacles))?.obstacles ?? []) {
    const cause = page.querySelector(`[data-cause="${name}"]`);
    cause?.classList.add("seen");
    cause?.querySelector(".found")?.removeAttribute("hidden");
    cause?.parentElement?.prepend(cause);
  }
};

const wait = (/** @type {number} */ began) => {
  setTimeout(async () => {
    const reached = await answer(page.dataset.asks);
    if (!state || !causes) {
      return;
    }
    const blocked = performance.now() - began > Number(page.dataset.patience) * 1000;
    if (reached?.phones) {
      state.textContent = reached.text;
      state.className = "state in";
      page.querySelector("[data-go]")?.classList.remove("quiet");
    } else if (blocked && !state.classList.contains("blocked")) {
      state.textContent = state.dataset.blocked ?? "";
      state.className = "state blocked";
      causes.open = true;
    }
    wait(began);
  }, EVERY);
};

if (state) {
  state.textContent = state.dataset.waiting ?? "";
  markObstacles();
  wait(performance.now());
}
