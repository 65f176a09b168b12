// Announcements to the hall, the latest first, between the halves: each is dismissed by itself, and does not
// come back in this browser.

const KEPT_AS = "yalta-announcements-dismissed";
const KEPT = 50;

function putAway() {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS)) ?? [];
  } catch {
    return [];
  }
}

export class Announced {
  #place;
  #dismiss;
  #shown = [];
  #gone = putAway();

  /** @param {string} dismiss the word on the button that dismisses one */
  constructor(place, dismiss) {
    this.#place = place;
    this.#dismiss = dismiss;
  }

  show(announcements = []) {
    const left = announcements.filter(({ key }) => !this.#gone.includes(key));
    if (left.map(({ key }) => key).join() === this.#shown.join()) {
      return;
    }
    this.#shown = left.map(({ key }) => key);
    this.#place.replaceChildren(...left.map((each) => this.#drawn(each, announcements)));
    this.#place.hidden = left.length === 0;
  }

  #drawn({ key, time, text }, announcements) {
    const line = document.createElement("p");
    const words = document.createElement("bdi");
    words.textContent = `${time} ${text}`.trim();
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = this.#dismiss;
    button.addEventListener("click", () => {
      this.#gone = [...this.#gone, key].slice(-KEPT);
      try {
        localStorage.setItem(KEPT_AS, JSON.stringify(this.#gone));
      } catch {
        // Kept as long as the page is open, then.
      }
      this.show(announcements);
    });
    line.append(words, button);
    return line;
  }
}
