// A finished match replayed without its result: steps through a game that is fetched when somebody asks for it.

import "./bg-board.js";
import { fill, latestOf, letChooseRoom, pathOf, placeClicked, Stories, showTables, whereIn } from "./match-story.js";

class Replay {
  #page = document.querySelector(".replay");
  #match = this.#page.dataset.match;
  #words = JSON.parse(document.getElementById("match-words").textContent);
  #stories = new Stories(this.#page.dataset.stories);
  #game = Number(this.#page.dataset.game);
  #step = Number(this.#page.dataset.step);

  constructor() {
    this.#page.addEventListener("click", (event) => this.#follow(event));
    letChooseRoom(this.#page);
  }

  /** Step to a link's place in the game that is shown; leave any other link to the browser. */
  #follow(event) {
    const place = placeClicked(event, this.#match);
    if (place && place.game === this.#game && !place.anchor.closest("#games")) {
      event.preventDefault();
      this.#visit(place.link);
    }
  }

  async #visit(name) {
    const story = await this.#stories.of(this.#game, 0);
    if (!story) {
      location.reload();
      return;
    }
    this.#step = story.steps.findIndex((step) => step.link === name);
    this.#show(story);
  }

  #show(story) {
    const step = this.#step;
    showTables(story, step);
    document.getElementById("latest").textContent = step < 0 ? "" : latestOf(story, step, this.#words);
    const { start, step: sentence } = this.#words;
    document.getElementById("where").textContent =
      step < 0 ? fill(start, { game: this.#game }) : whereIn(sentence, story, step, this.#words);
    this.#rail(story);
    const links = story.steps.map(({ link }) => pathOf(this.#game, link));
    this.#lead("first", step < 0 ? null : pathOf(this.#game, null));
    this.#lead("back", step < 0 ? null : (links[step - 1] ?? pathOf(this.#game, null)));
    this.#lead("forward", links[step + 1] ?? null);
    history.replaceState(null, "", this.#match + (links[step] ?? pathOf(this.#game, null)) + location.search);
  }

  /** Show the rail as far as the step: what comes later is not in the page. */
  #rail(story) {
    const template = document.createElement("template");
    template.innerHTML = story.rail;
    const rows = [...template.content.querySelectorAll("tbody tr")];
    for (const row of rows.slice(this.#step + 1)) {
      row.remove();
    }
    rows[this.#step]?.setAttribute("aria-current", "step");
    const moves = document.getElementById("moves");
    moves.replaceChildren(template.content);
    moves.scrollTop = moves.scrollHeight;
  }

  #lead(where, place) {
    const link = this.#page.querySelector(`[data-step="${where}"]`);
    if (place === null) {
      link.removeAttribute("href");
      link.setAttribute("aria-disabled", "true");
    } else {
      link.href = this.#match + place + location.search;
      link.removeAttribute("aria-disabled");
    }
  }
}

new Replay();
