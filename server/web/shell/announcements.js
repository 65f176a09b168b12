// Announcements on a page: new ones replace those before, each ends with its time, and one that was dismissed
// does not come back in this browser. The live feed sends them in frames of their own.

const DISMISSED = "yalta-announcements-dismissed";
const KEPT = 50;
const LOOK_EVERY = 5000;
const place = document.getElementById("announcements");
const pattern = document.getElementById("announcement");

function dismissed() {
  try {
    return JSON.parse(localStorage.getItem(DISMISSED)) ?? [];
  } catch {
    return [];
  }
}

function dismiss(key) {
  try {
    localStorage.setItem(DISMISSED, JSON.stringify([...dismissed(), key].slice(-KEPT)));
  } catch {
    // Where the browser keeps nothing the announcement comes back with the next page.
  }
}

function settle() {
  const gone = dismissed();
  for (const shown of place.children) {
    const { announcement, until } = shown.dataset;
    const over = until !== undefined && Date.parse(until) <= Date.now();
    shown.hidden ||= over || gone.includes(announcement);
    shown.querySelector("[data-dismiss]")?.removeAttribute("hidden");
  }
}

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

function drawn({ number, texts, made_at, until, tournament }) {
  const shown = pattern.content.firstElementChild.cloneNode(true);
  const made = Date.parse(made_at);
  const language = document.documentElement.lang;
  shown.dataset.announcement = `${number}-${made}`;
  if (until) {
    shown.dataset.until = until;
  }
  shown.querySelector("time").textContent = clock.format(made);
  shown.querySelector("strong").textContent = place.dataset.several ? (tournament ?? "") : "";
  shown.querySelector("bdi").textContent = texts[language] ?? texts[""] ?? Object.values(texts)[0];
  return shown;
}

if (place) {
  place.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-dismiss]");
    if (button) {
      dismiss(button.closest("[data-announcement]").dataset.announcement);
      settle();
    }
  });
  document.addEventListener("announcements", ({ detail }) => place.replaceChildren(...detail.map(drawn)));
  new MutationObserver(settle).observe(place, { childList: true });
  setInterval(settle, LOOK_EVERY);
  settle();
}
