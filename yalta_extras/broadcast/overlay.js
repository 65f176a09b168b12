// Updates an overlay from its match's feed. It shows no state of the connection: it is part of a stream.

import { LiveFeed } from "./live-feed.js";
import { show } from "./table-card.js";

const page = document.querySelector(".overlay-table");

/** Mark the side that has to act, and show the cube in its owner's line, or when offered with the side to answer. */
function mark({ phase, table }) {
  for (const team of page.querySelectorAll(".overlay-team")) {
    const playing = phase === "playing" && !table.result;
    team.classList.toggle("on-turn", playing && (table.to_answer ?? table.on_turn) === team.dataset.side);
  }
  for (const place of page.querySelectorAll("[data-cube]")) {
    const { cube, doubled, to_answer: answers } = table;
    const offered = answers === place.dataset.cube;
    const owned = !doubled && cube?.owner === place.dataset.cube;
    const text = offered ? String(doubled) : owned ? String(cube.value) : "";
    place.classList.toggle("offered", offered);
    if (place.textContent !== text) {
      place.textContent = text;
    }
  }
}

function heard(frame) {
  show(page, frame);
  mark(frame.state);
}

new LiveFeed(page.dataset.feed, Number(page.dataset.last), { heard, linked: () => {} });
