// The broadcaster's figures, requested every second. Between answers the needed delay grows with the time;
// without an answer for LOST_AFTER milliseconds no delay counts as safe.

const EVERY = 1000;
const LOST_AFTER = 5000;
const shown = document.querySelector(".video-times");
const delay = Number(shown.dataset.delay);
let times = null;
let heardAt = performance.now();
const neededAtFirst = Number(shown.querySelector('[data-value="needed"]').textContent);

const put = (name, text) => {
  for (const place of shown.querySelectorAll(`[data-value="${name}"]`)) {
    if (place.textContent !== text) {
      place.textContent = text;
    }
  }
};

function stateOf(needed, silent) {
  if (silent > LOST_AFTER) {
    return "lost";
  }
  if (!times.begun) {
    return "waiting";
  }
  if (times.up_to === null) {
    return "free";
  }
  return delay < needed ? "red" : "safe";
}

function tell() {
  if (!times) {
    return;
  }
  const silent = performance.now() - heardAt;
  const limited = times.begun && times.up_to !== null;
  const needed = limited ? Math.ceil(times.needed + silent / 1000) : 0;
  const state = stateOf(needed, silent);
  if (shown.dataset.state !== state) {
    shown.dataset.state = state;
  }
  put("needed", String(needed));
  put("up_to_clock", times.up_to_clock ?? "–");
  put("longest", String(times.longest));
}

async function ask() {
  try {
    const answer = await fetch(shown.dataset.times, { cache: "no-store", signal: AbortSignal.timeout(LOST_AFTER) });
    if (!answer.ok) {
      location.reload();
      return;
    }
    times = await answer.json();
    heardAt = performance.now();
    if (times.games.length !== Number(shown.dataset.games)) {
      location.reload();
    }
  } catch {
    times ??= { begun: true, up_to: "", needed: neededAtFirst, longest: 0 };
  }
  tell();
}

setInterval(ask, EVERY);
setInterval(tell, EVERY / 4);
ask();
