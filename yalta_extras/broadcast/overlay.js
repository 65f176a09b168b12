// An overlay follows one match and says nothing of its own about the line: it lies over a stream.

import { LiveFeed } from "./live-feed.js";
import { show } from "./table-card.js";

const page = document.querySelector(".overlay-table");

/** Whose turn it is, and the cube at its owner's line; offered, at the side that is asked. */
function mark({ phase, table }) {
  for (const team of page.querySelectorAll(".overlay-team")) {
    const playing = phase === "playing" && !table.result;
    team.classList.toggle("on-turn", playing && table.on_turn === team.dataset.side);
  }
  for (const place of page.querySelectorAll("[data-cube]")) {
    const { cube, doubled, on_turn: doubler } = table;
    const offered = Boolean(doubled) && doubler !== place.dataset.cube;
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
