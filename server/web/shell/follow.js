// The matches and teams that this device follows: kept in this browser and sent to nobody. Their news come by
// the public feed of all matches, the same for every page; this page picks its own out of it.

const KEPT = "yalta-follows";
const HEARD = "yalta-follows-heard"; // the page that sounds and notifies, of all that are open
const SOUND = "yalta-follows-sound";
const NOTICES = "yalta-follows-notices";
const TONES = [660, 880];
const TONE = 0.16; // seconds

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Where the browser keeps nothing, nothing is followed beyond this page.
  }
}

function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

const isOf = (one) => (other) => one.kind === other.kind && one.id === other.id;
const title = document.title;
const scores = new Map();
let audio = null;
let news = 0;
let feeding = false;

// Of several pages of this browser one sounds: the page where somebody pressed something last, since a
// browser makes sounds nowhere else. One that is closed or frozen leaves it to another.
const own = `${Date.now()} ${Math.random()}`;
const isHeard = () => read(HEARD, own) === own;

function beHeard() {
  if (read(HEARD, null) !== own) {
    keep(HEARD, own);
  }
}

function leave() {
  if (isHeard()) {
    forget(HEARD);
  }
}

function standIn() {
  if (read(HEARD, null) === null) {
    keep(HEARD, own);
  }
}

function sound() {
  audio ??= new AudioContext();
  TONES.forEach((frequency, place) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const begins = audio.currentTime + place * TONE;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, begins);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + TONE);
    tone.connect(volume).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + TONE);
  });
}

/** Prepare the sound: a browser makes one only on a page where somebody has pressed something. */
function readySound() {
  if (read(SOUND, false)) {
    audio ??= new AudioContext();
    audio.resume();
  }
}

const mayNotify = () => window.isSecureContext && "Notification" in window;

function notify(text, address) {
  if (mayNotify() && read(NOTICES, false) && Notification.permission === "granted" && document.hidden) {
    try {
      const notice = new Notification("Yalta", { body: text, tag: address });
      notice.onclick = () => window.focus();
    } catch {
      // Some browsers let only service workers notify: title and sound remain.
    }
  }
}

function tell(text, address) {
  news += 1;
  document.title = `(${news}) ${text} · ${title}`;
  if (isHeard()) {
    if (read(SOUND, false)) {
      sound();
    }
    notify(text, address);
  }
}

function readAll() {
  news = 0;
  document.title = title;
}

function isFollowed({ match, state }) {
  const tournament = match.slice(0, match.lastIndexOf("/"));
  const teams = [state.home, state.away].map((team) => ({ kind: "team", id: `${tournament}/${team}` }));
  return read(KEPT, []).some((each) => [{ kind: "match", id: match }, ...teams].some(isOf(each)));
}

function heard(frame) {
  const { match, state } = frame;
  if (!isFollowed(frame)) {
    return;
  }
  const sums = state.imp ?? state.tally ?? state.points;
  const score = `${state.phase === "over"} ${sums.home} ${sums.away}`;
  const known = scores.get(match);
  scores.set(match, score);
  if (known === undefined || known === score) {
    return;
  }
  tell(`${state.home} ${sums.home} : ${sums.away} ${state.away}`, match);
}

async function feed() {
  if (!feeding && read(KEPT, []).length) {
    feeding = true;
    const { LiveFeed } = await import("./live-feed.js");
    new LiveFeed("/live", 0, { heard, linked: () => {} });
  }
}

function mark() {
  const kept = read(KEPT, []);
  for (const button of document.querySelectorAll("button[data-follow]")) {
    const followed = kept.some(isOf({ kind: button.dataset.follow, id: button.dataset.id }));
    button.setAttribute("aria-pressed", String(followed));
    button.textContent = followed ? button.dataset.on : button.dataset.off;
    button.classList.add("ready");
  }
}

function toggle({ follow: kind, id, label, path }) {
  const kept = read(KEPT, []);
  const others = kept.filter((each) => !isOf({ kind, id })(each));
  keep(KEPT, others.length < kept.length ? others : [...kept, { kind, id, label, path }]);
  mark();
  list();
  feed();
}

/** List the matches and teams that are followed. */
function list() {
  const place = document.querySelector("[data-following]");
  if (!place) {
    return;
  }
  const pattern = document.getElementById("followed");
  const kept = read(KEPT, []);
  place.replaceChildren(
    ...kept.map(({ kind, id, label, path }) => {
      const row = pattern.content.firstElementChild.cloneNode(true);
      const link = row.querySelector("a");
      link.href = path;
      link.textContent = label;
      Object.assign(row.querySelector("button").dataset, { follow: kind, id, label, path });
      return row;
    }),
  );
  document.querySelector("[data-none]").hidden = kept.length > 0;
  mark();
}

function settings() {
  for (const button of document.querySelectorAll("button[data-setting]")) {
    const isSound = button.dataset.setting === "sound";
    const key = isSound ? SOUND : NOTICES;
    const show = () => button.setAttribute("aria-pressed", String(read(key, false)));
    button.hidden = !isSound && !mayNotify();
    button.addEventListener("click", async () => {
      const on = !read(key, false);
      const granted = !on || isSound || (await Notification.requestPermission()) === "granted";
      keep(key, on && granted);
      show();
      if (on && isSound) {
        readySound();
        sound();
      }
    });
    show();
  }
  const without = document.querySelector("[data-without-notices]");
  if (without) {
    without.hidden = mayNotify();
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button[data-follow]");
  if (button) {
    toggle(button.dataset);
  }
});
document.addEventListener("part-replaced", mark);
document.addEventListener("visibilitychange", () => document.hidden || readAll());
addEventListener("focus", readAll);
addEventListener("storage", () => {
  mark();
  list();
  feed();
  standIn();
});
addEventListener("pointerdown", readySound, { once: true });
addEventListener("keydown", readySound, { once: true });
addEventListener("pointerdown", beHeard);
addEventListener("keydown", beHeard);
addEventListener("pagehide", leave);
addEventListener("pageshow", standIn);
document.addEventListener("freeze", leave);
document.addEventListener("resume", standIn);
settings();
list();
mark();
feed();
